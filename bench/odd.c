/*
 * odd.c - gathers of the less common shapes beside plain loops written for each.
 *
 *   odd [PART]      those whose name contains PART
 *
 * A line per shape: nanoseconds per element of the result through a ready plan and by the loop,
 * their ratio, the plan's composition. The loop knows every extent that is a constant here, checks
 * no index, prefetches nothing and stores plainly: not the best there is, but what a programmer
 * would write. Times are of the thread's processor time; the least counts.
 */
#include <stdio.h>
#include <string.h>

#include "common/job.h"
#include "common/measure.h"

typedef struct shape shape;
struct shape {
    const char *name;
    void (*lay)(const shape *s, bench_job *job); /* fills the job but for data */
    void (*loop)(const bench_job *job);
    int64_t rows, row, count; /* what they are is the layout's */
    grn_dtype dtype, index_dtype;
};

/* ---- layouts --------------------------------------------------------------------------------- */

static void lay_tensor(grn_tensor *t, grn_dtype dtype, int32_t rank, const int64_t *extent)
{
    if (grn_tensor_init(t, NULL, dtype, rank, extent) != GRN_OK)
        bench_give_up("a shape is too large");
}

/* operand [rows, row], indices [count], result [count, row] */
static void lay_rows(const shape *s, bench_job *job)
{
    int64_t last = s->row;
    int32_t rank = last > 1 ? 2 : 1;
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {0}};
    job->gather.dims.offset_dims = (grn_dims){rank - 1, {1}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){rank, {1, last}};
    lay_tensor(&job->operand, s->dtype, rank, (int64_t[]){s->rows, last});
    lay_tensor(&job->indices, s->index_dtype, 1, &s->count);
    lay_tensor(&job->dense, s->dtype, rank, (int64_t[]){s->count, last});
}

/* The operand's rows or elements in reverse, stepping over one of two, transposed, or the same
 * everywhere. */
static void lay_reversed(const shape *s, bench_job *job)
{
    lay_rows(s, job);
    for (int32_t d = 0; d < job->operand.rank; d++)
        job->operand.stride[d] = -job->operand.stride[d];
}
static void lay_stepping(const shape *s, bench_job *job)
{
    lay_rows(s, job);
    for (int32_t d = 0; d < job->operand.rank; d++)
        job->operand.stride[d] *= 2;
}
static void lay_transposed(const shape *s, bench_job *job)
{
    lay_rows(s, job);
    job->operand.stride[0] = 1;
    job->operand.stride[1] = s->rows;
}
static void lay_broadcast(const shape *s, bench_job *job)
{
    lay_rows(s, job);
    job->operand.stride[1] = 0;
}
/* The result's rows lie apart. */
static void lay_gapped(const shape *s, bench_job *job)
{
    lay_rows(s, job);
    job->dense.stride[0] = 2 * s->row;
}
/* Every index is used twice: indices [count/2] broadcast to [count/2, 2] */
static void lay_twice(const shape *s, bench_job *job)
{
    lay_rows(s, job);
    job->gather.dims.index_vector_dim = 2;
    job->gather.dims.offset_dims.v[0] = 2;
    lay_tensor(&job->indices, s->index_dtype, 2, (int64_t[]){s->count / 2, 2});
    job->indices.stride[0] = 1;
    job->indices.stride[1] = 0;
    lay_tensor(&job->dense, s->dtype, 1 + job->operand.rank, (int64_t[]){s->count / 2, 2, s->row});
}

/* operand [count, rows], indices [count, row], result the same: row elements of each row. A plain
 * gather along the last. */
static void lay_each(const shape *s, bench_job *job)
{
    job->gather.dims.operand_batching_dims = job->gather.dims.start_indices_batching_dims = (grn_dims){1, {0}};
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {1}};
    job->gather.dims.index_vector_dim = 2;
    job->gather.slice_sizes = (grn_dims){2, {1, 1}};
    lay_tensor(&job->operand, s->dtype, 2, (int64_t[]){s->count, s->rows});
    lay_tensor(&job->indices, s->index_dtype, 2, (int64_t[]){s->count, s->row});
    lay_tensor(&job->dense, s->dtype, 2, (int64_t[]){s->count, s->row});
}

