/*
 * part.c - ONNX's operators that cut tensors, repeat them and make them.
 *
 *   ON-27  Flatten: axis from 0 up to the rank, or counted from the end
 *   ON-28  Split: axis is in range; the parts are as long as the dimension, or, where they are not
 *          told, equal but for a last
 * one ON-29  Tile: a number for each dimension, none below 0 ON-30  OneHot: depth is one number, values are two: off and on;
 * axis is in range of one dimension more ON-31  ConstantOfShape: no extent below 0; value is a
 *                                               tensor of one element
 */
#include "dialects/common/index_forms.h"
#include "dialects/onnx/calc.h"

#include <inttypes.h>

static int64_t product_of(const grn_dims *in, int32_t from, int32_t end)
{
    int64_t n = 1;
    for (int32_t d = from; d < end; d++)
        if (in->v[d] == GRN_DYNAMIC || !grn_mul_i64(n, in->v[d], &n))
            return GRN_DYNAMIC;
    return n;
}

/* ---- Flatten --------------------------------------------------------------------------------- */

static grn_status flatten_shape(const grn_onnx_at *at, grn_dims *out)
{
    const grn_dims in = grn_onnx_extents(at, 0);
    const int64_t written = grn_op_integer(at->op, "axis", 1), axis = written < 0 ? written + in.count : written;
    if (axis < 0 || axis > in.count)
        return grn_onnx_broken(at, "ON-27", "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]",
                               written, -in.count, in.count);
    *out = (grn_dims){.count = 2, .v = {product_of(&in, 0, (int32_t)axis), product_of(&in, (int32_t)axis, in.count)}};
    return GRN_OK;
}
GRN_ONNX_INFERRED(flatten)

static grn_status flatten_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_dims shape;
    grn_calc c;
    grn_calc_begin(&c, x, op);
    c.status = flatten_shape(&at, &shape);
    const grn_calc_value out =
        c.status == GRN_OK ? grn_calc_reshape(&c, grn_calc_operand(&c, 0), shape.count, shape.v) : NULL;
    return grn_calc_end(&c, 1, &out);
}

/* ---- Split ----------------------------------------------------------------------------------- */

/* The extents of the parts along *axis: GRN_DYNAMIC where one is not known. */
static grn_status read_parts(const grn_onnx_at *at, int64_t *axis, int64_t *parts)
{
    const grn_dims in = grn_onnx_extents(at, 0);
    const int64_t written = grn_op_integer(at->op, "axis", 0), n = (int64_t)at->op->nresults;
    grn_onnx_integers split = {.known = false};
    *axis = written < 0 ? written + in.count : written;
    if (*axis < 0 || *axis >= in.count)
        return grn_onnx_broken(at, "ON-28", "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]",
                               written, -in.count, in.count - 1);
    if (n > GRN_ONNX_LIST || n < 1)
        return grn_onnx_broken(at, "ON-20", "has %" PRId64 " results, expected 1 to %d", n, GRN_ONNX_LIST);
    grn_status status = grn_onnx_given(at->op, 1) ? grn_onnx_read(at, 1, &split) : GRN_OK;
    if (status != GRN_OK)
        return status;
    const int64_t extent = in.v[*axis], each = extent == GRN_DYNAMIC ? GRN_DYNAMIC : extent / n + (extent % n != 0);
    int64_t sum = 0;
    for (int64_t k = 0; k < n; k++) {
        const int64_t left = extent == GRN_DYNAMIC ? 0 : extent - k * each;
        parts[k] = extent == GRN_DYNAMIC ? GRN_DYNAMIC : left < 0 ? 0 : left < each ? left : each;
    }
    if (!grn_onnx_given(at->op, 1))
        return GRN_OK;
    if (split.count != n && split.count != GRN_DYNAMIC)
        return grn_onnx_broken(at, "ON-28", "split has %" PRId64 " entries, expected %" PRId64 ", one for each result",
                               split.count, n);
    for (int64_t k = 0; k < n; k++) {
        parts[k] = split.known ? split.v[k] : GRN_DYNAMIC;
        if (split.known && (parts[k] < 0 || !grn_add_i64(sum, parts[k], &sum)))
            return grn_onnx_broken(at, "ON-28", "split[%" PRId64 "] is %" PRId64 ", expected a length", k, parts[k]);
    }
    if (split.known && extent != GRN_DYNAMIC && sum != extent)
        return grn_onnx_broken(at, "ON-28", "the parts have %" PRId64 " elements together, the dimension has %" PRId64,
                               sum, extent);
    return GRN_OK;
}

