/* bytes.c - varints and runs of bytes, to read and to write. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

#include "bytecode/bytecode.h"

/* ---- messages -------------------------------------------------------------------------------- */

static bool report(const grn_bytes *b, grn_status status, size_t at, const char *text)
{
    *b->status = grn_fail(b->diag, b->place, status, "byte %zu: %s", at, text);
    return false;
}

bool grn_bytes_wrong(const grn_bytes *b, size_t at, const char *format, ...)
{
    char text[512];
    GRN_FORMAT(text, format);
    return report(b, GRN_E_FORMAT, at, text);
}

bool grn_bytes_over(const grn_bytes *b, size_t at, const char *format, ...)
{
    char text[512];
    GRN_FORMAT(text, format);
    return report(b, GRN_E_LIMIT, at, text);
}

bool grn_bytes_refused(const grn_bytes *b)
{
    *b->status = grn_fail(b->diag, grn_no_place, GRN_E_MEMORY, "memory refused while reading bytecode");
    return false;
}

static bool ends(const grn_bytes *b, const char *what, uint64_t needed)
{
    return grn_bytes_wrong(b, b->at, "%s: %" PRIu64 " byte%s expected, %zu %s left", what, needed,
                           needed == 1 ? "" : "s", grn_bytes_left(b), grn_bytes_left(b) == 1 ? "is" : "are");
}

/* ---- reading --------------------------------------------------------------------------------- */

bool grn_bytes_u8(grn_bytes *b, const char *what, uint8_t *out)
{
    *out = 0;
    if (b->at >= b->end)
        return ends(b, what, 1);
    *out = b->file[b->at++];
    return true;
}

bool grn_bytes_varint(grn_bytes *b, const char *what, uint64_t *out)
{
    uint8_t first;
    *out = 0;
    if (!grn_bytes_u8(b, what, &first))
        return false;
    unsigned more = 0; /* the low zero bits of the first byte */
    while (more < 8 && !(first >> more & 1))
        more++;
    if (grn_bytes_left(b) < more)
        return ends(b, what, more);
    uint64_t value = more < 8 ? (uint64_t)first >> (more + 1) : 0;
    unsigned shift = more < 8 ? 7 - more : 0;
    for (unsigned i = 0; i < more; i++)
        value |= (uint64_t)b->file[b->at++] << (shift + 8 * i);
    *out = value;
    return true;
}

bool grn_bytes_signed(grn_bytes *b, const char *what, int64_t *out)
{
    uint64_t v;
    *out = 0;
    if (!grn_bytes_varint(b, what, &v))
        return false;
    uint64_t bits = v >> 1 ^ (0 - (v & 1));
    memcpy(out, &bits, sizeof bits);
    return true;
}

bool grn_bytes_flagged(grn_bytes *b, const char *what, uint64_t *out, bool *flag)
{
    uint64_t v;
    bool read = grn_bytes_varint(b, what, &v);
    *out = v >> 1;
    *flag = v & 1;
    return read;
}

bool grn_bytes_index(grn_bytes *b, const char *what, size_t below, uint32_t *out)
{
    size_t at = b->at;
    uint64_t v;
    *out = 0;
    if (!grn_bytes_varint(b, what, &v))
        return false;
    if (v >= below)
        return grn_bytes_wrong(b, at, "%s %" PRIu64 " is named, there are %zu", what, v, below);
    *out = (uint32_t)v;
    return true;
}

bool grn_bytes_count(grn_bytes *b, const char *what, size_t least, size_t *out)
{
    size_t at = b->at;
    uint64_t v;
    *out = 0;
    if (!grn_bytes_varint(b, what, &v))
        return false;
    if (v > grn_bytes_left(b) / least || v >= GRN_BYTECODE_NONE)
        return grn_bytes_wrong(b, at, "%" PRIu64 " %s are announced, %zu bytes are left for them", v, what,
                               grn_bytes_left(b));
    *out = (size_t)v;
    return true;
}

bool grn_bytes_take(grn_bytes *b, const char *what, uint64_t n, const unsigned char **out)
{
    *out = b->file + b->at;
    if (n > grn_bytes_left(b))
        return ends(b, what, n);
    b->at += (size_t)n;
    return true;
}

bool grn_bytes_blob(grn_bytes *b, const char *what, const unsigned char **out, size_t *n)
{
    uint64_t v;
    *n = 0;
    if (!grn_bytes_varint(b, what, &v) || !grn_bytes_take(b, what, v, out))
        return false;
    *n = (size_t)v;
    return true;
}

bool grn_bytes_end(const grn_bytes *b, const char *what)
{
    if (b->at == b->end)
        return true;
    return grn_bytes_wrong(b, b->at, "%s: %zu byte%s more than it says there are", what, grn_bytes_left(b),
                           grn_bytes_left(b) == 1 ? "" : "s");
}

/* ---- writing --------------------------------------------------------------------------------- */

bool grn_put_bytes(grn_vec *to, const void *bytes, size_t n)
{
    if (n == 0)
        return true;
    void *at = grn_vec_extend(to, n);
    if (at)
        memcpy(at, bytes, n);
    return at != NULL;
}

bool grn_put_u8(grn_vec *to, unsigned value)
{
    const unsigned char byte = (unsigned char)value;
    return grn_put_bytes(to, &byte, 1);
}

bool grn_put_varint(grn_vec *to, uint64_t value)
{
    unsigned char bytes[9];
    unsigned more = 0; /* bytes after the first, which then has 7 - more bits of the value */
    while (more < 8 && value >> (7 + 7 * more))
        more++;
    uint64_t rest = value;
    if (more < 8) {
        bytes[0] = (unsigned char)((value << (more + 1) | UINT64_C(1) << more) & 0xFF);
        rest = value >> (7 - more);
    } else
        bytes[0] = 0;
    for (unsigned i = 0; i < more; i++, rest >>= 8)
        bytes[i + 1] = (unsigned char)(rest & 0xFF);
    return grn_put_bytes(to, bytes, more + 1);
}

bool grn_put_signed(grn_vec *to, int64_t value)
{
    uint64_t bits = (uint64_t)value << 1 ^ (value < 0 ? UINT64_MAX : 0);
    return grn_put_varint(to, bits);
}

bool grn_put_flagged(grn_vec *to, uint64_t value, bool flag) { return grn_put_varint(to, value << 1 | flag); }

bool grn_put_blob(grn_vec *to, const void *bytes, size_t n)
{
    return grn_put_varint(to, n) && grn_put_bytes(to, bytes, n);
}
