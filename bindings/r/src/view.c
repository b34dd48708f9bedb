/* view.c - R's vectors as views of the library, and what the library says as R's errors. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glue.h"

/* ---- messages -------------------------------------------------------------------------------- */

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

/* ---- element types --------------------------------------------------------------------------- */

static const struct {
    SEXPTYPE type;
    grn_dtype dtype;
} types[] = {
    {INTSXP, GRN_I32},  {LGLSXP, GRN_I32}, /* R keeps a logical in an int: 0, 1 or NA */
    {REALSXP, GRN_F64}, {CPLXSXP, GRN_C128}, {RAWSXP, GRN_UI8},
};

static grn_dtype dtype_of(SEXPTYPE type)
{
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (types[i].type == type)
            return types[i].dtype;
    return GRN_NO_DTYPE;
}

size_t element_bytes(SEXPTYPE type) { return grn_dtype_bytes(dtype_of(type)); }

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

/* ---- classes --------------------------------------------------------------------------------- */

bool is_tensor(SEXP x)
{
    SEXP class = Rf_isObject(x) ? Rf_getAttrib(x, R_ClassSymbol) : R_NilValue;
    for (int i = 0; i < Rf_length(class); i++)
        if (strcmp(CHAR(STRING_ELT(class, i)), TENSOR_CLASS) == 0)
            return true;
    return false;
}

SEXP tensor_class_of(SEXP x, SEXP y, SEXP z)
{
    SEXP all[] = {x, y, z}, first = R_NilValue;
    for (int i = 0; i < 3; i++) {
        if (!is_tensor(all[i]))
            continue;
        SEXP class = Rf_getAttrib(all[i], R_ClassSymbol);
        if (Rf_length(class) > 1)
            return class;
        if (first == R_NilValue)
            first = class;
    }
    return first;
}

static SEXP quoted(SEXP x) { return Rf_lang2(Rf_install("quote"), x); }

void refuse_in_r(const char *what, SEXP first, SEXP second)
{
    PROTECT(first);
    PROTECT(second);
    SEXP package = PROTECT(Rf_mkString("garner")), home = PROTECT(R_FindNamespace(package));
    SEXP one = PROTECT(quoted(first)), other = PROTECT(quoted(second));
    Rf_eval(PROTECT(Rf_lang3(Rf_install(what), one, other)), home);
    UNPROTECT(7);
}

/* A factor, a date or an integer64 looks like a plain vector underneath, and its values would not
 * mean what they show. */
void refuse_classes(SEXP x, const char *name)
{
    if (!Rf_isObject(x) || is_tensor(x))
        return;
    if (Rf_inherits(x, "factor"))
        refuse_in_r("refuse_factor", Rf_mkString(name), Rf_ScalarInteger(1));
    SEXP class = Rf_getAttrib(x, R_ClassSymbol);
    Rf_error("%s has class \"%s\", an array without a class or one of nv_tensor() is needed", name,
             Rf_length(class) > 0 ? CHAR(STRING_ELT(class, 0)) : "S4");
}

/* ---- shapes ---------------------------------------------------------------------------------- */

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
        t->rank = XLENGTH(x) == 1 && (wanted_rank == 0 || is_tensor(x)) ? 0 : 1;
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

SEXP new_array(SEXPTYPE type, int32_t rank, const int64_t *shape, bool vector, grn_tensor *out)
{
    SEXP x = PROTECT(Rf_allocVector(type, elements_of(rank, shape)));
    memset(out, 0, sizeof *out);
    out->data = (void *)bytes_of(x); /* fresh: nobody else sees it yet */
    out->dtype = dtype_of(type);
    out->rank = rank;
    memcpy(out->shape, shape, (size_t)rank * sizeof *shape);
    set_strides(out);
    if (!vector)
        set_dim(x, rank, shape);
    UNPROTECT(1);
    return x;
}

bool is_vector(SEXP x) { return Rf_getAttrib(x, R_DimSymbol) == R_NilValue; }

SEXP copy_array(SEXP x, const grn_tensor *view, SEXP tensor_class, grn_tensor *copy)
{
    bool vector = is_vector(x) && tensor_class == R_NilValue;
    SEXP result = PROTECT(new_array((SEXPTYPE)TYPEOF(x), view->rank, view->shape, vector, copy));
    if (XLENGTH(x) > 0)
        memcpy(copy->data, view->data, grn_tensor_bytes(view));
    Rf_setAttrib(result, R_ClassSymbol, tensor_class);
    UNPROTECT(1);
    return result;
}

/* ---- indices --------------------------------------------------------------------------------- */

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

static void check_integers(const int *v, R_xlen_t n, const grn_tensor *t, const char *name)
{
    for (R_xlen_t i = 0; i < n; i++)
        if (v[i] == NA_INTEGER)
            refuse_index(t, name, i, "NA");
}

/* The values as they count from 0, in `into`: wide enough for every one of them. */
static void copy_from_0(SEXP x, const char *name, index_view *out, void *into)
{
    R_xlen_t n = XLENGTH(x);
    int64_t *from_0 = into;
    if (TYPEOF(x) == REALSXP) {
        const double *v = REAL_RO(x);
        for (R_xlen_t i = 0; i < n; i++)
            from_0[i] = whole_of(v[i], &out->view, name, i) - 1;
    } else {
        const int *v = INTEGER_RO(x);
        check_integers(v, n, &out->view, name);
        for (R_xlen_t i = 0; i < n; i++)
            from_0[i] = (int64_t)v[i] - 1;
    }
    out->view.dtype = GRN_I64;
    out->view.data = into;
    out->base = 0;
}

SEXP view_of_indices(SEXP x, const char *name, index_view *out)
{
    refuse_classes(x, name);
    if (TYPEOF(x) != INTSXP && TYPEOF(x) != REALSXP)
        Rf_error("%s are of type %s, indices are integers or whole doubles", name, Rf_type2char((SEXPTYPE)TYPEOF(x)));
    view_of(x, -1, name, &out->view);
    out->base = 1;
    if (XLENGTH(x) <= FEW_INDICES) {
        copy_from_0(x, name, out, out->few);
        return x;
    }
    if (TYPEOF(x) == REALSXP) {
        SEXP room = PROTECT(Rf_allocVector(REALSXP, XLENGTH(x))); /* for as many int64_t */
        copy_from_0(x, name, out, REAL(room));
        UNPROTECT(1);
        return room;
    }
    check_integers(INTEGER_RO(x), XLENGTH(x), &out->view, name);
    return x;
}
