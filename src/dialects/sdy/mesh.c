/* mesh.c - meshes: how they are written, what has to hold of them, and sdy.mesh, which gives one a
 * name. */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

/* ---- text: `<["a"=2, "b"=4], device_ids=[..]>` ----------------------------------------------- */

/* `"a"=2` as an axis whose size is that of the mesh. */
static grn_status parse_mesh_axis(grn_parser *p, const grn_attr **out)
{
    int64_t size[2] = {1, 0};
    grn_str name;
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_sdy_param(p, grn_parser_string(p, &name), "MeshAxis", "name", "::llvm::StringRef");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_sdy_param(p, grn_parser_i64(p, &size[1]), "MeshAxis", "size", "int64_t");
    if (status != GRN_OK)
        return status;
    if (size[1] <= 0)
        return grn_parser_fail(p, place, "axis size must be at least 1, got: %" PRId64, size[1]);
    const grn_field fields[3] = {{.present = true, .value = grn_attr_string(grn_parser_ir(p), name)},
                                 {.present = true, .count = 1, .v = &size[0]},
                                 {.present = true, .count = 1, .v = &size[1]}};
    return fields[0].value ? grn_sdy_made(p, &grn_sdy_axis_attr, fields, out) : GRN_E_MEMORY;
}

static grn_status parse_device_ids(grn_parser *p, grn_field *out)
{
    int64_t *ids;
    grn_status status = grn_parser_expect(p, "device_ids");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_dims(p, &out->count, &ids);
    if (status == GRN_OK && out->count == 0)
        status = grn_parser_fail(p, grn_parser_place(p), "expected integer value");
    status = grn_sdy_param(p, status, "Mesh", "device_ids", "::llvm::ArrayRef<int64_t>");
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
    fields[0] = (grn_field){.present = true, .value = grn_attr_array(ir, axes.count, names)};
    fields[1] = (grn_field){.present = true, .count = axes.count, .v = sizes};
    return fields[0].value ? GRN_OK : GRN_E_MEMORY;
}

