/* test_misuse_ttnn.c - the misuse table of ttnn.h. */
#include "misuse.h"

static union {
    grn_gather_spec gather;
    grn_scatter_spec scatter;
} spec_out;
static grn_ttnn_account account_out;
static grn_ttnn_tiling tiling_out;
static const int64_t shape[2] = {4, 40};
static unsigned char tiles[2 * GRN_TTNN_TILE_ELEMENTS * 4];
static const misuse_pointer pointers[] = {
    {"out", &spec_out}, {"account", &account_out}, {"tiling", &tiling_out},
    {"shape", shape},   {"tiles", tiles},          {"sink", &sink},
    {NULL, NULL},
};

/* With a result of the call's own, released again. */
static grn_status gather(world *w, const grn_ttnn_options *options)
{
    grn_tensor out = {0};
    grn_status status = grn_ttnn_gather(T(0), 0, T(1), options, D, Q("out") != NULL ? &out : NULL, NULL);
    if (status == GRN_OK)
        grn_ttnn_release(&out, options != NULL ? options->allocator : NULL);
    return status;
}

static grn_status scatter(world *w, const grn_ttnn_options *options)
{
    grn_tensor out = {0};
    grn_status status = grn_ttnn_scatter(T(0), 0, T(1), T(2), options, D, Q("out") != NULL ? &out : NULL, NULL);
    if (status == GRN_OK)
        grn_ttnn_release(&out, options != NULL ? options->allocator : NULL);
    return status;
}

static grn_status embedding(world *w, const grn_ttnn_options *options)
{
    grn_tensor out = {0};
    grn_status status = grn_ttnn_embedding(T(0), T(1), options, D, Q("out") != NULL ? &out : NULL, NULL);
    if (status == GRN_OK)
        grn_ttnn_release(&out, options != NULL ? options->allocator : NULL);
    return status;
}

static grn_status embedding_into(world *w)
{
    return grn_ttnn_embedding(T(0), T(1), &(grn_ttnn_options){.output = T(2), .allocator = AL}, D, NULL, &account_out);
}
static grn_status gather_into(world *w)
{
    return grn_ttnn_gather(T(0), 0, T(1), &(grn_ttnn_options){.output = T(2), .allocator = AL}, D, NULL, &account_out);
}
static grn_status scatter_into(world *w)
{
    return grn_ttnn_scatter(T(0), 0, T(1), T(2), &(grn_ttnn_options){.output = T(3), .allocator = AL}, D, NULL, NULL);
}
static grn_status scatter_add_into(world *w)
{
    return grn_ttnn_scatter_add(T(0), 0, T(1), T(2), &(grn_ttnn_options){.output = T(3), .allocator = AL}, D, NULL,
                                NULL);
}
static grn_status tosa_gather_into(world *w)
{
    return grn_ttnn_tosa_gather(T(0), T(1), &(grn_ttnn_options){.output = T(2), .allocator = AL}, D, NULL, NULL);
}
static grn_status tosa_scatter_into(world *w)
{
    return grn_ttnn_tosa_scatter(T(0), T(1), T(2), &(grn_ttnn_options){.output = T(3), .allocator = AL}, D, NULL, NULL);
}

static grn_status print_account(bool json, void (*spoil)(grn_ttnn_account *), const grn_sink *to)
{
    grn_ttnn_account a;
    const grn_tensor input = {NULL, GRN_BF16, 1, {4}, {1}}, index = {NULL, GRN_UI32, 1, {3}, {1}};
    assert_int_equal(grn_ttnn_gather_account(&input, 0, &index, NULL, NULL, &a), GRN_OK);
    spoil(&a);
    return json ? grn_ttnn_account_print_json(&a, to) : grn_ttnn_account_print(&a, to);
}
static void as_it_is(grn_ttnn_account *a) { (void)a; }
static void no_op(grn_ttnn_account *a) { a->op = NULL; }
static void endless_why(grn_ttnn_account *a) { memset(a->why, 'x', sizeof a->why); }
static void cores_257(grn_ttnn_account *a) { a->taken.cores = GRN_TTNN_MAX_CORES + 1; }
static void cores_below(grn_ttnn_account *a) { a->not_taken.cores = -1; }
static void buffers_6(grn_ttnn_account *a) { a->taken.nbuffers = GRN_TTNN_BUFFERS + 1; }
static void buffers_least(grn_ttnn_account *a) { a->not_taken.nbuffers = INT32_MIN; }
static void no_role(grn_ttnn_account *a) { a->taken.buffers[0].role = NULL; }
static void far_strategy(grn_ttnn_account *a) { a->taken.strategy = (grn_ttnn_strategy)77; }
static void wild_numbers(grn_ttnn_account *a)
{
    a->taken.traffic = a->not_taken.traffic =
        (grn_ttnn_traffic){INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX};
    a->taken.buffers[0].tiles = a->taken.buffers[0].tile_bytes = INT64_MAX;
    a->ht = a->min_rows = INT64_MIN;
}

