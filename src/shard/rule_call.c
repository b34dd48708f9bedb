/* rule_call.c - custom calls whose target is known: what JAX and XLA call for linear algebra, top-k
 * and moves between memories. */
#include "shard/rule_factors.h"

enum { LAST_TWO = 2 }; /* dimensions of a matrix, behind those of the batch */

/* A call of another shape than its target has gets no rule. */
static bool is_matrices(grn_factors *f, size_t operands, size_t results)
{
    f->none = f->op->noperands != operands || f->op->nresults != results || grn_factors_operand(f, 0)->rank < LAST_TWO;
    return !f->none;
}

/* Eigenvectors, and eigenvalues, which count the matrix's columns. */
static void eigh(grn_factors *f, const grn_op *op)
{
    (void)op;
    const grn_type *type = grn_factors_operand(f, 0);
    if (!is_matrices(f, 1, 2))
        return;
    const int32_t first = type->rank - 2, last = type->rank - 1;
    grn_factors_pointwise(f, type, first);
    grn_factor_add(f, type->shape[first], GRN_FACTOR_PASS_THROUGH);
    grn_factor_operand(f, 0, first);
    grn_factor_result(f, 0, first);
    grn_factor_add(f, type->shape[last], GRN_FACTOR_PASS_THROUGH);
    grn_factor_operand(f, 0, last);
    grn_factor_result(f, 0, last);
    grn_factor_result(f, 1, first);
}

/* Dimension `dim` of the matrices, which has to be whole. */
static void add_matrix_dim(grn_factors *f, int32_t dim)
{
    grn_factor_add(f, grn_factors_operand(f, 0)->shape[dim], GRN_FACTOR_NEED_REPLICATION);
    grn_factor_operand(f, 0, dim);
    grn_factor_result(f, 0, dim);
}

/* Matrices, and the scales of their reflectors, a vector each: operand or result 1. */
static void add_reflectors(grn_factors *f, const grn_type *scales, void (*put)(grn_factors *f, size_t i, int64_t dim))
{
    const grn_type *type = grn_factors_operand(f, 0);
    const int32_t first = type->rank - 2;
    grn_factors_pointwise(f, type, first);
    add_matrix_dim(f, first);
    add_matrix_dim(f, type->rank - 1);
    f->none = f->none || scales->rank <= first;
    if (f->none)
        return;
    grn_factor_add(f, scales->shape[first], GRN_FACTOR_NEED_REPLICATION);
    put(f, 1, first);
}

static void qr(grn_factors *f, const grn_op *op)
{
    (void)op;
    if (is_matrices(f, 1, 2))
        add_reflectors(f, grn_factors_result(f, 1), grn_factor_result);
}

static void householder_product(grn_factors *f, const grn_op *op)
{
    (void)op;
    if (is_matrices(f, 2, 1))
        add_reflectors(f, grn_factors_operand(f, 1), grn_factor_operand);
}

static void top_k(grn_factors *f, const grn_op *op)
{
    (void)op;
    grn_factors_mismatched(f, grn_factors_operand(f, 0), grn_factors_result(f, 0), GRN_FACTOR_NEED_REPLICATION, true);
}

/* Values, their numbers, and what each begins with; of values and numbers the largest. */
static void approximate_top_k(grn_factors *f, const grn_op *op)
{
    const grn_type *in = grn_factors_operand(f, 0), *out = grn_factors_result(f, 0);
    f->none = op->noperands != 4 || op->nresults != 2 || in->rank != out->rank;
    for (int32_t d = 0; d < in->rank && !f->none; d++) {
        if (in->shape[d] == out->shape[d]) {
            grn_factor_everywhere(f, d, in->shape[d], GRN_FACTOR_PASS_THROUGH, false);
            continue;
        }
        grn_factor_add(f, in->shape[d], GRN_FACTOR_PASS_THROUGH);
        grn_factor_operands(f, 0, 2, d);
        grn_factor_add_blocked(f, out->shape[d], GRN_FACTOR_NEED_REPLICATION, true);
        grn_factor_result(f, 0, d);
        grn_factor_result(f, 1, d);
    }
}

/* ---- X64Combine ------------------------------------------------------------------------------ */

static bool is_used_by_random_bits(const grn_op *op, const grn_value *v);

static bool has_random_bits_of(const grn_block *b, const grn_value *v)
{
    for (const grn_op *op = b->first; op; op = op->next)
        if (is_used_by_random_bits(op, v))
            return true;
    return false;
}

/* Depth is the regions', which the parser limits. */
static bool is_used_by_random_bits(const grn_op *op, const grn_value *v)
{
    if (grn_op_is(op, GRN_HLO(rng_bit_generator)) && op->operands[0] == v)
        return true;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            if (has_random_bits_of(b, v))
                return true;
    return false;
}

/* The state that random bits are made of stays whole, so that nothing is spread to it. */
static void combine_halves(grn_factors *f, const grn_op *op)
{
    const grn_type *type = grn_factors_result(f, 0);
    const bool is_state = has_random_bits_of(op->block, &op->results[0]);
    for (int32_t d = 0; d < type->rank; d++)
        grn_factor_everywhere(f, d, type->shape[d], GRN_FACTOR_PASS_THROUGH, is_state);
}

static const grn_rule_row targets[] = {
    {"ApproxTopK", approximate_top_k},
    {"Cholesky", grn_rule_pointwise},
    {"CompactWyHelper", grn_rule_pointwise},
    {"Eigh", eigh},
    {"InspectSharding", grn_rule_pointwise},
    {"InvertDiagBlocksLowerTriangular", grn_rule_pointwise},
    {"InvertDiagBlocksUpperTriangular", grn_rule_pointwise},
    {"LayoutConstraint", grn_rule_pointwise},
    {"MoveToDevice", grn_rule_pointwise},
    {"MoveToHost", grn_rule_pointwise},
    {"PartialReduce", approximate_top_k},
    {"ProductOfElementaryHouseholderReflectors", householder_product},
    {"Qr", qr},
    {"QrDecompositionBlock", qr},
    {"X64Combine", combine_halves},
    {"X64SplitHigh", grn_rule_pointwise},
    {"X64SplitLow", grn_rule_pointwise},
    {"annotate_device_placement", grn_rule_pointwise},
    {"mhlo.erf", grn_rule_pointwise},
    {"mhlo.topk", top_k},
    {"sdy_testonly", NULL},
    {"tpu_custom_call", NULL},
    {"xla.megascale.provide_metadata", grn_rule_pointwise},
    {"xla_ffi_python_cpu_callback", NULL},
    {"xla_ffi_python_gpu_callback", NULL},
    {"xla_python_cpu_callback", NULL},
    {"xla_python_gpu_callback", NULL},
    {NULL, NULL},
};

const grn_rule_row *grn_rule_of_call(const grn_op *op)
{
    const bool is_call = grn_op_number_of(op) == GRN_HLO(custom_call);
    const grn_attr *target = is_call ? grn_op_attr(op, "call_target_name") : NULL;
    for (const grn_rule_row *row = targets; target && target->kind == GRN_ATTR_STRING && row->name; row++)
        if (grn_str_is(target->text, row->name))
            return row;
    return NULL;
}
