/* division.c - how one value is divided: read from shardings, written as them, compared and
 * measured. */
#include "convert/steps.h"
#include "shard/part.h"

#include <inttypes.h>

/* ---- made ------------------------------------------------------------------------------------ */

bool grn_part_divides(const grn_type *type) { return grn_is_static(type) && type->element->kind != GRN_TYPE_QUANT; }

grn_division *grn_division_new(grn_ir *ir, const grn_type *type)
{
    grn_division *d = GRN_ARENA_NEW(&ir->arena, grn_division, 1);
    const int32_t rank = grn_part_divides(type) ? type->rank : 0;
    if (!d)
        return NULL;
    *d = (grn_division){.type = type, .rank = rank, .dims = GRN_ARENA_NEW(&ir->arena, grn_part_dim, (size_t)rank + 1)};
    for (int32_t i = 0; d->dims && i < rank; i++)
        d->dims[i] = (grn_part_dim){.axes = {.count = 0}};
    return d->dims ? d : NULL;
}

grn_division *grn_division_copy(grn_ir *ir, const grn_division *from)
{
    grn_division *d = grn_division_new(ir, from->type);
    for (int32_t i = 0; d && i < d->rank; i++)
        d->dims[i] = from->dims[i];
    if (d) {
        d->replicated = from->replicated;
        d->view = from->view;
    }
    return d;
}

/* ---- read ------------------------------------------------------------------------------------ */

static bool read_axes(const grn_part_mesh *mesh, int32_t view, grn_sdy_list axes, grn_part_list *out)
{
    bool fits = true;
    out->count = 0;
    for (size_t i = 0; fits && i < axes.count; i++)
        fits = grn_part_read_axis(mesh, view, axes.items[i], out);
    return fits;
}

/* False: the view divides axes otherwise. */
static bool read_in_view(const grn_part_mesh *mesh, int32_t view, const grn_sdy_sharding *s, grn_division *d)
{
    grn_part_list replicated, unreduced;
    bool fits = read_axes(mesh, view, s->replicated, &replicated) && read_axes(mesh, view, s->unreduced, &unreduced);
    for (int32_t i = 0; fits && i < d->rank && (size_t)i < s->dims.count; i++)
        fits = read_axes(mesh, view, grn_sdy_dim_of(s->dims.items[i]).axes, &d->dims[i].axes);
    if (!fits)
        return false;
    d->replicated = grn_part_set(&replicated) | grn_part_set(&unreduced); /* it is kept whole along those, too */
    d->view = view;
    return true;
}

grn_status grn_division_read(grn_ir *ir, const grn_part_mesh *mesh, const grn_op *op, const grn_type *type,
                             const grn_attr *sharding, const grn_diag *diag, grn_division **out)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_attr *named = grn_sdy_find_mesh(op, s.mesh);
    grn_division *d = *out = grn_division_new(ir, type);
    bool fits = false;
    if (!d)
        return grn_ir_refused(ir, diag, op->place, "dividing a program");
    if (d->rank == 0 && !grn_sdy_is_replicated(&s))
        return grn_fail(
            diag, op->place, GRN_E_UNSUPPORTED,
            "a value whose shape is not known, or whose elements are quantized, is sharded, which is not divided here");
    for (int32_t i = 0; named && !fits && i < mesh->nviews; i++)
        fits = grn_attr_equal(mesh->views[i].mesh, named) && read_in_view(mesh, i, &s, d);
    return GRN_OK;
}

/* ---- written --------------------------------------------------------------------------------- */

static const grn_attr *dim_attr(grn_ir *ir, const grn_part_mesh *mesh, const grn_part_dim *dim)
{
    const grn_field fields[3] = {{.present = true, .value = grn_part_axes_attr(ir, mesh, &dim->axes)},
                                 {.present = true, .value = grn_attr_bool(ir, true)},
                                 {.present = false}};
    return fields[0].value && fields[1].value ? grn_attr_struct(ir, &grn_sdy_dim_attr, fields) : NULL;
}

const grn_attr *grn_division_attr(grn_ir *ir, const grn_part_mesh *mesh, const grn_division *d)
{
    static const grn_part_dim uncut = {.axes = {.count = 0}};
    const grn_attr *dims[GRN_MAX_RANK];
    grn_part_list replicated = {.count = 0}, partial = {.count = 0};
    const int64_t reduction = d->reduction;
    const int32_t rank = grn_type_is_tensor(d->type) ? d->type->rank : 0;
    const int32_t cut = grn_division_view(mesh, d);
    const grn_part_view *view = &mesh->views[cut < 0 ? d->view : cut];
    for (int32_t i = 0; i < rank; i++)
        if (!(dims[i] = dim_attr(ir, mesh, d->rank ? &d->dims[i] : &uncut)))
            return NULL;
    for (int32_t i = view->first; i < view->first + view->naxes; i++)
        if ((d->partial | d->replicated) >> i & 1)
            grn_part_push(d->partial >> i & 1 ? &partial : &replicated, i);
    const grn_field fields[5] = {{.present = true, .value = view->ref},
                                 {.present = true, .value = grn_attr_array(ir, (size_t)rank, dims)},
                                 {.present = true, .value = grn_part_axes_attr(ir, mesh, &replicated)},
                                 {.present = true, .value = grn_part_axes_attr(ir, mesh, &partial)},
                                 {.present = reduction != 0, .count = reduction != 0, .v = &reduction}};
    const bool made = fields[1].value && fields[2].value && fields[3].value;
    return made ? grn_attr_struct(ir, &grn_sdy_sharding_attr, fields) : NULL;
}