static grn_status released(grn_tensor t, const grn_allocator *allocator)
{
    grn_ttnn_release(&t, allocator);
    return holds(t.data == NULL);
}

static void one_by_one(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}
static const grn_parallel no_for_each = {NULL, NULL, 2}, no_threads = {one_by_one, NULL, -1};
static const grn_allocator no_functions = {NULL, NULL, NULL};
static const grn_ttnn_core_range outside = {0, 0, 8, 0}, turned = {1, 0, 0, 0}, below = {INT32_MIN, 0, 0, 0},
                                 twice[2] = {{0, 0, 1, 0}, {1, 0, 1, 0}}, one_core = {0, 0, 0, 0};

#define EMBEDDING "ids:ui32[3]r weight:bf16[4,2]r"
#define EMBEDDING_INTO "ids:ui32[3]r weight:bf16[4,2]r output|out:bf16[3,2]w"
#define GATHER "input:bf16[4]r index:ui32[3]r"
#define GATHER_INTO "input:bf16[4,1]r index:ui16[3,1]r output|out:bf16[3,1]w"
#define SCATTER "input:f32[4]r index:i32[3]r source:f32[3]r"
#define SCATTER_INTO "input:f32[4,1]ri index:ui8[3,1]r source:f32[3,1]r output:f32[4,1]w"
#define OPTIONS(...) gather(w, &(grn_ttnn_options){__VA_ARGS__})

