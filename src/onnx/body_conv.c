/* body_conv.c - transposed and causal convolutions as nodes around Conv (ONNX, Operators.md). */
#include "onnx/body.h"

enum { MOST_EXTENT = 65536 };

static const grn_attr *ints(onnx_body *b, int64_t n, const int64_t *v)
{
    const grn_attr *items[GRN_MAX_RANK];
    const grn_type *i64 = grn_type_of_dtype(b->r->ir, GRN_I64);
    for (int64_t i = 0; i < n; i++)
        if (!grn_onnx_made(b->r, items[i] = grn_attr_integer(b->r->ir, i64, v[i])))
            return NULL;
    return grn_attr_array(b->r->ir, (size_t)n, items);
}

static grn_value *conv(onnx_body *b, grn_value *x, grn_value *w, grn_value *bias, int64_t group, int64_t n,
                       const int64_t *dilations)
{
    grn_value *const operands[] = {x, w, bias ? bias : grn_onnx_none(b->r)};
    const onnx_named attrs[] = {{"group", grn_onnx_si64(b->r, group)}, {"dilations", ints(b, n, dilations)}};
    return grn_onnx_step_with(b, "Conv", 3, operands, 2, attrs);
}

static grn_value *pad(onnx_body *b, grn_value *v, int64_t rank, const int64_t *pads)
{
    return v ? GRN_STEP(b, "Pad", v, grn_onnx_list_of(b, 2 * rank, pads),
                        grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), 0), grn_onnx_none(b->r))
             : NULL;
}

/* ---- ConvTranspose: Conv of elements apart from one another, with the kernel turned ---------- */

typedef struct transposed {
    int64_t rank, count, group; /* dimensions, and those of the windows */
    int64_t stride[GRN_MAX_RANK], dilation[GRN_MAX_RANK], low[GRN_MAX_RANK], high[GRN_MAX_RANK];
} transposed;

static bool in_range(int64_t v, int64_t from) { return v >= from && v <= MOST_EXTENT; }

/* Along dimension d: what Conv is padded with. */
static bool place(const onnx_body *b, transposed *t, int64_t d, int64_t extent, int64_t kernel, int64_t more,
                  const int64_t *asked)
{
    const bool lower = grn_onnx_says(b, "auto_pad", "SAME_LOWER"), upper = grn_onnx_says(b, "auto_pad", "SAME_UPPER");
    if (!in_range(t->stride[d], 1) || !in_range(t->dilation[d], 1) || !in_range(kernel, 1) || !in_range(extent, 1) ||
        !in_range(more, 0) || !in_range(t->low[d], 0) || !in_range(t->high[d], 0))
        return false;
    const int64_t span = (kernel - 1) * t->dilation[d], all = t->stride[d] * (extent - 1) + more + span + 1;
    if (asked || lower || upper) {
        const int64_t wanted = asked ? asked[d] : extent * t->stride[d], total = all - wanted,
                      half = total < 0 ? (total - 1) / 2 : total / 2; /* rounded down */
        if (!in_range(wanted, 1))
            return false;
        t->low[d] = total < 0 && !lower && !upper ? 0 : upper ? half : total - half;
        t->high[d] = total - t->low[d];
    }
    t->low[d] = span - t->low[d];
    t->high[d] = span - t->high[d] + more;
    return true;
}

static bool read_transposed(const onnx_body *b, transposed *t)
{
    int64_t pads[2 * GRN_MAX_RANK], more[GRN_MAX_RANK], asked[GRN_MAX_RANK];
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_small(b, 1))
        return false;
    const grn_type *x = grn_onnx_input(b, 0)->type, *w = grn_onnx_input(b, 1)->type;
    *t = (transposed){.rank = x->rank, .count = x->rank - 2, .group = grn_onnx_int(b, "group", 1)};
    if (x->rank < 3 || x->rank + 1 > GRN_MAX_RANK || w->rank != x->rank || t->group < 1 || x->shape[1] < 1 ||
        x->shape[1] != w->shape[0] || x->shape[1] % t->group != 0)
        return false;
    const bool strides = grn_onnx_ints(b, "strides", GRN_MAX_RANK, t->stride) == t->count,
               dilations = grn_onnx_ints(b, "dilations", GRN_MAX_RANK, t->dilation) == t->count,
               padded = grn_onnx_ints(b, "pads", 2 * GRN_MAX_RANK, pads) == 2 * t->count,
               behind = grn_onnx_ints(b, "output_padding", GRN_MAX_RANK, more) == t->count;
    const int64_t extents = grn_onnx_ints(b, "output_shape", GRN_MAX_RANK, asked);
    for (int64_t d = 0; d < t->count; d++) {
        t->stride[d] = strides ? t->stride[d] : 1;
        t->dilation[d] = dilations ? t->dilation[d] : 1;
        t->low[d] = padded ? pads[d] : 0;
        t->high[d] = padded ? pads[t->count + d] : 0;
        if (!place(b, t, d, x->shape[d + 2], w->shape[d + 2], behind ? more[d] : 0, extents == t->count ? asked : NULL))
            return false;
    }
    return true;
}

