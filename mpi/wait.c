/*
 * wait.c - waiting for other ranks, until it is known that none can go on.
 *
 * A rank that has waited for half of stuck_seconds tells rank 0 the number of its wait, and that it
 * is over when it is. Once rank 0 waits as well and knows that all do, it looks on for the other
 * half: what was on its way has come by then, or the end of a wait has. If nothing has, it tells
 * all, and every wait ends with GRN_E_STUCK.
 */
#include <sched.h>
#include <time.h>

#include "internal.h"

enum { OPEN_LOOKS = 64, YIELDING_LOOKS = 4096, SLEEP_NANOSECONDS = 50000 };

/* Other ranks, or other programs, may need this core. */
static void pause_after(unsigned looks)
{
    if (looks >= YIELDING_LOOKS)
        nanosleep(&(struct timespec){0, SLEEP_NANOSECONDS}, NULL);
    else if (looks >= OPEN_LOOKS)
        sched_yield();
}

/* ---- what ranks tell rank 0, and it tells them ----------------------------------------------- */

static grn_status tell(grn_mpi_watch *w, int to, int tag, int64_t number)
{
    char *bytes;
    grn_mpi_sweep(w->allocator, &w->sent);
    grn_mpi_sent *s = grn_mpi_post(w->allocator, &w->sent, 1, sizeof number, &bytes);
    if (!s)
        return GRN_E_MEMORY;
    *(int64_t *)(void *)bytes = number;
    return grn_mpi_status_of(MPI_Isend(bytes, (int)sizeof number, MPI_BYTE, to, tag, w->comm, s->requests));
}

/* `number`: of the wait; 0: it is over. */
static grn_status tell_wait(grn_mpi_watch *w, int64_t number)
{
    if (w->rank == 0) {
        w->waiting[0] = number;
        return GRN_OK;
    }
    return tell(w, 0, TAG_STATE, number);
}

/* The next message of that tag, if one is there. */
static grn_status take(grn_mpi_watch *w, int from, int tag, bool *came, int *source, int64_t *number)
{
    MPI_Status status;
    MPI_Message message;
    int flag = 0;
    grn_status s = grn_mpi_status_of(MPI_Improbe(from, tag, w->comm, &flag, &message, &status));
    *came = s == GRN_OK && flag;
    if (!*came)
        return s;
    *source = status.MPI_SOURCE;
    return grn_mpi_status_of(MPI_Mrecv(number, (int)sizeof *number, MPI_BYTE, &message, &status));
}

/* ---- rank 0 ---------------------------------------------------------------------------------- */

static bool all_wait(const grn_mpi_watch *w)
{
    for (int i = 0; i < w->size; i++)
        if (w->waiting[i] == 0)
            return false;
    return true;
}

static grn_status hear_states(grn_mpi_watch *w)
{
    bool came = true;
    grn_status status = GRN_OK;
    while (status == GRN_OK && came) {
        int64_t number;
        int source;
        status = take(w, MPI_ANY_SOURCE, TAG_STATE, &came, &source, &number);
        if (status == GRN_OK && came) {
            w->waiting[source] = number;
            w->all_since = 0;
        }
    }
    return status;
}

static grn_status tell_all(grn_mpi_watch *w)
{
    grn_status status = GRN_OK;
    for (int i = 1; status == GRN_OK && i < w->size; i++)
        status = tell(w, i, TAG_VERDICT, w->waiting[i]);
    return status == GRN_OK ? GRN_E_STUCK : status;
}

static grn_status judge(grn_mpi_watch *w)
{
    const double now = MPI_Wtime();
    grn_status status = hear_states(w);
    if (status != GRN_OK || !all_wait(w)) {
        w->all_since = 0;
        return status;
    }
    if (w->all_since == 0)
        w->all_since = now;
    return now - w->all_since < w->stuck_seconds / 2 ? GRN_OK : tell_all(w);
}

/* ---- every rank ------------------------------------------------------------------------------ */

static grn_status hear_verdict(grn_mpi_watch *w)
{
    bool came;
    int source;
    int64_t number = 0;
    grn_status status = take(w, 0, TAG_VERDICT, &came, &source, &number);
    return status == GRN_OK && came && number == w->waits ? GRN_E_STUCK : status;
}

/* After so many seconds without anything. */
static grn_status look_around(grn_mpi_watch *w, double seconds)
{
    if (w->stuck_seconds < 0 || seconds < w->stuck_seconds / 2)
        return GRN_OK;
    grn_status status = w->told ? GRN_OK : tell_wait(w, w->waits);
    w->told = true;
    if (status == GRN_OK)
        status = w->rank == 0 ? judge(w) : hear_verdict(w);
    return status;
}

static grn_status end_wait(grn_mpi_watch *w)
{
    if (!w->told)
        return GRN_OK;
    w->told = false;
    w->all_since = 0;
    return tell_wait(w, 0);
}

static grn_status wait_long(grn_mpi_watch *w, grn_mpi_look *look, void *user)
{
    grn_status status = GRN_OK;
    double since = MPI_Wtime();
    bool done = false;
    w->waits++;
    for (unsigned looks = 0; status == GRN_OK && !done; looks += looks < YIELDING_LOOKS) {
        bool moved = false;
        pause_after(looks);
        status = look(user, &done, &moved);
        if (moved || done) {
            since = MPI_Wtime();
            looks = 0;
            if (status == GRN_OK)
                status = end_wait(w);
            w->waits++;
        } else if (status == GRN_OK)
            status = look_around(w, MPI_Wtime() - since);
    }
    return status;
}

grn_status grn_mpi_wait(grn_mpi_ranks *r, grn_mpi_look *look, void *user)
{
    bool done = false, moved = false;
    if (r->watch->broken != GRN_OK)
        return r->watch->broken;
    grn_status status = look(user, &done, &moved);
    if (status == GRN_OK && !done)
        status = wait_long(r->watch, look, user);
    return grn_mpi_break(r, status);
}

/* ---- one request ----------------------------------------------------------------------------- */

typedef struct one_request {
    MPI_Request *request;
    MPI_Status *status;
} one_request;

static grn_status look_at_request(void *user, bool *done, bool *moved)
{
    one_request *o = user;
    int flag = 0;
    (void)moved;
    const int error = MPI_Test(o->request, &flag, o->status);
    *done = flag;
    return grn_mpi_status_of(error);
}

grn_status grn_mpi_wait_request(grn_mpi_ranks *r, MPI_Request *request, MPI_Status *status)
{
    one_request o = {request, status};
    return grn_mpi_wait(r, look_at_request, &o);
}
