/*
 * tensor.c - MLIR's tensor dialect with arith, and TCP.
 *
 * Neither says what becomes of an index that is out of range or negative: there is none. A scatter of tensor's is
 * `unique`.
 */
#include "generate/along.h"

static void put_constant(grn_gen *g, const grn_gen_value *v, const grn_tensor *data)
{
    grn_gen_put(g, "  %v = arith.constant ", v);
    grn_gen_put_literal(g, data);
    grn_gen_put(g, " : %T\n", v);
}

static grn_gen_value any(grn_gen *g, int32_t least_rank) { return grn_gen_take_small(g, GRN_GEN_ALL, least_rank); }

/* ---- tensor ---------------------------------------------------------------------------------- */

static grn_dtype index_dtype(grn_gen *g)
{
    static const grn_dtype all[] = {GRN_INDEX, GRN_INDEX, GRN_I64, GRN_I32};
    return GRN_PICK_OF(g->choices, all);
}

typedef struct coordinates {
    int64_t dims[GRN_GEN_RANK], shape[GRN_GEN_RANK], places; /* in ascending order, and what they point into */
    int count;
    grn_gen_type indices, window; /* window: of the dense tensor, batch dimensions first */
} coordinates;

/* Some dimensions of an operand, which are 1 in the dense tensor, or left out of it. */
static bool draw_coordinates(grn_gen *g, const grn_gen_type *of, int64_t most_rows, coordinates *c)
{
    const bool keeps = grn_one_in(g->choices, 2);
    *c = (coordinates){.places = 1, .indices = {.dtype = index_dtype(g)}, .window = {.dtype = of->dtype}};
    const int rows = 1 + (int)grn_pick(g->choices, 2);
    for (int i = 0; i < rows; i++)
        c->indices.shape[c->indices.rank++] = grn_pick_between(g->choices, 1, i ? 2 : most_rows);
    c->window = c->indices;
    c->window.dtype = of->dtype;
    for (int32_t d = 0; d < of->rank; d++) {
        const bool is_coordinate = grn_one_in(g->choices, 2) || (c->count == 0 && d + 1 == of->rank);
        if (is_coordinate) {
            c->shape[c->count] = of->shape[d];
            c->dims[c->count++] = d;
            c->places *= of->shape[d];
        }
        if (!is_coordinate || keeps)
            c->window.shape[c->window.rank++] = is_coordinate ? 1 : of->shape[d];
    }
    c->indices.shape[c->indices.rank++] = c->count;
    return c->places > 0 && c->window.rank <= GRN_GEN_RANK && grn_gen_elements(&c->window) <= 1000;
}

static bool write_gather(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    coordinates c;
    x[0] = any(g, 1);
    if (!draw_coordinates(g, &x[0].type, 4, &c))
        return false;
    x[1] = grn_gen_index_vectors(g, &c.indices, c.shape, false, false);
    const grn_gen_value r = grn_gen_new(g, &c.window, &x[0].facts);
    grn_gen_put(g, "  %v = tensor.%s %v[%v] gather_dims([%l]) : (%T, %T) -> %T\n", &r, op->name, &x[0], &x[1], c.dims,
                c.count, &x[0], &x[1], &r);
    grn_gen_define(g, &r);
    return true;
}

static bool write_scatter(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    coordinates c;
    x[0] = any(g, 1);
    if (!draw_coordinates(g, &x[0].type, 2, &c) || grn_gen_elements(&c.indices) / c.count > c.places || c.places > 60)
        return false;
    x[1] = grn_gen_index_vectors(g, &c.indices, c.shape, false, true);
    x[2] = grn_gen_take_like(g, &c.window);
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[2].facts);
    const grn_gen_value r = grn_gen_new(g, &x[0].type, &facts);
    grn_gen_put(g, "  %v = tensor.%s %v into %v[%v] scatter_dims([%l]) unique : (%T, %T, %T) -> %T\n", &r, op->name,
                &x[2], &x[0], &x[1], c.dims, c.count, &x[2], &x[0], &x[1], &r);
    grn_gen_define(g, &r);
    return true;
}

typedef struct slice {
    int64_t start[GRN_GEN_RANK], size[GRN_GEN_RANK], step[GRN_GEN_RANK];
} slice;

static slice draw_slice(grn_gen *g, const grn_gen_type *of)
{
    slice s;
    for (int32_t d = 0; d < of->rank; d++) {
        const int64_t extent = of->shape[d];
        s.step[d] = grn_pick_between(g->choices, 1, 2);
        s.start[d] = grn_pick_between(g->choices, 0, extent > 0 ? extent - 1 : 0);
        const int64_t most = extent > 0 ? (extent - s.start[d] + s.step[d] - 1) / s.step[d] : 0;
        s.size[d] = grn_pick_between(g->choices, most > 0, most);
    }
    return s;
}

static bool write_extract_slice(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    const slice s = draw_slice(g, &x.type);
    const int n = x.type.rank;
    const grn_gen_type type = grn_gen_type_of(x.type.dtype, x.type.rank, s.size);
    const grn_gen_value r = grn_gen_new(g, &type, &x.facts);
    grn_gen_put(g, "  %v = tensor.%s %v[%l] [%l] [%l] : %T to %T\n", &r, op->name, &x, s.start, n, s.size, n, s.step, n,
                &x, &r);
    grn_gen_define(g, &r);
    return true;
}

