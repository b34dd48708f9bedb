/*
 * part.h - what the stages share: the axes of a mesh as numbers, how values are divided, and the
 * state of a stage.
 *
 * Knows: shard.h, Shardy's structures. Must not know: who runs what is made.
 *
 * Words: an axis here is a part of a mesh's axis so fine that no sharding of the program divides it
 * further; axes of one device only are left out. A position is a device's number in the mesh, row
 * by row; the device itself is the number of the partition that runs there. A division says along
 * which axes each dimension of a value is cut, major to minor; its parts are blocks of one extent,
 * the last of which may reach behind the end of the dimension: what is there is padding, of which
 * no element is ever told from another.
 */
#ifndef GRN_SHARD_PART_H
#define GRN_SHARD_PART_H

#include "convert/convert.h"
#include "dialects/sdy/sdy.h"
#include "ir/value_map.h"
#include "shard/stages.h"

enum { GRN_PART_MOST_AXES = 16, GRN_PART_ALL_AXES = 32, GRN_PART_MOST_VIEWS = 8, GRN_PART_MOST_DEVICES = 1 << 16 };

/* ---- axes and meshes (mesh.c) ---------------------------------------------------------------- */

/* Axes by their numbers, major to minor. */
typedef struct grn_part_list {
    uint8_t count;
    uint8_t axis[GRN_PART_MOST_AXES];
} grn_part_list;

typedef struct grn_part_axis {
    grn_str name; /* of the mesh's axis that it is of, which is divided into `pre`, this one and the rest */
    int64_t pre, size, whole;
    int64_t step; /* positions in the view from one to the next along it */
    int32_t view;
} grn_part_axis;

/* A mesh with its axes divided in one way. What is divided along axes of one view says nothing
 * of those of another, but which device has what: a value, and an op, is divided along those of
 * one. */
typedef struct grn_part_view {
    const grn_attr *ref, *mesh; /* how shardings name it, and itself */
    int32_t first, naxes;       /* its axes */
    /* of each position in the first mesh, the one that its device has here; NULL: the same */
    const int64_t *at;
} grn_part_view;

typedef struct grn_part_mesh {
    const grn_attr *ref; /* how shardings name the first; NULL: the program has none, and one device */
    int32_t naxes, nviews;
    grn_part_axis axes[GRN_PART_ALL_AXES];
    grn_part_view views[GRN_PART_MOST_VIEWS];
    int64_t ndevices;
    const int64_t *device, *position; /* of each position in the first mesh its device, of each device its position */
} grn_part_mesh;

/* The meshes of all shardings in a function or a program. Reported where they are of other
 * devices. */
grn_status grn_part_mesh_of(grn_ir *ir, const grn_op *top, const grn_diag *diag, grn_part_mesh *out);

/* Where a position is along an axis. */
int64_t grn_part_digit(const grn_part_mesh *mesh, int32_t axis, int64_t position);
int64_t grn_part_ways(const grn_part_mesh *mesh, const grn_part_list *axes);
/* Which part a position has, of as many as the axes divide into. */
int64_t grn_part_number(const grn_part_mesh *mesh, const grn_part_list *axes, int64_t position);
static inline bool grn_part_has(const grn_part_list *axes, int32_t axis)
{
    for (int32_t i = 0; i < axes->count; i++)
        if (axes->axis[i] == axis)
            return true;
    return false;
}
bool grn_part_equal(const grn_part_list *a, const grn_part_list *b);
bool grn_part_begins(const grn_part_list *axes, const grn_part_list *with);
uint32_t grn_part_set(const grn_part_list *axes); /* a bit for each */
void grn_part_push(grn_part_list *axes, int32_t axis);
void grn_part_append(grn_part_list *axes, const grn_part_list *more);
/* Without its first `n`. */
grn_part_list grn_part_rest(const grn_part_list *axes, int32_t n);
/* Adds what a view has of an axis that is written; false: it divides the axis otherwise. */
bool grn_part_read_axis(const grn_part_mesh *mesh, int32_t view, const grn_attr *written, grn_part_list *out);
/* The same cuts along a view's axes, of one mesh; false: it has none. */
bool grn_part_translate(const grn_part_mesh *mesh, const grn_part_list *axes, int32_t view, grn_part_list *out);
/* Axes as shardings have them, neighbours that are one written as one: a list of attributes. NULL:
 * memory refused. */
