/*
 * test_eval_width_edges.c - the element functions at the ends of every integer type; clamp; chains
 * of functions over inputs that lie in every way; bitcasts between all widths; matches that nearly
 * are.
 *
 * Expected values: StableHLO's element-wise ops; where it leaves one open (division by zero, least
 * / -1), what eval says of itself in the comments on divide, remainder and power.
 */
#include "eval_test.h"

/* ---- ends of integer types ------------------------------------------------------------------- */

static const grn_dtype signed_types[] = {GRN_I2, GRN_I4, GRN_I8, GRN_I16, GRN_I32, GRN_I64};
static const grn_dtype unsigned_types[] = {GRN_UI2, GRN_UI4, GRN_UI8, GRN_UI16, GRN_UI32, GRN_UI64};

/* Words for numbers that depend on the width: least, most, bits, top (the highest bit alone), half
 * (most / 2, down). */
typedef struct end {
    const char *claim, *op, *a, *b, *want;
} end;

static const end of_signed[] = {
    {"by zero: all ones", "divide", "most", "0", "-1"},
    {"0 by zero", "divide", "0", "0", "-1"},
    {"the least by -1 wraps", "divide", "least", "-1", "least"},
    {"the most by -1", "divide", "most", "-1", "-most"},
    {"the least by itself", "divide", "least", "least", "1"},
    {"the most by the least", "divide", "most", "least", "0"},
    {"of zero: the dividend", "remainder", "least", "0", "least"},
    {"of -1: nothing", "remainder", "least", "-1", "0"},
    {"of a larger: itself", "remainder", "most", "least", "most"},
    {"of itself", "remainder", "most", "most", "0"},
    {"to the 0", "power", "least", "0", "1"},
    {"0 to the 0", "power", "0", "0", "1"},
    {"0 to a negative", "power", "0", "-1", "0"},
    {"1 to the least", "power", "1", "least", "1"},
    {"-1 to the least: even", "power", "-1", "least", "1"},
    {"-1 to -1", "power", "-1", "-1", "-1"},
    {"the least to -1", "power", "least", "-1", "0"},
    {"the least to the 1", "power", "least", "1", "least"},
    {"-1 to the most: odd", "power", "-1", "most", "-1"},
    {"past the most wraps", "add", "most", "1", "least"},
    {"below the least wraps", "subtract", "least", "1", "most"},
    {"the least by -1 wraps", "multiply", "least", "-1", "least"},
    {"less the other way round", "maximum", "least", "most", "most"},
    {"more the other way round", "minimum", "least", "most", "least"},
    {"by all bits: nothing is left", "shift_left", "-1", "bits", "0"},
    {"by a negative count: nothing is left", "shift_left", "-1", "-1", "0"},
    {"into the sign", "shift_left", "half+1", "1", "least"},
    {"by all bits: nothing is left", "shift_right_logical", "-1", "bits", "0"},
    {"by a negative count: nothing is left", "shift_right_logical", "-1", "-1", "0"},
    {"the sign moves down", "shift_right_logical", "least", "1", "half+1"},
    {"by all bits: the sign is left", "shift_right_arithmetic", "least", "bits", "-1"},
    {"by all bits, of a positive", "shift_right_arithmetic", "most", "bits", "0"},
    {"by a negative count: the sign is left", "shift_right_arithmetic", "least", "-1", "-1"},
    {"by nothing", "shift_right_arithmetic", "least", "0", "least"},
    {"all but the sign", "xor", "least", "-1", "most"},
};
static const end of_unsigned[] = {
    {"by zero: all ones", "divide", "0", "0", "most"},
    {"by the most", "divide", "top", "most", "0"},
    {"by itself", "divide", "most", "most", "1"},
    {"of zero: the dividend", "remainder", "most", "0", "most"},
    {"of one", "remainder", "most", "1", "0"},
    {"of a larger: itself", "remainder", "top", "most", "top"},
    {"to the 0", "power", "most", "0", "1"},
    {"0 to the 0", "power", "0", "0", "1"},
    {"-1 to an odd: itself", "power", "most", "most", "most"},
    {"the top bit to the 2 wraps", "power", "top", "2", "0"},
    {"past the most wraps", "add", "most", "1", "0"},
    {"below 0 wraps", "subtract", "0", "1", "most"},
    {"-1 times -1", "multiply", "most", "most", "1"},
    {"the top bit counts as a number", "maximum", "top", "1", "top"},
    {"the other way round", "minimum", "top", "1", "1"},
    {"by all bits: nothing is left", "shift_left", "most", "bits", "0"},
    {"by the most: nothing is left", "shift_left", "most", "most", "0"},
    {"by all bits: nothing is left", "shift_right_logical", "most", "bits", "0"},
    {"by one", "shift_right_logical", "most", "1", "most-top"},
    {"the top bit is the sign", "shift_right_arithmetic", "top", "1", "top+half"},
    {"by the most: the sign is left", "shift_right_arithmetic", "top", "most", "most"},
    {"by the most, of one without", "shift_right_arithmetic", "1", "most", "0"},
};

