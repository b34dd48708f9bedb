/* stablehlo_access.c - gathers, scatters, and slices at positions that are operands. */
#include <math.h>

#include "generate/access.h"
#include "generate/regions.h"
#include "generate/stablehlo.h"

#define MOST_INPUTS 3

/* ---- dimension numbers ----------------------------------------------------------------------- */

typedef struct words {
    const char *attribute, *offset, *collapsed, *batching, *indices_batching, *map;
} words;
static const words of_gather = {"dimension_numbers = #stablehlo.gather<",
                                "offset_dims",
                                "collapsed_slice_dims",
                                "operand_batching_dims",
                                "start_indices_batching_dims",
                                "start_index_map"};
static const words of_scatter = {"scatter_dimension_numbers = #stablehlo.scatter<",
                                 "update_window_dims",
                                 "inserted_window_dims",
                                 "input_batching_dims",
                                 "scatter_indices_batching_dims",
                                 "scatter_dims_to_operand_dims"};

static void put_dims(grn_gen *g, const char *name, const grn_dims *dims)
{
    if (dims->count)
        grn_gen_put(g, "%s = [%l], ", name, dims->v, (int)dims->count);
}

static void put_numbers(grn_gen *g, const grn_drawn_access *a)
{
    const words *w = a->is_scatter ? &of_scatter : &of_gather;
    const grn_dimension_numbers *n = &a->dims;
    grn_gen_put(g, "%s", w->attribute);
    put_dims(g, w->offset, &n->offset_dims);
    put_dims(g, w->collapsed, &n->collapsed_slice_dims);
    put_dims(g, w->batching, &n->operand_batching_dims);
    put_dims(g, w->indices_batching, &n->start_indices_batching_dims);
    put_dims(g, w->map, &n->start_index_map);
    grn_gen_put(g, "index_vector_dim = %n>", n->index_vector_dim);
}

/* ---- gather ---------------------------------------------------------------------------------- */

/* Most often filled for this access; now and then what some op gave, as a gather clamps. */
static grn_gen_value take_indices(grn_gen *g, grn_drawn_access *a, bool *sorted)
{
    const grn_gen_indices how = {0};
    a->indices.dtype = grn_gen_index_dtype(g);
    *sorted = false;
    if (grn_one_in(g->choices, 4))
        return grn_gen_take(g, &(grn_want){.type = &a->indices, .exact = true});
    grn_tensor data = grn_gen_data(g, &a->indices);
    grn_gen_fill_indices(g, a, &how, &data);
    *sorted = grn_one_in(g->choices, 2) && grn_gen_keeps_sorted(g, a, &data);
    return grn_gen_make_of(g, &a->indices, &data, grn_one_in(g->choices, 2));
}

static grn_gen_value take_operand(grn_gen *g, grn_drawn_access *a)
{
    if (!grn_one_in(g->choices, 3)) {
        const grn_gen_value x = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
        if (x.type.rank <= 5 && grn_gen_elements(&x.type) <= 2000) {
            *a = grn_gen_draw_access(g, a->is_scatter, &x.type);
            return x;
        }
    }
    *a = grn_gen_draw_access(g, a->is_scatter, NULL);
    a->operand.dtype = grn_gen_draw_dtype(g, GRN_GEN_MOVED);
    return grn_gen_take_like(g, &a->operand);
}

