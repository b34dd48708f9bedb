/* dialect.c - the tensor dialect: its tables. */
#include "dialects/common/mlir.h"
#include "dialects/tensor/tensor.h"

static const grn_op_def *const tables[] = {grn_tensor_gather_ops,   grn_tensor_reshape_ops,
                                           grn_tensor_slice_ops,    grn_tensor_make_ops,
                                           grn_tensor_generate_ops, grn_tensor_cast_ops,
                                           grn_tensor_concat_ops,   grn_tensor_pad_ops,
                                           grn_tensor_foreign_ops,  NULL};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"tensor.gather", "dim", "dims", "source", "indices", NULL, "result", "gather_dims", NULL},
    {"gather", "dim", "dims", "source", "indices", NULL, "result", "coordinates", NULL},
    {"scatter", "dim", "dims", "dest", "indices", "source", "result", "coordinates", NULL},
    {NULL, "dim", "dims", "dest", "indices", "source", "result", "scatter_dims", NULL},
};

const grn_dialect grn_dialect_tensor = {.name = "tensor",
                                        .has_bare_names = true,
                                        .uniform = &grn_uniform_ops,
                                        .ops = tables,
                                        .words = words,
                                        .translation = &grn_tensor_translation};
