/*
 * test_segments_random.c - random segment specs over random views: every plan, of each instruction
 * set and number of threads, gives the bits of the reference, and touches nothing else.
 *
 *   test_segments_random [TRIALS [SEED]]
 */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "kernels/kernels.h"
#include "support/random_tensor.h"
#include "support/share.h"

#define TRIALS 2000
#define POOLS 5 /* of 1 to 16 threads */

static long trials;
static uint64_t first_seed = 1;

/* One problem with all of its memory. */
typedef struct trial {
    grn_segment_spec spec;
    random_buffer data, segments, weights, result, arg;
    bool has_segments, has_weights, has_arg;
    int64_t n, nsegments;
} trial;

static uint64_t pick(random_source s, uint64_t bound) { return s.next(s.user, bound); }
static bool one_in(random_source s, uint64_t n) { return pick(s, n) == 0; }

/* ---- drawing --------------------------------------------------------------------------------- */

static const grn_dtype floats[] = {GRN_F32, GRN_F16, GRN_BF16, GRN_F64};
static const grn_dtype all_dtypes[] = {GRN_F32, GRN_F16,   GRN_BF16, GRN_F64,  GRN_I8,   GRN_I16,  GRN_I32,
                                       GRN_I64, GRN_INDEX, GRN_UI8,  GRN_UI16, GRN_UI32, GRN_UI64, GRN_I1};

static grn_dtype draw_dtype(random_source s, grn_segment_op op)
{
    const bool fused = op >= GRN_SEGMENT_SOFTMAX;
    if (fused || !one_in(s, 3))
        return floats[pick(s, GRN_COUNT(floats))];
    return all_dtypes[pick(s, GRN_COUNT(all_dtypes) - (op == GRN_SEGMENT_MEAN))];
}

static bool is_float(grn_dtype dtype) { return grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT; }

static void draw_spec(random_source s, grn_dtype dtype, trial *t)
{
    grn_segment_spec *spec = &t->spec;
    const bool fused = spec->op >= GRN_SEGMENT_SOFTMAX;
    spec->form = (grn_segment_form)pick(s, GRN_SEGMENT_FORM_COUNT);
    spec->ids = (grn_segment_ids_rule)pick(s, GRN_SEGMENT_IDS_RULE_COUNT);
    spec->start = fused ? GRN_SEGMENT_START_IDENTITY : (grn_segment_start)pick(s, GRN_SEGMENT_START_COUNT);
    random_element(s, dtype, spec->initial);
    spec->empty = (grn_segment_empty)pick(s, GRN_SEGMENT_EMPTY_COUNT);
    if (spec->empty == GRN_SEGMENT_EMPTY_NAN && !is_float(dtype))
        spec->empty = GRN_SEGMENT_EMPTY_ZERO;
    spec->nan = (grn_segment_nan)pick(s, GRN_SEGMENT_NAN_COUNT);
    spec->arg_of_empty = (int64_t)pick(s, 3) - 1;
    spec->rounding = (grn_segment_rounding)pick(s, GRN_SEGMENT_ROUNDING_COUNT);
    spec->eps = one_in(s, 2) ? 0 : 1e-6;
    spec->correction = (int64_t)pick(s, 3);
    t->has_weights = is_float(dtype) && spec->op <= GRN_SEGMENT_MEAN && one_in(s, 2);
    if (t->has_weights)
        spec->divisor = (grn_segment_divisor)pick(s, GRN_SEGMENT_DIVISOR_COUNT);
    t->has_arg = (spec->op == GRN_SEGMENT_MIN || spec->op == GRN_SEGMENT_MAX) && one_in(s, 2);
}

static void put(random_buffer *b, int64_t offset, int64_t value)
{
    const grn_scalar scalar = {.dtype = b->view.dtype, .i = value};
    grn_scalar_store(&scalar, b->view.dtype, grn_tensor_at(&b->view, offset));
}

