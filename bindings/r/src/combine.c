/*
 * combine.c - what a scatter does where an update meets an element: the
 * library's own combiners; the same with R's NA, which the library does not
 * know; or a function of R's.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glue.h"

/* ---- with NA: an NA on either side stays NA, as in R ----------------------------------------- */

static int int_add(int a, int b) { return (int)((unsigned)a + (unsigned)b); }
static int int_mul(int a, int b) { return (int)((unsigned)a * (unsigned)b); }
static int int_min(int a, int b) { return b < a ? b : a; }
static int int_max(int a, int b) { return b > a ? b : a; }
static int int_and(int a, int b) { return (int)((unsigned)a & (unsigned)b); }
static int int_or(int a, int b) { return (int)((unsigned)a | (unsigned)b); }
static int int_xor(int a, int b) { return (int)((unsigned)a ^ (unsigned)b); }

static int (*const int_with[GRN_COMBINER_COUNT])(int, int) = {
    [GRN_COMBINE_ADD] = int_add, [GRN_COMBINE_MUL] = int_mul, [GRN_COMBINE_MIN] = int_min, [GRN_COMBINE_MAX] = int_max,
    [GRN_COMBINE_AND] = int_and, [GRN_COMBINE_OR] = int_or,   [GRN_COMBINE_XOR] = int_xor};

static grn_status combine_integers(void *user, int64_t count, void *const *current, const void *const *update)
{
    const combiner *c = user;
    int *a = current[0];
    const int *b = update[0];
    for (int64_t i = 0; i < count; i++)
        a[i] = a[i] == NA_INTEGER || b[i] == NA_INTEGER ? NA_INTEGER : int_with[c->named](a[i], b[i]);
    return GRN_OK;
}

/* Three values: FALSE settles "and", TRUE settles "or", whatever the other side is. */
static int logical_with(grn_combiner named, int a, int b)
{
    int settles = named == GRN_COMBINE_OR;
    if (named != GRN_COMBINE_XOR && (a == settles || b == settles))
        return settles;
    return a == NA_LOGICAL || b == NA_LOGICAL ? NA_LOGICAL : int_with[named](a, b);
}

static grn_status combine_logicals(void *user, int64_t count, void *const *current, const void *const *update)
{
    const combiner *c = user;
    int *a = current[0];
    const int *b = update[0];
    for (int64_t i = 0; i < count; i++)
        a[i] = logical_with(c->named, a[i], b[i]);
    return GRN_OK;
}

/* Total on numbers: -0 stands below +0, as in the library. */
static bool below(double a, double b) { return a < b || (a == b && signbit(a) && !signbit(b)); }
static double real_add(double a, double b) { return a + b; }
static double real_mul(double a, double b) { return a * b; }
static double real_min(double a, double b) { return isnan(b) || below(b, a) ? b : a; }
static double real_max(double a, double b) { return isnan(b) || below(a, b) ? b : a; }

static double (*const real_with[GRN_COMBINER_COUNT])(double, double) = {[GRN_COMBINE_ADD] = real_add,
                                                                        [GRN_COMBINE_MUL] = real_mul,
                                                                        [GRN_COMBINE_MIN] = real_min,
                                                                        [GRN_COMBINE_MAX] = real_max};

static grn_status combine_doubles(void *user, int64_t count, void *const *current, const void *const *update)
{
    const combiner *c = user;
    double *a = current[0];
    const double *b = update[0];
    for (int64_t i = 0; i < count; i++) {
        double v = real_with[c->named](a[i], b[i]);
        a[i] = R_IsNA(a[i]) || R_IsNA(b[i]) ? NA_REAL : isnan(v) ? R_NaN : v;
    }
    return GRN_OK;
}

static bool has_na(SEXP x)
{
    bool real = TYPEOF(x) == REALSXP;
    const int *i = real ? NULL : bytes_of(x);
    for (R_xlen_t k = 0; k < XLENGTH(x); k++)
        if (real ? R_IsNA(REAL_RO(x)[k]) : i[k] == NA_INTEGER) /* NA_LOGICAL is the same int */
            return true;
    return false;
}

static grn_combine_fn with_na(const combiner *c)
{
    switch (c->type) {
    case INTSXP: return combine_integers;
    case LGLSXP: return combine_logicals;
    case REALSXP: return combine_doubles;
    default: return NULL;
    }
}

/* ---- a function of R's ----------------------------------------------------------------------- */

