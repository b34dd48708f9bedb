/* sharding.c - shardings of a tensor and of several: how they are written, and as structures. */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

/* ---- `{"a", ?}p1` ---------------------------------------------------------------------------- */

static bool all_digits(grn_str s)
{
    for (size_t i = 0; i < s.n; i++)
        if (s.text[i] < '0' || s.text[i] > '9')
            return false;
    return s.n > 0;
}

/* `p12`, if a word is there. Upstream tells of what stands behind it. */
static grn_status parse_priority(grn_parser *p, grn_field *out, int64_t *room)
{
    grn_str word;
    if (!grn_parser_at_word(p))
        return GRN_OK;
    grn_status status = grn_parser_keyword(p, &word);
    if (status != GRN_OK)
        return status;
    const grn_str digits = {word.text + 1, word.n - 1};
    const grn_place place = grn_parser_place(p);
    if (word.text[0] != 'p' || !all_digits(digits))
        return grn_parser_fail(p, place, "expecting priority in format 'p<number>', got: %.*s", (int)word.n, word.text);
    if (digits.text[0] == '0' && digits.n > 1)
        return grn_parser_fail(p, place, "priorities with leading zeros are not allowed, got: %.*s", (int)word.n,
                               word.text);
    uint64_t number;
    if (!grn_parse_u64(digits.text, digits.n, &number) || number > INT64_MAX)
        return grn_parser_fail(p, place, "expecting integer priority, got: %.*s", (int)word.n, word.text);
    *room = (int64_t)number;
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
    grn_sdy_write_items(w, "{", "", d.axes, grn_sdy_axis_attr.write);
    grn_write_text(w, d.is_closed ? "}" : d.axes.count ? ", ?}" : "?}");
    if (d.priority < 0)
        return;
    grn_write_text(w, "p");
    grn_write_i64(w, d.priority);
}

static const grn_field_def dim_fields[] = {GRN_FIELD("axes", VALUE), GRN_FIELD("is_closed", VALUE),
                                           GRN_FIELD_MAYBE("priority", DIM), GRN_FIELDS_END};
const grn_struct_def grn_sdy_dim_attr = {.name = "sdy.dimension_sharding",
                                         .style = GRN_STRUCT_OWN,
                                         .fields = dim_fields,
                                         .parse = dim_parse,
                                         .write = dim_write,
                                         .bare = true};

/* ---- `<@mesh, [..], replicated={..}, unreduced={..}>` ---------------------------------------- */

/* `mesh<..>` or `@mesh` */
static grn_status parse_mesh(grn_parser *p, grn_field *out)
{
    out->present = true;
    if (grn_parser_try(p, "mesh")) {
        grn_status status = grn_sdy_parse_struct(p, &grn_sdy_mesh_attr, &out->value);
        return status == GRN_E_PARSE ? grn_parser_fail(p, grn_parser_place(p), "failed to parse MeshAttr") : status;
    }
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_attr(p, &out->value);
    if (status == GRN_OK && !grn_attr_is_symbol.matches(out->value))
        status = grn_parser_fail(p, place, "invalid kind of attribute specified");
    return status == GRN_E_PARSE ? grn_parser_fail(p, grn_parser_place(p),
                                                   "expecting MeshAttr or FlatSymbolRefAttr, got: <<NULL ATTRIBUTE>>")
                                 : status;
}

static grn_status parse_dims(grn_parser *p, grn_field *out)
{
    static const grn_sdy_list_text text = {
        "[", "]", parse_dim, "TensorSharding", "dim_shardings", "::llvm::ArrayRef<DimensionShardingAttr>"};
    out->present = true;
    return grn_sdy_parse_items(p, &text, &out->value);
}

/* `max` or another operator in front of unreduced axes. */
static grn_status parse_operator(grn_parser *p, grn_field *out)
{
    for (size_t i = 0; grn_sdy_reductions[i]; i++)
        if (grn_parser_try(p, grn_sdy_reductions[i])) {
            int64_t *v = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, 1);
            if (!v)
                return GRN_E_MEMORY;
            *v = (int64_t)i;
            *out = (grn_field){.present = true, .count = 1, .v = v};
            return GRN_OK;
        }
    return GRN_OK;
}

