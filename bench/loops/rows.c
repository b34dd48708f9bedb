/* rows.c - gathers of rows of 12 bytes and more, and of windows. */
#include "loops/vectors.h"

typedef enum form { FORM_VECTORS, FORM_STREAMED, FORM_MEMCPY, FORM_STRING } form;

ALWAYS_INLINE void copy(char *to, const char *from, size_t n, form f)
{
    if (f == FORM_VECTORS)
        copy_vectors(to, from, n);
    else if (f == FORM_STREAMED)
        copy_streamed(to, from, n);
    else if (f == FORM_MEMCPY)
        memcpy(to, from, n);
#ifdef __x86_64__
    else
        __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n) : : "memory");
#endif
}

/* ---- rows ------------------------------------------------------------------------------------ */

typedef struct rows {
    char *to;
    const char *from, *indices;
    size_t columns, bytes;
} rows;

ALWAYS_INLINE void take(const rows *r, share s, int32_t ahead, loop_index index, size_t n, loop_hint hint, form f)
{
    int64_t fetched = s.to - ahead;
    for (int64_t i = s.from; i < s.to; i++) {
        if (hint != HINT_NONE && i < fetched)
            prefetch_all(r->from + row_at(r->indices, i + ahead, index, r->columns) * n, n, hint);
        copy(r->to + (size_t)i * n, r->from + row_at(r->indices, i, index, r->columns) * n, n, f);
    }
}

#define TAKE(hint) take(r, s, w->ahead, index, n, hint, f)
ALWAYS_INLINE void by_hint(const rows *r, share s, const loop_way *w, loop_index index, size_t n,
                           form f){BY_HINT(w->hint, TAKE)}

#define SIZES(S) S(12) S(16) S(64) S(72) S(96) S(100) S(128) S(192) S(256) S(400) S(512)

ALWAYS_INLINE void by_bytes(const rows *r, share s, const loop_way *w, loop_index index, form f)
{
    switch (r->bytes) {
#define SIZE(bytes) \
    case bytes: by_hint(r, s, w, index, bytes, f); break;
        SIZES(SIZE)
    default: by_hint(r, s, w, index, r->bytes, f); break;
    }
}

ALWAYS_INLINE void by_index(const rows *r, share s, const loop_way *w, loop_index index, form f)
{
    if (f == FORM_MEMCPY || f == FORM_STRING)
        by_hint(r, s, w, index, r->bytes, f);
    else if (index == INDEX_I32)
        by_bytes(r, s, w, INDEX_I32, f);
    else if (index == INDEX_I64)
        by_bytes(r, s, w, INDEX_I64, f);
    else
        by_hint(r, s, w, index, r->bytes, f);
}

static rows rows_of(const problem *p, int64_t batch)
{
    const bench_case *c = p->c;
    int64_t skipped = c->shared ? 0 : batch * c->vectors * c->index_bytes;
    return (rows){p->dense + batch * c->vectors * c->row_bytes, p->operand + batch * c->rows * c->row_bytes,
                  p->indices + skipped, (size_t)c->columns, (size_t)c->row_bytes};
}

ALWAYS_INLINE void take_all(const problem *p, const loop_way *w, int32_t thread, form f)
{
    share all = share_of(p->c->batches * p->c->vectors, 16, thread, p->threads);
    for (int64_t at = all.from; at < all.to;) {
        int64_t batch = at / p->c->vectors, first = at % p->c->vectors, left = all.to - at;
        int64_t n = p->c->vectors - first < left ? p->c->vectors - first : left;
        const rows r = rows_of(p, batch);
        by_index(&r, (share){first, first + n}, w, p->index, f);
        at += n;
    }
    end_streams(f == FORM_STREAMED);
}

static void run_vectors(const problem *p, const loop_way *w, int32_t thread)
{
    if (w->streams)
        take_all(p, w, thread, FORM_STREAMED);
    else
        take_all(p, w, thread, FORM_VECTORS);
}
static void run_memcpy(const problem *p, const loop_way *w, int32_t thread) { take_all(p, w, thread, FORM_MEMCPY); }
static void run_string(const problem *p, const loop_way *w, int32_t thread) { take_all(p, w, thread, FORM_STRING); }

