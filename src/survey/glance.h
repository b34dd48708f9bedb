/*
 * glance.h - a first look at the indices of one execution of an access: whether there is anything
 * that a census of them (census.h) would find, in a small part of its time.
 *
 * Knows: specs and tensors. Must not know: ops, or its callers.
 */
#ifndef GRN_SURVEY_GLANCE_H
#define GRN_SURVEY_GLANCE_H

#include "survey/census.h"

typedef struct grn_glance {
    uint64_t vectors;
    uint64_t out_of_bounds; /* vectors with a component that is, before it counts from the end */
    bool may_repeat;        /* windows may begin in one place: several do, or they were too many to look at */
    bool is_unsorted;       /* the same of a vector that is less than the one before */
} grn_glance;

/* `places`: whether windows that begin in one place, and vectors in their order, are looked for.
 * GRN_E_MEMORY, unreported. */
grn_status grn_glance_at(const grn_problem *problem, bool places, const grn_allocator *allocator, grn_glance *out);

#endif
