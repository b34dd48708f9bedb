/* dist_embedding.c: a table of 8 rows on 4 ranks, two rows each, is looked up by two indices of each rank, and gets its gradient.
 * Ranks are threads here; over MPI the work is the same. Row k of the table is [k, 10 k]; the gradient of each row that is
 * looked up is [1, 0.5]. It prints what each rank got, and the gradient of its rows:
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
static float rows[8][2], gradient[8][2]; /* of all ranks, two rows each */

/* A tensor of 8 rows or elements, of which each of 4 ranks has a block of two. */
static grn_dist_tensor divided(grn_tensor local)
{
    grn_dist_tensor t;
    memset(&t, 0, sizeof t); /* blocks; rank r has part r / 1 % 4 */
    t.layout.rank = local.rank;
    t.layout.shape[0] = 8;
    t.layout.shape[1] = 2;
    t.layout.parts[0] = 4;
    t.local = local;
    return t;
}

static grn_status work(void *user, const grn_comm *comm)
{
    const int mine = 2 * comm->rank; /* the first row of this rank */
    const float table[2][2] = {{(float)mine, 10.0f * (float)mine}, {(float)mine + 1, 10.0f * (float)mine + 10}};
    const float update[2][2] = {{1, 0.5f}, {1, 0.5f}};
    const grn_dist_tensor operand = divided(grn_tensor_2d(table, GRN_F32, 2, 2)),
                          indices = divided(grn_tensor_1d(ids + mine, GRN_I64, 2)),
                          result = divided(grn_tensor_2d(rows[mine], GRN_F32, 2, 2));
    const grn_gather_spec take = *(const grn_gather_spec *)user;
    grn_scatter_spec add;
    grn_dist_plan *lookup = NULL, *sum = NULL;
    void *to = gradient[mine];
    const void *from = update;
    memset(&add, 0, sizeof add);
    add.dims = take.dims;
    add.combiner = GRN_COMBINE_ADD;

    grn_status status = grn_dist_plan_gather(&take, comm, &operand, &indices, &result, NULL, NULL, NULL, &lookup);
    if (status == GRN_OK)
        status = grn_dist_plan_scatter(&add, comm, 1, &operand, &indices, &result, NULL, NULL, NULL, &sum);
    if (status == GRN_OK)
        status = grn_dist_bind(lookup, ids + mine, NULL); /* each rank asks owners for the rows that it needs */
    if (status == GRN_OK)
        status = grn_dist_run_gather(lookup, table, rows[mine], NULL); /* and as often as the table changes */
    if (status == GRN_OK)
        status = grn_dist_bind(sum, ids + mine, NULL);
    if (status == GRN_OK)
        status = grn_dist_run_scatter(sum, &to, &from, NULL); /* updates go to the owners, and meet there in their order */
    grn_dist_plan_destroy(lookup);
    grn_dist_plan_destroy(sum);
    return status;
}

int main(void)
{
    const grn_dims dim_0 = {1, {0}}, dim_1 = {1, {1}}, one_row = {2, {1, 2}};
    grn_gather_spec take;
    memset(&take, 0, sizeof take);
    take.dims.offset_dims = dim_1;
    take.dims.collapsed_slice_dims = dim_0;
    take.dims.start_index_map = dim_0;
    take.dims.index_vector_dim = 1;
    take.slice_sizes = one_row;

    const grn_diag_lines lines = {grn_file_sink(stderr), "dist_embedding"};
    const grn_diag diag = grn_diag_to(&lines);
    if (grn_ranks_run(4, work, &take, NULL, &diag) != GRN_OK)
        return 1;
    for (int r = 0, i = 0; r < 4; r++, i += 2)
        printf("rank %d: [%g %g] [%g %g], gradient [%g %g] [%g %g]\n", r, rows[i][0], rows[i][1], rows[i + 1][0], rows[i + 1][1],
               gradient[i][0], gradient[i][1], gradient[i + 1][0], gradient[i + 1][1]);
    return 0;
}
