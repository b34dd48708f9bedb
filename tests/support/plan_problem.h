/* plan_problem.h - shapes to plan for without data, and the stored models of the machines met. */
#ifndef TEST_SUPPORT_PLAN_PROBLEM_H
#define TEST_SUPPORT_PLAN_PROBLEM_H

#include "garner/machine.h"
#include "garner/plan.h"

/* As a combiner: a region that takes windows where they lie. */
#define REGION_IN_ORDER GRN_COMBINER_COUNT

typedef struct plan_problem {
    const char *claim;
    bool is_scatter;
    grn_dimension_numbers dims;
    int32_t rank, index_rank, dense_rank;
    int64_t operand[3], slice[3], indices[3], dense[3];
    grn_dtype dtype, index_dtype;
    grn_combiner combiner; /* of a scatter; a region does nothing */
    bool sorted, unique;   /* promised */
    int64_t dense_step;    /* elements of the dense tensor, from one to the next; 0: they lie together */
} plan_problem;

/* Rows of a matrix; elements of a vector; elements of a matrix by two coordinates; windows at two
 * coordinates. */
#define ROW_DIMS                                                                                                      \
    {                                                                                                                 \
        .offset_dims = {1, {1}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define ELEMENT_DIMS                                                                         \
    {                                                                                        \
        .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, .index_vector_dim = 1 \
    }
#define POINT_DIMS                                                                                 \
    {                                                                                              \
        .collapsed_slice_dims = {2, {0, 1}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1 \
    }
#define WINDOW_DIMS                                                                       \
    {                                                                                     \
        .offset_dims = {2, {1, 2}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1 \
    }
/* Of [2] dimensions, `axis` by indices and the other a batch; of [3], the middle one. */
#define ALONG(axis)                                                                                             \
    {                                                                                                           \
        .collapsed_slice_dims = {1, {axis}}, .operand_batching_dims = {1, {1 - (axis)}},                        \
        .start_indices_batching_dims = {1, {1 - (axis)}}, .start_index_map = {1, {axis}}, .index_vector_dim = 2 \
    }
#define ALONG_MIDDLE                                                                                   \
    {                                                                                                  \
        .collapsed_slice_dims = {1, {1}}, .operand_batching_dims = {2, {0, 2}},                        \
        .start_indices_batching_dims = {2, {0, 2}}, .start_index_map = {1, {1}}, .index_vector_dim = 3 \
    }
#define BATCHED_ROWS                                                                                  \
    {                                                                                                 \
        .offset_dims = {1, {2}}, .collapsed_slice_dims = {1, {1}}, .operand_batching_dims = {1, {0}}, \
        .start_indices_batching_dims = {1, {0}}, .start_index_map = {1, {1}}, .index_vector_dim = 2   \
    }
#define SLABS                                                                                      \
    {                                                                                              \
        .offset_dims = {2, {1, 2}}, .collapsed_slice_dims = {1, {0}}, .start_index_map = {1, {0}}, \
        .index_vector_dim = 1                                                                      \
    }
#define COLUMNS                                                                                                       \
    {                                                                                                                 \
        .offset_dims = {1, {0}}, .collapsed_slice_dims = {1, {1}}, .start_index_map = {1, {1}}, .index_vector_dim = 1 \
    }

/* A gather has the error policy and a scatter leaves out what is out of range, as the spec's
 * defaults are. */
grn_status plan_problem_plan(const plan_problem *p, const grn_plan_options *options, const grn_diag *diag,
                             grn_plan **out);

/* share/machines/NAME, over the defaults. Aborts where it cannot be read. */
void stored_machine(const char *name, grn_machine *m);

/* Threads that a plan is made for and that are never started. */
void for_nobody(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context);

#endif
