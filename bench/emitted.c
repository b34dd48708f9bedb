/*
 * emitted.c - emitted C against the library's plans: gathers and scatters of constant shapes, at
 * one thread, the two in turn.
 *
 *   emitted [TRIES [WORD]]
 *
 * A line per program of bench/emitted.mlir whose name has WORD in it: median ns per element of each
 * over TRIES rounds (9), in which both are measured one after the other by the processor time of
 * the thread, and the ratio of the medians, plan over emitted: above 1 the emitted C is faster. The
 * two results are compared first. Each is called as programs call it: the plan is ready, the
 * emitted function is an external one. A scatter's function copies its operand, so the plan runs
 * behind a memcpy. "cache" and "memory" say where the table is. GARNER_EMITTED_FLAGS of the build
 * are what the emitted C is compiled with.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/data.h"
#include "common/job.h"
#include "common/measure.h"

/* ---- cases ----------------------------------------------------------------------------------- */

typedef struct arrays {
    const void *operand, *indices, *updates;
    void *result;
} arrays;

/* clang-format off */
#define GATHERS(G)                                                                                                         \
    G(rows_12, float, int64_t) G(rows_64, float, int64_t) G(rows_64_memory, float, int64_t)                                \
    G(rows_256_small, float, int64_t) G(rows_512, float, int64_t) G(rows_2048, float, int64_t)                             \
    G(rows_2048_memory, float, int64_t) G(rows_256_memory, float, int64_t) G(rows_8192_memory, float, int64_t)             \
    G(rows_batched, float, int64_t) G(elements_small, float, int32_t) G(elements_i8, int8_t, int32_t)                      \
    G(elements_bf16, uint16_t, int32_t) G(elements, float, int32_t) G(elements_f64, double, int64_t)                       \
    G(elements_memory, float, int32_t) G(windows_5, float, int64_t) G(windows_8x8, float, int64_t)                         \
    G(windows_8x8_memory, float, int64_t) G(windows_3x3x16, float, int64_t)
#define SCATTERS(S) S(scatter_rows, float, int64_t) S(scatter_add_rows, float, int64_t)
/* clang-format on */

#define CALL_GATHER(name, T, I)                          \
    void name(const T *operand, const I *indices, T *r); \
    static void call_##name(const arrays *a) { name(a->operand, a->indices, a->result); }
#define CALL_SCATTER(name, T, I)                                           \
    void name(const T *operand, const I *indices, const T *updates, T *r); \
    static void call_##name(const arrays *a) { name(a->operand, a->indices, a->updates, a->result); }
GATHERS(CALL_GATHER)
SCATTERS(CALL_SCATTER)

typedef struct program {
    const char *name;
    void (*call)(const arrays *a);
    grn_dtype dtype, index;
    /* of the operand's dimensions: B a batch, X an index, C a window's corner, F all of it in the
     * window */
    const char *parts;
    int64_t operand[3], window[3], vectors;
    bool is_scatter;
    grn_combiner combiner;
} program;

