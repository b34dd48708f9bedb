/* import.h - affine ops as loops of scf, arithmetic and accesses of memory: what the files of it
 * share. Source: MLIR's pass lower-affine. */
#ifndef GRN_DIALECTS_AFFINE_IMPORT_H
#define GRN_DIALECTS_AFFINE_IMPORT_H

#include "convert/steps.h"

#include "dialects/affine/expr.h"

extern const grn_translation grn_affine_translation;
grn_status grn_affine_import_parallel(grn_rewrite *w, const grn_op *op);
grn_status grn_affine_import_delinearize(grn_rewrite *w, const grn_op *op);

/* ---- arithmetic (import_map.c); NULL as for grn_new ------------------------------------------ */

/* Ops before w->at. Numbers are made once. */
enum { GRN_AFFINE_NUMBERS = 32 };
typedef struct grn_affine_builder {
    grn_rewrite *w;
    const grn_type *index;
    size_t nnumbers;
    grn_value *number[GRN_AFFINE_NUMBERS];
    grn_status status; /* a refusal, reported */
} grn_affine_builder;
grn_affine_builder grn_affine_begin(grn_rewrite *w);
/* GRN_OK, what was refused, or that memory was, reported, where `made` is false. */
grn_status grn_affine_done(const grn_affine_builder *b, bool made);

grn_value *grn_affine_index(grn_affine_builder *b, int64_t v);
grn_value *grn_affine_binary(grn_affine_builder *b, const char *op, grn_value *x, grn_value *y); /* of x's type */
/* As affine expressions have them, of a divisor that is positive. */
grn_value *grn_affine_floor_div(grn_affine_builder *b, grn_value *x, grn_value *y);
grn_value *grn_affine_mod(grn_affine_builder *b, grn_value *x, grn_value *y);

/* Results [from, from + count) of the map or set `name` of w->at over `inputs`; of all where count
 * is SIZE_MAX. `a` is what was read. False: memory refused, or b->status. */
bool grn_affine_expand(grn_affine_builder *b, const char *name, grn_value *const *inputs, size_t from, size_t count,
                       grn_affine *a, grn_value *out[GRN_AFFINE_RESULTS]);
/* The greatest of them, or the least. */
grn_value *grn_affine_expand_bound(grn_affine_builder *b, const char *name, grn_value *const *inputs, size_t from,
                                   size_t count, bool greatest);
/* Whether all of a set's constraints hold: an i1. */
grn_value *grn_affine_expand_set(grn_affine_builder *b, const char *name, grn_value *const *inputs);

/* ---- ops with regions (import.c) ------------------------------------------------------------- */

/* An op before w->at, with the results of these types. */
grn_op *grn_affine_new_op(grn_rewrite *w, const char *name, size_t noperands, grn_value *const *operands,
                          size_t nresults, const grn_value *like, size_t nregions);
/* Region `r` of w->at becomes that of `to`, and ends by `name` instead of affine.yield. The new
 * end. */
grn_op *grn_affine_move_region(grn_rewrite *w, grn_op *to, size_t r, const char *name);
/* `made` stands for w->at. */
grn_status grn_affine_give(grn_affine_builder *b, grn_op *made);

#endif
