/*
 * affine_programs.c - random programs of the affine dialect.
 *
 *   affine_programs SEED COUNT    functions @f0, @f1, .. without arguments on standard output, a
 *                                 program each (// ----- between them), of loops with carried
 *                                 values, parallel loops and their folds, branches, accesses, maps
 *                                 with every division of numbers of both signs, dims and symbols. A
 *                                 function gives numbers that depend on all it does.
 *
 * Every operand of a map is one that MLIR takes for a dim or a symbol. Numbers stay small: no map
 * leaves what an index holds. Steps of a parallel loop touch elements of their own, so that they
 * may run in any order.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_DIMS 24
#define MOST_DEPTH 3

typedef struct generator {
    uint64_t state;
    int next;  /* the next value is %v<next> */
    int ndims; /* values that may be dims: constants, counters, what apply gives */
    char dim[MOST_DIMS][16];
    int depth;    /* of loops and branches */
    bool is_pure; /* nothing may be written to memory */
    FILE *out;
} generator;

static void put(generator *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(g->out, format, args);
    va_end(args);
}

/* ---- chance ---------------------------------------------------------------------------------- */

/* splitmix64 */
static uint64_t draw(generator *g)
{
    uint64_t z = g->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return z ^ z >> 31;
}

/* from least to most, both among them */
static int between(generator *g, int least, int most) { return least + (int)(draw(g) % (uint64_t)(most - least + 1)); }
static bool chance(generator *g, int percent) { return between(g, 0, 99) < percent; }

/* ---- expressions ----------------------------------------------------------------------------- */

enum { SYMBOLS = 2 }; /* %p0 and %p1, which are positive */

/* What a map or a list of subscripts reads: dims in the order of their use. */
typedef struct operands {
    bool is_map; /* else values stand in the expression */
    int n;
    int dim[MOST_DIMS];
} operands;

static void leaf(generator *g, operands *o)
{
    if (chance(g, 20)) {
        const int c = between(g, -9, 9);
        put(g, c < 0 ? "(%d)" : "%d", c);
        return;
    }
    if (chance(g, 20)) {
        put(g, o->is_map ? "s%d" : "symbol(%%p%d)", between(g, 0, SYMBOLS - 1));
        return;
    }
    const int which = between(g, 0, g->ndims - 1);
    int at = 0;
    while (at < o->n && o->dim[at] != which)
        at++;
    if (at == o->n)
        o->dim[o->n++] = which;
    if (o->is_map)
        put(g, "d%d", at);
    else
        put(g, "%s", g->dim[which]);
}

static void divisor(generator *g, const operands *o)
{
    if (chance(g, 15))
        put(g, o->is_map ? "s%d" : "symbol(%%p%d)", between(g, 0, SYMBOLS - 1));
    else
        put(g, "%d", between(g, 1, 9));
}

static void expression(generator *g, operands *o, int depth)
{
    static const char *const divisions[] = {"floordiv", "ceildiv", "mod"};
    const int kind = depth ? between(g, 0, 6) : 0;
    if (kind == 0) {
        leaf(g, o);
        return;
    }
    put(g, "(");
    expression(g, o, depth - 1);
    if (kind <= 2) {
        put(g, kind == 1 ? " + " : " - ");
        expression(g, o, depth - 1);
    } else if (kind == 3) {
        put(g, " * %d", between(g, -4, 4));
    } else {
        put(g, " %s ", divisions[kind - 4]);
        divisor(g, o);
    }
    put(g, ")");
}

/* A map's text needs its operands counted first: results go to memory, dims before them. */
typedef struct map {
    char *text;
    size_t bytes;
    FILE *real;
    operands o;
} map;

static void begin_map(generator *g, map *m)
{
    *m = (map){.o = {.is_map = true}};
    m->real = g->out;
    g->out = open_memstream(&m->text, &m->bytes);
    if (!g->out)
        exit(2);
}

