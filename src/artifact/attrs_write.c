/* attrs_write.c - attributes as VHLO has them. */
#include <inttypes.h>

#include "artifact/elements.h"
#include "artifact/writer.h"

typedef bool put_fn(artifact_writer *w, grn_vec *to, const grn_attr *a);

static bool put_code(artifact_writer *w, grn_vec *to, uint32_t code)
{
    return grn_put_varint(to, code) || grn_artifact_no_memory(w);
}

static bool put_attr(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    uint32_t number;
    return grn_vhlo_write_attr(w, a, &number) && (grn_put_varint(to, number) || grn_artifact_no_memory(w));
}

static bool put_type(artifact_writer *w, grn_vec *to, const grn_type *t)
{
    uint32_t number;
    return grn_vhlo_write_type(w, t, &number) && (grn_put_varint(to, number) || grn_artifact_no_memory(w));
}

/* ---- builtin's kinds ---------------------------------------------------------------------------------------------------------- */

static bool put_bool(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_code(w, to, VHLO_ATTR_BOOL) && put_code(w, to, a->boolean);
}

static bool put_integer(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const grn_type *t = a->type;
    uint32_t width = t->kind == GRN_TYPE_INDEX ? 64 : t->width;
    uint64_t bits;
    memcpy(&bits, &a->integer, sizeof bits);
    return put_code(w, to, VHLO_ATTR_INTEGER) && put_type(w, to, t) &&
           (grn_artifact_put_bits(to, width, bits) || grn_artifact_no_memory(w));
}

static bool put_float(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const grn_float_format *format = a->type->kind == GRN_TYPE_FLOAT ? grn_dtype_float_format(a->type->dtype) : NULL;
    if (!format)
        return grn_artifact_cannot(w, 0, "a float attribute of a type that is not computed with");
    return put_code(w, to, VHLO_ATTR_FLOAT) && put_type(w, to, a->type) &&
           (grn_artifact_put_bits(to, grn_dtype_bits(a->type->dtype), grn_float_encode(format, a->real)) || grn_artifact_no_memory(w));
}

