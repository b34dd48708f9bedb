/*
 * scatter.h - declarations that the rows of a scatter share.
 *
 * An addressing walks all vectors of a pair and passes lists of offsets, of windows that are wholly
 * in bounds, to the mover. A partition runs it for the whole, for parts of a loop, or for each
 * owner of targets.
 */
#ifndef GRN_PLAN_SCATTER_H
#define GRN_PLAN_SCATTER_H

#include "kernels/filter.h"
#include "plan/plan.h"

/* vectors of a block of batches; a mover may read up to as many beyond those of its move */
#define GRN_BATCH 256
/* so many targets are in flight while as many are used; the nearest cache has room for both */
#define GRN_BLOCK_COLUMNS 128
/* vectors of a block that is resolved early, so that its targets can be prefetched */
#define GRN_EARLY_BLOCK 128
#define GRN_NEIGHBOUR_BYTES 128 /* the pair of lines that processors move together */

/* How a pair's updates are combined with its results. */
static inline const grn_accumulate *grn_pair_combiner(const grn_plan *plan, const grn_pair *pair)
{
    if (plan->combiner == GRN_COMBINE_REPLACE)
        return plan->kernels->replace((size_t)pair->element_bytes);
    return plan->kernels->accumulate(plan->combiner, pair->dtype);
}

/* The plan's walk over every pair; or the run of its mover, where it is a region's. On the calling
 * thread. */
grn_status grn_scatter_whole(const grn_plan *plan, const grn_run *run);
/* ... on each part of the plan's cut, with its part of the scratch. */
grn_status grn_scatter_parts(const grn_plan *plan, const grn_run *run);

/* ---- partitions (partition.c, bins.c, filter.c) ---- */
const char *grn_scatter_divide_loop(grn_plan *plan);
const char *grn_scatter_divide_sorted(grn_plan *plan);
const char *grn_scatter_divide_bins(grn_plan *plan);
const char *grn_scatter_divide_filter(grn_plan *plan);
const char *grn_scatter_divide_buckets(grn_plan *plan);
/* Whether the loop may be cut whatever it costs: its steps never conflict, or the caller promises
 * it. */
bool grn_scatter_may_cut(const grn_plan *plan, int32_t loop);
/* Whether the caller promises that each update that is not dropped has an element of its own. A
 * start that was moved into range may be another's, whatever was promised. */
bool grn_scatter_is_unique(const grn_plan *plan);
/* Each thread's own targets, binned first. Threads beyond the most idle. */
#define GRN_MOST_OWNERS 64
grn_status grn_scatter_by_bins(const grn_plan *plan, const grn_run *run);
size_t grn_scatter_bins_scratch(const grn_plan *plan);
/* ... filtered from all by each thread, which needs no scratch. */
grn_status grn_scatter_by_filter(const grn_plan *plan, const grn_run *run);
grn_status grn_scatter_by_buckets(const grn_plan *plan, const grn_run *run);
/* Both by kernels that find one owner's vectors among many. Whether updates are carried along with
 * their offsets: then they are read in the order they lie in, once. */
bool grn_scatter_carries_values(const grn_plan *plan, const grn_pair *pair);
/* For a pair: the part of a filter's arguments that is the same for every set of vectors; the owner
 * and the output differ. */
grn_owner_filter grn_scatter_filter(const grn_plan *plan, size_t pair);

/* Where the cursor's vectors lie as starts but for their bits: `count` of them, over room[] where
 * they are widened (starts.c). */
const int64_t *grn_scatter_raw(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t count,
                               int64_t *room);
/* Whether they do. */
bool grn_scatter_has_raw(const grn_plan *plan, const grn_run *run);
/* Whether those in range are below 2^32, as grn_starts has them. */
bool grn_scatter_starts_are_narrow(const grn_plan *plan);

/*
 * The cursor's block, up to GRN_BLOCK vectors, as starts that kernels read: as they lie in the
 * indices, or widened, where they are offsets there, or count them, else resolved. Those that are
 * not in bounds are left out. `take` answers how many of n were in range, of which the first's
 * update stands at `dense`, and what lies at `base` in the results the starts are counted from.
 */
