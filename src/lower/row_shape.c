/*
 * row_shape.c - ops that move elements: each says at which index of which
 * operand an element of the result is. Sources: StableHLO spec, the op of each
 * name.
 */
#include "lower/shape.h"

typedef struct list {
    size_t n;
    const int64_t *v;
} list;

static list list_of(const grn_op *op, const char *name)
{
    list out = {0, NULL};
    grn_op_dims(op, name, &out.n, &out.v);
    return out;
}

static bool contains(const list *of, int64_t d)
{
    bool found = false;
    for (size_t i = 0; i < of->n; i++)
        found = found || of->v[i] == d;
    return found;
}

/* ---- other places ---------------------------------------------------------------------------- */

static grn_value *transpose(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    const list p = list_of(op, "permutation");
    for (size_t d = 0; d < p.n; d++)
        at[p.v[d]] = index[d];
    return grn_lo_read(l, op->operands[0], at);
}

static void transpose_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    const list p = list_of(op, "permutation");
    for (size_t d = 0; d < p.n; d++)
        out[d] = grn_lo_extent(l, op->operands[0], (int32_t)p.v[d]);
}

/* A dim of one element is repeated. */
grn_value *grn_lo_broadcast(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    const list dims = list_of(op, "broadcast_dimensions");
    const grn_type *from = grn_operand_type(op, 0);
    for (int32_t d = 0; d < from->rank; d++) {
        at[d] = from->shape[d] == 1 ? grn_lo_index(l, 0) : index[dims.v[d]];
        if (from->shape[d] == GRN_DYNAMIC && grn_result_type(op, 0)->shape[dims.v[d]] != 1) {
            grn_value *one = grn_lo_compare(l, "eq", grn_lo_extent(l, op->operands[0], d), grn_lo_index(l, 1));
            at[d] = grn_lo_select(l, one, grn_lo_index(l, 0), at[d]);
        }
    }
    return grn_lo_read(l, op->operands[0], at);
}

/* The old form: new dims in front. */
static grn_value *broadcast_leading(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return grn_lo_read(l, op->operands[0], index + (grn_result_type(op, 0)->rank - grn_operand_type(op, 0)->rank));
}

static grn_value *slice(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    const list start = list_of(op, "start_indices"), stride = list_of(op, "strides");
    for (size_t d = 0; d < start.n; d++)
        at[d] = grn_lo_add(l, grn_lo_mul(l, index[d], grn_lo_index(l, stride.v[d])), grn_lo_index(l, start.v[d]));
    return grn_lo_read(l, op->operands[0], at);
}

static grn_value *reverse(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    const list dims = list_of(op, "dimensions");
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank; d++) {
        grn_value *last =
            contains(&dims, d) ? grn_lo_sub(l, grn_lo_extent(l, op->operands[0], d), grn_lo_index(l, 1)) : NULL;
        at[d] = last ? grn_lo_sub(l, last, index[d]) : index[d];
    }
    return grn_lo_read(l, op->operands[0], at);
}

/* ---- reshape --------------------------------------------------------------------------------- */

/* Groups of dims of both with the same product: within one, a position counts the elements. */
static void regroup(grn_lower *l, const grn_op *op, grn_value *const *index, grn_value **at)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    grn_value *position = grn_lo_index(l, 0), *ext[GRN_MAX_RANK], *own[GRN_MAX_RANK];
    grn_lo_extents(l, op->operands[0], own);
    for (int32_t d = 0; d < to->rank; d++)
        ext[d] = to->shape[d] != GRN_DYNAMIC ? grn_lo_index(l, to->shape[d]) : NULL;
    grn_lo_result_extents(l, op, &op->results[0], ext);
    for (int32_t d = 0; d < to->rank; d++)
        position = grn_lo_add(l, grn_lo_mul(l, position, ext[d]), index[d]);
    for (int32_t d = from->rank - 1; d >= 0; d--) {
        at[d] = d ? grn_lo_rem(l, position, own[d]) : position;
        position = d ? grn_lo_div(l, position, own[d]) : position;
    }
}

/* Only dims of one element come and go: the others keep their counters. */
static bool only_ones(grn_lower *l, const grn_op *op, grn_value *const *index, grn_value **at)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    int32_t e = 0;
    if (grn_type_dynamic_extents(from) > 1) /* of several that are not known, none need be the other's */
        return false;
    for (int32_t d = 0; d < from->rank; d++) {
        if (from->shape[d] == 1) {
            at[d] = grn_lo_index(l, 0);
            continue;
        }
        while (e < to->rank && to->shape[e] == 1)
            e++;
        if (e == to->rank || to->shape[e] != from->shape[d])
            return false;
        at[d] = index[e++];
    }
    while (e < to->rank && to->shape[e] == 1)
        e++;
    return e == to->rank;
}

