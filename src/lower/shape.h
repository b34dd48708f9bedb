/* shape.h - element functions that ops with attributes and ops with operands share. */
#ifndef GRN_LOWER_SHAPE_H
#define GRN_LOWER_SHAPE_H

#include "eval/eval.h"
#include "lower/numbers.h"

grn_value *grn_lo_reshape(grn_lower *l, const grn_op *op, grn_value *const *index);
grn_value *grn_lo_broadcast(grn_lower *l, const grn_op *op, grn_value *const *index);
grn_value *grn_lo_iota(grn_lower *l, const grn_op *op, grn_value *const *index);

/* v's element at `at` where `inside` holds, which is everywhere when it is NULL; else other's at
 * `index`. */
grn_value *grn_lo_read_where(grn_lower *l, grn_value *inside, const grn_value *v, grn_value *const *at,
                             const grn_value *other, grn_value *const *index);

/* A dimension's padding. */
typedef struct grn_lo_padding {
    grn_value *low, *high, *interior;
} grn_lo_padding;
typedef void (*grn_lo_padding_fn)(grn_lower *l, const grn_op *op, int32_t d, grn_lo_padding *out);
grn_value *grn_lo_pad(grn_lower *l, const grn_op *op, grn_value *const *index, grn_lo_padding_fn read);
void grn_lo_pad_extents(grn_lower *l, const grn_op *op, grn_value **out, grn_lo_padding_fn read);

/* Windows (row_reduce.c). False: l->status says what is wrong with them. */
bool grn_lo_read_windows(grn_lower *l, const grn_op *op, grn_windows *out);
/* Where position `step` of window `window` lies along dim d of operand 0; *inside, NULL where
 * nothing is tested so far: whether there is an element. */
grn_value *grn_lo_window_place(grn_lower *l, const grn_op *op, const grn_windows *w, int32_t d, grn_value *window,
                               grn_value *step, grn_value **inside);

#endif
