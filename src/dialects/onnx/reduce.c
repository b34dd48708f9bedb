/*
 * reduce.c - ONNX's operators along dimensions.
 *
 *   ON-24  axes and axis are in range, none twice; without axes all dimensions are reduced, or none
 *          under noop_with_empty_axes
 *   ON-25  LayerNormalization: Scale, and B where it is given, broadcast to X
 */
#include "dialects/onnx/calc.h"

#include <inttypes.h>

/* ---- which dimensions ------------------------------------------------------------------------ */

/* *dims: those that go, as bits; *known: they are. */
static grn_status read_axes(const grn_onnx_at *at, int32_t rank, uint64_t *dims, bool *known)
{
    grn_onnx_integers axes = {.known = true};
    grn_status status = grn_onnx_given(at->op, 1) ? grn_onnx_read(at, 1, &axes) : GRN_OK;
    if (status == GRN_OK)
        status = grn_onnx_axes(at, "ON-24", rank, &axes);
    *known = axes.known;
    *dims = 0;
    for (int64_t k = 0; status == GRN_OK && axes.known && k < axes.count; k++)
        *dims |= UINT64_C(1) << axes.v[k];
    if (axes.known && axes.count == 0 && !grn_op_integer(at->op, "noop_with_empty_axes", 0))
        *dims = (UINT64_C(1) << rank) - 1;
    return status;
}

static void without(uint64_t dims, bool keep, grn_dims *shape)
{
    int32_t count = 0;
    for (int32_t d = 0; d < shape->count; d++) {
        if (!(dims >> d & 1))
            shape->v[count++] = shape->v[d];
        else if (keep)
            shape->v[count++] = 1;
    }
    shape->count = count;
}

static grn_status reduce_shape(const grn_onnx_at *at, grn_dims *out)
{
    uint64_t dims;
    bool known;
    const bool keep = grn_op_integer(at->op, "keepdims", 1) != 0;
    *out = grn_onnx_extents(at, 0);
    grn_status status = read_axes(at, out->count, &dims, &known);
    if (status != GRN_OK || known) {
        without(dims, keep, out);
        return status;
    }
    for (int32_t d = 0; d < out->count; d++)
        out->v[d] = GRN_DYNAMIC;
    out->count = keep ? out->count : -1;
    return GRN_OK;
}

/* `axis`, counted from the front. */
static grn_status read_axis(const grn_onnx_at *at, int32_t rank, int64_t absent, int64_t *axis)
{
    const int64_t written = grn_op_integer(at->op, "axis", absent);
    *axis = written < 0 ? written + rank : written;
    if (*axis >= 0 && *axis < rank)
        return GRN_OK;
    return grn_onnx_broken(at, "ON-24", "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]", written,
                           -rank, rank - 1);
}

static grn_status softmax_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t axis;
    *out = grn_onnx_extents(at, 0);
    return read_axis(at, out->count, -1, &axis);
}

static grn_status arg_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t axis = 0;
    *out = grn_onnx_extents(at, 0);
    grn_status status = read_axis(at, out->count, 0, &axis);
    if (status == GRN_OK)
        without(UINT64_C(1) << axis, grn_op_integer(at->op, "keepdims", 1) != 0, out);
    return status;
}

GRN_ONNX_INFERRED(reduce)
GRN_ONNX_INFERRED(softmax)

static grn_status arg_verify(const grn_op *op, grn_check *check) { return grn_onnx_verify(arg_shape, op, check); }
static grn_status arg_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(arg_shape, grn_type_of_dtype(check->scratch, GRN_I64), op, check, out);
}

/* ---- reductions ------------------------------------------------------------------------------ */

typedef struct reduction {
    const grn_element *before, *fold, *after; /* NULL: nothing */
    enum { FROM_ZERO, FROM_ONE, FROM_LEAST, FROM_MOST } from;
    bool mean;
} reduction;

static double start_of(const reduction *r, grn_dtype dtype)
{
    switch (r->from) {
    case FROM_ONE: return 1;
    case FROM_LEAST: return grn_onnx_least(dtype);
    case FROM_MOST: return grn_onnx_most(dtype);
    default: return 0;
    }
}

