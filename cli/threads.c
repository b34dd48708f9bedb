/* threads.c - the command's pool: a program too small for threads never starts one. */
#include <pthread.h>

#include "cli.h"

static grn_pool *pool;
static bool refused; /* no thread can be started: the calling one does it all */

/* The workers inherit what is blocked: a signal that ends the command goes to its first thread. */
static void start_pool(int32_t threads)
{
    sigset_t ending, before;
    ending_signals(&ending);
    pthread_sigmask(SIG_BLOCK, &ending, &before);
    refused = grn_pool_create(threads, NULL, &pool) != GRN_OK;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

static void for_each(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    const grn_parallel *asked = user;
    if (!pool && !refused)
        start_pool(asked->threads);
    if (pool) {
        const grn_parallel *all = grn_pool_parallel(pool);
        all->for_each(all->user, ntasks, task, context);
        return;
    }
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}

const grn_parallel *threads_parallel(int32_t threads)
{
    static grn_parallel parallel;
    parallel = (grn_parallel){for_each, &parallel, threads};
    return threads > 1 ? &parallel : NULL;
}

void threads_end(void)
{
    grn_pool_destroy(pool);
    pool = NULL;
}
