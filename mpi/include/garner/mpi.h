/*
 * mpi.h - ranks of MPI as a grn_comm.
 *
 * Of libgarner-mpi, which is built for one MPI (-DGARNER_MPI=ON) and installed beside the library;
 * garner.h does not include it, as it needs mpi.h. The program calls MPI_Init_thread,
 * MPI_THREAD_FUNNELED being enough, before anything here, and MPI_Finalize behind everything. All
 * of MPI that is used is in MPI 3.1.
 *
 * What is made here belongs to the thread that calls MPI: one thread of a rank at a time. options
 * may be NULL.
 */
#ifndef GARNER_MPI_H
#define GARNER_MPI_H

#include <mpi.h>

#include "garner/comm.h"

GRN_BEGIN_DECLS

typedef struct grn_mpi_options {
    size_t size_bytes; /* 0, or sizeof(grn_mpi_options): garner.h */
    /* of the communicator and of messages on their way; must outlive it. NULL: malloc */
    const grn_allocator *allocator;
    size_t most_bytes_at_once; /* one message of MPI's has at most so many; 0: 64 MiB, which is the most */
    double stuck_seconds;      /* see below; 0: 10; negative: never */
} grn_mpi_options;

/*
 * Makes a grn_comm of the ranks of `comm`: collective over it. It works on duplicates, so that what
 * the program sends over `comm` by itself does not meet it, and errors of MPI come back as
 * statuses. `out->release(out->user)` gives it back: collective as well, and before MPI_Finalize;
 * messages that nobody has received are dropped then. What `group` makes is released before, and
 * `group` itself waits for its members without end.
 *
 * send keeps a copy until MPI has taken it. receive takes messages from any rank where `from` is
 * -1, those first that came first, and answers GRN_E_SHAPE for a message of another size, which is
 * gone then. alltoallv answers it where a rank sends another size than was said.
 *
 * Ranks that wait do so by polling. Where all of them have waited for stuck_seconds and nothing has
 * come to any of them, no rank can go on: each call that waits answers GRN_E_STUCK. A rank that
 * computes does not wait, however long it takes. Rank 0 hears of who waits, so it is two short
 * messages for each wait that is that long. After GRN_E_STUCK, and after any error that MPI gave,
 * the communicator answers the same to every call: what was on its way may still be written to
 * where it was to go, so the program is to end then (MPI_Abort).
 *
 *   GRN_E_ARGUMENT     NULL, MPI_COMM_NULL, an intercommunicator, MPI not initialised, options that
 *                      make no sense
 *   GRN_E_UNSUPPORTED  options of a later header
 *   GRN_E_MEMORY       memory refused
 *   GRN_E_PEER         MPI gave an error
 */
GRN_API GRN_MUST_USE grn_status grn_mpi_comm_with(MPI_Comm comm, const grn_mpi_options *options, grn_comm *out);
/* The same without options. */
GRN_API GRN_MUST_USE grn_status grn_mpi_comm(MPI_Comm comm, grn_comm *out);
/* The same of a communicator as Fortran has it (`comm%MPI_VAL` of mpi_f08), and languages that come
 * by one as an integer. */
GRN_API GRN_MUST_USE grn_status grn_mpi_comm_f(MPI_Fint comm, grn_comm *out);

GRN_END_DECLS

#endif
