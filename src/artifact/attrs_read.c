/* attrs_read.c - VHLO's attributes as StableHLO's and builtin's. Those with a syntax of their own
 * are made from their text. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/internal.h"

/* ---- builtin's kinds ------------------------------------------------------------------------- */

bool grn_artifact_read_array(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    size_t count;
    const grn_attr **items;
    if (!grn_artifact_read_attrs(r, b, &count, &items))
        return false;
    *out = grn_attr_array(r->ir, count, items);
    return grn_artifact_made(r, *out);
}

static bool read_bool(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    uint32_t value;
    if (!grn_bytes_index(b, "truth value", 2, &value))
        return false;
    *out = grn_attr_bool(r->ir, value != 0);
    return grn_artifact_made(r, *out);
}

static bool read_entry(artifact_reader *r, grn_bytes *b, grn_named_attr *out)
{
    const grn_attr *key;
    size_t at = b->at;
    if (!grn_artifact_read_attr(r, b, &key) || !grn_artifact_read_attr(r, b, &out->value))
        return false;
    if (key->kind != GRN_ATTR_STRING || key->text.n == 0)
        return grn_bytes_wrong(b, at, "the key of a dictionary is no string, or an empty one");
    out->name = key->text;
    return true;
}

bool grn_artifact_read_dict(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    size_t count, at = b->at;
    if (!grn_bytes_count(b, "entries", 2, &count))
        return false;
    grn_named_attr *items = GRN_ARENA_NEW(&r->ir->arena, grn_named_attr, count);
    if (!items)
        return grn_bytes_refused(b);
    for (size_t i = 0; i < count; i++)
        if (!read_entry(r, b, &items[i]))
            return false;
    grn_attr a = {.kind = GRN_ATTR_DICT};
    a.dict.count = count;
    a.dict.items = items;
    *out = grn_attr_make(r->ir, &a);
    if (!grn_artifact_made(r, *out))
        return false;
    for (size_t i = 1; i < count; i++)
        if (grn_str_equal((*out)->dict.by_name[i - 1].name, (*out)->dict.by_name[i].name))
            return grn_bytes_wrong(b, at, "a dictionary has two entries '%.*s'", (int)(*out)->dict.by_name[i].name.n,
                                   (*out)->dict.by_name[i].name.text);
    return true;
}

bool grn_artifact_read_text(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    grn_str text;
    if (!grn_artifact_read_string(r, b, &text))
        return false;
    *out = grn_attr_string(r->ir, text);
    return grn_artifact_made(r, *out);
}

bool grn_artifact_read_type_value(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_type *type;
    if (!grn_artifact_read_type(r, b, &type))
        return false;
    *out = grn_attr_type(r->ir, type);
    return grn_artifact_made(r, *out);
}

bool grn_artifact_read_tensor(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_type *type;
    return grn_artifact_read_type(r, b, &type) && grn_artifact_read_elements(r, b, type, out);
}

