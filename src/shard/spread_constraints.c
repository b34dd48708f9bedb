/*
 * spread_constraints.c - what the text asks of values beside their own shardings, before anything
 * is propagated (Shardy, import/apply_sharding_constraints.cc, import/manual_axes_cleanup.cc,
 * import/sharding_group_import.cc, propagation/sharding_group_map.cc).
 */
#include <stdlib.h>

#include "convert/steps.h"
#include "shard/spread_parts.h"

static bool is_constraint(const grn_op *op) { return grn_op_is(op, GRN_OP(sdy, sharding_constraint)); }

static grn_spread_state *state_of(const grn_spreading *p, const grn_value *v)
{
    const int32_t state = grn_spread_value_of(p, v)->state;
    return state < 0 ? NULL : grn_spread_state_at(p, state);
}

static void no_memory(grn_spreading *p) { p->status = grn_no_memory(&p->s->w); }

/* ---- manual computations --------------------------------------------------------------------- */

const grn_attr *grn_spread_listed(const grn_op *op, const char *name, size_t i)
{
    const grn_attr *list = grn_op_attr(op, name);
    const bool has = list && grn_sdy_is_shardings.matches(list) && i < grn_sdy_axes_of(list).count;
    return has ? grn_sdy_axes_of(list).items[i] : NULL;
}

static bool names_axis(const grn_spread_list *list, int32_t axis)
{
    bool named = false;
    for (int32_t i = 0; i < list->count; i++)
        named |= list->items[i].axis == axis;
    return named;
}

static bool uses_axis(const grn_spread_sharding *s, int32_t axis)
{
    bool uses = names_axis(&s->replicated, axis) || names_axis(&s->unreduced, axis);
    for (int32_t i = 0; i < s->rank; i++)
        uses = uses || names_axis(&s->dims[i].axes, axis);
    return uses;
}

const grn_spread_sharding *grn_spread_base(grn_spreading *p, const grn_op *op, const grn_attr *written,
                                           const grn_type *type)
{
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    const grn_spread_sharding *read = written ? grn_spread_read(p, op, written, type) : NULL;
    grn_spread_sharding *s = read ? GRN_ARENA_NEW(&p->ir->arena, grn_spread_sharding, 1) : NULL;
    if (!s) {
        if (read)
            no_memory(p);
        return NULL;
    }
    *s = *read;
    for (size_t k = 0; k < s->mesh->of.names.count; k++) {
        const int64_t size = s->mesh->of.sizes[k];
        if (size > 1 && grn_sdy_has_name(manual, s->mesh->of.names.items[k]->text) && !uses_axis(s, (int32_t)k))
            grn_spread_push(&s->replicated, (grn_spread_axis){(int32_t)k, 1, (int32_t)size});
    }
    grn_spread_sort(&s->replicated);
    return s;
}

/* How results and arguments of the body begin: with all manual axes named. */
static void clean_manual(grn_spreading *p, const grn_op *op)
{
    const grn_sdy_list manual = grn_sdy_axes_of(grn_op_attr(op, "manual_axes"));
    const grn_block *body = op->regions[0].first;
    for (size_t i = 0; p->status == GRN_OK && i < op->nresults; i++) {
        const grn_attr *written = grn_spread_listed(op, "out_shardings", i);
        grn_spread_state *state = state_of(p, &op->results[i]);
        if (state && written)
            state->now = grn_spread_base(p, op, written, op->results[i].type);
    }
    for (size_t i = 0; p->status == GRN_OK && i < op->noperands && i < body->nargs; i++) {
        const grn_attr *written = grn_spread_listed(op, "in_shardings", i);
        grn_spread_state *state = state_of(p, &body->args[i]);
        const grn_spread_sharding *base =
            state && written ? grn_spread_base(p, op, written, op->operands[i]->type) : NULL;
        if (base && !(state->now = grn_spread_within(p->ir, base, manual)))
            no_memory(p);
    }
}

/* ---- uses ------------------------------------------------------------------------------------ */

/* The sharding that a use constrains its value to; NULL: it is another use. */
static const grn_spread_sharding *constrained_to(grn_spreading *p, const grn_spread_use *use)
{
    if (is_constraint(use->op)) {
        const grn_spread_state *state = state_of(p, &use->op->results[0]);
        return state ? state->now : NULL;
    }
    if (!grn_part_is_manual(use->op))
        return NULL;
    return grn_spread_base(p, use->op, grn_spread_listed(use->op, "in_shardings", use->index),
                           use->op->operands[use->index]->type);
}

static bool constrains(const grn_op *op) { return is_constraint(op) || grn_part_is_manual(op); }

