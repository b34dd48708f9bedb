/* check.c - a spec against its tensors: what each field goes with, and the shapes. */
#include <float.h>
#include <inttypes.h>

#include "segments/segments.h"

/* ---- names ----------------------------------------------------------------------------------- */

const char *grn_segment_op_text(grn_segment_op op)
{
    static const char *const text[] = {
#define TEXT(name, text) text,
        GRN_SEGMENT_OPS(TEXT)
#undef TEXT
    };
    return (unsigned)op < GRN_COUNT(text) ? text[op] : "unknown";
}

const char *grn_segment_form_text(grn_segment_form form)
{
    static const char *const text[] = {
#define TEXT(name, text) text,
        GRN_SEGMENT_FORMS(TEXT)
#undef TEXT
    };
    return (unsigned)form < GRN_COUNT(text) ? text[form] : "unknown";
}

bool grn_segment_is_per_entry(grn_segment_op op) { return op == GRN_SEGMENT_SOFTMAX || op == GRN_SEGMENT_LOG_SOFTMAX; }

bool grn_segment_is_fused(grn_segment_op op)
{
    return grn_segment_is_per_entry(op) || op == GRN_SEGMENT_LOGSUMEXP || op == GRN_SEGMENT_STD;
}

bool grn_segment_is_ids(grn_segment_form form) { return form == GRN_SEGMENT_IDS || form == GRN_SEGMENT_SORTED_IDS; }

/* ---- the spec -------------------------------------------------------------------------------- */

static grn_status check_choices(const grn_segment_spec *spec, const grn_diag *diag)
{
    const struct {
        const char *name;
        int value, count;
    } choices[] = {
        {"op", (int)spec->op, GRN_SEGMENT_OP_COUNT},
        {"form", (int)spec->form, GRN_SEGMENT_FORM_COUNT},
        {"ids", (int)spec->ids, GRN_SEGMENT_IDS_RULE_COUNT},
        {"start", (int)spec->start, GRN_SEGMENT_START_COUNT},
        {"empty", (int)spec->empty, GRN_SEGMENT_EMPTY_COUNT},
        {"divisor", (int)spec->divisor, GRN_SEGMENT_DIVISOR_COUNT},
        {"nan", (int)spec->nan, GRN_SEGMENT_NAN_COUNT},
        {"rounding", (int)spec->rounding, GRN_SEGMENT_ROUNDING_COUNT},
    };
    for (size_t i = 0; i < GRN_COUNT(choices); i++)
        if (choices[i].value < 0 || choices[i].value >= choices[i].count)
            return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.%s is %d, it must be one of the %d there are",
                            choices[i].name, choices[i].value, choices[i].count);
    return GRN_OK;
}

static grn_status check_numbers(const grn_segment_spec *spec, const grn_diag *diag)
{
    if (spec->form == GRN_SEGMENT_CONSTANT && spec->length < 1)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.length is %" PRId64 ", it must be 1 or more",
                        spec->length);
    if (grn_segment_is_ids(spec->form) && spec->nsegments < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.nsegments is %" PRId64 ", it must be 0 or more",
                        spec->nsegments);
    if (grn_segment_is_fused(spec->op) && !(spec->eps >= 0 && spec->eps <= DBL_MAX))
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.eps is %g, it must be 0 or more and finite",
                        spec->eps);
    if (spec->op == GRN_SEGMENT_STD && spec->correction < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "spec.correction is %" PRId64 ", it must be 0 or more",
                        spec->correction);
    return GRN_OK;
}

static grn_status check_dtype(const grn_segment_spec *spec, grn_dtype dtype, const grn_diag *diag)
{
    const bool real = dtype == GRN_F16 || dtype == GRN_BF16 || dtype == GRN_F32 || dtype == GRN_F64;
    const bool integer = grn_dtype_is_integer(dtype) && grn_dtype_bits(dtype) >= 8;
    const bool takes =
        real || (!grn_segment_is_fused(spec->op) && (integer || (dtype == GRN_I1 && spec->op != GRN_SEGMENT_MEAN)));
    if (!takes)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE,
                        "data has element type %s, a segment %s takes f16, bf16, f32 and f64%s", grn_dtype_text(dtype),
                        grn_segment_op_text(spec->op),
                        grn_segment_is_fused(spec->op) ? ""
                        : spec->op == GRN_SEGMENT_MEAN ? ", and integers of 8 bits and more"
                                                       : ", integers of 8 bits and more, and i1");
    if (spec->empty == GRN_SEGMENT_EMPTY_NAN && !real)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "spec.empty is NaN, which %s does not have",
                        grn_dtype_text(dtype));
    return GRN_OK;
}

