/* vec.c - an array that grows by doubling. */
#include "core/core.h"

#include <string.h>

void grn_vec_init(grn_vec *v, const grn_allocator *allocator, size_t item_bytes)
{
    *v = (grn_vec){grn_allocator_or_default(allocator), NULL, item_bytes, 0, 0};
}

void grn_vec_destroy(grn_vec *v)
{
    grn_release(v->allocator, v->items, v->capacity * v->item_bytes);
    v->items = NULL;
    v->count = v->capacity = 0;
}

static bool vec_grow(grn_vec *v, size_t least)
{
    size_t capacity = v->capacity > SIZE_MAX / 2 ? least : v->capacity * 2;
    size_t bytes;
    if (capacity < least)
        capacity = least;
    if (capacity < 8)
        capacity = 8;
    if (!grn_mul_size(capacity, v->item_bytes, &bytes))
        return false;
    void *items = grn_allocate(v->allocator, bytes);
    if (!items)
        return false;
    if (v->count)
        memcpy(items, v->items, v->count * v->item_bytes);
    grn_release(v->allocator, v->items, v->capacity * v->item_bytes);
    v->items = items;
    v->capacity = capacity;
    return true;
}

void *grn_vec_extend(grn_vec *v, size_t count)
{
    size_t total;
    if (!grn_add_size(v->count, count, &total))
        return NULL;
    if ((total > v->capacity || !v->items) && !vec_grow(v, total))
        return NULL;
    char *slot = (char *)v->items + v->count * v->item_bytes;
    memset(slot, 0, count * v->item_bytes);
    v->count = total;
    return slot;
}

void *grn_vec_push(grn_vec *v) { return grn_vec_extend(v, 1); }

static grn_status append_text(void *user, const char *text, size_t bytes)
{
    char *to = grn_vec_extend(user, bytes);
    if (!to)
        return GRN_E_MEMORY;
    memcpy(to, text, bytes);
    return GRN_OK;
}

grn_sink grn_vec_sink(grn_vec *bytes) { return (grn_sink){append_text, bytes}; }
