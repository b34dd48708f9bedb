/* test_npz.c - .npz archives made by hand: what is read, and which lies are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "files/files.h"

#include "archive.h"

static char message[1024];

static void keep(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(message, sizeof message, "%s", d->message);
}
static const grn_diag diag = {keep, NULL};

static const float ones[3] = {1, 2, 3};
static const int32_t rows[2] = {2, 0};

/* "x.npy" of f32 and "dir/i.npy" of i32. */
static archive *two_members(void)
{
    static archive a;
    unsigned char npy[256];
    memset(&a, 0, sizeof a);
    archive_add(&a, "x.npy", npy, npy_of(npy, "<f4", 3, ones, sizeof ones));
    archive_add(&a, "dir/i.npy", npy, npy_of(npy, "<i4", 2, rows, sizeof rows));
    archive_end(&a);
    return &a;
}

static grn_status open_archive(const archive *a, tensor_file **out)
{
    message[0] = '\0';
    return tensor_file_open(a->bytes, a->n, TENSOR_FORMAT_NPZ, NULL, &diag, out);
}

static void members_are_read_by_name(void **state)
{
    (void)state;
    tensor_file *file;
    tensor_entry entry;
    read_tensor x, i;
    size_t at;
    archive *a = two_members();
    assert_int_equal(open_archive(a, &file), GRN_OK);
    assert_int_equal(tensor_file_count(file), 2);
    assert_true(tensor_file_entry(file, 1, &entry));
    assert_int_equal(entry.name_bytes, 5);
    assert_memory_equal(entry.name, "dir/i", 5);
    assert_int_equal(entry.data_bytes, 136);
    assert_true(tensor_file_find(file, "x", 1, &at));
    assert_int_equal(at, 0);
    assert_false(tensor_file_find(file, "x.npy", 5, &at));
    assert_int_equal(tensor_file_read(file, 0, GRN_NO_DTYPE, NULL, &diag, &x), GRN_OK);
    assert_int_equal(x.tensor.dtype, GRN_F32);
    assert_memory_equal(x.tensor.data, ones, sizeof ones);
    assert_int_equal(tensor_file_read(file, 1, GRN_I32, NULL, &diag, &i), GRN_OK);
    assert_memory_equal(i.tensor.data, rows, sizeof rows);
    tensor_release(&x);
    tensor_release(&i);
    assert_int_equal(tensor_file_read(file, 1, GRN_F64, NULL, &diag, &i), GRN_E_DTYPE);
    tensor_file_close(file);
}

/* ---- lies ------------------------------------------------------------------------------------ */

typedef enum place { LOCAL0, ROW0, ROW1, END } place;

/* A number of `bytes` bytes at `offset` in a record becomes another one. */
static const struct {
    const char *claim;
    place place;
    size_t offset, bytes;
    uint64_t value;
    grn_status status;
    const char *says;
} lies[] = {
    {"no end record", END, 0, 4, 0, GRN_E_FORMAT, "no end record"},
    {"a comment that is not there", END, 20, 2, 9, GRN_E_FORMAT, "no end record"},
    {"a part of several", END, 4, 2, 1, GRN_E_UNSUPPORTED, "several parts"},
    {"more entries than there are", END, 8, 4, 0x00030003, GRN_E_FORMAT, "has 2 entries, its end record says 3"},
    {"fewer entries than there are", END, 8, 4, 0x00010001, GRN_E_FORMAT, "has 2 entries, its end record says 1"},
    {"a directory elsewhere", END, 16, 4, 3, GRN_E_FORMAT, "expected to end at byte"},
    {"a directory behind the file", END, 16, 4, 0x7FFFFFFF, GRN_E_FORMAT, "expected to end at byte"},
    {"a directory of another size", END, 12, 4, 7, GRN_E_FORMAT, "expected to end at byte"},
    {"no row where one should be", ROW1, 0, 4, 0, GRN_E_FORMAT, "is no entry of the directory"},
    {"a name past the end", ROW1, 28, 2, 60000, GRN_E_FORMAT, "ends behind the directory's end"},
    {"encrypted", ROW0, 8, 2, 1, GRN_E_UNSUPPORTED, "is encrypted"},
    {"strongly encrypted", ROW0, 8, 2, 64, GRN_E_UNSUPPORTED, "is encrypted"},
    {"bzip2", ROW0, 10, 2, 12, GRN_E_UNSUPPORTED, "method 12, expected 0 (stored) or 8 (deflate)"},
    {"stored, of two sizes", ROW0, 24, 4, 999, GRN_E_FORMAT, "its two sizes differ"},
    {"data into the directory", ROW0, 20, 8, UINT64_C(0x0001000000010000), GRN_E_FORMAT, "reach into the directory"},
    {"data past what 32 bits count", ROW0, 20, 8, UINT64_C(0xFFFFFFFFFFFFFFFF), GRN_E_FORMAT,
     "extra fields that do not hold"},
    {"a local header elsewhere", ROW0, 42, 4, 5, GRN_E_FORMAT, "there is no local header"},
    {"a local header behind the file", ROW0, 42, 4, 0x7FFFFFFF, GRN_E_FORMAT, "there is no local header"},
    {"two rows of one member", ROW1, 42, 4, 0, GRN_E_FORMAT, "another name"},
    {"a local header with another name", LOCAL0, 30, 1, 'y', GRN_E_FORMAT, "another name"},
    {"a local header with another method", LOCAL0, 8, 2, 8, GRN_E_FORMAT, "another method"},
    {"a local header with another size", LOCAL0, 22, 4, 139, GRN_E_FORMAT, "another size"},
    {"a local header with another CRC-32", LOCAL0, 14, 4, 1, GRN_E_FORMAT, "another CRC-32"},
    {"an extra field longer than its room", LOCAL0, 28, 2, 60000, GRN_E_FORMAT, "reach into the directory"},
    {"a zero byte in the name", ROW0, 47, 1, 0, GRN_E_FORMAT, "a zero byte"},
    {"a backslash in the name", ROW0, 47, 1, '\\', GRN_E_FORMAT, "a backslash"},
    {"an absolute name", ROW0, 46, 1, '/', GRN_E_FORMAT, "absolute"},
    {"in another part", ROW0, 34, 2, 3, GRN_E_UNSUPPORTED, "another part"},
};