static bool write_insert_slice(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    const slice s = draw_slice(g, &x.type);
    const int n = x.type.rank;
    const grn_gen_type type = grn_gen_type_of(x.type.dtype, x.type.rank, s.size);
    const grn_gen_value with = grn_gen_take_like(g, &type);
    const grn_facts facts = grn_facts_either(&x.facts, &with.facts);
    const grn_gen_value r = grn_gen_new(g, &x.type, &facts);
    grn_gen_put(g, "  %v = tensor.%s %v into %v[%l] [%l] [%l] : %T into %T\n", &r, op->name, &with, &x, s.start, n,
                s.size, n, s.step, n, &with, &r);
    grn_gen_define(g, &r);
    return true;
}

static bool write_concat(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = any(g, 1);
    grn_gen_type type = x[0].type, other = type;
    const int32_t dim = (int32_t)grn_pick(g->choices, (uint64_t)type.rank);
    other.shape[dim] = grn_pick_between(g->choices, g->edge ? 0 : 1, 3);
    x[1] = grn_gen_take_like(g, &other);
    type.shape[dim] += other.shape[dim];
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[1].facts);
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "dim = %n : i64", (int64_t)dim), &type, &facts);
    return true;
}

static bool write_collapse(grn_gen *g, const grn_gen_op *op)
{
    static const int64_t all[] = {0, 1, 2, 3, 4, 5, 6, 7};
    const grn_gen_value x = any(g, 2);
    const int64_t n = grn_gen_elements(&x.type);
    const grn_gen_type type = grn_gen_type_of(x.type.dtype, 1, &n);
    const grn_gen_value r = grn_gen_new(g, &type, &x.facts);
    grn_gen_put(g, "  %v = tensor.%s %v [[%l]] : %T into %T\n", &r, op->name, &x, all, (int)x.type.rank, &x, &r);
    grn_gen_define(g, &r);
    return true;
}

/* ---- TCP ------------------------------------------------------------------------------------- */

static grn_gen_value number(grn_gen *g, int64_t n)
{
    const grn_gen_type type = {.dtype = GRN_INDEX};
    const grn_facts facts = grn_facts_between((double)n, (double)n);
    const grn_gen_value v = grn_gen_new(g, &type, &facts);
    grn_gen_put(g, "  %v = arith.constant %n : index\n", &v, n);
    return v;
}

static bool write_tcp_gather(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = any(g, 1);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, false, &written);
    const grn_gen_type like =
        grn_gen_along_type(g, &x[0].type, dim, grn_one_in(g->choices, 3) ? GRN_I32 : GRN_I64, true);
    const grn_gen_type type = grn_gen_with_dtype(&like, x[0].type.dtype);
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){dim, x[0].type.shape[dim], false, false});
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "dim = %n : index", written), &type, &x[0].facts);
    return true;
}

static bool write_tcp_gather_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = any(g, 1);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, false, &written);
    grn_gen_type like = {.dtype = GRN_I64, .rank = 1 + (int32_t)grn_pick(g->choices, 2)},
                 type = {.dtype = x[0].type.dtype};
    if (x[0].type.shape[dim] == 0)
        return false;
    for (int32_t d = 0; d < like.rank; d++)
        like.shape[d] = grn_pick_between(g->choices, 1, 3);
    for (int32_t d = 0; d < x[0].type.rank; d++)
        for (int32_t k = 0; k < (d == dim ? like.rank : 1); k++)
            type.shape[type.rank++] = d == dim ? like.shape[k] : x[0].type.shape[d];
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){.extent = x[0].type.shape[dim]});
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "dim = %n : index", written), &type, &x[0].facts);
    return true;
}

