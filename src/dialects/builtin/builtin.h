/* builtin.h - the ops of the builtin dialect. */
#ifndef GRN_BUILTIN_DIALECT_H
#define GRN_BUILTIN_DIALECT_H

#include "dialects/stablehlo/stablehlo.h"

extern const grn_op_def grn_builtin_ops[];

#endif
