/*
 * test_plan_normalise.c - what becomes of a nest: units dropped, loops merged,
 * and which loops may change places without an update changing its turn.
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "plan/plan.h"

#define CLAMP                      \
    {                              \
        .bounds = GRN_BOUNDS_CLAMP \
    }
#define SKIP_ELEMENT                                          \
    {                                                         \
        .bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_ELEMENT \
    }
#define SKIP_WINDOW                                          \
    {                                                        \
        .bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_WINDOW \
    }

/* loops: extent, dense, operand, index stride. coord: offset, operand stride, dim, window,
 * window_loop, operand dim. want: "extent:dense,operand,index", outer loops, "|", inner loops, each
 * outer loop in order. */
static const struct {
    const char *claim;
    grn_nest nest;
    grn_order order;
    const char *want;
} cases[] = {
    {"rows of a table: the batch outside, the row inside",
     {.nloops = 2, .ncoords = 1, .loop = {{5, 4, 0, 1}, {4, 1, 1, 0}}, .coord = {{0, 4, 9, 1, -1, 0}}, .rule = CLAMP},
     GRN_ORDER_ANY,
     "5:4,0,1 | 4:1,1,0"},
    {"loops of one step vanish",
     {.nloops = 4,
      .ncoords = 1,
      .loop = {{1, 20, 0, 5}, {5, 4, 0, 1}, {1, 4, 7, 0}, {4, 1, 1, 0}},
      .coord = {{0, 4, 9, 1, -1, 0}},
      .rule = CLAMP},
     GRN_ORDER_ANY,
     "5:4,0,1 | 4:1,1,0"},
    {"loops that continue each other become one",
     {.nloops = 4,
      .ncoords = 1,
      .loop = {{2, 60, 0, 3}, {3, 20, 0, 1}, {4, 5, 5, 0}, {5, 1, 1, 0}},
      .coord = {{0, 20, 9, 1, -1, 0}},
      .rule = CLAMP},
     GRN_ORDER_ANY,
     "6:20,0,1 | 20:1,1,0"},
    {"not where the operand has a gap",
     {.nloops = 2, .ncoords = 1, .loop = {{4, 5, 6, 0}, {5, 1, 1, 0}}, .coord = {{0, 24, 9, 1, -1, 0}}, .rule = CLAMP},
     GRN_ORDER_ANY,
     "| 4:5,6,0 5:1,1,0"},
    {"reversed loops continue each other too",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, -5, -5, 0}, {5, -1, -1, 0}},
      .coord = {{0, 24, 9, 1, -1, 0}},
      .rule = CLAMP},
     GRN_ORDER_ANY,
     "| 20:-1,-1,0"},
    {"a gather's window goes inside, wherever it stood",
     {.nloops = 2, .ncoords = 1, .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}}, .coord = {{0, 4, 9, 1, -1, 0}}, .rule = CLAMP},
     GRN_ORDER_ANY,
     "5:1,0,1 | 4:5,1,0"},
    {"a column-major result is walked as it lies",
     {.nloops = 3,
      .ncoords = 1,
      .loop = {{5, 1, 0, 1}, {3, 5, 1, 0}, {4, 15, 4, 0}},
      .coord = {{0, 16, 9, 1, -1, 0}},
      .rule = CLAMP},
     GRN_ORDER_ANY,
     "5:1,0,1 | 4:15,4,0 3:5,1,0"},
    {"and its loops merge in that order",
     {.nloops = 3,
      .ncoords = 1,
      .loop = {{5, 1, 0, 1}, {3, 5, 1, 0}, {4, 15, 3, 0}},
      .coord = {{0, 12, 9, 1, -1, 0}},
      .rule = CLAMP},
     GRN_ORDER_ANY,
     "5:1,0,1 | 12:5,1,0"},
    {"no components: indices are never read, so every loop is a window",
     {.nloops = 2, .ncoords = 0, .loop = {{5, 4, 0, 7}, {4, 1, 1, 0}}, .rule = CLAMP},
     GRN_ORDER_ANY,
     "| 5:4,0,0 4:1,1,0"},
    {"scatter: a window over a dimension no index moves is free to go inside",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}},
      .coord = {{0, 4, 9, 1, -1, 0}},
      .rule = SKIP_WINDOW},
     GRN_ORDER_PER_CELL,
     "5:1,0,1 | 4:5,1,0"},
    {"scatter: one over a dimension an index moves must stay outside",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}},
      .coord = {{0, 1, 9, 4, 0, 0}},
      .rule = SKIP_WINDOW},
     GRN_ORDER_PER_CELL,
     "4:5,1,0 5:1,0,1 |"},
    {"scatter: unless it fills its dimension and is dropped whole",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}},
      .coord = {{0, 1, 4, 4, 0, 0}},
      .rule = SKIP_WINDOW},
     GRN_ORDER_PER_CELL,
     "5:1,0,1 | 4:5,1,0"},
    {"scatter: by element even that one moves",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}},
      .coord = {{0, 1, 4, 4, 0, 0}},
      .rule = SKIP_ELEMENT},
     GRN_ORDER_PER_CELL,
     "4:5,1,0 5:1,0,1 |"},
    {"scatter: updates that repeat over a broadcast of the indices keep their turn",
     {.nloops = 2, .ncoords = 1, .loop = {{4, 5, 0, 0}, {5, 1, 0, 1}}, .coord = {{0, 1, 9, 1, -1, 0}}, .rule = CLAMP},
     GRN_ORDER_PER_CELL,
     "4:5,0,0 5:1,0,1 |"},
    {"scatter: where order cannot show, anything goes",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}},
      .coord = {{0, 1, 9, 4, 0, 0}},
      .rule = SKIP_WINDOW},
     GRN_ORDER_ANY,
     "5:1,0,1 | 4:5,1,0"},
    {"scatter: where the operand may overlap itself, nothing moves",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 1, 0}, {5, 1, 0, 1}},
      .coord = {{0, 1, 9, 1, -1, 0}},
      .rule = SKIP_WINDOW},
     GRN_ORDER_DENSE,
     "4:5,1,0 5:1,0,1 |"},
    {"loops that are clipped are not merged",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 5, 0}, {5, 1, 1, 0}},
      .coord = {{0, 5, 9, 4, 0, 0}},
      .rule = SKIP_ELEMENT},
     GRN_ORDER_PER_CELL,
     "| 4:5,5,0 5:1,1,0"},
    {"by window they are",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{4, 5, 5, 0}, {5, 1, 1, 0}},
      .coord = {{0, 5, 9, 4, 0, 0}},
      .rule = SKIP_WINDOW},
     GRN_ORDER_PER_CELL,
     "| 20:1,1,0"},
    {"blocks are cut from a long batch rather than a short one",
     {.nloops = 2, .ncoords = 1, .loop = {{100, 3, 8, 3}, {3, 1, 0, 1}}, .coord = {{0, 1, 8, 1, -1, 1}}, .rule = CLAMP},
     GRN_ORDER_PER_CELL,
     "3:1,0,1 100:3,8,3 |"},
    {"but not from one whose order shows against the short one",
     {.nloops = 2, .ncoords = 1, .loop = {{100, 3, 0, 4}, {3, 1, 0, 1}}, .coord = {{0, 1, 8, 1, -1, 1}}, .rule = CLAMP},
     GRN_ORDER_PER_CELL,
     "100:3,0,4 3:1,0,1 |"},
};

