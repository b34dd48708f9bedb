/* mesh.c - the axes of a program's mesh as numbers, as fine as its shardings divide them. */
#include "shard/part.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- what the attributes of a program say ------------------------------------------------------------------------------ */

typedef struct finding {
    grn_ir *ir;
    const grn_diag *diag;
    const grn_op *top;
    const grn_op *op;    /* whose attributes are looked at */
    const grn_attr *ref; /* the first mesh with axes, as it is named, and itself */
    const grn_attr *mesh;
    grn_vec cuts; /* grn_sdy_axis: parts of axes */
} finding;

static grn_status find_in(finding *f, const grn_attr *a);

static bool has_axes(const grn_attr *mesh) { return grn_sdy_mesh_of(mesh).names.count > 0; }

static grn_status find_mesh(finding *f, const grn_attr *ref)
{
    const grn_attr *mesh = grn_sdy_find_mesh(f->op, ref);
    if (!mesh || (!has_axes(mesh) && grn_sdy_mesh_of(mesh).nids == 0))
        return GRN_OK;
    if (!has_axes(mesh))
        return grn_fail(f->diag, f->op->place, GRN_E_UNSUPPORTED,
                        "a sharding is of a mesh of one device without axes: a value that only device %" PRId64
                        " has is not divided here, every device takes part",
                        grn_sdy_mesh_of(mesh).ids[0]);
    if (!f->mesh) {
        f->mesh = mesh;
        f->ref = ref;
    }
    return grn_attr_equal(mesh, f->mesh)
               ? GRN_OK
               : grn_fail(f->diag, f->op->place, GRN_E_UNSUPPORTED,
                          "a sharding is of another mesh than one before it: all of a function have to be of one mesh here");
}

static grn_status find_in_fields(finding *f, const grn_attr *a)
{
    grn_status status = GRN_OK;
    if (a->record.def == &grn_sdy_sharding_attr)
        status = find_mesh(f, grn_sdy_sharding_of(a).mesh);
    if (a->record.def == &grn_sdy_mesh_attr)
        return status;
    if (a->record.def == &grn_sdy_axis_attr && grn_sdy_axis_of(a).is_sub) {
        grn_sdy_axis *cut = grn_vec_push(&f->cuts);
        if (!cut)
            return GRN_E_MEMORY;
        *cut = grn_sdy_axis_of(a);
    }
    for (size_t i = 0; status == GRN_OK && a->record.def->fields[i].name; i++)
        if (a->record.fields[i].present && a->record.def->fields[i].kind == GRN_FIELD_VALUE)
            status = find_in(f, a->record.fields[i].value);
    return status;
}

/* Depth is the attribute's, which the parser limits. */
static grn_status find_in(finding *f, const grn_attr *a)
{
    grn_status status = GRN_OK;
    if (a->kind == GRN_ATTR_STRUCT)
        return find_in_fields(f, a);
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && status == GRN_OK && i < a->array.count; i++)
        status = find_in(f, a->array.items[i]);
    for (size_t i = 0; a->kind == GRN_ATTR_DICT && status == GRN_OK && i < a->dict.count; i++)
        status = find_in(f, a->dict.items[i].value);
    return status;
}

/* Depth is the regions', which the parser limits. */
static grn_status find_in_op(finding *f, const grn_op *op)
{
    grn_status status = GRN_OK;
    f->op = op;
    for (size_t i = 0; status == GRN_OK && i < op->nattrs; i++)
        status = find_in(f, op->attrs[i].value);
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; status == GRN_OK && inner; inner = inner->next)
                status = find_in_op(f, inner);
    return status;
}

/* ---- axes ---------------------------------------------------------------------------------------------------------------- */

/* Divides the axis before `at` in front of devices that many apart; false: there is no room, or it does not divide so. */
static bool cut_axis(grn_part_mesh *m, int32_t first, int64_t before)
{
    for (int32_t i = first; i < m->naxes; i++) {
        grn_part_axis *a = &m->axes[i];
        if (before <= a->pre || before >= a->pre * a->size)
            continue;
        if (before % a->pre || a->size % (before / a->pre) || m->naxes == GRN_PART_MOST_AXES)
            return false;
        memmove(a + 1, a, (size_t)(m->naxes - i) * sizeof *a);
        m->naxes++;
        a[0].size = before / a->pre;
        a[1].pre = before;
        a[1].size /= a[0].size;
        return true;
    }
    return true;
}

