/* check_view.c - views from outside: whether they are valid, reported under the caller's names. */
#include <inttypes.h>
#include <stdio.h>

#include "core/core.h"

const char *grn_list_text(const int64_t *v, int32_t count, char *buffer)
{
    size_t n = 0;
    buffer[n++] = '[';
    for (int32_t i = 0; i < count; i++)
        n += (size_t)snprintf(buffer + n, GRN_LIST_BYTES - n, "%s%" PRId64, i > 0 ? ", " : "", v[i]);
    buffer[n++] = ']';
    buffer[n] = '\0';
    return buffer;
}

/* What a view covers, in elements: below where data points, and from there up. */
typedef struct reach {
    uint64_t below, above;
} reach;

static uint64_t magnitude(int64_t x) { return x < 0 ? 0 - (uint64_t)x : (uint64_t)x; }

/* Adds steps * stride to *sum; false when that passes `most`. */
static bool add_steps(uint64_t *sum, uint64_t steps, uint64_t stride, uint64_t most)
{
    if (steps != 0 && stride > (most - *sum) / steps)
        return false;
    *sum += steps * stride;
    return true;
}

/* The span of a view with elements; false when it is over `most` elements, both directions
 * together. */
static bool reach_of(const grn_tensor *t, uint64_t most, reach *out)
{
    uint64_t all = 0;
    *out = (reach){0, 0};
    for (int32_t d = 0; d < t->rank; d++) {
        uint64_t steps = (uint64_t)t->shape[d] - 1, stride = magnitude(t->stride[d]);
        if (!add_steps(&all, steps, stride, most))
            return false;
        *(t->stride[d] < 0 ? &out->below : &out->above) += steps * stride;
    }
    return true;
}

static grn_status check_extents(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] < 0)
            return grn_fail(diag, grn_no_place, GRN_E_SHAPE,
                            "dimension %" PRId32 " of %s has extent %" PRId64 ", an extent is 0 or more", d, name,
                            t->shape[d]);
    char text[GRN_LIST_BYTES];
    int64_t elements, bytes;
    if (grn_shape_elements(t->rank, t->shape, &elements) &&
        grn_mul_i64(elements, (int64_t)grn_dtype_bytes(t->dtype), &bytes) && (uint64_t)bytes <= PTRDIFF_MAX)
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s of shape %s has more bytes than an int64_t counts", name,
                    grn_list_text(t->shape, t->rank, text));
}

/* Room for the element at the far end as well. */
static grn_status check_span(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    char shape[GRN_LIST_BYTES], stride[GRN_LIST_BYTES];
    reach r;
    if (grn_tensor_elements(t) == 0 || reach_of(t, (uint64_t)PTRDIFF_MAX / grn_dtype_bytes(t->dtype) - 1, &r))
        return GRN_OK;
    return grn_fail(
        diag, grn_no_place, GRN_E_SHAPE,
        "%s of shape %s has strides %s, which reach over more bytes than %jd, the most that an address can be moved",
        name, grn_list_text(t->shape, t->rank, shape), grn_list_text(t->stride, t->rank, stride),
        (intmax_t)PTRDIFF_MAX);
}

grn_status grn_check_view_at_length(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    if (t == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s is NULL, a tensor is needed", name);
    if (grn_dtype_class_of(t->dtype) == GRN_CLASS_NONE)
        return grn_fail(diag, grn_no_place, GRN_E_DTYPE, "%s has dtype %d, which is no element type", name,
                        (int)t->dtype);
    if (t->rank < 0 || t->rank > GRN_MAX_RANK)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT, "%s has rank %" PRId32 ", a tensor has 0 to %d", name, t->rank,
                        GRN_MAX_RANK);
    grn_status status = check_extents(t, name, diag);
    return status == GRN_OK ? check_span(t, name, diag) : status;
}

grn_status grn_check_data(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    uintptr_t from, to, at = (uintptr_t)t->data;
    if (!grn_tensor_range(t, &from, &to))
        return GRN_OK;
    if (t->data == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s has elements but its data is NULL", name);
    if (from <= at && at < to)
        return GRN_OK;
    char shape[GRN_LIST_BYTES], stride[GRN_LIST_BYTES];
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "%s has data at %p; with shape %s and strides %s its elements pass the end of the address space",
                    name, t->data, grn_list_text(t->shape, t->rank, shape), grn_list_text(t->stride, t->rank, stride));
}

static grn_status fail_places(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    char shape[GRN_LIST_BYTES], stride[GRN_LIST_BYTES];
    return grn_fail(diag, grn_no_place, GRN_E_ALIAS,
                    "%s has shape %s and strides %s: some of its elements share a place, each must have its own", name,
                    grn_list_text(t->shape, t->rank, shape), grn_list_text(t->stride, t->rank, stride));
}

grn_status grn_check_places_at_length(const grn_tensor *t, const char *name, const grn_diag *diag)
{
    int64_t elements = grn_tensor_elements(t);
    reach r;
    for (int32_t d = 0; elements > 0 && d < t->rank; d++)
        if (t->stride[d] == 0 && t->shape[d] > 1)
            return fail_places(t, name, diag);
    if (elements == 0 || !reach_of(t, UINT64_MAX / 2, &r) || (uint64_t)elements <= r.below + r.above + 1)
        return GRN_OK;
    return fail_places(t, name, diag);
}
