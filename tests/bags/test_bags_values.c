/* test_bags_values.c - bags and experts on small tensors, with values worked out by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "garner/garner.h"

static void same(const char *claim, const float *got, const float *want, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (!(got[i] == want[i] || (isnan(got[i]) && isnan(want[i]))))
            fail_msg("%s: element %zu is %g, it must be %g", claim, i, got[i], want[i]);
}

/* ---- rows as they lie, one bag of rows 1 and 0 ---- */

/* f16: 1 is 3C00, 2 is 4000, 0.25 is 3400, -0.5 is B800; f32: 0.5 is 3F000000, -1 is BF800000. */
static const struct {
    const char *claim;
    grn_bag_format format;
    grn_dtype dtype;
    int64_t row_bytes, columns;
    unsigned char rows[2][16];
    float want[5];
} formats[] = {
    /* {0, 1, 128, 255} / 2 - 1 and {2, 2, 2, 2} * 1 + 0 */
    {"8 bits, f32 behind",
     GRN_BAG_ROWS_UI8_F32,
     GRN_UI8,
     12,
     4,
     {{0, 1, 128, 255, 0, 0, 0, 0x3f, 0, 0, 0x80, 0xbf}, {2, 2, 2, 2, 0, 0, 0x80, 0x3f, 0, 0, 0, 0}},
     {1, 1.5f, 65, 128.5f}},
    /* {1, 2, 3, 4, 5} * 2 + 1, the first in the low bits, and {15, 0, 0, 0, 1} * 1 + 1 */
    {"4 bits, f16 behind",
     GRN_BAG_ROWS_UI4_F16,
     GRN_UI8,
     7,
     5,
     {{0x21, 0x43, 0x05, 0, 0x40, 0, 0x3c}, {0x0f, 0, 0x01, 0, 0x3c, 0, 0x3c}},
     {19, 6, 8, 10, 13}},
    /* {0, 1, 2, 3, 3} / 4 - 0.5 and {3, 2, 1, 0, 0} * 1 + 2 */
    {"2 bits, f16 behind",
     GRN_BAG_ROWS_UI2_F16,
     GRN_UI8,
     6,
     5,
     {{0xe4, 0x03, 0, 0x34, 0, 0xb8}, {0x1b, 0x00, 0, 0x3c, 0, 0x40}},
     {4.5f, 3.75f, 3, 2.25f, 2.25f}},
    {"8 bits, f16 in front",
     GRN_BAG_ROWS_F16_UI8,
     GRN_UI8,
     7,
     3,
     {{0, 0x40, 0, 0x3c, 0, 10, 255}, {0, 0x3c, 0, 0, 1, 2, 3}},
     {2, 23, 514}},
    {"4 bits, f16 in front",
     GRN_BAG_ROWS_F16_UI4,
     GRN_UI8,
     5,
     2,
     {{0, 0x40, 0, 0x3c, 0xf1}, {0, 0x3c, 0, 0, 0x21}},
     {4, 33}},
    {"2 bits, f16 in front",
     GRN_BAG_ROWS_F16_UI2,
     GRN_UI8,
     5,
     4,
     {{0, 0x3c, 0, 0x40, 0xe4}, {0, 0x3c, 0, 0, 0xe4}},
     {2, 4, 6, 8}},
};

static void test_formats(void **unused)
{
    (void)unused;
    const int64_t which[] = {1, 0}, first[] = {0};
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++) {
        const int64_t bytes = formats[i].row_bytes;
        unsigned char memory[32];
        float out[5];
        memcpy(memory, formats[i].rows[0], (size_t)bytes);
        memcpy(memory + bytes, formats[i].rows[1], (size_t)bytes);
        assert_int_equal(grn_bag_row_bytes(formats[i].format, formats[i].columns), bytes);
        const grn_tensor table = grn_tensor_2d(memory, formats[i].dtype, 2, bytes);
        const grn_tensor indices = grn_tensor_1d(which, GRN_I64, 2), offsets = grn_tensor_1d(first, GRN_I64, 1);
        const grn_tensor result = grn_tensor_2d(out, GRN_F32, 1, formats[i].columns);
        const grn_bag_tensors t = {.table = &table, .indices = &indices, .offsets = &offsets, .result = &result};
        const grn_bag_spec spec = {.format = formats[i].format};
        assert_int_equal(grn_bag(&spec, &t, NULL, NULL), GRN_OK);
        same(formats[i].claim, out, formats[i].want, (size_t)formats[i].columns);
        assert_int_equal(grn_bag_reference(&spec, &t, NULL), GRN_OK);
        same(formats[i].claim, out, formats[i].want, (size_t)formats[i].columns);
    }
}

