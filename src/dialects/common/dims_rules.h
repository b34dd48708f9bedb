/*
 * dims_rules.h - the rules on lists of dimensions that gather and scatter
 * have in common, worded as each of the two words them.
 */
#ifndef GRN_DIMS_RULES_H
#define GRN_DIMS_RULES_H

#include "access/map.h"
#include "dialects/stablehlo/stablehlo.h"

/* A list of dimension numbers as written: any length, any values. */
typedef struct grn_dim_list {
    const char *name;
    size_t count;
    const int64_t *v;
} grn_dim_list;

/* The dimension numbers of a gather or a scatter as written, under gather's names. */
typedef struct grn_dim_numbers {
    grn_dim_list offset, collapsed, batching, indices_batching, map;
    int64_t vector_dim;
} grn_dim_numbers;

/* What one op calls its struct attribute and the lists in it. */
typedef struct grn_dim_names {
    const grn_struct_def *record;
    const char *attr; /* NULL: each list is an attribute of its own */
    const char *offset, *collapsed, *batching, *indices_batching, *map;
} grn_dim_names;
/* Of stablehlo.gather and its like, stablehlo.scatter, and the hub's ops. */
extern const grn_dim_names grn_gather_names, grn_scatter_names, grn_garner_names;
grn_dim_numbers grn_dim_numbers_of(const grn_op *op, const grn_dim_names *names);
/* The op's numbers are these from now on; what is nothing is left out. False: memory refused. */
bool grn_dim_numbers_set(grn_ir *ir, grn_op *op, const grn_dim_names *names, const grn_dimension_numbers *numbers);

/* How one op punctuates: "expects a to be sorted, got: [1, 0]" or "Expects a to be sorted; got: [1,
 * 0]." */
typedef struct grn_dim_wording {
    const char *expects, *got, *stop;
} grn_dim_wording;
extern const grn_dim_wording grn_gather_wording, grn_scatter_wording;

/* What is under test, for messages. */
typedef struct grn_dim_rules {
    const grn_op *op;
    const grn_check *check;
    const grn_dim_wording *wording;
} grn_dim_rules;

/* Field `name` of the op's struct attribute `attr`. */
grn_dim_list grn_dim_list_of(const grn_op *op, const char *attr, const char *name);
bool grn_dim_list_has(const grn_dim_list *list, int64_t dim);

/* No value twice in a list of any length (dims_rules.c says how far that is seen). */
bool grn_dims_are_unique(size_t count, const int64_t *v);
/* Nor in two lists together. */
bool grn_dims_are_distinct(const grn_dim_list *a, const grn_dim_list *b);

/* Each answers GRN_OK or breaks rule `rule`. */
grn_status grn_dims_sorted(const grn_dim_rules *r, const char *rule, const grn_dim_list *list);
/* No value twice; for a list known to be sorted, or any other. */
grn_status grn_dims_not_repeated(const grn_dim_rules *r, const char *rule, const grn_dim_list *list);
/* Each in [0, limit); `limit_name`: "rank-of('operand')". */
grn_status grn_dims_in_range(const grn_dim_rules *r, const char *rule, const grn_dim_list *list, const char *limit_name,
                             int64_t limit);
/* No dimension twice in the two lists together. */
grn_status grn_dims_distinct(const grn_dim_rules *r, const char *rule, const grn_dim_list *a, const grn_dim_list *b);
/* index_vector_dim is not in `list`. */
grn_status grn_dims_without_vector(const grn_dim_rules *r, const char *rule, const grn_dim_list *list,
                                   int64_t index_vector_dim);
/* The two batching lists are as long as each other. */
grn_status grn_dims_same_size(const grn_dim_rules *r, const char *rule, const grn_dim_list *a, const grn_dim_list *b);
/* a_shape[a[i]] agrees with b_shape[b[i]]; both lists are in range. */
grn_status grn_dims_same_extents(const grn_dim_rules *r, const char *rule, const grn_dim_list *a,
                                 const int64_t *a_shape, const grn_dim_list *b, const int64_t *b_shape);
/* 0 <= index_vector_dim <= rank of indices. */
grn_status grn_dims_vector_in_range(const grn_dim_rules *r, const char *rule, int64_t index_vector_dim,
                                    const char *indices_name, int32_t indices_rank);

/* A list, or all the dimension numbers, short enough for a spec: GRN_E_LIMIT otherwise. */
grn_status grn_dim_numbers_to_spec(const grn_dim_numbers *d, const grn_op *op, const grn_diag *diag,
                                   grn_dimension_numbers *out);
/* The map of numbers that hold against ranks. False: there are more dimensions than garner
 * takes. */
bool grn_dim_numbers_map(const grn_dim_numbers *d, int32_t operand_rank, int32_t indices_rank, grn_access_map *out);
grn_status grn_dims_to_spec(const grn_dim_list *list, const grn_op *op, const grn_diag *diag, grn_dims *out);

/* A diag that gives messages without a place the op's place and name: for the spec layer's messages
 * at run time. */
typedef struct grn_op_diag {
    grn_diag diag;
    const grn_diag *inner;
    const grn_op *op;
} grn_op_diag;
void grn_op_diag_init(grn_op_diag *d, const grn_op *op, const grn_diag *inner);

#endif
