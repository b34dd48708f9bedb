/* run.c - one run of a session. */
#include <stdlib.h>

#include "addon.h"

/* Names and values of the inputs, or of the outputs. */
typedef struct ports {
    grn_node_texts names;
    OrtValue **values; /* NULL: ONNX Runtime makes it */
} ports;

static bool read_value(napi_env env, const grn_node_runtime *ort, napi_value array, size_t i, OrtValue **out)
{
    napi_value tensor;
    napi_valuetype type;
    if (!grn_node_ok(env, napi_get_element(env, array, (uint32_t)i, &tensor)) ||
        !grn_node_ok(env, napi_typeof(env, tensor, &type)))
        return false;
    *out = type != napi_null ? grn_node_tensor_read(env, ort, tensor) : NULL;
    return type == napi_null || *out != NULL;
}

static bool read_ports(napi_env env, const grn_node_runtime *ort, napi_value names, napi_value tensors, ports *out)
{
    if (!grn_node_texts_read(env, names, &out->names))
        return false;
    out->values = grn_node_allocate(env, out->names.count, sizeof *out->values);
    bool good = out->values != NULL;
    for (size_t i = 0; good && i < out->names.count; i++)
        good = read_value(env, ort, tensors, i, &out->values[i]);
    return good;
}

static void free_ports(const grn_node_runtime *ort, ports *p)
{
    for (size_t i = 0; p->values != NULL && i < p->names.count; i++)
        if (p->values[i] != NULL)
            ort->ReleaseValue(p->values[i]);
    free(p->values);
    grn_node_texts_free(&p->names);
}

static bool call(napi_env env, const grn_node_session *s, napi_value settings, const ports *in, ports *out)
{
    const grn_node_runtime *ort = s->ort;
    OrtRunOptions *options;
    if (!grn_node_went_well(env, ort, ort->CreateRunOptions(&options)))
        return false;
    const bool good = grn_node_run_settings(env, ort, settings, options) &&
                      grn_node_went_well(env, ort,
                                         ort->Run(s->session, options, (const char *const *)in->names.text,
                                                  (const OrtValue *const *)in->values, in->names.count,
                                                  (const char *const *)out->names.text, out->names.count, out->values));
    ort->ReleaseRunOptions(options);
    return good;
}

/* The outputs that ONNX Runtime made; null for those that lie in tensors that were given. */
static bool write_outputs(napi_env env, const grn_node_runtime *ort, const ports *out, napi_value given,
                          napi_value *result)
{
    bool good = grn_node_ok(env, napi_create_array_with_length(env, out->names.count, result));
    for (size_t i = 0; good && i < out->names.count; i++) {
        napi_value tensor;
        napi_valuetype type;
        good = grn_node_ok(env, napi_get_element(env, given, (uint32_t)i, &tensor)) &&
               grn_node_ok(env, napi_typeof(env, tensor, &type)) &&
               (type == napi_null ? grn_node_tensor_write(env, ort, out->values[i], &tensor)
                                  : grn_node_ok(env, napi_get_null(env, &tensor))) &&
               grn_node_ok(env, napi_set_element(env, *result, (uint32_t)i, tensor));
    }
    return good;
}

napi_value grn_node_run(napi_env env, napi_callback_info info)
{
    enum { SESSION, INPUT_NAMES, INPUTS, OUTPUT_NAMES, OUTPUTS, SETTINGS, COUNT };
    napi_value a[COUNT], result;
    if (!grn_node_arguments(env, info, COUNT, a))
        return NULL;
    const grn_node_session *s = grn_node_session_read(env, a[SESSION]);
    if (s == NULL)
        return NULL;
    ports in = {0}, out = {0};
    const bool good = read_ports(env, s->ort, a[INPUT_NAMES], a[INPUTS], &in) &&
                      read_ports(env, s->ort, a[OUTPUT_NAMES], a[OUTPUTS], &out) &&
                      call(env, s, a[SETTINGS], &in, &out) && write_outputs(env, s->ort, &out, a[OUTPUTS], &result);
    free_ports(s->ort, &in);
    free_ports(s->ort, &out);
    return good ? result : NULL;
}
