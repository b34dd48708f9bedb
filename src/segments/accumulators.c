/*
 * accumulators.c - accumulators in scratch, one for each element of the result: entries are combined one
 * after the other as they lie, in the pass that checks their ids, and the result is written in the end.
 * A scatter is handed ids that were checked in a pass of their own, because it writes to the result. Where
 * segments are short and have few columns it is faster than to fold segment by segment, too: no branch
 * depends on where a segment ends.
 */
#include <string.h>

#include "segments/plan.h"

/* Entries whose segments are written at once, of which those behind the segment's last are overwritten. */
#define AT_ONCE 16

typedef struct accumulators {
    const grn_segment_plan *plan;
    const grn_segment_problem *p;
    int64_t columns;
    int64_t scale;           /* of segments, where entries are placed */
    char *acc;               /* [nsegments + 1, columns]: the last row is that of entries of no segment */
    int64_t *counts;         /* [nsegments + 1]; NULL: the result does not depend on them */
    grn_segment_lists lists; /* of forms without ids */
    int64_t at;              /* a segment that begins no later than the next entry */
    int64_t before;          /* the last id */
} accumulators;

/* Sums by the kernel of sums, the rest by a combiner. */
static bool adds(const grn_segment_plan *plan)
{
    const grn_segment_spec *spec = &plan->p.spec;
    const bool is_float = grn_dtype_class_of(plan->p.data.dtype) == GRN_CLASS_FLOAT;
    return (spec->op == GRN_SEGMENT_SUM || spec->op == GRN_SEGMENT_MEAN) && plan->batches != NULL &&
           !plan->p.has_weights && (!is_float || spec->rounding == GRN_SEGMENT_ROUND_ONCE);
}

const char *grn_segment_accumulators_obstacle(const grn_segment_plan *plan)
{
    if (plan->p.by_position || plan->positions * plan->lines != 1)
        return "the entries of a segment are more than one line";
    if (plan->columns.extent > 1 && plan->columns.stride[GRN_SEG_DATA] != 1)
        return "columns lie apart";
    if ((double)(plan->p.nsegments + 1) * (double)plan->columns.extent * (double)plan->kernels->acc_bytes >
        plan->machine.last_bytes)
        return "accumulators do not fit in the last cache";
    if (adds(plan))
        return NULL;
    if (plan->accumulate == NULL || plan->kernels->acc_bytes != grn_dtype_bytes(plan->p.data.dtype))
        return "no kernel combines such elements";
    return grn_segment_combiner_obstacle(&plan->p);
}

/* What of the result does not follow from the accumulators alone: segments without entries keep what they have,
 * or get another value than they begin with. */
static bool needs_counts(const grn_segment_spec *spec)
{
    return spec->op == GRN_SEGMENT_MEAN || spec->start != GRN_SEGMENT_START_IDENTITY ||
           !(spec->empty == GRN_SEGMENT_EMPTY_START ||
             (spec->empty == GRN_SEGMENT_EMPTY_ZERO && spec->op == GRN_SEGMENT_SUM));
}

/* ---- scratch: accumulators, counts, lists ---- */