/* 33 numbers of f8E4M3FN: 1 is 38, 2 is 40, the least is 2^-9; 2^(e - 127). */
static void test_blocks(void **unused)
{
    (void)unused;
    unsigned char row[33] = {0x38, 0x40, 0x01, 0xb8, 0x7f};
    const unsigned char scale[2] = {128, 126};
    const int32_t which[] = {0};
    float out[33], want[33] = {2, 4, 0x1p-8f, -2, NAN};
    row[32] = 0x38;
    want[32] = 0.5f;
    const grn_tensor table = grn_tensor_2d(row, GRN_F8E4M3FN, 1, 33);
    const grn_tensor scales = grn_tensor_2d(scale, GRN_F8E8M0FNU, 1, 2);
    const grn_tensor indices = grn_tensor_2d(which, GRN_I32, 1, 1), result = grn_tensor_2d(out, GRN_F32, 1, 33);
    const grn_bag_tensors t = {.table = &table, .scales = &scales, .indices = &indices, .result = &result};
    const grn_bag_spec spec = {.format = GRN_BAG_ROWS_BLOCKS_OF_32, .lists = GRN_BAG_CONSTANT};
    assert_int_equal(grn_bag(&spec, &t, NULL, NULL), GRN_OK);
    same("blocks", out, want, 33);
}

/* ---- combiners, over rows {1 10}, {2 20}, {-3 NaN}, {4 5} ---- */

static const float rows[4][2] = {{1, 10}, {2, 20}, {-3, NAN}, {4, 5}};
/* bags: rows 0 3 1, none, row 2 alone, rows 3 2 */
static const int64_t list[] = {0, 3, 1, 2, 3, 2}, lengths[] = {3, 0, 1, 2};
static const float weight[] = {1, 0.5f, 2, 1, 3, -1};

static const struct {
    const char *claim;
    grn_bag_spec spec;
    bool weighted;
    float want[4][2];
    int64_t arg[4][2]; /* of extremes */
} combined[] = {
    {"sum", {.combiner = GRN_BAG_SUM}, false, {{7, 35}, {0, 0}, {-3, NAN}, {1, NAN}}, {{0}}},
    {"sum with weights",
     {.combiner = GRN_BAG_SUM, .fused = true},
     true,
     {{7, 52.5f}, {0, 0}, {-3, NAN}, {15, NAN}},
     {{0}}},
    {"mean: by what is not skipped",
     {.combiner = GRN_BAG_MEAN, .has_padding = true, .padding_index = -2},
     false,
     {{(float)(7 / 3.0), (float)(35 / 3.0)}, {0, 0}, {0, 0}, {4, 5}},
     {{0}}},
    {"mean by the sum of weights",
     {.combiner = GRN_BAG_MEAN, .divisor = GRN_BAG_BY_WEIGHTS},
     true,
     {{2, 15}, {0, 0}, {-3, NAN}, {7.5f, NAN}},
     {{0}}},
    {"maximum: a NaN that is first stays",
     {.combiner = GRN_BAG_MAX},
     false,
     {{4, 20}, {0, 0}, {-3, NAN}, {4, 5}},
     {{3, 1}, {0, 0}, {2, 2}, {3, 3}}},
    {"maximum: NaN ignored, the position in the list",
     {.combiner = GRN_BAG_MAX, .nan = GRN_BAG_NAN_IGNORED, .empty = -1, .empty_arg = -1, .arg_is_entry = true},
     false,
     {{4, 20}, {-1, -1}, {-3, -1}, {4, 5}},
     {{1, 2}, {-1, -1}, {3, -1}, {4, 4}}},
    {"minimum: NaN propagates",
     {.combiner = GRN_BAG_MIN, .nan = GRN_BAG_NAN_PROPAGATES},
     false,
     {{1, 5}, {0, 0}, {-3, NAN}, {-3, NAN}},
     {{0, 3}, {0, 0}, {2, 2}, {2, 2}}},
};

