/*
 * broken.h - garner broken on purpose: programs run op by op, with one mistake in one kind of op.
 *
 * Knows: ops alone with their operands, the canonical access. Must not know: src/differ/readings*.c, which name such
 * mistakes: it is by these here that they are tried.
 */
#ifndef TESTS_BROKEN_BROKEN_H
#define TESTS_BROKEN_BROKEN_H

#include "access/meaning.h"
#include "differ/differ.h"

/* An op in a module of its own, on compact operands that the mistake may change. */
typedef struct broken_op {
    grn_arena *arena;
    grn_ir *ir;
    grn_op *op;
    size_t noperands, nresults;
    grn_tensor *operands;
    grn_tensor *results; /* [nresults] once it is run */
} broken_op;

/* A gather, or one input of a scatter. */
typedef struct broken_access {
    broken_op *b;
    bool is_gather;
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    grn_tensor operand, indices, dense; /* dense: a scatter's updates, a gather's result */
    grn_tensor result;                  /* zeroed */
    bool done;                          /* the result is filled */
} broken_access;

/* What an index is read as: along a dimension of this extent, of which the window takes so much. */
typedef int64_t index_fn(grn_dtype dtype, int64_t raw, int64_t extent, int64_t window);

typedef struct mistake {
    const char *name;
    const char *reading; /* what `garner diff` calls it; NULL: it has no name for it */
    const char *report;  /* that it is modelled on, of this mistake or one of its kind: OWNER/REPOSITORY#NUMBER */
    const char *ops;     /* "gather scatter", of any dialect */
    /* One of these. False: the op is right. */
    index_fn *index;
    bool (*access)(broken_access *a);
    bool (*before)(broken_op *b);
    bool (*after)(broken_op *b);
} mistake;

/* Each ends with a row without a name. */
extern const mistake index_mistakes[];  /* index.c: values of indices, bounds */
extern const mistake place_mistakes[];  /* place.c: dimensions, layouts, updates that meet */
extern const mistake value_mistakes[];  /* values.c: what updates are, and how they are compared */
extern const mistake op_mistakes[];     /* ops.c */
extern const mistake number_mistakes[]; /* numbers.c: elements of other ops */

const mistake *mistake_at(size_t i); /* NULL after the last */
const mistake *mistake_named(const char *name);

/* A copy of its own. False: memory refused. */
bool own_tensor(grn_arena *arena, grn_tensor *t);
/* An access of the op that has this mistake; fills b->results. False: there is none. (access.c) */
bool run_broken_access(broken_op *b, const mistake *m);
/* Changes the operand that holds the op's indices. (access.c) */
bool change_indices(broken_op *b, index_fn *f);
/* Changes the indices of an access, which are its own. (access.c) */
bool change_access(broken_access *a, index_fn *f);
grn_dimension_numbers *dims_of(broken_access *a);
grn_index_rule *rule_of(broken_access *a);
void meaning_of(broken_access *a, grn_meaning *out);

/* The results of a function, with the mistake (NULL: none), in the arena. */
grn_status broken_run(const grn_module *module, size_t function, const mistake *m, const grn_tensor *inputs,
                      size_t ninputs, grn_arena *arena, size_t *nresults, grn_tensor **results);

#endif
