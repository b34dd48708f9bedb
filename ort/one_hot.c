/*
 * one_hot.c - OneHot: an output of the off value, into which the on value is scattered. An index
 * outside [-depth, depth) has no on value.
 *
 * Source: ONNX operator OneHot, versions 9 and 11.
 */
#include <inttypes.h>
#include <string.h>

#include "operators.h"

#define INDICES 0
#define DEPTH 1
#define VALUES 2

/* The number of classes; 0 where the tensor does not have one element. */
int64_t grn_ort_one_hot_depth(const grn_tensor *inputs)
{
    const grn_tensor *depth = &inputs[DEPTH];
    if (grn_tensor_elements(depth) != 1)
        return 0;
    const void *at = depth->data;
    if (depth->dtype == GRN_I64)
        return *(const int64_t *)at;
    if (depth->dtype == GRN_I32)
        return *(const int32_t *)at;
    const float real = depth->dtype == GRN_F32 ? *(const float *)at : 0;
    return real >= 1 && real < 9e18f ? (int64_t)real : 0;
}

/* The three dimensions that count: those before axis, the classes, those after. */
grn_status grn_ort_one_hot_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t depth,
                                   grn_ort_access *out, const grn_diag *diag)
{
    const grn_tensor *indices = &inputs[INDICES], *values = &inputs[VALUES];
    const int32_t rank = indices->rank + 1;
    const int64_t axis = node->number < 0 ? node->number + rank : node->number;
    if (depth <= 0)
        return grn_ort_say(diag, GRN_E_ARGUMENT, "depth must be one number, 1 or more");
    if (values->rank != 1 || values->shape[0] != 2)
        return grn_ort_say(diag, GRN_E_ARGUMENT, "values must be the off value and the on value");
    if (rank > GRN_MAX_RANK)
        return grn_ort_say(diag, GRN_E_LIMIT, "indices have rank %" PRId32 ", garner takes up to %d", indices->rank,
                           GRN_MAX_RANK - 1);
    if (axis < 0 || axis >= rank)
        return grn_ort_say(diag, GRN_E_ARGUMENT, "axis is %" PRId64 ", it must be in [%" PRId32 ", %" PRId32 ")",
                           node->number, -rank, rank);
    int64_t shape[GRN_MAX_RANK], before = 1, after = 1;
    for (int32_t d = 0; d < rank; d++) {
        shape[d] = d < axis ? indices->shape[d] : d == axis ? depth : indices->shape[d - 1];
        before *= d < axis ? shape[d] : 1;
        after *= d > axis ? shape[d] : 1;
    }
    grn_status status = grn_tensor_init(&out->output, NULL, values->dtype, rank, shape);
    if (status != GRN_OK)
        return status;
    out->is_scatter = true;
    out->operand = grn_tensor_3d(NULL, values->dtype, before, depth, after);
    out->indices = grn_tensor_3d(NULL, indices->dtype, before, 1, after);
    out->dense = grn_tensor_3d(NULL, values->dtype, before, 1, after);
    memset(out->dense.stride, 0, sizeof out->dense.stride);
    status = grn_onnx_scatter_elements_spec(&out->operand, &out->indices, 1, "none", diag, &out->scatter);
    out->scatter.index.bounds = GRN_BOUNDS_SKIP;
    return status;
}

/* ---- the off value everywhere ---------------------------------------------------------------- */

#define PART (1 << 16) /* bytes that a task fills */

typedef struct filling {
    char *to;
    const char *element;
    size_t bytes, width;
} filling;

static void fill(void *user, int32_t i)
{
    const filling *f = user;
    char *to = f->to + (size_t)i * PART;
    const size_t left = f->bytes - (size_t)i * PART;
    const size_t bytes = left < PART ? left : PART;
    memcpy(to, f->element, f->width);
    for (size_t done = f->width; done < bytes; done *= 2)
        memcpy(to + done, to, done < bytes - done ? done : bytes - done);
}

grn_status grn_ort_one_hot_begin(grn_ort_run *run, const grn_diag *diag)
{
    const grn_tensor *values = &run->inputs[VALUES];
    const grn_parallel *parallel = &run->ready->pool.parallel;
    const size_t width = grn_dtype_bytes(values->dtype);
    filling f = {run->output, values->data, grn_tensor_bytes(&run->ready->access.output), width};
    (void)diag;
    const int32_t ntasks = (int32_t)((f.bytes + PART - 1) / PART);
    if (f.bytes != 0)
        parallel->for_each(parallel->user, ntasks, fill, &f);
    run->indices = run->inputs[INDICES].data;
    run->dense = (const char *)values->data + width;
    return GRN_OK;
}
