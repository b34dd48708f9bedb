/*
 * diff_report.c - --report: a folder with index.html, which has the counts, a row for each function that was tried, and of
 * each bug the picture, the explanation and the program, which lie beside it with their inputs.
 *
 * Pieces are made by the threads that ran the functions, and put together in the order of the files.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "diff.h"

/* ---- text ---------------------------------------------------------------------------------------- */

static void put(grn_text_buffer *to, const char *text)
{
    const grn_sink sink = grn_text_buffer_sink(to);
    (void)!sink.write(sink.user, text, strlen(text)); /* where memory is refused the page is shorter */
}

/* Text from outside, as HTML and without what a browser would obey. */
static void put_text(grn_text_buffer *to, const char *text, size_t n)
{
    static const struct {
        char c;
        const char *as;
    } marks[] = {{'<', "&lt;"}, {'>', "&gt;"}, {'&', "&amp;"}, {'"', "&quot;"}, {'\'', "&#39;"}};
    for (size_t at = 0, bytes; at < n; at += bytes) {
        uint32_t code;
        bool shown;
        char one[16];
        const char *as = NULL;
        bytes = grn_text_character(text + at, n - at, &code, &shown);
        for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
            if (bytes == 1 && text[at] == marks[i].c)
                as = marks[i].as;
        snprintf(one, sizeof one, "%.*s", bytes < sizeof one ? (int)bytes : 0, text + at);
        put(to, as ? as : shown || text[at] == '\n' ? one : "?");
    }
}

static void put_words(grn_text_buffer *to, const char *text)
{
    put_text(to, text ? text : "", text ? strlen(text) : 0);
}

static void put_number(grn_text_buffer *to, const char *format, uint64_t n)
{
    char text[64];
    snprintf(text, sizeof text, format, n);
    put(to, text);
}

/* ---- files beside the page ------------------------------------------------------------------------ */

/* False: the report is not complete, after a message. Under diff_lock. */
static bool write_file(const char *name, const char *bytes, size_t n)
{
    FILE *f = output_begin();
    bool well = f != NULL && (n == 0 || fwrite(bytes, 1, n, f) == n);
    if (f != NULL)
        well = fclose(f) == 0 && well;
    if (well && output_commit(name))
        return true;
    complain_of(name, "cannot be written to the report: %s", strerror(errno));
    output_abandon();
    return false;
}

static bool write_buffer(const char *name, const grn_text_buffer *b)
{
    return write_file(name, b->text != NULL ? b->text : "", b->size_bytes);
}

static void write_program(const diff_program *p, uint64_t bug)
{
    char name[64];
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const grn_module_print_options how = {.names = true};
    snprintf(name, sizeof name, "bug-%" PRIu64 ".mlir", bug);
    if (grn_module_print(p->ran, &how, &sink) == GRN_OK)
        write_buffer(name, &text);
    grn_text_buffer_free(&text);
}

/* As `garner diff` finds them beside the program. */
static void write_inputs(size_t n, const grn_tensor *inputs, uint64_t bug)
{
    for (size_t i = 0; i < n; i++) {
        char name[64];
        grn_text_buffer bytes = {0};
        const grn_sink sink = grn_text_buffer_sink(&bytes);
        snprintf(name, sizeof name, "bug-%" PRIu64 ".in_%zu.npy", bug, i);
        if (grn_npy_write(&inputs[i], &sink) == GRN_OK)
            write_buffer(name, &bytes);
        grn_text_buffer_free(&bytes);
    }
}

/* ---- the picture ---------------------------------------------------------------------------------- */

/* Which gather or scatter of a run stands at a place. */
typedef struct access_count {
    grn_place place;
    uint64_t count, found;
    bool is_found;
} access_count;

static void count_access(void *user, const grn_traced_op *op)
{
    access_count *a = user;
    if (op->is_access && !a->is_found && op->place.line == a->place.line && op->place.column == a->place.column) {
        a->is_found = true;
        a->found = a->count;
    }
    a->count += op->is_access;
}

static bool find_access(const diff_program *p, size_t n, const grn_tensor *inputs, grn_place place, uint64_t *number)
{
    access_count a = {.place = place};
    const grn_tracer tracer = {.begin = count_access, .user = &a};
    const grn_run_options how = {.tracer = &tracer};
    grn_results *results = NULL;
    first_error ignored = {{0}, {0}};
    const grn_diag quiet = first_error_diag(&ignored);
    const grn_status status = grn_module_run(p->ran, p->function, n, inputs, &how, &quiet, &results);
    grn_results_destroy(results);
    *number = a.found;
    return status == GRN_OK && a.is_found;
}

