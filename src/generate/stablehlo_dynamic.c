/*
 * stablehlo_dynamic.c - ops whose results have the shape that an operand says.
 *
 * The operand is a constant, or an input where the result's type leaves extents open.
 */
#include "generate/stablehlo.h"

/* Integers made for this op. A result of which they are an extent may be open then. */
static grn_gen_value make_integers(grn_gen *g, const int64_t *v, int32_t count, bool as_input)
{
    const grn_dtype dtype = grn_one_in(g->choices, 2) ? GRN_I64 : GRN_I32;
    const int64_t extent = count;
    const grn_gen_type type = grn_gen_type_of(dtype, 1, &extent);
    grn_tensor data = grn_gen_data(g, &type);
    for (int32_t i = 0; data.data && i < count; i++)
        grn_gen_put_integer(&data, i, v[i]);
    return grn_gen_make_of(g, &type, &data, !as_input);
}

static bool opens(grn_gen *g)
{
    return g->edge && g->dialect->open_extents && !g->closed && !g->any_inputs && grn_one_in(g->choices, 3);
}

static void open_some(grn_gen *g, grn_gen_type *type)
{
    for (int32_t d = 0; d < type->rank; d++)
        type->open |= (uint32_t)(!grn_one_in(g->choices, 3)) << d;
}

bool grn_write_shlo_dynamic_reshape(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
    grn_gen_type type = x[0].type;
    const bool open = opens(g);
    grn_pick_order(g->choices, type.shape, type.rank);
    x[1] = make_integers(g, type.shape, type.rank, open);
    if (open)
        open_some(g, &type);
    grn_gen_op_line(g, op->name, 2, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_shlo_dynamic_broadcast_in_dim(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 0);
    grn_gen_type type = x[0].type;
    const int rank = type.rank;
    const bool open = opens(g);
    int64_t dims[GRN_GEN_RANK];
    if (rank > 5 || grn_gen_elements(&type) > 1000)
        return false;
    type.rank++;
    type.shape[0] = grn_pick_between(g->choices, 1, 3);
    for (int32_t d = 0; d < rank; d++) {
        dims[d] = d + 1;
        type.shape[d + 1] = x[0].type.shape[d];
    }
    x[1] = make_integers(g, type.shape, type.rank, open);
    if (open)
        open_some(g, &type);
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "broadcast_dimensions = %a", dims, rank), &type, &x[0].facts);
    return true;
}

bool grn_write_shlo_dynamic_iota(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_type type = grn_gen_draw_type(g, GRN_GEN_NUMBERS, 1);
    const int64_t dim = (int64_t)grn_pick(g->choices, (uint64_t)(type.rank ? type.rank : 1));
    const bool open = opens(g);
    if (type.rank == 0 || type.shape[dim] > 127)
        return false;
    grn_gen_value shape = make_integers(g, type.shape, type.rank, open);
    const grn_facts facts = grn_facts_between(0, (double)type.shape[dim]);
    if (open)
        open_some(g, &type);
    grn_gen_op_line(g, op->name, 1, &shape, grn_gen_attrs(g, "iota_dimension = %n : i64", dim), &type, &facts);
    return true;
}

bool grn_write_shlo_dynamic_pad(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[5];
    int64_t by[3][GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
    x[1] = grn_gen_take_like(g, &(grn_gen_type){.dtype = x[0].type.dtype});
    grn_gen_type type = x[0].type;
    if (grn_gen_elements(&type) > 1000)
        return false;
    for (int32_t d = 0; d < type.rank; d++) {
        by[0][d] = grn_pick_between(g->choices, 0, 2);
        by[1][d] = grn_pick_between(g->choices, 0, 2);
        by[2][d] = grn_pick_between(g->choices, 0, 1);
        type.shape[d] += by[0][d] + by[1][d] + (type.shape[d] > 1 ? type.shape[d] - 1 : 0) * by[2][d];
    }
    const grn_gen_value low = make_integers(g, by[0], type.rank, false);
    x[2] = low;
    for (int i = 1; i < 3; i++)
        x[2 + i] = grn_gen_integers(g, low.type.dtype, by[i], type.rank);
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[1].facts);
    grn_gen_op_line(g, op->name, 5, x, NULL, &type, &facts);
    return true;
}

bool grn_write_shlo_real_dynamic_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[4];
    int64_t of[3][GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
    grn_gen_type type = x[0].type;
    for (int32_t d = 0; d < type.rank; d++) {
        of[0][d] = grn_pick_between(g->choices, 0, type.shape[d]);
        of[1][d] = grn_pick_between(g->choices, of[0][d], type.shape[d]);
        of[2][d] = grn_pick_between(g->choices, 1, 2);
        type.shape[d] = (of[1][d] - of[0][d] + of[2][d] - 1) / of[2][d];
    }
    const grn_gen_value start = make_integers(g, of[0], type.rank, false);
    x[1] = start;
    for (int i = 1; i < 3; i++)
        x[1 + i] = grn_gen_integers(g, start.type.dtype, of[i], type.rank);
    grn_gen_op_line(g, op->name, 4, x, NULL, &type, &x[0].facts);
    return true;
}

bool grn_write_shlo_get_dimension_size(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_MOVED, .least_rank = 1, .may_be_open = true});
    const int64_t dim = (int64_t)grn_pick(g->choices, (uint64_t)x.type.rank);
    const grn_gen_type type = {.dtype = GRN_I32};
    const double extent = (double)x.type.shape[dim];
    const grn_facts facts = grn_facts_between(extent, extent);
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "dimension = %n : i64", dim), &type, &facts);
    return true;
}
