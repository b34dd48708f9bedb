/*
 * exec.h - what an op may use while it runs: values, memory, regions, steps,
 * gathers and scatters. The interpreter fills a grn_exec for each op and is
 * not seen otherwise.
 *
 * Must not know: how frames, plans or budgets work.
 */
#ifndef GRN_EXEC_H
#define GRN_EXEC_H

#include "comm/comm.h"
#include "garner/bags.h"
#include "garner/segments.h"
#include "garner/threads.h"
#include "ir/ir.h"

/* ---- evaluation interface (the part of the interpreter that a row's eval may use) ------------ */

/* A value at run time: a tensor view that shares its buffer, or a tuple. Copy with
 * exec->calls->share only. */
typedef struct grn_rt {
    grn_tensor tensor;
    struct grn_buffer *buffer; /* who owns the bytes; NULL for constants, which live with the module */
    size_t nmembers;           /* tuple */
    struct grn_rt *members;
} grn_rt;

/* The memory that a value is a view of. */
typedef struct grn_storage {
    char *begin;
    size_t bytes;
    bool ended;    /* the program has deallocated it */
    bool constant; /* the program may not write to it */
} grn_storage;

typedef struct grn_run_flags {
    bool check_promises;    /* false sorted/unique promises are GRN_E_PROMISE */
    bool strict_bounds;     /* an index out of range is GRN_E_INDEX, whatever the op's own rule */
    bool drop_whole_window; /* scatter: XLA's and JAX's grain instead of the spec's */
    bool library_products;  /* sums of products are a BLAS's where one can be loaded */
    bool needs_library;     /* ... and without one an error */
} grn_run_flags;

/* A region of element-wise ops over rank-0 tensors, compiled to run on many elements at once. */
typedef struct grn_compiled grn_compiled;

/* Processes that an op runs: `programs` are functions, one for each of replicas * partitions
 * processes, in order. Each reads the whole of `infeed`, functions without inputs, from its
 * start. */
typedef struct grn_process_grid {
    grn_grid_shape shape;
    const grn_op *const *programs;
    size_t ninfeed;
    const grn_op *const *infeed;
} grn_process_grid;

/* A library that is loaded when an op first asks for it. Its address identifies it: it is static. */
typedef struct grn_library {
    const char *const *files; /* the first that can be opened is used; NULL ends the list */
    const char *package;      /* Debian's that has one of them, for messages */
} grn_library;

typedef struct grn_exec grn_exec;

/* What an op may ask for while it runs. An interpreter has one constant table of these; each takes
 * the exec it stands in. */
