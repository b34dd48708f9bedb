/* translate.h - what the import and export patterns of torch's operators share. Knows: torch's constants and lists. */
#ifndef GRN_CONVERT_WITH_TORCH_H
#define GRN_CONVERT_WITH_TORCH_H

#include "convert/steps.h"

/* Lists end with op NULL. */
extern const grn_import_pattern grn_torch_import_patterns[]; /* import.c */
extern const grn_export_pattern grn_torch_export_patterns[]; /* export.c */

/* ---- export (target.c): values that operators take beside tensors; NULL as for grn_new ----------------------- */

grn_value *grn_with_torch_int(grn_rewrite *w, int64_t v);
grn_value *grn_with_torch_bool(grn_rewrite *w, bool v);
grn_value *grn_with_torch_none(grn_rewrite *w);
grn_value *grn_with_torch_list(grn_rewrite *w, const char *type, size_t count, grn_value *const *items);
grn_value *grn_with_torch_ints(grn_rewrite *w, size_t count, const int64_t *v);
/* `v` itself where it has the shape. */
grn_value *grn_with_torch_view(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);
grn_status grn_with_torch_export_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_export_scatter(grn_rewrite *w, const grn_op *op);

/* ---- import (import.c) -------------------------------------------------------------------------------- */

/* What cannot be imported: GRN_OK where the target is torch itself, else refused for the reason given. */
grn_status grn_with_torch_stays(const grn_rewrite *w, const char *why);
/* Operand `i`, a constant number, as an element of `dtype`; false: it is none, or has no whole value. */
bool grn_with_torch_scalar(const grn_op *op, size_t i, grn_dtype dtype, void *element);
/* A value aligned at the last dimension of a shape. */
grn_value *grn_with_torch_spread(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape);
/* import_index.c: what is indexed along a dim, tensors of rank 0 included, which no row can express as [1] without
 * knowing the indices; and what no row expresses as one access. */
grn_status grn_with_torch_import_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_scatter_src(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_scatter_add(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_copy(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_reduce(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_add(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_scatter_value(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index(grn_rewrite *w, const grn_op *op);
grn_status grn_with_torch_import_index_put(grn_rewrite *w, const grn_op *op);

#endif
