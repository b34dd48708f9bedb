/*
 * window.h - the loops over index vectors, and the part of a window that lies
 * in one piece in the operand and in the dense tensor.
 */
#ifndef GRN_LOWER_WINDOW_H
#define GRN_LOWER_WINDOW_H

#include "lower/access.h"

/* Loops over dims of the dense tensor: those over index vectors, and what has to stay outside of
 * them. */
typedef struct grn_lo_nest {
    bool is_outer[GRN_MAX_RANK]; /* by dense dim */
    int32_t loops;               /* scf.for's to end */
    bool parallel;               /* one scf.parallel around them */
} grn_lo_nest;
void grn_lo_nest_begin(grn_lower *l, const grn_lo_access *a, grn_value *const *extent, grn_value **index, bool parallel,
                       grn_lo_nest *nest);
void grn_lo_nest_end(grn_lower *l, const grn_lo_nest *nest);

/* The last `dims` of the operand and of the dense tensor, which a window takes in one piece. */
typedef struct grn_lo_window {
    int32_t dims;
    int32_t loops;
    int64_t size[GRN_MAX_RANK]; /* extents of the piece */
} grn_lo_window;
/* False: there is no such part of more than one element. Both are memrefs; NULL: there is none. */
bool grn_lo_window_find(grn_lower *l, const grn_lo_access *a, const grn_value *operand, const grn_value *dense,
                        grn_lo_window *w);
/* Loops over the window's other dims. */
void grn_lo_window_loops(grn_lower *l, const grn_lo_access *a, grn_lo_window *w, grn_value *const *extent,
                         grn_value **index);
void grn_lo_window_end_loops(grn_lower *l, const grn_lo_window *w);
/* The piece as a memref. */
grn_value *grn_lo_window_of_operand(grn_lower *l, const grn_lo_access *a, const grn_lo_window *w,
                                    const grn_value *operand, grn_value *const *start, grn_value *const *index);
grn_value *grn_lo_window_of_memref(grn_lower *l, const grn_lo_access *a, const grn_lo_window *w, grn_value *operand,
                                   grn_value *const *start, grn_value *const *index);
grn_value *grn_lo_window_of_dense(grn_lower *l, const grn_lo_access *a, const grn_lo_window *w, grn_value *dense,
                                  grn_value *const *index);
void grn_lo_copy_window(grn_lower *l, grn_value *from, grn_value *to);
/* Whether a window whose elements are in or out one by one is inside as a whole. */
grn_value *grn_lo_window_is_inside(grn_lower *l, const grn_lo_access *a, grn_value *const *start);

void grn_lo_scatter(grn_lower *l, const grn_op *op);

#endif