static grn_status check_weights_field(const grn_segment_spec *spec, grn_dtype dtype, bool has_weights,
                                      const grn_diag *diag)
{
    const bool sums = spec->op == GRN_SEGMENT_SUM || spec->op == GRN_SEGMENT_MEAN;
    if (has_weights && !sums)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "weights are given, which a segment %s does not have",
                        grn_segment_op_text(spec->op));
    if (has_weights && grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "weights are given with data of element type %s, not a float",
                        grn_dtype_text(dtype));
    if (spec->op == GRN_SEGMENT_MEAN && spec->divisor != GRN_SEGMENT_BY_COUNT && !has_weights)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "weights are NULL, spec.divisor is made of them");
    if (grn_segment_is_fused(spec->op) && spec->start != GRN_SEGMENT_START_IDENTITY)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED,
                        "spec.start is %d, a segment %s begins with nothing: it is GRN_SEGMENT_START_IDENTITY",
                        (int)spec->start, grn_segment_op_text(spec->op));
    return GRN_OK;
}

grn_status grn_segment_check_spec(const grn_segment_spec *spec, grn_dtype dtype, bool has_weights, const grn_diag *diag)
{
    grn_status status = check_choices(spec, diag);
    if (status == GRN_OK)
        status = check_numbers(spec, diag);
    if (status == GRN_OK)
        status = check_dtype(spec, dtype, diag);
    return status == GRN_OK ? check_weights_field(spec, dtype, has_weights, diag) : status;
}

/* ---- data and segments ----------------------------------------------------------------------- */

static grn_status read_axis(const grn_segment_spec *spec, const grn_tensor *data, const grn_diag *diag,
                            grn_segment_problem *out)
{
    const int32_t axis = spec->axis < 0 ? spec->axis + data->rank : spec->axis;
    if (axis < 0 || axis >= data->rank)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "spec.axis is %" PRId32 ", it must name one of data's %" PRId32 " dimensions", spec->axis,
                        data->rank);
    out->spec.axis = axis;
    out->nentries = data->shape[axis];
    return GRN_OK;
}

static grn_status check_segments_shape(const grn_segment_problem *p, const grn_tensor *segments, const grn_diag *diag)
{
    const int32_t axis = p->spec.axis;
    int64_t right[GRN_MAX_RANK];
    if (segments->rank == 1)
        return GRN_OK;
    if (segments->rank != axis + 1)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "segments has rank %" PRId32 ", it must be 1, or %" PRId32 " with data's dimensions before "
                        "the axis",
                        segments->rank, axis + 1);
    for (int32_t d = 0; d < axis; d++)
        right[d] = p->data.shape[d];
    right[axis] = segments->shape[axis];
    return grn_check_same_shape(segments, "segments", axis + 1, right, diag);
}

/* How many segments the extent of `segments` stands for. */
static grn_status count_segments(grn_segment_problem *p, const grn_diag *diag)
{
    const int64_t extent = p->segments.shape[p->segments.rank - 1];
    if (grn_segment_is_ids(p->spec.form) && extent != p->nentries)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "segments has %" PRId64 " ids, it must have one for each of the %" PRId64 " entries of data",
                        extent, p->nentries);
    if (p->spec.form == GRN_SEGMENT_OFFSETS && extent < 1)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "segments has no offset, it must have 1 or more");
    p->nsegments = grn_segment_is_ids(p->spec.form)      ? p->spec.nsegments
                   : p->spec.form == GRN_SEGMENT_OFFSETS ? extent - 1
                                                         : extent;
    return GRN_OK;
}

static grn_status read_segments(const grn_tensor *segments, const grn_diag *diag, grn_segment_problem *out)
{
    if (out->spec.form == GRN_SEGMENT_CONSTANT) {
        if (segments != NULL)
            return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "segments is given, of a constant length it is NULL");
        if (out->nentries % out->spec.length != 0)
            return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                            "data has %" PRId64 " entries, spec.length %" PRId64 " must divide them", out->nentries,
                            out->spec.length);
        out->nsegments = out->nentries / out->spec.length;
        return GRN_OK;
    }
    grn_status status = grn_check_view(segments, "segments", diag);
    if (status == GRN_OK)
        status = grn_check_index_dtype(segments, "segments", diag);
    if (status == GRN_OK)
        status = check_segments_shape(out, segments, diag);
    if (status != GRN_OK)
        return status;
    grn_view_copy(&out->segments, segments);
    out->by_position = segments->rank > 1;
    return count_segments(out, diag);
}

