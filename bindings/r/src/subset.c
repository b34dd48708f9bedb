/*
 * subset.c - x[i, , k] and the assignment to it.
 *
 * Lists of positions in several dimensions choose their Cartesian product. As one StableHLO gather
 * that would need an index vector written out for each element of the result, more than the result
 * itself; so the product is walked here, in one pass: the innermost dimension is a run, a stride or
 * a list of positions, the others are loops around it.
 */
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "glue.h"

/* ---- the selection --------------------------------------------------------------------------- */

/* One dimension of x: `count` positions from 0, those in at (from 1; 0 is skipped), or from `first`
 * on where at is NULL. */
typedef struct axis {
    const int *at;
    int64_t first, count, stride;
} axis;

typedef struct selection {
    int32_t rank, nkept;
    int64_t kept[GRN_MAX_RANK]; /* extents of the dimensions that stay */
    axis axes[GRN_MAX_RANK];
    int64_t count;
    bool assigns;
} selection;

/* ---- subscripts as R gives them -------------------------------------------------------------- */

/* What R is asked in the frame where `...` stands, made once when the package is loaded:
 * ...length(), and for each d missing(..d) and ..d. The functions stand in the calls themselves, so
 * that nothing is looked up. */
static SEXP count_call, missing_calls, elements[GRN_MAX_RANK];

void prepare_subscripts(void)
{
    char name[16];
    SEXP missing = PROTECT(Rf_eval(Rf_install("missing"), R_BaseEnv));
    SEXP length = PROTECT(Rf_eval(Rf_install("...length"), R_BaseEnv));
    R_PreserveObject(count_call = Rf_lang1(length));
    R_PreserveObject(missing_calls = Rf_allocVector(VECSXP, GRN_MAX_RANK));
    for (int d = 0; d < GRN_MAX_RANK; d++) {
        snprintf(name, sizeof name, "..%d", d + 1);
        elements[d] = Rf_install(name); /* symbols stay */
        SET_VECTOR_ELT(missing_calls, d, Rf_lang2(missing, elements[d]));
    }
    UNPROTECT(2);
}

/* The value of subscript d, R_NilValue where it is empty. Each is a promise with an environment of
 * its own, which R knows. */
static SEXP subscript(SEXP frame, int d)
{
    bool empty = Rf_asLogical(Rf_eval(VECTOR_ELT(missing_calls, d), frame)) == TRUE;
    return empty ? R_NilValue : Rf_eval(elements[d], frame);
}

/* Whether subscript d is written a:b, which keeps its dimension where x is a tensor. */
static bool is_range(SEXP frame, int d)
{
    SEXP inner = PROTECT(Rf_lang2(Rf_install("list"), Rf_install("...")));
    SEXP call = PROTECT(Rf_lang2(Rf_install("substitute"), inner));
    SEXP written = PROTECT(Rf_eval(call, frame)), part = CAR(Rf_nthcdr(written, d + 1));
    bool range = TYPEOF(part) == LANGSXP && CAR(part) == Rf_install(":");
    UNPROTECT(3);
    return range;
}

/* ---- positions ------------------------------------------------------------------------------- */

/* What refuse_subscript() says it of: which subscript, and whether it is assigned to. */
static void refuse_subscript(SEXP value, int d, bool assigns)
{
    SEXP where = PROTECT(Rf_allocVector(INTSXP, 2));
    INTEGER(where)[0] = d + 1;
    INTEGER(where)[1] = assigns;
    refuse_in_r("refuse_subscript", value, where);
    UNPROTECT(1);
}

static void out_of_bounds(double position, int64_t extent)
{
    Rf_error("Index %.0f is out of bounds for dimension of size %.0f", fabs(position), (double)extent);
}

/* Positions where a truth value is TRUE. */
static SEXP of_mask(SEXP value, int d, int64_t extent, bool assigns)
{
    const int *v = LOGICAL_RO(value);
    R_xlen_t n = 0;
    if (XLENGTH(value) != extent)
        Rf_error("subscript %d has %.0f truth values, the dimension has %.0f positions", d + 1, (double)XLENGTH(value),
                 (double)extent);
    for (R_xlen_t i = 0; i < extent; i++) {
        if (v[i] == NA_LOGICAL)
            refuse_subscript(value, d, assigns);
        n += v[i];
    }
    SEXP at = Rf_allocVector(INTSXP, n);
    int *out = INTEGER(at);
    for (R_xlen_t i = 0, k = 0; i < extent; i++)
        if (v[i])
            out[k++] = (int)(i + 1);
    return at;
}

static double value_at(SEXP value, R_xlen_t i)
{
    if (TYPEOF(value) == REALSXP)
        return REAL_RO(value)[i];
    return INTEGER_RO(value)[i] == NA_INTEGER ? NA_REAL : INTEGER_RO(value)[i];
}

