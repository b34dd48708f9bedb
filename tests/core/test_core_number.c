/* test_core_number.c - numbers from text and back: rounded once, and as MLIR writes them. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Bits of `text` in each dtype. By hand: ties, one digit off a tie, and the ends of the range. */
static const struct {
    const char *claim, *text;
    grn_dtype dtype;
    uint64_t bits;
} parsed[] = {
    {"one", "1.0", GRN_F32, 0x3F800000},
    {"no point", "12", GRN_F32, 0x41400000},
    {"point without fraction", "1.", GRN_F64, UINT64_C(0x3FF0000000000000)},
    {"fraction without whole", ".5", GRN_F64, UINT64_C(0x3FE0000000000000)},
    {"minus zero", "-0.0", GRN_F32, 0x80000000},
    {"exponent with plus", "1.5e+1", GRN_F32, 0x41700000},
    {"a tenth in f64", "0.1", GRN_F64, UINT64_C(0x3FB999999999999A)},
    {"MLIR's bf16 digits", "5.351560e-01", GRN_BF16, 0x3F09},
    {"f32 tie to even: 2^24 + 1", "16777217", GRN_F32, 0x4B800000},
    {"just over the tie goes up, though a double would hide it", "16777217.000000000000000000001", GRN_F32, 0x4B800001},
    {"f16 tie: 1 + 2^-11", "1.00048828125", GRN_F16, 0x3C00},
    {"f16 just over it", "1.0004882812500000000000001", GRN_F16, 0x3C01},
    {"f16 largest", "65504", GRN_F16, 0x7BFF},
    {"f16 rounds down to the largest", "65519.99", GRN_F16, 0x7BFF},
    {"f16 overflows at the tie", "65520", GRN_F16, 0x7C00},
    {"bf16 tie: 1 + 2^-8 to even", "1.00390625", GRN_BF16, 0x3F80},
    {"bf16 tie: 1 + 3 * 2^-8 to even", "1.01171875", GRN_BF16, 0x3F82},
    {"f8E4M3FN largest", "448", GRN_F8E4M3FN, 0x7E},
    {"f8E4M3FN tie with NaN stays", "464", GRN_F8E4M3FN, 0x7E},
    {"f8E4M3FN over it: NaN", "464.1", GRN_F8E4M3FN, 0x7F},
    {"f8E5M2 overflow: infinity", "-61440", GRN_F8E5M2, 0xFC},
    {"f8E4M3FNUZ has no minus zero", "-0.0", GRN_F8E4M3FNUZ, 0x00},
    {"f4E2M1FN saturates", "100", GRN_F4E2M1FN, 0x07},
    {"f64 least subnormal", "4.9e-324", GRN_F64, 1},
    {"f64 half of it is a tie: 0", "2.4703282292062327208e-324", GRN_F64, 0},
    {"f64 over half of it", "2.4703282292062328e-324", GRN_F64, 1},
    {"f64 largest", "1.7976931348623157e308", GRN_F64, UINT64_C(0x7FEFFFFFFFFFFFFF)},
    {"f64 overflow", "1.7976931348623159e308", GRN_F64, UINT64_C(0x7FF0000000000000)},
    {"an exponent that no integer holds", "1e99999999999999999999999", GRN_F32, 0x7F800000},
    {"and a negative one", "-1e-99999999999999999999999", GRN_F32, 0x80000000},
    {"zero whatever the exponent", "0e99999999999999999999", GRN_F64, 0},
};

static void test_parses_rounded_once(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(parsed); i++) {
        uint64_t bits = 0;
        bool ok = grn_parse_float_element(parsed[i].text, strlen(parsed[i].text), parsed[i].dtype, &bits);
        if (!ok || bits != parsed[i].bits)
            fail_msg("%s: %s gives %llx, expected %llx", parsed[i].claim, parsed[i].text, (unsigned long long)bits,
                     (unsigned long long)parsed[i].bits);
    }
}

static void test_refuses_what_is_not_a_number(void **state)
{
    static const char *const bad[] = {"",   "-",  ".",  "e5",   "1e",  "1e+", "1.2.3",
                                      "1x", " 1", "1 ", "0x10", "inf", "nan", "1,5"};
    double value;
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++)
        if (grn_parse_double(bad[i], strlen(bad[i]), &value))
            fail_msg("'%s' was taken for a number", bad[i]);
    assert_false(grn_parse_float_element("1", 1, GRN_I32, &value));
}

/* 1 with a hundred thousand zeros and a 1 behind them is above 1 by nothing that counts, and a tie
 * is broken by it. */
