/*
 * jax.c - StableHLO as JAX writes it: of indices, negative ones count from the end, by ops that stand before the
 * gather or scatter, and one that is out of range is clamped, filled with NaN or the like, or dropped, by its mode.
 *
 * The shape of these programs is that of what jax 0.10 lowers x[i], x.at[i].add(u), jnp.take and lax.dynamic_slice to.
 */
#include <math.h>

#include "generate/access.h"
#include "generate/regions.h"
#include "generate/stablehlo.h"

/* ---- indices --------------------------------------------------------------------------------- */

static grn_gen_value broadcast(grn_gen *g, const grn_gen_value *x, const grn_gen_type *type, const int64_t *dims, int n)
{
    return grn_gen_step(g, "broadcast_in_dim", 1, x, grn_gen_attrs(g, "broadcast_dimensions = %a", dims, n), type,
                        &x->facts);
}

static grn_gen_value splat(grn_gen *g, const grn_gen_type *type, int64_t n)
{
    const grn_gen_value one = grn_gen_integers(g, type->dtype, &n, -1);
    return type->rank ? broadcast(g, &one, type, NULL, 0) : one;
}

static grn_gen_value two(grn_gen *g, const char *name, const grn_gen_value *a, const grn_gen_value *b,
                         const char *attrs, const grn_gen_type *type)
{
    const grn_gen_value x[2] = {*a, *b};
    const grn_facts facts = grn_facts_unknown(type->dtype);
    return grn_gen_step(g, name, 2, x, attrs, type, &facts);
}

#define DIRECTION(d) "comparison_direction = #stablehlo<comparison_direction " d ">"

/* select(i < 0, i + n, i). */
static grn_gen_value from_the_end(grn_gen *g, const grn_gen_value *i, int64_t extent)
{
    const grn_gen_type flags = grn_gen_with_dtype(&i->type, GRN_I1);
    const grn_gen_value zero = splat(g, &i->type, 0), n = splat(g, &i->type, extent);
    const grn_gen_value is_negative = two(g, "compare", i, &zero, DIRECTION("LT"), &flags),
                        moved = two(g, "add", i, &n, NULL, &i->type), x[3] = {is_negative, moved, *i};
    return grn_gen_step(g, "select", 3, x, NULL, &i->type, &i->facts);
}

/* One component, in a dimension more. */
static grn_gen_value as_vectors(grn_gen *g, const grn_gen_value *i)
{
    int64_t dims[GRN_GEN_RANK];
    grn_gen_type type = i->type;
    for (int32_t d = 0; d < type.rank; d++)
        dims[d] = d;
    type.shape[type.rank++] = 1;
    return broadcast(g, i, &type, dims, (int)i->type.rank);
}

/* clamp(0, i, most). */
static grn_gen_value clamped(grn_gen *g, const grn_gen_value *i, int64_t most)
{
    const grn_gen_value low = splat(g, &i->type, 0), high = splat(g, &i->type, most), x[3] = {low, *i, high};
    return grn_gen_step(g, "clamp", 3, x, NULL, &i->type, &i->facts);
}

/* Most are in range, at the edge fewer; the lowest and the highest of the type are none: i + n wraps. */
static grn_gen_value make_indices(grn_gen *g, const grn_gen_type *type, int64_t extent, bool unique)
{
    const grn_gen_indices how = {.wraps = true};
    grn_tensor data = grn_gen_data(g, type);
    const int64_t n = data.data ? grn_tensor_elements(&data) : 0;
    for (int64_t e = 0; e < n; e++) {
        int64_t x = unique ? e : grn_gen_draw_index(g, &how, extent, 1);
        x = x > 1000 || x < -1000 ? extent : x;
        grn_gen_put_integer(&data, e, unique && grn_one_in(g->choices, 4) ? x - extent : x);
    }
    return grn_gen_make_of(g, type, &data, grn_one_in(g->choices, 2));
}

/* ---- x[i], jnp.take -------------------------------------------------------------------------- */

typedef struct taken {
    grn_gen_value x, vectors;
    int32_t dim;
    grn_gen_type type; /* of the result */
    int64_t window[GRN_GEN_RANK], offset[GRN_GEN_RANK];
    int noffset;
} taken;

