/*
 * radix.c - single elements of one dimension, partitioned by the high
 * bits of their starts before they are read.
 *
 * An operand that no cache holds costs a line from memory for each element. A
 * batch of vectors is partitioned first, so that those of one bucket fall into
 * one part of the operand; then each element goes to the place its vector has
 * in the result, which is as near as the batch is short. Vectors whose start
 * is out of range take the fallback.
 */
#include <string.h>

#include "plan/gather/gather.h"
#include "plan/radix.h"

/* Vectors of a batch: the part of the result that they fill is written at random. */
#define BATCH (INT64_C(1) << 19)
/* Elements of a bucket share lines, so more of them must be in flight than for random starts. */
#define AHEAD 256

const char *grn_gather_radix_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    const grn_pair *pair = &plan->pairs[0];
    if (!plan->has_scratch)
        return "there is no scratch";
    if (n->nouter != 1 || n->ncoords != 1 || grn_inner_loops(n) > 0 || plan->axis[0].base != 0)
        return "there is not one run of single elements, by one index each that counts from 0";
    if (pair->coordinate[0] != 1 || pair->operand[0] != 0 || pair->dense[0] != 1)
        return "indices do not count elements, or the result does not lie together";
    if (plan->rule.indices_are_sorted)
        return "indices are promised to be sorted";
    if (plan->axis[0].last > UINT32_MAX)
        return "a start may need more than 32 bits";
    if (grn_radix_histogram(plan->problem.indices->dtype) == NULL ||
        grn_radix_place((size_t)pair->element_bytes) == NULL)
        return "no kernel partitions these indices, or places these elements";
    return NULL;
}

int64_t grn_gather_radix_batch(const grn_plan *plan)
{
    return plan->normal.vectors < BATCH ? plan->normal.vectors : BATCH;
}

/* Keys, positions, and what the partition itself needs: at most 4 MiB and a little. */
size_t grn_gather_radix_scratch(const grn_plan *plan)
{
    return 2 * grn_round_to_lines((size_t)grn_gather_radix_batch(plan) * sizeof(uint32_t)) +
           grn_round_to_lines(grn_radix_scratch(GRN_BUCKETS));
}

/* Vectors [first, first + count) of the run. */
static void run_batch(const grn_plan *plan, const grn_run *run, const grn_radix *r, int64_t first, int64_t count)
{
    const grn_dtype indices = plan->problem.indices->dtype;
    const int64_t buckets = grn_radix_buckets(r), bytes = plan->pairs[0].element_bytes;
    uint32_t start[GRN_BUCKETS + 1] = {0};
    uint32_t *keys = run->scratch,
             *positions = (uint32_t *)(void *)((char *)run->scratch +
                                               grn_round_to_lines((size_t)grn_gather_radix_batch(plan) * 4));
    void *rest = (char *)positions + grn_round_to_lines((size_t)grn_gather_radix_batch(plan) * 4);
    grn_cursor c;
    grn_radix_histogram(indices)(r, count, start);
    (void)grn_radix_starts(start, buckets);
    grn_radix_partition(indices, 0)(r, count, start, rest, keys, positions);
    const grn_radix_moves moves = {.key = keys, .position = positions, .count = start[buckets], .ahead = AHEAD};
    grn_radix_place((size_t)bytes)((char *)run->result + first * bytes, run->operands[0], &moves);
    grn_cursor_init(&plan->normal, INT64_MAX, &c);
    for (int64_t i = start[buckets]; i < count; i++)
        grn_gather_fallback(plan, run, &c, first + positions[i], 1);
}

grn_status grn_gather_radix(const grn_plan *plan, const grn_run *run)
{
    const int64_t vectors = plan->normal.vectors, index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    grn_radix r = grn_radix_of_run(plan, run);
    const char *raw = r.raw;
    for (int64_t first = 0; first < vectors; first += BATCH) {
        r.raw = raw + first * r.step * index_bytes;
        run_batch(plan, run, &r, first, vectors - first < BATCH ? vectors - first : BATCH);
    }
    return GRN_OK;
}
