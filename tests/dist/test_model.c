/* test_model.c - predictions against sums over every row, and against figures by hand. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "dist/popularity.h"
#include "garner/dist_model.h"
#include "garner/sink.h"

static void near(double got, double expected, double part)
{
    if (!(fabs(got - expected) <= part * fabs(expected) + 1e-12))
        fail_msg("%.9g, %.9g is expected", got, expected);
}

/* ---- rows by Zipf's law ---------------------------------------------------------------------- */

/* The sum over all rows, one by one. */
static double distinct_by_rows(int64_t rows, double zipf, double ids, int64_t from, int64_t to)
{
    double total = 0, distinct = 0;
    for (int64_t r = 0; r < rows; r++)
        total += pow((double)r + 1, -zipf);
    for (int64_t r = from; r < to; r++)
        distinct += 1 - pow(1 - pow((double)r + 1, -zipf) / total, ids);
    return distinct;
}

static double share_by_rows(int64_t rows, double zipf, int64_t from, int64_t to)
{
    double total = 0, part = 0;
    for (int64_t r = 0; r < rows; r++)
        total += pow((double)r + 1, -zipf);
    for (int64_t r = from; r < to; r++)
        part += pow((double)r + 1, -zipf);
    return part / total;
}

static void rows_by_zipf(void **state)
{
    (void)state;
    static const int64_t rows[] = {1, 7, 64, 65, 1000, 200000};
    static const double zipf[] = {0, 0.5, 1, 1.2, 4};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (size_t z = 0; z < sizeof zipf / sizeof *zipf; z++) {
            const grn_popularity p = grn_popularity_of(rows[i], zipf[z]);
            const int64_t from = rows[i] / 3;
            near(grn_popularity_share(&p, 0, rows[i]), 1, 1e-9);
            near(grn_popularity_share(&p, from, rows[i]), share_by_rows(rows[i], zipf[z], from, rows[i]), 1e-3);
            for (double ids = 1; ids < 1e6; ids *= 30) {
                near(grn_popularity_distinct(&p, ids, 0, rows[i]), distinct_by_rows(rows[i], zipf[z], ids, 0, rows[i]),
                     2e-3);
                near(grn_popularity_distinct(&p, ids, 0, from), distinct_by_rows(rows[i], zipf[z], ids, 0, from), 2e-3);
            }
        }
}

static void blocks_that_are_named(void **state)
{
    (void)state;
    const grn_popularity even = grn_popularity_of(1000, 0), two = grn_popularity_of(3, 0);
    near(grn_popularity_blocks(&even, 1, 10), 1, 1e-9);
    near(grn_popularity_blocks(&even, 10, 10), 10 * (1 - pow(0.9, 10)), 1e-6);
    near(grn_popularity_blocks(&two, 1e9, 8), 3, 1e-9); /* eight ranks, three rows: five have none */
}

/* ---- what travels ---------------------------------------------------------------------------- */

static const grn_network wire = {.message_seconds = 1e-6, .byte_seconds = 1e-9, .local_byte_seconds = 1e-12};

static grn_prediction predict(const grn_dist_problem *p, const grn_network *n, int32_t ranks, grn_dist_way way)
{
    grn_prediction out = {.ranks = -1};
    assert_int_equal(grn_dist_predict(p, n, ranks, way, NULL, &out), GRN_OK);
    assert_int_equal(out.ranks, ranks);
    return out;
}

/* 4 ranks, a table of 1000 rows of 256 bytes, more than enough ids: each rank asks for every row,
 * and 750 are others'. */
static void gather_of_all_rows(void **state)
{
    (void)state;
    const grn_dist_problem p = {.rows = 1000, .row_bytes = 256, .ids = 4000000, .id_bytes = 4};
    const grn_prediction routed = predict(&p, &wire, 4, GRN_DIST_ROUTED),
                         all = predict(&p, &wire, 4, GRN_DIST_EVERYWHERE);
    near(routed.rows_distinct, 1000, 1e-9);
    near(routed.bytes, 750 * 256, 1e-9);
    near(routed.busiest_bytes, 750 * 256, 1e-9);
    near(routed.least_bytes, 750 * 256, 1e-9);
    near(routed.bind_bytes, 8 * (750 + 3), 1e-9);
    near(routed.messages, 3, 1e-9);
    near(routed.skew, 1, 1e-9);
    near(all.bytes, 1000 * 256 * 3 / 4.0, 1e-12);
    near(all.messages, 3, 1e-12);
    near(all.bind_bytes, 0, 0);
    /* a million ids and 1000 rows are placed and packed on each rank */
    near(routed.seconds, 3e-6 + 750 * 256e-9 + (1e6 + 1000) * 256e-12, 1e-6);
}

