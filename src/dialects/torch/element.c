/*
 * element.c - torch's element-wise ops over tensors that are broadcast
 * to each other: arithmetic, comparisons, logic, where, clamp, to.dtype.
 */
#include <inttypes.h>

#include "dialects/torch/torch.h"

/* ---- rules ----------------------------------------------------------------------------------- */

/* PT-11 over operands first to first + n; *shape is the common one. */
static grn_status common_shape(const grn_op *op, const grn_check *check, size_t first, size_t n, int32_t *rank,
                               int64_t *shape)
{
    *rank = 0;
    for (size_t i = first; i < first + n; i++)
        if (!grn_torch_broadcast(rank, shape, grn_torch_at(op, i)->rank, grn_torch_at(op, i)->shape))
            return grn_tensor_broken(op, check, "PT-11",
                                     "the shapes of the operands cannot be broadcast to each other");
    return GRN_OK;
}

static grn_status same_dtype(const grn_op *op, const grn_check *check, size_t first)
{
    if (grn_torch_at(op, first)->element == grn_torch_at(op, first + 1)->element)
        return GRN_OK;
    return grn_tensor_broken(op, check, "PT-11",
                             "operands must have one dtype; torch.aten.to.dtype makes one the other's");
}

static grn_status binary_verify(const grn_op *op, grn_check *check)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = same_dtype(op, check, 0);
    if (status == GRN_OK)
        status = common_shape(op, check, 0, 2, &rank, shape);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, 0)->element, rank, shape) : status;
}

/* The result is i1, of `n` operands. */
static grn_status mask_result(const grn_op *op, const grn_check *check, size_t n)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    const grn_type *i1 = grn_type_integer(check->scratch, 1, GRN_SIGNLESS);
    grn_status status = common_shape(op, check, 0, n, &rank, shape);
    if (status == GRN_OK && !i1)
        return GRN_E_MEMORY;
    return status == GRN_OK ? grn_torch_result_shape(op, check, i1, rank, shape) : status;
}

static grn_status compare_verify(const grn_op *op, grn_check *check)
{
    grn_status status = same_dtype(op, check, 0);
    return status == GRN_OK ? mask_result(op, check, 2) : status;
}

static grn_status logical_verify(const grn_op *op, grn_check *check) { return mask_result(op, check, op->noperands); }

static grn_status where_verify(const grn_op *op, grn_check *check)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    grn_status status = same_dtype(op, check, 1);
    if (status == GRN_OK)
        status = common_shape(op, check, 0, 3, &rank, shape);
    return status == GRN_OK ? grn_torch_result_shape(op, check, grn_torch_at(op, 1)->element, rank, shape) : status;
}

static grn_status unary_verify(const grn_op *op, grn_check *check)
{
    return grn_torch_result_is(op, check, grn_torch_at(op, 0));
}

/* A float bound would make integers floats. */
static grn_status clamp_verify(const grn_op *op, grn_check *check)
{
    bool whole = grn_torch_at(op, 0)->element->kind == GRN_TYPE_INTEGER;
    if (grn_torch_is_none(op, 1) && grn_torch_is_none(op, 2))
        return grn_op_fail(op, check, "torch.clamp: At least one of 'min' or 'max' must not be None");
    for (size_t i = 1; i <= 2; i++)
        if (whole && grn_torch_float.matches(grn_operand_type(op, i)))
            return grn_tensor_broken(op, check, "PT-11", "operand #%zu must be !torch.int, as self holds integers", i);
    return unary_verify(op, check);
}

static grn_status to_dtype_verify(const grn_op *op, grn_check *check)
{
    const grn_type *self = grn_torch_at(op, 0);
    int64_t code;
    if (!grn_constant_operand(op, 1, &code))
        return grn_op_fail(op, check, "dtype must be a torch.constant.int");
    grn_dtype dtype = grn_torch_dtype_of_code(code);
    const grn_type *element = dtype == GRN_NO_DTYPE ? NULL : grn_type_of_dtype(check->scratch, dtype);
    if (dtype == GRN_NO_DTYPE)
        return grn_op_fail(op, check, "dtype %" PRId64 " is none of PyTorch's numbers of dtypes", code);
    return element ? grn_torch_result_shape(op, check, element, self->rank, self->shape) : GRN_E_MEMORY;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status undefined(const grn_exec *x, const grn_op *op, grn_dtype in, grn_dtype out)
{
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "is not defined on %s giving %s", grn_dtype_text(in),
                         grn_dtype_text(out));
}

