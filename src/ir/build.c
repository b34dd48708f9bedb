/* build.c - ops, blocks and attributes put together in a module's arena. */
#include "ir/ir.h"

static bool name_op(grn_ir *ir, grn_op *op, grn_str name)
{
    op->name = op->def ? (grn_str){op->def->name, strlen(op->def->name)}
                       : (grn_str){grn_arena_text(&ir->arena, name.text, name.n), name.n};
    return op->name.text != NULL;
}

static bool give_room(grn_ir *ir, grn_op *op)
{
    op->operands = GRN_ARENA_NEW(&ir->arena, grn_value *, op->noperands);
    op->results = GRN_ARENA_NEW(&ir->arena, grn_value, op->nresults);
    op->regions = GRN_ARENA_NEW(&ir->arena, grn_region, op->nregions);
    return op->operands && op->results && op->regions;
}

grn_op *grn_op_new(grn_ir *ir, const grn_op_def *def, grn_str name, grn_place place, size_t noperands, size_t nresults,
                   size_t nregions)
{
    grn_op *op = GRN_ARENA_NEW(&ir->arena, grn_op, 1);
    if (!op)
        return NULL;
    *op = (grn_op){.def = def, .place = place, .noperands = noperands, .nresults = nresults, .nregions = nregions};
    if (!name_op(ir, op, name) || !give_room(ir, op))
        return NULL;
    for (size_t i = 0; i < nresults; i++)
        op->results[i] = (grn_value){.def = op, .index = (uint32_t)i, .name = GRN_STR(""), .place = place};
    for (size_t i = 0; i < nregions; i++)
        op->regions[i].parent = op;
    return op;
}

void grn_block_append(grn_block *block, grn_op *op)
{
    op->block = block;
    op->next = NULL;
    op->prev = block->last;
    op->order = block->last ? block->last->order + 1 : 0;
    if (block->last)
        block->last->next = op;
    else
        block->first = op;
    block->last = op;
}

grn_block *grn_region_add_block(grn_ir *ir, grn_region *region)
{
    grn_block *block = GRN_ARENA_NEW(&ir->arena, grn_block, 1);
    if (!block)
        return NULL;
    block->region = region;
    block->name = GRN_STR("");
    block->order = region->last ? region->last->order + 1 : 0;
    if (region->last)
        region->last->next = block;
    else
        region->first = block;
    region->last = block;
    return block;
}

/* ---- attributes ------------------------------------------------------------------------------ */

/* The row's own spelling where it declares the attribute, which saves a copy per op. */
static const char *keep_name(grn_ir *ir, const grn_op *op, grn_str name)
{
    for (const grn_attr_def *a = op->def ? op->def->attrs : NULL; a && a->name; a++)
        if (grn_str_is(name, a->name))
            return a->name;
    return grn_arena_text(&ir->arena, name.text, name.n);
}

static bool make_room(grn_ir *ir, grn_op *op)
{
    if (op->nattrs < op->attrs_room)
        return true;
    size_t room = op->nattrs < 4 ? 4 : op->nattrs * 2;
    if (!grn_ir_within(ir, &grn_limit_attrs, (uint64_t)op->nattrs + 1))
        return false;
    grn_named_attr *attrs = GRN_ARENA_NEW(&ir->arena, grn_named_attr, room);
    if (!attrs)
        return false;
    if (op->nattrs)
        memcpy(attrs, op->attrs, op->nattrs * sizeof *attrs);
    op->attrs = attrs;
    op->attrs_room = (uint32_t)room;
    return true;
}

bool grn_op_set_attr(grn_ir *ir, grn_op *op, grn_str name, const grn_attr *value)
{
    if (!value)
        return false;
    for (size_t i = 0; i < op->nattrs; i++)
        if (grn_str_equal(op->attrs[i].name, name)) {
            op->attrs[i].value = value;
            return true;
        }
    const char *kept = make_room(ir, op) ? keep_name(ir, op, name) : NULL;
    if (!kept)
        return false;
    op->attrs[op->nattrs++] = (grn_named_attr){{kept, name.n}, value};
    return true;
}

bool grn_op_copy_attrs(grn_ir *ir, const grn_op *from, grn_op *to)
{
    to->attrs = GRN_ARENA_NEW(&ir->arena, grn_named_attr, from->nattrs + 1);
    if (!to->attrs)
        return false;
    if (from->nattrs)
        memcpy(to->attrs, from->attrs, from->nattrs * sizeof *from->attrs);
    to->nattrs = from->nattrs;
    to->attrs_room = (uint32_t)from->nattrs;
    to->nproperties = from->nproperties;
    return true;
}

void grn_op_drop_attr(grn_op *op, const char *name)
{
    size_t kept = 0;
    for (size_t i = 0; i < op->nattrs; i++)
        if (!grn_str_is(op->attrs[i].name, name))
            op->attrs[kept++] = op->attrs[i];
    op->nattrs = kept;
}
