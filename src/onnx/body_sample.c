/*
 * body_sample.c - GridSample and AffineGrid (ONNX, Operators.md). Each place of the grid takes the
 * elements around its coordinates, its taps: one gather of all taps, and a sum by their weights.
 */
#include "onnx/body_sample.h"

/* ---- places around coordinates --------------------------------------------------------------- */

grn_value *grn_onnx_reflected(onnx_body *b, grn_value *v, double low, double high)
{
    if (high <= low)
        return GRN_STEP(b, "Mul", v, grn_onnx_f32(b, 0));
    return GRN_FORMULA(b, GRN_F32,
                       "u = Sub(v, low); within = Sub(u, Mul(Floor(Div(u, twice)), twice)); "
                       "Add(low, Min(within, Sub(twice, within)))",
                       {"v", v}, {"low", grn_onnx_f32(b, low)}, {"twice", grn_onnx_f32(b, 2 * (high - low))});
}

/* How many taps a dimension has, and the first one's place from the coordinate's. */
static int64_t taps_of(const onnx_sampling *s) { return s->is_nearest ? 1 : s->is_cubic ? 4 : 2; }
static int64_t first_of(const onnx_sampling *s) { return s->is_cubic ? -1 : 0; }
static double low_of(const onnx_sampling *s) { return s->align ? 0 : -0.5; }
static double high_of(const onnx_sampling *s, int64_t d) { return (double)s->extent[d] - (s->align ? 1 : 0.5); }

/* v [n, places, taps] with its taps at dimension d of those of all dimensions. */
static grn_value *spread(onnx_body *b, const onnx_sampling *s, grn_value *v, int64_t d)
{
    int64_t shape[2 + GRN_SAMPLE_DIMS] = {s->n, s->places};
    for (int64_t k = 0; k < s->dims; k++)
        shape[2 + k] = k == d ? taps_of(s) : 1;
    return grn_onnx_reshape(b, v, 2 + s->dims, shape);
}

static grn_value *weights_at(onnx_body *b, const onnx_sampling *s, grn_value *d)
{
    if (!s->is_cubic)
        return GRN_FORMULA(b, GRN_F32, "Max(0, Sub(1, d))", {"d", d});
    return GRN_FORMULA(b, GRN_F32,
                       "Where(LessOrEqual(d, 1), Add(Mul(Mul(Sub(Mul(1.25, d), 2.25), d), d), 1), "
                       "Sub(3, Mul(Sub(6, Mul(Sub(3.75, Mul(0.75, d)), d)), d)))",
                       {"d", d});
}

static grn_value *both(onnx_body *b, const char *op, grn_value *first, grn_value *second)
{
    return first ? GRN_STEP(b, op, first, second) : second;
}

/* What the taps along all dimensions are together. */
typedef struct tapped {
    grn_value *place;   /* i64, in the elements of a channel */
    grn_value *weight;  /* f32; NULL: 1 */
    grn_value *is_here; /* i1; NULL: all are */
} tapped;

/* At coordinates x along dimension d, whose places are `step` elements apart. */
static void tap_along(onnx_body *b, const onnx_sampling *s, grn_value *x, int64_t d, int64_t step, tapped *out)
{
    const double extent = (double)s->extent[d];
    grn_value *place = x;
    if (!s->is_nearest && x) {
        grn_value *base = grn_onnx_widened(b, GRN_STEP(b, "Floor", x), 0, 1);
        grn_value *t = grn_onnx_widened(b, grn_onnx_cast(b, grn_onnx_count(b, taps_of(s), 0, 1), GRN_F32), 2, 0);
        t = first_of(s) ? GRN_STEP(b, "Add", t, grn_onnx_f32(b, (double)first_of(s))) : t;
        place = GRN_STEP(b, "Add", base, t);
        grn_value *off = GRN_FORMULA(b, GRN_F32, "Abs(Sub(t, Sub(x, base)))", {"t", t}, {"base", base},
                                     {"x", grn_onnx_widened(b, x, 0, 1)});
        out->weight = both(b, "Mul", out->weight, spread(b, s, weights_at(b, s, off), d));
    }
    if (s->outside == GRN_OUTSIDE_ZERO) {
        grn_value *here = GRN_FORMULA(b, GRN_F32, "And(GreaterOrEqual(p, 0), LessOrEqual(p, m))", {"p", place},
                                      {"m", grn_onnx_f32(b, extent - 1)});
        out->is_here = both(b, "And", out->is_here, spread(b, s, here, d));
    } else if (s->outside == GRN_OUTSIDE_REFLECTION && place)
        place = grn_onnx_reflected(b, place, low_of(s), high_of(s, d));
    place = GRN_FORMULA(b, GRN_F32, "Max(0, Min(p, m))", {"p", place}, {"m", grn_onnx_f32(b, extent - 1)});
    place = place ? spread(b, s, grn_onnx_cast(b, place, GRN_I64), d) : NULL;
    place = GRN_STEP(b, "Mul", place, grn_onnx_i64(b, step));
    out->place = both(b, "Add", out->place, place);
}