/* A word's number in a type of `bits`; the narrowest types have no room for the number of their
 * bits: told by `fits`. */
static void number(const char *word, unsigned bits, bool is_signed, char *text, bool *fits)
{
    const uint64_t all = UINT64_MAX >> (64 - bits), top = UINT64_C(1) << (bits - 1);
    const int64_t least = -(int64_t)(top - 1) - 1, most = (int64_t)(top - 1);
    const uint64_t room = is_signed ? (uint64_t)most : all;
    if (strcmp(word, "bits") == 0) {
        *fits = *fits && bits <= room;
        snprintf(text, 32, "%u", bits);
    } else if (strcmp(word, "most") == 0)
        snprintf(text, 32, "%llu", (unsigned long long)room);
    else if (strcmp(word, "least") == 0)
        snprintf(text, 32, "%lld", (long long)least);
    else if (strcmp(word, "-most") == 0)
        snprintf(text, 32, "%lld", (long long)-most);
    else if (strcmp(word, "half+1") == 0)
        snprintf(text, 32, "%llu", (unsigned long long)(top / 2));
    else if (strcmp(word, "top") == 0)
        snprintf(text, 32, "%llu", (unsigned long long)top);
    else if (strcmp(word, "most-top") == 0)
        snprintf(text, 32, "%llu", (unsigned long long)(all - top));
    else if (strcmp(word, "top+half") == 0)
        snprintf(text, 32, "%llu", (unsigned long long)(top + top / 2));
    else
        snprintf(text, 32, "%s", word);
}

static void check_ends(const end *ends, size_t n, const grn_dtype *dtypes, size_t ndtypes, bool is_signed)
{
    for (size_t d = 0; d < ndtypes; d++)
        for (size_t i = 0; i < n; i++) {
            char a[32], b[32], want[32];
            bool fits = true;
            number(ends[i].a, grn_dtype_bits(dtypes[d]), is_signed, a, &fits);
            number(ends[i].b, grn_dtype_bits(dtypes[d]), is_signed, b, &fits);
            number(ends[i].want, grn_dtype_bits(dtypes[d]), is_signed, want, &fits);
            if (fits)
                eval_check_row(&(eval_row){ends[i].claim, ends[i].op, dtypes[d], 0, {a, b}, want, 0});
        }
}

static void test_ends(void **state)
{
    (void)state;
    check_ends(of_signed, GRN_COUNT(of_signed), signed_types, GRN_COUNT(signed_types), true);
    check_ends(of_unsigned, GRN_COUNT(of_unsigned), unsigned_types, GRN_COUNT(unsigned_types), false);
}

