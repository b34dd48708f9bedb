/* exec_fail.c - how an op reports a failure at run time. */
#include "dialects/common/exec.h"

grn_status grn_exec_fail(const grn_exec *x, const grn_op *op, grn_status status, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, format);
    return grn_fail(x->diag, op->place, status, "%.*s: %s", (int)op->name.n, op->name.text, text);
}
