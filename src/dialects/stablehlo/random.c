/*
 * random.c - rng and rng_bit_generator (StableHLO spec, the sections of those
 * names; docs/stablehlo.md says which numbers they give).
 */
#include "dialects/stablehlo/custom_call_targets.h"

/* Steps that a random number costs. */
#define STEPS_EACH 8

static grn_status charge(grn_exec *x, const grn_tensor *out)
{
    return x->calls->charge(x, grn_steps_times((uint64_t)grn_tensor_elements(out), STEPS_EACH));
}

/* ---- rng ------------------------------------------------------------------------------------- */

enum { UNIFORM, NORMAL };

static int32_t distribution_of(const grn_op *op) { return grn_op_attr(op, "rng_distribution")->enumeration.value; }

/* The extents that `shape` gives where it is a constant. */
static void constant_extents(const grn_op *op, int32_t rank, int64_t *shape)
{
    size_t count = 0;
    const int64_t *v = NULL;
    bool known = grn_hlo_constant_ints(op, 2, &count, &v) && count == (size_t)rank;
    for (int32_t d = 0; d < rank; d++)
        shape[d] = known && v[d] >= 0 ? v[d] : GRN_DYNAMIC;
}

/* C2: a normal distribution is one of floats. C3: the shape is the one asked for. */
static grn_status rng_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *a = grn_operand_type(op, 0), *b = grn_operand_type(op, 1);
    int64_t rank = grn_operand_type(op, 2)->shape[0], shape[GRN_MAX_RANK];
    if (distribution_of(op) == NORMAL && (a->element->kind != GRN_TYPE_FLOAT || b->element->kind != GRN_TYPE_FLOAT))
        return grn_stablehlo_broken(op, check, "C2", "mu and sigma must be floats");
    if (rank > GRN_MAX_RANK)
        return grn_op_fail(op, check, "shape has more than %d entries, the largest rank", GRN_MAX_RANK);
    constant_extents(op, (int32_t)rank, shape);
    return grn_hlo_infer_tensor(check, out, a->element, (int32_t)rank, shape);
}

/* The stream is the number of the op's result within its function. */
static grn_status rng_eval(grn_exec *x, const grn_op *op)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_hlo_read_shape(x, op, 2, &rank, shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, rank, shape);
    if (status == GRN_OK)
        status = charge(x, &x->results[0].tensor);
    if (status == GRN_OK)
        grn_eval_random(&x->results[0].tensor, x->operands[0].tensor.data, x->operands[1].tensor.data,
                        distribution_of(op) == NORMAL ? GRN_NORMAL : GRN_UNIFORM, op->results[0].slot);
    return status;
}

/* ---- rng_bit_generator ----------------------------------------------------------------------- */

enum { DEFAULT, THREE_FRY, PHILOX };

/* C1: the state keeps its type. */
static grn_status bits_verify(const grn_op *op, grn_check *check)
{
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (grn_hlo_shapes_agree(in, out))
        return GRN_OK;
    return grn_stablehlo_broken(op, check, "C1",
                                "output state shape must be compatible with initial state shape. Got: '%s' and '%s'",
                                grn_type_text(in, a, sizeof a), grn_type_text(out, b, sizeof b));
}

static bool is_64_bit_integer(grn_dtype dtype) { return grn_dtype_is_integer(dtype) && grn_dtype_bits(dtype) == 64; }

/* C2: THREE_FRY has a key and a counter of 64 bits, PHILOX one of 64 or 128. */
static grn_status read_state(grn_exec *x, const grn_op *op, bool is_philox, size_t *count, uint64_t *state)
{
    const grn_tensor *t = &x->operands[0].tensor;
    if (t->rank != 1 || !is_64_bit_integer(t->dtype) || !is_64_bit_integer(grn_hlo_result_dtype(op, 0)))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "a state is a list of ui64");
    if (t->shape[0] != 2 && !(is_philox && t->shape[0] == 3))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "a state of %lld numbers, %s has %s", (long long)t->shape[0],
                             is_philox ? "PHILOX" : "THREE_FRY", is_philox ? "2 or 3" : "2");
    *count = (size_t)t->shape[0];
    grn_tensor_read(t, 0, t->shape[0], state);
    return GRN_OK;
}

