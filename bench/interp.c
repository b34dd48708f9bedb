/*
 * interp.c - what a program costs to run, and what running its element-wise ops together saves.
 *
 *   interp [THREADS [NAME]]      THREADS: for the last column (2); NAME: only the programs with
 *                                this in their name
 *
 * Milliseconds of one run of a verified module: op by op, every value whole in memory; then as it
 * runs, chains of element-wise ops by blocks; then the same on several threads. Medians, of
 * processor time on one thread and of the wall clock on several. Memory is the most that was in use
 * at once.
 *
 * Then scatters by a region of two ops, beside the same by one that is known to be an add: least
 * processor time on one thread, then least time by the wall clock on THREADS.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"
#include "interp/interp.h"

/* ---- programs -------------------------------------------------------------------------------- */

#define N "1000000"

/* jnp.take(x, i, mode="fill"), as JAX lowers it: negative indices count from the end, what is out
 * of range is NaN. */
static const char fill_gather[] =
    "func.func @main(%x: tensor<" N "xf32>, %i: tensor<" N "xi32>) -> tensor<" N "xf32> {\n"
    "  %c = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %0 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<i32>) -> tensor<" N "xi32>\n"
    "  %1 = stablehlo.compare LT, %i, %0, SIGNED : (tensor<" N "xi32>, tensor<" N "xi32>) -> tensor<" N "xi1>\n"
    "  %c_0 = stablehlo.constant dense<" N "> : tensor<i32>\n"
    "  %2 = stablehlo.broadcast_in_dim %c_0, dims = [] : (tensor<i32>) -> tensor<" N "xi32>\n"
    "  %3 = stablehlo.add %i, %2 : tensor<" N "xi32>\n"
    "  %4 = stablehlo.select %1, %3, %i : tensor<" N "xi1>, tensor<" N "xi32>\n"
    "  %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<" N "xi32>) -> tensor<" N "x1xi32>\n"
    "  %c_1 = stablehlo.constant dense<999999> : tensor<1xi32>\n"
    "  %c_2 = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %6 = stablehlo.broadcast_in_dim %c_2, dims = [] : (tensor<i32>) -> tensor<" N "x1xi32>\n"
    "  %7 = stablehlo.compare GE, %5, %6, SIGNED : (tensor<" N "x1xi32>, tensor<" N "x1xi32>) -> tensor<" N "x1xi1>\n"
    "  %8 = stablehlo.broadcast_in_dim %c_1, dims = [1] : (tensor<1xi32>) -> tensor<1x1xi32>\n"
    "  %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x1xi32>) -> tensor<" N "x1xi32>\n"
    "  %10 = stablehlo.compare LE, %5, %9, SIGNED : (tensor<" N "x1xi32>, tensor<" N "x1xi32>) -> tensor<" N "x1xi1>\n"
    "  %11 = stablehlo.and %7, %10 : tensor<" N "x1xi1>\n"
    "  %c_3 = stablehlo.constant dense<true> : tensor<i1>\n"
    "  %12 = stablehlo.reduce(%11 init: %c_3) applies stablehlo.and across dimensions = [1]"
    " : (tensor<" N "x1xi1>, tensor<i1>) -> tensor<" N "xi1>\n"
    "  %13 = \"stablehlo.gather\"(%x, %5) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
    " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>"
    " : (tensor<" N "xf32>, tensor<" N "x1xi32>) -> tensor<" N "xf32>\n"
    "  %14 = stablehlo.broadcast_in_dim %12, dims = [0] : (tensor<" N "xi1>) -> tensor<" N "xi1>\n"
    "  %n = stablehlo.constant dense<0x7FC00000> : tensor<f32>\n"
    "  %15 = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<" N "xf32>\n"
    "  %16 = stablehlo.select %14, %13, %15 : tensor<" N "xi1>, tensor<" N "xf32>\n"
    "  return %16 : tensor<" N "xf32>\n"
    "}\n";

