/*
 * adjoint.h - the formulas of gradients, of one segment of one column.
 *
 * Knows: numbers in f64 and the fields of a spec. Must not know: tensors.
 */
#ifndef GRN_SEGMENTS_ADJOINT_H
#define GRN_SEGMENTS_ADJOINT_H

#include "segments/segments.h"

/* n entries, at least one, in ascending order. */
typedef struct grn_segment_gradient {
    const grn_segment_spec *spec;
    grn_segment_ties ties;
    int64_t n;
    const double *x, *w;
    double g;       /* the gradient of the segment's result */
    double *grad;   /* those of its entries' results, of softmax and log_softmax; else room */
    double initial; /* where has_initial */
    bool has_initial;
    double *x_grad, *w_grad; /* what is asked for; w_grad is read of sum and mean alone */
} grn_segment_gradient;

typedef void (*grn_segment_formula)(const grn_segment_gradient *g);
grn_segment_formula grn_segment_formula_of(grn_segment_op op);

#endif