static bool write_tcp_gather_nd(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = any(g, 1);
    const grn_gen_type *data = &x[0].type;
    const int32_t k = 1 + (int32_t)grn_pick(g->choices, (uint64_t)data->rank);
    grn_gen_type like = {.dtype = GRN_I64}, type;
    if (grn_gen_elements(data) == 0)
        return false;
    for (int n = (int)grn_pick(g->choices, 3); n > 0; n--)
        like.shape[like.rank++] = grn_pick_between(g->choices, 1, 4);
    type = grn_gen_with_dtype(&like, data->dtype);
    for (int32_t d = k; d < data->rank; d++)
        type.shape[type.rank++] = data->shape[d];
    like.shape[like.rank++] = k;
    x[1] = grn_gen_index_vectors(g, &like, data->shape, false, false);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

/* Dimensions of 1 become longer. */
static bool write_tcp_broadcast(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_type of = grn_gen_draw_type(g, GRN_GEN_ALL, 1), type;
    grn_gen_value x[1 + GRN_GEN_RANK];
    int64_t axes[GRN_GEN_RANK];
    int count = 0;
    for (int32_t d = 0; d < of.rank; d++)
        if (grn_one_in(g->choices, 2))
            axes[count++] = d;
    type = of;
    for (int i = 0; i < count; i++) {
        of.shape[axes[i]] = 1;
        type.shape[axes[i]] = grn_pick_between(g->choices, 1, 3);
        x[1 + i] = number(g, type.shape[axes[i]]);
    }
    x[0] = grn_gen_take_like(g, &of);
    const grn_gen_value r = grn_gen_new(g, &type, &x[0].facts);
    grn_gen_put(g, "  %v = tcp.%s %v", &r, op->name, &x[0]);
    for (int i = 0; i < count; i++)
        grn_gen_put(g, ", %v", &x[1 + i]);
    grn_gen_put(g, " {axes = [%l]} : %T", axes, count, &x[0]);
    for (int i = 0; i < count; i++)
        grn_gen_put(g, ", index");
    grn_gen_put(g, " -> %T\n", &r);
    grn_gen_define(g, &r);
    return true;
}

static void put_numbers(grn_gen *g, const char *word, const grn_gen_value *v, int32_t n)
{
    grn_gen_put(g, " %s(", word);
    for (int32_t i = 0; i < n; i++)
        grn_gen_put(g, i ? ", %v" : "%v", &v[i]);
    grn_gen_put(g, ")");
}

static bool write_tcp_slice(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    const slice s = draw_slice(g, &x.type);
    const int32_t n = x.type.rank;
    const grn_gen_type type = grn_gen_type_of(x.type.dtype, n, s.size);
    grn_gen_value of[3][GRN_GEN_RANK];
    for (int32_t d = 0; d < n; d++) {
        of[0][d] = number(g, s.start[d]);
        of[1][d] = number(g, s.size[d]);
        of[2][d] = number(g, s.step[d]);
    }
    const grn_gen_value r = grn_gen_new(g, &type, &x.facts);
    grn_gen_put(g, "  %v = tcp.%s %v", &r, op->name, &x);
    put_numbers(g, "starts", of[0], n);
    put_numbers(g, "sizes", of[1], n);
    put_numbers(g, "strides", of[2], n);
    grn_gen_put(g, " : %T -> %T\n", &x, &r);
    grn_gen_define(g, &r);
    return true;
}

/* ---- the dialects ---------------------------------------------------------------------------- */

#define OP(name, weight, writer)                    \
    {                                               \
        name, weight, write_##writer, NULL, NULL, 0 \
    }
#define ARITH(name, function, classes)                                                       \
    {                                                                                        \
        name, 2, grn_gen_write_function, &grn_element_function_##function, "arith.", classes \
    }
#define INTEGERS GRN_GEN_SIGNED
#define ARITH_OPS                                                                                                 \
    ARITH("addi", add, INTEGERS), ARITH("subi", subtract, INTEGERS), ARITH("muli", multiply, INTEGERS),           \
        ARITH("andi", bitwise, INTEGERS), ARITH("ori", bitwise, INTEGERS), ARITH("xori", bitwise, INTEGERS),      \
        ARITH("maxsi", maximum, INTEGERS), ARITH("minsi", minimum, INTEGERS), ARITH("addf", add, GRN_GEN_FLOATS), \
        ARITH("subf", subtract, GRN_GEN_FLOATS), ARITH("mulf", multiply, GRN_GEN_FLOATS),                         \
        ARITH("maximumf", maximum, GRN_GEN_FLOATS), ARITH("minimumf", minimum, GRN_GEN_FLOATS)

static const grn_gen_op tensor_ops[] = {OP("gather", 25, gather),
                                        OP("scatter", 25, scatter),
                                        OP("extract_slice", 8, extract_slice),
                                        OP("insert_slice", 8, insert_slice),
                                        OP("concat", 6, concat),
                                        OP("collapse_shape", 4, collapse),
                                        ARITH_OPS,
                                        {0}};

static const grn_gen_op tcp_ops[] = {OP("gather", 25, tcp_gather),
                                     OP("gather_nd", 20, tcp_gather_nd),
                                     OP("gather_slice", 15, tcp_gather_slice),
                                     OP("broadcast", 10, tcp_broadcast),
                                     OP("slice", 8, tcp_slice),
                                     ARITH_OPS,
                                     {0}};

/* Types without a sign: arith takes no others. */
static const grn_gen_dtype dtypes[] = {{GRN_F32, 24}, {GRN_I32, 12}, {GRN_I64, 8}, {GRN_I1, 4},  {GRN_F64, 5},
                                       {GRN_F16, 3},  {GRN_BF16, 3}, {GRN_I8, 3},  {GRN_I16, 2}, {0}};

const grn_gen_dialect grn_gen_tensor = {.name = "tensor",
                                        .prefix = "tensor.",
                                        .ops = tensor_ops,
                                        .dtypes = dtypes,
                                        .put_type = grn_gen_put_tensor_type,
                                        .put_constant = put_constant};
const grn_gen_dialect grn_gen_tcp = {.name = "tcp",
                                     .prefix = "tcp.",
                                     .ops = tcp_ops,
                                     .dtypes = dtypes,
                                     .put_type = grn_gen_put_tensor_type,
                                     .put_constant = put_constant};
