/* size.c - an extent as a number, a number as a tensor, and back: torch.aten.size.int,
 * torch.prim.NumToTensor.Scalar, torch.aten.Int.Tensor. */
#include <inttypes.h>

#include "dialects/torch/torch.h"

/* PT-1 */
static grn_status size_verify(const grn_op *op, grn_check *check)
{
    int64_t dim = 0, axis = 0;
    const grn_type *self = grn_torch_at(op, 0);
    return grn_constant_operand(op, 1, &dim) && self->rank > 0 ? grn_torch_check_dim(op, check, self->rank, dim, &axis)
                                                               : GRN_OK;
}

static grn_status size_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *self = &x->operands[0].tensor;
    int64_t dim = 0;
    grn_status status = grn_torch_run_int(x, op, 1, &dim);
    if (status != GRN_OK)
        return status;
    const int64_t axis = grn_form_axis(dim, self->rank);
    if (axis < 0 || axis >= self->rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE,
                             "Dimension out of range (expected to be in range of [%" PRId32 ", %" PRId32
                             "], but got %" PRId64 ")",
                             -self->rank, self->rank - 1, dim);
    status = x->calls->alloc(x, GRN_I64, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        memcpy(x->results[0].tensor.data, &self->shape[axis], sizeof *self->shape);
    return status;
}

/* An int is a tensor of si64, a float of f64, a bool of i1: what a run has the number as. */
static grn_status number_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->calls->share(x, &x->operands[0], NULL, &x->results[0]);
}

static grn_status int_verify(const grn_op *op, grn_check *check)
{
    const grn_type *t = grn_torch_at(op, 0);
    int64_t n = 1;
    if (t->element->kind != GRN_TYPE_INTEGER)
        return grn_op_fail(op, check,
                           "operand #0 must be a tensor of integers or bools: the whole part of a float is not taken");
    if (grn_type_has_static_shape(t) && grn_shape_elements(t->rank, t->shape, &n) && n != 1)
        return grn_op_fail(op, check, "a Tensor with %" PRId64 " elements cannot be converted to Scalar", n);
    return GRN_OK;
}

static grn_status int_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *t = &x->operands[0].tensor;
    grn_tensor one = {.data = t->data, .dtype = t->dtype};
    const int64_t n = grn_tensor_elements(t);
    if (n != 1)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "a Tensor with %" PRId64 " elements cannot be converted to Scalar", n);
    const int64_t value = grn_hlo_integer_value(&one);
    grn_status status = x->calls->alloc(x, GRN_I64, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        memcpy(x->results[0].tensor.data, &value, sizeof value);
    return status;
}

static const grn_port size_result[] = {GRN_PORT("result", grn_torch_int), GRN_PORTS_END};

const grn_op_def grn_torch_size_ops[] = {
    GRN_ROW("torch.aten.size.int", "extent of one dimension",
            "PyTorch, Tensor.size; torch-mlir, torch.aten.size.int, PT-1", GRN_PORTS(GRN_TORCH_SELF, GRN_TORCH_DIM),
            size_result, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE, .parse = grn_plain_parse, .print = grn_plain_print,
            .verify = size_verify, .eval = size_eval, .work = GRN_WORK_OWN),
    GRN_ROW("torch.prim.NumToTensor.Scalar", "makes a tensor of a number", "torch-mlir, torch.prim.NumToTensor.Scalar",
            GRN_PORTS(GRN_PORT("a", grn_torch_scalar)), grn_torch_one_tensor, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
            .parse = grn_plain_parse, .print = grn_plain_print, .eval = number_eval, .work = GRN_WORK_OWN),
    GRN_ROW("torch.aten.Int.Tensor", "the integer that a tensor of one element holds",
            "PyTorch, int(tensor); torch-mlir, torch.aten.Int.Tensor", GRN_PORTS(GRN_PORT("a", grn_torch_tensor)),
            size_result, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE, .parse = grn_plain_parse, .print = grn_plain_print,
            .verify = int_verify, .eval = int_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