/* A gather by computed indices, and a formula on its result. */
static const char formulas[] =
    "func.func @main(%x: tensor<" N "xf32>, %i: tensor<" N "xi32>) -> tensor<" N "xf32> {\n"
    "  %low = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %high = stablehlo.constant dense<999999> : tensor<i32>\n"
    "  %one = stablehlo.constant dense<1> : tensor<" N "xi32>\n"
    "  %half = stablehlo.constant dense<0.5> : tensor<" N "xf32>\n"
    "  %0 = stablehlo.add %i, %one : tensor<" N "xi32>\n"
    "  %1 = stablehlo.clamp %low, %0, %high : (tensor<i32>, tensor<" N "xi32>, tensor<i32>) -> tensor<" N "xi32>\n"
    "  %2 = stablehlo.convert %1 : (tensor<" N "xi32>) -> tensor<" N "xi64>\n"
    "  %3 = \"stablehlo.gather\"(%x, %2) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
    " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>"
    " : (tensor<" N "xf32>, tensor<" N "xi64>) -> tensor<" N "xf32>\n"
    "  %4 = stablehlo.multiply %3, %half : tensor<" N "xf32>\n"
    "  %5 = stablehlo.add %4, %x : tensor<" N "xf32>\n"
    "  %6 = stablehlo.multiply %5, %5 : tensor<" N "xf32>\n"
    "  %7 = stablehlo.subtract %6, %x : tensor<" N "xf32>\n"
    "  %8 = stablehlo.maximum %7, %half : tensor<" N "xf32>\n"
    "  return %8 : tensor<" N "xf32>\n"
    "}\n";

/* 10,000 times: 16 elements gathered and added up. */
static const char loop[] =
    "func.func @main(%x: tensor<64xf32>, %i: tensor<16x1xi32>) -> tensor<16xf32> {\n"
    "  %0 = stablehlo.constant dense<0> : tensor<i32>\n"
    "  %z = stablehlo.constant dense<0.0> : tensor<16xf32>\n"
    "  %2:2 = stablehlo.while(%a = %0, %s = %z) : tensor<i32>, tensor<16xf32>\n"
    "   cond {\n"
    "    %n = stablehlo.constant dense<10000> : tensor<i32>\n"
    "    %p = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "    stablehlo.return %p : tensor<i1>\n"
    "  } do {\n"
    "    %k = stablehlo.constant dense<1> : tensor<i32>\n"
    "    %b = stablehlo.add %a, %k : tensor<i32>\n"
    "    %g = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
    " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>"
    " : (tensor<64xf32>, tensor<16x1xi32>) -> tensor<16xf32>\n"
    "    %t = stablehlo.multiply %g, %g : tensor<16xf32>\n"
    "    %u = stablehlo.add %s, %t : tensor<16xf32>\n"
    "    stablehlo.return %b, %u : tensor<i32>, tensor<16xf32>\n"
    "  }\n"
    "  return %2#1 : tensor<16xf32>\n"
    "}\n";

/* As a caller's own loop would have it: one small gather to a run. */
static const char small[] =
    "func.func @main(%x: tensor<64xf32>, %i: tensor<16x1xi32>) -> tensor<16xf32> {\n"
    "  %g = \"stablehlo.gather\"(%x, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],"
    " start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>"
    " : (tensor<64xf32>, tensor<16x1xi32>) -> tensor<16xf32>\n"
    "  return %g : tensor<16xf32>\n"
    "}\n";

/* ---- memory in use --------------------------------------------------------------------------- */

typedef struct meter {
    size_t used, most;
} meter;

