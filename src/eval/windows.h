/*
 * windows.h - which operand element each window of a batch has at one position of
 * the window. Internal to src/eval.
 */
#ifndef GRN_EVAL_WINDOWS_H
#define GRN_EVAL_WINDOWS_H

#include "eval/eval.h"

/* The place of a padded position. */
#define GRN_NO_ELEMENT ((int64_t)-1)

/* A batch is of consecutive windows in row-major order; the position walks the window, in row-major
 * order too. */
typedef struct grn_window_walk {
    const grn_windows *windows;
    int64_t shape[GRN_MAX_RANK], stride[GRN_MAX_RANK]; /* of the operand, compact */
    size_t nwindows;
    bool skips_padding; /* positions at which no window has an element are skipped; set it after init */
    /* of the positions: from first to before end */
    int64_t position[GRN_MAX_RANK], first[GRN_MAX_RANK], end[GRN_MAX_RANK];
    /* per dimension and window: where the window starts, before padding is taken off */
    uint64_t *start[GRN_MAX_RANK];
    int64_t *flat[GRN_MAX_RANK + 1]; /* per dimensions done and window: flat position so far */
} grn_window_walk;

/* For up to `batch` windows. False when the arena is refused memory. */
bool grn_window_walk_init(grn_window_walk *w, grn_arena *arena, const grn_windows *windows,
                          const int64_t *operand_shape, size_t batch);
/* Stands at the first position of the windows `at` ... `at + m - 1` of `out_shape`. False when
 * there is none. */
bool grn_window_walk_start(grn_window_walk *w, const int64_t *out_shape, int64_t at, size_t m);
/* The next position; false at the end. */
bool grn_window_walk_next(grn_window_walk *w);
/* Per window: the row-major position of its element in the operand, or GRN_NO_ELEMENT. */
const int64_t *grn_window_walk_places(const grn_window_walk *w);

/* `in` itself where it is compact, else a compact copy in the arena; false when that is refused
 * memory. */
bool grn_compact_view(grn_arena *arena, const grn_tensor *in, grn_tensor *out);

#endif