static double elements_along(const grn_tensor *t, uint64_t dims)
{
    double n = 1;
    for (int32_t d = 0; d < t->rank; d++)
        n *= dims >> d & 1 ? (double)t->shape[d] : 1;
    return n;
}

static grn_status reduce(grn_exec *x, const grn_op *op, const reduction *r)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    uint64_t dims;
    bool known;
    grn_calc c;
    grn_dims shape;
    grn_calc_begin(&c, x, op);
    grn_calc_value v = grn_calc_operand(&c, 0);
    c.status = reduce_shape(&at, &shape);
    if (c.status == GRN_OK)
        c.status = read_axes(&at, v->tensor.rank, &dims, &known);
    if (c.status != GRN_OK)
        return grn_calc_end(&c, 0, NULL);
    const double n = elements_along(&v->tensor, dims);
    if (r->before)
        v = grn_calc_map(&c, r->before, dtype, v, r->before->nargs == 2 ? v : NULL);
    if (dims)
        v = grn_calc_fold(&c, r->fold, start_of(r, dtype), v, dims);
    if (r->mean)
        v = grn_calc_map(&c, &grn_element_divide, dtype, v, grn_calc_number(&c, dtype, n));
    if (r->after)
        v = grn_calc_map(&c, r->after, dtype, v, NULL);
    v = grn_calc_reshape(&c, v, shape.count, shape.v);
    return grn_calc_end(&c, 1, &v);
}

#define REDUCTION(name, ...)                                     \
    static grn_status name##_eval(grn_exec *x, const grn_op *op) \
    {                                                            \
        const reduction r = {__VA_ARGS__};                       \
        return reduce(x, op, &r);                                \
    }
REDUCTION(sum, NULL, &grn_element_add, NULL, FROM_ZERO, false)
REDUCTION(mean, NULL, &grn_element_add, NULL, FROM_ZERO, true)
REDUCTION(prod, NULL, &grn_element_multiply, NULL, FROM_ONE, false)
REDUCTION(max, NULL, &grn_element_maximum, NULL, FROM_LEAST, false)
REDUCTION(min, NULL, &grn_element_minimum, NULL, FROM_MOST, false)
REDUCTION(square, &grn_element_multiply, &grn_element_add, NULL, FROM_ZERO, false)
REDUCTION(l1, &grn_element_abs, &grn_element_add, NULL, FROM_ZERO, false)
REDUCTION(l2, &grn_element_multiply, &grn_element_add, &grn_element_sqrt, FROM_ZERO, false)

/* ---- Softmax, LogSoftmax --------------------------------------------------------------------- */

static grn_status soft(grn_exec *x, const grn_op *op, bool is_log)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0);
    int64_t axis = 0;
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value v = grn_calc_operand(&c, 0);
    c.status = read_axis(&at, v->tensor.rank, -1, &axis);
    const uint64_t dims = UINT64_C(1) << axis;
    grn_calc_value most = grn_calc_fold(&c, &grn_element_maximum, grn_onnx_least(dtype), v, dims);
    grn_calc_value less = grn_calc_map(&c, &grn_element_subtract, dtype, v, most);
    grn_calc_value e = grn_calc_map(&c, &grn_element_exponential, dtype, less, NULL);
    const grn_dtype wide = dtype == GRN_F16 ? GRN_F32 : dtype; /* as ONNX's reference: bf16 is summed in bf16 */
    grn_calc_value sum =
        grn_calc_convert(&c, grn_calc_fold(&c, &grn_element_add, 0, grn_calc_convert(&c, e, wide), dims), dtype);
    grn_calc_value out = is_log ? grn_calc_map(&c, &grn_element_subtract, dtype, less,
                                               grn_calc_map(&c, &grn_element_log, dtype, sum, NULL))
                                : grn_calc_map(&c, &grn_element_divide, dtype, e, sum);
    return grn_calc_end(&c, 1, &out);
}

static grn_status softmax_eval(grn_exec *x, const grn_op *op) { return soft(x, op, false); }
static grn_status log_softmax_eval(grn_exec *x, const grn_op *op) { return soft(x, op, true); }

/* ---- LayerNormalization ---------------------------------------------------------------------- */

