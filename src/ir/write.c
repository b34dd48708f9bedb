/* write.c - text on its way to a sink. */
#include "ir/write.h"

#include <inttypes.h>
#include <stdio.h>

void grn_writer_init(grn_writer *w, const grn_sink *sink)
{
    w->sink = sink;
    w->status = GRN_OK;
    w->used = 0;
}

static void send(grn_writer *w, const char *text, size_t n)
{
    if (n && w->status == GRN_OK)
        w->status = w->sink->write(w->sink->user, text, n);
}

grn_status grn_writer_finish(grn_writer *w)
{
    send(w, w->buffer, w->used);
    w->used = 0;
    return w->status;
}

void grn_write_bytes(grn_writer *w, const char *text, size_t n)
{
    if (n > sizeof w->buffer - w->used)
        grn_writer_finish(w);
    if (n > sizeof w->buffer) {
        send(w, text, n);
        return;
    }
    if (n)
        memcpy(w->buffer + w->used, text, n);
    w->used += n;
}

void grn_write_text(grn_writer *w, const char *text)
{
    grn_write_bytes(w, text, strlen(text));
}

void grn_write_str(grn_writer *w, grn_str s)
{
    grn_write_bytes(w, s.text, s.n);
}

void grn_write_i64(grn_writer *w, int64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, v);
    grn_write_text(w, text);
}

void grn_write_u64(grn_writer *w, uint64_t v)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRIu64, v);
    grn_write_text(w, text);
}

void grn_write_element(grn_writer *w, grn_dtype dtype, const void *p)
{
    char text[GRN_NUMBER_BYTES];
    grn_write_bytes(w, text, grn_element_text(dtype, p, text));
}
