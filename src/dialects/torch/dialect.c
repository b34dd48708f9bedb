/* dialect.c - the dialects torch and torch_c of torch-mlir: their tables. */
#include "dialects/common/mlir.h"
#include "dialects/torch/torch.h"

static const grn_op_def *const tables[] = {grn_torch_gather_ops,
                                           grn_torch_scatter_ops,
                                           grn_torch_reduce_ops,
                                           grn_torch_group_ops,
                                           grn_torch_bag_ops,
                                           grn_torch_segment_ops,
                                           grn_torch_index_ops,
                                           grn_torch_shape_ops,
                                           grn_torch_element_ops,
                                           grn_torch_constant_ops,
                                           grn_torch_size_ops,
                                           grn_torch_foreign_ops,
                                           NULL};
static const grn_op_def *const c_tables[] = {grn_torch_c_ops, NULL};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"torch.aten.embedding", "dim", "dims", "weight", "indices", NULL, "result", NULL, NULL},
    {"torch.aten.embedding_bag.padding_idx", "dim", "dims", "weight", "indices", NULL, "result", NULL, NULL},
    {"torch.aten._embedding_bag", "dim", "dims", "weight", "indices", NULL, "result", NULL, NULL},
    {"torch.aten.take_along_dim", "dim", "dims", "input", "indices", NULL, "result", "dim", NULL},
    {"torch.aten.index.Tensor", "dim", "dims", "input", "indices", NULL, "result", NULL, NULL},
    {"torch.aten.index.Tensor_hacked_twin", "dim", "dims", "input", "indices", NULL, "result", NULL, NULL},
    {"torch.aten.index_put", "dim", "dims", "input", "indices", "values", "result", NULL, NULL},
    {"torch.aten.index_put.hacked_twin", "dim", "dims", "input", "indices", "values", "result", NULL, NULL},
    {"torch.aten.index_add", "dim", "dims", "input", "index", "source", "result", "dim", NULL},
    {"torch.aten.index_reduce", "dim", "dims", "input", "index", "source", "result", "dim", NULL},
    {"torch.aten.index_copy", "dim", "dims", "input", "index", "source", "result", "dim", NULL},
    {"torch.aten.scatter.value", "dim", "dims", "input", "index", "value", "result", "dim", NULL},
    {NULL, "dim", "dims", "input", "index", "src", "result", "dim", NULL},
};

const grn_dialect grn_dialect_torch = {.name = "torch",
                                       .uniform = &grn_uniform_list,
                                       .ops = tables,
                                       .words = words,
                                       .tensor_type = grn_torch_tensor_type,
                                       .type_text = grn_torch_type_text,
                                       .wide_types = "!torch.",
                                       .translation = &grn_torch_translation};
const grn_dialect grn_dialect_torch_c = {.name = "torch_c", .ops = c_tables, .translation = &grn_torch_c_translation};
