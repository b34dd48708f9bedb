/* ranks.c - dimensions of one element are taken away, with what attributes say of them. */
#include "ir/verify.h"
#include "reduce/reduce.h"

enum { MOST_VARIANTS = 16, MOST_COMBINATIONS = 2048 };

/* Which dimensions go: a bit each. */
typedef uint32_t dims_gone;

typedef struct removing {
    grn_draft *d;
    grn_ties *ties;
} removing;

static dims_gone gone_of(const removing *r, const grn_value *v)
{
    const grn_tied_value *tied = grn_tied(r->ties, v);
    const grn_tied_dim *dims = r->ties->dims.items;
    dims_gone gone = 0;
    for (int32_t d = 0; tied && d < tied->rank && d < 32; d++)
        if (dims[grn_ties_root(r->ties, tied->first + (uint32_t)d)].to == 0)
            gone |= (dims_gone)1 << d;
    return gone;
}

static bool is_gone(dims_gone gone, int64_t d) { return d >= 0 && d < 32 && gone >> d & 1; }

/* How many of the dimensions before `d` go. */
static int64_t gone_before(dims_gone gone, int64_t d)
{
    int64_t n = 0;
    for (int64_t i = 0; i < d && i < 32; i++)
        n += is_gone(gone, i);
    return n;
}

/* ---- values ----------------------------------------------------------------------------------- */

static int32_t shape_left(dims_gone gone, int32_t rank, const int64_t *shape, int64_t *out)
{
    int32_t n = 0;
    for (int32_t d = 0; d < rank; d++)
        if (!is_gone(gone, d))
            out[n++] = shape[d];
    return n;
}

static bool reshape_tensor(grn_draft *d, dims_gone gone, const grn_tensor *from, grn_tensor *to)
{
    grn_tensor t = *from;
    int32_t n = 0;
    for (int32_t i = 0; i < from->rank; i++)
        if (!is_gone(gone, i)) {
            t.shape[n] = from->shape[i];
            t.stride[n++] = from->stride[i];
        }
    t.rank = n;
    bool splat = n > 0;
    for (int32_t i = 0; i < n; i++)
        splat = splat && t.stride[i] == 0;
    if (!splat)
        return grn_draft_copy(d, &t, to);
    *to = t;
    return true;
}

static bool reshape_constant(const removing *r, grn_op *op, dims_gone gone, const grn_type *type)
{
    const char *name;
    grn_tensor old, made;
    if (!grn_written_constant(op, &name, &old))
        return true;
    const grn_attr *was = grn_op_attr(op, name);
    const grn_type *t = grn_type_as_tensor(type);
    if (old.rank != t->rank + (int32_t)gone_before(gone, 32) || !reshape_tensor(r->d, gone, &old, &made))
        return false;
    t = grn_type_tensor(r->d->ir, was->type->element, t->rank, t->shape, was->type->encoding);
    const grn_attr *a = grn_elements_attr(r->d->ir, t, &made);
    return a && grn_op_set_attr(r->d->ir, op, (grn_str){name, strlen(name)}, a);
}

static bool give_types(const removing *r)
{
    bool ok = true;
    for (size_t i = 0; i < r->ties->values.count && ok; i++) {
        const grn_tied_value *v = (const grn_tied_value *)r->ties->values.items + i;
        const dims_gone gone = gone_of(r, v->value);
        int64_t shape[GRN_MAX_RANK];
        if (gone == 0)
            continue;
        const int32_t rank = shape_left(gone, v->rank, grn_type_as_tensor(v->type)->shape, shape);
        v->value->type = grn_type_changed(r->d->ir, v->type, NULL, rank, shape);
        ok = v->value->type && (!v->value->def || reshape_constant(r, v->value->def, gone, v->value->type));
    }
    return ok && grn_draft_sign(r->d);
}

static bool reshape_inputs(const removing *r)
{
    const grn_block *body = grn_draft_body(r->d);
    bool ok = true;
    for (size_t i = 0; r->d->has_inputs && i < body->nargs && ok; i++) {
        grn_tensor made;
        const dims_gone gone = gone_of(r, &body->args[i]);
        if (gone) {
            ok = reshape_tensor(r->d, gone, &r->d->inputs[i], &made);
            r->d->inputs[i] = made;
        }
    }
    return ok;
}

/* ---- lists among attributes ------------------------------------------------------------------- */

/* What becomes of a list: as it is; the entries of dimensions that go are taken out; or its numbers are dimensions,
 * and those that go are. */
typedef struct variant {
    enum { AS_IT_IS, BY_ENTRY, BY_NUMBER } how;
    dims_gone gone;
} variant;

typedef struct lists {
    size_t count, nvariants;
    grn_attr_list of[GRN_MOST_LISTS];
    variant variants[MOST_VARIANTS];
} lists;

static void add_variants(lists *all, dims_gone gone)
{
    for (size_t i = 0; i < all->nvariants; i++)
        if (all->variants[i].gone == gone)
            return;
    if (gone == 0 || all->nvariants + 2 > MOST_VARIANTS)
        return;
    all->variants[all->nvariants++] = (variant){BY_NUMBER, gone};
    all->variants[all->nvariants++] = (variant){BY_ENTRY, gone};
}

static void find_variants(const removing *r, const grn_op *op, lists *all)
{
    all->nvariants = 1;
    all->variants[0] = (variant){AS_IT_IS, 0};
    for (size_t i = 0; i < op->noperands; i++)
        add_variants(all, gone_of(r, op->operands[i]));
    for (size_t i = 0; i < op->nresults; i++)
        add_variants(all, gone_of(r, &op->results[i]));
}

