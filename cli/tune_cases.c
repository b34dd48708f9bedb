/*
 * tune_cases.c - gathers and scatters that stand for many: elements, rows, columns and windows, in
 * caches and beyond them.
 *
 * They are shapes of bench/scaling.c, made smaller so that all of them take some seconds. Indices
 * are random.
 */
#include <stdlib.h>
#include <string.h>

#include "tune_check.h"

#define KI (INT64_C(1) << 10)
#define MI (INT64_C(1) << 20)

struct tune_case {
    const char *name;
    void (*lay)(const tune_case *c, tune_problem *p);
    bool is_scatter;
    grn_combiner combiner;
    grn_dtype dtype, index_dtype;
    int64_t outer, extent, taken, row;
};

static grn_tensor view(grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    return grn_tensor_over(NULL, dtype, rank, shape);
}

/* operand [outer, extent, row], indices [outer, taken], dense [outer, taken, row]: an index is one
 * row of its batch. */
static void lay_rows(const tune_case *c, tune_problem *p)
{
    const int64_t operand[] = {c->outer, c->extent, c->row}, dense[] = {c->outer, c->taken, c->row};
    p->gather.dims = (grn_dimension_numbers){.offset_dims = {1, {2}},
                                             .collapsed_slice_dims = {1, {1}},
                                             .operand_batching_dims = {1, {0}},
                                             .start_indices_batching_dims = {1, {0}},
                                             .start_index_map = {1, {1}},
                                             .index_vector_dim = 2};
    p->gather.slice_sizes = (grn_dims){3, {1, 1, c->row}};
    p->operand = view(c->dtype, 3, operand);
    p->indices = view(c->index_dtype, 2, dense);
    p->dense = view(c->dtype, 3, dense);
}

/* operand [outer, extent, row], indices and dense [outer, taken, row]: an index is one element
 * along the middle axis. */
static void lay_columns(const tune_case *c, tune_problem *p)
{
    const int64_t operand[] = {c->outer, c->extent, c->row}, dense[] = {c->outer, c->taken, c->row};
    p->gather.dims = (grn_dimension_numbers){.collapsed_slice_dims = {1, {1}},
                                             .operand_batching_dims = {2, {0, 2}},
                                             .start_indices_batching_dims = {2, {0, 2}},
                                             .start_index_map = {1, {1}},
                                             .index_vector_dim = 3};
    p->gather.slice_sizes = (grn_dims){3, {1, 1, 1}};
    p->operand = view(c->dtype, 3, operand);
    p->indices = view(c->index_dtype, 3, dense);
    p->dense = view(c->dtype, 3, dense);
}

/* operand [extent, extent], indices [taken, 2], dense [taken, outer, row]: an index vector is the
 * corner of a window. */
static void lay_windows(const tune_case *c, tune_problem *p)
{
    const int64_t operand[] = {c->extent, c->extent}, indices[] = {c->taken, 2}, dense[] = {c->taken, c->outer, c->row};
    p->gather.dims =
        (grn_dimension_numbers){.offset_dims = {2, {1, 2}}, .start_index_map = {2, {0, 1}}, .index_vector_dim = 1};
    p->gather.slice_sizes = (grn_dims){2, {c->outer, c->row}};
    p->operand = view(c->dtype, 2, operand);
    p->indices = view(c->index_dtype, 2, indices);
    p->dense = view(c->dtype, 3, dense);
}

static const tune_case cases[] = {
    {"elements in a cache", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 32, 512, 512, 1},
    {"elements in memory", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, 16 * MI, MI, 1},
    {"elements of 1 byte", lay_rows, false, GRN_COMBINE_REPLACE, GRN_I8, GRN_I32, KI, 4 * KI, 2 * KI, 1},
    {"elements of columns", lay_columns, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 16, 512, 128, KI},
    {"rows of 16 B", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, MI, MI / 2, 4},
    {"rows of 64 B", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, MI, MI / 4, 16},
    {"rows of 512 B", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, MI / 8, MI / 16, 128},
    {"rows of 512 B in a cache", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, 2 * KI, 4 * KI, 128},
    {"rows of 2 KiB", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, MI / 32, MI / 64, 512},
    {"rows of batches", lay_rows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I32, 64, KI, KI, 64},
    {"windows of 8 by 8", lay_windows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 8, 4 * KI, 64 * KI, 8},
    {"windows of 1 by 128", lay_windows, false, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, 4 * KI, 32 * KI, 128},
    {"elements added in memory", lay_rows, true, GRN_COMBINE_ADD, GRN_F32, GRN_I64, 1, 16 * MI, MI, 1},
    {"elements added in columns", lay_columns, true, GRN_COMBINE_ADD, GRN_F32, GRN_I64, 1, 2 * KI, 256, 4 * KI},
    {"rows of 64 B added", lay_rows, true, GRN_COMBINE_ADD, GRN_F32, GRN_I64, 1, MI, MI / 4, 16},
    {"rows of 512 B replaced", lay_rows, true, GRN_COMBINE_REPLACE, GRN_F32, GRN_I64, 1, MI / 8, MI / 16, 128},
};

const tune_case *tune_case_at(size_t i) { return i < sizeof cases / sizeof *cases ? &cases[i] : NULL; }
const char *tune_case_name(const tune_case *c) { return c->name; }

void tune_problem_init(const tune_case *c, tune_problem *out)
{
    memset(out, 0, sizeof *out);
    c->lay(c, out);
    out->is_scatter = c->is_scatter;
    out->scatter = (grn_scatter_spec){.dims = out->gather.dims, .combiner = c->combiner};
}

size_t tune_problem_bytes(const tune_problem *p)
{
    return grn_tensor_bytes(&p->operand) + grn_tensor_bytes(&p->indices) + grn_tensor_bytes(&p->dense);
}

/* ---- data ---- */

/* A start of an index's dimension: all others clamp, of which there are none. */
static void fill_indices(tune_problem *p)
{
    const grn_dims *map = &p->gather.dims.start_index_map;
    const int64_t n = grn_tensor_elements(&p->indices);
    uint64_t state = 7;
    for (int64_t i = 0; i < n; i++) {
        state = state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
        const int64_t d = map->v[i % map->count], starts = p->operand.shape[d] - p->gather.slice_sizes.v[d] + 1;
        const int64_t start = (int64_t)((state >> 33) % (uint64_t)starts);
        if (p->indices.dtype == GRN_I32)
            ((int32_t *)p->indices.data)[i] = (int32_t)start;
        else
            ((int64_t *)p->indices.data)[i] = start;
    }
}

bool tune_problem_fill(tune_problem *p)
{
    grn_tensor *const tensors[] = {&p->operand, &p->indices, &p->dense};
    for (size_t i = 0; i < 3; i++) {
        const size_t bytes = grn_tensor_bytes(tensors[i]);
        tensors[i]->data = aligned_alloc(64, (bytes + 63) / 64 * 64);
        if (!tensors[i]->data)
            return false;
        memset(tensors[i]->data, 0, bytes); /* which gives it pages */
    }
    fill_indices(p);
    return true;
}

void tune_problem_free(tune_problem *p)
{
    free(p->operand.data);
    free(p->indices.data);
    free(p->dense.data);
}
