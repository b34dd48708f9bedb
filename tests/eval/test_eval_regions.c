/* test_eval_regions.c - reduce, reduce_window, the selection of select_and_scatter, and sort: the
 * operations with a body. Values from the examples of the StableHLO spec and by hand. */
#include <math.h>

#include "eval_test.h"

/* acc * 2 + x (i64, wrapping): tells the order in which elements came. */
static grn_status in_order(void *user, size_t n, const void *const *args, void *const *results)
{
    const uint64_t *acc = args[0], *x = args[1];
    uint64_t *out = results[0];
    (void)user;
    for (size_t i = 0; i < n; i++)
        out[i] = acc[i] * 2 + x[i];
    return GRN_OK;
}

static const struct {
    const char *claim;
    uint64_t dims;
    int32_t rank;
    int64_t shape[3], want[4];
} reductions[] = {
    /* of [[[1, 2], [3, 4]]] (shape 1x2x2), from 10 */
    {"none: one step each", 0, 3, {1, 2, 2}, {21, 22, 23, 24}},
    {"the last: rows", 4, 2, {1, 2}, {44, 50}},
    {"the middle: columns", 2, 2, {1, 2}, {45, 48}},
    {"the first, of extent 1", 1, 2, {2, 2}, {21, 22, 23, 24}},
    {"all, in row-major order: ((((10*2+1)*2+2)*2+3)*2+4)", 7, 0, {0}, {186}},
    {"two around one", 5, 1, {2}, {44, 50}},
};

static void test_reduce_order(void **state)
{
    int64_t x[4] = {1, 2, 3, 4}, init = 10, out[4];
    grn_tensor in = eval_view(x, GRN_I64, 3, (const int64_t[]){1, 2, 2}), start = eval_view(&init, GRN_I64, 0, NULL);
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(reductions); i++) {
        grn_tensor to = eval_view(out, GRN_I64, reductions[i].rank, reductions[i].shape);
        size_t bytes = grn_tensor_bytes(&to);
        claim_true(reductions[i].claim,
                   grn_eval_reduce(1, &to, &in, &start, reductions[i].dims, (grn_region_fn){in_order, NULL, NULL, NULL},
                                   NULL, NULL) == GRN_OK);
        claim_true(reductions[i].claim, memcmp(out, reductions[i].want, bytes) == 0);
    }
}

/* More outputs than a batch has, through a transposed view: out[j] = sum over i of x[i][j], x[i][j]
 * = j + 5000 i. */
static void test_reduce_many(void **state)
{
    enum { N = 2500 };
    static int32_t x[3 * N], out[N];
    int32_t init = 1;
    grn_bound_element add = eval_bound("add", GRN_I32, GRN_I32);
    grn_tensor in = eval_view(x, GRN_I32, 2, (const int64_t[]){N, 3}),
               to = eval_view(out, GRN_I32, 1, (const int64_t[]){N});
    grn_tensor start = eval_view(&init, GRN_I32, 0, NULL);
    (void)state;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < N; j++)
            x[i * N + j] = j + 5000 * i;
    in.stride[0] = 1;
    in.stride[1] = N;
    assert_int_equal(
        grn_eval_reduce(1, &to, &in, &start, 2, (grn_region_fn){eval_run_bound, &add, NULL, NULL}, NULL, NULL), GRN_OK);
    for (int j = 0; j < N; j++)
        claim_true("sum of a column", out[j] == 3 * j + 15001);
}

/* Largest value and its position: two tensors at once, of different sizes. */
static grn_status largest(void *user, size_t n, const void *const *args, void *const *results)
{
    const float *a = args[0], *b = args[2];
    const int64_t *i = args[1], *j = args[3];
    (void)user;
    for (size_t k = 0; k < n; k++) {
        bool first = a[k] >= b[k];
        ((float *)results[0])[k] = first ? a[k] : b[k];
        ((int64_t *)results[1])[k] = first ? i[k] : j[k];
    }
    return GRN_OK;
}

