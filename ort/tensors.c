/* tensors.c - inputs and outputs of a run as garner's tensors. */
#include "plugin.h"

OrtStatus *grn_ort_read_tensor(const grn_ort_api *api, const OrtKernelContext *context, size_t i, grn_tensor *out)
{
    const OrtValue *value = NULL;
    const int64_t *extents;
    const void *data;
    size_t rank;
    ONNXTensorElementDataType type;
    out->dtype = GRN_NO_DTYPE;
    out->rank = 0;
    out->data = NULL;
    OrtStatus *status = context != NULL ? api->KernelContext_GetInput(context, i, &value) : NULL;
    if (status != NULL || value == NULL)
        return status;
    status = api->GetTensorElementTypeAndShapeDataReference(value, &type, &extents, &rank);
    if (status == NULL)
        status = api->GetTensorData(value, &data);
    if (status != NULL)
        return status;
    if (rank > GRN_MAX_RANK)
        return api->CreateStatus(ORT_NOT_IMPLEMENTED, "garner: a tensor has more than 32 dimensions");
    out->dtype = grn_ort_dtype(type);
    out->rank = (int32_t)rank;
    out->data = (void *)(uintptr_t)data;
    int64_t stride = 1;
    for (size_t d = rank; d-- > 0;) {
        out->shape[d] = extents[d];
        out->stride[d] = stride;
        stride *= extents[d] > 0 ? extents[d] : 1;
    }
    return NULL;
}

OrtStatus *grn_ort_make_output(const grn_ort_api *api, OrtKernelContext *context, const grn_tensor *output, void **data)
{
    OrtValue *value = NULL;
    OrtStatus *status = api->KernelContext_GetOutput(context, 0, output->shape, (size_t)output->rank, &value);
    return status == NULL ? api->GetTensorMutableData(value, data) : status;
}
