/* inputs.c - declared types read from their text, and filled. */
#include "inputs.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"

#define MOST_ELEMENTS 4096

/* "tensor<2x?xf32>": its extents, "?" chosen. False where it is none, or a large one. */
static bool read_type(entropy *e, const char *type, int32_t *rank, int64_t *shape)
{
    int64_t elements = 1;
    *rank = 0;
    if (strncmp(type, "tensor<", 7) != 0)
        return false;
    for (const char *at = type + 7; *rank < GRN_MAX_RANK;) {
        char *end = (char *)at + 1;
        if (*at == '?')
            shape[*rank] = pick_between(e, 0, 5);
        else if (*at >= '0' && *at <= '9')
            shape[*rank] = strtoll(at, &end, 10);
        else
            return true;
        if (*end != 'x' || !grn_mul_i64(elements, shape[*rank] ? shape[*rank] : 1, &elements) ||
            elements > MOST_ELEMENTS)
            return false;
        at = end + 1;
        ++*rank;
    }
    return true;
}

/* Small integers, so that indices are often in range. */
static void fill(entropy *e, random_buffer *b)
{
    grn_dtype dtype = b->view.dtype;
    size_t element = grn_dtype_bytes(dtype);
    random_buffer_fill(entropy_source(e), b);
    if (!grn_dtype_is_integer(dtype) || one_in(e, 4))
        return;
    int64_t most = pick_between(e, 0, 8);
    for (size_t at = b->shift; at < b->bytes; at += element)
        grn_scalar_store(&(grn_scalar){.dtype = dtype, .i = pick_between(e, -1, most)}, dtype, b->memory + at);
}

bool inputs_make(entropy *e, const grn_module *module, size_t index, inputs *in)
{
    grn_function_info info;
    *in = (inputs){0};
    if (grn_module_function(module, index, &info) != GRN_OK || info.ninputs > MOST_INPUTS)
        return false;
    for (; in->count < info.ninputs; in->count++) {
        text type;
        int32_t rank;
        int64_t shape[GRN_MAX_RANK];
        grn_sink sink = fuzz_text_sink(&type);
        if (grn_module_write_input_type(module, index, in->count, &sink) != GRN_OK)
            broken("an input's type is written", NULL, NULL);
        bool fits = read_type(e, type.bytes, &rank, shape);
        fuzz_text_free(&type);
        grn_dtype dtype = grn_module_input_dtype(module, index, in->count);
        if (one_in(e, 48) && rank > 0)
            shape[0]++;
        if (one_in(e, 48))
            dtype = random_dtype(entropy_source(e));
        random_buffer *b = &in->buffer[in->count];
        if (!fits || !dtype || !random_buffer_make(entropy_source(e), dtype, rank, shape, true, 0, b))
            return false;
        fill(e, b);
        in->view[in->count] = b->view;
    }
    return true;
}

void inputs_release(inputs *in)
{
    for (size_t i = 0; i < MOST_INPUTS; i++)
        random_buffer_release(&in->buffer[i]);
}
