/* test_misuse_model.c - the misuse table of dist_model.h, and of comm.h's communicator by nodes. */
#include "misuse.h"

static const grn_dist_problem problem = {.rows = 10, .row_bytes = 4, .ids = 100, .id_bytes = 8};
static const grn_dist_problem no_rows = {.row_bytes = 4, .ids = 100, .id_bytes = 8};
static const grn_network network = {.message_seconds = 1e-6};
static const grn_network slow = {.message_seconds = 11};
static grn_prediction prediction;

static grn_status no_exchange(void *user, const void *send, const int64_t *send_bytes, void *receive,
                              const int64_t *receive_bytes)
{
    (void)user, (void)send, (void)send_bytes, (void)receive, (void)receive_bytes;
    return GRN_OK;
}
static grn_status own_least(void *user, int64_t mine, int64_t *out)
{
    (void)user;
    *out = mine;
    return GRN_OK;
}
static const grn_comm alone = {.rank = 0, .size = 1, .alltoallv = no_exchange, .least = own_least};
static const grn_comm shorter = {.size_bytes = 8, .size = 1, .alltoallv = no_exchange, .least = own_least};
static grn_comm nodes;

static const misuse_pointer pointers[] = {
    {"problem", &problem}, {"network", &network}, {"out", &prediction}, {"sink", &sink}, {"comm", &alone}, {NULL, NULL},
};

static grn_status by_nodes(world *w, const grn_comm *comm, int32_t each)
{
    grn_status status = grn_comm_by_nodes(comm, each, AL, D, Q("out") ? &nodes : NULL);
    if (status == GRN_OK)
        nodes.release(nodes.user);
    return status;
}

#define ROWS(R)                                                                                                     \
    R(predict, grn_dist_predict, "", grn_dist_predict(Q("problem"), Q("network"), 4, GRN_DIST_CHOSEN, D, Q("out"))) \
    R(curves, grn_dist_draw_curves, "", grn_dist_draw_curves(Q("problem"), Q("network"), 8, NULL, D, Q("sink")))    \
    R(by_nodes, grn_comm_by_nodes, "", by_nodes(w, Q("comm"), 1))

#define CASES(C)                                                                                                      \
    C(no_rows, grn_dist_predict, "a table without rows", "", GRN_E_ARGUMENT, "0 rows",                                \
      grn_dist_predict(&no_rows, &network, 4, GRN_DIST_CHOSEN, D, &prediction))                                       \
    C(no_ranks, grn_dist_predict, "no ranks", "", GRN_E_ARGUMENT, "0 ranks",                                          \
      grn_dist_predict(&problem, &network, 0, GRN_DIST_CHOSEN, D, &prediction))                                       \
    C(slow, grn_dist_predict, "a message of eleven seconds", "", GRN_E_ARGUMENT, "message_seconds is 11",             \
      grn_dist_predict(&problem, &slow, 4, GRN_DIST_CHOSEN, D, &prediction))                                          \
    C(not_local, grn_dist_predict, "ids of others' rows stay at home", "", GRN_E_UNSUPPORTED, "local does not apply", \
      grn_dist_predict(&problem, &network, 4, GRN_DIST_LOCAL, D, &prediction))                                        \
    C(curve_rows, grn_dist_draw_curves, "a table without rows", "", GRN_E_ARGUMENT, "0 rows",                         \
      grn_dist_draw_curves(&no_rows, &network, 4, NULL, D, &sink))                                                    \
    C(nodes_short, grn_comm_by_nodes, "8 bytes", "", GRN_E_ARGUMENT, "size_bytes", by_nodes(w, &shorter, 1))          \
    C(no_node, grn_comm_by_nodes, "nodes without ranks", "", GRN_E_ARGUMENT, "ranks_per_node is 0",                   \
      by_nodes(w, &alone, 0))

MISUSE_TABLES

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, NULL, NULL);
}
