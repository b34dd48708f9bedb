/*
 * radix.c - ways that no plan has yet, beside what a plan does, on one thread:
 *
 *   scatter, gather   elements of one dimension: partition by the high bits of the index, then bucket after bucket
 *   columns           elements along the first of two dimensions: blocks of columns where they lie, without packing;
 *                     "blocks W/1" fetches the targets of the next row of indices while it works on one
 *
 * Ways take turns within each of some repeats. The least time counts, of the processor, as others may use it too. The
 * result of every way is held against the plan's, bit for bit. What the command line leaves open is swept.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/job.h"
#include "common/measure.h"
#include "kernels/hints.h"
#include "kernels/radix.h"
#include "kernels/take.h"

#define MIB ((int64_t)1 << 20)
#define MOST_WAYS 64

typedef struct options {
    const char *kind, *pages;
    int64_t mib, vectors, columns, index_bytes;
    int repeats;
} options;

/* One case: the tensors of a job, and what ways have to work in. */
#define MOST_NAMED 2
typedef struct problem {
    bench_job job, named[MOST_NAMED]; /* by the plan's own choice, and by strategies that are named; no plan: not possible */
    bool is_scatter, large_pages;
    grn_dtype index_dtype;
    int64_t rows, columns, vectors; /* operand [rows, columns], indices [vectors, columns] */
    size_t operand_bytes, index_bytes, dense_bytes;
    char *scratch; /* SCRATCH_PER_VECTOR each, and the buffers */
    const grn_kernels *kernels;
} problem;

typedef struct way {
    char name[48];
    void (*run)(problem *p, int64_t parameter, int64_t second);
    int64_t parameter, second;
    double least_ns;
} way;

/* ---- partition, then bucket after bucket ------------------------------------------------------------------------------ */

#define SCRATCH_PER_VECTOR 24
#define BUFFERS_BYTES (4 * MIB)
#define AHEAD 256 /* in vectors, several of which share a line of a bucket */

static int32_t bits_of(int64_t last)
{
    int32_t bits = 0;
    while (bits < 63 && last >> bits != 0)
        bits++;
    return bits;
}

/* Where a partition's parts lie: buffers, starts, then keys and payloads of `n` vectors. */
typedef struct parts {
    char *buffers;
    uint32_t *start, *key;
    char *payload, *more;
} parts;

static parts parts_of(const problem *p, int64_t n, size_t size)
{
    parts s = {.buffers = p->scratch, .start = (uint32_t *)(void *)(p->scratch + BUFFERS_BYTES)};
    s.key = (uint32_t *)(void *)(p->scratch + 2 * BUFFERS_BYTES);
    s.payload = (char *)(s.key + (n + 15) / 16 * 16);
    s.more = s.payload + (size_t)((n + 63) / 64 * 64) * size;
    return s;
}

static int32_t shift_for(int64_t last, int64_t bits)
{
    int32_t all = bits_of(last);
    return all > (int32_t)bits ? all - (int32_t)bits : 0;
}

/* `stream`: past the caches, where this machine has such stores. */
static grn_radix_partition_fn partition_of(const problem *p, grn_dtype dtype, size_t size, bool stream)
{
    if (stream && strcmp(p->kernels->name, "avx512") == 0)
        return grn_radix_partition_avx512(dtype, size);
    if (stream && strcmp(p->kernels->name, "avx2") == 0)
        return grn_radix_partition_avx2(dtype, size);
    return grn_radix_partition_plain(dtype, size);
}

/* Answers how many starts are in range, which come first. */
static int64_t partition(const problem *p, const grn_radix *r, grn_dtype dtype, size_t size, bool stream, int64_t n,
                         const parts *s)
{
    int64_t buckets = grn_radix_buckets(r);
    memset(s->start, 0, (size_t)(buckets + 1) * sizeof *s->start);
    grn_radix_histogram(dtype)(r, n, s->start);
    if (grn_radix_starts(s->start, buckets) != n || grn_radix_scratch(buckets, size) > BUFFERS_BYTES)
        bench_give_up("a partition does not fit");
    partition_of(p, dtype, size, stream)(r, n, s->start, s->buffers, s->key, s->payload);
    return s->start[buckets];
}

