/*
 * import.c - ONNX's operators as ops of the hub. An operator stays as it is
 * where a shape or a list it needs is not known.
 */
#include "dialects/onnx/translate.h"

static bool is_given(const grn_op *op, size_t i)
{
    return i < op->noperands && grn_operand_type(op, i)->kind != GRN_TYPE_NONE;
}

static grn_status import_not(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char no = 0;
    const grn_type *type = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return GRN_OK;
    grn_value *const zero = grn_build_splat(w, type->element, type->rank, type->shape, &no);
    return grn_replace(w, grn_build_compare(w, "EQ", op->operands[0], zero));
}

/* start + i * delta */
static grn_status import_range(grn_rewrite *w, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return GRN_OK;
    grn_value *i = grn_build_iota(w, type->element, 1, type->shape, 0);
    grn_value *steps = grn_build_binary(w, "stablehlo.multiply", i, grn_spread(w, op->operands[2], 1, type->shape));
    return grn_replace(w, grn_build_binary(w, "stablehlo.add", steps, grn_spread(w, op->operands[0], 1, type->shape)));
}

/* The extents that are asked for, of all. */
static grn_status import_shape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    int64_t start = grn_op_integer(op, "start", 0);
    start += start < 0 ? in->rank : 0;
    start = start < 0 ? 0 : start > in->rank ? in->rank : start;
    const int64_t limit = start + (grn_type_has_static_shape(out) ? out->shape[0] : 0);
    if (!grn_type_has_static_shape(out) || in->rank == 0)
        return GRN_OK;
    grn_value *all = grn_build_convert(w, grn_shape_value(w->ir, w->at, op->operands[0], in), out->element);
    return grn_replace(w, grn_build_slice(w, all, &start, &limit));
}

/* ---- a shape that is an operand -------------------------------------------------------------- */

static grn_value *index_of(grn_rewrite *w, int64_t v)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    const grn_new_attr attr = {"value", index ? grn_attr_integer(w->ir, index, v) : NULL};
    return index ? grn_new(w, "arith.constant", 0, NULL, index, 1, &attr) : NULL;
}

static grn_value *on_indices(grn_rewrite *w, const char *op, grn_value *a, grn_value *b)
{
    return grn_new(w, op, 2, (grn_value *const[]){a, b}, grn_type_of_dtype(w->ir, GRN_INDEX), 0, NULL);
}

static grn_value *select_equal(grn_rewrite *w, grn_value *v, int64_t number, grn_value *then, grn_value *otherwise)
{
    const grn_type *i1 = grn_type_integer(w->ir, 1, GRN_SIGNLESS), *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_new_attr attr = {"predicate", i64 ? grn_attr_integer(w->ir, i64, 0) : NULL}; /* eq */
    grn_value *same = grn_new(w, "arith.cmpi", 2, (grn_value *const[]){v, index_of(w, number)}, i1, 1, &attr);
    return grn_new(w, "arith.select", 3, (grn_value *const[]){same, then, otherwise},
                   grn_type_of_dtype(w->ir, GRN_INDEX), 0, NULL);
}

static grn_value *extent_of(grn_rewrite *w, grn_value *v, int32_t d)
{
    const int64_t known = v->type->shape[d];
    return known != GRN_DYNAMIC ? index_of(w, known) : on_indices(w, "tensor.dim", v, index_of(w, d));
}

/* Number d of the list, 0 being the operand's extent unless `allowzero` is set. */
static grn_value *asked_extent(grn_rewrite *w, const grn_op *op, int32_t d)
{
    const grn_type *list = grn_operand_type(op, 1), *out = grn_result_type(op, 0);
    if (out->shape[d] != GRN_DYNAMIC)
        return index_of(w, out->shape[d]);
    grn_value *v =
        grn_new(w, "tensor.extract", 2, (grn_value *const[]){op->operands[1], index_of(w, d)}, list->element, 0, NULL);
    v = v && list->element->kind != GRN_TYPE_INDEX
            ? grn_new(w, "arith.index_cast", 1, &v, grn_type_of_dtype(w->ir, GRN_INDEX), 0, NULL)
            : v;
    if (grn_op_integer(op, "allowzero", 0) || d >= grn_operand_type(op, 0)->rank)
        return v;
    return v ? select_equal(w, v, 0, extent_of(w, op->operands[0], d), v) : NULL;
}

