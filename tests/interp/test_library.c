/* test_library.c - libraries that ops load. The C library's mathematics stands for an installed one; where it has none of
 * these names, no function is looked up. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "interp/library.h"

static const char *const unknown[] = {"libgarner-unknown.so.1", NULL};
static const char *const second[] = {"libgarner-unknown.so.1", "libm.so.6", "libm.dylib", NULL};
static const grn_library missing = {unknown, "none"}, mathematics = {second, "libc6"};

static const struct {
    const char *claim;
    const grn_library *library;
    const char *function;
    bool found;
} cases[] = {
    {"the first file that can be opened is used", &mathematics, "cos", true},
    {"a function that it lacks is not found", &mathematics, "cosine_of_nothing", false},
    {"an opened library has its other functions", &mathematics, "sin", true},
    {"a library without a file has no functions", &missing, "cos", false},
    {"it has none the second time", &missing, "cos", false},
};

static void test_finds(void **state)
{
    (void)state;
    grn_libraries libraries = {.allocator = grn_allocator_or_default(NULL)};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bool found = grn_libraries_find(&libraries, cases[i].library, cases[i].function) != NULL;
        if (found != cases[i].found)
            fail_msg("%s", cases[i].claim);
    }
    grn_libraries_close(&libraries);
}

static void test_calls_what_it_finds(void **state)
{
    (void)state;
    grn_libraries libraries = {.allocator = grn_allocator_or_default(NULL)};
    double (*cosine)(double);
    void *found = grn_libraries_find(&libraries, &mathematics, "cos");
    assert_non_null(found);
    memcpy(&cosine, &found, sizeof cosine);
    assert_true(cosine(0) == 1);
    grn_libraries_close(&libraries);
}

static void test_refused_memory(void **state)
{
    (void)state;
    grn_budget budget;
    grn_budget_init(&budget, NULL, 1);
    grn_libraries libraries = {.allocator = &budget.allocator};
    assert_null(grn_libraries_find(&libraries, &mathematics, "cos"));
    grn_libraries_close(&libraries);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_finds), cmocka_unit_test(test_calls_what_it_finds),
                                       cmocka_unit_test(test_refused_memory)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
