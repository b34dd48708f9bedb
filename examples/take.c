/* take.c: rows 2 and 0 of a table. It prints
 *
 *   5 6
 *   1 2
 */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    const float table[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    const int64_t which[2] = {2, 0};
    float rows[2][2];

    const grn_tensor operand = grn_tensor_2d(table, GRN_F32, 3, 2);
    const grn_tensor indices = grn_tensor_1d(which, GRN_I64, 2);
    const grn_tensor result = grn_tensor_2d(rows, GRN_F32, 2, 2);

    const grn_dims dim_0 = {1, {0}}, dim_1 = {1, {1}}, one_row = {2, {1, 2}};
    grn_gather_spec spec;
    memset(&spec, 0, sizeof spec); /* an index out of range clamps: GRN_GATHER_STABLEHLO */
    spec.dims.offset_dims = dim_1;
    spec.dims.collapsed_slice_dims = dim_0;
    spec.dims.start_index_map = dim_0;
    spec.dims.index_vector_dim = 1;
    spec.slice_sizes = one_row;

    const grn_diag_lines lines = {grn_file_sink(stderr), "take"};
    const grn_diag diag = grn_diag_to(&lines);
    if (grn_gather(&spec, &operand, &indices, &result, &diag) != GRN_OK)
        return 1;
    for (int i = 0; i < 2; i++)
        printf("%g %g\n", rows[i][0], rows[i][1]);
    return 0;
}
