/* execute.c - programs that run: arguments held, results made, donated memory handed over. */
#include <stdlib.h>
#include <string.h>

#include "ffi.h"
#include "run.h"

/* A program of fewer steps (module.h) than this, by its last run, runs on the calling thread: a
 * thread that has to be woken takes longer. */
#define MOST_STEPS_AT_ONCE 200000

/* ---- results --------------------------------------------------------------------------------- */

/* What the outputs of a run hold of it. */
typedef struct shared_results {
    atomic_size_t references;
    pthread_mutex_t lock; /* of `results` */
    grn_results *results;
} shared_results;

static void let_go(shared_results *s)
{
    if (atomic_fetch_sub(&s->references, 1) > 1)
        return;
    grn_results_destroy(s->results);
    pthread_mutex_destroy(&s->lock);
    free(s);
}

static void release_result(grn_pjrt_storage *storage)
{
    shared_results *s = storage->owner;
    pthread_mutex_lock(&s->lock);
    grn_results_release(s->results, storage->index);
    pthread_mutex_unlock(&s->lock);
    let_go(s);
}

static void release_copy(grn_pjrt_storage *storage) { free(storage->data); }

/* The donated argument whose memory a result lies in; NULL: it lies in none. */
static grn_pjrt_storage *donor_of(const grn_pjrt_run *run, const grn_tensor *t)
{
    const uintptr_t at = (uintptr_t)t->data;
    for (size_t i = 0; i < run->nargs; i++) {
        const uintptr_t begin = (uintptr_t)run->args[i]->data;
        if (run->donated[i] && at >= begin && at < begin + run->args[i]->bytes)
            return run->args[i];
    }
    return NULL;
}

static PJRT_Error *copy_result(const grn_tensor *t, grn_pjrt_storage *out)
{
    const size_t bytes = grn_tensor_bytes(t);
    out->data = malloc(bytes + 1);
    if (out->data == NULL)
        return grn_pjrt_error(PJRT_Error_Code_RESOURCE_EXHAUSTED, "%zu bytes for a result were refused", bytes);
    out->bytes = bytes;
    out->release = release_copy;
    const size_t element = grn_dtype_bytes(t->dtype);
    grn_pjrt_strided to = {.data = out->data, .element_bytes = element, .rank = t->rank, .dims = t->shape}, from = to;
    from.data = t->data;
    for (int32_t d = 0; d < t->rank; d++)
        from.stride[d] = t->stride[d] * (int64_t)element;
    grn_pjrt_strided_layout(&to, NULL);
    grn_pjrt_strided_copy(&to, &from);
    return NULL;
}

static PJRT_Error *take_result(const grn_pjrt_run *run, shared_results *s, size_t i, grn_pjrt_storage *out)
{
    const grn_tensor *t = grn_results_tensor(s->results, i);
    if (t == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INTERNAL, "the run gave no result #%zu", i);
    if (!grn_tensor_is_compact(t) && grn_tensor_elements(t) > 0)
        return copy_result(t, out);
    out->data = t->data;
    out->bytes = grn_tensor_bytes(t);
    out->owner = s;
    out->index = i;
    out->release = release_result;
    atomic_fetch_add(&s->references, 1);
    grn_pjrt_storage *donor = donor_of(run, t);
    out->under = donor != NULL ? grn_pjrt_storage_share(donor) : NULL;
    return NULL;
}

static int by_data(const void *a, const void *b)
{
    const uintptr_t x = (uintptr_t)(*(grn_pjrt_storage *const *)a)->data,
                    y = (uintptr_t)(*(grn_pjrt_storage *const *)b)->data;
    return x < y ? -1 : x > y;
}

/* Results that share memory are nobody's to write over. */
static void note_shared(size_t count, grn_pjrt_storage **sorted)
{
    qsort(sorted, count, sizeof(void *), by_data);
    uintptr_t end = 0;
    for (size_t i = 0; i < count; i++) {
        const uintptr_t begin = (uintptr_t)sorted[i]->data;
        sorted[i]->is_writable = begin >= end;
        if (i > 0 && begin < end)
            sorted[i - 1]->is_writable = false;
        end = begin + sorted[i]->bytes > end ? begin + sorted[i]->bytes : end;
    }
}