static void end_map(generator *g, map *m, const char *kind, const char *between_)
{
    fclose(g->out);
    g->out = m->real;
    put(g, "%s<(", kind);
    for (int i = 0; i < m->o.n; i++)
        put(g, "%sd%d", i ? ", " : "", i);
    put(g, ")[s0, s1] %s (%s)>(", between_, m->text);
    for (int i = 0; i < m->o.n; i++)
        put(g, "%s%s", i ? ", " : "", g->dim[m->o.dim[i]]);
    put(g, ")[%%p0, %%p1]");
    free(m->text);
}

/* ---- values ---------------------------------------------------------------------------------- */

static int fresh(generator *g) { return g->next++; }

static void add_dim(generator *g, const char *prefix, int number)
{
    if (g->ndims < MOST_DIMS)
        snprintf(g->dim[g->ndims++], sizeof g->dim[0], "%%%s%d", prefix, number);
}

/* The accumulator, an i32, after one more index. */
static int take(generator *g, int acc, const char *value)
{
    const int cast = fresh(g), scaled = fresh(g), sum = fresh(g);
    put(g, "%%v%d = arith.index_cast %s : index to i32\n", cast, value);
    put(g, "%%v%d = arith.muli %%v%d, %%prime : i32\n%%v%d = arith.addi %%v%d, %%v%d : i32\n", scaled, acc, sum, scaled,
        cast);
    return sum;
}

/* A new dim: an expression, small again. */
static int apply(generator *g, int acc)
{
    map m;
    char name[16];
    const int v = fresh(g);
    put(g, "%%v%d = affine.apply ", v);
    begin_map(g, &m);
    expression(g, &m.o, 3);
    put(g, " mod %d - %d", between(g, 11, 53), between(g, 0, 30));
    end_map(g, &m, "affine_map", "->");
    put(g, "\n");
    add_dim(g, "v", v);
    snprintf(name, sizeof name, "%%v%d", v);
    return take(g, acc, name);
}

static int least_or_greatest(generator *g, int acc)
{
    map m;
    char name[16];
    const int v = fresh(g), n = between(g, 1, 4);
    put(g, "%%v%d = affine.%s ", v, chance(g, 50) ? "min" : "max");
    begin_map(g, &m);
    for (int i = 0; i < n; i++) {
        put(g, "%s", i ? ", " : "");
        expression(g, &m.o, 2);
    }
    end_map(g, &m, "affine_map", "->");
    put(g, "\n");
    snprintf(name, sizeof name, "%%v%d", v);
    return take(g, acc, name);
}

static int delinearize(generator *g, int acc)
{
    char name[16];
    const int v = fresh(g);
    put(g, "%%v%d:3 = affine.delinearize_index %s into (%%p0, %%p1, %%p0) : index, index, index\n", v,
        g->dim[between(g, 0, g->ndims - 1)]);
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%%v%d#%d", v, i);
        acc = take(g, acc, name);
    }
    return acc;
}

/* ---- memory ---------------------------------------------------------------------------------- */

/* Two subscripts within [0, 8). */
static void subscripts(generator *g)
{
    operands o = {.is_map = false};
    for (int i = 0; i < 2; i++) {
        put(g, "%s", i ? ", " : "");
        expression(g, &o, 2);
        put(g, " mod 8");
    }
}

static int load(generator *g, int acc)
{
    const int v = fresh(g), sum = fresh(g);
    put(g, "%%v%d = affine.load %%m[", v);
    subscripts(g);
    put(g, "] : memref<8x8xi32>\n%%v%d = arith.xori %%v%d, %%v%d : i32\n", sum, acc, v);
    return sum;
}

static void store(generator *g, int acc)
{
    put(g, "affine.store %%v%d, %%m[", acc);
    subscripts(g);
    put(g, "] : memref<8x8xi32>\n");
}

