/*
 * import_rows.h - what imports of torch's bags, segments and masks are made of: numbers, rows that
 * are gathered, and rows that are scattered.
 *
 * Knows: ops of the hub. Must not know: any operator of torch's. Builders answer NULL as grn_new
 * does, which includes a NULL operand.
 */
#ifndef GRN_DIALECTS_TORCH_IMPORT_ROWS_H
#define GRN_DIALECTS_TORCH_IMPORT_ROWS_H

#include "dialects/torch/torch.h"
#include "dialects/torch/translate.h"

const grn_type *grn_torch_i64(grn_rewrite *w);
/* v of i64 everywhere. */
grn_value *grn_torch_everywhere(grn_rewrite *w, int64_t v, int32_t rank, const int64_t *shape);
/* What an extreme or a sum of such elements begins with, everywhere. */
grn_value *grn_torch_identity_like(grn_rewrite *w, grn_torch_identity i, const grn_type *element, int32_t rank,
                                   const int64_t *shape);
/* A value for each row of [n, D]. */
grn_value *grn_torch_along_rows(grn_rewrite *w, grn_value *v, const int64_t *shape);
/* Of [n], each with its own element, in as many steps as n has bits. */
grn_value *grn_torch_running_sums(grn_rewrite *w, grn_value *v);

/* What is at the indices along the first dim of v, [n] or [n, D]; none of v's extents is 0. */
grn_value *grn_torch_gather_rows(grn_rewrite *w, grn_value *v, grn_value *indices);
/* v [n, D] at [at[b, d], d]. */
grn_value *grn_torch_gather_elements(grn_rewrite *w, grn_value *v, grn_value *at);
/* Values [n] or [n, D] combined with those of `full` that the ids name. */
grn_value *grn_torch_scatter_rows(grn_rewrite *w, grn_combiner combiner, grn_value *full, grn_value *ids, bool sorted,
                                  grn_value *values);

#endif
