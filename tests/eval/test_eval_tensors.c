/* test_eval_tensors.c - iota, pad, concatenate, bitcast, reduce_precision, quantize and match.
 * Values from the examples of the StableHLO spec and by hand. */
#include "eval_test.h"

static void test_iota(void **state)
{
    int32_t rows[20], want_rows[20], want_columns[20];
    uint16_t long_line[2 * 300];
    int8_t narrow[20];
    float planes[2 * 3 * 2];
    grn_tensor t = eval_view(rows, GRN_I32, 2, (const int64_t[]){4, 5});
    (void)state;
    for (int i = 0; i < 20; i++) {
        want_rows[i] = i / 5;
        want_columns[i] = i % 5;
    }
    grn_eval_iota(&t, 0);
    claim_true("spec: iota_dimension 0 counts rows", memcmp(rows, want_rows, sizeof rows) == 0);
    grn_eval_iota(&t, 1);
    claim_true("spec: iota_dimension 1 counts columns", memcmp(rows, want_columns, sizeof rows) == 0);
    t = eval_view(planes, GRN_F32, 3, (const int64_t[]){2, 3, 2});
    grn_eval_iota(&t, 1);
    claim_true("a middle dimension",
               planes[0] == 0 && planes[3] == 1 && planes[5] == 2 && planes[6] == 0 && planes[11] == 2);
    t = eval_view(narrow, GRN_I4, 1, (const int64_t[]){20});
    grn_eval_iota(&t, 0);
    claim_true("i4 wraps", narrow[7] == 7 && narrow[8] == -8 && narrow[17] == 1);
    t = eval_view(long_line, GRN_BF16, 2, (const int64_t[]){2, 300});
    grn_eval_iota(&t, 1);
    /* 257 is a tie of bf16, between 256 and 258: to even. */
    claim_true("bf16 rounds, past one block", long_line[257] == 0x4380 && long_line[300 + 259] == 0x4382);
    t = eval_view(NULL, GRN_F64, 2, (const int64_t[]){0, 5});
    grn_eval_iota(&t, 1);
}

/* One dimension of three elements 1 2 3, padded with 0. */
static const struct {
    const char *claim;
    int64_t low, interior, n;
    int32_t want[9];
} pads[] = {
    {"nothing", 0, 0, 3, {1, 2, 3}},
    {"both edges", 1, 0, 5, {0, 1, 2, 3, 0}},
    {"between", 0, 2, 7, {1, 0, 0, 2, 0, 0, 3}},
    {"low cuts", -1, 0, 2, {2, 3}},
    {"high cuts", 0, 0, 2, {1, 2}},
    {"low cuts into the padding between", -1, 1, 4, {0, 2, 0, 3}},
    {"low cuts everything", -9, 0, 2, {0, 0}},
    {"low moves everything out", 4, 0, 4, {0, 0, 0, 0}},
    {"high cuts into the padding between", 0, 2, 5, {1, 0, 0, 2, 0}},
    {"the largest interior", 1, INT64_MAX, 3, {0, 1, 0}},
    {"the least low", INT64_MIN, INT64_MAX, 2, {2, 0}},
    {"nothing left", -1, 0, 0, {0}},
};

static void test_pad(void **state)
{
    int32_t in[3] = {1, 2, 3}, zero = 0, out[9];
    grn_tensor from = eval_view(in, GRN_I32, 1, (const int64_t[]){3});
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(pads); i++) {
        grn_tensor to = eval_view(out, GRN_I32, 1, &pads[i].n);
        memset(out, 0x55, sizeof out);
        grn_eval_pad(&to, &from, &zero, &pads[i].low, &pads[i].interior);
        claim_true(pads[i].claim, memcmp(out, pads[i].want, (size_t)pads[i].n * sizeof *out) == 0);
    }
}

/* The spec's example of pad. */
static void test_pad_spec(void **state)
{
    int32_t in[6] = {1, 2, 3, 4, 5, 6}, zero = 0, out[45];
    static const int32_t want[45] = {0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 5, 0, 0, 6, 0};
    grn_tensor from = eval_view(in, GRN_I32, 2, (const int64_t[]){2, 3});
    grn_tensor to = eval_view(out, GRN_I32, 2, (const int64_t[]){5, 9});
    (void)state;
    grn_eval_pad(&to, &from, &zero, (const int64_t[]){0, 1}, (const int64_t[]){1, 2});
    claim_true("spec: edge_padding_low [0, 1], high [2, 1], interior [1, 2]", memcmp(out, want, sizeof want) == 0);
}

