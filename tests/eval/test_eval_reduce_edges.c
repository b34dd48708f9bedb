/*
 * test_eval_reduce_edges.c - reductions of every element size along either dimension, by a function
 * that is known and by one that is not; sorts of several tensors of every size, with NaNs; and
 * memory refused at each request.
 *
 * The expected values come from plain loops here: one accumulator per result, from init, in
 * ascending order (StableHLO, reduce); for sort, from the order that the comparator says, ties as
 * they stood (StableHLO, sort).
 */
#include <math.h>

#include "eval_test.h"
#include "support/refuser.h"

enum { MOST = 40 * 304 };

/* ---- reductions ------------------------------------------------------------------------------ */

typedef enum kind { ADD, MULTIPLY, MAXIMUM, MINIMUM, KINDS } kind;
static const char *const names[KINDS] = {"add", "multiply", "maximum", "minimum"};

/* U: what wraps; for floats the type itself, each step rounded to it. */
#define DEFINE_TYPE(T, U)                                  \
    static void step_##T(kind k, void *acc, const void *v) \
    {                                                      \
        T a, b;                                            \
        memcpy(&a, acc, sizeof a);                         \
        memcpy(&b, v, sizeof b);                           \
        switch (k) {                                       \
        case ADD: a = (T)((U)a + (U)b); break;             \
        case MULTIPLY: a = (T)((U)a * (U)b); break;        \
        case MAXIMUM: a = a != a || b < a ? a : b; break;  \
        default: a = a != a || b > a ? a : b; break;       \
        }                                                  \
        memcpy(acc, &a, sizeof a);                         \
    }                                                      \
    static void put_##T(void *to, double v)                \
    {                                                      \
        const T x = (T)v;                                  \
        memcpy(to, &x, sizeof x);                          \
    }                                                      \
    static bool same_##T(const void *p, const void *q)     \
    {                                                      \
        T a, b;                                            \
        memcpy(&a, p, sizeof a);                           \
        memcpy(&b, q, sizeof b);                           \
        return a == b || (a != a && b != b);               \
    }
DEFINE_TYPE(int8_t, uint32_t)
DEFINE_TYPE(uint8_t, uint32_t)
DEFINE_TYPE(int16_t, uint32_t)
DEFINE_TYPE(uint16_t, uint32_t)
DEFINE_TYPE(int32_t, uint32_t)
DEFINE_TYPE(uint32_t, uint32_t)
DEFINE_TYPE(int64_t, uint64_t)
DEFINE_TYPE(uint64_t, uint64_t)
DEFINE_TYPE(float, float)
DEFINE_TYPE(double, double)

/* Complex numbers: sums alone, part by part. */
typedef struct pair {
    double re, im;
} pair;
static void step_pair(kind k, void *acc, const void *v)
{
    pair a, b;
    (void)k;
    memcpy(&a, acc, sizeof a);
    memcpy(&b, v, sizeof b);
    a = (pair){a.re + b.re, a.im + b.im};
    memcpy(acc, &a, sizeof a);
}
static void put_pair(void *to, double v) { memcpy(to, &(pair){v, 1 - v}, sizeof(pair)); }
static bool same_pair(const void *p, const void *q) { return memcmp(p, q, sizeof(pair)) == 0; }

typedef struct type {
    grn_dtype dtype;
    bool is_signed, is_float;
    kind kinds; /* those below it */
    void (*step)(kind k, void *acc, const void *v);
    void (*put)(void *to, double v);
    bool (*same)(const void *a, const void *b);
} type;
#define TYPE(dtype, T, is_signed, is_float)                            \
    {                                                                  \
        dtype, is_signed, is_float, KINDS, step_##T, put_##T, same_##T \
    }
static const type types[] = {TYPE(GRN_I8, int8_t, true, false),
                             TYPE(GRN_UI8, uint8_t, false, false),
                             TYPE(GRN_I16, int16_t, true, false),
                             TYPE(GRN_UI16, uint16_t, false, false),
                             TYPE(GRN_I32, int32_t, true, false),
                             TYPE(GRN_UI32, uint32_t, false, false),
                             TYPE(GRN_I64, int64_t, true, false),
                             TYPE(GRN_UI64, uint64_t, false, false),
                             TYPE(GRN_F32, float, true, true),
                             TYPE(GRN_F64, double, true, true),
                             {GRN_C128, true, false, MULTIPLY, step_pair, put_pair, same_pair}};

