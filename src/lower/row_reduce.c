/*
 * row_reduce.c - ops whose elements are loops: reduce, reduce_window,
 * dot_general. Sources: StableHLO spec, the op of each name. The order of a
 * reduction is the interpreter's: ascending row-major, from the init value.
 */
#include "lower/shape.h"

#include "dialects/stablehlo/dot.h"
#include "dialects/stablehlo/product.h"
#include "dialects/stablehlo/stablehlo.h"

/* ---- reduce ---------------------------------------------------------------------------------- */

static bool reduces(const grn_op *op, int32_t d)
{
    size_t n;
    const int64_t *v;
    bool found = false;
    grn_op_dims(op, "dimensions", &n, &v);
    for (size_t i = 0; i < n; i++)
        found = found || v[i] == d;
    return found;
}

/* The inits, as the region's accumulators, which may be of a wider type. */
static void begin_fold(grn_lower *l, const grn_op *op, size_t n, grn_lo_carry *carry)
{
    const grn_block *block = op->regions[0].first;
    *carry = (grn_lo_carry){.n = n};
    for (size_t i = 0; i < n; i++)
        carry->v[i] = grn_lo_convert(l, grn_lo_read(l, op->operands[n + i], NULL), grn_lo_operand_element(op, n + i),
                                     block->args[i].type->element);
}

/* One step: accumulators and elements through the region. */
static void fold_step(grn_lower *l, const grn_op *op, grn_value *const *elements, grn_lo_carry *carry)
{
    grn_value *args[2 * GRN_LO_MAX_CARRY], *results[GRN_LO_MAX_CARRY];
    const grn_block *block = op->regions[0].first;
    for (size_t i = 0; i < carry->n; i++) {
        args[i] = carry->v[i];
        args[carry->n + i] =
            grn_lo_convert(l, elements[i], grn_lo_operand_element(op, i), block->args[carry->n + i].type->element);
    }
    if (grn_lo_region(l, &op->regions[0], 2 * carry->n, args, carry->n, results))
        memcpy(carry->v, results, carry->n * sizeof *results);
}

static grn_value *reduced_element(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const size_t n = op->nresults;
    const grn_type *in = grn_operand_type(op, 0);
    grn_value *at[GRN_MAX_RANK], *elements[GRN_LO_MAX_CARRY];
    grn_lo_carry carry;
    int32_t kept = 0, loops = 0;
    begin_fold(l, op, n, &carry);
    for (int32_t d = 0; d < in->rank; d++)
        if (!reduces(op, d))
            at[d] = index[kept++];
    for (int32_t d = 0; d < in->rank && l->status == GRN_OK; d++)
        if (reduces(op, d)) {
            at[d] = grn_lo_for(l, grn_lo_extent(l, op->operands[0], d), &carry);
            grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "reduced dim %d", (int)d);
            loops++;
        }
    for (size_t i = 0; i < n; i++)
        elements[i] = grn_lo_read(l, op->operands[i], at);
    if (l->status == GRN_OK)
        fold_step(l, op, elements, &carry);
    for (; loops > 0; loops--)
        grn_lo_end_for(l, &carry);
    return carry.v[l->element_result];
}

static void reduce_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    int32_t kept = 0;
    for (int32_t d = 0; d < grn_operand_type(op, 0)->rank; d++)
        if (!reduces(op, d))
            out[kept++] = grn_lo_extent(l, op->operands[0], d);
}

static void window_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    (void)op, (void)out;
    grn_lo_refuse(l, "has a result of a shape that is not known");
}

/* Each result is a walk of its own. */
static void lower_fold(grn_lower *l, const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    const grn_block *block = op->regions[0].first;
    if (op->nresults > GRN_LO_MAX_CARRY) {
        grn_lo_refuse(l, "has %zu results, %d can be lowered", op->nresults, GRN_LO_MAX_CARRY);
        return;
    }
    for (size_t i = 0; i < op->nresults; i++)
        if (block->args[i].type->element != grn_result_type(op, i)->element ||
            (row->extents == window_extents &&
             grn_lo_operand_element(op, i) != grn_lo_operand_element(op, op->nresults + i))) {
            grn_lo_refuse(l, "accumulates in another type than that of its results");
            return;
        }
    for (size_t i = 0; i < op->nresults && l->status == GRN_OK; i++) {
        grn_value *extent[GRN_MAX_RANK];
        grn_lo_result_extents(l, op, &op->results[i], extent);
        l->element_result = i;
        grn_lo_fill(l, op, &op->results[i], row->element, extent);
    }
    l->element_result = 0;
}

