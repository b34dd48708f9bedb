/* explain_missed.h - which gathers and scatters a run did not come to, and why. */
#ifndef GRN_INTERP_EXPLAIN_MISSED_H
#define GRN_INTERP_EXPLAIN_MISSED_H

#include "interp/interp.h"

/* Regions that ran, each once; a grn_vec of grn_entered, which grn_note_entered fills. */
typedef struct grn_entered {
    const grn_region *region;
    bool apart;     /* in a process of its own, whose regions are not noted */
    bool has_value; /* the first operand of the region's op was a scalar, of integers or i1, the last time */
    bool is_bool;
    int64_t value;
} grn_entered;

void grn_note_entered(grn_vec *entered, const grn_region *region, bool apart, const grn_tensor *first);

/* A note for each gather and scatter of the module that stands in a region, or in a function, that
 * did not run. Names at most `most` of them. */
void grn_tell_missed(const grn_module *module, const grn_vec *entered, size_t most, const grn_diag *diag);

#endif