static grn_status norm_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t axis;
    *out = grn_onnx_extents(at, 0);
    grn_dims whole = *out;
    grn_status status = read_axis(at, out->count, -1, &axis);
    for (size_t i = 1; status == GRN_OK && i < at->op->noperands; i++) {
        if (!grn_onnx_given(at->op, i))
            continue;
        grn_dims other = grn_onnx_extents(at, i);
        status = grn_onnx_broadcast(at, &other, &whole);
        if (status == GRN_OK && whole.count > out->count)
            status = grn_onnx_broken(at, "ON-25",
                                     "operand #%zu has more dimensions than X, expected that it broadcasts to it", i);
    }
    return status;
}

static grn_status norm_verify(const grn_op *op, grn_check *check)
{
    if (op->nresults < 1 || op->nresults > 3)
        return grn_op_fail(op, check, "has %zu results, expected 1 to 3", op->nresults);
    for (size_t i = 1; i < op->noperands; i++) {
        grn_status status = grn_onnx_given(op, i) ? grn_tensor_elements_same(op, check, "ON-11", i, 0) : GRN_OK;
        if (status != GRN_OK)
            return status;
    }
    return grn_onnx_verify(norm_shape, op, check);
}

/* What is made in f32, where `stash_type` says so by default. */
static grn_dtype norm_dtype(grn_dtype dtype) { return dtype == GRN_F64 ? GRN_F64 : GRN_F32; }

/* Y, then Mean and InvStdDev, where the op gives them, of which the dimensions from axis on are
 * 1. */
static grn_status norm_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0),
                   *stash = grn_type_of_dtype(check->scratch, norm_dtype(in->element->dtype));
    int64_t shape[GRN_MAX_RANK], axis = grn_op_integer(op, "axis", -1);
    axis += axis < 0 ? in->rank : 0;
    for (int32_t d = 0; d < in->rank; d++)
        shape[d] = d < axis ? in->shape[d] : 1;
    if (!stash || !grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    out->types[0] = grn_type_tensor(check->scratch, in->element, in->rank, in->shape, NULL);
    for (size_t i = 1; i < op->nresults; i++)
        out->types[i] = grn_type_tensor(check->scratch, stash, in->rank, shape, NULL);
    return GRN_OK;
}

static double epsilon_of(const grn_op *op)
{
    const grn_attr *e = grn_op_attr(op, "epsilon");
    return e ? e->real : (double)1e-5f;
}

static grn_status norm_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0), stash = norm_dtype(dtype);
    grn_dims whole;
    int64_t axis = 0;
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value v = grn_calc_convert(&c, grn_calc_operand(&c, 0), stash);
    if (c.status == GRN_OK)
        c.status = norm_shape(&at, &whole);
    if (c.status == GRN_OK)
        c.status = read_axis(&at, v->tensor.rank, -1, &axis);
    if (c.status != GRN_OK)
        return grn_calc_end(&c, 0, NULL);
    const uint64_t dims = ((UINT64_C(1) << v->tensor.rank) - 1) & ~((UINT64_C(1) << axis) - 1);
    const grn_calc_value n = grn_calc_number(&c, stash, elements_along(&v->tensor, dims));
    const grn_calc_value mean =
        grn_calc_map(&c, &grn_element_divide, stash, grn_calc_fold(&c, &grn_element_add, 0, v, dims), n);
    const grn_calc_value off = grn_calc_map(&c, &grn_element_subtract, stash, v, mean);
    const grn_calc_value squares = grn_calc_map(&c, &grn_element_multiply, stash, off, off);
    const grn_calc_value variance =
        grn_calc_map(&c, &grn_element_divide, stash, grn_calc_fold(&c, &grn_element_add, 0, squares, dims), n);
    const grn_calc_value more =
        grn_calc_map(&c, &grn_element_add, stash, variance, grn_calc_number(&c, stash, epsilon_of(op)));
    const grn_calc_value inverse = grn_calc_map(&c, &grn_element_rsqrt, stash, more, NULL);
    grn_calc_value out = grn_calc_convert(&c, grn_calc_map(&c, &grn_element_multiply, stash, off, inverse), dtype);
    out = grn_calc_map(&c, &grn_element_multiply, dtype, out, grn_calc_operand(&c, 1));
    if (grn_onnx_given(op, 2))
        out = grn_calc_map(&c, &grn_element_add, dtype, out, grn_calc_operand(&c, 2));
    const grn_calc_value results[] = {out, mean, inverse};
    return grn_calc_end(&c, op->nresults, results);
}