/* What one -1 stands for: the elements by the other extents. */
static grn_status import_any_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0),
                   *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    const int64_t rank = out->rank;
    grn_value *v[GRN_MAX_RANK], *elements = index_of(w, 1), *others = elements;
    for (int32_t d = 0; d < in->rank && elements; d++)
        elements = on_indices(w, "arith.muli", elements, extent_of(w, op->operands[0], d));
    for (int32_t d = 0; d < out->rank && others; d++) {
        v[d] = asked_extent(w, op, d);
        others = v[d] ? on_indices(w, "arith.muli", others, select_equal(w, v[d], -1, index_of(w, 1), v[d])) : NULL;
    }
    grn_value *rest =
        others ? on_indices(w, "arith.divui", elements, on_indices(w, "arith.maxsi", others, index_of(w, 1))) : NULL;
    for (int32_t d = 0; d < out->rank && rest; d++)
        v[d] = select_equal(w, v[d], -1, rest, v[d]);
    grn_value *shape =
        rest ? grn_new(w, "tensor.from_elements", (size_t)rank, v, grn_tensor_like(w, index, 1, &rank), 0, NULL) : NULL;
    return grn_replace(
        w, grn_new(w, "stablehlo.dynamic_reshape", 2, (grn_value *const[]){op->operands[0], shape}, out, 0, NULL));
}

static grn_status import_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    const bool open = grn_type_is_tensor(in) && grn_type_is_tensor(out) && out->rank > 0 && !grn_op_is_static(op);
    return open && w->target->computes_shapes ? import_any_reshape(w, op) : grn_import_reshape(w, op);
}

/* ---- lists in operands ----------------------------------------------------------------------- */

typedef struct numbers {
    int64_t count, v[2 * GRN_MAX_RANK];
} numbers;

/* The list operand i is; one that is left out is what `out` holds already. False: it is not
 * known. */
static bool list_of(const grn_op *op, size_t i, numbers *out)
{
    grn_tensor t;
    int64_t scalar;
    if (!is_given(op, i))
        return true;
    if (!grn_constant_tensor(op->operands[i], &scalar, &t) || t.rank != 1 || t.shape[0] > (int64_t)GRN_COUNT(out->v))
        return false;
    out->count = t.shape[0];
    for (int64_t k = 0; k < out->count; k++)
        out->v[k] = grn_index_load(t.dtype, grn_tensor_at(&t, k * t.stride[0]));
    return true;
}

static numbers numbers_from(int64_t count, int64_t step, int64_t value)
{
    numbers out = {.count = count};
    for (int64_t k = 0; k < count && k < (int64_t)GRN_COUNT(out.v); k++)
        out.v[k] = step * k + value;
    return out;
}

typedef struct part {
    int64_t start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    int64_t reversed[GRN_MAX_RANK]; /* dims of steps below zero, `nreversed` of them */
    size_t nreversed;
} part;

/* A bound of a step below zero: -1 is before the first of n elements. */
static int64_t bound_backwards(int64_t v, int64_t n)
{
    v = v >= 0 ? v : v < -n ? -1 : v + n;
    return v < n ? v : n - 1;
}

/* From start down to behind end, as elements upwards that are then reversed. */
static void part_backwards(part *p, int32_t d, int64_t n, int64_t start, int64_t end, int64_t step)
{
    const int64_t stride = step < -INT64_MAX ? INT64_MAX : -step, behind = bound_backwards(end, n);
    start = bound_backwards(start, n);
    start = start < 0 && n > 0 ? 0 : start;
    const int64_t count = start > behind ? (start - behind - 1) / stride + 1 : 0;
    p->start[d] = count ? start - (count - 1) * stride : 0;
    p->limit[d] = count ? start + 1 : 0;
    p->stride[d] = stride;
    p->reversed[p->nreversed++] = d;
}

