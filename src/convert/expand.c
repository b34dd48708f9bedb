/* expand.c - the pass that expands what a target lacks, and what expansions are built of. */
#include "convert/expand.h"

/* ---- builders -------------------------------------------------------------------------------- */

grn_value *grn_each(grn_rewrite *w, const char *op, grn_value *v)
{
    return v ? grn_new(w, op, 1, &v, v->type, 0, NULL) : NULL;
}

/* One element at every place of v: where extents are not known, for a target whose ops broadcast by
 * themselves. */
static grn_value *everywhere(grn_rewrite *w, grn_value *v, const grn_scalar *number)
{
    unsigned char bytes[16] = {0};
    const grn_type *t = v->type;
    grn_scalar_store(number, number->dtype, bytes);
    if (grn_type_has_static_shape(t))
        return grn_build_splat(w, t->element, t->rank, t->shape, bytes);
    grn_value *const operands[] = {grn_build_splat(w, t->element, 0, NULL, bytes), grn_shape_value(w->ir, w->at, v, t)};
    const grn_new_attr attrs[] = {{"broadcast_dimensions", grn_attr_dense_i64(w->ir, 0, NULL)},
                                  {GRN_BROADCASTS_ITSELF, grn_attr_unit(w->ir)}};
    return grn_new(w, "stablehlo.dynamic_broadcast_in_dim", 2, operands, t, GRN_COUNT(attrs), attrs);
}

grn_value *grn_number_like(grn_rewrite *w, grn_value *v, double number)
{
    if (!v)
        return NULL;
    grn_scalar s = {.dtype = v->type->element->dtype};
    switch (grn_dtype_class_of(s.dtype)) {
    case GRN_CLASS_FLOAT: s.f = number; break;
    case GRN_CLASS_SIGNED: s.i = (int64_t)number; break;
    default: s.u = (uint64_t)number; break;
    }
    return everywhere(w, v, &s);
}

grn_value *grn_integer_like(grn_rewrite *w, grn_value *v, int64_t number)
{
    if (!v)
        return NULL;
    grn_scalar s = {.dtype = v->type->element->dtype};
    if (grn_dtype_class_of(s.dtype) == GRN_CLASS_UNSIGNED)
        s.u = (uint64_t)number;
    else
        s.i = number;
    return everywhere(w, v, &s);
}

grn_value *grn_with_number(grn_rewrite *w, const char *op, grn_value *v, double number)
{
    return grn_build_binary(w, op, v, grn_number_like(w, v, number));
}

grn_value *grn_build_test(grn_rewrite *w, grn_value *v, const char *direction, double number)
{
    return grn_build_compare(w, direction, v, grn_number_like(w, v, number));
}

grn_value *grn_either(grn_rewrite *w, grn_value *a, grn_value *b) { return grn_build_binary(w, "stablehlo.or", a, b); }

grn_value *grn_both(grn_rewrite *w, grn_value *a, grn_value *b) { return grn_build_binary(w, "stablehlo.and", a, b); }

grn_status grn_replace_as(grn_rewrite *w, const grn_op *op, grn_value *v)
{
    return grn_replace(w, v ? grn_build_convert(w, v, grn_result_type(op, 0)->element) : NULL);
}

bool grn_is_same_number(const grn_value *a, const grn_value *b)
{
    grn_tensor s, t;
    int64_t scalar;
    return grn_constant_tensor(a, &scalar, &s) && grn_constant_tensor(b, &scalar, &t) && s.dtype == t.dtype && s.data &&
           t.data && memcmp(s.data, t.data, grn_dtype_bytes(s.dtype)) == 0;
}

bool grn_is_splat_of(const grn_value *v, double number)
{
    grn_tensor t;
    int64_t scalar;
    if (!grn_constant_tensor(v, &scalar, &t) || !t.data || grn_dtype_class_of(t.dtype) != GRN_CLASS_FLOAT)
        return false;
    for (int32_t d = 0; d < t.rank; d++)
        if (t.shape[d] == 0 || (t.stride[d] != 0 && t.shape[d] != 1))
            return false;
    return grn_scalar_load(t.dtype, t.data).f == number;
}

grn_value *grn_guarded(grn_rewrite *w, grn_value *v)
{
    return v && grn_op_set_attr(w->ir, v->def, GRN_STR(GRN_GUARDED), grn_attr_unit(w->ir)) ? v : NULL;
}