static bool is_used_otherwise(grn_spreading *p, const grn_value *v, const grn_spread_sharding *sharding)
{
    bool otherwise = false;
    for (const grn_spread_use *u = grn_spread_value_of(p, v)->first; u && !otherwise; u = u->next)
        otherwise = constrains(u->op) && !grn_spread_same(constrained_to(p, u), sharding);
    return otherwise;
}

static bool is_constrained(const grn_spreading *p, const grn_value *v, const grn_op *but)
{
    bool is = false;
    for (const grn_spread_use *u = grn_spread_value_of(p, v)->first; u && !is; u = u->next)
        is = u->op != but && constrains(u->op);
    return is;
}

/* Uses of `from` that `moves` answers for become uses of `to`. */
typedef bool grn_spread_moves(const grn_spread_use *use, const grn_op *by);
static void replace_uses(grn_spreading *p, grn_value *from, grn_value *to, const grn_op *by, grn_spread_moves *moves)
{
    grn_spread_value *a = grn_spread_value_of(p, from), *b = grn_spread_value_of(p, to);
    grn_spread_use *all = a->first;
    a->first = a->last = NULL;
    for (grn_spread_use *u = all, *next; u; u = next) {
        grn_spread_value *of = moves(u, by) ? b : a;
        next = u->next;
        u->next = NULL;
        *(of->last ? &of->last->next : &of->first) = u;
        of->last = u;
        if (of == b)
            grn_op_set_operand(u->op, u->index, to);
    }
}

static bool is_another(const grn_spread_use *use, const grn_op *by) { return use->op != by; }

/* ---- constraints ----------------------------------------------------------------------------- */

static grn_op *first_behind(const grn_value *v) { return v->def ? v->def->next : v->block->first; }

/* A constraint right behind `v`. */
static grn_op *constraint_behind(grn_spreading *p, grn_value *v, const grn_attr *sharding, const grn_spread_sharding *s)
{
    const grn_new_attr attr = {"sharding", sharding};
    grn_value *made = sharding ? grn_make_before(p->ir, first_behind(v),
                                                 &(grn_make){.op = "sdy.sharding_constraint",
                                                             .noperands = 1,
                                                             .operands = &v,
                                                             .type = v->type,
                                                             .nattrs = 1,
                                                             .attrs = &attr})
                               : NULL;
    const int32_t state = made ? grn_spread_state_new(p, s) : -1;
    if (!made)
        no_memory(p);
    if (p->status != GRN_OK || !grn_spread_value_new(p, made, state, false))
        return NULL;
    grn_spread_use_new(p, made->def, 0);
    return made->def;
}

/* Of what has a state with others the uses are constrained, and the others are left alone. */
static void constrain_edge(grn_spreading *p, grn_op *op, grn_value *v, const grn_attr *written,
                           const grn_spread_sharding *sharding)
{
    grn_op *constraint = op;
    if (!is_constraint(op))
        constraint = constraint_behind(p, v, written, sharding);
    else if (first_behind(v) != op)
        grn_op_move_before(first_behind(v), op);
    if (!constraint)
        return;
    replace_uses(p, v, &constraint->results[0], constraint, is_another);
    if (sharding->unreduced.count == 0)
        return;
    grn_spread_sharding *s = grn_spread_sharding_new(p->ir, sharding->ref, sharding->mesh, sharding->rank, NULL);
    if (!s) {
        no_memory(p);
        return;
    }
    s->unreduced = sharding->unreduced;
    s->reduction = sharding->reduction;
    state_of(p, v)->now = s;
}

static void apply(grn_spreading *p, grn_op *op, size_t operand, const grn_attr *written,
                  const grn_spread_sharding *sharding)
{
    grn_value *v = op->operands[operand];
    grn_spread_state *state = state_of(p, v);
    if (!state || state->now || !sharding || !grn_spread_is_closed(sharding) || is_used_otherwise(p, v, sharding))
        return;
    if (grn_spread_value_of(p, v)->is_edge)
        constrain_edge(p, op, v, written, sharding);
    else
        state->now = sharding;
}

/* The last of a chain of constraints that begins with `head`, where nothing else constrains what is
 * in it; NULL: there is none. */
static grn_op *tail_of(const grn_spreading *p, grn_op *head)
{
    const grn_value *input = head->operands[0];
    const grn_spread_state *state = state_of(p, input);
    if ((input->def && is_constraint(input->def)) || (state && state->now) || is_constrained(p, input, head))
        return NULL;
    grn_op *tail = head;
    for (const grn_spread_value *v = grn_spread_value_of(p, &tail->results[0]);
         v->first && !v->first->next && is_constraint(v->first->op); v = grn_spread_value_of(p, &tail->results[0]))
        tail = v->first->op;
    return tail == head || is_constrained(p, &tail->results[0], NULL) ? NULL : tail;
}

