/*
 * garner.h - the canonical gather and scatter as ops, which the hub's are (convert/convert.h).
 *
 * Knows: how a spec (garner/spec.h) is written as attributes of an op on tensors, with or without a
 * destination, or on memrefs, where the destination is written to. Must not know: which dialect's
 * op it comes from.
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

/* Operands: (operand, indices | destination), and (indices, updates... | destinations...). A gather
 * on tensors may have no destination. */
typedef struct grn_garner_operands {
    size_t inputs, outputs;
} grn_garner_operands;
grn_garner_operands grn_garner_operands_of(const grn_op *op);

/* The attributes of a gather or scatter set (make.c). Memory refused: false. `element`: the type of
 * the operand's elements, which the fill value has. `outputs`: how many of the operands are
 * destinations. */
bool grn_garner_set_gather(grn_ir *ir, grn_op *op, const grn_gather_spec *spec, const grn_type *element,
                           size_t outputs);
bool grn_garner_set_scatter(grn_ir *ir, grn_op *op, const grn_scatter_spec *spec, size_t outputs);

#endif