static grn_status parse_listed_axis(grn_parser *p, const grn_attr **out)
{
    grn_status status = grn_sdy_parse_axis(p, out);
    return status == GRN_E_PARSE
               ? grn_parser_fail(p, grn_parser_place(p),
                                 "failed to parse axis list which is expected to be an `ArrayRef<AxisRefAttr>`")
               : status;
}

/* `={"a"}`, at least one axis; an operator stands in `op` (NULL: there is none). */
static grn_status parse_axes(grn_parser *p, grn_field *axes, grn_field *op)
{
    static const grn_sdy_list_text text = {"{", "}", parse_listed_axis, NULL, NULL, NULL};
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK && op)
        status = parse_operator(p, op);
    if (status != GRN_OK)
        return status;
    axes->present = true;
    return grn_sdy_parse_some(p, &text, &axes->value);
}

/* `, replicated={..}` and `, unreduced={..}`, in either order, each once. */
static grn_status parse_other(grn_parser *p, grn_field *fields)
{
    static const char *const words[] = {"replicated", "unreduced"};
    for (size_t i = 0; i < GRN_COUNT(words); i++)
        if (!fields[2 + i].present && grn_parser_try(p, words[i])) {
            grn_status status = parse_axes(p, &fields[2 + i], i ? &fields[4] : NULL);
            return status == GRN_E_PARSE
                       ? grn_parser_fail(p, grn_parser_place(p),
                                         "failed to parse Sdy_TensorSharding parameter '%s_axes'", words[i])
                       : status;
        }
    return grn_parser_fail(p, grn_parser_place(p),
                           "failed to parse Sdy_TensorSharding, expected valid named axis list after comma");
}

static grn_status parse_others(grn_parser *p, grn_field *fields)
{
    grn_status status = GRN_OK;
    while (status == GRN_OK && grn_parser_try(p, ","))
        status = parse_other(p, fields);
    for (size_t i = 2; status == GRN_OK && i < 4; i++)
        if (!fields[i].present) {
            fields[i] = (grn_field){.present = true, .value = grn_attr_array(grn_parser_ir(p), 0, NULL)};
            status = fields[i].value ? GRN_OK : GRN_E_MEMORY;
        }
    return status;
}

static grn_status sharding_parse(grn_parser *p, grn_field *fields)
{
    grn_status status = parse_mesh(p, &fields[0]);
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
    grn_sdy_write_items(w, ", [", "]", s.dims, dim_write);
    if (s.replicated.count)
        grn_sdy_write_items(w, ", replicated={", "}", s.replicated, grn_sdy_axis_attr.write);
    if (!s.unreduced.count)
        return;
    grn_write_text(w, ", unreduced=");
    grn_write_text(w, s.reduction ? grn_sdy_reductions[s.reduction] : "");
    grn_sdy_write_items(w, "{", "}", s.unreduced, grn_sdy_axis_attr.write);
}

static const grn_field_def sharding_fields[] = {
    GRN_FIELD("mesh_or_ref", VALUE),    GRN_FIELD("dim_shardings", VALUE),    GRN_FIELD("replicated_axes", VALUE),
    GRN_FIELD("unreduced_axes", VALUE), GRN_FIELD_MAYBE("reduction_op", DIM), GRN_FIELDS_END};
const grn_struct_def grn_sdy_sharding_attr = {.name = "sdy.sharding",
                                              .style = GRN_STRUCT_OWN,
                                              .fields = sharding_fields,
                                              .parse = sharding_parse,
                                              .write = sharding_write};

/* ---- `<[<..>, <..>]>` ------------------------------------------------------------------------ */

static grn_status parse_sharding(grn_parser *p, const grn_attr **out)
{
    return grn_sdy_parse_struct(p, &grn_sdy_sharding_attr, out);
}

grn_status grn_sdy_parse_shardings(grn_parser *p, const grn_attr **out)
{
    static const grn_sdy_list_text text = {"[", "]", parse_sharding, NULL, NULL, NULL};
    grn_field field = {.present = true};
    grn_status status = grn_sdy_parse_items(p, &text, &field.value);
    return status == GRN_OK ? grn_sdy_made(p, &grn_sdy_shardings_attr, &field, out) : status;
}