bool grn_write_shlo_gather(grn_gen *g, const grn_gen_op *op)
{
    grn_drawn_access a = {0};
    grn_gen_value x[2];
    bool sorted;
    x[0] = take_operand(g, &a);
    x[1] = take_indices(g, &a, &sorted);
    a.dense.dtype = x[0].type.dtype;
    grn_gen_value r = grn_gen_new(g, &a.dense, &x[0].facts);
    const grn_gen_line line = {NULL, op->name, 2, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{");
    put_numbers(g, &a);
    grn_gen_put(g, sorted ? ", indices_are_sorted = true" : "");
    grn_gen_put(g, ", slice_sizes = %a}>", a.window, (int)a.operand.rank);
    grn_gen_end(g, &line);
    return true;
}

bool grn_write_shlo_dynamic_gather(grn_gen *g, const grn_gen_op *op)
{
    grn_drawn_access a = {0};
    grn_gen_value x[3];
    bool sorted;
    x[0] = take_operand(g, &a);
    if (a.operand.rank == 0)
        return false;
    x[1] = take_indices(g, &a, &sorted);
    x[2] = grn_gen_integers(g, x[1].type.dtype == GRN_I32 ? GRN_I32 : GRN_I64, a.window, a.operand.rank);
    a.dense.dtype = x[0].type.dtype;
    grn_gen_value r = grn_gen_new(g, &a.dense, &x[0].facts);
    const grn_gen_line line = {NULL, op->name, 3, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{");
    put_numbers(g, &a);
    grn_gen_put(g, sorted ? ", indices_are_sorted = true}>" : "}>");
    grn_gen_end(g, &line);
    return true;
}

/* Rows of an operand, behind batch dimensions that both have; what is out of range is left open. */
bool grn_write_shlo_torch_index_select(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
    const grn_gen_type *of = &x[0].type;
    const int64_t dim = (int64_t)grn_pick(g->choices, (uint64_t)of->rank), extent = of->shape[dim];
    const int64_t count = grn_pick_between(g->choices, 1, 4);
    if (extent == 0 || grn_gen_elements(of) > 1000)
        return false;
    x[1] = grn_gen_take(g, &(grn_want){.type = &(grn_gen_type){.dtype = GRN_I32, .rank = 1, .shape = {count}},
                                       .is_bounded = true,
                                       .high = (double)extent - 1});
    grn_gen_type type = *of;
    type.shape[dim] = count;
    grn_gen_op_line(g, op->name, 2, x, grn_gen_attrs(g, "batch_dims = 0 : i64, dim = %n : i64", dim), &type,
                    &x[0].facts);
    return true;
}

/* ---- scatter --------------------------------------------------------------------------------- */

typedef struct scatter {
    grn_drawn_access a;
    size_t ninputs;
    const grn_gen_fold *fold; /* NULL: a region of any ops, or none */
    bool replaces, unique, sorted, promises;
    grn_gen_value x[2 * MOST_INPUTS + 1], r[MOST_INPUTS];
    double updates; /* that one element may meet */
} scatter;

/* Updates that may meet in any order have to be folded; others reach no element twice. */
static void choose_region(grn_gen *g, scatter *s, grn_dtype dtype)
{
    const uint64_t way = grn_pick(g->choices, 8);
    s->replaces = way < 2;
    s->fold = way < 7 ? grn_gen_fold_draw(g, dtype) : NULL;
    s->replaces |= way < 7 && !s->fold;
    s->fold = s->replaces ? NULL : s->fold;
    s->unique = !s->fold || grn_one_in(g->choices, 6);
}

/* Duplicates under a region that is no fold are what is left open. */
static bool fill_indices(grn_gen *g, scatter *s)
{
    const bool asks = g->unspecified && !s->fold && grn_one_in(g->choices, 2);
    const grn_gen_indices how = {.unique = s->unique && !asks};
    s->a.indices.dtype = grn_gen_index_dtype(g);
    grn_tensor data = grn_gen_data(g, &s->a.indices);
    if (!grn_gen_fill_indices(g, &s->a, &how, &data)) {
        grn_gen_free_data(g, &data);
        return false;
    }
    const bool is_unique = grn_gen_keeps_unique(g, &s->a, &data);
    if (asks && !is_unique)
        grn_gen_ask(g, "the order in which updates of one element meet");
    s->promises = is_unique && grn_one_in(g->choices, 2);
    s->sorted = grn_one_in(g->choices, 2) && grn_gen_keeps_sorted(g, &s->a, &data);
    s->updates = is_unique ? 1 : (double)(grn_gen_elements(&s->a.dense) + 1);
    s->x[s->ninputs] = grn_gen_make_of(g, &s->a.indices, &data, grn_one_in(g->choices, 2));
    return true;
}

/* An operand and its updates, off by so little that their fold can be held. */
static void take_input(grn_gen *g, scatter *s, size_t i, grn_dtype dtype)
{
    s->a.operand.dtype = s->a.dense.dtype = dtype;
    grn_want of = {.type = &s->a.operand}, from = {.type = &s->a.dense};
    if (s->fold) {
        of = grn_gen_fold_want(g, s->fold, &s->a.operand, s->updates);
        from = grn_gen_fold_want(g, s->fold, &s->a.dense, s->updates);
    }
    of.exact = from.exact = !s->fold && !s->replaces;
    s->x[i] = grn_gen_take(g, &of);
    s->x[s->ninputs + 1 + i] = grn_gen_take(g, &from);
}

static bool know_result(grn_gen *g, scatter *s, size_t i)
{
    const grn_gen_value *of = &s->x[i], *from = &s->x[s->ninputs + 1 + i];
    const grn_dtype dtype = of->type.dtype;
    grn_facts facts = grn_facts_either(&of->facts, &from->facts);
    if (s->fold && !grn_gen_fold_facts(g, s->fold, dtype, &facts, s->updates, &facts))
        return false;
    s->r[i] = grn_gen_new(g, &of->type, &facts);
    return true;
}

static void put_replacing(grn_gen *g, scatter *s)
{
    grn_gen_region r;
    grn_gen_value args[2 * MOST_INPUTS];
    for (size_t i = 0; i < 2 * s->ninputs; i++)
        args[i] = (grn_gen_value){.type = {.dtype = s->x[i % s->ninputs].type.dtype}};
    grn_gen_number_arguments(g, 2 * s->ninputs, args);
    grn_gen_region_open(g, &r, true, 2 * s->ninputs, args);
    grn_gen_region_close(g, &r, s->ninputs, args + s->ninputs);
}

/* Of several ops: a number is taken that hangs on both where there is one. */
static void put_region(grn_gen *g, scatter *s)
{
    grn_gen_region r;
    grn_gen_value args[2] = {s->x[0], s->x[2]};
    args[0].type = args[1].type = (grn_gen_type){.dtype = s->x[0].type.dtype};
    grn_gen_number_arguments(g, 2, args);
    grn_gen_region_open(g, &r, true, 2, args);
    g->exact_only = true;
    const int64_t left = g->ops_left;
    for (int n = 1 + (int)grn_pick(g->choices, 3); n > 0; n--)
        grn_gen_write_element(g);
    g->ops_left = left;
    grn_gen_value result = grn_gen_take(g, &(grn_want){.type = &args[0].type, .exact = true});
    s->r[0].facts = grn_facts_either(&result.facts, &s->x[0].facts);
    grn_gen_region_close(g, &r, 1, &result);
}

static void put_scatter(grn_gen *g, const grn_gen_op *op, scatter *s)
{
    grn_dtype dtypes[MOST_INPUTS];
    for (size_t i = 0; i < s->ninputs; i++)
        dtypes[i] = s->x[i].type.dtype;
    const grn_gen_line line = {NULL, op->name, 2 * s->ninputs + 1, s->ninputs, s->x, s->r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{");
    put_numbers(g, &s->a);
    grn_gen_put(g, ", indices_are_sorted = %s, unique_indices = %s}> (", s->sorted ? "true" : "false",
                s->promises ? "true" : "false");
    if (s->fold)
        grn_gen_fold_put_region(g, s->fold, s->ninputs, dtypes);
    else if (s->replaces)
        put_replacing(g, s);
    else
        put_region(g, s);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
}

bool grn_write_shlo_scatter(grn_gen *g, const grn_gen_op *op)
{
    scatter s = {.a.is_scatter = true, .ninputs = 1};
    grn_gen_value of = take_operand(g, &s.a);
    const grn_dtype dtype = of.type.dtype;
    if (grn_gen_class(dtype) & GRN_GEN_NARROW)
        return false;
    choose_region(g, &s, dtype);
    if ((s.fold || s.replaces) && grn_one_in(g->choices, 5))
        s.ninputs = 2 + (size_t)grn_pick(g->choices, MOST_INPUTS - 1);
    if (!fill_indices(g, &s))
        return false;
    for (size_t i = 0; i < s.ninputs; i++) {
        const bool other = i > 0 && !s.fold && grn_one_in(g->choices, 2);
        take_input(g, &s, i, other ? grn_gen_draw_dtype(g, GRN_GEN_REALS) : dtype);
        if (!know_result(g, &s, i))
            return false;
    }
    grn_gen_number_parts(s.r, s.ninputs);
    put_scatter(g, op, &s);
    return true;
}

/* ---- slices ---------------------------------------------------------------------------------- */

/* Numbers, one per dimension: clamped wherever they point. */
static void take_starts(grn_gen *g, const grn_gen_type *of, const int64_t *window, grn_gen_value *out)
{
    const grn_gen_type type = {.dtype = grn_gen_index_dtype(g)};
    const grn_gen_indices how = {0};
    for (int32_t d = 0; d < of->rank; d++) {
        if (grn_one_in(g->choices, 3)) {
            out[d] = grn_gen_take_like(g, &type);
            continue;
        }
        grn_tensor data = grn_gen_data(g, &type);
        int64_t at = grn_gen_draw_index(g, &how, of->shape[d], window[d]);
        at = at < 0 && grn_dtype_lowest(type.dtype) == 0 ? 0 : at;
        if (data.data)
            grn_gen_put_integer(&data, 0, at);
        out[d] = grn_gen_make_of(g, &type, &data, grn_one_in(g->choices, 2));
    }
}

bool grn_write_shlo_dynamic_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[1 + GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
    grn_gen_type type = x[0].type;
    for (int32_t d = 0; d < type.rank; d++)
        type.shape[d] = grn_pick_between(g->choices, g->edge ? 0 : type.shape[d] > 0, type.shape[d]);
    take_starts(g, &x[0].type, type.shape, x + 1);
    grn_gen_op_line(g, op->name, 1 + (size_t)type.rank, x,
                    grn_gen_attrs(g, "slice_sizes = %a", type.shape, (int)type.rank), &type, &x[0].facts);
    return true;
}

bool grn_write_shlo_dynamic_update_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2 + GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_MOVED, 1);
    grn_gen_type type = x[0].type;
    for (int32_t d = 0; d < type.rank; d++)
        type.shape[d] = grn_pick_between(g->choices, g->edge ? 0 : type.shape[d] > 0, type.shape[d]);
    x[1] = grn_gen_take_like(g, &type);
    take_starts(g, &x[0].type, type.shape, x + 2);
    const grn_facts facts = grn_facts_either(&x[0].facts, &x[1].facts);
    grn_gen_op_line(g, op->name, 2 + (size_t)type.rank, x, NULL, &x[0].type, &facts);
    return true;
}
