/* dialect.c - the ttnn dialect of tt-mlir. */
#include "dialects/common/mlir.h"
#include "dialects/ttnn/ttnn.h"

static const grn_op_def *const tables[] = {grn_ttnn_gather_ops,
                                           grn_ttnn_embedding_ops,
                                           grn_ttnn_element_ops,
                                           grn_ttnn_make_ops,
                                           grn_ttnn_shape_ops,
                                           grn_ttnn_place_ops,
                                           NULL};
static const grn_enum_def *const enums[] = {&grn_ttnn_reduce_type, NULL};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"ttnn.embedding", "dim", "dims", "weight", "input", NULL, "result", NULL, NULL},
    {NULL, "dim", "dims", "input", "index", "source", "result", "dim", NULL},
};

const grn_dialect grn_dialect_ttnn = {.name = "ttnn",
                                      .uniform = &grn_uniform_ops,
                                      .ops = tables,
                                      .words = words,
                                      .enums = enums,
                                      .tile_arguments = grn_ttnn_arguments_of,
                                      .translation = &grn_ttnn_translation};
