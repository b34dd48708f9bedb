/* with_ttnn.h - what the parts of the ttnn target share: lists of readings and writings, an attribute. */
#ifndef GRN_CONVERT_WITH_TTNN_H
#define GRN_CONVERT_WITH_TTNN_H

#include "convert/steps.h"
#include "dialects/ttnn.h"

extern const grn_reading grn_ttnn_readings[]; /* with_ttnn_words.c */
extern const grn_writing grn_ttnn_writings[]; /* with_ttnn_write.c */

/* 3 : i32, or 3 : si32 */
const grn_attr *grn_ttnn_i32(grn_rewrite *w, grn_signedness s, int64_t v);
grn_status grn_ttnn_write_gather(grn_rewrite *w, const grn_op *op);
grn_status grn_ttnn_write_scatter(grn_rewrite *w, const grn_op *op);

#endif