/* Positions left when those of `value`, all of them negative, are taken out. */
static SEXP without(SEXP value, int d, int64_t extent, bool assigns)
{
    SEXP keep = PROTECT(Rf_allocVector(LGLSXP, extent));
    int *kept = LOGICAL(keep);
    for (int64_t i = 0; i < extent; i++)
        kept[i] = TRUE;
    for (R_xlen_t i = 0; i < XLENGTH(value); i++) {
        double v = value_at(value, i);
        if (!(v < 0) || v != floor(v))
            refuse_subscript(value, d, assigns);
        if (-v > (double)extent)
            out_of_bounds(v, extent);
        kept[(int64_t)-v - 1] = FALSE;
    }
    SEXP at = of_mask(keep, d, extent, assigns);
    UNPROTECT(1);
    return at;
}

/* A tensor's values are not known before the program runs, says anvil: reading clamps them,
 * assigning skips those outside. */
static int bring_in(double v, int64_t extent, bool assigns)
{
    if (v >= 1 && v <= (double)extent)
        return (int)v;
    return assigns ? 0 : v < 1 ? 1 : (int)extent;
}

static SEXP clamped(SEXP value, int d, int64_t extent, bool assigns)
{
    SEXP at = PROTECT(Rf_allocVector(INTSXP, XLENGTH(value)));
    for (R_xlen_t i = 0; i < XLENGTH(value); i++) {
        double v = value_at(value, i);
        if (ISNAN(v) || v != floor(v))
            refuse_subscript(value, d, assigns);
        if (extent == 0 && !assigns)
            out_of_bounds(v, extent);
        INTEGER(at)[i] = bring_in(v, extent, assigns);
    }
    UNPROTECT(1);
    return at;
}

/* Integers that are positions already are used where they lie. */
static SEXP positive_integers(SEXP value, int d, int64_t extent, bool assigns)
{
    const int *v = INTEGER_RO(value);
    R_xlen_t n = XLENGTH(value);
    for (R_xlen_t i = 0; i < n; i++) {
        if (v[i] < 1)
            refuse_subscript(value, d, assigns);
        if (v[i] > extent)
            out_of_bounds(v[i], extent);
    }
    return value;
}

static SEXP positive_doubles(SEXP value, int d, int64_t extent, bool assigns)
{
    R_xlen_t n = XLENGTH(value);
    const double *v = REAL_RO(value);
    SEXP at = PROTECT(Rf_allocVector(INTSXP, n));
    int *out = INTEGER(at);
    for (R_xlen_t i = 0; i < n; i++) {
        if (!(v[i] >= 1) || v[i] != floor(v[i]))
            refuse_subscript(value, d, assigns);
        if (v[i] > (double)extent)
            out_of_bounds(v[i], extent);
        out[i] = (int)v[i];
    }
    UNPROTECT(1);
    return at;
}

/* Positions from 1 in dimension d of a subscript that is not empty. */
static SEXP positions(SEXP value, int d, int64_t extent, bool assigns)
{
    bool tensor = is_tensor(value);
    if (TYPEOF(value) == LGLSXP && !Rf_isObject(value))
        return of_mask(value, d, extent, assigns);
    if ((Rf_isObject(value) && !tensor) || (TYPEOF(value) != INTSXP && TYPEOF(value) != REALSXP))
        refuse_subscript(value, d, assigns);
    if (tensor)
        return clamped(value, d, extent, assigns);
    if (XLENGTH(value) > 0 && value_at(value, 0) < 0)
        return without(value, d, extent, assigns);
    return TYPEOF(value) == INTSXP ? positive_integers(value, d, extent, assigns)
                                   : positive_doubles(value, d, extent, assigns);
}

/* A single position drops its dimension, unless it is an array; of a tensor, one without dimensions
 * does. */
static bool drops(SEXP value, SEXP x, SEXP frame, int d)
{
    if (TYPEOF(value) == LGLSXP || XLENGTH(value) != 1 || Rf_getAttrib(value, R_DimSymbol) != R_NilValue)
        return false;
    if (!is_tensor(value) && value_at(value, 0) < 0)
        return false;
    return !(is_tensor(x) && is_range(frame, d));
}

static bool consecutive(const int *at, R_xlen_t n)
{
    for (R_xlen_t i = 0; i < n; i++)
        if (at[i] <= 0 || at[i] - at[0] != i)
            return false;
    return n > 0;
}

static axis axis_of(SEXP at, int64_t stride)
{
    const int *v = INTEGER_RO(at);
    bool run = consecutive(v, XLENGTH(at));
    return (axis){run ? NULL : v, run ? v[0] - 1 : 0, XLENGTH(at), stride};
}

