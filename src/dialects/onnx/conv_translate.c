/* conv_translate.c - Conv as stablehlo.convolution of what is padded, and convolutions as Conv. */
#include "dialects/onnx/conv.h"
#include "dialects/onnx/translate.h"
#include "dialects/stablehlo/conv.h"

#include "dialects/stablehlo/stablehlo.h"

/* ---- from ONNX ------------------------------------------------------------------------------- */

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
    grn_value *out =
        operands[0] ? grn_new(w, "stablehlo.convolution", 2, operands, t, GRN_COUNT(attrs), attrs) : NULL;
    if (op->noperands > 2 && grn_operand_type(op, 2)->kind != GRN_TYPE_NONE) {
        for (int32_t d = 0; d < t->rank; d++)
            by_channel[d] = d == 1 ? t->shape[1] : 1;
        grn_value *b = grn_build_reshape(w, op->operands[2], t->rank, by_channel);
        out = grn_onnx_import_both(w, "stablehlo.add", out, b, &whole);
    }
    return grn_replace(w, out);
}

/* ---- to ONNX --------------------------------------------------------------------------------- */

static void side(const grn_conv_side *s, int64_t first, int64_t second, int64_t *order)
{
    order[0] = first;
    order[1] = second;
    for (size_t i = 0; i < s->spatial.count; i++)
        order[2 + i] = s->spatial.v[i];
}

/* v with its dimensions in that order, in the target's ops. */
static grn_value *ordered(grn_rewrite *w, grn_value *v, const int64_t *order)
{
    bool same = true;
    for (int32_t d = 0; v && d < v->type->rank; d++)
        same = same && order[d] == d;
    return !v || same ? v : grn_exported(w, grn_build_transpose(w, v, order));
}

static const grn_attr *numbers(grn_rewrite *w, size_t count, const int64_t *v)
{
    const grn_attr *items[2 * GRN_MAX_RANK];
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    for (size_t i = 0; i < count; i++)
        items[i] = i64 ? grn_attr_integer(w->ir, i64, v[i]) : NULL;
    return i64 ? grn_attr_array(w->ir, count, items) : NULL;
}

/* Conv has floats, no dilation of its input, no groups of the batch, no padding below 0. */
static bool conv_says(const grn_op *op, grn_windows *windows)
{
    bool reversed[GRN_MAX_RANK];
    const grn_dtype d = grn_result_type(op, 0)->element->dtype;
    if ((d != GRN_F16 && d != GRN_F32 && d != GRN_F64) || !grn_op_is_static(op) ||
        grn_operand_type(op, 0)->element != grn_result_type(op, 0)->element ||
        grn_operand_type(op, 1)->element != grn_result_type(op, 0)->element ||
        grn_op_integer(op, "batch_group_count", 1) != 1 ||
        grn_hlo_conv_windows(op, NULL, grn_operand_type(op, 1)->shape, windows, reversed) != GRN_OK ||
        windows->rank < 1)
        return false;
    for (int32_t i = 0; i < windows->rank; i++)
        if (windows->base_dilation[i] != 1 || reversed[i] || windows->low[i] < 0 || windows->high[i] < 0 ||
            windows->low[i] > INT32_MAX || windows->high[i] > INT32_MAX)
            return false;
    return true;
}

grn_status grn_onnx_export_conv(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_windows windows;
    int64_t order[GRN_MAX_RANK], shape[GRN_MAX_RANK], back[GRN_MAX_RANK], pads[2 * GRN_MAX_RANK];
    if (!conv_says(op, &windows))
        return GRN_OK;
    const size_t n = (size_t)windows.rank;
    const grn_conv_dims d = grn_hlo_conv_dims(grn_op_attr(op, "dimension_numbers"));
    side(&d.input, d.input.first, d.input.second, order);
    grn_value *x = ordered(w, op->operands[0], order);
    side(&d.kernel, d.kernel.second, d.kernel.first, order);
    grn_value *k = ordered(w, op->operands[1], order);
    side(&d.output, d.output.first, d.output.second, order);
    for (int32_t i = 0; i < t->rank; i++) {
        shape[i] = t->shape[order[i]];
        back[order[i]] = i;
    }
    for (size_t i = 0; i < n; i++) {
        pads[i] = windows.low[i];
        pads[n + i] = windows.high[i];
    }
    grn_value *none =
        grn_new(w, "onnx.NoValue", 0, NULL, grn_type_none(w->ir), 1, &(grn_new_attr){"value", grn_attr_unit(w->ir)});
    const grn_new_attr attrs[] = {
        {"kernel_shape", numbers(w, n, windows.size)},
        {"strides", numbers(w, n, windows.stride)},
        {"dilations", numbers(w, n, windows.window_dilation)},
        {"pads", numbers(w, 2 * n, pads)},
        {"group", grn_onnx_number(w, grn_op_integer(op, "feature_group_count", 1))}};
    grn_value *const operands[] = {x, k, none};
    grn_value *y = x && k && none ? grn_new(w, "onnx.Conv", 3, operands, grn_tensor_like(w, t->element, t->rank, shape),
                                            GRN_COUNT(attrs), attrs)
                                  : NULL;
    return grn_replace(w, ordered(w, y, back));
}
