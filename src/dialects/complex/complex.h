/* complex.h - the ops of the complex dialect. */
#ifndef GRN_COMPLEX_DIALECT_H
#define GRN_COMPLEX_DIALECT_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_complex_foreign_ops[]; /* read, not run */
extern const grn_op_def grn_complex_ops[];

#endif
