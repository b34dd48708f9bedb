/*
 * hints.h - hints to the compiler and to the processor's caches. Where a hint does not exist it is
 * empty: no caller depends on one.
 */
#ifndef GRN_KERNELS_HINTS_H
#define GRN_KERNELS_HINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/core.h"
#include "kernels/pause.h"

/* KERNEL_INLINE: one element's arithmetic, which must become part of the loops over it.
 * KERNEL_NOINLINE: what must not be inlined. KERNEL_SHARED: what stays one body for all callers,
 * whatever constants they give. */
#if defined(__GNUC__) && !defined(__clang__)
#define KERNEL_SHARED __attribute__((noinline, noclone))
#elif defined(__GNUC__)
#define KERNEL_SHARED __attribute__((noinline))
#else
#define KERNEL_SHARED
#endif
#if defined(__GNUC__)
#define KERNEL_INLINE static inline __attribute__((always_inline))
#define KERNEL_NOINLINE __attribute__((noinline))
#define PREFETCH_TO_WRITE(p) __builtin_prefetch((p), 1, 3)
#define PREFETCH_TO_READ(p) __builtin_prefetch((p), 0, 3)
#define PREFETCH(p) __builtin_prefetch((p), 0, 3)
#define PREFETCH_FAR(p) __builtin_prefetch((p), 0, 2) /* into the second cache only */
#else
#define KERNEL_INLINE static inline
#define KERNEL_NOINLINE
#define PREFETCH_TO_WRITE(p) ((void)(p))
#define PREFETCH_TO_READ(p) ((void)(p))
#define PREFETCH(p) ((void)(p))
#define PREFETCH_FAR(p) ((void)(p))
#endif

/* A loop of known length is first made vector code: gcc would unroll it before, and then find no
 * vectors in it. */
#if defined(__GNUC__) && !defined(__clang__)
#define KERNEL_NO_UNROLL _Pragma("GCC unroll 1")
#else
#define KERNEL_NO_UNROLL
#endif

/* Always inlined, since compilers leave out calls of functions that only prefetch. */

/* The line at p, soon to be read: into the second cache alone where `far`. */
KERNEL_INLINE void prefetch_line(const char *p, bool far)
{
    if (far)
        PREFETCH_FAR(p);
    else
        PREFETCH(p);
}

/* The lines of [p, p + bytes), soon to be read. */
KERNEL_INLINE void prefetch_span(const char *p, int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k += GRN_LINE_BYTES)
        PREFETCH(p + k);
}

/* The lines of [p, p + bytes), bytes > 0, soon to be written; one of them twice at most, so that
 * p's alignment need not be tested. */
KERNEL_INLINE void prefetch_row_to_write(const char *p, int64_t bytes)
{
    for (int64_t k = 0; k < bytes; k += GRN_LINE_BYTES)
        PREFETCH_TO_WRITE(p + k);
    PREFETCH_TO_WRITE(p + bytes - 1);
}

/* ... soon to be read */
KERNEL_INLINE void prefetch_row(const char *p, int64_t bytes)
{
    int64_t before = (int64_t)((uintptr_t)p % GRN_LINE_BYTES);
    for (int64_t k = 0; k < before + bytes; k += GRN_LINE_BYTES)
        PREFETCH_TO_READ(p + k);
}

#endif
