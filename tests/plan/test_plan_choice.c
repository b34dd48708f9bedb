/*
 * test_plan_choice.c - worked examples through the one-shot calls and every
 * composition that applies; which rows do; what is chosen of them, by which
 * machine; what a plan says of itself, and how it says no.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/plan.h"
#include "garner/sink.h"
#include "kernels/kernels.h"
#include "support/compositions.h"
#include "support/plan_problem.h"

typedef struct text {
    char bytes[8192];
} text;

static void keep_message(void *user, const grn_diagnostic *d)
{
    text *t = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(t->bytes, sizeof t->bytes, "%s", d->message);
}

static grn_tensor tensor(void *data, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_tensor t;
    assert_int_equal(grn_tensor_init(&t, data, dtype, rank, shape), GRN_OK);
    return t;
}

/* ---- gather: slices of {10, 20, ..., 120} as 4x3 --------------------------------------------- */

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
    const char *addressings, *movers; /* those that apply */
} gather_case;

/* Fill is -1 in every byte: -1 as i32. */
#define FILL                   \
    {                          \
        0xFF, 0xFF, 0xFF, 0xFF \
    }

static const gather_case gathers[] = {
    {"rows",
     {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}},
     1,
     {3},
     {2, 0, 2},
     2,
     {3, 3},
     GRN_OK,
     {70, 80, 90, 10, 20, 30, 70, 80, 90},
     "|small|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"rows past the ends are clamped",
     {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}},
     1,
     {2},
     {-5, 9},
     2,
     {2, 3},
     GRN_OK,
     {10, 20, 30, 100, 110, 120},
     "|small|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"rows past the ends are filled",
     {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}, .index = {.bounds = GRN_BOUNDS_FILL}, .fill = FILL},
     1,
     {3},
     {-1, 1, 4},
     2,
     {3, 3},
     GRN_OK,
     {-1, -1, -1, 40, 50, 60, -1, -1, -1},
     "|small|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"single elements",
     {.dims = POINT_DIMS, .slice_sizes = {2, {1, 1}}},
     2,
     {3, 2},
     {0, 0, 3, 2, 1, 1},
     1,
     {3},
     GRN_OK,
     {10, 120, 50},
     "|fused|offsets32|offsets64|",
     "|cells|windows|"},
    {"windows, filled where they leave the operand",
     {.dims = WINDOW_DIMS,
      .slice_sizes = {2, {2, 2}},
      .index = {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_ELEMENT},
      .fill = FILL},
     2,
     {2, 2},
     {1, 1, 3, -1},
     3,
     {2, 2, 2},
     GRN_OK,
     {50, 60, 80, 90, -1, 100, -1, -1},
     "|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"the same windows, dropped whole",
     {.dims = WINDOW_DIMS,
      .slice_sizes = {2, {2, 2}},
      .index = {.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW},
      .fill = FILL},
     2,
     {2, 2},
     {1, 1, 3, -1},
     3,
     {2, 2, 2},
     GRN_OK,
     {50, 60, 80, 90, -1, -1, -1, -1},
     "|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"strict: the result is untouched",
     {.dims = ROW_DIMS, .slice_sizes = {2, {1, 3}}, .index = {.bounds = GRN_BOUNDS_ERROR}},
     1,
     {2},
     {0, 4},
     2,
     {2, 3},
     GRN_E_INDEX,
     {7, 7, 7, 7, 7, 7},
     "|small|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"strict, one-based and wrapped: all in range",
     {.dims = ROW_DIMS,
      .slice_sizes = {2, {1, 3}},
      .index = {.bounds = GRN_BOUNDS_ERROR, .base = 1, .wrap_negative = true}},
     1,
     {2},
     {4, 0},
     2,
     {2, 3},
     GRN_OK,
     {100, 110, 120, 100, 110, 120},
     "|offsets32|offsets64|",
     "|cells|gapped cells|rows|strips|windows|"},
    {"columns: the window lies across memory",
     {.dims = {.offset_dims = {1, {0}},
               .collapsed_slice_dims = {1, {1}},
               .start_index_map = {1, {1}},
               .index_vector_dim = 1},
      .slice_sizes = {2, {4, 1}}},
     1,
     {2},
     {2, 0},
     2,
     {4, 2},
     GRN_OK,
     {30, 10, 60, 40, 90, 70, 120, 100},
     "|runs|offsets32|offsets64|",
     "|cells|strips|windows|"},
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

static void gather_by_plan(const gather_case *c, const grn_plan_options *options)
{
    gather_setup s;
    grn_plan *plan;
    set_up_gather(c, &s);
    assert_int_equal(
        grn_plan_gather(&c->spec, &s.operand_view, &s.indices_view, &s.result_view, options, NULL, NULL, &plan),
        GRN_OK);
    assert_int_equal(grn_plan_scratch_bytes(plan), 0);
    expect_gather(c, text_of_composition(options).text, &s,
                  grn_plan_run_gather(plan, s.operand, s.indices, s.result, NULL, NULL));
    grn_plan_destroy(plan);
}

/* "|a|b|" has the name, and no part of one. */
static bool has_name(const char *names, const char *name)
{
    char between[64];
    snprintf(between, sizeof between, "|%s|", name);
    return strstr(names, between) != NULL;
}

static grn_plan_options naming(grn_plan_axis axis, const char *row)
{
    return (grn_plan_options){.addressing = axis == GRN_AXIS_ADDRESSING ? row : NULL,
                              .partition = axis == GRN_AXIS_PARTITION ? row : NULL,
                              .mover = axis == GRN_AXIS_MOVER ? row : NULL};
}

/* Of the axis, the rows that are listed may be named, and no others. */
static void expect_gather_rows(const gather_case *c, grn_plan_axis axis, const char *names)
{
    const char *row;
    for (size_t i = 0; (row = grn_plan_row(axis, false, i)) != NULL; i++) {
        gather_setup s;
        grn_plan *plan;
        text message = {""};
        const grn_plan_options options = naming(axis, row);
        set_up_gather(c, &s);
        grn_status status = grn_plan_gather(&c->spec, &s.operand_view, &s.indices_view, &s.result_view, &options, NULL,
                                            &(grn_diag){keep_message, &message}, &plan);
        if (status != (has_name(names, row) ? GRN_OK : GRN_E_UNSUPPORTED))
            fail_msg("%s, %s: %s (%s)", c->claim, row, grn_status_text(status), message.bytes);
        grn_plan_destroy(plan);
    }
}

static void test_gathers(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(gathers); i++) {
        const gather_case *c = &gathers[i];
        gather_setup s;
        set_up_gather(c, &s);
        expect_gather(c, "one-shot", &s, grn_gather(&c->spec, &s.operand_view, &s.indices_view, &s.result_view, NULL));
        gather_by_plan(c, NULL);
        expect_gather_rows(c, GRN_AXIS_ADDRESSING, c->addressings);
        expect_gather_rows(c, GRN_AXIS_PARTITION, "|none|");
        expect_gather_rows(c, GRN_AXIS_MOVER, c->movers);
        const composition_list all =
            compositions_of_gather(&c->spec, &s.operand_view, &s.indices_view, &s.result_view, NULL);
        for (size_t k = 0; k < all.count; k++) {
            const grn_plan_options named = options_naming(NULL, &all.at[k]);
            gather_by_plan(c, &named);
        }
    }
}

