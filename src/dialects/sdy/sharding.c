/* sharding.c - shardings of a tensor and of several: how they are written, and as structures. */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

/* ---- `{"a", ?}p1` --------------------------------------------------------------------------------------------------------- */

/* The number behind the `p` of a word such as "p12". False: it is none. */
static bool read_priority(grn_str word, int64_t *out)
{
    *out = 0;
    for (size_t i = 1; i < word.n; i++) {
        if (word.text[i] < '0' || word.text[i] > '9' || *out > INT32_MAX)
            return false;
        *out = *out * 10 + (word.text[i] - '0');
    }
    return word.n > 1 && word.text[0] == 'p';
}

static grn_status parse_priority(grn_parser *p, grn_field *out, int64_t *room)
{
    grn_str word;
    grn_place place = grn_parser_place(p);
    if (grn_parser_at(p, ",") || grn_parser_at(p, "]") || grn_parser_at(p, ">"))
        return GRN_OK;
    grn_status status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    if (!read_priority(word, room))
        return grn_parser_fail(p, place, "expecting integer priority, got: %.*s", (int)word.n, word.text);
    *out = (grn_field){.present = true, .count = 1, .v = room};
    return GRN_OK;
}

static grn_status parse_dim_fields(grn_parser *p, grn_field *fields, int64_t *room)
{
    bool open = false;
    grn_status status = grn_sdy_parse_axes(p, &open, &fields[0].value);
    if (status == GRN_OK)
        status = parse_priority(p, &fields[2], room);
    if (status != GRN_OK)
        return status;
    fields[0].present = fields[1].present = true;
    fields[1].value = grn_attr_bool(grn_parser_ir(p), !open);
    return fields[1].value ? GRN_OK : GRN_E_MEMORY;
}

static grn_status parse_dim(grn_parser *p, const grn_attr **out)
{
    int64_t room;
    grn_field fields[3] = {{.present = false}, {.present = false}, {.present = false}};
    grn_status status = parse_dim_fields(p, fields, &room);
    return status == GRN_OK ? grn_sdy_made(p, &grn_sdy_dim_attr, fields, out) : status;
}

static grn_status dim_parse(grn_parser *p, grn_field *fields)
{
    int64_t *room = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, 1);
    if (!room)
        return GRN_E_MEMORY;
    grn_status status = parse_dim_fields(p, fields, room);
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void dim_write(grn_writer *w, const grn_attr *a)
{
    const grn_sdy_dim d = grn_sdy_dim_of(a);
    grn_write_text(w, "{");
    for (size_t i = 0; i < d.axes.count; i++) {
        if (i)
            grn_write_text(w, ", ");
        grn_sdy_axis_attr.write(w, d.axes.items[i]);
    }
    if (!d.is_closed)
        grn_write_text(w, d.axes.count ? ", ?" : "?");
    grn_write_text(w, "}");
    if (d.priority < 0)
        return;
    grn_write_text(w, "p");
    grn_write_i64(w, d.priority);
}

static const grn_field_def dim_fields[] = {
    GRN_FIELD("axes", VALUE), GRN_FIELD("is_closed", VALUE), GRN_FIELD_MAYBE("priority", DIM), GRN_FIELDS_END};
const grn_struct_def grn_sdy_dim_attr = {
    .name = "sdy.dimension_sharding", .style = GRN_STRUCT_OWN, .fields = dim_fields, .parse = dim_parse, .write = dim_write};

/* ---- `<@mesh, [..], replicated={..}, unreduced={..}>` --------------------------------------------------------------------- */

static grn_status parse_mesh(grn_parser *p, grn_field *out)
{
    grn_str name;
    out->present = true;
    if (!grn_parser_at_symbol(p))
        return grn_parser_try(p, "mesh") ? grn_parser_struct(p, &grn_sdy_mesh_attr, &out->value) : grn_parser_attr(p, &out->value);
    grn_status status = grn_parser_symbol(p, &name);
    out->value = status == GRN_OK ? grn_attr_symbol(grn_parser_ir(p), name) : NULL;
    return status == GRN_OK && !out->value ? GRN_E_MEMORY : status;
}

static grn_status parse_dims(grn_parser *p, grn_field *out)
{
    grn_vec items;
    grn_vec_init(&items, grn_parser_ir(p)->allocator, sizeof(const grn_attr *));
    grn_status status = grn_parser_expect(p, "[");
    bool more = status == GRN_OK && !grn_parser_at(p, "]");
    while (more && status == GRN_OK) {
        const grn_attr **slot = grn_vec_push(&items);
        status = slot ? parse_dim(p, slot) : GRN_E_MEMORY;
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "]");
    *out = (grn_field){.present = true};
    out->value = status == GRN_OK ? grn_attr_array(grn_parser_ir(p), items.count, items.items) : NULL;
    grn_vec_destroy(&items);
    return status == GRN_OK && !out->value ? GRN_E_MEMORY : status;
}

