/*
 * lapack_rows.c - LAPACK's routines, a row each: their values, and the call of
 * one matrix in Fortran's way, every argument by its address and the lengths
 * of characters behind. Sources: LAPACK Users' Guide, 3rd edition, and the
 * heads of the routines; names and attributes of the calls:
 * jax/_src/lax/linalg.py of jax 0.10.
 */
#include "dialects/stablehlo/lapack.h"

typedef const int32_t *number;
typedef const char *letter;

/* ---- parts of calls -------------------------------------------------------------------------- */

#define DIM(l, c) (&(l)->dim[(c) - 'a'])

/* A leading dimension, which is never 0. */
static int32_t leading(int32_t rows) { return rows > 1 ? rows : 1; }

/* A size of a workspace, cut off where LAPACK's integers end. */
static int32_t cut(int64_t n) { return n < INT32_MAX ? (int32_t)n : INT32_MAX; }

static char letter_of(const grn_lapack *l, size_t i) { return (char)l->attr[i]; }

/* The routine as a function of these arguments. */
#define CALL(l, ...) ((void (*)(__VA_ARGS__))(l)->routine)

/* ---- linear systems -------------------------------------------------------------------------- */

static void getrf(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm'));
    CALL(l, number, number, void *, number, void *, int32_t *)
    (DIM(l, 'm'), DIM(l, 'n'), l->at[1], &lda, l->at[2], &l->info);
}

static void potrf(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char uplo = letter_of(l, 0);
    CALL(l, letter, number, void *, number, int32_t *, size_t)(&uplo, DIM(l, 'n'), l->at[1], &lda, &l->info, 1);
}

/* The lower diagonal comes with an element in front, the upper one with an element behind. */
static void gtsv(grn_lapack *l)
{
    static const size_t bytes[] = {['s' - 'a'] = 4, ['d' - 'a'] = 8, ['c' - 'a'] = 8, ['z' - 'a'] = 16};
    int32_t ldb = leading(*DIM(l, 'n'));
    char *below = *DIM(l, 'n') ? (char *)l->at[4] + bytes[l->type - 'a'] : l->at[4];
    CALL(l, number, number, void *, void *, void *, void *, number, int32_t *)
    (DIM(l, 'n'), DIM(l, 'c'), below, l->at[5], l->at[6], l->at[7], &ldb, &l->info);
}

enum { SIDE, UPLO, TRANSPOSED, DIAGONAL };

static const char *trsm_refuse(const grn_lapack *l)
{
    if (*DIM(l, 'p') != *DIM(l, letter_of(l, SIDE) == 'L' ? 'm' : 'n'))
        return "its triangular matrix does not have the extent of the side that it is on";
    return NULL;
}

static void trsm(grn_lapack *l)
{
    static const float one_s[] = {1, 0};
    static const double one_d[] = {1, 0};
    bool single = l->type == 's' || l->type == 'c';
    int32_t lda = leading(*DIM(l, 'p')), ldb = leading(*DIM(l, 'm'));
    char side = letter_of(l, SIDE), uplo = letter_of(l, UPLO), transposed = letter_of(l, TRANSPOSED),
         diagonal = letter_of(l, DIAGONAL);
    CALL(l, letter, letter, letter, letter, number, number, const void *, const void *, number, void *, number, size_t,
         size_t, size_t, size_t)
    (&side, &uplo, &transposed, &diagonal, DIM(l, 'm'), DIM(l, 'n'), single ? (const void *)one_s : one_d, l->at[0],
     &lda, l->at[2], &ldb, 1, 1, 1, 1);
}

/* Of garner's own (eval.h); the bytes of a row are 72, counted here in the type's real one or wider. */
static void perturbed_sizes(grn_lapack *l) { l->lrwork = cut(GRN_EVAL_TRIDIAGONAL_BYTES / 4 * (int64_t)*DIM(l, 'n')); }

