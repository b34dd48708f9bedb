/*
 * test_dist_random.c - random gathers and scatters of tensors that ranks share, on ranks that are
 * threads: every way that applies, against the reference on whole tensors, every bit of every
 * rank's memory. tests/cluster/shared.c does the same on ranks of MPI.
 *
 * GARNER_RANDOM_CASES: how many. GARNER_SEED: the first seed; a failure prints its own.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "support/shared_trial.h"
#include "support/share.h"

static size_t applied[GRN_DIST_WAY_COUNT], refused;

static void run_way(shared_trial *t, grn_dist_way way)
{
    shared_trial_begin(t, way);
    const grn_status status = grn_ranks_run(shared_trial_ranks(t), shared_trial_run, t, NULL, NULL);
    for (int32_t r = 0; r < shared_trial_ranks(t); r++) {
        const char *wrong = status != GRN_OK ? "the ranks" : shared_trial_judge(t, r);
        if (!wrong)
            continue;
        shared_trial_describe(t, r);
        fail_msg("rank %d: %s is wrong", (int)r, wrong);
    }
    applied[way] += shared_trial_applied(t, 0);
    shared_trial_end(t);
}

static void as_one_process(void **state)
{
    const uint64_t count = test_count("GARNER_RANDOM_CASES", 250), first = test_setting("GARNER_SEED", 1);
    (void)state;
    for (uint64_t i = 0; i < count; i++) {
        shared_trial *t = shared_trial_create(first + i, i % 2 == 1, 0);
        refused += shared_trial_is_refused(t);
        for (grn_dist_way way = GRN_DIST_CHOSEN; way < GRN_DIST_WAY_COUNT; way++)
            run_way(t, way);
        shared_trial_destroy(t);
    }
    for (grn_dist_way way = GRN_DIST_LOCAL; way < GRN_DIST_WAY_COUNT && count >= 250; way++)
        if (applied[way] == 0)
            fail_msg("way %s never applied", grn_dist_way_text(way));
    if (count > 1000)
        printf("local %zu, routed %zu, everywhere %zu, combine %zu, refused %zu\n", applied[GRN_DIST_LOCAL],
               applied[GRN_DIST_ROUTED], applied[GRN_DIST_EVERYWHERE], applied[GRN_DIST_COMBINE], refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_one_process)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
