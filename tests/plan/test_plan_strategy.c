/*
 * test_plan_strategy.c - worked examples through the one-shot calls and every
 * strategy that applies, and how a plan says no.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/plan.h"

typedef struct text {
    char bytes[1024];
} text;

static void keep_message(void *user, const grn_diagnostic *d)
{
    text *t = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(t->bytes, sizeof t->bytes, "%s", d->message);
}

static grn_status keep_text(void *user, const char *bytes, size_t n)
{
    text *t = user;
    size_t at = strlen(t->bytes);
    assert_true(at + n < sizeof t->bytes);
    memcpy(t->bytes + at, bytes, n);
    t->bytes[at + n] = '\0';
    return GRN_OK;
}

static grn_tensor tensor(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

/* ---- gather: slices of {10, 20, ..., 120} as 4x3 ------------------------------------------------------------- */

typedef struct gather_case {
    const char *claim;
    grn_gather_spec spec;
    int32_t indices_rank;
    int64_t indices_shape[3];
    int64_t indices[6];
    int32_t result_rank;
    int64_t result_shape[3];
    grn_status status;
    int32_t want[12];
    const char *strategies; /* those that apply */
} gather_case;

/* Fill is -1 in every byte: -1 as i32. */
#define FILL {0xFF, 0xFF, 0xFF, 0xFF}
#define ROW_DIMS {.offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1}
#define POINT_DIMS {.collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1}
#define WINDOW_DIMS {.offset_dims = {2, {1, 2}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1}

static const gather_case gathers[] = {
    {"rows", {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}}, 1, {3}, {2, 0, 2}, 2, {3, 3}, GRN_OK,
     {70, 80, 90, 10, 20, 30, 70, 80, 90}, "take-rows take-cells odometer"},
    {"rows past the ends are clamped", {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}}, 1, {2}, {-5, 9}, 2, {2, 3}, GRN_OK,
     {10, 20, 30, 100, 110, 120}, "take-rows take-cells odometer"},
    {"rows past the ends are filled",
     {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}, .index = {.bounds = GRN_BOUNDS_FILL}, .fill = FILL}, 1, {3}, {-1, 1, 4},
     2, {3, 3}, GRN_OK, {-1, -1, -1, 40, 50, 60, -1, -1, -1}, "take-rows take-cells odometer"},
    {"single elements", {.dims = POINT_DIMS, .slice_sizes = {2, {1, 1}}}, 2, {3, 2}, {0, 0, 3, 2, 1, 1}, 1, {3}, GRN_OK,
     {10, 120, 50}, "take-direct take-cells odometer"},
    {"windows, filled where they leave the operand",
     {.dims = WINDOW_DIMS, .slice_sizes = {2, {2, 2}}, .index = {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_ELEMENT},
      .fill = FILL},
     2, {2, 2}, {1, 1, 3, -1}, 3, {2, 2, 2}, GRN_OK, {50, 60, 80, 90, -1, 100, -1, -1}, "take-rows take-cells odometer"},
    {"the same windows, dropped whole",
     {.dims = WINDOW_DIMS, .slice_sizes = {2, {2, 2}}, .index = {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW},
      .fill = FILL},
     2, {2, 2}, {1, 1, 3, -1}, 3, {2, 2, 2}, GRN_OK, {50, 60, 80, 90, -1, -1, -1, -1}, "take-rows take-cells odometer"},
    {"strict: the result is untouched", {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}, .index = {.bounds = GRN_BOUNDS_ERROR}},
     1, {2}, {0, 4}, 2, {2, 3}, GRN_E_INDEX, {7, 7, 7, 7, 7, 7}, "take-rows take-cells odometer"},
    {"strict, one-based and wrapped: all in range",
     {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}, .index = {.bounds = GRN_BOUNDS_ERROR, .base = 1, .wrap_negative = true}},
     1, {2}, {4, 0}, 2, {2, 3}, GRN_OK, {100, 110, 120, 100, 110, 120}, "take-rows take-cells odometer"},
    {"columns: the window lies across memory",
     {.dims = {.offset_dims = {1, {0}}, .collapsed_slice_dims = {1, {1}}, .start_index_map = {1, {1}}, .index_vector_dim = 1},
      .slice_sizes = {2, {4, 1}}},
     1, {2}, {2, 0}, 2, {4, 2}, GRN_OK, {30, 10, 60, 40, 90, 70, 120, 100}, "take-runs take-cells odometer"},
};

