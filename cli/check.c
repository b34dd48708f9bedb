/* check.c - garner check and garner print: what is left to do once a module has been parsed and
 * verified. */
#include "arguments.h"

typedef struct check_settings {
    reading_settings reading;
    bool recursive;
} check_settings;

static int accept(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    (void)c, (void)own, (void)p, (void)module, (void)diag;
    return EXIT_FINE;
}

static int check(common *c, void *own)
{
    const check_settings *s = own;
    int exit = report_begin(c, NULL);
    if (exit == EXIT_FINE) {
        exit = for_each_file(c, &s->reading, s->recursive, accept, NULL);
        exit = report_end(c, exit, exit != EXIT_USAGE);
    }
    return exit;
}

static const option_row check_rows[] = {
    {LISTS(output_rows, json_rows, limit_rows, reading_rows), AT(check_settings, reading)},
    {"recursive", NULL, "take the programs of folders too: .mlir, .mlirbc, .bc and .onnx",
     TO(check_settings, recursive, read_flag), .letter = 'r'},
    {"quiet", NULL, "print no remarks and warnings, and of several files only what is wrong",
     TO(check_settings, reading.quiet, read_flag), .letter = 'q'},
    {LISTS(last_rows)},
    {0}};

const command_code check_code = {check_rows, sizeof(check_settings), check};

/* ---- print ------------------------------------------------------------------------------------ */

typedef struct print_settings {
    printing_settings printing;
    bool keep_names; /* and comments */
} print_settings;

static int print_module(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag)
{
    const print_settings *s = own;
    grn_module_print_options how = print_options(&s->printing);
    how.names = how.comments = s->keep_names;
    (void)diag;
    return print_part(c, &how, p, module);
}

static int print(common *c, void *own)
{
    print_settings *s = own;
    s->printing.reading.keep_comments = s->keep_names;
    return stream_text(c, &s->printing.reading, print_module, own, "text");
}

static const option_row print_rows[] = {{LISTS(output_rows, json_rows, printing_rows), AT(print_settings, printing)},
                                        {"keep-names", NULL,
                                         "values keep their names, and comments stay where they stand",
                                         TO(print_settings, keep_names, read_flag)},
                                        {LISTS(limit_rows, reading_rows, last_rows), AT(print_settings, printing)},
                                        {0}};

const command_code print_code = {print_rows, sizeof(print_settings), print};