/* Results go to `outputs`, a token having none. */
static PJRT_Error *take_results(const grn_pjrt_run *run, grn_results *results, grn_pjrt_storage **outputs)
{
    const PJRT_Executable *e = run->executable;
    shared_results *s = malloc(sizeof *s);
    grn_pjrt_storage **sorted = malloc((e->noutputs + 1) * sizeof *sorted);
    if (s == NULL || sorted == NULL) {
        free(s);
        free(sorted);
        grn_results_destroy(results);
        return grn_pjrt_no_memory();
    }
    *s = (shared_results){.results = results};
    atomic_init(&s->references, 1);
    pthread_mutex_init(&s->lock, NULL);
    PJRT_Error *error = NULL;
    size_t tensor = 0;
    for (size_t i = 0; error == NULL && i < e->noutputs; i++)
        if (e->outputs[i].dtype != GRN_NO_DTYPE) {
            error = take_result(run, s, tensor, outputs[i]);
            sorted[tensor++] = outputs[i];
        }
    if (error == NULL)
        note_shared(tensor, sorted);
    free(sorted);
    let_go(s);
    return error;
}

/* ---- one run --------------------------------------------------------------------------------- */

static bool is_interrupted(void *run) { return grn_pjrt_interrupts() != ((const grn_pjrt_run *)run)->interrupts; }

/* What a run that was stopped answers is one thing, whichever op it was at. */
static PJRT_Error *unless_interrupted(const grn_pjrt_run *run, PJRT_Error *error)
{
    if (error == NULL || !is_interrupted((void *)(uintptr_t)run))
        return error;
    grn_pjrt_error_free(error);
    return grn_pjrt_error(PJRT_Error_Code_CANCELLED, "%s was interrupted", run->executable->name);
}

PJRT_Error *grn_pjrt_run_program(const grn_pjrt_run *run, const grn_tensor *inputs, const bool *donated,
                                 grn_results **out)
{
    PJRT_Executable *e = run->executable;
    PJRT_Client *c = run->client;
    const grn_foreign foreign = grn_pjrt_foreign(c);
    const grn_run_options options = {.size_bytes = sizeof options,
                                     .parallel = grn_pool_parallel(c->pool),
                                     .donated = donated,
                                     .products = c->settings.products,
                                     .stop = is_interrupted,
                                     .stop_user = (void *)(uintptr_t)run,
                                     .foreign = &foreign};
    if (c->settings.dump != NULL && !atomic_exchange(&e->is_dumped, true))
        grn_pjrt_dump(c->settings.dump, e, inputs);
    if (c->watch != NULL && e->has_accesses && !e->is_manual)
        return unless_interrupted(run, grn_pjrt_watch_run(c->watch, e, inputs, &options, out));
    const grn_run_options of_devices = {.size_bytes = sizeof of_devices, .products = c->settings.products};
    grn_pjrt_messages messages = {.module = e->module};
    const grn_diag diag = grn_pjrt_diag(&messages);
    const grn_status status =
        e->is_manual ? grn_module_shard_run(e->module, e->function, e->ninputs, inputs, NULL, &of_devices, &diag, out)
                     : grn_module_run(e->module, e->function, e->ninputs, inputs, &options, &diag, out);
    if (status == GRN_OK)
        atomic_store(&e->last_steps, grn_results_steps(*out));
    return unless_interrupted(run, grn_pjrt_error_of(status, &messages));
}

static PJRT_Error *run_on_one(grn_pjrt_run *run)
{
    grn_results *results = NULL;
    grn_tensor *inputs = malloc((run->nargs + 1) * sizeof *inputs);
    if (inputs == NULL)
        return grn_pjrt_no_memory();
    for (size_t i = 0; i < run->nargs; i++) {
        inputs[i] = grn_pjrt_shape_view(&run->shapes[i], run->args[i]->data);
        /* nobody else holds it, and nobody can from here on */
        run->donated[i] = run->donated[i] && run->args[i]->is_writable && atomic_load(&run->args[i]->references) == 1;
    }
    PJRT_Error *error = grn_pjrt_run_program(run, inputs, run->donated, &results);
    free(inputs);
    return error != NULL ? error : take_results(run, results, run->outputs);
}

/* ---- from call to end ------------------------------------------------------------------------ */

