/*
 * mask.h - elements where a mask (i1) is true: counted, taken out, put in, filled. Elements of all
 * types move by their size; an element of a mask is true where its byte is not 0.
 */
#ifndef GRN_EVAL_MASK_H
#define GRN_EVAL_MASK_H

#include "core/core.h"

/* How many elements of `mask`, broadcast to `wide`, are true. */
int64_t grn_mask_count(const grn_tensor *mask, const grn_tensor *wide);
/* The elements of `from` at the true places of `mask`, in row-major order of their common shape,
 * into the first elements of `to`, of rank 1. */
void grn_mask_select(const grn_tensor *mask, const grn_tensor *from, const grn_tensor *to);
/* The first elements of `from`, row-major, into the true places of `to`, which has mask's shape. */
void grn_mask_scatter(const grn_tensor *mask, const grn_tensor *from, const grn_tensor *to);
/* The element at `element` into the true places of `to`, which has mask's shape. */
void grn_mask_fill(const grn_tensor *mask, const void *element, const grn_tensor *to);

#endif
