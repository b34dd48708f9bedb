/* gathers.c - Gather, GatherElements, GatherND. */
#include "operators.h"

/* A spec has windows without elements there, of which any start is in range. ONNX has every index out
 * of range. */
static bool takes_from_nothing(const grn_ort_access *access)
{
    const grn_dims *map = &access->gather.dims.start_index_map;
    bool found = false;
    for (int32_t i = 0; i < map->count; i++)
        found = found || access->operand.shape[map->v[i]] == 0;
    return found && grn_tensor_elements(&access->indices) > 0;
}

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
        out->takes_from_nothing = status == GRN_OK && takes_from_nothing(out);                                  \
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
