/* generate.c - values, types and the program around its ops. */
#include "generate.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"

static const grn_dtype dtypes[] = {GRN_F32, GRN_I32,  GRN_I1,  GRN_I64,  GRN_F64, GRN_I8,   GRN_UI8, GRN_BF16,
                                   GRN_F16, GRN_UI32, GRN_I16, GRN_UI64, GRN_C64, GRN_C128, GRN_UI16};

#define MOST_OPS 14
#define LARGE 33000 /* elements: more than a part of a run has */

/* ---- text ------------------------------------------------------------------------------------ */

void put(generator *g, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vfprintf(g->out, format, args);
    va_end(args);
}

void put_type(generator *g, const generated_type *type)
{
    put(g, "tensor<");
    for (int32_t d = 0; d < type->rank; d++)
        put(g, "%" PRId64 "x", type->shape[d]);
    put(g, "%s>", grn_dtype_text(type->dtype));
}

void put_value(generator *g, const generated_value *v) { put(g, "%%%s%d", v->is_input ? "in" : "v", v->id); }

void put_list(generator *g, const int64_t *v, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        put(g, "%s%" PRId64, i ? ", " : "", v[i]);
}

void put_array(generator *g, const char *name, const int64_t *v, int32_t count)
{
    put(g, "%s = array<i64%s", name, count ? ": " : "");
    put_list(g, v, count);
    put(g, ">");
}

int begin_op(generator *g)
{
    put(g, "  %%v%d = ", g->next_id);
    return g->next_id++;
}

/* ---- types and values ------------------------------------------------------------------------ */

generated_type type_of(grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    generated_type t = {.dtype = dtype, .rank = rank};
    for (int32_t d = 0; d < rank; d++)
        t.shape[d] = shape[d];
    return t;
}

int64_t type_elements(const generated_type *t)
{
    int64_t n = 1;
    for (int32_t d = 0; d < t->rank; d++)
        n *= t->shape[d];
    return n;
}

bool same_type(const generated_type *a, const generated_type *b)
{
    bool same = a->dtype == b->dtype && a->rank == b->rank;
    for (int32_t d = 0; same && d < a->rank; d++)
        same = a->shape[d] == b->shape[d];
    return same;
}

void define(generator *g, int id, const generated_type *type)
{
    if (g->count < GENERATED_VALUES)
        g->values[g->count++] = (generated_value){*type, id, false};
}

static generated_type any_type(generator *g, unsigned classes, int32_t least_rank)
{
    static const int64_t most[] = {1, 12, 6, 4, 3, 2, 2};
    size_t count = sizeof dtypes / sizeof *dtypes, row = (size_t)pick(g->e, count);
    while (!(classes >> grn_dtype_class_of(dtypes[row]) & 1))
        row = (row + 1) % count;
    generated_type t = {.dtype = dtypes[row], .rank = (int32_t)pick_between(g->e, least_rank, 4)};
    for (int32_t d = 0; d < t.rank; d++)
        t.shape[d] = one_in(g->e, 24) ? 0 : pick_between(g->e, 1, most[t.rank]);
    if (g->large && t.rank > 0 && t.rank < 3 && one_in(g->e, 3))
        t.shape[0] = LARGE / (t.rank == 2 && t.shape[1] ? t.shape[1] : 1);
    return t;
}

static generated_value make_input(generator *g, const generated_type *type)
{
    generated_value v = {*type, (int)g->ninputs, true};
    g->inputs[g->ninputs++] = *type;
    return v;
}

static void put_literal(generator *g, const generated_type *type, bool splat)
{
    random_source s = entropy_source(g->e);
    random_buffer b = {0};
    text t;
    grn_sink sink = fuzz_text_sink(&t);
    if (!random_buffer_make(s, type->dtype, splat ? 0 : type->rank, type->shape, false, 0, &b))
        broken("there is memory for a constant", NULL, NULL);
    random_buffer_fill(s, &b);
    if (grn_tensor_write_literal(&b.view, &(grn_literal_options){0}, &sink) != GRN_OK)
        broken("a constant is written", NULL, NULL);
    put(g, "%s", t.bytes);
    fuzz_text_free(&t);
    random_buffer_release(&b);
}

static generated_value make_constant(generator *g, const generated_type *type)
{
    int64_t n = type_elements(type);
    bool iota = type->rank > 0 && n > 0 && type->dtype != GRN_I1 && one_in(g->e, 3);
    int id = begin_op(g);
    if (iota) {
        put(g, "stablehlo.iota dim = %d", (int)pick(g->e, (uint64_t)type->rank));
    } else {
        put(g, "stablehlo.constant ");
        put_literal(g, type, n > 24 || (n > 0 && one_in(g->e, 4)));
    }
    put(g, " : ");
    put_type(g, type);
    put(g, "\n");
    define(g, id, type);
    return (generated_value){*type, id, false};
}

