/*
 * test_dist_rounds.c - what is on its way at a time: of rows, ids, words of updates, elements, on
 * ranks that send or get far more than others.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dist/dist.h"
#include "dist/table.h"
#include "support/refuser.h"

/* ---- which rows go in which round ------------------------------------------------------------ */

/* Five ranks; rank r sends rank s (3 r + s) % 7 rows of `row_bytes`, and rank 4 sends rank 0 a
 * hundred. */
typedef struct rounds_case {
    int64_t row_bytes;
    size_t most;
    int64_t rounds; /* by hand */
} rounds_case;

static int64_t rows_of(int32_t from, int32_t to)
{
    return from == to ? 0 : from == 4 && to == 0 ? 100 : (3 * from + to) % 7;
}

static grn_status takes_turns(void *user, const grn_comm *c)
{
    const rounds_case *k = user;
    grn_wire w = {.comm = c};
    grn_rounds r;
    grn_load load = {.row_bytes = k->row_bytes};
    int64_t next_out[5] = {0}, next_in[5] = {0}, from;
    for (int32_t s = 0; s < 5; s++) {
        load.out_bytes += rows_of(c->rank, s) * k->row_bytes;
        load.in_bytes += rows_of(s, c->rank) * k->row_bytes;
    }
    CHECK(grn_rounds_begin(&r, &w, &load, false, k->most, NULL) == GRN_OK);
    for (int32_t s = 0; s < 5; s++) {
        grn_rounds_need(&r, rows_of(c->rank, s), k->row_bytes);
        grn_rounds_need(&r, rows_of(s, c->rank), k->row_bytes);
    }
    CHECK(grn_rounds_end(&r, &w, NULL) == GRN_OK && r.count == k->rounds);
    for (int64_t round = 0; round < r.count; round++) {
        int64_t out = 0, in = 0, told[5], heard[5], bytes[5];
        for (int32_t s = 0; s < 5; s++) {
            const grn_dist_pair there = {s, false, rows_of(c->rank, s), k->row_bytes},
                                here = {s, true, rows_of(s, c->rank), k->row_bytes};
            told[s] = grn_rounds_rows(&r, round, &there, &from);
            CHECK(told[s] == 0 || from == next_out[s]);
            next_out[s] += told[s];
            heard[s] = grn_rounds_rows(&r, round, &here, &from);
            CHECK(heard[s] == 0 || from == next_in[s]);
            next_in[s] += heard[s];
            out += told[s] * k->row_bytes;
            in += heard[s] * k->row_bytes;
        }
        const int64_t limit = k->most < (size_t)k->row_bytes ? k->row_bytes : (int64_t)k->most;
        CHECK(out <= limit && in <= limit);
        int64_t said_by[5];
        CHECK(grn_wire_exchange_counts(&w, told, said_by, bytes, NULL) == GRN_OK);
        CHECK(memcmp(said_by, heard, sizeof heard) == 0); /* sender and receiver mean the same */
    }
    for (int32_t s = 0; s < 5; s++)
        CHECK(next_out[s] == rows_of(c->rank, s) && next_in[s] == rows_of(s, c->rank));
    return GRN_OK;
}

static void pairs_take_turns(void **state)
{
    static const rounds_case cases[] = {
        {8, 10000, 1},  {8, 32, 100}, /* a row of 8 bytes to each of four others: 100 turns */
        {8, 64, 50},                  /* two rows to each */
        {8, 16, 200},                 /* to two others at a time: two sets of pairs, 100 turns of each */
        {8, 25, 200},                 /* to three: distances 1 to 3, and 4 */
        {8, 8, 400},                  /* to one */
        {8, 3, 400},                  /* less than a row: one row all the same */
        {100, 300, 200}               /* three rows: distances 1 to 3, and 4 */
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        assert_int_equal(grn_ranks_run(5, takes_turns, (void *)(uintptr_t)&cases[i], NULL, NULL), GRN_OK);
}

/* ---- what plans send ------------------------------------------------------------------------- */

enum { RANKS = 4, ROWS = 64, COLUMNS = 8, IDS = 96 };

/* A communicator that notes the most that went out, and came in, by one alltoallv. */
typedef struct watching {
    const grn_comm *under;
    int64_t most;
} watching;

static grn_status watched_alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                                    const int64_t *receive_bytes)
{
    watching *w = user;
    int64_t out = 0, in = 0;
    for (int32_t r = 0; r < w->under->size; r++) {
        out += send_bytes[r];
        in += receive_bytes[r];
    }
    w->most = out > w->most ? out : w->most;
    w->most = in > w->most ? in : w->most;
    return w->under->alltoallv(w->under->user, send, send_bytes, receive, receive_bytes);
}

