/*
 * test_region_arithmetic.c - regions of random arithmetic, comparisons and selects
 * as the combiner of a scatter of one input or a few: what the test computes itself, update
 * after update, at any number of threads, on elements and on rows, some indices out of range.
 *
 * GARNER_SEED is where the drawing begins; GARNER_REGIONS how many are drawn.
 */
#include <inttypes.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/programs.h"

#define PLACES 24
#define MOST_OPS 40
#define MOST_UPDATES 20000
#define CONSTANTS 3
#define MOST_INPUTS 3

static uint64_t seed;

static uint64_t below(uint64_t n)
{
    seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
    return (seed >> 11) % n;
}

/* ---- numbers --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    grn_dtype dtype;
    bool is_float;
} types[] = {{"f32", GRN_F32, true},  {"f64", GRN_F64, true},  {"i32", GRN_I32, false},
             {"i64", GRN_I64, false}, {"ui8", GRN_UI8, false}, {"f16", GRN_F16, true}};
enum { F32, F64, I32, I64, UI8, F16, TYPES };

/* Of a float its value, of a NaN the sign alone, of an integer its bits, sign-extended where there is a
 * sign, of an i1 0 or 1. */
typedef union number {
    double f;
    int64_t i;
} number;

static int64_t wrapped(int type, uint64_t bits)
{
    return type == I32 ? (int32_t)(uint32_t)bits : type == UI8 ? (int64_t)(bits & 255) : (int64_t)bits;
}

/* f16 has integers of few bits alone here, which it holds. */
static number rounded(int type, double x) { return (number){.f = x != x ? NAN : type == F32 ? (double)(float)x : x}; }

static void put(int type, void *at, number x)
{
    float narrow = (float)x.f;
    uint64_t bits = (uint64_t)x.i;
    if (type == F16) {
        int exponent;
        double m = frexp(fabs(x.f), &exponent);
        bits = x.f == 0 ? 0 : (uint64_t)(exponent + 14) << 10 | ((uint64_t)(m * 2048) & 1023);
        bits |= signbit(x.f) ? 0x8000 : 0;
    } else if (types[type].is_float) {
        bits = 0;
        memcpy(&bits, type == F32 ? (void *)&narrow : (void *)&x.f, grn_dtype_bytes(types[type].dtype));
        if (x.f != x.f)
            bits = type == F32 ? 0x7FC00000 | (signbit(x.f) ? UINT32_C(1) << 31 : 0)
                               : UINT64_C(0x7FF8000000000000) | (signbit(x.f) ? UINT64_C(1) << 63 : 0);
    }
    memcpy(at, &bits, grn_dtype_bytes(types[type].dtype));
}

static number random_number(int type)
{
    static const double special[] = {0.0, -0.0, INFINITY, -INFINITY, NAN, -NAN, 1e30};
    if (!types[type].is_float)
        return (number){
            .i = wrapped(type, below(4) == 0 ? UINT64_C(1) << 63 | UINT64_C(1) << 31 : below(UINT64_C(1) << 40))};
    if (type == F16)
        return (number){.f = (double)below(3) - 1};
    const double x = below(6) == 0 ? special[below(7)] : ((double)below(4001) - 2000) / 64;
    return x != x ? (number){.f = x} : rounded(type, x);
}

/* ---- regions --------------------------------------------------------------------------------- */

/* Steps on elements; comparisons, which give an i1; steps on i1; those that take operands of both. */
typedef enum operation {
    ADD,
    SUBTRACT,
    MULTIPLY,
    MINIMUM,
    MAXIMUM,
    DIVIDE,
    AND,
    OR,
    XOR,
    NOT,
    NEGATE,
    ABS,
    CLAMP,
    LT,
    LE,
    GT,
    GE,
    EQ,
    NE,
    AND_I1,
    OR_I1,
    XOR_I1,
    NOT_I1,
    ADD_I1,
    EQ_I1,
    SELECT_I1,
    SELECT,
    OPERATIONS
} operation;

