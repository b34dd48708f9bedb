/*
 * several.c - programs for several devices. The partitions of a program are parts of whole values:
 * the parts are put together, the whole program runs on the client's threads, and its results are
 * cut. A program that says itself what a device does runs as src/shard divides it. Replicas are
 * processes of a grid, each of its own arguments.
 */
#include <stdlib.h>
#include <string.h>

#include "run.h"

/* ---- parts ----------------------------------------------------------------------------------- */

/* Whether a device has all of a value. */
static bool is_whole(const grn_pjrt_value *v)
{
    for (int32_t d = 0; d < v->rank; d++)
        if (v->local[d] != v->dims[d])
            return false;
    return true;
}

/* The part of a view of the whole value that a device has. */
static grn_pjrt_strided part_of(const grn_pjrt_value *v, size_t device, grn_pjrt_strided view)
{
    for (int32_t d = 0; d < v->rank; d++) {
        const int32_t parts = v->layout.parts[d] > 1 ? v->layout.parts[d] : 1,
                      step = v->layout.step[d] > 0 ? v->layout.step[d] : 1;
        const int64_t part = v->layout.part_of != NULL ? v->layout.part_of[(int64_t)device * v->rank + d]
                                                       : (int64_t)device / step % parts;
        view.data += part * v->local[d] * view.stride[d];
    }
    view.dims = v->local;
    return view;
}

static size_t bytes_of(const grn_pjrt_value *v, const int64_t *dims)
{
    size_t bytes = grn_dtype_bytes(v->dtype);
    for (int32_t d = 0; d < v->rank; d++)
        bytes *= (size_t)dims[d];
    return bytes;
}

static grn_pjrt_strided strided_of(const grn_tensor *t)
{
    grn_pjrt_strided view = {
        .data = t->data, .element_bytes = grn_dtype_bytes(t->dtype), .rank = t->rank, .dims = t->shape};
    for (int32_t d = 0; d < t->rank; d++)
        view.stride[d] = t->stride[d] * (int64_t)view.element_bytes;
    return view;
}

/* Argument i of all devices as one; *made is what was allocated for it. */
static PJRT_Error *join(const grn_pjrt_run *run, size_t i, grn_tensor *out, void **made)
{
    const grn_pjrt_value *v = &run->executable->inputs[i];
    if (is_whole(v)) {
        *out = grn_pjrt_shape_view(&run->shapes[i], run->args[i]->data);
        return NULL;
    }
    *made = malloc(bytes_of(v, v->dims) + 1);
    if (*made == NULL)
        return grn_pjrt_error(PJRT_Error_Code_RESOURCE_EXHAUSTED,
                              "%zu bytes to put argument #%zu together were refused", bytes_of(v, v->dims), i);
    *out = grn_tensor_over(*made, v->dtype, v->rank, v->dims);
    for (size_t d = 0; d < run->ndevices; d++) {
        const size_t at = d * run->nargs + i;
        const grn_tensor part = grn_pjrt_shape_view(&run->shapes[at], run->args[at]->data);
        const grn_pjrt_strided from = strided_of(&part), to = part_of(v, d, strided_of(out));
        grn_pjrt_strided_copy(&to, &from);
    }
    return NULL;
}

static void release_part(grn_pjrt_storage *storage) { free(storage->data); }

/* What a device has of a result. */
static PJRT_Error *cut(const grn_pjrt_value *v, const grn_tensor *whole, size_t device, grn_pjrt_storage *out)
{
    out->bytes = bytes_of(v, v->local);
    out->data = malloc(out->bytes + 1);
    if (out->data == NULL)
        return grn_pjrt_error(PJRT_Error_Code_RESOURCE_EXHAUSTED, "%zu bytes for a result were refused", out->bytes);
    out->release = release_part;
    out->is_writable = true;
    grn_pjrt_strided to = {
        .data = out->data, .element_bytes = grn_dtype_bytes(v->dtype), .rank = v->rank, .dims = v->local};
    grn_pjrt_strided_layout(&to, NULL);
    const grn_pjrt_strided from = part_of(v, device, strided_of(whole));
    grn_pjrt_strided_copy(&to, &from);
    return NULL;
}

