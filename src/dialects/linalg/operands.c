/* operands.c - inputs and outputs of linalg ops, on tensors and on memrefs. */
#include "dialects/linalg/linalg.h"

const grn_type *grn_linalg_element(const grn_type *t) { return grn_type_is_shaped(t) ? t->element : t; }

grn_status grn_linalg_segments(const grn_op *op, const grn_check *check, size_t *inputs, size_t *outputs)
{
    const int64_t *sizes;
    grn_status status = grn_tensor_segments(op, check, 2, &sizes);
    if (status == GRN_OK) {
        *inputs = (size_t)sizes[0];
        *outputs = (size_t)sizes[1];
    }
    return status;
}

size_t grn_linalg_inputs(const grn_op *op)
{
    const grn_attr *sizes = grn_op_attr(op, "operandSegmentSizes");
    return sizes && sizes->is_dims && sizes->ndims == 2 && sizes->dims[0] >= 0 &&
                   (size_t)sizes->dims[0] <= op->noperands
               ? (size_t)sizes->dims[0]
               : op->noperands;
}

grn_status grn_linalg_check_results(const grn_op *op, const grn_check *check, size_t inputs)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    size_t tensors = 0, memrefs = 0, outputs = 0;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *type = grn_operand_type(op, i);
        tensors += grn_type_is_tensor(type);
        memrefs += grn_type_is_memref(type);
        if (i >= inputs && !grn_type_is_shaped(type))
            return grn_op_fail(op, check, "operand #%zu must be variadic of shaped of any type values, but got '%s'", i,
                               grn_type_text(type, have, sizeof have));
        outputs += i >= inputs && grn_type_is_tensor(type);
    }
    if (tensors && memrefs)
        return grn_op_fail(op, check, "expected to have pure tensor or buffer semantics");
    if (op->nresults != outputs)
        return grn_op_fail(
            op, check, "expected the number of tensor results (%zu) to be equal to the number of output tensors (%zu)",
            op->nresults, outputs);
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_operand_type(op, inputs + i) != grn_result_type(op, i))
            return grn_op_fail(op, check,
                               "expected type of operand #%zu ('%s') to match type of corresponding result ('%s')",
                               inputs + i, grn_type_text(grn_operand_type(op, inputs + i), have, sizeof have),
                               grn_type_text(grn_result_type(op, i), want, sizeof want));
    return GRN_OK;
}

grn_status grn_linalg_output(grn_exec *x, const grn_op *op, size_t i, size_t operand, grn_tensor *out)
{
    if (grn_type_is_memref(grn_operand_type(op, operand))) {
        *out = x->operands[operand].tensor;
        return grn_may_write(x, op, operand);
    }
    grn_status status = grn_own_operand(x, op, operand, i);
    *out = x->results[i].tensor;
    return status;
}
