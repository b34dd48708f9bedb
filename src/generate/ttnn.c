/*
 * ttnn.c - TTNN: its ops, and the types that its programs have.
 *
 * TTNN says nothing of an index of gather that is out of range, and has no negative ones.
 */
#include "generate/along.h"
#include "generate/regions.h"

static void put_constant(grn_gen *g, const grn_gen_value *v, const grn_tensor *data)
{
    grn_gen_put(g, "  %v = \"ttnn.constant\"() <{value = ", v);
    grn_gen_put_literal(g, data);
    grn_gen_put(g, " : %T}> : () -> %T\n", v, v);
}

static grn_gen_value any(grn_gen *g, int32_t least_rank) { return grn_gen_take_small(g, GRN_GEN_REALS, least_rank); }

static grn_dtype index_dtype(grn_gen *g)
{
    static const grn_dtype all[] = {GRN_UI32, GRN_UI32, GRN_UI16, GRN_I32};
    return GRN_PICK_OF(g->choices, all);
}

/* ---- gathers and scatters -------------------------------------------------------------------- */

static bool write_gather(grn_gen *g, const grn_gen_op *op)
{
    static const grn_dtype unsigned_ones[] = {GRN_UI32, GRN_UI16};
    grn_gen_value x[2];
    int64_t written;
    x[0] = any(g, 1);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, true, &written);
    const grn_gen_type like = grn_gen_along_type(g, &x[0].type, dim, GRN_PICK_OF(g->choices, unsigned_ones), true);
    const grn_gen_type type = grn_gen_with_dtype(&like, x[0].type.dtype);
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){dim, x[0].type.shape[dim], false, false});
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "dim = %n : i32", written), &type, &x[0].facts);
    return true;
}

static bool write_embedding(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    grn_gen_type table = {.dtype = grn_gen_draw_dtype(g, GRN_GEN_FLOATS), .rank = 2};
    table.shape[0] = grn_pick_between(g->choices, 1, 6);
    table.shape[1] = grn_pick_between(g->choices, 1, 4);
    grn_gen_type like = {.dtype = GRN_UI32, .rank = 1 + (int32_t)grn_pick(g->choices, 2)}, type;
    for (int32_t d = 0; d < like.rank; d++)
        like.shape[d] = grn_pick_between(g->choices, 1, 4);
    x[1] = grn_gen_take_like(g, &table);
    x[0] = grn_gen_indices_along(g, &like, &(grn_gen_along){.extent = table.shape[0]});
    type = grn_gen_with_dtype(&like, table.dtype);
    type.shape[type.rank++] = table.shape[1];
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[1].facts);
    return true;
}

/* Of several updates of one place the last stays: none without a reduction. */
static bool write_scatter(grn_gen *g, const grn_gen_op *op)
{
    static const char *const words[] = {"sum", "prod", "max", "min"};
    const size_t way = (size_t)grn_pick(g->choices, 6);
    const grn_gen_fold *fold = way < 4 ? &grn_gen_folds[way] : NULL;
    const grn_gen_type data = any(g, 1).type;
    grn_gen_value x[3];
    int64_t written;
    const int32_t dim = grn_gen_draw_dim(g, data.rank, true, &written);
    grn_gen_type like = grn_gen_along_type(g, &data, dim, index_dtype(g), true);
    if (data.shape[dim] > 60)
        return false;
    if (!fold && like.shape[dim] > data.shape[dim])
        like.shape[dim] = data.shape[dim];
    const grn_gen_type updates = grn_gen_with_dtype(&like, data.dtype);
    const double n = (double)like.shape[dim];
    const grn_want into = fold ? grn_gen_fold_want(g, fold, &data, n) : (grn_want){.type = &data},
                   from = fold ? grn_gen_fold_want(g, fold, &updates, n) : (grn_want){.type = &updates};
    x[0] = grn_gen_take(g, &into);
    x[2] = grn_gen_take(g, &from);
    grn_facts facts = grn_facts_either(&x[0].facts, &x[2].facts);
    if (fold && !grn_gen_fold_facts(g, fold, data.dtype, &facts, n, &facts))
        return false;
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){dim, data.shape[dim], false, !fold});
    grn_gen_op_line(
        g, op->name, 3, x,
        fold ? grn_gen_attrs(g, "dim = %n : i32, scatter_reduce_type = #ttcore.reduce_type<%s>", written, words[way])
             : grn_gen_attrs(g, "dim = %n : i32", written),
        &data, &facts);
    return true;
}

/* ---- around them ----------------------------------------------------------------------------- */

static bool write_compare(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .exact = true});
    x[1] = grn_gen_take(g, &(grn_want){.type = &x[0].type, .exact = true});
    const grn_gen_type type = grn_gen_with_dtype(&x[0].type, GRN_I1);
    const grn_facts facts = grn_facts_between(0, 1);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &facts);
    return true;
}

