/* access.c - memref.load, store, copy and dim (MLIR memref dialect, the sections of those
 * names). */
#include <inttypes.h>

#include "dialects/memref/memref.h"

/* ---- load, store ----------------------------------------------------------------------------- */

static grn_status load_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_operand_type(op, 0);
    if (grn_result_type(op, 0) != type->element)
        return grn_op_fail(op, check, "failed to verify that result type matches element type of 'memref'");
    if (op->noperands - 1 != (size_t)type->rank)
        return grn_op_fail(op, check, "incorrect number of indices for load, expected %" PRId32 " but got %zu",
                           type->rank, op->noperands - 1);
    return GRN_OK;
}

static grn_status store_verify(const grn_op *op, grn_check *check)
{
    const grn_type *type = grn_operand_type(op, 1);
    if (grn_operand_type(op, 0) != type->element)
        return grn_op_fail(op, check, "failed to verify that type of 'value' matches element type of 'memref'");
    if (op->noperands - 2 != (size_t)type->rank)
        return grn_op_fail(op, check, "store index operand count not equal to memref rank");
    return GRN_OK;
}

/* A value of its own: a store that comes later does not reach it. */
static grn_status load_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t offset;
    grn_status status = grn_may_read(x, op, 0);
    if (status == GRN_OK)
        status = grn_read_position(x, op, in, 1, &offset);
    if (status == GRN_OK)
        status = x->calls->alloc(x, in->dtype, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        memcpy(x->results[0].tensor.data, grn_tensor_at(in, offset), grn_dtype_bytes(in->dtype));
    return status;
}

static grn_status store_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *to = &x->operands[1].tensor;
    int64_t offset;
    grn_status status = grn_may_write(x, op, 1);
    if (status == GRN_OK)
        status = grn_read_position(x, op, to, 2, &offset);
    if (status == GRN_OK)
        memcpy(grn_tensor_at(to, offset), x->operands[0].tensor.data, grn_dtype_bytes(to->dtype));
    return status;
}

/* ---- copy ------------------------------------------------------------------------------------ */

static grn_status copy_verify(const grn_op *op, grn_check *check)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_operand_type(op, 1);
    if (from->element != to->element)
        return grn_op_fail(op, check, "requires the same element type for all operands");
    return grn_hlo_shapes_agree(from, to) ? GRN_OK : grn_op_fail(op, check, "requires the same shape for all operands");
}

/* Upstream leaves it undefined what is copied within one buffer; here all is read before anything
 * is written. */
static grn_status copy_within(grn_exec *x, const grn_tensor *to, const grn_tensor *from)
{
    grn_rt between = {.buffer = NULL};
    grn_status status = x->calls->alloc(x, from->dtype, from->rank, from->shape, &between);
    if (status == GRN_OK) {
        grn_tensor_copy(&between.tensor, from);
        grn_tensor_copy(to, &between.tensor);
    }
    x->calls->release(x, &between);
    return status;
}

static grn_status copy_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *from = &x->operands[0].tensor, *to = &x->operands[1].tensor;
    grn_status status = grn_may_read(x, op, 0);
    if (status == GRN_OK)
        status = grn_may_write(x, op, 1);
    for (int32_t d = 0; status == GRN_OK && d < from->rank; d++)
        if (from->shape[d] != to->shape[d])
            status =
                grn_exec_fail(x, op, GRN_E_SHAPE,
                              "the source has %" PRId64 " elements along dimension %" PRId32 ", the target %" PRId64,
                              from->shape[d], d, to->shape[d]);
    if (status != GRN_OK)
        return status;
    if (x->operands[0].buffer == x->operands[1].buffer)
        return copy_within(x, to, from);
    grn_tensor_copy(to, from);
    return GRN_OK;
}

/* ---- dim ------------------------------------------------------------------------------------- */

static bool has_dims(const grn_type *t) { return grn_type_is_memref(t) && t->rank > 0; }
static const grn_type_class memref_with_dims = {
    "unranked.memref of any type values or non-0-ranked.memref of any type values", has_dims};

static grn_status dim_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    int64_t dim = grn_hlo_integer_value(&x->operands[1].tensor);
    if (dim < 0 || dim >= in->rank)
        return grn_exec_fail(x, op, GRN_E_INDEX, "dimension %" PRId64 " of a memref of rank %" PRId32, dim, in->rank);
    grn_status status = x->calls->alloc(x, GRN_INDEX, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        *(int64_t *)x->results[0].tensor.data = in->shape[dim];
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_attr_def nontemporal[] = {GRN_MAY_HAVE("nontemporal", grn_attr_is_bool), GRN_ATTRS_END};

const grn_op_def grn_memref_access_ops[] = {
    GRN_MLIR_LISTED(memref, load, "reads one element",
                    GRN_PORTS(GRN_PORT("memref", grn_is_memref), GRN_PORT_ANY("indices", grn_is_index)),
                    GRN_PORTS(GRN_PORT("result", grn_hlo_any_type)), nontemporal,
                    .assembly = "%memref [ %indices ] {} : !memref ~indices=index ~result=element(memref)",
                    .verify = load_verify, .subset = GRN_READS(GRN_SUBSET_ELEMENT, grn_subset_nowhere),
                    .eval = load_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(memref, store, "writes one element",
                    GRN_PORTS(GRN_PORT("value", grn_hlo_any_type), GRN_PORT("memref", grn_is_memref),
                              GRN_PORT_ANY("indices", grn_is_index)),
                    GRN_NO_PORTS, nontemporal,
                    .assembly = "%value , %memref [ %indices ] {} : !memref ~value=element(memref) ~indices=index",
                    .verify = store_verify, .subset = GRN_WRITES(GRN_SUBSET_ELEMENT, grn_subset_nowhere),
                    .eval = store_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(memref, copy, "copies the elements of one buffer into another",
                    GRN_PORTS(GRN_PORT("source", grn_is_memref), GRN_PORT("target", grn_is_memref)), GRN_NO_PORTS,
                    GRN_NO_ATTRS, .assembly = "%source , %target {} : !source to !target", .verify = copy_verify,
                    .eval = copy_eval),
    GRN_MLIR_LISTED(memref, dim, "extent of one dimension",
                    GRN_PORTS(GRN_PORT("source", memref_with_dims), GRN_PORT("index", grn_is_index)),
                    GRN_PORTS(GRN_PORT("result", grn_is_index)), GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE,
                    .assembly = "%source , %index {} : !source ~index=index ~result=index", .eval = dim_eval,
                    .work = GRN_WORK_OWN),
    {.name = NULL},
};
