/*
 * plan.h - a segment reduction made ready, and one run of it.
 *
 * Knows: the loops around a run of columns, who folds what. Must not know: what a spec's fields are
 * checked against.
 *
 *   line   one position with one index into those dimensions behind the axis that are no columns:
 *          all segments of `columns` columns
 *   way    one of several algorithms for the same reduction, a row of a table
 */
#ifndef GRN_SEGMENTS_PLAN_H
#define GRN_SEGMENTS_PLAN_H

#include "kernels/elementary.h"
#include "kernels/segment_batch.h"
#include "plan/plan.h"
#include "segments/segments.h"

/* The tensors of a run, by which loops keep strides. */
enum { GRN_SEG_DATA, GRN_SEG_WEIGHTS, GRN_SEG_RESULT, GRN_SEG_ARG, GRN_SEG_TENSORS };

typedef struct grn_segment_loop {
    int64_t extent, stride[GRN_SEG_TENSORS];
} grn_segment_loop;

typedef struct grn_segment_way grn_segment_way;
typedef struct grn_segment_race grn_segment_race;

struct grn_segment_plan {
    grn_segment_problem p;
    bool empty; /* the result has no elements */
    const grn_row_kernels *kernels;
    const grn_segment_batches *batches; /* NULL: there are none of data's dtype */
    const grn_elementary *elementary;   /* may be NULL */
    /* of accumulators; NULL: there are none of data's dtype, of the ids' dtype */
    const grn_accumulate *accumulate;
    grn_checked_offsets_fn checked;
    grn_machine machine;
    const grn_parallel *parallel; /* NULL: the calling thread alone */
    int32_t threads;
    int32_t nbefore, nbehind;                /* loops over positions, and over the other lines of one */
    grn_segment_loop loop[2 * GRN_MAX_RANK]; /* the first before the others */
    grn_segment_loop columns, entries;
    int64_t lines; /* of a position */
    int64_t positions;
    const grn_segment_way *way; /* that runs where none race */
    grn_segment_race *race;     /* NULL: none do */
    grn_plan *scatter;          /* of a plan that is kept and may run one; NULL: the one-shot call does it */
    size_t scratch_bytes, list_bytes;
    const grn_allocator *allocator;
};

/* ---- ways (ways.c) ---- */

/* A way to compute the reduction of a plan. All give the same bits. */
struct grn_segment_way {
    const char *name;
    const char *(*obstacle)(const grn_segment_plan *plan); /* what keeps it from serving; NULL: nothing does */
    double (*cost)(const grn_segment_plan *plan);          /* nanoseconds */
    size_t (*scratch_bytes)(const grn_segment_plan *plan);
    grn_status (*run)(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch, const grn_diag *diag);
};

/* The way that costs least becomes the plan's, or the one that is named.
 * GRN_E_ARGUMENT: no way has this name. GRN_E_UNSUPPORTED: it does not serve. */
grn_status grn_segment_choose(grn_segment_plan *plan, const char *name, const grn_diag *diag);
/* What the plan's way takes by the machine's figures. */
double grn_segment_expected_ns(const grn_segment_plan *plan);
/* A race of the ways that costs cannot tell apart, where there are several. GRN_E_MEMORY. */
grn_status grn_segment_race_begin(grn_segment_plan *plan, bool switches);
void grn_segment_race_end(grn_segment_plan *plan);
/* Whether a run may be a scatter. */
bool grn_segment_may_scatter(const grn_segment_plan *plan);
/* Scratch of whatever may run; a run by the way whose turn it is. */
size_t grn_segment_way_bytes(const grn_segment_plan *plan);
grn_status grn_segment_run_way(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                               const grn_diag *diag);

/* The functions of the rows: lists (divide.c), scatter (scatter.c), accumulators (accumulators.c). */
size_t grn_segment_lists_bytes(const grn_segment_plan *plan);
grn_status grn_segment_run_lists(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                 const grn_diag *diag);
const char *grn_segment_columns_obstacle(const grn_segment_plan *plan);
grn_status grn_segment_run_columns(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                   const grn_diag *diag);
const char *grn_segment_scatter_obstacle(const grn_segment_plan *plan);
size_t grn_segment_scatter_bytes(const grn_segment_plan *plan);
grn_status grn_segment_run_scatter(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                   const grn_diag *diag);
const char *grn_segment_accumulators_obstacle(const grn_segment_plan *plan);
size_t grn_segment_accumulators_bytes(const grn_segment_plan *plan);
grn_status grn_segment_run_accumulators(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                        const grn_diag *diag);

/* ---- steps of ways ---- */

/* The loops of checked tensors (loops.c). */
void grn_segment_make_loops(grn_segment_plan *plan);

/* A part of a run: some segments of some columns of a line. */
typedef struct grn_segment_part {
    const grn_segment_plan *plan;
    const grn_segment_problem *p; /* the plan's, with the run's data */
    const grn_segment_lists *lists;
    int64_t first, end; /* segments */
    /* of up to GRN_SEGMENT_COLUMNS columns: data and weights in rows, bytes of result and arg */
    grn_segment_rows rows;
    char *result, *arg;
    int64_t result_bytes, arg_bytes; /* from segment to segment, or from entry to entry */
} grn_segment_part;

/* Folds all segments of a part: of sum to max, and of the other ops (fold.c, fused.c). */
void grn_segment_fold_part(const grn_segment_part *part);
void grn_segment_fuse_part(const grn_segment_part *part);
/* The result of a segment without entries. */
void grn_segment_fold_empty(const grn_segment_part *part, int64_t s);
/* The results of entries in no segment, of softmax and log_softmax. */
void grn_segment_fill_dropped(const grn_segment_part *part, int64_t segments_from);

/* Where a line of the whole run begins, in elements; `segments` of its position. */
void grn_segment_begin_of(const grn_segment_plan *plan, const grn_segment_problem *p, int64_t line, int64_t *at,
                          int64_t *segments);

/* What keeps a combiner of scatters from giving the same bits; NULL: nothing does (scatter.c). */
const char *grn_segment_combiner_obstacle(const grn_segment_problem *p);
grn_combiner grn_segment_combiner(grn_segment_op op);
void grn_segment_scatter_spec(const grn_segment_problem *p, grn_scatter_spec *out);
/* The result as segments begin. */
void grn_segment_begin_scatter(const grn_segment_problem *p);

/* How it would run, and the line that says it (describe.c). */
void grn_segment_describe(const grn_segment_plan *plan, grn_plan_report *report, char text[GRN_REPORT_BYTES]);
/* Into how many parts the lists of one position are divided, at most (divide.c). */
int32_t grn_segment_parts(const grn_segment_plan *plan);

#endif
