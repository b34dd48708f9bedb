/*
 * rows.c - windows that are runs of memory: whole rows, copied in the
 * order of the index vectors. By offsets of 32 bits the rows of a small window
 * form an offset batch and go through one kernel call for a whole block of vectors;
 * loops that step across the result are walked outside. So do single elements,
 * each a row, where a result's elements lie apart along the vectors. By offsets
 * of 64 bits rows go window by window.
 */
#include "kernels/hints.h"
#include "plan/plan.h"

const char *grn_rows_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    int32_t last = n->nloops - 1;
    if (grn_inner_loops(n) == 0)
        return "a window is a single element";
    for (size_t i = 0; i < plan->problem.npairs; i++)
        if (plan->pairs[i].dense[last] != 1 || plan->pairs[i].operand[last] != 1)
            return "no window loop is a run of memory on both sides";
    return NULL;
}

int64_t grn_row_bytes(const grn_plan *plan, const grn_pair *pair)
{
    return plan->normal.extent[plan->normal.nloops - 1] * pair->element_bytes;
}

/* ---- offsets of 64 bits ---------------------------------------------------------------------- */

/* Vector by vector: the last loop but one is the kernel's, those before it are walked here. */
static void take_slabs(const grn_plan *plan, const grn_rows *rows, char *dst, const char *src)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t outer = n->nouter, slab = n->nloops - 2;
    int64_t bytes = pair->element_bytes;
    size_t row_bytes = (size_t)grn_row_bytes(plan, pair);
    grn_odometer o;
    grn_odometer_init(&o, slab - outer, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o))
        rows->copy(dst + o.a * bytes, pair->dense[slab] * bytes, src + o.b * bytes, pair->operand[slab] * bytes,
                   n->extent[slab], row_bytes);
}

static void in_bounds(const grn_plan *plan, size_t pair_number, const grn_run *run, const int64_t *offset,
                      int64_t count, int64_t dense)
{
    const grn_pair *pair = &plan->pairs[pair_number];
    int64_t bytes = pair->element_bytes, step = grn_run_step(&plan->normal, pair->dense) * bytes;
    size_t row_bytes = (size_t)grn_row_bytes(plan, pair);
    const grn_rows *rows = plan->kernels->rows(row_bytes);
    char *dst = grn_pair_at(pair, run->result, dense);
    if (grn_inner_loops(&plan->normal) == 1) {
        rows->take(dst, step, run->operands[0], offset, bytes, count, row_bytes);
        return;
    }
    for (int64_t i = 0; i < count; i++)
        take_slabs(plan, rows, dst + i * step, grn_pair_at(pair, run->operands[0], offset[i]));
}

/* ---- offsets of 32 bits ---------------------------------------------------------------------- */

/* Bytes put together before they pass the caches by. */
#define STAGE_BYTES 8192

/* Loops that step farther in the result than the next window does go outside, and those that make
 * the list too long. Single elements of an operand that is near go position by position: nothing
 * has to be prefetched, and no list read. */
int32_t grn_loops_above_rows(const grn_plan *plan, int32_t row_loops)
{
    const grn_normal *n = &plan->normal;
    const int64_t *dense = plan->pairs[0].dense;
    int32_t above = 0, row = grn_inner_loops(n) - row_loops;
    int64_t step = grn_magnitude(grn_run_step(n, dense)),
            batched = n->window / (row_loops > 0 ? n->extent[n->nloops - 1] : 1);
    if (row_loops == 0 && (plan->traits.small || (double)plan->traits.operand_bytes <= plan->machine->l2_bytes / 2))
        return row;
    while (above < row && (batched > GRN_BATCHED_ROWS || (step > 0 && grn_magnitude(dense[n->nouter + above]) > step)))
        batched /= n->extent[n->nouter + above++];
    return above;
}

static void list_rows(const grn_plan *plan, int32_t row_loops, grn_prepared *p)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t from = n->nouter + p->above;
    grn_odometer o;
    p->rows.nrows = 0;
    grn_odometer_init(&o, n->nloops - row_loops - from, n->extent + from, pair->dense + from, pair->operand + from);
    for (; o.more; grn_odometer_next(&o), p->rows.nrows++) {
        p->dst_at[p->rows.nrows] = o.a * pair->element_bytes;
        p->src_at[p->rows.nrows] = o.b * pair->element_bytes;
    }
    p->rows.dst_at = p->dst_at;
    p->rows.src_at = p->src_at;
}

/* Enough windows ahead to cover the way to memory: by lines, and not so many that they are gone
 * again. */
