/* comm.c - a communicator of MPI as a grn_comm: made, divided into groups, given back. */
#include <stdlib.h>
#include <string.h>

#include "internal.h"

#define MOST_BYTES ((size_t)64 << 20)
#define STUCK_SECONDS 10.0

/* ---- memory and errors ----------------------------------------------------------------------- */

void *grn_mpi_allocate(const grn_allocator *a, size_t bytes)
{
    return a ? a->allocate(a->user, bytes, _Alignof(max_align_t)) : malloc(bytes);
}

void grn_mpi_free(const grn_allocator *a, void *memory, size_t bytes)
{
    if (memory && a)
        a->release(a->user, memory, bytes);
    else
        free(memory);
}

grn_status grn_mpi_status_of(int mpi_error)
{
    static const struct {
        int mpi;
        grn_status status;
    } rows[] = {{MPI_SUCCESS, GRN_OK},          {MPI_ERR_TRUNCATE, GRN_E_SHAPE}, {MPI_ERR_NO_MEM, GRN_E_MEMORY},
                {MPI_ERR_COMM, GRN_E_ARGUMENT}, {MPI_ERR_RANK, GRN_E_ARGUMENT},  {MPI_ERR_GROUP, GRN_E_ARGUMENT}};
    int class = mpi_error;
    if (mpi_error != MPI_SUCCESS)
        MPI_Error_class(mpi_error, &class);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (rows[i].mpi == class)
            return rows[i].status;
    return GRN_E_PEER;
}

grn_status grn_mpi_break(grn_mpi_ranks *r, grn_status status)
{
    if (status != GRN_OK && r->watch->broken == GRN_OK)
        r->watch->broken = status;
    return status;
}

/* ---- the end --------------------------------------------------------------------------------- */

static void watch_free(grn_mpi_watch *w)
{
    if (w->comm != MPI_COMM_NULL)
        MPI_Comm_free(&w->comm);
    grn_mpi_free(w->allocator, w->waiting, (size_t)w->size * sizeof *w->waiting);
    grn_mpi_free(w->allocator, w, sizeof *w);
}

static void ranks_free(grn_mpi_ranks *r)
{
    grn_mpi_drop_letters(r);
    if (r->comm != MPI_COMM_NULL)
        MPI_Comm_free(&r->comm);
    if (!r->is_group && r->watch)
        watch_free(r->watch);
    grn_mpi_free(r->allocator, r, r->room_bytes);
}

/* Of one that is broken, what MPI may still read or write stays. */
static void release(void *user)
{
    grn_mpi_ranks *r = user;
    if (!r)
        return;
    if (r->watch->broken == GRN_OK)
        (void)(grn_mpi_drop_messages(r) == GRN_OK);
    if (r->watch->broken == GRN_OK && !r->is_group)
        grn_mpi_sweep(r->watch->allocator, &r->watch->sent);
    if (r->watch->broken == GRN_OK)
        ranks_free(r);
    else
        grn_mpi_drop_letters(r);
}

/* ---- making ---------------------------------------------------------------------------------- */

/* The lists, behind the struct; each is a multiple of its alignment long, and the widest come
 * first. */
static grn_mpi_ranks *ranks_new(const grn_allocator *a, int size)
{
    const size_t n = (size_t)size;
    const size_t each =
        2 * sizeof(int64_t) + 2 * (sizeof(grn_mpi_flow) + sizeof(MPI_Status) + sizeof(MPI_Request) + sizeof(int));
    const size_t room_bytes = sizeof(grn_mpi_ranks) + n * each;
    grn_mpi_ranks *r = grn_mpi_allocate(a, room_bytes);
    if (!r)
        return NULL;
    memset(r, 0, room_bytes);
    *r = (grn_mpi_ranks){.comm = MPI_COMM_NULL, .size = size, .allocator = a, .room_bytes = room_bytes};
    r->flows = (grn_mpi_flow *)(r + 1);
    r->sent_to = (int64_t *)(r->flows + 2 * n);
    r->taken_from = r->sent_to + n;
    r->statuses = (MPI_Status *)(r->taken_from + n);
    r->requests = (MPI_Request *)(r->statuses + 2 * n);
    r->ended = (int *)(r->requests + 2 * n);
    for (size_t i = 0; i < 2 * n; i++)
        r->requests[i] = MPI_REQUEST_NULL;
    r->last = &r->letters;
    return r;
}