static bool is_before(const grn_op *a, const grn_op *b)
{
    const grn_op *op = a->next;
    while (op && op != b)
        op = op->next;
    return op != NULL;
}

/* Uses behind the tail, in its block. */
static bool is_behind(const grn_spread_use *use, const grn_op *tail)
{
    return use->op->block == tail->block && !grn_op_is(use->op, GRN_OP(func, return )) && is_before(tail, use->op);
}

static void constrain(grn_spreading *p, grn_op *op)
{
    if (is_constraint(op)) {
        grn_op *tail = tail_of(p, op);
        if (tail)
            replace_uses(p, op->operands[0], &tail->results[0], tail, is_behind);
        const grn_spread_state *own = state_of(p, &op->results[0]);
        apply(p, op, 0, grn_op_attr(op, "sharding"), own ? own->now : NULL);
        return;
    }
    for (size_t i = 0; p->status == GRN_OK && i < op->noperands; i++) {
        const grn_attr *written = grn_spread_listed(op, "in_shardings", i);
        const grn_spread_sharding *base = grn_spread_base(p, op, written, op->operands[i]->type);
        if (p->status == GRN_OK && base)
            apply(p, op, i, grn_spread_attr(p->ir, base), base);
    }
}

/* Ops of a kind, those within others first. Depth is the regions', which the parser limits. */
static bool list_ops(const grn_block *block, bool (*wanted)(const grn_op *op), grn_vec *out)
{
    bool done = true;
    for (grn_op *op = block->first; done && op; op = op->next) {
        for (size_t r = 0; done && grn_spread_opens(op) && r < op->nregions; r++)
            done = list_ops(op->regions[r].first, wanted, out);
        if (!done || !wanted(op))
            continue;
        grn_op **slot = grn_vec_push(out);
        done = slot != NULL;
        if (slot)
            *slot = op;
    }
    return done;
}

void grn_spread_constrain(grn_spreading *p)
{
    grn_vec ops;
    grn_vec_init(&ops, p->ir->allocator, sizeof(grn_op *));
    if (!list_ops(p->s->block, constrains, &ops))
        no_memory(p);
    grn_op **all = ops.items;
    for (size_t i = 0; p->status == GRN_OK && i < ops.count; i++)
        if (grn_part_is_manual(all[i]))
            clean_manual(p, all[i]);
    for (size_t i = 0; p->status == GRN_OK && i < ops.count; i++)
        constrain(p, all[i]);
    grn_vec_destroy(&ops);
}

/* ---- groups ---------------------------------------------------------------------------------- */

typedef struct member {
    int64_t id;
    grn_value *value;
    size_t order, root; /* among all; the first of its group */
    bool is_again;      /* the value is a member already */
} member;

static bool is_group(const grn_op *op) { return grn_op_is(op, GRN_OP(sdy, sharding_group)); }

static int by_id(const void *a, const void *b)
{
    const member *x = *(member *const *)a, *y = *(member *const *)b;
    return x->id != y->id ? (x->id > y->id) - (x->id < y->id) : (x->order > y->order) - (x->order < y->order);
}

static int by_value(const void *a, const void *b)
{
    const member *x = *(member *const *)a, *y = *(member *const *)b;
    return x->value->slot != y->value->slot ? (x->value->slot > y->value->slot) - (x->value->slot < y->value->slot)
                                            : (x->order > y->order) - (x->order < y->order);
}

static size_t root_of(member *all, size_t i)
{
    while (all[i].root != i)
        i = all[i].root = all[all[i].root].root;
    return i;
}

static void join(member *all, size_t a, size_t b)
{
    const size_t x = root_of(all, a), y = root_of(all, b);
    all[x < y ? y : x].root = x < y ? x : y;
}

/* Members of one id are of one group, and so are groups of one value. */
static void join_all(member *all, member **sorted, size_t n)
{
    qsort(sorted, n, sizeof *sorted, by_id);
    for (size_t i = 1; i < n; i++)
        if (sorted[i]->id == sorted[i - 1]->id)
            join(all, sorted[i]->order, sorted[i - 1]->order);
    qsort(sorted, n, sizeof *sorted, by_value);
    for (size_t i = 1; i < n; i++)
        if (sorted[i]->value == sorted[i - 1]->value) {
            sorted[i]->is_again = true;
            join(all, sorted[i]->order, sorted[i - 1]->order);
        }
}

