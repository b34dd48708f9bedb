/* test_core_view.c - shapes, strided views, walks and copies, against index arithmetic written
 * out. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define SHAPE(...) \
    (const int64_t[]) { __VA_ARGS__ }

static int32_t numbers[24];

/* 0, 1, 2, ... in the given shape. */
static grn_tensor counting(int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    for (int i = 0; i < 24; i++)
        numbers[i] = i;
    assert_int_equal(grn_tensor_init(&t, numbers, GRN_I32, rank, shape), GRN_OK);
    return t;
}

/* The view's elements in row-major order, through three ways that must agree. */
static void expect(const char *claim, const grn_tensor *t, const int32_t *want)
{
    int32_t copied[24] = {0}, read[24] = {0};
    grn_tensor to;
    grn_walk w;
    int64_t n = 0;
    assert_int_equal(grn_tensor_init(&to, copied, GRN_I32, t->rank, t->shape), GRN_OK);
    grn_tensor_copy(&to, t);
    int64_t count = grn_tensor_elements(t);
    for (int64_t from = 0; from < count; from += 5)
        grn_tensor_read(t, from, count - from < 5 ? count - from : 5, read + from);
    grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w), n++) {
        int32_t at;
        memcpy(&at, grn_tensor_at(t, w.offset[0]), 4);
        if (at != want[n] || copied[n] != want[n] || read[n] != want[n])
            fail_msg("%s: element %d: walked %d, copied %d, read %d, expected %d", claim, (int)n, at, copied[n],
                     read[n], want[n]);
    }
    assert_int_equal(n, count);
}

static void test_shapes(void **state)
{
    int64_t n;
    grn_tensor t;
    (void)state;
    assert_true(grn_shape_elements(0, NULL, &n) && n == 1);
    assert_true(grn_shape_elements(3, SHAPE(INT64_MAX, INT64_MAX, 0), &n) && n == 0);
    assert_false(grn_shape_elements(2, SHAPE(INT64_MAX, 2), &n));
    assert_false(grn_shape_elements(2, SHAPE(0, -1), &n));
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F32, 1, SHAPE(INT64_MAX / 2)), GRN_E_SHAPE);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F32, 2, SHAPE(3, -1)), GRN_E_SHAPE);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F32, GRN_MAX_RANK + 1, NULL), GRN_E_LIMIT);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_NO_DTYPE, 0, NULL), GRN_E_ARGUMENT);
    assert_int_equal(grn_tensor_init(&t, NULL, GRN_F64, 3, SHAPE(2, 3, 4)), GRN_OK);
    assert_true(t.stride[0] == 12 && t.stride[1] == 4 && t.stride[2] == 1);
    assert_int_equal(grn_tensor_bytes(&t), 192);
}

static void test_views(void **state)
{
    grn_tensor t = counting(2, SHAPE(2, 3)), v;
    (void)state;
    expect("as is", &t, (int32_t[]){0, 1, 2, 3, 4, 5});
    grn_view_transpose(&t, SHAPE(1, 0), &v);
    assert_false(grn_tensor_is_compact(&v));
    expect("transposed", &v, (int32_t[]){0, 3, 1, 4, 2, 5});
    grn_view_reverse(&t, 2, &v);
    expect("columns reversed", &v, (int32_t[]){2, 1, 0, 5, 4, 3});
    grn_view_reverse(&t, 3, &v);
    expect("both reversed", &v, (int32_t[]){5, 4, 3, 2, 1, 0});
    grn_view_slice(&t, SHAPE(1, 0), SHAPE(2, 3), SHAPE(1, 2), &v);
    assert_true(v.shape[0] == 1 && v.shape[1] == 2);
    expect("sliced by two", &v, (int32_t[]){3, 5});
    grn_view_slice(&t, SHAPE(0, 0), SHAPE(2, 3), SHAPE(INT64_MAX, INT64_MAX), &v);
    expect("a step past everything", &v, (int32_t[]){0});
    grn_view_slice(&t, SHAPE(2, 3), SHAPE(2, 3), SHAPE(1, 1), &v);
    expect("an empty slice", &v, NULL);
    grn_view_broadcast(&t, 3, SHAPE(2, 2, 3), SHAPE(0, 2), &v);
    expect("broadcast in the middle", &v, (int32_t[]){0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5});
    grn_tensor column = counting(2, SHAPE(3, 1));
    grn_view_broadcast(&column, 2, SHAPE(3, 2), SHAPE(0, 1), &v);
    expect("extent one stretched", &v, (int32_t[]){0, 0, 1, 1, 2, 2});
    grn_tensor empty = counting(2, SHAPE(2, 3));
    empty.data = NULL;
    grn_view_reverse(&empty, 3, &v);
    assert_null(v.data);
}

