/* dialect.c - the sdy dialect of Shardy. */
#include "dialects/sdy/sdy.h"

static const grn_op_def *const tables[] = {grn_sdy_mesh_ops, grn_sdy_value_ops, grn_sdy_collective_ops,
                                           grn_sdy_computation_ops, NULL};
static const grn_struct_def *const structs[] = {
    &grn_sdy_mesh_attr,        &grn_sdy_axis_attr,       &grn_sdy_axes_attr,  &grn_sdy_axes_lists_attr,
    &grn_sdy_manual_axes_attr, &grn_sdy_all_to_all_attr, &grn_sdy_dim_attr,   &grn_sdy_sharding_attr,
    &grn_sdy_shardings_attr,   &grn_sdy_rule_attr,       &grn_sdy_edges_attr, NULL,
};

const grn_dialect grn_dialect_sdy = {.name = "sdy",
                                     .ops = tables,
                                     .structs = structs,
                                     .verify_attr = grn_sdy_check_attr,
                                     .verify_value_attr = grn_sdy_check_value_attr,
                                     .translation = &grn_sdy_translation};
