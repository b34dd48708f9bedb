/* test_misuse_spec.c - the misuse table of status.h, memory.h, tensor.h, threads.h, spec.h and
 * plan.h. */
#include "misuse.h"

/* ---- pointers -------------------------------------------------------------------------------- */

/* result[i] = operand[indices[i]] */
static const grn_gather_spec taking = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_CLAMP},
    .slice_sizes = {1, {1}},
};
/* result[i,j] = operand[indices[i,0],j], and an index out of range is an error */
static const grn_gather_spec taking_rows = {
    .dims = {.offset_dims = {1, {1}},
             .collapsed_slice_dims = {1, {0}},
             .start_index_map = {1, {0}},
             .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_ERROR},
    .slice_sizes = {2, {1, 2}},
};
static const grn_scatter_spec adding = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_SKIP},
    .combiner = GRN_COMBINE_ADD,
};
static const grn_gather_spec promising_gather = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_CLAMP, .indices_are_sorted = true, .unique_indices = true},
    .slice_sizes = {1, {1}},
};
static const grn_scatter_spec promising_scatter = {
    .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
    .index = {.bounds = GRN_BOUNDS_SKIP, .indices_are_sorted = true, .unique_indices = true},
    .combiner = GRN_COMBINE_ADD,
};
static int32_t rank_out;
static int64_t shape_out[GRN_MAX_RANK];
static grn_plan *plan_out;
static grn_pool *pool_out;
static grn_tensor tensor_out;
static grn_tensor_difference difference_out;
static const int64_t extents[2] = {2, 3};

static grn_plan_report report_out;

static const misuse_pointer pointers[] = {
    {"spec", &taking},
    {"rank", &rank_out},
    {"shape", shape_out},
    {"out", &plan_out},
    {"pool", &pool_out},
    {"sink", &sink},
    {"tensor", &tensor_out},
    {"difference", &difference_out},
    {"extents", extents},
    {"report", &report_out},
    {NULL, NULL},
};

/* Runs the parts in turn. */
static void one_by_one(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}

/* ---- calls in steps -------------------------------------------------------------------------- */

static grn_status plan_gather(world *w, const grn_plan_options *options)
{
    grn_plan **out = Q("out");
    grn_status status = grn_plan_gather(Q("spec"), T(0), T(1), T(2), options, AL, D, out);
    if (status != GRN_OK) {
        assert_true(out == NULL || *out == NULL);
        return status;
    }
    grn_plan_destroy(*out);
    return GRN_OK;
}

static grn_status plan_scatter(world *w, size_t ninputs, const grn_plan_options *options)
{
    grn_plan **out = Q("out");
    grn_status status = grn_plan_scatter(&adding, ninputs, T(0), T(1), T(2), options, AL, D, out);
    if (status != GRN_OK)
        return status;
    grn_plan_destroy(*out);
    return GRN_OK;
}

/* A plan of two tensors' layouts, run on what is given. */
static grn_status run_gather(world *w, bool has_plan, const void *operand, const void *indices, void *result)
{
    grn_plan *plan = NULL;
    grn_status status = grn_plan_gather(&taking, w->view[0], w->view[1], w->view[2], NULL, NULL, NULL, &plan);
    assert_int_equal(status, GRN_OK);
    status = grn_plan_run_gather(has_plan ? plan : NULL, operand, indices, result, NULL, D);
    grn_plan_destroy(plan);
    return status;
}

static grn_status run_scatter(world *w, bool has_plan, void *const *results, const void *indices,
                              const void *const *updates)
{
    grn_plan *plan = NULL;
    grn_status status = grn_plan_scatter(&adding, 1, w->view[0], w->view[1], w->view[2], NULL, NULL, NULL, &plan);
    assert_int_equal(status, GRN_OK);
    status = grn_plan_run_scatter(has_plan ? plan : NULL, results, indices, updates, NULL, D);
    grn_plan_destroy(plan);
    return status;
}

/* The wrong sort of plan. */
static grn_status run_other(world *w)
{
    grn_plan *plan = NULL;
    void *to = DATA(2);
    const void *from = DATA(0);
    assert_int_equal(grn_plan_gather(&taking, T(0), T(1), T(2), NULL, NULL, NULL, &plan), GRN_OK);
    grn_status status = grn_plan_run_scatter(plan, &to, DATA(1), &from, NULL, D);
    grn_plan_destroy(plan);
    return status;
}

/* Many updates binned for their owners need scratch. `offset` from where it may begin; SIZE_MAX:
 * none. */
static grn_status run_with_scratch(world *w, size_t offset)
{
    enum { N = 1 << 16 };
    grn_plan *plan = NULL;
    grn_tensor operand, indices, updates;
    float *to = calloc(N, sizeof *to), *from = calloc(N, sizeof *from);
    int64_t *index = calloc(N, sizeof *index);
    const int64_t n = N;
    assert_true(to && from && index);
    assert_int_equal(grn_tensor_init(&operand, to, GRN_F32, 1, &n) | grn_tensor_init(&updates, from, GRN_F32, 1, &n) |
                         grn_tensor_init(&indices, index, GRN_I64, 1, &n),
                     GRN_OK);
    const grn_plan_options options = {
        .partition = "owner bins", .mover = "cells", .parallel = &(grn_parallel){one_by_one, NULL, 16}};
    assert_int_equal(grn_plan_scatter(&adding, 1, &operand, &indices, &updates, &options, NULL, NULL, &plan), GRN_OK);
    size_t bytes = grn_plan_scratch_bytes(plan);
    assert_true(bytes > 0);
    char *scratch = aligned_alloc(64, (bytes + 127) / 64 * 64);
    assert_non_null(scratch);
    void *results[] = {to};
    const void *sources[] = {from};
    grn_status status =
        grn_plan_run_scatter(plan, results, index, sources, offset == SIZE_MAX ? NULL : scratch + offset, D);
    grn_plan_destroy(plan);
    free(scratch);
    free(to);
    free(from);
    free(index);
    return status;
}