/* clamp: minimum(maximum(operand, min), max), and its NaNs; arguments min, operand, max. */
static const eval_row clamps[] = {
    {"between", "clamp", GRN_F32, 0, {"-1", "0.5", "2"}, "0.5", 0},
    {"below", "clamp", GRN_F32, 0, {"-1", "-7", "2"}, "-1", 0},
    {"above", "clamp", GRN_F32, 0, {"-1", "7", "2"}, "2", 0},
    {"min over max: max", "clamp", GRN_F32, 0, {"3", "0", "2"}, "2", 0},
    {"a NaN operand", "clamp", GRN_F32, 0, {"-1", "nan", "2"}, "#7fc00000", 0},
    {"a NaN min", "clamp", GRN_F32, 0, {"nan", "0", "2"}, "#7fc00000", 0},
    {"a NaN max", "clamp", GRN_F32, 0, {"-1", "0", "nan"}, "#7fc00000", 0},
    {"-0 below 0", "clamp", GRN_F32, 0, {"0", "-0.", "2"}, "0", 0},
    {"0 above -0", "clamp", GRN_F32, 0, {"-1", "0", "-0."}, "-0.", 0},
    {"between", "clamp", GRN_F64, 0, {"-1", "0.5", "2"}, "0.5", 0},
    {"below", "clamp", GRN_F64, 0, {"-1", "-7", "2"}, "-1", 0},
    {"above", "clamp", GRN_F64, 0, {"-1", "7", "2"}, "2", 0},
    {"min over max: max", "clamp", GRN_F64, 0, {"3", "0", "2"}, "2", 0},
    {"a NaN operand", "clamp", GRN_F64, 0, {"-1", "nan", "2"}, "#7ff8000000000000", 0},
    {"a NaN min", "clamp", GRN_F64, 0, {"nan", "0", "2"}, "#7ff8000000000000", 0},
    {"a NaN max", "clamp", GRN_F64, 0, {"-1", "0", "nan"}, "#7ff8000000000000", 0},
    {"-0 below 0", "clamp", GRN_F64, 0, {"0", "-0.", "2"}, "0", 0},
    {"0 above -0", "clamp", GRN_F64, 0, {"-1", "0", "-0."}, "-0.", 0},
    {"infinite ends", "clamp", GRN_F64, 0, {"-inf", "1e300", "inf"}, "1e300", 0},
};

static void test_clamp(void **state)
{
    (void)state;
    eval_check_rows(clamps);
}

static const eval_row of_complex[] = {
    {"0 to a positive", "power", GRN_C128, 0, {"0,0", "3,0"}, "0,0", 0},
    {"a number to the 0", "power", GRN_C128, 0, {"5,-2", "0,0"}, "1,0", 0},
    {"no direction", "sign", GRN_C128, 0, {"0,0"}, "0,0", 0},
    {"3+4i", "sign", GRN_C128, 0, {"3,4"}, "0.6,0.8", 1},
};

static void test_complex(void **state)
{
    (void)state;
    eval_check_rows(of_complex);
}

/* ---- chains ---------------------------------------------------------------------------------- */

/* (a + b) * c over [3, 300]: a compact, transposed or one number; b one number or counting along a
 * dim; c in a column. */
static void run_chain(int a_way, int b_way, int64_t from, int64_t to_at)
{
    enum { R = 3, C = 300 };
    static int32_t a[R * C], b, c[R], out[R * C];
    static _Alignas(64) unsigned char scratch[1 << 16];
    grn_bound_element add = eval_bound("add", GRN_I32, GRN_I32), multiply = eval_bound("multiply", GRN_I32, GRN_I32);
    const grn_element_step steps[2] = {{add, {0, 1}, 3}, {multiply, {3, 2}, 4}};
    const int32_t along[3] = {-1, b_way - 1, -1};
    const grn_element_chain chain = {3, 1, 2, 4, steps, b_way ? along : NULL};
    const int64_t shape[2] = {R, C};
    grn_tensor in[3] = {eval_view(a, GRN_I32, 2, shape), eval_view(&b, GRN_I32, 2, shape),
                        eval_view(c, GRN_I32, 2, shape)};
    grn_tensor result = eval_view(out, GRN_I32, 2, shape);
    for (int i = 0; i < R * C; i++)
        a[i] = 7 * i - 100, out[i] = -5;
    b = 11, c[0] = 2, c[1] = -3, c[2] = 5;
    in[1].stride[0] = in[1].stride[1] = 0;
    in[2].stride[0] = 1, in[2].stride[1] = 0;
    if (a_way == 1)
        in[0].stride[0] = 1, in[0].stride[1] = R;
    if (a_way == 2)
        in[0].stride[0] = in[0].stride[1] = 0;
    assert_true(grn_element_chain_scratch(&chain, &result, in) <= sizeof scratch);
    grn_element_chain_run(&chain, &result, in, from, to_at, scratch);
    for (int64_t i = 0; i < R * C; i++) {
        const int64_t row = i / C, column = i % C;
        const int32_t at_a = a[row * in[0].stride[0] + column * in[0].stride[1]];
        const int32_t at_b = b_way == 0 ? 11 : b_way == 1 ? (int32_t)row : (int32_t)column;
        const int32_t want = i < from || i >= to_at ? -5 : (at_a + at_b) * c[row];
        if (out[i] != want)
            fail_msg("a %d, b %d, from %d: element %d is %d, want %d", a_way, b_way, (int)from, (int)i, (int)out[i],
                     (int)want);
    }
}

