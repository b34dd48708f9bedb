/*
 * divide.c - a run cut into parts, each of which owns what it writes: lines, runs of segments with
 * about as many entries each, or runs of columns where one segment has most entries. No part shares
 * an element of the result, so that threads change no bit.
 */
#include "segments/plan.h"

/* Entries times columns from which on a part is worth a thread. */
#define WORTH_A_THREAD 16384
/* Columns of a part are a multiple of these: a cache line of every dtype. */
#define LINE_COLUMNS 64

typedef enum cut { CUT_LINES, CUT_SEGMENTS, CUT_COLUMNS } cut;

typedef struct run {
    const grn_segment_plan *plan;
    const grn_segment_problem *p;
    grn_segment_lists lists;
    int64_t first_line, lines; /* that the lists are of */
    int32_t nparts;
    cut by;
} run;

/* ---- one part -------------------------------------------------------------------------------- */

void grn_segment_begin_of(const grn_segment_plan *plan, const grn_segment_problem *p, int64_t line, int64_t *at,
                          int64_t *segments)
{
    for (int t = 0; t < GRN_SEG_TENSORS; t++)
        at[t] = 0;
    *segments = 0;
    for (int32_t i = plan->nbefore + plan->nbehind; i-- > 0;) {
        const grn_segment_loop *l = &plan->loop[i];
        const int64_t index = line % l->extent;
        line /= l->extent;
        for (int t = 0; t < GRN_SEG_TENSORS; t++)
            at[t] += index * l->stride[t];
        if (i < plan->nbefore && p->by_position)
            *segments += index * p->segments.stride[i];
    }
}

/* Segments [first, end) of columns [from, to) of a line. */
static void run_line(const run *r, int64_t line, int64_t first, int64_t end, int64_t from, int64_t to)
{
    const grn_segment_plan *plan = r->plan;
    const grn_segment_problem *p = r->p;
    const grn_segment_loop *c = &plan->columns, *e = &plan->entries;
    const bool fused = grn_segment_is_fused(p->spec.op), per_entry = grn_segment_is_per_entry(p->spec.op);
    /* Without entries data and weights may be NULL: what is not read then has the result's address. */
    const bool has_entries = p->nentries > 0;
    int64_t at[GRN_SEG_TENSORS], segments;
    grn_segment_begin_of(plan, p, line, at, &segments);
    for (int64_t k = from; k < to; k += GRN_SEGMENT_COLUMNS) {
        grn_segment_part part = {.plan = plan, .p = p, .lists = &r->lists, .first = first, .end = end};
        part.rows = (grn_segment_rows){
            .data =
                has_entries ? grn_tensor_at(&p->data, at[GRN_SEG_DATA] + k * c->stride[GRN_SEG_DATA]) : p->result.data,
            .entry_step = e->stride[GRN_SEG_DATA],
            .column_step = c->stride[GRN_SEG_DATA],
            .order = r->lists.order,
            .norder = r->lists.offset[p->nsegments],
            .columns = to - k < GRN_SEGMENT_COLUMNS ? to - k : GRN_SEGMENT_COLUMNS,
        };
        if (p->has_weights) {
            part.rows.weights = has_entries
                                    ? grn_tensor_at(&p->weights, at[GRN_SEG_WEIGHTS] + k * c->stride[GRN_SEG_WEIGHTS])
                                    : p->result.data;
            part.rows.weight_step = e->stride[GRN_SEG_WEIGHTS];
            part.rows.weight_column_step = c->stride[GRN_SEG_WEIGHTS];
        }
        part.result = grn_tensor_at(&p->result, at[GRN_SEG_RESULT] + k * c->stride[GRN_SEG_RESULT]);
        part.result_bytes = e->stride[GRN_SEG_RESULT] * (int64_t)grn_dtype_bytes(p->result.dtype);
        if (p->has_arg) {
            part.arg = grn_tensor_at(&p->arg, at[GRN_SEG_ARG] + k * c->stride[GRN_SEG_ARG]);
            part.arg_bytes = e->stride[GRN_SEG_ARG] * (int64_t)grn_dtype_bytes(p->arg.dtype);
        }
        if (per_entry && first == 0)
            grn_segment_fill_dropped(&part, segments);
        (fused ? grn_segment_fuse_part : grn_segment_fold_part)(&part);
    }
}

