/*
 * translate.h - what the targets tensor and tcp share: the hub's helper ops as
 * ops of MLIR's own dialects arith, tensor and linalg.
 *
 * Knows: those dialects' ops and attributes. Must not know: fit.
 */
#ifndef GRN_TENSOR_TRANSLATE_H
#define GRN_TENSOR_TRANSLATE_H

#include "convert/steps.h"

/* ---- values (export_shape.c); NULL as for grn_new ------------------------------------------------------------- */

/* expand_shape, collapse_shape, or one after the other through one dimension. */
grn_value *grn_mlir_reshape(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);
/* What v was before it was reshaped; v itself when it was not. */
grn_value *grn_mlir_unshaped(grn_value *v);
grn_value *grn_mlir_transpose(grn_rewrite *w, grn_value *v, const int64_t *permutation);
/* dims[i] is the result's dim of v's dim i. The target's own op where it has one, else linalg.broadcast. */
grn_value *grn_mlir_broadcast(grn_rewrite *w, grn_value *v, const int64_t *dims, int32_t rank, const int64_t *shape);
/* [a, b, ...] of i64 attributes, as reassociations are. */
const grn_attr *grn_mlir_i64_array(grn_rewrite *w, size_t count, const int64_t *v);
/* How many operands each group has: operandSegmentSizes. */
const grn_attr *grn_mlir_segments(grn_rewrite *w, size_t count, const int32_t *v);
/* Whether StableHLO has such a slice of a dim of `extent`: these dialects' may go nowhere, or backwards. */
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

/* ---- arithmetic (export_arith.c) ----------------------------------------------------------------------------------- */

grn_status grn_export_constant(grn_rewrite *w, const grn_op *op);
grn_status grn_export_binary(grn_rewrite *w, const grn_op *op);
grn_status grn_export_compare(grn_rewrite *w, const grn_op *op);
grn_status grn_export_select(grn_rewrite *w, const grn_op *op);
grn_status grn_export_convert(grn_rewrite *w, const grn_op *op);

/* The rows of a list of export patterns. */
#define GRN_MLIR_EXPORT_PATTERNS                                                                                             \
    {.op = "stablehlo.constant", .export = grn_export_constant}, {.op = "stablehlo.reshape", .export = grn_export_reshape},  \
        {.op = "stablehlo.transpose", .export = grn_export_transpose},                                                       \
        {.op = "stablehlo.broadcast_in_dim", .export = grn_export_broadcast},                                                \
        {.op = "stablehlo.slice", .export = grn_export_slice}, {.op = "stablehlo.pad", .export = grn_export_pad},            \
        {.op = "stablehlo.get_dimension_size", .export = grn_export_size, .when = grn_has_plain_operand},                    \
        {.op = "stablehlo.dynamic_broadcast_in_dim", .export = grn_export_dynamic_broadcast},                                \
        {.op = "stablehlo.dynamic_reshape", .export = grn_export_dynamic_reshape},                                           \
        {.op = "stablehlo.add", .export = grn_export_binary}, {.op = "stablehlo.subtract", .export = grn_export_binary},     \
        {.op = "stablehlo.multiply", .export = grn_export_binary}, {.op = "stablehlo.minimum", .export = grn_export_binary}, \
        {.op = "stablehlo.maximum", .export = grn_export_binary}, {.op = "stablehlo.and", .export = grn_export_binary},      \
        {.op = "stablehlo.or", .export = grn_export_binary}, {.op = "stablehlo.xor", .export = grn_export_binary},           \
        {.op = "stablehlo.divide", .export = grn_export_binary}, {.op = "stablehlo.compare", .export = grn_export_compare},  \
        {.op = "stablehlo.select", .export = grn_export_select}, {.op = "stablehlo.convert", .export = grn_export_convert},  \
    {                                                                                                                        \
        .op = "stablehlo.concatenate", .as = "tensor.concat",                                                                \
        .parts = GRN_PARTS({NULL, GRN_PART_OPERAND, NULL, -1}, {"dim", GRN_PART_NUMBER, "dimension", 0})                     \
    }

#endif
