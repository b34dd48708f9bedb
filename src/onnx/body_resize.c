/*
 * body_resize.c - Resize and Upsample as gathers (ONNX, Operators.md). Each dimension is resized by
 * itself. A place of the result has a coordinate in the operand, from which follow the places that
 * count for it, its taps, and their weights. Of "nearest" there is one tap, and the dimension is
 * gathered; else it is gathered as [places, taps] and summed by weights.
 */
#include <math.h>

#include "onnx/body.h"

enum { MOST_TAPS = 1 << 24 };

typedef struct resize {
    int64_t rank, count; /* dimensions, and those that are listed */
    int64_t axis[GRN_MAX_RANK], out[GRN_MAX_RANK];
    double factor[GRN_MAX_RANK]; /* of each that is listed, where is_known */
    bool is_known;
    grn_value *factors; /* f64 [count], where they are not known */
    grn_value *shared;  /* f64, of all dimensions: the aspect ratio is kept */
    grn_value *roi;     /* f64 [2 * count]: starts, then ends */
    bool is_linear, is_cubic;
} resize;

/* One dimension of it. */
typedef struct resized {
    int64_t axis, in, out;
    double least;            /* the factor is this at least */
    grn_value *s;            /* the factor, f64 */
    grn_value *w;            /* the extent before it is made whole */
    grn_value *x;            /* coordinates, f64 [out] */
    grn_value *out_of_range; /* i1 [out]; NULL: no coordinate is */
} resized;

/* ---- coordinates ----------------------------------------------------------------------------- */

static bool is_first_form(const onnx_body *b)
{
    return grn_str_is(b->node->op, "Upsample") || b->scope->opsets->onnx < 11;
}

/* o: places of the result, s: the factor, w: the extent before it is made whole, m: the operand's
 * last place, n: its extent, from and to: the region's. */
static const struct {
    const char *mode, *text, *of_one; /* where the result has one place; NULL: as of more */
} transforms[] = {
    {"half_pixel", "Sub(Div(Add(o, 0.5), s), 0.5)", NULL},
    {"pytorch_half_pixel", "Sub(Div(Add(o, 0.5), s), 0.5)", "o"},
    {"half_pixel_symmetric", "Sub(Add(Mul(Div(n, 2), Sub(1, Div(whole, w))), Div(Add(o, 0.5), s)), 0.5)", NULL},
    {"align_corners", "Div(Mul(o, m), Sub(w, 1))", "o"},
    {"asymmetric", "Div(o, s)", NULL},
    {"tf_crop_and_resize", "Add(Div(Mul(Mul(o, Sub(to, from)), m), Sub(w, 1)), Mul(from, m))",
     "Add(o, Div(Mul(Add(from, to), m), 2))"},
};

static const char *transform_of(const onnx_body *b, int64_t out)
{
    const bool is_first = is_first_form(b);
    for (size_t i = 0; i < GRN_COUNT(transforms); i++)
        if (is_first ? strcmp(transforms[i].mode, "asymmetric") == 0
                     : grn_onnx_says(b, "coordinate_transformation_mode", transforms[i].mode))
            return out == 1 && transforms[i].of_one ? transforms[i].of_one : transforms[i].text;
    return grn_onnx_attr_of(b->node, "coordinate_transformation_mode") ? NULL : transforms[0].text;
}

/* ---- extents and factors --------------------------------------------------------------------- */

static bool read_axes(const onnx_body *b, resize *z)
{
    z->rank = z->count = grn_onnx_input(b, 0)->type->rank;
    const int64_t n = grn_onnx_ints(b, "axes", GRN_MAX_RANK, z->axis);
    for (int64_t d = 0; n < 0 && d < z->rank; d++)
        z->axis[d] = d;
    z->count = n < 0 ? z->rank : n;
    for (int64_t k = 0; k < z->count; k++) {
        z->axis[k] += z->axis[k] < 0 ? z->rank : 0;
        if (z->axis[k] < 0 || z->axis[k] >= z->rank)
            return false;
    }
    return true;
}

