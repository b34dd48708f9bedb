/*
 * simplify.c - shorter forms of ops that were exported one by one: no broadcast before an op that
 * broadcasts by itself, no reshape of a reshape, no constant twice.
 */
#include "convert/steps.h"
#include "ir/hash.h"

/* ---- broadcasts that an op does itself ------------------------------------------------------- */

static bool is_named(const char *const *names, grn_str name)
{
    for (; *names; names++)
        if (grn_str_is(name, *names))
            return true;
    return false;
}

/* `shape` broadcast with one more, from the last dim on. False: they do not fit together. */
static bool broadcast_with(grn_dims *shape, const grn_type *more)
{
    while (shape->count < more->rank) {
        for (int32_t d = shape->count++; d > 0; d--)
            shape->v[d] = shape->v[d - 1];
        shape->v[0] = 1;
    }
    for (int32_t d = 0; d < more->rank; d++) {
        int64_t *extent = &shape->v[shape->count - more->rank + d];
        if (*extent != more->shape[d] && *extent != 1 && more->shape[d] != 1)
            return false;
        *extent = *extent == 1 ? more->shape[d] : *extent;
    }
    return true;
}

/* Whether the op's result keeps its shape with `v` as operand `at`. */
static bool keeps_shape(const grn_op *op, size_t at, const grn_value *v)
{
    grn_dims shape = {0};
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *t = i == at ? v->type : grn_operand_type(op, i);
        if (grn_type_is_tensor(t) && !broadcast_with(&shape, t))
            return false;
    }
    return grn_type_has_shape(grn_result_type(op, 0), shape.count, shape.v);
}

/* A reshape that only puts ones in front. */
static bool puts_ones_in_front(const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    int32_t more = to->rank - from->rank;
    for (int32_t d = 0; d < to->rank; d++)
        if (more < 0 || to->shape[d] != (d < more ? 1 : from->shape[d - more]))
            return false;
    return true;
}

/* The operand that `v` is a broadcast of, dims aligned at the last; `v` itself where it is not
 * one. */
static grn_value *broadcast_from(const grn_target *target, grn_value *v)
{
    grn_value *from = v;
    if (grn_value_is_from(from, target->expand) && grn_is_static(grn_operand_type(from->def, 0)))
        from = from->def->operands[0];
    if (grn_value_is_from(from, target->reshape) && grn_is_static(grn_operand_type(from->def, 0)) &&
        puts_ones_in_front(from->def))
        from = from->def->operands[0];
    return from;
}

/* The last of two reshapes decides the shape. */
static void leave_out_reshape(grn_op *op, const char *reshape)
{
    const grn_value *v = op->operands[0];
    if (grn_value_is_from(v, reshape) && grn_op_is_static(op) && grn_op_is_static(v->def))
        grn_op_set_operand(op, 0, v->def->operands[0]);
}

static grn_status leave_out(grn_rewrite *w, grn_op *op)
{
    if (grn_str_is(op->name, w->target->reshape))
        leave_out_reshape(op, w->target->reshape);
    if (op->nresults != 1 || !is_named(w->target->broadcasting, op->name) || !grn_op_is_static(op))
        return GRN_OK;
    for (size_t i = 0; i < op->noperands; i++) {
        if (!grn_type_is_tensor(grn_operand_type(op, i)))
            continue;
        grn_value *from = broadcast_from(w->target, op->operands[i]);
        if (from != op->operands[i] && keeps_shape(op, i, from))
            grn_op_set_operand(op, i, from);
    }
    return GRN_OK;
}

grn_status grn_leave_out_shapes(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return o->target->broadcasting ? grn_convert_walk(ir, o, diag, leave_out) : GRN_OK;
}

/* ---- constants that repeat ------------------------------------------------------------------- */

/* A pure op of one result without regions. */
static bool is_plain(const grn_op *op)
{
    return grn_op_is_pure(op) && op->nresults == 1 && op->nregions == 0 && op->nsuccessors == 0;
}

/* One without operands, or a list of such. */
static bool is_constant(const grn_op *op)
{
    if (!is_plain(op) || (op->noperands > 0 && grn_type_is_tensor(grn_type_as_tensor(grn_result_type(op, 0)))))
        return false;
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_op *item = op->operands[i]->def;
        if (!item || item->noperands > 0 || !is_plain(item))
            return false;
    }
    return true;
}

static uint64_t hash_of(const grn_op *op)
{
    uint64_t h = grn_hash_mix(grn_hash_str(op->name), grn_result_type(op, 0)->hash);
    for (size_t i = 0; i < op->nattrs; i++)
        h = grn_hash_mix(h, grn_attr_hash(op->attrs[i].value));
    for (size_t i = 0; i < op->noperands; i++)
        h = grn_hash_mix(h, (uint64_t)(uintptr_t)grn_value_now(op->operands[i]));
    return h;
}

static bool says_the_same(const grn_op *a, const grn_op *b)
{
    bool same = a->def == b->def && grn_result_type(a, 0) == grn_result_type(b, 0) && a->nattrs == b->nattrs &&
                a->noperands == b->noperands;
    for (size_t i = 0; same && i < a->nattrs; i++)
        same =
            grn_str_equal(a->attrs[i].name, b->attrs[i].name) && grn_attr_equal(a->attrs[i].value, b->attrs[i].value);
    for (size_t i = 0; same && i < a->noperands; i++)
        same = grn_value_now(a->operands[i]) == grn_value_now(b->operands[i]);
    return same;
}

/* A hash table of a block's constants by their values: open addressing. */
typedef struct table {
    grn_op **op;
    uint64_t *hash;
    size_t room; /* a power of two */
} table;

static void enter(table *t, grn_op *op)
{
    uint64_t h = hash_of(op);
    size_t at = grn_hash_first(h, t->room);
    while (t->op[at] && (t->hash[at] != h || !says_the_same(t->op[at], op)))
        at = grn_hash_next(at, t->room);
    if (t->op[at])
        op->results[0].forward = &t->op[at]->results[0];
    else
        t->op[at] = op, t->hash[at] = h;
}

static bool merge_block(grn_ir *ir, grn_block *block)
{
    size_t n = 0;
    grn_arena arena;
    table t;
    for (const grn_op *op = block->first; op; op = op->next)
        n += is_constant(op);
    if (n < 2)
        return true;
    grn_arena_init(&arena, ir->arena.allocator);
    t.room = grn_hash_room(n);
    t.op = GRN_ARENA_NEW(&arena, grn_op *, t.room);
    t.hash = GRN_ARENA_NEW(&arena, uint64_t, t.room);
    for (grn_op *op = block->first; t.op && t.hash && op; op = op->next)
        if (is_constant(op))
            enter(&t, op);
    grn_arena_destroy(&arena);
    return t.op && t.hash;
}

/* Depth is the regions', which the parser limits. */
static bool merge_in(grn_ir *ir, grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next) {
            if (!merge_block(ir, b))
                return false;
            for (grn_op *inner = b->first; inner; inner = inner->next)
                if (!merge_in(ir, inner))
                    return false;
        }
    return true;
}

grn_status grn_merge_constants(grn_ir *ir, const grn_diag *diag)
{
    if (!merge_in(ir, ir->top)) {
        grn_ir_refused(ir, diag, ir->top->place, "converting");
        return GRN_E_MEMORY;
    }
    grn_convert_sweep(ir->top);
    return GRN_OK;
}
