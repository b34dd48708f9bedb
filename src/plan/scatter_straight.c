/*
 * scatter_straight.c - vectors whose raw indices are, or count, the offsets of
 * their targets: nothing is resolved as long as they are in range.
 */
#include "kernels/hints.h"
#include "plan/scatter.h"

/* How many vectors go by lists where an index is out of range, before the direct kernel is tried again; what it takes at
 * a time. */
#define DIRECT_REST 1024
#define MOST_REST 65536
#define DIRECT_GROUP 64

/* The targets of the next step of the loop that is followed, a share of them for each block of this step. */
static void fetch_next(const grn_plan *plan, const grn_lane *lane, void *results, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_meeting *m = &plan->meeting;
    int32_t loop = m->follow;
    int64_t extent = grn_run_extent(n), bytes = m->region_bytes;
    if (c->at[loop] + 1 >= n->extent[loop])
        return;
    int64_t base = grn_cursor_offset(n, c, lane->operand) - c->first * grn_run_step(n, lane->operand) + lane->operand[loop];
    int64_t from = bytes / extent * c->first, to = c->first + c->count == extent ? bytes : bytes / extent * (c->first + c->count);
    if (to > from)
        plan->kernels->fetch((char *)grn_lane_at(lane, results, base) + from, to - from, true);
}

/* Short blocks spread what is fetched. */
#define FOLLOW_BLOCK 128

/* Indices, or pairs of them, that are offsets as they lie; others are scaled or moved on from vector to vector. */
static bool is_plain(const grn_normal *n, const grn_lane *l)
{
    return n->ncoords == 2 || (l->coordinate[0] == 1 && grn_run_step(n, l->operand) == 0);
}

/* Runs long enough to look at first; how many pairs of neighbours are looked at. */
#define WORTH_A_LOOK 16384
#define LOOKS 32

/* Whether every neighbour is near. */
static bool is_in_order(const grn_lane *l, const int64_t *raw, int64_t count, uint64_t scale, uint64_t step)
{
    bool near = count >= WORTH_A_LOOK;
    for (int64_t k = 0; near && k < LOOKS; k++) {
        int64_t i = (count - 2) / LOOKS * k;
        near = grn_scatter_is_near(l, (int64_t)(((uint64_t)raw[i + 1] - (uint64_t)raw[i]) * scale + step));
    }
    return near;
}

/* How many vectors are held against each other; of so many pairs in one line, where targets are spread over the second
 * cache and more, there would be none. */
#define SAMPLES 64
#define MANY_PAIRS 4

/* Whether a few lines get much of all, so that these stay near whatever else is fetched. */
static bool is_skewed(const grn_lane *l, const int64_t *raw, int64_t count, uint64_t scale)
{
    uint64_t line[SAMPLES];
    int64_t pairs = 0;
    for (int64_t k = 0; count >= 4 * WORTH_A_LOOK && k < SAMPLES; k++) {
        line[k] = (uint64_t)raw[count / SAMPLES * k] * scale * (uint64_t)l->element_bytes / GRN_LINE_BYTES;
        for (int64_t other = 0; other < k; other++)
            pairs += line[other] == line[k];
    }
    return pairs >= MANY_PAIRS;
}

/* So much of the last cache gives what is missing soon enough, as loads do not wait for each other. */
#define NEAR_CACHE(caches) ((caches).all / 4)

/* How far ahead targets are fetched: not at all where the processor guesses the next by itself, or has most of them at
 * hand, since a fetch is one load more. */
static int64_t ahead_for(const grn_plan *plan, const grn_lane *l, const int64_t *raw, int64_t count)
{
    const grn_normal *n = &plan->normal;
    const uint64_t scale = (uint64_t)l->coordinate[0], step = (uint64_t)grn_run_step(n, l->operand);
    if (plan->meeting.ahead == 0 || n->ncoords != 1)
        return plan->meeting.ahead;
    bool hot = step == 0 && plan->meeting.footprint <= NEAR_CACHE(plan->meeting.caches) && is_skewed(l, raw, count, scale);
    return hot || is_in_order(l, raw, count, scale, step) ? 0 : plan->meeting.ahead;
}

