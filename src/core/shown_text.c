/*
 * shown_text.c - text from outside, made safe to show, and messages as lines.
 *
 * A program, a .npy or a file's name may hold bytes that a terminal obeys: ESC starts a command, a
 * newline begins what looks like a message of its own, a bidirectional override reorders the line.
 */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/core.h"
#include "garner/sink.h"

/* The bytes of the character at `s`, 0 when they are no UTF-8: cut short, overlong, a surrogate,
 * past U+10FFFF. */
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
    static const struct {
        uint32_t first, last;
    } hidden[] = {{0x00, 0x1F},     {0x7F, 0x9F},     {0x061C, 0x061C}, {0x200E, 0x200F},  {0x2028, 0x202E},
                  {0x2066, 0x2069}, {0xFEFF, 0xFEFF}, {0xFFF9, 0xFFFB}, {0xE0000, 0xE007F}};
    for (size_t i = 0; i < GRN_COUNT(hidden); i++)
        if (code >= hidden[i].first && code <= hidden[i].last)
            return true;
    return false;
}

size_t grn_text_character(const char *text, size_t size_bytes, uint32_t *code, bool *is_shown)
{
    uint32_t point = 0xFFFD;
    const bool is_there = text != NULL && size_bytes > 0;
    const size_t length = is_there ? decode((const unsigned char *)text, size_bytes, &point) : 0;
    if (code != NULL)
        *code = length > 0 ? point : 0xFFFD;
    if (is_shown != NULL)
        *is_shown = length > 0 && !is_hidden(point);
    return length > 0 ? length : is_there;
}

static grn_status write_hidden(const char *text, size_t n, const grn_sink *sink)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        char byte[4];
        snprintf(byte, sizeof byte, "\\%02X", (unsigned)(unsigned char)text[i]);
        status = sink->write(sink->user, byte, 3);
    }
    return status;
}

/* How many bytes at the start stay as they are. */
static size_t shown_bytes(const char *text, size_t size_bytes)
{
    size_t at = 0;
    for (bool shown = true; at < size_bytes;) {
        const size_t n = grn_text_character(text + at, size_bytes - at, NULL, &shown);
        if (!shown)
            break;
        at += n;
    }
    return at;
}

grn_status grn_text_write(const char *text, size_t size_bytes, const grn_sink *sink)
{
    grn_status status = text == NULL && size_bytes > 0 ? GRN_E_ARGUMENT : grn_check_sink(sink);
    for (size_t at = 0, n; status == GRN_OK && at < size_bytes; at += n) {
        n = shown_bytes(text + at, size_bytes - at);
        if (n > 0) {
            status = sink->write(sink->user, text + at, n);
        } else {
            n = grn_text_character(text + at, size_bytes - at, NULL, NULL);
            status = write_hidden(text + at, n, sink);
        }
    }
    return status;
}

/* ---- messages -------------------------------------------------------------------------------- */

static grn_status write_place(grn_place place, const grn_sink *sink)
{
    char text[32];
    const int n = snprintf(text, sizeof text, "%" PRIu32 ":%" PRIu32 ": ", place.line, place.column);
    return place.line == 0 ? GRN_OK : sink->write(sink->user, text, (size_t)n);
}

grn_status grn_diagnostic_write(const grn_diagnostic *diagnostic, const char *name, const grn_sink *sink)
{
    if (diagnostic == NULL || diagnostic->message == NULL)
        return GRN_E_ARGUMENT;
    const char *severity = grn_severity_text(diagnostic->severity);
    grn_status status = grn_check_sink(sink);
    if (status == GRN_OK && name != NULL)
        status = grn_text_write(name, strlen(name), sink);
    if (status == GRN_OK && name != NULL)
        status = sink->write(sink->user, ": ", diagnostic->place.line != 0 ? 1 : 2);
    if (status == GRN_OK)
        status = write_place(diagnostic->place, sink);
    if (status == GRN_OK)
        status = sink->write(sink->user, severity, strlen(severity));
    if (status == GRN_OK)
        status = sink->write(sink->user, ": ", 2);
    if (status == GRN_OK)
        status = grn_text_write(diagnostic->message, strlen(diagnostic->message), sink);
    return status == GRN_OK ? sink->write(sink->user, "\n", 1) : status;
}

static void emit_line(void *user, const grn_diagnostic *diagnostic)
{
    const grn_diag_lines *lines = user;
    const grn_status status = grn_diagnostic_write(diagnostic, lines->name, &lines->sink);
    (void)status;
}

grn_diag grn_diag_to(const grn_diag_lines *lines)
{
    return (grn_diag){lines != NULL ? emit_line : NULL, (void *)(uintptr_t)lines};
}
