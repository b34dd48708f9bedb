/* test_misuse_segments.c - the misuse table of segments.h. */
#include <math.h>

#include "misuse.h"

static const grn_segment_spec summing = {.op = GRN_SEGMENT_SUM};
static const grn_segment_spec largest = {.op = GRN_SEGMENT_MAX, .form = GRN_SEGMENT_OFFSETS};
static const grn_segment_spec meaning = {.op = GRN_SEGMENT_MEAN, .divisor = GRN_SEGMENT_BY_WEIGHTS};
static const grn_segment_spec sharing = {.op = GRN_SEGMENT_SOFTMAX, .nsegments = 2};
static int32_t rank_out;
static int64_t shape_out[GRN_MAX_RANK], count_out;
static grn_segment_plan *plan_out;
static const int present = 1;

static const misuse_pointer pointers[] = {
    {"spec", &summing}, {"tensors", &present}, {"rank", &rank_out},     {"shape", shape_out},      {"out", &plan_out},
    {"plan", &present}, {"data", &present},    {"gradients", &present}, {"nsegments", &count_out}, {NULL, NULL},
};

#define SUMMED "data|result:f32[4,3]r segments:i64[4]r weights:f32[4]ro result:f32[2,3]w"
#define LOOKED_AT "data|result:f32[4,3]s segments:i64[4]s weights:f32[4]so result:f32[2,3]p"
#define EXTREMES "data|result:f32[4,3]r segments:i32[3]r result:f32[2,3]w arg|result:i64[2,3]wo"
#define ENTRIES "data:f16[4,3]r segments:i64[4]r result:f16[4,3]w"
#define GRADED                                                                                 \
    "data|grad:f32[4,3]r segments:i64[4]r weights|weights_grad:f32[4,3]r grad|data:f32[2,3]r " \
    "data_grad|weights_grad:f32[4,3]wo "                                                       \
    "weights_grad|data_grad:f32[4,3]wo"

#define TENSORS(...) (Q("tensors") ? &(grn_segment_tensors){__VA_ARGS__} : NULL)

/* A right plan, which is run on what is given. */
static grn_status run(world *w, bool has_plan, bool has_data, const grn_segment_data *data, size_t shift)
{
    grn_segment_plan *plan;
    const grn_segment_tensors t = {w->view[0], w->view[1], NULL, w->view[3], NULL};
    assert_int_equal(grn_segment_plan_create(&summing, &t, NULL, NULL, NULL, &plan), GRN_OK);
    assert_true(grn_segment_scratch_bytes(plan) > 0 && grn_segment_scratch_bytes(NULL) == 0);
    char *scratch = aligned_alloc(64, grn_segment_scratch_bytes(plan) / 64 * 64 + 128);
    assert_non_null(scratch);
    const grn_status status =
        grn_segment_run(has_plan ? plan : NULL, has_data ? data : NULL, shift == 99 ? NULL : scratch + shift, D);
    free(scratch);
    grn_segment_plan_destroy(plan);
    return status;
}

static grn_status create(world *w, const grn_segment_plan_options *options)
{
    grn_segment_plan **out = Q("out");
    grn_status status = grn_segment_plan_create(Q("spec"), TENSORS(T(0), T(1), T(2), T(3), NULL), options, AL, D, out);
    assert_true(status == GRN_OK || out == NULL || *out == NULL);
    if (status == GRN_OK)
        grn_segment_plan_destroy(*out);
    return status;
}

static grn_status reduce(world *w, grn_segment_spec spec)
{
    return grn_segment_reduce(&spec, &(grn_segment_tensors){T(0), T(1), NULL, T(3), NULL}, AL, D);
}

static grn_status adjoint(world *w, const grn_segment_spec *spec, grn_segment_ties ties)
{
    const grn_segment_gradients g = {T(3), T(4), T(5), ties};
    return grn_segment_adjoint(spec, TENSORS(T(0), T(1), T(2), NULL, NULL), Q("gradients") ? &g : NULL, AL, D);
}

