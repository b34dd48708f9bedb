/*
 * lower.h - programs of tensors as programs of loops.
 *
 * Knows: the hub's ops (convert/convert.h), and the ops of MLIR's own func, arith, math, scf,
 * memref, tensor and linalg dialects that say the same with loops. Must not know: plans, kernels,
 * C, how anything is run.
 *
 * A lowered program is built by walking a function of the hub and emitting ops at the end of a
 * block; the function's old body then goes. An op of the hub is a row (grn_lower_row): most say
 * what one element of their result is, given the values of the loops around it, and one walk over
 * all elements serves every form. Gathers and scatters are lowered from their spec (access.c,
 * gather.c, scatter.c), control flow from its regions (control.c).
 *
 * A form says what the values of a lowered program are and how all elements are visited; a stage is
 * a form on the way to the loops:
 *
 *   tensor       the program as it was given
 *   destination  tensors, each op with the tensor it writes to: garner.gather, garner.scatter,
 *                linalg.generic
 *   buffer       the same ops on memrefs
 *   loops        loads and stores, in scf.for or scf.parallel; in the linalg form tensors and
 *                linalg.generic
 *
 * What stands for a value of the program while it is lowered (grn_lo_value): a buffer (a memref or
 * a tensor), a scalar, or an op of which each element is computed where it is read. Buffers are
 * never written to after the op that made them, so that a read may come later than the op.
 *
 * Words: an element row computes one element; to materialise a value is to give it a buffer; a
 * carry is what loops and conditionals pass on, which are tensors that are written to; the status
 * is the i32 that says whether an index was out of range where that is an error.
 */
#ifndef GRN_LOWER_H
#define GRN_LOWER_H

#include "convert/convert.h"

/* How all elements of a result are visited. */
typedef enum grn_lower_walk { GRN_WALK_GENERIC, GRN_WALK_FOR, GRN_WALK_PARALLEL } grn_lower_walk;

typedef struct grn_lower_form {
    const char *to; /* of --to= */
    const char *stage;
    bool buffers;  /* values are memrefs; else tensors */
    bool accesses; /* gathers and scatters stay ops: garner.gather, garner.scatter */
    grn_lower_walk walk;
} grn_lower_form;

/* The form of a target at a stage, NULL for the last; NULL: there is none. The first stage, the
 * program as it is, has no form. */
const grn_lower_form *grn_lower_form_of(const char *to, const char *stage);
/* The i-th target, the i-th stage; NULL: there are fewer. */
const char *grn_lower_target(size_t i);
const char *grn_lower_stage(size_t i);

typedef struct grn_lower_options {
    const grn_lower_form *form;
    bool c_interface;      /* functions get `llvm.emit_c_interface` */
    bool result_arguments; /* with buffers: results are trailing memref arguments */
    bool strided;          /* with buffers: arguments have any strides and offset */
    bool drop_checks;      /* ops of the check dialect, and custom calls that check, are left out instead of refused */
    bool any_floats;       /* arithmetic of floats narrower than 16 bits stays, which LLVM does not have */
    bool notes_rules;      /* functions get GRN_LOWER_RULES */
} grn_lower_options;

/* On a lowered function: a list of what each of its gathers and scatters does with an index out of
 * range. */
/* Attributes of results of lowered functions: the type that a result had before, and that it is a
 * status. */
#define GRN_LOWER_TYPE "garner.type"
#define GRN_LOWER_STATUS "garner.status"
#define GRN_LOWER_RULES "garner.bounds"

/* Whether the op has a row here, and an import leaves it alone. */
bool grn_lower_keeps(const grn_op *op);
/* Whether it is a check: an op of the dialect of that name, or a custom call whose target is one. */
bool grn_lower_is_check(const grn_op *op);

/* Every function of a module that was imported into the hub. GRN_E_UNSUPPORTED, reported at each op
 * that has no lowering; then, as after any failure, the module is only good for being destroyed. */
grn_status grn_pass_lower(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag);

/* The first step of it: inputs and updates of scatters are of the type that their region
 * combines. */
grn_status grn_pass_promote(grn_ir *ir, const grn_diag *diag);
/* The last one, unless any_floats: arithmetic of floats narrower than 16 bits is of doubles,
 * rounded. */
grn_status grn_pass_widen(grn_ir *ir, const grn_diag *diag);

#endif
