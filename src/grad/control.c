/*
 * control.c - rules of if, case and while.
 *
 * The derivative of an if or a case is another one, with the same predicate: a
 * branch has the original's ops and their derivative, and gives tangents of its
 * results, or cotangents of what it uses from outside. A while is only
 * differentiated forward: its tangents go along with its values.
 */
#include "grad/rules.h"

/* A state for a block within an op: what it carries is its own. */
static grn_grad within(const grn_grad *g, grn_value_map *carried, grn_block *block)
{
    grn_grad inner = *g;
    inner.carried = carried;
    inner.w.at = block->last;
    return inner;
}

/* An op like `op`, its operands and `more` besides, with results of these types; regions are empty.
 * NULL: memory refused. */
static grn_op *new_like(grn_grad *g, const grn_op *op, size_t more, grn_value *const *operands, size_t nresults,
                        const grn_type *const *types)
{
    grn_op *made = grn_op_new(g->w.ir, op->def, GRN_STR(""), op->place, op->noperands + more, nresults, op->nregions);
    for (size_t i = 0; made && i < made->noperands; i++) {
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, i < op->noperands ? op->operands[i] : operands[i - op->noperands]);
    }
    for (size_t i = 0; made && i < nresults; i++)
        made->results[i].type = types[i];
    return made;
}

/* The types of some values. NULL: memory refused. */
static const grn_type **types_of(grn_grad *g, size_t n, grn_value *const *v)
{
    const grn_type **types = GRN_ARENA_NEW(&g->w.ir->arena, const grn_type *, n + 1);
    for (size_t i = 0; types && i < n; i++)
        types[i] = v[i]->type;
    return types;
}

/* The results of `op` that are active. NULL: memory refused. */
static grn_value **active_results(grn_grad *g, grn_op *op, size_t *n)
{
    grn_value **found = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, op->nresults + 1);
    *n = 0;
    for (size_t i = 0; found && i < op->nresults; i++)
        if (grn_grad_is_active(g, &op->results[i]))
            found[(*n)++] = &op->results[i];
    return found;
}

/* ---- branches, forward ----------------------------------------------------------------------- */

/* Region `r` of `made`: that of `op`, giving tangents of `n` of its results. */
static grn_status forward_branch(grn_grad *g, const grn_op *op, size_t r, grn_op *made, size_t n,
                                 grn_value *const *results)
{
    grn_value_map map = {.arena = &g->w.ir->arena};
    grn_value **tangents = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, n + 1);
    grn_block *block = grn_grad_copy_block(g->w.ir, op->regions[r].first, &made->regions[r], &map, 0, NULL);
    if (!block || !tangents)
        return grn_no_memory(&g->w);
    grn_grad inner = within(g, g->carried, block);
    grn_status status = grn_grad_scan(&inner, block);
    if (status == GRN_OK)
        status = grn_grad_forward(&inner, block);
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        grn_value *given = block->last->operands[results[i]->index];
        status = grn_grad_give(&inner, &tangents[i], grn_grad_or_zeros(&inner, grn_grad_carried(&inner, given), given));
    }
    return status == GRN_OK && !grn_grad_return(g->w.ir, block, n, tangents) ? grn_no_memory(&g->w) : status;
}

static grn_status branches_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    size_t n;
    grn_value **results = active_results(g, op, &n);
    const grn_type **types = results ? types_of(g, n, results) : NULL;
    grn_op *made = types ? new_like(g, op, 0, NULL, n, types) : NULL;
    (void)in;
    if (!made)
        return grn_no_memory(&g->w);
    grn_op_insert_before(g->w.at, made);
    for (size_t r = 0; r < op->nregions; r++) {
        grn_status status = forward_branch(g, op, r, made, n, results);
        if (status != GRN_OK)
            return status;
    }
    for (size_t i = 0; i < n; i++)
        out[results[i]->index] = &made->results[i];
    return GRN_OK;
}

/* ---- branches, in reverse -------------------------------------------------------------------- */

/* Region `r` of `made`: that of `op`, giving cotangents of `n` values from outside. */
static grn_status reverse_branch(grn_grad *g, const grn_op *op, size_t r, grn_op *made, size_t n,
                                 grn_value *const *captured, grn_value *const *in)
{
    grn_value_map map = {.arena = &g->w.ir->arena}, carried = {.arena = &g->w.ir->arena};
    grn_value **cotangents = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, n + 1);
    grn_block *block = grn_grad_copy_block(g->w.ir, op->regions[r].first, &made->regions[r], &map, 0, NULL);
    if (!block || !cotangents)
        return grn_no_memory(&g->w);
    grn_grad inner = within(g, &carried, block);
    grn_status status = grn_grad_scan(&inner, block);
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (in[i])
            status = grn_grad_add(&inner, block->last->operands[i], in[i]);
    if (status == GRN_OK)
        status = grn_grad_reverse(&inner, block);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = grn_grad_give(&inner, &cotangents[i],
                               grn_grad_or_zeros(&inner, grn_grad_carried(&inner, captured[i]), captured[i]));
    return status == GRN_OK && !grn_grad_return(g->w.ir, block, n, cotangents) ? grn_no_memory(&g->w) : status;
}

