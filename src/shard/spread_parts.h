/*
 * spread_parts.h - the calls among the files of the stage `propagated`. Each keeps the first
 * failure in grn_spreading.status.
 *
 * Knows: spread.h. Must not know: anything else of this stage's files.
 */
#ifndef GRN_SHARD_SPREAD_PARTS_H
#define GRN_SHARD_SPREAD_PARTS_H

#include "shard/spread.h"

/* ---- spread_constants.c ---------------------------------------------------------------------- */

/* What is computed of constants alone, and what a scalar is broadcast to, is copied for each use;
 * and copies that came to be sharded alike are one again. */
void grn_spread_split_constants(grn_spreading *p);
void grn_spread_merge_constants(grn_spreading *p);
void grn_spread_copies_init(grn_spreading *p);

/* ---- spread_values.c ------------------------------------------------------------------------- */

void grn_spread_collect(grn_spreading *p);
void grn_spread_write(grn_spreading *p);
const grn_spread_sharding *grn_spread_read(grn_spreading *p, const grn_op *op, const grn_attr *written,
                                           const grn_type *type);
int32_t grn_spread_state_new(grn_spreading *p, const grn_spread_sharding *sharding); /* -1: memory refused */
grn_spread_value *grn_spread_value_new(grn_spreading *p, grn_value *v, int32_t state, bool is_edge);
void grn_spread_use_new(grn_spreading *p, grn_op *op, size_t index);

/* ---- spread_constraints.c -------------------------------------------------------------------- */

/* What constraints, manual computations and groups say of values that have no sharding yet. */
void grn_spread_constrain(grn_spreading *p);
void grn_spread_group(grn_spreading *p);
/* Number i of a list of shardings of an op's; NULL: there is none. */
const grn_attr *grn_spread_listed(const grn_op *op, const char *name, size_t i);
/* The sharding of a manual computation's operand or result as its text has it: manual axes that it
 * does not name are replicated. */
const grn_spread_sharding *grn_spread_base(grn_spreading *p, const grn_op *op, const grn_attr *written,
                                           const grn_type *type);

/* ---- spread_steps.c, spread_op.c ------------------------------------------------------------- */

void grn_spread_make_steps(grn_spreading *p);
bool grn_spread_is_elementwise(const grn_op *op);
/* Which ways step `i` may be propagated along a factor, in this round. */
int32_t grn_spread_direction(const grn_spreading *p, const grn_spread_step *step, int32_t factor);
/* Propagates along one step; what changes is handed to `changed`. */
typedef void grn_spread_changed(grn_spreading *p, int32_t state);
void grn_spread_along(grn_spreading *p, const grn_spread_step *step, grn_spread_changed *changed);
void grn_spread_scratch_init(grn_spreading *p);
void grn_spread_scratch_destroy(grn_spreading *p);

#endif
