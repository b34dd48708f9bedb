/* retype.c - values get other extents, and ops the attributes that go with them. */
#include "ir/verify.h"
#include "reduce/reduce.h"

enum { MOST_ROUNDS = 64, MOST_SLOTS = 8, MOST_CHOICES = 4, MOST_COMBINATIONS = 1024, LONGEST_LIST = 64 };

/* An attribute as it was. */
typedef struct undo {
    grn_op *op;
    grn_str name;
    const grn_attr *value;
} undo;

typedef struct retyping {
    grn_draft *d;
    grn_ties *ties;
    grn_vec undone;
    bool again; /* a dimension gets an extent that it did not have in this round */
} retyping;

static grn_tied_dim *root_of(const retyping *r, uint32_t dim)
{
    return (grn_tied_dim *)r->ties->dims.items + grn_ties_root(r->ties, dim);
}

/* The extent that a dimension is to have. */
static int64_t extent_now(const retyping *r, uint32_t dim)
{
    const int64_t to = root_of(r, dim)->to;
    return to != GRN_NOT_TIED ? to : ((const grn_tied_dim *)r->ties->dims.items)[dim].extent;
}

static bool set_attr(retyping *r, grn_op *op, grn_str name, const grn_attr *value)
{
    undo *u = value ? grn_vec_push(&r->undone) : NULL;
    if (!u)
        return false;
    *u = (undo){op, name, NULL};
    for (size_t i = 0; i < op->nattrs; i++)
        if (grn_str_equal(op->attrs[i].name, name))
            u->value = op->attrs[i].value;
    return grn_op_set_attr(r->d->ir, op, name, value);
}

static void undo_attrs(retyping *r, size_t down_to)
{
    while (r->undone.count > down_to) {
        const undo *u = (const undo *)r->undone.items + --r->undone.count;
        (void)grn_op_set_attr(r->d->ir, u->op, u->name, u->value); /* which it has: no memory is needed */
    }
}

/* ---- types, constants ------------------------------------------------------------------------ */

static bool give_type(const retyping *r, const grn_tied_value *v)
{
    int64_t shape[GRN_MAX_RANK];
    bool changed = false;
    for (int32_t d = 0; d < v->rank; d++) {
        shape[d] = extent_now(r, v->first + (uint32_t)d);
        changed |= shape[d] != ((const grn_tied_dim *)r->ties->dims.items)[v->first + (uint32_t)d].extent;
    }
    v->value->type = changed ? grn_type_changed(r->d->ir, v->type, NULL, v->rank, shape) : v->type;
    return v->value->type != NULL;
}

/* The first or the last elements along each dimension. False: there are fewer, or memory was refused. */
static bool cut_tensor(grn_draft *d, const grn_ties *t, const grn_tensor *from, const grn_type *type, grn_tensor *to)
{
    grn_tensor part = *from;
    int64_t skipped = 0;
    for (int32_t i = 0; i < part.rank; i++) {
        if (type->shape[i] > part.shape[i] || type->shape[i] < 0)
            return false;
        skipped += (part.shape[i] - type->shape[i]) * part.stride[i];
        part.shape[i] = type->shape[i];
    }
    if (t->keeps_last && grn_tensor_elements(&part) > 0)
        part.data = (char *)part.data + skipped * (int64_t)grn_dtype_bytes(part.dtype);
    return grn_draft_copy(d, &part, to);
}

static bool cut_constant(retyping *r, grn_op *op)
{
    const char *name;
    grn_tensor old, made;
    const grn_type *type = grn_type_as_tensor(op->results[0].type);
    if (!grn_written_constant(op, &name, &old))
        return true;
    const grn_attr *was = grn_op_attr(op, name);
    if (!grn_type_is_tensor(type) || type->rank != old.rank)
        return false;
    if (grn_is_splat(&old)) {
        made = old;
        memcpy(made.shape, type->shape, (size_t)type->rank * sizeof *type->shape);
    } else if (!cut_tensor(r->d, r->ties, &old, type, &made)) {
        return false;
    }
    type = grn_type_tensor(r->d->ir, was->type->element, type->rank, type->shape, was->type->encoding);
    return set_attr(r, op, (grn_str){name, strlen(name)}, grn_elements_attr(r->d->ir, type, &made));
}

