/*
 * scatter_radix.c - single elements of one dimension, partitioned by the high
 * bits of their starts before they are combined.
 *
 * A destination that no cache holds costs a line from memory for each update.
 * Partitioned first, the updates of one bucket fall into one part of it, which
 * a cache holds while the bucket is worked on. The partition is stable, so the
 * updates of one element keep their order. Keys and updates lie in the scratch
 * meanwhile. Where a start is out of range and the rule is not to leave it
 * out, everything goes straight from its indices instead.
 */
#include <string.h>

#include "kernels/radix.h"
#include "plan/scatter.h"

/* Buckets whose two streams of stores each stay near. More never paid, on any machine met. */
#define MOST_BUCKETS 32
/* Updates of a bucket share lines, so that more of them must be under way than of random ones. */
#define AHEAD 256

static size_t round_up(size_t bytes)
{
    return (bytes + 63) / 64 * 64;
}

const char *grn_scatter_radix_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    grn_dtype indices = plan->problem.indices->dtype;
    if (!plan->has_scratch)
        return "there is no scratch";
    if (n->nouter != 1 || n->ncoords != 1 || grn_inner_loops(n) > 0 || plan->axis[0].base != 0 || n->clip[0] >= 0)
        return "there is not one run of single elements, by one index each that counts from 0";
    if (plan->axis[0].last > INT32_MAX || n->vectors > GRN_RADIX_MOST_VECTORS)
        return "there are too many elements, or vectors";
    if (grn_radix_histogram(indices) == NULL)
        return "no kernel partitions these indices";
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        const grn_pair *pair = &plan->pairs[i];
        if (pair->coordinate[0] != 1 || pair->operand[0] != 0)
            return "indices do not count elements";
        if (grn_radix_partition(indices, (size_t)pair->element_bytes) == NULL || grn_pair_combiner(plan, pair)->fused == NULL)
            return "no kernel partitions or combines these elements";
    }
    return NULL;
}

static size_t widest(const grn_plan *plan)
{
    size_t bytes = 1;
    for (size_t i = 0; i < plan->problem.npairs; i++)
        bytes = (size_t)plan->pairs[i].element_bytes > bytes ? (size_t)plan->pairs[i].element_bytes : bytes;
    return bytes;
}

/* Keys, updates, and what the partition itself needs: the pairs use it one after the other. */
size_t grn_scatter_radix_scratch(const grn_plan *plan)
{
    size_t vectors = (size_t)plan->normal.vectors, bytes = widest(plan);
    return round_up(vectors * sizeof(uint32_t)) + round_up(vectors * bytes) + round_up(grn_radix_scratch(MOST_BUCKETS));
}

static grn_radix radix_of(const grn_plan *plan, const grn_pair *pair, const grn_run *run, size_t number)
{
    const grn_normal *n = &plan->normal;
    int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    grn_radix r = {.raw = (const char *)run->indices + n->component[0] * index_bytes, .step = n->index[0],
                   .last = plan->axis[0].last, .keep = UINT32_MAX, .payload = run->updates[number],
                   .payload_step = pair->dense[0]};
    while (grn_radix_buckets(&r) > MOST_BUCKETS)
        r.shift++;
    return r;
}

/* All keys are in range; the last few are fewer than the kernel takes at a time. */
static void combine(const grn_accumulate *f, void *current, int64_t last, const uint32_t *key, const char *update, int64_t bytes,
                    int64_t n)
{
    const grn_starts starts = {.raw = key, .ncoords = 1, .last = {last, last}, .scale = {1, 1}, .index32 = true};
    int64_t offset[GRN_BLOCK], done = f->fused(current, &starts, update, n, AHEAD);
    for (int64_t count; done < n; done += count) {
        count = n - done < GRN_BLOCK ? n - done : GRN_BLOCK;
        for (int64_t i = 0; i < count; i++)
            offset[i] = key[done + i];
        f->cells(current, offset, &(grn_updates){update + done * bytes, NULL, 1, count, 0, 1}, 0);
    }
}

/* Whether a start out of range has to be moved into it. */
static bool moves_starts(const grn_plan *plan)
{
    return !plan->tested || plan->axis[0].wrap != 0;
}

void grn_scatter_radix(const grn_plan *plan, size_t number, const grn_run *run)
{
    const grn_pair *pair = &plan->pairs[number];
    const grn_dtype indices = plan->problem.indices->dtype;
    const int64_t vectors = plan->normal.vectors;
    const size_t bytes = (size_t)pair->element_bytes;
    const grn_radix r = radix_of(plan, pair, run, number);
    const int64_t buckets = grn_radix_buckets(&r);
    uint32_t start[MOST_BUCKETS + 1] = {0};
    char *keys = run->scratch, *updates = keys + round_up((size_t)vectors * sizeof(uint32_t));
    grn_radix_histogram(indices)(&r, vectors, start);
    if (start[buckets] > 0 && moves_starts(plan)) {
        grn_scatter_batched(plan, number, run);
        return;
    }
    (void)grn_radix_starts(start, buckets);
    grn_radix_partition(indices, bytes)(&r, vectors, start, updates + round_up((size_t)vectors * widest(plan)),
                                              (uint32_t *)(void *)keys, updates);
    combine(grn_pair_combiner(plan, pair), run->results[number], r.last, (const uint32_t *)(const void *)keys, updates,
            (int64_t)bytes, start[buckets]);
}
