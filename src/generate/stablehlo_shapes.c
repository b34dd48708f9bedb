/* stablehlo_shapes.c - ops that move elements by fixed positions. */
#include "generate/stablehlo.h"

#define MOST_ELEMENTS 4096

static grn_gen_value any_array(grn_gen *g, int32_t least_rank)
{
    return grn_gen_take_any(g, GRN_GEN_MOVED, least_rank);
}

/* Factors of the number of elements, in any order, and ones among them. */
static grn_gen_type draw_shape(grn_gen *g, const grn_gen_type *from)
{
    grn_gen_type t = {.dtype = from->dtype};
    int64_t left = grn_gen_elements(from);
    while (t.rank < 4 && (left != 1 || grn_one_in(g->choices, 4))) {
        int64_t factor = left == 0 ? grn_pick_between(g->choices, 0, 3) : grn_pick_between(g->choices, 1, 8);
        while (left > 0 && left % factor != 0)
            factor--;
        const bool last = t.rank == 3 || grn_one_in(g->choices, 3);
        t.shape[t.rank++] = last ? left : factor;
        left = last ? 1 : left == 0 ? 0 : left / factor;
        if (last)
            break;
    }
    return t;
}

bool grn_write_shlo_reshape(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = any_array(g, 0);
    const grn_gen_type type = draw_shape(g, &x.type);
    if (grn_gen_elements(&type) != grn_gen_elements(&x.type))
        return false;
    grn_gen_op_line(g, op->name, 1, &x, NULL, &type, &x.facts);
    return true;
}

bool grn_write_shlo_transpose(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = any_array(g, grn_one_in(g->choices, 8) ? 0 : 2);
    int64_t order[GRN_GEN_RANK];
    const grn_gen_type type = grn_gen_permuted(g, &x.type, order);
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "permutation = %a", order, (int)type.rank), &type, &x.facts);
    return true;
}

bool grn_write_shlo_broadcast_in_dim(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = any_array(g, 0);
    const int32_t extra = (int32_t)grn_pick(g->choices, 3);
    grn_gen_type type = {.dtype = x.type.dtype};
    int64_t dims[GRN_GEN_RANK];
    int32_t taken = 0;
    if (x.type.rank + extra > 6)
        return false;
    for (int32_t d = 0; d < x.type.rank + extra; d++) {
        const bool own = taken < x.type.rank && (d - taken >= extra || grn_one_in(g->choices, 2));
        int64_t extent = own ? x.type.shape[taken] : grn_pick_between(g->choices, 1, 3);
        if (own && extent == 1 && grn_one_in(g->choices, 2))
            extent = grn_pick_between(g->choices, 1, 4);
        if (own)
            dims[taken++] = d;
        type.shape[type.rank++] = extent;
    }
    if (grn_gen_elements(&type) > MOST_ELEMENTS)
        return false;
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "broadcast_dimensions = %a", dims, (int)x.type.rank), &type,
                    &x.facts);
    return true;
}

bool grn_write_shlo_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = any_array(g, grn_one_in(g->choices, 8) ? 0 : 1);
    grn_gen_type type = x.type;
    const int rank = type.rank;
    int64_t start[GRN_GEN_RANK], limit[GRN_GEN_RANK], step[GRN_GEN_RANK];
    for (int32_t d = 0; d < rank; d++) {
        const int64_t extent = x.type.shape[d], least = g->edge && grn_one_in(g->choices, 8) ? 0 : 1;
        start[d] = grn_pick_between(g->choices, 0, extent > least ? extent - least : 0);
        limit[d] = grn_pick_between(g->choices, start[d] + (extent > start[d] ? least : 0), extent);
        step[d] = grn_one_in(g->choices, 2) ? 1 : grn_pick_between(g->choices, 1, 3);
        type.shape[d] = (limit[d] - start[d] + step[d] - 1) / step[d];
    }
    grn_gen_op_line(
        g, op->name, 1, &x,
        grn_gen_attrs(g, "start_indices = %a, limit_indices = %a, strides = %a", start, rank, limit, rank, step, rank),
        &type, &x.facts);
    return true;
}

bool grn_write_shlo_pad(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = any_array(g, grn_one_in(g->choices, 8) ? 0 : 1);
    x[1] = grn_gen_take_like(g, &(grn_gen_type){.dtype = x[0].type.dtype});
    grn_gen_type type = x[0].type;
    const int rank = type.rank;
    int64_t low[GRN_GEN_RANK], high[GRN_GEN_RANK], inner[GRN_GEN_RANK];
    for (int32_t d = 0; d < rank; d++) {
        const int64_t extent = type.shape[d];
        inner[d] = grn_one_in(g->choices, 2) ? 0 : grn_pick_between(g->choices, 0, 2);
        const int64_t spread = extent + (extent > 1 ? (extent - 1) * inner[d] : 0);
        low[d] = grn_pick_between(g->choices, -2, 3);
        high[d] = grn_pick_between(g->choices, -2, 3);
        if (spread + low[d] + high[d] < (g->edge ? 0 : 1))
            low[d] = high[d] = 0;
        type.shape[d] = spread + low[d] + high[d];
    }
    if (grn_gen_elements(&type) > MOST_ELEMENTS)
        return false;
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[1].facts);
    grn_gen_op_line(g, op->name, 2, x,
                    grn_gen_attrs(g, "edge_padding_low = %a, edge_padding_high = %a, interior_padding = %a", low, rank,
                                  high, rank, inner, rank),
                    &type, &facts);
    return true;
}

bool grn_write_shlo_concatenate(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    x[0] = any_array(g, 1);
    grn_gen_type type = x[0].type;
    grn_facts facts = x[0].facts;
    const int32_t dim = (int32_t)grn_pick(g->choices, (uint64_t)type.rank);
    const size_t count = 1 + (size_t)grn_pick(g->choices, 3);
    if (grn_gen_elements(&type) > MOST_ELEMENTS)
        return false;
    for (size_t i = 1; i < count; i++) {
        grn_gen_type other = x[0].type;
        if (grn_one_in(g->choices, 3))
            other.shape[dim] = grn_pick_between(g->choices, g->edge ? 0 : 1, 4);
        x[i] = grn_gen_take_like(g, &other);
        type.shape[dim] += other.shape[dim];
        facts = grn_facts_either(&facts, &x[i].facts);
    }
    grn_gen_op_line(g, op->name, count, x, grn_gen_attrs(g, "dimension = %n : i64", (int64_t)dim), &type, &facts);
    return true;
}

bool grn_write_shlo_reverse(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x = any_array(g, 1);
    int64_t dims[GRN_GEN_RANK];
    int count = 0;
    for (int32_t d = 0; d < x.type.rank; d++)
        if (grn_one_in(g->choices, 2))
            dims[count++] = d;
    grn_gen_op_line(g, op->name, 1, &x, grn_gen_attrs(g, "dimensions = %a", dims, count), &x.type, &x.facts);
    return true;
}

/* Numbers that every type of more than one bit holds. */
bool grn_write_shlo_iota(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_type type = grn_gen_draw_type(g, GRN_GEN_NUMBERS, 1);
    const int64_t dim = (int64_t)grn_pick(g->choices, (uint64_t)(type.rank ? type.rank : 1));
    if (type.rank == 0 || type.shape[dim] > 127)
        return false;
    grn_facts facts = grn_facts_between(0, (double)type.shape[dim]);
    grn_gen_op_line(g, op->name, 0, NULL, grn_gen_attrs(g, "iota_dimension = %n : i64", dim), &type, &facts);
    return true;
}
