/*
 * verify.h - declarations that the files of the verifier share.
 *
 * Each step answers GRN_OK; or GRN_E_VERIFY after a message, which ends the check of that op but
 * not of its siblings; or GRN_E_MEMORY, which ends all.
 */
#ifndef GRN_IR_VERIFY_H
#define GRN_IR_VERIFY_H

#include "ir/ir.h"

typedef struct grn_verifier {
    const grn_ir *ir;
    bool allow_unregistered, first_of_block;
    grn_check check;
    grn_place refused; /* of the op for which memory was refused, or which hit a limit */
} grn_verifier;

/* The rules about the op alone, in the order of upstream's traits. */
grn_status grn_verify_counts(const grn_verifier *v, const grn_op *op); /* verify_types.c */
/* upstream does so as it parses: first of all */
grn_status grn_verify_attr_classes(const grn_verifier *v, const grn_op *op);
grn_status grn_verify_attrs(const grn_verifier *v, const grn_op *op); /* none is missing */
grn_status grn_verify_types(const grn_verifier *v, const grn_op *op);
grn_status grn_verify_relations(const grn_verifier *v, const grn_op *op); /* verify_relations.c */
grn_status grn_verify_region_sizes(const grn_verifier *v, const grn_op *op);
grn_status grn_verify_traits(const grn_verifier *v, const grn_op *op);       /* verify_traits.c */
grn_status grn_verify_terminators(const grn_verifier *v, const grn_op *op);  /* once its regions are found sound */
grn_status grn_verify_inferred(grn_verifier *v, const grn_op *op);           /* verify_infer.c */
grn_status grn_verify_block_ends(const grn_verifier *v, const grn_block *b); /* verify_traits.c */
grn_status grn_verify_symbols(grn_verifier *v, const grn_op *table);         /* verify_traits.c */

/* Every use is reached by its definition, in a structure found sound. verify_dominance.c */
grn_status grn_verify_dominance(grn_verifier *v, const grn_op *op);

/* The worse of two answers: memory over a broken rule over none. */
static inline grn_status grn_worse(grn_status a, grn_status b) { return a == GRN_E_MEMORY || b == GRN_OK ? a : b; }

static inline bool grn_op_has(const grn_op *op, uint32_t trait) { return op->def && (op->def->traits & trait) != 0; }

#endif