static grn_mpi_watch *watch_new(const grn_allocator *a, int rank, int size, double seconds)
{
    grn_mpi_watch *w = grn_mpi_allocate(a, sizeof *w);
    int64_t *waiting = w ? grn_mpi_allocate(a, (size_t)size * sizeof *waiting) : NULL;
    if (!waiting) {
        grn_mpi_free(a, w, sizeof *w);
        return NULL;
    }
    memset(waiting, 0, (size_t)size * sizeof *waiting);
    *w = (grn_mpi_watch){.comm = MPI_COMM_NULL,
                         .rank = rank,
                         .size = size,
                         .stuck_seconds = seconds,
                         .waiting = waiting,
                         .allocator = a};
    return w;
}

static grn_status duplicate(MPI_Comm comm, MPI_Comm *out)
{
    grn_status status = grn_mpi_status_of(MPI_Comm_dup(comm, out));
    return status == GRN_OK ? grn_mpi_status_of(MPI_Comm_set_errhandler(*out, MPI_ERRORS_RETURN)) : status;
}

static grn_status make_group(void *user, int32_t count, const int32_t *ranks, grn_comm *out);

static void fill(grn_mpi_ranks *r, grn_comm *out)
{
    MPI_Comm_rank(r->comm, &r->rank);
    *out = (grn_comm){.size_bytes = sizeof *out,
                      .rank = r->rank,
                      .size = r->size,
                      .user = r,
                      .alltoallv = grn_mpi_alltoallv,
                      .least = grn_mpi_least,
                      .group = make_group,
                      .send = grn_mpi_send,
                      .receive = grn_mpi_receive,
                      .release = release};
}

static grn_status form_group(grn_mpi_ranks *parent, const int *ranks, grn_mpi_ranks *r)
{
    MPI_Group all, some = MPI_GROUP_NULL;
    int error = MPI_Comm_group(parent->comm, &all);
    if (error == MPI_SUCCESS) {
        error = MPI_Group_incl(all, r->size, ranks, &some);
        if (error == MPI_SUCCESS)
            error = MPI_Comm_create_group(parent->comm, some, 0, &r->comm);
        if (some != MPI_GROUP_NULL && some != MPI_GROUP_EMPTY)
            MPI_Group_free(&some);
        MPI_Group_free(&all);
    }
    if (error == MPI_SUCCESS)
        error = MPI_Comm_set_errhandler(r->comm, MPI_ERRORS_RETURN);
    return grn_mpi_status_of(error);
}

/* Each rank once, this one among them. */
static bool is_group(const grn_mpi_ranks *r, int32_t count, const int32_t *ranks)
{
    bool has_own = false;
    for (int32_t i = 0; i < count; i++) {
        if (ranks[i] < 0 || ranks[i] >= r->size)
            return false;
        has_own = has_own || ranks[i] == r->rank;
        for (int32_t j = 0; j < i; j++)
            if (ranks[j] == ranks[i])
                return false;
    }
    return has_own;
}

static grn_status make_group(void *user, int32_t count, const int32_t *ranks, grn_comm *out)
{
    grn_mpi_ranks *parent = user;
    if (parent->watch->broken != GRN_OK)
        return parent->watch->broken;
    if (!ranks || !out || !is_group(parent, count, ranks))
        return GRN_E_ARGUMENT;
    grn_mpi_ranks *r = ranks_new(parent->allocator, count);
    if (!r)
        return GRN_E_MEMORY;
    r->is_group = true;
    r->watch = parent->watch;
    r->most_bytes = parent->most_bytes;
    grn_status status = form_group(parent, (const int *)ranks, r);
    if (status == GRN_OK)
        fill(r, out);
    else
        ranks_free(r);
    return status;
}

