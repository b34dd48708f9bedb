/*
 * test_shard_ops.c - ops that compute over some dimensions and repeat it along the others, and
 * windows that lie across the parts of a table, of random shapes and with random shardings: run by
 * one process and on the devices of a random mesh, to the bit the same; and what a device runs of
 * some, worked out by hand.
 *
 * GARNER_RANDOM_CASES: how many of each op (60). GARNER_SEED: where to begin; a failure prints its
 * seed and the program.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/shard.h"
#include "support/programs.h"
#include "support/random_mesh.h"

enum { MOST_VALUES = 8, MOST_TEXT = 2048 };

/* ---- one op ---------------------------------------------------------------------------------- */

typedef struct value {
    const char *element;
    grn_dtype dtype;
    bool is_start; /* half of its elements are within a table, or nearly */
    int32_t rank;
    int64_t shape[6];
} value;

typedef struct op {
    random_source s;
    size_t nargs, nresults;
    value args[MOST_VALUES], results[MOST_VALUES];
    char text[MOST_TEXT]; /* what follows `%r = `, types and all; it gives %r, or %r:n */
} op;

static int64_t pick(op *o, int64_t low, int64_t high)
{
    return low + (int64_t)o->s.next(o->s.user, (uint64_t)(high - low + 1));
}

static value float_of(int32_t rank, const int64_t *shape)
{
    value v = {.element = "f32", .dtype = GRN_F32, .rank = rank};
    for (int32_t d = 0; d < rank; d++)
        v.shape[d] = shape[d];
    return v;
}

static value complex_of(int32_t rank, const int64_t *shape)
{
    value v = float_of(rank, shape);
    v.element = "complex<f32>";
    v.dtype = GRN_C64;
    return v;
}

static const char *type(const value *v, char text[128])
{
    int n = snprintf(text, 128, "tensor<");
    for (int32_t d = 0; d < v->rank; d++)
        n += snprintf(text + n, 128 - (size_t)n, "%lldx", (long long)v->shape[d]);
    snprintf(text + n, 128 - (size_t)n, "%s>", v->element);
    return text;
}

/* `(A, B) -> C` or `-> (C, D)` behind what is there. */
static void end_with_types(op *o)
{
    char one[128];
    size_t n = strlen(o->text);
#define PUT(...) n += (size_t)snprintf(o->text + n, MOST_TEXT - n, __VA_ARGS__)
    PUT(" : (");
    for (size_t i = 0; i < o->nargs; i++)
        PUT("%s%s", i ? ", " : "", type(&o->args[i], one));
    PUT(") -> %s", o->nresults == 1 ? "" : "(");
    for (size_t i = 0; i < o->nresults; i++)
        PUT("%s%s", i ? ", " : "", type(&o->results[i], one));
    PUT("%s\n", o->nresults == 1 ? "" : ")");
#undef PUT
}

/* ---- the ops --------------------------------------------------------------------------------- */

static void cholesky(op *o)
{
    const int64_t n = pick(o, 1, 3), shape[] = {pick(o, 1, 9), pick(o, 1, 4), n, n};
    o->args[0] = o->results[0] = float_of(4, shape);
    o->nargs = o->nresults = 1;
    snprintf(o->text, MOST_TEXT, "\"stablehlo.cholesky\"(%%a0) <{lower = true}>");
    end_with_types(o);
}

static void triangular_solve(op *o)
{
    static const char *const how[] = {"NO_TRANSPOSE", "TRANSPOSE"};
    const bool left = pick(o, 0, 1);
    const int64_t n = pick(o, 1, 3), m = pick(o, 1, 8), batch = pick(o, 1, 9);
    o->args[0] = float_of(3, (int64_t[]){batch, n, n});
    o->args[1] = o->results[0] = float_of(3, (int64_t[]){batch, left ? n : m, left ? m : n});
    o->nargs = 2;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT,
             "\"stablehlo.triangular_solve\"(%%a0, %%a1) <{left_side = %s, lower = true, unit_diagonal = false, "
             "transpose_a = "
             "#stablehlo<transpose %s>}>",
             left ? "true" : "false", how[pick(o, 0, 1)]);
    end_with_types(o);
}

