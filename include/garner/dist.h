/*
 * dist.h - gathers and scatters of tensors that ranks share.
 *
 * As PETSc's star forest: a plan is made of layouts, indices are bound to it once, and it runs many
 * times on other data. What comes out has, part by part, the bits that one process computes:
 * gathers move bits, and the updates of one element meet in their global row-major order, whatever
 * rank they come from. Nothing is dropped and no index is silently wrong: starts are 64-bit and
 * global before anything is divided.
 *
 * All calls that take a plan or a communicator are collective (comm.h) but those that say
 * otherwise. Of a rank, one thread at a time uses a plan and its communicator; the other calls are
 * thread-safe. options, allocator and diag may be NULL.
 */
#ifndef GARNER_DIST_H
#define GARNER_DIST_H

#include "garner/comm.h"
#include "garner/plan.h"

GRN_BEGIN_DECLS

/* Who has position k of a dimension of extent n in p parts. */
#define GRN_OWNERS(O)                                                                                  \
    O(BLOCK, "block")   /* part k / ceil(n / p): blocks of one size, the last ones shorter or empty */ \
    O(CYCLIC, "cyclic") /* part k % p, where it lies at k / p */
typedef enum grn_owner {
#define GRN_OWNER_ENUM(name, text) GRN_OWNER_##name,
    GRN_OWNERS(GRN_OWNER_ENUM)
#undef GRN_OWNER_ENUM
        GRN_OWNER_COUNT
} grn_owner;
/* Static storage; "unknown" outside the list. Any thread. */
GRN_API const char *grn_owner_text(grn_owner owner);

/*
 * How a tensor lies on ranks. Of dimension d, rank r has part r / step[d] % parts[d]: with parts 1
 * everyone has all of it. So in a mesh of 2 x 4 ranks, numbered row by row, the first axis has step
 * 4 and parts 2, the second step 1 and parts 4. Ranks that have the same parts of all dimensions
 * have copies, which agree.
 */
typedef struct grn_layout {
    int32_t rank;
    int64_t shape[GRN_MAX_RANK]; /* of the whole tensor */
    int32_t parts[GRN_MAX_RANK]; /* 0 stands for 1 */
    int32_t step[GRN_MAX_RANK];  /* 0 stands for 1 */
    grn_owner owner[GRN_MAX_RANK];
    /* NULL; or, where ranks are not numbered so, [size * rank]: the part of dimension d that rank r
     * has, at r * rank + d. Read while the plan is made, and not kept. */
    const int32_t *part_of;
} grn_layout;

/* The shape of what a rank has (shape[GRN_MAX_RANK]). GRN_E_ARGUMENT for a layout or a rank that is
 * none. Not collective. */
GRN_API GRN_MUST_USE grn_status grn_layout_local_shape(const grn_layout *layout, int32_t rank, int32_t size,
                                                       int64_t *shape);
/* Position k of dimension d of the whole tensor, where it is element i of what the rank has. Not
 * collective, no checks. */
GRN_API int64_t grn_layout_position(const grn_layout *layout, int32_t rank, int32_t d, int64_t i);

/* A tensor that ranks share: its layout, and the view that is this rank's, whose shape is the
 * layout's local one. */
typedef struct grn_dist_tensor {
    grn_layout layout;
    grn_tensor local; /* any strides; data may be NULL where a plan is made */
} grn_dist_tensor;
/* A tensor whose dimension 0, of `extent` positions, is divided among `ranks` ranks in blocks, rank
 * r having block r; `local` is this rank's part, and says the other extents. A local of rank 0 is
 * everyone's. No checks, not collective. */
GRN_API grn_dist_tensor grn_dist_blocks(grn_tensor local, int64_t extent, int32_t ranks);

typedef struct grn_dist_plan grn_dist_plan;

/*
 * How elements come where they belong. Every one that applies gives the same bits; `combine`
 * applies only where the order of updates cannot show, or under `reassociate`.
 */
#define GRN_DIST_WAYS(W)                                                                                              \
    W(LOCAL, "local")   /* every rank has all that it needs: nothing travels */                                       \
    W(ROUTED, "routed") /* gather: rows are asked of their owners, each once; scatter: updates go to the owners */    \
    W(EVERYWHERE,                                                                                                     \
      "everywhere")       /* gather: the operand comes to all; scatter: indices and updates do, and owners compute */ \
    W(COMBINE, "combine") /* scatter: each rank combines its updates, and the results are combined */
typedef enum grn_dist_way {
    GRN_DIST_CHOSEN, /* by cost */
#define GRN_DIST_WAY_ENUM(name, text) GRN_DIST_##name,
    GRN_DIST_WAYS(GRN_DIST_WAY_ENUM)
#undef GRN_DIST_WAY_ENUM
        GRN_DIST_WAY_COUNT
} grn_dist_way;
GRN_API const char *grn_dist_way_text(grn_dist_way way);

