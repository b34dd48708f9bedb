/* iota.c - counting along a dimension. Source: StableHLO spec, iota. */
#include "eval/element.h"

/* `inner` copies of each of n elements. */
static void spread(char *to, const char *from, size_t bytes, size_t n, int64_t inner)
{
    grn_tensor run = {.rank = 1, .shape = {inner}, .stride = {1}};
    static const grn_dtype by_bytes[GRN_ELEMENT_BYTES + 1] = {
        [1] = GRN_UI8, [2] = GRN_UI16, [4] = GRN_UI32, [8] = GRN_UI64, [16] = GRN_C128};
    run.dtype = by_bytes[bytes];
    for (size_t i = 0; i < n; i++) {
        run.data = to + i * (size_t)inner * bytes;
        grn_tensor_fill(&run, from + i * bytes);
    }
}

/* The numbers 0 to n - 1, each `inner` times. */
static void count_up(const grn_tensor *out, int64_t n, int64_t inner)
{
    grn_bound_element convert;
    grn_block numbers, values;
    size_t bytes = grn_dtype_bytes(out->dtype);
    if (grn_element_bind(&grn_element_convert, (grn_dtype[]){GRN_I64}, out->dtype, &convert) != GRN_OK)
        return;
    for (int64_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? (size_t)(n - done) : GRN_ELEMENT_BLOCK;
        for (size_t i = 0; i < m; i++)
            numbers.i64[i] = done + (int64_t)i;
        grn_element_run(&convert, m, &values, (const void *const[]){&numbers});
        spread(grn_tensor_at(out, done * inner), (const char *)values.bytes, bytes, m, inner);
    }
}

void grn_eval_iota(const grn_tensor *out, int32_t dim)
{
    int64_t n = out->shape[dim], inner = 1, elements = grn_tensor_elements(out);
    if (elements == 0)
        return;
    for (int32_t d = dim + 1; d < out->rank; d++)
        inner *= out->shape[d];
    count_up(out, n, inner);
    size_t done = (size_t)(n * inner) * grn_dtype_bytes(out->dtype), total = grn_tensor_bytes(out);
    while (done < total) { /* the same plane for all outer positions, written by doubling */
        size_t m = done < total - done ? done : total - done;
        memcpy((char *)out->data + done, out->data, m);
        done += m;
    }
}
