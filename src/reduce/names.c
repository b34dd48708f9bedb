/* names.c - names of values, locations, and attributes that mean nothing to the program. */
#include "reduce/reduce.h"

static bool is_named(const grn_draft *d)
{
    bool named = d->ir->has_locations;
    for (const grn_op *op = d->ir->top; op && !named; op = grn_op_next_in(op, d->ir->top)) {
        for (size_t i = 0; i < op->nresults; i++)
            named |= op->results[i].name.n > 0;
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                for (size_t i = 0; i < b->nargs; i++)
                    named |= b->args[i].name.n > 0;
    }
    return named;
}

static bool list_names(const grn_draft *d, grn_vec *items)
{
    return !is_named(d) || grn_add_item(items, (grn_reduce_item){.at = 0});
}

static void drop_names_of(grn_op *op)
{
    op->location = NULL;
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].name = GRN_STR("");
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (size_t i = 0; i < b->nargs; i++) {
                b->args[i].name = GRN_STR("");
                b->args[i].location = NULL;
            }
}

static grn_status drop_names(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)items, (void)n, (void)way;
    for (grn_op *op = d->ir->top; op; op = grn_op_next_in(op, d->ir->top))
        drop_names_of(op);
    d->ir->has_locations = false;
    d->changed = true;
    return GRN_OK;
}

const grn_reduce_step grn_step_names = {.name = "names", .ways = 1, .list = list_names, .change = drop_names};