/* The cursor's vectors from the first on whose index is in range; answers how many. */
static int64_t move_direct(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *l = &plan->lanes[lane];
    const int32_t second = n->ncoords - 1;
    grn_starts s = {(const int64_t *)run->indices + grn_cursor_offset(n, c, n->index) + n->component[0], n->ncoords,
                    {plan->axis[0].last, plan->axis[second].last}, {l->coordinate[0], l->coordinate[second]}};
    void *current = grn_lane_at(l, run->results[lane], grn_cursor_offset(n, c, l->operand));
    const void *updates = grn_lane_at(l, run->updates[lane], grn_cursor_offset(n, c, l->dense));
    const grn_accumulate *f = grn_lane_combiner(plan, l);
    int64_t ahead = ahead_for(plan, l, s.raw, c->count);
    if (is_plain(n, l))
        return f->direct(current, &s, updates, c->count, ahead);
    s.scale[1] = grn_run_step(n, l->operand);
    return f->stepped(current, &s, updates, c->count, ahead);
}

/* Fewer than a group, if they are in range. */
static bool move_few(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *l = &plan->lanes[lane];
    const int64_t *raw = (const int64_t *)run->indices + grn_cursor_offset(n, c, n->index) + n->component[0];
    bool inside = n->ncoords == 1 && is_plain(n, l) && grn_starts_in_range(raw, c->count, plan->axis[0].last);
    if (inside)
        grn_lane_combiner(plan, l)->cells(
            grn_lane_at(l, run->results[lane], grn_cursor_offset(n, c, l->operand)), raw,
            &(grn_updates){grn_lane_at(l, run->updates[lane], grn_cursor_offset(n, c, l->dense)), NULL, 1, c->count, 0, 1}, 0);
    return inside;
}

/* Lists are worth being set up for more than a group. */
static void move_piece(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c)
{
    grn_index_block b;
    if (c->count >= DIRECT_GROUP) {
        grn_scatter_listed_piece(plan, lane, run, grn_scatter_move_cells, c);
    } else if (!move_few(plan, lane, run, c)) {
        grn_block_resolve(plan, &plan->lanes[lane], run->indices, c, &b);
        grn_scatter_block(plan, lane, run, grn_scatter_move_cells, c, &b);
    }
}

/* Vectors of the cursor from `taken` on: what the direct kernel leaves, a group not wholly in range, by lists; the longer,
 * the more often the direct one has found the next group to be no better. */
static void move_rest_of_run(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c, int64_t taken)
{
    grn_cursor rest = *c;
    int64_t most = DIRECT_REST;
    for (rest.count = 0; taken < c->count; taken += rest.count) {
        rest.first = c->first + taken;
        rest.count = c->count - taken < most ? c->count - taken : most;
        move_piece(plan, lane, run, &rest);
        taken += rest.count;
        rest.first = c->first + taken;
        rest.count = c->count - taken;
        rest.count = rest.count < DIRECT_GROUP ? 0 : move_direct(plan, lane, run, &rest);
        most = rest.count > 0 ? DIRECT_REST : most < MOST_REST ? 4 * most : most;
    }
}

/* The cursor's vectors: mostly all in range. */
static void move_run(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c)
{
    int64_t taken = move_direct(plan, lane, run, c);
    if (taken < c->count)
        move_rest_of_run(plan, lane, run, c, taken);
}

static void move_straight(const grn_plan *plan, size_t lane, const grn_run *run)
{
    grn_cursor c;
    bool follows = plan->meeting.follow >= 0;
    for (grn_cursor_init(&plan->normal, follows ? FOLLOW_BLOCK : INT64_MAX, &c); c.more;
         grn_cursor_next(&plan->normal, &c)) {
        if (follows)
            fetch_next(plan, &plan->lanes[lane], run->results[lane], &c);
        if (plan->meeting.runs_ahead > 0)
            grn_scatter_fetch_runs(plan, lane, run, &c);
        move_run(plan, lane, run, &c);
    }
}

/* Shorter runs are not worth being set up: lists hold many of them, where nothing is to be fetched for each. */
#define LONG_RUN 256

static bool runs_pay(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    return n->nouter == 1 || grn_run_extent(n) >= (plan->meeting.runs_ahead > 0 ? DIRECT_GROUP : LONG_RUN);
}

/* Cells whose indices lie together, by vectors, as do their updates. */
static bool cells_are_straight(const grn_plan *plan, const grn_lane *l)
{
    const grn_normal *n = &plan->normal;
    bool small = true;
    for (int32_t k = 0; k < n->ncoords; k++)
        small = small && plan->axis[k].last <= UINT32_MAX;
    return grn_inner_loops(n) == 0 && runs_pay(plan) && grn_scatter_lists(plan) && small &&
           (n->ncoords == 1 || grn_run_step(n, l->operand) == 0) && grn_run_step(n, l->dense) == 1 &&
           grn_lane_combiner(plan, l)->direct != NULL;
}

