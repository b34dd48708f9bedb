/* dialect.c - the stablehlo dialect: its tables and attributes. */
#include "dialects/stablehlo/ops.h"

static const grn_op_def *const stablehlo_tables[] = {
    grn_stablehlo_gather_ops,   grn_stablehlo_scatter_ops, grn_stablehlo_window_ops,
    grn_stablehlo_dynamic_slice_ops, grn_stablehlo_element_ops, grn_stablehlo_shape_ops,
    grn_stablehlo_slice_ops,    grn_stablehlo_size_ops,    grn_stablehlo_constant_ops,
    grn_stablehlo_control_ops,  grn_stablehlo_reduce_ops,  grn_stablehlo_dot_ops,
    grn_stablehlo_quant_ops,    grn_stablehlo_misc_ops,    grn_stablehlo_sort_ops,
    NULL,
};
static const grn_struct_def *const stablehlo_structs[] = {
    &grn_stablehlo_gather_dims, &grn_stablehlo_scatter_dims,    &grn_stablehlo_dot_dims,
    &grn_stablehlo_bounds,      &grn_stablehlo_type_extensions, NULL,
};
static const grn_enum_def *const stablehlo_enums[] = {
    &grn_stablehlo_comparison_direction, &grn_stablehlo_comparison_type,  &grn_stablehlo_precision,
    &grn_stablehlo_custom_call_api_version, &grn_stablehlo_fft_type,      &grn_stablehlo_transpose,
    &grn_stablehlo_rng_distribution,     &grn_stablehlo_rng_algorithm,    NULL,
};

const grn_dialect grn_dialect_stablehlo = {
    .name = "stablehlo", .ops = stablehlo_tables, .structs = stablehlo_structs, .enums = stablehlo_enums,
    .translation = &grn_stablehlo_translation};
