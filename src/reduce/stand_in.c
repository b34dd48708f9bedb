/* stand_in.c - what may stand for a value that is computed no longer; and one constant for several equal ones. */
#include "convert/convert.h"
#include "reduce/reduce.h"

static grn_value *operand_of_type(const grn_op *op, const grn_type *type)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_value_now(op->operands[i])->type == type)
            return grn_value_now(op->operands[i]);
    return NULL;
}

static grn_value *argument_of_type(const grn_op *at, const grn_type *type)
{
    for (const grn_op *op = at; op && op->block && !(op->def && op->def->traits & GRN_TRAIT_ISOLATED);
         op = grn_op_parent(op))
        for (size_t i = 0; i < op->block->nargs; i++)
            if (op->block->args[i].type == type)
                return &op->block->args[i];
    return NULL;
}

/* A result of an op before, in the same block. */
static grn_value *result_before(const grn_op *at, const grn_type *type)
{
    enum { NEAR = 64 };
    int left = NEAR;
    for (grn_op *op = at->prev; op && left > 0; op = op->prev, left--)
        for (size_t i = 0; i < op->nresults; i++)
            if (op->results[i].type == type && !op->results[i].forward)
                return &op->results[i];
    return NULL;
}

static bool is_same_constant(const grn_op *a, const grn_op *b)
{
    bool same = a->def == b->def && a->results[0].type == b->results[0].type && a->nattrs == b->nattrs;
    for (size_t i = 0; i < a->nattrs && same; i++)
        same =
            grn_str_equal(a->attrs[i].name, b->attrs[i].name) && grn_attr_equal(a->attrs[i].value, b->attrs[i].value);
    return same;
}

/* Those that this draft was given. */
struct grn_zeros {
    const grn_block *block;
    const grn_type *type;
    grn_value *value; /* NULL: there can be none */
    struct grn_zeros *next;
};

/* Zeros of the type that the block begins with, so that they are there once. */
static grn_value *make_zeros(grn_draft *d, grn_op *at, const grn_type *type)
{
    grn_block *block = at->block;
    grn_value *made = grn_draft_number(d, at, type, 0);
    for (grn_op *op = block->first; made && op != made->def && grn_is_constant(op); op = op->next)
        if (is_same_constant(op, made->def)) {
            grn_op_erase(made->def);
            return &op->results[0];
        }
    if (made && made->def != block->first)
        grn_op_move_before(block->first, made->def);
    return made;
}

static grn_value *zeros_of(grn_draft *d, grn_op *at, const grn_type *type)
{
    for (const struct grn_zeros *z = d->zeros; z; z = z->next)
        if (z->block == at->block && z->type == type)
            return z->value;
    struct grn_zeros *z = GRN_ARENA_NEW(&d->ir->arena, struct grn_zeros, 1);
    if (!z)
        return NULL;
    *z = (struct grn_zeros){at->block, type, make_zeros(d, at, type), d->zeros};
    d->zeros = z;
    return z->value;
}

grn_value *grn_draft_other(grn_draft *d, grn_op *at, const grn_type *type, bool operand_first)
{
    grn_value *v = operand_first ? operand_of_type(at, type) : NULL;
    if (!v)
        v = zeros_of(d, at, type);
    if (!v && !d->ir->arena.refused)
        v = operand_of_type(at, type);
    if (!v && !d->ir->arena.refused)
        v = argument_of_type(at, type);
    return v || d->ir->arena.refused ? v : result_before(at, type);
}

/* ---- equal constants -------------------------------------------------------------------------- */

/* Another constant that stands before `op` in its block. */
static grn_op *equal_before(const grn_op *op)
{
    for (grn_op *at = op->block->first; at != op; at = at->next)
        if (grn_is_constant(at) && is_same_constant(at, op))
            return at;
    return NULL;
}

static bool list_repeated(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        if (grn_is_constant(op) && equal_before(op))
            ok = grn_add_item(items, (grn_reduce_item){.op = op});
    return ok;
}

static grn_status merge_constants(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    for (size_t i = 0; i < n; i++)
        items[i].op->results[0].forward = &equal_before(items[i].op)->results[0];
    grn_resolve_all(d->ir->top);
    for (size_t i = 0; i < n; i++)
        grn_op_erase(items[i].op);
    d->changed = true;
    return GRN_OK;
}

const grn_reduce_step grn_step_constants_once = {
    .name = "constants once", .ways = 1, .list = list_repeated, .change = merge_constants};
