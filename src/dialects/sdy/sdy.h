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

/* ---- the tables; each ends with name NULL ---------------------------------------------------- */

extern const grn_op_def grn_sdy_mesh_ops[];
/* sharding_constraint, reshard, data_flow_edge and others of one value */
extern const grn_op_def grn_sdy_value_ops[];
extern const grn_op_def grn_sdy_collective_ops[];  /* all_gather and its like */
extern const grn_op_def grn_sdy_computation_ops[]; /* manual_computation, named_computation, return */

/* ---- attributes (mesh.c, attrs.c, sharding.c, rule.c, edges.c) ------------------------------- */

extern const grn_struct_def grn_sdy_mesh_attr, grn_sdy_axis_attr, grn_sdy_axes_attr, grn_sdy_axes_lists_attr,
    grn_sdy_manual_axes_attr, grn_sdy_all_to_all_attr, grn_sdy_all_to_all_param_attr, grn_sdy_dim_attr,
    grn_sdy_sharding_attr, grn_sdy_shardings_attr, grn_sdy_rule_attr, grn_sdy_edges_attr;
/* The words of two enumerations, whose values are i32 attributes on ops. Each ends with NULL. */
enum { GRN_SDY_NONE, GRN_SDY_FORWARD, GRN_SDY_BACKWARD, GRN_SDY_BOTH };
enum { GRN_SDY_SUM, GRN_SDY_MAX, GRN_SDY_MIN };
extern const char *const grn_sdy_directions[], *const grn_sdy_reductions[];

/* Attributes in a list. */
typedef struct grn_sdy_list {
    size_t count;
    const grn_attr *const *items;
} grn_sdy_list;

/* `"a"`, or `"a":(pre)size`. */
typedef struct grn_sdy_axis {
    grn_str name;
    bool is_sub;
    int64_t pre, size; /* of a sub-axis; of a whole axis 1 and 0 */
} grn_sdy_axis;

/* A mesh has at most so many axes, and a computation so many manual ones, as names are looked for
 * among them. */
enum { GRN_SDY_MOST_AXES = 1024 };

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

/* `([i, k], [k, j])->([i, j]) {i=8, j=16, k=8} reduction={k}`. Factors are numbers; a mapping is a
 * list of lists: factors of each dimension, none for `*`. */
typedef struct grn_sdy_rule {
    size_t nfactors;
    const int64_t *sizes;
    grn_sdy_list operands, results; /* of lists of dense arrays */
    grn_field reduction, replication, permutation, blocked;
    bool is_custom;
} grn_sdy_rule;

/* Of attributes of the definitions above. */
grn_sdy_list grn_sdy_list_of(const grn_attr *array);
grn_sdy_list grn_sdy_axes_of(const grn_attr *a); /* of an attribute that is one list, shardings and edges among them */
grn_sdy_axis grn_sdy_axis_of(const grn_attr *a);
grn_sdy_mesh grn_sdy_mesh_of(const grn_attr *a);
grn_sdy_dim grn_sdy_dim_of(const grn_attr *a);
grn_sdy_sharding grn_sdy_sharding_of(const grn_attr *a);
grn_sdy_rule grn_sdy_rule_of(const grn_attr *a);

/* ---- what ops refer to (find.c) -------------------------------------------------------------- */

/* The mesh that a sharding of an op refers to; NULL: it is not defined. */
const grn_attr *grn_sdy_find_mesh(const grn_op *op, const grn_attr *mesh_or_ref);
/* The one mesh of all shardings of both lists, empty meshes aside; NULL: there are several, or no
 * sharding at all. */
const grn_attr *grn_sdy_common_mesh(const grn_op *op, grn_sdy_list a, grn_sdy_list b);
/* The sharding of a value where its op, or what it is an argument of, says it; NULL: neither does,
 * or, with *status, memory is refused. */
const grn_attr *grn_sdy_sharding_of_value(grn_check *check, const grn_value *v, grn_status *status);
/* The same of the value that propagation barriers have made this one of. */
const grn_attr *grn_sdy_sharding_behind_barriers(grn_check *check, const grn_value *v, grn_status *status);
bool grn_sdy_is_replicated(const grn_sdy_sharding *s); /* no dimension is sharded */
bool grn_sdy_has_name(grn_sdy_list strings, grn_str name);

extern const grn_attr_class grn_sdy_is_mesh, grn_sdy_is_sharding, grn_sdy_is_shardings, grn_sdy_is_manual_axes,
    grn_sdy_is_axes, grn_sdy_is_axes_lists, grn_sdy_is_all_to_all, grn_sdy_is_direction, grn_sdy_is_reduction,
    grn_sdy_is_rule, grn_sdy_is_edges;
