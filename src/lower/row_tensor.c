/*
 * row_tensor.c - ops of upstream's tensor and linalg dialects that move
 * elements. An offset, a size or a stride that is an operand is taken to be in
 * range, as upstream has it. Sources: MLIR tensor and linalg dialects, the op
 * of each name.
 */
#include "lower/function.h"
#include "lower/inplace.h"
#include "lower/shape.h"
#include "lower/slice.h"

/* ---- parts ----------------------------------------------------------------------------------- */

static grn_value *extract_slice(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    grn_lo_slice p;
    grn_lo_read_slice(l, op, grn_operand_type(op, 0), grn_result_type(op, 0), 1, &p);
    for (int32_t d = 0; d < p.rank && l->status == GRN_OK; d++)
        at[d] = p.dim[d] < 0 ? p.offset[d] : grn_lo_add(l, grn_lo_mul(l, index[p.dim[d]], p.stride[d]), p.offset[d]);
    return grn_lo_read(l, op->operands[0], at);
}

static void extract_slice_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_lo_slice p;
    grn_lo_read_slice(l, op, grn_operand_type(op, 0), grn_result_type(op, 0), 1, &p);
    for (int32_t d = 0; d < p.rank && l->status == GRN_OK; d++)
        if (p.dim[d] >= 0)
            out[p.dim[d]] = p.size[d];
}

/* In a region on elements. The slice's element where there is one: at offset, offset + stride, and
 * so on. */
static grn_value *inserted_element(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK], *inside = NULL;
    int64_t stride;
    grn_lo_slice p;
    grn_lo_read_slice(l, op, grn_operand_type(op, 1), grn_operand_type(op, 0), 2, &p);
    for (int32_t d = 0; d < p.rank && l->status == GRN_OK; d++) {
        grn_value *from = grn_lo_sub(l, index[d], p.offset[d]), *step = grn_lo_div(l, from, p.stride[d]);
        if (!grn_lo_known(p.stride[d], &stride) || stride != 1)
            inside =
                grn_lo_and(l, inside, grn_lo_compare(l, "eq", grn_lo_rem(l, from, p.stride[d]), grn_lo_index(l, 0)));
        inside = grn_lo_and(l, inside, grn_lo_compare(l, "ult", step, p.size[d]));
        if (p.dim[d] >= 0)
            at[p.dim[d]] = step;
    }
    return grn_lo_read_where(l, inside, op->operands[0], at, op->operands[1], index);
}

/* Into the tensor's own buffer where nothing reads the tensor any more, else into a copy. An offset
 * that an index out of range led to may be any. */
static void insert_slice(grn_lower *l, const grn_op *op)
{
    const grn_value *source = op->operands[0], *whole = op->operands[1], *result = &op->results[0];
    grn_lo_slice p;
    grn_lo_read_slice(l, op, whole->type, source->type, 2, &p);
    if (!l->o->form->buffers) {
        grn_value *from = grn_lo_buffer(l, source), *into = grn_lo_buffer(l, whole);
        grn_lo_set_buffer(l, result, grn_lo_put_slice(l, &p, from, into), false);
        return;
    }
    grn_value *to = grn_lo_replaced(l, op, whole, result, true);
    grn_op *guard = l->error ? grn_lo_when_fine(l) : NULL;
    grn_value *part = grn_lo_slice_of_memref(l, &p, to, source->type);
    grn_lo_copy_to(l, source, part);
    grn_lo_end_guard(l, guard);
}

static void extents_of_second(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_lo_extents(l, op->operands[1], out);
}

/* ---- other shapes ---------------------------------------------------------------------------- */

static void expand_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_lo_read_mixed(l, op, "static_output_shape", 1, out);
}

static void collapse_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    const grn_attr *groups = grn_op_attr(op, "reassociation");
    grn_value *own[GRN_MAX_RANK];
    grn_lo_extents(l, op->operands[0], own);
    for (size_t g = 0; g < groups->array.count && l->status == GRN_OK; g++) {
        const grn_attr *group = groups->array.items[g];
        out[g] = grn_lo_index(l, 1);
        for (size_t i = 0; i < group->ndims; i++)
            out[g] = grn_lo_mul(l, out[g], own[group->dims[i]]);
    }
}

