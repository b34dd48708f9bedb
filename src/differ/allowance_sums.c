/*
 * allowance_sums.c - sums and products: the bound of each element, by the same op on magnitudes and on ones.
 *
 * A sum of n terms, in whatever order, is within ((1 + u)^(n - 1) - 1) * sum |x| of the exact one (N. Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd ed., 4.2), u being the unit roundoff of the type; garner's and
 * the tool's are so both, and they are twice that apart at most. Products of factors add a rounding to each term;
 * without it (fused) the error is less. Sums that are kept in a wider type and rounded once are nearer to the exact
 * one. StableHLO leaves all of it to the implementation (reduce: "the order of reductions is implementation-
 * defined").
 */
#include <float.h>
#include <math.h>

#include "differ/differ.h"

double grn_sum_error(grn_dtype dtype, double count, double magnitudes)
{
    const double u = grn_half_ulp(dtype);
    /* a part of the sum may overflow in one order, and not in another */
    if (count > 1 && magnitudes * grn_min_normal(dtype) >= 1 && magnitudes > grn_max_finite(dtype))
        return INFINITY;
    return count > 1 ? 2 * expm1((count - 1) * log1p(u)) * magnitudes * (1 + 0x1p-40) : 0;
}

static bool is_inexact(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
}

/* ---- regions --------------------------------------------------------------------------------- */

static bool is_argument(const grn_op *op, size_t i, const grn_block *block, size_t argument)
{
    return op->operands[i] == &block->args[argument];
}

/* Arguments `a` and `b`, in either order. */
static bool takes_both(const grn_op *op, const grn_block *block, size_t a, size_t b)
{
    return op->noperands == 2 && ((is_argument(op, 0, block, a) && is_argument(op, 1, block, b)) ||
                                  (is_argument(op, 0, block, b) && is_argument(op, 1, block, a)));
}

/* select_and_scatter's second region is the one that adds up. */
static const grn_block *combiner_of(const grn_op *op)
{
    const size_t which = grn_op_is(op, GRN_HLO(select_and_scatter)) ? 1 : 0;
    return op->nregions > which ? op->regions[which].first : NULL;
}

static grn_region_kind kind_of_op(const grn_op *op)
{
    const bool inexact = is_inexact(grn_type_element_or_self(op->results[0].type)->dtype);
    if (grn_op_is(op, GRN_HLO(add)))
        return inexact ? GRN_REGION_ADD : GRN_REGION_EXACT;
    if (grn_op_is(op, GRN_HLO(multiply)))
        return inexact ? GRN_REGION_MUL : GRN_REGION_EXACT;
    return GRN_OP_IS_ONE_OF(op, GRN_HLO(maximum), GRN_HLO(minimum), GRN_HLO(and), GRN_HLO(or), GRN_HLO(xor))
               ? GRN_REGION_EXACT
               : GRN_REGION_OTHER;
}

/* The op that makes result `r` of the region of its own two arguments; NULL: it is made otherwise. */
static const grn_op *combining_op(const grn_op *op, size_t r)
{
    const grn_block *block = combiner_of(op);
    const size_t n = block ? block->nargs / 2 : 0;
    if (!block || block->nargs != 2 * n || !block->last || block->last->noperands != n || r >= n)
        return NULL;
    const grn_op *made = block->last->operands[r]->def;
    return made && made->block == block && takes_both(made, block, r, n + r) ? made : NULL;
}

grn_region_kind grn_region_kind_of(const grn_op *op)
{
    const grn_block *block = combiner_of(op);
    if (!block || block->nargs != 2 || !block->first)
        return GRN_REGION_OTHER;
    const grn_op *first = block->first;
    if (first == block->last)
        return first->noperands == 1 && is_argument(first, 0, block, 1) ? GRN_REGION_SECOND : GRN_REGION_OTHER;
    return first->next == block->last && combining_op(op, 0) == first ? kind_of_op(first) : GRN_REGION_OTHER;
}

/* ---- the op on other numbers ----------------------------------------------------------------- */

/* Result `r` of the op with all operands as `how` has them. NULL data: it cannot be run so, or memory was refused. */
static grn_tensor on(const grn_bounding *b, const grn_error_case *c, size_t r, const grn_wide_as *how)
{
    grn_tensor *results = GRN_ARENA_NEW(b->arena, grn_tensor, c->nresults + 1);
    grn_tensor *operands = GRN_ARENA_NEW(b->arena, grn_tensor, c->noperands + 1);
    for (size_t i = 0; operands && i < c->noperands; i++)
        if (!grn_wide_operand(b, c, i, how[i], &operands[i]))
            return (grn_tensor){0};
    if (!operands || !results || !grn_wide_run(b, c->op, operands, c->nresults, results))
        return (grn_tensor){0};
    return results[r];
}

