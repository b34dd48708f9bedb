/*
 * radix.c - single elements of one dimension, partitioned by the high bits of their starts before
 * they are combined.
 *
 * A destination that no cache holds costs a line from memory for each update. Partitioned first,
 * the updates of one bucket fall into one part of it, which a cache holds while the bucket is
 * worked on. The partition is stable, so the updates of one element keep their order. Keys and
 * updates lie in the scratch meanwhile. On threads each partitions a part of the vectors, then each
 * takes buckets, whose elements are no other bucket's. Where a start is out of range and the rule
 * is not to leave it out, everything goes by batches instead.
 */
#include <string.h>

#include "plan/radix.h"
#include "plan/scatter/scatter.h"

/* Updates of a bucket share lines, so more of them must be in flight than for random targets. */
#define AHEAD 256

const char *grn_scatter_radix_obstacle(const grn_plan *plan)
{
    const grn_normal *n = &plan->normal;
    grn_dtype indices = plan->problem.indices->dtype;
    if (!plan->has_scratch)
        return "there is no scratch";
    if (n->nouter != 1 || n->ncoords != 1 || grn_inner_loops(n) > 0 || plan->axis[0].base != 0 || n->clip[0] >= 0)
        return "there is not one run of single elements, by one index each that counts from 0";
    if (plan->rule.indices_are_sorted)
        return "indices are promised to be sorted";
    if (plan->axis[0].last > INT32_MAX || n->vectors > GRN_RADIX_MOST_VECTORS)
        return "there are too many elements, or vectors";
    if (grn_radix_histogram(indices) == NULL)
        return "no kernel partitions these indices";
    for (size_t i = 0; i < plan->problem.npairs; i++) {
        const grn_pair *pair = &plan->pairs[i];
        if (pair->coordinate[0] != 1 || pair->operand[0] != 0)
            return "indices do not count elements";
        if (grn_radix_partition(indices, (size_t)pair->element_bytes) == NULL ||
            grn_pair_combiner(plan, pair)->fused == NULL)
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

/* ---- scratch: the keys of all vectors, their updates, then what each part's partition needs -- */

static size_t places_bytes(void) { return grn_round_to_lines(grn_radix_scratch(GRN_BUCKETS)); }

/* Of one part; the pairs use it one after the other. */
size_t grn_scatter_radix_scratch(const grn_plan *plan)
{
    size_t parts = (size_t)plan->cut.parts, share = ((size_t)plan->normal.vectors + parts - 1) / parts;
    return grn_round_to_lines(share * sizeof(uint32_t)) + grn_round_to_lines(share * widest(plan)) + places_bytes();
}

/* One pair's updates in the scratch. Part i has the vectors from first_vector(i) on. */
typedef struct job {
    const grn_plan *plan;
    const grn_run *run;
    size_t number;
    grn_radix radix; /* of all vectors */
    uint32_t *keys;
    char *updates, *places;
    uint32_t start[GRN_MOST_OWNERS][GRN_BUCKETS + 1]; /* by part and bucket; the last is for starts out of range */
    uint32_t first[GRN_BUCKETS + 1];                  /* of each bucket, of all parts */
} job;

static void init_job(job *j, const grn_plan *plan, size_t number, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    size_t keys_bytes = grn_round_to_lines((size_t)n->vectors * sizeof(uint32_t));
    size_t updates_bytes = grn_round_to_lines((size_t)n->vectors * widest(plan));
    j->plan = plan;
    j->run = run;
    j->number = number;
    j->radix = grn_radix_of_run(plan, run);
    j->radix.payload = run->updates[number];
    j->radix.payload_step = plan->pairs[number].dense[0];
    j->keys = run->scratch;
    j->updates = (char *)run->scratch + keys_bytes;
    j->places = j->updates + updates_bytes;
}

static int64_t first_vector(const grn_plan *plan, int32_t part)
{
    return grn_part_begin(&plan->cut, plan->normal.vectors, part);
}

static grn_radix radix_of_part(const job *j, int32_t i)
{
    grn_radix r = j->radix;
    int64_t first = first_vector(j->plan, i);
    r.raw = (const char *)r.raw + first * r.step * (int64_t)grn_dtype_bytes(j->plan->problem.indices->dtype);
    r.payload = (const char *)r.payload + first * r.payload_step * j->plan->pairs[j->number].element_bytes;
    return r;
}

/* ---- what a part does ------------------------------------------------------------------------ */

static void count_part(void *context, int32_t i)
{
    job *j = context;
    const grn_radix r = radix_of_part(j, i);
    memset(j->start[i], 0, sizeof j->start[i]);
    grn_radix_histogram(j->plan->problem.indices->dtype)(&r, first_vector(j->plan, i + 1) - first_vector(j->plan, i),
                                                         j->start[i]);
}

/* Within a bucket the parts follow each other, so that equal starts keep their order. */
static void place_parts(job *j, int64_t buckets)
{
    uint32_t before = 0;
    for (int64_t b = 0; b <= buckets; b++) {
        j->first[b] = before;
        for (int32_t i = 0; i < j->plan->cut.parts; i++) {
            uint32_t count = j->start[i][b];
            j->start[i][b] = before;
            before += count;
        }
    }
}

static void partition_part(void *context, int32_t i)
{
    const job *j = context;
    const grn_radix r = radix_of_part(j, i);
    const size_t bytes = (size_t)j->plan->pairs[j->number].element_bytes;
    grn_radix_partition(j->plan->problem.indices->dtype,
                        bytes)(&r, first_vector(j->plan, i + 1) - first_vector(j->plan, i), j->start[i],
                               j->places + places_bytes() * (size_t)i, j->keys, j->updates);
}

/* All keys are in range; the last few are fewer than the kernel takes at a time. */
static void combine(const grn_accumulate *f, void *current, int64_t last, const uint32_t *key, const char *update,
                    int64_t bytes, int64_t n)
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

static void combine_bucket(void *context, int32_t b)
{
    const job *j = context;
    const grn_pair *pair = &j->plan->pairs[j->number];
    const uint32_t first = j->first[b];
    combine(grn_pair_combiner(j->plan, pair), j->run->results[j->number], j->radix.last, j->keys + first,
            j->updates + (int64_t)first * pair->element_bytes, pair->element_bytes, j->first[b + 1] - first);
}

/* ---- all parts ------------------------------------------------------------------------------- */

/* Whether a start out of range has to be moved into it. */
static bool moves_starts(const grn_plan *plan) { return !plan->tested || plan->axis[0].wrap != 0; }

static void for_each(const grn_plan *plan, int32_t ntasks, void (*task)(void *context, int32_t i), job *j)
{
    if (plan->cut.parts > 1) {
        plan->parallel->for_each(plan->parallel->user, ntasks, task, j);
        return;
    }
    for (int32_t i = 0; i < ntasks; i++)
        task(j, i);
}

void grn_scatter_radix(const grn_plan *plan, size_t number, const grn_run *run)
{
    job j;
    init_job(&j, plan, number, run);
    const int64_t buckets = grn_radix_buckets(&j.radix);
    for_each(plan, plan->cut.parts, count_part, &j);
    place_parts(&j, buckets);
    if (j.first[buckets] < plan->normal.vectors && moves_starts(plan)) {
        grn_scatter_batched(plan, number, run);
        return;
    }
    for_each(plan, plan->cut.parts, partition_part, &j);
    for_each(plan, (int32_t)buckets, combine_bucket, &j);
}

grn_status grn_scatter_by_buckets(const grn_plan *plan, const grn_run *run)
{
    for (size_t i = 0; i < plan->problem.npairs; i++)
        grn_scatter_radix(plan, i, run);
    return GRN_OK;
}
