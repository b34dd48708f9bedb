/* test_dist.c - layouts by hand, routes by hand, and what travels in bytes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dist/table.h"

/* ---- layouts --------------------------------------------------------------------------------- */

/* Which positions of 7 each rank has. */
static const struct {
    const char *claim;
    int32_t ranks, parts, step;
    grn_owner owner;
    int64_t extent;
    int64_t count[6];
    int64_t has[6][8];
} spread[] = {
    {"blocks of ceil(7 / 3)", 3, 3, 1, GRN_OWNER_BLOCK, 7, {3, 3, 1}, {{0, 1, 2}, {3, 4, 5}, {6}}},
    {"blocks of ceil(7 / 5): the last is empty",
     5,
     5,
     1,
     GRN_OWNER_BLOCK,
     7,
     {2, 2, 2, 1, 0},
     {{0, 1}, {2, 3}, {4, 5}, {6}}},
    {"cyclic", 3, 3, 1, GRN_OWNER_CYCLIC, 7, {3, 2, 2}, {{0, 3, 6}, {1, 4}, {2, 5}}},
    {"fewer than parts, cyclic", 4, 4, 1, GRN_OWNER_CYCLIC, 2, {1, 1, 0, 0}, {{0}, {1}}},
    {"the first axis of a 2 x 3 mesh",
     6,
     2,
     3,
     GRN_OWNER_BLOCK,
     4,
     {2, 2, 2, 2, 2, 2},
     {{0, 1}, {0, 1}, {0, 1}, {2, 3}, {2, 3}, {2, 3}}},
    {"the second", 6, 3, 1, GRN_OWNER_CYCLIC, 4, {2, 1, 1, 2, 1, 1}, {{0, 3}, {1}, {2}, {0, 3}, {1}, {2}}},
    {"parts of 0: whole", 2, 0, 0, GRN_OWNER_BLOCK, 3, {3, 3}, {{0, 1, 2}, {0, 1, 2}}},
    {"nothing to have", 2, 2, 1, GRN_OWNER_BLOCK, 0, {0, 0}, {{0}}},
};

static void lay_out(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(spread); i++) {
        const grn_layout l = {.rank = 1,
                              .shape = {spread[i].extent},
                              .parts = {spread[i].parts},
                              .step = {spread[i].step},
                              .owner = {spread[i].owner}};
        for (int32_t r = 0; r < spread[i].ranks; r++) {
            int64_t shape[GRN_MAX_RANK];
            assert_int_equal(grn_layout_local_shape(&l, r, spread[i].ranks, shape), GRN_OK);
            if (shape[0] != spread[i].count[r])
                fail_msg("%s: rank %d has %d", spread[i].claim, (int)r, (int)shape[0]);
            for (int64_t k = 0; k < shape[0]; k++)
                if (grn_layout_position(&l, r, 0, k) != spread[i].has[r][k])
                    fail_msg("%s: rank %d, element %d", spread[i].claim, (int)r, (int)k);
        }
    }
}

/* Ten rows of 3 on 4 ranks: blocks of 3, of which the last has one. */
static void lay_out_in_blocks(void **state)
{
    static const float data[9];
    static const int64_t count[4] = {3, 3, 3, 1};
    (void)state;
    for (int32_t r = 0; r < 4; r++) {
        int64_t shape[GRN_MAX_RANK];
        const grn_tensor local = grn_tensor_2d(data, GRN_F32, count[r], 3);
        const grn_dist_tensor t = grn_dist_blocks(local, 10, 4);
        assert_int_equal(t.layout.rank, 2);
        assert_true(t.layout.shape[0] == 10 && t.layout.shape[1] == 3 && t.layout.parts[1] == 0 && !t.layout.part_of);
        assert_int_equal(grn_layout_local_shape(&t.layout, r, 4, shape), GRN_OK);
        assert_true(shape[0] == count[r] && shape[1] == 3);
        assert_int_equal(grn_layout_position(&t.layout, r, 0, 0), 3 * r);
        assert_memory_equal(&t.local, &local, sizeof local);
    }
}