static generated_value make_value(generator *g, const generated_type *type)
{
    bool may = !g->closed && g->ninputs < GENERATED_INPUTS && type_elements(type) <= 2000;
    if (may && one_in(g->e, 2)) {
        generated_value v = make_input(g, type);
        if (g->count < GENERATED_VALUES)
            g->values[g->count++] = v;
        return v;
    }
    return make_constant(g, type);
}

static generated_value find(generator *g, unsigned classes, int32_t least_rank)
{
    size_t from = g->count ? (size_t)pick(g->e, g->count) : 0;
    for (size_t i = 0; i < g->count; i++) {
        const generated_value *v = &g->values[(from + i) % g->count];
        if ((classes >> grn_dtype_class_of(v->type.dtype) & 1) && v->type.rank >= least_rank)
            return *v;
    }
    generated_type type = any_type(g, classes, least_rank);
    return make_value(g, &type);
}

generated_value any_value(generator *g, unsigned classes)
{
    if (!one_in(g->e, 8))
        return find(g, classes, 0);
    generated_type type = any_type(g, classes, 0);
    return make_value(g, &type);
}

generated_value any_array(generator *g, unsigned classes) { return find(g, classes, 1); }

generated_value value_of(generator *g, const generated_type *type)
{
    size_t from = g->count ? (size_t)pick(g->e, g->count) : 0;
    for (size_t i = 0; i < g->count; i++) {
        const generated_value *v = &g->values[(from + i) % g->count];
        if (same_type(&v->type, type))
            return *v;
    }
    return make_value(g, type);
}

generated_value scalar_of(generator *g, grn_dtype dtype)
{
    generated_type type = {.dtype = dtype};
    return value_of(g, &type);
}

/* ---- functions ------------------------------------------------------------------------------- */

static void put_return(generator *g, const generated_value *results, size_t count)
{
    put(g, "  return ");
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_value(g, &results[i]);
    }
    put(g, " : ");
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_type(g, &results[i].type);
    }
    put(g, "\n");
}

/* The body goes to its own buffer first: inputs are known when it ends. */
static void put_function(generator *g, FILE *to, const char *head, const generated_value *results, size_t count,
                         const char *body)
{
    g->out = to;
    put(g, "%s(", head);
    for (size_t i = 0; i < g->ninputs; i++) {
        put(g, "%s%%in%zu: ", i ? ", " : "", i);
        put_type(g, &g->inputs[i]);
    }
    put(g, ") -> (");
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_type(g, &results[i].type);
    }
    put(g, ") {\n%s", body);
    put_return(g, results, count);
    put(g, "}\n");
}

#define MOST_RESULTS 6

static void function(generator *g, FILE *to, const char *head, size_t nops, size_t nresults)
{
    char *body = NULL;
    size_t bytes = 0;
    generated_value results[MOST_RESULTS];
    g->out = open_memstream(&body, &bytes);
    if (!g->out)
        broken("there is memory for a program", NULL, NULL);
    for (size_t i = 0; i < nops; i++)
        emit_any(g);
    for (size_t i = 0; i < nresults; i++)
        results[i] = i < g->count ? g->values[g->count - 1 - i] : any_value(g, ALL_CLASSES);
    fclose(g->out);
    put_function(g, to, head, results, nresults, body);
    g->callee_result = results[0].type;
    free(body);
}

/* A function of one input and one result, for calls. */
static void callee(generator *g, FILE *to)
{
    generator inner = {.e = g->e};
    generated_type type = any_type(g, ALL_CLASSES, 0);
    generated_value v = make_input(&inner, &type);
    inner.values[inner.count++] = v;
    inner.closed = true;
    function(&inner, to, "func.func private @callee", 1 + (size_t)pick(g->e, 3), 1);
    g->has_callee = true;
    g->callee_input = type;
    g->callee_result = inner.callee_result;
}

char *generate_program(entropy *e, size_t *bytes)
{
    char *all = NULL;
    generator g = {.e = e};
    FILE *to = open_memstream(&all, bytes);
    if (!to)
        return NULL;
    g.large = one_in(e, 96);
    if (one_in(e, 4))
        callee(&g, to);
    function(&g, to, "func.func @main", 1 + (size_t)pick(e, MOST_OPS), 1 + (size_t)pick(e, MOST_RESULTS));
    return fclose(to) == 0 ? all : NULL;
}
