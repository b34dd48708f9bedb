/* dialect.c - the dialect of anvil's calls: its tables, and the names they had before. */
#include "dialects/nvl/nvl.h"

static const grn_op_def *const tables[] = {grn_nvl_index_ops, grn_nvl_shape_ops, grn_nvl_element_ops, NULL};

/* anvil called them nvl_* first, prim_* since. */
static const grn_spelling spellings[] = {{"prim_gather", "nvl.gather"},
                                         {"prim_scatter", "nvl.scatter"},
                                         {"nvl_gather", "nvl.gather"},
                                         {"nvl_scatter", "nvl.scatter"},
                                         {"nvl.prim_gather", "nvl.gather"},
                                         {"nvl.prim_scatter", "nvl.scatter"},
                                         {NULL, NULL}};

const grn_dialect grn_dialect_nvl = {
    .name = "nvl", .ops = tables, .spellings = spellings, .translation = &grn_nvl_translation};
