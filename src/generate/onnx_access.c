/*
 * onnx_access.c - gathers and scatters of ONNX: a negative index counts from the end, one that is out of range is
 * an error, and updates of one element must not meet unless they are reduced.
 */
#include "generate/along.h"
#include "generate/onnx.h"
#include "generate/regions.h"

static grn_dtype index_dtype(grn_gen *g) { return grn_one_in(g->choices, 3) ? GRN_I32 : GRN_I64; }

static grn_gen_value take_data(grn_gen *g, int32_t most_rank)
{
    for (int i = 0; i < 8; i++) {
        const grn_gen_value x = grn_gen_take_any(g, GRN_GEN_ALL, 1);
        if (x.type.rank <= most_rank && grn_gen_elements(&x.type) <= 1000)
            return x;
    }
    return grn_gen_take_like(g, &(grn_gen_type){.dtype = GRN_F32, .rank = 2, .shape = {3, 4}});
}

bool grn_write_onnx_gather(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = take_data(g, 4);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, true, &written);
    grn_gen_type of = grn_gen_draw_type(g, 0, 0), type = {.dtype = x[0].type.dtype};
    of.dtype = index_dtype(g);
    of.rank = of.rank > 2 ? 2 : of.rank;
    if (x[0].type.shape[dim] == 0 || of.open)
        return false;
    for (int32_t d = 0; d < of.rank; d++)
        of.shape[d] = of.shape[d] > 4 ? 4 : of.shape[d];
    for (int32_t d = 0; d < x[0].type.rank; d++)
        for (int32_t k = 0; k < (d == dim ? of.rank : 1); k++)
            type.shape[type.rank++] = d == dim ? of.shape[k] : x[0].type.shape[d];
    x[1] = grn_gen_indices_along(g, &of, &(grn_gen_along){.extent = x[0].type.shape[dim], .wraps = true});
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "axis = %n : si64", written), &type, &x[0].facts);
    return true;
}

bool grn_write_onnx_gather_elements(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = take_data(g, 4);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, true, &written);
    const grn_gen_type of = grn_gen_along_type(g, &x[0].type, dim, index_dtype(g), true);
    grn_gen_type type = of;
    type.dtype = x[0].type.dtype;
    x[1] = grn_gen_indices_along(g, &of, &(grn_gen_along){dim, x[0].type.shape[dim], true, false});
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "axis = %n : si64", written), &type, &x[0].facts);
    return true;
}

/* Index vectors of k components behind `batches` dimensions that both have; the rest of the data is a slice. */
bool grn_write_onnx_gather_nd(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = take_data(g, 4);
    const grn_gen_type *data = &x[0].type;
    const int32_t batches = data->rank > 1 && grn_one_in(g->choices, 3) ? 1 : 0;
    const int32_t k = 1 + (int32_t)grn_pick(g->choices, (uint64_t)(data->rank - batches));
    grn_gen_type of = {.dtype = GRN_I64}, type = {.dtype = data->dtype};
    if (grn_gen_elements(data) == 0)
        return false;
    for (int32_t d = 0; d < batches; d++)
        of.shape[of.rank++] = data->shape[d];
    for (int n = (int)grn_pick(g->choices, 3); n > 0; n--)
        of.shape[of.rank++] = grn_pick_between(g->choices, 1, 4);
    for (int32_t d = 0; d < of.rank; d++)
        type.shape[type.rank++] = of.shape[d];
    for (int32_t d = batches + k; d < data->rank; d++)
        type.shape[type.rank++] = data->shape[d];
    of.shape[of.rank++] = k;
    x[1] = grn_gen_index_vectors(g, &of, data->shape + batches, true, false);
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "batch_dims = %n : si64", (int64_t)batches), &type,
                    &x[0].facts);
    return true;
}

/* ---- scatters -------------------------------------------------------------------------------- */

typedef struct reduction {
    const char *word;
    const grn_gen_fold *fold; /* NULL: none */
} reduction;

/* Reductions that ONNX has of numbers alone. */
static reduction draw_reduction(grn_gen *g, grn_dtype dtype)
{
    static const char *const words[] = {"add", "mul", "max", "min"};
    const uint32_t class = grn_gen_class(dtype);
    const size_t i = (size_t)grn_pick(g->choices, 4);
    const bool fits = (class & GRN_GEN_REALS) == class;
    return fits && !grn_one_in(g->choices, 3) ? (reduction){words[i], &grn_gen_folds[i]} : (reduction){"none", NULL};
}

