/* regions.h - regions of ops: what they see, and what is combined in them. */
#ifndef GRN_GENERATE_REGIONS_H
#define GRN_GENERATE_REGIONS_H

#include "generate/generate.h"

/* What was so before a region was opened. */
typedef struct grn_gen_region {
    grn_vec values;
    size_t nvalues;
    bool isolated, closed, scalars, exact_only;
    int depth;
} grn_gen_region;

/* Gives arguments names. The regions of a loop share theirs: its short form declares them once. */
void grn_gen_number_arguments(grn_gen *g, size_t nargs, grn_gen_value *args);
/*
 * Writes "{" and a block with these arguments, if there are any. An isolated region sees
 * nothing else, and holds numbers alone: no tensors that have dimensions.
 */
void grn_gen_region_open(grn_gen *g, grn_gen_region *r, bool isolated, size_t nargs, grn_gen_value *args);
/* Writes what it returns, and "}". */
void grn_gen_region_close(grn_gen *g, grn_gen_region *r, size_t count, const grn_gen_value *returned);

/* A function of two numbers that is associative: what reductions and scatters combine by. */
typedef struct grn_gen_fold {
    const char *name; /* of the op */
    uint32_t classes;
    enum { GRN_FOLD_ADD, GRN_FOLD_MULTIPLY, GRN_FOLD_MAXIMUM, GRN_FOLD_MINIMUM, GRN_FOLD_BITS, GRN_FOLD_ALL_BITS } kind;
} grn_gen_fold;
extern const grn_gen_fold grn_gen_folds[]; /* ends with name NULL */
#define GRN_FOLDS 7

/* A fold that takes the dtype; NULL: none of them does. */
const grn_gen_fold *grn_gen_fold_draw(grn_gen *g, grn_dtype dtype);
/* What an operand has to be so that a fold of n of its elements is not too far off. */
grn_want grn_gen_fold_want(const grn_gen *g, const grn_gen_fold *fold, const grn_gen_type *type, double n);
/* Of a fold of up to n elements in any order. False: it would be too far off. */
bool grn_gen_fold_facts(const grn_gen *g, const grn_gen_fold *fold, grn_dtype dtype, const grn_facts *x, double n,
                        grn_facts *out);
/* A constant that changes nothing. */
grn_gen_value grn_gen_fold_identity(grn_gen *g, const grn_gen_fold *fold, grn_dtype dtype);
/* The same, or a number that does change the result, which the specification then leaves open; of which `facts` tell. */
grn_gen_value grn_gen_fold_initial(grn_gen *g, const grn_gen_fold *fold, grn_dtype dtype, grn_facts *facts);
/* A region that folds two numbers, for each of `count` dtypes. */
void grn_gen_fold_put_region(grn_gen *g, const grn_gen_fold *fold, size_t count, const grn_dtype *dtypes);

#endif