/* operand [count, rows], indices [row], result [count, row]: the same few columns of every row */
static void lay_columns(const shape *s, bench_job *job)
{
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {1}};
    job->gather.dims.offset_dims = (grn_dims){1, {0}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){2, {s->count, 1}};
    lay_tensor(&job->operand, s->dtype, 2, (int64_t[]){s->count, s->rows});
    lay_tensor(&job->indices, s->index_dtype, 1, &s->row);
    lay_tensor(&job->dense, s->dtype, 2, (int64_t[]){s->count, s->row});
}

/* operand [64, rows, row], indices [count] along the middle, result [64, count, row] */
static void lay_middle(const shape *s, bench_job *job)
{
    job->gather.dims.collapsed_slice_dims = job->gather.dims.start_index_map = (grn_dims){1, {1}};
    job->gather.dims.offset_dims = (grn_dims){2, {0, 2}};
    job->gather.dims.index_vector_dim = 1;
    job->gather.slice_sizes = (grn_dims){3, {64, 1, s->row}};
    lay_tensor(&job->operand, s->dtype, 3, (int64_t[]){64, s->rows, s->row});
    lay_tensor(&job->indices, s->index_dtype, 1, &s->count);
    lay_tensor(&job->dense, s->dtype, 3, (int64_t[]){64, s->count, s->row});
}

/* operand: extents of rows; windows of row in each; indices [count, rank], result [count,
 * row...] */
static void lay_windows(const shape *s, bench_job *job, int32_t rank)
{
    int64_t operand[4], dense[5] = {s->count};
    for (int32_t d = 0; d < rank; d++) {
        operand[d] = s->rows;
        dense[d + 1] = s->row;
        job->gather.slice_sizes.v[d] = s->row;
        job->gather.dims.offset_dims.v[d] = d + 1;
        job->gather.dims.start_index_map.v[d] = d;
    }
    job->gather.slice_sizes.count = job->gather.dims.offset_dims.count = job->gather.dims.start_index_map.count = rank;
    job->gather.dims.index_vector_dim = 1;
    lay_tensor(&job->operand, s->dtype, rank, operand);
    lay_tensor(&job->indices, s->index_dtype, 2, (int64_t[]){s->count, rank});
    lay_tensor(&job->dense, s->dtype, rank + 1, dense);
}
#define LAY_WINDOWS(rank) \
    static void lay_windows_##rank(const shape *s, bench_job *job) { lay_windows(s, job, rank); }
LAY_WINDOWS(1)
LAY_WINDOWS(2)
LAY_WINDOWS(3)
LAY_WINDOWS(4)

/* ---- loops ----------------------------------------------------------------------------------- */

#define INDICES(job, T) const T *index = (job)->indices.data
#define BYTES_OF(job) (int64_t) grn_dtype_bytes((job)->operand.dtype)

/* clang-format off */
/* Rows of a constant size by one index each, any steps between rows. */
#define ROW_LOOP(T, bytes)                                                                                           \
    static void rows_##T##_##bytes(const bench_job *job)                                                             \
    {                                                                                                                \
        const char *from = job->operand.data;                                                                        \
        char *to = job->dense.data;                                                                                  \
        int64_t n = job->indices.shape[0], step = job->operand.stride[0] * BYTES_OF(job);                            \
        int64_t to_step = job->dense.stride[0] * BYTES_OF(job);                                                      \
        INDICES(job, T);                                                                                             \
        for (int64_t i = 0; i < n; i++)                                                                              \
            memcpy(to + i * to_step, from + (int64_t)index[i] * step, bytes);                                        \
    }
