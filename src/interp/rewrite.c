/* rewrite.c - the public calls that make a module of a module, or text of another language: a copy through its own text,
 * rewritten by a pass. */
#include <stdio.h>

#include "convert/convert.h"
#include "emit/emit.h"
#include "interp/chains.h"
#include "interp/interp.h"
#include "lower/lower.h"
#include "source/source.h"

/* ---- a copy ------------------------------------------------------------------------------------------------------ */

static grn_status keep_text(void *user, const char *text, size_t bytes)
{
    char *to = grn_vec_extend(user, bytes);
    if (!to)
        return GRN_E_MEMORY;
    memcpy(to, text, bytes);
    return GRN_OK;
}

/* Messages about the copy name the places of the original: the two have the same ops in the same order. Depth is the
 * regions', which the parser limits. */
static void copy_places(const grn_op *from, grn_op *to)
{
    to->place = from->place;
    for (size_t r = 0; r < from->nregions && r < to->nregions; r++) {
        const grn_block *a = from->regions[r].first;
        for (grn_block *b = to->regions[r].first; a && b; a = a->next, b = b->next) {
            const grn_op *x = a->first;
            for (grn_op *y = b->first; x && y; x = x->next, y = y->next)
                copy_places(x, y);
        }
    }
}

/* Values are called as in the original, whose memory the names stay in. */
static void copy_names(const grn_op *from, grn_op *to)
{
    for (size_t i = 0; i < from->nresults && i < to->nresults; i++)
        to->results[i].name = from->results[i].name;
    for (size_t r = 0; r < from->nregions && r < to->nregions; r++) {
        const grn_block *a = from->regions[r].first;
        for (grn_block *b = to->regions[r].first; a && b; a = a->next, b = b->next) {
            for (size_t i = 0; i < a->nargs && i < b->nargs; i++)
                b->args[i].name = a->args[i].name;
            const grn_op *x = a->first;
            for (grn_op *y = b->first; x && y; x = x->next, y = y->next)
                copy_names(x, y);
        }
    }
}

static grn_status copy_module(const grn_module *module, const grn_diag *diag, grn_module **out)
{
    grn_vec text;
    grn_vec_init(&text, module->allocator, 1);
    grn_sink sink = {keep_text, &text};
    grn_module_options options = {.allocator = module->allocator, .allow_unregistered = module->allow_unregistered,
                                  .allow_nonunique_scatter = module->allow_nonunique_scatter};
    grn_status status = grn_module_print(module, &(grn_module_print_options){.generic = true}, &sink);
    if (status == GRN_OK)
        status = grn_module_parse(text.items, text.count, &options, diag, out);
    if (status == GRN_OK)
        copy_places(module->ir.top, (*out)->ir.top);
    grn_vec_destroy(&text);
    return status;
}

/* ---- rewriting it ------------------------------------------------------------------------------------------------ */

typedef struct rewriting {
    grn_pass pass;
    const grn_convert_options *convert;  /* NULL: `pass` */
    const grn_source_language *language; /* with `convert`: only imported and raised, and then written to `sink` */
    const grn_sink *sink;
    const grn_lower_options *lower; /* with `convert`: imported, raised, and then lowered */
} rewriting;

/* Forwards messages to the caller's diag, and notes whether one was an error. */
typedef struct relay {
    const grn_diag *to;
    bool error_reported;
} relay;

static void pass_on(void *user, const grn_diagnostic *d)
{
    relay *r = user;
    r->error_reported |= d->severity == GRN_SEVERITY_ERROR;
    if (r->to && r->to->emit)
        r->to->emit(r->to->user, d);
}

/* The tables beside the ops follow the new order. */
static grn_status refresh(grn_module *made)
{
    grn_ir_refresh(&made->ir);
    for (size_t i = 0; i < made->nfunctions; i++)
        made->functions[i].type = grn_op_attr(made->functions[i].op, "function_type")->type_value;
    return grn_chains_find(&made->ir);
}

static grn_status run_passes(grn_module *made, const rewriting *how, const grn_diag *diag)
{
    if (!how->convert)
        return how->pass(&made->ir, diag);
    if (!how->language && !how->lower)
        return grn_pass_convert(&made->ir, how->convert, diag);
    grn_status status = grn_pass_import(&made->ir, how->convert, diag);
    if (status == GRN_OK && how->convert->raise)
        status = grn_pass_raise(&made->ir, how->convert, diag);
    return status == GRN_OK && how->lower ? grn_pass_lower(&made->ir, how->lower, diag) : status;
}

