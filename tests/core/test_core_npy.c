/* test_core_npy.c - .npy: headers as they are found in the wild, and headers that lie. */
#include "core/core.h"
#include "garner/sink.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static char message[GRN_MESSAGE_BYTES];
static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    strcpy(message, d->message);
}
static const grn_diag diag = {keep, NULL};

static _Alignas(64) unsigned char file[8192];

/* A version `major`.0 file with this dictionary, spaces up to a multiple of 16, and `data_bytes`
 * counting bytes. */
static size_t build(int major, const char *dictionary, size_t data_bytes)
{
    size_t prefix = major == 1 ? 10 : 12, n = strlen(dictionary), header = n;
    while ((prefix + header) % 16)
        header++;
    memcpy(file, "\x93NUMPY", 6);
    file[6] = (unsigned char)major, file[7] = 0;
    file[8] = (unsigned char)header, file[9] = (unsigned char)(header >> 8);
    file[10] = file[11] = 0;
    memcpy(file + prefix, dictionary, n);
    memset(file + prefix + n, ' ', header - n);
    for (size_t i = 0; i < data_bytes; i++)
        file[prefix + header + i] = (unsigned char)i;
    return prefix + header + data_bytes;
}

static const struct {
    const char *claim;
    int major;
    const char *dictionary;
    grn_dtype hint, dtype;
    size_t data_bytes;
    int32_t rank;
    int64_t shape[3], stride[3];
} good[] = {
    {"NumPy's own",
     1,
     "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n",
     0,
     GRN_F32,
     24,
     2,
     {2, 3},
     {3, 1}},
    {"rank 0", 1, "{'descr': '<i8', 'fortran_order': False, 'shape': (), }", 0, GRN_I64, 8, 0, {0}, {0}},
    {"one dimension", 2, "{'descr': '|u1', 'fortran_order': False, 'shape': (5,), }", 0, GRN_UI8, 5, 1, {5}, {1}},
    {"Fortran order is strides",
     3,
     "{'descr': '<i2', 'fortran_order': True, 'shape': (2, 3, 4), }",
     0,
     GRN_I16,
     48,
     3,
     {2, 3, 4},
     {1, 2, 6}},
    {"another order, spaces, double quotes, no trailing comma",
     1,
     "{ \"shape\" :( 2,3 ) , \"fortran_order\":False,\"descr\" : \"<i4\"}",
     0,
     GRN_I32,
     24,
     2,
     {2, 3},
     {3, 1}},
    {"Python 2 longs",
     1,
     "{'descr': '<i4', 'fortran_order': False, 'shape': (2L, 3L), }",
     0,
     GRN_I32,
     24,
     2,
     {2, 3},
     {3, 1}},
    {"native order", 1, "{'descr': '=f8', 'fortran_order': False, 'shape': (1,)}", 0, GRN_F64, 8, 1, {1}, {1}},
    {"big-endian single bytes",
     1,
     "{'descr': '>i1', 'fortran_order': False, 'shape': (3,)}",
     0,
     GRN_I8,
     3,
     1,
     {3},
     {1}},
    {"<b1 for bool", 1, "{'descr': '<b1', 'fortran_order': False, 'shape': (2,)}", 0, GRN_I1, 2, 1, {2}, {1}},
    {"empty with vast extents",
     1,
     "{'descr': '<f4', 'fortran_order': False, 'shape': (0, 9223372036854775807)}",
     0,
     GRN_F32,
     0,
     2,
     {0, INT64_MAX},
     {INT64_MAX, 1}},
    {"bf16 by hint", 1, "{'descr': '<V2', 'fortran_order': False, 'shape': (2,)}", GRN_BF16, GRN_BF16, 4, 1, {2}, {1}},
    {"bf16 in ui16 by hint",
     1,
     "{'descr': '<u2', 'fortran_order': False, 'shape': (2,)}",
     GRN_BF16,
     GRN_BF16,
     4,
     1,
     {2},
     {1}},
    {"bf16 by name", 1, "{'descr': 'bfloat16', 'fortran_order': False, 'shape': (2,)}", 0, GRN_BF16, 4, 1, {2}, {1}},
    {"bf16 as a record of one",
     1,
     "{'descr': [('bfloat16', '<V2')], 'fortran_order': False, 'shape': (2,)}",
     0,
     GRN_BF16,
     4,
     1,
     {2},
     {1}},
    {"f8 by hint",
     1,
     "{'descr': '|V1', 'fortran_order': False, 'shape': (2,)}",
     GRN_F8E4M3FN,
     GRN_F8E4M3FN,
     2,
     1,
     {2},
     {1}},
    {"f8 by name",
     1,
     "{'descr': 'float8_e4m3fnuz', 'fortran_order': False, 'shape': (2,)}",
     0,
     GRN_F8E4M3FNUZ,
     2,
     1,
     {2},
     {1}},
    {"f8E5M2 as <f1", 1, "{'descr': '<f1', 'fortran_order': False, 'shape': (2,)}", 0, GRN_F8E5M2, 2, 1, {2}, {1}},
    {"i4 in i1 bytes", 1, "{'descr': '|i1', 'fortran_order': False, 'shape': (8,)}", GRN_I4, GRN_I4, 8, 1, {8}, {1}},
    {"index in i8", 1, "{'descr': '<i8', 'fortran_order': False, 'shape': (1,)}", GRN_INDEX, GRN_INDEX, 8, 1, {1}, {1}},
    {"complex", 1, "{'descr': '<c16', 'fortran_order': False, 'shape': (1,)}", 0, GRN_C128, 16, 1, {1}, {1}},
};

