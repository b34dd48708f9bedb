/*
 * order.c - ONNX's TopK: the K greatest or least elements of each line, and their places; of equal
 * ones the first comes first. ONNX does not say where a NaN goes: it is the greatest, as in ONNX
 * Runtime and in ONNX's reference implementation.
 *
 *   ON-24  axis is in range
 *   ON-26  K is one number of i64, at least 0 and at most as long as a line
 */
#include "dialects/onnx/calc.h"

#include <inttypes.h>
#include <math.h>

/* ---- rules ----------------------------------------------------------------------------------- */

/* *axis, and the results' shape. */
static grn_status top_k_shape_of(const grn_onnx_at *at, int64_t *axis, grn_dims *out)
{
    grn_onnx_integers k;
    const int64_t written = grn_op_integer(at->op, "axis", -1);
    *out = grn_onnx_extents(at, 0);
    *axis = written < 0 ? written + out->count : written;
    if (*axis < 0 || *axis >= out->count)
        return grn_onnx_broken(at, "ON-24", "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]",
                               written, -out->count, out->count - 1);
    grn_status status = grn_onnx_read(at, 1, &k);
    if (status != GRN_OK)
        return status;
    const int64_t extent = out->v[*axis];
    if (k.count != 1 && k.count != GRN_DYNAMIC)
        return grn_onnx_broken(at, "ON-26", "K has %" PRId64 " elements, expected 1", k.count);
    if (k.known && (k.v[0] < 0 || (extent != GRN_DYNAMIC && k.v[0] > extent)))
        return grn_onnx_broken(at, "ON-26", "K is %" PRId64 ", lines have %" PRId64 " elements", k.v[0],
                               extent == GRN_DYNAMIC ? 0 : extent);
    out->v[*axis] = k.known ? k.v[0] : GRN_DYNAMIC;
    return GRN_OK;
}

static grn_status top_k_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t axis;
    return top_k_shape_of(at, &axis, out);
}

static grn_status top_k_verify(const grn_op *op, grn_check *check) { return grn_onnx_verify(top_k_shape, op, check); }

static grn_status top_k_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_onnx_at at = {.op = op, .check = check};
    grn_dims shape;
    grn_status status = top_k_shape(&at, &shape);
    if (status != GRN_OK)
        return status;
    const grn_type *i64 = grn_type_of_dtype(check->scratch, GRN_I64);
    if (!i64 || !grn_stablehlo_infer_count(check, out, 2))
        return GRN_E_MEMORY;
    out->types[0] = grn_type_tensor(check->scratch, grn_operand_type(op, 0)->element, shape.count, shape.v, NULL);
    out->types[1] = grn_type_tensor(check->scratch, i64, shape.count, shape.v, NULL);
    return GRN_OK;
}

/* ---- in the run ------------------------------------------------------------------------------ */

/* Whether one element comes before another: the arguments are two elements, then where they
 * were. */
static grn_status goes_first(void *user, size_t n, const void *const *args, void *const *results)
{
    grn_element_run(user, n, results[0], args);
    return GRN_OK;
}

/* Floats as their total order has numbers: a NaN is the greatest, and zeros are equal. Others as they are. */
static grn_calc_value key_of(grn_calc *c, grn_dtype dtype)
{
    const grn_calc_value v = grn_calc_operand(c, 0);
    if (grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT)
        return v;
    const grn_calc_value zero = grn_calc_number(c, dtype, 0);
    const grn_calc_value one_zero =
        grn_calc_select(c, grn_calc_map(c, &grn_element_compare_eq, GRN_I1, v, zero), zero, v);
    return grn_calc_select(c, grn_calc_map(c, &grn_element_compare_ne, GRN_I1, v, v),
                           grn_calc_number(c, dtype, (double)NAN), one_zero);
}

/* By a total order, where the elements have one. */
static const grn_element *order_of(grn_dtype dtype, bool largest)
{
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        return largest ? &grn_element_total_gt : &grn_element_total_lt;
    return largest ? &grn_element_compare_gt : &grn_element_compare_lt;
}

static uint64_t levels_of(int64_t n)
{
    uint64_t levels = 1;
    while (levels < 63 && (int64_t)1 << levels < n)
        levels++;
    return levels;
}

static grn_status top_k_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_tensor *in = &x->operands[0].tensor;
    const bool largest = grn_op_integer(op, "largest", 1) != 0;
    const grn_dtype both[] = {in->dtype, in->dtype};
    grn_bound_element before;
    grn_dims shape;
    int64_t axis = 0;
    grn_calc c;
    grn_calc_begin(&c, x, op);
    c.status = top_k_shape_of(&at, &axis, &shape);
    if (c.status == GRN_OK && grn_element_bind(order_of(in->dtype, largest), both, GRN_I1, &before) != GRN_OK)
        grn_calc_fail(&c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    if (c.status == GRN_OK)
        c.status =
            x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(in), 4 * levels_of(in->shape[axis])));
    grn_rt *counted = grn_calc_new(&c, GRN_I64, in->rank, in->shape),
           *places = grn_calc_new(&c, GRN_I64, in->rank, in->shape),
           *sorted = grn_calc_new(&c, in->dtype, in->rank, in->shape);
    const grn_calc_value key = key_of(&c, in->dtype);
    const bool has_key = key != grn_calc_operand(&c, 0);
    grn_rt *values = has_key ? grn_calc_new(&c, in->dtype, in->rank, in->shape) : sorted;
    if (c.status == GRN_OK) {
        const grn_region_fn order = {goes_first, &before, NULL, NULL};
        grn_eval_iota(&counted->tensor, (int32_t)axis);
        const grn_tensor from[] = {key->tensor, counted->tensor, *in},
                         to[] = {sorted->tensor, places->tensor, values->tensor};
        if (grn_eval_sort(has_key ? 3 : 2, to, from, (int32_t)axis, order, x->allocator) == GRN_E_MEMORY)
            grn_calc_fail(&c, GRN_E_MEMORY, "memory to sort was refused");
    }
    if (c.status == GRN_OK)
        values->tensor.shape[axis] = places->tensor.shape[axis] = shape.v[axis];
    const grn_calc_value results[] = {values, places};
    return grn_calc_end(&c, 2, results);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port operands[] = {GRN_PORT("X", grn_onnx_numeric), GRN_PORT("K", grn_onnx_list), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("Values", grn_is_ranked_tensor), GRN_PORT("Indices", grn_is_ranked_tensor),
                                   GRN_PORTS_END};

const grn_op_def grn_onnx_order_ops[] = {
    GRN_ONNX_ROW("TopK", "the k largest or smallest elements along axis, and their places", "ON-24, ON-26",
                 .operands = operands,
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("axis", grn_onnx_is_si64), GRN_MAY_HAVE("largest", grn_onnx_is_si64),
                                    GRN_MAY_HAVE("sorted", grn_onnx_is_si64)),
                 .verify = top_k_verify, .infer = top_k_infer, .eval = top_k_eval),
    {.name = NULL},
};
