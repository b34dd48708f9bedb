/* exec_fail.c - how an op reports a failure at run time. */
#include "dialects/common/exec.h"

#include <stdio.h>

grn_status grn_exec_fail(const grn_exec *x, const grn_op *op, grn_status status, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    va_list args;
    va_start(args, format);
    if (vsnprintf(text, sizeof text, format, args) < 0)
        text[0] = '\0';
    va_end(args);
    return grn_fail(x->diag, op->place, status, "%.*s: %s", (int)op->name.n, op->name.text, text);
}
