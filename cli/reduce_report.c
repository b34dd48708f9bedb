/* reduce_report.c - what was found, as comments before the program and as a text for an issue tracker. */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "reduce.h"

/* ---- lines --------------------------------------------------------------------------------------- */

static grn_status put(const grn_sink *sink, const char *format, ...) GRN_PRINTF(2, 3);
static grn_status put(const grn_sink *sink, const char *format, ...)
{
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    const int n = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return n < 0 ? GRN_E_SINK : sink->write(sink->user, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* One line, whatever the text has in it. */
static grn_status put_line(const grn_sink *sink, const char *before, const char *text, size_t n)
{
    char *line = NULL;
    size_t bytes = 0;
    FILE *to = open_memstream(&line, &bytes);
    if (!to)
        return GRN_E_MEMORY;
    fputs(before, to);
    show(to, text, n);
    fputc('\n', to);
    const bool closed = fclose(to) == 0;
    const grn_status status = closed ? sink->write(sink->user, line, bytes) : GRN_E_MEMORY;
    free(line);
    return status;
}

static grn_status put_word(const grn_sink *sink, const char *before, const char *text)
{
    return put_line(sink, before, text, strlen(text));
}

/* Each line of a text behind `before`. */
static grn_status put_lines(const grn_sink *sink, const char *before, const char *text)
{
    grn_status status = GRN_OK;
    while (text && *text && status == GRN_OK) {
        const size_t n = strcspn(text, "\n");
        status = put_line(sink, before, text, n);
        text += n + (text[n] == '\n');
    }
    return status;
}

/* "2x1xf32=[[1.0], [2.0]]" */
static grn_status put_tensor(const grn_tensor *t, const grn_sink *sink)
{
    static const char open[] = "dense<";
    const size_t n = sizeof open - 1;
    grn_text_buffer text = {0};
    const grn_sink literal = grn_text_buffer_sink(&text);
    grn_status status = GRN_OK;
    for (int32_t i = 0; i < t->rank && status == GRN_OK; i++)
        status = put(sink, "%" PRId64 "x", t->shape[i]);
    if (status == GRN_OK)
        status = put(sink, "%s=", grn_dtype_text(t->dtype));
    if (status == GRN_OK)
        status = grn_tensor_write_literal(t, NULL, &literal);
    if (status == GRN_OK && text.size_bytes > n + 1) /* between the brackets */
        status = sink->write(sink->user, text.text + n, text.size_bytes - n - 1);
    else if (status == GRN_OK)
        status = put(sink, "[]");
    grn_text_buffer_free(&text);
    return status;
}

/* The inputs that the program still has, as --input takes them. */
static grn_status put_inputs(const grn_sink *sink, const char *before, const grn_reduced *p)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < p->ninputs && status == GRN_OK; i++) {
        status = put(sink, "%s'", before);
        if (status == GRN_OK)
            status = put_tensor(&p->inputs[i], sink);
        if (status == GRN_OK)
            status = put(sink, "'\n");
    }
    return status;
}

static grn_status put_seed(const found_program *f, const grn_sink *sink)
{
    return f->settings->is_random ? put(sink, "// --seed %" PRIu64 "\n", f->settings->seed) : GRN_OK;
}

static const char *verdict_of(const found_program *f) { return f->verdict->text ? f->verdict->text : ""; }

grn_status found_head(const found_program *f, const grn_sink *sink)
{
    grn_status status = put_word(sink, "// garner reduce ", f->file);
    if (status == GRN_OK)
        status = f->tool ? put_word(sink, "// --diff ", f->tool) : put_word(sink, "// --while ", f->settings->line);
    if (status == GRN_OK && f->tool && *f->version)
        status = put_word(sink, "// ", f->version);
    if (status == GRN_OK)
        status = put_seed(f, sink);
    if (status == GRN_OK)
        status = put(sink, "// %zu of %zu ops, after %" PRIu64 " tries%s\n", f->ops, f->ops_before, f->tries,
                     f->is_interrupted ? ", interrupted" : "");
    if (status == GRN_OK)
        status = put_lines(sink, "// ", verdict_of(f));
    return status == GRN_OK ? put_inputs(sink, "// --input ", f->program) : status;
}

