/*
 * cut.h - a program that computes chosen values of another, from chosen values.
 *
 * Knows: bodies of functions, and what ops read. Must not know: what ops mean, who runs what is cut.
 */
#ifndef GRN_PASSES_CUT_H
#define GRN_PASSES_CUT_H

#include "ir/ir.h"

/* Values are those of one block, the body of a function unless `block` is given, and of nothing within regions. */
typedef struct grn_program_cut {
    const grn_op *function;
    size_t ngiven; /* become the arguments, in their order; what they are computed by is left out */
    const grn_value *const *given;
    size_t nwanted; /* become the results, in their order */
    const grn_value *const *wanted;
    const grn_block *block; /* of a region within the function, instead of its body; NULL: the body */
    bool only_needed;       /* ops with effects go as others do, where no wanted value needs them */
} grn_program_cut;

/*
 * A module with @main, which has those ops alone that the wanted values need, constants and ops without
 * operands among them, and the functions that they call. Whatever else they read becomes a further
 * argument behind the given ones, which *more lists (nmore of them, in the module's arena). Ops with effects
 * stay if they stand before a wanted value and after the given ones. GRN_E_MEMORY, GRN_E_UNSUPPORTED.
 *
 * `to` is filled anew, and destroyed by the caller in every case. It refers to texts and elements of `from`,
 * which must live as long. Places are those of `from`.
 */
grn_status grn_cut_program(const grn_ir *from, const grn_program_cut *cut, grn_ir *to, const grn_value *const **more,
                           size_t *nmore, const grn_diag *diag);

#endif
