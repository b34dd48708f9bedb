/* mesh.c - the axes of a program's mesh as numbers, as fine as its shardings divide them. */
#include "shard/part.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- views ----------------------------------------------------------------------------------- */

/* A mesh with each axis divided as finely as some shardings divide it. Shardings whose parts of an
 * axis cross are of several. */
typedef struct cut_mesh {
    const grn_attr *ref, *mesh;
    int32_t naxes;
    grn_part_axis axes[GRN_PART_MOST_AXES];
} cut_mesh;

typedef struct finding {
    grn_ir *ir;
    const grn_diag *diag;
    const grn_op *top;
    const grn_op *op;   /* whose attributes are looked at */
    int64_t ndevices;   /* of all meshes; 0: there is none yet */
    grn_vec views;      /* cut_mesh */
    grn_vec cuts;       /* grn_sdy_axis: parts of axes in what is looked at */
    const grn_attr *in; /* the mesh of the sharding that is looked at; NULL: none */
} finding;

static grn_status no_memory(const finding *f)
{
    return grn_ir_refused(f->ir, f->diag, f->top->place, "dividing a program");
}

static grn_status too_large(const finding *f)
{
    return grn_fail(f->diag, f->top->place, GRN_E_LIMIT,
                    "a mesh of more than %d devices, or cut along more than %d axes", GRN_PART_MOST_DEVICES,
                    GRN_PART_MOST_AXES);
}

static grn_status too_many(const finding *f)
{
    return grn_fail(f->diag, f->top->place, GRN_E_LIMIT,
                    "shardings of more than %d meshes, or that cut the axes of theirs in more than %d ways",
                    GRN_PART_MOST_VIEWS, GRN_PART_MOST_VIEWS);
}

/* Divides the axis before `before` in front of devices that many apart; false: there is no room, or
 * it does not divide so. */
static bool cut_axis(cut_mesh *v, grn_str name, int64_t before)
{
    for (int32_t i = 0; i < v->naxes; i++) {
        grn_part_axis *a = &v->axes[i];
        if (!grn_str_equal(a->name, name) || before <= a->pre || before >= a->pre * a->size)
            continue;
        if (before % a->pre || a->size % (before / a->pre) || v->naxes == GRN_PART_MOST_AXES)
            return false;
        memmove(a + 1, a, (size_t)(v->naxes - i) * sizeof *a);
        v->naxes++;
        a[0].size = before / a->pre;
        a[1].pre = before;
        a[1].size /= a[0].size;
        return true;
    }
    return true;
}

/* False: they cross what the view has. */
static bool cut_view(cut_mesh *v, const grn_vec *cuts)
{
    cut_mesh made = *v;
    const grn_sdy_axis *all = cuts->items;
    for (size_t i = 0; i < cuts->count; i++)
        if (!cut_axis(&made, all[i].name, all[i].pre) || !cut_axis(&made, all[i].name, all[i].pre * all[i].size))
            return false;
    *v = made;
    return true;
}

static grn_status add_view(finding *f, const grn_attr *ref, const grn_attr *mesh, cut_mesh **out)
{
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    int64_t ndevices = 1;
    cut_mesh *v = *out = f->views.count < GRN_PART_MOST_VIEWS ? grn_vec_push(&f->views) : NULL;
    if (!v)
        return f->views.count < GRN_PART_MOST_VIEWS ? no_memory(f) : too_many(f);
    *v = (cut_mesh){.ref = ref, .mesh = mesh};
    for (size_t i = 0; i < m.names.count; i++) {
        if (m.sizes[i] == 1)
            continue;
        if (v->naxes == GRN_PART_MOST_AXES || !grn_mul_i64(ndevices, m.sizes[i], &ndevices) ||
            ndevices > GRN_PART_MOST_DEVICES)
            return too_large(f);
        v->axes[v->naxes++] =
            (grn_part_axis){.name = m.names.items[i]->text, .pre = 1, .size = m.sizes[i], .whole = m.sizes[i]};
    }
    if (f->ndevices && f->ndevices != ndevices)
        return grn_fail(f->diag, f->op->place, GRN_E_UNSUPPORTED,
                        "a sharding is of a mesh of %" PRId64 " devices, one before it of %" PRId64
                        ": all of a function have to be of the same devices",
                        ndevices, f->ndevices);
    f->ndevices = ndevices;
    return GRN_OK;
}

