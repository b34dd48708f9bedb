/* translate.h - what the parts of the ttnn target share: lists of import and export patterns, an
 * attribute. */
#ifndef GRN_CONVERT_WITH_TTNN_H
#define GRN_CONVERT_WITH_TTNN_H

#include "convert/steps.h"
#include "dialects/ttnn/ttnn.h"

extern const grn_import_pattern grn_ttnn_import_patterns[];        /* import.c */
extern const grn_export_pattern *const grn_ttnn_export_patterns[]; /* export.c */

/* Every shape is known, and no element is si32, which the hub does not have (import.c). */
bool grn_ttnn_is_known(const grn_op *op);
/* A shape that is known, of extents that fit an i32 (export.c). */
bool grn_ttnn_takes(const grn_type *t);
/* Parts that TTNN carries in its own attributes (export.c). */
const grn_attr *grn_ttnn_attr(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own);
/* 3 : i32, or 3 : si32 */
const grn_attr *grn_ttnn_i32(grn_rewrite *w, grn_signedness s, int64_t v);
grn_status grn_ttnn_export_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_ttnn_export_scatter(grn_rewrite *w, const grn_op *op);
/* A gather in the form GRN_CAN_SLICES, as fit leaves it; what it becomes (export_embedding.c). */
bool grn_ttnn_is_slices(const grn_hub *hub);
grn_status grn_ttnn_export_slices(grn_rewrite *w, const grn_hub *hub);

#endif
