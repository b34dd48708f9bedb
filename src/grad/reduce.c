/* reduce.c - rules of reductions: sums, products, extremes. */
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

/* ---- sum ------------------------------------------------------------------------------------- */

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
    return status == GRN_OK && grn_grad_is_active(g, r->init)
               ? grn_grad_give(g, &out[1], grn_grad_sum_all(g, cotangent))
               : status;
}

/* ---- product --------------------------------------------------------------------------------- */

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

static grn_value *init_spread(grn_grad *g, const reduction *r, grn_value *like)
{
    return grn_grad_spread(g, r->init, like);
}
static grn_value *product(grn_grad *g, const reduction *r)
{
    return grn_grad_fold(g, "stablehlo.multiply", 1, r->v, &r->over);
}

static grn_status product_jvp(grn_grad *g, const reduction *r, grn_value *const *in, grn_value **out)
{
    grn_status status = GRN_OK;
    if (in[0]) {
        grn_value *by_elements = sum(g, r, grn_grad_times(g, others(g, r), in[0]));
        status =
            grn_grad_give(g, out, by_elements ? grn_grad_times(g, init_spread(g, r, by_elements), by_elements) : NULL);
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
        status = grn_grad_give(g, &out[1],
                               grn_grad_sum_all(g, grn_grad_times(g, cotangent, grn_grad_conjugate(g, product(g, r)))));
    return status;
}

/* ---- extremes -------------------------------------------------------------------------------- */

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

/* ---- reduce ---------------------------------------------------------------------------------- */

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

GRN_GRAD(stablehlo, reduce) = {.jvp = reduce_jvp, .vjp = reduce_vjp};
