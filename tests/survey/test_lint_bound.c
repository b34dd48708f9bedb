/*
 * test_lint_bound.c - the bound of a sum of floats, in a run: worked out here from the inputs,
 * place by place; and held against the sums that programs give, in the order of the updates and in
 * the reverse one.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

enum { PLACES = 6, WIDTH = 2, UPDATES = 24, ROUNDS = 200 };

/* Rows of a table of PLACES x WIDTH get UPDATES rows, of which those out of range are dropped. */
static const char program[] =
    "func.func @main(%t: tensor<6x2xf32>, %i: tensor<24x1xi32>, %u: tensor<24x2xf32>) -> tensor<6x2xf32> {\n"
    "  %r = \"stablehlo.scatter\"(%t, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = "
    "[1],\n"
    "    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<f32>):\n"
    "    %s = stablehlo.add %a, %b : tensor<f32>\n"
    "    stablehlo.return %s : tensor<f32>\n"
    "  }) : (tensor<6x2xf32>, tensor<24x1xi32>, tensor<24x2xf32>) -> tensor<6x2xf32>\n"
    "  return %r : tensor<6x2xf32>\n"
    "}\n";

typedef struct inputs {
    float table[PLACES][WIDTH], updates[UPDATES][WIDTH];
    int32_t index[UPDATES];
} inputs;

static uint64_t state;
static uint64_t draw(uint64_t below)
{
    uint64_t z = state += UINT64_C(0x9E3779B97F4A7C15); /* splitmix64 */
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (z ^ z >> 31) % below;
}
static float number(void) { return draw(4) == 0 ? 0 : ((float)draw(20001) - 10000) / 7 * powf(2, (float)draw(12) - 6); }

static void make(inputs *in)
{
    for (int p = 0; p < PLACES; p++)
        for (int w = 0; w < WIDTH; w++)
            in->table[p][w] = number();
    for (int k = 0; k < UPDATES; k++) {
        in->index[k] = (int32_t)draw(PLACES + 4) - 2;
        for (int w = 0; w < WIDTH; w++)
            in->updates[k][w] = number();
    }
}

/* What has to be said, and the exact sums. */
typedef struct wanted {
    uint64_t elements, most;
    double bound, each[PLACES][WIDTH], exact[PLACES][WIDTH];
} wanted;

static void work_out(const inputs *in, wanted *out)
{
    *out = (wanted){.elements = 0};
    for (int p = 0; p < PLACES; p++)
        for (int w = 0; w < WIDTH; w++) {
            uint64_t n = 0;
            double magnitude = fabs((double)in->table[p][w]), sum = in->table[p][w];
            for (int k = 0; k < UPDATES; k++)
                if (in->index[k] == p) {
                    n++;
                    magnitude += fabs((double)in->updates[k][w]);
                    sum += in->updates[k][w];
                }
            const uint64_t values = n + (in->table[p][w] != 0);
            out->exact[p][w] = sum; /* of at most 25 floats of few bits: exact to many more bits than are compared */
            out->each[p][w] = values > 1 ? (double)(values - 1) * ldexp(1, -24) * magnitude : 0;
            if (n > 1) {
                out->elements++;
                out->most = n > out->most ? n : out->most;
                out->bound = out->each[p][w] > out->bound ? out->each[p][w] : out->bound;
            }
        }
}

typedef struct heard {
    grn_lint_meeting meeting;
    grn_lint_bound bound;
    bool counted, warned;
} heard;

static grn_status found(void *user, const grn_lint_finding *f)
{
    heard *h = user;
    h->warned |= f->kind == GRN_LINT_FLOAT_ORDER && f->severity == GRN_SEVERITY_WARNING && f->observed && !f->possible;
    return GRN_OK;
}

static grn_status counted(void *user, const grn_lint_record *r)
{
    heard *h = user;
    h->meeting = r->meeting;
    h->bound = r->meeting.nbounds ? r->meeting.bounds[0] : h->bound;
    h->counted = r->is_scatter;
    return GRN_OK;
}

