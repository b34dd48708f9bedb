/*
 * value_map.h - a hash table from values to a pass's data about them: another value, or a structure
 * of its own.
 *
 * Begins as {.arena = ...}, and lives as long as that arena.
 */
#ifndef GRN_IR_VALUE_MAP_H
#define GRN_IR_VALUE_MAP_H

#include "ir/ir.h"

typedef struct grn_value_map {
    grn_arena *arena;
    struct grn_value_entry *entries;
    size_t room, count;
} grn_value_map;

/* NULL: there is none. */
void *grn_value_map_get(const grn_value_map *map, const grn_value *of);
/* Adds or replaces. False: memory refused. */
bool grn_value_map_set(grn_value_map *map, const grn_value *of, void *to);

#endif
