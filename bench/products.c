/*
 * products.c - what matrix products and convolutions cost, beside the library that is good at it.
 *
 *   products [THREADS]
 *
 * Milliseconds and billions of products and sums a second, of one run of a verified module on so
 * many threads (1), the result handed over and freed included; then of cblas_sgemm or cblas_dgemm
 * on as many, where one is installed, of the same product: a convolution's is that of its windows,
 * already written out. The least of many, the two in turn.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"

#if defined(BENCH_CBLAS)
#include <cblas.h>
#endif

#define REPEATS 9
#define MOST 4194304 /* elements of an operand or a result */

/* lhs, rhs and result as MLIR has them, and the matrix product that it is. */
static const struct {
    const char *name, *lhs, *rhs, *result, *op;
    int rows, columns, depth;
    bool wide;
} products[] = {
#define DOT " = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]"
#define CONV(window, groups)                                                                                        \
    " = stablehlo.convolution(%a, %b) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {" window "}" \
    " {batch_group_count = 1 : i64, feature_group_count = " groups " : i64}"
    {"f32 512x512x512", "512x512xf32", "512x512xf32", "512x512xf32", DOT, 512, 512, 512, false},
    {"f64 512x512x512", "512x512xf64", "512x512xf64", "512x512xf64", DOT, 512, 512, 512, true},
    {"f32 1024x1024x1024", "1024x1024xf32", "1024x1024xf32", "1024x1024xf32", DOT, 1024, 1024, 1024, false},
    {"f32 64x64x64", "64x64xf32", "64x64xf32", "64x64xf32", DOT, 64, 64, 64, false},
    {"f32 1024x1x1024", "1024x1024xf32", "1024x1xf32", "1024x1xf32", DOT, 1024, 1, 1024, false},
    {"i32 512x512x512", "512x512xi32", "512x512xi32", "512x512xi32", DOT, 512, 512, 512, false},
    {"i8 512x512x512", "512x512xi8", "512x512xi8", "512x512xi32", DOT, 512, 512, 512, false},
    {"bf16 512x512x512", "512x512xbf16", "512x512xbf16", "512x512xbf16", DOT, 512, 512, 512, false},
    {"conv 3x3, 56x56x64", "1x56x56x64xf32", "3x3x64x64xf32", "1x56x56x64xf32", CONV("pad = [[1, 1], [1, 1]]", "1"),
     3136, 64, 576, false},
    {"conv 1x1, 28x28x256", "1x28x28x256xf32", "1x1x256x256xf32", "1x28x28x256xf32", CONV("", "1"), 784, 256, 256,
     false},
    {"conv 7x7 by 2, 224x224x3", "1x224x224x3xf32", "7x7x3x64xf32", "1x112x112x64xf32",
     CONV("stride = [2, 2], pad = [[3, 2], [3, 2]]", "1"), 12544, 64, 147, false},
    {"conv 3x3, 56x56, each of 64", "1x56x56x64xf32", "3x3x1x64xf32", "1x56x56x64xf32",
     CONV("pad = [[1, 1], [1, 1]]", "64"), 3136, 64, 9, false},
};

static grn_module *parse(size_t k)
{
    char text[2048];
    grn_module *module;
    int n = snprintf(text, sizeof text,
                     "func.func @main(%%a: tensor<%s>, %%b: tensor<%s>) -> tensor<%s> {\n%%r%s : (tensor<%s>, "
                     "tensor<%s>) -> tensor<%s>\n"
                     "return %%r : tensor<%s>\n}\n",
                     products[k].lhs, products[k].rhs, products[k].result, products[k].op, products[k].lhs,
                     products[k].rhs, products[k].result, products[k].result);
    if (grn_module_parse(text, (size_t)n, NULL, NULL, &module) != GRN_OK)
        bench_give_up(products[k].name);
    return module;
}

/* Of the shape's own splat, small numbers in its place. */
static grn_tensor filled(const char *type)
{
    char text[64];
    uint64_t state = 7;
    grn_tensor t;
    int64_t count = 1;
    snprintf(text, sizeof text, "%s=0", type);
    if (grn_tensor_parse(text, strlen(text), NULL, NULL, &t) != GRN_OK)
        bench_give_up(text);
    for (int32_t d = t.rank - 1; d >= 0; d--) {
        t.stride[d] = count;
        count *= t.shape[d];
    }
    t.data = bench_allocate(8 * (size_t)count, false);
    for (int64_t i = 0; i < count; i++) {
        int32_t v = (int32_t)(bench_random(&state) % 9) - 4;
        switch (t.dtype) {
        case GRN_F32: ((float *)t.data)[i] = (float)v / 4; break;
        case GRN_F64: ((double *)t.data)[i] = (double)v / 4; break;
        case GRN_I32: ((int32_t *)t.data)[i] = v; break;
        case GRN_I8: ((int8_t *)t.data)[i] = (int8_t)v; break;
        default: ((uint16_t *)t.data)[i] = (uint16_t)(0x3F80 + v); break;
        }
    }
    return t;
}

static double with_library(size_t k, const void *a, const void *b, void *c)
{
#if defined(BENCH_CBLAS)
    int m = products[k].rows, n = products[k].columns, depth = products[k].depth;
    double start = bench_now_ns(false);
    if (products[k].wide)
        cblas_dgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, depth, 1, a, depth, b, n, 0, c, n);
    else
        cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, m, n, depth, 1, a, depth, b, n, 0, c, n);
    return bench_now_ns(false) - start;
#else
    (void)k, (void)a, (void)b, (void)c;
    return INFINITY;
#endif
}

static void measure(size_t k, const grn_run_options *options, const void *a, const void *b, void *c)
{
    grn_module *module = parse(k);
    grn_tensor inputs[] = {filled(products[k].lhs), filled(products[k].rhs)};
    double ours = INFINITY, library = INFINITY;
    double work = 2.0 * products[k].rows * products[k].columns * products[k].depth;
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        grn_results *results;
        double start = bench_now_ns(false);
        if (grn_module_run(module, 0, 2, inputs, options, NULL, &results) != GRN_OK)
            bench_give_up(products[k].name);
        grn_results_destroy(results);
        ours = fmin(ours, bench_now_ns(false) - start);
        library = fmin(library, with_library(k, a, b, c));
    }
    printf("%-28s %9.3f ms %7.1f   library %9.3f ms %7.1f   %5.2f\n", products[k].name, ours / 1e6, work / ours,
           library / 1e6, work / library, ours / library);
    grn_module_destroy(module);
}

int main(int argc, char **argv)
{
    int32_t threads = argc > 1 ? (int32_t)strtol(argv[1], NULL, 10) : 1;
    grn_pool *pool = NULL;
    grn_run_options options = {0};
    /* What the library multiplies: zeros, which take it no less time. */
    float *a = bench_allocate(MOST * sizeof *a, true), *b = bench_allocate(MOST * sizeof *b, true),
          *c = bench_allocate(MOST * sizeof *c, true);
    if (threads > 1) {
        if (grn_pool_create(threads, NULL, &pool) != GRN_OK)
            bench_give_up("no threads");
        options.parallel = grn_pool_parallel(pool);
    }
    for (size_t k = 0; k < sizeof products / sizeof *products; k++)
        measure(k, &options, a, b, c);
    grn_pool_destroy(pool);
    return 0;
}
