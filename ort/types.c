/* types.c - ONNX's element types and garner's. */
#include "plugin.h"

/* is_index: taken as indices; is_depth: taken as the number of classes of a OneHot. */
static const struct {
    grn_dtype dtype;
    bool is_index, is_depth;
} types[] = {
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT] = {GRN_F32, false, true},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT8] = {GRN_UI8, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_INT8] = {GRN_I8, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT16] = {GRN_UI16, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_INT16] = {GRN_I16, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_INT32] = {GRN_I32, true, true},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_INT64] = {GRN_I64, true, true},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_BOOL] = {GRN_I1, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT16] = {GRN_F16, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_DOUBLE] = {GRN_F64, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT32] = {GRN_UI32, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_UINT64] = {GRN_UI64, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX64] = {GRN_C64, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_COMPLEX128] = {GRN_C128, false, false},
    [ONNX_TENSOR_ELEMENT_DATA_TYPE_BFLOAT16] = {GRN_BF16, false, false},
};
#define NTYPES (sizeof types / sizeof *types)
_Static_assert(NTYPES <= GRN_ORT_TYPES, "the room for types");

grn_dtype grn_ort_dtype(ONNXTensorElementDataType type)
{
    return (size_t)type < NTYPES ? types[type].dtype : GRN_NO_DTYPE;
}

static bool is_among(size_t type, grn_ort_types wanted)
{
    return types[type].dtype != GRN_NO_DTYPE &&
           (wanted == GRN_ORT_ANY || (wanted == GRN_ORT_INDEX && types[type].is_index) ||
            (wanted == GRN_ORT_DEPTH && types[type].is_depth));
}

size_t grn_ort_list_types(const grn_ort_api *api, grn_ort_types wanted, const OrtDataType **out)
{
    size_t count = 0;
    for (size_t i = 0; i < NTYPES; i++) {
        if (!is_among(i, wanted))
            continue;
        OrtStatus *status = api->GetTensorDataType((ONNXTensorElementDataType)i, &out[count]);
        if (status == NULL)
            count++;
        else
            api->ReleaseStatus(status); /* a type that this ONNX Runtime has no tensors of */
    }
    return count;
}
