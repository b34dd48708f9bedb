/*
 * raise.h - the steps of the second pass. Each matches one gather or scatter
 * of the hub, w->at, and replaces it where its pattern is found. And the fold
 * of reads of what was written, which is done on the program's own ops.
 */
#ifndef GRN_CONVERT_RAISE_H
#define GRN_CONVERT_RAISE_H

#include "convert/steps.h"

/* Batching dims along which the indices or the operand are broadcast become windows, or go: the
 * broadcast recipe of TCP's document becomes a gather of slices (raise_recipe.c). *made: the op
 * that stands for w->at, NULL when nothing was found. */
grn_status grn_raise_recipe(grn_rewrite *w, const grn_hub *hub, grn_op **made);

/* A gather of indices that are known, as slice, transpose, broadcast and reshape of its operand
 * (raise_constant.c). */
grn_status grn_raise_constant(grn_rewrite *w, const grn_hub *hub, bool *done);

/* Indices to which the extent was added where they are negative, as JAX writes it, under the rule
 * `wrap_negative` instead, where the target has that rule (raise_wrap.c). *made: the op that stands
 * for w->at, which *hub describes then; NULL when nothing was found. */
grn_status grn_raise_wrap(grn_rewrite *w, grn_hub *hub, grn_op **made);

/* A read of a place that was just written becomes the value written, by the rows' `subset`: on the
 * program's own ops, so before they are imported (raise_subset.c). */
grn_status grn_pass_fold_subsets(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);

/* The value of `value`, evaluated from constants through shape ops; i64, in `arena` or where the
 * constant is. False: it is not known, has more than `most` elements, or evaluating it takes more
 * than four times that or than *left, which is reduced by what was evaluated (evaluate.c). */
bool grn_evaluate(grn_arena *arena, const grn_value *value, int64_t most, int64_t *left, grn_tensor *out);

#endif
