/* kernel.c - a node as a kernel: each run finds the access made ready for its shapes, or makes it. */
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

/* An access that moves so many bytes is planned when it is first met, a smaller one when it comes
 * again: then its shapes are likely to stay. Smaller ones run on the calling thread. */
#define PLANNED_BYTES 65536

typedef struct kernel {
    OrtKernelImpl base;
    grn_ort_provider *provider;
    grn_ort_node node;
    grn_ort_shelf shelf;
} kernel;

/* ---- an access is made ready ----------------------------------------------------------------- */

/* What it moves: the dense tensor, and all of a scatter's output. */
static size_t moved_bytes(const grn_ort_access *access)
{
    return grn_tensor_bytes(&access->dense) + (access->is_scatter ? grn_tensor_bytes(&access->output) : 0);
}

/* The option in place of ONNX's rule. */
static void apply_bounds(const grn_ort_operator *op, grn_ort_out_of_range out_of_range, grn_ort_access *access)
{
    if (!op->takes_bounds || out_of_range == GRN_ORT_ERROR)
        return;
    grn_index_rule *rule = access->is_scatter ? &access->scatter.index : &access->gather.index;
    const grn_bounds dropped = access->is_scatter ? GRN_BOUNDS_SKIP : GRN_BOUNDS_FILL;
    rule->bounds = out_of_range == GRN_ORT_CLAMP ? GRN_BOUNDS_CLAMP : dropped;
}

/* Whether the option has an index out of range taken that ONNX's rule refuses. */
static bool bends_rule(const kernel *k)
{
    return k->node.op->takes_bounds && k->provider->options.out_of_range != GRN_ORT_ERROR;
}

/* Memory for an access that has its specs and shapes. */
static grn_status finish(const kernel *k, grn_ort_ready *ready)
{
    const int64_t nstarts = ready->access.nstarts;
    ready->pool = (grn_ort_pool){.api = k->provider->api, .parallel = {grn_ort_for_each, NULL, 1}};
    ready->pool.parallel.user = &ready->pool;
    if (nstarts > 0)
        ready->starts = malloc((size_t)nstarts * sizeof *ready->starts);
    return nstarts > 0 && ready->starts == NULL ? GRN_E_MEMORY : GRN_OK;
}

/* Beside the access by elements, where that can be. Without memory there is none. */
static void add_rows(const kernel *k, grn_ort_ready *ready)
{
    grn_ort_ready *rows = calloc(1, sizeof *rows);
    if (rows != NULL && grn_ort_rows_prepare(&k->node, &ready->access, &rows->access) && finish(k, rows) == GRN_OK)
        ready->rows = rows;
    else
        grn_ort_ready_destroy(rows);
}

static grn_status make_ready(const kernel *k, const grn_tensor *inputs, int64_t key, const grn_diag *diag,
                             grn_ort_ready **out)
{
    grn_ort_ready *ready = calloc(1, sizeof *ready);
    if (ready == NULL)
        return GRN_E_MEMORY;
    grn_ort_access *access = &ready->access;
    memcpy(ready->inputs, inputs, sizeof ready->inputs);
    ready->key = key;
    grn_status status = k->node.op->prepare(&k->node, inputs, key, access, diag);
    if (status == GRN_OK)
        status = finish(k, ready);
    if (status != GRN_OK) {
        grn_ort_ready_destroy(ready);
        return status;
    }
    apply_bounds(k->node.op, k->provider->options.out_of_range, access);
    if (moved_bytes(access) >= PLANNED_BYTES && !access->takes_from_nothing)
        add_rows(k, ready);
    *out = ready;
    return GRN_OK;
}

/* A small access runs on the calling thread. */
static void take_threads(const kernel *k, const OrtKernelContext *context, grn_ort_ready *ready)
{
    ready->pool.context = context;
    if (moved_bytes(&ready->access) >= PLANNED_BYTES)
        ready->pool.parallel.threads = grn_ort_provider_threads(k->provider, context);
}

static void forget_plan(grn_ort_ready *ready)
{
    grn_plan_destroy(ready->plan);
    free(ready->scratch);
    ready->plan = NULL;
    ready->scratch = NULL;
}

static grn_status make_plan(grn_ort_ready *ready, const grn_diag *diag)
{
    const grn_ort_access *a = &ready->access;
    ready->plan_threads = ready->pool.parallel.threads;
    grn_plan_options options = {.size_bytes = sizeof options,
                                .discards_on_error = true}; /* ONNX Runtime drops the output */
    options.parallel = ready->pool.parallel.threads > 1 ? &ready->pool.parallel : NULL;
    grn_status status =
        a->is_scatter
            ? grn_plan_scatter(&a->scatter, 1, &a->operand, &a->indices, &a->dense, &options, NULL, diag, &ready->plan)
            : grn_plan_gather(&a->gather, &a->operand, &a->indices, &a->dense, &options, NULL, diag, &ready->plan);
    const size_t scratch = (grn_plan_scratch_bytes(ready->plan) + 63) / 64 * 64;
    if (status == GRN_OK && scratch != 0) {
        ready->scratch = aligned_alloc(64, scratch);
        status = ready->scratch != NULL ? GRN_OK : GRN_E_MEMORY;
    }
    if (status != GRN_OK)
        forget_plan(ready);
    return status;
}

