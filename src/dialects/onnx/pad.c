/*
 * pad.c - ONNX's Pad and Range, and the value that stands for an operand left out.
 *
 *   ON-18  Pad: two numbers per axis, which may be negative and leave no extent below 0; one value,
 *          of data's elements
 *   ON-19  Range: three scalars of one type of numbers; delta is not 0
 */
#include "dialects/common/index_forms.h"
#include "dialects/onnx/onnx.h"

#include <inttypes.h>
#include <math.h>

/* ---- Pad ------------------------------------------------------------------------------------- */

static grn_status pad_types(const grn_op *op, grn_check *check)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_attr *mode = grn_op_attr(op, "mode");
    const grn_type *data = grn_operand_type(op, 0);
    if (mode && !grn_str_is(mode->text, "constant"))
        return grn_tensor_broken(op, check, "ON-18", "mode is \"%.*s\", only \"constant\" is known here",
                                 (int)mode->text.n, mode->text.text);
    if (!grn_onnx_given(op, 2) || grn_operand_type(op, 2)->element == data->element)
        return GRN_OK;
    return grn_tensor_broken(op, check, "ON-18", "the value has elements of '%s', expected '%s', as data has",
                             grn_type_text(grn_operand_type(op, 2)->element, have, sizeof have),
                             grn_type_text(data->element, want, sizeof want));
}

/* How many elements each dimension gets before and after; *known as lists have it. */
static grn_status read_pads(const grn_onnx_at *at, int32_t rank, int64_t *low, int64_t *high, bool *known)
{
    grn_onnx_integers pads, axes;
    grn_status status = grn_onnx_read(at, 1, &pads);
    if (status == GRN_OK)
        status = grn_onnx_read_or(at, 3, rank, 0, 1, &axes);
    if (status == GRN_OK)
        status = grn_onnx_axes(at, "ON-18", rank, &axes);
    if (status != GRN_OK)
        return status;
    if (pads.count != GRN_DYNAMIC && axes.count != GRN_DYNAMIC && pads.count != 2 * axes.count)
        return grn_onnx_broken(at, "ON-18", "pads has %" PRId64 " entries, expected %" PRId64 ", two per axis",
                               pads.count, 2 * axes.count);
    for (int32_t d = 0; d < rank; d++)
        low[d] = high[d] = 0;
    *known = pads.known && axes.known;
    for (int64_t k = 0; *known && k < axes.count; k++) {
        low[axes.v[k]] = pads.v[k];
        high[axes.v[k]] = pads.v[axes.count + k];
    }
    return GRN_OK;
}

/* Elements cut off at one edge come after those added at the other. */
static grn_status padded(const grn_onnx_at *at, int32_t d, int64_t low, int64_t high, int64_t *extent)
{
    int64_t more = low > high ? low : high, less = low > high ? high : low, had = *extent;
    if (more >= 0 && !grn_grow_extent(more, extent))
        return grn_onnx_broken(at, "ON-18", "pads give dimension %" PRId32 " more elements than can be counted", d);
    if ((more < 0 && !grn_grow_extent(more, extent)) || !grn_grow_extent(less, extent))
        return grn_onnx_broken(at, "ON-18",
                               "pads %" PRId64 " and %" PRId64 " leave dimension %" PRId32 ", which has %" PRId64
                               " elements, with less than none",
                               low, high, d, had);
    return GRN_OK;
}

static grn_status pad_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK];
    bool known;
    *out = grn_onnx_extents(at, 0);
    grn_status status = read_pads(at, out->count, low, high, &known);
    for (int32_t d = 0; status == GRN_OK && d < out->count; d++) {
        if (!known)
            out->v[d] = GRN_DYNAMIC;
        else if (out->v[d] != GRN_DYNAMIC)
            status = padded(at, d, low[d], high[d], &out->v[d]);
    }
    return status;
}

static grn_status pad_eval(grn_exec *x, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    static const int64_t interior[GRN_MAX_RANK] = {0};
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_tensor *value = grn_onnx_given(op, 2) ? &x->operands[2].tensor : NULL;
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK];
    bool known;
    grn_dims shape = {.count = 0};
    grn_status status = pad_shape(&at, &shape);
    if (status == GRN_OK && value && grn_tensor_elements(value) != 1)
        status =
            grn_onnx_broken(&at, "ON-18", "the value has %" PRId64 " elements, expected 1", grn_tensor_elements(value));
    if (status == GRN_OK)
        status = read_pads(&at, shape.count, low, high, &known);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, shape.count, shape.v);
    if (status == GRN_OK)
        grn_eval_pad(&x->results[0].tensor, &x->operands[0].tensor, value ? value->data : zero, low, interior);
    return status;
}

/* ---- Range ----------------------------------------------------------------------------------- */

static grn_status range_types(const grn_op *op, grn_check *check)
{
    const grn_type *start = grn_operand_type(op, 0);
    for (size_t i = 1; i < op->noperands; i++)
        if (grn_operand_type(op, i)->element != start->element)
            return grn_tensor_broken(op, check, "ON-19", "start, limit and delta have different types, expected one");
    return GRN_OK;
}

static bool range_operand(const grn_onnx_at *at, size_t i, int64_t *out)
{
    if (at->check)
        return grn_constant_operand(at->op, i, out);
    *out = grn_hlo_integer_value(&at->x->operands[i].tensor);
    return true;
}

