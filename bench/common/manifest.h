/*
 * manifest.h - the cases of a folder, as gathers and scatters of the library.
 *
 * manifest.tsv has a line per case, 22 columns: name; op (gather, set, add, max); kind; bytes of an
 * element; bytes of an index; O; A (or D0, R); N; C (or D1, W); bytes of a row; shared; window
 * height; window width; the three .npy files of operand, indices and updates; their bytes (operand,
 * indices, result or updates); useful bytes; elements of the result or updates; digest. The kinds:
 *
 *   rows   operand [O,A,row]  indices [O,N], or [N] when shared   dense [O,N,row]   (no O where it is 1; no row of one)
 *   elems  operand [O,A,C]    indices [O,N,C]                     dense [O,N,C]
 *   nd2    operand [D0,D1,row] indices [N,2]                      dense [N,row]
 *   win    operand [R,W]      indices [N,2]                       dense [N,height,width]
 *
 * Element types and how indices were drawn stand in manifest.json, where it is.
 */
#ifndef BENCH_MANIFEST_H
#define BENCH_MANIFEST_H

#include "common/job.h"

#define CASE_TEXT 128

typedef struct bench_case {
    char name[CASE_TEXT], op[CASE_TEXT], kind[CASE_TEXT];
    char operand_file[CASE_TEXT], index_file[CASE_TEXT], updates_file[CASE_TEXT];
    int64_t element_bytes, index_bytes;
    int64_t batches, rows, vectors, columns, row_bytes, shared, height, width;
    int64_t operand_bytes, indices_bytes, dense_bytes, useful_bytes, elements, digest;
    char dtype[CASE_TEXT], distribution[CASE_TEXT]; /* "" where it is not given */
} bench_case;

/* Whether a name contains `part`, or is NAME where that is "=NAME". */
bool bench_name_matches(const char *name, const char *part);

/* Calls `use` for every case whose name matches `part`, in order. */
void bench_cases_each(const char *folder, const char *part, void (*use)(void *user, const bench_case *c), void *user);

/* The case as a job, without data. The promises that the distribution makes true are made when
 * `hints`. */
void bench_case_job(const bench_case *c, bool hints, bench_job *job);

#endif