grn_dtype grn_wider_dtype(grn_dtype dtype)
{
    static const struct {
        grn_dtype type, in;
    } wider[] = {{GRN_I1, GRN_I32},   {GRN_I8, GRN_I32},   {GRN_UI8, GRN_I32},  {GRN_I16, GRN_I32},
                 {GRN_UI16, GRN_I32}, {GRN_UI32, GRN_I64}, {GRN_BF16, GRN_F32}, {GRN_F16, GRN_F32}};
    for (size_t i = 0; i < GRN_COUNT(wider); i++)
        if (wider[i].type == dtype)
            return wider[i].in;
    return GRN_NO_DTYPE;
}

bool grn_has_one_shape(const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool same = true;
    for (size_t i = 0; same && i < op->noperands; i++)
        same = grn_type_has_shape(grn_operand_type(op, i), t->rank, t->shape);
    return same;
}

grn_value *grn_build_strided(grn_rewrite *w, grn_value *v, const int64_t *start, const int64_t *limit,
                             const int64_t *stride)
{
    int64_t shape[GRN_MAX_RANK];
    if (!v)
        return NULL;
    const size_t rank = (size_t)v->type->rank;
    for (size_t d = 0; d < rank; d++)
        shape[d] = limit[d] > start[d] ? (limit[d] - start[d] - 1) / stride[d] + 1 : 0;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, start)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, stride)}};
    return grn_new(w, "stablehlo.slice", 1, &v, grn_tensor_like(w, v->type->element, v->type->rank, shape),
                   GRN_COUNT(attrs), attrs);
}

grn_value *grn_build_padded(grn_rewrite *w, grn_value *v, grn_value *with, const int64_t *low, const int64_t *high,
                            const int64_t *interior)
{
    int64_t shape[GRN_MAX_RANK];
    bool changes = false;
    if (!v || !with)
        return NULL;
    const size_t rank = (size_t)v->type->rank;
    for (size_t d = 0; d < rank; d++) {
        const int64_t n = v->type->shape[d];
        shape[d] = low[d] + high[d] + n + (n > 1 ? (n - 1) * interior[d] : 0);
        changes = changes || low[d] || high[d] || (n > 1 && interior[d]);
    }
    if (!changes)
        return v;
    grn_value *const operands[] = {v, with};
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, rank, interior)}};
    return grn_new(w, "stablehlo.pad", 2, operands, grn_tensor_like(w, v->type->element, v->type->rank, shape),
                   GRN_COUNT(attrs), attrs);
}

grn_value *grn_build_row(grn_rewrite *w, grn_value *v, grn_value *number)
{
    if (!v || !number)
        return NULL;
    const grn_type *t = v->type;
    grn_hub g = {.ninputs = 1,
                 .operands = &v,
                 .indices = number,
                 .rule = {.bounds = GRN_BOUNDS_PROMISE},
                 .result = grn_tensor_like(w, t->element, t->rank - 1, t->shape + 1)};
    grn_dims_push(&g.dims.collapsed_slice_dims, 0);
    grn_dims_push(&g.dims.start_index_map, 0);
    grn_dims_push(&g.slice_sizes, 1);
    for (int32_t d = 1; d < t->rank; d++) {
        grn_dims_push(&g.dims.offset_dims, d - 1);
        grn_dims_push(&g.slice_sizes, t->shape[d]);
    }
    grn_op *op = g.result ? grn_hub_make(w, &g) : NULL;
    return op ? &op->results[0] : NULL;
}

grn_value *grn_put_row(grn_rewrite *w, grn_value *v, grn_value *number, grn_value *row)
{
    if (!v || !number || !row)
        return NULL;
    grn_hub s = {.is_scatter = true,
                 .ninputs = 1,
                 .operands = &v,
                 .indices = number,
                 .updates = &row,
                 .rule = {.bounds = GRN_BOUNDS_PROMISE, .unique_indices = true},
                 .combiner = GRN_COMBINE_REPLACE};
    grn_dims_push(&s.dims.collapsed_slice_dims, 0);
    grn_dims_push(&s.dims.start_index_map, 0);
    for (int32_t d = 0; d < row->type->rank; d++)
        grn_dims_push(&s.dims.offset_dims, d);
    grn_op *op = grn_hub_make(w, &s);
    return op ? &op->results[0] : NULL;
}

