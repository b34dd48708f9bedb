/*
 * check.h - what the two checks share: the names that each side uses, the rules
 * they have in common with both their numbers, and how a broken one is reported.
 */
#ifndef GRN_ACCESS_CHECK_H
#define GRN_ACCESS_CHECK_H

#include "access/spec.h"

/* The rules gather and scatter share: name, number in the gather section, number in the scatter
 * section. */
#define GRN_SHARED_RULES(R)                \
    R(WINDOW_RANK, 1, 2)                   \
    R(VECTOR_DIM_RANGE, 2, 22)             \
    R(MAP_SIZE, 3, 19)                     \
    R(OFFSET_ORDER, 4, 7)                  \
    R(OFFSET_RANGE, 5, 8)                  \
    R(COLLAPSED_UNIQUE, 6, 9)              \
    R(COLLAPSED_ORDER, 7, 10)              \
    R(COLLAPSED_RANGE, 8, 11)              \
    R(BATCHING_ORDER, 10, 12)              \
    R(BATCHING_RANGE, 11, 13)              \
    R(INDICES_BATCHING_UNIQUE, 13, 14)     \
    R(INDICES_BATCHING_RANGE, 14, 15)      \
    R(INDICES_BATCHING_NOT_VECTOR, 15, 16) \
    R(BATCHING_SIZES, 16, 17)              \
    R(BATCHING_EXTENTS, 17, 18)            \
    R(MAP_UNIQUE, 18, 20)                  \
    R(MAP_RANGE, 19, 21)

typedef enum grn_shared_rule {
#define GRN_SHARED_RULE_ENUM(name, gather, scatter) GRN_RULE_##name,
    GRN_SHARED_RULES(GRN_SHARED_RULE_ENUM)
#undef GRN_SHARED_RULE_ENUM
        GRN_SHARED_RULE_COUNT
} grn_shared_rule;

/* What one of the two operations calls things. */
typedef struct grn_side {
    const char *op, *operand, *indices, *dense;
    const char *offset_dims, *collapsed, *batching, *indices_batching, *index_map;
    int number[GRN_SHARED_RULE_COUNT];
} grn_side;
extern const grn_side grn_gather_side;
extern const grn_side grn_scatter_side;

/* The state of one check. dense_rank is what the lists and indices imply, filled by
 * grn_check_dims. */
typedef struct grn_rules {
    const grn_side *side;
    const grn_dimension_numbers *dims;
    const grn_index_rule *rule;
    const grn_tensor *operand;
    const grn_tensor *indices;
    const grn_diag *diag;
    int32_t dense_rank;
} grn_rules;

/* Says that rule C`number` is broken: the message, then a note with the rule. Answers `status`. */
grn_status grn_break_rule(const grn_rules *c, int number, grn_status status, const char *format, ...)
    GRN_PRINTF(4, 5) GRN_COLD;

/* Every rule on the lists of dimensions, the index rule and the two shapes; the window extents are
 * the caller's. */
grn_status grn_check_dims(grn_rules *c);

/* A list from outside has a count the array can hold. */
grn_status grn_check_list(const grn_dims *list, const char *name, const grn_diag *diag);
/* Integers or i1. */
grn_status grn_check_index_dtype(const grn_tensor *indices, const char *name, const grn_diag *diag);

grn_status grn_check_same_shape(const grn_tensor *t, const char *name, int32_t rank, const int64_t *shape,
                                const grn_diag *diag);

/* Whether an operand dim walks no window in the dense tensor: collapsed, or batching. */
bool grn_dim_is_dropped(const grn_dimension_numbers *dims, int64_t operand_dim);
/* Whether indices have index vectors, rather than being their own components. */
static inline bool grn_has_vector_dim(const grn_dimension_numbers *dims, const grn_tensor *indices)
{
    return dims->index_vector_dim < indices->rank;
}
/* The dimension of indices that batch dimension `batch` of the dense tensor comes from. */
static inline int32_t grn_batch_to_indices_dim(const grn_dimension_numbers *dims, int32_t batch)
{
    return batch < dims->index_vector_dim ? batch : batch + 1;
}

#endif
