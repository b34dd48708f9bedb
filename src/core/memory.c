/* memory.c - the default allocator, the budget that wraps one, and size arithmetic that notices
 * overflow. */
#if defined(__linux__)
#define _DEFAULT_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "core/core.h"

#include <stdlib.h>

#define GRN_ALIGNMENT ((size_t)64)
/* Blocks of at least this size are put on large pages where the system has them: faulting in 4 KiB
 * pages costs more than filling them. At most an eighth is lost to rounding. */
#define LARGE_BYTES ((size_t)16 << 20)
#define LARGE_PAGE_BYTES ((size_t)2 << 20)

static void *allocate_large(size_t bytes)
{
    void *memory =
        aligned_alloc(LARGE_PAGE_BYTES, (bytes + LARGE_PAGE_BYTES - 1) / LARGE_PAGE_BYTES * LARGE_PAGE_BYTES);
#if defined(MADV_HUGEPAGE)
    if (memory)
        (void)madvise(memory, bytes, MADV_HUGEPAGE); /* a wish: any answer will do */
#endif
    return memory;
}

static void *default_allocate(void *user, size_t bytes, size_t alignment)
{
    (void)user;
    if (bytes > SIZE_MAX - LARGE_PAGE_BYTES || alignment > LARGE_PAGE_BYTES)
        return NULL;
    if (bytes >= LARGE_BYTES)
        return allocate_large(bytes);
    if (alignment <= _Alignof(max_align_t))
        return malloc(bytes);
    return aligned_alloc(alignment, (bytes + alignment - 1) / alignment * alignment);
}

static void default_release(void *user, void *memory, size_t bytes)
{
    (void)user;
    (void)bytes;
    free(memory);
}

const grn_allocator *grn_allocator_or_default(const grn_allocator *a)
{
    static const grn_allocator standard = {default_allocate, default_release, NULL};
    return a ? a : &standard;
}

void *grn_allocate(const grn_allocator *a, size_t bytes)
{
    a = grn_allocator_or_default(a);
    return a->allocate ? a->allocate(a->user, bytes ? bytes : 1, GRN_ALIGNMENT) : NULL;
}

void grn_release(const grn_allocator *a, void *memory, size_t bytes)
{
    a = grn_allocator_or_default(a);
    if (memory && a->release)
        a->release(a->user, memory, bytes ? bytes : 1);
}

static void *budget_allocate(void *user, size_t bytes, size_t alignment)
{
    grn_budget *b = user;
    const grn_allocator *base = grn_allocator_or_default(b->base);
    void *memory = NULL;
    if (b->used_bytes <= b->limit_bytes && bytes <= b->limit_bytes - b->used_bytes && base->allocate)
        memory = base->allocate(base->user, bytes, alignment);
    if (!memory) {
        b->refused_bytes = bytes;
        return NULL;
    }
    b->used_bytes += bytes;
    if (b->used_bytes > b->peak_bytes)
        b->peak_bytes = b->used_bytes;
    return memory;
}

static void budget_release(void *user, void *memory, size_t bytes)
{
    grn_budget *b = user;
    const grn_allocator *base = grn_allocator_or_default(b->base);
    if (base->release)
        base->release(base->user, memory, bytes);
    b->used_bytes -= bytes;
}

void grn_budget_init(grn_budget *budget, const grn_allocator *base, size_t limit_bytes)
{
    if (!budget)
        return;
    *budget = (grn_budget){.base = base, .limit_bytes = limit_bytes};
    budget->allocator = (grn_allocator){budget_allocate, budget_release, budget};
}

bool grn_mul_size(size_t a, size_t b, size_t *out)
{
    if (b && a > SIZE_MAX / b)
        return false;
    *out = a * b;
    return true;
}

bool grn_add_size(size_t a, size_t b, size_t *out)
{
    if (a > SIZE_MAX - b)
        return false;
    *out = a + b;
    return true;
}
