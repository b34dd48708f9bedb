/* translate.h - what the patterns of anvil's calls share. Knows: how a hub's list becomes a call's
 * argument. */
#ifndef GRN_CONVERT_WITH_NVL_H
#define GRN_CONVERT_WITH_NVL_H

#include "convert/steps.h"

/* import.c: each list ends with op NULL. */
extern const grn_import_pattern grn_nvl_import_patterns[];
extern const grn_export_pattern *const grn_nvl_export_patterns[];
/* translate_index.c: `v`, counted from 0, counted from 1. NULL as for grn_new. */
grn_value *grn_nvl_from_one(grn_rewrite *w, grn_value *v);
/* `v`, counted from 1: counted from 0 and *base 0 where that takes no arithmetic when the program
 * runs; else *base 1, for `fit` to subtract. */
grn_value *grn_nvl_from_zero(grn_rewrite *w, grn_value *v, int64_t *base);
/* target.c */
grn_status grn_nvl_export_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_nvl_export_scatter(grn_rewrite *w, const grn_op *op);
grn_status grn_nvl_import_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_nvl_import_scatter(grn_rewrite *w, const grn_op *op);

/* Arguments: dimensions counted from 1; a list as it is; one dimension counted from 1. */
const grn_attr *grn_nvl_dims_argument(const grn_rewrite *w, size_t count, const int64_t *v);
const grn_attr *grn_nvl_list_argument(const grn_rewrite *w, size_t count, const int64_t *v);
const grn_attr *grn_nvl_number_argument(const grn_rewrite *w, int64_t v);

/* A constant: prim_fill where all is one number, the tensor itself elsewhere. */
grn_value *grn_nvl_constant(grn_rewrite *w, const grn_type *type, const grn_attr *elements);
/* `count` integers wrapped into `element`, in `shape`; one: everywhere. */
grn_value *grn_nvl_integers(grn_rewrite *w, const grn_type *element, const grn_dims *shape, size_t count,
                            const int64_t *v);

/* Whether anvil has tensors of this type: its shape is known, its elements are plain. */
bool grn_nvl_has_type(const grn_type *t);

#endif
