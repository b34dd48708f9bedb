/* conv.c - the rules of convolution and dynamic_conv (StableHLO spec, convolution, dynamic_conv),
 * whose numbers agree. */
#include "dialects/stablehlo/conv.h"

#include <inttypes.h>
#include <stdio.h>

#include "dialects/stablehlo/product.h"

/* ---- dimension numbers ----------------------------------------------------------------------- */

static grn_conv_dims dims_of(const grn_op *op) { return grn_hlo_conv_dims(grn_op_attr(op, "dimension_numbers")); }

static bool in_range(const grn_conv_side *s, int64_t rank)
{
    bool good = s->first >= 0 && s->first < rank && s->second >= 0 && s->second < rank;
    for (size_t i = 0; good && i < s->spatial.count; i++)
        good = s->spatial.v[i] >= 0 && s->spatial.v[i] < rank;
    return good;
}

/* Of dimensions in range. */
static bool unique(const grn_conv_side *s)
{
    uint64_t seen = (uint64_t)1 << s->first;
    if (s->first == s->second)
        return false;
    seen |= (uint64_t)1 << s->second;
    for (size_t i = 0; i < s->spatial.count; i++) {
        if (seen >> s->spatial.v[i] & 1)
            return false;
        seen |= (uint64_t)1 << s->spatial.v[i];
    }
    return true;
}

static grn_status unique_rule(const grn_op *op, grn_check *check, const char *rule, const char *name,
                              const grn_conv_side *s)
{
    char text[GRN_DIMS_TEXT_BYTES];
    size_t n;
    if (unique(s))
        return GRN_OK;
    n = (size_t)snprintf(text, sizeof text, "%" PRId64 ", %" PRId64, s->first, s->second);
    for (size_t i = 0; i < s->spatial.count && n + 24 < sizeof text; i++)
        n += (size_t)snprintf(text + n, sizeof text - n, ", %" PRId64, s->spatial.v[i]);
    return grn_stablehlo_broken(op, check, rule, "expects %s dimension-numbers to be unique, got {%s}.", name, text);
}

static grn_status dimension_rules(const grn_op *op, grn_check *check, const grn_conv_dims *d, int32_t rank)
{
    if (d->input.spatial.count != d->kernel.spatial.count || d->input.spatial.count != d->output.spatial.count)
        return grn_stablehlo_broken(
            op, check, "C12, C17, C19",
            "expects the same size for input, kernel and output spatial-dimensions, but got %zu, %zu, and "
            "%zu resp.",
            d->input.spatial.count, d->kernel.spatial.count, d->output.spatial.count);
    if (!in_range(&d->input, rank) || !in_range(&d->kernel, rank) || !in_range(&d->output, rank))
        return grn_stablehlo_broken(
            op, check, "C13, C18, C20",
            "expects input, kernel, and output dimension-numbers to be in-range [0, %" PRId32 ").", rank);
    grn_status status = unique_rule(op, check, "C13", "input", &d->input);
    if (status == GRN_OK)
        status = unique_rule(op, check, "C18", "kernel", &d->kernel);
    return status == GRN_OK ? unique_rule(op, check, "C20", "output", &d->output) : status;
}

/* ---- groups ---------------------------------------------------------------------------------- */

static bool divides(int64_t count, int64_t extent) { return extent == GRN_DYNAMIC || extent % count == 0; }

static grn_status feature_rules(const grn_op *op, grn_check *check, const grn_conv_dims *d, int64_t groups)
{
    int64_t features = grn_operand_type(op, 0)->shape[d->input.second],
            of_kernel = grn_operand_type(op, 1)->shape[d->kernel.first];
    if (!divides(groups, features))
        return grn_stablehlo_broken(op, check, "C11",
                                    "expects input feature dimension (%" PRId64 ") to be a multiple of "
                                    "feature_group_count. Got feature_group_count = %" PRId64 ".",
                                    features, groups);
    if (features == GRN_DYNAMIC || of_kernel == GRN_DYNAMIC || features / groups == of_kernel)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C14",
                                "expects input feature dimension (%" PRId64 ") / feature_group_count = kernel "
                                "input feature dimension (%" PRId64 "). Got feature_group_count = %" PRId64 ".",
                                features, of_kernel, groups);
}