static void test_reduce_two(void **state)
{
    float x[6] = {1, 5, 5, 9, 2, 3}, least = -1, value[2];
    int64_t position[6] = {0, 1, 2, 0, 1, 2}, none = -1, at[2];
    const int64_t shape[2] = {2, 3}, rows[1] = {2};
    grn_tensor in[2] = {eval_view(x, GRN_F32, 2, shape), eval_view(position, GRN_I64, 2, shape)};
    grn_tensor inits[2] = {eval_view(&least, GRN_F32, 0, NULL), eval_view(&none, GRN_I64, 0, NULL)};
    grn_tensor out[2] = {eval_view(value, GRN_F32, 1, rows), eval_view(at, GRN_I64, 1, rows)};
    (void)state;
    assert_int_equal(grn_eval_reduce(2, out, in, inits, 2, (grn_region_fn){largest, NULL, NULL, NULL}, NULL, NULL),
                     GRN_OK);
    claim_true("argmax", value[0] == 5 && at[0] == 1 && value[1] == 9 && at[1] == 0);
    in[1].shape[1] = in[0].shape[1] = 0;
    assert_int_equal(grn_eval_reduce(2, out, in, inits, 2, (grn_region_fn){largest, NULL, NULL, NULL}, NULL, NULL),
                     GRN_OK);
    claim_true("nothing to reduce: init", value[0] == -1 && at[1] == -1);
    in[0].dtype = GRN_I32;
    claim_true("types differ", grn_eval_reduce(2, out, in, inits, 2, (grn_region_fn){largest, NULL, NULL, NULL}, NULL,
                                               NULL) == GRN_E_DTYPE);
}

static grn_windows windows_1d(int64_t size, int64_t stride, int64_t base, int64_t window, int64_t low)
{
    return (grn_windows){.rank = 1,
                         .size = {size},
                         .stride = {stride},
                         .base_dilation = {base},
                         .window_dilation = {window},
                         .low = {low}};
}

static const struct {
    const char *claim;
    int64_t size, stride, base, window, low, n;
    int64_t want[5];
} windowed[] = {
    /* of 1 2 3 4, summed from 100, where padding holds 100 too */
    {"pairs", 2, 1, 1, 1, 0, 3, {103, 105, 107}},
    {"pairs apart", 2, 2, 1, 1, 0, 2, {103, 107}},
    {"padding on both sides holds init", 2, 1, 1, 1, 1, 5, {201, 103, 105, 107, 204}},
    {"dilated window", 2, 1, 1, 2, 0, 2, {104, 106}},
    {"dilated base: 1 _ 2 _ 3 _ 4", 2, 1, 2, 1, 0, 5, {201, 202, 202, 203, 203}},
    {"negative low cuts", 2, 1, 1, 1, -1, 2, {105, 107}},
    {"far out on the left", 1, 1, 1, 1, INT64_MAX, 2, {200, 200}},
    {"far out on the right", 1, 1, 1, 1, INT64_MIN, 2, {200, 200}},
    {"before the base, a multiple of a large dilation after wrapping", 1, 1, INT64_MAX, 1, 2, 3, {200, 200, 101}},
    {"strides that do not fit", 1, INT64_MAX, 1, 1, 0, 4, {101, 200, 200, 200}},
    {"dilation that does not fit", 3, 1, INT64_MAX, INT64_MAX, INT64_MAX, 1, {301}},
};

static void test_reduce_window(void **state)
{
    int64_t x[4] = {1, 2, 3, 4}, init = 100, out[5];
    grn_bound_element add = eval_bound("add", GRN_I64, GRN_I64);
    grn_tensor in = eval_view(x, GRN_I64, 1, (const int64_t[]){4}), start = eval_view(&init, GRN_I64, 0, NULL);
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(windowed); i++) {
        grn_windows w =
            windows_1d(windowed[i].size, windowed[i].stride, windowed[i].base, windowed[i].window, windowed[i].low);
        grn_tensor to = eval_view(out, GRN_I64, 1, &windowed[i].n);
        claim_true(windowed[i].claim,
                   grn_eval_reduce_window(1, &to, &in, &start, &w, (grn_region_fn){eval_run_bound, &add, NULL, NULL},
                                          NULL) == GRN_OK);
        claim_true(windowed[i].claim, memcmp(out, windowed[i].want, (size_t)windowed[i].n * sizeof *out) == 0);
    }
}

/* The spec's example of reduce_window: 3x2, window 2x1, stride 4x1, base dilation 2x1, window
 * dilation 3x1, padding [[2, 1], [0, 0]]. */
