/*
 * fuzz_npy.c - any bytes as a .npy file, or as the choices behind a view that is written as one.
 *
 * With no hint and with some dtype as the hint, wherever the file starts in
 * memory: what parses lies within the bytes given, can be read whole, and
 * comes back the same after it is written. So does any view.
 */
#include "common.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "entropy.h"

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
    grn_sink to_first = fuzz_text_sink(&first), to_second = fuzz_text_sink(&second);
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
    fuzz_text_free(&first);
    fuzz_text_free(&second);
}

/* ---- views of any strides -------------------------------------------------------------------- */

static void check_bits(const grn_tensor *a, const grn_tensor *b)
{
    for (int64_t i = 0; i < grn_tensor_elements(a); i++) {
        unsigned char x[16], y[16];
        grn_tensor_read(a, i, 1, x);
        grn_tensor_read(b, i, 1, y);
        if (memcmp(x, y, grn_dtype_bytes(a->dtype)) != 0)
            broken("what was written has the bits of the view", NULL, NULL);
    }
}

static void check_view(const grn_tensor *t)
{
    text file;
    grn_tensor back;
    size_t used;
    grn_sink sink = fuzz_text_sink(&file);
    if (grn_npy_write(t, &sink) != GRN_OK)
        broken("a view can be written", NULL, NULL);
    void *copy = aligned_copy(file.bytes, file.size);
    if (copy) {
        if (grn_npy_parse(copy, file.size, t->dtype, NULL, &back, &used) != GRN_OK || !same_view(t, &back))
            broken("a view that was written is read", NULL, NULL);
        check_bits(t, &back);
    }
    free(copy);
    fuzz_text_free(&file);
}

static void write(entropy *e)
{
    random_source s = entropy_source(e);
    random_buffer b = {0};
    int64_t shape[GRN_MAX_RANK], left = 4000;
    int32_t rank = one_in(e, 16) ? (int32_t)pick(e, GRN_MAX_RANK + 1) : (int32_t)pick(e, 6);
    for (int32_t d = 0; d < rank; d++) {
        shape[d] = one_in(e, 24) ? 0 : pick_between(e, 1, left < 20 ? left : 20);
        left /= shape[d] ? shape[d] : 1;
    }
    if (random_buffer_make(s, (grn_dtype)pick_between(e, 1, GRN_DTYPE_COUNT - 1), rank, shape, true, 0, &b)) {
        random_buffer_fill(s, &b);
        check_view(&b.view);
    }
    random_buffer_release(&b);
}

/* ---- bytes ----------------------------------------------------------------------------------- */

static void read_as(const char *bytes, size_t size, grn_dtype hint)
{
    grn_tensor t;
    size_t used;
    if (grn_npy_parse(bytes, size, hint, NULL, &t, &used) != GRN_OK)
        return;
    check_inside(&t, bytes, size, used);
    check_return(&t);
}

/* A file starts at a multiple of 16, or `off` bytes past one. */
static void read_bytes(const uint8_t *data, size_t size, size_t off, grn_dtype hint)
{
    char *memory = malloc(size + off + (size + off == 0)), *bytes = memory ? memory + off : NULL;
    if (!memory)
        return;
    if (size)
        memcpy(bytes, data, size);
    read_as(bytes, size, GRN_NO_DTYPE);
    read_as(bytes, size, hint);
    free(memory);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    entropy e;
    if (size > 0 && data[0] != 0x93 && data[0] % 2 == 0) {
        entropy_init(&e, data + 1, size - 1);
        write(&e);
        return 0;
    }
    unsigned sum = 0; /* chooses the hint and the place */
    for (size_t i = 0; i < size; i++)
        sum += data[i];
    read_bytes(data, size, sum / GRN_DTYPE_COUNT % 4 ? 0 : 1 + sum % 15, (grn_dtype)(sum % GRN_DTYPE_COUNT));
    return 0;
}
