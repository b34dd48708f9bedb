/*
 * adopt.h - types and attributes of one module, made another's.
 *
 * Types are made anew, since those of one module are equal where their pointers are. Attributes share texts, lists
 * and elements with those they are made of, whose module must live as long.
 */
#ifndef GRN_IR_ADOPT_H
#define GRN_IR_ADOPT_H

#include "ir/ir.h"

/* Both: NULL, memory refused, of which a NULL that is given counts as one. */
const grn_type *grn_type_adopt(grn_ir *ir, const grn_type *type);
const grn_attr *grn_attr_adopt(grn_ir *ir, const grn_attr *attr);
/* `to`, which has none, gets all of from's. False: memory refused. */
bool grn_op_adopt_attrs(grn_ir *ir, const grn_op *from, grn_op *to);

#endif
