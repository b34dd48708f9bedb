/* test_eval_kernels.c - loops that are written more than once, held against the plain one: folds,
 * rows of products, converts of one step, counted bits, numbers along a dimension, windows as
 * views. */
#include <math.h>

#include "eval_test.h"

/* Any bits, but now and then what is special: zeros, ends, infinities, NaNs. */
static uint64_t next_bits(uint64_t *state)
{
    static const uint64_t special[] = {0,
                                       UINT64_C(0x8000000080000000),
                                       UINT64_C(0x7F8000007F800000),
                                       UINT64_C(0xFF800000FF800000),
                                       UINT64_C(0x7FC000007FC00001),
                                       UINT64_MAX,
                                       1};
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    uint64_t bits = *state ^ *state >> 29;
    return bits % 5 ? bits : special[bits / 5 % GRN_COUNT(special)];
}

/* ---- folds ----------------------------------------------------------------------------------- */

static const char *const folded[] = {"add", "multiply", "maximum", "minimum", "and", "or", "xor"};
static const grn_dtype fold_types[] = {GRN_I1,   GRN_I4,   GRN_I8,  GRN_I16, GRN_I32, GRN_I64,      GRN_UI8,  GRN_UI16,
                                       GRN_UI32, GRN_UI64, GRN_F16, GRN_F32, GRN_F64, GRN_F8E4M3FN, GRN_BF16, GRN_C64};
#define FOLDED 70 /* several times the parts, and some */

static void check_fold(const char *op, grn_dtype dtype)
{
    unsigned char data[FOLDED * 16], want[16], got[16];
    size_t bytes = grn_dtype_bytes(dtype);
    uint64_t state = 7;
    grn_bound_element b;
    if (grn_element_bind(grn_element_find(op), (grn_dtype[]){dtype, dtype}, dtype, &b) != GRN_OK)
        return;
    for (size_t n = 0; n <= FOLDED; n++) {
        for (size_t i = 0; i < n * bytes; i++)
            data[i] = (unsigned char)(next_bits(&state) >> 24) & (dtype == GRN_I1 ? 1 : 0xFF);
        for (size_t i = 0; dtype == GRN_F32 && i < n; i++) {
            uint32_t x = (uint32_t)next_bits(&state);
            memcpy(data + i * 4, &x, 4);
        }
        memset(want, 0, sizeof want);
        memset(got, 0, sizeof got);
        for (size_t i = 0; i < n; i++)
            grn_element_run(&b, 1, want, (const void *const[]){want, data + i * bytes});
        grn_element_fold(&b, n, got, data);
        if (memcmp(want, got, bytes) != 0)
            fail_msg("%s of %zu %s: not what single steps give", op, n, grn_dtype_text(dtype));
    }
}

static void test_folds(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(folded); i++)
        for (size_t k = 0; k < GRN_COUNT(fold_types); k++)
            check_fold(folded[i], fold_types[k]);
}

static grn_status run_region_fn(void *user, size_t n, const void *const *args, void *const *results)
{
    grn_element_run(user, n, results[0], args);
    return GRN_OK;
}

/* A sum depends on its order: that of the reduced dimensions, whichever way the tensor lies. */
static void test_reduce_by_folds(void **state)
{
    enum { A = 3, B = 50, C = 37 };
    static float x[A * B * C], want[A * B * C], got[A * B * C];
    float init = -0.0F;
    uint64_t seed = 3;
    grn_bound_element add = eval_bound("add", GRN_F32, GRN_F32);
    grn_tensor start = eval_view(&init, GRN_F32, 0, NULL);
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(x); i++)
        x[i] = (float)(int32_t)next_bits(&seed) * 1e-3F;
    for (uint64_t dims = 0; dims < 8; dims++)
        for (int turned = 0; turned < 2; turned++) {
            int64_t shape[3] = {A, B, C}, kept[3], outputs = 1;
            int32_t rank = 0;
            grn_tensor in = eval_view(x, GRN_F32, 3, shape);
            for (int d = 0; turned && d < 3; d++)
                in.stride[d] = d == 0 ? 1 : d == 1 ? A * C : A;
            for (int d = 0; d < 3; d++)
                if (!(dims >> d & 1))
                    outputs *= kept[rank++] = shape[d];
            grn_tensor to = eval_view(want, GRN_F32, rank, kept);
            assert_int_equal(grn_eval_reduce(1, &to, &in, &start, dims,
                                             (grn_region_fn){run_region_fn, &add, NULL, NULL}, NULL, NULL),
                             GRN_OK);
            to.data = got;
            assert_int_equal(grn_eval_reduce(1, &to, &in, &start, dims,
                                             (grn_region_fn){run_region_fn, &add, &add, NULL}, NULL, NULL),
                             GRN_OK);
            claim_true("folds and batches sum up in one order", memcmp(want, got, (size_t)outputs * sizeof *got) == 0);
        }
}

