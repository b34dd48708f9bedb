/* values.c - programs cut out, run by garner and by the tool; the values that they give. */
#include "differ/differ.h"

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

grn_status grn_differ_no_memory(const grn_differ *d)
{
    return grn_fail(d->diag, grn_no_place, GRN_E_MEMORY, "memory refused while results are compared");
}

bool grn_new_tensor(grn_arena *arena, grn_dtype dtype, const grn_tensor *like, grn_tensor *out)
{
    if (grn_tensor_init(out, NULL, dtype, like->rank, like->shape) != GRN_OK)
        return false;
    out->data = grn_arena_alloc(arena, grn_tensor_bytes(out) + 1);
    return out->data != NULL;
}

bool grn_keep_tensor(grn_arena *arena, const grn_tensor *from, grn_tensor *to)
{
    const grn_tensor read = *from;
    if (!grn_new_tensor(arena, read.dtype, &read, to))
        return false;
    grn_tensor_copy_flat(to->data, &read);
    return true;
}

bool grn_is_plain(const grn_value *v)
{
    const grn_type *t = grn_type_at_run(v->type);
    return t->kind == GRN_TYPE_TENSOR && t->element->dtype != GRN_NO_DTYPE && t->element->kind != GRN_TYPE_QUANT &&
           !grn_type_is_memref(v->type);
}

bool grn_know(grn_arena *arena, grn_value_map *map, const grn_value *v, const grn_tensor *t)
{
    grn_tensor *kept = GRN_ARENA_NEW(arena, grn_tensor, 1);
    return kept && grn_keep_tensor(arena, t, kept) && grn_value_map_set(map, v, kept);
}

/* ---- pieces ---------------------------------------------------------------------------------- */

grn_status grn_piece_make(const grn_module *module, const grn_program_cut *cut, grn_arena *arena, grn_cutout *out)
{
    const grn_value *const *more = NULL;
    size_t nmore = 0;
    *out = (grn_cutout){0};
    grn_status status = grn_module_cut(module, cut, &quiet, &out->module, &more, &nmore);
    arena->refused |= status == GRN_E_MEMORY;
    if (status != GRN_OK)
        return status;
    out->nargs = cut->ngiven + nmore;
    out->args = GRN_ARENA_NEW(arena, const grn_value *, out->nargs + 1);
    for (size_t i = 0; out->args && i < out->nargs; i++)
        out->args[i] = i < cut->ngiven ? cut->given[i] : more[i - cut->ngiven];
    return out->args ? GRN_OK : GRN_E_MEMORY;
}

void grn_piece_destroy(grn_cutout *piece)
{
    grn_module_destroy(piece->module);
    piece->module = NULL;
}

bool grn_piece_inputs(const grn_cutout *piece, const grn_value_map *known, grn_arena *arena, grn_tensor **inputs)
{
    *inputs = GRN_ARENA_NEW(arena, grn_tensor, piece->nargs + 1);
    for (size_t i = 0; *inputs && i < piece->nargs; i++) {
        const grn_tensor *t = grn_value_map_get(known, piece->args[i]);
        if (!t)
            return false;
        (*inputs)[i] = *t;
    }
    return *inputs != NULL;
}

static bool is_data(const grn_type *type)
{
    const grn_dtype_class class = grn_dtype_class_of(grn_type_element_or_self(type)->dtype);
    return type->rank > 0 && (class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX);
}

/* Operands that no op computes of others: what stands for a missing one in any case; constants where the op is another
 * dialect's, which may ask for constants, as for a bound or a list of dimensions. */
static bool comes_along(const grn_op *op, const grn_value *operand)
{
    return operand->def && operand->def->noperands == 0 && operand->def->nregions == 0 &&
           (!grn_is_plain(operand) || (!grn_op_is_of_hub(op) && !is_data(operand->type)));
}

