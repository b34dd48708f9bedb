/* carried.c - values that a loop carries, and arguments and results of functions that are called, are taken away. */
#include "convert/convert.h"
#include "ir/verify.h"
#include "reduce/reduce.h"

/* The list without its i-th item, of n. */
static void take_value(grn_value **list, size_t i, size_t n)
{
    memmove(list + i, list + i + 1, (n - i - 1) * sizeof *list);
}

static void take_operand(grn_op *op, size_t i)
{
    op->operands[i]->uses--;
    take_value(op->operands, i, op->noperands--);
}

/* Results and arguments are defined where they stand: those behind move in new memory. */
static grn_value *values_without(grn_draft *d, grn_value *values, size_t n, size_t i)
{
    grn_value *made = GRN_ARENA_NEW(&d->ir->arena, grn_value, n);
    for (size_t k = 0, to = 0; made && k < n; k++) {
        if (k == i)
            continue;
        made[to] = values[k];
        made[to].index = (uint32_t)to;
        made[to].uses = 0;
        made[to].forward = NULL;
        values[k].forward = &made[to++];
    }
    return made;
}

static bool take_result(grn_draft *d, grn_op *op, size_t i)
{
    grn_value *made = values_without(d, op->results, op->nresults, i);
    if (made) {
        op->results = made;
        op->nresults--;
    }
    return made != NULL;
}

static bool take_argument(grn_draft *d, grn_block *block, size_t i)
{
    grn_value *made = values_without(d, block->args, block->nargs, i);
    if (made) {
        block->args = made;
        block->nargs--;
    }
    return made != NULL;
}

/* ---- what a loop carries ----------------------------------------------------------------------- */

/* The place of carried value i among a list of n, whose last are the carried ones. */
static size_t place_of(const grn_op *op, size_t n, size_t i) { return n - op->nresults + i; }

static bool is_carried(const grn_op *op, size_t i)
{
    if (op->nregions == 0 || op->noperands < op->nresults ||
        op->operands[place_of(op, op->noperands, i)]->type != op->results[i].type)
        return false;
    bool any = false;
    for (size_t r = 0; r < op->nregions; r++) {
        const grn_block *b = op->regions[r].first;
        if (!b || b->next || !b->last || b->nargs < op->nresults ||
            b->args[place_of(op, b->nargs, i)].type != op->results[i].type)
            return false;
        any |= b->last->noperands >= op->nresults;
    }
    return any;
}

static bool list_carried(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        for (size_t i = 0; i < op->nresults && ok; i++)
            if (is_carried(op, i))
                ok = grn_add_item(items, (grn_reduce_item){.op = op, .at = i});
    return ok;
}

/* Within and behind the loop the first value stands for it, or where it cannot be seen zeros. */
static bool replace_carried(grn_draft *d, grn_op *op, size_t i, size_t way)
{
    grn_value *first = op->operands[place_of(op, op->noperands, i)];
    op->results[i].forward = first;
    for (size_t r = 0; r < op->nregions; r++) {
        grn_block *b = op->regions[r].first;
        grn_value *arg = &b->args[place_of(op, b->nargs, i)];
        arg->forward = way == 0 ? first : grn_draft_number(d, b->first, arg->type, 0);
        if (!arg->forward)
            return false;
    }
    return true;
}

static bool take_carried(grn_draft *d, grn_op *op, size_t i)
{
    for (size_t r = 0; r < op->nregions; r++) {
        grn_block *b = op->regions[r].first;
        if (b->last->noperands >= op->nresults)
            take_operand(b->last, place_of(op, b->last->noperands, i));
        if (!take_argument(d, b, place_of(op, b->nargs, i)))
            return false;
    }
    take_operand(op, place_of(op, op->noperands, i));
    return take_result(d, op, i);
}

/* From the last on, so that the places of the others stay. */
static grn_status drop_carried(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    for (size_t k = n; k-- > 0;) {
        if (!replace_carried(d, items[k].op, items[k].at, way))
            return d->ir->arena.refused ? GRN_E_MEMORY : GRN_E_UNSUPPORTED;
        grn_resolve_all(d->ir->top);
        if (!take_carried(d, items[k].op, items[k].at))
            return GRN_E_MEMORY;
        grn_resolve_all(d->ir->top);
        d->changed = true;
    }
    return GRN_OK;
}

const grn_reduce_step grn_step_carried = {.name = "carried", .ways = 2, .list = list_carried, .change = drop_carried};

/* ---- arguments and results of what is called ---------------------------------------------------- */

/* Item: a function that only calls name, and one of its arguments, or results behind them. */
static bool list_signatures(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *f = d->function->block->first; f && ok; f = f->next) {
        const grn_block *body = f != d->function && grn_is_function(f) ? grn_only_block(f) : NULL;
        const size_t n = body && body->last ? body->nargs + body->last->noperands : 0;
        for (size_t i = 0; i < n && ok; i++)
            if (i >= body->nargs || body->args[i].uses == 0)
                ok = grn_add_item(items, (grn_reduce_item){.op = f, .at = i});
    }
    return ok;
}

static bool is_result_used(const grn_draft *d, const grn_op *function, size_t i)
{
    bool used = false;
    for (const grn_op *op = grn_draft_next(d, NULL); op && !used; op = grn_draft_next(d, op))
        used = op->nregions == 0 && grn_called_function(d, op) == function && op->results[i].uses > 0;
    return used;
}

/* Calls first: they are found by the numbers of arguments and results. */
static bool take_of_calls(grn_draft *d, const grn_op *function, size_t i, size_t nargs)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op)) {
        if (op->nregions || grn_called_function(d, op) != function)
            continue;
        if (i < nargs)
            take_operand(op, i);
        else
            ok = take_result(d, op, i - nargs);
    }
    return ok;
}

static void drop_list(grn_op *function, const char *name)
{
    if (grn_op_attr(function, name))
        grn_op_drop_attr(function, name);
}

static grn_status drop_signatures(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    for (size_t k = n; k-- > 0;) {
        grn_op *f = items[k].op;
        grn_block *body = f->regions[0].first;
        const size_t i = items[k].at, nargs = body->nargs;
        if (i >= nargs && is_result_used(d, f, i - nargs))
            continue;
        bool ok = take_of_calls(d, f, i, nargs);
        if (ok && i < nargs)
            ok = take_argument(d, body, i);
        else if (ok)
            take_operand(body->last, i - nargs);
        if (!ok)
            return GRN_E_MEMORY;
        drop_list(f, i < nargs ? "arg_attrs" : "res_attrs");
        grn_resolve_all(d->ir->top);
        d->changed = true;
    }
    return GRN_OK;
}

const grn_reduce_step grn_step_signatures = {
    .name = "signatures", .ways = 1, .list = list_signatures, .change = drop_signatures};
