/*
 * test_access_map.c - which dimension goes with which, by hand: the examples of the StableHLO
 * specification (gather, scatter), torch's, numpy's and ONNX's usual forms, and what the lists
 * allow beyond them. And numbers of which no map can be made.
 */
#include "spec_test.h"

#include "access/map.h"

#define NONE (-1)
/* Rows as short as the ranks are; what is past them is not looked at. */
typedef struct map_row {
    const char *name;
    grn_dimension_numbers numbers;
    int32_t operand_rank, indices_rank;
    int32_t dense_rank, vector_dim, components;
    int32_t dense_of_operand[5], component_of_operand[5], batching_of_operand[5];
    int32_t operand_of_dense[5], indices_of_dense[5];
    int32_t dense_of_indices[5], operand_of_indices[5];
} map_row;

static const map_row rows[] = {
    {
        .name = "the specification's gather: operand [3,4,2], start_indices [2,3,2], slices [1,2,2]",
        .numbers = {LIST(2, 3), LIST(0), NO_LIST, NO_LIST, LIST(1, 0), 2},
        .operand_rank = 3,
        .indices_rank = 3,
        .dense_rank = 4,
        .vector_dim = 2,
        .components = 2,
        .dense_of_operand = {NONE, 2, 3},
        .component_of_operand = {1, 0, NONE},
        .batching_of_operand = {NONE, NONE, NONE},
        .operand_of_dense = {NONE, NONE, 1, 2},
        .indices_of_dense = {0, 1, NONE, NONE},
        .dense_of_indices = {0, 1, NONE},
        .operand_of_indices = {NONE, NONE, NONE},
    },
    {
        .name = "its gather with batching dims: operand [2,3,4,2], start_indices [2,2,3,2]",
        .numbers = {LIST(3, 4), LIST(1), LIST(0), LIST(1), LIST(2, 1), 3},
        .operand_rank = 4,
        .indices_rank = 4,
        .dense_rank = 5,
        .vector_dim = 3,
        .components = 2,
        .dense_of_operand = {NONE, NONE, 3, 4},
        .component_of_operand = {NONE, 1, 0, NONE},
        .batching_of_operand = {1, NONE, NONE, NONE},
        .operand_of_dense = {NONE, NONE, NONE, 2, 3},
        .indices_of_dense = {0, 1, 2, NONE, NONE},
        .dense_of_indices = {0, 1, 2, NONE},
        .operand_of_indices = {NONE, 0, NONE, NONE},
    },
    {
        .name = "rows of a table, x[i]",
        .numbers = {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 1},
        .operand_rank = 2,
        .indices_rank = 1,
        .dense_rank = 2,
        .vector_dim = NONE,
        .components = 1,
        .dense_of_operand = {NONE, 1},
        .component_of_operand = {0, NONE},
        .batching_of_operand = {NONE, NONE},
        .operand_of_dense = {NONE, 1},
        .indices_of_dense = {0, NONE},
        .dense_of_indices = {0},
        .operand_of_indices = {NONE},
    },
    {
        .name = "columns, x[:, i]: the window stands before the indices",
        .numbers = {LIST(0), LIST(1), NO_LIST, NO_LIST, LIST(1), 2},
        .operand_rank = 2,
        .indices_rank = 2,
        .dense_rank = 3,
        .vector_dim = NONE,
        .components = 1,
        .dense_of_operand = {0, NONE},
        .component_of_operand = {NONE, 0},
        .batching_of_operand = {NONE, NONE},
        .operand_of_dense = {0, NONE, NONE},
        .indices_of_dense = {NONE, 0, 1},
        .dense_of_indices = {1, 2},
        .operand_of_indices = {NONE, NONE},
    },
    {
        .name = "GatherElements along axis 1 of [2,3]: a batching dim",
        .numbers = {NO_LIST, LIST(1), LIST(0), LIST(0), LIST(1), 2},
        .operand_rank = 2,
        .indices_rank = 2,
        .dense_rank = 2,
        .vector_dim = NONE,
        .components = 1,
        .dense_of_operand = {NONE, NONE},
        .component_of_operand = {NONE, 0},
        .batching_of_operand = {0, NONE},
        .operand_of_dense = {NONE, NONE},
        .indices_of_dense = {0, 1},
        .dense_of_indices = {0, 1},
        .operand_of_indices = {0, NONE},
    },
    {
        .name = "index vectors along the first dim, batching dims crosswise",
        .numbers = {LIST(1), LIST(1), LIST(0, 3), LIST(2, 1), LIST(2, 1), 0},
        .operand_rank = 4,
        .indices_rank = 3,
        .dense_rank = 3,
        .vector_dim = 0,
        .components = 2,
        .dense_of_operand = {NONE, NONE, 1, NONE},
        .component_of_operand = {NONE, 1, 0, NONE},
        .batching_of_operand = {2, NONE, NONE, 1},
        .operand_of_dense = {NONE, 2, NONE},
        .indices_of_dense = {1, NONE, 2},
        .dense_of_indices = {NONE, 0, 2},
        .operand_of_indices = {NONE, 3, 0},
    },
    {
        .name = "one window for all: no index moves it",
        .numbers = {LIST(0, 1), NO_LIST, NO_LIST, NO_LIST, NO_LIST, 0},
        .operand_rank = 2,
        .indices_rank = 1,
        .dense_rank = 2,
        .vector_dim = 0,
        .components = 0,
        .dense_of_operand = {0, 1},
        .component_of_operand = {NONE, NONE},
        .batching_of_operand = {NONE, NONE},
        .operand_of_dense = {0, 1},
        .indices_of_dense = {NONE, NONE},
        .dense_of_indices = {NONE},
        .operand_of_indices = {NONE},
    },
    {
        .name = "scalars: an operand of rank 0 by no index",
        .numbers = {NO_LIST, NO_LIST, NO_LIST, NO_LIST, NO_LIST, 0},
        .indices_rank = 1,
        .dense_of_indices = {NONE},
        .operand_of_indices = {NONE},
    },
};

