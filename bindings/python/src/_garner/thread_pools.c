/* thread_pools.c - one pool of threads for each number of threads that was asked for, kept for the
 * life of the process. */
#include <pthread.h>

#include "ffi_handlers.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static grn_pool *pools[MAX_THREADS + 1];

grn_status pool_of(int32_t threads, const grn_parallel **out)
{
    grn_status status = GRN_OK;
    *out = NULL;
    if (threads < 1 || threads > MAX_THREADS)
        return GRN_E_ARGUMENT;
    if (threads == 1)
        return GRN_OK;
    pthread_mutex_lock(&lock);
    if (pools[threads] == NULL)
        status = grn_pool_create(threads, NULL, &pools[threads]);
    if (status == GRN_OK)
        *out = grn_pool_parallel(pools[threads]);
    else
        pools[threads] = NULL;
    pthread_mutex_unlock(&lock);
    return status;
}
