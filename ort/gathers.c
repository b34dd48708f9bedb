/* gathers.c - Gather, GatherElements, GatherND. */
#include "operators.h"

#define GATHER(name)                                                                                            \
    grn_status grn_ort_##name##_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t key,        \
                                        grn_ort_access *out, const grn_diag *diag)                              \
    {                                                                                                           \
        (void)key;                                                                                              \
        int64_t shape[GRN_MAX_RANK];                                                                            \
        int32_t rank;                                                                                           \
        grn_status status = grn_onnx_##name##_shape(&inputs[0], &inputs[1], node->number, diag, &rank, shape);  \
        if (status == GRN_OK)                                                                                   \
            status = grn_onnx_##name##_spec(&inputs[0], &inputs[1], node->number, diag, &out->gather);          \
        if (status == GRN_OK)                                                                                   \
            status = grn_tensor_init(&out->output, NULL, inputs[0].dtype, rank, shape);                         \
        out->operand = inputs[0];                                                                               \
        out->indices = inputs[1];                                                                               \
        out->dense = out->output;                                                                               \
        return status;                                                                                          \
    }                                                                                                           \
    grn_status grn_ort_##name##_call(const grn_ort_node *node, const grn_tensor *inputs, const grn_tensor *out, \
                                     const grn_diag *diag)                                                      \
    {                                                                                                           \
        return grn_onnx_##name(&inputs[0], &inputs[1], node->number, out, diag);                                \
    }
GATHER(gather)
GATHER(gather_elements)
GATHER(gather_nd)

grn_status grn_ort_gather_begin(grn_ort_run *run, const grn_diag *diag)
{
    (void)diag;
    run->operand = run->inputs[0].data;
    run->indices = run->inputs[1].data;
    run->dense = run->output;
    return GRN_OK;
}