/* By sizes: of each its own factor, or the least or largest of all. */
static bool read_sizes(onnx_body *b, resize *z, grn_value *sizes)
{
    double size[GRN_MAX_RANK], shared = 0;
    const bool larger = grn_onnx_says(b, "keep_aspect_ratio_policy", "not_smaller"),
               smaller = grn_onnx_says(b, "keep_aspect_ratio_policy", "not_larger");
    const int64_t *extent = grn_onnx_input(b, 0)->type->shape;
    const grn_type *declared = grn_onnx_declared(b, 0);
    int64_t in[GRN_MAX_RANK];
    bool known = grn_onnx_constant_numbers(sizes, GRN_MAX_RANK, size) == z->count;
    if (!known && !declared)
        return false;
    for (int64_t k = 0; k < z->count; k++) {
        in[k] = extent[z->axis[k]];
        if (known && !(size[k] >= (in[k] ? 1 : 0) && size[k] <= INT32_MAX))
            return false;
        z->out[k] = known ? (int64_t)size[k] : declared->shape[z->axis[k]];
        z->factor[k] = in[k] ? (double)z->out[k] / (double)in[k] : 1;
        shared = k == 0 || (larger ? z->factor[k] > shared : z->factor[k] < shared) ? z->factor[k] : shared;
    }
    z->is_known = known || (!larger && !smaller);
    if (!larger && !smaller)
        return true;
    for (int64_t k = 0; known && k < z->count; k++) {
        z->factor[k] = shared;
        z->out[k] = (int64_t)(shared * (double)in[k] + 0.5);
    }
    if (!known) {
        grn_value *ratio = GRN_STEP(b, "Div", grn_onnx_cast(b, sizes, GRN_F64),
                                    grn_onnx_cast(b, grn_onnx_list_of(b, z->count, in), GRN_F64));
        z->shared = GRN_STEP_INT(b, larger ? "ReduceMax" : "ReduceMin", "keepdims", 0, ratio);
    }
    return true;
}

static bool read_scales(onnx_body *b, resize *z, grn_value *scales)
{
    const int64_t *extent = grn_onnx_input(b, 0)->type->shape;
    const grn_type *declared = grn_onnx_declared(b, 0);
    z->is_known = grn_onnx_constant_numbers(scales, GRN_MAX_RANK, z->factor) == z->count;
    if (!z->is_known && !declared)
        return false;
    for (int64_t k = 0; k < z->count; k++) {
        const double in = (double)extent[z->axis[k]];
        if (z->is_known && !(z->factor[k] > 0 && z->factor[k] * in <= (double)INT32_MAX))
            return false;
        z->out[k] = declared ? declared->shape[z->axis[k]] : (int64_t)floorf((float)in * (float)z->factor[k]);
    }
    z->factors = z->is_known ? NULL : grn_onnx_cast(b, scales, GRN_F64);
    return true;
}

/* Resize since opset 11 takes x, a region, scales, sizes; before, as Upsample does, x and scales. */
static bool read_resize(onnx_body *b, resize *z)
{
    *z = (resize){.rank = 0};
    const bool is_first = is_first_form(b);
    grn_value *scales = grn_onnx_input(b, is_first ? 1 : 2), *sizes = is_first ? NULL : grn_onnx_input(b, 3);
    grn_value *roi = is_first ? NULL : grn_onnx_input(b, 1);
    if (!grn_onnx_is_small(b, 0) || !read_axes(b, z))
        return false;
    const bool has_sizes = sizes && !(sizes->type->rank == 1 && sizes->type->shape[0] == 0);
    z->is_linear = grn_onnx_says(b, "mode", "linear") || grn_onnx_says(b, "mode", "bilinear");
    z->is_cubic = grn_onnx_says(b, "mode", "cubic");
    z->roi = roi ? grn_onnx_cast(b, roi, GRN_F64) : NULL;
    if (grn_onnx_says(b, "coordinate_transformation_mode", "tf_crop_and_resize") && !z->roi)
        return false;
    if (!transform_of(b, 2) || !(has_sizes ? read_sizes(b, z, sizes) : scales && read_scales(b, z, scales)))
        return false;
    for (int64_t k = 0; k < z->count; k++) /* of nothing, nothing */
        if (grn_onnx_input(b, 0)->type->shape[z->axis[k]] == 0 && z->out[k] != 0)
            return false;
    return true;
}

/* ---- one dimension --------------------------------------------------------------------------- */

