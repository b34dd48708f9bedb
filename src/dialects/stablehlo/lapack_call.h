/*
 * lapack_call.h - one call of LAPACK: what its target says, and the values that
 * it has. Internal to lapack.c and lapack_values.c.
 */
#ifndef GRN_STABLEHLO_LAPACK_CALL_H
#define GRN_STABLEHLO_LAPACK_CALL_H

#include "dialects/stablehlo/lapack.h"

typedef struct grn_lapack_target {
    const grn_lapack_row *row;
    char type;
    bool plain; /* matrices are column-major whatever the call's layouts say */
} grn_lapack_target;

/* A value's bytes as the routine reads them. */
typedef struct grn_lapack_bytes {
    char *first;
    size_t step_bytes; /* from one matrix of the batch to the next */
    void *owned;       /* memory of the call's; NULL: none */
    size_t owned_bytes;
} grn_lapack_bytes;

typedef struct grn_lapack_call {
    grn_exec *x;
    const grn_op *op;
    grn_lapack_target target;
    grn_lapack lapack;
    uint32_t bound; /* the letters whose extents are known, a bit each */
    int32_t nbatch; /* leading dimensions */
    int64_t matrices;
    size_t ninputs, noutputs, nscratches;
    int64_t shape[GRN_LAPACK_OUTPUTS][GRN_MAX_RANK];
    grn_lapack_bytes values[GRN_LAPACK_VALUES];
} grn_lapack_call;

/* Fails with the target's name in front. */
grn_status grn_lapack_refuse(const grn_lapack_call *c, grn_status status, const char *what);
/* The dtype of a letter of grn_lapack_value in calls of this type. */
grn_dtype grn_lapack_dtype_of(char type, char element);
/* The extent that a letter stands for; -1: it is not known yet. */
int32_t grn_lapack_extent_of(const grn_lapack_call *c, char letter);
size_t grn_lapack_matrix_bytes(const grn_lapack_call *c, const grn_lapack_value *value);

/* In this order; each reports what it refuses. Inputs and outputs bind letters to extents; the row's
 * own rules come last, with the outputs. */
grn_status grn_lapack_check_counts(const grn_lapack_call *c);
grn_status grn_lapack_check_inputs(grn_lapack_call *c);
grn_status grn_lapack_read_attrs(grn_lapack_call *c);
grn_status grn_lapack_check_outputs(grn_lapack_call *c);
grn_status grn_lapack_take_input(grn_lapack_call *c, size_t i);
grn_status grn_lapack_make_outputs(grn_lapack_call *c);
grn_status grn_lapack_make_scratches(grn_lapack_call *c);
/* Memory that is zero, at least an element of it; the caller's to release. */
grn_status grn_lapack_new_scratch(grn_lapack_call *c, grn_lapack_bytes *b, size_t wanted);

#endif