static grn_tensor on_all(const grn_bounding *b, const grn_error_case *c, size_t r, grn_wide_as how)
{
    grn_wide_as *each = GRN_ARENA_NEW(b->arena, grn_wide_as, c->noperands + 1);
    for (size_t i = 0; each && i < c->noperands; i++)
        each[i] = how;
    return each ? on(b, c, r, each) : (grn_tensor){0};
}

/* Errors handed on by an op that adds: NULL data where there are none, *ok false where they cannot be told. */
static grn_tensor spread_of(const grn_bounding *b, const grn_error_case *c, size_t r, bool *ok)
{
    *ok = true;
    for (size_t i = 0; i < c->noperands; i++)
        if (!is_inexact(c->operands[i].dtype) && !grn_error_is_zero(&c->in[i], &c->operands[i]))
            *ok = false;
    if (!*ok || !grn_any_error(c))
        return (grn_tensor){0};
    const grn_tensor spread = on_all(b, c, r, GRN_WIDE_ERROR);
    *ok = spread.data != NULL;
    return spread;
}

/* Subnormal terms and results may each be zero. */
static double flushed(const grn_bounding *b, grn_dtype dtype, double count)
{
    return b->flush ? (count + 1) * grn_min_normal(dtype) : 0;
}

/* ---- sums ------------------------------------------------------------------------------------ */

static const char no_bound[] = "no bound is known of what this op may add";
static const char order_matters[] =
    "the region gives other results in another order, which the specification leaves open";

static bool sums(const grn_bounding *b, const grn_error_case *c, size_t r)
{
    bool ok;
    const grn_tensor magnitudes = on_all(b, c, r, GRN_WIDE_MAGNITUDE), counts = on_all(b, c, r, GRN_WIDE_ONES);
    const grn_tensor spread = spread_of(b, c, r, &ok);
    if (!ok || !magnitudes.data || !counts.data)
        return grn_error_unknown(b, c, r, no_bound);
    double *e = grn_error_new(b, &c->results[r]);
    const grn_dtype dtype = c->results[r].dtype;
    for (int64_t i = 0; e && i < grn_tensor_elements(&c->results[r]); i++) {
        const double n = ((double *)counts.data)[i], s = spread.data ? ((double *)spread.data)[i] : 0;
        e[i] = grn_sum_error(dtype, n, ((double *)magnitudes.data)[i] + s) + s + flushed(b, dtype, n);
    }
    c->out[r] =
        (grn_error){.of = e, .why = GRN_ALLOWANCE_SUM_ORDER, .open = GRN_ALLOWANCE_SUM_ORDER, .unknown = no_bound};
    return e != NULL;
}

/* How far a product y of factors may be off by their order: some part of it is as small as `part`. */
static double product_error(const grn_bounding *b, grn_dtype dtype, double factors, double y, double part)
{
    const double most = grn_max_finite(dtype), least = grn_min_normal(dtype);
    if (b->flush && (y <= least || part <= least)) /* zero takes the rest with it */
        return y < most ? y + 2 * least : NAN;
    return y > least && y < most ? grn_sum_error(dtype, factors, y) : NAN;
}

/* A product of n factors is within ((1 + u)^n - 1) of itself, as long as no part of it overflows or underflows. No
 * element has more factors than all operands have elements. */
static bool multiplies(const grn_bounding *b, const grn_error_case *c, size_t r)
{
    double factors = 0;
    if (grn_any_error(c))
        return grn_error_unknown(b, c, r, no_bound);
    for (size_t i = 0; i < c->noperands; i++)
        factors += (double)grn_tensor_elements(&c->operands[i]);
    double *e = grn_error_new(b, &c->results[r]);
    const grn_dtype dtype = c->results[r].dtype;
    const grn_tensor parts = b->flush ? on_all(b, c, r, GRN_WIDE_UP_TO_ONE) : (grn_tensor){0};
    for (int64_t i = 0; e && i < grn_tensor_elements(&c->results[r]); i++) {
        const double y = fabs(grn_element_value(dtype, grn_element_at(&c->results[r], i)));
        e[i] = product_error(b, dtype, factors, y, parts.data ? ((double *)parts.data)[i] : 1);
    }
    c->out[r] = (grn_error){.of = e,
                            .why = GRN_ALLOWANCE_SUM_ORDER,
                            .unknown = "a part of the product may overflow or underflow in another order"};
    return e != NULL;
}

