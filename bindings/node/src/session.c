/* session.c - sessions: made, described, ended. */
#include <stdlib.h>

#include "addon.h"

bool grn_node_arguments(napi_env env, napi_callback_info info, size_t count, napi_value *out)
{
    size_t found = count;
    return grn_node_ok(env, napi_get_cb_info(env, info, &found, out, NULL, NULL)) &&
           (found >= count || grn_node_fail(env, "there are too few arguments"));
}

grn_node_session *grn_node_session_read(napi_env env, napi_value value)
{
    void *session;
    if (!grn_node_ok(env, napi_get_value_external(env, value, &session)))
        return NULL;
    if (((grn_node_session *)session)->session != NULL)
        return session;
    grn_node_fail(env, "Session already disposed.");
    return NULL;
}

/* ---- making one -------------------------------------------------------------------------------- */

static bool add_provider(napi_env env, const grn_node_runtime *ort, napi_value keys, napi_value values,
                         OrtSessionOptions *options)
{
    grn_node_texts key = {0}, value = {0};
    const bool good = grn_node_texts_read(env, keys, &key) && grn_node_texts_read(env, values, &value) &&
                      (key.count == value.count || grn_node_fail(env, "keys and values differ in number")) &&
                      grn_node_went_well(env, ort,
                                         ort->SessionOptionsAppendExecutionProvider_V2(
                                             options, ort->env, &ort->device, 1, (const char *const *)key.text,
                                             (const char *const *)value.text, key.count));
    grn_node_texts_free(&key);
    grn_node_texts_free(&value);
    return good;
}

static bool load(napi_env env, const grn_node_runtime *ort, napi_value model, const OrtSessionOptions *options,
                 OrtSession **out)
{
    napi_valuetype type;
    void *data;
    size_t bytes;
    if (!grn_node_ok(env, napi_typeof(env, model, &type)))
        return false;
    if (type != napi_string)
        return grn_node_bytes(env, model, &data, &bytes) &&
               grn_node_went_well(env, ort, ort->CreateSessionFromArray(ort->env, data, bytes, options, out));
    char *path = grn_node_text(env, model);
    const bool good = path != NULL && grn_node_went_well(env, ort, ort->CreateSession(ort->env, path, options, out));
    free(path);
    return good;
}

static void end(grn_node_session *session)
{
    if (session->session != NULL)
        session->ort->ReleaseSession(session->session);
    session->session = NULL;
}

static void finalize(napi_env env, void *session, void *hint)
{
    (void)env;
    (void)hint;
    end(session);
    free(session);
}

static bool hand_over(napi_env env, const grn_node_runtime *ort, OrtSession *session, napi_value *out)
{
    grn_node_session *made = grn_node_allocate(env, 1, sizeof *made);
    if (made == NULL) {
        ort->ReleaseSession(session);
        return false;
    }
    *made = (grn_node_session){ort, session};
    if (grn_node_ok(env, napi_create_external(env, made, finalize, NULL, out)))
        return true;
    finalize(env, made, NULL);
    return false;
}

napi_value grn_node_create(napi_env env, napi_callback_info info)
{
    enum { MODEL, SETTINGS, KEYS, VALUES, COUNT };
    const grn_node_runtime *ort = grn_node_runtime_get(env);
    napi_value a[COUNT], made = NULL;
    OrtSessionOptions *options;
    OrtSession *session;
    if (ort == NULL || !grn_node_arguments(env, info, COUNT, a) ||
        !grn_node_went_well(env, ort, ort->CreateSessionOptions(&options)))
        return NULL;
    if (grn_node_session_settings(env, ort, a[SETTINGS], options) &&
        add_provider(env, ort, a[KEYS], a[VALUES], options) && load(env, ort, a[MODEL], options, &session) &&
        !hand_over(env, ort, session, &made))
        made = NULL;
    ort->ReleaseSessionOptions(options);
    return made;
}

/* ---- describing one ---------------------------------------------------------------------------- */

static bool write_names(napi_env env, const char *const *names, size_t count, napi_value *out)
{
    bool good = grn_node_ok(env, napi_create_array_with_length(env, count, out));
    for (size_t i = 0; good && i < count; i++) {
        napi_value name;
        good = grn_node_ok(env, napi_create_string_utf8(env, names[i], SIZE_MAX, &name)) &&
               grn_node_ok(env, napi_set_element(env, *out, (uint32_t)i, name));
    }
    return good;
}

