/*
 * rows.h - ops that may be cut: a row per op.
 *
 * Knows: part.h. Must not know: how values come to be divided as an op wants them.
 */
#ifndef GRN_SHARD_ROWS_H
#define GRN_SHARD_ROWS_H

#include "convert/steps.h"
#include "shard/part.h"

typedef struct grn_part_row {
    bool may_be_cut; /* false: there is no row */
    bool is_element; /* of any element-wise op */
    /* Its factors; NULL: those of its sharding rule, without those that are combined over unless
     * `combines`, and without those of dimensions of result 0 that it `mixes`, where positions meet
     * or move. */
    grn_status (*rule)(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
    bool (*combines)(const grn_sharder *s, const grn_op *op);
    bool (*mixes)(const grn_op *op, int32_t dim);
    bool copies; /* dimensions that no operand has hold copies */
    /* The op, whose operands are a device's, as it is there; NULL: with other types alone. It is
     * w.at. */
    grn_status (*local)(grn_sharder *s, grn_op *op);
} grn_part_row;

/* Why a factor is whole. */
#define GRN_PART_ORDER "the order of what is combined along it shows"
#define GRN_PART_NEEDS "the op needs all of it"
#define GRN_PART_MOVES "elements meet or move along it"
#define GRN_PART_OTHER "its sharding rule is of another extent"
#define GRN_PART_LACKS "a result has nothing of it, or no operand has"

/* NULL: the op is run whole on every device. */
const grn_part_row *grn_part_row_of(const grn_op *op);

/* Operand or result `i`, operands first. */
static inline const grn_value *grn_part_value(const grn_op *op, size_t i)
{
    return i < op->noperands ? op->operands[i] : &op->results[i - op->noperands];
}

/* ---- factors --------------------------------------------------------------------------------- */

/* No factors yet, and no dimension has one. NULL: memory refused. */
grn_part_rule *grn_part_rule_new(grn_sharder *s, const grn_op *op, size_t most_factors);
int64_t grn_part_factor_new(grn_part_rule *r, int64_t size);
grn_status grn_part_pointwise_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
grn_status grn_part_rule_from(grn_sharder *s, const grn_op *op, const grn_part_row *row, grn_part_rule **rule);
grn_status grn_part_gather_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
grn_status grn_part_scatter_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
/* Of collectives in manual computations: all_reduce and its like, and those that only move
 * (collective.c). */
grn_status grn_part_folding_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
grn_status grn_part_moving_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);

/* The axes of each factor as the divisions of an op's values have them, of `nvalues` divisions; the
 * first value that cuts a factor says it, of those along one view. lists[rule->nfactors]. */
void grn_part_lists(const grn_part_mesh *mesh, const grn_part_rule *r, grn_division *const *values,
                    grn_part_list *lists);
/* Of one value. */
void grn_part_lists_of(const grn_part_mesh *mesh, const grn_part_rule *r, int32_t value, const grn_division *d,
                       grn_part_list *lists);
/* Value `i` divided so; NULL: memory refused. */
grn_division *grn_part_by_lists(grn_sharder *s, const grn_part_rule *r, int32_t value, const grn_type *type,
                                const grn_part_list *lists);
/* Takes axes away from factors until what is left can be: an axis cuts one of them, and dimensions
 * of several are cut from the major one on, without remainder. */
void grn_part_settle(const grn_part_mesh *mesh, const grn_part_rule *r, grn_part_list *lists);

/* ---- gathers and scatters (index.c, local_gather.c, local_scatter.c) ------------------------- */

/* False: the op is none, or of unknown shape. */
bool grn_part_access_of(const grn_op *op, grn_hub *out);
/* Whether positions that indices name may have owners: bits of elements are combined; elements of a
 * window of several positions are not filled one by one; windows that fit nowhere are not looked
 * for. */
bool grn_part_may_own(const grn_hub *access);
/* The op before s->w.at: StableHLO's own, where it has the index rule. NULL as for grn_new. */
grn_op *grn_part_make_access(grn_sharder *s, const grn_hub *hub);

/* Whether some device's part reaches behind the end. */
bool grn_part_has_padding(const grn_sharder *s, const grn_division *d);

/* ---- building what a device runs (emit.c) ---------------------------------------------------- */

/* The part of these axes that the device has, as i64. NULL: memory refused, as all below. */
grn_value *grn_part_number_value(grn_sharder *s, const grn_part_list *axes);
/* The whole of `v` (type: global) divided as `d` says: what the device has, cut out of it. */
grn_value *grn_part_cut(grn_sharder *s, grn_value *v, const grn_division *d);
grn_value *grn_part_scalar(grn_sharder *s, const grn_type *element, int64_t number);
grn_value *grn_part_spread_scalar(grn_sharder *s, grn_value *scalar, int32_t rank, const int64_t *shape);
grn_value *grn_part_pad(grn_sharder *s, grn_value *v, const int64_t *low, const int64_t *high);
/* One step from division to division. */
grn_value *grn_part_move(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to);
/* Folds `v` by an op of StableHLO's over the devices that differ along `axes`. */
grn_value *grn_part_all_reduce(grn_sharder *s, grn_value *v, const grn_part_list *axes, const char *op);
/* The same, of which each device keeps its part along dimension `dim`. */
grn_value *grn_part_reduce_scatter(grn_sharder *s, grn_value *v, const grn_part_list *axes, int64_t dim,
                                   const char *op);

/* ---- reports (tell.c) ------------------------------------------------------------------------ */

/* What was put in, for w.at: "all_reduce", over which axes, why, the most bytes that come to a
 * device and the least that have to, each time that it runs. */
void grn_part_tell(grn_sharder *s, const char *collective, const grn_part_list *axes, const char *why, int64_t bytes,
                   int64_t least);
/* Every device runs w.at whole. */
void grn_part_tell_whole(grn_sharder *s);

/* ---- combining in parts (local_reduce.c) ----------------------------------------------------- */

/* Whether no order of what is combined shows; under reassociate sums of floats are taken to be
 * so. */
bool grn_part_is_orderless(const grn_sharder *s, grn_combiner combiner, const grn_type *element);
const char *grn_part_combiner_op(grn_combiner combiner); /* NULL: REPLACE, REGION */
/* `v` where the device is the first along `axes`, elsewhere what changes nothing. */
grn_value *grn_part_first_alone(grn_sharder *s, grn_value *v, const grn_part_list *axes, grn_combiner combiner);
bool grn_part_sums_in_parts(const grn_sharder *s, const grn_op *op);    /* dot, dot_general */
bool grn_part_reduces_in_parts(const grn_sharder *s, const grn_op *op); /* reduce */

/* ---- rows' functions ------------------------------------------------------------------------- */

grn_status grn_part_local_gather(grn_sharder *s, grn_op *op);
grn_status grn_part_local_scatter(grn_sharder *s, grn_op *op);
grn_status grn_part_local_dot(grn_sharder *s, grn_op *op);
grn_status grn_part_local_reduce(grn_sharder *s, grn_op *op);
grn_status grn_part_local_convolution(grn_sharder *s, grn_op *op); /* batches.c, and the four below */
grn_status grn_part_inference_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
grn_status grn_part_training_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
grn_status grn_part_last_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
grn_status grn_part_each_rule(grn_sharder *s, const grn_op *op, grn_part_rule **rule);
/* Results get the types that the device has. */
grn_status grn_part_retype(grn_sharder *s, grn_op *op);

#endif
