/* generate_regions.c - ops with regions: reductions, windows, sorts, control flow; and calls. */
#include <inttypes.h>
#include <string.h>

#include "generate.h"

#define MOST_CARRIED 3
#define MOST_DEPTH 2

/* ---- regions --------------------------------------------------------------------------------- */

static void put_arguments(generator *g, const generated_type *types, size_t count, int first)
{
    put(g, "  ^bb0(");
    for (size_t i = 0; i < count; i++) {
        put(g, "%s%%v%d: ", i ? ", " : "", first + (int)i);
        put_type(g, &types[i]);
    }
    put(g, "):\n");
}

/* Declares arguments of these types as the values that can be seen; answers how many were seen
 * before. */
static size_t open_region(generator *g, const generated_type *types, size_t count)
{
    size_t before = g->count;
    int first = g->next_id;
    g->next_id += (int)count;
    put_arguments(g, types, count, first);
    for (size_t i = 0; i < count; i++)
        define(g, first + (int)i, &types[i]);
    return before;
}

static void put_region_return(generator *g, const generated_value *v, size_t count)
{
    put(g, "  stablehlo.return ");
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_value(g, &v[i]);
    }
    put(g, " : ");
    for (size_t i = 0; i < count; i++) {
        put(g, i ? ", " : "");
        put_type(g, &v[i].type);
    }
    put(g, "\n");
}

/* A function of scalars of one dtype that gives one. What is made inside cannot be seen outside. */
static void put_scalar_region(generator *g, grn_dtype dtype, size_t nargs, grn_dtype result_dtype)
{
    generated_type types[4];
    generator outer = *g;
    for (size_t i = 0; i < nargs; i++)
        types[i] = (generated_type){.dtype = dtype};
    g->count = 0;
    g->closed = true;
    put(g, "{\n");
    open_region(g, types, nargs);
    for (size_t ops = (size_t)pick(g->e, 4); ops > 0; ops--)
        emit_element(g);
    generated_value result = scalar_of(g, result_dtype);
    put_region_return(g, &result, 1);
    put(g, "  }");
    outer.next_id = g->next_id;
    *g = outer;
}

/* ---- reductions ------------------------------------------------------------------------------ */

void emit_reduce(generator *g)
{
    static const char *const named[] = {"add", "multiply", "maximum", "minimum"};
    generated_value x = any_array(g, NUMBERS), start = scalar_of(g, x.type.dtype);
    generated_type result = {.dtype = x.type.dtype};
    int64_t dims[GENERATED_RANK];
    int32_t count = 0;
    for (int32_t d = 0; d < x.type.rank; d++)
        if (one_in(g->e, 2))
            dims[count++] = d;
        else
            result.shape[result.rank++] = x.type.shape[d];
    bool generic = one_in(g->e, 2);
    int id = begin_op(g);
    put(g, generic ? "\"stablehlo.reduce\"(" : "stablehlo.reduce(");
    put_value(g, &x);
    put(g, generic ? ", " : " init: ");
    put_value(g, &start);
    put(g, ") ");
    if (generic) {
        put(g, "<{");
        put_array(g, "dimensions", dims, count);
        put(g, "}> (");
        put_scalar_region(g, x.type.dtype, 2, x.type.dtype);
        put(g, ")");
    } else {
        put(g, "applies stablehlo.%s across dimensions = [", PICK_OF(g->e, named));
        put_list(g, dims, count);
        put(g, "]");
    }
    put(g, " : (");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &start.type);
    put(g, ") -> ");
    put_type(g, &result);
    put(g, "\n");
    define(g, id, &result);
}

typedef struct window {
    int64_t size[GENERATED_RANK], step[GENERATED_RANK], base[GENERATED_RANK], dilation[GENERATED_RANK];
    int64_t padding[2 * GENERATED_RANK];
    int64_t extent[GENERATED_RANK]; /* of the result */
} window;

static window any_window(generator *g, const generated_type *t, bool dilates)
{
    window w;
    for (int32_t d = 0; d < t->rank; d++) {
        w.size[d] = pick_between(g->e, 1, 3);
        w.step[d] = pick_between(g->e, 1, 3);
        w.base[d] = dilates && one_in(g->e, 3) ? pick_between(g->e, 1, 3) : 1;
        w.dilation[d] = dilates && one_in(g->e, 3) ? pick_between(g->e, 1, 3) : 1;
        w.padding[2 * d] = one_in(g->e, 2) ? 0 : pick_between(g->e, 0, 2);
        w.padding[2 * d + 1] = one_in(g->e, 2) ? 0 : pick_between(g->e, 0, 2);
        int64_t spread = t->shape[d] ? (t->shape[d] - 1) * w.base[d] + 1 : 0;
        int64_t room = spread + w.padding[2 * d] + w.padding[2 * d + 1], reach = (w.size[d] - 1) * w.dilation[d] + 1;
        w.extent[d] = room == 0 || reach > room ? 0 : (room - reach) / w.step[d] + 1;
    }
    return w;
}