static void test_reduce_window_spec(void **state)
{
    int64_t x[6] = {1, 2, 3, 4, 5, 6}, init = 0, out[4];
    static const int64_t want[4] = {0, 0, 3, 4};
    grn_windows w = {2, {2, 1}, {4, 1}, {2, 1}, {3, 1}, {2, 0}, {1, 0}};
    grn_bound_element add = eval_bound("add", GRN_I64, GRN_I64);
    grn_tensor in = eval_view(x, GRN_I64, 2, (const int64_t[]){3, 2}),
               to = eval_view(out, GRN_I64, 2, (const int64_t[]){2, 2});
    grn_tensor start = eval_view(&init, GRN_I64, 0, NULL);
    (void)state;
    assert_int_equal(
        grn_eval_reduce_window(1, &to, &in, &start, &w, (grn_region_fn){eval_run_bound, &add, NULL, NULL}, NULL),
        GRN_OK);
    claim_true("spec: [[0, 0], [3, 4]]", memcmp(out, want, sizeof want) == 0);
}

/* Rows of two in 2500 columns, transposed in memory: more windows than a batch has, order
 * visible. */
static void test_reduce_window_many(void **state)
{
    enum { N = 2500 };
    static int64_t x[N * 2], out[N - 1];
    int64_t init = 0;
    grn_windows w = {2, {2, 2}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}};
    grn_tensor in = eval_view(x, GRN_I64, 2, (const int64_t[]){2, N}),
               to = eval_view(out, GRN_I64, 2, (const int64_t[]){1, N - 1});
    grn_tensor start = eval_view(&init, GRN_I64, 0, NULL);
    (void)state;
    for (int64_t c = 0; c < N; c++) {
        x[2 * c] = c;
        x[2 * c + 1] = 10 * c;
    }
    in.stride[0] = 1;
    in.stride[1] = 2;
    assert_int_equal(grn_eval_reduce_window(1, &to, &in, &start, &w, (grn_region_fn){in_order, NULL, NULL, NULL}, NULL),
                     GRN_OK);
    for (int64_t c = 0; c < N - 1; c++)
        claim_true("row-major in the window", out[c] == 8 * c + 4 * (c + 1) + 2 * 10 * c + 10 * (c + 1));
}

/* Windows over all that came before, as cumulative sums have them: [lines, length] or turned around,
 * padded with `init`, floats whose sums show their order. */
static void test_reduce_window_scans(void **state)
{
    enum { MOST = 3000 };
    static float x[MOST], out[MOST];
    static const struct {
        const char *claim, *function;
        int64_t lines, length;
        bool turned, known;
        float init;
    } cases[] = {
        {"many lines", "add", 40, 60, false, true, 0},
        {"many lines, along the first dimension", "add", 40, 60, true, true, 0},
        {"a body that is not known", "add", 40, 60, false, false, 0},
        {"few lines", "multiply", 3, 900, false, true, 1},
        {"few lines, along the first dimension", "multiply", 3, 900, true, true, 1},
        {"one line", "maximum", 1, 3000, false, true, -INFINITY},
        {"more lines than a batch", "add", 1400, 2, false, true, 0},
        {"an init that padding adds again and again", "add", 20, 30, false, true, 0.1f},
        {"one element", "add", 20, 1, false, true, 0},
    };
    (void)state;
    for (size_t i = 0; i < MOST; i++)
        x[i] = 1 + 1 / (float)(i % 97 + 1);
    for (size_t c = 0; c < GRN_COUNT(cases); c++) {
        const int32_t dim = cases[c].turned ? 0 : 1;
        const int64_t length = cases[c].length, lines = cases[c].lines;
        const int64_t shape[2] = {dim ? lines : length, dim ? length : lines};
        grn_bound_element f = eval_bound(cases[c].function, GRN_F32, GRN_F32);
        float init = cases[c].init;
        grn_tensor in = eval_view(x, GRN_F32, 2, shape), to = eval_view(out, GRN_F32, 2, shape),
                   start = eval_view(&init, GRN_F32, 0, NULL);
        grn_windows w = {2, {1, 1}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {0, 0}};
        w.size[dim] = length;
        w.low[dim] = length - 1;
        grn_region_fn body = {eval_run_bound, &f, cases[c].known ? &f : NULL, NULL};
        assert_int_equal(grn_eval_reduce_window(1, &to, &in, &start, &w, body, NULL), GRN_OK);
        for (int64_t l = 0; l < lines; l++)
            for (int64_t j = 0; j < length; j++) {
                float want = init;
                for (int64_t p = j - length + 1; p <= j; p++) {
                    float next = p < 0 ? init : x[dim ? l * length + p : p * lines + l];
                    want = *cases[c].function == 'a'     ? want + next
                           : cases[c].function[1] == 'u' ? want * next
                           : want > next                 ? want
                                                         : next;
                }
                claim_true(cases[c].claim, out[dim ? l * length + j : j * lines + l] == want);
            }
    }
}