static grn_status split_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t axis, parts[GRN_ONNX_LIST];
    *out = grn_onnx_extents(at, 0);
    return read_parts(at, &axis, parts);
}
static grn_status split_verify(const grn_op *op, grn_check *check) { return grn_onnx_verify(split_shape, op, check); }

static grn_status split_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_onnx_at at = {.op = op, .check = check};
    const grn_type *in = grn_operand_type(op, 0);
    int64_t axis, parts[GRN_ONNX_LIST], shape[GRN_MAX_RANK];
    grn_status status = read_parts(&at, &axis, parts);
    if (status != GRN_OK)
        return status;
    if (!grn_stablehlo_infer_count(check, out, op->nresults))
        return GRN_E_MEMORY;
    memcpy(shape, in->shape, (size_t)in->rank * sizeof *shape);
    for (size_t i = 0; i < op->nresults; i++) {
        shape[axis] = parts[i];
        out->types[i] = grn_type_tensor(check->scratch, in->element, in->rank, shape, NULL);
    }
    return GRN_OK;
}

static grn_status split_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    int64_t axis, parts[GRN_ONNX_LIST], from = 0;
    grn_status status = read_parts(&at, &axis, parts);
    const grn_tensor *in = &x->operands[0].tensor;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        grn_tensor view = *in;
        view.shape[axis] = parts[i];
        if (grn_tensor_elements(&view))
            view.data = grn_tensor_at(in, from * in->stride[axis]);
        from += parts[i];
        status = grn_hlo_share_result(x, i, 0, &view);
    }
    return status;
}

/* ---- Tile ------------------------------------------------------------------------------------ */

static grn_status tile_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_onnx_integers repeats;
    *out = grn_onnx_extents(at, 0);
    grn_status status = grn_onnx_read(at, 1, &repeats);
    if (status == GRN_OK && repeats.count != GRN_DYNAMIC && repeats.count != out->count)
        return grn_onnx_broken(at, "ON-29",
                               "repeats has %" PRId64 " entries, expected %" PRId32 ", one for each dimension",
                               repeats.count, out->count);
    for (int32_t d = 0; status == GRN_OK && d < out->count; d++) {
        if (!repeats.known || out->v[d] == GRN_DYNAMIC)
            out->v[d] = GRN_DYNAMIC;
        else if (repeats.v[d] < 0 || !grn_mul_i64(out->v[d], repeats.v[d], &out->v[d]))
            return grn_onnx_broken(at, "ON-29",
                                   "repeats[%" PRId32 "] is %" PRId64 ", expected a number that is not negative", d,
                                   repeats.v[d]);
    }
    return status;
}
GRN_ONNX_INFERRED(tile)

/* A copy with a dimension of repeats in front of each, which are joined. */
static grn_status tile_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_tensor *in = &x->operands[0].tensor;
    grn_dims shape;
    grn_walk w;
    grn_status status = tile_shape(&at, &shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, shape.count, shape.v);
    if (status != GRN_OK || grn_tensor_elements(&x->results[0].tensor) == 0)
        return status;
    const grn_tensor *out = &x->results[0].tensor;
    int64_t steps[GRN_MAX_RANK], jumps[GRN_MAX_RANK];
    for (int32_t d = 0; d < in->rank; d++) {
        steps[d] = shape.v[d] / in->shape[d];
        jumps[d] = in->shape[d] * out->stride[d];
    }
    for (grn_walk_init(&w, in->rank, steps, 1, (const int64_t *[]){jumps}); w.more; grn_walk_next(&w)) {
        grn_tensor part = *in;
        part.data = grn_tensor_at(out, w.offset[0]);
        memcpy(part.stride, out->stride, sizeof part.stride);
        grn_tensor_copy(&part, in);
    }
    return GRN_OK;
}

/* ---- OneHot ---------------------------------------------------------------------------------- */