static void test_chain_ways(void **state)
{
    (void)state;
    for (int a_way = 0; a_way < 3; a_way++)
        for (int b_way = 0; b_way < 3; b_way++) {
            run_chain(a_way, b_way, 0, 900);
            run_chain(a_way, b_way, 299, 600);
            run_chain(a_way, b_way, 5, 6);
            run_chain(a_way, b_way, 7, 7);
        }
}

/* ---- bitcasts -------------------------------------------------------------------------------- */

/* 16 bytes seen as every type and back: low bits first. */
static void test_bitcast_widths(void **state)
{
    static const grn_dtype dtypes[] = {GRN_I2,   GRN_UI2, GRN_I4,  GRN_UI4, GRN_I8,  GRN_UI8, GRN_I16, GRN_UI16,
                                       GRN_BF16, GRN_F16, GRN_I32, GRN_F32, GRN_I64, GRN_F64, GRN_C64, GRN_C128};
    uint8_t bytes[16], back[16], wide[64];
    (void)state;
    for (int i = 0; i < 16; i++)
        bytes[i] = (uint8_t)(0x1b + 37 * i);
    for (size_t d = 0; d < GRN_COUNT(dtypes); d++) {
        const unsigned bits = grn_dtype_bits(dtypes[d]);
        grn_tensor as_bytes = eval_view(bytes, GRN_UI8, 1, (const int64_t[]){16}),
                   again = eval_view(back, GRN_UI8, 1, (const int64_t[]){16});
        grn_tensor seen = eval_view(wide, dtypes[d], 1, (const int64_t[]){128 / (int64_t)bits});
        grn_eval_bitcast(&seen, &as_bytes);
        for (unsigned i = 0; bits < 8 && i < 128 / bits; i++) {
            const unsigned low = (unsigned)(bytes[i * bits / 8] >> (i * bits % 8)) & ((1u << bits) - 1),
                           sign = 1u << (bits - 1);
            const bool is_signed = grn_dtype_class_of(dtypes[d]) == GRN_CLASS_SIGNED;
            claim_true("a unit of its own, with its sign", wide[i] == (uint8_t)(is_signed ? (low ^ sign) - sign : low));
        }
        if (bits >= 8)
            assert_memory_equal(wide, bytes, 16);
        memset(back, 0, sizeof back);
        grn_eval_bitcast(&again, &seen);
        assert_memory_equal(back, bytes, 16);
    }
}

/* ---- matches --------------------------------------------------------------------------------- */