/* Two values at once, of narrow rows and wide, over views that are turned and reversed: in the
 * order of the elements. */
static grn_status both_in_order(void *user, size_t n, const void *const *args, void *const *results)
{
    (void)user;
    for (size_t i = 0; i < n; i++) {
        ((uint64_t *)results[0])[i] = ((const uint64_t *)args[0])[i] * 3 + ((const uint64_t *)args[2])[i];
        ((uint16_t *)results[1])[i] = (uint16_t)(((const uint16_t *)args[1])[i] * 5 + ((const uint16_t *)args[3])[i]);
    }
    return GRN_OK;
}

static void check_tiles(int64_t rows, int64_t columns, bool reversed)
{
    enum { MOST = 40 * 1100 };
    static uint64_t x[MOST], got_x[1100];
    static uint16_t y[MOST], got_y[1100];
    uint64_t zero_x = 7, seed = 1;
    uint16_t zero_y = 9;
    grn_tensor in[2] = {eval_view(x, GRN_UI64, 2, (const int64_t[]){rows, columns}),
                        eval_view(y, GRN_UI16, 2, (const int64_t[]){rows, columns})};
    grn_tensor inits[2] = {eval_view(&zero_x, GRN_UI64, 0, NULL), eval_view(&zero_y, GRN_UI16, 0, NULL)};
    grn_tensor out[2] = {eval_view(got_x, GRN_UI64, 1, &rows), eval_view(got_y, GRN_UI16, 1, &rows)};
    for (int64_t i = 0; i < rows * columns; i++) {
        x[i] = next_bits(&seed);
        y[i] = (uint16_t)next_bits(&seed);
    }
    if (reversed) {
        in[1].data = y + rows * columns - 1;
        in[1].stride[0] = -columns;
        in[1].stride[1] = -1;
    }
    assert_int_equal(
        grn_eval_reduce(2, out, in, inits, 2, (grn_region_fn){both_in_order, NULL, NULL, NULL}, NULL, NULL), GRN_OK);
    for (int64_t r = 0; r < rows; r++) {
        uint64_t want_x = zero_x;
        uint16_t want_y = zero_y;
        for (int64_t c = 0; c < columns; c++) {
            int64_t at = r * columns + c;
            want_x = want_x * 3 + x[at];
            want_y = (uint16_t)(want_y * 5 + y[reversed ? rows * columns - 1 - at : at]);
        }
        if (want_x != got_x[r] || want_y != got_y[r])
            fail_msg("%d rows of %d: row %d", (int)rows, (int)columns, (int)r);
    }
}

static void test_tiles(void **state)
{
    (void)state;
    for (int reversed = 0; reversed < 2; reversed++)
        for (int64_t columns = 14; columns < 40; columns++) {
            check_tiles(1100, columns, reversed);
            check_tiles(7 + columns % 5, columns, reversed);
        }
}

/* ---- converts -------------------------------------------------------------------------------- */

static const grn_dtype convert_types[] = {GRN_I1,   GRN_I4,     GRN_I8,   GRN_I16,  GRN_I32,  GRN_I64,
                                          GRN_UI2,  GRN_UI8,    GRN_UI16, GRN_UI32, GRN_UI64, GRN_F16,
                                          GRN_BF16, GRN_F8E5M2, GRN_F32,  GRN_F64};

