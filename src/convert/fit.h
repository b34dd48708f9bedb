/*
 * fit.h - one gather or scatter of the hub, and the steps that bring it into a form of the
 * target's.
 *
 * The normal form: every index component chooses one element of its dimension of `full` (what is
 * gathered from or scattered into), every other dimension is a batching dimension or walked whole.
 * A window that an index moves has become positions of their own.
 */
#ifndef GRN_CONVERT_FIT_H
#define GRN_CONVERT_FIT_H

#include "convert/steps.h"
#include "passes/range.h"

typedef enum grn_fit_role { GRN_FIT_WINDOW, GRN_FIT_BATCH, GRN_FIT_CHOSEN } grn_fit_role;

typedef struct grn_fit {
    grn_rewrite *w;
    const grn_abilities *can;
    grn_hub h; /* as it came */

    grn_value *full, *indices; /* indices: [positions..., components]; before grn_fit_normal as h has them */
    grn_value *updates;        /* scatter */
    /* i1 [positions...]: false where the index is out of range; NULL: there is no mask */
    grn_value *mask;
    /* an index out of range stays where it is, and the target does not move it into range */
    bool masks;
    bool wide;  /* indices are i64 */
    bool moved; /* indices were moved: two that differed, or were in order, may no longer be */
    /* an index may be negative; once wrapped, below 0; then, past the last that is in range */
    bool negative, below, above;
    bool wraps_itself; /* the target's op counts a negative index from the end as h's rule does */
    unsigned form;     /* GRN_CAN_x: that of the target's op, as far as h tells */

    grn_dims dense; /* extents of the gather's result, the scatter's updates */

    /* Positions, in the order of the dense dims they are; batch[p] is the dim of `full` it is the
     * batch of, or -1. */
    grn_dims position, position_dense, batch;
    grn_dims chosen; /* dim of `full` per component */
    grn_fit_role role[GRN_MAX_RANK];
    int64_t window_dense[GRN_MAX_RANK]; /* WINDOW: its dense dim, -1: collapsed */

    /* Changes to `full`, to be undone on a scatter's result: a row for what is out of range, then
     * another order, then dims merged. Empty: not made. */
    grn_dims before_row, order, before_merge;
    /* of a shape that is not known, elements more along each dim instead of the row; of count 0:
     * none */
    grn_dims padded;

    grn_value *made; /* the value that replaces the op's result */
} grn_fit;

/* Index vectors of indices. */
typedef struct grn_fit_vectors {
    const grn_dims *dims; /* of full, one for each component */
    int64_t at;           /* the dim of indices that has the components; its rank: each index is one */
} grn_fit_vectors;

static inline const grn_type *grn_fit_i64(const grn_fit *f) { return grn_type_integer(f->w->ir, 64, GRN_SIGNLESS); }
static inline int64_t grn_full_extent(const grn_fit *f, int64_t d) { return f->full->type->shape[d]; }

/* Extent of the window along dim `d` of full, as h has it. */
int64_t grn_fit_window(const grn_fit *f, int64_t d);

/* ---- the index rule (fit_rule.c) ------------------------------------------------------------- */

/* Fills `negative`, `below`, `above` and `wraps_itself`, from the ranges of h's indices. */
void grn_fit_rule_look(grn_fit *f);
/* Indices counted from 0, wrapped and clamped where h's rule requires it and the target does not do
 * it; and the in-bounds mask, where a window goes as a whole. Uses h's own layout of the indices;
 * the mask's dims are theirs without the index vector's. */
grn_status grn_fit_rule(grn_fit *f);
/* Whether grn_fit_rule leaves the indices alone, so that no shape need be known. */
bool grn_fit_rule_is_native(const grn_fit *f);
bool grn_fit_rule_masks(const grn_fit *f); /* an index out of range is handled by a mask around the target's op */
/* In normal form: the mask where each element goes by itself, and indices that are safe to use
 * under any mask. */
grn_status grn_fit_elements(grn_fit *f);
/* The rule alone, without a mask: indices widened, counted from 0, wrapped and clamped. Dim `at` of
 * them has the components; of their rank: each is one. */
void grn_fit_obey(grn_fit *f, int64_t at);
/* For grn_fit_numbers: the last start of each component's window, from the end of its dim. */
void grn_fit_windows_less(const grn_fit *f, grn_fit_vectors v, int64_t *less);
/* Components in range, each by itself: i1 of the indices' shape; `less` as grn_fit_numbers has
 * `more`. Only where one may be out of it. */
