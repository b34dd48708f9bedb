/*
 * fuzz_npy.c - any bytes as a .npy file.
 *
 * With no hint and with every dtype as the hint: what parses lies within the
 * bytes given, can be read whole, and comes back the same after it is written.
 */
#include "common.h"

#include <stdlib.h>
#include <string.h>

/* Bytes at a 16-byte boundary, the way grn_npy_parse wants them. */
static void *aligned_copy(const void *bytes, size_t size)
{
    void *copy = aligned_alloc(16, (size + 16) / 16 * 16);
    if (copy && size)
        memcpy(copy, bytes, size);
    return copy;
}

static void check_inside(const grn_tensor *t, const char *bytes, size_t size, size_t used)
{
    if (used > size)
        broken("a file ends within the bytes given", NULL, NULL);
    const char *data = t->data;
    if (grn_tensor_bytes(t) > 0 && (data < bytes || grn_tensor_bytes(t) > (size_t)(bytes + used - data)))
        broken("the elements lie within the file", NULL, NULL);
}

static bool same_view(const grn_tensor *a, const grn_tensor *b)
{
    if (a->dtype != b->dtype || a->rank != b->rank)
        return false;
    return memcmp(a->shape, b->shape, sizeof *a->shape * (size_t)a->rank) == 0;
}

/* Written in row-major order, read back, written again: the same file. */
static void check_return(const grn_tensor *t)
{
    text first, second;
    grn_tensor back;
    size_t used;
    grn_sink to_first = text_sink(&first), to_second = text_sink(&second);
    if (grn_npy_write(t, &to_first) != GRN_OK)
        broken("what was read can be written", NULL, NULL);
    void *copy = aligned_copy(first.bytes, first.size);
    if (copy) {
        if (grn_npy_parse(copy, first.size, t->dtype, NULL, &back, &used) != GRN_OK)
            broken("what was written can be read", NULL, NULL);
        if (!same_view(t, &back) || used != first.size)
            broken("what was written has the shape and dtype of what was read", NULL, NULL);
        if (grn_npy_write(&back, &to_second) != GRN_OK || second.size != first.size ||
            memcmp(first.bytes, second.bytes, first.size) != 0)
            broken("what was written reads back the same", NULL, NULL);
    }
    free(copy);
    text_free(&first);
    text_free(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *bytes = aligned_copy(data, size);
    for (int hint = GRN_NO_DTYPE; bytes && hint < GRN_DTYPE_COUNT; hint++) {
        grn_tensor t;
        size_t used;
        if (grn_npy_parse(bytes, size, (grn_dtype)hint, NULL, &t, &used) != GRN_OK)
            continue;
        check_inside(&t, bytes, size, used);
        check_return(&t);
    }
    free(bytes);
    return 0;
}