static int subscripts_of(SEXP x, SEXP frame, int32_t rank)
{
    int n = Rf_asInteger(Rf_eval(count_call, frame));
    if (n != rank && !(is_tensor(x) && n < rank))
        Rf_error("incorrect number of dimensions: %d subscript%s given, the array has %d dimension%s", n,
                 n == 1 ? " is" : "s are", (int)rank, rank == 1 ? "" : "s");
    return n;
}

/* Reads the subscripts in `frame`. Protect what it returns for as long as *s is used. */
static SEXP select(SEXP x, SEXP frame, bool assigns, const grn_tensor *t, selection *s)
{
    SEXP held = PROTECT(Rf_allocVector(VECSXP, t->rank));
    int n = subscripts_of(x, frame, t->rank);
    *s = (selection){.rank = t->rank, .count = 1, .assigns = assigns};
    for (int32_t d = 0; d < t->rank; d++) {
        SEXP value = PROTECT(d < n ? subscript(frame, d) : R_NilValue);
        bool drop = false;
        s->axes[d] = (axis){NULL, 0, t->shape[d], t->stride[d]};
        if (value != R_NilValue) {
            SET_VECTOR_ELT(held, d, positions(value, d, t->shape[d], assigns));
            s->axes[d] = axis_of(VECTOR_ELT(held, d), t->stride[d]);
            drop = drops(value, x, frame, d);
        }
        if (!drop)
            s->kept[s->nkept++] = s->axes[d].count;
        s->count *= s->axes[d].count;
        UNPROTECT(1);
    }
    UNPROTECT(1);
    return held;
}

/* ---- the walk -------------------------------------------------------------------------------- */

/* Elements of the array meet the dense ones in order: read moves to dense, write from it;
 * dense_step is 0 for one value. */
#define LEAVES(bytes)                                                                                          \
    static void read_##bytes(const axis *a, char *array, char *dense, int dense_step)                          \
    {                                                                                                          \
        (void)dense_step;                                                                                      \
        if (a->at != NULL)                                                                                     \
            for (int64_t k = 0; k < a->count; k++)                                                             \
                memcpy(dense + k * bytes, array + (a->at[k] - 1) * a->stride * bytes, bytes);                  \
        else if (a->stride == 1)                                                                               \
            memcpy(dense, array + a->first * bytes, (size_t)a->count * bytes);                                 \
        else                                                                                                   \
            for (int64_t k = 0; k < a->count; k++)                                                             \
                memcpy(dense + k * bytes, array + (a->first + k) * a->stride * bytes, bytes);                  \
    }                                                                                                          \
    static void write_##bytes(const axis *a, char *array, char *dense, int dense_step)                         \
    {                                                                                                          \
        if (a->at == NULL)                                                                                     \
            for (int64_t k = 0; k < a->count; k++)                                                             \
                memcpy(array + (a->first + k) * a->stride * bytes, dense + k * dense_step * bytes, bytes);     \
        else                                                                                                   \
            for (int64_t k = 0; k < a->count; k++)                                                             \
                if (a->at[k] > 0)                                                                              \
                    memcpy(array + (a->at[k] - 1) * a->stride * bytes, dense + k * dense_step * bytes, bytes); \
    }
LEAVES(1)
LEAVES(4)
LEAVES(8)
LEAVES(16)

typedef void leaf(const axis *a, char *array, char *dense, int dense_step);

static leaf *leaf_of(size_t bytes, bool assigns)
{
    static leaf *const leaves[][2] = {{read_1, write_1}, {read_4, write_4}, {read_8, write_8}, {read_16, write_16}};
    return leaves[bytes == 1 ? 0 : bytes == 4 ? 1 : bytes == 8 ? 2 : 3][assigns];
}

typedef struct walk {
    axis axes[GRN_MAX_RANK];
    int64_t dense_stride[GRN_MAX_RANK]; /* elements of the dense array in one step of an axis */
    size_t bytes;
    leaf *move;
    int dense_step;
} walk;

static void walk_axis(const walk *w, int32_t d, char *array, char *dense)
{
    const axis *a = &w->axes[d];
    if (d == 0) {
        w->move(a, array, dense, w->dense_step);
        return;
    }
    for (int64_t k = 0; k < a->count; k++) {
        int64_t at = a->at == NULL ? a->first + k : (int64_t)a->at[k] - 1;
        if (at >= 0)
            walk_axis(w, d - 1, array + at * a->stride * (int64_t)w->bytes,
                      dense + k * w->dense_stride[d] * w->dense_step * (int64_t)w->bytes);
    }
}

/* Axes of one element become an offset; a run that goes on where the one inside it ends becomes one
 * with it. */