extern const grn_type_class grn_sdy_any, grn_sdy_shaped, grn_sdy_ranked, grn_sdy_static;

/* ---- text ------------------------------------------------------------------------------------ */

/* Upstream reports every attribute around one that is not read: a message more where `status` is
 * GRN_E_PARSE. */
grn_status grn_sdy_param(grn_parser *p, grn_status status, const char *attr, const char *param, const char *type);
/* A list of items between brackets, with commas; `attr` (NULL: none) is what has it as its
 * parameter, in upstream's words. */
typedef grn_status (*grn_sdy_item_parser)(grn_parser *p, const grn_attr **out);
typedef struct grn_sdy_list_text {
    const char *open, *close;
    grn_sdy_item_parser item;
    const char *attr, *param, *type;
} grn_sdy_list_text;
grn_status grn_sdy_parse_items(grn_parser *p, const grn_sdy_list_text *text, const grn_attr **out);
grn_status grn_sdy_parse_some(grn_parser *p, const grn_sdy_list_text *text, const grn_attr **out); /* at least one */
/* One of a definition, `<..>` or with its name, and nothing else. */
grn_status grn_sdy_parse_struct(grn_parser *p, const grn_struct_def *def, const grn_attr **out);
/* One of a definition from its fields. */
grn_status grn_sdy_made(grn_parser *p, const grn_struct_def *def, const grn_field *fields, const grn_attr **out);
grn_status grn_sdy_parse_axis(grn_parser *p, const grn_attr **out);
/* `{"a", "b":(1)2}` as a list of axes; `*open` whether it ends with `?`. */
grn_status grn_sdy_parse_axes(grn_parser *p, bool *open, const grn_attr **out);
/* Bare attributes as ops have them: `{"a"}`, `[{"a"}, {}]`, `{"a"}` of names, `[{"a"}: 0->1]`. */
grn_status grn_sdy_parse_bare(grn_parser *p, const grn_struct_def *def, const grn_attr **out);
/* `[<@mesh, ..>, ..]` */
grn_status grn_sdy_parse_shardings(grn_parser *p, const grn_attr **out);
void grn_sdy_print_shardings(grn_printer *p, const grn_attr *a);
/* `%x out_sharding=<..>`: attribute `name` behind an equals sign, if the word is there or
 * `needed`. */
grn_status grn_sdy_parse_sharding_named(grn_parser *p, grn_op *op, const char *name, bool needed);
/* A value of an enumeration into attribute `name`, if one of its words is there. */
grn_status grn_sdy_parse_word(grn_parser *p, grn_op *op, const char *name, const char *const *words);
/* ` {..} : T`, of one operand and one result of its type; the use was read. */
grn_status grn_sdy_parse_type(grn_parser *p, grn_op *op, const grn_use *use);
void grn_sdy_print_type(grn_printer *p, const grn_op *op, const char *const *skip);
struct grn_writer;
void grn_sdy_write_items(struct grn_writer *w, const char *open, const char *close, grn_sdy_list list,
                         void (*item)(struct grn_writer *w, const grn_attr *a));
const char *grn_sdy_factor_text(int64_t factor, char *text, size_t bytes); /* `i`, `z_1` */
/* Any attribute as it is written, in the memory of a check. */
const char *grn_sdy_attr_text(grn_check *check, const grn_attr *a);

/* ---- axes against each other and a mesh (axis_rules.c) --------------------------------------- */

/* Of an axis of this name; 0: there is none. */
int64_t grn_sdy_mesh_axis_size(const grn_sdy_mesh *mesh, grn_str name);
/* How many ways an axis, or all of a list, divides; INT64_MAX: more than can be counted. */
int64_t grn_sdy_axis_ways(const grn_sdy_mesh *mesh, const grn_sdy_axis *axis);
int64_t grn_sdy_list_ways(const grn_sdy_mesh *mesh, grn_sdy_list axes);
bool grn_sdy_axes_overlap(const grn_sdy_axis *a, const grn_sdy_axis *b);
bool grn_sdy_overlaps_any(const grn_sdy_axis *a, grn_sdy_list list);
/* `"a":(1)2` */
const char *grn_sdy_axis_text(grn_check *check, const grn_sdy_axis *a);

