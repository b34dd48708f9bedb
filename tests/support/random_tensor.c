/* random_tensor.c - choices, strided views and their values. */
#include "random_tensor.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"

/* ---- choices --------------------------------------------------------------------------------- */

/* splitmix64: each state gives an unrelated number, so any seed will do. */
static uint64_t next_of_seed(void *user, uint64_t bound)
{
    uint64_t *state = user;
    uint64_t z = *state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return (z ^ (z >> 31)) % bound;
}

random_source random_from_seed(uint64_t *state) { return (random_source){next_of_seed, state}; }

static int64_t below(random_source s, int64_t bound) { return (int64_t)s.next(s.user, (uint64_t)bound); }
static bool one_in(random_source s, int64_t n) { return below(s, n) == 0; }

void random_shuffle(random_source s, int64_t *v, int32_t count)
{
    for (int32_t i = count - 1; i > 0; i--) {
        int32_t j = (int32_t)below(s, i + 1);
        int64_t t = v[i];
        v[i] = v[j];
        v[j] = t;
    }
}

/* ---- views ----------------------------------------------------------------------------------- */

#define MOST_GAPS 5 /* each doubles the span */

/* Strides for a shape: compact, or dims in any order with gaps and reversed, and with `broadcast`
 * some strides of 0. */
static void random_strides(random_source s, bool broadcast, grn_tensor *t)
{
    int64_t order[GRN_MAX_RANK], step = 1;
    int gaps = 0;
    bool plain = one_in(s, 2);
    for (int32_t d = 0; d < t->rank; d++)
        order[d] = t->rank - 1 - d;
    if (!plain && one_in(s, 2))
        random_shuffle(s, order, t->rank);
    for (int32_t i = 0; i < t->rank; i++) {
        int32_t d = (int32_t)order[i];
        if (!plain && gaps < MOST_GAPS && one_in(s, 5)) {
            step *= 2;
            gaps++;
        }
        t->stride[d] = !plain && one_in(s, 4) ? -step : step;
        if (broadcast && !plain && one_in(s, 6))
            t->stride[d] = 0;
        else
            step *= t->shape[d] > 0 ? t->shape[d] : 1;
    }
}

/* Elements before the view's first one, and its whole span. */
static void view_span(const grn_tensor *t, int64_t *before, int64_t *span)
{
    *before = 0;
    *span = grn_tensor_elements(t) > 0 ? 1 : 0;
    for (int32_t d = 0; *span > 0 && d < t->rank; d++) {
        int64_t reach = (t->shape[d] - 1) * t->stride[d];
        *before += reach < 0 ? -reach : 0;
        *span += reach < 0 ? -reach : reach;
    }
}

bool random_buffer_make(random_source s, grn_dtype dtype, int32_t rank, const int64_t *shape, bool is_source,
                        int64_t guard, random_buffer *out)
{
    int64_t before, span;
    out->view.dtype = dtype;
    out->view.rank = rank;
    memcpy(out->view.shape, shape, sizeof(int64_t) * (size_t)rank);
    random_strides(s, is_source, &out->view);
    view_span(&out->view, &before, &span);
    out->shift = one_in(s, 8) ? 1 + (size_t)below(s, 15) : 0;
    out->bytes = out->shift + (size_t)(span + 2 * guard) * grn_dtype_bytes(dtype);
    out->memory = malloc(out->bytes > 0 ? out->bytes : 1);
    if (out->memory == NULL)
        return false;
    memset(out->memory, 0, out->bytes);
    out->view.data = out->memory + out->shift + (size_t)(before + guard) * grn_dtype_bytes(dtype);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static double random_float(random_source s)
{
    static const double special[] = {0.0, -0.0, 1.0, -1.0, 0.5, 3e38, -3e38, 1e-40, 65504.0, 448.0, 1e300, 0.1};
    if (one_in(s, 40))
        return one_in(s, 2) ? NAN : one_in(s, 2) ? INFINITY : -INFINITY;
    if (one_in(s, 10))
        return special[below(s, (int64_t)GRN_COUNT(special))];
    return (double)(below(s, 4097) - 2048) / 64.0;
}

void random_element(random_source s, grn_dtype dtype, void *p)
{
    grn_scalar value = {.dtype = dtype};
    grn_dtype_class class = grn_dtype_class_of(dtype);
    if (class == GRN_CLASS_BOOL)
        value.i = below(s, 2);
    else if (class == GRN_CLASS_FLOAT)
        value.f = random_float(s);
    else if (class == GRN_CLASS_COMPLEX)
        value.c.re = random_float(s), value.c.im = random_float(s);
    else
        value.i = one_in(s, 8) ? INT64_MIN + below(s, 3) : one_in(s, 8) ? INT64_MAX - below(s, 3) : below(s, 400) - 200;
    grn_scalar_store(&value, dtype, p);
}

/* Drawing a value takes far longer than most uses of it: after so many, a prime, they come
 * again. */
#define FRESH_VALUES 1021

void random_buffer_fill(random_source s, random_buffer *b)
{
    size_t element = grn_dtype_bytes(b->view.dtype), period = FRESH_VALUES * element;
    for (size_t at = b->shift; at < b->bytes; at += element)
        if (at - b->shift < period)
            random_element(s, b->view.dtype, b->memory + at);
        else
            memcpy(b->memory + at, b->memory + at - period, element);
}

grn_dtype random_dtype(random_source s)
{
    static const grn_dtype common[] = {GRN_F32, GRN_I32, GRN_I8, GRN_F64, GRN_F16, GRN_BF16, GRN_C128, GRN_I64};
    if (one_in(s, 2))
        return common[below(s, (int64_t)GRN_COUNT(common))];
    return (grn_dtype)(1 + below(s, GRN_DTYPE_COUNT - 1));
}

/* ---- buffers --------------------------------------------------------------------------------- */

bool random_buffer_clone(const random_buffer *from, random_buffer *to)
{
    *to = *from;
    to->memory = malloc(from->bytes > 0 ? from->bytes : 1);
    if (to->memory == NULL)
        return false;
    memcpy(to->memory, from->memory, from->bytes);
    if (from->view.data != NULL)
        to->view.data = to->memory + ((unsigned char *)from->view.data - from->memory);
    return true;
}

void random_buffer_release(random_buffer *b)
{
    free(b->memory);
    b->memory = NULL;
}