static void test_combiners(void **unused)
{
    (void)unused;
    float out[4][2];
    int64_t where[4][2];
    const grn_tensor table = grn_tensor_2d(rows, GRN_F32, 4, 2), indices = grn_tensor_1d(list, GRN_I64, 6);
    const grn_tensor offsets = grn_tensor_1d(lengths, GRN_I64, 4), weights = grn_tensor_1d(weight, GRN_F32, 6);
    const grn_tensor result = grn_tensor_2d(out, GRN_F32, 4, 2), arg = grn_tensor_2d(where, GRN_I64, 4, 2);
    for (size_t i = 0; i < sizeof combined / sizeof *combined; i++) {
        grn_bag_spec spec = combined[i].spec;
        const bool is_extreme = spec.combiner >= GRN_BAG_MAX;
        const grn_bag_tensors t = {.table = &table,
                                   .indices = &indices,
                                   .offsets = &offsets,
                                   .weights = combined[i].weighted ? &weights : NULL,
                                   .result = &result,
                                   .arg = is_extreme ? &arg : NULL};
        spec.lists = GRN_BAG_LENGTHS;
        for (int k = 0; k < 2; k++) {
            assert_int_equal(k == 0 ? grn_bag(&spec, &t, NULL, NULL) : grn_bag_reference(&spec, &t, NULL), GRN_OK);
            same(combined[i].claim, &out[0][0], &combined[i].want[0][0], 8);
            if (is_extreme)
                assert_memory_equal(where, combined[i].arg, sizeof where);
        }
    }
}

/* The square of 1 + 2^-12 is 1 + 2^-11 + 2^-24, whose last bit a rounded product loses; 1 + 2^-11
 * is taken away before. */
static void test_fused(void **unused)
{
    (void)unused;
    const float row[2] = {-1, 1 + 0x1p-12f}, w[2] = {1 + 0x1p-11f, 1 + 0x1p-12f};
    const int64_t which[2] = {0, 1};
    float out = 0;
    const grn_tensor table = grn_tensor_2d(row, GRN_F32, 2, 1), indices = grn_tensor_2d(which, GRN_I64, 1, 2);
    const grn_tensor weights = grn_tensor_2d(w, GRN_F32, 1, 2), result = grn_tensor_2d(&out, GRN_F32, 1, 1);
    const grn_bag_tensors t = {.table = &table, .indices = &indices, .weights = &weights, .result = &result};
    assert_int_equal(grn_bag(&(grn_bag_spec){.lists = GRN_BAG_CONSTANT, .fused = true}, &t, NULL, NULL), GRN_OK);
    assert_true(out == 0x1p-24f);
    assert_int_equal(grn_bag(&(grn_bag_spec){.lists = GRN_BAG_CONSTANT}, &t, NULL, NULL), GRN_OK);
    assert_true(out == 0);
}

