/*
 * tensor_bytes.h - any bytes as a file of tensors, with claims about what is read.
 *
 * What opens keeps its promises: every tensor is found by its name, lies in the file or in memory
 * of its own, can be read whole, and comes back with the same bits after it is written. Memory
 * stays within a limit, and all of it is given back.
 */
#ifndef FUZZ_TENSOR_BYTES_H
#define FUZZ_TENSOR_BYTES_H

#include "common.h"
#include "files/files.h"

/* Where a lie may stand behind a checksum, the caller makes the checksum right first. */
void fuzz_tensor_file(const uint8_t *data, size_t size, tensor_format format);

#endif