static const struct {
    const char *claim;
    grn_dtype dtype;
    const char *a, *b;
    grn_match how;
    bool matches;
} matches[] = {
    {"NaN is NaN", GRN_F32, "nan", "#ffc00001", {GRN_MATCH_EQUAL, 0, 0, 0}, true},
    {"and no number", GRN_F32, "nan", "1", {GRN_MATCH_EQUAL, 0, 0, 0}, false},
    {"steps of a large number", GRN_F32, "100000", "100000.0625", {GRN_MATCH_NEAR, 0, 0, 1e-3}, true},
    {"more than eight", GRN_F32, "100000", "100000.125", {GRN_MATCH_NEAR, 0, 0, 1e-3}, false},
    {"none at a tolerance of 0", GRN_F32, "100000", "100000.0078125", {GRN_MATCH_NEAR, 0, 0, 0}, false},
    {"none of a small number", GRN_F32, "1", "1.00390625", {GRN_MATCH_NEAR, 0, 0, 1e-3}, false},
    {"the small part of a large number", GRN_C64, "1,100000", "1.0625,100000", {GRN_MATCH_NEAR, 0, 0, 1e-3}, true},
    {"that of a small one", GRN_C64, "1,100", "1.0625,100", {GRN_MATCH_NEAR, 0, 0, 1e-3}, false},
    {"0 is -0", GRN_F32, "0", "-0.", {GRN_MATCH_EQUAL, 0, 0, 0}, true},
    {"NaN is near NaN", GRN_F64, "nan", "nan", {GRN_MATCH_NEAR, 0, 0, 0}, true},
    {"and near nothing else", GRN_F64, "nan", "1", {GRN_MATCH_NEAR, 0, 0, 1e300}, false},
    {"infinity is near itself", GRN_F64, "inf", "inf", {GRN_MATCH_NEAR, 0, 0, 0}, true},
    {"not near a number", GRN_F64, "inf", "1", {GRN_MATCH_NEAR, 0, 0, 1e300}, false},
    {"nor a number near it", GRN_F64, "1", "inf", {GRN_MATCH_NEAR, 0, 0, 1e300}, false},
    {"exactly the tolerance", GRN_F64, "1", "1.5", {GRN_MATCH_NEAR, 0, 0, 0.5}, true},
    {"over it", GRN_F64, "1", "1.5", {GRN_MATCH_NEAR, 0, 0, 0.4999}, false},
    {"equal at a negative tolerance", GRN_F64, "1", "1", {GRN_MATCH_NEAR, 0, 0, -1}, true},
    {"one step", GRN_F32, "#3f800000", "#3f800001", {GRN_MATCH_ULP, 0, 1, 0}, true},
    {"two are too many", GRN_F32, "#3f800000", "#3f800002", {GRN_MATCH_ULP, 0, 1, 0}, false},
    {"too few", GRN_F32, "#3f800000", "#3f800000", {GRN_MATCH_ULP, 1, 3, 0}, false},
    {"steps across infinity are none", GRN_F32, "#7f7fffff", "inf", {GRN_MATCH_ULP, 0, 5, 0}, false},
    {"both parts", GRN_C64, "1,2", "1,2", {GRN_MATCH_EQUAL, 0, 0, 0}, true},
    {"the real part", GRN_C64, "1,2", "3,2", {GRN_MATCH_EQUAL, 0, 0, 0}, false},
    {"the imaginary part", GRN_C64, "1,2", "1,3", {GRN_MATCH_EQUAL, 0, 0, 0}, false},
    {"the imaginary part near", GRN_C128, "1,2", "1,3", {GRN_MATCH_NEAR, 0, 0, 0.5}, false},
    {"integers whatever the tolerance", GRN_I8, "1", "2", {GRN_MATCH_NEAR, 0, 0, 5}, false},
};

/* Alone, and last of more than a block, whose index is then told. */
static void test_matches(void **state)
{
    static unsigned char a[EVAL_MANY * 16], b[EVAL_MANY * 16];
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(matches); i++) {
        const size_t bytes = grn_dtype_bytes(matches[i].dtype);
        int64_t index = -1;
        eval_parse(matches[i].dtype, matches[i].a, a);
        eval_parse(matches[i].dtype, matches[i].b, b);
        grn_tensor x = eval_view(a, matches[i].dtype, 0, NULL), y = eval_view(b, matches[i].dtype, 0, NULL);
        claim_true(matches[i].claim, grn_eval_match(&x, &y, &matches[i].how, &index) == matches[i].matches);
        claim_true(matches[i].claim, index == (matches[i].matches ? -1 : 0));
        if (matches[i].how.min_ulp > 0)
            continue; /* equal elements before it would not match */
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        eval_parse(matches[i].dtype, matches[i].a, a + (EVAL_MANY - 1) * bytes);
        eval_parse(matches[i].dtype, matches[i].b, b + (EVAL_MANY - 1) * bytes);
        x = eval_view(a, matches[i].dtype, 1, (const int64_t[]){EVAL_MANY});
        y = eval_view(b, matches[i].dtype, 1, (const int64_t[]){EVAL_MANY});
        claim_true(matches[i].claim, grn_eval_match(&x, &y, &matches[i].how, &index) == matches[i].matches);
        claim_true(matches[i].claim, index == (matches[i].matches ? -1 : EVAL_MANY - 1));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_ends),           cmocka_unit_test(test_clamp),
                                       cmocka_unit_test(test_complex),        cmocka_unit_test(test_chain_ways),
                                       cmocka_unit_test(test_bitcast_widths), cmocka_unit_test(test_matches)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
