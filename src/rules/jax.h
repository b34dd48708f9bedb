/*
 * jax.h - what JAX's gather and scatter require beyond StableHLO's rules: the last dimension of
 * indices holds the vectors, and a collapsed dimension has the slice size 1 (StableHLO allows 0
 * too).
 */
#ifndef GRN_RULES_JAX_H
#define GRN_RULES_JAX_H

#include "rules/rules.h"

grn_status grn_jax_check_vectors(const grn_rule_report *to, const grn_shaped *indices);
grn_status grn_jax_check_collapsed(const grn_rule_report *to, const grn_dims *collapsed, const grn_dims *slice_sizes);

#endif
