/* grouped.c - random arguments, each in memory of its own. */
#include "grouped.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

#define MOST_ELEMENTS 4096
#define MEMORY_CALLS 1000

int64_t wild_number(entropy *e)
{
    static const int64_t numbers[] = {INT64_MAX,
                                      INT64_MAX - 1,
                                      INT64_MAX / 2,
                                      INT64_MAX / 8 + 1,
                                      INT64_C(1) << 61,
                                      INT64_C(1) << 32,
                                      -1,
                                      -2,
                                      INT64_MIN,
                                      INT64_MIN + 1,
                                      -(INT64_C(1) << 61),
                                      0,
                                      17};
    return PICK_OF(e, numbers);
}

int64_t extent(const arguments *a)
{
    return a->wild && one_in(a->e, 10) ? wild_number(a->e) : (int64_t)pick(a->e, one_in(a->e, 12) ? 40 : 7);
}

grn_dtype any_dtype(entropy *e)
{
    static const grn_dtype common[] = {GRN_F32, GRN_F32, GRN_F64, GRN_F16, GRN_BF16, GRN_I64, GRN_I32, GRN_UI8, GRN_I1};
    return one_in(e, 8) ? (grn_dtype)pick_between(e, GRN_NO_DTYPE + 1, GRN_DTYPE_COUNT - 1) : PICK_OF(e, common);
}

grn_dtype index_dtype(entropy *e) { return one_in(e, 2) ? GRN_I64 : GRN_I32; }

bool is_small(int64_t n) { return n >= 0 && n < 64; }

/* Strides: mostly of a compact view; else of rows that lie apart, of columns, of one dimension turned around or
 * standing still. */
static void lay_out(entropy *e, grn_tensor *t)
{
    const uint64_t kind = pick(e, 24);
    int64_t step = 1;
    for (int32_t i = 0; i < t->rank; i++) {
        const int32_t d = kind == 1 ? i : t->rank - 1 - i;
        t->stride[d] = step;
        if (is_small(t->shape[d]) && t->shape[d] > 1 && step < MOST_ELEMENTS)
            step *= t->shape[d];
        step += kind == 0;
    }
    if (t->rank > 0 && (kind == 2 || kind == 3))
        t->stride[pick(e, (uint64_t)t->rank)] *= kind == 2 ? -1 : 0;
}

static void spoil(entropy *e, grn_tensor *t)
{
    static const int32_t ranks[] = {-1, 0, 1, 2, GRN_MAX_RANK, GRN_MAX_RANK + 1, INT32_MIN, INT32_MAX};
    const uint64_t d = t->rank > 0 ? pick(e, (uint64_t)t->rank) : 0;
    switch (pick(e, 5)) {
    case 0: t->rank = PICK_OF(e, ranks); break;
    case 1: t->shape[d] = wild_number(e); break;
    case 2: t->stride[d] = wild_number(e); break;
    case 3: t->stride[d] = pick_between(e, -3, 3); break;
    default: t->dtype = (grn_dtype)pick_between(e, -2, GRN_DTYPE_COUNT + 2); break;
    }
}

/* The places that a view reaches, from its first element; false where it has more than a fuzzer gives it, and where
 * it is no view. */
static bool reach(const grn_tensor *t, int64_t *low, int64_t *high)
{
    double least = 0, most = 0, count = 1;
    if (t->rank < 0 || t->rank > GRN_MAX_RANK || grn_dtype_bytes(t->dtype) == 0)
        return false;
    for (int32_t d = 0; d < t->rank; d++) {
        const double far = (double)(t->shape[d] - (t->shape[d] > 0)) * (double)t->stride[d];
        if (t->shape[d] < 0)
            return false;
        count *= (double)t->shape[d];
        *(far < 0 ? &least : &most) += far;
    }
    if (!(count <= MOST_ELEMENTS && (count == 0 || most - least < 16 * MOST_ELEMENTS)))
        return false;
    *low = count > 0 ? (int64_t)least : 0;
    *high = count > 0 ? (int64_t)most : -1;
    return true;
}

/* Memory that is exactly what the view spans, at any address; none for one that spans too much, and now and then for
 * one without elements. */
static void give_memory(entropy *e, random_buffer *b)
{
    const size_t element = grn_dtype_bytes(b->view.dtype);
    int64_t low, high;
    if (!reach(&b->view, &low, &high) || (high < low && one_in(e, 2)))
        return;
    b->shift = one_in(e, 12) ? (size_t)pick(e, 8) : 0;
    b->bytes = b->shift + (size_t)(high - low + 1) * element;
    b->memory = calloc(b->bytes, 1);
    if (b->memory)
        b->view.data = b->memory + b->shift + (size_t)-low * element;
}

static int64_t next_number(entropy *e, content content, int64_t most, bool last, int64_t *at)
{
    const int64_t before = *at;
    switch (content) {
    case STEPS: *at += *at + 1 < most && one_in(e, 3); return before;
    case LENGTHS: *at = last ? most : pick_between(e, before, most); return *at - before;
    case OFFSETS: *at = pick_between(e, before, most); return before;
    default: *at = pick_between(e, before, most); return last ? most : before;
    }
}

