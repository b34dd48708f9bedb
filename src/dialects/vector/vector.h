/* vector.h - the vector dialect of MLIR: read, checked and printed, not run. */
#ifndef GRN_DIALECTS_VECTOR_H
#define GRN_DIALECTS_VECTOR_H

#include "dialects/common/foreign.h"

extern const grn_op_def grn_vector_memory_ops[]; /* loads, stores, gather, scatter */
extern const grn_op_def grn_vector_value_ops[];
extern const grn_op_def grn_vector_transfer_ops[];

/* Texts that no format says (text.c). */
grn_status grn_vector_shuffle_parse(grn_parser *p, grn_op *op);
grn_status grn_vector_outerproduct_parse(grn_parser *p, grn_op *op);
grn_status grn_vector_contract_parse(grn_parser *p, grn_op *op);
grn_status grn_vector_mask_parse(grn_parser *p, grn_op *op);

#define GRN_VECTOR(op, does, ins, outs, attrs, ...) GRN_FOREIGN("vector", op, does, ins, outs, attrs, __VA_ARGS__)
#define GRN_VECTOR_KIND GRN_NEEDS("kind", grn_attr_is_any)

#endif
