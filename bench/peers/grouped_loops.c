/*
 * grouped_loops.c - the loops that bench/peers/grouped.py compiles for the machine at hand: bags, segments by
 * offsets, and rows added up by their ids, as a person writes them.
 */
#include <stdint.h>
#include <string.h>

void bag_loop(const float *table, int64_t columns, const int64_t *index, int64_t entries, const int64_t *offset,
              int64_t bags, const float *weight, float *out)
{
    memset(out, 0, (size_t)(bags * columns) * sizeof *out);
    for (int64_t b = 0; b < bags; b++) {
        float *restrict to = out + b * columns;
        for (int64_t e = offset[b], end = b + 1 < bags ? offset[b + 1] : entries; e < end; e++) {
            const float *from = table + index[e] * columns, w = weight == NULL ? 1 : weight[e];
            for (int64_t k = 0; k < columns; k++)
                to[k] += w * from[k];
        }
    }
}

#define LOOPS(T, name)                                                                                                \
    void csr_sum_##name(const T *data, int64_t columns, const int64_t *offset, int64_t segments, T *out)              \
    {                                                                                                                 \
        memset(out, 0, (size_t)(segments * columns) * sizeof *out);                                                   \
        for (int64_t s = 0; s < segments; s++)                                                                        \
            for (int64_t e = offset[s]; e < offset[s + 1]; e++)                                                       \
                for (int64_t k = 0; k < columns; k++)                                                                 \
                    out[s * columns + k] += data[e * columns + k];                                                    \
    }                                                                                                                 \
    void csr_max_##name(const T *data, int64_t columns, const int64_t *offset, int64_t segments, T *out)              \
    {                                                                                                                 \
        memset(out, 0, (size_t)(segments * columns) * sizeof *out);                                                   \
        for (int64_t s = 0; s < segments; s++)                                                                        \
            for (int64_t e = offset[s]; e < offset[s + 1]; e++)                                                       \
                for (int64_t k = 0; k < columns; k++) {                                                               \
                    const T x = data[e * columns + k], best = out[s * columns + k];                                   \
                    out[s * columns + k] = e == offset[s] || x > best ? x : best;                                     \
                }                                                                                                     \
    }                                                                                                                 \
    void ids_sum_##name(const T *data, int64_t columns, const int64_t *id, int64_t entries, int64_t segments, T *out) \
    {                                                                                                                 \
        memset(out, 0, (size_t)(segments * columns) * sizeof *out);                                                   \
        for (int64_t e = 0; e < entries; e++) {                                                                       \
            T *restrict to = out + id[e] * columns;                                                                   \
            for (int64_t k = 0; k < columns; k++)                                                                     \
                to[k] += data[e * columns + k];                                                                       \
        }                                                                                                             \
    }
LOOPS(float, f32)
LOOPS(int64_t, i64)