grn_status grn_segment_read_inputs(const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag,
                                   grn_segment_problem *out)
{
    grn_status status = grn_check_given(spec, "spec", diag);
    if (status == GRN_OK)
        status = grn_check_given(t, "tensors", diag);
    if (status == GRN_OK)
        status = grn_check_view(t->data, "data", diag);
    if (status != GRN_OK)
        return status;
    out->spec = *spec;
    out->has_weights = out->has_arg = out->by_position = false;
    out->segments.rank = 0;
    grn_view_copy(&out->data, t->data);
    status = check_choices(spec, diag);
    if (status == GRN_OK)
        status = check_numbers(spec, diag);
    if (status == GRN_OK)
        status = read_axis(spec, t->data, diag, out);
    return status == GRN_OK ? read_segments(t->segments, diag, out) : status;
}

/* ---- weights, result, arg -------------------------------------------------------------------- */

static grn_status read_weights(const grn_tensor *weights, const grn_diag *diag, grn_segment_problem *out)
{
    if (weights == NULL)
        return GRN_OK;
    grn_status status = grn_check_view(weights, "weights", diag);
    if (status != GRN_OK)
        return status;
    if (weights->dtype != out->data.dtype)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "weights has element type %s, it must be data's, %s",
                        grn_dtype_text(weights->dtype), grn_dtype_text(out->data.dtype));
    if (weights->rank <= out->spec.axis || weights->rank > out->data.rank)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                        "weights has rank %" PRId32 ", it must be %" PRId32 " to %" PRId32
                        ": data's dimensions up to the axis and as many more as it varies along",
                        weights->rank, out->spec.axis + 1, out->data.rank);
    grn_view_copy(&out->weights, weights);
    out->has_weights = true;
    return grn_check_same_shape(weights, "weights", weights->rank, out->data.shape, diag);
}

static void result_shape(const grn_segment_problem *p, int64_t *shape)
{
    for (int32_t d = 0; d < p->data.rank; d++)
        shape[d] = p->data.shape[d];
    if (!grn_segment_is_per_entry(p->spec.op))
        shape[p->spec.axis] = p->nsegments;
}

static grn_status read_result(const grn_tensor *result, const grn_diag *diag, grn_segment_problem *out)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_check_view(result, "result", diag);
    if (status != GRN_OK)
        return status;
    if (result->dtype != out->data.dtype)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "result has element type %s, it must be data's, %s",
                        grn_dtype_text(result->dtype), grn_dtype_text(out->data.dtype));
    if (grn_segment_is_ids(out->spec.form) && !grn_segment_is_per_entry(out->spec.op) && result->rank == out->data.rank)
        out->nsegments = result->shape[out->spec.axis];
    result_shape(out, shape);
    status = grn_check_same_shape(result, "result", out->data.rank, shape, diag);
    if (status == GRN_OK)
        status = grn_check_places(result, "result", diag);
    grn_view_copy(&out->result, result);
    return status;
}

static grn_status check_arg_numbers(const grn_segment_problem *p, const grn_diag *diag)
{
    const int64_t empty = p->spec.arg_of_empty;
    if (p->arg.dtype == GRN_I32 && (p->nentries > INT32_MAX || empty != (int32_t)empty))
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT,
                        "arg has element type i32, which does not hold %s %" PRId64 "; i64 does",
                        p->nentries > INT32_MAX ? "the last entry of" : "spec.arg_of_empty,",
                        p->nentries > INT32_MAX ? p->nentries : empty);
    return GRN_OK;
}

static grn_status read_arg(const grn_tensor *arg, const grn_diag *diag, grn_segment_problem *out)
{
    if (arg == NULL)
        return GRN_OK;
    grn_status status = grn_check_view(arg, "arg", diag);
    if (status != GRN_OK)
        return status;
    if (out->spec.op != GRN_SEGMENT_MIN && out->spec.op != GRN_SEGMENT_MAX)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "arg is given, which a segment %s does not have",
                        grn_segment_op_text(out->spec.op));
    if (arg->dtype != GRN_I32 && arg->dtype != GRN_I64)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "arg has element type %s, it must be i32 or i64",
                        grn_dtype_text(arg->dtype));
    status = grn_check_same_shape(arg, "arg", out->result.rank, out->result.shape, diag);
    if (status == GRN_OK)
        status = grn_check_places(arg, "arg", diag);
    grn_view_copy(&out->arg, arg);
    out->has_arg = true;
    return status == GRN_OK ? check_arg_numbers(out, diag) : status;
}

