/*
 * test_plan_tune.c - measured planning: the bits of the reference, the
 * caller's tensors as they were, what is noted used again, and its text read
 * and refused. Which row wins is the machine's to say, and not looked at.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "plan/tune.h"
#include "garner/sink.h"
#include "support/random_spec.h"

#define SECONDS 0.0005

static grn_status make(const random_case *c, const grn_plan_options *options, const grn_allocator *allocator,
                       grn_plan **out)
{
    grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS];
    for (size_t i = 0; i < c->ninputs; i++) {
        operand[i] = c->operand[i].view;
        dense[i] = c->dense[i].view;
    }
    return c->is_scatter ? grn_plan_scatter(&c->scatter, c->ninputs, operand, &c->indices.view, dense, options,
                                            allocator, NULL, out)
                         : grn_plan_gather(&c->gather, operand, &c->indices.view, dense, options, allocator, NULL, out);
}

/* What the plan must not touch: everything but a gather's result. */
static void hold_untouched(const random_case *c, const random_case *before)
{
    assert_memory_equal(c->indices.memory, before->indices.memory, c->indices.bytes);
    for (size_t i = 0; i < c->ninputs; i++) {
        assert_memory_equal(c->operand[i].memory, before->operand[i].memory, c->operand[i].bytes);
        if (c->is_scatter)
            assert_memory_equal(c->dense[i].memory, before->dense[i].memory, c->dense[i].bytes);
    }
}

static random_case *draw(uint64_t seed)
{
    uint64_t state = seed;
    random_case *c = random_case_create(random_from_seed(&state), seed % 2 == 1);
    assert_non_null(c);
    return c;
}

static void test_timing_touches_nothing(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed < 120; seed++) {
        random_case *c = draw(seed), *before = draw(seed);
        grn_plan_options options = {.tune_seconds = SECONDS};
        grn_plan *plan;
        assert_int_equal(make(c, &options, NULL, &plan), GRN_OK);
        hold_untouched(c, before);
        grn_plan_destroy(plan);
        random_case_destroy(c);
        random_case_destroy(before);
    }
}

/* Tensors without data: what is timed is allocated, and given back. */
static void test_without_data(void **unused)
{
    (void)unused;
    for (uint64_t seed = 1; seed < 60; seed++) {
        random_case *c = draw(seed);
        grn_tensor operand[RANDOM_INPUTS], dense[RANDOM_INPUTS], indices = c->indices.view;
        grn_plan_options options = {.tune_seconds = SECONDS};
        grn_plan *plan = NULL;
        indices.data = NULL;
        for (size_t i = 0; i < c->ninputs; i++) {
            operand[i] = c->operand[i].view;
            dense[i] = c->dense[i].view;
            operand[i].data = dense[i].data = NULL;
        }
        grn_status status =
            c->is_scatter
                ? grn_plan_scatter(&c->scatter, c->ninputs, operand, &indices, dense, &options, NULL, NULL, &plan)
                : grn_plan_gather(&c->gather, operand, &indices, dense, &options, NULL, NULL, &plan);
        assert_int_equal(status, GRN_OK);
        grn_plan_destroy(plan);
        random_case_destroy(c);
    }
}

/* ---- what is noted --------------------------------------------------------------------------- */

static float table[64 * 8], result[16 * 8];
static int64_t rows[16];

/* 16 rows of 8 floats of 64, which several compositions can move. */
static const grn_gather_spec take = {.dims = {.offset_dims = {1, {1}},
                                              .collapsed_slice_dims = {1, {0}},
                                              .start_index_map = {1, {0}},
                                              .index_vector_dim = 1},
                                     .slice_sizes = {2, {1, 8}},
                                     .index = {.bounds = GRN_BOUNDS_CLAMP}};

static grn_plan *plan_of(const grn_plan_options *options)
{
    grn_tensor operand = {.dtype = GRN_F32, .rank = 2, .data = table, .shape = {64, 8}, .stride = {8, 1}};
    grn_tensor indices = {.dtype = GRN_I64, .rank = 1, .data = rows, .shape = {16}, .stride = {1}};
    grn_tensor dense = {.dtype = GRN_F32, .rank = 2, .data = result, .shape = {16, 8}, .stride = {8, 1}};
    grn_plan *plan = NULL;
    assert_int_equal(grn_plan_gather(&take, &operand, &indices, &dense, options, NULL, NULL, &plan), GRN_OK);
    return plan;
}

static const char *mover_of(const grn_plan_options *options)
{
    grn_plan_report report;
    grn_plan *plan = plan_of(options);
    assert_int_equal(grn_plan_describe(plan, &report), GRN_OK);
    grn_plan_destroy(plan);
    return report.mover;
}

static const char *variant_of(const grn_plan_options *options)
{
    grn_plan_report report;
    grn_plan *plan = plan_of(options);
    assert_int_equal(grn_plan_describe(plan, &report), GRN_OK);
    grn_plan_destroy(plan);
    return report.variant != NULL ? report.variant : "none";
}