/* Of `width` bits, by its type's sign. */
static int64_t as_integer(const grn_type *type, uint32_t width, uint64_t bits)
{
    bool negative = type->signedness != GRN_UNSIGNED && width < 64 && (bits >> (width - 1) & 1);
    if (negative)
        bits |= ~((UINT64_C(1) << width) - 1);
    int64_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bool grn_artifact_read_integer(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_type *type;
    uint64_t bits;
    size_t at = b->at;
    if (!grn_artifact_read_type(r, b, &type))
        return false;
    if (type->kind != GRN_TYPE_INDEX && (type->kind != GRN_TYPE_INTEGER || type->width == 0))
        return grn_bytes_wrong(b, at, "an integer attribute is of a type that is no integer");
    uint32_t width = type->kind == GRN_TYPE_INDEX ? 64 : type->width;
    if (!grn_artifact_read_bits(b, width, &bits))
        return false;
    *out = width == 1 && type->kind == GRN_TYPE_INTEGER && type->signedness == GRN_SIGNLESS
               ? grn_attr_bool(r->ir, bits)
               : grn_attr_integer(r->ir, type, as_integer(type, width, bits));
    return grn_artifact_made(r, *out);
}

bool grn_artifact_read_float(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_type *type;
    uint64_t bits;
    size_t at = b->at;
    if (!grn_artifact_read_type(r, b, &type))
        return false;
    const grn_float_format *format = type->kind == GRN_TYPE_FLOAT ? grn_dtype_float_format(type->dtype) : NULL;
    if (!format)
        return grn_bytes_wrong(b, at, "a float attribute is of a type that is no float to compute with");
    if (!grn_artifact_read_bits(b, grn_dtype_bits(type->dtype), &bits))
        return false;
    *out = grn_attr_float(r->ir, type, grn_float_decode(format, bits));
    return grn_artifact_made(r, *out);
}

/* ---- StableHLO's own ------------------------------------------------------------------------- */

static bool read_enum(artifact_reader *r, grn_bytes *b, const vhlo_enum *e, const grn_attr **out)
{
    uint32_t value, count = 0;
    size_t at = b->at;
    while (e->keyword[count])
        count++;
    if (!grn_bytes_index(b, e->name, count, &value))
        return false;
    if (!*e->keyword[value])
        return grn_bytes_wrong(b, at, "%s %u is none", e->name, (unsigned)value);
    return grn_artifact_spell(r, b, out, e->dotted ? "#stablehlo.%s<%s>" : "#stablehlo<%s %s>", e->name,
                              e->keyword[value]);
}

/* "1, ?, 2" in the arena; NULL: memory refused, reported. */
static const char *dims_text(artifact_reader *r, const grn_bytes *b, size_t count, const int64_t *v)
{
    grn_vec text;
    bool put = true;
    char number[24];
    grn_vec_init(&text, r->ir->allocator, 1);
    for (size_t i = 0; put && i < count; i++) {
        int n = v[i] == GRN_DYNAMIC ? snprintf(number, sizeof number, "%s?", i ? ", " : "")
                                    : snprintf(number, sizeof number, "%s%" PRId64, i ? ", " : "", v[i]);
        put = grn_put_bytes(&text, number, (size_t)n);
    }
    const char *kept = put ? grn_arena_text(&r->arena, text.count ? text.items : "", text.count) : NULL;
    grn_vec_destroy(&text);
    if (!kept)
        grn_bytes_refused(b);
    return kept;
}

static bool read_dims_text(artifact_reader *r, grn_bytes *b, const char **out)
{
    size_t count;
    int64_t *v;
    if (!grn_artifact_read_dims(r, b, "numbers", &count, &v))
        return false;
    *out = dims_text(r, b, count, v);
    return *out != NULL;
}

static bool read_alias(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const char *outputs, *operands;
    int64_t operand;
    return read_dims_text(r, b, &outputs) && grn_bytes_signed(b, "an operand's number", &operand) &&
           read_dims_text(r, b, &operands) &&
           grn_artifact_spell(r, b, out,
                              "#stablehlo.output_operand_alias<output_tuple_indices = [%s], operand_index = %" PRId64
                              ", operand_tuple_indices = [%s]>",
                              outputs, operand, operands);
}

static bool read_bounds(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const char *bounds;
    return read_dims_text(r, b, &bounds) && grn_artifact_spell(r, b, out, "#stablehlo.bounds<%s>", bounds);
}

/* An attribute as text, as part of another's. */
static bool read_part(artifact_reader *r, grn_bytes *b, const char **out)
{
    const grn_attr *a;
    if (!grn_artifact_read_attr(r, b, &a))
        return false;
    *out = grn_artifact_attr_text(r, a);
    return *out != NULL;
}

/* The same of an optional attribute, which a 0 or a 1 precedes: NULL after a 0. */
static bool read_optional_part(artifact_reader *r, grn_bytes *b, const char **out)
{
    uint32_t there;
    *out = NULL;
    return grn_bytes_index(b, "whether an attribute is there", 2, &there) && (!there || read_part(r, b, out));
}

static bool read_accuracy(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    uint64_t bits[2];
    double v[2];
    char number[2][GRN_NUMBER_BYTES];
    int64_t ulps;
    const char *mode;
    for (int i = 0; i < 2; i++) {
        if (!grn_artifact_read_bits(b, 64, &bits[i]))
            return false;
        memcpy(&v[i], &bits[i], sizeof v[i]);
        grn_element_text(GRN_F64, &v[i], number[i]);
    }
    return grn_bytes_signed(b, "ulps", &ulps) && read_part(r, b, &mode) &&
           grn_artifact_spell(r, b, out,
                              "#stablehlo.result_accuracy<atol = %s, rtol = %s, ulps = %" PRId64 ", mode = %s>",
                              number[0], number[1], ulps, mode);
}

static bool read_sub_axis(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    int64_t before, size;
    return grn_bytes_signed(b, "a sub-axis's pre-size", &before) && grn_bytes_signed(b, "a sub-axis's size", &size) &&
           grn_artifact_spell(r, b, out, "#stablehlo.sub_axis_info<(%" PRId64 ")%" PRId64 ">", before, size);
}

/* A struct attribute's text between its brackets, where a sub-axis is written without its name. */
static const char *without_name(const char *text)
{
    static const char name[] = "#stablehlo.sub_axis_info<";
    return strncmp(text, name, sizeof name - 1) == 0 ? text + sizeof name - 1 : text;
}

static bool read_axis_ref(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const char *name, *sub;
    if (!read_part(r, b, &name) || !read_optional_part(r, b, &sub))
        return false;
    if (!sub)
        return grn_artifact_spell(r, b, out, "#stablehlo.axis_ref<name = %s>", name);
    sub = without_name(sub);
    size_t n = strlen(sub);
    return grn_artifact_spell(r, b, out, "#stablehlo.axis_ref<name = %s, sub_axis_info = %.*s>", name,
                              (int)(n ? n - 1 : 0), sub);
}

/* The mesh is a symbol there, a string here. */
static bool read_mesh_axes(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const grn_attr *mesh;
    const char *name, *axes;
    if (!grn_artifact_read_attr(r, b, &mesh) || !read_part(r, b, &axes))
        return false;
    if (mesh->kind == GRN_ATTR_STRING)
        mesh = grn_attr_symbol(r->ir, mesh->text);
    if (!grn_artifact_made(r, mesh))
        return false;
    name = grn_artifact_attr_text(r, mesh);
    return name &&
           grn_artifact_spell(r, b, out, "#stablehlo.replica_group_mesh_axes<mesh = %s, axes = %s>", name, axes);
}

static bool read_mesh_axis(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const char *name;
    int64_t size;
    return read_part(r, b, &name) && grn_bytes_signed(b, "an axis's size", &size) &&
           grn_artifact_spell(r, b, out, "#stablehlo.mesh_axis<name = %s, size = %" PRId64 ">", name, size);
}

static bool read_mesh(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    const char *axes, *ids;
    if (!read_part(r, b, &axes) || !read_optional_part(r, b, &ids))
        return false;
    return ids ? grn_artifact_spell(r, b, out, "#stablehlo.mesh<axes = %s, device_ids = %s>", axes, ids)
               : grn_artifact_spell(r, b, out, "#stablehlo.mesh<axes = %s>", axes);
}

/* ---- by code --------------------------------------------------------------------------------- */

bool grn_vhlo_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    static const struct {
        vhlo_attr_code code;
        bool (*read)(artifact_reader *r, grn_bytes *b, const grn_attr **out);
    } rows[] = {
        {VHLO_ATTR_STRING, grn_artifact_read_text},
        {VHLO_ATTR_TYPE, grn_artifact_read_type_value},
        {VHLO_ATTR_TENSOR, grn_artifact_read_tensor},
        {VHLO_ATTR_INTEGER, grn_artifact_read_integer},
        {VHLO_ATTR_FLOAT, grn_artifact_read_float},
        {VHLO_ATTR_ARRAY, grn_artifact_read_array},
        {VHLO_ATTR_BOOL, read_bool},
        {VHLO_ATTR_DICT, grn_artifact_read_dict},
        {VHLO_ATTR_ALIAS, read_alias},
        {VHLO_ATTR_BOUNDS, read_bounds},
        {VHLO_ATTR_ACCURACY, read_accuracy},
        {VHLO_ATTR_SUB_AXIS, read_sub_axis},
        {VHLO_ATTR_AXIS_REF, read_axis_ref},
        {VHLO_ATTR_MESH_AXES, read_mesh_axes},
        {VHLO_ATTR_MESH_AXIS, read_mesh_axis},
        {VHLO_ATTR_MESH, read_mesh},
    };
    size_t at = b->at;
    uint64_t code;
    if (!grn_bytes_varint(b, "an attribute's code", &code))
        return false;
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (rows[i].code == code)
            return rows[i].read(r, b, out);
    for (const vhlo_enum *e = grn_vhlo_enums; e->name; e++)
        if (e->code == code)
            return read_enum(r, b, e, out);
    return grn_bytes_wrong(b, at, "attribute %" PRIu64 " of VHLO is not known, there are 1 to %d", code,
                           VHLO_ATTR_MESH);
}
