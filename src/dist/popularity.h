/*
 * popularity.h - how often rows of a table are named, where that falls with a
 * power of their number.
 *
 * Knows: numbers of rows, Zipf's law. Must not know: ranks, networks.
 *
 * Sums over rows are over spans of rows that grow with their number, so that a
 * table of any size is a few hundred spans.
 */
#ifndef GRN_DIST_POPULARITY_H
#define GRN_DIST_POPULARITY_H

#include <stdint.h>

typedef struct grn_popularity {
    int64_t rows;
    double zipf, total; /* the sum of all (r + 1)^-zipf */
} grn_popularity;

grn_popularity grn_popularity_of(int64_t rows, double zipf);
/* The probability that an id names a row of [from, to), 0 <= from <= to <= rows. */
double grn_popularity_share(const grn_popularity *p, int64_t from, int64_t to);
/* How many rows of [from, to) `ids` ids name between them, each row once. */
double grn_popularity_distinct(const grn_popularity *p, double ids, int64_t from, int64_t to);
/* How many of `parts` blocks of ceil(rows / parts) rows `ids` ids name. */
double grn_popularity_blocks(const grn_popularity *p, double ids, int64_t parts);

#endif