static int32_t simplify(const selection *s, axis *out, int64_t *offset)
{
    int32_t n = 0;
    *offset = 0;
    for (int32_t d = 0; d < s->rank; d++) {
        axis a = s->axes[d];
        axis *inner = n > 0 ? &out[n - 1] : NULL;
        if (a.count == 1 && a.at == NULL)
            *offset += a.first * a.stride;
        else if (inner != NULL && inner->at == NULL && a.at == NULL && inner->stride * inner->count == a.stride)
            *inner = (axis){NULL, a.first * inner->count, a.count * inner->count, inner->stride};
        else
            out[n++] = a;
    }
    if (n == 0)
        out[n++] = (axis){NULL, 0, 1, 1};
    return n;
}

static void run(const selection *s, void *array, void *dense, size_t bytes, bool one_value)
{
    walk w = {.bytes = bytes, .move = leaf_of(bytes, s->assigns), .dense_step = one_value ? 0 : 1};
    int64_t offset, stride = 1;
    int32_t n = simplify(s, w.axes, &offset);
    for (int32_t d = 0; d < n; d++) {
        w.dense_stride[d] = stride;
        stride *= w.axes[d].count;
    }
    if (s->count > 0)
        walk_axis(&w, n - 1, (char *)array + offset * (int64_t)bytes, dense);
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* As x[i] has it: what has one dimension left is a vector, unless x was an array of one, or is a
 * tensor. */
static bool is_vector_of(SEXP x, const selection *s)
{
    return s->nkept == 1 && !is_tensor(x) && Rf_length(Rf_getAttrib(x, R_DimSymbol)) != 1;
}

SEXP call_subset(SEXP x, SEXP frame)
{
    grn_tensor from, into;
    selection s;
    view_of(x, -1, "x", &from);
    PROTECT(select(x, frame, false, &from, &s));
    SEXP result = PROTECT(new_array((SEXPTYPE)TYPEOF(x), s.nkept, s.kept, is_vector_of(x, &s), &into));
    run(&s, from.data, into.data, element_bytes((SEXPTYPE)TYPEOF(x)), false);
    Rf_setAttrib(result, R_ClassSymbol, tensor_class_of(x, R_NilValue, R_NilValue));
    UNPROTECT(2);
    return result;
}

static void shape_text(int32_t rank, const int64_t *shape, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int32_t d = 0; d < rank && used < size; d++)
        used += (size_t)snprintf(text + used, size - used, "%s%.0f", d > 0 ? ", " : "", (double)shape[d]);
}

/* value is one element, or has the selection's shape. */
static void check_value(SEXP value, const selection *s)
{
    char have[256], want[256];
    grn_tensor v;
    view_of(value, s->nkept, "value", &v);
    bool same = v.rank == s->nkept;
    for (int32_t d = 0; same && d < v.rank; d++)
        same = v.shape[d] == s->kept[d];
    if (same || XLENGTH(value) == 1)
        return;
    shape_text(v.rank, v.shape, have, sizeof have);
    shape_text(s->nkept, s->kept, want, sizeof want);
    Rf_error("value has shape [%s], the selection has shape [%s]", have, want);
}

/* value in x's type, which holds all that value's can be. */
static SEXP promoted(SEXP value, SEXP x)
{
    static const SEXPTYPE order[] = {LGLSXP, INTSXP, REALSXP, CPLXSXP};
    int have = -1, want = -1;
    if (TYPEOF(value) == TYPEOF(x))
        return value;
    for (int i = 0; i < 4; i++) {
        have = (SEXPTYPE)TYPEOF(value) == order[i] ? i : have;
        want = (SEXPTYPE)TYPEOF(x) == order[i] ? i : want;
    }
    if (have < 0 || want < have)
        Rf_error("value is %s and x is %s, which does not hold every such value", Rf_type2char((SEXPTYPE)TYPEOF(value)),
                 Rf_type2char((SEXPTYPE)TYPEOF(x)));
    return Rf_coerceVector(value, (SEXPTYPE)TYPEOF(x));
}

SEXP call_subset_assign(SEXP x, SEXP frame, SEXP value)
{
    grn_tensor from, into;
    selection s;
    view_of(x, -1, "x", &from);
    PROTECT(select(x, frame, true, &from, &s));
    check_value(value, &s);
    SEXP typed = PROTECT(promoted(value, x)),
         result = PROTECT(copy_array(x, &from, tensor_class_of(x, R_NilValue, R_NilValue), &into));
    run(&s, into.data, (void *)bytes_of(typed), element_bytes((SEXPTYPE)TYPEOF(x)), XLENGTH(typed) == 1);
    UNPROTECT(3);
    return result;
}
