/* dialect.c - the interpreter dialect: how StableHLO's interpreter runs, shows and keeps values. */
#include "dialects/interpreter/interpreter.h"

static const grn_op_def *const interpreter_tables[] = {grn_interpreter_ops, grn_run_parallel_ops, NULL};

const grn_dialect grn_dialect_interpreter = {.name = "interpreter", .ops = interpreter_tables};
