/* common.c - messages, memory, bytes and order, for every format. */
#include "files/internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MESSAGE_BYTES 1024

grn_status file_fail(const grn_diag *diag, grn_status status, const char *format, ...)
{
    char text[MESSAGE_BYTES];
    va_list args;
    if (!diag || !diag->emit)
        return status;
    va_start(args, format);
    int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (n < 0)
        text[0] = '\0';
    diag->emit(diag->user, &(grn_diagnostic){.severity = GRN_SEVERITY_ERROR, .message = text});
    return status;
}

void *file_allocate(const grn_allocator *a, size_t bytes)
{
    bytes += bytes == 0;
    return a ? a->allocate(a->user, bytes, 64) : malloc(bytes); /* malloc's alignment is 16: enough for every element */
}

void file_release(const grn_allocator *a, void *memory, size_t bytes)
{
    if (!memory)
        return;
    if (a)
        a->release(a->user, memory, bytes + (bytes == 0));
    else
        free(memory);
}

bool multiply(uint64_t a, uint64_t b, uint64_t *out)
{
    if (b != 0 && a > UINT64_MAX / b)
        return false;
    *out = a * b;
    return true;
}

/* The bytes of the character at `s`; 0: no UTF-8, or overlong, a surrogate, past U+10FFFF. */
static size_t character_bytes(const unsigned char *s, size_t n)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = s[0] < 0x80 ? 1 : s[0] >> 5 == 0x06 ? 2 : s[0] >> 4 == 0x0E ? 3 : s[0] >> 3 == 0x1E ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    uint32_t code = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        code = code << 6 | (s[i] & 0x3Fu);
    }
    return code < least[length] || (code >= 0xD800 && code <= 0xDFFF) || code > 0x10FFFF ? 0 : length;
}

bool is_utf8(const char *text, size_t n)
{
    for (size_t at = 0, length; at < n; at += length)
        if ((length = character_bytes((const unsigned char *)text + at, n - at)) == 0)
            return false;
    return true;
}

int compare_texts(const char *a, size_t a_bytes, const char *b, size_t b_bytes)
{
    size_t n = a_bytes < b_bytes ? a_bytes : b_bytes;
    int order = n ? memcmp(a, b, n) : 0;
    return order != 0 ? order : (a_bytes > b_bytes) - (a_bytes < b_bytes);
}

void store_le(unsigned char *to, uint64_t value, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        to[i] = (unsigned char)(value >> 8 * i);
}

uint64_t load_le(const unsigned char *from, size_t bytes)
{
    uint64_t value = 0;
    for (size_t i = 0; i < bytes; i++)
        value |= (uint64_t)from[i] << 8 * i;
    return value;
}

/* Moves the number at `root` down to where no child comes behind it. */
static void sift(size_t *numbers, size_t root, size_t n, bool (*before)(const void *, size_t, size_t), const void *of)
{
    for (size_t child; (child = 2 * root + 1) < n; root = child) {
        child += child + 1 < n && before(of, numbers[child], numbers[child + 1]);
        if (!before(of, numbers[root], numbers[child]))
            return;
        size_t moved = numbers[root];
        numbers[root] = numbers[child];
        numbers[child] = moved;
    }
}

void sort_numbers(size_t *numbers, size_t n, bool (*before)(const void *of, size_t a, size_t b), const void *of)
{
    for (size_t i = 0; i < n; i++)
        numbers[i] = i;
    for (size_t i = n / 2; i-- > 0;)
        sift(numbers, i, n, before, of);
    for (size_t last = n; last-- > 1;) {
        size_t largest = numbers[0];
        numbers[0] = numbers[last];
        numbers[last] = largest;
        sift(numbers, 0, last, before, of);
    }
}