static void lay_out_by_table(void **state)
{
    static const int32_t part_of[] = {1, 0, 0, 1, 1, 1, 0, 0};
    const grn_layout l = {
        .rank = 2, .shape = {3, 4}, .parts = {2, 2}, .owner = {GRN_OWNER_BLOCK, GRN_OWNER_CYCLIC}, .part_of = part_of};
    static const int32_t wrong[] = {1, 0, 0, 2, 1, 1, 0, 0};
    grn_layout other = l;
    int64_t shape[GRN_MAX_RANK];
    (void)state;
    assert_int_equal(grn_layout_local_shape(&l, 0, 4, shape), GRN_OK);
    assert_true(shape[0] == 1 && shape[1] == 2);
    assert_int_equal(grn_layout_position(&l, 0, 0, 0), 2);
    assert_int_equal(grn_layout_position(&l, 1, 1, 1), 3);
    other.part_of = wrong;
    assert_int_equal(grn_layout_local_shape(&other, 0, 4, shape), GRN_E_ARGUMENT);
}

/* ---- rows of a table ------------------------------------------------------------------------- */

/* What each rank needs: entries, distinct, others', by hand. Rank 0: rows 0 5 5. 1: 2 2 2. 2: 7 7
 * 4. 3: 1 6 7. */
static const int64_t needed[4][3] = {{3, 2, 1}, {3, 1, 0}, {3, 2, 1}, {3, 3, 1}};
static const int64_t given[4] = {1, 0, 1, 1}; /* rows that others ask of it: row 1 of 0; none; 5 of 2; 7 of 3 */

static grn_status takes_rows(void *user, const grn_comm *c)
{
    mine m;
    grn_traffic t;
    (void)user;
    begin(&m, c->rank);
    CHECK(grn_dist_plan_gather(&take, c, &m.operand, &m.indices, &m.dense, NULL, NULL, NULL, &m.plan) == GRN_OK);
    CHECK(grn_dist_run_gather(m.plan, m.table, m.rows, NULL) == GRN_E_ARGUMENT);
    CHECK(grn_dist_bind(m.plan, m.ids, NULL) == GRN_OK);
    for (int run = 0; run < 2; run++) {
        memset(m.rows, 0, sizeof m.rows);
        CHECK(grn_dist_run_gather(m.plan, m.table, m.rows, NULL) == GRN_OK);
        for (int i = 0; i < 6; i++) {
            const int row = m.ids[i / 2] > 7 ? 7 : m.ids[i / 2];
            CHECK(m.rows[i] == (float)(10 * row + i % 2 + 1000 * run));
        }
        for (int i = 0; i < 4; i++)
            m.table[i] += 1000;
    }
    CHECK(grn_dist_traffic(m.plan, &t) == GRN_OK && t.way == GRN_DIST_ROUTED && t.row_bytes == 8);
    CHECK(t.rows_needed == needed[c->rank][0] && t.rows_distinct == needed[c->rank][1] &&
          t.rows_remote == needed[c->rank][2]);
    CHECK(t.bytes_received == 8 * t.rows_remote && t.least_bytes_received == t.bytes_received);
    CHECK(t.messages_received == t.rows_remote && t.messages_sent == given[c->rank] &&
          t.bytes_sent == 8 * given[c->rank]);
    CHECK(t.bind_bytes_received == 3 * 8 + 8 * given[c->rank]); /* counts of three others, and ids */
    grn_dist_plan_destroy(m.plan);
    return GRN_OK;
}

static void takes_rows_of_others(void **state)
{
    (void)state;
    assert_int_equal(grn_ranks_run(4, takes_rows, NULL, NULL, NULL), GRN_OK);
}