static grn_status rewrite_copy(const grn_module *module, const rewriting *how, const grn_diag *diag, grn_module **out)
{
    grn_status status = atomic_load(&((grn_module *)module)->verified) ? GRN_OK : grn_module_verify(module, diag);
    if (status == GRN_OK)
        status = copy_module(module, diag, out);
    if (status == GRN_OK && (how->language || how->lower))
        copy_names(module->ir.top, (*out)->ir.top);
    if (status == GRN_OK)
        status = run_passes(*out, how, diag);
    if (*out && (*out)->ir.arena.refused)
        status = GRN_E_MEMORY;
    if (status == GRN_OK)
        status = refresh(*out);
    if (status != GRN_OK)
        return status;
    /* An imported gather or scatter may follow a rule that StableHLO's own would break, so a text is not verified first. */
    return how->language ? grn_source_write(&(*out)->ir, how->language, diag, how->sink) : grn_module_verify(*out, diag);
}

static grn_status rewrite(const grn_module *module, const rewriting *how, const grn_diag *diag, grn_module **out)
{
    relay r = {diag, false};
    const grn_diag relayed = {pass_on, &r};
    if (out)
        *out = NULL;
    if (!module || !out)
        return grn_fail_null(!module ? "module" : "out", diag);
    grn_status status = rewrite_copy(module, how, &relayed, out);
    if (status == GRN_OK)
        return GRN_OK;
    if (status == GRN_E_MEMORY && *out && (*out)->ir.over)
        status = GRN_E_LIMIT;
    if (!r.error_reported || status == GRN_E_MEMORY)
        grn_fail(diag, grn_no_place, status, "%s while rewriting the module", grn_status_text(status));
    grn_module_destroy(*out);
    *out = NULL;
    return status;
}

GRN_API grn_status grn_module_expand_batching(const grn_module *module, const grn_diag *diag, grn_module **out)
{
    return rewrite(module, &(rewriting){.pass = grn_pass_expand_batching}, diag, out);
}

GRN_API grn_status grn_module_collapse_batching(const grn_module *module, const grn_diag *diag, grn_module **out)
{
    return rewrite(module, &(rewriting){.pass = grn_pass_collapse_batching}, diag, out);
}

/* "a, b, c": those that there are, as far as they fit. */
static const char *list_names(const char *(*name)(size_t i), char text[GRN_MESSAGE_BYTES / 2])
{
    size_t n = 0;
    for (size_t i = 0; name(i) && n < GRN_MESSAGE_BYTES / 2; i++)
        n += (size_t)snprintf(text + n, GRN_MESSAGE_BYTES / 2 - n, "%s%s", i ? ", " : "", name(i));
    return text;
}

/* ---- into another dialect ---------------------------------------------------------------------------------------- */

GRN_API const char *grn_module_dialect(size_t i)
{
    const grn_target *target = grn_target_at(grn_dialects, i);
    return target ? target->name : NULL;
}

GRN_API grn_status grn_module_convert(const grn_module *module, const grn_module_convert_options *options,
                                      const grn_diag *diag, grn_module **out)
{
    if (out)
        *out = NULL;
    if (!module || !options || !out)
        return grn_fail_null(!module ? "module" : !options ? "options" : "out", diag);
    const grn_target *target = options->to ? grn_target_named(grn_dialects, options->to) : NULL;
    if (target) {
        const grn_convert_options o = {.target = target, .assume_in_bounds = options->assume_in_bounds,
                                       .raise = !options->keep_recipes, .strict = options->strict_target,
                                       .allow_nonunique_scatter = module->allow_nonunique_scatter};
        return rewrite(module, &(rewriting){.convert = &o}, diag, out);
    }
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no dialect '%s' to convert to: there are %s",
                    options->to ? options->to : "", list_names(grn_module_dialect, (char[GRN_MESSAGE_BYTES / 2]){0}));
}

/* ---- into another language --------------------------------------------------------------------------------------- */

GRN_API const char *grn_module_language(size_t i)
{
    size_t n = 0;
    while (grn_source_languages[n] && n < i)
        n++;
    return n == i && grn_source_languages[n] ? grn_source_languages[n]->name : NULL;
}

static grn_status write_source(const grn_module *module, const grn_source_language *language, bool raise,
                               const grn_diag *diag, const grn_sink *sink)
{
    const grn_target target = {.name = language->name, .keeps = grn_source_keeps};
    const grn_convert_options o = {.target = &target, .raise = raise};
    grn_module *made;
    grn_status status = rewrite(module, &(rewriting){.convert = &o, .language = language, .sink = sink}, diag, &made);
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
    for (size_t i = 0; options->language && grn_source_languages[i]; i++)
        if (strcmp(grn_source_languages[i]->name, options->language) == 0)
            return write_source(module, grn_source_languages[i], !options->keep_recipes, diag, sink);
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no language '%s' to write in: there are %s",
                    options->language ? options->language : "", list_names(grn_module_language, (char[GRN_MESSAGE_BYTES / 2]){0}));
}

/* ---- as loops ---------------------------------------------------------------------------------------------------- */

