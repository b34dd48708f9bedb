/* test_bytecode.c - numbers of the format by hand; files that are malformed, each with the byte
 * that is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bytecode/bytecode.h"
#include "support/programs.h"
#include "support/refuser.h"

/* MLIR's documentation: the low zero bits of the first byte are as many more bytes; with none, the
 * value is the byte over 2. */
static const struct {
    const char *claim;
    uint64_t value;
    size_t n;
    unsigned char bytes[9];
} numbers[] = {
    {"zero", 0, 1, {0x01}},
    {"the largest of a byte", 127, 1, {0xFF}},
    {"the least of two", 128, 2, {0x02, 0x02}},
    {"the largest of two", 16383, 2, {0xFE, 0xFF}},
    {"the least of three", 16384, 3, {0x04, 0x00, 0x02}},
    {"the largest of eight", (UINT64_C(1) << 56) - 1, 8, {0x80, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
    {"the least of nine", UINT64_C(1) << 56, 9, {0x00, 0, 0, 0, 0, 0, 0, 0, 1}},
    {"the largest", UINT64_MAX, 9, {0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF}},
};

static grn_bytes over(const void *bytes, size_t n, const grn_diag *diag, grn_status *status)
{
    *status = GRN_OK;
    return (grn_bytes){.file = bytes, .end = n, .diag = diag, .status = status};
}

static void numbers_are_as_documented(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(numbers); i++) {
        grn_status status;
        uint64_t value;
        grn_vec to;
        grn_vec_init(&to, grn_allocator_or_default(NULL), 1);
        grn_bytes b = over(numbers[i].bytes, numbers[i].n, NULL, &status);
        if (!grn_bytes_varint(&b, "a number", &value) || value != numbers[i].value || b.at != b.end)
            fail_msg("%s: read as %llu", numbers[i].claim, (unsigned long long)value);
        if (!grn_put_varint(&to, numbers[i].value) || to.count != numbers[i].n ||
            memcmp(to.items, numbers[i].bytes, to.count) != 0)
            fail_msg("%s: written otherwise", numbers[i].claim);
        for (size_t n = 0; n < numbers[i].n; n++) {
            grn_bytes cut = over(numbers[i].bytes, n, NULL, &status);
            assert_false(grn_bytes_varint(&cut, "a number", &value));
            assert_int_equal(status, GRN_E_FORMAT);
        }
        grn_vec_destroy(&to);
    }
}

/* 0, -1, 1, -2, ... as 0, 1, 2, 3, ... */
static void signed_numbers_alternate(void **state)
{
    static const struct {
        int64_t value;
        unsigned char byte;
    } rows[] = {{0, 0x01}, {-1, 0x03}, {1, 0x05}, {-2, 0x07}, {2, 0x09}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        grn_status status;
        int64_t value;
        grn_bytes b = over(&rows[i].byte, 1, NULL, &status);
        assert_true(grn_bytes_signed(&b, "a number", &value));
        assert_int_equal(value, rows[i].value);
    }
    const int64_t ends[] = {INT64_MIN, INT64_MAX};
    for (size_t i = 0; i < 2; i++) {
        grn_status status;
        int64_t value;
        grn_vec to;
        grn_vec_init(&to, grn_allocator_or_default(NULL), 1);
        assert_true(grn_put_signed(&to, ends[i]));
        grn_bytes b = over(to.items, to.count, NULL, &status);
        assert_true(grn_bytes_signed(&b, "a number", &value) && value == ends[i]);
        grn_vec_destroy(&to);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The smallest file there is, of version 0: strings "a" and "m", dialect a, op a.m, one attribute
 * of one byte, one op. */
static const unsigned char smallest[] = "ML\xefR\x01p\0"
                                        "\x00\x0f"
                                        "\x05\x05\x05"
                                        "a\0m\0" /* strings: 2, of 2 and 2 bytes */
                                        "\x01\x0b"
                                        "\x03\x01"
                                        "\x01\x03\x03" /* dialects: 1, string 0; of dialect 0, 1 name, string 1 */
                                        "\x03\x0b"
                                        "\x03\x01"
                                        "\x01\x03\x07" /* 1 attribute, no type; of dialect 0, 1, of a byte, custom */
                                        "\x02\x03"
                                        "\x1f"
                                        "\x04\x09"
                                        "\x05"
                                        /* a block of 1 op without arguments: name 0, nothing,
                                         * location 0 */
                                        "\x01\x00\x01";
#define SMALLEST (sizeof smallest - 1)

static grn_status read_bytes(const void *bytes, size_t n, notes *said, grn_bytecode *out)
{
    grn_arena arena;
    const grn_diag diag = notes_diag(said);
    grn_arena_init(&arena, NULL);
    grn_status status = grn_bytecode_read(&arena, bytes, n, &diag, out);
    grn_arena_destroy(&arena);
    return status;
}

static void the_smallest_file_is_read(void **state)
{
    notes said = {0};
    grn_bytecode file;
    (void)state;
    grn_status status = read_bytes(smallest, SMALLEST, &said, &file);
    if (status != GRN_OK)
        fail_msg("%s", said.first);
    assert_int_equal(file.nstrings, 2);
    assert_int_equal(file.nattrs, 1);
    assert_int_equal(file.nops, 1);
}

/* One byte of it changed: what is told, and of which byte. */
static const struct {
    const char *claim;
    size_t at;
    unsigned char byte;
    grn_status status;
    const char *fragment;
} changes[] = {
    {"a version to come", 4, 0x0F, GRN_E_LIMIT, "byte 4: the file is of version 7 of bytecode, 0 to 6 are read"},
    {"a section that there is not", 7, 9, GRN_E_FORMAT, "byte 7: section 9 is not known, there are 0 to 8"},
    {"a section twice", 16, 0, GRN_E_FORMAT, "byte 16: a second section of strings"},
    {"a section that goes on behind the file", 8, 0xFF, GRN_E_FORMAT, "bytes expected"},
    {"more strings than bytes", 9, 0xFF, GRN_E_FORMAT, "byte 9: 127 strings are announced"},
    {"a string of no bytes", 10, 0x01, GRN_E_FORMAT, "string 1 is 0 bytes long"},
    {"a string longer than all", 10, 0x11, GRN_E_FORMAT, "string 1 is 8 bytes long"},
    {"a string that ends early", 10, 0x03, GRN_E_FORMAT, "byte 14: string 0 does not end in a zero"},
    {"a string without its zero", 15, 'x', GRN_E_FORMAT, "byte 15: string 1 does not end in a zero"},
    {"a dialect of a string that there is not", 19, 0x05, GRN_E_FORMAT, "byte 19: string 2 is named, there are 2"},
    {"a name of a dialect that there is not", 20, 0x03, GRN_E_FORMAT, "byte 20: dialect 1 is named, there are 1"},
    {"more names than bytes", 21, 0x09, GRN_E_FORMAT, "byte 21: 4 names of ops are announced"},
    {"attributes in groups of more", 28, 0x05, GRN_E_FORMAT, "attributes are"},
    {"an attribute larger than its section", 29, 0x0F, GRN_E_FORMAT, "attributes: 3 bytes expected, 1 is left"},
    {"attributes smaller than their section", 29, 0x03, GRN_E_FORMAT,
     "attributes and types: 1 byte more than it says there are"},
    {"more ops than bytes", 35, 0x11, GRN_E_FORMAT, "byte 35: 4 ops are announced"},
    {"an op of a name that there is not", 36, 0x03, GRN_E_FORMAT, "byte 36: op's name 1 is named, there are 1"},
    {"properties before there were any", 37, 0x40, GRN_E_FORMAT,
     "byte 37: an op has 0x40, which version 0 of the file does not know"},
    {"a bit that means nothing", 37, 0x80, GRN_E_FORMAT, "an op has 0x80"},
    {"a location that there is not", 38, 0x03, GRN_E_FORMAT, "byte 38: attribute 1 is named, there are 1"},
};

static void malformed_files_are_told_of(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(changes); i++) {
        unsigned char bytes[SMALLEST];
        notes said = {0};
        grn_bytecode file;
        memcpy(bytes, smallest, SMALLEST);
        bytes[changes[i].at] = changes[i].byte;
        grn_status status = read_bytes(bytes, SMALLEST, &said, &file);
        if (status != changes[i].status || said.errors != 1 || !strstr(said.first, changes[i].fragment))
            fail_msg("%s: %s, '%s'", changes[i].claim, grn_status_name(status), said.first);
    }
}

static void files_cut_anywhere_are_refused(void **state)
{
    (void)state;
    for (size_t n = 0; n < SMALLEST; n++) {
        notes said = {0};
        grn_bytecode file;
        char *bytes = malloc(n ? n : 1);
        assert_non_null(bytes);
        memcpy(bytes, smallest, n);
        assert_int_equal(read_bytes(bytes, n, &said, &file), GRN_E_FORMAT);
        assert_int_equal(said.errors, 1);
        free(bytes);
    }
}

/* Regions in regions: an op that has one region of one block of one op, and so on. */
static void depth_is_limited(void **state)
{
    grn_vec ir, all;
    notes said = {0};
    grn_bytecode file;
    (void)state;
    grn_vec_init(&ir, grn_allocator_or_default(NULL), 1);
    grn_vec_init(&all, grn_allocator_or_default(NULL), 1);
    for (int i = 0; i < 300; i++) /* block of 1 op: name, regions, location; 1 region of 1 block and no values */
        assert_true(grn_put_bytes(&ir, "\x05\x01\x10\x01\x05\x03\x01", 7));
    assert_true(grn_put_bytes(&ir, "\x01", 1));
    assert_true(grn_put_bytes(&all, smallest, 33) && grn_put_u8(&all, 4) && grn_put_blob(&all, ir.items, ir.count));
    assert_int_equal(read_bytes(all.items, all.count, &said, &file), GRN_E_LIMIT);
    assert_non_null(strstr(said.first, "regions nest over 256 deep"));
    grn_vec_destroy(&ir);
    grn_vec_destroy(&all);
}

/* Ops, regions and blocks without anything in them take most of all: still no more than is said. */
static void memory_is_in_proportion(void **state)
{
    grn_vec ir, all;
    refuser r;
    grn_arena arena;
    grn_bytecode file;
    const size_t ops = 20000;
    (void)state;
    refuser_init(&r);
    grn_vec_init(&ir, grn_allocator_or_default(NULL), 1);
    grn_vec_init(&all, grn_allocator_or_default(NULL), 1);
    assert_true(grn_put_flagged(&ir, ops, false));
    for (size_t i = 0; i < ops; i++) /* an op of one region of no blocks */
        assert_true(grn_put_bytes(&ir, "\x01\x10\x01\x05\x01", 5));
    assert_true(grn_put_bytes(&all, smallest, 33) && grn_put_u8(&all, 4) && grn_put_blob(&all, ir.items, ir.count));
    grn_arena_init(&arena, &r.allocator);
    assert_int_equal(grn_bytecode_read(&arena, all.items, all.count, NULL, &file), GRN_OK);
    assert_int_equal(file.nops, ops);
    if (r.outstanding > GRN_BYTECODE_GROWTH * all.count + (1 << 20))
        fail_msg("%zu bytes for a file of %zu", r.outstanding, all.count);
    grn_arena_destroy(&arena);
    grn_vec_destroy(&ir);
    grn_vec_destroy(&all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_as_documented),      cmocka_unit_test(signed_numbers_alternate),
        cmocka_unit_test(the_smallest_file_is_read),      cmocka_unit_test(malformed_files_are_told_of),
        cmocka_unit_test(files_cut_anywhere_are_refused), cmocka_unit_test(depth_is_limited),
        cmocka_unit_test(memory_is_in_proportion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
