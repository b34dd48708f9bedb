/*
 * torch_index_select.c - whole slices across one dimension, as a gather that
 * clamps (StableHLO dialect, torch_index_select: index's dimensions but its
 * leading batch_dims, which the operand has too, take the place of `dim`).
 */
#include "dialects/common/index_forms.h"

#include <inttypes.h>

static grn_index_form form_of(const grn_op *op)
{
    int64_t dim = grn_op_integer(op, "dim", 0), batch = grn_op_integer(op, "batch_dims", 0);
    int32_t rank = grn_operand_type(op, 0)->rank, of_index = grn_operand_type(op, 1)->rank;
    return (grn_index_form){.kind = GRN_FORM_SLICES,
                            .axis = dim < 0 ? dim + rank : dim,
                            .batch = batch < 0 ? batch + of_index : batch,
                            .full = 0,
                            .indices = 1,
                            .rule = {.bounds = GRN_BOUNDS_CLAMP}};
}

static grn_status verify(const grn_op *op, grn_check *check)
{
    const grn_type *operand = grn_operand_type(op, 0), *index = grn_operand_type(op, 1);
    grn_index_form f = form_of(op);
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (!grn_hlo_element_in(index->element, GRN_HLO_INT))
        return grn_op_fail(op, check, "index must be of integers, but got '%s'", grn_type_text(index, b, sizeof b));
    if (f.axis >= 0 && f.axis < operand->rank && f.batch >= 0 && f.batch <= f.axis &&
        grn_form_fits(&f, operand, index).what == GRN_FITS)
        return GRN_OK;
    return grn_op_fail(op, check,
                       "dim %" PRId64 " and batch_dims %" PRId64 " do not fit an operand '%s' and an index '%s'",
                       grn_op_integer(op, "dim", 0), grn_op_integer(op, "batch_dims", 0),
                       grn_type_text(operand, a, sizeof a), grn_type_text(index, b, sizeof b));
}

static grn_status infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_index_form f = form_of(op);
    return grn_form_infer(&f, op, check, out);
}

static grn_status to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f = form_of(op);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

const grn_op_def grn_stablehlo_torch_index_select_ops[] = {
    GRN_STABLEHLO_FROM(torch_index_select, "takes slices along one dimension, with batch dimensions",
                       "StableHLO dialect, torch_index_select",
                       GRN_PORTS(GRN_PORT("operand", grn_hlo_tensor), GRN_PORT("index", grn_hlo_tensor)),
                       GRN_PORTS(GRN_PORT("result", grn_hlo_tensor)),
                       GRN_ATTRS(GRN_NEEDS("dim", grn_attr_is_i64), GRN_NEEDS("batch_dims", grn_attr_is_i64)),
                       .traits = GRN_TRAIT_PURE, .verify = verify, .infer = infer, .to_spec = to_spec),
    {.name = NULL},
};