static bool write_where(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    x[1] = any(g, 0);
    const grn_gen_type chooser = grn_gen_with_dtype(&x[1].type, GRN_I1);
    x[0] = grn_gen_take_like(g, &chooser);
    x[2] = grn_gen_take_like(g, &x[1].type);
    const grn_facts facts = grn_facts_either(&x[1].facts, &x[2].facts);
    grn_gen_op_line(g, op->name, 3, x, NULL, &x[1].type, &facts);
    return true;
}

/* "[2 : i32, 3 : i32]". */
static void put_numbers(grn_gen *g, const char *name, const int64_t *v, int32_t n)
{
    grn_gen_put(g, "%s = [", name);
    for (int32_t i = 0; i < n; i++)
        grn_gen_put(g, i ? ", %n : i32" : "%n : i32", v[i]);
    grn_gen_put(g, "]");
}

static bool write_reshape(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    grn_gen_type type = x.type;
    type.shape[type.rank++] = 1;
    grn_pick_order(g->choices, type.shape, type.rank);
    grn_gen_value r = grn_gen_new(g, &type, &x.facts);
    const grn_gen_line line = {NULL, op->name, 1, 1, &x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{");
    put_numbers(g, "shape", type.shape, type.rank);
    grn_gen_put(g, "}>");
    grn_gen_end(g, &line);
    return true;
}

static bool write_permute(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 2);
    int64_t order[GRN_GEN_RANK];
    const grn_gen_type type = grn_gen_permuted(g, &x.type, order);
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "permutation = %a", order, (int)type.rank), &type, &x.facts);
    return true;
}

static bool write_slice(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    grn_gen_type type = x.type;
    int64_t of[3][GRN_GEN_RANK];
    for (int32_t d = 0; d < type.rank; d++) {
        of[0][d] = grn_pick_between(g->choices, 0, type.shape[d] > 0 ? type.shape[d] - 1 : 0);
        of[1][d] = grn_pick_between(g->choices, of[0][d] + (type.shape[d] > 0), type.shape[d]);
        of[2][d] = grn_pick_between(g->choices, 1, 2);
        type.shape[d] = (of[1][d] - of[0][d] + of[2][d] - 1) / of[2][d];
    }
    grn_gen_value r = grn_gen_new(g, &type, &x.facts);
    const grn_gen_line line = {NULL, op->name, 1, 1, &x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{");
    put_numbers(g, "begins", of[0], type.rank);
    grn_gen_put(g, ", ");
    put_numbers(g, "ends", of[1], type.rank);
    grn_gen_put(g, ", ");
    put_numbers(g, "step", of[2], type.rank);
    grn_gen_put(g, "}>");
    grn_gen_end(g, &line);
    return true;
}

static bool write_concat(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = any(g, 1);
    grn_gen_type type = x[0].type, other = type;
    const int32_t dim = grn_gen_draw_dim(g, type.rank, true, &written);
    other.shape[dim] = grn_pick_between(g->choices, 1, 3);
    x[1] = grn_gen_take_like(g, &other);
    type.shape[dim] += other.shape[dim];
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[1].facts);
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "dim = %n : si32", written), &type, &facts);
    return true;
}

#define FUNCTION(name, weight, function, classes)                                             \
    {                                                                                         \
        name, weight, grn_gen_write_function, &grn_element_function_##function, NULL, classes \
    }
#define OP(name, weight, writer)                    \
    {                                               \
        name, weight, write_##writer, NULL, NULL, 0 \
    }
static const grn_gen_op ops[] = {OP("gather", 25, gather),
                                 OP("scatter", 25, scatter),
                                 OP("embedding", 15, embedding),
                                 OP("where", 5, where),
                                 OP("reshape", 4, reshape),
                                 OP("permute", 5, permute),
                                 OP("slice_static", 5, slice),
                                 OP("concat", 5, concat),
                                 OP("eq", 1, compare),
                                 OP("ne", 1, compare),
                                 OP("lt", 1, compare),
                                 OP("le", 1, compare),
                                 OP("gt", 1, compare),
                                 OP("ge", 1, compare),
                                 FUNCTION("add", 5, add, GRN_GEN_REALS),
                                 FUNCTION("subtract", 4, subtract, GRN_GEN_REALS),
                                 FUNCTION("multiply", 4, multiply, GRN_GEN_REALS),
                                 FUNCTION("maximum", 2, maximum, GRN_GEN_REALS),
                                 FUNCTION("minimum", 2, minimum, GRN_GEN_REALS),
                                 {0}};

static const grn_gen_dtype dtypes[] = {{GRN_BF16, 20}, {GRN_F32, 20}, {GRN_I32, 10}, {GRN_UI32, 6}, {GRN_UI16, 4}, {0}};

const grn_gen_dialect grn_gen_ttnn = {.name = "ttnn",
                                      .prefix = "ttnn.",
                                      .ops = ops,
                                      .dtypes = dtypes,
                                      .put_type = grn_gen_put_tensor_type,
                                      .put_constant = put_constant};
