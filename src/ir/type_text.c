/* type_text.c - types as MLIR writes them. */
#include "ir/write.h"

static void write_types(grn_writer *w, const grn_type *const *types, size_t count)
{
    for (size_t i = 0; i < count && w->status == GRN_OK; i++) {
        if (i)
            grn_write_text(w, ", ");
        grn_write_type(w, types[i]);
    }
}

/* A single result stands without parentheses, unless it is a function itself. */
static void write_function(grn_writer *w, const grn_type *t)
{
    const grn_type *const *results = t->members + t->inputs;
    size_t count = t->count - t->inputs;
    bool bare = count == 1 && results[0]->kind != GRN_TYPE_FUNCTION;
    grn_write_text(w, "(");
    write_types(w, t->members, t->inputs);
    grn_write_text(w, bare ? ") -> " : ") -> (");
    write_types(w, results, count);
    if (!bare)
        grn_write_text(w, ")");
}

static void write_integer(grn_writer *w, const grn_type *t)
{
    grn_write_text(w, t->signedness == GRN_SIGNED ? "si" : t->signedness == GRN_UNSIGNED ? "ui" : "i");
    grn_write_u64(w, t->width);
}

static void write_number(grn_writer *w, int64_t v)
{
    if (v == GRN_DYNAMIC)
        grn_write_text(w, "?");
    else
        grn_write_i64(w, v);
}

static void write_elements(grn_writer *w, const grn_type *t)
{
    for (int32_t d = 0; d < t->rank; d++) {
        write_number(w, t->shape[d]);
        grn_write_text(w, "x");
    }
    grn_write_type(w, t->element);
}

static void write_strided(grn_writer *w, const grn_type *t)
{
    grn_write_text(w, ", strided<[");
    for (int32_t d = 0; d < t->rank; d++) {
        grn_write_text(w, d ? ", " : "");
        write_number(w, t->strides[d]);
    }
    grn_write_text(w, "]");
    if (t->offset != 0) {
        grn_write_text(w, ", offset: ");
        write_number(w, t->offset);
    }
    grn_write_text(w, ">");
}

static void write_memref(grn_writer *w, const grn_type *t)
{
    grn_write_text(w, "memref<");
    write_elements(w, t);
    if (t->strided)
        write_strided(w, t);
    if (t->layout) {
        grn_write_text(w, ", ");
        grn_write_attr(w, t->layout, GRN_SUFFIX_NEEDED);
    }
    if (t->encoding) {
        grn_write_text(w, ", ");
        grn_write_attr(w, t->encoding, GRN_SUFFIX_NEEDED);
    }
    grn_write_text(w, ">");
}

static void write_tensor(grn_writer *w, const grn_type *t)
{
    grn_write_text(w, "tensor<");
    write_elements(w, t);
    if (t->encoding) {
        grn_write_text(w, ", ");
        grn_write_attr(w, t->encoding, GRN_SUFFIX_ALWAYS);
    }
    grn_write_text(w, ">");
}

/* Storage types have at most 32 bits upstream; wider ones have no default range to leave out. */
static bool has_default_range(const grn_type *t)
{
    uint32_t width = t->quant.storage->width;
    if (width == 0 || width > 62)
        return false;
    int64_t half = INT64_C(1) << (width - 1);
    return t->quant.is_signed ? t->quant.storage_min == -half && t->quant.storage_max == half - 1
                              : t->quant.storage_min == 0 && t->quant.storage_max == 2 * half - 1;
}

/* A scale is a number in decimal: no bit pattern is read there. */
static void write_quant_step(grn_writer *w, const grn_type *t, size_t i)
{
    char scale[GRN_NUMBER_BYTES];
    grn_write_bytes(w, scale, grn_element_text_for_reader(GRN_F64, &t->quant.scale[i], scale));
    if (t->quant.zero_point[i]) {
        grn_write_text(w, ":");
        grn_write_i64(w, t->quant.zero_point[i]);
    }
}

static void write_quant_range(grn_writer *w, const grn_type *t)
{
    grn_write_text(w, "<");
    grn_write_i64(w, t->quant.storage_min);
    grn_write_text(w, ":");
    grn_write_i64(w, t->quant.storage_max);
    grn_write_text(w, ">");
}