static void lies_are_refused(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof lies / sizeof *lies; i++) {
        archive *a = two_members();
        const size_t places[] = {a->local[0], a->row[0], a->row[1], a->end};
        tensor_file *file;
        number(a->bytes + places[lies[i].place] + lies[i].offset, lies[i].bytes, lies[i].value);
        const grn_status status = open_archive(a, &file);
        if (status != lies[i].status || !strstr(message, lies[i].says) || file)
            fail_msg("%s: %s, '%s'", lies[i].claim, grn_status_name(status), message);
    }
}

static void a_wrong_crc_is_told_when_the_member_is_read(void **state)
{
    (void)state;
    archive *a = two_members();
    tensor_file *file;
    read_tensor x;
    a->bytes[a->local[0] + 35 + 128] ^= 1;
    assert_int_equal(open_archive(a, &file), GRN_OK);
    assert_int_equal(tensor_file_read(file, 0, GRN_NO_DTYPE, NULL, &diag, &x), GRN_E_FORMAT);
    assert_non_null(strstr(message, "the member 'x' at byte 35 has CRC-32"));
    assert_null(x.memory);
    tensor_file_close(file);
}

static void members_may_not_share_bytes(void **state)
{
    (void)state;
    archive a = {.n = 0};
    unsigned char npy[512];
    tensor_file *file;
    /* The second local header stands within the data of the first. */
    size_t n = npy_of(npy, "<f4", 3, ones, sizeof ones);
    archive_add(&a, "i.npy", npy, n);
    unsigned char outer[512];
    memcpy(outer, a.bytes, a.n);
    const size_t outer_bytes = a.n;
    memset(&a, 0, sizeof a);
    archive_add(&a, "x.npy", outer, outer_bytes);
    archive_add(&a, "i.npy", npy, n);
    number(a.directory + a.row[1] + 42, 4, 35); /* behind the header and the name "x.npy" */
    archive_end(&a);
    assert_int_equal(open_archive(&a, &file), GRN_E_FORMAT);
    assert_non_null(strstr(message, "overlap at byte 35"));
}