static grn_status too_large(const finding *f)
{
    return grn_fail(f->diag, f->top->place, GRN_E_LIMIT, "a mesh of more than %d devices, or cut along more than %d axes",
                    GRN_PART_MOST_DEVICES, GRN_PART_MOST_AXES);
}

/* One axis of the mesh, cut wherever a sharding cuts it. */
static grn_status add_axis(const finding *f, grn_part_mesh *m, grn_str name, int64_t size)
{
    const grn_sdy_axis *cuts = f->cuts.items;
    const int32_t first = m->naxes;
    if (size == 1)
        return GRN_OK;
    if (m->naxes == GRN_PART_MOST_AXES || !grn_mul_i64(m->ndevices, size, &m->ndevices) || m->ndevices > GRN_PART_MOST_DEVICES)
        return too_large(f);
    m->axes[m->naxes++] = (grn_part_axis){.name = name, .pre = 1, .size = size, .whole = size};
    for (size_t i = 0; i < f->cuts.count; i++)
        if (grn_str_equal(cuts[i].name, name) &&
            (!cut_axis(m, first, cuts[i].pre) || !cut_axis(m, first, cuts[i].pre * cuts[i].size)))
            return grn_fail(f->diag, f->top->place, GRN_E_UNSUPPORTED,
                            "axis \"%.*s\" is cut in several ways that cross, \"%.*s\":(%" PRId64 ")%" PRId64
                            " among them: one has to divide the other here",
                            (int)name.n, name.text, (int)name.n, name.text, cuts[i].pre, cuts[i].size);
    return GRN_OK;
}

static grn_status number_devices(const finding *f, const grn_sdy_mesh *from, grn_part_mesh *m)
{
    int64_t *device = GRN_ARENA_NEW(&f->ir->arena, int64_t, (size_t)m->ndevices);
    int64_t *position = GRN_ARENA_NEW(&f->ir->arena, int64_t, (size_t)m->ndevices);
    if (!device || !position)
        return GRN_E_MEMORY;
    for (int64_t p = 0; p < m->ndevices; p++) {
        device[p] = from && from->nids == (size_t)m->ndevices ? from->ids[p] : p;
        if (device[p] < 0 || device[p] >= m->ndevices)
            return grn_fail(f->diag, f->top->place, GRN_E_UNSUPPORTED,
                            "the mesh has device %" PRId64 ", its %" PRId64 " devices have to be counted from 0", device[p],
                            m->ndevices);
        position[device[p]] = p;
    }
    m->device = device;
    m->position = position;
    int64_t step = m->ndevices;
    for (int32_t i = 0; i < m->naxes; i++)
        m->axes[i].step = step /= m->axes[i].size;
    return GRN_OK;
}

grn_status grn_part_mesh_of(grn_ir *ir, const grn_op *top, const grn_diag *diag, grn_part_mesh *out)
{
    finding f = {.ir = ir, .diag = diag, .top = top};
    *out = (grn_part_mesh){.ndevices = 1};
    grn_vec_init(&f.cuts, ir->allocator, sizeof(grn_sdy_axis));
    grn_status status = find_in_op(&f, top);
    grn_sdy_mesh mesh = {.nids = 0};
    if (status == GRN_OK && f.mesh)
        mesh = grn_sdy_mesh_of(f.mesh);
    for (size_t i = 0; status == GRN_OK && i < mesh.names.count; i++)
        status = add_axis(&f, out, mesh.names.items[i]->text, mesh.sizes[i]);
    if (status == GRN_OK)
        status = number_devices(&f, f.mesh ? &mesh : NULL, out);
    out->ref = f.ref;
    grn_vec_destroy(&f.cuts);
    return status == GRN_E_MEMORY ? grn_ir_refused(ir, diag, top->place, "dividing a program") : status;
}

/* ---- lists ----------------------------------------------------------------------------------------------------------------- */

int64_t grn_part_ways(const grn_part_mesh *mesh, const grn_part_list *axes)
{
    int64_t ways = 1;
    for (int32_t i = 0; i < axes->count; i++)
        ways *= mesh->axes[axes->axis[i]].size;
    return ways;
}

