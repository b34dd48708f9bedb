/* test_core_npy_edges.c - .npy: every value of types narrower than a byte, and data that is aligned
 * to less than its element. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

static _Alignas(64) unsigned char room[1024];
static char message[GRN_MESSAGE_BYTES];

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    strcpy(message, d->message);
}
static const grn_diag diag = {keep, NULL};

/* A version 1.0 file of one dimension at room + shift, whose header fills 118 bytes: the data is
 * 128 behind its start. */
static unsigned char *file_of(size_t shift, const char *descr, const void *data, int extent, size_t bytes)
{
    unsigned char *file = room + shift;
    memcpy(file, "\x93NUMPY\x01\x00\x76\x00", 10);
    memset(file + 10, ' ', 118);
    int n = snprintf((char *)file + 10, 118, "{'descr': '%s', 'fortran_order': False, 'shape': (%d,)}", descr, extent);
    file[10 + n] = ' ';
    memcpy(file + 128, data, bytes);
    return file;
}

/* The values of each type as bytes of |i1 or |u1: two's complement, of as many bits as it has. */
static const struct {
    grn_dtype dtype;
    const char *descr;
    int least, most;
} narrow[] = {
    {GRN_I1, "|b1", 0, 1},  {GRN_I2, "|i1", -2, 1},  {GRN_I4, "|i1", -8, 7},
    {GRN_UI2, "|u1", 0, 3}, {GRN_UI4, "|u1", 0, 15},
};

static void each_value_that_a_narrow_type_has_and_no_other(void **state)
{
    (void)state;
    for (size_t k = 0; k < GRN_COUNT(narrow); k++)
        for (int byte = 0; byte < 256; byte++) {
            unsigned char data[3] = {0, 0, (unsigned char)byte};
            int value = narrow[k].least < 0 && byte >= 128 ? byte - 256 : byte;
            bool held = value >= narrow[k].least && value <= narrow[k].most;
            grn_tensor t;
            size_t n;
            grn_status status =
                grn_npy_parse(file_of(0, narrow[k].descr, data, 3, 3), 131, narrow[k].dtype, &diag, &t, &n);
            if ((status == GRN_OK) != held || (!held && status != GRN_E_FORMAT))
                fail_msg("%s of %d: %s", grn_dtype_text(narrow[k].dtype), value, grn_status_name(status));
            if (held)
                assert_int_equal(grn_index_load(t.dtype, grn_tensor_at(&t, 2)), value);
        }
}

/* A complex<f64> is two doubles, so that it needs no more than they do. */
static void data_may_lie_where_its_parts_may(void **state)
{
    static const struct {
        const char *descr;
        grn_dtype dtype;
        size_t bytes, align;
    } types[] = {{"|i1", GRN_I8, 1, 1},  {"<i2", GRN_I16, 2, 2}, {"<f4", GRN_F32, 4, 4},
                 {"<f8", GRN_F64, 8, 8}, {"<c8", GRN_C64, 8, 8}, {"<c16", GRN_C128, 16, 8}};
    static const unsigned char data[32] = {1, 2, 3};
    (void)state;
    for (size_t k = 0; k < GRN_COUNT(types); k++)
        for (size_t shift = 0; shift <= 16; shift++) {
            unsigned char *file = file_of(shift, types[k].descr, data, 2, 2 * types[k].bytes);
            grn_tensor t;
            size_t n;
            grn_status status = grn_npy_parse(file, 128 + 2 * types[k].bytes, GRN_NO_DTYPE, &diag, &t, &n);
            grn_status want = shift % types[k].align == 0 ? GRN_OK : GRN_E_FORMAT;
            if (status != want)
                fail_msg("%s, %zu bytes past a line: %s", types[k].descr, shift, grn_status_name(status));
            if (want == GRN_OK)
                assert_true((unsigned char *)t.data == file + 128 && n == 128 + 2 * types[k].bytes);
        }
    /* none of it needs no place */
    grn_tensor t;
    size_t n;
    assert_int_equal(grn_npy_parse(file_of(1, "<f8", data, 0, 0), 128, GRN_NO_DTYPE, &diag, &t, &n), GRN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(each_value_that_a_narrow_type_has_and_no_other),
                                       cmocka_unit_test(data_may_lie_where_its_parts_may)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