static bool is_changed(const retyping *r, const grn_value *v)
{
    const grn_tied_value *tied = grn_tied(r->ties, v);
    return tied && tied->type != v->type;
}

static bool give_types(retyping *r)
{
    bool ok = true;
    for (size_t i = 0; i < r->ties->values.count && ok; i++) {
        const grn_tied_value *v = (const grn_tied_value *)r->ties->values.items + i;
        ok = give_type(r, v);
        if (ok && v->value->def && v->value->type != v->type)
            ok = cut_constant(r, v->value->def);
    }
    return ok && grn_draft_sign(r->d);
}

/* ---- sizes among attributes ------------------------------------------------------------------ */

/* A number in an attribute, of the op or of a constant that it reads, that may have to change, and what it may be; its
 * own is the first. */
typedef struct slot {
    grn_op *op;
    grn_str name;
    size_t at;
    size_t nchoices;
    int64_t choice[MOST_CHOICES];
    bool is_size; /* choice 1 is the extent now of a dimension that had this number */
} slot;

typedef struct slots {
    size_t count;
    slot of[MOST_SLOTS];
} slots;

static void add_choice(slot *s, int64_t number)
{
    bool is_new = s->nchoices < MOST_CHOICES;
    for (size_t i = 0; i < s->nchoices; i++)
        is_new = is_new && s->choice[i] != number;
    if (is_new)
        s->choice[s->nchoices++] = number;
}

/* The extent now of a dimension of the value that had `number`; GRN_NOT_TIED: none changes. */
static int64_t changed_extent(const retyping *r, const grn_value *v, int64_t number)
{
    const grn_tied_value *tied = grn_tied(r->ties, v);
    const grn_tied_dim *dims = r->ties->dims.items;
    for (int32_t d = 0; tied && d < tied->rank; d++)
        if (dims[tied->first + (uint32_t)d].extent == number && extent_now(r, tied->first + (uint32_t)d) != number)
            return extent_now(r, tied->first + (uint32_t)d);
    return GRN_NOT_TIED;
}

static int64_t changed_extent_of_op(const retyping *r, const grn_op *op, int64_t number)
{
    int64_t to = GRN_NOT_TIED;
    for (size_t i = 0; i < op->noperands && to == GRN_NOT_TIED; i++)
        to = changed_extent(r, op->operands[i], number);
    for (size_t i = 0; i < op->nresults && to == GRN_NOT_TIED; i++)
        to = changed_extent(r, &op->results[i], number);
    return to;
}

/* The extent now of dimension `at` of the value, if it changes and the value has `n` dimensions. */
static int64_t changed_place(const retyping *r, const grn_value *v, size_t n, size_t at)
{
    const grn_tied_value *tied = v ? grn_tied(r->ties, v) : NULL;
    if (!tied || (size_t)tied->rank != n)
        return GRN_NOT_TIED;
    const int64_t now = extent_now(r, tied->first + (uint32_t)at);
    return now != ((const grn_tied_dim *)r->ties->dims.items)[tied->first + (uint32_t)at].extent ? now : GRN_NOT_TIED;
}

static void add_slot(const retyping *r, const grn_op *op, grn_op *owner, const grn_named_attr *attr, size_t n,
                     size_t at, slots *out)
{
    const int64_t number = grn_number_at(attr->value, at);
    const int64_t size = changed_extent_of_op(r, op, number);
    int64_t place = changed_place(r, op->noperands ? op->operands[0] : NULL, n, at);
    if (place == GRN_NOT_TIED)
        place = changed_place(r, op->nresults ? &op->results[0] : NULL, n, at);
    if ((size == GRN_NOT_TIED && place == GRN_NOT_TIED) || out->count == MOST_SLOTS)
        return;
    slot *s = &out->of[out->count++];
    *s = (slot){
        .op = owner, .name = attr->name, .at = at, .nchoices = 1, .choice = {number}, .is_size = size != GRN_NOT_TIED};
    if (size != GRN_NOT_TIED)
        add_choice(s, size);
    if (place != GRN_NOT_TIED) {
        add_choice(s, place);
        add_choice(s, 0);
        add_choice(s, 1);
    }
}

