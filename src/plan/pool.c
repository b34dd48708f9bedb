/*
 * pool.c - the project's own grn_parallel: workers that stay.
 *
 * A job is a word of two halves, the first task that is left and the end of
 * those that are. The caller moves the first half up by one, a worker the
 * second one down; either owns the task that is then outside. So the caller
 * has the low tasks each time the same job comes, a worker the high ones, and
 * each finds its data in its own caches. The word is the only thing that
 * workers watch. A task and its context are read after a task
 * of the job has been won, so the for_each that set them cannot have returned:
 * it waits until as many tasks have ended as there are. A worker that comes
 * late therefore costs nothing, and none is waited for.
 *
 * Idle workers watch the word for a while, since the next job of a running
 * program often comes within microseconds; then they sleep. A publisher reads
 * the count of sleepers after it has written the word, a worker reads the word after
 * it has counted itself a sleeper: in either order one of them sees the other.
 *
 * fork() copies the pool and none of its workers, and its locks as they were.
 * In the child the pool's memory is all that is used: no worker is woken or
 * waited for, and no lock is taken.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#include "core/core.h"
#include "garner/threads.h"
#include "kernels/hints.h"
#include "plan/plan.h"

#define MAX_THREADS 256
#define SPINS 2000

struct grn_pool {
    grn_parallel view;
    const grn_allocator *allocator;
    size_t bytes;
    pid_t process;        /* whose threads the workers are */
    pthread_mutex_t turn; /* one job at a time */
    pthread_mutex_t lock; /* for the two conditions */
    pthread_cond_t work, done;
    void (*task)(void *context, int32_t i);
    void *context;
    int32_t ntasks;
    _Alignas(64) atomic_uint_least64_t job; /* first task left << 32 | end of those left */
    _Alignas(64) atomic_int_least32_t ended;
    atomic_int sleepers; /* workers in, or on the way into, a wait for work */
    atomic_bool waiting; /* the caller is in, or on the way into, a wait for the end */
    atomic_bool closing;
    int32_t nworkers;
    pthread_t workers[];
};

/* ---- one task at a time ---------------------------------------------------------------------- */

static bool has_work(uint64_t job) { return (uint32_t)(job >> 32) < (uint32_t)job; }

static void signal_end(grn_pool *p)
{
    if (!atomic_load(&p->waiting))
        return;
    pthread_mutex_lock(&p->lock);
    pthread_cond_signal(&p->done);
    pthread_mutex_unlock(&p->lock);
}

/* Wins and runs the first task that is left, or the last; false when there is none. */
static bool run_task(grn_pool *p, bool last)
{
    uint64_t job = atomic_load(&p->job);
    do
        if (!has_work(job))
            return false;
    while (!atomic_compare_exchange_weak(&p->job, &job, last ? job - 1 : job + (UINT64_C(1) << 32)));
    p->task(p->context, last ? (int32_t)(uint32_t)job - 1 : (int32_t)(job >> 32));
    int32_t ntasks = p->ntasks; /* the job has not ended before this task is counted */
    if (atomic_fetch_add(&p->ended, 1) + 1 == ntasks)
        signal_end(p);
    return true;
}

/* ---- workers --------------------------------------------------------------------------------- */

static bool called(grn_pool *p) { return has_work(atomic_load(&p->job)) || atomic_load(&p->closing); }

static void wait_for_work(grn_pool *p)
{
    for (int i = 0; i < SPINS; i++) {
        if (called(p))
            return;
        grn_pause();
    }
    pthread_mutex_lock(&p->lock);
    atomic_fetch_add(&p->sleepers, 1);
    while (!called(p))
        pthread_cond_wait(&p->work, &p->lock);
    atomic_fetch_sub(&p->sleepers, 1);
    pthread_mutex_unlock(&p->lock);
}

static void *work(void *pool)
{
    grn_pool *p = pool;
    while (!atomic_load(&p->closing)) {
        wait_for_work(p);
        while (run_task(p, true))
            ;
    }
    return NULL;
}

/* ---- the caller ------------------------------------------------------------------------------ */

static void wait_for_end(grn_pool *p, int32_t ntasks)
{
    for (int i = 0; i < SPINS; i++) {
        if (atomic_load(&p->ended) == ntasks)
            return;
        grn_pause();
    }
    pthread_mutex_lock(&p->lock);
    atomic_store(&p->waiting, true);
    while (atomic_load(&p->ended) != ntasks)
        pthread_cond_wait(&p->done, &p->lock);
    atomic_store(&p->waiting, false);
    pthread_mutex_unlock(&p->lock);
}

