/*
 * diff.h - garner diff: programs with their inputs, another tool that runs them, and what comes of it.
 *
 * Knows: files, folders, processes, garner/differ.h. What the tool did is decided there.
 *
 * Several threads work at once, each on a program of its own with a session of the tool. What reads files of the
 * caller's and prints messages is done by one thread at a time (diff_lock).
 */
#ifndef GARNER_CLI_DIFF_H
#define GARNER_CLI_DIFF_H

#include "cli.h"
#include "garner/differ.h"
#include "garner/opened.h"
#include "garner/random_inputs.h"
#include "process.h"
#include "shrink.h"

typedef struct diff_settings {
    calling_settings calling;
    const char *tool, *form, *report;
    uint64_t threads, seed, trials;
    double seconds;
    uint64_t memory_bytes;
    bool whole, exhaustive, keep_checks, keep_constants;
} diff_settings;

void diff_lock(void);
void diff_unlock(void);

/* ---- forms that tools take programs in (diff_forms.c) ----------------------------------------- */

typedef struct tool_form {
    const char *name, *file; /* "onnx", "program.onnx" */
    const char *what;        /* for a person */
    grn_status (*write)(const grn_module *module, const char *function, const grn_diag *diag, const grn_sink *sink);
} tool_form;
const tool_form *tool_form_at(size_t i); /* NULL behind the last */
const tool_form *tool_form_named(const char *name);
const char *tool_form_word(size_t i);

/* A diag that keeps the first error: its message, without the place. Zeroed before. */
#define FIRST_ERROR_BYTES 512
typedef struct first_error {
    char text[FIRST_ERROR_BYTES];
    grn_place place;
} first_error;
grn_diag first_error_diag(first_error *e);

/* ---- tools (diff_adapter.c, diff_tool.c) -------------------------------------------------------- */

/* What --tool says: a line of a shell, or an adapter. The same for all threads. */
typedef struct diff_tool {
    const char *given; /* as it was given */
    const char *line;  /* of a shell; NULL: an adapter */
    char *path;        /* of the adapter */
    char *variant;     /* "cuda" of jax:cuda; NULL: none */
    char *tolerance;   /* by which name garner/differ.h knows it; NULL: it does not */
    const tool_form *form;
    bool stays; /* the adapter is a worker */
    process_limits limits;
    char version[256]; /* what it says of itself; "": nothing yet */
} diff_tool;

/* EXIT_FINE, or after a message: EXIT_USAGE, EXIT_REJECTED. Free it all the same. */
int diff_tool_find(const diff_settings *s, diff_tool *out);
void diff_tool_free(diff_tool *tool);

/* One thread's. */
typedef struct tool_session {
    diff_tool *tool;
    process *worker;
    char folder[4096];              /* where a worker runs; "": none is made yet */
    int failures;                   /* of starts, one after the other */
    char broken[FIRST_ERROR_BYTES]; /* why it cannot be started; "": it can */
} tool_session;
/* Starts a worker, which says its version. False: `broken` says why. */
bool tool_session_begin(tool_session *s, diff_tool *tool);
void tool_session_end(tool_session *s);
/* As garner/differ.h wants it. Its `run` answers GRN_E_UNSUPPORTED once the session is broken. */
grn_tool tool_session_as_tool(tool_session *s);

/* What stands in a folder that a tool wrote: result i of a function, of the declared type. */
typedef struct tool_results {
    size_t count;
    grn_tensor *tensors;
    read_tensor *read;
    void **files;
    char why[FIRST_ERROR_BYTES]; /* of what is not as it should be */
} tool_results;
/* False: `why` says what is wrong. Free it all the same. (diff_results.c) */
bool tool_results_read(const char *folder, const grn_module *module, size_t function, tool_results *out);
void tool_results_free(tool_results *r);
/* Writes inputs as in_0.npy, .., and signature.txt, which says the function's name and the types of both. */
bool tool_inputs_write(const char *folder, const grn_module *module, size_t function, size_t ninputs,
                       const grn_tensor *inputs);

/* ---- programs (diff_cases.c) ------------------------------------------------------------------ */

