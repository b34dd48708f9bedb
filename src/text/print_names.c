/*
 * print_names.c - the numbers values and blocks are printed with.
 *
 * As MLIR counts them: a region's own values first, then those of the regions
 * inside it, each of which goes on from there; so neighbours share numbers,
 * and no value is hidden by another. Arguments of entry blocks are %argN.
 * A module is not changed by printing, so the numbers lie in a table here.
 */
#include "text/internal.h"

static size_t hash_of(const void *key)
{
    uint64_t h = (uint64_t)(uintptr_t)key * UINT64_C(0x9E3779B97F4A7C15);
    return (size_t)(h ^ h >> 32);
}

static grn_numbered *slot_of(grn_numbered *table, size_t n, const void *key)
{
    size_t i = hash_of(key) & (n - 1);
    while (table[i].key && table[i].key != key)
        i = (i + 1) & (n - 1);
    return &table[i];
}

static bool grow(grn_printer *p)
{
    size_t n = p->nnumbers ? p->nnumbers * 2 : 256, bytes;
    if (!grn_mul_size(n, sizeof *p->numbers, &bytes))
        return false;
    grn_numbered *table = grn_allocate(p->allocator, bytes);
    if (!table)
        return false;
    memset(table, 0, bytes);
    for (size_t i = 0; i < p->nnumbers; i++)
        if (p->numbers[i].key)
            *slot_of(table, n, p->numbers[i].key) = p->numbers[i];
    grn_release(p->allocator, p->numbers, p->nnumbers * sizeof *p->numbers);
    p->numbers = table;
    p->nnumbers = n;
    return true;
}

static bool add(grn_printer *p, grn_numbered entry)
{
    if (2 * (p->count + 1) > p->nnumbers && !grow(p))
        return false;
    *slot_of(p->numbers, p->nnumbers, entry.key) = entry;
    p->count++;
    return true;
}

const grn_numbered *grn_number_of(const grn_printer *p, const void *key)
{
    const grn_numbered *found = p->nnumbers ? slot_of(p->numbers, p->nnumbers, key) : NULL;
    return found && found->key ? found : NULL;
}

/* The next free numbers. */
typedef struct counters {
    uint32_t value, argument;
} counters;

static bool number_block(grn_printer *p, const grn_block *b, uint32_t position, counters *next)
{
    uint32_t *first = position == 0 ? &next->argument : &next->value;
    if (!add(p, (grn_numbered){b, *first, position, position == 0}))
        return false;
    *first += (uint32_t)b->nargs;
    for (const grn_op *op = b->first; op; op = op->next) {
        if (op->nresults && !add(p, (grn_numbered){.key = op, .first = next->value}))
            return false;
        next->value += op->nresults > 0; /* several results share the number: %0#0, %0#1 */
    }
    return true;
}

static bool number_region(grn_printer *p, const grn_region *region, counters next)
{
    uint32_t position = 0;
    for (const grn_block *b = region->first; b; b = b->next)
        if (!number_block(p, b, position++, &next))
            return false;
    for (const grn_block *b = region->first; b; b = b->next)
        for (const grn_op *op = b->first; op; op = op->next)
            for (size_t r = 0; r < op->nregions; r++)
                if (!number_region(p, &op->regions[r], next))
                    return false;
    return true;
}

grn_status grn_number_names(grn_printer *p, const grn_op *top)
{
    const counters zero = {0, 0};
    for (size_t r = 0; r < top->nregions; r++)
        if (!number_region(p, &top->regions[r], zero))
            return GRN_E_MEMORY;
    return GRN_OK;
}
