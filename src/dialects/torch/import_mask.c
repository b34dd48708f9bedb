/* import_mask.c - what torch picks by a mask, or counts, as ops of the hub. */
#include "dialects/torch/import_rows.h"

/* How many places before an element, itself among them, are true, less one: of what is flat. */
static grn_value *ranks(grn_rewrite *w, grn_value *mask)
{
    grn_value *sums = mask ? grn_torch_running_sums(w, grn_build_convert(w, mask, grn_torch_i64(w))) : NULL;
    return sums ? grn_build_binary(w, "stablehlo.subtract", sums, grn_torch_everywhere(w, 1, 1, sums->type->shape))
                : NULL;
}

static bool is_static(const grn_op *op)
{
    bool known = true;
    for (size_t i = 0; i < op->noperands; i++)
        known = known &&
                (!grn_type_is_tensor(grn_operand_type(op, i)) || grn_type_has_static_shape(grn_operand_type(op, i)));
    return known && grn_type_has_static_shape(grn_result_type(op, 0));
}

/* A true place has the element of source whose number is that of the true places before it. */
grn_status grn_with_torch_import_masked_scatter(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *source = grn_operand_type(op, 2);
    int64_t n, from;
    if (!is_static(op) || !grn_shape_elements(t->rank, t->shape, &n) ||
        !grn_shape_elements(source->rank, source->shape, &from) || (n > 0 && from == 0))
        return grn_not_imported(w, "has a shape that is not known, or nothing in source");
    grn_value *self = grn_spread(w, op->operands[0], t->rank, t->shape),
              *mask = grn_spread(w, op->operands[1], t->rank, t->shape);
    grn_value *flat = mask ? grn_build_reshape(w, mask, 1, &n) : NULL;
    grn_value *places = grn_build_select(w, flat, ranks(w, flat), grn_torch_everywhere(w, 0, 1, &n));
    grn_value *values = grn_torch_gather_rows(w, grn_build_reshape(w, op->operands[2], 1, &from), places);
    return grn_replace(
        w, grn_build_select(w, mask, values ? grn_build_reshape(w, values, t->rank, t->shape) : NULL, self));
}

/* The length that the type says is the result's: a value beyond is out of range. */
grn_status grn_with_torch_import_bincount(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *input = grn_operand_type(op, 0);
    const bool weighs = !grn_torch_is_none(op, 1);
    if (!is_static(op))
        return grn_not_imported(w, "goes by how many values there are of a kind, which has no counterpart");
    grn_value *added =
        weighs ? grn_build_convert(w, op->operands[1], t->element) : grn_torch_everywhere(w, 1, 1, input->shape);
    grn_value *bins = grn_torch_identity_like(w, GRN_TORCH_ZERO, t->element, 1, t->shape);
    return grn_replace(w,
                       grn_torch_scatter_rows(w, GRN_COMBINE_ADD, bins,
                                              grn_build_convert(w, op->operands[0], grn_torch_i64(w)), false, added));
}