/* The element that is wrong is traced, of a gather; of a scatter those that a picture chooses. */
static bool draw(const diff_program *p, size_t n, const grn_tensor *inputs, const grn_difference *d,
                 grn_text_buffer *out)
{
    first_error ignored = {{0}, {0}};
    const grn_diag quiet = first_error_diag(&ignored);
    const int64_t *at = d->position;
    const size_t nat = (size_t)d->rank;
    grn_module_draw_options how = {.ntraces = 1, .nat = &nat, .at = &at};
    const grn_sink sink = grn_text_buffer_sink(out);
    if (!find_access(p, n, inputs, d->place, &how.op))
        return false;
    if (strstr(d->op ? d->op : "", "scatter") == NULL &&
        grn_module_draw(p->ran, p->function, n, inputs, &how, &quiet, &sink) == GRN_OK)
        return true;
    how.ntraces = 0;
    return grn_module_draw(p->ran, p->function, n, inputs, &how, &quiet, &sink) == GRN_OK;
}

static bool write_picture(const diff_program *p, size_t n, const grn_tensor *inputs, const grn_difference *d,
                          uint64_t bug)
{
    char name[64];
    grn_text_buffer svg = {0};
    snprintf(name, sizeof name, "bug-%" PRIu64 ".svg", bug);
    const bool drawn = draw(p, n, inputs, d, &svg);
    diff_lock();
    const bool written = drawn && write_buffer(name, &svg);
    diff_unlock();
    grn_text_buffer_free(&svg);
    return written;
}

/* ---- one bug -------------------------------------------------------------------------------------- */

static const grn_difference *first_bug(const grn_diff *diff)
{
    for (size_t i = 0; i < grn_diff_count(diff); i++)
        if (grn_diff_at(diff, i)->verdict == GRN_BUG)
            return grn_diff_at(diff, i);
    return NULL;
}

static void put_position(grn_text_buffer *to, const grn_difference *d)
{
    put(to, "[");
    for (int32_t i = 0; i < d->rank; i++) {
        char text[32];
        snprintf(text, sizeof text, "%s%" PRId64, i > 0 ? ", " : "", d->position[i]);
        put(to, text);
    }
    put(to, "]");
}

static void put_facts(grn_text_buffer *to, const grn_difference *d)
{
    put(to, "<dl><dt>op</dt><dd><code>");
    put_words(to, d->op);
    put(to, "</code></dd><dt>reading</dt><dd>");
    put_words(to, d->reading ? d->reading : "none that is known gives the tool's numbers");
    put_number(to, "</dd><dt>elements</dt><dd>%" PRIu64, d->elements);
    put(to, ", first <code>");
    put_position(to, d);
    put(to, "</code></dd><dt>garner</dt><dd><code>");
    put_words(to, d->garner);
    put(to, "</code></dd><dt>the tool</dt><dd><code>");
    put_words(to, d->tool);
    put(to, "</code></dd>");
    if (d->note != NULL) {
        put(to, "<dt>note</dt><dd>");
        put_words(to, d->note);
        put(to, "</dd>");
    }
    put(to, "</dl>\n");
}

static void put_program(grn_text_buffer *to, const diff_program *p)
{
    grn_text_buffer text = {0};
    const grn_sink sink = grn_text_buffer_sink(&text);
    const grn_module_print_options how = {.names = true, .elide_over = 64};
    if (grn_module_print(p->ran, &how, &sink) == GRN_OK) {
        put(to, "<details><summary>program</summary><pre>");
        put_text(to, text.text, text.size_bytes);
        put(to, "</pre></details>\n");
    }
    grn_text_buffer_free(&text);
}

static void put_bug(grn_text_buffer *to, const diff_case *of, const diff_program *p, const diff_tool *tool,
                    const grn_difference *d, uint64_t bug, bool has_picture)
{
    char place[PLACE_BYTES];
    put_number(to, "<section id=\"bug-%" PRIu64 "\"><h2>", bug);
    put_words(to, of->file);
    put(to, ":");
    put_words(to, place_text(p->file->is_binary, p->module, d->place, place));
    put(to, "</h2>\n");
    put_facts(to, d);
    if (has_picture)
        put_number(to, "<img src=\"bug-%" PRIu64 ".svg\" alt=\"operand, indices and result\">\n", bug);
    if (d->explanation != NULL) {
        put(to, "<pre>");
        put_words(to, d->explanation);
        put(to, "</pre>\n");
    }
    put_program(to, p);
    put_number(to, "<p>Again: <code>garner diff bug-%" PRIu64 ".mlir --tool '", bug);
    put_words(to, tool->given);
    put(to, "'</code></p></section>\n");
}

void diff_report_add(diff_row *row, const diff_case *of, const diff_program *p, const diff_tool *tool, size_t ninputs,
                     const grn_tensor *inputs, const grn_diff *diff)
{
    static uint64_t bugs; /* under the lock */
    const grn_difference *d = first_bug(diff);
    row->bug = 0;
    if (d == NULL)
        return;
    diff_lock();
    row->bug = ++bugs;
    write_program(p, row->bug);
    write_inputs(ninputs, inputs, row->bug);
    diff_unlock();
    put_bug(&row->bugs, of, p, tool, d, row->bug, write_picture(p, ninputs, inputs, d, row->bug));
}

