/* table.h - the table of the tests here: 8 rows of 2 on 4 ranks, two rows each; element (i, j) is
 * 10 i + j. */
#ifndef TESTS_DIST_TABLE_H
#define TESTS_DIST_TABLE_H

#include <stdio.h>
#include <string.h>

#include "core/core.h"
#include "garner/dist.h"

#define DIMS(...)                                                                      \
    {                                                                                  \
        (int32_t)(sizeof((int64_t[]){__VA_ARGS__}) / sizeof(int64_t)), { __VA_ARGS__ } \
    }
#define CHECK(what)                                   \
    do {                                              \
        if (!(what)) {                                \
            printf("line %d: %s\n", __LINE__, #what); \
            return GRN_E_CHECK;                       \
        }                                             \
    } while (0)

static const grn_gather_spec take = {.dims = {.offset_dims = DIMS(1),
                                              .collapsed_slice_dims = DIMS(0),
                                              .start_index_map = DIMS(0),
                                              .index_vector_dim = 1},
                                     .slice_sizes = DIMS(1, 2)};
static const grn_scatter_spec add = {.dims = {.offset_dims = DIMS(1),
                                              .collapsed_slice_dims = DIMS(0),
                                              .start_index_map = DIMS(0),
                                              .index_vector_dim = 1},
                                     .combiner = GRN_COMBINE_ADD};
static const grn_layout table = {.rank = 2, .shape = {8, 2}, .parts = {4}},
                        list = {.rank = 1, .shape = {12}, .parts = {4}},
                        rows = {.rank = 2, .shape = {12, 2}, .parts = {4}};
/* Three for each rank: remote and own rows, duplicates, one out of range (which is clamped to
 * 7). */
static const int32_t ids[12] = {0, 5, 5, 2, 2, 2, 99, 7, 4, 1, 6, 7};

typedef struct mine {
    grn_dist_tensor operand, indices, dense;
    float table[4], rows[6];
    int32_t ids[3];
    grn_dist_plan *plan;
} mine;

static inline void begin(mine *m, int32_t rank)
{
    *m = (mine){.plan = NULL};
    for (int i = 0; i < 4; i++)
        m->table[i] = (float)(10 * (2 * rank + i / 2) + i % 2);
    memcpy(m->ids, ids + 3 * rank, sizeof m->ids);
    m->operand = (grn_dist_tensor){table, grn_tensor_2d(m->table, GRN_F32, 2, 2)};
    m->indices = (grn_dist_tensor){list, grn_tensor_1d(m->ids, GRN_I32, 3)};
    m->dense = (grn_dist_tensor){rows, grn_tensor_2d(m->rows, GRN_F32, 3, 2)};
}

#endif