ROW_LOOP(int64_t, 1) ROW_LOOP(int64_t, 2) ROW_LOOP(int64_t, 3) ROW_LOOP(int64_t, 4) ROW_LOOP(int64_t, 5)
ROW_LOOP(int64_t, 6) ROW_LOOP(int64_t, 8) ROW_LOOP(int64_t, 12) ROW_LOOP(int64_t, 16) ROW_LOOP(int64_t, 20)
ROW_LOOP(int64_t, 24) ROW_LOOP(int64_t, 100) ROW_LOOP(int64_t, 64)
ROW_LOOP(int8_t, 4) ROW_LOOP(uint8_t, 4) ROW_LOOP(int16_t, 4) ROW_LOOP(uint16_t, 4) ROW_LOOP(int32_t, 4)
ROW_LOOP(uint32_t, 4) ROW_LOOP(uint64_t, 4) ROW_LOOP(uint8_t, 1) ROW_LOOP(uint16_t, 2) ROW_LOOP(uint8_t, 64)
ROW_LOOP(uint16_t, 64)
    /* clang-format on */

    /* Elements of 4 bytes of rows whose elements lie apart. */
    static void strided(const bench_job *job)
{
    const uint32_t *from = job->operand.data;
    uint32_t *to = job->dense.data;
    int64_t n = job->indices.shape[0], row = job->dense.shape[1], step = job->operand.stride[1];
    INDICES(job, int64_t);
    for (int64_t i = 0; i < n; i++)
        for (int64_t k = 0; k < row; k++)
            to[i * row + k] = from[index[i] * job->operand.stride[0] + k * step];
}

/* Elements of each row, by indices of its own or the same for all. */
static void each_4(const bench_job *job)
{
    const uint32_t *from = job->operand.data;
    uint32_t *to = job->dense.data;
    int64_t count = job->dense.shape[0], row = job->dense.shape[1], rows = job->operand.shape[1];
    int64_t step = job->indices.rank == 2 ? row : 0;
    INDICES(job, int64_t);
    for (int64_t i = 0; i < count; i++, from += rows, to += row, index += step)
        for (int64_t k = 0; k < row; k++)
            to[k] = from[index[k]];
}

static void twice_4(const bench_job *job)
{
    const uint32_t *from = job->operand.data;
    uint32_t *to = job->dense.data;
    INDICES(job, int64_t);
    for (int64_t i = 0; i < job->indices.shape[0]; i++)
        to[2 * i] = to[2 * i + 1] = from[index[i]];
}
static void twice_64(const bench_job *job)
{
    const char *from = job->operand.data;
    char *to = job->dense.data;
    INDICES(job, int64_t);
    for (int64_t i = 0; i < job->indices.shape[0]; i++) {
        memcpy(to + 128 * i, from + index[i] * 64, 64);
        memcpy(to + 128 * i + 64, from + index[i] * 64, 64);
    }
}

/* clang-format off */
#define MIDDLE_LOOP(bytes)                                                                               \
    static void middle_##bytes(const bench_job *job)                                                     \
    {                                                                                                    \
        const char *from = job->operand.data;                                                            \
        char *to = job->dense.data;                                                                      \
        int64_t rows = job->operand.shape[1], n = job->indices.shape[0];                                 \
        INDICES(job, int64_t);                                                                           \
        for (int64_t o = 0; o < 64; o++)                                                                 \
            for (int64_t i = 0; i < n; i++)                                                              \
                memcpy(to + (o * n + i) * (bytes), from + (o * rows + index[i]) * (bytes), bytes);       \
    }
MIDDLE_LOOP(4) MIDDLE_LOOP(8) MIDDLE_LOOP(12) MIDDLE_LOOP(24) MIDDLE_LOOP(100)
/* clang-format on */

/* clang-format off */
/* Windows of `width` elements of 4 bytes along each of `rank` dimensions; the last loop is a copy
 * of constant size. */