/* !quant.uniform<i8<-100:100>:f32:1, {2.0,3.0:5}>: no space between the steps of an axis. */
static void write_quant(grn_writer *w, const grn_type *t)
{
    bool per_axis = t->quant.axis >= 0;
    grn_write_text(w, t->quant.is_signed ? "!quant.uniform<i" : "!quant.uniform<u");
    grn_write_u64(w, t->quant.storage->width);
    if (!has_default_range(t))
        write_quant_range(w, t);
    grn_write_text(w, ":");
    grn_write_type(w, t->quant.expressed);
    if (per_axis) {
        grn_write_text(w, ":");
        grn_write_i64(w, t->quant.axis);
    }
    grn_write_text(w, per_axis ? ", {" : ", ");
    for (size_t i = 0; i < t->quant.count && w->status == GRN_OK; i++) {
        if (i)
            grn_write_text(w, ",");
        write_quant_step(w, t, i);
    }
    grn_write_text(w, per_axis ? "}>" : ">");
}

static void write_wrapped(grn_writer *w, const char *before, const grn_type *t)
{
    grn_write_text(w, before);
    grn_write_type(w, t->element);
    grn_write_text(w, ">");
}

/* Recursion goes as deep as types nest: GRN_MAX_NESTING twice at most, see types.c. */
void grn_write_type(grn_writer *w, const grn_type *t)
{
    if (w->status != GRN_OK)
        return;
    switch (t->kind) {
    case GRN_TYPE_NONE: grn_write_text(w, "none"); break;
    case GRN_TYPE_INTEGER: write_integer(w, t); break;
    case GRN_TYPE_INDEX:
    case GRN_TYPE_FLOAT: grn_write_text(w, grn_dtype_text(t->dtype)); break;
    case GRN_TYPE_OTHER_FLOAT:
    case GRN_TYPE_OPAQUE: grn_write_verbatim(w, t->opaque); break;
    case GRN_TYPE_COMPLEX: write_wrapped(w, "complex<", t); break;
    case GRN_TYPE_QUANT: write_quant(w, t); break;
    case GRN_TYPE_TENSOR: write_tensor(w, t); break;
    case GRN_TYPE_MEMREF: write_memref(w, t); break;
    case GRN_TYPE_UNRANKED_TENSOR: write_wrapped(w, "tensor<*x", t); break;
    case GRN_TYPE_TUPLE:
        grn_write_text(w, "tuple<");
        write_types(w, t->members, t->count);
        grn_write_text(w, ">");
        break;
    case GRN_TYPE_FUNCTION: write_function(w, t); break;
    }
}

grn_status grn_type_write(const grn_type *t, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    grn_write_type(&w, t);
    return grn_writer_finish(&w);
}

/* ---- into a buffer --------------------------------------------------------------------------- */

typedef struct buffer_text {
    char *text;
    size_t room, used; /* room without the final zero */
} buffer_text;

/* Refuses when full, which ends the writing early. */
static grn_status write_to_buffer(void *user, const char *text, size_t n)
{
    buffer_text *b = user;
    size_t fits = b->room - b->used < n ? b->room - b->used : n;
    memcpy(b->text + b->used, text, fits);
    b->used += fits;
    return fits == n ? GRN_OK : GRN_E_SINK;
}

/* Ends what was cut in "...", at the start of a UTF-8 character. */
static void mark_cut(buffer_text *b)
{
    size_t dots = b->room < 3 ? b->room : 3, at = b->room - dots;
    while (at > 0 && ((unsigned char)b->text[at] & 0xC0) == 0x80)
        at--;
    memcpy(b->text + at, "...", dots);
    b->used = at + dots;
}

const char *grn_type_text(const grn_type *t, char *buffer, size_t buffer_bytes)
{
    if (!buffer_bytes)
        return "";
    buffer_text b = {buffer, buffer_bytes - 1, 0};
    grn_sink sink = {write_to_buffer, &b};
    if (grn_type_write(t, &sink) != GRN_OK)
        mark_cut(&b);
    b.text[b.used] = '\0';
    return buffer;
}
