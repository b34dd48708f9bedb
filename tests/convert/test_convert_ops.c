/*
 * test_convert_ops.c - every function of tests/ops in every dialect: it
 * verifies, runs, and its checks hold. ops_said.txt beside this file has what
 * can be expressed, a line per function, a column per dialect: how many ops of the
 * function's own dialect stay as they are, or - where the dialect refuses it.
 * A column may get better, never worse. GARNER_WRITE_SAID=FILE writes the table.
 */
#define _XOPEN_SOURCE 700 /* glob */
#include <glob.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"
#include "support/share.h"
#include "support/text.h"

#define DIALECTS 7

typedef struct notes {
    char first[400];
} notes;

static void note(void *user, const grn_diagnostic *d)
{
    notes *n = user;
    if (d->severity == GRN_SEVERITY_ERROR && n->first[0] == '\0')
        snprintf(n->first, sizeof n->first, "%s", d->message);
}

/* ---- one function ---------------------------------------------------------------------------- */

static grn_status run_all(const grn_module *m, const grn_diag *diag)
{
    for (size_t i = 0; i < grn_module_functions(m); i++) {
        grn_function_info info;
        grn_results *results = NULL;
        assert_int_equal(grn_module_function(m, i, &info), GRN_OK);
        if (!info.is_public || !info.has_body || info.ninputs > 0)
            continue;
        grn_status status = grn_module_run(m, i, 0, NULL, NULL, diag, &results);
        grn_results_destroy(results);
        if (status != GRN_OK)
            return status;
    }
    return GRN_OK;
}

/* Ops of the dialect, in generic form: "dialect.name"( */
static int count_ops(const grn_module *m, const char *dialect)
{
    grn_text_buffer t = text_of_module(m, true);
    char name[40];
    int n = 0;
    snprintf(name, sizeof name, "\"%s.", dialect);
    for (const char *at = t.text; (at = strstr(at, name)) != NULL; at++) {
        const char *end = strchr(at + 1, '"');
        n += end != NULL && end[1] == '(';
    }
    grn_text_buffer_free(&t);
    return n;
}

/* The targets tensor and tcp consist of MLIR's own ops. */
static bool are_its_ops(const char *own, const char *to)
{
    bool upstream = strcmp(own, "arith") == 0 || strcmp(own, "linalg") == 0 || strcmp(own, "tensor") == 0;
    return strcmp(own, to) == 0 || (upstream && (strcmp(to, "tensor") == 0 || strcmp(to, "tcp") == 0));
}

/* Sums of bf16 become sums of f32, which quiet a NaN that no update reached (docs/convert.md). */
static bool loses_bits(const char *name) { return strcmp(name, "ttnn/scatter.mlir@bf16_nan_bits") == 0; }

/* Ops left, -1: refused. */
static int converted_to(const char *where, const grn_module *m, const char *own, const char *to)
{
    notes n = {""};
    const grn_diag diag = {note, &n};
    const grn_module_convert_options how = {.to = to};
    grn_module *made = NULL;
    grn_status status = grn_module_convert(m, &how, &diag, &made);
    if (status == GRN_E_UNSUPPORTED && n.first[0] != '\0')
        return -1;
    if (status != GRN_OK)
        fail_msg("%s to %s: %s: %s", where, to, grn_status_text(status), n.first);
    status = run_all(made, &diag);
    if (status != GRN_OK)
        fail_msg("%s to %s: it does not run as it did: %s: %s", where, to, grn_status_text(status), n.first);
    int left = are_its_ops(own, to) ? 0 : count_ops(made, own);
    grn_module_destroy(made);
    return left;
}

/* NULL: no program by itself, or one that is meant to fail. */
static grn_module *parse(const char *part, size_t n)
{
    grn_module *m = NULL;
    if (grn_module_parse(part, n, NULL, NULL, &m) != GRN_OK)
        return NULL;
    if (grn_module_verify(m, NULL) == GRN_OK && run_all(m, NULL) == GRN_OK)
        return m;
    grn_module_destroy(m);
    return NULL;
}

/* ---- the table ------------------------------------------------------------------------------- */

typedef struct table {
    grn_text_buffer wanted;
    FILE *out;
    int functions, worse;
} table;

/* What the table's line of this name begins with behind the name; NULL: there is none. */
static const char *line_of(const table *t, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = t->wanted.text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (strncmp(at, name, n) == 0 && at[n] == ' ')
            return at + n;
    return NULL;
}

