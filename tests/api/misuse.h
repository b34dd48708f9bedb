/*
 * misuse.h - the misuse table: every public call with arguments that it must refuse.
 *
 * A row is one right call: R(id, function, tensors, call). `tensors` says what is given, in the
 * order of T(0), T(1) ...:
 *   "input:f32[4]r index:i64[3]r out:f32[3]w"
 *   r  read                s  only shape and dtype are read, data may be NULL
 *   w  written             p  only its layout is read, but it is to be written: its elements lie apart
 *   g  read and written, its elements may share memory
 *   i  after r or s: may be the destination itself     o  after any: may be NULL
 *   a  after r or s: nothing holds it apart from the destination
 * A name may be several with '|' between them, for a message that has another word, and end in #,
 * which stands for a number. Q("name") is another pointer that must not be NULL, from the table of
 * pointers of the file; AL the allocator, D the diag.
 *
 * The right call must answer GRN_OK. Then each tensor is spoiled in every way there is, each
 * pointer made NULL, the allocator made to refuse its n-th request; each time the status must be
 * the one listed here, the message name the argument, and no byte of any tensor change. All memory
 * is as large as it must be: a sanitizer sees every step beyond.
 *
 * A case is one wrong call of its own: C(id, function, claim, tensors, status, fragment of the
 * message, call).
 *
 * The program prints the functions that its rows and cases name when it is started with
 * --functions.
 */
#ifndef TESTS_API_MISUSE_H
#define TESTS_API_MISUSE_H

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

/* Sinks: one that takes all, one that has no function, one that refuses all. */
static inline grn_status misuse_take(void *user, const char *text, size_t bytes)
{
    return (void)user, (void)text, (void)bytes, GRN_OK;
}
static inline grn_status misuse_refuse(void *user, const char *text, size_t bytes)
{
    return (void)user, (void)text, (void)bytes, GRN_E_SINK;
}
static const grn_sink sink = {misuse_take, NULL}, mute = {NULL, NULL}, refusing = {misuse_refuse, NULL};

#define MISUSE_TENSORS 8
#define MISUSE_POINTERS 16

typedef struct misuse_slot {
    char name[40];
    grn_dtype dtype;
    int32_t rank;
    int64_t shape[4];
    char kind;
    bool in_place, apart, optional;
} misuse_slot;

typedef struct world {
    int ntensors;
    misuse_slot slot[MISUSE_TENSORS];
    unsigned char *memory[MISUSE_TENSORS], *before[MISUSE_TENSORS];
    size_t bytes[MISUSE_TENSORS];
    grn_tensor *view[MISUSE_TENSORS];
    const grn_tensor *given[MISUSE_TENSORS];
    const char *asked[MISUSE_POINTERS]; /* names given to Q */
    size_t nasked;
    const char *null;
    bool uses_allocator, uses_diag;
    grn_allocator allocator;
    long refuse_at, requests;
    size_t outstanding;
    grn_diag diag;
    char said[8192];
} world;

typedef struct misuse_row {
    const char *id, *function, *tensors;
    grn_status (*call)(world *w);
} misuse_row;

typedef struct misuse_case {
    const char *id, *function, *claim, *tensors;
    grn_status status;
    const char *fragment;
    grn_status (*call)(world *w);
} misuse_case;

typedef struct misuse_pointer {
    const char *name;
    const void *pointer;
} misuse_pointer;

/* The file's table of pointers, set by MISUSE_MAIN; a row without a name ends it. */
static const misuse_pointer *misuse_pointers;

/* ---- what a call is given -------------------------------------------------------------------- */

static inline void *misuse_pointer_of(world *w, const char *name)
{
    bool known = false;
    for (size_t i = 0; i < w->nasked; i++)
        known = known || strcmp(w->asked[i], name) == 0;
    if (!known) {
        assert_true(w->nasked < MISUSE_POINTERS);
        w->asked[w->nasked++] = name;
    }
    if (w->null != NULL && strcmp(w->null, name) == 0)
        return NULL;
    for (const misuse_pointer *p = misuse_pointers; p->name != NULL; p++)
        if (strcmp(p->name, name) == 0)
            return (void *)(uintptr_t)p->pointer;
    fail_msg("no pointer is named %s", name);
    return NULL;
}