/* An element of floats becomes half of itself and a small number more. */
static void update_float(generator *g, int acc)
{
    const int low = fresh(g), small = fresh(g), old = fresh(g), half = fresh(g), sum = fresh(g);
    put(g, "%%v%d = arith.andi %%v%d, %%mask : i32\n%%v%d = arith.sitofp %%v%d : i32 to f32\n", low, acc, small, low);
    put(g, "%%v%d = affine.load %%f[", old);
    subscripts(g);
    put(g, "] : memref<8x8xf32>\n%%v%d = arith.mulf %%v%d, %%half : f32\n%%v%d = arith.addf %%v%d, %%v%d : f32\n", half,
        old, sum, half, small);
    put(g, "affine.store %%v%d, %%f[", sum);
    subscripts(g);
    put(g, "] : memref<8x8xf32>\n");
}

/* ---- loops and branches ---------------------------------------------------------------------- */

static int statements(generator *g, int acc, int count);

/* A bound of few steps: of one result, or of several. */
static void bound(generator *g, bool lower)
{
    map m;
    if (chance(g, 30)) {
        put(g, "%d", lower ? between(g, -3, 2) : between(g, 0, 6));
        return;
    }
    const bool several = chance(g, 50);
    put(g, several ? lower ? "max " : "min " : "");
    begin_map(g, &m);
    expression(g, &m.o, 2);
    if (several)
        put(g, ", %d", lower ? between(g, -4, 1) : between(g, 1, 7));
    else
        put(g, lower ? " mod 5 - 2" : " mod 7 - 1");
    end_map(g, &m, "affine_map", "->");
}

static int loop(generator *g, int acc)
{
    const int outer = g->ndims, result = fresh(g), carried = fresh(g), i = fresh(g);
    const bool carries = g->is_pure || chance(g, 60);
    if (carries)
        put(g, "%%v%d = ", result);
    put(g, "affine.for %%v%d = ", i);
    bound(g, true);
    put(g, " to ");
    /* an upper bound of several results is at most 7; the lower one is at least -4 */
    bound(g, false);
    if (chance(g, 50))
        put(g, " step %d", between(g, 1, 3));
    if (carries)
        put(g, " iter_args(%%v%d = %%v%d) -> (i32)", carried, acc);
    put(g, " {\n");
    add_dim(g, "v", i);
    g->depth++;
    const int last = statements(g, carries ? carried : acc, between(g, 1, 3));
    g->depth--;
    if (carries)
        put(g, "affine.yield %%v%d : i32\n", last);
    else
        store(g, last);
    g->ndims = outer;
    put(g, "}\n");
    return carries ? result : acc;
}

static void set(generator *g)
{
    map m;
    const int n = between(g, 1, 3);
    begin_map(g, &m);
    for (int i = 0; i < n; i++) {
        put(g, "%s", i ? ", " : "");
        expression(g, &m.o, 2);
        put(g, chance(g, 75) ? " >= 0" : " mod 2 == 0");
    }
    end_map(g, &m, "affine_set", ":");
}

static void branch_region(generator *g, int acc, bool gives)
{
    const int outer = g->ndims;
    g->depth++;
    const int last = statements(g, acc, between(g, 1, 2));
    g->depth--;
    if (gives)
        put(g, "affine.yield %%v%d : i32\n", last);
    else
        store(g, last);
    g->ndims = outer;
}

static int branch(generator *g, int acc)
{
    const int result = fresh(g);
    const bool gives = g->is_pure || chance(g, 60);
    if (gives)
        put(g, "%%v%d = ", result);
    put(g, "affine.if ");
    set(g);
    put(g, gives ? " -> i32 {\n" : " {\n");
    branch_region(g, acc, gives);
    if (gives || chance(g, 50)) {
        put(g, "} else {\n");
        branch_region(g, acc, gives);
    }
    put(g, "}\n");
    return gives ? result : acc;
}