const grn_attr *grn_part_axes_attr(grn_ir *ir, const grn_part_mesh *mesh, const grn_part_list *axes);
/* `{"x", "y":(1)2}` */
enum { GRN_PART_TEXT_BYTES = 256 };
const char *grn_part_text(const grn_part_mesh *mesh, const grn_part_list *axes, char text[GRN_PART_TEXT_BYTES]);

/* ---- divisions (division.c) ------------------------------------------------------------------ */

typedef struct grn_part_dim {
    grn_part_list axes;
} grn_part_dim;

typedef struct grn_division {
    const grn_type *type; /* of the whole value */
    /* 0: it is not divided, which holds of all but tensors of known shape, of no quantized
     * elements */
    int32_t rank;
    uint32_t replicated; /* axes along which it may not be cut */
    /* of a manual computation: axes along which the body has, or gives, what adds up to the
     * value */
    uint32_t partial;
    int32_t reduction; /* by which it does */
    int32_t view;      /* of its axes, where it names any */
    grn_part_dim *dims;
    grn_value *now; /* another value that is the same, and divided as was asked for; NULL: none */
} grn_division;

/* A tensor of known shape and of elements that are not quantized. */
bool grn_part_divides(const grn_type *type);
/* One that cuts nothing. NULL: memory refused. */
grn_division *grn_division_new(grn_ir *ir, const grn_type *type);
grn_division *grn_division_copy(grn_ir *ir, const grn_division *d);
/* What a sharding says; reported at the op's place. */
grn_status grn_division_read(grn_ir *ir, const grn_part_mesh *mesh, const grn_op *op, const grn_type *type,
                             const grn_attr *sharding, const grn_diag *diag, grn_division **out);
/* As a sharding, all dimensions closed. NULL: memory refused. */
const grn_attr *grn_division_attr(grn_ir *ir, const grn_part_mesh *mesh, const grn_division *d);
bool grn_division_equal(const grn_division *a, const grn_division *b);
bool grn_division_is_whole(const grn_division *d);
/* The view of the axes that cut it; -1: it is whole. */
int32_t grn_division_view(const grn_part_mesh *mesh, const grn_division *d);
/* Along a view's axes; NULL: there is no such division, or *refused. */
grn_division *grn_division_translate(grn_ir *ir, const grn_part_mesh *mesh, const grn_division *d, int32_t view,
                                     bool *refused);
/* Whether every device has of both the same part. */
bool grn_division_same_parts(const grn_part_mesh *mesh, const grn_division *a, const grn_division *b);
uint32_t grn_division_axes(const grn_division *d);
/* The extent of a part, and the type of what a device has. */
static inline int64_t grn_part_extent(int64_t whole, int64_t ways) { return whole / ways + (whole % ways != 0); }
int64_t grn_division_extent(const grn_part_mesh *mesh, const grn_division *d, int32_t dim);
const grn_type *grn_division_local(grn_ir *ir, const grn_part_mesh *mesh, const grn_division *d);
/* Whether parts along `more` are parts of the parts along `axes`, as they are where no part has
 * padding in the middle. */
bool grn_part_nests(const grn_part_mesh *mesh, int64_t extent, const grn_part_list *axes, const grn_part_list *more);
/* Bytes of a part; the most that a device needs of `to` and does not have of `from`. */
int64_t grn_division_bytes(const grn_part_mesh *mesh, const grn_division *d);
int64_t grn_division_least(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to);

/* Divisions by values. */
typedef grn_value_map grn_divisions;
static inline grn_division *grn_divisions_get(const grn_divisions *map, const grn_value *of) /* NULL: none */
{
    return grn_value_map_get(map, of);
}
/* False: `to` is NULL, or memory was refused. */
static inline bool grn_divisions_set(grn_divisions *map, const grn_value *of, grn_division *to)
{
    return to && grn_value_map_set(map, of, to);
}

/* ---- rules as factors (factors.c) ------------------------------------------------------------ */

typedef struct grn_part_factor {
    int64_t size;
    const char *whole; /* why it may not be cut here; NULL: it may */
    bool is_blocked;   /* what cuts it is not spread */
    bool is_reduced;   /* it is combined over: exact in any order, or promised */
    bool is_shared;    /* a dimension has it beside others */
    bool is_owned;     /* of a gather or scatter: positions that indices name */
} grn_part_factor;

typedef struct grn_part_map {
    int32_t rank;
    const grn_attr *const *dims; /* dense arrays of factors; NULL: none has any */
    int64_t own[GRN_MAX_RANK];   /* without `dims`: the one factor of each dimension, -1: none */
} grn_part_map;

