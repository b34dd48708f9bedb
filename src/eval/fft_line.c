/*
 * fft_line.c - the discrete Fourier transform of a line: mixed radix where
 * all prime factors are small, else as a convolution with a chirp (Bluestein,
 * "A linear filtering approach to the computation of the discrete Fourier
 * transform", 1970). All in double; the roots are rounded once each.
 */
#include "eval/complex_number.h"
#include "eval/fft.h"

#define QUARTER_TURN 1.57079632679489661923
#define HALF_ROOT_OF_2 0.70710678118654752440
#define HALF_ROOT_OF_3 0.86602540378443864676

/* ---- complex numbers ------------------------------------------------------------------------- */

static inline e_c128 scaled(e_c128 a, double s) { return (e_c128){a.re * s, a.im * s}; }
static inline e_c128 turned(e_c128 a) { return (e_c128){a.im, -a.re}; } /* times -i */

/* The angle is brought into an eighth of a turn in whole numbers, so that no root is off by more
 * than its rounding. */
e_c128 grn_fft_root(size_t k, size_t n)
{
    size_t quarter = 4 * k / n, rest = 4 * k % n;
    bool beyond = rest > n - rest;
    double angle = QUARTER_TURN * ((double)(beyond ? n - rest : rest) / (double)n);
    double c = rest == n - rest ? HALF_ROOT_OF_2 : cos(angle), s = rest == n - rest ? HALF_ROOT_OF_2 : sin(angle);
    e_c128 root = beyond ? (e_c128){s, -c} : (e_c128){c, -s};
    for (size_t q = 0; q < quarter; q++)
        root = turned(root);
    return root;
}

/* ---- plans ----------------------------------------------------------------------------------- */

/* Fours first; what is left of n is 1 unless a prime factor is too large. */
static size_t factorise(grn_fft_plan *plan, size_t n)
{
    plan->nfactors = 0;
    for (unsigned radix = 4; radix <= GRN_FFT_RADIX; radix = radix == 4 ? 2 : radix == 2 ? 3 : radix + 2)
        for (; n % radix == 0 && n > 1; n /= radix)
            plan->factor[plan->nfactors++] = (unsigned char)radix;
    return n;
}

static bool new_roots(grn_fft_plan *plan, grn_arena *arena)
{
    plan->root = GRN_ARENA_NEW(arena, e_c128, plan->n);
    for (size_t k = 0; plan->root && k < plan->n; k++)
        plan->root[k] = grn_fft_root(k, plan->n);
    return plan->root != NULL;
}

static bool padded_length(size_t n, size_t *out)
{
    size_t least, m = 1;
    if (!grn_mul_size(n, 2, &least))
        return false;
    while (m < least - 1)
        if (!grn_mul_size(m, 2, &m))
            return false;
    *out = m;
    return true;
}

/* k^2 modulo 2n grows by 2k + 1 from one k to the next. */
static void fill_chirp(grn_fft_plan *plan)
{
    size_t square = 0, n = plan->n, m = plan->padded->n;
    for (size_t k = 0; k < n; k++) {
        plan->chirp[k] = grn_fft_root(square, 2 * n);
        plan->room[0][k] = conjugate(plan->chirp[k]);
        if (k)
            plan->room[0][m - k] = conjugate(plan->chirp[k]);
        square = (square + 2 * k + 1) % (2 * n);
    }
    grn_fft_line(plan->padded, plan->filter, plan->room[0]);
}

static bool new_convolution(grn_fft_plan *plan, grn_arena *arena)
{
    size_t m;
    plan->padded = GRN_ARENA_NEW(arena, grn_fft_plan, 1);
    if (!plan->padded || !padded_length(plan->n, &m) || !grn_fft_plan_init(plan->padded, arena, m))
        return false;
    plan->chirp = GRN_ARENA_NEW(arena, e_c128, plan->n);
    plan->filter = GRN_ARENA_NEW(arena, e_c128, m);
    plan->room[0] = GRN_ARENA_NEW(arena, e_c128, m);
    plan->room[1] = GRN_ARENA_NEW(arena, e_c128, m);
    if (!plan->chirp || !plan->filter || !plan->room[0] || !plan->room[1])
        return false;
    fill_chirp(plan);
    return true;
}

bool grn_fft_plan_init(grn_fft_plan *plan, grn_arena *arena, size_t n)
{
    *plan = (grn_fft_plan){.n = n};
    return factorise(plan, n) == 1 ? new_roots(plan, arena) : new_convolution(plan, arena);
}

/* ---- butterflies: r numbers become their transform ------------------------------------------- */

static void butterfly_2(e_c128 *t)
{
    e_c128 a = t[0];
    t[0] = plus(a, t[1]);
    t[1] = minus(a, t[1]);
}

