/* report.c - messages as a person reads them. */
#include <inttypes.h>
#include <string.h>

#include "cli.h"

#define SHOWN_BYTES 160 /* of a source line; constants make lines of megabytes */

/* The part of a line that is printed: around the column, and no character of UTF-8 cut in two. */
typedef struct window {
    const char *text;
    size_t bytes, column; /* of the message, from the start of it */
    bool cut_before, cut_after;
} window;

static bool is_continuation(char c) { return ((unsigned char)c & 0xC0) == 0x80; }

static window window_of(const char *line, size_t bytes, size_t column)
{
    size_t from = column > SHOWN_BYTES / 2 && bytes > SHOWN_BYTES ? column - SHOWN_BYTES / 2 : 0;
    size_t to = bytes - from < SHOWN_BYTES ? bytes : from + SHOWN_BYTES;
    for (int i = 0; i < 3 && from > 0 && from < column && is_continuation(line[from]); i++)
        from++;
    for (int i = 0; i < 3 && to < bytes && to > column && is_continuation(line[to]); i++)
        to--;
    return (window){line + from, to - from, column - from, from > 0, to < bytes};
}

/* A tab stays one, so that the caret, which stands behind as many, lines up. */
static void show_window(const window *w)
{
    for (size_t at = 0, n; at < w->bytes; at += n) {
        const char *tab = memchr(w->text + at, '\t', w->bytes - at);
        n = tab ? (size_t)(tab - w->text) - at : w->bytes - at;
        show(stderr, w->text + at, n);
        if (tab)
            fputc('\t', stderr);
        n += tab != NULL;
    }
}

static void show_caret(const window *w)
{
    for (size_t at = 0, n; at < w->column; at += n) {
        bool plain;
        n = grn_text_character(w->text + at, w->bytes - at, NULL, &plain);
        bool tab = w->text[at] == '\t';
        fprintf(stderr, "%*s", tab ? 0 : plain ? 1 : 3 * (int)n, "");
        if (tab)
            fputc('\t', stderr);
    }
    colour_begin(stderr, COLOUR_CARET);
    fputc('^', stderr);
    colour_end(stderr);
    fputc('\n', stderr);
}

void show_place(const char *text, size_t n, size_t at)
{
    if (document_is_open()) {
        const notice where = {.severity = GRN_SEVERITY_NOTE, .place = {1, (uint32_t)at + 1}};
        tell(&where, "%.*s", (int)(n < SHOWN_BYTES ? n : SHOWN_BYTES), text);
        return;
    }
    const window w = window_of(text, n, at < n ? at : n);
    fputs(w.cut_before ? "  ..." : "  ", stderr);
    show_window(&w);
    fputs(w.cut_after ? "...\n  " : "\n  ", stderr);
    fputs(w.cut_before ? "   " : "", stderr);
    show_caret(&w);
}

static void show_source(source *s, grn_place place)
{
    size_t bytes;
    const char *line = source_line(s, place.line, &bytes);
    show_place(line, bytes, place.column ? place.column - 1 : 0);
}

const char *place_text(bool is_binary, const grn_module *module, grn_place place, char text[PLACE_BYTES])
{
    cut_text t = {text, 0, PLACE_BYTES};
    const grn_sink sink = cut_sink(&t);
    const char *format = is_binary      ? "op %" PRIu32 " at byte %" PRIu32
                         : place.column ? "%" PRIu32 ":%" PRIu32
                                        : "%" PRIu32;
    snprintf(text, PLACE_BYTES, format, place.line, place.column);
    if (is_binary && module && grn_module_write_place(module, place, &sink) != GRN_OK)
        text[0] = '\0';
    return text;
}

const char *origin_text(bool is_binary, const grn_module *module, grn_place place, char text[ORIGIN_BYTES])
{
    cut_text t = {text, 0, ORIGIN_BYTES};
    const grn_sink sink = cut_sink(&t);
    text[0] = '\0';
    if (!is_binary && module && grn_module_write_origin(module, place, &sink) != GRN_OK)
        text[0] = '\0';
    return text;
}

