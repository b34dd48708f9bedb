/*
 * adjoint.h - the gradients of one gather and of one scatter, over actual tensors.
 *
 * `grad` is the gradient of the forward's result by some number: its shape and
 * dtype. What comes out is the gradient by an operand. Specs are those of the
 * forward call, index rule included: an index that was moved into range gives
 * its gradient to where the value came from, one that was filled or dropped
 * gives none, and one out of range under GRN_BOUNDS_ERROR is GRN_E_INDEX.
 *
 * Gradients lie apart from each other and from all that is read: else
 * GRN_E_ALIAS. On an error they are untouched. Nothing is kept. Two threads may
 * call at once while what they write does not overlap (thread-safe). diag and
 * allocators may be NULL. docs/gradients.md has the formulas.
 */
#ifndef GARNER_ADJOINT_H
#define GARNER_ADJOINT_H

#include "garner/spec.h"

GRN_BEGIN_DECLS

/*
 * operand_grad gets zeros, and every element of grad added where the gather took it from, in
 * ascending row-major order of grad, each step rounded: one scatter. It has the operand's shape and
 * grad's dtype, any that GRN_COMBINE_ADD takes. The spec's promises are not relied on. Errors as
 * for grn_gather, of a result shaped as grad. Allocates nothing.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_adjoint(const grn_gather_spec *spec, const grn_tensor *indices,
                                                   const grn_tensor *grad, const grn_tensor *operand_grad,
                                                   const grn_diag *diag);

/* What a scatter did with an update: with its place's value, c. */
#define GRN_SCATTER_KINDS(D)                                                                                   \
    D(REPLACE, "replace") /* the last update of a place, in row-major order, gets its gradient, others none */ \
    D(ADD, "add")                                                                                              \
    D(SUB, "sub") /* c - update */                                                                             \
    D(MUL, "mul") /* exact with zeros: each factor gets the product of all the others */                       \
    D(MIN, "min") /* all that hold the result share its gradient evenly, the input with them */                \
    D(MAX, "max")                                                                                              \
    D(MEAN, "mean") /* of the input and the updates that came: each gets its share */

typedef enum grn_scatter_kind {
#define GRN_SCATTER_KIND_ENUM(name, text) GRN_SCATTER_##name,
    GRN_SCATTER_KINDS(GRN_SCATTER_KIND_ENUM)
#undef GRN_SCATTER_KIND_ENUM
        GRN_SCATTER_KIND_COUNT
} grn_scatter_kind;

/* The scatter that was done, of one input; of several, each by itself. */
typedef struct grn_scatter_forward {
    grn_scatter_kind kind;     /* the spec's combiner is not read */
    bool leaves_input_out;     /* where an update goes the input takes no part: torch's include_self=False */
    const grn_tensor *updates; /* always its shape and dtype; data for MUL, MIN, MAX */
    const grn_tensor *input;   /* MUL, MIN, MAX; else it may be NULL */
    const grn_tensor *result;  /* MIN, MAX; else it may be NULL */
} grn_scatter_forward;

/*
 * input_grad, of grad's shape and dtype, and updates_grad, of the updates'; either may be NULL when
 * it is not needed. REPLACE, ADD and SUB take any dtype, the others floats (else GRN_E_DTYPE),
 * computed in f64 and rounded to the dtype at each step. Shapes that disagree: GRN_E_SHAPE. From
 * `allocator`: REPLACE 8 bytes for each element of grad and of the updates; MUL, MIN, MAX and MEAN
 * 6 and 3 times as much; ADD and SUB nothing. Refused: GRN_E_MEMORY.
 */
GRN_API GRN_MUST_USE grn_status grn_scatter_adjoint(const grn_scatter_spec *spec, const grn_scatter_forward *forward,
                                                    const grn_tensor *indices, const grn_tensor *grad,
                                                    const grn_allocator *allocator, const grn_tensor *input_grad,
                                                    const grn_tensor *updates_grad, const grn_diag *diag);

GRN_END_DECLS

#endif
