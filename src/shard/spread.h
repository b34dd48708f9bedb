/*
 * spread.h - what the files of the stage `propagated` share: shardings as Shardy propagates them,
 * and where each value has its own.
 *
 * Knows: shard.h, Shardy's structures. Must not know: how anything is divided. A sharding says
 * which axes cut a value wherever it is; what of that keeps the bits of one process is the business
 * of the stages behind this one.
 *
 * The algorithm is Shardy's (openxla/shardy, shardy/dialect/sdy/transforms/propagation): user
 * priorities around op priorities around aggressive propagation. Functions here name the file of it
 * that they follow.
 *
 * Words: an axis is a part (pre, size, rest) of an axis of a mesh, or all of it. A state is the
 * sharding that several values share: what goes around a loop has one, as Shardy's data-flow edges
 * have.
 */
#ifndef GRN_SHARD_SPREAD_H
#define GRN_SHARD_SPREAD_H

#include "shard/part.h"

/* ---- axes (spread_axes.c; AxisRefAttr) ------------------------------------------------------- */

typedef struct grn_spread_axis {
    int32_t axis, pre, size; /* number `axis` of the mesh */
} grn_spread_axis;

/* Major to minor. Axes of a list are disjoint and have two devices at least, so that there are
 * never more. */
typedef struct grn_spread_list {
    int32_t count;
    grn_spread_axis items[GRN_PART_MOST_AXES];
} grn_spread_list;

bool grn_spread_same_axis(const grn_spread_axis *a, const grn_spread_axis *b);
bool grn_spread_same_list(const grn_spread_list *a, const grn_spread_list *b);
bool grn_spread_contains(const grn_spread_axis *a, const grn_spread_axis *b);
/* `a` begins where `b` does, and is no longer. */
bool grn_spread_begins(const grn_spread_axis *a, const grn_spread_axis *b);
/* Whether `a` is less than `b`, and goes on to be `b`. */
bool grn_spread_is_strict_prefix(const grn_spread_list *a, const grn_spread_list *b);
bool grn_spread_is_prefix(const grn_spread_list *a, const grn_spread_list *b);
/* Cuts the end of `a` that overlaps an axis of the list. False: nothing is left. */
bool grn_spread_leave(grn_spread_axis *a, const grn_spread_list *taken);
int64_t grn_spread_ways(const grn_spread_list *list);
void grn_spread_push(grn_spread_list *list, grn_spread_axis axis);
/* ... merged with the last one where both are parts of one. */
void grn_spread_add(grn_spread_list *list, grn_spread_axis axis);
void grn_spread_sort(grn_spread_list *list); /* in the order of the mesh */

/* ---- shardings (spread_shardings.c; TensorShardingAttr) -------------------------------------- */

typedef struct grn_spread_mesh {
    const grn_attr *attr;
    grn_sdy_mesh of;
    struct grn_spread_mesh *next;
} grn_spread_mesh;

typedef struct grn_spread_dim {
    grn_spread_list axes;
    bool is_closed;
    int64_t priority; /* -1: none */
} grn_spread_dim;

/* Never changed once it is made. */
typedef struct grn_spread_sharding {
    const grn_attr *ref; /* how the mesh is named */
    const grn_spread_mesh *mesh;
    int32_t rank;
    int32_t reduction;
    const grn_spread_dim *dims;
    grn_spread_list replicated, unreduced;
} grn_spread_sharding;

/* One that may be filled in: `rank` dimensions, empty and open. NULL: memory refused. */
grn_spread_sharding *grn_spread_sharding_new(grn_ir *ir, const grn_attr *ref, const grn_spread_mesh *mesh, int32_t rank,
                                             grn_spread_dim **dims);
bool grn_spread_same(const grn_spread_sharding *a, const grn_spread_sharding *b); /* both may be NULL */
bool grn_spread_is_empty(const grn_spread_sharding *s);                           /* no axis is named */
bool grn_spread_is_closed(const grn_spread_sharding *s);                          /* all dimensions are */
bool grn_spread_is_open(const grn_spread_sharding *s);                            /* all are, and no axis is named */
/* of a mesh of one device without axes */
bool grn_spread_is_maximal(const grn_spread_sharding *s);
/* Without axes of the names, of the body's rank; and what is outside of a body whose value has
 * become `inner`. NULL: memory refused. */
