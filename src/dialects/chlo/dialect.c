/* dialect.c - the chlo dialect: its tables and attributes. */
#include "dialects/chlo/chlo.h"

static const grn_op_def *const tables[] = {grn_chlo_element_ops,
                                           grn_chlo_broadcast_ops,
                                           grn_chlo_constant_ops,
                                           grn_chlo_top_k_ops,
                                           grn_chlo_ragged_dot_ops,
                                           grn_chlo_scan_ops,
                                           NULL};
static const grn_struct_def *const structs[] = {&grn_chlo_ragged_dot_dims, NULL};
static const grn_enum_def *const enums[] = {&grn_chlo_comparison_direction, &grn_chlo_comparison_type,
                                            &grn_chlo_precision, NULL};

const grn_dialect grn_dialect_chlo = {.name = "chlo",
                                      .no_attr = "unknown chlo attribute",
                                      .ops = tables,
                                      .structs = structs,
                                      .enums = enums,
                                      .translation = &grn_chlo_translation};
