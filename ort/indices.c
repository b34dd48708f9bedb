/* indices.c - which index is out of range, and how it is told. */
#include <inttypes.h>

#include "plugin.h"

/* Indices that are looked at without a branch for each. */
#define BLOCK 1024

/* With a bound of n: whether any of [first, end) is outside [-n, n), or, unless they wrap, [0, n).
 * Unsigned numbers wrap, so one comparison serves both ends. */
#define IS_ANY_OUTSIDE(name, type)                                                                              \
    static bool name(const void *indices, int64_t first, int64_t end, const int64_t *extents, int64_t nextents, \
                     bool wraps)                                                                                \
    {                                                                                                           \
        bool any = false;                                                                                       \
        if (nextents == 1) {                                                                                    \
            const uint64_t below = wraps ? (uint64_t)extents[0] : 0, all = below + (uint64_t)extents[0];        \
            for (int64_t i = first; i < end; i++)                                                               \
                any |= (uint64_t)((const type *)indices)[i] + below >= all;                                     \
            return any;                                                                                         \
        }                                                                                                       \
        for (int64_t i = first; i < end; i++) {                                                                 \
            const uint64_t extent = (uint64_t)extents[i % nextents], below = wraps ? extent : 0;                \
            any |= (uint64_t)((const type *)indices)[i] + below >= below + extent;                              \
        }                                                                                                       \
        return any;                                                                                             \
    }
IS_ANY_OUTSIDE(is_any_outside_i32, int32_t)
IS_ANY_OUTSIDE(is_any_outside_i64, int64_t)

int64_t grn_ort_find_outside(const grn_tensor *indices, const int64_t *extents, int64_t nextents, bool wraps)
{
    bool (*is_any)(const void *, int64_t, int64_t, const int64_t *, int64_t, bool) =
        indices->dtype == GRN_I64 ? is_any_outside_i64 : is_any_outside_i32;
    const int64_t n = grn_tensor_elements(indices);
    for (int64_t first = 0; first < n; first += BLOCK) {
        const int64_t end = n - first < BLOCK ? n : first + BLOCK;
        if (!is_any(indices->data, first, end, extents, nextents, wraps))
            continue;
        while (!is_any(indices->data, first, first + 1, extents, nextents, wraps))
            first++;
        return first;
    }
    return -1;
}

void grn_ort_tell_outside(const grn_tensor *indices, int64_t at, int64_t extent, grn_ort_message *message)
{
    const int64_t value =
        indices->dtype == GRN_I64 ? ((const int64_t *)indices->data)[at] : ((const int32_t *)indices->data)[at];
    grn_ort_message_add(message,
                        "indices element out of data bounds, idx=%" PRId64 " must be within the inclusive range "
                        "[%" PRId64 ",%" PRId64 "]; indices: %" PRId64 " at [",
                        value, -extent, extent - 1, value);
    for (int32_t d = 0; d < indices->rank; d++)
        grn_ort_message_add(message, d == 0 ? "%" PRId64 : ", %" PRId64, at / indices->stride[d] % indices->shape[d]);
    grn_ort_message_add(message, "]; right: %" PRId64 " to %" PRId64, -extent, extent - 1);
}

void grn_ort_report(const grn_ort_api *api, const OrtKernelContext *context, const char *op, const char *node,
                    const grn_tensor *indices, const int64_t *extents, int64_t nextents)
{
    const int64_t at = grn_ort_find_outside(indices, extents, nextents, true);
    const OrtLogger *logger = NULL;
    grn_ort_message message;
    if (at < 0)
        return;
    grn_ort_message_begin(&message);
    grn_ort_message_add(&message, "%s node '%s': ", op, node);
    grn_ort_tell_outside(indices, at, extents[at % nextents], &message);
    OrtStatus *status = api->KernelContext_GetLogger(context, &logger);
    if (status == NULL && logger != NULL)
        status = api->Logger_LogMessage(logger, ORT_LOGGING_LEVEL_WARNING, message.text, "garner", 0, op);
    api->ReleaseStatus(status);
}
