/* formulas.c - the gradients that garner/segments.h states, in f64. */
#include <math.h>

#include "kernels/exp_log.h"
#include "segments/adjoint.h"

/* The quotient S / D of S = sum of w * x (and the initial value) and a divisor D that depends on
 * weights or on nothing: by x it is w / D, by w it is (x - (S / D) * D') / D, where D' is the
 * derivative of D. */
static void sum(const grn_segment_gradient *g)
{
    const bool mean = g->spec->op == GRN_SEGMENT_MEAN;
    const bool by_weights = mean && g->spec->divisor == GRN_SEGMENT_BY_WEIGHTS;
    const bool by_squares = mean && g->spec->divisor == GRN_SEGMENT_BY_ROOT_SQUARES;
    double s = g->initial, weights = 0, squares = 0;
    for (int64_t i = 0; i < g->n; i++) {
        s += g->w[i] * g->x[i];
        weights += g->w[i];
        squares += g->w[i] * g->w[i];
    }
    const double d = by_weights ? weights : by_squares ? sqrt(squares) : mean ? (double)g->n : 1;
    for (int64_t i = 0; i < g->n; i++) {
        const double slope = by_weights ? 1 : by_squares ? g->w[i] / d : 0;
        g->x_grad[i] = g->g * g->w[i] / d;
        g->w_grad[i] = g->g * (slope == 0 ? g->x[i] : g->x[i] - s / d * slope) / d;
    }
}

/* The product of all others is that of those before times that of those behind. */
static void product(const grn_segment_gradient *g)
{
    double before = g->has_initial ? g->initial : 1, behind = 1;
    for (int64_t i = 0; i < g->n; i++) {
        g->x_grad[i] = before;
        before *= g->x[i];
    }
    for (int64_t i = g->n; i-- > 0;) {
        g->x_grad[i] = g->g * (g->x_grad[i] * behind);
        behind *= g->x[i];
    }
}

/* best: the result; answers the entry that it is from, -1: none, but the initial value. */
static int64_t find(const grn_segment_gradient *g, double *best)
{
    int64_t at = -1;
    bool has_value = g->has_initial;
    *best = g->initial;
    for (int64_t i = 0; i < g->n; i++) {
        if (g->spec->nan == GRN_SEGMENT_NAN_IGNORED && isnan(g->x[i]))
            continue;
        if (!has_value || grn_segment_is_beyond(g->spec, *best, g->x[i])) {
            *best = g->x[i];
            at = i;
        }
        has_value = true;
    }
    return at;
}

static void extreme(const grn_segment_gradient *g)
{
    double best;
    int64_t holders = 0;
    const int64_t at = find(g, &best);
    for (int64_t i = 0; i < g->n; i++)
        holders += g->x[i] == best || (isnan(g->x[i]) && isnan(best));
    for (int64_t i = 0; i < g->n; i++)
        if (g->ties == GRN_SEGMENT_TIES_FIRST)
            g->x_grad[i] = i == at ? g->g : 0;
        else
            g->x_grad[i] = g->x[i] == best || (isnan(g->x[i]) && isnan(best)) ? g->g / (double)holders : 0;
}

/* exp(x - m) into x_grad; answers their sum and eps. */
static double exponentials(const grn_segment_gradient *g, double *m)
{
    double total = 0;
    *m = -(double)INFINITY;
    for (int64_t i = 0; i < g->n; i++)
        *m = isnan(g->x[i]) || g->x[i] > *m ? g->x[i] : *m;
    for (int64_t i = 0; i < g->n; i++) {
        g->x_grad[i] = grn_exp_f64(g->x[i] - *m);
        total += g->x_grad[i];
    }
    return total + g->spec->eps;
}

static void softmax(const grn_segment_gradient *g)
{
    double m, products = 0;
    const double total = exponentials(g, &m);
    for (int64_t i = 0; i < g->n; i++)
        products += g->grad[i] * (g->x_grad[i] / total);
    for (int64_t i = 0; i < g->n; i++)
        g->x_grad[i] = g->x_grad[i] / total * (g->grad[i] - products);
}

static void log_softmax(const grn_segment_gradient *g)
{
    double m, all = 0;
    const double total = exponentials(g, &m);
    for (int64_t i = 0; i < g->n; i++)
        all += g->grad[i];
    for (int64_t i = 0; i < g->n; i++)
        g->x_grad[i] = g->grad[i] - g->x_grad[i] / total * all;
}

static void logsumexp(const grn_segment_gradient *g)
{
    double m;
    const double total = exponentials(g, &m);
    const bool nothing = m == -(double)INFINITY;
    for (int64_t i = 0; i < g->n; i++)
        g->x_grad[i] = nothing ? 0 : g->g * (g->x_grad[i] / total);
}

static void deviation(const grn_segment_gradient *g)
{
    const int64_t left = g->n - g->spec->correction;
    const double divisor = (left > 1 ? (double)left : 1) + g->spec->eps;
    double mean = 0, squares = 0;
    for (int64_t i = 0; i < g->n; i++)
        mean += g->x[i];
    mean /= (double)g->n;
    for (int64_t i = 0; i < g->n; i++)
        squares += (g->x[i] - mean) * (g->x[i] - mean);
    const double std = sqrt(squares / divisor);
    for (int64_t i = 0; i < g->n; i++)
        g->x_grad[i] = std == 0 ? 0 : g->g * (g->x[i] - mean) / (divisor * std);
}

grn_segment_formula grn_segment_formula_of(grn_segment_op op)
{
    static const grn_segment_formula formulas[GRN_SEGMENT_OP_COUNT] = {
        [GRN_SEGMENT_SUM] = sum,
        [GRN_SEGMENT_MEAN] = sum,
        [GRN_SEGMENT_PRODUCT] = product,
        [GRN_SEGMENT_MIN] = extreme,
        [GRN_SEGMENT_MAX] = extreme,
        [GRN_SEGMENT_SOFTMAX] = softmax,
        [GRN_SEGMENT_LOG_SOFTMAX] = log_softmax,
        [GRN_SEGMENT_LOGSUMEXP] = logsumexp,
        [GRN_SEGMENT_STD] = deviation,
    };
    return formulas[op];
}
