/* view.c - R's vectors as views of the library, and what the library says as R's errors. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glue.h"

/* ---- messages ------------------------------------------------------------------------------------------------ */

static void keep_first(void *user, const grn_diagnostic *d)
{
    said *into = user;
    if (d->severity == GRN_SEVERITY_ERROR && into->text[0] == '\0')
        snprintf(into->text, sizeof into->text, "%s", d->message);
}

grn_diag collect(said *into)
{
    into->text[0] = '\0';
    return (grn_diag){keep_first, into};
}

void stop_unless_ok(grn_status status, const said *heard)
{
    if (status == GRN_OK)
        return;
    if (heard->text[0] == '\0')
        Rf_error("%s", grn_status_text(status));
    Rf_error("%s (dimensions and positions in this message count from 0)", heard->text);
}

/* ---- element types ------------------------------------------------------------------------------------------- */

static const struct {
    SEXPTYPE type;
    grn_dtype dtype;
} types[] = {
    {INTSXP, GRN_I32}, {LGLSXP, GRN_I32}, /* R keeps a logical in an int: 0, 1 or NA */
    {REALSXP, GRN_F64}, {CPLXSXP, GRN_C128}, {RAWSXP, GRN_UI8},
};

static grn_dtype dtype_of(SEXPTYPE type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types[i].dtype;
    return GRN_NO_DTYPE;
}

size_t element_bytes(SEXPTYPE type)
{
    return grn_dtype_bytes(dtype_of(type));
}

const void *bytes_of(SEXP x)
{
    switch (TYPEOF(x)) {
    case INTSXP: return INTEGER_RO(x);
    case LGLSXP: return LOGICAL_RO(x);
    case REALSXP: return REAL_RO(x);
    case CPLXSXP: return COMPLEX_RO(x);
    default: return RAW_RO(x);
    }
}

/* A factor, a date or an integer64 looks like a plain vector underneath, and its values would not mean what they show. */
static void refuse_classes(SEXP x, const char *name)
{
    if (!Rf_isObject(x))
        return;
    SEXP class = Rf_getAttrib(x, R_ClassSymbol);
    Rf_error("%s has class \"%s\", a plain array without a class is needed", name,
             Rf_length(class) > 0 ? CHAR(STRING_ELT(class, 0)) : "S4");
}

/* ---- shapes -------------------------------------------------------------------------------------------------- */

/* Column-major: the first dimension is next to itself. */
static void set_strides(grn_tensor *t)
{
    int64_t stride = 1;
    for (int32_t d = 0; d < t->rank; d++) {
        t->stride[d] = stride;
        stride *= t->shape[d] > 0 ? t->shape[d] : 1;
    }
}

static void set_shape(SEXP x, int wanted_rank, const char *name, grn_tensor *t)
{
    SEXP dim = Rf_getAttrib(x, R_DimSymbol);
    if (dim == R_NilValue) {
        t->rank = XLENGTH(x) == 1 && wanted_rank == 0 ? 0 : 1;
        t->shape[0] = XLENGTH(x);
    } else {
        if (Rf_length(dim) > GRN_MAX_RANK)
            Rf_error("%s has %d dimensions, at most %d are supported", name, Rf_length(dim), GRN_MAX_RANK);
        t->rank = Rf_length(dim);
        for (int32_t d = 0; d < t->rank; d++)
            t->shape[d] = INTEGER_RO(dim)[d];
    }
    set_strides(t);
}

void view_of(SEXP x, int wanted_rank, const char *name, grn_tensor *out)
{
    refuse_classes(x, name);
    memset(out, 0, sizeof *out);
    out->dtype = dtype_of(TYPEOF(x));
    if (out->dtype == GRN_NO_DTYPE)
        Rf_error("%s is of type %s, an integer, double, logical, complex or raw array is needed", name,
                 Rf_type2char(TYPEOF(x)));
    set_shape(x, wanted_rank, name, out);
    out->data = (void *)bytes_of(x); /* sources are only read */
}

