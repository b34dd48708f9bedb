/* batching.c - the dimension numbers of gathers and scatters, as batching dims touch them. */
#include "passes/passes.h"

static const grn_batching_row rows[] = {
    {GRN_OP(garner, gather), &grn_garner_names, "gather op has start indices", false, false},
    {GRN_OP(garner, scatter), &grn_garner_names, "scatter op has scatter indices", true, true},
    {GRN_HLO(gather), &grn_gather_names, "gather op has start indices", false, false},
    {GRN_HLO(dynamic_gather), &grn_gather_names, "dynamic_gather op has start indices", false, false},
    {GRN_HLO(scatter), &grn_scatter_names, "scatter op has scatter indices", true, false},
};

/* An iota is no index that counts from 1. */
static bool read_row(const grn_op *op, const grn_batching_row *row, grn_batching *out)
{
    const size_t n = row->is_scatter ? (op->noperands - 1) / 2 : 1;
    const grn_dim_numbers numbers = grn_dim_numbers_of(op, row->names);
    *out = (grn_batching){
        .row = row, .indices = row->indices_first ? 0 : n, .inputs = row->indices_first ? 1 + n : 0, .ninputs = n};
    return (row->names->attr || grn_op_integer(op, "base", 0) == 0) &&
           grn_dim_numbers_to_spec(&numbers, op, NULL, &out->dims) == GRN_OK;
}

bool grn_batching_read(const grn_op *op, grn_batching *out)
{
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_op_number_of(op) == rows[i].op)
            return read_row(op, &rows[i], out);
    return false;
}

bool grn_batching_write(grn_ir *ir, grn_op *op, const grn_batching *b, bool keep_sorted)
{
    const grn_attr *no = grn_attr_bool(ir, false);
    if (!no || !grn_dim_numbers_set(ir, op, b->row->names, &b->dims))
        return false;
    if (keep_sorted || !grn_op_attr(op, "indices_are_sorted"))
        return true;
    if (b->row->names->attr)
        return grn_op_set_attr(ir, op, GRN_STR("indices_are_sorted"), no);
    grn_op_drop_attr(op, "indices_are_sorted");
    return true;
}

/* ---- the index type -------------------------------------------------------------------------- */

bool grn_index_type_holds(const grn_type *integer, int64_t value)
{
    uint32_t bits = integer->signedness == GRN_UNSIGNED ? integer->width : integer->width - 1;
    return bits >= 63 || value >> bits == 0;
}

const grn_type *grn_batching_promote(grn_ir *ir, const grn_type *indices, const grn_dims *dims)
{
    const grn_type *element = indices->element;
    for (int32_t i = 0; element && i < dims->count; i++) {
        int64_t extent = indices->shape[dims->v[i]];
        const grn_type *i32 = grn_type_integer(ir, 32, GRN_SIGNLESS);
        if (!i32 || (element->width > 1 && grn_index_type_holds(element, extent))) /* there is no iota of i1 */
            element = i32 ? element : NULL;
        else
            element = grn_index_type_holds(i32, extent) ? i32 : grn_type_integer(ir, 64, GRN_SIGNLESS);
    }
    return element;
}
