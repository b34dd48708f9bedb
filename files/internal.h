/* internal.h - what the files of this folder share. */
#ifndef GARNER_FILES_INTERNAL_H
#define GARNER_FILES_INTERNAL_H

#include "files/files.h"

#include <stdint.h>

/* ---- messages and memory (common.c) ---------------------------------------------------------- */

/* Emits one message, and answers `status`. */
grn_status file_fail(const grn_diag *diag, grn_status status, const char *format, ...) GRN_PRINTF(3, 4);
/* A name as messages show it: at most so many bytes of it. */
#define SHOWN_NAME 80
static inline int shown(size_t name_bytes) { return name_bytes < SHOWN_NAME ? (int)name_bytes : SHOWN_NAME; }

/* NULL where it is refused; `bytes` of 0 are served as 1. */
void *file_allocate(const grn_allocator *a, size_t bytes);
void file_release(const grn_allocator *a, void *memory, size_t bytes);

bool multiply(uint64_t a, uint64_t b, uint64_t *out); /* false: it does not fit */
bool is_utf8(const char *text, size_t n);
/* As memcmp, a shorter text before a longer one. */
int compare_texts(const char *a, size_t a_bytes, const char *b, size_t b_bytes);
void store_le(unsigned char *to, uint64_t value, size_t bytes);
uint64_t load_le(const unsigned char *from, size_t bytes);
/* Fills in 0 to n - 1, sorted by what `before` says of two; in n log n steps whatever the order. */
void sort_numbers(size_t *numbers, size_t n, bool (*before)(const void *of, size_t a, size_t b), const void *of);

/* ---- elements (elements.c) ------------------------------------------------------------------- */

/* What elements of the dtype are aligned to. */
size_t element_alignment(grn_dtype dtype);
/* Refuses an i1 that is not 0 or 1, and bits outside a type narrower than a byte. */
grn_status check_narrow(const grn_tensor *t, const char *format, const grn_diag *diag);
/* The elements in row-major order, in pieces. */
grn_status write_elements(const grn_tensor *t, const grn_sink *sink);
/* Elements of `bits` each, the first in the lowest bits of the first byte, to a byte each; and
 * back. */
void unpack_bits(const unsigned char *packed, size_t elements, unsigned bits, unsigned char *out);
grn_status write_packed(const grn_tensor *t, unsigned bits, const grn_sink *sink);

/* ---- formats ---------------------------------------------------------------------- */

typedef struct bytes_view {
    const unsigned char *at;
    size_t n;
} bytes_view;

/* An .npy, where it lies if it is aligned, else copied (npy.c). */
grn_status npy_read(bytes_view file, grn_dtype declared, const grn_allocator *a, const grn_diag *diag,
                    read_tensor *out);

/* A member of an archive (zip.c): what the directory and the local header both say. */
typedef struct zip_member {
    const char *name; /* without .npy */
    size_t name_bytes;
    size_t local, data; /* offsets of the local header and of what is stored */
    size_t stored_bytes, bytes;
    uint32_t crc;
    bool deflated;
} zip_member;
/* Counts and fills the members that are .npy. *members: `room` of them, from the allocator. */
grn_status zip_open(bytes_view file, const grn_allocator *a, const grn_diag *diag, zip_member **members, size_t *count,
                    size_t *room);
grn_status zip_read(bytes_view file, const zip_member *m, grn_dtype declared, const grn_allocator *a,
                    const grn_diag *diag, read_tensor *out);

/* Of all bytes so far; begins with 0 (inflate.c). */
uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t n);
/* Fills all of `to`, and takes all of `from`. */
grn_status inflate_bytes(bytes_view from, unsigned char *to, size_t n, const zip_member *m, const grn_diag *diag);

typedef struct safetensor {
    const char *name; /* in `names`, or in the header where it has no escapes */
    size_t name_bytes;
    size_t begin, end; /* offsets behind the header */
    size_t shape_at;   /* offset of the list in the file */
    int32_t rank;
    uint8_t type; /* row of safetensor_types */
} safetensor;

typedef struct safetensor_type {
    const char *name;
    grn_dtype dtype;
    unsigned bits; /* in the file */
} safetensor_type;
extern const safetensor_type safetensor_types[];
extern const size_t nsafetensor_types;

typedef struct safetensors_header {
    safetensor *items;
    size_t count;
    size_t data; /* offset of the first byte of data */
    char *names; /* those with escapes, decoded */
    size_t names_bytes;
} safetensors_header;
grn_status safetensors_open(bytes_view file, const grn_allocator *a, const grn_diag *diag, safetensors_header *out);
void safetensors_close(safetensors_header *header, const grn_allocator *a);
grn_status safetensors_read(bytes_view file, const safetensors_header *header, size_t i, grn_dtype declared,
                            const grn_allocator *a, const grn_diag *diag, read_tensor *out);
/* The extents, as many as fit. */
void safetensor_shape(bytes_view file, const safetensor *t, int64_t shape[GRN_MAX_RANK]);

/* ---- JSON (json.c) ---------------------------------------------------------------------- */

/*
 * A reader that keeps nothing: it walks the text and answers where things are. The libraries that
 * Debian has take their memory from functions that are set for the whole process, so that no call
 * of theirs can be held to a limit of its own; and cJSON makes doubles of all numbers.
 */
typedef struct json_reader {
    const char *text;
    size_t n, at;
    size_t base; /* offset of the text in its file, for messages */
    const grn_diag *diag;
} json_reader;

typedef struct json_string {
    const char *raw; /* between the quotes */
    size_t raw_bytes;
    size_t bytes; /* when its escapes are decoded; the same as raw_bytes where there are none */
} json_string;

/* "byte 31 is 'x', expected a colon" */
grn_status json_wrong(const json_reader *r, const char *expected);
void json_space(json_reader *r);
bool json_take(json_reader *r, char c); /* after any space */
grn_status json_need(json_reader *r, char c);
/* Checked: quotes, escapes, UTF-8, no control characters. */
grn_status json_take_string(json_reader *r, const char *what, json_string *out);
void json_decode(const json_string *s, char *to); /* s->bytes of them */
bool json_is(const json_string *s, const char *text);
/* A whole number that is not negative, without a fraction or an exponent. */
grn_status json_take_count(json_reader *r, const char *what, uint64_t *out);
/* Any value, lists and objects no deeper than 64. */
grn_status json_skip(json_reader *r);

#endif
