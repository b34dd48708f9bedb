/*
 * body.h - operators that ONNX defines by others: a node of one is read as the nodes of its body.
 *
 * Knows: how nodes are put into a graph, the types and attributes of the node that they stand for.
 * Must not know: files, and how the nodes are run. A body is built only where it holds for the
 * types that are known; otherwise the node stays what it is.
 */
#ifndef GRN_ONNX_BODY_H
#define GRN_ONNX_BODY_H

#include <stdio.h>

#include "onnx/internal.h"

enum { GRN_ONNX_BODY_RESULTS = 12 };
typedef struct onnx_body {
    onnx_reader *r;
    onnx_scope *scope;
    const onnx_node *node;
    const grn_type *const *declared;           /* of the node's results, entries may be NULL */
    grn_value *results[GRN_ONNX_BODY_RESULTS]; /* NULL: the body has not that one */
} onnx_body;

/* Fills b->results; results[0] NULL, and nothing reported: the node stays. */
typedef void onnx_body_fn(onnx_body *b);
typedef struct onnx_body_row {
    const char *op;
    const char *operands, *text; /* of a body that is a formula (body_formula.c) */
    onnx_body_fn *build;         /* of another one */
    const char *domain;          /* NULL: ONNX's own */
} onnx_body_row;
/* Each ends with op NULL. */
extern const onnx_body_row grn_onnx_formulas[], grn_onnx_norm_bodies[], grn_onnx_loss_bodies[],
    grn_onnx_attention_bodies[], grn_onnx_place_bodies[], grn_onnx_pool_bodies[], grn_onnx_quantize_bodies[],
    grn_onnx_conv_bodies[], grn_onnx_resize_bodies[], grn_onnx_sample_bodies[], grn_onnx_scatter_bodies[],
    grn_onnx_roi_bodies[], grn_onnx_recurrent_bodies[], grn_onnx_linear_attention_bodies[], grn_onnx_signal_bodies[],
    grn_onnx_einsum_bodies[], grn_onnx_boxes_bodies[], grn_onnx_flex_bodies[], grn_onnx_matrix_bodies[],
    grn_onnx_pad_bodies[], grn_onnx_train_bodies[];

/* The node as its body; *put false: it has none, or stays. False: reported. */
bool grn_onnx_put_body(onnx_body *b, bool *put);
/* body_formula.c: the value of a formula of the node's operands, by their names in `operands`. */
grn_value *grn_onnx_formula(onnx_body *b, const char *operands, const char *text);

/* The same of values that are given by their names; its numbers are scalars of `dtype`. A term
 * without a value gives NULL. */
typedef struct onnx_term {
    const char *name;
    grn_value *value;
} onnx_term;
grn_value *grn_onnx_formula_of(onnx_body *b, grn_dtype dtype, const char *text, size_t n, const onnx_term *terms);
#define GRN_FORMULA(b, dtype, text, ...)                                                              \
    grn_onnx_formula_of(b, dtype, text, sizeof((const onnx_term[]){__VA_ARGS__}) / sizeof(onnx_term), \
                        (const onnx_term[]){__VA_ARGS__})

/* ---- the node -------------------------------------------------------------------------------- */

/* Operand i; NULL: left out. */
static inline grn_value *grn_onnx_input(const onnx_body *b, size_t i)
{
    return i < b->node->ninputs ? b->node->inputs[i] : NULL;
}
bool grn_onnx_is_float(const grn_value *v);
/* Operand i is there, and all its extents are known. */
bool grn_onnx_is_static(const onnx_body *b, size_t i);
/* The same, and each is so small that the product of two can be counted. */
bool grn_onnx_is_small(const onnx_body *b, size_t i);
int64_t grn_onnx_int(const onnx_body *b, const char *name, int64_t absent);
double grn_onnx_real(const onnx_body *b, const char *name, double absent);
bool grn_onnx_says(const onnx_body *b, const char *name, const char *text);
/* The numbers of a list; -1: it is not there, or has more than `room`. */
int64_t grn_onnx_ints(const onnx_body *b, const char *name, int64_t room, int64_t *out);
/* The numbers of a constant, in row-major order; -1: it is none, or has more than `room`. */
int64_t grn_onnx_constant_numbers(const grn_value *v, int64_t room, double *out);
/* The type of result i in the file, where it is there and all its extents are known; else NULL. */
const grn_type *grn_onnx_declared(const onnx_body *b, size_t i);
/* `axis`, counted from the front; -1: out of range. */
int64_t grn_onnx_axis(const onnx_body *b, int32_t rank, int64_t absent);

