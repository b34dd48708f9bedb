/* radix.c - the partition by radix of a run. */
#include "plan/radix.h"

grn_radix grn_radix_of_run(const grn_plan *plan, const grn_run *run)
{
    const grn_normal *n = &plan->normal;
    int64_t index_bytes = (int64_t)grn_dtype_bytes(plan->problem.indices->dtype);
    grn_radix r = {.raw = (const char *)run->indices + n->component[0] * index_bytes,
                   .step = n->index[0],
                   .last = plan->axis[0].last,
                   .key_mask = UINT32_MAX};
    while (grn_radix_buckets(&r) > GRN_BUCKETS)
        r.shift++;
    return r;
}