static grn_status branches_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    size_t n;
    grn_value **captured;
    grn_status status = GRN_OK;
    (void)out;
    if (!grn_grad_captured(g, op, &n, &captured))
        return grn_no_memory(&g->w);
    if (n == 0)
        return GRN_OK;
    const grn_type **types = types_of(g, n, captured);
    grn_op *made = types ? new_like(g, op, 0, NULL, n, types) : NULL;
    if (!made)
        return grn_no_memory(&g->w);
    grn_op_insert_before(g->w.at, made);
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
        status = reverse_branch(g, op, r, made, n, captured, in);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = grn_grad_add(g, captured[i], &made->results[i]);
    return status;
}

/* ---- while ----------------------------------------------------------------------------------- */

static bool activate(grn_grad *g, grn_value *v) { return grn_value_map_set(g->active, v, v); }

/* has[i]: value i of the loop has a tangent, before its first step or after some. */
static grn_status find_tangents(grn_grad *g, const grn_op *op, grn_value *const *in, bool *has)
{
    const grn_block *body = op->regions[1].first;
    bool more = true;
    for (size_t i = 0; i < op->noperands; i++)
        has[i] = in[i] != NULL;
    while (more) {
        more = false;
        for (size_t i = 0; i < op->noperands; i++)
            if (has[i] && !activate(g, &body->args[i]))
                return grn_no_memory(&g->w);
        grn_status status = grn_grad_scan(g, body);
        if (status != GRN_OK)
            return status;
        for (size_t i = 0; i < op->noperands; i++)
            if (!has[i] && grn_grad_is_active(g, body->last->operands[i]))
                has[i] = more = true;
    }
    return GRN_OK;
}

/* The body with tangents behind the values: number[i] is the loop value that tangent i is of. */
static grn_status forward_body(grn_grad *g, const grn_op *op, grn_op *made, size_t n, const size_t *number,
                               const grn_type *const *types)
{
    const size_t nvalues = op->noperands;
    grn_value_map map = {.arena = &g->w.ir->arena};
    grn_value **given = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, nvalues + n + 1);
    grn_block *block = grn_grad_copy_block(g->w.ir, op->regions[1].first, &made->regions[1], &map, n, types);
    if (!block || !given)
        return grn_no_memory(&g->w);
    for (size_t i = 0; i < n; i++)
        if (!activate(g, &block->args[number[i]]) ||
            !grn_value_map_set(g->carried, &block->args[number[i]], &block->args[nvalues + i]))
            return grn_no_memory(&g->w);
    grn_grad inner = within(g, g->carried, block);
    grn_status status = grn_grad_scan(&inner, block);
    if (status == GRN_OK)
        status = grn_grad_forward(&inner, block);
    for (size_t i = 0; status == GRN_OK && i < nvalues; i++)
        given[i] = block->last->operands[i];
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        grn_value *v = given[number[i]];
        status = grn_grad_give(&inner, &given[nvalues + i], grn_grad_or_zeros(&inner, grn_grad_carried(&inner, v), v));
    }
    return status == GRN_OK && !grn_grad_return(g->w.ir, block, nvalues + n, given) ? grn_no_memory(&g->w) : status;
}

static grn_status while_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const size_t nvalues = op->noperands;
    grn_arena *arena = &g->w.ir->arena;
    bool *has = GRN_ARENA_NEW(arena, bool, nvalues + 1);
    size_t *number = GRN_ARENA_NEW(arena, size_t, nvalues + 1), n = 0;
    grn_value **tangents = GRN_ARENA_NEW(arena, grn_value *, nvalues + 1);
    const grn_type **types = GRN_ARENA_NEW(arena, const grn_type *, 2 * nvalues + 1);
    if (!has || !number || !tangents || !types)
        return grn_no_memory(&g->w);
    grn_status status = find_tangents(g, op, in, has);
    for (size_t i = 0; status == GRN_OK && i < nvalues; i++) {
        types[i] = op->results[i].type;
        if (!has[i])
            continue;
        status = grn_grad_give(g, &tangents[n], grn_grad_or_zeros(g, in[i], op->operands[i]));
        types[nvalues + n] = op->operands[i]->type;
        number[n++] = i;
    }
    if (status != GRN_OK)
        return status;
    grn_value_map map = {.arena = arena};
    grn_op *made = new_like(g, op, n, tangents, nvalues + n, types);
    if (!made || !grn_grad_copy_block(g->w.ir, op->regions[0].first, &made->regions[0], &map, n, types + nvalues))
        return grn_no_memory(&g->w);
    grn_op_insert_before(g->w.at, made);
    status = forward_body(g, op, made, n, number, types + nvalues);
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        out[number[i]] = &made->results[nvalues + i];
    return status;
}

static grn_status while_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    (void)in, (void)out;
    return grn_grad_refuse(
        g, op,
        "has no reverse: how often it runs, and so how many values would have to be kept, is not known "
        "before it runs (--jvp differentiates it)");
}

GRN_GRAD(stablehlo, if) = {.jvp = branches_jvp, .vjp = branches_vjp, .has_captured = true};
GRN_GRAD(stablehlo, case) = {.jvp = branches_jvp, .vjp = branches_vjp, .has_captured = true};
GRN_GRAD(stablehlo, while) = {.jvp = while_jvp, .vjp = while_vjp, .has_captured = true};
