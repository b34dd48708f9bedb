/* attrs.c - meshes and axes: how they are written, and as structures. */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

/* ---- parts ---------------------------------------------------------------------------------------------------------------- */

grn_status grn_sdy_made(grn_parser *p, const grn_struct_def *def, const grn_field *fields, const grn_attr **out)
{
    *out = grn_attr_struct(grn_parser_ir(p), def, fields);
    return *out ? GRN_OK : grn_ir_refused(grn_parser_ir(p), NULL, grn_parser_place(p), "reading an attribute");
}

static grn_field value(const grn_attr *a) { return (grn_field){.present = true, .value = a}; }

grn_status grn_sdy_parse_items(grn_parser *p, const char *open, const char *close, grn_sdy_item_parser item, const grn_attr **out)
{
    grn_vec items;
    grn_vec_init(&items, grn_parser_ir(p)->allocator, sizeof(const grn_attr *));
    grn_status status = grn_parser_expect(p, open);
    bool more = status == GRN_OK && !grn_parser_at(p, close);
    while (more && status == GRN_OK) {
        const grn_attr **slot = grn_vec_push(&items);
        status = slot ? item(p, slot) : GRN_E_MEMORY;
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, close);
    *out = status == GRN_OK ? grn_attr_array(grn_parser_ir(p), items.count, items.items) : NULL;
    grn_vec_destroy(&items);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

static grn_status parse_name(grn_parser *p, const grn_attr **out)
{
    grn_str text;
    grn_status status = grn_parser_string(p, &text);
    if (status != GRN_OK)
        return status;
    *out = grn_attr_string(grn_parser_ir(p), text);
    return *out ? GRN_OK : GRN_E_MEMORY;
}

/* The closing bracket. */
static grn_status close_bracket(grn_parser *p, grn_status status) { return status == GRN_OK ? grn_parser_expect(p, ">") : status; }

/* ---- axes ------------------------------------------------------------------------------------------------------------------ */

static grn_status parse_sub_axis(grn_parser *p, int64_t *pre, int64_t *size)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_i64(p, pre);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    return status == GRN_OK ? grn_parser_i64(p, size) : status;
}

static grn_status parse_axis_fields(grn_parser *p, grn_field *fields, int64_t *room)
{
    grn_status status = parse_name(p, &fields[0].value);
    fields[0].present = true;
    if (status != GRN_OK || !grn_parser_try(p, ":"))
        return status;
    for (size_t i = 0; i < 2; i++)
        fields[1 + i] = (grn_field){.present = true, .count = 1, .v = &room[i]};
    return parse_sub_axis(p, &room[0], &room[1]);
}

static grn_status parse_axis(grn_parser *p, const grn_attr **out)
{
    int64_t room[2];
    grn_field fields[3] = {{.present = false}, {.present = false}, {.present = false}};
    grn_status status = parse_axis_fields(p, fields, room);
    return status == GRN_OK ? grn_sdy_made(p, &grn_sdy_axis_attr, fields, out) : status;
}

static grn_status axis_parse(grn_parser *p, grn_field *fields)
{
    int64_t *room = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, 2);
    return room ? close_bracket(p, parse_axis_fields(p, fields, room)) : GRN_E_MEMORY;
}

static void write_name(grn_writer *w, const grn_attr *name) { grn_write_attr(w, name, GRN_SUFFIX_NEVER); }

static void axis_write(grn_writer *w, const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    write_name(w, f[0].value);
    if (!f[2].present)
        return;
    grn_write_text(w, ":(");
    grn_write_i64(w, f[1].v[0]);
    grn_write_text(w, ")");
    grn_write_i64(w, f[2].v[0]);
}

static void write_items(grn_writer *w, const char *open, const char *close, grn_sdy_list list,
                        void (*item)(grn_writer *w, const grn_attr *a))
{
    grn_write_text(w, open);
    for (size_t i = 0; i < list.count; i++) {
        if (i)
            grn_write_text(w, ", ");
        item(w, list.items[i]);
    }
    grn_write_text(w, close);
}

void grn_sdy_write_axes(grn_writer *w, grn_sdy_list axes) { write_items(w, "{", "}", axes, axis_write); }

