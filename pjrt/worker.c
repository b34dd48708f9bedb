/* worker.c - one thread that runs jobs in their order. */
#include <stdlib.h>
#include <unistd.h>

#include "plugin.h"

typedef struct job {
    struct job *next;
    void (*run)(void *arg);
    void *arg;
} job;

struct grn_pjrt_worker {
    pthread_mutex_t lock;
    pthread_cond_t given;
    job *first, **end;
    bool ends;
    atomic_bool is_started;
    pthread_t thread;
    pid_t process; /* that the thread is of: a child of fork() has none */
};

grn_pjrt_worker *grn_pjrt_worker_new(void)
{
    grn_pjrt_worker *w = malloc(sizeof *w);
    if (w == NULL)
        return NULL;
    *w = (grn_pjrt_worker){.first = NULL};
    w->end = &w->first;
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->given, NULL);
    return w;
}

static void *work(void *user)
{
    grn_pjrt_worker *w = user;
    pthread_mutex_lock(&w->lock);
    for (;;) {
        while (w->first == NULL && !w->ends)
            pthread_cond_wait(&w->given, &w->lock);
        job *j = w->first;
        if (j == NULL)
            break;
        w->first = j->next;
        if (w->first == NULL)
            w->end = &w->first;
        pthread_mutex_unlock(&w->lock);
        j->run(j->arg);
        free(j);
        pthread_mutex_lock(&w->lock);
    }
    pthread_mutex_unlock(&w->lock);
    return NULL;
}

void grn_pjrt_worker_destroy(grn_pjrt_worker *worker)
{
    if (worker == NULL)
        return;
    if (atomic_load(&worker->is_started) && worker->process == getpid()) {
        pthread_mutex_lock(&worker->lock);
        worker->ends = true;
        pthread_cond_signal(&worker->given);
        pthread_mutex_unlock(&worker->lock);
        pthread_join(worker->thread, NULL);
        pthread_cond_destroy(&worker->given);
        pthread_mutex_destroy(&worker->lock);
    }
    free(worker);
}

static bool start(grn_pjrt_worker *w)
{
    if (atomic_load(&w->is_started))
        return true;
    w->process = getpid();
    const bool started = pthread_create(&w->thread, NULL, work, w) == 0;
    atomic_store(&w->is_started, started);
    return started;
}

/* A job that gives another, as a callback that calls a program: who waits for that waits for itself
 * otherwise. */
static bool is_own_thread(grn_pjrt_worker *w)
{
    return atomic_load(&w->is_started) && w->process == getpid() && pthread_equal(pthread_self(), w->thread);
}

void grn_pjrt_worker_give(grn_pjrt_worker *worker, void (*run)(void *arg), void *arg)
{
    job *j = malloc(sizeof *j);
    bool is_given = false;
    if (j != NULL && !is_own_thread(worker) && (!atomic_load(&worker->is_started) || worker->process == getpid())) {
        pthread_mutex_lock(&worker->lock);
        is_given = start(worker);
        if (is_given) {
            *j = (job){NULL, run, arg};
            *worker->end = j;
            worker->end = &j->next;
            pthread_cond_signal(&worker->given);
        }
        pthread_mutex_unlock(&worker->lock);
    }
    if (is_given)
        return;
    free(j);
    run(arg);
}
