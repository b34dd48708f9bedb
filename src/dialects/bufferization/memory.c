/*
 * memory.c - to_tensor, to_memref and to_buffer: tensors out of buffers and
 * buffers out of tensors (MLIR bufferization dialect, the sections of those
 * names; to_buffer is what LLVM 21 calls to_memref). Each is a copy, so that no
 * store changes a tensor, which upstream leaves undefined.
 */
#include "dialects/bufferization/bufferization.h"

/* ---- rules ----------------------------------------------------------------------------------- */

/* Of unranked ones nothing more is known here. */
static bool is_tensor_of(const grn_type *tensor, const grn_type *memref)
{
    if (!grn_type_is_tensor(tensor) || !grn_type_is_memref(memref))
        return true;
    return tensor->element == memref->element && grn_type_same_shape(tensor, memref) && !tensor->encoding;
}

static grn_status to_tensor_verify(const grn_op *op, grn_check *check)
{
    return is_tensor_of(grn_result_type(op, 0), grn_operand_type(op, 0))
               ? GRN_OK
               : grn_op_fail(op, check, "failed to verify that result type matches tensor equivalent of 'memref'");
}

static grn_status to_memref_verify(const grn_op *op, grn_check *check)
{
    return is_tensor_of(grn_operand_type(op, 0), grn_result_type(op, 0))
               ? GRN_OK
               : grn_op_fail(op, check, "failed to verify that type of 'tensor' is the tensor equivalent of 'memref'");
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status to_tensor_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = grn_may_read(x, op, 0);
    if (status == GRN_OK)
        status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_tensor_copy(&x->results[0].tensor, in);
    return status;
}

/* Laid out as the type says. */
static grn_status to_memref_eval(grn_exec *x, const grn_op *op)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_tensor *in = &x->operands[0].tensor;
    const grn_type *type = grn_result_type(op, 0);
    grn_tensor view = *in;
    int64_t offset, elements;
    if (!grn_memref_place(type, in->shape, view.stride, &offset, &elements))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "type %s has no memory here",
                             grn_type_text(type, text, sizeof text));
    grn_status status = x->calls->alloc(x, in->dtype, 1, &elements, &x->results[0]);
    if (status != GRN_OK)
        return status;
    memset(x->results[0].tensor.data, 0, grn_tensor_bytes(&x->results[0].tensor));
    view.data = grn_tensor_at(&x->results[0].tensor, offset);
    x->results[0].tensor = view;
    grn_tensor_copy(&view, in);
    return GRN_OK;
}

/* ---- texts in which a type may be left out: which one, versions of MLIR differ in ------------ */

static bool is_any_tensor(const grn_type *t)
{
    return t->kind == GRN_TYPE_TENSOR || t->kind == GRN_TYPE_UNRANKED_TENSOR;
}
static bool is_any_memref(const grn_type *t)
{
    return grn_type_is_memref(t) ||
           (t->kind == GRN_TYPE_OPAQUE && t->opaque.n > 8 && memcmp(t->opaque.text, "memref<*", 8) == 0);
}
static const grn_type_class any_tensor = {"tensor of any type values", is_any_tensor};
static const grn_type_class any_memref = {"ranked or unranked memref of any type values", is_any_memref};
static const grn_port tensor[] = {GRN_PORT("tensor", any_tensor), GRN_PORTS_END};
static const grn_port buffer[] = {GRN_PORT("buffer", any_memref), GRN_PORTS_END};
static const grn_port memref[] = {GRN_PORT("memref", any_memref), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", any_tensor), GRN_PORTS_END};
static const grn_attr_def to_tensor_attrs[] = {GRN_MAY_HAVE("restrict", grn_attr_is_unit),
                                               GRN_MAY_HAVE("writable", grn_attr_is_unit), GRN_ATTRS_END};

#define TO_TENSOR "%buffer [? restrict $restrict ?] [? writable $writable ?] {} "

static grn_status to_tensor_parse(grn_parser *p, grn_op *op)
{
    static const grn_op_def either = {.name = "bufferization.to_tensor",
                                      .operands = buffer,
                                      .results = result,
                                      .attrs = to_tensor_attrs,
                                      .assembly = TO_TENSOR ": !buffer [? to !result ?] ~result=tensorof(buffer)"};
    return grn_parser_by_assembly(p, op, &either);
}

/* `: memref<..>`, or `: tensor<..> to memref<..>` */
static grn_status parse_to_buffer(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *first, *second = NULL;
    grn_status status = grn_uses_read(p, uses);
    if (status == GRN_OK && grn_parser_try(p, "read_only"))
        status = grn_parse_set(p, op, GRN_STR("read_only"), grn_attr_unit(grn_parser_ir(p)));
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &first);
    if (status == GRN_OK && grn_parser_try(p, "to"))
        status = grn_parser_type(p, &second);
    if (status != GRN_OK)
        return status;
    if (!second) {
        second = first;
        first = first->kind == GRN_TYPE_MEMREF
                    ? grn_type_tensor(grn_parser_ir(p), first->element, first->rank, first->shape, NULL)
                    : NULL;
        if (!first)
            return grn_parser_fail(p, op->place, "expects the type of a ranked memref");
    }
    status = grn_uses_type(uses, first);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, second) : status;
}

static grn_status to_buffer_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_to_buffer); }

/* ---- rows ------------------------------------------------------------------------------------ */

/* `types`: as they are printed; both forms are read. */
#define TO_BUFFER(op, does, to, types)                                                                           \
    GRN_MLIR_LISTED(bufferization, op, does, tensor, to, GRN_ATTRS(GRN_MAY_HAVE("read_only", grn_attr_is_unit)), \
                    .parse = to_buffer_parse, .assembly = "%tensor [? read_only $read_only ?] {} : " types,      \
                    .verify = to_memref_verify, .eval = to_memref_eval)

const grn_op_def grn_bufferization_memory_ops[] = {
    GRN_MLIR_LISTED(bufferization, to_tensor, "the tensor that lies in a buffer", buffer, result, to_tensor_attrs,
                    .parse = to_tensor_parse, .assembly = TO_TENSOR ": !buffer ~result=tensorof(buffer)",
                    .verify = to_tensor_verify, .eval = to_tensor_eval),
    TO_BUFFER(to_memref, "the buffer that a tensor lies in (older name)", memref, "!memref ~tensor=tensorof(memref)"),
    TO_BUFFER(to_buffer, "the buffer that a tensor lies in", buffer, "!tensor to !buffer"),
    {.name = NULL},
};