/* u_mul_e with two heads of two features: weights {1 2}, {3 4}. */
static void test_heads(void **unused)
{
    (void)unused;
    const float x[2][4] = {{1, 1, 1, 1}, {10, 20, 30, 40}}, e[2][2] = {{1, 2}, {3, 4}}, want[4] = {31, 61, 122, 162};
    const int32_t source[] = {0, 1}, start[] = {0, 2};
    float out[4];
    const grn_tensor table = grn_tensor_2d(x, GRN_F32, 2, 4), indices = grn_tensor_1d(source, GRN_I32, 2);
    const grn_tensor offsets = grn_tensor_1d(start, GRN_I32, 2), weights = grn_tensor_2d(e, GRN_F32, 2, 2);
    const grn_tensor result = grn_tensor_2d(out, GRN_F32, 1, 4);
    const grn_bag_tensors t = {
        .table = &table, .indices = &indices, .offsets = &offsets, .weights = &weights, .result = &result};
    assert_int_equal(grn_bag(&(grn_bag_spec){.lists = GRN_BAG_OFFSETS_AND_END}, &t, NULL, NULL), GRN_OK);
    same("heads", out, want, 4);
}

/* ---- a bag of more entries than are resolved at a time ---- */

/* Entry e is of row e % 3, of 1, 2 and 4 in all columns but the last, which has their negatives; entry 1200 is of
 * row 3, of NaN. So rows 0, 1 and 2 have 433 entries each. */
#define LONG 1300
#define COLUMNS 19
static const struct {
    const char *claim;
    grn_bag_combiner combiner;
    grn_bag_nan nan;
    int64_t rows; /* 3: entry 1200 is skipped */
    int64_t padding;
    float want, want_last;
    int64_t arg, arg_last;
} longs[] = {
    {"sum", GRN_BAG_SUM, GRN_BAG_NAN_FIRST, 3, 2, 433 + 866, -433 - 866, 0, 0},
    {"mean", GRN_BAG_MEAN, GRN_BAG_NAN_FIRST, 3, 0, 3, -3, 0, 0},
    {"max", GRN_BAG_MAX, GRN_BAG_NAN_IGNORED, 4, 2, 2, -1, 1, 0},
    {"min", GRN_BAG_MIN, GRN_BAG_NAN_IGNORED, 4, 0, 2, -4, 1, 2},
    {"min, a NaN is kept", GRN_BAG_MIN, GRN_BAG_NAN_PROPAGATES, 4, 1, NAN, NAN, 1200, 1200},
};

static void test_long(void **unused)
{
    static int32_t index[LONG];
    static float table[4 * COLUMNS], out[COLUMNS];
    static int64_t arg[COLUMNS], offset = 0;
    (void)unused;
    for (int e = 0; e < LONG; e++)
        index[e] = e == 1200 ? 3 : e % 3;
    for (int i = 0; i < 4 * COLUMNS; i++)
        table[i] = i / COLUMNS == 3 ? NAN : (float)(1 << i / COLUMNS) * (i % COLUMNS == COLUMNS - 1 ? -1 : 1);
    for (size_t i = 0; i < sizeof longs / sizeof *longs; i++) {
        const bool tells = longs[i].combiner == GRN_BAG_MAX || longs[i].combiner == GRN_BAG_MIN;
        const grn_bag_spec spec = {.combiner = longs[i].combiner,
                                   .nan = longs[i].nan,
                                   .index = GRN_BAG_INDEX_DROP,
                                   .has_padding = true,
                                   .padding_index = longs[i].padding,
                                   .arg_is_entry = true};
        const grn_tensor weights = grn_tensor_2d(table, GRN_F32, longs[i].rows, COLUMNS),
                         indices = grn_tensor_1d(index, GRN_I32, LONG), offsets = grn_tensor_1d(&offset, GRN_I64, 1),
                         result = grn_tensor_2d(out, GRN_F32, 1, COLUMNS),
                         args = grn_tensor_2d(arg, GRN_I64, 1, COLUMNS);
        const grn_bag_tensors t = {.table = &weights,
                                   .indices = &indices,
                                   .offsets = &offsets,
                                   .result = &result,
                                   .arg = tells ? &args : NULL};
        float want[COLUMNS];
        for (int k = 0; k < COLUMNS; k++)
            want[k] = k == COLUMNS - 1 ? longs[i].want_last : longs[i].want;
        assert_int_equal(grn_bag(&spec, &t, NULL, NULL), GRN_OK);
        same(longs[i].claim, out, want, COLUMNS);
        for (int k = 0; tells && k < COLUMNS; k++)
            if (arg[k] != (k == COLUMNS - 1 ? longs[i].arg_last : longs[i].arg))
                fail_msg("%s: arg of column %d is %d", longs[i].claim, k, (int)arg[k]);
    }
}

