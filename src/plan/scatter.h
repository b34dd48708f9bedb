/*
 * scatter.h - what the strategies of a scatter share.
 *
 * A strategy is a `move`: what it does with a list of vectors whose windows
 * are wholly inside. The drive (scatter_drive.c) resolves blocks, finds those
 * lists, and shares the work out over threads as meeting.c judged.
 */
#ifndef GRN_PLAN_SCATTER_H
#define GRN_PLAN_SCATTER_H

#include "kernels/filter.h"
#include "plan/plan.h"

/* How a pair's updates meet its results. */
static inline const grn_accumulate *grn_pair_combiner(const grn_plan *plan, const grn_pair *pair)
{
    if (plan->combiner == GRN_COMBINE_REPLACE)
        return plan->kernels->replace((size_t)pair->element_bytes);
    return plan->kernels->accumulate(plan->combiner, pair->dtype);
}

/* Windows of one pair: number i starts at offset[i] of the results, and at update i. In ascending i where they meet. */
typedef void (*grn_scatter_move)(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                                 const grn_updates *u);

/* All pairs of a scatter by a named combiner, on the plan's threads. */
grn_status grn_scatter_drive(const grn_plan *plan, const grn_run *run, grn_scatter_move move);

/* A piece of a plan: loop `loop` from its `from`-th step on, `count` steps, and the data from there. */
typedef struct grn_scatter_part {
    grn_plan plan;
    grn_run run;
    void *results[GRN_MAX_INPUTS];
    const void *updates[GRN_MAX_INPUTS];
} grn_scatter_part;
void grn_scatter_part_init(const grn_plan *plan, const grn_run *run, grn_scatter_part *out);
void grn_scatter_part_cut(grn_scatter_part *p, int32_t loop, int64_t from, int64_t count);

/* Calls task(plan, run, context, part number) on every part, or on the whole as part 0. */
typedef void (*grn_scatter_task)(const grn_plan *plan, const grn_run *run, void *context, int32_t part);
void grn_scatter_share_loop(const grn_plan *plan, const grn_run *run, grn_scatter_task task, void *context);
/* Each thread's own targets; what that needs of run->scratch, 0 under another share. Threads beyond the most idle. */
#define GRN_MOST_OWNERS 64
void grn_scatter_by_owners(const grn_plan *plan, const grn_run *run, grn_scatter_move move);
size_t grn_scatter_scratch(const grn_plan *plan);
/* ... each picks them from all (scatter_picks.c), which needs no scratch. */
void grn_scatter_by_filter(const grn_plan *plan, const grn_run *run, grn_scatter_move move);
/* ... both by kernels that pick one owner's vectors among many. Whether updates are carried along with their offsets: then
 * they are read in the order they lie in, once. */
bool grn_scatter_carries_values(const grn_plan *plan, const grn_pair *pair);
/* Of a pair: all that does not change from one set of vectors to the next, but for whose they are and where they go. */
grn_owner_filter grn_scatter_filter(const grn_plan *plan, size_t pair);

/* Where the cursor's vectors lie as starts but for their bits: `count` of them, over room[] where they are widened
 * (scatter_starts.c). */
const int64_t *grn_scatter_raw(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t count, int64_t *room);
/* Whether they do. */
bool grn_scatter_has_raw(const grn_plan *plan, const grn_run *run);
/* Whether those in range are below 2^32, as grn_starts has them. */
bool grn_scatter_starts_are_words(const grn_plan *plan);

/*
 * The cursor's block, up to GRN_BLOCK vectors, as starts that kernels read: as they lie in the indices, or widened, where
 * they are offsets there, or count them, else resolved. Those that are not inside are left out. `take` answers how
 * many of n were in range, of which the first's update stands at `dense`, and what lies at `base` in the results the
 * starts are counted from.
 */
typedef int64_t (*grn_starts_fn)(void *context, const grn_starts *s, int64_t base, int64_t dense, int64_t n);
void grn_scatter_starts(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, grn_starts_fn take,
                        void *context);

/* One pair, on the calling thread. */
void grn_scatter_lane(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move);