/* ---- reduce_window --------------------------------------------------------------------------- */

bool grn_lo_read_windows(grn_lower *l, const grn_op *op, grn_windows *w)
{
    const grn_check check = {.diag = l->diag};
    const grn_status status =
        grn_stablehlo_read_windows(op, &check, &grn_reduce_window_rules, grn_operand_type(op, 0)->rank, w);
    if (status != GRN_OK)
        l->status = status;
    return l->status == GRN_OK;
}

grn_value *grn_lo_window_place(grn_lower *l, const grn_op *op, const grn_windows *w, int32_t d, grn_value *window,
                               grn_value *step, grn_value **inside)
{
    grn_value *from = grn_lo_mul(l, window, grn_lo_index(l, w->stride[d]));
    from = grn_lo_add(l, from, grn_lo_mul(l, step, grn_lo_index(l, w->window_dilation[d])));
    from = grn_lo_sub(l, from, grn_lo_index(l, w->low[d]));
    grn_value *extent = grn_lo_extent(l, op->operands[0], d), *by = grn_lo_index(l, w->base_dilation[d]);
    grn_value *at = grn_lo_div(l, from, by);
    if (w->base_dilation[d] > 1)
        *inside = grn_lo_and(l, *inside, grn_lo_compare(l, "eq", grn_lo_rem(l, from, by), grn_lo_index(l, 0)));
    if (w->base_dilation[d] > 1 || w->low[d] || w->high[d])
        *inside = grn_lo_and(l, *inside, grn_lo_compare(l, "ult", at, extent));
    return at;
}

/* What the window has at a place, which is the init value where there is no element. */
static grn_value *window_element(grn_lower *l, const grn_op *op, size_t i, grn_value *inside, grn_value *const *at)
{
    if (!inside)
        return grn_lo_read(l, op->operands[i], at);
    grn_op *branch = grn_lo_if(l, inside, 1);
    grn_value *v = grn_lo_read(l, op->operands[i], at);
    grn_lo_yield(l, 1, &v);
    grn_lo_otherwise(l, branch);
    v = grn_lo_read(l, op->operands[op->nresults + i], NULL);
    grn_lo_yield(l, 1, &v);
    grn_lo_end_if(l, branch);
    return branch ? &branch->results[0] : NULL;
}

static grn_value *window_fold(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    const size_t n = op->nresults;
    const int32_t rank = grn_operand_type(op, 0)->rank;
    grn_value *at[GRN_MAX_RANK], *elements[GRN_LO_MAX_CARRY], *inside = NULL;
    grn_lo_carry carry;
    grn_windows w;
    if (!grn_lo_read_windows(l, op, &w))
        return NULL;
    begin_fold(l, op, n, &carry);
    for (int32_t d = 0; d < rank; d++) {
        at[d] = grn_lo_for(l, grn_lo_index(l, w.size[d]), &carry);
        grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "window dim %d", (int)d);
    }
    for (int32_t d = 0; d < rank; d++)
        at[d] = grn_lo_window_place(l, op, &w, d, index[d], at[d], &inside);
    for (size_t i = 0; i < n && l->status == GRN_OK; i++)
        elements[i] = window_element(l, op, i, inside, at);
    if (l->status == GRN_OK)
        fold_step(l, op, elements, &carry);
    for (int32_t d = 0; d < rank; d++)
        grn_lo_end_for(l, &carry);
    return carry.v[l->element_result];
}

/* ---- dot_general ----------------------------------------------------------------------------- */

static int64_t place_in(const grn_field *list, int64_t d)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->v[i] == d)
            return (int64_t)i;
    return -1;
}

/* What sums are made in (grn_hlo_sum_dtype). */
static const grn_type *sum_type(grn_lower *l, const grn_op *op)
{
    const grn_type *element = grn_result_type(op, 0)->element;
    grn_dtype dtype = grn_hlo_sum_dtype(element->dtype);
    return dtype == element->dtype ? element : grn_type_of_dtype(l->ir, dtype);
}

/* The element of an operand: batching dims lead the result, then come lhs's free dims, then
 * rhs's. */