static void test_good_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(good); i++) {
        grn_tensor t;
        size_t size = build(good[i].major, good[i].dictionary, good[i].data_bytes), n = 0;
        if (grn_npy_parse(file, size, good[i].hint, &diag, &t, &n) != GRN_OK)
            fail_msg("%s: %s", good[i].claim, message);
        bool same = t.dtype == good[i].dtype && t.rank == good[i].rank && n == size &&
                    (unsigned char *)t.data == file + size - good[i].data_bytes;
        for (int32_t d = 0; d < t.rank && same; d++)
            same = t.shape[d] == good[i].shape[d] && t.stride[d] == good[i].stride[d];
        if (!same)
            fail_msg("%s: not as expected", good[i].claim);
    }
}

static const struct {
    const char *claim, *dictionary;
    grn_dtype hint;
    size_t data_bytes;
    grn_status status;
    const char *says;
} bad[] = {
    {"too little data", "{'descr': '<f4', 'fortran_order': False, 'shape': (4,)}", 0, 15, GRN_E_FORMAT,
     "npy: shape and type promise 16 bytes of data, 15 bytes are there"},
    {"big-endian", "{'descr': '>f4', 'fortran_order': False, 'shape': (1,)}", 0, 4, GRN_E_FORMAT, "big-endian"},
    {"elements that overflow", "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}", 0, 0,
     GRN_E_FORMAT, "more bytes of f32 than 9223372036854775807"},
    {"an extent over int64", "{'descr': '<f4', 'fortran_order': False, 'shape': (9223372036854775808,)}", 0, 0,
     GRN_E_FORMAT, "extent 9223372036854775808 is over"},
    {"a negative extent", "{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", 0, 0, GRN_E_FORMAT,
     "is '-', expected an extent"},
    {"rank 33",
     "{'descr': '<f4', 'fortran_order': False, 'shape': (1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,"
     "1,1,1,1,1)}",
     0, 4, GRN_E_LIMIT, "more than 32 dimensions"},
    {"objects", "{'descr': '|O', 'fortran_order': False, 'shape': (1,)}", 0, 8, GRN_E_FORMAT, "Python objects"},
    {"text", "{'descr': '<U4', 'fortran_order': False, 'shape': (1,)}", 0, 16, GRN_E_FORMAT, "holds text"},
    {"a record of two", "{'descr': [('a', '<f4'), ('b', '<i4')], 'fortran_order': False, 'shape': (1,)}", 0, 8,
     GRN_E_FORMAT, "structured"},
    {"long double", "{'descr': '<f16', 'fortran_order': False, 'shape': (1,)}", 0, 16, GRN_E_FORMAT, "not a known"},
    {"raw without a hint", "{'descr': '<V2', 'fortran_order': False, 'shape': (1,)}", 0, 2, GRN_E_DTYPE, "raw bytes"},
    {"raw of another size", "{'descr': '<V2', 'fortran_order': False, 'shape': (1,)}", GRN_F32, 2, GRN_E_DTYPE,
     "2 bytes per element, f32 takes 4"},
    {"another type than hinted", "{'descr': '<f8', 'fortran_order': False, 'shape': (1,)}", GRN_F32, 8, GRN_E_DTYPE,
     "npy: descr '<f8' is f64, expected f32"},
    {"f32 is not i32", "{'descr': '<i4', 'fortran_order': False, 'shape': (1,)}", GRN_F32, 4, GRN_E_DTYPE, "is i32"},
    {"a bool of 2", "{'descr': '|b1', 'fortran_order': False, 'shape': (3,)}", 0, 3, GRN_E_FORMAT,
     "npy: element 2 is 0x02, which i1 cannot hold"},
    {"an i4 of 8", "{'descr': '|i1', 'fortran_order': False, 'shape': (9,)}", GRN_I4, 9, GRN_E_FORMAT,
     "element 8 is 0x08"},
    {"no shape", "{'descr': '<f4', 'fortran_order': False}", 0, 0, GRN_E_FORMAT, "no key 'shape'"},
    {"a key twice", "{'descr': '<f4', 'descr': '<f4'}", 0, 0, GRN_E_FORMAT, "comes twice"},
    {"a key of its own", "{'colour': 'red'}", 0, 0, GRN_E_FORMAT, "key 'colour'"},
    {"no dictionary", "[]", 0, 0, GRN_E_FORMAT, "npy: header byte 10 is '[', expected '{'"},
    {"an open dictionary", "{'descr': '<f4'", 0, 0, GRN_E_FORMAT, "expected"},
    {"an open string", "{'descr", 0, 0, GRN_E_FORMAT, "expected"},
    {"more behind it", "{'descr': '<f4', 'fortran_order': False, 'shape': ()} x", 0, 4, GRN_E_FORMAT, "is 'x'"},
    {"maybe in Fortran order", "{'descr': '<f4', 'fortran_order': None, 'shape': ()}", 0, 4, GRN_E_FORMAT,
     "True or False"},
};