/* "file:3:7: error: text", in the colours of each. */
static void print_line(const reporter *r, const grn_diagnostic *d)
{
    static const colour colours[] = {COLOUR_ERROR, COLOUR_WARNING, COLOUR_REMARK, COLOUR_NOTE};
    char place[PLACE_BYTES];
    colour_begin(stderr, COLOUR_STRONG);
    show(stderr, r->source->name, strlen(r->source->name));
    if (d->place.line) {
        fputc(':', stderr);
        place_text(r->source->is_binary, r->module, d->place, place);
        show(stderr, place, strlen(place));
    }
    fputs(": ", stderr);
    colour_end(stderr);
    colour_begin(stderr, colours[d->severity]);
    fprintf(stderr, "%s: ", grn_severity_text(d->severity));
    colour_end(stderr);
    colour_begin(stderr, COLOUR_STRONG);
    show(stderr, d->message, strlen(d->message));
    colour_end(stderr);
    fputc('\n', stderr);
}

notice notice_of(const grn_diagnostic *d)
{
    return (notice){
        .severity = d->severity, .place = d->place, .rule = d->rule, .text = d->message, .bad_index = d->bad_index};
}

void tell_of_no_file(void *none, const grn_diagnostic *d)
{
    (void)none;
    tell(&(notice){.severity = d->severity}, "%s", d->message);
}

/* A note that is about the line printed just now has no need of it again. */
static void print_diagnostic(reporter *r, const grn_diagnostic *d)
{
    if (document_is_open()) {
        notice m = notice_of(d);
        m.file = r->source->name;
        m.is_binary = r->source->is_binary;
        m.module = r->module;
        document_add(&m);
        return;
    }
    const bool is_again =
        d->severity == GRN_SEVERITY_NOTE && d->place.line == r->shown.line && d->place.column == r->shown.column;
    print_line(r, d);
    if (!d->place.line || r->source->is_binary || is_again)
        return;
    show_source(r->source, d->place);
    r->shown = d->place;
}

/* Whether the limit leaves room for this error. */
static bool count_error(error_tally *t)
{
    bool hidden = t->limit && t->printed >= t->limit;
    t->hidden += hidden;
    t->printed += !hidden;
    return !hidden;
}

static void pass_on(reporter *r, const grn_diagnostic *d)
{
    if (r->expected)
        expectations_meet(r->expected, r->source, d);
    else if (!r->hides)
        print_diagnostic(r, d);
}

/* A note under a message that is no note itself; a document has this beside the message's place. */
static void report_origin(reporter *r, const grn_diagnostic *d)
{
    char text[ORIGIN_BYTES], note[ORIGIN_BYTES + 32];
    if (d->severity == GRN_SEVERITY_NOTE || document_is_open() ||
        !*origin_text(r->source->is_binary, r->module, d->place, text))
        return;
    snprintf(note, sizeof note, "it comes from %s", text);
    pass_on(r, &(grn_diagnostic){.severity = GRN_SEVERITY_NOTE, .place = d->place, .message = note});
}

static void report_diagnostic(void *user, const grn_diagnostic *d)
{
    reporter *r = user;
    bool is_error = d->severity == GRN_SEVERITY_ERROR;
    r->errors += is_error;
    if (d->severity != GRN_SEVERITY_NOTE && !r->expected) /* a note belongs to the message before it */
        r->hides = is_error ? !count_error(r->tally) : r->tally->quiet;
    pass_on(r, d);
    report_origin(r, d);
}

grn_diag reporter_diag(reporter *r) { return (grn_diag){report_diagnostic, r}; }

void tally_end(const error_tally *t)
{
    if (t->hidden)
        tell(&(notice){.severity = GRN_SEVERITY_REMARK}, "%" PRIu64 " more error%s not shown; --max-errors=0 shows all",
             t->hidden, t->hidden == 1 ? " is" : "s are");
}