static void each_dimension_has_its_place(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        const map_row *r = &rows[i];
        grn_access_map m;
        claim_that(r->name, grn_access_map_fits(&r->numbers, r->operand_rank, r->indices_rank));
        grn_access_map_of(&r->numbers, r->operand_rank, r->indices_rank, &m);
        claim_that(r->name, m.operand_rank == r->operand_rank && m.indices_rank == r->indices_rank);
        claim_that(r->name,
                   m.dense_rank == r->dense_rank && m.vector_dim == r->vector_dim && m.components == r->components);
        for (int32_t d = 0; d < r->operand_rank; d++)
            claim_that(r->name, m.operand[d].dense == r->dense_of_operand[d] &&
                                    m.operand[d].component == r->component_of_operand[d] &&
                                    m.operand[d].batching == r->batching_of_operand[d]);
        for (int32_t d = 0; d < r->dense_rank; d++)
            claim_that(r->name,
                       m.dense[d].operand == r->operand_of_dense[d] && m.dense[d].indices == r->indices_of_dense[d]);
        for (int32_t d = 0; d < r->indices_rank; d++)
            claim_that(r->name, m.indices[d].dense == r->dense_of_indices[d] &&
                                    m.indices[d].operand == r->operand_of_indices[d]);
    }
}

/* What a scatter's updates of [5,7] say of windows: rows of 7 by one index each, and 1 where the
 * row is chosen. */
static void windows_of_scatters(void **state)
{
    (void)state;
    static const int64_t updates[] = {5, 7};
    grn_access_map m;
    grn_access_map_of(&rows[2].numbers, 2, 1, &m);
    assert_int_equal(grn_access_window(&m, updates, 0), 1);
    assert_int_equal(grn_access_window(&m, updates, 1), 7);
}

/* Operand of rank 2, indices of rank 2, each wrong in one thing. */
static void no_map_of_wrong_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *wrong;
        grn_dimension_numbers numbers;
    } wrong[] = {
        {"a dim too few", {NO_LIST, LIST(0), NO_LIST, NO_LIST, LIST(0), 1}},
        {"index_vector_dim past the indices", {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), 3}},
        {"index_vector_dim negative", {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0), -1}},
        {"an offset dim past the result", {LIST(2), LIST(0), NO_LIST, NO_LIST, LIST(0), 1}},
        {"an offset dim twice", {LIST(1, 1), NO_LIST, NO_LIST, NO_LIST, LIST(0), 1}},
        {"a collapsed dim past the operand", {LIST(1), LIST(2), NO_LIST, NO_LIST, LIST(0), 1}},
        {"a dim collapsed and batching", {NO_LIST, LIST(0), LIST(0), LIST(0), LIST(1), 1}},
        {"batching lists of two lengths", {LIST(1), NO_LIST, LIST(0), NO_LIST, LIST(1), 1}},
        {"a batching dim past the indices", {LIST(1), NO_LIST, LIST(0), LIST(2), LIST(1), 1}},
        {"two components move one dim", {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(0, 0), 1}},
        {"an index moves a batching dim", {LIST(1), NO_LIST, LIST(0), LIST(0), LIST(0), 1}},
        {"an index moves no dim there is", {LIST(1), LIST(0), NO_LIST, NO_LIST, LIST(2), 1}},
    };
    for (size_t i = 0; i < GRN_COUNT(wrong); i++)
        claim_that(wrong[i].wrong, !grn_access_map_fits(&wrong[i].numbers, 2, 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_dimension_has_its_place),
        cmocka_unit_test(windows_of_scatters),
        cmocka_unit_test(no_map_of_wrong_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