static void fft(op *o)
{
    static const char *const kinds[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
    const int64_t kind = pick(o, 0, 3), length = pick(o, 1, 8), shape[] = {pick(o, 1, 9), pick(o, 1, 4), length};
    const int64_t half[] = {shape[0], shape[1], length / 2 + 1};
    o->args[0] = kind == 2 ? float_of(3, shape) : complex_of(3, kind == 3 ? half : shape);
    o->results[0] = kind == 3 ? float_of(3, shape) : complex_of(3, kind == 2 ? half : shape);
    o->nargs = o->nresults = 1;
    snprintf(o->text, MOST_TEXT,
             "\"stablehlo.fft\"(%%a0) <{fft_type = #stablehlo<fft_type %s>, fft_length = array<i64: %lld>}>",
             kinds[kind], (long long)length);
    end_with_types(o);
}

/* [b, f, 0] with kernels [o, i, 0]: by groups of features or of batches, or of one. */
static void convolution(op *o)
{
    const int64_t groups = pick(o, 0, 2) ? pick(o, 1, 8) : 1, each = pick(o, 1, 3), made = pick(o, 1, 3),
                  length = pick(o, 3, 5);
    const bool by_batch = pick(o, 0, 1);
    const int64_t batch = pick(o, 1, 6);
    o->args[0] = float_of(3, (int64_t[]){by_batch ? batch * groups : batch, by_batch ? each : each * groups, length});
    o->args[1] = float_of(3, (int64_t[]){made * groups, each, 3});
    o->results[0] = float_of(3, (int64_t[]){batch, made * groups, length - 2});
    o->nargs = 2;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT,
             "stablehlo.convolution(%%a0, %%a1) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window = {} "
             "{batch_group_count = %lld : i64, feature_group_count = %lld : i64}",
             (long long)(by_batch ? groups : 1), (long long)(by_batch ? 1 : groups));
    end_with_types(o);
}

static void normalisation(op *o, const char *name, size_t nargs, bool last_is_operand, size_t nresults)
{
    const int32_t rank = (int32_t)pick(o, 2, 3), feature = (int32_t)pick(o, 0, rank - 1);
    const int64_t shape[] = {pick(o, 1, 8), pick(o, 1, 6), pick(o, 1, 5)};
    const value operand = float_of(rank, shape), features = float_of(1, &shape[feature]);
    o->nargs = nargs;
    o->nresults = nresults;
    for (size_t i = 0; i < nargs; i++)
        o->args[i] = i == 0 || (last_is_operand && i + 1 == nargs) ? operand : features;
    for (size_t i = 0; i < nresults; i++)
        o->results[i] = i == 0 ? operand : features;
    int n = snprintf(o->text, MOST_TEXT, "\"stablehlo.batch_norm_%s\"(", name);
    for (size_t i = 0; i < nargs; i++)
        n += snprintf(o->text + n, MOST_TEXT - (size_t)n, "%s%%a%zu", i ? ", " : "", i);
    snprintf(o->text + n, MOST_TEXT - (size_t)n, ") <{epsilon = 1.0e-3 : f32, feature_index = %d : i64}>", feature);
    end_with_types(o);
}

static void batch_norm_inference(op *o) { normalisation(o, "inference", 5, false, 1); }
static void batch_norm_training(op *o) { normalisation(o, "training", 3, false, 3); }
static void batch_norm_grad(op *o) { normalisation(o, "grad", 5, true, 3); }

static void select_and_scatter(op *o)
{
    const int64_t n = pick(o, 1, 9), m = pick(o, 1, 3), wide = 2 * m;
    o->args[0] = o->results[0] = float_of(3, (int64_t[]){n, wide, pick(o, 1, 6)});
    o->args[1] = float_of(3, (int64_t[]){n, m, o->args[0].shape[2]});
    o->args[2] = float_of(0, NULL);
    o->nargs = 3;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT,
             "\"stablehlo.select_and_scatter\"(%%a0, %%a1, %%a2) <{window_dimensions = array<i64: 1, 2, 1>, "
             "window_strides = "
             "array<i64: 1, 2, 1>, "
             "padding = dense<0> : tensor<3x2xi64>}> ({\n"
             "  ^bb0(%%x: tensor<f32>, %%y: tensor<f32>):\n"
             "    %%p = stablehlo.compare GE, %%x, %%y : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
             "    stablehlo.return %%p : tensor<i1>\n"
             "  }, {\n"
             "  ^bb0(%%x: tensor<f32>, %%y: tensor<f32>):\n"
             "    %%q = stablehlo.add %%x, %%y : tensor<f32>\n"
             "    stablehlo.return %%q : tensor<f32>\n"
             "  })");
    end_with_types(o);
}