/* ---- scratch: at most 4 MiB for each thread, whatever the operand's size --------------------- */

/* Elements along the first dimension of [rows, columns], or of a vector where columns is 1; plans
 * alone. Bytes of scratch of the composition that takes the most. */
static size_t scratch_of(int64_t rows, int64_t columns, grn_dtype dtype, const grn_plan_options *options,
                         bool is_scatter)
{
    static char nowhere[64];
    bool flat = columns == 1;
    grn_dimension_numbers dims = {.collapsed_slice_dims = {1, {0}},
                                  .start_index_map = {1, {0}},
                                  .index_vector_dim = flat ? 1 : 2,
                                  .operand_batching_dims = {!flat, {1}},
                                  .start_indices_batching_dims = {!flat, {1}}};
    grn_gather_spec gather = {.dims = dims, .slice_sizes = {flat ? 1 : 2, {1, 1}}};
    grn_scatter_spec scatter = {.dims = dims, .index.bounds = GRN_BOUNDS_SKIP, .combiner = GRN_COMBINE_ADD};
    grn_tensor operand = tensor(nowhere, dtype, flat ? 1 : 2, (int64_t[]){rows, columns});
    grn_tensor indices = tensor(nowhere, GRN_I64, flat ? 1 : 2, (int64_t[]){4096, columns});
    grn_tensor dense = tensor(nowhere, dtype, flat ? 1 : 2, (int64_t[]){4096, columns});
    const composition_list all = is_scatter ? compositions_of_scatter(&scatter, 1, &operand, &indices, &dense, options)
                                            : compositions_of_gather(&gather, &operand, &indices, &dense, options);
    size_t most = 0;
    for (size_t i = 0; i < all.count; i++) {
        const grn_plan_options named = options_naming(options, &all.at[i]);
        grn_plan *plan;
        grn_status status = is_scatter
                                ? grn_plan_scatter(&scatter, 1, &operand, &indices, &dense, &named, NULL, NULL, &plan)
                                : grn_plan_gather(&gather, &operand, &indices, &dense, &named, NULL, NULL, &plan);
        assert_int_equal(status, GRN_OK);
        most = grn_plan_scratch_bytes(plan) > most ? grn_plan_scratch_bytes(plan) : most;
        grn_plan_destroy(plan);
    }
    return most;
}

/* Caches as small and as large as they may be told to be. */
static const grn_machine *machine_of_caches(double bytes)
{
    static grn_machine m;
    grn_machine_default(&m);
    m.l1_bytes = m.l2_bytes = m.last_bytes = bytes;
    return bytes > 0 ? &m : NULL;
}

static void test_scratch_bound(void **unused)
{
    static const int64_t rows[] = {16, 4096, 65536, 65537, 1 << 24}, columns[] = {1, 100, 65536};
    static const grn_dtype dtypes[] = {GRN_I8, GRN_F32, GRN_C128};
    static const double caches[] = {0, 1, 1 << 16, 1e12};
    size_t used = 0;
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(rows) * GRN_COUNT(columns) * GRN_COUNT(dtypes) * 2 * GRN_COUNT(caches); i++) {
        bool is_scatter = i % 2 == 1;
        size_t at = i / 2 / GRN_COUNT(caches);
        int64_t nrows = rows[at % GRN_COUNT(rows)], ncolumns = columns[at / GRN_COUNT(rows) % GRN_COUNT(columns)];
        grn_dtype dtype = dtypes[at / GRN_COUNT(rows) / GRN_COUNT(columns)];
        for (int32_t threads = 1; threads <= 64; threads *= 4) {
            grn_parallel parallel = {for_nobody, NULL, threads};
            grn_plan_options options = {.parallel = &parallel,
                                        .machine = machine_of_caches(caches[i / 2 % GRN_COUNT(caches)])};
            size_t bytes = scratch_of(nrows, ncolumns, dtype, &options, is_scatter);
            used += bytes > 0;
            if (bytes > ((size_t)4 << 20) * (size_t)threads)
                fail_msg("%s of [%d,%d] on %d threads: %zu bytes", is_scatter ? "scatters" : "gathers", (int)nrows,
                         (int)ncolumns, (int)threads, bytes);
        }
    }
    assert_true(used > 0);
}

/* ---- scatter: into {1, 2, ..., 8} ------------------------------------------------------------ */

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
    const char *addressings, *movers;
    int64_t calls; /* of the region, the fewest there can be */
} scatter_case;

