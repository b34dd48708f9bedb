/* test_core_edges.c - the ends of what the core's calls take: numbers against the C library's,
 * headers cut short, empty and vast views, NULLs that are allowed, and types that are none. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static uint32_t next_random(void)
{
    static uint64_t state = 1;
    state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(state >> 33);
}

/* ---- numbers: strtod and strtof round once, to nearest even ---------------------------------- */

static void check_number(const char *text)
{
    double f64, want64 = strtod(text, NULL);
    float f32, want32 = strtof(text, NULL);
    if (!grn_parse_double(text, strlen(text), &f64) || memcmp(&f64, &want64, sizeof f64) != 0)
        fail_msg("%s as f64 is %a, expected %a", text, f64, want64);
    if (!grn_parse_float_element(text, strlen(text), GRN_F32, &f32) || memcmp(&f32, &want32, sizeof f32) != 0)
        fail_msg("%s as f32 is %a, expected %a", text, (double)f32, (double)want32);
}

/* Up to 40 digits of which many are alike, with a point, and an exponent in and out of range. */
static void random_number(char *text)
{
    int digits = (int)(next_random() % 40) + 1, at = 0, point = (int)(next_random() % 41);
    bool alike = next_random() % 2 != 0;
    if (next_random() % 4 == 0)
        text[at++] = next_random() % 2 != 0 ? '-' : '+';
    for (int i = 0; i < digits; i++) {
        if (i == point)
            text[at++] = '.';
        text[at++] = (char)('0' + (alike ? "0999"[next_random() % 4] - '0' : (int)(next_random() % 10)));
    }
    snprintf(text + at, 16, "e%d", (int)(next_random() % 700) - 360);
}

static void test_numbers_as_the_c_library_has_them(void **state)
{
    static const char *const chosen[] = {
        "12345678901234567e20",      /* a product of more than 64 bits */
        "9999999999999999999e27",    /* ... the greatest of the fast way */
        "931322574615478515625e-30", /* 2^-30, by the slow way without a rest */
        "9007199254740993",          "9007199254740992.99999", "0.1e1", "+1", "4.35", "1e-400", "1e400", "-0e0", "1E5",
    };
    char text[1024];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(chosen); i++)
        check_number(chosen[i]);
    for (int i = 0; i < 30000; i++) {
        random_number(text);
        check_number(text);
    }
    for (int i = 0; i < 40000; i++) { /* products of 64 to 126 bits, of which one in some thousands is next to a tie */
        snprintf(text, sizeof text, "%u%09ue%u", next_random() % 1000000000, next_random() % 1000000000,
                 next_random() % 28);
        check_number(text);
    }
    for (size_t n = 795; n < 810; n++) { /* as many digits as are kept, and more */
        memset(text, '7', n);
        strcpy(text + n, "e-790");
        check_number(text);
    }
}

static void test_numbers_that_are_none(void **state)
{
    static const char *const bad[] = {"1e5x", "1e+x", "+", "1e-", "--1", "+-1", "e", "0x", "1e5.0"};
    static const char *const good[] = {"0x1F", "0X1f", "0", "00", "18446744073709551615", "0xFFFFFFFFFFFFFFFF"};
    static const uint64_t values[] = {31, 31, 0, 0, UINT64_MAX, UINT64_MAX};
    static const char *const none[] = {"",   "0x", "x1", "1x",  "0x1G", "18446744073709551616", "0x10000000000000000",
                                       "-1", "0b", "ab", "1X5", "0/"};
    double d;
    uint64_t u;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++)
        if (grn_parse_double(bad[i], strlen(bad[i]), &d))
            fail_msg("'%s' was taken for a number", bad[i]);
    for (size_t i = 0; i < GRN_COUNT(good); i++)
        if (!grn_parse_u64(good[i], strlen(good[i]), &u) || u != values[i])
            fail_msg("'%s' is not the number it was", good[i]);
    for (size_t i = 0; i < GRN_COUNT(none); i++)
        if (grn_parse_u64(none[i], strlen(none[i]), &u))
            fail_msg("'%s' was taken for a whole number", none[i]);
    assert_false(grn_parse_float_element("x", 1, GRN_F32, &d));
    assert_false(grn_parse_float_element("", 0, GRN_F32, &d));
}

