/*
 * ops.c - what the ops around a gather cost per element, beside a plain loop in C.
 *
 *   ops [NAME]      only the ops with this in their name
 *
 * Nanoseconds per element of the result (of the input for a reduction) of one
 * run of a verified module on one thread, results handed over and freed
 * included; then of the loop a C programmer would write, into memory that is
 * there already. Processor time, the least of many, the two in turn.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/measure.h"
#include "garner/garner.h"

#define N 4194304
#define SIDE 2048 /* N is its square */
#define DOT 256
#define REPEATS 7

/* ---- plain loops ----------------------------------------------------------------------------- */

typedef struct memory {
    float *x, *y, *out;
    int32_t *i, *iout;
    int64_t *lout;
    unsigned char *p;
} memory;

#define LOOP(name, statement)             \
    static void name(memory *m)           \
    {                                     \
        const float *x = m->x, *y = m->y; \
        float *out = m->out;              \
        (void)x, (void)y, (void)out;      \
        for (size_t k = 0; k < N; k++)    \
            statement;                    \
    }
LOOP(plain_add, out[k] = x[k] + y[k])
LOOP(plain_divide, out[k] = x[k] / y[k])
LOOP(plain_maximum, out[k] = x[k] > y[k] ? x[k] : y[k])
LOOP(plain_exp, out[k] = expf(x[k]))
LOOP(plain_tanh, out[k] = tanhf(x[k]))
LOOP(plain_sqrt, out[k] = sqrtf(x[k]))
LOOP(plain_iadd, m->iout[k] = m->i[k] + m->i[k])
LOOP(plain_idivide, m->iout[k] = m->i[k] / (m->i[k] | 1))
LOOP(plain_to_f32, out[k] = (float)m->i[k])
LOOP(plain_to_i32, m->iout[k] = (int32_t)x[k])
LOOP(plain_to_i64, m->lout[k] = m->i[k])
LOOP(plain_from_i64, m->iout[k] = (int32_t)m->lout[k])
LOOP(plain_compare, m->p[k] = x[k] < y[k])
LOOP(plain_select, out[k] = m->p[k] ? x[k] : y[k])
LOOP(plain_iota, m->iout[k] = (int32_t)k)
LOOP(plain_popcnt, m->iout[k] = __builtin_popcount((unsigned)m->i[k]))

static void plain_copy(memory *m) { memcpy(m->out, m->x, N * sizeof *m->x); }

static void plain_transpose(memory *m)
{
    for (size_t r = 0; r < SIDE; r++)
        for (size_t c = 0; c < SIDE; c++)
            m->out[r * SIDE + c] = m->x[c * SIDE + r];
}

static void plain_reduce(memory *m)
{
    float sum = 0;
    for (size_t k = 0; k < N; k++)
        sum += m->x[k];
    m->out[0] = sum;
}

static void plain_reduce_rows(memory *m)
{
    for (size_t r = 0; r < SIDE; r++) {
        float sum = 0;
        for (size_t c = 0; c < SIDE; c++)
            sum += m->x[r * SIDE + c];
        m->out[r] = sum;
    }
}

static void plain_reduce_columns(memory *m)
{
    memset(m->out, 0, SIDE * sizeof *m->out);
    for (size_t r = 0; r < SIDE; r++)
        for (size_t c = 0; c < SIDE; c++)
            m->out[c] += m->x[r * SIDE + c];
}

static void plain_pad(memory *m)
{
    for (size_t r = 0; r < SIDE - 2; r++)
        memcpy(m->out + (r + 1) * SIDE + 1, m->x + r * (SIDE - 2), (SIDE - 2) * sizeof *m->x);
}

static void plain_broadcast(memory *m)
{
    for (size_t r = 0; r < SIDE; r++)
        for (size_t c = 0; c < SIDE; c++)
            m->out[r * SIDE + c] = m->x[r] + m->y[r * SIDE + c];
}

static void plain_dot(memory *m)
{
    memset(m->out, 0, (size_t)DOT * DOT * sizeof *m->out);
    for (size_t r = 0; r < DOT; r++)
        for (size_t k = 0; k < DOT; k++)
            for (size_t c = 0; c < DOT; c++)
                m->out[r * DOT + c] += m->x[r * DOT + k] * m->y[k * DOT + c];
}

static void plain_window(memory *m)
{
    for (size_t k = 0; k + 3 <= N; k++) {
        float most = m->x[k];
        most = most < m->x[k + 1] ? m->x[k + 1] : most;
        m->out[k] = most < m->x[k + 2] ? m->x[k + 2] : most;
    }
}

