/* test_core_dtype.c - element types: their facts, their floats bit by bit, one element in and out
 * of memory. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

static void test_facts(void **state)
{
    (void)state;
    for (int d = GRN_NO_DTYPE + 1; d < GRN_DTYPE_COUNT; d++)
        assert_int_equal(grn_dtype_from_text(grn_dtype_text((grn_dtype)d)), d);
    assert_int_equal(grn_dtype_bytes(GRN_C128), 16);
    assert_int_equal(grn_dtype_bits(GRN_I4), 4);
    assert_string_equal(grn_dtype_npy(GRN_BF16), "<V2");
    assert_int_equal(grn_dtype_from_text("f31"), GRN_NO_DTYPE);
    assert_string_equal(grn_dtype_text((grn_dtype)99), "none");
    assert_int_equal(grn_dtype_bytes((grn_dtype)-1), 0);
    assert_null(grn_dtype_float_format(GRN_I32));
}

/* Landmarks of each format, from the format's own definition. */
static const struct {
    const char *claim;
    grn_dtype dtype;
    uint64_t bits;
    double value;
} landmarks[] = {
    {"f4E2M1FN largest", GRN_F4E2M1FN, 0x7, 6},
    {"f4E2M1FN least", GRN_F4E2M1FN, 0x1, 0.5},
    {"f6E2M3FN largest", GRN_F6E2M3FN, 0x1F, 7.5},
    {"f6E3M2FN largest", GRN_F6E3M2FN, 0x1F, 28},
    {"f6E3M2FN least", GRN_F6E3M2FN, 0x1, 0.0625},
    {"f8E3M4 largest", GRN_F8E3M4, 0x6F, 15.5},
    {"f8E4M3 largest", GRN_F8E4M3, 0x77, 240},
    {"f8E4M3FN largest", GRN_F8E4M3FN, 0x7E, 448},
    {"f8E4M3FN least", GRN_F8E4M3FN, 0x01, 0x1p-9},
    {"f8E4M3FNUZ largest", GRN_F8E4M3FNUZ, 0x7F, 240},
    {"f8E4M3FNUZ least", GRN_F8E4M3FNUZ, 0x01, 0x1p-10},
    {"f8E4M3B11FNUZ largest", GRN_F8E4M3B11FNUZ, 0x7F, 30},
    {"f8E5M2 largest", GRN_F8E5M2, 0x7B, 57344},
    {"f8E5M2FNUZ largest", GRN_F8E5M2FNUZ, 0x7F, 57344},
    {"f8E8M0FNU one", GRN_F8E8M0FNU, 127, 1},
    {"f8E8M0FNU largest", GRN_F8E8M0FNU, 254, 0x1p127},
    {"f16 largest", GRN_F16, 0x7BFF, 65504},
    {"f16 least", GRN_F16, 0x0001, 0x1p-24},
    {"bf16 -2", GRN_BF16, 0xC000, -2},
    {"f32 least", GRN_F32, 1, 0x1p-149},
    {"f64 least", GRN_F64, 1, 0x1p-1074},
};

static void test_landmarks(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(landmarks); i++) {
        const grn_float_format *f = grn_dtype_float_format(landmarks[i].dtype);
        double value = grn_float_decode(f, landmarks[i].bits);
        uint64_t bits = grn_float_encode(f, landmarks[i].value);
        if (value != landmarks[i].value || bits != landmarks[i].bits)
            fail_msg("%s: decodes to %g, encodes to %llx", landmarks[i].claim, value, (unsigned long long)bits);
    }
}

/* What goes over the top, and NaN: columns of the header's rule. */
static const struct {
    grn_dtype dtype;
    uint64_t overflow, minus_infinity, nan, minus_zero;
} edges[] = {
    {GRN_F4E2M1FN, 0x7, 0xF, 0x0, 0x8},        {GRN_F6E3M2FN, 0x1F, 0x3F, 0x0, 0x20},
    {GRN_F8E3M4, 0x70, 0xF0, 0x78, 0x80},      {GRN_F8E4M3FN, 0x7F, 0xFF, 0x7F, 0x80},
    {GRN_F8E4M3FNUZ, 0x80, 0x80, 0x80, 0x00},  {GRN_F8E5M2, 0x7C, 0xFC, 0x7E, 0x80},
    {GRN_F8E8M0FNU, 0xFF, 0xFF, 0xFF, 0x00},   {GRN_BF16, 0x7F80, 0xFF80, 0x7FC0, 0x8000},
    {GRN_F16, 0x7C00, 0xFC00, 0x7E00, 0x8000}, {GRN_F32, 0x7F800000, 0xFF800000, 0x7FC00000, 0x80000000},
};

static void test_edges(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(edges); i++) {
        const grn_float_format *f = grn_dtype_float_format(edges[i].dtype);
        if (grn_float_encode(f, 1e300) != edges[i].overflow ||
            grn_float_encode(f, -INFINITY) != edges[i].minus_infinity || grn_float_encode(f, NAN) != edges[i].nan ||
            grn_float_encode(f, -0.0) != edges[i].minus_zero || grn_float_nan_bits(f) != edges[i].nan)
            fail_msg("%s: wrong at the edge", grn_dtype_text(edges[i].dtype));
    }
    assert_int_equal(grn_float_encode(grn_dtype_float_format(GRN_F16), copysign(NAN, -1)), 0xFE00);
    assert_int_equal(grn_float_encode(grn_dtype_float_format(GRN_F8E8M0FNU), -1), 0xFF);
}