/* To where every value of `from` is exact, and from there. */
static void in_two_steps(grn_dtype from, grn_dtype to, const void *x, void *out)
{
    grn_dtype middle = grn_dtype_class_of(from) == GRN_CLASS_FLOAT ? GRN_F64 : from == GRN_UI64 ? GRN_UI64 : GRN_I64;
    unsigned char wide[16];
    grn_bound_element first, second;
    assert_int_equal(grn_element_bind(&grn_element_convert, &from, middle, &first), GRN_OK);
    assert_int_equal(grn_element_bind(&grn_element_convert, &middle, to, &second), GRN_OK);
    grn_element_run(&first, 1, wide, (const void *const[]){x});
    grn_element_run(&second, 1, out, (const void *const[]){wide});
}

static void check_convert(grn_dtype from, grn_dtype to)
{
    uint64_t state = 5;
    grn_bound_element b;
    assert_int_equal(grn_element_bind(&grn_element_convert, &from, to, &b), GRN_OK);
    for (int i = 0; i < 2000; i++) {
        uint64_t x = next_bits(&state);
        unsigned char want[16], got[16];
        if (from == GRN_I1 || from == GRN_UI2)
            x &= from == GRN_I1 ? 1 : 3;
        if (from == GRN_I4)
            x = (x & 7) | (x & 8 ? UINT64_MAX << 3 : 0);
        if (from == GRN_F32 && i % 2) { /* about the ends of the integers */
            float f = (float)ldexp((double)(int32_t)(x >> 33) / 1073741824.0, i / 2 % 70 - 2) * (x & 1 ? 1 : -1);
            memcpy(&x, &f, sizeof f);
        }
        grn_element_run(&b, 1, got, (const void *const[]){&x});
        in_two_steps(from, to, &x, want);
        if (from == to) /* as it is, a NaN's bits too */
            memcpy(want, &x, sizeof x);
        if (memcmp(want, got, grn_dtype_bytes(to)) != 0)
            fail_msg("0x%016llx, %s to %s: not what two steps give", (unsigned long long)x, grn_dtype_text(from),
                     grn_dtype_text(to));
    }
}

static void test_converts(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(convert_types); i++)
        for (size_t k = 0; k < GRN_COUNT(convert_types); k++)
            check_convert(convert_types[i], convert_types[k]);
}

/* ---- floats of 16 bits ----------------------------------------------------------------------- */

static void check_sixteen(grn_dtype dtype)
{
    const grn_float_format *f = grn_dtype_float_format(dtype);
    const grn_dtype f64 = GRN_F64;
    uint64_t state = 17;
    grn_bound_element widen, narrow;
    assert_int_equal(grn_element_bind(&grn_element_convert, &dtype, GRN_F64, &widen), GRN_OK);
    assert_int_equal(grn_element_bind(&grn_element_convert, &f64, dtype, &narrow), GRN_OK);
    for (uint32_t x = 0; x < 65536; x++) {
        double want = grn_float_decode(f, x), got;
        uint16_t bits = (uint16_t)x;
        grn_element_run(&widen, 1, &got, (const void *const[]){&bits});
        if (memcmp(&want, &got, sizeof got) != 0)
            fail_msg("0x%04x of %s is %a, not %a", (unsigned)x, grn_dtype_text(dtype), want, got);
        for (int step = -2; step <= 2 && want == want; step++) { /* about the value, and about the middle to the next */
            double next = grn_float_decode(f, x ^ 1), at = step ? (want + next) / 2 : want;
            at = step < -1 ? nextafter(at, -INFINITY) : step > 1 ? nextafter(at, INFINITY) : at;
            uint16_t rounded, right = (uint16_t)grn_float_encode(f, at);
            grn_element_run(&narrow, 1, &rounded, (const void *const[]){&at});
            if (rounded != right)
                fail_msg("%a to %s is 0x%04x, not 0x%04x", at, grn_dtype_text(dtype), (unsigned)right,
                         (unsigned)rounded);
        }
    }
    for (int i = 0; i < 200000; i++) {
        uint64_t bits = next_bits(&state);
        double x;
        uint16_t got;
        memcpy(&x, &bits, sizeof x);
        x = i % 3 ? ldexp((double)(int64_t)bits, (int)(bits % 90) - 110) : x;
        grn_element_run(&narrow, 1, &got, (const void *const[]){&x});
        if (got != (uint16_t)grn_float_encode(f, x))
            fail_msg("%a to %s: 0x%04x is wrong", x, grn_dtype_text(dtype), (unsigned)got);
    }
}

