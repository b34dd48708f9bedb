/*
 * dominators.c - the dominator tree by semidominators (Lengauer, Tarjan: "A Fast Algorithm for
 * Finding Dominators in a Flowgraph", 1979, with path compression: m log n whatever the graph), and
 * its preorder, so that each question takes constant time.
 */
#include "ir/dominators.h"

/* ---- order ----------------------------------------------------------------------------------- */

typedef struct visit {
    const grn_block *block;
    size_t next; /* the next successor to visit */
} visit;

static size_t successors_of(const grn_block *b, grn_block *const **out)
{
    *out = b->last ? b->last->successors : NULL;
    return b->last ? b->last->nsuccessors : 0;
}

/* Depth first from the entry, without recursion; blocks are numbered as they are visited. `parent`:
 * the position each was first reached from. */
static void walk(grn_dominators *d, visit *stack, uint32_t *parent, const grn_block *entry)
{
    size_t depth = 0;
    stack[depth++] = (visit){entry, 0};
    d->at[d->nreached++] = entry;
    d->number[entry->order] = 1;
    while (depth) {
        visit *top = &stack[depth - 1];
        grn_block *const *next;
        if (top->next == successors_of(top->block, &next)) {
            depth--;
            continue;
        }
        const grn_block *b = next[top->next++];
        if (d->number[b->order])
            continue;
        parent[d->nreached] = d->number[top->block->order] - 1;
        d->at[d->nreached++] = b;
        d->number[b->order] = (uint32_t)d->nreached;
        stack[depth++] = (visit){b, 0};
    }
}

/* ---- tree ------------------------------------------------------------------------------------ */

/* The edges into each position: `from` holds the predecessors of position i at start[i] .. start[i
 * + 1] - 1. */
typedef struct edges {
    uint32_t *start, *from;
} edges;

static uint32_t successor_at(const grn_dominators *d, size_t i, size_t s)
{
    return d->number[d->at[i]->last->successors[s]->order] - 1;
}

/* Counts first, then places each; start[i + 1] is the end of what is placed so far. */
static bool edges_init(const grn_dominators *d, grn_arena *arena, edges *w)
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

#define NONE UINT32_MAX

/* Per position: its parent in the walk; its semidominator, itself until that is known; its ancestor
 * in the forest of positions that are done, NONE for a root; the position of the least
 * semidominator on the way there; the first of those whose semidominator it is, and the next of
 * such a list. */
typedef struct forest {
    uint32_t *parent, *semi, *ancestor, *least, *bucket, *next;
} forest;

/* The position of the least semidominator between `v` and the root of its tree. The path is
 * compressed: its positions are pushed on the way up (`stack`), and linked to the root on the way
 * down. */
static uint32_t least_above(forest *f, uint32_t *stack, uint32_t v)
{
    size_t depth = 0;
    if (f->ancestor[v] == NONE)
        return v;
    for (uint32_t at = v; f->ancestor[f->ancestor[at]] != NONE; at = f->ancestor[at])
        stack[depth++] = at;
    while (depth) {
        uint32_t at = stack[--depth], up = f->ancestor[at];
        if (f->semi[f->least[up]] < f->semi[f->least[at]])
            f->least[at] = f->least[up];
        f->ancestor[at] = f->ancestor[up];
    }
    return f->least[v];
}

/* Those whose semidominator is the parent of what was done last. */
static void empty_bucket(forest *f, uint32_t *stack, uint32_t *idom, uint32_t parent)
{
    for (uint32_t v = f->bucket[parent]; v != NONE; v = f->next[v]) {
        uint32_t u = least_above(f, stack, v);
        idom[v] = f->semi[u] < f->semi[v] ? u : parent;
    }
    f->bucket[parent] = NONE;
}

static void find_dominators(grn_dominators *d, const edges *w, forest *f, uint32_t *stack)
{
    for (uint32_t i = 0; i < d->nreached; i++) {
        f->semi[i] = f->least[i] = i;
        f->ancestor[i] = f->bucket[i] = NONE;
    }
    d->idom[0] = 0;
    for (uint32_t i = (uint32_t)d->nreached; i-- > 1;) {
        for (uint32_t k = w->start[i]; k < w->start[i + 1]; k++) {
            uint32_t u = least_above(f, stack, w->from[k]);
            f->semi[i] = f->semi[u] < f->semi[i] ? f->semi[u] : f->semi[i];
        }
        f->next[i] = f->bucket[f->semi[i]];
        f->bucket[f->semi[i]] = i;
        f->ancestor[i] = f->parent[i];
        empty_bucket(f, stack, d->idom, f->parent[i]);
    }
    for (uint32_t i = 1; i < d->nreached; i++)
        if (d->idom[i] != f->semi[i])
            d->idom[i] = d->idom[d->idom[i]];
}

/* Ranges of the preorder: a position comes after its dominator, so sizes add up backwards and
 * places go forwards. */
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

/* One more than the largest number of a block, so that numbers are good as indices whatever they
 * are. */
static size_t count_blocks(const grn_region *region)
{
    size_t n = 0;
    for (const grn_block *b = region->first; b; b = b->next)
        if (b->order >= n)
            n = (size_t)b->order + 1;
    return n;
}

/* An array of one number per block; NULL: memory refused, which *fine keeps. */
static uint32_t *numbers(grn_dominators *d, grn_arena *arena, bool *fine)
{
    uint32_t *v = GRN_ARENA_NEW(arena, uint32_t, d->nblocks);
    *fine = *fine && v;
    return v;
}

static bool find_tree(grn_dominators *d, grn_arena *arena, const grn_block *entry)
{
    bool fine = true;
    edges into;
    forest f = {.parent = numbers(d, arena, &fine),
                .semi = numbers(d, arena, &fine),
                .ancestor = numbers(d, arena, &fine),
                .least = numbers(d, arena, &fine),
                .bucket = numbers(d, arena, &fine),
                .next = numbers(d, arena, &fine)};
    uint32_t *rest = numbers(d, arena, &fine);
    visit *stack = GRN_ARENA_NEW(arena, visit, d->nblocks);
    if (!fine || !stack)
        return false;
    walk(d, stack, f.parent, entry);
    if (!edges_init(d, arena, &into))
        return false;
    find_dominators(d, &into, &f, rest);
    number_tree(d, rest);
    return true;
}

grn_status grn_dominators_init(grn_dominators *d, grn_arena *arena, const grn_region *region)
{
    bool fine = true;
    *d = (grn_dominators){.nblocks = count_blocks(region)};
    if (d->nblocks < 2)
        return GRN_OK;
    d->at = GRN_ARENA_NEW(arena, const grn_block *, d->nblocks);
    d->number = numbers(d, arena, &fine);
    d->idom = numbers(d, arena, &fine);
    d->first = numbers(d, arena, &fine);
    d->size = numbers(d, arena, &fine);
    return d->at && fine && find_tree(d, arena, region->first) ? GRN_OK : GRN_E_MEMORY;
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
