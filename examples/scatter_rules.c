/*
 * scatter_rules.c: four updates added to [10 20 30 40] at 1, 9, -1 and 3, under the index rules of several systems. It prints
 *
 *   not said          10 21 30 44
 *   StableHLO         10 21 30 44
 *   NumPy             GRN_E_INDEX
 *   JAX, clip         13 21 30 46
 *   JAX, fill or drop 10 21 30 44
 *   TensorFlow, CPU   GRN_E_INDEX
 *   TensorFlow, GPU   10 21 30 44
 */
#include <garner/garner.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
    static const struct {
        const char *system;
        grn_index_rule rule;
    } rules[] = {
        {"not said", {0, false, GRN_BOUNDS_DEFAULT, GRN_GRAIN_ELEMENT, GRN_BATCH_EQUAL, false, false}},
        {"StableHLO", GRN_SCATTER_STABLEHLO},
        {"NumPy", GRN_SCATTER_NUMPY},
        {"JAX, clip", GRN_SCATTER_JAX_CLIP},
        {"JAX, fill or drop", GRN_SCATTER_JAX_DROP},
        {"TensorFlow, CPU", GRN_SCATTER_TF_CPU},
        {"TensorFlow, GPU", GRN_SCATTER_TF_GPU},
    };
    const float updates[4] = {1, 2, 3, 4};
    const int32_t places[4] = {1, 9, -1, 3};
    const grn_tensor update = grn_tensor_1d(updates, GRN_F32, 4), indices = grn_tensor_1d(places, GRN_I32, 4);
    const grn_dims dim_0 = {1, {0}};
    grn_scatter_spec spec;
    memset(&spec, 0, sizeof spec);
    spec.dims.collapsed_slice_dims = dim_0; /* inserted_window_dims */
    spec.dims.start_index_map = dim_0;      /* scatter_dims_to_operand_dims */
    spec.dims.index_vector_dim = 1;
    spec.combiner = GRN_COMBINE_ADD;

    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
        float values[4] = {10, 20, 30, 40};
        const grn_tensor result = grn_tensor_1d(values, GRN_F32, 4);
        spec.index = rules[i].rule;
        const grn_status status = grn_scatter(&spec, 1, &result, &indices, &update, NULL);
        if (status == GRN_OK)
            printf("%-17s %g %g %g %g\n", rules[i].system, values[0], values[1], values[2], values[3]);
        else
            printf("%-17s %s\n", rules[i].system, grn_status_name(status));
    }
    return 0;
}