static const program programs[] = {
    {"rows of 12 B, cache", call_rows_12, GRN_F32, GRN_I64, "XF", {65536, 3}, {1, 3}, 262144, false, 0},
    {"rows of 64 B, cache", call_rows_64, GRN_F32, GRN_I64, "XF", {4096, 16}, {1, 16}, 65536, false, 0},
    {"rows of 64 B, memory", call_rows_64_memory, GRN_F32, GRN_I64, "XF", {1048576, 16}, {1, 16}, 65536, false, 0},
    {"256 rows of 256 B", call_rows_256_small, GRN_F32, GRN_I64, "XF", {1024, 64}, {1, 64}, 256, false, 0},
    {"rows of 512 B, cache", call_rows_512, GRN_F32, GRN_I64, "XF", {4096, 128}, {1, 128}, 32768, false, 0},
    {"rows of 2 KiB, cache", call_rows_2048, GRN_F32, GRN_I64, "XF", {1024, 512}, {1, 512}, 8192, false, 0},
    {"rows of 2 KiB, memory", call_rows_2048_memory, GRN_F32, GRN_I64, "XF", {65536, 512}, {1, 512}, 8192, false, 0},
    {"rows of 256 B, memory", call_rows_256_memory, GRN_F32, GRN_I64, "XF", {524288, 64}, {1, 64}, 65536, false, 0},
    {"rows of 8 KiB, memory", call_rows_8192_memory, GRN_F32, GRN_I64, "XF", {16384, 2048}, {1, 2048}, 2048, false, 0},
    {"rows of 128 B, batched", call_rows_batched, GRN_F32, GRN_I64, "BXF", {64, 256, 32}, {1, 1, 32}, 512, false, 0},
    {"4096 elements", call_elements_small, GRN_F32, GRN_I32, "X", {1024}, {1}, 4096, false, 0},
    {"elements of i8, cache", call_elements_i8, GRN_I8, GRN_I32, "X", {65536}, {1}, 1048576, false, 0},
    {"elements of bf16, cache", call_elements_bf16, GRN_BF16, GRN_I32, "X", {65536}, {1}, 1048576, false, 0},
    {"elements of f32, cache", call_elements, GRN_F32, GRN_I32, "X", {65536}, {1}, 1048576, false, 0},
    {"elements of f64, cache", call_elements_f64, GRN_F64, GRN_I64, "X", {65536}, {1}, 1048576, false, 0},
    {"elements of f32, memory", call_elements_memory, GRN_F32, GRN_I32, "X", {16777216}, {1}, 1048576, false, 0},
    {"windows of 5, cache", call_windows_5, GRN_F32, GRN_I64, "C", {65536}, {5}, 262144, false, 0},
    {"windows of 8x8, cache", call_windows_8x8, GRN_F32, GRN_I64, "CC", {1024, 1024}, {8, 8}, 16384, false, 0},
    {"windows of 8x8, memory", call_windows_8x8_memory, GRN_F32, GRN_I64, "CC", {8192, 8192}, {8, 8}, 16384, false, 0},
    {"windows of 3x3x16, cache",
     call_windows_3x3x16,
     GRN_F32,
     GRN_I64,
     "CCF",
     {256, 256, 16},
     {3, 3, 16},
     16384,
     false,
     0},
    {"scatter of rows",
     call_scatter_rows,
     GRN_F32,
     GRN_I64,
     "XF",
     {16384, 64},
     {1, 64},
     16384,
     true,
     GRN_COMBINE_REPLACE},
    {"scatter-add of rows",
     call_scatter_add_rows,
     GRN_F32,
     GRN_I64,
     "XF",
     {16384, 64},
     {1, 64},
     16384,
     true,
     GRN_COMBINE_ADD},
};

/* ---- a case made ready ----------------------------------------------------------------------- */

typedef struct run {
    const program *p;
    bench_job job; /* a scatter's operand is its result */
    arrays emitted;
    size_t result_bytes;
} run;

static void run_emitted(void *context)
{
    const run *r = context;
    r->p->call(&r->emitted);
}

static void run_plan(void *context)
{
    run *r = context;
    if (r->p->is_scatter)
        memcpy(r->job.operand.data, r->emitted.operand, r->result_bytes);
    bench_job_run(&r->job);
    if (r->job.status != GRN_OK)
        bench_give_up("a plan does not run");
}

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void make(grn_tensor *t, grn_dtype dtype, const grn_dims *shape)
{
    if (grn_tensor_init(t, NULL, dtype, shape->count, shape->v) != GRN_OK)
        bench_give_up("a tensor is not made");
    t->data = bench_allocate(grn_tensor_bytes(t), true);
}

/* Batches come first in indices and in the dense tensor, then the vectors, then the window. */
static void lay(const program *p, bench_job *job)
{
    grn_dims operand = {0}, batches = {0}, window = {0};
    grn_dimension_numbers *n = &job->gather.dims;
    for (int32_t d = 0; p->parts[d]; d++) {
        const char part = p->parts[d];
        push(&operand, p->operand[d]);
        push(&job->gather.slice_sizes, p->window[d]);
        if (part == 'B') {
            push(&n->operand_batching_dims, d);
            push(&n->start_indices_batching_dims, batches.count);
            push(&batches, p->operand[d]);
        } else if (part != 'F')
            push(&n->start_index_map, d);
        if (part == 'X')
            push(&n->collapsed_slice_dims, d);
        if (part == 'C' || part == 'F')
            push(&window, p->window[d]);
    }
    push(&batches, p->vectors);
    n->index_vector_dim = batches.count;
    grn_dims indices = batches, dense = batches;
    if (n->start_index_map.count > 1)
        push(&indices, n->start_index_map.count);
    for (int32_t d = 0; d < window.count; d++) {
        push(&n->offset_dims, dense.count);
        push(&dense, window.v[d]);
    }
    make(&job->operand, p->dtype, &operand);
    make(&job->indices, p->index, &indices);
    make(&job->dense, p->dtype, &dense);
}