static grn_value *dot_operand(grn_lower *l, const grn_op *op, size_t i, grn_value *const *index, int32_t first_free,
                              grn_value *const *contracted)
{
    const grn_dot_dims dims = grn_hlo_dot_dims(op);
    const grn_field *batch = i ? &dims.rhs_batch : &dims.lhs_batch,
                    *contract = i ? &dims.rhs_contract : &dims.lhs_contract;
    grn_value *at[GRN_MAX_RANK];
    for (int32_t d = 0; d < grn_operand_type(op, i)->rank; d++) {
        const int64_t b = place_in(batch, d), c = place_in(contract, d);
        at[d] = b >= 0 ? index[b] : c >= 0 ? contracted[c] : index[first_free++];
    }
    return grn_lo_convert(l, grn_lo_read(l, op->operands[i], at), grn_lo_operand_element(op, i), sum_type(l, op));
}

static const char *arithmetic(grn_lower *l, const grn_type *element, bool product)
{
    grn_lo_class c = GRN_LO_SIGNED;
    grn_lo_class_of(l, element, &c);
    if (c == GRN_LO_FLOAT || c == GRN_LO_COMPLEX)
        return product ? "arith.mulf" : "arith.addf";
    return c == GRN_LO_BOOL ? (product ? "arith.andi" : "arith.ori") : product ? "arith.muli" : "arith.addi";
}

static grn_value *dot_element(grn_lower *l, const grn_op *op, grn_value *const *index)
{
    static const unsigned char zero[16];
    const grn_dot_dims dims = grn_hlo_dot_dims(op);
    const grn_type *element = sum_type(l, op);
    const int32_t left_free = (int32_t)dims.lhs_batch.count;
    const int32_t right_free = left_free + grn_operand_type(op, 0)->rank - left_free - (int32_t)dims.lhs_contract.count;
    grn_value *contracted[GRN_MAX_RANK];
    grn_lo_carry sum = {.n = 1, .v = {grn_lo_constant(l, element, zero)}};
    for (size_t i = 0; i < dims.lhs_contract.count && l->status == GRN_OK; i++) {
        contracted[i] = grn_lo_for(l, grn_lo_extent(l, op->operands[0], (int32_t)dims.lhs_contract.v[i]), &sum);
        grn_lo_set_text(l, grn_lo_loop(l), "garner.dim", "contracting dim %d of lhs", (int)dims.lhs_contract.v[i]);
    }
    if (l->status != GRN_OK)
        return NULL;
    if (grn_op_attr(op, "algorithm"))
        return grn_lo_refuse(l, "has an algorithm of its own");
    grn_value *a = dot_operand(l, op, 0, index, left_free, contracted),
              *b = dot_operand(l, op, 1, index, right_free, contracted);
    const bool parts = element->kind == GRN_TYPE_COMPLEX;
    const char *times = arithmetic(l, element, true), *plus = arithmetic(l, element, false);
    grn_value *product = parts ? grn_lo_complex_binary(l, times, a, b) : grn_lo_binary(l, times, a, b);
    sum.v[0] = parts ? grn_lo_complex_binary(l, plus, sum.v[0], product) : grn_lo_binary(l, plus, sum.v[0], product);
    for (size_t i = 0; i < dims.lhs_contract.count; i++)
        grn_lo_end_for(l, &sum);
    return grn_lo_convert(l, sum.v[0], element, grn_result_type(op, 0)->element);
}

static void dot_extents(grn_lower *l, const grn_op *op, grn_value **out)
{
    const grn_dot_dims dims = grn_hlo_dot_dims(op);
    int32_t n = 0;
    for (size_t i = 0; i < dims.lhs_batch.count; i++)
        out[n++] = grn_lo_extent(l, op->operands[0], (int32_t)dims.lhs_batch.v[i]);
    for (size_t i = 0; i < 2; i++)
        for (int32_t d = 0; d < grn_operand_type(op, i)->rank; d++)
            if (place_in(i ? &dims.rhs_batch : &dims.lhs_batch, d) < 0 &&
                place_in(i ? &dims.rhs_contract : &dims.lhs_contract, d) < 0)
                out[n++] = grn_lo_extent(l, op->operands[i], d);
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_LOWER(stablehlo, reduce) = {
    .element = reduced_element, .lower = lower_fold, .extents = reduce_extents, .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(stablehlo, reduce_window) = {
    .element = window_fold, .lower = lower_fold, .extents = window_extents, .flags = GRN_LO_READS_ELEMENTS};
GRN_LOWER(stablehlo, dot_general) = {.element = dot_element, .extents = dot_extents};
GRN_LOWER(stablehlo, dot) = {.element = dot_element, .extents = dot_extents};
