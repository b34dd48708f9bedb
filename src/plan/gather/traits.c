/* traits.c - properties of a gather that its rows depend on, computed before anything moves: sizes,
 * and which offsets fit 32 bits. */
#include "kernels/hints.h"
#include "plan/plan.h"

bool grn_add_span(int64_t *sum, int64_t steps, int64_t stride)
{
    int64_t span, size = stride == INT64_MIN ? INT64_MAX : stride < 0 ? -stride : stride;
    return steps <= 0 || (grn_mul_i64(steps, size, &span) && grn_add_i64(*sum, span, sum));
}

/* Elements of the operand that starts alone move between; INT64_MAX when there are too many to
 * count. */
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

/* Runs shorter than this go several to a block, where that is one run of indices and of the
 * result. */
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

/* The bytes of the operand that are read, by whole lines. */
static int64_t read_bytes(const grn_plan *plan, const grn_access_traits *w)
{
    int64_t row = row_bytes(plan), lines = row < GRN_LINE_BYTES ? GRN_LINE_BYTES / row : 1;
    return w->operand_bytes / lines < w->moved_bytes ? w->operand_bytes : w->moved_bytes * lines;
}

void grn_traits_of(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    grn_access_traits *t = &plan->traits;
    int64_t reach = reach_of(plan);
    grn_run_as_it_lies(&plan->normal, &plan->pairs[0]);
    t->moved_bytes = grn_mul_at_most(n->vectors * n->window, pair->element_bytes);
    t->reach_bytes = grn_mul_at_most(reach, pair->element_bytes);
    t->narrow = is_narrow(plan, reach);
    t->small = t->moved_bytes < GRN_SMALL_BYTES;
    choose_flat(plan, reach);
    t->operand_bytes =
        grn_mul_at_most(grn_tensor_elements(plan->problem.operand), (int64_t)grn_dtype_bytes(pair->dtype));
    t->read_bytes = read_bytes(plan, t);
    grn_span written = grn_span_of(plan->problem.dense); /* what lies between its parts is prefetched with them */
    t->written_bytes = (int64_t)(written.to - written.from);
    t->panel_columns = grn_panel_columns_by_figures(plan);
}
