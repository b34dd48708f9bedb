/* tensors.c - tensors of JavaScript as ONNX Runtime's values, and back. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "addon.h"

/* Bytes of an element, of the types that JavaScript has arrays for; 0: of others. */
static size_t width_of(ONNXTensorElementDataType type)
{
    switch (type) {
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8: return 1;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16: return 2;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32: return 4;
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64:
    case ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64: return 8;
    default: return 0;
    }
}

/* ---- from JavaScript --------------------------------------------------------------------------- */

static int64_t *read_extents(napi_env env, napi_value array, uint32_t *rank)
{
    if (!grn_node_ok(env, napi_get_array_length(env, array, rank)))
        return NULL;
    int64_t *extents = grn_node_allocate(env, *rank, sizeof *extents);
    bool good = extents != NULL;
    for (uint32_t d = 0; good && d < *rank; d++) {
        napi_value element;
        good = grn_node_ok(env, napi_get_element(env, array, d, &element)) &&
               grn_node_ok(env, napi_get_value_int64(env, element, &extents[d]));
    }
    if (good)
        return extents;
    free(extents);
    return NULL;
}

static bool read_strings(napi_env env, const grn_node_runtime *ort, napi_value array, const int64_t *extents,
                         size_t rank, OrtValue **out)
{
    grn_node_texts texts;
    const bool good =
        grn_node_texts_read(env, array, &texts) &&
        grn_node_went_well(
            env, ort,
            ort->CreateTensorAsOrtValue(ort->allocator, extents, rank, ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING, out)) &&
        grn_node_went_well(env, ort, ort->FillStringTensor(*out, (const char *const *)texts.text, texts.count));
    grn_node_texts_free(&texts);
    return good;
}

static bool read_elements(napi_env env, const grn_node_runtime *ort, napi_value array, const int64_t *extents,
                          size_t rank, int type, OrtValue **out)
{
    static char nothing[8]; /* an array without elements may have no memory */
    void *data;
    size_t bytes;
    return grn_node_bytes(env, array, &data, &bytes) &&
           grn_node_went_well(env, ort,
                              ort->CreateTensorWithDataAsOrtValue(ort->memory, bytes > 0 ? data : nothing, bytes,
                                                                  extents, rank, type, out));
}

OrtValue *grn_node_tensor_read(napi_env env, const grn_node_runtime *ort, napi_value tensor)
{
    napi_value type_value, extents_value, data;
    int32_t type;
    uint32_t rank;
    OrtValue *value = NULL;
    if (!grn_node_ok(env, napi_get_element(env, tensor, 0, &type_value)) ||
        !grn_node_ok(env, napi_get_element(env, tensor, 1, &extents_value)) ||
        !grn_node_ok(env, napi_get_element(env, tensor, 2, &data)) ||
        !grn_node_ok(env, napi_get_value_int32(env, type_value, &type)))
        return NULL;
    int64_t *extents = read_extents(env, extents_value, &rank);
    if (extents == NULL)
        return NULL;
    const bool good = type == ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING
                          ? read_strings(env, ort, data, extents, rank, &value)
                          : read_elements(env, ort, data, extents, rank, type, &value);
    free(extents);
    if (good)
        return value;
    if (value != NULL)
        ort->ReleaseValue(value);
    return NULL;
}

/* ---- to JavaScript ----------------------------------------------------------------------------- */

static bool write_string(napi_env env, const grn_node_runtime *ort, const OrtValue *value, size_t i, napi_value array)
{
    size_t length;
    napi_value text;
    if (!grn_node_went_well(env, ort, ort->GetStringTensorElementLength(value, i, &length)))
        return false;
    char *bytes = grn_node_allocate(env, length, 1);
    const bool good = bytes != NULL &&
                      grn_node_went_well(env, ort, ort->GetStringTensorElement(value, length, i, bytes)) &&
                      grn_node_ok(env, napi_create_string_utf8(env, bytes, length, &text)) &&
                      grn_node_ok(env, napi_set_element(env, array, (uint32_t)i, text));
    free(bytes);
    return good;
}

static bool write_strings(napi_env env, const grn_node_runtime *ort, const OrtValue *value, size_t count,
                          napi_value *out)
{
    bool good = grn_node_ok(env, napi_create_array_with_length(env, count, out));
    for (size_t i = 0; good && i < count; i++) {
        napi_handle_scope scope;
        good = grn_node_ok(env, napi_open_handle_scope(env, &scope));
        if (good) {
            good = write_string(env, ort, value, i, *out);
            napi_close_handle_scope(env, scope);
        }
    }
    return good;
}

static bool write_elements(napi_env env, const grn_node_runtime *ort, OrtValue *value, size_t bytes, napi_value *out)
{
    void *from, *to;
    if (!grn_node_went_well(env, ort, ort->GetTensorMutableData(value, &from)) ||
        !grn_node_ok(env, napi_create_arraybuffer(env, bytes, &to, out)))
        return false;
    if (bytes > 0)
        memcpy(to, from, bytes);
    return true;
}

static bool refuse(napi_env env, ONNXTensorElementDataType type)
{
    char message[100];
    snprintf(message, sizeof message, "JavaScript has no array for element type %d of ONNX", (int)type);
    return grn_node_fail(env, message);
}

bool grn_node_tensor_write(napi_env env, const grn_node_runtime *ort, OrtValue *value, napi_value *out)
{
    ONNXTensorElementDataType type;
    const int64_t *extents;
    size_t rank, count = 1;
    int is_tensor = 0;
    napi_value parts[3];
    if (!grn_node_went_well(env, ort, ort->IsTensor(value, &is_tensor)))
        return false;
    if (!is_tensor)
        return grn_node_fail(env, "an output is no tensor, which JavaScript has no value for");
    if (!grn_node_went_well(env, ort, ort->GetTensorElementTypeAndShapeDataReference(value, &type, &extents, &rank)))
        return false;
    for (size_t d = 0; d < rank; d++)
        count *= (size_t)extents[d];
    const size_t width = width_of(type);
    return (type == ONNX_TENSOR_ELEMENT_DATA_TYPE_STRING ? write_strings(env, ort, value, count, &parts[2])
            : width == 0                                 ? refuse(env, type)
                                                         : write_elements(env, ort, value, count * width, &parts[2])) &&
           grn_node_ok(env, napi_create_double(env, type, &parts[0])) &&
           grn_node_numbers_write(env, extents, rank, &parts[1]) && grn_node_array(env, parts, 3, out);
}
