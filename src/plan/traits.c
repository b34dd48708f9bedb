/* traits.c - what a gather's strategies ask before they move anything: sizes, and which fast kernels may be used. */
#include "kernels/hints.h"
#include "plan/plan.h"

#define FETCH_AHEAD 64

bool grn_add_span(int64_t *sum, int64_t steps, int64_t stride)
{
    int64_t span, size = stride == INT64_MIN ? INT64_MAX : stride < 0 ? -stride : stride;
    return steps <= 0 || (grn_mul_i64(steps, size, &span) && grn_add_i64(*sum, span, sum));
}

/* Elements of the operand that starts alone move between; INT64_MAX when there are too many to count. */
static int64_t reach_of(const grn_plan *plan)
{
    int64_t sum = 1;
    for (int32_t k = 0; k < plan->normal.ncoords; k++)
        if (!grn_add_span(&sum, plan->axis[k].last, plan->pairs[0].coordinate[k]))
            return INT64_MAX;
    return sum;
}

static bool is_narrow(const grn_plan *plan, int64_t reach)
{
    const grn_normal *n = &plan->normal;
    int64_t sum = reach;
    return reach <= INT32_MAX && grn_add_span(&sum, grn_run_extent(n) - 1, grn_run_step(n, plan->pairs[0].operand)) &&
           sum <= INT32_MAX;
}

/* Runs shorter than this go several to a block, where that is one run of indices and of the result. */
#define SHORT_RUN 128

/* Offsets then count from where the first run starts. */
static void choose_flat(grn_plan *plan, int64_t reach)
{
    const grn_normal *n = &plan->normal;
    grn_access_traits *w = &plan->traits;
    int32_t from = grn_flat_from(n, &plan->pairs[0]);
    int64_t sum = reach;
    bool fits = w->narrow && grn_run_extent(n) < SHORT_RUN;
    for (int32_t l = from; fits && l < n->nouter; l++)
        fits = grn_add_span(&sum, n->extent[l] - 1, plan->pairs[0].operand[l]) && sum <= INT32_MAX;
    w->flat = fits ? from : n->nouter > 0 ? n->nouter - 1 : 0;
    w->flat_run = 1;
    for (int32_t l = w->flat; l < n->nouter; l++)
        w->flat_run *= n->extent[l];
}

/* Bytes that lie together in the operand wherever a window begins. */
static int64_t row_bytes(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    bool row = grn_inner_loops(n) > 0 && plan->pairs[0].operand[n->nloops - 1] == 1;
    return (row ? n->extent[n->nloops - 1] : 1) * plan->pairs[0].element_bytes;
}

/* Rows of so many bytes are written by the library's copy, which asks for no line that it will fill. */
#define COPIED_BYTES 2048

static bool copies_rows(const grn_plan *plan)
{
    return row_bytes(plan) >= COPIED_BYTES && plan->pairs[0].dense[plan->normal.nloops - 1] == 1;
}

/* What is read of the operand, by whole lines. */
static int64_t read_bytes(const grn_plan *plan, const grn_access_traits *w)
{
    int64_t row = row_bytes(plan), lines = row < GRN_LINE_BYTES ? GRN_LINE_BYTES / row : 1;
    return w->operand_bytes / lines < w->moved_bytes ? w->operand_bytes : w->moved_bytes * lines;
}

/* What a gather touches goes past the caches from this size on: the part of the last cache that a core can hope to hold. */
static int64_t stream_bytes(const grn_plan *plan)
{
    int64_t all = plan->traits.caches.all, bytes = copies_rows(plan) ? all / 8 * 5 : all / 2;
    return bytes < 2 << 20 ? 2 << 20 : bytes > 20 << 20 ? 20 << 20 : bytes;
}

/* A result that stays in the last cache is written faster there than to memory; what is read takes room beside it. */
static bool streams(const grn_plan *plan, const grn_access_traits *w)
{
    int64_t room = stream_bytes(plan) - (int64_t)grn_tensor_bytes(plan->problem.indices);
    grn_span written = grn_span_of(plan->problem.dense); /* what lies between its parts is fetched with them */
    return (int64_t)(written.to - written.from) >= room - read_bytes(plan, w);
}

/* Single elements from well beyond the second cache: the processor has fewer of them under way by itself than it could. */
static int64_t ahead_of(const grn_access_traits *w)
{
    return w->caches.l2 > 0 && w->reach_bytes > 4 * w->caches.l2 ? FETCH_AHEAD : 0;
}

/* Of elements beyond the near caches, resolving pairs first would leave pauses between fetches; of others the strategy
 * is there, and costs more. */
static bool pairs_are_direct(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return n->ncoords == 2 && n->component[1] == n->component[0] + 1 && grn_run_step(n, n->index) == 2 &&
           plan->axis[1].base == 0 && grn_run_step(n, plan->pairs[0].operand) == 0;
}

static void choose_direct(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_access_traits *w = &plan->traits;
    grn_dtype indices = plan->problem.indices->dtype;
    w->fused = NULL;
    if (n->ncoords == 1)
        w->fused = plan->kernels->take->fused(indices, (size_t)pair->element_bytes, w->stream);
    if (pairs_are_direct(plan))
        w->fused = plan->kernels->take->pairs(indices, (size_t)pair->element_bytes, w->stream);
    w->how = (grn_fused){.last = 0};
    if (w->fused == NULL)
        return;
    w->how = (grn_fused){.last = plan->axis[0].last, .scale = pair->coordinate[0] * pair->element_bytes,
                          .step = grn_run_step(n, pair->operand) * pair->element_bytes, .ahead = ahead_of(w) * n->ncoords};
    if (n->ncoords == 2) {
        w->how.second_last = plan->axis[1].last;
        w->how.second_scale = pair->coordinate[1] * pair->element_bytes;
    }
}

void grn_traits_of(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_access_traits *w = &plan->traits;
    int64_t reach = reach_of(plan);
    grn_run_as_it_lies(&plan->normal, &plan->pairs[0]);
    w->moved_bytes = grn_mul_at_most(n->vectors * n->window, pair->element_bytes);
    w->reach_bytes = grn_mul_at_most(reach, pair->element_bytes);
    w->narrow = is_narrow(plan, reach);
    w->stream = false;
    choose_flat(plan, reach);
    w->operand_bytes = w->reach_bytes;
    w->caches = (grn_caches){0, 0, 0};
    if (w->moved_bytes >= GRN_SMALL_BYTES) {
        w->operand_bytes = grn_mul_at_most(grn_tensor_elements(plan->problem.operand), (int64_t)grn_dtype_bytes(pair->dtype));
        w->caches = grn_caches_here();
        w->stream = streams(plan, w);
    }
    choose_direct(plan);
}