static void test_sixteen(void **state)
{
    (void)state;
    check_sixteen(GRN_F16);
    check_sixteen(GRN_BF16);
}

/* ---- bits ------------------------------------------------------------------------------------ */

static void check_bits(grn_dtype dtype)
{
    unsigned width = (unsigned)grn_dtype_bits(dtype);
    uint64_t state = 9;
    grn_bound_element ones = eval_bound("popcnt", dtype, dtype),
                      leading = eval_bound("count_leading_zeros", dtype, dtype);
    for (int i = 0; i < 3000; i++) {
        uint64_t x = i < 1000 ? (uint64_t)i : next_bits(&state) >> (i % 64),
                 seen = width == 64 ? x : x & ((UINT64_C(1) << width) - 1);
        unsigned set = 0, zeros = width;
        unsigned char got[2][8];
        for (unsigned k = 0; k < width; k++)
            if (seen >> k & 1) {
                set++;
                zeros = width - 1 - k;
            }
        grn_element_run(&ones, 1, got[0], (const void *const[]){&x});
        grn_element_run(&leading, 1, got[1], (const void *const[]){&x});
        claim_true("bits that are set", got[0][0] == set);
        claim_true("zeros before the first of them", got[1][0] == zeros);
    }
}

static void test_bits(void **state)
{
    static const grn_dtype types[] = {GRN_I8, GRN_I16, GRN_I32, GRN_I64, GRN_UI8, GRN_UI16, GRN_UI32, GRN_UI64};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(types); i++)
        check_bits(types[i]);
}

/* ---- numbers along a dimension --------------------------------------------------------------- */

/* Blocks that begin anywhere, and go on over all outer positions. */
static void check_counting(const grn_tensor *want, int32_t dim)
{
    unsigned char got[GRN_ELEMENT_BLOCK * 16];
    int64_t elements = grn_tensor_elements(want);
    size_t bytes = grn_dtype_bytes(want->dtype);
    grn_counting c;
    claim_true("it can be counted", grn_counting_init(&c, want, dim));
    for (int64_t at = 0; at < elements; at += 97) {
        size_t m = elements - at < GRN_ELEMENT_BLOCK ? (size_t)(elements - at) : GRN_ELEMENT_BLOCK;
        grn_counting_take(&c, at, m, got);
        claim_true("a block of an iota", memcmp(got, grn_tensor_at(want, at), m * bytes) == 0);
    }
}

static void check_iota(grn_dtype dtype, const int64_t *shape, int32_t dim)
{
    static unsigned char got[8 * 4000], want[16];
    grn_tensor to = eval_view(got, dtype, 3, shape);
    size_t bytes = grn_dtype_bytes(dtype);
    grn_bound_element b;
    const grn_dtype i64 = GRN_I64;
    assert_int_equal(grn_element_bind(&grn_element_convert, &i64, dtype, &b), GRN_OK);
    grn_eval_iota(&to, dim);
    for (int64_t i = 0; i < grn_tensor_elements(&to); i++) {
        int64_t inner = dim == 2 ? 1 : dim == 1 ? shape[2] : shape[1] * shape[2], number = i / inner % shape[dim];
        grn_element_run(&b, 1, want, (const void *const[]){&number});
        claim_true("iota", memcmp(got + (size_t)i * bytes, want, bytes) == 0);
    }
    check_counting(&to, dim);
}

static void test_iota(void **state)
{
    static const int64_t shapes[][3] = {{1, 1, 1},   {2, 3, 5}, {1, 1, 1000}, {3, 300, 2},
                                        {700, 1, 3}, {2, 0, 4}, {1, 257, 1},  {2, 2, 256}};
    static const grn_dtype types[] = {GRN_I8, GRN_I32, GRN_F32, GRN_F64, GRN_UI16, GRN_BF16};
    (void)state;
    for (size_t s = 0; s < GRN_COUNT(shapes); s++)
        for (int32_t dim = 0; dim < 3; dim++)
            for (size_t t = 0; t < GRN_COUNT(types); t++)
                check_iota(types[t], shapes[s], dim);
}

/* ---- windows --------------------------------------------------------------------------------- */

