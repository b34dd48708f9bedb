/* drop.c - ops, results, arguments and functions that are left out. */
#include "convert/convert.h"
#include "ir/verify.h"
#include "reduce/reduce.h"

/* ---- ops ------------------------------------------------------------------------------------- */

static bool is_unused(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (op->results[i].uses)
            return false;
    return true;
}

static bool may_go(const grn_op *op)
{
    const uint32_t stays = GRN_TRAIT_TERMINATOR | GRN_TRAIT_SYMBOL | GRN_TRAIT_SYMBOL_TABLE;
    return op->block && !grn_op_has(op, stays) && (!grn_is_constant(op) || is_unused(op));
}

static bool list_ops(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        if (may_go(op))
            ok = grn_add_item(items, (grn_reduce_item){.op = op});
    return ok;
}

/* Ways of a value that is computed no longer. */
enum { BY_KNOWN, BY_OPERAND, BY_ZEROS, BY_RETURNING, DROP_WAYS };

/* The value that a run gave, as a constant. */
static grn_value *known_value(grn_draft *d, grn_op *op, size_t result)
{
    const bool is_of_body = op->block == grn_draft_body(d);
    const grn_tensor *t = is_of_body ? grn_known_value(d->known, op->order, result) : NULL;
    const grn_type *type = t ? grn_plain_tensor(op->results[result].type) : NULL;
    if (!type || type->element->dtype != t->dtype || !grn_type_has_shape(type, t->rank, t->shape))
        return NULL;
    return grn_draft_constant(d, op, op->results[result].type, t);
}

/* False: a result that is used has nothing to stand for it, and the op stays. */
static bool replace_results(grn_draft *d, grn_op *op, size_t way)
{
    grn_value **by = GRN_ARENA_NEW(&d->ir->arena, grn_value *, op->nresults + 1);
    for (size_t i = 0; by && i < op->nresults; i++) {
        grn_value *known = op->results[i].uses && way == BY_KNOWN ? known_value(d, op, i) : NULL;
        if (op->results[i].uses && !known)
            known = grn_draft_other(d, op, op->results[i].type, way == BY_OPERAND || way == BY_RETURNING);
        if (op->results[i].uses && !known)
            return false;
        by[i] = known;
    }
    for (size_t i = 0; by && i < op->nresults; i++)
        op->results[i].forward = by[i];
    return by != NULL;
}

/* Adds a value that nothing uses now, once. False: memory refused. */
static bool note_lost(const grn_draft *d, grn_value *v, grn_vec *lost)
{
    grn_value *const *listed = lost->items;
    bool is_lost = v->uses == 0 && v->def && v->def->block == grn_draft_body(d) && !grn_is_constant(v->def);
    for (size_t i = 0; i < lost->count && is_lost; i++)
        is_lost = listed[i] != v;
    grn_value **to = is_lost ? grn_vec_push(lost) : NULL;
    if (to)
        *to = v;
    return !is_lost || to;
}

/* Values that only the ops that go have used become results of the function. */
static bool return_lost(grn_draft *d, size_t n, grn_op *const *gone)
{
    grn_vec lost;
    grn_vec_init(&lost, d->ir->allocator, sizeof(grn_value *));
    bool ok = true;
    grn_resolve_all(d->ir->top);
    for (size_t i = n; i-- > 0;)
        if (gone[i]->block)
            grn_op_erase(gone[i]);
    for (size_t i = 0; i < n; i++)
        for (size_t k = 0; k < gone[i]->noperands && ok; k++)
            ok = note_lost(d, gone[i]->operands[k], &lost);
    d->changed = ok && lost.count > 0;
    ok = ok && (!d->changed || grn_draft_add_results(d, lost.count, lost.items));
    grn_vec_destroy(&lost);
    return ok;
}

/* The function gives the op's results no longer. */
static bool give_no_longer(grn_draft *d, const grn_op *op)
{
    bool ok = true;
    const grn_op *end = grn_draft_body(d)->last;
    for (size_t i = end->noperands; i-- > 0 && ok;)
        if (end->operands[i]->def == op)
            ok = grn_draft_drop_results(d, i, 1);
    return ok;
}

static grn_status drop_ops(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    grn_op **gone = GRN_ARENA_NEW(&d->ir->arena, grn_op *, n + 1);
    size_t ngone = 0;
    if (way == BY_RETURNING && !grn_only_block(d->function))
        return GRN_E_UNSUPPORTED;
    for (size_t i = 0; way == BY_RETURNING && gone && i < n; i++)
        if (!give_no_longer(d, items[i].op))
            return GRN_E_MEMORY;
    for (size_t i = 0; gone && i < n; i++)
        if (replace_results(d, items[i].op, way))
            gone[ngone++] = items[i].op;
    if (!gone || d->ir->arena.refused)
        return GRN_E_MEMORY;
    if (way != BY_RETURNING)
        grn_draft_resolve(d, ngone, gone);
    else if (!return_lost(d, ngone, gone))
        return d->ir->arena.refused ? GRN_E_MEMORY : GRN_E_UNSUPPORTED;
    return GRN_OK;
}

const grn_reduce_step grn_step_ops = {
    .name = "ops", .ways = DROP_WAYS, .reads_known = true, .list = list_ops, .change = drop_ops};

/* ---- results --------------------------------------------------------------------------------- */

