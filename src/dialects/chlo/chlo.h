/*
 * chlo.h - what the families of CHLO ops share.
 *
 * Knows: CHLO's attributes, and the tables of its ops. Must not know: any single op.
 */
#ifndef GRN_CHLO_H
#define GRN_CHLO_H

#include "dialects/common/mlir.h"

/* ---- the tables, one per family; each ends with name NULL ------------------------------------ */

extern const grn_op_def grn_chlo_element_ops[];
extern const grn_op_def grn_chlo_broadcast_ops[]; /* broadcast_add and its like, broadcast_select, broadcast_compare */
extern const grn_op_def grn_chlo_constant_ops[];  /* constant, constant_like */
extern const grn_op_def grn_chlo_top_k_ops[];
extern const grn_op_def grn_chlo_ragged_dot_ops[];
extern const grn_op_def grn_chlo_scan_ops[];

#define GRN_CHLO(op, does, ...) GRN_ROW(GRN_NAME(chlo, op), does, "CHLO, " #op, __VA_ARGS__)

/* ---- attributes, types, text (types.c) ------------------------------------------------------- */

extern const grn_struct_def grn_chlo_ragged_dot_dims; /* #chlo.ragged_dot<...> */
extern const grn_enum_def grn_chlo_comparison_direction, grn_chlo_comparison_type, grn_chlo_precision;
extern const grn_attr_class grn_chlo_is_comparison_direction, grn_chlo_is_comparison_type, grn_chlo_is_precision_config,
    grn_chlo_is_ragged_dot_dims;

/* A tensor type with other elements: its shape and bounds, if it has any. NULL: memory refused, or
 * `element` is NULL. */
const grn_type *grn_chlo_with_element(grn_ir *ir, const grn_type *type, const grn_type *element);
/* `word = 3`, an attribute of that name. */
grn_status grn_chlo_parse_integer(grn_parser *p, grn_op *op, const char *word);
/* GRN_E_UNSUPPORTED, reported, when an operand or a result is quantized. */
grn_status grn_chlo_refuse_quantized(grn_exec *x, const grn_op *op);

/* ---- shapes (broadcast.c) -------------------------------------------------------------------- */

/*
 * The shape of two, whose extents are known, that are broadcast: the dims of the lower rank lie
 * where `dims` says, or without it at the end. False: there is none, or `dims` is malformed.
 */
bool grn_chlo_broadcast_shape(int32_t a_rank, const int64_t *a, int32_t b_rank, const int64_t *b, size_t ndims,
                              const int64_t *dims, bool has_dims, int32_t *rank, int64_t *shape);

/* The element that constant_like's value is, a number or the text of a complex one, of the value's
 * own type (constant.c). */
grn_scalar grn_chlo_scalar_of(const grn_attr *value, grn_dtype dtype);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_chlo_translation;

#endif
