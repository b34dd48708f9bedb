/* message.c - what went wrong as one line, and as ONNX Runtime's status. */
#include <stdarg.h>
#include <stdio.h>

#include "plugin.h"

static void emit(void *user, const grn_diagnostic *diagnostic)
{
    grn_ort_message *message = user;
    const bool is_first = message->length == 0 || message->text[message->length - 1] == ' ';
    grn_ort_message_add(message, is_first ? "%s" : "; %s", diagnostic->message);
}

void grn_ort_message_begin(grn_ort_message *message)
{
    message->length = 0;
    message->text[0] = '\0';
    message->diag = (grn_diag){emit, message};
}

void grn_ort_message_add(grn_ort_message *message, const char *format, ...)
{
    const size_t room = sizeof message->text - message->length;
    va_list arguments;
    va_start(arguments, format);
    const int wanted = vsnprintf(message->text + message->length, room, format, arguments);
    va_end(arguments);
    if (wanted > 0)
        message->length += (size_t)wanted < room ? (size_t)wanted : room - 1;
}

grn_status grn_ort_say(const grn_diag *diag, grn_status status, const char *format, ...)
{
    char text[400];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    if (diag != NULL && diag->emit != NULL)
        diag->emit(diag->user, &(grn_diagnostic){.severity = GRN_SEVERITY_ERROR, .message = text});
    return status;
}

OrtStatus *grn_ort_fail(const grn_ort_api *api, grn_status status, const grn_ort_message *message)
{
    const OrtErrorCode code = status == GRN_E_MEMORY        ? ORT_FAIL
                              : status == GRN_E_UNSUPPORTED ? ORT_NOT_IMPLEMENTED
                                                            : ORT_INVALID_ARGUMENT;
    return api->CreateStatus(code, message->length != 0 ? message->text : grn_status_text(status));
}
