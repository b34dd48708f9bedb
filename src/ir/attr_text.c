/* attr_text.c - attributes as MLIR writes them. */
#include "ir/write.h"

/* ---- names and strings ----------------------------------------------------------------------- */

/* Not the C library's: what is a letter must not depend on the locale. */
static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

static bool is_identifier(grn_str s)
{
    if (s.n == 0 || !is_letter(s.text[0]))
        return false;
    for (size_t i = 1; i < s.n; i++)
        if (!is_letter(s.text[i]) && !(s.text[i] >= '0' && s.text[i] <= '9') && s.text[i] != '$' && s.text[i] != '.')
            return false;
    return true;
}

/* Everything but printable ASCII, the quote and the backslash as \XX; the backslash doubled. */
void grn_write_quoted(grn_writer *w, grn_str s)
{
    static const char digit[] = "0123456789ABCDEF";
    grn_write_text(w, "\"");
    for (size_t i = 0; i < s.n; i++) {
        unsigned char c = (unsigned char)s.text[i];
        char escape[3] = {'\\', digit[c >> 4], digit[c & 15]};
        if (c == '\\')
            grn_write_text(w, "\\\\");
        else if (c >= 0x20 && c < 0x7F && c != '"')
            grn_write_bytes(w, &s.text[i], 1);
        else
            grn_write_bytes(w, escape, sizeof escape);
    }
    grn_write_text(w, "\"");
}

static void write_key(grn_writer *w, grn_str name)
{
    if (is_identifier(name))
        grn_write_str(w, name);
    else
        grn_write_quoted(w, name);
}

static void write_symbol(grn_writer *w, grn_str name)
{
    grn_write_text(w, "@");
    write_key(w, name);
}

/* a::@b::@c, each part by itself. */
static void write_symbol_path(grn_writer *w, grn_str path)
{
    size_t start = 0;
    for (size_t i = 0; i + 3 <= path.n; i++)
        if (memcmp(path.text + i, "::@", 3) == 0) {
            write_symbol(w, (grn_str){path.text + start, i - start});
            grn_write_text(w, "::");
            start = i + 3;
            i += 2;
        }
    write_symbol(w, (grn_str){path.text + start, path.n - start});
}

grn_status grn_string_write(grn_str text, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    grn_write_quoted(&w, text);
    return grn_writer_finish(&w);
}

grn_status grn_symbol_write(grn_str name, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    write_symbol(&w, name);
    return grn_writer_finish(&w);
}

grn_status grn_key_write(grn_str name, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    write_key(&w, name);
    return grn_writer_finish(&w);
}

/* ---- numbers --------------------------------------------------------------------------------- */

/* i1 is written as a truth value, unsigned types without sign. */
static void write_integer(grn_writer *w, const grn_attr *a)
{
    const grn_type *t = a->type;
    bool truth = t->dtype == GRN_I1;
    if (truth)
        grn_write_text(w, a->integer ? "true" : "false");
    else if (t->signedness == GRN_UNSIGNED)
        grn_write_u64(w, (uint64_t)a->integer);
    else
        grn_write_i64(w, a->integer);
}

/* In the format of the type itself; f80 and other types without a format here, as f64. */
static void write_float(grn_writer *w, const grn_attr *a)
{
    grn_scalar value = {.dtype = GRN_F64, .f = a->real};
    grn_dtype dtype = grn_dtype_class_of(a->type->dtype) == GRN_CLASS_FLOAT ? a->type->dtype : GRN_F64;
    double bits[2] = {0, 0};
    grn_scalar_store(&value, dtype, bits);
    grn_write_element(w, dtype, bits);
}

/* " : T", for the kinds that have it. `supposed`: the dtype a reader takes when nothing is written;
 * i1 is plain from its truth value. */
static void write_suffix(grn_writer *w, const grn_attr *a, grn_type_suffix suffix, grn_dtype supposed)
{
    const grn_type *t = a->type;
    if (!t || suffix == GRN_SUFFIX_NEVER || (a->kind == GRN_ATTR_INTEGER && t->dtype == GRN_I1))
        return;
    if (suffix == GRN_SUFFIX_NEEDED && supposed != GRN_NO_DTYPE && t->dtype == supposed)
        return;
    grn_write_text(w, " : ");
    grn_write_type(w, t);
}