static void test_very_long_digits(void **state)
{
    enum { ZEROS = 100000 };
    char *text = malloc(ZEROS + 64);
    uint16_t half;
    double value;
    (void)state;
    assert_non_null(text);
    memcpy(text, "1.00048828125", 13);
    memset(text + 13, '0', ZEROS);
    text[13 + ZEROS] = '1';
    assert_true(grn_parse_float_element(text, 13 + ZEROS, GRN_F16, &half));
    assert_int_equal(half, 0x3C00);
    assert_true(grn_parse_float_element(text, 14 + ZEROS, GRN_F16, &half));
    assert_int_equal(half, 0x3C01);
    memset(text, '0', ZEROS);
    text[1] = '.';
    memcpy(text + ZEROS, "25e99999", 9); /* 0.(99998 zeros)25 * 10^99999 = 2.5 */
    assert_true(grn_parse_double(text, ZEROS + 8, &value));
    assert_true(value == 2.5);
    free(text);
}

/* Every f16 of each sign: text and back gives the same bits. */
static void test_all_f16_read_back(void **state)
{
    char text[GRN_NUMBER_BYTES];
    (void)state;
    for (uint32_t i = 0; i < 0x10000; i += 3) {
        uint16_t bits = (uint16_t)i, back = 0;
        size_t n = grn_element_text(GRN_F16, &bits, text);
        if ((bits & 0x7C00) == 0x7C00)
            continue;
        if (!grn_parse_float_element(text, n, GRN_F16, &back) || back != bits)
            fail_msg("f16 %04x prints %s and reads back %04x", i, text, back);
    }
}

static const struct {
    const char *claim;
    grn_dtype dtype;
    uint64_t bits[2];
    const char *text;
} printed[] = {
    {"true", GRN_I1, {1}, "true"},
    {"false", GRN_I1, {0}, "false"},
    {"i2 in its byte", GRN_I2, {0xFE}, "-2"},
    {"i4 sign-extended", GRN_I4, {0xF8}, "-8"},
    {"ui4", GRN_UI4, {15}, "15"},
    {"ui8 200 is 200", GRN_UI8, {200}, "200"},
    {"i64 least", GRN_I64, {UINT64_C(0x8000000000000000)}, "-9223372036854775808"},
    {"ui64 largest", GRN_UI64, {UINT64_MAX}, "18446744073709551615"},
    {"six digits, padded", GRN_BF16, {0x3F09}, "5.351560e-01"},
    {"a half in the seventh digit rounds up", GRN_BF16, {0x3F82}, "1.015630e+00"},
    {"f32 one", GRN_F32, {0x3F800000}, "1.000000e+00"},
    {"f32 minus zero", GRN_F32, {0x80000000}, "-0.000000e+00"},
    {"f32 nine digits", GRN_F32, {0xBF917A0C}, "-1.13653708"},
    {"f32 small: exponent with E", GRN_F32, {0x2F07BDFF}, "1.23456786E-10"},
    {"f32 three zeros are plain", GRN_F32, {0x3AA1D139}, "0.00123456784"},
    {"f32 whole number of nine digits: no point, so its bits", GRN_F32, {0x4CEB79A3}, "0x4CEB79A3"},
    {"f32 whole number of six digits", GRN_F32, {0x47F12080}, "1.234570e+05"},
    {"bf16 195/256: 0.76171875 is cut to 6 digits before it is rounded", GRN_BF16, {0x3F43}, "7.617180e-01"},
    {"bf16 25/128: 0.1953125 keeps a seventh to round by", GRN_BF16, {0x3E48}, "1.953130e-01"},
    {"f32 0.74554157257...: cut to 9 digits", GRN_F32, {0x3F3EDBD0}, "0.745541572"},
    {"f32 NaN", GRN_F32, {0x7FC00000}, "0x7FC00000"},
    {"f32 -infinity", GRN_F32, {0xFF800000}, "0xFF800000"},
    {"f16 infinity", GRN_F16, {0x7C00}, "0x7C00"},
    {"bf16 NaN", GRN_BF16, {0x7FC0}, "0x7FC0"},
    {"f8E4M3FN NaN", GRN_F8E4M3FN, {0x7F}, "0x7F"},
    {"f8E4M3FNUZ NaN", GRN_F8E4M3FNUZ, {0x80}, "0x80"},
    {"f8E8M0FNU 2^-127", GRN_F8E8M0FNU, {0}, "5.877470e-39"},
    {"f64 17 digits", GRN_F64, {UINT64_C(0x3FD5555555555555)}, "0.33333333333333331"},
    {"f64 least", GRN_F64, {1}, "4.940660e-324"},
    {"complex<f32>", GRN_C64, {UINT64_C(0x400000003F800000)}, "(1.000000e+00,2.000000e+00)"},
    {"complex<f64>",
     GRN_C128,
     {UINT64_C(0x3FF0000000000000), UINT64_C(0x7FF8000000000000)},
     "(1.000000e+00,0x7FF8000000000000)"},
};

static void test_prints_like_mlir(void **state)
{
    char text[GRN_NUMBER_BYTES];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(printed); i++) {
        size_t n = grn_element_text(printed[i].dtype, printed[i].bits, text);
        if (strcmp(text, printed[i].text) != 0 || n != strlen(text))
            fail_msg("%s: printed %s, expected %s", printed[i].claim, text, printed[i].text);
    }
}