/* ceil((limit - start) / delta), no less than 0. */
static uint64_t steps_between(int64_t start, int64_t limit, int64_t delta)
{
    bool up = delta > 0;
    uint64_t length = up ? (uint64_t)limit - (uint64_t)start : (uint64_t)start - (uint64_t)limit;
    uint64_t step = up ? (uint64_t)delta : UINT64_C(0) - (uint64_t)delta;
    return (up ? start < limit : start > limit) ? (length - 1) / step + 1 : 0;
}

static bool is_float(const grn_op *op)
{
    return grn_dtype_class_of(grn_operand_type(op, 0)->element->dtype) == GRN_CLASS_FLOAT;
}

static double real_value(const grn_tensor *t) { return grn_scalar_load(t->dtype, t->data).f; }

/* Of floats: before the run the number is not known. */
static grn_status float_range_shape(const grn_onnx_at *at, grn_dims *out)
{
    if (at->check)
        return GRN_OK;
    const double start = real_value(&at->x->operands[0].tensor), limit = real_value(&at->x->operands[1].tensor),
                 delta = real_value(&at->x->operands[2].tensor), count = ceil((limit - start) / delta);
    if (delta == 0)
        return grn_onnx_broken(at, "ON-19", "delta is 0, expected any other number");
    if (!(count < 0x1p62))
        return grn_onnx_broken(at, "ON-19", "the range has more elements than can be counted");
    out->v[0] = count > 0 ? (int64_t)count : 0;
    return GRN_OK;
}

static grn_status range_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t start, limit, delta;
    *out = (grn_dims){.count = 1, .v = {GRN_DYNAMIC}};
    if (is_float(at->op))
        return float_range_shape(at, out);
    if (!range_operand(at, 2, &delta))
        return GRN_OK;
    if (delta == 0)
        return grn_onnx_broken(at, "ON-19", "delta is 0, expected any other number");
    if (!range_operand(at, 0, &start) || !range_operand(at, 1, &limit))
        return GRN_OK;
    uint64_t count = steps_between(start, limit, delta);
    if (count > INT64_MAX)
        return grn_onnx_broken(at, "ON-19", "the range has more elements than can be counted");
    out->v[0] = (int64_t)count;
    return GRN_OK;
}

static grn_status range_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_dims shape = {.count = 0};
    grn_status status = range_shape(&at, &shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, shape.count, shape.v);
    if (status != GRN_OK)
        return status;
    const grn_tensor *out = &x->results[0].tensor;
    if (is_float(op)) {
        const double first = real_value(&x->operands[0].tensor), step = real_value(&x->operands[2].tensor);
        for (int64_t i = 0; i < shape.v[0]; i++)
            grn_scalar_store(&(grn_scalar){.dtype = out->dtype, .f = first + (double)i * step}, out->dtype,
                             grn_tensor_at(out, i));
        return GRN_OK;
    }
    uint64_t start = (uint64_t)grn_hlo_integer_value(&x->operands[0].tensor);
    uint64_t delta = (uint64_t)grn_hlo_integer_value(&x->operands[2].tensor);
    for (int64_t i = 0; i < shape.v[0]; i++, start += delta) {
        grn_scalar v = {.dtype = GRN_I64};
        memcpy(&v.i, &start, sizeof v.i);
        grn_scalar_store(&v, out->dtype, grn_tensor_at(out, i));
    }
    return GRN_OK;
}

/* ---- NoValue: what stands where an operand is left out --------------------------------------- */

static grn_status no_value_eval(grn_exec *x, const grn_op *op)
{
    (void)x, (void)op; /* a none has no tensor, and it is not read */
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_ONNX_TYPED(pad)
GRN_ONNX_TYPED(range)

static bool is_none(const grn_type *t) { return t->kind == GRN_TYPE_NONE; }
static const grn_type_class none = {"none type", is_none};
static bool is_scalar_number(const grn_type *t)
{
    grn_dtype dtype = grn_type_is_tensor(t) && t->rank == 0 ? t->element->dtype : GRN_NO_DTYPE;
    return dtype == GRN_I16 || dtype == GRN_I32 || dtype == GRN_I64 || dtype == GRN_F16 || dtype == GRN_BF16 ||
           dtype == GRN_F32 || dtype == GRN_F64;
}
static const grn_type_class scalar_number = {
    "0D tensor of 16-bit, 32-bit or 64-bit signless integer, f16, bf16, f32 or "
    "f64 values",
    is_scalar_number};

#define DATA GRN_PORT("data", grn_is_ranked_tensor)
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_onnx_pad_ops[] = {
    GRN_ONNX_ROW("Pad", "puts elements around: constant, reflect, edge or wrap", "ON-18",
                 .operands = GRN_PORTS(DATA, GRN_PORT("pads", grn_onnx_list),
                                       GRN_PORT("constant_value", grn_onnx_tensor_or_none),
                                       GRN_PORT("axes", grn_onnx_index_list_or_none)),
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("mode", grn_attr_is_string)), .verify = pad_verify, .infer = pad_infer,
                 .eval = pad_eval),
    GRN_ONNX_ROW("Range", "numbers from start to limit in steps of delta", "ON-19",
                 .operands = GRN_PORTS(GRN_PORT("start", scalar_number), GRN_PORT("limit", scalar_number),
                                       GRN_PORT("delta", scalar_number)),
                 .verify = range_verify, .infer = range_infer, .eval = range_eval),
    GRN_ROW("onnx.NoValue", "stands for an input that is left out", "onnx-mlir, NoValue", GRN_NO_PORTS,
            GRN_PORTS(GRN_PORT("none_val", none)), GRN_ATTRS(GRN_MAY_HAVE("value", grn_attr_is_unit)),
            .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, .eval = no_value_eval),
    {.name = NULL},
};
