/*
 * body_roi.c - RoiAlign and DeformConv (ONNX, Operators.md): elements at places that regions or
 * offsets say. RoiAlign takes rows of channels by one gather. Where each region has a number of
 * samples of its own, its means are two products of matrices.
 */
#include "onnx/body_sample.h"
#include "onnx/body_scan.h"

enum { MOST_COUNT = 1 << 30, MOST_EXTENT = 65536 };

/* ---- RoiAlign -------------------------------------------------------------------------------- */

typedef struct regions {
    int64_t n, c, extent[2], count; /* images, channels, height and width, regions */
    int64_t out[2], samples;        /* along a dimension of each bin; 0: as each region asks for */
    double scale;
    bool half_pixel, is_max;
} regions;

static bool read_regions(const onnx_body *b, regions *g)
{
    for (size_t i = 0; i < 3; i++)
        if (!grn_onnx_is_small(b, i))
            return false;
    const grn_type *x = grn_onnx_input(b, 0)->type, *rois = grn_onnx_input(b, 1)->type;
    if (x->rank != 4 || rois->rank != 2 || rois->shape[1] != 4 || !grn_onnx_is_float(grn_onnx_input(b, 0)))
        return false;
    const bool is_old = b->scope->opsets->onnx < 16, says = grn_onnx_attr_of(b->node, "coordinate_transformation_mode");
    *g = (regions){.n = x->shape[0],
                   .c = x->shape[1],
                   .extent = {x->shape[2], x->shape[3]},
                   .count = rois->shape[0],
                   .out = {grn_onnx_int(b, "output_height", 1), grn_onnx_int(b, "output_width", 1)},
                   .samples = grn_onnx_int(b, "sampling_ratio", 0),
                   .scale = grn_onnx_real(b, "spatial_scale", 1),
                   .half_pixel = says ? grn_onnx_says(b, "coordinate_transformation_mode", "half_pixel") : !is_old,
                   .is_max = grn_onnx_says(b, "mode", "max")};
    for (int d = 0; d < 2; d++)
        if (g->out[d] < 1 || g->out[d] > MOST_EXTENT || g->extent[d] < 1)
            return false;
    return g->samples >= 0 && g->samples <= MOST_EXTENT && g->n >= 1 &&
           g->extent[0] <= MOST_COUNT / g->extent[1] / g->n;
}

/* Where the regions begin along dimension d, and how long they are, f32 [count, 1]. */
static void sides_along(onnx_body *b, const regions *g, int64_t d, grn_value **begin, grn_value **length)
{
    const int64_t low = d == 0 ? 1 : 0; /* of x1, y1, x2, y2 */
    grn_value *rois = grn_onnx_cast(b, grn_onnx_input(b, 1), GRN_F32), *scale = grn_onnx_f32(b, g->scale);
    grn_value *from = grn_onnx_slice_of(b, rois, 1, low, low + 1, 1),
              *to = grn_onnx_slice_of(b, rois, 1, low + 2, low + 3, 1);
    *begin = GRN_FORMULA(b, GRN_F32, "Sub(Mul(from, scale), shift)", {"from", from}, {"scale", scale},
                         {"shift", grn_onnx_f32(b, g->half_pixel ? 0.5 : 0)});
    *length = GRN_FORMULA(b, GRN_F32, "Mul(Sub(to, from), scale)", {"to", to}, {"from", from}, {"scale", scale});
    if (!g->half_pixel)
        *length = GRN_STEP(b, "Max", *length, grn_onnx_f32(b, 1));
}

