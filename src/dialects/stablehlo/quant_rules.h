/*
 * quant_rules.h - what ops demand of the scales, zero points and axes of
 * quantized operands and results, with upstream's words.
 *
 * Knows: types. Must not know: how anything is computed.
 */
#ifndef GRN_STABLEHLO_QUANT_RULES_H
#define GRN_STABLEHLO_QUANT_RULES_H

#include "dialects/stablehlo/ops.h"

/* All of add's rules. */
grn_status grn_hlo_add_verify(const grn_op *op, grn_check *check);
/* Operand 0's elements come out as they are stored: where it and result 0 are quantized alike, by
 * equal steps. */
grn_status grn_hlo_moved_quantization(const grn_op *op, grn_check *check, const char *rule);
grn_status grn_hlo_reshape_quantization(const grn_op *op, grn_check *check);
/* permutation: as long as the result's rank. */
grn_status grn_hlo_transpose_quantization(const grn_op *op, grn_check *check, const int64_t *permutation);
/* dims: as long as the operand's rank. */
grn_status grn_hlo_broadcast_quantization(const grn_op *op, grn_check *check, const int64_t *dims);

#endif
