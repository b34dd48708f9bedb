/* divide.c - the stages one after the other, over every function that nothing else of the program refers to. */
#include "shard/part.h"

/* ---- which functions -------------------------------------------------------------------------------------------------------------- */

/* Depth is the regions', which the parser limits. */
static bool refers_to(const grn_op *op, grn_str name)
{
    bool refers = false;
    for (size_t i = 0; i < op->nattrs; i++)
        refers |= op->attrs[i].value->kind == GRN_ATTR_SYMBOL && grn_str_equal(op->attrs[i].value->text, name);
    for (size_t r = 0; r < op->nregions && !refers; r++)
        for (const grn_block *b = op->regions[r].first; b && !refers; b = b->next)
            for (const grn_op *inner = b->first; inner && !refers; inner = inner->next)
                refers = refers_to(inner, name);
    return refers;
}

static bool is_function(const grn_op *op)
{
    return grn_str_is(op->name, "func.func") && op->nregions == 1 && op->regions[0].first && grn_op_attr(op, "sym_name");
}

/* ---- one function ------------------------------------------------------------------------------------------------------------------- */

static grn_status divide_function(grn_sharder *s)
{
    const grn_op *function = s->function;
    if (s->block->next)
        return grn_fail(s->w.diag, function->place, GRN_E_UNSUPPORTED,
                        "a function of several blocks is not divided: its control flow has to be in ops with regions");
    if (!s->block->last || !grn_str_is(s->block->last->name, "func.return"))
        return grn_fail(s->w.diag, function->place, GRN_E_UNSUPPORTED,
                        "a function that does not end with 'func.return' is not divided");
    grn_status status = grn_part_read(s);
    if (status == GRN_OK)
        status = grn_part_spread(s);
    if (status == GRN_OK && s->o->stage > GRN_SHARD_PROPAGATED)
        status = grn_part_agree(s);
    if (status != GRN_OK)
        return status;
    if (s->o->stage != GRN_SHARD_LOCAL)
        return grn_part_write(s);
    return grn_part_local(s);
}

static grn_op *first_of(grn_ir *ir) { return ir->top->regions[0].first ? ir->top->regions[0].first->first : NULL; }

static bool is_entry(const grn_ir *ir, const grn_op *op)
{
    return is_function(op) && !refers_to(ir->top, grn_op_attr(op, "sym_name")->text);
}

static bool is_private(const grn_op *op)
{
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility");
    return visibility && visibility->kind == GRN_ATTR_STRING && grn_str_is(visibility->text, "private");
}

/* Calls of functions that nothing refers to are inlined; private functions that only they called go. */
static grn_status inline_all(grn_ir *ir, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    bool *was_called = NULL;
    size_t n = 0, i = 0;
    for (grn_op *op = first_of(ir); op; op = op->next)
        n++;
    was_called = GRN_ARENA_NEW(&ir->arena, bool, n + 1);
    if (!was_called)
        return grn_ir_refused(ir, diag, ir->top->place, "dividing a program");
    for (grn_op *op = first_of(ir); op; op = op->next)
        was_called[i++] = is_function(op) && is_private(op) && !is_entry(ir, op);
    for (grn_op *op = first_of(ir); status == GRN_OK && op; op = op->next)
        if (is_entry(ir, op))
            status = grn_part_inline(ir, op, diag);
    for (bool gone = true; status == GRN_OK && gone;) {
        gone = false;
        i = 0;
        for (grn_op *op = first_of(ir), *next; op; op = next, i++) {
            next = op->next;
            if (was_called[i] && op->block && is_entry(ir, op)) {
                grn_op_erase(op);
                memmove(&was_called[i], &was_called[i + 1], n - i);
                i--;
                gone = true;
            }
        }
    }
    return status;
}

static grn_status divide_one(grn_sharder *s, grn_op *op)
{
    s->function = op;
    s->block = op->regions[0].first;
    s->w.at = op;
    s->map = (grn_divisions){.arena = &s->w.ir->arena};
    s->device = NULL;
    s->known = NULL;
    return divide_function(s);
}

static grn_status divide_all(grn_sharder *s)
{
    grn_ir *ir = s->w.ir;
    grn_status status = GRN_OK;
    for (grn_op *op = first_of(ir); op && status != GRN_E_MEMORY; op = op->next) {
        if (!is_function(op))
            continue;
        if (!is_entry(ir, op)) {
            if (s->o->stage == GRN_SHARD_LOCAL)
                grn_part_strip(ir, op);
            continue;
        }
        const grn_status done = divide_one(s, op);
        status = status == GRN_OK || done == GRN_E_MEMORY ? done : status;
    }
    return status;
}

grn_status grn_shard_divide(grn_ir *ir, const grn_shard_how *how, const grn_diag *diag)
{
    const grn_target *hub = grn_target_named(ir->dialects, "stablehlo");
    grn_sharder s = {.w = {.ir = ir, .at = ir->top, .diag = diag, .target = hub}, .o = how};
    grn_status status = inline_all(ir, diag);
    if (status == GRN_OK && !how->keep_recipes)
        status = grn_pass_collapse_batching(ir, diag);
    if (status == GRN_OK)
        status = grn_part_mesh_of(ir, ir->top, diag, &s.mesh);
    return status == GRN_OK ? divide_all(&s) : status;
}
