/*
 * gen.h - garner gen: programs made at random, and the forms that they are written in.
 *
 * Programs are made and written by several threads at once; a form keeps nothing between two of them.
 */
#ifndef GARNER_CLI_GEN_H
#define GARNER_CLI_GEN_H

#include "cli.h"

#define GEN_REASON_BYTES 400

/* Where a program is written, and why it was not. */
typedef struct gen_place {
    int folder;       /* open, of all programs; -1: standard output, which takes one file */
    bool replaces;    /* files that are there */
    uint64_t number;  /* of the program, and of its file or folder */
    bool is_left_out; /* the form cannot say it, and another program is made in its place */
    char reason[GEN_REASON_BYTES];
} gen_place;

typedef struct gen_form {
    const char *name;
    const char *ending; /* of a program's one file; NULL: it has a folder of files */
    /* False: the place has the reason. */
    bool (*write)(gen_place *place, const grn_generated *made);
} gen_form;
extern const gen_form gen_forms[]; /* ends with name NULL; the first is the usual one (gen_forms.c) */

/* The command that makes the program again, and what it leaves open, in lines that begin with `comment`. */
void gen_put_head(const grn_generated *made, const char *form, const char *comment, const grn_sink *sink);

/* "000012" and the ending: the file, or the folder, of a program. */
#define GEN_NAME_BYTES 64
void gen_name(uint64_t number, const char *ending, char out[GEN_NAME_BYTES]);
/* Writes a file of the program: NAME in its folder, or 000012.mlir where the name is an ending, ".mlir". */
bool gen_put(gen_place *place, const char *name, const void *bytes, size_t n);
/* False, with the reason: the program is left out, or all ends. */
bool gen_leave(gen_place *place, const char *format, ...) GRN_PRINTF(2, 3);
bool gen_fail(gen_place *place, const char *format, ...) GRN_PRINTF(2, 3);

#endif