static const PJRT_Error *first_failed(const grn_pjrt_run *run)
{
    for (size_t i = 0; i < run->ndevices * run->nargs; i++) {
        const PJRT_Error *failed = grn_pjrt_event_wait(run->args[i]->ready);
        if (failed != NULL)
            return failed;
    }
    return NULL;
}

static void run_free(grn_pjrt_run *run)
{
    for (size_t i = 0; run->args != NULL && i < run->ndevices * run->nargs; i++)
        grn_pjrt_storage_release(run->args[i]);
    for (size_t i = 0; run->outputs != NULL && i < run->ndevices * run->noutputs; i++)
        grn_pjrt_storage_release(run->outputs[i]);
    for (size_t i = 0; run->done != NULL && i < run->ndevices; i++)
        grn_pjrt_event_release(run->done[i]);
    grn_pjrt_executable_release(run->executable);
    free(run->args);
    free(run->shapes);
    free(run->donated);
    free(run->outputs);
    free(run->done);
    free(run);
}

/* The result is there, or the error: its event is set once nothing here holds the result any more,
 * so that who waited for it may donate it. */
static void finish_output(grn_pjrt_storage *s, const PJRT_Error *error)
{
    PJRT_Event *ready = grn_pjrt_event_share(s->ready);
    if (error == NULL && s->data != NULL)
        grn_pjrt_storage_count(s);
    grn_pjrt_storage_release(s);
    grn_pjrt_event_set(ready, grn_pjrt_error_copy(error));
    grn_pjrt_event_release(ready);
}

/* Gives back what the run holds, then sets the events; the error is copied for each. */
static void finish(grn_pjrt_run *run, const PJRT_Error *error)
{
    for (size_t i = 0; i < run->ndevices * run->nargs; i++) {
        grn_pjrt_storage_release(run->args[i]);
        run->args[i] = NULL;
    }
    for (size_t i = 0; i < run->ndevices * run->noutputs; i++) {
        finish_output(run->outputs[i], error);
        run->outputs[i] = NULL;
    }
    for (size_t d = 0; run->done != NULL && d < run->ndevices; d++)
        grn_pjrt_event_set(run->done[d], grn_pjrt_error_copy(error));
}

static PJRT_Error *run_all(grn_pjrt_run *run)
{
    const PJRT_Error *failed = first_failed(run);
    if (failed != NULL)
        return grn_pjrt_error_copy(failed);
    return run->ndevices == 1 ? run_on_one(run) : grn_pjrt_run_on_several(run);
}

static void run_job(void *arg)
{
    grn_pjrt_run *run = arg;
    PJRT_Error *error = run_all(run);
    finish(run, error);
    grn_pjrt_error_free(error);
    run_free(run);
}

/* ---- a call ---------------------------------------------------------------------------------- */

static PJRT_Error *wrong_argument(size_t i, const PJRT_Buffer *b, const grn_pjrt_value *v)
{
    grn_pjrt_text text = {.text = NULL};
    for (int32_t d = 0; d < b->shape.rank; d++)
        grn_pjrt_text_print(&text, "%lldx", (long long)b->shape.dims[d]);
    grn_pjrt_text_print(&text, "%s, the program takes ", grn_dtype_text(b->shape.dtype));
    for (int32_t d = 0; d < v->rank; d++)
        grn_pjrt_text_print(&text, "%lldx", (long long)v->local[d]);
    PJRT_Error *error = grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "argument #%zu is %s%s", i,
                                       text.failed ? "" : text.text, grn_dtype_text(v->dtype));
    free(text.text);
    return error;
}

static PJRT_Error *check_argument(size_t i, const PJRT_Buffer *b, const grn_pjrt_value *v)
{
    if (b == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "argument #%zu is NULL", i);
    if (v->dtype == GRN_NO_DTYPE) /* a token: JAX hands over an array of nothing in its place */
        return NULL;
    bool fits = b->shape.rank == v->rank && b->shape.dtype == (v->dtype == GRN_INDEX ? GRN_I64 : v->dtype);
    for (int32_t d = 0; fits && d < v->rank; d++)
        fits = v->local[d] < 0 || v->local[d] == b->shape.dims[d];
    return fits ? NULL : wrong_argument(i, b, v);
}

static bool may_donate(const PJRT_ExecuteOptions *options, size_t i)
{
    for (size_t k = 0; options != NULL && k < options->num_non_donatable_input_indices; k++)
        if (options->non_donatable_input_indices[k] == (int64_t)i)
            return false;
    return true;
}