static void draw_indices(const program *p, bench_job *job)
{
    const grn_dims *map = &job->gather.dims.start_index_map;
    uint64_t state = 1;
    for (int64_t i = 0; i < grn_tensor_elements(&job->indices); i++) {
        const int64_t d = map->v[i % map->count], range = p->operand[d] - p->window[d] + 1;
        bench_store_index(&job->indices, i, bench_draw(BENCH_uniform, i, 0, range, &state));
    }
}

static void *copy_of(const grn_tensor *t)
{
    void *copy = bench_allocate(grn_tensor_bytes(t), true);
    memcpy(copy, t->data, grn_tensor_bytes(t));
    return copy;
}

static void make_ready(run *r)
{
    static const bench_setup setup = {.threads = 1};
    bench_job *job = &r->job;
    job->is_scatter = r->p->is_scatter;
    job->combiner = r->p->combiner;
    job->gather.index.bounds = r->p->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_CLAMP;
    lay(r->p, job);
    bench_fill(&job->operand, 2);
    bench_fill(&job->dense, 3);
    draw_indices(r->p, job);
    if (bench_job_ready(job, &setup) != GRN_OK)
        bench_give_up("there is no plan");
    const grn_tensor *result = r->p->is_scatter ? &job->operand : &job->dense;
    r->result_bytes = grn_tensor_bytes(result);
    r->emitted = (arrays){r->p->is_scatter ? copy_of(&job->operand) : job->operand.data, job->indices.data,
                          job->dense.data, copy_of(result)};
}

static void end(run *r)
{
    bench_release(r->emitted.result, r->result_bytes);
    if (r->p->is_scatter)
        bench_release((void *)r->emitted.operand, r->result_bytes);
    bench_release(r->job.operand.data, grn_tensor_bytes(&r->job.operand));
    bench_release(r->job.indices.data, grn_tensor_bytes(&r->job.indices));
    bench_release(r->job.dense.data, grn_tensor_bytes(&r->job.dense));
    bench_job_end(&r->job);
}

/* ---- measuring ------------------------------------------------------------------------------- */

static void compare(const program *p, int tries)
{
    static const bench_effort effort = {7, 1, 2e8, true};
    run r = {.p = p};
    double emitted[BENCH_MAX_REPEATS], planned[BENCH_MAX_REPEATS];
    make_ready(&r);
    run_emitted(&r);
    run_plan(&r);
    if (memcmp(r.emitted.result, p->is_scatter ? r.job.operand.data : r.job.dense.data, r.result_bytes) != 0)
        bench_give_up("the two differ");
    for (int i = 0; i < tries; i++) {
        emitted[i] = bench_measure(run_emitted, &r, &effort).median_ns;
        planned[i] = bench_measure(run_plan, &r, &effort).median_ns;
    }
    const double n = (double)grn_tensor_elements(&r.job.dense), e = bench_summarise(emitted, tries).median_ns / n,
                 q = bench_summarise(planned, tries).median_ns / n;
    printf("%-26s %8.3f %8.3f %8.2f\n", p->name, q, e, q / e);
    fflush(stdout);
    end(&r);
}

int main(int argc, char **argv)
{
    const int tries = argc > 1 ? atoi(argv[1]) : 9;
    if (tries < 1 || tries > BENCH_MAX_REPEATS)
        bench_give_up("tries are 1 to 64");
    printf("%-26s %8s %8s %8s\n", "ns per element", "plan", "emitted", "ratio");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        if (argc < 3 || strstr(programs[i].name, argv[2]))
            compare(&programs[i], tries);
    return 0;
}
