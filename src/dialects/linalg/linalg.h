/* linalg.h - the families of linalg ops. */
#ifndef GRN_LINALG_H
#define GRN_LINALG_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_linalg_foreign_ops[]; /* read, not run */
extern const grn_op_def grn_linalg_ops[];         /* transpose, broadcast, yield */
extern const grn_op_def grn_linalg_generic_ops[]; /* generic, index */
extern const grn_op_def grn_linalg_fill_ops[];    /* fill, copy */

extern const grn_enum_def grn_linalg_iterator_type; /* parallel, reduction, window */

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_linalg_translation;

/* ---- text (text.c) --------------------------------------------------------------------------- */

/* `-> T` or `-> (T, U)`, if it is there, and the operands read before. */
grn_status grn_linalg_read_results(grn_parser *p, grn_op *op, grn_uses *uses);
void grn_linalg_print_results(grn_printer *p, const grn_op *op);
/* The region that yields the first of two arguments, which are of these types' elements. */
grn_status grn_linalg_add_region(grn_parser *p, grn_op *op, const grn_type *const *types);

/* ---- rules and values (operands.c) ----------------------------------------------------------- */

/* Element type of a tensor or memref, else the type itself. */
const grn_type *grn_linalg_element(const grn_type *t);
/* The region is ^bb0(%in, %out): linalg.yield %in, of elements of the two operands (linalg.c). */
grn_status grn_linalg_yields_input(const grn_op *op, grn_check *check);
/* Numbers of inputs and outputs, by operandSegmentSizes. */
grn_status grn_linalg_segments(const grn_op *op, const grn_check *check, size_t *inputs, size_t *outputs);
size_t grn_linalg_inputs(const grn_op *op); /* of a verified op */
/* Outputs are tensors, each of the type of the result at its place, or all shaped operands are
 * memrefs and there is no result. */
grn_status grn_linalg_check_results(const grn_op *op, const grn_check *check, size_t inputs);
/* What output i, operand `operand`, is written to: the memref itself, or result i, new and with the
 * elements that the operand has. */
grn_status grn_linalg_output(grn_exec *x, const grn_op *op, size_t i, size_t operand, grn_tensor *out);

#endif
