/* tcp.h - what the TCP ops share (tcp.c). */
#ifndef GRN_TCP_H
#define GRN_TCP_H

#include "dialects/common/mlir.h"

extern const grn_op_def grn_tcp_gather_ops[]; /* gather, gather_nd, gather_slice */
extern const grn_op_def grn_tcp_shape_ops[];  /* broadcast, slice */

/* Of every op here: share/tcp.irdl.mlir declares them to MLIR's tools. */
#define GRN_TCP_TRAITS (GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS)

extern const grn_type_class grn_tcp_tensor;
bool grn_tcp_is_element(const grn_type *e); /* what such a tensor may hold */
/* "index attribute"; a plain integer is taken as well, as "Gather Ops in TCP" writes it. */
extern const grn_attr_class grn_tcp_is_dim;

/*
 * `%a, %b {dim = 1 : index} : T, T -> T`, as mlir-tcp prints it; read too: `{dim = 1}`, and `(T, T)
 * -> T`, as the document writes them. Printed, dim is an index.
 */
grn_status grn_tcp_parse(grn_parser *p, grn_op *op);
grn_status grn_tcp_print(grn_printer *p, const grn_op *op);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_tcp_translation;

#endif
