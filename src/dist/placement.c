/* placement.c - a layout worked out for all ranks: parts, shards, holders. */
#include <inttypes.h>
#include <string.h>

#include "dist/dist.h"

/* ---- spans ----------------------------------------------------------------------------------- */

static int64_t gcd(int64_t a, int64_t b)
{
    while (b) {
        const int64_t r = a % b;
        a = b;
        b = r;
    }
    return a;
}

static int64_t last_of(grn_dist_span s) { return s.first + (s.count - 1) * s.step; }

grn_dist_span grn_dist_span_meet(grn_dist_span a, grn_dist_span b)
{
    const grn_dist_span none = {0, 1, 0};
    if (a.count <= 0 || b.count <= 0)
        return none;
    const int64_t last = last_of(a) < last_of(b) ? last_of(a) : last_of(b);
    const int64_t step = a.step / gcd(a.step, b.step) * b.step;
    int64_t k = a.first < b.first ? a.first + (b.first - a.first + a.step - 1) / a.step * a.step : a.first;
    for (int64_t tries = 0; tries < b.step && k <= last; tries++, k += a.step)
        if ((k - b.first) % b.step == 0)
            return (grn_dist_span){k, step, (last - k) / step + 1};
    return none;
}

/* ---- placements ------------------------------------------------------------------------------ */

static grn_status allocate(grn_placement *p, const grn_allocator *allocator, const grn_diag *diag)
{
    size_t parts, count;
    if (!grn_mul_size((size_t)p->ranks, (size_t)p->rank, &parts) ||
        !grn_add_size(parts, 3 * (size_t)p->ranks + 2, &count) || !grn_mul_size(count, sizeof(int32_t), &p->bytes))
        return grn_dist_refused(diag);
    p->allocator = allocator;
    p->part = grn_allocate(allocator, p->bytes);
    if (!p->part)
        return grn_dist_refused(diag);
    p->shard = p->part + parts;
    p->holders = p->shard + p->ranks;
    p->first = p->holders + p->ranks;
    return GRN_OK;
}

/* The number of shards; false: more than there are ranks, so that some shard has no holder. */
static bool weigh(grn_placement *p)
{
    int64_t shards = 1;
    for (int32_t d = p->rank - 1; d >= 0; d--) {
        p->weight[d] = (int32_t)shards;
        shards *= p->parts[d];
        if (shards > p->ranks)
            return false;
    }
    p->nshards = (int32_t)shards;
    return true;
}

/* Ranks by their shards; false: a shard has no holder. */
static bool list_holders(grn_placement *p)
{
    memset(p->first, 0, ((size_t)p->nshards + 1) * sizeof *p->first);
    for (int32_t r = 0; r < p->ranks; r++) {
        p->shard[r] = 0;
        for (int32_t d = 0; d < p->rank; d++)
            p->shard[r] += grn_part_of(p, r, d) * p->weight[d];
        p->first[p->shard[r] + 1]++;
    }
    bool all = true;
    for (int32_t s = 0; s < p->nshards; s++) {
        all = all && p->first[s + 1] > 0;
        p->first[s + 1] += p->first[s];
    }
    for (int32_t r = p->ranks - 1; r >= 0; r--) /* from the back, so that first[s + 1] ends as first[s] */
        p->holders[--p->first[p->shard[r] + 1]] = r;
    memmove(p->first, p->first + 1, (size_t)p->nshards * sizeof *p->first);
    p->first[p->nshards] = p->ranks;
    return all;
}

static grn_status end_without_memory(grn_placement *p, const char *name, const grn_diag *diag)
{
    grn_placement_end(p);
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                    "%s: by its layout there is a part that none of the %d ranks has: each combination of parts must "
                    "be some rank's",
                    name, (int)p->ranks);
}

grn_status grn_placement_of(const grn_layout *layout, int32_t ranks, const char *name, const grn_allocator *allocator,
                            const grn_diag *diag, grn_placement *out)
{
    *out = (grn_placement){.ranks = ranks, .rank = layout->rank};
    grn_status status = allocate(out, allocator, diag);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < layout->rank; d++) {
        const int32_t step = layout->step[d] ? layout->step[d] : 1;
        out->shape[d] = layout->shape[d];
        out->parts[d] = layout->parts[d] ? layout->parts[d] : 1;
        out->owner[d] = layout->owner[d];
        for (int32_t r = 0; r < ranks; r++)
            out->part[(int64_t)r * layout->rank + d] =
                layout->part_of ? layout->part_of[(int64_t)r * layout->rank + d] : r / step % out->parts[d];
    }
    return weigh(out) && list_holders(out) ? GRN_OK : end_without_memory(out, name, diag);
}

grn_status grn_placement_like(const grn_placement *like, int32_t rank, const int64_t *shape, const int32_t *dim,
                              const grn_allocator *allocator, const grn_diag *diag, grn_placement *out)
{
    *out = (grn_placement){.ranks = like->ranks, .rank = rank};
    grn_status status = allocate(out, allocator, diag);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < rank; d++) {
        out->shape[d] = shape[d];
        out->parts[d] = dim[d] < 0 ? 1 : like->parts[dim[d]];
        out->owner[d] = dim[d] < 0 ? GRN_OWNER_BLOCK : like->owner[dim[d]];
        for (int32_t r = 0; r < like->ranks; r++)
            out->part[(int64_t)r * rank + d] = dim[d] < 0 ? 0 : grn_part_of(like, r, dim[d]);
    }
    return weigh(out) && list_holders(out) ? GRN_OK : end_without_memory(out, "indices", diag);
}

void grn_placement_end(grn_placement *p)
{
    grn_release(p->allocator, p->part, p->bytes);
    p->part = NULL;
}

int32_t grn_placement_pick(const grn_placement *p, int32_t shard, int32_t rank)
{
    const int32_t first = p->first[shard], count = p->first[shard + 1] - first;
    return p->shard[rank] == shard ? rank : p->holders[first + rank % count];
}

void grn_placement_local_shape(const grn_placement *p, int32_t rank, int64_t *shape)
{
    for (int32_t d = 0; d < p->rank; d++)
        shape[d] = grn_rank_span(p, rank, d).count;
}

bool grn_placed_alike(const grn_placement *a, int32_t da, const grn_placement *b, int32_t db)
{
    if (a->parts[da] != b->parts[db])
        return false;
    if (a->parts[da] == 1)
        return true;
    bool alike = a->owner[da] == b->owner[db] && (a->owner[da] == GRN_OWNER_CYCLIC || a->shape[da] == b->shape[db]);
    for (int32_t r = 0; r < a->ranks && alike; r++)
        alike = grn_part_of(a, r, da) == grn_part_of(b, r, db);
    return alike;
}