/* One id on each of 8 ranks: it is another's in 7 of 8. */
static void gather_of_one_row(void **state)
{
    (void)state;
    const grn_dist_problem p = {.rows = 1 << 20, .row_bytes = 64, .ids = 8, .id_bytes = 8};
    const grn_prediction routed = predict(&p, &wire, 8, GRN_DIST_ROUTED);
    near(routed.rows_distinct, 1, 1e-6);
    near(routed.bytes, 64 * 7 / 8.0, 1e-6);
    near(routed.messages, 7 / 8.0, 1e-6);
    assert_int_equal(predict(&p, &wire, 8, GRN_DIST_CHOSEN).way, GRN_DIST_ROUTED);
}

/* Everyone asks for row 0 of rank 0, which sends it to all: it is as busy as 8 ranks, cyclic or
 * not; rows behind it spread. */
static void hot_row(void **state)
{
    (void)state;
    grn_dist_problem p = {.rows = 1 << 16, .row_bytes = 64, .ids = 1 << 16, .id_bytes = 8, .zipf = 1.1};
    const grn_prediction block = predict(&p, &wire, 8, GRN_DIST_ROUTED);
    p.owner = GRN_OWNER_CYCLIC;
    const grn_prediction cyclic = predict(&p, &wire, 8, GRN_DIST_ROUTED);
    near(block.busiest_bytes, 64 * 7 * distinct_by_rows(1 << 16, 1.1, 1 << 13, 0, 1 << 13), 3e-3);
    assert_true(block.skew > 2);
    assert_true(cyclic.skew < 1.2);
    near(block.bytes, cyclic.bytes, 1e-9);
}

static void scatters(void **state)
{
    (void)state;
    grn_dist_problem p = {
        .is_scatter = true, .order_shows = true, .rows = 4096, .row_bytes = 128, .ids = 1024, .id_bytes = 4};
    const double updates = 1024 * 128, indices = 1024 * 4, table = 4096 * 128;
    const grn_prediction routed = predict(&p, &wire, 4, GRN_DIST_ROUTED),
                         all = predict(&p, &wire, 4, GRN_DIST_EVERYWHERE);
    near(routed.bytes, 256 * 128 * 3 / 4.0, 1e-9); /* duplicates are steps of their own */
    near(routed.busiest_bytes, 3 * 256 * 128 / 4.0, 1e-9);
    near(all.bytes, updates * 3 / 4, 1e-9);
    near(all.bind_bytes, indices * 3 / 4, 1e-9);
    grn_prediction out;
    assert_int_equal(grn_dist_predict(&p, &wire, 4, GRN_DIST_COMBINE, NULL, &out), GRN_E_UNSUPPORTED);
    p.order_shows = false;
    near(predict(&p, &wire, 4, GRN_DIST_COMBINE).bytes, 2 * table * 3 / 4, 1e-9);
    /* a small table and many updates: it is combined */
    p.rows = 4, p.ids = 1 << 20;
    assert_int_equal(predict(&p, &wire, 4, GRN_DIST_CHOSEN).way, GRN_DIST_COMBINE);
}

static void batching_dims(void **state)
{
    (void)state;
    grn_dist_problem p = {.aligned = true, .rows = 4096, .row_bytes = 128, .ids = 1024, .id_bytes = 4};
    for (int scatter = 0; scatter < 2; scatter++) {
        p.is_scatter = p.order_shows = scatter;
        const grn_prediction out = predict(&p, &wire, 1000, GRN_DIST_CHOSEN);
        assert_int_equal(out.way, GRN_DIST_LOCAL);
        near(out.bytes + out.bind_bytes + out.messages + out.least_bytes, 0, 0);
        near(out.skew, 1, 0);
    }
}

/* 10000 ranks, 100 on a node: 99 to give to and 99 to take from, and one node of the 99 others
 * each. */
static void by_nodes(void **state)
{
    (void)state;
    const grn_dist_problem p = {.rows = 1000000, .row_bytes = 64, .ids = INT64_C(100000000000), .id_bytes = 8};
    grn_network n = {.ranks_per_node = 100};
    near(predict(&p, &n, 10000, GRN_DIST_EVERYWHERE).messages, 9999, 1e-9);
    n.aggregates = true;
    near(predict(&p, &n, 10000, GRN_DIST_EVERYWHERE).messages, 2 * 99 + 1, 1e-9);
}

static void one_rank(void **state)
{
    (void)state;
    grn_dist_problem p = {.rows = 10, .row_bytes = 4, .ids = 100, .id_bytes = 8};
    for (int way = GRN_DIST_CHOSEN; way <= GRN_DIST_EVERYWHERE; way++)
        near(predict(&p, &wire, 1, (grn_dist_way)way).bytes + predict(&p, &wire, 1, (grn_dist_way)way).messages, 0, 0);
    p.ids = 0;
    near(predict(&p, &wire, 100000, GRN_DIST_ROUTED).bytes, 0, 0);
}

