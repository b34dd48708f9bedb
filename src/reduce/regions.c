/* regions.c - ops with regions replaced by what is in one of them, and calls by what they call. */
#include "ir/verify.h"
#include "reduce/reduce.h"

/* The ops of a block, but its last, stand before `at` from now on. */
static void move_ops(grn_block *from, grn_op *at)
{
    while (from->first != from->last)
        grn_op_move_before(at, from->first);
}

/* The block's arguments are the op's operands: those at the end in their order, and those before them, as the
 * counter of a loop, the first of their type. False: types differ. */
static bool give_arguments(grn_block *block, const grn_op *op)
{
    const size_t leading = block->nargs > op->noperands ? SIZE_MAX : op->noperands - block->nargs;
    bool aligned = leading != SIZE_MAX;
    for (size_t i = 0; i < block->nargs && aligned; i++)
        aligned = block->args[i].type == op->operands[leading + i]->type;
    for (size_t i = 0; i < block->nargs; i++) {
        grn_value *by = aligned ? op->operands[leading + i] : NULL;
        const size_t behind = block->nargs - i;
        if (!by && behind <= op->noperands && op->operands[op->noperands - behind]->type == block->args[i].type)
            by = op->operands[op->noperands - behind];
        for (size_t k = 0; k < op->noperands && !by; k++)
            by = op->operands[k]->type == block->args[i].type ? op->operands[k] : NULL;
        if (!by)
            return false;
        block->args[i].forward = by;
    }
    return true;
}

/* The op's results are the last operands of the block's end. */
static bool give_results(const grn_block *block, grn_op *op)
{
    const grn_op *end = block->last;
    if (end->noperands < op->nresults)
        return false;
    const size_t skipped = end->noperands - op->nresults;
    for (size_t i = 0; i < op->nresults; i++)
        if (end->operands[skipped + i]->type != op->results[i].type)
            return false;
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].forward = end->operands[skipped + i];
    return true;
}

static void take_back(grn_block *block, grn_op *op)
{
    for (size_t i = 0; i < block->nargs; i++)
        block->args[i].forward = NULL;
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].forward = NULL;
}

/* What the block computes stands in the place of the op. */
static bool put_in_place(grn_draft *d, grn_block *block, grn_op *op)
{
    if (!block || !block->last || !grn_op_has(block->last, GRN_TRAIT_TERMINATOR) || block->last->nsuccessors)
        return false;
    if (!give_arguments(block, op) || !give_results(block, op)) {
        take_back(block, op);
        return false;
    }
    move_ops(block, op);
    grn_draft_resolve(d, 1, (grn_op *[]){op});
    return true;
}

/* ---- regions --------------------------------------------------------------------------------- */

static bool list_regions(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        for (size_t r = 0; r < op->nregions && ok; r++)
            if (op->block && !grn_op_has(op, GRN_TRAIT_SYMBOL | GRN_TRAIT_SYMBOL_TABLE) && op->regions[r].first &&
                !op->regions[r].first->next)
                ok = grn_add_item(items, (grn_reduce_item){.op = op, .at = r});
    return ok;
}

static grn_status take_regions(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    for (size_t i = n; i-- > 0;) {
        grn_op *op = items[i].op;
        if (op->block)
            (void)put_in_place(d, op->regions[items[i].at].first, op);
    }
    return GRN_OK;
}

const grn_reduce_step grn_step_regions = {.name = "regions", .ways = 1, .list = list_regions, .change = take_regions};

/* ---- calls ----------------------------------------------------------------------------------- */

static bool list_calls(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op))
        if (op->nregions == 0 && grn_called_function(d, op))
            ok = grn_add_item(items, (grn_reduce_item){.op = op});
    return ok;
}

static bool is_within(const grn_op *op, const grn_op *outer)
{
    while (op && op != outer)
        op = grn_op_parent(op);
    return op != NULL;
}

/* A function that is called once is moved to where it is called. */
static grn_status take_calls(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    for (size_t i = n; i-- > 0;) {
        grn_op *op = items[i].op, *f = grn_called_function(d, op);
        size_t calls = 0;
        for (const grn_op *at = grn_draft_next(d, NULL); at; at = grn_draft_next(d, at))
            calls += at->nregions == 0 && grn_called_function(d, at) == f;
        if (calls == 1 && f != d->function && !is_within(op, f) && put_in_place(d, f->regions[0].first, op))
            grn_op_erase(f);
    }
    return GRN_OK;
}

const grn_reduce_step grn_step_calls = {.name = "calls", .ways = 1, .list = list_calls, .change = take_calls};