typedef struct gather_setup {
    int32_t operand[12], result[12];
    int64_t indices[6];
    grn_tensor operand_view, indices_view, result_view;
} gather_setup;

static void set_up_gather(const gather_case *c, gather_setup *s)
{
    for (int32_t i = 0; i < 12; i++) {
        s->operand[i] = 10 * (i + 1);
        s->result[i] = 7;
    }
    memcpy(s->indices, c->indices, sizeof s->indices);
    s->operand_view = tensor(s->operand, GRN_I32, 2, (int64_t[]){4, 3});
    s->indices_view = tensor(s->indices, GRN_I64, c->indices_rank, c->indices_shape);
    s->result_view = tensor(s->result, GRN_I32, c->result_rank, c->result_shape);
}

static void expect_gather(const gather_case *c, const char *way, const gather_setup *s, grn_status status)
{
    if (status != c->status)
        fail_msg("%s, %s: %s", c->claim, way, grn_status_text(status));
    for (int64_t i = 0; i < 12; i++) {
        int32_t want = i < grn_tensor_elements(&s->result_view) ? c->want[i] : 7;
        if (s->result[i] != want)
            fail_msg("%s, %s: element %d is %d, wanted %d", c->claim, way, (int)i, (int)s->result[i], (int)want);
    }
}

static void gather_by_plan(const gather_case *c, const char *strategy)
{
    gather_setup s;
    grn_plan *plan;
    text message = {""};
    grn_plan_options options = {.strategy = strategy};
    const char *way = strategy != NULL ? strategy : "the plan's choice";
    bool applies = strategy == NULL || strstr(c->strategies, strategy) != NULL;
    set_up_gather(c, &s);
    grn_status status = grn_plan_gather(&c->spec, &s.operand_view, &s.indices_view, &s.result_view, &options, NULL,
                                        &(grn_diag){keep_message, &message}, &plan);
    if (status != (applies ? GRN_OK : GRN_E_UNSUPPORTED))
        fail_msg("%s, %s: %s (%s)", c->claim, way, grn_status_text(status), message.bytes);
    if (!applies)
        return;
    assert_int_equal(grn_plan_scratch_bytes(plan), 0);
    expect_gather(c, way, &s, grn_plan_run_gather(plan, s.operand, s.indices, s.result, NULL, NULL));
    grn_plan_destroy(plan);
}

static void test_gathers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(gathers); i++) {
        gather_setup s;
        set_up_gather(&gathers[i], &s);
        expect_gather(&gathers[i], "one-shot", &s,
                      grn_gather(&gathers[i].spec, &s.operand_view, &s.indices_view, &s.result_view, NULL));
        gather_by_plan(&gathers[i], NULL);
        for (const char *const *name = grn_gather_strategies(); *name != NULL; name++)
            gather_by_plan(&gathers[i], *name);
    }
}

/* ---- scratch: at most 4 MiB for each thread, whatever the operand's size ---------------------------------------- */

static void for_nobody(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user, (void)ntasks, (void)task, (void)context;
}

/* Elements along the first dimension of [rows, columns], or of a vector where columns is 1; plans alone. */
static size_t scratch_of(int64_t rows, int64_t columns, grn_dtype dtype, const grn_plan_options *options, bool is_scatter,
                         bool *applies)
{
    static char nowhere[64];
    bool flat = columns == 1;
    grn_dimension_numbers dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = flat ? 1 : 2,
                                  .operand_batching_dims = {!flat, {1}}, .start_indices_batching_dims = {!flat, {1}}};
    grn_gather_spec gather = {.dims = dims, .slice_sizes = {flat ? 1 : 2, {1, 1}}};
    grn_scatter_spec scatter = {.dims = dims, .index.bounds = GRN_BOUNDS_SKIP, .combiner = GRN_COMBINE_ADD};
    grn_tensor operand = tensor(nowhere, dtype, flat ? 1 : 2, (int64_t[]){rows, columns});
    grn_tensor indices = tensor(nowhere, GRN_I64, flat ? 1 : 2, (int64_t[]){4096, columns});
    grn_tensor dense = tensor(nowhere, dtype, flat ? 1 : 2, (int64_t[]){4096, columns});
    grn_plan *plan;
    size_t bytes = 0;
    grn_status status = is_scatter ? grn_plan_scatter(&scatter, 1, &operand, &indices, &dense, options, NULL, NULL, &plan)
                                   : grn_plan_gather(&gather, &operand, &indices, &dense, options, NULL, NULL, &plan);
    *applies = status == GRN_OK;
    if (status != GRN_OK) {
        assert_int_equal(status, GRN_E_UNSUPPORTED);
        return 0;
    }
    bytes = grn_plan_scratch_bytes(plan);
    grn_plan_destroy(plan);
    return bytes;
}

