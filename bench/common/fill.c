/* fill.c - what stands in the tensors of a case of the table. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "common/data.h"
#include "common/measure.h"
#include "common/table.h"

/* ---- values ---------------------------------------------------------------------------------- */

/* A whole number in [-most, most). */
static int64_t whole(uint64_t *state, int64_t most)
{
    return (int64_t)(bench_random(state) % (uint64_t)(2 * most)) - most;
}

static void fill_f32(grn_tensor *t, uint64_t state, int64_t most)
{
    float *v = t->data;
    int64_t n = grn_tensor_elements(t);
    for (int64_t i = 0; i < n; i++)
        v[i] = (float)whole(&state, most);
}

static void fill_f64(grn_tensor *t, uint64_t state, int64_t most)
{
    double *v = t->data;
    int64_t n = grn_tensor_elements(t);
    for (int64_t i = 0; i < n; i++)
        v[i] = (double)whole(&state, most);
}

static void fill_bytes(grn_tensor *t, uint64_t state)
{
    char *to = t->data;
    size_t bytes = grn_tensor_bytes(t);
    for (size_t at = 0; at < bytes; at += 8) {
        uint64_t word = bench_random(&state);
        memcpy(to + at, &word, bytes - at < 8 ? bytes - at : 8);
    }
}

static void fill(grn_tensor *t, uint64_t seed, int64_t most)
{
    if (t->dtype == GRN_F32)
        fill_f32(t, seed, most);
    else if (t->dtype == GRN_F64)
        fill_f64(t, seed, most);
    else
        fill_bytes(t, seed);
}

void bench_case_fill_operand(grn_tensor *operand) { fill(operand, 1, (int64_t)1 << 20); }

void bench_case_fill_updates(grn_tensor *updates) { fill(updates, 2, 64); }

/* ---- row lengths of a graph ------------------------------------------------------------------ */

/* Lengths of rows as those of graphs are spread: exp of a normal variable of mean 1.6 and deviation
 * 1, at most 255. They are scaled to sum up to n. */
static double draw_length(uint64_t *state)
{
    double u = (double)((bench_random(state) >> 11) + 1) * 0x1p-53, v = (double)(bench_random(state) >> 11) * 0x1p-53;
    double normal = sqrt(-2 * log(u)) * cos(6.283185307179586 * v);
    return fmin(255, exp(1.6 + normal));
}

/* Index i of n is the row in which entry i of n lies. */
static void fill_lengths(grn_tensor *indices, int64_t rows)
{
    int64_t n = grn_tensor_elements(indices), at = 0;
    double *end = malloc((size_t)rows * sizeof *end), sum = 0;
    uint64_t state = 7;
    if (end == NULL)
        bench_give_up("not enough memory");
    for (int64_t r = 0; r < rows; r++)
        end[r] = sum += draw_length(&state);
    for (int64_t i = 0; i < n; i++) {
        while (at + 1 < rows && end[at] / sum * (double)n <= (double)i)
            at++;
        bench_store_index(indices, i, at);
    }
    free(end);
}

static void swap(char *a, char *b, size_t bytes)
{
    char held[8];
    memcpy(held, a, bytes);
    memcpy(a, b, bytes);
    memcpy(b, held, bytes);
}

static void mix(grn_tensor *indices)
{
    size_t bytes = grn_dtype_bytes(indices->dtype);
    char *v = indices->data;
    uint64_t state = 8;
    for (int64_t i = grn_tensor_elements(indices) - 1; i > 0; i--)
        swap(v + (size_t)i * bytes, v + (size_t)(bench_random(&state) % (uint64_t)(i + 1)) * bytes, bytes);
}

/* ---- indices --------------------------------------------------------------------------------- */

/* Each batch begins the sequence again; that of a permutation is another for each batch and
 * column. */
static void fill_one_component(const bench_case *c, bench_distribution d, grn_tensor *indices)
{
    int64_t inner = c->columns > 0 ? c->columns : 1, n = grn_tensor_elements(indices);
    uint64_t state = 7;
    for (int64_t i = 0; i < n; i++) {
        int64_t along = i / inner % c->vectors, others = i / inner / c->vectors * inner + i % inner;
        int64_t at = d == BENCH_perm ? along + others * 7919 : along;
        bench_store_index(indices, i, bench_draw(d, at, c->vectors, c->rows, &state));
    }
}

/* A place among all starts, as two components. */
static void fill_two_components(const bench_case *c, bench_distribution d, grn_tensor *indices)
{
    int64_t second = c->columns - c->width + 1, range = (c->rows - c->height + 1) * second;
    uint64_t state = 7;
    for (int64_t i = 0; i < c->vectors; i++) {
        int64_t place = bench_draw(d, i, c->vectors, range, &state);
        bench_store_index(indices, 2 * i, place / second);
        bench_store_index(indices, 2 * i + 1, place % second);
    }
}

/* One vector of indices, each repeated along its row. */
static void fill_broadcast(const bench_case *c, grn_tensor *indices)
{
    uint64_t state = 7;
    for (int64_t i = 0, n = grn_tensor_elements(indices); i < n; i += c->columns) {
        const int64_t index = bench_draw(BENCH_uniform, i / c->columns, c->vectors, c->rows, &state);
        for (int64_t k = 0; k < c->columns; k++)
            bench_store_index(indices, i + k, index);
    }
}

void bench_case_fill_indices(const bench_case *c, grn_tensor *indices)
{
    bool two = strcmp(c->kind, "nd2") == 0 || strcmp(c->kind, "win") == 0;
    if (strncmp(c->distribution, "lengths", 7) == 0) {
        fill_lengths(indices, c->rows);
        if (strcmp(c->distribution, "lengths_mixed") == 0)
            mix(indices);
        return;
    }
    if (strcmp(c->distribution, "broadcast") == 0) {
        fill_broadcast(c, indices);
        return;
    }
    bench_distribution d = bench_distribution_of(c->distribution);
    if (two)
        fill_two_components(c, d, indices);
    else
        fill_one_component(c, d, indices);
}
