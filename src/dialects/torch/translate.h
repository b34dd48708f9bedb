/* translate.h - what the import and export patterns of torch's operators share. Knows: torch's
 * constants and lists. */
#ifndef GRN_CONVERT_WITH_TORCH_H
#define GRN_CONVERT_WITH_TORCH_H

#include "convert/steps.h"

/* Lists end with op NULL. */
extern const grn_import_pattern grn_torch_import_patterns[], grn_torch_c_import_patterns[]; /* import.c */
extern const grn_export_pattern *const grn_torch_export_patterns[];                         /* export.c */

/* ---- export (target.c): values that operators take beside tensors; NULL as for grn_new ------- */

grn_value *grn_with_torch_int(grn_rewrite *w, int64_t v);
grn_value *grn_with_torch_bool(grn_rewrite *w, bool v);
grn_value *grn_with_torch_none(grn_rewrite *w);
grn_value *grn_with_torch_list(grn_rewrite *w, const char *type, size_t count, grn_value *const *items);
grn_value *grn_with_torch_ints(grn_rewrite *w, size_t count, const int64_t *v); /* GRN_MAX_RANK at most */
/* A shape that is known, of a dtype of PyTorch's (export.c). */
bool grn_torch_takes(const grn_type *t);
grn_value *grn_torch_operand(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own);
grn_status grn_with_torch_export_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_export_scatter(grn_rewrite *w, const grn_op *op);

/* ---- import (import.c) ----------------------------------------------------------------------- */

/* Operand `i`, a constant number, as an element of `dtype`; false: it is none, or has no whole
 * value. */
bool grn_with_torch_scalar(const grn_op *op, size_t i, grn_dtype dtype, void *element);
/* import_index.c: what is indexed along a dim, tensors of rank 0 included, which no row can express
 * as [1] without knowing the indices; and what no row expresses as one access. */
grn_status grn_with_torch_import_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_scatter_src(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_scatter_add(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_copy(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_reduce(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_reduce(grn_rewrite *w, const grn_op *op);
/* Of a mask, or of values that are counted: stays torch's, as the hub has nothing like it. */
grn_status grn_with_torch_import_grouped(grn_rewrite *w, const grn_op *op);
/* import_bag.c, import_segment.c, import_mask.c */
grn_status grn_with_torch_import_bag(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_segment_reduce(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_masked_scatter(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_bincount(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_add(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_scatter_value(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_put(grn_rewrite *w, const grn_op *op);

#endif
