/* rules.c - shapes as rules take them, and the report of a broken rule. */
#include "rules/rules.h"

#include <inttypes.h>
#include <stdio.h>

bool grn_shapes_agree(const grn_shaped *a, const grn_shaped *b)
{
    bool agree = a->rank == b->rank;
    for (int32_t d = 0; agree && d < a->rank; d++)
        agree = grn_extents_agree(a->shape[d], b->shape[d]);
    return agree;
}

const char *grn_extents_text(const int64_t *v, int32_t n, const char *between, char *buffer)
{
    size_t used = 0;
    buffer[used++] = '[';
    for (int32_t i = 0; i < n; i++) {
        used += (size_t)snprintf(buffer + used, GRN_LIST_BYTES - used, "%s", i > 0 ? between : "");
        used += v[i] == GRN_DYNAMIC ? (size_t)snprintf(buffer + used, GRN_LIST_BYTES - used, "?")
                                    : (size_t)snprintf(buffer + used, GRN_LIST_BYTES - used, "%" PRId64, v[i]);
    }
    buffer[used++] = ']';
    buffer[used] = '\0';
    return buffer;
}

grn_status grn_rule_broken(const grn_rule_report *to, grn_status status, const char *rule, const char *format, ...)
{
    char message[GRN_MESSAGE_BYTES];
    GRN_FORMAT(message, format);
    return to->broken(to, status, rule, message);
}

void grn_rule_note(const grn_rule_report *to, const char *format, ...)
{
    char message[GRN_MESSAGE_BYTES];
    GRN_FORMAT(message, format);
    to->note(to, message);
}

static grn_status tell_call(const grn_rule_report *to, grn_status status, const char *rule, const char *message)
{
    (void)rule;
    return grn_fail(((const grn_call_report *)to)->diag, grn_no_place, status, "%s", message);
}

static void note_to_call(const grn_rule_report *to, const char *message)
{
    grn_note(((const grn_call_report *)to)->diag, grn_no_place, "%s", message);
}

void grn_call_report_init(grn_call_report *r, const char *op, const grn_diag *diag)
{
    *r = (grn_call_report){.report = {.broken = tell_call, .note = note_to_call, .op = op}, .diag = diag};
}