static void print_loop(char *text, size_t room, const grn_normal *n, const grn_pair *pair, int32_t l)
{
    size_t at = strlen(text);
    snprintf(text + at, room - at, "%s%" PRId64 ":%" PRId64 ",%" PRId64 ",%" PRId64, at > 0 ? " " : "", n->extent[l],
             pair->dense[l], pair->operand[l], n->index[l]);
}

static void test_cases(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        char text[256] = "";
        grn_normal n;
        grn_pair pair;
        grn_normal_of_nest(&cases[i].nest, &n);
        grn_pair_of_nest(&cases[i].nest, &pair);
        grn_normalise(&n, &cases[i].nest, &pair, 1, cases[i].order, cases[i].order != GRN_ORDER_DENSE);
        for (int32_t l = 0; l < n.nouter; l++)
            print_loop(text, sizeof text, &n, &pair, l);
        strcat(text, text[0] != '\0' ? " |" : "|");
        for (int32_t l = n.nouter; l < n.nloops; l++)
            print_loop(text, sizeof text, &n, &pair, l);
        if (strcmp(text, cases[i].want) != 0)
            fail_msg("%s: %s, wanted %s", cases[i].claim, text, cases[i].want);
    }
}

/* Two pairs merge only what merges in both. */
static void test_lanes(void **unused)
{
    grn_nest nest = {.nloops = 2, .ncoords = 1, .loop = {{4, 5, 5, 0}, {5, 1, 1, 0}}, .coord = {{0, 20, 9, 1, -1, 0}}};
    grn_normal n;
    grn_pair pairs[2];
    (void)unused;
    grn_normal_of_nest(&nest, &n);
    grn_pair_of_nest(&nest, &pairs[0]);
    nest.loop[0].operand = 6;
    grn_pair_of_nest(&nest, &pairs[1]);
    grn_normalise(&n, &nest, pairs, 2, GRN_ORDER_PER_CELL, true);
    assert_int_equal(n.nloops, 2);
}