typedef struct grn_part_rule {
    int32_t nfactors, nvalues; /* operands, then results */
    grn_part_factor *factors;
    grn_part_map *maps;
    bool owners_give; /* along factors with owners a result is put together of what the owners have, as a gather's is */
} grn_part_rule;

/* The factors of a dimension. */
static inline size_t grn_part_factors(const grn_part_map *map, int32_t dim, const int64_t **factors)
{
    if (!map->dims) {
        *factors = &map->own[dim];
        return map->own[dim] >= 0;
    }
    *factors = map->dims[dim]->dims;
    return map->dims[dim]->ndims;
}

/* ---- the state of a stage -------------------------------------------------------------------- */

typedef struct grn_sharder {
    grn_rewrite w; /* new ops go before w.at */
    const grn_shard_how *o;
    grn_part_mesh mesh;
    grn_divisions map;
    grn_op *function;
    grn_block *block;
    struct grn_division **results; /* of the function's, [nresults] */
    size_t nresults;
    int32_t bodies;               /* manual computations around what is looked at */
    uint32_t manual;              /* their axes: devices that differ along them have values of their own */
    int64_t channel;              /* the last that was used */
    int64_t replicas, partitions; /* of the grid whose processes are the devices; 1 and 0: it has one replica */
    grn_op *head;                 /* numbers that are known are put before it */
    grn_value *device;            /* the partition's number as i64, once it is asked for */
    struct grn_part_known *known; /* parts whose numbers are at hand */
} grn_sharder;

/* ---- control flow (control.c) ---------------------------------------------------------------- */

/* A block, and how what its terminator gives is divided. */
typedef struct grn_part_flow {
    grn_block *block;
    grn_division **results;
    size_t nresults;
} grn_part_flow;
/* while, if, case, whose regions are of one block. */
bool grn_part_is_control(const grn_op *op);
grn_status grn_part_flow_of(grn_sharder *s, const grn_op *op, size_t region, grn_part_flow *out);
/* What goes around a loop has one division. False: memory refused. */
bool grn_part_share_flow(grn_sharder *s, const grn_op *op);
/* How an operand is to be divided: as what goes around, or whole. NULL: memory refused. */
grn_division *grn_part_flow_in(grn_sharder *s, const grn_op *op, size_t operand);

/* How often an op of a function runs each time that the function does (trips.c). */
typedef struct grn_part_runs {
    int64_t times;       /* -1: not known */
    int32_t loops;       /* around it */
    bool is_conditional; /* branches are around it: `times` where all of them are taken */
} grn_part_runs;
grn_part_runs grn_part_runs_of(const grn_op *op, const grn_op *function);

/* How values of the function are divided as its text says it, as far as it does (read.c). */
grn_status grn_part_read(grn_sharder *s);
/* ... written at all of them. */
grn_status grn_part_write(grn_sharder *s);
/* Attribute `name` of the function's arguments or results, "sdy.sharding" of each as `divisions`
 * say; NULL: of none. False: memory refused. */