/* Two tables whose results are columns of one tensor. */
static void test_tables(void **unused)
{
    (void)unused;
    const int64_t which[2][2] = {{0, 1}, {3, 3}}, start[] = {0, 1};
    float out[2][4];
    const float want[8] = {1, 10, 4, 5, 2, 20, 4, 5};
    const grn_tensor table = grn_tensor_2d(rows, GRN_F32, 4, 2), offsets = grn_tensor_1d(start, GRN_I64, 2);
    const grn_tensor indices[2] = {grn_tensor_1d(which[0], GRN_I64, 2), grn_tensor_1d(which[1], GRN_I64, 2)};
    grn_tensor result[2] = {grn_tensor_2d(&out[0][0], GRN_F32, 2, 2), grn_tensor_2d(&out[0][2], GRN_F32, 2, 2)};
    result[0].stride[0] = result[1].stride[0] = 4;
    grn_bag_table tables[2];
    memset(tables, 0, sizeof tables);
    for (int i = 0; i < 2; i++)
        tables[i].tensors =
            (grn_bag_tensors){.table = &table, .indices = &indices[i], .offsets = &offsets, .result = &result[i]};
    assert_int_equal(grn_bag_tables(2, tables, NULL, NULL), GRN_OK);
    same("two tables", &out[0][0], want, 8);
}

/* ---- experts: 3 tokens with 2 each of experts 0 to 3, of which 1 and 2 are local ---- */

static void test_experts(void **unused)
{
    (void)unused;
    const float token[3] = {10, 20, 30}, w[6] = {1, 2, 3, 4, 5, 6};
    const int32_t expert[6] = {2, 1, 0, 1, 3, 2};
    /* expert 1: entries 1 and 3; expert 2: 0 and 5; others: 2 and 4 */
    const float want[6] = {10, 20, 10, 30, 20, 30};
    const int64_t want_offsets[3] = {0, 2, 4};
    const int32_t want_inverse[6] = {2, 0, 4, 1, 5, 3}, want_dropped[6] = {2, 0, -1, 1, -1, 3};
    float sorted[6], back[3];
    int64_t at[3];
    int32_t place[6];
    const grn_tensor tokens = grn_tensor_2d(token, GRN_F32, 3, 1), experts = grn_tensor_2d(expert, GRN_I32, 3, 2);
    const grn_tensor moved = grn_tensor_2d(sorted, GRN_F32, 6, 1), offsets = grn_tensor_1d(at, GRN_I64, 3);
    const grn_tensor inverse = grn_tensor_2d(place, GRN_I32, 3, 2), weights = grn_tensor_2d(w, GRN_F32, 3, 2);
    const grn_tensor result = grn_tensor_2d(back, GRN_F32, 3, 1);
    grn_experts_spec spec = {.first = 1, .count = 2, .keeps_others = true};
    assert_int_equal(grn_experts_permute(&spec, &tokens, &experts, &moved, &offsets, &inverse, NULL, NULL), GRN_OK);
    same("rows by expert", sorted, want, 6);
    assert_memory_equal(at, want_offsets, sizeof at);
    assert_memory_equal(place, want_inverse, sizeof place);
    spec.keeps_others = false;
    assert_int_equal(grn_experts_permute(&spec, &tokens, &experts, &moved, &offsets, &inverse, NULL, NULL), GRN_OK);
    assert_memory_equal(place, want_dropped, sizeof place);
    assert_int_equal(grn_experts_unpermute(&moved, &inverse, &weights, true, &result, NULL, NULL), GRN_OK);
    same("summed", back, (const float[]){1 * 10 + 2 * 10, 4 * 20, 6 * 30}, 3);

    /* its gradients, of 1, 2 and 3 */
    const float grad_value[3] = {1, 2, 3};
    float by_row[6], by_weight[6];
    const grn_tensor grad = grn_tensor_2d(grad_value, GRN_F32, 3, 1), rows_grad = grn_tensor_2d(by_row, GRN_F32, 6, 1);
    const grn_tensor weights_grad = grn_tensor_2d(by_weight, GRN_F32, 3, 2);
    assert_int_equal(
        grn_experts_unpermute_gradient(&moved, &inverse, &weights, &grad, &rows_grad, &weights_grad, NULL, NULL, NULL),
        GRN_OK);
    same("by rows", by_row, (const float[]){2, 8, 1, 18, 0, 0}, 6);
    same("by weights", by_weight, (const float[]){10, 10, 0, 40, 0, 90}, 6);
}

