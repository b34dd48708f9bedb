/* pyg.c - torch_scatter's and pyg-lib's scatter, segment_coo, segment_csr, and their softmaxes. */
#include <inttypes.h>
#include <string.h>

#include "grouped/grouped.h"

#define ROW(name, operation, how)                                                                                 \
    {                                                                                                             \
        name, { .op = GRN_SEGMENT_##operation, .empty = GRN_SEGMENT_EMPTY_##how, .nan = GRN_SEGMENT_NAN_IGNORED } \
    }
static const grn_grouped_word scattered[] = {
    ROW("sum", SUM, START), ROW("add", SUM, START), ROW("mul", PRODUCT, START), ROW("mean", MEAN, ZERO),
    ROW("min", MIN, ZERO),  ROW("max", MAX, ZERO),  {NULL, {.axis = 0}}};
static const grn_grouped_word segmented[] = {ROW("sum", SUM, START), ROW("add", SUM, START), ROW("mean", MEAN, ZERO),
                                             ROW("min", MIN, ZERO),  ROW("max", MAX, ZERO),  {NULL, {.axis = 0}}};
#undef ROW

/* ---- arguments ------------------------------------------------------------------------------- */

static grn_grouped_call call_named(const char *name, const char *ids_name)
{
    return (grn_grouped_call){.name = name, .data_name = "src", .ids_name = ids_name, .arg_name = "arg_out"};
}

static grn_status check_index(const grn_grouped_call *c)
{
    return c->ids.dtype == GRN_I64 ? GRN_OK
                                   : grn_fail(c->diag, grn_no_place, GRN_E_DTYPE, "%s: %s is %s; right: i64", c->name,
                                              c->ids_name, grn_dtype_text(c->ids.dtype));
}

static grn_status check_arg(const grn_grouped_call *c, const grn_tensor *arg)
{
    if (arg == NULL || c->spec.op == GRN_SEGMENT_MIN || c->spec.op == GRN_SEGMENT_MAX)
        return GRN_OK;
    return grn_fail(c->diag, grn_no_place, GRN_E_ARGUMENT, "%s: arg_out is of min and max; right: NULL", c->name);
}

/* The index lies along dim: a vector, or as src, which is then seen with dim last. */
static grn_status lay_index(grn_grouped_call *c, int64_t dim, int32_t *last)
{
    int32_t axis = 0;
    *last = -1;
    grn_status status = grn_grouped_axis(c, dim, &axis);
    if (status == GRN_OK)
        status = check_index(c);
    if (status != GRN_OK)
        return status;
    c->spec.axis = axis;
    c->spec.arg_of_empty = c->data.shape[axis];
    if (c->ids.rank == 1 && c->ids.shape[0] == c->data.shape[axis])
        return GRN_OK;
    if (!grn_tensor_same_shape(&c->ids, &c->data))
        return grn_fail(c->diag, grn_no_place, GRN_E_SHAPE,
                        "%s: index must be a vector of src's length along dim %" PRId32 ", or have src's shape",
                        c->name, axis);
    *last = axis;
    grn_grouped_move_last(&c->data, axis);
    grn_grouped_move_last(&c->ids, axis);
    c->spec.axis = c->data.rank - 1;
    return GRN_OK;
}

/* The index's last dimension lies along src's of that number. */
static grn_status lay_segments(grn_grouped_call *c, grn_segment_form form)
{
    const int32_t axis = c->ids.rank - 1;
    grn_status status = check_index(c);
    if (status == GRN_OK && (axis < 0 || c->ids.rank > c->data.rank))
        status =
            grn_fail(c->diag, grn_no_place, GRN_E_SHAPE, "%s: %s has rank %" PRId32 "; right: 1 to src's, %" PRId32,
                     c->name, c->ids_name, c->ids.rank, c->data.rank);
    if (status != GRN_OK)
        return status;
    c->spec.form = form;
    c->spec.axis = axis;
    c->spec.arg_of_empty = c->data.shape[axis];
    return GRN_OK;
}

/* What out holds takes part. */
static void begin_with_out(grn_segment_spec *spec)
{
    spec->start = GRN_SEGMENT_START_RESULT;
    spec->empty = GRN_SEGMENT_EMPTY_START;
}

/* ---- reductions ------------------------------------------------------------------------------ */

grn_status grn_pyg_scatter(const grn_tensor *src, const grn_tensor *index, int64_t dim, const char *reduce,
                           bool from_out, const grn_allocator *allocator, const grn_tensor *out,
                           const grn_tensor *arg_out, const grn_diag *diag)
{
    grn_grouped_call c = call_named("scatter", "index");
    int32_t last = -1;
    grn_status status = grn_grouped_find(scattered, reduce, c.name, diag, &c.spec);
    if (status == GRN_OK)
        status = grn_grouped_begin(&c, src, index, diag);
    if (status == GRN_OK)
        status = lay_index(&c, dim, &last);
    if (status == GRN_OK)
        status = check_arg(&c, arg_out);
    if (from_out)
        begin_with_out(&c.spec);
    c.spec.rounding = GRN_SEGMENT_ROUND_EACH_STEP;
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, arg_out, last) : status;
}

