/*
 * collective.h - what the collective ops share: the groups that an op splits
 * the process grid into, and channels.
 *
 * Knows: replica groups and meshes as attributes, the four strategies of the
 * specification. Must not know: any single op.
 */
#ifndef GRN_STABLEHLO_COLLECTIVE_H
#define GRN_STABLEHLO_COLLECTIVE_H

#include "dialects/stablehlo/ops.h"

/* ---- attributes (mesh.c, process_ids.c, process_groups.c) ------------------------------------ */

extern const grn_struct_def grn_stablehlo_mesh_axis;     /* #stablehlo.mesh_axis<name = "x", size = 2> */
extern const grn_struct_def grn_stablehlo_sub_axis_info; /* #stablehlo.sub_axis_info<(1)2> */
/* #stablehlo.axis_ref<name = "x", sub_axis_info = (1)2> */
extern const grn_struct_def grn_stablehlo_axis_ref;
/* #stablehlo.mesh<axes=[<..>], device_ids=dense<..>> */
extern const grn_struct_def grn_stablehlo_mesh;
/* #stablehlo.replica_group_mesh_axes<mesh = .., axes = [..]> */
extern const grn_struct_def grn_stablehlo_replica_group_mesh_axes;
extern const grn_attr_class grn_hlo_is_replica_groups; /* a tensor of ids, or axes of a mesh */

/* The id of the op's channel; 0 where it has none. */
int64_t grn_hlo_channel_id(const grn_op *op);
int64_t grn_hlo_channel_type(const grn_op *op);

/* Ids in rows, -1 where a row is shorter. */
typedef struct grn_id_rows {
    int64_t rows, columns;
    const int64_t *ids;
    int64_t *own; /* memory of the exec's allocator that they lie in; NULL: the module's */
} grn_id_rows;
/* Those that axes of a mesh stand for (mesh.c). End with grn_hlo_id_rows_end in every case. */
grn_status grn_hlo_mesh_rows(grn_exec *x, const grn_op *op, const grn_attr *groups, grn_id_rows *out);
void grn_hlo_id_rows_end(grn_exec *x, grn_id_rows *rows);
/* The rules of ReplicaGroupMeshAxes. */
grn_status grn_hlo_verify_mesh_axes(const grn_op *op, grn_check *check, const grn_attr *groups);

/*
 * The rules of an op's replica_groups, `rules` being the numbers of unique and of covered ids.
 * uniform: all groups have one size, `expected` of them where it is not negative.
 */
typedef struct grn_group_rules {
    bool uniform, global_ids;
    int64_t expected;
    const char *unique, *covered, *size;
} grn_group_rules;
grn_status grn_hlo_verify_groups(const grn_op *op, grn_check *check, const grn_group_rules *rules);
/* collective_broadcast has rules of its own: C1, C2. */
grn_status grn_hlo_verify_broadcast_groups(const grn_op *op, grn_check *check);
/* C1 to C4 of an op's source_target_pairs. */
grn_status grn_hlo_verify_pairs(const grn_op *op, grn_check *check);

/* ---- strategies (process_groups.c) ----------------------------------------------------------- */

typedef enum grn_strategy {
    GRN_CROSS_REPLICA,
    GRN_CROSS_PARTITION,
    GRN_CROSS_REPLICA_AND_PARTITION,
    GRN_FLATTENED_IDS
} grn_strategy;

/* The group of this process, in order, and the caller's to release; size 0: the process is in none.
 * `rule`: that ids are in range. */
grn_status grn_hlo_process_group(grn_exec *x, const grn_op *op, grn_strategy strategy, const char *rule, grn_comm *out);
/* From now on this process's calls are this op's. */
void grn_hlo_begin_step(const grn_exec *x, const grn_op *op);
/* all_gather, all_reduce, reduce_scatter: by channel and use_global_device_ids. */
grn_strategy grn_hlo_reducing_strategy(const grn_op *op);
/* The others: by channel. */
grn_strategy grn_hlo_moving_strategy(const grn_op *op);

/* The process that sends to this one over source_target_pairs, and the one that it sends to; -1: none. `rule`: that ids are in range; all of them, or only those of this process's pairs. */
typedef struct grn_peers {
    int64_t source, target;
} grn_peers;
grn_status grn_hlo_peers(grn_exec *x, const grn_op *op, grn_strategy strategy, const char *rule, bool all,
                         grn_peers *out);

/* ---- values ---------------------------------------------------------------------------------- */

/* *out: `in` without gaps, the caller's to release. */
grn_status grn_hlo_compact(grn_exec *x, const grn_rt *in, const grn_tensor *view, grn_rt *out);
/* A new result of zeros; of a quantized type, of what stands for 0. */
grn_status grn_hlo_zero_result(grn_exec *x, const grn_op *op, size_t i, int32_t rank, const int64_t *shape);
/* The part `i` of `count` along `dim`, whose extent is a multiple of it. */
void grn_hlo_view_part(const grn_tensor *in, int32_t dim, int64_t count, int64_t i, grn_tensor *out);

extern const grn_op_def grn_stablehlo_collective_ops[];
extern const grn_op_def grn_stablehlo_transfer_ops[];
extern const grn_op_def grn_stablehlo_async_ops[];

#endif
