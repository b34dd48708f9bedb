/*
 * conv.h - convolution and dynamic_conv: their dimension numbers, how they are
 * written (conv_dims.c, conv_text.c), their rules (conv.c) and what they mean
 * (conv_eval.c).
 *
 * Knows: which dimension of each tensor is what, and the windows. Must not
 * know: how sums of products are computed.
 */
#ifndef GRN_STABLEHLO_CONV_H
#define GRN_STABLEHLO_CONV_H

#include "dialects/stablehlo/ops.h"

/* One tensor's dimensions: two that are not spatial, as its brackets name them (b and f, i and o),
 * and the spatial ones. */
typedef struct grn_conv_side {
    int64_t first, second;
    grn_field spatial;
} grn_conv_side;

/* input: batch, feature. kernel: input feature, output feature. output: batch, feature. */
typedef struct grn_conv_dims {
    grn_conv_side input, kernel, output;
} grn_conv_dims;

/* ---- dimension numbers (conv_dims.c) --------------------------------------------------------- */

grn_conv_dims grn_hlo_conv_dims(const grn_attr *dims);
/* `[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]`. *fields: as the definition's. */
grn_status grn_hlo_conv_dims_parse(grn_parser *p, grn_field *fields);
/* The same as text of less than GRN_CONV_DIMS_BYTES; false: brackets cannot say it. */
#define GRN_CONV_DIMS_BYTES 1024
bool grn_hlo_conv_dims_text(const grn_attr *dims, char *buffer);

/* ---- shapes (conv.c) ------------------------------------------------------------------------- */

/* The windows' extents are the kernel's. As grn_stablehlo_read_convolution says; dynamic_conv's
 * padding is left 0. */
grn_status grn_hlo_conv_windows(const grn_op *op, const grn_check *check, const int64_t *rhs, grn_windows *out,
                                bool *reversed);
/* convolution C25: the extents of the result, those not known yet GRN_DYNAMIC. Answers its rank. */
int32_t grn_hlo_conv_shape(const grn_op *op, const grn_windows *windows, const int64_t *lhs, const int64_t *rhs,
                           int64_t *out);

/* ---- text (conv_text.c), evaluation (conv_eval.c) -------------------------------------------- */

grn_status grn_hlo_conv_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_conv_print(grn_printer *p, const grn_op *op);
/* Of both ops. */
grn_status grn_hlo_conv_eval(grn_exec *x, const grn_op *op);

#endif
