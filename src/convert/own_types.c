/*
 * own_types.c - values in the target's own type for a tensor (torch's), with conversions around ops
 * that are not the target's.
 *
 * A function that an op refers to other than by a call (the decomposition of a stablehlo.composite)
 * keeps the types that op requires.
 */
#include "convert/steps.h"

typedef struct owning {
    grn_rewrite w;
    grn_vec kept; /* of const grn_op *: functions that keep builtin types */
} owning;

bool grn_is_carrier(const grn_op *op)
{
    return GRN_OP_IS_ONE_OF(op, GRN_OP(func, func), GRN_OP(func, return ), GRN_OP(func, call), GRN_OP(builtin, module));
}

/* ---- functions that keep their types --------------------------------------------------------- */

static bool is_kept(const owning *o, const grn_op *function)
{
    const grn_op *const *kept = o->kept.items;
    for (size_t i = 0; i < o->kept.count; i++)
        if (kept[i] == function)
            return true;
    return false;
}

static bool keep_named(owning *o, const grn_op *op, const grn_attr *a)
{
    if (a->kind == GRN_ATTR_ARRAY) {
        bool ok = true;
        for (size_t i = 0; ok && i < a->array.count; i++)
            ok = a->array.items[i]->kind != GRN_ATTR_SYMBOL || keep_named(o, op, a->array.items[i]);
        return ok;
    }
    const grn_op *table = a->kind == GRN_ATTR_SYMBOL ? grn_op_symbol_table(op) : NULL;
    const grn_op *function = table ? grn_ir_find_symbol(table, a->text) : NULL;
    if (!function || is_kept(o, function))
        return true;
    const grn_op **to = grn_vec_extend(&o->kept, 1);
    if (to)
        *to = function;
    return to != NULL;
}

static bool find_kept(owning *o, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; !grn_is_carrier(op) && i < op->nattrs; i++)
            if (!keep_named(o, op, op->attrs[i].value))
                return false;
    return true;
}

/* The function that decides the types of a carrier: itself, the one it is in, the one it calls. */
static const grn_op *function_of(const grn_op *op)
{
    if (grn_op_is(op, GRN_OP(func, return )))
        return grn_op_parent(op);
    const grn_attr *callee = grn_op_is(op, GRN_OP(func, call)) ? grn_op_attr(op, "callee") : NULL;
    const grn_op *table = callee && callee->kind == GRN_ATTR_SYMBOL ? grn_op_symbol_table(op) : NULL;
    return table ? grn_ir_find_symbol(table, callee->text) : op;
}

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_own(const grn_rewrite *w, const grn_op *op)
{
    size_t n = strlen(w->target->name);
    return op->name.n > n && memcmp(op->name.text, w->target->name, n) == 0 && op->name.text[n] == '.';
}

/* *t as the target's own type; unchanged when it is no tensor. */
static grn_status own_one(const grn_rewrite *w, const grn_type **t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (!grn_type_is_tensor(*t))
        return GRN_OK;
    const grn_type *own = w->target->own_type(w->ir, *t);
    bool has = !(*t)->encoding && (!w->target->takes_element || w->target->takes_element((*t)->element));
    if (!own && has)
        return grn_no_memory(w);
    if (!own)
        return grn_refuse(w, "has a value of type '%s', which has no counterpart",
                          grn_type_text(*t, text, sizeof text));
    *t = own;
    return GRN_OK;
}

static grn_status own_signature(const grn_rewrite *w, const grn_attr **signature)
{
    const grn_type *t = (*signature)->type_value;
    const grn_type **members = GRN_ARENA_NEW(&w->ir->arena, const grn_type *, t->count + 1);
    for (size_t i = 0; members && i < t->count; i++) {
        members[i] = t->members[i];
        grn_status status = own_one(w, &members[i]);
        if (status != GRN_OK)
            return status;
    }
    const grn_type *made =
        members ? grn_type_function(w->ir, t->inputs, members, t->count - t->inputs, members + t->inputs) : NULL;
    const grn_attr *attr = made ? grn_attr_type(w->ir, made) : NULL;
    if (!attr)
        return grn_no_memory(w);
    *signature = attr;
    return GRN_OK;
}

static grn_status own_values(const grn_rewrite *w, size_t n, grn_value *values)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++)
        status = own_one(w, &values[i].type);
    return status;
}

static grn_status own_carrier(const grn_rewrite *w, grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (a->kind == GRN_ATTR_TYPE && a->type_value->kind == GRN_TYPE_FUNCTION)
            status = own_signature(w, &op->attrs[i].value);
    }
    return status == GRN_OK ? own_values(w, op->nresults, op->results) : status;
}

/* Operand `i` in the target's own type, or in the builtin one it stands for. */
static grn_status coerce(grn_rewrite *w, grn_op *op, size_t i, bool to_own)
{
    grn_value *v = op->operands[i];
    const grn_type *t = to_own ? v->type : grn_type_as_tensor(v->type);
    grn_status status = to_own ? own_one(w, &t) : GRN_OK;
    if (status != GRN_OK || t == v->type)
        return status;
    grn_value *made = grn_new(w, to_own ? w->target->to_own : w->target->to_builtin, 1, &v, t, 0, NULL);
    if (!made)
        return grn_no_memory(w);
    grn_op_set_operand(op, i, made);
    return GRN_OK;
}

/* ---- all ops: what each gives, then what each takes, as a value may be used before the text defines it  */

static bool is_own_carrier(const owning *o, const grn_op *op)
{
    return grn_is_carrier(op) && !is_kept(o, function_of(op));
}

static grn_status own_given(owning *o, grn_op *op);

/* A block of a function has the target's types; one of an op that stays keeps its own. */
static grn_status own_block(owning *o, grn_block *block, bool of_carrier)
{
    grn_status status = of_carrier ? own_values(&o->w, block->nargs, block->args) : GRN_OK;
    for (grn_op *op = block->first; status == GRN_OK && op; op = op->next)
        status = own_given(o, op);
    return status;
}

/* Conversions of the program itself, which change more than the type's name, stay. */
static grn_status own_given(owning *o, grn_op *op)
{
    grn_rewrite *w = &o->w;
    bool carrier = is_own_carrier(o, op);
    grn_status status = GRN_OK;
    w->at = op;
    if (carrier)
        status = own_carrier(w, op);
    else if (is_own(w, op) || grn_str_is(op->name, w->target->to_own))
        status = own_values(w, op->nresults, op->results);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; status == GRN_OK && b; b = b->next)
            status = own_block(o, b, carrier);
    return status;
}

static grn_status own_taken(owning *o, grn_op *op)
{
    grn_rewrite *w = &o->w;
    bool takes_own = is_own_carrier(o, op) || is_own(w, op) || grn_str_is(op->name, w->target->to_builtin);
    grn_status status = GRN_OK;
    w->at = op;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = coerce(w, op, i, takes_own);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; status == GRN_OK && inner; inner = inner->next)
                status = own_taken(o, inner);
    return status;
}

grn_status grn_own_types(grn_ir *ir, const grn_convert_options *options, const grn_diag *diag)
{
    owning o = {.w = {.ir = ir, .at = ir->top, .diag = diag, .target = options->target}};
    grn_vec_init(&o.kept, ir->arena.allocator, sizeof(const grn_op *));
    grn_status status = find_kept(&o, ir->top) ? own_given(&o, ir->top) : grn_no_memory(&o.w);
    if (status == GRN_OK)
        status = own_taken(&o, ir->top);
    grn_vec_destroy(&o.kept);
    return status;
}