/* Rows are few and many; columns too few for a batch, some, and more than a block. */
static const int64_t shapes[][2] = {{1, 20},  {2, 20},  {3, 33},   {4, 20}, {5, 300}, {7, 20}, {8, 16}, {9, 20},
                                    {40, 20}, {20, 40}, {40, 304}, {3, 40}, {40, 3},  {9, 17}, {1, 1}};

static _Alignas(64) unsigned char values[MOST * 16], seen[MOST * 16], init[16];

/* Numbers that grow past every integer type under multiply, and round under add; now and then a
 * NaN. */
static void fill(const type *t, size_t n)
{
    uint32_t seed = 7;
    for (size_t i = 0; i < n; i++) {
        seed = seed * 1664525 + 1013904223;
        double v = (double)(seed >> 24 & 15) + 1;
        if (t->is_signed && seed >> 30 == 0)
            v = -v;
        if (t->is_float)
            v = (seed >> 16) % 97 == 0 ? NAN : v / 8 + 0.01;
        t->put(values + i * grn_dtype_bytes(t->dtype), v);
    }
    if (t->is_float && n > 30)
        t->put(values + 30 * grn_dtype_bytes(t->dtype), NAN);
    t->put(init, 3);
}

static void check_results(const type *t, kind k, const grn_tensor *in, int32_t dim, const char *way)
{
    const size_t bytes = grn_dtype_bytes(t->dtype);
    const int32_t other = 1 - dim;
    for (int64_t r = 0; r < in->shape[other]; r++) {
        unsigned char want[16];
        memcpy(want, init, bytes);
        for (int64_t i = 0; i < in->shape[dim]; i++)
            t->step(k, want, grn_tensor_at(in, i * in->stride[dim] + r * in->stride[other]));
        if (!t->same(seen + (size_t)r * bytes, want))
            fail_msg("%s of %s, %dx%d over dim %d, %s: result %d", names[k], grn_dtype_text(t->dtype),
                     (int)in->shape[0], (int)in->shape[1], (int)dim, way, (int)r);
    }
}

/* By rows as they lie and transposed; known and unknown. */
static void reduce_all_ways(const type *t, kind k, const int64_t *shape)
{
    grn_bound_element f = eval_bound(names[k], t->dtype, t->dtype);
    grn_tensor start = eval_view(init, t->dtype, 0, NULL);
    for (int way = 0; way < 8; way++) {
        const int32_t dim = way & 1;
        grn_tensor in = eval_view(values, t->dtype, 2, shape), out = eval_view(seen, t->dtype, 1, &shape[1 - dim]);
        if (way & 2)
            in.stride[0] = 1, in.stride[1] = shape[0];
        memset(seen, 0x55, sizeof seen);
        grn_region_fn body = {eval_run_bound, &f, way & 4 ? &f : NULL, NULL};
        assert_int_equal(grn_eval_reduce(1, &out, &in, &start, UINT64_C(1) << dim, body, NULL, NULL), GRN_OK);
        check_results(t, k, &in, dim, way & 4 ? "by a known function" : "by batches");
    }
}

/* ---- on threads ------------------------------------------------------------------------------ */

static int32_t parts_run;
static void last_first(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    parts_run = ntasks;
    while (ntasks-- > 0)
        task(context, ntasks);
}

