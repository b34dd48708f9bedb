/* module_convert.c - the public calls that say a program in other words: with batching dims and
 * without, in another dialect, in another language. */
#include <string.h>

#include "convert/convert.h"
#include "api/rewrite.h"
#include "source/source.h"

/* ---- batching dims --------------------------------------------------------------------------- */

static grn_status expand(grn_module *made, const void *how, const grn_diag *diag)
{
    (void)how;
    return grn_pass_expand_batching(&made->ir, diag);
}

static grn_status collapse(grn_module *made, const void *how, const grn_diag *diag)
{
    (void)how;
    return grn_pass_collapse_batching(&made->ir, diag);
}

GRN_API grn_status grn_module_expand_batching(const grn_module *module, const grn_diag *diag, grn_module **out)
{
    return grn_module_rewrite(module, &(grn_rewriting){.passes = expand}, diag, out);
}

GRN_API grn_status grn_module_collapse_batching(const grn_module *module, const grn_diag *diag, grn_module **out)
{
    return grn_module_rewrite(module, &(grn_rewriting){.passes = collapse}, diag, out);
}

/* ---- into another dialect -------------------------------------------------------------------- */

GRN_API const char *grn_module_dialect(size_t i)
{
    const grn_target *target = grn_target_at(grn_dialects, i);
    return target ? target->name : NULL;
}

static grn_status convert(grn_module *made, const void *how, const grn_diag *diag)
{
    return grn_pass_convert(&made->ir, how, diag);
}

GRN_API grn_status grn_module_convert(const grn_module *module, const grn_module_convert_options *options,
                                      const grn_diag *diag, grn_module **out)
{
    if (out)
        *out = NULL;
    if (!module || !options || !out)
        return grn_fail_null(!module ? "module" : !options ? "options" : "out", diag);
    grn_status checked = GRN_CHECK_OPTIONS(grn_module_convert_options, options, diag);
    if (checked != GRN_OK)
        return checked;
    const grn_target *target = options->to ? grn_target_named(grn_dialects, options->to) : NULL;
    if (target) {
        const grn_convert_options o = {.target = target,
                                       .assume_in_bounds = options->assume_in_bounds,
                                       .raise = !options->keep_recipes,
                                       .strict = options->strict_target};
        return grn_module_rewrite(module, &(grn_rewriting){.passes = convert, .how = &o}, diag, out);
    }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no dialect '%s' to convert to: there are %s",
                    options->to ? options->to : "", grn_list_names(grn_module_dialect, (char[GRN_NAMES_BYTES]){0}));
}

/* ---- into another language ------------------------------------------------------------------- */

GRN_API const char *grn_module_language(size_t i)
{
    size_t n = 0;
    while (grn_source_languages[n] && n < i)
        n++;
    return n == i && grn_source_languages[n] ? grn_source_languages[n]->name : NULL;
}

static grn_status import(grn_module *made, const void *how, const grn_diag *diag)
{
    const grn_convert_options *o = how;
    grn_status status = grn_pass_import(&made->ir, o, diag);
    return status == GRN_OK && o->raise ? grn_pass_raise(&made->ir, o, diag) : status;
}

static grn_status write_source(const grn_module *module, const grn_source_language *language, bool raise,
                               const grn_diag *diag, const grn_sink *sink)
{
    const grn_target target = {.name = language->name, .keeps = grn_source_keeps};
    const grn_convert_options o = {.target = &target, .raise = raise};
    grn_module *made;
    grn_status status = grn_module_rewrite(
        module, &(grn_rewriting){.passes = import, .how = &o, .keeps_names = true, .is_unverified = true}, diag, &made);
    if (status == GRN_OK)
        status = grn_source_write(&made->ir, language, diag, sink);
    grn_module_destroy(made);
    return status;
}

GRN_API grn_status grn_module_write_source(const grn_module *module, const grn_module_source_options *options,
                                           const grn_diag *diag, const grn_sink *sink)
{
    if (!module || !options)
        return grn_fail_null(!module ? "module" : "options", diag);
    if (grn_check_sink(sink) != GRN_OK)
        return grn_fail_null("sink", diag);
    grn_status checked = GRN_CHECK_OPTIONS(grn_module_source_options, options, diag);
    if (checked != GRN_OK)
        return checked;
    for (size_t i = 0; options->language && grn_source_languages[i]; i++)
        if (strcmp(grn_source_languages[i]->name, options->language) == 0)
            return write_source(module, grn_source_languages[i], !options->keep_recipes, diag, sink);
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no language '%s' to write in: there are %s",
                    options->language ? options->language : "",
                    grn_list_names(grn_module_language, (char[GRN_NAMES_BYTES]){0}));
}
