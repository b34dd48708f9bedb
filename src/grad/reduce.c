/* reduce.c - rules of reductions: sums, products, extremes; and of sums over windows. */
#include "grad/rules.h"

#include "dialects/stablehlo/stablehlo.h"

/* One input of a reduction. */
typedef struct reduction {
    grn_value *v, *init, *result;
    grn_dims over;
    grn_dims kept; /* dims of v that are not reduced, in order: dim of v per dim of the result */
} reduction;

static reduction reduction_of(const grn_op *op, size_t i)
{
    const size_t n = op->noperands / 2;
    reduction r = {.v = op->operands[i], .init = op->operands[n + i], .result = &op->results[i]};
    size_t count;
    const int64_t *dims;
    if (grn_op_dims(op, "dimensions", &count, &dims))
        (void)grn_dims_read(count, dims, &r.over);
    for (int32_t d = 0; d < r.v->type->rank; d++)
        if (!grn_dims_has(&r.over, d))
            grn_dims_push(&r.kept, d);
    return r;
}

/* A value of the result's shape, at every element of v that it was reduced from. */
static grn_value *spread(grn_grad *g, const reduction *r, grn_value *of)
{
    const grn_type *t = r->v->type;
    if (!of)
        return NULL;
    if (grn_type_has_static_shape(t))
        return grn_build_broadcast(&g->w, of, r->kept.v, t->rank, t->shape);
    grn_value *const operands[] = {of, grn_shape_value(g->w.ir, g->w.at, r->v, t)};
    grn_dims same = {0};
    grn_dims_push_range(&same, 0, of->type->rank);
    const grn_new_attr attrs[] = {
        {"broadcast_dimensions", grn_attr_dense_i64(g->w.ir, (size_t)r->kept.count, r->kept.v)},
        {"known_nonexpanding_dimensions", grn_attr_dense_i64(g->w.ir, (size_t)same.count, same.v)}};
    return grn_new(&g->w, "stablehlo.dynamic_broadcast_in_dim", 2, operands,
                   grn_tensor_like(&g->w, of->type->element, t->rank, t->shape), GRN_COUNT(attrs), attrs);
}

static grn_value *sum(grn_grad *g, const reduction *r, grn_value *v) { return v ? grn_grad_sum(g, v, &r->over) : NULL; }

typedef grn_status reduction_jvp(grn_grad *g, const reduction *r, grn_value *const *in, grn_value **out);
typedef grn_status reduction_vjp(grn_grad *g, const reduction *r, grn_value *cotangent, grn_value **out);

/* ---- sum -------------------------------------------------------------------------------------------------------------------- */

static grn_status plus(grn_grad *g, grn_value **out, grn_value *v)
{
    return grn_grad_give(g, out, *out ? grn_grad_plus(g, *out, v) : v);
}

static grn_status sum_jvp(grn_grad *g, const reduction *r, grn_value *const *in, grn_value **out)
{
    grn_status status = in[0] ? grn_grad_give(g, out, sum(g, r, in[0])) : GRN_OK;
    return status == GRN_OK && in[1] ? plus(g, out, grn_grad_spread(g, in[1], r->result)) : status;
}

static grn_status sum_vjp(grn_grad *g, const reduction *r, grn_value *cotangent, grn_value **out)
{
    grn_status status = grn_grad_is_active(g, r->v) ? grn_grad_give(g, &out[0], spread(g, r, cotangent)) : GRN_OK;
    return status == GRN_OK && grn_grad_is_active(g, r->init) ? grn_grad_give(g, &out[1], grn_grad_sum_all(g, cotangent)) : status;
}

/* ---- product ------------------------------------------------------------------------------------------------------------------ */

