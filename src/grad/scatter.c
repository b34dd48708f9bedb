/*
 * scatter.c - rules of scatters, by combiner.
 *
 * replace: the last update of a place, in row-major order of the updates, is
 * its value and gets its cotangent; the input gets it where no update went.
 * add: everybody gets it. min, max: those that hold the result share it
 * evenly, the input with them. mul is scatter_product.c's. An update that is
 * dropped gets zero.
 */
#include "grad/access.h"

/* ---- replace --------------------------------------------------------------------------------- */

static grn_status replace_jvp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *const *in,
                              grn_value **out)
{
    (void)op, (void)result;
    grn_value *into = grn_grad_or_zeros(g, in[0], h->operands[0]),
              *updates = grn_grad_or_zeros(g, in[1], h->updates[0]);
    return grn_grad_give(g, out, grn_grad_scatter(g, h, GRN_COMBINE_REPLACE, into, updates));
}

/* The number of the update that each place has, -1: none. */
static grn_value *find_winners(grn_grad *g, const grn_hub *h, grn_value *numbers)
{
    static const int64_t none = -1;
    const grn_type *t = h->operands[0]->type;
    grn_value *no_update =
        numbers ? grn_build_integers(&g->w, numbers->type->element, t->rank, t->shape, 1, &none) : NULL;
    return grn_grad_scatter(g, h, GRN_COMBINE_REPLACE, no_update, numbers);
}

/* Updates of which no two meet: the cotangent at their places, and zeros in its place for the
 * input. */
static grn_status replace_vjp_alone(grn_grad *g, const grn_hub *h, grn_value *cotangent, grn_value **out)
{
    grn_status status = GRN_OK;
    if (grn_grad_is_active(g, h->operands[0]))
        status = grn_grad_give(
            g, &out[0], grn_grad_scatter(g, h, GRN_COMBINE_REPLACE, cotangent, grn_grad_zeros(g, h->updates[0])));
    if (status == GRN_OK && grn_grad_is_active(g, h->updates[0]))
        status = grn_grad_give(g, &out[1], grn_grad_at_places(g, h, cotangent));
    return status;
}

static grn_status replace_vjp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *cotangent,
                              grn_value **out)
{
    (void)result;
    if (grn_grad_meets_nowhere(h) || !grn_grad_is_active(g, h->updates[0]))
        return replace_vjp_alone(g, h, cotangent, out);
    if (!grn_hub_is_static(h))
        return grn_grad_refuse(
            g, op, "does not promise unique indices, and which update stays cannot be told where a shape is not known");
    const grn_dims dense = grn_extents(h->updates[0]->type);
    grn_value *numbers = grn_grad_numbers(g, &dense), *winners = find_winners(g, h, numbers);
    if (!winners)
        return grn_no_memory(&g->w);
    grn_value *won = grn_build_compare(&g->w, "EQ", grn_grad_at_places(g, h, winners), numbers);
    grn_status status = grn_grad_give(g, &out[1], grn_grad_where(g, won, grn_grad_at_places(g, h, cotangent)));
    if (status != GRN_OK || !grn_grad_is_active(g, h->operands[0]))
        return status;
    grn_value *kept = grn_build_compare(&g->w, "LT", winners, grn_grad_integer_like(g, winners, 0));
    return grn_grad_give(g, &out[0], grn_grad_where(g, kept, cotangent));
}

/* ---- add ------------------------------------------------------------------------------------- */

static grn_status add_jvp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *const *in,
                          grn_value **out)
{
    (void)op, (void)result;
    if (!in[1])
        return grn_grad_give(g, out, in[0]);
    return grn_grad_give(g, out,
                         grn_grad_scatter(g, h, GRN_COMBINE_ADD, grn_grad_or_zeros(g, in[0], h->operands[0]), in[1]));
}

static grn_status add_vjp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *cotangent,
                          grn_value **out)
{
    (void)op, (void)result;
    out[0] = cotangent;
    return grn_grad_is_active(g, h->updates[0]) ? grn_grad_give(g, &out[1], grn_grad_at_places(g, h, cotangent))
                                                : GRN_OK;
}

/* ---- min, max -------------------------------------------------------------------------------- */

/* Who holds the result of each place, and how many do: as the elements' type, at least 1. */
typedef struct holders {
    grn_value *input, *updates; /* i1 */
    grn_value *count;
} holders;

static bool find_holders(grn_grad *g, const grn_hub *h, grn_value *result, holders *out)
{
    grn_value *full = h->operands[0], *updates = h->updates[0];
    out->input = grn_build_compare(&g->w, "EQ", full, result);
    out->updates = grn_build_compare(&g->w, "EQ", updates, grn_grad_at_places(g, h, result));
    if (!out->input || !out->updates)
        return false;
    grn_value *of_input = grn_build_convert(&g->w, out->input, full->type->element);
    grn_value *of_updates = grn_build_convert(&g->w, out->updates, full->type->element);
    grn_value *count = grn_grad_scatter(g, h, GRN_COMBINE_ADD, of_input, of_updates);
    out->count = grn_grad_maximum(g, count, grn_grad_number(g, full, 1));
    return out->count != NULL;
}

