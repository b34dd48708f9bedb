/*
 * problem.h - one gather or scatter with its tensors.
 *
 * Knows: specs and tensors. Must not know: who runs it, counts it or shows it.
 */
#ifndef GRN_ACCESS_PROBLEM_H
#define GRN_ACCESS_PROBLEM_H

#include "core/core.h"

/* Borrowed, data included; what a reader needs of the data it says. */
typedef struct grn_problem {
    const grn_gather_spec *gather; /* exactly one of the two */
    const grn_scatter_spec *scatter;
    size_t npairs;             /* inputs of a scatter; of a gather 1 */
    const grn_tensor *operand; /* [npairs]: a gather's operand, a scatter's inputs */
    const grn_tensor *indices;
    const grn_tensor *dense; /* [npairs]: a gather's result, a scatter's updates */
} grn_problem;

static inline const grn_index_rule *grn_problem_rule(const grn_problem *p)
{
    return p->gather ? &p->gather->index : &p->scatter->index;
}
static inline const grn_dimension_numbers *grn_problem_dims(const grn_problem *p)
{
    return p->gather ? &p->gather->dims : &p->scatter->dims;
}

#endif