static bool draw_taken(grn_gen *g, taken *t, grn_gen_value *raw)
{
    *t = (taken){.x = grn_gen_take_any(g, GRN_GEN_ALL, 1)};
    const grn_gen_type *x = &t->x.type;
    t->dim = (int32_t)grn_pick(g->choices, (uint64_t)x->rank);
    t->type.dtype = x->dtype;
    grn_gen_type like = {.dtype = grn_one_in(g->choices, 4) ? GRN_I64 : GRN_I32};
    like.rank = (int32_t)grn_pick(g->choices, 3);
    if (x->shape[t->dim] == 0 || x->rank > 4 || grn_gen_elements(x) > 500)
        return false;
    for (int32_t d = 0; d < like.rank; d++)
        like.shape[d] = grn_pick_between(g->choices, 1, 4);
    for (int32_t d = 0; d < x->rank; d++) {
        t->window[d] = d == t->dim ? 1 : x->shape[d];
        for (int32_t k = 0; k < like.rank && d == t->dim; k++)
            t->type.shape[t->type.rank++] = like.shape[k];
        if (d != t->dim) {
            t->offset[t->noffset++] = t->type.rank;
            t->type.shape[t->type.rank++] = x->shape[d];
        }
    }
    *raw = make_indices(g, &like, x->shape[t->dim], false);
    return true;
}

static grn_gen_value put_gather(grn_gen *g, const taken *t, bool is_result)
{
    const grn_gen_value x[2] = {t->x, t->vectors};
    const int64_t dim = t->dim;
    grn_gen_value r = grn_gen_new(g, &t->type, &t->x.facts);
    const grn_gen_line line = {NULL, "gather", 2, 1, x, &r};
    const size_t known = g->values.count;
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{dimension_numbers = #stablehlo.gather<offset_dims = [%l], collapsed_slice_dims = [%l], ",
                t->offset, t->noffset, &dim, 1);
    grn_gen_put(g, "start_index_map = [%l], index_vector_dim = %n>, ", &dim, 1, (int64_t)t->vectors.type.rank - 1);
    grn_gen_put(g, "indices_are_sorted = false, slice_sizes = %a}>", t->window, (int)t->x.type.rank);
    grn_gen_end(g, &line);
    if (!is_result)
        g->values.count = known;
    return r;
}

/* What mode="fill" writes: NaN, the lowest of signed integers, the highest of unsigned ones, true. */
static grn_gen_value filling(grn_gen *g, const grn_gen_type *type)
{
    const grn_gen_type one = {.dtype = type->dtype};
    grn_tensor data = grn_gen_data(g, &one);
    grn_scalar s = {.dtype = type->dtype};
    const unsigned bits = grn_dtype_bits(type->dtype);
    switch (grn_dtype_class_of(type->dtype)) {
    case GRN_CLASS_FLOAT: s.f = (double)NAN; break;
    case GRN_CLASS_COMPLEX: s.c.re = (double)NAN; break;
    case GRN_CLASS_SIGNED: s.i = (int64_t)(UINT64_MAX << (bits - 1)); break;
    case GRN_CLASS_UNSIGNED: s.u = bits < 64 ? (UINT64_C(1) << bits) - 1 : UINT64_MAX; break;
    default: s.i = 1; break;
    }
    if (data.data)
        grn_scalar_store(&s, type->dtype, data.data);
    const grn_gen_value v = grn_gen_make_of(g, &one, &data, true);
    return type->rank ? broadcast(g, &v, type, NULL, 0) : v;
}

/* select(all(0 <= i & i <= most), gather, fill). */
static void put_filled(grn_gen *g, taken *t, int64_t most)
{
    const grn_gen_type *of = &t->vectors.type, flags = grn_gen_with_dtype(of, GRN_I1);
    const grn_gen_value zero = splat(g, of, 0), last = splat(g, of, most);
    const grn_gen_value from = two(g, "compare", &t->vectors, &zero, DIRECTION("GE"), &flags);
    const grn_gen_value to = two(g, "compare", &t->vectors, &last, DIRECTION("LE"), &flags);
    const grn_gen_value both = two(g, "and", &from, &to, NULL, &flags);
    grn_gen_type rows = flags, mask = grn_gen_with_dtype(&t->type, GRN_I1);
    rows.rank--;
    int64_t dims[GRN_GEN_RANK];
    for (int32_t d = 0; d < rows.rank; d++)
        dims[d] = t->dim + d;
    const grn_gen_value flat = grn_gen_step(g, "reshape", 1, &both, NULL, &rows, &both.facts);
    const grn_gen_value got = put_gather(g, t, false), fill = filling(g, &t->type);
    const grn_gen_value x[3] = {broadcast(g, &flat, &mask, dims, (int)rows.rank), got, fill};
    const grn_facts facts = grn_facts_either(&got.facts, &fill.facts);
    grn_gen_op_line(g, "select", 3, x, NULL, &t->type, &facts);
}

