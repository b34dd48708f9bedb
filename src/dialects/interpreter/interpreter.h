/* interpreter.h - the ops of StableHLO's interpreter dialect. */
#ifndef GRN_INTERPRETER_DIALECT_H
#define GRN_INTERPRETER_DIALECT_H

#include "dialects/stablehlo/ops.h"

extern const grn_op_def grn_interpreter_ops[];  /* print, probe */
extern const grn_op_def grn_run_parallel_ops[]; /* run_parallel */

#endif