/* False: the dimension stays as it is. */
static bool place_axis(onnx_body *b, const resize *z, int64_t k, resized *a)
{
    const bool crops = grn_onnx_says(b, "coordinate_transformation_mode", "tf_crop_and_resize");
    *a = (resized){.axis = z->axis[k], .in = grn_onnx_input(b, 0)->type->shape[z->axis[k]], .out = z->out[k]};
    const char *text = transform_of(b, a->out);
    const double in = (double)a->in;
    if (a->in == 0 || (z->is_known && a->in == a->out && z->factor[k] == 1 && !crops))
        return false;
    a->least = z->is_known ? z->factor[k] : ((double)a->out - 0.5) / in;
    a->s = z->is_known ? grn_onnx_f64(b, z->factor[k]) : z->shared ? z->shared : grn_onnx_listed(b, z->factors, k);
    a->w = z->is_known ? grn_onnx_f64(b, z->factor[k] * in) : GRN_STEP(b, "Mul", a->s, grn_onnx_f64(b, in));
    a->x = GRN_FORMULA(b, GRN_F64, text, {"o", grn_onnx_cast(b, grn_onnx_count(b, a->out, 0, 1), GRN_F64)}, {"s", a->s},
                       {"w", a->w}, {"whole", grn_onnx_f64(b, (double)a->out)}, {"n", grn_onnx_f64(b, in)},
                       {"m", grn_onnx_f64(b, in - 1)}, {"from", crops ? grn_onnx_listed(b, z->roi, k) : NULL},
                       {"to", crops ? grn_onnx_listed(b, z->roi, z->count + k) : NULL});
    if (crops)
        a->out_of_range =
            GRN_FORMULA(b, GRN_F64, "Or(Less(x, 0), Greater(x, m))", {"x", a->x}, {"m", grn_onnx_f64(b, in - 1)});
    return true;
}

/* ---- taps ------------------------------------------------------------------------------------ */

/* As integers within the operand. */
static grn_value *clamped(onnx_body *b, const resized *a, grn_value *place)
{
    place = GRN_FORMULA(b, GRN_F64, "Max(Min(p, m), 0)", {"p", place}, {"m", grn_onnx_f64(b, (double)a->in - 1)});
    return place ? grn_onnx_cast(b, place, GRN_I64) : NULL;
}

static grn_value *nearest(onnx_body *b, const resized *a, grn_value *v)
{
    static const char *const rounding[][2] = {{"round_prefer_floor", "Ceil(Sub(x, 0.5))"},
                                              {"round_prefer_ceil", "Floor(Add(x, 0.5))"},
                                              {"floor", "Floor(x)"},
                                              {"ceil", "Ceil(x)"}};
    const char *text = is_first_form(b) ? rounding[2][1] : rounding[0][1];
    for (size_t i = 0; i < GRN_COUNT(rounding); i++)
        if (grn_onnx_says(b, "nearest_mode", rounding[i][0]))
            text = rounding[i][1];
    grn_value *place = GRN_FORMULA(b, GRN_F64, text, {"x", a->x});
    return GRN_STEP_INT(b, "Gather", "axis", a->axis, v, clamped(b, a, place));
}

/* d: how far a tap is from the coordinate. */
static grn_value *weights_at(onnx_body *b, const resize *z, grn_value *d)
{
    if (z->is_linear)
        return GRN_FORMULA(b, GRN_F64, "Max(0, Sub(1, d))", {"d", d});
    const double c = grn_onnx_real(b, "cubic_coeff_a", -0.75);
    grn_value *within = GRN_FORMULA(b, GRN_F64, "Add(Mul(Mul(Sub(Mul(p, d), q), d), d), 1)", {"d", d},
                                    {"p", grn_onnx_f64(b, c + 2)}, {"q", grn_onnx_f64(b, c + 3)});
    return GRN_FORMULA(b, GRN_F64,
                       "Where(LessOrEqual(d, 1), within, Where(Less(d, 2), "
                       "Sub(Mul(Add(Mul(Sub(Mul(c, d), Mul(c, 5)), d), Mul(c, 8)), d), Mul(c, 4)), 0))",
                       {"d", d}, {"c", grn_onnx_f64(b, c)}, {"within", within});
}

