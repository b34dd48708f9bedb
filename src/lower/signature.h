/*
 * signature.h - the arguments and results of a lowered function.
 */
#ifndef GRN_LOWER_SIGNATURE_H
#define GRN_LOWER_SIGNATURE_H

#include "lower/function.h"

/* Arguments, results that come as arguments, results, the status. */
typedef struct grn_lo_signature {
    size_t ninputs, nresults; /* of the program's */
    size_t nargs, nouts;      /* of the lowered function */
    const grn_type **args, **outs;
    const grn_type **was_args, **was_outs; /* what the program's types were where they differ; else NULL */
    bool *is_status;                       /* by result */
} grn_lo_signature;

/* The type of a function; NULL: it has none. */
const grn_type *grn_lo_function_type(const grn_op *function);
bool grn_lo_is_function(const grn_op *op);
/* Whether a result of that type comes as an argument. */
bool grn_lo_is_result_argument(const grn_lower *l, const grn_type *t);
/* What `function`, as the program has it, becomes; false: refused. */
bool grn_lo_read_signature(grn_lower *l, const grn_op *function, grn_lo_signature *s);
/* The function's attributes say so from now on. */
void grn_lo_set_signature(grn_lower *l, grn_op *function, const grn_lo_signature *s);

#endif