static grn_status watched_least(void *user, int64_t own, int64_t *out)
{
    watching *w = user;
    return w->under->least(w->under->user, own, out);
}

/* How a case lies on the ranks. All ids are of the first 16 rows, which rank 0 has; or rank 3 has
 * all updates, or the indices. */
typedef struct layouts {
    const char *claim;
    bool scatter;
    grn_dist_way way;
    grn_owner owner;        /* of ids and updates */
    bool copies, turned;    /* the operand whole on all; its columns divided instead of its rows */
    bool indices_elsewhere; /* indices whole on each rank */
} layouts;

static const layouts cases[] = {
    {"rows asked of one rank", false, GRN_DIST_ROUTED, GRN_OWNER_BLOCK, false, false, false},
    {"columns of all ranks", false, GRN_DIST_ROUTED, GRN_OWNER_CYCLIC, false, true, false},
    {"the table to all", false, GRN_DIST_EVERYWHERE, GRN_OWNER_BLOCK, false, false, false},
    {"its columns to all", false, GRN_DIST_EVERYWHERE, GRN_OWNER_BLOCK, false, true, true},
    {"updates to one rank", true, GRN_DIST_ROUTED, GRN_OWNER_BLOCK, false, false, false},
    {"updates with keys", true, GRN_DIST_ROUTED, GRN_OWNER_CYCLIC, false, false, true},
    {"updates to copies", true, GRN_DIST_ROUTED, GRN_OWNER_BLOCK, true, false, false},
    {"updates to all", true, GRN_DIST_EVERYWHERE, GRN_OWNER_CYCLIC, false, true, false},
    {"combined", true, GRN_DIST_COMBINE, GRN_OWNER_BLOCK, false, false, false},
    {"combined, columns", true, GRN_DIST_COMBINE, GRN_OWNER_CYCLIC, false, true, false},
    {"combined for copies", true, GRN_DIST_COMBINE, GRN_OWNER_BLOCK, true, false, true},
};
static const size_t limits[] = {0, 1, 40, 100, 512};

typedef struct skewed {
    size_t which, limit;
    int64_t most[RANKS];
} skewed;

static int32_t start(int32_t i, int32_t j) { return 1000 * i + j; }
static int64_t id_of(int64_t n) { return (n + 7 * (n / 4)) % 16; }

/* What the operand's element (i, j) is in the end: update n adds n + j to row id_of(n). */
static int32_t sum_at(int32_t i, int32_t j)
{
    int32_t sum = start(i, j);
    for (int32_t n = 0; n < IDS; n++)
        sum += id_of(n) == i ? n + j : 0;
    return sum;
}