static void test_scratch_bound(void **unused)
{
    static const int64_t rows[] = {16, 4096, 65536, 65537, 1 << 24}, columns[] = {1, 100, 65536};
    static const grn_dtype dtypes[] = {GRN_I8, GRN_F32, GRN_C128};
    size_t used = 0;
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(rows) * GRN_COUNT(columns) * GRN_COUNT(dtypes) * 2; i++) {
        bool is_scatter = i % 2 == 1;
        size_t at = i / 2;
        int64_t nrows = rows[at % GRN_COUNT(rows)], ncolumns = columns[at / GRN_COUNT(rows) % GRN_COUNT(columns)];
        grn_dtype dtype = dtypes[at / GRN_COUNT(rows) / GRN_COUNT(columns)];
        const char *const *names = is_scatter ? grn_scatter_strategies() : grn_gather_strategies();
        for (; *names != NULL; names++)
            for (int32_t threads = 1; threads <= 16; threads *= 4) {
                grn_parallel parallel = {for_nobody, NULL, threads};
                grn_plan_options options = {.strategy = *names, .parallel = &parallel};
                bool applies;
                size_t bytes = scratch_of(nrows, ncolumns, dtype, &options, is_scatter, &applies);
                used += applies && bytes > 0;
                if (bytes > ((size_t)4 << 20) * (size_t)threads)
                    fail_msg("%s of [%d,%d] on %d threads: %zu bytes", *names, (int)nrows, (int)ncolumns, (int)threads, bytes);
            }
    }
    assert_true(used > 0);
}

/* ---- scatter: into {1, 2, ..., 8} ---------------------------------------------------------------------------- */

/* current * 10 + update: tells the order in which updates came. */
static grn_status append_digit(void *user, int64_t count, void *const *current, const void *const *update)
{
    float *a = current[0];
    const float *b = update[0];
    *(int64_t *)user += 1;
    for (int64_t i = 0; i < count; i++)
        a[i] = a[i] * 10 + b[i];
    return GRN_OK;
}

static int64_t calls;

typedef struct scatter_case {
    const char *claim;
    grn_scatter_spec spec;
    int64_t nindices;
    int64_t indices[4];
    int32_t rank; /* of updates */
    int64_t shape[2];
    float updates[8];
    grn_status status;
    float want[8];
    const char *strategies;
    int64_t calls; /* of the region */
} scatter_case;

#define ELEMENT_DIMS {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1}
#define SLICE_DIMS {.offset_dims = {1, {1}}, .start_index_map = {1, {0}}, .index_vector_dim = 1}
#define SLICE_FIRST_DIMS {.offset_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1}
#define SKIP {.bounds = GRN_BOUNDS_SKIP}
#define REGION .combiner = GRN_COMBINE_REGION, .region = append_digit, .region_user = &calls