#define SLICE_DIMS                                                                  \
    {                                                                               \
        .offset_dims = {1, {1}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define SLICE_FIRST_DIMS                                                            \
    {                                                                               \
        .offset_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define SKIP                      \
    {                             \
        .bounds = GRN_BOUNDS_SKIP \
    }
#define REGION .combiner = GRN_COMBINE_REGION, .region = append_digit, .region_user = &calls

static const scatter_case scatters[] = {
    {"the last of two updates stays",
     {.dims = ELEMENT_DIMS, .index = SKIP},
     3,
     {1, 6, 1},
     1,
     {3},
     {5, 6, 7},
     GRN_OK,
     {1, 7, 3, 4, 5, 6, 6, 8},
     "|small|fused|batches|radix|blocks|",
     "|cells|windows|",
     0},
    {"out of range is dropped",
     {.dims = ELEMENT_DIMS, .index = SKIP, .combiner = GRN_COMBINE_ADD},
     3,
     {-1, 8, 7},
     1,
     {3},
     {5, 6, 7},
     GRN_OK,
     {1, 2, 3, 4, 5, 6, 7, 15},
     "|small|fused|batches|radix|blocks|",
     "|cells|windows|",
     0},
    {"slices that overlap add up",
     {.dims = SLICE_DIMS, .index = SKIP, .combiner = GRN_COMBINE_ADD},
     2,
     {1, 2},
     2,
     {2, 3},
     {10, 20, 30, 100, 200, 300},
     GRN_OK,
     {1, 12, 123, 234, 305, 6, 7, 8},
     "|small|blocks|",
     "|rows|windows|",
     0},
    {"a slice is cut at the ends by element",
     {.dims = SLICE_DIMS, .index = {.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_ELEMENT}},
     2,
     {-1, 6},
     2,
     {2, 3},
     {10, 20, 30, 40, 50, 60},
     GRN_OK,
     {20, 30, 3, 4, 5, 6, 40, 50},
     "|small|blocks|",
     "|rows|windows|",
     0},
    {"and dropped by window",
     {.dims = SLICE_DIMS, .index = {.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_WINDOW}},
     2,
     {-1, 5},
     2,
     {2, 3},
     {10, 20, 30, 40, 50, 60},
     GRN_OK,
     {1, 2, 3, 4, 5, 40, 50, 60},
     "|small|batches|blocks|",
     "|rows|windows|",
     0},
    {"or clamped",
     {.dims = SLICE_DIMS, .index = {.bounds = GRN_BOUNDS_CLAMP}},
     1,
     {9},
     2,
     {1, 3},
     {10, 20, 30},
     GRN_OK,
     {1, 2, 3, 4, 5, 10, 20, 30},
     "|small|blocks|",
     "|rows|windows|",
     0},
    {"strict: nothing is written",
     {.dims = ELEMENT_DIMS, .index = {.bounds = GRN_BOUNDS_ERROR}},
     2,
     {0, 8},
     1,
     {2},
     {5, 6},
     GRN_E_INDEX,
     {1, 2, 3, 4, 5, 6, 7, 8},
     "|small|fused|batches|radix|blocks|",
     "|cells|windows|",
     0},
    /* updates 2x2 with the window first: row-major order is (w0,n0) (w0,n1) (w1,n0) (w1,n1), at
     * cells 1, 0, 2, 1. */
    {"a leading window: the second vector's first element comes before the first one's second",
     {.dims = SLICE_FIRST_DIMS, .index = SKIP},
     2,
     {1, 0},
     2,
     {2, 2},
     {10, 20, 30, 40},
     GRN_OK,
     {20, 40, 30, 4, 5, 6, 7, 8},
     "|blocks|",
     "|cells|windows|",
     0},
    {"a region: of three elements the two that meet in two calls",
     {.dims = ELEMENT_DIMS, .index = SKIP, REGION},
     3,
     {2, 2, 0},
     1,
     {3},
     {5, 6, 7},
     GRN_OK,
     {17, 2, 356, 4, 5, 6, 7, 8},
     "|blocks|",
     "|region cells|region batches|region windows|",
     2},
    {"a region takes a slice at once",
     {.dims = SLICE_DIMS, .index = SKIP, REGION},
     2,
     {1, 2},
     2,
     {2, 3},
     {1, 2, 3, 4, 5, 6},
     GRN_OK,
     {1, 21, 324, 435, 56, 6, 7, 8},
     "|blocks|",
     "|region windows|",
     2},
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

/* `fewest`: the region ran no more often than it must. */
static void expect_scatter(const scatter_case *c, const char *way, const float *results, grn_status status, bool fewest)
{
    if (status != c->status)
        fail_msg("%s, %s: %s", c->claim, way, grn_status_text(status));
    for (int i = 0; i < 8; i++)
        if (results[i] != c->want[i])
            fail_msg("%s, %s: element %d is %g, wanted %g", c->claim, way, i, (double)results[i], (double)c->want[i]);
    if (fewest ? calls != c->calls : calls < c->calls)
        fail_msg("%s, %s: the region ran %d times, wanted %d", c->claim, way, (int)calls, (int)c->calls);
}

static void scatter_by_plan(const scatter_case *c, const grn_plan_options *options)
{
    static _Alignas(64) char scratch[1 << 14];
    float results[8];
    grn_tensor result, indices, updates;
    grn_plan *plan;
    set_up_scatter(c, results, &result, &indices, &updates);
    assert_int_equal(grn_plan_scatter(&c->spec, 1, &result, &indices, &updates, options, NULL, NULL, &plan), GRN_OK);
    assert_in_range(grn_plan_scratch_bytes(plan), 0, sizeof scratch);
    expect_scatter(
        c, text_of_composition(options).text, results,
        grn_plan_run_scatter(plan, (void *[]){results}, c->indices, (const void *[]){c->updates}, scratch, NULL),
        options == NULL);
    grn_plan_destroy(plan);
}

static void expect_scatter_rows(const scatter_case *c, grn_plan_axis axis, const char *names)
{
    const char *row;
    for (size_t i = 0; (row = grn_plan_row(axis, true, i)) != NULL; i++) {
        float results[8];
        grn_tensor result, indices, updates;
        grn_plan *plan;
        text message = {""};
        const grn_plan_options options = naming(axis, row);
        set_up_scatter(c, results, &result, &indices, &updates);
        grn_status status = grn_plan_scatter(&c->spec, 1, &result, &indices, &updates, &options, NULL,
                                             &(grn_diag){keep_message, &message}, &plan);
        if (status != (has_name(names, row) ? GRN_OK : GRN_E_UNSUPPORTED))
            fail_msg("%s, %s: %s (%s)", c->claim, row, grn_status_text(status), message.bytes);
        grn_plan_destroy(plan);
    }
}

static void test_scatters(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(scatters); i++) {
        const scatter_case *c = &scatters[i];
        float results[8];
        grn_tensor result, indices, updates;
        set_up_scatter(c, results, &result, &indices, &updates);
        expect_scatter(c, "one-shot", results, grn_scatter(&c->spec, 1, &result, &indices, &updates, NULL), true);
        scatter_by_plan(c, NULL);
        expect_scatter_rows(c, GRN_AXIS_ADDRESSING, c->addressings);
        expect_scatter_rows(c, GRN_AXIS_PARTITION, "|none|");
        expect_scatter_rows(c, GRN_AXIS_MOVER, c->movers);
        const composition_list all = compositions_of_scatter(&c->spec, 1, &result, &indices, &updates, NULL);
        for (size_t k = 0; k < all.count; k++) {
            const grn_plan_options named = options_naming(NULL, &all.at[k]);
            scatter_by_plan(c, &named);
        }
    }
}

/* ---- what a plan says ------------------------------------------------------------------------ */

/* ---- plans of problems too large to be held, whose data nobody looks at ---------------------- */

static const plan_problem problems[] = {
    {"a few rows", false, ROW_DIMS, 2, 1, 2, {1000, 64}, {1, 64}, {7}, {7, 64}, GRN_F32, GRN_I64, 0, false, false, 0},
    {"elements in a cache",
     false,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {2000},
     {1},
     {100000},
     {100000},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"elements from memory",
     false,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 28},
     {1},
     {1 << 22},
     {1 << 22},
     GRN_F32,
     GRN_I32,
     0,
     false,
     false,
     0},
    {"elements from half of that",
     false,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 27},
     {1},
     {1 << 23},
     {1 << 23},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"elements into every second place",
     false,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {2000},
     {1},
     {100000},
     {100000},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     2},
    {"elements from far beyond 2^32",
     false,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {INT64_C(1) << 40},
     {1},
     {1 << 20},
     {1 << 20},
     GRN_F32,
     GRN_UI16,
     0,
     false,
     false,
     0},
    {"a few elements of each row",
     false,
     ALONG(1),
     2,
     2,
     2,
     {300000, 40},
     {1, 1},
     {300000, 3},
     {300000, 3},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"elements of columns",
     false,
     ALONG(0),
     2,
     2,
     2,
     {4000, 3000},
     {1, 1},
     {5000, 3000},
     {5000, 3000},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"elements of middle columns",
     false,
     ALONG_MIDDLE,
     3,
     3,
     3,
     {300, 1000, 64},
     {1, 1, 1},
     {300, 1000, 64},
     {300, 1000, 64},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"rows of 512 B",
     false,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 128},
     {1, 128},
     {1 << 17},
     {1 << 17, 128},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"rows of 64 B",
     false,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 16},
     {1, 16},
     {1 << 17},
     {1 << 17, 16},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"rows of 20 B",
     false,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 5},
     {1, 5},
     {1 << 17},
     {1 << 17, 5},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"rows of 1 MiB",
     false,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 10, 1 << 18},
     {1, 1 << 18},
     {300},
     {300, 1 << 18},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"rows from beyond 2^32",
     false,
     ROW_DIMS,
     2,
     1,
     2,
     {INT64_C(1) << 36, 100},
     {1, 100},
     {1 << 12},
     {1 << 12, 100},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"rows of batches",
     false,
     BATCHED_ROWS,
     3,
     2,
     3,
     {300, 500, 24},
     {1, 1, 24},
     {300, 40},
     {300, 40, 24},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"columns of a table, each a window",
     false,
     COLUMNS,
     2,
     1,
     2,
     {400, 3000},
     {400, 1},
     {5000},
     {400, 5000},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"three columns of many rows",
     false,
     COLUMNS,
     2,
     1,
     2,
     {100000, 40},
     {100000, 1},
     {3},
     {100000, 3},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"windows of rows",
     false,
     SLABS,
     3,
     1,
     3,
     {300, 8, 100},
     {1, 8, 20},
     {9000},
     {9000, 8, 20},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"single columns of windows",
     false,
     SLABS,
     3,
     1,
     3,
     {300, 50, 100},
     {1, 50, 1},
     {9000},
     {9000, 50, 1},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"windows from beyond 2^32, across",
     false,
     {.offset_dims = {1, {0}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
     2,
     1,
     2,
     {INT64_C(1) << 36, 100},
     {1, 100},
     {1 << 12},
     {100, 1 << 12},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"two windows from beyond 2^32, across",
     false,
     {.offset_dims = {1, {0}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1},
     2,
     2,
     2,
     {INT64_C(1) << 36, 100},
     {1, 50},
     {2, 2},
     {50, 2},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},

    {"a few rows",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1000, 64},
     {0},
     {7},
     {7, 64},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"elements into a cache",
     true,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {2000},
     {0},
     {100000},
     {100000},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"elements into memory",
     true,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 28},
     {0},
     {1 << 22},
     {1 << 22},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"elements into memory, sorted",
     true,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 28},
     {0},
     {1 << 22},
     {1 << 22},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     true,
     false,
     0},
    {"elements into memory, unique",
     true,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 28},
     {0},
     {1 << 22},
     {1 << 22},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REPLACE,
     false,
     true,
     0},
    {"a few elements of each row",
     true,
     ALONG(1),
     2,
     2,
     2,
     {300000, 40},
     {0},
     {300000, 3},
     {300000, 3},
     GRN_F32,
     GRN_I32,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"elements of columns",
     true,
     ALONG(0),
     2,
     2,
     2,
     {1000, 1 << 16},
     {0},
     {1000, 1 << 16},
     {1000, 1 << 16},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"elements of few columns",
     true,
     ALONG(0),
     2,
     2,
     2,
     {65536, 250},
     {0},
     {65536, 250},
     {65536, 250},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"rows of 512 B",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 128},
     {0},
     {1 << 17},
     {1 << 17, 128},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REPLACE,
     false,
     false,
     0},
    {"rows of 20 B",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 5},
     {0},
     {1 << 17},
     {1 << 17, 5},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"rows of 128 KiB",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 10, 1 << 15},
     {0},
     {300},
     {300, 1 << 15},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"windows of rows",
     true,
     SLABS,
     3,
     1,
     3,
     {300, 8, 100},
     {0},
     {9000},
     {9000, 8, 20},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"windows of many rows",
     true,
     SLABS,
     3,
     1,
     3,
     {300, 9000, 100},
     {0},
     {9000},
     {9000, 5000, 20},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"windows across",
     true,
     {.offset_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
     1,
     1,
     2,
     {9000},
     {0},
     {500},
     {300, 500},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"columns that overlap",
     true,
     {.offset_dims = {2, {1, 2}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
     2,
     1,
     3,
     {3000, 100},
     {0},
     {9000},
     {9000, 20, 1},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"a region on elements",
     true,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 20},
     {0},
     {1 << 18},
     {1 << 18},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REGION,
     false,
     false,
     0},
    {"a region on elements of rows",
     true,
     ALONG(1),
     2,
     2,
     2,
     {1000, 300},
     {0},
     {1000, 300},
     {1000, 300},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REGION,
     false,
     false,
     0},
    {"a region on elements of columns",
     true,
     ALONG(0),
     2,
     2,
     2,
     {1000, 300},
     {0},
     {1000, 300},
     {1000, 300},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REGION,
     false,
     false,
     0},
    {"a region on rows",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 5},
     {0},
     {1 << 17},
     {1 << 17, 5},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REGION,
     false,
     false,
     0},
    {"a region in order on elements",
     true,
     ELEMENT_DIMS,
     1,
     1,
     1,
     {1 << 20},
     {0},
     {1 << 18},
     {1 << 18},
     GRN_F32,
     GRN_I64,
     REGION_IN_ORDER,
     false,
     false,
     0},
    {"a region in order on rows",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 20, 16},
     {0},
     {1 << 17},
     {1 << 17, 16},
     GRN_F32,
     GRN_I64,
     REGION_IN_ORDER,
     false,
     false,
     0},
    {"elements of a matrix by two components",
     false,
     POINT_DIMS,
     2,
     2,
     1,
     {1000, 1000},
     {1, 1},
     {100000, 2},
     {100000},
     GRN_F32,
     GRN_I64,
     0,
     false,
     false,
     0},
    {"columns of a matrix of three",
     true,
     COLUMNS,
     2,
     2,
     2,
     {1000, 3},
     {0},
     {5000, 1},
     {1000, 5000},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_ADD,
     false,
     false,
     0},
    {"least integers",
     true,
     ELEMENT_DIMS,
     1,
     2,
     1,
     {5000},
     {0},
     {100000, 1},
     {100000},
     GRN_I32,
     GRN_I64,
     GRN_COMBINE_MIN,
     false,
     false,
     0},
    {"least integers of short rows",
     true,
     ROW_DIMS,
     2,
     2,
     2,
     {5000, 3},
     {0},
     {100000, 1},
     {100000, 3},
     GRN_I32,
     GRN_I64,
     GRN_COMBINE_MIN,
     false,
     false,
     0},
    {"a region on long rows",
     true,
     ROW_DIMS,
     2,
     1,
     2,
     {1 << 10, 1 << 15},
     {0},
     {300},
     {300, 1 << 15},
     GRN_F32,
     GRN_I64,
     GRN_COMBINE_REGION,
     false,
     false,
     0},
};