/* Axes, and a "?" at the end where it may be. */
grn_status grn_sdy_parse_axes(grn_parser *p, bool *open, const grn_attr **out)
{
    grn_vec items;
    if (!open)
        return grn_sdy_parse_items(p, "{", "}", parse_axis, out);
    grn_vec_init(&items, grn_parser_ir(p)->allocator, sizeof(const grn_attr *));
    grn_status status = grn_parser_expect(p, "{");
    bool more = status == GRN_OK && !grn_parser_at(p, "}");
    *open = false;
    while (more && status == GRN_OK) {
        *open = grn_parser_try(p, "?");
        if (*open)
            break;
        const grn_attr **slot = grn_vec_push(&items);
        status = slot ? parse_axis(p, slot) : GRN_E_MEMORY;
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "}");
    *out = status == GRN_OK ? grn_attr_array(grn_parser_ir(p), items.count, items.items) : NULL;
    grn_vec_destroy(&items);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

static grn_status parse_list(grn_parser *p, const grn_attr **out) { return grn_sdy_parse_items(p, "{", "}", parse_axis, out); }
static void write_list(grn_writer *w, const grn_attr *a) { grn_sdy_write_axes(w, grn_sdy_list_of(a)); }

static const grn_field_def axis_fields[] = {
    GRN_FIELD("name", VALUE), GRN_FIELD_MAYBE("pre_size", DIM), GRN_FIELD_MAYBE("size", DIM), GRN_FIELDS_END};
const grn_struct_def grn_sdy_axis_attr = {
    .name = "sdy.axis_ref", .style = GRN_STRUCT_OWN, .fields = axis_fields, .parse = axis_parse, .write = axis_write};

/* ---- all-to-all parameters --------------------------------------------------------------------------------------------------- */

static grn_status param_parse(grn_parser *p, grn_field *fields)
{
    int64_t *dims = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, 2);
    if (!dims)
        return GRN_E_MEMORY;
    grn_status status = parse_list(p, &fields[0].value);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &dims[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &dims[1]);
    fields[0].present = true;
    for (size_t i = 0; i < 2; i++)
        fields[1 + i] = (grn_field){.present = true, .count = 1, .v = &dims[i]};
    return status;
}

static void param_write(grn_writer *w, const grn_attr *a)
{
    write_list(w, a->record.fields[0].value);
    grn_write_text(w, ": ");
    grn_write_i64(w, a->record.fields[1].v[0]);
    grn_write_text(w, "->");
    grn_write_i64(w, a->record.fields[2].v[0]);
}

static grn_status param_parse_alone(grn_parser *p, grn_field *fields) { return close_bracket(p, param_parse(p, fields)); }

static const grn_field_def param_fields[] = {
    GRN_FIELD("axes", VALUE), GRN_FIELD("src_dim", DIM), GRN_FIELD("tgt_dim", DIM), GRN_FIELDS_END};
static const grn_struct_def param_attr = {.name = "sdy.all_to_all_param", .style = GRN_STRUCT_OWN, .fields = param_fields,
                                          .parse = param_parse_alone, .write = param_write};

static grn_status parse_param(grn_parser *p, const grn_attr **out)
{
    grn_field fields[3] = {{.present = false}, {.present = false}, {.present = false}};
    grn_status status = param_parse(p, fields);
    return status == GRN_OK ? grn_sdy_made(p, &param_attr, fields, out) : status;
}

/* ---- bare lists ------------------------------------------------------------------------------------------------------------- */

/* Each bare attribute is one list: in which brackets, of what. */
static const struct bare {
    const grn_struct_def *def;
    const char *open, *close;
    grn_sdy_item_parser parse;
    void (*write)(grn_writer *w, const grn_attr *a);
} bares[] = {
    {&grn_sdy_axes_attr, "{", "}", parse_axis, axis_write},
    {&grn_sdy_axes_lists_attr, "[", "]", parse_list, write_list},
    {&grn_sdy_manual_axes_attr, "{", "}", parse_name, write_name},
    {&grn_sdy_all_to_all_attr, "[", "]", parse_param, param_write},
};

static const struct bare *bare_of(const grn_struct_def *def)
{
    size_t i = 0;
    while (bares[i].def != def)
        i++;
    return &bares[i];
}

static grn_status parse_bare_list(grn_parser *p, const grn_struct_def *def, const grn_attr **list)
{
    const struct bare *b = bare_of(def);
    return grn_sdy_parse_items(p, b->open, b->close, b->parse, list);
}

grn_status grn_sdy_parse_bare(grn_parser *p, const grn_struct_def *def, const grn_attr **out)
{
    const grn_attr *list;
    grn_status status = parse_bare_list(p, def, &list);
    if (status != GRN_OK)
        return status;
    const grn_field field = value(list);
    return grn_sdy_made(p, def, &field, out);
}

static void bare_write(grn_writer *w, const grn_attr *a)
{
    const struct bare *b = bare_of(a->record.def);
    write_items(w, b->open, b->close, grn_sdy_axes_of(a), b->write);
}

