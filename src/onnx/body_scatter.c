/*
 * body_scatter.c - operators that put elements where others say, as scatters (ONNX, Operators.md):
 * Col2Im adds the elements of overlapping blocks, MaxUnpool puts each where it was taken from.
 */
#include "onnx/body.h"

enum { MOST_COUNT = 1 << 30 };

/* A padding that can be counted with. */
static bool in_range(int64_t v) { return v >= 0 && v <= MOST_COUNT; }

/* The product of n extents; -1: too many to count. */
static int64_t product(int64_t n, const int64_t *v)
{
    int64_t all = 1;
    for (int64_t i = 0; i < n; i++) {
        if (v[i] < 0 || v[i] > MOST_COUNT || (v[i] && all > MOST_COUNT / v[i]))
            return -1;
        all *= v[i];
    }
    return all;
}

static grn_value *zeros(onnx_body *b, grn_dtype dtype, int64_t rank, const int64_t *shape)
{
    return GRN_STEP(b, "Expand", grn_onnx_scalar_of(b, dtype, 0), grn_onnx_list_of(b, rank, shape));
}

/* ---- Col2Im ---------------------------------------------------------------------------------- */

typedef struct blocks {
    int64_t n, c, dims, in_block, count; /* elements of a block, blocks */
    int64_t image[GRN_MAX_RANK], stride[GRN_MAX_RANK], dilation[GRN_MAX_RANK], low[GRN_MAX_RANK], pads[GRN_MAX_RANK];
} blocks;

static bool read_blocks(const onnx_body *b, blocks *k)
{
    int64_t pads[2 * GRN_MAX_RANK];
    double image[GRN_MAX_RANK], block[GRN_MAX_RANK];
    const grn_type *t = grn_onnx_input(b, 0)->type, *declared = grn_onnx_declared(b, 0);
    if (!grn_onnx_is_small(b, 0) || t->rank != 3 || !grn_onnx_input(b, 1) || !grn_onnx_input(b, 2))
        return false;
    const int64_t dims = grn_onnx_constant_numbers(grn_onnx_input(b, 1), GRN_MAX_RANK - 2, image),
                  sizes = grn_onnx_constant_numbers(grn_onnx_input(b, 2), GRN_MAX_RANK - 2, block);
    const bool known = dims >= 1 && sizes == dims;
    if (!known && (!declared || declared->rank < 3))
        return false;
    *k = (blocks){.n = t->shape[0], .dims = known ? dims : declared->rank - 2, .in_block = 1, .count = t->shape[2]};
    for (int64_t d = 0; d < k->dims; d++) {
        if (known && !(image[d] >= 1 && image[d] <= MOST_COUNT && block[d] >= 1 && block[d] <= MOST_COUNT))
            return false;
        k->image[d] = known ? (int64_t)image[d] : declared->shape[d + 2];
        k->in_block *= known ? (int64_t)block[d] : 1;
        if (k->in_block > MOST_COUNT)
            return false;
    }
    k->c = known ? t->shape[1] / k->in_block : declared->shape[1];
    if (k->c < 1 || t->shape[1] % k->c != 0 || (known && k->c * k->in_block != t->shape[1]))
        return false;
    k->in_block = t->shape[1] / k->c;
    const bool strides = grn_onnx_ints(b, "strides", GRN_MAX_RANK, k->stride) == k->dims,
               dilations = grn_onnx_ints(b, "dilations", GRN_MAX_RANK, k->dilation) == k->dims,
               padded = grn_onnx_ints(b, "pads", 2 * GRN_MAX_RANK, pads) == 2 * k->dims;
    for (int64_t d = 0; d < k->dims; d++) {
        k->stride[d] = strides ? k->stride[d] : 1;
        k->dilation[d] = dilations ? k->dilation[d] : 1;
        if (padded && (!in_range(pads[d]) || !in_range(pads[k->dims + d])))
            return false;
        k->low[d] = padded ? pads[d] : 0;
        k->pads[d] = padded ? pads[d] + pads[k->dims + d] : 0;
        if (k->stride[d] < 1 || k->stride[d] > MOST_COUNT || k->dilation[d] < 1 || k->dilation[d] > MOST_COUNT)
            return false;
    }
    return true;
}

/* Where each element of each block lies in the image, i64 [in_block, count], and whether it does.
 * The blocks' extents may be known only when it runs. */
static grn_value *places_of(onnx_body *b, const blocks *k, grn_value **is_inside)
{
    grn_value *element = grn_onnx_count(b, k->in_block, 0, 2), *block = grn_onnx_count(b, k->count, 1, 2),
              *place = NULL;
    grn_value *inner = grn_onnx_i64(b, 1),
              *before = grn_onnx_i64(b, 1); /* elements and blocks of the dimensions behind */
    int64_t step = 1;
    *is_inside = NULL;
    for (int64_t d = k->dims - 1; d >= 0; d--) {
        grn_value *size = grn_onnx_cast(b, grn_onnx_listed(b, grn_onnx_input(b, 2), d), GRN_I64);
        grn_value *count =
            GRN_FORMULA(b, GRN_I64, "Add(Div(Sub(extent, Mul(dilation, Sub(size, 1))), stride), 1)", {"size", size},
                        {"extent", grn_onnx_i64(b, k->image[d] + k->pads[d] - 1)},
                        {"dilation", grn_onnx_i64(b, k->dilation[d])}, {"stride", grn_onnx_i64(b, k->stride[d])});
        grn_value *at = GRN_FORMULA(b, GRN_I64,
                                    "Sub(Add(Mul(Mod(Div(block, before), blocks), stride), Mul(Mod(Div(element, "
                                    "inner), size), dilation)), low)",
                                    {"block", block}, {"before", before}, {"blocks", count},
                                    {"stride", grn_onnx_i64(b, k->stride[d])}, {"element", element}, {"inner", inner},
                                    {"size", size}, {"dilation", grn_onnx_i64(b, k->dilation[d])},
                                    {"low", grn_onnx_i64(b, k->low[d])});
        grn_value *inside = GRN_FORMULA(b, GRN_I64, "And(GreaterOrEqual(at, 0), Less(at, extent))", {"at", at},
                                        {"extent", grn_onnx_i64(b, k->image[d])});
        *is_inside = *is_inside ? GRN_STEP(b, "And", *is_inside, inside) : inside;
        at = GRN_STEP(b, "Mul", at, grn_onnx_i64(b, step));
        place = place ? GRN_STEP(b, "Add", place, at) : at;
        inner = GRN_STEP(b, "Mul", inner, size);
        before = GRN_STEP(b, "Mul", before, count);
        step *= k->image[d];
    }
    return GRN_STEP(b, "Where", *is_inside, place, grn_onnx_i64(b, 0));
}

