/* merge.c - runs of ascending keys into one, by pairs of neighbours. */
#include <string.h>

#include "dist/merge.h"

/* order[from, middle) and order[middle, to) into out. */
static void merge_two(const int64_t *key, const int64_t *order, int64_t from, int64_t middle, int64_t to, int64_t *out)
{
    int64_t a = from, b = middle, n = from;
    while (a < middle || b < to)
        out[n++] = b == to || (a < middle && key[order[a]] <= key[order[b]]) ? order[a++] : order[b++];
}

void grn_merge_runs(const int64_t *key, int64_t *first, int64_t runs, int64_t *order, int64_t *other)
{
    const int64_t n = first[runs];
    while (runs > 1) {
        int64_t merged = 0;
        for (int64_t r = 0; r < runs; r += 2) {
            const int64_t middle = first[r + 1], to = r + 2 <= runs ? first[r + 2] : middle;
            merge_two(key, order, first[r], middle, to, other);
            first[merged++] = first[r]; /* never behind what is still to be read */
        }
        first[merged] = n;
        runs = merged;
        memcpy(order, other, (size_t)n * sizeof *order);
    }
}
