/* segments.c: the attention of three nodes over their edges. Each edge has a score and a message of
 * two numbers; the softmax of a node's scores weighs the messages that are summed up for it. A node
 * without edges gets zeros. It prints
 *
 *   edge 0: 0.5
 *   edge 1: 0.5
 *   edge 2: 0.75
 *   edge 3: 0.25
 *   node 0: 2 3
 *   node 1: 0 0
 *   node 2: 5.5 6.5
 */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const int64_t node[4] = {0, 0, 2, 2};         /* that each edge leads to, ascending */
    const float score[4] = {1, 1, 1.0986123f, 0}; /* log(3) and 0: three to one */
    const float message[4][2] = {{1, 2}, {3, 4}, {5, 6}, {7, 8}};
    float weight[4], sum[3][2];

    const grn_tensor nodes = grn_tensor_1d(node, GRN_I64, 4);
    const grn_tensor scores = grn_tensor_1d(score, GRN_F32, 4);
    const grn_tensor messages = grn_tensor_2d(message, GRN_F32, 4, 2);
    const grn_tensor weights = grn_tensor_1d(weight, GRN_F32, 4);
    const grn_tensor sums = grn_tensor_2d(sum, GRN_F32, 3, 2);

    grn_segment_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.form = GRN_SEGMENT_SORTED_IDS;
    spec.op = GRN_SEGMENT_SOFTMAX;
    spec.nsegments = 3; /* which no shape says here */
    const grn_segment_tensors softmax = {&scores, &nodes, NULL, &weights, NULL};

    const grn_diag_lines lines = {grn_file_sink(stderr), "segments"};
    const grn_diag diag = grn_diag_to(&lines);
    if (grn_segment_reduce(&spec, &softmax, NULL, &diag) != GRN_OK)
        return 1;
    spec.op = GRN_SEGMENT_SUM;
    const grn_segment_tensors weighted_sum = {&messages, &nodes, &weights, &sums, NULL};
    if (grn_segment_reduce(&spec, &weighted_sum, NULL, &diag) != GRN_OK)
        return 1;

    for (int i = 0; i < 4; i++)
        printf("edge %d: %.3g\n", i, weight[i]);
    for (int i = 0; i < 3; i++)
        printf("node %d: %.3g %.3g\n", i, sum[i][0], sum[i][1]);
    return 0;
}