/* The segments of one position. Of ids some are out of range, which may be an error. */
static void draw_segments(random_source s, trial *t, int64_t from)
{
    const grn_tensor *view = &t->segments.view;
    const int64_t step = view->stride[view->rank - 1], count = view->shape[view->rank - 1];
    int64_t at = one_in(s, 3) && t->spec.form < GRN_SEGMENT_LENGTHS ? (int64_t)pick(s, (uint64_t)t->n + 1) : 0;
    int64_t id = one_in(s, 4) ? -1 : 0;
    for (int64_t i = 0; i < count; i++) {
        int64_t value = at;
        if (t->spec.form == GRN_SEGMENT_IDS) {
            value = (int64_t)pick(s, (uint64_t)t->nsegments + 1) - (one_in(s, 20) ? 2 : 0);
            value = value == t->nsegments && !one_in(s, 20) ? 0 : value;
        } else if (t->spec.form == GRN_SEGMENT_SORTED_IDS) {
            value = id += one_in(s, 3);
            id += one_in(s, 20);
        } else if (t->spec.form == GRN_SEGMENT_LENGTHS) {
            value = i == count - 1 ? t->n - at : (int64_t)pick(s, (uint64_t)(t->n - at) / 2 + 1);
            at += value;
        } else {
            at += (int64_t)pick(s, (uint64_t)(t->n - at) / 2 + 1);
        }
        put(&t->segments, from + i * step, value);
    }
}

static void make(random_source s, grn_dtype dtype, int32_t rank, const int64_t *shape, bool broadcast,
                 random_buffer *out)
{
    assert_true(random_buffer_make(s, dtype, rank, shape, broadcast, 2, out));
    random_buffer_fill(s, out);
}

static void draw_segments_of_all(random_source s, trial *t, const int64_t *shape)
{
    static const grn_dtype index[] = {GRN_I64, GRN_I32, GRN_I16, GRN_INDEX};
    const bool by_position = t->spec.axis > 0 && one_in(s, 2);
    int64_t own[GRN_MAX_RANK], extent = t->n;
    int32_t rank = 0;
    grn_walk w;
    if (t->spec.form > GRN_SEGMENT_SORTED_IDS)
        extent = t->nsegments + (t->spec.form == GRN_SEGMENT_OFFSETS);
    for (int32_t d = 0; by_position && d < t->spec.axis; d++)
        own[rank++] = shape[d];
    own[rank++] = extent;
    make(s, index[pick(s, GRN_COUNT(index))], rank, own, false, &t->segments);
    const grn_tensor *view = &t->segments.view;
    for (grn_walk_init(&w, rank - 1, view->shape, 1, (const int64_t *[]){view->stride}); w.more; grn_walk_next(&w))
        draw_segments(s, t, w.offset[0]);
}

static void draw(random_source s, trial *t)
{
    memset(t, 0, sizeof *t);
    t->spec.op = (grn_segment_op)pick(s, GRN_SEGMENT_OP_COUNT);
    const grn_dtype dtype = draw_dtype(s, t->spec.op);
    const int32_t rank = 1 + (int32_t)pick(s, 4);
    int64_t shape[GRN_MAX_RANK];
    draw_spec(s, dtype, t);
    for (int32_t d = 0; d < rank; d++)
        shape[d] = one_in(s, 30) ? 0 : 1 + (int64_t)pick(s, 4);
    if (one_in(s, 3))
        shape[rank - 1] = 1 + (int64_t)pick(s, 300);
    t->spec.axis = (int32_t)pick(s, (uint64_t)rank);
    t->n = one_in(s, 20) ? 0 : (int64_t)pick(s, one_in(s, 10) ? 300 : 30);
    t->nsegments = (int64_t)pick(s, one_in(s, 6) ? 60 : 9); /* more than a vector has lanes */
    if (t->spec.form == GRN_SEGMENT_LENGTHS && t->nsegments == 0)
        t->n = 0;
    t->spec.length = 1 + (int64_t)pick(s, 5);
    if (t->spec.form == GRN_SEGMENT_CONSTANT) {
        t->nsegments = t->n / t->spec.length;
        t->n = t->nsegments * t->spec.length;
    }
    t->spec.nsegments = t->nsegments;
    shape[t->spec.axis] = t->n;
    make(s, dtype, rank, shape, true, &t->data);
    t->has_segments = t->spec.form != GRN_SEGMENT_CONSTANT;
    if (t->has_segments)
        draw_segments_of_all(s, t, shape);
    if (t->has_weights)
        make(s, dtype, t->spec.axis + 1 + (int32_t)pick(s, (uint64_t)(rank - t->spec.axis)), shape, true, &t->weights);
    if (t->spec.op != GRN_SEGMENT_SOFTMAX && t->spec.op != GRN_SEGMENT_LOG_SOFTMAX)
        shape[t->spec.axis] = t->nsegments;
    make(s, dtype, rank, shape, false, &t->result);
    if (t->has_arg)
        make(s, one_in(s, 2) ? GRN_I32 : GRN_I64, rank, shape, false, &t->arg);
    if (one_in(s, 2))
        t->spec.axis -= rank;
}