static void test_concatenate(void **state)
{
    int64_t a[6] = {1, 2, 3, 4, 5, 6}, b[2] = {7, 8}, out[8];
    static const int64_t want[8] = {1, 2, 3, 4, 5, 6, 7, 8}, want_wide[8] = {1, 2, 7, 3, 4, 8};
    grn_tensor in[3] = {eval_view(a, GRN_I64, 2, (const int64_t[]){3, 2}),
                        eval_view(NULL, GRN_I64, 2, (const int64_t[]){0, 2}),
                        eval_view(b, GRN_I64, 2, (const int64_t[]){1, 2})};
    grn_tensor to = eval_view(out, GRN_I64, 2, (const int64_t[]){4, 2});
    (void)state;
    grn_eval_concatenate(&to, 3, in, 0);
    claim_true("spec: rows below rows, an empty one between", memcmp(out, want, sizeof want) == 0);
    in[0] = eval_view(a, GRN_I64, 2, (const int64_t[]){2, 2});
    in[1] = eval_view(b, GRN_I64, 2, (const int64_t[]){2, 1});
    to = eval_view(out, GRN_I64, 2, (const int64_t[]){2, 3});
    grn_eval_concatenate(&to, 2, in, 1);
    claim_true("columns beside columns", memcmp(out, want_wide, 6 * sizeof *out) == 0);
}

static void test_bitcast(void **state)
{
    double x = 0;
    uint64_t bits = UINT64_C(0x0123456789ABCDEF);
    uint16_t quarters[4];
    int8_t nibbles[16];
    uint8_t bytes[8], flags[8];
    (void)state;
    memcpy(&x, &bits, 8);
    grn_tensor wide = eval_view(&x, GRN_F64, 0, NULL), halves = eval_view(quarters, GRN_F16, 1, (const int64_t[]){4});
    grn_eval_bitcast(&halves, &wide);
    claim_true("spec: f64 0x0123456789ABCDEF as four f16, low bits first",
               quarters[0] == 0xCDEF && quarters[1] == 0x89AB && quarters[2] == 0x4567 && quarters[3] == 0x0123);
    x = 0;
    grn_eval_bitcast(&wide, &halves);
    claim_true("and back", memcmp(&x, &bits, 8) == 0);
    grn_tensor i4 = eval_view(nibbles, GRN_I4, 1, (const int64_t[]){16}),
               u8 = eval_view(bytes, GRN_UI8, 1, (const int64_t[]){8});
    grn_eval_bitcast(&i4, &wide);
    claim_true("into nibbles with their signs",
               nibbles[0] == -1 && nibbles[1] == -2 && nibbles[14] == 1 && nibbles[15] == 0);
    grn_eval_bitcast(&u8, &i4);
    claim_true("nibbles into bytes", bytes[0] == 0xEF && bytes[7] == 0x01);
    grn_tensor u4 = eval_view(nibbles, GRN_UI4, 1, (const int64_t[]){16});
    grn_eval_bitcast(&u4, &wide);
    grn_tensor one = eval_view(nibbles, GRN_UI4, 0, NULL), sign = eval_view(bytes, GRN_I4, 0, NULL);
    grn_eval_bitcast(&sign, &one);
    claim_true("ui4 15 is i4 -1", (int8_t)bytes[0] == -1);
    bytes[0] = 0x81;
    one = eval_view(bytes, GRN_UI8, 0, NULL);
    grn_tensor i1 = eval_view(flags, GRN_I1, 1, (const int64_t[]){8});
    grn_eval_bitcast(&i1, &one);
    claim_true("a byte as eight booleans", flags[0] == 1 && flags[1] == 0 && flags[7] == 1);
    i1 = eval_view(NULL, GRN_I1, 2, (const int64_t[]){0, 8});
    u8 = eval_view(NULL, GRN_UI8, 1, (const int64_t[]){0});
    grn_eval_bitcast(&u8, &i1);
}

static const struct {
    const char *claim;
    grn_dtype dtype;
    int32_t exponent, mantissa;
    const char *in, *want;
} precisions[] = {
    {"its own format", GRN_F32, 8, 23, "3.14159265", "3.14159265"},
    {"to bf16: 257 is a tie, to even", GRN_F32, 8, 7, "257", "256"},
    {"to bf16: a carry into the exponent", GRN_F32, 8, 7, "511.5", "512"},
    {"f64 in f16's format, pi", GRN_F64, 5, 10, "3.141592653589793", "3.140625"},
    {"65505 goes down to 65504", GRN_F64, 5, 10, "65505", "65504"},
    {"the least subnormal is zero", GRN_F64, 5, 10, "#0000000000000001", "0"},
    {"65504 stays", GRN_F64, 5, 10, "65504", "65504"},
    {"65520 overflows", GRN_F32, 5, 10, "-65520", "-inf"},
    {"subnormals of the target are zero", GRN_F32, 5, 10, "-0x1p-15", "-0."},
    {"its least normal number stays", GRN_F32, 5, 10, "0x1p-14", "0x1p-14"},
    {"own subnormals stay where the exponent does", GRN_F32, 8, 23, "0x1p-149", "0x1p-149"},
    {"infinity", GRN_F16, 2, 2, "inf", "inf"},
    {"NaN with a mantissa", GRN_F32, 5, 10, "#ffc00001", "#ffc00001"},
    {"NaN without one", GRN_F32, 5, 0, "nan", "inf"},
    {"wider changes nothing", GRN_F16, 11, 52, "0.333251953125", "0.333251953125"},
};