static grn_plan *plan_of(const plan_problem *p, const grn_plan_options *options)
{
    grn_plan *plan = NULL;
    text message = {""};
    if (plan_problem_plan(p, options, &(grn_diag){keep_message, &message}, &plan) != GRN_OK)
        fail_msg("%s by %s: %s", p->claim, text_of_composition(options).text, message.bytes);
    return plan;
}

/* ---- machines -------------------------------------------------------------------------------- */

typedef enum kind_of_machine {
    DEFAULT,
    INTEL,
    ZEN3,
    ZEN5,
    NO_CACHES,
    NO_HANDOVER,
    SLOW_HANDOVER,
    SLOW_STORES,
    MACHINES
} kind_of_machine;

static grn_machine machine(kind_of_machine kind)
{
    static const char *const stored[MACHINES] = {
        [INTEL] = "intel-vm.txt", [ZEN3] = "zen3-vm.txt", [ZEN5] = "zen5-vm.txt"};
    grn_machine m = {.size_bytes = sizeof m};
    grn_machine_default(&m);
    if (stored[kind] != NULL)
        stored_machine(stored[kind], &m);
    if (kind == NO_CACHES)
        m.l1_bytes = m.l2_bytes = m.last_bytes = 1;
    if (kind == NO_HANDOVER || kind == SLOW_HANDOVER)
        m.handover = kind == NO_HANDOVER ? 0 : 1e6;
    for (int i = 0; kind == SLOW_STORES && i < GRN_MACHINE_POINTS; i++)
        m.write_byte[i] = 1;
    return m;
}