static void test_bad_files(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(bad); i++) {
        grn_tensor t;
        size_t n, size = build(1, bad[i].dictionary, bad[i].data_bytes);
        message[0] = '\0';
        grn_status status = grn_npy_parse(file, size, bad[i].hint, &diag, &t, &n);
        if (status != bad[i].status || !strstr(message, bad[i].says))
            fail_msg("%s: status %s, said: %s", bad[i].claim, grn_status_name(status), message);
    }
}

/* Cut anywhere, or with any one byte changed, a file is an answer and never an accident (run under
 * a sanitizer). */
static void test_damaged_files(void **state)
{
    grn_tensor t;
    size_t n, size = build(1, good[0].dictionary, 24);
    (void)state;
    for (size_t cut = 0; cut < size; cut++) {
        unsigned char *copy = malloc(cut ? cut : 1);
        assert_non_null(copy);
        memcpy(copy, file, cut);
        assert_int_not_equal(grn_npy_parse(copy, cut, GRN_NO_DTYPE, NULL, &t, &n), GRN_OK);
        free(copy);
    }
    for (size_t at = 0; at < size - 24; at++)
        for (int c = 0; c < 256; c += 5) {
            unsigned char kept = file[at];
            file[at] = (unsigned char)c;
            if (grn_npy_parse(file, size, GRN_NO_DTYPE, NULL, &t, &n) == GRN_OK)
                assert_true(n <= size);
            file[at] = kept;
        }
}

static void test_unaligned_data_is_reported(void **state)
{
    grn_tensor t;
    size_t n, size = build(1, good[0].dictionary, 24);
    (void)state;
    memmove(file + 1, file, size);
    assert_int_equal(grn_npy_parse(file + 1, size, GRN_NO_DTYPE, &diag, &t, &n), GRN_E_FORMAT);
    assert_non_null(strstr(message, "not a multiple of the element size 4"));
}

/* Two arrays, one of them turned, one file; read back one after the other. */
static void test_write_and_read_back(void **state)
{
    static const char head[] = "\x93NUMPY\x01\x00\x76\x00{'descr': '<i4', 'fortran_order': False, 'shape': (3, 2), }";
    int32_t numbers[] = {1, 2, 3, 4, 5, 6}, want[] = {1, 4, 2, 5, 3, 6};
    uint16_t brain[] = {0x3F80};
    grn_tensor t, turned, back;
    grn_text_buffer written = {0};
    const grn_sink sink = grn_text_buffer_sink(&written);
    size_t n, m;
    (void)state;
    assert_int_equal(grn_tensor_init(&t, numbers, GRN_I32, 2, (int64_t[]){2, 3}), GRN_OK);
    grn_view_transpose(&t, (int64_t[]){1, 0}, &turned);
    assert_int_equal(grn_npy_write(&turned, &sink), GRN_OK);
    assert_int_equal(written.size_bytes, 128 + 24);
    assert_memory_equal(written.text, head, sizeof head - 1);
    assert_int_equal(written.text[127], '\n');
    assert_memory_equal(written.text + 128, want, sizeof want);
    assert_int_equal(grn_tensor_init(&t, brain, GRN_BF16, 1, (int64_t[]){1}), GRN_OK);
    assert_int_equal(grn_npy_write(&t, &sink), GRN_OK);
    assert_int_equal(grn_npy_parse(written.text, written.size_bytes, GRN_I32, &diag, &back, &n), GRN_OK);
    assert_true(back.shape[0] == 3 && back.shape[1] == 2 && n == 152);
    assert_int_equal(grn_npy_parse(written.text + n, written.size_bytes - n, GRN_BF16, &diag, &back, &m), GRN_OK);
    assert_int_equal(n + m, written.size_bytes);
    grn_text_buffer_free(&written);
}

static void test_writes_big_strided_views(void **state)
{
    uint8_t one = 7;
    grn_tensor t, wide;
    grn_text_buffer written = {0};
    const grn_sink sink = grn_text_buffer_sink(&written);
    (void)state;
    assert_int_equal(grn_tensor_init(&t, &one, GRN_UI8, 1, (int64_t[]){1}), GRN_OK);
    grn_view_broadcast(&t, 2, (int64_t[]){100, 100}, (int64_t[]){0}, &wide);
    assert_int_equal(grn_npy_write(&wide, &sink), GRN_OK);
    assert_int_equal(written.size_bytes, 128 + 10000);
    assert_int_equal(written.text[written.size_bytes - 1], 7);
    grn_text_buffer_free(&written);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_good_files),          cmocka_unit_test(test_bad_files),
        cmocka_unit_test(test_damaged_files),       cmocka_unit_test(test_unaligned_data_is_reported),
        cmocka_unit_test(test_write_and_read_back), cmocka_unit_test(test_writes_big_strided_views),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