typedef struct diff_case {
    char *file;
    char *inputs; /* a format for the path of input i; NULL: none lie beside it */
} diff_case;
typedef struct diff_cases {
    diff_case *items;
    size_t count, room;
} diff_cases;
int diff_cases_read(const common *c, diff_cases *out);
void diff_cases_free(diff_cases *cases);

/* ---- a function of one in memory (diff_program.c) ----------------------------------------------- */

typedef struct diff_program {
    const source *file;
    const grn_module *module; /* as it was read */
    size_t number;            /* of the function there, */
    grn_function_info info;   /* which this is about */
    grn_opened *opened;       /* NULL: it has no checks */
    const grn_module *ran;    /* by garner and the tool */
    size_t function;          /* in that */
    grn_reduction *shrunk;    /* what `ran` is of, with --exhaustive; NULL: it is tried in its own shapes */
    grn_text_buffer shapes;   /* of its inputs then */
    size_t ninputs;
    grn_tensor *inputs; /* NULL: they are drawn */
    read_tensor *copies;
    grn_text_buffer *bytes;
} diff_program;
/* EXIT_FINE, else a message was given. Close it all the same. Both under diff_lock. */
int diff_program_open(const common *c, const diff_settings *s, const diff_case *of, program in, size_t number,
                      diff_program *out);
void diff_program_close(diff_program *p);
/* With --exhaustive, of too many combinations of indices: `ran` becomes a program of smaller shapes, and the inputs its. */
grn_status diff_program_shrink(diff_program *p, const grn_shrink_options *how, const grn_diag *diag, size_t *ninputs,
                               const grn_tensor **inputs);
/* Constants that became inputs are constants again. False: there are none. */
bool diff_program_keep_constants(diff_program *p);

/* ---- what came of it (diff_rows.c) -------------------------------------------------------------- */

typedef struct diff_class {
    char *key; /* "bug", tab, the op, tab, the reason */
    size_t programs;
    char *first; /* a program of it */
} diff_class;

typedef struct diff_totals {
    size_t verdicts[GRN_VERDICT_COUNT], rejected, programs;
    diff_class *classes;
    size_t nclasses, room;
} diff_totals;

/* What is printed of one file, made by the thread that ran its functions. */
typedef struct diff_row {
    bool is_done;
    size_t verdicts[GRN_VERDICT_COUNT], rejected; /* functions */
    grn_text_buffer text;                         /* lines */
    json objects;                                 /* of the document */
    grn_text_buffer keys;                         /* classes, a line each */
    grn_text_buffer page, bugs;                   /* of the report: rows of a table, sections */
    uint64_t bug;                                 /* the number of the function's there; 0: it has none */
} diff_row;
void diff_row_add(diff_row *row, const diff_case *of, const diff_program *p, const grn_diff *diff, uint64_t trial);
/* `p` may be NULL. */
void diff_row_reject(diff_row *row, const diff_case *of, const diff_program *p, const char *why);
/* Prints it, or puts it into the document, and counts it. */
void diff_row_emit(diff_row *row, const diff_case *of, bool is_only, FILE *out, diff_totals *totals);
void diff_totals_print(const diff_totals *t, const diff_tool *tool, FILE *out);
void diff_totals_json(const diff_totals *t, const diff_tool *tool, json *j);
void diff_totals_free(diff_totals *t);

/* ---- --report (diff_report.c) ------------------------------------------------------------------- */

/* Of a bug, a section, and files in the folder that is open: what it ran with. */
void diff_report_add(diff_row *row, const diff_case *of, const diff_program *p, const diff_tool *tool, size_t ninputs,
                     const grn_tensor *inputs, const grn_diff *diff);
/* A row of the table. diff NULL: it was rejected, for the reason `why`; p may then be NULL. */
void diff_report_row(diff_row *row, const diff_case *of, const diff_program *p, const grn_diff *diff, const char *why);
/* Writes index.html; EXIT_REJECTED after a message. */
int diff_report_end(const diff_totals *t, const diff_tool *tool, const grn_text_buffer *bugs,
                    const grn_text_buffer *rows);

#endif