bool grn_part_write_values(grn_sharder *s, const char *name, size_t n, grn_division *const *divisions);
/* The same, of shardings; NULL leaves out one. */
bool grn_part_write_attrs(grn_sharder *s, const char *name, size_t n, const grn_attr *const *shardings);
/* The sharding in the dictionary of an argument or result; NULL: none, or no dictionary. */
const grn_attr *grn_part_sharding_in(const grn_attr *dict);
/* What is in `function` says nothing of shardings any more. */
void grn_part_strip(grn_op *function);
/* A string on what a stage puts in: what it is there for. */
#define GRN_PART_WHY "garner.why"
/* How a value is divided now. NULL: it is within an op, or belongs to what a device runs beside. */
static inline grn_division *grn_part_of(const grn_sharder *s, const grn_value *v)
{
    return grn_divisions_get(&s->map, v);
}
/* *rule NULL: the op is run whole on every device, */
grn_status grn_part_rule_of(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
/* and this is why. */
const char *grn_part_why_whole(const grn_op *op);
/* What stands for its one operand, and says nothing but how that is divided. */
bool grn_part_is_move(const grn_op *op);
const char *grn_part_move_attr(const grn_op *op); /* the attribute that says it */
/* The function that an op calls; NULL: none, or none that is defined. */
const grn_op *grn_part_callee(const grn_op *op);
/* A terminator of that name, of what now stands for the operands of `end`; it is in no block yet. NULL: memory refused
 * (export.c). */
grn_op *grn_part_new_end(grn_ir *ir, grn_str name, const grn_op *end);
/* Whether every device may run it by itself, with the same result as one alone; if not, why. */
bool grn_part_may_repeat(const grn_op *op, const char **why);

/* Calls become named computations, and what is in those stands in their place (inline.c). */
grn_status grn_part_name_calls(grn_ir *ir, grn_op *function, const grn_diag *diag);
grn_status grn_part_inline(grn_ir *ir, grn_op *function, const grn_diag *diag);
/* Nothing stands for the values of `block` and what is in it any more. */
void grn_part_forget(const grn_block *block);
/* Named computations of all of the module become functions and calls (export.c). */
grn_status grn_part_export(grn_sharder *s);

/* ---- computations that are a device's already along some axes (manual.c) --------------------- */

/* Values around it are cut along its manual axes first, those in its body along free axes alone. */
bool grn_part_is_manual(const grn_op *op);
bool grn_part_has_manual(const grn_op *op); /* is one, or has one somewhere within */
/* How operand or result `i` is divided as the op says it, which has to leave what the body has. */
grn_status grn_part_manual_read(grn_sharder *s, const grn_op *op, bool is_result, size_t i, grn_division **out);
/* How operand `i` comes in: along the manual axes, and as the body's argument along free ones. */
grn_status grn_part_manual_in(grn_sharder *s, const grn_op *op, size_t i, grn_division **out);
/* The body, and how it gives its results: as the op's are divided along free axes. */
grn_status grn_part_manual_flow(grn_sharder *s, const grn_op *op, grn_part_flow *out);
/* Of the axes that have come to cut arguments and results of manual computations within `block`
 * those stay that cut what the body has and what is around it alike. */
grn_status grn_part_manual_settle(grn_sharder *s, const grn_block *block);
/* in_shardings and out_shardings say what has come of them. False: memory refused. */
bool grn_part_manual_write(grn_sharder *s, grn_op *op);
/* The body in the place of the op, whose operands are a device's. */
grn_status grn_part_local_manual(grn_sharder *s, grn_op *op);
/* What a collective of Shardy's folds along manual axes around it, before w.at; its operand, where
 * it folds along none. NULL: memory refused. */
grn_value *grn_part_fold_manual(grn_sharder *s, const grn_op *op);
/* What is in a manual computation is looked at between these two. */
uint32_t grn_part_manual_enter(grn_sharder *s, const grn_op *op);
void grn_part_manual_leave(grn_sharder *s, uint32_t entered);

/* ---- stages over one function ---------------------------------------------------------------- */

/* Shardings are propagated, and written to the text of the function (spread.c). */
grn_status grn_part_spread(grn_sharder *s);
/* Windows across parts become positions that have owners (windows.c). */
grn_status grn_part_windows(grn_sharder *s);
grn_status grn_part_agree(grn_sharder *s); /* agree.c */
grn_status grn_part_local(grn_sharder *s); /* local.c */
/* A block in an op, whose arguments are divided: its ops and arguments become a device's
 * (local.c). */
grn_status grn_part_local_inner(grn_sharder *s, grn_block *block);

/* How a value that is divided in one way comes to be divided in another: divisions on the way, `to`
 * the last (moves.c). */
enum { GRN_PART_MOST_MOVES = 2 * GRN_MAX_RANK + 4 };
typedef struct grn_part_moves {
    size_t count;
    grn_division *to[GRN_PART_MOST_MOVES];
} grn_part_moves;
/* One of them, as a collective. */
typedef enum grn_part_move_kind {
    GRN_PART_GATHERS,
    GRN_PART_CUTS,
    GRN_PART_EXCHANGES,
    GRN_PART_PERMUTES
} grn_part_move_kind;
typedef struct grn_part_move_form {
    grn_part_move_kind kind;
    int32_t from, to; /* of an exchange: the dimension that `axes` cut, and the one that they do afterwards */
    grn_part_list axes;
} grn_part_move_form;
grn_part_move_form grn_part_form_of(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to);
/* The sdy op of it, before w.at. NULL: memory refused. */
grn_value *grn_part_collective(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to);
bool grn_part_moves_between(grn_sharder *s, const grn_division *from, const grn_division *to, grn_part_moves *out);

#endif