static void add_slots(const retyping *r, const grn_op *op, grn_op *owner, slots *out)
{
    for (size_t i = 0; i < owner->nattrs; i++) {
        const size_t n = grn_numbers_count(owner->attrs[i].value);
        for (size_t at = 0; at < n && n <= LONGEST_LIST; at++)
            add_slot(r, op, owner, &owner->attrs[i], n, at, out);
    }
}

/* Constants that say sizes are operands of some ops, alone or in lists that another op makes. */
static void add_operand_slots(const retyping *r, const grn_op *op, const grn_op *reader, int depth, slots *out)
{
    for (size_t i = 0; i < reader->noperands; i++) {
        grn_op *from = reader->operands[i]->def;
        if (from && grn_is_constant(from))
            add_slots(r, op, from, out);
        else if (from && depth > 0 && !grn_tied(r->ties, &from->results[0]))
            add_operand_slots(r, op, from, depth - 1, out);
    }
}

static void find_slots(const retyping *r, grn_op *op, slots *out)
{
    out->count = 0;
    add_slots(r, op, op, out);
    add_operand_slots(r, op, op, 1, out);
}

static bool choose(retyping *r, const slot *s, size_t choice)
{
    char name[128];
    if (choice == 0 || s->name.n >= sizeof name)
        return choice == 0;
    memcpy(name, s->name.text, s->name.n);
    name[s->name.n] = '\0';
    const grn_attr *a = grn_op_attr(s->op, name);
    return set_attr(r, s->op, s->name, grn_number_changed(r->d->ir, a, s->at, s->choice[choice]));
}

/* ---- an op that does not verify -------------------------------------------------------------- */

/* Dimensions of the results that the row infers get their extents. False: it infers none or 0, or they have other ones
 * already. */
static bool take_inferred(retyping *r, const grn_op *op)
{
    grn_inferred inferred;
    bool any = false;
    if (grn_op_infer(r->d->ir, op, &grn_quiet, &inferred) != GRN_OK)
        return false;
    for (int setting = 0; setting < 2; setting++)
        for (size_t i = 0; i < op->nresults; i++) {
            const grn_tied_value *v = grn_tied(r->ties, &op->results[i]);
            const grn_type *type = grn_type_as_tensor(inferred.types[i]);
            if (!v)
                continue;
            if (!grn_type_is_shaped(type) || type->rank != v->rank)
                return false;
            for (int32_t d = 0; d < v->rank; d++) {
                grn_tied_dim *root = root_of(r, v->first + (uint32_t)d);
                const bool differs = type->shape[d] != extent_now(r, v->first + (uint32_t)d);
                if (differs && (root->to != GRN_NOT_TIED || type->shape[d] < 1) && !setting)
                    return false;
                any |= differs;
                if (differs && setting)
                    root->to = type->shape[d];
            }
        }
    r->again |= any;
    return any;
}

/* A result of as many elements as the only operand has, by one of its dimensions. */
static bool keep_count(retyping *r, const grn_op *op)
{
    const grn_tied_value *from = op->noperands > 0 ? grn_tied(r->ties, op->operands[0]) : NULL;
    const grn_tied_value *to = op->nresults == 1 ? grn_tied(r->ties, &op->results[0]) : NULL;
    int64_t want = 1, have = 1;
    for (int32_t d = 0; from && d < from->rank; d++)
        want *= extent_now(r, from->first + (uint32_t)d);
    for (int32_t d = 0; to && d < to->rank; d++)
        have *= extent_now(r, to->first + (uint32_t)d);
    if (!from || !to || want <= 0 || have <= 0 || want == have)
        return false;
    for (int32_t d = 0; d < to->rank; d++) {
        grn_tied_dim *root = root_of(r, to->first + (uint32_t)d);
        const int64_t others = have / extent_now(r, to->first + (uint32_t)d);
        if (root->to == GRN_NOT_TIED && want % others == 0) {
            root->to = want / others;
            return r->again = true;
        }
    }
    return false;
}