/* ---- lists that are wrong in one place ---- */

static void hear_index(void *user, const grn_diagnostic *d)
{
    if (d->bad_index != NULL)
        *(int64_t *)user = d->bad_index->position[0];
}

/* More indices than any vector has, so that each place is once in a vector and once behind the last. */
#define LISTED 45

static grn_status bag_of_list(bool wide, bool shifted, int64_t nrows, grn_bag_index_rule rule, int64_t at,
                              int64_t value, int64_t *named)
{
    static char memory[LISTED * 8 + 8];
    static float table[7 * 2], result[LISTED * 2];
    int64_t offset[LISTED];
    char *at_index = memory + (shifted ? 1 : 0);
    for (int64_t e = 0; e < LISTED; e++) {
        const int64_t index = e == at ? value : e % 7;
        const int32_t narrow = (int32_t)index;
        offset[e] = e;
        memcpy(at_index + e * (wide ? 8 : 4), wide ? (const void *)&index : (const void *)&narrow, wide ? 8 : 4);
    }
    const grn_tensor t = {.dtype = GRN_F32, .rank = 2, .data = table, .shape = {nrows, 2}, .stride = {2, 1}};
    const grn_tensor indices = grn_tensor_1d(at_index, wide ? GRN_I64 : GRN_I32, LISTED);
    const grn_tensor offsets = grn_tensor_1d(offset, GRN_I64, LISTED);
    const grn_tensor out = {.dtype = GRN_F32, .rank = 2, .data = result, .shape = {LISTED, 2}, .stride = {2, 1}};
    const grn_bag_spec spec = {.index = rule};
    const grn_bag_tensors tensors = {.table = &t, .indices = &indices, .offsets = &offsets, .result = &out};
    const grn_diag diag = {hear_index, named};
    *named = -1;
    return grn_bag(&spec, &tensors, NULL, &diag);
}

static void test_each_bad_index(void **unused)
{
    (void)unused;
    int64_t named;
    for (int form = 0; form < 4; form++)
        for (int64_t at = 0; at < LISTED; at++) {
            const bool wide = form % 2 == 1, shifted = form / 2 == 1;
            const int64_t far = wide ? INT64_MIN : INT32_MIN, beyond = wide ? INT64_MAX : INT32_MAX;
            const int64_t bad[] = {7, -1, far, beyond};
            for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
                assert_int_equal(bag_of_list(wide, shifted, 7, GRN_BAG_INDEX_ERROR, at, bad[i], &named), GRN_E_INDEX);
                assert_int_equal(named, at);
                const grn_status pruned = bag_of_list(wide, shifted, 7, GRN_BAG_INDEX_PRUNED, at, bad[i], &named);
                assert_int_equal(pruned, bad[i] == -1 ? GRN_OK : GRN_E_INDEX);
            }
            assert_int_equal(bag_of_list(wide, shifted, 7, GRN_BAG_INDEX_ERROR, at, 6, &named), GRN_OK);
        }
    assert_int_equal(bag_of_list(true, false, 0, GRN_BAG_INDEX_ERROR, 0, 0, &named), GRN_E_INDEX);
}

