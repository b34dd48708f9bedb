/*
 * configuration.h - what a file of Spatter's asks for: a list of gathers and scatters of f64.
 *
 * Knows: Spatter's JSON and its names of patterns. Must not know how they are run. Source: Spatter
 * 2.1, README.md, "Arguments", "Pattern" and "JSON Inputs for Multiple Configurations".
 */
#ifndef BENCH_CONFIGURATION_H
#define BENCH_CONFIGURATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define PATTERN_MOST 65536
#define WORD_BYTES 128

/* A list of element numbers. */
typedef struct pattern {
    int64_t *at;
    int64_t count;
} pattern;

/*
 * For i of 0..count, and j along the list, with p = gather or scatter:
 *
 *   gather            dense[i % wrap][j] = sparse[gather[j] + delta_gather * i]
 *   scatter           sparse[scatter[j] + delta_scatter * i] = dense[i % wrap][j]
 *   gather + scatter  sparse_2[scatter[j] + delta_scatter * i] = sparse[gather[j] + delta_gather * i]
 *
 * A kernel that does not gather, or does not scatter, has no list of that kind. Spatter's
 * multigather and multiscatter pick their list out of another, which is done here.
 */
typedef struct configuration {
    char name[WORD_BYTES], kernel[WORD_BYTES];
    pattern gather, scatter;
    int64_t delta_gather, delta_scatter, count, wrap, runs;
} configuration;

/* The configurations of a file. false: `why` says where, what was seen, and what would have been
 * right. */
bool configurations_read(const char *path, configuration **list, size_t *n, char *why, size_t why_bytes);
void configurations_free(configuration *list, size_t n);

/*
 * A pattern by its name: UNIFORM:LENGTH:STRIDE, and a third field that is a delta, or NR for one
 * that reuses nothing; MS1:LENGTH:GAP_PLACES:GAPS; LAPLACIAN:DIMENSION:ORDER:SIZE; or numbers by
 * commas. `*delta` is set where the pattern says one. false: it is none of these, or is longer than
 * PATTERN_MOST.
 */
bool pattern_parse(const char *text, pattern *out, int64_t *delta);

/* Room for `count` numbers. */
bool pattern_create(int64_t count, pattern *out);
int64_t pattern_largest(const pattern *p);

#endif