static bool fits(const retyping *r, const grn_op *op) { return grn_draft_verifies(r->d, op); }

/* Every number that was the extent of a dimension follows it. */
static bool choose_sizes(retyping *r, const slots *s)
{
    bool ok = true;
    for (size_t i = 0; i < s->count && ok; i++)
        if (s->of[i].is_size)
            ok = choose(r, &s->of[i], 1);
    return ok;
}

/* The choices of all slots, one after the other, until the op does; with other attributes then. */
static bool try_combinations(retyping *r, grn_op *op, const slots *s, bool (*does)(retyping *r, const grn_op *op))
{
    size_t choice[MOST_SLOTS] = {0};
    const size_t before = r->undone.count;
    for (int left = MOST_COMBINATIONS; left > 0 && !r->d->ir->arena.refused; left--) {
        size_t i = 0;
        while (i < s->count && ++choice[i] == s->of[i].nchoices)
            choice[i++] = 0;
        if (i == s->count)
            return false;
        bool ok = true;
        for (i = 0; i < s->count && ok; i++)
            ok = choose(r, &s->of[i], choice[i]);
        if (ok && does(r, op))
            return true;
        undo_attrs(r, before);
    }
    return false;
}

static bool verifies(retyping *r, const grn_op *op) { return fits(r, op); }

/* A list of as many numbers as a dimension had elements is about these elements, as start_index_map is: it has as many
 * of its numbers as the dimension has now, the first or the last. */
static bool shorten(retyping *r, grn_op *op, const grn_attr_list *l, size_t choice)
{
    const int64_t now = changed_extent_of_op(r, op, (int64_t)l->count);
    if (choice == 0 || l->is_single)
        return choice == 0;
    if (now < 0 || now >= (int64_t)l->count)
        return false;
    const size_t skipped = choice == 1 ? 0 : l->count - (size_t)now;
    return set_attr(r, op, op->attrs[l->attr].name, grn_list_changed(r->d->ir, op, l, (size_t)now, l->v + skipped));
}

static bool try_shorter_lists(retyping *r, grn_op *op, bool (*does)(retyping *r, const grn_op *op))
{
    enum { CHOICES = 3 };
    grn_attr_list lists[GRN_MOST_LISTS];
    size_t choice[GRN_MOST_LISTS] = {0};
    const size_t n = grn_lists_find(op, lists), before = r->undone.count;
    for (int left = MOST_COMBINATIONS; left > 0 && !r->d->ir->arena.refused; left--) {
        size_t i = 0;
        while (i < n && ++choice[i] == CHOICES)
            choice[i++] = 0;
        if (i == n)
            return false;
        bool ok = true;
        for (i = 0; i < n && ok; i++)
            ok = shorten(r, op, &lists[i], choice[i]);
        if (ok && does(r, op))
            return true;
        undo_attrs(r, before);
    }
    return false;
}

static bool repair(retyping *r, grn_op *op)
{
    slots s;
    const size_t before = r->undone.count;
    find_slots(r, op, &s);
    if (choose_sizes(r, &s) && fits(r, op))
        return true;
    const bool sized = s.count > 0 && take_inferred(r, op);
    undo_attrs(r, before);
    return sized || take_inferred(r, op) || try_combinations(r, op, &s, verifies) ||
           try_combinations(r, op, &s, take_inferred) || try_shorter_lists(r, op, verifies) ||
           try_shorter_lists(r, op, take_inferred) || keep_count(r, op);
}

/* ---- all ops --------------------------------------------------------------------------------- */

