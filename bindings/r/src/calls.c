/* calls.c - what R calls. Arguments come checked by R/arguments.R: lists of whole numbers that count from one. */
#include <string.h>

#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "glue.h"

/* ---- specs --------------------------------------------------------------------------------------------------- */

static void read_dims(SEXP list, int64_t base, grn_dims *out)
{
    if (Rf_length(list) > GRN_MAX_RANK)
        Rf_error("a list of dimensions has %d entries, at most %d are supported", Rf_length(list), GRN_MAX_RANK);
    out->count = Rf_length(list);
    for (int32_t i = 0; i < out->count; i++)
        out->v[i] = INTEGER_RO(list)[i] - base;
}

/* dims: the six dimension arguments in the order of the R functions. */
static void read_numbers(SEXP dims, grn_dimension_numbers *out)
{
    read_dims(VECTOR_ELT(dims, 0), 1, &out->offset_dims);
    read_dims(VECTOR_ELT(dims, 1), 1, &out->collapsed_slice_dims);
    read_dims(VECTOR_ELT(dims, 2), 1, &out->operand_batching_dims);
    read_dims(VECTOR_ELT(dims, 3), 1, &out->start_indices_batching_dims);
    read_dims(VECTOR_ELT(dims, 4), 1, &out->start_index_map);
    out->index_vector_dim = (int64_t)INTEGER_RO(VECTOR_ELT(dims, 5))[0] - 1;
}

/* Index values stay one-based in memory: base is subtracted after they are widened, so no value wraps. */
static grn_index_rule read_rule(SEXP bounds, SEXP promises)
{
    grn_index_rule rule = {.base = 1, .bounds = GRN_BOUNDS_CLAMP, .grain = GRN_GRAIN_ELEMENT};
    for (int i = 0; i < GRN_BOUNDS_COUNT; i++)
        if (strcmp(CHAR(STRING_ELT(bounds, 0)), grn_bounds_text((grn_bounds)i)) == 0)
            rule.bounds = (grn_bounds)i;
    rule.indices_are_sorted = LOGICAL_RO(promises)[0] == TRUE;
    rule.unique_indices = LOGICAL_RO(promises)[1] == TRUE;
    return rule;
}

/* ---- gather -------------------------------------------------------------------------------------------------- */

static SEXP call_gather(SEXP operand, SEXP start_indices, SEXP slice_sizes, SEXP dims, SEXP bounds, SEXP promises)
{
    grn_gather_spec spec = {.index = read_rule(bounds, promises)};
    grn_tensor from, indices, into;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    said heard;
    grn_diag diag = collect(&heard);
    read_numbers(dims, &spec.dims);
    read_dims(slice_sizes, 0, &spec.slice_sizes);
    view_of(operand, spec.slice_sizes.count, "operand", &from);
    PROTECT(view_of_indices(start_indices, "start_indices", &indices));
    stop_unless_ok(grn_gather_shape(&spec, &from, &indices, &diag, &rank, shape), &heard);
    SEXP result = PROTECT(new_array(TYPEOF(operand), rank, shape, &into));
    stop_unless_ok(grn_gather(&spec, &from, &indices, &into, &diag), &heard);
    UNPROTECT(2);
    return result;
}

/* ---- scatter ------------------------------------------------------------------------------------------------- */

/* Rank the update must have: its window dims and those of the indices without the index vector. */
static int update_rank(const grn_dimension_numbers *n, const grn_tensor *indices)
{
    return n->offset_dims.count + indices->rank - (n->index_vector_dim < indices->rank ? 1 : 0);
}

static SEXP copy_of(SEXP input, const grn_tensor *view, grn_tensor *copy)
{
    SEXP result = PROTECT(new_array(TYPEOF(input), view->rank, view->shape, copy));
    if (XLENGTH(input) > 0)
        memcpy(copy->data, view->data, grn_tensor_bytes(view));
    if (Rf_getAttrib(input, R_DimSymbol) == R_NilValue)
        Rf_setAttrib(result, R_DimSymbol, R_NilValue); /* a vector stays a vector */
    UNPROTECT(1);
    return result;
}

static SEXP call_scatter(SEXP input, SEXP scatter_indices, SEXP update, SEXP dims, SEXP bounds, SEXP promises, SEXP name,
                         SEXP function)
{
    grn_scatter_spec spec = {.index = read_rule(bounds, promises)};
    const grn_dimension_numbers *n = &spec.dims;
    grn_tensor from, indices, updates, into;
    combiner c;
    said heard;
    grn_diag diag = collect(&heard);
    read_numbers(dims, &spec.dims);
    view_of(input, n->offset_dims.count + n->collapsed_slice_dims.count + n->operand_batching_dims.count, "input", &from);
    PROTECT(view_of_indices(scatter_indices, "scatter_indices", &indices));
    view_of(update, update_rank(n, &indices), "update", &updates);
    if (TYPEOF(input) != TYPEOF(update))
        Rf_error("input and update must have the same dtype: input is %s, update is %s", Rf_type2char(TYPEOF(input)),
                 Rf_type2char(TYPEOF(update)));
    choose_combiner(&c, CHAR(STRING_ELT(name, 0)), function, input, update, &spec);
    PROTECT(c.continuation);
    SEXP result = PROTECT(copy_of(input, &from, &into));
    grn_status status = grn_scatter(&spec, 1, &into, &indices, &updates, &diag);
    if (c.jumped)
        R_ContinueUnwind(c.continuation);
    if (c.refusal.text[0] != '\0')
        Rf_error("%s", c.refusal.text);
    stop_unless_ok(status, &heard);
    UNPROTECT(3);
    return result;
}

/* ---- registration -------------------------------------------------------------------------------------------- */

static const R_CallMethodDef calls[] = {
    {"C_gather", (DL_FUNC)(void (*)(void))call_gather, 6},
    {"C_scatter", (DL_FUNC)(void (*)(void))call_scatter, 8},
    {NULL, NULL, 0},
};

void attribute_visible R_init_garner(DllInfo *dll);

void attribute_visible R_init_garner(DllInfo *dll)
{
    R_registerRoutines(dll, NULL, calls, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
}