grn_value *grn_fit_in_range(grn_fit *f, grn_fit_vectors v, const int64_t *less);

/* ---- numbers of components (fit_numbers.c) --------------------------------------------------- */

/* For component j `times` (0, 1 or -1) the extent of its dim of full, plus more[j] (NULL: zeros),
 * over the indices' shape: constants where extents are known, else computed when the program runs,
 * for indices of i64. */
grn_value *grn_fit_numbers(grn_fit *f, grn_fit_vectors v, int64_t times, const int64_t *more);
/* Numbers v[0..k) along dim `at` of the indices, over their shape. */
grn_value *grn_fit_components(grn_fit *f, int64_t at, const int64_t *v);
/* `v`, whose dim d is dim dims[d] of `shape`, over all of that; `sizes` is the shape as a value. */
grn_value *grn_fit_spread(grn_fit *f, grn_value *v, const int64_t *dims, const grn_dims *shape, grn_value *sizes);

/* ---- normal form (fit_normal.c) -------------------------------------------------------------- */

/* Components of gather windows as long as their dims, which have one start each, go before the rule
 * is fitted: h's map and the indices lose them, but for the last. Nothing where they decide about a
 * mask. */
void grn_fit_drop_whole(grn_fit *f);
/* The indices with their vectors along the last dim; they have such. h stays as it is. */
grn_value *grn_fit_vectors_last(grn_fit *f);
/* Fills everything below `dense`. */
grn_status grn_fit_normal(grn_fit *f);
/* Batching dims become components that count along their position. */
grn_status grn_fit_unbatch(grn_fit *f);
/* Component `j` of the indices, as [positions..., 1]. */
grn_value *grn_fit_component(grn_fit *f, int64_t j);

/* ---- the target's forms (fit_forms.c) -------------------------------------------------------- */

/* The form of an access with so many chosen, batched and whole dims. */
unsigned grn_form_for(const grn_abilities *can, grn_combiner combiner, int32_t chosen, int32_t batched,
                      int32_t windows);
/* The op in the best form that the target has, with the ops around it: f->made. */
grn_status grn_fit_form(grn_fit *f);
/* Indices of a type the target's ops take; whether they are of one. */
bool grn_fit_takes_index(const grn_fit *f, const grn_type *element);
grn_value *grn_fit_index_type(const grn_fit *f, grn_value *indices);
/* The gather's result where the mask holds, the fill value elsewhere. */
grn_value *grn_fit_fill(grn_fit *f, grn_value *dense);

/* The op in its own form, with the target's rule, and the indices and operand that were made;
 * f->h's own form is one of the target's (fit.c). */
grn_status grn_fit_same(grn_fit *f);
/* All of it, for a shape that is not known (fit_dynamic.c): f->made, unless the op is replaced. */
grn_status grn_fit_dynamic(grn_rewrite *w, grn_fit *f);
/* Whether slices cut a gather's operand down in dims that it does not choose from; else it indexes
 * the rest. */
bool grn_fit_can_slice(const grn_fit *f);
/* A scatter's result as it is where full was padded. */
grn_value *grn_fit_without_padding(grn_fit *f, grn_value *v);
/* Whether indices may be shorter along a batching dim, which the target does not allow. */
bool grn_fit_may_be_prefix(const grn_fit *f);

/* ---- layouts (fit_layout.c) ------------------------------------------------------------------ */

/*
 * The order in which a target's form has the dims of dense: each is a dense dim, or several that
 * are one there, or none of extent 1.
 */
typedef struct grn_fit_layout {
    int32_t count;
    struct {
        grn_dims parts; /* dense dims in order; empty: an extent of 1 */
    } dim[GRN_MAX_RANK];
} grn_fit_layout;

static inline void grn_fit_layout_add(grn_fit_layout *l, int64_t dense_dim)
{
    l->dim[l->count].parts.count = 0;
    if (dense_dim >= 0)
        grn_dims_push(&l->dim[l->count].parts, dense_dim);
    l->count++;
}
/* A value in dense's own shape to that layout, and back. */
grn_value *grn_fit_layout_apply(grn_fit *f, grn_value *dense, const grn_fit_layout *l);
grn_value *grn_fit_layout_undo(grn_fit *f, grn_value *value, const grn_fit_layout *l);
/* The shape of dense in that layout. */
grn_dims grn_fit_layout_shape(const grn_fit *f, const grn_fit_layout *l);

#endif
