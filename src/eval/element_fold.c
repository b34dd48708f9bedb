/* element_fold.c - a function of two arguments over a row: into one value, element after
 * element. */
#include "eval/element.h"

/* What is narrower than its class is rounded after every step, as if each were an op of its own. */
static void fold_by_steps(const grn_bound_element *b, size_t n, void *acc, const void *in)
{
    size_t bytes = grn_dtype_bytes(b->out);
    for (size_t i = 0; i < n; i++)
        grn_element_run(b, 1, acc, (const void *const[]){acc, (const char *)in + i * bytes});
}

/* The same, the elements widened by the block. */
static void fold_widened(const grn_bound_element *b, size_t n, void *acc, const void *in)
{
    grn_element_block wide;
    unsigned char last[GRN_ELEMENT_BYTES], next[GRN_ELEMENT_BYTES];
    size_t bytes = grn_dtype_bytes(b->class_in[1]);
    b->widen[1](n, &wide, &in);
    for (size_t i = 0; i < n; i++) {
        b->widen[0](1, last, (const void *const[]){acc});
        b->fn(1, next, (const void *const[]){last, wide.bytes + i * bytes});
        b->narrow(1, acc, (const void *const[]){next});
    }
}

void grn_element_fold(const grn_bound_element *b, size_t n, void *acc, const void *in)
{
    if (b->fold) {
        b->fold(n, acc, in);
        return;
    }
    if (!b->widen[0] || !b->widen[1] || !b->narrow) {
        fold_by_steps(b, n, acc, in);
        return;
    }
    for (size_t done = 0; done < n; done += GRN_ELEMENT_BLOCK) {
        size_t m = n - done < GRN_ELEMENT_BLOCK ? n - done : GRN_ELEMENT_BLOCK;
        fold_widened(b, m, acc, (const char *)in + done * grn_dtype_bytes(b->out));
    }
}