static void barrier(op *o)
{
    char a[128], b[128];
    o->args[0] = o->results[0] = float_of(2, (int64_t[]){pick(o, 1, 9), pick(o, 1, 5)});
    o->args[1] = o->results[1] = float_of(1, (int64_t[]){pick(o, 1, 9)});
    o->nargs = o->nresults = 2;
    snprintf(o->text, MOST_TEXT, "stablehlo.optimization_barrier %%a0, %%a1 : %s, %s\n", type(&o->args[0], a),
             type(&o->args[1], b));
}

static void top_k(op *o)
{
    char a[128], b[128], c[128];
    const int64_t n = pick(o, 1, 9), m = pick(o, 1, 7), k = pick(o, 1, m);
    o->args[0] = float_of(2, (int64_t[]){n, m});
    o->results[0] = o->results[1] = float_of(2, (int64_t[]){n, k});
    o->results[1].element = "i32";
    o->nargs = 1;
    o->nresults = 2;
    snprintf(o->text, MOST_TEXT, "chlo.top_k(%%a0, k = %lld) : %s -> (%s, %s)\n", (long long)k, type(&o->args[0], a),
             type(&o->results[0], b), type(&o->results[1], c));
}

/* ---- windows across parts: tables large enough that they are not brought together ------------ */

static value starts_of(op *o, int32_t rank, const int64_t *shape)
{
    static const grn_dtype dtypes[] = {GRN_I8, GRN_UI8, GRN_I32, GRN_UI64};
    value v = float_of(rank, shape);
    v.dtype = dtypes[pick(o, 0, 3)];
    v.element = grn_dtype_text(v.dtype);
    v.is_start = true;
    return v;
}

/* A table, and how much of it is a slice. */
static value table_of(op *o, value *slice)
{
    const value table = float_of(2, (int64_t[]){pick(o, 20, 70), pick(o, 4, 9)});
    *slice = table;
    slice->shape[0] = pick(o, 1, 4);
    slice->shape[1] = pick(o, 0, 2) ? table.shape[1] : pick(o, 1, 3);
    return table;
}

static void dynamic_slice(op *o)
{
    o->args[0] = table_of(o, &o->results[0]);
    o->args[1] = o->args[2] = starts_of(o, 0, NULL);
    o->nargs = 3;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT, "stablehlo.dynamic_slice %%a0, %%a1, %%a2, sizes = [%lld, %lld]",
             (long long)o->results[0].shape[0], (long long)o->results[0].shape[1]);
    end_with_types(o);
}

static void dynamic_update_slice(op *o)
{
    o->args[0] = o->results[0] = table_of(o, &o->args[1]);
    o->args[2] = o->args[3] = starts_of(o, 0, NULL);
    o->nargs = 4;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT, "stablehlo.dynamic_update_slice %%a0, %%a1, %%a2, %%a3");
    end_with_types(o);
}

/* Windows of rows and columns, of which one is indexed, or both; the windows' dims are in front,
 * behind or around. */
static int64_t windows(op *o, value *window, value *dense, char map[32], int64_t offset[2])
{
    static const int64_t at[][2] = {{0, 1}, {1, 2}, {0, 2}};
    const int64_t n = pick(o, 1, 3), components = pick(o, 1, 2);
    o->args[0] = table_of(o, window);
    o->args[1] = starts_of(o, 2, (int64_t[]){n, components});
    memcpy(offset, at[pick(o, 0, 2)], 2 * sizeof *offset);
    *dense = float_of(3, (int64_t[]){n, n, n});
    for (int i = 0; i < 2; i++)
        dense->shape[offset[i]] = window->shape[i];
    snprintf(map, 32, "%s", components == 2 ? "0, 1" : pick(o, 0, 1) ? "0" : "1");
    return components;
}

static void gather_windows(op *o)
{
    value window;
    char map[32];
    int64_t offset[2];
    (void)windows(o, &window, &o->results[0], map, offset);
    o->nargs = 2;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT,
             "\"stablehlo.gather\"(%%a0, %%a1) <{dimension_numbers = #stablehlo.gather<offset_dims = [%lld, %lld], "
             "start_index_map "
             "= [%s], "
             "index_vector_dim = 1>, slice_sizes = array<i64: %lld, %lld>}>",
             (long long)offset[0], (long long)offset[1], map, (long long)window.shape[0], (long long)window.shape[1]);
    end_with_types(o);
}