grn_value *grn_lo_reshape(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    if (!only_ones(l, op, index, at))
        regroup(l, op, index, at);
    return grn_lo_read(l, op->operands[0], at);
}

/* ---- counting -------------------------------------------------------------------------------- */

grn_value *grn_lo_iota(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    const grn_type *i64 = grn_type_integer(l->ir, 64, GRN_SIGNLESS), *element = grn_result_type(op, 0)->element;
    if (element->kind == GRN_TYPE_INDEX)
        return index[dim];
    return grn_lo_convert(l, grn_lo_cast(l, "arith.index_cast", index[dim], grn_lo_integer_type(l, 64)), i64, element);
}

/* ---- parts ----------------------------------------------------------------------------------- */

/* By StableHLO's name for it, or by that of upstream's tensor.concat. */
static int64_t joined_dim(const grn_op *op) { return grn_op_integer(op, "dimension", grn_op_integer(op, "dim", 0)); }

/* Of operands [first, last) that one which has index[dim], found by halves; start[i] is where
 * operand i begins. */
static grn_value *piece(grn_lower *l, const grn_op *op, size_t first, size_t last, grn_value *const *start, int64_t dim,
                        grn_value **at)
{
    grn_value *const here = at[dim];
    grn_value *v;
    const size_t middle = first + (last - first) / 2;
    if (first + 1 == last) {
        at[dim] = grn_lo_sub(l, here, start[first]);
        v = grn_lo_read(l, op->operands[first], at);
        at[dim] = here;
        return v;
    }
    grn_op *branch = grn_lo_if(l, grn_lo_compare(l, "slt", here, start[middle]), 1);
    v = l->status == GRN_OK ? piece(l, op, first, middle, start, dim, at) : NULL;
    grn_lo_yield(l, 1, &v);
    grn_lo_otherwise(l, branch);
    v = l->status == GRN_OK ? piece(l, op, middle, last, start, dim, at) : NULL;
    grn_lo_yield(l, 1, &v);
    grn_lo_end_if(l, branch);
    return branch ? &branch->results[0] : NULL;
}

static grn_value *concatenate(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const int64_t dim = joined_dim(op);
    grn_value *at[GRN_MAX_RANK], **start = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->noperands);
    if (!grn_lo_check(l, start != NULL))
        return NULL;
    start[0] = grn_lo_index(l, 0);
    for (size_t i = 1; i < op->noperands; i++)
        start[i] = grn_lo_add(l, start[i - 1], grn_lo_extent(l, op->operands[i - 1], (int32_t)dim));
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++)
        at[d] = index[d];
    return l->status == GRN_OK ? piece(l, op, 0, op->noperands, start, dim, at) : NULL;
}

static void concatenate_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    const int64_t dim = joined_dim(op);
    grn_lo_extents(l, op->operands[0], out);
    for (size_t i = 1; i < op->noperands; i++)
        out[dim] = grn_lo_add(l, out[dim], grn_lo_extent(l, op->operands[i], (int32_t)dim));
}

/* inside ? v[at] : other[beside], of which only one is read; `inside` NULL: always v's. */
grn_value *grn_lo_read_where(grn_lower *l, grn_value *inside, const grn_value *v, grn_value *const *at,
                             const grn_value *other, grn_value *const *beside)
{
    if (!inside)
        return grn_lo_read(l, v, at);
    grn_op *branch = grn_lo_if(l, inside, 1);
    grn_value *element = grn_lo_read(l, v, at);
    grn_lo_yield(l, 1, &element);
    grn_lo_otherwise(l, branch);
    element = grn_lo_read(l, other, beside);
    grn_lo_yield(l, 1, &element);
    grn_lo_end_if(l, branch);
    return branch ? &branch->results[0] : NULL;
}

/* The operand's element where there is one, else the padding value. */
grn_value *grn_lo_pad(grn_lower *l, const grn_op *op, grn_value *const *index, grn_lo_padding_fn read)
{
    grn_value *at[GRN_MAX_RANK], *inside = NULL;
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank && l->status == GRN_OK; d++) {
        grn_lo_padding p;
        int64_t interior = 1;
        read(l, op, d, &p);
        grn_value *from = grn_lo_sub(l, index[d], p.low), *step = grn_lo_add(l, p.interior, grn_lo_index(l, 1));
        at[d] = grn_lo_div(l, from, step);
        if (!grn_lo_known(p.interior, &interior) || interior)
            inside = grn_lo_and(l, inside, grn_lo_compare(l, "eq", grn_lo_rem(l, from, step), grn_lo_index(l, 0)));
        inside = grn_lo_and(l, inside, grn_lo_compare(l, "ult", at[d], grn_lo_extent(l, op->operands[0], d)));
    }
    return grn_lo_read_where(l, inside, op->operands[0], at, op->operands[1], NULL);
}

