/*
 * region.h - what the ways to run a combiner of the caller's share: which
 * vectors of a block meet, and where their windows start.
 */
#ifndef GRN_PLAN_REGION_H
#define GRN_PLAN_REGION_H

#include <string.h>

#include "plan/scatter.h"

/* Many more slots than a block has vectors. */
#define GRN_SLOT_BITS 13
#define GRN_SLOTS (1 << GRN_SLOT_BITS)

/* The starts that a round has seen: each has a slot, with the stamp of the last round that met it. */
typedef struct grn_seen {
    unsigned char stamp;
    unsigned char slot[GRN_SLOTS];
} grn_seen;

static inline void grn_seen_init(grn_seen *s)
{
    memset(s, 0, sizeof *s);
}

/* A round begins: nothing has been seen. */
static inline unsigned char grn_seen_begin(grn_seen *s)
{
    if (++s->stamp == 0) {
        grn_seen_init(s);
        s->stamp = 1;
    }
    return s->stamp;
}

/* Whether the start was seen in this round before. Starts that share a slot count as one: that costs a round, and no
 * comparison. */
static inline bool grn_seen_look(grn_seen *s, unsigned char stamp, int64_t start)
{
    unsigned char *slot = &s->slot[(uint64_t)start * UINT64_C(0x9E3779B97F4A7C15) >> (64 - GRN_SLOT_BITS)];
    bool seen = *slot == stamp;
    *slot = stamp;
    return seen;
}

/* ---- scatter_region_elements.c ---- */

/* The cursor's indices where they are starts as they lie in memory, all in range; NULL: nothing is known of them. They
 * may lie at any address. */
const void *grn_region_straight(const grn_plan *plan, const grn_run *run, const grn_cursor *c);
/* offset[] of the cursor's block; false: some vector is not inside, as inside[] says. */
bool grn_region_resolve(const grn_plan *plan, size_t lane, const grn_run *run, const grn_cursor *c, int64_t *offset,
                        unsigned char *inside);

/* A round looks at all that are left, and takes no more than the one before: whether that is better than one by one. */
static inline bool grn_round_pays(int64_t taken, int64_t left)
{
    return 4 * taken > left + 32 && left > 4;
}

/* One lane of elements, at addresses that a C type of their size may have. */
bool grn_region_takes_elements(const grn_plan *plan, const grn_run *run);
grn_status grn_region_elements(const grn_plan *plan, const grn_run *run);

#endif