/* The type, the extents and their names; of what is no tensor, 0 and none. */
static bool write_type(napi_env env, const grn_node_runtime *ort, const OrtTypeInfo *type, napi_value *out)
{
    const OrtTensorTypeAndShapeInfo *tensor = NULL;
    ONNXTensorElementDataType element = ONNX_TENSOR_ELEMENT_DATA_TYPE_UNDEFINED;
    size_t rank = 0;
    if (!grn_node_went_well(env, ort, ort->CastTypeInfoToTensorInfo(type, &tensor)) ||
        (tensor != NULL && (!grn_node_went_well(env, ort, ort->GetTensorElementType(tensor, &element)) ||
                            !grn_node_went_well(env, ort, ort->GetDimensionsCount(tensor, &rank)))))
        return false;
    int64_t *extents = grn_node_allocate(env, rank, sizeof *extents);
    const char **names = grn_node_allocate(env, rank, sizeof *names);
    const bool good =
        extents != NULL && names != NULL &&
        (tensor == NULL || (grn_node_went_well(env, ort, ort->GetDimensions(tensor, extents, rank)) &&
                            grn_node_went_well(env, ort, ort->GetSymbolicDimensions(tensor, names, rank)))) &&
        grn_node_ok(env, napi_create_double(env, element, &out[0])) &&
        grn_node_numbers_write(env, extents, rank, &out[1]) && write_names(env, names, rank, &out[2]);
    free(extents);
    free(names);
    return good;
}

static bool write_text(napi_env env, const grn_node_runtime *ort, char *text, napi_value *out)
{
    const bool good = grn_node_ok(env, napi_create_string_utf8(env, text, SIZE_MAX, out));
    return grn_node_went_well(env, ort, ort->AllocatorFree(ort->allocator, text)) && good;
}

static bool write_port(napi_env env, const grn_node_session *s, bool is_input, size_t i, napi_value *out)
{
    const grn_node_runtime *ort = s->ort;
    OrtTypeInfo *type;
    char *name;
    napi_value parts[4];
    if (!grn_node_went_well(env, ort,
                            is_input ? ort->SessionGetInputName(s->session, i, ort->allocator, &name)
                                     : ort->SessionGetOutputName(s->session, i, ort->allocator, &name)) ||
        !write_text(env, ort, name, &parts[0]) ||
        !grn_node_went_well(env, ort,
                            is_input ? ort->SessionGetInputTypeInfo(s->session, i, &type)
                                     : ort->SessionGetOutputTypeInfo(s->session, i, &type)))
        return false;
    const bool good = write_type(env, ort, type, &parts[1]) && grn_node_array(env, parts, 4, out);
    ort->ReleaseTypeInfo(type);
    return good;
}

static bool write_ports(napi_env env, const grn_node_session *s, bool is_input, napi_value *out)
{
    size_t count;
    bool good = grn_node_went_well(env, s->ort,
                                   is_input ? s->ort->SessionGetInputCount(s->session, &count)
                                            : s->ort->SessionGetOutputCount(s->session, &count)) &&
                grn_node_ok(env, napi_create_array_with_length(env, count, out));
    for (size_t i = 0; good && i < count; i++) {
        napi_value port;
        good =
            write_port(env, s, is_input, i, &port) && grn_node_ok(env, napi_set_element(env, *out, (uint32_t)i, port));
    }
    return good;
}

napi_value grn_node_describe(napi_env env, napi_callback_info info)
{
    napi_value argument, ports[2], both;
    if (!grn_node_arguments(env, info, 1, &argument))
        return NULL;
    const grn_node_session *s = grn_node_session_read(env, argument);
    return s != NULL && write_ports(env, s, true, &ports[0]) && write_ports(env, s, false, &ports[1]) &&
                   grn_node_array(env, ports, 2, &both)
               ? both
               : NULL;
}

/* ---- ending one -------------------------------------------------------------------------------- */

napi_value grn_node_end_profiling(napi_env env, napi_callback_info info)
{
    napi_value argument, path;
    char *text;
    if (!grn_node_arguments(env, info, 1, &argument))
        return NULL;
    const grn_node_session *s = grn_node_session_read(env, argument);
    return s != NULL &&
                   grn_node_went_well(env, s->ort, s->ort->SessionEndProfiling(s->session, s->ort->allocator, &text)) &&
                   write_text(env, s->ort, text, &path)
               ? path
               : NULL;
}

napi_value grn_node_release(napi_env env, napi_callback_info info)
{
    napi_value argument;
    if (!grn_node_arguments(env, info, 1, &argument))
        return NULL;
    grn_node_session *s = grn_node_session_read(env, argument);
    if (s != NULL)
        end(s);
    return NULL;
}
