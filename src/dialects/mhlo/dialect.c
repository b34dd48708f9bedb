/*
 * dialect.c - mhlo, from which StableHLO was made: what both have is spelled with either name and
 * printed as StableHLO's. What only mhlo has (copy, fusion, ..) is kept without being known; ops of
 * StableHLO's names that are others have rows here.
 */
#include "dialects/common/foreign.h"
#include "dialects/common/mlir.h"

#define ASYNC(op, does)                                                                                      \
    GRN_FOREIGN("mhlo", op, does, GRN_PORTS(GRN_ANY_OF("operands")), GRN_PORTS(GRN_ANY_OF("results")), NULL, \
                .nregions = -1, .assembly = "%operands {} : !fn")
/* They call a computation by its name, where StableHLO's hold it in a region. */
static const grn_op_def async_ops[] = {
    ASYNC("async_start", "starts a computation, and gives a future"),
    ASYNC("async_update", "a step between start and end of a computation"),
    ASYNC("async_done", "waits for a future, and gives its values"),
    {.name = NULL},
};
static const grn_op_def *const tables[] = {async_ops, NULL};

const grn_dialect grn_dialect_mhlo = {
    .name = "mhlo", .ops = tables, .spells = "stablehlo", .uniform = &grn_uniform_ops};