static int by_root(const void *a, const void *b)
{
    const member *x = *(member *const *)a, *y = *(member *const *)b;
    return x->root != y->root ? (x->root > y->root) - (x->root < y->root)
                              : (x->order > y->order) - (x->order < y->order);
}

/* The one sharding that members of a group have; *conflicts: there are several. */
static const grn_spread_sharding *common(const grn_spreading *p, member *const *group, size_t n, bool *conflicts)
{
    const grn_spread_sharding *found = NULL;
    *conflicts = false;
    for (size_t i = 0; i < n; i++) {
        const grn_spread_state *state = state_of(p, group[i]->value);
        if (!state || !state->now || grn_spread_is_open(state->now))
            continue;
        *conflicts |= found && !grn_spread_same(found, state->now);
        found = found ? found : state->now;
    }
    return found;
}

/* Values that disagree from the beginning: what is used of each is an open constraint of it. */
static void open_member(grn_spreading *p, member *m, const grn_spread_sharding *like)
{
    const grn_spread_sharding *open = grn_spread_sharding_new(p->ir, like->ref, like->mesh, like->rank, NULL);
    const grn_attr *attr = open ? grn_spread_attr(p->ir, open) : NULL;
    grn_op *made = constraint_behind(p, m->value, attr, open);
    if (!made)
        return;
    replace_uses(p, m->value, &made->results[0], made, is_another);
    m->value = &made->results[0];
}

/* States of a group are a ring. */
static void link_member(grn_spreading *p, size_t root, const grn_value *v, int32_t *last)
{
    const int32_t own = grn_spread_value_of(p, v)->state;
    grn_spread_state *state = own < 0 ? NULL : grn_spread_state_at(p, own);
    if (!state || state->group >= 0)
        return;
    state->group = (int32_t)root;
    state->next_in_group = *last < 0 ? own : grn_spread_state_at(p, *last)->next_in_group;
    if (*last >= 0)
        grn_spread_state_at(p, *last)->next_in_group = own;
    *last = own;
}

static void warn_of_group(const grn_spreading *p, const grn_value *v)
{
    grn_emit(p->s->w.diag, GRN_SEVERITY_WARNING, v->def ? v->def->place : p->s->function->place,
             "the shardings that values of a sharding group are written with do not match: an open sharding constraint "
             "stands "
             "behind each");
}

static void sync_group(grn_spreading *p, member *const *group, size_t n)
{
    bool conflicts;
    int32_t last = -1;
    const grn_spread_sharding *sharding = common(p, group, n, &conflicts);
    if (conflicts)
        warn_of_group(p, group[0]->value);
    for (size_t i = 0; p->status == GRN_OK && i < n; i++) {
        grn_spread_state *state = state_of(p, group[i]->value);
        if (group[i]->is_again)
            continue;
        if (conflicts && state)
            open_member(p, group[i], sharding);
        else if (sharding && state)
            state->now = sharding;
        if (p->status == GRN_OK)
            link_member(p, group[0]->root, group[i]->value, &last);
    }
}

static void group_all(grn_spreading *p, member *all, member **sorted, size_t n)
{
    join_all(all, sorted, n);
    for (size_t i = 0; i < n; i++)
        all[i].root = root_of(all, i);
    qsort(sorted, n, sizeof *sorted, by_root);
    for (size_t i = 0, count; p->status == GRN_OK && i < n; i += count) {
        for (count = 1; i + count < n && sorted[i + count]->root == sorted[i]->root;)
            count++;
        sync_group(p, sorted + i, count);
    }
}

void grn_spread_group(grn_spreading *p)
{
    grn_vec ops;
    grn_vec_init(&ops, p->ir->allocator, sizeof(grn_op *));
    const bool listed = list_ops(p->s->block, is_group, &ops);
    member *all = listed ? GRN_ARENA_NEW(&p->ir->arena, member, ops.count + 1) : NULL;
    member **sorted = all ? GRN_ARENA_NEW(&p->ir->arena, member *, ops.count + 1) : NULL;
    if (!sorted)
        no_memory(p);
    for (size_t i = 0; sorted && i < ops.count; i++) {
        const grn_op *op = ((grn_op **)ops.items)[i];
        all[i] = (member){.id = grn_op_integer(op, "group_id", 0), .value = op->operands[0], .order = i, .root = i};
        sorted[i] = &all[i];
    }
    if (sorted)
        group_all(p, all, sorted, ops.count);
    grn_vec_destroy(&ops);
}
