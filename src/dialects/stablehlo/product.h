/*
 * product.h - what dot_general, dot and convolution have in common: two factors
 * and sums of their products.
 *
 * Knows: which of the three may be quantized and how, which dtype the sums are
 * made in, and a factor as a run needs it. Must not know: dimensions.
 */
#ifndef GRN_STABLEHLO_PRODUCT_H
#define GRN_STABLEHLO_PRODUCT_H

#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

/* ---- rules (product.c) ----------------------------------------------------------------------- */

/* The number that each rule on quantized operands 0 and 1 and result 0 has in the op. */
typedef struct grn_product_rules {
    const char *quantized, *storage, *expressed, *granularity, *hybrid;
} grn_product_rules;
/* Of an op of which some operand or result is quantized. */
grn_status grn_hlo_product_quantization(const grn_op *op, grn_check *check, const grn_product_rules *rules);
/* precision_config says something of each operand, or nothing. */
grn_status grn_hlo_precision_rule(const grn_op *op, grn_check *check, const char *rule);
/* The result's shape is `shape` as far as is known. */
grn_status grn_hlo_shape_rule(const grn_op *op, grn_check *check, const char *rule, int32_t rank, const int64_t *shape);

/* ---- evaluation ------------------------------------------------------------------------------ */

/* What sums for elements of `dtype` are made in: floats narrower than f32 in f32, rounded once at
 * the end, as XLA does; others in their own. */
grn_dtype grn_hlo_sum_dtype(grn_dtype dtype);
/* *out: `in` with elements of `dtype`. The caller's to release. */
grn_status grn_hlo_converted(grn_exec *x, const grn_op *op, const grn_rt *in, grn_dtype dtype, grn_rt *out);
/* Operand `i` with elements of `dtype`: of a quantized one, those it stands for. The caller's to
 * release. */
grn_status grn_hlo_factor(grn_exec *x, const grn_op *op, size_t i, grn_dtype dtype, grn_rt *out);
/* The result, of sums. */
grn_status grn_hlo_product_result(grn_exec *x, const grn_op *op, const grn_rt *sums);

#endif