typedef int64_t (*grn_starts_fn)(void *context, const grn_starts *s, int64_t base, int64_t dense, int64_t n);
void grn_scatter_starts(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, grn_starts_fn take,
                        void *context);

/* ---- addressings: all vectors of a pair to the plan's mover, on the calling thread ---- */
/* Blocks of offsets of 64 bits, under any policy (drive.c). */
void grn_scatter_blocks(const grn_plan *plan, size_t pair, const grn_run *run);
/* Batches of offsets, however short their runs are; vectors that are not in bounds are left out
 * (batches.c). */
const char *grn_scatter_batches_obstacle(const grn_plan *plan);
void grn_scatter_batched(const grn_plan *plan, size_t pair, const grn_run *run);
/* ... those that the cursor stands on */
void grn_scatter_batched_piece(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c);
/* Indices as they lie, where they are offsets or count them (fused.c, fused_rows.c). */
const char *grn_scatter_fused_obstacle(const grn_plan *plan);
const char *grn_scatter_fused_cells_obstacle(const grn_plan *plan);
const char *grn_scatter_fused_rows_obstacle(const grn_plan *plan);
void grn_scatter_fused(const grn_plan *plan, size_t pair, const grn_run *run);
void grn_scatter_fused_rows(const grn_plan *plan, size_t pair, const grn_run *run);
/* ... cells that the cursor stands on, which nothing is prefetched for */
void grn_scatter_fused_piece(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c);
/* A few vectors at once (small.c). */
const char *grn_scatter_small_obstacle(const grn_plan *plan);
grn_status grn_scatter_few(const grn_plan *plan, const grn_run *run);
/* Whether all are in [0, last], last >= 0. */
bool grn_starts_in_range(const int64_t *start, int64_t count, int64_t last);
/* ... block of columns after block of columns (columns.c). */
const char *grn_scatter_columns_obstacle(const grn_plan *plan);
void grn_scatter_columns(const grn_plan *plan, size_t pair, const grn_run *run);
/* ... row after row, where the indices of each are equal (broadcast.c). */
const char *grn_scatter_broadcast_obstacle(const grn_plan *plan);
void grn_scatter_broadcast(const grn_plan *plan, size_t pair, const grn_run *run);
/* Partitioned by radix first (radix.c). */
const char *grn_scatter_radix_obstacle(const grn_plan *plan);
size_t grn_scatter_radix_scratch(const grn_plan *plan);
void grn_scatter_radix(const grn_plan *plan, size_t pair, const grn_run *run);
/* Columns of the results packed into a panel (panels.c). */
const char *grn_scatter_panels_obstacle(const grn_plan *plan);
size_t grn_scatter_panels_scratch(const grn_plan *plan);
void grn_scatter_panels(const grn_plan *plan, size_t pair, const grn_run *run);
int64_t grn_scatter_panel_width(const grn_plan *plan);   /* by the figures */
int64_t grn_scatter_panel_columns(const grn_plan *plan); /* as the plan's choice has it */

/* Where the plan has runs_ahead: indices and updates of a run that many steps after the
 * cursor's. */
void grn_scatter_prefetch_runs(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c);
/* Prefetches indices, which are read in bursts and so too late for the hardware: those of `count`
 * vectors, `after` vectors behind the cursor's first, where its run has so many. */
void grn_scatter_prefetch_indices(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t after,
                                  int64_t count);
/* The resolved offsets of the cursor's block. */
void grn_scatter_block(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c,
                       const grn_index_block *b);
/* Whether two targets, so many elements apart, are so near that the hardware prefetches the
 * second. */
static inline bool grn_scatter_is_near(const grn_pair *pair, int64_t distance)
{
    const uint64_t most = (uint64_t)(256 / pair->element_bytes);
    return (uint64_t)distance + most <= 2 * most;
}

/* How far ahead the cursor's targets are prefetched: not at all where the processor guesses the
 * next by itself, or has most of them at hand, since a prefetch is one load more. They lie as
 * starts but for their bits (sample.c). */
int64_t grn_scatter_sample_ahead(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c);