int64_t grn_part_number(const grn_part_mesh *mesh, const grn_part_list *axes, int64_t position)
{
    int64_t number = 0;
    for (int32_t i = 0; i < axes->count; i++) {
        const grn_part_axis *a = &mesh->axes[axes->axis[i]];
        number = number * a->size + position / a->step % a->size;
    }
    return number;
}

bool grn_part_equal(const grn_part_list *a, const grn_part_list *b) { return a->count == b->count && grn_part_begins(a, b); }

bool grn_part_begins(const grn_part_list *axes, const grn_part_list *with)
{
    return axes->count >= with->count && memcmp(axes->axis, with->axis, with->count) == 0;
}

uint32_t grn_part_set(const grn_part_list *axes)
{
    uint32_t set = 0;
    for (int32_t i = 0; i < axes->count; i++)
        set |= UINT32_C(1) << axes->axis[i];
    return set;
}

void grn_part_push(grn_part_list *axes, int32_t axis)
{
    if (axes->count < GRN_PART_MOST_AXES)
        axes->axis[axes->count++] = (uint8_t)axis;
}

void grn_part_append(grn_part_list *axes, const grn_part_list *more)
{
    for (int32_t i = 0; i < more->count; i++)
        grn_part_push(axes, more->axis[i]);
}

grn_part_list grn_part_rest(const grn_part_list *axes, int32_t n)
{
    grn_part_list rest = {.count = 0};
    for (int32_t i = n; i < axes->count; i++)
        grn_part_push(&rest, axes->axis[i]);
    return rest;
}

/* ---- as they are written ------------------------------------------------------------------------------------------------- */

/* The axes from number `i` on that together are a part of one axis, or all of it: how many, and their size. */
static int32_t one_axis(const grn_part_mesh *mesh, const grn_part_list *axes, int32_t i, int64_t *size)
{
    const grn_part_axis *first = &mesh->axes[axes->axis[i]];
    int32_t n = 1;
    *size = first->size;
    for (; i + n < axes->count; n++) {
        const grn_part_axis *next = &mesh->axes[axes->axis[i + n]];
        if (!grn_str_equal(next->name, first->name) || next->pre != first->pre * *size)
            break;
        *size *= next->size;
    }
    return n;
}

const grn_attr *grn_part_axes_attr(grn_ir *ir, const grn_part_mesh *mesh, const grn_part_list *axes)
{
    const grn_attr *items[GRN_PART_MOST_AXES];
    size_t count = 0;
    int64_t size;
    for (int32_t i = 0, n; i < axes->count; i += n) {
        n = one_axis(mesh, axes, i, &size);
        const grn_part_axis *a = &mesh->axes[axes->axis[i]];
        const bool is_sub = size != a->whole;
        const grn_field fields[3] = {{.present = true, .value = grn_attr_string(ir, a->name)},
                                     {.present = is_sub, .count = is_sub, .v = &a->pre},
                                     {.present = is_sub, .count = is_sub, .v = &size}};
        items[count] = fields[0].value ? grn_attr_struct(ir, &grn_sdy_axis_attr, fields) : NULL;
        if (!items[count++])
            return NULL;
    }
    return grn_attr_array(ir, count, items);
}

const char *grn_part_text(const grn_part_mesh *mesh, const grn_part_list *axes, char text[GRN_PART_TEXT_BYTES])
{
    size_t at = (size_t)snprintf(text, GRN_PART_TEXT_BYTES, "{");
    int64_t size;
    for (int32_t i = 0, n; i < axes->count && at < GRN_PART_TEXT_BYTES; i += n) {
        n = one_axis(mesh, axes, i, &size);
        const grn_part_axis *a = &mesh->axes[axes->axis[i]];
        at += (size_t)snprintf(text + at, GRN_PART_TEXT_BYTES - at, "%s\"%.*s\"", i ? ", " : "", (int)a->name.n, a->name.text);
        if (size != a->whole && at < GRN_PART_TEXT_BYTES)
            at += (size_t)snprintf(text + at, GRN_PART_TEXT_BYTES - at, ":(%" PRId64 ")%" PRId64, a->pre, size);
    }
    if (at < GRN_PART_TEXT_BYTES)
        snprintf(text + at, GRN_PART_TEXT_BYTES - at, "}");
    return text;
}
