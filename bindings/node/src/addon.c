/* addon.c - what the module exports to backend.js. */
#include <stdlib.h>

#include "addon.h"
#include "garner/portability.h"

/* open(provider, log level): ONNX Runtime of this process has garner from then on. */
static napi_value open_provider(napi_env env, napi_callback_info info)
{
    napi_value a[2];
    int32_t level;
    if (!grn_node_arguments(env, info, 2, a) || !grn_node_ok(env, napi_get_value_int32(env, a[1], &level)))
        return NULL;
    char *provider = grn_node_text(env, a[0]);
    if (provider != NULL)
        grn_node_runtime_open(env, provider, level);
    free(provider);
    return NULL;
}

static const struct {
    const char *name;
    napi_callback call;
} exported[] = {
    {"open", open_provider},
    {"create", grn_node_create},
    {"describe", grn_node_describe},
    {"run", grn_node_run},
    {"endProfiling", grn_node_end_profiling},
    {"release", grn_node_release},
};

/* The name that Node looks for. */
GRN_API napi_value napi_register_module_v1(napi_env env, napi_value exports);

GRN_API napi_value napi_register_module_v1(napi_env env, napi_value exports)
{
    for (size_t i = 0; i < sizeof exported / sizeof *exported; i++) {
        napi_value function;
        if (!grn_node_ok(env,
                         napi_create_function(env, exported[i].name, SIZE_MAX, exported[i].call, NULL, &function)) ||
            !grn_node_ok(env, napi_set_named_property(env, exports, exported[i].name, function)))
            return NULL;
    }
    return exports;
}
