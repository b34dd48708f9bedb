/* test_core_arena_edges.c - what an arena gives lies apart from what it gives next, whatever the
 * sizes. */
#include "core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#define MOST 300

/* Texts of every length, each filled to its end and then read again: none has lost a byte or its
 * zero. */
static void texts_are_disjoint(void **state)
{
    grn_arena a;
    char from[MOST], *kept[MOST];
    (void)state;
    memset(from, 'x', sizeof from);
    grn_arena_init(&a, NULL);
    for (size_t n = 0; n < MOST; n++) {
        kept[n] = grn_arena_text(&a, from, n);
        assert_non_null(kept[n]);
        assert_int_equal((uintptr_t)kept[n] % 16, 0);
    }
    for (size_t n = 0; n < MOST; n++)
        if (strlen(kept[n]) != n || (n > 0 && memcmp(kept[n], from, n) != 0))
            fail_msg("a text of %zu bytes has %zu", n, strlen(kept[n]));
    grn_arena_destroy(&a);
}

/* Blobs of 4096 bytes and more begin at a line; those of fewer at 16. None overlaps. */
static void blocks_are_disjoint(void **state)
{
    static const size_t sizes[] = {1, 15, 16, 17, 4095, 4096, 4097, 16384, 65535, 65536, 65537, 200000};
    grn_arena a;
    unsigned char *kept[4 * GRN_COUNT(sizes)];
    (void)state;
    grn_arena_init(&a, NULL);
    for (size_t i = 0; i < GRN_COUNT(kept); i++) {
        size_t n = sizes[i % GRN_COUNT(sizes)];
        kept[i] = grn_arena_alloc(&a, n);
        assert_non_null(kept[i]);
        assert_int_equal((uintptr_t)kept[i] % (n >= 4096 ? 64 : 16), 0);
        for (size_t k = 0; k < n; k++)
            assert_int_equal(kept[i][k], 0);
        memset(kept[i], (int)(i + 1), n);
    }
    for (size_t i = 0; i < GRN_COUNT(kept); i++)
        for (size_t k = 0; k < sizes[i % GRN_COUNT(sizes)]; k++)
            if (kept[i][k] != i + 1)
                fail_msg("block %zu of %zu bytes: byte %zu is another's", i, sizes[i % GRN_COUNT(sizes)], k);
    grn_arena_destroy(&a);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_disjoint), cmocka_unit_test(blocks_are_disjoint)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