#define BARE(id, mnemonic)                                                                                                \
    static grn_status id##_parse(grn_parser *p, grn_field *fields)                                                        \
    {                                                                                                                     \
        fields[0].present = true;                                                                                         \
        return close_bracket(p, parse_bare_list(p, &grn_sdy_##id##_attr, &fields[0].value));                              \
    }                                                                                                                     \
    const grn_struct_def grn_sdy_##id##_attr = {.name = "sdy." mnemonic, .style = GRN_STRUCT_OWN, .fields = list_fields, \
                                                .parse = id##_parse, .write = bare_write, .bare = true};
static const grn_field_def list_fields[] = {GRN_FIELD("value", VALUE), GRN_FIELDS_END};
BARE(axes, "axis_ref_list")
BARE(axes_lists, "list_of_axis_ref_lists")
BARE(manual_axes, "manual_axes")
BARE(all_to_all, "all_to_all_param_list")

/* ---- meshes ------------------------------------------------------------------------------------------------------------------ */

/* `"a"=2` as an axis whose size is that of the mesh. */
static grn_status parse_mesh_axis(grn_parser *p, const grn_attr **out)
{
    int64_t size[2] = {1, 0};
    grn_field fields[3] = {{.present = false}, {.present = true, .count = 1, .v = &size[0]}, {.present = true, .count = 1, .v = &size[1]}};
    grn_status status = parse_name(p, &fields[0].value);
    fields[0].present = true;
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &size[1]);
    return status == GRN_OK ? grn_sdy_made(p, &grn_sdy_axis_attr, fields, out) : status;
}

static grn_status parse_device_ids(grn_parser *p, grn_field *out)
{
    int64_t *ids;
    grn_status status = grn_parser_expect(p, "device_ids");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_dims(p, &out->count, &ids);
    out->present = true;
    out->v = status == GRN_OK ? ids : NULL;
    return status;
}

/* Names and sizes apart. */
static grn_status split_axes(grn_parser *p, grn_sdy_list axes, grn_field *fields)
{
    grn_ir *ir = grn_parser_ir(p);
    int64_t *sizes = GRN_ARENA_NEW(&ir->arena, int64_t, axes.count ? axes.count : 1);
    const grn_attr **names = GRN_ARENA_NEW(&ir->arena, const grn_attr *, axes.count ? axes.count : 1);
    if (!sizes || !names)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < axes.count; i++) {
        names[i] = axes.items[i]->record.fields[0].value;
        sizes[i] = axes.items[i]->record.fields[2].v[0];
    }
    fields[0] = value(grn_attr_array(ir, axes.count, names));
    fields[1] = (grn_field){.present = true, .count = axes.count, .v = sizes};
    return fields[0].value ? GRN_OK : GRN_E_MEMORY;
}

static grn_status mesh_parse(grn_parser *p, grn_field *fields)
{
    const grn_attr *axes;
    grn_status status = grn_sdy_parse_items(p, "[", "]", parse_mesh_axis, &axes);
    if (status == GRN_OK)
        status = split_axes(p, grn_sdy_list_of(axes), fields);
    if (status == GRN_OK && grn_parser_try(p, ","))
        status = parse_device_ids(p, &fields[2]);
    return close_bracket(p, status);
}

static void mesh_write(grn_writer *w, const grn_attr *a)
{
    const grn_sdy_mesh m = grn_sdy_mesh_of(a);
    grn_write_text(w, "[");
    for (size_t i = 0; i < m.names.count; i++) {
        if (i)
            grn_write_text(w, ", ");
        write_name(w, m.names.items[i]);
        grn_write_text(w, "=");
        grn_write_i64(w, m.sizes[i]);
    }
    grn_write_text(w, "]");
    if (!m.has_ids)
        return;
    grn_write_text(w, ", device_ids=[");
    grn_write_dims(w, m.nids, m.ids);
    grn_write_text(w, "]");
}

static const grn_field_def mesh_fields[] = {
    GRN_FIELD("axes", VALUE), GRN_FIELD("sizes", DIMS), GRN_FIELD_MAYBE("device_ids", DIMS), GRN_FIELDS_END};
const grn_struct_def grn_sdy_mesh_attr = {
    .name = "sdy.mesh", .style = GRN_STRUCT_OWN, .fields = mesh_fields, .parse = mesh_parse, .write = mesh_write};

/* ---- as structures ------------------------------------------------------------------------------------------------------------ */

grn_sdy_list grn_sdy_list_of(const grn_attr *array) { return (grn_sdy_list){array->array.count, array->array.items}; }

grn_sdy_list grn_sdy_axes_of(const grn_attr *a) { return grn_sdy_list_of(a->record.fields[0].value); }

grn_sdy_axis grn_sdy_axis_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_axis){.name = f[0].value->text, .pre = f[1].present ? f[1].v[0] : 1, .size = f[2].present ? f[2].v[0] : 0};
}

grn_sdy_mesh grn_sdy_mesh_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_mesh){.names = grn_sdy_list_of(f[0].value), .sizes = f[1].v, .has_ids = f[2].present, .nids = f[2].count,
                          .ids = f[2].v};
}

int64_t grn_sdy_mesh_axis_size(const grn_sdy_mesh *mesh, grn_str name)
{
    for (size_t i = 0; i < mesh->names.count; i++)
        if (grn_str_equal(mesh->names.items[i]->text, name))
            return mesh->sizes[i] > 0 ? mesh->sizes[i] : 0;
    return 0;
}

int64_t grn_sdy_axis_ways(const grn_sdy_mesh *mesh, const grn_sdy_axis *axis)
{
    int64_t size = grn_sdy_mesh_axis_size(mesh, axis->name);
    return size && axis->size ? axis->size : size;
}