static SEXP copy_in(const combiner *c, const void *from)
{
    SEXP x = Rf_allocVector(c->type, (R_xlen_t)c->count);
    if (c->count > 0)
        memcpy((void *)bytes_of(x), from, (size_t)c->count * element_bytes(c->type));
    return x;
}

static bool fits(combiner *c, SEXP value)
{
    if ((SEXPTYPE)TYPEOF(value) == c->type && XLENGTH(value) == (R_xlen_t)c->count)
        return true;
    snprintf(
        c->refusal.text, sizeof c->refusal.text,
        "update_computation returned %s of length %.0f, for %.0f elements of %s it must return as many of that type",
        Rf_type2char(TYPEOF(value)), (double)Rf_xlength(value), (double)c->count, Rf_type2char(c->type));
    return false;
}

static SEXP call_function(void *data)
{
    combiner *c = data;
    SEXP current = PROTECT(copy_in(c, c->current)), update = PROTECT(copy_in(c, c->update));
    SEXP call = PROTECT(Rf_lang3(c->function, current, update));
    SEXP value = PROTECT(Rf_eval(call, R_GlobalEnv));
    if (fits(c, value) && c->count > 0)
        memcpy(c->current, bytes_of(value), (size_t)c->count * element_bytes(c->type));
    UNPROTECT(4);
    return R_NilValue;
}

/* R is leaving by longjmp: stop it here, below the library's frames. They return first, then
 * R_ContinueUnwind goes on. */
static void stop_jump(void *data, Rboolean jump)
{
    combiner *c = data;
    if (jump)
        longjmp(c->back, 1);
}

static grn_status combine_in_r(void *user, int64_t count, void *const *current, const void *const *update)
{
    combiner *c = user;
    c->count = count;
    c->current = current[0];
    c->update = update[0];
    if (setjmp(c->back) != 0) {
        c->jumped = true;
        return GRN_E_SINK;
    }
    R_UnwindProtect(call_function, c, stop_jump, c, c->continuation);
    return c->refusal.text[0] == '\0' ? GRN_OK : GRN_E_ARGUMENT;
}

/* ---- choice ---------------------------------------------------------------------------------- */

/* Logicals as StableHLO's i1: add and max are or, mul and min are and. */
static grn_combiner of_logicals(grn_combiner named)
{
    if (named == GRN_COMBINE_ADD || named == GRN_COMBINE_MAX)
        return GRN_COMBINE_OR;
    return named == GRN_COMBINE_MUL || named == GRN_COMBINE_MIN ? GRN_COMBINE_AND : named;
}

static grn_combiner named_so(SEXP computation)
{
    if (computation == R_NilValue)
        return GRN_COMBINE_REPLACE;
    for (int i = 0; i < GRN_COMBINER_COUNT && TYPEOF(computation) == STRSXP && XLENGTH(computation) == 1; i++)
        if (i != GRN_COMBINE_REGION &&
            strcmp(CHAR(STRING_ELT(computation, 0)), grn_combiner_text((grn_combiner)i)) == 0)
            return (grn_combiner)i;
    if (!Rf_isFunction(computation))
        refuse_in_r("refuse_computation", computation, R_NilValue);
    return GRN_COMBINE_REGION;
}

void choose_combiner(combiner *c, SEXP computation, SEXP input, SEXP update, grn_scatter_spec *spec)
{
    memset(c, 0, sizeof *c);
    c->function = computation;
    c->type = (SEXPTYPE)TYPEOF(input);
    c->named = named_so(computation);
    if (c->type == LGLSXP)
        c->named = of_logicals(c->named);
    if ((c->type == REALSXP || c->type == CPLXSXP) && (int_with[c->named] != NULL && real_with[c->named] == NULL))
        Rf_error("update_computation is \"%s\" and input is %s, it takes integers, logical and raw values",
                 grn_combiner_text(c->named), Rf_type2char(c->type));
    spec->combiner = c->named;
    spec->region_user = c;
    spec->region = c->named == GRN_COMBINE_REGION ? combine_in_r : NULL;
    if (spec->region == NULL && c->named != GRN_COMBINE_REPLACE && with_na(c) != NULL &&
        (has_na(input) || has_na(update)))
        spec->region = with_na(c);
    if (spec->region != NULL)
        spec->combiner = GRN_COMBINE_REGION;
    c->continuation = spec->region == combine_in_r ? R_MakeUnwindCont() : R_NilValue;
}