static bool list_results(const grn_draft *d, grn_vec *items)
{
    const grn_block *body = grn_only_block(d->function);
    bool ok = true;
    for (size_t i = 0; body && ok && i < body->last->noperands; i++)
        ok = grn_add_item(items, (grn_reduce_item){.at = i});
    return ok;
}

/* One result stays: a program without any says nothing. */
static grn_status drop_results(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    if (n >= grn_draft_body(d)->last->noperands)
        return GRN_E_UNSUPPORTED;
    d->changed = true;
    return grn_draft_drop_results(d, items[0].at, n) ? GRN_OK : GRN_E_MEMORY;
}

const grn_reduce_step grn_step_results = {.name = "results", .ways = 1, .list = list_results, .change = drop_results};

/* ---- arguments ------------------------------------------------------------------------------- */

static bool list_arguments(const grn_draft *d, grn_vec *items)
{
    const grn_block *body = grn_draft_body(d);
    bool ok = true;
    for (size_t i = 0; i < body->nargs && ok; i++)
        ok = grn_add_item(items, (grn_reduce_item){.at = i});
    return ok;
}

enum { UNUSED, OTHERS_INSTEAD, INPUTS_INSTEAD, ARGUMENT_WAYS };

static grn_value *instead_of(grn_draft *d, size_t i, size_t way)
{
    grn_block *body = grn_draft_body(d);
    const grn_type *type = body->args[i].type;
    if (way == INPUTS_INSTEAD && d->has_inputs)
        return grn_draft_constant(d, body->first, type, &d->inputs[i]);
    return way == OTHERS_INSTEAD ? grn_draft_number(d, body->first, type, 0) : NULL;
}

static grn_status drop_arguments(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    grn_block *body = grn_draft_body(d);
    bool *goes = GRN_ARENA_NEW(&d->ir->arena, bool, body->nargs + 1);
    grn_argument *all = grn_draft_arguments(d, 0);
    size_t kept = 0;
    for (size_t i = 0; goes && i < n; i++) {
        grn_value *arg = &body->args[items[i].at];
        if (arg->uses)
            arg->forward = instead_of(d, items[i].at, way);
        goes[items[i].at] = !arg->uses || arg->forward;
        d->changed |= goes[items[i].at];
    }
    if (!goes || !all || d->ir->arena.refused)
        return GRN_E_MEMORY;
    grn_resolve_all(d->function);
    for (size_t i = 0; i < body->nargs; i++)
        if (!goes[i])
            all[kept++] = all[i];
    return grn_draft_set_arguments(d, kept, all, NULL) ? GRN_OK : GRN_E_MEMORY;
}

const grn_reduce_step grn_step_arguments = {
    .name = "arguments", .ways = ARGUMENT_WAYS, .list = list_arguments, .change = drop_arguments};

/* ---- functions ------------------------------------------------------------------------------- */

static bool list_functions(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = d->function->block->first; op && ok; op = op->next)
        if (op != d->function && grn_op_has(op, GRN_TRAIT_SYMBOL))
            ok = grn_add_item(items, (grn_reduce_item){.op = op});
    return ok;
}

static bool names(const grn_attr *a, grn_str symbol)
{
    bool found =
        a->kind == GRN_ATTR_SYMBOL && a->text.n >= symbol.n && memcmp(a->text.text, symbol.text, symbol.n) == 0;
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && i < a->array.count && !found; i++)
        found = names(a->array.items[i], symbol);
    for (size_t i = 0; a->kind == GRN_ATTR_DICT && i < a->dict.count && !found; i++)
        found = names(a->dict.items[i].value, symbol);
    return found;
}

/* Whether an op outside of the function itself may name it. */
static bool is_named(const grn_draft *d, const grn_op *function)
{
    const grn_attr *symbol = grn_op_attr(function, "sym_name");
    for (const grn_op *op = grn_draft_next(d, NULL); op && symbol; op = grn_draft_next(d, op)) {
        bool within = false;
        for (const grn_op *at = op; at && !within; at = grn_op_parent(at))
            within = at == function;
        for (size_t i = 0; i < op->nattrs && !within; i++)
            if (names(op->attrs[i].value, symbol->text))
                return true;
    }
    return false;
}

/* Another function is reduced from now on, and stays with what it names alone. It has no inputs. */
static grn_status turn_to(grn_draft *d, grn_op *function)
{
    if (!grn_is_function(function) || (d->has_inputs && grn_draft_body(d)->nargs > 0))
        return GRN_E_UNSUPPORTED;
    d->function = function;
    d->has_inputs = grn_draft_body(d)->nargs == 0;
    d->changed = true;
    grn_op *before = NULL;
    for (grn_op *op = function->block->last; op; op = before) {
        before = op->prev;
        if (op != function && grn_op_has(op, GRN_TRAIT_SYMBOL) && !is_named(d, op))
            grn_op_erase(op);
    }
    return GRN_OK;
}

enum { WITHOUT, INSTEAD, FUNCTION_WAYS };

static grn_status drop_functions(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    if (way == INSTEAD)
        return n == 1 ? turn_to(d, items[0].op) : GRN_E_UNSUPPORTED;
    for (size_t i = n; i-- > 0;)
        if (!is_named(d, items[i].op)) {
            grn_op_erase(items[i].op);
            d->changed = true;
        }
    return GRN_OK;
}

const grn_reduce_step grn_step_functions = {
    .name = "functions", .ways = FUNCTION_WAYS, .list = list_functions, .change = drop_functions};