/* ---- a run ----------------------------------------------------------------------------------- */

static grn_tensor at(const grn_tensor *view, const void *data)
{
    grn_tensor moved = *view;
    moved.data = (void *)(uintptr_t)data;
    return moved;
}

static grn_status run_once(const grn_ort_run *run, const grn_diag *diag)
{
    const grn_ort_access *a = &run->ready->access;
    const grn_tensor indices = at(&a->indices, run->indices), dense = at(&a->dense, run->dense);
    const grn_tensor operand = at(&a->operand, a->is_scatter ? run->output : run->operand);
    return a->is_scatter ? grn_scatter(&a->scatter, 1, &operand, &indices, &dense, diag)
                         : grn_gather(&a->gather, &operand, &indices, &dense, diag);
}

static grn_status run_plan(const grn_ort_run *run, const grn_diag *diag)
{
    const grn_ort_ready *ready = run->ready;
    if (ready->access.is_scatter)
        return grn_plan_run_scatter(ready->plan, &run->output, run->indices, &run->dense, ready->scratch, diag);
    return grn_plan_run_gather(ready->plan, run->operand, run->indices, run->output, ready->scratch, diag);
}

/* The access by rows where the indices allow it, else the one by elements. */
static void choose_rows(OrtKernelContext *context, grn_ort_run *run)
{
    grn_ort_ready *elements = run->ready, *rows = elements->rows;
    bool looked_far;
    rows->pool.context = context;
    rows->pool.parallel.threads = elements->pool.parallel.threads;
    if (grn_ort_rows_collect(&elements->access.indices, run->indices, rows, &looked_far)) {
        run->ready = rows;
        run->indices = rows->starts;
    } else if (looked_far) { /* it is not worth another look */
        grn_ort_ready_destroy(rows);
        elements->rows = NULL;
    }
}

/* Index vectors have a component for each dimension of the operand that they name. */
static void report(const kernel *k, const OrtKernelContext *context, const grn_ort_run *run)
{
    const grn_ort_access *a = &run->ready->access;
    const grn_dims *map = a->is_scatter ? &a->scatter.dims.start_index_map : &a->gather.dims.start_index_map;
    const grn_tensor indices = at(&a->indices, run->indices);
    int64_t extents[GRN_MAX_RANK];
    for (int32_t i = 0; i < map->count; i++)
        extents[i] = a->operand.shape[map->v[i]];
    grn_ort_report(k->provider->api, context, k->node.op->name, k->node.name, &indices, extents, map->count);
}

/* Every index is out of range, and there is none to take instead. */
static grn_status run_from_nothing(const kernel *k, const grn_ort_run *run)
{
    const size_t bytes = grn_tensor_bytes(&run->ready->access.output);
    if (!bends_rule(k) || (k->provider->options.out_of_range == GRN_ORT_CLAMP && bytes != 0))
        return GRN_E_INDEX;
    if (bytes != 0)
        memset(run->output, 0, bytes);
    return GRN_OK;
}

static grn_status run_access(const kernel *k, OrtKernelContext *context, grn_ort_run *run, const grn_diag *diag)
{
    take_threads(k, context, run->ready);
    grn_status status = k->node.op->begin(run, diag);
    if (status != GRN_OK)
        return status;
    if (k->provider->options.reports && bends_rule(k))
        report(k, context, run);
    if (run->ready->access.takes_from_nothing)
        return run_from_nothing(k, run);
    if (run->ready->rows != NULL)
        choose_rows(context, run);
    grn_ort_ready *ready = run->ready;
    if (ready->plan != NULL && ready->plan_threads != ready->pool.parallel.threads)
        forget_plan(ready);
    if (ready->plan == NULL && (ready->runs > 0 || moved_bytes(&ready->access) >= PLANNED_BYTES))
        status = make_plan(ready, diag);
    ready->runs++;
    if (status != GRN_OK)
        return status;
    return ready->plan != NULL ? run_plan(run, diag) : run_once(run, diag);
}

/* ---- tensors of a run ------------------------------------------------------------------------ */

static OrtStatus *read_inputs(const grn_ort_api *api, const OrtKernelContext *context, grn_tensor *out)
{
    size_t count;
    OrtStatus *status = api->KernelContext_GetInputCount(context, &count);
    for (size_t i = 0; status == NULL && i < GRN_ORT_INPUTS; i++)
        status = grn_ort_read_tensor(api, i < count ? context : NULL, i, &out[i]);
    return status;
}

