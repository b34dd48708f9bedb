/*
 * radix.h - what a gather and a scatter of one run of single elements, by one
 * index each, partition by: the high bits of their starts.
 */
#ifndef GRN_PLAN_RADIX_H
#define GRN_PLAN_RADIX_H

#include "kernels/radix.h"
#include "plan/plan.h"

/* Buckets. Each has two streams of stores, which stay in the near caches. More were slower on every
 * machine that was measured. Costs are those of as many. */
#define GRN_BUCKETS 32

/* All vectors of the run in at most GRN_BUCKETS buckets, with their starts as keys; no payload. */
grn_radix grn_radix_of_run(const grn_plan *plan, const grn_run *run);

#endif