/* Every update to the element that its key tells. */
static void accumulate(const grn_accumulate *f, void *current, int64_t last, const uint32_t *key, const void *update,
                       int64_t n, int64_t ahead)
{
    const grn_starts starts = {.raw = key, .ncoords = 1, .last = {last, last}, .scale = {1, 1}, .index32 = true};
    int64_t offset[128], done = f->fused(current, &starts, update, n, ahead);
    for (int64_t i = done; i < n; i++)
        offset[i - done] = key[i];
    f->cells(current, offset, &(grn_updates){(const float *)update + done, NULL, 1, n - done, 0, 1}, 0);
}

static void scatter_buckets(problem *p, int64_t bits, bool stream, int64_t batch)
{
    const grn_accumulate *add = p->kernels->accumulate(GRN_COMBINE_ADD, GRN_F32);
    for (int64_t first = 0; first < p->vectors; first += batch) {
        int64_t n = p->vectors - first < batch ? p->vectors - first : batch;
        parts s = parts_of(p, n, 4);
        const grn_radix r = {.raw = (const char *)p->job.indices.data + (size_t)first * p->index_bytes, .step = 1,
                             .last = p->rows - 1, .shift = shift_for(p->rows - 1, bits), .keep = UINT32_MAX,
                             .payload = (const float *)p->job.dense.data + first, .payload_step = 1};
        int64_t inside = partition(p, &r, p->index_dtype, 4, stream, n, &s);
        accumulate(add, p->job.operand.data, p->rows - 1, s.key, s.payload, inside, AHEAD);
    }
}

static void run_scatter(problem *p, int64_t bits, int64_t batch)
{
    scatter_buckets(p, bits, true, batch > 0 ? batch : p->vectors);
}

static void run_scatter_plain(problem *p, int64_t bits, int64_t batch)
{
    scatter_buckets(p, bits, false, batch > 0 ? batch : p->vectors);
}

/* Only the partition, to see what it takes of the whole. */
static void run_partition_alone(problem *p, int64_t bits, int64_t unused)
{
    (void)unused;
    parts s = parts_of(p, p->vectors, 4);
    const grn_radix r = {.raw = p->job.indices.data, .step = 1, .last = p->rows - 1,
                         .shift = shift_for(p->rows - 1, bits), .keep = UINT32_MAX, .payload = p->job.dense.data,
                         .payload_step = 1};
    partition(p, &r, p->index_dtype, 4, false, p->vectors, &s);
}

/* Batches whose results lie in a cache: partition (index, position), place each bucket's elements. */
static void run_gather_place(problem *p, int64_t bits, int64_t batch)
{
    batch = batch > 0 ? batch : p->vectors;
    for (int64_t first = 0; first < p->vectors; first += batch) {
        int64_t n = p->vectors - first < batch ? p->vectors - first : batch;
        parts s = parts_of(p, n, 4);
        const grn_radix r = {.raw = (const char *)p->job.indices.data + (size_t)first * p->index_bytes, .step = 1,
                             .last = p->rows - 1, .shift = shift_for(p->rows - 1, bits), .keep = UINT32_MAX};
        int64_t inside = partition(p, &r, p->index_dtype, 0, false, n, &s);
        const grn_radix_moves m = {s.key, (const uint32_t *)(void *)s.payload, inside, AHEAD, batch == p->vectors};
        grn_radix_place(4)((float *)p->job.dense.data + first, p->job.operand.data, &m);
    }
}