/* stride - 1 zeros between elements along each dimension. */
static grn_value *spread(onnx_body *b, const transposed *t, grn_value *v)
{
    int64_t shape[GRN_MAX_RANK];
    memcpy(shape, v->type->shape, (size_t)t->rank * sizeof *shape);
    for (int64_t d = 0; v && d < t->count; d++) {
        int64_t pads[2 * GRN_MAX_RANK] = {0};
        const int64_t inner = d + 3, s = t->stride[d], n = shape[d + 2];
        if (s == 1)
            continue;
        pads[t->rank + 1 + inner] = s - 1;
        shape[d + 2] = n * s;
        v = pad(b, GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &inner)), t->rank + 1, pads);
        v = grn_onnx_slice_of(b, grn_onnx_reshape(b, v, t->rank, shape), d + 2, 0, (n - 1) * s + 1, 1);
        shape[d + 2] = (n - 1) * s + 1;
    }
    return v;
}

/* v along `axis` of n extents from its last to its first: as a gather, which has a counterpart in
 * every dialect. */
static grn_value *reversed(onnx_body *b, grn_value *v, int64_t axis, int64_t n)
{
    int64_t *places = GRN_ARENA_NEW(&b->r->arena, int64_t, (size_t)n);
    if (!grn_onnx_made(b->r, places))
        return NULL;
    for (int64_t i = 0; i < n; i++)
        places[i] = n - 1 - i;
    return GRN_STEP_INT(b, "Gather", "axis", axis, v, grn_onnx_list_of(b, n, places));
}

/* W [C, M / group, ..] as Conv's [M, C / group, ..], turned around. */
static grn_value *turned(onnx_body *b, const transposed *t, grn_value *w)
{
    int64_t grouped[GRN_MAX_RANK], perm[GRN_MAX_RANK], shape[GRN_MAX_RANK];
    const int64_t *e = w->type->shape;
    grouped[0] = t->group;
    grouped[1] = e[0] / t->group;
    for (int64_t d = 1; d < t->rank; d++)
        grouped[d + 1] = e[d];
    for (int64_t d = 0; d <= t->rank; d++)
        perm[d] = d == 1 ? 2 : d == 2 ? 1 : d;
    memcpy(shape, e, (size_t)t->rank * sizeof *shape);
    shape[0] = t->group * e[1];
    shape[1] = e[0] / t->group;
    w = grn_onnx_transpose(b, grn_onnx_reshape(b, w, t->rank + 1, grouped), (size_t)t->rank + 1, perm);
    w = grn_onnx_reshape(b, w, t->rank, shape);
    for (int64_t d = 2; d < t->rank; d++)
        w = e[d] > 1 ? reversed(b, w, d, e[d]) : w;
    return w;
}

static void transposed_body(onnx_body *b)
{
    transposed t;
    int64_t pads[2 * GRN_MAX_RANK] = {0};
    bool any = false;
    if (!grn_onnx_is_float(grn_onnx_input(b, 0)) || !read_transposed(b, &t))
        return;
    for (int64_t d = 0; d < t.count; d++) {
        pads[d + 2] = t.low[d];
        pads[t.rank + d + 2] = t.high[d];
        any = any || t.low[d] || t.high[d];
    }
    grn_value *x = spread(b, &t, grn_onnx_input(b, 0));
    x = any ? pad(b, x, t.rank, pads) : x;
    b->results[0] = conv(b, x, turned(b, &t, grn_onnx_input(b, 1)), grn_onnx_input(b, 2), t.group, t.count, t.dilation);
}

/* ---- CausalConvWithState --------------------------------------------------------------------- */

static void causal_body(onnx_body *b)
{
    static const int64_t one = 1;
    grn_value *x = grn_onnx_input(b, 0), *past = grn_onnx_input(b, 3);
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_small(b, 1) || x->type->rank != 3 ||
        grn_onnx_input(b, 1)->type->rank != 3 || x->type->shape[1] < 1)
        return;
    const int64_t length = x->type->shape[2], kernel = grn_onnx_input(b, 1)->type->shape[2],
                  pads[6] = {0, 0, kernel - 1};
    if (!in_range(kernel, 1))
        return;
    const int64_t channels = x->type->shape[1];
    x = past ? GRN_STEP_INT(b, "Concat", "axis", 2, past, x) : kernel > 1 ? pad(b, x, 3, pads) : x;
    grn_value *y = conv(b, x, grn_onnx_input(b, 1), grn_onnx_input(b, 2), channels, 1, &one);
    if (grn_onnx_says(b, "activation", "silu") || grn_onnx_says(b, "activation", "swish"))
        y = GRN_STEP(b, "Mul", y, GRN_STEP(b, "Sigmoid", y));
    b->results[0] = y;
    b->results[1] = grn_onnx_slice_of(b, x, 2, length, length + kernel - 1, 1);
}

const onnx_body_row grn_onnx_conv_bodies[] = {
    {.op = "ConvTranspose", .build = transposed_body},
    {.op = "CausalConvWithState", .build = causal_body},
    {.op = NULL},
};
