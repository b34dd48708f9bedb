/*
 * shared.c - random gathers and scatters of tensors that ranks of MPI share, every way that
 * applies, against the reference on whole tensors, bit by bit: what tests/dist/test_dist_random.c
 * does on threads.
 *
 *   mpi_shared CASES [SEED]
 *
 * Every rank draws the same cases, and judges its own memory. Rank 0 prints how many ways were run;
 * exit 1 where a rank found a difference, which it has described.
 */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>

#include "garner/mpi.h"
#include "support/shared_trial.h"

/* How many ways applied; -1: a rank found a difference. */
static int64_t run_case(const grn_comm *ranks, uint64_t seed, bool is_scatter)
{
    int64_t applied = 0, right = 1;
    shared_trial *t = shared_trial_create(seed, is_scatter, ranks->size);
    for (grn_dist_way way = GRN_DIST_CHOSEN; right && way < GRN_DIST_WAY_COUNT; way++) {
        shared_trial_begin(t, way);
        const grn_status status = shared_trial_run(t, ranks);
        const char *wrong = status != GRN_OK ? "the run" : shared_trial_judge(t, ranks->rank);
        if (wrong) {
            printf("rank %d: %s is wrong\n", (int)ranks->rank, wrong);
            shared_trial_describe(t, ranks->rank);
            fflush(stdout);
        }
        if (ranks->least(ranks->user, wrong == NULL, &right) != GRN_OK)
            right = 0;
        applied += shared_trial_applied(t, ranks->rank);
        shared_trial_end(t);
    }
    shared_trial_destroy(t);
    return right ? applied : -1;
}

int main(int argc, char **argv)
{
    int provided;
    grn_comm ranks;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (argc < 2 || grn_mpi_comm(MPI_COMM_WORLD, &ranks) != GRN_OK) {
        fprintf(stderr, "usage: mpi_shared CASES [SEED]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const uint64_t count = strtoull(argv[1], NULL, 10), first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    int64_t all = 0, one = 0;
    for (uint64_t i = 0; one >= 0 && i < count; i++) {
        one = run_case(&ranks, first + i, i % 2 == 1);
        all += one;
    }
    if (one >= 0 && ranks.rank == 0)
        printf("%llu cases, %lld runs, %d ranks: the bits of one process\n", (unsigned long long)count, (long long)all,
               (int)ranks.size);
    ranks.release(ranks.user);
    MPI_Finalize();
    return one < 0;
}