/* False: a list is not known. */
static bool read_part(const grn_op *op, part *out)
{
    const grn_type *in = grn_operand_type(op, 0);
    numbers start = {.count = 0}, end = {.count = 0};
    if (!list_of(op, 1, &start) || !list_of(op, 2, &end))
        return false;
    numbers axes = numbers_from(start.count, 1, 0), steps = numbers_from(start.count, 0, 1);
    if (!list_of(op, 3, &axes) || !list_of(op, 4, &steps))
        return false;
    for (int32_t d = 0; d < in->rank; d++) {
        out->start[d] = 0;
        out->limit[d] = in->shape[d];
        out->stride[d] = 1;
    }
    out->nreversed = 0;
    for (int64_t k = 0; k < axes.count; k++) {
        int64_t d = axes.v[k] < 0 ? axes.v[k] + in->rank : axes.v[k];
        if (steps.v[k] < 0) {
            part_backwards(out, (int32_t)d, in->shape[d], start.v[k], end.v[k], steps.v[k]);
            continue;
        }
        out->start[d] = grn_slice_bound(start.v[k], in->shape[d]);
        out->limit[d] = grn_slice_bound(end.v[k], in->shape[d]);
        out->limit[d] = out->limit[d] < out->start[d] ? out->start[d] : out->limit[d];
        out->stride[d] = steps.v[k];
    }
    return true;
}

static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    part p;
    size_t rank = (size_t)grn_operand_type(op, 0)->rank;
    if (!grn_op_is_static(op) || !read_part(op, &p))
        return GRN_OK;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, p.start)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, p.limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, p.stride)}};
    grn_value *v = grn_new(w, "stablehlo.slice", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs);
    const grn_new_attr dims = {"dimensions", grn_attr_dense_i64(w->ir, p.nreversed, p.reversed)};
    return grn_replace(w, v && p.nreversed ? grn_new(w, "stablehlo.reverse", 1, &v, v->type, 1, &dims) : v);
}

static grn_value *pad_value(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    if (is_given(op, 2))
        return grn_build_reshape(w, op->operands[2], 0, NULL);
    return grn_build_splat(w, grn_result_type(op, 0)->element, 0, NULL, zero);
}

static grn_status import_pad(grn_rewrite *w, const grn_op *op)
{
    int64_t low[GRN_MAX_RANK] = {0}, high[GRN_MAX_RANK] = {0}, interior[GRN_MAX_RANK] = {0};
    int32_t rank = grn_operand_type(op, 0)->rank;
    numbers pads = {.count = 0}, axes = numbers_from(rank, 1, 0);
    if (!grn_op_is_static(op) || !list_of(op, 1, &pads) || !list_of(op, 3, &axes))
        return GRN_OK;
    for (int64_t k = 0; k < axes.count; k++) {
        int64_t d = axes.v[k] < 0 ? axes.v[k] + rank : axes.v[k];
        low[d] = pads.v[k];
        high[d] = pads.v[axes.count + k];
    }
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, (size_t)rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, (size_t)rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, (size_t)rank, interior)}};
    grn_value *const operands[] = {op->operands[0], pad_value(w, op)};
    return grn_replace(w, grn_new(w, "stablehlo.pad", 2, operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

/* ---- the end of a function ------------------------------------------------------------------- */

/* func.return wants the function's very types. */
static grn_status import_return(grn_rewrite *w, const grn_op *op)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("func.return"));
    const grn_attr *type = grn_op_attr(grn_op_parent(op), "function_type");
    const grn_type *f = type->type_value;
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i) != f->members[f->inputs + i])
            return GRN_OK;
    w->at->def = def;
    w->at->name = (grn_str){def->name, strlen(def->name)};
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define ELEMENT(onnx, hub)                         \
    {                                              \
        .op = "onnx." onnx, .as = "stablehlo." hub \
    }
#define COMPARE(onnx, way)                   \
    {                                        \
        .op = "onnx." onnx, .direction = way \
    }
#define MADE(onnx, how)                                     \
    {                                                       \
        .op = "onnx." onnx, .import = grn_onnx_import_##how \
    }
#define SHAPED(onnx)                                     \
    {                                                    \
        .op = "onnx." onnx, .import = grn_import_reshape \
    }

