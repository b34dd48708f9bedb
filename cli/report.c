/* report.c - messages as a person reads them. */
#include <stdarg.h>
#include <string.h>

#include "cli.h"

void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fputs("garner: ", stderr);
    vfprintf(stderr, format, args);
    fputc('\n', stderr);
    va_end(args);
}

static const char *const severity_text[] = {"error", "warning", "remark", "note"};

/* Line `line` of the source, without its newline. */
static const char *find_line(const source *s, uint32_t line, size_t *bytes)
{
    const char *at = s->text, *end = s->text + s->bytes;
    for (uint32_t n = 1; n < line && at < end; n++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        at = newline ? newline + 1 : end;
    }
    const char *newline = at < end ? memchr(at, '\n', (size_t)(end - at)) : NULL;
    *bytes = (size_t)((newline ? newline : end) - at);
    return at;
}

#define SHOWN_BYTES 160 /* of a source line; constants make lines of megabytes */

/* The line around the column, and a caret under it; tabs stay tabs so that the caret lines up. */
static void show_line(const source *s, grn_place place)
{
    size_t bytes;
    const char *line = find_line(s, place.line, &bytes);
    size_t column = place.column ? place.column - 1 : 0;
    if (column > bytes)
        column = bytes;
    size_t from = column > SHOWN_BYTES / 2 && bytes > SHOWN_BYTES ? column - SHOWN_BYTES / 2 : 0;
    size_t shown = bytes - from < SHOWN_BYTES ? bytes - from : SHOWN_BYTES;
    fprintf(stderr, "  %s", from ? "..." : "");
    for (size_t i = 0; i < shown; i++) {
        unsigned char c = (unsigned char)line[from + i];
        fputc(c >= 32 || c == '\t' ? c : '?', stderr);
    }
    fprintf(stderr, "%s\n  %s", from + shown < bytes ? "..." : "", from ? "   " : "");
    for (size_t i = from; i < column; i++)
        fputc(line[i] == '\t' ? '\t' : ' ', stderr);
    fputs("^\n", stderr);
}

static void report(void *user, const grn_diagnostic *d)
{
    reporter *r = user;
    r->errors += d->severity == GRN_SEVERITY_ERROR;
    if (r->expected) {
        expectations_meet(r->expected, r->source, d);
        return;
    }
    fprintf(stderr, "%s:", r->source->name);
    if (d->place.line)
        fprintf(stderr, "%u:%u:", (unsigned)d->place.line, (unsigned)d->place.column);
    fprintf(stderr, " %s: %s\n", severity_text[d->severity], d->message);
    if (d->place.line && d->severity != GRN_SEVERITY_NOTE)
        show_line(r->source, d->place);
}

grn_diag reporter_diag(reporter *r)
{
    return (grn_diag){report, r};
}
