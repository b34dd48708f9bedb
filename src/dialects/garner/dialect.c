/* dialect.c - garner's own dialect: the canonical gather and scatter. */
#include "dialects/garner/garner.h"

static const grn_op_def *const tables[] = {grn_garner_ops, NULL};
static const grn_enum_def *const enums[] = {&grn_garner_bounds, &grn_garner_grain, &grn_garner_batch_rule,
                                            &grn_garner_combiner, NULL};

const grn_dialect grn_dialect_garner = {
    .name = "garner", .ops = tables, .enums = enums, .translation = &grn_garner_translation};