/* What is written is read back as the same bits, in a form for readers and in MLIR's; hexadecimal
 * is the bits themselves. */
static void check_text(grn_dtype dtype, uint64_t bits, bool for_reader)
{
    char text[GRN_NUMBER_BYTES];
    uint64_t back = 0;
    size_t n = for_reader ? grn_element_text_for_reader(dtype, &bits, text) : grn_element_text(dtype, &bits, text);
    bool ok =
        strncmp(text, "0x", 2) == 0 ? grn_parse_u64(text, n, &back) : grn_parse_float_element(text, n, dtype, &back);
    if (!ok || back != bits || strlen(text) != n)
        fail_msg("%s %#llx is written as %s", grn_dtype_text(dtype), (unsigned long long)bits, text);
}

static uint64_t bits_of(grn_dtype dtype, double value)
{
    uint64_t bits = 0;
    float f = (float)value;
    if (dtype == GRN_F32)
        memcpy(&bits, &f, sizeof f); /* little-endian */
    else
        memcpy(&bits, &value, sizeof value);
    return bits;
}

static void test_texts_are_read_back(void **state)
{
    static const double chosen[] = {0.99999999,  9.99999951,   99999.95,       1234567000.0, 12345670000.0,
                                    123456789.0, 1234567936.0, 0.000012345678, 0.0012345678, 0.00012345678,
                                    1e22,        1.0 / 3,      999999.9999,    123456.5,     7e-310};
    static const grn_dtype dtypes[] = {GRN_F32, GRN_F64};
    (void)state;
    for (size_t i = 0; i < 4 * GRN_COUNT(chosen); i++)
        check_text(dtypes[i % 2], bits_of(dtypes[i % 2], chosen[i / 4]), i / 2 % 2 != 0);
    for (int i = 0; i < 20000; i++) {
        double scaled = (double)next_random() / (double)(1 << next_random() % 31) / 4.0;
        check_text(dtypes[i % 2], bits_of(dtypes[i % 2], scaled), i % 4 < 2);
        check_text(GRN_F64, (uint64_t)next_random() << 33 | next_random(), i % 4 < 2);
        check_text(GRN_F32, next_random() << 1, i % 4 < 2);
    }
    for (uint32_t bits = 0; bits < 65536; bits += 3) {
        check_text(GRN_F16, bits, bits % 2 != 0);
        check_text(GRN_BF16, bits, bits % 2 != 0);
    }
}

/* ---- types that are none, and distances ------------------------------------------------------ */

static void test_no_type(void **state)
{
    char text[GRN_NUMBER_BYTES] = "x";
    uint64_t bits = 7;
    (void)state;
    assert_int_equal(grn_element_text(GRN_NO_DTYPE, &bits, text), 0);
    assert_string_equal(text, "");
    grn_scalar s = grn_scalar_load(GRN_NO_DTYPE, &bits);
    assert_int_equal(s.u, 0);
    grn_scalar_store(&s, GRN_NO_DTYPE, &bits);
    assert_int_equal(bits, 7);
    assert_int_equal(grn_dtype_from_text(NULL), GRN_NO_DTYPE);
    assert_string_equal(grn_status_name((grn_status)-1), "unknown status");
    assert_string_equal(grn_status_text((grn_status)1000), "unknown status");
}

static void test_distances(void **state)
{
    const double one[2] = {1, 2}, next[2] = {1.0000000000000004, 2};
    const float c[2] = {1, 2}, d[2] = {1, 2.0000005f};
    const uint8_t a8 = 3, b8 = 250;
    const int8_t i8 = -3, j8 = 100;
    (void)state;
    assert_int_equal(grn_ulp_distance(GRN_C128, one, next), 2);
    assert_int_equal(grn_ulp_distance(GRN_C64, c, d), 2);
    assert_int_equal(grn_ulp_distance(GRN_UI8, &a8, &b8), 247);
    assert_int_equal(grn_ulp_distance(GRN_UI8, &b8, &a8), 247);
    assert_int_equal(grn_ulp_distance(GRN_I8, &i8, &j8), 103);
    assert_int_equal(grn_ulp_distance(GRN_I8, &j8, &i8), 103);
    assert_int_equal(grn_ulp_distance(GRN_F8E8M0FNU, &a8, &b8), 247); /* powers of two, without a sign */
}

