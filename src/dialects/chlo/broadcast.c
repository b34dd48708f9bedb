/*
 * broadcast.c - element-wise ops whose operands are broadcast first (CHLO,
 * broadcast_add and its like, broadcast_compare, broadcast_select).
 *
 * Without `broadcast_dimensions`, and wherever ranks are equal, dims are
 * aligned at the last and those of one element grow. Types that leave open
 * whether there is such a shape verify; without one the op fails when it runs.
 */
#include "dialects/chlo/broadcast.h"

/* ---- shapes ---------------------------------------------------------------------------------- */

/* One extent of two that are known; -1: there is none. */
static int64_t joined(int64_t a, int64_t b) { return a == b || b == 1 ? a : a == 1 ? b : -1; }

bool grn_chlo_broadcast_shape(int32_t a_rank, const int64_t *a, int32_t b_rank, const int64_t *b, size_t ndims,
                              const int64_t *dims, bool has_dims, int32_t *rank, int64_t *shape)
{
    const bool a_is_large = a_rank >= b_rank;
    const int64_t *large = a_is_large ? a : b, *small = a_is_large ? b : a;
    const int32_t most = a_is_large ? a_rank : b_rank, least = a_is_large ? b_rank : a_rank;
    const bool placed = has_dims && most != least;
    uint64_t seen = 0;
    if (placed && ndims != (size_t)least)
        return false;
    *rank = most;
    for (int32_t d = 0; d < most; d++)
        shape[d] = large[d];
    for (int32_t d = 0; d < least; d++) {
        int64_t at = placed ? dims[d] : most - least + d;
        if (at < 0 || at >= most || (seen >> at & 1))
            return false;
        seen |= (uint64_t)1 << at;
        shape[at] = joined(large[at], small[d]);
        if (shape[at] == -1)
            return false;
    }
    return true;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* Operand i as a view of `rank` and `shape`: its dims at `dims`, or at the last. */
static grn_tensor spread(const grn_tensor *in, const int64_t *dims, int32_t rank, const int64_t *shape)
{
    grn_tensor view = *in;
    view.rank = rank;
    for (int32_t d = 0; d < rank; d++) {
        view.shape[d] = shape[d];
        view.stride[d] = 0;
    }
    for (int32_t d = 0; d < in->rank; d++) {
        int64_t at = dims ? dims[d] : rank - in->rank + d;
        view.stride[at] = in->shape[d] == 1 ? 0 : in->stride[d];
    }
    return view;
}

static grn_status no_shape(grn_exec *x, const grn_op *op, size_t a, size_t b)
{
    char have[GRN_DIMS_TEXT_BYTES], want[GRN_DIMS_TEXT_BYTES];
    const grn_tensor *p = &x->operands[a].tensor, *q = &x->operands[b].tensor;
    return grn_exec_fail(x, op, GRN_E_SHAPE,
                         "operands #%zu and #%zu have shapes %s and %s, which are not broadcast to one", a, b,
                         grn_hlo_shape_text(p->rank, p->shape, have, sizeof have),
                         grn_hlo_shape_text(q->rank, q->shape, want, sizeof want));
}

/* The result: `function` of the operands, which are views of its shape. */
static grn_status run(grn_exec *x, const grn_op *op, const grn_element *function, const grn_tensor *views)
{
    grn_bound_element bound;
    grn_dtype in[GRN_ELEMENT_ARGS], out = grn_hlo_result_dtype(op, 0);
    for (size_t i = 0; i < op->noperands; i++)
        in[i] = views[i].dtype;
    if (grn_element_bind(function, in, out, &bound) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s", grn_dtype_text(in[op->noperands - 1]));
    grn_status status = grn_hlo_new_result(x, op, 0, views[0].rank, views[0].shape);
    if (status == GRN_OK)
        grn_element_map(&bound, &x->results[0].tensor, views);
    return status;
}

static grn_status binary_run(grn_exec *x, const grn_op *op, const grn_element *function)
{
    const grn_tensor *a = &x->operands[0].tensor, *b = &x->operands[1].tensor;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    size_t ndims = 0;
    const int64_t *dims = NULL;
    bool has_dims = grn_op_dims(op, "broadcast_dimensions", &ndims, &dims);
    grn_status status = grn_chlo_refuse_quantized(x, op);
    if (status != GRN_OK)
        return status;
    if (!grn_chlo_broadcast_shape(a->rank, a->shape, b->rank, b->shape, ndims, dims, has_dims, &rank, shape))
        return no_shape(x, op, 0, 1);
    bool placed = has_dims && a->rank != b->rank;
    const grn_tensor views[] = {spread(a, placed && a->rank < rank ? dims : NULL, rank, shape),
                                spread(b, placed && b->rank < rank ? dims : NULL, rank, shape)};
    return run(x, op, function, views);
}

static grn_status select_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *p = &x->operands[0].tensor, *a = &x->operands[1].tensor, *b = &x->operands[2].tensor;
    int32_t rank, values_rank;
    int64_t shape[GRN_MAX_RANK], values[GRN_MAX_RANK];
    grn_status status = grn_chlo_refuse_quantized(x, op);
    if (status != GRN_OK)
        return status;
    if (!grn_chlo_broadcast_shape(a->rank, a->shape, b->rank, b->shape, 0, NULL, false, &values_rank, values))
        return no_shape(x, op, 1, 2);
    if (!grn_chlo_broadcast_shape(values_rank, values, p->rank, p->shape, 0, NULL, false, &rank, shape))
        return no_shape(x, op, 0, values_rank == a->rank ? 1 : 2);
    const grn_tensor views[] = {spread(p, NULL, rank, shape), spread(a, NULL, rank, shape),
                                spread(b, NULL, rank, shape)};
    return run(x, op, &grn_element_select, views);
}

static grn_status compare_eval(grn_exec *x, const grn_op *op)
{
    static const grn_element *const by_type[2][6] = {
        {&grn_element_compare_eq, &grn_element_compare_ne, &grn_element_compare_ge, &grn_element_compare_gt,
         &grn_element_compare_le, &grn_element_compare_lt},
        {&grn_element_total_eq, &grn_element_total_ne, &grn_element_total_ge, &grn_element_total_gt,
         &grn_element_total_le, &grn_element_total_lt},
    };
    const grn_attr *direction = grn_op_attr(op, "comparison_direction"), *type = grn_op_attr(op, "compare_type");
    bool total = type && type->enumeration.value == GRN_COMPARE_TOTALORDER &&
                 grn_type_element_or_self(grn_operand_type(op, 0))->kind == GRN_TYPE_FLOAT;
    return binary_run(x, op, by_type[total][direction->enumeration.value]);
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* B(op, what it does, its element function, operands, results, rules, inference) */
#define BINARY(B)                                                                                                    \
    B(broadcast_add, "sum, after both operands are broadcast", add, tensor, tensor, verify_compatible_elements,      \
      infer_same)                                                                                                    \
    B(broadcast_and, "and, after both operands are broadcast", and, pred_or_int_tensor, tensor, verify_broadcast,    \
      infer_same)                                                                                                    \
    B(broadcast_atan2, "atan2, after both operands are broadcast", atan2, tensor, tensor, verify_same_elements,      \
      infer_same)                                                                                                    \
    B(broadcast_complex, "complex numbers of two parts, after these are broadcast", complex, fp_tensor,              \
      complex_tensor, verify_broadcast, infer_complex)                                                               \
    B(broadcast_divide, "quotient, after both operands are broadcast", divide, tensor, tensor, verify_same_elements, \
      infer_same)                                                                                                    \
    B(broadcast_maximum, "larger of two, after both operands are broadcast", maximum, tensor, tensor,                \
      verify_compatible_elements, infer_same)                                                                        \
    B(broadcast_minimum, "smaller of two, after both operands are broadcast", minimum, tensor, tensor,               \
      verify_compatible_elements, infer_same)                                                                        \
    B(broadcast_multiply, "product, after both operands are broadcast", multiply, tensor, tensor,                    \
      verify_same_elements, infer_same)                                                                              \
    B(broadcast_next_after, "next_after, after both operands are broadcast", next_after, tensor, tensor,             \
      verify_same_elements, infer_same)                                                                              \
    B(broadcast_or, "or, after both operands are broadcast", or, pred_or_int_tensor, tensor, verify_broadcast,       \
      infer_same)                                                                                                    \
    B(broadcast_polygamma, "polygamma, after both operands are broadcast", polygamma, tensor, tensor,                \
      verify_same_elements, infer_same)                                                                              \
    B(broadcast_power, "power, after both operands are broadcast", power, tensor, tensor, verify_same_elements,      \
      infer_same)                                                                                                    \
    B(broadcast_remainder, "remainder, after both operands are broadcast", remainder, tensor, tensor,                \
      verify_same_elements, infer_same)                                                                              \
    B(broadcast_shift_left, "shift to the left, after both operands are broadcast", shift_left, tensor, tensor,      \
      verify_same_elements, infer_same)                                                                              \
    B(broadcast_shift_right_arithmetic, "shift with the sign filled in, after both are broadcast",                   \
      shift_right_arithmetic, tensor, tensor, verify_same_elements, infer_same)                                      \
    B(broadcast_shift_right_logical, "shift with zeros filled in, after both are broadcast", shift_right_logical,    \
      tensor, tensor, verify_same_elements, infer_same)                                                              \
    B(broadcast_subtract, "difference, after both operands are broadcast", subtract, tensor, tensor,                 \
      verify_same_elements, infer_same)                                                                              \
    B(broadcast_xor, "exclusive or, after both operands are broadcast", xor, pred_or_int_tensor, tensor,             \
      verify_broadcast, infer_same)                                                                                  \
    B(broadcast_zeta, "zeta, after both operands are broadcast", zeta, fp_tensor, fp_tensor, verify_same_elements,   \
      infer_same)

#define EVAL(op, does, function, in, out, rule, infers) \
    static grn_status op##_eval(grn_exec *x, const grn_op *o) { return binary_run(x, o, &grn_element_##function); }
BINARY(EVAL)
#undef EVAL

#define OPERANDS(suffix)                                                                \
    static const grn_port operands_##suffix[] = {GRN_PORT("lhs", grn_hlo_any_##suffix), \
                                                 GRN_PORT("rhs", grn_hlo_any_##suffix), GRN_PORTS_END};
OPERANDS(tensor)
OPERANDS(fp_tensor)
OPERANDS(pred_or_int_tensor)
GRN_HLO_ONE(result_tensor, "result", any_tensor)
GRN_HLO_ONE(result_fp_tensor, "result", any_fp_tensor)
GRN_HLO_ONE(result_complex_tensor, "result", any_complex_tensor)
static const grn_attr_def dims_attrs[] = {GRN_MAY_HAVE("broadcast_dimensions", grn_attr_is_dims), GRN_ATTRS_END};

#define ROW(op, does, function, in, out, rule, infers) \
    {.name = GRN_NAME(chlo, op),                       \
     .summary = does,                                  \
     .source = "CHLO, " #op,                           \
     .format = "%* {} :fn",                            \
     .operands = operands_##in,                        \
     .results = result_##out,                          \
     .attrs = dims_attrs,                              \
     .traits = GRN_TRAIT_PURE,                         \
     .verify = grn_chlo_##rule,                        \
     .infer = grn_chlo_##infers,                       \
     .eval = op##_eval},
const grn_op_def grn_chlo_broadcast_ops[] = {
    BINARY(ROW){.name = GRN_NAME(chlo, broadcast_compare),
                .summary = "comparison, after both operands are broadcast",
                .source = "CHLO, broadcast_compare",
                .format = "%* {} :fn",
                .operands = operands_tensor,
                .results = GRN_PORTS(GRN_PORT("result", grn_hlo_any_pred_tensor)),
                .attrs = GRN_ATTRS(
                    GRN_MAY_HAVE("broadcast_dimensions", grn_attr_is_dims),
                    {"comparison_direction", &grn_chlo_is_comparison_direction, GRN_REQUIRED,
                     &grn_chlo_comparison_direction, NULL},
                    {"compare_type", &grn_chlo_is_comparison_type, GRN_OPTIONAL_ATTR, &grn_chlo_comparison_type, NULL}),
                .traits = GRN_TRAIT_PURE,
                .verify = grn_chlo_verify_broadcast,
                .infer = grn_chlo_infer_compare,
                .eval = compare_eval},
    GRN_CHLO(broadcast_select, "select, after its operands are broadcast",
             GRN_PORTS(GRN_PORT("pred", grn_hlo_pred_tensor), GRN_PORT("on_true", grn_hlo_any_tensor),
                       GRN_PORT("on_false", grn_hlo_any_tensor)),
             GRN_PORTS(GRN_PORT("result", grn_hlo_any_tensor)), GRN_NO_ATTRS, .format = "%* {} :fn",
             .traits = GRN_TRAIT_PURE, .verify = grn_chlo_verify_broadcast, .infer = grn_chlo_infer_select,
             .eval = select_eval),
    {.name = NULL},
};
