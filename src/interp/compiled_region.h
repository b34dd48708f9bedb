/*
 * compiled_region.h - a region of scalars, compiled to element functions
 * (compiled_region.c) and run on many elements (compiled_region_run.c).
 */
#ifndef GRN_INTERP_COMPILED_REGION_H
#define GRN_INTERP_COMPILED_REGION_H

#include "interp/interp.h"

/* A value of the region as n elements: an argument, a register, or a constant spread over a
 * block. */
typedef struct grn_region_value {
    grn_dtype dtype;
    bool varies;  /* depends on an argument */
    size_t bytes; /* of an element */
    void *block;  /* register, spread constant, or where a returned argument is staged: GRN_ELEMENT_BLOCK elements */
} grn_region_value;

/* A step that is one call: the small-size fast path runs these. */
typedef struct grn_quick_step {
    grn_element_fn fn;
    uint32_t in[GRN_ELEMENT_ARGS], out;
} grn_quick_step;

struct grn_compiled {
    const grn_region *region;
    const grn_op *end;      /* the terminator */
    uint64_t steps_each;    /* what one application costs, by the ops of the region */
    size_t nargs, nresults; /* nargs: one-at-a-time only */
    bool elementwise;
    size_t *result; /* region_value number of each result; elementwise only */
    grn_vec values; /* region_value */
    grn_vec keys;   /* const grn_value *, beside values */
    /* [nslots], by a value's slot: 1 + its place in values, 0: it has none; NULL: the region is
     * short */
    uint32_t *number;
    size_t nslots;
    grn_vec steps; /* grn_element_step, of region_value numbers */
    void **at;     /* [nplaces]: where each value of the current block lies */
    size_t nplaces;
    size_t narguments;     /* the first values */
    bool staged;           /* some argument is returned */
    bool result_in_place;  /* the last step writes the only result to the caller's array */
    grn_quick_step *quick; /* the steps, beside `steps`; NULL: some compute in another type than their own */
    /* Of a region that is a function's: its values have slots in a frame of its own. Without slots
     * the region's values lie in the frame of the op that has it. */
    grn_frame own;
    /* For running one element at a time. */
    grn_rt *arg_rt, *result_rt;
    char *stage; /* 16 bytes per result */
};

static inline grn_region_value *grn_region_value_at(grn_compiled *compiled, size_t i)
{
    return (grn_region_value *)compiled->values.items + i;
}

#endif
