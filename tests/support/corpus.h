/*
 * corpus.h - the programs of the repository: every part of every .mlir file below some folders.
 */
#ifndef TESTS_CORPUS_H
#define TESTS_CORPUS_H

#include <stddef.h>

typedef struct corpus_program {
    char *name; /* the file below the repository, and which of its parts, from 1: "tests/ops/arith/cmpi.mlir#2" */
    char *text;
} corpus_program;

typedef struct corpus {
    corpus_program *programs;
    size_t count;
} corpus;

/* Adds all programs below `folder` of the repository, in order of their names. Files are split
 * where "// -----" begins a line. */
void corpus_add(corpus *c, const char *folder);
void corpus_free(corpus *c);

#endif
