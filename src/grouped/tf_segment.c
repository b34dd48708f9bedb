/* tf_segment.c - tf.math.segment_* and unsorted_segment_*. */
#include <float.h>
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

#define ROW(name, operation, of_empty)                                                                                 \
    {                                                                                                                  \
        name, { .op = GRN_SEGMENT_##operation, .form = GRN_SEGMENT_SORTED_IDS, .empty = GRN_SEGMENT_EMPTY_##of_empty } \
    }
static const grn_grouped_word sorted[] = {ROW("sum", SUM, ZERO), ROW("mean", MEAN, ZERO), ROW("prod", PRODUCT, START),
                                          ROW("min", MIN, ZERO), ROW("max", MAX, ZERO),   {NULL, {.axis = 0}}};
#undef ROW
#define ROW(name, operation, of_empty, by)                                        \
    {                                                                             \
        name,                                                                     \
        {                                                                         \
            .op = GRN_SEGMENT_##operation, .ids = GRN_SEGMENT_IDS_DROP_NEGATIVE,  \
            .empty = GRN_SEGMENT_EMPTY_##of_empty, .divisor = GRN_SEGMENT_BY_##by \
        }                                                                         \
    }
static const grn_grouped_word unsorted[] = {ROW("sum", SUM, ZERO, COUNT),
                                            ROW("mean", MEAN, ZERO, COUNT),
                                            ROW("prod", PRODUCT, START, COUNT),
                                            ROW("min", MIN, START, COUNT),
                                            ROW("max", MAX, START, COUNT),
                                            ROW("sqrt_n", MEAN, ZERO, ROOT_SQUARES),
                                            {NULL, {.axis = 0}}};
#undef ROW

/* ---- ids ------------------------------------------------------------------------------------- */

static int64_t id_at(const grn_grouped_call *c, int64_t i)
{
    return grn_index_load(c->ids.dtype, grn_tensor_at(&c->ids, i * c->ids.stride[0]));
}

static grn_status report_sorted(const grn_grouped_call *c)
{
    const int64_t n = c->ids.shape[0];
    if (n > 0 && id_at(c, 0) < 0)
        return grn_fail(c->diag, grn_no_place, GRN_E_INDEX, "segment ids must be >= 0");
    for (int64_t i = 1; i < n; i++)
        if (id_at(c, i) < id_at(c, i - 1)) {
            const grn_status status = grn_fail(c->diag, grn_no_place, GRN_E_INDEX, "segment ids are not increasing");
            grn_note(c->diag, grn_no_place, "segment_ids: %" PRId64 " at [%" PRId64 "] behind %" PRId64, id_at(c, i), i,
                     id_at(c, i - 1));
            return status;
        }
    return GRN_OK;
}

static grn_status report_unsorted(const grn_grouped_call *c)
{
    for (int64_t i = 0; i < c->ids.shape[0]; i++)
        if (id_at(c, i) >= c->spec.nsegments)
            return grn_fail(c->diag, grn_no_place, GRN_E_INDEX,
                            "segment_ids[%" PRId64 "] = %" PRId64 " is out of range [0, %" PRId64 ")", i, id_at(c, i),
                            c->spec.nsegments);
    return GRN_OK;
}

static grn_status check_ids(const grn_grouped_call *c, bool short_too)
{
    const grn_dtype dtype = c->ids.dtype;
    if (dtype != GRN_I32 && dtype != GRN_I64 && !(short_too && dtype == GRN_I16))
        return grn_fail(c->diag, grn_no_place, GRN_E_DTYPE, "%s: segment_ids is %s; right: %si32 or i64", c->name,
                        grn_dtype_text(dtype), short_too ? "i16, " : "");
    return grn_grouped_along_first(c);
}

/* ---- sorted ---------------------------------------------------------------------------------- */

/* How many segments there are: the last id tells. */
static grn_status count_sorted(grn_grouped_call *c, int64_t *rows)
{
    const int64_t n = c->ids.shape[0];
    grn_status status = grn_check_data(&c->ids, "segment_ids", c->diag);
    if (status != GRN_OK)
        return status;
    *rows = n > 0 ? id_at(c, n - 1) : -1;
    if (*rows == INT64_MAX)
        return grn_fail(c->diag, grn_no_place, GRN_E_LIMIT, "%s: segment_ids ends on %" PRId64, c->name, *rows);
    *rows = n > 0 && *rows < 0 ? 0 : *rows + 1;
    return n > 0 ? report_sorted(c) : GRN_OK;
}

static grn_status begin_sorted(grn_grouped_call *c, const char *name, const char *reduce, const grn_tensor *data,
                               const grn_tensor *segment_ids, const grn_diag *diag, int64_t *rows)
{
    *c = (grn_grouped_call){
        .name = name, .data_name = "data", .ids_name = "segment_ids", .arg_name = "arg", .report = report_sorted};
    grn_status status = grn_grouped_find(sorted, reduce, name, diag, &c->spec);
    if (status == GRN_OK)
        status = grn_grouped_begin(c, data, segment_ids, diag);
    if (status == GRN_OK)
        status = check_ids(c, false);
    return status == GRN_OK ? count_sorted(c, rows) : status;
}

grn_status grn_tf_segment_shape(const grn_tensor *data, const grn_tensor *segment_ids, const grn_diag *diag,
                                int32_t *rank, int64_t *shape)
{
    grn_grouped_call c;
    int64_t rows;
    grn_status status = begin_sorted(&c, "segment_sum", "sum", data, segment_ids, diag, &rows);
    if (status == GRN_OK)
        status = grn_grouped_check_shape(rank, shape, diag);
    if (status != GRN_OK)
        return status;
    *rank = data->rank;
    memcpy(shape, data->shape, (size_t)data->rank * sizeof *shape);
    shape[0] = rows;
    return GRN_OK;
}

static grn_status check_rows(const grn_grouped_call *c, const grn_tensor *out, int64_t rows)
{
    grn_status status = grn_check_view(out, "out", c->diag);
    if (status == GRN_OK && (out->rank != c->data.rank || out->shape[0] != rows))
        status = grn_fail(c->diag, grn_no_place, GRN_E_SHAPE,
                          "%s: out must have data's shape with %" PRId64 " segments first", c->name, rows);
    return status;
}

static grn_status reduce_sorted(const char *name, const char *reduce, const grn_tensor *data,
                                const grn_tensor *segment_ids, const grn_allocator *allocator, const grn_tensor *out,
                                const grn_diag *diag)
{
    grn_grouped_call c;
    int64_t rows;
    grn_status status = begin_sorted(&c, name, reduce, data, segment_ids, diag, &rows);
    if (status == GRN_OK)
        status = check_rows(&c, out, rows);
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, NULL, -1) : status;
}

