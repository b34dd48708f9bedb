/*
 * adjoint.h - the gradients of one canonical gather or scatter, over actual tensors.
 *
 * Knows: specs, the calls that run them, the formulas of gradients. Must not
 * know: any system's calls, IR. The calls of frameworks check their own
 * arguments and come in by the functions here; the public ones check theirs.
 */
#ifndef GRN_ADJOINT_INTERNAL_H
#define GRN_ADJOINT_INTERNAL_H

#include "garner/adjoint.h"
#include "access/spec.h"

/* A scatter's adjoint whose arguments have been checked. Gradients may be NULL. input_grad may be
 * grad where a formula is used; there input, updates and result may be the same tensors too. */
typedef struct grn_adjoint {
    const char *name; /* of the call, for messages */
    const grn_scatter_spec *spec;
    const grn_scatter_forward *forward;
    /* MIN, MAX: an input that is left out still counts among the holders of the result; a value
     * that is not one gets 0 times the share */
    bool as_torch;
    const grn_tensor *indices, *grad, *input_grad, *updates_grad;
    const grn_allocator *allocator;
    const grn_diag *diag;
} grn_adjoint;
grn_status grn_adjoint_scatter(const grn_adjoint *a);

/* The steps of it (formulas.c): MUL, MIN, MAX, MEAN. */
grn_status grn_adjoint_by_formula(const grn_adjoint *a);
/* In place[]: of each update, in row-major order, the number of the input's element that it goes
 * to, -1 where it is dropped. `numbers` has room for as many as the input has elements, `place` for
 * as many as the updates. */
grn_status grn_adjoint_find_places(const grn_adjoint *a, int64_t *numbers, int64_t *place);
/* GRN_E_MEMORY, reported: `what`, of so many bytes, was refused; 0 bytes: of more than can be
 * counted. */
grn_status grn_adjoint_no_memory(const grn_adjoint *a, size_t bytes);
/* Every element of `t` times `factor`, an element of its dtype. */
void grn_adjoint_scale(const grn_tensor *t, const void *factor);

#endif
