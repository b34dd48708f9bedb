/*
 * stages.h - programs divided, stage by stage.
 *
 * Knows: shard.h. Must not know: how anything is run.
 */
#ifndef GRN_SHARD_STAGES_H
#define GRN_SHARD_STAGES_H

#include "core/owned.h"
#include "garner/shard.h"
#include "shard/shard.h"

typedef struct grn_shard_how {
    grn_shard_stage stage; /* PROPAGATED and on */
    bool reassociate, keep_recipes;
    bool is_alone; /* functions run on the devices themselves, not in a grid that the program has */
    /* PROPAGATED: every value has a sharding, and all are closed, so that nothing is propagated
     * further */
    bool closes;
    bool exports;                   /* PROPAGATED: named computations become functions and calls */
    const grn_shard_reporter *told; /* NULL: no reports */
} grn_shard_how;

/* Divides every function that no other refers to. Changes the module in place. GRN_E_UNSUPPORTED,
 * reported at each op that cannot be divided; GRN_E_MEMORY. */
grn_status grn_shard_divide(grn_ir *ir, const grn_shard_how *how, const grn_diag *diag);

/* Whether the program, or the op, says anything of devices: without that, nothing of it is
 * divided. */
bool grn_shard_has_mesh(const grn_op *op);

/* Of a module at a stage before `local`, through `scratch`, where what is read lives. */
grn_status grn_shard_devices(grn_ir *scratch, const grn_op *function, const grn_diag *diag, int64_t *count);
/* How a function's argument or result lies; part_of has room for devices times rank. */
grn_status grn_shard_layout(grn_ir *scratch, const grn_op *function, bool is_result, size_t i, int32_t *part_of,
                            const grn_diag *diag, grn_layout *out);
/* How any value of a function lies, in words too, which live with `scratch`. GRN_E_UNSUPPORTED: it
 * is no tensor of known shape. */
grn_status grn_shard_owned(grn_ir *scratch, const grn_op *function, const grn_value *value, int32_t *part_of,
                           const grn_diag *diag, grn_owned *out);

#endif