/* Powers of two alone: 2^-127 is the least, a tie goes to the even power, what has a sign is
 * NaN. */
static void test_powers_of_two(void **state)
{
    static const struct {
        const char *text;
        uint8_t bits;
    } given[] = {{"1", 127},
                 {"1.5", 128},
                 {"3", 128},
                 {"3.0000000001", 129},
                 {"6", 130},
                 {"12", 130},
                 {"0", 0},
                 {"1e-60", 0},
                 {"1e60", 255},
                 {"-1", 255},
                 {"-1e-60", 255},
                 {"-0", 0},
                 {"1.50000000000000000000000000000000000000000000000001", 128}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(given); i++) {
        uint8_t bits = 1;
        assert_true(grn_parse_float_element(given[i].text, strlen(given[i].text), GRN_F8E8M0FNU, &bits));
        if (bits != given[i].bits)
            fail_msg("%s is %u, expected %u", given[i].text, bits, given[i].bits);
    }
}

/* ---- sizes that overflow, requests that are refused ------------------------------------------ */

static void test_sums_and_products(void **state)
{
    int64_t out;
    (void)state;
    assert_true(grn_mul_i64(INT64_MAX, 1, &out) && out == INT64_MAX);
    assert_true(grn_mul_i64(INT64_MAX, 0, &out) && out == 0);
    assert_true(grn_mul_i64(0, INT64_MAX, &out) && out == 0);
    assert_false(grn_mul_i64(INT64_MAX, 2, &out));
    assert_false(grn_mul_i64(-1, 2, &out));
    assert_false(grn_mul_i64(2, -1, &out));
    assert_true(grn_add_i64(INT64_MAX, 0, &out) && out == INT64_MAX);
    assert_false(grn_add_i64(INT64_MAX, 1, &out));
    assert_false(grn_add_i64(-1, 2, &out));
    assert_false(grn_add_i64(2, -1, &out));
    assert_true(grn_mul_at_most(INT64_MAX, 2) == INT64_MAX && grn_mul_at_most(3, 4) == 12);
    assert_true(grn_magnitude(INT64_MIN) == INT64_MAX && grn_magnitude(-3) == 3 && grn_magnitude(3) == 3);
}

static void test_requests(void **state)
{
    const grn_allocator *standard = grn_allocator_or_default(NULL);
    grn_arena arena;
    grn_vec vec;
    (void)state;
    assert_null(standard->allocate(standard->user, SIZE_MAX - 5, 64));
    assert_null(standard->allocate(standard->user, 64, (size_t)1 << 30));
    void *small = standard->allocate(standard->user, 5, 1);
    assert_non_null(small);
    standard->release(standard->user, small, 5);
    grn_arena_init(&arena, NULL);
    assert_null(grn_arena_alloc(&arena, SIZE_MAX - 1));
    assert_null(grn_arena_text(&arena, "", SIZE_MAX));
    assert_null(grn_arena_array(&arena, SIZE_MAX / 2, 3));
    assert_non_null(grn_arena_alloc(&arena, (size_t)300 << 10)); /* a chunk of its own before there is another */
    assert_string_equal(grn_arena_text(&arena, NULL, 0), "");
    assert_non_null(grn_arena_alloc(&arena, (size_t)300 << 10));
    grn_arena_destroy(&arena);
    grn_vec_init(&vec, NULL, SIZE_MAX / 4);
    assert_null(grn_vec_extend(&vec, 5));
    grn_vec_destroy(&vec);
    grn_vec_init(&vec, NULL, 1);
    assert_non_null(grn_vec_push(&vec));
    assert_null(grn_vec_extend(&vec, SIZE_MAX));
    assert_null(grn_vec_extend(&vec, SIZE_MAX - 1));
    grn_vec_destroy(&vec);
}