/* The spec's example of select_and_scatter: which elements of 4x2 the windows 3x1, stride 2x1,
 * padding [[0, 1], [0, 0]] keep under GE. */
static void test_window_select_spec(void **state)
{
    int64_t x[8] = {1, 5, 2, 5, 3, 6, 4, 4}, out[4];
    static const int64_t want[4] = {4, 5, 6, 5};
    grn_windows w = {2, {3, 1}, {2, 1}, {1, 1}, {1, 1}, {0, 0}, {1, 0}};
    grn_bound_element ge = eval_bound("compare_ge", GRN_I64, GRN_I1);
    grn_tensor operand = eval_view(x, GRN_I64, 2, (const int64_t[]){4, 2}),
               to = eval_view(out, GRN_I64, 2, (const int64_t[]){2, 2});
    (void)state;
    assert_int_equal(grn_eval_window_select(&to, &operand, &w, (grn_region_fn){eval_run_bound, &ge, NULL, NULL}, NULL),
                     GRN_OK);
    claim_true("3 at (2,0), 6 at (2,1); 4 at (3,0), 6 again", memcmp(out, want, sizeof want) == 0);
}

static const struct {
    const char *claim, *select;
    int64_t low, want[4];
} selections[] = {
    /* of -7 -7 -9 -1, windows of two, one apart, padded by `low` on the left */
    {"ties keep the first", "compare_ge", 0, {0, 1, 3}},
    {"unless select says no", "compare_gt", 0, {1, 1, 3}},
    {"padding is no element: not the 0 it might hold", "compare_ge", 1, {0, 0, 1, 3}},
    {"a window of padding alone has none", "compare_ge", 3, {-1, -1, 0, 0}},
};

static void test_window_select(void **state)
{
    float x[4] = {-7, -7, -9, -1};
    int64_t out[4];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(selections); i++) {
        grn_bound_element f = eval_bound(selections[i].select, GRN_F32, GRN_I1);
        grn_windows w = windows_1d(2, 1, 1, 1, selections[i].low);
        const int64_t n = selections[i].low ? 4 : 3;
        grn_tensor operand = eval_view(x, GRN_F32, 1, (const int64_t[]){4}), to = eval_view(out, GRN_I64, 1, &n);
        claim_true(selections[i].claim,
                   grn_eval_window_select(&to, &operand, &w, (grn_region_fn){eval_run_bound, &f, NULL, NULL}, NULL) ==
                       GRN_OK);
        claim_true(selections[i].claim, memcmp(out, selections[i].want, (size_t)n * sizeof *out) == 0);
    }
}

/* What select keeps in a window, position by position; stops counting where padding has no end. */
static int64_t kept_by_hand(const grn_tensor *operand, const grn_windows *w, const int64_t *window)
{
    const int64_t *x = operand->data;
    int64_t kept = -1;
    for (int64_t i = 0; i < w->size[0]; i++)
        for (int64_t k = 0; k < w->size[1]; k++) {
            int64_t at[2] = {window[0] * w->stride[0] + i * w->window_dilation[0] - w->low[0],
                             window[1] * w->stride[1] + k * w->window_dilation[1] - w->low[1]};
            bool inside = true;
            for (int d = 0; d < 2; d++) {
                inside = inside && at[d] >= 0 && at[d] % w->base_dilation[d] == 0 &&
                         at[d] / w->base_dilation[d] < operand->shape[d];
                at[d] /= w->base_dilation[d];
            }
            int64_t place = at[0] * operand->shape[1] + at[1];
            if (inside && (kept < 0 || x[kept] < x[place]))
                kept = place;
        }
    return kept;
}

/* Windows smaller and larger than what they lie over, beside it, dilated, held against a walk over
 * all positions. */