static void release(trial *t)
{
    random_buffer_release(&t->data);
    if (t->has_segments)
        random_buffer_release(&t->segments);
    if (t->has_weights)
        random_buffer_release(&t->weights);
    random_buffer_release(&t->result);
    if (t->has_arg)
        random_buffer_release(&t->arg);
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_segment_tensors tensors_of(const trial *t, const random_buffer *result, const random_buffer *arg)
{
    return (grn_segment_tensors){&t->data.view, t->has_segments ? &t->segments.view : NULL,
                                 t->has_weights ? &t->weights.view : NULL, &result->view,
                                 t->has_arg ? &arg->view : NULL};
}

/* GRN_E_UNSUPPORTED: the way that is named does not serve. */
static grn_status run_plan(const trial *t, const grn_segment_tensors *tensors, const grn_segment_plan_options *options)
{
    grn_segment_plan *plan;
    grn_status status = grn_segment_plan_create(&t->spec, tensors, options, NULL, NULL, &plan);
    if (status == GRN_E_UNSUPPORTED && options->way != NULL)
        return status;
    assert_int_equal(status, GRN_OK);
    if (options->way != NULL)
        assert_string_equal(grn_segment_plan_way(plan), options->way);
    void *scratch = aligned_alloc(64, (grn_segment_scratch_bytes(plan) + 64) / 64 * 64);
    assert_non_null(scratch);
    const grn_segment_data data = {tensors->data->data, t->has_segments ? tensors->segments->data : NULL,
                                   t->has_weights ? tensors->weights->data : NULL, tensors->result->data,
                                   t->has_arg ? tensors->arg->data : NULL};
    status = grn_segment_run(plan, &data, scratch, NULL);
    free(scratch);
    grn_segment_plan_destroy(plan);
    return status;
}

static void hear(void *user, const grn_diagnostic *d) { snprintf(user, 512, "%s", d->message); }

static void describe(const trial *t, char *out, size_t room)
{
    snprintf(out, room,
             "%s of %s by %s, axis %d, rank %d, n %" PRId64 ", %" PRId64 " segments, ids %d start %d "
             "empty %d divisor %d nan %d rounding %d%s%s",
             grn_segment_op_text(t->spec.op), grn_dtype_text(t->data.view.dtype), grn_segment_form_text(t->spec.form),
             (int)t->spec.axis, (int)t->data.view.rank, t->n, t->nsegments, (int)t->spec.ids, (int)t->spec.start,
             (int)t->spec.empty, (int)t->spec.divisor, (int)t->spec.nan, (int)t->spec.rounding,
             t->has_weights ? " weights" : "", t->has_arg ? " arg" : "");
}

/* How often each way has served. */
static size_t served[8];

static void count_way(const char *way)
{
    for (size_t i = 0; way != NULL && grn_segment_way_text(i) != NULL; i++)
        served[i] += strcmp(grn_segment_way_text(i), way) == 0;
}

/* A run by a plan on memory of its own, held against what the reference has left. */
static void hold(const trial *t, const random_buffer *result, const random_buffer *arg, grn_status want,
                 const grn_segment_plan_options *options, uint64_t seed)
{
    random_buffer own_result, own_arg = {0};
    char what[512];
    describe(t, what, sizeof what);
    assert_true(random_buffer_clone(&t->result, &own_result));
    if (t->has_arg)
        assert_true(random_buffer_clone(&t->arg, &own_arg));
    const grn_segment_tensors tensors = tensors_of(t, &own_result, &own_arg);
    const grn_status got =
        options == NULL ? grn_segment_reduce(&t->spec, &tensors, NULL, NULL) : run_plan(t, &tensors, options);
    const char *cpu = options != NULL && options->cpu != NULL ? options->cpu : "best",
               *way = options != NULL && options->way != NULL ? options->way : "any way";
    const bool serves = got != GRN_E_UNSUPPORTED || options == NULL || options->way == NULL;
    if (serves && got != want)
        fail_msg("seed %" PRIu64 ", %s, %s: %s, the reference says %s", seed, what, way, grn_status_name(got),
                 grn_status_name(want));
    if (serves && options != NULL)
        count_way(options->way);
    if (serves && (memcmp(own_result.memory, result->memory, result->bytes) != 0 ||
                   (t->has_arg && memcmp(own_arg.memory, arg->memory, arg->bytes) != 0)))
        fail_msg("seed %" PRIu64 ", %s, %s, cpu %s, %d threads: other bits than the reference's", seed, what, way, cpu,
                 options != NULL && options->parallel != NULL ? (int)options->parallel->threads : 1);
    random_buffer_release(&own_result);
    if (t->has_arg)
        random_buffer_release(&own_arg);
}

static void one(uint64_t seed, grn_pool *const *pools, size_t *failed)
{
    uint64_t state = seed;
    const random_source s = random_from_seed(&state);
    trial t;
    random_buffer result, arg = {0};
    char said[512] = "", what[512];
    const grn_diag diag = {hear, said};
    draw(s, &t);
    assert_true(random_buffer_clone(&t.result, &result));
    if (t.has_arg)
        assert_true(random_buffer_clone(&t.arg, &arg));
    const grn_segment_tensors tensors = tensors_of(&t, &result, &arg);
    const grn_status want = grn_segment_reference(&t.spec, &tensors, &diag);
    if (want != GRN_OK && want != GRN_E_INDEX) {
        describe(&t, what, sizeof what);
        fail_msg("seed %" PRIu64 ", %s: %s", seed, what, said);
    }
    if (want == GRN_E_INDEX) {
        ++*failed;
        assert_memory_equal(result.memory, t.result.memory, result.bytes);
    }
    hold(&t, &result, &arg, want, NULL, seed);
    for (size_t i = 0; grn_kernels_at(i) != NULL; i++) {
        grn_segment_plan_options options = {.size_bytes = sizeof options,
                                            .cpu = grn_kernels_at(i)->name,
                                            .parallel = grn_pool_parallel(pools[pick(s, POOLS)])};
        hold(&t, &result, &arg, want, &options, seed);
        for (size_t k = 0; (options.way = grn_segment_way_text(k)) != NULL; k++)
            hold(&t, &result, &arg, want, &options, seed);
    }
    random_buffer_release(&result);
    if (t.has_arg)
        random_buffer_release(&arg);
    release(&t);
}

static void random_specs(void **state)
{
    (void)state;
    static const int32_t threads[POOLS] = {1, 2, 3, 4, 16};
    grn_pool *pools[POOLS];
    size_t failed = 0;
    for (int32_t i = 0; i < POOLS; i++)
        assert_int_equal(grn_pool_create(threads[i], NULL, &pools[i]), GRN_OK);
    for (long i = 0; i < trials; i++)
        one(first_seed + (uint64_t)i, pools, &failed);
    for (int32_t i = 0; i < POOLS; i++)
        grn_pool_destroy(pools[i]);
    assert_in_range(failed, trials / 100, trials / 2); /* some, by far not all */
    for (size_t i = 0; grn_segment_way_text(i) != NULL; i++)
        assert_true(served[i] > 0);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(random_specs)};
    trials = argc > 1 ? atol(argv[1]) : (long)test_count("GARNER_RANDOM_CASES", TRIALS);
    first_seed = argc > 2 ? strtoull(argv[2], NULL, 10) : first_seed;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
