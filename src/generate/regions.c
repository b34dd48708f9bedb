/* regions.c - regions of ops: what they see, and what is combined in them. */
#include <math.h>

#include "generate/regions.h"

/* ---- any ------------------------------------------------------------------------------------- */

void grn_gen_number_arguments(grn_gen *g, size_t nargs, grn_gen_value *args)
{
    for (size_t i = 0; i < nargs; i++) {
        args[i].id = g->next_id++;
        args[i].part = GRN_GEN_WHOLE;
        args[i].is_input = args[i].made = args[i].used = false;
    }
}

static void put_arguments(grn_gen *g, size_t nargs, grn_gen_value *args)
{
    grn_gen_put(g, "  ^bb0(");
    for (size_t i = 0; i < nargs; i++) {
        grn_gen_put(g, i ? ", %v: %T" : "%v: %T", &args[i], &args[i]);
        grn_gen_define(g, &args[i]);
    }
    grn_gen_put(g, "):\n");
}

void grn_gen_region_open(grn_gen *g, grn_gen_region *r, bool isolated, size_t nargs, grn_gen_value *args)
{
    *r = (grn_gen_region){.values = g->values,
                          .nvalues = g->values.count,
                          .isolated = isolated,
                          .closed = g->closed,
                          .scalars = g->scalars,
                          .exact_only = g->exact_only,
                          .depth = g->depth};
    if (isolated) {
        grn_vec_init(&g->values, g->allocator, sizeof(grn_gen_value));
        g->closed = g->scalars = true;
    }
    g->depth++;
    grn_gen_put(g, "{\n");
    if (nargs)
        put_arguments(g, nargs, args);
}

void grn_gen_region_close(grn_gen *g, grn_gen_region *r, size_t count, const grn_gen_value *returned)
{
    grn_gen_put(g, "  \"stablehlo.return\"(");
    for (size_t i = 0; i < count; i++)
        grn_gen_put(g, i ? ", %v" : "%v", &returned[i]);
    grn_gen_put(g, ") : (");
    for (size_t i = 0; i < count; i++)
        grn_gen_put(g, i ? ", %T" : "%T", &returned[i]);
    grn_gen_put(g, ") -> ()\n  }");
    if (r->isolated) {
        grn_vec_destroy(&g->values);
        g->values = r->values;
    } else {
        g->values.count = r->nvalues;
    }
    g->closed = r->closed;
    g->scalars = r->scalars;
    g->exact_only = r->exact_only;
    g->depth = r->depth;
}

/* ---- folds ----------------------------------------------------------------------------------- */

const grn_gen_fold grn_gen_folds[] = {{"add", GRN_GEN_NUMBERS | GRN_GEN_BOOLS, GRN_FOLD_ADD},
                                      {"multiply", GRN_GEN_REALS | GRN_GEN_BOOLS, GRN_FOLD_MULTIPLY},
                                      {"maximum", GRN_GEN_REALS | GRN_GEN_BOOLS, GRN_FOLD_MAXIMUM},
                                      {"minimum", GRN_GEN_REALS | GRN_GEN_BOOLS, GRN_FOLD_MINIMUM},
                                      {"or", GRN_GEN_INTEGERS | GRN_GEN_BOOLS, GRN_FOLD_BITS},
                                      {"xor", GRN_GEN_INTEGERS | GRN_GEN_BOOLS, GRN_FOLD_BITS},
                                      {"and", GRN_GEN_INTEGERS | GRN_GEN_BOOLS, GRN_FOLD_ALL_BITS},
                                      {0}};

static bool is_float(grn_dtype dtype) { return grn_dtype_step(dtype) > 0; }

const grn_gen_fold *grn_gen_fold_draw(grn_gen *g, grn_dtype dtype)
{
    const uint32_t class = grn_gen_class(dtype);
    const size_t from = grn_one_in(g->choices, 2) ? 0 : (size_t)grn_pick(g->choices, GRN_FOLDS);
    for (size_t i = 0; i < GRN_FOLDS; i++) {
        const grn_gen_fold *f = &grn_gen_folds[(from + i) % GRN_FOLDS];
        if ((class & f->classes) == class)
            return f;
    }
    return NULL;
}

grn_want grn_gen_fold_want(const grn_gen *g, const grn_gen_fold *fold, const grn_gen_type *type, double n)
{
    grn_want w = {.type = type};
    if (fold->kind > GRN_FOLD_MULTIPLY || (!is_float(type->dtype) && !g->dialect->overflow_is_open))
        return w;
    if (!is_float(type->dtype)) { /* so that it fits */
        w.is_bounded = true;
        w.high = fold->kind == GRN_FOLD_MULTIPLY && n > 1 ? 2 : floor(grn_dtype_highest(type->dtype) / (2 * n + 4));
        w.low = fmax(grn_dtype_lowest(type->dtype), -w.high);
        return w;
    }
    w.is_bounded = w.no_nan = true;
    w.high = fold->kind == GRN_FOLD_MULTIPLY && n > 1 ? 1.5 : 1024;
    w.low = -w.high;
    return w;
}

