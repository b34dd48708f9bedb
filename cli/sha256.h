/* sha256.h - SHA-256 (FIPS 180-4): names too long for a file name are told apart by it. */
#ifndef GARNER_SHA256_H
#define GARNER_SHA256_H

#include <stddef.h>
#include <stdint.h>

void sha256(const void *bytes, size_t n, uint8_t digest[32]);

#endif
