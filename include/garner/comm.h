/*
 * comm.h - ranks that work together: who this one is, and bytes from one to another.
 *
 * A grn_comm is a communicator as a caller has it: of MPI (libgarner-mpi makes one), of a runtime's
 * own, or of threads of this program (grn_ranks_run). Every collective of garner is made of these
 * few functions and computes with garner's own kernels: so any two communicators of one size give
 * the same bits.
 *
 * A call is collective where its header says so: every rank of the communicator makes it, in the
 * same order, with arguments that agree, and returns from it with the same status, but for
 * GRN_E_PEER, which is that of the ranks on which nothing went wrong. Of a rank, one thread at a
 * time uses a communicator. allocator, diag and user may be NULL.
 */
#ifndef GARNER_COMM_H
#define GARNER_COMM_H

#include "garner/memory.h"
#include "garner/status.h"

GRN_BEGIN_DECLS

/* Bytes for a rank, and room for what comes from one. `bytes` may be NULL where n is 0. */
typedef struct grn_comm_part {
    const void *bytes;
    size_t n;
} grn_comm_part;
typedef struct grn_comm_room {
    void *bytes;
    size_t n;
} grn_comm_room;

/* What a rank's calls are part of: what messages say of them, and what tells one collective call
 * from another. */
typedef struct grn_comm_step {
    const char *name;     /* of the operation, ends in a zero; NULL: the name of the function that is called */
    grn_place place;      /* in a program's text; line 0: it stands nowhere */
    int64_t number;       /* tells steps of one name apart, as an op's channel does */
    const grn_diag *diag; /* gets the message of a call that fails by itself; NULL: nobody does */
} grn_comm_step;

/*
 * Filled by whoever has the transport; it grows as options do, at its end, and a function that came
 * later and is not given is one that the transport does not have. Each function answers GRN_OK, or
 * a status that ends what is being done; none may be NULL but where it says so. Lists have an entry
 * for each rank, in the order of the ranks. All sizes are bytes.
 */
typedef struct grn_comm {
    size_t size_bytes; /* 0, or sizeof(grn_comm): garner.h */
    int32_t rank, size;
    void *user; /* the first argument of each */
    /*
     * Collective. Rank r gets send_bytes[r] bytes; what goes to it lies in `send` behind what goes
     * to the ranks before it. What rank r gives comes to `receive` in the same way,
     * receive_bytes[r] bytes, which is what that rank says it sends here. A rank that sends itself
     * nothing costs nothing. Neither buffer is touched after the call.
     */
    grn_status (*alltoallv)(void *user, const void *send, const int64_t *send_bytes, void *receive,
                            const int64_t *receive_bytes);
    /* Collective. The least of what the ranks give, to all of them. */
    grn_status (*least)(void *user, int64_t mine, int64_t *out);
    /* Called by the `count` ranks of a group, which lists them all in one order: a communicator in
     * which ranks[i] is rank i. It lives until its `release`. NULL: there are no groups, and
     * programs that need one are refused. */
    grn_status (*group)(void *user, int32_t count, const int32_t *ranks, struct grn_comm *out);
    /* One message over a channel, 0 or more. Messages of one rank over one channel come in their
     * order; send waits for nobody. Both NULL: there are none. `from` may be -1, any rank, itself
     * among them, where the communicator can receive so (that of grn_ranks_run, and of mpi.h, which
     * say which message comes first); GRN_E_ARGUMENT where it cannot. `to` may be -1, the rank that
     * asks for it first, in that of grn_ranks_run; GRN_E_ARGUMENT in that of mpi.h. A channel is
     * one of its communicator: what is sent within a group comes out there alone. */
    grn_status (*send)(void *user, int32_t to, int64_t channel, const void *bytes, size_t n);
    grn_status (*receive)(void *user, int32_t from, int64_t channel, void *bytes, size_t n);
    /* Of what `group` made; of what a caller fills NULL. */
    void (*release)(void *user);
    /*
     * These two came later, and may be NULL. The communicators of grn_ranks_run have both; no call
     * of garner needs a caller's to have them.
     *
     * Collective. As alltoallv, of bytes that lie apart: rank r gets give[r], and what it gives
     * comes to take[r], which has room for just as much: else GRN_E_SHAPE, on the rank that takes.
     * A list that is NULL stands for one of nothing, so that two of them wait for all ranks and do
     * no more.
     */
    grn_status (*exchange)(void *user, const grn_comm_part *give, const grn_comm_room *take);
    /*
     * What this rank's calls are part of from now on, those of groups made of the communicator too;
     * NULL: of nothing. *step is copied, and what it points to stays valid as long. Ranks whose
     * steps have other names or numbers do not meet in a collective call: they wait for one
     * another, and where none can go on the message names the step of each, at its place.
     */
    void (*step)(void *user, const grn_comm_step *step);
} grn_comm;

/* A rank's work. `comm` is its own, and lives as long as the call. */
typedef grn_status (*grn_rank_fn)(void *user, const grn_comm *comm);

/*
 * Ranks as threads of this program: `work` runs once for each rank of a communicator of `size` (1
 * to 1024), on a thread of its own, and the call returns when all have ended. GRN_OK: all of them
 * answered so; else the status of the first rank, by number, that failed by itself (GRN_E_PEER is
 * none). Where all that are left wait for one another, GRN_E_STUCK, and diag gets who waits for
 * whom. GRN_E_ARGUMENT, GRN_E_MEMORY. `allocator` may be NULL, and is used by all ranks, one at a
 * time; messages lie in its memory until they are received. A rank that receives from -1 gets, of
 * all messages on the channel that have come, the first of the lowest rank; where none has, the
 * next one. So it is the same in every run where all that may come has come, as behind a call that
 * is collective.
 */
GRN_API GRN_MUST_USE grn_status grn_ranks_run(int32_t size, grn_rank_fn work, void *user,
                                              const grn_allocator *allocator, const grn_diag *diag);

/*
 * A communicator over `comm` whose alltoallv goes by nodes: rank r is on node r / ranks_per_node.
 * Bytes for other nodes go to the rank of the own node that speaks to them, from there to its like,
 * and on to whom they are for: so a rank has about 2 * ranks_per_node + nodes / ranks_per_node
 * messages where it had one for every other rank. What comes is the same, byte for byte. `comm`
 * stays the caller's, and lives as long as *out, whose release gives back what it has allocated.
 * Its other functions are comm's own. GRN_E_ARGUMENT: ranks_per_node below 1.
 */
GRN_API GRN_MUST_USE grn_status grn_comm_by_nodes(const grn_comm *comm, int32_t ranks_per_node,
                                                  const grn_allocator *allocator, const grn_diag *diag, grn_comm *out);

GRN_END_DECLS

#endif
