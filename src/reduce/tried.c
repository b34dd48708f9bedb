/* tried.c - which programs were tried, and what came of it. */
#include "ir/hash.h"
#include "reduce/reduce.h"

static grn_tried_program *place_of(const grn_tried *t, const uint64_t hash[2])
{
    size_t at = grn_hash_first(hash[0], t->room);
    while (t->places[at].is_used && (t->places[at].hash[0] != hash[0] || t->places[at].hash[1] != hash[1]))
        at = grn_hash_next(at, t->room);
    return &t->places[at];
}

grn_tried_program *grn_tried_find(const grn_tried *t, const uint64_t hash[2])
{
    grn_tried_program *p = t->room ? place_of(t, hash) : NULL;
    return p && p->is_used ? p : NULL;
}

static bool grow(grn_tried *t)
{
    grn_tried grown = {.allocator = t->allocator, .room = grn_hash_room(2 * t->count), .count = t->count};
    const size_t bytes = grown.room * sizeof *grown.places;
    grown.places = grown.room ? grn_allocate(t->allocator, bytes) : NULL;
    if (!grown.places)
        return false;
    memset(grown.places, 0, bytes);
    for (size_t i = 0; i < t->room; i++)
        if (t->places[i].is_used)
            *place_of(&grown, t->places[i].hash) = t->places[i];
    grn_tried_free(t);
    *t = grown;
    return true;
}

grn_tried_program *grn_tried_add(grn_tried *t, const uint64_t hash[2])
{
    if (2 * (t->count + 1) > t->room && !grow(t))
        return NULL;
    grn_tried_program *p = place_of(t, hash);
    t->count += !p->is_used;
    *p = (grn_tried_program){.hash = {hash[0], hash[1]}, .is_used = true};
    return p;
}

void grn_tried_free(grn_tried *t)
{
    grn_release(t->allocator, t->places, t->room * sizeof *t->places);
    t->places = NULL;
    t->room = 0;
}
