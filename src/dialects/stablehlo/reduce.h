/*
 * reduce.h - how reduce is written (reduce_text.c).
 *
 * Knows: its two pretty forms. Must not know: what it means.
 */
#ifndef GRN_STABLEHLO_REDUCE_H
#define GRN_STABLEHLO_REDUCE_H

#include "dialects/stablehlo/ops.h"

/* Whether it is written in the short form, which shows no attribute of the op in its region. */
bool grn_hlo_reduce_is_short(const grn_op *op);
grn_status grn_hlo_reduce_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_reduce_print(grn_printer *p, const grn_op *op);

#endif