/* Along each line of a tensor what ascends from 0 to `most`. */
static void fill_lines(entropy *e, random_buffer *b, content content, int64_t most)
{
    const grn_tensor *t = &b->view;
    const int64_t n = t->rank > 0 ? t->shape[t->rank - 1] : 1, elements = grn_tensor_elements(t);
    int64_t at = 0;
    for (int64_t i = 0; i < elements; i++) {
        int64_t place = 0, left = i;
        for (int32_t d = t->rank - 1; d >= 0; left /= t->shape[d--])
            place += left % t->shape[d] * t->stride[d];
        at = i % n == 0 ? 0 : at;
        const int64_t value = next_number(e, content, most, i % n == n - 1, &at);
        grn_scalar_store(&(grn_scalar){.dtype = t->dtype, .i = value}, t->dtype,
                         (unsigned char *)t->data + place * (int64_t)grn_dtype_bytes(t->dtype));
    }
}

static void fill(entropy *e, random_buffer *b, content content, int64_t most)
{
    const bool integers = grn_dtype_class_of(b->view.dtype) <= GRN_CLASS_UNSIGNED;
    most = most > 0 && most <= MOST_ELEMENTS ? most : 0;
    if (!b->memory)
        return;
    if (content == VALUES || !integers)
        random_buffer_fill(entropy_source(e), b);
    else if (content == INDICES || one_in(e, 12))
        fill_index(e, b, most);
    else
        fill_lines(e, b, content, most);
}

void put(arguments *a, size_t i, grn_dtype dtype, int32_t rank, const int64_t *shape, content content, int64_t most)
{
    random_buffer *b = &a->at[i].now;
    b->view = (grn_tensor){.dtype = dtype, .rank = rank};
    memcpy(b->view.shape, shape, sizeof *shape * (size_t)rank);
    lay_out(a->e, &b->view);
    if (a->wild && one_in(a->e, 12))
        spoil(a->e, &b->view);
    give_memory(a->e, b);
    fill(a->e, b, content, most);
    if (a->wild && one_in(a->e, 24))
        b->view.data = NULL;
    a->given[i] = a->wild && one_in(a->e, 24) ? NULL : &b->view;
}

void optional(arguments *a, size_t i, bool taken)
{
    if (one_in(a->e, 12) == taken)
        a->given[i] = NULL;
}

/* Two arguments in the same memory. */
static void share_memory(arguments *a)
{
    random_buffer *from = &a->at[pick(a->e, MOST_ARGUMENTS)].now, *to = &a->at[pick(a->e, MOST_ARGUMENTS)].now;
    if (to->view.data && from->memory && to->bytes <= from->bytes)
        to->view.data =
            from->memory + ((unsigned char *)to->view.data - to->memory) + pick(a->e, from->bytes - to->bytes + 1);
}

/* A copy of each argument as it is before the call. */
static bool keep_before(arguments *a)
{
    bool made = true;
    for (size_t i = 0; i < MOST_ARGUMENTS; i++)
        if (a->at[i].now.memory)
            made = random_buffer_clone(&a->at[i].now, &a->at[i].before) && made;
    return made;
}

void arguments_release(arguments *a)
{
    for (size_t i = 0; i < MOST_ARGUMENTS; i++)
        destination_release(&a->at[i]);
}

/* ---- a way to call --------------------------------------------------------------------------- */

/* The same arguments as they were. */
static bool again(const arguments *a, arguments *out)
{
    bool made = true;
    *out = *a;
    for (size_t i = 0; i < MOST_ARGUMENTS; i++) {
        out->at[i] = (destination){.now = {.view = a->at[i].now.view}};
        if (a->at[i].now.memory)
            made = random_buffer_clone(&a->at[i].before, &out->at[i].now) && made;
        out->given[i] = a->given[i] ? &out->at[i].now.view : NULL;
    }
    return made;
}

static void hold_against_reference(const arguments *a, const way *w)
{
    arguments b;
    if (again(a, &b)) {
        const grn_status status = w->reference(&b);
        if (status != GRN_OK)
            broken("what gives a result has a reference", w->name, grn_status_name(status));
        for (size_t i = 0; i < MOST_ARGUMENTS; i++)
            if (a->at[i].now.memory)
                check_same(w->name, &a->at[i], &b.at[i]);
    }
    arguments_release(&b);
}

void run_grouped(arguments *a, const way *w)
{
    if (!keep_before(a))
        return;
    if (a->wild && one_in(a->e, 4))
        share_memory(a);
    rations_init(&a->allocator, GROUPED_BYTES, one_in(a->e, 16) ? (size_t)pick(a->e, 4) : MEMORY_CALLS);
    const grn_status status = w->run(a);
    for (size_t i = 0; i < MOST_ARGUMENTS; i++)
        check_answer(w->name, status, &a->at[i]);
    if (a->allocator.outstanding)
        broken("a call hands its memory back", w->name, NULL);
    if (status == GRN_OK && w->reference && !a->wild)
        hold_against_reference(a, w);
}