/* Sums that show the order: 2^24 + 1 + 1 ... stays 2^24 in f32. */
static grn_status adds_rows(void *user, const grn_comm *c)
{
    static const float sum[8][2] = {{0 + 1, 1 + 1},     {10 + 10, 11 + 10},        {20 + 4 + 5 + 6, 21 + 4 + 5 + 6},
                                    {30, 31},           {40 + 9, 41 + 9},          {50 + 2 + 3, 51 + 2 + 3},
                                    {60 + 11, 61 + 11}, {70 + 8 + 12, 71 + 8 + 12}};
    mine m;
    grn_traffic t;
    (void)user;
    begin(&m, c->rank);
    for (int i = 0; i < 6; i++)
        m.rows[i] = (float)(3 * c->rank + i / 2 + 1);
    const void *update = m.rows;
    void *result = m.table;
    const grn_dist_options o = {.way = GRN_DIST_ROUTED};
    CHECK(grn_dist_plan_scatter(&add, c, 1, &m.operand, &m.indices, &m.dense, &o, NULL, NULL, &m.plan) == GRN_OK);
    CHECK(grn_dist_bind(m.plan, m.ids, NULL) == GRN_OK &&
          grn_dist_run_scatter(m.plan, &result, &update, NULL) == GRN_OK);
    for (int i = 0; i < 4; i++)
        CHECK(m.table[i] == sum[2 * c->rank + i / 2][i % 2]);
    /* Update 6 is out of range and is dropped; to others go: of 0 two to 2; of 2 one to 3; of 3 one
     * to 0. */
    static const int64_t sent[] = {2, 0, 1, 1}, received[] = {1, 0, 2, 1};
    CHECK(grn_dist_traffic(m.plan, &t) == GRN_OK);
    CHECK(t.bytes_sent == 8 * sent[c->rank] && t.bytes_received == 8 * received[c->rank]);
    CHECK(t.bind_bytes_received == 3 * 8 + 8 * received[c->rank]); /* rank order is the order: no keys */
    grn_dist_plan_destroy(m.plan);
    return GRN_OK;
}

/* The same into a table that all have: each takes the updates of two rows, and gets the other
 * six. */
static grn_status adds_to_copies(void *user, const grn_comm *c)
{
    static const float sum[8][2] = {{0 + 1, 1 + 1},     {10 + 10, 11 + 10},        {20 + 4 + 5 + 6, 21 + 4 + 5 + 6},
                                    {30, 31},           {40 + 9, 41 + 9},          {50 + 2 + 3, 51 + 2 + 3},
                                    {60 + 11, 61 + 11}, {70 + 8 + 12, 71 + 8 + 12}};
    static const int64_t received[] = {1, 0, 2, 1};
    const grn_layout everyones = {.rank = 2, .shape = {8, 2}};
    mine m;
    grn_traffic t;
    float copy[8][2];
    void *result = copy;
    const void *update = m.rows;
    (void)user;
    begin(&m, c->rank);
    for (int i = 0; i < 16; i++)
        copy[i / 2][i % 2] = (float)(10 * (i / 2) + i % 2);
    for (int i = 0; i < 6; i++)
        m.rows[i] = (float)(3 * c->rank + i / 2 + 1);
    const grn_dist_tensor all = {everyones, grn_tensor_2d(copy, GRN_F32, 8, 2)};
    const grn_dist_options o = {.way = GRN_DIST_ROUTED};
    CHECK(grn_dist_plan_scatter(&add, c, 1, &all, &m.indices, &m.dense, &o, NULL, NULL, &m.plan) == GRN_OK);
    CHECK(grn_dist_bind(m.plan, m.ids, NULL) == GRN_OK &&
          grn_dist_run_scatter(m.plan, &result, &update, NULL) == GRN_OK);
    CHECK(memcmp(copy, sum, sizeof copy) == 0);
    CHECK(grn_dist_traffic(m.plan, &t) == GRN_OK && t.bytes_received == 8 * (received[c->rank] + 6));
    grn_dist_plan_destroy(m.plan);
    return GRN_OK;
}