static void butterfly_3(e_c128 *t)
{
    e_c128 sum = plus(t[1], t[2]), difference = turned(scaled(minus(t[1], t[2]), HALF_ROOT_OF_3));
    e_c128 middle = minus(t[0], scaled(sum, 0.5));
    t[0] = plus(t[0], sum);
    t[1] = plus(middle, difference);
    t[2] = minus(middle, difference);
}

static void butterfly_4(e_c128 *t)
{
    e_c128 a = plus(t[0], t[2]), b = minus(t[0], t[2]), c = plus(t[1], t[3]), d = turned(minus(t[1], t[3]));
    t[0] = plus(a, c);
    t[1] = plus(b, d);
    t[2] = minus(a, c);
    t[3] = minus(b, d);
}

static inline void butterfly_any(const grn_fft_plan *plan, size_t r, e_c128 *t)
{
    e_c128 sum[GRN_FFT_RADIX];
    size_t step = plan->n / r;
    for (size_t k = 0; k < r; k++) {
        size_t turns = 0; /* q k modulo r */
        sum[k] = t[0];
        for (size_t q = 1; q < r; q++) {
            turns = turns + k < r ? turns + k : turns + k - r;
            sum[k] = plus(sum[k], times(t[q], plan->root[turns * step]));
        }
    }
    memcpy(t, sum, r * sizeof *t);
}

static inline void butterfly(const grn_fft_plan *plan, size_t r, e_c128 *t)
{
    switch (r) {
    case 2: butterfly_2(t); break;
    case 3: butterfly_3(t); break;
    case 4: butterfly_4(t); break;
    default: butterfly_any(plan, r, t); break;
    }
}

/* ---- lines ----------------------------------------------------------------------------------- */

/* The r transforms of m elements that lie one behind the other become one of r m. */
static inline void combine(const grn_fft_plan *plan, size_t r, size_t m, size_t step, e_c128 *out)
{
    e_c128 t[GRN_FFT_RADIX];
    for (size_t k = 0; k < m; k++) {
        t[0] = out[k];
        for (size_t q = 1; q < r; q++)
            t[q] = k ? times(out[q * m + k], plan->root[q * k * step]) : out[q * m];
        butterfly(plan, r, t);
        for (size_t q = 0; q < r; q++)
            out[q * m + k] = t[q];
    }
}

static inline void take(const grn_fft_plan *plan, size_t r, size_t step, e_c128 *out, const e_c128 *in)
{
    for (size_t q = 0; q < r; q++)
        out[q] = in[q * step];
    butterfly(plan, r, out);
}

static inline void join(const grn_fft_plan *plan, size_t r, size_t m, size_t step, e_c128 *out, const e_c128 *in)
{
    if (m > 1)
        combine(plan, r, m, step, out);
    else
        take(plan, r, step, out, in);
}

/* The transform of every step-th element of `in`: r interleaved parts are transformed, then
 * combined. The radices that most lengths have are constants, whose loops the compiler writes out. */
static void mixed(const grn_fft_plan *plan, size_t level, size_t n, size_t step, e_c128 *out, const e_c128 *in)
{
    size_t r = plan->factor[level], m = n / r;
    for (size_t q = 0; q < r && m > 1; q++)
        mixed(plan, level + 1, m, step * r, out + q * m, in + q * step);
    switch (r) {
    case 2: join(plan, 2, m, step, out, in); break;
    case 3: join(plan, 3, m, step, out, in); break;
    case 4: join(plan, 4, m, step, out, in); break;
    case 5: join(plan, 5, m, step, out, in); break;
    default: join(plan, r, m, step, out, in); break;
    }
}

/* j k = (j^2 + k^2 - (k - j)^2) / 2: the transform is a convolution with the chirp, done at a
 * convenient length. The way back is the transform of conjugates. */
static void convolved(const grn_fft_plan *plan, e_c128 *out, const e_c128 *in)
{
    size_t n = plan->n, m = plan->padded->n;
    e_c128 *a = plan->room[0], *b = plan->room[1];
    for (size_t k = 0; k < m; k++)
        a[k] = k < n ? times(in[k], plan->chirp[k]) : (e_c128){0, 0};
    grn_fft_line(plan->padded, b, a);
    for (size_t k = 0; k < m; k++)
        b[k] = conjugate(times(b[k], plan->filter[k]));
    grn_fft_line(plan->padded, a, b);
    for (size_t k = 0; k < n; k++)
        out[k] = times(plan->chirp[k], scaled(conjugate(a[k]), 1.0 / (double)m));
}

void grn_fft_line(const grn_fft_plan *plan, e_c128 *out, const e_c128 *in)
{
    if (plan->padded)
        convolved(plan, out, in);
    else if (plan->nfactors)
        mixed(plan, 0, plan->n, 1, out, in);
    else
        out[0] = in[0];
}