/* acc * 3 + x: tells the order, and padding from nothing. */
static grn_status in_order(void *user, size_t n, const void *const *args, void *const *results)
{
    (void)user;
    for (size_t i = 0; i < n; i++)
        ((uint64_t *)results[0])[i] = ((const uint64_t *)args[0])[i] * 3 + ((const uint64_t *)args[1])[i];
    return GRN_OK;
}

/* The element at (i, j) of the input with its padding. */
static uint64_t element(const uint64_t *x, const grn_windows *w, int64_t i, int64_t j, uint64_t init)
{
    i -= w->low[0];
    j -= w->low[1];
    if (i < 0 || j < 0 || i % w->base_dilation[0] || j % w->base_dilation[1])
        return init;
    i /= w->base_dilation[0];
    j /= w->base_dilation[1];
    return i < 6 && j < 7 ? x[i * 7 + j] : init;
}

static int64_t extent(const grn_windows *w, int d, int64_t n)
{
    int64_t all = w->low[d] + (n - 1) * w->base_dilation[d] + 1 + w->high[d];
    int64_t reach = (w->size[d] - 1) * w->window_dilation[d] + 1;
    return all < reach ? 0 : (all - reach) / w->stride[d] + 1;
}

static void check_windows(const grn_windows *w)
{
    uint64_t x[42], init = 1000;
    int64_t shape[2] = {extent(w, 0, 6), extent(w, 1, 7)}, count = shape[0] * shape[1];
    if (count == 0 || count > 20000)
        return;
    uint64_t *got = calloc((size_t)count, sizeof *got);
    assert_non_null(got);
    for (uint64_t i = 0; i < 42; i++)
        x[i] = i + 1;
    grn_tensor in = eval_view(x, GRN_UI64, 2, (const int64_t[]){6, 7}), to = eval_view(got, GRN_UI64, 2, shape);
    grn_tensor start = eval_view(&init, GRN_UI64, 0, NULL);
    assert_int_equal(grn_eval_reduce_window(1, &to, &in, &start, w, (grn_region_fn){in_order, NULL, NULL, NULL}, NULL),
                     GRN_OK);
    for (int64_t o = 0; o < count; o++) {
        uint64_t want = init;
        for (int64_t p = 0; p < w->size[0]; p++)
            for (int64_t q = 0; q < w->size[1]; q++)
                want = want * 3 + element(x, w, o / shape[1] * w->stride[0] + p * w->window_dilation[0],
                                          o % shape[1] * w->stride[1] + q * w->window_dilation[1], init);
        if (got[o] != want)
            fail_msg("windows %dx%d, strides %d %d, base %d %d, dilations %d %d, low %d %d: result %d", (int)w->size[0],
                     (int)w->size[1], (int)w->stride[0], (int)w->stride[1], (int)w->base_dilation[0],
                     (int)w->base_dilation[1], (int)w->window_dilation[0], (int)w->window_dilation[1], (int)w->low[0],
                     (int)w->low[1], (int)o);
    }
    free(got);
}

/* Small ones are views of what is padded first; base dilations of hundreds are not. */
static void test_windows(void **state)
{
    uint64_t seed = 13;
    (void)state;
    for (int i = 0; i < 3000; i++) {
        grn_windows w = {.rank = 2};
        for (int d = 0; d < 2; d++) {
            uint64_t bits = next_bits(&seed) >> 7;
            w.size[d] = (int64_t)(1 + bits % 3);
            w.stride[d] = (int64_t)(1 + bits / 3 % 3);
            w.base_dilation[d] = bits / 9 % 4 == 0 ? (int64_t)(bits / 36 % 400 + 1) : (int64_t)(bits / 36 % 3 + 1);
            w.window_dilation[d] = (int64_t)(1 + bits / 20000 % 3);
            w.low[d] = (int64_t)(bits / 60000 % 8) - 3;
            w.high[d] = (int64_t)(bits / 480000 % 8) - 3;
        }
        check_windows(&w);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_folds),   cmocka_unit_test(test_reduce_by_folds),
                                       cmocka_unit_test(test_tiles),   cmocka_unit_test(test_converts),
                                       cmocka_unit_test(test_sixteen), cmocka_unit_test(test_bits),
                                       cmocka_unit_test(test_iota),    cmocka_unit_test(test_windows)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