static R_xlen_t elements_of(int32_t rank, const int64_t *shape)
{
    double n = 1;
    for (int32_t d = 0; d < rank; d++)
        n *= (double)shape[d];
    if (n > (double)R_XLEN_T_MAX)
        Rf_error("the result would have %.0f elements, more than an R vector holds", n);
    return (R_xlen_t)n;
}

static void set_dim(SEXP x, int32_t rank, const int64_t *shape)
{
    if (rank == 0)
        return;
    SEXP dim = PROTECT(Rf_allocVector(INTSXP, rank));
    for (int32_t d = 0; d < rank; d++) {
        if (shape[d] > INT_MAX)
            Rf_error("dimension %d of the result would be %" PRId64 ", more than an R array holds", d + 1, shape[d]);
        INTEGER(dim)[d] = (int)shape[d];
    }
    Rf_setAttrib(x, R_DimSymbol, dim);
    UNPROTECT(1);
}

SEXP new_array(SEXPTYPE type, int32_t rank, const int64_t *shape, grn_tensor *out)
{
    SEXP x = PROTECT(Rf_allocVector(type, elements_of(rank, shape)));
    memset(out, 0, sizeof *out);
    out->data = (void *)bytes_of(x); /* fresh: nobody else sees it yet */
    out->dtype = dtype_of(type);
    out->rank = rank;
    memcpy(out->shape, shape, (size_t)rank * sizeof *shape);
    set_strides(out);
    set_dim(x, rank, shape);
    UNPROTECT(1);
    return x;
}

/* ---- indices ------------------------------------------------------------------------------------------------- */

/* "start_indices[2, 1] is NA, ...": the position as R writes it. */
static void refuse_index(const grn_tensor *t, const char *name, R_xlen_t at, const char *is)
{
    char where[16 * GRN_MAX_RANK + 1] = "";
    size_t used = 0;
    for (int32_t d = 0; d < t->rank; d++) {
        int64_t i = at % t->shape[d] + 1;
        at /= t->shape[d];
        used += (size_t)snprintf(where + used, sizeof where - used, "%s%" PRId64, d > 0 ? ", " : "", i);
        if (used >= sizeof where)
            break;
    }
    Rf_error("%s[%s] is %s, an index is a whole number", name, where, is);
}

static void check_integers(SEXP x, const char *name, const grn_tensor *t)
{
    const int *v = INTEGER_RO(x);
    for (R_xlen_t i = 0; i < XLENGTH(x); i++)
        if (v[i] == NA_INTEGER)
            refuse_index(t, name, i, "NA");
}

/* Beyond every R array, and far enough from int64_t's ends. */
#define FAR 4e18

static int64_t whole_of(double v, const grn_tensor *t, const char *name, R_xlen_t at)
{
    char fraction[40];
    if (isnan(v))
        refuse_index(t, name, at, R_IsNA(v) ? "NA" : "NaN");
    if (isinf(v))
        refuse_index(t, name, at, v > 0 ? "Inf" : "-Inf");
    if (v != floor(v)) {
        snprintf(fraction, sizeof fraction, "%.15g", v);
        refuse_index(t, name, at, fraction);
    }
    return (int64_t)(v > FAR ? FAR : v < -FAR ? -FAR : v);
}

static SEXP copy_doubles(SEXP x, const char *name, grn_tensor *t)
{
    SEXP whole = PROTECT(Rf_allocVector(REALSXP, XLENGTH(x))); /* room for as many int64_t */
    for (R_xlen_t i = 0; i < XLENGTH(x); i++) {
        int64_t v = whole_of(REAL_RO(x)[i], t, name, i);
        memcpy(REAL(whole) + i, &v, sizeof v);
    }
    t->dtype = GRN_I64;
    t->data = REAL(whole);
    UNPROTECT(1);
    return whole;
}

SEXP view_of_indices(SEXP x, const char *name, grn_tensor *out)
{
    refuse_classes(x, name);
    if (TYPEOF(x) != INTSXP && TYPEOF(x) != REALSXP)
        Rf_error("%s are of type %s, indices are integers or whole doubles", name, Rf_type2char(TYPEOF(x)));
    view_of(x, -1, name, out);
    if (TYPEOF(x) == REALSXP)
        return copy_doubles(x, name, out);
    check_integers(x, name, out);
    return x;
}