/* The values of all buckets, then a partition of (position, value), then each value to its place. */
static void run_gather_twice(problem *p, int64_t bits, int64_t place_bits)
{
    int64_t n = p->vectors;
    parts s = parts_of(p, n, 4), t;
    const grn_radix r = {.raw = p->job.indices.data, .step = 1, .last = p->rows - 1,
                         .shift = shift_for(p->rows - 1, bits), .keep = UINT32_MAX};
    int64_t inside = partition(p, &r, p->index_dtype, 0, false, n, &s);
    float *value = (float *)(void *)s.more;
    const grn_fused how = {.last = p->rows - 1, .scale = 4, .ahead = AHEAD};
    grn_fused_fn take = p->kernels->take->fused(GRN_UI32, 4, true);
    for (int64_t i = 0; i < inside;) { /* it may stop within a group of the end */
        int64_t done = take(value + i, p->job.operand.data, s.key + i, inside - i, &how);
        i += done;
        if (i < inside && done == 0) {
            value[i] = ((const float *)p->job.operand.data)[s.key[i]];
            i++;
        }
    }
    p->kernels->take->fence();
    t = s;
    t.key = (uint32_t *)(void *)(value + (n + 15) / 16 * 16);
    t.payload = (char *)(t.key + (n + 15) / 16 * 16);
    const grn_radix back = {.raw = s.payload, .step = 1, .last = n - 1, .shift = shift_for(n - 1, place_bits),
                            .keep = UINT32_MAX, .payload = value, .payload_step = 1};
    partition(p, &back, GRN_UI32, 4, false, inside, &t);
    accumulate(p->kernels->replace(4), p->job.dense.data, n - 1, t.key, t.payload, inside, 0);
}

/* ---- blocks of columns ------------------------------------------------------------------------------------------------ */

#define ROWS_AHEAD 6 /* of indices and updates */

static int64_t index_at(const problem *p, const char *raw, int64_t k)
{
    int64_t wide;
    int32_t narrow;
    if (p->index_bytes == 8) {
        memcpy(&wide, raw + k * 8, sizeof wide);
        return wide;
    }
    memcpy(&narrow, raw + k * 4, sizeof narrow);
    return narrow;
}

/* All index vectors of columns [c, c + width), then those of the next block. */
static void run_gather_columns(problem *p, int64_t width, int64_t unused)
{
    const int64_t columns = p->columns, bytes = (int64_t)p->index_bytes;
    grn_fused_fn take = p->kernels->take->fused(p->index_dtype, 4, false);
    const grn_fused how = {.last = p->rows - 1, .scale = columns * 4, .step = 4};
    (void)unused;
    for (int64_t c = 0; c < columns; c += width) {
        int64_t n = columns - c < width ? columns - c : width;
        const char *raw = (const char *)p->job.indices.data + c * bytes, *from = (const char *)p->job.operand.data + c * 4;
        char *to = (char *)p->job.dense.data + c * 4;
        for (int64_t i = 0; i < p->vectors; i++, raw += columns * bytes, to += columns * 4) {
            if (i + ROWS_AHEAD < p->vectors)
                p->kernels->prefetch(raw + ROWS_AHEAD * columns * bytes, n * bytes, false);
            for (int64_t k = 0; k < n;) {
                k += take(to + k * 4, from + k * 4, raw + k * bytes, n - k, &how);
                for (int64_t end = k + 16; k < n && k < end; k++)
                    memcpy(to + k * 4, from + index_at(p, raw, k) * columns * 4 + k * 4, 4);
            }
        }
    }
}

/* The targets of one row of indices, soon to be written. Any index may stand there: nothing is read. */
static void fetch_targets(const problem *p, const float *to, const char *raw, int64_t n)
{
    const uintptr_t step = (uintptr_t)p->columns * sizeof *to;
    for (int64_t k = 0; k < n; k++)
        FETCH_TO_WRITE((const char *)((uintptr_t)(to + k) + (uintptr_t)index_at(p, raw, k) * step));
}