/* Both taps of each sample along dimension d: places i64 and weights f32 [count, out * samples, 2]. */
static void taps_along(onnx_body *b, const regions *g, int64_t d, grn_value **place, grn_value **weight)
{
    grn_value *extent = grn_onnx_f32(b, (double)g->extent[d]), *last = grn_onnx_f32(b, (double)g->extent[d] - 1);
    grn_value *begin, *length;
    sides_along(b, g, d, &begin, &length);
    grn_value *i = grn_onnx_cast(b, grn_onnx_count(b, g->out[d] * g->samples, 1, 2), GRN_F32);
    grn_value *y = GRN_FORMULA(b, GRN_F32, "Add(begin, Mul(Div(length, out), Div(Add(i, 0.5), samples)))",
                               {"begin", begin}, {"length", length}, {"out", grn_onnx_f32(b, (double)g->out[d])},
                               {"i", i}, {"samples", grn_onnx_f32(b, (double)g->samples)});
    grn_value *is_near =
        GRN_FORMULA(b, GRN_F32, "And(GreaterOrEqual(y, Neg(1)), LessOrEqual(y, extent))", {"y", y}, {"extent", extent});
    y = GRN_STEP(b, "Max", y, grn_onnx_f32(b, 0));
    grn_value *base = GRN_FORMULA(b, GRN_F32, "Min(Floor(y), last)", {"y", y}, {"last", last});
    grn_value *off =
        GRN_FORMULA(b, GRN_F32, "Where(Less(base, last), Sub(y, base), 0)", {"base", base}, {"last", last}, {"y", y});
    grn_value *w[] = {GRN_FORMULA(b, GRN_F32, "Where(near, Sub(1, off), 0)", {"near", is_near}, {"off", off}),
                      GRN_FORMULA(b, GRN_F32, "Where(near, off, 0)", {"near", is_near}, {"off", off})};
    grn_value *p[] = {base, GRN_FORMULA(b, GRN_F32, "Min(Add(base, 1), last)", {"base", base}, {"last", last})};
    for (int k = 0; k < 2; k++) {
        w[k] = grn_onnx_widened(b, w[k], 0, 1);
        p[k] = grn_onnx_widened(b, p[k], 0, 1);
    }
    *weight = GRN_STEP_INT(b, "Concat", "axis", 2, w[0], w[1]);
    *place = GRN_STEP_INT(b, "Concat", "axis", 2, p[0], p[1]);
    *place = *place ? grn_onnx_cast(b, *place, GRN_I64) : NULL;
}

/* Rows of channels at the taps [count, height, width, 2, 2], each times its weight. */
static grn_value *weighted_rows(onnx_body *b, const regions *g)
{
    static const int64_t channels_last[] = {0, 2, 3, 1};
    grn_value *place[2], *weight[2];
    const int64_t rows[] = {g->n * g->extent[0] * g->extent[1], g->c}, by_region[] = {-1, 1, 1, 1, 1};
    for (int64_t d = 0; d < 2; d++) { /* [count, height, 1, 2, 1] and [count, 1, width, 1, 2] */
        const int64_t side = g->out[d] * g->samples,
                      shape[] = {g->count, d ? 1 : side, d ? side : 1, d ? 1 : 2, d ? 2 : 1};
        taps_along(b, g, d, &place[d], &weight[d]);
        place[d] = grn_onnx_reshape(b, place[d], 5, shape);
        weight[d] = grn_onnx_reshape(b, weight[d], 5, shape);
    }
    grn_value *image = grn_onnx_reshape(b, grn_onnx_cast(b, grn_onnx_input(b, 2), GRN_I64), 5, by_region);
    grn_value *at = GRN_FORMULA(b, GRN_I64, "Add(Mul(Add(Mul(image, height), y), width), x)", {"image", image},
                                {"height", grn_onnx_i64(b, g->extent[0])}, {"y", place[0]},
                                {"width", grn_onnx_i64(b, g->extent[1])}, {"x", place[1]});
    grn_value *x = grn_onnx_reshape(b, grn_onnx_transpose(b, grn_onnx_input(b, 0), 4, channels_last), 2, rows);
    x = GRN_STEP_INT(b, "Gather", "axis", 0, x, at);
    grn_value *w = GRN_STEP(b, "Mul", weight[0], weight[1]);
    w = w ? grn_onnx_widened(b, grn_onnx_cast(b, w, grn_onnx_dtype_of(grn_onnx_input(b, 0))), 0, 1) : NULL;
    return GRN_STEP(b, "Mul", x, w);
}

static void sampled_evenly(onnx_body *b, const regions *g)
{
    static const int64_t folded[] = {2, 4, 5, 6}, channels_first[] = {0, 3, 1, 2};
    const int64_t split[] = {g->count, g->out[0], g->samples, g->out[1], g->samples, 2, 2, g->c};
    grn_value *v = grn_onnx_reshape(b, weighted_rows(b, g), 8, split);
    v = grn_onnx_folded(b, g->is_max ? "ReduceMax" : "ReduceSum", v, 4, folded);
    if (v && !g->is_max)
        v = GRN_STEP(b, "Div", v, grn_onnx_scalar_of(b, grn_onnx_dtype_of(v), (double)(g->samples * g->samples)));
    b->results[0] = grn_onnx_transpose(b, v, 4, channels_first);
}