/* A list of axes in the memory of a check, with room for more. */
typedef struct grn_sdy_axes {
    size_t count;
    grn_sdy_axis *items; /* NULL: memory is refused */
} grn_sdy_axes;
grn_sdy_axes grn_sdy_axes_copy(grn_check *check, grn_sdy_list list, size_t room);
/* The last of `axes` without its end, `taken`. False: it does not end so. */
bool grn_sdy_take_suffix(grn_sdy_axes *axes, const grn_sdy_axis *taken, const grn_sdy_mesh *mesh);
/* One more, which is one with the last where both are parts of one. There has to be room. */
void grn_sdy_append(grn_sdy_axes *axes, const grn_sdy_axis *more, const grn_sdy_mesh *mesh);
/* In the order of the mesh, neighbours that are one merged. */
grn_status grn_sdy_sort_and_merge(grn_check *check, grn_sdy_axes *axes, const grn_sdy_mesh *mesh);
bool grn_sdy_axes_are(const grn_sdy_axes *axes, grn_sdy_list list);
bool grn_sdy_lists_equal(grn_sdy_list a, grn_sdy_list b);
/* `["a", "b"]` */
const char *grn_sdy_axes_text(grn_check *check, const grn_sdy_axes *axes);

/* Lists of axes that together have each axis once. */
typedef struct grn_sdy_uses {
    const grn_sdy_mesh *mesh;
    size_t count;
    struct grn_sdy_axis_use *items, **sorted; /* of all lists, one after the other; in the order of the mesh */
} grn_sdy_uses;
grn_status grn_sdy_collect(grn_check *check, const grn_sdy_mesh *mesh, size_t nlists, const grn_sdy_list *lists,
                           grn_sdy_uses *out);
/* Of `count` axes from number `first` on, a list: each is of the mesh, none was there before,
 * neighbours are not one. */
grn_status grn_sdy_check_list(const grn_op *op, grn_check *check, const char *before, const grn_sdy_uses *uses,
                              size_t first, size_t count);
/* The same, and they are in the order of the mesh; `what` says which they are. */
grn_status grn_sdy_check_sorted(const grn_op *op, grn_check *check, const char *before, const char *what,
                                const grn_sdy_uses *uses, size_t first, size_t count);
/* Parts of axes divide them and do not meet. */
grn_status grn_sdy_check_sub_axes(const grn_op *op, grn_check *check, const char *before, const grn_sdy_uses *uses);

/* ---- rules (check.c, rule_check.c, edges.c) -------------------------------------------------- */

/* What has to hold of attributes of an op; `before` opens each message: "arg 0 - ". `type` NULL: of
 * no value, so nothing is sharded. */
grn_status grn_sdy_check_sharding(const grn_op *op, grn_check *check, const char *before, const grn_attr *sharding,
                                  const grn_type *type);
/* A list of shardings, of values of these types; `what` opens each message: "result". */
typedef const grn_type *(*grn_sdy_type_reader)(const grn_op *op, size_t i);
grn_status grn_sdy_check_shardings(const grn_op *op, grn_check *check, const char *what, grn_sdy_list shardings,
                                   size_t count, grn_sdy_type_reader type);
/* From one sharding to another, axes stay unreduced by one operator. *reduced (NULL: nothing is
 * asked) is what those that do not stay are reduced by; then none is new, either. */
grn_status grn_sdy_check_unreduced(const grn_op *op, grn_check *check, const grn_attr *from, const grn_attr *to,
                                   const int32_t *reduced);
/* An axis of this name is not manual in what is around op. */
grn_status grn_sdy_check_bound(const grn_op *op, grn_check *check, const char *before, grn_str name);
grn_status grn_sdy_check_same_type(const grn_op *op, grn_check *check);
grn_status grn_sdy_check_rule(const grn_op *op, grn_check *check, const grn_attr *rule);
grn_status grn_sdy_check_edges(const grn_op *op, grn_check *check, const grn_attr *edges);
grn_status grn_sdy_check_attr(const grn_op *op, const grn_named_attr *attr, grn_check *check);
grn_status grn_sdy_check_value_attr(const grn_op *op, const grn_named_attr *attr, bool is_result, size_t i,
                                    const grn_type *type, grn_check *check);

/* The attribute that says what a collective op does; NULL: it has none. */
const char *grn_sdy_collective_attr(const grn_op *op);
/* The rules of each collective op (collective_check.c), and of the ops with a body
 * (computation_check.c). */
grn_status grn_sdy_verify_collective(const grn_op *op, grn_check *check);
grn_status grn_sdy_verify_manual(const grn_op *op, grn_check *check);
grn_status grn_sdy_verify_named(const grn_op *op, grn_check *check);
grn_status grn_sdy_share_eval(grn_exec *x, const grn_op *op); /* what is of one device is shared on */

extern const grn_translation grn_sdy_translation;

#endif
