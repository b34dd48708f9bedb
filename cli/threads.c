/* threads.c - the command's pool: a program too small for threads never starts one. */
#include "cli.h"

static grn_pool *pool;
static bool refused; /* no thread can be started: the calling one does it all */

static void for_each(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    const grn_parallel *asked = user;
    if (!pool && !refused)
        refused = grn_pool_create(asked->threads, NULL, &pool) != GRN_OK;
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
