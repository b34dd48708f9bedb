/*
 * export_math.c - the hub's products, reductions and sorts as ONNX's operators.
 *
 * A reduction whose start is not the function's own neutral element stays, as does a sort that is
 * not of elements with their places: ONNX has no operators for these.
 */
#include <math.h>

#include "dialects/onnx/translate.h"

#include "convert/expand.h"
#include "dialects/stablehlo/dot.h"
#include "dialects/stablehlo/stablehlo.h"

/* ---- dot_general: MatMul of [batch, rows, sums] and [batch, sums, columns] ------------------- */

/* ONNX Runtime fails on sums of nothing. */
bool grn_onnx_multiplies(const grn_op *op)
{
    const grn_dtype d = grn_result_type(op, 0)->element->dtype;
    const bool takes =
        d == GRN_F16 || d == GRN_F32 || d == GRN_F64 || d == GRN_I32 || d == GRN_I64 || d == GRN_UI32 || d == GRN_UI64;
    return takes && grn_op_is_static(op) && !grn_has_no_elements(grn_operand_type(op, 0)) &&
           !grn_has_no_elements(grn_operand_type(op, 1)) &&
           grn_operand_type(op, 0)->element == grn_result_type(op, 0)->element &&
           grn_operand_type(op, 1)->element == grn_result_type(op, 0)->element && !grn_op_attr(op, "algorithm");
}

static int64_t product_of(const grn_type *t, const int64_t *dims, int32_t from, int32_t count)
{
    int64_t n = 1;
    for (int32_t i = from; i < from + count; i++)
        n *= t->shape[dims[i]];
    return n;
}

/* A factor in the order of the product, its free and its contracted dimensions joined;
 * `sums_first`: those come before. */
static grn_value *laid_out(grn_rewrite *w, grn_value *v, const grn_dot_order *o, bool sums_first)
{
    int64_t order[GRN_MAX_RANK];
    grn_dims shape = {.count = 0};
    const grn_type *t = v->type;
    const int32_t free_at = o->batch, sum_at = o->batch + o->free;
    int32_t n = 0;
    for (int32_t i = 0; i < o->batch; i++) {
        order[n++] = o->dims[i];
        grn_dims_push(&shape, t->shape[o->dims[i]]);
    }
    const struct {
        int32_t at, count;
    } parts[] = {{sums_first ? sum_at : free_at, sums_first ? o->contract : o->free},
                 {sums_first ? free_at : sum_at, sums_first ? o->free : o->contract}};
    for (size_t k = 0; k < 2; k++) {
        for (int32_t i = 0; i < parts[k].count; i++)
            order[n++] = o->dims[parts[k].at + i];
        grn_dims_push(&shape, product_of(t, o->dims, parts[k].at, parts[k].count));
    }
    grn_value *moved = grn_exported(w, grn_build_transpose(w, v, order));
    return moved ? grn_exported(w, grn_build_reshape(w, moved, shape.count, shape.v)) : NULL;
}

grn_status grn_onnx_export_dot(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_onnx_multiplies(op))
        return GRN_OK;
    const grn_dot_dims d = grn_hlo_dot_dims(op);
    const grn_dot_order l = grn_hlo_dot_order(grn_operand_type(op, 0)->rank, &d.lhs_batch, &d.lhs_contract);
    const grn_dot_order r = grn_hlo_dot_order(grn_operand_type(op, 1)->rank, &d.rhs_batch, &d.rhs_contract);
    if (l.batch + 2 > GRN_MAX_RANK)
        return GRN_OK;
    grn_value *const operands[] = {laid_out(w, op->operands[0], &l, false), laid_out(w, op->operands[1], &r, true)};
    if (!operands[0] || !operands[1])
        return grn_no_memory(w);
    grn_dims shape = grn_extents(operands[0]->type);
    shape.v[shape.count - 1] = operands[1]->type->shape[shape.count - 1];
    grn_value *v =
        grn_new(w, "onnx.MatMul", 2, operands, grn_tensor_like(w, t->element, shape.count, shape.v), 0, NULL);
    return grn_replace(w, v ? grn_exported(w, grn_build_reshape(w, v, t->rank, t->shape)) : NULL);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

/* The double that the constant is; false: it is none, or another type. */
static bool number_of(const grn_value *v, double *out)
{
    grn_tensor t;
    int64_t scalar;
    if (!grn_constant_tensor(v, &scalar, &t) || grn_tensor_elements(&t) != 1)
        return false;
    const grn_scalar s = grn_scalar_load(t.dtype, t.data);
    const grn_dtype_class class = grn_dtype_class_of(t.dtype);
    *out = class == GRN_CLASS_FLOAT ? s.f : class == GRN_CLASS_UNSIGNED ? (double)s.u : (double)s.i;
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_UNSIGNED || class == GRN_CLASS_SIGNED;
}

static bool is_least(grn_dtype d, double v)
{
    const grn_dtype_class class = grn_dtype_class_of(d);
    return v == (class == GRN_CLASS_FLOAT    ? -(double)INFINITY
                 : class == GRN_CLASS_SIGNED ? -ldexp(1, (int)grn_dtype_bits(d) - 1)
                                             : 0);
}

