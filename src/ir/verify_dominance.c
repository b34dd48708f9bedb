/* verify_dominance.c - each value is defined before it is used, and no isolated region uses values
 * from outside. */
#include "ir/dominators.h"
#include "ir/verify.h"

/* The regions around the op being checked, innermost first. */
typedef struct frame {
    const grn_region *region;
    const struct frame *up;
    grn_dominators dominators;
    bool any_order; /* a graph region, as a module's is: its ops need no order */
} frame;

static const grn_block *block_of(const grn_value *value) { return value->def ? value->def->block : value->block; }

/* ---- messages -------------------------------------------------------------------------------- */

static bool is_around(const grn_region *outer, const grn_region *inner)
{
    const grn_op *op = inner->parent;
    for (; op && op->block; op = op->block->region->parent)
        if (op->block->region == outer)
            return true;
    return false;
}

static const char *where_defined(const grn_block *user, const grn_block *definer)
{
    if (!definer)
        return "neither in a parent nor in a child region";
    if (user->region == definer->region)
        return "in the same region";
    if (is_around(definer->region, user->region))
        return "in a parent region";
    return is_around(user->region, definer->region) ? "in a child region" : "neither in a parent nor in a child region";
}

static grn_status fail_dominance(const grn_verifier *v, const grn_op *op, size_t i)
{
    const grn_value *value = op->operands[i];
    const grn_block *b = block_of(value);
    grn_op_fail_plain(op, &v->check, "operand #%zu does not dominate this use", i);
    if (value->def)
        grn_note(v->check.diag, value->def->place, "operand defined here (op %s)",
                 b == op->block ? "in the same block" : where_defined(op->block, b));
    else if (b)
        grn_note(v->check.diag, value->place, "operand defined as a block argument (block #%zu %s)", (size_t)b->order,
                 where_defined(op->block, b));
    return GRN_E_VERIFY;
}

static grn_status fail_isolation(const grn_verifier *v, const grn_op *op, const grn_op *wall)
{
    grn_op_fail(op, &v->check, "using value defined outside the region");
    grn_note(v->check.diag, wall->place, "required by region isolation constraints");
    return GRN_E_VERIFY;
}

/* ---- one operand ----------------------------------------------------------------------------- */

/* `user` stands in the region of `f`, and so does the definition of `value`. */
static bool is_before(const frame *f, const grn_value *value, const grn_op *user)
{
    const grn_block *b = block_of(value);
    if (b != user->block)
        return grn_block_dominates(&f->dominators, b, user->block);
    return !value->def || f->any_order || value->def->order < user->order;
}

/* Outwards from the op until the definition's region is reached; `wall` is the first isolated op
 * that was left. */
static grn_status verify_operand(const grn_verifier *v, const frame *f, const grn_op *op, size_t i)
{
    const grn_value *value = op->operands[i];
    const grn_block *b = block_of(value);
    const grn_op *user = op, *wall = NULL;
    const frame *at = f;
    for (; at && (!b || at->region != b->region); at = at->up) {
        user = at->region->parent;
        if (!wall && grn_op_has(user, GRN_TRAIT_ISOLATED))
            wall = user;
    }
    bool outside_all = !at && b && is_around(b->region, f->region); /* verification began further in */
    if (wall && (at || outside_all))
        return fail_isolation(v, op, wall);
    return outside_all || (at && is_before(at, value, user)) ? GRN_OK : fail_dominance(v, op, i);
}

/* ---- all ------------------------------------------------------------------------------------- */

/* As deep as regions nest, which the parser limits to GRN_MAX_NESTING. */
static grn_status verify_region(grn_verifier *v, const grn_region *region, const frame *up);

static grn_status verify_op(grn_verifier *v, const grn_op *op, const frame *f)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; f && i < op->noperands && status == GRN_OK; i++)
        status = verify_operand(v, f, op, i);
    for (size_t r = 0; r < op->nregions && status != GRN_E_MEMORY; r++)
        if (op->regions[r].first)
            status = grn_worse(status, verify_region(v, &op->regions[r], f));
    return status;
}

/* Upstream does not check blocks that are never reached, nor what is inside them. */
static grn_status verify_region(grn_verifier *v, const grn_region *region, const frame *up)
{
    frame f = {.region = region, .up = up, .any_order = grn_op_has(region->parent, GRN_TRAIT_NO_TERMINATOR)};
    grn_status status = grn_dominators_init(&f.dominators, &v->check.scratch->arena, region);
    for (const grn_block *b = region->first; b && status != GRN_E_MEMORY; b = b->next)
        for (const grn_op *op = b->first; op && status != GRN_E_MEMORY && grn_block_is_reached(&f.dominators, b);
             op = op->next)
            status = grn_worse(status, verify_op(v, op, &f));
    return status;
}

grn_status grn_verify_dominance(grn_verifier *v, const grn_op *op) { return verify_op(v, op, NULL); }
