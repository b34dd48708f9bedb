/*
 * elsewhere.c - what other systems do where a finding matters: a row for each kind and system.
 *
 * Sources: torch's pages of scatter_, scatter_add_, index_select and use_deterministic_algorithms;
 * ONNX's operators and ONNX Runtime's CPU kernels (scatter.cc walks updates in order, scatter_nd.cc
 * in parallel); XLA's operation semantics and lax.scatter; tt-metal's kernels of gather and scatter
 * (docs/ttnn.md).
 */
#include "survey/lint.h"

enum { GATHERS = 1, SCATTERS = 2, BOTH = 3, SYSTEMS = 4 };

static const struct {
    grn_lint_kind kind;
    int accesses;
    grn_lint_elsewhere does[SYSTEMS];
} rows[] = {
    {GRN_LINT_OUT_OF_BOUNDS,
     GATHERS,
     {{"torch", "raises an error; on CUDA a device-side assertion"},
      {"ONNX Runtime", "returns an error for an index outside of [-extent, extent - 1]"},
      {"XLA", "moves the window inside; JAX's default mode fills with NaN, or the integer's least value"},
      {"TTNN", "does not check the index: the element is undefined"}}},
    {GRN_LINT_OUT_OF_BOUNDS,
     SCATTERS,
     {{"torch", "raises an error; on CUDA a device-side assertion"},
      {"ONNX Runtime", "returns an error for an index outside of [-extent, extent - 1]"},
      {"XLA", "drops the whole window"},
      {"TTNN", "skips the update"}}},
    {GRN_LINT_FALSE_PROMISE,
     BOTH,
     {{"torch", "takes no such promise, and gives what it gives without one"},
      {"ONNX Runtime", "takes no such promise, and gives what it gives without one"},
      {"XLA", "relies on the promise: the result is undefined"},
      {"TTNN", "takes no such promise, and gives what it gives without one"}}},
    {GRN_LINT_UNREACHABLE,
     BOTH,
     {{"torch", "takes indices of 32 and 64 bits only: a conversion keeps what the narrow type has lost"},
      {"ONNX Runtime", "takes indices of 32 and 64 bits only: a conversion keeps what the narrow type has lost"},
      {"XLA", "takes narrow types, and may compare with a bound that does not fit into them"},
      {"TTNN", "takes unsigned 16 and 32 bits: what is negative here is a large index there"}}},
    {GRN_LINT_OVERWRITTEN,
     SCATTERS,
     {{"torch", "keeps the last one on a CPU, and leaves open which; on CUDA any of them"},
      {"ONNX Runtime",
       "ScatterElements keeps the last one, ScatterND any of them, as it works in parallel; ONNX leaves it open"},
      {"XLA", "applies updates in any order, so any of them stays"},
      {"TTNN", "keeps the last one of each row"}}},
    {GRN_LINT_FLOAT_ORDER,
     SCATTERS,
     {{"torch", "adds in order on a CPU, and by atomics in any order on CUDA"},
      {"ONNX Runtime", "ScatterElements adds in order, ScatterND leaves the order open"},
      {"XLA", "applies updates in any order, on a GPU by atomics, and may combine updates first"},
      {"TTNN", "adds in order; bf16 in f32, rounded once at the end"}}},
    {GRN_LINT_REGION_ORDER,
     SCATTERS,
     {{"torch", "has no combiner of one's own: sum, prod, mean, amax, amin"},
      {"ONNX Runtime", "has no combiner of one's own: add, mul, max, min"},
      {"XLA", "applies updates in any order, and may combine updates first"},
      {"TTNN", "has no combiner of one's own: sum, prod, max, min"}}},
    {GRN_LINT_PARTLY_OUTSIDE,
     SCATTERS,
     {{"torch", "has whole slices only, and raises an error for an index out of range"},
      {"ONNX Runtime", "has whole slices only, and returns an error for an index out of range"},
      {"XLA", "drops the whole window, and so does JAX: --drop-whole-window"},
      {"TTNN", "has single elements only, and skips those outside"}}},
    {GRN_LINT_NEGATIVE,
     GATHERS,
     {{"torch", "counts from the end in x[i] and take; gather and index_select raise an error"},
      {"ONNX Runtime", "counts from the end"},
      {"XLA", "takes the first element; JAX's x[i] counts from the end before that"},
      {"TTNN", "has unsigned indices only: a large index, which is not checked"}}},
    {GRN_LINT_NEGATIVE,
     SCATTERS,
     {{"torch", "counts from the end in index_put; scatter raises an error"},
      {"ONNX Runtime", "counts from the end"},
      {"XLA", "drops the window; JAX's x.at[i] counts from the end before that"},
      {"TTNN", "skips the update"}}},
};

GRN_API const grn_lint_elsewhere *grn_lint_elsewhere_of(grn_lint_kind kind, bool is_scatter, size_t *n)
{
    const grn_lint_elsewhere *found = NULL;
    for (size_t i = 0; !found && i < GRN_COUNT(rows); i++)
        if (rows[i].kind == kind && rows[i].accesses & (is_scatter ? SCATTERS : GATHERS))
            found = rows[i].does;
    if (n)
        *n = found ? SYSTEMS : 0;
    return found;
}