static void test_reshape(void **state)
{
    grn_tensor t = counting(3, SHAPE(2, 3, 4)), turned, v;
    (void)state;
    assert_true(grn_view_reshape(&t, 2, SHAPE(4, 6), &v));
    assert_true(v.stride[0] == 6 && v.stride[1] == 1);
    grn_view_transpose(&t, SHAPE(2, 0, 1), &turned); /* [4, 2, 3]: the last two still make one run */
    assert_true(grn_view_reshape(&turned, 3, SHAPE(2, 2, 6), &v));
    expect("a run split, a run merged", &v,
           (int32_t[]){0, 4, 8, 12, 16, 20, 1, 5, 9, 13, 17, 21, 2, 6, 10, 14, 18, 22, 3, 7, 11, 15, 19, 23});
    assert_false(grn_view_reshape(&turned, 1, SHAPE(24), &v));
    assert_false(grn_view_reshape(&turned, 2, SHAPE(8, 3), &v));
    assert_true(grn_view_reshape(&turned, 5, SHAPE(1, 4, 1, 6, 1), &v));
    grn_tensor one = counting(0, NULL), empty = counting(2, SHAPE(0, 3));
    assert_true(grn_view_reshape(&one, 2, SHAPE(1, 1), &v));
    assert_true(grn_view_reshape(&empty, 3, SHAPE(5, 0, 7), &v));
}

static void test_compact_and_overlap(void **state)
{
    grn_tensor t = counting(2, SHAPE(4, 6)), a, b;
    (void)state;
    assert_true(grn_tensor_is_compact(&t));
    t.shape[0] = 1, t.stride[0] = -7;
    assert_true(grn_tensor_is_compact(&t)); /* an extent of one never disagrees */
    t = counting(2, SHAPE(4, 6));
    grn_view_slice(&t, SHAPE(0, 0), SHAPE(2, 6), SHAPE(1, 1), &a);
    grn_view_slice(&t, SHAPE(2, 0), SHAPE(4, 6), SHAPE(1, 1), &b);
    assert_false(grn_tensors_overlap(&a, &b));
    grn_view_reverse(&a, 3, &a);
    assert_false(grn_tensors_overlap(&a, &b));
    assert_true(grn_tensors_overlap(&a, &t));
    b.shape[1] = 0;
    assert_false(grn_tensors_overlap(&b, &t));
}

/* Every element size, to and from strides that do not merge. */
static void test_copy_sizes(void **state)
{
    static const grn_dtype dtypes[] = {GRN_I8, GRN_I16, GRN_I32, GRN_I64, GRN_C128};
    (void)state;
    for (size_t k = 0; k < GRN_COUNT(dtypes); k++) {
        unsigned char from[6 * 16], to[6 * 16], filled[6 * 16];
        size_t bytes = grn_dtype_bytes(dtypes[k]);
        grn_tensor a, b, turned;
        for (size_t i = 0; i < sizeof from; i++)
            from[i] = (unsigned char)(i * 7 + 1);
        assert_int_equal(grn_tensor_init(&a, from, dtypes[k], 2, SHAPE(2, 3)), GRN_OK);
        assert_int_equal(grn_tensor_init(&b, to, dtypes[k], 2, SHAPE(3, 2)), GRN_OK);
        grn_view_transpose(&a, SHAPE(1, 0), &turned);
        grn_tensor_copy(&b, &turned);
        for (size_t i = 0; i < 6; i++)
            assert_memory_equal(to + i * bytes, from + (i % 2 * 3 + i / 2) * bytes, bytes);
        b.data = filled;
        grn_tensor_fill(&b, from);
        grn_view_transpose(&b, SHAPE(1, 0), &turned);
        grn_tensor_fill(&turned, from);
        for (size_t i = 0; i < 6; i++)
            assert_memory_equal(filled + i * bytes, from, bytes);
    }
}

/* Many elements, of bytes that differ and of bytes that are alike; what is behind them stays. */
static void test_fill_many(void **state)
{
    enum { N = 4099 };
    static const grn_dtype dtypes[] = {GRN_I8, GRN_I16, GRN_I32, GRN_I64, GRN_C128};
    static unsigned char to[(N + 1) * 16];
    (void)state;
    for (size_t k = 0; k < 2 * GRN_COUNT(dtypes); k++) {
        unsigned char element[16];
        const grn_dtype dtype = dtypes[k / 2];
        const size_t bytes = grn_dtype_bytes(dtype);
        grn_tensor t;
        for (size_t i = 0; i < sizeof element; i++)
            element[i] = (unsigned char)(k % 2 ? 0x80 : i * 7 + 1);
        memset(to, 0xEE, sizeof to);
        assert_int_equal(grn_tensor_init(&t, to, dtype, 1, SHAPE(N)), GRN_OK);
        grn_tensor_fill(&t, element);
        for (size_t i = 0; i < N; i++)
            assert_memory_equal(to + i * bytes, element, bytes);
        assert_int_equal(to[N * bytes], 0xEE);
    }
}

/* Two elements apart, and the next row one further: two loops on both sides, however near to one
 * they are. */
static void test_copy_rows_almost_in_step(void **state)
{
    int32_t to[8] = {0};
    (void)state;
    grn_tensor from = counting(2, SHAPE(2, 2)), out;
    from.stride[0] = 5, from.stride[1] = 2;
    out = from;
    out.data = to;
    grn_tensor_copy(&out, &from);
    const int32_t want[8] = {0, 0, 2, 0, 0, 5, 0, 7};
    assert_memory_equal(to, want, sizeof want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_shapes),
        cmocka_unit_test(test_views),
        cmocka_unit_test(test_reshape),
        cmocka_unit_test(test_compact_and_overlap),
        cmocka_unit_test(test_copy_sizes),
        cmocka_unit_test(test_fill_many),
        cmocka_unit_test(test_copy_rows_almost_in_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
