/* provider.c - the provider of one session: the nodes it takes, and its registry of kernels. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "plugin.h"

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

/* The elements of a value of which all extents are known, else -1. */
static OrtStatus *count_elements(const grn_ort_api *api, const OrtValueInfo *value, int64_t *elements)
{
    const OrtTypeInfo *type;
    const OrtTensorTypeAndShapeInfo *info = NULL;
    int64_t extents[GRN_MAX_RANK];
    size_t rank = 0;
    *elements = -1;
    OrtStatus *status = api->GetValueInfoTypeInfo(value, &type);
    if (status == NULL)
        status = api->CastTypeInfoToTensorInfo(type, &info);
    if (status == NULL && info != NULL)
        status = api->GetDimensionsCount(info, &rank);
    if (status != NULL || info == NULL || rank > GRN_MAX_RANK)
        return status;
    status = api->GetDimensions(info, extents, rank);
    int64_t count = 1;
    for (size_t d = 0; status == NULL && d < rank; d++) {
        if (extents[d] < 0)
            return NULL;
        count = extents[d] != 0 && count > INT64_MAX / extents[d] ? INT64_MAX : count * extents[d];
    }
    *elements = count;
    return status;
}

/* Whether ONNX Runtime answers the node as fast. An output of unknown extents counts as a large one. */
static OrtStatus *is_tiny(const grn_ort_api *api, const grn_ort_operator *op, const OrtNode *node, bool *out)
{
    const OrtValueInfo *output;
    int64_t elements = -1;
    OrtStatus *status = api->Node_GetOutputs(node, &output, 1);
    if (status == NULL)
        status = count_elements(api, output, &elements);
    *out = op->least_elements == INT64_MAX || (elements >= 0 && elements < op->least_elements);
    return status;
}

/* Whether out_of_range says other than ONNX: the node's size does not matter then. */
static bool has_own_rule(const grn_ort_provider *provider, const grn_ort_operator *op)
{
    return op->takes_bounds && provider->options.out_of_range != GRN_ORT_ERROR;
}

static OrtStatus *consider(const grn_ort_provider *provider, const OrtNode *node, OrtEpGraphSupportInfo *support)
{
    const grn_ort_api *api = provider->api;
    const char *domain, *type;
    const OrtKernelDef *def = NULL;
    bool leaves = false;
    OrtStatus *status = api->Node_GetDomain(node, &domain);
    if (status == NULL)
        status = api->Node_GetOperatorType(node, &type);
    if (status != NULL || domain[0] != '\0')
        return status;
    const grn_ort_operator *op = find(type);
    if (op == NULL)
        return NULL;
    if (!provider->options.takes_all_sizes && !has_own_rule(provider, op))
        status = is_tiny(api, op, node, &leaves);
    if (status == NULL && !leaves)
        status = api->EpGraphSupportInfo_LookUpKernel(support, node, &def);
    if (status == NULL && def != NULL)
        status = api->EpGraphSupportInfo_AddSingleNode(support, node);
    return status;
}

static OrtStatus *capability(OrtEp *self, const OrtGraph *graph, OrtEpGraphSupportInfo *support)
{
    const grn_ort_provider *provider = provider_of(self);
    const grn_ort_api *api = provider->api;
    size_t count;
    OrtStatus *status = api->Graph_GetNumNodes(graph, &count);
    if (status != NULL || count == 0)
        return status;
    const OrtNode **nodes = calloc(count, sizeof(const OrtNode *));
    if (nodes == NULL)
        return api->CreateStatus(ORT_FAIL, "garner: memory refused");
    status = api->Graph_GetNodes(graph, nodes, count);
    for (size_t i = 0; status == NULL && i < count; i++)
        status = consider(provider, nodes[i], support);
    free(nodes);
    return status;
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

/* ---- making one ------------------------------------------------------------------------------ */

OrtStatus *grn_ort_provider_make(const grn_ort_api *api, const OrtSessionOptions *options, OrtEp **out)
{
    grn_ort_provider *made = calloc(1, sizeof *made);
    if (made == NULL)
        return api->CreateStatus(ORT_FAIL, "garner: memory refused");
    made->base = (OrtEp){.ort_version_supported = ORT_API_VERSION,
                         .GetName = name,
                         .GetCapability = capability,
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
