/*
 * fuzz_npz.c - any bytes as an .npz.
 *
 * As they are, and with what a mutation cannot guess made right: the CRC-32 of stored members, and
 * the place and the size of the directory in the end record.
 */
#include <stdlib.h>
#include <string.h>

#include "tensor_bytes.h"

static uint32_t load(const uint8_t *at, int bytes)
{
    uint32_t value = 0;
    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << 8 * i;
    return value;
}

static void store(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> 8 * i);
}

static uint32_t crc_of_bytes(const uint8_t *bytes, size_t n)
{
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < n; i++) {
        crc ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

/* Both records of a stored member, where they can be found. */
static void repair_member(uint8_t *file, size_t size, size_t row)
{
    const size_t local = load(file + row + 42, 4), bytes = load(file + row + 20, 4);
    if (local > size || size - local < 30 || load(file + row + 10, 2) != 0)
        return;
    const size_t data = local + 30 + load(file + local + 26, 2) + load(file + local + 28, 2);
    if (data > size || bytes > size - data)
        return;
    const uint32_t crc = crc_of_bytes(file + data, bytes);
    store(file + row + 16, crc);
    store(file + local + 14, crc);
}

static void repair(uint8_t *file, size_t size)
{
    size_t first = size;
    for (size_t at = 0; at + 46 <= size; at++)
        if (load(file + at, 4) == 0x02014B50) {
            first = at < first ? at : first;
            repair_member(file, size, at);
        }
    for (size_t at = size >= 22 ? size - 22 : 0; size >= 22 && at > first; at--)
        if (load(file + at, 4) == 0x06054B50) {
            store(file + at + 12, (uint32_t)(at - first));
            store(file + at + 16, (uint32_t)first);
            return;
        }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_tensor_file(data, size, TENSOR_FORMAT_NPZ);
    uint8_t *file = malloc(size + (size == 0));
    if (!file)
        return 0;
    if (size)
        memcpy(file, data, size);
    repair(file, size);
    fuzz_tensor_file(file, size, TENSOR_FORMAT_NPZ);
    free(file);
    return 0;
}
