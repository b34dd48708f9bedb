/* draft.c - changes that keep a program's functions, arguments and inputs together. */
#include "convert/steps.h"
#include "ir/verify.h"

#include "reduce/reduce.h"

/* ---- functions ------------------------------------------------------------------------------- */

bool grn_is_function(const grn_op *op)
{
    const grn_attr *type = grn_op_attr(op, "function_type");
    return op->def && op->def->traits & GRN_TRAIT_SYMBOL && op->nregions == 1 && op->regions[0].first && type &&
           type->kind == GRN_ATTR_TYPE && type->type_value->kind == GRN_TYPE_FUNCTION;
}

grn_block *grn_only_block(const grn_op *op)
{
    grn_block *block = op->nregions == 1 ? op->regions[0].first : NULL;
    return block && !block->next && block->last ? block : NULL;
}

grn_op *grn_called_function(const grn_draft *d, const grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        grn_op *f = a->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(d->ir->top, a->text) : NULL;
        if (f && grn_is_function(f) && grn_only_block(f) && f->regions[0].first->nargs == op->noperands &&
            f->regions[0].first->last->noperands == op->nresults)
            return f;
    }
    return NULL;
}

size_t grn_draft_function(const grn_draft *d)
{
    size_t n = 0;
    for (const grn_op *op = d->function->block->first; op != d->function; op = op->next)
        n += op->def && op->def->traits & GRN_TRAIT_SYMBOL && op->nregions == 1 && grn_op_attr(op, "function_type");
    return n;
}

/* What gives a function's results: a terminator that goes to no other block. */
static const grn_op *end_of(const grn_op *function)
{
    for (const grn_block *b = function->regions[0].first; b; b = b->next)
        if (b->last && b->last->nsuccessors == 0)
            return b->last;
    return NULL;
}

static bool sign_function(grn_draft *d, grn_op *function)
{
    const grn_block *body = function->regions[0].first;
    const grn_op *end = end_of(function);
    const grn_type **types =
        GRN_ARENA_NEW(&d->ir->arena, const grn_type *, body->nargs + (end ? end->noperands : 0) + 1);
    for (size_t i = 0; types && i < body->nargs; i++)
        types[i] = body->args[i].type;
    for (size_t i = 0; types && end && i < end->noperands; i++)
        types[body->nargs + i] = end->operands[i]->type;
    const grn_type *type =
        types ? grn_type_function(d->ir, body->nargs, types, end ? end->noperands : 0, types + body->nargs) : NULL;
    return type && grn_op_set_attr(d->ir, function, GRN_STR("function_type"), grn_attr_type(d->ir, type));
}

bool grn_draft_sign(grn_draft *d)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); ok && op; op = grn_draft_next(d, op))
        if (grn_is_function(op))
            ok = sign_function(d, op);
    return ok;
}

/* ---- lists of attributes, one per argument or result ----------------------------------------- */

static const grn_attr *no_attrs(grn_ir *ir)
{
    const grn_attr empty = {.kind = GRN_ATTR_DICT};
    return grn_attr_make(ir, &empty);
}

/* Item i of the list is what item from[i] was; SIZE_MAX: nothing is said of it. */
static bool pick_attrs(grn_draft *d, const char *list, size_t n, const size_t *from)
{
    const grn_attr *old = grn_op_attr(d->function, list);
    if (!old || old->kind != GRN_ATTR_ARRAY)
        return true;
    const grn_attr **items = GRN_ARENA_NEW(&d->ir->arena, const grn_attr *, n + 1), *none = no_attrs(d->ir);
    for (size_t i = 0; items && i < n; i++)
        items[i] = from[i] < old->array.count ? old->array.items[from[i]] : none;
    return items && none &&
           grn_op_set_attr(d->ir, d->function, (grn_str){list, strlen(list)}, grn_attr_array(d->ir, n, items));
}

/* ---- arguments ------------------------------------------------------------------------------- */

grn_argument *grn_draft_arguments(const grn_draft *d, size_t more)
{
    const grn_block *body = grn_draft_body(d);
    grn_argument *all = GRN_ARENA_NEW(&d->ir->arena, grn_argument, body->nargs + more + 1);
    for (size_t i = 0; all && i < body->nargs; i++) {
        all[i] = (grn_argument){.from = &body->args[i], .type = body->args[i].type};
        if (d->has_inputs)
            all[i].input = d->inputs[i];
    }
    return all;
}

static grn_value argument(grn_block *block, size_t i, const grn_argument *a)
{
    grn_value v = a->from ? *a->from : (grn_value){.block = block, .name = GRN_STR(""), .place = block->place};
    v.type = a->type;
    v.index = (uint32_t)i;
    v.uses = 0;
    return v;
}

