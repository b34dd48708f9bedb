/* json.h - whether text is one JSON value and white space (RFC 8259). */
#ifndef FUZZ_JSON_H
#define FUZZ_JSON_H

#include <stdbool.h>
#include <stddef.h>

/* Nested up to 64 deep. */
bool json_is_valid(const char *text, size_t size);

#endif