/* ---- collections ----------------------------------------------------------------------------- */

static void write_array(grn_writer *w, const grn_attr *a)
{
    grn_write_text(w, "[");
    for (size_t i = 0; i < a->array.count && w->status == GRN_OK; i++) {
        if (i)
            grn_write_text(w, ", ");
        grn_write_attr(w, a->array.items[i], GRN_SUFFIX_NEEDED);
    }
    grn_write_text(w, "]");
}

static void write_dict(grn_writer *w, const grn_attr *a)
{
    grn_write_text(w, "{");
    for (size_t i = 0; i < a->dict.count && w->status == GRN_OK; i++) {
        if (i)
            grn_write_text(w, ", ");
        write_key(w, a->dict.by_name[i].name);
        if (a->dict.by_name[i].value->kind == GRN_ATTR_UNIT)
            continue;
        grn_write_text(w, " = ");
        grn_write_attr(w, a->dict.by_name[i].value, GRN_SUFFIX_ALWAYS);
    }
    grn_write_text(w, "}");
}

static void write_dense_array(grn_writer *w, const grn_attr *a)
{
    size_t bytes = grn_dtype_bytes(a->type->dtype);
    grn_write_text(w, "array<");
    grn_write_type(w, a->type);
    for (size_t i = 0; i < a->dense_array.count && w->status == GRN_OK; i++) {
        grn_write_text(w, i ? ", " : ": ");
        grn_write_element(w, a->type->dtype, (const char *)a->dense_array.data + i * bytes);
    }
    grn_write_text(w, ">");
}

static grn_status write_through(void *user, const char *text, size_t n)
{
    grn_write_bytes(user, text, n);
    return ((grn_writer *)user)->status;
}

/* Upstream writes what is no splat and has more than 100 elements as one blob. */
static void write_elements(grn_writer *w, const grn_attr *a)
{
    const grn_literal_options options = {.hex_over = 100};
    const grn_sink through = {write_through, w};
    if (a->elements->resource.n) {
        grn_write_text(w, "dense_resource<");
        write_key(w, a->elements->resource);
        grn_write_text(w, ">");
        return;
    }
    grn_status status = grn_tensor_write_literal(&a->elements->tensor, &options, &through);
    if (w->status == GRN_OK)
        w->status = status;
}

/* ---- dialects' attributes -------------------------------------------------------------------- */

void grn_write_dims(grn_writer *w, size_t count, const int64_t *v)
{
    for (size_t i = 0; i < count && w->status == GRN_OK; i++) {
        if (i)
            grn_write_text(w, ", ");
        if (v[i] == GRN_DYNAMIC)
            grn_write_text(w, "?");
        else
            grn_write_i64(w, v[i]);
    }
}

static void write_field(grn_writer *w, grn_field_kind kind, const grn_field *f)
{
    switch (kind) {
    case GRN_FIELD_DIMS:
        grn_write_text(w, "[");
        grn_write_dims(w, f->count, f->v);
        grn_write_text(w, "]");
        break;
    case GRN_FIELD_DIM: grn_write_i64(w, f->v[0]); break;
    case GRN_FIELD_VALUE: grn_write_attr(w, f->value, GRN_SUFFIX_NEEDED); break;
    }
}

/* Whether it is the value that a reader supposes: an empty list, a zero dim. */
static bool is_default(grn_field_kind kind, const grn_field *f)
{
    return kind != GRN_FIELD_VALUE && (f->count == 0 || (kind == GRN_FIELD_DIM && f->v[0] == 0));
}

static void write_fields(grn_writer *w, const grn_attr *a)
{
    const char *separator = "";
    for (size_t i = 0; a->record.def->fields[i].name; i++) {
        const grn_field_def *def = &a->record.def->fields[i];
        const grn_field *f = &a->record.fields[i];
        if (!f->present || (a->record.def->style == GRN_STRUCT_KEYED && is_default(def->kind, f)))
            continue;
        grn_write_text(w, separator);
        grn_write_text(w, def->name);
        grn_write_text(w, " = ");
        write_field(w, def->kind, f);
        separator = ", ";
    }
}

