/*
 * gather_rows.c - windows that are runs of memory: whole rows, copied in the
 * order of the index vectors. The rows of a small window are listed and go
 * through one kernel call for a whole block of vectors; loops that step across
 * the result are walked outside. So do single elements, each a row, where a
 * result's elements lie apart along the vectors. Offsets that 32 bits do not hold go window by
 * window.
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

/* ---- offsets of 64 bits ---------------------------------------------------------------------------------------- */

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

static void inside(const grn_plan *plan, size_t pair_number, const grn_run *run, const int64_t *offset, int64_t count,
                   int64_t dense)
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

/* ---- offsets of 32 bits ---------------------------------------------------------------------------------------- */

/* Rows of a window that one kernel call knows of, and bytes put together before they pass the caches by. */
#define LISTED_ROWS 128
#define STAGE_BYTES 8192

/* A window as its kernel takes it: `above` loops are walked outside the vectors, the rows of the others are listed. */
typedef struct rows_way {
    grn_window_rows rows;
    grn_take_windows_fn take;
    int32_t above;
    int32_t row_loops; /* 1: the last loop is a row; 0: single elements are listed as rows */
    bool staged; /* whole windows lie together in the result but fill no whole vectors: put together first */
    int64_t dst_at[LISTED_ROWS], src_at[LISTED_ROWS];
} rows_way;

/* Loops that step farther in the result than the next window does go outside, and those that make the list too long.
 * Single elements of an operand that is near go position by position: nothing has to be fetched, and no list read. */
static int32_t loops_above(const grn_plan *plan, int32_t row_loops)
{
    const grn_normal *n = &plan->normal;
    const int64_t *dense = plan->pairs[0].dense;
    int32_t above = 0, row = grn_inner_loops(n) - row_loops;
    int64_t step = grn_magnitude(grn_run_step(n, dense)), listed = n->window / (row_loops > 0 ? n->extent[n->nloops - 1] : 1);
    if (row_loops == 0 && plan->traits.operand_bytes <= plan->traits.caches.l2 / 2)
        return row;
    while (above < row && (listed > LISTED_ROWS || (step > 0 && grn_magnitude(dense[n->nouter + above]) > step)))
        listed /= n->extent[n->nouter + above++];
    return above;
}

static void list_rows(const grn_plan *plan, rows_way *way)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    int32_t from = n->nouter + way->above;
    grn_odometer o;
    way->rows.nrows = 0;
    grn_odometer_init(&o, n->nloops - way->row_loops - from, n->extent + from, pair->dense + from, pair->operand + from);
    for (; o.more; grn_odometer_next(&o), way->rows.nrows++) {
        way->dst_at[way->rows.nrows] = o.a * pair->element_bytes;
        way->src_at[way->rows.nrows] = o.b * pair->element_bytes;
    }
    way->rows.dst_at = way->dst_at;
    way->rows.src_at = way->src_at;
}

/* Enough windows ahead to cover the way to memory: by lines, and not so many that they are gone again. */
static int64_t ahead_of(const grn_plan *plan, const grn_window_rows *w)
{
    int64_t lines = w->nrows * (((int64_t)w->row_bytes + GRN_LINE_BYTES - 1) / GRN_LINE_BYTES + (w->nrows > 1));
    int64_t ahead = 256 / lines;
    if (plan->traits.operand_bytes <= plan->traits.caches.l2 / 2)
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

static bool windows_lie_together(const rows_way *way)
{
    for (int64_t r = 0; r < way->rows.nrows; r++)
        if (way->dst_at[r] != r * (int64_t)way->rows.row_bytes)
            return false;
    return way->rows.dst_step == way->rows.nrows * (int64_t)way->rows.row_bytes;
}

/* Pieces of a line that come slowly, one window row at a time, do not go well past the caches. */
static void choose_way(const grn_plan *plan, const grn_run *run, int32_t row_loops, rows_way *way)
{
    const grn_pair *pair = &plan->pairs[0];
    const grn_take_kernels *take = plan->kernels->take;
    size_t row_bytes = (size_t)(row_loops > 0 ? grn_row_bytes(plan, pair) : pair->element_bytes);
    way->above = loops_above(plan, row_loops);
    way->row_loops = row_loops;
    way->rows.row_bytes = row_bytes;
    way->rows.dst_step = grn_run_step(&plan->normal, pair->dense) * pair->element_bytes;
    way->rows.scale = pair->element_bytes;
    list_rows(plan, way);
    way->rows.ahead = ahead_of(plan, &way->rows);
    bool stream = plan->traits.stream && row_loops > 0 && (way->rows.nrows == 1 || row_bytes >= GRN_LINE_BYTES);
    way->take = stream ? take->stream_windows(row_bytes, unit_of(plan, run)) : NULL;
    way->staged = stream && way->take == NULL && way->rows.dst_step <= STAGE_BYTES / 4 && windows_lie_together(way);
    if (way->take == NULL)
        way->take = take->windows(row_bytes);
}

/* The stage begins as far into a line as the result does, so that whole lines of the one are whole lines of the other. */
static void take_staged(const rows_way *way, char *dst, const char *src, const grn_narrow_block *b)
{
    _Alignas(GRN_LINE_BYTES) char stage[STAGE_BYTES];
    int64_t each = (STAGE_BYTES - GRN_LINE_BYTES) / way->rows.dst_step;
    for (int64_t i = 0; i < b->count; i += each) {
        int64_t n = b->count - i < each ? b->count - i : each;
        char *to = dst + i * way->rows.dst_step, *at = stage + (uintptr_t)to % GRN_LINE_BYTES;
        way->take(at, src, b->offset + i, n, b->known - i, &way->rows);
        b->plan->kernels->take->stream(to, at, (size_t)(n * way->rows.dst_step));
    }
}

static void move(const grn_narrow_block *b, const void *context)
{
    const rows_way *way = context;
    const grn_normal *n = &b->plan->normal;
    const grn_pair *pair = &b->plan->pairs[0];
    int32_t outer = n->nouter;
    grn_odometer o;
    grn_odometer_init(&o, way->above, n->extent + outer, pair->dense + outer, pair->operand + outer);
    for (; o.more; grn_odometer_next(&o)) {
        char *dst = grn_pair_at(pair, b->run->result, b->dense + o.a);
        const char *src = grn_pair_at(pair, b->run->operands[0], b->operand + o.b);
        if (way->staged)
            take_staged(way, dst, src, b);
        else
            way->take(dst, src, b->offset, b->count, b->known, &way->rows);
    }
}

void grn_gather_gapped_cells(const grn_plan *plan, const grn_run *run)
{
    rows_way way;
    choose_way(plan, run, 0, &way);
    grn_run_narrow(plan, run, GRN_NARROW_BLOCK / 8, &(grn_narrow_kernel){move, &way});
}

static void run_narrow(const grn_plan *plan, const grn_run *run)
{
    rows_way way;
    const grn_narrow_kernel kernel = {move, &way};
    choose_way(plan, run, 1, &way);
    if (!grn_gather_rows_fused(plan, run, &kernel))
        grn_run_narrow(plan, run, way.above > 0 ? GRN_NARROW_BLOCK : GRN_NARROW_BLOCK / 8, &kernel);
}

grn_status grn_gather_rows(const grn_plan *plan, const grn_run *run)
{
    static const grn_segment_kernels kernels = {inside, grn_gather_outside};
    if (plan->traits.narrow)
        run_narrow(plan, run);
    else if (!grn_gather_rows_fused(plan, run, NULL))
        grn_run_segments(plan, 0, run, &kernels);
    return GRN_OK;
}