static void scatter_windows(op *o)
{
    value window;
    char map[32];
    int64_t offset[2];
    (void)windows(o, &window, &o->args[2], map, offset);
    o->results[0] = o->args[0];
    o->nargs = 3;
    o->nresults = 1;
    snprintf(o->text, MOST_TEXT,
             "\"stablehlo.scatter\"(%%a0, %%a1, %%a2) <{scatter_dimension_numbers = "
             "#stablehlo.scatter<update_window_dims = [%lld, "
             "%lld], "
             "scatter_dims_to_operand_dims = [%s], index_vector_dim = 1>}> ({\n"
             "  ^bb0(%%x: tensor<f32>, %%y: tensor<f32>):\n"
             "    %%q = stablehlo.%s %%x, %%y : tensor<f32>\n"
             "    stablehlo.return %%q : tensor<f32>\n"
             "  })",
             (long long)offset[0], (long long)offset[1], map, pick(o, 0, 1) ? "add" : "subtract");
    end_with_types(o);
}

/* ---- the program ----------------------------------------------------------------------------- */

static void put_value(const op *o, const random_mesh *mesh, const value *v, FILE *out)
{
    char text[128];
    fprintf(out, "%s", type(v, text));
    if (o->s.next(o->s.user, 5) == 0)
        return;
    fprintf(out, " {");
    random_sharding_attr(o->s, mesh, v->rank, out);
    fprintf(out, "}");
}

static char *write_program(const op *o, size_t *bytes)
{
    char *made = NULL, text[128];
    FILE *out = open_memstream(&made, bytes);
    random_mesh other;
    const random_mesh mesh = random_meshes_make(o->s, &other);
    random_mesh_print(&mesh, out);
    fprintf(out, "func.func @main(");
    for (size_t i = 0; i < o->nargs; i++) {
        fprintf(out, "%s%%a%zu: ", i ? ", " : "", i);
        put_value(o, &mesh, &o->args[i], out);
    }
    fprintf(out, ") -> (");
    for (size_t i = 0; i < o->nresults; i++) {
        fprintf(out, "%s", i ? ", " : "");
        put_value(o, &mesh, &o->results[i], out);
    }
    fprintf(out, ") {\n  %%r");
    if (o->nresults > 1)
        fprintf(out, ":%zu", o->nresults);
    fprintf(out, " = %s  return ", o->text);
    for (size_t i = 0; i < o->nresults; i++)
        fprintf(out, o->nresults == 1 ? "%%r" : "%s%%r#%zu", i ? ", " : "", i);
    fprintf(out, " : ");
    for (size_t i = 0; i < o->nresults; i++)
        fprintf(out, "%s%s", i ? ", " : "", type(&o->results[i], text));
    fprintf(out, "\n}\n");
    fclose(out);
    return made;
}

/* Little-endian integers from -3 to 72. */
static void lower_starts(const op *o, const grn_tensor *t)
{
    for (int64_t i = 0; i < (t->rank > 0 ? t->shape[0] : 1); i++)
        for (int64_t j = 0; j < (t->rank > 1 ? t->shape[1] : 1); j++) {
            const int64_t start = (int64_t)o->s.next(o->s.user, 76) - 3;
            const int64_t at = (t->rank > 0 ? i * t->stride[0] : 0) + (t->rank > 1 ? j * t->stride[1] : 0);
            if (o->s.next(o->s.user, 2))
                memcpy((unsigned char *)t->data + at * (int64_t)grn_dtype_bytes(t->dtype), &start,
                       grn_dtype_bytes(t->dtype));
        }
}

static void wrong(const char *what, uint64_t seed, const char *text, const notes *n)
{
    fprintf(stderr, "%s: GARNER_SEED=%llu: %s\n%s\n", what, (unsigned long long)seed, n->first, text);
    fail();
}

static void compare(const grn_module *module, const op *o, uint64_t seed, const char *text)
{
    random_buffer buffers[MOST_VALUES];
    grn_tensor inputs[MOST_VALUES];
    notes told = {0};
    const grn_diag diag = notes_diag(&told);
    grn_results *want = NULL, *got = NULL;
    for (size_t i = 0; i < o->nargs; i++) {
        assert_true(
            random_buffer_make(o->s, o->args[i].dtype, o->args[i].rank, o->args[i].shape, false, 0, &buffers[i]));
        random_buffer_fill(o->s, &buffers[i]);
        if (o->args[i].is_start)
            lower_starts(o, &buffers[i].view);
        inputs[i] = buffers[i].view;
    }
    if (grn_module_run(module, 0, o->nargs, inputs, NULL, &diag, &want) != GRN_OK)
        wrong("not run", seed, text, &told);
    if (grn_module_shard_run(module, 0, o->nargs, inputs, NULL, NULL, &diag, &got) != GRN_OK)
        wrong("not run on devices", seed, text, &told);
    if (!program_same_bits(want, got))
        wrong("other bits", seed, text, &told);
    grn_results_destroy(want);
    grn_results_destroy(got);
    for (size_t i = 0; i < o->nargs; i++)
        random_buffer_release(&buffers[i]);
}

