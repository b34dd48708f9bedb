/* value_map.c - a hash table from values to a pass's data about them, by open addressing. */
#include "ir/value_map.h"

typedef struct grn_value_entry {
    const grn_value *of;
    void *to;
} entry;

static size_t slot_of(const grn_value_map *map, const grn_value *of)
{
    size_t i = (size_t)((uintptr_t)of / sizeof(void *) * UINT64_C(0x9e3779b97f4a7c15) >> 20) & (map->room - 1);
    while (map->entries[i].of && map->entries[i].of != of)
        i = (i + 1) & (map->room - 1);
    return i;
}

void *grn_value_map_get(const grn_value_map *map, const grn_value *of)
{
    return map->room ? map->entries[slot_of(map, of)].to : NULL;
}

static bool grow(grn_value_map *map)
{
    grn_value_map wider = {.arena = map->arena, .room = map->room ? 2 * map->room : 64};
    wider.entries = GRN_ARENA_NEW(map->arena, entry, wider.room);
    if (!wider.entries)
        return false;
    for (size_t i = 0; i < map->room; i++)
        if (map->entries[i].of)
            wider.entries[slot_of(&wider, map->entries[i].of)] = map->entries[i];
    wider.count = map->count;
    *map = wider;
    return true;
}

bool grn_value_map_set(grn_value_map *map, const grn_value *of, void *to)
{
    if (2 * (map->count + 1) > map->room && !grow(map))
        return false;
    entry *e = &map->entries[slot_of(map, of)];
    map->count += e->of == NULL;
    *e = (entry){of, to};
    return true;
}