static void test_vast_tensors(void **state)
{
    const int64_t vast[] = {INT64_MAX, INT64_MAX}, beyond[] = {INT64_MAX, 2}, negative[] = {2, -1};
    int64_t stride[3], elements;
    grn_tensor t = {.dtype = GRN_F64, .rank = 2, .shape = {INT64_MAX, INT64_MAX}, .stride = {1, 1}};
    (void)state;
    assert_false(grn_shape_elements(2, vast, &elements));
    assert_false(grn_shape_elements(2, negative, &elements));
    assert_int_equal(grn_tensor_elements(&t), 0);
    t.rank = 1;
    assert_int_equal(grn_tensor_elements(&t), INT64_MAX);
    assert_int_equal(grn_tensor_bytes(&t), 0);
    grn_shape_strides(2, vast, stride);
    assert_true(stride[1] == 1 && stride[0] == INT64_MAX);
    grn_shape_strides(3, (int64_t[]){3, INT64_MAX, 2}, stride);
    assert_int_equal(stride[0], 0);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F64, 2, beyond), GRN_E_SHAPE);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F64, 1, vast), GRN_E_SHAPE);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F64, -1, vast), GRN_E_ARGUMENT);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F64, GRN_MAX_RANK + 1, vast), GRN_E_LIMIT);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_NO_DTYPE, 0, NULL), GRN_E_ARGUMENT);
}

/* ---- views ----------------------------------------------------------------------------------- */

static grn_tensor view_of(void *data, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, GRN_I32, rank, shape), GRN_OK);
    return t;
}

static void test_views(void **state)
{
    int32_t data[12], out[12] = {0};
    grn_tensor t = view_of(data, 3, (int64_t[]){3, 1, 4}), r, empty = view_of(data, 2, (int64_t[]){3, 0});
    (void)state;
    for (int i = 0; i < 12; i++)
        data[i] = i;
    grn_view_reverse(&t, 7, &r); /* the unit dimension stays */
    assert_true(r.data == data + 11 && r.stride[0] == -4 && r.stride[1] == t.stride[1] && r.stride[2] == -1);
    grn_view_reverse(&t, 0, &r);
    assert_true(r.data == data && r.stride[2] == 1);
    grn_view_reverse(&empty, 3, &r);
    assert_true(r.data == data && r.stride[0] == empty.stride[0]);
    grn_tensor_read(&t, 5, 0, out);
    assert_int_equal(out[0], 0);
    grn_view_reverse(&t, 4, &r);
    grn_tensor_read(&r, 3, 6, out);
    assert_memory_equal(out, ((int32_t[]){0, 7, 6, 5, 4, 11}), 24);
}

static void test_reshapes(void **state)
{
    int32_t data[24];
    grn_tensor t = view_of(data, 3, (int64_t[]){2, 3, 4}), r, turned, empty = view_of(data, 2, (int64_t[]){3, 0}),
               one = view_of(data, 0, NULL);
    (void)state;
    assert_true(grn_view_reshape(&t, 4, (int64_t[]){1, 6, 1, 4}, &r) && r.stride[1] == 4 && r.stride[3] == 1);
    grn_view_transpose(&t, (int64_t[]){1, 0, 2}, &turned); /* 3x2x4 with strides 4, 12, 1 */
    assert_true(grn_view_reshape(&turned, 4, (int64_t[]){3, 2, 2, 2}, &r) && r.stride[0] == 4 && r.stride[1] == 12);
    assert_false(grn_view_reshape(&turned, 2, (int64_t[]){6, 4}, &r));
    assert_false(grn_view_reshape(&turned, 2, (int64_t[]){3, 8}, &r));
    assert_false(grn_view_reshape(&t, 4, (int64_t[]){2, 2, 3, 4}, &r)); /* of more elements */
    assert_true(grn_view_reshape(&empty, 3, (int64_t[]){0, 5, 7}, &r) && r.shape[2] == 7);
    assert_true(grn_view_reshape(&one, 2, (int64_t[]){1, 1}, &r));
    assert_true(grn_view_reshape(&one, 0, NULL, &r) && r.rank == 0);
}

/* ---- writers --------------------------------------------------------------------------------- */

static grn_status count_writes(void *user, const char *bytes, size_t n)
{
    int *left = user;
    (void)bytes, (void)n;
    return (*left)-- > 0 ? GRN_OK : GRN_E_SINK;
}

