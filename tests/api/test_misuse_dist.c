/* test_misuse_dist.c - the misuse table of comm.h and dist.h. */
#include "misuse.h"

/* ---- a communicator of one rank -------------------------------------------------------------- */

static grn_status alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                            const int64_t *receive_bytes)
{
    (void)user, (void)receive_bytes;
    if (send_bytes[0])
        memmove(receive, send, (size_t)send_bytes[0]);
    return GRN_OK;
}
static grn_status least(void *user, int64_t mine, int64_t *out) { return (void)user, *out = mine, GRN_OK; }

static const grn_comm one = {.size = 1, .alltoallv = alltoallv, .least = least};
static const grn_comm mute_comm = {.size = 1, .alltoallv = alltoallv},
                      nobody = {.alltoallv = alltoallv, .least = least},
                      beyond = {.rank = 1, .size = 1, .alltoallv = alltoallv, .least = least},
                      shorter = {.size_bytes = 8, .size = 1, .alltoallv = alltoallv, .least = least};

/* ---- specs, layouts, data -------------------------------------------------------------------- */

#define DIMS(...)                                                                      \
    {                                                                                  \
        (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), { __VA_ARGS__ } \
    }
#define ROWS_OF                                                                                                    \
    {                                                                                                              \
        .offset_dims = DIMS(1), .collapsed_slice_dims = DIMS(0), .start_index_map = DIMS(0), .index_vector_dim = 1 \
    }

static const grn_gather_spec take = {.dims = ROWS_OF, .slice_sizes = DIMS(1, 2)};
static const grn_scatter_spec add = {.dims = ROWS_OF, .combiner = GRN_COMBINE_ADD};
static const grn_gather_spec wide = {.dims = ROWS_OF, .slice_sizes = DIMS(1, 3)};
static const grn_layout table = {.rank = 2, .shape = {4, 2}}, list = {.rank = 1, .shape = {3}},
                        dense_rows = {.rank = 2, .shape = {3, 2}}, halves = {.rank = 2, .shape = {4, 2}, .parts = {2}},
                        below = {.rank = 2, .shape = {4, 2}, .parts = {-1}},
                        odd = {.rank = 2, .shape = {4, 2}, .owner = {GRN_OWNER_COUNT}},
                        deep = {.rank = GRN_MAX_RANK + 1}, negative = {.rank = 2, .shape = {-4, 2}};
static const grn_dist_options routed = {.way = GRN_DIST_ROUTED}, combined = {.way = GRN_DIST_COMBINE},
                              unknown = {.way = GRN_DIST_WAY_COUNT}, small = {.size_bytes = 3};
static float operand_data[8], result_data[6];
static int64_t indices_data[3];
static grn_dist_plan *made;
static int64_t shape_out[GRN_MAX_RANK];
static grn_traffic traffic_out;

static const misuse_pointer pointers[] = {
    {"out", &made},
    {"comm", &one},
    {"spec", &take},
    {"add|spec", &add},
    {"options", &routed},
    {"layout", &table},
    {"shape", shape_out},
    {"indices", indices_data},
    {"operand", operand_data},
    {"result", result_data},
    {"traffic", &traffic_out},
    {NULL, NULL},
};

/* ---- calls in steps -------------------------------------------------------------------------- */

typedef struct dist {
    grn_dist_tensor operand, indices, dense;
} dist;

static const grn_dist_tensor *shared(const grn_tensor *t, const grn_layout *layout, grn_dist_tensor *out)
{
    if (t == NULL)
        return NULL;
    *out = (grn_dist_tensor){*layout, *t};
    return out;
}

static grn_status destroyed(grn_status status, grn_dist_plan **out)
{
    if (out != NULL) {
        assert_true((status == GRN_OK) == (*out != NULL));
        grn_dist_plan_destroy(*out);
        *out = NULL;
    }
    return status;
}

static grn_status plan_gather(world *w)
{
    dist d;
    grn_dist_plan **out = Q("out");
    return destroyed(grn_dist_plan_gather(Q("spec"), Q("comm"), shared(T(0), &table, &d.operand),
                                          shared(T(1), &list, &d.indices), shared(T(2), &dense_rows, &d.dense), &routed,
                                          AL, D, out),
                     out);
}

static grn_status plan_scatter(world *w)
{
    dist d;
    grn_dist_plan **out = Q("out");
    return destroyed(grn_dist_plan_scatter(Q("add|spec"), Q("comm"), 1, shared(T(0), &table, &d.operand),
                                           shared(T(1), &list, &d.indices), shared(T(2), &dense_rows, &d.dense),
                                           &routed, AL, D, out),
                     out);
}

