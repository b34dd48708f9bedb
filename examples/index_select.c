/* index_select.c: the same rows by torch's call, and what it answers for a row that is not there. It prints
 *
 *   5 6
 *   1 2
 *   index_select: error: index out of range in self
 *   index_select: note: index: 3 at [1]; right: 0 to 2
 */
#include <garner/garner.h>
#include <stdio.h>

int main(void)
{
    const float table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    const int64_t which[2] = {2, 0}, wrong[2] = {2, 3};
    float rows[2][2];

    const grn_tensor from = grn_tensor_2d(table, GRN_F32, 3, 2), to = grn_tensor_2d(rows, GRN_F32, 2, 2);
    const grn_tensor at = grn_tensor_1d(which, GRN_I64, 2);
    if (grn_torch_index_select(&from, 0, &at, &to, NULL) != GRN_OK)
        return 1;
    for (int i = 0; i < 2; i++)
        printf("%g %g\n", rows[i][0], rows[i][1]);

    const grn_tensor outside = grn_tensor_1d(wrong, GRN_I64, 2);
    const grn_diag_lines lines = {grn_file_sink(stdout), "index_select"};
    const grn_diag diag = grn_diag_to(&lines);
    return grn_torch_index_select(&from, 0, &outside, &to, &diag) == GRN_E_INDEX ? 0 : 1;
}