/* Each element is added to its place; those that lie in the padding are 0. */
static void col2im_body(onnx_body *b)
{
    blocks k;
    grn_value *x = grn_onnx_input(b, 0), *is_inside;
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    if (!read_blocks(b, &k) || product(k.dims, k.image) < 1)
        return;
    const int64_t flat[] = {k.n, k.c, k.in_block, k.count}, lists[] = {k.n, k.c, k.in_block * k.count},
                  one_list[] = {1, 1, k.in_block * k.count}, all[] = {k.n, k.c, product(k.dims, k.image)};
    int64_t shape[GRN_MAX_RANK] = {k.n, k.c};
    memcpy(shape + 2, k.image, (size_t)k.dims * sizeof *shape);
    if (product(3, lists) < 0 || product(3, all) < 0)
        return;
    grn_value *place = places_of(b, &k, &is_inside);
    x = GRN_STEP(b, "Where", is_inside, grn_onnx_reshape(b, x, 4, flat), grn_onnx_scalar_of(b, dtype, 0));
    place = GRN_STEP(b, "Expand", grn_onnx_reshape(b, place, 3, one_list), grn_onnx_list_of(b, 3, lists));
    grn_value *const operands[] = {zeros(b, dtype, 3, all), place, grn_onnx_reshape(b, x, 3, lists)};
    const onnx_named attrs[] = {{"axis", grn_onnx_si64(b->r, 2)},
                                {"reduction", grn_attr_string(b->r->ir, GRN_STR("add"))}};
    b->results[0] =
        grn_onnx_reshape(b, grn_onnx_step_with(b, "ScatterElements", 3, operands, 2, attrs), 2 + k.dims, shape);
}

/* ---- MaxUnpool ------------------------------------------------------------------------------- */

static void max_unpool_body(onnx_body *b)
{
    int64_t kernel[GRN_MAX_RANK], stride[GRN_MAX_RANK], pads[2 * GRN_MAX_RANK], shape[GRN_MAX_RANK];
    int64_t more[2 * GRN_MAX_RANK] = {0};
    double asked[GRN_MAX_RANK];
    bool any = false;
    grn_value *x = grn_onnx_input(b, 0), *places = grn_onnx_input(b, 1), *out = grn_onnx_input(b, 2);
    const grn_type *t = x->type, *declared = grn_onnx_declared(b, 0);
    const int64_t dims = t->rank - 2;
    if (!grn_onnx_is_small(b, 0) || !places || dims < 1 ||
        grn_onnx_ints(b, "kernel_shape", GRN_MAX_RANK, kernel) != dims)
        return;
    const bool strides = grn_onnx_ints(b, "strides", GRN_MAX_RANK, stride) == dims,
               padded = grn_onnx_ints(b, "pads", 2 * GRN_MAX_RANK, pads) == 2 * dims,
               known = out && grn_onnx_constant_numbers(out, GRN_MAX_RANK, asked) == t->rank;
    if (out && !known && (!declared || declared->rank != t->rank))
        return;
    for (int64_t d = 0; d < t->rank; d++) {
        const int64_t k = d - 2, s = k >= 0 && strides ? stride[k] : 1;
        if (k >= 0 && (s < 1 || s > MOST_COUNT || kernel[k] < 1 || kernel[k] > MOST_COUNT ||
                       (padded && (!in_range(pads[k]) || !in_range(pads[dims + k])))))
            return;
        shape[d] = k < 0 ? t->shape[d] : (t->shape[d] - 1) * s + kernel[k] - (padded ? pads[k] + pads[dims + k] : 0);
        const double wanted = !out ? (double)shape[d] : known ? asked[d] : (double)declared->shape[d];
        if (shape[d] < 0 || !(wanted >= (double)shape[d] && wanted <= MOST_COUNT))
            return;
        more[t->rank + d] = (int64_t)wanted - shape[d];
        any = any || more[t->rank + d];
    }
    const int64_t flat[] = {-1}, all[] = {product(t->rank, shape)};
    if (all[0] < 0)
        return;
    grn_value *v = GRN_STEP_INT(b, "ScatterElements", "axis", 0, zeros(b, grn_onnx_dtype_of(x), 1, all),
                                grn_onnx_reshape(b, places, 1, flat), grn_onnx_reshape(b, x, 1, flat));
    v = grn_onnx_reshape(b, v, t->rank, shape);
    b->results[0] = any && v ? GRN_STEP(b, "Pad", v, grn_onnx_list_of(b, 2 * t->rank, more),
                                        grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), 0), grn_onnx_none(b->r))
                             : v;
}

const onnx_body_row grn_onnx_scatter_bodies[] = {
    {.op = "Col2Im", .build = col2im_body},
    {.op = "MaxUnpool", .build = max_unpool_body},
    {.op = NULL},
};
