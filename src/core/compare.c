/* compare.c - where two tensors differ. */
#include "core/core.h"

#include <inttypes.h>
#include <string.h>

#define PIECE_BYTES 8192

static grn_status check_pair(const grn_tensor *a, const grn_tensor *b, const grn_diag *diag)
{
    const struct {
        const grn_tensor *t;
        const char *name;
    } views[] = {{a, "a"}, {b, "b"}};
    for (size_t i = 0; i < GRN_COUNT(views); i++) {
        grn_status status = grn_check_view(views[i].t, views[i].name, diag);
        if (status == GRN_OK)
            status = grn_check_data(views[i].t, views[i].name, diag);
        if (status != GRN_OK)
            return status;
    }
    if (a->dtype != b->dtype)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "element types %s and %s cannot be compared",
                        grn_dtype_text(a->dtype), grn_dtype_text(b->dtype));
    if (a->rank != b->rank)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "ranks %" PRId32 " and %" PRId32 " differ", a->rank, b->rank);
    for (int32_t d = 0; d < a->rank; d++)
        if (a->shape[d] != b->shape[d])
            return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                            "dimension %" PRId32 " has %" PRId64 " and %" PRId64 " elements", d, a->shape[d],
                            b->shape[d]);
    return GRN_OK;
}

static void note_difference(grn_tensor_difference *out, const grn_tensor *t, int64_t i, uint64_t ulps)
{
    out->worst_ulps = ulps > out->worst_ulps ? ulps : out->worst_ulps;
    if (out->count++ > 0)
        return;
    out->ulps = ulps;
    for (int32_t d = t->rank - 1; d >= 0; d--) {
        out->index[d] = i % t->shape[d];
        i /= t->shape[d];
    }
}

grn_status grn_tensor_compare(const grn_tensor *a, const grn_tensor *b, uint64_t most_ulps, const grn_diag *diag,
                              grn_tensor_difference *difference)
{
    unsigned char x[PIECE_BYTES], y[PIECE_BYTES];
    if (!difference)
        return grn_fail_null("difference", diag);
    grn_status status = check_pair(a, b, diag);
    if (status != GRN_OK)
        return status;
    *difference = (grn_tensor_difference){0};
    const size_t bytes = grn_dtype_bytes(a->dtype);
    const int64_t elements = grn_tensor_elements(a), most = (int64_t)(PIECE_BYTES / bytes);
    for (int64_t from = 0; from < elements; from += most) {
        const int64_t n = elements - from < most ? elements - from : most;
        grn_tensor_read(a, from, n, x);
        grn_tensor_read(b, from, n, y);
        if (memcmp(x, y, (size_t)n * bytes) == 0)
            continue;
        for (int64_t i = 0; i < n; i++) {
            const uint64_t ulps = grn_ulp_distance(a->dtype, x + (size_t)i * bytes, y + (size_t)i * bytes);
            if (ulps > most_ulps)
                note_difference(difference, a, from + i, ulps);
        }
    }
    return GRN_OK;
}
