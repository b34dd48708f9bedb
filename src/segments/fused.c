/* fused.c - softmax, log_softmax, logsumexp and std of a part: a few sweeps over each segment, by
 * whoever owns it. */
#include <math.h>
#include <string.h>

#include "kernels/exp_log.h"
#include "segments/plan.h"

/* Elements of rows that are worked on at a time. */
#define BUFFER 1024

#define real float
#define inside GRN_F32
#define F(name) name##_f32
#define ROOT sqrtf
#include "segments/fused_body.h"
#undef real
#undef inside
#undef F
#undef ROOT

#define real double
#define inside GRN_F64
#define F(name) name##_f64
#define ROOT sqrt
#include "segments/fused_body.h"
#undef real
#undef inside
#undef F
#undef ROOT

void grn_segment_fuse_part(const grn_segment_part *part)
{
    typedef void (*fuse)(const grn_segment_part *, int64_t s, int64_t from, int64_t to, void *numbers);
    static const fuse fuses[GRN_SEGMENT_OP_COUNT][2] = {
        [GRN_SEGMENT_SOFTMAX] = {softmax_f32, softmax_f64},
        [GRN_SEGMENT_LOG_SOFTMAX] = {softmax_f32, softmax_f64},
        [GRN_SEGMENT_LOGSUMEXP] = {logsumexp_f32, logsumexp_f64},
        [GRN_SEGMENT_STD] = {deviation_f32, deviation_f64},
    };
    union {
        numbers_f32 f32;
        numbers_f64 f64;
    } numbers;
    const bool wide = part->p->data.dtype == GRN_F64;
    const bool per_entry = grn_segment_is_per_entry(part->p->spec.op);
    const bool some = part->p->spec.op != GRN_SEGMENT_STD && (part->rows.columns == 1 || part->rows.column_step == 1);
    for (int64_t s = part->first; s < part->end; s++) {
        const int64_t end = some ? (wide ? fuse_some_f64 : fuse_some_f32)(part, s, &numbers) : s;
        if (end > s) {
            s = end - 1;
            continue;
        }
        const int64_t from = part->lists->offset[s], to = part->lists->offset[s + 1];
        if (from < to)
            fuses[part->p->spec.op][wide](part, s, from, to, &numbers);
        else if (!per_entry)
            grn_segment_fold_empty(part, s);
    }
}

void grn_segment_fill_dropped(const grn_segment_part *part, int64_t segments_from)
{
    const grn_segment_problem *p = part->p;
    const int64_t *offset = part->lists->offset, first = offset[0], end = offset[p->nsegments];
    const grn_dtype dtype = p->data.dtype;
    const int64_t step = part->plan->columns.stride[GRN_SEG_RESULT] * (int64_t)grn_dtype_bytes(dtype);
    if (end - first == p->nentries)
        return;
    for (int64_t e = 0; e < p->nentries; e++) {
        bool dropped = e < first || e >= end;
        if (part->lists->order != NULL) {
            int64_t id;
            grn_segment_read_block(p, segments_from, e, 1, &id);
            dropped = grn_segment_of_id(p, id) < 0;
        }
        for (int64_t k = 0; dropped && k < part->rows.columns; k++)
            grn_segment_store(dtype, p->spec.op == GRN_SEGMENT_SOFTMAX ? 0 : -(double)INFINITY,
                              part->result + e * part->result_bytes + k * step);
    }
}
