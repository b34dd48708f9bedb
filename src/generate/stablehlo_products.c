/* stablehlo_products.c - sums of products. */
#include "generate/stablehlo.h"

#define MOST 64.0 /* of a factor: sums of few products can be held in every type */

static grn_want factor(const grn_gen_type *type)
{
    const bool is_float = grn_dtype_step(type->dtype) > 0;
    return (grn_want){.type = type, .is_bounded = is_float, .no_nan = is_float, .low = -MOST, .high = MOST};
}

/* ---- dot_general ----------------------------------------------------------------------------- */

typedef struct contraction {
    grn_gen_type a, b, result;
    int64_t a_batch[2], b_batch[2], a_dims[2], b_dims[2];
    int batches, dims;
    double elements;
} contraction;

/* Of the left dimensions some are batches, some contracted; the right ones stand in any order. */
static contraction draw_contraction(grn_gen *g, const grn_gen_type *a)
{
    contraction c = {.a = *a, .b = {.dtype = a->dtype}, .result = {.dtype = a->dtype}, .elements = 1};
    int64_t place[GRN_GEN_RANK], free[GRN_GEN_RANK], nfree = 0;
    for (int32_t d = 0; d < a->rank; d++) {
        const uint64_t role = grn_pick(g->choices, 4);
        if (role == 0 && c.batches < 2)
            c.a_batch[c.batches++] = d;
        else if (role < 3 && c.dims < 2) {
            c.a_dims[c.dims++] = d;
            c.elements *= (double)a->shape[d];
        } else
            free[nfree++] = d;
    }
    const int32_t own = (int32_t)grn_pick(g->choices, 3);
    c.b.rank = c.batches + c.dims + own;
    for (int32_t d = 0; d < c.b.rank; d++) {
        place[d] = d;
        c.b.shape[d] = grn_pick_between(g->choices, g->edge && grn_one_in(g->choices, 6) ? 0 : 1, 3);
    }
    grn_pick_order(g->choices, place, c.b.rank);
    for (int i = 0; i < c.batches; i++) {
        c.b_batch[i] = place[i];
        c.b.shape[place[i]] = c.result.shape[c.result.rank++] = a->shape[c.a_batch[i]];
    }
    for (int i = 0; i < c.dims; i++) {
        c.b_dims[i] = place[c.batches + i];
        c.b.shape[c.b_dims[i]] = a->shape[c.a_dims[i]];
    }
    for (int64_t i = 0; i < nfree; i++)
        c.result.shape[c.result.rank++] = a->shape[free[i]];
    for (int32_t d = 0; d < c.b.rank; d++) {
        bool is_own = true;
        for (int32_t i = 0; i < c.batches + c.dims; i++)
            is_own = is_own && place[i] != d;
        if (is_own)
            c.result.shape[c.result.rank++] = c.b.shape[d];
    }
    return c;
}

bool grn_write_shlo_dot_general(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_type type = grn_gen_take_any(g, GRN_GEN_NUMBERS, 1).type;
    if (type.rank > 4 || grn_gen_elements(&type) > 1000)
        return false;
    const contraction c = draw_contraction(g, &type);
    const grn_want a = factor(&c.a), b = factor(&c.b);
    if (c.result.rank > GRN_GEN_RANK || grn_gen_elements(&c.result) > 1000)
        return false;
    const grn_gen_value first = grn_gen_take(g, &a), x[2] = {first, grn_gen_take(g, &b)};
    grn_facts facts = grn_facts_products(type.dtype, &x[0].facts, &x[1].facts, c.elements + 1);
    if (!grn_facts_take(g, &facts))
        return false;
    grn_gen_value r = grn_gen_new(g, &c.result, &facts);
    const grn_gen_line line = {NULL, op->name, 2, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [%l], ", c.a_batch, c.batches);
    grn_gen_put(g, "rhs_batching_dimensions = [%l], lhs_contracting_dimensions = [%l], ", c.b_batch, c.batches,
                c.a_dims, c.dims);
    grn_gen_put(g, "rhs_contracting_dimensions = [%l]>}>", c.b_dims, c.dims);
    grn_gen_end(g, &line);
    return true;
}

/* Of a vector or matrix and another one. */
bool grn_write_shlo_dot(grn_gen *g, const grn_gen_op *op)
{
    const grn_dtype dtype = grn_gen_draw_dtype(g, GRN_GEN_REALS);
    const int64_t m = grn_pick_between(g->choices, 1, 4), k = grn_pick_between(g->choices, 1, 5),
                  n = grn_pick_between(g->choices, 1, 4);
    const bool left_vector = grn_one_in(g->choices, 4), right_vector = grn_one_in(g->choices, 4);
    const int64_t shapes[3][2] = {{m, k}, {k, n}, {m, n}};
    const grn_gen_type a = grn_gen_type_of(dtype, 2 - left_vector, shapes[0] + left_vector),
                       b = grn_gen_type_of(dtype, 2 - right_vector, shapes[1]),
                       type = grn_gen_type_of(dtype, 2 - left_vector - right_vector, shapes[2] + left_vector);
    const grn_want left = factor(&a), right = factor(&b);
    const grn_gen_value first = grn_gen_take(g, &left), x[2] = {first, grn_gen_take(g, &right)};
    grn_facts facts = grn_facts_products(dtype, &x[0].facts, &x[1].facts, (double)k + 1);
    if (!grn_facts_take(g, &facts))
        return false;
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &facts);
    return true;
}

