/* attrs.c - axes, lists of them and of shardings' parts: how they are written, and as
 * structures. */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

/* ---- parts ----------------------------------------------------------------------------------- */

grn_status grn_sdy_param(grn_parser *p, grn_status status, const char *attr, const char *param, const char *type)
{
    if (status != GRN_E_PARSE)
        return status;
    return grn_parser_fail(p, grn_parser_place(p), "failed to parse Sdy_%s parameter '%s' which is to be a `%s`", attr,
                           param, type);
}

grn_status grn_sdy_made(grn_parser *p, const grn_struct_def *def, const grn_field *fields, const grn_attr **out)
{
    *out = grn_attr_struct(grn_parser_ir(p), def, fields);
    return *out ? GRN_OK : grn_ir_refused(grn_parser_ir(p), NULL, grn_parser_place(p), "reading an attribute");
}

grn_status grn_sdy_parse_struct(grn_parser *p, const grn_struct_def *def, const grn_attr **out)
{
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_struct(p, def, out);
    if (status == GRN_OK && ((*out)->kind != GRN_ATTR_STRUCT || (*out)->record.def != def))
        status = grn_parser_fail(p, place, "invalid kind of attribute specified");
    return status;
}

/* Items up to `close`, or behind `last` (NULL: nothing else ends them), which is taken; *ended: by
 * that. */
