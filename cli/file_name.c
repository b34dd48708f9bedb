/*
 * file_name.c - the file name of a result.
 *
 * A function may be called anything: "/../x", "..", a name with a zero byte
 * or of a megabyte. The file of result I of function F is called E_I.npy,
 * where E is F with every byte but A-Z a-z 0-9 _ . - written as %XX, and so
 * a dot or a dash at its start. A file name that would pass MOST_BYTES has
 * only the start of E, and then "%-" and the first 32 hexadecimal digits of
 * the SHA-256 of F. No two results share a name: I is what stands behind the
 * last underscore, %XX can be read back, and no other name has "%-" in it.
 */
#include <string.h>

#include "cli.h"
#include "sha256.h"

#define MOST_BYTES (OUTPUT_NAME_BYTES - 1) /* NAME_MAX of nearly every file system */
#define HASH_BYTES 34                      /* "%-" and 32 digits */

static const char digit[] = "0123456789ABCDEF";

static bool is_kept(unsigned char c, bool first)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    return c != '\0' && strchr(kept, c) && !(first && (c == '.' || c == '-'));
}

/* Whole escapes of as much of the name as fits into `room` bytes; how many bytes that is. *all: it is the whole name. */
static size_t escape(const char *name, size_t n, char *to, size_t room, bool *all)
{
    size_t used = 0, i = 0;
    for (; i < n; i++) {
        unsigned char c = (unsigned char)name[i];
        bool kept = is_kept(c, i == 0);
        size_t takes = kept ? 1 : 3;
        if (used + takes > room)
            break;
        to[used] = kept ? (char)c : '%';
        if (!kept) {
            to[used + 1] = digit[c >> 4];
            to[used + 2] = digit[c & 15];
        }
        used += takes;
    }
    *all = i == n;
    return used;
}

static void write_hash(const char *name, size_t n, char to[HASH_BYTES])
{
    uint8_t hash[32];
    sha256(name, n, hash);
    memcpy(to, "%-", 2);
    for (size_t i = 0; i < (HASH_BYTES - 2) / 2; i++) {
        to[2 + 2 * i] = digit[hash[i] >> 4];
        to[3 + 2 * i] = digit[hash[i] & 15];
    }
}

void output_name(const char *function, size_t n, size_t index, char out[OUTPUT_NAME_BYTES])
{
    char end[32];
    size_t end_bytes = (size_t)snprintf(end, sizeof end, "_%zu.npy", index), room = MOST_BYTES - end_bytes;
    bool all;
    size_t used = escape(function, n, out, room, &all);
    if (!all) {
        used = escape(function, n, out, room - HASH_BYTES, &all);
        write_hash(function, n, out + used);
        used += HASH_BYTES;
    }
    memcpy(out + used, end, end_bytes + 1);
}
