/*
 * matrix.c - Cholesky factors and triangular systems, of batches of matrices
 * in the last two dimensions. Source: StableHLO spec, cholesky and
 * triangular_solve. Everything is computed in double, one matrix at a time,
 * and rounded once.
 */
#include "eval/complex_number.h"

/* Columns of a panel, and elements that are computed at once: in 128 bytes, which are half of SSE2's registers. */
#define PANEL ((size_t)32)
#define LANES (128 / sizeof(ELEMENT))

/* ---- both element types ----------------------------------------------------------------------- */

#define ELEMENT double
#define NAME(f) f##_f64
#define TIMES(a, b) ((a) * (b))
#define MINUS(a, b) ((a) - (b))
#define OVER(a, b) ((a) / (b))
#define CONJUGATE(a) (a)
#define REAL(a) (a)
#define OF_REAL(r) (r)
#define ONE_NAN(a) one_nan_f64(a)
#include "eval/matrix_body.h"

#define ELEMENT e_c128
#define NAME(f) f##_c128
#define TIMES(a, b) times(a, b)
#define MINUS(a, b) minus(a, b)
#define OVER(a, b) over(a, b)
#define CONJUGATE(a) conjugate(a)
#define REAL(a) ((a).re)
#define OF_REAL(r) ((e_c128){(r), 0})
#define ONE_NAN(a) one_nan_c128(a)
#include "eval/matrix_body.h"

/* The factor and the solve of one matrix, for each of the two types that they are computed in. */
typedef struct matrix_functions {
    grn_dtype dtype;
    void (*cholesky)(void *a, size_t n, void *room);
    void (*solve)(const void *a, void *b, size_t n, size_t columns, bool lower, bool unit_diagonal, void *room);
    void (*conjugate)(void *a, size_t count);
    void (*canonical)(void *a, size_t count);
} matrix_functions;

#define ERASED(T, D)                                                                                            \
    static void any_cholesky_##T(void *a, size_t n, void *room) { cholesky_##T(a, n, room); }                   \
    static void any_solve_##T(const void *a, void *b, size_t n, size_t columns, bool lower, bool unit_diagonal, \
                              void *room)                                                                       \
    {                                                                                                           \
        solve_##T(a, b, n, columns, lower, unit_diagonal, room);                                                \
    }                                                                                                           \
    static void any_conjugate_##T(void *a, size_t count) { conjugate_##T(a, count); }                           \
    static void any_canonical_##T(void *a, size_t count) { canonical_##T(a, count); }                           \
    static const matrix_functions functions_##T = {D, any_cholesky_##T, any_solve_##T, any_conjugate_##T,       \
                                                   any_canonical_##T};
ERASED(f64, GRN_F64)
ERASED(c128, GRN_C128)

static const matrix_functions *functions_of(grn_dtype dtype)
{
    return grn_dtype_class_of(dtype) == GRN_CLASS_COMPLEX ? &functions_c128 : &functions_f64;
}

/* ---- matrices of a batch --------------------------------------------------------------------- */

/* The matrices of a batch, one after the other, in a compact copy. */
typedef struct matrices {
    const grn_tensor *tensor;
    bool transposed;
    int64_t rows, columns; /* of the copy */
    void *copy, *room;     /* PANEL elements for each row */
    size_t bytes, room_bytes;
    grn_bound_element widen, narrow;
} matrices;

static grn_status begin_matrices(matrices *m, const grn_tensor *t, bool transposed, const grn_allocator *allocator)
{
    grn_dtype wide = functions_of(t->dtype)->dtype;
    grn_tensor copy;
    int64_t rows = t->shape[t->rank - 2], columns = t->shape[t->rank - 1];
    *m = (matrices){.tensor = t,
                    .transposed = transposed,
                    .rows = transposed ? columns : rows,
                    .columns = transposed ? rows : columns};
    grn_status status = grn_tensor_init(&copy, NULL, wide, 2, (const int64_t[]){rows, columns});
    if (status == GRN_OK)
        status = grn_element_bind(&grn_element_convert, &t->dtype, wide, &m->widen);
    if (status == GRN_OK)
        status = grn_element_bind(&grn_element_convert, &wide, t->dtype, &m->narrow);
    if (status != GRN_OK)
        return status;
    m->bytes = grn_tensor_bytes(&copy);
    m->copy = grn_allocate(allocator, m->bytes);
    if (!m->copy || !grn_mul_size((size_t)m->rows, PANEL * grn_dtype_bytes(wide), &m->room_bytes))
        return GRN_E_MEMORY;
    m->room = grn_allocate(allocator, m->room_bytes);
    return m->room ? GRN_OK : GRN_E_MEMORY;
}

