/* test_safetensors.c - safetensors files made by hand: what is read, and which headers are
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/files.h"

static char message[1024];

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(message, sizeof message, "%s", d->message);
}
static const grn_diag diag = {keep, NULL};

static _Alignas(16) unsigned char bytes[4096];

/* A file of that header and `n` bytes of data; answers its size. */
static size_t file_of(const char *header, const void *data, size_t n)
{
    const size_t length = strlen(header);
    for (int i = 0; i < 8; i++)
        bytes[i] = (unsigned char)((uint64_t)length >> 8 * i);
    memcpy(bytes + 8, header, length);
    memcpy(bytes + 8 + length, data, n);
    return 8 + length + n;
}

static grn_status open_file(size_t n, tensor_file **out)
{
    message[0] = '\0';
    return tensor_file_open(bytes, n, TENSOR_FORMAT_SAFETENSORS, NULL, &diag, out);
}

static const unsigned char sixteen[16] = {1, 0, 0, 0, 2, 0, 0, 0, 3, 0, 0, 0, 4, 0, 0, 0};

/* Headers with 16 bytes of data behind them; `says` is NULL where they are right. */
static const struct {
    const char *header;
    size_t count;
    const char *says;
} headers[] = {
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[2,2],\"data_offsets\":[0,16]}}", 1, NULL},
    {" {\n\"a\" : {\"shape\":[4],\"data_offsets\":[0,16],\"dtype\":\"I32\"} }   ", 1, NULL},
    {"{\"__metadata__\":{\"format\":\"pt\"},\"a\":{\"dtype\":\"I64\",\"shape\":[2],\"data_offsets\":[0,16]}}", 1, NULL},
    {"{\"__metadata__\":null,\"a\":{\"dtype\":\"I64\",\"shape\":[2],\"data_offsets\":[0,16]}}", 1, NULL},
    {"{\"b\":{\"dtype\":\"U8\",\"shape\":[4],\"data_offsets\":[12,16]},\"a\":{\"dtype\":\"I32\",\"shape\":[3],\"data_"
     "offsets\":[0,12]}}",
     2, NULL},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16],\"more\":[1.5e3,{\"x\":[null,true]}]}}", 1, NULL},
    {"{\"e\":{\"dtype\":\"F32\",\"shape\":[0,9],\"data_offsets\":[16,16]},\"a\":{\"dtype\":\"C64\",\"shape\":[2],"
     "\"data_offsets\":[0,16]}}",
     2, NULL},
    {"{\"\\u0061\\n\\\"\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 1, NULL},
    {"", 0, "the header ends at byte 8, expected '{'"},
    {"{}", 0, "16 bytes of data are there from byte 10 on, the header's offsets cover 0"},
    {"[]", 0, "byte 8 is '[', expected '{'"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}x", 0, "expected spaces up to the header's end"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]},}", 0, "expected a tensor's name in quotes"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}", 0, "the header ends at byte"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[4,20]}}", 0, "begins at offset 4, expected 0"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[3],\"data_offsets\":[0,16]}}", 0, "has 16 bytes by its offsets"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[3],\"data_offsets\":[0,12]}}", 0, "cover 12"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[8],\"data_offsets\":[0,32]}}", 0, "cover 32"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[16,0]}}", 0, "expected two offsets in their order"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[3],\"data_offsets\":[0,12]},\"b\":{\"dtype\":\"I32\",\"shape\":[2],\"data_"
     "offsets\":[8,16]}}",
     0, "overlaps"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[2],\"data_offsets\":[0,8]},\"a\":{\"dtype\":\"I32\",\"shape\":[2],\"data_"
     "offsets\":[8,16]}}",
     0, "two tensors are called 'a'"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[2],\"data_offsets\":[0,8]},\"\\u0061\":{\"dtype\":\"I32\",\"shape\":[2],"
     "\"data_offsets\":[8,16]}}",
     0, "two tensors are called 'a'"},
    {"{\"__metadata__\":{},\"__metadata__\":{},\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0,
     "expected __metadata__ once"},
    {"{\"__metadata__\":{\"a\":1},\"a\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0,
     "expected a text in quotes"},
    {"{\"a\":{\"dtype\":\"I32\",\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0,
     "expected each key once"},
    {"{\"a\":{\"dtype\":\"Q7\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0, "dtype 'Q7' at byte 23 is not known"},
    {"{\"a\":{\"shape\":[4],\"data_offsets\":[0,16]}}", 0, "has no dtype"},
    {"{\"a\":{\"dtype\":\"I32\",\"data_offsets\":[0,16]}}", 0, "has no shape"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4]}}", 0, "has no data_offsets"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[-4],\"data_offsets\":[0,16]}}", 0, "is '-', expected an extent"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4.0],\"data_offsets\":[0,16]}}", 0, "expected a whole number"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[04],\"data_offsets\":[0,16]}}", 0, "behind a leading zero"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[99999999999999999999],\"data_offsets\":[0,16]}}", 0,
     "expected a number below 2^64"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4294967296,4294967296,4294967296],\"data_offsets\":[0,16]}}", 0,
     "more than can be counted"},
    {"{\"a\":{\"dtype\":\"I32\",\"shape\":[4611686018427387908],\"data_offsets\":[0,16]}}", 0,
     "more than can be counted"},
    {"{\"a\":{\"dtype\":\"F4\",\"shape\":[31],\"data_offsets\":[0,16]}}", 0, "another number of F4"},
    {"{\"a\xFF\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0, "expected a string of UTF-8"},
    {"{\"a\x01\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0, "no control character"},
    {"{\"\\ud800\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0, "expected an escape of JSON's"},
    {"{\"\\x41\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}", 0, "expected an escape of JSON's"},
};

static void headers_are_right_or_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++) {
        tensor_file *file;
        grn_status status = open_file(file_of(headers[i].header, sixteen, 16), &file);
        if ((status == GRN_OK) != !headers[i].says || (headers[i].says && !strstr(message, headers[i].says)))
            fail_msg("%s: %s, '%s'", headers[i].header, grn_status_name(status), message);
        if (tensor_file_count(file) != headers[i].count)
            fail_msg("%s: %zu tensors", headers[i].header, tensor_file_count(file));
        tensor_file_close(file);
    }
}

