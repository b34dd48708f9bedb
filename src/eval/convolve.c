/* convolve.c - a convolution as a contraction whose lhs has a row for every window, put together as
 * it is packed. */
#include "eval/convolve.h"

#include "eval/element.h"
#include "eval/folding.h"

/* The windows of one group, whose elements are the rows of lhs. */
typedef struct source {
    const grn_convolution *c;
    int64_t features; /* of a group */
    size_t bytes;
} source;

/* A window of one batch, and the current place in it. */
typedef struct place {
    int64_t start[GRN_MAX_RANK]; /* per spatial dimension: of the window, in padded and dilated elements */
    int64_t at[GRN_MAX_RANK];    /* within the window */
    int64_t batch;               /* offset in elements */
} place;

/* Elements from the first of a batch to those at the walk's place; false: padding. A place beyond
 * int64_t is padding too: no operand reaches so far. */
static bool find_element(const grn_convolution *c, const place *w, int64_t *offset)
{
    const grn_windows *g = &c->windows;
    *offset = w->batch;
    for (int32_t d = 0; d < g->rank; d++) {
        int64_t k = c->reversed[d] ? g->size[d] - 1 - w->at[d] : w->at[d];
        uint64_t at = (uint64_t)w->start[d] + (uint64_t)k * (uint64_t)g->window_dilation[d] - (uint64_t)g->low[d];
        uint64_t dilation = (uint64_t)g->base_dilation[d];
        if (at > INT64_MAX || (dilation != 1 && at % dilation != 0))
            return false;
        at = dilation == 1 ? at : at / dilation;
        if (at >= (uint64_t)c->lhs.shape[d + 1])
            return false;
        *offset += (int64_t)at * c->lhs.stride[d + 1];
    }
    return true;
}

static void step_window(const grn_windows *g, place *w)
{
    for (int32_t d = g->rank - 1; d >= 0; d--) {
        if (++w->at[d] < g->size[d])
            return;
        w->at[d] = 0;
    }
}

/* Row-major over [batch, windows]. */
static place place_of(const grn_convolution *c, int64_t row, int64_t position)
{
    const grn_windows *g = &c->windows;
    place w;
    for (int32_t d = g->rank - 1; d >= 0; d--) {
        w.start[d] = row % c->out.shape[d + 1] * g->stride[d];
        row /= c->out.shape[d + 1];
        w.at[d] = position % g->size[d];
        position /= g->size[d];
    }
    w.batch = row * c->lhs.stride[0];
    return w;
}

static void copy_features(const char *from, int64_t stride, int64_t n, size_t bytes, char *to)
{
    if (stride == 1) {
        memcpy(to, from, (size_t)n * bytes);
        return;
    }
    for (int64_t i = 0; i < n; i++)
        grn_copy_element(to + (size_t)i * bytes, from + i * stride * (int64_t)bytes, bytes);
}

static void take_factors(const grn_contract_factors *f, int64_t row, int64_t at, int64_t n, void *out)
{
    const source *s = f->user;
    const grn_convolution *c = s->c;
    int64_t feature = at % s->features, stride = c->lhs.stride[c->windows.rank + 1];
    place w = place_of(c, row, at / s->features);
    char *to = out;
    while (n > 0) {
        int64_t offset, run = s->features - feature < n ? s->features - feature : n;
        if (find_element(c, &w, &offset))
            copy_features((const char *)f->data + (offset + feature * stride) * (int64_t)s->bytes, stride, run,
                          s->bytes, to);
        else
            memset(to, 0, (size_t)run * s->bytes);
        to += (size_t)run * s->bytes;
        n -= run;
        feature = 0;
        step_window(&c->windows, &w);
    }
}

/* ---- groups ---------------------------------------------------------------------------------- */

static int64_t groups_of(const grn_convolution *c) { return c->feature_groups * c->batch_groups; }

static grn_contract_place group_at(const void *user, int64_t i)
{
    const grn_convolution *c = ((const source *)user)->c;
    int32_t last = c->windows.rank + 1;
    int64_t columns = c->out.shape[last] / groups_of(c);
    int64_t lhs =
        c->batch_groups > 1 ? i * c->out.shape[0] * c->lhs.stride[0] : i * c->rhs.shape[last - 1] * c->lhs.stride[last];
    return (grn_contract_place){.lhs = lhs, .rhs = i * columns * c->rhs.stride[last], .sums = i * columns};
}

static int64_t product_of(const int64_t *shape, int32_t from, int32_t to)
{
    int64_t product = 1;
    for (int32_t d = from; d < to; d++)
        product *= shape[d];
    return product;
}

uint64_t grn_convolution_products(const grn_convolution *c)
{
    int32_t last = c->windows.rank + 1;
    int64_t sums = grn_tensor_elements(&c->out),
            depth = grn_tensor_elements(&c->rhs) / (c->rhs.shape[last] ? c->rhs.shape[last] : 1);
    return depth != 0 && (uint64_t)sums > UINT64_MAX / (uint64_t)depth ? UINT64_MAX : (uint64_t)sums * (uint64_t)depth;
}

/* ---- groups of one feature each -------------------------------------------------------------- */

/* Products that make a part worth a thread. */
#define PART_PRODUCTS 65536

/* Features that each have their own kernel: all features of a window's element at once, one element
 * after the other. */
typedef struct lanes {
    const grn_convolution *c;
    grn_bound_element multiply, add;
    int64_t rows, features;
    int32_t parts;
    size_t bytes;
    char *scratch; /* per part: the features of one element, and their products */
} lanes;