static const scatter_case scatters[] = {
    {"the last of two updates stays", {.dims = ELEMENT_DIMS, .index = SKIP}, 3, {1, 6, 1}, 1, {3}, {5, 6, 7}, GRN_OK,
     {1, 7, 3, 4, 5, 6, 6, 8}, "put-cells odometer", 0},
    {"out of range is dropped", {.dims = ELEMENT_DIMS, .index = SKIP, .combiner = GRN_COMBINE_ADD}, 3, {-1, 8, 7}, 1, {3},
     {5, 6, 7}, GRN_OK, {1, 2, 3, 4, 5, 6, 7, 15}, "put-cells odometer", 0},
    {"slices that overlap add up", {.dims = SLICE_DIMS, .index = SKIP, .combiner = GRN_COMBINE_ADD}, 2, {1, 2}, 2, {2, 3},
     {10, 20, 30, 100, 200, 300}, GRN_OK, {1, 12, 123, 234, 305, 6, 7, 8}, "put-rows odometer", 0},
    {"a slice is cut at the ends by element",
     {.dims = SLICE_DIMS, .index = {.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_ELEMENT}}, 2, {-1, 6}, 2, {2, 3},
     {10, 20, 30, 40, 50, 60}, GRN_OK, {20, 30, 3, 4, 5, 6, 40, 50}, "put-rows odometer", 0},
    {"and dropped by window", {.dims = SLICE_DIMS, .index = {.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_WINDOW}}, 2,
     {-1, 5}, 2, {2, 3}, {10, 20, 30, 40, 50, 60}, GRN_OK, {1, 2, 3, 4, 5, 40, 50, 60}, "put-rows odometer", 0},
    {"or clamped", {.dims = SLICE_DIMS, .index = {.bounds = GRN_BOUNDS_CLAMP}}, 1, {9}, 2, {1, 3}, {10, 20, 30}, GRN_OK,
     {1, 2, 3, 4, 5, 10, 20, 30}, "put-rows odometer", 0},
    {"strict: nothing is written", {.dims = ELEMENT_DIMS, .index = {.bounds = GRN_BOUNDS_ERROR}}, 2, {0, 8}, 1, {2},
     {5, 6}, GRN_E_INDEX, {1, 2, 3, 4, 5, 6, 7, 8}, "put-cells odometer", 0},
    /* updates 2x2 with the window first: row-major order is (w0,n0) (w0,n1) (w1,n0) (w1,n1), at cells 1, 0, 2, 1. */
    {"a leading window: the second vector's first element comes before the first one's second",
     {.dims = SLICE_FIRST_DIMS, .index = SKIP}, 2, {1, 0}, 2, {2, 2}, {10, 20, 30, 40}, GRN_OK,
     {20, 40, 30, 4, 5, 6, 7, 8}, "put-cells odometer", 0},
    {"a region: of three elements the two that meet in two calls", {.dims = ELEMENT_DIMS, .index = SKIP, REGION}, 3, {2, 2, 0}, 1, {3}, {5, 6, 7}, GRN_OK,
     {17, 2, 356, 4, 5, 6, 7, 8}, "odometer", 2},
    {"a region takes a slice at once", {.dims = SLICE_DIMS, .index = SKIP, REGION}, 2, {1, 2}, 2, {2, 3}, {1, 2, 3, 4, 5, 6},
     GRN_OK, {1, 21, 324, 435, 56, 6, 7, 8}, "odometer", 2},
};

static void set_up_scatter(const scatter_case *c, float *results, grn_tensor *result, grn_tensor *indices,
                           grn_tensor *updates)
{
    for (int i = 0; i < 8; i++)
        results[i] = (float)(i + 1);
    *result = tensor(results, GRN_F32, 1, (int64_t[]){8});
    *indices = tensor((void *)c->indices, GRN_I64, 1, &c->nindices);
    *updates = tensor((void *)c->updates, GRN_F32, c->rank, c->shape);
    calls = 0;
}

static void expect_scatter(const scatter_case *c, const char *way, const float *results, grn_status status)
{
    if (status != c->status)
        fail_msg("%s, %s: %s", c->claim, way, grn_status_text(status));
    for (int i = 0; i < 8; i++)
        if (results[i] != c->want[i])
            fail_msg("%s, %s: element %d is %g, wanted %g", c->claim, way, i, (double)results[i], (double)c->want[i]);
    if (calls != c->calls)
        fail_msg("%s, %s: the region ran %d times, wanted %d", c->claim, way, (int)calls, (int)c->calls);
}

static void scatter_by_plan(const scatter_case *c, const char *strategy)
{
    float results[8];
    grn_tensor result, indices, updates;
    grn_plan *plan;
    grn_plan_options options = {.strategy = strategy, .threads = 2};
    const char *way = strategy != NULL ? strategy : "the plan's choice";
    bool applies = strategy == NULL || strstr(c->strategies, strategy) != NULL;
    set_up_scatter(c, results, &result, &indices, &updates);
    grn_status status = grn_plan_scatter(&c->spec, 1, &result, &indices, &updates, &options, NULL, NULL, &plan);
    if (status != (applies ? GRN_OK : GRN_E_UNSUPPORTED))
        fail_msg("%s, %s: %s", c->claim, way, grn_status_text(status));
    if (!applies)
        return;
    status = grn_plan_run_scatter(plan, (void *[]){results}, c->indices, (const void *[]){c->updates}, NULL, NULL);
    expect_scatter(c, way, results, status);
    grn_plan_destroy(plan);
}