static grn_status shardings_parse(grn_parser *p, grn_field *fields)
{
    static const grn_sdy_list_text text = {
        "[", "]", parse_sharding, "TensorShardingPerValue", "shardings", "::llvm::ArrayRef<TensorShardingAttr>"};
    fields[0].present = true;
    grn_status status = grn_sdy_parse_items(p, &text, &fields[0].value);
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void shardings_write(grn_writer *w, const grn_attr *a)
{
    grn_sdy_write_items(w, "[", "]", grn_sdy_axes_of(a), grn_write_struct);
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
const grn_struct_def grn_sdy_shardings_attr = {.name = "sdy.sharding_per_value",
                                               .style = GRN_STRUCT_OWN,
                                               .fields = shardings_fields,
                                               .parse = shardings_parse,
                                               .write = shardings_write};

/* ---- enumerations and sets ------------------------------------------------------------------- */

const char *const grn_sdy_directions[] = {"NONE", "FORWARD", "BACKWARD", "BOTH", NULL};
const char *const grn_sdy_reductions[] = {"sum", "max", "min", NULL};

static bool is_case(const grn_attr *a, const char *const *words)
{
    int64_t n = 0;
    while (words[n])
        n++;
    return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INTEGER && a->type->width == 32 &&
           a->type->signedness == GRN_SIGNLESS && a->integer >= 0 && a->integer < n;
}

#define IS_RECORD(id, struct_def, text)                                                                           \
    static bool is_##id(const grn_attr *a) { return a->kind == GRN_ATTR_STRUCT && a->record.def == &struct_def; } \
    const grn_attr_class grn_sdy_is_##id = {text, is_##id};
#define IS_ENUM(id, text)                                                          \
    static bool is_##id(const grn_attr *a) { return is_case(a, grn_sdy_##id##s); } \
    const grn_attr_class grn_sdy_is_##id = {text, is_##id};
IS_RECORD(mesh, grn_sdy_mesh_attr, "Mesh of axes and a list of devices")
IS_RECORD(sharding, grn_sdy_sharding_attr, "Tensor sharding")
IS_RECORD(shardings, grn_sdy_shardings_attr, "Tensor sharding per operand/result of an op")
IS_RECORD(manual_axes, grn_sdy_manual_axes_attr, "A list of axes that a ManualComputationOp is manual on")
IS_RECORD(axes, grn_sdy_axes_attr, "List of axis refs")
IS_RECORD(axes_lists, grn_sdy_axes_lists_attr, "List of axis ref lists")
IS_RECORD(all_to_all, grn_sdy_all_to_all_attr, "List of all-to-all parameters")
IS_RECORD(rule, grn_sdy_rule_attr, "Specifies how an operation can be partitioned.")
IS_RECORD(edges, grn_sdy_edges_attr, "Propagation edge metadata for all propagation steps.")
IS_ENUM(direction, "propagation direction enum")
IS_ENUM(reduction, "reduction op enum")

static bool any_type(const grn_type *t) { return t != NULL; }
static bool shaped_type(const grn_type *t)
{
    t = grn_type_as_tensor(t);
    return grn_type_is_shaped(t) || t->kind == GRN_TYPE_UNRANKED_TENSOR || (t->kind == GRN_TYPE_OPAQUE && t->element);
}
const grn_type_class grn_sdy_any = {"any non-token type", any_type};
const grn_type_class grn_sdy_shaped = {"shaped of any non-token type values", shaped_type};
const grn_type_class grn_sdy_ranked = {"ranked tensor of any non-token type values", grn_type_is_tensor};
const grn_type_class grn_sdy_static = {"statically shaped tensor of any non-token type values",
                                       grn_type_has_static_shape};

/* ---- as structures --------------------------------------------------------------------------- */

grn_sdy_dim grn_sdy_dim_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_dim){.axes = grn_sdy_list_of(f[0].value),
                         .is_closed = f[1].value->boolean,
                         .priority = f[2].present ? f[2].v[0] : -1};
}

grn_sdy_sharding grn_sdy_sharding_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_sharding){.mesh = f[0].value,
                              .dims = grn_sdy_list_of(f[1].value),
                              .replicated = grn_sdy_list_of(f[2].value),
                              .unreduced = grn_sdy_list_of(f[3].value),
                              .reduction = f[4].present ? (int32_t)f[4].v[0] : GRN_SDY_SUM};
}
