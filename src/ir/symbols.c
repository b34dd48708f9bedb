/* symbols.c - ops by their symbol name. */
#include "ir/symbols.h"

#include "ir/hash.h"

grn_str grn_op_symbol_name(const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "sym_name");
    return name && name->kind == GRN_ATTR_STRING ? name->text : (grn_str){NULL, 0};
}

static grn_op *first_op(const grn_op *table)
{
    return table->nregions && table->regions[0].first ? table->regions[0].first->first : NULL;
}

static grn_op **slot_of(const grn_symbol_index *index, grn_str name)
{
    size_t at = grn_hash_first(grn_hash_str(name), index->room);
    while (index->op[at] && !grn_str_equal(grn_op_symbol_name(index->op[at]), name))
        at = grn_hash_next(at, index->room);
    return &index->op[at];
}

bool grn_symbol_index_init(grn_symbol_index *index, grn_arena *arena, const grn_op *table)
{
    size_t count = 0;
    for (const grn_op *op = first_op(table); op; op = op->next)
        count++;
    index->room = grn_hash_room(count);
    index->op = index->room ? GRN_ARENA_NEW(arena, grn_op *, index->room) : NULL;
    return index->op != NULL;
}

grn_op *grn_symbol_index_enter(grn_symbol_index *index, grn_op *op)
{
    grn_str name = grn_op_symbol_name(op);
    if (!name.text)
        return NULL;
    grn_op **slot = slot_of(index, name);
    if (*slot)
        return *slot;
    *slot = op;
    return NULL;
}

bool grn_op_index_symbols(grn_ir *ir, grn_op *table)
{
    grn_symbol_index *index = GRN_ARENA_NEW(&ir->arena, grn_symbol_index, 1);
    if (!index || !grn_symbol_index_init(index, &ir->arena, table))
        return false;
    for (grn_op *op = first_op(table); op; op = op->next)
        grn_symbol_index_enter(index, op);
    table->symbols = index;
    return true;
}

grn_op *grn_ir_find_symbol(const grn_op *table, grn_str name)
{
    if (table->symbols)
        return *slot_of(table->symbols, name);
    for (grn_op *op = first_op(table); op; op = op->next) {
        grn_str own = grn_op_symbol_name(op);
        if (own.text && grn_str_equal(own, name))
            return op;
    }
    return NULL;
}