/* v with the reduced dims last, as rows; NULL: memory refused. */
static grn_value *others(grn_grad *g, const reduction *r)
{
    const grn_type *t = r->v->type;
    int64_t order[GRN_MAX_RANK], back[GRN_MAX_RANK], shape[GRN_MAX_RANK], rows = 1, length = 1;
    for (int32_t d = 0; d < t->rank; d++) {
        order[d] = d < r->kept.count ? r->kept.v[d] : r->over.v[d - r->kept.count];
        back[order[d]] = d;
        shape[d] = t->shape[order[d]];
        *(d < r->kept.count ? &rows : &length) *= shape[d];
    }
    grn_value *v = grn_build_reshape(&g->w, grn_build_transpose(&g->w, r->v, order), 2, (int64_t[]){rows, length});
    return grn_build_transpose(&g->w, grn_build_reshape(&g->w, grn_grad_others(g, v, NULL), t->rank, shape), back);
}

static grn_value *init_spread(grn_grad *g, const reduction *r, grn_value *like) { return grn_grad_spread(g, r->init, like); }
static grn_value *product(grn_grad *g, const reduction *r) { return grn_grad_fold(g, "stablehlo.multiply", 1, r->v, &r->over); }

static grn_status product_jvp(grn_grad *g, const reduction *r, grn_value *const *in, grn_value **out)
{
    grn_status status = GRN_OK;
    if (in[0]) {
        grn_value *by_elements = sum(g, r, grn_grad_times(g, others(g, r), in[0]));
        status = grn_grad_give(g, out, by_elements ? grn_grad_times(g, init_spread(g, r, by_elements), by_elements) : NULL);
    }
    if (status == GRN_OK && in[1])
        status = plus(g, out, grn_grad_times(g, product(g, r), grn_grad_spread(g, in[1], r->result)));
    return status;
}

static grn_status product_vjp(grn_grad *g, const reduction *r, grn_value *cotangent, grn_value **out)
{
    grn_status status = GRN_OK;
    if (grn_grad_is_active(g, r->v)) {
        grn_value *scaled = grn_grad_times(g, cotangent, grn_grad_conjugate(g, init_spread(g, r, cotangent)));
        grn_value *rest = grn_grad_conjugate(g, others(g, r));
        status = grn_grad_give(g, &out[0], rest ? grn_grad_times(g, spread(g, r, scaled), rest) : NULL);
    }
    if (status == GRN_OK && grn_grad_is_active(g, r->init))
        status = grn_grad_give(g, &out[1], grn_grad_sum_all(g, grn_grad_times(g, cotangent, grn_grad_conjugate(g, product(g, r)))));
    return status;
}

/* ---- extremes ------------------------------------------------------------------------------------------------------------------- */

/* Who holds the result: elements and the init value; how many, at least 1. They share evenly. */
typedef struct holders {
    grn_value *elements, *init; /* i1 */
    grn_value *count;
} holders;

static bool find_holders(grn_grad *g, const reduction *r, holders *out)
{
    const grn_type *element = r->v->type->element;
    out->elements = grn_build_compare(&g->w, "EQ", r->v, spread(g, r, r->result));
    out->init = grn_build_compare(&g->w, "EQ", grn_grad_spread(g, r->init, r->result), r->result);
    if (!out->elements || !out->init)
        return false;
    grn_value *count = grn_grad_plus(g, sum(g, r, grn_build_convert(&g->w, out->elements, element)),
                                     grn_build_convert(&g->w, out->init, element));
    out->count = grn_grad_maximum(g, count, grn_grad_number(g, r->result, 1));
    return out->count != NULL;
}

static grn_status extreme_jvp(grn_grad *g, const reduction *r, grn_value *const *in, grn_value **out)
{
    holders who;
    grn_value *total = NULL;
    grn_status status = find_holders(g, r, &who) ? GRN_OK : grn_no_memory(&g->w);
    if (status == GRN_OK && in[0])
        status = plus(g, &total, sum(g, r, grn_grad_where(g, who.elements, in[0])));
    if (status == GRN_OK && in[1])
        status = plus(g, &total, grn_grad_where(g, who.init, grn_grad_spread(g, in[1], r->result)));
    return status == GRN_OK ? grn_grad_give(g, out, grn_grad_over(g, total, who.count)) : status;
}

