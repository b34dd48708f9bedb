/*
 * compiled_region_run.c - a region of scalars on many elements: block by block through
 * its steps, or element by element as it is.
 */
#include "interp/compiled_region.h"

typedef grn_region_value region_value;
typedef grn_quick_step quick_step;

static grn_step *step_of(grn_exec *x) { return (grn_step *)x; }

static void copy_results(grn_compiled *compiled, size_t from, size_t n, void *const *results)
{
    for (size_t i = 0; compiled->staged && i < compiled->narguments; i++) {
        const region_value *v = grn_region_value_at(compiled, i);
        if (v->block)
            memcpy(v->block, compiled->at[i], n * v->bytes);
    }
    for (size_t i = 0; i < compiled->nresults; i++) {
        const region_value *v = grn_region_value_at(compiled, compiled->result[i]);
        memcpy((char *)results[i] + from * v->bytes, v->block, n * v->bytes);
    }
}

/* The small-size fast path: up to so many elements a result may lie over an argument
 * (grn_element_run), and the calls cost more than the work in them. */
#define SMALL 16

static void run_small(grn_compiled *compiled, size_t n, const void *const *args, void *const *results)
{
    void **at = compiled->at;
    for (size_t i = 0; i < compiled->narguments; i++)
        at[i] = (void *)(uintptr_t)args[i];
    if (compiled->result_in_place)
        at[compiled->result[0]] = results[0];
    for (const quick_step *q = compiled->quick, *end = q + compiled->steps.count; q < end; q++) {
        const void *in[GRN_ELEMENT_ARGS] = {at[q->in[0]], at[q->in[1]], at[q->in[2]]};
        q->fn(n, at[q->out], in);
    }
    if (!compiled->result_in_place)
        copy_results(compiled, 0, n, results);
}

static void run_block(grn_compiled *compiled, size_t from, size_t n, const void *const *args, void *const *results)
{
    const region_value *values = compiled->values.items;
    for (size_t i = 0; i < compiled->narguments; i++)
        compiled->at[i] = (char *)(uintptr_t)args[i] + from * values[i].bytes;
    if (compiled->result_in_place)
        compiled->at[compiled->result[0]] = (char *)results[0] + from * values[compiled->result[0]].bytes;
    grn_element_steps_run(compiled->steps.count, compiled->steps.items, n, compiled->at);
    if (!compiled->result_in_place)
        copy_results(compiled, from, n, results);
}

static grn_status run_one(grn_step *step, grn_compiled *compiled, size_t k, const void *const *args,
                          void *const *results)
{
    /* views of the caller's elements, which a region takes over each time */
    for (size_t i = 0; i < compiled->nargs; i++) {
        grn_dtype dtype = compiled->region->first->args[i].type->element->dtype;
        compiled->arg_rt[i] =
            (grn_rt){.tensor = {.dtype = dtype, .data = (char *)(uintptr_t)args[i] + k * grn_dtype_bytes(dtype)}};
    }
    grn_frame *frame = compiled->own.slot ? &compiled->own : step->frame;
    grn_status status = grn_run_region(step->run, frame, compiled->region, compiled->nargs, compiled->arg_rt,
                                       compiled->nresults, compiled->result_rt);
    for (size_t i = 0; status == GRN_OK && i < compiled->nresults; i++) {
        const grn_tensor *t = &compiled->result_rt[i].tensor;
        if (t->rank != 0)
            status = grn_fail(step->run->diag, step->run->place, GRN_E_SHAPE,
                              "result #%zu of the region has rank %d, 0 is expected", i, (int)t->rank);
    }
    for (size_t i = 0; status == GRN_OK && i < compiled->nresults; i++)
        memcpy(compiled->stage + 16 * i, compiled->result_rt[i].tensor.data,
               grn_dtype_bytes(compiled->result_rt[i].tensor.dtype));
    for (size_t i = 0; status == GRN_OK && i < compiled->nresults; i++) {
        size_t bytes = grn_dtype_bytes(compiled->result_rt[i].tensor.dtype);
        memcpy((char *)results[i] + k * bytes, compiled->stage + 16 * i, bytes);
    }
    grn_rt_release_all(step->run, compiled->nresults, compiled->result_rt);
    return status;
}

grn_status grn_compiled_run(grn_exec *x, grn_compiled *compiled, size_t n, const void *const *args,
                            void *const *results)
{
    grn_step *step = step_of(x);
    if (compiled->quick && n <= SMALL) {
        run_small(compiled, n, args, results);
        return GRN_OK;
    }
    if (!compiled->elementwise) {
        for (size_t k = 0; k < n; k++) {
            grn_status status = run_one(step, compiled, k, args, results);
            if (status != GRN_OK)
                return status;
        }
        return GRN_OK;
    }
    for (size_t from = 0; from < n; from += GRN_ELEMENT_BLOCK) {
        size_t count = n - from < GRN_ELEMENT_BLOCK ? n - from : GRN_ELEMENT_BLOCK;
        run_block(compiled, from, count, args, results);
    }
    return GRN_OK;
}

/* ---- one element after the other ------------------------------------------------------------- */

static void copy_element(void *to, const void *from, size_t bytes)
{
    switch (bytes) {
    case 1: memcpy(to, from, 1); break;
    case 2: memcpy(to, from, 2); break;
    case 4: memcpy(to, from, 4); break;
    case 8: memcpy(to, from, 8); break;
    default: memcpy(to, from, bytes);
    }
}

/* The steps of a region that gives none of its arguments. */
static void fold_quick(grn_compiled *compiled, size_t ninputs, size_t count, void *const *acc,
                       const void *const *elements)
{
    const region_value *values = compiled->values.items;
    const quick_step *end = compiled->quick + compiled->steps.count;
    void **at = compiled->at;
    for (size_t i = 0; i < ninputs; i++) {
        at[i] = acc[i];
        at[compiled->result[i]] = values[compiled->result[i]].block;
    }
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < ninputs; i++)
            at[ninputs + i] = (char *)(uintptr_t)elements[i] + k * values[i].bytes;
        for (const quick_step *q = compiled->quick; q < end; q++)
            q->fn(1, at[q->out], (const void *[]){at[q->in[0]], at[q->in[1]], at[q->in[2]]});
        for (size_t i = 0; i < ninputs; i++)
            copy_element(acc[i], at[compiled->result[i]], values[i].bytes);
    }
}

static grn_status fold_by_runs(grn_exec *x, grn_compiled *compiled, size_t ninputs, size_t count, void *const *acc,
                               const void *const *elements)
{
    const void *args[2 * GRN_FOLD_INPUTS];
    grn_status status = GRN_OK;
    for (size_t k = 0; k < count && status == GRN_OK; k++) {
        for (size_t i = 0; i < ninputs; i++) {
            const grn_type *type = compiled->region->first->args[i].type;
            args[i] = acc[i];
            args[ninputs + i] = (const char *)elements[i] + k * grn_dtype_bytes(type->element->dtype);
        }
        status = grn_compiled_run(x, compiled, 1, args, acc);
    }
    return status;
}

grn_status grn_compiled_fold(grn_exec *x, grn_compiled *compiled, size_t ninputs, size_t count, void *const *acc,
                             const void *const *elements)
{
    if (!compiled->quick || compiled->staged || compiled->narguments != 2 * ninputs || compiled->nresults != ninputs)
        return fold_by_runs(x, compiled, ninputs, count, acc, elements);
    fold_quick(compiled, ninputs, count, acc, elements);
    return GRN_OK;
}