static void test_window_select_over_padding(void **state)
{
    int64_t x[12], out[16];
    uint64_t seed = 1;
    grn_bound_element ge = eval_bound("compare_ge", GRN_I64, GRN_I1);
    (void)state;
    for (int round = 0; round < 3000; round++) {
        uint64_t r[16];
        for (int i = 0; i < 16; i++)
            r[i] = (seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407)) >> 33;
        for (int i = 0; i < 12; i++)
            x[i] = (int64_t)((r[i] ^ r[15]) % 5);
        const int64_t shape[2] = {1 + (int64_t)(r[0] % 3), 1 + (int64_t)(r[1] % 4)},
                      n[2] = {1 + (int64_t)(r[2] % 4), 1 + (int64_t)(r[3] % 4)};
        grn_windows w = {2,
                         {1 + (int64_t)(r[4] % 7), 1 + (int64_t)(r[5] % 7)},
                         {1 + (int64_t)(r[6] % 3), 1 + (int64_t)(r[7] % 3)},
                         {1 + (int64_t)(r[8] % 3), 1 + (int64_t)(r[9] % 3)},
                         {1 + (int64_t)(r[10] % 3), 1 + (int64_t)(r[11] % 3)},
                         {(int64_t)(r[12] % 9) - 3, (int64_t)(r[13] % 9) - 3},
                         {0, 0}};
        grn_tensor operand = eval_view(x, GRN_I64, 2, shape), to = eval_view(out, GRN_I64, 2, n);
        assert_int_equal(
            grn_eval_window_select(&to, &operand, &w, (grn_region_fn){eval_run_bound, &ge, NULL, NULL}, NULL), GRN_OK);
        for (int64_t i = 0; i < n[0] * n[1]; i++)
            if (out[i] != kept_by_hand(&operand, &w, (const int64_t[]){i / n[1], i % n[1]}))
                fail_msg("round %d, window %d: %d is kept", round, (int)i, (int)out[i]);
    }
}

/* Windows of a trillion positions, few of them over the operand: only those are walked. */
static void test_window_select_far_padding(void **state)
{
    const int64_t far = INT64_C(1000000000000), n[2] = {1, 2};
    int64_t x[4] = {2, 9, 4, 3}, out[2];
    static const int64_t want[2] = {1, 1};
    grn_windows w = {2, {2 * far, 2 * far}, {1, 1}, {1, 1}, {1, 1}, {far, far}, {far, far}};
    grn_bound_element ge = eval_bound("compare_ge", GRN_I64, GRN_I1);
    grn_tensor operand = eval_view(x, GRN_I64, 2, (const int64_t[]){2, 2}), to = eval_view(out, GRN_I64, 2, n);
    (void)state;
    assert_int_equal(grn_eval_window_select(&to, &operand, &w, (grn_region_fn){eval_run_bound, &ge, NULL, NULL}, NULL),
                     GRN_OK);
    assert_memory_equal(out, want, sizeof want);
    w.low[0] = INT64_MIN / 2; /* the window begins behind the last element */
    assert_int_equal(grn_eval_window_select(&to, &operand, &w, (grn_region_fn){eval_run_bound, &ge, NULL, NULL}, NULL),
                     GRN_OK);
    claim_true("nothing but padding", out[0] == -1 && out[1] == -1);
}

/* Extents of a tensor without elements need have no product. */
static void test_no_elements(void **state)
{
    const int64_t far = INT64_C(1000000000000);
    enum { N = 32 }; /* enough to be worth a batch */
    int64_t one = 1, out[N] = {0};
    grn_bound_element add = eval_bound("add", GRN_I64, GRN_I64);
    grn_tensor in = eval_view(&one, GRN_I64, 4, (const int64_t[]){far, far, 0, N}),
               to = eval_view(out, GRN_I64, 1, (const int64_t[]){N});
    grn_tensor start = eval_view(&one, GRN_I64, 0, NULL);
    (void)state;
    assert_int_equal(
        grn_eval_reduce(1, &to, &in, &start, 7, (grn_region_fn){eval_run_bound, &add, &add, NULL}, NULL, NULL), GRN_OK);
    for (int i = 0; i < N; i++)
        claim_true("init alone", out[i] == 1);
    grn_tensor wide = eval_view(&one, GRN_I64, 3, (const int64_t[]){INT64_MAX / 2, 4, 0}),
               none = eval_view(&one, GRN_I64, 3, (const int64_t[]){3, 4, 0});
    grn_eval_pad(&wide, &none, &one, (const int64_t[]){INT64_MAX / 3, 0, 0}, (const int64_t[]){0, 0, 0});
}