/* Reductions of 200000 floats, along each set of dimensions: the parts make what one thread does. */
static void test_reduce_in_parts(void **state)
{
    (void)state;
    enum { ALL = 200000 };
    static float x[ALL], alone[ALL], together[ALL];
    static const struct {
        const char *claim;
        int64_t shape[3];
        uint64_t dims;
        int32_t parts; /* on three threads */
    } cases[] = {
        {"rows: lines side by side", {1000, 2, 100}, 4, 3},
        {"columns: by batches", {100, 2, 1000}, 1, 2},
        {"in the middle", {1, 2000, 100}, 4, 3},
        {"a first dimension of one", {1, 7, 28571}, 2, 3},
        {"two dimensions", {50, 4, 1000}, 6, 3},
        {"to one result", {50, 4, 1000}, 7, 1},
        {"more threads than results", {2, 1, 100000}, 4, 2},
    };
    const grn_parallel three = {last_first, NULL, 3};
    grn_bound_element f = eval_bound("add", GRN_F32, GRN_F32);
    grn_region_fn body = {eval_run_bound, &f, &f, NULL};
    float first = 0.25f;
    grn_tensor start = eval_view(&first, GRN_F32, 0, NULL);
    for (size_t i = 0; i < ALL; i++)
        x[i] = 1 / (float)(i % 1013 + 1);
    for (size_t c = 0; c < GRN_COUNT(cases); c++) {
        int64_t kept[3];
        int32_t rank = 0;
        for (int32_t d = 0; d < 3; d++)
            if (!(cases[c].dims >> d & 1))
                kept[rank++] = cases[c].shape[d];
        grn_tensor in = eval_view(x, GRN_F32, 3, cases[c].shape), out = eval_view(alone, GRN_F32, rank, kept);
        assert_int_equal(grn_eval_reduce(1, &out, &in, &start, cases[c].dims, body, NULL, NULL), GRN_OK);
        parts_run = 1;
        out.data = together;
        assert_int_equal(grn_eval_reduce(1, &out, &in, &start, cases[c].dims, body, &three, NULL), GRN_OK);
        claim_true(cases[c].claim, parts_run == cases[c].parts);
        claim_true(cases[c].claim, memcmp(alone, together, grn_tensor_bytes(&out)) == 0);
    }
}

static void test_reduce_kinds(void **state)
{
    (void)state;
    for (size_t t = 0; t < GRN_COUNT(types); t++)
        for (size_t s = 0; s < GRN_COUNT(shapes); s++) {
            fill(&types[t], (size_t)(shapes[s][0] * shapes[s][1]));
            for (kind k = ADD; k < types[t].kinds; k++)
                reduce_all_ways(&types[t], k, shapes[s]);
        }
}

/* Nothing to reduce over, no results, no tensors; dtypes that do not agree. */
static void test_reduce_nothing(void **state)
{
    int32_t x[4] = {1, 2, 3, 4}, out[4] = {9, 9, 9, 9}, start = 5;
    grn_bound_element add = eval_bound("add", GRN_I32, GRN_I32);
    const grn_region_fn body = {eval_run_bound, &add, &add, NULL};
    grn_tensor first = eval_view(&start, GRN_I32, 0, NULL), in, to;
    (void)state;
    in = eval_view(x, GRN_I32, 2, (const int64_t[]){0, 4});
    to = eval_view(out, GRN_I32, 1, (const int64_t[]){4});
    assert_int_equal(grn_eval_reduce(1, &to, &in, &first, 1, body, NULL, NULL), GRN_OK);
    claim_true("init where there is nothing", out[0] == 5 && out[3] == 5);
    to = eval_view(out, GRN_I32, 1, (const int64_t[]){0});
    out[0] = 9;
    assert_int_equal(grn_eval_reduce(1, &to, &in, &first, 2, body, NULL, NULL), GRN_OK);
    assert_int_equal(grn_eval_reduce(0, &to, &in, &first, 2, body, NULL, NULL), GRN_OK);
    claim_true("no results are written where there are none", out[0] == 9);
    in = eval_view(x, GRN_I32, 1, (const int64_t[]){4});
    to = eval_view(out, GRN_I32, 1, (const int64_t[]){4});
    assert_int_equal(grn_eval_reduce(1, &to, &in, &first, 0, body, NULL, NULL), GRN_OK);
    claim_true("over no dims: each with init", out[0] == 6 && out[3] == 9);
    grn_tensor scalar = eval_view(x, GRN_I32, 0, NULL), one = eval_view(out, GRN_I32, 0, NULL);
    assert_int_equal(grn_eval_reduce(1, &one, &scalar, &first, 0, body, NULL, NULL), GRN_OK);
    claim_true("a scalar with init", out[0] == 6);
    grn_tensor wrong = eval_view(&start, GRN_UI32, 0, NULL);
    claim_true("an init of another dtype", grn_eval_reduce(1, &to, &in, &wrong, 1, body, NULL, NULL) == GRN_E_DTYPE);
    grn_tensor floats = eval_view(out, GRN_F32, 1, (const int64_t[]){4});
    claim_true("a result of another dtype",
               grn_eval_reduce(1, &floats, &in, &first, 0, body, NULL, NULL) == GRN_E_DTYPE);
}

/* ---- sorts ----------------------------------------------------------------------------------- */

/* Places go along with keys: equal keys stay in their order, and each key's companions of every
 * size move with it. */
