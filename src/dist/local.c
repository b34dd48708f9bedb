/* local.c - gathers and scatters for which every rank has all operands that it needs. */
#include <string.h>

#include "dist/dist.h"

static bool is_whole(const grn_placement *p, int32_t d) { return p->parts[d] == 1; }

/* Along the dims of indices. */
static const char *indices_obstacle(const grn_dist_plan *p)
{
    for (int32_t d = 0; d < p->indices.rank; d++) {
        const int32_t dense = p->map.indices[d].dense;
        if (dense < 0) {
            if (!is_whole(&p->indices, d))
                return "the dimension of index vectors is divided";
        } else if (p->is_scatter && p->map.indices[d].operand < 0) {
            if (!is_whole(&p->indices, d) || !is_whole(&p->dense, dense))
                return "updates are divided along a dimension that is no batching dimension";
        } else if (!grn_placed_alike(&p->indices, d, &p->dense, dense))
            return p->is_scatter ? "indices and updates are not divided alike"
                                 : "indices and the result are not divided alike";
    }
    return NULL;
}

/* Along a batching dim of the operand. */
static const char *batching_obstacle(const grn_dist_plan *p, int32_t d)
{
    const int32_t dense = p->map.indices[p->map.operand[d].batching].dense;
    return grn_placed_alike(&p->operand, d, &p->dense, dense)
               ? NULL
               : "a batching dimension is not divided alike in all tensors";
}

/* Along a dim of the operand that a window is taken of. */
static const char *window_obstacle(const grn_dist_plan *p, int32_t d)
{
    const int32_t dense = p->map.operand[d].dense;
    if (is_whole(&p->operand, d) && (dense < 0 || is_whole(&p->dense, dense)))
        return NULL;
    if (p->map.operand[d].component >= 0)
        return "a dimension that indices point along is divided";
    if (dense < 0 || p->operand.shape[d] != p->dense.shape[dense] ||
        !grn_placed_alike(&p->operand, d, &p->dense, dense))
        return "a dimension of the window is not divided alike, or not whole";
    return NULL;
}

const char *grn_local_obstacle(const grn_dist_plan *p)
{
    const char *obstacle = indices_obstacle(p);
    for (int32_t k = 0; k < p->map.indices_rank && !obstacle; k++)
        obstacle = p->map.indices[k].operand < 0 ? NULL : batching_obstacle(p, p->map.indices[k].operand);
    for (int32_t d = 0; d < p->operand.rank && !obstacle; d++)
        obstacle = p->map.operand[d].batching < 0 ? window_obstacle(p, d) : NULL;
    return obstacle;
}

/* The spec of this rank's part: a divided tensor counts as whole, and bounds were agreed on before
 * a run. */
static void local_gather(const grn_dist_plan *p, grn_gather_spec *spec)
{
    *spec = p->gather;
    if (p->nest.rule.bounds == GRN_BOUNDS_ERROR)
        spec->index.bounds = GRN_BOUNDS_PROMISE;
    for (int32_t d = 0; d < p->operand.rank; d++)
        if (p->map.operand[d].dense >= 0)
            spec->slice_sizes.v[d] = p->dense_local[0].shape[p->map.operand[d].dense];
}

grn_status grn_local_plan(grn_dist_plan *p, const grn_diag *diag)
{
    grn_status status;
    if (grn_tensor_elements(&p->dense_local[0]) == 0 || grn_tensor_elements(&p->operand_local[0]) == 0)
        return GRN_OK;
    if (p->is_scatter) {
        grn_scatter_spec spec = p->scatter;
        if (p->nest.rule.bounds == GRN_BOUNDS_ERROR)
            spec.index.bounds = GRN_BOUNDS_PROMISE;
        status = grn_plan_scatter(&spec, p->ninputs, p->operand_local, &p->indices_local, p->dense_local,
                                  &p->plan_options, p->allocator, diag, &p->local);
    } else {
        grn_gather_spec spec;
        local_gather(p, &spec);
        status = grn_plan_gather(&spec, &p->operand_local[0], &p->indices_local, &p->dense_local[0], &p->plan_options,
                                 p->allocator, diag, &p->local);
    }
    return status == GRN_OK ? grn_dist_scratch(p, grn_plan_scratch_bytes(p->local)) : status;
}