grn_value *grn_onnx_sampled(onnx_body *b, const onnx_sampling *s, grn_value *x, grn_value *const *coordinates)
{
    tapped t = {.place = NULL};
    const grn_dtype dtype = grn_onnx_dtype_of(x), wide = dtype == GRN_F64 ? GRN_F64 : GRN_F32;
    int64_t step = 1, taps = 1;
    for (int64_t d = s->dims - 1; d >= 0; d--) {
        tap_along(b, s, coordinates[d], d, step, &t);
        step *= s->extent[d];
        taps *= taps_of(s);
        if (step > GRN_SAMPLE_COUNT)
            return NULL;
    }
    const int64_t one = 1, last = 3, flat[] = {s->n, s->places * taps}, all[] = {s->n, s->c, flat[1]},
                  channels[] = {s->n, s->c, step}, split[] = {s->n, s->c, s->places, taps},
                  by_place[] = {s->n, 1, s->places, taps};
    grn_value *place = GRN_STEP(b, "Unsqueeze", grn_onnx_reshape(b, t.place, 2, flat), grn_onnx_list_of(b, 1, &one));
    place = GRN_STEP(b, "Expand", place, grn_onnx_list_of(b, 3, all));
    grn_value *v = GRN_STEP_INT(b, "GatherElements", "axis", 2, grn_onnx_reshape(b, x, 3, channels), place);
    v = grn_onnx_reshape(b, v, 4, split);
    if (t.weight && v) {
        grn_value *w = grn_onnx_reshape(b, t.weight, 4, by_place);
        v = GRN_STEP(b, "Mul", grn_onnx_cast(b, v, wide), w ? grn_onnx_cast(b, w, wide) : NULL);
    }
    if (t.is_here && v) /* behind the weights, which are NaN far outside */
        v = GRN_STEP(b, "Where", grn_onnx_reshape(b, t.is_here, 4, by_place), v,
                     grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), 0));
    v = t.weight ? grn_onnx_folded(b, "ReduceSum", v, 1, &last) : grn_onnx_reshape(b, v, 3, all);
    return v ? grn_onnx_cast(b, v, dtype) : NULL;
}

/* ---- GridSample ------------------------------------------------------------------------------ */

static bool read_sampling(const onnx_body *b, onnx_sampling *s)
{
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_small(b, 1) || !grn_onnx_is_float(grn_onnx_input(b, 0)) ||
        !grn_onnx_is_float(grn_onnx_input(b, 1)))
        return false;
    const grn_type *x = grn_onnx_input(b, 0)->type, *grid = grn_onnx_input(b, 1)->type;
    *s = (onnx_sampling){.n = x->shape[0], .dims = x->rank - 2, .places = 1};
    if (x->rank < 3 || s->dims > GRN_SAMPLE_DIMS || grid->rank != x->rank || grid->shape[0] != s->n ||
        grid->shape[grid->rank - 1] != s->dims)
        return false;
    s->c = x->shape[1];
    for (int64_t d = 0; d < s->dims; d++) {
        s->extent[d] = x->shape[d + 2];
        s->places *= grid->shape[d + 1];
        if (s->extent[d] < 1 || s->places < 1 || s->places > GRN_SAMPLE_COUNT)
            return false;
    }
    s->is_nearest = grn_onnx_says(b, "mode", "nearest");
    s->is_cubic = grn_onnx_says(b, "mode", "cubic") || grn_onnx_says(b, "mode", "bicubic");
    s->align = grn_onnx_int(b, "align_corners", 0) != 0;
    s->outside = grn_onnx_says(b, "padding_mode", "border")       ? GRN_OUTSIDE_BORDER
                 : grn_onnx_says(b, "padding_mode", "reflection") ? GRN_OUTSIDE_REFLECTION
                                                                  : GRN_OUTSIDE_ZERO;
    return true;
}

/* Coordinates along dimension d, f32 [n, places], within what the padding says. */
static grn_value *coordinates(onnx_body *b, const onnx_sampling *s, grn_value *grid, int64_t d)
{
    const double extent = (double)s->extent[d];
    const int64_t flat[] = {s->n, s->places};
    grn_value *g = grn_onnx_slice_of(b, grid, s->dims + 1, s->dims - 1 - d, s->dims - d, 1);
    g = g ? grn_onnx_reshape(b, grn_onnx_cast(b, g, GRN_F32), 2, flat) : NULL;
    grn_value *x =
        s->align
            ? GRN_FORMULA(b, GRN_F32, "Mul(Div(Add(g, 1), 2), m)", {"g", g}, {"m", grn_onnx_f32(b, extent - 1)})
            : GRN_FORMULA(b, GRN_F32, "Div(Sub(Mul(Add(g, 1), n), 1), 2)", {"g", g}, {"n", grn_onnx_f32(b, extent)});
    x = s->is_nearest ? GRN_STEP(b, "Round", x) : x;
    const double low = low_of(s), high = high_of(s, d);
    if (s->outside == GRN_OUTSIDE_REFLECTION)
        return grn_onnx_reflected(b, x, low, high);
    if (s->outside == GRN_OUTSIDE_BORDER)
        return GRN_FORMULA(b, GRN_F32, "Where(Or(Less(x, low), Greater(x, high)), Max(0, Min(x, m)), x)", {"x", x},
                           {"low", grn_onnx_f32(b, low)}, {"high", grn_onnx_f32(b, high)},
                           {"m", grn_onnx_f32(b, extent - 1)});
    return x;
}