/* x: data, indices, updates. False: the fold would be too far off. */
static bool take_updates(grn_gen *g, const reduction *r, double n, const grn_gen_type *data,
                         const grn_gen_type *updates, grn_gen_value *x, grn_facts *facts)
{
    grn_want of = {.type = data}, from = {.type = updates};
    if (r->fold) {
        of = grn_gen_fold_want(g, r->fold, data, n);
        from = grn_gen_fold_want(g, r->fold, updates, n);
    }
    x[0] = grn_gen_take(g, &of);
    x[2] = grn_gen_take(g, &from);
    *facts = grn_facts_either(&x[0].facts, &x[2].facts);
    return !r->fold || grn_gen_fold_facts(g, r->fold, data->dtype, facts, n, facts);
}

bool grn_write_onnx_scatter_elements(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    grn_facts facts;
    int64_t written;
    const grn_gen_type data = take_data(g, 4).type;
    const reduction r = draw_reduction(g, data.dtype);
    const int32_t dim = grn_gen_draw_dim(g, data.rank, true, &written);
    grn_gen_type of = grn_gen_along_type(g, &data, dim, index_dtype(g), true), updates;
    if (!r.fold && of.shape[dim] > data.shape[dim])
        of.shape[dim] = data.shape[dim];
    if (data.shape[dim] > 64)
        return false;
    updates = of;
    updates.dtype = data.dtype;
    if (!take_updates(g, &r, (double)of.shape[dim], &data, &updates, x, &facts))
        return false;
    x[1] = grn_gen_indices_along(g, &of, &(grn_gen_along){dim, data.shape[dim], true, !r.fold});
    grn_gen_op_line(g, op->name, 3, x, grn_gen_attrs(g, "axis = %n : si64, reduction = \"%s\"", written, r.word), &data,
                    &facts);
    return true;
}

bool grn_write_onnx_scatter_nd(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    grn_facts facts;
    const grn_gen_type data = take_data(g, 4).type;
    const reduction r = draw_reduction(g, data.dtype);
    const int32_t k = 1 + (int32_t)grn_pick(g->choices, (uint64_t)data.rank);
    grn_gen_type of = {.dtype = GRN_I64, .rank = 2}, updates = {.dtype = data.dtype, .rank = 1};
    int64_t places = 1;
    for (int32_t d = 0; d < k; d++)
        places *= data.shape[d];
    if (grn_gen_elements(&data) == 0)
        return false;
    const int64_t most = r.fold || places > 5 ? 5 : places;
    of.shape[0] = updates.shape[0] = grn_pick_between(g->choices, g->edge && grn_one_in(g->choices, 8) ? 0 : 1, most);
    of.shape[1] = k;
    for (int32_t d = k; d < data.rank; d++)
        updates.shape[updates.rank++] = data.shape[d];
    if (!take_updates(g, &r, (double)of.shape[0], &data, &updates, x, &facts))
        return false;
    x[1] = grn_gen_index_vectors(g, &of, data.shape, r.fold != NULL, !r.fold);
    grn_gen_op_line(g, op->name, 3, x, grn_gen_attrs(g, "reduction = \"%s\"", r.word), &data, &facts);
    return true;
}

/* An index out of range is on nowhere. */
bool grn_write_onnx_one_hot(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    int64_t written;
    const int64_t depth = grn_pick_between(g->choices, 1, 5), two = 2;
    grn_gen_type of = grn_gen_draw_type(g, 0, 0), type;
    of.dtype = index_dtype(g);
    of.rank = of.rank > 2 ? 2 : of.rank;
    x[0] = grn_gen_take(g, &(grn_want){.type = &of, .is_bounded = true, .low = -8, .high = 8});
    x[1] = grn_gen_integers(g, of.dtype, &depth, -1);
    grn_gen_type values = grn_gen_type_of(grn_gen_draw_dtype(g, GRN_GEN_REALS), 1, &two);
    x[2] = grn_gen_take_like(g, &values);
    const int32_t dim = grn_gen_draw_dim(g, of.rank + 1, true, &written);
    type = (grn_gen_type){.dtype = values.dtype, .rank = of.rank + 1};
    for (int32_t d = 0, from = 0; d < type.rank; d++)
        type.shape[d] = d == dim ? depth : of.shape[from++];
    grn_gen_op_line(g, op->name, 3, x, grn_gen_attrs(g, "axis = %n : si64", written), &type, &x[2].facts);
    return true;
}
