/* runtime.c - ONNX Runtime of this process: its functions, its environment, and garner's device in it. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "addon.h"

#define LIBRARY "libonnxruntime.so.1"
#define PROVIDER "GarnerExecutionProvider"

/* Threads of workers may open at the same time. What was opened is not changed. */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static grn_node_runtime runtime;
static bool is_open;

bool grn_node_went_well(napi_env env, const grn_node_runtime *ort, OrtStatus *status)
{
    if (status == NULL)
        return true;
    grn_node_fail(env, ort->GetErrorMessage(status));
    ort->ReleaseStatus(status);
    return false;
}

/* The library is kept open. */
static bool find_functions(napi_env env, grn_node_runtime *out)
{
    const OrtApiBase *(*base)(void) = NULL;
    void *library = dlopen(LIBRARY, RTLD_LAZY | RTLD_NOLOAD);
    if (library == NULL)
        return grn_node_fail(env, "onnxruntime-node has not loaded " LIBRARY " into this process");
    *(void **)&base = dlsym(library, "OrtGetApiBase");
    if (base == NULL)
        return grn_node_fail(env, LIBRARY " does not have OrtGetApiBase");
    const OrtApi *api = base()->GetApi(ORT_API_VERSION);
    if (api == NULL) {
        char message[200];
        snprintf(message, sizeof message, "garner is for ONNX Runtime 1.24 and newer; this one is %s",
                 base()->GetVersionString());
        return grn_node_fail(env, message);
    }
#define ORT_FUNCTION(at, result, name, parameters) out->name = (result(*) parameters)api->place[at];
#include "functions.def"
#undef ORT_FUNCTION
    return true;
}

static bool find_device(napi_env env, grn_node_runtime *ort)
{
    const OrtEpDevice *const *devices;
    size_t count;
    if (!grn_node_went_well(env, ort, ort->GetEpDevices(ort->env, &devices, &count)))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(ort->EpDevice_EpName(devices[i]), PROVIDER) == 0)
            ort->device = devices[i];
    return true;
}

static bool open_runtime(napi_env env, const char *provider, int log_level, grn_node_runtime *out)
{
    *out = (grn_node_runtime){0};
    if (!find_functions(env, out) ||
        !grn_node_went_well(env, out, out->CreateEnv(log_level, "onnxruntime-node", &out->env)) ||
        !grn_node_went_well(env, out, out->GetAllocatorWithDefaultOptions(&out->allocator)) ||
        !grn_node_went_well(env, out, out->CreateCpuMemoryInfo(0, 0, &out->memory)) || !find_device(env, out))
        return false;
    if (out->device == NULL && /* nobody has registered it yet */
        (!grn_node_went_well(env, out, out->RegisterExecutionProviderLibrary(out->env, "garner", provider)) ||
         !find_device(env, out)))
        return false;
    return out->device != NULL || grn_node_fail(env, "ONNX Runtime has no device for garner");
}

bool grn_node_runtime_open(napi_env env, const char *provider, int log_level)
{
    pthread_mutex_lock(&lock);
    if (!is_open)
        is_open = open_runtime(env, provider, log_level, &runtime);
    const bool opened = is_open;
    pthread_mutex_unlock(&lock);
    return opened;
}

const grn_node_runtime *grn_node_runtime_get(napi_env env)
{
    pthread_mutex_lock(&lock);
    const bool opened = is_open;
    pthread_mutex_unlock(&lock);
    if (!opened)
        grn_node_fail(env, "ONNX Runtime was not opened");
    return opened ? &runtime : NULL;
}