/* One row of updates: columns [0, n) of a block. */
static void add_row(const problem *p, const grn_accumulate *add, float *to, const char *raw, const float *from, int64_t n)
{
    int64_t wide[GRN_BLOCK], offset[64];
    const void *index = raw;
    if (p->index_bytes == 4) {
        p->kernels->widen(GRN_I32)(raw, n, wide);
        index = wide;
    }
    grn_starts s = {.raw = index, .ncoords = 1, .last = {p->rows - 1, p->rows - 1}, .scale = {p->columns, 1}};
    int64_t k = add->stepped(to, &s, from, n, 0);
    for (int64_t j = k; j < n; j++)
        offset[j - k] = ((const int64_t *)index)[j] * p->columns + j;
    if (k < n)
        add->cells(to, offset, &(grn_updates){from + k, NULL, 1, n - k, 0, 1}, 0);
}

/* `follow`: the next row's targets are fetched before this row is worked on. */
static void run_scatter_columns(problem *p, int64_t width, int64_t follow)
{
    const int64_t columns = p->columns, bytes = (int64_t)p->index_bytes;
    const grn_accumulate *add = p->kernels->accumulate(GRN_COMBINE_ADD, GRN_F32);
    for (int64_t c = 0; c < columns; c += width) {
        int64_t n = columns - c < width ? columns - c : width;
        const char *raw = (const char *)p->job.indices.data + c * bytes;
        const float *from = (const float *)p->job.dense.data + c;
        float *to = (float *)p->job.operand.data + c;
        for (int64_t i = 0; i < p->vectors; i++, raw += columns * bytes, from += columns) {
            if (i + ROWS_AHEAD < p->vectors) {
                p->kernels->prefetch(raw + ROWS_AHEAD * columns * bytes, n * bytes, false);
                p->kernels->prefetch(from + ROWS_AHEAD * columns, n * 4, false);
            }
            if (follow != 0 && i + 1 < p->vectors)
                fetch_targets(p, to, raw + columns * bytes, n);
            add_row(p, add, to, raw, from, n);
        }
    }
}

/* ---- the plan, and what is measured --------------------------------------------------------------------------------- */

static void run_plan(problem *p, int64_t unused, int64_t unused_too)
{
    (void)unused;
    (void)unused_too;
    bench_job_run(&p->job);
    if (p->job.status != GRN_OK)
        bench_give_up("a plan does not run");
}

static void run_named(problem *p, int64_t which, int64_t unused)
{
    (void)unused;
    bench_job_run(&p->named[which]);
    if (p->named[which].status != GRN_OK)
        bench_give_up("a named plan does not run");
}

static const char *strategy_name(const problem *p, int which)
{
    static const char *const names[2][MOST_NAMED] = {{"fused,,cells", "panels,,cells"}, {"fused,,cells", "panels,,cells"}};
    return names[p->is_scatter][which];
}

static void name_strategies(problem *p)
{
    for (int i = 0; i < MOST_NAMED; i++) {
        const bench_setup setup = {.threads = 1, .composition = bench_composition_of(strategy_name(p, i))};
        p->named[i] = p->job;
        p->named[i].plan = NULL;
        if (p->columns > 1 && bench_job_ready(&p->named[i], &setup) != GRN_OK)
            p->named[i].plan = NULL;
    }
}

static void *random_elements(size_t bytes, bool large)
{
    float *data = bench_allocate(bytes, large);
    uint64_t state = 7;
    for (size_t i = 0; i < bytes / sizeof *data; i++)
        data[i] = (float)(bench_random(&state) >> 40) / 16777216.0f;
    return data;
}

static void *random_indices(const problem *p, size_t bytes)
{
    char *data = bench_allocate(bytes, p->large_pages);
    uint64_t state = 11;
    for (size_t at = 0; at < bytes; at += p->index_bytes) {
        int64_t index = (int64_t)(bench_random(&state) % (uint64_t)p->rows);
        memcpy(data + at, &index, p->index_bytes);
    }
    return data;
}