static const int32_t thread_counts[] = {1, 2, 7, 16, 64};

/* Every problem, machine and number of threads, one after the other; false after the last. */
typedef struct combination {
    size_t i;
    const plan_problem *problem;
    kind_of_machine kind;
    grn_machine machine;
    grn_parallel parallel;
    grn_plan_options options;
} combination;

static bool next_combination(combination *c)
{
    size_t i = c->i++;
    if (i == GRN_COUNT(problems) * MACHINES * GRN_COUNT(thread_counts))
        return false;
    c->problem = &problems[i % GRN_COUNT(problems)];
    c->kind = (kind_of_machine)(i / GRN_COUNT(problems) % MACHINES);
    c->machine = machine(c->kind);
    c->parallel = (grn_parallel){for_nobody, NULL, thread_counts[i / GRN_COUNT(problems) / MACHINES]};
    c->options = (grn_plan_options){
        .size_bytes = sizeof(grn_plan_options), .machine = &c->machine, .parallel = &c->parallel, .race = GRN_RACE_OFF};
    return true;
}

/* ---- what is chosen -------------------------------------------------------------------------- */

/* The cheapest of all that apply, be it by name. */
static void expect_cheapest(const combination *c)
{
    grn_plan_composition all[MOST_COMPOSITIONS];
    grn_plan_report chosen, named;
    grn_plan *plan = plan_of(c->problem, &c->options);
    size_t count = grn_plan_compositions(plan, MOST_COMPOSITIONS, all);
    assert_int_equal(grn_plan_describe(plan, &chosen), GRN_OK);
    grn_plan_destroy(plan);
    assert_in_range(count, 1, MOST_COMPOSITIONS);
    bool seen = false;
    for (size_t i = 0; i < count; i++) {
        if (!(all[i].expected_ns > 0 && all[i].expected_ns < 1e30 && all[i].expected_ns >= chosen.expected_ns))
            fail_msg("%s: %s, %s, %s takes %g ns, what is chosen %g", c->problem->claim, all[i].addressing,
                     all[i].partition, all[i].mover, all[i].expected_ns, chosen.expected_ns);
        const grn_plan_options options = options_naming(&c->options, &all[i]);
        plan = plan_of(c->problem, &options);
        assert_int_equal(grn_plan_describe(plan, &named), GRN_OK);
        grn_plan_destroy(plan);
        assert_string_equal(named.addressing, all[i].addressing);
        assert_string_equal(named.partition, all[i].partition);
        assert_string_equal(named.mover, all[i].mover);
        assert_true(named.expected_ns == all[i].expected_ns);
        assert_true(strcmp(named.partition, "none") == 0 ? named.parts == 1 : named.parts > 1);
        assert_int_equal(named.threads, c->parallel.threads);
        seen = seen ||
               (strcmp(chosen.addressing, named.addressing) == 0 && strcmp(chosen.partition, named.partition) == 0 &&
                strcmp(chosen.mover, named.mover) == 0 && chosen.expected_ns == named.expected_ns &&
                chosen.parts == named.parts && chosen.scratch_bytes == named.scratch_bytes);
    }
    assert_true(seen);
}

static void test_the_cheapest_is_chosen(void **unused)
{
    (void)unused;
    for (combination c = {.i = 0}; next_combination(&c);)
        expect_cheapest(&c);
}

/* Whatever one figure is, no composition takes less than nothing, and there is always a
 * cheapest. */
static void test_extreme_figures(void **unused)
{
    static const double extremes[] = {0, 1e15};
    const size_t figures = sizeof(grn_machine) / sizeof(double),
                 count = figures * GRN_COUNT(extremes) * GRN_COUNT(problems);
    const grn_parallel parallel = {for_nobody, NULL, 4};
    (void)unused;
    for (size_t i = 0; i < count; i++) {
        grn_plan_composition all[MOST_COMPOSITIONS];
        grn_machine m = machine(DEFAULT);
        const double value = extremes[i / GRN_COUNT(problems) % GRN_COUNT(extremes)];
        const size_t figure = i / GRN_COUNT(problems) / GRN_COUNT(extremes);
        memcpy((char *)&m + figure * sizeof value, &value, sizeof value);
        if (grn_machine_check(&m, NULL) != GRN_OK)
            continue; /* a size of 0 */
        grn_plan *plan =
            plan_of(&problems[i % GRN_COUNT(problems)], &(grn_plan_options){.machine = &m, .parallel = &parallel});
        size_t n = grn_plan_compositions(plan, MOST_COMPOSITIONS, all);
        for (size_t k = 0; k < n; k++)
            if (!(all[k].expected_ns > 0 && all[k].expected_ns < 1e40))
                fail_msg("%s, figure %d %g: %s, %s, %s takes %g ns", problems[i % GRN_COUNT(problems)].claim,
                         (int)figure, value, all[k].addressing, all[k].partition, all[k].mover, all[k].expected_ns);
        assert_in_range(n, 1, MOST_COMPOSITIONS);
        grn_plan_destroy(plan);
    }
}