static const grn_segment_data nothing = {0};

#define ROWS(R)                                                                                                        \
    R(check, grn_segment_check, LOOKED_AT, grn_segment_check(Q("spec"), TENSORS(T(0), T(1), T(2), T(3), NULL), D))     \
    R(shape, grn_segment_shape, "data:f32[4,3]s segments:i64[4]s",                                                     \
      grn_segment_shape(Q("spec"), TENSORS(T(0), T(1), NULL, NULL, NULL), D, Q("rank"), Q("shape")))                   \
    R(count, grn_segment_count, "ids:i16[2,2]r", grn_segment_count(T(0), D, Q("nsegments")))                           \
    R(reference, grn_segment_reference, SUMMED,                                                                        \
      grn_segment_reference(Q("spec"), TENSORS(T(0), T(1), T(2), T(3), NULL), D))                                      \
    R(reduce, grn_segment_reduce, SUMMED, grn_segment_reduce(Q("spec"), TENSORS(T(0), T(1), T(2), T(3), NULL), AL, D)) \
    R(extremes, grn_segment_reduce, EXTREMES,                                                                          \
      grn_segment_reduce(&largest, TENSORS(T(0), T(1), NULL, T(2), T(3)), AL, D))                                      \
    R(entries, grn_segment_reduce, ENTRIES,                                                                            \
      grn_segment_reduce(&sharing, TENSORS(T(0), T(1), NULL, T(2), NULL), AL, D))                                      \
    R(plan, grn_segment_plan_create, LOOKED_AT, create(w, NULL))                                                       \
    R(adjoint, grn_segment_adjoint, GRADED, adjoint(w, &meaning, GRN_SEGMENT_TIES_FIRST))