static bool is_most(grn_dtype d, double v)
{
    const grn_dtype_class class = grn_dtype_class_of(d);
    const int bits = (int)grn_dtype_bits(d) - (class == GRN_CLASS_SIGNED);
    return v == (class == GRN_CLASS_FLOAT ? (double)INFINITY : bits > 53 ? ldexp(1, bits) : ldexp(1, bits) - 1);
}

/* The operator of a combiner that starts from its neutral element; NULL: there is none. Types as
 * ONNX Runtime 1.30 has kernels of. */
static const char *reduction_of(grn_combiner combiner, grn_dtype d, double from)
{
    const bool sums = d == GRN_F32 || d == GRN_F64 || d == GRN_I32 || d == GRN_I64;
    switch (combiner) {
    case GRN_COMBINE_ADD: return sums && from == 0 ? "onnx.ReduceSum" : NULL;
    case GRN_COMBINE_MUL: return sums && d != GRN_F64 && from == 1 ? "onnx.ReduceProd" : NULL;
    case GRN_COMBINE_MAX: return (sums || d == GRN_I8 || d == GRN_UI8) && is_least(d, from) ? "onnx.ReduceMax" : NULL;
    case GRN_COMBINE_MIN: return (sums || d == GRN_I8 || d == GRN_UI8) && is_most(d, from) ? "onnx.ReduceMin" : NULL;
    default: return NULL;
    }
}

/* The operator; NULL: it stays. */
static const char *reduction_for(const grn_op *op, size_t *count, const int64_t **dims)
{
    const grn_type *t = grn_result_type(op, 0);
    double from;
    if (op->noperands != 2 || op->nregions != 1 || !grn_op_is_static(op) ||
        !grn_op_dims(op, "dimensions", count, dims) || *count == 0 || grn_operand_type(op, 0)->element != t->element ||
        !number_of(op->operands[1], &from))
        return NULL;
    return reduction_of(grn_stablehlo_combiner(&op->regions[0]), t->element->dtype, from);
}

bool grn_onnx_reduces(const grn_op *op)
{
    size_t count;
    const int64_t *dims;
    return reduction_for(op, &count, &dims) != NULL;
}

grn_status grn_onnx_export_reduce(grn_rewrite *w, const grn_op *op)
{
    size_t count;
    const int64_t *dims;
    const char *as = reduction_for(op, &count, &dims);
    if (!as)
        return GRN_OK;
    grn_value *const operands[] = {op->operands[0], grn_onnx_numbers(w, count, dims)};
    return grn_replace(
        w, grn_new(w, as, 2, operands, grn_result_type(op, 0), 1, &(grn_new_attr){"keepdims", grn_onnx_number(w, 0)}));
}

/* ---- reduce_window: CumSum ------------------------------------------------------------------- */

/* The dim along which a window ends at each element, or before it, and reaches back to the first;
 * -1: none is, or another has windows of more than one element. */
static int32_t dim_of_sums(const grn_op *op, bool *exclusive)
{
    const grn_type *t = grn_operand_type(op, 0);
    const grn_check check = {.diag = NULL};
    grn_windows s;
    int32_t dim = -1;
    if (grn_stablehlo_read_windows(op, &check, &grn_reduce_window_rules, t->rank, &s) != GRN_OK)
        return -1;
    for (int32_t d = 0; d < s.rank; d++) {
        const bool plain = s.stride[d] == 1 && s.base_dilation[d] == 1 && s.window_dilation[d] == 1;
        if (!plain || s.low[d] < 0 || s.low[d] >= INT32_MAX)
            return -1;
        if (s.size[d] == 1 && s.low[d] == 0 && s.high[d] == 0)
            continue;
        if (dim >= 0 || s.size[d] != t->shape[d] || s.low[d] + s.high[d] != s.size[d] - 1 ||
            (s.high[d] != 0 && s.high[d] != -1))
            return -1;
        *exclusive = s.high[d] == -1;
        dim = d;
    }
    return dim;
}

static int32_t dim_of_cumsum(const grn_op *op, bool *exclusive)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_dtype d = t->element->dtype;
    double from;
    *exclusive = false;
    if (op->noperands != 2 || op->nregions != 1 || !grn_op_is_static(op) ||
        grn_operand_type(op, 0)->element != t->element || !number_of(op->operands[1], &from) || from != 0 ||
        (d != GRN_F32 && d != GRN_F64 && d != GRN_I32 && d != GRN_I64) ||
        grn_stablehlo_combiner(&op->regions[0]) != GRN_COMBINE_ADD)
        return -1;
    return dim_of_sums(op, exclusive);
}

bool grn_onnx_sums_up(const grn_op *op)
{
    bool exclusive;
    return dim_of_cumsum(op, &exclusive) >= 0;
}