static void test_what_is_noted_is_used(void **unused)
{
    grn_tuning *tuning, *again;
    grn_text_buffer t = {0}, twice = {0};
    const grn_sink sink = grn_text_buffer_sink(&t), second = grn_text_buffer_sink(&twice);
    (void)unused;
    assert_int_equal(grn_tuning_create(NULL, &tuning), GRN_OK);
    assert_int_equal(grn_tuning_count(tuning), 0);
    const char *mover = mover_of(&(grn_plan_options){.tuning = tuning, .tune_seconds = SECONDS});
    assert_int_equal(grn_tuning_count(tuning), 1);
    assert_string_equal(mover_of(&(grn_plan_options){.tuning = tuning}), mover);
    assert_int_equal(grn_tuning_write(tuning, &sink), GRN_OK);
    assert_int_equal(grn_tuning_create(NULL, &again), GRN_OK);
    assert_int_equal(grn_tuning_read(again, t.text, t.size_bytes, NULL), GRN_OK);
    assert_int_equal(grn_tuning_write(again, &second), GRN_OK);
    assert_string_equal(t.text, twice.text);
    assert_string_equal(mover_of(&(grn_plan_options){.tuning = again}), mover);
    grn_text_buffer_free(&t);
    grn_text_buffer_free(&twice);
    grn_tuning_destroy(again);
    grn_tuning_destroy(tuning);
}

/* A line that was written by hand is obeyed: the rows that cost never would choose. */
static void test_a_line_is_obeyed(void **unused)
{
    grn_tuning *tuning;
    char text[8192];
    grn_text_buffer t = grn_text_buffer_over(text, sizeof text);
    const grn_sink sink = grn_text_buffer_sink(&t);
    (void)unused;
    assert_int_equal(grn_tuning_create(NULL, &tuning), GRN_OK);
    (void)mover_of(&(grn_plan_options){.tuning = tuning, .tune_seconds = SECONDS});
    assert_int_equal(grn_tuning_write(tuning, &sink), GRN_OK);
    char *colon = strrchr(t.text, ':');
    strcpy(colon, ": offsets64, none, windows # by hand\n");
    assert_int_equal(grn_tuning_read(tuning, t.text, strlen(t.text), NULL), GRN_OK);
    assert_int_equal(grn_tuning_count(tuning), 1);
    assert_string_equal(mover_of(&(grn_plan_options){.tuning = tuning}), "windows");
    assert_string_not_equal(mover_of(NULL), "windows");
    strcpy(colon, ": offsets32, none, rows, 16 ahead\n");
    assert_int_equal(grn_tuning_read(tuning, t.text, strlen(t.text), NULL), GRN_OK);
    assert_string_equal(variant_of(&(grn_plan_options){.tuning = tuning}), "16 ahead");
    t.size_bytes = 0;
    assert_int_equal(grn_tuning_write(tuning, &sink), GRN_OK);
    assert_non_null(strstr(t.text, ": offsets32, none, rows, 16 ahead\n"));
    strcpy(colon, ": small, none, strips\n"); /* which do not go together: the cost chooses */
    assert_int_equal(grn_tuning_read(tuning, t.text, strlen(t.text), NULL), GRN_OK);
    assert_string_equal(mover_of(&(grn_plan_options){.tuning = tuning}), mover_of(NULL));
    grn_tuning_destroy(tuning);
}

static int32_t line_seen;

static void keep_line(void *user, const grn_diagnostic *d)
{
    (void)user;
    line_seen = d->place.line;
}

static void test_bad_lines(void **unused)
{
    static const char *const bad[] = {"gather\n",
                                      "gather x\n",
                                      "x: small, none, rows\n",
                                      "gather x: small, none\n",
                                      "gather x: small, none, no\n",
                                      "gather x: small, owner bins, rows\n",
                                      "scatter x: offsets32, none, rows\n",
                                      "gather x: small, none, rows, rows\n",
                                      "gather x: small, none, rows,\n",
                                      "gather x: small, none, rows, 16 ahead, 4 ahead\n",
                                      "scatter x: small, none, rows, 7 ahead\n"};
    const grn_diag diag = {keep_line, NULL};
    grn_tuning *tuning;
    char lines[200];
    (void)unused;
    assert_int_equal(grn_tuning_create(NULL, &tuning), GRN_OK);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        snprintf(lines, sizeof lines, "# a comment\n\n gather y: small, none, rows # fine\n%s", bad[i]);
        assert_int_equal(grn_tuning_read(tuning, lines, strlen(lines), &diag), GRN_E_PARSE);
        assert_int_equal(line_seen, 4);
        assert_int_equal(grn_tuning_count(tuning), 0);
    }
    assert_int_equal(grn_tuning_read(tuning, "", 0, NULL), GRN_OK);
    assert_int_equal(grn_tuning_read(tuning, "scatter y: small, none, rows", 28, NULL), GRN_OK);
    assert_int_equal(grn_tuning_count(tuning), 1);
    grn_tuning_destroy(tuning);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_timing_touches_nothing),
        cmocka_unit_test(test_without_data),
        cmocka_unit_test(test_what_is_noted_is_used),
        cmocka_unit_test(test_a_line_is_obeyed),
        cmocka_unit_test(test_bad_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