/* A plan of either kind over the data above. */
static grn_status make_told(world *w, bool scatter, const grn_diag *diag, grn_dist_plan **out)
{
    const grn_dist_tensor operand = {table, grn_tensor_2d(operand_data, GRN_F32, 4, 2)},
                          indices = {list, grn_tensor_1d(indices_data, GRN_I64, 3)},
                          dense = {dense_rows, grn_tensor_2d(result_data, GRN_F32, 3, 2)};
    return scatter ? grn_dist_plan_scatter(&add, &one, 1, &operand, &indices, &dense, &routed, AL, diag, out)
                   : grn_dist_plan_gather(&take, &one, &operand, &indices, &dense, &routed, AL, diag, out);
}

static grn_status make(world *w, bool scatter, grn_dist_plan **out) { return make_told(w, scatter, D, out); }

static grn_status bind(world *w)
{
    grn_status status = make(w, false, &made);
    if (status == GRN_OK)
        status = grn_dist_bind(made, Q("indices"), D);
    grn_dist_plan_destroy(made);
    return status;
}

static grn_status run_gather(world *w)
{
    grn_status status = make(w, false, &made);
    if (status == GRN_OK)
        status = grn_dist_bind(made, indices_data, D);
    if (status == GRN_OK)
        status = grn_dist_run_gather(made, Q("operand"), Q("result"), D);
    grn_dist_plan_destroy(made);
    return status;
}

static grn_status run_scatter(world *w, bool results, bool updates, void *result, const void *update)
{
    grn_status status = make(w, true, &made);
    if (status == GRN_OK)
        status = grn_dist_bind(made, indices_data, D);
    if (status == GRN_OK)
        status = grn_dist_run_scatter(made, results ? &result : NULL, updates ? &update : NULL, D);
    grn_dist_plan_destroy(made);
    return status;
}

static grn_status run_unbound(world *w)
{
    grn_status status = make(w, false, &made);
    if (status == GRN_OK)
        status = grn_dist_run_gather(made, operand_data, result_data, D);
    grn_dist_plan_destroy(made);
    return status;
}

/* A scatter's plan asked for a gather. */
static grn_status run_other(world *w)
{
    grn_status status = make(w, true, &made);
    if (status == GRN_OK)
        status = grn_dist_run_gather(made, operand_data, result_data, D);
    grn_dist_plan_destroy(made);
    return status;
}

static grn_status ask_traffic(world *w)
{
    grn_status status = make_told(w, false, NULL, &made);
    if (status == GRN_OK)
        status = grn_dist_traffic(made, Q("traffic"));
    grn_dist_plan_destroy(made);
    return status;
}

static grn_status gather_of(world *w, const grn_gather_spec *spec, const grn_comm *comm, const grn_layout *operand,
                            const grn_dist_options *options)
{
    const grn_dist_tensor o = {*operand, grn_tensor_2d(operand_data, GRN_F32, 4, 2)},
                          i = {list, grn_tensor_1d(indices_data, GRN_I64, 3)},
                          r = {dense_rows, grn_tensor_2d(result_data, GRN_F32, 3, 2)};
    return destroyed(grn_dist_plan_gather(spec, comm, &o, &i, &r, options, AL, D, &made), &made);
}

static grn_status blocks_of(world *w, int32_t ranks)
{
    const grn_dist_tensor o = grn_dist_blocks(grn_tensor_2d(operand_data, GRN_F32, 4, 2), 4, ranks),
                          i = grn_dist_blocks(grn_tensor_1d(indices_data, GRN_I64, 3), 3, 1),
                          r = grn_dist_blocks(grn_tensor_2d(result_data, GRN_F32, 3, 2), 3, 1);
    return destroyed(grn_dist_plan_gather(&take, &one, &o, &i, &r, NULL, AL, D, &made), &made);
}
static grn_status inputs(world *w, size_t n)
{
    const grn_dist_tensor o = {table, grn_tensor_2d(operand_data, GRN_F32, 4, 2)},
                          i = {list, grn_tensor_1d(indices_data, GRN_I64, 3)};
    return destroyed(grn_dist_plan_scatter(&add, &one, n, &o, &i, &o, NULL, AL, D, &made), &made);
}

static grn_status fine(void *user, const grn_comm *comm) { return (void)user, comm->size == 2 ? GRN_OK : GRN_E_CHECK; }

