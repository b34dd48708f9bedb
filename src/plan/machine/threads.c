/*
 * threads.c - what several threads get together, and what it takes to
 * have them begin.
 *
 * A pool lives for the measurement alone. Each of its threads takes one task:
 * a task begins its work when all of them are there. Without a second core, or
 * where no thread can be started, figures stay as they are.
 */
#include <stdatomic.h>
#include <time.h>
#include <unistd.h>

#include "garner/threads.h"
#include "kernels/hints.h"
#include "plan/machine/measure.h"

#define MOST_THREADS 16
#define LINES_OF_TASK 8192
#define BYTES_OF_TASK ((size_t)4 << 20)
#define IDLE_NS 200000L  /* after so long a pool's workers sleep */
#define PATIENCE_NS 5e6  /* for a thread that does not come */
#define DISTURBED_NS 5e5 /* no machine takes so long: another program has the core */
#define MOST_RUNS 256
#define PASSES 64
#define JOBS 7 /* that share the time left: two of handover, one of lines passed on, two of each scaling */

/* ---- the caller's allocator, and whether it has refused -------------------------------------- */

typedef struct asked {
    const grn_allocator *base;
    bool refused;
} asked;

static void *ask(void *user, size_t bytes, size_t alignment)
{
    asked *a = user;
    void *memory = a->base->allocate(a->base->user, bytes, alignment);
    a->refused = a->refused || memory == NULL;
    return memory;
}

static void give(void *user, void *memory, size_t bytes)
{
    const asked *a = user;
    a->base->release(a->base->user, memory, bytes);
}

/* ---- tasks ----------------------------------------------------------------------------------- */

typedef struct team {
    grn_measure *m;
    const grn_parallel *all;
    int32_t tasks;
    uint64_t turn;
    int jobs_left;
    double watching; /* what it takes to begin and end, of workers that watch for work */
    atomic_int there;
    atomic_bool late; /* a thread did not come in this run, whose time is void */
    atomic_uint_least64_t sum;
} team;

/* Until all tasks have come here so many times. */
static void meet(team *t, int times)
{
    double since = 0;
    atomic_fetch_add(&t->there, 1);
    for (int k = 1; atomic_load(&t->there) < times * t->tasks && !atomic_load(&t->late); k++) {
        grn_pause();
        if (k % 1024 != 0)
            continue;
        since = since > 0 ? since : grn_measure_now();
        if (grn_measure_now() - since > PATIENCE_NS)
            atomic_store(&t->late, true);
    }
}

static void barrier(team *t) { meet(t, 1); }

/* Each meeting passes the line of `there` on to every task once. */
static void pass_on(void *context, int32_t i)
{
    (void)i;
    for (int k = 1; k <= PASSES; k++)
        meet(context, k);
}

static void come(void *context, int32_t i)
{
    (void)i;
    barrier(context);
}

static void read_lines(void *context, int32_t i)
{
    team *t = context;
    barrier(t);
    atomic_fetch_add(
        &t->sum, grn_measure_read_lines(t->m, (t->turn * MOST_THREADS + (uint64_t)i) * LINES_OF_TASK, LINES_OF_TASK));
}

/* Each thread goes over a part of its own, on from where it was before. */
static void read_bytes(void *context, int32_t i)
{
    team *t = context;
    size_t part = t->m->touched / MOST_THREADS, bytes = part < BYTES_OF_TASK ? part : BYTES_OF_TASK;
    size_t at = (size_t)t->turn * bytes % part;
    at = at + bytes <= part ? at : 0;
    barrier(t);
    atomic_fetch_add(&t->sum, grn_measure_read_bytes(t->m->memory + (size_t)i * part + at, bytes));
}

static void run_tasks(team *t, void (*task)(void *context, int32_t i), int32_t tasks)
{
    t->tasks = tasks;
    t->turn++;
    atomic_store(&t->there, 0);
    atomic_store(&t->late, false);
    if (tasks == 1)
        task(t, 0);
    else
        t->all->for_each(t->all->user, tasks, task, t);
}

/*
 * The least of some runs, as a thread that has to wait for a core of its own makes one longer and
 * none shorter. `rested`: the workers sleep before each. Below 0: there was no time for one, or
 * never did all threads come.
 */
static double time_job(grn_measure *m, team *t, void (*task)(void *, int32_t), int32_t tasks, bool rested)
{
    double least = -1, passed = grn_measure_passed(m), until = passed + (1 - passed) / t->jobs_left--;
    for (int k = 0; k < MOST_RUNS && grn_measure_passed(m) < until; k++) {
        if (rested)
            nanosleep(&(struct timespec){0, IDLE_NS}, NULL);
        double from = grn_measure_now();
        run_tasks(t, task, tasks);
        double took = grn_measure_now() - from;
        if (!atomic_load(&t->late) && (least < 0 || took < least))
            least = took;
    }
    return least;
}

/* ---- figures --------------------------------------------------------------------------------- */

static void measure_scaling(grn_measure *m, team *t, double *figure, void (*task)(void *, int32_t))
{
    int32_t threads = t->all->threads;
    double one = time_job(m, t, task, 1, false), all = time_job(m, t, task, threads, false), begin = t->watching;
    if (one <= 0 || begin <= 0 || all <= begin)
        return;
    double scaling = threads * one / (all - begin);
    scaling = scaling > threads ? threads : scaling;
    grn_measure_set(m, figure, scaling > 1 ? scaling : 1, GRN_FIGURE_MEASURED);
}

/* With workers that still watch for work, as those of a plan that runs often do. They are tried
 * from sleep as well: false where either takes so long that other programs have the cores, and
 * scalings would mean nothing. */
static bool measure_handover(grn_measure *m, team *t)
{
    t->watching = time_job(m, t, come, t->all->threads, false);
    double sleeping = time_job(m, t, come, t->all->threads, true);
    bool undisturbed = t->watching > 0 && t->watching < DISTURBED_NS && sleeping < DISTURBED_NS;
    if (undisturbed)
        grn_measure_set(m, &m->out->handover, t->watching, GRN_FIGURE_MEASURED);
    return undisturbed;
}

/* Of two threads, as neighbours in a result are. */
static void measure_passing(grn_measure *m, team *t)
{
    const double passing = time_job(m, t, pass_on, 2, false);
    if (passing > t->watching)
        grn_measure_set(m, &m->out->passed_line, (passing - t->watching) / (2 * PASSES), GRN_FIGURE_MEASURED);
}

static void measure_team(grn_measure *m, const grn_parallel *all)
{
    team t = {.m = m, .all = all, .jobs_left = JOBS};
    atomic_init(&t.there, 0);
    atomic_init(&t.late, false);
    atomic_init(&t.sum, 0);
    if (measure_handover(m, &t)) {
        measure_passing(m, &t);
        measure_scaling(m, &t, &m->out->line_scaling, read_lines);
        measure_scaling(m, &t, &m->out->byte_scaling, read_bytes);
    }
    m->sum += atomic_load(&t.sum);
}

grn_status grn_measure_threads(grn_measure *m)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    asked a = {grn_allocator_or_default(m->allocator), false};
    const grn_allocator own = {ask, give, &a};
    grn_pool *pool = NULL;
    if (cores < 2 || grn_measure_passed(m) >= 1)
        return GRN_OK;
    grn_status status = grn_pool_create(cores < MOST_THREADS ? (int32_t)cores : MOST_THREADS, &own, &pool);
    if (status != GRN_OK)
        return a.refused ? GRN_E_MEMORY : GRN_OK;
    measure_team(m, grn_pool_parallel(pool));
    grn_pool_destroy(pool);
    return GRN_OK;
}