GRN_API const char *grn_module_lower_target(size_t i) { return grn_lower_target(i); }
GRN_API const char *grn_module_lower_stage(size_t i) { return grn_lower_stage(i); }

static bool is_named(const char *name, const char *(*names)(size_t i))
{
    for (size_t i = 0; name && names(i); i++)
        if (strcmp(names(i), name) == 0)
            return true;
    return false;
}

/* The program as it is. */
static grn_status no_pass(grn_ir *ir, const grn_diag *diag)
{
    (void)ir, (void)diag;
    return GRN_OK;
}

static grn_status lower_to(const grn_module *module, const grn_module_lower_options *options, bool for_c,
                           const grn_diag *diag, grn_module **out)
{
    const grn_target target = {.name = "loops", .keeps = grn_lower_keeps};
    const grn_convert_options o = {.target = &target, .raise = !options->keep_recipes,
                                   .allow_nonunique_scatter = module->allow_nonunique_scatter};
    const grn_lower_options lower = {.form = grn_lower_form_of(options->to, options->stage), .c_interface = options->c_interface,
                                     .result_arguments = options->result_arguments, .strided = options->strided,
                                     .drop_checks = options->drop_checks, .notes_rules = for_c, .any_floats = for_c};
    if (!lower.form)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "the form '%s' has no stage '%s'", options->to, options->stage);
    if ((lower.result_arguments || lower.strided) && !lower.form->buffers)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "the form '%s' has tensors here and no memrefs, which %s are of", options->to,
                        lower.result_arguments ? "results as arguments" : "strides");
    return rewrite(module, &(rewriting){.convert = &o, .lower = &lower}, diag, out);
}

GRN_API grn_status grn_module_lower(const grn_module *module, const grn_module_lower_options *options, const grn_diag *diag,
                                    grn_module **out)
{
    char names[GRN_MESSAGE_BYTES / 2];
    if (out)
        *out = NULL;
    if (!module || !options || !out)
        return grn_fail_null(!module ? "module" : !options ? "options" : "out", diag);
    if (!is_named(options->to, grn_lower_target))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no form '%s' to lower to: there are %s",
                        options->to ? options->to : "", list_names(grn_lower_target, names));
    if (options->stage && !is_named(options->stage, grn_lower_stage))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "there is no stage '%s': there are %s", options->stage,
                        list_names(grn_lower_stage, names));
    if (options->stage && strcmp(options->stage, grn_lower_stage(0)) == 0)
        return rewrite(module, &(rewriting){.pass = no_pass}, diag, out);
    return lower_to(module, options, false, diag, out);
}

/* ---- as C -------------------------------------------------------------------------------------------------------- */

/* Notes on each function how many arguments the program's had. */
static grn_status note_inputs(const grn_module *module, const grn_diag *diag, grn_module *made)
{
    for (size_t i = 0; i < module->nfunctions; i++) {
        const grn_str name = {module->functions[i].name, module->functions[i].name_bytes};
        grn_op *op = grn_ir_find_symbol(made->ir.top, name);
        const grn_attr *n = grn_attr_integer(&made->ir, grn_type_integer(&made->ir, 64, GRN_SIGNLESS), (int64_t)module->functions[i].type->inputs);
        if (op && (!n || !grn_op_set_attr(&made->ir, op, GRN_STR(GRN_C_INPUTS), n)))
            return grn_ir_refused(&made->ir, diag, op->place, "writing the module as C");
    }
    return GRN_OK;
}

/* What is loops over memory already is written as it stands. */
static grn_status make_loops(const grn_module *module, const grn_module_emit_options *o, const grn_diag *diag, grn_module **out)
{
    const grn_module_lower_options lower = {.to = o->openmp ? "parallel" : "scf", .result_arguments = true, .drop_checks = true};
    if (!grn_c_is_lowered(&module->ir)) {
        grn_status status = lower_to(module, &lower, true, diag, out);
        return status == GRN_OK ? note_inputs(module, diag, *out) : status;
    }
    grn_status status = rewrite(module, &(rewriting){.pass = no_pass}, diag, out);
    if (status == GRN_OK)
        copy_names(module->ir.top, (*out)->ir.top);
    return status;
}

GRN_API grn_status grn_module_emit(const grn_module *module, const grn_module_emit_options *options, const grn_diag *diag,
                                   const grn_sink *sink)
{
    const grn_module_emit_options plain = {0}, *o = options ? options : &plain;
    grn_module *made = NULL;
    if (!module)
        return grn_fail_null("module", diag);
    if (grn_check_sink(sink) != GRN_OK)
        return grn_fail_null("sink", diag);
    if (o->header && o->driver)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "a header has no main");
    grn_status status = make_loops(module, o, diag, &made);
    if (status == GRN_OK)
        status = grn_emit_c(&made->ir, o, diag, sink);
    grn_module_destroy(made);
    return status;
}
