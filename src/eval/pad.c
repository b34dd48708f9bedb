/* pad.c - padding around and between elements. Source: StableHLO spec, pad. A negative low or high
 * cuts. */
#include "eval/eval.h"

/* Of `n` elements, placed `step` apart from `low` on, those inside [0, out_n): how many, from which
 * on, and where. */
typedef struct run {
    int64_t count, first, at;
} run;

static run visible(int64_t n, int64_t out_n, int64_t low, int64_t interior)
{
    run none = {0, 0, 0};
    uint64_t step = (uint64_t)interior + 1, at = 0, first = 0;
    if (low >= 0) {
        at = (uint64_t)low;
    } else {
        uint64_t cut = 0 - (uint64_t)low;
        first = cut / step + (cut % step != 0);
        at = first * step - cut; /* below step: modular arithmetic cannot lose it */
    }
    if (n <= 0 || out_n <= 0 || first >= (uint64_t)n || at >= (uint64_t)out_n)
        return none;
    uint64_t room = ((uint64_t)out_n - 1 - at) / step + 1, rest = (uint64_t)n - first;
    return (run){(int64_t)(rest < room ? rest : room), (int64_t)first, (int64_t)at};
}

void grn_eval_pad(const grn_tensor *out, const grn_tensor *in, const void *padding_element, const int64_t *low,
                  const int64_t *interior)
{
    grn_tensor to = *out, from = *in;
    int64_t to_offset = 0, from_offset = 0;
    if (grn_tensor_elements(out) == 0)
        return;
    grn_tensor_fill(out, padding_element);
    if (grn_tensor_elements(in) == 0)
        return;
    for (int32_t d = 0; d < in->rank; d++) {
        run r = visible(in->shape[d], out->shape[d], low[d], interior[d]);
        if (r.count == 0)
            return;
        to.shape[d] = from.shape[d] = r.count;
        to_offset += r.at * out->stride[d];
        from_offset += r.first * in->stride[d];
        to.stride[d] = r.count > 1 ? (interior[d] + 1) * out->stride[d] : 0;
    }
    to.data = grn_tensor_at(out, to_offset);
    from.data = grn_tensor_at(in, from_offset);
    grn_tensor_copy(&to, &from);
}
