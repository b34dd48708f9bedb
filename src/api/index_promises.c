/* index_promises.c - indices that are promised to be sorted, or to reach no element twice, drawn so
 * that they are. */
#include "api/equivalence.h"

/* ---- vectors --------------------------------------------------------------------------------- */

void grn_index_vectors_of(const grn_nest *nest, grn_index_vectors *out)
{
    out->rank = 0;
    out->count = 1;
    for (int32_t l = 0; l < nest->nloops; l++) {
        if (nest->loop[l].index == 0)
            continue; /* the same vector again */
        out->shape[out->rank] = nest->loop[l].extent;
        out->stride[out->rank] = nest->loop[l].index;
        out->batch[out->rank] = nest->loop[l].operand != 0;
        out->count = grn_steps_times(out->count, (uint64_t)nest->loop[l].extent);
        out->rank++;
    }
}

/* ---- what is kept of an access --------------------------------------------------------------- */

/* One component of its vectors. */
typedef struct component {
    int32_t number; /* in a vector */
    int64_t stride; /* of the operand's dimension */
    int64_t dim, window, period;
    bool drawn;
} component;

struct grn_promised {
    grn_promised *next;
    size_t bytes; /* of all */
    bool sorted, unique;
    int64_t base;
    size_t nvectors, ncomponents;
    /* vectors of one batch; all, where they are sorted, as that is promised across batches */
    size_t nranks;
    component component[GRN_MAX_RANK]; /* in the order of the operand's dimensions */
    size_t *rank;                      /* of each vector: its number among those */
    grn_index_source *source;          /* of each vector, of each component */
};

/* The number of a vector within its batch: by the dims that are none of the batch. */
static size_t rank_of(const grn_index_vectors *v, const int64_t *at)
{
    size_t rank = 0;
    for (int32_t d = 0; d < v->rank; d++)
        if (!v->batch[d])
            rank = rank * (size_t)v->shape[d] + (size_t)at[d];
    return rank;
}

static void set_ranks(grn_promised *p, const grn_index_vectors *v)
{
    grn_walk w;
    size_t i = 0;
    p->nranks = 1;
    if (p->sorted) {
        for (p->nranks = 0; p->nranks < p->nvectors; p->nranks++)
            p->rank[p->nranks] = p->nranks;
        return;
    }
    for (int32_t d = 0; d < v->rank; d++)
        p->nranks *= v->batch[d] ? 1 : (size_t)v->shape[d];
    for (grn_walk_init(&w, v->rank, v->shape, 0, NULL); w.more; grn_walk_next(&w))
        p->rank[i++] = rank_of(v, w.index);
}

/* The operand's dimensions lie in the order of falling strides. */
static void set_components(grn_promised *p, const grn_nest *nest)
{
    for (size_t c = 0; c < p->ncomponents; c++) {
        const grn_coordinate *from = &nest->coord[c];
        const component made = {.number = (int32_t)c,
                                .stride = from->operand_stride,
                                .dim = from->dim,
                                .window = from->window > 0 ? from->window : 1,
                                .period = nest->rule.wrap_negative ? from->dim : 0,
                                .drawn = p->source[c].slot != GRN_NO_SLOT};
        size_t at = c;
        for (; at > 0 && p->component[at - 1].stride < made.stride; at--)
            p->component[at] = p->component[at - 1];
        p->component[at] = made;
    }
}

/* An op in a loop runs often with the same inputs. What is kept twice is drawn twice, which does no
 * harm: only the last few that were kept are looked at. */
#define LOOKED_AT 32

static bool is_kept(const grn_promised *list, const grn_index_source *sources, size_t n)
{
    for (int i = 0; list && i < LOOKED_AT; list = list->next, i++)
        if (list->nvectors * list->ncomponents == n && memcmp(list->source, sources, n * sizeof *sources) == 0)
            return true;
    return false;
}

grn_status grn_promised_keep(grn_index_ranges *ranges, const grn_nest *nest, const grn_index_source *sources,
                             const grn_allocator *allocator)
{
    grn_index_vectors v;
    grn_index_vectors_of(nest, &v);
    size_t vectors = (size_t)v.count, n = vectors * (size_t)nest->ncoords; /* few enough to be counted */
    if (is_kept(ranges->promised, sources, n))
        return GRN_OK;
    size_t bytes = sizeof(grn_promised) + n * sizeof *sources + vectors * sizeof(size_t);
    grn_promised *p = grn_allocate(allocator, bytes);
    if (!p)
        return GRN_E_MEMORY;
    *p = (grn_promised){.next = ranges->promised,
                        .bytes = bytes,
                        .sorted = nest->rule.indices_are_sorted,
                        .unique = nest->rule.unique_indices,
                        .base = nest->rule.base,
                        .nvectors = vectors,
                        .ncomponents = (size_t)nest->ncoords,
                        .source = (grn_index_source *)(p + 1)};
    p->rank = (size_t *)(p->source + n);
    memcpy(p->source, sources, n * sizeof *sources);
    set_components(p, nest);
    set_ranks(p, &v);
    ranges->promised = p;
    return GRN_OK;
}

void grn_promised_free(grn_promised *list, const grn_allocator *allocator)
{
    while (list) {
        grn_promised *next = list->next;
        grn_release(allocator, list, list->bytes);
        list = next;
    }
}

/* ---- drawing --------------------------------------------------------------------------------- */

/* A permutation of [0, n): steps that are permutations of [0, 2^bits), repeated until they lead
 * below n. */