/* The sink refuses its k-th piece: the status is the sink's, and nothing more is written. */
static void test_sinks_that_refuse(void **state)
{
    static int32_t data[8192];
    grn_tensor compact = view_of(data, 1, (int64_t[]){8192}), apart = view_of(data, 1, (int64_t[]){4096}),
               none = view_of(NULL, 1, (int64_t[]){0}), missing = view_of(NULL, 1, (int64_t[]){2});
    const grn_literal_options options = {0};
    (void)state;
    apart.stride[0] = 2;
    for (int i = 0; i < 8192; i++)
        data[i] = i;
    for (int k = 0; k < 2; k++) {
        int left = k;
        const grn_sink sink = {count_writes, &left};
        assert_int_equal(grn_npy_write(&compact, &sink), GRN_E_SINK);
        assert_int_equal(left, -1);
        left = k;
        assert_int_equal(grn_npy_write(&apart, &sink), GRN_E_SINK);
        assert_int_equal(left, -1);
        left = k;
        assert_int_equal(grn_tensor_write_literal(&compact, &options, &sink), GRN_E_SINK);
        assert_int_equal(left, -1);
    }
    int left = 100;
    const grn_sink sink = {count_writes, &left};
    assert_int_equal(grn_npy_write(&none, &sink), GRN_OK);
    assert_int_equal(left, 99);
    assert_int_equal(grn_npy_write(&missing, &sink), GRN_E_ARGUMENT);
    assert_int_equal(grn_tensor_write_literal(&missing, NULL, &sink), GRN_E_ARGUMENT);
    assert_int_equal(grn_tensor_write_literal(&none, NULL, &sink), GRN_OK);
    none.dtype = GRN_NO_DTYPE;
    assert_int_equal(grn_npy_write(&none, &sink), GRN_E_DTYPE);
    assert_int_equal(grn_tensor_write_literal(&none, NULL, &sink), GRN_E_DTYPE);
}

/* ---- .npy headers cut at every byte, and what they may say ----------------------------------- */

static size_t npy_of(unsigned char *file, const char *dictionary, size_t n, size_t data_bytes)
{
    memcpy(file, "\x93NUMPY\x01", 8); /* version 1.0 */
    file[8] = (unsigned char)n;
    file[9] = (unsigned char)(n >> 8);
    memcpy(file + 10, dictionary, n);
    memset(file + 10 + n, 0, data_bytes);
    return 10 + n + data_bytes;
}

static void test_headers_cut_short(void **state)
{
    static const char *const whole[] = {
        "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }   ",
        "{\"descr\":\t[('bfloat16',\r\n'<V2'),], 'fortran_order': True, 'shape': (6L,)}  ",
    };
    static _Alignas(64) unsigned char file[512];
    (void)state;
    for (size_t w = 0; w < GRN_COUNT(whole); w++)
        for (size_t n = 0; n <= strlen(whole[w]); n++) {
            grn_tensor t;
            size_t size = npy_of(file, whole[w], n, 64);
            bool closed = memchr(whole[w], '}', n) != NULL;
            grn_status status = grn_npy_parse(file, size, GRN_NO_DTYPE, NULL, &t, NULL);
            if (closed ? n % 4 == 2 && status != GRN_OK : status != GRN_E_FORMAT)
                fail_msg("%.*s: %s", (int)n, whole[w], grn_status_text(status));
        }
}

