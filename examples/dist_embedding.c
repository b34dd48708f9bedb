/* dist_embedding.c: an embedding of 8 rows that 4 ranks share, two rows each: torch's lookup by two ids of each rank, and the gradient
 * of the rows. Ranks are threads here; over MPI `work` is the same. Row k is [k, 10 k]; each row that is looked up gets the
 * gradient [1, 0.5]. It prints what each rank got, and the gradient of its rows:
 *
 *   rank 0: [5 50] [0 0], gradient [1 0.5] [0 0]
 *   rank 1: [5 50] [7 70], gradient [0 0] [1 0.5]
 *   rank 2: [3 30] [5 50], gradient [1 0.5] [3 1.5]
 *   rank 3: [6 60] [4 40], gradient [1 0.5] [1 0.5]
 */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

static const int64_t ids[8] = {5, 0, 5, 7, 3, 5, 6, 4};
static const float table[8][2] = {{0, 0}, {1, 10}, {2, 20}, {3, 30}, {4, 40}, {5, 50}, {6, 60}, {7, 70}};
static const float from_above[2][2] = {{1, 0.5f}, {1, 0.5f}}; /* of each rank */
static float rows[8][2], gradient[8][2]; /* of all ranks, as the table: rank r uses two rows from 2 r on */

static grn_status work(void *user, const grn_comm *comm)
{
    const int mine = 2 * comm->rank;
    const grn_dist_tensor weight = grn_dist_blocks(grn_tensor_2d(table[mine], GRN_F32, 2, 2), 8, comm->size),
                          input = grn_dist_blocks(grn_tensor_1d(ids + mine, GRN_I64, 2), 8, comm->size),
                          output = grn_dist_blocks(grn_tensor_2d(rows[mine], GRN_F32, 2, 2), 8, comm->size);
    const grn_tensor all_ids = grn_tensor_1d(NULL, GRN_I64, 8), all_rows = grn_tensor_2d(NULL, GRN_F32, 8, 2);
    void *sums = gradient[mine];
    const void *updates = from_above;
    grn_gather_spec take;
    grn_scatter_spec add;
    grn_dist_plan *lookup = NULL, *backward = NULL;
    grn_status status = grn_torch_embedding_spec(&all_ids, &all_rows, NULL, &take);
    (void)user;
    memset(&add, 0, sizeof add); /* the gradient goes where the rows came from */
    add.dims = take.dims;
    add.combiner = GRN_COMBINE_ADD;
    if (status == GRN_OK)
        status = grn_dist_plan_gather(&take, comm, &weight, &input, &output, NULL, NULL, NULL, &lookup);
    if (status == GRN_OK)
        status = grn_dist_plan_scatter(&add, comm, 1, &weight, &input, &output, NULL, NULL, NULL, &backward);
    if (status == GRN_OK)
        status = grn_dist_bind(lookup, ids + mine, NULL); /* each rank asks owners for the rows that it needs */
    if (status == GRN_OK)
        status = grn_dist_bind(backward, ids + mine, NULL);
    if (status == GRN_OK)
        status = grn_dist_run_gather(lookup, table[mine], rows[mine], NULL); /* and as often as the table changes */
    if (status == GRN_OK)
        status = grn_dist_run_scatter(backward, &sums, &updates, NULL); /* updates meet at the owners, in their order */
    grn_dist_plan_destroy(lookup);
    grn_dist_plan_destroy(backward);
    return status;
}

int main(void)
{
    if (grn_ranks_run(4, work, NULL, NULL, NULL) != GRN_OK)
        return 1;
    for (int r = 0, i = 0; r < 4; r++, i += 2)
        printf("rank %d: [%g %g] [%g %g], gradient [%g %g] [%g %g]\n", r, rows[i][0], rows[i][1], rows[i + 1][0],
               rows[i + 1][1], gradient[i][0], gradient[i][1], gradient[i + 1][0], gradient[i + 1][1]);
    return 0;
}
