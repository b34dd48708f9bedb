/* rewrite.c - a module made of a module: a copy through its own text, rewritten by passes. */
#include <stdio.h>

#include "interp/chains.h"
#include "api/origins.h"
#include "api/rewrite.h"

/* ---- a copy ---------------------------------------------------------------------------------- */

/* Depth is the regions', which the parser limits. */
void grn_copy_places(const grn_op *from, grn_op *to)
{
    to->place = from->place;
    for (size_t r = 0; r < from->nregions && r < to->nregions; r++) {
        const grn_block *a = from->regions[r].first;
        for (grn_block *b = to->regions[r].first; a && b; a = a->next, b = b->next) {
            const grn_op *x = a->first;
            for (grn_op *y = b->first; x && y; x = x->next, y = y->next)
                grn_copy_places(x, y);
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
    grn_sink sink = grn_vec_sink(&text);
    grn_module_options options = {.allocator = module->allocator,
                                  .allow_unregistered = module->allow_unregistered,
                                  .allow_nonunique_scatter = module->allow_nonunique_scatter};
    const grn_print_options print = {.generic = true, .flat = true, .locations = module->ir.has_locations};
    grn_status status = grn_text_print(&module->ir, &print, &sink);
    if (status == GRN_OK)
        status = grn_module_parse(text.items, text.count, &options, diag, out);
    if (status == GRN_OK) {
        (*out)->is_artifact = module->is_artifact;
        (*out)->is_onnx = module->is_onnx;
        grn_copy_places(module->ir.top, (*out)->ir.top);
    }
    grn_vec_destroy(&text);
    return status;
}

/* ---- rewriting it ---------------------------------------------------------------------------- */

/* Forwards messages to the caller's diag, and notes whether one was an error. */
typedef struct relay {
    const grn_diag *to;
    bool error_reported;
} relay;

static void pass_on(void *user, const grn_diagnostic *d)
{
    relay *r = user;
    r->error_reported |= d->severity == GRN_SEVERITY_ERROR;
    grn_emit_again(r->to, d);
}

/* The tables beside the ops follow the new order, and new functions. */
static grn_status refresh(grn_module *made)
{
    grn_ir_refresh(&made->ir);
    if (grn_module_list_functions(made) != GRN_OK || !grn_op_index_symbols(&made->ir, made->ir.top))
        return GRN_E_MEMORY;
    return grn_chains_find(&made->ir);
}

/* By passes. What they make in the place of an op comes from where that op comes from. */
static grn_status rewrite(grn_module *made, const grn_rewriting *how, const grn_diag *diag)
{
    grn_origins origins;
    grn_status status = grn_origins_note(&made->ir, &origins);
    if (status == GRN_OK)
        status = how->passes(made, how->how, diag);
    if (status == GRN_OK)
        grn_origins_give(&origins, made->ir.top);
    grn_origins_destroy(&origins);
    return status;
}

static grn_status rewrite_copy(const grn_module *module, const grn_rewriting *how, const grn_diag *diag,
                               grn_module **out)
{
    grn_status status = atomic_load(&((grn_module *)module)->verified) ? GRN_OK : grn_module_verify(module, diag);
    if (status == GRN_OK)
        status = copy_module(module, diag, out);
    if (status == GRN_OK && how->keeps_names)
        copy_names(module->ir.top, (*out)->ir.top);
    if (status == GRN_OK && how->passes)
        status = rewrite(*out, how, diag);
    if (*out && (*out)->ir.arena.refused)
        status = GRN_E_MEMORY;
    if (status == GRN_OK)
        status = refresh(*out);
    return status == GRN_OK && !how->is_unverified ? grn_module_verify(*out, diag) : status;
}

grn_status grn_module_rewrite(const grn_module *module, const grn_rewriting *how, const grn_diag *diag,
                              grn_module **out)
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

/* ---- names for messages ---------------------------------------------------------------------- */

const char *grn_list_names(const char *(*name)(size_t i), char text[GRN_NAMES_BYTES])
{
    size_t n = 0;
    for (size_t i = 0; name(i) && n < GRN_NAMES_BYTES; i++)
        n += (size_t)snprintf(text + n, GRN_NAMES_BYTES - n, "%s%s", i ? ", " : "", name(i));
    return text;
}

bool grn_is_named(const char *(*names)(size_t i), const char *name)
{
    for (size_t i = 0; name && names(i); i++)
        if (strcmp(names(i), name) == 0)
            return true;
    return false;
}
