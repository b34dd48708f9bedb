/*
 * gradient.h - programs that compute gradients of programs.
 *
 * diag may be NULL, and nothing else. The call is thread-safe, on one module too, and keeps no
 * pointer beyond the module it makes.
 */
#ifndef GARNER_GRADIENT_H
#define GARNER_GRADIENT_H

#include "garner/module.h"

GRN_BEGIN_DECLS

typedef struct grn_module_grad_options {
    size_t size_bytes;  /* 0, or sizeof(grn_module_grad_options): garner.h */
    const int64_t *wrt; /* `nwrt` inputs of the function by number, from 0: what is differentiated */
    size_t nwrt;        /* 0: every input of floats or complex numbers; wrt may be NULL */
    bool forward;       /* the product of the Jacobian and tangents, not of cotangents and the Jacobian */
} grn_module_grad_options;

/*
 * A new module with a function more: the derivative of function `function` (as grn_module_function
 * numbers them) of `module`. All that was there is there unchanged.
 *
 *   @NAME_vjp  takes the inputs of @NAME, then a cotangent for each of its results of floats or
 *              complex numbers, of that result's type; gives a cotangent for each input of wrt, in
 *              wrt's order, of that input's type.
 *   @NAME_jvp  (forward) takes the inputs, then a tangent for each input of wrt; gives a tangent
 *              for each of the results of floats or complex numbers.
 *
 * The results of @NAME itself are not given: call @NAME for them. What is added is StableHLO,
 * whatever dialect @NAME is in, and can be differentiated again. A complex number counts as its two
 * real parts: cotangents are conjugated as PyTorch's.
 *
 * The new module is of the given one's allocator and options, which must live as long, and the
 * caller's to destroy. A module that nobody has verified yet is verified first (GRN_E_VERIFY), and
 * so is what comes out. Places in messages are those of the module given. *out is NULL on failure:
 *   GRN_E_ARGUMENT: there is no such function or input; an input of integers or booleans, which has
 *   no gradient; one named
 *     twice; nothing to differentiate; a function @NAME_vjp there already; module, options or out
 *     NULL.
 *   GRN_E_UNSUPPORTED: an op between inputs and results that has no derivative, reported at its
 *   place with the reason. GRN_E_LIMIT: calls stand for more than 131,072 ops. GRN_E_MEMORY.
 * Several threads may differentiate one module at once. Semantics: docs/gradients.md.
 */
GRN_API GRN_MUST_USE grn_status grn_module_grad(const grn_module *module, size_t function,
                                                const grn_module_grad_options *options, const grn_diag *diag,
                                                grn_module **out);

GRN_END_DECLS

#endif
