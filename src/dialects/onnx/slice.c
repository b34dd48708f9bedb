/*
 * slice.c - ONNX's parts of tensors, and tensors of parts.
 *
 *   ON-16  Slice: as many starts, ends, axes and steps; axes in range, none twice; no step is 0.
 *          Ends are cut to the tensor.
 *   ON-17  Concat: inputs of one element type, one rank and, beside axis, one extent
 */
#include "dialects/onnx/onnx.h"

#include <inttypes.h>

/* ---- Slice ----------------------------------------------------------------------------------- */

typedef struct slicing {
    grn_onnx_integers start, end, axes, step;
} slicing;

static grn_status read_slicing(const grn_onnx_at *at, slicing *s)
{
    grn_status status = grn_onnx_read(at, 1, &s->start);
    if (status == GRN_OK)
        status = grn_onnx_read(at, 2, &s->end);
    if (status == GRN_OK)
        status = grn_onnx_read_or(at, 3, s->start.count, 0, 1, &s->axes);
    return status == GRN_OK ? grn_onnx_read_or(at, 4, s->start.count, 1, 0, &s->step) : status;
}

static grn_status slicing_rules(const grn_onnx_at *at, int32_t rank, slicing *s)
{
    const struct {
        const char *name;
        const grn_onnx_integers *list;
    } lists[] = {{"ends", &s->end}, {"axes", &s->axes}, {"steps", &s->step}};
    for (size_t i = 0; i < GRN_COUNT(lists); i++)
        if (!grn_stablehlo_dim_agrees(lists[i].list->count, s->start.count))
            return grn_onnx_broken(at, "ON-16", "%s has %" PRId64 " entries, expected %" PRId64 ", as many as starts",
                                   lists[i].name, lists[i].list->count, s->start.count);
    for (int64_t k = 0; s->step.known && k < s->step.count; k++)
        if (s->step.v[k] == 0)
            return grn_onnx_broken(at, "ON-16", "steps[%" PRId64 "] is 0, expected any other number", k);
    return grn_onnx_axes(at, "ON-16", rank, &s->axes);
}

static int64_t clamp(int64_t v, int64_t low, int64_t high) { return v > high ? high : v < low ? low : v; }

/* The first element taken and how many, of a dimension of `extent`. */
static void cut(int64_t extent, int64_t start, int64_t end, int64_t step, int64_t *first, int64_t *count)
{
    int64_t last = step > 0 ? extent : extent - 1;
    start = clamp(start < 0 ? start + extent : start, 0, last);
    end = clamp(end < 0 ? end + extent : end, step > 0 ? 0 : -1, last);
    int64_t length = end - start;
    *first = start;
    bool any = extent > 0 && (step > 0 ? length > 0 : length < 0);
    *count = any ? length / step + (length % step != 0) : 0;
}

static grn_status slice_shape(const grn_onnx_at *at, grn_dims *out)
{
    slicing s;
    int64_t first;
    grn_dims in = *out = grn_onnx_extents(at, 0);
    grn_status status = read_slicing(at, &s);
    if (status == GRN_OK)
        status = slicing_rules(at, in.count, &s);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < in.count && !s.axes.known; d++)
        out->v[d] = GRN_DYNAMIC;
    for (int64_t k = 0; s.axes.known && k < s.axes.count; k++) {
        int64_t d = s.axes.v[k];
        if (s.start.known && s.end.known && s.step.known && in.v[d] != GRN_DYNAMIC)
            cut(in.v[d], s.start.v[k], s.end.v[k], s.step.v[k], &first, &out->v[d]);
        else
            out->v[d] = GRN_DYNAMIC;
    }
    return GRN_OK;
}

static grn_status slice_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_tensor view = x->operands[0].tensor;
    slicing s;
    int64_t offset = 0;
    grn_status status = read_slicing(&at, &s);
    if (status == GRN_OK)
        status = slicing_rules(&at, view.rank, &s);
    bool empty = grn_tensor_elements(&view) == 0; /* then a product of extents and strides need not fit */
    for (int64_t k = 0; status == GRN_OK && k < s.axes.count; k++) {
        int64_t d = s.axes.v[k], first;
        cut(view.shape[d], s.start.v[k], s.end.v[k], s.step.v[k], &first, &view.shape[d]);
        if (empty)
            continue;
        offset += first * view.stride[d];
        if (view.shape[d] > 1)
            view.stride[d] *= s.step.v[k];
    }
    if (status == GRN_OK && grn_tensor_elements(&view) > 0)
        view.data = grn_tensor_at(&view, offset);
    return status == GRN_OK ? grn_hlo_share_result(x, 0, 0, &view) : status;
}

