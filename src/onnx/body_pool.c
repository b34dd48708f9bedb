/*
 * body_pool.c - pooling as nodes of simpler operators (ONNX, Operators.md). A window is the product
 * of its dimensions, so that the largest element, or the sum, is taken along one after another: of
 * as many slices as the window has places there.
 */
#include <math.h>

#include "onnx/body.h"

enum { MOST_PLACES = 64, MOST_EXTENT = 65536, MOST_GATHERED = 1 << 24 };

typedef struct pool_axis {
    int64_t extent, kernel, stride, dilation, low, high, out;
    int64_t needed; /* elements from the first place of the first window to the last of the last */
} pool_axis;
typedef struct pool {
    int64_t rank, count; /* dimensions, and those of the window */
    pool_axis axis[GRN_MAX_RANK];
} pool;

static void set_pads(pool_axis *a, bool same, bool lower, bool ceil_mode)
{
    const int64_t span = (a->kernel - 1) * a->dilation + 1;
    if (same) {
        a->out = (a->extent + a->stride - 1) / a->stride;
        const int64_t total = (a->out - 1) * a->stride + span - a->extent, pads = total > 0 ? total : 0;
        a->low = lower ? pads - pads / 2 : pads / 2;
        a->high = pads - a->low;
    } else {
        const int64_t room = a->extent + a->low + a->high - span;
        a->out = room < 0 ? 0 : (room + (ceil_mode ? a->stride - 1 : 0)) / a->stride + 1;
        /* a window begins in the tensor, or in what is put in front of it */
        if (ceil_mode && a->out > 0 && (a->out - 1) * a->stride >= a->extent + a->low)
            a->out--;
    }
    a->needed = (a->out - 1) * a->stride + span;
}

static bool in_range(const pool_axis *a)
{
    return a->kernel >= 1 && a->kernel <= MOST_EXTENT && a->stride >= 1 && a->stride <= MOST_EXTENT &&
           a->dilation >= 1 && a->dilation <= MOST_EXTENT && a->low >= 0 && a->low <= MOST_EXTENT && a->high >= 0 &&
           a->high <= MOST_EXTENT && a->extent <= MOST_EXTENT;
}

static bool read_pool(const onnx_body *b, pool *p)
{
    int64_t kernel[GRN_MAX_RANK], stride[GRN_MAX_RANK], dilation[GRN_MAX_RANK], pads[2 * GRN_MAX_RANK];
    const grn_type *t = grn_onnx_input(b, 0)->type;
    const bool lower = grn_onnx_says(b, "auto_pad", "SAME_LOWER"),
               same = lower || grn_onnx_says(b, "auto_pad", "SAME_UPPER");
    if (!grn_onnx_is_static(b, 0) || t->rank < 3)
        return false;
    *p = (pool){.rank = t->rank, .count = t->rank - 2};
    if (grn_onnx_ints(b, "kernel_shape", GRN_MAX_RANK, kernel) != p->count)
        return false;
    const bool strides = grn_onnx_ints(b, "strides", GRN_MAX_RANK, stride) == p->count,
               dilations = grn_onnx_ints(b, "dilations", GRN_MAX_RANK, dilation) == p->count,
               padded = grn_onnx_ints(b, "pads", 2 * GRN_MAX_RANK, pads) == 2 * p->count;
    for (int64_t d = 0; d < p->count; d++) {
        pool_axis *a = &p->axis[d];
        *a = (pool_axis){.extent = t->shape[d + 2],
                         .kernel = kernel[d],
                         .stride = strides ? stride[d] : 1,
                         .dilation = dilations ? dilation[d] : 1,
                         .low = padded ? pads[d] : 0,
                         .high = padded ? pads[p->count + d] : 0};
        if (!in_range(a))
            return false;
        set_pads(a, same, lower, grn_onnx_int(b, "ceil_mode", 0) != 0);
        if (a->out < 1)
            return false;
    }
    return true;
}

static grn_value *padded(onnx_body *b, const pool *p, grn_value *v, double filling)
{
    int64_t pads[2 * GRN_MAX_RANK] = {0};
    bool any = false;
    for (int64_t d = 0; d < p->count; d++) {
        const pool_axis *a = &p->axis[d];
        const int64_t high = a->needed - a->extent - a->low;
        pads[d + 2] = a->low;
        pads[p->rank + d + 2] = high > 0 ? high : 0;
        any = any || a->low || high > 0;
    }
    if (!any)
        return v;
    return GRN_STEP(b, "Pad", v, grn_onnx_list_of(b, 2 * p->rank, pads),
                    grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), filling), grn_onnx_none(b->r));
}

/* Along dimension d as [windows, places], reduced over the places: of as many as slices would be too
 * many. */