/* ---- nodes of the body ----------------------------------------------------------------------- */

/* One node with at most one attribute, and its first result. NULL for an operand gives NULL, so
 * that only the end need be asked. */
grn_value *grn_onnx_step(onnx_body *b, const char *op, size_t n, grn_value *const *operands, const char *attr,
                         const grn_attr *value);
#define GRN_STEP_WITH(b, op, attr, value, ...)                                       \
    grn_onnx_step(b, op, sizeof((grn_value *[]){__VA_ARGS__}) / sizeof(grn_value *), \
                  (grn_value *const[]){__VA_ARGS__}, attr, value)
#define GRN_STEP(b, op, ...) GRN_STEP_WITH(b, op, NULL, NULL, __VA_ARGS__)
#define GRN_STEP_INT(b, op, attr, number, ...) GRN_STEP_WITH(b, op, attr, grn_onnx_si64((b)->r, number), __VA_ARGS__)

/* The same with more attributes. */
typedef struct onnx_named {
    const char *name;
    const grn_attr *value;
} onnx_named;
grn_value *grn_onnx_step_with(onnx_body *b, const char *op, size_t n, grn_value *const *operands, size_t nattrs,
                              const onnx_named *attrs);
/* Without the dimensions of one element that `axes` names: the node's first result, whose type the
 * file may have where the axes are not known. */
grn_value *grn_onnx_squeeze_to(onnx_body *b, grn_value *v, grn_value *axes);

/* The k largest along `axis`, from the largest on, and their places. */
grn_value *grn_onnx_top(onnx_body *b, grn_value *v, int64_t k, int64_t axis, grn_value **places);

/* Constants: a scalar, a list of one dimension. */
grn_value *grn_onnx_scalar_of(onnx_body *b, grn_dtype dtype, double v);
static inline grn_value *grn_onnx_i64(onnx_body *b, int64_t v) { return grn_onnx_scalar_of(b, GRN_I64, (double)v); }
static inline grn_value *grn_onnx_f32(onnx_body *b, double v) { return grn_onnx_scalar_of(b, GRN_F32, v); }
static inline grn_value *grn_onnx_f64(onnx_body *b, double v) { return grn_onnx_scalar_of(b, GRN_F64, v); }
grn_value *grn_onnx_list_of(onnx_body *b, int64_t n, const int64_t *v);
grn_value *grn_onnx_cast(onnx_body *b, grn_value *v, grn_dtype dtype);
grn_value *grn_onnx_reshape(onnx_body *b, grn_value *v, int64_t rank, const int64_t *shape);
grn_value *grn_onnx_transpose(onnx_body *b, grn_value *v, size_t rank, const int64_t *perm);
grn_value *grn_onnx_slice_of(onnx_body *b, grn_value *v, int64_t axis, int64_t from, int64_t to, int64_t step);
/* 0, 1, ..., n - 1 along dimension `axis` of `rank`, the others 1. */
grn_value *grn_onnx_count(onnx_body *b, int64_t n, int64_t axis, int64_t rank);
/* Folds by a reduction such as "ReduceMean" over axes from `from` to the last; they stay as 1. */
grn_value *grn_onnx_fold_from(onnx_body *b, const char *op, grn_value *v, int64_t from, int64_t rank);
/* Element k of a list, as a scalar. */
grn_value *grn_onnx_listed(onnx_body *b, grn_value *list, int64_t k);
/* v with `before` dimensions of one element in front, and `behind` at the end. */
grn_value *grn_onnx_widened(onnx_body *b, grn_value *v, int64_t before, int64_t behind);
/* Folds by a reduction over `axes`, which go. */
grn_value *grn_onnx_folded(onnx_body *b, const char *op, grn_value *v, int64_t n, const int64_t *axes);
/* [C] as [C, 1, ..., 1], which broadcasts to [N, C, ..] of this rank. */
grn_value *grn_onnx_by_channel(onnx_body *b, grn_value *v, int64_t rank);

static inline grn_dtype grn_onnx_dtype_of(const grn_value *v) { return grn_type_element_or_self(v->type)->dtype; }

#endif