/* low + extent + interior * (extent - 1) + high */
void grn_lo_pad_extents(grn_lower *l, const grn_op *op, grn_value **out, grn_lo_padding_fn read)
{
    grn_value *zero = grn_lo_index(l, 0), *one = grn_lo_index(l, 1);
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank && l->status == GRN_OK; d++) {
        grn_lo_padding p;
        read(l, op, d, &p);
        grn_value *extent = grn_lo_extent(l, op->operands[0], d);
        grn_value *between = grn_lo_max(l, grn_lo_sub(l, extent, one), zero);
        out[d] = grn_lo_add(l, grn_lo_add(l, extent, grn_lo_mul(l, between, p.interior)), grn_lo_add(l, p.low, p.high));
        out[d] = grn_lo_max(l, out[d], zero);
    }
}

static void read_padding(grn_lower *l, const grn_op *op, int32_t d, grn_lo_padding *p)
{
    p->low = grn_lo_index(l, list_of(op, "edge_padding_low").v[d]);
    p->high = grn_lo_index(l, list_of(op, "edge_padding_high").v[d]);
    p->interior = grn_lo_index(l, list_of(op, "interior_padding").v[d]);
}

static grn_value *pad(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return grn_lo_pad(l, op, index, read_padding);
}
static void pad_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_lo_pad_extents(l, op, out, read_padding);
}

/* ---- places that are not known --------------------------------------------------------------- */

/* clamp(0, start, extent - size) */
static grn_value *start_of(grn_lower *l, const grn_value *scalar, grn_value *extent, grn_value *size)
{
    grn_value *raw = grn_lo_read(l, scalar, NULL);
    const grn_type *index = grn_type_of_dtype(l->ir, GRN_INDEX), *element = grn_type_element_or_self(scalar->type);
    if (element->kind == GRN_TYPE_INTEGER && element->signedness == GRN_UNSIGNED && element->width == 64)
        raw = grn_lo_binary(l, "arith.minui", raw, grn_lo_integer(l, grn_lo_integer_type(l, 64), INT64_MAX));
    grn_value *start = grn_lo_convert(l, raw, element, index);
    return grn_lo_max(l, grn_lo_min(l, start, grn_lo_sub(l, extent, size)), grn_lo_index(l, 0));
}

static grn_value *dynamic_slice(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    const list sizes = list_of(op, "slice_sizes");
    for (size_t d = 0; d < sizes.n && l->status == GRN_OK; d++)
        at[d] = grn_lo_add(l,
                           start_of(l, op->operands[1 + d], grn_lo_extent(l, op->operands[0], (int32_t)d),
                                    grn_lo_index(l, sizes.v[d])),
                           index[d]);
    return grn_lo_read(l, op->operands[0], at);
}

static grn_value *dynamic_update_slice(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK], *inside = NULL;
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank && l->status == GRN_OK; d++) {
        grn_value *size = grn_lo_extent(l, op->operands[1], d), *extent = grn_lo_extent(l, op->operands[0], d);
        at[d] = grn_lo_sub(l, index[d], start_of(l, op->operands[2 + d], extent, size));
        inside = grn_lo_and(l, inside, grn_lo_compare(l, "ult", at[d], size));
    }
    return grn_lo_read_where(l, inside, op->operands[1], at, op->operands[0], index);
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_LOWER(stablehlo, transpose) = {.element = transpose, .extents = transpose_extents, .flags = GRN_LO_FREE};
GRN_LOWER(linalg, transpose) = {.element = transpose, .extents = transpose_extents, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, broadcast_in_dim) = {.element = grn_lo_broadcast, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, broadcast) = {.element = broadcast_leading, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, slice) = {.element = slice, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, reverse) = {.element = reverse, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, reshape) = {.element = grn_lo_reshape};
GRN_LOWER(stablehlo, iota) = {.element = grn_lo_iota, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, concatenate) = {.element = concatenate, .extents = concatenate_extents};
GRN_LOWER(tensor, concat) = {.element = concatenate, .extents = concatenate_extents};
GRN_LOWER(stablehlo, pad) = {.element = pad, .extents = pad_extents};
GRN_LOWER(stablehlo, dynamic_slice) = {.element = dynamic_slice};
GRN_LOWER(stablehlo, dynamic_update_slice) = {.element = dynamic_update_slice};
