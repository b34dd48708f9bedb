/* rule_shape.c - ops that put the same elements in other places: which dimension is which is said
 * by their attributes. */
#include "shard/rule_factors.h"

static void broadcast_in_dim(grn_factors *f, const grn_op *op)
{
    const grn_dim_list to = grn_rule_dims(op, "broadcast_dimensions");
    const grn_type *in = grn_factors_operand(f, 0), *out = grn_factors_result(f, 0);
    for (int32_t d = 0; d < out->rank; d++) {
        int64_t from = -1;
        for (size_t i = 0; i < to.count && i < (size_t)in->rank; i++)
            from = to.v[i] == d ? (int64_t)i : from;
        if (from >= 0 && in->shape[from] == 1 && out->shape[d] != 1) { /* expanded: the two have nothing in common */
            grn_factor_add(f, 1, GRN_FACTOR_PASS_THROUGH);
            grn_factor_operand(f, 0, from);
            from = -1;
        }
        grn_factor_add(f, out->shape[d], GRN_FACTOR_PASS_THROUGH);
        grn_factor_operand(f, 0, from);
        grn_factor_result(f, 0, d);
    }
}

static void transpose(grn_factors *f, const grn_op *op)
{
    const grn_dim_list permutation = grn_rule_dims(op, "permutation");
    const grn_type *out = grn_factors_result(f, 0);
    f->none = permutation.count != (size_t)out->rank;
    for (int32_t d = 0; d < out->rank && !f->none; d++) {
        grn_factor_add(f, out->shape[d], GRN_FACTOR_PASS_THROUGH);
        grn_factor_operand(f, 0, permutation.v[d]);
        grn_factor_result(f, 0, d);
    }
}

static void reverse(grn_factors *f, const grn_op *op)
{
    const grn_dim_list reversed = grn_rule_dims(op, "dimensions");
    const grn_type *type = grn_factors_result(f, 0);
    for (int32_t d = 0; d < type->rank; d++)
        grn_factor_everywhere(f, d, type->shape[d],
                              grn_dim_list_has(&reversed, d) ? GRN_FACTOR_PERMUTATION : GRN_FACTOR_PASS_THROUGH, false);
}

/* A last dimension that only one side has holds the parts of an element. */
static void bitcast_convert(grn_factors *f, const grn_op *op)
{
    (void)op;
    const grn_type *in = grn_factors_operand(f, 0), *out = grn_factors_result(f, 0);
    const grn_type *more = in->rank > out->rank ? in : out, *fewer = in->rank < out->rank ? in : out;
    grn_factors_pointwise(f, fewer, fewer->rank);
    if (more->rank == fewer->rank)
        return;
    grn_factor_add(f, more->shape[more->rank - 1], GRN_FACTOR_NEED_REPLICATION);
    if (more == in)
        grn_factor_operand(f, 0, more->rank - 1);
    else
        grn_factor_result(f, 0, more->rank - 1);
}

/* ---- concatenate ----------------------------------------------------------------------------- */

static bool is_slice(const grn_value *v) { return grn_op_is(v->def, GRN_HLO(slice)); }

static const grn_value *before_slice(const grn_value *v) { return is_slice(v) ? v->def->operands[0] : v; }

/* Parts move between neighbours if all are slices, or all are of one tensor; else the joined
 * dimension has to be whole. */
static grn_factor_kind kind_of_joined(const grn_op *op)
{
    bool slices = true, of_one = true;
    for (size_t i = 0; i < op->noperands; i++) {
        slices = slices && is_slice(op->operands[i]);
        of_one = of_one && before_slice(op->operands[i]) == before_slice(op->operands[0]);
    }
    return slices || of_one ? GRN_FACTOR_PERMUTATION : GRN_FACTOR_NEED_REPLICATION;
}

static void concatenate(grn_factors *f, const grn_op *op)
{
    const int64_t joined = grn_op_integer(op, "dimension", 0);
    const grn_type *type = grn_factors_result(f, 0);
    for (int32_t d = 0; d < type->rank; d++)
        grn_factor_everywhere(f, d, type->shape[d], d == joined ? kind_of_joined(op) : GRN_FACTOR_PASS_THROUGH, false);
}

GRN_RULE(stablehlo, bitcast_convert) = {.make = bitcast_convert};
GRN_RULE(stablehlo, broadcast_in_dim) = {.make = broadcast_in_dim};
GRN_RULE(stablehlo, concatenate) = {.make = concatenate};
GRN_RULE(stablehlo, reshape) = {.make = grn_rule_reshape};
GRN_RULE(stablehlo, reverse) = {.make = reverse};
GRN_RULE(stablehlo, transpose) = {.make = transpose};
