/*
 * dot.h - how dot_general is written (dot_text.c).
 *
 * Knows: its lists of dimensions and its pretty form. Must not know: what it means.
 */
#ifndef GRN_STABLEHLO_DOT_H
#define GRN_STABLEHLO_DOT_H

#include "dialects/stablehlo/ops.h"

/* The four lists of dot_dimension_numbers. */
typedef struct grn_dot_dims {
    grn_field lhs_batch, rhs_batch, lhs_contract, rhs_contract;
} grn_dot_dims;

grn_dot_dims grn_hlo_dot_dims(const grn_op *op);
grn_status grn_hlo_dot_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_dot_print(grn_printer *p, const grn_op *op);

#endif