/* The number that changes nothing, of MAXIMUM and MINIMUM. */
static double bound_of(const grn_gen_fold *fold, grn_dtype dtype)
{
    return fold->kind == GRN_FOLD_MAXIMUM ? grn_dtype_lowest(dtype) : grn_dtype_highest(dtype);
}

static grn_facts product(grn_dtype dtype, const grn_facts *x, double n)
{
    const double most = pow(fmax(1, grn_facts_magnitude(x)), n);
    grn_facts f = grn_facts_between(-most, most);
    if (!is_float(dtype)) {
        f.low = fmax(f.low, grn_dtype_lowest(dtype));
        f.wraps = most > grn_dtype_highest(dtype);
        return f.wraps ? (grn_facts){.low = grn_dtype_lowest(dtype),
                                     .high = grn_dtype_highest(dtype),
                                     .zero = true,
                                     .wraps = true}
                       : f;
    }
    f.nan = x->nan;
    f.off = most * n * (2 * grn_dtype_step(dtype) + x->relative + x->off);
    return f;
}

bool grn_gen_fold_facts(const grn_gen *g, const grn_gen_fold *fold, grn_dtype dtype, const grn_facts *x, double n,
                        grn_facts *out)
{
    if (dtype == GRN_I1 || fold->kind >= GRN_FOLD_BITS)
        *out = grn_facts_unknown(dtype);
    else if (fold->kind == GRN_FOLD_ADD)
        *out = grn_facts_sum(dtype, x, n + 1);
    else if (fold->kind == GRN_FOLD_MULTIPLY)
        *out = product(dtype, x, n);
    else
        *out = grn_facts_with(x, bound_of(fold, dtype));
    return grn_facts_take(g, out);
}

static int64_t identity_of(const grn_gen_fold *fold, grn_dtype dtype)
{
    const unsigned bits = grn_dtype_bits(dtype);
    const bool is_signed = grn_dtype_class_of(dtype) == GRN_CLASS_SIGNED;
    const int64_t least = is_signed ? (int64_t)(UINT64_MAX << (bits - 1)) : 0;
    switch (fold->kind) {
    case GRN_FOLD_MULTIPLY: return 1;
    case GRN_FOLD_MAXIMUM: return least;
    case GRN_FOLD_MINIMUM: return dtype == GRN_I1 ? 1 : is_signed ? ~least : -1;
    case GRN_FOLD_ALL_BITS: return dtype == GRN_I1 ? 1 : -1;
    default: return 0;
    }
}

grn_gen_value grn_gen_fold_identity(grn_gen *g, const grn_gen_fold *fold, grn_dtype dtype)
{
    const bool is_bound = fold->kind == GRN_FOLD_MAXIMUM || fold->kind == GRN_FOLD_MINIMUM;
    if (is_float(dtype))
        return grn_gen_number(g, dtype, is_bound ? bound_of(fold, dtype) : fold->kind == GRN_FOLD_MULTIPLY);
    const int64_t number = identity_of(fold, dtype);
    return grn_gen_integers(g, dtype, &number, -1);
}

grn_gen_value grn_gen_fold_initial(grn_gen *g, const grn_gen_fold *fold, grn_dtype dtype, grn_facts *facts)
{
    const bool changes = fold->kind == GRN_FOLD_ADD || fold->kind == GRN_FOLD_MULTIPLY;
    if (!g->unspecified || !changes || is_float(dtype) || dtype == GRN_I1 || !grn_one_in(g->choices, 3))
        return grn_gen_fold_identity(g, fold, dtype);
    grn_gen_ask(g, "how often a reduction takes its initial value");
    *facts = grn_facts_unknown(dtype);
    return grn_gen_integers(g, dtype, &(int64_t){3}, -1);
}

void grn_gen_fold_put_region(grn_gen *g, const grn_gen_fold *fold, size_t count, const grn_dtype *dtypes)
{
    grn_gen_region r;
    grn_gen_value args[2 * GRN_GEN_RANK], out[GRN_GEN_RANK];
    for (size_t i = 0; i < 2 * count; i++)
        args[i] = (grn_gen_value){.type = {.dtype = dtypes[i % count]}};
    grn_gen_number_arguments(g, 2 * count, args);
    grn_gen_region_open(g, &r, true, 2 * count, args);
    for (size_t i = 0; i < count; i++) {
        const grn_gen_value two[2] = {args[i], args[count + i]};
        out[i] = grn_gen_step(g, fold->name, 2, two, NULL, &args[i].type, &args[i].facts);
    }
    grn_gen_region_close(g, &r, count, out);
}
