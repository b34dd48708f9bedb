/* fused.c - bags as nodes of ONNX Runtime's: what was fused is read again, and run. */
#include <stdlib.h>
#include <string.h>

#include "bags.h"

/* Less work runs on the calling thread. */
#define THREADED_BYTES 65536

/* Memory for the entries of a run. A run takes the one that is kept, and leaves its own. */
typedef struct scratch {
    size_t bytes;
    int64_t data[];
} scratch;

typedef struct fused_node {
    OrtNodeComputeInfo base;
    grn_ort_provider *provider;
    grn_ort_bag bag;
    size_t at[GRN_ORT_BAG_INPUTS]; /* which of the node's inputs they are */
    _Atomic(scratch *) kept;
} fused_node;

/* ---- a run ----------------------------------------------------------------------------------- */

static scratch *take_scratch(fused_node *node, size_t bytes)
{
    scratch *taken = atomic_exchange(&node->kept, NULL);
    if (taken != NULL && taken->bytes >= bytes)
        return taken;
    free(taken);
    taken = malloc(sizeof *taken + bytes);
    if (taken != NULL)
        taken->bytes = bytes;
    return taken;
}

static OrtStatus *fail(const fused_node *node, grn_status status, const grn_tensor *inputs, const grn_ort_message *said)
{
    grn_ort_message message;
    grn_ort_message_begin(&message);
    grn_ort_message_add(&message, "Gather node '%s': ", node->bag.name);
    const int64_t rows = inputs[GRN_ORT_TABLE].shape[0];
    const int64_t at = status == GRN_E_INDEX ? grn_ort_find_outside(&inputs[GRN_ORT_INDICES], &rows, 1, true) : -1;
    if (at >= 0)
        grn_ort_tell_outside(&inputs[GRN_ORT_INDICES], at, rows, &message);
    else
        grn_ort_message_add(&message, "%s", said->length != 0 ? said->text : grn_status_text(status));
    return grn_ort_fail(node->provider->api, status, &message);
}

static grn_status run(fused_node *node, OrtKernelContext *context, const grn_ort_bag_layout *layout,
                      const grn_tensor *inputs, void *output, const grn_diag *diag)
{
    grn_ort_pool pool = {node->provider->api, context, {grn_ort_for_each, NULL, 1}};
    pool.parallel.user = &pool;
    const size_t width = grn_dtype_bytes(inputs[GRN_ORT_TABLE].dtype);
    if ((size_t)(layout->bags * layout->length) > THREADED_BYTES / width / (size_t)(layout->columns + 1))
        pool.parallel.threads = grn_ort_provider_threads(node->provider, context);
    scratch *memory = take_scratch(node, grn_ort_bag_scratch_bytes(&node->bag, layout, inputs));
    if (memory == NULL)
        return GRN_E_MEMORY;
    if (node->provider->options.reports && node->bag.out_of_range != GRN_ORT_ERROR)
        grn_ort_report(node->provider->api, context, "Gather", node->bag.name, &inputs[GRN_ORT_INDICES],
                       inputs[GRN_ORT_TABLE].shape, 1);
    const grn_status status = grn_ort_bag_run(&node->bag, layout, inputs, output, memory->data, &pool.parallel, diag);
    free(atomic_exchange(&node->kept, memory));
    return status;
}

static OrtStatus *compute(OrtNodeComputeInfo *self, void *state, OrtKernelContext *context)
{
    fused_node *node = (fused_node *)self;
    const grn_ort_api *api = node->provider->api;
    grn_tensor inputs[GRN_ORT_BAG_INPUTS];
    grn_ort_bag_layout layout;
    grn_ort_message said;
    void *output;
    (void)state;
    grn_ort_message_begin(&said);
    for (size_t i = 0; i < GRN_ORT_BAG_INPUTS; i++) {
        const bool is_there = i != GRN_ORT_WEIGHTS || node->bag.has_weights;
        OrtStatus *error = grn_ort_read_tensor(api, is_there ? context : NULL, node->at[i], &inputs[i]);
        if (error != NULL)
            return error;
    }
    grn_status status = grn_ort_bag_lay_out(&node->bag, inputs, &said.diag, &layout);
    if (status != GRN_OK)
        return fail(node, status, inputs, &said);
    OrtStatus *error = grn_ort_make_output(api, context, &layout.output, &output);
    if (error != NULL)
        return error;
    status = run(node, context, &layout, inputs, output, &said.diag);
    return status == GRN_OK ? NULL : fail(node, status, inputs, &said);
}

