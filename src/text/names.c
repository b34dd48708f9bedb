/* names.c - tables from names to the things that they name. */
#include "ir/hash.h"
#include "text/internal.h"

void grn_names_init(grn_names *t, const grn_allocator *allocator, grn_arena *arena)
{
    *t = (grn_names){.allocator = allocator, .arena = arena};
}

void grn_names_destroy(grn_names *t)
{
    grn_release(t->allocator, t->slots, t->nslots * sizeof *t->slots);
    t->slots = NULL;
    t->nslots = t->count = 0;
}

static uint64_t hash_of(grn_str text, uint32_t number) { return grn_hash_mix(grn_hash_str(text), number); }

/* The slot of the name, or the empty one where it belongs. nslots is a power of two and never
 * full. */
static grn_name_slot *slot_of(const grn_names *t, grn_str text, uint32_t number, uint64_t hash)
{
    size_t i = grn_hash_first(hash, t->nslots);
    while (t->slots[i].name && !(t->slots[i].hash == hash && t->slots[i].name->number == number &&
                                 grn_str_equal(t->slots[i].name->text, text)))
        i = grn_hash_next(i, t->nslots);
    return &t->slots[i];
}

/* The empty slot for a hash no name of which is there yet. */
static void put_slot(grn_names *t, grn_name_slot entry)
{
    size_t i = grn_hash_first(entry.hash, t->nslots);
    while (t->slots[i].name)
        i = grn_hash_next(i, t->nslots);
    t->slots[i] = entry;
}

static bool grow(grn_names *t)
{
    grn_names bigger = *t;
    bigger.nslots = t->nslots ? t->nslots * 2 : 64;
    size_t bytes;
    if (!grn_mul_size(bigger.nslots, sizeof *bigger.slots, &bytes))
        return false;
    bigger.slots = grn_allocate(t->allocator, bytes);
    if (!bigger.slots)
        return false;
    memset(bigger.slots, 0, bytes);
    for (size_t i = 0; i < t->nslots; i++)
        if (t->slots[i].name)
            put_slot(&bigger, t->slots[i]);
    grn_names_destroy(t);
    *t = bigger;
    return true;
}

grn_name *grn_names_find(const grn_names *t, grn_str text, uint32_t number)
{
    return t->nslots ? slot_of(t, text, number, hash_of(text, number))->name : NULL;
}

grn_name *grn_names_get(grn_names *t, grn_str text, uint32_t number)
{
    if (2 * (t->count + 1) > t->nslots && !grow(t))
        return NULL;
    uint64_t hash = hash_of(text, number);
    grn_name_slot *slot = slot_of(t, text, number, hash);
    if (slot->name)
        return slot->name;
    grn_name *name = GRN_ARENA_NEW(t->arena, grn_name, 1);
    if (!name)
        return NULL;
    name->text = text;
    name->number = number;
    *slot = (grn_name_slot){hash, name};
    t->count++;
    return name;
}
