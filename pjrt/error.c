/* error.c - errors: a code and a message; what the library answers as one. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin.h"

static const PJRT_Error no_memory = {.code = PJRT_Error_Code_RESOURCE_EXHAUSTED, .is_static = true};

PJRT_Error *grn_pjrt_no_memory(void) { return (PJRT_Error *)(uintptr_t)&no_memory; }

PJRT_Error *grn_pjrt_error_of_text(PJRT_Error_Code code, const char *text, size_t bytes)
{
    PJRT_Error *error = malloc(sizeof *error + bytes + 1);
    if (error == NULL)
        return grn_pjrt_no_memory();
    *error = (PJRT_Error){.code = code, .bytes = bytes};
    memcpy(error->message, text, bytes);
    error->message[bytes] = 0;
    return error;
}

PJRT_Error *grn_pjrt_error(PJRT_Error_Code code, const char *format, ...)
{
    char text[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    return grn_pjrt_error_of_text(code, text, n < 0 ? 0 : (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

PJRT_Error *grn_pjrt_error_copy(const PJRT_Error *error)
{
    return error == NULL || error->is_static ? (PJRT_Error *)(uintptr_t)error
                                             : grn_pjrt_error_of_text(error->code, error->message, error->bytes);
}

void grn_pjrt_error_free(PJRT_Error *error)
{
    if (error != NULL && !error->is_static)
        free(error);
}

/* ---- text that grows ------------------------------------------------------------------------- */

static bool make_room(grn_pjrt_text *t, size_t bytes)
{
    if (t->failed || bytes >= SIZE_MAX / 2 - t->bytes)
        return false;
    if (t->bytes + bytes < t->room)
        return true;
    const size_t room = 2 * (t->bytes + bytes) + 64;
    char *text = realloc(t->text, room);
    if (text == NULL) {
        t->failed = true;
        return false;
    }
    t->text = text;
    t->room = room;
    return true;
}

grn_status grn_pjrt_text_add(void *text, const char *more, size_t bytes)
{
    grn_pjrt_text *t = text;
    if (!make_room(t, bytes))
        return GRN_E_MEMORY;
    memcpy(t->text + t->bytes, more, bytes);
    t->bytes += bytes;
    t->text[t->bytes] = 0;
    return GRN_OK;
}

void grn_pjrt_text_print(grn_pjrt_text *text, const char *format, ...)
{
    char line[1024];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(line, sizeof line, format, args);
    va_end(args);
    if (n > 0)
        (void)!grn_pjrt_text_add(text, line, (size_t)n < sizeof line ? (size_t)n : sizeof line - 1);
}

/* ---- the library's messages ------------------------------------------------------------------ */

/* "train.py:42:9: " of what a program of JAX says, else what the module says of the place. */
static void write_place(const grn_module *module, grn_place place, grn_pjrt_text *text)
{
    grn_origin origin;
    const grn_sink sink = {grn_pjrt_text_add, text};
    if (grn_module_origin(module, place, &origin) && origin.file != NULL)
        grn_pjrt_text_print(text, "%.*s:%u:%u: ", (int)origin.file_bytes, origin.file, (unsigned)origin.line,
                            (unsigned)origin.column);
    else if (place.line != 0 && grn_module_write_place(module, place, &sink) == GRN_OK)
        grn_pjrt_text_print(text, ": ");
}

static void keep(void *user, const grn_diagnostic *d)
{
    grn_pjrt_messages *m = user;
    if (d->severity == GRN_SEVERITY_ERROR)
        m->tells = true;
    else if (d->severity != GRN_SEVERITY_NOTE)
        m->tells = false;
    if (!m->tells)
        return;
    grn_pjrt_text text = {m->text, m->bytes, m->room, false};
    if (text.bytes > 0)
        grn_pjrt_text_print(&text, "\n");
    if (m->module != NULL)
        write_place(m->module, d->place, &text);
    (void)!grn_pjrt_text_add(&text, d->message, strlen(d->message));
    m->text = text.text;
    m->bytes = text.bytes;
    m->room = text.room;
}

grn_diag grn_pjrt_diag(grn_pjrt_messages *messages) { return (grn_diag){keep, messages}; }

static PJRT_Error_Code code_of(grn_status status)
{
    static const PJRT_Error_Code codes[GRN_STATUS_COUNT] = {
        [GRN_E_ARGUMENT] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_MEMORY] = PJRT_Error_Code_RESOURCE_EXHAUSTED,
        [GRN_E_LIMIT] = PJRT_Error_Code_RESOURCE_EXHAUSTED,
        [GRN_E_SHAPE] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_DTYPE] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_INDEX] = PJRT_Error_Code_OUT_OF_RANGE,
        [GRN_E_PROMISE] = PJRT_Error_Code_FAILED_PRECONDITION,
        [GRN_E_ALIAS] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_PARSE] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_VERIFY] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_CHECK] = PJRT_Error_Code_FAILED_PRECONDITION,
        [GRN_E_FORMAT] = PJRT_Error_Code_INVALID_ARGUMENT,
        [GRN_E_UNSUPPORTED] = PJRT_Error_Code_UNIMPLEMENTED,
        [GRN_E_STUCK] = PJRT_Error_Code_ABORTED,
        [GRN_E_PEER] = PJRT_Error_Code_ABORTED,
    };
    const PJRT_Error_Code code = (unsigned)status < GRN_STATUS_COUNT ? codes[status] : PJRT_Error_Code_OK;
    return code != PJRT_Error_Code_OK ? code : PJRT_Error_Code_INTERNAL;
}

PJRT_Error *grn_pjrt_error_of(grn_status status, grn_pjrt_messages *messages)
{
    PJRT_Error *error = NULL;
    if (status != GRN_OK && messages->bytes > 0)
        error = grn_pjrt_error_of_text(code_of(status), messages->text, messages->bytes);
    else if (status != GRN_OK)
        error = grn_pjrt_error(code_of(status), "%s", grn_status_text(status));
    free(messages->text);
    *messages = (grn_pjrt_messages){.module = messages->module};
    return error;
}

/* ---- PJRT's calls ---------------------------------------------------------------------------- */

void grn_pjrt_Error_Destroy(PJRT_Error_Destroy_Args *args) { grn_pjrt_error_free(args->error); }

void grn_pjrt_Error_Message(PJRT_Error_Message_Args *args)
{
    const PJRT_Error *error = args->error;
    args->message = error == NULL ? "" : error->is_static ? "memory was refused" : error->message;
    args->message_size = strlen(args->message);
    if (error != NULL && !error->is_static)
        args->message_size = error->bytes;
}

PJRT_Error *grn_pjrt_Error_GetCode(PJRT_Error_GetCode_Args *args)
{
    if (args->error == NULL)
        return grn_pjrt_error(PJRT_Error_Code_INVALID_ARGUMENT, "PJRT_Error_GetCode: error is NULL");
    args->code = args->error->code;
    return NULL;
}