grn_value *grn_build_rows(grn_rewrite *w, grn_value *v, const grn_dims *first)
{
    int64_t order[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    int32_t n = 0, rank = 1;
    if (!v)
        return NULL;
    shape[0] = 1;
    for (int32_t i = 0; i < first->count; i++) {
        order[n++] = first->v[i];
        shape[0] *= v->type->shape[first->v[i]];
    }
    for (int32_t d = 0; d < v->type->rank; d++)
        if (!grn_dims_has(first, d)) {
            order[n++] = d;
            shape[rank++] = v->type->shape[d];
        }
    return grn_build_reshape(w, grn_build_transpose(w, v, order), rank, shape);
}

/* ---- the pass -------------------------------------------------------------------------------- */

/* What expansions make is expanded in the next round: select_and_scatter becomes a scatter by a
 * region, that a loop with a gather, whose region has a clamp. */
enum { ROUNDS = 5 };

static const grn_expansion expansions[GRN_OPS] = {
    [GRN_HLO(clamp)] = grn_expand_clamp,
    [GRN_HLO(is_finite)] = grn_expand_is_finite,
    [GRN_HLO(shift_left)] = grn_expand_shift,
    [GRN_HLO(shift_right_logical)] = grn_expand_shift,
    [GRN_HLO(shift_right_arithmetic)] = grn_expand_shift,
    [GRN_HLO(round_nearest_afz)] = grn_expand_round_afz,
    [GRN_HLO(cbrt)] = grn_expand_cbrt,
    [GRN_HLO(rsqrt)] = grn_expand_rsqrt,
    [GRN_HLO(exponential_minus_one)] = grn_expand_expm1,
    [GRN_HLO(log_plus_one)] = grn_expand_log1p,
    [GRN_HLO(atan2)] = grn_expand_atan2,
    [GRN_HLO(popcnt)] = grn_expand_popcnt,
    [GRN_HLO(count_leading_zeros)] = grn_expand_clz,
    [GRN_HLO(divide)] = grn_expand_divide,
    [GRN_HLO(remainder)] = grn_expand_remainder,
    [GRN_HLO(power)] = grn_expand_power,
    [GRN_HLO(compare)] = grn_expand_compare,
    [GRN_HLO(negate)] = grn_expand_negate,
    [GRN_HLO(reduce_precision)] = grn_expand_reduce_precision,
    [GRN_HLO(optimization_barrier)] = grn_expand_barrier,
    [GRN_HLO(pad)] = grn_expand_pad,
    [GRN_HLO(dynamic_pad)] = grn_expand_dynamic_pad,
    [GRN_HLO(dynamic_iota)] = grn_expand_dynamic_iota,
    [GRN_HLO(map)] = grn_expand_map,
    [GRN_HLO(reduce)] = grn_expand_reduce,
    [GRN_HLO(reduce_window)] = grn_expand_reduce_window,
    [GRN_HLO(select_and_scatter)] = grn_expand_select_and_scatter,
    [GRN_HLO(sort)] = grn_expand_sort,
    [GRN_HLO(dot)] = grn_expand_dot,
    [GRN_HLO(dot_general)] = grn_expand_dot,
    [GRN_HLO(convolution)] = grn_expand_convolution,
    [GRN_OP(garner, scatter)] = grn_expand_scatter,
};

static bool has_tensors_alone(const grn_op *op)
{
    bool plain = op->nresults > 0;
    for (size_t i = 0; plain && i < op->noperands; i++)
        plain = grn_is_plain(grn_operand_type(op, i));
    for (size_t i = 0; plain && i < op->nresults; i++)
        plain = grn_is_plain(grn_result_type(op, i));
    return plain && !grn_convert_stays(op, false);
}

static grn_status expand(grn_rewrite *w, grn_op *op)
{
    grn_expansion expansion = expansions[grn_op_number_of(op)];
    return expansion && has_tensors_alone(op) && !grn_is_in_scalar_region(w, op) && w->target->lacks(op)
               ? expansion(w, op)
               : GRN_OK;
}

grn_status grn_pass_expand(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    for (int round = 0; o->target->lacks && status == GRN_OK && round < ROUNDS; round++)
        status = grn_convert_walk(ir, o, diag, expand);
    return status;
}
