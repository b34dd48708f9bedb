/* translate.h - what the parts of the ttnn target share: lists of import and export patterns, an attribute. */
#ifndef GRN_CONVERT_WITH_TTNN_H
#define GRN_CONVERT_WITH_TTNN_H

#include "convert/steps.h"
#include "dialects/ttnn/ttnn.h"

extern const grn_import_pattern grn_ttnn_import_patterns[]; /* import.c */
extern const grn_export_pattern grn_ttnn_export_patterns[]; /* export.c */

/* 3 : i32, or 3 : si32 */
const grn_attr *grn_ttnn_i32(grn_rewrite *w, grn_signedness s, int64_t v);
grn_status grn_ttnn_export_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_ttnn_export_scatter(grn_rewrite *w, const grn_op *op);

#endif