/* The weighted sum of the taps along the dimension. */
static grn_value *interpolated(onnx_body *b, const resize *z, const resized *a, grn_value *v)
{
    const bool stretches = grn_onnx_int(b, "antialias", 0) && a->least < 1,
               excludes = grn_onnx_int(b, "exclude_outside", 0) != 0;
    const double reach = (z->is_linear ? 1 : 2) / (stretches ? a->least : 1);
    const int64_t first = (int64_t)floor(-reach) + 1, taps = 2 - 2 * first, last = -1, inner = a->axis + 1;
    if (!v || !(reach * (double)a->out < MOST_TAPS) || z->rank + 1 > GRN_MAX_RANK)
        return NULL;
    grn_value *t = grn_onnx_widened(b, grn_onnx_cast(b, grn_onnx_count(b, taps, 0, 1), GRN_F64), 1, 0);
    t = GRN_STEP(b, "Add", t, grn_onnx_f64(b, (double)first));
    grn_value *x = grn_onnx_widened(b, a->x, 0, 1), *base = GRN_STEP(b, "Floor", x);
    grn_value *d = GRN_FORMULA(b, GRN_F64, "Abs(Sub(t, Sub(x, base)))", {"t", t}, {"x", x}, {"base", base});
    if (stretches)
        d = GRN_FORMULA(b, GRN_F64, "Mul(d, Min(s, 1))", {"d", d}, {"s", a->s});
    grn_value *w = weights_at(b, z, d), *place = GRN_STEP(b, "Add", base, t);
    if (excludes)
        w = GRN_FORMULA(b, GRN_F64, "Where(And(GreaterOrEqual(p, 0), LessOrEqual(p, m)), w, 0)", {"p", place}, {"w", w},
                        {"m", grn_onnx_f64(b, (double)a->in - 1)});
    if (excludes || stretches) {
        grn_value *sum = GRN_STEP(b, "ReduceSum", w, grn_onnx_list_of(b, 1, &last));
        w = GRN_FORMULA(b, GRN_F64, "Div(w, Where(Equal(sum, 0), 1, sum))", {"w", w}, {"sum", sum});
    }
    w = w ? grn_onnx_widened(b, grn_onnx_cast(b, w, grn_onnx_dtype_of(v)), 0, z->rank - 1 - a->axis) : NULL;
    v = GRN_STEP_INT(b, "Gather", "axis", a->axis, v, clamped(b, a, place));
    return grn_onnx_folded(b, "ReduceSum", GRN_STEP(b, "Mul", v, w), 1, &inner);
}

/* ONNX does not say how a mean becomes an integer. A plain linear one loses its fraction, as in ONNX
 * Runtime; others are rounded to the nearest, as in ONNX's reference implementation. A sum that is
 * within 2^-20 of an integer is that. */
static grn_value *as_integer(onnx_body *b, const resize *z, grn_value *v, grn_dtype dtype)
{
    const bool is_cut = z->is_linear && !grn_onnx_int(b, "antialias", 0),
               is_signed = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED;
    const double beyond = ldexp(1, (int)grn_dtype_bits(dtype) - is_signed);
    v = is_cut ? GRN_FORMULA(b, GRN_F64, "Div(Round(Mul(v, 1048576)), 1048576)", {"v", v}) : GRN_STEP(b, "Round", v);
    v = GRN_FORMULA(b, GRN_F64, "Max(Min(v, most), least)", {"v", v}, {"most", grn_onnx_f64(b, beyond - 1)},
                    {"least", grn_onnx_f64(b, is_signed ? -beyond : 0)});
    return v ? grn_onnx_cast(b, v, dtype) : NULL;
}

static void resize_body(onnx_body *b)
{
    resize z;
    grn_value *x = grn_onnx_input(b, 0);
    if (!read_resize(b, &z))
        return;
    const bool is_nearest = !z.is_linear && !z.is_cubic;
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    const bool is_integer = grn_dtype_is_integer(dtype);
    if (!is_nearest && !grn_onnx_is_float(x) && !is_integer)
        return;
    const grn_dtype wide = dtype == GRN_F64 || is_integer ? GRN_F64 : GRN_F32;
    grn_value *v = is_nearest ? GRN_STEP(b, "Identity", x) : grn_onnx_cast(b, x, wide);
    for (int64_t k = 0; v && k < z.count; k++) {
        resized a;
        if (!place_axis(b, &z, k, &a))
            continue;
        v = is_nearest ? nearest(b, &a, v) : interpolated(b, &z, &a, v);
        if (v && a.out_of_range) {
            grn_value *beyond = grn_onnx_widened(b, a.out_of_range, 0, z.rank - 1 - a.axis);
            grn_value *filling =
                grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), grn_onnx_real(b, "extrapolation_value", 0));
            v = GRN_STEP(b, "Where", beyond, filling, v);
        }
    }
    if (is_integer && !is_nearest)
        b->results[0] = as_integer(b, &z, v, dtype);
    else
        b->results[0] = v ? grn_onnx_cast(b, v, dtype) : NULL;
}

const onnx_body_row grn_onnx_resize_bodies[] = {
    {.op = "Resize", .build = resize_body},
    {.op = "Upsample", .build = resize_body},
    {.op = NULL},
};
