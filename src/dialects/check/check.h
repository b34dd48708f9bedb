/* check.h - the ops of the check dialect. */
#ifndef GRN_CHECK_DIALECT_H
#define GRN_CHECK_DIALECT_H

#include "dialects/stablehlo/stablehlo.h"

extern const grn_op_def grn_check_ops[];

#endif
