/* nest_print.c - a nest as text. */
#include <inttypes.h>
#include <stdio.h>

#include "access/spec.h"

#define LINE_BYTES 256

static grn_status put_line(const grn_sink *sink, const char *line, int length)
{
    return sink->write(sink->user, line, length < LINE_BYTES ? (size_t)length : LINE_BYTES - 1);
}

static grn_status put_head(const grn_nest *n, const grn_sink *sink)
{
    char line[LINE_BYTES];
    int length =
        snprintf(line, sizeof line, "nest of %" PRId64 " x %s by %s: bounds %s, grain %s, base %" PRId64 "%s\n",
                 n->elements, grn_dtype_text(n->dtype), grn_dtype_text(n->index_dtype), grn_bounds_text(n->rule.bounds),
                 n->rule.grain == GRN_GRAIN_WINDOW ? "window" : "element", n->rule.base,
                 n->rule.wrap_negative ? ", negative wraps" : "");
    return put_line(sink, line, length);
}

static grn_status put_loop(const grn_nest *n, int32_t i, const grn_sink *sink)
{
    char line[LINE_BYTES];
    const grn_loop *l = &n->loop[i];
    int length = snprintf(line, sizeof line,
                          "  loop %" PRId32 ": extent %" PRId64 ", dense %+" PRId64 ", operand %+" PRId64
                          ", index %+" PRId64 "\n",
                          i, l->extent, l->dense, l->operand, l->index);
    return put_line(sink, line, length);
}

static grn_status put_coordinate(const grn_nest *n, int32_t k, const grn_sink *sink)
{
    char line[LINE_BYTES], walker[32] = "none";
    const grn_coordinate *c = &n->coord[k];
    if (c->window_loop >= 0)
        snprintf(walker, sizeof walker, "loop %" PRId32, c->window_loop);
    int length = snprintf(line, sizeof line,
                          "  start %" PRId32 ": index %+" PRId64 ", operand %+" PRId64 " along dimension %" PRId32
                          " of extent %" PRId64 ", window %" PRId64 " walked by %s\n",
                          k, c->index_offset, c->operand_stride, c->operand_dim, c->dim, c->window, walker);
    return put_line(sink, line, length);
}

grn_status grn_nest_print(const grn_nest *nest, const grn_sink *sink)
{
    grn_status status = put_head(nest, sink);
    for (int32_t i = 0; status == GRN_OK && i < nest->nloops; i++)
        status = put_loop(nest, i, sink);
    for (int32_t k = 0; status == GRN_OK && k < nest->ncoords; k++)
        status = put_coordinate(nest, k, sink);
    return status;
}