static void describe(problem *p)
{
    bool flat = p->columns == 1;
    const int64_t operand[] = {p->rows, p->columns}, dense[] = {p->vectors, p->columns};
    bench_job *job = &p->job;
    job->is_scatter = p->is_scatter;
    job->combiner = GRN_COMBINE_ADD;
    job->gather.dims = (grn_dimension_numbers){.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}},
                                               .index_vector_dim = flat ? 1 : 2};
    job->gather.slice_sizes = flat ? (grn_dims){1, {1}} : (grn_dims){2, {1, 1}};
    if (!flat) {
        job->gather.dims.operand_batching_dims = (grn_dims){1, {1}};
        job->gather.dims.start_indices_batching_dims = (grn_dims){1, {1}};
    }
    job->gather.index.bounds = p->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    if (grn_tensor_init(&job->operand, NULL, GRN_F32, flat ? 1 : 2, operand) != GRN_OK ||
        grn_tensor_init(&job->indices, NULL, p->index_dtype, flat ? 1 : 2, dense) != GRN_OK ||
        grn_tensor_init(&job->dense, NULL, GRN_F32, flat ? 1 : 2, dense) != GRN_OK)
        bench_give_up("a shape is too large");
}

static size_t scratch_bytes(const problem *p)
{
    return (size_t)(2 * BUFFERS_BYTES + (p->columns == 1 ? SCRATCH_PER_VECTOR * (p->vectors + 64) : 0));
}

static void begin(problem *p)
{
    static const bench_setup one = {.threads = 1};
    int64_t cells = p->vectors * p->columns;
    p->kernels = grn_kernels_here();
    p->index_dtype = p->index_bytes == 8 ? GRN_I64 : GRN_I32;
    describe(p);
    p->operand_bytes = (size_t)(p->rows * p->columns) * 4;
    p->dense_bytes = (size_t)cells * 4;
    p->job.operand.data = random_elements(p->operand_bytes, p->large_pages);
    p->job.dense.data = random_elements(p->dense_bytes, p->large_pages);
    p->job.indices.data = random_indices(p, (size_t)cells * p->index_bytes);
    p->scratch = bench_allocate(scratch_bytes(p), p->large_pages);
    if (bench_job_ready(&p->job, &one) != GRN_OK)
        bench_give_up("a plan cannot be made");
    name_strategies(p);
}

static void end(problem *p)
{
    bench_release(p->scratch, scratch_bytes(p));
    bench_release(p->job.operand.data, p->operand_bytes);
    bench_release(p->job.dense.data, p->dense_bytes);
    bench_release(p->job.indices.data, (size_t)(p->vectors * p->columns) * p->index_bytes);
    bench_job_end(&p->job);
    for (int i = 0; i < MOST_NAMED; i++)
        if (p->named[i].plan != NULL)
            bench_job_end(&p->named[i]);
}

/* Of the destination after one run on zeros. */
static uint64_t digest(problem *p, const way *w)
{
    void *destination = p->is_scatter ? p->job.operand.data : p->job.dense.data;
    size_t bytes = p->is_scatter ? p->operand_bytes : p->dense_bytes;
    const uint32_t *word = destination;
    uint64_t sum = 0;
    memset(destination, 0, bytes);
    w->run(p, w->parameter, w->second);
    for (size_t i = 0; i < bytes / 4; i++)
        sum += (word[i] + UINT64_C(1)) * (i * UINT64_C(0x9E3779B97F4A7C15) | 1);
    return sum;
}

static void measure(problem *p, way *ways, int count, int repeats)
{
    uint64_t right = digest(p, &ways[0]);
    for (int i = 0; i < count; i++) {
        bool seen = i > 0 && ways[i].run == ways[i - 1].run && ways[i].second == ways[i - 1].second;
        ways[i].least_ns = 1e300;
        if (!seen && ways[i].run != run_partition_alone && digest(p, &ways[i]) != right) {
            printf("%s: WRONG RESULT\n", ways[i].name);
            exit(1);
        }
    }
    for (int r = 0; r < repeats; r++)
        for (int i = 0; i < count; i++) {
            double from = bench_now_ns(true);
            ways[i].run(p, ways[i].parameter, ways[i].second);
            double ns = bench_now_ns(true) - from;
            ways[i].least_ns = ns < ways[i].least_ns ? ns : ways[i].least_ns;
        }
}

