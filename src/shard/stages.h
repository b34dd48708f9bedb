/*
 * stages.h - programs divided, stage by stage.
 *
 * Knows: shard.h. Must not know: how anything is run.
 */
#ifndef GRN_SHARD_STAGES_H
#define GRN_SHARD_STAGES_H

#include "garner/shard.h"
#include "shard/shard.h"

typedef struct grn_shard_how {
    grn_shard_stage stage; /* PROPAGATED and on */
    bool reassociate, keep_recipes;
    const grn_diag *told; /* NULL: nothing is told */
} grn_shard_how;

/* Divides every function that no other refers to. Changes the module in place. GRN_E_UNSUPPORTED, reported at each op that
 * cannot be divided; GRN_E_MEMORY. */
grn_status grn_shard_divide(grn_ir *ir, const grn_shard_how *how, const grn_diag *diag);

#endif
