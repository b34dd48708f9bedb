/*
 * spread_constants.c - a constant has a sharding for each use, as no two uses have to agree on one
 * (Shardy, import/constant_or_scalar_splitter.cc, export/constant_or_scalar_merger.cc).
 */
#include "convert/steps.h"
#include "shard/rows.h"
#include "shard/spread_parts.h"

enum { MOST_COPIES = 1 << 16, MOST_DEEP = 256 /* one op of constants on the other */ };

static bool is_scalar(const grn_value *v) { return grn_type_is_tensor(v->type) && v->type->rank == 0; }

static bool is_source(const grn_op *op)
{
    return op->nresults == 1 && GRN_OP_IS_ONE_OF(op, GRN_HLO(constant), GRN_OP(sdy, constant), GRN_HLO(iota));
}

static bool keeps_constants(const grn_op *op)
{
    const bool is_pure = grn_op_is_pure(op) || (op->def && (op->def->element || op->def->element_of));
    return is_pure && op->nresults == 1 && op->nregions == 0 && op->noperands > 0 &&
           (GRN_OP_IS_ONE_OF(op, GRN_HLO(broadcast_in_dim), GRN_HLO(reshape), GRN_HLO(slice)) ||
            (grn_spread_is_elementwise(op) && !grn_part_is_move(op)));
}

/* ---- which values are copied ----------------------------------------------------------------- */

/* In grn_value.slot while constants are split. */
enum { OTHER, CONSTANT, EXPANSION };

typedef struct splitting {
    grn_spreading *p;
    grn_vec groups; /* grn_op *: sharding groups of what is copied */
    grn_vec mapped; /* grn_value *: what has a copy for the use that is looked at, in `forward` */
} splitting;

static void no_memory(splitting *k) { k->p->status = grn_no_memory(&k->p->s->w); }

static uint32_t kind_of(const grn_op *op)
{
    bool is_constant = is_source(op) || keeps_constants(op);
    for (size_t i = 0; is_constant && i < op->noperands; i++)
        is_constant = op->operands[i]->def && op->operands[i]->slot == CONSTANT;
    if (is_constant)
        return CONSTANT;
    return grn_op_is(op, GRN_HLO(broadcast_in_dim)) && op->noperands == 1 && is_scalar(op->operands[0]) ? EXPANSION
                                                                                                        : OTHER;
}

static void classify_op(splitting *k, grn_op *op)
{
    const uint32_t kind = kind_of(op);
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].slot = kind;
    if (!grn_op_is(op, GRN_OP(sdy, sharding_group)) || op->operands[0]->slot == OTHER)
        return;
    grn_op **slot = grn_vec_push(&k->groups);
    if (slot)
        *slot = op;
    else
        no_memory(k);
}

/* Depth is the regions', which the parser limits. */
static void classify(splitting *k, grn_block *block)
{
    for (size_t i = 0; i < block->nargs; i++)
        block->args[i].slot = OTHER;
    for (grn_op *op = block->first; op && k->p->status == GRN_OK; op = op->next) {
        classify_op(k, op);
        for (size_t r = 0; r < op->nregions; r++)
            for (grn_block *b = op->regions[r].first; b; b = b->next)
                classify(k, b);
    }
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* One that is made of another, and the one before it. */
typedef struct grn_spread_copy {
    grn_value *value, *of;
    size_t before; /* number + 1 among the copies that stay; 0: none */
} copy;

static grn_value *copy_value(splitting *k, grn_value *v, int depth);

/* Without operands yet. */
static grn_op *copy_shallow(splitting *k, grn_op *op)
{
    grn_ir *ir = k->p->ir;
    grn_op *to = grn_op_new(ir, op->def, op->name, op->place, op->noperands, op->nresults, 0);
    if (!to || !grn_op_copy_attrs(ir, op, to))
        return NULL;
    to->location = op->location;
    for (size_t i = 0; i < op->noperands; i++)
        to->operands[i] = NULL;
    for (size_t i = 0; i < op->nresults; i++) { /* the original goes */
        to->results[i].type = op->results[i].type;
        to->results[i].name = op->results[i].name;
        op->results[i].name = GRN_STR("");
    }
    return to;
}

/* A copy is in the groups that the original is in. */
static bool copy_groups(splitting *k, const grn_op *op, grn_op *to)
{
    grn_op *const *groups = k->groups.items;
    for (size_t i = 0; i < k->groups.count; i++) {
        if (groups[i]->operands[0] != &op->results[0])
            continue;
        grn_op *group = copy_shallow(k, groups[i]);
        if (!group)
            return false;
        grn_op_set_operand(group, 0, &to->results[0]);
        grn_op_insert_before(to->next, group);
    }
    return true;
}

static bool note_copy(splitting *k, grn_value *v, grn_op *to)
{
    grn_value **mapped = grn_vec_push(&k->mapped);
    if (!mapped)
        return false;
    *mapped = v;
    copy *made = grn_vec_push(&k->p->copies);
    if (!made)
        return false;
    *made = (copy){.value = &to->results[0], .of = v};
    v->forward = &to->results[0];
    return true;
}

static grn_value *copy_op(splitting *k, grn_op *op, int depth)
{
    grn_op *to = copy_shallow(k, op);
    if (!to)
        return NULL;
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *now = copy_value(k, op->operands[i], depth + 1);
        if (!now)
            return NULL;
        grn_op_set_operand(to, i, now);
    }
    grn_op_insert_before(op, to);
    return note_copy(k, &op->results[0], to) && copy_groups(k, op, to) ? &to->results[0] : NULL;
}

