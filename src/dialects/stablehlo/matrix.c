/* matrix.c - cholesky and triangular_solve (StableHLO spec, the sections of those names). */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>

/* ---- cholesky -------------------------------------------------------------------------------- */

/* C2: a batch of matrices. C3: square ones. C1: the result has the operand's type. */
static grn_status cholesky_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *a = grn_operand_type(op, 0);
    char text[GRN_DIMS_TEXT_BYTES];
    grn_stablehlo_list_text((size_t)a->rank, a->shape, text, sizeof text);
    if (a->rank < 2)
        return grn_stablehlo_broken(op, check, "C2", "argument 'a' must have rank >= 2, got shape %s.", text);
    if (!grn_stablehlo_dim_agrees(a->shape[a->rank - 2], a->shape[a->rank - 1]))
        return grn_stablehlo_broken(op, check, "C3", "minor dimensions of 'a' must have equal size, got shape %s.",
                                    text);
    return grn_hlo_infer_like(check, out, a->element, a);
}

static grn_status memory_refused(grn_exec *x, const grn_op *op, grn_status status)
{
    return status == GRN_E_MEMORY ? grn_exec_fail(x, op, status, "memory for a matrix was refused") : status;
}

static grn_status check_square(grn_exec *x, const grn_op *op, const grn_tensor *a)
{
    int64_t rows = a->shape[a->rank - 2], columns = a->shape[a->rank - 1];
    if (rows == columns)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_SHAPE,
                         "matrices have %" PRId64 " rows and %" PRId64 " columns, as many are needed", rows, columns);
}

/* Each element of a matrix of n rows is worth n multiplications. */
static grn_status charge_rows(grn_exec *x, const grn_tensor *elements, int64_t n)
{
    return x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(elements), (uint64_t)n));
}

static grn_status cholesky_run(grn_exec *x, const grn_op *op, const grn_rt *a, grn_rt *factor)
{
    const grn_tensor *t = &a->tensor;
    grn_status status = check_square(x, op, t);
    if (status == GRN_OK)
        status = charge_rows(x, t, t->shape[t->rank - 1]);
    if (status == GRN_OK)
        status = x->calls->alloc(x, t->dtype, t->rank, t->shape, factor);
    if (status == GRN_OK)
        status =
            memory_refused(x, op, grn_eval_cholesky(&factor->tensor, t, grn_op_flag(op, "lower", false), x->allocator));
    return status == GRN_OK ? grn_quantize(x, op, grn_result_type(op, 0), factor, &x->results[0]) : status;
}

static grn_status cholesky_eval(grn_exec *x, const grn_op *op)
{
    grn_rt a = {.buffer = NULL}, factor = {.buffer = NULL};
    grn_status status = grn_express(x, op, grn_operand_type(op, 0), &x->operands[0], &a);
    if (status == GRN_OK)
        status = cholesky_run(x, op, &a, &factor);
    x->calls->release(x, &a);
    x->calls->release(x, &factor);
    return status;
}

/* ---- triangular_solve ------------------------------------------------------------------------ */

enum { TRANSPOSE_INVALID, NO_TRANSPOSE, TRANSPOSE, ADJOINT };

static int32_t transpose_of(const grn_op *op) { return grn_op_attr(op, "transpose_a")->enumeration.value; }

/* The dimension of b that a's rows and columns count. */
static int32_t shared_dim(const grn_op *op, int32_t rank)
{
    return rank - (grn_op_flag(op, "left_side", false) ? 2 : 1);
}

static bool batches_agree(const grn_type *a, const grn_type *b)
{
    for (int32_t d = 0; d < a->rank - 2; d++)
        if (!grn_stablehlo_dim_agrees(a->shape[d], b->shape[d]))
            return false;
    return true;
}

/* C2: batches of matrices. C3: square ones, whose rows b's columns have, or the other way round. */
static grn_status solve_rules(const grn_op *op, grn_check *check)
{
    const grn_type *a = grn_operand_type(op, 0), *b = grn_operand_type(op, 1);
    int32_t rank = a->rank;
    char of_a[GRN_TYPE_TEXT_BYTES], of_b[GRN_TYPE_TEXT_BYTES];
    grn_type_text(a, of_a, sizeof of_a);
    grn_type_text(b, of_b, sizeof of_b);
    if (rank < 2)
        return grn_stablehlo_broken(op, check, "C2", "operand 'a' must have rank >= 2, but got '%s'", of_a);
    if (!grn_stablehlo_dim_agrees(a->shape[rank - 2], a->shape[rank - 1]))
        return grn_stablehlo_broken(op, check, "C3",
                                    "two minor dimensions of operand 'a' must be compatible, but got '%s'", of_a);
    if (rank != b->rank)
        return grn_stablehlo_broken(op, check, "C2", "operands must have equal rank, but got '%s' and '%s'", of_a,
                                    of_b);
    if (!grn_stablehlo_dim_agrees(a->shape[rank - 1], b->shape[shared_dim(op, rank)]))
        return grn_stablehlo_broken(
            op, check, "C3", "shared dimension of operands 'a' and 'b' must be compatible, but got '%s' and '%s'", of_a,
            of_b);
    if (!batches_agree(a, b))
        return grn_stablehlo_broken(
            op, check, "C3", "batch dimensions of the operands must be compatible, but got '%s' and '%s'", of_a, of_b);
    if (transpose_of(op) == TRANSPOSE_INVALID)
        return grn_op_fail_plain(op, check, "Invalid transpose option value for triangular solve");
    return GRN_OK;
}