static grn_status group_rules(const grn_op *op, grn_check *check, const grn_conv_dims *d)
{
    int64_t features = grn_op_integer(op, "feature_group_count", 1),
            batches = grn_op_integer(op, "batch_group_count", 1);
    int64_t batch = grn_operand_type(op, 0)->shape[d->input.first],
            of_kernel = grn_operand_type(op, 1)->shape[d->kernel.second];
    if (features > 1 && batches > 1)
        return grn_stablehlo_broken(op, check, "C23",
                                    "expects batch_group_count and feature_group_count not to be both greater "
                                    "than 1. Got %" PRId64 " and %" PRId64 " resp.",
                                    batches, features);
    if (!divides(batches, batch))
        return grn_stablehlo_broken(op, check, "C10",
                                    "expects input batch dimension (%" PRId64 ") to be divisible by "
                                    "batch_group_count. Got batch_group_count = %" PRId64 ".",
                                    batch, batches);
    grn_status status = feature_rules(op, check, d, features);
    if (status != GRN_OK)
        return status;
    if (!divides(batches, of_kernel))
        return grn_stablehlo_broken(op, check, "C15",
                                    "expects output feature dimension size (%" PRId64 ") to be a multiple of "
                                    "batch_group_count. Got batch_group_count = %" PRId64 ".",
                                    of_kernel, batches);
    if (!divides(features, of_kernel))
        return grn_stablehlo_broken(op, check, "C16",
                                    "expects kernel output feature dimension (%" PRId64 ") to be divisible by "
                                    "feature_group_count. For feature_group_count = %" PRId64 ".",
                                    of_kernel, features);
    return GRN_OK;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

grn_status grn_hlo_conv_windows(const grn_op *op, const grn_check *check, const int64_t *rhs, grn_windows *out,
                                bool *reversed)
{
    const grn_conv_dims d = dims_of(op);
    int64_t size[GRN_MAX_RANK];
    for (size_t i = 0; i < d.kernel.spatial.count; i++)
        size[i] = rhs[d.kernel.spatial.v[i]];
    return grn_stablehlo_read_convolution(op, check, (int32_t)d.kernel.spatial.count, size, out, reversed);
}

int32_t grn_hlo_conv_shape(const grn_op *op, const grn_windows *windows, const int64_t *lhs, const int64_t *rhs,
                           int64_t *out)
{
    const grn_conv_dims d = dims_of(op);
    int64_t batch = lhs[d.input.first];
    out[d.output.first] = batch == GRN_DYNAMIC ? GRN_DYNAMIC : batch / grn_op_integer(op, "batch_group_count", 1);
    out[d.output.second] = rhs[d.kernel.second];
    for (int32_t i = 0; i < windows->rank; i++) {
        bool known = lhs[d.input.spatial.v[i]] != GRN_DYNAMIC && windows->size[i] != GRN_DYNAMIC;
        out[d.output.spatial.v[i]] =
            known ? grn_stablehlo_window_count(windows, i, lhs[d.input.spatial.v[i]]) : GRN_DYNAMIC;
    }
    return windows->rank + 2;
}

/* ---- operands -------------------------------------------------------------------------------- */

static grn_status type_rules(const grn_op *op, grn_check *check)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (lhs->rank < 2)
        return grn_stablehlo_broken(op, check, "C1",
                                    "expects convolution arguments to have >= 2 dimensions. Got: '%s' and '%s'.",
                                    grn_type_text(lhs, a, sizeof a), grn_type_text(rhs, b, sizeof b));
    if (lhs->rank != rhs->rank)
        return grn_stablehlo_broken(op, check, "C1",
                                    "expects convolution arguments to have same number of dimensions. Got: '%s' "
                                    "and '%s'.",
                                    grn_type_text(lhs, a, sizeof a), grn_type_text(rhs, b, sizeof b));
    if (grn_hlo_any_quantized(op) || lhs->element == rhs->element)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C27",
                                "expects lhs and rhs to have compatible element type. Got: '%s' and '%s'",
                                grn_type_text(lhs->element, a, sizeof a), grn_type_text(rhs->element, b, sizeof b));
}

static grn_status quantization_rules(const grn_op *op, grn_check *check, const grn_conv_dims *d)
{
    static const grn_product_rules rules = {
        .quantized = "C28", .storage = "C31", .expressed = "C32", .granularity = "C33", .hybrid = "C34"};
    if (!grn_hlo_any_quantized(op))
        return GRN_OK;
    const grn_type *rhs = grn_type_quantized(grn_operand_type(op, 1)),
                   *out = grn_type_quantized(grn_result_type(op, 0));
    if (rhs && rhs->quant.axis >= 0 && rhs->quant.axis != d->kernel.second)
        return grn_stablehlo_broken(
            op, check, "C29", "quantization dimension of rhs should be same with kernel_output_feature_dimension");
    if (out && out->quant.axis >= 0 && out->quant.axis != d->output.second)
        return grn_stablehlo_broken(op, check, "C30",
                                    "quantization dimension of result should be same with output_feature_dimension");
    return grn_hlo_product_quantization(op, check, &rules);
}

/* All but the padding and the result. */
static grn_status operand_rules(const grn_op *op, grn_check *check)
{
    const grn_conv_dims d = dims_of(op);
    int32_t rank = grn_operand_type(op, 0)->rank;
    grn_status status = type_rules(op, check);
    if (status == GRN_OK)
        status = dimension_rules(op, check, &d, rank);
    if (status == GRN_OK)
        status = group_rules(op, check, &d);
    if (status == GRN_OK)
        status = grn_hlo_precision_rule(op, check, "C24");
    if (status == GRN_OK && d.input.spatial.count + 2 != (size_t)rank)
        status = grn_stablehlo_broken(op, check, "C12",
                                      "expects convolution arguments to have %zu dimensions. Got: %" PRId32,
                                      d.input.spatial.count + 2, rank);
    return status;
}