#define WINDOW_LOOP(rank, width)                                                                             \
    static void windows_##rank##_##width(const bench_job *job)                                               \
    {                                                                                                        \
        const int64_t *stride = job->operand.stride, a = (rank) > 3 ? (width) : 1, b = (rank) > 2 ? (width) : 1, \
                      c = (rank) > 1 ? (width) : 1;                                                          \
        const int64_t sa = (rank) > 3 ? stride[(rank) - 4 < 0 ? 0 : (rank) - 4] : 0;                         \
        const int64_t sb = (rank) > 2 ? stride[(rank) - 3 < 0 ? 0 : (rank) - 3] : 0;                         \
        const int64_t sc = (rank) > 1 ? stride[(rank) - 2 < 0 ? 0 : (rank) - 2] : 0;                         \
        const uint32_t *from = job->operand.data;                                                            \
        uint32_t *to = job->dense.data;                                                                      \
        INDICES(job, int64_t);                                                                               \
        for (int64_t i = 0; i < job->indices.shape[0]; i++, index += (rank)) {                               \
            const uint32_t *at = from;                                                                       \
            for (int32_t d = 0; d < (rank); d++)                                                             \
                at += index[d] * stride[d];                                                                  \
            for (int64_t x = 0; x < a; x++)                                                                  \
                for (int64_t y = 0; y < b; y++)                                                              \
                    for (int64_t z = 0; z < c; z++, to += (width))                                           \
                        memcpy(to, at + x * sa + y * sb + z * sc, (width) * 4);                              \
        }                                                                                                    \
    }
WINDOW_LOOP(1, 3) WINDOW_LOOP(1, 16) WINDOW_LOOP(2, 2) WINDOW_LOOP(2, 3) WINDOW_LOOP(2, 7) WINDOW_LOOP(2, 8)
WINDOW_LOOP(3, 2) WINDOW_LOOP(3, 3) WINDOW_LOOP(3, 4) WINDOW_LOOP(4, 2) WINDOW_LOOP(4, 3)
/* clang-format on */

/* ---- the shapes ------------------------------------------------------------------------------ */