/* Segments that come before the i-th of n parts: entries and segments both are work. */
static int64_t segments_before(const run *r, int32_t i, int32_t n)
{
    const int64_t *offset = r->lists.offset, count = r->p->nsegments;
    const double all = (double)(offset[count] - offset[0] + count), share = all / n * i;
    int64_t low = 0, high = count;
    if (i == n)
        return count;
    while (low < high) {
        const int64_t middle = low + (high - low) / 2;
        if ((double)(offset[middle] - offset[0] + middle) < share)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static int64_t columns_before(const run *r, int32_t i, int32_t n)
{
    const int64_t all = r->plan->columns.extent, groups = (all + LINE_COLUMNS - 1) / LINE_COLUMNS;
    const int64_t before = groups / n * i + groups % n * i / n;
    return i == n ? all : before * LINE_COLUMNS;
}

static void run_part(void *context, int32_t i)
{
    const run *r = context;
    const int32_t n = r->nparts;
    const int64_t columns = r->plan->columns.extent;
    int64_t line = r->first_line, end = line + r->lines;
    if (r->by == CUT_LINES) {
        end = line + (r->lines / n * (i + 1) + r->lines % n * (i + 1) / n);
        line += r->lines / n * i + r->lines % n * i / n;
    }
    const bool by_segments = r->by == CUT_SEGMENTS, by_columns = r->by == CUT_COLUMNS;
    for (; line < end; line++)
        run_line(r, line, by_segments ? segments_before(r, i, n) : 0,
                 by_segments ? segments_before(r, i + 1, n) : r->p->nsegments, by_columns ? columns_before(r, i, n) : 0,
                 by_columns ? columns_before(r, i + 1, n) : columns);
}

/* ---- all of them ----------------------------------------------------------------------------- */

static int64_t longest(const run *r)
{
    int64_t most = 0;
    for (int64_t s = 0; s < r->p->nsegments; s++) {
        const int64_t n = r->lists.offset[s + 1] - r->lists.offset[s];
        most = n > most ? n : most;
    }
    return most;
}

/* Of so many entries and segments. */
static int32_t parts_of(const grn_segment_plan *plan, int64_t entries, int64_t lines)
{
    const int64_t work = grn_mul_at_most(grn_mul_at_most(entries, plan->columns.extent), lines) / WORTH_A_THREAD;
    return work < plan->threads ? (work > 1 ? (int32_t)work : 1) : plan->threads;
}

int32_t grn_segment_parts(const grn_segment_plan *plan)
{
    const int64_t lines = plan->p.by_position ? plan->lines : grn_mul_at_most(plan->positions, plan->lines);
    return parts_of(plan, plan->p.nentries + plan->p.nsegments, lines);
}

static void run_lists(run *r, bool by_columns)
{
    const grn_segment_plan *plan = r->plan;
    const int64_t entries = r->lists.offset[r->p->nsegments] - r->lists.offset[0] + r->p->nsegments;
    const int64_t columns = plan->columns.extent;
    r->nparts = parts_of(plan, entries, r->lines);
    r->by = CUT_SEGMENTS;
    if (!by_columns && r->lines >= 4 * (int64_t)r->nparts)
        r->by = CUT_LINES;
    else if (r->nparts > 1 && columns >= 2 * LINE_COLUMNS && (by_columns || longest(r) > entries / r->nparts)) {
        r->by = CUT_COLUMNS;
        r->nparts = columns / LINE_COLUMNS < r->nparts ? (int32_t)(columns / LINE_COLUMNS) : r->nparts;
    }
    if (r->nparts > 1)
        plan->parallel->for_each(plan->parallel->user, r->nparts, run_part, r);
    else
        run_part(r, 0);
}

static grn_status execute(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch, bool by_columns,
                          const grn_diag *diag)
{
    run r = {.plan = plan, .p = p, .lines = plan->lines};
    const bool empty = grn_tensor_elements(&p->result) == 0;
    const bool in_one_pass = !empty && !p->by_position && p->spec.form == GRN_SEGMENT_SORTED_IDS;
    grn_status status =
        in_one_pass ? grn_segment_assign_sorted(p, scratch, diag, &r.lists) : grn_segment_check_entries(p, diag);
    if (status != GRN_OK || empty)
        return status;
    if (!p->by_position) {
        r.lines = plan->positions * plan->lines;
        if (!in_one_pass)
            grn_segment_assign(p, 0, scratch, &r.lists);
        run_lists(&r, by_columns);
        return GRN_OK;
    }
    for (int64_t i = 0; i < plan->positions; i++) {
        int64_t at[GRN_SEG_TENSORS], segments;
        r.first_line = i * plan->lines;
        grn_segment_begin_of(plan, p, r.first_line, at, &segments);
        grn_segment_assign(p, segments, scratch, &r.lists);
        run_lists(&r, by_columns);
    }
    return GRN_OK;
}

size_t grn_segment_lists_bytes(const grn_segment_plan *plan) { return plan->list_bytes; }

grn_status grn_segment_run_lists(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                 const grn_diag *diag)
{
    return execute(plan, p, scratch, false, diag);
}

const char *grn_segment_columns_obstacle(const grn_segment_plan *plan)
{
    if (plan->threads < 2)
        return "one thread runs it";
    return plan->columns.extent < 2 * LINE_COLUMNS ? "the columns are too few to share" : NULL;
}

grn_status grn_segment_run_columns(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                   const grn_diag *diag)
{
    return execute(plan, p, scratch, true, diag);
}