static grn_status print_plan(world *w, bool has_plan, const grn_sink *to)
{
    grn_plan *plan = NULL;
    assert_int_equal(grn_plan_gather(&taking, w->view[0], w->view[1], w->view[2], NULL, NULL, NULL, &plan), GRN_OK);
    grn_status status = grn_plan_print(has_plan ? plan : NULL, to);
    grn_plan_destroy(plan);
    return status;
}

static grn_status describe_plan(world *w, bool has_plan, grn_plan_report *out)
{
    grn_plan *plan = NULL;
    assert_int_equal(grn_plan_gather(&taking, w->view[0], w->view[1], w->view[2], NULL, NULL, NULL, &plan), GRN_OK);
    grn_status status = grn_plan_describe(has_plan ? plan : NULL, out);
    grn_plan_destroy(plan);
    return status;
}

/* Whether there are as many without room, and with room for one that nothing else is written. */
static bool lists_compositions(world *w)
{
    grn_plan *plan = NULL;
    grn_plan_composition two[2] = {{NULL, NULL, NULL, -1}, {NULL, NULL, NULL, -1}};
    assert_int_equal(grn_plan_gather(&taking, w->view[0], w->view[1], w->view[2], NULL, NULL, NULL, &plan), GRN_OK);
    size_t count = grn_plan_compositions(plan, 0, NULL);
    bool same = count > 1 && grn_plan_compositions(plan, SIZE_MAX, NULL) == count &&
                grn_plan_compositions(plan, 1, two) == count;
    grn_plan_destroy(plan);
    return same && two[0].mover != NULL && two[0].expected_ns > 0 && two[1].mover == NULL && two[1].expected_ns < 0;
}

/* A small plan has none, and nothing is written. */
static bool lists_no_contenders(world *w)
{
    grn_plan *plan = NULL;
    grn_plan_contender one = {.least_ns = -7};
    assert_int_equal(grn_plan_gather(&taking, w->view[0], w->view[1], w->view[2], NULL, NULL, NULL, &plan), GRN_OK);
    size_t count = grn_plan_contenders(plan, 1, &one) + grn_plan_contenders(plan, SIZE_MAX, NULL);
    grn_plan_destroy(plan);
    return count == 0 && one.least_ns == -7 && one.mover == NULL;
}

static grn_status make_pool(world *w, int32_t threads)
{
    grn_pool **out = Q("pool");
    grn_status status = grn_pool_create(threads, AL, out);
    if (status == GRN_OK)
        grn_pool_destroy(*out);
    return status;
}

static grn_status with_spec(world *w, void (*spoil)(grn_gather_spec *))
{
    grn_gather_spec spec = taking;
    spoil(&spec);
    return grn_gather(&spec, T(0), T(1), T(2), D);
}
static void far_bounds(grn_gather_spec *s) { s->index.bounds = (grn_bounds)77; }
static void negative_bounds(grn_gather_spec *s) { s->index.bounds = (grn_bounds)-1; }
static void skip_bounds(grn_gather_spec *s) { s->index.bounds = GRN_BOUNDS_SKIP; }
static void far_grain(grn_gather_spec *s) { s->index.grain = (grn_grain)9; }
static void far_batch_rule(grn_gather_spec *s) { s->index.batch_rule = (grn_batch_rule)9; }
static void offset_99(grn_gather_spec *s) { s->dims.offset_dims.count = 99; }
static void collapsed_99(grn_gather_spec *s) { s->dims.collapsed_slice_dims.count = 99; }
static void batching_below(grn_gather_spec *s) { s->dims.operand_batching_dims.count = -1; }
static void indices_batching_most(grn_gather_spec *s) { s->dims.start_indices_batching_dims.count = INT32_MAX; }
static void map_least(grn_gather_spec *s) { s->dims.start_index_map.count = INT32_MIN; }
static void sizes_33(grn_gather_spec *s) { s->slice_sizes.count = 33; }
static void far_collapsed(grn_gather_spec *s) { s->dims.collapsed_slice_dims.v[0] = INT64_MAX; }
static void least_map(grn_gather_spec *s) { s->dims.start_index_map.v[0] = INT64_MIN; }
static void least_vector_dim(grn_gather_spec *s) { s->dims.index_vector_dim = INT64_MIN; }
static void most_vector_dim(grn_gather_spec *s) { s->dims.index_vector_dim = INT64_MAX; }
static void least_size(grn_gather_spec *s) { s->slice_sizes.v[0] = INT64_MIN; }
static void most_size(grn_gather_spec *s) { s->slice_sizes.v[0] = INT64_MAX; }
static void least_base(grn_gather_spec *s) { s->index.base = INT64_MIN; }
static void most_base(grn_gather_spec *s) { s->index.base = INT64_MAX; }
static void least_base_wrapped(grn_gather_spec *s) { s->index.base = INT64_MIN, s->index.wrap_negative = true; }
static void most_base_wrapped(grn_gather_spec *s) { s->index.base = INT64_MAX, s->index.wrap_negative = true; }

static grn_status with_scatter(world *w, void (*spoil)(grn_scatter_spec *), size_t ninputs)
{
    grn_scatter_spec spec = adding;
    spoil(&spec);
    return grn_scatter(&spec, ninputs, T(0), T(1), T(2), D);
}
static void as_it_is(grn_scatter_spec *s) { (void)s; }
static void far_combiner(grn_scatter_spec *s) { s->combiner = (grn_combiner)42; }
static void negative_combiner(grn_scatter_spec *s) { s->combiner = (grn_combiner)-1; }
static void no_region(grn_scatter_spec *s) { s->combiner = GRN_COMBINE_REGION; }
static void fill_bounds(grn_scatter_spec *s) { s->index.bounds = GRN_BOUNDS_FILL; }
static void and_floats(grn_scatter_spec *s) { s->combiner = GRN_COMBINE_AND; }
static void inserted_99(grn_scatter_spec *s) { s->dims.collapsed_slice_dims.count = 99; }

