/*
 * shared_npy.h - one .npy that all ranks read or write a part of, in a file system that they share.
 *
 * Knows: paths, files, a grn_comm, layouts. Must not know: MPI, programs, options.
 */
#ifndef GARNER_FILES_SHARED_NPY_H
#define GARNER_FILES_SHARED_NPY_H

#include "files/files.h"
#include "garner/comm.h"

/*
 * Collective. Writes the tensor that the ranks share, whole or not at all: each rank puts its
 * elements into one file beside `path`, which rank 0 makes, with header and length, and which gets
 * its name once all have written. The same status on all ranks, but for GRN_E_PEER, which is that
 * of those on which nothing went wrong; GRN_E_SINK: the file system said no, and diag says why.
 */
grn_status shared_npy_write(const grn_comm *ranks, const char *path, const grn_layout *layout, const grn_tensor *local,
                            const grn_diag *diag);

/* This rank's part of an .npy, mapped: a view, of which the pages that are used are read, and
 * nothing is copied. Not collective. */
typedef struct shared_npy {
    grn_tensor local;
    void *mapped;
    size_t mapped_bytes;
} shared_npy;
/* `declared`: as tensor_file_read has it. GRN_E_SHAPE: the file's tensor is of another shape than
 * the layout. Close it in any case. */
grn_status shared_npy_open(const grn_comm *ranks, const char *path, const grn_layout *layout, grn_dtype declared,
                           const grn_diag *diag, shared_npy *out);
void shared_npy_close(shared_npy *file);

#endif