typedef enum kind { ELEMENT = 'e', BIT = 'b' } kind;

/* Of which kind the operands are, and the result. */
static const struct {
    const char *name, *operands;
    kind result;
} operations[OPERATIONS] = {
    [ADD] = {"add", "ee", ELEMENT},
    [SUBTRACT] = {"subtract", "ee", ELEMENT},
    [MULTIPLY] = {"multiply", "ee", ELEMENT},
    [MINIMUM] = {"minimum", "ee", ELEMENT},
    [MAXIMUM] = {"maximum", "ee", ELEMENT},
    [DIVIDE] = {"divide", "ee", ELEMENT},
    [AND] = {"and", "ee", ELEMENT},
    [OR] = {"or", "ee", ELEMENT},
    [XOR] = {"xor", "ee", ELEMENT},
    [NOT] = {"not", "e", ELEMENT},
    [NEGATE] = {"negate", "e", ELEMENT},
    [ABS] = {"abs", "e", ELEMENT},
    [CLAMP] = {"clamp", "eee", ELEMENT},
    [LT] = {"compare LT,", "ee", BIT},
    [LE] = {"compare LE,", "ee", BIT},
    [GT] = {"compare GT,", "ee", BIT},
    [GE] = {"compare GE,", "ee", BIT},
    [EQ] = {"compare EQ,", "ee", BIT},
    [NE] = {"compare NE,", "ee", BIT},
    [AND_I1] = {"and", "bb", BIT},
    [OR_I1] = {"or", "bb", BIT},
    [XOR_I1] = {"xor", "bb", BIT},
    [NOT_I1] = {"not", "b", BIT},
    [ADD_I1] = {"add", "bb", BIT},
    [EQ_I1] = {"compare EQ,", "bb", BIT},
    [SELECT_I1] = {"select", "bbb", BIT},
    [SELECT] = {"select", "bee", ELEMENT},
};

static double less_of(double a, double b)
{
    return a != a || b != b ? NAN : a == 0 && b == 0 ? (signbit(a) ? a : b) : a < b ? a : b;
}

static double more_of(double a, double b) { return -less_of(-a, -b); }

/* A NaN stays as it is, the operand's before a bound's. */
static double held(double least, double x, double most)
{
    return x != x ? x : least != least ? least : most != most ? most : less_of(more_of(x, least), most);
}

static number of_floats(int type, operation op, const number *in)
{
    const double a = in[0].f, b = in[1].f;
    switch (op) {
    case ADD: return rounded(type, a + b);
    case SUBTRACT: return rounded(type, a - b);
    case MULTIPLY: return rounded(type, a * b);
    case DIVIDE: return rounded(type, a / b);
    case MINIMUM: return rounded(type, less_of(a, b));
    case MAXIMUM: return rounded(type, more_of(a, b));
    case NEGATE: return (number){.f = copysign(a, signbit(a) ? 1 : -1)};
    case ABS: return (number){.f = fabs(a)};
    case CLAMP: return (number){.f = held(a, b, in[2].f)};
    case LT: return (number){.i = a < b};
    case LE: return (number){.i = a <= b};
    case GT: return (number){.i = a > b};
    case GE: return (number){.i = a >= b};
    case EQ: return (number){.i = a == b};
    default: return (number){.i = a != b};
    }
}

