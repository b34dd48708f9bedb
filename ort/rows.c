/*
 * rows.c - GatherElements and ScatterElements whose indices say the same for all elements of a row.
 *
 * Exporters expand an index for each row to one for each element, as these operators demand. Rows
 * then move as a whole, by a plan of the row's index alone. Whether it is so is read off the indices
 * of each run, in one pass that collects the rows' indices; what is told here is the shapes' part.
 * The order in which updates meet at one element is that of the rows either way, so bits are the same.
 */
#include <string.h>

#include "plugin.h"

/* Shorter rows gain nothing. */
#define LEAST_ROW 4
/* Rows that are looked at before any thread is asked, and rows of a task. */
#define FIRST_ROWS 64
#define TASK_ROWS 4096

/* ---- shapes ---------------------------------------------------------------------------------- */

/* The extents behind axis, multiplied. */
static int64_t row_length(const grn_tensor *indices, int64_t axis)
{
    int64_t length = 1;
    for (int32_t d = (int32_t)axis + 1; d < indices->rank; d++)
        length *= indices->shape[d];
    return length;
}

/* Windows are the dimensions behind axis; those before it are a batch, whose extents the rule of the
 * elements lets be shorter than the operand's. */
static void say_dims(int32_t rank, int64_t axis, grn_dimension_numbers *out)
{
    *out = (grn_dimension_numbers){.index_vector_dim = axis + 1};
    for (int64_t d = 0; d < rank; d++)
        if (d < axis)
            out->operand_batching_dims.v[out->operand_batching_dims.count++] = d;
        else if (d > axis)
            out->offset_dims.v[out->offset_dims.count++] = d;
    out->start_indices_batching_dims = out->operand_batching_dims;
    out->collapsed_slice_dims = out->start_index_map = (grn_dims){1, {axis}};
}

bool grn_ort_rows_prepare(const grn_ort_node *node, const grn_ort_access *elements, grn_ort_access *out)
{
    const grn_tensor *operand = &elements->operand, *indices = &elements->indices;
    const int32_t rank = operand->rank;
    const int64_t axis = node->number < 0 ? node->number + rank : node->number;
    if (!node->op->moves_elements || row_length(indices, axis) < LEAST_ROW)
        return false;
    *out = *elements;
    if (grn_tensor_init(&out->indices, NULL, GRN_I64, (int32_t)axis + 1, indices->shape) != GRN_OK)
        return false;
    out->nstarts = grn_tensor_elements(&out->indices);
    if (elements->is_scatter) {
        say_dims(rank, axis, &out->scatter.dims);
        return true;
    }
    say_dims(rank, axis, &out->gather.dims);
    out->gather.slice_sizes.count = rank;
    for (int32_t d = 0; d < rank; d++)
        out->gather.slice_sizes.v[d] = d <= axis ? 1 : indices->shape[d];
    return true;
}

/* ---- indices of a run ------------------------------------------------------------------------ */

#define SAME(name, type)                                                                                \
    static bool name(const void *indices, int64_t first, int64_t last, int64_t length, int64_t *starts) \
    {                                                                                                   \
        for (int64_t r = first; r < last; r++) {                                                        \
            const type *row = (const type *)indices + r * length;                                       \
            type others = 0;                                                                            \
            for (int64_t i = 1; i < length; i++)                                                        \
                others |= row[i] ^ row[0];                                                              \
            if (others != 0)                                                                            \
                return false;                                                                           \
            starts[r] = row[0];                                                                         \
        }                                                                                               \
        return true;                                                                                    \
    }
SAME(are_same_i32, int32_t)
SAME(are_same_i64, int64_t)

typedef struct look {
    bool (*are_same)(const void *indices, int64_t first, int64_t last, int64_t length, int64_t *starts);
    const void *indices;
    int64_t rows, length, *starts;
    atomic_bool differs;
} look;

static void look_at_part(void *user, int32_t i)
{
    look *l = user;
    const int64_t first = FIRST_ROWS + (int64_t)i * TASK_ROWS, end = first + TASK_ROWS;
    if (!atomic_load(&l->differs) &&
        !l->are_same(l->indices, first, end < l->rows ? end : l->rows, l->length, l->starts))
        atomic_store(&l->differs, true);
}

bool grn_ort_rows_collect(const grn_tensor *indices, const void *data, grn_ort_ready *rows, bool *looked_far)
{
    const int64_t nrows = rows->access.nstarts;
    look l = {indices->dtype == GRN_I64 ? are_same_i64 : are_same_i32, data, nrows, 0, rows->starts, false};
    *looked_far = false;
    if (nrows == 0)
        return false;
    l.length = grn_tensor_elements(indices) / nrows;
    const int64_t first = nrows < FIRST_ROWS ? nrows : FIRST_ROWS;
    if (!l.are_same(data, 0, first, l.length, l.starts))
        return false;
    *looked_far = nrows > first;
    const int64_t ntasks = (nrows - first + TASK_ROWS - 1) / TASK_ROWS;
    const grn_parallel *parallel = &rows->pool.parallel;
    if (ntasks > INT32_MAX)
        return false;
    if (ntasks > 0)
        parallel->for_each(parallel->user, (int32_t)ntasks, look_at_part, &l);
    return !atomic_load(&l.differs);
}