/* ---- compared -------------------------------------------------------------------------------- */

bool grn_division_equal(const grn_division *a, const grn_division *b)
{
    for (int32_t i = 0; i < a->rank; i++)
        if (!grn_part_equal(&a->dims[i].axes, &b->dims[i].axes))
            return false;
    return true;
}

uint32_t grn_division_axes(const grn_division *d)
{
    uint32_t set = 0;
    for (int32_t i = 0; i < d->rank; i++)
        set |= grn_part_set(&d->dims[i].axes);
    return set;
}

bool grn_division_is_whole(const grn_division *d) { return grn_division_axes(d) == 0; }

int32_t grn_division_view(const grn_part_mesh *mesh, const grn_division *d)
{
    for (int32_t i = 0; i < d->rank; i++)
        if (d->dims[i].axes.count)
            return mesh->axes[d->dims[i].axes.axis[0]].view;
    return -1;
}

grn_division *grn_division_translate(grn_ir *ir, const grn_part_mesh *mesh, const grn_division *d, int32_t view,
                                     bool *refused)
{
    grn_division *to = grn_division_new(ir, d->type);
    bool fits = true;
    *refused = !to;
    for (int32_t i = 0; to && fits && i < d->rank; i++)
        fits = grn_part_translate(mesh, &d->dims[i].axes, view, &to->dims[i].axes);
    if (to)
        to->view = view;
    return to && fits ? to : NULL;
}

bool grn_division_same_parts(const grn_part_mesh *mesh, const grn_division *a, const grn_division *b)
{
    for (int32_t i = 0; i < a->rank; i++) {
        if (grn_part_ways(mesh, &a->dims[i].axes) != grn_part_ways(mesh, &b->dims[i].axes))
            return false;
        for (int64_t p = 0; p < mesh->ndevices; p++)
            if (grn_part_number(mesh, &a->dims[i].axes, p) != grn_part_number(mesh, &b->dims[i].axes, p))
                return false;
    }
    return true;
}

bool grn_part_nests(const grn_part_mesh *mesh, int64_t extent, const grn_part_list *axes, const grn_part_list *more)
{
    const int64_t outer = grn_part_ways(mesh, axes), inner = grn_part_ways(mesh, more);
    return grn_part_extent(extent, outer) == grn_part_extent(extent, outer * inner) * inner;
}

/* ---- measured -------------------------------------------------------------------------------- */

int64_t grn_division_extent(const grn_part_mesh *mesh, const grn_division *d, int32_t dim)
{
    return grn_part_extent(d->type->shape[dim], grn_part_ways(mesh, &d->dims[dim].axes));
}

const grn_type *grn_division_local(grn_ir *ir, const grn_part_mesh *mesh, const grn_division *d)
{
    int64_t shape[GRN_MAX_RANK];
    if (grn_division_is_whole(d))
        return d->type;
    for (int32_t i = 0; i < d->rank; i++)
        shape[i] = grn_division_extent(mesh, d, i);
    return grn_type_tensor(ir, d->type->element, d->rank, shape, NULL);
}

static int64_t element_bytes(const grn_division *d)
{
    const grn_type *element = grn_type_element_or_self(d->type);
    return element->dtype ? (int64_t)grn_dtype_bytes(element->dtype) : 0;
}

int64_t grn_division_bytes(const grn_part_mesh *mesh, const grn_division *d)
{
    int64_t bytes = element_bytes(d);
    for (int32_t i = 0; i < d->rank; i++)
        bytes = grn_mul_at_most(bytes, grn_division_extent(mesh, d, i));
    return bytes;
}

/* What of a dimension a position has, without padding. */
static int64_t begin_of(const grn_part_mesh *mesh, const grn_division *d, int32_t dim, int64_t position, int64_t *end)
{
    const int64_t extent = grn_division_extent(mesh, d, dim), whole = d->type->shape[dim];
    const int64_t begin = grn_part_number(mesh, &d->dims[dim].axes, position) * extent;
    *end = begin + extent < whole ? begin + extent : whole;
    return begin < whole ? begin : whole;
}

int64_t grn_division_least(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to)
{
    int64_t most = 0;
    for (int64_t p = 0; p < mesh->ndevices; p++) {
        int64_t needed = element_bytes(to), has = needed;
        for (int32_t i = 0; i < to->rank; i++) {
            int64_t end, own_end;
            const int64_t begin = begin_of(mesh, to, i, p, &end), own = begin_of(mesh, from, i, p, &own_end);
            const int64_t first = own > begin ? own : begin, last = own_end < end ? own_end : end;
            needed = grn_mul_at_most(needed, end - begin);
            has = grn_mul_at_most(has, last > first ? last - first : 0);
        }
        most = needed - has > most ? needed - has : most;
    }
    return most;
}