const grn_spread_sharding *grn_spread_within(grn_ir *ir, const grn_spread_sharding *outer, grn_sdy_list manual);
const grn_spread_sharding *grn_spread_around(grn_ir *ir, const grn_spread_sharding *outer,
                                             const grn_spread_sharding *inner, grn_sdy_list manual);
const grn_attr *grn_spread_attr(grn_ir *ir, const grn_spread_sharding *s);

/* ---- values and states (spread_values.c) ----------------------------------------------------- */

/* A use of a value: operand `index` of `op`. */
typedef struct grn_spread_use {
    grn_op *op;
    size_t index;
    struct grn_spread_use *next; /* in the order of the program */
} grn_spread_use;

typedef struct grn_spread_state {
    const grn_spread_sharding *now;     /* NULL: none */
    const grn_spread_sharding *written; /* before priorities took dimensions away; NULL: none of it has one */
    int32_t group, next_in_group;       /* of a sharding group; -1: none */
    int32_t step;                       /* what sets it: its op, or its edge; -1: nothing */
    int32_t watchers;                   /* the first among grn_spreading.watchers; -1: none */
} grn_spread_state;

/* Which state a value has, by grn_value.slot. */
typedef struct grn_spread_value {
    grn_value *value;
    int32_t state; /* -1: it can have no sharding */
    /* what goes around or out of an op with regions, or into one: a source or target of a data-flow
     * edge */
    bool is_edge;
    grn_spread_use *first, *last;
} grn_spread_value;

/* How often ops are looked at, each time more of them: as many as Shardy has op priorities. */
enum { GRN_SPREAD_ROUNDS = 5 };

/* How a step sees a state: as it is, or from the other side of a manual computation's border. */
typedef enum grn_spread_view { GRN_SPREAD_PLAIN, GRN_SPREAD_ENTERS, GRN_SPREAD_LEAVES } grn_spread_view;
typedef struct grn_spread_port {
    int32_t state; /* -1: it has none, and gets none */
    grn_spread_view view;
    int32_t region;                  /* of a loop's argument, where it is of: 1 or 2; else 0 */
    const grn_spread_sharding *base; /* of a border: how the text shards the value outside */
} grn_spread_port;

typedef struct grn_spread_rule {
    int32_t nfactors, nvalues;
    const int64_t *sizes;
    bool *is_free, *is_blocked; /* passes through; is never propagated */
    grn_part_map *maps;
} grn_spread_rule;

/* What shardings are propagated along: an op by its rule, an edge or a border by the identity. */
typedef struct grn_spread_step {
    const grn_op *op;
    const grn_spread_rule *rule;
    size_t noperands, nvalues;
    grn_spread_port *ports;
    int32_t direction; /* of a barrier; -1: by the op's priority */
    bool is_edge, is_elementwise;
} grn_spread_step;

typedef struct grn_spreading {
    grn_sharder *s;
    grn_ir *ir;
    grn_spread_mesh *meshes;
    grn_vec values;                            /* grn_spread_value */
    grn_vec states;                            /* grn_spread_state */
    grn_vec steps;                             /* grn_spread_step, in the order of the program */
    grn_vec ends;                              /* the same, of the function's results */
    grn_vec waits;                             /* int32_t: steps that are to be looked at, the next one last */
    grn_vec is_waiting;                        /* bool, by step */
    grn_vec watchers;                          /* steps by the states that they look at (spread.c) */
    grn_vec copies;                            /* of constants (spread_constants.c) */
    grn_vec entries, first, compatible, order; /* of the step that is looked at (spread_op.c) */
    int32_t nresults, *results;                /* states of the function's results */
    int32_t priority;                          /* of ops: the round */
    int32_t current;                           /* the step that is looked at */
    bool changed;
    grn_status status;
} grn_spreading;

/* Ops whose regions have shardings. */
bool grn_spread_is_named(const grn_op *op);
static inline bool grn_spread_opens(const grn_op *op)
{
    return grn_part_is_control(op) || grn_part_is_manual(op) || grn_spread_is_named(op);
}
static inline grn_spread_value *grn_spread_value_of(const grn_spreading *p, const grn_value *v)
{
    return (grn_spread_value *)p->values.items + v->slot;
}
static inline grn_spread_state *grn_spread_state_at(const grn_spreading *p, int32_t i)
{
    return (grn_spread_state *)p->states.items + i;
}

#endif