static number of_integers(int type, operation op, const number *in)
{
    const int64_t a = in[0].i, b = in[1].i;
    const uint64_t x = (uint64_t)a, y = (uint64_t)b;
    switch (op) {
    case ADD: return (number){.i = wrapped(type, x + y)};
    case SUBTRACT: return (number){.i = wrapped(type, x - y)};
    case MULTIPLY: return (number){.i = wrapped(type, x * y)};
    case MINIMUM: return (number){.i = a < b ? a : b};
    case MAXIMUM: return (number){.i = a < b ? b : a};
    case AND: return (number){.i = wrapped(type, x & y)};
    case OR: return (number){.i = wrapped(type, x | y)};
    case XOR: return (number){.i = wrapped(type, x ^ y)};
    case NOT: return (number){.i = wrapped(type, ~x)};
    case NEGATE: return (number){.i = wrapped(type, 0 - x)};
    case ABS: return (number){.i = a < 0 ? wrapped(type, 0 - x) : a};
    case CLAMP: return (number){.i = b < a ? (a < in[2].i ? a : in[2].i) : b < in[2].i ? b : in[2].i};
    case LT: return (number){.i = a < b};
    case LE: return (number){.i = a <= b};
    case GT: return (number){.i = a > b};
    case GE: return (number){.i = a >= b};
    case EQ: return (number){.i = a == b};
    default: return (number){.i = a != b};
    }
}

static number of_kinds(int type, operation op, const number *in)
{
    switch (op) {
    case AND_I1: return (number){.i = in[0].i & in[1].i};
    case OR_I1: return (number){.i = in[0].i | in[1].i};
    case XOR_I1: return (number){.i = in[0].i ^ in[1].i};
    case NOT_I1: return (number){.i = !in[0].i};
    case ADD_I1: return (number){.i = in[0].i | in[1].i};
    case EQ_I1: return (number){.i = in[0].i == in[1].i};
    case SELECT_I1:
    case SELECT: return in[0].i ? in[1] : in[2];
    default: return types[type].is_float ? of_floats(type, op, in) : of_integers(type, op, in);
    }
}

/* Values: the current element of each input, the update of each, constants, then what each op gives. */
#define MOST_FIRST (2 * MOST_INPUTS + CONSTANTS)
typedef struct region {
    int type;
    size_t ninputs;
    number constant[CONSTANTS];
    size_t nops, result[MOST_INPUTS];
    struct {
        operation op;
        size_t in[3];
    } ops[MOST_OPS];
    kind kinds[MOST_FIRST + MOST_OPS];
    size_t bits; /* values that are i1 */
} region;

static size_t first_of(const region *r) { return 2 * r->ninputs + CONSTANTS; }

static bool is_defined(int type, operation op)
{
    switch (op) {
    case DIVIDE: return types[type].is_float && type != F16;
    case AND:
    case OR:
    case XOR:
    case NOT: return !types[type].is_float;
    case ABS: return type != UI8;
    case ADD:
    case SUBTRACT:
    case MULTIPLY: return type != F16;
    default: return true;
    }
}

/* `moving`: one that leaves the bits of a NaN, or gives an i1. */
static operation random_operation(const region *r, bool moving)
{
    operation op;
    do
        op = moving ? (operation)(NEGATE + below(OPERATIONS - NEGATE)) : (operation)below(OPERATIONS);
    while (!is_defined(r->type, op) || (r->bits == 0 && strchr(operations[op].operands, BIT) != NULL));
    return op;
}

/* Mostly the one before it, as people write them. */
static size_t random_value(const region *r, size_t before, kind wanted, bool last)
{
    size_t value = before - 1;
    if (last && r->kinds[value] == wanted)
        return value;
    do
        value = below(before);
    while (r->kinds[value] != wanted);
    return value;
}