#define NEAR 16384   /* rows that stay in a near cache, if they are short */
#define FAR 8388608  /* ... that do not */
#define MANY 1048576 /* vectors */

            static const shape shapes[] = {
                {"index i8", lay_rows, rows_int8_t_4, 127, 1, MANY, GRN_F32, GRN_I8},
                {"index ui8", lay_rows, rows_uint8_t_4, 256, 1, MANY, GRN_F32, GRN_UI8},
                {"index i16", lay_rows, rows_int16_t_4, NEAR, 1, MANY, GRN_F32, GRN_I16},
                {"index ui16", lay_rows, rows_uint16_t_4, 65536, 1, MANY, GRN_F32, GRN_UI16},
                {"index i32", lay_rows, rows_int32_t_4, NEAR, 1, MANY, GRN_F32, GRN_I32},
                {"index ui32", lay_rows, rows_uint32_t_4, NEAR, 1, MANY, GRN_F32, GRN_UI32},
                {"index i64", lay_rows, rows_int64_t_4, NEAR, 1, MANY, GRN_F32, GRN_I64},
                {"index ui64", lay_rows, rows_uint64_t_4, NEAR, 1, MANY, GRN_F32, GRN_UI64},
                {"index ui8, bytes", lay_rows, rows_uint8_t_1, 256, 1, MANY, GRN_I8, GRN_UI8},
                {"index ui16, halves", lay_rows, rows_uint16_t_2, 65536, 1, MANY, GRN_BF16, GRN_UI16},
                {"index ui8, rows of 64 B", lay_rows, rows_uint8_t_64, 256, 16, MANY, GRN_F32, GRN_UI8},
                {"index ui16, rows of 64 B", lay_rows, rows_uint16_t_64, 65536, 16, MANY, GRN_F32, GRN_UI16},
#define NEAR_AND_FAR(what, dtype, row, bytes)                                        \
    {"near " what, lay_rows, rows_int64_t_##bytes, NEAR, row, MANY, dtype, GRN_I64}, \
    {                                                                                \
        "far " what, lay_rows, rows_int64_t_##bytes, FAR, row, MANY, dtype, GRN_I64  \
    }
                NEAR_AND_FAR("elements of 1 B", GRN_I8, 1, 1),
                NEAR_AND_FAR("elements of 2 B", GRN_BF16, 1, 2),
                NEAR_AND_FAR("elements of 8 B", GRN_F64, 1, 8),
                NEAR_AND_FAR("elements of 16 B", GRN_C128, 1, 16),
                NEAR_AND_FAR("rows of 2 B", GRN_I8, 2, 2),
                NEAR_AND_FAR("rows of 3 B", GRN_I8, 3, 3),
                NEAR_AND_FAR("rows of 5 B", GRN_I8, 5, 5),
                NEAR_AND_FAR("rows of 6 B", GRN_BF16, 3, 6),
                NEAR_AND_FAR("rows of 8 B", GRN_F32, 2, 8),
                NEAR_AND_FAR("rows of 12 B", GRN_F32, 3, 12),
                NEAR_AND_FAR("rows of 20 B", GRN_F32, 5, 20),
                NEAR_AND_FAR("rows of 24 B", GRN_F64, 3, 24),
                NEAR_AND_FAR("rows of 100 B", GRN_F32, 25, 100),
                {"reversed elements", lay_reversed, rows_int64_t_4, NEAR, 1, MANY, GRN_F32, GRN_I64},
                {"every second element", lay_stepping, rows_int64_t_4, NEAR, 1, MANY, GRN_F32, GRN_I64},
                {"reversed rows of 64 B", lay_reversed, strided, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"every second of 16", lay_stepping, strided, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"transposed, rows of 16", lay_transposed, strided, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"broadcast to rows of 16", lay_broadcast, strided, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"result rows of 64 B apart", lay_gapped, rows_int64_t_64, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"result rows of 12 B apart", lay_gapped, rows_int64_t_12, NEAR, 3, MANY / 8, GRN_F32, GRN_I64},
                {"each index twice, elements", lay_twice, twice_4, NEAR, 1, MANY, GRN_F32, GRN_I64},
                {"each index twice, rows of 64 B", lay_twice, twice_64, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"3 elements of each row of 32", lay_each, each_4, 32, 3, MANY / 8, GRN_F32, GRN_I64},
                {"50 elements of each row of 50", lay_each, each_4, 50, 50, MANY / 64, GRN_F32, GRN_I64},
                {"3 columns of rows of 32", lay_columns, each_4, 32, 3, MANY / 8, GRN_F32, GRN_I64},
                {"middle, 4 B", lay_middle, middle_4, NEAR, 1, NEAR, GRN_F32, GRN_I64},
                {"middle, 8 B", lay_middle, middle_8, NEAR, 2, NEAR, GRN_F32, GRN_I64},
                {"middle, 12 B", lay_middle, middle_12, NEAR, 3, NEAR, GRN_F32, GRN_I64},
                {"middle, 24 B", lay_middle, middle_24, NEAR, 6, NEAR, GRN_F32, GRN_I64},
                {"middle, 100 B", lay_middle, middle_100, NEAR / 4, 25, NEAR / 4, GRN_F32, GRN_I64},
                {"windows 3, far", lay_windows_1, windows_1_3, FAR, 3, MANY, GRN_F32, GRN_I64},
                {"windows 16, overlapping", lay_windows_1, windows_1_16, NEAR, 16, MANY / 8, GRN_F32, GRN_I64},
                {"windows 2x2", lay_windows_2, windows_2_2, 256, 2, MANY / 4, GRN_F32, GRN_I64},
                {"windows 3x3", lay_windows_2, windows_2_3, 256, 3, MANY / 8, GRN_F32, GRN_I64},
                {"windows 7x7", lay_windows_2, windows_2_7, 256, 7, MANY / 32, GRN_F32, GRN_I64},
                {"windows 8x8", lay_windows_2, windows_2_8, 256, 8, MANY / 32, GRN_F32, GRN_I64},
                {"windows 3x3, far", lay_windows_2, windows_2_3, 4096, 3, MANY / 8, GRN_F32, GRN_I64},
                {"windows 2x2x2", lay_windows_3, windows_3_2, 40, 2, MANY / 8, GRN_F32, GRN_I64},
                {"windows 3x3x3", lay_windows_3, windows_3_3, 40, 3, MANY / 16, GRN_F32, GRN_I64},
                {"windows 4x4x4, far", lay_windows_3, windows_3_4, 256, 4, MANY / 16, GRN_F32, GRN_I64},
                {"windows 2x2x2x2", lay_windows_4, windows_4_2, 16, 2, MANY / 16, GRN_F32, GRN_I64},
                {"windows 3x3x3x3", lay_windows_4, windows_4_3, 16, 3, MANY / 64, GRN_F32, GRN_I64},
                {"windows 3x3x3x3, far", lay_windows_4, windows_4_3, 64, 3, MANY / 64, GRN_F32, GRN_I64},
};

/* ---- a line ---------------------------------------------------------------------------------- */

/* Any bytes do; a view may reach twice as far as its elements need, to either side. */
static char *fill(size_t bytes)
{
    char *p = bench_allocate(4 * bytes, true);
    for (size_t i = 0; i < 4 * bytes; i++)
        p[i] = (char)(i * 37);
    return p;
}

static int64_t last_start(const bench_job *job, int64_t i)
{
    const grn_dims *map = &job->gather.dims.start_index_map;
    int64_t d = map->v[i % map->count];
    return job->operand.shape[d] - job->gather.slice_sizes.v[d];
}

static void draw(const bench_job *job)
{
    uint64_t random = 7;
    size_t bytes = grn_dtype_bytes(job->indices.dtype);
    for (int64_t i = 0; i < grn_tensor_elements(&job->indices); i++) {
        uint64_t start = bench_random(&random) % (uint64_t)(last_start(job, i) + 1);
        memcpy((char *)job->indices.data + (size_t)i * bytes, &start, bytes); /* little-endian */
    }
}

static bool same(const bench_job *job, const char *a, const char *b, size_t bytes)
{
    int64_t row = job->dense.rank > 1 ? job->dense.stride[0] : 1, used = job->dense.rank > 1 ? row : 1;
    if (!grn_tensor_is_compact(&job->dense))
        used = job->dense.shape[1];
    for (int64_t i = 0; i < job->dense.shape[0]; i++)
        if (memcmp(a + (size_t)(i * row) * bytes, b + (size_t)(i * row) * bytes, (size_t)used * bytes) != 0)
            return false;
    return true;
}

static const shape *looped;
static void run_loop(void *job) { looped->loop(job); }

static void line(const shape *s, const bench_setup *setup, const bench_effort *effort)
{
    bench_job job;
    char composition[BENCH_COMPOSITION_BYTES];
    memset(&job, 0, sizeof job);
    s->lay(s, &job);
    size_t operand = grn_tensor_bytes(&job.operand), dense = grn_tensor_bytes(&job.dense),
           indices = grn_tensor_bytes(&job.indices);
    char *memory = fill(operand), *by_plan = fill(dense), *by_loop = fill(dense);
    job.operand.data = memory + 2 * operand;
    job.indices.data = bench_allocate(indices, true);
    draw(&job);
    if (bench_job_ready(&job, setup) != GRN_OK)
        bench_give_up(s->name);
    looped = s;
    job.dense.data = by_loop;
    double floor_ns = bench_measure(run_loop, &job, effort).min_ns;
    job.dense.data = by_plan;
    double ns = bench_measure(bench_job_run, &job, effort).min_ns;
    job.dense.data = by_loop;
    double again = bench_measure(run_loop, &job, effort).min_ns, each = (double)grn_tensor_elements(&job.dense);
    floor_ns = again < floor_ns ? again : floor_ns;
    bench_composition c = bench_job_composition(&job);
    bench_composition_text(&c, composition);
    printf("%-32s %8.3f %8.3f %6.2f  %s%s\n", s->name, ns / each, floor_ns / each, ns / floor_ns, composition,
           same(&job, by_plan, by_loop, grn_dtype_bytes(s->dtype)) ? "" : "  WRONG");
    bench_job_end(&job);
    bench_release(memory, 4 * operand);
    bench_release(by_plan, 4 * dense);
    bench_release(by_loop, 4 * dense);
    bench_release(job.indices.data, indices);
}

int main(int argc, char **argv)
{
    bench_effort effort = {9, 1, 4e8, true};
    bench_setup setup;
    bench_setup_init(&setup, 1);
    printf("%-32s %8s %8s %6s  %s\n", "shape, ns per element", "garner", "loop", "ratio", "composition");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (argc < 2 || strstr(shapes[i].name, argv[1]) != NULL)
            line(&shapes[i], &setup, &effort);
    bench_setup_end(&setup);
    return 0;
}