static void wake(grn_pool *p, int32_t ntasks)
{
    if (atomic_load(&p->sleepers) == 0)
        return;
    pthread_mutex_lock(&p->lock);
    if (ntasks == 2)
        pthread_cond_signal(&p->work);
    else
        pthread_cond_broadcast(&p->work);
    pthread_mutex_unlock(&p->lock);
}

static bool is_copy_in_child(const grn_pool *p) { return getpid() != p->process; }

static void pool_for_each(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    grn_pool *p = user;
    if (ntasks == 1 || p->nworkers == 0 || is_copy_in_child(p)) {
        for (int32_t i = 0; i < ntasks; i++)
            task(context, i);
        return;
    }
    if (ntasks <= 0)
        return;
    pthread_mutex_lock(&p->turn);
    p->task = task;
    p->context = context;
    p->ntasks = ntasks;
    atomic_store(&p->ended, 0);
    atomic_store(&p->job, (uint64_t)(uint32_t)ntasks);
    wake(p, ntasks);
    while (run_task(p, false))
        ;
    wait_for_end(p, ntasks);
    pthread_mutex_unlock(&p->turn);
}

/* ---- made and ended -------------------------------------------------------------------------- */

static void init_locks(grn_pool *p)
{
    pthread_mutex_init(&p->turn, NULL);
    pthread_mutex_init(&p->lock, NULL);
    pthread_cond_init(&p->work, NULL);
    pthread_cond_init(&p->done, NULL);
}

static void init_pool(grn_pool *p, int32_t threads, const grn_allocator *allocator, size_t bytes)
{
    p->view = (grn_parallel){pool_for_each, p, threads};
    p->allocator = grn_allocator_or_default(allocator);
    p->bytes = bytes;
    p->process = getpid();
    p->task = NULL;
    p->context = NULL;
    p->ntasks = 0;
    p->nworkers = 0;
    atomic_init(&p->job, 0);
    atomic_init(&p->ended, 0);
    atomic_init(&p->sleepers, 0);
    atomic_init(&p->waiting, false);
    atomic_init(&p->closing, false);
    init_locks(p);
}

grn_status grn_pool_create(int32_t threads, const grn_allocator *allocator, grn_pool **out)
{
    if (out == NULL)
        return GRN_E_ARGUMENT;
    *out = NULL;
    if (grn_check_allocator(allocator, NULL) != GRN_OK || threads < 1 || threads > MAX_THREADS)
        return GRN_E_ARGUMENT;
    size_t bytes = sizeof(grn_pool) + (size_t)threads * sizeof(pthread_t);
    grn_pool *p = grn_allocate(allocator, bytes);
    if (p == NULL)
        return GRN_E_MEMORY;
    init_pool(p, threads, allocator, bytes);
    for (; p->nworkers < threads - 1; p->nworkers++)
        if (pthread_create(&p->workers[p->nworkers], NULL, work, p) != 0) {
            grn_pool_destroy(p);
            return GRN_E_MEMORY;
        }
    *out = p;
    return GRN_OK;
}

/* Running work ends first. */
static void end_workers(grn_pool *pool)
{
    pthread_mutex_lock(&pool->turn);
    pthread_mutex_lock(&pool->lock);
    atomic_store(&pool->closing, true);
    pthread_cond_broadcast(&pool->work);
    pthread_mutex_unlock(&pool->lock);
    pthread_mutex_unlock(&pool->turn);
    for (int32_t i = 0; i < pool->nworkers; i++)
        pthread_join(pool->workers[i], NULL);
    pthread_mutex_destroy(&pool->turn);
    pthread_mutex_destroy(&pool->lock);
    pthread_cond_destroy(&pool->work);
    pthread_cond_destroy(&pool->done);
}

void grn_pool_destroy(grn_pool *pool)
{
    if (pool == NULL)
        return;
    if (!is_copy_in_child(pool))
        end_workers(pool);
    grn_release(pool->allocator, pool, pool->bytes);
}

const grn_parallel *grn_pool_parallel(grn_pool *pool) { return pool != NULL ? &pool->view : NULL; }

grn_status grn_check_parallel(const grn_parallel *parallel, const grn_diag *diag)
{
    if (parallel == NULL || (parallel->for_each != NULL && parallel->threads >= 1))
        return GRN_OK;
    if (parallel->for_each == NULL)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "parallel has no for_each function, it needs one");
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "parallel has %" PRId32 " threads, it must have 1 or more",
                    parallel->threads);
}
