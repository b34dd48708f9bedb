/* export_conv.c - the hub's convolutions as Conv, which has batch and channels in front: others are
 * transposed before and after. */
#include "dialects/onnx/translate.h"

#include "convert/expand.h"
#include "dialects/stablehlo/conv.h"

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
        if (!(items[i] = i64 ? grn_attr_integer(w->ir, i64, v[i]) : NULL))
            return NULL;
    return grn_attr_array(w->ir, count, items);
}

/* Conv has floats of up to 32 bits in ONNX Runtime, no dilation of its input, no groups of the batch, no padding below 0. */
static bool conv_says(const grn_op *op, grn_windows *windows)
{
    bool reversed[GRN_MAX_RANK];
    const grn_type *t = grn_result_type(op, 0);
    const grn_dtype d = t->element->dtype;
    if (grn_has_no_elements(t) || (d != GRN_F16 && d != GRN_F32) || !grn_op_is_static(op) ||
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

bool grn_onnx_convolves(const grn_op *op)
{
    grn_windows windows;
    return conv_says(op, &windows);
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
    const grn_new_attr attrs[] = {{"kernel_shape", numbers(w, n, windows.size)},
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
