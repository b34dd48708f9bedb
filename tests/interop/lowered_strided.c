/*
 * lowered_strided.c - calls lowered functions through MLIR's C interface with matrices of every
 * layout: row after row, column after column (R's), backwards, and with gaps behind an offset.
 *
 * drive() is called by the program that lowered_strided.sh makes, with the functions of
 * lowered_strided.mlir. The environment's WANT is a file of numbers: for each function a line of
 * what the interpreter gives for the same inputs, and whether it may fail. What lies between a
 * matrix's elements must stay as it was.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

enum { LAYOUTS = 4, MEMORY = 256 };
#define UNTOUCHED (-987654.0)

/* What MLIR 19 makes of memref<?x?xT, strided<[?, ?], offset: ?>>. */
typedef struct matrix {
    void *allocated, *aligned;
    int64_t offset, size[2], stride[2];
} matrix;

typedef int32_t (*function)(matrix *x, matrix *i, matrix *u, matrix *result);
void drive(function rows, function elements, function add, function replace);

/* By its number: rows, columns, backwards, with gaps. */
static void lay_out(matrix *m, int layout, int64_t rows, int64_t columns, void *memory)
{
    *m = (matrix){memory, memory, 0, {rows, columns}, {columns, 1}};
    if (layout == 1)
        m->stride[0] = 1, m->stride[1] = rows;
    if (layout == 2)
        m->offset = rows * columns - 1, m->stride[0] = -columns, m->stride[1] = -1;
    if (layout == 3)
        m->offset = 5, m->stride[0] = 2 * columns + 1, m->stride[1] = 2;
}

static int64_t place(const matrix *m, int64_t r, int64_t c) { return m->offset + r * m->stride[0] + c * m->stride[1]; }

/* The table has 1.5 r + 4 c, the rows 100 + 10 r + c. */
static void fill(matrix *x, matrix *i, matrix *u, const int64_t *indices)
{
    for (int64_t r = 0; r < 5; r++)
        for (int64_t c = 0; c < 3; c++)
            ((float *)x->aligned)[place(x, r, c)] = 1.5F * (float)r + 4.0F * (float)c;
    for (int64_t r = 0; r < 4; r++) {
        ((int64_t *)i->aligned)[place(i, r, 0)] = indices[r];
        for (int64_t c = 0; c < 3; c++)
            ((float *)u->aligned)[place(u, r, c)] = 100.0F + 10.0F * (float)r + (float)c;
    }
}

/* Whether the matrix has what is wanted (NULL: nothing was written), and all else is as it was. */
static int differs(const matrix *m, const double *want)
{
    unsigned char is_element[MEMORY] = {0};
    int bad = 0;
    for (int64_t r = 0; r < m->size[0]; r++)
        for (int64_t c = 0; c < m->size[1]; c++) {
            const int64_t at = place(m, r, c);
            is_element[at] = 1;
            bad |= ((const float *)m->aligned)[at] != (float)(want ? want[r * m->size[1] + c] : UNTOUCHED);
        }
    for (int at = 0; at < MEMORY; at++)
        bad |= !is_element[at] && ((const float *)m->aligned)[at] != (float)UNTOUCHED;
    return bad;
}

typedef struct trial {
    const char *name;
    function call;
    int64_t rows, columns; /* of the result */
    int fails;             /* it has a status */
    const double *want;
} trial;

static int try_layouts(const trial *t, const int64_t *indices, int32_t status, int layouts)
{
    static float x_memory[MEMORY], u_memory[MEMORY], r_memory[MEMORY];
    static int64_t i_memory[MEMORY];
    matrix x, i, u, r;
    lay_out(&x, layouts % LAYOUTS, 5, 3, x_memory);
    lay_out(&i, layouts / 4 % LAYOUTS, 4, 1, i_memory);
    lay_out(&u, layouts / 16 % LAYOUTS, 4, 3, u_memory);
    lay_out(&r, layouts / 64 % LAYOUTS, t->rows, t->columns, r_memory);
    for (int k = 0; k < MEMORY; k++)
        r_memory[k] = (float)UNTOUCHED;
    fill(&x, &i, &u, indices);
    const int32_t answer = t->call(&x, &i, &u, &r);
    const int bad = (t->fails && answer != status) || differs(&r, t->fails && status ? NULL : t->want);
    if (bad)
        printf("%s differs with layouts %d\n", t->name, layouts);
    return bad;
}

void drive(function rows, function elements, function add, function replace)
{
    static double want[4][16];
    const trial trials[] = {{"rows", rows, 4, 3, 0, want[0]},
                            {"elements", elements, 4, 1, 1, want[1]},
                            {"add", add, 5, 3, 0, want[2]},
                            {"replace", replace, 5, 3, 1, want[3]}};
    static const int64_t good[] = {4, 0, 2, 1}, third[] = {4, 0, 9, 1};
    const char *path = getenv("WANT");
    FILE *from = path ? fopen(path, "r") : NULL;
    int bad = from == NULL, calls = 0;
    for (int t = 0; from && t < 4; t++)
        for (int64_t k = 0; k < trials[t].rows * trials[t].columns; k++)
            bad |= fscanf(from, "%lf", &want[t][k]) != 1;
    for (int t = 0; !bad && t < 4; t++)
        for (int l = 0; l < LAYOUTS * LAYOUTS * LAYOUTS * LAYOUTS; l++, calls++) {
            bad |= try_layouts(&trials[t], good, 0, l);
            if (trials[t].fails)
                bad |= try_layouts(&trials[t], third, 3, l);
        }
    printf("%s: %d calls\n", bad ? "other numbers" : "the interpreter's numbers", calls);
    if (from)
        fclose(from);
}
