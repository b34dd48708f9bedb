/* segment.c - reductions over segments in a run. */
#include "interp/interp.h"

/* Each entry read and combined, each id read. */
grn_status grn_exec_segments(grn_exec *x, const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                             const grn_diag *diag)
{
    const uint64_t entries = grn_tensor_steps(tensors->data), ids = grn_tensor_steps(tensors->segments);
    const grn_status status = x->calls->charge(x, grn_steps_add(ids, grn_steps_times(2, entries)));
    return status == GRN_OK ? grn_segment_reduce(spec, tensors, x->allocator, diag) : status;
}
