/* long_program.c - ops of a table, written one after the other with values that are there. */
#include "support/long_program.h"

#include <stdio.h>
#include <stdlib.h>

enum { TALL, WIDE, FLAT, COLUMN, SHAPES, KEPT = 16 };
static const char *const type_of[] = {"tensor<6x4xf32>", "tensor<4x6xf32>", "tensor<24xf32>", "tensor<6xf32>"};

typedef struct writer {
    FILE *out;
    uint64_t state;
    int next;
    int value[SHAPES][KEPT]; /* the last ones of each type */
    int count[SHAPES];
} writer;

/* splitmix64 */
static uint64_t draw(writer *w, uint64_t below)
{
    uint64_t z = (w->state += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return (z ^ (z >> 31)) % below;
}

static int any(writer *w, int shape)
{
    const int n = w->count[shape] < KEPT ? w->count[shape] : KEPT;
    return w->value[shape][draw(w, (uint64_t)n)];
}

static int begin(writer *w)
{
    fprintf(w->out, "  %%v%d = ", w->next);
    return w->next++;
}

static void keep(writer *w, int shape, int id) { w->value[shape][w->count[shape]++ % KEPT] = id; }

static int any_shape(writer *w)
{
    int shape;
    do
        shape = (int)draw(w, SHAPES);
    while (w->count[shape] == 0);
    return shape;
}

/* ---- ops -------------------------------------------------------------------------------------- */

static void unary(writer *w)
{
    static const char *const names[] = {"abs", "negate", "tanh", "floor", "ceil", "sign"};
    const int shape = any_shape(w), x = any(w, shape);
    const char *name = names[draw(w, 6)];
    const int id = begin(w);
    fprintf(w->out, "stablehlo.%s %%v%d : %s\n", name, x, type_of[shape]);
    keep(w, shape, id);
}

static void binary(writer *w)
{
    static const char *const names[] = {"add", "subtract", "maximum", "minimum"};
    const int shape = any_shape(w), x = any(w, shape), y = any(w, shape);
    const char *name = names[draw(w, 4)];
    const int id = begin(w);
    fprintf(w->out, "stablehlo.%s %%v%d, %%v%d : %s\n", name, x, y, type_of[shape]);
    keep(w, shape, id);
}

static void transpose(writer *w)
{
    const int from = w->count[WIDE] && draw(w, 2) ? WIDE : TALL, to = from == TALL ? WIDE : TALL, x = any(w, from);
    const int id = begin(w);
    fprintf(w->out, "stablehlo.transpose %%v%d, dims = [1, 0] : (%s) -> %s\n", x, type_of[from], type_of[to]);
    keep(w, to, id);
}

static void reshape(writer *w)
{
    const int from = w->count[FLAT] && draw(w, 2) ? FLAT : TALL, to = from == TALL ? FLAT : TALL, x = any(w, from);
    const int id = begin(w);
    fprintf(w->out, "stablehlo.reshape %%v%d : (%s) -> %s\n", x, type_of[from], type_of[to]);
    keep(w, to, id);
}

static void reduce(writer *w)
{
    const int x = any(w, TALL), zero = begin(w);
    fprintf(w->out, "stablehlo.constant dense<0.0> : tensor<f32>\n");
    const int id = begin(w);
    fprintf(w->out,
            "stablehlo.reduce(%%v%d init: %%v%d) applies stablehlo.add across dimensions = [1] : (%s, tensor<f32>) "
            "-> %s\n",
            x, zero, type_of[TALL], type_of[COLUMN]);
    keep(w, COLUMN, id);
}

static void broadcast(writer *w)
{
    if (w->count[COLUMN] == 0) {
        reduce(w);
        return;
    }
    const int x = any(w, COLUMN), id = begin(w);
    fprintf(w->out, "stablehlo.broadcast_in_dim %%v%d, dims = [0] : (%s) -> %s\n", x, type_of[COLUMN], type_of[TALL]);
    keep(w, TALL, id);
}

static void slices(writer *w)
{
    const int x = any(w, TALL), y = any(w, TALL), a = begin(w);
    fprintf(w->out, "stablehlo.slice %%v%d [0:2, 0:4] : (%s) -> tensor<2x4xf32>\n", x, type_of[TALL]);
    const int b = begin(w);
    fprintf(w->out, "stablehlo.slice %%v%d [2:6, 0:4] : (%s) -> tensor<4x4xf32>\n", y, type_of[TALL]);
    const int id = begin(w);
    fprintf(w->out, "stablehlo.concatenate %%v%d, %%v%d, dim = 0 : (tensor<2x4xf32>, tensor<4x4xf32>) -> %s\n", a, b,
            type_of[TALL]);
    keep(w, TALL, id);
}

static void gather_of(writer *w, const char *indices)
{
    const int x = any(w, TALL), at = begin(w);
    fprintf(w->out, "stablehlo.constant dense<%s> : tensor<6x1xi32>\n", indices);
    const int id = begin(w);
    fprintf(w->out,
            "\"stablehlo.gather\"(%%v%d, %%v%d) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], "
            "collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, "
            "4>, indices_are_sorted = false}> : (%s, tensor<6x1xi32>) -> %s\n",
            x, at, type_of[TALL], type_of[TALL]);
    keep(w, TALL, id);
}

static void gather(writer *w) { gather_of(w, "[[0], [5], [2], [2], [1], [4]]"); }

static void scatter_of(writer *w, const char *combiner)
{
    const int x = any(w, TALL), y = any(w, TALL), at = begin(w);
    fprintf(w->out, "stablehlo.constant dense<[[3], [0], [1], [5], [3], [2]]> : tensor<6x1xi32>\n");
    const int id = begin(w);
    fprintf(w->out,
            "\"stablehlo.scatter\"(%%v%d, %%v%d, %%v%d) <{scatter_dimension_numbers = "
            "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = "
            "[0], index_vector_dim = 1>}> ({\n  ^bb0(%%p: tensor<f32>, %%q: tensor<f32>):\n    %%m = stablehlo.%s %%p, "
            "%%q : tensor<f32>\n    stablehlo.return %%m : tensor<f32>\n  }) : (%s, tensor<6x1xi32>, %s) -> %s\n",
            x, at, y, combiner, type_of[TALL], type_of[TALL], type_of[TALL]);
    keep(w, TALL, id);
}

static void scatter(writer *w) { scatter_of(w, "add"); }

static void select_one(writer *w)
{
    const int x = any(w, TALL), y = any(w, TALL), p = begin(w);
    fprintf(w->out, "stablehlo.compare LT, %%v%d, %%v%d : (%s, %s) -> tensor<6x4xi1>\n", x, y, type_of[TALL],
            type_of[TALL]);
    const int id = begin(w);
    fprintf(w->out, "stablehlo.select %%v%d, %%v%d, %%v%d : tensor<6x4xi1>, %s\n", p, y, x, type_of[TALL]);
    keep(w, TALL, id);
}

static void branch(writer *w)
{
    const int x = any(w, TALL), y = any(w, TALL), p = begin(w);
    fprintf(w->out, "stablehlo.constant dense<true> : tensor<i1>\n");
    const int id = begin(w);
    fprintf(w->out,
            "\"stablehlo.if\"(%%v%d) ({\n    %%t = stablehlo.exponential %%v%d : %s\n    stablehlo.return %%t : %s\n  "
            "}, {\n    stablehlo.return %%v%d : %s\n  }) : (tensor<i1>) -> %s\n",
            p, x, type_of[TALL], type_of[TALL], y, type_of[TALL], type_of[TALL]);
    keep(w, TALL, id);
}

static void call(writer *w, const char *name)
{
    const int x = any(w, TALL), id = begin(w);
    fprintf(w->out, "func.call @%s(%%v%d) : (%s) -> %s\n", name, x, type_of[TALL], type_of[TALL]);
    keep(w, TALL, id);
}

static void call_twice(writer *w) { call(w, "twice"); }

/* ---- what is looked for ----------------------------------------------------------------------- */

static void multiply(writer *w) { scatter_of(w, "multiply"); }
static void out_of_range(writer *w) { gather_of(w, "[[0], [5], [9], [2], [1], [4]]"); }
static void looped(writer *w) { call(w, "looped"); }

static void named(writer *w, const char *name)
{
    const int x = any(w, TALL), id = begin(w);
    fprintf(w->out, "stablehlo.%s %%v%d : %s\n", name, x, type_of[TALL]);
    keep(w, TALL, id);
}

static void sine(writer *w) { named(w, "sine"); }
static void cosine(writer *w) { named(w, "cosine"); }

static const char functions[] = "func.func private @twice(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {\n"
                                "  %y = stablehlo.add %x, %x : tensor<6x4xf32>\n"
                                "  return %y : tensor<6x4xf32>\n}\n"
                                "func.func private @looped(%x: tensor<6x4xf32>) -> tensor<6x4xf32> {\n"
                                "  %zero = stablehlo.constant dense<0> : tensor<i32>\n"
                                "  %three = stablehlo.constant dense<3> : tensor<i32>\n"
                                "  %one = stablehlo.constant dense<1> : tensor<i32>\n"
                                "  %r:2 = stablehlo.while(%i = %zero, %c = %x) : tensor<i32>, tensor<6x4xf32>\n"
                                "  cond {\n"
                                "    %p = stablehlo.compare LT, %i, %three : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
                                "    stablehlo.return %p : tensor<i1>\n"
                                "  } do {\n"
                                "    %a = stablehlo.abs %c : tensor<6x4xf32>\n"
                                "    %l = stablehlo.log_plus_one %a : tensor<6x4xf32>\n"
                                "    %n = stablehlo.add %i, %one : tensor<i32>\n"
                                "    stablehlo.return %n, %l : tensor<i32>, tensor<6x4xf32>\n"
                                "  }\n"
                                "  return %r#1 : tensor<6x4xf32>\n}\n";

/* ---- all --------------------------------------------------------------------------------------- */

typedef void (*emitter)(writer *w);
static const emitter plain[] = {unary,     unary,  binary, binary, binary,  transpose, reshape,
                                broadcast, reduce, slices, gather, scatter, select_one};
static const emitter with_flow[] = {branch, call_twice};
static const emitter sought[] = {multiply, out_of_range, looped, sine, cosine};

static void write_ops(writer *w, const long_program *how)
{
    enum { PLAIN = sizeof plain / sizeof *plain, FLOW = sizeof with_flow / sizeof *with_flow };
    const size_t nsought = how->simple ? 0 : sizeof sought / sizeof *sought;
    size_t found = 0;
    for (size_t i = 0; i < how->ops; i++) {
        const uint64_t k = draw(w, how->simple ? PLAIN : PLAIN + FLOW);
        (k < PLAIN ? plain[k] : with_flow[k - PLAIN])(w);
        if (found < nsought && i >= (found + 1) * how->ops / (nsought + 1))
            sought[found++](w);
    }
}

static void write_main(writer *w, const long_program *how)
{
    fprintf(w->out, "func.func @main(%%v0: %s, %%v1: %s) -> (%s, %s, %s) {\n", type_of[TALL], type_of[TALL],
            type_of[TALL], type_of[TALL], type_of[FLAT]);
    w->next = 2;
    keep(w, TALL, 0);
    keep(w, TALL, 1);
    write_ops(w, how);
    const int flat = begin(w);
    fprintf(w->out, "stablehlo.iota dim = 0 : %s\n", type_of[FLAT]);
    const int four = begin(w);
    fprintf(w->out, "stablehlo.constant dense<4.0> : %s\n", type_of[FLAT]);
    const int seven = begin(w);
    fprintf(w->out, "stablehlo.add %%v%d, %%v%d : %s\n", flat, four, type_of[FLAT]);
    const int a = any(w, TALL), b = any(w, TALL);
    fprintf(w->out, "  return %%v%d, %%v%d, %%v%d : %s, %s, %s\n}\n", a, b, seven, type_of[TALL], type_of[TALL],
            type_of[FLAT]);
}

char *long_program_text(uint64_t seed, const long_program *how)
{
    char *text = NULL;
    size_t n = 0;
    writer w = {.out = open_memstream(&text, &n), .state = seed};
    if (!w.out)
        return NULL;
    if (!how->simple)
        fputs(functions, w.out);
    write_main(&w, how);
    if (fclose(w.out) == 0)
        return text;
    free(text);
    return NULL;
}
