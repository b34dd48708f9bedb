/*
 * convolve.h - convolutions as sums of products: of each window of lhs with each column of rhs.
 *
 * Knows: windows over the spatial dimensions of lhs, with padding, dilation and reversal, and
 * groups of features and of batches. Must not know: in which order a tensor has its dimensions:
 * views are given in the order below.
 *
 * Source: StableHLO spec, convolution. The products of a sum follow rhs, row-major over its spatial
 * dimensions and then its input features; an element of padding is a zero, which is multiplied as
 * any other.
 */
#ifndef GRN_EVAL_CONVOLVE_H
#define GRN_EVAL_CONVOLVE_H

#include "eval/contract.h"

typedef struct grn_convolution {
    /* over the spatial dimensions; base_dilation: lhs's, window_dilation: rhs's */
    grn_windows windows;
    bool reversed[GRN_MAX_RANK];          /* a window's elements are met from its end */
    int64_t feature_groups, batch_groups; /* one of them is 1 */
    grn_tensor lhs;                       /* [batch, spatial..., input features], any strides */
    grn_tensor rhs;                       /* [spatial..., input features of a group, output features] */
    grn_tensor out;                       /* [batch, spatial..., output features], compact */
} grn_convolution;

/* All three of one dtype and of shapes that fit (C10-C16, C25 of the specification). GRN_E_DTYPE,
 * GRN_E_MEMORY. */
grn_status grn_eval_convolve(const grn_convolution *c, const grn_parallel *parallel, const grn_allocator *allocator);
/* The number of products of the convolution; UINT64_MAX: more than can be counted. */
uint64_t grn_convolution_products(const grn_convolution *c);

#endif