static void hold(table *t, const char *name, const int left[DIALECTS])
{
    const char *at = line_of(t, name);
    for (size_t d = 0; at && d < DIALECTS; d++) {
        char *end;
        bool refused = *(at += strspn(at, " ")) == '-';
        long most = refused ? 0 : strtol(at, &end, 10);
        if (!refused && (left[d] < 0 || left[d] > most)) {
            print_error("%s to %s: %s %d, at most %ld are to\n", name, grn_module_dialect(d),
                        left[d] < 0 ? "refused:" : "ops that stay:", left[d], most);
            t->worse++;
        }
        at = refused ? at + 1 : end;
    }
}

static void write_line(const table *t, const char *name, const int left[DIALECTS])
{
    fprintf(t->out, "%s", name);
    for (size_t d = 0; d < DIALECTS; d++)
        left[d] < 0 ? fprintf(t->out, " -") : fprintf(t->out, " %d", left[d]);
    fputc('\n', t->out);
}

/* ---- all of them ----------------------------------------------------------------------------- */

/* file: "dialect/name.mlir"; part: one function, from its line on. */
static void try_function(table *t, const char *file, const char *part, size_t n)
{
    char name[300], own[32];
    int left[DIALECTS] = {0};
    const char *symbol = memchr(part, '@', n);
    grn_module *m = symbol ? parse(part, n) : NULL;
    if (!m)
        return;
    t->functions++;
    if (!test_takes((uint64_t)t->functions, TEST_ONE_IN)) {
        grn_module_destroy(m);
        return;
    }
    snprintf(own, sizeof own, "%.*s", (int)strcspn(file, "/"), file);
    snprintf(name, sizeof name, "%s%.*s", file, (int)strcspn(symbol, "( "), symbol);
    for (size_t d = 0; d < DIALECTS && !loses_bits(name); d++)
        left[d] = converted_to(name, m, own, grn_module_dialect(d));
    hold(t, name, left);
    if (t->out)
        write_line(t, name, left);
    grn_module_destroy(m);
}

/* A function reaches to the next one, or to where the file is cut into parts. */
static const char *end_of_function(const char *from)
{
    const char *end = from + strlen(from), *next = strstr(from + 1, "\nfunc.func"),
               *cut = strstr(from + 1, "\n// -----");
    end = next && next < end ? next : end;
    return cut && cut < end ? cut : end;
}

static void try_file(table *t, const char *path)
{
    grn_text_buffer whole = text_of_file(path);
    const char *file = strstr(path, "/tests/ops/") + strlen("/tests/ops/");
    for (const char *at = whole.text; at; at = strstr(at + 1, "\nfunc.func"))
        if (strncmp(at, "func.func", 9) == 0 || *at == '\n')
            try_function(t, file, at, (size_t)(end_of_function(at) - at));
    grn_text_buffer_free(&whole);
}

/* The first line names the columns. */
static void check_columns(const table *t)
{
    char line[200] = "function";
    for (size_t d = 0; d < DIALECTS; d++)
        snprintf(line + strlen(line), sizeof line - strlen(line), " %s", grn_module_dialect(d));
    if (t->out)
        fprintf(t->out, "%s\n", line);
    else if (strncmp(t->wanted.text, line, strlen(line)) != 0)
        fail_msg("tests/convert/ops_said.txt is to begin with '%s'", line);
}

static void every_function_in_every_dialect(void **state)
{
    const char *write = getenv("GARNER_WRITE_SAID");
    table t = {.wanted = text_of_file(GARNER_SOURCE_DIR "/tests/convert/ops_said.txt"),
               .out = write ? fopen(write, "w") : NULL};
    glob_t files;
    (void)state;
    assert_null(grn_module_dialect(DIALECTS));
    check_columns(&t);
    assert_int_equal(glob(GARNER_SOURCE_DIR "/tests/ops/*/*.mlir", 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++)
        try_file(&t, files.gl_pathv[i]);
    globfree(&files);
    if (t.out)
        fclose(t.out);
    grn_text_buffer_free(&t.wanted);
    if (t.functions < 300)
        fail_msg("only %d functions were tried", t.functions);
    if (t.worse > 0)
        fail_msg("%d columns are worse than tests/convert/ops_said.txt has them", t.worse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_function_in_every_dialect)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