static void adds_rows_where_they_belong(void **state)
{
    (void)state;
    assert_int_equal(grn_ranks_run(4, adds_rows, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(4, adds_to_copies, NULL, NULL, NULL), GRN_OK);
}

/* Updates of one element meet in their global order, whatever ranks they come from: cyclic, so that
 * keys have to travel. */
static grn_status keeps_order(void *user, const grn_comm *c)
{
    static const float in_order[8] = {16777216, 1, 1, 1, 1, -16777216, 3, 5}; /* to element 0, one after the other */
    const grn_layout one = {.rank = 2, .shape = {1, 1}},
                     dealt = {.rank = 1, .shape = {8}, .parts = {4}, .owner = {GRN_OWNER_CYCLIC}},
                     updates = {.rank = 2, .shape = {8, 1}, .parts = {4}, .owner = {GRN_OWNER_CYCLIC}};
    const int64_t at[2] = {0, 0};
    float sum = 0, mine_of[2] = {in_order[c->rank], in_order[c->rank + 4]}, want = 0;
    grn_dist_plan *plan;
    void *result = &sum;
    const void *update = mine_of;
    (void)user;
    for (int i = 0; i < 8; i++) {
        volatile float rounded = want + in_order[i];
        want = rounded;
    }
    const grn_dist_tensor o = {one, grn_tensor_2d(&sum, GRN_F32, 1, 1)}, i = {dealt, grn_tensor_1d(at, GRN_I64, 2)},
                          u = {updates, grn_tensor_2d(mine_of, GRN_F32, 2, 1)};
    const grn_dist_options how = {.way = GRN_DIST_ROUTED};
    CHECK(grn_dist_plan_scatter(&add, c, 1, &o, &i, &u, &how, NULL, NULL, &plan) == GRN_OK);
    CHECK(grn_dist_bind(plan, at, NULL) == GRN_OK && grn_dist_run_scatter(plan, &result, &update, NULL) == GRN_OK);
    CHECK(sum == want && want == 8.0f); /* 2^24 four times plus 1 is 2^24; minus 2^24 plus 3 plus 5 */
    grn_dist_plan_destroy(plan);
    return GRN_OK;
}

static void updates_meet_in_their_order(void **state)
{
    (void)state;
    assert_int_equal(grn_ranks_run(4, keeps_order, NULL, NULL, NULL), GRN_OK);
}

/* Each rank combines its own first; numbers that floats have exactly, so that no order shows. -0.0
 * that nobody reaches stays. */
static const struct {
    grn_combiner combiner;
    float start, update[4], want; /* of element 1; update r is rank r's */
} combined[] = {
    {GRN_COMBINE_ADD, 100, {1, 2, 3, 4}, 110},     {GRN_COMBINE_MUL, 3, {2, -1, 4, 0.5f}, -12},
    {GRN_COMBINE_MIN, 5, {7, -2, 9, 6}, -2},       {GRN_COMBINE_MAX, 5, {7, -2, 9, 6}, 9},
    {GRN_COMBINE_MAX, -500, {-7, -2, -9, -6}, -2}, {GRN_COMBINE_MIN, 500, {7, 2, 9, 6}, 2},
};

static grn_status combines(void *user, const grn_comm *c)
{
    const grn_layout four = {.rank = 2, .shape = {4, 1}, .parts = {2}}, each = {.rank = 1, .shape = {4}, .parts = {4}},
                     updates = {.rank = 2, .shape = {4, 1}, .parts = {4}};
    const int64_t one = 1;
    (void)user;
    for (size_t i = 0; i < GRN_COUNT(combined); i++) {
        float own[2] = {-0.0f, c->rank % 2 ? -0.0f : combined[i].start}, update = combined[i].update[c->rank];
        const float untouched = -0.0f;
        grn_scatter_spec spec = add;
        const grn_dist_options how = {.way = GRN_DIST_COMBINE, .reassociate = true};
        const grn_dist_tensor o = {four, grn_tensor_2d(own, GRN_F32, 2, 1)},
                              at = {each, grn_tensor_1d(&one, GRN_I64, 1)},
                              u = {updates, grn_tensor_2d(&update, GRN_F32, 1, 1)};
        grn_dist_plan *plan;
        grn_traffic t;
        void *result = own;
        const void *from = &update;
        spec.combiner = combined[i].combiner;
        CHECK(grn_dist_plan_scatter(&spec, c, 1, &o, &at, &u, &how, NULL, NULL, &plan) == GRN_OK);
        CHECK(grn_dist_bind(plan, &one, NULL) == GRN_OK && grn_dist_run_scatter(plan, &result, &from, NULL) == GRN_OK);
        CHECK(memcmp(&own[0], &untouched, sizeof untouched) == 0);
        CHECK(c->rank % 2 ? memcmp(&own[1], &untouched, sizeof untouched) == 0 : own[1] == combined[i].want);
        CHECK(grn_dist_traffic(plan, &t) == GRN_OK && t.way == GRN_DIST_COMBINE);
        /* Two ranks have each part: each gets one element of three others, and the other element
         * combined. */
        CHECK(t.bytes_received == 3 * 4 + 4);
        grn_dist_plan_destroy(plan);
        CHECK(grn_dist_plan_scatter(&spec, c, 1, &o, &at, &u, &(grn_dist_options){.way = GRN_DIST_COMBINE}, NULL, NULL,
                                    &plan) == GRN_E_UNSUPPORTED);
    }
    return GRN_OK;
}

/* Twelve integers into one element: three partial sums come for less than nine updates. Floats go
 * their way in order. */
static grn_status chooses(void *user, const grn_comm *c)
{
    const grn_layout one = {.rank = 1, .shape = {1}}, updates = {.rank = 1, .shape = {12}, .parts = {4}};
    static const grn_scatter_spec sum = {
        .dims = {.collapsed_slice_dims = DIMS(0), .start_index_map = DIMS(0), .index_vector_dim = 1},
        .combiner = GRN_COMBINE_ADD};
    static const int8_t zeros[3] = {0, 0, 0};
    const int32_t add_up[3] = {3 * c->rank + 1, 3 * c->rank + 2, 3 * c->rank + 3};
    int32_t total = 1000;
    void *result = &total;
    const void *update = add_up;
    grn_traffic t;
    (void)user;
    for (int floats = 0; floats < 2; floats++) {
        const grn_dtype dtype = floats ? GRN_F32 : GRN_I32;
        grn_dist_plan *plan;
        const grn_dist_tensor o = {one, grn_tensor_1d(&total, dtype, 1)},
                              i = {updates, grn_tensor_1d(zeros, GRN_I8, 3)},
                              u = {updates, grn_tensor_1d(add_up, dtype, 3)};
        CHECK(grn_dist_plan_scatter(&sum, c, 1, &o, &i, &u, NULL, NULL, NULL, &plan) == GRN_OK);
        CHECK(grn_dist_bind(plan, zeros, NULL) == GRN_OK &&
              grn_dist_run_scatter(plan, &result, &update, NULL) == GRN_OK);
        CHECK(grn_dist_traffic(plan, &t) == GRN_OK && t.way == (floats ? GRN_DIST_ROUTED : GRN_DIST_COMBINE));
        /* Rank 0 gets three partial sums, and the others get the sum of it. */
        CHECK(floats || (total == 1000 + 78 && t.bytes_received == (c->rank == 0 ? 3 * 4 : 4)));
        grn_dist_plan_destroy(plan);
    }
    return GRN_OK;
}

static void combines_where_it_may(void **state)
{
    (void)state;
    assert_int_equal(grn_ranks_run(4, combines, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(4, chooses, NULL, NULL, NULL), GRN_OK);
}

/* ---- what need not travel -------------------------------------------------------------------- */

/* Updates everywhere: each owner takes its own. 0 bytes in a run. */
static grn_status owners_take(void *user, const grn_comm *c)
{
    const grn_layout everywhere = {.rank = 1, .shape = {12}}, whole = {.rank = 2, .shape = {12, 2}};
    float updates[24], sum[4] = {0}, want[16] = {0};
    grn_dist_plan *plan;
    grn_traffic t;
    void *result = sum;
    const void *update = updates;
    (void)user;
    for (int i = 0; i < 24; i++) {
        updates[i] = (float)i;
        if (ids[i / 2] < 8)
            want[2 * ids[i / 2] + i % 2] += (float)i;
    }
    const grn_dist_tensor o = {table, grn_tensor_2d(sum, GRN_F32, 2, 2)},
                          i = {everywhere, grn_tensor_1d(ids, GRN_I32, 12)},
                          u = {whole, grn_tensor_2d(updates, GRN_F32, 12, 2)};
    CHECK(grn_dist_plan_scatter(&add, c, 1, &o, &i, &u, NULL, NULL, NULL, &plan) == GRN_OK);
    CHECK(grn_dist_bind(plan, ids, NULL) == GRN_OK && grn_dist_run_scatter(plan, &result, &update, NULL) == GRN_OK);
    CHECK(memcmp(sum, want + 4 * c->rank, sizeof sum) == 0);
    CHECK(grn_dist_traffic(plan, &t) == GRN_OK && t.bytes_received == 0 && t.bytes_sent == 0 && t.messages_sent == 0);
    grn_dist_plan_destroy(plan);
    return GRN_OK;
}

/* Batching dims divided alike: each rank on its own. */
static grn_status batches(void *user, const grn_comm *c)
{
    static const grn_gather_spec spec = {.dims = {.operand_batching_dims = DIMS(0),
                                                  .start_indices_batching_dims = DIMS(0),
                                                  .collapsed_slice_dims = DIMS(1),
                                                  .start_index_map = DIMS(1),
                                                  .index_vector_dim = 2},
                                         .slice_sizes = DIMS(1, 1)};
    const grn_layout operand = {.rank = 2, .shape = {4, 3}, .parts = {4}},
                     others = {.rank = 2, .shape = {4, 2}, .parts = {4}};
    const int64_t row[3] = {10 * c->rank, 10 * c->rank + 1, 10 * c->rank + 2};
    const int16_t which[2] = {2, (int16_t)(c->rank % 3)};
    int64_t out[2];
    grn_traffic t;
    grn_dist_plan *plan;
    (void)user;
    const grn_dist_tensor o = {operand, grn_tensor_2d(row, GRN_I64, 1, 3)},
                          i = {others, grn_tensor_2d(which, GRN_I16, 1, 2)},
                          r = {others, grn_tensor_2d(out, GRN_I64, 1, 2)};
    CHECK(grn_dist_plan_gather(&spec, c, &o, &i, &r, NULL, NULL, NULL, &plan) == GRN_OK);
    CHECK(grn_dist_bind(plan, which, NULL) == GRN_OK && grn_dist_run_gather(plan, row, out, NULL) == GRN_OK);
    CHECK(out[0] == row[2] && out[1] == row[c->rank % 3]);
    CHECK(grn_dist_traffic(plan, &t) == GRN_OK && t.way == GRN_DIST_LOCAL &&
          t.bytes_received + t.bind_bytes_received == 0);
    grn_dist_plan_destroy(plan);
    return GRN_OK;
}

static void nothing_travels_that_need_not(void **state)
{
    (void)state;
    assert_int_equal(grn_ranks_run(4, owners_take, NULL, NULL, NULL), GRN_OK);
    assert_int_equal(grn_ranks_run(4, batches, NULL, NULL, NULL), GRN_OK);
}

/* 300 rows, i8 indices: 1.05 times the distinct remote rows and 8 bytes an id. Rows go in rounds
 * where little may be staged. */
static grn_status many_rows(void *user, const grn_comm *c)
{
    enum { ROWS = 300, COLUMNS = 16, IDS = 200 };
    const size_t *staged = user;
    const grn_layout o_layout = {.rank = 2, .shape = {ROWS, COLUMNS}, .parts = {c->size}, .owner = {GRN_OWNER_CYCLIC}},
                     i_layout = {.rank = 1, .shape = {IDS}, .parts = {c->size}},
                     r_layout = {.rank = 2, .shape = {IDS, COLUMNS}, .parts = {c->size}};
    int64_t shape[GRN_MAX_RANK];
    CHECK(grn_layout_local_shape(&o_layout, c->rank, c->size, shape) == GRN_OK);
    const int64_t own = shape[0];
    CHECK(grn_layout_local_shape(&i_layout, c->rank, c->size, shape) == GRN_OK);
    const int64_t n = shape[0];
    int32_t(*from)[COLUMNS] = calloc((size_t)own + 1, sizeof *from), (*to)[COLUMNS] = calloc((size_t)n + 1, sizeof *to);
    int8_t *which = calloc((size_t)n + 1, 1);
    bool seen[ROWS] = {false};
    int64_t distinct = 0;
    for (int64_t i = 0; i < own * COLUMNS; i++)
        from[i / COLUMNS][i % COLUMNS] =
            (int32_t)(100 * grn_layout_position(&o_layout, c->rank, 0, i / COLUMNS) + i % COLUMNS);
    for (int64_t i = 0; i < n; i++) {
        which[i] = (int8_t)(37 * grn_layout_position(&i_layout, c->rank, 0, i) % 90);
        distinct += !seen[which[i]] && which[i] % c->size != c->rank;
        seen[which[i]] = true;
    }
    const grn_dist_tensor o = {o_layout, grn_tensor_2d(from, GRN_I32, own, COLUMNS)},
                          i = {i_layout, grn_tensor_1d(which, GRN_I8, n)},
                          r = {r_layout, grn_tensor_2d(to, GRN_I32, n, COLUMNS)};
    grn_gather_spec spec = take;
    spec.slice_sizes.v[1] = COLUMNS;
    const grn_dist_options how = {.most_staged_bytes = *staged};
    grn_dist_plan *plan;
    grn_traffic t;
    CHECK(grn_dist_plan_gather(&spec, c, &o, &i, &r, &how, NULL, NULL, &plan) == GRN_OK);
    CHECK(grn_dist_bind(plan, which, NULL) == GRN_OK && grn_dist_run_gather(plan, from, to, NULL) == GRN_OK);
    for (int64_t k = 0; k < n * COLUMNS; k++)
        CHECK(to[k / COLUMNS][k % COLUMNS] == 100 * which[k / COLUMNS] + k % COLUMNS);
    CHECK(grn_dist_traffic(plan, &t) == GRN_OK && t.rows_remote == distinct);
    CHECK(t.bytes_received == distinct * COLUMNS * 4 && t.least_bytes_received == t.bytes_received);
    CHECK(*staged == 0 || t.messages_received > c->size - 1);
    grn_dist_plan_destroy(plan);
    free(from);
    free(to);
    free(which);
    return GRN_OK;
}

static void rows_travel_once(void **state)
{
    (void)state;
    for (int32_t ranks = 2; ranks <= 5; ranks++)
        for (size_t staged = 0; staged <= 256; staged += 256)
            assert_int_equal(grn_ranks_run(ranks, many_rows, &staged, NULL, NULL), GRN_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lay_out),
        cmocka_unit_test(lay_out_in_blocks),
        cmocka_unit_test(lay_out_by_table),
        cmocka_unit_test(takes_rows_of_others),
        cmocka_unit_test(adds_rows_where_they_belong),
        cmocka_unit_test(updates_meet_in_their_order),
        cmocka_unit_test(combines_where_it_may),
        cmocka_unit_test(nothing_travels_that_need_not),
        cmocka_unit_test(rows_travel_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
