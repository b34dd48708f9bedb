/* ops_products.c - VHLO's products, convolutions, transforms, solvers and normalisations. */
#include "artifact/ops_attrs.h"

#define PRECISION SAME_UNLESS("precision_config", "[#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]")

/* ---- dot ------------------------------------------------------------------------------------- */

static const vhlo_record dot_dims = {"dot_dimension_numbers", "stablehlo.dot", NULL, NULL, NULL};
static const char *const algorithm_fields[] = {"lhs_precision_type",
                                               "rhs_precision_type",
                                               "accumulation_type",
                                               "lhs_component_count",
                                               "rhs_component_count",
                                               "num_primitive_operations",
                                               "allow_imprecise_accumulation",
                                               NULL};
static const vhlo_record dot_algorithm = {"algorithm", "stablehlo.dot_algorithm", NULL, "lhs_precision_type",
                                          algorithm_fields};
#define DOT_DIMS(name) FIELD(name, dot_dims)
/* A field that is there with the others; where there is no algorithm all are none, numbers too. */
#define ALGORITHM(name)                                \
    {                                                  \
        name, VHLO_FIELD, NULL, "none", &dot_algorithm \
    }
static const vhlo_attr dot_general_v1[] = {
    DOT_DIMS("lhs_batching_dimensions"), DOT_DIMS("lhs_contracting_dimensions"), PRECISION,
    DOT_DIMS("rhs_batching_dimensions"), DOT_DIMS("rhs_contracting_dimensions"), END};
static const vhlo_attr dot_general_v2[] = {ALGORITHM("accumulation_type"),
                                           ALGORITHM("allow_imprecise_accumulation"),
                                           DOT_DIMS("lhs_batching_dimensions"),
                                           ALGORITHM("lhs_component_count"),
                                           DOT_DIMS("lhs_contracting_dimensions"),
                                           ALGORITHM("lhs_precision_type"),
                                           ALGORITHM("num_primitive_operations"),
                                           PRECISION,
                                           DOT_DIMS("rhs_batching_dimensions"),
                                           ALGORITHM("rhs_component_count"),
                                           DOT_DIMS("rhs_contracting_dimensions"),
                                           ALGORITHM("rhs_precision_type"),
                                           END};
static const vhlo_attr dot[] = {PRECISION, END};
static const vhlo_attr einsum[] = {SAME("einsum_config"), END};

/* ---- convolution ----------------------------------------------------------------------------- */

/* clang-format off */
static const vhlo_record conv_dims = {"dimension_numbers", "stablehlo.conv", NULL, NULL, NULL};
#define CONV(name) {name, VHLO_CONV, NULL, NULL, &conv_dims}
#define REVERSAL {"window_reversal", VHLO_BOOLS, NULL, "dense<false> : tensor<%nxi1>", NULL}
#define CONV_REST(padding)                                                                            \
    CONV("input_batch_dimension"), CONV("input_feature_dimension"), CONV("input_spatial_dimensions"), \
    CONV("kernel_input_feature_dimension"), CONV("kernel_output_feature_dimension"),                  \
    CONV("kernel_spatial_dimensions"), DIMS_UNLESS("lhs_dilation", ONES),                             \
    CONV("output_batch_dimension"), CONV("output_feature_dimension"),                                 \
    CONV("output_spatial_dimensions"), padding PRECISION, DIMS_UNLESS("rhs_dilation", ONES),          \
    REVERSAL, DIMS_UNLESS("window_strides", ONES), END
#define PADDING(form) {"padding", form, NULL, NO_PADDING, NULL},
static const vhlo_attr convolution[] = {SAME("batch_group_count"), SAME("feature_group_count"),
    CONV_REST(PADDING(VHLO_SAME))};
static const vhlo_attr dynamic_conv_v1[] = {SAME("batch_group_count"), SAME("feature_group_count"),
    CONV_REST(PADDING(VHLO_GONE))};
static const vhlo_attr dynamic_conv_v2[] = {SAME("batch_group_count"), SAME("feature_group_count"), CONV_REST()};
/* clang-format on */

/* ---- the others ------------------------------------------------------------------------------ */

static const vhlo_attr fft[] = {DIMS("fft_length"), SAME("fft_type"), END};
static const vhlo_attr cholesky[] = {SAME_UNLESS("lower", "false"), END};
static const vhlo_attr triangular_solve[] = {SAME("left_side"), SAME("lower"), SAME("transpose_a"),
                                             SAME("unit_diagonal"), END};
static const vhlo_attr batch_norm[] = {SAME("epsilon"), SAME("feature_index"), END};

const vhlo_op grn_vhlo_product_ops[] = {
    {"dot_general_v1", MIN, V(1, 5), "stablehlo.dot_general", dot_general_v1, false, false, 0},
    {"dot_general_v2", V(1, 6), NOW, "stablehlo.dot_general", dot_general_v2, false, false, 0},
    {"dot_v1", MIN, NOW, "stablehlo.dot", dot, false, false, 0},
    {"einsum_v1", MIN, NOW, "stablehlo.einsum", einsum, false, false, 0},
    {"unary_einsum_v1", MIN, NOW, "stablehlo.unary_einsum", einsum, false, false, 0},
    {"convolution_v1", MIN, NOW, "stablehlo.convolution", convolution, false, false, 2},
    {"dynamic_conv_v1", MIN, GRN_VHLO(0, 19, 0), "stablehlo.dynamic_conv", dynamic_conv_v1, false, false, 2},
    {"dynamic_conv_v2", GRN_VHLO(0, 20, 0), NOW, "stablehlo.dynamic_conv", dynamic_conv_v2, false, false, 2},
    {"fft_v1", MIN, NOW, "stablehlo.fft", fft, false, false, 0},
    {"cholesky_v1", MIN, NOW, "stablehlo.cholesky", cholesky, false, false, 0},
    {"triangular_solve_v1", MIN, NOW, "stablehlo.triangular_solve", triangular_solve, false, false, 0},
    {"batch_norm_grad_v1", MIN, NOW, "stablehlo.batch_norm_grad", batch_norm, false, false, 0},
    {"batch_norm_inference_v1", MIN, NOW, "stablehlo.batch_norm_inference", batch_norm, false, false, 0},
    {"batch_norm_training_v1", MIN, NOW, "stablehlo.batch_norm_training", batch_norm, false, false, 0},
    {NULL, 0, 0, NULL, NULL, false, false, 0},
};