static grn_status depth_of(const grn_onnx_at *at, int64_t *depth)
{
    const grn_tensor *t = at->check ? NULL : &at->x->operands[1].tensor;
    grn_onnx_integers list;
    *depth = GRN_DYNAMIC;
    if (t && grn_tensor_elements(t) != 1)
        return grn_onnx_broken(at, "ON-30", "depth has %" PRId64 " elements, expected 1", grn_tensor_elements(t));
    if (t)
        *depth = grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT ? (int64_t)grn_scalar_load(t->dtype, t->data).f
                                                                 : grn_hlo_integer_value(t);
    else if (grn_operand_type(at->op, 1)->rank == 1 && grn_operand_type(at->op, 1)->element->dtype == GRN_I64) {
        grn_status status = grn_onnx_read(at, 1, &list);
        if (status != GRN_OK || !list.known || list.count != 1)
            return status;
        *depth = list.v[0];
    } else if (!grn_constant_operand(at->op, 1, depth))
        *depth = GRN_DYNAMIC;
    if (*depth != GRN_DYNAMIC && *depth < 0)
        return grn_onnx_broken(at, "ON-30", "depth is %" PRId64 ", expected a number that is not negative", *depth);
    return GRN_OK;
}

static grn_status one_hot_axis(const grn_onnx_at *at, int32_t rank, int64_t *axis)
{
    const int64_t written = grn_op_integer(at->op, "axis", -1);
    *axis = written < 0 ? written + rank + 1 : written;
    if (*axis < 0 || *axis > rank)
        return grn_onnx_broken(at, "ON-30", "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]",
                               written, -rank - 1, rank);
    return rank < GRN_MAX_RANK ? GRN_OK
                               : grn_onnx_broken(at, "ON-30", "the result has more than %d dimensions", GRN_MAX_RANK);
}

static grn_status one_hot_shape(const grn_onnx_at *at, grn_dims *out)
{
    const grn_dims in = grn_onnx_extents(at, 0), values = grn_onnx_extents(at, 2);
    int64_t axis, depth;
    grn_status status = one_hot_axis(at, in.count, &axis);
    if (status == GRN_OK)
        status = depth_of(at, &depth);
    if (status == GRN_OK && (values.count != 1 || (values.v[0] != 2 && values.v[0] != GRN_DYNAMIC)))
        return grn_onnx_broken(at, "ON-30", "values are not two numbers, off and on");
    *out = (grn_dims){.count = in.count + 1};
    for (int32_t d = 0, from = 0; status == GRN_OK && d < out->count; d++)
        out->v[d] = d == axis ? depth : in.v[from++];
    return status;
}
static grn_status one_hot_verify(const grn_op *op, grn_check *check)
{
    return grn_onnx_verify(one_hot_shape, op, check);
}
static grn_status one_hot_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_onnx_infer_as(one_hot_shape, grn_operand_type(op, 2)->element, op, check, out);
}

/* A negative index counts from the end; one out of range is on nowhere. */
static grn_status one_hot_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_tensor *in = &x->operands[0].tensor, *values = &x->operands[2].tensor;
    grn_dims shape;
    grn_walk w;
    int64_t axis = 0, strides[GRN_MAX_RANK];
    grn_status status = one_hot_shape(&at, &shape);
    if (status == GRN_OK)
        status = one_hot_axis(&at, in->rank, &axis);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, shape.count, shape.v);
    if (status != GRN_OK)
        return status;
    const grn_tensor *out = &x->results[0].tensor;
    const size_t bytes = grn_dtype_bytes(out->dtype);
    const int64_t depth = shape.v[axis];
    grn_tensor_fill(out, values->data);
    for (int32_t d = 0; d < in->rank; d++)
        strides[d] = out->stride[d < axis ? d : d + 1];
    for (grn_walk_init(&w, in->rank, in->shape, 2, (const int64_t *[]){in->stride, strides}); w.more;
         grn_walk_next(&w)) {
        const void *p = grn_tensor_at(in, w.offset[0]);
        int64_t i = grn_dtype_class_of(in->dtype) == GRN_CLASS_FLOAT ? (int64_t)grn_scalar_load(in->dtype, p).f
                                                                     : grn_index_load(in->dtype, p);
        i += i < 0 ? depth : 0;
        if (i >= 0 && i < depth)
            memcpy(grn_tensor_at(out, w.offset[1] + i * out->stride[axis]), grn_tensor_at(values, values->stride[0]),
                   bytes);
    }
    return GRN_OK;
}

