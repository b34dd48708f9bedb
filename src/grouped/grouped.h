/*
 * grouped.h - the frameworks' calls that group elements (garner/segment_calls.h).
 *
 * Knows: the arguments of these calls, their rules, and how each becomes a scatter, a walk over a
 * mask or a count. Must not know: IR, text, dialect rows, strategies, threads.
 *
 * It is a layer beside src/frameworks, which the core has, so that the core carries none of it.
 */
#ifndef GRN_GROUPED_H
#define GRN_GROUPED_H

#include "eval/histogram.h"
#include "eval/mask.h"
#include "frameworks/frameworks.h"
#include "garner/segment_calls.h"

/* ---- segments (segment.c) -------------------------------------------------------------------- */

/* What a framework's word for a reduction is as a spec; form and ids are the call's. */
typedef struct grn_grouped_word {
    const char *word; /* a list ends with NULL */
    grn_segment_spec spec;
} grn_grouped_word;

/* One call that is one segment reduction. The views are as the spec takes them. */
typedef struct grn_grouped_call grn_grouped_call;
struct grn_grouped_call {
    const char *name;                            /* as messages call it */
    const char *data_name, *ids_name, *arg_name; /* the arguments' names */
    /* the framework's message for an id that is no segment's; NULL: the library's own */
    grn_status (*report)(const grn_grouped_call *c);
    const grn_diag *diag;
    grn_segment_spec spec;
    grn_tensor data, ids, weights; /* weights: with data NULL there are none */
    unsigned char one[16];         /* what weights of 1 point to */
};

/* The entry of a list. GRN_E_ARGUMENT, reported: "NAME: WHAT ... got WORD". */
grn_status grn_grouped_find(const grn_grouped_word *words, const char *word, const char *name, const grn_diag *diag,
                            grn_segment_spec *out);
/* What a call that answers a shape fills in is there. GRN_E_ARGUMENT. */
grn_status grn_grouped_check_shape(const int32_t *rank, const int64_t *shape, const grn_diag *diag);
/* Starts a call: both are views. */
grn_status grn_grouped_begin(grn_grouped_call *c, const grn_tensor *data, const grn_tensor *ids, const grn_diag *diag);
/* ids have one dimension, as long as data's first. GRN_E_SHAPE. */
grn_status grn_grouped_along_first(const grn_grouped_call *c);
/* An axis in [-rank, rank). GRN_E_ARGUMENT, reported as torch does. */
grn_status grn_grouped_axis(const grn_grouped_call *c, int64_t dim, int32_t *axis);
/* Dimension `dim` becomes the last. */
void grn_grouped_move_last(grn_tensor *t, int32_t dim);
/* A sum that is divided by the root of the count, as weights of 1. */
void grn_grouped_weigh_by_one(grn_grouped_call *c);
/* Everything is checked, then run. `arg` may be NULL; `last`: dimension `last` of out and arg is the
 * spec's last one, -1: they are as they are. */
grn_status grn_grouped_run(grn_grouped_call *c, const grn_allocator *allocator, const grn_tensor *out,
                           const grn_tensor *arg, int32_t last);

#endif
