/*
 * make.c - tensors out of sizes and scalars, and back: empty, splat,
 * from_elements, dim, extract, insert (MLIR tensor dialect, the sections of those
 * names).
 */
#include <inttypes.h>

#include "dialects/tensor/tensor.h"

/* ---- sizes ----------------------------------------------------------------------------------- */

/* An operand for each dynamic extent of the result, from number `first` on. */
static grn_status sizes_verify(const grn_op *op, const grn_check *check, size_t first)
{
    const grn_type *type = grn_result_type(op, 0);
    size_t dynamic = 0;
    for (int32_t d = 0; d < type->rank; d++)
        dynamic += type->shape[d] == GRN_DYNAMIC;
    if (op->noperands - first == dynamic)
        return GRN_OK;
    return grn_op_fail(op, check, "incorrect number of dynamic sizes, has %zu, expected %zu", op->noperands - first,
                       dynamic);
}

grn_status grn_tensor_read_sizes(grn_exec *x, const grn_op *op, size_t first, int64_t *shape)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_status status = GRN_OK;
    for (int32_t d = 0; status == GRN_OK && d < type->rank; d++) {
        shape[d] = type->shape[d];
        if (shape[d] == GRN_DYNAMIC)
            status = grn_read_extent(x, op, first++, &shape[d]);
    }
    return status;
}

static grn_status empty_verify(const grn_op *op, grn_check *check) { return sizes_verify(op, check, 0); }

/* Upstream leaves the elements undefined. Zeros, so that a run is the same every time. */
static grn_status empty_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK];
    grn_status status = grn_tensor_read_sizes(x, op, 0, shape);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, grn_result_type(op, 0)->rank, shape);
    if (status == GRN_OK)
        memset(x->results[0].tensor.data, 0, grn_tensor_bytes(&x->results[0].tensor));
    return status;
}

/* ---- elements -------------------------------------------------------------------------------- */

static grn_status element_agrees(const grn_op *op, const grn_check *check, const grn_type *scalar,
                                 const grn_type *tensor, const char *rule)
{
    return scalar == tensor->element ? GRN_OK : grn_op_fail(op, check, "failed to verify that %s", rule);
}

static grn_status splat_verify(const grn_op *op, grn_check *check)
{
    grn_status status = sizes_verify(op, check, 1);
    if (status != GRN_OK)
        return status;
    return element_agrees(op, check, grn_operand_type(op, 0), grn_result_type(op, 0),
                          "operand type matches element type of result");
}

/* One element, broadcast. */
static grn_status splat_eval(grn_exec *x, const grn_op *op)
{
    int64_t shape[GRN_MAX_RANK], elements;
    grn_tensor view;
    int32_t rank = grn_result_type(op, 0)->rank;
    grn_status status = grn_tensor_read_sizes(x, op, 1, shape);
    if (status != GRN_OK)
        return status;
    if (!grn_shape_elements(rank, shape, &elements))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "too many elements to count");
    grn_view_broadcast(&x->operands[0].tensor, rank, shape, NULL, &view);
    return grn_hlo_share_result(x, 0, 0, &view);
}

static grn_status from_elements_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_result_type(op, 0);
    int64_t elements;
    if (!grn_type_has_static_shape(type))
        return grn_op_fail(op, check, "result #0 must be statically shaped tensor of any type values");
    if (!grn_shape_elements(type->rank, type->shape, &elements) || (size_t)elements != op->noperands)
        return grn_op_fail(op, check, "%zu operands present, the result has another number of elements", op->noperands);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = element_agrees(op, check, grn_operand_type(op, i), type, "operand types match result element type");
    return status;
}

static grn_status from_elements_eval(grn_exec *x, const grn_op *op)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_status status = grn_hlo_new_result(x, op, 0, type->rank, type->shape);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        memcpy(grn_tensor_at(&x->results[0].tensor, (int64_t)i), x->operands[i].tensor.data,
               grn_dtype_bytes(x->operands[i].tensor.dtype));
    return status;
}

static grn_status extract_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_operand_type(op, 0);
    if (op->noperands - 1 != (size_t)type->rank)
        return grn_op_fail(op, check, "incorrect number of indices for extract_element");
    return element_agrees(op, check, grn_result_type(op, 0), type, "result type matches element type of tensor");
}

static grn_status extract_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t offset;
    grn_status status = grn_read_position(x, op, in, 1, &offset);
    if (status != GRN_OK)
        return status;
    grn_tensor view = {.data = grn_tensor_at(in, offset), .dtype = in->dtype};
    return grn_hlo_share_result(x, 0, 0, &view);
}

static grn_status insert_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_operand_type(op, 1);
    if (grn_result_type(op, 0) != type)
        return grn_op_fail(op, check, "failed to verify that result type matches type of dest");
    if (op->noperands - 2 != (size_t)type->rank)
        return grn_op_fail(op, check, "incorrect number of indices");
    return element_agrees(op, check, grn_operand_type(op, 0), type, "scalar type matches element type of dest");
}

