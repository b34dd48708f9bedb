/*
 * translate.h - what the targets tensor and tcp share: the hub's helper ops as
 * ops of MLIR's own dialects arith, tensor and linalg.
 *
 * Knows: those dialects' ops and attributes. Must not know: fit.
 */
#ifndef GRN_TENSOR_TRANSLATE_H
#define GRN_TENSOR_TRANSLATE_H

#include "convert/steps.h"

/* ---- values (export_shape.c); NULL as for grn_new -------------------------------------------- */

/* expand_shape, collapse_shape, or one after the other through one dimension. */
grn_value *grn_mlir_reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);
/* What v was before it was reshaped; v itself when it was not. */
grn_value *grn_mlir_unshaped(grn_value *v);
grn_value *grn_mlir_transpose(grn_rewrite *w, grn_value *v, const int64_t *permutation);
/* dims[i] is the result's dim of v's dim i. The target's own op where it has one, else
 * linalg.broadcast. */
grn_value *grn_mlir_broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape);
/* [a, b, ...] of i64 attributes, as reassociations are. */
const grn_attr *grn_mlir_i64_array(grn_rewrite *w, size_t count, const int64_t *v);
/* How many operands each group has: operandSegmentSizes. */
const grn_attr *grn_mlir_segments(grn_rewrite *w, size_t count, const int32_t *v);
/* Whether StableHLO has such a slice of a dim of `extent`: these dialects' may go nowhere, or
 * backwards. */
bool grn_mlir_is_slice(int64_t extent, int64_t start, int64_t size, int64_t step);
/* v as `declared`, which says fewer of its extents: tensor.cast, or v itself. */
grn_value *grn_mlir_declared(grn_rewrite *w, grn_value *v, const grn_type *declared);
grn_value *grn_mlir_index(grn_rewrite *w, int64_t value); /* arith.constant 4 : index */

/* Export patterns: what has no form there stays as it is, which is GRN_OK. */
grn_status grn_export_reshape(grn_rewrite *w, const grn_op *op);
grn_status grn_export_transpose(grn_rewrite *w, const grn_op *op);
grn_status grn_export_dynamic_transpose(grn_rewrite *w, const grn_op *op);
grn_status grn_export_broadcast(grn_rewrite *w, const grn_op *op);
grn_status grn_export_slice(grn_rewrite *w, const grn_op *op);
grn_status grn_export_pad(grn_rewrite *w, const grn_op *op);
grn_status grn_export_size(grn_rewrite *w, const grn_op *op);
grn_status grn_export_dynamic_broadcast(grn_rewrite *w, const grn_op *op);
grn_status grn_export_dynamic_reshape(grn_rewrite *w, const grn_op *op);

/* ---- arithmetic (export_arith.c) ------------------------------------------------------------- */

grn_status grn_export_constant(grn_rewrite *w, const grn_op *op);
grn_status grn_export_binary(grn_rewrite *w, const grn_op *op);
grn_status grn_export_compare(grn_rewrite *w, const grn_op *op);
grn_status grn_export_select(grn_rewrite *w, const grn_op *op);
grn_status grn_export_convert(grn_rewrite *w, const grn_op *op);

/* The rows of a table of export patterns. */
#define GRN_MLIR_EXPORT(hub, function) GRN_EXPORTS(GRN_HLO(hub), {.export = grn_export_##function})
#define GRN_MLIR_EXPORT_PATTERNS                                                                                   \
    GRN_MLIR_EXPORT(constant, constant), GRN_MLIR_EXPORT(reshape, reshape), GRN_MLIR_EXPORT(transpose, transpose), \
        GRN_MLIR_EXPORT(broadcast_in_dim, broadcast), GRN_MLIR_EXPORT(slice, slice), GRN_MLIR_EXPORT(pad, pad),    \
        GRN_EXPORTS(GRN_HLO(get_dimension_size), {.export = grn_export_size, .when = grn_has_plain_operand}),      \
        GRN_MLIR_EXPORT(dynamic_broadcast_in_dim, dynamic_broadcast),                                              \
        GRN_MLIR_EXPORT(dynamic_reshape, dynamic_reshape), GRN_MLIR_EXPORT(add, binary),                           \
        GRN_MLIR_EXPORT(subtract, binary), GRN_MLIR_EXPORT(multiply, binary), GRN_MLIR_EXPORT(minimum, binary),    \
        GRN_MLIR_EXPORT(maximum, binary), GRN_MLIR_EXPORT(and, binary), GRN_MLIR_EXPORT(or, binary),               \
        GRN_MLIR_EXPORT(xor, binary), GRN_MLIR_EXPORT(divide, binary), GRN_MLIR_EXPORT(compare, compare),          \
        GRN_MLIR_EXPORT(select, select), GRN_MLIR_EXPORT(convert, convert),                                        \
        GRN_EXPORTS(GRN_HLO(concatenate), {.as = "tensor.concat",                                                  \
                                           .parts = GRN_PARTS({NULL, GRN_PART_OPERAND, NULL, -1},                  \
                                                              {"dim", GRN_PART_NUMBER, "dimension", 0})})

#endif