/* Whether some composition of the problem is expected to take another time. */
static bool costs_differ(const plan_problem *p, int32_t threads, const grn_machine *a, const grn_machine *b)
{
    const grn_parallel parallel = {for_nobody, NULL, threads};
    grn_plan_composition of_a[MOST_COMPOSITIONS], of_b[MOST_COMPOSITIONS];
    grn_plan *plan_a = plan_of(p, &(grn_plan_options){.machine = a, .parallel = &parallel});
    grn_plan *plan_b = plan_of(p, &(grn_plan_options){.machine = b, .parallel = &parallel});
    const size_t n = grn_plan_compositions(plan_a, MOST_COMPOSITIONS, of_a);
    bool differ = grn_plan_compositions(plan_b, MOST_COMPOSITIONS, of_b) != n;
    for (size_t k = 0; k < n && !differ; k++)
        differ = of_a[k].expected_ns != of_b[k].expected_ns;
    grn_plan_destroy(plan_a);
    grn_plan_destroy(plan_b);
    return differ;
}

/* A figure that no cost depends on would be measured for nothing. Sizes of caches and distances
 * of prefetches are no costs; a curve is changed as a whole. */
static void test_every_figure_costs(void **unused)
{
    const size_t last = sizeof(grn_machine) / sizeof(double),
                 curves = offsetof(grn_machine, read_line) / sizeof(double),
                 end = offsetof(grn_machine, stream_byte) / sizeof(double);
    (void)unused;
    for (size_t i = curves; i < last; i += i < end ? GRN_MACHINE_POINTS : 1) {
        const grn_machine usual = machine(DEFAULT);
        grn_machine m = usual;
        double *v = (double *)(void *)&m + i;
        for (size_t k = 0; k < (i < end ? GRN_MACHINE_POINTS : 1); k++)
            v[k] *= 3;
        bool costs = &m.prefetch_vectors == v || &m.prefetch_bytes == v;
        for (size_t p = 0; p < GRN_COUNT(problems) && !costs; p++)
            costs = costs_differ(&problems[p], 2, &usual, &m) || costs_differ(&problems[p], 16, &usual, &m);
        if (!costs)
            fail_msg("value %zu of a machine changes no cost of any problem", i);
    }
}

/* Rows that the data decides about, which no figure brings out: they race. */
static void note_raced(rows_run *rows, const combination *c)
{
    grn_plan_contender all[64];
    grn_plan_options options = c->options;
    options.race = GRN_RACE_ON;
    grn_plan *plan = plan_of(c->problem, &options);
    for (size_t i = 0, count = grn_plan_contenders(plan, GRN_COUNT(all), all); i < count; i++) {
        const grn_plan_options names = {
            .addressing = all[i].addressing, .partition = all[i].partition, .mover = all[i].mover};
        if (strcmp(all[i].addressing, "broadcast") == 0)
            note_rows(rows, c->problem->is_scatter, &names);
    }
    grn_plan_destroy(plan);
}

/* A row that no problem on any machine brings out would be dead. */
static void test_every_row_is_chosen(void **unused)
{
    rows_run chosen[2] = {{.run = {{false}}}, {.run = {{false}}}};
    (void)unused;
    for (combination c = {.i = 0}; next_combination(&c);) {
        grn_plan_report r;
        grn_plan *plan = plan_of(c.problem, &c.options);
        assert_int_equal(grn_plan_describe(plan, &r), GRN_OK);
        grn_plan_destroy(plan);
        if (strcmp(r.cpu, "scalar") == 0)
            skip(); /* nothing passes the caches by */
        const grn_plan_options names = {.addressing = r.addressing, .partition = r.partition, .mover = r.mover};
        note_rows(&chosen[c.problem->is_scatter], c.problem->is_scatter, &names);
        note_raced(&chosen[c.problem->is_scatter], &c);
    }
    for (int scatter = 0; scatter < 2; scatter++) {
        const char *row = row_not_run(&chosen[scatter], scatter);
        if (row != NULL)
            fail_msg("no %s is run by '%s'", scatter ? "scatter" : "gather", row);
    }
}

/* A few choices that are plain. */
static void test_plain_choices(void **unused)
{
    static const struct {
        const char *claim;
        bool is_scatter;
        const char *addressing, *partition, *mover; /* of several: any of these */
    } plain[] = {
        {"elements from memory", false, "|fused|radix|", "|none|", "|cells|streamed cells|"},
        {"elements in a cache", false, "|fused|", "|none|", "|cells|streamed cells|"},
        {"elements of middle columns", false, "|panels|runs|fused|", "|none|", "|cells|streamed cells|"},
        {"rows of 512 B", false, "|offsets32|offsets64|", "|none|", "|rows|streamed rows|"},
        {"windows of rows", false, "|offsets32|offsets64|", "|none|", "|rows|streamed rows|"},
        {"elements into memory", true, "|fused|radix|batches|", "|none|", "|cells|"},
        {"elements of columns", true, "|panels|columns|", "|none|", "|cells|"},
        {"rows of 128 KiB", true, "|fused|blocks|batches|", "|none|", "|rows|"},
        {"a region on elements", true, "|blocks|", "|none|", "|region cells|"},
        {"a region in order on elements", true, "|blocks|batches|", "|none|", "|region lists|"},
    };
    static const char *const cpus[] = {"scalar", "avx2", "avx512"};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(plain) * (ZEN5 + 1) * GRN_COUNT(cpus); i++) {
        size_t k = i % GRN_COUNT(plain), at = 0;
        while (strcmp(problems[at].claim, plain[k].claim) != 0 || problems[at].is_scatter != plain[k].is_scatter)
            at++;
        kind_of_machine kind = (kind_of_machine)(i / GRN_COUNT(plain) % (ZEN5 + 1));
        grn_machine m = machine(kind);
        const grn_plan_options options = {.machine = &m, .cpu = cpus[i / GRN_COUNT(plain) / (ZEN5 + 1)]};
        grn_plan_report r;
        if (grn_kernels_named(options.cpu) == NULL)
            continue;
        grn_plan *plan = plan_of(&problems[at], &options);
        assert_int_equal(grn_plan_describe(plan, &r), GRN_OK);
        grn_plan_destroy(plan);
        if (!has_name(plain[k].addressing, r.addressing) || !has_name(plain[k].partition, r.partition) ||
            !has_name(plain[k].mover, r.mover))
            fail_msg("%s on machine %d with %s: %s, %s, %s", plain[k].claim, (int)kind, options.cpu, r.addressing,
                     r.partition, r.mover);
    }
}

/* ---- what a plan says ------------------------------------------------------------------------ */

static const char *row_of(const grn_plan_composition *c, grn_plan_axis axis)
{
    return axis == GRN_AXIS_ADDRESSING ? c->addressing : axis == GRN_AXIS_PARTITION ? c->partition : c->mover;
}

/* What the best composition with the row takes, or "not" it. */
static void expect_alternative(const char *line, const grn_plan_composition *all, size_t count, grn_plan_axis axis,
                               const char *row)
{
    double best = -1;
    char want[96];
    for (size_t i = 0; i < count; i++)
        if (strcmp(row_of(&all[i], axis), row) == 0 && (best < 0 || all[i].expected_ns < best))
            best = all[i].expected_ns;
    if (best >= 0)
        snprintf(want, sizeof want, "; %s %.0f ns", row, best);
    else
        snprintf(want, sizeof want, "%s", row);
    const char *found = strstr(line, want);
    if (found == NULL || (best < 0 && strstr(line, "; not ") == NULL))
        fail_msg("'%s' is not in: %s", want, line);
}

