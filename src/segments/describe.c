/* describe.c - how a plan would reduce its segments, and what that is expected to take. */
#include <inttypes.h>
#include <stdio.h>

#include "kernels/kernels.h"
#include "segments/plan.h"

void grn_segment_describe(const grn_segment_plan *plan, grn_plan_report *report, char text[GRN_REPORT_BYTES])
{
    const grn_segment_problem *p = &plan->p;
    const int64_t columns = plan->columns.extent, row = columns * (int64_t)grn_dtype_bytes(p->data.dtype),
                  times = grn_mul_at_most(plan->positions, plan->lines);
    char shape[256], of[64] = "";
    *report = (grn_plan_report){.addressing = grn_segment_plan_way(plan),
                                .partition = "segments",
                                .mover = grn_segment_op_text(p->spec.op),
                                .cpu = grn_kernels_here()->name,
                                .threads = plan->threads,
                                .parts = grn_segment_parts(plan),
                                .elements = grn_tensor_elements(&p->data),
                                .moved_bytes = (int64_t)(grn_tensor_bytes(&p->data) + grn_tensor_bytes(&p->result)),
                                .scratch_bytes = plan->scratch_bytes,
                                .expected_ns = grn_segment_expected_ns(plan),
                                .empty = grn_tensor_elements(&p->result) == 0};
    if (times != 1)
        snprintf(of, sizeof of, "%" PRId64 " times ", times);
    snprintf(shape, sizeof shape, "%s%" PRId64 " segments of %" PRId64 " rows of %" PRId64 " B%s, by %s %s", of,
             p->nsegments, p->nentries, row, p->has_weights ? " with weights" : "", grn_segment_form_text(p->spec.form),
             grn_dtype_text(p->segments.dtype));
    grn_report_text(report, shape, text);
}