/* One dimension's bounds, of a few steps. */
static void parallel_bounds(generator *g, int rank, bool lower)
{
    operands o = {.is_map = false};
    put(g, "(");
    for (int d = 0; d < rank; d++) {
        put(g, "%s", d ? ", " : "");
        if (chance(g, 50)) {
            put(g, "%d", lower ? between(g, -2, 2) : between(g, 0, 5));
            continue;
        }
        put(g, lower ? "max(" : "min(");
        expression(g, &o, 2);
        put(g, ", %d)", lower ? between(g, -3, 1) : between(g, 1, 6));
    }
    put(g, ")");
}

/* Folds of what its steps work out, in their order. */
static int fold(generator *g, int acc)
{
    static const char *const integers[] = {"addi", "muli", "andi", "ori"};
    static const char *const floats[] = {"addf", "mulf", "maximumf", "minimumf"};
    const int outer = g->ndims, rank = between(g, 1, 2), result = fresh(g), first = fresh(g);
    const bool was_pure = g->is_pure;
    put(g, "%%v%d:2 = affine.parallel (%%v%d", result, first);
    if (rank == 2)
        put(g, ", %%v%d", fresh(g));
    put(g, ") = ");
    parallel_bounds(g, rank, true);
    put(g, " to ");
    parallel_bounds(g, rank, false);
    if (chance(g, 50))
        put(g, rank == 2 ? " step (%d, %d)" : " step (%d)", between(g, 1, 3), between(g, 1, 3));
    put(g, " reduce (\"%s\", \"%s\") -> (i32, f32) {\n", integers[between(g, 0, 3)], floats[between(g, 0, 3)]);
    for (int d = 0; d < rank; d++)
        add_dim(g, "v", first + d);
    g->is_pure = true;
    g->depth++;
    const int last = statements(g, acc, between(g, 1, 2)), low = fresh(g), real = fresh(g);
    g->depth--;
    g->is_pure = was_pure;
    put(g, "%%v%d = arith.andi %%v%d, %%mask : i32\n%%v%d = arith.sitofp %%v%d : i32 to f32\n", low, last, real, low);
    put(g, "affine.yield %%v%d, %%v%d : i32, f32\n}\n", last, real);
    g->ndims = outer;
    const int bits = fresh(g), sum = fresh(g);
    put(g, "%%v%d = arith.bitcast %%v%d#1 : f32 to i32\n%%v%d = arith.addi %%v%d#0, %%v%d : i32\n", bits, result, sum,
        result, bits);
    return sum;
}

/* Each step writes an element of its own. */
static void fill(generator *g)
{
    const int outer = g->ndims, i = fresh(g), j = fresh(g), zero = fresh(g);
    const bool was_pure = g->is_pure;
    put(g, "affine.parallel (%%v%d, %%v%d) = (%d, %d) to (%d, 8) step (%d, %d) {\n", i, j, between(g, 0, 4),
        between(g, 0, 4), between(g, 5, 8), between(g, 1, 3), between(g, 1, 3));
    put(g, "%%v%d = affine.load %%m[%%v%d, %%v%d] : memref<8x8xi32>\n", zero, i, j);
    add_dim(g, "v", i);
    add_dim(g, "v", j);
    g->is_pure = true;
    int acc = apply(g, zero);
    acc = least_or_greatest(g, acc);
    g->is_pure = was_pure;
    put(g, "affine.store %%v%d, %%m[%%v%d, %%v%d] : memref<8x8xi32>\n}\n", acc, i, j);
    g->ndims = outer;
}

/* Answers the accumulator after them. */
static int statements(generator *g, int acc, int count)
{
    for (int i = 0; i < count; i++) {
        const int kind = between(g, 0, g->depth < MOST_DEPTH ? 10 : 5);
        if (kind == 0)
            acc = least_or_greatest(g, acc);
        else if (kind <= 2)
            acc = apply(g, acc);
        else if (kind == 3)
            acc = delinearize(g, acc);
        else if (kind == 4 || (g->is_pure && kind == 5))
            acc = load(g, acc);
        else if (kind == 5)
            update_float(g, acc);
        else if (kind <= 7)
            acc = loop(g, acc);
        else if (kind == 8)
            acc = branch(g, acc);
        else if (kind == 9 || g->is_pure)
            acc = fold(g, acc);
        else
            fill(g);
    }
    return acc;
}