/* Its copy for this use, right before it; scalars, which nothing cuts, have none. NULL: memory
 * refused. */
static grn_value *copy_value(splitting *k, grn_value *v, int depth)
{
    if (v->forward)
        return v->forward;
    if (!v->def || is_scalar(v) || v->slot == OTHER || depth > MOST_DEEP || k->p->copies.count >= MOST_COPIES)
        return v;
    return copy_op(k, v->def, depth);
}

static void split_operands(splitting *k, grn_op *op)
{
    for (size_t i = 0; k->p->status == GRN_OK && i < op->noperands; i++) {
        grn_value *now = copy_value(k, op->operands[i], 0);
        grn_value *const *mapped = k->mapped.items;
        for (size_t m = 0; m < k->mapped.count; m++)
            mapped[m]->forward = NULL;
        k->mapped.count = 0;
        if (!now)
            no_memory(k);
        else if (now != op->operands[i])
            grn_op_set_operand(op, i, now);
    }
}

/* Depth is the regions', which the parser limits. */
static void split(splitting *k, grn_block *block)
{
    for (grn_op *op = block->first; op && k->p->status == GRN_OK; op = op->next) {
        const bool is_copied = op->nresults && op->results[0].slot != OTHER;
        if (!is_copied && !grn_op_is(op, GRN_OP(sdy, sharding_group)))
            split_operands(k, op);
        for (size_t r = 0; grn_spread_opens(op) && r < op->nregions; r++)
            split(k, op->regions[r].first);
    }
}

/* Groups of originals that nothing else uses any more. */
static void drop_groups(const splitting *k)
{
    grn_op *const *groups = k->groups.items;
    for (size_t i = 0; i < k->groups.count; i++)
        if (groups[i]->operands[0]->uses == 1)
            grn_op_erase(groups[i]);
}

/* What was made later first: it may be made of the others. */
static void drop_originals(const grn_spreading *p)
{
    const copy *copies = p->copies.items;
    for (size_t i = p->copies.count; i-- > 0;)
        if (copies[i].of->uses == 0 && copies[i].of->def->block)
            grn_op_erase(copies[i].of->def);
}

void grn_spread_split_constants(grn_spreading *p)
{
    splitting k = {.p = p};
    grn_vec_init(&k.groups, p->ir->allocator, sizeof(grn_op *));
    grn_vec_init(&k.mapped, p->ir->allocator, sizeof(grn_value *));
    classify(&k, p->s->block);
    if (p->status == GRN_OK)
        split(&k, p->s->block);
    if (p->status == GRN_OK) {
        drop_groups(&k);
        drop_originals(p);
    }
    grn_vec_destroy(&k.groups);
    grn_vec_destroy(&k.mapped);
}

/* ---- one again ------------------------------------------------------------------------------- */

static bool same_op(const grn_op *a, const grn_op *b)
{
    const grn_attr *x = grn_op_attr(a, "sdy.sharding"), *y = grn_op_attr(b, "sdy.sharding");
    bool same = a->block == b->block && (x && y ? grn_attr_equal(x, y) : x == y);
    for (size_t i = 0; same && i < a->noperands; i++)
        same = grn_value_now(a->operands[i]) == grn_value_now(b->operands[i]);
    return same;
}

/* Depth is the regions', which the parser limits. */
static void use_first(grn_block *block)
{
    for (grn_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->noperands; i++)
            if (op->operands[i]->forward)
                grn_op_set_operand(op, i, grn_value_now(op->operands[i]));
        for (size_t r = 0; r < op->nregions; r++)
            for (grn_block *b = op->regions[r].first; b; b = b->next)
                use_first(b);
    }
}

/* Copies of one original that are sharded alike: the first stands for all. */
void grn_spread_merge_constants(grn_spreading *p)
{
    copy *copies = p->copies.items;
    bool merges = false;
    for (size_t i = 0; i < p->copies.count; i++)
        copies[i].of->slot = 0; /* number + 1 of the last one that stays */
    for (size_t i = 0; i < p->copies.count; i++) {
        size_t k = copies[i].of->slot;
        while (k > 0 && !same_op(copies[k - 1].value->def, copies[i].value->def))
            k = copies[k - 1].before;
        if (k > 0) {
            copies[i].value->forward = copies[k - 1].value;
            merges = true;
            continue;
        }
        copies[i].before = copies[i].of->slot;
        copies[i].of->slot = (uint32_t)i + 1;
    }
    if (merges)
        use_first(p->s->block);
    for (size_t i = p->copies.count; merges && i-- > 0;)
        if (copies[i].value->forward && copies[i].value->uses == 0)
            grn_op_erase(copies[i].value->def);
}

void grn_spread_copies_init(grn_spreading *p) { grn_vec_init(&p->copies, p->ir->allocator, sizeof(copy)); }