static void test_prints_whole_numbers_for_a_reader(void **state)
{
    static const struct {
        uint32_t bits;
        const char *text;
    } cases[] = {{0x4CEB79A3, "123456792.0"},
                 {0xCB800000, "-16777216.0"},
                 {0x3FC00000, "1.500000e+00"},
                 {0x7FC00000, "0x7FC00000"}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        char text[GRN_NUMBER_BYTES];
        grn_element_text_for_reader(GRN_F32, &cases[i].bits, text);
        assert_string_equal(text, cases[i].text);
    }
}

static void test_integers_from_text(void **state)
{
    static const struct {
        const char *text;
        bool ok;
        uint64_t value;
    } cases[] = {
        {"0", true, 0},
        {"18446744073709551615", true, UINT64_MAX},
        {"18446744073709551616", false, 0},
        {"0xFFffFFFFFFFFFFFF", true, UINT64_MAX},
        {"0x10000000000000000", false, 0},
        {"0x", false, 0},
        {"", false, 0},
        {"-1", false, 0},
        {"12a", false, 0},
        {"0x1g", false, 0},
        {"99999999999999999999999999", false, 0},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        uint64_t value = 0;
        bool ok = grn_parse_u64(cases[i].text, strlen(cases[i].text), &value);
        if (ok != cases[i].ok || value != cases[i].value)
            fail_msg("'%s' gave %d, %llu", cases[i].text, ok, (unsigned long long)value);
    }
}

static void test_hex(void **state)
{
    char digits[400];
    unsigned char out[200];
    (void)state;
    for (int i = 0; i < 200; i++) {
        digits[2 * i] = "0123456789abcdef"[i >> 4 & 15];
        digits[2 * i + 1] = "0123456789ABCDEF"[i & 15];
    }
    assert_int_equal(grn_hex_decode(digits, 200, out), 400);
    for (int i = 0; i < 200; i++)
        assert_int_equal(out[i], i);
    for (size_t at = 0; at < 400; at += 7)
        for (int c = 0; c < 256; c += 1) {
            char kept = digits[at];
            bool good = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            digits[at] = (char)c;
            size_t got = grn_hex_decode(digits, 200, out);
            digits[at] = kept;
            if (got != (good ? 400 : at))
                fail_msg("character %d at %zu: answered %zu", c, at, got);
        }
    assert_int_equal(grn_hex_decode(digits, 0, out), 0);
}

static void test_ulp(void **state)
{
    static const struct {
        const char *claim;
        grn_dtype dtype;
        uint64_t a, b, distance;
    } cases[] = {
        {"same", GRN_F32, 0x3F800000, 0x3F800000, 0},
        {"next", GRN_F32, 0x3F800000, 0x3F800001, 1},
        {"across a power of two", GRN_F32, 0x3F7FFFFF, 0x3F800001, 2},
        {"zeros", GRN_F32, 0x80000000, 0, 0},
        {"across zero", GRN_F32, 0x80000001, 2, 3},
        {"two NaNs", GRN_F32, 0x7FC00000, 0xFFC00001, 0},
        {"one NaN", GRN_F32, 0x7FC00000, 0, UINT64_MAX},
        {"largest and infinity", GRN_F32, 0x7F7FFFFF, 0x7F800000, UINT64_MAX},
        {"infinities", GRN_F32, 0x7F800000, 0x7F800000, 0},
        {"f16", GRN_F16, 0x3C00, 0x3C03, 3},
        {"f8E4M3FNUZ NaN", GRN_F8E4M3FNUZ, 0x80, 0, UINT64_MAX},
        {"f64 ends", GRN_F64, UINT64_C(0xFFEFFFFFFFFFFFFF), UINT64_C(0x7FEFFFFFFFFFFFFF), UINT64_C(0xFFDFFFFFFFFFFFFE)},
        {"i64 ends", GRN_I64, UINT64_C(0x8000000000000000), UINT64_C(0x7FFFFFFFFFFFFFFF), UINT64_MAX},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        uint64_t d = grn_ulp_distance(cases[i].dtype, &cases[i].a, &cases[i].b);
        if (d != cases[i].distance || grn_ulp_distance(cases[i].dtype, &cases[i].b, &cases[i].a) != d)
            fail_msg("%s: %llu apart, expected %llu", cases[i].claim, (unsigned long long)d,
                     (unsigned long long)cases[i].distance);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_parses_rounded_once),
        cmocka_unit_test(test_refuses_what_is_not_a_number),
        cmocka_unit_test(test_very_long_digits),
        cmocka_unit_test(test_all_f16_read_back),
        cmocka_unit_test(test_prints_like_mlir),
        cmocka_unit_test(test_prints_whole_numbers_for_a_reader),
        cmocka_unit_test(test_integers_from_text),
        cmocka_unit_test(test_hex),
        cmocka_unit_test(test_ulp),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