static void expect_line(const combination *c)
{
    grn_plan_composition all[MOST_COMPOSITIONS];
    grn_plan_report r;
    text line;
    grn_text_buffer to = grn_text_buffer_over(line.bytes, sizeof line.bytes);
    char want[256];
    grn_plan *plan = plan_of(c->problem, &c->options);
    size_t count = grn_plan_compositions(plan, MOST_COMPOSITIONS, all);
    assert_int_equal(grn_plan_describe(plan, &r), GRN_OK);
    assert_int_equal(grn_plan_print(plan, (grn_sink[]){grn_text_buffer_sink(&to)}), GRN_OK);
    grn_plan_destroy(plan);
    if (r.parts > 1)
        snprintf(want, sizeof want, "%s, %s, %s in %d parts on %d threads: ", r.addressing, r.mover, r.partition,
                 (int)r.parts, (int)r.threads);
    else
        snprintf(want, sizeof want, "%s, %s, one thread: ", r.addressing, r.mover);
    if (strncmp(line.bytes, want, strlen(want)) != 0)
        fail_msg("'%s' does not begin: %s", want, line.bytes);
    snprintf(want, sizeof want, "; %s; %lld B moved, expected %.0f ns, ", r.cpu, (long long)r.moved_bytes,
             r.expected_ns);
    if (strstr(line.bytes, want) == NULL)
        fail_msg("'%s' is not in: %s", want, line.bytes);
    const grn_plan_composition chosen = {r.addressing, r.partition, r.mover, 0};
    const char *row;
    for (int axis = 0; axis < 3; axis++)
        for (size_t i = 0; (row = grn_plan_row((grn_plan_axis)axis, c->problem->is_scatter, i)) != NULL; i++)
            if (strcmp(row, row_of(&chosen, (grn_plan_axis)axis)) != 0)
                expect_alternative(line.bytes, all, count, (grn_plan_axis)axis, row);
}

static void test_print(void **unused)
{
    (void)unused;
    for (combination c = {.i = 0}; next_combination(&c);)
        expect_line(&c);
}

static void test_print_of_a_worked_example(void **unused)
{
    gather_setup s;
    grn_plan *plan;
    text t;
    grn_text_buffer to = grn_text_buffer_over(t.bytes, sizeof t.bytes);
    (void)unused;
    set_up_gather(&gathers[0], &s);
    assert_int_equal(
        grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, NULL, NULL, &plan),
        GRN_OK);
    assert_int_equal(grn_plan_print(plan, (grn_sink[]){grn_text_buffer_sink(&to)}), GRN_OK);
    if (strstr(t.bytes, ", rows, one thread: 3 rows of 12 B, indices i64, clamp; ") == NULL)
        fail_msg("%s", t.bytes);
    grn_plan_destroy(plan);
}

/* By hand: 7 rows of 64 f32, whose indices are i64. */
static void test_describe(void **unused)
{
    grn_machine m = machine(DEFAULT);
    grn_plan_report r;
    grn_plan *plan = plan_of(&problems[0], &(grn_plan_options){.machine = &m, .cpu = "scalar"});
    (void)unused;
    assert_int_equal(grn_plan_describe(plan, &r), GRN_OK);
    assert_int_equal(r.elements, 7 * 64);
    assert_int_equal(r.moved_bytes, 7 * 64 * 4);
    assert_string_equal(r.cpu, "scalar");
    assert_true(r.threads == 1 && r.parts == 1 && r.scratch_bytes == 0 && !r.empty);
    grn_plan_destroy(plan);
    plan_problem nothing = problems[0];
    nothing.indices[0] = nothing.dense[0] = 0;
    plan = plan_of(&nothing, NULL);
    assert_int_equal(grn_plan_describe(plan, &r), GRN_OK);
    assert_true(r.empty && r.elements == 0 && r.moved_bytes == 0 && r.expected_ns == 0);
    assert_int_equal(grn_plan_compositions(plan, 0, NULL), 0);
    text line;
    grn_text_buffer to = grn_text_buffer_over(line.bytes, sizeof line.bytes);
    assert_int_equal(grn_plan_print(plan, (grn_sink[]){grn_text_buffer_sink(&to)}), GRN_OK);
    assert_string_equal(line.bytes, "nothing to move, indices i64, clamp");
    grn_plan_destroy(plan);
}

/* ---- what does not go ------------------------------------------------------------------------ */

static void expect_refusal(bool is_scatter, const char *claim, grn_plan_options options, const char *message)
{
    grn_plan *plan;
    text t = {""};
    size_t at = 0;
    while (strcmp(problems[at].claim, claim) != 0 || problems[at].is_scatter != is_scatter)
        at++;
    grn_status status = plan_problem_plan(&problems[at], &options, &(grn_diag){keep_message, &t}, &plan);
    assert_string_equal(t.bytes, message);
    assert_int_equal(status, GRN_E_UNSUPPORTED);
    assert_null(plan);
}

static void test_refusals(void **unused)
{
    static const grn_parallel two = {for_nobody, NULL, 2};
    (void)unused;
    expect_refusal(
        false, "elements in a cache", (grn_plan_options){.mover = "magic"},
        "there is no mover 'magic', those of a gather are cells, streamed cells, gapped cells, rows, streamed rows, "
        "strips, windows");
    expect_refusal(false, "elements in a cache", (grn_plan_options){.partition = "owner bins"},
                   "there is no partition 'owner bins', those of a gather are none, loop, whole panels");
    expect_refusal(true, "elements into a cache", (grn_plan_options){.addressing = "Fused"},
                   "there is no addressing 'Fused', those of a scatter are small, fused, batches, panels, columns, "
                   "broadcast, radix, starts, blocks");
    expect_refusal(false, "elements in a cache", (grn_plan_options){.mover = "rows"},
                   "'rows' does not apply: a window is a single element");
    expect_refusal(false, "elements in a cache", (grn_plan_options){.partition = "loop"},
                   "'loop' does not apply: there is one thread");
    expect_refusal(false, "rows of 512 B", (grn_plan_options){.addressing = "small"},
                   "'small' does not apply: there are more than a few");
    expect_refusal(false, "elements from far beyond 2^32", (grn_plan_options){.addressing = "offsets32"},
                   "'offsets32' does not apply: an offset may need more than 32 bits");
    expect_refusal(false, "rows of 512 B", (grn_plan_options){.addressing = "offsets64", .mover = "strips"},
                   "'strips' does not apply: it does not take positions of that form");
    expect_refusal(true, "elements into a cache", (grn_plan_options){.partition = "sorted starts", .parallel = &two},
                   "'sorted starts' does not apply: equal starts are not promised to be neighbours");
    expect_refusal(true, "elements into a cache",
                   (grn_plan_options){.partition = "owner bins", .addressing = "fused", .parallel = &two},
                   "'fused' does not apply: owners are found by starts");
    expect_refusal(true, "windows across", (grn_plan_options){.partition = "owner filter", .parallel = &two},
                   "'owner filter' does not apply: windows of different starts may overlap");
    const grn_plan_options gathered = {.size_bytes = sizeof gathered,
                                       .cpu = "scalar",
                                       .addressing = "fused",
                                       .mover = "cells",
                                       .variant = "gathered 0 ahead"};
    expect_refusal(false, "elements in a cache", gathered,
                   "'gathered 0 ahead' does not apply: no kernel reads these indices");
    const grn_plan_options no_such = {.size_bytes = sizeof no_such, .mover = "rows", .variant = "sideways"};
    expect_refusal(false, "rows of 512 B", no_such,
                   "there is no variant 'sideways' of rows by offsets32, those it has are 0 ahead, 4 ahead, 16 ahead, "
                   "4 far ahead, 8 far ahead, 16 far ahead, 32 far ahead");
    expect_refusal(true, "a region on rows", (grn_plan_options){.mover = "rows"},
                   "'rows' does not apply: the combiner is a region");
    expect_refusal(true, "a few rows", (grn_plan_options){.mover = "region runs"},
                   "'region runs' does not apply: the combiner has a name");
}