static void values_that_are_passed_over_may_not_nest_without_end(void **state)
{
    (void)state;
    static const struct {
        int depth;
        bool fine;
    } cases[] = {{64, true}, {65, false}, {1000, false}};
    for (size_t i = 0; i < 3; i++) {
        char header[2200], *at = header;
        tensor_file *file;
        at += sprintf(at, "{\"a\":{\"more\":");
        memset(at, '[', (size_t)cases[i].depth);
        memset(at + cases[i].depth, ']', (size_t)cases[i].depth);
        at += 2 * cases[i].depth;
        sprintf(at, ",\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}");
        assert_int_equal(open_file(file_of(header, sixteen, 16), &file), cases[i].fine ? GRN_OK : GRN_E_FORMAT);
        tensor_file_close(file);
    }
}

static void lengths_that_lie(void **state)
{
    (void)state;
    tensor_file *file;
    size_t n = file_of(headers[0].header, sixteen, 16);
    bytes[3] = 5; /* 83 million */
    assert_int_equal(open_file(n, &file), GRN_E_FORMAT);
    assert_non_null(strstr(message, "are there"));
    bytes[7] = 0x80;
    assert_int_equal(open_file(n, &file), GRN_E_FORMAT);
    assert_non_null(strstr(message, "expected at most 100000000"));
    for (n = 0; n < 8; n++)
        assert_int_equal(open_file(n, &file), GRN_E_FORMAT);
}

static read_tensor read_one(const char *header, const void *data, size_t n, grn_dtype declared, grn_status want)
{
    tensor_file *file;
    read_tensor t = {.memory = NULL};
    assert_int_equal(open_file(file_of(header, data, n), &file), GRN_OK);
    grn_status status = tensor_file_read(file, 0, declared, NULL, &diag, &t);
    if (status != want)
        fail_msg("%s: %s, '%s'", header, grn_status_name(status), message);
    tensor_file_close(file);
    return t;
}

