/* fuzz_safetensors.c - any bytes as a safetensors file; the header's length is made to fit half of
 * the time. */
#include <stdlib.h>
#include <string.h>

#include "tensor_bytes.h"

/* The first byte says how many bytes at the end are data. */
static void with_length(const uint8_t *data, size_t size)
{
    const size_t tail = data[0] < size ? data[0] : size - 1, length = size - 1 - tail;
    uint8_t *file = malloc(size + 7);
    if (!file)
        return;
    for (size_t i = 0; i < 8; i++)
        file[i] = (uint8_t)((uint64_t)length >> 8 * i);
    memcpy(file + 8, data + 1, size - 1);
    fuzz_tensor_file(file, size + 7, TENSOR_FORMAT_SAFETENSORS);
    free(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_tensor_file(data, size, TENSOR_FORMAT_SAFETENSORS);
    if (size > 1)
        with_length(data, size);
    return 0;
}
