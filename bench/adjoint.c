/*
 * adjoint.c - the gradient of a gather against the scatter that adds, which it is: as a call, and
 * as a program.
 *
 *   adjoint [TRIES]
 *
 * A line per gather: median ns per element of its cotangent, over TRIES rounds (9) in which all
 * three are measured one after the other by the processor time of the thread, of
 *   scatter  grn_scatter with GRN_COMBINE_ADD into zeros, the zeros included
 *   adjoint  grn_gather_adjoint
 *   program  @main_vjp that grn_module_grad makes of the gather, run on one thread
 * and the first over the second, and over the third: above 1 the gradient is faster. The results
 * are compared first.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"

/* ---- cases ----------------------------------------------------------------------------------- */

/* Rows of a table, or, of rank 1, its elements. */
typedef struct shape {
    const char *name;
    int64_t rows, row, taken; /* row 0: elements */
    int64_t distinct;         /* how many rows are taken at all, each as often as another */
} shape;

static const shape shapes[] = {
    {"rows of 64 B", 4096, 16, 65536, 4096},
    {"rows of 512 B", 65536, 128, 32768, 65536},
    {"rows of 2 KiB, few distinct", 65536, 512, 8192, 16},
    {"elements, cache", 65536, 0, 1048576, 65536},
    {"elements, memory", 16777216, 0, 1048576, 16777216},
    {"elements, all to 4", 65536, 0, 1048576, 4},
};

typedef struct job {
    const shape *s;
    grn_tensor indices, grad, want, got;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    grn_module *program;
    size_t vjp;
    grn_tensor inputs[3];
} job;

static void make(grn_tensor *t, grn_dtype dtype, int32_t rank, const int64_t *extents)
{
    if (grn_tensor_init(t, NULL, dtype, rank, extents) != GRN_OK)
        bench_give_up("a tensor is not made");
    t->data = bench_allocate(grn_tensor_bytes(t), true);
}

static void fill(job *j)
{
    uint64_t state = 1;
    for (int64_t i = 0; i < grn_tensor_elements(&j->grad); i++)
        ((float *)j->grad.data)[i] = (float)(i % 7);
    for (int64_t i = 0; i < j->s->taken; i++)
        ((int32_t *)j->indices.data)[i] =
            (int32_t)(bench_random(&state) % (uint64_t)j->s->distinct * (uint64_t)(j->s->rows / j->s->distinct));
}

static void write_program(const shape *s, char *text, size_t bytes)
{
    char table[64], result[64], sizes[64];
    snprintf(table, sizeof table, s->row ? "tensor<%lldx%lldxf32>" : "tensor<%lldxf32>", (long long)s->rows,
             (long long)s->row);
    snprintf(result, sizeof result, s->row ? "tensor<%lldx%lldxf32>" : "tensor<%lldxf32>", (long long)s->taken,
             (long long)s->row);
    snprintf(sizes, sizeof sizes, s->row ? "1, %lld" : "1", (long long)s->row);
    snprintf(
        text, bytes,
        "func.func @main(%%x: %s, %%i: tensor<%lldx1xi32>) -> %s {\n"
        "  %%r = \"stablehlo.gather\"(%%x, %%i) <{dimension_numbers = #stablehlo.gather<%scollapsed_slice_dims = [0],\n"
        "    start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: %s>}> : (%s, tensor<%lldx1xi32>) "
        "-> %s\n"
        "  return %%r : %s\n}\n",
        table, (long long)s->taken, result, s->row ? "offset_dims = [1], " : "", sizes, table, (long long)s->taken,
        result, result);
}

static void read_program(job *j)
{
    char text[2048];
    const grn_module_grad_options options = {0};
    grn_module *forward;
    grn_function_info f;
    write_program(j->s, text, sizeof text);
    if (grn_module_parse(text, strlen(text), NULL, NULL, &forward) != GRN_OK ||
        grn_module_grad(forward, 0, &options, NULL, &j->program) != GRN_OK)
        bench_give_up("a gather has no gradient");
    grn_module_destroy(forward);
    for (j->vjp = 0; grn_module_function(j->program, j->vjp, &f) == GRN_OK && strcmp(f.name, "main_vjp") != 0;)
        j->vjp++;
}