/* ---- ArgMax, ArgMin: the place of the extreme: of the first, or of the last ------------------ */

/* i64 1 where v is the extreme of its line, which is a NaN where the line has one. */
static grn_calc_value is_extreme(grn_calc *c, grn_calc_value v, grn_calc_value extreme)
{
    grn_calc_value is_it = grn_calc_map(c, &grn_element_compare_eq, GRN_I1, v, extreme);
    if (is_it && grn_dtype_class_of(v->tensor.dtype) == GRN_CLASS_FLOAT)
        is_it = grn_calc_map(c, &grn_element_or, GRN_I1, is_it, grn_calc_map(c, &grn_element_compare_ne, GRN_I1, v, v));
    return grn_calc_convert(c, is_it, GRN_I64);
}

static grn_status arg(grn_exec *x, const grn_op *op, bool least)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const bool last = grn_op_integer(op, "select_last_index", 0) != 0;
    int64_t axis = 0, extents[GRN_MAX_RANK];
    grn_dims shape;
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_calc_value v = grn_calc_operand(&c, 0);
    const grn_dtype dtype = v->tensor.dtype;
    c.status = arg_shape(&at, &shape);
    if (c.status == GRN_OK)
        c.status = read_axis(&at, v->tensor.rank, 0, &axis);
    if (c.status != GRN_OK)
        return grn_calc_end(&c, 0, NULL);
    for (int32_t d = 0; d < v->tensor.rank; d++)
        extents[d] = d == axis ? v->tensor.shape[d] : 1;
    if (v->tensor.shape[axis] == 0) {
        grn_calc_fail(&c, GRN_E_SHAPE, "has no element along axis");
        return grn_calc_end(&c, 0, NULL);
    }
    const uint64_t dims = UINT64_C(1) << axis;
    const grn_calc_value extreme = grn_calc_fold(&c, least ? &grn_element_minimum : &grn_element_maximum,
                                                 least ? grn_onnx_most(dtype) : grn_onnx_least(dtype), v, dims);
    const grn_calc_value is_it = is_extreme(&c, v, extreme);
    grn_rt *places = grn_calc_new(&c, GRN_I64, v->tensor.rank, extents);
    if (places)
        grn_eval_iota(&places->tensor, (int32_t)axis);
    /* A place that is none becomes one behind the last, or in front of the first. */
    const grn_calc_value beyond = grn_calc_number(&c, GRN_I64, last ? -1 : (double)v->tensor.shape[axis]);
    const grn_calc_value shifted = grn_calc_map(&c, &grn_element_subtract, GRN_I64, places, beyond);
    const grn_calc_value picked = grn_calc_map(&c, &grn_element_multiply, GRN_I64, shifted, is_it);
    grn_calc_value out = grn_calc_fold(&c, last ? &grn_element_maximum : &grn_element_minimum, 0, picked, dims);
    out = grn_calc_map(&c, &grn_element_add, GRN_I64, out, beyond);
    out = grn_calc_reshape(&c, out, shape.count, shape.v);
    return grn_calc_end(&c, 1, &out);
}

static grn_status arg_max_eval(grn_exec *x, const grn_op *op) { return arg(x, op, false); }
static grn_status arg_min_eval(grn_exec *x, const grn_op *op) { return arg(x, op, true); }

/* ---- CumSum, CumProd ---------------------------------------------------------------------------------- */

static grn_status cumsum_shape(const grn_onnx_at *at, grn_dims *out)
{
    *out = grn_onnx_extents(at, 0);
    return GRN_OK;
}
GRN_ONNX_INFERRED(cumsum)

