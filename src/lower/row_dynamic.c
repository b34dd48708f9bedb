/*
 * row_dynamic.c - ops whose extents or places are values: the dynamic forms of
 * StableHLO's, and tensor's ops between tensors and scalars. Sources: StableHLO
 * spec and MLIR's tensor dialect, the op of each name.
 */
#include "lower/shape.h"

/* ---- numbers in tensors ---------------------------------------------------------------------- */

/* Element d of a list of integers, as an index. */
static grn_value *number(grn_lower *l, const grn_value *list, int32_t d)
{
    grn_value *at[] = {grn_lo_index(l, d)};
    return grn_lo_convert(l, grn_lo_read(l, list, at), list->type->element, grn_lo_index_type(l));
}

static void extents_from(grn_lower *l, const grn_op *op, size_t operand, grn_value **out)
{
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank && l->status == GRN_OK; d++)
        out[d] = number(l, op->operands[operand], d);
}
static void extents_from_first(grn_lower *l, const grn_op *op, grn_value **out) { extents_from(l, op, 0, out); }
static void extents_from_second(grn_lower *l, const grn_op *op, grn_value **out) { extents_from(l, op, 1, out); }

static grn_value *dimension_size(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    (void)index;
    grn_value *extent = grn_lo_extent(l, op->operands[0], (int32_t)grn_op_integer(op, "dimension", 0));
    return grn_lo_cast(l, "arith.index_cast", extent, grn_lo_integer_type(l, 32));
}

static grn_value *same(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return grn_lo_read(l, op->operands[0], index);
}

/* The elements past the size are dropped. */
static void set_size_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    const grn_type *type = grn_operand_type(op, 1)->element;
    grn_lo_extents(l, op->operands[0], out);
    out[grn_op_integer(op, "dimension", 0)] =
        grn_lo_convert(l, grn_lo_read(l, op->operands[1], NULL), type, grn_lo_index_type(l));
}

/* ---- slices and padding whose numbers are operands ------------------------------------------- */

static grn_value *dynamic_slice(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    grn_value *at[GRN_MAX_RANK];
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank && l->status == GRN_OK; d++)
        at[d] = grn_lo_add(l, number(l, op->operands[1], d), grn_lo_mul(l, index[d], number(l, op->operands[3], d)));
    return grn_lo_read(l, op->operands[0], at);
}

/* ceil((limit - start) / stride) */
static void dynamic_slice_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank && l->status == GRN_OK; d++) {
        grn_value *stride = number(l, op->operands[3], d);
        grn_value *span = grn_lo_sub(l, number(l, op->operands[2], d), number(l, op->operands[1], d));
        out[d] = grn_lo_div(l, grn_lo_sub(l, grn_lo_add(l, span, stride), grn_lo_index(l, 1)), stride);
    }
}

static void read_padding(grn_lower *l, const grn_op *op, int32_t d, grn_lo_padding *p)
{
    p->low = number(l, op->operands[2], d);
    p->high = number(l, op->operands[3], d);
    p->interior = number(l, op->operands[4], d);
}

static grn_value *dynamic_pad(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    return grn_lo_pad(l, op, index, read_padding);
}
static void dynamic_pad_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    grn_lo_pad_extents(l, op, out, read_padding);
}

/* ---- tensors and scalars --------------------------------------------------------------------- */

static void tensor_dim(grn_lower *l, const grn_op *op)
{
    int64_t d = 0;
    if (!grn_lo_known(grn_lo_of(l, op->operands[1])->value, &d) || d < 0 || d >= grn_operand_type(op, 0)->rank)
        grn_lo_refuse(l, "asks for a dimension that is not known here");
    else
        grn_lo_set_scalar(l, &op->results[0], grn_lo_extent(l, op->operands[0], (int32_t)d));
}

static void tensor_extract(grn_lower *l, const grn_op *op)
{
    grn_value *at[GRN_MAX_RANK];
    for (size_t i = 1; i < op->noperands; i++)
        at[i - 1] = grn_lo_of(l, op->operands[i])->value;
    grn_lo_set_scalar(l, &op->results[0], grn_lo_read(l, op->operands[0], at));
}

/* The scalar whose turn it is, by its row-major position. */
static grn_value *tensor_elements(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_value *position = grn_lo_index(l, 0), *v;
    int64_t known;
    for (int32_t d = 0; d < t->rank; d++)
        position = grn_lo_add(l, grn_lo_mul(l, position, grn_lo_index(l, t->shape[d])), index[d]);
    if (grn_lo_known(position, &known) && known >= 0 && (size_t)known < op->noperands)
        return grn_lo_of(l, op->operands[known])->value;
    v = op->noperands ? grn_lo_of(l, op->operands[0])->value : NULL;
    for (size_t i = 1; i < op->noperands; i++)
        v = grn_lo_select(l, grn_lo_compare(l, "eq", position, grn_lo_index(l, (int64_t)i)),
                          grn_lo_of(l, op->operands[i])->value, v);
    return v;
}

