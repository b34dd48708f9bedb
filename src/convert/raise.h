/*
 * raise.h - the steps of the second pass. Each looks at one gather or scatter
 * of the hub, w->at, and replaces it where it finds what it looks for.
 */
#ifndef GRN_CONVERT_RAISE_H
#define GRN_CONVERT_RAISE_H

#include "convert/steps.h"

/* Batching dims along which the indices or the operand are broadcast become windows, or go: the broadcast recipe of TCP's
 * document becomes a gather of slices (raise_recipe.c). *made: the op that stands for w->at, NULL when nothing was found. */
grn_status grn_raise_recipe(grn_rewrite *w, const grn_hub *hub, grn_op **made);

/* A gather of indices that are known, as slice, transpose, broadcast and reshape of its operand (raise_constant.c). */
grn_status grn_raise_constant(grn_rewrite *w, const grn_hub *hub, bool *done);

/* What `value` is, worked out from constants by the shape ops around them; i64, in `arena` or where the constant is. False:
 * not known, more than `most` elements, or more than four times that or *left on the way, which is taken off *left
 * (evaluate.c). */
bool grn_evaluate(grn_arena *arena, const grn_value *value, int64_t most, int64_t *left, grn_tensor *out);

#endif
