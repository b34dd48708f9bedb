/* rule_product.c - sums of products, and reductions: a dimension that goes into a sum is a
 * reduction factor. */
#include "dialects/stablehlo/conv.h"
#include "shard/rule_factors.h"

/* A factor of dimensions of two operands and of the result, -1 where one has no part in it. */
static void add_factor(grn_factors *f, int64_t size, int64_t lhs, int64_t rhs, int64_t out, grn_factor_kind kind)
{
    grn_factor_add(f, size, kind);
    grn_factor_operand(f, 0, lhs);
    grn_factor_operand(f, 1, rhs);
    grn_factor_result(f, 0, out);
}

/* ---- dot ------------------------------------------------------------------------------------- */

static void dot(grn_factors *f, const grn_op *op)
{
    (void)op;
    const grn_type *lhs = grn_factors_operand(f, 0), *rhs = grn_factors_operand(f, 1);
    const int64_t columns = lhs->rank == 2 ? 1 : 0;
    f->none = lhs->rank < 1 || rhs->rank < 1;
    if (f->none)
        return;
    if (lhs->rank == 2)
        add_factor(f, lhs->shape[0], 0, -1, 0, GRN_FACTOR_PASS_THROUGH);
    if (rhs->rank == 2)
        add_factor(f, rhs->shape[1], -1, 1, columns, GRN_FACTOR_PASS_THROUGH);
    add_factor(f, rhs->shape[0], columns, 0, -1, GRN_FACTOR_REDUCTION);
}

/* The dimensions of operand `i` that neither list has, each with one of the result's from *out
 * on. */
static void free_dims(grn_factors *f, size_t i, const grn_dim_list *batching, const grn_dim_list *contracting,
                      int64_t *out)
{
    const grn_type *type = grn_factors_operand(f, i);
    for (int32_t d = 0; d < type->rank; d++)
        if (!grn_dim_list_has(batching, d) && !grn_dim_list_has(contracting, d))
            add_factor(f, type->shape[d], i == 0 ? d : -1, i == 1 ? d : -1, (*out)++, GRN_FACTOR_PASS_THROUGH);
}

static void dot_general(grn_factors *f, const grn_op *op)
{
    static const char attr[] = "dot_dimension_numbers";
    const grn_dim_list lhs_batching = grn_dim_list_of(op, attr, "lhs_batching_dimensions");
    const grn_dim_list rhs_batching = grn_dim_list_of(op, attr, "rhs_batching_dimensions");
    const grn_dim_list lhs_contracting = grn_dim_list_of(op, attr, "lhs_contracting_dimensions");
    const grn_dim_list rhs_contracting = grn_dim_list_of(op, attr, "rhs_contracting_dimensions");
    const grn_type *lhs = grn_factors_operand(f, 0);
    int64_t out = 0;
    for (size_t i = 0; i < lhs_batching.count; i++)
        add_factor(f, lhs->shape[lhs_batching.v[i]], lhs_batching.v[i], rhs_batching.v[i], out++,
                   GRN_FACTOR_PASS_THROUGH);
    free_dims(f, 0, &lhs_batching, &lhs_contracting, &out);
    free_dims(f, 1, &rhs_batching, &rhs_contracting, &out);
    for (size_t i = 0; i < lhs_contracting.count; i++)
        add_factor(f, lhs->shape[lhs_contracting.v[i]], lhs_contracting.v[i], rhs_contracting.v[i], -1,
                   GRN_FACTOR_REDUCTION);
}

/* ---- convolution ----------------------------------------------------------------------------- */

/* A spatial dimension is sharded by windows, which the result counts, or by elements of a window,
 * which the kernel counts: the larger first, and each at most as large as what is left of the
 * input. */
static void spatial(grn_factors *f, const grn_conv_dims *dims, size_t i)
{
    const int64_t in = dims->input.spatial.v[i], kernel = dims->kernel.spatial.v[i], out = dims->output.spatial.v[i];
    const int64_t windows = grn_factors_result(f, 0)->shape[out], window = grn_factors_operand(f, 1)->shape[kernel];
    int64_t left = grn_factors_operand(f, 0)->shape[in];
    for (int turn = 0; turn < 2; turn++) {
        const bool by_window = (windows >= window) == (turn == 0);
        int64_t size = by_window ? windows : window;
        size = size < left ? size : left;
        if (size <= 1)
            continue;
        add_factor(f, size, in, by_window ? -1 : kernel, by_window ? out : -1,
                   by_window ? GRN_FACTOR_PERMUTATION : GRN_FACTOR_REDUCTION);
        left /= size;
    }
}

/* What is 1 in each group is no factor beside the groups. */
static void convolution(grn_factors *f, const grn_op *op)
{
    const grn_conv_dims dims = grn_hlo_conv_dims(grn_op_attr(op, "dimension_numbers"));
    const int64_t batches = grn_op_integer(op, "batch_group_count", 1),
                  features = grn_op_integer(op, "feature_group_count", 1);
    const int64_t in_batch = dims.input.first, in_feature = dims.input.second, kernel_in = dims.kernel.first,
                  kernel_out = dims.kernel.second, out_batch = dims.output.first, out_feature = dims.output.second;
    const grn_type *kernel = grn_factors_operand(f, 1), *out = grn_factors_result(f, 0);
    if (batches > 1)
        add_factor(f, batches, in_batch, kernel_out, out_feature, GRN_FACTOR_PASS_THROUGH);
    if (batches == 1 || out->shape[out_batch] != 1)
        add_factor(f, out->shape[out_batch], in_batch, -1, out_batch, GRN_FACTOR_PASS_THROUGH);
    for (size_t i = 0; i < dims.input.spatial.count; i++)
        spatial(f, &dims, i);
    if (features > 1)
        add_factor(f, features, in_feature, kernel_out, out_feature, GRN_FACTOR_PASS_THROUGH);
    if (features == 1 || kernel->shape[kernel_in] != 1)
        add_factor(f, kernel->shape[kernel_in], in_feature, kernel_in, -1, GRN_FACTOR_REDUCTION);
    const int64_t each = out->shape[out_feature] / (batches * features); /* of one group */
    if (each > 1)
        add_factor(f, each, -1, kernel_out, out_feature, GRN_FACTOR_PASS_THROUGH);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

static void reduce(grn_factors *f, const grn_op *op)
{
    const grn_dim_list reduced = grn_rule_dims(op, "dimensions");
    const grn_type *type = grn_factors_operand(f, 0);
    int64_t out = 0;
    for (int32_t d = 0; d < type->rank; d++) {
        const bool goes = grn_dim_list_has(&reduced, d);
        grn_factor_add(f, type->shape[d], goes ? GRN_FACTOR_REDUCTION : GRN_FACTOR_PASS_THROUGH);
        grn_factor_operands(f, 0, op->noperands / 2, d);
        for (size_t r = 0; r < op->nresults; r++)
            grn_factor_result(f, r, goes ? -1 : out);
        out += !goes;
    }
}

GRN_RULE(stablehlo, convolution) = {.make = convolution};
GRN_RULE(stablehlo, dot) = {.make = dot};
GRN_RULE(stablehlo, dot_general) = {.make = dot_general};
GRN_RULE(stablehlo, reduce) = {.make = reduce};