static PJRT_Error *hold_arguments(grn_pjrt_run *run, const PJRT_LoadedExecutable_Execute_Args *args)
{
    const PJRT_Executable *e = run->executable;
    PJRT_Error *error = NULL;
    for (size_t d = 0; d < run->ndevices; d++)
        for (size_t i = 0; error == NULL && i < run->nargs; i++) {
            PJRT_Buffer *b = args->argument_lists[d][i];
            const size_t at = d * run->nargs + i;
            error = check_argument(i, b, &e->inputs[i]);
            if (error == NULL)
                error = grn_pjrt_buffer_hold(b, &run->args[at]);
            if (error != NULL)
                continue;
            run->shapes[at] = b->shape;
            run->donated[at] = e->inputs[i].is_donated && may_donate(args->options, i);
        }
    return error;
}

/* From here on the arguments that are given away are the run's. */
static void donate(const grn_pjrt_run *run, const PJRT_LoadedExecutable_Execute_Args *args)
{
    for (size_t d = 0; d < run->ndevices; d++)
        for (size_t i = 0; i < run->nargs; i++)
            if (run->donated[d * run->nargs + i])
                grn_pjrt_buffer_delete(args->argument_lists[d][i]);
}

/* What of the outputs is known before the run: of an extent that only the run says, nothing is in
 * it. */
static PJRT_Error *make_output(const grn_pjrt_run *run, size_t d, size_t i, PJRT_Buffer **out,
                               grn_pjrt_storage **storage)
{
    const grn_pjrt_value *v = &run->executable->outputs[i];
    PJRT_Device *device = run->device != NULL ? run->device : run->loaded->devices[d];
    int64_t dims[GRN_MAX_RANK];
    for (int32_t k = 0; k < v->rank; k++)
        dims[k] = v->local[k] < 0 ? 0 : v->local[k];
    PJRT_Error *error = grn_pjrt_buffer_new(&device->memories[v->memory_kind], v->type, (size_t)v->rank, dims, out);
    if (error != NULL)
        return error;
    (*out)->storage = grn_pjrt_storage_new(run->client);
    if ((*out)->storage == NULL)
        return grn_pjrt_no_memory();
    *storage = grn_pjrt_storage_share((*out)->storage);
    return NULL;
}

static PJRT_Error *make_outputs(grn_pjrt_run *run, PJRT_Buffer **const *lists)
{
    PJRT_Error *error = NULL;
    for (size_t d = 0; d < run->ndevices; d++)
        for (size_t i = 0; i < run->noutputs; i++) {
            PJRT_Buffer *b = NULL;
            if (error == NULL)
                error = make_output(run, d, i, &b, &run->outputs[d * run->noutputs + i]);
            lists[d][i] = b;
        }
    return error;
}

static void free_outputs(const grn_pjrt_run *run, PJRT_Buffer **const *lists)
{
    for (size_t d = 0; d < run->ndevices; d++)
        for (size_t i = 0; i < run->noutputs; i++) {
            grn_pjrt_buffer_free(lists[d][i]);
            lists[d][i] = NULL;
        }
}

static grn_pjrt_run *run_new(PJRT_LoadedExecutable *l, size_t ndevices, bool with_events)
{
    PJRT_Executable *e = l->executable;
    grn_pjrt_run *run = calloc(1, sizeof *run);
    if (run == NULL)
        return NULL;
    *run = (grn_pjrt_run){.client = l->client,
                          .loaded = l,
                          .executable = grn_pjrt_executable_share(e),
                          .interrupts = grn_pjrt_interrupts(),
                          .ndevices = ndevices,
                          .nargs = e->ninputs,
                          .noutputs = e->noutputs};
    const size_t nargs = ndevices * run->nargs, noutputs = ndevices * run->noutputs;
    run->args = calloc(nargs + 1, sizeof *run->args);
    run->shapes = calloc(nargs + 1, sizeof *run->shapes);
    run->donated = calloc(nargs + 1, sizeof *run->donated);
    run->outputs = calloc(noutputs + 1, sizeof *run->outputs);
    run->done = with_events ? calloc(ndevices, sizeof *run->done) : NULL;
    bool is_whole = run->args && run->shapes && run->donated && run->outputs && (run->done || !with_events);
    for (size_t d = 0; is_whole && with_events && d < ndevices; d++)
        is_whole = (run->done[d] = grn_pjrt_event_new()) != NULL;
    if (is_whole)
        return run;
    run_free(run);
    return NULL;
}

