/* diag.c - statuses as text, and messages on their way to the caller's callback. */
#include "core/core.h"

#include <stdio.h>
#include <string.h>

const grn_place grn_no_place = {0, 0};

static const struct {
    const char *name, *text;
} statuses[] = {
#define GRN_STATUS_ROW(name, text) {#name, text},
    GRN_STATUSES(GRN_STATUS_ROW)
#undef GRN_STATUS_ROW
};

static bool is_status(grn_status status)
{
    return (int)status >= 0 && status < GRN_STATUS_COUNT;
}

const char *grn_status_text(grn_status status)
{
    return is_status(status) ? statuses[status].text : "unknown status";
}

const char *grn_status_name(grn_status status)
{
    return is_status(status) ? statuses[status].name : "unknown status";
}

const char *grn_severity_text(grn_severity severity)
{
    static const char *const text[] = {
#define GRN_SEVERITY_TEXT(name, spelled) spelled,
        GRN_SEVERITIES(GRN_SEVERITY_TEXT)
#undef GRN_SEVERITY_TEXT
    };
    return (unsigned)severity < GRN_COUNT(text) ? text[severity] : "unknown";
}

void grn_emit(const grn_diag *diag, grn_severity severity, grn_place place, const char *message)
{
    grn_diagnostic d = {severity, place, message};
    if (diag && diag->emit)
        diag->emit(diag->user, &d);
}

/* Ends a message that was cut in "...", at the start of a UTF-8 character. */
static void mark_cut(char *text, size_t bytes)
{
    size_t at = bytes - 4;
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    memcpy(text + at, "...", 4);
}

static void emit_v(const grn_diag *diag, grn_severity severity, grn_place place, const char *format, va_list args)
{
    char text[GRN_MESSAGE_BYTES];
    if (!diag || !diag->emit)
        return;
    int n = vsnprintf(text, sizeof text, format, args);
    if (n < 0)
        memcpy(text, "(a message that could not be formatted)", 40);
    else if ((size_t)n >= sizeof text)
        mark_cut(text, sizeof text);
    grn_emit(diag, severity, place, text);
}

grn_status grn_fail_v(const grn_diag *diag, grn_place place, grn_status status, const char *format, va_list args)
{
    emit_v(diag, GRN_SEVERITY_ERROR, place, format, args);
    return status;
}

grn_status grn_fail(const grn_diag *diag, grn_place place, grn_status status, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    emit_v(diag, GRN_SEVERITY_ERROR, place, format, args);
    va_end(args);
    return status;
}

void grn_note(const grn_diag *diag, grn_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    emit_v(diag, GRN_SEVERITY_NOTE, place, format, args);
    va_end(args);
}