/* ---- ConstantOfShape ------------------------------------------------------------------------- */

static grn_status made_types(const grn_op *op, grn_check *check)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (value && (!grn_type_is_tensor(value->type) || grn_tensor_elements(&value->elements->tensor) != 1))
        return grn_tensor_broken(op, check, "ON-31", "value is no tensor of one element");
    return GRN_OK;
}

static grn_status made_shape(const grn_onnx_at *at, grn_dims *out)
{
    grn_onnx_integers list;
    grn_status status = grn_onnx_read(at, 0, &list);
    if (status != GRN_OK)
        return status;
    if (list.count != GRN_DYNAMIC && list.count > GRN_MAX_RANK)
        return grn_onnx_broken(at, "ON-31", "asks for %" PRId64 " dimensions, the largest rank is %d", list.count,
                               GRN_MAX_RANK);
    out->count = list.count == GRN_DYNAMIC ? -1 : (int32_t)list.count;
    for (int32_t d = 0; d < out->count; d++) {
        out->v[d] = list.known ? list.v[d] : GRN_DYNAMIC;
        if (list.known && list.v[d] < 0)
            return grn_onnx_broken(
                at, "ON-31", "input[%" PRId32 "] is %" PRId64 ", expected a size, which is not negative", d, list.v[d]);
    }
    return GRN_OK;
}

static grn_status made_verify(const grn_op *op, grn_check *check)
{
    grn_status status = made_types(op, check);
    return status == GRN_OK ? grn_onnx_verify(made_shape, op, check) : status;
}

static grn_status made_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *element = value ? value->type->element : grn_type_of_dtype(check->scratch, GRN_F32);
    return element ? grn_onnx_infer_as(made_shape, element, op, check, out) : GRN_E_MEMORY;
}

static grn_status made_eval(grn_exec *x, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_attr *value = grn_op_attr(op, "value");
    grn_dims shape;
    grn_status status = made_shape(&at, &shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, shape.count, shape.v);
    if (status == GRN_OK)
        grn_tensor_fill(&x->results[0].tensor, value ? value->elements->tensor.data : zero);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port one[] = {GRN_PORT("input", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_attr_def axis_attrs[] = {GRN_MAY_HAVE("axis", grn_onnx_is_si64), GRN_ATTRS_END};

const grn_op_def grn_onnx_part_ops[] = {
    GRN_ONNX_ROW("Flatten", "the same elements as a matrix", "ON-27", .operands = one, .attrs = axis_attrs,
                 .verify = flatten_verify, .infer = flatten_infer, .eval = flatten_eval, .work = GRN_WORK_OWN),
    GRN_ROW("onnx.Split", "cuts a tensor into parts along axis", "ONNX operators, Split, ON-28",
            GRN_PORTS(GRN_PORT("input", grn_is_ranked_tensor), GRN_PORT("split", grn_onnx_list_or_none)),
            GRN_PORTS(GRN_PORT_ANY("outputs", grn_is_ranked_tensor)),
            GRN_ATTRS(GRN_MAY_HAVE("axis", grn_onnx_is_si64), GRN_MAY_HAVE("num_outputs", grn_onnx_is_si64)),
            .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, .verify = split_verify, .infer = split_infer,
            .eval = split_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Tile", "repeats a tensor along its dimensions", "ON-29",
                 .operands = GRN_PORTS(GRN_PORT("input", grn_is_ranked_tensor), GRN_PORT("repeats", grn_onnx_list)),
                 .verify = tile_verify, .infer = tile_infer, .eval = tile_eval),
    GRN_ONNX_ROW("OneHot", "one value at the place that each index says, another elsewhere", "ON-30",
                 .operands = GRN_PORTS(GRN_PORT("indices", grn_onnx_numeric), GRN_PORT("depth", grn_onnx_numeric),
                                       GRN_PORT("values", grn_is_ranked_tensor)),
                 .attrs = axis_attrs, .verify = one_hot_verify, .infer = one_hot_infer, .eval = one_hot_eval),
    GRN_ONNX_ROW("ConstantOfShape", "a tensor of which every element is one value", "ON-31",
                 .operands = GRN_PORTS(GRN_PORT("input", grn_onnx_list)),
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("value", grn_attr_is_elements)), .verify = made_verify,
                 .infer = made_infer, .eval = made_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
