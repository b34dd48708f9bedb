/*
 * chlo.h - what the families of CHLO ops share.
 *
 * Knows: CHLO's sets of types with upstream's text for them, its attributes,
 * and the tables of its ops. Must not know: any single op.
 */
#ifndef GRN_CHLO_H
#define GRN_CHLO_H

#include "dialects/common/mlir.h"

/* ---- the tables, one per family; each ends with name NULL ---------------------------------------------------------- */

extern const grn_op_def grn_chlo_element_ops[];
extern const grn_op_def grn_chlo_broadcast_ops[]; /* broadcast_add and its like, broadcast_select, broadcast_compare */
extern const grn_op_def grn_chlo_constant_ops[];  /* constant, constant_like */
extern const grn_op_def grn_chlo_top_k_ops[];
extern const grn_op_def grn_chlo_ragged_dot_ops[];
extern const grn_op_def grn_chlo_scan_ops[];

/* ---- sets of types and attributes (types.c) ------------------------------------------------------------------------- */

/* X(suffix, text of the elements, element bits): class grn_chlo_<suffix> is a tensor, ranked or not, of these. */
#define GRN_CHLO_FLOAT "4/6/8/16/32/64-bit float"
#define GRN_CHLO_INT "2/4/8/16/32/64-bit integer"
#define GRN_CHLO_COMPLEX "complex type with 32/64-bit float elements"
#define GRN_CHLO_ANY                                                                                                 \
    GRN_CHLO_FLOAT " or bool or " GRN_CHLO_INT " or " GRN_CHLO_COMPLEX                                               \
                   " or per-tensor integer quantized or per-axis integer quantized"
#define GRN_CHLO_CLASSES(X)                                                                                          \
    X(tensor, GRN_CHLO_ANY,                                                                                          \
      GRN_HLO_FLOAT | GRN_HLO_PRED | GRN_HLO_INT | GRN_HLO_COMPLEX | GRN_HLO_QUANT | GRN_HLO_QUANT_AXIS)             \
    X(fp_tensor, GRN_CHLO_FLOAT, GRN_HLO_FLOAT)                                                                      \
    X(complex_tensor, GRN_CHLO_COMPLEX, GRN_HLO_COMPLEX)                                                             \
    X(fp_or_complex_tensor, GRN_CHLO_FLOAT " or " GRN_CHLO_COMPLEX, GRN_HLO_FLOAT | GRN_HLO_COMPLEX)                 \
    X(pred_tensor, "bool", GRN_HLO_PRED)                                                                             \
    X(pred_or_int_tensor, "bool or " GRN_CHLO_INT, GRN_HLO_PRED | GRN_HLO_INT)
#define GRN_CHLO_CLASS_EXTERN(suffix, text, bits) extern const grn_type_class grn_chlo_##suffix;
GRN_CHLO_CLASSES(GRN_CHLO_CLASS_EXTERN)
#undef GRN_CHLO_CLASS_EXTERN
/* A list of one operand or result of class grn_chlo_<class>. */
#define GRN_CHLO_ONE(list, name, class) static const grn_port list[] = {{name, &grn_chlo_##class, GRN_ONE}, GRN_HLO_PORTS_END};
extern const grn_type_class grn_chlo_ranked_int_tensor, grn_chlo_ranked_pred_tensor, grn_chlo_static_tensor;

extern const grn_struct_def grn_chlo_ragged_dot_dims; /* #chlo.ragged_dot<...> */
extern const grn_enum_def grn_chlo_comparison_direction, grn_chlo_comparison_type, grn_chlo_precision;
extern const grn_attr_class grn_chlo_is_comparison_direction, grn_chlo_is_comparison_type, grn_chlo_is_precision_config,
    grn_chlo_is_ragged_dot_dims;

/* A tensor type with other elements: its shape and bounds, if it has any. NULL: memory refused, or `element` is NULL. */
const grn_type *grn_chlo_with_element(grn_ir *ir, const grn_type *type, const grn_type *element);
/* `word = 3`, an attribute of that name (types.c). */
grn_status grn_chlo_parse_integer(grn_parser *p, grn_op *op, const char *word);
/* GRN_E_UNSUPPORTED, reported, when an operand or a result is quantized (types.c). */
grn_status grn_chlo_refuse_quantized(grn_exec *x, const grn_op *op);

/* ---- shapes (broadcast.c) ------------------------------------------------------------------------------------------- */

/*
 * The shape of two, whose extents are known, that are broadcast: the dims of the lower rank lie where `dims` says, or without
 * it at the end. False: there is none, or `dims` is malformed.
 */
bool grn_chlo_broadcast_shape(int32_t a_rank, const int64_t *a, int32_t b_rank, const int64_t *b, size_t ndims,
                              const int64_t *dims, bool has_dims, int32_t *rank, int64_t *shape);

/* The element that constant_like's value is, a number or the text of a complex one, of the value's own type (constant.c). */
grn_scalar grn_chlo_scalar_of(const grn_attr *value, grn_dtype dtype);

/* How programs of it become others' (convert.h). */
extern const grn_translation grn_chlo_translation;

#endif
