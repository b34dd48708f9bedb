/* engine.c - the two walks over a block: forward with tangents, reverse with cotangents. */
#include "grad/rules.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static const grn_grad_rule *const rules[GRN_OPS] = {
#define OP(dialect, op, lower, grad, ...) GRN_WHERE_ROW(grad, [GRN_OP(dialect, op)] = &grn_grad_##dialect##_##op, )
#include "dialects/common/every.def"
};

const grn_grad_rule *grn_grad_find_rule(const grn_op *op) { return rules[grn_op_number_of(op)]; }

grn_status grn_grad_give(grn_grad *g, grn_value **to, grn_value *v)
{
    *to = v;
    return v ? GRN_OK : grn_no_memory(&g->w);
}

/* Tangents times partial derivatives, summed. */
static grn_status jvp_of_partials(grn_grad *g, const grn_grad_rule *rule, grn_op *op, grn_value *const *in,
                                  grn_value **out)
{
    for (size_t i = 0; i < op->noperands; i++) {
        if (!in[i])
            continue;
        grn_value *part = grn_grad_times(g, rule->partial[i](g, op), in[i]);
        if (grn_grad_give(g, &out[0], out[0] ? grn_grad_plus(g, out[0], part) : part) != GRN_OK)
            return GRN_E_MEMORY;
    }
    return GRN_OK;
}

static grn_status vjp_of_partials(grn_grad *g, const grn_grad_rule *rule, grn_op *op, grn_value *const *in,
                                  grn_value **out)
{
    for (size_t i = 0; i < op->noperands; i++) {
        if (!grn_grad_wants(g, op, i))
            continue;
        grn_value *part = grn_grad_conjugate(g, rule->partial[i](g, op));
        if (grn_grad_give(g, &out[i], grn_grad_times(g, in[0], part)) != GRN_OK)
            return GRN_E_MEMORY;
    }
    return GRN_OK;
}

/* The op itself, of the tangent of operand 0. */
static grn_status jvp_of_linear(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_value **operands = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, op->noperands + 1);
    for (size_t i = 0; operands && i < op->noperands; i++)
        operands[i] = i == 0 ? in[0] : op->operands[i];
    grn_op *made = !in[0] ? NULL : operands ? grn_grad_again(g, op, op->noperands, operands, NULL) : NULL;
    return in[0] ? grn_grad_give(g, &out[0], made ? &made->results[0] : NULL) : GRN_OK;
}

static grn_status check_rule(grn_grad *g, grn_op *op, const grn_grad_rule *rule)
{
    size_t n = 0;
    grn_value **captured;
    if (rule->is_of_reals && grn_type_element_or_self(grn_result_type(op, 0))->kind == GRN_TYPE_COMPLEX)
        return grn_grad_refuse(g, op, "of complex numbers has no rule");
    if (op->nregions && !rule->has_captured && !grn_grad_captured(g, op, &n, &captured))
        return grn_no_memory(&g->w);
    return n ? grn_grad_refuse(g, op, "has a region that uses a value from outside, which is differentiated") : GRN_OK;
}

static grn_status follow(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_grad_rule *rule = grn_grad_find_rule(op);
    if (!rule || rule->is_zero)
        return GRN_OK;
    const grn_status status = check_rule(g, op, rule);
    if (status != GRN_OK)
        return status;
    grn_grad_fn *fn = g->forward ? rule->jvp : rule->vjp;
    if (fn)
        return fn(g, op, in, out);
    if (rule->refused)
        return grn_grad_refuse(g, op, "%s", rule->refused);
    if (rule->is_linear && g->forward)
        return jvp_of_linear(g, op, in, out);
    return g->forward ? jvp_of_partials(g, rule, op, in, out) : vjp_of_partials(g, rule, op, in, out);
}

/* What a rule adds is known by the op that it is of, for messages. */
static grn_status apply(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_op *before = g->w.at->prev;
    grn_status status = follow(g, op, in, out);
    for (grn_op *made = before ? before->next : g->w.at->block->first; made != g->w.at; made = made->next) {
        made->from = grn_origin_name(op);
        made->place = op->place;
    }
    return status;
}

/* Arrays for a rule: `n` values given, `m` to be filled. */
static bool make_room(grn_grad *g, size_t n, size_t m, grn_value ***in, grn_value ***out)
{
    *in = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, n + 1);
    *out = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, m + 1);
    return *in && *out;
}

/* Of an op that is only there for its numbers nothing is differentiated. */
static bool has_active_result(const grn_grad *g, const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (op->results[i].uses && grn_grad_is_active(g, &op->results[i]))
            return true;
    return false;
}

/* ---- forward --------------------------------------------------------------------------------- */

static grn_status forward_op(grn_grad *g, grn_op *op)
{
    grn_value **in, **out;
    if (!has_active_result(g, op))
        return GRN_OK;
    if (!make_room(g, op->noperands, op->nresults, &in, &out))
        return grn_no_memory(&g->w);
    for (size_t i = 0; i < op->noperands; i++)
        in[i] = grn_grad_carried(g, op->operands[i]);
    grn_status status = apply(g, op, in, out);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (out[i] && !grn_value_map_set(g->carried, &op->results[i], out[i]))
            status = grn_no_memory(&g->w);
    return status;
}

grn_status grn_grad_forward(grn_grad *g, grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first, *next; status == GRN_OK && op != block->last; op = next) {
        next = op->next;
        g->w.at = next;
        status = forward_op(g, op);
    }
    g->w.at = block->last;
    return status;
}

/* ---- reverse --------------------------------------------------------------------------------- */

grn_status grn_grad_add(grn_grad *g, grn_value *v, grn_value *cotangent)
{
    if (!grn_grad_is_active(g, v))
        return GRN_OK;
    grn_value *so_far = grn_grad_carried(g, v);
    grn_value *sum = so_far ? grn_grad_plus(g, so_far, cotangent) : cotangent;
    return sum && grn_value_map_set(g->carried, v, sum) ? GRN_OK : grn_no_memory(&g->w);
}

static grn_status reverse_op(grn_grad *g, grn_op *op)
{
    grn_value **in, **out;
    bool any = false;
    if (!has_active_result(g, op))
        return GRN_OK;
    if (!make_room(g, op->nresults, op->noperands, &in, &out))
        return grn_no_memory(&g->w);
    for (size_t i = 0; i < op->nresults; i++)
        any |= (in[i] = grn_grad_carried(g, &op->results[i])) != NULL;
    grn_status status = any ? apply(g, op, in, out) : GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        if (out[i])
            status = grn_grad_add(g, op->operands[i], out[i]);
    return status;
}

/* New ops go between the last op of the block as it was and the terminator. */
grn_status grn_grad_reverse(grn_grad *g, grn_block *block)
{
    grn_status status = GRN_OK;
    g->w.at = block->last;
    for (grn_op *op = block->last->prev; status == GRN_OK && op; op = op->prev)
        status = reverse_op(g, op);
    return status;
}
