/*
 * garner.h - the canonical gather and scatter as ops.
 *
 * Knows: how a spec (garner/spec.h) is written as attributes of an op with a
 * destination, on tensors and on memrefs. Must not know: which dialect's op it
 * comes from.
 */
#ifndef GRN_GARNER_DIALECT_H
#define GRN_GARNER_DIALECT_H

#include "dialects/common/dims_rules.h"
#include "dialects/common/mlir.h"

extern const grn_op_def grn_garner_ops[]; /* gather, scatter, yield */

extern const grn_translation grn_garner_translation;
extern const grn_enum_def grn_garner_bounds, grn_garner_grain, grn_garner_batch_rule, grn_garner_combiner;

/*
 * `ins(%operand, %indices : T, I) outs(%dest : D) name = value, ... {..} -> D`, the attributes of
 * the row in any order: lists in brackets, keywords bare, flags alone (text.c).
 */
grn_status grn_garner_parse(grn_parser *p, grn_op *op);
grn_status grn_garner_print(grn_printer *p, const grn_op *op);

/* What the attributes say; reported at the op: GRN_E_LIMIT, and for the fill value GRN_E_DTYPE.
 * `element`: the operand's dtype. */
grn_status grn_garner_gather_spec(const grn_op *op, grn_dtype element, const grn_diag *diag, grn_gather_spec *out);
grn_status grn_garner_scatter_spec(const grn_op *op, const grn_diag *diag, grn_scatter_spec *out);

#endif