typedef struct grn_exec_calls {
    /* Takes so many steps from the run's budget, before they are done. GRN_E_LIMIT, reported, when
     * fewer are left. */
    grn_status (*charge)(grn_exec *x, uint64_t steps);
    /* The same for n runs of a compiled region. */
    grn_status (*charge_compiled)(grn_exec *x, const grn_compiled *compiled, uint64_t n);
    /* New uninitialised compact tensor as *out, its elements charged. GRN_E_MEMORY (with a message
     * naming size and limit), GRN_E_LIMIT. */
    grn_status (*alloc)(grn_exec *x, grn_dtype dtype, int32_t rank, const int64_t *shape, grn_rt *out);
    /* *out shares in's buffer under another view (`view` NULL: the same). */
    grn_status (*share)(grn_exec *x, const grn_rt *in, const grn_tensor *view, grn_rt *out);
    void (*release)(grn_exec *x, grn_rt *value);
    /* Whether operand i's buffer may be written over: it is compact, this op is its last use, and
     * no other value shares it. Then exec->calls->donate(i) hands the buffer to *out, charged as a
     * new one would be. */
    bool (*may_donate)(grn_exec *x, const grn_op *op, size_t i);
    grn_status (*donate)(grn_exec *x, size_t i, grn_rt *out);
    /* Of a value that has a buffer, as each memref has. Its bytes stay until the last view of it
     * goes, also once it is ended. */
    grn_storage (*storage)(const grn_rt *value);
    void (*end_storage)(const grn_rt *value);
    void (*make_constant)(const grn_rt *value); /* nothing is written to its storage from now on */
    /* Runs a one-block region: the terminator's operands come out as results, the caller's to
     * release. The region takes the args over and leaves them empty, so that it may write over a
     * value that is not shared; share what is needed afterwards. */
    grn_status (*run_region)(grn_exec *x, const grn_region *region, size_t nargs, grn_rt *args, size_t nresults,
                             grn_rt *results);
    /* Calls a function by its op. Depth is limited: GRN_E_LIMIT. */
    grn_status (*call)(grn_exec *x, const grn_op *callee, size_t nargs, const grn_rt *args, size_t nresults,
                       grn_rt *results);
    /* Runs a grid of processes: what they take, and what they give, lies one behind the other. A
     * process of a grid starts none: GRN_E_UNSUPPORTED. */
    grn_status (*run_grid)(grn_exec *x, const grn_process_grid *grid, const grn_rt *args, grn_rt *results);
    /* The next function of the infeed; NULL: there is none left. */
    const grn_op *(*infeed)(grn_exec *x);
    /* Shares an operand, which is kept with the results of the run. */
    grn_status (*outfeed)(grn_exec *x, size_t operand);
    /* Shares an operand under a name, which lives with the module, and hands it to the run's
     * probe. */
    grn_status (*probe)(grn_exec *x, grn_str id, size_t operand);
    /* The value that was shared under this name as the `iteration`th, from 0; NULL: there is
     * none. */
    const grn_tensor *(*probed)(grn_exec *x, grn_str id, uint64_t iteration);
    /* Writes the whole text at once to where a program prints, if it prints anywhere. */
    grn_status (*print)(grn_exec *x, const char *text, size_t bytes);
    /* Compiles a region for element-wise use; works for every region (those that are not
     * element-wise run one element at a time). Free with free_compiled. */
    grn_status (*compile_region)(grn_exec *x, const grn_region *region, grn_compiled **out);
    /* n elements: args[i], results[i] compact arrays of n elements of the region's argument and
     * result dtypes. results may alias args of the same dtype element for element. */
    grn_status (*run_compiled)(grn_exec *x, grn_compiled *compiled, size_t n, const void *const *args,
                               void *const *results);
    /* `count` elements one after the other: the region of the ninputs accumulators and of the next
     * elements[i] becomes the accumulators. */
    grn_status (*fold_compiled)(grn_exec *x, grn_compiled *compiled, size_t ninputs, size_t count, void *const *acc,
                                const void *const *elements);
    /* The one function that the region is, of its arguments in their order; NULL: it is none. */
    const struct grn_bound_element *(*compiled_single)(const grn_compiled *compiled);
    void (*free_compiled)(grn_exec *x, grn_compiled *compiled);
    /* A gather or scatter that an eval is made of, as those of to_spec run: under the run's
     * switches, reported where plans are, its promises checked, by a plan that is kept. `full` is
     * updated in place; the combiner is no region. */
    grn_status (*gather)(grn_exec *x, const grn_gather_spec *spec, const grn_tensor *operand, const grn_tensor *indices,
                         const grn_tensor *result, const grn_diag *diag);
    grn_status (*scatter)(grn_exec *x, const grn_scatter_spec *spec, const grn_tensor *full, const grn_tensor *indices,
                          const grn_tensor *updates, const grn_diag *diag);
    /* A scatter whose indices are the eval's and not the program's: no switch of the run is about
     * them, nothing is charged or reported. Its combiner may be a function. */
    grn_status (*scatter_own)(const grn_scatter_spec *spec, const grn_tensor *full, const grn_tensor *indices,
                              const grn_tensor *updates, const grn_diag *diag);
    /* Bags of rows of a table (garner/bags.h), on the run's threads; `rows` is the gather of the rows
     * that they are made of, which runs before them where somebody observes accesses or plans. */
    grn_status (*bag)(grn_exec *x, const grn_bag_spec *spec, const grn_bag_tensors *tensors,
                      const grn_gather_spec *rows, const grn_diag *diag);
    /* A reduction over segments (garner/segments.h). */
    grn_status (*segments)(grn_exec *x, const grn_segment_spec *spec, const grn_segment_tensors *tensors,
                           const grn_diag *diag);
    /* The address of a function of the library, which stays loaded as long as the module; NULL: no
     * file of it can be opened, or the one that was opened lacks the function. Takes some hash
     * look-ups: ask once for each op. */
    void *(*library)(grn_exec *x, const grn_library *library, const char *function);
} grn_exec_calls;

struct grn_exec {
    const grn_exec_calls *calls;
    const grn_rt *operands; /* op->noperands */
    grn_rt *results;        /* op->nresults, zeroed on entry; eval fills each */
    grn_run_flags flags;
    const grn_diag *diag;
    const grn_allocator *allocator; /* scratch; within the run's budget */
    const grn_parallel *parallel;   /* the run's threads; NULL: the calling one alone */
    /* Where the loops of the innermost op that walks a space of loops stand; such an op sets it,
     * and sets it back (rank -1: there is none). */
    struct grn_loop_position {
        int32_t rank;
        const int64_t *v;
    } * position;
    /* What the innermost op whose iterations write into its results has for them (scf.forall): it
     * sets it, and sets it back. */
    grn_rt **shared;
    const struct grn_foreign *foreign; /* who answers calls that no row does; NULL: nobody */
    /* The processes that this one runs among; of a run without others grn_grid_alone. */
    const grn_own_grid *grid;
};

/* Steps are counted up to UINT64_MAX, which no budget allows. */
static inline uint64_t grn_steps_add(uint64_t a, uint64_t b) { return a > UINT64_MAX - b ? UINT64_MAX : a + b; }
static inline uint64_t grn_steps_times(uint64_t a, uint64_t b)
{
    return b != 0 && a > UINT64_MAX / b ? UINT64_MAX : a * b;
}

/* Fails at run time at the op's place with its name in front: "stablehlo.pad: ...". Returns
 * status. */
grn_status grn_exec_fail(const grn_exec *x, const grn_op *op, grn_status status, const char *format, ...)
    GRN_PRINTF(4, 5);

#endif
