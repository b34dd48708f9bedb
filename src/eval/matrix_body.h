/*
 * matrix_body.h - factors and solves of one matrix, row-major, in place.
 * The includer defines ELEMENT, NAME(f), and over elements: TIMES(a, b),
 * MINUS(a, b), OVER(a, b), CONJUGATE(a), REAL(a), OF_REAL(r), ONE_NAN(a), and SQUARE(a),
 * the square of a magnitude. Internal to src/eval.
 */

/* The lower triangle of Hermitian `a` becomes its Cholesky factor, the rest zero. A matrix that is
 * not positive definite: NaN. */
static void NAME(cholesky)(ELEMENT *a, size_t n)
{
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < i; j++) {
            ELEMENT sum = a[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum = MINUS(sum, TIMES(a[i * n + k], CONJUGATE(a[j * n + k])));
            a[i * n + j] = OVER(sum, a[j * n + j]);
        }
        double diagonal = REAL(a[i * n + i]);
        for (size_t k = 0; k < i; k++)
            diagonal -= SQUARE(a[i * n + k]);
        good = good && diagonal > 0 && diagonal < INFINITY;
        a[i * n + i] = OF_REAL(sqrt(diagonal));
        for (size_t j = i + 1; j < n; j++)
            a[i * n + j] = OF_REAL(0);
    }
    for (size_t i = 0; i < n && !good; i++)
        for (size_t j = 0; j <= i; j++)
            a[i * n + j] = OF_REAL(nan_f64());
}

/* Row i of the solution from the rows that are done: those before it, or those after it. */
static void NAME(substitute)(const ELEMENT *a, ELEMENT *b, size_t n, size_t columns, size_t i, bool lower,
                             bool unit_diagonal)
{
    ELEMENT *row = b + i * columns;
    for (size_t k = lower ? 0 : i + 1; k < (lower ? i : n); k++)
        for (size_t c = 0; c < columns; c++)
            row[c] = MINUS(row[c], TIMES(a[i * n + k], b[k * columns + c]));
    for (size_t c = 0; c < columns && !unit_diagonal; c++)
        row[c] = OVER(row[c], a[i * n + i]);
}

/* b, of n rows, becomes the x of a x = b. Only one triangle of `a` is read. */
static void NAME(solve)(const ELEMENT *a, ELEMENT *b, size_t n, size_t columns, bool lower, bool unit_diagonal)
{
    for (size_t i = 0; i < n; i++)
        NAME(substitute)(a, b, n, columns, lower ? i : n - 1 - i, lower, unit_diagonal);
}

static void NAME(conjugate)(ELEMENT *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        a[i] = CONJUGATE(a[i]);
}

static void NAME(canonical)(ELEMENT *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        a[i] = ONE_NAN(a[i]);
}

#undef ELEMENT
#undef NAME
#undef TIMES
#undef MINUS
#undef OVER
#undef CONJUGATE
#undef REAL
#undef OF_REAL
#undef SQUARE
#undef ONE_NAN
