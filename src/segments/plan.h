/*
 * plan.h - a segment reduction made ready, and one run of it.
 *
 * Knows: the loops around a run of columns, who folds what. Must not know: what a spec's fields are
 * checked against.
 *
 *   line   one position with one index into those dimensions behind the axis that are no columns:
 *          all segments of `columns` columns
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

struct grn_segment_plan {
    grn_segment_problem p;
    const grn_row_kernels *kernels;
    const grn_segment_batches *batches; /* NULL: there are none of data's dtype */
    const grn_elementary *elementary;   /* may be NULL */
    const grn_parallel *parallel;       /* NULL: the calling thread alone */
    int32_t threads;
    int32_t nbefore, nbehind;                /* loops over positions, and over the other lines of one */
    grn_segment_loop loop[2 * GRN_MAX_RANK]; /* the first before the others */
    grn_segment_loop columns, entries;
    int64_t lines; /* of a position */
    int64_t positions;
    bool scatters;     /* ids by a scatter, in place of lists */
    grn_plan *scatter; /* NULL: the one-shot call does it */
    size_t scratch_bytes, list_bytes;
    const grn_allocator *allocator;
};

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

/* Whether a scatter does it as well, and sooner; its spec; what is done before and after it
 * (scatter.c). counts: room for as many as there are segments. */
bool grn_segment_scatters(const grn_segment_problem *p);
void grn_segment_scatter_spec(const grn_segment_problem *p, grn_scatter_spec *out);
void grn_segment_begin_scatter(const grn_segment_problem *p);
void grn_segment_finish_scatter(const grn_segment_plan *plan, const grn_segment_problem *p, int64_t *counts);

/* A run whose memory has been checked (divide.c). */
grn_status grn_segment_execute(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                               const grn_diag *diag);

#endif