static const struct {
    const char *claim;
    int32_t rank;
    int64_t shape[3], stride[3];
    bool injective;
} views[] = {
    {"compact", 3, {2, 3, 4}, {12, 4, 1}, true},
    {"transposed, reversed, with gaps", 3, {2, 3, 4}, {-2, 50, 10}, true},
    {"a broadcast", 2, {2, 3}, {0, 1}, false},
    {"a broadcast of extent 1", 2, {1, 3}, {0, 1}, true},
    {"overlapping windows", 2, {3, 3}, {2, 1}, false},
    {"just apart", 2, {3, 3}, {3, 1}, true},
    {"a scalar", 0, {0}, {0}, true},
};

static void test_injective(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(views); i++) {
        grn_tensor t = {.dtype = GRN_F32, .rank = views[i].rank};
        memcpy(t.shape, views[i].shape, sizeof views[i].shape);
        memcpy(t.stride, views[i].stride, sizeof views[i].stride);
        if (grn_view_is_injective(&t) != views[i].injective)
            fail_msg("%s", views[i].claim);
    }
}

/* A gather's window of a few neighbours, and what grn_widen makes of it: bytes of an element, then
 * the loops. */
static const struct {
    const char *claim;
    grn_nest nest;
    const char *want;
} widened[] = {
    {"a row of 4 f32 is an element of 16 bytes",
     {.nloops = 2, .ncoords = 1, .loop = {{5, 4, 0, 1}, {4, 1, 1, 0}}, .coord = {{0, 4, 9, 1, -1, 0}}, .rule = CLAMP},
     "16 B, 5:1,0,1 |"},
    {"one of 3 is not: there is no element of 12 bytes",
     {.nloops = 2, .ncoords = 1, .loop = {{5, 3, 0, 1}, {3, 1, 1, 0}}, .coord = {{0, 3, 9, 1, -1, 0}}, .rule = CLAMP},
     "4 B, 5:3,0,1 | 3:1,1,0"},
    {"nor is one that may start anywhere",
     {.nloops = 2, .ncoords = 1, .loop = {{5, 4, 0, 1}, {4, 1, 1, 0}}, .coord = {{0, 1, 9, 4, 1, 0}}, .rule = CLAMP},
     "4 B, 5:4,0,1 | 4:1,1,0"},
    {"nor one whose batch does not step over whole rows",
     {.nloops = 2, .ncoords = 1, .loop = {{5, 4, 6, 1}, {4, 1, 1, 0}}, .coord = {{0, 36, 9, 1, -1, 0}}, .rule = CLAMP},
     "4 B, 5:4,6,1 | 4:1,1,0"},
    {"nor one of which a part may be out of range",
     {.nloops = 2,
      .ncoords = 1,
      .loop = {{5, 4, 0, 1}, {4, 1, 1, 0}},
      .coord = {{0, 4, 9, 4, 1, 0}},
      .rule = {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_ELEMENT}},
     "4 B, 5:4,0,1 | 4:1,1,0"},
    {"for every position of a window too",
     {.nloops = 3,
      .ncoords = 1,
      .loop = {{3, 20, 36, 0}, {5, 4, 0, 1}, {4, 1, 1, 0}},
      .coord = {{0, 4, 9, 1, -1, 0}},
      .rule = CLAMP},
     "16 B, 5:1,0,1 | 3:5,9,0"},
    {"not where one of them begins within a row",
     {.nloops = 3,
      .ncoords = 1,
      .loop = {{3, 20, 34, 0}, {5, 4, 0, 1}, {4, 1, 1, 0}},
      .coord = {{0, 4, 9, 1, -1, 0}},
      .rule = CLAMP},
     "4 B, 5:4,0,1 | 3:20,34,0 4:1,1,0"},
    {"nor rows that lie apart in the result",
     {.nloops = 2, .ncoords = 1, .loop = {{5, 8, 0, 1}, {4, 1, 1, 0}}, .coord = {{0, 4, 9, 1, -1, 0}}, .rule = CLAMP},
     "4 B, 5:8,0,1 | 4:1,1,0"},
};

