/*
 * print_names.c - the numbers values and blocks are printed with, and names where they are kept.
 *
 * As MLIR counts them: a region's own values first, then those of the regions
 * inside it, each of which goes on from there; so neighbours share numbers,
 * and no value is hidden by another. Arguments of entry blocks are %argN.
 * A module is not changed by printing, so the numbers lie in a table here.
 */
#include <inttypes.h>
#include <stdio.h>

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

static bool add_numbered(grn_printer *p, grn_numbered entry)
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

/* ---- names ----------------------------------------------------------------------------------- */

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

static bool is_name_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '$' || c == '.' ||
           c == '-';
}

/* Not one of those that values without a name have: numbers, and arg with a number. */
static bool is_usable(grn_str name)
{
    enum { LONGEST = 100 };
    bool usable = name.n > 0 && name.n <= LONGEST && !is_digit(name.text[0]);
    for (size_t i = 0; usable && i < name.n; i++)
        usable = is_name_character(name.text[i]);
    return usable && !(name.n > 3 && memcmp(name.text, "arg", 3) == 0 && is_digit(name.text[3]));
}

/* From here to the end of its region the name is this value's. "" where memory is refused. */
static grn_str mark(grn_printer *p, grn_name *name)
{
    grn_name **slot = name ? grn_vec_push(&p->taken) : NULL;
    if (!slot)
        return GRN_STR("");
    *slot = name;
    name->item = name;
    return name->text;
}

/* At the end of a region the names of its values are free again. */
static void leave(grn_printer *p, size_t taken)
{
    for (size_t i = taken; i < p->taken.count; i++)
        ((grn_name **)p->taken.items)[i]->item = NULL;
    p->taken.count = taken;
}

/* The name, or one with a number behind it that no other value in sight has. "" where memory is
 * refused. */
static grn_str take_name(grn_printer *p, grn_str name)
{
    char text[128];
    grn_name *base = grn_names_get(&p->names, name, 0);
    if (!base || !base->item)
        return mark(p, base);
    for (;;) {
        const int n = snprintf(text, sizeof text, "%.*s_%" PRIu32, (int)name.n, name.text, ++base->count);
        const char *copy = grn_arena_text(&p->arena, text, (size_t)n);
        grn_name *made = copy ? grn_names_get(&p->names, (grn_str){copy, (size_t)n}, 0) : NULL;
        if (!made || !made->item)
            return mark(p, made);
    }
}

static bool find_name(grn_printer *p, const grn_value *v, grn_str *out)
{
    *out = p->options->names && is_usable(v->name) ? take_name(p, v->name) : GRN_STR("");
    return out->n > 0 || !p->options->names || !is_usable(v->name);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* The next free numbers, and the block whose arguments the entry block's share their names with, or NULL. */
typedef struct counters {
    uint32_t value, argument;
    const grn_block *alike;
} counters;

static bool name_argument(grn_printer *p, const grn_block *b, size_t i, const grn_block *alike)
{
    grn_numbered argument = {.key = &b->args[i]};
    const grn_numbered *named = alike && i < alike->nargs ? grn_number_of(p, &alike->args[i]) : NULL;
    if (!named)
        return find_name(p, &b->args[i], &argument.name) && add_numbered(p, argument);
    if (named->name.n > 0)
        argument.name = mark(p, grn_names_get(&p->names, named->name, 0));
    return argument.name.n == named->name.n && add_numbered(p, argument);
}

static bool number_block(grn_printer *p, const grn_block *b, uint32_t position, counters *next)
{
    uint32_t *first = position == 0 ? &next->argument : &next->value;
    if (!add_numbered(p, (grn_numbered){.key = b, .first = *first, .block = position, .argument = position == 0}))
        return false;
    *first += (uint32_t)b->nargs;
    for (size_t i = 0; p->options->names && i < b->nargs; i++)
        if (!name_argument(p, b, i, position == 0 ? next->alike : NULL))
            return false;
    for (const grn_op *op = b->first; op; op = op->next) {
        grn_numbered results = {.key = op, .first = next->value};
        if (op->nresults && (!find_name(p, &op->results[0], &results.name) || !add_numbered(p, results)))
            return false;
        next->value += op->nresults > 0; /* several results share the number: %0#0, %0#1 */
    }
    return true;
}

static bool number_region(grn_printer *p, const grn_region *region, counters next);

/* What is isolated has names of its own. */
static bool number_regions(grn_printer *p, const grn_op *op, counters next)
{
    const uint32_t traits = op->def ? op->def->traits : 0;
    const bool isolated = traits & GRN_TRAIT_ISOLATED;
    const grn_names outer = p->names;
    bool numbered = true;
    if (isolated)
        grn_names_init(&p->names, p->allocator, &p->arena);
    for (size_t r = 0; numbered && r < op->nregions; r++) {
        next.alike = r > 0 && traits & GRN_TRAIT_SAME_ARGUMENTS ? op->regions[0].first : NULL;
        numbered = number_region(p, &op->regions[r], next);
    }
    if (isolated) {
        grn_names_destroy(&p->names);
        p->names = outer;
    }
    return numbered;
}

static bool number_region(grn_printer *p, const grn_region *region, counters next)
{
    const size_t taken = p->taken.count;
    uint32_t position = 0;
    for (const grn_block *b = region->first; b; b = b->next)
        if (!number_block(p, b, position++, &next))
            return false;
    for (const grn_block *b = region->first; b; b = b->next)
        for (const grn_op *op = b->first; op; op = op->next)
            if (!number_regions(p, op, next))
                return false;
    leave(p, taken);
    return true;
}

grn_status grn_number_names(grn_printer *p, const grn_op *top)
{
    const counters zero = {0, 0, NULL};
    for (size_t r = 0; r < top->nregions; r++)
        if (!number_region(p, &top->regions[r], zero))
            return GRN_E_MEMORY;
    return GRN_OK;
}