const grn_import_pattern grn_onnx_import_patterns[] = {
    {.op = "onnx.Return", .import = import_return},
    {.op = "onnx.Constant", .import = grn_import_constant},
    {.op = "onnx.Range", .import = import_range},
    {.op = "onnx.Shape", .import = import_shape},
    {.op = "onnx.Reshape", .import = import_reshape},
    SHAPED("Unsqueeze"),
    SHAPED("Squeeze"),
    {.op = "onnx.Identity", .import = grn_import_identity},
    {.op = "onnx.Transpose", .import = grn_import_transpose, .list = "perm"},
    {.op = "onnx.Expand", .import = grn_import_expand},
    {.op = "onnx.Slice", .import = import_slice},
    {.op = "onnx.Concat", .import = grn_import_concatenate, .list = "axis"},
    {.op = "onnx.Pad", .import = import_pad},
    ELEMENT("Add", "add"),
    ELEMENT("Sub", "subtract"),
    ELEMENT("Mul", "multiply"),
    ELEMENT("Min", "minimum"),
    ELEMENT("Max", "maximum"),
    ELEMENT("And", "and"),
    ELEMENT("Or", "or"),
    ELEMENT("BitwiseAnd", "and"),
    ELEMENT("BitwiseOr", "or"),
    COMPARE("Less", "LT"),
    COMPARE("LessOrEqual", "LE"),
    COMPARE("Greater", "GT"),
    COMPARE("GreaterOrEqual", "GE"),
    COMPARE("Equal", "EQ"),
    {.op = "onnx.Not", .import = import_not},
    ELEMENT("Where", "select"),
    MADE("Cast", cast),
    MADE("Abs", abs),
    ELEMENT("Neg", "negate"),
    MADE("Sign", sign),
    ELEMENT("Ceil", "ceil"),
    ELEMENT("Floor", "floor"),
    ELEMENT("Round", "round_nearest_even"),
    ELEMENT("Exp", "exponential"),
    ELEMENT("Log", "log"),
    ELEMENT("Sqrt", "sqrt"),
    ELEMENT("Sin", "sine"),
    ELEMENT("Cos", "cosine"),
    ELEMENT("Tan", "tan"),
    ELEMENT("Tanh", "tanh"),
    ELEMENT("Sigmoid", "logistic"),
    ELEMENT("Div", "divide"),
    ELEMENT("Pow", "power"),
    ELEMENT("Sum", "add"),
    {.op = "onnx.Erf", .as = "chlo.erf"},
    {.op = "onnx.Acos", .as = "chlo.acos"},
    {.op = "onnx.Acosh", .as = "chlo.acosh"},
    {.op = "onnx.Asin", .as = "chlo.asin"},
    {.op = "onnx.Asinh", .as = "chlo.asinh"},
    {.op = "onnx.Atan", .as = "chlo.atan"},
    {.op = "onnx.Atanh", .as = "chlo.atanh"},
    {.op = "onnx.Cosh", .as = "chlo.cosh"},
    {.op = "onnx.Sinh", .as = "chlo.sinh"},
    ELEMENT("BitwiseXor", "xor"),
    ELEMENT("BitwiseNot", "not"),
    MADE("Mod", mod),
    MADE("BitShift", shift),
    MADE("BitCast", bit_cast),
    SHAPED("Flatten"),
    MADE("Relu", relu),
    MADE("Reciprocal", reciprocal),
    MADE("Clip", clip),
    MADE("Conv", conv),
    MADE("MatMul", matmul),
    MADE("Gemm", gemm),
    MADE("ReduceSum", reduce),
    MADE("ReduceMean", reduce),
    MADE("ReduceProd", reduce),
    MADE("ReduceMax", reduce),
    MADE("ReduceMin", reduce),
    MADE("ReduceSumSquare", reduce),
    MADE("ReduceL1", reduce),
    MADE("ReduceL2", reduce),
    MADE("Softmax", softmax),
    MADE("LogSoftmax", softmax),
    MADE("LayerNormalization", layer_norm),
    MADE("ArgMax", arg),
    MADE("ArgMin", arg),
    MADE("TopK", top_k),
    MADE("Split", split),
    MADE("Tile", tile),
    MADE("OneHot", one_hot),
    MADE("ConstantOfShape", made),
    MADE("If", if),
    MADE("Loop", loop),
    MADE("Scan", scan),
    MADE("CumSum", cumulated),
    MADE("CumProd", cumulated),
    MADE("NonZero", none),
    MADE("Compress", none),
    MADE("Unique", none),
    {.op = NULL},
};
