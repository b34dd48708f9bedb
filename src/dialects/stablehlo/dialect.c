/* dialect.c - the stablehlo dialect: its tables and attributes. */
#include "dialects/common/mlir.h"
#include "dialects/stablehlo/ops.h"
#include "dialects/stablehlo/collective.h"

static const grn_op_def *const stablehlo_tables[] = {
    grn_stablehlo_gather_ops,      grn_stablehlo_scatter_ops,
    grn_stablehlo_window_ops,      grn_stablehlo_dynamic_slice_ops,
    grn_stablehlo_element_ops,     grn_stablehlo_shape_ops,
    grn_stablehlo_slice_ops,       grn_stablehlo_size_ops,
    grn_stablehlo_constant_ops,    grn_stablehlo_control_ops,
    grn_stablehlo_reduce_ops,      grn_stablehlo_dot_ops,
    grn_stablehlo_conv_ops,        grn_stablehlo_quant_ops,
    grn_stablehlo_custom_call_ops, grn_stablehlo_composite_ops,
    grn_stablehlo_sort_ops,        grn_stablehlo_reduce_precision_ops,
    grn_stablehlo_fft_ops,         grn_stablehlo_matrix_ops,
    grn_stablehlo_batch_norm_ops,  grn_stablehlo_einsum_ops,
    grn_stablehlo_random_ops,      grn_stablehlo_torch_index_select_ops,
    grn_stablehlo_collective_ops,  grn_stablehlo_transfer_ops,
    grn_stablehlo_async_ops,       NULL,
};
static const grn_struct_def *const stablehlo_structs[] = {
    &grn_stablehlo_gather_dims,
    &grn_stablehlo_scatter_dims,
    &grn_stablehlo_dot_dims,
    &grn_stablehlo_conv_dims,
    &grn_stablehlo_dot_algorithm,
    &grn_stablehlo_channel_handle,
    &grn_stablehlo_output_operand_alias,
    &grn_stablehlo_result_accuracy,
    &grn_stablehlo_bounds,
    &grn_stablehlo_type_extensions,
    &grn_stablehlo_mesh_axis,
    &grn_stablehlo_sub_axis_info,
    &grn_stablehlo_axis_ref,
    &grn_stablehlo_mesh,
    &grn_stablehlo_replica_group_mesh_axes,
    NULL,
};
static const grn_enum_def *const stablehlo_enums[] = {
    &grn_stablehlo_comparison_direction,
    &grn_stablehlo_comparison_type,
    &grn_stablehlo_precision,
    &grn_stablehlo_custom_call_api_version,
    &grn_stablehlo_fft_type,
    &grn_stablehlo_transpose,
    &grn_stablehlo_rng_distribution,
    &grn_stablehlo_rng_algorithm,
    &grn_stablehlo_result_accuracy_mode,
    NULL,
};

static const char *const stablehlo_types[] = {"token", "future", NULL};

const grn_dialect grn_dialect_stablehlo = {.name = "stablehlo",
                                           .no_attr = "unknown StableHLO attribute",
                                           .no_type = "unknown stablehlo type: ",
                                           .types = stablehlo_types,
                                           .type_fault = grn_stablehlo_type_fault,
                                           .uniform = &grn_uniform_ops,
                                           .ops = stablehlo_tables,
                                           .structs = stablehlo_structs,
                                           .enums = stablehlo_enums,
                                           .translation = &grn_stablehlo_translation};