static void add_row(const lanes *l, int64_t row, char *line, char *products)
{
    const grn_convolution *c = l->c;
    const int64_t stride = c->lhs.stride[c->windows.rank + 1];
    const size_t n = (size_t)l->features;
    char *sums = (char *)c->out.data + (size_t)(row * l->features) * l->bytes;
    const char *kernel = c->rhs.data;
    place w = place_of(c, row, 0);
    memset(sums, 0, n * l->bytes);
    for (int64_t k = grn_tensor_elements(&c->rhs) / l->features; k > 0; k--, kernel += n * l->bytes) {
        int64_t offset;
        if (find_element(c, &w, &offset))
            copy_features((const char *)c->lhs.data + offset * (int64_t)l->bytes, stride, l->features, l->bytes, line);
        else
            memset(line, 0, n * l->bytes);
        grn_element_run(&l->multiply, n, products, (const void *const[]){line, kernel});
        grn_element_run(&l->add, n, sums, (const void *const[]){sums, products});
        step_window(&c->windows, &w);
    }
}

static void add_rows(void *user, int32_t part)
{
    const lanes *l = user;
    size_t line = (size_t)l->features * l->bytes;
    char *scratch = l->scratch + (size_t)part * 2 * line;
    for (int64_t row = l->rows * part / l->parts; row < l->rows * (part + 1) / l->parts; row++)
        add_row(l, row, scratch, scratch + line);
}

/* Whether each output feature is of one input feature, and rhs lies as its view has it. */
static bool is_lanes(const grn_convolution *c)
{
    int32_t last = c->windows.rank + 1;
    return c->feature_groups > 1 && c->feature_groups == c->lhs.shape[last] &&
           c->out.shape[last] == c->lhs.shape[last] && grn_tensor_is_compact(&c->rhs);
}

static grn_status convolve_lanes(const grn_convolution *c, const grn_parallel *parallel, const grn_allocator *allocator)
{
    const grn_dtype dtype = c->out.dtype, in[] = {dtype, dtype};
    lanes l = {.c = c, .features = c->feature_groups, .bytes = grn_dtype_bytes(dtype), .parts = 1};
    uint64_t parts = grn_convolution_products(c) / PART_PRODUCTS;
    size_t line, bytes;
    l.rows = grn_tensor_elements(&c->out) / l.features;
    if (parallel && parts > 1)
        l.parts = parts < (uint64_t)parallel->threads ? (int32_t)parts : parallel->threads;
    if (grn_element_bind(&grn_element_multiply, in, dtype, &l.multiply) != GRN_OK ||
        grn_element_bind(&grn_element_add, in, dtype, &l.add) != GRN_OK)
        return GRN_E_DTYPE;
    if (!grn_mul_size((size_t)l.features, 2 * l.bytes, &line) || !grn_mul_size(line, (size_t)l.parts, &bytes) ||
        !(l.scratch = grn_allocate(allocator, bytes)))
        return GRN_E_MEMORY;
    if (l.parts > 1)
        parallel->for_each(parallel->user, l.parts, add_rows, &l);
    else
        add_rows(&l, 0);
    grn_release(allocator, l.scratch, bytes);
    return GRN_OK;
}

/* ---- any groups ------------------------------------------------------------------------------ */

/* The places of a sum are rhs's dimensions but the last, which lie one behind the other with one
 * stride. */
static bool rhs_has_one_stride(const grn_tensor *t, int32_t last)
{
    int64_t inner = 1, stride = 0;
    for (int32_t d = last - 1; d >= 0; d--) {
        if (t->shape[d] == 1)
            continue;
        if (inner == 1)
            stride = t->stride[d];
        else if (t->stride[d] != stride * inner)
            return false;
        inner *= t->shape[d];
    }
    return true;
}

static int64_t rhs_step(const grn_tensor *t, int32_t last)
{
    for (int32_t d = last - 1; d >= 0; d--)
        if (t->shape[d] != 1)
            return t->stride[d];
    return 0;
}

static grn_status convolve(const grn_convolution *c, const grn_parallel *parallel, const grn_allocator *allocator)
{
    int32_t last = c->windows.rank + 1;
    source s = {.c = c, .features = c->rhs.shape[last - 1], .bytes = grn_dtype_bytes(c->out.dtype)};
    grn_contraction k;
    grn_status status = grn_contract_bind(&k, c->out.dtype);
    if (status != GRN_OK)
        return status;
    k.rows = product_of(c->out.shape, 0, last);
    k.columns = c->out.shape[last] / groups_of(c);
    k.depth = product_of(c->rhs.shape, 0, last);
    k.lhs = (grn_contract_factors){.data = c->lhs.data, .take = take_factors, .user = &s};
    k.rhs = (grn_contract_factors){.data = c->rhs.data, .row = c->rhs.stride[last], .step = rhs_step(&c->rhs, last)};
    k.sums = c->out.data;
    k.row = c->out.shape[last];
    k.column = 1;
    return grn_contract_all(&k, groups_of(c), group_at, &s, parallel, allocator);
}

grn_status grn_eval_convolve(const grn_convolution *c, const grn_parallel *parallel, const grn_allocator *allocator)
{
    grn_convolution with = *c;
    size_t bytes = grn_tensor_bytes(&c->rhs);
    if (grn_tensor_elements(&c->out) == 0)
        return GRN_OK;
    if (is_lanes(c))
        return convolve_lanes(c, parallel, allocator);
    if (rhs_has_one_stride(&c->rhs, c->windows.rank + 1))
        return convolve(c, parallel, allocator);
    with.rhs.data = grn_allocate(allocator, bytes);
    if (!with.rhs.data)
        return GRN_E_MEMORY;
    grn_shape_strides(with.rhs.rank, with.rhs.shape, with.rhs.stride);
    grn_tensor_copy(&with.rhs, &c->rhs);
    grn_status status = convolve(&with, parallel, allocator);
    grn_release(allocator, with.rhs.data, bytes);
    return status;
}