static void tridiagonal_perturbed(grn_lapack *l)
{
    grn_dtype dtype = l->type == 's' ? GRN_F32 : l->type == 'd' ? GRN_F64 : l->type == 'c' ? GRN_C64 : GRN_C128;
    grn_eval_tridiagonal_perturbed(dtype, (size_t)*DIM(l, 'n'), (size_t)*DIM(l, 'c'), l->at[0], l->at[1], l->at[2],
                                   l->at[4], l->rwork);
}

/* ---- orthogonal factors ---------------------------------------------------------------------- */

static void geqrf(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm'));
    CALL(l, number, number, void *, number, void *, void *, number, int32_t *)
    (DIM(l, 'm'), DIM(l, 'n'), l->at[1], &lda, l->at[2], l->work, &l->lwork, &l->info);
}

static void geqp3_real(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm'));
    CALL(l, number, number, void *, number, void *, void *, void *, number, int32_t *)
    (DIM(l, 'm'), DIM(l, 'n'), l->at[2], &lda, l->at[3], l->at[4], l->work, &l->lwork, &l->info);
}

static void geqp3_complex(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm'));
    CALL(l, number, number, void *, number, void *, void *, void *, number, void *, int32_t *)
    (DIM(l, 'm'), DIM(l, 'n'), l->at[2], &lda, l->at[3], l->at[4], l->work, &l->lwork, l->rwork, &l->info);
}

static void two_n(grn_lapack *l) { l->lrwork = 2 * *DIM(l, 'n'); }

static const char *orgqr_refuse(const grn_lapack *l)
{
    if (*DIM(l, 'n') > *DIM(l, 'm'))
        return "a factor has no more columns than rows";
    return *DIM(l, 'q') > *DIM(l, 'n') ? "there are no more reflectors than columns" : NULL;
}

static void orgqr(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm'));
    CALL(l, number, number, number, void *, number, const void *, void *, number, int32_t *)
    (DIM(l, 'm'), DIM(l, 'n'), DIM(l, 'q'), l->at[2], &lda, l->at[1], l->work, &l->lwork, &l->info);
}

enum { LEFT, TRANSPOSE };

static const char *ormqr_refuse(const grn_lapack *l)
{
    int32_t order = *DIM(l, l->attr[LEFT] ? 'm' : 'n');
    if (*DIM(l, 'r') != order)
        return "its reflectors do not have the extent of the side that they are on";
    return *DIM(l, 'q') > order || *DIM(l, 'q') > *DIM(l, 's') ? "there are no more reflectors than columns" : NULL;
}

static void ormqr(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'r')), ldc = leading(*DIM(l, 'm'));
    char side = l->attr[LEFT] ? 'L' : 'R', adjoint = grn_lapack_is_complex(l) ? 'C' : 'T',
         transposed = l->attr[TRANSPOSE] ? adjoint : 'N';
    CALL(l, letter, letter, number, number, number, const void *, number, const void *, void *, number, void *, number,
         int32_t *, size_t, size_t)
    (&side, &transposed, DIM(l, 'm'), DIM(l, 'n'), DIM(l, 'q'), l->at[0], &lda, l->at[1], l->at[3], &ldc, l->work,
     &l->lwork, &l->info, 1, 1);
}

static const char *gehrd_refuse(const grn_lapack *l)
{
    int32_t n = *DIM(l, 'n'), low = l->attr[0], high = l->attr[1];
    return low < 1 || low > leading(n) || high < (low < n ? low : n) || high > n
               ? "'low' and 'high' are no range of rows"
               : NULL;
}

static void gehrd(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    CALL(l, number, number, number, void *, number, void *, void *, number, int32_t *)
    (DIM(l, 'n'), &l->attr[0], &l->attr[1], l->at[1], &lda, l->at[2], l->work, &l->lwork, &l->info);
}

