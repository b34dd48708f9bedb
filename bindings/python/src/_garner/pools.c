/* pools.c - pools of threads, for the calls that take a number of threads. */
#include "ffi_handlers.h"
#include "glue.h"

bool threads_of(int64_t threads, const grn_parallel **out)
{
    *out = NULL;
    if (threads < 1 || threads > MAX_THREADS) {
        raise_named("ArgumentError", NULL, "threads: %lld; right: 1 to %d", (long long)threads, MAX_THREADS);
        return false;
    }
    if (pool_of((int32_t)threads, out) != GRN_OK) {
        raise_named("MemoryError", NULL, "%lld threads cannot be started", (long long)threads);
        return false;
    }
    return true;
}