static grn_value *over_long_windows(onnx_body *b, const pool_axis *a, int64_t d, const char *op, grn_value *v)
{
    const int64_t places = d + 1;
    if (a->kernel > MOST_GATHERED / a->out || v->type->rank == GRN_MAX_RANK)
        return NULL;
    grn_value *at =
        GRN_FORMULA(b, GRN_I64, "Add(Mul(window, stride), Mul(place, dilation))",
                    {"window", grn_onnx_count(b, a->out, 0, 2)}, {"place", grn_onnx_count(b, a->kernel, 1, 2)},
                    {"stride", grn_onnx_i64(b, a->stride)}, {"dilation", grn_onnx_i64(b, a->dilation)});
    v = GRN_STEP_INT(b, "Gather", "axis", d, v, at);
    return grn_onnx_folded(b, strcmp(op, "Max") == 0 ? "ReduceMax" : "ReduceSum", v, 1, &places);
}

/* Each window by a function of many operands: "Max" or "Sum". */
static grn_value *over_windows(onnx_body *b, const pool *p, const char *op, grn_value *v)
{
    grn_value *parts[MOST_PLACES];
    for (int64_t d = 0; v && d < p->count; d++) {
        const pool_axis *a = &p->axis[d];
        if (a->kernel > MOST_PLACES) {
            v = over_long_windows(b, a, d + 2, op, v);
            continue;
        }
        for (int64_t i = 0; i < a->kernel; i++)
            parts[i] = grn_onnx_slice_of(b, v, d + 2, i * a->dilation, i * a->dilation + (a->out - 1) * a->stride + 1,
                                         a->stride);
        v = grn_onnx_step(b, op, (size_t)a->kernel, parts, NULL, NULL);
    }
    return v;
}

/* How many places of each window along a dimension count: those in [from, to). */
static grn_value *places_of(onnx_body *b, const pool *p, int64_t d, int64_t from, int64_t to)
{
    const pool_axis *a = &p->axis[d];
    int64_t shape[GRN_MAX_RANK];
    int64_t *n = GRN_ARENA_NEW(&b->r->arena, int64_t, (size_t)a->out);
    if (!grn_onnx_made(b->r, n))
        return NULL;
    for (int64_t o = 0; o < a->out; o++) {
        n[o] = 0;
        for (int64_t i = 0; i < a->kernel; i++) {
            const int64_t at = o * a->stride + i * a->dilation - a->low;
            n[o] += at >= from && at < to;
        }
    }
    for (int64_t k = 0; k < p->rank; k++)
        shape[k] = k == d + 2 ? a->out : 1;
    return grn_onnx_reshape(b, grn_onnx_list_of(b, a->out, n), p->rank, shape);
}

static void average_body(onnx_body *b)
{
    pool p;
    grn_value *x = grn_onnx_input(b, 0), *places = NULL;
    const bool all = grn_onnx_int(b, "count_include_pad", 0) != 0;
    if (!grn_onnx_is_float(x) || !read_pool(b, &p))
        return;
    for (int64_t d = 0; d < p.count; d++) {
        const pool_axis *a = &p.axis[d];
        grn_value *n = places_of(b, &p, d, all ? -a->low : 0, a->extent + (all ? a->high : 0));
        places = places ? GRN_STEP(b, "Mul", places, n) : n;
    }
    grn_value *sum = over_windows(b, &p, "Sum", padded(b, &p, x, 0));
    b->results[0] = places ? GRN_STEP(b, "Div", sum, grn_onnx_cast(b, places, grn_onnx_dtype_of(x))) : NULL;
}

/* What every element of the type is at least. */
static double least(grn_dtype dtype)
{
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: return -(double)INFINITY;
    case GRN_CLASS_SIGNED: return -ldexp(1, (int)grn_dtype_bits(dtype) - 1);
    default: return 0;
    }
}

/* ---- MaxPool with places --------------------------------------------------------------------- */

/* The number of each element as the specification counts them: row by row, or within a channel
 * column by column. */
static grn_value *numbers_of(onnx_body *b, const pool *p)
{
    const grn_type *t = grn_onnx_input(b, 0)->type;
    const bool by_column = grn_onnx_int(b, "storage_order", 0) != 0;
    grn_value *v = NULL;
    int64_t step[GRN_MAX_RANK], all = 1;
    for (int64_t k = 0; k < p->count; k++) {
        const int64_t d = by_column ? 2 + k : p->rank - 1 - k;
        step[d] = all;
        all *= t->shape[d];
    }
    step[1] = all;
    step[0] = all * t->shape[1];
    for (int64_t d = 0; d < p->rank; d++) {
        grn_value *i = GRN_STEP(b, "Mul", grn_onnx_count(b, t->shape[d], d, p->rank), grn_onnx_i64(b, step[d]));
        v = v ? GRN_STEP(b, "Add", v, i) : i;
    }
    return v;
}

/* The largest of each window, and the first place that has it. Dimensions are folded from the last,
 * so that the first is that of the order of rows. Padding has place -1 and is no element. */
