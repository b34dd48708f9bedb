/* import_conv.c - Conv as a convolution of what is padded. */
#include "dialects/onnx/conv.h"
#include "dialects/onnx/translate.h"

#include "dialects/stablehlo/stablehlo.h"

static grn_value *padded(grn_rewrite *w, grn_value *v, const grn_windows *windows)
{
    int64_t low[GRN_MAX_RANK] = {0}, high[GRN_MAX_RANK] = {0}, none[GRN_MAX_RANK] = {0}, shape[GRN_MAX_RANK];
    const size_t rank = (size_t)v->type->rank;
    bool any = false;
    memcpy(shape, v->type->shape, rank * sizeof *shape);
    for (int32_t d = 0; d < windows->rank; d++) {
        low[d + 2] = windows->low[d];
        high[d + 2] = windows->high[d];
        shape[d + 2] += windows->low[d] + windows->high[d];
        any = any || windows->low[d] || windows->high[d];
    }
    if (!any)
        return v;
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, rank, none)}};
    grn_value *const operands[] = {v, grn_onnx_import_number(w, v->type->element, 0)};
    return grn_new(w, "stablehlo.pad", 2, operands, grn_tensor_like(w, v->type->element, (int32_t)rank, shape),
                   GRN_COUNT(attrs), attrs);
}

/* All three have two dimensions in front of the spatial ones. */
static const grn_attr *dimension_numbers(grn_rewrite *w, size_t spatial)
{
    static const int64_t zero = 0, one = 1;
    int64_t dims[GRN_MAX_RANK];
    for (size_t d = 0; d < spatial; d++)
        dims[d] = (int64_t)d + 2;
    const grn_field first = {.present = true, .count = 1, .v = (int64_t *)&zero},
                    second = {.present = true, .count = 1, .v = (int64_t *)&one},
                    rest = {.present = true, .count = spatial, .v = dims};
    const grn_field fields[] = {first, second, rest, second, first, rest, first, second, rest};
    return grn_attr_struct(w->ir, &grn_stablehlo_conv_dims, fields);
}

grn_status grn_onnx_import_conv(grn_rewrite *w, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .check = &(grn_check){.scratch = w->ir}};
    const grn_type *t = grn_result_type(op, 0);
    const grn_dims whole = grn_extents(t);
    int64_t by_channel[GRN_MAX_RANK];
    grn_windows windows;
    grn_dims shape;
    if (!grn_onnx_all_static(op) || grn_onnx_conv_windows(&at, &windows, &shape) != GRN_OK)
        return grn_onnx_needs_shapes(w);
    const size_t n = (size_t)windows.rank;
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_new_attr attrs[] = {{"window_strides", grn_attr_dense_i64(w->ir, n, windows.stride)},
                                  {"rhs_dilation", grn_attr_dense_i64(w->ir, n, windows.window_dilation)},
                                  {"dimension_numbers", dimension_numbers(w, n)},
                                  {"feature_group_count", grn_attr_integer(w->ir, i64, grn_op_integer(op, "group", 1))},
                                  {"batch_group_count", grn_attr_integer(w->ir, i64, 1)}};
    grn_value *const operands[] = {padded(w, op->operands[0], &windows), op->operands[1]};
    grn_value *out = operands[0] ? grn_new(w, "stablehlo.convolution", 2, operands, t, GRN_COUNT(attrs), attrs) : NULL;
    if (op->noperands > 2 && grn_operand_type(op, 2)->kind != GRN_TYPE_NONE) {
        for (int32_t d = 0; d < t->rank; d++)
            by_channel[d] = d == 1 ? t->shape[1] : 1;
        grn_value *b = grn_build_reshape(w, op->operands[2], t->rank, by_channel);
        out = grn_onnx_import_both(w, "stablehlo.add", out, b, &whole);
    }
    return grn_replace(w, out);
}
