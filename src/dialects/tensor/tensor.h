/* tensor.h - the families of tensor ops. */
#ifndef GRN_TENSOR_DIALECT_H
#define GRN_TENSOR_DIALECT_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_tensor_gather_ops[];   /* gather, scatter, the RFC's scatter */
extern const grn_op_def grn_tensor_reshape_ops[];  /* expand_shape, collapse_shape, reshape */
extern const grn_op_def grn_tensor_cast_ops[];     /* cast, bitcast */
extern const grn_op_def grn_tensor_slice_ops[];    /* extract_slice, insert_slice, parallel_insert_slice */
extern const grn_op_def grn_tensor_make_ops[];     /* empty, dim, rank, from_elements, splat, extract, insert */
extern const grn_op_def grn_tensor_generate_ops[]; /* generate, yield */
extern const grn_op_def grn_tensor_concat_ops[];
extern const grn_op_def grn_tensor_pad_ops[];
extern const grn_op_def grn_tensor_foreign_ops[]; /* pack, unpack */

/* "tensor of any type values": its rank may be open (make.c). */
extern const grn_type_class grn_is_any_tensor;

/* The result's extents, the dynamic ones by operands from number `first` on (make.c). */
grn_status grn_tensor_read_sizes(grn_exec *x, const grn_op *op, size_t first, int64_t *shape);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_tensor_translation;

#endif
