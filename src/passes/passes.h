/*
 * passes.h - programs rewritten into programs.
 *
 * Knows: dialects by name, and which ops of theirs mean the same. A pass takes
 * a verified grn_ir that is not read elsewhere, changes it in place and leaves
 * one that verifies. Must not know: plans, kernels, how anything is run.
 *
 * A pass walks the ops with grn_pass_walk, builds with grn_make and changes
 * with the calls of ir.h's section on rewriting; at the end the caller calls
 * grn_ir_refresh once.
 */
#ifndef GRN_PASSES_H
#define GRN_PASSES_H

#include "dialects/common/dims_rules.h"
#include "dialects/common/ops.h"
#include "dialects/common/rows.h"

/* ---- passes ---------------------------------------------------------------------------------- */

typedef grn_status (*grn_pass)(grn_ir *ir, const grn_diag *diag);

/* Batching dims written out as iota components of the index vectors (StableHLO RFC on batching
 * dims, Compatibility). GRN_E_UNSUPPORTED, reported at each op that cannot be expanded. */
grn_status grn_pass_expand_batching(grn_ir *ir, const grn_diag *diag);
/* The inverse; for all ops, and for one. */
grn_status grn_pass_collapse_batching(grn_ir *ir, const grn_diag *diag);
grn_status grn_batching_collapse(grn_ir *ir, grn_op *op, const grn_diag *diag);
/* Whether that would raise something, and the pairs of dims that it would add. */
bool grn_batching_is_hidden(const grn_op *op, grn_dims *operand_dims, grn_dims *indices_dims);

/* Removes functions that neither the function called `wanted` (no text: a public one) nor anything
 * outside functions refers to, and none where there is no such function (reachable.c).
 * GRN_E_MEMORY. */
grn_status grn_pass_keep_reachable(grn_ir *ir, grn_str wanted, const grn_diag *diag);

/* ---- rewriter (rewriter.c) ------------------------------------------------------------------- */

/* Calls `visit` on every op, regions first. It may change that op, insert before it and erase ops
 * that it uses. Continues after a failure other than GRN_E_MEMORY; answers the first. */
typedef grn_status (*grn_visit)(grn_ir *ir, grn_op *op, const grn_diag *diag);
grn_status grn_pass_walk(grn_ir *ir, grn_visit visit, const grn_diag *diag);

/* A new op before `at`: by its name, one result of `type`. Answers the result. NULL: memory
 * refused, which includes a NULL given as an operand, type or attribute: calls can be chained. */
typedef struct grn_new_attr {
    const char *name;
    const grn_attr *value;
} grn_new_attr;
typedef struct grn_make {
    const char *op;
    size_t noperands;
    grn_value *const *operands;
    const grn_type *type;
    size_t nattrs;
    const grn_new_attr *attrs;
} grn_make;
grn_value *grn_make_before(grn_ir *ir, grn_op *at, const grn_make *make);

/* The same with one attribute that is a number, NULL: with none. */
grn_value *grn_make_simple(grn_ir *ir, grn_op *at, const char *name, size_t n, grn_value *const *operands,
                           const grn_type *type, const char *attr, int64_t value);

/* The extents of `type` as a tensor of i32 before `at`; those that are not known are v's
 * (shape_value.c). NULL: memory refused. */
grn_value *grn_shape_value(grn_ir *ir, grn_op *at, grn_value *v, const grn_type *type);
/* The same, where dim d of `type` is dim from[d] of v. */
grn_value *grn_shape_value_from(grn_ir *ir, grn_op *at, grn_value *v, const int32_t *from, const grn_type *type);

/* ---- batching dims, common to both directions (batching.c) ----------------------------------- */

/* How an op names its lists, and where its operands are. */
typedef struct grn_batching_row {
    grn_op_number op;
    const grn_dim_names *names;
    const char *indices; /* "gather op has start indices": what a refusal begins with */
    bool is_scatter;     /* inputs, indices, updates instead of operand, indices */
    bool indices_first;  /* ... indices, updates, inputs */
} grn_batching_row;

typedef struct grn_batching {
    const grn_batching_row *row;
    grn_dimension_numbers dims;
    size_t indices; /* operand number */
    size_t inputs;  /* operand number of the first of what is indexed */
    size_t ninputs;
} grn_batching;

/* False: `op` is none that has batching dims. */
bool grn_batching_read(const grn_op *op, grn_batching *out);
/* Writes the lists back; indices_are_sorted becomes false, where it is given, unless `keep_sorted`.
 * False: memory refused. */
bool grn_batching_write(grn_ir *ir, grn_op *op, const grn_batching *b, bool keep_sorted);
/* The element type that indices of type `indices` get so that the extents at `dims` fit, as
 * upstream promotes: its own, else i32, else i64. NULL: memory refused. */
const grn_type *grn_batching_promote(grn_ir *ir, const grn_type *indices, const grn_dims *dims);
bool grn_index_type_holds(const grn_type *integer, int64_t value); /* value >= 0 */

/* ---- recognising (iota.c) -------------------------------------------------------------------- */

/* Whether each element of `value` is its own index along one dim of the static shape: an iota, or a
 * constant like one, also through converts between integers, broadcasts and reshapes that only add
 * or drop dims of one element. */
bool grn_is_iota(const grn_value *value, int32_t *dim);
/* Whether elements of `value` at different positions along `dim` differ, whatever their other
 * indices: of all elements, or with `component` not -1 of those at `at` along that dim. False: not
 * proven (distinct.c). */
bool grn_value_is_distinct(const grn_value *value, int32_t component, int64_t at, int32_t dim);
int32_t grn_compare_flipped(int32_t direction); /* of b ? a, where that of a ? b is given (range.c) */
/* Whether it is a result of the op of that name, which no list has (ops.h). */
bool grn_value_is_from(const grn_value *value, const char *op);

/* The tensor that `value` is a constant of, in any dialect; an integer that is no tensor is one of
 * rank 0 (over *scalar). False: not a constant. (constant.c) */
bool grn_constant_tensor(const grn_value *value, int64_t *scalar, grn_tensor *out);

#endif
