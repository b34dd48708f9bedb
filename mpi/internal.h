/*
 * internal.h - what the files of libgarner-mpi share.
 *
 * Knows: MPI 3.1 and the public headers. Must not know: tensors, programs, the library's own
 * headers.
 */
#ifndef GRN_MPI_INTERNAL_H
#define GRN_MPI_INTERNAL_H

#include <stdbool.h>

#include "garner/mpi.h"

/* Of one communicator of MPI: what its messages are for. MPI has 32767 at least. */
enum { TAG_MESSAGE = 1, TAG_STATE, TAG_VERDICT, TAG_EXCHANGE, TAGS_OF_EXCHANGE = 16384 };

/* A message on its way out: MPI reads `bytes` until all requests have ended. */
typedef struct grn_mpi_sent {
    struct grn_mpi_sent *next;
    size_t room_bytes;
    size_t nrequests;
    MPI_Request *requests; /* in the same memory, and so is what they send */
} grn_mpi_sent;

/* One that came before it was asked for. */
typedef struct grn_mpi_letter {
    struct grn_mpi_letter *next;
    int from;
    int64_t channel;
    size_t n;
    char bytes[];
} grn_mpi_letter;

/*
 * Who waits (wait.c). One for a communicator and the groups made of it, on ranks of its own
 * communicator of MPI. A wait has a number, from 1; rank 0 keeps the number of the wait that each
 * rank is in, 0 where it is in none.
 */
typedef struct grn_mpi_watch {
    MPI_Comm comm;
    int rank, size;
    double stuck_seconds; /* negative: nobody looks */
    int64_t waits;        /* of this rank so far */
    bool told;            /* rank 0 has heard of this one */
    int64_t *waiting;     /* rank 0: of each rank, itself among them */
    double all_since;     /* rank 0: when it first saw all of them wait; 0: it does not */
    grn_mpi_sent *sent;
    grn_status broken; /* what every call answers from now on; GRN_OK: nothing is wrong */
    const grn_allocator *allocator;
} grn_mpi_watch;

/* The flow of bytes between this rank and another in an alltoallv. */
typedef struct grn_mpi_flow {
    char *at;
    int64_t left;
    int now; /* of the message that MPI has */
} grn_mpi_flow;

typedef struct grn_mpi_ranks {
    MPI_Comm comm;
    int rank, size;
    bool is_group;
    grn_mpi_watch *watch; /* a group's is that of what it was made of */
    size_t most_bytes;
    unsigned turns;   /* of alltoallv */
    int64_t least[2]; /* this rank's, and of all */
    grn_mpi_sent *sent;
    grn_mpi_letter *letters, **last;
    int64_t *sent_to, *taken_from; /* messages, by rank */
    grn_mpi_flow *flows;           /* [2 * size]: in, out */
    MPI_Request *requests;         /* the same */
    MPI_Status *statuses;
    int *ended;
    const grn_allocator *allocator;
    size_t room_bytes; /* of all of this */
} grn_mpi_ranks;

/* ---- memory and errors (comm.c) -------------------------------------------------------------- */

void *grn_mpi_allocate(const grn_allocator *a, size_t bytes);
void grn_mpi_free(const grn_allocator *a, void *memory, size_t bytes);
grn_status grn_mpi_status_of(int mpi_error);
/* Marks the communicator as broken where `status` is an error; answers it. */
grn_status grn_mpi_break(grn_mpi_ranks *r, grn_status status);

/* ---- waiting (wait.c) ------------------------------------------------------------------------ */

/* Looks once: *done, or *moved where there is some progress. */
typedef grn_status grn_mpi_look(void *user, bool *done, bool *moved);
/* Looks until it is done, or no rank can go on. */
grn_status grn_mpi_wait(grn_mpi_ranks *r, grn_mpi_look *look, void *user);
grn_status grn_mpi_wait_request(grn_mpi_ranks *r, MPI_Request *request, MPI_Status *status);

/* ---- messages (message.c) -------------------------------------------------------------------- */

grn_status grn_mpi_send(void *user, int32_t to, int64_t channel, const void *bytes, size_t n);
grn_status grn_mpi_receive(void *user, int32_t from, int64_t channel, void *bytes, size_t n);
/* Takes what nobody received, on all ranks, so that all that was sent has gone. Collective. */
grn_status grn_mpi_drop_messages(grn_mpi_ranks *r);
void grn_mpi_drop_letters(grn_mpi_ranks *r);
/* Frees what MPI has taken. */
void grn_mpi_sweep(const grn_allocator *a, grn_mpi_sent **list);
/* `n` bytes from `bytes`, in memory that stays until they have gone; at most `most` in one message,
 * the first one `first` of them. NULL: memory was refused. Puts it in the list. */
grn_mpi_sent *grn_mpi_post(const grn_allocator *a, grn_mpi_sent **list, size_t nrequests, size_t nbytes, char **bytes);

/* ---- all to all (exchange.c) ----------------------------------------------------------------- */

grn_status grn_mpi_alltoallv(void *user, const void *send, const int64_t *send_bytes, void *receive,
                             const int64_t *receive_bytes);
grn_status grn_mpi_least(void *user, int64_t mine, int64_t *out);

#endif