static void draw(region *r)
{
    r->type = (int)below(TYPES);
    r->ninputs = below(2) == 0 ? 1 : 1 + below(MOST_INPUTS);
    const size_t first = first_of(r);
    const bool moving = below(2) == 0;
    r->nops = below(12) == 0 ? MOST_OPS : below(moving ? 5 : 8);
    r->bits = 0;
    for (size_t i = 0; i < first; i++)
        r->kinds[i] = ELEMENT;
    for (size_t i = 0; i < CONSTANTS; i++)
        r->constant[i] = random_number(r->type);
    for (size_t i = 0; i < r->nops; i++) {
        const operation op = r->ops[i].op = random_operation(r, moving);
        const size_t chained = below(strlen(operations[op].operands));
        for (size_t k = 0; operations[op].operands[k] != '\0'; k++)
            r->ops[i].in[k] =
                random_value(r, first + i, (kind)operations[op].operands[k], i > 0 && (k == chained || below(3) == 0));
        r->kinds[first + i] = operations[op].result;
        r->bits += operations[op].result == BIT;
    }
    for (size_t k = 0; k < r->ninputs; k++)
        r->result[k] = random_value(r, first + r->nops, ELEMENT, k == 0 && below(5) > 0);
}

/* The current elements become the results. */
static void apply(const region *r, number *const *current, const number *update)
{
    const size_t n = r->ninputs, first = first_of(r);
    number v[MOST_FIRST + MOST_OPS];
    for (size_t k = 0; k < n; k++) {
        v[k] = *current[k];
        v[n + k] = update[k];
    }
    memcpy(v + 2 * n, r->constant, sizeof r->constant);
    for (size_t i = 0; i < r->nops; i++) {
        number in[3] = {{0}};
        for (size_t k = 0; k < strlen(operations[r->ops[i].op].operands); k++)
            in[k] = v[r->ops[i].in[k]];
        v[first + i] = of_kinds(r->type, r->ops[i].op, in);
    }
    for (size_t k = 0; k < n; k++)
        *current[k] = v[r->result[k]];
}

/* ---- programs -------------------------------------------------------------------------------- */

typedef struct text {
    size_t n;
    char bytes[1 << 15];
} text;

static void add(text *t, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    t->n += (size_t)vsnprintf(t->bytes + t->n, sizeof t->bytes - t->n, format, arguments);
    va_end(arguments);
    assert_true(t->n < sizeof t->bytes);
}

/* Floats by their bits. */
static void add_constant(text *t, const region *r, size_t i)
{
    uint64_t bits = 0;
    put(r->type, &bits, r->constant[i]);
    if (types[r->type].is_float)
        add(t, "    %%%d = stablehlo.constant dense<0x%0*" PRIX64 "> : tensor<%s>\n", (int)(2 * r->ninputs + i),
            2 * (int)grn_dtype_bytes(types[r->type].dtype), bits, types[r->type].name);
    else
        add(t, "    %%%d = stablehlo.constant dense<%" PRId64 "> : tensor<%s>\n", (int)(2 * r->ninputs + i),
            r->constant[i].i, types[r->type].name);
}

typedef struct type_text {
    char bytes[64];
} type_text;

static type_text type_of(int type, int64_t extent, int64_t row)
{
    type_text t;
    if (row > 1)
        snprintf(t.bytes, sizeof t.bytes, "tensor<%" PRId64 "x%" PRId64 "x%s>", extent, row, types[type].name);
    else
        snprintf(t.bytes, sizeof t.bytes, "tensor<%" PRId64 "x%s>", extent, types[type].name);
    return t;
}

static void add_op(text *t, const region *r, size_t i)
{
    const operation op = r->ops[i].op;
    const char *operands = operations[op].operands;
    const char *type = operands[strlen(operands) - 1] == BIT ? "i1" : types[r->type].name;
    add(t, "    %%%d = stablehlo.%s", (int)(first_of(r) + i), operations[op].name);
    for (size_t k = 0; operands[k] != '\0'; k++)
        add(t, "%s %%%d", k > 0 ? "," : "", (int)r->ops[i].in[k]);
    if (strncmp(operations[op].name, "compare", 7) == 0)
        add(t, " : (tensor<%s>, tensor<%s>) -> tensor<i1>\n", type, type);
    else
        add(t, " : %stensor<%s>\n", op == SELECT || op == SELECT_I1 ? "tensor<i1>, " : "", type);
}

