/* script.c - values of JavaScript as C has them, and errors. */
#include <stdlib.h>

#include "addon.h"

bool grn_node_fail(napi_env env, const char *message)
{
    bool is_pending = false;
    if (napi_is_exception_pending(env, &is_pending) == napi_ok && !is_pending)
        napi_throw_error(env, NULL, message);
    return false;
}

bool grn_node_ok(napi_env env, napi_status status)
{
    const napi_extended_error_info *info = NULL;
    if (status == napi_ok)
        return true;
    napi_get_last_error_info(env, &info);
    return grn_node_fail(env, info != NULL && info->error_message != NULL ? info->error_message : "Node-API failed");
}

void *grn_node_allocate(napi_env env, size_t count, size_t bytes)
{
    void *memory = calloc(count > 0 ? count : 1, bytes);
    if (memory == NULL)
        grn_node_fail(env, "memory refused");
    return memory;
}

char *grn_node_text(napi_env env, napi_value value)
{
    size_t length;
    if (!grn_node_ok(env, napi_get_value_string_utf8(env, value, NULL, 0, &length)))
        return NULL;
    char *text = grn_node_allocate(env, length + 1, 1);
    if (text != NULL && !grn_node_ok(env, napi_get_value_string_utf8(env, value, text, length + 1, &length))) {
        free(text);
        return NULL;
    }
    return text;
}

bool grn_node_bytes(napi_env env, napi_value value, void **data, size_t *bytes)
{
    napi_typedarray_type type;
    napi_value buffer;
    size_t offset;
    return grn_node_ok(env, napi_get_typedarray_info(env, value, &type, bytes, data, &buffer, &offset)) &&
           (type == napi_uint8_array || grn_node_fail(env, "bytes are an Uint8Array"));
}

/* ---- arrays ------------------------------------------------------------------------------------ */

/* A scope of its own, as there may be many. */
static bool read_text_at(napi_env env, napi_value array, size_t i, char **out)
{
    napi_handle_scope scope;
    napi_value element;
    if (!grn_node_ok(env, napi_open_handle_scope(env, &scope)))
        return false;
    if (grn_node_ok(env, napi_get_element(env, array, (uint32_t)i, &element)))
        *out = grn_node_text(env, element);
    napi_close_handle_scope(env, scope);
    return *out != NULL;
}

bool grn_node_texts_read(napi_env env, napi_value array, grn_node_texts *out)
{
    uint32_t count;
    *out = (grn_node_texts){0};
    if (!grn_node_ok(env, napi_get_array_length(env, array, &count)))
        return false;
    out->text = grn_node_allocate(env, count, sizeof *out->text);
    bool good = out->text != NULL;
    for (; good && out->count < count; out->count++)
        good = read_text_at(env, array, out->count, &out->text[out->count]);
    return good;
}

void grn_node_texts_free(grn_node_texts *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        free(texts->text[i]);
    free(texts->text);
}

bool grn_node_numbers_write(napi_env env, const int64_t *numbers, size_t count, napi_value *out)
{
    bool good = grn_node_ok(env, napi_create_array_with_length(env, count, out));
    for (size_t i = 0; good && i < count; i++) {
        napi_value number;
        good = grn_node_ok(env, napi_create_double(env, (double)numbers[i], &number)) &&
               grn_node_ok(env, napi_set_element(env, *out, (uint32_t)i, number));
    }
    return good;
}

bool grn_node_array(napi_env env, const napi_value *values, size_t count, napi_value *out)
{
    bool good = grn_node_ok(env, napi_create_array_with_length(env, count, out));
    for (size_t i = 0; good && i < count; i++)
        good = grn_node_ok(env, napi_set_element(env, *out, (uint32_t)i, values[i]));
    return good;
}