static void end_matrices(const matrices *m, const grn_allocator *allocator)
{
    grn_release(allocator, m->copy, m->bytes);
    grn_release(allocator, m->room, m->room_bytes);
}

/* The matrix that begins at `offset` of a tensor of the same shape and dtype, and the copy. */
static void views(const matrices *m, const grn_tensor *t, int64_t offset, grn_tensor *matrix, grn_tensor *copy)
{
    int32_t row = t->rank - (m->transposed ? 1 : 2), column = t->rank - (m->transposed ? 2 : 1);
    *matrix = (grn_tensor){.data = grn_tensor_at(t, offset),
                           .dtype = t->dtype,
                           .rank = 2,
                           .shape = {m->rows, m->columns},
                           .stride = {t->stride[row], t->stride[column]}};
    *copy = (grn_tensor){.data = m->copy,
                         .dtype = functions_of(t->dtype)->dtype,
                         .rank = 2,
                         .shape = {m->rows, m->columns},
                         .stride = {m->columns, 1}};
}

static void load(const matrices *m, int64_t offset)
{
    grn_tensor matrix, copy;
    views(m, m->tensor, offset, &matrix, &copy);
    grn_element_map(&m->widen, &copy, &matrix);
}

static void store_matrix(const matrices *m, const grn_tensor *to, int64_t offset)
{
    grn_tensor matrix, copy;
    views(m, to, offset, &matrix, &copy);
    functions_of(to->dtype)->canonical(m->copy, (size_t)m->rows * (size_t)m->columns);
    grn_element_map(&m->narrow, &matrix, &copy);
}

/* ---- cholesky -------------------------------------------------------------------------------- */

/* An upper factor is the adjoint of the lower one of the adjoint. */
grn_status grn_eval_cholesky(const grn_tensor *out, const grn_tensor *a, bool lower, const grn_allocator *allocator)
{
    const matrix_functions *f = functions_of(a->dtype);
    matrices m;
    grn_walk w;
    if (grn_tensor_elements(a) == 0)
        return GRN_OK;
    grn_status status = begin_matrices(&m, a, !lower, allocator);
    size_t n = (size_t)a->shape[a->rank - 1];
    grn_walk_init(&w, a->rank - 2, a->shape, 2, (const int64_t *[]){a->stride, out->stride});
    for (; w.more && status == GRN_OK; grn_walk_next(&w)) {
        load(&m, w.offset[0]);
        if (!lower)
            f->conjugate(m.copy, n * n);
        f->cholesky(m.copy, n, m.room);
        if (!lower)
            f->conjugate(m.copy, n * n);
        store_matrix(&m, out, w.offset[1]);
    }
    end_matrices(&m, allocator);
    return status;
}

/* ---- triangular_solve ------------------------------------------------------------------------ */

static void solve_all(const grn_tensor *out, const matrices *a, const matrices *b, bool conjugated, bool lower,
                      bool unit_diagonal)
{
    const matrix_functions *f = functions_of(out->dtype);
    size_t n = (size_t)a->rows;
    grn_walk w;
    grn_walk_init(&w, out->rank - 2, out->shape, 3,
                  (const int64_t *[]){a->tensor->stride, b->tensor->stride, out->stride});
    for (; w.more; grn_walk_next(&w)) {
        load(a, w.offset[0]);
        load(b, w.offset[1]);
        if (conjugated)
            f->conjugate(a->copy, n * n);
        f->solve(a->copy, b->copy, n, (size_t)b->columns, lower, unit_diagonal, b->room);
        store_matrix(b, out, w.offset[2]);
    }
}

/* x op(a) = b is op(a)^T x^T = b^T. */
grn_status grn_eval_triangular_solve(const grn_tensor *out, const grn_tensor *a, const grn_tensor *b,
                                     const grn_triangular *system, const grn_allocator *allocator)
{
    bool transposed = (system->transpose != GRN_TRANSPOSE_NONE) == system->left_side;
    matrices of_a = {.copy = NULL, .room = NULL}, of_b = {.copy = NULL, .room = NULL};
    if (grn_tensor_elements(out) == 0)
        return GRN_OK;
    grn_status status = begin_matrices(&of_a, a, transposed, allocator);
    if (status == GRN_OK)
        status = begin_matrices(&of_b, b, !system->left_side, allocator);
    if (status == GRN_OK)
        solve_all(out, &of_a, &of_b, system->transpose == GRN_TRANSPOSE_ADJOINT, system->lower != transposed,
                  system->unit_diagonal);
    end_matrices(&of_b, allocator);
    end_matrices(&of_a, allocator);
    return status;
}