/* Shorter runs go by lists, which hold many of them. */
#define LONG_ROWS_RUN 64

/* The general road for a few vectors. */
#define ROWS_REST 16
/* ... by lists, and longer each time that the next one is not in range either */
#define ROWS_LISTED 256
#define ROWS_BLOCK 128

static int64_t rows_at_rest(const grn_plan *plan)
{
    return grn_scatter_lists(plan) ? ROWS_LISTED : ROWS_REST;
}

static void move_rest_of_rows(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c, int64_t from,
                              int64_t to)
{
    grn_cursor rest = *c;
    grn_index_block b;
    rest.first = c->first + from;
    rest.count = to - from;
    if (grn_scatter_lists(plan)) {
        grn_scatter_listed_piece(plan, lane, run, grn_scatter_move_rows, &rest);
        return;
    }
    grn_block_resolve(plan, &plan->lanes[lane], run->indices, &rest, &b);
    grn_scatter_block(plan, lane, run, grn_scatter_move_rows, &rest, &b);
}

/* Rows whose indices count them as they lie in memory: looked at a block early, so that targets can be fetched in time. */
static void move_rows_run(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c)
{
    const grn_normal *n = &plan->normal;
    const grn_lane *l = &plan->lanes[lane];
    const int64_t *raw = (const int64_t *)run->indices + grn_cursor_offset(n, c, n->index) + n->component[0];
    grn_prefix_fn prefix = plan->kernels->take->prefix(plan->problem.indices->dtype);
    void *results = grn_lane_at(l, run->results[lane], grn_cursor_offset(n, c, l->operand));
    const char *update = grn_lane_at(l, run->updates[lane], grn_cursor_offset(n, c, l->dense));
    int64_t step = grn_run_step(n, l->dense), count = c->count, known = 0, least = rows_at_rest(plan), rest = least;
    for (int64_t from = 0, to; from < count; from = to) {
        if (known < count && known - from < 2 * ROWS_BLOCK)
            known += prefix(raw + known, count - known < 2 * ROWS_BLOCK ? count - known : 2 * ROWS_BLOCK, plan->axis[0].last);
        to = known < from + ROWS_BLOCK ? known : from + ROWS_BLOCK;
        grn_updates u = {update + from * step * l->element_bytes, NULL, step, to - from, known - from, l->coordinate[0]};
        if (to > from) {
            grn_scatter_single_rows(plan, grn_lane_combiner(plan, l), results, raw + from, &u);
            rest = least;
            continue;
        }
        to = from + rest < count ? from + rest : count;
        move_rest_of_rows(plan, lane, run, c, from, to);
        known = to;
        rest = rest < ROWS_LISTED ? rest : rest < MOST_REST ? 4 * rest : rest;
    }
}

static void move_straight_rows(const grn_plan *plan, size_t lane, const grn_run *run)
{
    grn_cursor c;
    for (grn_cursor_init(&plan->normal, INT64_MAX, &c); c.more; grn_cursor_next(&plan->normal, &c))
        move_rows_run(plan, lane, run, &c);
}

static bool rows_are_straight(const grn_plan *plan, const grn_lane *l)
{
    const grn_normal *n = &plan->normal;
    return grn_inner_loops(n) == 1 && grn_run_extent(n) >= LONG_ROWS_RUN && n->ncoords == 1 && l->coordinate[0] > 0 &&
           grn_run_step(n, l->operand) == 0 && plan->kernels->take->prefix(plan->problem.indices->dtype) != NULL;
}

bool grn_scatter_straight(const grn_plan *plan, size_t lane, const grn_run *run, grn_scatter_move move)
{
    const grn_lane *l = &plan->lanes[lane];
    if (!plan->meeting.straight || (uintptr_t)run->indices % sizeof(int64_t) != 0)
        return false;
    if (move == grn_scatter_move_cells && cells_are_straight(plan, l))
        move_straight(plan, lane, run);
    else if (move == grn_scatter_move_rows && rows_are_straight(plan, l))
        move_straight_rows(plan, lane, run);
    else
        return false;
    return true;
}
