/*
 * access_words.h - the names that a system's own documents have for the parts of a gather or
 * scatter. A dialect has a row for each of its ops that differs from the StableHLO specification;
 * explanations and pictures read it. A part that is NULL has the specification's name.
 */
#ifndef GRN_CORE_ACCESS_WORDS_H
#define GRN_CORE_ACCESS_WORDS_H

typedef struct grn_access_words {
    const char *op;         /* its full name; NULL: every op that has no row, and the last row */
    const char *dimension;  /* one of a tensor: "axis" */
    const char *dimensions; /* several: "axes" */
    const char *operand;    /* what is read; of a scatter, what is written to */
    const char *indices;
    const char *updates; /* a scatter's */
    const char *result;
    const char *along; /* the parameter that names the dimensions that an index is a place along: "axis" */
    const char *batch; /* the parameter that counts the leading dimensions that operand and indices have in common */
} grn_access_words;

#endif
