/* jax.c - JAX's own rules, in its words. */
#include "rules/jax.h"

#include <inttypes.h>

grn_status grn_jax_check_vectors(const grn_rule_report *to, const grn_shaped *indices)
{
    if (indices->rank > 0)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_SHAPE, NULL, "%s indices have rank 0, their last dimension holds the vectors",
                           to->op);
}

grn_status grn_jax_check_collapsed(const grn_rule_report *to, const grn_dims *collapsed, const grn_dims *slice_sizes)
{
    for (int32_t i = 0; i < collapsed->count && i < GRN_MAX_RANK; i++) {
        const int64_t d = collapsed->v[i];
        if (d >= 0 && d < slice_sizes->count && d < GRN_MAX_RANK && slice_sizes->v[d] != 1)
            return grn_rule_broken(to, GRN_E_SHAPE, NULL,
                                   "Gather op can only collapse slice dims with bound 1, but bound is %" PRId64
                                   " for index %" PRId64 " at position %" PRId32 ".",
                                   slice_sizes->v[d], d, i);
    }
    return GRN_OK;
}
