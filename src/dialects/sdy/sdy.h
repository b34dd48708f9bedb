/*
 * sdy.h - Shardy's attributes as structures, and the tables of its ops.
 *
 * Knows: meshes, axes and sub-axes, shardings, rules that relate the
 * dimensions of an op's values, how each is written, and what has to hold of
 * it. Must not know: how shardings spread, nor how anything is exchanged.
 *
 * An axis of a mesh shards a dimension whole, or by a sub-axis: the axis is
 * reshaped into (pre, size, rest), and the sub-axis is its middle. A factor
 * is an index that several dimensions of an op's values share.
 */
#ifndef GRN_SDY_H
#define GRN_SDY_H

#include "dialects/common/mlir.h"

/* ---- the tables; each ends with name NULL ---------------------------------------------------------------------------- */

extern const grn_op_def grn_sdy_mesh_ops[];
extern const grn_op_def grn_sdy_value_ops[];       /* sharding_constraint, reshard, data_flow_edge and others of one value */
extern const grn_op_def grn_sdy_collective_ops[];  /* all_gather and its like */
extern const grn_op_def grn_sdy_computation_ops[]; /* manual_computation, named_computation, return */

/* ---- attributes (attrs.c, sharding.c, rule.c) -------------------------------------------------------------------------- */

extern const grn_struct_def grn_sdy_mesh_attr, grn_sdy_axis_attr, grn_sdy_axes_attr, grn_sdy_axes_lists_attr,
    grn_sdy_manual_axes_attr, grn_sdy_all_to_all_attr, grn_sdy_dim_attr, grn_sdy_sharding_attr, grn_sdy_shardings_attr,
    grn_sdy_rule_attr;
extern const grn_enum_def grn_sdy_direction, grn_sdy_reduction;
enum { GRN_SDY_SUM, GRN_SDY_MAX, GRN_SDY_MIN };

/* Attributes in a list. */
typedef struct grn_sdy_list {
    size_t count;
    const grn_attr *const *items;
} grn_sdy_list;

/* `"a"`, or `"a":(pre)size`. */
typedef struct grn_sdy_axis {
    grn_str name;
    int64_t pre, size; /* of a sub-axis; size 0: the axis is whole */
} grn_sdy_axis;

/* `["a"=2, "b"=4], device_ids=[..]` */
typedef struct grn_sdy_mesh {
    grn_sdy_list names; /* strings */
    const int64_t *sizes;
    bool has_ids;
    size_t nids;
    const int64_t *ids; /* of devices, where they are not counted from 0 */
} grn_sdy_mesh;

/* `{"a", "b", ?}p1`: how one dimension is sharded. */
typedef struct grn_sdy_dim {
    grn_sdy_list axes;
    bool is_closed;   /* no "?": it is not sharded further */
    int64_t priority; /* -1: none */
} grn_sdy_dim;

/* `<@mesh, [{"a"}, {?}], replicated={"b"}, unreduced={"c"}>` */
typedef struct grn_sdy_sharding {
    const grn_attr *mesh; /* a symbol or a mesh */
    grn_sdy_list dims, replicated, unreduced;
    int32_t reduction;
} grn_sdy_sharding;

/* `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`. Factors are numbers; a mapping is a list of lists: factors of
 * each dimension, none for `*`. */
typedef struct grn_sdy_rule {
    size_t nfactors;
    const int64_t *sizes;
    grn_sdy_list operands, results; /* of lists of dense arrays */
    grn_field reduction, replication, permutation, blocked;
    bool is_custom;
} grn_sdy_rule;

/* Of attributes of the definitions above. */
grn_sdy_list grn_sdy_list_of(const grn_attr *array);
grn_sdy_list grn_sdy_axes_of(const grn_attr *a); /* of axes_attr, manual_axes_attr, axes_lists_attr, shardings_attr: their one list */
grn_sdy_axis grn_sdy_axis_of(const grn_attr *a);
grn_sdy_mesh grn_sdy_mesh_of(const grn_attr *a);
grn_sdy_dim grn_sdy_dim_of(const grn_attr *a);
grn_sdy_sharding grn_sdy_sharding_of(const grn_attr *a);
grn_sdy_rule grn_sdy_rule_of(const grn_attr *a);

/* The mesh that a sharding of an op refers to; NULL: it is not defined. */
const grn_attr *grn_sdy_find_mesh(const grn_op *op, const grn_attr *mesh_or_ref);
/* Of an axis of this name; 0: there is none. */
int64_t grn_sdy_mesh_axis_size(const grn_sdy_mesh *mesh, grn_str name);
/* How many ways an axis or sub-axis divides; 0: it is not of this mesh. */
int64_t grn_sdy_axis_ways(const grn_sdy_mesh *mesh, const grn_sdy_axis *axis);

extern const grn_attr_class grn_sdy_is_mesh, grn_sdy_is_sharding, grn_sdy_is_shardings, grn_sdy_is_manual_axes, grn_sdy_is_axes,
    grn_sdy_is_axes_lists, grn_sdy_is_all_to_all, grn_sdy_is_direction, grn_sdy_is_reduction;
extern const grn_type_class grn_sdy_any, grn_sdy_shaped, grn_sdy_ranked, grn_sdy_static;

/* ---- text ---------------------------------------------------------------------------------------------------------------- */

/* One of a definition from its fields. */
/* What stands between brackets with commas: `item` for each, until `close`, which is taken. *out: a list of them. */
typedef grn_status (*grn_sdy_item_parser)(grn_parser *p, const grn_attr **out);
grn_status grn_sdy_parse_items(grn_parser *p, const char *open, const char *close, grn_sdy_item_parser item, const grn_attr **out);
grn_status grn_sdy_made(grn_parser *p, const grn_struct_def *def, const grn_field *fields, const grn_attr **out);
/* `{"a", "b":(1)2}` as a list of axes; `*open` (may be NULL: not allowed) whether it ends with `?`. */
grn_status grn_sdy_parse_axes(grn_parser *p, bool *open, const grn_attr **out);
/* Bare attributes as ops have them: `{"a"}`, `[{"a"}, {}]`, `{"a"}` of names, `[{"a"}: 0->1]`. */
grn_status grn_sdy_parse_bare(grn_parser *p, const grn_struct_def *def, const grn_attr **out);
/* `[<@mesh, ..>, ..]` */
grn_status grn_sdy_parse_shardings(grn_parser *p, const grn_attr **out);
void grn_sdy_print_shardings(grn_printer *p, const grn_attr *a);
struct grn_writer;
void grn_sdy_write_axes(struct grn_writer *w, grn_sdy_list axes);

/* ---- rules (check.c) -------------------------------------------------------------------------------------------------- */

/* What has to hold of attributes of an op; `before` opens each message: "arg 0 - ". `type` NULL: of no value. */
grn_status grn_sdy_check_sharding(const grn_op *op, grn_check *check, const char *before, const grn_attr *sharding, const grn_type *type);
grn_status grn_sdy_check_axes(const grn_op *op, grn_check *check, const char *before, grn_sdy_list axes, const grn_attr *mesh);
grn_status grn_sdy_check_mesh(const grn_op *op, grn_check *check, const grn_attr *mesh);
grn_status grn_sdy_check_attr(const grn_op *op, const grn_named_attr *attr, grn_check *check);
grn_status grn_sdy_check_value_attr(const grn_op *op, const grn_named_attr *attr, bool is_result, size_t i, const grn_type *type,
                                    grn_check *check);

extern const grn_translation grn_sdy_translation;

#endif