static PJRT_Error *check_call(const PJRT_LoadedExecutable_Execute_Args *args, size_t ndevices)
{
    const PJRT_LoadedExecutable *l = args->executable;
    if (atomic_load(&l->is_deleted))
        return grn_pjrt_error(PJRT_Error_Code_FAILED_PRECONDITION, "%s has been deleted", l->executable->name);
    if (args->num_devices != ndevices)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s is for %zu devices, arguments are given for %zu",
                              l->executable->name, ndevices, args->num_devices);
    if (args->num_args != l->executable->ninputs)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "%s takes %zu arguments, %zu are given",
                              l->executable->name, l->executable->ninputs, args->num_args);
    if (args->argument_lists == NULL || args->output_lists == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "argument_lists or output_lists is NULL");
    if (args->options != NULL && (args->options->num_send_ops > 0 || args->options->num_recv_ops > 0))
        return grn_pjrt_error(PJRT_Error_Code_UNIMPLEMENTED, "%s: send and receive callbacks are not served",
                              l->executable->name);
    return NULL;
}

/* A short program whose arguments are there. */
static bool runs_at_once(const grn_pjrt_run *run)
{
    const grn_pjrt_settings *settings = &run->client->settings;
    const unsigned long long steps = atomic_load(&run->executable->last_steps);
    if (!run->executable->is_static || settings->indices == GRN_PJRT_INDICES_ERROR)
        return true;
    if (run->ndevices > 1 || steps == 0 || steps > MOST_STEPS_AT_ONCE)
        return false;
    for (size_t i = 0; i < run->nargs; i++)
        if (!grn_pjrt_event_is_set(run->args[i]->ready))
            return false;
    return true;
}

/* What was not known of the outputs before. */
static void set_extents(const grn_pjrt_run *run, PJRT_Buffer **const *lists)
{
    for (size_t i = 0; i < run->ndevices * run->noutputs; i++) {
        const grn_pjrt_storage *s = run->outputs[i];
        const shared_results *r = s->release == release_result ? s->owner : NULL;
        const grn_tensor *t = r != NULL ? grn_results_tensor(r->results, s->index) : NULL;
        if (t != NULL)
            memcpy(lists[i / run->noutputs][i % run->noutputs]->shape.dims, t->shape, sizeof t->shape);
    }
}

static PJRT_Error *run_now(grn_pjrt_run *run, PJRT_Buffer **const *lists)
{
    PJRT_Error *error = run_all(run);
    if (error == NULL && !run->executable->is_static)
        set_extents(run, lists);
    finish(run, error);
    return error;
}

PJRT_Error *grn_pjrt_LoadedExecutable_Execute(PJRT_LoadedExecutable_Execute_Args *args)
{
    PJRT_LoadedExecutable *l = args->executable;
    PJRT_Device *device = PJRT_HAS(args, execute_device) ? args->execute_device : NULL;
    const size_t ndevices = device != NULL ? 1 : l->ndevices;
    PJRT_Error *error = check_call(args, ndevices);
    if (error != NULL)
        return error;
    grn_pjrt_run *run = run_new(l, ndevices, args->device_complete_events != NULL);
    if (run == NULL)
        return grn_pjrt_no_memory();
    run->device = device;
    error = hold_arguments(run, args);
    if (error == NULL) {
        error = make_outputs(run, args->output_lists);
        if (error != NULL)
            free_outputs(run, args->output_lists);
    }
    if (error != NULL) {
        run_free(run);
        return error;
    }
    donate(run, args);
    for (size_t d = 0; run->done != NULL && d < ndevices; d++)
        args->device_complete_events[d] = grn_pjrt_event_share(run->done[d]);
    if (!runs_at_once(run)) {
        grn_pjrt_worker_give(l->client->worker, run_job, run);
        return NULL;
    }
    error = run_now(run, args->output_lists);
    if (error != NULL) {
        free_outputs(run, args->output_lists);
        for (size_t d = 0; run->done != NULL && d < ndevices; d++) {
            grn_pjrt_event_release(args->device_complete_events[d]);
            args->device_complete_events[d] = NULL;
        }
    }
    run_free(run);
    return error;
}
