/* rule_linear.c - ops on matrices and rows that are computed as a whole, whose other dimensions are
 * batches; and random bits. */
#include "shard/rule_factors.h"

static void cholesky(grn_factors *f, const grn_op *op)
{
    (void)op;
    const grn_type *type = grn_factors_operand(f, 0);
    for (int32_t d = 0; d < type->rank; d++)
        grn_factor_everywhere(f, d, type->shape[d],
                              d < type->rank - 2 ? GRN_FACTOR_PASS_THROUGH : GRN_FACTOR_NEED_REPLICATION, false);
}

/* op(a) x = b from the left, x op(a) = b from the right: rows and columns are op(a)'s. */
static void solve_dim(grn_factors *f, int64_t size, int64_t a, int64_t b, int64_t x)
{
    grn_factor_add(f, size, GRN_FACTOR_NEED_REPLICATION);
    grn_factor_operand(f, 0, a);
    grn_factor_operand(f, 1, b);
    grn_factor_result(f, 0, x);
}

static void triangular_solve(grn_factors *f, const grn_op *op)
{
    const grn_type *a = grn_factors_operand(f, 0), *b = grn_factors_operand(f, 1);
    const grn_attr *how = grn_op_attr(op, "transpose_a");
    f->none = a->rank < 2 || b->rank != a->rank;
    if (f->none)
        return;
    const char *word = how->enumeration.def->keyword[how->enumeration.value];
    const bool transposed = strcmp(word, "TRANSPOSE") == 0 || strcmp(word, "ADJOINT") == 0;
    const int32_t first = a->rank - 2, last = a->rank - 1;
    const int32_t rows = transposed ? last : first, columns = transposed ? first : last;
    grn_factors_pointwise(f, a, first);
    if (grn_op_flag(op, "left_side", false)) {
        solve_dim(f, a->shape[rows], rows, first, -1);
        solve_dim(f, b->shape[last], -1, last, last);
        solve_dim(f, a->shape[columns], columns, -1, first);
    } else {
        solve_dim(f, b->shape[first], -1, first, first);
        solve_dim(f, a->shape[columns], columns, last, -1);
        solve_dim(f, a->shape[rows], rows, -1, last);
    }
}

/* The last dimensions are transformed; the very last may be of another size in the result. */
static void fft(grn_factors *f, const grn_op *op)
{
    const grn_type *in = grn_factors_operand(f, 0), *out = grn_factors_result(f, 0);
    const int64_t batches = in->rank - (int64_t)grn_rule_dims(op, "fft_length").count;
    for (int32_t d = 0; d < in->rank; d++)
        grn_factor_everywhere(f, d, in->shape[d], d < batches ? GRN_FACTOR_PASS_THROUGH : GRN_FACTOR_NEED_REPLICATION,
                              d == in->rank - 1 && d >= batches && in->shape[d] != out->shape[d]);
}

/* The sorted dimension is blocked where there is no other to shard. One that counts from the end is
 * not recognised upstream. */
static void sort(grn_factors *f, const grn_op *op)
{
    const int64_t sorted = grn_op_integer(op, "dimension", -1);
    const grn_type *type = grn_factors_operand(f, 0);
    bool alone = true;
    for (int32_t d = 0; d < type->rank; d++)
        alone = alone && (d == sorted || type->shape[d] == 1);
    for (int32_t d = 0; d < type->rank; d++)
        grn_factor_everywhere(f, d, type->shape[d], d == sorted ? GRN_FACTOR_NEED_REPLICATION : GRN_FACTOR_PASS_THROUGH,
                              d == sorted && alone);
}

/* Every device has the state as a whole, whatever part of the bits it makes. */
static void rng_bit_generator(grn_factors *f, const grn_op *op)
{
    (void)op;
    const grn_type *state = grn_factors_operand(f, 0), *bits = grn_factors_result(f, 1);
    for (int32_t d = 0; d < state->rank; d++) {
        grn_factor_add_blocked(f, state->shape[d], GRN_FACTOR_NEED_REPLICATION, true);
        grn_factor_operand(f, 0, d);
        grn_factor_result(f, 0, d);
    }
    for (int32_t d = 0; d < bits->rank; d++) {
        grn_factor_add(f, bits->shape[d], GRN_FACTOR_PASS_THROUGH);
        grn_factor_result(f, 1, d);
    }
}

GRN_RULE(stablehlo, cholesky) = {.make = cholesky};
GRN_RULE(stablehlo, fft) = {.make = fft};
GRN_RULE(stablehlo, rng_bit_generator) = {.make = rng_bit_generator};
GRN_RULE(stablehlo, sort) = {.make = sort};
GRN_RULE(stablehlo, triangular_solve) = {.make = triangular_solve};
