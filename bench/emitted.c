/*
 * emitted.c - emitted C against the library's plans: gathers of constant shapes, at one thread, the two in turn.
 *
 *   emitted [TRIES]
 *
 * A line per program of bench/emitted.mlir: median ns per element of each over TRIES rounds (9), in which both are measured
 * one after the other by the processor time of the thread, and the ratio of the medians, plan over emitted: above 1 the emitted C is faster. The two results
 * are compared first. The emitted C is compiled as the rest of this program is: by the compiler and for the processor of the
 * build, at the same level.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"

void rows_64(const float *operand, const int64_t *indices, float *result);
void rows_512(const float *operand, const int64_t *indices, float *result);
void rows_2048(const float *operand, const int64_t *indices, float *result);
void elements(const float *operand, const int32_t *indices, float *result);
void elements_memory(const float *operand, const int32_t *indices, float *result);
void windows(const float *operand, const int64_t *indices, float *result);

/* ---- cases ----------------------------------------------------------------------------------------------------------- */

typedef struct program {
    const char *name;
    void (*wide)(const float *, const int64_t *, float *);
    void (*narrow)(const float *, const int32_t *, float *);
    int32_t operand_rank, indices_rank, result_rank;
    int64_t operand[2], indices[2], result[3];
    int32_t window_dims; /* the last ones of the operand that a window keeps */
} program;

static const program programs[] = {
    {"rows of 64 B, cache", rows_64, NULL, 2, 1, 2, {4096, 16}, {65536}, {65536, 16}, 1},
    {"rows of 512 B, cache", rows_512, NULL, 2, 1, 2, {4096, 128}, {32768}, {32768, 128}, 1},
    {"rows of 2 KiB, memory", rows_2048, NULL, 2, 1, 2, {65536, 512}, {8192}, {8192, 512}, 1},
    {"elements, cache", NULL, elements, 1, 1, 1, {65536}, {1048576}, {1048576}, 0},
    {"elements, memory", NULL, elements_memory, 1, 1, 1, {16777216}, {1048576}, {1048576}, 0},
    {"8x8 windows", windows, NULL, 2, 2, 3, {1024, 1024}, {16384, 2}, {16384, 8, 8}, 2},
};

typedef struct job {
    const program *p;
    grn_tensor operand, indices, emitted, planned;
    grn_plan *plan;
    void *scratch;
} job;

static void run_emitted(void *context)
{
    job *j = context;
    if (j->p->wide)
        j->p->wide(j->operand.data, j->indices.data, j->emitted.data);
    else
        j->p->narrow(j->operand.data, j->indices.data, j->emitted.data);
}

static void run_plan(void *context)
{
    job *j = context;
    if (grn_plan_run_gather(j->plan, j->operand.data, j->indices.data, j->planned.data, j->scratch, NULL) != GRN_OK)
        bench_give_up("a plan does not run");
}

static void make(grn_tensor *t, grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    if (grn_tensor_init(t, NULL, dtype, rank, shape) != GRN_OK)
        bench_give_up("a tensor is not made");
    t->data = bench_allocate(grn_tensor_bytes(t), true);
}

static void fill(job *j)
{
    uint64_t state = 1;
    float *x = j->operand.data;
    for (int64_t i = 0; i < grn_tensor_elements(&j->operand); i++)
        x[i] = (float)i;
    for (int64_t i = 0; i < grn_tensor_elements(&j->indices); i++) {
        const int64_t extent = j->p->operand[j->p->indices_rank == 2 ? i % 2 : 0], window = j->p->window_dims == 2 ? 8 : 1;
        const int64_t v = (int64_t)(bench_random(&state) % (uint64_t)(extent - window + 1));
        if (j->indices.dtype == GRN_I32)
            ((int32_t *)j->indices.data)[i] = (int32_t)v;
        else
            ((int64_t *)j->indices.data)[i] = v;
    }
}

static void plan(job *j)
{
    grn_gather_spec spec = {.dims = {.index_vector_dim = 1}};
    const grn_plan_options options = {.threads = 1};
    const bool windows_2d = j->p->window_dims == 2;
    for (int32_t d = 0; d < j->p->operand_rank; d++)
        spec.slice_sizes.v[spec.slice_sizes.count++] = windows_2d ? 8 : d == 0 ? 1 : j->p->operand[d];
    for (int32_t d = 0; d < j->p->window_dims; d++)
        spec.dims.offset_dims.v[spec.dims.offset_dims.count++] = 1 + d;
    if (!windows_2d)
        spec.dims.collapsed_slice_dims = (grn_dims){1, {0}};
    spec.dims.start_index_map = windows_2d ? (grn_dims){2, {0, 1}} : (grn_dims){1, {0}};
    if (grn_plan_gather(&spec, &j->operand, &j->indices, &j->planned, &options, NULL, NULL, &j->plan) != GRN_OK)
        bench_give_up("a gather has no plan");
    j->scratch = bench_allocate(grn_plan_scratch_bytes(j->plan) + 64, false);
}

/* ---- measuring --------------------------------------------------------------------------------------------------------- */

static void compare(const program *p, int tries)
{
    static const bench_effort effort = {7, 1, 2e8, true};
    job j = {.p = p};
    double emitted[BENCH_MAX_REPEATS], planned[BENCH_MAX_REPEATS];
    make(&j.operand, GRN_F32, p->operand_rank, p->operand);
    make(&j.indices, p->wide ? GRN_I64 : GRN_I32, p->indices_rank, p->indices);
    make(&j.emitted, GRN_F32, p->result_rank, p->result);
    make(&j.planned, GRN_F32, p->result_rank, p->result);
    fill(&j);
    plan(&j);
    run_emitted(&j);
    run_plan(&j);
    if (memcmp(j.emitted.data, j.planned.data, grn_tensor_bytes(&j.planned)) != 0)
        bench_give_up("the two differ");
    for (int i = 0; i < tries; i++) {
        emitted[i] = bench_measure(run_emitted, &j, &effort).median_ns;
        planned[i] = bench_measure(run_plan, &j, &effort).median_ns;
    }
    const double n = (double)grn_tensor_elements(&j.planned), e = bench_summarise(emitted, tries).median_ns / n,
                 q = bench_summarise(planned, tries).median_ns / n;
    printf("%-24s %8.3f %8.3f %8.2f\n", p->name, q, e, q / e);
    const size_t scratch = grn_plan_scratch_bytes(j.plan) + 64;
    grn_plan_destroy(j.plan);
    bench_release(j.scratch, scratch);
}

int main(int argc, char **argv)
{
    const int tries = argc > 1 ? atoi(argv[1]) : 9;
    if (tries < 1 || tries > BENCH_MAX_REPEATS)
        bench_give_up("tries are 1 to 64");
    printf("%-24s %8s %8s %8s\n", "ns per element", "plan", "emitted", "ratio");
    for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
        compare(&programs[i], tries);
    return 0;
}