/* `n` times, with commas between; %d is a number from 0 on. */
static void add_times(text *t, size_t n, const char *format, const char *type)
{
    for (size_t k = 0; k < n; k++) {
        add(t, k > 0 ? ", " : "");
        add(t, format, (int)k, type);
    }
}
static void add_types(text *t, size_t n, const char *type)
{
    for (size_t k = 0; k < n; k++)
        add(t, "%s%s", k > 0 ? ", " : "", type);
}

static void write_program(const region *r, int64_t updates, int64_t row, text *t)
{
    const type_text operand = type_of(r->type, PLACES, row), update = type_of(r->type, updates, row);
    const size_t n = r->ninputs;
    char scalar[32];
    snprintf(scalar, sizeof scalar, "tensor<%s>", types[r->type].name);
    t->n = 0;
    add(t, "func.func @main(");
    add_times(t, n, "%%o%d: %s", operand.bytes);
    add(t, ", %%i: tensor<%dxi64>, ", (int)updates);
    add_times(t, n, "%%u%d: %s", update.bytes);
    add(t, ") -> (");
    add_types(t, n, operand.bytes);
    add(t, ") {\n  %%r:%d = \"stablehlo.scatter\"(", (int)n);
    add_times(t, n, "%%o%d", NULL);
    add(t, ", %%i, ");
    add_times(t, n, "%%u%d", NULL);
    add(t,
        ") <{scatter_dimension_numbers = #stablehlo.scatter<%s"
        "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n  ^bb0(",
        row > 1 ? "update_window_dims = [1], " : "");
    add_times(t, 2 * n, "%%%d: %s", scalar);
    add(t, "):\n");
    for (size_t i = 0; i < CONSTANTS; i++)
        add_constant(t, r, i);
    for (size_t i = 0; i < r->nops; i++)
        add_op(t, r, i);
    add(t, "    stablehlo.return ");
    for (size_t k = 0; k < n; k++)
        add(t, "%s%%%d", k > 0 ? ", " : "", (int)r->result[k]);
    add(t, " : ");
    add_types(t, n, scalar);
    add(t, "\n  }) : (");
    add_types(t, n, operand.bytes);
    add(t, ", tensor<%dxi64>, ", (int)updates);
    add_types(t, n, update.bytes);
    add(t, ") -> (");
    add_types(t, n, operand.bytes);
    add(t, ")\n  return ");
    add_times(t, n, "%%r#%d", NULL);
    add(t, " : ");
    add_types(t, n, operand.bytes);
    add(t, "\n}\n");
}

/* ---- runs ------------------------------------------------------------------------------------ */

typedef struct input {
    number operand[PLACES * 8];
    char operand_bytes[PLACES * 8 * 8], want[PLACES * 8 * 8], update_bytes[MOST_UPDATES * 8];
} input;

typedef struct data {
    input inputs[MOST_INPUTS];
    int64_t indices[MOST_UPDATES];
} data;

static void hear(void *user, const grn_diagnostic *d)
{
    if (d->severity == GRN_SEVERITY_ERROR)
        snprintf(user, 256, "%s", d->message);
}

/* The updates `at`, which the place takes if it is one. */
static void update(const region *r, data *d, size_t bytes, int64_t at, int64_t place)
{
    number drawn[MOST_INPUTS], *current[MOST_INPUTS];
    for (size_t k = 0; k < r->ninputs; k++) {
        drawn[k] = random_number(r->type);
        put(r->type, d->inputs[k].update_bytes + (size_t)at * bytes, drawn[k]);
        current[k] = &d->inputs[k].operand[place < 0 ? 0 : place];
    }
    if (place >= 0)
        apply(r, current, drawn);
}