static void begin(job *j)
{
    const shape *s = j->s;
    const int32_t rank = s->row ? 2 : 1;
    make(&j->indices, GRN_I32, 2, (const int64_t[]){s->taken, 1});
    make(&j->grad, GRN_F32, rank, (const int64_t[]){s->taken, s->row});
    make(&j->want, GRN_F32, rank, (const int64_t[]){s->rows, s->row});
    make(&j->got, GRN_F32, rank, (const int64_t[]){s->rows, s->row});
    fill(j);
    j->gather = (grn_gather_spec){
        .dims = {.collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1},
        .slice_sizes = {rank, {1, s->row}}};
    if (s->row)
        j->gather.dims.offset_dims = (grn_dims){1, {1}};
    j->scatter = (grn_scatter_spec){.dims = j->gather.dims, .index = j->gather.index, .combiner = GRN_COMBINE_ADD};
    read_program(j);
    j->inputs[0] = j->want; /* the table, whose values no gradient reads */
    j->inputs[1] = j->indices;
    j->inputs[2] = j->grad;
}

static void end(job *j)
{
    const grn_tensor *all[] = {&j->indices, &j->grad, &j->want, &j->got};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        bench_release(all[i]->data, grn_tensor_bytes(all[i]));
    grn_module_destroy(j->program);
}

/* ---- what is measured ------------------------------------------------------------------------ */

static void run_scatter(void *context)
{
    job *j = context;
    memset(j->want.data, 0, grn_tensor_bytes(&j->want));
    if (grn_scatter(&j->scatter, 1, &j->want, &j->indices, &j->grad, NULL) != GRN_OK)
        bench_give_up("a scatter does not run");
}

static void run_adjoint(void *context)
{
    job *j = context;
    if (grn_gather_adjoint(&j->gather, &j->indices, &j->grad, &j->got, NULL) != GRN_OK)
        bench_give_up("an adjoint does not run");
}

static grn_results *results_of(const job *j)
{
    grn_results *results;
    if (grn_module_run(j->program, j->vjp, 3, j->inputs, NULL, NULL, &results) != GRN_OK)
        bench_give_up("a gradient does not run");
    return results;
}

static void run_program(void *context) { grn_results_destroy(results_of(context)); }

static void compare(job *j)
{
    run_scatter(j);
    run_adjoint(j);
    grn_results *results = results_of(j);
    const size_t bytes = grn_tensor_bytes(&j->want);
    if (memcmp(j->want.data, j->got.data, bytes) != 0 ||
        memcmp(j->want.data, grn_results_tensor(results, 0)->data, bytes) != 0)
        bench_give_up("the results differ");
    grn_results_destroy(results);
}

static void measure(const shape *s, int tries)
{
    static const bench_effort effort = {7, 1, 2e8, true};
    static void (*const runs[3])(void *) = {run_scatter, run_adjoint, run_program};
    double ns[3][BENCH_MAX_REPEATS], of[3];
    job j = {.s = s};
    begin(&j);
    compare(&j);
    for (int i = 0; i < tries; i++)
        for (int k = 0; k < 3; k++)
            ns[k][i] = bench_measure(runs[k], &j, &effort).median_ns;
    for (int k = 0; k < 3; k++)
        of[k] = bench_summarise(ns[k], tries).median_ns / (double)grn_tensor_elements(&j.grad);
    printf("%-28s %8.3f %8.3f %8.3f %8.2f %8.2f\n", s->name, of[0], of[1], of[2], of[0] / of[1], of[0] / of[2]);
    end(&j);
}

int main(int argc, char **argv)
{
    const int tries = argc > 1 ? atoi(argv[1]) : 9;
    if (tries < 1 || tries > BENCH_MAX_REPEATS)
        bench_give_up("tries are 1 to 64");
    printf("%-28s %8s %8s %8s %8s %8s\n", "ns per element", "scatter", "adjoint", "program", "adjoint", "program");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        measure(&shapes[i], tries);
    return 0;
}