/* A budget over an allocator that cannot be called refuses all. */
static bool budget_refuses(const grn_allocator *base)
{
    grn_budget budget;
    grn_pool *pool = NULL;
    grn_budget_init(&budget, base, SIZE_MAX);
    return grn_pool_create(1, &budget.allocator, &pool) == GRN_E_MEMORY && pool == NULL && budget.used_bytes == 0 &&
           budget.refused_bytes > 0;
}

static grn_status write_literal(world *w, const grn_literal_options *options)
{
    return grn_tensor_write_literal(T(0), options, Q("sink"));
}

static grn_status parse_npy(world *w, const void *bytes, size_t size, grn_dtype hint, grn_tensor *out)
{
    size_t used;
    return grn_npy_parse(bytes, size, hint, D, out, &used);
}

static const grn_allocator no_functions = {NULL, NULL, NULL};
static const grn_machine no_machine = {.l1_bytes = 0};
static const char long_name[] =
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
static const grn_parallel no_for_each = {NULL, NULL, 2};
static const grn_parallel no_threads = {one_by_one, NULL, 0}, negative_threads = {one_by_one, NULL, INT32_MIN};

#define GATHER "operand:f32[4]r start_indices:i64[3]r result:f32[3]w"
#define GATHER_ROWS "operand:f32[4,2]r start_indices:i64[3,1]r result:f32[3,2]w"
#define GATHER_NOTHING "operand:f32[4,2]r start_indices:i64[0,1]r result:f32[0,2]w"
#define GATHER_ONE "operand:f32[1,2]r start_indices:i8[1,1]r result:f32[1,2]w"
#define LAID_OUT "operand:f32[4]s start_indices:i64[3]s result:f32[3]p"
#define SCATTER "inputs#|results#:f32[4]g scatter_indices:i64[3]r updates#:f32[3]r"
#define SCATTER_ONE "inputs#|results#:f32[4]g scatter_indices:ui8[1]r updates#:f32[1]r"
#define SCATTER_LAID_OUT "inputs#|results#:f32[4]s scatter_indices:i64[3]s updates#:f32[3]s"

#define ROWS(R)                                                                                                      \
    R(gather, grn_gather, GATHER, grn_gather(Q("spec"), T(0), T(1), T(2), D))                                        \
    R(gather_one, grn_gather, GATHER_ONE,                                                                            \
      grn_gather(&(grn_gather_spec){.dims = taking_rows.dims, .slice_sizes = taking_rows.slice_sizes}, T(0), T(1),   \
                 T(2), D))                                                                                           \
    R(gather_rows, grn_gather, GATHER_ROWS, grn_gather(&taking_rows, T(0), T(1), T(2), D))                           \
    R(gather_nothing, grn_gather, GATHER_NOTHING, grn_gather(&taking_rows, T(0), T(1), T(2), D))                     \
    R(gather_c128, grn_gather, "operand:complex<f64>[4]r start_indices:ui16[3]r result:complex<f64>[3]w",            \
      grn_gather(&taking, T(0), T(1), T(2), D))                                                                      \
    R(gather_reference, grn_gather_reference, GATHER, grn_gather_reference(Q("spec"), T(0), T(1), T(2), D))          \
    R(gather_reference_one, grn_gather_reference, GATHER_ROWS,                                                       \
      grn_gather_reference(&taking_rows, T(0), T(1), T(2), D))                                                       \
    R(gather_shape, grn_gather_shape, "operand:f32[4]s start_indices:i64[3]s",                                       \
      grn_gather_shape(Q("spec"), T(0), T(1), D, Q("rank"), Q("shape")))                                             \
    R(gather_check_promises, grn_gather_check_promises, "operand:f32[4]s start_indices:i64[1]r",                     \
      promises_of_gather(w))                                                                                         \
    R(scatter, grn_scatter, SCATTER, grn_scatter(&adding, 1, T(0), T(1), T(2), D))                                   \
    R(scatter_one, grn_scatter, SCATTER_ONE, grn_scatter(&adding, 1, T(0), T(1), T(2), D))                           \
    R(scatter_reference, grn_scatter_reference, SCATTER, grn_scatter_reference(&adding, 1, T(0), T(1), T(2), D))     \
    R(scatter_check, grn_scatter_check, SCATTER_LAID_OUT, grn_scatter_check(&adding, 1, T(0), T(1), T(2), D))        \
    R(scatter_check_promises, grn_scatter_check_promises,                                                            \
      "inputs#|results#:f32[4]s scatter_indices:i64[1]r updates#:f32[1]s", promises_of_scatter(w))                   \
    R(describe_gather, grn_gather_describe, LAID_OUT,                                                                \
      grn_gather_describe(Q("spec"), T(0), T(1), T(2), D, Q("report")))                                              \
    R(describe_scatter, grn_scatter_describe, SCATTER_LAID_OUT,                                                      \
      grn_scatter_describe(&adding, 1, T(0), T(1), T(2), D, Q("report")))                                            \
    R(plan_gather, grn_plan_gather, LAID_OUT, plan_gather(w, NULL))                                                  \
    R(plan_gather_options, grn_plan_gather, LAID_OUT, plan_gather(w, &(grn_plan_options){.threads = 0}))             \
    R(plan_scatter, grn_plan_scatter, SCATTER_LAID_OUT, plan_scatter_row(w))                                         \
    R(pool_create, grn_pool_create, "", make_pool(w, 1))                                                             \
    R(tensor_init, grn_tensor_init, "", grn_tensor_init(Q("tensor"), NULL, GRN_F32, 2, Q("extents")))                \
    R(write_literal, grn_tensor_write_literal, "tensor:i32[2,3]r", grn_tensor_write_literal(T(0), NULL, Q("sink")))  \
    R(write_literal_one, grn_tensor_write_literal, "tensor:f64[1,1]r",                                               \
      write_literal(w, &(grn_literal_options){.elide_over = 1, .hex_over = 1}))                                      \
    R(write_literal_none, grn_tensor_write_literal, "tensor:f64[0,1]r",                                              \
      write_literal(w, &(grn_literal_options){.elide_over = -5, .hex_over = INT64_MIN}))                             \
    R(write_json, grn_tensor_write_json, "tensor:i32[2,3]r", grn_tensor_write_json(T(0), Q("sink")))                 \
    R(compare, grn_tensor_compare, "a:f32[2,3]r b:f32[2,3]r", grn_tensor_compare(T(0), T(1), 0, D, Q("difference"))) \
    R(npy_write, grn_npy_write, "tensor:i32[2,3]r", grn_npy_write(T(0), Q("sink")))                                  \
    R(npy_write_one, grn_npy_write, "tensor:ui8[1,2,1]r", grn_npy_write(T(0), Q("sink")))                            \
    R(npy_write_none, grn_npy_write, "tensor:ui8[1,0]r", grn_npy_write(T(0), Q("sink")))

