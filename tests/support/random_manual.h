/*
 * random_manual.h - programs with manual computations within each other and within control flow,
 * made from entropy, in two forms that mean the same: for a mesh, and for the same mesh with one
 * device along each axis.
 *
 * A manual computation does with its parts what it would do with the whole: along a dimension that
 * manual axes cut, each position for itself. So the form of one device, which one process runs,
 * gives what the devices give together.
 */
#ifndef TESTS_RANDOM_MANUAL_H
#define TESTS_RANDOM_MANUAL_H

#include "support/random_mesh.h"

enum { MANUAL_ARGUMENTS = 3 };

/* Arguments of the function, as they are whole. */
typedef struct random_manual {
    grn_dtype dtype;
    size_t ninputs, ncomputations, ninner; /* manual computations; those within another */
    int32_t rank[MANUAL_ARGUMENTS];
    int64_t shape[MANUAL_ARGUMENTS][GRN_MAX_RANK];
} random_manual;

/* The program as text, the caller's to free; one seed gives both forms. */
char *random_manual_print(uint64_t seed, bool one_device, size_t *bytes, random_manual *about);

#endif
