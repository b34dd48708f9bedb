/*
 * meeting.c - what a scatter's strategies ask before they move anything: how
 * targets lie to each other and to the caches, and how the work is shared out.
 */
#include "plan/scatter.h"

#define LINE_BYTES 64

static int64_t magnitude(int64_t x)
{
    return x == INT64_MIN ? INT64_MAX : x < 0 ? -x : x;
}

static int64_t bytes_of(int64_t elements, int64_t element_bytes)
{
    int64_t bytes;
    return grn_mul_i64(elements, element_bytes, &bytes) ? bytes : INT64_MAX;
}

static bool is_clipped(const grn_normal *n, int32_t loop)
{
    for (int32_t k = 0; k < n->ncoords; k++)
        if (n->clip[k] == loop)
            return true;
    return false;
}

/* Where every inner loop's counter is told by the element, so is the start; and no counter takes part in a verdict. */
static bool windows_coincide(const grn_normal *n)
{
    bool coincide = true;
    for (int32_t l = n->nouter; l < n->nloops; l++)
        coincide = coincide && n->apart[l];
    for (int32_t k = 0; k < n->ncoords; k++)
        coincide = coincide && n->clip[k] < 0;
    return coincide;
}

static int64_t row_bytes_of(const grn_plan *plan)
{
    return grn_rows_obstacle(plan) == NULL ? grn_row_bytes(plan, &plan->lanes[0]) : plan->lanes[0].element_bytes;
}

/* ---- caches -------------------------------------------------------------------------------------------------- */

/* Enough ahead to hide memory, not so much that it is gone again. In the last cache too: it is shared with others. */
static int64_t ahead_of(const grn_plan *plan)
{
    int64_t vectors = 8192 / row_bytes_of(plan);
    return vectors < 4 ? 4 : vectors > 128 ? 128 : vectors;
}

/* Whole lines that will not be found in a cache again, and are not written over and over. */
static bool streams(const grn_plan *plan, int64_t moved)
{
    const grn_meeting *m = &plan->meeting;
    int64_t row = row_bytes_of(plan);
    bool lines = row % LINE_BYTES == 0 || row >= 8 * LINE_BYTES;
    bool once = plan->rule.unique_indices || moved / 2 <= m->footprint;
    return plan->combiner == GRN_COMBINE_REPLACE && lines && once && m->footprint > m->caches.all / 2 &&
           moved > m->caches.l2;
}

/*
 * Elements along the last dimension, row after row: the next row of targets
 * is fetched as a whole, which is worth it where nearly every line is hit.
 */
static int32_t loop_to_follow(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[0];
    grn_meeting *m = &plan->meeting;
    int32_t loop = n->nouter - 2;
    if (loop < 0 || !n->apart[loop] || n->ncoords != 1 || grn_inner_loops(n) > 0 || lane->coordinate[0] <= 0 ||
        plan->problem.nlanes > 1 || lane->operand[n->nouter - 1] != 0)
        return -1;
    m->region_bytes = bytes_of(bytes_of(plan->dim[0], lane->coordinate[0]), lane->element_bytes);
    bool dense = n->extent[n->nouter - 1] >= m->region_bytes / LINE_BYTES / 2;
    return dense && m->region_bytes <= m->caches.l2 / 4 ? loop : -1;
}

/* ---- threads ------------------------------------------------------------------------------------------------- */

/* Where the results' elements lie within a line of each other along the loop, pieces are lines. */
static int64_t grain_of(const grn_plan *plan, int32_t loop)
{
    int64_t grain = 1;
    for (size_t i = 0; i < plan->problem.nlanes; i++) {
        int64_t step = bytes_of(magnitude(plan->lanes[i].operand[loop]), plan->lanes[i].element_bytes);
        int64_t lines = step > 0 && step < LINE_BYTES ? LINE_BYTES / step : 1;
        grain = lines > grain ? lines : grain;
    }
    return grain;
}

/* Cutting a window loop has every part resolve all vectors again: only long rows are worth it. */
#define LONG_ROW_BYTES 4096

static bool may_cut(const grn_plan *plan, int32_t loop)
{
    const grn_normal *n = &plan->normal;
    int64_t pieces = n->extent[loop] / grain_of(plan, loop);
    bool worth = loop < n->nouter ||
                 bytes_of(n->window, plan->lanes[0].element_bytes) >= LONG_ROW_BYTES * plan->threads;
    return worth && n->apart[loop] && !is_clipped(n, loop) && pieces >= plan->threads;
}

/* Outer loops first, of them the one that jumps farthest: its parts share the least. */
static int32_t loop_to_cut(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const int64_t *operand = plan->lanes[0].operand;
    int32_t best = -1;
    for (int32_t l = 0; l < n->nloops; l++)
        if (may_cut(plan, l) && (best < 0 || (l < n->nouter && magnitude(operand[l]) > magnitude(operand[best])) ||
                                 (best >= n->nouter && magnitude(operand[l]) > magnitude(operand[best]))))
            best = l;
    return best;
}