/* Result 0: `element` of n tensors, broadcast. */
static grn_status map(grn_exec *x, const grn_op *op, const grn_element *element, size_t n, const grn_tensor *in)
{
    grn_dtype out = grn_result_type(op, 0)->stands_for->element->dtype, dtypes[GRN_ELEMENT_ARGS];
    grn_tensor views[GRN_ELEMENT_ARGS];
    grn_bound_element bound;
    int32_t rank = 0;
    int64_t shape[GRN_MAX_RANK];
    for (size_t i = 0; i < n; i++) {
        dtypes[i] = in[i].dtype;
        if (!grn_torch_broadcast(&rank, shape, in[i].rank, in[i].shape))
            return grn_exec_fail(x, op, GRN_E_SHAPE, "the shapes of the operands cannot be broadcast to each other");
    }
    if (grn_element_bind(element, dtypes, out, &bound) != GRN_OK)
        return undefined(x, op, dtypes[n - 1], out);
    for (size_t i = 0; i < n; i++)
        if (!grn_torch_view_broadcast(&in[i], rank, shape, &views[i]))
            return grn_exec_fail(x, op, GRN_E_SHAPE, "the common shape has too many elements to count");
    grn_status status = x->calls->alloc(x, out, rank, shape, &x->results[0]);
    if (status == GRN_OK)
        grn_element_map(&bound, &x->results[0].tensor, views);
    return status;
}

static grn_status map_operands(grn_exec *x, const grn_op *op, const grn_element *element, size_t n)
{
    grn_tensor in[GRN_ELEMENT_ARGS];
    for (size_t i = 0; i < n; i++)
        in[i] = x->operands[i].tensor;
    return map(x, op, element, n, in);
}

/* alpha * other, rounded; other itself where alpha is 1. */
static grn_status scaled(grn_exec *x, const grn_op *op, grn_rt *out)
{
    const grn_tensor *other = &x->operands[1].tensor;
    unsigned char alpha[16];
    grn_tensor in[2] = {*other};
    grn_bound_element multiply;
    int64_t one = 0;
    grn_status status = grn_torch_run_scalar(x, op, 2, other->dtype, alpha);
    if (status != GRN_OK || (grn_constant_operand(op, 2, &one) && one == 1))
        return status == GRN_OK ? x->calls->share(x, &x->operands[1], NULL, out) : status;
    grn_torch_splat(alpha, other->dtype, other->rank, other->shape, &in[1]);
    if (grn_element_bind(&grn_element_multiply, (const grn_dtype[]){other->dtype, other->dtype}, other->dtype,
                         &multiply) != GRN_OK)
        return undefined(x, op, other->dtype, other->dtype);
    status = x->calls->alloc(x, other->dtype, other->rank, other->shape, out);
    if (status == GRN_OK)
        grn_element_map(&multiply, &out->tensor, in);
    return status;
}

static grn_status with_alpha(grn_exec *x, const grn_op *op, const grn_element *element)
{
    grn_rt other = {.buffer = NULL};
    grn_status status = scaled(x, op, &other);
    if (status == GRN_OK)
        status = map(x, op, element, 2, (const grn_tensor[]){x->operands[0].tensor, other.tensor});
    x->calls->release(x, &other);
    return status;
}

/* Anything but 0 is true. */
static grn_status logical(grn_exec *x, const grn_op *op, const grn_element *element)
{
    grn_rt as_i1[2] = {{.buffer = NULL}, {.buffer = NULL}};
    grn_tensor in[2];
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        status = grn_hlo_as_dtype(x, op, i, GRN_I1, &as_i1[i]);
        in[i] = as_i1[i].tensor;
    }
    if (status == GRN_OK)
        status = map(x, op, element, op->noperands, in);
    for (size_t i = 0; i < 2; i++)
        x->calls->release(x, &as_i1[i]);
    return status;
}

static grn_status clamp_eval(grn_exec *x, const grn_op *op)
{
    grn_dtype dtype = x->operands[0].tensor.dtype;
    unsigned char bound[2][16];
    grn_tensor low, high, self = x->operands[0].tensor;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < 2; i++)
        if (!grn_torch_is_none(op, i + 1))
            status = grn_torch_run_scalar(x, op, i + 1, dtype, bound[i]);
    if (status != GRN_OK)
        return status;
    grn_torch_splat(bound[0], dtype, 0, NULL, &low);
    grn_torch_splat(bound[1], dtype, 0, NULL, &high);
    if (grn_torch_is_none(op, 1))
        return map(x, op, &grn_element_minimum, 2, (const grn_tensor[]){self, high});
    if (grn_torch_is_none(op, 2))
        return map(x, op, &grn_element_maximum, 2, (const grn_tensor[]){self, low});
    return map(x, op, &grn_element_clamp, 3, (const grn_tensor[]){low, self, high});
}

static grn_status to_dtype_eval(grn_exec *x, const grn_op *op)
{
    return grn_hlo_as_dtype(x, op, 0, grn_result_type(op, 0)->stands_for->element->dtype, &x->results[0]);
}

static grn_status where_eval(grn_exec *x, const grn_op *op) { return map_operands(x, op, &grn_element_select, 3); }