static void mesh_attr_write(grn_writer *w, const grn_attr *a)
{
    const grn_sdy_mesh m = grn_sdy_mesh_of(a);
    grn_write_text(w, "[");
    for (size_t i = 0; i < m.names.count; i++) {
        if (i)
            grn_write_text(w, ", ");
        grn_write_attr(w, m.names.items[i], GRN_SUFFIX_NEVER);
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

/* ---- rules ----------------------------------------------------------------------------------- */

static int by_value(const void *a, const void *b)
{
    const int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* `0, 0, 1`, cut when it does not fit. */
static const char *ids_text(size_t count, const int64_t *ids, char *text, size_t bytes)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < count && used + 24 < bytes; i++)
        used += (size_t)snprintf(text + used, bytes - used, "%s%" PRId64, i ? ", " : "", ids[i]);
    return text;
}

/* In some order the ids are 0, 1, .. */
static grn_status check_sorted_ids(grn_parser *p, grn_place place, const grn_field *ids)
{
    char text[512];
    grn_vec copy;
    grn_vec_init(&copy, grn_parser_ir(p)->allocator, sizeof(int64_t));
    int64_t *sorted = grn_vec_extend(&copy, ids->count);
    grn_status status = sorted ? GRN_OK : GRN_E_MEMORY;
    if (sorted) {
        memcpy(sorted, ids->v, ids->count * sizeof *sorted);
        qsort(sorted, ids->count, sizeof *sorted, by_value);
    }
    for (size_t i = 0; status == GRN_OK && i < ids->count; i++)
        if (sorted[i] != (int64_t)i)
            status = grn_parser_fail(p, place, "sorted device ids must be iota(product(axes)), got: %s",
                                     ids_text(ids->count, sorted, text, sizeof text));
    grn_vec_destroy(&copy);
    return status;
}

static grn_status check_axes(grn_parser *p, grn_place place, grn_sdy_list names, const int64_t *sizes, int64_t *devices)
{
    if (names.count > GRN_SDY_MOST_AXES)
        return grn_parser_fail(p, place, "has a mesh of %zu axes, the most are %d", names.count, GRN_SDY_MOST_AXES);
    for (size_t i = 0; i < names.count; i++) {
        const grn_str name = names.items[i]->text;
        for (size_t k = 0; k < i; k++)
            if (grn_str_equal(name, names.items[k]->text))
                return grn_parser_fail(p, place, "duplicate axis name: \"%.*s\"", (int)name.n, name.text);
        if (!grn_mul_i64(*devices, sizes[i], devices))
            return grn_parser_fail(p, place, "has a mesh of more devices than can be counted");
    }
    return GRN_OK;
}

static grn_status check_mesh(grn_parser *p, grn_place place, const grn_field *fields)
{
    const grn_field *ids = &fields[2];
    int64_t devices = 1;
    for (size_t i = 0; i < ids->count; i++)
        if (ids->v[i] < 0)
            return grn_parser_fail(p, place, "device id must be non-negative, got: %" PRId64, ids->v[i]);
    if (fields[1].count == 0)
        return ids->count <= 1 ? GRN_OK
                               : grn_parser_fail(p, place, "axes is empty and device_ids has more than one element");
    grn_status status = check_axes(p, place, grn_sdy_list_of(fields[0].value), fields[1].v, &devices);
    if (status != GRN_OK || ids->count == 0)
        return status;
    if ((uint64_t)devices != ids->count)
        return grn_parser_fail(
            p, place, "total product of axis sizes must match total number of device ids, got: %" PRId64 " != %zu",
            devices, ids->count);
    return check_sorted_ids(p, place, ids);
}

/* Device ids that are counted from 0 are the same as none. */
static void drop_counted_ids(grn_field *fields)
{
    grn_field *ids = &fields[2];
    bool counted = fields[1].count > 0;
    for (size_t i = 0; counted && i < ids->count; i++)
        counted = ids->v[i] == (int64_t)i;
    if (counted)
        *ids = (grn_field){.present = false};
}

/* ---- the attribute --------------------------------------------------------------------------- */

static grn_status mesh_attr_parse(grn_parser *p, grn_field *fields)
{
    static const grn_sdy_list_text text = {"[", "]", parse_mesh_axis, "Mesh", "axes", "::llvm::ArrayRef<MeshAxisAttr>"};
    const grn_attr *axes;
    const grn_place place = grn_parser_place(p);
    grn_status status = grn_sdy_parse_items(p, &text, &axes);
    if (status == GRN_OK)
        status = split_axes(p, grn_sdy_list_of(axes), fields);
    if (status == GRN_OK && grn_parser_try(p, ","))
        status = parse_device_ids(p, &fields[2]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ">");
    if (status == GRN_OK)
        status = check_mesh(p, place, fields);
    if (status == GRN_OK)
        drop_counted_ids(fields);
    return status;
}

static const grn_field_def mesh_fields[] = {GRN_FIELD("axes", VALUE), GRN_FIELD("sizes", DIMS),
                                            GRN_FIELD_MAYBE("device_ids", DIMS), GRN_FIELDS_END};
const grn_struct_def grn_sdy_mesh_attr = {.name = "sdy.mesh",
                                          .style = GRN_STRUCT_OWN,
                                          .fields = mesh_fields,
                                          .parse = mesh_attr_parse,
                                          .write = mesh_attr_write};

grn_sdy_mesh grn_sdy_mesh_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (grn_sdy_mesh){.names = grn_sdy_list_of(f[0].value),
                          .sizes = f[1].v,
                          .has_ids = f[2].present,
                          .nids = f[2].count,
                          .ids = f[2].v};
}

/* ---- sdy.mesh -------------------------------------------------------------------------------- */

static grn_status mesh_parse(grn_parser *p, grn_op *op)
{
    grn_str name;
    const grn_attr *mesh;
    grn_status status = grn_parser_symbol(p, &name);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("sym_name"), grn_attr_string(grn_parser_ir(p), name));
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_sdy_parse_struct(p, &grn_sdy_mesh_attr, &mesh);
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("mesh"), mesh);
    return status == GRN_OK ? grn_parser_attr_dict(p, op, false) : status;
}

static grn_status mesh_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"sym_name", "mesh", NULL};
    grn_printer_text(p, " ");
    grn_printer_symbol(p, grn_op_attr(op, "sym_name")->text);
    grn_printer_text(p, " = ");
    grn_printer_struct(p, grn_op_attr(op, "mesh"));
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

static grn_status mesh_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    if (!parent || !grn_str_is(parent->name, "builtin.module"))
        return grn_op_fail(op, check, "expects parent op 'builtin.module'");
    return GRN_OK;
}

const grn_op_def grn_sdy_mesh_ops[] = {
    GRN_ROW(GRN_NAME(sdy, mesh), "names a grid of devices and its axes", "Shardy, sdy.mesh", GRN_NO_PORTS, GRN_NO_PORTS,
            GRN_ATTRS(GRN_NEEDS("sym_name", grn_attr_is_string), GRN_NEEDS("mesh", grn_sdy_is_mesh)),
            .traits = GRN_TRAIT_SYMBOL, .parse = mesh_parse, .print = mesh_print, .verify = mesh_verify,
            .no_meaning = "a definition that shardings refer to"),
    {.name = NULL},
};