static void sort_by(const type *t, int64_t n, int32_t dim)
{
    static const grn_dtype others[] = {GRN_UI8, GRN_I16, GRN_I32, GRN_I64, GRN_C128};
    static unsigned char place[5][2 * 304 * 16], moved[5][2 * 304 * 16];
    const int64_t shape[2] = {dim ? 2 : n, dim ? n : 2};
    const size_t bytes = grn_dtype_bytes(t->dtype);
    grn_bound_element less = eval_bound(t->is_float ? "total_lt" : "compare_lt", t->dtype, GRN_I1);
    grn_tensor in[6] = {eval_view(values, t->dtype, 2, shape)}, out[6] = {eval_view(seen, t->dtype, 2, shape)};
    for (int i = 0; i < 5; i++) {
        memset(place[i], 0, sizeof place[i]);
        for (int64_t k = 0; k < 2 * n; k++) {
            const int64_t number = others[i] == GRN_UI8 ? k % 251 : k;
            memcpy(place[i] + (size_t)k * grn_dtype_bytes(others[i]), &number,
                   grn_dtype_bytes(others[i]) < 8 ? grn_dtype_bytes(others[i]) : 8);
        }
        in[i + 1] = eval_view(place[i], others[i], 2, shape);
        out[i + 1] = eval_view(moved[i], others[i], 2, shape);
    }
    assert_int_equal(grn_eval_sort(6, out, in, dim, (grn_region_fn){eval_run_bound, &less, NULL, NULL}, NULL), GRN_OK);
    for (int64_t line = 0; line < 2; line++)
        for (int64_t k = 0; k < n; k++) {
            const int64_t at = dim ? line * n + k : k * 2 + line, before = at - (dim ? 1 : 2);
            int64_t from, from_before = -1;
            bool lower = false, higher = false;
            memcpy(&from, moved[3] + at * 8, 8);
            claim_true("the key came from there",
                       memcmp(seen + (size_t)at * bytes, values + (size_t)from * bytes, bytes) == 0);
            for (int i = 0; i < 5; i++) {
                const size_t size = grn_dtype_bytes(others[i]);
                claim_true("its companions too",
                           memcmp(moved[i] + (size_t)at * size, place[i] + (size_t)from * size, size) == 0);
            }
            if (k == 0)
                continue;
            memcpy(&from_before, moved[3] + before * 8, 8);
            grn_element_run(&less, 1, &lower,
                            (const void *const[]){seen + (size_t)before * bytes, seen + (size_t)at * bytes});
            grn_element_run(&less, 1, &higher,
                            (const void *const[]){seen + (size_t)at * bytes, seen + (size_t)before * bytes});
            claim_true("ascending", !higher);
            claim_true("stable", lower || from_before < from);
        }
}

static void test_sort_types(void **state)
{
    static const int64_t lengths[] = {1, 2, 5, 64, 301};
    (void)state;
    for (size_t t = 0; t + 1 < GRN_COUNT(types); t++)
        for (size_t i = 0; i < GRN_COUNT(lengths); i++)
            for (int32_t dim = 0; dim < 2; dim++) {
                fill(&types[t], (size_t)(2 * lengths[i]));
                sort_by(&types[t], lengths[i], dim);
            }
    grn_region_fn none = {eval_run_bound, NULL, NULL, NULL};
    grn_tensor empty = eval_view(NULL, GRN_F32, 1, (const int64_t[]){0});
    assert_int_equal(grn_eval_sort(0, NULL, NULL, 0, none, NULL), GRN_OK);
    assert_int_equal(grn_eval_sort(1, &empty, &empty, 0, none, NULL), GRN_OK);
}

