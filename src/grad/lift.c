/*
 * lift.c - regions on scalars as ops on tensors.
 *
 * A scatter whose region gives current + g(update) is one that adds the updates
 * g(updates); so with minus, times, over, minimum, maximum; and one whose region
 * gives g(update) replaces by g(updates).
 */
#include "grad/rules.h"

#include "dialects/stablehlo/stablehlo.h"

typedef struct lifting {
    grn_grad *g;
    grn_value_map tensors; /* what scalars of the region are as tensors */
    grn_value_map current; /* scalars that depend on what is combined with */
    grn_value *like;       /* of the tensors' shape */
    const grn_block *block;
} lifting;

static bool is_of_region(const lifting *l, const grn_value *v)
{
    return v->def ? v->def->block == l->block : v->block == l->block;
}

/* NULL: refused memory. */
static grn_value *tensor_of(lifting *l, grn_value *scalar)
{
    grn_value *t = grn_value_map_get(&l->tensors, scalar);
    return t || is_of_region(l, scalar) ? t : grn_grad_spread(l->g, scalar, l->like);
}

static grn_value *lift_constant(lifting *l, const grn_op *op)
{
    grn_value_map map = {.arena = &l->g->w.ir->arena};
    grn_op *made = grn_grad_copy_op(l->g->w.ir, op, &map);
    if (!made)
        return NULL;
    grn_op_insert_before(l->g->w.at, made);
    return grn_grad_spread(l->g, &made->results[0], l->like);
}

static grn_value *lift_element_wise(lifting *l, const grn_op *op)
{
    grn_ir *ir = l->g->w.ir;
    const grn_type *t = l->like->type;
    grn_op *made = grn_op_new(ir, op->def, GRN_STR(""), op->place, op->noperands, 1, 0);
    for (size_t i = 0; made && i < op->noperands; i++) {
        grn_value *v = tensor_of(l, grn_value_now(op->operands[i]));
        if (!v)
            return NULL;
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, v);
    }
    for (size_t i = 0; made && i < op->nattrs; i++)
        if (!grn_op_set_attr(ir, made, op->attrs[i].name, op->attrs[i].value))
            return NULL;
    if (!made || !(made->results[0].type = grn_tensor_like(&l->g->w, op->results[0].type->element, t->rank, t->shape)))
        return NULL;
    grn_op_insert_before(l->g->w.at, made);
    return &made->results[0];
}

static bool is_element_wise(const grn_op *op)
{
    bool scalars = op->def && (op->def->element || op->def->element_of) && op->nresults == 1;
    for (size_t i = 0; scalars && i < op->noperands; i++)
        scalars = grn_type_is_tensor(grn_operand_type(op, i)) && grn_operand_type(op, i)->rank == 0;
    return scalars;
}

static bool uses_current(const lifting *l, const grn_op *op)
{
    bool uses = false;
    for (size_t i = 0; i < op->noperands; i++)
        uses = uses || grn_value_map_get(&l->current, op->operands[i]);
    return uses;
}

/* All ops of the region that do not depend on what is combined with. *can: each has a counterpart
 * on tensors. */
static grn_status lift_ops(lifting *l, bool *can)
{
    *can = true;
    for (const grn_op *op = l->block->first; *can && op != l->block->last; op = op->next) {
        if (op->nresults == 1 && uses_current(l, op)) {
            if (!grn_value_map_set(&l->current, &op->results[0], (grn_value *)&op->results[0]))
                return grn_no_memory(&l->g->w);
            continue;
        }
        const bool constant = grn_op_is(op, GRN_HLO(constant)) && op->results[0].type->rank == 0;
        *can = constant || is_element_wise(op);
        grn_value *made = !*can ? NULL : constant ? lift_constant(l, op) : lift_element_wise(l, op);
        if (*can && !(made && grn_value_map_set(&l->tensors, &op->results[0], made)))
            return grn_no_memory(&l->g->w);
    }
    return GRN_OK;
}