grn_status grn_onnx_export_window(grn_rewrite *w, const grn_op *op)
{
    bool exclusive;
    const int64_t dim = dim_of_cumsum(op, &exclusive);
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    if (dim < 0)
        return GRN_OK;
    grn_value *const operands[] = {op->operands[0],
                                   i64 ? grn_exported(w, grn_build_integers(w, i64, 0, NULL, 1, &dim)) : NULL};
    const grn_new_attr attr = {"exclusive", grn_onnx_number(w, exclusive)};
    return grn_replace(w,
                       operands[1] ? grn_new(w, "onnx.CumSum", 2, operands, grn_result_type(op, 0), 1, &attr) : NULL);
}

/* ---- sort: TopK of whole lines --------------------------------------------------------------- */

/* Which way, and along which axis, TopK sorts what a sort does; NULL: it does not. A comparator by `<` is no order of
 * lines with a NaN, so that StableHLO leaves open how they are sorted. The places of a
 * line of one element are no iota's for sure. */
static const char *top_k_of(const grn_op *op, int64_t *axis, bool *leaves_nan_open)
{
    const bool pair = op->noperands == 2 && op->nregions == 1 && grn_type_is_tensor(grn_operand_type(op, 0)) &&
                      grn_type_is_tensor(grn_operand_type(op, 1));
    int32_t counted;
    size_t key;
    grn_float_order order = GRN_ORDER_TOTAL;
    if (!pair)
        return NULL;
    const grn_type *t = grn_operand_type(op, 0), *places = grn_operand_type(op, 1);
    const grn_dtype d = t->element->dtype;
    const char *direction = grn_sort_direction(op, &key, &order);
    const bool takes = d == GRN_F32 || d == GRN_F64 || d == GRN_I32 || d == GRN_I64;
    *leaves_nan_open = order == GRN_ORDER_PARTIAL && grn_dtype_class_of(d) == GRN_CLASS_FLOAT;
    *axis = grn_op_integer(op, "dimension", -1);
    *axis += *axis < 0 ? t->rank : 0;
    if (!direction || key != 0 || order == GRN_ORDER_TOTAL || !takes || !grn_is_static(t) || !grn_is_static(places) ||
        t->rank == 0 || t->shape[*axis] < 2 || places->element->kind != GRN_TYPE_INTEGER ||
        !grn_is_iota(op->operands[1], &counted) || counted != *axis)
        return NULL;
    return direction;
}

bool grn_onnx_sorts(const grn_op *op)
{
    int64_t axis;
    bool leaves_nan_open;
    return top_k_of(op, &axis, &leaves_nan_open) != NULL;
}

/* Before broadcasts and iotas become ONNX's. TopK is stable: of equal elements the first comes
 * first. */
grn_status grn_onnx_legalize_sort(grn_rewrite *w, grn_op *op)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("onnx.TopK"));
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    int64_t axis;
    bool leaves_nan_open;
    const char *direction = top_k_of(op, &axis, &leaves_nan_open);
    if (!direction || !def || !i64)
        return GRN_OK;
    const grn_type *t = grn_operand_type(op, 0), *places = grn_operand_type(op, 1);
    grn_value *k = grn_build_integers(w, i64, 1, (const int64_t[]){1}, 1, &t->shape[axis]);
    grn_op *made = k ? grn_op_new(w->ir, def, GRN_STR(""), op->place, 2, 2, 0) : NULL;
    if (!made || !grn_op_set_attr(w->ir, made, GRN_STR("axis"), grn_onnx_number(w, axis)) ||
        !grn_op_set_attr(w->ir, made, GRN_STR("largest"), grn_onnx_number(w, *direction == 'G')))
        return grn_no_memory(w);
    made->operands[0] = made->operands[1] = NULL;
    grn_op_set_operand(made, 0, op->operands[0]);
    grn_op_set_operand(made, 1, k);
    made->results[0].type = t;
    made->results[1].type = grn_tensor_like(w, i64, t->rank, t->shape);
    grn_op_insert_before(op, made);
    grn_value *index = made->results[1].type ? grn_build_convert(w, &made->results[1], places->element) : NULL;
    if (!index)
        return grn_no_memory(w);
    if (leaves_nan_open)
        grn_emit(w->diag, GRN_SEVERITY_REMARK, op->place,
                 "the comparator of a sort leaves open where a NaN goes; in onnx.TopK it is the greatest");
    op->results[0].forward = &made->results[0];
    op->results[1].forward = index;
    return GRN_OK;
}

/* ---- what has one operator and a constant beside it ------------------------------------------ */

static grn_value *one_of(grn_rewrite *w, const grn_type *t)
{
    unsigned char bytes[16] = {0};
    const grn_scalar s = {.dtype = t->element->dtype, .f = 1};
    grn_scalar_store(&s, s.dtype, bytes);
    return grn_exported(w, grn_build_splat(w, t->element, 0, NULL, bytes));
}

/* 1 / sqrt(x) */
grn_status grn_onnx_export_rsqrt(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_onnx_takes(t) || t->element->kind != GRN_TYPE_FLOAT)
        return GRN_OK;
    grn_value *root = grn_new(w, "onnx.Sqrt", 1, op->operands, t, 0, NULL);
    grn_value *const operands[] = {one_of(w, t), root};
    return grn_replace(w, operands[0] && root ? grn_new(w, "onnx.Div", 2, operands, t, 0, NULL) : NULL);
}
