/*
 * show.c - text from outside, made safe to print.
 *
 * A program, a .npy or a file's name may hold bytes that a terminal obeys: ESC
 * starts a command, a newline begins what looks like a message of its own, a
 * bidirectional override reorders the line. Everything the command prints goes
 * through here: invisible bytes are written as \XX, a byte each, as MLIR
 * writes it in strings. Other UTF-8 stays readable (grn_text_write).
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- writing --------------------------------------------------------------------------------- */

/* What cannot be written is found when the stream is closed. */
void show(FILE *to, const char *text, size_t n)
{
    const grn_sink sink = grn_file_sink(to);
    const grn_status status = grn_text_write(text, n, &sink);
    (void)status;
}

/* What a format makes of its arguments, the caller's to free; NULL: memory refused, or no
 * format. */
static char *formatted(const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, again);
    va_end(again);
    char *text = n < 0 ? NULL : malloc((size_t)n + 1);
    if (text)
        vsnprintf(text, (size_t)n + 1, format, args);
    return text;
}

void show_line(FILE *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = formatted(format, args);
    va_end(args);
    const char *shown = text ? text : "memory refused for a message";
    show(to, shown, strlen(shown));
    fputc('\n', to);
    free(text);
}

/* ---- messages -------------------------------------------------------------------------------- */

/* "garner: warning: take.npz:3: text". */
static void print_message(const notice *m)
{
    char line[24] = "";
    if (m->place.line)
        snprintf(line, sizeof line, ":%" PRIu32, m->place.line);
    const char *word = m->severity == GRN_SEVERITY_WARNING ? "warning: " : "";
    show_line(stderr, "garner: %s%s%s%s%s", word, m->file ? m->file : "", m->file ? line : "", m->file ? ": " : "",
              m->text);
}

void tell(const notice *m, const char *format, ...)
{
    va_list args;
    notice told = *m;
    va_start(args, format);
    char *text = formatted(format, args);
    va_end(args);
    told.text = text ? text : "memory refused for a message";
    if (document_is_open())
        document_add(&told);
    else
        print_message(&told);
    free(text);
}

/* ---- as MLIR --------------------------------------------------------------------------------- */

/* Not the C library's: what is a letter must not depend on the locale. */
static bool is_identifier(const char *s, size_t n)
{
    static const char first[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_", rest[] = "0123456789$.";
    for (size_t i = 0; i < n; i++)
        if (s[i] == '\0' || (!strchr(first, s[i]) && (i == 0 || !strchr(rest, s[i]))))
            return false;
    return n > 0;
}

void show_symbol(FILE *to, const char *name, size_t n)
{
    bool bare = is_identifier(name, n);
    fputs(bare ? "@" : "@\"", to);
    for (size_t i = 0; i < n; i++) {
        unsigned char c = (unsigned char)name[i];
        if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\')
            fputc(c, to);
        else
            fprintf(to, "\\%02X", (unsigned)c);
    }
    fputs(bare ? "" : "\"", to);
}