/* The type of each name, by the format's README: the E4M3 of machine learning has no infinities. */
static void each_name_is_a_type(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        grn_dtype dtype;
        size_t elements;
    } types[] = {
        {"BOOL", GRN_I1, 16},
        {"U8", GRN_UI8, 16},
        {"I8", GRN_I8, 16},
        {"F8_E5M2", GRN_F8E5M2, 16},
        {"F8_E4M3", GRN_F8E4M3FN, 16},
        {"F8_E8M0", GRN_F8E8M0FNU, 16},
        {"I16", GRN_I16, 8},
        {"U16", GRN_UI16, 8},
        {"F16", GRN_F16, 8},
        {"BF16", GRN_BF16, 8},
        {"I32", GRN_I32, 4},
        {"U32", GRN_UI32, 4},
        {"F32", GRN_F32, 4},
        {"C64", GRN_C64, 2},
        {"F64", GRN_F64, 2},
        {"I64", GRN_I64, 2},
        {"U64", GRN_UI64, 2},
        {"F4", GRN_F4E2M1FN, 32},
        {"F8_E4M3FNUZ", GRN_F8E4M3FNUZ, 16},
        {"F8_E5M2FNUZ", GRN_F8E5M2FNUZ, 16},
    };
    const unsigned char zeros[16] = {0};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        char header[128];
        snprintf(header, sizeof header, "{\"a\":{\"dtype\":\"%s\",\"shape\":[%zu],\"data_offsets\":[0,16]}}",
                 types[i].name, types[i].elements);
        read_tensor t = read_one(header, zeros, 16, GRN_NO_DTYPE, GRN_OK);
        assert_int_equal(t.tensor.dtype, types[i].dtype);
        assert_int_equal(t.tensor.rank, 1);
        assert_int_equal(t.tensor.shape[0], types[i].elements);
        tensor_release(&t);
    }
}

static void types_without_a_name_are_declared(void **state)
{
    (void)state;
    static const unsigned char small[2] = {7, 0xF8}, large[2] = {8, 0};
    static const char header[] = "{\"a\":{\"dtype\":\"I8\",\"shape\":[2],\"data_offsets\":[0,2]}}";
    read_tensor t = read_one(header, small, 2, GRN_I4, GRN_OK);
    assert_int_equal(t.tensor.dtype, GRN_I4);
    assert_int_equal(((signed char *)t.tensor.data)[1], -8);
    tensor_release(&t);
    read_one(header, large, 2, GRN_I4, GRN_E_FORMAT);
    assert_non_null(strstr(message, "element 0 is 0x08, which i4 cannot hold"));
    read_one(header, small, 2, GRN_UI8, GRN_E_DTYPE);
    assert_non_null(strstr(message, "'a' is I8 (i8), expected ui8"));
    read_one("{\"a\":{\"dtype\":\"BOOL\",\"shape\":[2],\"data_offsets\":[0,2]}}", small, 2, GRN_NO_DTYPE, GRN_E_FORMAT);
}

/* Two to a byte, the first in the low bits; six bits each, three bytes for four. */
static void narrow_floats_are_unpacked(void **state)
{
    (void)state;
    static const unsigned char four[2] = {0x21, 0xF3}, six[3] = {0x81, 0x30, 0x10}; /* 1 2 3 15; 1 2 3 4 */
    static const unsigned char want4[4] = {1, 2, 3, 15}, want6[4] = {1, 2, 3, 4};
    read_tensor t =
        read_one("{\"a\":{\"dtype\":\"F4\",\"shape\":[2,2],\"data_offsets\":[0,2]}}", four, 2, GRN_NO_DTYPE, GRN_OK);
    assert_memory_equal(t.tensor.data, want4, 4);
    tensor_release(&t);
    t = read_one("{\"a\":{\"dtype\":\"F6_E2M3\",\"shape\":[4],\"data_offsets\":[0,3]}}", six, 3, GRN_NO_DTYPE, GRN_OK);
    assert_int_equal(t.tensor.dtype, GRN_F6E2M3FN);
    assert_memory_equal(t.tensor.data, want6, 4);
    tensor_release(&t);
}

