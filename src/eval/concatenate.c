/* concatenate.c - tensors one after another along a dimension. Source: StableHLO spec,
 * concatenate. */
#include "eval/eval.h"

void grn_eval_concatenate(const grn_tensor *out, size_t n, const grn_tensor *in, int32_t dim)
{
    int64_t at = 0;
    for (size_t i = 0; i < n; i++) {
        grn_tensor part = *out;
        part.shape[dim] = in[i].shape[dim];
        if (grn_tensor_elements(&part) > 0) {
            part.data = grn_tensor_at(out, at * out->stride[dim]);
            grn_tensor_copy(&part, &in[i]);
        }
        at += in[i].shape[dim];
    }
}
