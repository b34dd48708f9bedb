/* rewriter.c - the walk over a module's ops, and new ops by name. */
#include "passes/passes.h"

typedef struct walk {
    grn_ir *ir;
    grn_visit visit;
    const grn_diag *diag;
    grn_status status; /* the first failure */
} walk;

/* The depth of recursion is that of regions, which the parser limits. */
static void walk_op(walk *w, grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; inner && w->status != GRN_E_MEMORY; inner = inner->next)
                walk_op(w, inner);
    if (w->status == GRN_E_MEMORY)
        return;
    grn_status status = w->visit(w->ir, op, w->diag);
    if (w->status == GRN_OK || status == GRN_E_MEMORY)
        w->status = status;
}

grn_status grn_pass_walk(grn_ir *ir, grn_visit visit, const grn_diag *diag)
{
    walk w = {.ir = ir, .visit = visit, .diag = diag, .status = GRN_OK};
    walk_op(&w, ir->top);
    return w.status;
}

grn_value *grn_make_before(grn_ir *ir, grn_op *at, const grn_make *make)
{
    const grn_op_def *def = grn_ir_find_op(ir, (grn_str){make->op, strlen(make->op)});
    if (!def || !make->type)
        return NULL;
    for (size_t i = 0; i < make->noperands; i++)
        if (!make->operands[i])
            return NULL;
    grn_op *op = grn_op_new(ir, def, GRN_STR(""), at->place, make->noperands, 1, 0);
    for (size_t i = 0; op && i < make->nattrs; i++) {
        const grn_new_attr *a = &make->attrs[i];
        if (!a->value || !grn_op_set_attr(ir, op, (grn_str){a->name, strlen(a->name)}, a->value))
            return NULL;
    }
    if (!op)
        return NULL;
    op->results[0].type = make->type;
    for (size_t i = 0; i < make->noperands; i++) {
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, make->operands[i]);
    }
    grn_op_insert_before(at, op);
    return &op->results[0];
}