/* DEFAULT is PHILOX, as on XLA's CPUs and GPUs. */
static grn_status draw_bits(grn_exec *x, const grn_op *op, bool is_philox, int32_t rank, const int64_t *shape)
{
    uint64_t state[3];
    size_t count = 0;
    grn_status status = read_state(x, op, is_philox, &count, state);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, 1, (const int64_t[]){(int64_t)count});
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 1, rank, shape);
    if (status == GRN_OK)
        status = charge(x, &x->results[1].tensor);
    if (status != GRN_OK)
        return status;
    grn_eval_random_bits(&x->results[1].tensor, is_philox ? GRN_BITS_PHILOX : GRN_BITS_THREE_FRY, count, state);
    memcpy(x->results[0].tensor.data, state, count * sizeof *state);
    return GRN_OK;
}

static grn_status bits_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *out = grn_result_type(op, 1);
    bool is_philox = grn_op_attr(op, "rng_algorithm")->enumeration.value != THREE_FRY;
    return draw_bits(x, op, is_philox, out->rank, out->shape);
}

/* The extents are the last operand. */
grn_status grn_hlo_dynamic_random_bits(grn_exec *x, const grn_op *op)
{
    const grn_attr *algorithm = grn_op_attr(op, "rng_algorithm");
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_hlo_call_arity(x, op, 2, 2);
    if (status != GRN_OK)
        return status;
    if (!algorithm || !grn_stablehlo_is_rng_algorithm.matches(algorithm))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "rng_algorithm is missing");
    status = grn_hlo_read_shape(x, op, 1, &rank, shape);
    if (status == GRN_OK && rank != grn_result_type(op, 1)->rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #1 has %d extents, result #1 has rank %d", (int)rank,
                             (int)grn_result_type(op, 1)->rank);
    return status == GRN_OK ? draw_bits(x, op, algorithm->enumeration.value != THREE_FRY, rank, shape) : status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

const grn_op_def grn_stablehlo_random_ops[] = {
    GRN_STABLEHLO(rng, "random numbers, uniform or normal", "C1-C3",
                  GRN_PORTS(GRN_PORT("a", grn_hlo_scalar_pred_int_or_fp_tensor),
                            GRN_PORT("b", grn_hlo_scalar_pred_int_or_fp_tensor),
                            GRN_PORT("shape", grn_hlo_static_dimension_tensor)),
                  GRN_PORTS(GRN_PORT("result", grn_hlo_pred_int_or_fp_tensor)),
                  GRN_ATTRS({"rng_distribution", &grn_stablehlo_is_rng_distribution, GRN_REQUIRED,
                             &grn_stablehlo_rng_distribution, NULL}),
                  .format = "%0 , %1 , %2 , distribution = $rng_distribution {} :fn",
                  .relations = GRN_RELATIONS({"a, b, result", GRN_SAME_ELEMENT_TYPE, "C1"}), .infer = rng_infer,
                  .result_rules = {"C3", "C1"}, .eval = rng_eval),
    GRN_STABLEHLO(
        rng_bit_generator, "random bits, and the state for the next ones", "C1-C2",
        GRN_PORTS(GRN_PORT("initial_state", grn_hlo_int_or_fp_tensor)),
        GRN_PORTS(GRN_PORT("output_state", grn_hlo_int_or_fp_tensor),
                  GRN_PORT("output", grn_hlo_static_int_or_fp_tensor)),
        GRN_ATTRS({"rng_algorithm", &grn_stablehlo_is_rng_algorithm, GRN_REQUIRED, &grn_stablehlo_rng_algorithm, NULL}),
        .format = "%0 , algorithm = $rng_algorithm {} :fn", .traits = GRN_TRAIT_PURE, .verify = bits_verify,
        .eval = bits_eval),
    {.name = NULL},
};
