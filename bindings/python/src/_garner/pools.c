/* pools.c - one pool of threads for each number of threads that was asked for, kept for the life of
 * the process. */
#include "glue.h"

#define MAX_THREADS 256

static grn_pool *pools[MAX_THREADS + 1];

bool threads_of(int64_t threads, const grn_parallel **out)
{
    *out = NULL;
    if (threads < 1 || threads > MAX_THREADS) {
        raise_named("ArgumentError", NULL, "threads: %lld; right: 1 to %d", (long long)threads, MAX_THREADS);
        return false;
    }
    if (threads == 1)
        return true;
    if (pools[threads] == NULL) {
        const grn_status status = grn_pool_create((int32_t)threads, NULL, &pools[threads]);
        if (status != GRN_OK) {
            pools[threads] = NULL;
            raise_named("MemoryError", NULL, "%lld threads cannot be started", (long long)threads);
            return false;
        }
    }
    *out = grn_pool_parallel(pools[threads]);
    return true;
}