/* clang-format off */
/* name, how, element */
#define EVALS(E)                                                                                                      \
    E(minimum, binary, minimum) E(maximum, binary, maximum) E(mul, binary, multiply) E(eq, binary, compare_eq)         \
    E(ne, binary, compare_ne) E(lt, binary, compare_lt) E(le, binary, compare_le) E(gt, binary, compare_gt)            \
    E(ge, binary, compare_ge) E(bitwise_and, binary, and) E(bitwise_or, binary, or) E(bitwise_xor, binary, xor)        \
    E(bitwise_not, unary, not) E(add, alpha, add) E(sub, alpha, subtract) E(logical_and, logical, and)                 \
    E(logical_or, logical, or) E(logical_xor, logical, xor) E(logical_not, logical, not)
#define CALL_binary(e) map_operands(x, op, &grn_element_##e, 2)
#define CALL_unary(e) map_operands(x, op, &grn_element_##e, 1)
#define CALL_alpha(e) with_alpha(x, op, &grn_element_##e)
#define CALL_logical(e) logical(x, op, &grn_element_##e)
#define EVAL(name, how, e)                                                                                            \
    static grn_status name##_eval(grn_exec *x, const grn_op *op) { return CALL_##how(e); }
EVALS(EVAL)
/* clang-format on */

/* ---- rows ------------------------------------------------------------------------------------ */

#define OTHER GRN_PORT("other", grn_torch_tensor)
static const grn_port unary_operands[] = {GRN_TORCH_SELF, GRN_PORTS_END};
static const grn_port binary_operands[] = {GRN_TORCH_SELF, OTHER, GRN_PORTS_END};
static const grn_port alpha_operands[] = {GRN_TORCH_SELF, OTHER, GRN_PORT("alpha", grn_torch_scalar), GRN_PORTS_END};

#define ROW(name, does, ports, verifier, meaning) \
    GRN_TORCH_ATEN(name, does, "PT-7; PT-11", ports, .verify = verifier, .eval = meaning)
#define BINARY(name, does, meaning) ROW(name, does, binary_operands, binary_verify, meaning)
#define COMPARE(op, does) ROW(#op ".Tensor", does, binary_operands, compare_verify, op##_eval)

const grn_op_def grn_torch_element_ops[] = {
    ROW("add.Tensor", "self + alpha * other, operands broadcast", alpha_operands, binary_verify, add_eval),
    ROW("sub.Tensor", "self - alpha * other, operands broadcast", alpha_operands, binary_verify, sub_eval),
    BINARY("mul.Tensor", "product, operands broadcast", mul_eval),
    BINARY("minimum", "smaller of each two elements, operands broadcast", minimum_eval),
    BINARY("maximum", "larger of each two elements, operands broadcast", maximum_eval),
    BINARY("bitwise_and.Tensor", "bitwise and, operands broadcast", bitwise_and_eval),
    BINARY("bitwise_or.Tensor", "bitwise or, operands broadcast", bitwise_or_eval),
    BINARY("bitwise_xor.Tensor", "bitwise exclusive or, operands broadcast", bitwise_xor_eval),
    ROW("bitwise_not", "inverts each bit", unary_operands, unary_verify, bitwise_not_eval),
    COMPARE(eq, "whether elements are equal"),
    COMPARE(ne, "whether elements differ"),
    COMPARE(lt, "whether elements are less"),
    COMPARE(le, "whether elements are less or equal"),
    COMPARE(gt, "whether elements are greater"),
    COMPARE(ge, "whether elements are greater or equal"),
    ROW("logical_and", "logical and", binary_operands, logical_verify, logical_and_eval),
    ROW("logical_or", "logical or", binary_operands, logical_verify, logical_or_eval),
    ROW("logical_xor", "logical exclusive or", binary_operands, logical_verify, logical_xor_eval),
    ROW("logical_not", "logical not", unary_operands, logical_verify, logical_not_eval),
    ROW("where.self", "one of two elements by a condition, operands broadcast",
        GRN_PORTS(GRN_PORT("condition", grn_torch_mask), GRN_TORCH_SELF, OTHER), where_verify, where_eval),
    ROW("clamp", "brings each element into a range",
        GRN_PORTS(GRN_TORCH_SELF, GRN_PORT("min", grn_torch_maybe_scalar), GRN_PORT("max", grn_torch_maybe_scalar)),
        clamp_verify, clamp_eval),
    ROW("to.dtype", "converts each element to another type",
        GRN_PORTS(GRN_TORCH_SELF, GRN_PORT("dtype", grn_torch_int), GRN_PORT("non_blocking", grn_torch_bool),
                  GRN_PORT("copy", grn_torch_bool), GRN_PORT("memory_format", grn_torch_maybe_int)),
        to_dtype_verify, to_dtype_eval),
    {.name = NULL},
};
