/* write.c - text written to a sink. */
#include "ir/write.h"

#include <inttypes.h>
#include <stdio.h>

void grn_writer_init(grn_writer *w, const grn_sink *sink)
{
    w->sink = sink;
    w->status = GRN_OK;
    w->used = 0;
}

static void send_text(grn_writer *w, const char *text, size_t n)
{
    if (n && w->status == GRN_OK)
        w->status = w->sink->write(w->sink->user, text, n);
}

grn_status grn_writer_finish(grn_writer *w)
{
    send_text(w, w->buffer, w->used);
    w->used = 0;
    return w->status;
}

void grn_write_bytes(grn_writer *w, const char *text, size_t n)
{
    if (n > sizeof w->buffer - w->used)
        grn_writer_finish(w);
    if (n > sizeof w->buffer) {
        send_text(w, text, n);
        return;
    }
    if (n)
        memcpy(w->buffer + w->used, text, n);
    w->used += n;
}

void grn_write_text(grn_writer *w, const char *text) { grn_write_bytes(w, text, strlen(text)); }

void grn_write_str(grn_writer *w, grn_str s) { grn_write_bytes(w, s.text, s.n); }

typedef enum part { CODE, STRING, COMMENT } part;

/* A byte of kept text. In strings and in comments it may be any; the parser sees to what code
 * holds. */
static void write_kept(grn_writer *w, unsigned char c, part in)
{
    static const char digit[] = "0123456789ABCDEF";
    const char escape[3] = {'\\', digit[c >> 4], digit[c & 15]}, plain = (char)c;
    if ((c >= 0x20 && c < 0x7F) || (in != STRING && (c == '\n' || c == '\t')) || (in == CODE && c >= 0x80))
        grn_write_bytes(w, &plain, 1);
    else if (in == STRING)
        grn_write_bytes(w, escape, sizeof escape);
    else
        grn_write_text(w, " ");
}

void grn_write_verbatim(grn_writer *w, grn_str s)
{
    part in = CODE;
    for (size_t i = 0; i < s.n; i++) {
        char c = s.text[i], next = i + 1 < s.n ? s.text[i + 1] : '\0';
        write_kept(w, (unsigned char)c, in);
        if (in == STRING && c == '\\' && i + 1 < s.n)
            write_kept(w, (unsigned char)s.text[++i], STRING); /* a quote, maybe */
        else if (c == '"' && in != COMMENT)
            in = in == STRING ? CODE : STRING;
        else if (in == CODE && c == '/' && next == '/')
            in = COMMENT;
        else if (in == COMMENT && c == '\n')
            in = CODE;
    }
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
