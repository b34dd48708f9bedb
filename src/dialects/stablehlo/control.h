/*
 * control.h - how the control ops are written (control_text.c).
 *
 * Knows: their pretty syntax. Must not know: what they mean.
 */
#ifndef GRN_STABLEHLO_CONTROL_H
#define GRN_STABLEHLO_CONTROL_H

#include "dialects/stablehlo/ops.h"

grn_status grn_hlo_while_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_while_print(grn_printer *p, const grn_op *op);
grn_status grn_hlo_barrier_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_barrier_print(grn_printer *p, const grn_op *op);
grn_status grn_hlo_tuple_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_tuple_print(grn_printer *p, const grn_op *op);
grn_status grn_hlo_get_tuple_element_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_get_tuple_element_print(grn_printer *p, const grn_op *op);

#endif