/* ---- the ops --------------------------------------------------------------------------------- */

static grn_status convolution_verify(const grn_op *op, grn_check *check)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    int64_t shape[GRN_MAX_RANK];
    bool reversed[GRN_MAX_RANK];
    grn_windows windows;
    grn_status status = operand_rules(op, check);
    if (status != GRN_OK)
        return status;
    const grn_conv_dims d = dims_of(op);
    status = grn_hlo_conv_windows(op, check, rhs->shape, &windows, reversed);
    if (status == GRN_OK)
        status = grn_hlo_shape_rule(op, check, "C25", grn_hlo_conv_shape(op, &windows, lhs->shape, rhs->shape, shape),
                                    shape);
    return status == GRN_OK ? quantization_rules(op, check, &d) : status;
}

static grn_status padding_rule(const grn_op *op, grn_check *check)
{
    const grn_type *padding = grn_operand_type(op, 2);
    int64_t pairs = grn_operand_type(op, 0)->rank - 2;
    if (padding->rank != 2)
        return grn_stablehlo_broken(op, check, "C4", "expects padding to be of rank 2 but got %" PRId32, padding->rank);
    if (padding->shape[0] == pairs && padding->shape[1] == 2)
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C4",
                                "expects padding to be of shape [%" PRId64 ", 2], but got [%" PRId64 ", %" PRId64 "]",
                                pairs, padding->shape[0], padding->shape[1]);
}

/* The extents of the windows' dimensions are those of the padding, which a run knows. */
static grn_status dynamic_conv_verify(const grn_op *op, grn_check *check)
{
    const grn_type *lhs = grn_operand_type(op, 0), *rhs = grn_operand_type(op, 1);
    int64_t shape[GRN_MAX_RANK];
    bool reversed[GRN_MAX_RANK];
    grn_windows windows;
    grn_status status = operand_rules(op, check);
    if (status == GRN_OK)
        status = padding_rule(op, check);
    if (status != GRN_OK)
        return status;
    const grn_conv_dims d = dims_of(op);
    status = grn_hlo_conv_windows(op, check, rhs->shape, &windows, reversed);
    if (status != GRN_OK)
        return status;
    int32_t rank = grn_hlo_conv_shape(op, &windows, lhs->shape, rhs->shape, shape);
    for (size_t i = 0; i < d.output.spatial.count; i++)
        shape[d.output.spatial.v[i]] = GRN_DYNAMIC;
    status = grn_hlo_shape_rule(op, check, "C25, C26", rank, shape);
    return status == GRN_OK ? quantization_rules(op, check, &d) : status;
}

/* clang-format off */
#define WINDOW_ATTRS                                                                                                 \
    GRN_MAY_HAVE("lhs_dilation", grn_attr_is_dims), GRN_MAY_HAVE("rhs_dilation", grn_attr_is_dims),      \
        GRN_MAY_HAVE("window_reversal", grn_hlo_is_flags),                                                     \
        {"dimension_numbers", &grn_stablehlo_is_conv_dims, GRN_REQUIRED, NULL, &grn_stablehlo_conv_dims},            \
        GRN_NEEDS("feature_group_count", grn_hlo_is_positive_i64),                                                \
        GRN_NEEDS("batch_group_count", grn_hlo_is_positive_i64),                                                  \
        GRN_MAY_HAVE("precision_config", grn_stablehlo_is_precision_config), GRN_ATTRS_END
static const grn_attr_def convolution_attrs[] = {
    GRN_MAY_HAVE("window_strides", grn_attr_is_dims),
    GRN_MAY_HAVE("padding", grn_attr_is_i64_elements), WINDOW_ATTRS};
static const grn_attr_def dynamic_conv_attrs[] = {GRN_MAY_HAVE("window_strides", grn_attr_is_dims), WINDOW_ATTRS};
/* clang-format on */

const grn_op_def grn_stablehlo_conv_ops[] = {
    GRN_STABLEHLO(convolution, "sums of products of windows of lhs with the kernel rhs", "C1-C34",
                  GRN_PORTS(GRN_PORT("lhs", grn_hlo_tensor), GRN_PORT("rhs", grn_hlo_tensor_or_per_axis)),
                  grn_hlo_one_result, convolution_attrs, .traits = GRN_TRAIT_PURE, .parse = grn_hlo_conv_parse,
                  .print = grn_hlo_conv_print, .verify = convolution_verify, .eval = grn_hlo_conv_eval),
    GRN_STABLEHLO(dynamic_conv, "convolution, whose padding is an operand", "C1-C34",
                  GRN_PORTS(GRN_PORT("lhs", grn_hlo_tensor), GRN_PORT("rhs", grn_hlo_tensor),
                            GRN_PORT("padding", grn_hlo_static_int_matrix)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_tensor)), dynamic_conv_attrs, .traits = GRN_TRAIT_PURE,
                  .verify = dynamic_conv_verify, .eval = grn_hlo_conv_eval),
    {.name = NULL},
};
