/*
 * random_inputs.h - inputs of a function, drawn at random, on which it gives results.
 *
 * They are those of a trial of grn_module_equivalent (module.h): of the declared shapes, floats with
 * infinities, NaN and zeros of both signs, integers that are indices within or around their range.
 *
 * options and diag may be NULL. The calls are thread-safe, on one module too.
 */
#ifndef GARNER_RANDOM_INPUTS_H
#define GARNER_RANDOM_INPUTS_H

#include "garner/module.h"

GRN_BEGIN_DECLS

typedef struct grn_random_options {
    size_t size_bytes; /* 0, or sizeof(grn_random_options): garner.h */
    uint64_t seed;     /* the same module, options and seed give the same inputs */
    /* of the trials of a seed, from 0: of four, two have indices in range, the third some just outside, the
     * fourth at the ends of their types */
    uint64_t number;
    bool only_in_range;
    size_t max_memory_bytes; /* of the inputs, and of one run, as in grn_run_options; 0: no limit */
    uint64_t max_steps;
} grn_random_options;

typedef struct grn_random_inputs grn_random_inputs;

/*
 * Draws inputs of function `function`. Where the specification makes an index out of range an error, and
 * what was drawn is one, other numbers are drawn. Memory is of the module's allocator.
 *   GRN_E_UNSUPPORTED: an input is no ranked tensor. GRN_E_ARGUMENT: there is no such function, or it has no
 *   body. Any other status is the last run's: with all that was drawn the function is an error.
 * The caller destroys *out, which is NULL on failure; the module must live as long.
 */
GRN_API GRN_MUST_USE grn_status grn_module_random_inputs(const grn_module *module, size_t function,
                                                         const grn_random_options *options, const grn_diag *diag,
                                                         grn_random_inputs **out);
/* NULL is fine. */
GRN_API void grn_random_inputs_destroy(grn_random_inputs *inputs);
/* As many as the function has, compact; they live as long as `inputs`. 0 and NULL of NULL. */
GRN_API size_t grn_random_inputs_count(const grn_random_inputs *inputs);
GRN_API const grn_tensor *grn_random_inputs_tensors(const grn_random_inputs *inputs);

GRN_END_DECLS

#endif
