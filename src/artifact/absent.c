/* absent.c - the values of attributes that StableHLO's text leaves out. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/internal.h"

void grn_vhlo_absent_text(const char *pattern, int64_t n, char text[VHLO_ABSENT_BYTES])
{
    const char *count = strstr(pattern, "%n");
    if (count)
        snprintf(text, VHLO_ABSENT_BYTES, "%.*s%" PRId64 "%s", (int)(count - pattern), pattern, n, count + 2);
    else
        snprintf(text, VHLO_ABSENT_BYTES, "%s", pattern);
}

static bool is_empty(const grn_attr *v)
{
    return v->kind == GRN_ATTR_ELEMENTS && v->type->rank > 0 && v->type->shape[0] == 0;
}

grn_status grn_vhlo_is_absent(grn_ir *ir, const char *pattern, const grn_attr *v, bool *out)
{
    char text[VHLO_ABSENT_BYTES];
    const grn_attr *absent;
    bool counts = strstr(pattern, "%n") != NULL;
    *out = counts && v->kind == GRN_ATTR_ELEMENTS && is_empty(v);
    if (*out || (counts && (v->kind != GRN_ATTR_ELEMENTS || v->type->rank < 1)))
        return GRN_OK;
    grn_vhlo_absent_text(pattern, counts ? v->type->shape[0] : 0, text);
    grn_status status = grn_text_parse_attr(ir, text, strlen(text), NULL, NULL, &absent);
    *out = status == GRN_OK && grn_attr_equal(absent, v);
    return status == GRN_E_MEMORY || ir->arena.refused ? GRN_E_MEMORY : GRN_OK;
}
