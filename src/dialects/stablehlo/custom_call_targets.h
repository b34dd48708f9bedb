/*
 * custom_call_targets.h - custom calls that JAX and XLA write and that mean something without a device.
 *
 * Knows: their names, operands and attributes, as jax 0.10 writes them. Must not know: LAPACK's (lapack.h), checks.
 */
#ifndef GRN_STABLEHLO_CUSTOM_CALL_TARGETS_H
#define GRN_STABLEHLO_CUSTOM_CALL_TARGETS_H

#include "dialects/stablehlo/ops.h"

/* What runs a call of `target`; NULL: it is none of them. */
typedef grn_status (*grn_hlo_target)(grn_exec *x, const grn_op *op);
grn_hlo_target grn_hlo_find_target(grn_str target);

/* The attribute `name` of the dictionary `dict` of the call; NULL: there is none. */
const grn_attr *grn_hlo_call_attr(const grn_op *op, const char *dict, const char *name);
/* Its operands but those that say the shapes of results (indices_of_shape_operands), which stand behind the others. */
size_t grn_hlo_call_operands(const grn_op *op);
/* Reported unless the call has so many operands and results, all of them tensors. */
grn_status grn_hlo_call_arity(grn_exec *x, const grn_op *op, size_t noperands, size_t nresults);

/* The body of the one function that the call names. Its 2 * n arguments are elements of the first n operands: two of
 * each, one after the other, of a comparator, which gives an i1; else one of each, twice, and it gives one of each. */
grn_status grn_hlo_called_region(grn_exec *x, const grn_op *op, size_t n, bool compares, const grn_region **out);

/* ---- targets that stand beside the ops that they are kin to ---------------------------------- */

grn_status grn_hlo_approx_top_k(grn_exec *x, const grn_op *op);          /* top_k.c */
grn_status grn_hlo_mhlo_top_k(grn_exec *x, const grn_op *op);            /* top_k.c */
grn_status grn_hlo_dynamic_top_k(grn_exec *x, const grn_op *op);         /* top_k.c */
grn_status grn_hlo_dynamic_random_bits(grn_exec *x, const grn_op *op);   /* random.c */
grn_status grn_hlo_dynamic_reduce_window(grn_exec *x, const grn_op *op); /* reduce.c */

#endif
