/*
 * origins.h - where the parts of a program come from, by their places in it.
 *
 * Knows: that what a pass makes of an op has that op's place. Must not know: any pass.
 */
#ifndef GRN_INTERP_ORIGINS_H
#define GRN_INTERP_ORIGINS_H

#include "ir/ir.h"

typedef struct grn_origins {
    grn_vec known; /* sorted by place, once noted */
} grn_origins;

/* Of each op that has one. GRN_E_MEMORY, unreported. To be destroyed in every case. */
grn_status grn_origins_note(const grn_ir *ir, grn_origins *out);
/* To each op in `top` that has none and stands at the place of one that had. */
void grn_origins_give(const grn_origins *origins, grn_op *top);
void grn_origins_destroy(grn_origins *origins);

#endif
