/* dialect.c - the check dialect of StableHLO's interpreter. */
#include "dialects/check/check.h"

static const grn_op_def *const check_tables[] = {grn_check_ops, NULL};

const grn_dialect grn_dialect_check = {.name = "check", .ops = check_tables};
