/* tosa.h - the ops of the tosa dialect of MLIR. */
#ifndef GRN_TOSA_H
#define GRN_TOSA_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_tosa_foreign_ops[]; /* read, not run */
extern const grn_op_def grn_tosa_ops[];

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_tosa_translation;

#endif
