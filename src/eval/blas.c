/* blas.c - a contraction as calls of xGEMM: sums in rows are the transposed of what Fortran has, so
 * that the right operand comes first. */
#include "eval/blas.h"

#include "eval/element.h"

const char *grn_gemm_name(grn_dtype dtype)
{
    switch (dtype) {
    case GRN_F32: return "sgemm_";
    case GRN_F64: return "dgemm_";
    case GRN_C64: return "cgemm_";
    case GRN_C128: return "zgemm_";
    default: return NULL;
    }
}

/* A factor as xGEMM takes it: columns of `leading` elements, transposed or not. */
typedef struct matrix {
    char transposed;
    int32_t leading;
} matrix;

/* Rows and places of a sum, of which one lies together; both strides of a matrix of one row or place
 * are its own affair. */
static bool as_matrix(const grn_contract_factors *f, int64_t rows, int64_t depth, matrix *out)
{
    int64_t leading = 0;
    if (f->take)
        return false;
    if ((f->step == 1 || depth == 1) && (f->row >= depth || rows == 1)) {
        leading = rows == 1 ? depth : f->row;
        *out = (matrix){'N', (int32_t)leading};
    } else if ((f->row == 1 || rows == 1) && (f->step >= rows || depth == 1)) {
        leading = depth == 1 ? rows : f->step;
        *out = (matrix){'T', (int32_t)leading};
    }
    return leading > 0 && leading <= INT32_MAX;
}

typedef struct job {
    const grn_contraction *c;
    grn_gemm gemm;
    matrix lhs, rhs;
    int64_t count, parts;
    grn_contract_at at;
    const void *user;
} job;

static const void *one_of(grn_dtype dtype)
{
    static const float c64[2] = {1, 0};
    static const double c128[2] = {1, 0};
    return dtype == GRN_F32 || dtype == GRN_C64 ? (const void *)c64 : c128; /* its real part is first */
}

static void multiply(const job *j, int64_t i)
{
    static const double zero[2] = {0, 0}; /* of every dtype */
    const grn_contraction *c = j->c;
    const grn_contract_place place = j->at(j->user, i);
    const int64_t bytes = (int64_t)grn_dtype_bytes(c->dtype);
    const int32_t rows = (int32_t)c->rows, columns = (int32_t)c->columns, depth = (int32_t)c->depth,
                  row = (int32_t)(c->rows == 1 ? c->columns : c->row);
    const char *lhs = (const char *)c->lhs.data + (place.lhs + c->lhs.from * c->lhs.row) * bytes;
    const char *rhs = (const char *)c->rhs.data + (place.rhs + c->rhs.from * c->rhs.row) * bytes;
    const char first = j->rhs.transposed == 'N' ? 'T' : 'N';
    j->gemm(&first, j->lhs.transposed == 'N' ? "N" : "T", &columns, &rows, &depth, one_of(c->dtype), rhs,
            &j->rhs.leading, lhs, &j->lhs.leading, zero, (char *)c->sums + place.sums * bytes, &row, 1, 1);
}

static void run_part(void *user, int32_t part)
{
    const job *j = user;
    for (int64_t i = j->count * part / j->parts; i < j->count * (part + 1) / j->parts; i++)
        multiply(j, i);
}

/* Sums along which nothing is summed are zero, which xGEMM need not know. */
bool grn_contract_by_gemm(const grn_contraction *c, int64_t count, grn_contract_at at, const void *user, grn_gemm gemm,
                          const grn_parallel *parallel)
{
    job j = {.c = c, .gemm = gemm, .count = count, .at = at, .user = user, .parts = 1};
    bool fits = c->rows <= INT32_MAX && c->columns <= INT32_MAX && c->depth <= INT32_MAX && c->depth > 0;
    if (!fits || c->column != 1 || c->row < c->columns || c->row > INT32_MAX ||
        !as_matrix(&c->lhs, c->rows, c->depth, &j.lhs) || !as_matrix(&c->rhs, c->columns, c->depth, &j.rhs))
        return false;
    if (parallel && count >= parallel->threads)
        j.parts = parallel->threads;
    if (j.parts > 1)
        parallel->for_each(parallel->user, (int32_t)j.parts, run_part, &j);
    else
        run_part(&j, 0);
    return true;
}