static grn_status promises_of_gather(world *w)
{
    return grn_gather_check_promises(&promising_gather, T(0), T(1), AL, D);
}
static grn_status promises_of_scatter(world *w)
{
    return grn_scatter_check_promises(&promising_scatter, T(0), T(1), T(2), AL, D);
}
static grn_status plan_scatter_row(world *w)
{
    grn_plan **out = Q("out");
    grn_status status = grn_plan_scatter(&adding, 1, T(0), T(1), T(2), NULL, AL, D, out);
    if (status == GRN_OK)
        grn_plan_destroy(*out);
    return status;
}

#define CASES(C)                                                                                                       \
    /* the spec's own fields */                                                                                        \
    C(bounds_far, grn_gather, "bounds 77", GATHER, GRN_E_ARGUMENT, "bounds is 77", with_spec(w, far_bounds))           \
    C(bounds_negative, grn_gather, "bounds -1", GATHER, GRN_E_ARGUMENT, "bounds is -1", with_spec(w, negative_bounds)) \
    C(bounds_skip, grn_gather, "a gather that skips", GATHER, GRN_E_ARGUMENT, "bounds is skip",                        \
      with_spec(w, skip_bounds))                                                                                       \
    C(grain_far, grn_gather, "grain 9", GATHER, GRN_E_ARGUMENT, "grain is 9", with_spec(w, far_grain))                 \
    C(batch_rule_far, grn_gather, "batch_rule 9", GATHER, GRN_E_ARGUMENT, "batch_rule is 9",                           \
      with_spec(w, far_batch_rule))                                                                                    \
    C(offset_99, grn_gather, "count 99", GATHER, GRN_E_ARGUMENT, "offset_dims has count 99", with_spec(w, offset_99))  \
    C(collapsed_99, grn_gather, "count 99", GATHER, GRN_E_ARGUMENT, "collapsed_slice_dims has count 99",               \
      with_spec(w, collapsed_99))                                                                                      \
    C(batching_below, grn_gather, "count -1", GATHER, GRN_E_ARGUMENT, "operand_batching_dims has count -1",            \
      with_spec(w, batching_below))                                                                                    \
    C(ibatching_most, grn_gather, "count 2^31 - 1", GATHER, GRN_E_ARGUMENT, "start_indices_batching_dims has count",   \
      with_spec(w, indices_batching_most))                                                                             \
    C(map_least, grn_gather, "count -2^31", GATHER, GRN_E_ARGUMENT, "start_index_map has count",                       \
      with_spec(w, map_least))                                                                                         \
    C(sizes_33, grn_gather, "count 33", GATHER, GRN_E_ARGUMENT, "slice_sizes has count 33", with_spec(w, sizes_33))    \
    C(far_collapsed, grn_gather, "dimension 2^63 - 1", GATHER, GRN_E_SHAPE, "collapsed_slice_dims[0]",                 \
      with_spec(w, far_collapsed))                                                                                     \
    C(least_map, grn_gather, "dimension -2^63", GATHER, GRN_E_SHAPE, "start_index_map[0]", with_spec(w, least_map))    \
    C(least_vector, grn_gather, "dimension -2^63", GATHER, GRN_E_SHAPE, "index_vector_dim",                            \
      with_spec(w, least_vector_dim))                                                                                  \
    C(most_vector, grn_gather, "dimension 2^63 - 1", GATHER, GRN_E_SHAPE, "index_vector_dim",                          \
      with_spec(w, most_vector_dim))                                                                                   \
    C(least_size, grn_gather, "a size of -2^63", GATHER, GRN_E_SHAPE, "slice_sizes[0]", with_spec(w, least_size))      \
    C(most_size, grn_gather, "a size of 2^63 - 1", GATHER, GRN_E_SHAPE, "slice_sizes[0]", with_spec(w, most_size))     \
    C(least_base, grn_gather, "clamped, whatever the base", GATHER, GRN_OK, NULL, with_spec(w, least_base))            \
    C(most_base, grn_gather, "clamped, whatever the base", GATHER, GRN_OK, NULL, with_spec(w, most_base))              \
    C(least_base_wrapped, grn_gather, "clamped, whatever the base", GATHER, GRN_OK, NULL,                              \
      with_spec(w, least_base_wrapped))                                                                                \
    C(most_base_wrapped, grn_gather, "clamped, whatever the base", GATHER, GRN_OK, NULL,                               \
      with_spec(w, most_base_wrapped))                                                                                 \
    C(float_index, grn_gather, "indices of floats", "operand:f32[4]r start_indices:f32[3]r result:f32[3]w",            \
      GRN_E_DTYPE, "start_indices", grn_gather(&taking, T(0), T(1), T(2), D))                                          \
    C(combiner_far, grn_scatter, "combiner 42", SCATTER, GRN_E_ARGUMENT, "combiner is 42",                             \
      with_scatter(w, far_combiner, 1))                                                                                \
    C(combiner_negative, grn_scatter, "combiner -1", SCATTER, GRN_E_ARGUMENT, "combiner is -1",                        \
      with_scatter(w, negative_combiner, 1))                                                                           \
    C(region_null, grn_scatter, "a region without a function", SCATTER, GRN_E_ARGUMENT, "region function is NULL",     \
      with_scatter(w, no_region, 1))                                                                                   \
    C(bounds_fill, grn_scatter, "a scatter that fills", SCATTER, GRN_E_ARGUMENT, "bounds is fill",                     \
      with_scatter(w, fill_bounds, 1))                                                                                 \
    C(and_floats, grn_scatter, "and of floats", SCATTER, GRN_E_DTYPE, "combiner and", with_scatter(w, and_floats, 1))  \
    C(inserted_99, grn_scatter, "count 99", SCATTER, GRN_E_ARGUMENT, "inserted_window_dims has count 99",              \
      with_scatter(w, inserted_99, 1))                                                                                 \
    C(inputs_0, grn_scatter, "no inputs", SCATTER, GRN_E_ARGUMENT, "0 inputs", with_scatter(w, as_it_is, 0))           \
    C(inputs_65, grn_scatter, "65 inputs", SCATTER, GRN_E_LIMIT, "65 inputs", with_scatter(w, as_it_is, 65))           \
    C(inputs_most, grn_scatter, "2^64 - 1 inputs", SCATTER, GRN_E_LIMIT, "inputs",                                     \
      with_scatter(w, as_it_is, SIZE_MAX))                                                                             \
    C(scatter_spec_null, grn_scatter, "no spec", SCATTER, GRN_E_ARGUMENT, "spec",                                      \
      grn_scatter(NULL, 1, T(0), T(1), T(2), D))                                                                       \
    C(reference_spec_null, grn_scatter_reference, "no spec", SCATTER, GRN_E_ARGUMENT, "spec",                          \
      grn_scatter_reference(NULL, 1, T(0), T(1), T(2), D))                                                             \
    C(check_spec_null, grn_scatter_check, "no spec", SCATTER, GRN_E_ARGUMENT, "spec",                                  \
      grn_scatter_check(NULL, 1, T(0), T(1), T(2), D))                                                                 \
    C(rows_spec_null, grn_gather, "no spec", GATHER_ROWS, GRN_E_ARGUMENT, "spec",                                      \
      grn_gather(NULL, T(0), T(1), T(2), D))                                                                           \
    C(promises_spec_null, grn_gather_check_promises, "no spec", GATHER, GRN_E_ARGUMENT, "spec",                        \
      grn_gather_check_promises(NULL, T(0), T(1), NULL, D))                                                            \
    C(promises_spec_null_too, grn_scatter_check_promises, "no spec", SCATTER, GRN_E_ARGUMENT, "spec",                  \
      grn_scatter_check_promises(NULL, T(0), T(1), T(2), NULL, D))                                                     \
    /* plans */                                                                                                        \
    C(plan_spec_null, grn_plan_scatter, "no spec", SCATTER, GRN_E_ARGUMENT, "spec",                                    \
      grn_plan_scatter(NULL, 1, T(0), T(1), T(2), NULL, NULL, D, &plan_out))                                           \
    C(plan_no_input, grn_plan_scatter, "no inputs", SCATTER, GRN_E_ARGUMENT, "0 inputs", plan_scatter(w, 0, NULL))     \
    C(plan_threads, grn_plan_gather, "-1 threads", GATHER, GRN_E_ARGUMENT, "threads is -1",                            \
      plan_gather(w, &(grn_plan_options){.threads = -1}))                                                              \
    C(plan_for_each, grn_plan_gather, "no for_each", GATHER, GRN_E_ARGUMENT, "for_each",                               \
      plan_gather(w, &(grn_plan_options){.parallel = &no_for_each}))                                                   \
    C(plan_no_threads, grn_plan_gather, "0 threads", GATHER, GRN_E_ARGUMENT, "0 threads",                              \
      plan_gather(w, &(grn_plan_options){.parallel = &no_threads}))                                                    \
    C(plan_negative_threads, grn_plan_scatter, "-2^31 threads", SCATTER, GRN_E_ARGUMENT, "threads",                    \
      plan_scatter(w, 1, &(grn_plan_options){.parallel = &negative_threads}))                                          \
    C(plan_addressing, grn_plan_gather, "no such row", GATHER, GRN_E_UNSUPPORTED, "no addressing 'nothing'",           \
      plan_gather(w, &(grn_plan_options){.addressing = "nothing"}))                                                    \
    C(plan_partition, grn_plan_gather, "no row", GATHER, GRN_E_UNSUPPORTED, "no partition ''",                         \
      plan_gather(w, &(grn_plan_options){.partition = ""}))                                                            \
    C(plan_mover, grn_plan_scatter, "a gather's row", SCATTER, GRN_E_UNSUPPORTED, "no mover 'strips'",                 \
      plan_scatter(w, 1, &(grn_plan_options){.mover = "strips"}))                                                      \
    C(plan_variant, grn_plan_gather, "no such variant", GATHER, GRN_E_UNSUPPORTED, "no variant 'fast' of",             \
      plan_gather(w, &(grn_plan_options){.size_bytes = sizeof(grn_plan_options), .variant = "fast"}))                  \
    C(plan_race, grn_plan_gather, "no race mode", GATHER, GRN_E_ARGUMENT, "race is 9, it is 0 to 2",                   \
      plan_gather(w, &(grn_plan_options){.size_bytes = sizeof(grn_plan_options), .race = (grn_race_mode)9}))           \
    C(plan_long_name, grn_plan_gather, "a long name", GATHER, GRN_E_UNSUPPORTED, "no mover 'aaaa",                     \
      plan_gather(w, &(grn_plan_options){.mover = long_name}))                                                         \
    C(plan_machine, grn_plan_gather, "a machine without caches", GATHER, GRN_E_ARGUMENT, "l1_bytes is 0",              \
      plan_gather(w, &(grn_plan_options){.machine = &no_machine}))                                                     \
    C(plan_scatter_machine, grn_plan_scatter, "a machine without caches", SCATTER, GRN_E_ARGUMENT, "l1_bytes is 0",    \
      plan_scatter(w, 1, &(grn_plan_options){.machine = &no_machine}))                                                 \
    C(plan_cpu, grn_plan_gather, "no such cpu", GATHER, GRN_E_UNSUPPORTED, "cpu is ''",                                \
      plan_gather(w, &(grn_plan_options){.cpu = ""}))                                                                  \
    C(run, grn_plan_run_gather, "a run", GATHER, GRN_OK, NULL, run_gather(w, true, DATA(0), DATA(1), DATA(2)))         \
    C(run_plan_null, grn_plan_run_gather, "no plan", GATHER, GRN_E_ARGUMENT, "plan",                                   \
      run_gather(w, false, DATA(0), DATA(1), DATA(2)))                                                                 \
    C(run_operand_null, grn_plan_run_gather, "no operand", GATHER, GRN_E_ARGUMENT, "operand",                          \
      run_gather(w, true, NULL, DATA(1), DATA(2)))                                                                     \
    C(run_indices_null, grn_plan_run_gather, "no indices", GATHER, GRN_E_ARGUMENT, "indices",                          \
      run_gather(w, true, DATA(0), NULL, DATA(2)))                                                                     \
    C(run_result_null, grn_plan_run_gather, "no result", GATHER, GRN_E_ARGUMENT, "result",                             \
      run_gather(w, true, DATA(0), DATA(1), NULL))                                                                     \
    C(run_overlap, grn_plan_run_gather, "the result is the operand", GATHER, GRN_E_ALIAS, "operand",                   \
      run_gather(w, true, DATA(0), DATA(1), DATA(0)))                                                                  \
    C(run_overlap_indices, grn_plan_run_gather, "the result is the indices", GATHER, GRN_E_ALIAS, "indices",           \
      run_gather(w, true, DATA(0), DATA(1), DATA(1)))                                                                  \
    C(run_scatter, grn_plan_run_scatter, "a run", SCATTER, GRN_OK, NULL,                                               \
      run_scatter(w, true, (void *[]){DATA(0)}, DATA(1), (const void *[]){DATA(2)}))                                   \
    C(run_scatter_plan, grn_plan_run_scatter, "no plan", SCATTER, GRN_E_ARGUMENT, "plan",                              \
      run_scatter(w, false, (void *[]){DATA(0)}, DATA(1), (const void *[]){DATA(2)}))                                  \
    C(run_scatter_list, grn_plan_run_scatter, "no list", SCATTER, GRN_E_ARGUMENT, "results",                           \
      run_scatter(w, true, NULL, DATA(1), (const void *[]){DATA(2)}))                                                  \
    C(run_scatter_updates, grn_plan_run_scatter, "no list", SCATTER, GRN_E_ARGUMENT, "updates",                        \
      run_scatter(w, true, (void *[]){DATA(0)}, DATA(1), NULL))                                                        \
    C(run_scatter_result, grn_plan_run_scatter, "no result", SCATTER, GRN_E_ARGUMENT, "results[0]",                    \
      run_scatter(w, true, (void *[]){NULL}, DATA(1), (const void *[]){DATA(2)}))                                      \
    C(run_scatter_update, grn_plan_run_scatter, "no update", SCATTER, GRN_E_ARGUMENT, "updates[0]",                    \
      run_scatter(w, true, (void *[]){DATA(0)}, DATA(1), (const void *[]){NULL}))                                      \
    C(run_scatter_indices, grn_plan_run_scatter, "no indices", SCATTER, GRN_E_ARGUMENT, "indices",                     \
      run_scatter(w, true, (void *[]){DATA(0)}, NULL, (const void *[]){DATA(2)}))                                      \
    C(run_other, grn_plan_run_scatter, "a gather's plan", GATHER, GRN_E_ARGUMENT, "plan is of a gather", run_other(w)) \
    C(scratch_null, grn_plan_run_scatter, "no scratch", "", GRN_E_ARGUMENT, "scratch", run_with_scratch(w, SIZE_MAX))  \
    C(scratch_offset, grn_plan_run_scatter, "scratch that is not aligned", "", GRN_E_ARGUMENT, "scratch",              \
      run_with_scratch(w, 8))                                                                                          \
    C(scratch_good, grn_plan_run_scatter, "scratch as it must be", "", GRN_OK, NULL, run_with_scratch(w, 0))           \
    C(print, grn_plan_print, "as it should be", GATHER, GRN_OK, NULL, print_plan(w, true, &sink))                      \
    C(print_plan_null, grn_plan_print, "no plan", GATHER, GRN_E_ARGUMENT, NULL, print_plan(w, false, &sink))           \
    C(print_sink_null, grn_plan_print, "no sink", GATHER, GRN_E_ARGUMENT, NULL, print_plan(w, true, NULL))             \
    C(print_mute, grn_plan_print, "a sink without write", GATHER, GRN_E_ARGUMENT, NULL, print_plan(w, true, &mute))    \
    C(print_refused, grn_plan_print, "a sink that refuses", GATHER, GRN_E_SINK, NULL, print_plan(w, true, &refusing))  \
    C(plan_destroy, grn_plan_destroy, "nothing", "", GRN_OK, NULL, (grn_plan_destroy(NULL), GRN_OK))                   \
    C(scratch_of_null, grn_plan_scratch_bytes, "nothing", "", GRN_OK, NULL, holds(grn_plan_scratch_bytes(NULL) == 0))  \
    C(describe, grn_plan_describe, "as it should be", GATHER, GRN_OK, NULL, describe_plan(w, true, &report_out))       \
    C(describe_plan_null, grn_plan_describe, "no plan", GATHER, GRN_E_ARGUMENT, NULL,                                  \
      describe_plan(w, false, &report_out))                                                                            \
    C(describe_out_null, grn_plan_describe, "nowhere to go", GATHER, GRN_E_ARGUMENT, NULL,                             \
      describe_plan(w, true, NULL))                                                                                    \
    C(compositions, grn_plan_compositions, "room for none, for one", GATHER, GRN_OK, NULL,                             \
      holds(lists_compositions(w)))                                                                                    \
    C(compositions_of_null, grn_plan_compositions, "nothing", "", GRN_OK, NULL,                                        \
      holds(grn_plan_compositions(NULL, 4, NULL) == 0))                                                                \
    C(contenders, grn_plan_contenders, "room for none, for one", GATHER, GRN_OK, NULL, holds(lists_no_contenders(w)))  \
    C(contenders_of_null, grn_plan_contenders, "nothing", "", GRN_OK, NULL,                                            \
      holds(grn_plan_contenders(NULL, 4, NULL) == 0))                                                                  \
    C(variant_null, grn_plan_variant, "no mover", "", GRN_OK, NULL, holds(grn_plan_variant(false, NULL, 0) == NULL))   \
    C(variant_none, grn_plan_variant, "a mover of the other table", "", GRN_OK, NULL,                                  \
      holds(grn_plan_variant(true, "strips", 0) == NULL))                                                              \
    C(variant_far, grn_plan_variant, "variant 2^64 - 1", "", GRN_OK, NULL,                                             \
      holds(grn_plan_variant(false, "rows", SIZE_MAX) == NULL))                                                        \
    C(row, grn_plan_row, "a list that ends", "", GRN_OK, NULL,                                                         \
      holds(grn_plan_row(GRN_AXIS_MOVER, true, 0) != NULL && grn_plan_row(GRN_AXIS_MOVER, true, 1000) == NULL))        \
    C(row_far, grn_plan_row, "row 2^64 - 1", "", GRN_OK, NULL,                                                         \
      holds(grn_plan_row(GRN_AXIS_ADDRESSING, false, SIZE_MAX) == NULL))                                               \
    C(row_axis, grn_plan_row, "no such axis", "", GRN_OK, NULL,                                                        \
      holds(grn_plan_row((grn_plan_axis)3, false, 0) == NULL && grn_plan_row((grn_plan_axis)-1, true, 0) == NULL))     \
    /* threads, memory */                                                                                              \
    C(pool_0, grn_pool_create, "0 threads", "", GRN_E_ARGUMENT, NULL, make_pool(w, 0))                                 \
    C(pool_below, grn_pool_create, "-2^31 threads", "", GRN_E_ARGUMENT, NULL, make_pool(w, INT32_MIN))                 \
    C(pool_257, grn_pool_create, "257 threads", "", GRN_E_ARGUMENT, NULL, make_pool(w, 257))                           \
    C(pool_destroy, grn_pool_destroy, "nothing", "", GRN_OK, NULL, (grn_pool_destroy(NULL), GRN_OK))                   \
    C(pool_parallel, grn_pool_parallel, "nothing", "", GRN_OK, NULL, holds(grn_pool_parallel(NULL) == NULL))           \
    C(budget_null, grn_budget_init, "nothing", "", GRN_OK, NULL, (grn_budget_init(NULL, NULL, 7), GRN_OK))             \
    C(budget_base, grn_budget_init, "a base without functions", "", GRN_OK, NULL,                                      \
      holds(budget_refuses(&no_functions)))                                                                            \
    /* words */                                                                                                        \
    C(status_text, grn_status_text, "values outside", "", GRN_OK, NULL,                                                \
      holds(strcmp(grn_status_text((grn_status)-1), "unknown status") == 0 &&                                          \
            strcmp(grn_status_text(GRN_STATUS_COUNT), "unknown status") == 0))                                         \
    C(status_name, grn_status_name, "values outside", "", GRN_OK, NULL,                                                \
      holds(strcmp(grn_status_name((grn_status)INT32_MIN), "unknown status") == 0 &&                                   \
            strcmp(grn_status_name((grn_status)99), "unknown status") == 0))                                           \
    C(bounds_text, grn_bounds_text, "values outside", "", GRN_OK, NULL,                                                \
      holds(strcmp(grn_bounds_text((grn_bounds)-1), "unknown") == 0 &&                                                 \
            strcmp(grn_bounds_text(GRN_BOUNDS_COUNT), "unknown") == 0))                                                \
    C(combiner_text, grn_combiner_text, "values outside", "", GRN_OK, NULL,                                            \
      holds(strcmp(grn_combiner_text((grn_combiner)-1), "unknown") == 0 &&                                             \
            strcmp(grn_combiner_text(GRN_COMBINER_COUNT), "unknown") == 0))                                            \
    C(dtype_text, grn_dtype_text, "values outside", "", GRN_OK, NULL,                                                  \
      holds(strcmp(grn_dtype_text((grn_dtype)-1), "none") == 0 &&                                                      \
            strcmp(grn_dtype_text(GRN_DTYPE_COUNT), "none") == 0))                                                     \
    C(dtype_bytes, grn_dtype_bytes, "values outside", "", GRN_OK, NULL,                                                \
      holds(grn_dtype_bytes((grn_dtype)-1) + grn_dtype_bytes(GRN_DTYPE_COUNT) == 0))                                   \
    C(dtype_bits, grn_dtype_bits, "values outside", "", GRN_OK, NULL,                                                  \
      holds(grn_dtype_bits((grn_dtype)-1) + grn_dtype_bits(GRN_DTYPE_COUNT) == 0))                                     \
    C(dtype_class, grn_dtype_class_of, "values outside", "", GRN_OK, NULL,                                             \
      holds(grn_dtype_class_of((grn_dtype)99) == GRN_CLASS_NONE))                                                      \
    C(dtype_of_text, grn_dtype_from_text, "no text, none of them", "", GRN_OK, NULL,                                   \
      holds(grn_dtype_from_text(NULL) == GRN_NO_DTYPE && grn_dtype_from_text("") == GRN_NO_DTYPE &&                    \
            grn_dtype_from_text("f33") == GRN_NO_DTYPE))                                                               \
    /* tensors */                                                                                                      \
    C(init_dtype, grn_tensor_init, "no dtype", "", GRN_E_ARGUMENT, NULL,                                               \
      grn_tensor_init(&tensor_out, NULL, (grn_dtype)99, 2, extents))                                                   \
    C(init_rank_below, grn_tensor_init, "rank -1", "", GRN_E_ARGUMENT, NULL,                                           \
      grn_tensor_init(&tensor_out, NULL, GRN_F32, -1, extents))                                                        \
    C(init_rank_33, grn_tensor_init, "rank 33", "", GRN_E_LIMIT, NULL,                                                 \
      grn_tensor_init(&tensor_out, NULL, GRN_F32, 33, extents))                                                        \
    C(init_below, grn_tensor_init, "extent -1", "", GRN_E_SHAPE, NULL,                                                 \
      grn_tensor_init(&tensor_out, NULL, GRN_F32, 1, &(int64_t){-1}))                                                  \
    C(init_most, grn_tensor_init, "extent 2^63 - 1", "", GRN_E_SHAPE, NULL,                                            \
      grn_tensor_init(&tensor_out, NULL, GRN_F32, 1, &(int64_t){INT64_MAX}))                                           \
    C(elements_null, grn_tensor_elements, "nothing", "", GRN_OK, NULL, holds(grn_tensor_elements(NULL) == 0))          \
    C(elements_44, grn_tensor_elements, "rank 44", "", GRN_OK, NULL,                                                   \
      holds(grn_tensor_elements(&(grn_tensor){.rank = 44, .dtype = GRN_F32}) == 0))                                    \
    C(bytes_null, grn_tensor_bytes, "nothing", "", GRN_OK, NULL, holds(grn_tensor_bytes(NULL) == 0))                   \
    C(bytes_below, grn_tensor_bytes, "rank -1", "", GRN_OK, NULL,                                                      \
      holds(grn_tensor_bytes(&(grn_tensor){.rank = -1, .dtype = GRN_F32}) == 0))                                       \
    C(compact_null, grn_tensor_is_compact, "nothing", "", GRN_OK, NULL, holds(!grn_tensor_is_compact(NULL)))           \
    C(compact_99, grn_tensor_is_compact, "rank 99", "", GRN_OK, NULL,                                                  \
      holds(!grn_tensor_is_compact(&(grn_tensor){.rank = 99, .dtype = GRN_F32})))                                      \
    C(overlap_null, grn_tensors_overlap, "nothing", "t:f32[4]r", GRN_OK, NULL,                                         \
      holds(!grn_tensors_overlap(T(0), NULL) && !grn_tensors_overlap(NULL, T(0))))                                     \
    C(overlap_99, grn_tensors_overlap, "rank 99", "t:f32[4]r", GRN_OK, NULL,                                           \
      holds(!grn_tensors_overlap(T(0), &(grn_tensor){.data = DATA(0), .rank = 99, .dtype = GRN_F32})))                 \
    C(literal_mute, grn_tensor_write_literal, "a sink without write", "t:f32[4]r", GRN_E_ARGUMENT, NULL,               \
      grn_tensor_write_literal(T(0), NULL, &mute))                                                                     \
    C(literal_refused, grn_tensor_write_literal, "a sink that refuses", "t:f32[4]r", GRN_E_SINK, NULL,                 \
      grn_tensor_write_literal(T(0), NULL, &refusing))                                                                 \
    C(json_mute, grn_tensor_write_json, "a sink without write", "t:f32[4]r", GRN_E_ARGUMENT, NULL,                     \
      grn_tensor_write_json(T(0), &mute))                                                                              \
    C(json_refused, grn_tensor_write_json, "a sink that refuses", "t:f32[4]r", GRN_E_SINK, NULL,                       \
      grn_tensor_write_json(T(0), &refusing))                                                                          \
    C(compare_dtypes, grn_tensor_compare, "two element types", "a:f32[4]r b:i32[4]r", GRN_E_DTYPE, "f32 and i32",      \
      grn_tensor_compare(T(0), T(1), 0, D, &difference_out))                                                           \
    C(compare_ranks, grn_tensor_compare, "two ranks", "a:f32[4]r b:f32[4,1]r", GRN_E_SHAPE, "ranks 1 and 2",           \
      grn_tensor_compare(T(0), T(1), 0, D, &difference_out))                                                           \
    C(compare_shapes, grn_tensor_compare, "two shapes", "a:f32[4]r b:f32[5]r", GRN_E_SHAPE, "has 4 and 5",             \
      grn_tensor_compare(T(0), T(1), 0, D, &difference_out))                                                           \
    C(npy_mute, grn_npy_write, "a sink without write", "t:f32[4]r", GRN_E_ARGUMENT, NULL, grn_npy_write(T(0), &mute))  \
    C(npy_refused, grn_npy_write, "a sink that refuses", "t:f32[4]r", GRN_E_SINK, NULL,                                \
      grn_npy_write(T(0), &refusing))                                                                                  \
    C(npy_parse_bytes, grn_npy_parse, "no bytes of some", "", GRN_E_ARGUMENT, "bytes",                                 \
      parse_npy(w, NULL, 100, GRN_NO_DTYPE, &tensor_out))                                                              \
    C(npy_parse_empty, grn_npy_parse, "no bytes of none", "", GRN_E_FORMAT, "0 bytes",                                 \
      parse_npy(w, NULL, 0, GRN_NO_DTYPE, &tensor_out))                                                                \
    C(npy_parse_out, grn_npy_parse, "no out", "", GRN_E_ARGUMENT, "out", parse_npy(w, "x", 1, GRN_NO_DTYPE, NULL))

MISUSE_TABLES
MISUSE_MAIN
