/*
 * show.c - text from outside, made safe to print.
 *
 * A program, a .npy or a file's name may hold bytes that a terminal obeys: ESC
 * starts a command, a newline begins what looks like a message of its own, a
 * bidirectional override reorders the line. Everything the command prints goes
 * through here: invisible bytes are written as \XX, a byte each, as MLIR
 * writes it in strings. Other UTF-8 stays readable (grn_text_write).
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- writing ----------------------------------------------------------------------------------------------------- */

/* What cannot be written is found when the stream is closed. */
void show(FILE *to, const char *text, size_t n)
{
    const grn_sink sink = grn_file_sink(to);
    const grn_status status = grn_text_write(text, n, &sink);
    (void)status;
}

/* What a format makes of its arguments, the caller's to free; NULL: memory refused, or no format. */
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

static void show_line_v(FILE *to, const char *before, const char *format, va_list args)
{
    char *text = formatted(format, args);
    const char *shown = text ? text : "memory refused for a message";
    fputs(before, to);
    show(to, shown, strlen(shown));
    fputc('\n', to);
    free(text);
}

void show_line(FILE *to, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    show_line_v(to, "", format, args);
    va_end(args);
}

void complain(const char *format, ...)
{
    va_list args;
    va_start(args, format);
    show_line_v(stderr, "garner: ", format, args);
    va_end(args);
}

/* ---- as MLIR and as JSON ------------------------------------------------------------------------------------------- */

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

/* Beyond 16 bits, as a surrogate pair. */
static void show_json_code(FILE *to, uint32_t code)
{
    if (code > 0xFFFF)
        fprintf(to, "\\u%04x\\u%04x", (unsigned)(0xD7C0 + (code >> 10)), (unsigned)(0xDC00 + (code & 0x3FF)));
    else
        fprintf(to, "\\u%04x", (unsigned)code);
}

/* A byte that is no UTF-8, which JSON cannot hold, becomes U+FFFD. */
void show_json_bytes(FILE *to, const char *text, size_t n)
{
    fputc('"', to);
    for (size_t at = 0, length; at < n; at += length) {
        uint32_t code;
        bool plain;
        length = grn_text_character(text + at, n - at, &code, &plain);
        if (!plain)
            show_json_code(to, code);
        else if (code == '"' || code == '\\')
            fprintf(to, "\\%c", (char)code);
        else
            fwrite(text + at, 1, length, to);
    }
    fputc('"', to);
}

void show_json(FILE *to, const char *text)
{
    show_json_bytes(to, text, strlen(text));
}
