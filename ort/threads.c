/* threads.c - the pool of a session as who runs the parts of a plan. */
#include <sched.h>
#include <string.h>
#include <time.h>

#include "plugin.h"

/* ---- tasks ----------------------------------------------------------------------------------- */

typedef struct tasks {
    void (*task)(void *context, int32_t i);
    void *context;
} tasks;

static void run_task(void *user, size_t i)
{
    const tasks *t = user;
    t->task(t->context, (int32_t)i);
}

void grn_ort_for_each(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    const grn_ort_pool *pool = user;
    tasks t = {task, context};
    OrtStatus *status = NULL;
    if (ntasks > 1)
        status = pool->api->KernelContext_ParallelFor(pool->context, run_task, (size_t)ntasks, 0, &t);
    if (ntasks > 1 && status == NULL)
        return;
    pool->api->ReleaseStatus(status);
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}

/* ---- how many threads there are -------------------------------------------------------------- */

#define PATIENCE_NS 3000000 /* a thread of the pool that sleeps is there within this time, mostly */

typedef struct roll_call {
    atomic_int present;
    int most;
    struct timespec begin;
} roll_call;

static int64_t since(const struct timespec *begin)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)(now.tv_sec - begin->tv_sec) * 1000000000 + (now.tv_nsec - begin->tv_nsec);
}

/* A thread stays until all are there, so that none of them answers twice. */
static void answer(void *user, size_t i)
{
    roll_call *call = user;
    (void)i;
    if (since(&call->begin) > PATIENCE_NS)
        return; /* a task of a thread that has been waiting */
    atomic_fetch_add(&call->present, 1);
    while (atomic_load(&call->present) < call->most && since(&call->begin) <= PATIENCE_NS)
        sched_yield();
}

int32_t grn_ort_count_threads(const grn_ort_api *api, const OrtKernelContext *context, int32_t most)
{
    roll_call call = {.most = most};
    if (most <= 1)
        return 1;
    clock_gettime(CLOCK_MONOTONIC, &call.begin);
    OrtStatus *status = api->KernelContext_ParallelFor(context, answer, (size_t)most, 0, &call);
    api->ReleaseStatus(status);
    const int present = atomic_load(&call.present);
    return present < 1 ? 1 : present;
}

/* ---- copies ---------------------------------------------------------------------------------- */

#define LEAST_PART (1 << 18) /* bytes that are worth a thread */

typedef struct copy {
    char *to;
    const char *from;
    size_t bytes, part;
} copy;

static void copy_part(void *user, int32_t i)
{
    const copy *c = user;
    const size_t begin = c->part * (size_t)i;
    const size_t left = c->bytes - begin;
    memcpy(c->to + begin, c->from + begin, left < c->part ? left : c->part);
}

void grn_ort_copy(const grn_parallel *parallel, void *to, const void *from, size_t bytes)
{
    if (to == from || bytes == 0)
        return;
    if (parallel->threads <= 1 || bytes < 2 * LEAST_PART) {
        memcpy(to, from, bytes);
        return;
    }
    size_t parts = bytes / LEAST_PART;
    if (parts > (size_t)parallel->threads)
        parts = (size_t)parallel->threads;
    const size_t part = ((bytes + parts - 1) / parts + 4095) / 4096 * 4096;
    copy c = {to, from, bytes, part};
    parallel->for_each(parallel->user, (int32_t)((bytes + part - 1) / part), copy_part, &c);
}
