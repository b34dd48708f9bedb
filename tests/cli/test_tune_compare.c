/* test_tune_compare.c - when `garner tune --check` says that a plan is slower, by made-up times of
 * pairs of runs. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tune_check.h"

static const struct {
    const char *claim;
    double usual[9], own[9];
    double ratio;
    bool is_slower;
} cases[] = {
    {"as soon", {10, 10, 10, 10, 10, 10, 10, 10, 10}, {10, 10, 10, 10, 10, 10, 10, 10, 10}, 1, false},
    {"four times as long", {8, 8, 8, 8, 8, 8, 8, 8, 8}, {32, 32, 32, 32, 32, 32, 32, 32, 32}, 4, true},
    {"a tenth more is noise", {10, 10, 10, 10, 10, 10, 10, 10, 10}, {11, 11, 11, 11, 11, 11, 11, 11, 11}, 1.1, false},
    {"a third more is not", {9, 9, 9, 9, 9, 9, 9, 9, 9}, {12, 12, 12, 12, 12, 12, 12, 12, 12}, 4.0 / 3, true},
    {"some runs of one way were disturbed",
     {10, 10, 10, 10, 10, 10, 10, 10, 10},
     {10, 50, 10, 60, 10, 10, 70, 10, 10},
     1,
     false},
    {"most of one way, while three pairs say otherwise",
     {10, 10, 10, 10, 10, 10, 10, 10, 10},
     {30, 10, 30, 10, 30, 30, 10, 30, 30},
     3,
     false},
    {"a machine that grows slower all the while",
     {10, 20, 30, 40, 50, 60, 70, 80, 90},
     {10, 20, 30, 40, 50, 60, 70, 80, 90},
     1,
     false},
    {"twice as long, both disturbed at times",
     {10, 90, 10, 10, 80, 10, 10, 10, 10},
     {20, 180, 20, 20, 20, 20, 20, 90, 20},
     2,
     true},
    {"sooner", {10, 10, 10, 10, 10, 10, 10, 10, 10}, {5, 5, 5, 5, 5, 5, 5, 5, 5}, 0.5, false},
};

static void test_verdicts(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const tune_verdict v = tune_compare(9, cases[i].usual, cases[i].own);
        if (fabs(v.ratio - cases[i].ratio) > 1e-9 || v.is_slower != cases[i].is_slower)
            fail_msg("%s: %g, slower %d", cases[i].claim, v.ratio, v.is_slower);
    }
    assert_true(tune_compare(1, (double[]){1}, (double[]){2}).is_slower);
}

/* Every case is a gather or scatter that the library takes, and its indices are in range. */
static void test_cases(void **state)
{
    (void)state;
    const tune_case *c;
    for (size_t i = 0; (c = tune_case_at(i)) != NULL; i++) {
        tune_problem p;
        tune_problem_init(c, &p);
        if (tune_problem_bytes(&p) > (size_t)256 << 20)
            fail_msg("%s takes %zu bytes", tune_case_name(c), tune_problem_bytes(&p));
        assert_true(tune_problem_fill(&p));
        p.gather.index.bounds = p.scatter.index.bounds = GRN_BOUNDS_ERROR;
        const grn_status status = p.is_scatter ? grn_scatter(&p.scatter, 1, &p.operand, &p.indices, &p.dense, NULL)
                                               : grn_gather(&p.gather, &p.operand, &p.indices, &p.dense, NULL);
        if (status != GRN_OK)
            fail_msg("%s: %s", tune_case_name(c), grn_status_text(status));
        tune_problem_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_verdicts), cmocka_unit_test(test_cases)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
