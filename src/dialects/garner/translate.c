/*
 * translate.c - garner.gather and garner.scatter of memrefs as the hub's, which give new memory:
 * that is copied into the destination.
 */
#include "convert/convert.h"
#include "dialects/garner/garner.h"

/* memref.copy of what was made to the destination. */
static bool copy_to(grn_rewrite *w, grn_value *made, grn_value *dest)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("memref.copy"));
    grn_op *copy = def && made ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, 2, 0, 0) : NULL;
    if (!copy)
        return false;
    copy->operands[0] = copy->operands[1] = NULL;
    grn_op_set_operand(copy, 0, made);
    grn_op_set_operand(copy, 1, dest);
    grn_op_insert_before(w->at, copy);
    return true;
}

/* What the hub's op gives is written to the n destinations. */
static grn_status write_to(grn_rewrite *w, grn_op *made, size_t n, grn_value *const *dest)
{
    bool ok = made != NULL;
    for (size_t i = 0; ok && i < n; i++)
        ok = copy_to(w, &made->results[i], dest[i]);
    return ok ? grn_replaced(w) : grn_no_memory(w);
}

static grn_status import_gather(grn_rewrite *w, const grn_op *op)
{
    grn_gather_spec spec;
    grn_status status = grn_garner_gather_spec(op, grn_operand_type(op, 0)->element->dtype, w->diag, &spec);
    if (status != GRN_OK)
        return status;
    grn_hub hub = {.dims = spec.dims,
                   .slice_sizes = spec.slice_sizes,
                   .rule = spec.index,
                   .ninputs = 1,
                   .operands = &op->operands[0],
                   .indices = op->operands[1],
                   .result = grn_operand_type(op, 2)};
    memcpy(hub.fill, spec.fill, sizeof hub.fill);
    return write_to(w, grn_hub_make(w, &hub), 1, &op->operands[2]);
}

static grn_status import_scatter(grn_rewrite *w, const grn_op *op)
{
    const size_t n = (op->noperands - 1) / 2;
    grn_scatter_spec spec;
    grn_status status = grn_garner_scatter_spec(op, w->diag, &spec);
    if (status != GRN_OK)
        return status;
    const grn_hub hub = {.is_scatter = true,
                         .dims = spec.dims,
                         .rule = spec.index,
                         .combiner = spec.combiner,
                         .ninputs = n,
                         .operands = &op->operands[1 + n],
                         .indices = op->operands[0],
                         .updates = &op->operands[1]};
    return write_to(w, grn_hub_make(w, &hub), n, &op->operands[1 + n]);
}

static const grn_import_pattern imports[] = {
    {.op = "garner.gather", .import = import_gather, .takes_index = true},
    {.op = "garner.scatter", .import = import_scatter, .takes_index = true},
    {.op = NULL},
};

const grn_translation grn_garner_translation = {.imports = imports};
