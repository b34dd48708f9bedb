/*
 * region.h - declarations that the ways to run a caller's combiner share: which vectors of a block
 * meet, and where their windows start.
 */
#ifndef GRN_PLAN_REGION_H
#define GRN_PLAN_REGION_H

#include <string.h>

#include "plan/scatter/scatter.h"

/* Chunks of elements lie behind each other. */
#define GRN_CHUNK_ALIGNMENT 16
static inline int64_t grn_chunk_bytes(int64_t bytes)
{
    return (bytes + GRN_CHUNK_ALIGNMENT - 1) / GRN_CHUNK_ALIGNMENT * GRN_CHUNK_ALIGNMENT;
}

/* Many more slots than a block has vectors. */
#define GRN_SLOT_BITS 12
#define GRN_SLOTS (1 << GRN_SLOT_BITS)

/* The starts of the current round: each has a slot, with the stamp of the last round that met
 * it. */
typedef struct grn_seen {
    unsigned char stamp;
    unsigned char slot[GRN_SLOTS];
} grn_seen;

static inline void grn_seen_init(grn_seen *s) { memset(s, 0, sizeof *s); }

/* Begins a round, which has no starts yet. */
static inline unsigned char grn_seen_begin(grn_seen *s)
{
    if (++s->stamp == 0) {
        grn_seen_init(s);
        s->stamp = 1;
    }
    return s->stamp;
}

/* Whether the start was met in this round before. Starts that share a slot count as one: that costs
 * a round, and saves a comparison. */
static inline bool grn_seen_before(grn_seen *s, unsigned char stamp, int64_t start)
{
    unsigned char *slot = &s->slot[(uint64_t)start * UINT64_C(0x9E3779B97F4A7C15) >> (64 - GRN_SLOT_BITS)];
    bool seen = *slot == stamp;
    *slot = stamp;
    return seen;
}

/*
 * How many vectors are searched together. A first round takes those that are the first at their
 * start, later ones take of the rest; those left go one by one. In a smaller piece fewer meet, a
 * larger one takes fewer calls. A later round searches all that are left, which costs as much as
 * half as many calls; the last one tells whether it would take so many: where it did not, some
 * pieces are not tried.
 */
#define GRN_LEAST_PIECE 64
#define GRN_SPARED_ROUNDS 16

typedef struct grn_pieces {
    int64_t piece, most;
    int64_t spared; /* rounds that are not tried */
} grn_pieces;

static inline void grn_pieces_init(grn_pieces *p, int64_t most)
{
    p->most = most < GRN_LEAST_PIECE ? GRN_LEAST_PIECE : most > GRN_BLOCK ? GRN_BLOCK : most;
    p->piece = p->most;
    p->spared = 0;
}

/* `met` of the `count` of a piece were left by its first round. */
static inline void grn_pieces_change(grn_pieces *p, int64_t count, int64_t met)
{
    if (count == p->piece && met > count / 8 && p->piece >= 2 * GRN_LEAST_PIECE)
        p->piece /= 2;
    else if (count == p->piece && met <= count / 32 && 2 * p->piece <= p->most)
        p->piece *= 2;
}

/* Whether to try another round. */
static inline bool grn_pieces_try(grn_pieces *p, int64_t left)
{
    bool spared = left > 4 && p->spared > 0;
    p->spared -= spared;
    return left > 4 && !spared;
}

static inline void grn_pieces_tried(grn_pieces *p, int64_t looked, int64_t taken)
{
    p->spared = 2 * taken < looked ? GRN_SPARED_ROUNDS : 0;
}

/* ---- region_elements.c ---- */

/* The cursor's indices where they are starts as they lie in memory, all in range; NULL: nothing is
 * known of them. They may lie at any address. */
const void *grn_region_starts_in_place(const grn_plan *plan, const grn_run *run, const grn_cursor *c);
/* offset[] of the cursor's block; false: some vector is not in bounds; its in_bounds[] is 0. */
bool grn_region_resolve(const grn_plan *plan, size_t pair, const grn_run *run, const grn_cursor *c, int64_t *offset,
                        unsigned char *in_bounds);

/* Whether prefetching targets pays. */
static inline bool grn_region_prefetches(const grn_plan *plan)
{
    return plan->conflicts.ahead > 0 || plan->conflicts.follow >= 0;
}

/* Whether the only pair's data is at addresses that a C type of its elements' size may have. */
bool grn_region_lies_aligned(const grn_plan *plan, const grn_run *run);

/* One element, through registers. */
#define COPY_ELEMENT(bytes, to, from)      \
    do {                                   \
        unsigned char element_[bytes];     \
        memcpy(element_, (from), (bytes)); \
        memcpy((to), element_, (bytes));   \
    } while (0)

#endif
