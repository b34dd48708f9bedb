/* listing.c - a tensor as StableHLO's interpreter shows it: its type, then rows within rows,
 * indented. */
#include "eval/eval.h"

#include <string.h>

typedef struct listing {
    const grn_sink *sink;
    const grn_tensor *t;
    grn_status status;
} listing;

static void put_bytes(listing *l, const char *text, size_t n)
{
    if (l->status == GRN_OK)
        l->status = l->sink->write(l->sink->user, text, n);
}

static void put_text(listing *l, const char *text) { put_bytes(l, text, strlen(text)); }

static void put_indent(listing *l, int32_t depth)
{
    static const char spaces[2 * (GRN_MAX_RANK + 1) + 1] =
        "                                                                  ";
    put_bytes(l, spaces, 2 * (size_t)depth);
}

/* A complex number is a list of its parts. */
static void put_element(listing *l, int64_t offset)
{
    const char *p = grn_tensor_at(l->t, offset);
    char text[GRN_NUMBER_BYTES];
    if (grn_dtype_class_of(l->t->dtype) != GRN_CLASS_COMPLEX) {
        put_bytes(l, text, grn_element_text(l->t->dtype, p, text));
        return;
    }
    const grn_dtype part = l->t->dtype == GRN_C64 ? GRN_F32 : GRN_F64;
    put_text(l, "[");
    put_bytes(l, text, grn_element_text(part, p, text));
    put_text(l, ", ");
    put_bytes(l, text, grn_element_text(part, p + grn_dtype_bytes(part), text));
    put_text(l, "]");
}

static void put_row(listing *l, int64_t offset)
{
    const int32_t d = l->t->rank - 1;
    put_text(l, "[");
    for (int64_t i = 0; i < l->t->shape[d] && l->status == GRN_OK; i++) {
        put_text(l, i ? ", " : "");
        put_element(l, offset + i * l->t->stride[d]);
    }
    put_text(l, "]");
}

/* Depth is at most GRN_MAX_RANK. */
static void put_rows(listing *l, int32_t d, int64_t offset)
{
    put_indent(l, d + 1);
    if (l->t->shape[d] == 0) {
        put_text(l, "[]");
        return;
    }
    if (d == l->t->rank - 1) {
        put_row(l, offset);
        return;
    }
    put_text(l, "[\n");
    for (int64_t i = 0; i < l->t->shape[d] && l->status == GRN_OK; i++) {
        put_text(l, i ? ",\n" : "");
        put_rows(l, d + 1, offset + i * l->t->stride[d]);
    }
    put_text(l, "\n");
    put_indent(l, d + 1);
    put_text(l, "]");
}

grn_status grn_tensor_write_listing(const grn_tensor *tensor, const char *type, const grn_sink *sink)
{
    listing l = {.sink = sink, .t = tensor, .status = GRN_OK};
    put_text(&l, type);
    put_text(&l, " {");
    if (tensor->rank == 0)
        put_element(&l, 0);
    else {
        put_text(&l, "\n");
        put_rows(&l, 0, 0);
        put_text(&l, "\n");
    }
    put_text(&l, "}");
    return l.status;
}
