/*
 * body_scan.h - recurrences as ONNX's Scan, for bodies that take a step for each slice of their
 * operands.
 *
 * Knows: how a Scan and its graph are made. Must not know: what a step computes.
 */
#ifndef GRN_ONNX_BODY_SCAN_H
#define GRN_ONNX_BODY_SCAN_H

#include "onnx/body.h"

enum { GRN_SCAN_VALUES = 8 };
typedef struct onnx_scan {
    size_t nstates, ninputs, noutputs;  /* each at most GRN_SCAN_VALUES */
    grn_value *states[GRN_SCAN_VALUES]; /* as they are at first */
    grn_value *inputs[GRN_SCAN_VALUES]; /* scanned along dimension 0 */
    bool reverse;                       /* from the last slice to the first, outputs too */
    const void *context;                /* for the step */
    /* From states and slices, new states and what is collected. The values are of the graph of `b`.
     * A step that gives a NULL makes the Scan none. */
    void (*step)(onnx_body *b, const void *context, grn_value *const *states, grn_value *const *slices,
                 grn_value **new_states, grn_value **outputs);
    grn_value *last[GRN_SCAN_VALUES], *collected[GRN_SCAN_VALUES]; /* results; all NULL: there is none */
} onnx_scan;

void grn_onnx_scan(onnx_body *b, onnx_scan *s);

#endif
