/*
 * steps.h - declarations that the passes of a conversion share.
 *
 * Knows: convert.h. Must not know: any dialect but the hub.
 */
#ifndef GRN_CONVERT_STEPS_H
#define GRN_CONVERT_STEPS_H

#include "convert/convert.h"

/* ---- passes (rewrite.c) ---------------------------------------------------------------------- */

/*
 * Calls `visit` on every op, the ops in its regions first, with operands that are up to date; new
 * ops go before it. Continues after a failure other than GRN_E_MEMORY; answers the first. At the
 * end replaced ops, and pure ones without uses, are erased; after GRN_E_MEMORY the module can only
 * be destroyed.
 */
typedef grn_status (*grn_convert_step)(grn_rewrite *w, grn_op *op);
grn_status grn_convert_walk(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag, grn_convert_step visit);
/* Completes `top`: replaced values give way to their replacements; replaced ops and dead ones are
 * erased. */
void grn_convert_sweep(grn_op *top);

/* Whether a value of `op` has elements that helper ops do not take, quantized ones and, unless
 * `takes_index`, those of type `index`: such an op stays as it is. */
bool grn_convert_stays(const grn_op *op, bool takes_index);

/* Refuses asynchronous ops (async.c). */
grn_status grn_pass_async(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* 64-bit integers become 32-bit ones where target->widest requires it, and values that cannot are
 * refused (narrow.c). First, under --assume-in-bounds, the arguments that are only indices
 * (narrow_arguments.c). */
grn_status grn_pass_narrow(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
grn_status grn_narrow_arguments(grn_rewrite *w);
bool grn_narrow_has_row(grn_op_number op);

/* The import pattern of an op of this name (import.c); NULL: its dialect has none for it. */
const grn_import_pattern *grn_find_import_pattern(grn_ir *ir, grn_str name);
/* Whether an import for a target that takes memory makes loops of the op. Changes nothing of the
 * module. */
bool grn_import_makes_loops(const grn_ir *ir, const grn_op *op);
/* Tensors of `index` become i64's where the target has its own types for tensors and none of
 * `index` (index.c). */
grn_status grn_pass_index(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);

/* GRN_OK, or the refusal of an op whose tensors have an encoding: nothing made in its place would
 * carry that. */
grn_status grn_check_encodings(const grn_rewrite *w);
/* A scatter that is rebuilt has results of its operands' types: results that are declared with
 * fewer known extents than the `n` operands from `first` on are refused. */
grn_status grn_check_declared(const grn_rewrite *w, size_t first, size_t n);

/* Whether `op` only carries values from one place to another: functions, calls, returns,
 * modules. */
bool grn_is_carrier(const grn_op *op);
/* Values in the target's own type for a tensor, with conversions around ops that are not the
 * target's (own_types.c). */
grn_status grn_own_types(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);

/* ---- after export (simplify.c) --------------------------------------------------------------- */

/* Gives target->broadcasting's ops their operands as they were before a broadcast, where the op's
 * result stays as it is; and puts one reshape in the place of two. */
grn_status grn_leave_out_shapes(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag);
/* The first of equal constants of a block, and of lists of them, replaces the others. */
grn_status grn_merge_constants(grn_ir *ir, const grn_diag *diag);

/* The integers of a constant, GRN_MAX_RANK at most (dynamic.c). False: it is none. */
bool grn_constant_list(const grn_value *list, grn_dims *out);
/* A constant of the hub: `type` static, `data` of compact elements, one when `splat`; copied. */
grn_value *grn_build_constant(grn_rewrite *w, const grn_type *type, bool splat, const void *data);

/* The most elements of constants that a pass evaluates, to raise a gather and to convert their
 * type; further constants are left as they are. A short text can have many gathers of a million
 * elements each. */
enum { GRN_MOST_EVALUATED = 1 << 23 };
/* The most elements of tables of numbers that a conversion writes into a program, all of them
 * together. */
enum { GRN_MOST_COUNTED = 1 << 24 };
/* 0, 1, ..., n - 1 as the value of a constant of one dim, for targets without an op that counts.
 * Refused over GRN_MOST_COUNTED. */
grn_status grn_counted(grn_rewrite *w, const grn_type *element, int64_t n, const grn_attr **out);

/* The integers that a cast converts to a tensor of `index`, without loss; any other value is
 * answered itself. */
grn_value *grn_before_index(grn_value *v);

/* ---- other types for values (rewrite.c) ------------------------------------------------------ */

/* The type that replaces `t`, which may be `t`; NULL: memory refused, as the calls below answer it
 * by false and NULL. */
typedef const grn_type *(*grn_retyping)(grn_ir *ir, const grn_type *t);
bool grn_retype_values(grn_ir *ir, grn_retyping as, size_t n, grn_value *values);
/* A function type as an attribute, each of its types another. */
const grn_attr *grn_retype_function(grn_ir *ir, grn_retyping as, const grn_type *function);

/* ---- elements (build.c) ---------------------------------------------------------------------- */

/* The element kind that an element-wise op depends on: many dialects have an op for each. */
typedef enum grn_kind {
    GRN_KIND_BOOL,
    GRN_KIND_SIGNED,
    GRN_KIND_UNSIGNED,
    GRN_KIND_FLOAT,
    GRN_KINDS,
    GRN_KIND_OTHER = GRN_KINDS
} grn_kind;
/* The kind of a tensor's elements or of an element type; an index is SIGNED. */
grn_kind grn_kind_of(const grn_type *t);
/* A tensor without an encoding. */
static inline bool grn_is_plain(const grn_type *t) { return grn_type_is_tensor(t) && !t->encoding; }

/* A tensor of a shape that is known, without an encoding. */
bool grn_is_static(const grn_type *t);
/* The result is one, and so is every operand that is a tensor. */
bool grn_op_is_static(const grn_op *op);

/* Of a dynamic_broadcast_in_dim whose uses are element-wise, its dims aligned at the last: a target
 * whose ops broadcast by themselves takes its operand instead. Only what is known to be 1 grows. */
#define GRN_BROADCASTS_ITSELF "garner.broadcasts"

/* ---- export (export.c) ----------------------------------------------------------------------- */

/* A helper op on tensors, which export patterns apply to. */
/* `as` of `parts` of `op`, under its result's type. NULL as for grn_new. */
grn_value *grn_new_of_parts(grn_rewrite *w, const char *as, const grn_part *parts, const grn_op *op);
/* An op of a region that is a function of scalars, as a reducer is. */
bool grn_is_in_scalar_region(const grn_rewrite *w, const grn_op *op);
bool grn_is_exportable(const grn_rewrite *w, const grn_op *op);

/* ---- combiners (hub.c) ----------------------------------------------------------------------- */

/* The op of a combiner of two values; NULL: REPLACE and REGION have none. */
const char *grn_hub_combiner_op(grn_combiner combiner);

/* ---- fitting --------------------------------------------------------------------------------- */

grn_dims grn_extents(const grn_type *tensor);
/* Whether the target's op counts negative indices from the end in the form that fit gives this
 * access, and no other ops are needed for them (fit_rule.c). */
bool grn_target_wraps(const grn_target *target, const grn_hub *hub);

#endif
