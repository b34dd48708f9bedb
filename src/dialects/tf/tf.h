/* tf.h - the ops of the tf dialect of TensorFlow. */
#ifndef GRN_TF_H
#define GRN_TF_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_tf_ops[];

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_tf_translation;

#endif
