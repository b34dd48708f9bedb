/* numbers.c - blocks of memory, and sets of numbers: an open table of at least twice as many places
 * as numbers. */
#include <string.h>

#include "dist/dist.h"

bool grn_dist_memory_new(grn_dist_memory *b, const grn_allocator *allocator, size_t count, size_t item_bytes)
{
    b->memory = grn_mul_size(count, item_bytes, &b->bytes) ? grn_allocate(allocator, b->bytes) : NULL;
    return b->memory != NULL;
}

void grn_dist_memory_end(grn_dist_memory *b, const grn_allocator *allocator)
{
    grn_release(allocator, b->memory, b->bytes);
    *b = (grn_dist_memory){NULL, 0};
}

grn_status grn_dist_refused(const grn_diag *diag)
{
    return grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory for rows and their routes was refused");
}

grn_status grn_number_set_begin(grn_number_set *s, const grn_allocator *allocator, int64_t most)
{
    size_t bytes;
    *s = (grn_number_set){.allocator = allocator, .capacity = 16};
    while (s->capacity / 2 < (size_t)most)
        if (!grn_mul_size(s->capacity, 2, &s->capacity))
            return GRN_E_MEMORY;
    if (!grn_mul_size(s->capacity, 2 * sizeof(int64_t), &bytes))
        return GRN_E_MEMORY;
    s->key = grn_allocate(allocator, bytes);
    if (!s->key)
        return GRN_E_MEMORY;
    s->value = s->key + s->capacity;
    memset(s->value, 0xff, s->capacity * sizeof *s->value);
    return GRN_OK;
}

int64_t grn_number_set_add(grn_number_set *s, int64_t key)
{
    uint64_t h = (uint64_t)key * UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (size_t)(h ^ h >> 32) & (s->capacity - 1);
    while (s->value[at] >= 0 && s->key[at] != key)
        at = (at + 1) & (s->capacity - 1);
    if (s->value[at] < 0) {
        s->key[at] = key;
        s->value[at] = (int64_t)s->count++;
    }
    return s->value[at];
}

void grn_number_set_end(grn_number_set *s)
{
    grn_release(s->allocator, s->key, s->capacity * 2 * sizeof(int64_t));
    s->key = NULL;
}
