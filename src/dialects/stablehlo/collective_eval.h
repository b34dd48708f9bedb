/* collective_eval.h - what the collective ops do: the evals that the rows of collective.c name. */
#ifndef GRN_STABLEHLO_COLLECTIVE_EVAL_H
#define GRN_STABLEHLO_COLLECTIVE_EVAL_H

#include "dialects/stablehlo/collective.h"

/* collective_move.c */
grn_status grn_hlo_all_gather_eval(grn_exec *x, const grn_op *op);
grn_status grn_hlo_all_to_all_eval(grn_exec *x, const grn_op *op);
grn_status grn_hlo_collective_permute_eval(grn_exec *x, const grn_op *op);
grn_status grn_hlo_collective_broadcast_eval(grn_exec *x, const grn_op *op);
/* collective_reduce.c */
grn_status grn_hlo_all_reduce_eval(grn_exec *x, const grn_op *op);
grn_status grn_hlo_reduce_scatter_eval(grn_exec *x, const grn_op *op);
grn_status grn_hlo_collective_reduce_eval(grn_exec *x, const grn_op *op);
grn_status grn_hlo_cross_replica_sum_eval(grn_exec *x, const grn_op *op);

/* A run of one of them: its group, and what goes to and comes from each member. End in every
 * case. */
typedef struct grn_collective {
    grn_exec *x;
    const grn_op *op;
    grn_comm group;
    size_t count; /* of its ranks */
    grn_comm_part *give;
    grn_comm_room *take;
} grn_collective;
/* A process that is in no group fails, unless `outside` says that it may be; count is then 0. */
grn_status grn_collective_begin(grn_collective *c, grn_exec *x, const grn_op *op, grn_strategy strategy,
                                const char *rule, bool outside);
void grn_collective_end(grn_collective *c);
/* Meets the group, giving and taking what the lists say. */
grn_status grn_collective_exchange(grn_collective *c);
/* Copies of the parts of `in` along `dim`, each without gaps, to be given to each member. *part:
 * the first of them. */
grn_status grn_collective_give_parts(grn_collective *c, const grn_tensor *in, int32_t dim, grn_rt *copies,
                                     grn_tensor *part);
/* Places for what all members give, as many elements as `part` has of each, one behind the other.
 * *view: the first of them. */
grn_status grn_collective_take_parts(grn_collective *c, const grn_tensor *part, grn_rt *out, grn_tensor *view);
/* operands[N] of an op with a dynamic root: the member that result j belongs to. Without one, the
 * first. */
grn_status grn_collective_root(const grn_collective *c, size_t ndata, size_t j, size_t *out);

#endif