/* The comparator sees the first tensor's pair only: args 0 and 1. */
static grn_status by_first(void *user, size_t n, const void *const *args, void *const *results)
{
    grn_element_run(user, n, results[0], args);
    return GRN_OK;
}

static void test_sort_spec(void **state)
{
    int64_t a[6] = {1, 2, 3, 3, 2, 1}, b[6] = {3, 2, 1, 1, 2, 3}, x[6], y[6];
    static const int64_t want_a[6] = {3, 2, 3, 1, 2, 1}, want_b[6] = {1, 2, 1, 3, 2, 3};
    const int64_t shape[2] = {2, 3};
    grn_bound_element gt = eval_bound("compare_gt", GRN_I64, GRN_I1);
    grn_tensor in[2] = {eval_view(a, GRN_I64, 2, shape), eval_view(b, GRN_I64, 2, shape)};
    grn_tensor out[2] = {eval_view(x, GRN_I64, 2, shape), eval_view(y, GRN_I64, 2, shape)};
    (void)state;
    assert_int_equal(grn_eval_sort(2, out, in, 0, (grn_region_fn){by_first, &gt, NULL, NULL}, NULL), GRN_OK);
    claim_true("spec: columns of the first, descending", memcmp(x, want_a, sizeof x) == 0);
    claim_true("spec: the second goes along", memcmp(y, want_b, sizeof y) == 0);
}

/* Keys 0..6 in some order with their positions, lines of every length and in either dimension:
 * sorted, stable, and a permutation. */
static void test_sort_lengths(void **state)
{
    enum { MOST = 5000 };
    static uint8_t key[MOST * 2], sorted[MOST * 2];
    static int32_t place[MOST * 2], moved[MOST * 2];
    static const int64_t lengths[] = {0, 1, 2, 3, 7, 64, 100, 1025, MOST};
    grn_bound_element lt = eval_bound("compare_lt", GRN_UI8, GRN_I1);
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(lengths) * 2; i++) {
        int64_t n = lengths[i / 2], along = (int64_t)(i % 2), shape[2] = {along ? 2 : n, along ? n : 2};
        int64_t step = along ? 1 : 2, line_step = along ? n : 1;
        uint32_t seed = 1;
        for (int64_t k = 0; k < 2 * n; k++) {
            seed = seed * 1664525 + 1013904223;
            key[k] = (uint8_t)(seed >> 24) % 7;
            place[k] = (int32_t)k;
        }
        grn_tensor in[2] = {eval_view(key, GRN_UI8, 2, shape), eval_view(place, GRN_I32, 2, shape)};
        grn_tensor out[2] = {eval_view(sorted, GRN_UI8, 2, shape), eval_view(moved, GRN_I32, 2, shape)};
        assert_int_equal(grn_eval_sort(2, out, in, (int32_t)along, (grn_region_fn){by_first, &lt, NULL, NULL}, NULL),
                         GRN_OK);
        for (int64_t line = 0; line < 2; line++) {
            int64_t sum = 0;
            for (int64_t k = 0; k < n; k++) {
                int64_t at = line * line_step + k * step;
                claim_true("the second tensor tells where from", key[moved[at]] == sorted[at]);
                claim_true("from the same line", (along ? moved[at] / n : moved[at] % 2) == line);
                sum += along ? moved[at] % n : moved[at] / 2;
                if (k == 0)
                    continue;
                claim_true("ascending", sorted[at - step] <= sorted[at]);
                claim_true("stable", sorted[at - step] < sorted[at] || moved[at - step] < moved[at]);
            }
            claim_true("each once", sum == n * (n - 1) / 2);
        }
    }
}

/* Always true, or as a coin falls: no order at all. */
static grn_status no_order(void *user, size_t n, const void *const *args, void *const *results)
{
    uint32_t *seed = user;
    unsigned char *out = results[0];
    (void)args;
    for (size_t i = 0; i < n; i++) {
        *seed = *seed ? *seed * 1664525 + 1013904223 : 0;
        out[i] = *seed ? *seed >> 31 : 1;
    }
    return GRN_OK;
}