/* Later ops use `by` in the place of `v`. Depth is the regions'. */
static void use_instead(grn_op *from, grn_value *v, grn_value *by)
{
    for (grn_op *op = from; op; op = op->next) {
        for (size_t i = 0; i < op->noperands; i++)
            if (op->operands[i] == v)
                grn_op_set_operand(op, i, by);
        for (size_t r = 0; r < op->nregions; r++)
            for (grn_block *b = op->regions[r].first; b; b = b->next)
                use_instead(b->first, v, by);
    }
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* current OP g as a combiner of g, or of what `inverse` makes of it. */
static const struct combination {
    grn_op_number op;
    grn_combiner combiner;
    bool commutes;
    enum { AS_IT_IS, NEGATED, INVERTED } inverse;
} combinations[] = {
    {GRN_HLO(add), GRN_COMBINE_ADD, true, AS_IT_IS},      {GRN_HLO(subtract), GRN_COMBINE_ADD, false, NEGATED},
    {GRN_HLO(multiply), GRN_COMBINE_MUL, true, AS_IT_IS}, {GRN_HLO(divide), GRN_COMBINE_MUL, false, INVERTED},
    {GRN_HLO(minimum), GRN_COMBINE_MIN, true, AS_IT_IS},  {GRN_HLO(maximum), GRN_COMBINE_MAX, true, AS_IT_IS}};

/* How a result of the region combines current value `i` with what: *other is NULL where it is none
 * of these. */
static const struct combination *combination_of(const lifting *l, const grn_value *result, size_t i, grn_value **other)
{
    const grn_op *op = result->def;
    const grn_value *current = &l->block->args[i];
    *other = NULL;
    for (size_t c = 0; op && op->noperands == 2 && c < GRN_COUNT(combinations); c++) {
        const struct combination *is = &combinations[c];
        const size_t at = op->operands[0] == current ? 0 : 1;
        if (!grn_op_is(op, is->op) || op->operands[at] != current || (at && !is->commutes) ||
            grn_value_map_get(&l->current, op->operands[1 - at]))
            continue;
        *other = op->operands[1 - at];
        return is;
    }
    return NULL;
}

static grn_value *inverted(grn_grad *g, const struct combination *is, grn_value *v)
{
    return is->inverse == NEGATED    ? grn_grad_negate(g, v)
           : is->inverse == INVERTED ? grn_grad_over(g, grn_grad_number(g, v, 1), v)
                                     : v;
}

/* Result `i` of the scatter as one with a named combiner; *made NULL: it is none. */
static grn_status lift_result(lifting *l, const grn_hub *all, size_t i, grn_value *result, grn_value **made)
{
    grn_value *other = result;
    const struct combination *is = NULL;
    *made = NULL;
    if (grn_value_map_get(&l->current, result) && !(is = combination_of(l, result, i, &other)))
        return GRN_OK;
    grn_value *updates = tensor_of(l, other);
    updates = updates && is ? inverted(l->g, is, updates) : updates;
    grn_hub h = *all;
    h.ninputs = 1;
    h.operands = &all->operands[i];
    h.updates = &updates;
    h.combiner = is ? is->combiner : GRN_COMBINE_REPLACE;
    grn_op *op = updates ? grn_hub_make(&l->g->w, &h) : NULL;
    return op ? grn_grad_give(l->g, made, &op->results[0]) : grn_no_memory(&l->g->w);
}

/* Whether arguments and results of the region are scalars of the inputs' elements: nothing is
 * promoted. */
static bool is_plain(const grn_hub *h, size_t nresults, grn_value *const *results, const grn_op *op)
{
    bool plain = nresults == h->ninputs && h->region->first->nargs == 2 * h->ninputs;
    for (size_t i = 0; plain && i < nresults; i++) {
        const grn_type *element = h->operands[i]->type->element, *t = results[i]->type;
        plain = t->rank == 0 && t->element == element && h->updates[i]->type->element == element &&
                h->region->first->args[i].type == t && h->region->first->args[nresults + i].type == t &&
                grn_grad_is_differentiable(op->results[i].type);
    }
    return plain;
}

static grn_status lift_scatter(grn_grad *g, grn_op *op, bool *lifted)
{
    grn_hub h;
    grn_value *const *results, **made = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, op->nresults + 1);
    if (!made)
        return grn_no_memory(&g->w);
    if (!grn_hub_read(op, &h) || h.combiner != GRN_COMBINE_REGION)
        return GRN_OK;
    size_t n = grn_stablehlo_region_results(h.region, &results);
    if (!is_plain(&h, n, results, op))
        return GRN_OK;
    lifting l = {.g = g,
                 .tensors = {.arena = &g->w.ir->arena},
                 .current = {.arena = &g->w.ir->arena},
                 .like = h.updates[0],
                 .block = h.region->first};
    bool can = true;
    for (size_t i = 0; i < n; i++)
        if (!grn_value_map_set(&l.current, &l.block->args[i], &l.block->args[i]) ||
            !grn_value_map_set(&l.tensors, &l.block->args[n + i], h.updates[i]))
            return grn_no_memory(&g->w);
    grn_status status = lift_ops(&l, &can);
    for (size_t i = 0; status == GRN_OK && can && i < n; i++) {
        status = lift_result(&l, &h, i, results[i], &made[i]);
        can = made[i] != NULL;
    }
    *lifted = status == GRN_OK && can;
    for (size_t i = 0; *lifted && i < n; i++)
        use_instead(op->next, &op->results[i], made[i]);
    return status;
}

/* ---- map ------------------------------------------------------------------------------------- */

static grn_status lift_map(grn_grad *g, grn_op *op, bool *lifted)
{
    lifting l = {.g = g,
                 .tensors = {.arena = &g->w.ir->arena},
                 .current = {.arena = &g->w.ir->arena},
                 .like = op->operands[0],
                 .block = op->regions[0].first};
    bool can = true;
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_value_map_set(&l.tensors, &l.block->args[i], op->operands[i]))
            return grn_no_memory(&g->w);
    grn_status status = lift_ops(&l, &can);
    if (status != GRN_OK || !can)
        return status;
    grn_value *made = tensor_of(&l, l.block->last->operands[0]);
    if (!made)
        return grn_no_memory(&g->w);
    use_instead(op->next, &op->results[0], made);
    *lifted = true;
    return GRN_OK;
}

grn_status grn_grad_lift(grn_grad *g, grn_op *op, bool *lifted)
{
    static const struct {
        grn_op_number op;
        grn_status (*lift)(grn_grad *g, grn_op *op, bool *lifted);
    } rows[] = {{GRN_OP(garner, scatter), lift_scatter}, {GRN_HLO(map), lift_map}};
    grn_op *const at = g->w.at;
    grn_status status = GRN_OK;
    *lifted = false;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        if (grn_op_number_of(op) != rows[i].op)
            continue;
        g->w.at = op;
        status = rows[i].lift(g, op, lifted);
    }
    g->w.at = at;
    return status;
}