static void grid_sample_body(onnx_body *b)
{
    onnx_sampling s;
    grn_value *at[GRN_SAMPLE_DIMS];
    int64_t shape[2 + GRN_SAMPLE_DIMS];
    if (!read_sampling(b, &s))
        return;
    for (int64_t d = 0; d < s.dims; d++) {
        at[d] = coordinates(b, &s, grn_onnx_input(b, 1), d);
        shape[2 + d] = grn_onnx_input(b, 1)->type->shape[1 + d];
    }
    shape[0] = s.n;
    shape[1] = s.c;
    b->results[0] = grn_onnx_reshape(b, grn_onnx_sampled(b, &s, grn_onnx_input(b, 0), at), 2 + s.dims, shape);
}

/* ---- AffineGrid ------------------------------------------------------------------------------ */

/* -1 to 1 in n steps, at their corners or at their middles. */
static grn_value *steps(onnx_body *b, grn_dtype dtype, int64_t n, bool align)
{
    grn_value *i = grn_onnx_cast(b, grn_onnx_count(b, n, 0, 1), dtype);
    grn_value *count = grn_onnx_scalar_of(b, dtype, (double)(align ? n - 1 : n));
    if (align)
        return n == 1 ? GRN_STEP(b, "Sub", i, grn_onnx_scalar_of(b, dtype, 1))
                      : GRN_FORMULA(b, dtype, "Sub(Mul(i, Div(2, n)), 1)", {"i", i}, {"n", count});
    return GRN_FORMULA(b, dtype, "Sub(Div(Add(Mul(i, 2), 1), n), 1)", {"i", i}, {"n", count});
}

/* theta [N, k, k + 1], size (N, C, ..): the places of the result, x first, by theta. */
static void affine_grid_body(onnx_body *b)
{
    double size[2 + GRN_SAMPLE_DIMS];
    grn_value *theta = grn_onnx_input(b, 0);
    const grn_type *t = theta->type, *declared = grn_onnx_declared(b, 0);
    if (!grn_onnx_is_small(b, 0) || !grn_onnx_is_float(theta) || t->rank != 3 || t->shape[1] < 2 ||
        t->shape[1] > GRN_SAMPLE_DIMS || t->shape[2] != t->shape[1] + 1)
        return;
    const int64_t dims = t->shape[1];
    const bool known = grn_onnx_constant_numbers(grn_onnx_input(b, 1), 2 + GRN_SAMPLE_DIMS, size) == 2 + dims,
               align = grn_onnx_int(b, "align_corners", 0) != 0;
    if (!known && (!declared || declared->rank != 2 + dims))
        return;
    int64_t extent[GRN_SAMPLE_DIMS], shape[2 + GRN_SAMPLE_DIMS] = {t->shape[0]}, places = 1, one[1 + GRN_SAMPLE_DIMS];
    for (int64_t d = 0; d < dims; d++) {
        if (known && !(size[2 + d] >= 1 && size[2 + d] <= GRN_SAMPLE_COUNT))
            return;
        extent[d] = known ? (int64_t)size[2 + d] : declared->shape[1 + d];
        if (extent[d] < 1 || extent[d] > GRN_SAMPLE_COUNT || (places *= extent[d]) > GRN_SAMPLE_COUNT)
            return;
        shape[1 + d] = extent[d];
        one[d] = extent[d];
    }
    shape[1 + dims] = dims;
    one[dims] = 1;
    const grn_dtype dtype = grn_onnx_dtype_of(theta);
    grn_value *parts[1 + GRN_SAMPLE_DIMS];
    for (int64_t d = 0; d < dims; d++)
        parts[dims - 1 - d] = GRN_STEP(b, "Expand", grn_onnx_widened(b, steps(b, dtype, extent[d], align), 0, dims - d),
                                       grn_onnx_list_of(b, dims + 1, one));
    parts[dims] = GRN_STEP(b, "Expand", grn_onnx_scalar_of(b, dtype, 1), grn_onnx_list_of(b, dims + 1, one));
    grn_value *base = grn_onnx_step(b, "Concat", (size_t)dims + 1, parts, "axis", grn_onnx_si64(b->r, dims));
    const int64_t flat[] = {places, dims + 1}, swap[] = {0, 2, 1};
    base = grn_onnx_reshape(b, base, 2, flat);
    b->results[0] =
        grn_onnx_reshape(b, GRN_STEP(b, "MatMul", base, grn_onnx_transpose(b, theta, 3, swap)), 2 + dims, shape);
}

const onnx_body_row grn_onnx_sample_bodies[] = {
    {.op = "GridSample", .build = grid_sample_body},
    {.op = "AffineGrid", .build = affine_grid_body},
    {.op = NULL},
};
