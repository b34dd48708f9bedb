/* element_map.c - an element function over views of any strides, block by block. */
#include "eval/element.h"
#include "eval/stream.h"

static bool all_compact(const grn_bound_element *b, const grn_tensor *out, const grn_tensor *in)
{
    bool compact = grn_tensor_is_compact(out);
    for (size_t i = 0; i < b->nargs; i++)
        compact = compact && grn_tensor_is_compact(&in[i]);
    return compact;
}

static void map_compact(const grn_bound_element *b, size_t n, const grn_tensor *out, const grn_tensor *in)
{
    const void *at[GRN_ELEMENT_ARGS];
    for (size_t i = 0; i < b->nargs; i++)
        at[i] = in[i].data;
    grn_element_run(b, n, out->data, at);
}

/* Blocks of the output as it lies where it is compact, through a buffer where it is not. */
static void map_blocks(const grn_bound_element *b, size_t n, const grn_tensor *out, const grn_tensor *in)
{
    grn_stream from[GRN_ELEMENT_ARGS], to;
    grn_element_block buffer[GRN_ELEMENT_ARGS], result;
    const void *at[GRN_ELEMENT_ARGS];
    bool compact_out = grn_tensor_is_compact(out);
    grn_stream_init(&to, out);
    for (size_t i = 0; i < b->nargs; i++)
        grn_stream_init(&from[i], &in[i]);
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        for (size_t i = 0; i < b->nargs; i++)
            at[i] = grn_stream_take(&from[i], m, &buffer[i]);
        if (compact_out) {
            grn_element_run(b, m, grn_tensor_at(out, (int64_t)done), at);
            continue;
        }
        grn_element_run(b, m, &result, at);
        grn_stream_put(&to, m, &result);
    }
}

void grn_element_map(const grn_bound_element *b, const grn_tensor *out, const grn_tensor *in)
{
    size_t n = (size_t)grn_tensor_elements(out);
    if (n == 0)
        return;
    if (all_compact(b, out, in))
        map_compact(b, n, out, in);
    else
        map_blocks(b, n, out, in);
}