static void test_headers(void **state)
{
    static const struct {
        const char *descr;
        grn_dtype hint;
        grn_status status;
    } given[] = {
        {"'V2'", GRN_NO_DTYPE, GRN_E_DTYPE},
        {"'V'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"'Vx'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"'V17'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"''", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"[('bfloat16', '<V4')]", GRN_NO_DTYPE, GRN_E_DTYPE},
        {"[('bfloat16', '<V4')]", GRN_F32, GRN_OK},
        {"[('x', '<f4')]", GRN_NO_DTYPE, GRN_OK},
        {"'<f1'", GRN_F8E4M3FN, GRN_OK},
        {"'<f1'", GRN_I8, GRN_E_DTYPE},
        {"'<f1'", GRN_F16, GRN_E_DTYPE},
        {"'<u2'", GRN_F16, GRN_OK},
        {"'<i8'", GRN_INDEX, GRN_OK},
        {"'<u8'", GRN_INDEX, GRN_E_DTYPE},
        {"'<i8'", GRN_F64, GRN_E_DTYPE},
        {"'<f4'", GRN_I32, GRN_E_DTYPE},
        {"'<i4'", GRN_BF16, GRN_E_DTYPE},
        {"'\\x01'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"'\x01'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"'\x7F'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"'0123456789012345678901234567890123456789012345678901234567890'", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"['x', '<f4']", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"[(1, '<f4')]", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"[('x' '<f4')]", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"[('x', 4)]", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"[('x', '<f4', 2)]", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"[('x', '<f4'), 3]", GRN_NO_DTYPE, GRN_E_FORMAT},
        {"4", GRN_NO_DTYPE, GRN_E_FORMAT},
    };
    static _Alignas(64) unsigned char file[512];
    char text[256];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(given); i++) {
        grn_tensor t;
        int n = snprintf(text, sizeof text, "{'descr': %s, 'fortran_order': False, 'shape': (2,)}", given[i].descr);
        /* data at a multiple of 64 */
        size_t pad = 54 - (size_t)n % 64 > 64 ? 118 - (size_t)n % 64 : 54 - (size_t)n % 64;
        memset(text + n, ' ', pad);
        grn_status status = grn_npy_parse(file, npy_of(file, text, (size_t)n + pad, 64), given[i].hint, NULL, &t, NULL);
        if (status != given[i].status)
            fail_msg("descr %s, %s hinted: %s", given[i].descr, grn_dtype_text(given[i].hint), grn_status_text(status));
    }
}

/* Extents over 2^63 - 1, of few digits and of many. */
static void test_extents(void **state)
{
    static const char *const extents[] = {"9223372036854775808", "18446744073709551616",
                                          "123456789012345678901234567890123456789012345678901234567890"};
    static _Alignas(64) unsigned char file[512];
    char text[256];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(extents); i++) {
        grn_tensor t;
        int n = snprintf(text, sizeof text, "{'descr': '<f4', 'fortran_order': False, 'shape': (%s,)}", extents[i]);
        assert_int_equal(grn_npy_parse(file, npy_of(file, text, (size_t)n, 0), GRN_NO_DTYPE, NULL, &t, NULL),
                         GRN_E_FORMAT);
    }
    memcpy(file, "\x93NUMPY\x02\x00\x00\x00\x00\x00", 12); /* version 2.0 has two more bytes of length */
    assert_int_equal(grn_npy_parse(file, 11, GRN_NO_DTYPE, NULL, &(grn_tensor){0}, NULL), GRN_E_FORMAT);
}

/* ---- messages -------------------------------------------------------------------------------- */

static char said[GRN_MESSAGE_BYTES];
static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    assert_true(strlen(d->message) < sizeof said);
    strcpy(said, d->message);
}

/* A message that is too long ends in "..." and in no half of a character. */
static void test_messages(void **state)
{
    static char text[2 * GRN_MESSAGE_BYTES];
    const grn_diag diag = {keep, NULL}, deaf = {NULL, NULL};
    (void)state;
    for (size_t shift = 0; shift < 4; shift++) {
        memset(text, 'a', sizeof text);
        for (size_t i = shift; i + 4 < sizeof text; i += 4)
            memcpy(text + i, "\xF0\x9F\x98\x80", 4);
        text[sizeof text - 1] = '\0';
        assert_int_equal(grn_fail(&diag, grn_no_place, GRN_E_FORMAT, "%s", text), GRN_E_FORMAT);
        size_t n = strlen(said);
        assert_string_equal(said + n - 3, "...");
        assert_int_equal((n - 3 - shift) % 4, 0);
    }
    assert_int_equal(grn_fail(&deaf, grn_no_place, GRN_E_FORMAT, "x"), GRN_E_FORMAT);
    assert_int_equal(grn_fail(NULL, grn_no_place, GRN_E_FORMAT, "x"), GRN_E_FORMAT);
    grn_emit(NULL, GRN_SEVERITY_ERROR, grn_no_place, "x");
    grn_emit(&deaf, GRN_SEVERITY_ERROR, grn_no_place, "x");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_numbers_as_the_c_library_has_them),
        cmocka_unit_test(test_numbers_that_are_none),
        cmocka_unit_test(test_texts_are_read_back),
        cmocka_unit_test(test_no_type),
        cmocka_unit_test(test_distances),
        cmocka_unit_test(test_powers_of_two),
        cmocka_unit_test(test_sums_and_products),
        cmocka_unit_test(test_requests),
        cmocka_unit_test(test_vast_tensors),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_reshapes),
        cmocka_unit_test(test_sinks_that_refuse),
        cmocka_unit_test(test_headers_cut_short),
        cmocka_unit_test(test_headers),
        cmocka_unit_test(test_extents),
        cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
