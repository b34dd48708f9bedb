/*
 * shard.h - programs divided over the devices of a mesh.
 *
 * Knows: the sharding rule of every op, and the stages from a program whose
 * shardings are written to what one device runs. Must not know: plans,
 * kernels, how anything is run or who exchanges what.
 *
 * A rule relates the dimensions of an op's operands and results by factors
 * (sdy.h): dimensions that have a factor in common are sharded alike along it.
 * A factor passes through unless it is in one of three sets: what a reduction
 * combines, what has to be whole on every device, what moves between devices.
 * A blocked one is not spread from value to value.
 *
 * The rules are those that Shardy's registry makes with its options at their
 * defaults (openxla/shardy, op_sharding_rule_registry.cc): factors are
 * numbered in the order in which they are added, and a dimension that no one
 * added has a factor of its own of size 1, behind the others.
 */
#ifndef GRN_SHARD_LAYER_H
#define GRN_SHARD_LAYER_H

#include "convert/convert.h"

/* What a rule is called on an op. */
#define GRN_SHARD_RULE "sdy.sharding_rule"

/* The rule of an op of a verified module: the one that it carries, or what its name and types give,
 * which lives with `ir`. *rule is NULL where it has none: control flow, constants, terminators, ops
 * of which nothing is known, a value whose shape is not known. GRN_E_MEMORY, GRN_E_LIMIT. */
grn_status grn_shard_rule_of(grn_ir *ir, const grn_op *op, const grn_attr **rule);

/* Whether it is known of an op that it has a rule, or that it has none. */
bool grn_shard_knows(const grn_op *op);

/* ---- stages: each changes a module in place, which begins as the one before left it ---------- */

/* Every op that has a rule carries it. A warning stands at the first op that nothing is known of,
 * and at the first such custom call. */
grn_status grn_shard_rules(grn_ir *ir, const grn_diag *diag);

#endif