/* `sum`, `max` or `min` in front of unreduced axes. */
static grn_status parse_reduction(grn_parser *p, grn_field *out)
{
    for (int32_t i = 0; grn_sdy_reduction.keyword[i]; i++)
        if (grn_parser_try(p, grn_sdy_reduction.keyword[i])) {
            *out = (grn_field){.present = true, .value = grn_attr_enum(grn_parser_ir(p), &grn_sdy_reduction, i)};
            return out->value ? GRN_OK : GRN_E_MEMORY;
        }
    return GRN_OK;
}

/* `, replicated={..}` and `, unreduced={..}`, each once. */
static grn_status parse_others(grn_parser *p, grn_field *fields)
{
    grn_status status = GRN_OK;
    while (status == GRN_OK && grn_parser_try(p, ",")) {
        const grn_place place = grn_parser_place(p);
        const size_t at = grn_parser_try(p, "replicated") ? 2 : grn_parser_try(p, "unreduced") ? 3 : 0;
        if (!at || fields[at].present)
            return grn_parser_fail(p, place, "expected 'replicated' or 'unreduced', each once");
        status = grn_parser_expect(p, "=");
        if (status == GRN_OK && at == 3)
            status = parse_reduction(p, &fields[4]);
        fields[at].present = true;
        if (status == GRN_OK)
            status = grn_sdy_parse_axes(p, NULL, &fields[at].value);
    }
    for (size_t i = 2; status == GRN_OK && i < 4; i++)
        if (!fields[i].present) {
            fields[i] = (grn_field){.present = true, .value = grn_attr_array(grn_parser_ir(p), 0, NULL)};
            status = fields[i].value ? GRN_OK : GRN_E_MEMORY;
        }
    return status;
}

static grn_status sharding_parse(grn_parser *p, grn_field *fields)
{
    grn_place place = grn_parser_place(p);
    grn_status status = parse_mesh(p, &fields[0]);
    if (status == GRN_OK && fields[0].value->kind != GRN_ATTR_SYMBOL && !grn_sdy_is_mesh.matches(fields[0].value))
        return grn_parser_fail(p, place, "expecting mesh or flat mesh symbol reference");
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = parse_dims(p, &fields[1]);
    if (status == GRN_OK)
        status = parse_others(p, fields);
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void sharding_write(grn_writer *w, const grn_attr *a)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(a);
    if (s.mesh->kind == GRN_ATTR_STRUCT) {
        grn_write_text(w, "mesh");
        grn_write_struct(w, s.mesh);
    } else
        grn_write_attr(w, s.mesh, GRN_SUFFIX_NEVER);
    grn_write_text(w, ", [");
    for (size_t i = 0; i < s.dims.count; i++) {
        if (i)
            grn_write_text(w, ", ");
        dim_write(w, s.dims.items[i]);
    }
    grn_write_text(w, "]");
    if (s.replicated.count) {
        grn_write_text(w, ", replicated=");
        grn_sdy_write_axes(w, s.replicated);
    }
    if (s.unreduced.count) {
        grn_write_text(w, ", unreduced=");
        grn_write_text(w, s.reduction ? grn_sdy_reduction.keyword[s.reduction] : "");
        grn_sdy_write_axes(w, s.unreduced);
    }
}

static const grn_field_def sharding_fields[] = {
    GRN_FIELD("mesh_or_ref", VALUE),    GRN_FIELD("dim_shardings", VALUE),      GRN_FIELD("replicated_axes", VALUE),
    GRN_FIELD("unreduced_axes", VALUE), GRN_FIELD_MAYBE("reduction_op", VALUE), GRN_FIELDS_END};
const grn_struct_def grn_sdy_sharding_attr = {
    .name = "sdy.sharding", .style = GRN_STRUCT_OWN, .fields = sharding_fields, .parse = sharding_parse, .write = sharding_write};

/* ---- `<[<..>, <..>]>` ----------------------------------------------------------------------------------------------------- */

