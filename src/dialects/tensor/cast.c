/* cast.c - cast and bitcast: the same elements under another type (MLIR tensor dialect, the
 * sections of those names). */
#include "dialects/tensor/tensor.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status incompatible(const grn_op *op, const grn_check *check)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    return grn_op_fail(op, check, "operand type '%s' and result type '%s' are cast incompatible",
                       grn_type_text(grn_operand_type(op, 0), have, sizeof have),
                       grn_type_text(grn_result_type(op, 0), want, sizeof want));
}

static grn_status cast_verify(const grn_op *op, grn_check *check)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    return from->element == to->element && grn_hlo_shapes_agree(from, to) ? GRN_OK : incompatible(op, check);
}

static bool has_bits(const grn_type *e) { return e->kind == GRN_TYPE_INTEGER || e->kind == GRN_TYPE_FLOAT; }
static uint32_t bits_of(const grn_type *e) { return e->kind == GRN_TYPE_INTEGER ? e->width : grn_dtype_bits(e->dtype); }

static grn_status bitcast_verify(const grn_op *op, grn_check *check)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    bool good = has_bits(from->element) && has_bits(to->element) && bits_of(from->element) == bits_of(to->element);
    return good && grn_hlo_shapes_agree(from, to) ? GRN_OK : incompatible(op, check);
}

/* ---- running --------------------------------------------------------------------------------- */

/* The interpreter holds every result against its type: a cast to what is not so fails there. */
static grn_status cast_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return grn_hlo_share_result(x, 0, 0, NULL);
}

static grn_status bitcast_eval(grn_exec *x, const grn_op *op)
{
    const grn_tensor *in = &x->operands[0].tensor;
    grn_status status = grn_hlo_new_result(x, op, 0, in->rank, in->shape);
    if (status == GRN_OK)
        grn_eval_bitcast(&x->results[0].tensor, in);
    return status;
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define ROW(op, does)                                                                                       \
    GRN_MLIR_LISTED(tensor, op, does, GRN_PORTS(GRN_PORT("source", grn_is_ranked_tensor)),                  \
                    GRN_PORTS(GRN_PORT("dest", grn_is_ranked_tensor)), GRN_NO_ATTRS,                        \
                    .traits = GRN_TRAIT_PURE | GRN_TRAIT_VIEW, .assembly = "%source {} : !source to !dest", \
                    .verify = op##_verify, .eval = op##_eval)
const grn_op_def grn_tensor_cast_ops[] = {
    ROW(cast, "the same tensor under a more or less static type"),
    ROW(bitcast, "the same bits as elements of another type"),
    {.name = NULL},
};
