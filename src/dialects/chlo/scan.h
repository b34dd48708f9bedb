/*
 * scan.h - how a scan is written (scan_text.c), and which of its values are
 * what.
 *
 * Operands are inputs, then inits; results are outputs, then carries, of which
 * there are as many as inits. Must not know: what a scan means.
 */
#ifndef GRN_CHLO_SCAN_H
#define GRN_CHLO_SCAN_H

#include "dialects/chlo/chlo.h"

/* Of an op whose segment sizes were verified. */
typedef struct grn_scan_parts {
    size_t ninputs, ninits, noutputs;
} grn_scan_parts;
grn_scan_parts grn_chlo_scan_parts(const grn_op *op);

grn_status grn_chlo_scan_parse(grn_parser *p, grn_op *op);
grn_status grn_chlo_scan_print(grn_printer *p, const grn_op *op);

#endif
