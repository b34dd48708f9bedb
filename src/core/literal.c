/* literal.c - a tensor as the text of an MLIR dense literal. */
#include "core/core.h"

#include <string.h>

/* Text on its way to the sink, in pieces of some size. The first refusal stays. */
typedef struct writer {
    const grn_sink *sink;
    size_t (*element_text)(grn_dtype dtype, const void *p, char *buffer);
    grn_status status;
    size_t used;
    char buffer[4096];
} writer;

static void flush(writer *w)
{
    if (w->status == GRN_OK && w->used)
        w->status = w->sink->write(w->sink->user, w->buffer, w->used);
    w->used = 0;
}

static void put_bytes(writer *w, const char *text, size_t n)
{
    if (n > sizeof w->buffer - w->used)
        flush(w);
    memcpy(w->buffer + w->used, text, n);
    w->used += n;
}

static void put_text(writer *w, const char *text) { put_bytes(w, text, strlen(text)); }

static void put_element(writer *w, const grn_tensor *t, int64_t offset)
{
    char text[GRN_NUMBER_BYTES];
    put_bytes(w, text, w->element_text(t->dtype, grn_tensor_at(t, offset), text));
}

static bool is_splat(const grn_tensor *t)
{
    size_t bytes = grn_dtype_bytes(t->dtype);
    int64_t shape[GRN_MAX_RANK];
    grn_walk w;
    grn_distinct_shape(t, shape);
    grn_walk_init(&w, t->rank, shape, 1, (const int64_t *[]){t->stride});
    for (; w.more; grn_walk_next(&w))
        if (memcmp(t->data, grn_tensor_at(t, w.offset[0]), bytes) != 0)
            return false;
    return true;
}

/* ---- lists ---- */

/* How many entries a dimension shows at each end; one with at most twice as many is shown whole. */
typedef struct edges {
    int64_t at[GRN_MAX_RANK];
} edges;

#define WHOLE (INT64_MAX / 2)
#define PERSON_EDGE 3
#define PERSON_ELEMENTS 64

static int64_t shown(int64_t extent, int64_t edge) { return extent <= 2 * edge ? extent : 2 * edge; }

/* Whether the edges show at most PERSON_ELEMENTS; a dimension cut to "[...]" counts as one. */
static bool short_enough(const grn_tensor *t, const edges *e)
{
    int64_t total = 1;
    for (int32_t d = 0; d < t->rank && total <= PERSON_ELEMENTS; d++) {
        int64_t n = shown(t->shape[d], e->at[d]);
        total *= n ? n : 1;
    }
    return total <= PERSON_ELEMENTS;
}

/* Three from each end, and less in the outer dimensions while that is too much. */
static edges edges_for_a_person(const grn_tensor *t)
{
    edges e;
    for (int32_t d = 0; d < t->rank; d++)
        e.at[d] = PERSON_EDGE;
    for (int64_t edge = PERSON_EDGE - 1; edge >= 0; edge--)
        for (int32_t d = 0; d < t->rank && !short_enough(t, &e); d++)
            e.at[d] = edge;
    return e;
}

/* Depth is at most GRN_MAX_RANK. */
static void put_list(writer *w, const grn_tensor *t, const edges *e, int32_t d, int64_t offset)
{
    if (d == t->rank) {
        put_element(w, t, offset);
        return;
    }
    int64_t extent = t->shape[d], edge = e->at[d];
    bool cut = extent > 2 * edge;
    put_text(w, "[");
    for (int64_t i = 0; i < extent && w->status == GRN_OK; i++) {
        if (i)
            put_text(w, ", ");
        if (cut && i == edge) {
            put_text(w, "...");
            i = extent - edge - 1;
            continue;
        }
        put_list(w, t, e, d + 1, offset + i * t->stride[d]);
    }
    put_text(w, "]");
}

/* ---- hex ---- */

static void put_hex_byte(writer *w, unsigned byte)
{
    const char *digit = "0123456789ABCDEF";
    char two[2] = {digit[byte >> 4 & 15], digit[byte & 15]};
    put_bytes(w, two, 2);
}

/* i1 is packed, eight to a byte from the lowest bit up; every other element is its bytes, lowest
 * first, and where it is narrower than its byte the upper bits are 0. */
static void put_hex(writer *w, const grn_tensor *t)
{
    size_t bytes = grn_dtype_bytes(t->dtype);
    unsigned width = grn_dtype_bits(t->dtype), packed = 0, bit = 0;
    unsigned mask = width < 8 ? (1u << width) - 1 : 0xFF;
    grn_walk walk;
    grn_walk_init(&walk, t->rank, t->shape, 1, (const int64_t *[]){t->stride});
    put_text(w, "\"0x");
    for (; walk.more && w->status == GRN_OK; grn_walk_next(&walk)) {
        const unsigned char *p = grn_tensor_at(t, walk.offset[0]);
        if (t->dtype != GRN_I1) {
            for (size_t i = 0; i < bytes; i++)
                put_hex_byte(w, p[i] & mask);
            continue;
        }
        packed |= (unsigned)(p[0] != 0) << bit;
        if (++bit == 8) {
            put_hex_byte(w, packed);
            packed = bit = 0;
        }
    }
    if (bit)
        put_hex_byte(w, packed);
    put_text(w, "\"");
}

/* Whether the tensor and the sink are valid. */
static grn_status begin_literal(writer *w, const grn_tensor *tensor, const grn_sink *sink)
{
    grn_status status = grn_check_view(tensor, "tensor", NULL);
    if (status == GRN_OK)
        status = grn_check_data(tensor, "tensor", NULL);
    if (status == GRN_OK)
        status = grn_check_sink(sink);
    *w = (writer){.sink = sink, .status = GRN_OK};
    return status;
}

static void put_whole(writer *w, const grn_tensor *t)
{
    edges e;
    for (int32_t d = 0; d < t->rank; d++)
        e.at[d] = WHOLE;
    put_list(w, t, &e, 0, 0);
}

grn_status grn_tensor_write_literal(const grn_tensor *tensor, const grn_literal_options *options, const grn_sink *sink)
{
    const grn_literal_options none = {0};
    const grn_literal_options *o = options ? options : &none;
    writer w;
    grn_status status = GRN_CHECK_OPTIONS(grn_literal_options, options, NULL);
    if (status == GRN_OK)
        status = begin_literal(&w, tensor, sink);
    if (status != GRN_OK)
        return status;
    int64_t elements = grn_tensor_elements(tensor);
    w.element_text = o->hex_over > 0 ? grn_element_text : grn_element_text_for_reader;
    put_text(&w, "dense<");
    if (elements && is_splat(tensor))
        put_element(&w, tensor, 0);
    else if (o->elide_over > 0 && elements > o->elide_over) {
        edges e = edges_for_a_person(tensor);
        put_list(&w, tensor, &e, 0, 0);
    } else if (o->hex_over > 0 && elements > o->hex_over)
        put_hex(&w, tensor);
    else if (elements)
        put_whole(&w, tensor);
    put_text(&w, ">");
    flush(&w);
    return w.status;
}

grn_status grn_tensor_write_json(const grn_tensor *tensor, const grn_sink *sink)
{
    writer w;
    const grn_status status = begin_literal(&w, tensor, sink);
    if (status != GRN_OK)
        return status;
    w.element_text = grn_element_json;
    if (grn_tensor_elements(tensor))
        put_whole(&w, tensor);
    else
        put_text(&w, "[]"); /* as many lists as outer dimensions have extents would say no more */
    flush(&w);
    return w.status;
}
