/*
 * fold.h - values that a program makes of constants alone, worked out by the
 * interpreter.
 *
 * Knows: which ops have no effect but their results. Must not know: any op by
 * name, or what a value is wanted for.
 */
#ifndef GRN_SURVEY_FOLD_H
#define GRN_SURVEY_FOLD_H

#include "interp/interp.h"

typedef struct grn_fold {
    const grn_module *module;
    grn_allocator memory; /* the module's */
    grn_budget budget;
    grn_runtime run;
    grn_frame frame;       /* of the function that the values are in */
    grn_vec held;          /* grn_rt: what was made, so that no op writes over it */
    grn_vec needed;        /* const grn_op *, of one value */
    unsigned char *marked; /* [frame.nslots]: needed for this value; known to be unknown */
    bool refused;          /* memory was, by the allocator: what is not known may well be */
} grn_fold;

/* Of values in the function that `op` stands in, in at most so many steps. *fold stays where it is
 * until it ends. GRN_E_MEMORY: nothing is to be ended. */
grn_status grn_fold_begin(grn_fold *fold, const grn_module *module, const grn_op *op, uint64_t max_steps);
/* False: it depends on an input, a region or a call, or takes more steps or memory than there are.
 * The data lives until the fold ends. */
bool grn_fold_value(grn_fold *fold, const grn_value *value, grn_tensor *out);
/* The value itself, after that has answered true: the fold's. */
static inline const grn_rt *grn_fold_rt(const grn_fold *fold, const grn_value *value)
{
    return fold->frame.slot[value->slot];
}
/* Answers the steps that were taken. */
uint64_t grn_fold_end(grn_fold *fold);

#endif