static void test_sort_no_order(void **state)
{
    enum { N = 1000 };
    int32_t x[N], out[N];
    const int64_t n[1] = {N};
    grn_tensor in = eval_view(x, GRN_I32, 1, n), to = eval_view(out, GRN_I32, 1, n);
    (void)state;
    for (uint32_t seed = 0; seed < 5; seed++) {
        uint32_t coin = seed;
        bool seen[N] = {false};
        for (int i = 0; i < N; i++)
            x[i] = i;
        assert_int_equal(grn_eval_sort(1, &to, &in, 0, (grn_region_fn){no_order, &coin, NULL, NULL}, NULL), GRN_OK);
        for (int i = 0; i < N; i++) {
            claim_true("still a permutation", out[i] >= 0 && out[i] < N && !seen[out[i]]);
            seen[out[i]] = true;
        }
    }
}

static grn_status stops(void *user, size_t n, const void *const *args, void *const *results)
{
    (void)user, (void)n, (void)args, (void)results;
    return GRN_E_CHECK;
}

/* Runs all four operations on a 3x4 tensor. */
static grn_status run_operation(int which, grn_region_fn body, const grn_allocator *allocator)
{
    static int64_t x[12], init, out[12];
    const int64_t shape[2] = {3, 4}, row[1] = {4};
    grn_windows w = {2, {2, 2}, {1, 1}, {1, 1}, {1, 1}, {0, 0}, {1, 1}};
    grn_tensor in = eval_view(x, GRN_I64, 2, shape), start = eval_view(&init, GRN_I64, 0, NULL);
    grn_tensor to = eval_view(out, GRN_I64, 2, shape), to_row = eval_view(out, GRN_I64, 1, row);
    in.stride[0] = 1; /* not compact: a copy has to be made too */
    in.stride[1] = 3;
    switch (which) {
    case 0: return grn_eval_reduce(1, &to_row, &in, &start, 1, body, NULL, allocator);
    case 1: return grn_eval_reduce_window(1, &to, &in, &start, &w, body, allocator);
    case 2: return grn_eval_window_select(&to, &in, &w, body, allocator);
    default: return grn_eval_sort(1, &to, &in, 1, body, allocator);
    }
}

static void test_body_stops(void **state)
{
    (void)state;
    for (int which = 0; which < 4; which++) {
        eval_memory m;
        eval_memory_init(&m, 1000);
        claim_true("the body's status ends it",
                   run_operation(which, (grn_region_fn){stops, NULL, NULL, NULL}, &m.allocator) == GRN_E_CHECK);
        claim_true("nothing leaks", m.live == 0);
    }
}

static void test_memory_refused(void **state)
{
    uint32_t always = 0;
    (void)state;
    for (int which = 0; which < 4; which++)
        for (int allowed = 0; allowed < 40; allowed++) {
            eval_memory m;
            eval_memory_init(&m, allowed);
            grn_region_fn body = which < 2 ? (grn_region_fn){in_order, NULL, NULL, NULL}
                                           : (grn_region_fn){no_order, &always, NULL, NULL};
            grn_status status = run_operation(which, body, &m.allocator);
            claim_true("refusal is GRN_E_MEMORY",
                       status == (m.allowed < 0 ? GRN_E_MEMORY : GRN_OK) || status == GRN_OK);
            claim_true("nothing is never enough", allowed > 0 || status == GRN_E_MEMORY);
            claim_true("nothing leaks", m.live == 0);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_reduce_order),
                                       cmocka_unit_test(test_reduce_many),
                                       cmocka_unit_test(test_reduce_two),
                                       cmocka_unit_test(test_reduce_window),
                                       cmocka_unit_test(test_reduce_window_spec),
                                       cmocka_unit_test(test_reduce_window_many),
                                       cmocka_unit_test(test_reduce_window_scans),
                                       cmocka_unit_test(test_window_select_spec),
                                       cmocka_unit_test(test_window_select),
                                       cmocka_unit_test(test_window_select_over_padding),
                                       cmocka_unit_test(test_window_select_far_padding),
                                       cmocka_unit_test(test_no_elements),
                                       cmocka_unit_test(test_sort_spec),
                                       cmocka_unit_test(test_sort_lengths),
                                       cmocka_unit_test(test_sort_no_order),
                                       cmocka_unit_test(test_body_stops),
                                       cmocka_unit_test(test_memory_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