#define ROWS(R)                                                                                                      \
    R(tiling_of, grn_ttnn_tiling_of, "", grn_ttnn_tiling_of(2, Q("shape"), 4, Q("tiling")))                          \
    R(tilize, grn_ttnn_tilize, "in:f32[4,40]r", grn_ttnn_tilize(T(0), NULL, Q("tiles"), sizeof tiles, D))            \
    R(tilize_one, grn_ttnn_tilize, "in:ui16[1,4,1]r", grn_ttnn_tilize(T(0), tiles + 7, Q("tiles"), sizeof tiles, D)) \
    R(tilize_none, grn_ttnn_tilize, "in:i8[0,4]r", grn_ttnn_tilize(T(0), NULL, tiles, sizeof tiles, D))              \
    R(untilize, grn_ttnn_untilize, "out:f32[4,40]w", grn_ttnn_untilize(Q("tiles"), sizeof tiles, T(0), D))           \
    R(untilize_one, grn_ttnn_untilize, "out:f64[1,4,1]w", grn_ttnn_untilize(Q("tiles"), sizeof tiles, T(0), D))      \
    R(gather, grn_ttnn_gather, GATHER, gather(w, &(grn_ttnn_options){.allocator = AL}))                              \
    R(gather_plain, grn_ttnn_gather, GATHER, gather(w, NULL))                                                        \
    R(gather_into, grn_ttnn_gather, GATHER_INTO, gather_into(w))                                                     \
    R(scatter, grn_ttnn_scatter, SCATTER, scatter(w, &(grn_ttnn_options){.allocator = AL, .reduce = "multiply"}))    \
    R(scatter_into, grn_ttnn_scatter, SCATTER_INTO, scatter_into(w))                                                 \
    R(scatter_add, grn_ttnn_scatter_add, SCATTER_INTO, scatter_add_into(w))                                          \
    R(embedding, grn_ttnn_embedding, EMBEDDING, embedding(w, &(grn_ttnn_options){.allocator = AL}))                  \
    R(embedding_plain, grn_ttnn_embedding, EMBEDDING, embedding(w, NULL))                                            \
    R(embedding_into, grn_ttnn_embedding, EMBEDDING_INTO, embedding_into(w))                                         \
    R(embedding_account, grn_ttnn_embedding_account, "ids:ui32[3]s weight:bf16[4,2]s",                               \
      grn_ttnn_embedding_account(T(0), T(1), NULL, D, Q("account")))                                                 \
    R(gather_account, grn_ttnn_gather_account, "input:bf16[4,1]s index:ui32[3,1]s",                                  \
      grn_ttnn_gather_account(T(0), -2, T(1), NULL, D, Q("account")))                                                \
    R(gather_account_none, grn_ttnn_gather_account, "input:bf16[4,0]s index:ui32[3,0]s",                             \
      grn_ttnn_gather_account(T(0), 0, T(1), NULL, D, Q("account")))                                                 \
    R(scatter_account, grn_ttnn_scatter_account, "input:f32[4,1]s index:ui8[3,1]s source:f32[3,1]s",                 \
      grn_ttnn_scatter_account(T(0), 0, T(1), T(2), NULL, D, Q("account")))                                          \
    R(tosa_gather, grn_ttnn_tosa_gather, "input:bf16[1,4,2]r index:ui32[1,3]r output:bf16[1,3,2]w",                  \
      tosa_gather_into(w))                                                                                           \
    R(tosa_scatter, grn_ttnn_tosa_scatter,                                                                           \
      "input:bf16[1,4,2]ri index:ui32[1,3]r source:bf16[1,3,2]r output:bf16[1,4,2]w", tosa_scatter_into(w))          \
    R(gather_spec, grn_ttnn_gather_spec, "input:bf16[4]s", grn_ttnn_gather_spec(T(0), 0, D, Q("out")))               \
    R(scatter_spec, grn_ttnn_scatter_spec, "input:bf16[4]s", grn_ttnn_scatter_spec(T(0), -1, "add", D, Q("out")))

