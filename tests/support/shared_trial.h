/*
 * shared_trial.h - random gathers and scatters of tensors that ranks share, for threads as ranks
 * and for ranks of MPI: drawn from a seed, so that every rank draws the same; run; and held against
 * the reference on whole tensors, every bit of a rank's memory.
 */
#ifndef TESTS_SUPPORT_SHARED_TRIAL_H
#define TESTS_SUPPORT_SHARED_TRIAL_H

#include "garner/dist.h"

#define SHARED_MOST_RANKS 8

typedef struct shared_trial shared_trial;

/* `ranks`: how many the mesh has; 0: that is drawn, too. Ends the program where memory is
 * refused. */
shared_trial *shared_trial_create(uint64_t seed, bool is_scatter, int32_t ranks);
void shared_trial_destroy(shared_trial *t);
int32_t shared_trial_ranks(const shared_trial *t);
/* Whether the reference refuses it: an index out of range under a policy that says so. */
bool shared_trial_is_refused(const shared_trial *t);

/* Draws the ranks' parts for one way; end it before the next. */
void shared_trial_begin(shared_trial *t, grn_dist_way way);
void shared_trial_end(shared_trial *t);
/* What a rank does: a grn_rank_fn of the trial. How it went is kept. */
grn_status shared_trial_run(void *trial, const grn_comm *comm);
/* Whether the way applied, by rank `rank`; and what is wrong with what that rank ended with, NULL:
 * nothing. */
bool shared_trial_applied(const shared_trial *t, int32_t rank);
const char *shared_trial_judge(const shared_trial *t, int32_t rank);
/* The case, and what the rank said. */
void shared_trial_describe(const shared_trial *t, int32_t rank);

#endif