/* ---- made element by element ----------------------------------------------------------------- */

static grn_value *generate(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *result = NULL;
    return grn_lo_region(l, &op->regions[0], (size_t)grn_result_type(op, 0)->rank, index, 1, &result) ? result : NULL;
}

/* ---- padding --------------------------------------------------------------------------------- */

static void read_padding(grn_lower *l, const grn_op *op, grn_value **low, grn_value **high)
{
    const size_t next = grn_lo_read_mixed(l, op, "static_low", 1, low);
    grn_lo_read_mixed(l, op, "static_high", next, high);
}

/* The operand's element where there is one, else the region's. */
static grn_value *pad(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const int32_t rank = grn_result_type(op, 0)->rank;
    grn_value *low[GRN_MAX_RANK], *high[GRN_MAX_RANK], *at[GRN_MAX_RANK], *inside = NULL, *v = NULL;
    read_padding(l, op, low, high);
    for (int32_t d = 0; d < rank && l->status == GRN_OK; d++) {
        at[d] = grn_lo_sub(l, index[d], low[d]);
        inside = grn_lo_and(l, inside, grn_lo_compare(l, "ult", at[d], grn_lo_extent(l, op->operands[0], d)));
    }
    if (!inside)
        return grn_lo_read(l, op->operands[0], at);
    grn_op *branch = grn_lo_if(l, inside, 1);
    v = grn_lo_read(l, op->operands[0], at);
    grn_lo_yield(l, 1, &v);
    grn_lo_otherwise(l, branch);
    v = NULL;
    if (l->status == GRN_OK)
        grn_lo_region(l, &op->regions[0], (size_t)rank, index, 1, &v);
    grn_lo_yield(l, 1, &v);
    grn_lo_end_if(l, branch);
    return branch ? &branch->results[0] : NULL;
}

static void pad_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_value *low[GRN_MAX_RANK], *high[GRN_MAX_RANK];
    read_padding(l, op, low, high);
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank && l->status == GRN_OK; d++)
        out[d] = grn_lo_add(l, grn_lo_add(l, low[d], grn_lo_extent(l, op->operands[0], d)), high[d]);
}

static void rank(grn_lower *l, const grn_op *op)
{
    if (grn_type_is_tensor(grn_operand_type(op, 0)))
        grn_lo_set_scalar(l, &op->results[0], grn_lo_index(l, grn_operand_type(op, 0)->rank));
    else
        grn_lo_refuse(l, "asks for a rank that is not known here");
}

static void generate_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    size_t n = 0;
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++)
        if (grn_result_type(op, 0)->shape[d] == GRN_DYNAMIC && n < op->noperands)
            out[d] = grn_lo_of(l, op->operands[n++])->value;
}

/* ---- linalg ---------------------------------------------------------------------------------- */

/* The dims of the result that `dimensions` does not list are the operand's, in order. */
static grn_value *broadcast(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    size_t count = 0;
    const int64_t *v = NULL;
    int32_t n = 0;
    grn_op_dims(op, "dimensions", &count, &v);
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++) {
        bool added = false;
        for (size_t i = 0; i < count; i++)
            added = added || v[i] == d;
        if (!added)
            at[n++] = index[d];
    }
    return grn_lo_read(l, op->operands[0], at);
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_LOWER(tensor, extract_slice) = {.element = extract_slice, .extents = extract_slice_extents, .flags = GRN_LO_FREE};
GRN_LOWER(tensor, insert_slice) = {.element = inserted_element,
                                   .lower = insert_slice,
                                   .extents = extents_of_second,
                                   .replaces = grn_lo_second,
                                   .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(tensor, expand_shape) = {.element = grn_lo_reshape, .extents = expand_extents};
GRN_LOWER(tensor, collapse_shape) = {.element = grn_lo_reshape, .extents = collapse_extents};
GRN_LOWER(tensor, generate) = {.element = generate, .extents = generate_extents};
GRN_LOWER(tensor, pad) = {.element = pad, .extents = pad_extents};
GRN_LOWER(tensor, rank) = {.lower = rank, .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(linalg, broadcast) = {.element = broadcast, .extents = extents_of_second, .flags = GRN_LO_FREE};