/* Two in three indices are one of a few. */
static void prepare(const region *r, int64_t updates, int64_t row, data *d)
{
    const size_t bytes = grn_dtype_bytes(types[r->type].dtype);
    for (size_t k = 0; k < r->ninputs; k++)
        for (int64_t i = 0; i < PLACES * row; i++) {
            d->inputs[k].operand[i] = random_number(r->type);
            put(r->type, d->inputs[k].operand_bytes + (size_t)i * bytes, d->inputs[k].operand[i]);
        }
    for (int64_t i = 0; i < updates; i++) {
        const int64_t index = (int64_t)below(below(3) == 0 ? PLACES + 2 : 3) - (below(50) == 0);
        d->indices[i] = index;
        for (int64_t e = 0; e < row; e++)
            update(r, d, bytes, i * row + e, index >= 0 && index < PLACES ? index * row + e : -1);
    }
    for (size_t k = 0; k < r->ninputs; k++)
        for (int64_t i = 0; i < PLACES * row; i++)
            put(r->type, d->inputs[k].want + (size_t)i * bytes, d->inputs[k].operand[i]);
}

static void expect(const region *r, const text *t, int64_t updates, int64_t row, data *d, const grn_parallel *parallel)
{
    char message[256] = "";
    const grn_diag diag = {hear, message};
    const grn_run_options options = {.parallel = parallel};
    const grn_dtype dtype = types[r->type].dtype;
    const size_t n = r->ninputs;
    grn_tensor in[2 * MOST_INPUTS + 1];
    grn_module *m = NULL;
    grn_results *results = NULL;
    const int32_t rank = row > 1 ? 2 : 1;
    const int64_t places[] = {PLACES, row}, vectors[] = {updates, row};
    assert_int_equal(grn_tensor_init(&in[n], d->indices, GRN_I64, 1, &updates), GRN_OK);
    for (size_t k = 0; k < n; k++) {
        assert_int_equal(grn_tensor_init(&in[k], d->inputs[k].operand_bytes, dtype, rank, places), GRN_OK);
        assert_int_equal(grn_tensor_init(&in[n + 1 + k], d->inputs[k].update_bytes, dtype, rank, vectors), GRN_OK);
    }
    if (grn_module_parse(t->bytes, t->n, NULL, &diag, &m) != GRN_OK ||
        grn_module_run(m, 0, 2 * n + 1, in, &options, &diag, &results) != GRN_OK)
        fail_msg("%s\n%s", message, t->bytes);
    for (size_t k = 0; k < n; k++)
        if (memcmp(grn_results_tensor(results, k)->data, d->inputs[k].want, grn_tensor_bytes(&in[k])) != 0) {
            fprintf(stderr, "%d updates, %s\n%s", (int)updates, parallel != NULL ? "on threads" : "on one thread",
                    t->bytes);
            fail_msg("result %d differs", (int)k);
        }
    grn_results_destroy(results);
    grn_module_destroy(m);
}

static void test_regions(void **unused)
{
    static region r;
    static text t;
    static data d;
    grn_pool *pool;
    uint64_t count = test_count("GARNER_REGIONS", 4000);
    (void)unused;
    seed = test_setting("GARNER_SEED", 1) * UINT64_C(0x9E3779B97F4A7C15) + 1;
    assert_int_equal(grn_pool_create(4, NULL, &pool), GRN_OK);
    for (uint64_t i = 0; i < count; i++) {
        int64_t row = below(2) == 0 ? 1 : 1 + (int64_t)below(8),
                updates = 1 + (int64_t)below(i % 8 == 0 ? MOST_UPDATES / row : 90);
        draw(&r);
        write_program(&r, updates, row, &t);
        prepare(&r, updates, row, &d);
        expect(&r, &t, updates, row, &d, NULL);
        expect(&r, &t, updates, row, &d, grn_pool_parallel(pool));
    }
    grn_pool_destroy(pool);
}

/* ---- elements of two types ------------------------------------------------------------------- */