static size_t rows_bytes(const grn_segment_plan *plan)
{
    const size_t bytes = ((size_t)plan->p.nsegments + 1) * (size_t)plan->columns.extent * plan->kernels->acc_bytes;
    return (bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES * GRN_LINE_BYTES;
}

static size_t counts_bytes(const grn_segment_plan *plan)
{
    return needs_counts(&plan->p.spec) ? ((size_t)plan->p.nsegments + 1) * sizeof(int64_t) : 0;
}

size_t grn_segment_accumulators_bytes(const grn_segment_plan *plan)
{
    return rows_bytes(plan) + counts_bytes(plan) + (grn_segment_is_ids(plan->p.spec.form) ? 0 : plan->list_bytes);
}

/* ---- where entries go ---- */

/* Ids are nearly always numbers of segments, which the kernel finds out. False: one is an error. */
static bool place_by_ids(accumulators *a, int64_t first, int64_t n, int64_t *offset)
{
    static const int64_t zeros[GRN_BLOCK];
    const grn_segment_problem *p = a->p;
    const grn_checked_axis axis = {p->nsegments - 1, a->scale};
    if (a->plan->checked != NULL && p->segments.stride[0] == 1 &&
        a->plan->checked(grn_tensor_at(&p->segments, first), zeros, 0, &axis, n, offset))
        return true;
    grn_segment_read_block(p, 0, first, n, offset);
    for (int64_t i = 0; i < n; i++) {
        const int64_t s = grn_segment_of_id(p, offset[i]);
        if (s < 0 && !grn_segment_drops(p, offset[i]))
            return false;
        offset[i] = (s < 0 ? p->nsegments : s) * a->scale;
    }
    return true;
}

/* Whether n ids that follow `before` ascend. */
static bool ascend(accumulators *a, int64_t first, int64_t n)
{
    int64_t id[GRN_BLOCK], descends = 0;
    grn_segment_read_block(a->p, 0, first, n, id);
    descends = id[0] < a->before;
    for (int64_t i = 1; i < n; i++)
        descends |= id[i] < id[i - 1];
    a->before = id[n - 1];
    return descends == 0;
}

/* By lists. `offset` has room for AT_ONCE more. */
static void place_by_lists(accumulators *a, int64_t first, int64_t n, int64_t *offset)
{
    const int64_t *begin = a->lists.offset, nsegments = a->p->nsegments, none = nsegments * a->scale;
    int64_t s = a->at;
    for (int64_t i = 0; i < n && first < begin[0]; i++)
        offset[i] = none;
    for (; s < nsegments && begin[s] < first + n; s++) {
        const int64_t from = begin[s] > first ? begin[s] - first : 0;
        const int64_t to = begin[s + 1] < first + n ? begin[s + 1] - first : n;
        for (int64_t i = from; i < to; i += AT_ONCE)
            for (int64_t k = 0; k < AT_ONCE; k++)
                offset[i + k] = s * a->scale;
        if (begin[s + 1] > first + n)
            break;
    }
    for (int64_t i = begin[nsegments] > first ? begin[nsegments] - first : 0; i < n; i++)
        offset[i] = none;
    a->at = s;
}

static bool place(accumulators *a, int64_t first, int64_t n, int64_t *offset)
{
    if (!grn_segment_is_ids(a->p->spec.form)) {
        place_by_lists(a, first, n, offset);
        return true;
    }
    return place_by_ids(a, first, n, offset) && (a->p->spec.form == GRN_SEGMENT_IDS || ascend(a, first, n));
}

/* ---- one run ---- */

/* What segments begin with. */
static void begin(const accumulators *a)
{
    const grn_segment_plan *plan = a->plan;
    const grn_segment_spec *spec = &a->p->spec;
    const grn_row_kernels *kernels = plan->kernels;
    const int64_t bytes = a->columns * (int64_t)kernels->acc_bytes, all = (plan->p.nsegments + 1) * a->columns;
    const bool from_result = spec->start == GRN_SEGMENT_START_RESULT;
    unsigned char element[16];
    if (a->counts != NULL)
        memset(a->counts, 0, counts_bytes(plan));
    grn_segment_identity(spec->op, a->p->data.dtype, element);
    if (!from_result && spec->start == GRN_SEGMENT_START_IDENTITY &&
        (spec->op == GRN_SEGMENT_SUM || spec->op == GRN_SEGMENT_MEAN))
        memset(a->acc, 0, (size_t)all * kernels->acc_bytes);
    else if (!from_result)
        kernels->load(spec->start == GRN_SEGMENT_START_INITIAL ? spec->initial : element, 0, all, a->acc);
    for (int64_t s = 0; from_result && s < plan->p.nsegments; s++)
        kernels->load(grn_tensor_at(&a->p->result, s * plan->entries.stride[GRN_SEG_RESULT]),
                      plan->columns.stride[GRN_SEG_RESULT], a->columns, a->acc + s * bytes);
    if (from_result)
        memset(a->acc + plan->p.nsegments * bytes, 0, (size_t)bytes);
}

static void combine(const accumulators *a, int64_t first, int64_t n, const int64_t *offset)
{
    const int64_t step = a->plan->entries.stride[GRN_SEG_DATA];
    const void *data = grn_tensor_at(&a->p->data, first * step);
    const grn_updates u = {.data = data, .step = step, .count = n, .known = n, .unit = 1};
    if (adds(a->plan))
        a->plan->batches->add(data, step, offset, n, a->columns, a->acc);
    else if (a->columns == 1)
        a->plan->accumulate->cells(a->acc, offset, &u, 0);
    else
        a->plan->accumulate->rows(a->acc, offset, &u, a->columns, 0);
}

/* Segments are counted, and become offsets of their accumulators. */
static void count(const accumulators *a, int64_t n, int64_t *offset)
{
    for (int64_t i = 0; i < n; i++)
        a->counts[offset[i]]++;
    for (int64_t i = 0; a->columns > 1 && i < n; i++)
        offset[i] *= a->columns;
}

/* The accumulators become the result. */
static void finish(const accumulators *a)
{
    const grn_segment_plan *plan = a->plan;
    const grn_segment_problem *p = a->p;
    const int64_t bytes = a->columns * (int64_t)plan->kernels->acc_bytes, step = plan->columns.stride[GRN_SEG_RESULT];
    const int64_t row = plan->entries.stride[GRN_SEG_RESULT];
    if (a->counts == NULL && (a->columns == 1 || step == 1) && row == a->columns) {
        plan->kernels->store(a->acc, p->nsegments * a->columns, p->result.data, 1);
        return;
    }
    for (int64_t s = 0; s < p->nsegments; s++) {
        char *acc = a->acc + s * bytes, *to = grn_tensor_at(&p->result, s * row);
        if (a->counts != NULL && a->counts[s] == 0) {
            for (int64_t k = 0; k < a->columns; k++)
                grn_segment_store_empty(p, to + k * step * (int64_t)grn_dtype_bytes(p->result.dtype));
            continue;
        }
        if (p->spec.op == GRN_SEGMENT_MEAN) {
            const double divisor = grn_segment_count_as_divisor(p->data.dtype, a->counts[s]);
            plan->kernels->divide(acc, a->columns, &divisor, 0, false);
        }
        plan->kernels->store(acc, a->columns, to, step);
    }
}

grn_status grn_segment_run_accumulators(const grn_segment_plan *plan, const grn_segment_problem *p, void *scratch,
                                        const grn_diag *diag)
{
    accumulators a = {.plan = plan, .p = p, .columns = plan->columns.extent, .acc = scratch, .before = INT64_MIN};
    char *behind = a.acc + rows_bytes(plan);
    int64_t offset[GRN_BLOCK + AT_ONCE];
    a.counts = counts_bytes(plan) > 0 ? (int64_t *)(void *)behind : NULL;
    a.scale = a.counts != NULL ? 1 : a.columns;
    if (!grn_segment_is_ids(p->spec.form)) {
        const grn_status status = grn_segment_check_entries(p, diag);
        if (status != GRN_OK)
            return status;
        grn_segment_assign(p, 0, behind + counts_bytes(plan), &a.lists);
    }
    begin(&a);
    for (int64_t first = 0, n; first < p->nentries; first += n) {
        n = p->nentries - first < GRN_BLOCK ? p->nentries - first : GRN_BLOCK;
        if (!place(&a, first, n, offset))
            return grn_segment_check_entries(p, diag);
        if (a.counts != NULL)
            count(&a, n, offset);
        combine(&a, first, n, offset);
    }
    finish(&a);
    return GRN_OK;
}