static grn_status read_items(grn_parser *p, const char *close, grn_sdy_item_parser item, const char *last, bool *ended,
                             grn_vec *items)
{
    grn_status status = GRN_OK;
    bool more = !grn_parser_at(p, close);
    while (more && status == GRN_OK) {
        *ended = last && grn_parser_try(p, last);
        if (*ended)
            break;
        const grn_attr **slot = grn_vec_push(items);
        status = slot ? item(p, slot) : GRN_E_MEMORY;
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    return status;
}

/* Behind the opening bracket. */
static grn_status parse_rest(grn_parser *p, const grn_sdy_list_text *t, const char *last, bool *ended,
                             const grn_attr **out)
{
    grn_vec items;
    grn_vec_init(&items, grn_parser_ir(p)->allocator, sizeof(const grn_attr *));
    grn_status status = read_items(p, t->close, t->item, last, ended, &items);
    if (t->attr)
        status = grn_sdy_param(p, status, t->attr, t->param, t->type);
    if (status == GRN_OK)
        status = grn_parser_expect(p, t->close);
    *out = status == GRN_OK ? grn_attr_array(grn_parser_ir(p), items.count, items.items) : NULL;
    grn_vec_destroy(&items);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

grn_status grn_sdy_parse_items(grn_parser *p, const grn_sdy_list_text *t, const grn_attr **out)
{
    bool ended;
    grn_status status = grn_parser_expect(p, t->open);
    return status == GRN_OK ? parse_rest(p, t, NULL, &ended, out) : status;
}

grn_status grn_sdy_parse_some(grn_parser *p, const grn_sdy_list_text *t, const grn_attr **out)
{
    const grn_attr *none;
    bool ended;
    grn_status status = grn_parser_expect(p, t->open);
    if (status == GRN_OK && grn_parser_at(p, t->close)) { /* upstream reads the item that is not there */
        status = t->item(p, &none);
        return t->attr ? grn_sdy_param(p, status, t->attr, t->param, t->type) : status;
    }
    return status == GRN_OK ? parse_rest(p, t, NULL, &ended, out) : status;
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
static grn_status close_bracket(grn_parser *p, grn_status status)
{
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

/* ---- axes ------------------------------------------------------------------------------------ */

/* `(1)2` */
static grn_status parse_sub_axis(grn_parser *p, int64_t *pre, int64_t *size)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status != GRN_OK)
        return status;
    status = grn_sdy_param(p, grn_parser_i64(p, pre), "SubAxisInfo", "pre_size", "int64_t");
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    return status == GRN_OK ? grn_sdy_param(p, grn_parser_i64(p, size), "SubAxisInfo", "size", "int64_t") : status;
}

static grn_status parse_axis_fields(grn_parser *p, grn_field *fields, int64_t *room)
{
    grn_status status = grn_sdy_param(p, parse_name(p, &fields[0].value), "AxisRef", "name", "::llvm::StringRef");
    fields[0].present = true;
    if (status != GRN_OK || !grn_parser_try(p, ":"))
        return status;
    for (size_t i = 0; i < 2; i++)
        fields[1 + i] = (grn_field){.present = true, .count = 1, .v = &room[i]};
    return grn_sdy_param(p, parse_sub_axis(p, &room[0], &room[1]), "AxisRef", "sub_axis_info", "SubAxisInfoAttr");
}

grn_status grn_sdy_parse_axis(grn_parser *p, const grn_attr **out)
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

void grn_sdy_write_items(grn_writer *w, const char *open, const char *close, grn_sdy_list list,
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

grn_status grn_sdy_parse_axes(grn_parser *p, bool *open, const grn_attr **out)
{
    static const grn_sdy_list_text axes = {"{", "}", grn_sdy_parse_axis, NULL, NULL, NULL};
    *open = false;
    grn_status status = grn_parser_expect(p, "{");
    return status == GRN_OK ? parse_rest(p, &axes, "?", open, out) : status;
}

static const grn_sdy_list_text axes_text = {"{",           "}",     grn_sdy_parse_axis,
                                            "AxisRefList", "value", "::llvm::ArrayRef<AxisRefAttr>"};
static grn_status parse_list(grn_parser *p, const grn_attr **out) { return grn_sdy_parse_items(p, &axes_text, out); }
static void write_list(grn_writer *w, const grn_attr *a)
{
    grn_sdy_write_items(w, "{", "}", grn_sdy_list_of(a), axis_write);
}

static const grn_field_def axis_fields[] = {GRN_FIELD("name", VALUE), GRN_FIELD_MAYBE("pre_size", DIM),
                                            GRN_FIELD_MAYBE("size", DIM), GRN_FIELDS_END};
const grn_struct_def grn_sdy_axis_attr = {.name = "sdy.axis_ref",
                                          .style = GRN_STRUCT_OWN,
                                          .fields = axis_fields,
                                          .parse = axis_parse,
                                          .write = axis_write,
                                          .bare = true};

/* ---- all-to-all parameters ------------------------------------------------------------------- */

static grn_status param_parse(grn_parser *p, grn_field *fields)
{
    static const grn_sdy_list_text moved = {
        "{", "}", grn_sdy_parse_axis, "AllToAllParamAttr", "axes", "::llvm::ArrayRef<AxisRefAttr>"};
    int64_t *dims = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, 2);
    if (!dims)
        return GRN_E_MEMORY;
    grn_status status = grn_sdy_parse_some(p, &moved, &fields[0].value);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_sdy_param(p, grn_parser_i64(p, &dims[0]), "AllToAllParamAttr", "src_dim", "int64_t");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = grn_sdy_param(p, grn_parser_i64(p, &dims[1]), "AllToAllParamAttr", "tgt_dim", "int64_t");
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

static grn_status param_parse_alone(grn_parser *p, grn_field *fields)
{
    return close_bracket(p, param_parse(p, fields));
}

static const grn_field_def param_fields[] = {GRN_FIELD("axes", VALUE), GRN_FIELD("src_dim", DIM),
                                             GRN_FIELD("tgt_dim", DIM), GRN_FIELDS_END};
const grn_struct_def grn_sdy_all_to_all_param_attr = {.name = "sdy.all_to_all_param",
                                                      .style = GRN_STRUCT_OWN,
                                                      .fields = param_fields,
                                                      .parse = param_parse_alone,
                                                      .write = param_write,
                                                      .bare = true};

static grn_status parse_param(grn_parser *p, const grn_attr **out)
{
    grn_field fields[3] = {{.present = false}, {.present = false}, {.present = false}};
    grn_status status = param_parse(p, fields);
    return status == GRN_OK ? grn_sdy_made(p, &grn_sdy_all_to_all_param_attr, fields, out) : status;
}

/* ---- bare lists ------------------------------------------------------------------------------ */

/* Each bare attribute is one list: how it is written. */
static const struct bare {
    const grn_struct_def *def;
    grn_sdy_list_text text;
    void (*write)(grn_writer *w, const grn_attr *a);
} bares[] = {
    {&grn_sdy_axes_attr,
     {"{", "}", grn_sdy_parse_axis, "AxisRefList", "value", "::llvm::ArrayRef<AxisRefAttr>"},
     axis_write},
    {&grn_sdy_axes_lists_attr,
     {"[", "]", parse_list, "ListOfAxisRefLists", "value", "::llvm::ArrayRef<AxisRefListAttr>"},
     write_list},
    {&grn_sdy_manual_axes_attr,
     {"{", "}", parse_name, "ManualAxes", "value", "::llvm::ArrayRef<StringAttr>"},
     write_name},
    {&grn_sdy_all_to_all_attr,
     {"[", "]", parse_param, "AllToAllParamList", "value", "::llvm::ArrayRef<AllToAllParamAttr>"},
     param_write},
};

static const struct bare *bare_of(const grn_struct_def *def)
{
    size_t i = 0;
    while (bares[i].def != def)
        i++;
    return &bares[i];
}

grn_status grn_sdy_parse_bare(grn_parser *p, const grn_struct_def *def, const grn_attr **out)
{
    grn_field field = {.present = true};
    grn_status status = grn_sdy_parse_items(p, &bare_of(def)->text, &field.value);
    return status == GRN_OK ? grn_sdy_made(p, def, &field, out) : status;
}

static void bare_write(grn_writer *w, const grn_attr *a)
{
    const struct bare *b = bare_of(a->record.def);
    grn_sdy_write_items(w, b->text.open, b->text.close, grn_sdy_axes_of(a), b->write);
}

#define BARE(id, mnemonic)                                                                                       \
    static grn_status id##_parse(grn_parser *p, grn_field *fields)                                               \
    {                                                                                                            \
        fields[0].present = true;                                                                                \
        return close_bracket(p, grn_sdy_parse_items(p, &bare_of(&grn_sdy_##id##_attr)->text, &fields[0].value)); \
    }                                                                                                            \
    const grn_struct_def grn_sdy_##id##_attr = {.name = "sdy." mnemonic,                                         \
                                                .style = GRN_STRUCT_OWN,                                         \
                                                .fields = list_fields,                                           \
                                                .parse = id##_parse,                                             \
                                                .write = bare_write,                                             \
                                                .bare = true};
static const grn_field_def list_fields[] = {GRN_FIELD("value", VALUE), GRN_FIELDS_END};
BARE(axes, "axis_ref_list")
BARE(axes_lists, "list_of_axis_ref_lists")
BARE(manual_axes, "manual_axes")
BARE(all_to_all, "all_to_all_param_list")

/* ---- as structures --------------------------------------------------------------------------- */

grn_sdy_list grn_sdy_list_of(const grn_attr *array) { return (grn_sdy_list){array->array.count, array->array.items}; }

grn_sdy_list grn_sdy_axes_of(const grn_attr *a) { return grn_sdy_list_of(a->record.fields[0].value); }

grn_sdy_axis grn_sdy_axis_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    const bool is_sub = f[2].present;
    return (grn_sdy_axis){
        .name = f[0].value->text, .is_sub = is_sub, .pre = is_sub ? f[1].v[0] : 1, .size = is_sub ? f[2].v[0] : 0};
}
