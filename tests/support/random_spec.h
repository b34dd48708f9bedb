/*
 * random_spec.h - a valid gather or scatter with tensors, made from entropy.
 *
 * For the differential tests and the fuzzers: ranks 0 to 6, every dtype,
 * every index dtype, every policy, duplicates, indices out of range, empty
 * extents, permuted maps, interleaved dims, and strided, reversed and
 * broadcast views. Small: at most RANDOM_DENSE elements in the dense tensor
 * and in indices, at most RANDOM_OPERAND in the operand.
 */
#ifndef TESTS_RANDOM_SPEC_H
#define TESTS_RANDOM_SPEC_H

#include <stdio.h>

#include "access/spec.h"
#include "support/random_tensor.h"

#define RANDOM_DENSE 4096
#define RANDOM_OPERAND 20000
#define RANDOM_INPUTS 3

typedef struct random_case {
    bool is_scatter;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    size_t ninputs;                       /* gather: 1 */
    random_buffer operand[RANDOM_INPUTS]; /* gather: the operand; scatter: inputs, and results when run */
    random_buffer indices;
    random_buffer dense[RANDOM_INPUTS]; /* gather: the result; scatter: updates */
} random_case;

/*
 * Makes a case that passes its check; NULL when memory is refused. A spec
 * whose policy is error may or may not meet a bad index. The promise flags are
 * set only where the indices keep them.
 */
random_case *random_case_create(random_source source, bool is_scatter);
void random_case_destroy(random_case *c);

/* Destination `i` of the case: a gather's result (i is 0), a scatter's operand[i]. */
const random_buffer *random_destination(const random_case *c, size_t i);

/* Runs the reference on the case's views with `destinations` in place of its own. */
grn_status random_case_reference(const random_case *c, const random_buffer *destinations, const grn_diag *diag);

/* The case as a StableHLO module, with what MLIR cannot express in comments. */
void random_spec_print(const random_case *c, FILE *out);
/* The same with its tensors as arguments: operands, indices, a scatter's updates. No comments. */
void random_spec_print_function(const random_case *c, FILE *out);
/* Both with garner's op, which has the case's index rule. */
void random_spec_print_ruled(const random_case *c, FILE *out);
void random_spec_print_ruled_function(const random_case *c, FILE *out);
/* The op alone. Names of values are without %; a scatter's results are result#0, result#1, .... */
typedef struct random_names {
    const char *result;
    const char *operand[RANDOM_INPUTS];
    const char *indices;
    const char *dense[RANDOM_INPUTS];
    bool is_ruled; /* garner's op, with the case's index rule; else StableHLO's */
} random_names;
void random_spec_print_op(const random_case *c, const random_names *names, FILE *out);

#endif