static void views(inputs *in, grn_tensor out[3])
{
    out[0] = (grn_tensor){in->table, GRN_F32, 2, {PLACES, WIDTH}, {WIDTH, 1}};
    out[1] = (grn_tensor){in->index, GRN_I32, 2, {UPDATES, 1}, {1, 1}};
    out[2] = (grn_tensor){in->updates, GRN_F32, 2, {UPDATES, WIDTH}, {WIDTH, 1}};
}

static void hold_sums(const grn_module *module, inputs *in, const wanted *want)
{
    grn_tensor given[3];
    grn_results *results;
    views(in, given);
    assert_int_equal(grn_module_run(module, 0, 3, given, NULL, NULL, &results), GRN_OK);
    const grn_tensor *sums = grn_results_tensor(results, 0);
    for (int p = 0; p < PLACES; p++)
        for (int w = 0; w < WIDTH; w++)
            assert_true(fabs((double)((const float *)sums->data)[p * WIDTH + w] - want->exact[p][w]) <=
                        want->each[p][w]);
    grn_results_destroy(results);
}

static void reverse(inputs *in)
{
    const inputs old = *in;
    for (int k = 0; k < UPDATES; k++) {
        in->index[k] = old.index[UPDATES - 1 - k];
        memcpy(in->updates[k], old.updates[UPDATES - 1 - k], sizeof in->updates[k]);
    }
}

static void bounds_hold(void **unused)
{
    grn_module *module;
    size_t differ = 0;
    (void)unused;
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    for (state = 1; state <= ROUNDS; state++) {
        const uint64_t round = state;
        inputs in;
        wanted want;
        heard h = {.counted = false};
        grn_tensor given[3];
        make(&in);
        work_out(&in, &want);
        views(&in, given);
        const grn_lint_options options = {.run = true, .only_run = true, .ninputs = 3, .inputs = given};
        const grn_lint_reporter to = {found, counted, &h};
        assert_int_equal(grn_module_lint(module, &options, &to, NULL, NULL), GRN_OK);
        assert_true(h.counted && h.meeting.counted);
        assert_int_equal(h.meeting.elements, want.elements);
        assert_int_equal(h.meeting.most, want.most);
        assert_int_equal(h.warned, want.elements > 0);
        assert_true(want.elements == 0 ||
                    (h.meeting.nbounds == 1 && fabs(h.bound.bound - want.bound) <= 1e-12 * want.bound));
        if (want.elements > 0)
            assert_true(fabs(want.each[h.bound.position[0]][h.bound.position[1]] - want.bound) <= 1e-12 * want.bound);
        hold_sums(module, &in, &want);
        reverse(&in);
        hold_sums(module, &in, &want);
        differ += want.elements > 0;
        state = round;
    }
    assert_true(differ > ROUNDS / 2);
    grn_module_destroy(module);
}

/* By hand: 1 stood there, and 2, 3, 4 are added to it: (4 - 1) * 2^-24 * 10. An infinity has no
 * bound. */
static void by_hand(void **unused)
{
    static const struct {
        float third;
        double bound, magnitude;
    } cases[] = {{4, 30.0 / 16777216, 10}, {INFINITY, INFINITY, INFINITY}, {NAN, INFINITY, INFINITY}};
    grn_module *module;
    (void)unused;
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        inputs in = {.table = {{0}}};
        grn_tensor given[3];
        heard h = {.counted = false};
        in.table[3][1] = 1;
        for (int k = 0; k < UPDATES; k++)
            in.index[k] = k < 3 ? 3 : -1;
        in.updates[0][1] = 2;
        in.updates[1][1] = 3;
        in.updates[2][1] = cases[i].third;
        views(&in, given);
        const grn_lint_options options = {.run = true, .only_run = true, .ninputs = 3, .inputs = given};
        const grn_lint_reporter to = {found, counted, &h};
        assert_int_equal(grn_module_lint(module, &options, &to, NULL, NULL), GRN_OK);
        assert_true(h.bound.bound == cases[i].bound && h.bound.magnitude == cases[i].magnitude);
        assert_int_equal(h.bound.values, 4);
        assert_int_equal(h.bound.position[0], 3);
        assert_int_equal(h.bound.position[1], 1);
        assert_int_equal(h.meeting.elements, 2); /* row 3 has two columns */
    }
    grn_module_destroy(module);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(bounds_hold), cmocka_unit_test(by_hand)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