static void sytrd(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char uplo = letter_of(l, 0);
    CALL(l, letter, number, void *, number, void *, void *, void *, void *, number, int32_t *, size_t)
    (&uplo, DIM(l, 'n'), l->at[1], &lda, l->at[2], l->at[3], l->at[4], l->work, &l->lwork, &l->info, 1);
}

/* ---- singular values ------------------------------------------------------------------------- */

/* u has m or min(m, n) columns, v^H n or min(m, n) rows, if they are asked for. */
static const char *svd_refuse(const grn_lapack *l)
{
    char mode = letter_of(l, 0);
    int32_t least = grn_lapack_least(l), of_u = mode == 'A' ? *DIM(l, 'm') : least,
            of_v = mode == 'A' ? *DIM(l, 'n') : least;
    if (mode != 'N' && (*DIM(l, 'u') != of_u || *DIM(l, 'v') != of_v))
        return "singular vectors do not have the extents that 'mode' says";
    return NULL;
}

/* Sizes that the head of gesdd says. */
static void gesdd_sizes(grn_lapack *l)
{
    int64_t least = grn_lapack_least(l), most = *DIM(l, 'm') + (int64_t)*DIM(l, 'n') - least;
    int64_t one = 5 * least * least + 5 * least, other = 2 * most * least + 2 * least * least + least;
    l->liwork = cut(8 * least);
    l->lrwork = cut(letter_of(l, 0) == 'N' ? 7 * least : one > other ? one : other);
}

static void gesdd_real(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm')), ldvt = leading(*DIM(l, 'v'));
    char mode = letter_of(l, 0);
    CALL(l, letter, number, number, void *, number, void *, void *, number, void *, number, void *, number, void *,
         int32_t *, size_t)
    (&mode, DIM(l, 'm'), DIM(l, 'n'), l->at[1], &lda, l->at[2], l->at[3], &lda, l->at[4], &ldvt, l->work, &l->lwork,
     l->iwork, &l->info, 1);
}

static void gesdd_complex(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm')), ldvt = leading(*DIM(l, 'v'));
    char mode = letter_of(l, 0);
    CALL(l, letter, number, number, void *, number, void *, void *, number, void *, number, void *, number, void *,
         void *, int32_t *, size_t)
    (&mode, DIM(l, 'm'), DIM(l, 'n'), l->at[1], &lda, l->at[2], l->at[3], &lda, l->at[4], &ldvt, l->work, &l->lwork,
     l->rwork, l->iwork, &l->info, 1);
}

static void gesvd_sizes(grn_lapack *l) { l->lrwork = cut(5 * (int64_t)grn_lapack_least(l)); }

static void gesvd_real(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm')), ldvt = leading(*DIM(l, 'v'));
    char mode = letter_of(l, 0);
    CALL(l, letter, letter, number, number, void *, number, void *, void *, number, void *, number, void *, number,
         int32_t *, size_t, size_t)
    (&mode, &mode, DIM(l, 'm'), DIM(l, 'n'), l->at[1], &lda, l->at[2], l->at[3], &lda, l->at[4], &ldvt, l->work,
     &l->lwork, &l->info, 1, 1);
}

static void gesvd_complex(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'm')), ldvt = leading(*DIM(l, 'v'));
    char mode = letter_of(l, 0);
    CALL(l, letter, letter, number, number, void *, number, void *, void *, number, void *, number, void *, number,
         void *, int32_t *, size_t, size_t)
    (&mode, &mode, DIM(l, 'm'), DIM(l, 'n'), l->at[1], &lda, l->at[2], l->at[3], &lda, l->at[4], &ldvt, l->work,
     &l->lwork, l->rwork, &l->info, 1, 1);
}

/* ---- eigenvalues ----------------------------------------------------------------------------- */

/* What the head of syevd says of the integers and heevd's of the reals beside the work. */
static void evd_sizes(grn_lapack *l)
{
    int64_t n = *DIM(l, 'n');
    l->liwork = cut(3 + 5 * n);
    l->lrwork = cut(1 + 5 * n + 2 * n * n);
}

