/*
 * tridiagonal.c - tridiagonal systems by elimination with partial pivoting,
 * whose small pivots are replaced. Source: jax.lax.linalg.tridiagonal_solve,
 * perturb_singular; Golub and Van Loan, Matrix Computations, 4th edition, 4.3.
 * Arithmetic is in double; each element is rounded when it is stored.
 */
#include <float.h>

#include "eval/complex_number.h"

/* ---- elements -------------------------------------------------------------------------------- */

static e_c128 load(grn_dtype dtype, const void *p, size_t i)
{
    bool single = dtype == GRN_F32 || dtype == GRN_C64;
    if (grn_dtype_class_of(dtype) != GRN_CLASS_COMPLEX)
        return (e_c128){single ? (double)load_f32(p, i) : load_f64(p, i), 0};
    e_c64 z = single ? load_c64(p, i) : (e_c64){0, 0};
    return single ? (e_c128){z.re, z.im} : load_c128(p, i);
}

static void store(grn_dtype dtype, void *p, size_t i, e_c128 z)
{
    z = one_nan_c128(z);
    if (dtype == GRN_F32)
        store_f32(p, i, (float)z.re);
    else if (dtype == GRN_F64)
        store_f64(p, i, z.re);
    else if (dtype == GRN_C64)
        store_c64(p, i, (e_c64){(float)z.re, (float)z.im});
    else
        store_c128(p, i, z);
}

/* ---- the factor ------------------------------------------------------------------------------ */

/* Row i of U has u[0], u[1], u[2] in columns i to i + 2; row i + 1 had `factor` times it taken off,
 * after the two were swapped where `swapped`. */
typedef struct row {
    e_c128 u[3], factor;
    int64_t swapped;
} row;
_Static_assert(sizeof(row) == GRN_EVAL_TRIDIAGONAL_BYTES, "the room of a row");

static double size_of(e_c128 z) { return fabs(z.re) + fabs(z.im); }

/* The next pivot's row, and what is left of the other one. */
static row pivot(row now, row next, row *rest)
{
    const e_c128 zero = {0, 0};
    bool swapped = size_of(next.u[0]) > size_of(now.u[0]);
    row top = swapped ? next : now, other = swapped ? now : next;
    top.swapped = swapped;
    top.factor = size_of(other.u[0]) > 0 ? over(other.u[0], top.u[0]) : zero;
    *rest = (row){
        .u = {minus(other.u[1], times(top.factor, top.u[1])), minus(other.u[2], times(top.factor, top.u[2])), zero}};
    return top;
}

static void factorise(grn_dtype dtype, size_t n, const void *below, const void *diagonal, const void *above, row *rows)
{
    const e_c128 zero = {0, 0};
    row now = {.u = {load(dtype, diagonal, 0), n > 1 ? load(dtype, above, 0) : zero, zero}};
    for (size_t i = 0; i + 1 < n; i++) {
        row next = {.u = {load(dtype, below, i + 1), load(dtype, diagonal, i + 1),
                          i + 2 < n ? load(dtype, above, i + 1) : zero}};
        rows[i] = pivot(now, next, &now);
    }
    rows[n - 1] = now;
}

/* Pivots under `least` get its size and keep their direction. */
static void perturb(grn_dtype dtype, size_t n, row *rows)
{
    bool single = dtype == GRN_F32 || dtype == GRN_C64;
    double most = 0, epsilon = single ? FLT_EPSILON : DBL_EPSILON;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < 3; j++)
            most = fmax(most, size_of(rows[i].u[j]));
    double least = most > 0 ? epsilon * most : single ? FLT_MIN : DBL_MIN;
    for (size_t i = 0; i < n; i++) {
        e_c128 *p = &rows[i].u[0];
        double size = size_of(*p);
        if (size < least)
            *p = size > 0 ? times(*p, (e_c128){least / size, 0}) : (e_c128){least, 0};
    }
}

/* ---- one right-hand side --------------------------------------------------------------------- */

static void eliminate(grn_dtype dtype, size_t n, const row *rows, void *x)
{
    for (size_t i = 0; i + 1 < n; i++) {
        e_c128 now = load(dtype, x, i), next = load(dtype, x, i + 1);
        e_c128 top = rows[i].swapped ? next : now, other = rows[i].swapped ? now : next;
        store(dtype, x, i, top);
        store(dtype, x, i + 1, minus(other, times(rows[i].factor, top)));
    }
}

static void substitute(grn_dtype dtype, size_t n, const row *rows, void *x)
{
    e_c128 behind[2] = {{0, 0}, {0, 0}};
    for (size_t i = n; i-- > 0;) {
        e_c128 sum = minus(load(dtype, x, i), times(rows[i].u[1], behind[0]));
        sum = minus(sum, times(rows[i].u[2], behind[1]));
        behind[1] = behind[0];
        behind[0] = over(sum, rows[i].u[0]);
        store(dtype, x, i, behind[0]);
    }
}

void grn_eval_tridiagonal_perturbed(grn_dtype dtype, size_t n, size_t columns, const void *below, const void *diagonal,
                                    const void *above, void *x, void *room)
{
    row *rows = room;
    if (n == 0)
        return;
    factorise(dtype, n, below, diagonal, above, rows);
    perturb(dtype, n, rows);
    for (size_t c = 0; c < columns; c++) {
        char *column = (char *)x + c * n * grn_dtype_bytes(dtype);
        eliminate(dtype, n, rows, column);
        substitute(dtype, n, rows, column);
    }
}