/* A view of the mesh that has the cuts, too. */
static grn_status add_cuts(finding *f, const grn_attr *ref, const grn_attr *mesh)
{
    cut_mesh *v = f->views.items;
    for (size_t i = 0; i < f->views.count; i++, v++)
        if (grn_attr_equal(v->mesh, mesh) && cut_view(v, &f->cuts))
            return GRN_OK;
    grn_status status = add_view(f, ref, mesh, &v);
    if (status == GRN_OK && !cut_view(v, &f->cuts))
        status = too_large(f);
    return status;
}

/* ---- what the attributes of a program say ---------------------------------------------------- */

static grn_status find_in(finding *f, const grn_attr *a);

static grn_status find_in_fields(finding *f, const grn_attr *a)
{
    grn_status status = GRN_OK;
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

/* A sharding is of one view of its mesh. A mesh of one device has no axes, and nothing is cut along
 * it. */
static grn_status find_in_sharding(finding *f, const grn_attr *a)
{
    const grn_attr *ref = grn_sdy_sharding_of(a).mesh, *mesh = grn_sdy_find_mesh(f->op, ref);
    f->cuts.count = 0;
    grn_status status = mesh && grn_sdy_mesh_of(mesh).names.count ? find_in_fields(f, a) : GRN_OK;
    if (status == GRN_OK && mesh && grn_sdy_mesh_of(mesh).names.count)
        status = add_cuts(f, ref, mesh);
    f->cuts.count = 0;
    return status;
}

/* Depth is the attribute's, which the parser limits. */
static grn_status find_in(finding *f, const grn_attr *a)
{
    grn_status status = GRN_OK;
    if (a->kind == GRN_ATTR_STRUCT)
        return a->record.def == &grn_sdy_sharding_attr ? find_in_sharding(f, a) : find_in_fields(f, a);
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

/* ---- devices --------------------------------------------------------------------------------- */

/* Of each position the device, and of each device the position. */
static grn_status number_devices(const finding *f, const grn_sdy_mesh *from, int64_t n, const int64_t **devices,
                                 const int64_t **positions)
{
    int64_t *device = GRN_ARENA_NEW(&f->ir->arena, int64_t, (size_t)n);
    int64_t *position = GRN_ARENA_NEW(&f->ir->arena, int64_t, (size_t)n);
    if (!device || !position)
        return no_memory(f);
    for (int64_t p = 0; p < n; p++) {
        device[p] = from && from->nids == (size_t)n ? from->ids[p] : p;
        if (device[p] < 0 || device[p] >= n)
            return grn_fail(f->diag, f->top->place, GRN_E_UNSUPPORTED,
                            "the mesh has device %" PRId64 ", its %" PRId64 " devices have to be counted from 0",
                            device[p], n);
        position[device[p]] = p;
    }
    *devices = device;
    *positions = position;
    return GRN_OK;
}

/* Where the devices at the first mesh's positions are in another; *out NULL: where they are in the
 * first. */
static grn_status place_devices(const finding *f, const grn_part_mesh *m, const grn_attr *mesh, const int64_t **out)
{
    const grn_sdy_mesh from = grn_sdy_mesh_of(mesh);
    const int64_t *device, *position;
    int64_t *at = GRN_ARENA_NEW(&f->ir->arena, int64_t, (size_t)m->ndevices);
    bool moves = false;
    grn_status status = at ? number_devices(f, &from, m->ndevices, &device, &position) : no_memory(f);
    for (int64_t p = 0; status == GRN_OK && p < m->ndevices; p++) {
        at[p] = position[m->device[p]];
        moves |= at[p] != p;
    }
    *out = moves ? at : NULL;
    return status;
}

static grn_status lay_out(const finding *f, const cut_mesh *v, grn_part_mesh *m)
{
    int64_t step = m->ndevices;
    grn_part_view *to = &m->views[m->nviews];
    *to = (grn_part_view){.ref = v->ref, .mesh = v->mesh, .first = m->naxes, .naxes = v->naxes};
    if (m->naxes + v->naxes > GRN_PART_ALL_AXES)
        return too_large(f);
    grn_status status = place_devices(f, m, v->mesh, &to->at);
    for (int32_t i = 0; i < v->naxes; i++) {
        grn_part_axis *a = &m->axes[m->naxes++];
        *a = v->axes[i];
        a->view = m->nviews;
        a->step = step /= a->size;
    }
    m->nviews++;
    return status;
}

grn_status grn_part_mesh_of(grn_ir *ir, const grn_op *top, const grn_diag *diag, grn_part_mesh *out)
{
    finding f = {.ir = ir, .diag = diag, .top = top};
    *out = (grn_part_mesh){.ndevices = 1};
    grn_vec_init(&f.cuts, ir->allocator, sizeof(grn_sdy_axis));
    grn_vec_init(&f.views, ir->allocator, sizeof(cut_mesh));
    grn_status status = find_in_op(&f, top);
    const cut_mesh *views = f.views.items;
    const grn_sdy_mesh first = f.views.count ? grn_sdy_mesh_of(views[0].mesh) : (grn_sdy_mesh){.nids = 0};
    out->ndevices = f.ndevices ? f.ndevices : 1;
    if (status == GRN_OK)
        status = number_devices(&f, f.views.count ? &first : NULL, out->ndevices, &out->device, &out->position);
    for (size_t i = 0; status == GRN_OK && i < f.views.count; i++)
        status = lay_out(&f, &views[i], out);
    out->ref = f.views.count ? views[0].ref : NULL;
    grn_vec_destroy(&f.cuts);
    grn_vec_destroy(&f.views);
    return status == GRN_E_MEMORY ? grn_ir_refused(ir, diag, top->place, "dividing a program") : status;
}

/* ---- lists ----------------------------------------------------------------------------------- */

int64_t grn_part_digit(const grn_part_mesh *mesh, int32_t axis, int64_t position)
{
    const grn_part_axis *a = &mesh->axes[axis];
    const int64_t *at = mesh->views[a->view].at;
    return (at ? at[position] : position) / a->step % a->size;
}

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
        const int32_t axis = axes->axis[i];
        number = number * mesh->axes[axis].size + grn_part_digit(mesh, axis, position);
    }
    return number;
}