static grn_status skew(void *user, const grn_comm *c)
{
    skewed *s = user;
    const layouts *k = &cases[s->which];
    watching watch = {.under = c};
    const grn_comm over = {
        .rank = c->rank, .size = c->size, .user = &watch, .alltoallv = watched_alltoallv, .least = watched_least};
    const grn_layout o_layout = {
        .rank = 2, .shape = {ROWS, COLUMNS}, .parts = {k->copies || k->turned ? 1 : RANKS, k->turned ? RANKS : 1}};
    const grn_layout i_layout = {
        .rank = 1, .shape = {IDS}, .parts = {k->indices_elsewhere ? 1 : RANKS}, .owner = {k->owner}};
    const grn_layout d_layout = {.rank = 2, .shape = {IDS, COLUMNS}, .parts = {RANKS}, .owner = {k->owner}};
    static const int64_t nothing = 0;
    int64_t shape[GRN_MAX_RANK], which[IDS] = {nothing};
    int32_t operand[ROWS * COLUMNS], dense[IDS * COLUMNS];
    CHECK(grn_layout_local_shape(&o_layout, c->rank, c->size, shape) == GRN_OK);
    const int64_t rows_here = shape[0], columns_here = shape[1];
    CHECK(grn_layout_local_shape(&i_layout, c->rank, c->size, shape) == GRN_OK);
    const int64_t ids_here = shape[0], dense_here = IDS / RANKS;
    for (int64_t i = 0; i < rows_here; i++)
        for (int64_t j = 0; j < columns_here; j++)
            operand[i * columns_here + j] = start((int32_t)grn_layout_position(&o_layout, c->rank, 0, i),
                                                  (int32_t)grn_layout_position(&o_layout, c->rank, 1, j));
    for (int64_t n = 0; n < ids_here; n++)
        which[n] = id_of(grn_layout_position(&i_layout, c->rank, 0, n));
    for (int64_t n = 0; n < dense_here; n++)
        for (int64_t j = 0; j < COLUMNS; j++)
            dense[n * COLUMNS + j] = k->scatter ? (int32_t)(grn_layout_position(&d_layout, c->rank, 0, n) + j) : -1;
    const grn_dist_tensor o = {o_layout, grn_tensor_2d(operand, GRN_I32, rows_here, columns_here)},
                          i = {i_layout, grn_tensor_1d(which, GRN_I64, ids_here)},
                          d = {d_layout, grn_tensor_2d(dense, GRN_I32, dense_here, COLUMNS)};
    const grn_dist_options how = {.way = k->way, .most_staged_bytes = s->limit};
    grn_gather_spec spec = take;
    void *result = operand;
    const void *update = dense;
    grn_dist_plan *plan;
    spec.slice_sizes.v[1] = COLUMNS;
    CHECK((k->scatter ? grn_dist_plan_scatter(&add, &over, 1, &o, &i, &d, &how, NULL, NULL, &plan)
                      : grn_dist_plan_gather(&spec, &over, &o, &i, &d, &how, NULL, NULL, &plan)) == GRN_OK);
    CHECK(grn_dist_bind(plan, which, NULL) == GRN_OK);
    CHECK((k->scatter ? grn_dist_run_scatter(plan, &result, &update, NULL)
                      : grn_dist_run_gather(plan, operand, dense, NULL)) == GRN_OK);
    grn_dist_plan_destroy(plan);
    for (int64_t r = 0; r < rows_here && k->scatter; r++)
        for (int64_t j = 0; j < columns_here; j++)
            CHECK(operand[r * columns_here + j] == sum_at((int32_t)grn_layout_position(&o_layout, c->rank, 0, r),
                                                          (int32_t)grn_layout_position(&o_layout, c->rank, 1, j)));
    for (int64_t n = 0; n < dense_here && !k->scatter; n++)
        for (int64_t j = 0; j < COLUMNS; j++)
            CHECK(dense[n * COLUMNS + j] ==
                  start((int32_t)id_of(grn_layout_position(&d_layout, c->rank, 0, n)), (int32_t)j));
    s->most[c->rank] = watch.most;
    return GRN_OK;
}

/* At a time: the limit; or one row of 8 i32; an entry for each rank, as of counts and of combined
 * elements. */
static void no_more_goes_at_a_time(void **state)
{
    (void)state;
    for (size_t which = 0; which < GRN_COUNT(cases); which++)
        for (size_t l = 0; l < GRN_COUNT(limits); l++) {
            skewed s = {.which = which, .limit = limits[l]};
            const int64_t limit = limits[l] > COLUMNS * 4 ? (int64_t)limits[l] : RANKS * 8;
            int64_t most = 0;
            if (grn_ranks_run(RANKS, skew, &s, NULL, NULL) != GRN_OK)
                fail_msg("%s, %zu bytes at a time", cases[which].claim, limits[l]);
            for (int r = 0; r < RANKS; r++)
                most = s.most[r] > most ? s.most[r] : most;
            if (limits[l] ? most > limit : most <= 256)
                fail_msg("%s: %d bytes at a time, %zu are allowed", cases[which].claim, (int)most, limits[l]);
        }
}

/* Floats that are combined meet in the order of the ranks, however little goes at a time: ((2^24 +
 * 1) + 1) - 2^24 is 0. */
static grn_status in_order(void *user, const grn_comm *c)
{
    static const float of_rank[RANKS] = {16777216, 1, 1, -16777216};
    const size_t *limit = user;
    for (int32_t parts = 1; parts <= RANKS; parts *= 2) {
        const grn_layout o_layout = {.rank = 2, .shape = {4, 3}, .parts = {parts}},
                         i_layout = {.rank = 1, .shape = {16}, .parts = {RANKS}},
                         d_layout = {.rank = 2, .shape = {16, 3}, .parts = {RANKS}};
        const int64_t which[4] = {3, 1, 2, 0};
        const grn_dist_options how = {.way = GRN_DIST_COMBINE, .reassociate = true, .most_staged_bytes = *limit};
        float sum[12], each[12];
        void *result = sum;
        const void *update = each;
        grn_dist_plan *plan;
        for (int n = 0; n < 12; n++) {
            sum[n] = 0;
            each[n] = of_rank[c->rank];
        }
        const grn_dist_tensor o = {o_layout, grn_tensor_2d(sum, GRN_F32, 4 / parts, 3)},
                              i = {i_layout, grn_tensor_1d(which, GRN_I64, 4)},
                              d = {d_layout, grn_tensor_2d(each, GRN_F32, 4, 3)};
        CHECK(grn_dist_plan_scatter(&add, c, 1, &o, &i, &d, &how, NULL, NULL, &plan) == GRN_OK);
        CHECK(grn_dist_bind(plan, which, NULL) == GRN_OK &&
              grn_dist_run_scatter(plan, &result, &update, NULL) == GRN_OK);
        grn_dist_plan_destroy(plan);
        for (int n = 0; n < 12 / parts; n++)
            CHECK(sum[n] == 0);
    }
    return GRN_OK;
}