static void test_reduce_precision(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(precisions); i++) {
        unsigned char in[8], out[8], want[8];
        grn_tensor from = eval_view(in, precisions[i].dtype, 0, NULL),
                   to = eval_view(out, precisions[i].dtype, 0, NULL);
        eval_parse(precisions[i].dtype, precisions[i].in, in);
        eval_parse(precisions[i].dtype, precisions[i].want, want);
        grn_eval_reduce_precision(&to, &from, precisions[i].exponent, precisions[i].mantissa);
        claim_true(precisions[i].claim, memcmp(out, want, grn_dtype_bytes(precisions[i].dtype)) == 0);
    }
}

#define QUANTIZATION(scale, zero_point, least, most)                                     \
    {                                                                                    \
        -1, (const double[]){scale}, (const int64_t[]){zero_point}, least, most, GRN_F32 \
    }
static const grn_quantization tenth = QUANTIZATION(0.1, -30, -128, 127), half = QUANTIZATION(0.5, 1, -128, 127),
                              nibble = QUANTIZATION(1, 2, 0, 15);

static const struct {
    const char *claim;
    const grn_quantization *q;
    grn_dtype expressed, storage;
    const char *x, *stored;
} quantized[] = {
    {"spec: 4.0 by 0.1, zero point -30", &tenth, GRN_F32, GRN_I8, "4", "10"},
    {"15.0: 150 - 30", &tenth, GRN_F32, GRN_I8, "15", "120"},
    {"clamps above", &tenth, GRN_F32, GRN_I8, "1000", "127"},
    {"clamps below", &tenth, GRN_F32, GRN_I8, "-inf", "-128"},
    {"rounds after the zero point is added: 0.5 + 1 is 1.5, to 2", &half, GRN_F32, GRN_I8, "0.25", "2"},
    {"NaN is the zero point", &half, GRN_F64, GRN_I8, "nan", "1"},
    {"into ui4", &nibble, GRN_F16, GRN_UI4, "11", "13"},
    {"ui4 has a top", &nibble, GRN_BF16, GRN_UI4, "100", "15"},
};

static void test_quantize(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(quantized); i++) {
        unsigned char x[8], out[8], want[8];
        grn_tensor from = eval_view(x, quantized[i].expressed, 0, NULL),
                   to = eval_view(out, quantized[i].storage, 0, NULL);
        eval_parse(quantized[i].expressed, quantized[i].x, x);
        eval_parse(quantized[i].storage, quantized[i].stored, want);
        grn_eval_quantize(&to, &from, quantized[i].q);
        claim_true(quantized[i].claim, out[0] == want[0]);
    }
}

static void test_dequantize(void **state)
{
    int8_t stored[3] = {10, -128, 127}, again[3];
    float x[3];
    grn_tensor from = eval_view(stored, GRN_I8, 1, (const int64_t[]){3}),
               to = eval_view(x, GRN_F32, 1, (const int64_t[]){3});
    grn_tensor back = eval_view(again, GRN_I8, 1, (const int64_t[]){3});
    (void)state;
    grn_eval_dequantize(&to, &from, &tenth);
    claim_true("spec: (10 + 30) * 0.1", x[0] == 40 * 0.1f);
    claim_true("no wrap in the difference: (-128 + 30), (127 + 30)", x[1] == -98 * 0.1f && x[2] == 157 * 0.1f);
    grn_eval_requantize(&back, &from, &tenth, &half);
    claim_true("4.0 by 0.5 and 1", again[0] == 9);
    claim_true("-9.8 / 0.5 + 1 is -18.6", again[1] == -19);
}

