/*
 * lanes_run.c - a region of scalars on many elements: block by block through
 * its steps, or element by element as it is.
 */
#include "interp/lanes.h"

typedef grn_lane_value lane_value;
typedef grn_quick_step quick_step;

static grn_step *step_of(grn_exec *x)
{
    return (grn_step *)x;
}

static lane_value *lane_at(grn_lanes *lanes, size_t i)
{
    return (lane_value *)lanes->values.items + i;
}

static void copy_results(grn_lanes *lanes, size_t from, size_t n, void *const *results)
{
    for (size_t i = 0; lanes->staged && i < lanes->narguments; i++) {
        const lane_value *v = lane_at(lanes, i);
        if (v->block)
            memcpy(v->block, lanes->at[i], n * v->bytes);
    }
    for (size_t i = 0; i < lanes->nresults; i++) {
        const lane_value *v = lane_at(lanes, lanes->result[i]);
        memcpy((char *)results[i] + from * v->bytes, v->block, n * v->bytes);
    }
}

/* So few that a result may lie over an argument (grn_element_run), and that it is the calls that cost. */
#define FEW 16

static void run_few(grn_lanes *lanes, size_t n, const void *const *args, void *const *results)
{
    void **at = lanes->at;
    for (size_t i = 0; i < lanes->narguments; i++)
        at[i] = (void *)(uintptr_t)args[i];
    if (lanes->direct)
        at[lanes->result[0]] = results[0];
    for (const quick_step *q = lanes->quick, *end = q + lanes->steps.count; q < end; q++) {
        const void *in[GRN_ELEMENT_ARGS] = {at[q->in[0]], at[q->in[1]], at[q->in[2]]};
        q->fn(n, at[q->out], in);
    }
    if (!lanes->direct)
        copy_results(lanes, 0, n, results);
}

static void run_block(grn_lanes *lanes, size_t from, size_t n, const void *const *args, void *const *results)
{
    const lane_value *values = lanes->values.items;
    for (size_t i = 0; i < lanes->narguments; i++)
        lanes->at[i] = (char *)(uintptr_t)args[i] + from * values[i].bytes;
    if (lanes->direct)
        lanes->at[lanes->result[0]] = (char *)results[0] + from * values[lanes->result[0]].bytes;
    grn_element_steps_run(lanes->steps.count, lanes->steps.items, n, lanes->at);
    if (!lanes->direct)
        copy_results(lanes, from, n, results);
}

static grn_status run_one(grn_step *step, grn_lanes *lanes, size_t k, const void *const *args, void *const *results)
{
    for (size_t i = 0; i < lanes->nargs; i++) { /* views of the caller's elements, which a region takes over each time */
        grn_dtype dtype = lanes->region->first->args[i].type->element->dtype;
        lanes->arg_rt[i] = (grn_rt){.tensor = {.dtype = dtype, .data = (char *)(uintptr_t)args[i] + k * grn_dtype_bytes(dtype)}};
    }
    grn_status status = grn_run_region(step->run, step->frame, lanes->region, lanes->nargs, lanes->arg_rt,
                                       lanes->nresults, lanes->result_rt);
    for (size_t i = 0; status == GRN_OK && i < lanes->nresults; i++) {
        const grn_tensor *t = &lanes->result_rt[i].tensor;
        if (t->rank != 0)
            status = grn_fail(step->run->diag, step->run->place, GRN_E_SHAPE,
                              "result #%zu of the region has rank %d, 0 is expected", i, (int)t->rank);
    }
    for (size_t i = 0; status == GRN_OK && i < lanes->nresults; i++)
        memcpy(lanes->stage + 16 * i, lanes->result_rt[i].tensor.data, grn_dtype_bytes(lanes->result_rt[i].tensor.dtype));
    for (size_t i = 0; status == GRN_OK && i < lanes->nresults; i++) {
        size_t bytes = grn_dtype_bytes(lanes->result_rt[i].tensor.dtype);
        memcpy((char *)results[i] + k * bytes, lanes->stage + 16 * i, bytes);
    }
    grn_rt_release_all(step->run, lanes->nresults, lanes->result_rt);
    return status;
}

grn_status grn_lanes_run(grn_exec *x, grn_lanes *lanes, size_t n, const void *const *args, void *const *results)
{
    grn_step *step = step_of(x);
    if (lanes->quick && n <= FEW) {
        run_few(lanes, n, args, results);
        return GRN_OK;
    }
    if (!lanes->elementwise) {
        for (size_t k = 0; k < n; k++) {
            grn_status status = run_one(step, lanes, k, args, results);
            if (status != GRN_OK)
                return status;
        }
        return GRN_OK;
    }
    for (size_t from = 0; from < n; from += GRN_ELEMENT_BLOCK) {
        size_t count = n - from < GRN_ELEMENT_BLOCK ? n - from : GRN_ELEMENT_BLOCK;
        run_block(lanes, from, count, args, results);
    }
    return GRN_OK;
}
