/* reachable.c - removes functions that no needed function refers to. */
#include "passes/passes.h"

static grn_op *first_function(const grn_ir *ir)
{
    return ir->top->nregions && ir->top->regions[0].first ? ir->top->regions[0].first->first : NULL;
}
static bool is_root(const grn_op *op, grn_str wanted)
{
    const grn_attr *name = grn_op_attr(op, "sym_name"), *visibility = grn_op_attr(op, "sym_visibility");
    if (wanted.text)
        return name && grn_str_equal(name->text, wanted);
    return !visibility || !grn_str_is(visibility->text, "private");
}

typedef struct search {
    const grn_ir *ir;
    bool *is_kept;  /* by the functions' places */
    grn_op **stack; /* those whose bodies are still to be searched */
    size_t depth;
} search;

static void keep_op(search *s, grn_op *op)
{
    if (s->is_kept[op->order])
        return;
    s->is_kept[op->order] = true;
    s->stack[s->depth++] = op;
}

/* A reference names its symbol from the top, @a::@b by @a. */
static void keep_named(search *s, const grn_attr *a)
{
    if (a->kind == GRN_ATTR_ARRAY)
        for (size_t i = 0; i < a->array.count; i++)
            keep_named(s, a->array.items[i]);
    else if (a->kind == GRN_ATTR_DICT)
        for (size_t i = 0; i < a->dict.count; i++)
            keep_named(s, a->dict.items[i].value);
    grn_op *named = a->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(s->ir->top, a->text) : NULL;
    if (named && named->block == s->ir->top->regions[0].first)
        keep_op(s, named);
}

static void keep_used(search *s, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->nattrs; i++)
            keep_named(s, op->attrs[i].value);
}

grn_status grn_pass_keep_reachable(grn_ir *ir, grn_str wanted, const grn_diag *diag)
{
    size_t n = 0, roots = 0;
    for (grn_op *op = first_function(ir); op; op = op->next)
        op->order = (uint32_t)n++;
    search s = {.ir = ir,
                .is_kept = GRN_ARENA_NEW(&ir->arena, bool, n + 1),
                .stack = GRN_ARENA_NEW(&ir->arena, grn_op *, n + 1)};
    if (!s.is_kept || !s.stack)
        return grn_ir_refused(ir, diag, ir->top->place, "leaving functions out");
    for (grn_op *op = first_function(ir); op; op = op->next)
        if (!grn_op_is(op, GRN_OP(func, func)) || is_root(op, wanted)) {
            roots += grn_op_is(op, GRN_OP(func, func));
            keep_op(&s, op);
        }
    while (s.depth > 0)
        keep_used(&s, s.stack[--s.depth]);
    for (grn_op *op = first_function(ir), *next; op && roots > 0; op = next) {
        next = op->next;
        if (!s.is_kept[op->order])
            grn_op_erase(op);
    }
    return GRN_OK;
}