/* A bin has ceil(its length) samples, so that they stand more than 1/2 apart, or alone: this many
 * include those that are within 1 of an element. */
enum { NEAR_ELEMENT = 6 };

/* The sum of the weights of each element along dimension d in each bin, f32 [count, out, extent],
 * and the number of samples, [count, 1, 1, 1]. */
static grn_value *shares_along(onnx_body *b, const regions *g, int64_t d, grn_value **samples)
{
    const int64_t last = 3;
    grn_value *begin, *length;
    sides_along(b, g, d, &begin, &length);
    begin = begin ? grn_onnx_widened(b, begin, 0, 2) : NULL;
    length = length ? grn_onnx_widened(b, length, 0, 2) : NULL;
    grn_value *bin = GRN_STEP(b, "Div", length, grn_onnx_f32(b, (double)g->out[d]));
    *samples = GRN_FORMULA(b, GRN_F32, "Max(Ceil(bin), 0)", {"bin", bin});
    grn_value *start = GRN_FORMULA(b, GRN_F32, "Add(begin, Mul(p, bin))", {"begin", begin}, {"bin", bin},
                                   {"p", grn_onnx_cast(b, grn_onnx_count(b, g->out[d], 1, 4), GRN_F32)});
    grn_value *element = grn_onnx_cast(b, grn_onnx_count(b, g->extent[d], 2, 4), GRN_F32),
              *next = grn_onnx_cast(b, grn_onnx_count(b, NEAR_ELEMENT, 3, 4), GRN_F32);
    grn_value *i =
        GRN_FORMULA(b, GRN_F32, "Add(Max(Floor(Sub(Div(Mul(Sub(Sub(h, 1), start), Max(n, 1)), bin), 0.5)), 0), next)",
                    {"h", element}, {"start", start}, {"n", *samples}, {"bin", bin}, {"next", next});
    grn_value *y = GRN_FORMULA(b, GRN_F32, "Add(start, Div(Mul(Add(i, 0.5), bin), n))", {"start", start}, {"i", i},
                               {"bin", bin}, {"n", *samples});
    grn_value *counts =
        GRN_FORMULA(b, GRN_F32, "And(Less(i, n), And(GreaterOrEqual(y, Neg(1)), LessOrEqual(y, extent)))", {"i", i},
                    {"n", *samples}, {"y", y}, {"extent", grn_onnx_f32(b, (double)g->extent[d])});
    grn_value *weight =
        GRN_FORMULA(b, GRN_F32, "Where(counts, Max(0, Sub(1, Abs(Sub(Min(Max(y, 0), last), h)))), 0)",
                    {"counts", counts}, {"y", y}, {"h", element}, {"last", grn_onnx_f32(b, (double)g->extent[d] - 1)});
    return grn_onnx_folded(b, "ReduceSum", weight, 1, &last);
}

/* Slices: the shares along height and along width, transposed, and the number of the image. */
static void mean_of_region(onnx_body *b, const void *context, grn_value *const *states, grn_value *const *slices,
                           grn_value **new_states, grn_value **outputs)
{
    grn_value *const x = *(grn_value *const *)context;
    grn_value *image = GRN_STEP_INT(b, "Gather", "axis", 0, x, slices[2]);
    outputs[0] = GRN_STEP(b, "MatMul", GRN_STEP(b, "MatMul", slices[0], image), slices[1]);
    (void)states;
    (void)new_states;
}