static void report(problem *p, const way *ways, int count)
{
    char strategy[BENCH_COMPOSITION_BYTES];
    double cells = (double)(p->vectors * p->columns);
    const bench_composition composition = bench_job_composition(&p->job);
    bench_composition_text(&composition, strategy);
    for (int i = 0; i < count; i++)
        printf("%s,%s,%lld,%lld,%lld,%lld,%s,%s,%.3f,%.3f\n", p->columns == 1 ? "elements" : "columns",
               p->is_scatter ? "scatter" : "gather", (long long)(p->operand_bytes / (size_t)MIB), (long long)p->vectors,
               (long long)p->columns, (long long)p->index_bytes, p->large_pages ? "2M" : "4K",
               i == 0 ? strategy : ways[i].name, ways[i].least_ns / cells, ways[0].least_ns / ways[i].least_ns);
    fflush(stdout);
}

static void add_way(way *ways, int *count, const char *name, void (*run)(problem *, int64_t, int64_t), int64_t parameter,
                    int64_t second)
{
    way *w = &ways[(*count)++];
    *w = (way){.run = run, .parameter = parameter, .second = second};
    if (run == run_named)
        snprintf(w->name, sizeof w->name, "%s", name);
    else if (second > 0)
        snprintf(w->name, sizeof w->name, "%s %lld/%lld", name, (long long)parameter, (long long)second);
    else
        snprintf(w->name, sizeof w->name, "%s %lld", name, (long long)parameter);
}

static int ways_of_scatter(const problem *p, way *ways)
{
    static const int64_t bits[] = {3, 4, 5, 6}, more[] = {6, 8, 10};
    int count = 0;
    add_way(ways, &count, "plan", run_plan, 0, 0);
    for (size_t b = 0; b < sizeof bits / sizeof *bits; b++)
        add_way(ways, &count, "buckets", run_scatter_plain, bits[b], 0);
    for (size_t b = 0; b < sizeof more / sizeof *more; b++)
        add_way(ways, &count, "buckets NT", run_scatter, more[b], 0);
    if (p->vectors > 4 * MIB)
        add_way(ways, &count, "buckets by batches", run_scatter_plain, 5, 4 * MIB);
    add_way(ways, &count, "(partition alone)", run_partition_alone, 5, 0);
    return count;
}

static int ways_of_gather(const problem *p, way *ways)
{
    static const int64_t bits[] = {3, 5};
    int count = 0;
    (void)p;
    add_way(ways, &count, "plan", run_plan, 0, 0);
    for (size_t b = 0; b < sizeof bits / sizeof *bits; b++)
        add_way(ways, &count, "place", run_gather_place, bits[b], 0);
    add_way(ways, &count, "place by batches", run_gather_place, 4, MIB / 4);
    add_way(ways, &count, "place by batches", run_gather_place, 5, 2 * MIB);
    add_way(ways, &count, "partition twice", run_gather_twice, 5, 4);
    add_way(ways, &count, "partition twice", run_gather_twice, 5, 5);
    return count;
}

static int ways_of_columns(const problem *p, way *ways)
{
    static const int64_t widths[] = {16, 32, 64, 128, 256, 512};
    int count = 0;
    add_way(ways, &count, "plan", run_plan, 0, 0);
    for (int i = 0; i < MOST_NAMED; i++)
        if (p->named[i].plan != NULL)
            add_way(ways, &count, strategy_name(p, i), run_named, i, 0);
    for (size_t k = 0; k < sizeof widths / sizeof *widths; k++)
        for (int64_t follow = 0; follow <= p->is_scatter; follow++)
            if (widths[k] <= p->columns && (!p->is_scatter || widths[k] >= 64))
                add_way(ways, &count, "blocks", p->is_scatter ? run_scatter_columns : run_gather_columns, widths[k], follow);
    return count;
}

