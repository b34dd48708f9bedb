/* scope.c - the names of a graph: open addressing, as long as twice the names. */
#include "onnx/internal.h"

size_t grn_onnx_hash(grn_str s)
{
    uint64_t h = UINT64_C(14695981039346656037);
    for (size_t i = 0; i < s.n; i++)
        h = (h ^ (unsigned char)s.text[i]) * UINT64_C(1099511628211);
    return (size_t)(h ^ h >> 32);
}

/* Where the name is, or would be. The table has free entries. */
static onnx_entry *slot_of(onnx_entry *table, size_t room, grn_str name)
{
    size_t at = grn_onnx_hash(name) & (room - 1);
    while (table[at].name.n && !grn_str_equal(table[at].name, name))
        at = (at + 1) & (room - 1);
    return &table[at];
}

static bool grow(onnx_reader *r, onnx_scope *scope)
{
    const size_t room = scope->room ? 2 * scope->room : 32;
    onnx_entry *table = GRN_ARENA_NEW(&r->arena, onnx_entry, room);
    if (!grn_onnx_made(r, table))
        return false;
    for (size_t i = 0; i < scope->room; i++)
        if (scope->table[i].name.n)
            *slot_of(table, room, scope->table[i].name) = scope->table[i];
    scope->table = table;
    scope->room = room;
    return true;
}

onnx_entry *grn_onnx_find(onnx_scope *scope, grn_str name)
{
    onnx_entry *e = NULL;
    for (; scope && !e; scope = scope->outer) {
        onnx_entry *at = scope->room ? slot_of(scope->table, scope->room, name) : NULL;
        e = at && at->name.n ? at : NULL;
    }
    return e;
}

onnx_entry *grn_onnx_entry_of(onnx_reader *r, onnx_scope *scope, grn_str name)
{
    if (2 * (scope->count + 1) > scope->room && !grow(r, scope))
        return NULL;
    onnx_entry *e = slot_of(scope->table, scope->room, name);
    scope->count += e->name.n == 0;
    if (!e->name.n)
        *e = (onnx_entry){.name = name, .scope = scope};
    return e;
}
