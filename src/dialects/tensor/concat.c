/* concat.c - tensor.concat: tensors one after another along a dimension (MLIR tensor dialect,
 * tensor.concat). */
#include <inttypes.h>

#include "dialects/tensor/tensor.h"

static int64_t dim_of(const grn_op *op) { return grn_op_integer(op, "dim", 0); }

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status inputs_agree(const grn_op *op, const grn_check *check)
{
    const grn_type *result = grn_result_type(op, 0);
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i)->rank != result->rank)
            return grn_op_fail(op, check, "rank of concatenated inputs must match result rank");
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i)->element != result->element)
            return grn_op_fail(op, check, "inputs and result element type must match");
    return dim_of(op) >= 0 && dim_of(op) < result->rank
               ? GRN_OK
               : grn_op_fail(op, check, "concatenation dim must be less than the tensor rank");
}

/* The sum along dim, the extent that any input has elsewhere. */
static grn_status inferred_shape(const grn_op *op, const grn_check *check, int64_t *shape)
{
    int32_t rank = grn_result_type(op, 0)->rank;
    for (int32_t d = 0; d < rank; d++) {
        shape[d] = d == dim_of(op) ? 0 : GRN_DYNAMIC;
        for (size_t i = 0; i < op->noperands; i++) {
            int64_t extent = grn_operand_type(op, i)->shape[d];
            if (d == dim_of(op) && (shape[d] == GRN_DYNAMIC || extent == GRN_DYNAMIC))
                shape[d] = GRN_DYNAMIC;
            else if (d == dim_of(op) && !grn_add_i64(shape[d], extent, &shape[d]))
                return grn_op_fail(op, check, "has more elements along dimension %" PRId32 " than can be counted", d);
            else if (d != dim_of(op) && extent != GRN_DYNAMIC && shape[d] != GRN_DYNAMIC && shape[d] != extent)
                return grn_op_fail(op, check,
                                   "static concatenation size mismatch along non-concatenated dimension %" PRId32, d);
            else if (d != dim_of(op) && extent != GRN_DYNAMIC)
                shape[d] = extent;
        }
    }
    return GRN_OK;
}

static grn_status verify(const grn_op *op, grn_check *check)
{
    const grn_type *result = grn_result_type(op, 0);
    int64_t shape[GRN_MAX_RANK];
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    if (op->noperands == 0)
        return grn_op_fail(op, check, "requires at least one input");
    grn_status status = inputs_agree(op, check);
    if (status == GRN_OK)
        status = inferred_shape(op, check, shape);
    for (int32_t d = 0; status == GRN_OK && d < result->rank; d++) {
        if (shape[d] == GRN_DYNAMIC || result->shape[d] == GRN_DYNAMIC || shape[d] == result->shape[d])
            continue;
        const grn_type *type = grn_type_tensor(check->scratch, result->element, result->rank, shape, result->encoding);
        status = type ? grn_op_fail(op, check, "result type '%s'does not match inferred shape '%s' static sizes",
                                    grn_type_text(result, have, sizeof have), grn_type_text(type, want, sizeof want))
                      : GRN_E_MEMORY;
    }
    return status;
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status eval(grn_exec *x, const grn_op *op) { return grn_hlo_concatenate(x, op, dim_of(op)); }

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port inputs[] = {GRN_PORT_ANY("inputs", grn_is_ranked_tensor), GRN_PORTS_END};
static const grn_port result[] = {GRN_PORT("result", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_tensor_concat_ops[] = {
    GRN_MLIR_LISTED(tensor, concat, "joins tensors along one dimension", inputs, result,
                    GRN_ATTRS(GRN_NEEDS("dim", grn_attr_is_i64)), .traits = GRN_TRAIT_PURE,
                    .assembly = "dim ( $dim ) %inputs {} : !fn", .verify = verify, .eval = eval),
    {.name = NULL},
};
