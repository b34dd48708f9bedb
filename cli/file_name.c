/*
 * file_name.c - the file name of a result.
 *
 * A function may be called anything: "/../x", "..", a name with a zero byte
 * or of a megabyte. The file of result I of function F is called E_I.npy,
 * where E is F with every byte but A-Z a-z 0-9 _ . - written as %XX, and so
 * a dot or a dash at its start. A file name that would pass MOST_BYTES has
 * only the start of E, and then "%-" and the number of F among the functions
 * of its module, from 0. No two results of a module share a name: I is what
 * stands behind the last underscore, %XX can be read back, and no other name
 * has "%-" in it.
 */
#include <string.h>

#include "cli.h"

#define MOST_BYTES (OUTPUT_NAME_BYTES - 1) /* NAME_MAX of nearly every file system */

static const char digit[] = "0123456789ABCDEF";

static bool is_kept(unsigned char c, bool first)
{
    static const char kept[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-";
    return c != '\0' && strchr(kept, c) && !(first && (c == '.' || c == '-'));
}

/* Whole escapes of as much of the name as fits into `room` bytes; how many bytes that is. *all: it
 * is the whole name. */
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

void output_name(const char *function, size_t n, size_t number, size_t index, char out[OUTPUT_NAME_BYTES])
{
    char whole[64], cut[64]; /* what ends a name that has all of E, and one that has not */
    size_t whole_bytes = (size_t)snprintf(whole, sizeof whole, "_%zu.npy", index);
    size_t cut_bytes = (size_t)snprintf(cut, sizeof cut, "%%-%zu_%zu.npy", number, index);
    bool all;
    size_t used = escape(function, n, out, MOST_BYTES - whole_bytes, &all);
    if (all) {
        memcpy(out + used, whole, whole_bytes + 1);
        return;
    }
    used = escape(function, n, out, MOST_BYTES - cut_bytes, &all);
    memcpy(out + used, cut, cut_bytes + 1);
}