#define CALL(reduce)                                                                                                \
    grn_status grn_tf_segment_##reduce(const grn_tensor *data, const grn_tensor *segment_ids,                       \
                                       const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag) \
    {                                                                                                               \
        return reduce_sorted("segment_" #reduce, #reduce, data, segment_ids, allocator, out, diag);                 \
    }
GRN_TF_SEGMENTS(CALL)
#undef CALL

/* ---- unsorted -------------------------------------------------------------------------------- */

/* max and min begin with the last finite value. */
static void begin_with_extreme(grn_segment_spec *spec, grn_dtype dtype)
{
    const double sign = spec->op == GRN_SEGMENT_MAX ? -1 : 1;
    const double most = dtype == GRN_F16    ? 65504
                        : dtype == GRN_BF16 ? 0x1.fep127
                        : dtype == GRN_F32  ? (double)FLT_MAX
                                            : DBL_MAX;
    spec->start = GRN_SEGMENT_START_INITIAL;
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        grn_scalar_store(&(grn_scalar){.dtype = dtype, .f = sign * most}, dtype, spec->initial);
    else
        grn_torch_store_identity(spec->op == GRN_SEGMENT_MAX ? GRN_TORCH_LEAST : GRN_TORCH_GREATEST, dtype,
                                 spec->initial);
}

static grn_status reduce_unsorted(const char *name, const char *reduce, const grn_tensor *data,
                                  const grn_tensor *segment_ids, int64_t num_segments, const grn_allocator *allocator,
                                  const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c = {
        .name = name, .data_name = "data", .ids_name = "segment_ids", .arg_name = "arg", .report = report_unsorted};
    grn_status status = grn_grouped_find(unsorted, reduce, name, diag, &c.spec);
    if (status == GRN_OK)
        status = grn_grouped_begin(&c, data, segment_ids, diag);
    if (status == GRN_OK)
        status = check_ids(&c, true);
    if (status == GRN_OK && num_segments < 0)
        status =
            grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "num_segments should be >= 0, got %" PRId64, num_segments);
    c.spec.nsegments = num_segments;
    if (status == GRN_OK)
        status = check_rows(&c, out, num_segments);
    if (status != GRN_OK)
        return status;
    if (c.spec.op == GRN_SEGMENT_MAX || c.spec.op == GRN_SEGMENT_MIN)
        begin_with_extreme(&c.spec, data->dtype);
    if (c.spec.divisor == GRN_SEGMENT_BY_ROOT_SQUARES)
        grn_grouped_weigh_by_one(&c);
    return grn_grouped_run(&c, allocator, out, NULL, -1);
}

#define CALL(reduce)                                                                                                  \
    grn_status grn_tf_unsorted_segment_##reduce(const grn_tensor *data, const grn_tensor *segment_ids,                \
                                                int64_t num_segments, const grn_allocator *allocator,                 \
                                                const grn_tensor *out, const grn_diag *diag)                          \
    {                                                                                                                 \
        return reduce_unsorted("unsorted_segment_" #reduce, #reduce, data, segment_ids, num_segments, allocator, out, \
                               diag);                                                                                 \
    }
GRN_TF_UNSORTED_SEGMENTS(CALL)