static void try_seed(uint64_t seed, void (*make)(op *))
{
    uint64_t state = seed;
    op o = {.s = random_from_seed(&state)};
    size_t bytes;
    notes read = {0};
    const grn_diag diag = notes_diag(&read);
    grn_module *module = NULL;
    make(&o);
    char *text = write_program(&o, &bytes);
    if (grn_module_parse(text, bytes, NULL, &diag, &module) != GRN_OK)
        wrong("not read", seed, text, &read);
    /* a sharding that its value cannot have is refused, which is no matter of the op */
    if (grn_module_verify(module, NULL) == GRN_OK)
        compare(module, &o, seed, text);
    grn_module_destroy(module);
    free(text);
}

static void all(void (*make)(op *))
{
    const uint64_t seed = test_setting("GARNER_SEED", 1);
    const uint64_t cases =
        getenv("GARNER_SEED") && !getenv("GARNER_RANDOM_CASES") ? 1 : test_count("GARNER_RANDOM_CASES", 60);
    for (uint64_t i = 0; i < cases; i++)
        try_seed(seed + i, make);
}

/* clang-format off */
#define OPS(O) \
    O(cholesky) O(triangular_solve) O(fft) O(convolution) O(batch_norm_inference) O(batch_norm_training) O(batch_norm_grad) \
    O(select_and_scatter) O(barrier) O(top_k) O(dynamic_slice) O(dynamic_update_slice) O(gather_windows) O(scatter_windows)
/* clang-format on */
#define TEST(name)                          \
    static void random_##name(void **state) \
    {                                       \
        (void)state;                        \
        all(name);                          \
    }
OPS(TEST)

/* ---- by hand --------------------------------------------------------------------------------- */

#define CUT(list) " {sdy.sharding = #sdy.sharding<@m, [" list "]>}"