static void sampled_by_length(onnx_body *b, const regions *g)
{
    static const int64_t turned[] = {0, 2, 1};
    const grn_dtype dtype = grn_onnx_dtype_of(grn_onnx_input(b, 0)), wide = dtype == GRN_F64 ? GRN_F64 : GRN_F32;
    grn_value *samples[2], *share[2], *x = grn_onnx_cast(b, grn_onnx_input(b, 0), wide);
    for (int64_t d = 0; d < 2; d++) {
        share[d] = shares_along(b, g, d, &samples[d]);
        share[d] = share[d] ? grn_onnx_cast(b, share[d], wide) : NULL;
    }
    onnx_scan s = {.ninputs = 3,
                   .noutputs = 1,
                   .inputs = {share[0], grn_onnx_transpose(b, share[1], 3, turned), grn_onnx_input(b, 2)},
                   .context = &x,
                   .step = mean_of_region};
    grn_value *count =
        GRN_FORMULA(b, GRN_F32, "Max(Mul(rows, columns), 1)", {"rows", samples[0]}, {"columns", samples[1]});
    if (!x || !count)
        return;
    grn_onnx_scan(b, &s);
    grn_value *v = GRN_STEP(b, "Div", s.collected[0], grn_onnx_cast(b, count, wide));
    b->results[0] = v ? grn_onnx_cast(b, v, dtype) : NULL;
}

static void roi_align_body(onnx_body *b)
{
    regions g;
    if (!read_regions(b, &g))
        return;
    if (g.samples)
        sampled_evenly(b, &g);
    else if (!g.is_max)
        sampled_by_length(b, &g);
}

/* ---- DeformConv ------------------------------------------------------------------------------ */

enum { IN_X, IN_W, IN_OFFSET, IN_BIAS, IN_MASK };

typedef struct deformed {
    int64_t n, c, dims, results, group, offset_group, in_kernel, places;
    int64_t extent[GRN_SAMPLE_DIMS], kernel[GRN_SAMPLE_DIMS], out[GRN_SAMPLE_DIMS], stride[GRN_SAMPLE_DIMS],
        dilation[GRN_SAMPLE_DIMS], low[GRN_SAMPLE_DIMS];
} deformed;

static bool read_extents(const onnx_body *b, deformed *f)
{
    int64_t pads[2 * GRN_SAMPLE_DIMS];
    const grn_type *x = grn_onnx_input(b, IN_X)->type, *w = grn_onnx_input(b, IN_W)->type,
                   *offset = grn_onnx_input(b, IN_OFFSET)->type;
    const bool strides = grn_onnx_ints(b, "strides", GRN_SAMPLE_DIMS, f->stride) == f->dims,
               dilations = grn_onnx_ints(b, "dilations", GRN_SAMPLE_DIMS, f->dilation) == f->dims,
               padded = grn_onnx_ints(b, "pads", 2 * GRN_SAMPLE_DIMS, pads) == 2 * f->dims;
    f->in_kernel = f->places = 1;
    for (int64_t d = 0; d < f->dims; d++) {
        f->extent[d] = x->shape[d + 2];
        f->kernel[d] = w->shape[d + 2];
        f->out[d] = offset->shape[d + 2];
        f->stride[d] = strides ? f->stride[d] : 1;
        f->dilation[d] = dilations ? f->dilation[d] : 1;
        f->low[d] = padded ? pads[d] : 0;
        f->in_kernel *= f->kernel[d];
        f->places *= f->out[d];
        if (f->extent[d] < 1 || f->kernel[d] < 1 || f->out[d] < 1 || f->in_kernel > MOST_EXTENT ||
            f->places > MOST_COUNT)
            return false;
    }
    return true;
}

static bool read_deformed(const onnx_body *b, deformed *f)
{
    for (size_t i = 0; i < 3; i++)
        if (!grn_onnx_is_small(b, i) || !grn_onnx_is_float(grn_onnx_input(b, i)))
            return false;
    const grn_type *x = grn_onnx_input(b, IN_X)->type, *w = grn_onnx_input(b, IN_W)->type,
                   *offset = grn_onnx_input(b, IN_OFFSET)->type;
    *f = (deformed){.n = x->shape[0],
                    .dims = x->rank - 2,
                    .group = grn_onnx_int(b, "group", 1),
                    .offset_group = grn_onnx_int(b, "offset_group", 1)};
    if (f->dims < 1 || f->dims > GRN_SAMPLE_DIMS || w->rank != x->rank || offset->rank != x->rank ||
        !read_extents(b, f))
        return false;
    f->c = x->shape[1];
    f->results = w->shape[0];
    return f->group >= 1 && f->offset_group >= 1 && f->c >= 1 && f->n >= 1 && f->c % f->offset_group == 0 &&
           f->c % f->group == 0 && f->results % f->group == 0 && w->shape[1] == f->c / f->group &&
           offset->shape[0] == f->n && f->offset_group <= MOST_EXTENT &&
           offset->shape[1] == f->offset_group * f->in_kernel * f->dims && f->places <= MOST_COUNT / f->in_kernel;
}

