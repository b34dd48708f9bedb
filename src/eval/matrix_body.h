/*
 * matrix_body.h - factors and solves of one matrix, row-major, in place.
 * The includer defines ELEMENT, NAME(f), and over elements: TIMES(a, b),
 * MINUS(a, b), OVER(a, b), CONJUGATE(a), REAL(a), OF_REAL(r), ONE_NAN(a). Internal to
 * src/eval.
 */

static void NAME(conjugate)(ELEMENT *a, size_t count)
{
    for (size_t i = 0; i < count; i++)
        a[i] = CONJUGATE(a[i]);
}

/* sum[c] loses left[k * lstride] * right[k * rstride + c] for each k, in ascending order. The number of lanes, `count`,
 * is at most LANES; where it is a constant they stay in registers. */
static inline void NAME(subtract)(ELEMENT *sum, const ELEMENT *left, size_t lstride, const ELEMENT *right,
                                  size_t rstride, size_t products, size_t count)
{
    ELEMENT lane[LANES];
    for (size_t c = 0; c < count; c++)
        lane[c] = sum[c];
    for (size_t k = 0; k < products; k++) {
        ELEMENT factor[LANES];
        memcpy(factor, right + k * rstride, count * sizeof *factor);
        for (size_t c = 0; c < count; c++)
            lane[c] = MINUS(lane[c], TIMES(left[k * lstride], factor[c]));
    }
    for (size_t c = 0; c < count; c++)
        sum[c] = lane[c];
}

/* ---- cholesky -------------------------------------------------------------------------------- */

/* Columns of a panel, of the elements of `a` from row and column `first` on. Turned around, each lies in one piece. */
static void NAME(take_panel)(ELEMENT *panel, const ELEMENT *a, size_t n, size_t first, size_t width)
{
    for (size_t i = first; i < n; i++)
        for (size_t j = 0; j < width; j++)
            panel[j * n + i] = a[i * n + first + j];
}

static void NAME(put_panel)(ELEMENT *a, const ELEMENT *panel, size_t n, size_t first, size_t width)
{
    for (size_t i = first; i < n; i++)
        for (size_t j = 0; j < width && first + j <= i; j++)
            a[i * n + first + j] = panel[j * n + i];
}

/* The panel's columns of the factor; false: a pivot is not positive. */
static bool NAME(factor_panel)(ELEMENT *panel, size_t n, size_t first, size_t width)
{
    bool good = true;
    for (size_t j = 0; j < width; j++) {
        ELEMENT *column = panel + j * n;
        for (size_t k = 0; k < j; k++) {
            const ELEMENT *done = panel + k * n;
            ELEMENT scale = CONJUGATE(done[first + j]);
            for (size_t i = first + j; i < n; i++)
                column[i] = MINUS(column[i], TIMES(done[i], scale));
        }
        double pivot = REAL(column[first + j]);
        good = good && pivot > 0 && pivot < INFINITY;
        ELEMENT root = column[first + j] = OF_REAL(sqrt(pivot));
        for (size_t i = first + j + 1; i < n; i++)
            column[i] = OVER(column[i], root);
    }
    return good;
}

/* Takes the products of the panel's columns, whose conjugates `panel` has, off what is below and right of it. A few
 * elements above the diagonal are changed too, which nobody reads. */
static void NAME(update)(ELEMENT *a, const ELEMENT *panel, size_t n, size_t first, size_t width)
{
    for (size_t i = first; i < n; i++) {
        ELEMENT *row = a + i * n, *left = row + first - width;
        for (size_t j = first; j <= i; j += LANES)
            if (n - j >= LANES)
                NAME(subtract)(row + j, left, 1, panel + j, n, width, LANES);
            else
                NAME(subtract)(row + j, left, 1, panel + j, n, width, n - j);
    }
}

/* The lower triangle of Hermitian `a` becomes its Cholesky factor, the rest zero. A matrix that is not positive
 * definite: NaN. Panel by panel, but each element has its products taken off in ascending order. `room` has
 * PANEL * n elements. */
static void NAME(cholesky)(ELEMENT *a, size_t n, ELEMENT *room)
{
    bool good = true;
    for (size_t first = 0; first < n; first += PANEL) {
        size_t width = n - first < PANEL ? n - first : PANEL;
        NAME(take_panel)(room, a, n, first, width);
        good = NAME(factor_panel)(room, n, first, width) && good;
        NAME(put_panel)(a, room, n, first, width);
        for (size_t j = 0; j < width; j++)
            NAME(conjugate)(room + j * n + first, n - first);
        NAME(update)(a, room, n, first + width, width);
    }
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            if (j > i)
                a[i * n + j] = OF_REAL(0);
            else if (!good)
                a[i * n + j] = OF_REAL(nan_f64());
}

/* ---- triangular_solve ------------------------------------------------------------------------ */

/* `count` columns of the right-hand side, whose rows are `stride` elements apart. Rows are done from the one that has
 * one unknown on. */
static inline void NAME(substitute)(const ELEMENT *a, ELEMENT *x, size_t n, size_t stride, size_t count, bool lower,
                                    bool unit_diagonal)
{
    for (size_t done = 0; done < n; done++) {
        size_t i = lower ? done : n - 1 - done, begin = lower ? 0 : i + 1;
        ELEMENT *row = x + i * stride;
        NAME(subtract)(row, a + i * n + begin, 1, x + begin * stride, stride, done, count);
        for (size_t c = 0; c < count && !unit_diagonal; c++)
            row[c] = OVER(row[c], a[i * n + i]);
    }
}

/* b, of n rows, becomes the x of a x = b, LANES columns at a time, which lie in `room` meanwhile. Only one triangle of
 * `a` is read. */
static void NAME(solve)(const ELEMENT *a, ELEMENT *b, size_t n, size_t columns, bool lower, bool unit_diagonal,
                        ELEMENT *room)
{
    size_t stride = columns < LANES ? columns : LANES;
    for (size_t first = 0; first < columns; first += LANES) {
        size_t count = columns - first < LANES ? columns - first : LANES;
        for (size_t i = 0; i < n; i++)
            memcpy(room + i * stride, b + i * columns + first, count * sizeof *b);
        if (count == LANES)
            NAME(substitute)(a, room, n, stride, LANES, lower, unit_diagonal);
        else
            NAME(substitute)(a, room, n, stride, count, lower, unit_diagonal);
        for (size_t i = 0; i < n; i++)
            memcpy(b + i * columns + first, room + i * stride, count * sizeof *b);
    }
}

/* ---- all elements ---------------------------------------------------------------------------- */

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
#undef ONE_NAN
