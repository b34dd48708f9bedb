/* linalg.h - the ops of the linalg dialect. */
#ifndef GRN_LINALG_H
#define GRN_LINALG_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_linalg_ops[]; /* transpose, broadcast, yield */

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_linalg_translation;

#endif