static void test_scatters(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(scatters); i++) {
        float results[8];
        grn_tensor result, indices, updates;
        set_up_scatter(&scatters[i], results, &result, &indices, &updates);
        expect_scatter(&scatters[i], "one-shot", results,
                       grn_scatter(&scatters[i].spec, 1, &result, &indices, &updates, NULL));
        scatter_by_plan(&scatters[i], NULL);
        for (const char *const *name = grn_scatter_strategies(); *name != NULL; name++)
            scatter_by_plan(&scatters[i], *name);
    }
}

/* ---- what a plan says ---------------------------------------------------------------------------------------- */

static void test_print(void **unused)
{
    gather_setup s;
    grn_plan *plan;
    text t = {""};
    (void)unused;
    set_up_gather(&gathers[0], &s);
    assert_int_equal(grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, NULL, NULL,
                                     &plan), GRN_OK);
    assert_int_equal(grn_plan_print(plan, &(grn_sink){keep_text, &t}), GRN_OK);
    const char *start = "take-rows: 3 rows of 12 B, indices i64, clamp; expected ";
    if (strncmp(t.bytes, start, strlen(start)) != 0)
        fail_msg("%s", t.bytes);
    assert_non_null(strstr(t.bytes, "take-cells"));
    assert_non_null(strstr(t.bytes, "odometer"));
    grn_plan_destroy(plan);
}

static void expect_refusal(const char *strategy, const char *message)
{
    gather_setup s;
    grn_plan *plan;
    text t = {""};
    grn_plan_options options = {.strategy = strategy};
    set_up_gather(&gathers[3], &s);
    grn_status status = grn_plan_gather(&gathers[3].spec, &s.operand_view, &s.indices_view, &s.result_view, &options, NULL,
                                        &(grn_diag){keep_message, &t}, &plan);
    assert_int_equal(status, GRN_E_UNSUPPORTED);
    assert_null(plan);
    assert_string_equal(t.bytes, message);
}

static void test_refusals(void **unused)
{
    (void)unused;
    expect_refusal("magic", "there is no strategy 'magic', the strategies of a gather are take-direct, take-runs, take-panels, take-rows, take-cells, odometer");
    expect_refusal("take-rows", "strategy 'take-rows' does not apply: a window is a single element");
}

static void test_run_checks(void **unused)
{
    gather_setup s;
    grn_plan *plan;
    text t = {""};
    grn_diag diag = {keep_message, &t};
    (void)unused;
    set_up_gather(&gathers[0], &s);
    assert_int_equal(grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, NULL, NULL,
                                     &plan), GRN_OK);
    assert_int_equal(grn_plan_run_gather(plan, s.operand, s.indices, s.operand + 3, NULL, &diag), GRN_E_ALIAS);
    assert_string_equal(t.bytes, "the destination overlaps operand[0] in memory, it must lie apart");
    assert_int_equal(grn_plan_run_gather(plan, s.operand, s.indices, s.indices, NULL, &diag), GRN_E_ALIAS);
    assert_int_equal(grn_plan_run_gather(plan, s.operand, NULL, s.result, NULL, &diag), GRN_E_ARGUMENT);
    assert_int_equal(grn_plan_run_scatter(plan, NULL, NULL, NULL, NULL, &diag), GRN_E_ARGUMENT);
    assert_int_equal(s.result[0], 7);
    assert_int_equal(grn_gather(&gathers[0].spec, &s.operand_view, &s.indices_view,
                                &(grn_tensor){.data = s.operand, .dtype = GRN_I32, .rank = 2, .shape = {3, 3}, .stride = {3, 1}},
                                NULL), GRN_E_ALIAS);
    grn_plan_destroy(plan);
    grn_plan_destroy(NULL);
}

/* A plan outlives the spec and the tensors it was made from. */
static void test_own_copies(void **unused)
{
    gather_setup s;
    grn_gather_spec spec = gathers[0].spec;
    grn_plan *plan;
    (void)unused;
    set_up_gather(&gathers[0], &s);
    assert_int_equal(grn_plan_gather(&spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, NULL, NULL, &plan), GRN_OK);
    memset(&spec, 0xAA, sizeof spec);
    memset(&s.operand_view, 0xAA, sizeof s.operand_view);
    memset(&s.indices_view, 0xAA, sizeof s.indices_view);
    grn_status status = grn_plan_run_gather(plan, s.operand, s.indices, s.result, NULL, NULL);
    expect_gather(&gathers[0], "after its makings are gone", &s, status);
    grn_plan_destroy(plan);
}

