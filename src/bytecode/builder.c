/* builder.c - the lists of a file that is being made, without duplicates. */
#include "bytecode/bytecode.h"

/* Every item of a table begins with a key of bytes and a number beside it. */
typedef struct item {
    grn_bytecode_span key;
    uint32_t dialect;
    bool is_text; /* an attribute */
} item;

static void table_init(grn_bytecode_table *t, const grn_allocator *allocator)
{
    *t = (grn_bytecode_table){0};
    grn_vec_init(&t->items, allocator, sizeof(item));
}

static void table_destroy(grn_bytecode_table *t)
{
    grn_release(t->items.allocator, t->slots, t->room * sizeof *t->slots);
    grn_vec_destroy(&t->items);
}

void grn_bytecode_builder_init(grn_bytecode_builder *b, const grn_allocator *allocator)
{
    *b = (grn_bytecode_builder){0};
    grn_arena_init(&b->arena, allocator);
    grn_bytecode_table *tables[] = {&b->strings, &b->dialects, &b->names, &b->attrs, &b->types, &b->properties};
    for (size_t i = 0; i < GRN_COUNT(tables); i++)
        table_init(tables[i], grn_allocator_or_default(allocator));
}

void grn_bytecode_builder_destroy(grn_bytecode_builder *b)
{
    grn_bytecode_table *tables[] = {&b->strings, &b->dialects, &b->names, &b->attrs, &b->types, &b->properties};
    for (size_t i = 0; i < GRN_COUNT(tables); i++)
        table_destroy(tables[i]);
    grn_arena_destroy(&b->arena);
}

/* FNV-1a. */
static uint64_t hash_of(const item *i)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325) ^ i->dialect;
    for (size_t k = 0; k < i->key.n; k++)
        h = (h ^ i->key.bytes[k]) * UINT64_C(0x100000001b3);
    return h ^ h >> 32;
}

static bool is_same(const item *a, const item *b)
{
    return a->dialect == b->dialect && a->is_text == b->is_text && a->key.n == b->key.n &&
           (a->key.n == 0 || memcmp(a->key.bytes, b->key.bytes, a->key.n) == 0);
}

/* Where `wanted` is, or the empty slot where it belongs. */
static size_t slot_of(const grn_bytecode_table *t, const item *wanted)
{
    const item *all = t->items.items;
    size_t at = (size_t)hash_of(wanted) & (t->room - 1);
    while (t->slots[at] && !is_same(&all[t->slots[at] - 1], wanted))
        at = (at + 1) & (t->room - 1);
    return at;
}

/* At most three quarters are taken. */
static bool make_room(grn_bytecode_table *t)
{
    if (t->items.count + 1 <= t->room / 4 * 3)
        return true;
    grn_bytecode_table grown = *t;
    size_t bytes;
    grown.room = t->room ? 2 * t->room : 64;
    if (!grn_mul_size(grown.room, sizeof *grown.slots, &bytes))
        return false;
    grown.slots = grn_allocate(t->items.allocator, bytes);
    if (!grown.slots)
        return false;
    memset(grown.slots, 0, bytes);
    for (size_t i = 0; i < t->items.count; i++)
        grown.slots[slot_of(&grown, (const item *)t->items.items + i)] = (uint32_t)i + 1;
    grn_release(t->items.allocator, t->slots, t->room * sizeof *t->slots);
    *t = grown;
    return true;
}

static bool insert(grn_bytecode_builder *b, grn_bytecode_table *t, const item *wanted, uint32_t *number)
{
    if (!make_room(t))
        return false;
    size_t slot = slot_of(t, wanted);
    if (t->slots[slot]) {
        *number = t->slots[slot] - 1;
        return true;
    }
    const unsigned char *kept =
        grn_arena_copy(&b->arena, wanted->key.n ? (const void *)wanted->key.bytes : "", wanted->key.n);
    item *made = kept ? grn_vec_push(&t->items) : NULL;
    if (!made)
        return false;
    *made = (item){{kept, wanted->key.n}, wanted->dialect, wanted->is_text};
    *number = (uint32_t)(t->items.count - 1);
    t->slots[slot] = *number + 1;
    return true;
}

static uint32_t add_item(grn_bytecode_builder *b, grn_bytecode_table *t, const item *wanted)
{
    uint32_t number = 0;
    if (!b->refused && !insert(b, t, wanted, &number))
        b->refused = true;
    return number;
}

