/* dialect.c - the tf dialect of TensorFlow. */
#include "dialects/tf/tf.h"

static const grn_op_def *const tables[] = {grn_tf_ops, NULL};

const grn_dialect grn_dialect_tf = {
    .name = "tf", .ops = tables,
    .translation = &grn_tf_translation};
