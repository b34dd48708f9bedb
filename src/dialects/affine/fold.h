/* fold.h - how affine.parallel folds what its iterations give (MLIR's AtomicRMWKind, arith
 * dialect), and its bounds. */
#ifndef GRN_DIALECTS_AFFINE_FOLD_H
#define GRN_DIALECTS_AFFINE_FOLD_H

#include "dialects/affine/expr.h"

/* What a fold begins with: of floats a number, of integers bits or the type's end. */
typedef enum grn_affine_start {
    GRN_AFFINE_ZERO,
    GRN_AFFINE_ONE,
    GRN_AFFINE_LOWEST,
    GRN_AFFINE_HIGHEST,
    GRN_AFFINE_ALL_ONES,
    GRN_AFFINE_NONE /* any: the first value is not read */
} grn_affine_start;

/* A row per kind. */
typedef struct grn_affine_fold {
    const char *name, *op; /* the op of arith that folds two values; NULL: the second one stands */
    double (*floats)(double a, double b);
    uint64_t (*integers)(uint64_t a, uint64_t b);
    grn_affine_start from;
    grn_signedness ordered; /* integers have to say this sign; GRN_SIGNLESS: any */
} grn_affine_fold;

/* Of result `i` of an affine.parallel; NULL: there is none. */
const grn_affine_fold *grn_affine_fold_of(const grn_op *op, size_t i);
/* The number of a kind by its name; -1: there is none. */
int64_t grn_affine_fold_number(grn_str name);
/* Whether values of this type can be folded so. */
bool grn_affine_folds(const grn_affine_fold *fold, const grn_type *t);
/* What a fold begins with. */
grn_scalar grn_affine_fold_first(const grn_affine_fold *fold, grn_dtype dtype);
grn_status grn_affine_fold_begin(grn_exec *x, const grn_affine_fold *fold, grn_dtype dtype, grn_rt *out);
void grn_affine_fold_in(const grn_affine_fold *fold, grn_tensor *into, const grn_tensor *one);

/* ---- the bounds of affine.parallel (parallel.c): 0 the lower ones, 1 the upper ones ---------- */

extern const char *const grn_affine_bounds[2]; /* attributes: their maps */
size_t grn_affine_rank(const grn_op *op);
/* How many results of a map are dimension d's; SIZE_MAX: the attribute is none. */
size_t grn_affine_group(const grn_op *op, int which, size_t d);
/* Operands of a map: those of the lower one come first. */
size_t grn_affine_inputs(const grn_op *op, int which);

#endif