/* Coordinates along dimension d, f32 [n * offset_group, in_kernel * places]. */
static grn_value *coordinates(onnx_body *b, const deformed *f, int64_t d)
{
    const int64_t split[] = {f->n * f->offset_group, f->in_kernel, f->dims, f->places},
                  flat[] = {f->n * f->offset_group, f->in_kernel * f->places}, many[] = {1, f->in_kernel, 1, f->places};
    const int64_t rank = 2 * f->dims;
    int64_t all[2 * GRN_SAMPLE_DIMS];
    for (int64_t k = 0; k < f->dims; k++) {
        all[k] = f->kernel[k];
        all[f->dims + k] = f->out[k];
    }
    grn_value *in_kernel =
        GRN_STEP(b, "Mul", grn_onnx_count(b, f->kernel[d], d, rank), grn_onnx_i64(b, f->dilation[d]));
    grn_value *window =
        GRN_STEP(b, "Mul", grn_onnx_count(b, f->out[d], f->dims + d, rank), grn_onnx_i64(b, f->stride[d]));
    grn_value *at = GRN_STEP(b, "Sub", GRN_STEP(b, "Add", in_kernel, window), grn_onnx_i64(b, f->low[d]));
    at = grn_onnx_reshape(b, GRN_STEP(b, "Expand", at, grn_onnx_list_of(b, rank, all)), 4, many);
    grn_value *offset = grn_onnx_reshape(b, grn_onnx_cast(b, grn_onnx_input(b, IN_OFFSET), GRN_F32), 4, split);
    offset = grn_onnx_slice_of(b, offset, 2, d, d + 1, 1);
    at = at ? GRN_STEP(b, "Add", grn_onnx_cast(b, at, GRN_F32), offset) : NULL;
    return grn_onnx_reshape(b, at, 2, flat);
}

/* The elements that each window takes, then a product of matrices for each group of channels. */
static void deform_conv_body(onnx_body *b)
{
    deformed f;
    grn_value *at[GRN_SAMPLE_DIMS], *mask = grn_onnx_input(b, IN_MASK), *bias = grn_onnx_input(b, IN_BIAS);
    if (!read_deformed(b, &f))
        return;
    onnx_sampling s = {.n = f.n * f.offset_group,
                       .c = f.c / f.offset_group,
                       .dims = f.dims,
                       .places = f.in_kernel * f.places,
                       .align = true,
                       .outside = GRN_OUTSIDE_ZERO};
    int64_t shape[2 + GRN_SAMPLE_DIMS] = {f.n, f.results};
    for (int64_t d = 0; d < f.dims; d++) {
        at[d] = coordinates(b, &f, d);
        s.extent[d] = f.extent[d];
        shape[2 + d] = f.out[d];
    }
    const int64_t by_group[] = {s.n, 1, s.places}, in_group = f.c / f.group * f.in_kernel,
                  columns[] = {f.n, f.group, in_group, f.places}, w[] = {f.group, f.results / f.group, in_group};
    grn_value *v = grn_onnx_sampled(b, &s, grn_onnx_input(b, IN_X), at);
    if (mask)
        v = GRN_STEP(b, "Mul", v, grn_onnx_reshape(b, mask, 3, by_group));
    v = GRN_STEP(b, "MatMul", grn_onnx_reshape(b, grn_onnx_input(b, IN_W), 3, w), grn_onnx_reshape(b, v, 4, columns));
    v = grn_onnx_reshape(b, v, 2 + f.dims, shape);
    b->results[0] = bias ? GRN_STEP(b, "Add", v, grn_onnx_by_channel(b, bias, 2 + f.dims)) : v;
}

const onnx_body_row grn_onnx_roi_bodies[] = {
    {.op = "RoiAlign", .build = roi_align_body},
    {.op = "DeformConv", .build = deform_conv_body},
    {.op = NULL},
};