bool grn_draft_set_arguments(grn_draft *d, size_t n, const grn_argument *arguments, grn_value **values)
{
    grn_block *body = grn_draft_body(d);
    grn_value *args = GRN_ARENA_NEW(&d->ir->arena, grn_value, n + 1);
    grn_tensor *inputs = GRN_ARENA_NEW(&d->ir->arena, grn_tensor, n + 1);
    size_t *from = GRN_ARENA_NEW(&d->ir->arena, size_t, n + 1);
    if (!args || !inputs || !from)
        return false;
    for (size_t i = 0; i < n; i++) {
        args[i] = argument(body, i, &arguments[i]);
        inputs[i] = arguments[i].input;
        from[i] = arguments[i].from ? arguments[i].from->index : SIZE_MAX;
        if (values)
            values[i] = &args[i];
    }
    for (size_t i = 0; i < n; i++)
        if (arguments[i].from)
            arguments[i].from->forward = &args[i];
    body->args = args;
    body->nargs = n;
    d->inputs = inputs;
    grn_resolve_all(d->function);
    return pick_attrs(d, "arg_attrs", n, from) && sign_function(d, d->function);
}

bool grn_draft_copy(grn_draft *d, const grn_tensor *from, grn_tensor *to)
{
    if (grn_tensor_init(to, NULL, from->dtype, from->rank, from->shape) != GRN_OK)
        return false;
    const size_t bytes = (size_t)grn_tensor_elements(to) * grn_dtype_bytes(to->dtype);
    to->data = grn_arena_alloc_raw(&d->ir->arena, bytes);
    if (to->data && bytes)
        grn_tensor_copy(to, from);
    return to->data != NULL;
}

/* ---- results --------------------------------------------------------------------------------- */

bool grn_draft_drop_results(grn_draft *d, size_t first, size_t n)
{
    grn_op *end = grn_draft_body(d)->last;
    const size_t left = end->noperands - n;
    size_t *from = GRN_ARENA_NEW(&d->ir->arena, size_t, left + 1);
    if (!from)
        return false;
    for (size_t i = first; i < first + n; i++)
        end->operands[i]->uses--;
    for (size_t i = 0; i < left; i++) {
        from[i] = i < first ? i : i + n;
        end->operands[i] = end->operands[from[i]];
    }
    end->noperands = left;
    return pick_attrs(d, "res_attrs", left, from) && sign_function(d, d->function);
}

bool grn_draft_add_results(grn_draft *d, size_t n, grn_value *const *values)
{
    grn_op *end = grn_draft_body(d)->last;
    const size_t all = end->noperands + n;
    grn_value **operands = GRN_ARENA_NEW(&d->ir->arena, grn_value *, all + 1);
    size_t *from = GRN_ARENA_NEW(&d->ir->arena, size_t, all + 1);
    if (!operands || !from)
        return false;
    for (size_t i = 0; i < all; i++) {
        from[i] = i < end->noperands ? i : SIZE_MAX;
        operands[i] = i < end->noperands ? end->operands[i] : values[i - end->noperands];
    }
    for (size_t i = 0; i < n; i++)
        values[i]->uses++;
    end->operands = operands;
    end->noperands = all;
    return pick_attrs(d, "res_attrs", all, from) && sign_function(d, d->function);
}

/* ---- ops that are replaced ------------------------------------------------------------------- */

void grn_draft_resolve(grn_draft *d, size_t n, grn_op *const *replaced)
{
    grn_resolve_all(d->ir->top);
    for (size_t i = n; i-- > 0;) { /* what lies within an op comes behind it, and goes first */
        grn_op *op = replaced[i];
        if (!op->block)
            continue;
        grn_op_erase(op);
        for (size_t k = 0; k < op->noperands; k++)
            if (op->operands[k]->def)
                grn_op_erase_dead(op->operands[k]->def);
    }
    d->changed |= n > 0;
}

/* ---- ops that verify ------------------------------------------------------------------------- */

bool grn_draft_verifies(const grn_draft *d, const grn_op *op)
{
    const grn_verify_options options = {.allow_nonunique_scatter = true};
    return grn_verify(d->ir, op, &options, &grn_quiet) == GRN_OK;
}

bool grn_draft_judges(const grn_draft *d, const grn_op *op)
{
    return op->def && !grn_op_has(op, GRN_TRAIT_TERMINATOR | GRN_TRAIT_SYMBOL | GRN_TRAIT_SYMBOL_TABLE) &&
           !(op->nregions == 0 && grn_called_function(d, op));
}