static void syevd(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char mode = letter_of(l, 0), uplo = letter_of(l, 1);
    CALL(l, letter, letter, number, void *, number, void *, void *, number, void *, number, int32_t *, size_t, size_t)
    (&mode, &uplo, DIM(l, 'n'), l->at[1], &lda, l->at[2], l->work, &l->lwork, l->iwork, &l->liwork, &l->info, 1, 1);
}

static void heevd(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char mode = letter_of(l, 0), uplo = letter_of(l, 1);
    CALL(l, letter, letter, number, void *, number, void *, void *, number, void *, number, void *, number, int32_t *,
         size_t, size_t)
    (&mode, &uplo, DIM(l, 'n'), l->at[1], &lda, l->at[2], l->work, &l->lwork, l->rwork, &l->lrwork, l->iwork,
     &l->liwork, &l->info, 1, 1);
}

/* A pair of conjugate eigenvalues has one column of real parts, and one of imaginary parts behind it
 * (geev's head). */
#define UNPACK(T)                                                                                              \
    static void unpack_##T(size_t n, const T *imaginary, const T *packed, T *out)                              \
    {                                                                                                          \
        for (size_t j = 0; j < n; j++) {                                                                       \
            bool pair = imaginary[j] != 0 && j + 1 < n;                                                        \
            for (size_t i = 0; i < n; i++) {                                                                   \
                T re = packed[j * n + i], im = pair ? packed[(j + 1) * n + i] : 0, *z = out + 2 * (j * n + i); \
                z[0] = re, z[1] = im;                                                                          \
                if (pair)                                                                                      \
                    z[2 * n] = re, z[2 * n + 1] = -im;                                                         \
            }                                                                                                  \
            j += pair;                                                                                         \
        }                                                                                                      \
    }
UNPACK(float)
UNPACK(double)

enum { WANTS_LEFT, WANTS_RIGHT };
enum { OF_REAL = 2, LEFT_VECTORS, RIGHT_VECTORS, GEEV_INFO, GEEV_COPY, PACKED_LEFT, PACKED_RIGHT };

static void unpack(grn_lapack *l, int from, int to)
{
    size_t n = (size_t)*DIM(l, 'n');
    if (l->type == 's')
        unpack_float(n, l->at[OF_REAL], l->at[from], l->at[to]);
    else
        unpack_double(n, l->at[OF_REAL], l->at[from], l->at[to]);
}

static void geev_real(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char left = letter_of(l, WANTS_LEFT), right = letter_of(l, WANTS_RIGHT);
    CALL(l, letter, letter, number, void *, number, void *, void *, void *, number, void *, number, void *, number,
         int32_t *, size_t, size_t)
    (&left, &right, DIM(l, 'n'), l->at[GEEV_COPY], &lda, l->at[1], l->at[OF_REAL], l->at[PACKED_LEFT], &lda,
     l->at[PACKED_RIGHT], &lda, l->work, &l->lwork, &l->info, 1, 1);
    bool done = l->lwork != -1 && l->info == 0;
    if (done && left == 'V')
        unpack(l, PACKED_LEFT, LEFT_VECTORS);
    if (done && right == 'V')
        unpack(l, PACKED_RIGHT, RIGHT_VECTORS);
}

static void geev_complex(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char left = letter_of(l, WANTS_LEFT), right = letter_of(l, WANTS_RIGHT);
    CALL(l, letter, letter, number, void *, number, void *, void *, number, void *, number, void *, number, void *,
         int32_t *, size_t, size_t)
    (&left, &right, DIM(l, 'n'), l->at[5], &lda, l->at[1], l->at[2], &lda, l->at[3], &lda, l->work, &l->lwork, l->rwork,
     &l->info, 1, 1);
}

static void gees_sizes(grn_lapack *l) { l->lrwork = l->liwork = *DIM(l, 'n'); }