/* By hand: the order of all floats puts -NaN first and NaN last, -0 before 0. */
static void test_sort_nan(void **state)
{
    uint32_t x[6] = {0x7fc00000, 0x3f800000, 0x80000000, 0xffc00000, 0, 0xff800000}, out[6];
    static const uint32_t want[6] = {0xffc00000, 0xff800000, 0x80000000, 0, 0x3f800000, 0x7fc00000};
    grn_bound_element less = eval_bound("total_lt", GRN_F32, GRN_I1);
    grn_tensor in = eval_view(x, GRN_F32, 1, (const int64_t[]){6}),
               to = eval_view(out, GRN_F32, 1, (const int64_t[]){6});
    (void)state;
    assert_int_equal(grn_eval_sort(1, &to, &in, 0, (grn_region_fn){eval_run_bound, &less, NULL, NULL}, NULL), GRN_OK);
    assert_memory_equal(out, want, sizeof want);
    less = eval_bound("compare_lt", GRN_F32, GRN_I1); /* no order: still each once */
    assert_int_equal(grn_eval_sort(1, &to, &in, 0, (grn_region_fn){eval_run_bound, &less, NULL, NULL}, NULL), GRN_OK);
    for (int i = 0; i < 6; i++) {
        int found = 0;
        for (int k = 0; k < 6; k++)
            found += out[k] == x[i];
        assert_int_equal(found, 1);
    }
}

/* ---- refused memory -------------------------------------------------------------------------- */

enum { SUMS, KNOWN_SUMS, TILES, WINDOWS, FAR_WINDOWS, SELECTED, SORTED, DEEDS };

static grn_status act(int deed, const grn_allocator *allocator)
{
    static int32_t x[20 * 40], out[20 * 40], second[20 * 40], start[2];
    const int64_t shape[2] = {20, 40};
    grn_bound_element add = eval_bound("add", GRN_I32, GRN_I32), less = eval_bound("compare_lt", GRN_I32, GRN_I1),
                      more = eval_bound("compare_ge", GRN_I32, GRN_I1);
    grn_tensor in[2] = {eval_view(x, GRN_I32, 2, shape), eval_view(x, GRN_I32, 2, shape)};
    grn_tensor to[2] = {eval_view(out, GRN_I32, 2, shape), eval_view(second, GRN_I32, 2, shape)};
    grn_tensor row = eval_view(out, GRN_I32, 1, &shape[1]), column = eval_view(out, GRN_I32, 1, &shape[0]);
    grn_tensor init_of = eval_view(start, GRN_I32, 0, NULL);
    grn_windows w = {2, {2, 2}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {1, 1}}, far = w;
    const grn_region_fn sum = {eval_run_bound, &add, NULL, NULL}, known = {eval_run_bound, &add, &add, NULL};
    far.low[0] = INT64_C(1) << 40;
    in[0].stride[0] = deed >= WINDOWS ? 1 : 40, in[0].stride[1] = deed >= WINDOWS ? 20 : 1;
    static int64_t kept[20 * 40];
    grn_tensor places = eval_view(kept, GRN_I64, 2, shape);
    switch (deed) {
    case SUMS: return grn_eval_reduce(1, &row, in, &init_of, 1, sum, NULL, allocator);
    case KNOWN_SUMS: return grn_eval_reduce(1, &row, in, &init_of, 1, known, NULL, allocator);
    case TILES: return grn_eval_reduce(1, &column, in, &init_of, 2, sum, NULL, allocator);
    case WINDOWS: return grn_eval_reduce_window(1, to, in, &init_of, &w, known, allocator);
    case FAR_WINDOWS: return grn_eval_reduce_window(1, to, in, &init_of, &far, sum, allocator);
    case SELECTED:
        return grn_eval_window_select(&places, in, &w, (grn_region_fn){eval_run_bound, &more, NULL, NULL}, allocator);
    default: return grn_eval_sort(2, to, in, 1, (grn_region_fn){eval_run_bound, &less, NULL, NULL}, allocator);
    }
}

static void test_refused_memory(void **state)
{
    (void)state;
    for (int deed = 0; deed < DEEDS; deed++) {
        refuser m;
        size_t refused = 0;
        for (size_t n = 0;; n++) {
            refuser_init(&m);
            m.no_chunks = true;
            m.refuse_at = n;
            grn_status status = act(deed, &m.allocator);
            if (status != (m.refusals ? GRN_E_MEMORY : GRN_OK) || m.outstanding || m.wrong_sizes)
                fail_msg("deed %d, request %zu refused: %s, %zu bytes not given back", deed, n, grn_status_name(status),
                         m.outstanding);
            if (m.refusals == 0)
                break;
            refused++;
        }
        if (refused < 3)
            fail_msg("deed %d: only %zu requests", deed, refused);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reduce_in_parts), cmocka_unit_test(test_reduce_kinds),
                                       cmocka_unit_test(test_reduce_nothing),  cmocka_unit_test(test_sort_types),
                                       cmocka_unit_test(test_sort_nan),        cmocka_unit_test(test_refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
