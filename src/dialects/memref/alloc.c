/*
 * alloc.c - memref.alloc, alloca and dealloc (MLIR memref dialect, the sections
 * of those names). Upstream leaves new elements undefined: here they are zeros,
 * so that a run is the same every time. Memory goes when its last view goes;
 * dealloc ends what may be done with it.
 */
#include "dialects/memref/memref.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status alloc_verify(const grn_op *op, grn_check *check)
{
    const int64_t *sizes;
    const grn_type *type = grn_result_type(op, 0);
    grn_status status = grn_tensor_segments(op, check, 2, &sizes);
    if (status != GRN_OK)
        return status;
    if ((size_t)sizes[0] != grn_type_dynamic_extents(type))
        return grn_op_fail(op, check, "dimension operand count does not equal memref dynamic dimension count");
    if (!type->layout && sizes[1])
        return grn_op_fail(op, check, "symbol operand count does not equal memref symbol count: expected 0, got %d",
                           (int)sizes[1]);
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status alloc_shape(grn_exec *x, const grn_op *op, int64_t *shape)
{
    const grn_type *type = grn_result_type(op, 0);
    grn_status status = GRN_OK;
    size_t operand = 0;
    for (int32_t d = 0; status == GRN_OK && d < type->rank; d++) {
        shape[d] = type->shape[d];
        if (shape[d] == GRN_DYNAMIC)
            status = grn_read_extent(x, op, operand++, &shape[d]);
    }
    return status;
}

static grn_status alloc_eval(grn_exec *x, const grn_op *op)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_type *type = grn_result_type(op, 0);
    grn_tensor view = {.dtype = type->element->dtype, .rank = type->rank};
    int64_t offset, elements;
    grn_status status = alloc_shape(x, op, view.shape);
    if (status != GRN_OK)
        return status;
    if (view.dtype == GRN_NO_DTYPE || !grn_memref_place(type, view.shape, view.stride, &offset, &elements))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "type %s has no memory here",
                             grn_type_text(type, text, sizeof text));
    status = x->calls->alloc(x, view.dtype, 1, &elements, &x->results[0]);
    if (status != GRN_OK)
        return status;
    memset(x->results[0].tensor.data, 0, grn_tensor_bytes(&x->results[0].tensor));
    view.data = grn_tensor_at(&x->results[0].tensor, offset);
    x->results[0].tensor = view;
    return GRN_OK;
}

static grn_status dealloc_eval(grn_exec *x, const grn_op *op)
{
    grn_status status = grn_may_write(x, op, 0);
    if (status == GRN_OK)
        x->calls->end_storage(&x->operands[0]);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port memref[] = {GRN_PORT("memref", grn_is_memref), GRN_PORTS_END};

#define ALLOC(op, does)                                                                                              \
    GRN_MLIR_LISTED(                                                                                                 \
        memref, op, does,                                                                                            \
        GRN_PORTS(GRN_PORT_ANY("dynamicSizes", grn_is_index), GRN_PORT_ANY("symbolOperands", grn_is_index)), memref, \
        GRN_ATTRS(GRN_SEGMENTS, GRN_MAY_HAVE("alignment", grn_hlo_is_natural_i64)),                                  \
        .assembly =                                                                                                  \
            "( %dynamicSizes ) [? [ %symbolOperands ] ?] {} : !memref ~dynamicSizes=index ~symbolOperands=index",    \
        .verify = alloc_verify, .eval = alloc_eval, .work = GRN_WORK_OWN)
const grn_op_def grn_memref_alloc_ops[] = {
    ALLOC(alloc, "allocates a buffer on the heap"),
    ALLOC(alloca, "allocates a buffer on the stack"),
    GRN_MLIR_LISTED(memref, dealloc, "frees a buffer", memref, GRN_NO_PORTS, GRN_NO_ATTRS, .format = "%0 {} :operand",
                    .eval = dealloc_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