#define CASES(C)                                                                                                       \
    C(tiling_rank, grn_ttnn_tiling_of, "rank 44", "", GRN_E_LIMIT, NULL,                                               \
      grn_ttnn_tiling_of(44, shape, 4, &tiling_out))                                                                   \
    C(tiling_rank_most, grn_ttnn_tiling_of, "rank 2^31 - 1", "", GRN_E_LIMIT, NULL,                                    \
      grn_ttnn_tiling_of(INT32_MAX, shape, 4, &tiling_out))                                                            \
    C(tiling_rank_below, grn_ttnn_tiling_of, "rank -1", "", GRN_E_LIMIT, NULL,                                         \
      grn_ttnn_tiling_of(-1, shape, 4, &tiling_out))                                                                   \
    C(tiling_element, grn_ttnn_tiling_of, "elements of 3 bytes", "", GRN_E_UNSUPPORTED, NULL,                          \
      grn_ttnn_tiling_of(2, shape, 3, &tiling_out))                                                                    \
    C(tiling_element_most, grn_ttnn_tiling_of, "elements of 2^64 - 1 bytes", "", GRN_E_UNSUPPORTED, NULL,              \
      grn_ttnn_tiling_of(2, shape, SIZE_MAX, &tiling_out))                                                             \
    C(tiling_below, grn_ttnn_tiling_of, "extent -1", "", GRN_E_SHAPE, NULL,                                            \
      grn_ttnn_tiling_of(1, &(int64_t){-1}, 4, &tiling_out))                                                           \
    C(tiling_most, grn_ttnn_tiling_of, "extent 2^63 - 1", "", GRN_E_LIMIT, NULL,                                       \
      grn_ttnn_tiling_of(1, &(int64_t){INT64_MAX}, 4, &tiling_out))                                                    \
    C(tilize_few, grn_ttnn_tilize, "one byte short", "in:f32[4,40]r", GRN_E_ARGUMENT, "tiles has 8191 bytes",          \
      grn_ttnn_tilize(T(0), NULL, tiles, sizeof tiles - 1, D))                                                         \
    C(untilize_few, grn_ttnn_untilize, "no bytes", "out:f32[4,40]w", GRN_E_ARGUMENT, "tiles has 0 bytes",              \
      grn_ttnn_untilize(tiles, 0, T(0), D))                                                                            \
    C(tilize_c128, grn_ttnn_tilize, "elements of 16 bytes", "in:complex<f64>[4]r", GRN_E_UNSUPPORTED,                  \
      "in has elements of 16 bytes", grn_ttnn_tilize(T(0), NULL, tiles, sizeof tiles, D))                              \
    C(tilize_over, grn_ttnn_tilize, "in lies in its tiles", "", GRN_E_ALIAS, "tiles overlap in",                       \
      grn_ttnn_tilize(&(grn_tensor){tiles + 4092, GRN_F32, 1, {1}, {1}}, NULL, tiles, sizeof tiles, D))                \
    C(tilize_behind, grn_ttnn_tilize, "in lies behind its tiles", "", GRN_OK, NULL,                                    \
      grn_ttnn_tilize(&(grn_tensor){tiles + 4096, GRN_F32, 1, {1}, {1}}, NULL, tiles, sizeof tiles, D))                \
    C(untilize_over, grn_ttnn_untilize, "out lies in its tiles", "", GRN_E_ALIAS, "tiles overlap out",                 \
      grn_ttnn_untilize(tiles, sizeof tiles, &(grn_tensor){tiles + 4, GRN_F32, 1, {4}, {1}}, D))                       \
    C(strategy_text, grn_ttnn_strategy_text, "values outside", "", GRN_OK, NULL,                                       \
      holds(strcmp(grn_ttnn_strategy_text((grn_ttnn_strategy)-1), "unknown") == 0 &&                                   \
            strcmp(grn_ttnn_strategy_text(GRN_TTNN_STRATEGY_COUNT), "unknown") == 0))                                  \
    C(dim_least, grn_ttnn_gather_spec, "dim -2^63", GATHER, GRN_E_ARGUMENT, "dim: -9223372036854775808",               \
      grn_ttnn_gather_spec(T(0), INT64_MIN, D, &spec_out.gather))                                                      \
    C(dim_most, grn_ttnn_gather_account, "dim 2^63 - 1", GATHER, GRN_E_ARGUMENT, "dim: 9223372036854775807",           \
      grn_ttnn_gather_account(T(0), INT64_MAX, T(1), NULL, D, &account_out))                                           \
    C(reduce_other, grn_ttnn_scatter_spec, "reduce of no meaning", GATHER, GRN_E_ARGUMENT, "reduce",                   \
      grn_ttnn_scatter_spec(T(0), 0, "", D, &spec_out.scatter))                                                        \
    C(sparse, grn_ttnn_gather, "sparse_grad", GATHER, GRN_E_UNSUPPORTED, "sparse_grad", OPTIONS(.sparse_grad = true))  \
    C(strategy_far, grn_ttnn_gather, "strategy 5", GATHER, GRN_E_ARGUMENT, "strategy is 5",                            \
      OPTIONS(.strategy = GRN_TTNN_STRATEGY_COUNT))                                                                    \
    C(strategy_below, grn_ttnn_gather, "strategy -1", GATHER, GRN_E_ARGUMENT, "strategy is -1",                        \
      OPTIONS(.strategy = (grn_ttnn_strategy)-1))                                                                      \
    C(sharding_far, grn_ttnn_gather, "sharding 4", GATHER, GRN_E_ARGUMENT, "memory_config.sharding is 4",              \
      OPTIONS(.memory_config = {.sharding = (grn_ttnn_sharding)4}))                                                    \
    C(buffer_far, grn_ttnn_gather, "buffer 2", GATHER, GRN_E_ARGUMENT, "input.memory.buffer is 2",                     \
      OPTIONS(.input = {.memory = {.buffer = (grn_ttnn_buffer)2}}))                                                    \
    C(layout_far, grn_ttnn_gather, "layout 2", GATHER, GRN_E_ARGUMENT, "index.layout is 2",                            \
      OPTIONS(.index = {.layout = (grn_ttnn_layout)2}))                                                                \
    C(storage_below, grn_ttnn_gather, "storage -1", GATHER, GRN_E_ARGUMENT, "source.storage is -1",                    \
      OPTIONS(.source = {.storage = (grn_ttnn_storage)-1}))                                                            \
    C(grid_below, grn_ttnn_gather, "a grid below 0", GATHER, GRN_E_LIMIT, "grid is -1x8", OPTIONS(.grid_x = -1))       \
    C(grid_most, grn_ttnn_gather, "a grid of 2^62 cores", GATHER, GRN_E_LIMIT, "grid is",                              \
      OPTIONS(.grid_x = INT32_MAX, .grid_y = INT32_MAX))                                                               \
    C(l1_below, grn_ttnn_gather, "local memory of -1 bytes", GATHER, GRN_E_ARGUMENT, "l1_bytes is -1",                 \
      OPTIONS(.l1_bytes = -1))                                                                                         \
    C(l1_least, grn_ttnn_gather, "local memory of -2^63 bytes", GATHER, GRN_E_ARGUMENT, "l1_bytes",                    \
      OPTIONS(.l1_bytes = INT64_MIN))                                                                                  \
    C(l1_1, grn_ttnn_gather, "local memory of 1 byte", GATHER, GRN_E_LIMIT, NULL, OPTIONS(.l1_bytes = 1))              \
    C(l1_most, grn_ttnn_gather, "local memory of 2^63 - 1 bytes", GATHER, GRN_OK, NULL,                                \
      OPTIONS(.l1_bytes = INT64_MAX))                                                                                  \
    C(cores_outside, grn_ttnn_gather, "cores outside the grid", GATHER, GRN_E_ARGUMENT, "sub_core_grids[0]",           \
      OPTIONS(.sub_core_grids = &outside, .nsub_core_grids = 1))                                                       \
    C(cores_turned, grn_ttnn_gather, "cores the wrong way round", GATHER, GRN_E_ARGUMENT, "sub_core_grids[0]",         \
      OPTIONS(.sub_core_grids = &turned, .nsub_core_grids = 1))                                                        \
    C(cores_below, grn_ttnn_gather, "cores below 0", GATHER, GRN_E_ARGUMENT, "sub_core_grids[0]",                      \
      OPTIONS(.sub_core_grids = &below, .nsub_core_grids = 1))                                                         \
    C(cores_twice, grn_ttnn_gather, "a core twice", GATHER, GRN_E_ARGUMENT, "twice",                                   \
      OPTIONS(.sub_core_grids = twice, .nsub_core_grids = 2))                                                          \
    C(cores_0, grn_ttnn_gather, "no cores", GATHER, GRN_E_ARGUMENT, "sub_core_grids",                                  \
      OPTIONS(.sub_core_grids = &one_core, .nsub_core_grids = 0))                                                      \
    C(cores_null, grn_ttnn_gather, "no list counts as none", GATHER, GRN_OK, NULL,                                     \
      OPTIONS(.nsub_core_grids = SIZE_MAX))                                                                            \
    C(for_each, grn_ttnn_gather, "no for_each", GATHER, GRN_E_ARGUMENT, "for_each", OPTIONS(.parallel = &no_for_each)) \
    C(threads, grn_ttnn_scatter, "-1 threads", SCATTER, GRN_E_ARGUMENT, "threads",                                     \
      scatter(w, &(grn_ttnn_options){.parallel = &no_threads}))                                                        \
    C(allocator, grn_ttnn_scatter_account, "an allocator without functions", SCATTER, GRN_E_ARGUMENT, "allocator",     \
      grn_ttnn_scatter_account(T(0), 0, T(1), T(2), &(grn_ttnn_options){.allocator = &no_functions}, D, &account_out)) \
    C(out_partly, grn_ttnn_scatter, "output lies partly over input", "input:f32[5]r index:i32[3]r source:f32[3]r",     \
      GRN_E_ALIAS, "input",                                                                                            \
      grn_ttnn_scatter(&(grn_tensor){DATA(0), GRN_F32, 1, {4}, {1}}, 0, T(1), T(2),                                    \
                       &(grn_ttnn_options){.output = &(grn_tensor){(float *)DATA(0) + 1, GRN_F32, 1, {4}, {1}}}, D,    \
                       NULL, NULL))                                                                                    \
    C(in_place, grn_ttnn_scatter, "output is input", "input:f32[4]g index:i32[3]r source:f32[3]r", GRN_OK, NULL,       \
      grn_ttnn_scatter(T(0), 0, T(1), T(2), &(grn_ttnn_options){.output = T(0)}, D, NULL, NULL))                       \
    C(release_null, grn_ttnn_release, "nothing", "", GRN_OK, NULL,                                                     \
      (grn_ttnn_release(NULL, NULL), grn_ttnn_release(NULL, &no_functions), GRN_OK))                                   \
    C(release_empty, grn_ttnn_release, "a tensor without data", "", GRN_OK, NULL,                                      \
      released((grn_tensor){.rank = 44}, NULL))                                                                        \
    C(release_bad, grn_ttnn_release, "an allocator without functions", "t:f32[4]r", GRN_OK, NULL,                      \
      released(*T(0), &no_functions))                                                                                  \
    C(print, grn_ttnn_account_print, "as it is", "", GRN_OK, NULL, print_account(false, as_it_is, &sink))              \
    C(print_wild, grn_ttnn_account_print, "numbers at their ends", "", GRN_OK, NULL,                                   \
      print_account(false, wild_numbers, &sink))                                                                       \
    C(print_strategy, grn_ttnn_account_print, "a strategy of no name", "", GRN_OK, NULL,                               \
      print_account(false, far_strategy, &sink))                                                                       \
    C(print_null, grn_ttnn_account_print, "nothing", "", GRN_E_ARGUMENT, NULL, grn_ttnn_account_print(NULL, &sink))    \
    C(print_sink, grn_ttnn_account_print, "no sink", "", GRN_E_ARGUMENT, NULL, print_account(false, as_it_is, NULL))   \
    C(print_mute, grn_ttnn_account_print, "a sink without write", "", GRN_E_ARGUMENT, NULL,                            \
      print_account(false, as_it_is, &mute))                                                                           \
    C(print_refused, grn_ttnn_account_print, "a sink that refuses", "", GRN_E_SINK, NULL,                              \
      print_account(false, as_it_is, &refusing))                                                                       \
    C(print_op, grn_ttnn_account_print, "no op", "", GRN_E_ARGUMENT, NULL, print_account(false, no_op, &sink))         \
    C(print_why, grn_ttnn_account_print, "why without end", "", GRN_E_ARGUMENT, NULL,                                  \
      print_account(false, endless_why, &sink))                                                                        \
    C(print_cores, grn_ttnn_account_print, "257 cores", "", GRN_E_ARGUMENT, NULL,                                      \
      print_account(false, cores_257, &sink))                                                                          \
    C(print_cores_below, grn_ttnn_account_print, "-1 cores", "", GRN_E_ARGUMENT, NULL,                                 \
      print_account(false, cores_below, &sink))                                                                        \
    C(print_buffers, grn_ttnn_account_print, "6 buffers", "", GRN_E_ARGUMENT, NULL,                                    \
      print_account(false, buffers_6, &sink))                                                                          \
    C(print_role, grn_ttnn_account_print, "a buffer without role", "", GRN_E_ARGUMENT, NULL,                           \
      print_account(false, no_role, &sink))                                                                            \
    C(json, grn_ttnn_account_print_json, "as it is", "", GRN_OK, NULL, print_account(true, as_it_is, &sink))           \
    C(json_wild, grn_ttnn_account_print_json, "numbers at their ends", "", GRN_OK, NULL,                               \
      print_account(true, wild_numbers, &sink))                                                                        \
    C(json_null, grn_ttnn_account_print_json, "nothing", "", GRN_E_ARGUMENT, NULL,                                     \
      grn_ttnn_account_print_json(NULL, &sink))                                                                        \
    C(json_mute, grn_ttnn_account_print_json, "a sink without write", "", GRN_E_ARGUMENT, NULL,                        \
      print_account(true, as_it_is, &mute))                                                                            \
    C(json_buffers, grn_ttnn_account_print_json, "-2^31 buffers", "", GRN_E_ARGUMENT, NULL,                            \
      print_account(true, buffers_least, &sink))

MISUSE_TABLES
MISUSE_MAIN
