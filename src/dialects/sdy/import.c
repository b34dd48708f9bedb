/* import.c - Shardy's ops as the hub's: what says how a value is sharded is that value. */
#include "convert/steps.h"

#include "dialects/sdy/sdy.h"

static const grn_import_pattern imports[] = {
    {.op = "sdy.constant", .import = grn_import_constant},
    {.op = "sdy.sharding_constraint", .import = grn_import_identity},
    {.op = "sdy.reshard", .import = grn_import_identity},
    {.op = "sdy.data_flow_edge", .import = grn_import_identity},
    {.op = "sdy.func_data_flow_edge", .import = grn_import_identity},
    {.op = "sdy.propagation_barrier", .import = grn_import_identity},
    {.op = "sdy.all_gather", .import = grn_import_identity},
    {.op = "sdy.all_slice", .import = grn_import_identity},
    {.op = "sdy.all_to_all", .import = grn_import_identity},
    {.op = "sdy.collective_permute", .import = grn_import_identity},
    {.op = "sdy.all_reduce", .import = grn_import_identity},
    {.op = "sdy.reduce_scatter", .import = grn_import_identity},
    {.op = "sdy.sharded_to_unreduced", .import = grn_import_identity},
    {.op = "sdy.replicated_to_unreduced", .import = grn_import_identity},
    {.op = NULL},
};

const grn_translation grn_sdy_translation = {.imports = imports};
