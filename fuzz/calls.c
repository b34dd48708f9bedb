/* calls.c - random arguments for the calls of frameworks. */
#include "calls.h"

#include <string.h>

#include "core/core.h"

#define MEMORY_BYTES ((size_t)8 << 20)
#define MEMORY_CALLS 1000

int32_t small_shape(entropy *e, int32_t most_rank, int64_t *shape)
{
    static const int64_t most[] = {1, 20, 8, 5, 4, 3, 2};
    int32_t rank = (int32_t)pick(e, (uint64_t)most_rank + 1);
    for (int32_t d = 0; d < rank; d++)
        shape[d] = one_in(e, 24) ? 0 : pick_between(e, 1, most[rank]);
    return rank;
}

static int64_t wild_index(entropy *e, int64_t most)
{
    static const int64_t extreme[] = {INT64_MIN, INT64_MAX, INT32_MIN, INT32_MAX, -1, 255, 65536};
    return one_in(e, 4) ? PICK_OF(e, extreme) : pick_between(e, -most - 1, most + 1);
}

void fill_index(entropy *e, random_buffer *b, int64_t most)
{
    bool wild = one_in(e, 3);
    size_t element = grn_dtype_bytes(b->view.dtype);
    if (grn_dtype_class_of(b->view.dtype) > GRN_CLASS_UNSIGNED) {
        random_buffer_fill(entropy_source(e), b);
        return;
    }
    for (size_t at = b->shift; at < b->bytes; at += element) {
        int64_t value = wild && one_in(e, 6) ? wild_index(e, most) : most > 0 ? (int64_t)pick(e, (uint64_t)most) : 0;
        grn_scalar_store(&(grn_scalar){.dtype = b->view.dtype, .i = value}, b->view.dtype, b->memory + at);
    }
}

static grn_dtype index_dtype(entropy *e)
{
    static const grn_dtype common[] = {GRN_I64, GRN_I32};
    return one_in(e, 8) ? (grn_dtype)pick_between(e, GRN_I1, GRN_F32) : PICK_OF(e, common);
}

static int32_t index_shape(entropy *e, index_form form, const grn_tensor *input, int64_t *shape)
{
    if (form == INDEX_FREE || input->rank == 0)
        return small_shape(e, 3, shape);
    int32_t rank = input->rank;
    for (int32_t d = 0; d < rank; d++)
        shape[d] = one_in(e, 16) ? pick_between(e, 0, 4)
                                 : pick_between(e, one_in(e, 2) ? input->shape[d] : 0, input->shape[d]);
    if (form == INDEX_VECTORS) {
        rank = (int32_t)pick_between(e, 1, rank);
        shape[rank - 1] = pick_between(e, one_in(e, 16) ? 0 : 1, input->rank);
    }
    return rank;
}

static int64_t smallest_extent(const grn_tensor *t)
{
    int64_t least = t->rank ? INT64_MAX : 1;
    for (int32_t d = 0; d < t->rank; d++)
        least = t->shape[d] < least ? t->shape[d] : least;
    return least;
}

static void make_words(entropy *e, call *c)
{
    static const char *const words[] = {NULL,   "add",  "multiply", "sum", "prod", "mean", "amax",
                                        "amin", "none", "mul",      "max", "min",  "",     "sub"};
    c->dim =
        pick_between(e, -c->input.view.rank - (int64_t)one_in(e, 16), c->input.view.rank - (int64_t)!one_in(e, 16));
    c->batch_dims = one_in(e, 2) ? 0 : pick_between(e, -2, 3);
    c->maybe_dim = one_in(e, 3) ? NULL : &c->dim;
    c->reduce = PICK_OF(e, words);
    c->flag = one_in(e, 2);
    random_element(entropy_source(e), c->input.view.dtype, c->value);
    rations_init(&c->allocator, MEMORY_BYTES, one_in(e, 8) ? (size_t)pick(e, 4) : MEMORY_CALLS);
}

bool call_make(entropy *e, index_form form, call *c)
{
    random_source s = entropy_source(e);
    int64_t shape[GRN_MAX_RANK];
    *c = (call){0};
    int32_t rank = small_shape(e, 5, shape);
    if (!random_buffer_make(s, random_dtype(s), rank, shape, true, 0, &c->input))
        return false;
    random_buffer_fill(s, &c->input);
    rank = index_shape(e, form, &c->input.view, shape);
    if (!random_buffer_make(s, index_dtype(e), rank, shape, true, 0, &c->index))
        return false;
    int64_t most = smallest_extent(&c->input.view);
    fill_index(e, &c->index, most);
    make_words(e, c);
    return true;
}

bool call_make_source(entropy *e, call *c, int32_t rank, const int64_t *shape)
{
    random_source s = entropy_source(e);
    int64_t own[GRN_MAX_RANK];
    memcpy(own, shape, sizeof *own * (size_t)rank);
    for (int32_t d = 0; d < rank; d++)
        own[d] += one_in(e, 16);
    if (one_in(e, 24))
        rank = small_shape(e, 3, own);
    grn_dtype dtype = one_in(e, 24) ? random_dtype(s) : c->input.view.dtype;
    if (!random_buffer_make(s, dtype, rank, own, true, 0, &c->source))
        return false;
    random_buffer_fill(s, &c->source);
    return true;
}

void call_release(call *c)
{
    if (c->allocator.outstanding)
        broken("a call hands its memory back before it returns", NULL, NULL);
    random_buffer_release(&c->input);
    random_buffer_release(&c->index);
    random_buffer_release(&c->source);
}

/* ---- destinations ---------------------------------------------------------------------------- */

bool destination_copy(const random_buffer *from, destination *d)
{
    *d = (destination){0};
    return random_buffer_clone(from, &d->now) && random_buffer_clone(from, &d->before);
}

bool destination_make(entropy *e, grn_dtype dtype, int32_t rank, const int64_t *shape, destination *d)
{
    random_source s = entropy_source(e);
    int64_t guard = (int64_t)pick(e, 2) * 4;
    *d = (destination){0};
    if (!random_buffer_make(s, dtype, rank, shape, false, guard, &d->now))
        return false;
    random_buffer_fill(s, &d->now);
    return random_buffer_clone(&d->now, &d->before);
}

void destination_release(destination *d)
{
    random_buffer_release(&d->now);
    random_buffer_release(&d->before);
}

void check_answer(const char *name, grn_status status, const destination *d)
{
    if (status < 0 || status >= GRN_STATUS_COUNT || status == GRN_E_PARSE || status == GRN_E_VERIFY ||
        status == GRN_E_SINK)
        broken("a call answers a status that it may", name, grn_status_name(status));
    if (status != GRN_OK && d->now.memory && memcmp(d->now.memory, d->before.memory, d->now.bytes) != 0)
        broken("on an error the destination is untouched", name, grn_status_name(status));
}

void check_same(const char *name, const destination *a, const destination *b)
{
    if (memcmp(a->now.memory, b->now.memory, a->now.bytes) != 0)
        broken("a call gives the bits of its canonical spec", name, NULL);
}

grn_tensor at_least_rank_1(const grn_tensor *t)
{
    grn_tensor out = *t;
    if (t->rank == 0) {
        out.rank = 1;
        out.shape[0] = out.stride[0] = 1;
    }
    return out;
}