/* ---- from a program's communicator ----------------------------------------------------------- */

/* As garner.h has it: what came after this header is fine while it is zero. */
static grn_status check_size(const grn_mpi_options *o)
{
    const unsigned char *bytes = (const unsigned char *)o;
    if (o->size_bytes != 0 && (o->size_bytes < sizeof *o || o->size_bytes > 4096))
        return GRN_E_ARGUMENT;
    for (size_t i = sizeof *o; i < o->size_bytes; i++)
        if (bytes[i])
            return GRN_E_UNSUPPORTED;
    return GRN_OK;
}

static grn_status check_options(const grn_mpi_options *o)
{
    const grn_status sized = check_size(o);
    const bool allocates = !o->allocator || (o->allocator->allocate && o->allocator->release);
    const bool timed = o->stuck_seconds >= 0 || o->stuck_seconds < 0; /* it is a number */
    return sized != GRN_OK                                             ? sized
           : allocates && timed && o->most_bytes_at_once <= MOST_BYTES ? GRN_OK
                                                                       : GRN_E_ARGUMENT;
}

static bool is_running(void)
{
    int begun = 0, over = 0;
    return MPI_Initialized(&begun) == MPI_SUCCESS && MPI_Finalized(&over) == MPI_SUCCESS && begun && !over;
}

static grn_status check(MPI_Comm comm, const grn_mpi_options *options)
{
    int crosses = 0;
    const grn_status status = check_options(options);
    if (status != GRN_OK || !is_running() || comm == MPI_COMM_NULL)
        return status != GRN_OK ? status : GRN_E_ARGUMENT;
    MPI_Comm_test_inter(comm, &crosses);
    return crosses ? GRN_E_ARGUMENT : GRN_OK;
}

/* Memory that one rank is refused fails on all: none is to wait for it. */
static grn_status begin(MPI_Comm comm, grn_mpi_ranks *r)
{
    int64_t mine = r && r->watch, least = 0;
    if (MPI_Allreduce(&mine, &least, 1, MPI_INT64_T, MPI_MIN, comm) != MPI_SUCCESS)
        return GRN_E_PEER;
    if (!least)
        return GRN_E_MEMORY;
    grn_status status = duplicate(comm, &r->comm);
    return status == GRN_OK ? duplicate(comm, &r->watch->comm) : status;
}

GRN_API grn_status grn_mpi_comm_with(MPI_Comm comm, const grn_mpi_options *options, grn_comm *out)
{
    static const grn_mpi_options plain = {0};
    int rank, size;
    if (!options)
        options = &plain;
    if (!out)
        return GRN_E_ARGUMENT;
    const grn_status right = check(comm, options);
    if (right != GRN_OK)
        return right;
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    grn_mpi_ranks *r = ranks_new(options->allocator, size);
    if (r) {
        r->most_bytes = options->most_bytes_at_once ? options->most_bytes_at_once : MOST_BYTES;
        r->watch = watch_new(options->allocator, rank, size,
                             options->stuck_seconds == 0 ? STUCK_SECONDS : options->stuck_seconds);
    }
    grn_status status = begin(comm, r);
    if (status == GRN_OK)
        fill(r, out);
    else if (r)
        ranks_free(r);
    return status;
}

GRN_API grn_status grn_mpi_comm(MPI_Comm comm, grn_comm *out) { return grn_mpi_comm_with(comm, NULL, out); }

GRN_API grn_status grn_mpi_comm_f(MPI_Fint comm, grn_comm *out) { return grn_mpi_comm(MPI_Comm_f2c(comm), out); }