static grn_status parse_list(grn_parser *p, const grn_attr **out)
{
    grn_vec items;
    grn_vec_init(&items, grn_parser_ir(p)->allocator, sizeof(const grn_attr *));
    grn_status status = grn_parser_expect(p, "[");
    bool more = status == GRN_OK && !grn_parser_at(p, "]");
    while (more && status == GRN_OK) {
        const grn_place place = grn_parser_place(p);
        const grn_attr **slot = grn_vec_push(&items);
        status = slot ? grn_parser_struct(p, &grn_sdy_sharding_attr, slot) : GRN_E_MEMORY;
        if (status == GRN_OK && !grn_sdy_is_sharding.matches(*slot))
            status = grn_parser_fail(p, place, "expected a sharding");
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "]");
    *out = status == GRN_OK ? grn_attr_array(grn_parser_ir(p), items.count, items.items) : NULL;
    grn_vec_destroy(&items);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

grn_status grn_sdy_parse_shardings(grn_parser *p, const grn_attr **out)
{
    grn_field field = {.present = true};
    grn_status status = parse_list(p, &field.value);
    return status == GRN_OK ? grn_sdy_made(p, &grn_sdy_shardings_attr, &field, out) : status;
}

static grn_status shardings_parse(grn_parser *p, grn_field *fields)
{
    fields[0].present = true;
    grn_status status = parse_list(p, &fields[0].value);
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void shardings_write(grn_writer *w, const grn_attr *a)
{
    const grn_sdy_list list = grn_sdy_axes_of(a);
    grn_write_text(w, "[");
    for (size_t i = 0; i < list.count; i++) {
        if (i)
            grn_write_text(w, ", ");
        grn_write_struct(w, list.items[i]);
    }
    grn_write_text(w, "]");
}

void grn_sdy_print_shardings(grn_printer *p, const grn_attr *a)
{
    const grn_sdy_list list = grn_sdy_axes_of(a);
    grn_printer_text(p, "[");
    for (size_t i = 0; i < list.count; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_struct(p, list.items[i]);
    }
    grn_printer_text(p, "]");
}

static const grn_field_def shardings_fields[] = {GRN_FIELD("shardings", VALUE), GRN_FIELDS_END};
const grn_struct_def grn_sdy_shardings_attr = {.name = "sdy.sharding_per_value", .style = GRN_STRUCT_OWN,
                                               .fields = shardings_fields, .parse = shardings_parse, .write = shardings_write};

/* ---- enumerations and sets ------------------------------------------------------------------------------------------------- */

static const char *const directions[] = {"NONE", "FORWARD", "BACKWARD", "BOTH", NULL};
static const char *const reductions[] = {"sum", "max", "min", NULL};
const grn_enum_def grn_sdy_direction = {.name = "sdy.propagation_direction", .keyword = directions};
const grn_enum_def grn_sdy_reduction = {.name = "sdy.reduction_op", .keyword = reductions};

#define IS_RECORD(id, struct_def, text)                                                                                   \
    static bool is_##id(const grn_attr *a) { return a->kind == GRN_ATTR_STRUCT && a->record.def == &struct_def; }         \
    const grn_attr_class grn_sdy_is_##id = {text, is_##id};
#define IS_ENUM(id, text)                                                                                                 \
    static bool is_##id(const grn_attr *a) { return a->kind == GRN_ATTR_ENUM && a->enumeration.def == &grn_sdy_##id; }    \
    const grn_attr_class grn_sdy_is_##id = {text, is_##id};
IS_RECORD(mesh, grn_sdy_mesh_attr, "Mesh of axes and a list of devices")
IS_RECORD(sharding, grn_sdy_sharding_attr, "Tensor sharding")
IS_RECORD(shardings, grn_sdy_shardings_attr, "Tensor sharding per operand/result of an op")
IS_RECORD(manual_axes, grn_sdy_manual_axes_attr, "A list of axes that a ManualComputationOp is manual on")
IS_RECORD(axes, grn_sdy_axes_attr, "List of axis refs")
IS_RECORD(axes_lists, grn_sdy_axes_lists_attr, "List of axis ref lists")
IS_RECORD(all_to_all, grn_sdy_all_to_all_attr, "List of all-to-all parameters")
IS_ENUM(direction, "propagation direction enum")
IS_ENUM(reduction, "reduction op enum")

static bool any_type(const grn_type *t) { return !(t->kind == GRN_TYPE_OPAQUE && grn_str_is(t->opaque, "!stablehlo.token")); }
static bool shaped_type(const grn_type *t) { return grn_type_is_shaped(t) || t->kind == GRN_TYPE_UNRANKED_TENSOR; }
const grn_type_class grn_sdy_any = {"any non-token type", any_type};
const grn_type_class grn_sdy_shaped = {"shaped of any non-token type values", shaped_type};
const grn_type_class grn_sdy_ranked = {"ranked tensor of any non-token type values", grn_type_is_tensor};
const grn_type_class grn_sdy_static = {"statically shaped tensor of any non-token type values", grn_type_has_static_shape};

/* ---- as structures ----------------------------------------------------------------------------------------------------------- */

grn_sdy_dim grn_sdy_dim_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_dim){.axes = grn_sdy_list_of(f[0].value), .is_closed = f[1].value->boolean, .priority = f[2].present ? f[2].v[0] : -1};
}

grn_sdy_sharding grn_sdy_sharding_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_sharding){.mesh = f[0].value,
                              .dims = grn_sdy_list_of(f[1].value),
                              .replicated = grn_sdy_list_of(f[2].value),
                              .unreduced = grn_sdy_list_of(f[3].value),
                              .reduction = f[4].present ? f[4].value->enumeration.value : GRN_SDY_SUM};
}