/* `element` over more and more elements, from `start` on. */
static grn_status cumulate(grn_exec *x, const grn_op *op, const grn_element *element, double start)
{
    const bool exclusive = grn_op_integer(op, "exclusive", 0) != 0, reverse = grn_op_integer(op, "reverse", 0) != 0;
    grn_calc c;
    grn_calc_begin(&c, x, op);
    const grn_tensor *in = &x->operands[0].tensor;
    const grn_dtype dtype = in->dtype, both[] = {dtype, dtype};
    int64_t axis = grn_hlo_integer_value(&x->operands[1].tensor);
    axis += axis < 0 ? in->rank : 0;
    grn_bound_element add;
    if (axis < 0 || axis >= in->rank) {
        grn_calc_fail(&c, GRN_E_SHAPE, "axis is out of range of X's dimensions");
        return grn_calc_end(&c, 0, NULL);
    }
    if (grn_element_bind(element, both, dtype, &add) != GRN_OK)
        grn_calc_fail(&c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    grn_rt *out = grn_calc_new(&c, dtype, in->rank, in->shape);
    grn_calc_value first = grn_calc_number(&c, dtype, start);
    const int64_t n = in->shape[axis];
    if (c.status == GRN_OK)
        c.status = x->calls->charge(x, (uint64_t)grn_tensor_elements(in));
    grn_walk w;
    grn_tensor line = *in;
    line.shape[axis] = grn_tensor_elements(in) ? 1 : 0;
    if (c.status == GRN_OK)
        for (grn_walk_init(&w, in->rank, line.shape, 2, (const int64_t *[]){in->stride, out->tensor.stride}); w.more;
             grn_walk_next(&w)) {
            unsigned char sum[16], next[16];
            memcpy(sum, first->tensor.data, grn_dtype_bytes(dtype));
            for (int64_t i = 0; i < n; i++) {
                const int64_t at = reverse ? n - 1 - i : i;
                const void *item = grn_tensor_at(in, w.offset[0] + at * in->stride[axis]);
                void *to = grn_tensor_at(&out->tensor, w.offset[1] + at * out->tensor.stride[axis]);
                grn_element_run(&add, 1, next, (const void *const[]){sum, item});
                memcpy(to, exclusive ? sum : next, grn_dtype_bytes(dtype));
                memcpy(sum, next, grn_dtype_bytes(dtype));
            }
        }
    const grn_calc_value result = out;
    return grn_calc_end(&c, 1, &result);
}

static grn_status cumsum_eval(grn_exec *x, const grn_op *op) { return cumulate(x, op, &grn_element_add, 0); }
static grn_status cumprod_eval(grn_exec *x, const grn_op *op) { return cumulate(x, op, &grn_element_multiply, 1); }

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_axis(const grn_type *t)
{
    const grn_dtype d = grn_type_is_tensor(t) && t->rank <= 1 ? t->element->dtype : GRN_NO_DTYPE;
    return d == GRN_I32 || d == GRN_I64;
}
static const grn_type_class axis_class = {"scalar or 1D tensor of 32-bit or 64-bit signless integer values", is_axis};
static const grn_port reduce_operands[] = {GRN_PORT("data", grn_onnx_numeric),
                                           GRN_PORT_MAYBE("axes", grn_onnx_list_or_none), GRN_PORTS_END};
static const grn_port one_number[] = {GRN_PORT("data", grn_onnx_numeric), GRN_PORTS_END};
static const grn_port one_float[] = {GRN_PORT("input", grn_onnx_floats), GRN_PORTS_END};
static const grn_port norm_results[] = {GRN_PORT_ANY("outputs", grn_is_ranked_tensor), /* Y, Mean, InvStdDev */
                                        GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("reduced", grn_is_ranked_tensor), GRN_PORTS_END};
#define NUMBER(name) GRN_MAY_HAVE(name, grn_onnx_is_si64)
static const grn_attr_def reduce_attrs[] = {NUMBER("keepdims"), NUMBER("noop_with_empty_axes"), GRN_ATTRS_END};
static const grn_attr_def axis_attrs[] = {NUMBER("axis"), GRN_ATTRS_END};
static const grn_attr_def arg_attrs[] = {NUMBER("axis"), NUMBER("keepdims"), NUMBER("select_last_index"),
                                         GRN_ATTRS_END};

static bool is_number_or_bool(const grn_type *t)
{
    return grn_onnx_numeric.matches(t) || (grn_type_is_tensor(t) && t->element->dtype == GRN_I1);
}
static const grn_type_class number_or_bool = {
    "ranked tensor of 1-bit or 8-bit to 64-bit integer, f16, bf16, f32 or f64 values", is_number_or_bool};
static const grn_port extreme_operands[] = {GRN_PORT("data", number_or_bool),
                                            GRN_PORT_MAYBE("axes", grn_onnx_list_or_none), GRN_PORTS_END};
#define EXTREME(op, does, name)                                                                                   \
    GRN_ONNX_ROW(op, does, "ON-24", .operands = extreme_operands, .attrs = reduce_attrs, .verify = reduce_verify, \
                 .infer = reduce_infer, .eval = name##_eval)
#define REDUCE(op, does, name)                                                                                   \
    GRN_ONNX_ROW(op, does, "ON-24", .operands = reduce_operands, .attrs = reduce_attrs, .verify = reduce_verify, \
                 .infer = reduce_infer, .eval = name##_eval)

const grn_op_def grn_onnx_reduce_ops[] = {
    REDUCE("ReduceSum", "sum along axes", sum),
    REDUCE("ReduceMean", "mean along axes", mean),
    REDUCE("ReduceProd", "product along axes", prod),
    EXTREME("ReduceMax", "largest along axes", max),
    EXTREME("ReduceMin", "smallest along axes", min),
    REDUCE("ReduceSumSquare", "sum of squares along axes", square),
    REDUCE("ReduceL1", "sum of absolute values along axes", l1),
    REDUCE("ReduceL2", "root of the sum of squares along axes", l2),
    GRN_ONNX_ROW("Softmax", "softmax along axis", "ON-24", .operands = one_float, .attrs = axis_attrs,
                 .verify = softmax_verify, .infer = softmax_infer, .eval = softmax_eval),
    GRN_ONNX_ROW("LogSoftmax", "logarithm of softmax along axis", "ON-24", .operands = one_float, .attrs = axis_attrs,
                 .verify = softmax_verify, .infer = softmax_infer, .eval = log_softmax_eval),
    GRN_ONNX_ROW("ArgMax", "place of the largest element along axis", "ON-24", .operands = one_number,
                 .attrs = arg_attrs, .verify = arg_verify, .infer = arg_infer, .eval = arg_max_eval),
    GRN_ONNX_ROW("ArgMin", "place of the smallest element along axis", "ON-24", .operands = one_number,
                 .attrs = arg_attrs, .verify = arg_verify, .infer = arg_infer, .eval = arg_min_eval),
    GRN_ROW("onnx.LayerNormalization", "normalizes over the dimensions from axis on",
            "ONNX operators, LayerNormalization, ON-11, ON-24, ON-25",
            GRN_PORTS(GRN_PORT("X", grn_onnx_floats), GRN_PORT("Scale", grn_onnx_floats),
                      GRN_PORT("B", grn_onnx_tensor_or_none)),
            norm_results, GRN_ATTRS(NUMBER("axis"), NUMBER("stash_type"), GRN_MAY_HAVE("epsilon", grn_hlo_is_f32)),
            .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, .verify = norm_verify, .infer = norm_infer,
            .eval = norm_eval),
    GRN_ONNX_ROW("CumSum", "running sums along axis", "x, axis",
                 .operands = GRN_PORTS(GRN_PORT("x", grn_onnx_numeric), GRN_PORT("axis", axis_class)),
                 .attrs = GRN_ATTRS(NUMBER("exclusive"), NUMBER("reverse")), .verify = cumsum_verify,
                 .infer = cumsum_infer, .eval = cumsum_eval),
    GRN_ONNX_ROW("CumProd", "running products along axis", "x, axis",
                 .operands = GRN_PORTS(GRN_PORT("x", grn_onnx_numeric), GRN_PORT("axis", axis_class)),
                 .attrs = GRN_ATTRS(NUMBER("exclusive"), NUMBER("reverse")), .verify = cumsum_verify,
                 .infer = cumsum_infer, .eval = cumprod_eval),
    {.name = NULL},
};