/* C4: the result has b's type. */
static grn_status solve_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *b = grn_operand_type(op, 1);
    grn_status status = solve_rules(op, check);
    return status == GRN_OK ? grn_hlo_infer_like(check, out, b->element, b) : status;
}

static grn_status check_extents(grn_exec *x, const grn_op *op)
{
    const grn_tensor *a = &x->operands[0].tensor, *b = &x->operands[1].tensor;
    int32_t shared = shared_dim(op, b->rank);
    grn_status status = check_square(x, op, a);
    if (status == GRN_OK && a->shape[a->rank - 1] != b->shape[shared])
        status = grn_exec_fail(x, op, GRN_E_SHAPE,
                               "dimension %" PRId32 " of b has %" PRId64 " elements, a's matrices %" PRId64, shared,
                               b->shape[shared], a->shape[a->rank - 1]);
    for (int32_t d = 0; status == GRN_OK && d < b->rank - 2; d++)
        if (a->shape[d] != b->shape[d])
            status =
                grn_exec_fail(x, op, GRN_E_SHAPE, "dimension %" PRId32 " of a has %" PRId64 " elements, of b %" PRId64,
                              d, a->shape[d], b->shape[d]);
    return status;
}

static grn_status solve_eval(grn_exec *x, const grn_op *op)
{
    static const grn_transpose transposes[] = {GRN_TRANSPOSE_NONE, GRN_TRANSPOSE_NONE, GRN_TRANSPOSE_PLAIN,
                                               GRN_TRANSPOSE_ADJOINT};
    const grn_tensor *a = &x->operands[0].tensor, *b = &x->operands[1].tensor;
    const grn_triangular system = {.left_side = grn_op_flag(op, "left_side", false),
                                   .lower = grn_op_flag(op, "lower", false),
                                   .unit_diagonal = grn_op_flag(op, "unit_diagonal", false),
                                   .transpose = transposes[transpose_of(op)]};
    grn_status status = check_extents(x, op);
    if (status == GRN_OK)
        status = charge_rows(x, b, a->shape[a->rank - 1]);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, b->rank, b->shape);
    if (status != GRN_OK)
        return status;
    return memory_refused(x, op, grn_eval_triangular_solve(&x->results[0].tensor, a, b, &system, x->allocator));
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_stablehlo_matrix_ops[] = {
    GRN_STABLEHLO(cholesky, "Cholesky factors of symmetric or Hermitian matrices", "C1-C3",
                  GRN_PORTS(GRN_PORT("a", grn_hlo_fp_complex_or_quantized_tensor)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_fp_complex_or_quantized_tensor)),
                  GRN_ATTRS(GRN_MAY_HAVE("lower", grn_attr_is_bool)), .format = "%0 [ , lower = $lower ]? {} :same",
                  .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_compatible_element, .infer = cholesky_infer,
                  .result_rules = {"C1", "C1"}, .eval = cholesky_eval),
    GRN_STABLEHLO(triangular_solve, "solves systems of equations with triangular matrices", "C1-C4",
                  GRN_PORTS(GRN_PORT("a", grn_hlo_fp_or_complex_tensor), GRN_PORT("b", grn_hlo_fp_or_complex_tensor)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_fp_or_complex_tensor)),
                  GRN_ATTRS(GRN_NEEDS("left_side", grn_attr_is_bool), GRN_NEEDS("lower", grn_attr_is_bool),
                            GRN_NEEDS("unit_diagonal", grn_attr_is_bool),
                            {"transpose_a", &grn_stablehlo_is_transpose, GRN_REQUIRED, &grn_stablehlo_transpose, NULL}),
                  .traits = GRN_TRAIT_PURE, .verify = grn_hlo_verify_compatible_element, .infer = solve_infer,
                  .result_rules = {"C4", "C4"}, .eval = solve_eval),
    {.name = NULL},
};