static bool is_touched(const retyping *r, const grn_op *op)
{
    bool touched = r->ties->judges_all;
    for (size_t i = 0; i < op->noperands && !touched; i++)
        touched = is_changed(r, op->operands[i]);
    for (size_t i = 0; i < op->nresults && !touched; i++)
        touched = is_changed(r, &op->results[i]);
    for (size_t k = 0; k < op->nregions && !touched; k++)
        for (const grn_block *b = op->regions[k].first; b && !touched; b = b->next)
            for (size_t i = 0; i < b->nargs && !touched; i++)
                touched = is_changed(r, &b->args[i]);
    return touched;
}

/* What is within an op comes before it. Depth is the regions', which readers limit. */
static bool visit(retyping *r, grn_op *op)
{
    bool ok = true;
    for (size_t k = 0; k < op->nregions; k++)
        for (grn_block *b = op->regions[k].first; b; b = b->next)
            for (grn_op *inner = b->first; inner && ok && !r->again; inner = inner->next)
                ok = visit(r, inner);
    if (!ok || r->again || !grn_draft_judges(r->d, op) || !is_touched(r, op) || fits(r, op))
        return ok;
    return repair(r, op);
}

static bool cut_inputs(grn_draft *d, const grn_ties *t)
{
    const grn_block *body = grn_draft_body(d);
    bool ok = true;
    for (size_t i = 0; d->has_inputs && i < body->nargs && ok; i++) {
        const grn_tied_value *v = grn_tied(t, &body->args[i]);
        grn_tensor made;
        if (!v || v->type == body->args[i].type)
            continue;
        ok = d->inputs[i].rank == v->rank &&
             cut_tensor(d, t, &d->inputs[i], grn_type_as_tensor(body->args[i].type), &made);
        if (ok)
            d->inputs[i] = made;
    }
    return ok;
}

/* ---- integers that are indices ---------------------------------------------------------------- */

static bool is_integer(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED;
}

/* What was left out before the last elements is no longer counted. */
static bool bring_nearer(grn_draft *d, int64_t by, const grn_tensor *from, grn_tensor *to)
{
    if (!grn_draft_copy(d, from, to))
        return false;
    for (size_t i = 0; i < (size_t)grn_tensor_elements(to); i++) {
        void *at = (char *)to->data + i * grn_dtype_bytes(to->dtype);
        const int64_t index = grn_index_load(to->dtype, at);
        if (index >= by)
            grn_put_number(to->dtype, (double)(index - by), at);
    }
    return true;
}

static bool bring_all_nearer(grn_draft *d, int64_t by)
{
    const char *name;
    grn_tensor t, made;
    bool ok = true;
    for (grn_op *op = grn_draft_next(d, NULL); op && ok; op = grn_draft_next(d, op)) {
        if (!grn_written_constant(op, &name, &t) || !is_integer(t.dtype))
            continue;
        ok = bring_nearer(d, by, &t, &made);
        const grn_attr *a = ok ? grn_elements_attr(d->ir, grn_op_attr(op, name)->type, &made) : NULL;
        ok = a && grn_op_set_attr(d->ir, op, (grn_str){name, strlen(name)}, a);
    }
    for (size_t i = 0; d->has_inputs && ok && i < grn_draft_body(d)->nargs; i++)
        if (is_integer(d->inputs[i].dtype)) {
            ok = bring_nearer(d, by, &d->inputs[i], &made);
            d->inputs[i] = made;
        }
    return ok;
}

grn_status grn_retype(grn_draft *d, grn_ties *t)
{
    retyping r = {.d = d, .ties = t, .again = true};
    bool ok = true;
    grn_vec_init(&r.undone, d->ir->allocator, sizeof(undo));
    for (int round = 0; round < MOST_ROUNDS && r.again && ok; round++) {
        undo_attrs(&r, 0);
        r.again = false;
        ok = give_types(&r) && visit(&r, d->ir->top);
    }
    grn_vec_destroy(&r.undone);
    ok = ok && !r.again && cut_inputs(d, t) && (!t->nearer || bring_all_nearer(d, t->nearer));
    return ok ? GRN_OK : d->ir->arena.refused ? GRN_E_MEMORY : GRN_E_UNSUPPORTED;
}