static void test_memory_refused(void **unused)
{
    gather_setup s;
    grn_budget budget;
    grn_plan *plan;
    (void)unused;
    set_up_gather(&gathers[0], &s);
    grn_budget_init(&budget, NULL, 100);
    assert_int_equal(grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view, NULL,
                                     &budget.allocator, NULL, &plan), GRN_E_MEMORY);
    assert_null(plan);
    assert_int_equal(budget.used_bytes, 0);
    grn_budget_init(&budget, NULL, 1 << 20);
    assert_int_equal(grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view,
                                     &(grn_plan_options){.strategy = "magic"}, &budget.allocator, NULL, &plan),
                     GRN_E_UNSUPPORTED);
    assert_int_equal(budget.used_bytes, 0);
}

/* ---- more inputs than the stack's plan has room for ---------------------------------------------------------- */

static grn_status add_all(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user;
    for (int64_t i = 0; i < count; i++)
        for (int l = 0; l < 20; l++)
            ((float *)current[l])[i] += ((const float *)update[l])[i];
    return GRN_OK;
}

static void test_many_inputs(void **unused)
{
    grn_scatter_spec spec = {.dims = SLICE_DIMS, .index = SKIP, .combiner = GRN_COMBINE_REGION, .region = add_all};
    float result[20][8] = {{0}}, update[20][6];
    int64_t index[2] = {1, 2};
    grn_tensor results[20], updates[20], indices = tensor(index, GRN_I64, 1, (int64_t[]){2});
    grn_plan *plan;
    void *to[20];
    const void *from[20];
    (void)unused;
    for (int l = 0; l < 20; l++) {
        for (int i = 0; i < 6; i++)
            update[l][i] = (float)(100 * l + i);
        to[l] = result[l];
        from[l] = update[l];
        results[l] = tensor(result[l], GRN_F32, 1, (int64_t[]){8});
        updates[l] = tensor(update[l], GRN_F32, 2, (int64_t[]){2, 3});
    }
    assert_int_equal(grn_scatter(&spec, 20, results, &indices, updates, NULL), GRN_OK);
    assert_int_equal(grn_plan_scatter(&spec, 20, results, &indices, updates, NULL, NULL, NULL, &plan), GRN_OK);
    assert_int_equal(grn_plan_run_scatter(plan, to, index, from, NULL, NULL), GRN_OK);
    grn_plan_destroy(plan);
    for (int l = 0; l < 20; l++) { /* both calls: cells 1 to 4 got u0, u1 + u3, u2 + u4, u5 twice */
        assert_true(result[l][0] == 0 && result[l][1] == (float)(200 * l) && result[l][2] == (float)(400 * l + 8));
        assert_true(result[l][3] == (float)(400 * l + 12) && result[l][4] == (float)(200 * l + 10) && result[l][5] == 0);
    }
    to[3] = to[2];
    assert_int_equal(grn_plan_scatter(&spec, 20, results, &indices, updates, NULL, NULL, NULL, &plan), GRN_OK);
    assert_int_equal(grn_plan_run_scatter(plan, to, index, from, NULL, NULL), GRN_E_ALIAS);
    grn_plan_destroy(plan);
}

/* A region's status ends the scatter. */
static grn_status give_up(void *user, int64_t count, void *const *current, const void *const *update)
{
    (void)user, (void)count, (void)current, (void)update;
    return GRN_E_SINK;
}

static void test_region_fails(void **unused)
{
    grn_scatter_spec spec = {.dims = ELEMENT_DIMS, .index = SKIP, .combiner = GRN_COMBINE_REGION, .region = give_up};
    float result[2] = {1, 2}, update[2] = {3, 4};
    int64_t index[2] = {0, 1};
    grn_tensor r = tensor(result, GRN_F32, 1, (int64_t[]){2}), i = tensor(index, GRN_I64, 1, (int64_t[]){2});
    grn_tensor u = tensor(update, GRN_F32, 1, (int64_t[]){2});
    (void)unused;
    assert_int_equal(grn_scatter(&spec, 1, &r, &i, &u, NULL), GRN_E_SINK);
    assert_true(result[0] == 1 && result[1] == 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gathers),     cmocka_unit_test(test_scatters),  cmocka_unit_test(test_print),
        cmocka_unit_test(test_refusals),    cmocka_unit_test(test_run_checks), cmocka_unit_test(test_own_copies),
        cmocka_unit_test(test_memory_refused), cmocka_unit_test(test_many_inputs), cmocka_unit_test(test_region_fails),
        cmocka_unit_test(test_scratch_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