/* Minima and maxima of numbers that differ by some differ by the most of it. */
static bool chooses(const grn_bounding *b, const grn_error_case *c, size_t r)
{
    double most = 0;
    if (grn_dtype_class_of(c->results[r].dtype) == GRN_CLASS_COMPLEX)
        c->out[r].beyond = grn_complex_order;
    if (!grn_any_error(c))
        return true;
    for (size_t i = 0; i < c->noperands; i++)
        for (int64_t k = 0; c->in[i].of && k < grn_tensor_elements(&c->operands[i]); k++)
            most = c->in[i].of[k] > most || c->in[i].of[k] != c->in[i].of[k] ? c->in[i].of[k] : most;
    if (!is_inexact(c->results[r].dtype) || most != most)
        return grn_error_unknown(b, c, r, no_bound);
    double *e = grn_error_new(b, &c->results[r]);
    for (int64_t i = 0; e && i < grn_tensor_elements(&c->results[r]); i++)
        e[i] = most;
    c->out[r] = (grn_error){.of = e, .why = GRN_ALLOWANCE_ROUNDING, .unknown = no_bound};
    return e != NULL;
}

/* Whether it makes a difference how often a number takes part in what the op does: 0 in a sum, 1 in a product, and any
 * in a minimum do not. */
static bool is_neutral(const grn_op *combining, const grn_tensor *init)
{
    const double v = grn_element_value(init->dtype, grn_element_at(init, 0));
    if (GRN_OP_IS_ONE_OF(combining, GRN_HLO(add), GRN_HLO(xor)))
        return v == 0;
    return !grn_op_is(combining, GRN_HLO(multiply)) || v == 1;
}

/* StableHLO spec, reduce: the schedule is "interspersed with an implementation-defined amount of init_values". */
static const char *beyond_init(const grn_error_case *c, size_t r)
{
    const bool has_init =
        GRN_OP_IS_ONE_OF(c->op, GRN_HLO(reduce), GRN_HLO(reduce_window)) && c->noperands == 2 * c->nresults;
    return has_init && !is_neutral(combining_op(c->op, r), &c->operands[c->nresults + r])
               ? "the initial value is not neutral, and the specification lets it count any number of times"
               : NULL;
}

/* A result that one op makes of its own numbers is one of an op alone. */
static bool allow_result(const grn_bounding *b, const grn_error_case *c, size_t r)
{
    const grn_op *combining = combining_op(c->op, r);
    const grn_region_kind kind = combining ? kind_of_op(combining) : GRN_REGION_OTHER;
    if (kind == GRN_REGION_OTHER || (kind == GRN_REGION_ADD && grn_op_is(c->op, GRN_HLO(select_and_scatter))))
        return grn_error_unknown(b, c, r, order_matters);
    const bool ok = kind == GRN_REGION_ADD   ? sums(b, c, r)
                    : kind == GRN_REGION_MUL ? multiplies(b, c, r)
                                             : chooses(b, c, r);
    if (!c->out[r].beyond)
        c->out[r].beyond = beyond_init(c, r);
    return ok;
}

bool grn_allow_sum(const grn_bounding *b, const grn_error_case *c)
{
    bool ok = true;
    for (size_t r = 0; r < c->nresults; r++)
        ok &= allow_result(b, c, r);
    return ok;
}

/* ---- sums of products ------------------------------------------------------------------------ */

static bool is_exact_product(const grn_error_case *c) { return !is_inexact(c->results[0].dtype) && !grn_any_error(c); }

/* What differs in one factor, and in both, goes through the other's magnitudes. */
static bool product_spread(const grn_bounding *b, const grn_error_case *c, grn_tensor parts[3])
{
    static const grn_wide_as ways[3][2] = {
        {GRN_WIDE_ERROR, GRN_WIDE_MAGNITUDE}, {GRN_WIDE_MAGNITUDE, GRN_WIDE_ERROR}, {GRN_WIDE_ERROR, GRN_WIDE_ERROR}};
    for (size_t i = 2; i < c->noperands; i++)
        if (!grn_error_is_zero(&c->in[i], &c->operands[i]))
            return false;
    for (int i = 0; i < 3; i++) {
        grn_wide_as *how = GRN_ARENA_NEW(b->arena, grn_wide_as, c->noperands + 1);
        if (!how)
            return false;
        memcpy(how, ways[i], sizeof ways[i]);
        parts[i] = grn_any_error(c) ? on(b, c, 0, how) : (grn_tensor){0};
        if (grn_any_error(c) && !parts[i].data)
            return false;
    }
    return true;
}

