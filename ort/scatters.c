/* scatters.c - Scatter, ScatterElements, ScatterND. */
#include "operators.h"

static grn_status take_views(const grn_tensor *inputs, grn_ort_access *out)
{
    out->is_scatter = true;
    out->operand = inputs[0];
    out->indices = inputs[1];
    out->dense = inputs[2];
    return grn_tensor_init(&out->output, NULL, inputs[0].dtype, inputs[0].rank, inputs[0].shape);
}

grn_status grn_ort_scatter_elements_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t key,
                                            grn_ort_access *out, const grn_diag *diag)
{
    (void)key;
    const grn_status status =
        grn_onnx_scatter_elements_spec(&inputs[0], &inputs[1], node->number, node->reduction, diag, &out->scatter);
    return status == GRN_OK ? take_views(inputs, out) : status;
}

grn_status grn_ort_scatter_elements_call(const grn_ort_node *node, const grn_tensor *inputs, const grn_tensor *out,
                                         const grn_diag *diag)
{
    return grn_onnx_scatter_elements(&inputs[0], &inputs[1], &inputs[2], node->number, node->reduction, out, diag);
}

grn_status grn_ort_scatter_nd_prepare(const grn_ort_node *node, const grn_tensor *inputs, int64_t key,
                                      grn_ort_access *out, const grn_diag *diag)
{
    (void)key;
    const grn_status status = grn_onnx_scatter_nd_spec(&inputs[0], &inputs[1], node->reduction, diag, &out->scatter);
    return status == GRN_OK ? take_views(inputs, out) : status;
}

grn_status grn_ort_scatter_nd_call(const grn_ort_node *node, const grn_tensor *inputs, const grn_tensor *out,
                                   const grn_diag *diag)
{
    return grn_onnx_scatter_nd(&inputs[0], &inputs[1], &inputs[2], node->reduction, out, diag);
}

grn_status grn_ort_scatter_begin(grn_ort_run *run, const grn_diag *diag)
{
    const grn_tensor *data = &run->inputs[0];
    (void)diag;
    grn_ort_copy(&run->ready->pool.parallel, run->output, data->data, grn_tensor_bytes(data));
    run->indices = run->inputs[1].data;
    run->dense = run->inputs[2].data;
    return GRN_OK;
}
