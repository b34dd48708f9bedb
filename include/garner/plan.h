/*
 * plan.h - a gather or scatter made ready.
 *
 * A plan is made once for a spec and the shapes, strides and dtypes of its
 * tensors, and run many times on other data of the same layout. Running
 * allocates nothing and is thread-safe: several threads may run one plan at
 * once when their destinations and scratch do not overlap. options, allocator
 * and diag may be NULL; a plan only where it is destroyed or asked for its
 * scratch.
 */
#ifndef GARNER_PLAN_H
#define GARNER_PLAN_H

#include "garner/spec.h"
#include "garner/threads.h"

GRN_BEGIN_DECLS

typedef struct grn_plan grn_plan;

typedef struct grn_plan_options {
    const char *strategy; /* name of a strategy to use whatever the cost says, cut into parts however small the plan is;
                           * NULL: the cheapest that applies */
    int32_t threads;      /* parts that may run at once; 0: as many as `parallel` runs; never more than those; below 0: GRN_E_ARGUMENT */
    const grn_parallel *parallel; /* who runs the parts; the plan keeps the pointer. NULL: the calling thread */
    const char *cpu;      /* instruction set to use: "scalar", "avx2", "avx512"; NULL: the best this machine has */
} grn_plan_options;

/*
 * Makes a plan. Tensors give shapes, strides and dtypes; their data is not
 * looked at. `options` may be NULL. GRN_E_UNSUPPORTED: the named strategy does
 * not apply (the message says why) or does not exist (the message lists them),
 * or the machine or the build has no such instruction set.
 * The plan copies the spec (a region's user pointer is kept as is) and is the
 * caller's to destroy.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_gather(const grn_gather_spec *spec, const grn_tensor *operand,
                                                const grn_tensor *indices, const grn_tensor *result,
                                                const grn_plan_options *options, const grn_allocator *allocator,
                                                const grn_diag *diag, grn_plan **out);
GRN_API GRN_MUST_USE grn_status grn_plan_scatter(const grn_scatter_spec *spec, size_t ninputs,
                                                 const grn_tensor *results, const grn_tensor *indices,
                                                 const grn_tensor *updates, const grn_plan_options *options,
                                                 const grn_allocator *allocator, const grn_diag *diag, grn_plan **out);
GRN_API void grn_plan_destroy(grn_plan *plan);

/* Bytes of scratch a run needs, often 0; never more than 4 MiB for each thread. 0 for NULL. */
GRN_API size_t grn_plan_scratch_bytes(const grn_plan *plan);

/*
 * Runs the plan on data laid out as the tensors the plan was made for. A
 * scatter takes `ninputs` pointers of results (inputs on entry) and of updates. scratch: at least grn_plan_scratch_bytes(),
 * 64-byte aligned, NULL when that is 0. GRN_E_INDEX as the spec says. GRN_E_ARGUMENT: data of a tensor with elements, a
 * list or scratch that is needed is NULL, or scratch is not aligned. GRN_E_ALIAS as for the one-shot calls.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_run_gather(const grn_plan *plan, const void *operand, const void *indices,
                                                    void *result, void *scratch, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_plan_run_scatter(const grn_plan *plan, void *const *results, const void *indices,
                                                     const void *const *updates, void *scratch, const grn_diag *diag);

/* One line that a person can read: "take-rows: 2x3 rows of 256 B, indices i64, clamp". */
GRN_API GRN_MUST_USE grn_status grn_plan_print(const grn_plan *plan, const grn_sink *sink);

/* Names of all strategies, NULL-terminated: those of gather, those of scatter. Static storage. */
GRN_API const char *const *grn_gather_strategies(void);
GRN_API const char *const *grn_scatter_strategies(void);

GRN_END_DECLS

#endif
