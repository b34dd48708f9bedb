/* math.h - the ops of the math dialect. */
#ifndef GRN_MATH_DIALECT_H
#define GRN_MATH_DIALECT_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_math_foreign_ops[]; /* read, not run */
extern const grn_op_def grn_math_ops[];

#endif
