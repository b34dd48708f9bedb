/*
 * show.c - text from outside, made safe to print.
 *
 * A program, a .npy or a file's name may hold bytes that a terminal obeys: ESC
 * starts a command, a newline begins what looks like a message of its own, a
 * bidirectional override reorders the line. Everything the command prints goes
 * through here: invisible bytes are written as \XX, a byte each, as MLIR
 * writes it in strings. Other UTF-8 stays readable.
 */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

/* ---- UTF-8 ------------------------------------------------------------------------------------------------------- */

/* The bytes of the character at `s`, 0 when they are no UTF-8: cut short, overlong, a surrogate, past U+10FFFF. */
static size_t decode(const unsigned char *s, size_t n, uint32_t *code)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = s[0] < 0x80 ? 1 : s[0] >> 5 == 0x06 ? 2 : s[0] >> 4 == 0x0E ? 3 : s[0] >> 3 == 0x1E ? 4 : 0;
    if (length == 0 || length > n)
        return 0;
    *code = length == 1 ? s[0] : s[0] & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        if ((s[i] & 0xC0) != 0x80)
            return 0;
        *code = *code << 6 | (s[i] & 0x3Fu);
    }
    bool surrogate = *code >= 0xD800 && *code <= 0xDFFF;
    return *code < least[length] || surrogate || *code > 0x10FFFF ? 0 : length;
}

/* Characters that a terminal obeys instead of showing, or that change where others are shown. */
static bool is_hidden(uint32_t code)
{
    static const struct { uint32_t first, last; } hidden[] = {
        {0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},  {0x2028, 0x202E},
        {0x2066, 0x2069}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < sizeof hidden / sizeof *hidden; i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return true;
    return false;
}

size_t shown_character(const char *text, size_t n, bool *plain)
{
    uint32_t code;
    size_t length = decode((const unsigned char *)text, n, &code);
    *plain = length > 0 && !is_hidden(code);
    return length ? length : 1;
}

/* ---- writing ----------------------------------------------------------------------------------------------------- */

void show(FILE *to, const char *text, size_t n)
{
    for (size_t at = 0, length; at < n; at += length) {
        bool plain;
        length = shown_character(text + at, n - at, &plain);
        if (plain)
            fwrite(text + at, 1, length, to);
        for (size_t i = 0; !plain && i < length; i++)
            fprintf(to, "\\%02X", (unsigned)(unsigned char)text[at + i]);
    }
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
    for (size_t at = 0, length; at < n; at += length ? length : 1) {
        uint32_t code = 0;
        length = decode((const unsigned char *)text + at, n - at, &code);
        if (length == 0)
            show_json_code(to, 0xFFFD);
        else if (is_hidden(code))
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