/* ---- a program ------------------------------------------------------------------------------- */

static void begin(generator *g, uint64_t number)
{
    put(g, "func.func @f%" PRIu64 "() -> (i32, i32, index) {\n", number);
    put(g, "%%m = memref.alloc() : memref<8x8xi32>\n%%f = memref.alloc() : memref<8x8xf32>\n");
    put(g, "%%prime = arith.constant 31 : i32\n%%mask = arith.constant 255 : i32\n%%half = arith.constant 0.5 : f32\n");
    for (int i = 0; i < SYMBOLS; i++)
        put(g, "%%p%d = arith.constant %d : index\n", i, between(g, 1, 7));
    for (int i = 0; i < 3; i++) {
        put(g, "%%k%d = arith.constant %d : index\n", i, between(g, -12, 12));
        add_dim(g, "k", i);
    }
    put(g, "affine.for %%i = 0 to 8 {\naffine.for %%j = 0 to 8 {\n"
           "%%a = affine.apply affine_map<(d0, d1) -> (d0 * 8 + d1 * 3 - 20)>(%%i, %%j)\n%%b = arith.index_cast %%a : "
           "index to i32\n"
           "%%c = arith.sitofp %%b : i32 to f32\naffine.store %%b, %%m[%%i, %%j] : memref<8x8xi32>\n"
           "affine.store %%c, %%f[%%i, %%j] : memref<8x8xf32>\n}\n}\n");
}

/* All that is in memory goes into two numbers. */
static void end(generator *g, int acc)
{
    put(g,
        "%%zero = arith.constant 0 : i32\n"
        "%%all:2 = affine.for %%i = 0 to 8 iter_args(%%x = %%zero, %%y = %%v%d) -> (i32, i32) {\n"
        "%%row:2 = affine.for %%j = 0 to 8 iter_args(%%s = %%x, %%t = %%y) -> (i32, i32) {\n"
        "%%a = affine.load %%m[%%i, %%j] : memref<8x8xi32>\n%%b = affine.load %%f[%%i, %%j] : memref<8x8xf32>\n"
        "%%c = arith.bitcast %%b : f32 to i32\n%%d = arith.muli %%s, %%prime : i32\n%%e = arith.muli %%t, %%prime : "
        "i32\n"
        "%%g = arith.addi %%d, %%a : i32\n%%h = arith.addi %%e, %%c : i32\naffine.yield %%g, %%h : i32, i32\n}\n"
        "affine.yield %%row#0, %%row#1 : i32, i32\n}\n",
        acc);
    put(g, "%%last = affine.max affine_map<(d0, d1) -> (d0, -d1)>(%%k0, %%k1)\n"
           "memref.dealloc %%m : memref<8x8xi32>\nmemref.dealloc %%f : memref<8x8xf32>\n"
           "return %%all#0, %%all#1, %%last : i32, i32, index\n}\n");
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fprintf(stderr, "usage: affine_programs SEED COUNT\n");
        return 2;
    }
    const uint64_t seed = strtoull(argv[1], NULL, 10), count = strtoull(argv[2], NULL, 10);
    for (uint64_t i = 0; i < count; i++) {
        generator g = {.state = seed * UINT64_C(1000003) + i, .out = stdout};
        put(&g, "%s", i ? "// -----\n" : "");
        begin(&g, i);
        const int acc = fresh(&g);
        put(&g, "%%v%d = arith.constant %d : i32\n", acc, between(&g, -1000, 1000));
        end(&g, statements(&g, acc, between(&g, 4, 8)));
    }
    return 0;
}
