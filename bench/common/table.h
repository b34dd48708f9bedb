/*
 * table.h - the cases that garner is held against other programs on: a line each.
 *
 * Three lists of them:
 *
 *   base    the 33 cases of docs/performance.md
 *   drawn   40 more: other types, rows of 4 B to 8 KiB, of which many end within a cache line, other
 *           axes, other distributions of indices, and maxima
 *   users   what users of other programs bring, each with where it comes from
 *
 * Every reader takes them from here: make_cases writes their data for cases, limits and the peers;
 * scaling draws it in memory.
 */
#ifndef BENCH_TABLE_H
#define BENCH_TABLE_H

#include "common/manifest.h"

/* What of the table is read, and how large. */
typedef struct bench_selection {
    const char *list, *part; /* only of this list, only names that match this; NULL: all */
    int64_t shrink;          /* extents divided by this, for tests; 1: as they are */
} bench_selection;

/* Calls `use` for every case selected, in the order of the table. Its digest is 0, and it names no
 * files. */
void bench_table_each(const bench_selection *selection, void (*use)(void *user, const bench_case *c), void *user);

/* Which list a case of the table is of, and where it comes from ("" of garner's own). */
const char *bench_table_list(const char *name);
const char *bench_table_origin(const char *name);

/* Indices by the case's distribution, each in range. */
void bench_case_fill_indices(const bench_case *c, grn_tensor *indices);

/* Whole numbers, small enough that sums of them in f32 are exact in any order: up to 2^20 of an
 * operand, up to 63 of updates. Of types that are only moved, any bits. */
void bench_case_fill_operand(grn_tensor *operand);
void bench_case_fill_updates(grn_tensor *updates);

#endif
