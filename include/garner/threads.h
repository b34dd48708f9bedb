/*
 * threads.h - who runs the parts of a plan.
 *
 * A plan that was given a grn_parallel splits its work into tasks and hands them over; without one
 * it runs on the calling thread. A runtime with a thread pool of its own fills a grn_parallel
 * itself; anyone else makes a grn_pool. The bits of a result never depend on the number of threads.
 *
 * The calls are thread-safe: several threads may use one pool, and one of them destroys it when the
 * others are done. NULL may be an allocator, and a pool where the call says so; `out` may not.
 */
#ifndef GARNER_THREADS_H
#define GARNER_THREADS_H

#include "garner/memory.h"
#include "garner/status.h"

GRN_BEGIN_DECLS

/*
 * `for_each` calls task(context, i) once for every i in [0, ntasks), on any
 * threads, in any order, and returns when all have returned. `threads` is how
 * many of them can run at once, 1 or more. Wherever one is given, no for_each or
 * fewer threads than 1 is GRN_E_ARGUMENT.
 */
typedef struct grn_parallel {
    void (*for_each)(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context);
    void *user;
    int32_t threads;
} grn_parallel;

/*
 * A small pool: `threads` - 1 workers beside the calling thread, which works
 * too. Workers spin briefly, then sleep until there is work. One for_each runs
 * at a time; another caller waits for its turn.
 *
 * fork(): the child has the pool and none of its workers. There for_each runs
 * every task on the calling thread, and grn_pool_destroy gives the memory
 * back; the parent's pool is not touched by either. A child of a process with
 * several threads may allocate and free where the C library allows it, as
 * glibc does. A runtime's own grn_parallel has to see to this itself.
 */
typedef struct grn_pool grn_pool;

/* threads >= 1, at most 256. GRN_E_ARGUMENT, GRN_E_MEMORY (also when a thread cannot be
 * started). */
GRN_API GRN_MUST_USE grn_status grn_pool_create(int32_t threads, const grn_allocator *allocator, grn_pool **out);
/* Waits for running work, ends the workers. NULL is fine. */
GRN_API void grn_pool_destroy(grn_pool *pool);
/* The pool as a grn_parallel; lives as long as the pool. NULL for NULL. */
GRN_API const grn_parallel *grn_pool_parallel(grn_pool *pool);

GRN_END_DECLS

#endif
