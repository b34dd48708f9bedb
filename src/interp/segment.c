/*
 * segment.c - reductions over segments in a run. Who observes accesses is shown the scatter of the
 * entries: into what segments begin with, by the segment of each. It is no plan of the run's.
 */
#include "interp/interp.h"
#include "segments/plan.h"

/* ---- as a scatter ---------------------------------------------------------------------------- */

typedef struct shown {
    grn_segment_problem p;
    grn_scatter_spec spec;
    grn_tensor ids, result;
    size_t list_bytes, id_bytes, result_bytes;
} shown;

/* Weights, and what has a result for each entry, are no scatter; what a result held on entry is gone. */
static bool describe(const grn_segment_spec *spec, const grn_segment_tensors *tensors, shown *s)
{
    if (grn_segment_is_fused(spec->op) || tensors->weights || spec->start == GRN_SEGMENT_START_RESULT ||
        grn_segment_read(spec, tensors, NULL, &s->p) != GRN_OK)
        return false;
    const grn_segment_problem *p = &s->p;
    const int32_t before = p->by_position ? p->spec.axis : 0;
    int64_t shape[GRN_MAX_RANK];
    grn_segment_scatter_spec(p, &s->spec);
    s->spec.index.bounds = GRN_BOUNDS_SKIP;
    for (int32_t d = 0; d < before; d++)
        shape[d] = p->data.shape[d];
    shape[before] = p->nentries;
    if (grn_tensor_init(&s->ids, NULL, GRN_I64, before + 1, shape) != GRN_OK ||
        grn_tensor_init(&s->result, NULL, p->result.dtype, p->result.rank, p->result.shape) != GRN_OK)
        return false;
    s->id_bytes = grn_tensor_bytes(&s->ids);
    s->result_bytes = grn_tensor_bytes(&s->result);
    return grn_segment_list_bytes(p, &s->list_bytes);
}

/* Entries of no segment have -1, which is skipped. */
static void write_ids(const shown *s, void *lists)
{
    const int64_t n = s->p.nentries;
    grn_walk w;
    int64_t *id = s->ids.data;
    for (int64_t i = 0; i < grn_tensor_elements(&s->ids); i++)
        id[i] = -1;
    grn_walk_init(&w, s->ids.rank - 1, s->ids.shape, 1, (const int64_t *[]){s->p.segments.stride});
    for (; n > 0 && w.more; grn_walk_next(&w), id += n) {
        grn_segment_lists of;
        grn_segment_assign(&s->p, w.offset[0], lists, &of);
        for (int64_t k = 0; k < s->p.nsegments; k++)
            for (int64_t e = of.offset[k]; e < of.offset[k + 1]; e++)
                id[of.order ? of.order[e] : e] = k;
    }
}

static grn_status observe(grn_step *step, shown *s, const grn_tensor *data, const grn_diag *diag)
{
    step->makes_indices = true;
    grn_status status = grn_observe_scatter(step, &s->spec, 1, &s->result, &s->ids, data);
    if (status == GRN_OK && step->seen_after)
        status = grn_run_observed_scatter(step, &s->spec, 1, &s->result, &s->ids, data, diag);
    step->makes_indices = false;
    return status;
}

static grn_status show(grn_step *step, shown *s, const grn_tensor *data, const grn_diag *diag)
{
    const grn_allocator *allocator = step->run->allocator;
    void *lists = grn_allocate(allocator, s->list_bytes);
    s->ids.data = grn_allocate(allocator, s->id_bytes);
    s->result.data = grn_allocate(allocator, s->result_bytes);
    grn_status status;
    if (lists && s->ids.data && s->result.data) {
        s->p.result = s->result;
        grn_segment_begin_scatter(&s->p);
        write_ids(s, lists);
        status = observe(step, s, data, diag);
    } else
        status = grn_run_no_memory(step->run, s->list_bytes + s->id_bytes + s->result_bytes);
    grn_release(allocator, lists, s->list_bytes);
    grn_release(allocator, s->ids.data, s->id_bytes);
    grn_release(allocator, s->result.data, s->result_bytes);
    return status;
}

/* ---- a reduction ----------------------------------------------------------------------------- */

/* On the run's threads; once, so that nothing races. */
static grn_status reduce(grn_exec *x, const grn_segment_spec *spec, const grn_segment_tensors *t, const grn_diag *diag)
{
    const grn_segment_plan_options options = {
        .parallel = x->parallel, .race = GRN_RACE_OFF, .machine = ((grn_step *)x)->run->machine};
    const grn_segment_data data = {.data = t->data->data,
                                   .segments = t->segments->data,
                                   .weights = t->weights ? t->weights->data : NULL,
                                   .result = t->result->data,
                                   .arg = t->arg ? t->arg->data : NULL};
    grn_segment_plan *plan;
    grn_status status = grn_segment_plan_create(spec, t, &options, x->allocator, diag, &plan);
    if (status != GRN_OK)
        return status;
    const size_t bytes = grn_segment_scratch_bytes(plan);
    void *scratch = grn_allocate(x->allocator, bytes);
    status = scratch ? grn_segment_run(plan, &data, scratch, diag) : grn_run_no_memory(((grn_step *)x)->run, bytes);
    grn_release(x->allocator, scratch, bytes);
    grn_segment_plan_destroy(plan);
    return status;
}

/* Each entry read and combined, each id read. */
grn_status grn_exec_segments(grn_exec *x, const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                             const grn_diag *diag)
{
    grn_step *step = (grn_step *)x;
    const grn_grouping of = {.is_bag = false, .segments = *spec, .segment_tensors = *tensors};
    const uint64_t entries = grn_tensor_steps(tensors->data), ids = grn_tensor_steps(tensors->segments);
    shown s;
    grn_status status = x->calls->charge(x, grn_steps_add(ids, grn_steps_times(2, entries)));
    if (status == GRN_OK)
        status = reduce(x, spec, tensors, diag);
    if (status == GRN_OK)
        status = grn_report_grouping(step->run, step->op, &of);
    if (status == GRN_OK && grn_run_is_observed(step->run) && describe(spec, tensors, &s))
        status = show(step, &s, tensors->data, diag);
    return status;
}
