/*
 * cmocka.h - what the tests built by the scripts of cross/ use of cmocka, for
 * a processor that it is not installed for. The first failure ends the program.
 */
#ifndef GARNER_TESTS_CROSS_CMOCKA_H
#define GARNER_TESTS_CROSS_CMOCKA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
};
#define cmocka_unit_test(f) \
    {                       \
#f, f               \
    }

#define print_message(...) ((void)printf(__VA_ARGS__))
#define print_error(...) ((void)fprintf(stderr, __VA_ARGS__))
#define fail_msg(...) (print_error("%s:%d: ", __FILE__, __LINE__), print_error(__VA_ARGS__), print_error("\n"), exit(1))
#define assert_true(c) ((c) ? (void)0 : fail_msg("%s", #c))
#define assert_false(c) assert_true(!(c))
#define assert_null(p) assert_true((p) == NULL)
#define assert_non_null(p) assert_true((p) != NULL)
#define assert_ptr_equal(a, b) assert_true((const void *)(a) == (const void *)(b))
#define assert_int_equal(a, b) assert_true((uint64_t)(a) == (uint64_t)(b))
#define assert_int_not_equal(a, b) assert_true((uint64_t)(a) != (uint64_t)(b))
#define assert_string_equal(a, b) assert_true(strcmp((a), (b)) == 0)
#define skip()                      \
    do {                            \
        print_message("skipped\n"); \
        return;                     \
    } while (0)
#define assert_memory_equal(a, b, n) assert_true(memcmp((a), (b), (n)) == 0)

#define cmocka_run_group_tests(tests, setup, teardown) \
    cross_run((tests), sizeof(tests) / sizeof *(tests), (setup), (teardown))

static inline int cross_run(const struct CMUnitTest *tests, size_t n, int (*setup)(void **), int (*teardown)(void **))
{
    void *state = NULL;
    if (setup != NULL && setup(&state) != 0)
        return 1;
    for (size_t i = 0; i < n; i++)
        tests[i].test(&state);
    if (teardown != NULL && teardown(&state) != 0)
        return 1;
    printf("%zu test(s) passed\n", n);
    return 0;
}

#endif
