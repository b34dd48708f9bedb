/*
 * stablehlo_reductions.c - reductions, windows, sorts and maps.
 *
 * In which order, and how often with its initial value, a reduction combines is left open: it has a
 * function that is associative, and a value that changes nothing.
 */
#include <math.h>

#include "generate/regions.h"
#include "generate/stablehlo.h"

#define MOST_INPUTS 3

/* An operand that a fold of n of its elements takes, of the type of `x` or x itself. */
static grn_gen_value suitable(grn_gen *g, const grn_gen_fold *fold, const grn_gen_value *x, double n, grn_facts *facts)
{
    if (grn_gen_fold_facts(g, fold, x->type.dtype, &x->facts, n, facts))
        return *x;
    const grn_want want = grn_gen_fold_want(g, fold, &x->type, n);
    return grn_gen_take(g, &want);
}

/* ---- reduce ---------------------------------------------------------------------------------- */

typedef struct reduced {
    int64_t dims[GRN_GEN_RANK];
    int count;
    grn_gen_type type; /* of the result */
    double elements;   /* of the operand, for each of the result */
} reduced;

static reduced draw_reduced(grn_gen *g, const grn_gen_type *of)
{
    reduced r = {.type = {.dtype = of->dtype}, .elements = 1};
    for (int32_t d = 0; d < of->rank; d++)
        if (grn_one_in(g->choices, 2)) {
            r.dims[r.count++] = d;
            r.elements *= (double)of->shape[d];
        } else {
            r.type.shape[r.type.rank++] = of->shape[d];
        }
    return r;
}

