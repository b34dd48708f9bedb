/*
 * node_interface.h - the part of Node-API, version 6, that the add-on calls: types, numbers and
 * functions as binaries have them.
 *
 * Knows: names, types and numbers of the public headers of nodejs/node (node_api.h and
 * js_native_api.h, MIT License), which are the binary interface and are kept by every newer version.
 * Must not know: ONNX Runtime, garner.
 *
 * The functions are symbols of the program that loads the add-on, so nothing is linked.
 */
#ifndef GRN_NODE_INTERFACE_H
#define GRN_NODE_INTERFACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef struct napi_handle_scope__ *napi_handle_scope;

typedef enum napi_status { napi_ok = 0 } napi_status;
typedef enum napi_valuetype { napi_null = 1, napi_string = 4 } napi_valuetype;
typedef enum napi_typedarray_type { napi_uint8_array = 1 } napi_typedarray_type;

typedef struct napi_extended_error_info {
    const char *error_message;
    void *engine_reserved;
    uint32_t engine_error_code;
    napi_status error_code;
} napi_extended_error_info;

typedef napi_value (*napi_callback)(napi_env env, napi_callback_info info);
typedef void (*napi_finalize)(napi_env env, void *data, void *hint);

/* ---- functions of the module ------------------------------------------------------------------ */

napi_status napi_create_function(napi_env env, const char *name, size_t length, napi_callback callback, void *data,
                                 napi_value *out);
napi_status napi_get_cb_info(napi_env env, napi_callback_info info, size_t *count, napi_value *arguments,
                             napi_value *self, void **data);
napi_status napi_set_named_property(napi_env env, napi_value object, const char *name, napi_value value);

/* ---- errors ----------------------------------------------------------------------------------- */

napi_status napi_throw_error(napi_env env, const char *code, const char *message);
napi_status napi_is_exception_pending(napi_env env, bool *out);
napi_status napi_get_last_error_info(napi_env env, const napi_extended_error_info **out);

/* ---- values ----------------------------------------------------------------------------------- */

napi_status napi_typeof(napi_env env, napi_value value, napi_valuetype *out);
napi_status napi_get_undefined(napi_env env, napi_value *out);
napi_status napi_get_null(napi_env env, napi_value *out);
napi_status napi_create_double(napi_env env, double number, napi_value *out);
/* What is no whole number is cut, and what is none at all is 0. */
napi_status napi_get_value_int32(napi_env env, napi_value value, int32_t *out);
napi_status napi_get_value_int64(napi_env env, napi_value value, int64_t *out);
napi_status napi_create_string_utf8(napi_env env, const char *text, size_t length, napi_value *out);
/* Without a buffer, `length` becomes the bytes of the text; with one, those that were written before
 * the zero at the end. */
napi_status napi_get_value_string_utf8(napi_env env, napi_value value, char *buffer, size_t room, size_t *length);
napi_status napi_create_array_with_length(napi_env env, size_t length, napi_value *out);
napi_status napi_get_array_length(napi_env env, napi_value array, uint32_t *out);
napi_status napi_get_element(napi_env env, napi_value array, uint32_t i, napi_value *out);
napi_status napi_set_element(napi_env env, napi_value array, uint32_t i, napi_value value);
napi_status napi_create_arraybuffer(napi_env env, size_t bytes, void **data, napi_value *out);
napi_status napi_get_typedarray_info(napi_env env, napi_value array, napi_typedarray_type *type, size_t *length,
                                     void **data, napi_value *buffer, size_t *offset);
napi_status napi_create_external(napi_env env, void *data, napi_finalize finalize, void *hint, napi_value *out);
napi_status napi_get_value_external(napi_env env, napi_value value, void **out);
napi_status napi_open_handle_scope(napi_env env, napi_handle_scope *out);
napi_status napi_close_handle_scope(napi_env env, napi_handle_scope scope);

#endif