/* ---- windows --------------------------------------------------------------------------------- */

ALWAYS_INLINE void take_windows(const problem *p, share s, const loop_way *w, size_t n, loop_hint hint, form f)
{
    const bench_case *c = p->c;
    size_t bytes = (size_t)c->element_bytes, stride = (size_t)c->columns * bytes, height = (size_t)c->height;
    int64_t fetched = s.to - w->ahead;
    for (int64_t i = s.from; i < s.to; i++) {
        const char *from = p->operand + row_at(p->indices, i, p->index, (size_t)c->columns) * bytes;
        char *to = p->dense + (size_t)i * height * n;
        if (hint != HINT_NONE && i < fetched) {
            const char *next = p->operand + row_at(p->indices, i + w->ahead, p->index, (size_t)c->columns) * bytes;
            for (size_t r = 0; r < height; r++) {
                prefetch_all(next + r * stride, n, hint);
                prefetch(next + r * stride + n - 1, hint);
            }
        }
        for (size_t r = 0; r < height; r++)
            copy(to + r * n, from + r * stride, n, f);
    }
}

#define WINDOWS(hint) take_windows(p, s, w, n, hint, f)
ALWAYS_INLINE void windows_by_hint(const problem *p, share s, const loop_way *w, size_t n,
                                   form f){BY_HINT(w->hint, WINDOWS)}

ALWAYS_INLINE void windows_by_bytes(const problem *p, share s, const loop_way *w, form f)
{
    switch (p->c->width * p->c->element_bytes) {
    case 12: windows_by_hint(p, s, w, 12, f); break;
    case 32: windows_by_hint(p, s, w, 32, f); break;
    case 512: windows_by_hint(p, s, w, 512, f); break;
    default: windows_by_hint(p, s, w, (size_t)(p->c->width * p->c->element_bytes), f); break;
    }
}

static void run_windows(const problem *p, const loop_way *w, int32_t thread)
{
    share s = share_of(p->c->vectors, 16, thread, p->threads);
    if (w->streams)
        windows_by_bytes(p, s, w, FORM_STREAMED);
    else
        windows_by_bytes(p, s, w, FORM_VECTORS);
    end_streams(w->streams);
}

/* ---- the list -------------------------------------------------------------------------------- */

static bool is_window(const problem *p) { return strcmp(p->c->kind, "win") == 0; }
static bool are_rows(const problem *p)
{
    return is_gather(p) && !is_window(p) && p->c->row_bytes > p->c->element_bytes;
}
static bool are_long(const problem *p) { return are_rows(p) && p->c->row_bytes >= 512; }

static const loop_way row_ways[] = {
    {0},
    {.streams = true},
    {HINT_T0, 1, false, 0},
    {HINT_T0, 4, false, 0},
    {HINT_T0, 16, false, 0},
    {HINT_T0, 32, false, 0},
    {HINT_T0, 64, false, 0},
    {HINT_T1, 16, false, 0},
    {HINT_T0, 2, true, 0},
    {HINT_T0, 4, true, 0},
    {HINT_T0, 8, true, 0},
    {HINT_T0, 16, true, 0},
    {HINT_T0, 32, true, 0},
    {HINT_T0, 64, true, 0},
    {HINT_T1, 16, true, 0},
    {HINT_NTA, 8, true, 0},
};
static const loop_way copy_ways[] = {{0}, {HINT_T0, 2, false, 0}, {HINT_T0, 8, false, 0}, {HINT_T0, 32, false, 0}};
static const loop_way string_ways[] = {{0}, {HINT_T0, 1, false, 0}, {HINT_T0, 4, false, 0}};

#define WAYS(list) list, COUNT_OF(list)
const loop loops_rows[] = {
    {"vectors", are_rows, run_vectors, NULL, WAYS(row_ways)},
    {"memcpy", are_rows, run_memcpy, NULL, WAYS(copy_ways)},
    {"rep movsb", are_long, run_string, NULL, WAYS(string_ways)},
    {"windows by vectors", is_window, run_windows, NULL, WAYS(row_ways)},
    {0},
};
