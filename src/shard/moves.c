/* moves.c - how a value comes from one division to another, one collective at a time. */
#include "shard/part.h"

typedef struct route {
    grn_sharder *s;
    grn_division *at; /* how it is divided so far */
    const grn_division *to;
    grn_part_moves *out;
    bool refused;
} route;

/* What was changed in `next` is one move. */
static void go(route *r, grn_division *next)
{
    if (!next || r->out->count == GRN_PART_MOST_MOVES) {
        r->refused = true;
        return;
    }
    r->out->to[r->out->count++] = next;
    r->at = next;
}

static grn_division *next_of(route *r)
{
    grn_division *next = grn_division_copy(r->s->w.ir, r->at);
    r->refused |= !next;
    return next;
}

static int32_t in_common(const grn_part_list *a, const grn_part_list *b)
{
    int32_t n = 0;
    while (n < a->count && n < b->count && a->axis[n] == b->axis[n])
        n++;
    return n;
}

/* What every device has already, cut further: by axes that cut nothing yet. */
static void slice(route *r)
{
    const grn_part_mesh *mesh = &r->s->mesh;
    grn_division *next = next_of(r);
    bool moves = false;
    for (int32_t d = 0; next && d < next->rank; d++) {
        const grn_part_list *from = &r->at->dims[d].axes, *to = &r->to->dims[d].axes;
        const grn_part_list more = grn_part_rest(to, from->count);
        if (!grn_part_begins(to, from) || more.count == 0 || grn_part_set(&more) & grn_division_axes(next))
            continue;
        if (from->count && !grn_part_nests(mesh, next->type->shape[d], from, &more))
            continue;
        next->dims[d].axes = *to;
        moves = true;
    }
    if (moves)
        go(r, next);
}

/* Axes at the end of one dimension that belong at the end of another. */
static bool exchange(route *r, int32_t from, int32_t to)
{
    const grn_part_mesh *mesh = &r->s->mesh;
    const grn_part_list *a = &r->at->dims[from].axes, *b = &r->at->dims[to].axes;
    const int32_t kept = in_common(a, &r->to->dims[from].axes);
    const grn_part_list moved = grn_part_rest(a, kept), wanted = grn_part_rest(&r->to->dims[to].axes, b->count);
    if (from == to || moved.count == 0 || !grn_part_begins(&r->to->dims[to].axes, b) || !grn_part_begins(&wanted, &moved))
        return false;
    grn_part_list rest = *a;
    rest.count = (uint8_t)kept;
    if (!grn_part_nests(mesh, r->at->type->shape[from], &rest, &moved) || !grn_part_nests(mesh, r->at->type->shape[to], b, &moved))
        return false;
    grn_division *next = next_of(r);
    if (!next)
        return false;
    next->dims[from].axes = rest;
    grn_part_append(&next->dims[to].axes, &moved);
    go(r, next);
    return true;
}

static void exchange_all(route *r)
{
    for (int32_t from = 0; from < r->at->rank; from++)
        for (int32_t to = 0; to < r->at->rank && !r->refused; to++)
            exchange(r, from, to);
}

/* What cuts a dimension otherwise than it should comes together. */
static void gather(route *r)
{
    const grn_part_mesh *mesh = &r->s->mesh;
    grn_division *next = next_of(r);
    bool moves = false;
    for (int32_t d = 0; next && d < next->rank; d++) {
        grn_part_list *axes = &next->dims[d].axes;
        const grn_part_list *to = &r->to->dims[d].axes;
        const int32_t kept = in_common(axes, to);
        const grn_part_list gone = grn_part_rest(axes, kept), more = grn_part_rest(to, kept);
        grn_part_list rest = *axes;
        rest.count = (uint8_t)kept;
        if (gone.count == 0 && more.count == 0)
            continue;
        const bool nests = (gone.count == 0 || grn_part_nests(mesh, next->type->shape[d], &rest, &gone)) &&
                           (more.count == 0 || grn_part_nests(mesh, next->type->shape[d], &rest, &more));
        rest.count = kept && nests ? rest.count : 0;
        moves |= rest.count != axes->count;
        *axes = rest;
    }
    if (moves)
        go(r, next);
}

/* Parts are as large before as after: they only change hands. */
static bool only_permutes(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to)
{
    for (int32_t d = 0; d < from->rank; d++)
        if (grn_part_ways(mesh, &from->dims[d].axes) != grn_part_ways(mesh, &to->dims[d].axes))
            return false;
    return true;
}

bool grn_part_moves_between(grn_sharder *s, const grn_division *from, const grn_division *to, grn_part_moves *out)
{
    route r = {.s = s, .at = grn_division_copy(s->w.ir, from), .to = to, .out = out};
    out->count = 0;
    if (!r.at)
        return false;
    if (!grn_division_equal(r.at, to) && only_permutes(&s->mesh, r.at, to))
        go(&r, grn_division_copy(s->w.ir, to));
    if (!grn_division_equal(r.at, to))
        slice(&r);
    if (!r.refused && !grn_division_equal(r.at, to))
        exchange_all(&r);
    if (!r.refused && !grn_division_equal(r.at, to))
        gather(&r);
    if (!r.refused && !grn_division_equal(r.at, to))
        slice(&r);
    return !r.refused && grn_division_equal(r.at, to);
}
