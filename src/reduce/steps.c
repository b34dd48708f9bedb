/* steps.c - the steps in their order: what makes programs much smaller stands before what makes them simpler. */
#include "reduce/reduce.h"

const grn_reduce_step *const grn_reduce_steps[] = {
    /* tried in this order, over and over until none of them does anything */
    &grn_step_names,      /* of values, and locations */
    &grn_step_results,    /* of the function */
    &grn_step_ops,        /* values instead of them */
    &grn_step_functions,  /* that nothing calls */
    &grn_step_regions,    /* what is in them instead of their op */
    &grn_step_calls,      /* what is called instead */
    &grn_step_carried,    /* by loops */
    &grn_step_signatures, /* of functions that are called */
    &grn_step_arguments,  /* constants instead, or nothing */
    &grn_step_attributes, /* that may be left out */
    &grn_step_extents,    /* of all dimensions that are tied */
    &grn_step_extents_by_op,
    &grn_step_extents_in_order,
    &grn_step_extents_from_last,
    &grn_step_extents_by_place, /* with ever fewer ties */
    &grn_step_ranks_in_order,
    &grn_step_ranks_from_last, /* dimensions of one element */
    &grn_step_elements,        /* f32 and i32 */
    &grn_step_settings,        /* attributes */
    &grn_step_constants,       /* and inputs, as a whole */
    &grn_step_numbers,         /* of them */
    &grn_step_constants_once,  /* of several equal ones */
    NULL};
