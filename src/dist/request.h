/* request.h - the arguments of a call that makes a plan. */
#ifndef GRN_DIST_REQUEST_H
#define GRN_DIST_REQUEST_H

#include "dist/dist.h"

typedef struct grn_dist_request {
    const grn_gather_spec *gather; /* NULL: a scatter */
    const grn_scatter_spec *scatter;
    const grn_comm *comm;
    size_t ninputs;
    const grn_dist_tensor *operand, *indices, *dense; /* a scatter: [ninputs] but indices */
    const grn_dist_options *options;
    const grn_allocator *allocator;
    const grn_diag *diag;
} grn_dist_request;

extern const char *const grn_dist_gather_names[3], *const grn_dist_scatter_names[3]; /* for messages */

/* Not collective. */
grn_status grn_dist_check_comm(const grn_comm *c, const grn_diag *diag);
grn_status grn_dist_check_request(const grn_dist_request *r);
/* A number of all that ranks have to agree on. */
uint64_t grn_dist_request_hash(const grn_dist_request *r);

#endif