/* ---- errors ---------------------------------------------------------------------------------- */

/* With the operator and the node in front. An index out of range has the words of the operator's
 * call, where it has one. */
static OrtStatus *fail(const kernel *k, const grn_ort_run *run, grn_status status, const grn_ort_message *said)
{
    const grn_ort_operator *op = k->node.op;
    grn_ort_message message;
    grn_ort_message_begin(&message);
    grn_ort_message_add(&message, "%s node '%s': ", op->name, k->node.name);
    const size_t before = message.length;
    if (status == GRN_E_INDEX && op->call != NULL) {
        const grn_tensor output = at(&run->ready->access.output, run->output);
        (void)!op->call(&k->node, run->inputs, &output, &message.diag);
    }
    if (message.length == before)
        grn_ort_message_add(&message, "%s", said->length != 0 ? said->text : grn_status_text(status));
    return grn_ort_fail(k->provider->api, status, &message);
}

static OrtStatus *compute(OrtKernelImpl *self, OrtKernelContext *context)
{
    kernel *k = (kernel *)self;
    const grn_ort_api *api = k->provider->api;
    const grn_ort_operator *op = k->node.op;
    grn_tensor inputs[GRN_ORT_INPUTS];
    grn_ort_message said;
    grn_ort_message_begin(&said);
    OrtStatus *error = read_inputs(api, context, inputs);
    if (error != NULL)
        return error;
    const int64_t key = op->key != NULL ? op->key(inputs) : 0;
    grn_ort_run run = {.node = &k->node, .inputs = inputs};
    grn_status status = GRN_OK;
    grn_ort_ready *ready = grn_ort_shelf_take(&k->shelf, inputs, key);
    if (ready == NULL)
        status = make_ready(k, inputs, key, &said.diag, &ready);
    if (status != GRN_OK)
        return fail(k, &run, status, &said);
    run.ready = ready;
    error = grn_ort_make_output(api, context, &ready->access.output, &run.output);
    if (error == NULL) {
        status = run_access(k, context, &run, &said.diag);
        error = status == GRN_OK ? NULL : fail(k, &run, status, &said);
    }
    grn_ort_shelf_put(&k->shelf, ready);
    return error;
}

/* ---- making one ------------------------------------------------------------------------------ */

/* An attribute that a node may lack leaves what is there. */
static void read_number(const grn_ort_api *api, const OrtKernelInfo *info, const char *name, int64_t *out)
{
    int64_t value;
    OrtStatus *status = api->KernelInfoGetAttribute_int64(info, name, &value);
    if (status == NULL)
        *out = value;
    else
        api->ReleaseStatus(status);
}

/* The same. What does not fit is a word that no operator knows. */
static void read_text(const grn_ort_api *api, const OrtKernelInfo *info, const char *name, size_t room, char *out)
{
    char text[32];
    size_t size = sizeof text;
    OrtStatus *status = api->KernelInfoGetAttribute_string(info, name, text, &size);
    if (status == NULL)
        memcpy(out, text, size < room ? size : room);
    else if (size > sizeof text)
        strcpy(out, "?");
    out[room - 1] = '\0';
    api->ReleaseStatus(status);
}

static void read_node(const grn_ort_api *api, const OrtKernelInfo *info, const grn_ort_operator *op, grn_ort_node *out)
{
    char mode[32] = "linear";
    size_t size = sizeof out->name;
    *out = (grn_ort_node){.op = op, .number = op->number_default, .reduction = "none"};
    OrtStatus *status = api->KernelInfo_GetNodeName(info, out->name, &size);
    if (status != NULL)
        strcpy(out->name, "(a long name)");
    api->ReleaseStatus(status);
    if (op->number != NULL)
        read_number(api, info, op->number, &out->number);
    read_text(api, info, "reduction", sizeof out->reduction, out->reduction);
    read_text(api, info, "mode", sizeof mode, mode);
    out->is_circular = strcmp(mode, "circular") == 0;
}

static void release(OrtKernelImpl *self)
{
    kernel *k = (kernel *)self;
    grn_ort_shelf_clear(&k->shelf);
    pthread_mutex_destroy(&k->shelf.lock);
    free(k);
}

OrtStatus *grn_ort_kernel_make(void *state, const OrtKernelInfo *info, OrtKernelImpl **out)
{
    const grn_ort_binding *binding = state;
    const grn_ort_api *api = binding->provider->api;
    kernel *k = calloc(1, sizeof *k);
    if (k == NULL)
        return api->CreateStatus(ORT_FAIL, "garner: memory refused");
    k->base = (OrtKernelImpl){.ort_version_supported = ORT_API_VERSION, .Compute = compute, .Release = release};
    k->provider = binding->provider;
    read_node(api, info, binding->op, &k->node);
    pthread_mutex_init(&k->shelf.lock, NULL);
    *out = &k->base;
    return NULL;
}