/* Strides that say nothing, of views without elements and of dimensions of extent 1, may be any. */
static void drop_strides(grn_tensor *t)
{
    const bool empty = grn_tensor_elements(t) == 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (empty || t->shape[d] == 1)
            t->stride[d] = 0;
}

grn_status grn_segment_read(const grn_segment_spec *spec, const grn_segment_tensors *t, bool wants_result,
                            const grn_diag *diag, grn_segment_problem *out)
{
    grn_status status = grn_segment_read_inputs(spec, t, diag, out);
    if (status == GRN_OK)
        status = read_weights(t->weights, diag, out);
    if (status == GRN_OK)
        status = grn_segment_check_spec(spec, out->data.dtype, out->has_weights, diag);
    if (status == GRN_OK && wants_result)
        status = read_result(t->result, diag, out);
    if (status == GRN_OK && wants_result)
        status = read_arg(t->arg, diag, out);
    grn_tensor *const views[] = {&out->data, &out->segments, out->has_weights ? &out->weights : NULL,
                                 wants_result ? &out->result : NULL, out->has_arg ? &out->arg : NULL};
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(views); i++)
        if (views[i] != NULL)
            drop_strides(views[i]);
    return status;
}

/* ---- memory ---------------------------------------------------------------------------------- */

grn_status grn_segment_check_memory(const grn_segment_problem *p, const grn_diag *diag)
{
    const struct {
        const char *name;
        const grn_tensor *view;
        bool given, written;
    } all[] = {
        {"data", &p->data, true, false},
        {"segments", &p->segments, p->segments.rank > 0, false},
        {"weights", &p->weights, p->has_weights, false},
        {"result", &p->result, true, true},
        {"arg", &p->arg, p->has_arg, true},
    };
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(all); i++)
        if (all[i].given)
            status = grn_check_data(all[i].view, all[i].name, diag);
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        for (size_t k = 0; status == GRN_OK && all[i].given && all[i].written && k < i; k++)
            if (all[k].given)
                status = grn_check_alias(all[i].view, all[k].view, all[k].name, diag);
    return status;
}

/* ---- the public calls ------------------------------------------------------------------------ */

grn_status grn_segment_check(const grn_segment_spec *spec, const grn_segment_tensors *tensors, const grn_diag *diag)
{
    grn_segment_problem p;
    return grn_segment_read(spec, tensors, true, diag, &p);
}

grn_status grn_segment_shape(const grn_segment_spec *spec, const grn_segment_tensors *tensors, const grn_diag *diag,
                             int32_t *rank, int64_t *shape)
{
    grn_segment_problem p;
    int64_t out[GRN_MAX_RANK], elements, bytes;
    grn_status status = grn_check_given(rank, "rank", diag);
    if (status == GRN_OK)
        status = grn_check_given(shape, "shape", diag);
    if (status == GRN_OK)
        status = grn_segment_read_inputs(spec, tensors, diag, &p);
    if (status == GRN_OK)
        status = check_dtype(spec, p.data.dtype, diag);
    if (status != GRN_OK)
        return status;
    result_shape(&p, out);
    if (!grn_shape_elements(p.data.rank, out, &elements) ||
        !grn_mul_i64(elements, (int64_t)grn_dtype_bytes(p.data.dtype), &bytes))
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "the result has more bytes than can be counted");
    *rank = p.data.rank;
    for (int32_t d = 0; d < p.data.rank; d++)
        shape[d] = out[d];
    return GRN_OK;
}

grn_status grn_segment_count(const grn_tensor *ids, const grn_diag *diag, int64_t *nsegments)
{
    grn_walk w;
    int64_t largest = -1;
    grn_status status = grn_check_given(nsegments, "nsegments", diag);
    if (status == GRN_OK)
        status = grn_check_view(ids, "ids", diag);
    if (status == GRN_OK)
        status = grn_check_index_dtype(ids, "ids", diag);
    if (status == GRN_OK)
        status = grn_check_data(ids, "ids", diag);
    if (status != GRN_OK)
        return status;
    for (grn_walk_init(&w, ids->rank, ids->shape, 1, (const int64_t *[]){ids->stride}); w.more; grn_walk_next(&w)) {
        const int64_t id = grn_index_load(ids->dtype, grn_tensor_at(ids, w.offset[0]));
        largest = id > largest ? id : largest;
    }
    if (largest == INT64_MAX)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT, "an id is %" PRId64 " or more, one more cannot be counted",
                        largest);
    *nsegments = largest + 1;
    return GRN_OK;
}