/* ---- movers ---- */
const char *grn_scatter_order_obstacle(const grn_plan *plan); /* of passes over positions of the window */
void grn_scatter_move_cells(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                            const grn_updates *u);
/* A window of one row: one kernel call for the list. */
void grn_scatter_single_rows(const grn_plan *plan, const grn_accumulate *f, void *results, const int64_t *offset,
                             const grn_updates *u);
void grn_scatter_move_rows(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                           const grn_updates *u);
/* Windows of several rows: batches of their rows, or one after the other. */
bool grn_scatter_may_batch_rows(const grn_plan *plan);
void grn_scatter_move_row_batches(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                                  const grn_updates *u);
void grn_scatter_move_slabs(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                            const grn_updates *u);
void grn_scatter_move_windows(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                              const grn_updates *u);
/* The part in range of the cursor's vector i. */
void grn_scatter_outside(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t i);

/* ---- a combiner of the caller's: lists of windows of one pair, or all pairs in step ---- */
bool grn_region_runs_in_order(const grn_plan *plan); /* whether it takes such lists, from several threads */
const char *grn_region_in_order_obstacle(const grn_plan *plan);
/* The pairs that a partition walks: a region that takes lists takes those of all pairs with the first. */
size_t grn_scatter_walked_pairs(const grn_plan *plan);
void grn_region_move_in_order(const grn_plan *plan, size_t pair, const grn_run *run, const int64_t *offset,
                              const grn_updates *u);
const char *grn_region_batches_obstacle(const grn_plan *plan);
const char *grn_region_cells_obstacle(const grn_plan *plan);
const char *grn_region_runs_obstacle(const grn_plan *plan);
const char *grn_region_steps_obstacle(const grn_plan *plan);
grn_status grn_region_windows(const grn_plan *plan, const grn_run *run);
grn_status grn_region_batches(const grn_plan *plan, const grn_run *run);
grn_status grn_region_cells(const grn_plan *plan, const grn_run *run);
grn_status grn_region_runs(const grn_plan *plan, const grn_run *run);
grn_status grn_region_steps(const grn_plan *plan, const grn_run *run);

/* ---- conflicts.c: fills plan->conflicts ---- */
void grn_conflicts_of(grn_plan *plan);

/* ---- cost.c ---- */
grn_cost grn_scatter_cost_of_fused(const grn_plan *plan);
grn_cost grn_scatter_cost_of_batches(const grn_plan *plan);
grn_cost grn_scatter_cost_of_blocks(const grn_plan *plan);
grn_cost grn_scatter_cost_of_starts(const grn_plan *plan);
grn_cost grn_scatter_cost_of_panels(const grn_plan *plan);
grn_cost grn_scatter_cost_of_columns(const grn_plan *plan);
grn_cost grn_scatter_cost_of_broadcast(const grn_plan *plan);
grn_cost grn_scatter_cost_of_radix(const grn_plan *plan);
grn_cost grn_scatter_cost_of_small(const grn_plan *plan);
grn_cost grn_scatter_cost_of_cells(const grn_plan *plan);
grn_cost grn_scatter_cost_of_rows(const grn_plan *plan);
grn_cost grn_scatter_cost_of_streamed_rows(const grn_plan *plan);
grn_cost grn_scatter_cost_of_slabs(const grn_plan *plan);
grn_cost grn_scatter_cost_of_windows(const grn_plan *plan);
grn_cost grn_region_cost_of_lists(const grn_plan *plan);
grn_cost grn_region_cost_of_cells(const grn_plan *plan);
grn_cost grn_region_cost_of_disjoint(const grn_plan *plan);
grn_cost grn_region_cost_of_batches(const grn_plan *plan);
grn_cost grn_region_cost_of_windows(const grn_plan *plan);
double grn_scatter_cost_of_bins(const grn_plan *plan, const grn_cost *one_thread);
double grn_scatter_cost_of_filter(const grn_plan *plan, const grn_cost *one_thread);
double grn_scatter_cost_of_buckets(const grn_plan *plan, const grn_cost *one_thread);
double grn_scatter_cost_of_parts(const grn_plan *plan, const grn_cost *one_thread);

#endif