/* ---- for an issue tracker ------------------------------------------------------------------------ */

static const char *what_of(const char *reading)
{
    const grn_reading *r = NULL;
    for (size_t i = 0; (r = grn_differ_reading(i)) != NULL; i++)
        if (strcmp(r->name, reading) == 0)
            return r->what;
    return NULL;
}

static const grn_difference *difference_of(const found_program *f) { return f->diff ? grn_diff_at(f->diff, 0) : NULL; }

static grn_status put_title(const found_program *f, const grn_sink *sink)
{
    const grn_difference *d = difference_of(f);
    if (!f->tool)
        return put(sink, "# A program of %zu op%s\n\n", f->ops, f->ops == 1 ? "" : "s");
    const char *verdict = grn_verdict_text(grn_diff_verdict(f->diff));
    return put(sink, "# %.100s: %.60s%s%.100s\n\n", f->tool, verdict, d && d->op ? " in " : "",
               d && d->op ? d->op : "");
}

/* What the first element should be, what it is, and which reading of the specification gives that. */
static grn_status put_difference(const grn_difference *d, const grn_sink *sink)
{
    grn_status status = put(sink, "The first element that differs is at [");
    for (int32_t i = 0; i < d->rank && status == GRN_OK; i++)
        status = put(sink, "%s%" PRId64, i ? ", " : "", d->position[i]);
    if (status == GRN_OK)
        status = put(sink, "] of `%.100s`: the specification gives %.100s, the tool %.100s.\n", d->op ? d->op : "?",
                     d->garner ? d->garner : "?", d->tool ? d->tool : "?");
    const char *what = d->reading ? what_of(d->reading) : NULL;
    if (status == GRN_OK && what)
        status = put(sink, "The tool's number comes of a reading that is known as %.60s: %.300s.\n", d->reading, what);
    if (status == GRN_OK && d->explanation)
        status = put(sink, "\nHow the right element comes about:\n\n```\n");
    if (status == GRN_OK && d->explanation)
        status = put_lines(sink, "", d->explanation);
    return status == GRN_OK && d->explanation ? put(sink, "```\n") : status;
}

static grn_status put_program(const found_program *f, const grn_diag *diag, const grn_sink *sink)
{
    grn_status status = put(sink, "```mlir\n");
    if (status == GRN_OK)
        status = program_write(f->program, PROGRAM_TEXT, f->settings->generic, diag, sink);
    if (status == GRN_OK)
        status = put(sink, "```\n");
    if (status == GRN_OK && f->program->ninputs)
        status = put(sink, "\nIts inputs, in their order:\n\n```\n");
    if (status == GRN_OK)
        status = put_inputs(sink, "", f->program);
    return status == GRN_OK && f->program->ninputs ? put(sink, "```\n") : status;
}

static grn_status put_verdict(const found_program *f, const grn_sink *sink)
{
    const grn_difference *d = difference_of(f);
    grn_status status = put(sink, "\n");
    if (status == GRN_OK && f->tool)
        status = put_word(sink, "Tool: ", *f->version ? f->version : f->tool);
    else if (status == GRN_OK)
        status = put_word(sink, "This exits with 0 where {} is the program's file: ", f->settings->line);
    if (status == GRN_OK && d)
        status = put(sink, "\n");
    if (status == GRN_OK && d)
        status = put_difference(d, sink);
    if (status == GRN_OK && f->diff && !d && grn_diff_said(f->diff)) {
        status = put(sink, "\nIt says:\n\n```\n");
        if (status == GRN_OK)
            status = put_lines(sink, "", grn_diff_said(f->diff));
        if (status == GRN_OK)
            status = put(sink, "```\n");
    }
    return status;
}

grn_status found_report(const found_program *f, const grn_diag *diag, const grn_sink *sink)
{
    grn_status status = put_title(f, sink);
    if (status == GRN_OK)
        status = put_program(f, diag, sink);
    if (status == GRN_OK)
        status = put_verdict(f, sink);
    if (status == GRN_OK)
        status = put(sink,
                     "\nFound by garner %s: it was %zu ops, and every smaller program that was tried (%" PRIu64
                     ") does not do it.\n",
                     grn_version(), f->ops_before, f->tries);
    return status;
}