bool grn_vhlo_write_string(artifact_writer *w, grn_str text, uint32_t *out)
{
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = grn_put_varint(&bytes, VHLO_ATTR_STRING) && grn_put_varint(&bytes, grn_bytecode_add_string(&w->builder, text.text, text.n));
    *out = put ? grn_bytecode_add_attr(&w->builder, w->vhlo, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put || grn_artifact_no_memory(w);
}

static bool put_string(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_code(w, to, VHLO_ATTR_STRING) && put_code(w, to, grn_bytecode_add_string(&w->builder, a->text.text, a->text.n));
}

static bool put_type_value(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_code(w, to, VHLO_ATTR_TYPE) && put_type(w, to, a->type_value);
}

static bool put_array(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    if (!put_code(w, to, VHLO_ATTR_ARRAY) || !(grn_put_varint(to, a->array.count) || grn_artifact_no_memory(w)))
        return false;
    for (size_t i = 0; i < a->array.count; i++)
        if (!put_attr(w, to, a->array.items[i]))
            return false;
    return true;
}

/* In order of the keys, as MLIR keeps dictionaries. */
static bool put_dict(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    if (!put_code(w, to, VHLO_ATTR_DICT) || !(grn_put_varint(to, a->dict.count) || grn_artifact_no_memory(w)))
        return false;
    for (size_t i = 0; i < a->dict.count; i++) {
        uint32_t key;
        if (!grn_vhlo_write_string(w, a->dict.by_name[i].name, &key) || !put_code(w, to, key) || !put_attr(w, to, a->dict.by_name[i].value))
            return false;
    }
    return true;
}

static bool put_elements(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    if (a->type->kind != GRN_TYPE_TENSOR)
        return grn_artifact_cannot(w, 0, "elements of a type that is no tensor");
    if (a->elements->resource.n)
        return grn_artifact_cannot(w, 0, "elements of a resource");
    return put_code(w, to, VHLO_ATTR_TENSOR) && put_type(w, to, a->type) && (grn_artifact_put_elements(to, a) || grn_artifact_no_memory(w));
}

static bool no_form(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    static const char *const names[GRN_ATTR_OPAQUE + 1] = {
        [GRN_ATTR_UNIT] = "a unit attribute", [GRN_ATTR_SYMBOL] = "a symbol that is no part of the op", [GRN_ATTR_DENSE_ARRAY] = "an array<..> that is no part of the op"};
    (void)to;
    return grn_artifact_cannot(w, 0, "%s", names[a->kind] ? names[a->kind] : "an attribute");
}

/* ---- StableHLO's own ----------------------------------------------------------------------------------------------------------- */

static bool put_enum(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const char *dialect = "stablehlo.", *name = a->enumeration.def->name;
    size_t n = strlen(dialect);
    const char *word = a->enumeration.def->keyword[a->enumeration.value];
    for (const vhlo_enum *e = grn_vhlo_enums; strncmp(name, dialect, n) == 0 && e->name; e++)
        for (uint32_t value = 0; strcmp(e->name, name + n) == 0 && e->keyword[value]; value++)
            if (strcmp(e->keyword[value], word) == 0)
                return put_code(w, to, e->code) && put_code(w, to, value);
    return grn_artifact_cannot(w, 0, "%s %s", name, word);
}

static bool wrong_field(artifact_writer *w, const record_text *r, const char *key)
{
    return grn_artifact_cannot(w, 0, "a #%.*s<..> whose '%s' is not as it should be", (int)r->name.n, r->name.text, key);
}

/* A field that is an attribute of its own. */
static bool parse_field(artifact_writer *w, const record_text *r, const char *key, const grn_attr **out)
{
    grn_str text = grn_record_field(r, key);
    grn_status status = text.n ? grn_text_parse_attr(&w->scratch, text.text, text.n, NULL, NULL, out) : GRN_E_PARSE;
    return status == GRN_OK || (status == GRN_E_MEMORY ? grn_artifact_no_memory(w) : wrong_field(w, r, key));
}

static bool put_i64_field(artifact_writer *w, grn_vec *to, const record_text *r, const char *key)
{
    const grn_attr *a;
    if (!parse_field(w, r, key, &a))
        return false;
    if (a->kind != GRN_ATTR_INTEGER)
        return wrong_field(w, r, key);
    return grn_put_signed(to, a->integer) || grn_artifact_no_memory(w);
}

static bool put_f64_field(artifact_writer *w, grn_vec *to, const record_text *r, const char *key)
{
    const grn_attr *a;
    uint64_t bits;
    if (!parse_field(w, r, key, &a))
        return false;
    if (a->kind != GRN_ATTR_FLOAT)
        return wrong_field(w, r, key);
    memcpy(&bits, &a->real, sizeof bits);
    return grn_artifact_put_bits(to, 64, bits) || grn_artifact_no_memory(w);
}

static bool put_attr_field(artifact_writer *w, grn_vec *to, const record_text *r, const char *key)
{
    const grn_attr *a;
    return parse_field(w, r, key, &a) && put_attr(w, to, a);
}

/* "1, ?, 2" */
static bool put_list(artifact_writer *w, grn_vec *to, grn_str text)
{
    grn_vec numbers;
    uint64_t count = 0;
    grn_vec_init(&numbers, w->ir->allocator, 1);
    bool put = true;
    for (size_t at = 0; put && at < text.n;) {
        const char *comma = memchr(text.text + at, ',', text.n - at);
        size_t end = comma ? (size_t)(comma - text.text) : text.n;
        bool minus = false;
        uint64_t v = 0;
        while (at < end && (text.text[at] == ' ' || text.text[at] == '-'))
            minus = text.text[at++] == '-' || minus;
        size_t stop = end;
        while (stop > at && text.text[stop - 1] == ' ')
            stop--;
        bool unknown = stop == at + 1 && text.text[at] == '?';
        if (!unknown && (!grn_parse_u64(text.text + at, stop - at, &v) || v > INT64_MAX)) {
            grn_vec_destroy(&numbers);
            return grn_artifact_cannot(w, 0, "a list `%.*s`", (int)text.n, text.text);
        }
        put = grn_put_signed(&numbers, unknown ? GRN_DYNAMIC : minus ? -(int64_t)v : (int64_t)v);
        count++;
        at = end + 1;
    }
    put = put && grn_put_varint(to, count) && grn_put_bytes(to, numbers.items, numbers.count);
    grn_vec_destroy(&numbers);
    return put || grn_artifact_no_memory(w);
}

/* `[..]`; one that is not there is empty. */
static bool put_list_field(artifact_writer *w, grn_vec *to, const record_text *r, const char *key)
{
    grn_str text = grn_record_field(r, key);
    if (text.n >= 2 && text.text[0] == '[') {
        text.text++;
        text.n -= 2;
    }
    return put_list(w, to, text);
}

static bool put_alias(artifact_writer *w, grn_vec *to, const record_text *r)
{
    return put_list_field(w, to, r, "output_tuple_indices") && put_i64_field(w, to, r, "operand_index") &&
           put_list_field(w, to, r, "operand_tuple_indices");
}

static bool put_bounds(artifact_writer *w, grn_vec *to, const record_text *r) { return put_list(w, to, r->body); }

static bool put_accuracy(artifact_writer *w, grn_vec *to, const record_text *r)
{
    return put_f64_field(w, to, r, "atol") && put_f64_field(w, to, r, "rtol") && put_i64_field(w, to, r, "ulps") &&
           put_attr_field(w, to, r, "mode");
}

/* (pre-size)size */
static bool put_sub_axis(artifact_writer *w, grn_vec *to, const record_text *r)
{
    const char *close = r->body.n ? memchr(r->body.text, ')', r->body.n) : NULL;
    size_t n = close ? (size_t)(close - r->body.text) : 0;
    uint64_t before, size;
    if (!n || r->body.text[0] != '(' || !grn_parse_u64(r->body.text + 1, n - 1, &before) ||
        !grn_parse_u64(close + 1, r->body.n - n - 1, &size) || before > INT64_MAX || size > INT64_MAX)
        return wrong_field(w, r, "sub-axis");
    return (grn_put_signed(to, (int64_t)before) && grn_put_signed(to, (int64_t)size)) || grn_artifact_no_memory(w);
}

static bool write_record(artifact_writer *w, const record_text *r, uint32_t *out);

static bool put_axis_ref(artifact_writer *w, grn_vec *to, const record_text *r)
{
    record_text sub = {GRN_STR("stablehlo.sub_axis_info"), grn_record_field(r, "sub_axis_info")};
    uint32_t number;
    if (!put_attr_field(w, to, r, "name"))
        return false;
    if (!sub.body.n)
        return put_code(w, to, 0);
    return put_code(w, to, 1) && write_record(w, &sub, &number) && put_code(w, to, number);
}

/* The mesh is a symbol here, a string there. */
static bool put_mesh_axes(artifact_writer *w, grn_vec *to, const record_text *r)
{
    const grn_attr *mesh;
    uint32_t number;
    if (!parse_field(w, r, "mesh", &mesh))
        return false;
    if (mesh->kind != GRN_ATTR_SYMBOL)
        return put_attr(w, to, mesh) && put_attr_field(w, to, r, "axes");
    return grn_vhlo_write_string(w, mesh->text, &number) && put_code(w, to, number) && put_attr_field(w, to, r, "axes");
}

static bool put_mesh_axis(artifact_writer *w, grn_vec *to, const record_text *r)
{
    return put_attr_field(w, to, r, "name") && put_i64_field(w, to, r, "size");
}

static bool put_mesh(artifact_writer *w, grn_vec *to, const record_text *r)
{
    bool has_ids = grn_record_field(r, "device_ids").n > 0;
    return put_attr_field(w, to, r, "axes") && put_code(w, to, has_ids) && (!has_ids || put_attr_field(w, to, r, "device_ids"));
}

#define ACCURACY_SINCE GRN_VHLO(1, 9, 0)
#define MESH_SINCE GRN_VHLO(1, 16, 0)
static const struct {
    const char *name;
    uint32_t code;
    grn_artifact_version since;
    bool (*put)(artifact_writer *w, grn_vec *to, const record_text *r);
} records[] = {
    {"stablehlo.output_operand_alias", VHLO_ATTR_ALIAS, GRN_VHLO_MINIMUM, put_alias},
    {"stablehlo.bounds", VHLO_ATTR_BOUNDS, GRN_VHLO_MINIMUM, put_bounds},
    {"stablehlo.result_accuracy", VHLO_ATTR_ACCURACY, ACCURACY_SINCE, put_accuracy},
    {"stablehlo.sub_axis_info", VHLO_ATTR_SUB_AXIS, MESH_SINCE, put_sub_axis},
    {"stablehlo.axis_ref", VHLO_ATTR_AXIS_REF, MESH_SINCE, put_axis_ref},
    {"stablehlo.replica_group_mesh_axes", VHLO_ATTR_MESH_AXES, MESH_SINCE, put_mesh_axes},
    {"stablehlo.mesh_axis", VHLO_ATTR_MESH_AXIS, MESH_SINCE, put_mesh_axis},
    {"stablehlo.mesh", VHLO_ATTR_MESH, MESH_SINCE, put_mesh},
};

/* An enumerator that the IR keeps as text. */
static const vhlo_enum *enum_of(const record_text *r, uint32_t *value)
{
    static const char dialect[] = "stablehlo.";
    const size_t n = sizeof dialect - 1;
    if (r->name.n <= n || memcmp(r->name.text, dialect, n) != 0)
        return NULL;
    for (const vhlo_enum *e = grn_vhlo_enums; e->name; e++)
        for (*value = 0; grn_str_is((grn_str){r->name.text + n, r->name.n - n}, e->name) && e->keyword[*value]; ++*value)
            if (grn_str_is(r->body, e->keyword[*value]))
                return e;
    return NULL;
}

static bool put_record(artifact_writer *w, grn_vec *to, const record_text *r)
{
    for (size_t i = 0; i < GRN_COUNT(records); i++)
        if (grn_str_is(r->name, records[i].name)) {
            if (records[i].since > w->version)
                return grn_artifact_cannot(w, records[i].since, "#%s<..>", records[i].name);
            return put_code(w, to, records[i].code) && records[i].put(w, to, r);
        }
    uint32_t value;
    const vhlo_enum *e = enum_of(r, &value);
    return e ? put_code(w, to, e->code) && put_code(w, to, value)
             : grn_artifact_cannot(w, 0, "#%.*s<..>", (int)r->name.n, r->name.text);
}

static bool put_text(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    grn_vec text;
    record_text r;
    grn_vec_init(&text, w->ir->allocator, 1);
    const grn_sink sink = grn_vec_sink(&text);
    bool written = grn_attr_write(a, true, &sink) == GRN_OK;
    bool put = !written ? grn_artifact_no_memory(w)
               : grn_record_text((grn_str){text.items, text.count}, &r)
                   ? put_record(w, to, &r)
                   : grn_artifact_cannot(w, 0, "`%.*s`", text.count < 200 ? (int)text.count : 200, (const char *)text.items);
    grn_vec_destroy(&text);
    return put;
}

static bool write_record(artifact_writer *w, const record_text *r, uint32_t *out)
{
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = put_record(w, &bytes, r);
    *out = put ? grn_bytecode_add_attr(&w->builder, w->vhlo, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put;
}

/* ---- by kind ------------------------------------------------------------------------------------------------------------------- */

static put_fn *const by_kind[GRN_ATTR_OPAQUE + 1] = {
    [GRN_ATTR_UNIT] = no_form,     [GRN_ATTR_BOOL] = put_bool,     [GRN_ATTR_INTEGER] = put_integer,
    [GRN_ATTR_FLOAT] = put_float,  [GRN_ATTR_STRING] = put_string, [GRN_ATTR_SYMBOL] = no_form,
    [GRN_ATTR_TYPE] = put_type_value, [GRN_ATTR_ARRAY] = put_array, [GRN_ATTR_DICT] = put_dict,
    [GRN_ATTR_DENSE_ARRAY] = no_form, [GRN_ATTR_ELEMENTS] = put_elements, [GRN_ATTR_STRUCT] = put_text,
    [GRN_ATTR_ENUM] = put_enum,    [GRN_ATTR_OPAQUE] = put_text,
};

bool grn_vhlo_write_attr(artifact_writer *w, const grn_attr *a, uint32_t *out)
{
    grn_vec bytes;
    *out = 0;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = by_kind[a->kind](w, &bytes, a);
    if (put)
        *out = grn_bytecode_add_attr(&w->builder, w->vhlo, bytes.items, bytes.count);
    grn_vec_destroy(&bytes);
    return put;
}