static grn_status extreme_vjp(grn_grad *g, const reduction *r, grn_value *cotangent, grn_value **out)
{
    holders who;
    if (!find_holders(g, r, &who))
        return grn_no_memory(&g->w);
    grn_value *share = grn_grad_over(g, cotangent, who.count);
    grn_status status = GRN_OK;
    if (grn_grad_is_active(g, r->v))
        status = grn_grad_give(g, &out[0], grn_grad_where(g, who.elements, spread(g, r, share)));
    if (status == GRN_OK && grn_grad_is_active(g, r->init))
        status = grn_grad_give(g, &out[1], grn_grad_sum_all(g, grn_grad_where(g, who.init, share)));
    return status;
}

/* ---- reduce --------------------------------------------------------------------------------------------------------------------- */

static const struct reducer {
    grn_combiner combiner;
    reduction_jvp *jvp;
    reduction_vjp *vjp;
    bool of_reals, is_static; /* complex numbers have no rule; shapes have to be known */
} reducers[] = {{GRN_COMBINE_ADD, sum_jvp, sum_vjp, false, false},
                {GRN_COMBINE_MUL, product_jvp, product_vjp, false, true},
                {GRN_COMBINE_MIN, extreme_jvp, extreme_vjp, true, false},
                {GRN_COMBINE_MAX, extreme_jvp, extreme_vjp, true, false}};

static grn_status find_reducer(grn_grad *g, const grn_op *op, const struct reducer **out)
{
    const grn_combiner combiner = grn_stablehlo_combiner(&op->regions[0]);
    const grn_type *t = grn_operand_type(op, 0);
    *out = NULL;
    for (size_t i = 0; i < GRN_COUNT(reducers); i++)
        if (reducers[i].combiner == combiner)
            *out = &reducers[i];
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_result_type(op, i)->element != grn_operand_type(op, i)->element)
            return grn_grad_refuse(g, op, "accumulates in another type than its operand's");
    if (!*out)
        return grn_grad_refuse(g, op, "reduces by a region that is no sum, product, minimum or maximum");
    if ((*out)->of_reals && t->element->kind == GRN_TYPE_COMPLEX)
        return grn_grad_refuse(g, op, "takes the extreme of complex numbers, which has no rule");
    if ((*out)->is_static && !grn_type_has_static_shape(t))
        return grn_grad_refuse(g, op, "multiplies along dimensions whose extent is not known");
    return GRN_OK;
}

static grn_status reduce_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const struct reducer *reducer;
    const size_t n = op->nresults;
    grn_status status = find_reducer(g, op, &reducer);
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        const reduction r = reduction_of(op, i);
        grn_value *const own[] = {in[i], in[n + i]};
        if (own[0] || own[1])
            status = reducer->jvp(g, &r, own, &out[i]);
    }
    return status;
}

static grn_status reduce_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const struct reducer *reducer;
    const size_t n = op->nresults;
    grn_status status = find_reducer(g, op, &reducer);
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        const reduction r = reduction_of(op, i);
        grn_value *own[] = {NULL, NULL};
        if (in[i])
            status = reducer->vjp(g, &r, in[i], own);
        out[i] = own[0];
        out[n + i] = own[1];
    }
    return status;
}

/* ---- reduce_window ---------------------------------------------------------------------------------------------------------------- */

static grn_status read_windows(grn_grad *g, const grn_op *op, grn_windows *out)
{
    static const grn_window_rules rules = {"C4", "C5", "C6", "C7", "C8", "C9", "C10", "C11", "C12"};
    grn_check check = {.scratch = g->w.ir, .diag = g->w.diag};
    const grn_type *t = grn_operand_type(op, 0);
    if (op->nresults != 1 || grn_stablehlo_combiner(&op->regions[0]) != GRN_COMBINE_ADD)
        return grn_grad_refuse(g, op, "reduces its windows by a region that is no sum of one operand");
    if (!grn_type_has_static_shape(t) || grn_result_type(op, 0)->element != t->element)
        return grn_grad_refuse(g, op, "has an operand of a shape that is not known, or accumulates in another type");
    if (grn_grad_is_active(g, op->operands[1]))
        return grn_grad_refuse(g, op, "has an init value that depends on what is differentiated");
    return grn_stablehlo_read_windows(op, &check, &rules, t->rank, out);
}

