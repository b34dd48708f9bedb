/*
 * cmocka.h - as much of cmocka as the tests use, for WebAssembly, which Debian has no cmocka for. A
 * claim that fails says so and ends the program; a test that is skipped counts as one that passed.
 */
#ifndef GARNER_WASM_CMOCKA_H
#define GARNER_WASM_CMOCKA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct CMUnitTest {
    const char *name;
    void (*test)(void **state);
    int (*setup)(void **state), (*teardown)(void **state);
};

#define cmocka_unit_test(f) \
    {                       \
#f, f, NULL, NULL   \
    }
#define cmocka_unit_test_setup_teardown(f, setup, teardown) \
    {                                                       \
#f, f, setup, teardown                              \
    }
#define cmocka_unit_test_teardown(f, teardown) \
    {                                          \
#f, f, NULL, teardown                  \
    }
#define cmocka_run_group_tests(tests, setup, teardown) \
    wasm_run_tests(tests, sizeof(tests) / sizeof *(tests), setup, teardown)
#define print_message(...) printf(__VA_ARGS__)
#define print_error(...) printf(__VA_ARGS__)

#define fail_msg(...) (printf("%s:%d: ", __FILE__, __LINE__), printf(__VA_ARGS__), putchar('\n'), exit(1))
#define fail() fail_msg("failed")
#define skip() return
#define wasm_claim(holds, text) ((holds) ? (void)0 : fail_msg("%s", text))
#define assert_true(x) wasm_claim((uintptr_t)(x) != 0, #x)
#define assert_false(x) wasm_claim((uintptr_t)(x) == 0, "not " #x)
#define assert_null(x) wasm_claim((x) == NULL, #x " is NULL")
#define assert_non_null(x) wasm_claim((x) != NULL, #x " is not NULL")
#define assert_ptr_equal(a, b) wasm_claim((const void *)(a) == (const void *)(b), #a " == " #b)
#define assert_ptr_not_equal(a, b) wasm_claim((const void *)(a) != (const void *)(b), #a " != " #b)
#define assert_int_equal(a, b) wasm_int_equal((int64_t)(a), (int64_t)(b), #a " == " #b, __FILE__, __LINE__)
#define assert_int_not_equal(a, b) wasm_claim((int64_t)(a) != (int64_t)(b), #a " != " #b)
#define assert_in_range(x, low, high) \
    wasm_claim((uint64_t)(x) >= (uint64_t)(low) && (uint64_t)(x) <= (uint64_t)(high), #x)
#define assert_string_equal(a, b) wasm_string_equal(a, b, #a " == " #b, __FILE__, __LINE__)
#define assert_string_not_equal(a, b) wasm_claim(strcmp(a, b) != 0, #a " != " #b)
#define assert_memory_equal(a, b, n) wasm_claim(memcmp(a, b, n) == 0, #a " and " #b " have the same bytes")

static inline void wasm_int_equal(int64_t a, int64_t b, const char *text, const char *file, int line)
{
    if (a != b) {
        printf("%s:%d: %s: %lld, %lld\n", file, line, text, (long long)a, (long long)b);
        exit(1);
    }
}

static inline void wasm_string_equal(const char *a, const char *b, const char *text, const char *file, int line)
{
    if (strcmp(a, b) != 0) {
        printf("%s:%d: %s:\n%s\n%s\n", file, line, text, a, b);
        exit(1);
    }
}

static inline int wasm_run_tests(const struct CMUnitTest *tests, size_t n, int (*prepare_all)(void **state),
                                 int (*end_all)(void **state))
{
    if (prepare_all)
        prepare_all(&(void *){NULL});
    for (size_t i = 0; i < n; i++) {
        void *state = NULL;
        printf("%s\n", tests[i].name);
        fflush(stdout);
        if (tests[i].setup)
            tests[i].setup(&state);
        tests[i].test(&state);
        if (tests[i].teardown)
            tests[i].teardown(&state);
    }
    if (end_all)
        end_all(&(void *){NULL});
    return 0;
}

#endif