static grn_status extreme_jvp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *const *in,
                              grn_value **out)
{
    holders who;
    (void)op;
    if (!find_holders(g, h, result, &who))
        return grn_no_memory(&g->w);
    grn_value *sum = in[0] ? grn_grad_where(g, who.input, in[0]) : grn_grad_zeros(g, h->operands[0]);
    if (in[1])
        sum = grn_grad_scatter(g, h, GRN_COMBINE_ADD, sum, grn_grad_where(g, who.updates, in[1]));
    return grn_grad_give(g, out, grn_grad_over(g, sum, who.count));
}

static grn_status extreme_vjp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *cotangent,
                              grn_value **out)
{
    holders who;
    grn_status status = GRN_OK;
    (void)op;
    if (!find_holders(g, h, result, &who))
        return grn_no_memory(&g->w);
    grn_value *share = grn_grad_over(g, cotangent, who.count);
    if (grn_grad_is_active(g, h->operands[0]))
        status = grn_grad_give(g, &out[0], grn_grad_where(g, who.input, share));
    if (status == GRN_OK && grn_grad_is_active(g, h->updates[0]))
        status = grn_grad_give(g, &out[1], grn_grad_where(g, who.updates, grn_grad_at_places(g, h, share)));
    return status;
}

/* ---- the rules ------------------------------------------------------------------------------- */

const grn_grad_scatter_rule grn_grad_scatter_rules[] = {
    {GRN_COMBINE_REPLACE, replace_jvp, replace_vjp},
    {GRN_COMBINE_ADD, add_jvp, add_vjp},
    {GRN_COMBINE_MUL, grn_grad_product_jvp, grn_grad_product_vjp},
    {GRN_COMBINE_MIN, extreme_jvp, extreme_vjp},
    {GRN_COMBINE_MAX, extreme_jvp, extreme_vjp},
    {GRN_COMBINE_REGION, NULL, NULL},
};

static const grn_grad_scatter_rule *rule_of(grn_combiner combiner)
{
    const grn_grad_scatter_rule *rule = grn_grad_scatter_rules;
    while (rule->jvp && rule->combiner != combiner)
        rule++;
    return rule->jvp ? rule : NULL;
}

static grn_status read_scatter(grn_grad *g, const grn_op *op, grn_hub *h, const grn_grad_scatter_rule **rule)
{
    if (!grn_hub_read(op, h))
        return grn_grad_refuse(g, op, "has dimension numbers that cannot be read");
    *rule = rule_of(h->combiner);
    if (!*rule)
        return grn_grad_refuse(g, op,
                               "combines by a region that is no replacement, sum, product, minimum or maximum of the "
                               "current value and a function of the update");
    const bool ordered = h->combiner == GRN_COMBINE_MIN || h->combiner == GRN_COMBINE_MAX;
    for (size_t i = 0; ordered && i < h->ninputs; i++)
        if (h->operands[i]->type->element->kind == GRN_TYPE_COMPLEX)
            return grn_grad_refuse(g, op, "takes the extreme of complex numbers, which has no rule");
    return GRN_OK;
}

/* The result is the input: there is no update, or no element that one could go to. */
static bool is_empty(const grn_hub *h)
{
    const grn_dims shape = grn_extents(h->operands[0]->type), dense = grn_extents(h->updates[0]->type);
    return grn_dims_has(&shape, 0) || grn_dims_has(&dense, 0);
}

grn_status grn_grad_scatter_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_grad_scatter_rule *rule;
    grn_hub all;
    grn_status status = read_scatter(g, op, &all, &rule);
    for (size_t i = 0; status == GRN_OK && i < all.ninputs; i++) {
        const grn_hub h = grn_grad_single(&all, i);
        grn_value *const own[] = {in[all.at.operands + i], in[all.at.updates + i]};
        if (is_empty(&h))
            out[i] = own[0];
        else if (own[0] || own[1])
            status = rule->jvp(g, op, &h, &op->results[i], own, &out[i]);
    }
    return status;
}

grn_status grn_grad_scatter_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_grad_scatter_rule *rule;
    grn_hub all;
    grn_status status = read_scatter(g, op, &all, &rule);
    for (size_t i = 0; status == GRN_OK && i < all.ninputs; i++) {
        const grn_hub h = grn_grad_single(&all, i);
        grn_value *own[] = {NULL, NULL};
        if (is_empty(&h))
            own[0] = in[i];
        else if (in[i])
            status = rule->vjp(g, op, &h, &op->results[i], in[i], own);
        out[all.at.operands + i] = own[0];
        out[all.at.updates + i] = own[1];
    }
    return status;
}