/* ---- what is refused ------------------------------------------------------------------------- */

static void refused(void **state)
{
    (void)state;
    const grn_dist_problem good = {.rows = 10, .row_bytes = 4, .ids = 100, .id_bytes = 8};
    grn_prediction out;
    grn_dist_problem bad[] = {good, good, good, good, good, good, good};
    bad[0].rows = 0, bad[1].row_bytes = 0, bad[2].ids = -1, bad[3].id_bytes = 9, bad[4].zipf = NAN,
    bad[5].owner = (grn_owner)9;
    bad[6].size_bytes = 3;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_int_equal(grn_dist_predict(&bad[i], &wire, 2, GRN_DIST_CHOSEN, NULL, &out), GRN_E_ARGUMENT);
    grn_network slow = wire;
    slow.byte_seconds = 11;
    assert_int_equal(grn_dist_predict(&good, &slow, 2, GRN_DIST_CHOSEN, NULL, &out), GRN_E_ARGUMENT);
    slow.byte_seconds = NAN;
    assert_int_equal(grn_dist_predict(&good, &slow, 2, GRN_DIST_CHOSEN, NULL, &out), GRN_E_ARGUMENT);
    assert_int_equal(grn_dist_predict(&good, &wire, 0, GRN_DIST_CHOSEN, NULL, &out), GRN_E_ARGUMENT);
    assert_int_equal(grn_dist_predict(&good, &wire, GRN_MODEL_MOST_RANKS + 1, GRN_DIST_CHOSEN, NULL, &out),
                     GRN_E_ARGUMENT);
    assert_int_equal(grn_dist_predict(&good, &wire, 2, GRN_DIST_WAY_COUNT, NULL, &out), GRN_E_ARGUMENT);
    assert_int_equal(grn_dist_predict(&good, &wire, 2, GRN_DIST_LOCAL, NULL, &out), GRN_E_UNSUPPORTED);
    assert_int_equal(grn_dist_predict(&good, &wire, 2, GRN_DIST_COMBINE, NULL, &out), GRN_E_UNSUPPORTED);
    assert_int_equal(grn_dist_predict(NULL, &wire, 2, GRN_DIST_CHOSEN, NULL, &out), GRN_E_ARGUMENT);
}

/* ---- curves ---------------------------------------------------------------------------------- */

static size_t count(const char *in, const char *what)
{
    size_t n = 0;
    for (const char *p = in; (p = strstr(p, what)) != NULL; p++)
        n++;
    return n;
}

static void curves(void **state)
{
    (void)state;
    static char text[200000];
    grn_text_buffer t = grn_text_buffer_over(text, sizeof text);
    const grn_sink sink = grn_text_buffer_sink(&t);
    const grn_dist_problem p = {.rows = 1000000, .row_bytes = 512, .ids = 65536, .id_bytes = 8};
    assert_int_equal(grn_dist_draw_curves(&p, &wire, 100000, "rows <of> a table", NULL, &sink), GRN_OK);
    assert_int_equal(count(t.text, "<circle"), 2 * 18); /* 1, 2, .. 65536 and 100000, twice */
    assert_non_null(strstr(t.text, "rows &lt;of&gt; a table"));
    assert_non_null(strstr(t.text, "Prediction, not measured"));
    assert_non_null(strstr(t.text, "<title>100000 ranks, "));
    assert_null(strstr(t.text, "nan"));
    assert_null(strstr(t.text, "inf"));
    grn_text_buffer_free(&t);
    assert_int_equal(grn_dist_draw_curves(&p, &wire, 1, NULL, NULL, &sink), GRN_OK);
    assert_int_equal(count(t.text, "<circle"), 2);
    assert_int_equal(grn_dist_draw_curves(&p, &wire, 0, NULL, NULL, &sink), GRN_E_ARGUMENT);
    assert_int_equal(grn_dist_draw_curves(&p, &wire, 8, NULL, NULL, NULL), GRN_E_ARGUMENT);
    t = grn_text_buffer_over(text, 100);
    assert_int_equal(grn_dist_draw_curves(&p, &wire, 8, NULL, NULL, &sink), GRN_E_LIMIT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rows_by_zipf),
        cmocka_unit_test(blocks_that_are_named),
        cmocka_unit_test(gather_of_all_rows),
        cmocka_unit_test(gather_of_one_row),
        cmocka_unit_test(hot_row),
        cmocka_unit_test(scatters),
        cmocka_unit_test(batching_dims),
        cmocka_unit_test(by_nodes),
        cmocka_unit_test(one_rank),
        cmocka_unit_test(refused),
        cmocka_unit_test(curves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