static void test_run_checks(void **unused)
{
    gather_setup s;
    grn_plan *plan;
    text t = {""};
    grn_diag diag = {keep_message, &t};
    (void)unused;
    set_up_gather(&gathers[0], &s);
    assert_int_equal(
        grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, NULL, NULL, &plan),
        GRN_OK);
    assert_int_equal(grn_plan_run_gather(plan, s.operand, s.indices, s.operand + 3, NULL, &diag), GRN_E_ALIAS);
    assert_string_equal(t.bytes, "the destination overlaps operand[0] in memory, it must lie apart");
    assert_int_equal(grn_plan_run_gather(plan, s.operand, s.indices, s.indices, NULL, &diag), GRN_E_ALIAS);
    assert_int_equal(grn_plan_run_gather(plan, s.operand, NULL, s.result, NULL, &diag), GRN_E_ARGUMENT);
    assert_int_equal(grn_plan_run_scatter(plan, NULL, NULL, NULL, NULL, &diag), GRN_E_ARGUMENT);
    assert_int_equal(s.result[0], 7);
    assert_int_equal(
        grn_gather(&gathers[0].spec, &s.operand_view, &s.indices_view,
                   &(grn_tensor){.data = s.operand, .dtype = GRN_I32, .rank = 2, .shape = {3, 3}, .stride = {3, 1}},
                   NULL),
        GRN_E_ALIAS);
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
    assert_int_equal(grn_plan_gather(&spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, NULL, NULL, &plan),
                     GRN_OK);
    memset(&spec, 0xAA, sizeof spec);
    memset(&s.operand_view, 0xAA, sizeof s.operand_view);
    memset(&s.indices_view, 0xAA, sizeof s.indices_view);
    grn_status status = grn_plan_run_gather(plan, s.operand, s.indices, s.result, NULL, NULL);
    expect_gather(&gathers[0], "after its makings are gone", &s, status);
    grn_plan_destroy(plan);
}

static void *dirty(void *user, size_t bytes, size_t alignment)
{
    void *memory = aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
    assert_non_null(memory);
    return memset(memory, *(const int *)user, bytes);
}

static void clean(void *user, void *memory, size_t bytes)
{
    (void)user, (void)bytes;
    free(memory);
}

/* Whatever the memory of a plan held before, it is not looked at; for the sanitizers to judge
 * too. */
static void test_dirty_memory(void **unused)
{
    static int fill[] = {0xFF, 0xA5, 0x01};
    (void)unused;
    for (size_t i = 0; i < GRN_COUNT(scatters) * GRN_COUNT(fill); i++) {
        const scatter_case *c = &scatters[i % GRN_COUNT(scatters)];
        const grn_allocator allocator = {dirty, clean, &fill[i / GRN_COUNT(scatters)]};
        float results[8];
        grn_tensor result, indices, updates;
        grn_plan *plan;
        set_up_scatter(c, results, &result, &indices, &updates);
        assert_int_equal(grn_plan_scatter(&c->spec, 1, &result, &indices, &updates, NULL, &allocator, NULL, &plan),
                         GRN_OK);
        expect_scatter(
            c, "in dirty memory", results,
            grn_plan_run_scatter(plan, (void *[]){results}, c->indices, (const void *[]){c->updates}, NULL, NULL),
            true);
        grn_plan_destroy(plan);
    }
    for (size_t i = 0; i < GRN_COUNT(gathers) * GRN_COUNT(fill); i++) {
        const gather_case *c = &gathers[i % GRN_COUNT(gathers)];
        const grn_allocator allocator = {dirty, clean, &fill[i / GRN_COUNT(gathers)]};
        gather_setup s;
        grn_plan *plan;
        set_up_gather(c, &s);
        assert_int_equal(
            grn_plan_gather(&c->spec, &s.operand_view, &s.indices_view, &s.result_view, NULL, &allocator, NULL, &plan),
            GRN_OK);
        expect_gather(c, "in dirty memory", &s, grn_plan_run_gather(plan, s.operand, s.indices, s.result, NULL, NULL));
        grn_plan_destroy(plan);
    }
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
                                     &budget.allocator, NULL, &plan),
                     GRN_E_MEMORY);
    assert_null(plan);
    assert_int_equal(budget.used_bytes, 0);
    grn_budget_init(&budget, NULL, 1 << 20);
    assert_int_equal(grn_plan_gather(&gathers[0].spec, &s.operand_view, &s.indices_view, &s.result_view,
                                     &(grn_plan_options){.mover = "magic"}, &budget.allocator, NULL, &plan),
                     GRN_E_UNSUPPORTED);
    assert_int_equal(budget.used_bytes, 0);
}

/* ---- more inputs than the stack's plan has room for ------------------------------------------ */

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
        assert_true(result[l][3] == (float)(400 * l + 12) && result[l][4] == (float)(200 * l + 10) &&
                    result[l][5] == 0);
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
        cmocka_unit_test(test_gathers),
        cmocka_unit_test(test_scatters),
        cmocka_unit_test(test_print),
        cmocka_unit_test(test_print_of_a_worked_example),
        cmocka_unit_test(test_describe),
        cmocka_unit_test(test_the_cheapest_is_chosen),
        cmocka_unit_test(test_every_row_is_chosen),
        cmocka_unit_test(test_extreme_figures),
        cmocka_unit_test(test_every_figure_costs),
        cmocka_unit_test(test_plain_choices),
        cmocka_unit_test(test_refusals),
        cmocka_unit_test(test_run_checks),
        cmocka_unit_test(test_own_copies),
        cmocka_unit_test(test_dirty_memory),
        cmocka_unit_test(test_memory_refused),
        cmocka_unit_test(test_many_inputs),
        cmocka_unit_test(test_region_fails),
        cmocka_unit_test(test_scratch_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