/* Offsets 0, 1, 2, .. of which one is other. */
static void test_each_bad_offset(void **unused)
{
    (void)unused;
    static float table[2], result[LISTED * 2];
    int64_t index[LISTED] = {0}, named;
    for (int64_t at = 0; at < LISTED; at++)
        for (int wide = 0; wide < 2; wide++) {
            const int64_t bad[] = {-1, at - 2, LISTED + 1, wide ? INT64_MIN : INT32_MIN, wide ? INT64_MAX : INT32_MAX};
            for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
                int64_t offset[LISTED];
                int32_t narrow[LISTED];
                for (int64_t b = 0; b < LISTED; b++)
                    narrow[b] = (int32_t)(offset[b] = b == at ? bad[i] : b);
                const grn_tensor t = {.dtype = GRN_F32, .rank = 2, .data = table, .shape = {1, 2}, .stride = {2, 1}};
                const grn_tensor indices = grn_tensor_1d(index, GRN_I64, LISTED);
                const grn_tensor offsets =
                    wide ? grn_tensor_1d(offset, GRN_I64, LISTED) : grn_tensor_1d(narrow, GRN_I32, LISTED);
                const grn_tensor out = {
                    .dtype = GRN_F32, .rank = 2, .data = result, .shape = {LISTED, 2}, .stride = {2, 1}};
                const grn_bag_spec spec = {0};
                const grn_bag_tensors tensors = {.table = &t, .indices = &indices, .offsets = &offsets, .result = &out};
                const grn_diag diag = {hear_index, &named};
                named = -1;
                assert_int_equal(grn_bag(&spec, &tensors, NULL, &diag), GRN_E_INDEX);
                assert_int_equal(named, at);
            }
        }
}

/* A trillion tokens of no expert, or bags of no entry, are nothing to move: a loop over them would not end within the alarm. */
static void test_many_of_nothing(void **unused)
{
    (void)unused;
    const int64_t many = INT64_C(1000000000000);
    int64_t at[3] = {7, 7, 7};
    float none = 0;
    const grn_tensor tokens = grn_tensor_2d(&none, GRN_F32, many, 0), experts = grn_tensor_2d(&none, GRN_I32, many, 0);
    const grn_tensor moved = grn_tensor_2d(&none, GRN_F32, 0, 0), offsets = grn_tensor_1d(at, GRN_I64, 3);
    const grn_experts_spec spec = {.count = 2};
    alarm(60);
    assert_int_equal(grn_experts_permute(&spec, &tokens, &experts, &moved, &offsets, &experts, NULL, NULL), GRN_OK);
    const grn_tensor table = grn_tensor_2d(&none, GRN_F32, 2, 0), arg = grn_tensor_2d(&none, GRN_I64, many, 0);
    grn_tensor far = tokens;
    far.stride[0] = INT64_MAX / 2; /* of no element any stride is right */
    assert_int_equal(grn_experts_unpermute_gradient(NULL, &experts, NULL, &far, &table, NULL, NULL, NULL, NULL),
                     GRN_OK);
    const grn_bag_spec maximum = {.combiner = GRN_BAG_MAX, .lists = GRN_BAG_CONSTANT};
    const grn_bag_tensors bags = {.table = &table, .indices = &experts, .result = &tokens, .arg = &arg};
    assert_int_equal(grn_bag_arg_gradient(&maximum, &bags, &table, NULL, NULL), GRN_OK);
    alarm(0);
    assert_true(at[0] == 0 && at[1] == 0 && at[2] == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_formats),         cmocka_unit_test(test_blocks),
        cmocka_unit_test(test_combiners),       cmocka_unit_test(test_fused),
        cmocka_unit_test(test_heads),           cmocka_unit_test(test_tables),
        cmocka_unit_test(test_experts),         cmocka_unit_test(test_long),
        cmocka_unit_test(test_each_bad_index),  cmocka_unit_test(test_each_bad_offset),
        cmocka_unit_test(test_many_of_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