static grn_status reduce_segments(grn_grouped_call *c, grn_segment_form form, const grn_tensor *src,
                                  const grn_tensor *ids, const char *reduce, bool from_out,
                                  const grn_allocator *allocator, const grn_tensor *out, const grn_tensor *arg_out,
                                  const grn_diag *diag)
{
    grn_status status = grn_grouped_find(segmented, reduce, c->name, diag, &c->spec);
    if (status == GRN_OK)
        status = grn_grouped_begin(c, src, ids, diag);
    if (status == GRN_OK)
        status = lay_segments(c, form);
    if (status == GRN_OK)
        status = check_arg(c, arg_out);
    if (from_out)
        begin_with_out(&c->spec);
    return status == GRN_OK ? grn_grouped_run(c, allocator, out, arg_out, -1) : status;
}

grn_status grn_pyg_segment_coo(const grn_tensor *src, const grn_tensor *index, const char *reduce, bool from_out,
                               const grn_allocator *allocator, const grn_tensor *out, const grn_tensor *arg_out,
                               const grn_diag *diag)
{
    grn_grouped_call c = call_named("segment_coo", "index");
    return reduce_segments(&c, GRN_SEGMENT_SORTED_IDS, src, index, reduce, from_out, allocator, out, arg_out, diag);
}

grn_status grn_pyg_segment_csr(const grn_tensor *src, const grn_tensor *indptr, const char *reduce, bool from_out,
                               const grn_allocator *allocator, const grn_tensor *out, const grn_tensor *arg_out,
                               const grn_diag *diag)
{
    grn_grouped_call c = call_named("segment_csr", "indptr");
    return reduce_segments(&c, GRN_SEGMENT_OFFSETS, src, indptr, reduce, from_out, allocator, out, arg_out, diag);
}

/* ---- softmax and its like -------------------------------------------------------------------- */

/* Of ops whose result does not tell how many segments there are, the index does. */
static grn_status count_segments(grn_grouped_call *c)
{
    grn_status status = grn_check_data(&c->ids, c->ids_name, c->diag);
    return status == GRN_OK ? grn_segment_count(&c->ids, c->diag, &c->spec.nsegments) : status;
}

static grn_status scatter_fused(const char *name, const grn_segment_spec *spec, const grn_tensor *src,
                                const grn_tensor *index, int64_t dim, const grn_allocator *allocator,
                                const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c = call_named(name, "index");
    int32_t last = -1;
    c.spec = *spec;
    grn_status status = grn_grouped_begin(&c, src, index, diag);
    if (status == GRN_OK)
        status = lay_index(&c, dim, &last);
    if (status == GRN_OK)
        status = count_segments(&c);
    c.spec.arg_of_empty = 0;
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, NULL, last) : status;
}

#define CALL(called, operation, epsilon)                                                                             \
    grn_status grn_pyg_scatter_##called(const grn_tensor *src, const grn_tensor *index, int64_t dim,                 \
                                        const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag) \
    {                                                                                                                \
        const grn_segment_spec spec = {.op = GRN_SEGMENT_##operation, .eps = epsilon};                               \
        return scatter_fused("scatter_" #called, &spec, src, index, dim, allocator, out, diag);                      \
    }
CALL(softmax, SOFTMAX, 0)
CALL(log_softmax, LOG_SOFTMAX, 1e-12)
CALL(logsumexp, LOGSUMEXP, 1e-12)

grn_status grn_pyg_scatter_std(const grn_tensor *src, const grn_tensor *index, int64_t dim, bool unbiased,
                               const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    const grn_segment_spec spec = {.op = GRN_SEGMENT_STD, .eps = 1e-6, .correction = unbiased};
    return scatter_fused("scatter_std", &spec, src, index, dim, allocator, out, diag);
}

grn_status grn_pyg_softmax_csr(const grn_tensor *src, const grn_tensor *ptr, int64_t dim,
                               const grn_allocator *allocator, const grn_tensor *out, const grn_diag *diag)
{
    grn_grouped_call c = call_named("softmax_csr", "ptr");
    int32_t axis = 0;
    c.spec = (grn_segment_spec){.op = GRN_SEGMENT_SOFTMAX, .form = GRN_SEGMENT_OFFSETS};
    grn_status status = grn_grouped_begin(&c, src, ptr, diag);
    if (status == GRN_OK)
        status = grn_grouped_axis(&c, dim, &axis);
    if (status == GRN_OK)
        status = check_index(&c);
    if (status == GRN_OK && c.ids.rank != 1)
        status =
            grn_fail(diag, grn_no_place, GRN_E_SHAPE, "softmax_csr: ptr has rank %" PRId32 "; right: 1", c.ids.rank);
    c.spec.axis = axis;
    return status == GRN_OK ? grn_grouped_run(&c, allocator, out, NULL, -1) : status;
}