static grn_status window_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_windows w;
    grn_status status = read_windows(g, op, &w);
    if (status != GRN_OK || !in[0])
        return status;
    grn_value *const both[] = {in[0], grn_grad_zeros(g, op->operands[1])};
    grn_op *made = grn_grad_again(g, op, 2, both, NULL);
    return grn_grad_give(g, out, made ? &made->results[0] : NULL);
}

/* Windows of stride 1 over the cotangents, which lie `stride` apart; `extent` of them are wanted. */
static grn_value *slide_back(grn_grad *g, const grn_op *op, const grn_windows *w, const grn_dims *extent, grn_value *cotangent)
{
    const int32_t rank = extent->count;
    grn_dims low = {.count = rank}, high = low, between = low, ones = low;
    for (int32_t d = 0; d < rank; d++) {
        const int64_t n = cotangent->type->shape[d];
        low.v[d] = (w->size[d] - 1) * w->window_dilation[d];
        high.v[d] = extent->v[d] - (n ? (n - 1) * w->stride[d] + 1 : 0);
        between.v[d] = w->stride[d] - 1;
        ones.v[d] = 1;
    }
    grn_value *zero = grn_build_splat(&g->w, cotangent->type->element, 0, NULL, (unsigned char[16]){0});
    grn_value *const both[] = {grn_grad_pad(g, cotangent, zero, low.v, high.v, between.v), zero};
    grn_op *made = grn_grad_again(g, op, 2, both, grn_tensor_like(&g->w, cotangent->type->element, rank, extent->v));
    const grn_attr *one = grn_attr_dense_i64(g->w.ir, (size_t)rank, ones.v);
    grn_ir *ir = g->w.ir;
    if (!made || !made->results[0].type || !grn_op_set_attr(ir, made, GRN_STR("window_strides"), one) ||
        !grn_op_set_attr(ir, made, GRN_STR("base_dilations"), one))
        return NULL;
    for (size_t i = 0; i < made->nattrs; i++)
        if (grn_str_is(made->attrs[i].name, "padding"))
            made->attrs[i--] = made->attrs[--made->nattrs];
    return &made->results[0];
}

static grn_status window_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_windows w;
    grn_dims extent = grn_extents(grn_operand_type(op, 0)), low = extent, high = extent, none = extent, start = extent, steps = extent;
    grn_status status = read_windows(g, op, &w);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < extent.count; d++) {
        const int64_t n = extent.v[d];
        extent.v[d] = w.low[d] + (n ? (n - 1) * w.base_dilation[d] + 1 : 0) + w.high[d];
        low.v[d] = -w.low[d];
        high.v[d] = -w.high[d];
        steps.v[d] = w.base_dilation[d];
        none.v[d] = start.v[d] = 0;
    }
    grn_value *padded = slide_back(g, op, &w, &extent, in[0]);
    grn_value *zero = grn_build_splat(&g->w, in[0]->type->element, 0, NULL, (unsigned char[16]){0});
    grn_value *dilated = grn_grad_pad(g, padded, zero, low.v, high.v, none.v);
    return grn_grad_give(g, &out[0], dilated ? grn_grad_slice(g, dilated, start.v, dilated->type->shape, steps.v) : NULL);
}

const grn_grad_rule grn_grad_reduce_rules[] = {
    {.op = "stablehlo.reduce", .jvp = reduce_jvp, .vjp = reduce_vjp},
    {.op = "stablehlo.reduce_window", .jvp = window_jvp, .vjp = window_vjp},
    {.op = NULL},
};