static void put_window(generator *g, const window *w, int32_t rank, bool dilates)
{
    put(g, "<{");
    put_array(g, "window_dimensions", w->size, rank);
    put(g, ", ");
    put_array(g, "window_strides", w->step, rank);
    if (dilates) {
        put(g, ", ");
        put_array(g, "base_dilations", w->base, rank);
        put(g, ", ");
        put_array(g, "window_dilations", w->dilation, rank);
    }
    put(g, ", padding = dense<[");
    for (int32_t d = 0; d < rank; d++)
        put(g, "%s[%" PRId64 ", %" PRId64 "]", d ? ", " : "", w->padding[2 * d], w->padding[2 * d + 1]);
    put(g, "]> : tensor<%dx2xi64>}> (", (int)rank);
}

void emit_reduce_window(generator *g)
{
    generated_value x = any_array(g, NUMBERS), start = scalar_of(g, x.type.dtype);
    if (type_elements(&x.type) > 1000)
        return;
    window w = any_window(g, &x.type, true);
    generated_type result = type_of(x.type.dtype, x.type.rank, w.extent);
    int id = begin_op(g);
    put(g, "\"stablehlo.reduce_window\"(");
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &start);
    put(g, ") ");
    put_window(g, &w, x.type.rank, true);
    put_scalar_region(g, x.type.dtype, 2, x.type.dtype);
    put(g, ") : (");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &start.type);
    put(g, ") -> ");
    put_type(g, &result);
    put(g, "\n");
    define(g, id, &result);
}