static bool write_take(grn_gen *g, const grn_gen_op *op)
{
    (void)op;
    taken t;
    grn_gen_value raw;
    if (g->closed || !draw_taken(g, &t, &raw))
        return false;
    const int64_t extent = t.x.type.shape[t.dim];
    const uint64_t mode = grn_pick(g->choices, 3);
    const grn_gen_value i = mode == 0 ? raw : from_the_end(g, &raw, extent); /* mode="clip" clips negative ones too */
    t.vectors = as_vectors(g, &i);
    if (mode == 2)
        put_filled(g, &t, extent - 1);
    else
        put_gather(g, &t, true);
    return true;
}

/* ---- x.at[i] --------------------------------------------------------------------------------- */

/* Rows along dimension 0: of equal indices, set() leaves open which stays. */
static bool write_at(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_type of = grn_gen_take_any(g, GRN_GEN_ALL, 1).type;
    const grn_gen_fold *fold = grn_one_in(g->choices, 3) ? NULL : grn_gen_fold_draw(g, of.dtype);
    const int64_t extent = of.shape[0], zero = 0;
    const int64_t count = grn_pick_between(g->choices, 1, fold ? 5 : extent < 5 ? extent : 5);
    if (extent == 0 || of.rank > 4 || grn_gen_elements(&of) > 500 || g->closed)
        return false;
    grn_gen_type like = {.dtype = GRN_I32, .rank = 1, .shape = {count}}, updates = of;
    updates.shape[0] = count;
    const grn_want into = fold ? grn_gen_fold_want(g, fold, &of, (double)count) : (grn_want){.type = &of},
                   from = fold ? grn_gen_fold_want(g, fold, &updates, (double)count) : (grn_want){.type = &updates};
    grn_gen_value x[3];
    x[0] = grn_gen_take(g, &into);
    x[2] = grn_gen_take(g, &from);
    grn_facts facts = grn_facts_either(&x[0].facts, &x[2].facts);
    if (fold && !grn_gen_fold_facts(g, fold, of.dtype, &facts, (double)count, &facts))
        return false;
    const grn_gen_value raw = make_indices(g, &like, extent, !fold), i = from_the_end(g, &raw, extent),
                        vectors = as_vectors(g, &i);
    x[1] = fold && grn_one_in(g->choices, 3) ? clamped(g, &vectors, extent - 1) : vectors;
    grn_gen_value r = grn_gen_new(g, &of, &facts);
    int64_t window[GRN_GEN_RANK];
    for (int32_t d = 1; d < of.rank; d++)
        window[d - 1] = d;
    const grn_gen_line line = {NULL, op->name, 3, 1, x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<");
    grn_gen_put(g, of.rank > 1 ? "update_window_dims = [%l], " : "", window, (int)of.rank - 1);
    grn_gen_put(g, "inserted_window_dims = [%l], scatter_dims_to_operand_dims = [%l], index_vector_dim = 1>, ", &zero,
                1, &zero, 1);
    grn_gen_put(g, "unique_indices = false}> (");
    if (fold) {
        grn_gen_fold_put_region(g, fold, 1, &of.dtype);
    } else {
        grn_gen_region region;
        grn_gen_value a[2] = {{.type = {.dtype = of.dtype}}, {.type = {.dtype = of.dtype}}};
        grn_gen_number_arguments(g, 2, a);
        grn_gen_region_open(g, &region, true, 2, a);
        grn_gen_region_close(g, &region, 1, &a[1]);
    }
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

/* lax.dynamic_slice: negative starts count from the end before they are clamped. */
static bool write_dynamic_slice(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[1 + GRN_GEN_RANK];
    x[0] = grn_gen_take_any(g, GRN_GEN_ALL, 1);
    grn_gen_type type = x[0].type;
    const grn_gen_type number = {.dtype = GRN_I32};
    if (g->closed)
        return false;
    for (int32_t d = 0; d < type.rank; d++) {
        const int64_t extent = type.shape[d];
        const grn_gen_value raw = make_indices(g, &number, extent, false);
        x[1 + d] = from_the_end(g, &raw, extent);
        type.shape[d] = grn_pick_between(g->choices, extent > 0, extent);
    }
    grn_gen_op_line(g, op->name, 1 + (size_t)type.rank, x,
                    grn_gen_attrs(g, "slice_sizes = %a", type.shape, (int)type.rank), &type, &x[0].facts);
    return true;
}

/* ---- the dialect ----------------------------------------------------------------------------- */

#define FUNCTION(name, weight, function)                                                \
    {                                                                                   \
        name, weight, grn_gen_write_function, &grn_element_function_##function, NULL, 0 \
    }
#define OP(name, weight)                                    \
    {                                                       \
#name, weight, grn_write_shlo_##name, NULL, NULL, 0 \
    }

static const grn_gen_op ops[] = {{"gather", 40, write_take, NULL, NULL, 0},
                                 {"scatter", 40, write_at, NULL, NULL, 0},
                                 {"dynamic_slice", 10, write_dynamic_slice, NULL, NULL, 0},
                                 OP(dynamic_update_slice, 4),
                                 OP(slice, 6),
                                 OP(pad, 4),
                                 OP(concatenate, 6),
                                 OP(transpose, 6),
                                 OP(reshape, 6),
                                 OP(broadcast_in_dim, 6),
                                 OP(reverse, 3),
                                 OP(iota, 4),
                                 OP(select, 6),
                                 OP(compare, 5),
                                 OP(clamp, 3),
                                 OP(convert, 5),
                                 OP(is_finite, 1),
                                 OP(reduce, 8),
                                 {"reduce", 3, grn_write_shlo_reduce_place, NULL, NULL, 0},
                                 OP(reduce_window, 3),
                                 OP(sort, 4),
                                 OP(dot_general, 5),
                                 OP(convolution, 2),
                                 OP(while, 3),
                                 OP(case, 4),
                                 {"call", 3, grn_write_shlo_call, NULL, "func.", 0},
                                 FUNCTION("add", 8, add),
                                 FUNCTION("subtract", 5, subtract),
                                 FUNCTION("multiply", 5, multiply),
                                 FUNCTION("divide", 3, divide),
                                 FUNCTION("maximum", 3, maximum),
                                 FUNCTION("minimum", 3, minimum),
                                 FUNCTION("and", 2, bitwise),
                                 FUNCTION("or", 2, bitwise),
                                 FUNCTION("not", 2, complement),
                                 FUNCTION("negate", 3, negate),
                                 FUNCTION("abs", 2, absolute),
                                 FUNCTION("sign", 2, sign),
                                 FUNCTION("floor", 1, rounding),
                                 FUNCTION("sqrt", 1, square_root),
                                 FUNCTION("rsqrt", 1, rough_root),
                                 FUNCTION("exponential", 1, exponential),
                                 FUNCTION("log", 1, logarithm),
                                 FUNCTION("logistic", 1, logistic),
                                 FUNCTION("tanh", 1, tanh),
                                 FUNCTION("sine", 1, sine),
                                 {0}};

static const grn_gen_dtype dtypes[] = {
    {GRN_F32, 30}, {GRN_I32, 14}, {GRN_I1, 6},   {GRN_BF16, 5}, {GRN_F16, 3},  {GRN_I64, 2}, {GRN_F64, 2},
    {GRN_I8, 2},   {GRN_UI8, 3},  {GRN_UI32, 3}, {GRN_I16, 1},  {GRN_UI16, 1}, {GRN_C64, 2}, {0}};

const grn_gen_dialect grn_gen_jax = {.name = "jax",
                                     .prefix = "stablehlo.",
                                     .ops = ops,
                                     .dtypes = dtypes,
                                     .put_type = grn_gen_put_tensor_type,
                                     .put_constant = grn_gen_put_shlo_constant};