bool grn_write_shlo_reduce(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value any = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    const grn_gen_fold *fold = grn_gen_fold_draw(g, any.type.dtype);
    const reduced how = draw_reduced(g, &any.type);
    const size_t ninputs = grn_one_in(g->choices, 6) ? 2 : 1;
    grn_gen_value x[4], r[2];
    grn_dtype dtypes[2] = {any.type.dtype, any.type.dtype};
    for (size_t i = 0; i < ninputs; i++) {
        grn_facts facts;
        const grn_gen_value of = i ? grn_gen_take_like(g, &any.type) : any;
        x[i] = suitable(g, fold, &of, how.elements, &facts);
        if (!grn_gen_fold_facts(g, fold, any.type.dtype, &x[i].facts, how.elements, &facts))
            return false;
        x[ninputs + i] = grn_gen_fold_initial(g, fold, any.type.dtype, &facts);
        r[i] = grn_gen_new(g, &how.type, &facts);
    }
    grn_gen_number_parts(r, ninputs);
    const grn_gen_line line = {NULL, op->name, 2 * ninputs, ninputs, x, r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{dimensions = %a}> (", how.dims, how.count);
    grn_gen_fold_put_region(g, fold, ninputs, dtypes);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

static grn_gen_value compare(grn_gen *g, const char *direction, const grn_gen_value *a, const grn_gen_value *b)
{
    const grn_gen_value x[2] = {*a, *b};
    const grn_gen_type type = {.dtype = GRN_I1};
    const grn_facts facts = grn_facts_between(0, 1);
    return grn_gen_step(g, "compare", 2, x,
                        grn_gen_attrs(g, "comparison_direction = #stablehlo<comparison_direction %s>", direction),
                        &type, &facts);
}

/* A value and its place: the first of the largest, or of the smallest. */
static void put_place_region(grn_gen *g, bool largest, grn_dtype value, grn_dtype place)
{
    grn_gen_region r;
    grn_gen_value a[4] = {
        {.type = {.dtype = value}}, {.type = {.dtype = place}}, {.type = {.dtype = value}}, {.type = {.dtype = place}}};
    const grn_gen_type flag = {.dtype = GRN_I1};
    const grn_facts facts = grn_facts_between(0, 1);
    grn_gen_number_arguments(g, 4, a);
    grn_gen_region_open(g, &r, true, 4, a);
    const grn_gen_value beyond = compare(g, largest ? "GT" : "LT", &a[0], &a[2]), same = compare(g, "EQ", &a[0], &a[2]),
                        first = compare(g, "LT", &a[1], &a[3]);
    const grn_gen_value tie[2] = {same, first};
    const grn_gen_value either[2] = {beyond, grn_gen_step(g, "and", 2, tie, NULL, &flag, &facts)};
    const grn_gen_value left = grn_gen_step(g, "or", 2, either, NULL, &flag, &facts);
    grn_gen_value out[2];
    for (int i = 0; i < 2; i++) {
        const grn_gen_value x[3] = {left, a[i], a[2 + i]};
        out[i] = grn_gen_step(g, "select", 3, x, NULL, &a[i].type, &facts);
    }
    grn_gen_region_close(g, &r, 2, out);
}

/* The place of the initial value lies behind all others. */
bool grn_write_shlo_reduce_place(grn_gen *g, const grn_gen_op *op)
{
    const bool largest = grn_one_in(g->choices, 2);
    const grn_gen_fold *fold = &grn_gen_folds[largest ? GRN_FOLD_MAXIMUM : GRN_FOLD_MINIMUM];
    grn_gen_value x[4], r[2];
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .least_rank = 1, .exact = true, .no_nan = true});
    const int64_t dim = (int64_t)grn_pick(g->choices, (uint64_t)x[0].type.rank);
    grn_gen_type places = x[0].type, type = {.dtype = x[0].type.dtype};
    places.dtype = GRN_I32;
    for (int32_t d = 0; d < x[0].type.rank; d++)
        if (d != dim)
            type.shape[type.rank++] = x[0].type.shape[d];
    grn_facts facts = grn_facts_between(0, (double)x[0].type.shape[dim]);
    x[1] = grn_gen_step(g, "iota", 0, NULL, grn_gen_attrs(g, "iota_dimension = %n : i64", dim), &places, &facts);
    x[2] = grn_gen_fold_identity(g, fold, x[0].type.dtype);
    x[3] = grn_gen_integers(g, GRN_I32, &(int64_t){INT32_MAX}, -1);
    const grn_facts unknown = grn_facts_unknown(type.dtype);
    grn_facts place = grn_facts_between(0, INT32_MAX);
    r[0] = grn_gen_new(g, &type, &unknown);
    type.dtype = GRN_I32;
    r[1] = grn_gen_new(g, &type, &place);
    grn_gen_number_parts(r, 2);
    const grn_gen_line line = {NULL, op->name, 4, 2, x, r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{dimensions = %a}> (", &dim, 1);
    put_place_region(g, largest, x[0].type.dtype, GRN_I32);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

/* ---- windows --------------------------------------------------------------------------------- */

typedef struct window {
    int64_t size[GRN_GEN_RANK], step[GRN_GEN_RANK], base[GRN_GEN_RANK], dilation[GRN_GEN_RANK];
    int64_t padding[2 * GRN_GEN_RANK];
    int64_t extent[GRN_GEN_RANK]; /* of the result */
    double elements;
} window;

/* select_and_scatter leaves open what is selected in a window that has no element: it has less padding than window. */
static window draw_window(grn_gen *g, const grn_gen_type *t, bool dilates)
{
    window w = {.elements = 1};
    for (int32_t d = 0; d < t->rank; d++) {
        w.size[d] = grn_pick_between(g->choices, 1, 3);
        w.step[d] = grn_pick_between(g->choices, 1, 3);
        w.base[d] = dilates && grn_one_in(g->choices, 4) ? 2 : 1;
        w.dilation[d] = dilates && grn_one_in(g->choices, 4) ? 2 : 1;
        const int64_t most = dilates ? 2 : t->shape[d] ? w.size[d] - 1 : 0;
        w.padding[2 * d] = grn_one_in(g->choices, 2) ? 0 : grn_pick_between(g->choices, 0, most);
        w.padding[2 * d + 1] = grn_one_in(g->choices, 2) ? 0 : grn_pick_between(g->choices, 0, most);
        const int64_t spread = t->shape[d] ? (t->shape[d] - 1) * w.base[d] + 1 : 0;
        const int64_t room = spread + w.padding[2 * d] + w.padding[2 * d + 1];
        const int64_t reach = (w.size[d] - 1) * w.dilation[d] + 1;
        w.extent[d] = room == 0 || reach > room ? 0 : (room - reach) / w.step[d] + 1;
        w.elements *= (double)w.size[d];
    }
    return w;
}

static void put_window(grn_gen *g, const window *w, int32_t rank, bool dilates)
{
    grn_gen_put(g, " <{window_dimensions = %a, window_strides = %a, ", w->size, (int)rank, w->step, (int)rank);
    if (dilates)
        grn_gen_put(g, "base_dilations = %a, window_dilations = %a, ", w->base, (int)rank, w->dilation, (int)rank);
    grn_gen_put(g, "padding = dense<[");
    for (int32_t d = 0; d < rank; d++)
        grn_gen_put(g, d ? ", [%l]" : "[%l]", w->padding + 2 * d, 2);
    grn_gen_put(g, "]> : tensor<%nx2xi64>}> (", (int64_t)rank);
}

bool grn_write_shlo_reduce_window(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value any = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    const grn_gen_fold *fold = grn_gen_fold_draw(g, any.type.dtype);
    if (grn_gen_elements(&any.type) > 1000)
        return false;
    const window w = draw_window(g, &any.type, true);
    const grn_gen_type type = grn_gen_type_of(any.type.dtype, any.type.rank, w.extent);
    grn_facts facts;
    grn_gen_value x[2], r;
    x[0] = suitable(g, fold, &any, w.elements, &facts);
    if (!grn_gen_fold_facts(g, fold, type.dtype, &x[0].facts, w.elements, &facts))
        return false;
    x[1] = grn_gen_fold_initial(g, fold, type.dtype, &facts);
    r = grn_gen_new(g, &type, &facts);
    const grn_gen_line line = {NULL, op->name, 2, 1, x, &r};
    grn_gen_begin(g, &line);
    put_window(g, &w, type.rank, true);
    grn_gen_fold_put_region(g, fold, 1, &type.dtype);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

/* Where several elements of a window are the largest, the first of them is selected. */
bool grn_write_shlo_select_and_scatter(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3], r;
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .least_rank = 1, .exact = true, .no_nan = true});
    if (grn_gen_elements(&x[0].type) > 1000)
        return false;
    const grn_dtype dtype = x[0].type.dtype;
    const window w = draw_window(g, &x[0].type, false);
    const grn_gen_type source = grn_gen_type_of(dtype, x[0].type.rank, w.extent);
    grn_want want = grn_gen_fold_want(g, &grn_gen_folds[GRN_FOLD_ADD], &source, w.elements);
    grn_facts facts;
    x[1] = grn_gen_take(g, &want);
    x[2] = grn_gen_fold_identity(g, &grn_gen_folds[GRN_FOLD_ADD], dtype);
    if (!grn_gen_fold_facts(g, &grn_gen_folds[GRN_FOLD_ADD], dtype, &x[1].facts, w.elements, &facts))
        return false;
    r = grn_gen_new(g, &x[0].type, &facts);
    const grn_gen_line line = {NULL, op->name, 3, 1, x, &r};
    grn_gen_begin(g, &line);
    put_window(g, &w, source.rank, false);
    grn_gen_region region;
    grn_gen_value a[2] = {{.type = {.dtype = dtype}}, {.type = {.dtype = dtype}}};
    grn_gen_number_arguments(g, 2, a);
    grn_gen_region_open(g, &region, true, 2, a);
    const grn_gen_value chosen = compare(g, grn_one_in(g->choices, 2) ? "GE" : "LE", &a[0], &a[1]);
    grn_gen_region_close(g, &region, 1, &chosen);
    grn_gen_put(g, ", ");
    grn_gen_fold_put_region(g, &grn_gen_folds[GRN_FOLD_ADD], 1, &dtype);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

/* ---- sort ------------------------------------------------------------------------------------ */

static void put_comparator(grn_gen *g, const char *direction, const grn_gen_value *x, size_t ninputs)
{
    grn_gen_region r;
    grn_gen_value a[2 * MOST_INPUTS];
    for (size_t i = 0; i < 2 * ninputs; i++)
        a[i] = (grn_gen_value){.type = {.dtype = x[i / 2].type.dtype}};
    grn_gen_number_arguments(g, 2 * ninputs, a);
    grn_gen_region_open(g, &r, true, 2 * ninputs, a);
    const grn_gen_value before = compare(g, direction, &a[0], &a[1]);
    grn_gen_region_close(g, &r, 1, &before);
}

/* NaN has no place in the order. Of what is equal, only a stable sort says which comes first. */
bool grn_write_shlo_sort(grn_gen *g, const grn_gen_op *op)
{
    const size_t ninputs = grn_one_in(g->choices, 3) ? 2 + (size_t)grn_pick(g->choices, MOST_INPUTS - 1) : 1;
    grn_gen_value x[MOST_INPUTS], r[MOST_INPUTS];
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS,
                                       .least_rank = 1,
                                       .exact = true,
                                       .no_nan = true,
                                       .question = "where a NaN is sorted to"});
    if (grn_gen_elements(&x[0].type) > 1000)
        return false;
    const int64_t dim = (int64_t)grn_pick(g->choices, (uint64_t)x[0].type.rank);
    r[0] = grn_gen_new(g, &x[0].type, &x[0].facts);
    for (size_t i = 1; i < ninputs; i++) {
        grn_gen_type type = x[0].type;
        type.dtype = grn_gen_draw_dtype(g, GRN_GEN_ALL);
        x[i] = grn_gen_take_like(g, &type);
        r[i] = grn_gen_new(g, &type, &x[i].facts);
    }
    grn_gen_number_parts(r, ninputs);
    const bool any_order = ninputs == 1 && grn_dtype_step(x[0].type.dtype) == 0 && grn_one_in(g->choices, 2);
    const grn_gen_line line = {NULL, op->name, ninputs, ninputs, x, r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{dimension = %n : i64, is_stable = %s}> (", dim, any_order ? "false" : "true");
    put_comparator(g, grn_one_in(g->choices, 2) ? "LT" : "GT", x, ninputs);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

/* The largest of the last dimension, of equal ones the first, and where they are. */
bool grn_write_shlo_top_k(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x, r[2];
    x = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .least_rank = 1, .exact = true, .no_nan = true});
    grn_gen_type type = x.type;
    const int64_t extent = type.shape[type.rank - 1], k = grn_pick_between(g->choices, extent > 0, extent);
    const grn_facts places = grn_facts_between(0, extent > 0 ? (double)extent - 1 : 0);
    type.shape[type.rank - 1] = k;
    r[0] = grn_gen_new(g, &type, &x.facts);
    type.dtype = GRN_I32;
    r[1] = grn_gen_new(g, &type, &places);
    grn_gen_number_parts(r, 2);
    const grn_gen_line line = {op->form, op->name, 1, 2, &x, r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{k = %n : i64}>", k);
    grn_gen_end(g, &line);
    return true;
}

/* ---- map ------------------------------------------------------------------------------------- */

bool grn_write_shlo_map(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2], a[2];
    const size_t count = 1 + (size_t)grn_pick(g->choices, 2);
    int64_t dims[GRN_GEN_RANK];
    for (size_t i = 0; i < count; i++) {
        x[i] = i ? grn_gen_take_like(g, &x[0].type) : grn_gen_take_any(g, GRN_GEN_ALL, 0);
        a[i] = x[i];
        a[i].type = (grn_gen_type){.dtype = x[i].type.dtype};
    }
    grn_gen_value r = grn_gen_new(g, &x[0].type, &x[0].facts);
    for (int32_t d = 0; d < x[0].type.rank; d++)
        dims[d] = d;
    const grn_gen_line line = {NULL, op->name, count, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{dimensions = %a}> (", dims, (int)x[0].type.rank);
    grn_gen_region region;
    grn_gen_number_arguments(g, count, a);
    grn_gen_region_open(g, &region, true, count, a);
    const int64_t left = g->ops_left;
    for (int n = 1 + (int)grn_pick(g->choices, 3); n > 0; n--)
        grn_gen_write_element(g);
    g->ops_left = left;
    const grn_gen_value *all = g->values.items, result = all[g->values.count - 1];
    grn_gen_region_close(g, &region, 1, &result);
    r.type.dtype = result.type.dtype;
    r.facts = result.facts;
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}