void emit_select_and_scatter(generator *g)
{
    generated_value x = any_array(g, INTEGERS | CLASS(FLOAT)), start = scalar_of(g, x.type.dtype);
    if (type_elements(&x.type) > 1000)
        return;
    window w = any_window(g, &x.type, false);
    generated_type source = type_of(x.type.dtype, x.type.rank, w.extent);
    generated_value s = value_of(g, &source);
    int id = begin_op(g);
    put(g, "\"stablehlo.select_and_scatter\"(");
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &s);
    put(g, ", ");
    put_value(g, &start);
    put(g, ") ");
    put_window(g, &w, x.type.rank, false);
    put_scalar_region(g, x.type.dtype, 2, GRN_I1);
    put(g, ", ");
    put_scalar_region(g, x.type.dtype, 2, x.type.dtype);
    put(g, ") : (");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &source);
    put(g, ", ");
    put_type(g, &start.type);
    put(g, ") -> ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

void emit_sort(generator *g)
{
    static const char *const directions[] = {"LT", "GT", "LE"};
    generated_value x = any_array(g, INTEGERS | CLASS(FLOAT));
    bool compares = one_in(g->e, 2);
    if (type_elements(&x.type) > 2000)
        return;
    int id = begin_op(g);
    put(g, "\"stablehlo.sort\"(");
    put_value(g, &x);
    put(g, ") <{dimension = %d : i64, is_stable = %s}> (", (int)pick(g->e, (uint64_t)x.type.rank),
        one_in(g->e, 2) ? "true" : "false");
    if (compares) {
        int a = g->next_id, b = a + 1, c = a + 2;
        const char *t = grn_dtype_text(x.type.dtype);
        g->next_id += 3;
        put(g,
            "{\n  ^bb0(%%v%d: tensor<%s>, %%v%d: tensor<%s>):\n  %%v%d = stablehlo.compare %s, %%v%d, %%v%d : "
            "(tensor<%s>, tensor<%s>) -> tensor<i1>\n  stablehlo.return %%v%d : tensor<i1>\n  }",
            a, t, b, t, c, PICK_OF(g->e, directions), a, b, t, t, c);
    } else {
        put_scalar_region(g, x.type.dtype, 2, GRN_I1);
    }
    put(g, ") : (");
    put_type(g, &x.type);
    put(g, ") -> ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

void emit_map(generator *g)
{
    generated_value x = any_value(g, ALL_CLASSES), y = value_of(g, &x.type);
    int64_t dims[GENERATED_RANK];
    for (int32_t d = 0; d < x.type.rank; d++)
        dims[d] = d;
    int id = begin_op(g);
    put(g, "\"stablehlo.map\"(");
    put_value(g, &x);
    put(g, ", ");
    put_value(g, &y);
    put(g, ") <{");
    put_array(g, "dimensions", dims, x.type.rank);
    put(g, "}> (");
    put_scalar_region(g, x.type.dtype, 2, x.type.dtype);
    put(g, ") : (");
    put_type(g, &x.type);
    put(g, ", ");
    put_type(g, &x.type);
    put(g, ") -> ");
    put_type(g, &x.type);
    put(g, "\n");
    define(g, id, &x.type);
}

/* ---- control flow ---------------------------------------------------------------------------- */

/* A few ops, then a value of this type; what is made inside cannot be seen outside. */
static void put_branch(generator *g, const generated_type *result)
{
    size_t before = g->count;
    bool closed = g->closed;
    g->closed = true;
    g->depth++;
    put(g, "{\n");
    for (size_t ops = (size_t)pick(g->e, 3); ops > 0; ops--)
        emit_any(g);
    generated_value v = value_of(g, result);
    put_region_return(g, &v, 1);
    put(g, "  }");
    g->depth--;
    g->closed = closed;
    g->count = before;
}

static void put_choice(generator *g, const char *op, const generated_value *chooser, size_t branches,
                       const generated_type *result)
{
    int id = begin_op(g);
    put(g, "\"stablehlo.%s\"(", op);
    put_value(g, chooser);
    put(g, ") (");
    for (size_t i = 0; i < branches; i++) {
        put(g, i ? ", " : "");
        put_branch(g, result);
    }
    put(g, ") : (");
    put_type(g, &chooser->type);
    put(g, ") -> ");
    put_type(g, result);
    put(g, "\n");
    define(g, id, result);
}

void emit_if(generator *g)
{
    if (g->depth >= MOST_DEPTH)
        return;
    generated_value chooser = scalar_of(g, GRN_I1), like = any_value(g, ALL_CLASSES);
    put_choice(g, "if", &chooser, 2, &like.type);
}

void emit_case(generator *g)
{
    if (g->depth >= MOST_DEPTH)
        return;
    generated_value chooser = scalar_of(g, GRN_I32), like = any_value(g, ALL_CLASSES);
    put_choice(g, "case", &chooser, 1 + (size_t)pick(g->e, 3), &like.type);
}

/* A counter goes up to a small number; the other value is carried through a body. */
void emit_while(generator *g)
{
    if (g->depth >= MOST_DEPTH)
        return;
    generated_value x = any_value(g, ALL_CLASSES);
    generated_type types[2] = {{.dtype = GRN_I32}, x.type};
    if (type_elements(&x.type) > 4096)
        return;
    int start = begin_op(g);
    put(g, "stablehlo.constant dense<0> : tensor<i32>\n");
    int most = begin_op(g);
    put(g, "stablehlo.constant dense<%d> : tensor<i32>\n", (int)pick(g->e, 5));
    int one = begin_op(g);
    put(g, "stablehlo.constant dense<1> : tensor<i32>\n");
    int id = g->next_id++;
    put(g, "  %%v%d:2 = \"stablehlo.while\"(%%v%d, ", id, start);
    put_value(g, &x);
    put(g, ") ({\n");
    size_t before = open_region(g, types, 2);
    int counter = g->next_id - 2;
    put(g, "  %%v%d = stablehlo.compare LT, %%v%d, %%v%d : (tensor<i32>, tensor<i32>) -> tensor<i1>\n", g->next_id,
        counter, most);
    put(g, "  stablehlo.return %%v%d : tensor<i1>\n  }, {\n", g->next_id++);
    g->count = before;
    bool closed = g->closed;
    g->closed = true;
    g->depth++;
    open_region(g, types, 2);
    counter = g->next_id - 2;
    int next = begin_op(g);
    put(g, "stablehlo.add %%v%d, %%v%d : tensor<i32>\n", counter, one);
    for (size_t ops = (size_t)pick(g->e, 3); ops > 0; ops--)
        emit_any(g);
    generated_value back[2] = {{types[0], next, false}, value_of(g, &x.type)};
    put_region_return(g, back, 2);
    put(g, "  }) : (tensor<i32>, ");
    put_type(g, &x.type);
    put(g, ") -> (tensor<i32>, ");
    put_type(g, &x.type);
    put(g, ")\n");
    g->depth--;
    g->closed = closed;
    g->count = before;
    int result = begin_op(g);
    put(g, "stablehlo.optimization_barrier %%v%d#1 : ", id);
    put_type(g, &x.type);
    put(g, "\n");
    define(g, result, &x.type);
}

void emit_call(generator *g)
{
    if (!g->has_callee)
        return;
    generated_value x = value_of(g, &g->callee_input);
    int id = begin_op(g);
    put(g, "func.call @callee(");
    put_value(g, &x);
    put(g, ") : (");
    put_type(g, &x.type);
    put(g, ") -> ");
    put_type(g, &g->callee_result);
    put(g, "\n");
    define(g, id, &g->callee_result);
}
