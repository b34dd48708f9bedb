/* structure.c - queries on an op: its attributes, its place, its values. */
#include "ir/ir.h"

/* ---- attributes ------------------------------------------------------------------------------ */

static const grn_attr *attr_named(const grn_op *op, grn_str name)
{
    for (size_t i = 0; i < op->nattrs; i++)
        if (grn_str_equal(op->attrs[i].name, name))
            return op->attrs[i].value;
    return NULL;
}

const grn_attr *grn_op_attr(const grn_op *op, const char *name)
{
    return attr_named(op, (grn_str){name, strlen(name)});
}

const grn_attr *grn_op_value_attr(const grn_op *function, const char *list, size_t i, const char *name)
{
    const grn_attr *all = grn_op_attr(function, list);
    const grn_attr *dict = all && all->kind == GRN_ATTR_ARRAY && i < all->array.count ? all->array.items[i] : NULL;
    for (size_t k = 0; dict && dict->kind == GRN_ATTR_DICT && k < dict->dict.count; k++)
        if (grn_str_is(dict->dict.items[k].name, name))
            return dict->dict.items[k].value;
    return NULL;
}

bool grn_op_has_default(const grn_op *op, grn_str name)
{
    for (const grn_attr_default *d = op->def ? op->def->defaults : NULL; d && d->name; d++)
        if (grn_str_is(name, d->name)) {
            const grn_attr *value = attr_named(op, name);
            return value && d->is_it(value);
        }
    return false;
}

grn_field grn_attr_field(const grn_attr *record, const char *name)
{
    static const int64_t zero = 0;
    const grn_field none = {.present = false};
    if (!record || record->kind != GRN_ATTR_STRUCT)
        return none;
    for (size_t i = 0; record->record.def->fields[i].name; i++) {
        if (strcmp(record->record.def->fields[i].name, name) != 0)
            continue;
        if (!record->record.fields[i].present && record->record.def->fields[i].kind == GRN_FIELD_DIM)
            return (grn_field){.count = 1, .v = &zero};
        return record->record.fields[i];
    }
    return none;
}

static bool has_field(const grn_attr *record, const char *name)
{
    if (!record || record->kind != GRN_ATTR_STRUCT)
        return false;
    for (size_t i = 0; record->record.def->fields[i].name; i++)
        if (strcmp(record->record.def->fields[i].name, name) == 0)
            return true;
    return false;
}

/* "record.field" */
static bool field_dims(const grn_op *op, const char *name, size_t *count, const int64_t **v)
{
    const char *dot = strchr(name, '.');
    const grn_attr *record = dot ? attr_named(op, (grn_str){name, (size_t)(dot - name)}) : NULL;
    if (!dot || !has_field(record, dot + 1))
        return false;
    grn_field f = grn_attr_field(record, dot + 1);
    *count = f.count;
    *v = f.v;
    return true;
}

bool grn_op_dims(const grn_op *op, const char *name, size_t *count, const int64_t **v)
{
    const grn_attr *a = grn_op_attr(op, name);
    if (!a)
        return field_dims(op, name, count, v);
    if (!a->is_dims)
        return false;
    *count = a->ndims;
    *v = a->dims;
    return true;
}

int64_t grn_op_integer(const grn_op *op, const char *name, int64_t absent)
{
    const grn_attr *a = grn_op_attr(op, name);
    return a && a->kind == GRN_ATTR_INTEGER ? a->integer : absent;
}

bool grn_op_flag(const grn_op *op, const char *name, bool absent)
{
    const grn_attr *a = grn_op_attr(op, name);
    if (a && a->kind == GRN_ATTR_BOOL)
        return a->boolean;
    return a && a->kind == GRN_ATTR_UNIT ? true : absent;
}

/* ---- place ----------------------------------------------------------------------------------- */

grn_op *grn_op_parent(const grn_op *op) { return op->block ? op->block->region->parent : NULL; }

/* The first op of the blocks from `b` on, and of the regions from number `r` on. */
static grn_op *first_in_blocks(const grn_block *b)
{
    while (b && !b->first)
        b = b->next;
    return b ? b->first : NULL;
}

static grn_op *first_in_regions(const grn_op *op, size_t r)
{
    grn_op *first = NULL;
    for (; !first && r < op->nregions; r++)
        first = first_in_blocks(op->regions[r].first);
    return first;
}

grn_op *grn_op_next_in(const grn_op *op, const grn_op *root)
{
    grn_op *next = first_in_regions(op, 0);
    while (!next && op != root) {
        const grn_region *region = op->block->region;
        next = op->next ? op->next : first_in_blocks(op->block->next);
        op = region->parent;
        if (!next)
            next = first_in_regions(op, (size_t)(region - op->regions) + 1);
    }
    return next;
}

grn_op *grn_op_symbol_table(const grn_op *op)
{
    grn_op *at = grn_op_parent(op);
    while (at && !(at->def && at->def->traits & GRN_TRAIT_SYMBOL_TABLE))
        at = grn_op_parent(at);
    return at;
}

grn_op *grn_block_terminator(const grn_block *b) { return b->last; }

/* ---- values ---------------------------------------------------------------------------------- */

static bool is_isolated(const grn_op *op) { return op->def && op->def->traits & GRN_TRAIT_ISOLATED; }

static size_t number_region(grn_region *region, size_t next);

static size_t number_op(grn_op *op, size_t next)
{
    for (size_t i = 0; i < op->nresults; i++)
        op->results[i].slot = (uint32_t)next++;
    for (size_t r = 0; !is_isolated(op) && r < op->nregions; r++)
        next = number_region(&op->regions[r], next);
    return next;
}

/* As deep as regions nest, which the parser limits to GRN_MAX_NESTING. */
static size_t number_region(grn_region *region, size_t next)
{
    uint32_t nblocks = 0, nops;
    for (grn_block *b = region->first; b; b = b->next) {
        b->order = nblocks++;
        nops = 0;
        for (size_t i = 0; i < b->nargs; i++)
            b->args[i].slot = (uint32_t)next++;
        for (grn_op *op = b->first; op; op = op->next) {
            op->order = nops++;
            next = number_op(op, next);
        }
    }
    return next;
}

size_t grn_region_number_values(grn_region *region) { return number_region(region, 0); }