static grn_status insert_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *dest = &x->operands[1].tensor;
    int64_t offset;
    grn_status status = grn_read_position(x, op, dest, 2, &offset);
    if (status == GRN_OK)
        status = grn_own_operand(x, op, 1, 0);
    if (status != GRN_OK)
        return status;
    const grn_tensor *out = &x->results[0].tensor;
    grn_read_position(x, op, out, 2, &offset); /* in its own strides */
    memcpy(grn_tensor_at(out, offset), x->operands[0].tensor.data, grn_dtype_bytes(out->dtype));
    return GRN_OK;
}

/* ---- dim ------------------------------------------------------------------------------------- */

static grn_status dim_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t dim = grn_hlo_integer_value(&x->operands[1].tensor);
    if (dim < 0 || dim >= in->rank)
        return grn_exec_fail(x, op, GRN_E_INDEX, "dimension %" PRId64 " of a tensor of rank %" PRId32, dim, in->rank);
    grn_status status = x->calls->alloc(x, GRN_INDEX, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        *(int64_t *)x->results[0].tensor.data = in->shape[dim];
    return status;
}

/* ---- rank ------------------------------------------------------------------------------------ */

static bool is_any_tensor(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR || t->kind == GRN_TYPE_UNRANKED_TENSOR;
}
const grn_type_class grn_is_any_tensor = {"tensor of any type values", is_any_tensor};

static grn_status rank_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    grn_status status = x->calls->alloc(x, GRN_INDEX, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        *(int64_t *)x->results[0].tensor.data = x->operands[0].tensor.rank;
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port sizes[] = {GRN_PORT_ANY("dynamicSizes", grn_is_index), GRN_PORTS_END};
static const grn_port scalars[] = {GRN_PORT_ANY("elements", grn_hlo_any_type), GRN_PORTS_END};
static const grn_port tensor_result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port index_result[] = {GRN_PORT("result", grn_is_index), GRN_PORTS_END};

const grn_op_def grn_tensor_make_ops[] = {
    GRN_MLIR_LISTED(tensor, empty, "a tensor of a shape, whose elements do not matter", sizes, tensor_result,
                    GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .assembly = "( %dynamicSizes ) {} : !result ~dynamicSizes=index", .verify = empty_verify,
                    .eval = empty_eval),
    GRN_MLIR_LISTED(tensor, splat, "a tensor of which every element is one value",
                    GRN_PORTS(GRN_PORT("input", grn_hlo_any_type), GRN_PORT_ANY("dynamicSizes", grn_is_index)),
                    tensor_result, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .assembly =
                        "%input [? [ %dynamicSizes ] ?] {} : !result ~input=element(result) ~dynamicSizes=index",
                    .verify = splat_verify, .eval = splat_eval),
    GRN_MLIR_LISTED(tensor, from_elements, "a tensor of scalars", scalars, tensor_result, GRN_NO_ATTRS,
                    .traits = GRN_TRAIT_PURE, .assembly = "%elements {} : !result ~elements=elements(result)",
                    .verify = from_elements_verify, .eval = from_elements_eval),
    GRN_MLIR_LISTED(tensor, extract, "reads one element",
                    GRN_PORTS(GRN_PORT("tensor", grn_is_ranked_tensor), GRN_PORT_ANY("indices", grn_is_index)),
                    GRN_PORTS(GRN_PORT("result", grn_hlo_any_type)), GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .assembly = "%tensor [ %indices ] {} : !tensor ~indices=index ~result=element(tensor)",
                    .verify = extract_verify, .subset = GRN_READS(GRN_SUBSET_ELEMENT, grn_subset_nowhere),
                    .eval = extract_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(tensor, insert, "replaces one element",
                    GRN_PORTS(GRN_PORT("scalar", grn_hlo_any_type), GRN_PORT("dest", grn_is_ranked_tensor),
                              GRN_PORT_ANY("indices", grn_is_index)),
                    tensor_result, GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .assembly =
                        "%scalar into %dest [ %indices ] {} : !dest ~scalar=element(dest) ~indices=index ~result=dest",
                    .verify = insert_verify, .subset = GRN_WRITES(GRN_SUBSET_ELEMENT, grn_subset_nowhere),
                    .eval = insert_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(tensor, rank, "number of dimensions", GRN_PORTS(GRN_PORT("tensor", grn_is_any_tensor)),
                    index_result, GRN_NO_ATTRS, .assembly = "%tensor {} : !tensor ~result=index",
                    .traits = GRN_TRAIT_PURE, .eval = rank_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(tensor, dim, "extent of one dimension",
                    GRN_PORTS(GRN_PORT("source", grn_is_ranked_tensor), GRN_PORT("index", grn_is_index)), index_result,
                    GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .assembly = "%source , %index {} : !source ~index=index ~result=index", .eval = dim_eval,
                    .work = GRN_WORK_OWN),
    {.name = NULL},
};