static void names_come_once_and_lead_nowhere(void **state)
{
    (void)state;
    static const struct {
        const char *first, *second, *says;
    } cases[] = {
        {"a.npy", "a.npy", "two members are called 'a.npy'"},
        {"a.npy", "../a.npy", "'..'"},
        {"a.npy", "b/../../a.npy", "'..'"},
        {"a.npy", "..", "'..'"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        archive a = {.n = 0};
        unsigned char npy[256];
        size_t n = npy_of(npy, "<i4", 2, rows, sizeof rows);
        tensor_file *file;
        archive_add(&a, cases[i].first, npy, n);
        archive_add(&a, cases[i].second, npy, n);
        archive_end(&a);
        if (open_archive(&a, &file) != GRN_E_FORMAT || !strstr(message, cases[i].says))
            fail_msg("%s and %s: '%s'", cases[i].first, cases[i].second, message);
    }
}

static void what_is_no_array_is_passed_over(void **state)
{
    (void)state;
    archive a = {.n = 0};
    tensor_file *file;
    archive_add(&a, "version", "3\n", 2);
    archive_add(&a, "data/", "", 0);
    archive_end(&a);
    assert_int_equal(open_archive(&a, &file), GRN_OK);
    assert_int_equal(tensor_file_count(file), 0);
    tensor_file_close(file);
}

/* ---- deflate --------------------------------------------------------------------------------- */

/* RFC 1951, 3.2.4: a final block of bytes as they are. */
static size_t stored_block(unsigned char *to, const unsigned char *bytes, size_t n)
{
    to[0] = 1;
    number(to + 1, 2, n);
    number(to + 3, 2, ~n);
    memcpy(to + 5, bytes, n);
    return n + 5;
}

static const struct {
    const char *claim;
    int more_bytes; /* of what the directory promises */
    int more_stored;
    const char *says;
} deflated[] = {
    {"as it should be", 0, 0, NULL},
    {"promises more than there is", 1, 0, "does not make 141 bytes"},
    {"promises less", -1, 0, "does not make 139 bytes"},
    {"bytes behind its end", 0, 1, "does not make 140 bytes"},
    {"cut short", 0, -1, "does not make 140 bytes"},
};

static void deflated_members(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof deflated / sizeof *deflated; i++) {
        archive a = {.n = 0};
        unsigned char npy[256], block[300] = {0};
        size_t n = npy_of(npy, "<f4", 3, ones, sizeof ones), stored = stored_block(block, npy, n);
        tensor_file *file;
        read_tensor x;
        archive_add_as(&a, "x.npy", 8, block, stored + (size_t)deflated[i].more_stored,
                       n + (size_t)deflated[i].more_bytes, crc_by_hand(npy, n));
        archive_end(&a);
        assert_int_equal(open_archive(&a, &file), GRN_OK);
        grn_status status = tensor_file_read(file, 0, GRN_NO_DTYPE, NULL, &diag, &x);
        if (status == GRN_E_UNSUPPORTED) { /* a build without zlib */
            tensor_file_close(file);
            continue;
        }
        if (status != (deflated[i].says ? GRN_E_FORMAT : GRN_OK) ||
            (deflated[i].says && !strstr(message, deflated[i].says)))
            fail_msg("%s: %s, '%s'", deflated[i].claim, grn_status_name(status), message);
        if (status == GRN_OK)
            assert_memory_equal(x.tensor.data, ones, sizeof ones);
        tensor_release(&x);
        tensor_file_close(file);
    }
}

/* 400 bytes cannot be 1 GiB of zeros, whatever the directory says; nothing is asked for. */
static void a_bomb_is_refused_before_memory_is_asked_for(void **state)
{
    (void)state;
    archive a = {.n = 0};
    unsigned char zeros[400] = {0};
    tensor_file *file;
    archive_add_as(&a, "x.npy", 8, zeros, sizeof zeros, 1 << 30, 0);
    archive_end(&a);
    assert_int_equal(open_archive(&a, &file), GRN_E_FORMAT);
    assert_non_null(strstr(message, "promises 1073741824 bytes of 400 deflated ones"));
}

static void memory_stays_within_its_limit(void **state)
{
    (void)state;
    archive *a = two_members();
    for (size_t limit = 0; limit < 2000; limit += 8) {
        grn_budget budget;
        tensor_file *file;
        read_tensor x;
        grn_budget_init(&budget, NULL, limit);
        grn_status status = tensor_file_open(a->bytes, a->n, TENSOR_FORMAT_NPZ, &budget.allocator, NULL, &file);
        if (status == GRN_OK)
            status = tensor_file_read(file, 0, GRN_NO_DTYPE, &budget.allocator, NULL, &x);
        if (status == GRN_OK)
            tensor_release(&x);
        tensor_file_close(file);
        assert_true(status == GRN_OK || status == GRN_E_MEMORY);
        assert_true(budget.peak_bytes <= limit);
        assert_int_equal(budget.used_bytes, 0);
    }
}

static void every_shorter_file_is_refused(void **state)
{
    (void)state;
    archive *a = two_members();
    for (size_t n = 0; n < a->n; n++) {
        unsigned char *cut = malloc(n + (n == 0));
        tensor_file *file;
        assert_non_null(cut);
        memcpy(cut, a->bytes, n);
        assert_int_equal(tensor_file_open(cut, n, TENSOR_FORMAT_NPZ, NULL, NULL, &file), GRN_E_FORMAT);
        free(cut);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(members_are_read_by_name),
        cmocka_unit_test(lies_are_refused),
        cmocka_unit_test(a_wrong_crc_is_told_when_the_member_is_read),
        cmocka_unit_test(members_may_not_share_bytes),
        cmocka_unit_test(names_come_once_and_lead_nowhere),
        cmocka_unit_test(what_is_no_array_is_passed_over),
        cmocka_unit_test(deflated_members),
        cmocka_unit_test(a_bomb_is_refused_before_memory_is_asked_for),
        cmocka_unit_test(memory_stays_within_its_limit),
        cmocka_unit_test(every_shorter_file_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
