/*
 * write.c - the last pass: every op of the hub becomes the target's, where the
 * target has it. Where a tensor has a type of the target's own, values get it,
 * with conversions around what is not the target's.
 */
#include "convert/steps.h"

static const grn_writing *find_writing(const grn_target *target, grn_str name)
{
    for (const grn_writing *row = target->writings; row && row->op; row++)
        if (grn_str_is(name, row->op))
            return row;
    return NULL;
}

/* What only carries values from one place to another: functions, calls, returns. */
static bool is_carrier(const grn_op *op)
{
    static const char *const names[] = {"func.func", "func.return", "func.call", "builtin.module"};
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (grn_str_is(op->name, names[i]))
            return true;
    return false;
}

/* The scalars of a reducer, a comparator, a combiner: what an op that stays has its region say. */
static bool is_in_scalar_region(const grn_op *op)
{
    const grn_op *parent = grn_op_parent(op);
    if (!parent || is_carrier(parent))
        return false;
    for (size_t i = 0; i < op->block->nargs; i++)
        if (!grn_type_is_tensor(op->block->args[i].type) || op->block->args[i].type->rank != 0)
            return false;
    return op->block->nargs > 0;
}

/* A helper op on tensors that the target's words are for. */
static bool is_word(const grn_rewrite *w, const grn_op *op)
{
    const grn_type *index = grn_type_of_dtype(w->ir, GRN_INDEX);
    return index && op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)) && !is_in_scalar_region(op) &&
           !grn_convert_stays(op, w->target->takes_index(index));
}

static grn_status write(grn_rewrite *w, grn_op *op)
{
    grn_hub hub;
    const grn_writing *row = op->def ? find_writing(w->target, op->name) : NULL;
    if (!row || (!grn_hub_read(op, &hub) && !is_word(w, op)))
        return GRN_OK;
    if (row->write)
        return row->write(w, op);
    return grn_replace(w, grn_new(w, row->same, op->noperands, op->operands, grn_result_type(op, 0), 0, NULL));
}

/* ---- types of the target's own ----------------------------------------------------------------------------------------- */

static bool is_own(const grn_rewrite *w, const grn_op *op)
{
    size_t n = strlen(w->target->name);
    return op->name.n > n && memcmp(op->name.text, w->target->name, n) == 0 && op->name.text[n] == '.';
}

/* `t` as the target has it; `t` itself when it is no tensor. NULL: refused, told. */
static const grn_type *owned(grn_rewrite *w, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (!grn_type_is_tensor(t))
        return t;
    const grn_type *own = w->target->own_type(w->ir, t);
    if (!own)
        grn_refuse(w, "has a value of type '%s', which has no counterpart", grn_type_text(t, text, sizeof text));
    return own;
}

static const grn_attr *owned_signature(grn_rewrite *w, const grn_type *t)
{
    const grn_type **members = GRN_ARENA_NEW(&w->ir->arena, const grn_type *, t->count + 1);
    for (size_t i = 0; members && i < t->count; i++)
        if (!(members[i] = owned(w, t->members[i])))
            return NULL;
    const grn_type *made =
        members ? grn_type_function(w->ir, t->inputs, members, t->count - t->inputs, members + t->inputs) : NULL;
    return made ? grn_attr_type(w->ir, made) : NULL;
}

static grn_status own_values(grn_rewrite *w, size_t n, grn_value *values)
{
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = owned(w, values[i].type);
        if (!t)
            return GRN_E_UNSUPPORTED;
        values[i].type = t;
    }
    return GRN_OK;
}

static grn_status own_carrier(grn_rewrite *w, grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (a->kind != GRN_ATTR_TYPE || a->type_value->kind != GRN_TYPE_FUNCTION)
            continue;
        op->attrs[i].value = owned_signature(w, a->type_value);
        if (!op->attrs[i].value) {
            op->attrs[i].value = a;
            return GRN_E_UNSUPPORTED;
        }
    }
    return own_values(w, op->nresults, op->results);
}

/* Operand `i` in the target's own type, or in the builtin one it stands for. */
static grn_status coerce(grn_rewrite *w, grn_op *op, size_t i, bool to_own)
{
    grn_value *v = op->operands[i];
    const grn_type *t = to_own ? owned(w, v->type) : grn_type_at_run(v->type);
    if (!t)
        return GRN_E_UNSUPPORTED;
    if (t == v->type)
        return GRN_OK;
    grn_value *made = grn_new(w, to_own ? w->target->to_own : w->target->to_builtin, 1, &v, t, 0, NULL);
    if (!made)
        return grn_no_memory(w);
    grn_op_set_operand(op, i, made);
    return GRN_OK;
}

static grn_status own_op(grn_rewrite *w, grn_op *op);

/* A block of a function has the target's types; one of an op that stays keeps its own. */
static grn_status own_block(grn_rewrite *w, grn_block *block, bool of_carrier)
{
    grn_status status = of_carrier ? own_values(w, block->nargs, block->args) : GRN_OK;
    for (grn_op *op = block->first; status == GRN_OK && op; op = op->next)
        status = own_op(w, op);
    return status;
}

static grn_status own_op(grn_rewrite *w, grn_op *op)
{
    bool carrier = is_carrier(op), own = carrier || is_own(w, op);
    grn_status status = GRN_OK;
    w->at = op;
    if (grn_str_is(op->name, w->target->to_own) || grn_str_is(op->name, w->target->to_builtin))
        return GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = coerce(w, op, i, own);
    if (status == GRN_OK && own)
        status = carrier ? own_carrier(w, op) : own_values(w, op->nresults, op->results);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; status == GRN_OK && b; b = b->next)
            status = own_block(w, b, carrier);
    return status;
}

grn_status grn_pass_write(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_status status = grn_convert_walk(ir, o, diag, write);
    grn_rewrite w = {.ir = ir, .at = ir->top, .diag = diag, .target = o->target};
    return status == GRN_OK && o->target->own_type ? own_op(&w, ir->top) : status;
}