static void run_case(const options *o, problem *p)
{
    way ways[MOST_WAYS];
    for (int large = 0; large < 2; large++) {
        if (o->pages != NULL && (strcmp(o->pages, "large") == 0) != (large == 1))
            continue;
        p->large_pages = large == 1;
        begin(p);
        int count = p->columns > 1   ? ways_of_columns(p, ways)
                    : p->is_scatter ? ways_of_scatter(p, ways)
                                    : ways_of_gather(p, ways);
        measure(p, ways, count, o->repeats);
        report(p, ways, count);
        end(p);
    }
}

static bool asked(int64_t wanted, int64_t value)
{
    return wanted == 0 || wanted == value;
}

static void sweep_elements(const options *o, bool is_scatter)
{
    static const int64_t mibs[] = {16, 64, 256, 512, 1024}, vectors[] = {MIB, 4 * MIB, 16 * MIB};
    for (size_t m = 0; m < sizeof mibs / sizeof *mibs; m++)
        for (size_t v = 0; v < sizeof vectors / sizeof *vectors; v++)
            for (int64_t bytes = 8; bytes >= 4; bytes -= 4) {
                problem p = {.is_scatter = is_scatter, .columns = 1, .rows = mibs[m] * MIB / 4, .vectors = vectors[v],
                             .index_bytes = (size_t)bytes};
                if (asked(o->mib, mibs[m]) && (o->mib != 0 || mibs[m] != 512) &&
                    asked(o->vectors, vectors[v]) && asked(o->index_bytes, bytes))
                    run_case(o, &p);
            }
}

static void sweep_columns(const options *o, bool is_scatter)
{
    static const int64_t mibs[] = {4, 16, 64, 256}, columns[] = {256, 1000, 1024, 4000, 4096};
    for (size_t m = 0; m < sizeof mibs / sizeof *mibs; m++)
        for (size_t c = 0; c < sizeof columns / sizeof *columns; c++)
            for (int64_t bytes = 8; bytes >= 4; bytes -= 4) {
                int64_t rows = mibs[m] * MIB / 4 / columns[c];
                problem p = {.is_scatter = is_scatter, .columns = columns[c], .rows = rows, .vectors = rows,
                             .index_bytes = (size_t)bytes};
                if (asked(o->mib, mibs[m]) && asked(o->columns, columns[c]) && asked(o->index_bytes, bytes))
                    run_case(o, &p);
            }
}

static _Noreturn void usage(void)
{
    fprintf(stderr, "usage: radix [-k scatter|gather|columns] [-o MIB] [-n VECTORS] [-c COLUMNS] [-i 4|8] [-p small|large]"
                    " [-r REPEATS]\n");
    exit(2);
}

int main(int argc, char **argv)
{
    options o = {.repeats = 5};
    for (int i = 1; i < argc; i += 2) {
        if (argv[i][0] != '-' || i + 1 == argc)
            usage();
        const char *value = argv[i + 1];
        long long number = strtoll(value, NULL, 10);
        switch (argv[i][1]) {
        case 'k': o.kind = value; break;
        case 'o': o.mib = number; break;
        case 'n': o.vectors = number; break;
        case 'c': o.columns = number; break;
        case 'i': o.index_bytes = number; break;
        case 'p': o.pages = value; break;
        case 'r': o.repeats = (int)number; break;
        default: usage();
        }
    }
    puts("shape,op,operand_mib,vectors,columns,index_bytes,pages,way,least_ns_per_element,times_faster_than_plan");
    if (o.kind == NULL || strcmp(o.kind, "scatter") == 0)
        sweep_elements(&o, true);
    if (o.kind == NULL || strcmp(o.kind, "gather") == 0)
        sweep_elements(&o, false);
    if (o.kind == NULL || strcmp(o.kind, "columns") == 0) {
        sweep_columns(&o, false);
        sweep_columns(&o, true);
    }
    return 0;
}
