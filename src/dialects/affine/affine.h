/* affine.h - the affine dialect of MLIR: read, checked in its parts, printed in generic form; not run. */
#ifndef GRN_DIALECTS_AFFINE_H
#define GRN_DIALECTS_AFFINE_H

#include "dialects/common/foreign.h"

extern const grn_op_def grn_affine_value_ops[]; /* apply, min, max, and accesses of memory */
extern const grn_op_def grn_affine_loop_ops[];

#define GRN_AFFINE(op, does, ins, outs, attrs, ...) GRN_FOREIGN("affine", op, does, ins, outs, attrs, __VA_ARGS__)

/* `(%i, %j)[%n]`, all of type index, onto `uses`. */
grn_status grn_affine_read_operands(grn_parser *p, grn_uses *uses);
/* A map or set into attribute `name`, and `(%i, %j)[%n]`. */
grn_status grn_affine_read_map(grn_parser *p, grn_op *op, grn_str name, grn_uses *uses);
/* Reads one op with `uses` at hand. */
grn_status grn_affine_with_uses(grn_parser *p, grn_op *op, grn_status (*parse)(grn_parser *p, grn_op *op, grn_uses *uses));
/* An attribute from its text. */
grn_status grn_affine_set_text(grn_parser *p, grn_op *op, grn_str name, const char *text);

#endif
