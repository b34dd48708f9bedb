/* bags.c: the means of two bags of a table's rows, and the gradient of the table. It prints
 *
 *   3 4
 *   5 6
 *   gradient of row 0: 0.5 0.5
 *   gradient of row 1: 0 0
 *   gradient of row 2: 1.5 1.5
 */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const float table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    const int64_t which[3] = {0, 2, 2}, begins[2] = {0, 2}; /* bags of rows 0 and 2, and of row 2 */
    const float ones[2][2] = {{1, 1}, {1, 1}};
    float means[2][2], grad[3][2];

    const grn_tensor rows = grn_tensor_2d(table, GRN_F32, 3, 2);
    const grn_tensor indices = grn_tensor_1d(which, GRN_I64, 3);
    const grn_tensor offsets = grn_tensor_1d(begins, GRN_I64, 2);
    const grn_tensor result = grn_tensor_2d(means, GRN_F32, 2, 2);
    const grn_tensor result_grad = grn_tensor_2d(ones, GRN_F32, 2, 2);
    const grn_tensor table_grad = grn_tensor_2d(grad, GRN_F32, 3, 2);

    grn_bag_spec spec;
    grn_bag_tensors tensors;
    memset(&spec, 0, sizeof spec); /* plain rows, bags by offsets, an index out of range is an error */
    memset(&tensors, 0, sizeof tensors);
    spec.combiner = GRN_BAG_MEAN;
    tensors.table = &rows;
    tensors.indices = &indices;
    tensors.offsets = &offsets;
    tensors.result = &result;

    const grn_diag_lines lines = {grn_file_sink(stderr), "bags"};
    const grn_diag diag = grn_diag_to(&lines);
    if (grn_bag(&spec, &tensors, NULL, &diag) != GRN_OK)
        return 1;
    for (int b = 0; b < 2; b++)
        printf("%g %g\n", means[b][0], means[b][1]);

    tensors.result = &result_grad;
    if (grn_bag_gradient(&spec, &tensors, false, &table_grad, NULL, NULL, &diag) != GRN_OK)
        return 1;
    for (int r = 0; r < 3; r++)
        printf("gradient of row %d: %g %g\n", r, grad[r][0], grad[r][1]);
    return 0;
}
