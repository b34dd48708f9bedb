/* arguments.c - dimension numbers, slice sizes and promises as R gives them: whole numbers that
 * count from one. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "glue.h"

const words gather_words = {.operand = "operand",
                            .indices = "start_indices",
                            .dense = "the result",
                            .window = "offset_dims",
                            .dropped = "collapsed_slice_dims",
                            .batching = "operand_batching_dims",
                            .indices_batching = "start_indices_batching_dims",
                            .map = "start_index_map"};
const words scatter_words = {.operand = "input",
                             .indices = "scatter_indices",
                             .dense = "update",
                             .window = "update_window_dims",
                             .dropped = "inserted_window_dims",
                             .batching = "input_batching_dims",
                             .indices_batching = "scatter_indices_batching_dims",
                             .map = "scatter_dims_to_operand_dims"};

static void refuse_number(const char *name, R_xlen_t at, double value, bool missing, int least)
{
    char text[40];
    snprintf(text, sizeof text, "%.15g", value);
    Rf_error("%s[%.0f] is %s, it must be a whole number of at least %d", name, (double)at + 1,
             missing        ? "NA"
             : isnan(value) ? "NaN"
             : isinf(value) ? (value > 0 ? "Inf" : "-Inf")
                            : text,
             least);
}

static int64_t whole_at(SEXP x, R_xlen_t i, const char *name, int least)
{
    bool real = TYPEOF(x) == REALSXP;
    double v = real ? REAL_RO(x)[i] : (double)INTEGER_RO(x)[i];
    bool missing = real ? R_IsNA(v) : INTEGER_RO(x)[i] == NA_INTEGER;
    if (missing || !(v >= least) || v > INT_MAX || v != floor(v))
        refuse_number(name, i, v, missing, least);
    return (int64_t)v;
}

void read_dims(SEXP x, const char *name, int least, int base, grn_dims *out)
{
    out->count = 0;
    if (x == R_NilValue)
        return;
    refuse_classes(x, name);
    if (TYPEOF(x) != INTSXP && TYPEOF(x) != REALSXP)
        Rf_error("%s is of type %s, whole numbers are needed", name, Rf_type2char(TYPEOF(x)));
    if (XLENGTH(x) > GRN_MAX_RANK)
        Rf_error("%s has %.0f entries, at most %d are supported", name, (double)XLENGTH(x), GRN_MAX_RANK);
    out->count = (int32_t)XLENGTH(x);
    for (int32_t i = 0; i < out->count; i++)
        out->v[i] = whole_at(x, i, name, least) - base;
}

static int64_t read_dim(SEXP x, const char *name)
{
    grn_dims one;
    read_dims(x, name, 1, 1, &one);
    if (one.count != 1)
        Rf_error("%s has length %d, it must be 1", name, (int)one.count);
    return one.v[0];
}

void read_numbers(const numbers *given, const words *w, grn_dimension_numbers *out)
{
    read_dims(given->window, w->window, 1, 1, &out->offset_dims);
    read_dims(given->dropped, w->dropped, 1, 1, &out->collapsed_slice_dims);
    read_dims(given->batching, w->batching, 1, 1, &out->operand_batching_dims);
    read_dims(given->indices_batching, w->indices_batching, 1, 1, &out->start_indices_batching_dims);
    read_dims(given->map, w->map, 1, 1, &out->start_index_map);
    out->index_vector_dim = read_dim(given->vector_dim, "index_vector_dim");
}

static bool read_flag(SEXP x, const char *name)
{
    if (TYPEOF(x) != LGLSXP || XLENGTH(x) != 1 || LOGICAL_RO(x)[0] == NA_LOGICAL)
        Rf_error("%s must be TRUE or FALSE", name);
    return LOGICAL_RO(x)[0] == TRUE;
}

grn_index_rule read_rule(SEXP bounds, SEXP sorted, SEXP unique, grn_bounds own)
{
    grn_index_rule rule = {.bounds = own, .grain = GRN_GRAIN_ELEMENT};
    for (int i = 0; bounds != R_NilValue && i < GRN_BOUNDS_COUNT; i++)
        if (strcmp(CHAR(STRING_ELT(bounds, 0)), grn_bounds_text((grn_bounds)i)) == 0)
            rule.bounds = (grn_bounds)i;
    rule.indices_are_sorted = read_flag(sorted, "indices_are_sorted");
    rule.unique_indices = read_flag(unique, "unique_indices");
    return rule;
}
