/*
 * dominators.c - the dominator tree by iteration over reverse postorder (Cooper, Harvey, Kennedy: "A Simple, Fast
 * Dominance Algorithm", 2001), and its preorder, so that each question takes constant time.
 */
#include "ir/dominators.h"

/* ---- order ------------------------------------------------------------------------------------------------------------- */

typedef struct visit {
    const grn_block *block;
    size_t next; /* successor to look at */
} visit;

static size_t successors_of(const grn_block *b, grn_block *const **out)
{
    *out = b->last ? b->last->successors : NULL;
    return b->last ? b->last->nsuccessors : 0;
}

/* Depth first from the entry, without recursion; blocks land in `at` from its end backwards, as each is left. */
static void walk(grn_dominators *d, visit *stack, const grn_block *entry)
{
    size_t depth = 0, place = d->nblocks;
    stack[depth++] = (visit){entry, 0};
    d->number[entry->order] = 1;
    while (depth) {
        visit *top = &stack[depth - 1];
        grn_block *const *next;
        if (top->next == successors_of(top->block, &next)) {
            d->at[--place] = top->block;
            depth--;
            continue;
        }
        const grn_block *b = next[top->next++];
        if (!d->number[b->order]) {
            d->number[b->order] = 1;
            stack[depth++] = (visit){b, 0};
        }
    }
    d->nreached = d->nblocks - place;
    memmove((void *)d->at, (const void *)(d->at + place), d->nreached * sizeof *d->at);
    for (size_t i = 0; i < d->nreached; i++)
        d->number[d->at[i]->order] = (uint32_t)i + 1;
}

/* ---- tree -------------------------------------------------------------------------------------------------------------- */

#define NOT_YET UINT32_MAX

/* The closest position that dominates both. */
static uint32_t meet(const uint32_t *idom, uint32_t a, uint32_t b)
{
    while (a != b) {
        while (a > b)
            a = idom[a];
        while (b > a)
            b = idom[b];
    }
    return a;
}

/* The ways into each position: `from` holds those of position i at start[i] .. start[i + 1] - 1. */
typedef struct ways {
    uint32_t *start, *from;
} ways;

static uint32_t successor_at(const grn_dominators *d, size_t i, size_t s)
{
    return d->number[d->at[i]->last->successors[s]->order] - 1;
}

/* Counts first, then places each; start[i + 1] is the end of what is placed so far. */
static bool ways_init(const grn_dominators *d, grn_arena *arena, ways *w)
{
    grn_block *const *unused;
    size_t total = 0;
    w->start = GRN_ARENA_NEW(arena, uint32_t, d->nreached + 2);
    for (size_t i = 0; w->start && i < d->nreached; i++)
        for (size_t s = 0, n = successors_of(d->at[i], &unused); s < n; s++, total++)
            w->start[successor_at(d, i, s) + 2]++;
    w->from = GRN_ARENA_NEW(arena, uint32_t, total);
    if (!w->start || !w->from)
        return false;
    for (size_t i = 1; i <= d->nreached; i++)
        w->start[i] += w->start[i - 1];
    for (size_t i = 0; i < d->nreached; i++)
        for (size_t s = 0, n = successors_of(d->at[i], &unused); s < n; s++)
            w->from[w->start[successor_at(d, i, s) + 1]++] = (uint32_t)i;
    return true;
}

/* One round in reverse postorder; true if anything moved. */
static bool pass(grn_dominators *d, const ways *w)
{
    bool moved = false;
    for (uint32_t i = 1; i < d->nreached; i++) {
        uint32_t now = NOT_YET;
        for (uint32_t k = w->start[i]; k < w->start[i + 1]; k++)
            if (d->idom[w->from[k]] != NOT_YET)
                now = now == NOT_YET ? w->from[k] : meet(d->idom, now, w->from[k]);
        moved = moved || now != d->idom[i];
        d->idom[i] = now;
    }
    return moved;
}

static void settle(grn_dominators *d, const ways *w)
{
    d->idom[0] = 0;
    for (size_t i = 1; i < d->nreached; i++)
        d->idom[i] = NOT_YET;
    while (pass(d, w))
        continue;
}

/* Ranges of the preorder: a position comes after its dominator, so sizes add up backwards and places go forwards. */
static void number_tree(grn_dominators *d, uint32_t *cursor)
{
    for (size_t i = 0; i < d->nreached; i++)
        d->size[i] = 1;
    for (size_t i = d->nreached; i-- > 1;)
        d->size[d->idom[i]] += d->size[i];
    d->first[0] = 0;
    cursor[0] = 1;
    for (size_t i = 1; i < d->nreached; i++) {
        d->first[i] = cursor[d->idom[i]];
        cursor[d->idom[i]] += d->size[i];
        cursor[i] = d->first[i] + 1;
    }
}

/* One more than the largest number of a block, so that numbers are good as indices whatever they are. */
static size_t count_blocks(const grn_region *region)
{
    size_t n = 0;
    for (const grn_block *b = region->first; b; b = b->next)
        if (b->order >= n)
            n = (size_t)b->order + 1;
    return n;
}

grn_status grn_dominators_init(grn_dominators *d, grn_arena *arena, const grn_region *region)
{
    ways into;
    *d = (grn_dominators){.nblocks = count_blocks(region)};
    if (d->nblocks < 2)
        return GRN_OK;
    visit *stack = GRN_ARENA_NEW(arena, visit, d->nblocks);
    uint32_t *all = grn_arena_array(arena, 5 * sizeof *all, d->nblocks);
    d->at = GRN_ARENA_NEW(arena, const grn_block *, d->nblocks);
    if (!stack || !all || !d->at)
        return GRN_E_MEMORY;
    d->number = all;
    d->idom = all + d->nblocks;
    d->first = all + 2 * d->nblocks;
    d->size = all + 3 * d->nblocks;
    walk(d, stack, region->first);
    if (!ways_init(d, arena, &into))
        return GRN_E_MEMORY;
    settle(d, &into);
    number_tree(d, all + 4 * d->nblocks);
    return GRN_OK;
}

bool grn_block_is_reached(const grn_dominators *d, const grn_block *b)
{
    return d->nblocks < 2 || d->number[b->order] != 0;
}

bool grn_block_dominates(const grn_dominators *d, const grn_block *a, const grn_block *b)
{
    if (a == b)
        return true;
    if (d->nblocks < 2 || !d->number[a->order])
        return false;
    uint32_t top = d->number[a->order] - 1, at = d->number[b->order] - 1;
    return d->first[at] >= d->first[top] && d->first[at] - d->first[top] < d->size[top];
}