/* The greatest number and where it is; of equal ones the first place. */
static const char greatest[] =
    "func.func @main(%x: tensor<24xf32>, %p: tensor<24xi32>, %i: tensor<20000xi64>, %u: tensor<20000xf32>,\n"
    "    %q: tensor<20000xi32>) -> (tensor<24xf32>, tensor<24xi32>) {\n"
    "  %r:2 = \"stablehlo.scatter\"(%x, %p, %i, %u, %q) <{scatter_dimension_numbers = #stablehlo.scatter<"
    "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
    "  ^bb0(%a: tensor<f32>, %b: tensor<i32>, %c: tensor<f32>, %d: tensor<i32>):\n"
    "    %g = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "    %e = stablehlo.compare EQ, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>\n"
    "    %l = stablehlo.compare LT, %b, %d : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
    "    %f = stablehlo.and %e, %l : tensor<i1>\n"
    "    %k = stablehlo.or %g, %f : tensor<i1>\n"
    "    %v = stablehlo.select %k, %a, %c : tensor<i1>, tensor<f32>\n"
    "    %w = stablehlo.select %k, %b, %d : tensor<i1>, tensor<i32>\n"
    "    stablehlo.return %v, %w : tensor<f32>, tensor<i32>\n"
    "  }) : (tensor<24xf32>, tensor<24xi32>, tensor<20000xi64>, tensor<20000xf32>, tensor<20000xi32>)"
    " -> (tensor<24xf32>, tensor<24xi32>)\n"
    "  return %r#0, %r#1 : tensor<24xf32>, tensor<24xi32>\n}\n";

static void run_greatest(const grn_tensor *in, const float *most, const int32_t *place, const grn_parallel *parallel)
{
    const grn_run_options options = {.parallel = parallel};
    grn_module *m = NULL;
    grn_results *results = NULL;
    assert_int_equal(grn_module_parse(greatest, sizeof greatest - 1, NULL, NULL, &m), GRN_OK);
    assert_int_equal(grn_module_run(m, 0, 5, in, &options, NULL, &results), GRN_OK);
    assert_memory_equal(grn_results_tensor(results, 0)->data, most, PLACES * sizeof *most);
    assert_memory_equal(grn_results_tensor(results, 1)->data, place, PLACES * sizeof *place);
    grn_results_destroy(results);
    grn_module_destroy(m);
}

static void test_two_types(void **unused)
{
    static float x[PLACES], most[PLACES], u[MOST_UPDATES];
    static int32_t p[PLACES], place[PLACES], q[MOST_UPDATES];
    static int64_t indices[MOST_UPDATES];
    const int64_t places = PLACES, updates = MOST_UPDATES;
    grn_tensor in[5];
    grn_pool *pool;
    (void)unused;
    seed = 1;
    for (int i = 0; i < PLACES; i++) {
        most[i] = x[i] = -1;
        place[i] = p[i] = -1;
    }
    for (int i = 0; i < MOST_UPDATES; i++) {
        const int64_t at = indices[i] = (int64_t)below(PLACES + 1);
        u[i] = (float)below(100);
        q[i] = (int32_t)below(1000);
        if (at < PLACES && !(most[at] > u[i] || (most[at] == u[i] && place[at] < q[i]))) {
            most[at] = u[i];
            place[at] = q[i];
        }
    }
    assert_int_equal(grn_tensor_init(&in[0], x, GRN_F32, 1, &places), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[1], p, GRN_I32, 1, &places), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[2], indices, GRN_I64, 1, &updates), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[3], u, GRN_F32, 1, &updates), GRN_OK);
    assert_int_equal(grn_tensor_init(&in[4], q, GRN_I32, 1, &updates), GRN_OK);
    assert_int_equal(grn_pool_create(4, NULL, &pool), GRN_OK);
    run_greatest(in, most, place, NULL);
    run_greatest(in, most, place, grn_pool_parallel(pool));
    grn_pool_destroy(pool);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_regions), cmocka_unit_test(test_two_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