bool grn_part_equal(const grn_part_list *a, const grn_part_list *b)
{
    return a->count == b->count && grn_part_begins(a, b);
}

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

/* ---- as they are written --------------------------------------------------------------------- */

/* The axes from number `i` on that together are a part of one axis, or all of it: how many, and
 * their size. */
static int32_t one_axis(const grn_part_mesh *mesh, const grn_part_list *axes, int32_t i, int64_t *size)
{
    const grn_part_axis *first = &mesh->axes[axes->axis[i]];
    int32_t n = 1;
    *size = first->size;
    for (; i + n < axes->count; n++) {
        const grn_part_axis *next = &mesh->axes[axes->axis[i + n]];
        if (next->view != first->view || !grn_str_equal(next->name, first->name) || next->pre != first->pre * *size)
            break;
        *size *= next->size;
    }
    return n;
}

/* Of an axis, or a part of it, what the view has; false: it divides it otherwise. */
static bool push_part(const grn_part_mesh *mesh, int32_t view, grn_str name, int64_t pre, int64_t size,
                      grn_part_list *out)
{
    const grn_part_view *v = &mesh->views[view];
    int64_t found = 1;
    for (int32_t i = v->first; i < v->first + v->naxes; i++) {
        const grn_part_axis *a = &mesh->axes[i];
        if (!grn_str_equal(a->name, name) || a->pre < pre || a->pre >= pre * size)
            continue;
        grn_part_push(out, i);
        found *= a->size;
    }
    return found == size;
}

bool grn_part_read_axis(const grn_part_mesh *mesh, int32_t view, const grn_attr *written, grn_part_list *out)
{
    const grn_sdy_axis of = grn_sdy_axis_of(written);
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh->views[view].mesh);
    const int64_t size = of.is_sub ? of.size : grn_sdy_mesh_axis_size(&m, of.name);
    return size > 0 && push_part(mesh, view, of.name, of.pre, size, out);
}

bool grn_part_translate(const grn_part_mesh *mesh, const grn_part_list *axes, int32_t view, grn_part_list *out)
{
    bool fits = true;
    int64_t size;
    out->count = 0;
    for (int32_t i = 0, n; fits && i < axes->count; i += n) {
        const grn_part_axis *a = &mesh->axes[axes->axis[i]];
        n = one_axis(mesh, axes, i, &size);
        fits = grn_attr_equal(mesh->views[a->view].mesh, mesh->views[view].mesh) &&
               push_part(mesh, view, a->name, a->pre, size, out);
    }
    return fits;
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
        at += (size_t)snprintf(text + at, GRN_PART_TEXT_BYTES - at, "%s\"%.*s\"", i ? ", " : "", (int)a->name.n,
                               a->name.text);
        if (size != a->whole && at < GRN_PART_TEXT_BYTES)
            at += (size_t)snprintf(text + at, GRN_PART_TEXT_BYTES - at, ":(%" PRId64 ")%" PRId64, a->pre, size);
    }
    if (at < GRN_PART_TEXT_BYTES)
        snprintf(text + at, GRN_PART_TEXT_BYTES - at, "}");
    return text;
}