static void max_with_places(onnx_body *b, const pool *p)
{
    grn_value *v = padded(b, p, grn_onnx_input(b, 0), least(grn_onnx_dtype_of(grn_onnx_input(b, 0))));
    grn_value *place = padded(b, p, numbers_of(b, p), -1);
    for (int64_t d = p->count - 1; d >= 0; d--) {
        const pool_axis *a = &p->axis[d];
        grn_value *most = NULL, *at = NULL;
        for (int64_t i = 0; i < a->kernel; i++) {
            const int64_t from = i * a->dilation, to = from + (a->out - 1) * a->stride + 1;
            grn_value *next = grn_onnx_slice_of(b, v, d + 2, from, to, a->stride),
                      *there = grn_onnx_slice_of(b, place, d + 2, from, to, a->stride);
            grn_value *is_more = most ? GRN_FORMULA(b, GRN_I64, "Or(Greater(next, most), Less(at, 0))", {"next", next},
                                                    {"most", most}, {"at", at})
                                      : NULL;
            most = most ? GRN_STEP(b, "Where", is_more, next, most) : next;
            at = at ? GRN_STEP(b, "Where", is_more, there, at) : there;
        }
        v = most;
        place = at;
    }
    b->results[0] = v;
    b->results[1] = place;
}

static void max_body(onnx_body *b)
{
    pool p;
    grn_value *x = grn_onnx_input(b, 0);
    if (!read_pool(b, &p))
        return;
    if (b->node->noutputs > 1 && b->node->outputs[1].n) {
        for (int64_t d = 0; d < p.count; d++)
            if (p.axis[d].kernel > MOST_PLACES)
                return;
        max_with_places(b, &p);
    } else
        b->results[0] = over_windows(b, &p, "Max", padded(b, &p, x, least(grn_onnx_dtype_of(x))));
}

/* The p-th root of the sum of p-th powers. */
static void lp_body(onnx_body *b)
{
    pool p;
    grn_value *x = grn_onnx_input(b, 0);
    const double power = grn_onnx_real(b, "p", 2);
    if (!grn_onnx_is_float(x) || power < 1 || !read_pool(b, &p))
        return;
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    grn_value *v = GRN_STEP(b, "Abs", x);
    v = power == 2   ? GRN_STEP(b, "Mul", v, v)
        : power == 1 ? v
                     : GRN_STEP(b, "Pow", v, grn_onnx_scalar_of(b, dtype, power));
    v = over_windows(b, &p, "Sum", padded(b, &p, v, 0));
    b->results[0] = power == 2   ? GRN_STEP(b, "Sqrt", v)
                    : power == 1 ? v
                                 : GRN_STEP(b, "Pow", v, grn_onnx_scalar_of(b, dtype, 1 / power));
}

/* LRN: each element over a power of the sum of the squares of the channels around it. */
static void local_response_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *parts[MOST_PLACES];
    const grn_type *t = x->type;
    const int64_t size = grn_onnx_int(b, "size", 0);
    int64_t pads[2 * GRN_MAX_RANK] = {0};
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_float(x) || t->rank < 2 || size < 1 || size > MOST_PLACES)
        return;
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    pads[1] = (size - 1) / 2;
    pads[t->rank + 1] = size / 2;
    grn_value *square = GRN_STEP(b, "Pad", GRN_STEP(b, "Mul", x, x), grn_onnx_list_of(b, 2 * t->rank, pads),
                                 grn_onnx_scalar_of(b, dtype, 0), grn_onnx_none(b->r));
    for (int64_t i = 0; i < size; i++)
        parts[i] = grn_onnx_slice_of(b, square, 1, i, i + t->shape[1], 1);
    b->results[0] = GRN_FORMULA(b, dtype, "Div(x, Pow(Add(bias:1, Mul(Div(alpha:0.0001, size), sum)), beta:0.75))",
                                {"x", x}, {"size", grn_onnx_scalar_of(b, dtype, (double)size)},
                                {"sum", grn_onnx_step(b, "Sum", (size_t)size, parts, NULL, NULL)});
}

static void global_average_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    if (grn_onnx_is_float(x) && x->type->rank > 2)
        b->results[0] = grn_onnx_fold_from(b, "ReduceMean", x, 2, x->type->rank);
}

/* GlobalLpPool: the p-th root of the sum of p-th powers of each channel. */
static void global_lp_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    const double power = grn_onnx_real(b, "p", 2);
    if (!grn_onnx_is_float(x) || x->type->rank <= 2 || power < 1)
        return;
    grn_value *p = grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), power),
              *root = grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), 1 / power);
    grn_value *v = GRN_STEP(b, "Pow", GRN_STEP(b, "Abs", x), p);
    b->results[0] = GRN_STEP(b, "Pow", grn_onnx_fold_from(b, "ReduceSum", v, 2, x->type->rank), root);
}

static void global_max_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    if (grn_onnx_is_float(x) && x->type->rank > 2)
        b->results[0] = grn_onnx_fold_from(b, "ReduceMax", x, 2, x->type->rank);
}

const onnx_body_row grn_onnx_pool_bodies[] = {
    {.op = "AveragePool", .build = average_body},
    {.op = "MaxPool", .build = max_body},
    {.op = "LpPool", .build = lp_body},
    {.op = "LRN", .build = local_response_body},
    {.op = "GlobalAveragePool", .build = global_average_body},
    {.op = "GlobalMaxPool", .build = global_max_body},
    {.op = "GlobalLpPool", .build = global_lp_body},
    {.op = NULL},
};
