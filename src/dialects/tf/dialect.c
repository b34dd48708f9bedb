/* dialect.c - the tf dialect of TensorFlow. */
#include "dialects/common/mlir.h"
#include "dialects/tf/tf.h"

static const grn_op_def *const tables[] = {grn_tf_ops, NULL};

/* What its documents call the parts of its gathers and scatters. */
static const grn_access_words words[] = {
    {"tf.GatherV2", "axis", "axes", "params", "indices", NULL, "output", "axis", "batch_dims"},
    {"tf.GatherNd", "axis", "axes", "params", "indices", NULL, "output", NULL, "batch_dims"},
    {NULL, "axis", "axes", "tensor", "indices", "updates", "output", NULL, NULL},
};

const grn_dialect grn_dialect_tf = {
    .name = "tf", .uniform = &grn_uniform_ops, .ops = tables, .words = words, .translation = &grn_tf_translation};
