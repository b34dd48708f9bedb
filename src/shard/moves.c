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
    if (from == to || moved.count == 0 || !grn_part_begins(&r->to->dims[to].axes, b) ||
        !grn_part_begins(&wanted, &moved))
        return false;
    grn_part_list rest = *a;
    rest.count = (uint8_t)kept;
    if (!grn_part_nests(mesh, r->at->type->shape[from], &rest, &moved) ||
        !grn_part_nests(mesh, r->at->type->shape[to], b, &moved))
        return false;
    grn_division *next = next_of(r);
    if (!next)
        return false;
    next->dims[from].axes = rest;
    grn_part_append(&next->dims[to].axes, &moved);
    go(r, next);
    return true;
}

/* In a grid of replicas of several partitions only what counts both goes from device to device:
 * all_gather. */
static bool may_exchange(const route *r) { return r->s->replicas == 1 || r->s->partitions == 1; }

static void exchange_all(route *r)
{
    for (int32_t from = 0; may_exchange(r) && from < r->at->rank; from++)
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
static bool same_parts(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to)
{
    for (int32_t d = 0; d < from->rank; d++)
        if (grn_part_ways(mesh, &from->dims[d].axes) != grn_part_ways(mesh, &to->dims[d].axes))
            return false;
    return true;
}

/* To axes of another view: by the same parts, where it has them, else by parts as large, else by
 * the whole. */
static void change_view(route *r)
{
    const grn_part_mesh *mesh = &r->s->mesh;
    const int32_t from = grn_division_view(mesh, r->at), to = grn_division_view(mesh, r->to);
    bool refused = false;
    if (from < 0 || to < 0 || from == to)
        return;
    grn_division *next = grn_division_translate(r->s->w.ir, mesh, r->at, to, &refused);
    if (!next && !refused)
        next = may_exchange(r) && same_parts(mesh, r->at, r->to) ? grn_division_copy(r->s->w.ir, r->to)
                                                                 : grn_division_new(r->s->w.ir, r->at->type);
    if (next)
        next->view = to;
    go(r, next);
}

bool grn_part_moves_between(grn_sharder *s, const grn_division *from, const grn_division *to, grn_part_moves *out)
{
    route r = {.s = s, .at = grn_division_copy(s->w.ir, from), .to = to, .out = out};
    out->count = 0;
    if (!r.at)
        return false;
    change_view(&r);
    if (r.refused)
        return false;
    r.at->replicated &= ~grn_division_axes(to); /* axes that were kept from it may cut it now */
    if (may_exchange(&r) && !grn_division_equal(r.at, to) && same_parts(&s->mesh, r.at, to))
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

/* ---- one move as a collective ---------------------------------------------------------------- */

/* Dimensions `from` loses axes that dimension `to` gets. */
static bool is_exchange(const grn_division *a, const grn_division *b, int32_t *from, int32_t *to, grn_part_list *moved)
{
    int32_t changes = 0;
    *from = *to = -1;
    for (int32_t d = 0; d < a->rank; d++) {
        const grn_part_list *x = &a->dims[d].axes, *y = &b->dims[d].axes;
        changes += !grn_part_equal(x, y);
        if (x->count > y->count && grn_part_begins(x, y)) {
            *from = d;
            *moved = grn_part_rest(x, y->count);
        } else if (x->count < y->count && grn_part_begins(y, x))
            *to = d;
    }
    if (changes != 2 || *from < 0 || *to < 0)
        return false;
    const grn_part_list more = grn_part_rest(&b->dims[*to].axes, a->dims[*to].axes.count);
    return grn_part_equal(moved, &more);
}

static bool all_begin(const grn_division *a, const grn_division *with)
{
    for (int32_t d = 0; d < a->rank; d++)
        if (!grn_part_begins(&a->dims[d].axes, &with->dims[d].axes))
            return false;
    return true;
}

grn_part_move_form grn_part_form_of(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to)
{
    grn_part_move_form form = {.kind = GRN_PART_GATHERS};
    if (same_parts(mesh, from, to))
        form.kind = GRN_PART_PERMUTES;
    else if (is_exchange(from, to, &form.from, &form.to, &form.axes))
        form.kind = GRN_PART_EXCHANGES;
    else if (all_begin(to, from))
        form.kind = GRN_PART_CUTS;
    return form;
}

/* Of each dimension the axes that `more` has behind those of `fewer`. */
static const grn_attr *rests(grn_sharder *s, const grn_division *more, const grn_division *fewer)
{
    const grn_attr *dims[GRN_MAX_RANK];
    for (int32_t d = 0; d < more->rank; d++) {
        const grn_part_list rest = grn_part_rest(&more->dims[d].axes, fewer->dims[d].axes.count);
        if (!(dims[d] = grn_part_axes_attr(s->w.ir, &s->mesh, &rest)))
            return NULL;
    }
    const grn_field list = {.present = true, .value = grn_attr_array(s->w.ir, (size_t)more->rank, dims)};
    return list.value ? grn_attr_struct(s->w.ir, &grn_sdy_axes_lists_attr, &list) : NULL;
}

static const grn_attr *exchanged(grn_sharder *s, const grn_part_move_form *form)
{
    const int64_t from = form->from, to = form->to;
    const grn_field fields[3] = {{.present = true, .value = grn_part_axes_attr(s->w.ir, &s->mesh, &form->axes)},
                                 {.present = true, .count = 1, .v = &from},
                                 {.present = true, .count = 1, .v = &to}};
    const grn_attr *one = fields[0].value ? grn_attr_struct(s->w.ir, &grn_sdy_all_to_all_param_attr, fields) : NULL;
    const grn_field list = {.present = true, .value = one ? grn_attr_array(s->w.ir, 1, &one) : NULL};
    return list.value ? grn_attr_struct(s->w.ir, &grn_sdy_all_to_all_attr, &list) : NULL;
}

/* Shardy's collectives have both shardings of one mesh, divided in one way. */
static bool changes_view(const grn_part_mesh *mesh, const grn_division *from, const grn_division *to)
{
    const int32_t a = grn_division_view(mesh, from), b = grn_division_view(mesh, to);
    const grn_part_view *x = &mesh->views[a < 0 ? from->view : a], *y = &mesh->views[b < 0 ? to->view : b];
    return (a >= 0 && b >= 0 && a != b) || !grn_attr_equal(x->mesh, y->mesh);
}

grn_value *grn_part_collective(grn_sharder *s, grn_value *v, const grn_division *from, const grn_division *to)
{
    static const char *const ops[] = {"sdy.all_gather", "sdy.all_slice", "sdy.all_to_all", "sdy.collective_permute"};
    static const char *const names[] = {"gathering_axes", "slicing_axes", "params", NULL};
    const grn_part_move_form form = grn_part_form_of(&s->mesh, from, to);
    const grn_attr *what = form.kind == GRN_PART_GATHERS     ? rests(s, from, to)
                           : form.kind == GRN_PART_CUTS      ? rests(s, to, from)
                           : form.kind == GRN_PART_EXCHANGES ? exchanged(s, &form)
                                                             : NULL;
    const grn_new_attr attrs[] = {{"out_sharding", grn_division_attr(s->w.ir, &s->mesh, to)}, {names[form.kind], what}};
    if (changes_view(&s->mesh, from, to))
        return grn_new(&s->w, "sdy.reshard", 1, &v, v->type, 1, &(grn_new_attr){"sharding", attrs[0].value});
    return grn_new(&s->w, ops[form.kind], 1, &v, v->type, names[form.kind] ? 2 : 1, attrs);
}