grn_status grn_piece_of_op(const grn_module *module, const grn_op *function, const grn_op *op, grn_arena *arena,
                           grn_cutout *out, size_t *nwanted, const grn_value ***wanted)
{
    *nwanted = 0;
    *wanted = GRN_ARENA_NEW(arena, const grn_value *, op->nresults + 1);
    if (!*wanted)
        return GRN_E_MEMORY;
    const grn_value **given = GRN_ARENA_NEW(arena, const grn_value *, op->noperands + 1);
    size_t ngiven = 0;
    if (!given)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_is_plain(&op->results[i]))
            (*wanted)[(*nwanted)++] = &op->results[i];
    for (size_t i = 0; i < op->noperands; i++)
        if (!comes_along(op, op->operands[i]))
            given[ngiven++] = op->operands[i];
    const grn_program_cut cut = {.function = function,
                                 .ngiven = ngiven,
                                 .given = given,
                                 .nwanted = *nwanted,
                                 .wanted = *wanted,
                                 .block = op->block,
                                 .only_needed = true};
    return grn_piece_make(module, &cut, arena, out);
}

const grn_value **grn_block_values(const grn_block *block, grn_arena *arena, size_t *n)
{
    size_t room = 0;
    for (const grn_op *op = block->first; op; op = op->next)
        room += op->nresults;
    const grn_value **all = GRN_ARENA_NEW(arena, const grn_value *, room + 1);
    *n = 0;
    for (const grn_op *op = block->first; all && op; op = op->next)
        for (size_t i = 0; i < op->nresults; i++)
            if (grn_is_plain(&op->results[i]))
                all[(*n)++] = &op->results[i];
    return all;
}

/* ---- runs ------------------------------------------------------------------------------------ */

grn_status grn_run_garner(const grn_run_options *run, const grn_module *module, size_t function, size_t ninputs,
                          const grn_tensor *inputs, grn_arena *arena, size_t nresults, grn_tensor *results)
{
    grn_results *made = NULL;
    grn_status status = grn_module_run(module, function, ninputs, inputs, run, &quiet, &made);
    for (size_t i = 0; status == GRN_OK && i < nresults; i++) {
        const grn_tensor *t = grn_results_tensor(made, i);
        if (!t)
            status = GRN_E_UNSUPPORTED;
        else if (!grn_keep_tensor(arena, t, &results[i]))
            status = GRN_E_MEMORY;
    }
    grn_results_destroy(made);
    arena->refused |= status == GRN_E_MEMORY;
    return status;
}

static bool is_as_asked(const grn_tensor *t, const grn_tensor *like)
{
    return grn_check_view(t, "result", &quiet) == GRN_OK && grn_check_data(t, "result", &quiet) == GRN_OK &&
           t->dtype == like->dtype && grn_tensor_same_shape(t, like);
}

grn_status grn_run_tool(const grn_differ *d, const grn_module *module, size_t function, size_t ninputs,
                        const grn_tensor *inputs, size_t nresults, const grn_tensor *like, grn_tensor *results,
                        grn_heard *heard)
{
    grn_tool_answer answer = {0};
    *heard = (grn_heard){0};
    grn_status status = d->tool->run(d->tool->user, module, function, ninputs, inputs, &answer);
    if (status != GRN_OK)
        return status;
    heard->outcome = answer.outcome < GRN_TOOL_OUTCOMES ? answer.outcome : GRN_TOOL_CRASHED;
    if (answer.said)
        heard->said = grn_arena_text(&d->out->arena, answer.said, strlen(answer.said));
    const bool ran = heard->outcome == GRN_TOOL_RAN;
    heard->is_other = ran && (answer.nresults != nresults || (nresults > 0 && !answer.results));
    for (size_t i = 0; ran && !heard->is_other && i < nresults; i++) {
        if (!is_as_asked(&answer.results[i], &like[i]))
            heard->is_other = true;
        else if (!grn_keep_tensor(&d->out->arena, &answer.results[i], &results[i]))
            status = grn_differ_no_memory(d);
    }
    if (d->tool->release)
        d->tool->release(d->tool->user, &answer);
    return status;
}