typedef struct permutation {
    uint64_t n, mask, factor[2], shift[2];
    unsigned half;
} permutation;

static permutation draw_permutation(uint64_t *state, uint64_t n)
{
    permutation p = {.n = n};
    unsigned bits = 0;
    for (; p.mask + 1 < n; bits++)
        p.mask = 2 * p.mask + 1;
    p.half = bits / 2 + 1;
    for (int i = 0; i < 2; i++) {
        p.factor[i] = grn_draw(state) | 1;
        p.shift[i] = grn_draw(state);
    }
    return p;
}

static uint64_t permuted(const permutation *p, uint64_t x)
{
    x %= p->n;
    do
        for (int i = 0; i < 2; i++) {
            x = (x * p->factor[i] + p->shift[i]) & p->mask;
            x ^= x >> p->half;
        }
    while (x >= p->n);
    return x;
}

/* Number `i` of `count` that ascend within [0, n), and are distinct where there are enough. */
static uint64_t ascending(uint64_t *state, uint64_t i, uint64_t count, uint64_t n)
{
    uint64_t each = n / count, rest = n % count;
    uint64_t from = i * each + i * rest / count, to = (i + 1) * each + (i + 1) * rest / count;
    return from + grn_draw_below(state, to - from);
}

/* Where each component may start: at `cells` places, `window` apart where no two windows may
 * meet. */
typedef struct cells {
    uint64_t count[GRN_MAX_RANK];
    int64_t shift[GRN_MAX_RANK], step[GRN_MAX_RANK];
    uint64_t all; /* 0: there is no place */
} cells;

static cells cells_of(grn_trial *t, const grn_promised *p)
{
    cells out = {.all = 1};
    for (size_t c = 0; c < p->ncomponents; c++) {
        const component *k = &p->component[c];
        out.step[c] = p->unique ? k->window : 1;
        out.count[c] = (uint64_t)(p->unique ? k->dim / k->window : k->dim - k->window + 1);
        int64_t spare = p->unique ? k->dim % k->window : 0;
        out.shift[c] = (int64_t)grn_draw_below(&t->state, (uint64_t)spare + 1);
        if (k->drawn && out.count[c] && out.all > UINT32_MAX / out.count[c])
            out.count[c] = 1; /* enough for any number of vectors there is memory for */
        out.all *= k->drawn ? out.count[c] : 1;
    }
    return out;
}

static void put_start(grn_trial *t, const grn_promised *p, const component *k, size_t vector, int64_t start)
{
    const grn_index_source *s = &p->source[vector * p->ncomponents + (size_t)k->number];
    if (s->slot == GRN_NO_SLOT)
        return;
    size_t input = t->ranges.slots[s->slot].input;
    bool from_end = k->period && !p->sorted && !t->options->only_in_range && grn_draw_below(&t->state, 4) == 0;
    grn_inputs_put_integer(t, input, (int64_t)(s->slot - t->ranges.inputs[input].first_slot),
                           p->base + start - s->added - (from_end ? k->period : 0));
}

/* The vector whose starts are those of a cell. */
static void put_vector(grn_trial *t, const grn_promised *p, const cells *s, size_t vector, uint64_t cell)
{
    for (size_t c = p->ncomponents; c-- > 0;) {
        if (!p->component[c].drawn)
            continue;
        put_start(t, p, &p->component[c], vector, s->shift[c] + (int64_t)(cell % s->count[c]) * s->step[c]);
        cell /= s->count[c];
    }
}

/* Beyond what is in range: by little, and where windows may not meet, most often so far that no
 * window reaches back. */
static int64_t distance(grn_trial *t, const grn_promised *p, const component *k)
{
    int64_t by = 1 + (int64_t)grn_draw_below(&t->state, 2);
    return p->unique && grn_draw_below(&t->state, 4) ? by + k->window - 1 : by;
}

/* Moves the first vector below the range, or the last beyond it, of each batch or, sorted, of
 * all. */
static void put_outside(grn_trial *t, const grn_promised *p)
{
    const bool last = grn_draw_below(&t->state, 2);
    size_t c = 0;
    while (c < p->ncomponents && !p->component[c].drawn)
        c++;
    for (size_t v = 0; c < p->ncomponents && v < p->nvectors; v++) {
        const component *k = &p->component[c];
        const grn_index_source *s = &p->source[v * p->ncomponents + (size_t)k->number];
        bool is_moved = p->rank[v] == (last ? p->nranks - 1 : 0) && s->slot != GRN_NO_SLOT;
        if (is_moved && grn_tries_outside(t, &t->ranges.slots[s->slot]))
            put_start(t, p, k, v, last ? k->dim - k->window + distance(t, p, k) : -distance(t, p, k) - k->period);
    }
}

static void draw_one(grn_trial *t, const grn_promised *p)
{
    const cells s = cells_of(t, p);
    if (s.all == 0)
        return;
    const permutation order = draw_permutation(&t->state, s.all);
    for (size_t v = 0; v < p->nvectors; v++)
        put_vector(t, p, &s, v,
                   p->sorted ? ascending(&t->state, p->rank[v], p->nranks, s.all) : permuted(&order, p->rank[v]));
    if (t->style != GRN_TRY_IN_RANGE)
        put_outside(t, p);
}

void grn_promised_draw(grn_trial *t, const grn_promised *list)
{
    for (; list; list = list->next)
        draw_one(t, list);
}
