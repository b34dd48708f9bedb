/*
 * body_pad.c - Pad by elements of the operand, and CenterCropPad (ONNX, Operators.md). A dimension
 * that is padded by its own elements is a gather along it.
 */
#include "onnx/body.h"

enum { MOST_EXTENT = 1 << 30 };

/* ---- Pad ------------------------------------------------------------------------------------- */

typedef struct padding {
    int64_t count, axis[GRN_MAX_RANK], out[GRN_MAX_RANK];
    double pads[2 * GRN_MAX_RANK];
    bool is_known; /* pads */
} padding;

static bool read_padding(const onnx_body *b, padding *p)
{
    double axes[GRN_MAX_RANK];
    const grn_type *t = grn_onnx_input(b, 0)->type, *declared = grn_onnx_declared(b, 0);
    const grn_value *pads = grn_onnx_input(b, 1), *listed = grn_onnx_input(b, 3);
    *p = (padding){.count = t->rank};
    if (!grn_onnx_is_small(b, 0) || !pads)
        return false;
    if (listed && (p->count = grn_onnx_constant_numbers(listed, GRN_MAX_RANK, axes)) < 0)
        return false;
    p->is_known = grn_onnx_constant_numbers(pads, 2 * GRN_MAX_RANK, p->pads) == 2 * p->count;
    if (!p->is_known && !declared)
        return false;
    for (int64_t k = 0; k < p->count; k++) {
        if (listed && !(axes[k] >= -t->rank && axes[k] < t->rank))
            return false;
        const int64_t d = listed ? (int64_t)axes[k] + (axes[k] < 0 ? t->rank : 0) : k;
        const double out = (double)t->shape[d] + p->pads[k] + p->pads[p->count + k];
        const bool stays =
            p->is_known ? p->pads[k] == 0 && p->pads[p->count + k] == 0 : t->shape[d] == 0 && declared->shape[d] == 0;
        if (!stays && (t->shape[d] < 1 || (p->is_known && !(out >= 1 && out <= MOST_EXTENT))))
            return false;
        p->axis[k] = d;
        p->out[k] = p->is_known ? (int64_t)out : declared->shape[d];
    }
    return true;
}

/* Place i of an operand that goes on for ever, as one within n. */
static grn_value *within(onnx_body *b, grn_value *i, int64_t n)
{
    if (grn_onnx_says(b, "mode", "wrap"))
        return GRN_STEP(b, "Mod", i, grn_onnx_i64(b, n));
    if (grn_onnx_says(b, "mode", "reflect") && n > 1)
        return GRN_FORMULA(b, GRN_I64, "at = Mod(i, period); Min(at, Sub(period, at))", {"i", i},
                           {"period", grn_onnx_i64(b, 2 * (n - 1))});
    return GRN_FORMULA(b, GRN_I64, "Max(0, Min(i, last))", {"i", i}, {"last", grn_onnx_i64(b, n - 1)});
}

static void pad_body(onnx_body *b)
{
    padding p;
    grn_value *v = grn_onnx_input(b, 0);
    if ((!grn_onnx_says(b, "mode", "wrap") && !grn_onnx_says(b, "mode", "reflect") &&
         !grn_onnx_says(b, "mode", "edge")) ||
        !read_padding(b, &p))
        return;
    const int64_t *extent = v->type->shape;
    v = GRN_STEP(b, "Identity", v);
    for (int64_t k = 0; k < p.count; k++) {
        if (extent[p.axis[k]] == 0 || (p.is_known && p.pads[k] == 0 && p.pads[p.count + k] == 0))
            continue;
        grn_value *low = p.is_known ? grn_onnx_i64(b, (int64_t)p.pads[k])
                                    : grn_onnx_cast(b, grn_onnx_listed(b, grn_onnx_input(b, 1), k), GRN_I64);
        grn_value *i = GRN_STEP(b, "Sub", grn_onnx_count(b, p.out[k], 0, 1), low);
        v = GRN_STEP_INT(b, "Gather", "axis", p.axis[k], v, within(b, i, extent[p.axis[k]]));
    }
    b->results[0] = v;
}

/* ---- CenterCropPad --------------------------------------------------------------------------- */

static void center_body(onnx_body *b)
{
    double shape[GRN_MAX_RANK];
    int64_t axes[GRN_MAX_RANK], pads[2 * GRN_MAX_RANK] = {0};
    grn_value *v = grn_onnx_input(b, 0);
    const grn_type *t = v->type, *declared = grn_onnx_declared(b, 0);
    const int64_t listed = grn_onnx_ints(b, "axes", GRN_MAX_RANK, axes), count = listed < 0 ? t->rank : listed;
    const bool known = grn_onnx_constant_numbers(grn_onnx_input(b, 1), GRN_MAX_RANK, shape) == count;
    bool any = false;
    if (!grn_onnx_is_small(b, 0) || (!known && (!declared || declared->rank != t->rank)))
        return;
    v = GRN_STEP(b, "Identity", v);
    for (int64_t k = 0; v && k < count; k++) {
        const int64_t d = listed < 0 ? k : axes[k] + (axes[k] < 0 ? t->rank : 0);
        if (d < 0 || d >= t->rank || (known && !(shape[k] >= 0 && shape[k] <= MOST_EXTENT)))
            return;
        const int64_t in = t->shape[d], out = known ? (int64_t)shape[k] : declared->shape[d], off = (in - out) / 2;
        if (out < in)
            v = grn_onnx_slice_of(b, v, d, off, off + out, 1);
        any = any || out > in;
        pads[d] = out > in ? (out - in) / 2 : 0;
        pads[t->rank + d] = out > in ? out - in - pads[d] : 0;
    }
    b->results[0] = any && v ? GRN_STEP(b, "Pad", v, grn_onnx_list_of(b, 2 * t->rank, pads),
                                        grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), 0), grn_onnx_none(b->r))
                             : v;
}

const onnx_body_row grn_onnx_pad_bodies[] = {
    {.op = "Pad", .build = pad_body},
    {.op = "CenterCropPad", .build = center_body},
    {.op = NULL},
};