/* ---- rows ------------------------------------------------------------------------------------------ */

void diff_report_row(diff_row *row, const diff_case *of, const diff_program *p, const grn_diff *diff, const char *why)
{
    const char *verdict = diff != NULL ? grn_verdict_text(grn_diff_verdict(diff)) : "rejected";
    const grn_difference *d = diff != NULL ? grn_diff_at(diff, 0) : NULL;
    const char *said = diff != NULL ? grn_diff_said(diff) : why;
    grn_text_buffer *to = &row->page;
    put(to, "<tr class=\"");
    put(to, verdict);
    put(to, "\"><td>");
    put_words(to, of->file);
    put(to, p != NULL && p->info.name ? " @" : "");
    put_words(to, p != NULL ? p->info.name : NULL);
    put(to, "</td><td>");
    if (row->bug > 0)
        put_number(to, "<a href=\"#bug-%" PRIu64 "\">bug</a>", row->bug);
    else
        put(to, verdict);
    put(to, "</td><td>");
    put_words(to, d != NULL ? d->op : NULL);
    put(to, "</td><td>");
    if (d != NULL)
        put_words(to, d->verdict == GRN_ALLOWED ? grn_allowance_text(d->why) : d->reading ? d->reading : d->note);
    else if (said != NULL)
        put_text(to, said, strcspn(said, "\n"));
    put(to, "</td></tr>\n");
}

/* ---- the page -------------------------------------------------------------------------------------- */

static const char head[] =
    "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
    "content=\"width=device-width\">\n<title>garner diff</title>\n<style>\n"
    ":root{color-scheme:light dark}body{font:16px/1.5 sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem}\n"
    "table{border-collapse:collapse;width:100%}td,th{text-align:left;padding:.2rem .6rem;border-bottom:1px solid #8884;"
    "vertical-align:top}\n"
    "pre{overflow:auto;padding:.6rem;background:#8882}img{max-width:100%;background:#fff}section{margin:3rem 0}\n"
    "dl{display:grid;grid-template-columns:8rem 1fr}dd{margin:0}.same td{color:#888}.bug td,.crashed "
    "td{font-weight:600}\n"
    "</style></head><body>\n<h1>garner diff</h1>\n";

static void put_counts(grn_text_buffer *to, const diff_totals *t, const diff_tool *tool)
{
    put(to, "<p>");
    put_number(to, "%" PRIu64 " programs, held against ", t->programs);
    put_words(to, tool->given);
    put(to, tool->version[0] ? ": " : "");
    put_words(to, tool->version);
    put(to, "</p>\n<table><tr><th>verdict</th><th>programs</th></tr>\n");
    for (int v = 0; v < GRN_VERDICT_COUNT; v++) {
        put(to, "<tr><td>");
        put(to, grn_verdict_text((grn_verdict)v));
        put_number(to, "</td><td>%" PRIu64 "</td></tr>\n", t->verdicts[v]);
    }
    put_number(to, "<tr><td>rejected</td><td>%" PRIu64 "</td></tr></table>\n", t->rejected);
}

/* "bug\tstablehlo.gather\tclamped-for-dropped" */
static void put_class(grn_text_buffer *to, const diff_class *c)
{
    const char *op = strchr(c->key, '\t'), *why = op != NULL ? strchr(op + 1, '\t') : NULL;
    put(to, "<tr><td>");
    put_text(to, c->key, op != NULL ? (size_t)(op - c->key) : strlen(c->key));
    put(to, "</td><td>");
    if (why != NULL)
        put_text(to, op + 1, (size_t)(why - op - 1));
    put(to, "</td><td>");
    put_words(to, why != NULL ? why + 1 : NULL);
    put_number(to, "</td><td>%" PRIu64 "</td></tr>\n", c->programs);
}

int diff_report_end(const diff_totals *t, const diff_tool *tool, const grn_text_buffer *bugs,
                    const grn_text_buffer *rows)
{
    grn_text_buffer page = {0};
    put(&page, head);
    put_counts(&page, t, tool);
    put(&page, "<h2>What comes</h2>\n<table><tr><th>verdict</th><th>op</th><th>why</th><th>programs</th></tr>\n");
    for (size_t i = 0; i < t->nclasses; i++)
        put_class(&page, &t->classes[i]);
    put(&page, "</table>\n");
    put(&page, bugs->text ? bugs->text : "");
    put(&page, "<h2>All programs</h2>\n<table><tr><th>program</th><th>verdict</th><th>op</th><th>why</th></tr>\n");
    put(&page, rows->text ? rows->text : "");
    put(&page, "</table></body></html>\n");
    const bool written = write_buffer("index.html", &page);
    grn_text_buffer_free(&page);
    return written ? EXIT_FINE : EXIT_REJECTED;
}