static PJRT_Error *run_partitions(grn_pjrt_run *run)
{
    const PJRT_Executable *e = run->executable;
    grn_tensor *inputs = calloc(run->nargs + 1, sizeof *inputs);
    void **made = calloc(run->nargs + 1, sizeof *made);
    PJRT_Error *error = inputs == NULL || made == NULL ? grn_pjrt_no_memory() : NULL;
    for (size_t i = 0; error == NULL && i < run->nargs; i++)
        error = join(run, i, &inputs[i], &made[i]);
    grn_results *results = NULL;
    if (error == NULL)
        error = grn_pjrt_run_program(run, inputs, NULL, &results);
    for (size_t i = 0; made != NULL && i < run->nargs; i++)
        free(made[i]);
    free(made);
    free(inputs);
    for (size_t i = 0, tensor = 0; error == NULL && i < e->noutputs; i++) {
        if (e->outputs[i].dtype == GRN_NO_DTYPE)
            continue;
        const grn_tensor *whole = grn_results_tensor(results, tensor++);
        for (size_t d = 0; error == NULL && d < run->ndevices; d++)
            error = cut(&e->outputs[i], whole, d, run->outputs[d * run->noutputs + i]);
    }
    grn_results_destroy(results);
    return error;
}

/* ---- replicas -------------------------------------------------------------------------------- */

typedef struct replica {
    PJRT_Error *error;
    grn_results *results;
} replica;

typedef struct replicas {
    grn_pjrt_run *run;
    replica *each;
} replicas;

/* One process: its own arguments, and the ranks that its collectives meet. */
static grn_status run_replica(void *user, const grn_comm *comm)
{
    const replicas *all = user;
    const grn_pjrt_run *run = all->run;
    const PJRT_Executable *e = run->executable;
    const size_t first = (size_t)comm->rank * run->nargs;
    replica *own = &all->each[comm->rank];
    grn_tensor *inputs = calloc(run->nargs + 1, sizeof *inputs);
    if (inputs == NULL)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < run->nargs; i++)
        inputs[i] = grn_pjrt_shape_view(&run->shapes[first + i], run->args[first + i]->data);
    const grn_run_options options = {.size_bytes = sizeof options,
                                     .replicas = (uint32_t)e->replicas,
                                     .partitions = (uint32_t)e->partitions,
                                     .comm = comm,
                                     .products = run->client->settings.products};
    grn_pjrt_messages messages = {.module = e->module};
    const grn_diag diag = grn_pjrt_diag(&messages);
    const grn_status status =
        grn_module_run(e->module, e->function, run->nargs, inputs, &options, &diag, &own->results);
    own->error = grn_pjrt_error_of(status, &messages);
    free(inputs);
    return status;
}

/* Every result of one replica is a copy of its own. */
static PJRT_Error *take_replica(const grn_pjrt_run *run, size_t device, const grn_results *results)
{
    const PJRT_Executable *e = run->executable;
    PJRT_Error *error = NULL;
    for (size_t i = 0, tensor = 0; error == NULL && i < e->noutputs; i++)
        if (e->outputs[i].dtype != GRN_NO_DTYPE)
            error =
                cut(&e->outputs[i], grn_results_tensor(results, tensor++), 0, run->outputs[device * run->noutputs + i]);
    return error;
}

static PJRT_Error *run_replicas(grn_pjrt_run *run)
{
    replicas all = {run, calloc(run->ndevices, sizeof *all.each)};
    if (all.each == NULL)
        return grn_pjrt_no_memory();
    grn_pjrt_messages messages = {.module = run->executable->module};
    const grn_diag diag = grn_pjrt_diag(&messages);
    const grn_status status = grn_ranks_run((int32_t)run->ndevices, run_replica, &all, NULL, &diag);
    PJRT_Error *error = grn_pjrt_error_of(status, &messages);
    for (size_t d = 0; d < run->ndevices; d++) {
        if (error == NULL)
            error = take_replica(run, d, all.each[d].results);
        else if (all.each[d].error != NULL && error != all.each[d].error) {
            grn_pjrt_error_free(error); /* what the replica says is more than the status alone */
            error = grn_pjrt_error_copy(all.each[d].error);
        }
        grn_pjrt_error_free(all.each[d].error);
        grn_results_destroy(all.each[d].results);
    }
    free(all.each);
    return error;
}

PJRT_Error *grn_pjrt_run_on_several(grn_pjrt_run *run)
{
    return run->executable->is_meshed || run->executable->replicas == 1 ? run_partitions(run) : run_replicas(run);
}