static void gees_real(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char mode = letter_of(l, 0), sort = letter_of(l, 1);
    CALL(l, letter, letter, void *, number, void *, number, void *, void *, void *, void *, number, void *, number,
         void *, int32_t *, size_t, size_t)
    (&mode, &sort, NULL, DIM(l, 'n'), l->at[1], &lda, l->at[5], l->at[3], l->at[4], l->at[2], &lda, l->work, &l->lwork,
     l->iwork, &l->info, 1, 1);
}

static void gees_complex(grn_lapack *l)
{
    int32_t lda = leading(*DIM(l, 'n'));
    char mode = letter_of(l, 0), sort = letter_of(l, 1);
    CALL(l, letter, letter, void *, number, void *, number, void *, void *, void *, number, void *, number, void *,
         void *, int32_t *, size_t, size_t)
    (&mode, &sort, NULL, DIM(l, 'n'), l->at[1], &lda, l->at[4], l->at[3], l->at[2], &lda, l->work, &l->lwork, l->rwork,
     l->iwork, &l->info, 1, 1);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define INFO       \
    {              \
        'I', "", 0 \
    }
#define FACTORS(element, shape) \
    {                           \
        element, shape, 1       \
    }
#define SVD_VALUES \
    .inputs = {{'T', "mn", 0}}, .outputs = {FACTORS('T', "mn"), {'R', "k", 0}, {'T', "mu", 0}, {'T', "vn", 0}, INFO}
#define SVD_ATTRS .attrs = {{"mode", "ASN"}}, .refuse = svd_refuse, .has_work = true, .finite = true
#define EVD                                                                           \
    .inputs = {{'T', "nn", 0}}, .outputs = {FACTORS('T', "nn"), {'R', "n", 0}, INFO}, \
    .attrs = {{"mode", "VN"}, {"uplo", "LU"}}, .sizes = evd_sizes, .has_work = true, .finite = true
#define EIG_ATTRS .attrs = {{"compute_left", "VN"}, {"compute_right", "VN"}}, .has_work = true, .finite = true
#define SCHUR_ATTRS .attrs = {{"mode", "VN"}, {"sort", "N"}}, .sizes = gees_sizes, .has_work = true, .finite = true
#define ORGQR                                                                                                         \
    .inputs = {{'T', "mn", 0}, {'T', "q", 0}}, .outputs = {FACTORS('T', "mn")}, .run = orgqr, .refuse = orgqr_refuse, \
    .has_work = true
#define ORMQR                                                                               \
    .inputs = {{'T', "rs", 0}, {'T', "q", 0}, {'T', "mn", 0}}, .outputs = {{'T', "mn", 3}}, \
    .attrs = {{"left", "?"}, {"transpose", "?"}}, .run = ormqr, .refuse = ormqr_refuse, .has_work = true
#define GEQP3                                                                                                 \
    .inputs = {{'T', "mn", 0}, {'I', "n", 0}}, .outputs = {FACTORS('T', "mn"), {'I', "n", 2}, {'T', "k", 0}}, \
    .has_work = true
#define SYTRD                                                                                                       \
    .inputs = {{'T', "nn", 0}}, .outputs = {FACTORS('T', "nn"), {'R', "n", 0}, {'R', "e", 0}, {'T', "e", 0}, INFO}, \
    .attrs = {{"uplo", "LU"}}, .run = sytrd, .has_work = true

const grn_lapack_row grn_lapack_rows[] = {
    {"getrf", "sdcz", .inputs = {{'T', "mn", 0}}, .outputs = {FACTORS('T', "mn"), {'I', "k", 0}, INFO}, .run = getrf},
    {"potrf", "sdcz", .inputs = {{'T', "nn", 0}}, .outputs = {FACTORS('T', "nn"), INFO}, .attrs = {{"uplo", "LU"}},
     .run = potrf},
    {"gtsv", "sdcz", .inputs = {{'T', "n", 0}, {'T', "n", 0}, {'T', "n", 0}, {'T', "nc", 0}},
     .outputs = {{'T', "n", 1}, {'T', "n", 2}, {'T', "n", 3}, {'T', "nc", 4}, INFO}, .run = gtsv},
    {"trsm", "sdcz", .inputs = {{'T', "pp", 0}, {'T', "mn", 0}}, .outputs = {{'T', "mn", 2}},
     .attrs = {{"side", "LR"}, {"uplo", "LU"}, {"trans_x", "NTC"}, {"diag", "NU"}}, .run = trsm, .refuse = trsm_refuse},
    {"tridiagonal_solve_perturbed", "sdcz", .inputs = {{'T', "n", 0}, {'T', "n", 0}, {'T', "n", 0}, {'T', "nc", 0}},
     .outputs = {{'T', "nc", 4}}, .run = tridiagonal_perturbed, .sizes = perturbed_sizes, .own = true},
    {"geqrf", "sdcz", .inputs = {{'T', "mn", 0}}, .outputs = {FACTORS('T', "mn"), {'T', "k", 0}}, .run = geqrf,
     .has_work = true},
    {"geqp3", "sd", GEQP3, .run = geqp3_real},
    {"geqp3", "cz", GEQP3, .run = geqp3_complex, .sizes = two_n},
    {"orgqr", "sd", ORGQR},
    {"ungqr", "cz", ORGQR},
    {"ormqr", "sd", ORMQR},
    {"unmqr", "cz", ORMQR},
    {"gehrd", "sdcz", .inputs = {{'T', "nn", 0}}, .outputs = {FACTORS('T', "nn"), {'T', "e", 0}, INFO},
     .attrs = {{"low", "#"}, {"high", "#"}}, .run = gehrd, .refuse = gehrd_refuse, .has_work = true},
    {"sytrd", "sd", SYTRD},
    {"hetrd", "cz", SYTRD},
    {"gesdd", "sd", SVD_VALUES, SVD_ATTRS, .run = gesdd_real, .sizes = gesdd_sizes},
    {"gesdd", "cz", SVD_VALUES, SVD_ATTRS, .run = gesdd_complex, .sizes = gesdd_sizes},
    {"gesvd", "sd", SVD_VALUES, SVD_ATTRS, .run = gesvd_real},
    {"gesvd", "cz", SVD_VALUES, SVD_ATTRS, .run = gesvd_complex, .sizes = gesvd_sizes},
    {"syevd", "sd", EVD, .run = syevd},
    {"heevd", "cz", EVD, .run = heevd},
    {"geev", "sd", .inputs = {{'T', "nn", 0}},
     .outputs = {{'T', "n", 0}, {'T', "n", 0}, {'C', "nn", 0}, {'C', "nn", 0}, INFO},
     .scratches = {{'T', "nn", 1}, {'T', "nn", 0}, {'T', "nn", 0}}, EIG_ATTRS, .run = geev_real},
    {"geev", "cz", .inputs = {{'T', "nn", 0}}, .outputs = {{'T', "n", 0}, {'T', "nn", 0}, {'T', "nn", 0}, INFO},
     .scratches = {{'T', "nn", 1}}, EIG_ATTRS, .run = geev_complex, .sizes = two_n},
    {"gees", "sd", .inputs = {{'T', "nn", 0}},
     .outputs = {FACTORS('T', "nn"), {'T', "nn", 0}, {'T', "n", 0}, {'T', "n", 0}, INFO, INFO}, SCHUR_ATTRS,
     .run = gees_real},
    {"gees", "cz", .inputs = {{'T', "nn", 0}},
     .outputs = {FACTORS('T', "nn"), {'T', "nn", 0}, {'T', "n", 0}, INFO, INFO}, SCHUR_ATTRS, .run = gees_complex},
    {.name = NULL},
};
