/* activity.c - which values depend on the inputs that are differentiated, through ops that have a
 * derivative. */

#include "grad/rules.h"

bool grn_grad_is_differentiable(const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    return grn_type_is_tensor(t) && (e->kind == GRN_TYPE_FLOAT || e->kind == GRN_TYPE_COMPLEX);
}

bool grn_grad_is_active(const grn_grad *g, const grn_value *v) { return grn_value_map_get(g->active, v) != NULL; }

grn_status grn_grad_refuse(const grn_grad *g, const grn_op *op, const char *format, ...)
{
    char why[GRN_MESSAGE_BYTES];
    const grn_str name = grn_origin_name(op);
    GRN_FORMAT(why, format);
    return grn_fail(g->w.diag, op->place, GRN_E_UNSUPPORTED, "cannot be differentiated: '%.*s' %s", (int)name.n,
                    name.text, why);
}

/* ---- what regions use from outside ----------------------------------------------------------- */

static bool is_within(const grn_value *v, const grn_op *op)
{
    const grn_block *b = v->def ? v->def->block : v->block;
    for (const grn_op *at = b ? b->region->parent : NULL; at; at = grn_op_parent(at))
        if (at == op)
            return true;
    return false;
}

/* Active values that ops within `at`, itself included, use from outside of `op`. Depth is the
 * regions'. */
static bool collect(grn_grad *g, const grn_op *op, const grn_op *at, grn_value_map *seen, grn_vec *out)
{
    for (size_t i = 0; at != op && i < at->noperands; i++) {
        grn_value *v = grn_value_now(at->operands[i]);
        if (!grn_grad_is_active(g, v) || grn_value_map_get(seen, v) || is_within(v, op))
            continue;
        grn_value **slot = grn_vec_push(out);
        if (!slot || !grn_value_map_set(seen, v, v))
            return false;
        *slot = v;
    }
    for (size_t r = 0; r < at->nregions; r++)
        for (const grn_block *b = at->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                if (!collect(g, op, inner, seen, out))
                    return false;
    return true;
}

bool grn_grad_captured(grn_grad *g, const grn_op *op, size_t *n, grn_value ***out)
{
    grn_value_map seen = {.arena = &g->w.ir->arena};
    grn_vec found;
    grn_vec_init(&found, g->w.ir->allocator, sizeof(grn_value *));
    bool ok = collect(g, op, op, &seen, &found);
    *n = found.count;
    *out = ok ? GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, found.count + 1) : NULL;
    if (*out && found.count)
        memcpy(*out, found.items, found.count * sizeof **out);
    grn_vec_destroy(&found);
    return *out != NULL;
}

/* ---- the scan -------------------------------------------------------------------------------- */

/* *uses: whether `op` or what is in its regions uses an active value. */
static grn_status uses_active(grn_grad *g, const grn_op *op, bool *uses)
{
    size_t n = 0;
    grn_value **captured;
    *uses = false;
    for (size_t i = 0; i < op->noperands; i++)
        *uses = *uses || grn_grad_is_active(g, grn_value_now(op->operands[i]));
    if (*uses || op->nregions == 0)
        return GRN_OK;
    if (!grn_grad_captured(g, op, &n, &captured))
        return grn_no_memory(&g->w);
    *uses = n > 0;
    return GRN_OK;
}

/* An op that cannot be told to have a derivative is refused where something uses a result of it. */
static bool is_used(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (op->results[i].uses)
            return true;
    return false;
}

static grn_status scan_op(grn_grad *g, grn_op *op, bool *lifted)
{
    bool uses;
    grn_status status = uses_active(g, op, &uses);
    *lifted = false;
    if (status != GRN_OK || !uses || op->def == NULL || op->def->traits & GRN_TRAIT_TERMINATOR)
        return status;
    status = grn_grad_lift(g, op, lifted);
    if (status != GRN_OK || *lifted)
        return status;
    const grn_grad_rule *rule = grn_grad_find_rule(op);
    if (rule && rule->is_zero)
        return GRN_OK;
    if (is_used(op) && (!rule || (rule->refused && !rule->jvp)))
        return grn_grad_refuse(g, op, "%s", rule ? rule->refused : "has no derivative here");
    for (size_t i = 0; i < op->nresults; i++)
        if (grn_grad_is_differentiable(op->results[i].type) &&
            !grn_value_map_set(g->active, &op->results[i], &op->results[i]))
            return grn_no_memory(&g->w);
    return GRN_OK;
}

/* An op that was lifted has become others, which are looked at next. */
grn_status grn_grad_scan(grn_grad *g, const grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first, *next; status == GRN_OK && op; op = next) {
        grn_op *before = op->prev;
        bool lifted;
        status = scan_op(g, op, &lifted);
        if (status == GRN_OK && lifted)
            grn_op_erase(op);
        next = !lifted ? op->next : before ? before->next : block->first;
    }
    return status;
}
