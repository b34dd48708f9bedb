/* access.c - rules of gathers: the adjoint of a gather is one scatter that adds, under the same
 * index rule. */
#include "grad/access.h"

/* ---- between gathers and scatters ------------------------------------------------------------ */

/* Moving indices into range can bring two together, and out of order. */
static void keep_promises(grn_index_rule *rule)
{
    const bool moves = rule->bounds == GRN_BOUNDS_CLAMP || rule->wrap_negative;
    rule->indices_are_sorted = rule->indices_are_sorted && !moves;
    rule->unique_indices = rule->unique_indices && !moves;
}

/* The scatter of `updates` into `into` at the places that a gather reads. */
static grn_value *scatter_back(grn_grad *g, const grn_hub *gather, grn_value *into, grn_value *updates)
{
    grn_hub h = {.is_scatter = true,
                 .dims = gather->dims,
                 .rule = gather->rule,
                 .combiner = GRN_COMBINE_ADD,
                 .ninputs = 1,
                 .operands = &into,
                 .indices = gather->indices,
                 .updates = &updates};
    if (h.rule.bounds == GRN_BOUNDS_FILL)
        h.rule.bounds = GRN_BOUNDS_SKIP;
    keep_promises(&h.rule);
    grn_op *made = into && updates ? grn_hub_make(&g->w, &h) : NULL;
    return made ? &made->results[0] : NULL;
}

grn_hub grn_grad_single(const grn_hub *scatter, size_t i)
{
    grn_hub h = *scatter;
    h.ninputs = 1;
    h.operands = &scatter->operands[i];
    h.updates = &scatter->updates[i];
    return h;
}

grn_value *grn_grad_at_places(grn_grad *g, const grn_hub *scatter, grn_value *from)
{
    const grn_type *dense = scatter->updates[0]->type;
    if (!from)
        return NULL;
    grn_hub h = {.dims = scatter->dims,
                 .rule = scatter->rule,
                 .ninputs = 1,
                 .operands = &from,
                 .indices = scatter->indices,
                 .slice_sizes = grn_hub_windows(scatter),
                 .result = grn_tensor_like(&g->w, from->type->element, dense->rank, dense->shape)};
    if (h.rule.bounds == GRN_BOUNDS_SKIP)
        h.rule.bounds = GRN_BOUNDS_FILL;
    keep_promises(&h.rule);
    memset(h.fill, from->type->element->kind == GRN_TYPE_INTEGER ? 0xff : 0, sizeof h.fill);
    grn_op *made = h.result ? grn_hub_make(&g->w, &h) : NULL;
    return made ? &made->results[0] : NULL;
}

grn_value *grn_grad_scatter(grn_grad *g, const grn_hub *scatter, grn_combiner combiner, grn_value *into,
                            grn_value *updates)
{
    grn_hub h = *scatter;
    h.combiner = combiner;
    h.operands = &into;
    h.updates = &updates;
    grn_op *made = into && updates ? grn_hub_make(&g->w, &h) : NULL;
    return made ? &made->results[0] : NULL;
}

grn_value *grn_grad_add_at_places(grn_grad *g, const grn_hub *scatter, grn_value *updates)
{
    return grn_grad_scatter(g, scatter, GRN_COMBINE_ADD, grn_grad_zeros(g, scatter->operands[0]), updates);
}

bool grn_grad_meets_nowhere(const grn_hub *scatter)
{
    return grn_hub_is_one_vector(scatter) || (scatter->rule.unique_indices && scatter->rule.bounds != GRN_BOUNDS_CLAMP);
}

/* ---- gather ---------------------------------------------------------------------------------- */

static grn_status gather_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_hub h;
    if (!grn_hub_read(op, &h))
        return grn_grad_refuse(g, op, "has dimension numbers that cannot be read");
    h.operands = &in[0];
    memset(h.fill, 0, sizeof h.fill);
    grn_op *made = grn_hub_make(&g->w, &h);
    return grn_grad_give(g, &out[0], made ? &made->results[0] : NULL);
}

static grn_status gather_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_hub h;
    if (!grn_hub_read(op, &h))
        return grn_grad_refuse(g, op, "has dimension numbers that cannot be read");
    return grn_grad_give(g, &out[0], scatter_back(g, &h, grn_grad_zeros(g, op->operands[0]), in[0]));
}

GRN_GRAD(garner, gather) = {.jvp = gather_jvp, .vjp = gather_vjp};
GRN_GRAD(garner, scatter) = {.jvp = grn_grad_scatter_jvp, .vjp = grn_grad_scatter_vjp};