static grn_status local_shape(world *w, const grn_layout *layout, int32_t rank, int32_t size)
{
    return (void)w, grn_layout_local_shape(layout, rank, size, shape_out);
}

#define ROWS(R)                                                                                                    \
    R(ranks, grn_ranks_run, "", grn_ranks_run(2, fine, NULL, AL, D))                                               \
    R(local_shape, grn_layout_local_shape, "", grn_layout_local_shape(Q("layout"), 0, 1, Q("shape")))              \
    R(plan_gather, grn_dist_plan_gather, "operand:f32[4,2]s indices:i64[3]s result:f32[3,2]p", plan_gather(w))     \
    R(plan_scatter, grn_dist_plan_scatter, "results:f32[4,2]p indices:i64[3]s updates:f32[3,2]s", plan_scatter(w)) \
    R(bind, grn_dist_bind, "", bind(w))                                                                            \
    R(run_gather, grn_dist_run_gather, "", run_gather(w))                                                          \
    R(run_scatter, grn_dist_run_scatter, "", run_scatter(w, true, true, operand_data, result_data))                \
    R(traffic, grn_dist_traffic, "", ask_traffic(w))

#define CASES(C)                                                                                                     \
    C(owner, grn_owner_text, "outside the list", "", GRN_OK, NULL,                                                   \
      holds(strcmp(grn_owner_text(GRN_OWNER_CYCLIC), "cyclic") == 0 &&                                               \
            strcmp(grn_owner_text((grn_owner)-1), "unknown") == 0))                                                  \
    C(way, grn_dist_way_text, "outside the list", "", GRN_OK, NULL,                                                  \
      holds(strcmp(grn_dist_way_text(GRN_DIST_COMBINE), "combine") == 0 &&                                           \
            strcmp(grn_dist_way_text((grn_dist_way)-1), "unknown") == 0))                                            \
    C(position, grn_layout_position, "no layout", "", GRN_OK, NULL, holds(grn_layout_position(NULL, 0, 0, 3) == 0))  \
    C(blocks, grn_dist_blocks, "a rank of 0, and of 33", "", GRN_OK, NULL,                                           \
      holds(grn_dist_blocks(grn_tensor_0d(operand_data, GRN_F32), 4, 2).layout.rank == 0 &&                          \
            grn_dist_blocks((grn_tensor){.rank = GRN_MAX_RANK + 1}, 4, 2).layout.rank == GRN_MAX_RANK + 1))          \
    C(blocks_wrong, grn_dist_plan_gather, "blocks of -1 ranks", "", GRN_E_ARGUMENT,                                  \
      "operand: dimension 0 of the layout has -1 parts", blocks_of(w, -1))                                           \
    C(destroy, grn_dist_plan_destroy, "no plan", "", GRN_OK, NULL, (grn_dist_plan_destroy(NULL), GRN_OK))            \
    C(no_ranks, grn_ranks_run, "no ranks", "", GRN_E_ARGUMENT, "0 ranks", grn_ranks_run(0, fine, NULL, NULL, D))     \
    C(many_ranks, grn_ranks_run, "too many", "", GRN_E_ARGUMENT, "1025 ranks",                                       \
      grn_ranks_run(1025, fine, NULL, NULL, D))                                                                      \
    C(no_work, grn_ranks_run, "no work", "", GRN_E_ARGUMENT, "work", grn_ranks_run(2, NULL, NULL, NULL, D))          \
    C(no_such_rank, grn_layout_local_shape, "a rank beyond", "", GRN_E_ARGUMENT, NULL, local_shape(w, &table, 2, 2)) \
    C(shape_deep, grn_layout_local_shape, "a rank of 33", "", GRN_E_ARGUMENT, NULL, local_shape(w, &deep, 0, 1))     \
    C(shape_negative, grn_layout_local_shape, "a negative extent", "", GRN_E_ARGUMENT, NULL,                         \
      local_shape(w, &negative, 0, 1))                                                                               \
    C(comm_mute, grn_dist_plan_gather, "no least", "", GRN_E_ARGUMENT, "least",                                      \
      gather_of(w, &take, &mute_comm, &table, NULL))                                                                 \
    C(comm_empty, grn_dist_plan_gather, "no ranks", "", GRN_E_ARGUMENT, "comm",                                      \
      gather_of(w, &take, &nobody, &table, NULL))                                                                    \
    C(comm_beyond, grn_dist_plan_gather, "rank 1 of 1", "", GRN_E_ARGUMENT, "comm",                                  \
      gather_of(w, &take, &beyond, &table, NULL))                                                                    \
    C(comm_short, grn_dist_plan_gather, "8 bytes", "", GRN_E_ARGUMENT, "size_bytes",                                 \
      gather_of(w, &take, &shorter, &table, NULL))                                                                   \
    C(layout_nobody, grn_dist_plan_gather, "two parts for one rank", "", GRN_E_SHAPE, "operand: the view of rank 0", \
      gather_of(w, &take, &one, &halves, NULL))                                                                      \
    C(layout_below, grn_dist_plan_gather, "-1 parts", "", GRN_E_ARGUMENT,                                            \
      "operand: dimension 0 of the layout has -1 parts", gather_of(w, &take, &one, &below, NULL))                    \
    C(layout_owner, grn_dist_plan_gather, "no such owner", "", GRN_E_ARGUMENT, "operand: owner",                     \
      gather_of(w, &take, &one, &odd, NULL))                                                                         \
    C(layout_deep, grn_dist_plan_gather, "a rank of 33", "", GRN_E_LIMIT, "operand",                                 \
      gather_of(w, &take, &one, &deep, NULL))                                                                        \
    C(layout_negative, grn_dist_plan_gather, "an extent of -4", "", GRN_E_SHAPE, "operand",                          \
      gather_of(w, &take, &one, &negative, NULL))                                                                    \
    C(slices, grn_dist_plan_gather, "a slice too wide", "", GRN_E_SHAPE, "slice_sizes",                              \
      gather_of(w, &wide, &one, &table, NULL))                                                                       \
    C(way_beyond, grn_dist_plan_gather, "no such way", "", GRN_E_ARGUMENT, "way",                                    \
      gather_of(w, &take, &one, &table, &unknown))                                                                   \
    C(way_combine, grn_dist_plan_gather, "a gather that combines", "", GRN_E_UNSUPPORTED, "combine",                 \
      gather_of(w, &take, &one, &table, &combined))                                                                  \
    C(options_small, grn_dist_plan_gather, "options of 3 bytes", "", GRN_E_ARGUMENT, "grn_dist_options",             \
      gather_of(w, &take, &one, &table, &small))                                                                     \
    C(no_inputs, grn_dist_plan_scatter, "no inputs", "", GRN_E_ARGUMENT, "0 inputs", inputs(w, 0))                   \
    C(many_inputs, grn_dist_plan_scatter, "65 inputs", "", GRN_E_LIMIT, "65 inputs", inputs(w, 65))                  \
    C(bind_null, grn_dist_bind, "no plan", "", GRN_E_ARGUMENT, "plan", grn_dist_bind(NULL, indices_data, D))         \
    C(gather_null, grn_dist_run_gather, "no plan", "", GRN_E_ARGUMENT, "plan",                                       \
      grn_dist_run_gather(NULL, operand_data, result_data, D))                                                       \
    C(scatter_null, grn_dist_run_scatter, "no plan", "", GRN_E_ARGUMENT, "plan",                                     \
      grn_dist_run_scatter(NULL, NULL, NULL, D))                                                                     \
    C(traffic_null, grn_dist_traffic, "no plan", "", GRN_E_ARGUMENT, NULL, grn_dist_traffic(NULL, &traffic_out))     \
    C(unbound, grn_dist_run_gather, "no indices", "", GRN_E_ARGUMENT, "grn_dist_bind", run_unbound(w))               \
    C(other, grn_dist_run_gather, "a scatter's plan", "", GRN_E_ARGUMENT, "scatter", run_other(w))                   \
    C(no_results, grn_dist_run_scatter, "no list of results", "", GRN_E_ARGUMENT, "results",                         \
      run_scatter(w, false, true, NULL, result_data))                                                                \
    C(no_updates, grn_dist_run_scatter, "no list of updates", "", GRN_E_ARGUMENT, "updates",                         \
      run_scatter(w, true, false, operand_data, NULL))                                                               \
    C(no_result, grn_dist_run_scatter, "a result of NULL", "", GRN_E_ARGUMENT, "results",                            \
      run_scatter(w, true, true, NULL, result_data))                                                                 \
    C(no_update, grn_dist_run_scatter, "an update of NULL", "", GRN_E_ARGUMENT, "updates",                           \
      run_scatter(w, true, true, operand_data, NULL))

MISUSE_TABLES
MISUSE_MAIN
