/* check.c - a spec against its tensors: shapes, element types, memory. */
#include <inttypes.h>

#include "segments/segments.h"

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

static grn_status read_inputs(const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag,
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
    status = grn_segment_check_fields(spec, diag);
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

void grn_segment_drop_strides(grn_tensor *t)
{
    const bool empty = grn_tensor_elements(t) == 0;
    for (int32_t d = 0; d < t->rank; d++)
        if (empty || t->shape[d] == 1)
            t->stride[d] = 0;
}

grn_status grn_segment_read_result(const grn_tensor *result, const char *name, const grn_diag *diag,
                                   grn_segment_problem *out)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_check_view(result, name, diag);
    if (status != GRN_OK)
        return status;
    if (result->dtype != out->data.dtype)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has element type %s, it must be data's, %s", name,
                        grn_dtype_text(result->dtype), grn_dtype_text(out->data.dtype));
    if (grn_segment_is_ids(out->spec.form) && !grn_segment_is_per_entry(out->spec.op) && result->rank == out->data.rank)
        out->nsegments = result->shape[out->spec.axis];
    result_shape(out, shape);
    grn_view_copy(&out->result, result);
    status = grn_check_same_shape(result, name, out->data.rank, shape, diag);
    if (status == GRN_OK)
        grn_segment_drop_strides(&out->result);
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
    grn_segment_drop_strides(&out->arg);
    out->has_arg = true;
    return status == GRN_OK ? check_arg_numbers(out, diag) : status;
}

/* Data, segments and weights. */
grn_status grn_segment_read_sources(const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag,
                                    grn_segment_problem *out)
{
    grn_status status = read_inputs(spec, t, diag, out);
    if (status == GRN_OK)
        status = read_weights(t->weights, diag, out);
    if (status == GRN_OK)
        status = grn_segment_check_dtype(spec, out->data.dtype, diag);
    if (status == GRN_OK)
        status = grn_segment_check_weights(spec, out->data.dtype, out->has_weights, diag);
    if (status != GRN_OK)
        return status;
    grn_segment_drop_strides(&out->data);
    grn_segment_drop_strides(&out->segments);
    if (out->has_weights)
        grn_segment_drop_strides(&out->weights);
    return GRN_OK;
}

grn_status grn_segment_read(const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag,
                            grn_segment_problem *out)
{
    grn_status status = grn_segment_read_sources(spec, t, diag, out);
    if (status == GRN_OK)
        status = grn_segment_read_result(t->result, "result", diag, out);
    if (status == GRN_OK)
        status = grn_check_places(t->result, "result", diag);
    return status == GRN_OK ? read_arg(t->arg, diag, out) : status;
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
    return grn_segment_read(spec, tensors, diag, &p);
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
        status = read_inputs(spec, tensors, diag, &p);
    if (status == GRN_OK)
        status = grn_segment_check_dtype(spec, p.data.dtype, diag);
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