static int64_t ahead_of(const grn_plan *plan, const grn_window_rows *w)
{
    int64_t lines = w->nrows * (((int64_t)w->row_bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES + (w->nrows > 1));
    int64_t ahead = (int64_t)(plan->machine->prefetch_vectors * 4) / lines;
    if (plan->traits.small || (double)plan->traits.operand_bytes <= plan->machine->l2_bytes / 2)
        return 0;
    return ahead > GRN_NARROW_AHEAD ? GRN_NARROW_AHEAD : ahead > 4 ? ahead : w->nrows > 1 ? 2 : 4;
}

/* The greatest power of two up to 64 that divides every address of the result. */
static size_t unit_of(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    uintptr_t all = (uintptr_t)run->result | 64;
    for (int32_t l = 0; l < n->nloops - 1; l++)
        all |= (uintptr_t)pair->dense[l] * (uintptr_t)pair->element_bytes;
    return (size_t)(all & (~all + 1));
}

static bool windows_lie_together(const grn_prepared *p)
{
    for (int64_t r = 0; r < p->rows.nrows; r++)
        if (p->dst_at[r] != r * (int64_t)p->rows.row_bytes)
            return false;
    return p->rows.dst_step == p->rows.nrows * (int64_t)p->rows.row_bytes;
}

/* row_loops: 1 where the last loop is a row; 0 where single elements are batched as rows. */
static void prepare_rows(grn_plan *plan, int32_t row_loops, bool stream)
{
    const grn_pair *pair = &plan->pairs[0];
    grn_prepared *p = &plan->prepared;
    size_t row_bytes = (size_t)(row_loops > 0 ? grn_row_bytes(plan, pair) : pair->element_bytes);
    p->above = grn_loops_above_rows(plan, row_loops);
    p->rows.row_bytes = row_bytes;
    p->rows.dst_step = grn_run_step(&plan->normal, pair->dense) * pair->element_bytes;
    p->rows.scale = pair->element_bytes;
    list_rows(plan, row_loops, p);
    p->rows.ahead = grn_ahead_of(plan, ahead_of(plan, &p->rows));
    p->rows.far = grn_far_of(plan);
    p->stream = stream;
    p->staged = stream && p->rows.dst_step <= STAGE_BYTES / 4 && windows_lie_together(p);
    p->windows = plan->kernels->take->windows(row_bytes);
}

/* A fused kernel takes groups of them. */
#define FEW_ROWS 16

void grn_prepare_rows(grn_plan *plan, bool stream)
{
    const grn_dtype dtype = plan->problem.indices->dtype;
    bool few = (dtype == GRN_I64 || dtype == GRN_INDEX) && plan->prefix != NULL && plan->normal.vectors < FEW_ROWS;
    plan->prepared.few_rows = few ? plan->kernels->rows((size_t)grn_row_bytes(plan, &plan->pairs[0])) : NULL;
    if (plan->choice.addressing->form == GRN_FORM_RAW || plan->choice.addressing->form == GRN_FORM_SMALL)
        grn_prepare_fused(plan, stream);
    prepare_rows(plan, 1, stream);
}

void grn_prepare_gapped_cells(grn_plan *plan) { prepare_rows(plan, 0, false); }

/* ---- moving ---------------------------------------------------------------------------------- */

/* The stage begins as far into a line as the result does, so that whole lines of the one are whole
 * lines of the other. */
static void take_staged(const grn_prepared *p, char *dst, const char *src, const grn_narrow_block *b)
{
    _Alignas(GRN_LINE_BYTES) char stage[STAGE_BYTES];
    int64_t each = (STAGE_BYTES - GRN_LINE_BYTES) / p->rows.dst_step;
    for (int64_t i = 0; i < b->count; i += each) {
        int64_t n = b->count - i < each ? b->count - i : each;
        char *to = dst + i * p->rows.dst_step, *at = stage + (uintptr_t)to % GRN_LINE_BYTES;
        p->windows(at, src, b->offset + i, n, b->known - i, &p->rows);
        b->plan->kernels->take->stream(to, at, (size_t)(n * p->rows.dst_step));
    }
}

static void move_by(const grn_narrow_block *b, grn_take_windows_fn take, bool staged)
{
    const grn_prepared *p = &b->plan->prepared;
    const grn_normal *n = &b->plan->normal;
    const grn_pair *pair = &b->plan->pairs[0];
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, p->above, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o)) {
        char *dst = grn_pair_at(pair, b->run->result, b->dense + o.a);
        const char *src = grn_pair_at(pair, b->run->operands[0], b->operand + o.b);
        if (staged)
            take_staged(p, dst, src, b);
        else
            take(dst, src, b->offset, b->count, b->known, &p->rows);
    }
}

static void move_rows(const grn_narrow_block *b) { move_by(b, b->plan->prepared.windows, false); }

/* By rows that fill whole vectors of the result where its address allows it. */
static void move_streamed(const grn_narrow_block *b)
{
    const grn_prepared *p = &b->plan->prepared;
    grn_take_windows_fn take = b->plan->kernels->take->stream_windows(p->rows.row_bytes, unit_of(b->plan, b->run));
    move_by(b, take != NULL ? take : p->windows, take == NULL && p->staged);
}

grn_status grn_gather_rows32(const grn_plan *plan, const grn_run *run)
{
    const grn_prepared *p = &plan->prepared;
    grn_run_narrow(plan, run, p->above > 0 ? GRN_NARROW_BLOCK : GRN_NARROW_BLOCK / 8,
                   p->stream ? move_streamed : move_rows);
    return GRN_OK;
}

void grn_gather_rows_part(const grn_plan *plan, const grn_run *run, const grn_cursor *c, int64_t from, int64_t count)
{
    grn_run_narrow_part(plan, run, c, from, count, plan->prepared.stream ? move_streamed : move_rows);
}

grn_status grn_gather_rows64(const grn_plan *plan, const grn_run *run)
{
    static const grn_segment_kernels kernels = {in_bounds, grn_gather_outside};
    grn_run_segments(plan, 0, run, &kernels);
    return GRN_OK;
}