static const struct {
    const char *claim;
    grn_dtype dtype;
    grn_match_rule rule;
    uint64_t min_ulp, max_ulp;
    double tolerance;
    const char *a, *b;
    bool match;
} matches[] = {
    {"equal integers", GRN_I8, GRN_MATCH_EQUAL, 0, 0, 0, "-1", "-1", true},
    {"other integers", GRN_I64, GRN_MATCH_EQUAL, 0, 0, 0, "9223372036854775807", "9223372036854775806", false},
    {"integers are exact under NEAR", GRN_UI8, GRN_MATCH_NEAR, 0, 0, 5, "1", "2", false},
    {"NaN equals NaN", GRN_F32, GRN_MATCH_EQUAL, 0, 0, 0, "nan", "nan", true},
    {"zeros equal", GRN_F16, GRN_MATCH_EQUAL, 0, 0, 0, "0", "-0.", true},
    {"ULP: NaN matches NaN", GRN_F32, GRN_MATCH_ULP, 0, 3, 0, "#7fc00000", "#ffc00001", true},
    {"ULP: NaN and number", GRN_F32, GRN_MATCH_ULP, 0, UINT64_MAX, 0, "nan", "1", false},
    {"ULP: three apart", GRN_F32, GRN_MATCH_ULP, 0, 3, 0, "#3f800000", "#3f800003", true},
    {"ULP: four apart", GRN_F32, GRN_MATCH_ULP, 0, 3, 0, "#3f800000", "#3f800004", false},
    {"ULP: too close for the least", GRN_F64, GRN_MATCH_ULP, 1, 3, 0, "1", "1", false},
    {"ULP: infinity and the largest number", GRN_F32, GRN_MATCH_ULP, 0, UINT64_MAX, 0, "inf", "#7f7fffff", false},
    {"ULP: infinities of either sign", GRN_F32, GRN_MATCH_ULP, 0, UINT64_MAX, 0, "inf", "-inf", false},
    {"ULP: infinity and itself", GRN_BF16, GRN_MATCH_ULP, 1, 3, 0, "inf", "inf", true},
    {"ULP: complex by parts", GRN_C64, GRN_MATCH_ULP, 0, 1, 0, "1,#3f800000", "1,#3f800002", false},
    {"NEAR: within", GRN_F32, GRN_MATCH_NEAR, 0, 0, 1e-4, "1", "1.00005", true},
    {"NEAR: beyond", GRN_F64, GRN_MATCH_NEAR, 0, 0, 1e-4, "1", "1.0002", false},
    {"NEAR: NaNs", GRN_F64, GRN_MATCH_NEAR, 0, 0, 1e-4, "nan", "nan", true},
    {"NEAR: NaN and number", GRN_F64, GRN_MATCH_NEAR, 0, 0, 1e-4, "1", "nan", false},
    {"NEAR: infinities", GRN_F32, GRN_MATCH_NEAR, 0, 0, 1e-4, "inf", "inf", true},
    {"NEAR: complex", GRN_C128, GRN_MATCH_NEAR, 0, 0, 1e-4, "1,2", "1,2.00001", true},
};

static void test_match(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(matches); i++) {
        unsigned char a[16], b[16];
        grn_match rule = {matches[i].rule, matches[i].min_ulp, matches[i].max_ulp, matches[i].tolerance};
        int64_t index = -1;
        eval_parse(matches[i].dtype, matches[i].a, a);
        eval_parse(matches[i].dtype, matches[i].b, b);
        grn_tensor x = eval_view(a, matches[i].dtype, 0, NULL), y = eval_view(b, matches[i].dtype, 0, NULL);
        claim_true(matches[i].claim, grn_eval_match(&x, &y, &rule, &index) == matches[i].match);
        claim_true(matches[i].claim, matches[i].match || index == 0);
    }
}

static void test_match_index(void **state)
{
    int16_t a[2 * 400], b[2 * 400];
    grn_tensor x = eval_view(a, GRN_I16, 2, (const int64_t[]){2, 400}),
               y = eval_view(b, GRN_I16, 2, (const int64_t[]){2, 400});
    grn_match rule = {GRN_MATCH_EQUAL, 0, 0, 0};
    int64_t index = -1;
    (void)state;
    for (int i = 0; i < 800; i++) {
        a[i] = (int16_t)i;
        b[(i % 400) * 2 + i / 400] = (int16_t)i; /* the same matrix, transposed in memory */
    }
    y.stride[0] = 1;
    y.stride[1] = 2;
    claim_true("equal through other strides", grn_eval_match(&x, &y, &rule, &index));
    b[1] = -1;
    b[11] = -1;
    claim_true("differs", !grn_eval_match(&x, &y, &rule, &index));
    claim_true("the first in row-major order: row 1, column 0", index == 400);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_iota),     cmocka_unit_test(test_pad),
                                       cmocka_unit_test(test_pad_spec), cmocka_unit_test(test_concatenate),
                                       cmocka_unit_test(test_bitcast),  cmocka_unit_test(test_reduce_precision),
                                       cmocka_unit_test(test_quantize), cmocka_unit_test(test_dequantize),
                                       cmocka_unit_test(test_match),    cmocka_unit_test(test_match_index)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