#define NS_TO_SHARE 8000.0 /* to have others begin, and to wait for the last */
#define NS_PER_LOOK 3.0    /* whose is it; written down, and read again */
#define NS_PER_INDEX 0.9   /* to an offset that is written down */
#define NS_PER_STRAIGHT 0.15 /* ... that is an offset as it is */
#define NS_PER_PICK 0.45   /* whose is it, four at a time; most of it waits for the indices and updates themselves */
#define MISS_UNDER_WAY 0.5 /* of what a lone miss takes, with as many under way as there are in a scatter */
#define NS_PER_ELEMENT 0.4
#define NS_PER_BYTE 0.03

static double moving(const grn_plan *plan)
{
    double elements = (double)plan->normal.window * (double)plan->problem.nlanes;
    return MISS_UNDER_WAY * grn_scatter_miss(plan) + elements * (NS_PER_BYTE * (double)plan->lanes[0].element_bytes +
                                                (grn_inner_loops(&plan->normal) == 0 ? NS_PER_ELEMENT : 0.0));
}

static double alone(const grn_plan *plan)
{
    double look = plan->normal.ncoords * (plan->meeting.straight ? NS_PER_STRAIGHT : NS_PER_INDEX);
    return (double)plan->normal.vectors * (look + moving(plan));
}

/* By lists each vector is looked at once, at some cost; by picks once by every thread, at little. */
static double by_owners(const grn_plan *plan)
{
    double list = plan->normal.ncoords * NS_PER_INDEX + NS_PER_LOOK;
    return NS_TO_SHARE + (double)plan->normal.vectors * (list + moving(plan)) / plan->threads;
}

static double by_picks(const grn_plan *plan)
{
    double look = NS_PER_PICK + plan->normal.ncoords * (plan->meeting.straight ? NS_PER_STRAIGHT : NS_PER_INDEX);
    return NS_TO_SHARE + (double)plan->normal.vectors * (look + moving(plan) / plan->threads);
}

static void share_targets(grn_plan *plan)
{
    double lists = by_owners(plan), picks = by_picks(plan), enough = 0.85 * alone(plan);
    bool listed = lists < picks && lists < enough && grn_meeting_share(plan, GRN_SHARE_OWNERS, -1, plan->threads);
    if (!listed && picks < enough)
        (void)grn_meeting_share(plan, GRN_SHARE_PICKS, -1, plan->threads);
}

static int32_t owner_shift(const grn_plan *plan)
{
    int32_t shift = 0;
    while ((plan->lanes[0].element_bytes << shift) < 2 * LINE_BYTES)
        shift++;
    return shift;
}

bool grn_meeting_share(grn_plan *plan, grn_share share, int32_t loop, int32_t parts)
{
    grn_meeting *m = &plan->meeting;
    bool right = plan->combiner != GRN_COMBINE_REGION;
    if (share == GRN_SHARE_LOOP)
        right = right && loop >= 0 && loop < plan->normal.nloops && plan->normal.apart[loop] && !is_clipped(&plan->normal, loop);
    if (share == GRN_SHARE_OWNERS)
        right = right && m->coincide && plan->has_scratch;
    if (share == GRN_SHARE_PICKS)
        right = right && m->coincide;
    if (!right)
        return false;
    m->share = share;
    m->parts = share == GRN_SHARE_NONE ? 1 : parts;
    if (share != GRN_SHARE_LOOP && m->parts > GRN_MOST_OWNERS)
        m->parts = GRN_MOST_OWNERS;
    m->loop = loop;
    m->grain = share == GRN_SHARE_LOOP ? grain_of(plan, loop) : 1;
    m->owner_shift = owner_shift(plan);
    return true;
}

static void share_out(grn_plan *plan)
{
    if (plan->threads < 2 || plan->combiner == GRN_COMBINE_REGION || alone(plan) < NS_TO_SHARE)
        return;
    int32_t loop = loop_to_cut(plan);
    if (!grn_meeting_share(plan, GRN_SHARE_LOOP, loop, plan->threads))
        share_targets(plan);
}

/* Indices that need no rule as long as they are in range. */
static bool is_straight(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    grn_dtype dtype = plan->problem.indices->dtype;
    bool straight = (dtype == GRN_I64 || dtype == GRN_INDEX || dtype == GRN_UI64) && n->nouter > 0 &&
                    (n->ncoords == 1 || n->ncoords == 2) && grn_run_step(n, n->index) == n->ncoords;
    for (int32_t k = 0; straight && k < n->ncoords; k++)
        straight = plan->axis[k].base == 0 && n->component[k] == n->component[0] + k;
    return straight;
}

void grn_meeting_of(grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *lane = &plan->lanes[0];
    int64_t moved = bytes_of(n->vectors * n->window, lane->element_bytes);
    plan->meeting = (grn_meeting){.follow = -1, .parts = 1, .grain = 1};
    grn_meeting *m = &plan->meeting;
    m->coincide = windows_coincide(n);
    m->straight = is_straight(plan);
    if (moved < GRN_SMALL_BYTES / 2)
        return;
    m->caches = grn_caches_here();
    m->footprint = bytes_of(grn_tensor_elements(plan->problem.operand), lane->element_bytes);
    if (m->footprint > m->caches.l2) {
        m->stream = streams(plan, moved);
        m->follow = loop_to_follow(plan);
        m->ahead = m->follow >= 0 ? 0 : ahead_of(plan);
    }
    share_out(plan);
}