/* Where the meeting has runs_ahead: indices and updates of a run that many steps after the cursor's. */
void grn_scatter_fetch_runs(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c);
/* Indices are read in bursts, for which they would come too late by themselves: those of `count` vectors, `after` vectors
 * behind the cursor's first, where its run has so many. */
void grn_scatter_fetch_indices(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t after, int64_t count);
/* What the cursor's block holds, which is resolved. */
void grn_scatter_block(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move, const grn_cursor *c,
                       const grn_index_block *b);
/* Whether two targets, so many elements apart, lie as near as the processor looks ahead by itself. */
static inline bool grn_scatter_is_near(const grn_pair *pair, int64_t apart)
{
    const uint64_t most = (uint64_t)(256 / pair->element_bytes);
    return (uint64_t)apart + most <= 2 * most;
}

/* ---- scatter_listed.c: resolved to lists of offsets, many short runs at once; vectors outside are left out ---- */
/* Whether those bring nothing. */
bool grn_scatter_may_batch(const grn_plan *plan);
/* All vectors of a pair; those that the cursor stands on. */
void grn_scatter_batched(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move);
void grn_scatter_batched_piece(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move,
                              const grn_cursor *c);
/* ... without resolving, where that can be (scatter_straight.c); false: it cannot, nothing is moved. */
bool grn_scatter_fused(const grn_plan *plan, size_t pair, const grn_run *run, grn_scatter_move move);
/* ... of rows (scatter_straight_rows.c) */
bool grn_scatter_rows_are_fused(const grn_plan *plan, const grn_pair *pair);
void grn_scatter_fused_rows(const grn_plan *plan, size_t pair, const grn_run *run);
/* How far ahead the cursor's targets are fetched: not at all where the processor guesses the next by itself, or has most of
 * them at hand, since a fetch is one load more. They lie as starts but for their bits (scatter_look.c). */
int64_t grn_scatter_sample_ahead(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c);

void grn_scatter_move_cells(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                            const grn_updates *u);
void grn_scatter_move_rows(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                           const grn_updates *u);
/* A window of one row: one kernel call for the list. */
void grn_scatter_single_rows(const grn_plan *plan, const grn_accumulate *f, void *results, const int64_t *offset,
                             const grn_updates *u);

/* ---- scatter_region_batch.c: whether, and how, several vectors are combined in one call ---- */
bool grn_scatter_region_batches(const grn_plan *plan);
grn_status grn_scatter_region_batched(const grn_plan *plan, const grn_run *run);

/* ---- meeting.c: fills plan->conflicts ---- */
void grn_conflicts_of(grn_plan *plan);

/* ---- scatter_share.c: whether and how threads share a scatter out, by what it is expected to cost; into plan->conflicts ---- */
void grn_scatter_share_out(grn_plan *plan);
/* By the caller's word all that is not dropped has an element of its own. A start that was moved into range may be
 * another's, whatever was promised. */
bool grn_scatter_is_unique(const grn_plan *plan);
/* Shares out so, whatever it costs; false where the bits would depend on it. `loop` of GRN_PARTITION_LOOP. */
bool grn_partition_force(grn_plan *plan, grn_partition share, int32_t loop, int32_t parts);

/* ---- scatter_cost.c ---- */
double grn_scatter_cost_of_rows(const grn_plan *plan);
double grn_scatter_cost_of_cells(const grn_plan *plan);
double grn_scatter_cost_of_panels(const grn_plan *plan);
double grn_scatter_cost_of_odometer(const grn_plan *plan);
/* Nanoseconds that the targets of one vector take beyond the movement itself, where they are not in a cache. */
double grn_scatter_miss(const grn_plan *plan);

/* ---- scatter_panels.c ---- */
const char *grn_scatter_panels_obstacle(const grn_plan *plan);
size_t grn_scatter_panels_scratch(const grn_plan *plan);
grn_status grn_scatter_panels(const grn_plan *plan, const grn_run *run);
int64_t grn_scatter_panel_width(const grn_plan *plan);

#endif
