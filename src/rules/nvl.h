/*
 * nvl.h - the rules of anvil's gather and scatter: StableHLO's, with dimensions and index values
 * counted from 1.
 *
 *   NV-1  every list of dimensions counts from 1; index_vector_dim of rank + 1 means that every
 *         element is an index
 *   NV-2  a start i is moved to clamp(1, i, dim - slice + 1). 1 is subtracted in 64 bits, so the
 *         least value of a type stays the least; anvil subtracts in the type of the index, where it
 *         becomes the greatest
 *   NV-4  one input; input and update have one dtype; out of range is dropped; update_computation
 *         is any function of two scalars, replacement where there is none
 *   NV-5  r-stablehlo's messages where they are on record, which count dimensions from 0. The rest
 *         are the spec's
 */
#ifndef GRN_RULES_NVL_H
#define GRN_RULES_NVL_H

#include "rules/rules.h"

/* What a call calls its operand and its lists. */
typedef struct grn_nvl_names {
    const char *operand, *window, *dropped, *batching, *indices_batching, *map;
} grn_nvl_names;
extern const grn_nvl_names grn_nvl_gather_names, grn_nvl_scatter_names;

/* The lists of `n` under their names. */
typedef struct grn_nvl_named_list {
    const char *name;
    grn_dims *dims;
} grn_nvl_named_list;
enum { GRN_NVL_LISTS = 5 };
void grn_nvl_lists_of(const grn_nvl_names *names, grn_dimension_numbers *n, grn_nvl_named_list *out);

/* NV-1: a dimension counted from 0. INT64_MIN stays: it is no dimension either way. */
static inline int64_t grn_nvl_from_0(int64_t dim) { return dim > INT64_MIN ? dim - 1 : dim; }

/* NV-5, of numbers counted from 0. */
grn_status grn_nvl_check_numbers(const grn_rule_report *to, const grn_nvl_names *names, const grn_shaped *operand,
                                 const grn_shaped *indices, const grn_dimension_numbers *n);
/* NV-4 */
grn_status grn_nvl_check_dtypes(const grn_rule_report *to, const grn_shaped *input, const grn_shaped *update);

#endif
