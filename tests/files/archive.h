/* archive.h - zip archives by hand, so that a test can make any number in them a lie. */
#ifndef TESTS_FILES_ARCHIVE_H
#define TESTS_FILES_ARCHIVE_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define ARCHIVE_BYTES 8192

typedef struct archive {
    _Alignas(64) unsigned char bytes[ARCHIVE_BYTES];
    size_t n;
    unsigned char directory[2048];
    size_t directory_bytes;
    unsigned count;
    size_t local[8], row[8]; /* of each member: its local header, and its row in `directory` */
    size_t from, end;        /* of the directory, of the end record */
} archive;

static inline void number(unsigned char *to, size_t bytes, uint64_t value)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

/* Bit by bit, from the polynomial in PKWARE's APPNOTE.TXT, 4.4.7. */
static inline uint32_t crc_by_hand(const void *bytes, size_t n)
{
    uint32_t crc = 0xFFFFFFFF;
    for (size_t i = 0; i < n; i++) {
        crc ^= ((const unsigned char *)bytes)[i];
        for (int bit = 0; bit < 8; bit++)
            crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320 : 0);
    }
    return ~crc;
}

/* A member of `stored` bytes by `method`, which stand for `bytes` with that CRC-32. */
static inline void archive_add_as(archive *a, const char *name, unsigned method, const void *stored,
                                  size_t stored_bytes, uint64_t bytes, uint32_t crc)
{
    unsigned char *h = a->bytes + a->n, *r = a->directory + a->directory_bytes;
    const size_t name_bytes = strlen(name);
    memset(h, 0, 30);
    number(h, 4, 0x04034B50);
    number(h + 4, 2, 20);
    number(h + 8, 2, method);
    number(h + 14, 4, crc);
    number(h + 18, 4, stored_bytes);
    number(h + 22, 4, bytes);
    number(h + 26, 2, name_bytes);
    memcpy(h + 30, name, name_bytes);
    memcpy(h + 30 + name_bytes, stored, stored_bytes);
    memset(r, 0, 46);
    number(r, 4, 0x02014B50);
    memcpy(r + 6, h + 4, 26); /* the local header's fields, behind the version that made it */
    number(r + 32, 2, 0);
    number(r + 42, 4, a->n);
    memcpy(r + 46, name, name_bytes);
    a->local[a->count] = a->n;
    a->row[a->count++] = a->directory_bytes;
    a->n += 30 + name_bytes + stored_bytes;
    a->directory_bytes += 46 + name_bytes;
}

static inline void archive_add(archive *a, const char *name, const void *bytes, size_t n)
{
    archive_add_as(a, name, 0, bytes, n, n, crc_by_hand(bytes, n));
}

static inline void archive_end(archive *a)
{
    a->from = a->n;
    memcpy(a->bytes + a->n, a->directory, a->directory_bytes);
    for (unsigned i = 0; i < a->count; i++)
        a->row[i] += a->from;
    a->end = a->n + a->directory_bytes;
    unsigned char *e = a->bytes + a->end;
    memset(e, 0, 22);
    number(e, 4, 0x06054B50);
    number(e + 8, 2, a->count);
    number(e + 10, 2, a->count);
    number(e + 12, 4, a->directory_bytes);
    number(e + 16, 4, a->from);
    a->n = a->end + 22;
}

/* An .npy of one dimension; answers its size. */
static inline size_t npy_of(unsigned char *to, const char *descr, size_t extent, const void *data, size_t bytes)
{
    memcpy(to, "\x93NUMPY\x01\x00\x76\x00", 10);
    memset(to + 10, ' ', 118);
    int n = snprintf((char *)to + 10, 118, "{'descr': '%s', 'fortran_order': False, 'shape': (%zu,), }", descr, extent);
    to[10 + n] = ' ';
    to[127] = '\n';
    memcpy(to + 128, data, bytes);
    return 128 + bytes;
}

#endif