#define CASES(C)                                                                                                       \
    C(texts, grn_segment_op_text, "no such op", "", GRN_OK, NULL,                                                      \
      holds(strcmp(grn_segment_op_text((grn_segment_op)-1), "unknown") == 0))                                          \
    C(form_texts, grn_segment_form_text, "no such form", "", GRN_OK, NULL,                                             \
      holds(strcmp(grn_segment_form_text((grn_segment_form)99), "unknown") == 0))                                      \
    C(destroy, grn_segment_plan_destroy, "NULL", "", GRN_OK, NULL, (grn_segment_plan_destroy(NULL), GRN_OK))           \
    C(bytes, grn_segment_scratch_bytes, "NULL", "", GRN_OK, NULL, holds(grn_segment_scratch_bytes(NULL) == 0))         \
    C(way_texts, grn_segment_way_text, "no such way", "", GRN_OK, NULL, holds(grn_segment_way_text(99) == NULL))       \
    C(way, grn_segment_plan_way, "NULL", "", GRN_OK, NULL, holds(grn_segment_plan_way(NULL) == NULL))                  \
    C(contenders, grn_segment_contenders, "NULL", "", GRN_OK, NULL, holds(grn_segment_contenders(NULL, 3, NULL) == 0)) \
    C(plan_way, grn_segment_plan_create, "no such way", LOOKED_AT, GRN_E_ARGUMENT, "way is 'abacus'",                  \
      create(w, &(grn_segment_plan_options){.way = "abacus"}))                                                         \
    C(plan_race, grn_segment_plan_create, "no such race", LOOKED_AT, GRN_E_ARGUMENT, "race is 7",                      \
      create(w, &(grn_segment_plan_options){.race = (grn_race_mode)7}))                                                \
    C(run, grn_segment_run, "right", SUMMED, GRN_OK, NULL,                                                             \
      run(w, true, true, &(grn_segment_data){DATA(0), DATA(1), NULL, DATA(3), NULL}, 0))                               \
    C(run_no_plan, grn_segment_run, "no plan", SUMMED, GRN_E_ARGUMENT, "plan",                                         \
      run(w, false, true, &(grn_segment_data){DATA(0), DATA(1), NULL, DATA(3), NULL}, 0))                              \
    C(run_no_data, grn_segment_run, "no data", SUMMED, GRN_E_ARGUMENT, "data", run(w, true, false, NULL, 0))           \
    C(run_nothing, grn_segment_run, "all NULL", SUMMED, GRN_E_ARGUMENT, "data", run(w, true, true, &nothing, 0))       \
    C(run_no_ids, grn_segment_run, "no ids", SUMMED, GRN_E_ARGUMENT, "segments",                                       \
      run(w, true, true, &(grn_segment_data){DATA(0), NULL, NULL, DATA(3), NULL}, 0))                                  \
    C(run_in_place, grn_segment_run, "onto itself", SUMMED, GRN_E_ALIAS, "data",                                       \
      run(w, true, true, &(grn_segment_data){DATA(0), DATA(1), NULL, DATA(0), NULL}, 0))                               \
    C(run_shifted, grn_segment_run, "scratch that is not aligned", SUMMED, GRN_E_ARGUMENT, "scratch is not aligned",   \
      run(w, true, true, &(grn_segment_data){DATA(0), DATA(1), NULL, DATA(3), NULL}, 8))                               \
    C(run_no_scratch, grn_segment_run, "no scratch", SUMMED, GRN_E_ARGUMENT, "scratch is NULL",                        \
      run(w, true, true, &(grn_segment_data){DATA(0), DATA(1), NULL, DATA(3), NULL}, 99))                              \
    C(plan_threads, grn_segment_plan_create, "-1 threads", LOOKED_AT, GRN_E_ARGUMENT, "threads is -1",                 \
      create(w, &(grn_segment_plan_options){.threads = -1}))                                                           \
    C(plan_cpu, grn_segment_plan_create, "no such cpu", LOOKED_AT, GRN_E_UNSUPPORTED, "cpu is 'abacus'",               \
      create(w, &(grn_segment_plan_options){.cpu = "abacus"}))                                                         \
    C(plan_parallel, grn_segment_plan_create, "no for_each", LOOKED_AT, GRN_E_ARGUMENT, "for_each",                    \
      create(w, &(grn_segment_plan_options){.parallel = &(grn_parallel){.threads = 2}}))                               \
    C(plan_bytes, grn_segment_plan_create, "size_bytes of 3", LOOKED_AT, GRN_E_ARGUMENT, "size_bytes",                 \
      create(w, &(grn_segment_plan_options){.size_bytes = 3}))                                                         \
    C(op, grn_segment_reduce, "no such op", SUMMED, GRN_E_ARGUMENT, "spec.op is 77",                                   \
      reduce(w, (grn_segment_spec){.op = (grn_segment_op)77}))                                                         \
    C(form, grn_segment_reduce, "no such form", SUMMED, GRN_E_ARGUMENT, "spec.form is -1",                             \
      reduce(w, (grn_segment_spec){.form = (grn_segment_form)-1}))                                                     \
    C(axis, grn_segment_reduce, "no such axis", SUMMED, GRN_E_ARGUMENT, "spec.axis is -3",                             \
      reduce(w, (grn_segment_spec){.axis = -3}))                                                                       \
    C(count, grn_segment_reduce, "-1 segments", SUMMED, GRN_E_ARGUMENT, "spec.nsegments is -1",                        \
      reduce(w, (grn_segment_spec){.nsegments = -1}))                                                                  \
    C(length, grn_segment_reduce, "a length of 0", SUMMED, GRN_E_ARGUMENT, "spec.length is 0",                         \
      reduce(w, (grn_segment_spec){.form = GRN_SEGMENT_CONSTANT}))                                                     \
    C(constant, grn_segment_reduce, "segments of a constant length", SUMMED, GRN_E_ARGUMENT, "segments is given",      \
      reduce(w, (grn_segment_spec){.form = GRN_SEGMENT_CONSTANT, .length = 2}))                                        \
    C(eps, grn_segment_reduce, "eps NaN", SUMMED, GRN_E_ARGUMENT, "spec.eps is",                                       \
      reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_STD, .eps = (double)NAN}))                                        \
    C(correction, grn_segment_reduce, "correction -1", SUMMED, GRN_E_ARGUMENT, "spec.correction is -1",                \
      reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_STD, .correction = -1}))                                          \
    C(divisor, grn_segment_reduce, "a divisor of weights without weights", SUMMED, GRN_E_ARGUMENT, "weights",          \
      reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_MEAN, .divisor = GRN_SEGMENT_BY_WEIGHTS}))                        \
    C(start, grn_segment_reduce, "logsumexp from a start", SUMMED, GRN_E_UNSUPPORTED, "spec.start",                    \
      reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_LOGSUMEXP, .start = GRN_SEGMENT_START_RESULT}))                   \
    C(weighted_max, grn_segment_reduce, "a max by weights", SUMMED, GRN_E_UNSUPPORTED, "weights are given",            \
      grn_segment_reduce(&(grn_segment_spec){.op = GRN_SEGMENT_MAX},                                                   \
                         &(grn_segment_tensors){T(0), T(1), T(2), T(3), NULL}, AL, D))                                 \
    C(arg_of_sum, grn_segment_reduce, "arg of a sum", EXTREMES, GRN_E_UNSUPPORTED, "arg is given",                     \
      grn_segment_reduce(&(grn_segment_spec){.form = GRN_SEGMENT_OFFSETS},                                             \
                         &(grn_segment_tensors){T(0), T(1), NULL, T(2), T(3)}, AL, D))                                 \
    C(complex, grn_segment_reduce, "complex numbers",                                                                  \
      "data:complex<f32>[4,3]r segments:i64[4]r weights:f32[4]ro result:complex<f32>[2,3]w", GRN_E_DTYPE,              \
      "complex<f32>", reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_SUM}))                                            \
    C(bool_mean, grn_segment_reduce, "mean of i1", "data:i1[4,3]r segments:i64[4]r weights:f32[4]ro result:i1[2,3]w",  \
      GRN_E_DTYPE, "i1", reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_MEAN}))                                        \
    C(integer_nan, grn_segment_reduce, "NaN of i32",                                                                   \
      "data:i32[4,3]r segments:i64[4]r weights:f32[4]ro result:i32[2,3]w", GRN_E_DTYPE, "spec.empty",                  \
      reduce(w, (grn_segment_spec){.empty = GRN_SEGMENT_EMPTY_NAN}))                                                   \
    C(ids, grn_segment_reduce, "fewer ids than entries",                                                               \
      "data:f32[4,3]r segments:i64[3]r weights:f32[4]ro result:f32[2,3]w", GRN_E_SHAPE, "3 ids",                       \
      reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_SUM}))                                                            \
    C(float_ids, grn_segment_reduce, "ids of f32",                                                                     \
      "data:f32[4,3]r segments:f32[4]r weights:f32[4]ro result:f32[2,3]w", GRN_E_DTYPE, "segments",                    \
      reduce(w, (grn_segment_spec){.op = GRN_SEGMENT_SUM}))                                                            \
    C(many_segments, grn_segment_reduce, "more segments than fit in memory", ENTRIES, GRN_E_LIMIT, "segments",         \
      grn_segment_reduce(&(grn_segment_spec){.op = GRN_SEGMENT_SOFTMAX, .nsegments = INT64_MAX},                       \
                         &(grn_segment_tensors){T(0), T(1), NULL, T(2), NULL}, AL, D))                                 \
    C(ties, grn_segment_adjoint, "no such ties", GRADED, GRN_E_ARGUMENT, "gradients.ties is 9",                        \
      adjoint(w, &summing, (grn_segment_ties)9))                                                                       \
    C(from_result, grn_segment_adjoint, "a gradient from a result", GRADED, GRN_E_UNSUPPORTED, "spec.start",           \
      adjoint(w, &(grn_segment_spec){.start = GRN_SEGMENT_START_RESULT}, GRN_SEGMENT_TIES_FIRST))

MISUSE_TABLES
MISUSE_MAIN