static void test_widened(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(widened); i++) {
        char text[256] = "";
        grn_normal n;
        grn_pair pair;
        grn_nest nest = widened[i].nest;
        nest.dtype = GRN_F32;
        grn_normal_of_nest(&nest, &n);
        grn_pair_of_nest(&nest, &pair);
        grn_normalise(&n, &nest, &pair, 1, GRN_ORDER_ANY, true);
        grn_widen(&n, &pair);
        snprintf(text, sizeof text, "%" PRId64 " B,", pair.element_bytes);
        for (int32_t l = 0; l < n.nloops; l++) {
            if (l == n.nouter)
                strcat(text, " |");
            print_loop(text, sizeof text, &n, &pair, l);
        }
        if (n.nloops == n.nouter)
            strcat(text, " |");
        if (strcmp(text, widened[i].want) != 0)
            fail_msg("%s: %s, not %s", widened[i].claim, text, widened[i].want);
    }
}

/* What becomes of a run that was chosen for its length, and from where on the loops are one run of
 * indices and result. */
static const struct {
    const char *claim;
    grn_nest nest;
    int32_t flat;
    const char *want;
} runs[] = {
    {"three elements of each of 100 rows are one run",
     {.nloops = 2, .ncoords = 1, .loop = {{100, 3, 8, 3}, {3, 1, 0, 1}}, .coord = {{0, 1, 8, 1, -1, 1}}, .rule = CLAMP},
     0,
     "100:3,8,3 3:1,0,1 |"},
    {"rows of a few of each batch as well",
     {.nloops = 3,
      .ncoords = 1,
      .loop = {{100, 9, 24, 3}, {3, 3, 0, 1}, {3, 1, 1, 0}},
      .coord = {{0, 3, 8, 1, -1, 1}},
      .rule = CLAMP},
     0,
     "100:9,24,3 3:3,0,1 | 3:1,1,0"},
    {"indices with a gap: elements still go as the result lies",
     {.nloops = 2, .ncoords = 1, .loop = {{100, 3, 8, 4}, {3, 1, 0, 1}}, .coord = {{0, 1, 8, 1, -1, 1}}, .rule = CLAMP},
     1,
     "100:3,8,4 3:1,0,1 |"},
    {"rows by the longest",
     {.nloops = 3,
      .ncoords = 1,
      .loop = {{100, 9, 24, 4}, {3, 3, 0, 1}, {3, 1, 1, 0}},
      .coord = {{0, 3, 8, 1, -1, 1}},
      .rule = CLAMP},
     1,
     "3:3,0,1 100:9,24,4 | 3:1,1,0"},
};

static void test_runs(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(runs); i++) {
        char text[256] = "";
        grn_normal n;
        grn_pair pair;
        grn_normal_of_nest(&runs[i].nest, &n);
        grn_pair_of_nest(&runs[i].nest, &pair);
        grn_normalise(&n, &runs[i].nest, &pair, 1, GRN_ORDER_ANY, true);
        grn_run_as_it_lies(&n, &pair);
        for (int32_t l = 0; l < n.nouter; l++)
            print_loop(text, sizeof text, &n, &pair, l);
        strcat(text, " |");
        for (int32_t l = n.nouter; l < n.nloops; l++)
            print_loop(text, sizeof text, &n, &pair, l);
        if (strcmp(text, runs[i].want) != 0 || grn_flat_from(&n, &pair) != runs[i].flat)
            fail_msg("%s: %s from %d, not %s", runs[i].claim, text, (int)grn_flat_from(&n, &pair), runs[i].want);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_lanes),
                                       cmocka_unit_test(test_injective), cmocka_unit_test(test_widened),
                                       cmocka_unit_test(test_runs)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