static void plain_argmax(memory *m)
{
    for (size_t r = 0; r < SIDE; r++) {
        float most = 0;
        int32_t at = 0;
        for (size_t c = 0; c < SIDE; c++)
            if (!(most > m->x[r * SIDE + c])) {
                most = m->x[r * SIDE + c];
                at = m->i[r * SIDE + c];
            }
        m->out[r] = most;
        m->iout[r] = at;
    }
}

static float larger(float a, float b) { return a > b ? a : b; }

static void plain_pool(memory *m)
{
    for (size_t r = 0; r < SIDE / 2; r++)
        for (size_t c = 0; c < SIDE / 2; c++) {
            const float *x = m->x + 2 * r * SIDE + 2 * c;
            m->out[r * SIDE / 2 + c] = larger(larger(x[0], x[1]), larger(x[SIDE], x[SIDE + 1]));
        }
}

static int by_size(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

static void plain_sort(memory *m)
{
    memcpy(m->out, m->x, N * sizeof *m->x);
    qsort(m->out, N, sizeof *m->out, by_size);
}

static void plain_sort_rows(memory *m)
{
    memcpy(m->out, m->x, N * sizeof *m->x);
    for (size_t r = 0; r < N / 16; r++)
        qsort(m->out + 16 * r, 16, sizeof *m->out, by_size);
}

/* ---- ops ------------------------------------------------------------------------------------- */

#define FLAT "tensor<4194304xf32>"
#define IFLAT "tensor<4194304xi32>"
#define LFLAT "tensor<4194304xi64>"
#define BFLAT "tensor<4194304xi1>"
#define SQUARE "tensor<2048x2048xf32>"
#define SUM(dims, out)                                                                                 \
    "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"                                               \
    "%r = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = " dims " : (" SQUARE \
    ", tensor<f32>) -> " out

/* An argument's letter names what it is filled with. */
static const struct {
    const char *name, *arguments, *types[3], *body, *result;
    void (*plain)(memory *);
    double elements;
} ops[] = {
    {"add f32", "xy", {FLAT, FLAT}, "%r = stablehlo.add %a, %b : " FLAT, FLAT, plain_add, N},
    {"divide f32", "xy", {FLAT, FLAT}, "%r = stablehlo.divide %a, %b : " FLAT, FLAT, plain_divide, N},
    {"maximum f32", "xy", {FLAT, FLAT}, "%r = stablehlo.maximum %a, %b : " FLAT, FLAT, plain_maximum, N},
    {"sqrt f32", "x", {FLAT}, "%r = stablehlo.sqrt %a : " FLAT, FLAT, plain_sqrt, N},
    {"exponential f32", "x", {FLAT}, "%r = stablehlo.exponential %a : " FLAT, FLAT, plain_exp, N},
    {"tanh f32", "x", {FLAT}, "%r = stablehlo.tanh %a : " FLAT, FLAT, plain_tanh, N},
    {"add i32", "i", {IFLAT}, "%r = stablehlo.add %a, %a : " IFLAT, IFLAT, plain_iadd, N},
    {"divide i32", "ij", {IFLAT, IFLAT}, "%r = stablehlo.divide %a, %b : " IFLAT, IFLAT, plain_idivide, N},
    {"popcnt i32", "i", {IFLAT}, "%r = stablehlo.popcnt %a : " IFLAT, IFLAT, plain_popcnt, N},
    {"convert i32 to f32", "i", {IFLAT}, "%r = stablehlo.convert %a : (" IFLAT ") -> " FLAT, FLAT, plain_to_f32, N},
    {"convert f32 to i32", "x", {FLAT}, "%r = stablehlo.convert %a : (" FLAT ") -> " IFLAT, IFLAT, plain_to_i32, N},
    {"convert i32 to i64", "i", {IFLAT}, "%r = stablehlo.convert %a : (" IFLAT ") -> " LFLAT, LFLAT, plain_to_i64, N},
    {"convert i64 to i32", "l", {LFLAT}, "%r = stablehlo.convert %a : (" LFLAT ") -> " IFLAT, IFLAT, plain_from_i64, N},
    {"compare f32",
     "xy",
     {FLAT, FLAT},
     "%r = stablehlo.compare LT, %a, %b : (" FLAT ", " FLAT ") -> " BFLAT,
     BFLAT,
     plain_compare,
     N},
    {"select f32",
     "pxy",
     {BFLAT, FLAT, FLAT},
     "%r = stablehlo.select %a, %b, %c : " BFLAT ", " FLAT,
     FLAT,
     plain_select,
     N},
    {"iota i32", "", {NULL}, "%r = stablehlo.iota dim = 0 : " IFLAT, IFLAT, plain_iota, N},
    {"transpose, returned",
     "x",
     {SQUARE},
     "%r = stablehlo.transpose %a, dims = [1, 0] : (" SQUARE ") -> " SQUARE,
     SQUARE,
     plain_transpose,
     N},
    {"concatenate",
     "xy",
     {"tensor<2097152xf32>", "tensor<2097152xf32>"},
     "%r = stablehlo.concatenate %a, %b, dim = 0 : (tensor<2097152xf32>, tensor<2097152xf32>) -> " FLAT,
     FLAT,
     plain_copy,
     N},
    {"pad",
     "x",
     {"tensor<2046x2046xf32>"},
     "%z = stablehlo.constant dense<0.0> : tensor<f32>\n"
     "%r = stablehlo.pad %a, %z, low = [1, 1], high = [1, 1], interior = [0, 0]"
     " : (tensor<2046x2046xf32>, tensor<f32>) -> " SQUARE,
     SQUARE,
     plain_pad,
     N},
    {"broadcast, add",
     "xy",
     {"tensor<2048xf32>", SQUARE},
     "%t = stablehlo.broadcast_in_dim %a, dims = [0] : (tensor<2048xf32>) -> " SQUARE "\n"
     "%r = stablehlo.add %t, %b : " SQUARE,
     SQUARE,
     plain_broadcast,
     N},
    {"reduce to a scalar", "x", {SQUARE}, SUM("[0, 1]", "tensor<f32>"), "tensor<f32>", plain_reduce, N},
    {"reduce rows", "x", {SQUARE}, SUM("[1]", "tensor<2048xf32>"), "tensor<2048xf32>", plain_reduce_rows, N},
    {"reduce columns", "x", {SQUARE}, SUM("[0]", "tensor<2048xf32>"), "tensor<2048xf32>", plain_reduce_columns, N},
    {"reduce_window, 3",
     "x",
     {FLAT},
     "%z = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
     "%r = \"stablehlo.reduce_window\"(%a, %z) <{window_dimensions = array<i64: 3>}> ({\n"
     "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
     "%s = stablehlo.maximum %p, %q : tensor<f32>\nstablehlo.return %s : tensor<f32>\n"
     "}) : (" FLAT ", tensor<f32>) -> tensor<4194302xf32>",
     "tensor<4194302xf32>",
     plain_window,
     N},
    {"argmax of rows",
     "xi",
     {SQUARE, "tensor<2048x2048xi32>"},
     "%z = stablehlo.constant dense<0.0> : tensor<f32>\n%zi = stablehlo.constant dense<0> : tensor<i32>\n"
     "%r, %ri = stablehlo.reduce(%a init: %z), (%b init: %zi) across dimensions = [1] : (" SQUARE
     ", tensor<2048x2048xi32>, tensor<f32>, tensor<i32>) -> (tensor<2048xf32>, tensor<2048xi32>)\n"
     " reducer(%p: tensor<f32>, %s: tensor<f32>) (%q: tensor<i32>, %t: tensor<i32>) {\n"
     "%c = stablehlo.compare GT, %p, %s : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
     "%d = stablehlo.select %c, %p, %s : tensor<i1>, tensor<f32>\n"
     "%e = stablehlo.select %c, %q, %t : tensor<i1>, tensor<i32>\n"
     "stablehlo.return %d, %e : tensor<f32>, tensor<i32>\n}",
     "tensor<2048xf32>",
     plain_argmax,
     N},
    {"reduce_window, 2x2 apart",
     "x",
     {SQUARE},
     "%z = stablehlo.constant dense<0xFF800000> : tensor<f32>\n"
     "%r = \"stablehlo.reduce_window\"(%a, %z) <{window_dimensions = array<i64: 2, 2>,"
     " window_strides = array<i64: 2, 2>}> ({\n"
     "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
     "%s = stablehlo.maximum %p, %q : tensor<f32>\nstablehlo.return %s : tensor<f32>\n"
     "}) : (" SQUARE ", tensor<f32>) -> tensor<1024x1024xf32>",
     "tensor<1024x1024xf32>",
     plain_pool,
     N},
    {"dot_general 256, per multiply",
     "xy",
     {"tensor<256x256xf32>", "tensor<256x256xf32>"},
     "%r = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]"
     " : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>",
     "tensor<256x256xf32>",
     plain_dot,
     (double)DOT *DOT *DOT},
    {"sort",
     "x",
     {FLAT},
     "%r = \"stablehlo.sort\"(%a) <{dimension = 0 : i64, is_stable = true}> ({\n"
     "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
     "%s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>\n"
     "}) : (" FLAT ") -> " FLAT,
     FLAT,
     plain_sort,
     N},
    {"sort rows of 16",
     "x",
     {"tensor<262144x16xf32>"},
     "%r = \"stablehlo.sort\"(%a) <{dimension = 1 : i64, is_stable = true}> ({\n"
     "^bb0(%p: tensor<f32>, %q: tensor<f32>):\n"
     "%s = stablehlo.compare LT, %p, %q : (tensor<f32>, tensor<f32>) -> tensor<i1>\nstablehlo.return %s : tensor<i1>\n"
     "}) : (tensor<262144x16xf32>) -> tensor<262144x16xf32>",
     "tensor<262144x16xf32>",
     plain_sort_rows,
     N},
};

/* ---- one op ---------------------------------------------------------------------------------- */

static void *filled_with(const memory *m, char letter)
{
    switch (letter) {
    case 'x': return m->x;
    case 'y': return m->y;
    case 'p': return m->p;
    case 'l': return m->lout;
    default: return m->i;
    }
}

static grn_module *parse(size_t k)
{
    static const char *const names[] = {"%a: ", "%b: ", "%c: "};
    char text[4096];
    grn_module *module;
    int n = snprintf(text, sizeof text, "func.func @main(");
    for (size_t i = 0; i < strlen(ops[k].arguments); i++)
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%s%s", i ? ", " : "", names[i], ops[k].types[i]);
    n += snprintf(text + n, sizeof text - (size_t)n, ") -> %s {\n%s\nreturn %%r : %s\n}\n", ops[k].result, ops[k].body,
                  ops[k].result);
    if (grn_module_parse(text, (size_t)n, NULL, NULL, &module) != GRN_OK)
        bench_give_up(ops[k].name);
    return module;
}

static grn_tensor input(const memory *m, size_t k, size_t i)
{
    char text[64];
    const char *type = ops[k].types[i] + strlen("tensor<");
    grn_tensor t;
    /* As a splat, for its shape; its bytes are not wanted. */
    snprintf(text, sizeof text, "%.*s=0", (int)(strlen(type) - 1), type);
    if (grn_tensor_parse(text, strlen(text), NULL, NULL, &t) != GRN_OK)
        bench_give_up(text);
    void *own = t.data;
    grn_tensor with = t;
    with.data = filled_with(m, ops[k].arguments[i]);
    t.data = own;
    grn_tensor_free(&t, NULL);
    return with;
}

static void measure(memory *m, size_t k)
{
    grn_module *module = parse(k);
    grn_tensor inputs[3];
    double ours = INFINITY, plain = INFINITY;
    size_t n = strlen(ops[k].arguments);
    for (size_t i = 0; i < n; i++)
        inputs[i] = input(m, k, i);
    for (int repeat = 0; repeat < REPEATS; repeat++) {
        grn_results *results;
        double start = bench_now_ns(true);
        if (grn_module_run(module, 0, n, inputs, NULL, NULL, &results) != GRN_OK)
            bench_give_up(ops[k].name);
        grn_results_destroy(results);
        double middle = bench_now_ns(true);
        ops[k].plain(m);
        double end = bench_now_ns(true);
        ours = fmin(ours, middle - start);
        plain = fmin(plain, end - middle);
    }
    printf("%-30s %9.3f %9.3f %7.2fx\n", ops[k].name, ours / ops[k].elements, plain / ops[k].elements, ours / plain);
    fflush(stdout);
    grn_module_destroy(module);
}

int main(int argc, char **argv)
{
    memory m = {.x = bench_allocate(N * 4, false),
                .y = bench_allocate(N * 4, false),
                .out = bench_allocate(N * 4, false),
                .i = bench_allocate(N * 4, false),
                .iout = bench_allocate(N * 4, false),
                .lout = bench_allocate(N * 8, false),
                .p = bench_allocate(N, false)};
    uint64_t state = 1;
    for (size_t k = 0; k < N; k++) {
        uint64_t bits = bench_random(&state);
        m.x[k] = (float)(bits & 0xFFFFF) / 262144.0F - 2;
        m.y[k] = (float)(bits >> 40) / 1048576.0F + 1;
        m.i[k] = (int32_t)(bits >> 20 | 1);
        m.lout[k] = (int64_t)bits;
        m.p[k] = bits >> 63;
    }
    printf("%-30s %9s %9s %8s\n", "ns per element", "garner", "loop", "ratio");
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++)
        if (argc < 2 || strstr(ops[k].name, argv[1]))
            measure(&m, k);
    return 0;
}
