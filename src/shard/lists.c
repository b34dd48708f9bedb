/* lists.c - from divisions of an op's values to the axes of its factors, and back. */
#include "shard/rows.h"

/* ---- from a value ---------------------------------------------------------------------------- */

/* Of axes from number `at` on, those that cut a factor of several: as many as divide it. */
static int32_t take_axes(const grn_part_mesh *mesh, const grn_part_list *axes, int32_t at, int64_t size,
                         grn_part_list *out)
{
    *out = (grn_part_list){.count = 0};
    while (at < axes->count && size % mesh->axes[axes->axis[at]].size == 0) {
        size /= mesh->axes[axes->axis[at]].size;
        grn_part_push(out, axes->axis[at++]);
    }
    return at;
}

void grn_part_lists_of(const grn_part_mesh *mesh, const grn_part_rule *r, int32_t value, const grn_division *d,
                       grn_part_list *lists)
{
    const grn_part_map *map = &r->maps[value];
    for (int32_t f = 0; f < r->nfactors; f++)
        lists[f] = (grn_part_list){.count = 0};
    for (int32_t i = 0; i < map->rank; i++) {
        const int64_t *f;
        const size_t n = grn_part_factors(map, i, &f);
        int32_t at = 0;
        for (size_t k = 0; k < n; k++)
            if (n == 1)
                lists[f[k]] = d->dims[i].axes;
            else
                at = take_axes(mesh, &d->dims[i].axes, at, r->factors[f[k]].size, &lists[f[k]]);
    }
}

void grn_part_lists(const grn_part_mesh *mesh, const grn_part_rule *r, grn_division *const *values,
                    grn_part_list *lists)
{
    int32_t view = -1;
    for (int32_t f = 0; f < r->nfactors; f++)
        lists[f] = (grn_part_list){.count = 0};
    for (int32_t i = 0; i < r->nvalues; i++) {
        const int32_t own = values[i] ? grn_division_view(mesh, values[i]) : -1;
        view = view < 0 ? own : view;
        for (int32_t d = 0; own >= 0 && own == view && d < r->maps[i].rank; d++) {
            const int64_t *f;
            const size_t n = grn_part_factors(&r->maps[i], d, &f);
            int32_t at = 0;
            for (size_t k = 0; k < n; k++) {
                grn_part_list cut = values[i]->dims[d].axes;
                if (n > 1)
                    at = take_axes(mesh, &values[i]->dims[d].axes, at, r->factors[f[k]].size, &cut);
                if (lists[f[k]].count == 0)
                    lists[f[k]] = cut;
            }
        }
    }
}

/* ---- to a value ------------------------------------------------------------------------------ */

grn_division *grn_part_by_lists(grn_sharder *s, const grn_part_rule *r, int32_t value, const grn_type *type,
                                const grn_part_list *lists)
{
    grn_division *out = grn_division_new(s->w.ir, type);
    for (int32_t d = 0; out && d < r->maps[value].rank; d++) {
        const int64_t *f;
        const size_t n = grn_part_factors(&r->maps[value], d, &f);
        for (size_t k = 0; k < n; k++)
            grn_part_append(&out->dims[d].axes, &lists[f[k]]);
    }
    return out;
}

/* ---- what can be ----------------------------------------------------------------------------- */

static void settle_factor(const grn_part_mesh *mesh, const grn_part_factor *f, grn_part_list *axes)
{
    if (f->whole)
        axes->count = 0;
    while ((f->is_shared || f->is_reduced) && axes->count && f->size % grn_part_ways(mesh, axes))
        axes->count--;
}

/* A dimension of several factors: what is behind one that is not all cut stays whole. */
static bool settle_dim(const grn_part_mesh *mesh, const grn_part_rule *r, const grn_part_map *map, int32_t dim,
                       grn_part_list *lists)
{
    const int64_t *f;
    const size_t n = grn_part_factors(map, dim, &f);
    bool all_cut = true, changed = false;
    for (size_t k = 0; n > 1 && k < n; k++) {
        changed |= !all_cut && lists[f[k]].count;
        if (!all_cut)
            lists[f[k]].count = 0;
        all_cut = all_cut && grn_part_ways(mesh, &lists[f[k]]) == r->factors[f[k]].size;
    }
    return changed;
}

void grn_part_settle(const grn_part_mesh *mesh, const grn_part_rule *r, grn_part_list *lists)
{
    for (int32_t f = 0; f < r->nfactors; f++)
        settle_factor(mesh, &r->factors[f], &lists[f]);
    for (bool changed = true; changed;) {
        changed = false;
        for (int32_t i = 0; i < r->nvalues; i++)
            for (int32_t d = 0; d < r->maps[i].rank; d++)
                changed |= settle_dim(mesh, r, &r->maps[i], d, lists);
    }
}
