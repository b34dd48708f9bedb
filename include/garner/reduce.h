/*
 * reduce.h - the smallest program that still does something, which a caller's function tries.
 *
 * A step drops ops, puts a value in the place of what computes it, shrinks extents, removes dimensions,
 * simplifies windows, attributes and constants, empties regions, narrows dtypes. Every program that is
 * tried verifies; it keeps the dialect. Steps are rows of a table (src/reduce/steps.c).
 *
 * NULL may be options, diag, and what a field's comment says. The calls are thread-safe, on one module too. The
 * caller's functions are called by the calling thread, one at a time; programs of one call may be run at once.
 */
#ifndef GARNER_REDUCE_H
#define GARNER_REDUCE_H

#include "garner/module.h"

GRN_BEGIN_DECLS

/* A program that is tried, with inputs of its function. */
typedef struct grn_reduced {
    const grn_module *module;
    size_t function;
    size_t ninputs;
    const grn_tensor *inputs; /* compact */
} grn_reduced;

typedef struct grn_reduce_options {
    size_t size_bytes;  /* 0, or sizeof(grn_reduce_options): garner.h */
    size_t at_once;     /* how many programs are handed to `holds`, at most; 0: 1 */
    uint64_t max_tries; /* 0: no limit */
    /* Whether to go on; NULL: always. Asked between tries: a limit of time is the caller's. */
    bool (*go_on)(void *user);
    /* Told whenever a smaller program holds; may be NULL. */
    void (*smaller)(void *user, const grn_reduced *now, uint64_t tries, size_t ops);
} grn_reduce_options;

typedef struct grn_reduction grn_reduction;

/*
 * `holds` says of each of n programs whether it still does it: holds[i]. Of those that do the first is
 * taken, so that at_once changes nothing but the time. A program that was tried is not tried again.
 * Inputs of a program are its own; they shrink with its extents, and those that nothing reads go.
 * GRN_E_CHECK: the program itself does not do it. The caller destroys *out.
 */
GRN_API GRN_MUST_USE grn_status
grn_module_reduce(const grn_reduced *from, void (*holds)(void *user, size_t n, const grn_reduced *tried, bool *holds),
                  void *user, const grn_reduce_options *options, const grn_diag *diag, grn_reduction **out);
/* NULL is fine. */
GRN_API void grn_reduction_destroy(grn_reduction *reduction);
/* The smallest program that was found, which lives as long as the reduction; NULL of NULL. */
GRN_API const grn_reduced *grn_reduction_program(const grn_reduction *reduction);
/* How many programs were tried, the first included; 0 of NULL. */
GRN_API uint64_t grn_reduction_tries(const grn_reduction *reduction);
/* Ops of the program, but functions, ends of blocks and constants; 0 of NULL. */
GRN_API size_t grn_module_count_ops(const grn_module *module);

/* ---- shapes that can be tried exhaustively ----------------------------------------------------- */

typedef struct grn_shrink_options {
    size_t size_bytes;          /* 0, or sizeof(grn_shrink_options): garner.h */
    uint64_t most_combinations; /* of the values that indices may have; 0: a million, as many as are tried */
    bool every_function;        /* of each public function with a body; else of the one in `from` */
    bool only_in_range;         /* as in grn_equivalence_options */
    size_t max_memory_bytes;    /* of the runs that find which elements are indices; 0: no limit */
    uint64_t max_steps;
} grn_shrink_options;

/*
 * Makes extents smaller, the greatest first and each with all dimensions that have to be equal, until `exhaustive` of
 * grn_module_diff (differ.h) and of grn_module_equivalent (module.h) has no more combinations than that to try. Extents
 * that change nothing about that stay, an open one becomes 2. What comes of it is another program: a proof by it is one
 * for its shapes. Its ops have the places of those of `from`, and its inputs are the first elements of them.
 *   GRN_E_UNSUPPORTED: no smaller extents verify, and there are more combinations. GRN_E_ARGUMENT as of
 *   grn_module_reduce. Any other status is that of a run of the program.
 * grn_reduction_tries counts the programs that were looked at: 1 if the program is small enough as it is. The caller
 * destroys *out.
 */
GRN_API GRN_MUST_USE grn_status grn_module_shrink(const grn_reduced *from, const grn_shrink_options *options,
                                                  const grn_diag *diag, grn_reduction **out);

GRN_END_DECLS

#endif
