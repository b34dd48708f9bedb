/*
 * place.c - tt-mlir's ops that move a tensor: to a device, a memory, a
 * layout. Its programs are full of them; here a tensor has one place, so the
 * result is the operand.
 */
#include "dialects/ttnn/ttnn.h"

static bool is_device(const grn_type *t)
{
    static const char name[] = "!ttnn.device";
    return t->kind == GRN_TYPE_OPAQUE && t->opaque.n >= sizeof name - 1 &&
           memcmp(t->opaque.text, name, sizeof name - 1) == 0;
}
const grn_type_class grn_ttnn_device = {"TTNN device", is_device};

/* A device is nothing to compute with: a rank-0 tensor stands for it. */
static grn_status get_device_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    grn_status status = x->calls->alloc(x, GRN_I1, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        *(unsigned char *)x->results[0].tensor.data = 0;
    return status;
}

/* Only the element type may change on the way (to_layout's dtype). */
static grn_status move_eval(grn_exec *x, const grn_op *op)
{
    return grn_hlo_as_dtype(x, op, 0, grn_hlo_result_dtype(op, 0), &x->results[0]);
}

/* Buffers are counted: nothing is left to free, and the op may go. */
static grn_status deallocate_eval(grn_exec *x, const grn_op *op)
{
    (void)x;
    (void)op;
    return GRN_OK;
}

#define TENSOR(name) GRN_PORT(name, grn_is_ranked_tensor)
static const grn_port moved[] = {TENSOR("input"), GRN_PORT_MAYBE("device", grn_ttnn_device), GRN_PORTS_END};
static const grn_port input[] = {TENSOR("input"), GRN_PORTS_END};
static const grn_port results[] = {TENSOR("result"), GRN_PORTS_END};
static const grn_attr_def place_attrs[] = {GRN_TTNN_PLACE_ATTRS, GRN_ATTRS_END};

/* The device operand is ignored: shapes alone have to agree. */
static grn_status move_verify(const grn_op *op, grn_check *check)
{
    if (grn_hlo_shapes_agree(grn_operand_type(op, 0), grn_result_type(op, 0)))
        return GRN_OK;
    return grn_op_fail(op, check, "requires the same shape for input and result");
}

#define MOVE(op, does)                                                                                                \
    {                                                                                                                 \
        .name = "ttnn." op, .summary = does, .source = "tt-mlir TTNN dialect, " op, .operands = moved,                \
        .results = results, .attrs = place_attrs, .traits = GRN_TRAIT_PURE, .verify = move_verify, .eval = move_eval, \
        .work = GRN_WORK_OWN                                                                                          \
    }

const grn_op_def grn_ttnn_place_ops[] = {
    GRN_ROW("ttnn.get_device", "names the device", "tt-mlir TTNN dialect, get_device", GRN_NO_PORTS,
            GRN_PORTS(GRN_PORT("device", grn_ttnn_device)),
            GRN_ATTRS(GRN_MAY_HAVE("mesh_offset", grn_attr_is_any), GRN_MAY_HAVE("mesh_shape", grn_attr_is_any)),
            .traits = GRN_TRAIT_PURE, .eval = get_device_eval, .work = GRN_WORK_OWN),
    MOVE("to_device", "moves a tensor to the device"),
    MOVE("from_device", "moves a tensor to the host"),
    MOVE("to_layout", "changes between rows and tiles"),
    MOVE("to_memory_config", "moves a tensor between memories of the device"),
    GRN_ROW("ttnn.deallocate", "frees a tensor's memory", "tt-mlir TTNN dialect, deallocate", input, GRN_NO_PORTS,
            GRN_ATTRS(GRN_MAY_HAVE("force", grn_attr_is_bool)), .traits = GRN_TRAIT_PURE, .eval = deallocate_eval,
            .work = GRN_WORK_OWN),
    {.name = NULL},
};
