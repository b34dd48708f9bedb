/* provider.c - the provider of one session: the nodes it takes, and its registry of kernels. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bags.h"

static grn_ort_provider *provider_of(const OrtEp *self) { return (grn_ort_provider *)self; }

static const char *name(const OrtEp *self)
{
    (void)self;
    return GRN_ORT_PROVIDER;
}

/* ---- which nodes are taken ------------------------------------------------------------------- */

static const grn_ort_operator *find(const char *type)
{
    for (const grn_ort_operator *op = grn_ort_operators; op->name != NULL; op++)
        if (strcmp(op->name, type) == 0)
            return op;
    return NULL;
}

/* Whether ONNX Runtime answers the node as fast. An output of unknown extents counts as a large one. */
static bool is_tiny(grn_ort_reader *reader, const grn_ort_operator *op, const OrtNode *node)
{
    const OrtValueInfo *output = grn_ort_read_output(reader, node);
    if (output == NULL || op->least_elements == INT64_MAX)
        return true;
    const grn_ort_shape shape = grn_ort_read_shape(reader, output);
    const int64_t elements = grn_ort_shape_elements(&shape);
    return elements >= 0 && elements < op->least_elements;
}

/* Whether a value has more dimensions than garner takes, as far as they are known before a run. */
static bool is_deep(grn_ort_reader *reader, const OrtNode *node)
{
    const OrtValueInfo *output = grn_ort_read_output(reader, node);
    bool is_deep = output != NULL && grn_ort_read_rank(reader, output) > GRN_MAX_RANK;
    for (size_t i = 0; i < GRN_ORT_INPUTS && !is_deep; i++) {
        const OrtValueInfo *input = grn_ort_read_input(reader, node, i);
        is_deep = input != NULL && grn_ort_read_rank(reader, input) > GRN_MAX_RANK;
    }
    return is_deep;
}

/* Whether out_of_range says other than ONNX: the node's size does not matter then. */
static bool has_own_rule(const grn_ort_provider *provider, const grn_ort_operator *op)
{
    return op->takes_bounds && provider->options.out_of_range != GRN_ORT_ERROR;
}

static void take_node(grn_ort_reader *reader, const OrtNode *node, OrtEpGraphSupportInfo *support)
{
    const OrtKernelDef *def = NULL;
    if (grn_ort_read(reader, reader->api->EpGraphSupportInfo_LookUpKernel(support, node, &def)) && def != NULL)
        grn_ort_read(reader, reader->api->EpGraphSupportInfo_AddSingleNode(support, node));
}

/* A bag that begins with the node, else the node alone. */
static void consider(const grn_ort_provider *provider, grn_ort_reader *reader, const OrtNode *node,
                     OrtEpGraphSupportInfo *support)
{
    const grn_ort_operator *op = find(grn_ort_read_operator(reader, node));
    grn_ort_bag bag;
    grn_ort_bag_nodes nodes;
    if (op == NULL || is_deep(reader, node))
        return;
    if (provider->options.fuses && grn_ort_bag_match(reader, node, &bag, &nodes) &&
        grn_ort_bag_keeps_rule(&bag, provider->options.out_of_range))
        grn_ort_read(reader, reader->api->EpGraphSupportInfo_AddNodesToFuse(support, nodes.nodes, nodes.count, NULL));
    else if (provider->options.takes_all_sizes || has_own_rule(provider, op) || !is_tiny(reader, op, node))
        take_node(reader, node, support);
}

static OrtStatus *capability(OrtEp *self, const OrtGraph *graph, OrtEpGraphSupportInfo *support)
{
    const grn_ort_provider *provider = provider_of(self);
    grn_ort_reader reader = {provider->api, NULL};
    size_t count;
    const OrtNode **nodes = grn_ort_read_nodes(&reader, graph, &count);
    for (size_t i = 0; reader.status == NULL && i < count; i++)
        consider(provider, &reader, nodes[i], support);
    free(nodes);
    return reader.status;
}

/* ---- the registry ---------------------------------------------------------------------------- */

static OrtStatus *describe(const grn_ort_api *api, const grn_ort_operator *op, OrtKernelDefBuilder *builder)
{
    OrtStatus *status = api->KernelDefBuilder_SetOperatorType(builder, op->name);
    if (status == NULL)
        status = api->KernelDefBuilder_SetDomain(builder, "");
    if (status == NULL)
        status = api->KernelDefBuilder_SetSinceVersion(builder, op->first, op->last);
    if (status == NULL)
        status = api->KernelDefBuilder_SetExecutionProvider(builder, GRN_ORT_PROVIDER);
    for (size_t i = 0; status == NULL && i < sizeof op->types / sizeof *op->types; i++) {
        const OrtDataType *types[GRN_ORT_TYPES];
        if (op->types[i].parameter == NULL)
            break;
        const size_t count = grn_ort_list_types(api, op->types[i].types, types);
        status = api->KernelDefBuilder_AddTypeConstraint(builder, op->types[i].parameter, types, count);
    }
    if (status == NULL && op->updates_input)
        status = api->KernelDefBuilder_AddInputOutputMutableAliases(builder, (int[]){0}, (int[]){0}, 1);
    return status;
}

