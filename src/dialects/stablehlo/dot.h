/*
 * dot.h - dot_general and dot: their dimensions (dot_text.c, dot.c), how they are
 * written (dot_text.c), their rules (dot.c) and what they mean (dot_eval.c).
 *
 * Knows: a dot of two operands whose dimensions are batching, free or
 * contracting. Must not know: how sums of products are computed.
 */
#ifndef GRN_STABLEHLO_DOT_H
#define GRN_STABLEHLO_DOT_H

#include "dialects/stablehlo/ops.h"

/* The four lists of dot_dimension_numbers; of a dot, whose operands' ranks are 1 or 2, those of the
 * dot_general it means. */
typedef struct grn_dot_dims {
    grn_field lhs_batch, rhs_batch, lhs_contract, rhs_contract;
} grn_dot_dims;
grn_dot_dims grn_hlo_dot_dims(const grn_op *op);
/* dot_general C1-C10, over dims of operands 0 and 1. */
grn_status grn_hlo_dot_rules(const grn_op *op, grn_check *check, const grn_dot_dims *dims);

/* The dimensions of one side in the order: batching, free, contracting. */
typedef struct grn_dot_order {
    int32_t batch, free, contract;
    int64_t dims[GRN_MAX_RANK];
} grn_dot_order;
grn_dot_order grn_hlo_dot_order(int32_t rank, const grn_field *batch, const grn_field *contract);
/* dot_general C12: batching, then lhs's free dimensions, then rhs's. Answers the rank; -1 when
 * there are too many. */
int32_t grn_hlo_dot_shape(const int64_t *lhs, const grn_dot_order *l, const int64_t *rhs, const grn_dot_order *r,
                          int64_t *shape);

/* dot_general's algorithm: the types that factors are rounded to and sums are made in, how many
 * parts of its type stand for a factor, and how many products of parts are summed. */
typedef struct grn_dot_algorithm {
    const grn_type *lhs, *rhs, *sums;
    int64_t lhs_parts, rhs_parts, products;
    bool imprecise;
} grn_dot_algorithm;
/* False: the op names none. */
bool grn_hlo_dot_algorithm(const grn_op *op, grn_dot_algorithm *out);
/* Of a #stablehlo.dot_algorithm's fields; false: they are of other kinds. */
bool grn_hlo_algorithm_of(const grn_field *fields, grn_dot_algorithm *out);
/* dot_general C22-C24, and that some hardware is known to have it: a `fits` of grn_struct_def. */
bool grn_hlo_algorithm_fits(const grn_field *fields, char *wrong, size_t wrong_bytes);

/* dot_general's. */
grn_status grn_hlo_dot_general_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_dot_general_print(grn_printer *p, const grn_op *op);
/* dot's. */
grn_status grn_hlo_dot_parse(grn_parser *p, grn_op *op);
grn_status grn_hlo_dot_print(grn_printer *p, const grn_op *op);
/* Of both. */
grn_status grn_hlo_dot_eval(grn_exec *x, const grn_op *op);

#endif