static uint32_t add_entry(grn_bytecode_builder *b, grn_bytecode_table *t, uint32_t dialect, const void *bytes, size_t n)
{
    return add_item(b, t, &(item){{bytes, n}, dialect, false});
}

uint32_t grn_bytecode_add_string(grn_bytecode_builder *b, const char *text, size_t n)
{
    return add_entry(b, &b->strings, 0, text, n);
}

uint32_t grn_bytecode_add_dialect(grn_bytecode_builder *b, const char *name, size_t n)
{
    grn_bytecode_add_string(b, name, n);
    return add_entry(b, &b->dialects, 0, name, n);
}

uint32_t grn_bytecode_add_name(grn_bytecode_builder *b, uint32_t dialect, const char *name, size_t n)
{
    grn_bytecode_add_string(b, name, n);
    return add_entry(b, &b->names, dialect, name, n);
}

uint32_t grn_bytecode_add_attr(grn_bytecode_builder *b, uint32_t dialect, const void *bytes, size_t n)
{
    return add_entry(b, &b->attrs, dialect, bytes, n);
}

uint32_t grn_bytecode_add_text_attr(grn_bytecode_builder *b, uint32_t dialect, const char *text, size_t n)
{
    return add_item(b, &b->attrs, &(item){{(const unsigned char *)text, n + 1}, dialect, true});
}

uint32_t grn_bytecode_add_type(grn_bytecode_builder *b, uint32_t dialect, const void *bytes, size_t n)
{
    return add_entry(b, &b->types, dialect, bytes, n);
}

uint32_t grn_bytecode_add_properties(grn_bytecode_builder *b, const void *bytes, size_t n)
{
    return add_entry(b, &b->properties, 0, bytes, n);
}

/* ---- the lists of the file ------------------------------------------------------------------- */

static bool finish_spans(const grn_bytecode_table *t, grn_arena *arena, uint32_t *count, grn_bytecode_span **out)
{
    const item *all = t->items.items;
    *count = (uint32_t)t->items.count;
    *out = GRN_ARENA_NEW(arena, grn_bytecode_span, t->items.count);
    for (size_t i = 0; *out && i < t->items.count; i++)
        (*out)[i] = all[i].key;
    return *out != NULL;
}

static bool finish_entries(const grn_bytecode_table *t, grn_arena *arena, uint32_t *count, grn_bytecode_entry **out)
{
    const item *all = t->items.items;
    *count = (uint32_t)t->items.count;
    *out = GRN_ARENA_NEW(arena, grn_bytecode_entry, t->items.count);
    for (size_t i = 0; *out && i < t->items.count; i++)
        (*out)[i] = (grn_bytecode_entry){all[i].dialect, !all[i].is_text, all[i].key};
    return *out != NULL;
}

static bool finish_names(grn_bytecode_builder *b, grn_bytecode *out)
{
    const item *dialects = b->dialects.items.items, *names = b->names.items.items;
    out->ndialects = (uint32_t)b->dialects.items.count;
    out->nnames = (uint32_t)b->names.items.count;
    out->dialects = GRN_ARENA_NEW(&b->arena, grn_bytecode_dialect, out->ndialects);
    out->names = GRN_ARENA_NEW(&b->arena, grn_bytecode_name, out->nnames);
    if (!out->dialects || !out->names)
        return false;
    for (uint32_t i = 0; i < out->ndialects; i++)
        out->dialects[i].name = grn_bytecode_add_string(b, (const char *)dialects[i].key.bytes, dialects[i].key.n);
    for (uint32_t i = 0; i < out->nnames; i++)
        out->names[i] = (grn_bytecode_name){
            names[i].dialect, grn_bytecode_add_string(b, (const char *)names[i].key.bytes, names[i].key.n), true};
    return true;
}

bool grn_bytecode_builder_finish(grn_bytecode_builder *b, grn_bytecode *out)
{
    bool made = !b->refused && finish_names(b, out) &&
                finish_spans(&b->strings, &b->arena, &out->nstrings, &out->strings) &&
                finish_entries(&b->attrs, &b->arena, &out->nattrs, &out->attrs) &&
                finish_entries(&b->types, &b->arena, &out->ntypes, &out->types) &&
                finish_spans(&b->properties, &b->arena, &out->nproperties, &out->properties);
    return made && !b->refused;
}
