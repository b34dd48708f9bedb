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

static bool is_status(grn_status status) { return (int)status >= 0 && status < GRN_STATUS_COUNT; }

const char *grn_status_text(grn_status status) { return is_status(status) ? statuses[status].text : "unknown status"; }

const char *grn_status_name(grn_status status) { return is_status(status) ? statuses[status].name : "unknown status"; }

const char *grn_severity_text(grn_severity severity)
{
    static const char *const text[] = {
#define GRN_SEVERITY_TEXT(name, spelled) spelled,
        GRN_SEVERITIES(GRN_SEVERITY_TEXT)
#undef GRN_SEVERITY_TEXT
    };
    return (unsigned)severity < GRN_COUNT(text) ? text[severity] : "unknown";
}

static void ignore(void *user, const grn_diagnostic *d) { (void)user, (void)d; }
const grn_diag grn_quiet = {ignore, NULL};

void grn_format_v(char *text, size_t bytes, const char *format, va_list args)
{
    if (vsnprintf(text, bytes, format, args) < 0)
        text[0] = '\0';
}

void grn_emit_again(const grn_diag *diag, const grn_diagnostic *d)
{
    if (diag && diag->emit)
        diag->emit(diag->user, d);
}

void grn_emit(const grn_diag *diag, grn_severity severity, grn_place place, const char *message)
{
    grn_emit_again(diag, &(grn_diagnostic){.severity = severity, .place = place, .message = message});
}

/* Ends a message that was cut in "...", at the start of a UTF-8 character. */
static void mark_cut(char *text, size_t bytes)
{
    size_t at = bytes - 4;
    while (at > 0 && ((unsigned char)text[at] & 0xC0) == 0x80)
        at--;
    memcpy(text + at, "...", 4);
}

/* Emits *d with a message of the format, behind "rule C21" where d has a rule. */
static void emit_formatted(const grn_diag *diag, grn_diagnostic *d, const char *format, va_list args)
{
    char text[GRN_MESSAGE_BYTES];
    if (!diag || !diag->emit)
        return;
    const int before = d->rule ? snprintf(text, sizeof text, "rule %.64s", d->rule) : 0;
    const size_t room = sizeof text - (size_t)before;
    const int n = vsnprintf(text + before, room, format, args);
    if (n < 0)
        memcpy(text, "(a message that could not be formatted)", 40);
    else if ((size_t)n >= room)
        mark_cut(text, sizeof text);
    d->message = text;
    grn_emit_again(diag, d);
}

static void emit_v(const grn_diag *diag, grn_severity severity, grn_place place, const char *format, va_list args)
{
    grn_diagnostic d = {.severity = severity, .place = place};
    emit_formatted(diag, &d, format, args);
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

void grn_note_rule(const grn_diag *diag, grn_place place, const char *rule, const char *format, ...)
{
    grn_diagnostic d = {.severity = GRN_SEVERITY_NOTE, .place = place, .rule = rule};
    va_list args;
    va_start(args, format);
    emit_formatted(diag, &d, format, args);
    va_end(args);
}

/* ---- indices out of range -------------------------------------------------------------------- */

grn_bad_index grn_bad_index_at(const grn_tensor *indices, const int64_t *position)
{
    grn_bad_index bad = {.dtype = indices->dtype, .rank = indices->rank};
    const void *element = grn_tensor_at(indices, grn_offset_in(indices, position));
    if (bad.rank > 0)
        memcpy(bad.position, position, (size_t)bad.rank * sizeof *position);
    if (indices->dtype == GRN_UI64)
        memcpy(&bad.value, element, sizeof bad.value);
    else
        bad.value = grn_index_load(indices->dtype, element);
    return bad;
}

grn_status grn_fail_bad_index_v(const grn_diag *diag, const grn_bad_index *bad, const char *format, va_list args)
{
    grn_diagnostic d = {.severity = GRN_SEVERITY_ERROR, .bad_index = bad};
    emit_formatted(diag, &d, format, args);
    return GRN_E_INDEX;
}

grn_status grn_fail_bad_index(const grn_diag *diag, const grn_bad_index *bad, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const grn_status status = grn_fail_bad_index_v(diag, bad, format, args);
    va_end(args);
    return status;
}