static OrtStatus *add_kernel(grn_ort_provider *provider, grn_ort_binding *binding)
{
    const grn_ort_api *api = provider->api;
    OrtKernelDefBuilder *builder = NULL;
    OrtKernelDef *def = NULL;
    OrtStatus *status = api->CreateKernelDefBuilder(&builder);
    if (status == NULL)
        status = describe(api, binding->op, builder);
    if (status == NULL)
        status = api->KernelDefBuilder_Build(builder, &def);
    if (status == NULL)
        status = api->KernelRegistry_AddKernel(provider->registry, def, grn_ort_kernel_make, binding);
    api->ReleaseKernelDef(def);
    api->ReleaseKernelDefBuilder(builder);
    return status;
}

static OrtStatus *fill_registry(grn_ort_provider *provider)
{
    size_t count = 0;
    while (grn_ort_operators[count].name != NULL)
        count++;
    provider->bindings = calloc(count, sizeof *provider->bindings);
    if (provider->bindings == NULL)
        return provider->api->CreateStatus(ORT_FAIL, "garner: memory refused");
    OrtStatus *status = provider->api->CreateKernelRegistry(&provider->registry);
    for (size_t i = 0; status == NULL && i < count; i++) {
        provider->bindings[i] = (grn_ort_binding){provider, &grn_ort_operators[i]};
        status = add_kernel(provider, &provider->bindings[i]);
    }
    return status;
}

static OrtStatus *kernel_registry(OrtEp *self, const OrtKernelRegistry **out)
{
    *out = provider_of(self)->registry;
    return NULL;
}

static OrtStatus *runs_concurrently(OrtEp *self, bool *out)
{
    (void)self;
    *out = true;
    return NULL;
}

/* More threads than these are not asked for. */
#define MOST_PROCESSORS 64

static int32_t count_processors(void)
{
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
    return count < 1 ? 1 : count > MOST_PROCESSORS ? MOST_PROCESSORS : (int32_t)count;
}

/* How often threads are counted. */
#define COUNTS 4

/* Counted a few times where some do not answer: on a busy machine they may come late. */
int32_t grn_ort_provider_threads(grn_ort_provider *provider, const OrtKernelContext *context)
{
    if (provider->options.threads > 0)
        return provider->options.threads;
    const int32_t most = provider->processors;
    int32_t threads = atomic_load(&provider->threads);
    if (threads < most && atomic_load(&provider->counts) < COUNTS) {
        atomic_fetch_add(&provider->counts, 1);
        const int32_t present = grn_ort_count_threads(provider->api, context, most);
        while (present > threads && !atomic_compare_exchange_weak(&provider->threads, &threads, present))
            ;
        threads = atomic_load(&provider->threads);
    }
    return threads < 1 ? 1 : threads;
}

/* ---- making one ------------------------------------------------------------------------------ */

OrtStatus *grn_ort_provider_make(const grn_ort_api *api, const OrtSessionOptions *options, OrtEp **out)
{
    grn_ort_provider *made = calloc(1, sizeof *made);
    if (made == NULL)
        return api->CreateStatus(ORT_FAIL, "garner: memory refused");
    made->base = (OrtEp){.ort_version_supported = ORT_API_VERSION,
                         .GetName = name,
                         .GetCapability = capability,
                         .Compile = grn_ort_fused_compile,
                         .ReleaseNodeComputeInfos = grn_ort_fused_release,
                         .GetKernelRegistry = kernel_registry,
                         .IsConcurrentRunSupported = runs_concurrently};
    made->api = api;
    made->processors = count_processors();
    OrtStatus *status = grn_ort_options_read(api, options, &made->options);
    if (status == NULL)
        status = fill_registry(made);
    if (status != NULL) {
        grn_ort_provider_destroy(&made->base);
        return status;
    }
    *out = &made->base;
    return NULL;
}

void grn_ort_provider_destroy(OrtEp *ep)
{
    if (ep == NULL)
        return;
    grn_ort_provider *provider = provider_of(ep);
    provider->api->ReleaseKernelRegistry(provider->registry);
    free(provider->bindings);
    free(provider);
}
