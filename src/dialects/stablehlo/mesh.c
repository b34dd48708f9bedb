/*
 * mesh.c - replica groups as axes of a mesh: #stablehlo.mesh, mesh_axis,
 * axis_ref, replica_group_mesh_axes (StableHLO spec, execution, replica groups).
 */
#include "dialects/stablehlo/collective.h"
#include "ir/write.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- text ------------------------------------------------------------------------------------ */

static const grn_field_def mesh_axis_fields[] = {GRN_FIELD("name", VALUE), GRN_FIELD("size", DIM), GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_mesh_axis = {
    .name = "stablehlo.mesh_axis", .style = GRN_STRUCT_PARAMS, .fields = mesh_axis_fields};

/* `(1)2` */
static grn_status parse_sub_axis(grn_parser *p, grn_field *out)
{
    int64_t *v = GRN_ARENA_NEW(&grn_parser_ir(p)->arena, int64_t, 2);
    grn_status status = v ? grn_parser_expect(p, "(") : GRN_E_MEMORY;
    if (status == GRN_OK)
        status = grn_parser_i64(p, &v[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_parser_i64(p, &v[1]);
    *out = (grn_field){.present = status == GRN_OK, .count = 2, .v = v};
    return status;
}

static void write_sub_axis(grn_writer *w, const grn_field *f)
{
    grn_write_text(w, "(");
    grn_write_i64(w, f->v[0]);
    grn_write_text(w, ")");
    grn_write_i64(w, f->v[1]);
}

/* As an attribute of its own, which portable artifacts hold. */
static grn_status parse_sub_axis_info(grn_parser *p, grn_field *fields)
{
    grn_status status = parse_sub_axis(p, &fields[0]);
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void write_sub_axis_info(grn_writer *w, const grn_attr *a) { write_sub_axis(w, &a->record.fields[0]); }

static const grn_field_def sub_axis_fields[] = {GRN_FIELD("sub_axis", DIMS), GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_sub_axis_info = {.name = "stablehlo.sub_axis_info",
                                                    .style = GRN_STRUCT_OWN,
                                                    .fields = sub_axis_fields,
                                                    .parse = parse_sub_axis_info,
                                                    .write = write_sub_axis_info};

/* `name = "x", sub_axis_info = (1)2` in any order. */
static grn_status parse_axis_ref(grn_parser *p, grn_field *fields)
{
    grn_status status = GRN_OK;
    do {
        const grn_place place = grn_parser_place(p);
        grn_str key;
        status = grn_parser_keyword(p, &key);
        if (status != GRN_OK)
            return status;
        const size_t i = grn_str_is(key, "name") ? 0 : grn_str_is(key, "sub_axis_info") ? 1 : 2;
        if (i == 2 || fields[i].present)
            return grn_parser_fail(p, place, "duplicate or unknown struct parameter name: %.*s", (int)key.n, key.text);
        fields[i].present = true;
        status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = i ? parse_sub_axis(p, &fields[1]) : grn_parser_attr(p, &fields[0].value);
    } while (status == GRN_OK && grn_parser_try(p, ","));
    if (status == GRN_OK && !fields[0].present)
        return grn_parser_fail(p, grn_parser_place(p), "struct is missing required parameter: name");
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static void write_axis_ref(grn_writer *w, const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    grn_write_text(w, "name = ");
    grn_write_attr(w, f[0].value, GRN_SUFFIX_NEVER);
    if (!f[1].present)
        return;
    grn_write_text(w, ", sub_axis_info = ");
    write_sub_axis(w, &f[1]);
}

static const grn_field_def axis_ref_fields[] = {GRN_FIELD("name", VALUE), GRN_FIELD_MAYBE("sub_axis_info", DIMS),
                                                GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_axis_ref = {.name = "stablehlo.axis_ref",
                                               .style = GRN_STRUCT_OWN,
                                               .fields = axis_ref_fields,
                                               .parse = parse_axis_ref,
                                               .write = write_axis_ref};

/* `[<name = "x", size = 2>, #stablehlo.mesh_axis<..>]` */
static grn_status parse_axes(grn_parser *p, const grn_attr **out)
{
    grn_ir *ir = grn_parser_ir(p);
    grn_vec axes;
    grn_vec_init(&axes, ir->allocator, sizeof(const grn_attr *));
    grn_status status = grn_parser_expect(p, "[");
    while (status == GRN_OK && !grn_parser_at(p, "]")) {
        const grn_attr **axis = grn_vec_push(&axes);
        status = axis ? grn_parser_struct(p, &grn_stablehlo_mesh_axis, axis) : GRN_E_MEMORY;
        if (status == GRN_OK && !grn_parser_try(p, ","))
            break;
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "]");
    *out = status == GRN_OK ? grn_attr_array(ir, axes.count, axes.items) : NULL;
    grn_vec_destroy(&axes);
    return status == GRN_OK && !*out ? GRN_E_MEMORY : status;
}

static grn_status parse_named(grn_parser *p, const char *name)
{
    grn_status status = grn_parser_expect(p, name);
    return status == GRN_OK ? grn_parser_expect(p, "=") : status;
}

/* `axes=[..], device_ids=dense<..>` */
static grn_status parse_mesh(grn_parser *p, grn_field *fields)
{
    grn_status status = parse_named(p, "axes");
    fields[0].present = true;
    if (status == GRN_OK)
        status = parse_axes(p, &fields[0].value);
    if (status == GRN_OK && grn_parser_try(p, ",")) {
        fields[1].present = true;
        status = parse_named(p, "device_ids");
        if (status == GRN_OK)
            status = grn_parser_attr(p, &fields[1].value);
    }
    return status == GRN_OK ? grn_parser_expect(p, ">") : status;
}

static bool is_record(const grn_attr *a, const grn_struct_def *def)
{
    return a && a->kind == GRN_ATTR_STRUCT && a->record.def == def;
}

static void write_mesh(grn_writer *w, const grn_attr *a)
{
    const grn_attr *axes = a->record.fields[0].value;
    grn_write_text(w, "axes=[");
    for (size_t i = 0; i < axes->array.count; i++) {
        grn_write_text(w, i ? ", " : "");
        if (is_record(axes->array.items[i], &grn_stablehlo_mesh_axis))
            grn_write_struct(w, axes->array.items[i]);
        else
            grn_write_attr(w, axes->array.items[i], GRN_SUFFIX_ALWAYS);
    }
    grn_write_text(w, "]");
    if (a->record.fields[1].present) {
        grn_write_text(w, ", device_ids=");
        grn_write_attr(w, a->record.fields[1].value, GRN_SUFFIX_ALWAYS);
    }
}

static const grn_field_def mesh_fields[] = {GRN_FIELD("axes", VALUE), GRN_FIELD_MAYBE("device_ids", VALUE),
                                            GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_mesh = {
    .name = "stablehlo.mesh", .style = GRN_STRUCT_OWN, .fields = mesh_fields, .parse = parse_mesh, .write = write_mesh};

static bool groups_fit(const grn_field *fields, char *wrong, size_t wrong_bytes);
static const grn_field_def groups_fields[] = {GRN_FIELD("mesh", VALUE), GRN_FIELD("axes", VALUE), GRN_FIELDS_END};
const grn_struct_def grn_stablehlo_replica_group_mesh_axes = {.name = "stablehlo.replica_group_mesh_axes",
                                                              .style = GRN_STRUCT_PARAMS,
                                                              .fields = groups_fields,
                                                              .fits = groups_fit};

static bool is_replica_groups(const grn_attr *a)
{
    return grn_attr_is_i64_elements.matches(a) || is_record(a, &grn_stablehlo_replica_group_mesh_axes);
}
const grn_attr_class grn_hlo_is_replica_groups = {
    "64-bit signless integer elements attribute or mesh and axes based replica groups representation.",
    is_replica_groups};

/* ---- a mesh, wherever it is written ---------------------------------------------------------- */

#define MOST_AXES 64 /* of a mesh, and of a group's */

typedef struct mesh_axis {
    grn_str name;
    int64_t size;
} mesh_axis;
typedef struct mesh {
    size_t naxes;
    mesh_axis axes[MOST_AXES];
    const grn_attr *device_ids; /* a tensor; NULL: in order */
} mesh;

static const grn_attr *field(const grn_attr *record, size_t i)
{
    return record->record.fields[i].present ? record->record.fields[i].value : NULL;
}

/* NULL, or what is wrong with it. */
static const char *read_mesh(const grn_attr *a, mesh *out)
{
    const grn_attr *axes = field(a, 0);
    *out = (mesh){.naxes = 0, .device_ids = field(a, 1)};
    if (axes->array.count > MOST_AXES)
        return "a mesh has at most 64 axes";
    for (size_t i = 0; i < axes->array.count; i++) {
        const grn_attr *axis = axes->array.items[i];
        const grn_attr *name = is_record(axis, &grn_stablehlo_mesh_axis) ? field(axis, 0) : NULL;
        if (!name || name->kind != GRN_ATTR_STRING || axis->record.fields[1].v[0] < 1)
            return "an axis of a mesh has a name and a size of 1 or more";
        out->axes[out->naxes++] = (mesh_axis){name->text, axis->record.fields[1].v[0]};
    }
    if (out->device_ids &&
        (out->device_ids->kind != GRN_ATTR_ELEMENTS || !grn_dtype_is_integer(out->device_ids->elements->tensor.dtype)))
        return "device_ids of a mesh are a tensor of integers";
    return NULL;
}

/* The mesh that a symbol names: an attribute `mesh` of the op of that name. NULL: there is none. */
static const grn_op *op_of_symbol(const grn_op *op, const grn_attr *symbol)
{
    const grn_op *found = NULL;
    for (const grn_op *table = grn_op_symbol_table(op); table && !found;
         table = grn_op_parent(table) ? grn_op_symbol_table(table) : NULL)
        found = grn_ir_find_symbol(table, symbol->text);
    return found;
}

static const grn_attr *mesh_of_symbol(const grn_op *op, const grn_attr *symbol)
{
    const grn_op *found = op_of_symbol(op, symbol);
    return found ? grn_op_attr(found, "mesh") : NULL;
}

/* The axis that an axis_ref names; NULL where the mesh has none. */
static const mesh_axis *find_axis(const mesh *m, const grn_attr *ref)
{
    const grn_attr *name = field(ref, 0);
    for (size_t i = 0; name->kind == GRN_ATTR_STRING && i < m->naxes; i++)
        if (grn_str_equal(m->axes[i].name, name->text))
            return &m->axes[i];
    return NULL;
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Whether two references name parts of one axis that meet, or that no split of the axis has both
 * of. */
static bool overlap(const grn_attr *a, const grn_attr *b)
{
    const grn_field *p = &a->record.fields[1], *q = &b->record.fields[1];
    if (!grn_attr_equal(field(a, 0), field(b, 0)))
        return false;
    if (!p->present || !q->present)
        return true;
    const grn_field *first = p->v[0] < q->v[0] ? p : q, *second = first == p ? q : p;
    return second->v[0] % (first->v[0] * first->v[1]) != 0;
}

static grn_status verify_apart(const grn_op *op, grn_check *check, const grn_attr *axes)
{
    for (size_t i = 0; i < axes->array.count; i++)
        for (size_t j = 0; j < i; j++) {
            const grn_attr *name = field(axes->array.items[i], 0);
            if (overlap(axes->array.items[j], axes->array.items[i]))
                return grn_op_fail_plain(op, check, "axis '%.*s' is named twice in axes list, in parts that overlap",
                                         (int)name->text.n, name->text.text);
        }
    return GRN_OK;
}

#define NO_AXIS "axis '%.*s' not found in mesh definition"
#define NAME_OF(a) \
    (a)->kind == GRN_ATTR_STRING ? (int)(a)->text.n : 0, (a)->kind == GRN_ATTR_STRING ? (a)->text.text : ""

/* What the attribute alone shows: upstream refuses to make a wrong one. */
static bool groups_fit(const grn_field *fields, char *wrong, size_t wrong_bytes)
{
    const grn_attr *where = fields[0].value, *axes = fields[1].value;
    const bool inlined = is_record(where, &grn_stablehlo_mesh);
    mesh m;
    wrong[0] = '\0';
    if (!inlined && !grn_attr_is_symbol.matches(where))
        snprintf(wrong, wrong_bytes, "mesh must be a FlatSymbolRefAttr or MeshAttr");
    else if (axes->kind != GRN_ATTR_ARRAY || axes->array.count > MOST_AXES)
        snprintf(wrong, wrong_bytes, "expected AxisRefAttr in axes list");
    const bool known = inlined && !read_mesh(where, &m);
    for (size_t i = 0; !wrong[0] && i < axes->array.count; i++) {
        const grn_attr *ref = axes->array.items[i];
        if (!is_record(ref, &grn_stablehlo_axis_ref))
            snprintf(wrong, wrong_bytes, "expected AxisRefAttr in axes list");
        else if (known && !find_axis(&m, ref))
            snprintf(wrong, wrong_bytes, NO_AXIS, NAME_OF(field(ref, 0)));
    }
    return wrong[0] == '\0';
}

static grn_status verify_axes(const grn_op *op, grn_check *check, const mesh *m, const grn_attr *axes)
{
    for (size_t i = 0; i < axes->array.count; i++) {
        const grn_attr *ref = axes->array.items[i], *name = field(ref, 0);
        const grn_field *sub = &ref->record.fields[1];
        const mesh_axis *axis = find_axis(m, ref);
        int64_t product;
        if (!axis)
            return grn_op_fail_plain(op, check, NO_AXIS, NAME_OF(name));
        if (sub->present &&
            (sub->v[0] < 1 || sub->v[1] < 1 || !grn_mul_i64(sub->v[0], sub->v[1], &product) || axis->size % product))
            return grn_op_fail_plain(op, check,
                                     "sub-axis (%" PRId64 ")%" PRId64 " does not divide axis '%.*s' of size %" PRId64,
                                     sub->v[0], sub->v[1], (int)axis->name.n, axis->name.text, axis->size);
    }
    return verify_apart(op, check, axes);
}

grn_status grn_hlo_verify_mesh_axes(const grn_op *op, grn_check *check, const grn_attr *groups)
{
    const grn_attr *where = field(groups, 0), *axes = field(groups, 1);
    mesh m;
    char text[GRN_MESSAGE_BYTES];
    const bool inlined = is_record(where, &grn_stablehlo_mesh);
    if (!groups_fit(groups->record.fields, text, sizeof text))
        return grn_op_fail_plain(op, check, "%s", text);
    if (!inlined && !op_of_symbol(op, where))
        return grn_op_fail(op, check, "replica_groups: mesh symbol '%.*s' not found", (int)where->text.n,
                           where->text.text);
    const grn_attr *found = inlined ? where : mesh_of_symbol(op, where);
    const bool known = found && is_record(found, &grn_stablehlo_mesh); /* else another dialect's, or no mesh at all */
    const char *wrong = known ? read_mesh(found, &m) : NULL;
    if (wrong)
        return grn_op_fail_plain(op, check, "%s", wrong);
    return known ? verify_axes(op, check, &m, axes) : GRN_OK;
}

/* ---- groups ---------------------------------------------------------------------------------- */

/* An axis of the groups, as a digit of the devices' numbers: (number / stride) % size. */
typedef struct digit {
    int64_t stride, size;
} digit;

/* A device's number is that of its coordinates, the last axis being the fastest. */
static void read_digits(const mesh *m, const grn_attr *axes, digit *out)
{
    for (size_t i = 0; i < axes->array.count; i++) {
        const grn_attr *ref = axes->array.items[i];
        const grn_field *sub = &ref->record.fields[1];
        const mesh_axis *axis = find_axis(m, ref);
        int64_t stride = 1;
        for (size_t k = m->naxes; &m->axes[k - 1] != axis; k--)
            stride *= m->axes[k - 1].size;
        out[i] = sub->present ? (digit){stride * (axis->size / (sub->v[0] * sub->v[1])), sub->v[1]}
                              : (digit){stride, axis->size};
    }
}

static int64_t device_at(const mesh *m, int64_t number)
{
    const grn_tensor *t = m->device_ids ? &m->device_ids->elements->tensor : NULL;
    int64_t id = number;
    if (t) {
        char element[16];
        grn_tensor_read(t, number, 1, element);
        id = grn_index_load(t->dtype, element);
    }
    return id;
}

/* Whether the number is 0 in all digits: it is the first of its group. */
static bool is_first(int64_t number, size_t ndigits, const digit *digits)
{
    for (size_t i = 0; i < ndigits; i++)
        if (number / digits[i].stride % digits[i].size)
            return false;
    return true;
}

/* The `at`th member of the group that begins with `first`: the last digit is the fastest. */
static int64_t member(int64_t first, int64_t at, size_t ndigits, const digit *digits)
{
    for (size_t i = ndigits; i-- > 0; at /= digits[i].size)
        first += at % digits[i].size * digits[i].stride;
    return first;
}

static void fill_rows(const mesh *m, int64_t devices, size_t ndigits, const digit *digits, grn_id_rows *out)
{
    int64_t n = 0;
    for (int64_t number = 0; number < devices; number++)
        for (int64_t at = 0; is_first(number, ndigits, digits) && at < out->columns && n < devices; at++)
            out->own[n++] = device_at(m, member(number, at, ndigits, digits));
}

/* How many devices there are; false: more than any grid has processes. */
static bool count_devices(const mesh *m, int64_t *out)
{
    *out = 1;
    for (size_t i = 0; i < m->naxes; i++)
        if (!grn_mul_i64(*out, m->axes[i].size, out) || *out > GRN_MAX_PROCESSES)
            return false;
    return true;
}

/* A device that is named twice, by device_ids; -1: each is named once. */
static int64_t named_twice(const int64_t *ids, int64_t count)
{
    for (int64_t i = 0; i < count; i++)
        for (int64_t k = 0; k < i; k++)
            if (ids[i] == ids[k])
                return ids[i];
    return -1;
}

/* A device in two places of a group would wait for itself. */
static grn_status check_devices(grn_exec *x, const grn_op *op, const mesh *m, int64_t devices, grn_id_rows *rows)
{
    const int64_t twice = m->device_ids ? named_twice(rows->own, devices) : -1;
    if (twice == -1)
        return GRN_OK;
    grn_hlo_id_rows_end(x, rows);
    *rows = (grn_id_rows){.rows = 0};
    return grn_exec_fail(x, op, GRN_E_ARGUMENT, "its mesh names device %" PRId64 " twice", twice);
}

grn_status grn_hlo_mesh_rows(grn_exec *x, const grn_op *op, const grn_attr *groups, grn_id_rows *out)
{
    const grn_attr *where = field(groups, 0), *axes = field(groups, 1);
    const grn_attr *found = where->kind == GRN_ATTR_SYMBOL ? mesh_of_symbol(op, where) : where;
    const size_t ndigits = axes->array.count;
    digit digits[MOST_AXES];
    int64_t devices;
    mesh m;
    *out = (grn_id_rows){.columns = 1};
    if (!found || !is_record(found, &grn_stablehlo_mesh) || read_mesh(found, &m))
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "its mesh is no #stablehlo.mesh");
    if (!count_devices(&m, &devices) ||
        (m.device_ids && grn_tensor_elements(&m.device_ids->elements->tensor) != devices))
        return grn_exec_fail(x, op, GRN_E_LIMIT, "its mesh has more than %d devices, or not as many device_ids",
                             GRN_MAX_PROCESSES);
    read_digits(&m, axes, digits);
    for (size_t i = 0; i < ndigits; i++)
        if (!grn_mul_i64(out->columns, digits[i].size, &out->columns) || out->columns > devices)
            return grn_exec_fail(x, op, GRN_E_ARGUMENT, "axes of its groups overlap");
    out->rows = devices / out->columns;
    out->own = grn_allocate(x->allocator, (size_t)devices * sizeof *out->own);
    out->ids = out->own;
    if (!out->own)
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %" PRId64 " process ids was refused", devices);
    fill_rows(&m, devices, ndigits, digits, out);
    return check_devices(x, op, &m, devices, out);
}
