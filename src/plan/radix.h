/*
 * radix.h - what a gather and a scatter of one run of single elements, by one
 * index each, partition by: the high bits of their starts.
 */
#ifndef GRN_PLAN_RADIX_H
#define GRN_PLAN_RADIX_H

#include "kernels/radix.h"
#include "plan/plan.h"

/* Buckets whose two streams of stores each stay near. More never paid, on any machine met; costs
 * reckon with as many. */
#define GRN_BUCKETS 32

/* All vectors of the run in at most GRN_BUCKETS buckets, with their starts as keys; no payload. */
grn_radix grn_radix_of_run(const grn_plan *plan, const grn_run *run);

#endif