/* ---- Concat ---------------------------------------------------------------------------------- */

static grn_status concat_types(const grn_op *op, grn_check *check)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    if (op->noperands == 0)
        return grn_op_fail(op, check, "expected 1 or more operands, but found 0");
    const grn_type *first = grn_operand_type(op, 0);
    for (size_t i = 1; i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        if (t->element != first->element || t->rank != first->rank)
            return grn_tensor_broken(op, check, "ON-17", "operand #%zu is '%s', expected the elements and rank of '%s'",
                                     i, grn_type_text(t, have, sizeof have), grn_type_text(first, want, sizeof want));
    }
    return GRN_OK;
}

static grn_status concat_axis(const grn_onnx_at *at, int32_t rank, int64_t *axis)
{
    int64_t written = grn_op_integer(at->op, "axis", 0);
    *axis = written < 0 ? written + rank : written;
    if (*axis >= 0 && *axis < rank)
        return GRN_OK;
    return grn_onnx_broken(at, "ON-1", "axis is %" PRId64 ", accepted range is [%" PRId32 ", %" PRId32 "]", written,
                           -rank, rank - 1);
}

/* One more input: the others' extents, and its own after theirs along axis. */
static grn_status append(const grn_onnx_at *at, size_t i, int64_t axis, grn_dims *out)
{
    grn_dims in = grn_onnx_extents(at, i);
    for (int32_t d = 0; d < out->count; d++) {
        if (d == axis && (out->v[d] == GRN_DYNAMIC || in.v[d] == GRN_DYNAMIC))
            out->v[d] = GRN_DYNAMIC;
        else if (d == axis && !grn_add_i64(out->v[d], in.v[d], &out->v[d]))
            return grn_onnx_broken(at, "ON-17",
                                   "the inputs have more elements along dimension %" PRId32 " than can be counted", d);
        else if (d != axis && !grn_stablehlo_dim_agrees(out->v[d], in.v[d]))
            return grn_onnx_broken(at, "ON-17",
                                   "operand #%zu has %" PRId64 " elements along dimension %" PRId32
                                   ", expected %" PRId64 ", as the others have",
                                   i, in.v[d], d, out->v[d]);
        else if (d != axis && out->v[d] == GRN_DYNAMIC)
            out->v[d] = in.v[d];
    }
    return GRN_OK;
}

static grn_status concat_shape(const grn_onnx_at *at, grn_dims *out)
{
    int64_t axis = 0;
    *out = grn_onnx_extents(at, 0);
    grn_status status = concat_axis(at, out->count, &axis);
    for (size_t i = 1; status == GRN_OK && i < at->op->noperands; i++)
        status = append(at, i, axis, out);
    return status;
}

static grn_status concat_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    grn_hlo_values inputs;
    grn_dims shape = {.count = 0};
    int64_t axis = 0;
    grn_status status = concat_shape(&at, &shape);
    if (status == GRN_OK)
        status = concat_axis(&at, shape.count, &axis);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, shape.count, shape.v);
    if (status != GRN_OK)
        return status;
    status = grn_hlo_values_begin(x, op, op->noperands, &inputs);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        inputs.tensor[i] = x->operands[i].tensor;
    if (status == GRN_OK)
        grn_eval_concatenate(&x->results[0].tensor, op->noperands, inputs.tensor, (int32_t)axis);
    grn_hlo_values_end(&inputs);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

GRN_ONNX_INFERRED(slice)
GRN_ONNX_TYPED(concat)

#define DATA GRN_PORT("data", grn_is_ranked_tensor)
#define INDEX_LIST(name) GRN_PORT(name, grn_onnx_index_list)
static const grn_port results[] = {GRN_PORT("output", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_onnx_slice_ops[] = {
    GRN_ONNX_ROW("Slice", "takes elements from starts to ends in steps", "ON-16",
                 .operands = GRN_PORTS(DATA, INDEX_LIST("starts"), INDEX_LIST("ends"),
                                       GRN_PORT("axes", grn_onnx_index_list_or_none),
                                       GRN_PORT("steps", grn_onnx_index_list_or_none)),
                 .verify = slice_verify, .infer = slice_infer, .eval = slice_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Concat", "joins tensors along axis", "ON-1, ON-17",
                 .operands = GRN_PORTS(GRN_PORT_ANY("inputs", grn_is_ranked_tensor)),
                 .attrs = GRN_ATTRS(GRN_NEEDS("axis", grn_onnx_is_si64)), .verify = concat_verify,
                 .infer = concat_infer, .eval = concat_eval),
    {.name = NULL},
};