/* ---- convolution ----------------------------------------------------------------------------- */

typedef struct convolved {
    grn_gen_type image, kernel, result;
    int spatial;
    int64_t step[2], padding[4], image_dilation[2], kernel_dilation[2], groups;
    double elements;
} convolved;

static void draw_spatial(grn_gen *g, convolved *c, int i)
{
    const int64_t image = grn_pick_between(g->choices, 1, 5), kernel = grn_pick_between(g->choices, 1, 3);
    c->step[i] = grn_pick_between(g->choices, 1, 2);
    c->image_dilation[i] = grn_one_in(g->choices, 4) ? 2 : 1;
    c->kernel_dilation[i] = grn_one_in(g->choices, 4) ? 2 : 1;
    c->padding[2 * i] = grn_pick_between(g->choices, g->edge ? -1 : 0, 2);
    c->padding[2 * i + 1] = grn_pick_between(g->choices, g->edge ? -1 : 0, 2);
    const int64_t room = (image - 1) * c->image_dilation[i] + 1 + c->padding[2 * i] + c->padding[2 * i + 1];
    const int64_t reach = (kernel - 1) * c->kernel_dilation[i] + 1;
    c->image.shape[1 + i] = image;
    c->kernel.shape[i] = kernel;
    c->result.shape[1 + i] = room <= 0 || reach > room ? 0 : (room - reach) / c->step[i] + 1;
    c->elements *= (double)kernel;
}

/* Image [b, spatial.., f], kernel [spatial.., i, o], result [b, spatial.., f]. */
static convolved draw_convolution(grn_gen *g, grn_dtype dtype)
{
    convolved c = {.spatial = 1 + (int)grn_pick(g->choices, 2)};
    c.groups = grn_one_in(g->choices, 3) ? 2 : 1;
    const int32_t rank = c.spatial + 2;
    const int64_t features = grn_pick_between(g->choices, 1, 3), outs = grn_pick_between(g->choices, 1, 2) * c.groups;
    c.elements = (double)features;
    c.image = c.kernel = c.result = (grn_gen_type){.dtype = dtype, .rank = rank};
    c.image.shape[0] = c.result.shape[0] = grn_pick_between(g->choices, 1, 2);
    for (int i = 0; i < c.spatial; i++)
        draw_spatial(g, &c, i);
    c.image.shape[rank - 1] = features * c.groups;
    c.kernel.shape[rank - 2] = features;
    c.kernel.shape[rank - 1] = c.result.shape[rank - 1] = outs;
    return c;
}

static void put_convolution(grn_gen *g, const convolved *c)
{
    const int n = c->spatial;
    grn_gen_put(g, " <{window_strides = %a, padding = dense<[", c->step, n);
    for (int i = 0; i < n; i++)
        grn_gen_put(g, i ? ", [%l]" : "[%l]", c->padding + 2 * i, 2);
    grn_gen_put(g, "]> : tensor<%nx2xi64>, lhs_dilation = %a, rhs_dilation = %a, ", (int64_t)n, c->image_dilation, n,
                c->kernel_dilation, n);
    grn_gen_put(g, n == 1 ? "dimension_numbers = #stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>, "
                          : "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, ");
    grn_gen_put(g, "feature_group_count = %n : i64, batch_group_count = 1 : i64}>", c->groups);
}

bool grn_write_shlo_convolution(grn_gen *g, const grn_gen_op *op)
{
    const convolved c = draw_convolution(g, grn_gen_draw_dtype(g, GRN_GEN_REALS));
    const grn_want image = factor(&c.image), kernel = factor(&c.kernel);
    const grn_gen_value first = grn_gen_take(g, &image), x[2] = {first, grn_gen_take(g, &kernel)};
    grn_facts facts = grn_facts_products(c.image.dtype, &x[0].facts, &x[1].facts, c.elements + 1);
    if (!grn_facts_take(g, &facts))
        return false;
    grn_gen_value r = grn_gen_new(g, &c.result, &facts);
    const grn_gen_line line = {NULL, op->name, 2, 1, x, &r};
    grn_gen_begin(g, &line);
    put_convolution(g, &c);
    grn_gen_end(g, &line);
    return true;
}