static void a_rank_that_no_tensor_has(void **state)
{
    (void)state;
    char header[256] = "{\"a\":{\"dtype\":\"I32\",\"data_offsets\":[0,16],\"shape\":[4";
    for (int d = 1; d < 33; d++)
        strcat(header, ",1");
    strcat(header, "]}}");
    read_one(header, sixteen, 16, GRN_NO_DTYPE, GRN_E_LIMIT);
    assert_non_null(strstr(message, "33 dimensions"));
}

static void a_name_with_escapes_is_found(void **state)
{
    (void)state;
    tensor_file *file;
    size_t at;
    assert_int_equal(
        open_file(file_of("{\"\\u00e9\\ud83d\\ude00/\\t\":{\"dtype\":\"I32\",\"shape\":[4],\"data_offsets\":[0,16]}}",
                          sixteen, 16),
                  &file),
        GRN_OK);
    assert_true(tensor_file_find(file, "\xC3\xA9\xF0\x9F\x98\x80/\t", 8, &at));
    tensor_file_close(file);
}

static void memory_stays_within_its_limit(void **state)
{
    (void)state;
    size_t n = file_of(headers[4].header, sixteen, 16);
    for (size_t limit = 0; limit < 1000; limit += 4) {
        grn_budget budget;
        tensor_file *file;
        grn_budget_init(&budget, NULL, limit);
        grn_status status = tensor_file_open(bytes, n, TENSOR_FORMAT_SAFETENSORS, &budget.allocator, NULL, &file);
        assert_true(status == GRN_OK || status == GRN_E_MEMORY);
        tensor_file_close(file);
        assert_true(budget.peak_bytes <= limit);
        assert_int_equal(budget.used_bytes, 0);
    }
}

static void bytes_without_a_header(void **state)
{
    (void)state;
    const int64_t shape[2] = {2, 2};
    read_tensor t;
    memcpy(bytes, sixteen, 16);
    assert_int_equal(tensor_of_bytes(bytes, 16, GRN_I32, 2, shape, NULL, &diag, &t), GRN_OK);
    assert_ptr_equal(t.tensor.data, bytes);
    tensor_release(&t);
    memmove(bytes + 1, bytes, 16);
    assert_int_equal(tensor_of_bytes(bytes + 1, 16, GRN_I32, 2, shape, NULL, &diag, &t), GRN_OK);
    assert_ptr_not_equal(t.tensor.data, bytes + 1);
    assert_memory_equal(t.tensor.data, sixteen, 16);
    tensor_release(&t);
    assert_int_equal(tensor_of_bytes(bytes, 15, GRN_I32, 2, shape, NULL, &diag, &t), GRN_E_FORMAT);
    assert_non_null(strstr(message, "15 bytes are there, 16 are expected: 4 elements of i32, 4 each"));
    const int64_t huge[2] = {INT64_MAX, INT64_MAX};
    assert_int_equal(tensor_of_bytes(bytes, 15, GRN_I32, 2, huge, NULL, &diag, &t), GRN_E_SHAPE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(headers_are_right_or_refused),
        cmocka_unit_test(values_that_are_passed_over_may_not_nest_without_end),
        cmocka_unit_test(lengths_that_lie),
        cmocka_unit_test(each_name_is_a_type),
        cmocka_unit_test(types_without_a_name_are_declared),
        cmocka_unit_test(narrow_floats_are_unpacked),
        cmocka_unit_test(a_rank_that_no_tensor_has),
        cmocka_unit_test(a_name_with_escapes_is_found),
        cmocka_unit_test(memory_stays_within_its_limit),
        cmocka_unit_test(bytes_without_a_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