void grn_write_struct(grn_writer *w, const grn_attr *a)
{
    if (a->record.def->bare) {
        a->record.def->write(w, a);
        return;
    }
    grn_write_text(w, "<");
    if (a->record.def->style == GRN_STRUCT_POSITIONAL)
        grn_write_dims(w, a->record.fields[0].count, a->record.fields[0].v);
    else if (a->record.def->style == GRN_STRUCT_OWN)
        a->record.def->write(w, a);
    else
        write_fields(w, a);
    grn_write_text(w, ">");
}

static void write_record(grn_writer *w, const grn_attr *a)
{
    const char *name = a->record.def->name, *dot = strchr(name, '.');
    const bool bare = a->record.def->bare && dot;
    grn_write_text(w, "#");
    grn_write_bytes(w, name, bare ? (size_t)(dot - name) : strlen(name));
    if (bare) {
        grn_write_text(w, "<");
        grn_write_text(w, dot + 1);
    }
    grn_write_struct(w, a);
    if (bare)
        grn_write_text(w, ">");
}

/* #dialect<name KEYWORD>, or #dialect.name<KEYWORD>. */
static void write_enum(grn_writer *w, const grn_attr *a)
{
    const char *name = a->enumeration.def->name, *dot = strchr(name, '.');
    bool bare = a->enumeration.bare && dot;
    grn_write_text(w, "#");
    grn_write_bytes(w, name, bare ? (size_t)(dot - name) : strlen(name));
    grn_write_text(w, "<");
    if (bare) {
        grn_write_text(w, dot + 1);
        grn_write_text(w, " ");
    }
    grn_write_text(w, a->enumeration.def->keyword[a->enumeration.value]);
    grn_write_text(w, ">");
}

/* ---- locations ------------------------------------------------------------------------------- */

static void write_inner(void *user, grn_writer *w, const grn_attr *a)
{
    const grn_inner_location inner = {write_inner, user};
    grn_write_location(w, a, &inner);
}

static void write_location(grn_writer *w, const grn_attr *a)
{
    grn_write_text(w, "loc(");
    write_inner(NULL, w, a);
    grn_write_text(w, ")");
}

/* ---- all ------------------------------------------------------------------------------------- */

/* Recursion goes as deep as attributes nest: GRN_MAX_NESTING twice at most, see attrs.c. */
void grn_write_attr(grn_writer *w, const grn_attr *a, grn_type_suffix suffix)
{
    if (w->status != GRN_OK)
        return;
    switch (a->kind) {
    case GRN_ATTR_UNIT: grn_write_text(w, "unit"); break;
    case GRN_ATTR_BOOL: grn_write_text(w, a->boolean ? "true" : "false"); break;
    case GRN_ATTR_INTEGER:
        write_integer(w, a);
        write_suffix(w, a, suffix, GRN_I64);
        break;
    case GRN_ATTR_FLOAT:
        write_float(w, a);
        write_suffix(w, a, suffix, GRN_F64);
        break;
    case GRN_ATTR_STRING:
        grn_write_quoted(w, a->text);
        write_suffix(w, a, suffix, GRN_NO_DTYPE);
        break;
    case GRN_ATTR_SYMBOL: write_symbol_path(w, a->text); break;
    case GRN_ATTR_TYPE: grn_write_type(w, a->type_value); break;
    case GRN_ATTR_ARRAY: write_array(w, a); break;
    case GRN_ATTR_DICT: write_dict(w, a); break;
    case GRN_ATTR_DENSE_ARRAY: write_dense_array(w, a); break;
    case GRN_ATTR_ELEMENTS:
        write_elements(w, a);
        write_suffix(w, a, suffix, GRN_NO_DTYPE);
        break;
    case GRN_ATTR_STRUCT: write_record(w, a); break;
    case GRN_ATTR_ENUM: write_enum(w, a); break;
    case GRN_ATTR_LOCATION: write_location(w, a); break;
    case GRN_ATTR_OPAQUE: grn_write_verbatim(w, a->text); break;
    }
}

grn_status grn_attr_write_struct(const grn_attr *attr, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    grn_write_struct(&w, attr);
    return grn_writer_finish(&w);
}

grn_status grn_attr_write(const grn_attr *attr, bool with_type, const grn_sink *sink)
{
    grn_writer w;
    grn_writer_init(&w, sink);
    grn_write_attr(&w, attr, with_type ? GRN_SUFFIX_ALWAYS : GRN_SUFFIX_NEVER);
    return grn_writer_finish(&w);
}
