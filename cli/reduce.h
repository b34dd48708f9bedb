/*
 * reduce.h - programs that `garner reduce` tries: as files for a line of the user's, or by garner/differ.h.
 *
 * Knows: folders, processes, what `garner diff` knows of tools. Which programs are tried is decided in the library.
 */
#ifndef GARNER_CLI_REDUCE_H
#define GARNER_CLI_REDUCE_H

#include "cli.h"
#include "garner/differ.h"
#include "garner/reduce.h"

/* How a program is written for who tries it. */
typedef enum program_form { PROGRAM_TEXT, PROGRAM_ARTIFACT, PROGRAM_ONNX } program_form;

typedef struct reduce_settings {
    calling_settings calling;
    const char *line;      /* --while */
    const char *tool;      /* --diff */
    const char *form;      /* --form, of the tool */
    const char *report;    /* --report */
    double seconds;        /* --timeout */
    uint64_t memory_bytes; /* --memory */
    uint64_t max_tries;
    uint64_t seed; /* --seed, of random inputs */
    bool has_seed;
    bool is_random; /* the inputs are random */
    bool whole;     /* --whole */
    bool generic;
} reduce_settings;

/* A program in a form, to the sink. */
grn_status program_write(const grn_reduced *p, program_form form, bool generic, const grn_diag *diag,
                         const grn_sink *sink);

/* ---- by a line of a shell (reduce_trial.c) ------------------------------------------------------ */

/* Folders in which programs are tried at once. */
typedef struct trial_folders trial_folders;
/* NULL, after a message. */
trial_folders *trial_folders_make(const reduce_settings *s, program_form form, size_t at_once);
void trial_folders_remove(trial_folders *f);
/* Whether each of n programs, at most at_once, does what is looked for. */
void trial_run(trial_folders *f, size_t n, const grn_reduced *tried, bool *holds);

/* ---- by another tool's results (reduce_diff.c) --------------------------------------------------- */

/* The tool, with a session for each program that is tried at once, and what it is to do again. */
typedef struct diff_trials diff_trials;
/* EXIT_FINE; else after a message: EXIT_NO, the tool gives the same bits. *from: the program as it is reduced, with its
 * inputs, which lives as long as *out. End it all the same. */
int diff_trials_begin(const common *c, const reduce_settings *s, const entry *e, const grn_diag *diag,
                      diff_trials **out, grn_reduced *from);
void diff_trials_end(diff_trials *t);
void diff_trials_run(diff_trials *t, size_t n, const grn_reduced *tried, bool *holds);
/* As it was given; *version: what it says of itself, "" for nothing. */
const char *diff_trials_tool(const diff_trials *t, const char **version);
/* Compares once more: *out, which the caller destroys, and the lines that `garner diff` prints of it. */
grn_status diff_trials_tell(diff_trials *t, const grn_reduced *p, const grn_diag *diag,
                            grn_status (*line)(void *user, const char *text, size_t n), void *user, grn_diff **out);

/* ---- what was found, for a person (reduce_report.c) ---------------------------------------------- */

typedef struct found_program {
    const char *file; /* that was reduced */
    const reduce_settings *settings;
    const char *tool, *version; /* NULL: a line of a shell */
    const grn_reduced *program;
    size_t ops, ops_before;
    uint64_t tries;
    bool is_interrupted;
    const grn_text_buffer *verdict; /* lines that `garner diff` prints; empty without a tool */
    const grn_diff *diff;           /* NULL: none */
} found_program;
/* Comments before the program. */
grn_status found_head(const found_program *f, const grn_sink *sink);
/* Text in Markdown for an issue tracker. */
grn_status found_report(const found_program *f, const grn_diag *diag, const grn_sink *sink);

#endif
