/*
 * rows.c - windows that are runs of memory on both sides: whole rows
 * put or accumulated, in the order of the index vectors, so that rows that
 * conflict do so in that order.
 */
#include "plan/scatter/scatter.h"

static void combine_slabs(const grn_plan *plan, const grn_pair *pair, const grn_accumulate *f, char *current,
                          const char *update)
{
    const grn_normal *n = &plan->normal;
    int32_t outer = n->nouter, last = n->nloops - 1;
    int64_t bytes = pair->element_bytes;
    grn_odometer o;
    grn_odometer_init(&o, last - outer, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        f->run(current + o.b * bytes, 1, update + o.a * bytes, 1, n->extent[last]);
}

void grn_scatter_single_rows(const grn_plan *plan, const grn_accumulate *f, void *results, const int64_t *offset,
                             const grn_updates *u)
{
    int64_t row = plan->normal.extent[plan->normal.nloops - 1];
    if (plan->prepared.stream)
        f->stream(results, offset, u, row);
    else
        f->rows(results, offset, u, row, plan->conflicts.ahead);
}

/* ---- windows of several rows ----------------------------------------------------------------- */

/* Rows of windows in one list: what a call costs is then shared, and targets are prefetched. */
#define LIST 512

typedef struct row_list {
    int64_t rows;                       /* of a window */
    int64_t operand[LIST], dense[LIST]; /* of a window's rows, from its first */
    int64_t at[LIST], from[LIST];
} row_list;

static void find_rows(const grn_normal *n, const grn_pair *pair, row_list *out)
{
    int32_t outer = n->nouter;
    grn_odometer o;
    out->rows = 0;
    grn_odometer_init(&o, n->nloops - 1 - outer, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o)) {
        out->dense[out->rows] = o.a;
        out->operand[out->rows++] = o.b;
    }
}

/* Updates of windows one after the other, of rows one after the other. */
static bool updates_lie(const grn_normal *n, const grn_updates *u, const row_list *list)
{
    int64_t row = n->extent[n->nloops - 1];
    bool lie = u->from == NULL && u->step == list->rows * row;
    for (int64_t r = 0; lie && r < list->rows; r++)
        lie = list->dense[r] == r * row;
    return lie;
}

static void list_targets(const int64_t *offset, int64_t count, row_list *list)
{
    for (int64_t i = 0, at = 0; i < count; i++)
        for (int64_t r = 0; r < list->rows; r++, at++)
            list->at[at] = offset[i] + list->operand[r];
}

static void list_updates(const grn_updates *u, int64_t first, int64_t count, row_list *list)
{
    for (int64_t i = first, at = 0; i < first + count; i++) {
        int64_t from = u->from != NULL ? u->from[i] : i * u->step;
        for (int64_t r = 0; r < list->rows; r++, at++)
            list->from[at] = from + list->dense[r];
    }
}

/* In the order of the vectors, and of the rows in a window. */
static void batched_rows(const grn_plan *plan, const grn_pair *pair, void *results, const int64_t *offset,
                         const grn_updates *u)
{
    const grn_normal *n = &plan->normal;
    const grn_accumulate *f = grn_pair_combiner(plan, pair);
    const int64_t row = n->extent[n->nloops - 1];
    row_list list;
    find_rows(n, pair, &list);
    bool lie = updates_lie(n, u, &list);
    for (int64_t first = 0, count; first < u->count; first += count) {
        count = LIST / list.rows < u->count - first ? LIST / list.rows : u->count - first;
        int64_t rows = count * list.rows;
        grn_updates in_row = {grn_pair_at(pair, u->data, first * u->step), NULL, row, rows, rows, 1};
        grn_updates placed = {u->data, list.from, 0, rows, rows, 1};
        list_targets(offset + first, count, &list);
        if (!lie)
            list_updates(u, first, count, &list);
        f->rows(results, list.at, lie ? &in_row : &placed, row, plan->conflicts.ahead);
    }
}

/* ---- the movers ------------------------------------------------------------------------------ */

void grn_scatter_move_rows(const grn_plan *plan, size_t number, const grn_run *run, const int64_t *offset,
                           const grn_updates *u)
{
    const grn_pair *pair = &plan->pairs[number];
    grn_scatter_single_rows(plan, grn_pair_combiner(plan, pair), run->results[number], offset, u);
}

bool grn_scatter_may_batch_rows(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return n->window / n->extent[n->nloops - 1] <= LIST / 2;
}

void grn_scatter_move_row_batches(const grn_plan *plan, size_t number, const grn_run *run, const int64_t *offset,
                                  const grn_updates *u)
{
    batched_rows(plan, &plan->pairs[number], run->results[number], offset, u);
}

void grn_scatter_move_slabs(const grn_plan *plan, size_t number, const grn_run *run, const int64_t *offset,
                            const grn_updates *u)
{
    const grn_pair *pair = &plan->pairs[number];
    const grn_accumulate *f = grn_pair_combiner(plan, pair);
    for (int64_t i = 0; i < u->count; i++)
        combine_slabs(plan, pair, f, grn_pair_at(pair, run->results[number], offset[i]),
                      grn_pair_at(pair, u->data, u->from != NULL ? u->from[i] : i * u->step));
}
