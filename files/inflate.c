/* inflate.c - deflated bytes, and CRC-32: zlib's, or without zlib CRC-32 alone. */
#include "files/internal.h"

#ifdef GARNER_ZLIB
#include <zlib.h>

/* zlib is not compiled with MemorySanitizer: what it has written is marked so. */
#if defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define WRITTEN(at, n) __msan_unpoison(at, n)
#endif
#endif
#ifndef WRITTEN
#define WRITTEN(at, n) ((void)(at), (void)(n))
#endif

#define MOST_AT_ONCE ((size_t)1 << 30) /* zlib counts in unsigned int */

uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t n) { return (uint32_t)crc32_z(crc, bytes, n); }

static uInt at_once(size_t n) { return (uInt)(n < MOST_AT_ONCE ? n : MOST_AT_ONCE); }

/* True: all of `to` is filled, all of `from` taken, and the stream ends there. */
static bool inflate_all(z_stream *z, bytes_view from, unsigned char *to, size_t n)
{
    int answer = Z_OK;
    while (answer == Z_OK) {
        unsigned char *start = to;
        z->next_in = (Bytef *)(uintptr_t)from.at;
        z->avail_in = at_once(from.n);
        z->next_out = to;
        z->avail_out = at_once(n);
        answer = inflate(z, Z_NO_FLUSH); /* without progress: Z_BUF_ERROR */
        WRITTEN(z, sizeof *z);
        from.n -= (size_t)(z->next_in - from.at);
        from.at = z->next_in;
        n -= (size_t)(z->next_out - to);
        to = z->next_out;
        WRITTEN(start, (size_t)(to - start));
    }
    return answer == Z_STREAM_END && n == 0 && from.n == 0;
}

/* Some 40 KiB of zlib's own, by malloc, while it runs. */
grn_status inflate_bytes(bytes_view from, unsigned char *to, size_t n, const zip_member *m, const grn_diag *diag)
{
    unsigned char none[1];
    z_stream z = {0};
    if (inflateInit2(&z, -MAX_WBITS) != Z_OK)
        return file_fail(diag, GRN_E_MEMORY, "npz: memory refused for inflating");
    WRITTEN(&z, sizeof z);
    bool all = inflate_all(&z, from, n ? to : none, n);
    inflateEnd(&z);
    return all ? GRN_OK
               : file_fail(diag, GRN_E_FORMAT,
                           "npz: the member '%.*s': what is deflated at byte %zu does not make %zu bytes and end there",
                           shown(m->name_bytes), m->name, m->data, n);
}

#else

/* A nibble at a time, by the polynomial 0xEDB88320. */
uint32_t crc_of(uint32_t crc, const unsigned char *bytes, size_t n)
{
    static const uint32_t table[16] = {0x00000000, 0x1DB71064, 0x3B6E20C8, 0x26D930AC, 0x76DC4190, 0x6B6B51F4,
                                       0x4DB26158, 0x5005713C, 0xEDB88320, 0xF00F9344, 0xD6D6A3E8, 0xCB61B38C,
                                       0x9B64C2B0, 0x86D3D2D4, 0xA00AE278, 0xBDBDF21C};
    crc = ~crc;
    for (size_t i = 0; i < n; i++) {
        crc = table[(crc ^ bytes[i]) & 15] ^ crc >> 4;
        crc = table[(crc ^ bytes[i] >> 4) & 15] ^ crc >> 4;
    }
    return ~crc;
}

grn_status inflate_bytes(bytes_view from, unsigned char *to, size_t n, const zip_member *m, const grn_diag *diag)
{
    (void)from, (void)to, (void)n;
    return file_fail(diag, GRN_E_UNSUPPORTED,
                     "npz: the member '%.*s' at byte %zu is deflated, and this garner was built without zlib: store it "
                     "(numpy.savez)",
                     shown(m->name_bytes), m->name, m->data);
}

#endif