static inline const grn_allocator *misuse_allocator(world *w)
{
    w->uses_allocator = true;
    return &w->allocator;
}

static inline const grn_diag *misuse_diag(world *w)
{
    w->uses_diag = true;
    return &w->diag;
}

#define T(i) (w->given[i])
#define DATA(i) (w->given[i]->data)
#define Q(name) misuse_pointer_of(w, name)
#define AL misuse_allocator(w)
#define D misuse_diag(w)

/* For calls that answer no status: GRN_OK when the claim holds. */
static inline grn_status holds(bool claim) { return claim ? GRN_OK : GRN_STATUS_COUNT; }

/* ---- memory and messages --------------------------------------------------------------------- */

static inline void misuse_hear(void *user, const grn_diagnostic *d)
{
    world *w = user;
    size_t used = strlen(w->said);
    snprintf(w->said + used, sizeof w->said - used, "%s\n", d->message);
}

static inline void *misuse_allocate(void *user, size_t bytes, size_t alignment)
{
    world *w = user;
    if (w->refuse_at >= 0 && w->requests++ >= w->refuse_at)
        return NULL;
    w->outstanding += bytes;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static inline void misuse_release(void *user, void *memory, size_t bytes)
{
    world *w = user;
    w->outstanding -= bytes;
    free(memory);
}

/* "name:f32[2,3]wo" */
static inline const char *misuse_read_slot(const char *at, misuse_slot *s)
{
    char dtype[24];
    size_t n = strcspn(at, ":"), m = strcspn(at + n + 1, "[");
    snprintf(s->name, sizeof s->name, "%.*s", (int)n, at);
    snprintf(dtype, sizeof dtype, "%.*s", (int)m, at + n + 1);
    s->dtype = grn_dtype_from_text(dtype);
    assert_int_not_equal(s->dtype, GRN_NO_DTYPE);
    for (at += n + m + 2; *at != ']'; at += *at == ',') {
        char *end;
        s->shape[s->rank++] = strtoll(at, &end, 10);
        at = end;
    }
    s->kind = *++at;
    for (at++; *at != '\0' && *at != ' '; at++) {
        s->in_place = s->in_place || *at == 'i';
        s->apart = s->apart || *at == 'a';
        s->optional = s->optional || *at == 'o';
    }
    return at + (*at == ' ');
}

/* Everything 0, which is a good index everywhere; destinations 0xA5. `offset` bytes behind what
 * malloc aligns. */
static inline void misuse_lay(world *w, int i, size_t offset)
{
    const misuse_slot *s = &w->slot[i];
    grn_tensor *t = w->view[i] = malloc(sizeof *t);
    assert_non_null(t);
    assert_int_equal(grn_tensor_init(t, NULL, s->dtype, s->rank, s->shape), GRN_OK);
    bool has_data = s->kind == 'r' || s->kind == 'w' || s->kind == 'g'; /* what is not looked at may be of any size */
    w->bytes[i] = has_data ? grn_tensor_bytes(t) + offset : offset;
    w->memory[i] = malloc(w->bytes[i] + !w->bytes[i]);
    w->before[i] = malloc(w->bytes[i] + !w->bytes[i]);
    assert_true(w->memory[i] != NULL && w->before[i] != NULL);
    memset(w->memory[i], s->kind == 'w' || s->kind == 'g' ? 0xA5 : 0, w->bytes[i]);
    memcpy(w->before[i], w->memory[i], w->bytes[i]);
    t->data = w->memory[i] + offset;
    w->given[i] = t;
}

static inline world *misuse_begin(const char *tensors, size_t offset)
{
    world *w = calloc(1, sizeof *w);
    assert_non_null(w);
    for (const char *at = tensors; *at != '\0'; w->ntensors++)
        at = misuse_read_slot(at, &w->slot[w->ntensors]);
    for (int i = 0; i < w->ntensors; i++)
        misuse_lay(w, i, offset);
    w->allocator = (grn_allocator){misuse_allocate, misuse_release, w};
    w->diag = (grn_diag){misuse_hear, w};
    w->refuse_at = -1;
    return w;
}

static inline void misuse_end(world *w)
{
    for (int i = 0; i < w->ntensors; i++) {
        free(w->view[i]);
        free(w->memory[i]);
        free(w->before[i]);
    }
    free(w);
}

/* ---- one call, held against what it must answer ---------------------------------------------- */

/* Whether one of the names, with '|' between them, is in what was said; of a name with a number,
 * the name will do. */
static inline bool misuse_names(const world *w, const char *names)
{
    bool found = false;
    while (!found && *names != '\0') {
        char name[80];
        size_t n = strcspn(names, "|");
        snprintf(name, sizeof name, "%.*s", (int)strcspn(names, "|#"), names);
        found = strstr(w->said, name) != NULL;
        names += n + (names[n] == '|');
    }
    return found;
}

static inline void misuse_expect(world *w, const char *who, const char *how, grn_status seen, grn_status right,
                                 const char *fragment)
{
    if (seen != right)
        fail_msg("%s, %s: answered %s (%s), must be %s", who, how, grn_status_name(seen), w->said,
                 grn_status_name(right));
    if (w->outstanding != 0)
        fail_msg("%s, %s: %zu bytes were not given back", who, how, w->outstanding);
    if (right == GRN_OK)
        return;
    if (fragment != NULL && w->uses_diag && !misuse_names(w, fragment))
        fail_msg("%s, %s: the message does not say '%s': %s", who, how, fragment, w->said);
    for (int i = 0; i < w->ntensors; i++)
        if (memcmp(w->memory[i], w->before[i], w->bytes[i]) != 0)
            fail_msg("%s, %s: %s was written to", who, how, w->slot[i].name);
}

static inline bool misuse_writes(char kind) { return kind == 'w' || kind == 'g'; }
static inline bool misuse_needs_data(char kind) { return kind == 'r' || kind == 'w' || kind == 'g'; }

static inline void spoil_no_dtype(grn_tensor *t) { t->dtype = GRN_NO_DTYPE; }
static inline void spoil_far_dtype(grn_tensor *t) { t->dtype = (grn_dtype)99; }
static inline void spoil_negative_dtype(grn_tensor *t) { t->dtype = (grn_dtype)-1; }
static inline void spoil_rank_below(grn_tensor *t) { t->rank = -1; }
static inline void spoil_rank_least(grn_tensor *t) { t->rank = INT32_MIN; }
static inline void spoil_rank_over(grn_tensor *t) { t->rank = GRN_MAX_RANK + 1; }
static inline void spoil_rank_44(grn_tensor *t) { t->rank = 44; }
static inline void spoil_rank_40(grn_tensor *t) { t->rank = 40; }
static inline void spoil_rank_99(grn_tensor *t) { t->rank = 99; }
static inline void spoil_rank_most(grn_tensor *t) { t->rank = INT32_MAX; }
static inline void spoil_extent_below(grn_tensor *t) { t->shape[0] = -1; }
static inline void spoil_extent_least(grn_tensor *t) { t->shape[t->rank - 1] = INT64_MIN; }
static inline void spoil_elements(grn_tensor *t)
{
    t->rank = 3;
    t->shape[0] = t->shape[1] = t->shape[2] = INT64_C(1) << 31;
    t->stride[0] = t->stride[1] = t->stride[2] = 0;
}
static inline void spoil_bytes(grn_tensor *t)
{
    t->rank = 1;
    t->shape[0] = INT64_MAX;
    t->stride[0] = 0;
    t->dtype = GRN_C128;
}
static inline void spoil_stride_most(grn_tensor *t) { t->stride[0] = INT64_MAX; }
static inline void spoil_stride_least(grn_tensor *t) { t->stride[0] = INT64_MIN; }
static inline void spoil_span(grn_tensor *t)
{
    t->stride[0] = INT64_MAX / ((t->shape[0] - 1) * (int64_t)grn_dtype_bytes(t->dtype)) + 1;
}
static inline void spoil_data(grn_tensor *t) { t->data = NULL; }
static inline void spoil_end(grn_tensor *t) { t->data = (void *)(UINTPTR_MAX - grn_dtype_bytes(t->dtype) + 1); }
static inline void spoil_start(grn_tensor *t)
{
    t->data = (void *)(uintptr_t)grn_dtype_bytes(t->dtype);
    t->stride[0] = -(INT64_C(1) << 20);
}
static inline void spoil_folded(grn_tensor *t) { t->stride[0] = 0; }
static inline void spoil_crowded(grn_tensor *t)
{
    for (int32_t d = 0; d < t->rank; d++)
        t->stride[d] = 1;
}

typedef enum spoil_of {
    OF_ANY,
    OF_DIMENSIONED,
    OF_LONG,
    OF_READ,
    OF_READ_LONG,
    OF_WRITTEN_LONG,
    OF_WRITTEN_WIDE
} spoil_of;
static const struct {
    const char *how;
    void (*spoil)(grn_tensor *t);
    spoil_of of;
    grn_status status;
} spoils[] = {
    {"dtype 0", spoil_no_dtype, OF_ANY, GRN_E_DTYPE},
    {"dtype 99", spoil_far_dtype, OF_ANY, GRN_E_DTYPE},
    {"dtype -1", spoil_negative_dtype, OF_ANY, GRN_E_DTYPE},
    {"rank -1", spoil_rank_below, OF_ANY, GRN_E_LIMIT},
    {"rank INT32_MIN", spoil_rank_least, OF_ANY, GRN_E_LIMIT},
    {"rank 33", spoil_rank_over, OF_ANY, GRN_E_LIMIT},
    {"rank 40", spoil_rank_40, OF_ANY, GRN_E_LIMIT},
    {"rank 44", spoil_rank_44, OF_ANY, GRN_E_LIMIT},
    {"rank 99", spoil_rank_99, OF_ANY, GRN_E_LIMIT},
    {"rank INT32_MAX", spoil_rank_most, OF_ANY, GRN_E_LIMIT},
    {"extent -1", spoil_extent_below, OF_DIMENSIONED, GRN_E_SHAPE},
    {"extent INT64_MIN", spoil_extent_least, OF_DIMENSIONED, GRN_E_SHAPE},
    {"2^93 elements", spoil_elements, OF_ANY, GRN_E_SHAPE},
    {"2^67 bytes", spoil_bytes, OF_ANY, GRN_E_SHAPE},
    {"stride INT64_MAX", spoil_stride_most, OF_LONG, GRN_E_SHAPE},
    {"stride INT64_MIN", spoil_stride_least, OF_LONG, GRN_E_SHAPE},
    {"a span just over the limit", spoil_span, OF_LONG, GRN_E_SHAPE},
    {"data NULL", spoil_data, OF_READ, GRN_E_ARGUMENT},
    {"data before the end of memory", spoil_end, OF_READ_LONG, GRN_E_ARGUMENT},
    {"data after its start", spoil_start, OF_READ_LONG, GRN_E_ARGUMENT},
    {"a written stride of 0", spoil_folded, OF_WRITTEN_LONG, GRN_E_ALIAS},
    {"more written elements than places", spoil_crowded, OF_WRITTEN_WIDE, GRN_E_ALIAS},
};

static inline bool spoil_applies(spoil_of of, const misuse_slot *s)
{
    bool is_long = s->rank > 0 && s->shape[0] > 1, read = misuse_needs_data(s->kind),
         written = s->kind == 'w' || s->kind == 'p';
    int64_t elements = 1;
    for (int32_t d = 0; d < s->rank; d++)
        elements *= s->shape[d];
    switch (of) {
    case OF_ANY: return true;
    case OF_DIMENSIONED: return s->rank > 0;
    case OF_LONG: return is_long && elements > 0;
    case OF_READ: return read && elements > 0;
    case OF_READ_LONG: return read && is_long && elements > 0;
    case OF_WRITTEN_LONG: return written && is_long && elements > 0;
    default: return written && s->rank > 1 && s->shape[0] > 1 && s->shape[1] > 1;
    }
}

/* The tensor is given NULL where `spoil` is. */
static inline void misuse_spoil(const misuse_row *row, int i, const char *how, void (*spoil)(grn_tensor *),
                                grn_status right)
{
    char who[160];
    world *w = misuse_begin(row->tensors, 0);
    snprintf(who, sizeof who, "%s: %s", row->id, w->slot[i].name);
    if (spoil != NULL)
        spoil(w->view[i]);
    else
        w->given[i] = NULL;
    misuse_expect(w, who, how, row->call(w), right, w->slot[i].name);
    misuse_end(w);
}

static inline void misuse_tensors(const misuse_row *row, const world *first)
{
    for (int i = 0; i < first->ntensors; i++) {
        if (!first->slot[i].optional)
            misuse_spoil(row, i, "NULL", NULL, GRN_E_ARGUMENT);
        for (size_t k = 0; k < sizeof spoils / sizeof *spoils; k++)
            if (spoil_applies(spoils[k].of, &first->slot[i]))
                misuse_spoil(row, i, spoils[k].how, spoils[k].spoil, spoils[k].status);
    }
}

/* Data that is never looked at may be NULL. */
static inline void misuse_without_data(const misuse_row *row, const world *first)
{
    for (int i = 0; i < first->ntensors; i++)
        if (!misuse_needs_data(first->slot[i].kind))
            misuse_spoil(row, i, "data NULL, of which only the shape is read", spoil_data, GRN_OK);
}

/* A stride along which nothing is stepped means nothing. */
static inline void misuse_unit_strides(const misuse_row *row, const world *first)
{
    static const int64_t strides[] = {INT64_MIN, INT64_MAX, INT64_MIN + 1, -1};
    for (int i = 0; i < first->ntensors; i++) {
        const misuse_slot *s = &first->slot[i];
        bool empty = false;
        for (int32_t d = 0; d < s->rank; d++)
            empty = empty || s->shape[d] == 0;
        for (size_t k = 0; k < sizeof strides / sizeof *strides; k++) {
            world *w = misuse_begin(row->tensors, 0);
            for (int32_t d = 0; d < s->rank; d++)
                if (empty || s->shape[d] == 1)
                    w->view[i]->stride[d] = strides[k];
            misuse_expect(w, row->id, "wild strides of unit and empty dimensions", row->call(w), GRN_OK, NULL);
            misuse_end(w);
        }
    }
}

static inline void misuse_overlap(const misuse_row *row, const world *first)
{
    for (int to = 0; to < first->ntensors; to++)
        for (int from = 0; misuse_writes(first->slot[to].kind) && from < first->ntensors; from++) {
            const misuse_slot *s = &first->slot[from];
            if (from == to || s->kind == 's' || s->kind == 'p' || s->in_place || s->apart || first->bytes[from] == 0 ||
                first->bytes[to] == 0)
                continue;
            world *w = misuse_begin(row->tensors, 0);
            char how[100];
            snprintf(how, sizeof how, "%s lies over %s", w->slot[to].name, s->name);
            w->view[to]->data = w->view[from]->data;
            misuse_expect(w, row->id, how, row->call(w), GRN_E_ALIAS, NULL);
            misuse_end(w);
        }
}

/* Any alignment will do, and gives the same. */
static inline void misuse_alignment(const misuse_row *row, const world *first)
{
    world *w = misuse_begin(row->tensors, 1);
    misuse_expect(w, row->id, "every tensor one byte past its alignment", row->call(w), GRN_OK, NULL);
    for (int i = 0; i < w->ntensors; i++)
        if (first->bytes[i] > 0 && memcmp(w->memory[i] + 1, first->memory[i], first->bytes[i]) != 0)
            fail_msg("%s: %s comes out differently when it is not aligned", row->id, w->slot[i].name);
    misuse_end(w);
}

static inline void misuse_null_pointers(const misuse_row *row, const world *first)
{
    for (size_t i = 0; i < first->nasked; i++) {
        world *w = misuse_begin(row->tensors, 0);
        w->null = first->asked[i];
        misuse_expect(w, row->id, w->null, row->call(w), GRN_E_ARGUMENT, w->null);
        misuse_end(w);
    }
}

static inline void misuse_refusals(const misuse_row *row)
{
    bool refused = true;
    for (long n = 0; refused; n++) {
        char how[60];
        world *w = misuse_begin(row->tensors, 0);
        snprintf(how, sizeof how, "request %ld and all after it refused", n);
        w->refuse_at = n;
        grn_status status = row->call(w);
        refused = w->requests > n;
        if (refused)
            misuse_expect(w, row->id, how, status, GRN_E_MEMORY, NULL);
        misuse_end(w);
        assert_true(n < 10000);
    }
    for (int k = 0; k < 3; k++) {
        world *w = misuse_begin(row->tensors, 0);
        if (k != 1)
            w->allocator.allocate = NULL;
        if (k != 0)
            w->allocator.release = NULL;
        misuse_expect(w, row->id, "an allocator without functions", row->call(w), GRN_E_ARGUMENT, "allocator");
        misuse_end(w);
    }
}

/* A diag without a function hears nothing and changes nothing. */
static inline void misuse_silence(const misuse_row *row)
{
    world *w = misuse_begin(row->tensors, 0);
    w->diag.emit = NULL;
    misuse_expect(w, row->id, "a diag without emit", row->call(w), GRN_OK, NULL);
    misuse_end(w);
    w = misuse_begin(row->tensors, 0);
    if (w->ntensors > 0 && !w->slot[0].optional) {
        w->diag.emit = NULL;
        w->uses_diag = false;
        w->given[0] = NULL;
        misuse_expect(w, row->id, "a diag without emit, and an error", row->call(w), GRN_E_ARGUMENT, NULL);
    }
    misuse_end(w);
}

static inline void misuse_run_row(const misuse_row *row)
{
    world *first = misuse_begin(row->tensors, 0);
    misuse_expect(first, row->id, "as it should be called", row->call(first), GRN_OK, NULL);
    misuse_tensors(row, first);
    misuse_without_data(row, first);
    misuse_unit_strides(row, first);
    misuse_overlap(row, first);
    misuse_alignment(row, first);
    misuse_null_pointers(row, first);
    if (first->uses_allocator)
        misuse_refusals(row);
    if (first->uses_diag)
        misuse_silence(row);
    misuse_end(first);
}

static inline void misuse_run_case(const misuse_case *c)
{
    world *w = misuse_begin(c->tensors, 0);
    char who[160];
    snprintf(who, sizeof who, "%s", c->id);
    misuse_expect(w, who, c->claim, c->call(w), c->status, c->fragment);
    misuse_end(w);
}

/* ---- the tables of a file: #define ROWS(R) and CASES(C), then MISUSE_TABLES and MISUSE_MAIN -- */

#define MISUSE_ROW_CALL(id, function, tensors, expr) \
    static grn_status row_##id(world *w)             \
    {                                                \
        (void)w;                                     \
        return expr;                                 \
    }
#define MISUSE_CASE_CALL(id, function, claim, tensors, status, fragment, expr) \
    static grn_status case_##id(world *w)                                      \
    {                                                                          \
        (void)w;                                                               \
        return expr;                                                           \
    }
#define MISUSE_ROW(id, function, tensors, expr) {#id, #function, tensors, row_##id},
#define MISUSE_CASE(id, function, claim, tensors, status, fragment, expr) \
    {#id, #function, claim, tensors, status, fragment, case_##id},

#define MISUSE_TABLES                                             \
    ROWS(MISUSE_ROW_CALL)                                         \
    CASES(MISUSE_CASE_CALL)                                       \
    static const misuse_row rows[] = {ROWS(MISUSE_ROW)};          \
    static const misuse_case cases[] = {CASES(MISUSE_CASE)};      \
    static void test_rows(void **unused)                          \
    {                                                             \
        (void)unused;                                             \
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)   \
            misuse_run_row(&rows[i]);                             \
    }                                                             \
    static void test_cases(void **unused)                         \
    {                                                             \
        (void)unused;                                             \
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) \
            misuse_run_case(&cases[i]);                           \
    }                                                             \
    static bool list_functions(int argc, char **argv)             \
    {                                                             \
        if (argc != 2 || strcmp(argv[1], "--functions") != 0)     \
            return false;                                         \
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)   \
            puts(rows[i].function);                               \
        for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) \
            puts(cases[i].function);                              \
        return true;                                              \
    }

#define MISUSE_MAIN                                                                                    \
    int main(int argc, char **argv)                                                                    \
    {                                                                                                  \
        const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)}; \
        misuse_pointers = pointers;                                                                    \
        return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, NULL, NULL);             \
    }

#endif
