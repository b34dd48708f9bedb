/* test_core_memory.c - allocators, the budget, arenas, growing arrays, and messages. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void test_size_arithmetic(void **state)
{
    size_t s;
    int64_t i;
    (void)state;
    assert_true(grn_mul_size(SIZE_MAX, 1, &s) && s == SIZE_MAX);
    assert_false(grn_mul_size(SIZE_MAX / 2 + 1, 2, &s));
    assert_true(grn_mul_size(SIZE_MAX, 0, &s) && s == 0);
    assert_false(grn_add_size(SIZE_MAX, 1, &s));
    assert_false(grn_mul_i64(-1, 1, &i));
    assert_false(grn_mul_i64(INT64_MAX, 2, &i));
    assert_true(grn_add_i64(INT64_MAX, 0, &i) && i == INT64_MAX);
    assert_false(grn_add_i64(INT64_MAX, 1, &i));
}

static void test_budget_counts_and_refuses(void **state)
{
    grn_budget b;
    (void)state;
    grn_budget_init(&b, NULL, 1000);
    void *p = grn_allocate(&b.allocator, 600);
    assert_non_null(p);
    assert_int_equal((uintptr_t)p % 64, 0);
    assert_null(grn_allocate(&b.allocator, 401));
    assert_int_equal(b.refused_bytes, 401);
    assert_null(grn_allocate(&b.allocator, SIZE_MAX));
    void *q = grn_allocate(&b.allocator, 400);
    assert_non_null(q);
    assert_int_equal(b.used_bytes, 1000);
    grn_release(&b.allocator, q, 400);
    grn_release(&b.allocator, p, 600);
    grn_release(&b.allocator, NULL, 7);
    assert_int_equal(b.used_bytes, 0);
    assert_int_equal(b.peak_bytes, 1000);
}

static void test_arena(void **state)
{
    grn_budget b;
    grn_arena a;
    (void)state;
    grn_budget_init(&b, NULL, 4 << 20);
    grn_arena_init(&a, &b.allocator);
    for (size_t bytes = 0; bytes < 5000; bytes += 37) {
        unsigned char *p = grn_arena_alloc(&a, bytes);
        assert_non_null(p);
        assert_int_equal((uintptr_t)p % (bytes >= 4096 ? 64 : 16), 0);
        for (size_t i = 0; i < bytes; i++)
            assert_int_equal(p[i], 0);
        memset(p, 0xAB, bytes);
    }
    size_t before = b.used_bytes;
    assert_non_null(grn_arena_alloc_raw(&a, 1 << 20));
    assert_true(b.used_bytes - before <= (1 << 20) + 64); /* a chunk of its own */
    assert_null(grn_arena_alloc(&a, 8 << 20));
    assert_null(grn_arena_alloc(&a, SIZE_MAX));
    assert_null(grn_arena_array(&a, SIZE_MAX / 2, 3));
    assert_string_equal(grn_arena_text(&a, "gather!", 6), "gather");
    assert_memory_equal(grn_arena_copy(&a, "xyz", 3), "xyz", 3);
    grn_arena_destroy(&a);
    assert_int_equal(b.used_bytes, 0);
}

/* Under a tight budget an arena takes what it needs instead of its usual chunk. */
static void test_arena_under_a_tight_budget(void **state)
{
    grn_budget b;
    grn_arena a;
    (void)state;
    grn_budget_init(&b, NULL, 300);
    grn_arena_init(&a, &b.allocator);
    assert_non_null(grn_arena_alloc(&a, 100));
    assert_null(grn_arena_alloc(&a, 200));
    grn_arena_destroy(&a);
    assert_int_equal(b.used_bytes, 0);
}

static void test_vec(void **state)
{
    grn_budget b;
    grn_vec v;
    (void)state;
    grn_budget_init(&b, NULL, 1 << 16);
    grn_vec_init(&v, &b.allocator, sizeof(int));
    for (int i = 0; i < 1000; i++) {
        int *slot = grn_vec_push(&v);
        assert_non_null(slot);
        assert_int_equal(*slot, 0);
        *slot = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(((int *)v.items)[i], i);
    assert_null(grn_vec_extend(&v, SIZE_MAX));
    assert_null(grn_vec_extend(&v, SIZE_MAX / 4));
    assert_null(grn_vec_extend(&v, 1 << 16));
    assert_int_equal(v.count, 1000);
    grn_vec_destroy(&v);
    assert_int_equal(b.used_bytes, 0);
}

static char seen[GRN_MESSAGE_BYTES + 1];
static void keep(void *user, const grn_diagnostic *d)
{
    *(grn_severity *)user = d->severity;
    strcpy(seen, d->message);
}

static void test_messages(void **state)
{
    grn_severity severity = GRN_SEVERITY_NOTE;
    grn_diag diag = {keep, &severity};
    static char text[3 * GRN_MESSAGE_BYTES];
    (void)state;
    assert_int_equal(grn_fail(NULL, grn_no_place, GRN_E_SHAPE, "x"), GRN_E_SHAPE);
    assert_int_equal(grn_fail(&diag, grn_no_place, GRN_E_INDEX, "row %d of %d", 5, 4), GRN_E_INDEX);
    assert_string_equal(seen, "row 5 of 4");
    assert_int_equal(severity, GRN_SEVERITY_ERROR);
    grn_note(&diag, grn_no_place, "rule C%d", 21);
    assert_string_equal(seen, "rule C21");
    assert_int_equal(severity, GRN_SEVERITY_NOTE);
    for (size_t i = 0; i + 2 < sizeof text; i += 2) /* two-byte characters: the cut may not halve one */
        memcpy(text + i, "\xC3\xA9", 2);
    for (size_t shift = 0; shift < 2; shift++) {
        grn_fail(&diag, grn_no_place, GRN_E_PARSE, "%s%s", shift ? "x" : "", text);
        size_t n = strlen(seen);
        assert_true(n < GRN_MESSAGE_BYTES && n > GRN_MESSAGE_BYTES - 8);
        assert_string_equal(seen + n - 3, "...");
        assert_int_equal((unsigned char)seen[n - 4], 0xA9);
    }
    assert_string_equal(grn_status_text(GRN_E_SHAPE), "shapes do not agree");
    assert_string_equal(grn_status_name(GRN_E_SHAPE), "GRN_E_SHAPE");
    assert_string_equal(grn_status_text((grn_status)1000), "unknown status");
    assert_string_equal(grn_status_text((grn_status)-1), "unknown status");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_size_arithmetic),
        cmocka_unit_test(test_budget_counts_and_refuses),
        cmocka_unit_test(test_arena),
        cmocka_unit_test(test_arena_under_a_tight_budget),
        cmocka_unit_test(test_vec),
        cmocka_unit_test(test_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
