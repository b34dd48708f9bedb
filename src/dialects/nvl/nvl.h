/*
 * nvl.h - what the ops of anvil's calls share.
 *
 * anvil is an R package and has no IR: its calls are written here as ops, the
 * arguments under their own names and counted from 1 as R counts. Knows:
 * anvil's names, sets of types, and how a call is parsed and printed. Must not
 * know: any single op.
 */
#ifndef GRN_NVL_H
#define GRN_NVL_H

#include "dialects/stablehlo/ops.h"

extern const grn_op_def grn_nvl_index_ops[]; /* gather, scatter */
/* reshape, transpose, broadcast_in_dim, static_slice, concatenate, pad */
extern const grn_op_def grn_nvl_shape_ops[];
extern const grn_op_def grn_nvl_element_ops[]; /* element-wise calls, constant, fill, iota, return */

/* anvil's tensors have known shapes; their elements are numbers or truth values. */
extern const grn_type_class grn_nvl_tensor;
extern const grn_type_class grn_nvl_index_tensor; /* integers */

/*
 * `nvl.name(%a, %b, argument = value, ...) {..} : (T, T) -> T`: lists as [1, 2], arguments in any
 * order, as R takes named ones. An argument that is a function of scalars is the op's region:
 * `update_computation = function(%a: T, %b: T) {..}`.
 */
grn_status grn_nvl_parse(grn_parser *p, grn_op *op);
grn_status grn_nvl_print(grn_printer *p, const grn_op *op);

#define GRN_NVL_TEXT .parse = grn_nvl_parse, .print = grn_nvl_print

/* Attribute `name` of an nvl op counted from 0: each value minus 1. INT64_MIN stays, it is out of
 * any range either way. False: longer than GRN_MAX_RANK. */
bool grn_nvl_dims(const grn_op *op, const char *name, grn_dims *out);
/* The same, values as they are. */
bool grn_nvl_list(const grn_op *op, const char *name, grn_dims *out);

/* "`dims` has 70 entries, at most 64 can be had". GRN_E_VERIFY. */
grn_status grn_nvl_too_long(const grn_op *op, const grn_check *check, const char *name);

/* The rules that inference checks too: a broken one is reported alone and not as a failed
 * inference. */
grn_status grn_nvl_verify(const grn_op *op, grn_check *check);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_nvl_translation;

#endif