typedef struct grn_dist_options {
    size_t size_bytes; /* 0, or sizeof(grn_dist_options): garner.h */
    grn_dist_way way;  /* GRN_E_UNSUPPORTED where it does not apply, with the reason */
    /* floats may be combined in another order: `combine` for f16, bf16, f32, f64, and sums of
     * complex */
    bool reassociate;
    size_t
        /* that leave a rank, or come to it, at a time: of rows, ids, elements of one input; 0: 64
         * MiB. One row goes all the same, and where results are combined one element of each rank.
         * More goes in rounds, which ranks agree on; the bits are the same */
        most_staged_bytes;
    const grn_plan_options *plan; /* of the local plans; kept are only what it says that plans keep */
} grn_dist_options;

/*
 * Plans a gather. Dimension numbers and slice sizes are of the whole tensors; result has the shape
 * of the whole gather, in any layout. GRN_E_SHAPE, GRN_E_DTYPE, GRN_E_ARGUMENT as grn_gather_shape;
 * GRN_E_SHAPE where a local view is not of its layout's shape; GRN_E_ARGUMENT where ranks do not
 * agree on spec or layouts. The plan keeps the communicator's pointer, copies all else, and is the
 * caller's to destroy. GRN_E_LIMIT: more than 64 inputs, or a result of GRN_MAX_RANK dims that are
 * all of the window, if it is routed. *out is NULL after every error.
 */
GRN_API GRN_MUST_USE grn_status grn_dist_plan_gather(const grn_gather_spec *spec, const grn_comm *comm,
                                                     const grn_dist_tensor *operand, const grn_dist_tensor *indices,
                                                     const grn_dist_tensor *result, const grn_dist_options *options,
                                                     const grn_allocator *allocator, const grn_diag *diag,
                                                     grn_dist_plan **out);
/* The same of a scatter: `ninputs` results, inputs on entry, all in one layout; and as many
 * updates, all in one. */
GRN_API GRN_MUST_USE grn_status grn_dist_plan_scatter(const grn_scatter_spec *spec, const grn_comm *comm,
                                                      size_t ninputs, const grn_dist_tensor *results,
                                                      const grn_dist_tensor *indices, const grn_dist_tensor *updates,
                                                      const grn_dist_options *options, const grn_allocator *allocator,
                                                      const grn_diag *diag, grn_dist_plan **out);
/* NULL is fine. Not collective. */
GRN_API void grn_dist_plan_destroy(grn_dist_plan *plan);

/*
 * Takes the indices: works out where each row lies, asks for each that is needed once, and agrees
 * with the others. `indices` is this rank's part, laid out as planned, and is kept only by a plan
 * that runs `local`, which reads it in each run. GRN_E_INDEX under GRN_BOUNDS_ERROR: on all ranks,
 * with the message that one process gives: of the first index vector that is out of range, in
 * row-major order of the whole tensor of indices. Binding again takes the place of the last time;
 * after an error the plan is not bound.
 */
GRN_API GRN_MUST_USE grn_status grn_dist_bind(grn_dist_plan *plan, const void *indices, const grn_diag *diag);

/* Runs on data laid out as planned; a plan that is not bound is GRN_E_ARGUMENT. What the tensors
 * point to may not overlap. A scatter's results hold the inputs on entry; copies that ranks have of
 * one part agree then, and do so afterwards. A plan that runs `local` waits for no other rank, and
 * answers for this one alone, but under GRN_BOUNDS_ERROR, where all look at their indices first. A
 * region's status ends the call with part of the results written. */
GRN_API GRN_MUST_USE grn_status grn_dist_run_gather(grn_dist_plan *plan, const void *operand, void *result,
                                                    const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_dist_run_scatter(grn_dist_plan *plan, void *const *results,
                                                     const void *const *updates, const grn_diag *diag);

/* What this rank sent and received in the last run (0: there was none) and in the last binding,
 * counted. Not collective. */
typedef struct grn_traffic {
    grn_dist_way way;
    int64_t messages_sent, messages_received; /* to and from others, in a run */
    int64_t bytes_sent, bytes_received;       /* the same; what a rank gives itself does not count */
    int64_t bind_bytes_received;              /* indices and requests, when it was bound */
    /* gather: rows of this rank's result; distinct; of those, others' */
    int64_t rows_needed, rows_distinct, rows_remote;
    int64_t row_bytes;
    /* by any way that sends whole elements: distinct remote rows, or updates that go elsewhere */
    int64_t least_bytes_received;
} grn_traffic;
GRN_API GRN_MUST_USE grn_status grn_dist_traffic(const grn_dist_plan *plan, grn_traffic *out);

GRN_END_DECLS

#endif
