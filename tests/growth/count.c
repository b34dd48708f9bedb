/* count.c - the library is built with -fsanitize-coverage=trace-pc, which calls
 * __sanitizer_cov_trace_pc in every basic block; the linker hands libc's functions over memory and
 * text to those named __wrap_ here. */
#include "count.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BYTES_PER_BLOCK = 16, ALLOCATED_PER_BLOCK = 64 };

static uint64_t blocks, bytes, allocated;
static int counting;

void __sanitizer_cov_trace_pc(void);
void __sanitizer_cov_trace_pc(void) { blocks++; }

void count_start(void)
{
    blocks = bytes = allocated = 0;
    counting = 1;
}

uint64_t count_stop(void)
{
    counting = 0;
    return blocks + bytes / BYTES_PER_BLOCK + allocated / ALLOCATED_PER_BLOCK;
}

static void add(size_t n)
{
    if (counting)
        bytes += n;
}

/* ---- memory and text ------------------------------------------------------------------------- */

#define WRAPPED(result, name, parameters) \
    result __real_##name parameters;      \
    result __wrap_##name parameters;      \
    result __wrap_##name parameters

WRAPPED(void *, memcpy, (void *to, const void *from, size_t n))
{
    add(n);
    return __real_memcpy(to, from, n);
}

WRAPPED(void *, memmove, (void *to, const void *from, size_t n))
{
    add(n);
    return __real_memmove(to, from, n);
}

WRAPPED(void *, memset, (void *to, int c, size_t n))
{
    add(n);
    return __real_memset(to, c, n);
}

/* No further than the first difference, as libc's looks. */
WRAPPED(int, memcmp, (const void *a, const void *b, size_t n))
{
    const unsigned char *x = a, *y = b;
    size_t same = 0;
    while (counting && same < n && x[same] == y[same])
        same++;
    add(same);
    return __real_memcmp(a, b, n);
}

WRAPPED(void *, memchr, (const void *text, int c, size_t n))
{
    void *found = __real_memchr(text, c, n);
    add(found ? (size_t)((const char *)found - (const char *)text) : n);
    return found;
}

WRAPPED(size_t, strlen, (const char *text))
{
    size_t n = __real_strlen(text);
    add(n);
    return n;
}

WRAPPED(int, strcmp, (const char *a, const char *b))
{
    size_t same = 0;
    while (counting && a[same] && a[same] == b[same])
        same++;
    add(same);
    return __real_strcmp(a, b);
}

WRAPPED(int, vsnprintf, (char *to, size_t room, const char *format, va_list args))
{
    int n = __real_vsnprintf(to, room, format, args);
    add(n > 0 ? (size_t)n * BYTES_PER_BLOCK : 0);
    return n;
}

int __wrap_snprintf(char *to, size_t room, const char *format, ...);
int __wrap_snprintf(char *to, size_t room, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = __wrap_vsnprintf(to, room, format, args);
    va_end(args);
    return n;
}

/* Comparisons are blocks of the library's own; sorting them takes about as many as there are
 * levels. */
typedef int (*comparison)(const void *a, const void *b);
WRAPPED(void, qsort, (void *items, size_t n, size_t size, comparison compare))
{
    add(n * size);
    __real_qsort(items, n, size, compare);
}

/* ---- allocation ------------------------------------------------------------------------------ */

static void *allocate(void *user, size_t n, size_t alignment)
{
    (void)user;
    if (counting)
        allocated += n;
    return aligned_alloc(alignment, (n + alignment - 1) / alignment * alignment);
}

static void release(void *user, void *memory, size_t n)
{
    (void)user;
    (void)n;
    free(memory);
}

const grn_allocator count_allocator = {allocate, release, NULL};
