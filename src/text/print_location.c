/*
 * print_location.c - loc(..) behind ops and arguments, as MLIR prints it with
 * --mlir-print-debuginfo: each location is an alias, whose definition stands behind all ops. An
 * argument's location is written out; the definitions of its parts stand before the ops.
 *
 * The module is printed twice, the first time into nothing, to find the locations that the text
 * names. They are numbered as in MLIR: in the order of the ops, but those that are made of others
 * behind these.
 */
#include "ir/write.h"
#include "text/internal.h"

static size_t slot_of(const grn_located *table, const grn_attr *a)
{
    const grn_location_entry *entries = table->entries.items;
    size_t at = (size_t)grn_attr_hash(a) & (table->room - 1);
    while (table->slots[at] && !grn_attr_equal(entries[table->slots[at] - 1].location, a))
        at = (at + 1) & (table->room - 1);
    return at;
}

static bool grow(grn_printer *p)
{
    grn_located *t = &p->located;
    const grn_location_entry *entries = t->entries.items;
    size_t room = t->room ? 2 * t->room : 64;
    uint32_t *slots = GRN_ARENA_NEW(&p->arena, uint32_t, room);
    if (!slots)
        return false;
    t->room = room;
    t->slots = slots;
    for (size_t i = 0; i < t->entries.count; i++)
        slots[slot_of(t, entries[i].location)] = (uint32_t)i + 1;
    return true;
}

/* The entry of a location, with those of the locations in it behind; its place among them, or
 * SIZE_MAX: memory refused. */
static size_t collect(grn_printer *p, const grn_attr *a)
{
    grn_located *t = &p->located;
    if (2 * (t->entries.count + 1) > t->room && !grow(p))
        return SIZE_MAX;
    const size_t slot = slot_of(t, a), mine = t->entries.count;
    if (t->slots[slot])
        return t->slots[slot] - 1;
    grn_location_entry *entry = grn_vec_push(&t->entries);
    if (!entry)
        return SIZE_MAX;
    *entry = (grn_location_entry){.location = a};
    t->slots[slot] = (uint32_t)mine + 1;
    for (size_t i = 0; i < a->location->count; i++) {
        const size_t inner = collect(p, a->location->of[i]);
        if (inner == SIZE_MAX)
            return SIZE_MAX;
        grn_location_entry *all = t->entries.items;
        if (all[mine].depth <= all[inner].depth)
            all[mine].depth = all[inner].depth + 1;
    }
    return mine;
}

static void refuse(grn_printer *p)
{
    if (p->status == GRN_OK)
        p->status = GRN_E_MEMORY;
}

void grn_collect_location(grn_printer *p, const grn_attr *location)
{
    if (p->located.is_collecting && location && collect(p, location) == SIZE_MAX)
        refuse(p);
}

static void mark_early(grn_printer *p, const grn_attr *a)
{
    grn_location_entry *entry =
        (grn_location_entry *)p->located.entries.items + p->located.slots[slot_of(&p->located, a)] - 1;
    if (entry->is_early)
        return;
    entry->is_early = true;
    for (size_t i = 0; i < a->location->count; i++)
        mark_early(p, a->location->of[i]);
}

static void collect_early(grn_printer *p, const grn_attr *location)
{
    if (collect(p, location) == SIZE_MAX)
        refuse(p);
    else
        mark_early(p, location);
}

/* Entries by their depth, and in their order among those of one depth: a counting sort. */
static bool number(grn_printer *p)
{
    grn_located *t = &p->located;
    grn_location_entry *all = t->entries.items;
    uint32_t first[2 * GRN_MAX_NESTING + 2] = {0};
    t->order = GRN_ARENA_NEW(&p->arena, uint32_t, t->entries.count);
    for (size_t i = 0; i < t->entries.count; i++)
        first[all[i].depth + 1]++;
    for (size_t d = 1; d < GRN_COUNT(first); d++)
        first[d] += first[d - 1];
    for (size_t i = 0; t->order && i < t->entries.count; i++) {
        all[i].number = first[all[i].depth]++;
        t->order[all[i].number] = (uint32_t)i;
    }
    return t->order != NULL;
}

void grn_locations_collected(grn_printer *p)
{
    p->located.is_collecting = false;
    if (!number(p))
        refuse(p);
}

static uint32_t number_of(const grn_printer *p, const grn_attr *a)
{
    const grn_location_entry *all = p->located.entries.items;
    return all[p->located.slots[slot_of(&p->located, a)] - 1].number;
}

/* #loc, #loc1, #loc2, .. */
static void write_alias(void *user, grn_writer *w, const grn_attr *a)
{
    const uint32_t n = number_of(user, a);
    grn_write_text(w, "#loc");
    if (n)
        grn_write_u64(w, n);
}

static void print_written(grn_printer *p, const grn_attr *a, void (*write)(void *, grn_writer *, const grn_attr *))
{
    const grn_sink sink = grn_printer_sink(p);
    grn_writer w;
    grn_writer_init(&w, &sink);
    write(p, &w, a);
    const grn_status status = grn_writer_finish(&w);
    p->status = p->status == GRN_OK ? status : p->status;
}

static void print_behind(grn_printer *p, const grn_attr *a, void (*write)(void *, grn_writer *, const grn_attr *))
{
    if (!p->options->locations || p->located.is_collecting || !a || p->status != GRN_OK)
        return;
    grn_printer_text(p, " loc(");
    print_written(p, a, write);
    grn_printer_text(p, ")");
}

void grn_print_location(grn_printer *p, const grn_attr *location) { print_behind(p, location, write_alias); }

static void write_whole(void *user, grn_writer *w, const grn_attr *a)
{
    const grn_inner_location inner = {write_alias, user};
    grn_write_location(w, a, &inner);
}

void grn_printer_location(grn_printer *p, const grn_attr *location)
{
    if (p->located.is_collecting && location)
        collect_early(p, location);
    print_behind(p, location, write_whole);
}

static void write_definition(void *user, grn_writer *w, const grn_attr *a)
{
    write_alias(user, w, a);
    grn_write_text(w, " = loc(");
    write_whole(user, w, a);
    grn_write_text(w, ")\n");
}

void grn_print_locations(grn_printer *p, bool early)
{
    const grn_location_entry *all = p->located.entries.items;
    for (size_t i = 0; p->located.order && i < p->located.entries.count && p->status == GRN_OK; i++)
        if (all[p->located.order[i]].is_early == early)
            print_written(p, all[p->located.order[i]].location, write_definition);
}