/* What a device of four has of each: no collective, and the groups that are left. */
static const char *const batches[][2] = {
    {"func.func @main(%a: tensor<8x6x3xf32>" CUT(
         "{\"x\"}, {}, {}") ", %k: tensor<5x6x3xf32>) -> tensor<8x5x1xf32> {\n"
                            "  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window "
                            "= {} "
                            "{batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<8x6x3xf32>, "
                            "tensor<5x6x3xf32>) "
                            "-> tensor<8x5x1xf32>\n"
                            "  return %r : tensor<8x5x1xf32>\n}\n",
     "feature_group_count = 1 : i64} : (tensor<2x6x3xf32>, tensor<5x6x3xf32>) -> tensor<2x5x1xf32>"},
    {"func.func @main(%a: tensor<2x8x3xf32>" CUT("{}, {\"x\"}, {}") ", %k: tensor<16x1x3xf32>" CUT(
         "{\"x\"}, {}, {}") ") -> tensor<2x16x1xf32> {\n"
                            "  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window "
                            "= {} "
                            "{batch_group_count = 1 : i64, feature_group_count = 8 : i64} : (tensor<2x8x3xf32>, "
                            "tensor<16x1x3xf32>) -> tensor<2x16x1xf32>\n"
                            "  return %r : tensor<2x16x1xf32>\n}\n",
     "feature_group_count = 2 : i64} : (tensor<2x2x3xf32>, tensor<4x1x3xf32>) -> tensor<2x4x1xf32>"},
    {"func.func @main(%a: tensor<8x2x3xf32>" CUT("{\"x\"}, {}, {}") ", %k: tensor<8x2x3xf32>" CUT(
         "{\"x\"}, {}, {}") ") -> tensor<1x8x1xf32> {\n"
                            "  %r = stablehlo.convolution(%a, %k) dim_numbers = [b, f, 0]x[o, i, 0]->[b, f, 0], window "
                            "= {} "
                            "{batch_group_count = 8 : i64, feature_group_count = 1 : i64} : (tensor<8x2x3xf32>, "
                            "tensor<8x2x3xf32>) "
                            "-> tensor<1x8x1xf32>\n"
                            "  return %r : tensor<1x8x1xf32>\n}\n",
     "batch_group_count = 2 : i64, feature_group_count = 1 : i64} : (tensor<2x2x3xf32>, tensor<2x2x3xf32>) -> "
     "tensor<1x2x1xf32>"},
    {"func.func @main(%a: tensor<4x3x3xf32>" CUT(
         "{\"x\"}, {}, {}") ") -> tensor<4x3x3xf32> {\n"
                            "  %r = \"stablehlo.cholesky\"(%a) <{lower = true}> : (tensor<4x3x3xf32>) -> "
                            "tensor<4x3x3xf32>\n"
                            "  return %r : tensor<4x3x3xf32>\n}\n",
     "stablehlo.cholesky %arg0, lower = true : tensor<1x3x3xf32>"},
    {"func.func @main(%a: tensor<2x4xf32>" CUT(
         "{}, {\"x\"}") ", %s: tensor<4xf32>, %o: tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) {\n"
                        "  %r:3 = \"stablehlo.batch_norm_training\"(%a, %s, %o) <{epsilon = 1.0e-3 : f32, "
                        "feature_index = 1 : "
                        "i64}> : (tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<2x4xf32>, tensor<4xf32>, "
                        "tensor<4xf32>)\n"
                        "  return %r#0, %r#1, %r#2 : tensor<2x4xf32>, tensor<4xf32>, tensor<4xf32>\n}\n",
     "(tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>) -> (tensor<2x1xf32>, tensor<1xf32>, tensor<1xf32>)"},
    {"func.func @main(%c: tensor<64x8xf32>" CUT(
         "{\"x\"}, {}") ", %u: tensor<2x8xf32>, %i: tensor<i32>, %z: tensor<i32>) -> "
                        "(tensor<64x8xf32>" CUT("{\"x\"}, {}") ") {\n"
                                                               "  %r = stablehlo.dynamic_update_slice %c, %u, "
                                                               "%i, %z : (tensor<64x8xf32>, tensor<2x8xf32>, "
                                                               "tensor<i32>, tensor<i32>) -> tensor<64x8xf32>\n"
                                                               "  return %r : tensor<64x8xf32>\n}\n",
     "(tensor<16x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>) -> tensor<16x8xf32>"},
    /* and what cuts the cache cuts what comes of it */
    {"func.func @main(%c: tensor<64x8xf32>" CUT(
         "{\"x\"}, {}") ", %u: tensor<2x8xf32>, %i: tensor<i32>, %z: tensor<i32>) -> tensor<64x8xf32> {\n"
                        "  %r = stablehlo.dynamic_update_slice %c, %u, %i, %z : (tensor<64x8xf32>, tensor<2x8xf32>, "
                        "tensor<i32>, "
                        "tensor<i32>) -> tensor<64x8xf32>\n"
                        "  return %r : tensor<64x8xf32>\n}\n",
     "(tensor<16x8xf32>, tensor<2x1xi64>, tensor<2x8xf32>) -> tensor<16x8xf32>"},
};

static void batches_stay(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof batches / sizeof *batches; i++) {
        char text[4096];
        program_text made = {.n = 0};
        const grn_sink sink = {program_append, &made};
        grn_module *module = NULL, *local = NULL;
        notes n = {0};
        const grn_diag diag = notes_diag(&n);
        const int bytes = snprintf(text, sizeof text, "sdy.mesh @m = <[\"x\"=4]>\n%s", batches[i][0]);
        if (grn_module_parse(text, (size_t)bytes, NULL, &diag, &module) != GRN_OK ||
            grn_module_shard(module, &(grn_module_shard_options){.stage = GRN_SHARD_LOCAL}, &diag, &local) != GRN_OK)
            wrong("not divided", i, text, &n);
        assert_int_equal(grn_module_print(local, NULL, &sink), GRN_OK);
        made.at[made.n] = '\0';
        if (!strstr(made.at, batches[i][1]) || strstr(made.at, "all_"))
            wrong(made.at, i, text, &n);
        grn_module_destroy(local);
        grn_module_destroy(module);
    }
}

int main(void)
{
#define ENTRY(name) cmocka_unit_test(random_##name),
    const struct CMUnitTest tests[] = {OPS(ENTRY) cmocka_unit_test(batches_stay)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