static void ranks_are_combined_in_order(void **state)
{
    (void)state;
    for (size_t limit = 0; limit < 64; limit = limit ? 2 * limit : 1)
        assert_int_equal(grn_ranks_run(RANKS, in_order, &limit, NULL, NULL), GRN_OK);
}

/* ---- what plans hold ------------------------------------------------------------------------- */

enum { MANY = 256 * 1024, STAGED = 1024 }; /* elements of one byte; what may be staged */

typedef struct holding {
    bool scatter, copies;
    grn_dist_way way;
    size_t peak[RANKS];
} holding;

/* One index in each rank. Of MANY elements everyone gets a quarter from each, or combines them for
 * all. */
static grn_status hold(void *user, const grn_comm *c)
{
    holding *h = user;
    const grn_layout o_layout = {.rank = 1, .shape = {MANY}, .parts = {h->copies ? 1 : RANKS}},
                     i_layout = {.rank = 1, .shape = {RANKS}, .parts = {RANKS}};
    const grn_gather_spec one = {
        .dims = {.collapsed_slice_dims = DIMS(0), .start_index_map = DIMS(0), .index_vector_dim = 1},
        .slice_sizes = DIMS(1)};
    const grn_scatter_spec sum = {
        .dims = {.collapsed_slice_dims = DIMS(0), .start_index_map = DIMS(0), .index_vector_dim = 1},
        .combiner = GRN_COMBINE_ADD};
    const int64_t at = 1 + 64 * 1024 * c->rank, own = h->copies ? MANY : MANY / RANKS;
    const grn_dist_options how = {.way = h->way, .most_staged_bytes = STAGED};
    uint8_t *data = calloc(MANY, 1), got = 3;
    void *result = data;
    const void *update = &got;
    refuser r;
    grn_dist_plan *plan;
    refuser_init(&r);
    data[1] = 5;
    const grn_dist_tensor o = {o_layout, grn_tensor_1d(data, GRN_UI8, own)},
                          i = {i_layout, grn_tensor_1d(&at, GRN_I64, 1)},
                          d = {i_layout, grn_tensor_1d(&got, GRN_UI8, 1)};
    CHECK((h->scatter ? grn_dist_plan_scatter(&sum, c, 1, &o, &i, &d, &how, &r.allocator, NULL, &plan)
                      : grn_dist_plan_gather(&one, c, &o, &i, &d, &how, &r.allocator, NULL, &plan)) == GRN_OK);
    CHECK(grn_dist_bind(plan, &at, NULL) == GRN_OK);
    CHECK((h->scatter ? grn_dist_run_scatter(plan, &result, &update, NULL)
                      : grn_dist_run_gather(plan, data, &got, NULL)) == GRN_OK);
    grn_dist_plan_destroy(plan);
    CHECK(h->scatter ? data[1] == 8 : got == 5);
    for (int64_t n = 0; n < 4 && h->scatter && h->copies; n++)
        CHECK(data[1 + 64 * 1024 * n] == (n == 0 ? 8 : 3) && data[2 + 64 * 1024 * n] == 0);
    CHECK(r.outstanding == 0);
    h->peak[c->rank] = r.peak;
    free(data);
    return GRN_OK;
}

/* Once all of the elements, which the way needs, staging twice, and less than 64 KiB of lists,
 * plans and tables. */
static void no_more_is_held(void **state)
{
    holding kinds[] = {{false, false, GRN_DIST_EVERYWHERE, {0}},
                       {true, false, GRN_DIST_COMBINE, {0}},
                       {true, true, GRN_DIST_COMBINE, {0}}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(kinds); i++) {
        assert_int_equal(grn_ranks_run(RANKS, hold, &kinds[i], NULL, NULL), GRN_OK);
        for (int r = 0; r < RANKS; r++)
            if (kinds[i].peak[r] < MANY || kinds[i].peak[r] > MANY + 2 * STAGED + 64 * 1024)
                fail_msg("kind %zu: rank %d held %zu bytes", i, r, kinds[i].peak[r]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pairs_take_turns),
        cmocka_unit_test(no_more_goes_at_a_time),
        cmocka_unit_test(ranks_are_combined_in_order),
        cmocka_unit_test(no_more_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
