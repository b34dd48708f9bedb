/* layout.c - the public calls on layouts, and their check. */
#include <inttypes.h>

#include "dist/dist.h"

const char *grn_owner_text(grn_owner owner)
{
    static const char *const text[] = {
#define OWNER_TEXT(name, words) words,
        GRN_OWNERS(OWNER_TEXT)
#undef OWNER_TEXT
    };
    return (unsigned)owner < GRN_OWNER_COUNT ? text[owner] : "unknown";
}

static int32_t parts_of(const grn_layout *l, int32_t d) { return l->parts[d] ? l->parts[d] : 1; }

static int32_t part_at(const grn_layout *l, int32_t rank, int32_t d)
{
    if (l->part_of)
        return l->part_of[(int64_t)rank * l->rank + d];
    return rank / (l->step[d] ? l->step[d] : 1) % parts_of(l, d);
}

static grn_status check_dim(const grn_layout *l, int32_t d, const char *name, const grn_diag *diag)
{
    if (l->shape[d] < 0)
        return grn_fail(diag, grn_no_place, GRN_E_SHAPE, "%s: extent %d of the layout is %" PRId64, name, (int)d,
                        l->shape[d]);
    if (l->parts[d] < 0 || l->step[d] < 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s: dimension %d of the layout has %d parts and step %d",
                        name, (int)d, (int)l->parts[d], (int)l->step[d]);
    if ((unsigned)l->owner[d] >= GRN_OWNER_COUNT)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s: owner %d of dimension %d is not in the list", name,
                        (int)l->owner[d], (int)d);
    return GRN_OK;
}

static grn_status check_part(const grn_layout *l, int32_t rank, int32_t d, const char *name, const grn_diag *diag)
{
    const int32_t part = part_at(l, rank, d);
    if (part >= 0 && part < parts_of(l, d))
        return GRN_OK;
    return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT, "%s: rank %d has part %d of dimension %d, which has %d parts",
                    name, (int)rank, (int)part, (int)d, (int)parts_of(l, d));
}

grn_status grn_layout_check(const grn_layout *l, int32_t ranks, const char *name, const grn_diag *diag)
{
    grn_status status = GRN_OK;
    if (l->rank < 0 || l->rank > GRN_MAX_RANK)
        return grn_fail(diag, grn_no_place, GRN_E_LIMIT, "%s: the layout's rank is %d; it may be 0 to %d", name,
                        (int)l->rank, GRN_MAX_RANK);
    for (int32_t d = 0; d < l->rank && status == GRN_OK; d++)
        status = check_dim(l, d, name, diag);
    for (int32_t r = 0; r < ranks && status == GRN_OK; r++)
        for (int32_t d = 0; d < l->rank && status == GRN_OK; d++)
            status = check_part(l, r, d, name, diag);
    return status;
}

/* Positions of part `part` of n, in p parts. */
static grn_dist_span span_of(grn_owner owner, int64_t n, int64_t p, int64_t part)
{
    if (owner == GRN_OWNER_CYCLIC)
        return (grn_dist_span){part, p, part < n ? (n - part - 1) / p + 1 : 0};
    const int64_t each = n / p + (n % p != 0);
    const int64_t begin = each == 0 || part > n / each ? n : part * each;
    return (grn_dist_span){begin, 1, n - begin < each ? n - begin : each};
}

grn_dist_span grn_part_span(const grn_placement *p, int32_t d, int32_t part)
{
    return span_of(p->owner[d], p->shape[d], p->parts[d], part);
}

int32_t grn_part_with(const grn_placement *p, int32_t d, int64_t k)
{
    const int64_t n = p->shape[d], parts = p->parts[d];
    return (int32_t)(p->owner[d] == GRN_OWNER_CYCLIC ? k % parts : k / (n / parts + (n % parts != 0)));
}

grn_status grn_layout_local_shape(const grn_layout *layout, int32_t rank, int32_t size, int64_t *shape)
{
    if (!layout || !shape || size < 1 || rank < 0 || rank >= size || grn_layout_check(layout, size, "", NULL) != GRN_OK)
        return GRN_E_ARGUMENT;
    for (int32_t d = 0; d < layout->rank; d++)
        shape[d] = span_of(layout->owner[d], layout->shape[d], parts_of(layout, d), part_at(layout, rank, d)).count;
    return GRN_OK;
}

int64_t grn_layout_position(const grn_layout *layout, int32_t rank, int32_t d, int64_t i)
{
    const grn_dist_span s =
        layout ? span_of(layout->owner[d], layout->shape[d], parts_of(layout, d), part_at(layout, rank, d))
               : (grn_dist_span){0, 0, 0};
    return s.first + i * s.step;
}

grn_dist_tensor grn_dist_blocks(grn_tensor local, int64_t extent, int32_t ranks)
{
    grn_dist_tensor t = {.layout = {.rank = local.rank}, .local = local};
    for (int32_t d = 1; d < local.rank && d < GRN_MAX_RANK; d++)
        t.layout.shape[d] = local.shape[d];
    if (local.rank > 0) {
        t.layout.shape[0] = extent;
        t.layout.parts[0] = ranks;
    }
    return t;
}
