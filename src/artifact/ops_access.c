/* ops_access.c - VHLO's gathers, scatters, slices and windows. */
#include "artifact/ops_attrs.h"

/* ---- gather and scatter ---------------------------------------------------------------------- */

static const vhlo_record gather_dims = {"dimension_numbers", "stablehlo.gather", NULL, NULL, NULL};
#define SORTED SAME_UNLESS("indices_are_sorted", "false")
#define UNIQUE SAME_UNLESS("unique_indices", "false")
static const vhlo_attr gather_v1[] = {FIELD("collapsed_slice_dims", gather_dims),
                                      FIELD("index_vector_dim", gather_dims),
                                      SORTED,
                                      FIELD("offset_dims", gather_dims),
                                      DIMS("slice_sizes"),
                                      FIELD("start_index_map", gather_dims),
                                      END};
static const vhlo_attr gather_v2[] = {FIELD("collapsed_slice_dims", gather_dims),
                                      FIELD("index_vector_dim", gather_dims),
                                      SORTED,
                                      FIELD("offset_dims", gather_dims),
                                      FIELD("operand_batching_dims", gather_dims),
                                      DIMS("slice_sizes"),
                                      FIELD("start_index_map", gather_dims),
                                      FIELD("start_indices_batching_dims", gather_dims),
                                      END};
static const vhlo_attr dynamic_gather_v1[] = {
    FIELD("collapsed_slice_dims", gather_dims), FIELD("index_vector_dim", gather_dims), SORTED,
    FIELD("offset_dims", gather_dims),          FIELD("start_index_map", gather_dims),  END};
static const vhlo_attr dynamic_gather_v2[] = {FIELD("collapsed_slice_dims", gather_dims),
                                              FIELD("index_vector_dim", gather_dims),
                                              SORTED,
                                              FIELD("offset_dims", gather_dims),
                                              FIELD("operand_batching_dims", gather_dims),
                                              FIELD("start_index_map", gather_dims),
                                              FIELD("start_indices_batching_dims", gather_dims),
                                              END};

static const vhlo_record scatter_dims = {"scatter_dimension_numbers", "stablehlo.scatter", NULL, NULL, NULL};
static const vhlo_attr scatter_v1[] = {FIELD("index_vector_dim", scatter_dims),
                                       SORTED,
                                       FIELD("inserted_window_dims", scatter_dims),
                                       FIELD("scatter_dims_to_operand_dims", scatter_dims),
                                       UNIQUE,
                                       FIELD("update_window_dims", scatter_dims),
                                       END};
static const vhlo_attr scatter_v2[] = {FIELD("index_vector_dim", scatter_dims),
                                       SORTED,
                                       FIELD("input_batching_dims", scatter_dims),
                                       FIELD("inserted_window_dims", scatter_dims),
                                       FIELD("scatter_dims_to_operand_dims", scatter_dims),
                                       FIELD("scatter_indices_batching_dims", scatter_dims),
                                       UNIQUE,
                                       FIELD("update_window_dims", scatter_dims),
                                       END};

static const vhlo_attr torch_index_select[] = {SAME("batch_dims"), SAME("dim"), END};

/* ---- slices ---------------------------------------------------------------------------------- */

static const vhlo_attr none[] = {END};
static const vhlo_attr slice[] = {DIMS("limit_indices"), DIMS("start_indices"), DIMS("strides"), END};
static const vhlo_attr dynamic_slice[] = {DIMS("slice_sizes"), END};
static const vhlo_attr pad[] = {DIMS("edge_padding_high"), DIMS("edge_padding_low"), DIMS("interior_padding"), END};

/* ---- windows --------------------------------------------------------------------------------- */

static const vhlo_attr reduce_window[] = {DIMS_UNLESS("base_dilations", ONES),   SAME_UNLESS("padding", NO_PADDING),
                                          DIMS_UNLESS("window_dilations", ONES), DIMS("window_dimensions"),
                                          DIMS_UNLESS("window_strides", ONES),   END};
static const vhlo_attr select_and_scatter[] = {SAME_UNLESS("padding", NO_PADDING),
                                               DIMS_UNLESS("window_dimensions", ONES),
                                               DIMS_UNLESS("window_strides", ONES), END};

const vhlo_op grn_vhlo_access_ops[] = {
    {"gather_v1", MIN, V(1, 0), "stablehlo.gather", gather_v1, false, false, 0},
    {"gather_v2", V(1, 1), NOW, "stablehlo.gather", gather_v2, false, false, 0},
    {"dynamic_gather_v1", MIN, V(1, 0), "stablehlo.dynamic_gather", dynamic_gather_v1, false, false, 0},
    {"dynamic_gather_v2", V(1, 1), NOW, "stablehlo.dynamic_gather", dynamic_gather_v2, false, false, 0},
    {"scatter_v1", MIN, V(1, 0), "stablehlo.scatter", scatter_v1, false, false, 0},
    {"scatter_v2", V(1, 1), NOW, "stablehlo.scatter", scatter_v2, false, false, 0},
    {"torch_index_select_v1", MIN, NOW, "stablehlo.torch_index_select", torch_index_select, false, false, 0},
    {"slice_v1", MIN, NOW, "stablehlo.slice", slice, false, false, 0},
    {"dynamic_slice_v1", MIN, NOW, "stablehlo.dynamic_slice", dynamic_slice, false, false, 0},
    {"dynamic_update_slice_v1", MIN, NOW, "stablehlo.dynamic_update_slice", none, false, false, 0},
    {"real_dynamic_slice_v1", MIN, NOW, "stablehlo.real_dynamic_slice", none, false, false, 0},
    {"pad_v1", MIN, NOW, "stablehlo.pad", pad, false, false, 0},
    {"dynamic_pad_v1", MIN, NOW, "stablehlo.dynamic_pad", none, false, false, 0},
    {"reduce_window_v1", MIN, NOW, "stablehlo.reduce_window", reduce_window, false, false, 0},
    {"select_and_scatter_v1", MIN, NOW, "stablehlo.select_and_scatter", select_and_scatter, false, false, 0},
    {NULL, 0, 0, NULL, NULL, false, false, 0},
};
