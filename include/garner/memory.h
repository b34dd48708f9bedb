/*
 * memory.h - where memory comes from.
 *
 * Every call that allocates takes a `const grn_allocator *`; NULL means malloc and free. A
 * grn_budget wraps an allocator and refuses what would go over a limit, before it is asked for. An
 * allocator without one of its functions is GRN_E_ARGUMENT.
 *
 * The call of this header takes NULL for all but the number, and is thread-safe for different
 * budgets.
 */
#ifndef GARNER_MEMORY_H
#define GARNER_MEMORY_H

#include <stddef.h>

#include "garner/portability.h"

GRN_BEGIN_DECLS

/*
 * allocate: `bytes` > 0 aligned to `alignment` (a power of two, at most 64),
 * or NULL. release: memory of allocate, with the same `bytes`; never NULL.
 * Both must be callable from the threads that use the objects built on them.
 */
typedef struct grn_allocator {
    void *(*allocate)(void *user, size_t bytes, size_t alignment);
    void (*release)(void *user, void *memory, size_t bytes);
    void *user;
} grn_allocator;

/* An allocator with a ceiling. Not thread-safe: one budget per running module. */
typedef struct grn_budget {
    const grn_allocator *base; /* NULL: malloc */
    size_t limit_bytes;
    size_t used_bytes;
    size_t peak_bytes;
    size_t refused_bytes; /* size of the last request refused, 0 if none */
    grn_allocator allocator;
} grn_budget;

/* Prepares `budget`; `budget->allocator` is then usable until the budget goes away. NULL is fine.
 * Over a base without functions it refuses everything. */
GRN_API void grn_budget_init(grn_budget *budget, const grn_allocator *base, size_t limit_bytes);

GRN_END_DECLS

#endif