/* The coarsest of the types that the op computes in: operands may be of another than the result. */
static grn_dtype coarsest(const grn_error_case *c)
{
    grn_dtype found = c->results[0].dtype;
    for (size_t i = 0; i < 2; i++)
        if (is_inexact(c->operands[i].dtype) && grn_half_ulp(c->operands[i].dtype) > grn_half_ulp(found))
            found = c->operands[i].dtype;
    return found;
}

/* dot_general's own types for the factors, which the op asks for, and many tools replace by wider ones. */
static const char *beyond_algorithm(const grn_op *op)
{
    return grn_op_attr(op, "algorithm") ? "the op names an algorithm, and the tool's may be a more exact one" : NULL;
}

bool grn_allow_product(const grn_bounding *b, const grn_error_case *c)
{
    grn_tensor parts[3];
    if (is_exact_product(c))
        return true;
    if (!is_inexact(c->results[0].dtype))
        return grn_error_unknown(b, c, 0, no_bound);
    const grn_tensor magnitudes = on_all(b, c, 0, GRN_WIDE_MAGNITUDE), counts = on_all(b, c, 0, GRN_WIDE_ONES);
    if (!magnitudes.data || !counts.data || !product_spread(b, c, parts))
        return grn_error_unknown(b, c, 0, no_bound);
    const bool is_complex = grn_dtype_class_of(c->results[0].dtype) == GRN_CLASS_COMPLEX;
    double *e = grn_error_new(b, &c->results[0]);
    const grn_dtype dtype = coarsest(c);
    for (int64_t i = 0; e && i < grn_tensor_elements(&c->results[0]); i++) {
        const double n = ((double *)counts.data)[i];
        double s = 0;
        for (int k = 0; k < 3; k++)
            s += parts[k].data ? ((double *)parts[k].data)[i] : 0;
        /* a single product is rounded once; n of them, and the sums between, n times in a row; a complex product is a
         * sum itself */
        const double roundings = n > 1 || is_complex || s > 0 ? n + 1 + 2 * is_complex : n;
        e[i] = grn_sum_error(dtype, roundings, ((double *)magnitudes.data)[i] + s) + s + flushed(b, dtype, n);
    }
    c->out[0] = (grn_error){.of = e,
                            .why = GRN_ALLOWANCE_SUM_ORDER,
                            .open = GRN_ALLOWANCE_SUM_ORDER,
                            .unknown = no_bound,
                            .beyond = beyond_algorithm(c->op)};
    return e != NULL;
}

/*
 * A Fourier transform of n elements: each of its log2(n) stages adds some roundings (N. Higham, as above, 24.1),
 * which is held against the sum of all magnitudes of the transform.
 */
bool grn_allow_transform(const grn_bounding *b, const grn_error_case *c)
{
    size_t ndims;
    const int64_t *lengths;
    const grn_tensor *from = &c->operands[0], *to = &c->results[0];
    if (grn_any_error(c) || !grn_op_dims(c->op, "fft_length", &ndims, &lengths) || ndims == 0)
        return grn_error_unknown(b, c, 0, no_bound);
    int64_t n = 1, block_in = 1, block_out = 1;
    for (size_t i = 0; i < ndims; i++) {
        n *= lengths[i];
        block_in *= from->shape[from->rank - 1 - (int32_t)i];
        block_out *= to->shape[to->rank - 1 - (int32_t)i];
    }
    double *e = grn_error_new(b, to);
    for (int64_t i = 0; e && i < grn_tensor_elements(to); i++) {
        double sum = 0;
        for (int64_t k = 0; k < block_in; k++) {
            const double v = grn_element_value(from->dtype, grn_element_at(from, i / block_out * block_in + k));
            sum += v - v == 0 ? fabs(v) : 0;
        }
        e[i] = (8 + 8 * log2((double)n)) * grn_half_ulp(to->dtype) * 2 * sum;
    }
    c->out[0] = (grn_error){.of = e,
                            .why = GRN_ALLOWANCE_SUM_ORDER,
                            .beyond = "how exact a Fourier transform is beyond this bound, depends on how it is done"};
    return e != NULL;
}

/* ---- moves ----------------------------------------------------------------------------------- */

bool grn_allow_move(const grn_bounding *b, const grn_error_case *c)
{
    bool ok;
    if (!grn_any_error(c))
        return true;
    const grn_tensor spread = spread_of(b, c, 0, &ok);
    if (!ok || !spread.data || c->nresults != 1)
        return grn_allow_exact(b, c);
    c->out[0] = (grn_error){.of = spread.data, .why = GRN_ALLOWANCE_ROUNDING, .unknown = no_bound};
    return true;
}