static void *meter_allocate(void *user, size_t bytes, size_t alignment)
{
    meter *m = user;
    m->used += bytes;
    m->most = m->most < m->used ? m->used : m->most;
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void meter_release(void *user, void *memory, size_t bytes)
{
    meter *m = user;
    m->used -= bytes;
    free(memory);
}

/* ---- one program ----------------------------------------------------------------------------- */

typedef struct program {
    grn_module *module;
    size_t ninputs;
    grn_tensor inputs[3];
    grn_run_options options;
} program;

static void run(void *context)
{
    const program *p = context;
    grn_results *results;
    if (grn_module_run(p->module, 0, p->ninputs, p->inputs, &p->options, NULL, &results) != GRN_OK)
        bench_give_up("a program failed");
    grn_results_destroy(results);
}

static double milliseconds(program *p, bool op_by_op, const grn_parallel *parallel)
{
    p->module->op_by_op = op_by_op;
    p->options.parallel = parallel;
    bench_effort effort = bench_full_effort;
    effort.processor_time = !parallel;
    return bench_measure(run, p, &effort).median_ns / 1e6;
}

static double peak_mib(program *p, bool op_by_op)
{
    meter m = {0};
    grn_allocator allocator = {meter_allocate, meter_release, &m};
    p->module->op_by_op = op_by_op;
    p->options = (grn_run_options){.allocator = &allocator};
    run(p);
    p->options = (grn_run_options){0};
    return (double)m.most / (1024.0 * 1024.0);
}

static const char *wanted = "";

static void measure(const char *name, const char *text, void *x, int32_t *indices, const grn_parallel *parallel)
{
    program p = {.ninputs = 2};
    if (!strstr(name, wanted))
        return;
    if (grn_module_parse(text, strlen(text), NULL, NULL, &p.module) != GRN_OK)
        bench_give_up("a program is not read");
    const grn_type *const *types = p.module->functions[0].type->members;
    if (grn_tensor_init(&p.inputs[0], x, GRN_F32, types[0]->rank, types[0]->shape) != GRN_OK ||
        grn_tensor_init(&p.inputs[1], indices, GRN_I32, types[1]->rank, types[1]->shape) != GRN_OK)
        bench_give_up("an input does not fit");
    double before = peak_mib(&p, true), after = peak_mib(&p, false);
    double apart = milliseconds(&p, true, NULL), together = milliseconds(&p, false, NULL);
    double threads = milliseconds(&p, false, parallel);
    printf("%-22s %10.4f %10.4f %10.4f %7.2fx %9.2f %9.2f\n", name, apart, together, threads, apart / together, before,
           after);
    grn_module_destroy(p.module);
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Rows of `row` elements (1: elements) scattered to some of `places` rows, at random or by Zipf's
 * law. */
typedef struct region_case {
    const char *name;
    int64_t places, row, updates;
    bool zipf;
} region_case;

static const region_case region_cases[] = {
    {"region, 64 KiB", 16384, 1, 1000000, false},        {"region, 4 MiB", 1 << 20, 1, 1000000, false},
    {"region, 4 MiB, Zipf", 1 << 20, 1, 1000000, true},  {"region, 512, Zipf", 512, 1, 1000000, true},
    {"region, rows of 64 B", 1 << 16, 16, 60000, false}, {"region, 512 rows of 64 B, Zipf", 512, 16, 60000, true},
    {"region, rows of 1 KiB", 4096, 256, 4000, false},
};

static void write_scatter(char *text, size_t room, const region_case *c, bool add)
{
    char operand[64], updates[64];
    bool rows = c->row > 1;
    (void)snprintf(operand, sizeof operand, rows ? "tensor<%lldx%lldxf32>" : "tensor<%lldxf32>", (long long)c->places,
                   (long long)c->row);
    (void)snprintf(updates, sizeof updates, rows ? "tensor<%lldx%lldxf32>" : "tensor<%lldxf32>", (long long)c->updates,
                   (long long)c->row);
    int n = snprintf(text, room,
                     "func.func @main(%%x: %s, %%i: tensor<%lldx1xi32>, %%u: %s) -> %s {\n"
                     "  %%0 = \"stablehlo.scatter\"(%%x, %%i, %%u) <{scatter_dimension_numbers = #stablehlo.scatter<%s"
                     "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
                     "  ^bb0(%%a: tensor<f32>, %%b: tensor<f32>):\n"
                     "%s    stablehlo.return %%s : tensor<f32>\n"
                     "  }) : (%s, tensor<%lldx1xi32>, %s) -> %s\n"
                     "  return %%0 : %s\n}\n",
                     operand, (long long)c->updates, updates, operand, rows ? "update_window_dims = [1], " : "",
                     add ? "    %s = stablehlo.add %a, %b : tensor<f32>\n"
                         : "    %h = stablehlo.constant dense<0.5> : tensor<f32>\n"
                           "    %t = stablehlo.multiply %a, %h : tensor<f32>\n"
                           "    %s = stablehlo.add %t, %b : tensor<f32>\n",
                     operand, (long long)c->updates, updates, operand, operand);
    if (n < 0 || (size_t)n >= room)
        bench_give_up("a program is too long");
}

/* Place k as often as 1 / (k + 1), places in no order. */
static void fill_places(const region_case *c, int32_t *indices)
{
    uint64_t state = 7;
    double sum = 0, *upto = malloc((size_t)c->places * sizeof *upto);
    if (!upto)
        bench_give_up("no memory");
    for (int64_t k = 0; k < c->places; k++)
        upto[k] = sum += c->zipf ? 1.0 / (double)(k + 1) : 1.0;
    for (int64_t i = 0; i < c->updates; i++) {
        double at = (double)(bench_random(&state) >> 11) * 0x1p-53 * sum;
        int64_t low = 0, high = c->places - 1;
        while (low < high) {
            int64_t middle = (low + high) / 2;
            low = upto[middle] <= at ? middle + 1 : low;
            high = upto[middle] <= at ? high : middle;
        }
        indices[i] = (int32_t)((uint64_t)low * 0x9E3779B1u % (uint64_t)c->places);
    }
    free(upto);
}

/* parallel NULL: one thread */
static double scatter_ms(const region_case *c, bool add, void *x, int32_t *indices, void *updates,
                         const grn_parallel *parallel)
{
    char text[1024];
    program p = {.module = NULL, .options = {.parallel = parallel}};
    bench_effort effort = bench_full_effort;
    effort.processor_time = !parallel;
    write_scatter(text, sizeof text, c, add);
    if (grn_module_parse(text, strlen(text), NULL, NULL, &p.module) != GRN_OK)
        bench_give_up("a program is not read");
    int32_t rank = c->row > 1 ? 2 : 1;
    if (grn_tensor_init(&p.inputs[0], x, GRN_F32, rank, (int64_t[]){c->places, c->row}) != GRN_OK ||
        grn_tensor_init(&p.inputs[1], indices, GRN_I32, 2, (int64_t[]){c->updates, 1}) != GRN_OK ||
        grn_tensor_init(&p.inputs[2], updates, GRN_F32, rank, (int64_t[]){c->updates, c->row}) != GRN_OK)
        bench_give_up("an input does not fit");
    p.ninputs = 3;
    double ms = bench_measure(run, &p, &effort).min_ns / 1e6;
    grn_module_destroy(p.module);
    return ms;
}

static void measure_regions(const grn_parallel *parallel)
{
    printf("%-32s %10s %10s %8s %10s %10s %8s\n", "ms", "add", "region", "ratio", "threads'", "threads'", "ratio");
    for (size_t k = 0; k < sizeof region_cases / sizeof *region_cases; k++) {
        const region_case *c = &region_cases[k];
        if (!strstr(c->name, wanted))
            continue;
        float *x = bench_allocate((size_t)(c->places * c->row) * sizeof *x, false);
        float *updates = bench_allocate((size_t)(c->updates * c->row) * sizeof *updates, false);
        int32_t *indices = bench_allocate((size_t)c->updates * sizeof *indices, false);
        for (int64_t i = 0; i < c->updates * c->row; i++)
            updates[i] = (float)(i % 1000);
        fill_places(c, indices);
        double ms[4];
        for (int m = 0; m < 4; m++)
            ms[m] = scatter_ms(c, m % 2 == 0, x, indices, updates, m < 2 ? NULL : parallel);
        printf("%-32s %10.4f %10.4f %7.2fx %10.4f %10.4f %7.2fx\n", c->name, ms[0], ms[1], ms[1] / ms[0], ms[2], ms[3],
               ms[3] / ms[2]);
        bench_release(x, (size_t)(c->places * c->row) * sizeof *x);
        bench_release(updates, (size_t)(c->updates * c->row) * sizeof *updates);
        bench_release(indices, (size_t)c->updates * sizeof *indices);
    }
}

#define ELEMENTS 1000000

int main(int argc, char **argv)
{
    int threads = argc > 1 ? atoi(argv[1]) : 2;
    float *x = bench_allocate(ELEMENTS * sizeof *x, false);
    int32_t *anywhere = bench_allocate(ELEMENTS * sizeof *anywhere, false), few[16];
    uint64_t state = 1;
    grn_pool *pool;
    wanted = argc > 2 ? argv[2] : "";
    if (threads < 1 || grn_pool_create(threads, NULL, &pool) != GRN_OK)
        bench_give_up("usage: interp [THREADS [NAME]]");
    for (int k = 0; k < ELEMENTS; k++) {
        x[k] = (float)k;
        anywhere[k] = (int32_t)(bench_random(&state) % (2 * ELEMENTS)) - ELEMENTS;
    }
    for (int k = 0; k < 16; k++)
        few[k] = k * 4;
    printf("%-22s %10s %10s %10s %8s %9s %9s\n", "ms, MiB", "op by op", "chains", "threads", "ratio", "memory",
           "chains'");
    const grn_parallel *parallel = grn_pool_parallel(pool);
    measure("fill gather, 1e6", fill_gather, x, anywhere, parallel);
    measure("formulas, 1e6", formulas, x, anywhere, parallel);
    measure("10,000 loops of 16", loop, x, few, parallel);
    measure("one small gather", small, x, few, parallel);
    measure_regions(parallel);
    grn_pool_destroy(pool);
    bench_release(x, ELEMENTS * sizeof *x);
    bench_release(anywhere, ELEMENTS * sizeof *anywhere);
    return 0;
}