/* ---- making one ------------------------------------------------------------------------------ */

static OrtStatus *create_state(OrtNodeComputeInfo *self, OrtNodeComputeContext *context, void **state)
{
    (void)context;
    *state = self; /* there is no other */
    return NULL;
}

static void release_state(OrtNodeComputeInfo *self, void *state)
{
    (void)self;
    (void)state;
}

/* Inputs of the fused node have the names that they have inside. */
static bool find_inputs(grn_ort_reader *reader, const OrtNode *fused, const grn_ort_bag_nodes *nodes, size_t *at)
{
    for (size_t i = 0; i < GRN_ORT_BAG_INPUTS; i++) {
        if (nodes->inputs[i] == NULL)
            continue;
        const char *name = grn_ort_read_name(reader, nodes->inputs[i]);
        const OrtValueInfo *input;
        at[i] = 0;
        while ((input = grn_ort_read_input(reader, fused, at[i])) != NULL &&
               strcmp(grn_ort_read_name(reader, input), name) != 0)
            at[i]++;
        if (input == NULL)
            return false;
    }
    return true;
}

static bool find_bag(grn_ort_reader *reader, const OrtGraph *graph, grn_ort_bag *bag, grn_ort_bag_nodes *nodes)
{
    size_t count;
    bool found = false;
    const OrtNode **all = grn_ort_read_nodes(reader, graph, &count);
    for (size_t i = 0; i < count && !found; i++)
        found = grn_ort_bag_match(reader, all[i], bag, nodes);
    free(all);
    return found;
}

static OrtStatus *compile_one(grn_ort_provider *provider, const OrtGraph *graph, const OrtNode *fused,
                              OrtNodeComputeInfo **out)
{
    grn_ort_reader reader = {provider->api, NULL};
    grn_ort_bag_nodes nodes;
    fused_node *node = calloc(1, sizeof *node);
    if (node == NULL)
        return provider->api->CreateStatus(ORT_FAIL, "garner: memory refused");
    node->base = (OrtNodeComputeInfo){ORT_API_VERSION, create_state, compute, release_state};
    node->provider = provider;
    const bool found = find_bag(&reader, graph, &node->bag, &nodes) && find_inputs(&reader, fused, &nodes, node->at);
    if (found) {
        node->bag.out_of_range = provider->options.out_of_range;
        *out = &node->base;
        return NULL;
    }
    free(node);
    return reader.status != NULL
               ? reader.status
               : provider->api->CreateStatus(ORT_FAIL, "garner: a fused node is not the bag that it was");
}

OrtStatus *grn_ort_fused_compile(OrtEp *ep, const OrtGraph **graphs, const OrtNode **fused, size_t count,
                                 OrtNodeComputeInfo **out, OrtNode **context_nodes)
{
    (void)context_nodes;
    memset(out, 0, count * sizeof(OrtNodeComputeInfo *));
    for (size_t i = 0; i < count; i++) {
        OrtStatus *status = compile_one((grn_ort_provider *)ep, graphs[i], fused[i], &out[i]);
        if (status == NULL)
            continue;
        grn_ort_fused_release(ep, out, i);
        memset(out, 0, count * sizeof(OrtNodeComputeInfo *));
        return status;
    }
    return NULL;
}

void grn_ort_fused_release(OrtEp *ep, OrtNodeComputeInfo **infos, size_t count)
{
    (void)ep;
    for (size_t i = 0; i < count; i++) {
        if (infos[i] == NULL)
            continue;
        free(atomic_load(&((fused_node *)infos[i])->kept));
        free(infos[i]);
    }
}