static size_t varied(const grn_attr_list *l, const variant *how, int64_t *out)
{
    size_t n = 0;
    for (size_t i = 0; i < l->count; i++) {
        const int64_t number = l->v[i];
        if (how->how == AS_IT_IS)
            out[n++] = number;
        else if (how->how == BY_ENTRY && !is_gone(how->gone, (int64_t)i))
            out[n++] = number;
        else if (how->how == BY_NUMBER && (l->is_single || !is_gone(how->gone, number)))
            out[n++] = number - gone_before(how->gone, number);
    }
    return n;
}

static bool vary(const removing *r, grn_op *op, const grn_attr_list *l, const variant *how)
{
    int64_t v[GRN_MAX_RANK];
    const size_t n = varied(l, how, v);
    if (how->how == AS_IT_IS)
        return true;
    const grn_attr *made = grn_list_changed(r->d->ir, op, l, n, v);
    if (made)
        op->attrs[l->attr].value = made;
    return made != NULL;
}

/* ---- ops ---------------------------------------------------------------------------------------- */

static bool next_choice(const lists *all, size_t *choice)
{
    size_t i = 0;
    while (i < all->count && ++choice[i] == all->nvariants)
        choice[i++] = 0;
    return i < all->count;
}

/* Variants of all lists, one after the other, until the op verifies. */
static bool repair(const removing *r, grn_op *op)
{
    lists all = {.count = 0};
    size_t choice[GRN_MOST_LISTS] = {0};
    grn_named_attr *was = GRN_ARENA_NEW(&r->d->ir->arena, grn_named_attr, op->nattrs + 1);
    if (!was)
        return false;
    if (op->nattrs)
        memcpy(was, op->attrs, op->nattrs * sizeof *was);
    all.count = grn_lists_find(op, all.of);
    find_variants(r, op, &all);
    for (int left = MOST_COMBINATIONS; left > 0 && !r->d->ir->arena.refused && next_choice(&all, choice); left--) {
        bool ok = true;
        for (size_t i = 0; i < all.count && ok; i++)
            ok = vary(r, op, &all.of[i], &all.variants[choice[i]]);
        if (ok && grn_draft_verifies(r->d, op))
            return true;
        memcpy(op->attrs, was, op->nattrs * sizeof *was);
    }
    return false;
}

static bool is_touched(const removing *r, const grn_op *op)
{
    bool touched = false;
    for (size_t i = 0; i < op->noperands && !touched; i++)
        touched = gone_of(r, op->operands[i]) != 0;
    for (size_t i = 0; i < op->nresults && !touched; i++)
        touched = gone_of(r, &op->results[i]) != 0;
    return touched;
}

/* What is within an op comes before it. Depth is the regions', which readers limit. */
static bool visit(const removing *r, grn_op *op)
{
    bool ok = true;
    for (size_t k = 0; k < op->nregions; k++)
        for (grn_block *b = op->regions[k].first; b; b = b->next)
            for (grn_op *inner = b->first; inner && ok; inner = inner->next)
                ok = visit(r, inner);
    return ok && (!grn_draft_judges(r->d, op) || !is_touched(r, op) || grn_draft_verifies(r->d, op) || repair(r, op));
}

/* ---- the steps ------------------------------------------------------------------------------------ */

static bool list_ranks(const grn_draft *d, grn_vec *items, grn_tying how)
{
    grn_ties ties;
    grn_arena arena;
    grn_arena_init(&arena, d->ir->allocator);
    bool ok = grn_ties_find(d, &arena, how, &ties);
    const grn_tied_dim *dims = ties.dims.items;
    for (uint32_t i = 0; i < ties.dims.count && ok; i++)
        if (dims[i].parent == i && dims[i].extent == 1)
            ok = grn_add_item(items, (grn_reduce_item){.at = i});
    grn_ties_free(&ties);
    grn_arena_destroy(&arena);
    return ok;
}

static grn_status remove_ranks(grn_draft *d, const grn_reduce_item *items, size_t n, grn_tying how)
{
    grn_ties ties;
    const bool found = grn_ties_find(d, &d->ir->arena, how, &ties);
    const removing r = {d, &ties};
    for (size_t i = 0; i < n && found; i++)
        ((grn_tied_dim *)ties.dims.items)[items[i].at].to = 0;
    d->changed = true;
    const bool ok = found && give_types(&r) && visit(&r, d->ir->top) && reshape_inputs(&r);
    grn_ties_free(&ties);
    return ok ? GRN_OK : !found || d->ir->arena.refused ? GRN_E_MEMORY : GRN_E_UNSUPPORTED;
}

static bool list_in_order(const grn_draft *d, grn_vec *items) { return list_ranks(d, items, GRN_TIED_IN_ORDER); }
static bool list_from_last(const grn_draft *d, grn_vec *items) { return list_ranks(d, items, GRN_TIED_FROM_LAST); }

static grn_status remove_in_order(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    return remove_ranks(d, items, n, GRN_TIED_IN_ORDER);
}

static grn_status remove_from_last(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    return remove_ranks(d, items, n, GRN_TIED_FROM_LAST);
}

const grn_reduce_step grn_step_ranks_in_order = {
    .name = "ranks in order", .ways = 1, .list = list_in_order, .change = remove_in_order};
const grn_reduce_step grn_step_ranks_from_last = {
    .name = "ranks from last", .ways = 1, .list = list_from_last, .change = remove_from_last};
