/* gather.h - the text of tensor.gather and tensor.scatter (gather_text.c). */
#ifndef GRN_TENSOR_GATHER_H
#define GRN_TENSOR_GATHER_H

#include "dialects/common/dims_rules.h"
#include "dialects/tensor/tensor.h"

grn_status grn_tensor_gather_parse(grn_parser *p, grn_op *op);
grn_status grn_tensor_gather_print(grn_printer *p, const grn_op *op);
grn_status grn_tensor_scatter_parse(grn_parser *p, grn_op *op);
grn_status grn_tensor_scatter_print(grn_printer *p, const grn_op *op);
/* The RFC's `gather`: of tensors it is tensor.gather, of memrefs it is written as in the RFC. */
grn_status grn_tensor_rfc_gather_parse(grn_parser *p, grn_op *op);
grn_status grn_tensor_rfc_gather_print(grn_printer *p, const grn_op *op);
/* The RFC's `scatter`: of tensors, read with `unique` it is tensor.scatter, written it is as in the
 * RFC. */
grn_status grn_tensor_rfc_scatter_parse(grn_parser *p, grn_op *op);
grn_status grn_tensor_rfc_scatter_print(grn_printer *p, const grn_op *op);

#endif
