/*
 * grad.h - programs that compute gradients of programs.
 *
 * Knows: how each op of the hub (convert/convert.h) is differentiated, by ops
 * of the hub. Must not know: any dialect but the hub and func, plans, kernels,
 * how anything is run.
 *
 * A function is copied, with what it calls in place of the calls, and the copy
 * imported into the hub. Then one of two walks over its block adds the
 * derivative: forward in the order of the ops, reverse against it. A row per
 * op says what an op adds. At the end the gathers and scatters are fitted to
 * StableHLO, and what nothing needs goes.
 *
 * A complex number counts as its two real parts: the cotangent of z under f is
 * conj(f'(z)) times that of f(z), which is PyTorch's convention.
 *
 * Words: a tangent of a value is its change along the direction in which the
 * inputs change; a cotangent of a value is the change of the final sum by it;
 * jvp is the Jacobian times tangents, vjp cotangents times the Jacobian. A
 * value is active when it depends on an input that is differentiated, through
 * ops with a derivative that is not zero everywhere.
 */
#ifndef GRN_GRAD_H
#define GRN_GRAD_H

#include "convert/convert.h"

typedef struct grn_grad_options {
    size_t nwrt;
    const int64_t *wrt; /* inputs by number; none: all that are differentiable */
    bool forward;
} grn_grad_options;
/* Adds @NAME_vjp or @NAME_jvp of a function of the module. Failures are reported. */
grn_status grn_pass_grad(grn_ir *ir, grn_op *function, const grn_grad_options *o, const grn_diag *diag);

#endif
