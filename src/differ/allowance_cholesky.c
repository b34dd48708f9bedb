/*
 * allowance_cholesky.c - factors of Cholesky: how far a backward error moves them.
 *
 * A computed factor is the exact one of a + d, |d| <= g |l| |l^T| with g = (n + 1) u / (1 - (n + 1) u) (N. Higham,
 * Accuracy and Stability of Numerical Algorithms, 2nd ed., 10.3). To first order d moves l by l F(l^-1 d l^-T), where
 * F takes the lower triangle and half of the diagonal (G. W. Stewart, On the Perturbation of LU, Cholesky, and QR
 * Factorizations, 1993). Where what F takes is not small, the matrix is near to one without a factor, and nothing is
 * known.
 */
#include <math.h>

#include "differ/differ.h"

static const char near_singular[] = "the matrix is near to one that has no factor";

/* One matrix of n by n, all in f64, row after row. */
typedef struct matrices {
    int64_t n;
    double *l, *inverse, *moved, *out;
} matrices;

/* Element [i, k] of the lower factor, whichever the op makes. */
static double lower_of(const grn_tensor *t, int64_t matrix, int64_t i, int64_t k, bool lower)
{
    const int64_t n = t->shape[t->rank - 1], at = lower ? i * n + k : k * n + i;
    return k > i ? 0 : grn_scalar_load(t->dtype, grn_element_at(t, matrix * n * n + at)).f;
}

/* The inverse of the lower triangle. False: a number in it is too large, or none. */
static bool invert(matrices *m)
{
    const int64_t n = m->n;
    for (int64_t k = 0; k < n; k++)
        for (int64_t i = k; i < n; i++) {
            double sum = i == k;
            for (int64_t j = k; j < i; j++)
                sum -= m->l[i * n + j] * m->inverse[j * n + k];
            m->inverse[i * n + k] = sum / m->l[i * n + i];
            if (!(fabs(m->inverse[i * n + k]) < 1e150))
                return false;
        }
    return true;
}

/* F of |l^-1| |l| |l^T| |l^-T|, which is w w^T with w = |l^-1| |l|. */
static double move(matrices *m)
{
    const int64_t n = m->n;
    double *w = m->out, most = 0;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            w[i * n + k] = 0;
            for (int64_t j = k; j <= i; j++)
                w[i * n + k] += fabs(m->inverse[i * n + j] * m->l[j * n + k]);
        }
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k <= i; k++) {
            double sum = 0;
            for (int64_t j = 0; j <= k; j++)
                sum += w[i * n + j] * w[k * n + j];
            m->moved[i * n + k] = i == k ? sum / 2 : sum;
            most = sum > most ? sum : most;
        }
    return most;
}

/* The error of each element of one factor in `out`, both garner's and the tool's. False: nothing is known. */
static bool bound(matrices *m, double unit)
{
    const int64_t n = m->n;
    const double g = (double)(n + 1) * unit / (1 - (double)(n + 1) * unit);
    if (!invert(m) || !((double)n * g * move(m) < 0.1))
        return false;
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++) {
            double sum = 0;
            for (int64_t j = k; j <= i; j++)
                sum += fabs(m->l[i * n + j]) * m->moved[j * n + k];
            m->out[i * n + k] = 2 * 1.5 * g * sum; /* and half as much for what is not of first order */
        }
    return true;
}

/* The other triangle holds what an implementation likes (StableHLO spec, cholesky). */
static void bound_matrix(const grn_error_case *c, matrices *m, int64_t matrix, bool lower, double *e)
{
    const grn_tensor *t = &c->results[0];
    const int64_t n = m->n;
    memset(m->inverse, 0, (size_t)(n * n) * sizeof *m->inverse);
    memset(m->moved, 0, (size_t)(n * n) * sizeof *m->moved);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            m->l[i * n + k] = lower_of(t, matrix, i, k, lower);
    const bool known = bound(m, grn_half_ulp(t->dtype));
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < n; k++)
            e[lower ? i * n + k : k * n + i] = k > i ? INFINITY : known ? m->out[i * n + k] : NAN;
}

bool grn_allow_cholesky(const grn_bounding *b, const grn_error_case *c)
{
    const grn_tensor *t = &c->results[0];
    const int64_t n = t->rank > 1 ? t->shape[t->rank - 1] : 0, each = n * n;
    const size_t room = (size_t)each + 1;
    matrices m = {.n = n,
                  .l = GRN_ARENA_NEW(b->arena, double, room),
                  .inverse = GRN_ARENA_NEW(b->arena, double, room),
                  .moved = GRN_ARENA_NEW(b->arena, double, room),
                  .out = GRN_ARENA_NEW(b->arena, double, room)};
    double *e = grn_error_new(b, t);
    if (!m.l || !m.inverse || !m.moved || !m.out || !e)
        return false;
    if (grn_any_error(c) || each == 0 || grn_dtype_class_of(t->dtype) != GRN_CLASS_FLOAT)
        return grn_error_unknown(b, c, 0, "no bound is known of what this op may add");
    const bool lower = grn_op_flag(c->op, "lower", false);
    for (int64_t k = 0; k < grn_tensor_elements(t) / each; k++)
        bound_matrix(c, &m, k, lower, e + k * each);
    c->out[0] = (grn_error){.of = e,
                            .why = GRN_ALLOWANCE_ROUNDING,
                            .open = GRN_ALLOWANCE_UNDEFINED_NUMBER,
                            .unknown = near_singular,
                            .beyond = "how exact a factor is beyond this bound, depends on the order of its sums"};
    return true;
}
