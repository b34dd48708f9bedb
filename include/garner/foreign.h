/*
 * foreign.h - calls of a program that whoever runs it answers: stablehlo.custom_call of a target that
 * garner does not know.
 *
 * Source of the op: StableHLO specification, custom_call. What attributes mean is between the
 * program's author and the caller; XLA's typed FFI writes them as a dictionary under
 * mhlo.backend_config.
 *
 * No pointer but `user` may be NULL. Both functions are called on the threads that run programs,
 * several at once, and have to be thread-safe; what they are given is theirs to read during the call.
 */
#ifndef GARNER_FOREIGN_H
#define GARNER_FOREIGN_H

#include "garner/tensor.h"

GRN_BEGIN_DECLS

/* A member of the dictionary mhlo.backend_config, or backend_config. Pointers live during the call. */
typedef struct grn_foreign_attribute {
    const char *name;
    size_t name_bytes;
    const char *text; /* of a string, of text_bytes bytes; NULL: it is of numbers */
    size_t text_bytes;
    grn_dtype dtype; /* of numbers; of a bool GRN_I1 */
    bool is_list;    /* array<i64: 1, 2>, or a constant tensor; else one number */
    size_t count;
    const void *data; /* [count] of the dtype, compact */
} grn_foreign_attribute;

/* Tensors are compact and row-major. A token has no dtype, no data and rank 0. */
typedef struct grn_foreign_call {
    const char *target; /* of target_bytes bytes */
    size_t target_bytes;
    grn_place place;
    int64_t api_version;
    const char *config; /* backend_config where it is a string, of config_bytes bytes; else NULL */
    size_t config_bytes;
    size_t nattributes;
    const grn_foreign_attribute *attributes; /* in the order of their names */
    size_t ninputs;
    const grn_tensor *inputs; /* read only */
    size_t nresults;
    const grn_tensor *results; /* to be written, all of each */
} grn_foreign_call;

/*
 * Who answers. `serves` says whether a target is known; `call` does it, on the thread that runs, and
 * reports to diag where it answers another status than GRN_OK, with which the run ends. Several runs
 * may call at once.
 */
typedef struct grn_foreign {
    bool (*serves)(void *user, const char *target, size_t target_bytes);
    grn_status (*call)(void *user, const grn_foreign_call *call, const grn_diag *diag);
    void *user;
} grn_foreign;

GRN_END_DECLS

#endif
