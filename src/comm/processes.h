/*
 * processes.h - processes that are ranks of a caller's communicator.
 *
 * Knows: grn_comm, the process grid, bytes. Must not know: tensors, programs, what lies behind the
 * communicator.
 */
#ifndef GRN_COMM_PROCESSES_H
#define GRN_COMM_PROCESSES_H

#include "comm/comm.h"
#include "garner/comm.h"

/* ---- a grid (processes.c) -------------------------------------------------------------------- */

/*
 * The first ranks as the processes of a grid, each by its number; the others take no part. All data
 * goes over the channel `stream` of `ranks`, which has send and receive, and which has no other
 * user meanwhile. NULL: memory refused. Not collective. A process ends by grn_rank_grid_end,
 * whatever its status, before it is destroyed.
 */
typedef struct grn_rank_grid grn_rank_grid;
grn_rank_grid *grn_rank_grid_new(const grn_comm *ranks, const grn_grid_shape *shape, int64_t stream,
                                 const grn_allocator *allocator);
/* The communicator of all processes; it has no alltoallv and no least. A message over a channel
 * to any process goes to each of them. Of messages from any process, the first that came is
 * received. */
const grn_comm *grn_rank_grid_comm(const grn_rank_grid *g);
/* From now on messages that wait to be received count against this allocator; till then the grid's
 * allocator is used. For the rest of the grid's life, and before any message has come. */
void grn_rank_grid_count(grn_rank_grid *g, const grn_allocator *allocator);
/* Sends the others the status of this process, and waits until all have ended. */
grn_process_end grn_rank_grid_end(grn_rank_grid *g, grn_status own);
/* The status of a process; GRN_E_PEER: it is not known. After the end. */
grn_status grn_rank_grid_status(const grn_rank_grid *g, int64_t process);
/* NULL is fine. */
void grn_rank_grid_destroy(grn_rank_grid *g);

/* ---- what all ranks do together (agree.c) ---------------------------------------------------- */

/* Collective. GRN_OK where all ranks bring it; else this rank's own where that is an error, and
 * GRN_E_PEER where it is not. */
grn_status grn_ranks_agree(const grn_comm *ranks, grn_status own);
/* Collective. Whether all ranks bring the same number. */
grn_status grn_ranks_same(const grn_comm *ranks, uint64_t mine, bool *same);

/* Collective: exchanges the bytes that each rank gives, to all of them. */
typedef struct grn_gathered {
    char *bytes; /* of rank 0, then of rank 1 .. */
    int64_t *sizes;
    size_t room_bytes, size; /* size: ranks */
    const grn_allocator *allocator;
} grn_gathered;
/* GRN_E_MEMORY where a rank is refused memory, on all of them; or the communicator's status. Free
 * it in any case. */
grn_status grn_ranks_gather(const grn_comm *ranks, const void *mine, size_t n, const grn_allocator *allocator,
                            grn_gathered *out);
void grn_gathered_free(grn_gathered *g);

#endif