/* Few are chosen from where they are read; more are stored. */
enum { FEW_ELEMENTS = 4 };

static void tensor_from_elements(grn_lower *l, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool owned;
    if (op->noperands <= FEW_ELEMENTS && !l->needs_buffer[op->results[0].slot] && grn_lo_set_lazy(l, op, FEW_ELEMENTS))
        return;
    grn_value **v = GRN_ARENA_NEW(&l->ir->arena, grn_value *, op->noperands + 1);
    if (!grn_lo_check(l, v != NULL))
        return;
    for (size_t i = 0; i < op->noperands; i++)
        v[i] = grn_lo_of(l, op->operands[i])->value;
    if (!l->o->form->buffers) {
        grn_lo_set_buffer(
            l, &op->results[0],
            grn_lo_one(l, "tensor.from_elements", op->noperands, v, grn_lo_buffer_type(l, t), GRN_LO_NO_ATTRS), false);
        return;
    }
    grn_value *to = grn_lo_allocate_for(l, &op->results[0], NULL, &owned);
    grn_op *guard = grn_lo_guard(l, &op->results[0]);
    for (size_t i = 0; i < op->noperands && l->status == GRN_OK; i++) {
        grn_value *at[GRN_MAX_RANK];
        grn_lo_at_position(l, t, (int64_t)i, at);
        grn_lo_store(l, v[i], to, (size_t)t->rank, at);
    }
    grn_lo_end_guard(l, guard);
    grn_lo_set_buffer(l, &op->results[0], to, owned);
}

/* Its elements were never written: any values do. */
static void tensor_empty(grn_lower *l, const grn_op *op)
{
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    size_t n = 0;
    bool owned;
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++)
        if (grn_result_type(op, 0)->shape[d] == GRN_DYNAMIC)
            extent[d] = grn_lo_of(l, op->operands[n++])->value;
    grn_value *to = grn_lo_allocate_for(l, &op->results[0], extent, &owned);
    grn_lo_set_buffer(l, &op->results[0], to, owned);
}

/* One number everywhere; extents that are not known are the operands behind it. */
static grn_value *tensor_splat(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    (void)index;
    return grn_lo_of(l, op->operands[0])->value;
}

static void tensor_splat_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    size_t n = 1;
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++)
        if (grn_result_type(op, 0)->shape[d] == GRN_DYNAMIC && n < op->noperands)
            out[d] = grn_lo_of(l, op->operands[n++])->value;
}

/* Each result is its operand. */
static void pass_on(grn_lower *l, const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++) {
        *grn_lo_of(l, &op->results[i]) = *grn_lo_of(l, op->operands[i]);
        grn_lo_of(l, &op->results[i])->owned = false;
    }
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_LOWER(stablehlo, get_dimension_size) = {.element = dimension_size, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, set_dimension_size) = {.element = same, .extents = set_size_extents, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, dynamic_reshape) = {.element = grn_lo_reshape, .extents = extents_from_second};
GRN_LOWER(stablehlo, dynamic_broadcast_in_dim) = {
    .element = grn_lo_broadcast, .extents = extents_from_second, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, dynamic_iota) = {.element = grn_lo_iota, .extents = extents_from_first, .flags = GRN_LO_FREE};
GRN_LOWER(stablehlo, real_dynamic_slice) = {.element = dynamic_slice, .extents = dynamic_slice_extents};
GRN_LOWER(stablehlo, dynamic_pad) = {.element = dynamic_pad, .extents = dynamic_pad_extents};
GRN_LOWER(stablehlo, optimization_barrier) = {.lower = pass_on, .flags = GRN_LO_SHARES};
GRN_LOWER(tensor, reshape) = {.element = grn_lo_reshape, .extents = extents_from_second};
GRN_LOWER(tensor, cast) = {.element = same, .flags = GRN_LO_FREE};
GRN_LOWER(tensor, dim) = {.lower = tensor_dim, .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(tensor, extract) = {.lower = tensor_extract, .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(tensor,
          from_elements) = {.element = tensor_elements, .lower = tensor_from_elements, .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(tensor, splat) = {.element = tensor_splat, .extents = tensor_splat_extents, .flags = GRN_LO_FREE};
GRN_LOWER(tensor, empty) = {.lower = tensor_empty};
