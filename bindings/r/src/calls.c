/*
 * calls.c - what R calls. Each takes the arguments of the R function around it as they came, so
 * that an error carries that function's call.
 */
#include <string.h>

#include <R_ext/Rdynload.h>
#include <R_ext/Visibility.h>

#include "glue.h"

/* ---- gather ---------------------------------------------------------------------------------- */

typedef struct gathering {
    grn_gather_spec spec;
    grn_tensor operand;
    index_view indices;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    said heard;
    grn_diag diag;
} gathering;

/* Fills g and holds it against the rules. Protect what it returns for as long as g->indices is
 * used. */
static SEXP read_gathering(gathering *g, SEXP operand, SEXP indices, SEXP sizes, const numbers *given)
{
    g->diag = collect(&g->heard);
    read_numbers(given, &gather_words, &g->spec.dims);
    read_dims(sizes, "slice_sizes", 0, 0, &g->spec.slice_sizes);
    view_of(operand, g->spec.slice_sizes.count, "operand", &g->operand);
    SEXP held = PROTECT(view_of_indices(indices, "start_indices", &g->indices));
    g->spec.index.base = g->indices.base;
    grn_status status = grn_gather_shape(&g->spec, &g->operand, &g->indices.view, &g->diag, &g->rank, g->shape);
    if (status != GRN_OK)
        stop_gather(status, &g->heard, &g->spec, &g->operand, &g->indices.view);
    UNPROTECT(1);
    return held;
}

static SEXP call_gather(SEXP operand, SEXP indices, SEXP sizes, SEXP window, SEXP dropped, SEXP batching,
                        SEXP indices_batching, SEXP map, SEXP vector_dim, SEXP sorted, SEXP unique, SEXP bounds)
{
    gathering g;
    grn_tensor into;
    g.spec = (grn_gather_spec){.index = read_rule(bounds, sorted, unique, GRN_BOUNDS_CLAMP)};
    PROTECT(read_gathering(&g, operand, indices, sizes,
                           &(numbers){window, dropped, batching, indices_batching, map, vector_dim}));
    SEXP class = tensor_class_of(operand, indices, R_NilValue);
    /* as x[i] is of a vector */
    bool vector = g.rank == 1 && class == R_NilValue && g.operand.rank == 1 && is_vector(operand);
    SEXP result = PROTECT(new_array((SEXPTYPE)TYPEOF(operand), g.rank, g.shape, vector, &into));
    grn_status status = grn_gather(&g.spec, &g.operand, &g.indices.view, &into, &g.diag);
    if (status != GRN_OK)
        stop_gather(status, &g.heard, &g.spec, &g.operand, &g.indices.view);
    Rf_setAttrib(result, R_ClassSymbol, class);
    UNPROTECT(2);
    return result;
}

/* The extents of the result of a gather, which is not made. */
static SEXP call_gather_shape(SEXP operand, SEXP indices, SEXP sizes, SEXP window, SEXP dropped, SEXP batching,
                              SEXP indices_batching, SEXP map, SEXP vector_dim)
{
    gathering g;
    g.spec = (grn_gather_spec){.index = {.bounds = GRN_BOUNDS_CLAMP}};
    PROTECT(read_gathering(&g, operand, indices, sizes,
                           &(numbers){window, dropped, batching, indices_batching, map, vector_dim}));
    SEXP shape = PROTECT(Rf_allocVector(REALSXP, g.rank));
    for (int32_t d = 0; d < g.rank; d++)
        REAL(shape)[d] = (double)g.shape[d];
    UNPROTECT(2);
    return shape;
}

/* ---- scatter --------------------------------------------------------------------------------- */

/* Rank the update must have: its window dims and those of the indices without the index vector. */
static int update_rank(const grn_dimension_numbers *n, const grn_tensor *indices)
{
    return n->offset_dims.count + indices->rank - (n->index_vector_dim < indices->rank ? 1 : 0);
}

static SEXP call_scatter(SEXP input, SEXP indices, SEXP update, SEXP window, SEXP dropped, SEXP batching,
                         SEXP indices_batching, SEXP map, SEXP vector_dim, SEXP sorted, SEXP unique, SEXP computation,
                         SEXP bounds)
{
    grn_scatter_spec spec = {.index = read_rule(bounds, sorted, unique, GRN_BOUNDS_SKIP)};
    const grn_dimension_numbers *n = &spec.dims;
    grn_tensor from, updates, into;
    index_view at;
    combiner c;
    said heard;
    grn_diag diag = collect(&heard);
    read_numbers(&(numbers){window, dropped, batching, indices_batching, map, vector_dim}, &scatter_words, &spec.dims);
    view_of(input, n->offset_dims.count + n->collapsed_slice_dims.count + n->operand_batching_dims.count, "input",
            &from);
    PROTECT(view_of_indices(indices, "scatter_indices", &at));
    view_of(update, update_rank(n, &at.view), "update", &updates);
    spec.index.base = at.base;
    if (TYPEOF(input) != TYPEOF(update))
        Rf_error("input and update must have the same dtype: input is %s, update is %s",
                 Rf_type2char((SEXPTYPE)TYPEOF(input)), Rf_type2char((SEXPTYPE)TYPEOF(update)));
    choose_combiner(&c, computation, input, update, &spec);
    PROTECT(c.continuation);
    SEXP result = PROTECT(copy_array(input, &from, tensor_class_of(input, indices, update), &into));
    grn_status status = grn_scatter(&spec, 1, &into, &at.view, &updates, &diag);
    if (c.jumped)
        R_ContinueUnwind(c.continuation);
    if (c.refusal.text[0] != '\0')
        Rf_error("%s", c.refusal.text);
    if (status != GRN_OK)
        stop_scatter(status, &heard, &spec, &from, &at.view, &updates);
    UNPROTECT(3);
    return result;
}

/* ---- registration ---------------------------------------------------------------------------- */

#define CALL(name, nargs)                                       \
    {                                                           \
        "C_" #name, (DL_FUNC)(void (*)(void))call_##name, nargs \
    }
static const R_CallMethodDef calls[] = {
    CALL(gather, 12), CALL(gather_shape, 9),  CALL(scatter, 13),
    CALL(subset, 2),  CALL(subset_assign, 3), {NULL, NULL, 0},
};

void attribute_visible R_init_garner(DllInfo *dll);

void attribute_visible R_init_garner(DllInfo *dll)
{
    R_registerRoutines(dll, NULL, calls, NULL, NULL);
    R_useDynamicSymbols(dll, FALSE);
    R_forceSymbols(dll, TRUE);
    prepare_subscripts();
}
