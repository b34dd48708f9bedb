/* attrs_write.c - attributes in VHLO's encoding. */
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

/* ---- builtin's kinds ------------------------------------------------------------------------- */

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
           (grn_artifact_put_bits(to, grn_dtype_bits(a->type->dtype), grn_float_encode(format, a->real)) ||
            grn_artifact_no_memory(w));
}

bool grn_vhlo_write_string(artifact_writer *w, grn_str text, uint32_t *out)
{
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = grn_put_varint(&bytes, VHLO_ATTR_STRING) &&
               grn_put_varint(&bytes, grn_bytecode_add_string(&w->builder, text.text, text.n));
    *out = put ? grn_bytecode_add_attr(&w->builder, w->vhlo, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put || grn_artifact_no_memory(w);
}

static bool put_string(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_code(w, to, VHLO_ATTR_STRING) &&
           put_code(w, to, grn_bytecode_add_string(&w->builder, a->text.text, a->text.n));
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
        if (!grn_vhlo_write_string(w, a->dict.by_name[i].name, &key) || !put_code(w, to, key) ||
            !put_attr(w, to, a->dict.by_name[i].value))
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
    return put_code(w, to, VHLO_ATTR_TENSOR) && put_type(w, to, a->type) &&
           (grn_artifact_put_elements(to, a) || grn_artifact_no_memory(w));
}

static bool no_form(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    static const char *const names[GRN_ATTR_OPAQUE + 1] = {[GRN_ATTR_UNIT] = "a unit attribute",
                                                           [GRN_ATTR_SYMBOL] = "a symbol that is no part of the op",
                                                           [GRN_ATTR_DENSE_ARRAY] =
                                                               "an array<..> that is no part of the op",
                                                           [GRN_ATTR_LOCATION] = "a location that is an attribute"};
    (void)to;
    return grn_artifact_cannot(w, 0, "%s", names[a->kind] ? names[a->kind] : "an attribute");
}

/* ---- StableHLO's own ------------------------------------------------------------------------- */

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

/* A field of a struct attribute, by its definition's kind of field: a value, a number, or
 * numbers. */
static bool put_attr_field(artifact_writer *w, grn_vec *to, const grn_attr *a, const char *key)
{
    return put_attr(w, to, grn_attr_field(a, key).value);
}

static bool put_signed(artifact_writer *w, grn_vec *to, int64_t v)
{
    return grn_put_signed(to, v) || grn_artifact_no_memory(w);
}

static bool put_i64_field(artifact_writer *w, grn_vec *to, const grn_attr *a, const char *key)
{
    return put_signed(w, to, grn_attr_field(a, key).v[0]);
}

static bool put_list_field(artifact_writer *w, grn_vec *to, const grn_attr *a, const char *key)
{
    const grn_field list = grn_attr_field(a, key);
    bool put = grn_put_varint(to, list.count) || grn_artifact_no_memory(w);
    for (size_t i = 0; put && i < list.count; i++)
        put = put_signed(w, to, list.v[i]);
    return put;
}

static bool put_f64_field(artifact_writer *w, grn_vec *to, const grn_attr *a, const char *key)
{
    const double v = grn_attr_field(a, key).value->real;
    uint64_t bits;
    memcpy(&bits, &v, sizeof bits);
    return grn_artifact_put_bits(to, 64, bits) || grn_artifact_no_memory(w);
}

static bool put_alias(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_list_field(w, to, a, "output_tuple_indices") && put_i64_field(w, to, a, "operand_index") &&
           put_list_field(w, to, a, "operand_tuple_indices");
}

static bool put_bounds(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_list_field(w, to, a, "bounds");
}

static bool put_accuracy(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_f64_field(w, to, a, "atol") && put_f64_field(w, to, a, "rtol") && put_i64_field(w, to, a, "ulps") &&
           put_attr_field(w, to, a, "mode");
}

/* (pre-size)size */
static bool put_sub_axis(artifact_writer *w, grn_vec *to, const grn_field *f)
{
    return put_signed(w, to, f->v[0]) && put_signed(w, to, f->v[1]);
}

static bool put_sub_axis_info(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const grn_field f = grn_attr_field(a, "sub_axis");
    return put_sub_axis(w, to, &f);
}

/* An attribute of its own there, a part of this one's text here. */
static bool write_sub_axis(artifact_writer *w, const grn_field *f, uint32_t *out)
{
    grn_vec bytes;
    grn_vec_init(&bytes, w->ir->allocator, 1);
    bool put = put_code(w, &bytes, VHLO_ATTR_SUB_AXIS) && put_sub_axis(w, &bytes, f);
    *out = put ? grn_bytecode_add_attr(&w->builder, w->vhlo, bytes.items, bytes.count) : 0;
    grn_vec_destroy(&bytes);
    return put;
}

static bool put_axis_ref(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const grn_field sub = grn_attr_field(a, "sub_axis_info");
    uint32_t number;
    if (!put_attr_field(w, to, a, "name") || !put_code(w, to, sub.present))
        return false;
    return !sub.present || (write_sub_axis(w, &sub, &number) && put_code(w, to, number));
}

/* The mesh is a symbol here, a string there. */
static bool put_mesh_axes(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const grn_attr *mesh = grn_attr_field(a, "mesh").value;
    uint32_t number;
    bool put = mesh->kind == GRN_ATTR_SYMBOL ? grn_vhlo_write_string(w, mesh->text, &number) && put_code(w, to, number)
                                             : put_attr(w, to, mesh);
    return put && put_attr_field(w, to, a, "axes");
}

static bool put_mesh_axis(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    return put_attr_field(w, to, a, "name") && put_i64_field(w, to, a, "size");
}

static bool put_mesh(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const bool has_ids = grn_attr_field(a, "device_ids").present;
    return put_attr_field(w, to, a, "axes") && put_code(w, to, has_ids) &&
           (!has_ids || put_attr_field(w, to, a, "device_ids"));
}

#define ACCURACY_SINCE GRN_VHLO(1, 9, 0)
#define MESH_SINCE GRN_VHLO(1, 16, 0)
static const struct {
    const char *name;
    uint32_t code;
    grn_artifact_version since;
    put_fn *put;
} records[] = {
    {"stablehlo.output_operand_alias", VHLO_ATTR_ALIAS, GRN_VHLO_MINIMUM, put_alias},
    {"stablehlo.bounds", VHLO_ATTR_BOUNDS, GRN_VHLO_MINIMUM, put_bounds},
    {"stablehlo.result_accuracy", VHLO_ATTR_ACCURACY, ACCURACY_SINCE, put_accuracy},
    {"stablehlo.sub_axis_info", VHLO_ATTR_SUB_AXIS, MESH_SINCE, put_sub_axis_info},
    {"stablehlo.axis_ref", VHLO_ATTR_AXIS_REF, MESH_SINCE, put_axis_ref},
    {"stablehlo.replica_group_mesh_axes", VHLO_ATTR_MESH_AXES, MESH_SINCE, put_mesh_axes},
    {"stablehlo.mesh_axis", VHLO_ATTR_MESH_AXIS, MESH_SINCE, put_mesh_axis},
    {"stablehlo.mesh", VHLO_ATTR_MESH, MESH_SINCE, put_mesh},
};

static bool put_record(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    const char *name = a->record.def->name;
    for (size_t i = 0; i < GRN_COUNT(records); i++)
        if (strcmp(name, records[i].name) == 0) {
            if (records[i].since > w->version)
                return grn_artifact_cannot(w, records[i].since, "#%s<..>", name);
            return put_code(w, to, records[i].code) && records[i].put(w, to, a);
        }
    return grn_artifact_cannot(w, 0, "#%s<..>", name);
}

/* Kept as its text; VHLO has no form for it. */
static bool put_opaque(artifact_writer *w, grn_vec *to, const grn_attr *a)
{
    (void)to;
    return grn_artifact_cannot(w, 0, "`%.*s`", a->text.n < 200 ? (int)a->text.n : 200, a->text.text);
}

/* ---- by kind --------------------------------------------------------------------------------- */

static put_fn *const by_kind[GRN_ATTR_OPAQUE + 1] = {
    [GRN_ATTR_UNIT] = no_form,        [GRN_ATTR_BOOL] = put_bool,         [GRN_ATTR_INTEGER] = put_integer,
    [GRN_ATTR_FLOAT] = put_float,     [GRN_ATTR_STRING] = put_string,     [GRN_ATTR_SYMBOL] = no_form,
    [GRN_ATTR_TYPE] = put_type_value, [GRN_ATTR_ARRAY] = put_array,       [GRN_ATTR_DICT] = put_dict,
    [GRN_ATTR_DENSE_ARRAY] = no_form, [GRN_ATTR_ELEMENTS] = put_elements, [GRN_ATTR_STRUCT] = put_record,
    [GRN_ATTR_ENUM] = put_enum,       [GRN_ATTR_LOCATION] = no_form,      [GRN_ATTR_OPAQUE] = put_opaque,
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
