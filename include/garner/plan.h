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

#include "garner/machine.h"
#include "garner/spec.h"
#include "garner/threads.h"
#include "garner/tuning.h"

GRN_BEGIN_DECLS

typedef struct grn_plan grn_plan;

/*
 * A plan is composed of three choices, each a row of a table:
 *
 *   addressing   how the positions of index vectors are computed
 *   partition    how the work is divided over threads
 *   mover        how elements move
 *
 * The rows, and when each wins, are in docs/performance.md. Every composition that applies gives the same bits.
 */
typedef struct grn_plan_options {
    size_t size_bytes;                          /* 0, or sizeof(grn_plan_options): garner.h */
    const char *addressing, *partition, *mover; /* names of rows to use whatever they cost; NULL: chosen by cost */
    int32_t threads; /* parts that may run at once; 0: as many as `parallel` runs; never more than those; below 0: GRN_E_ARGUMENT */
    const grn_parallel *parallel; /* who runs the parts; the plan keeps the pointer. NULL: the calling thread */
    const char *cpu;              /* instruction set to use: "scalar", "avx2", "avx512"; NULL: the best this machine has */
    const grn_machine *machine;   /* figures to choose by, not kept; NULL: grn_machine_here */
    /*
     * Measured planning; both NULL and 0: none. Where no row is named: what `tuning` knows of the problem is used; what it does
     * not know, or where there is none, is timed for about `tune_seconds`, and noted. Tensors with data are used as they are: a
     * gather's result is written over, a scatter's results are copied first. For those without data memory is allocated, and indices
     * are random. A scatter by a region is not timed.
     */
    grn_tuning *tuning;
    double tune_seconds; /* not negative */
} grn_plan_options;

/*
 * Makes a plan. Tensors give shapes, strides and dtypes; their data is not
 * read, unless it is timed. `options` may be NULL. GRN_E_UNSUPPORTED: a named row does not
 * apply, alone or with the others named (the message says why), or does not
 * exist (the message lists those that do), or the machine or the build has no such instruction set.
 * The plan copies the spec (a region's user pointer is kept as is) and is the
 * caller's to destroy.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_gather(const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                                                const grn_tensor *result, const grn_plan_options *options,
                                                const grn_allocator *allocator, const grn_diag *diag, grn_plan **out);
GRN_API GRN_MUST_USE grn_status grn_plan_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                                 const grn_tensor *indices, const grn_tensor *updates,
                                                 const grn_plan_options *options, const grn_allocator *allocator,
                                                 const grn_diag *diag, grn_plan **out);
/* NULL is fine. */
GRN_API void grn_plan_destroy(grn_plan *plan);

/* Bytes of scratch a run needs, often 0; at most 4 MiB for each thread, but where the addressing is `radix`, which takes up to 12
 * bytes for each index vector. 0 for NULL. */
GRN_API size_t grn_plan_scratch_bytes(const grn_plan *plan);

/*
 * Runs the plan on data laid out as the tensors the plan was made for. A
 * scatter takes `ninputs` pointers of results (inputs on entry) and of updates. scratch: at least grn_plan_scratch_bytes(),
 * 64-byte aligned, NULL when that is 0. GRN_E_INDEX as the spec says. GRN_E_ARGUMENT: data of a tensor with elements, a
 * list or scratch that is needed is NULL, or scratch is not aligned. GRN_E_ALIAS as for the one-shot calls.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_run_gather(const grn_plan *plan, const void *operand, const void *indices, void *result,
                                                    void *scratch, const grn_diag *diag);
GRN_API GRN_MUST_USE grn_status grn_plan_run_scatter(const grn_plan *plan, void *const *results, const void *indices,
                                                     const void *const *updates, void *scratch, const grn_diag *diag);

/* What is chosen, for a whole run. Static storage, but for the numbers. */
typedef struct grn_plan_report {
    const char *addressing, *partition, *mover;
    const char *cpu;     /* the instruction set */
    int32_t threads;     /* that may run at once */
    int32_t parts;       /* that the work is divided into; 1: it is not */
    int64_t elements;    /* of the result or the updates, over all inputs */
    int64_t moved_bytes; /* of them */
    size_t scratch_bytes;
    double expected_ns; /* by the machine's figures */
    bool empty;         /* nothing to move: the other fields are not set */
} grn_plan_report;
/* GRN_E_ARGUMENT: NULL. */
GRN_API GRN_MUST_USE grn_status grn_plan_describe(const grn_plan *plan, grn_plan_report *out);

/*
 * The same of a one-shot call, grn_gather or grn_scatter, on such tensors, whose data is not read: it runs on the calling
 * thread, without scratch. Where the small-size fast path takes it, the addressing is "small", and expected_ns is 0; one whose
 * indices are not all in range is planned after all. A scatter of more than 8 inputs is moved by the reference: its mover. As the
 * calls themselves where the problem is not right.
 */
GRN_API GRN_MUST_USE grn_status grn_gather_describe(const grn_gather_spec *spec, const grn_tensor *operand,
                                                    const grn_tensor *indices, const grn_tensor *result, const grn_diag *diag,
                                                    grn_plan_report *report);
GRN_API GRN_MUST_USE grn_status grn_scatter_describe(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                                     const grn_tensor *indices, const grn_tensor *updates, const grn_diag *diag,
                                                     grn_plan_report *report);

/* A composition that applies, and what it is expected to take. */
typedef struct grn_plan_composition {
    const char *addressing, *partition, *mover; /* static storage */
    double expected_ns;
} grn_plan_composition;
/*
 * All compositions that apply to the plan's problem, threads and cpu, in the order of the tables, up to `room` of them; answers
 * how many there are. 0 for NULL, and where nothing moves. Each can be had by naming its rows in grn_plan_options.
 */
GRN_API size_t grn_plan_compositions(const grn_plan *plan, size_t room, grn_plan_composition *out);

/* The axes, and the rows of each. */
typedef enum grn_plan_axis { GRN_AXIS_ADDRESSING, GRN_AXIS_PARTITION, GRN_AXIS_MOVER } grn_plan_axis;
/* The name of row `i` of an axis, for gathers or for scatters; NULL after the last, and for no such axis. Static storage. */
GRN_API const char *grn_plan_row(grn_plan_axis axis, bool scatter, size_t i);

/*
 * One line that a person can read: what is chosen on each axis, the shape as it is run, instruction set, threads and parts, what
 * it is expected to take, and of each other row what the best plan with it would take, or why there is none.
 */
GRN_API GRN_MUST_USE grn_status grn_plan_print(const grn_plan *plan, const grn_sink *sink);

GRN_END_DECLS

#endif