/* Every finite pattern of the small formats survives decode and encode. */
static void test_round_trips(void **state)
{
    (void)state;
    for (int d = GRN_F4E2M1FN; d <= GRN_F16; d++) {
        const grn_float_format *f = grn_dtype_float_format((grn_dtype)d);
        for (uint64_t bits = 0; bits < UINT64_C(1) << grn_dtype_bits((grn_dtype)d); bits++) {
            double value = grn_float_decode(f, bits);
            if (value == value && grn_float_encode(f, value) != bits)
                fail_msg("%s %llx comes back as %llx", grn_dtype_text((grn_dtype)d), (unsigned long long)bits,
                         (unsigned long long)grn_float_encode(f, value));
        }
    }
}

/* Rounding to nearest even, seen from the neighbours: a value between two patterns goes to the
 * closer, a tie to even. */
static void test_rounds_to_the_nearest(void **state)
{
    (void)state;
    for (int d = GRN_F8E3M4; d <= GRN_F16; d++) {
        const grn_float_format *f = grn_dtype_float_format((grn_dtype)d);
        for (uint64_t bits = 0; bits + 1 < UINT64_C(1) << (grn_dtype_bits((grn_dtype)d) - 1); bits++) {
            double low = grn_float_decode(f, bits), high = grn_float_decode(f, bits + 1),
                   middle = low + (high - low) / 2;
            if (!(high - high == 0))
                break;
            if (grn_float_encode(f, middle) != bits + bits % 2 || grn_float_encode(f, nextafter(middle, low)) != bits ||
                grn_float_encode(f, nextafter(middle, high)) != bits + 1)
                fail_msg("%s between %llx and the next", grn_dtype_text((grn_dtype)d), (unsigned long long)bits);
        }
    }
}

/* The quick 16-bit conversions are bit for bit the table's. */
static void test_quick_conversions(void **state)
{
    const grn_float_format *half = grn_dtype_float_format(GRN_F16), *brain = grn_dtype_float_format(GRN_BF16);
    uint32_t pattern = 1;
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i++) {
        float quick = grn_f16_to_f32((uint16_t)i);
        double slow = grn_float_decode(half, i);
        if (quick == quick ? (double)quick != slow || !signbit(quick) != !signbit(slow) : slow == slow)
            fail_msg("f16 %04x", i);
    }
    for (int i = 0; i < 300000; i++) {
        float value;
        pattern = pattern * 1664525u + 1013904223u;
        uint32_t bits = i % 2 ? pattern : 0x33000000 + pattern % 0x15000000;
        memcpy(&value, &bits, 4);
        if (grn_f32_to_f16(value) != grn_float_encode(half, value) ||
            grn_f32_to_bf16(value) != grn_float_encode(brain, value))
            fail_msg("f32 %08x", bits);
    }
}

static void test_scalars_wrap(void **state)
{
    unsigned char byte;
    uint64_t bits;
    (void)state;
    grn_scalar_store(&(grn_scalar){.dtype = GRN_I64, .i = 9}, GRN_I4, &byte);
    assert_int_equal(byte, 0xF9);
    assert_int_equal(grn_scalar_load(GRN_I4, &byte).i, -7);
    grn_scalar_store(&(grn_scalar){.dtype = GRN_UI64, .u = 0x17}, GRN_UI4, &byte);
    assert_int_equal(byte, 7);
    grn_scalar_store(&(grn_scalar){.dtype = GRN_I64, .i = 300}, GRN_I8, &byte);
    assert_int_equal(byte, 44);
    grn_scalar_store(&(grn_scalar){.dtype = GRN_C64, .c = {1, -2}}, GRN_C64, &bits);
    grn_scalar back = grn_scalar_load(GRN_C64, &bits);
    assert_true(back.c.re == 1 && back.c.im == -2);
}

static void test_indices(void **state)
{
    const uint64_t ones = UINT64_MAX;
    const unsigned char two_hundred = 200;
    (void)state;
    assert_int_equal(grn_index_load(GRN_UI8, &two_hundred), 200);
    assert_int_equal(grn_index_load(GRN_I8, &two_hundred), -56);
    assert_int_equal(grn_index_load(GRN_I64, &ones), -1);
    assert_true(grn_index_load(GRN_UI64, &ones) == INT64_MAX);
    assert_true(grn_index_load(GRN_UI32, &ones) == UINT32_MAX);
    assert_int_equal(grn_index_load(GRN_INDEX, &ones), -1);
    assert_int_equal(grn_index_load(GRN_UI4, &ones), 15);
    assert_int_equal(grn_index_load(GRN_I1, &ones), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_facts),
        cmocka_unit_test(test_landmarks),
        cmocka_unit_test(test_edges),
        cmocka_unit_test(test_round_trips),
        cmocka_unit_test(test_rounds_to_the_nearest),
        cmocka_unit_test(test_quick_conversions),
        cmocka_unit_test(test_scalars_wrap),
        cmocka_unit_test(test_indices),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
