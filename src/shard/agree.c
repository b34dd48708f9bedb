/*
 * agree.c - the stage `resharded`: for every op axes are chosen for its factors, and what it takes
 * and gives is brought to them.
 *
 * An axis that cuts a value stays where it is if it can: of the lists of axes that a factor has in
 * the op's values the one that most bytes are cut by is taken, and among equals that of the first
 * value, operands first. An axis serves one factor; owned positions of a gather or scatter come
 * first, unless fewer bytes travel where what they are of comes together.
 */
#include "shard/rows.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- choosing -------------------------------------------------------------------------------- */

typedef struct choice {
    grn_sharder *s;
    const grn_op *op;
    const grn_part_rule *r;
    grn_division **values; /* as they are, or are wanted */
    grn_part_list *lists;
    int64_t *weight;
} choice;

static int64_t plus(int64_t a, int64_t b) { return a > INT64_MAX - b ? INT64_MAX : a + b; }

/* The list of the values of most bytes that agree in one; no list is a choice only where nothing
 * cuts. */
static void choose_factor(choice *c, const grn_part_list *of_value, int32_t f)
{
    const int32_t n = c->r->nvalues, step = c->r->nfactors;
    for (int32_t i = 0; i < n; i++) {
        const grn_part_list *own = &of_value[i * step + f];
        int64_t weight = 0;
        for (int32_t k = 0; own->count && k < n; k++) {
            const int64_t bytes = grn_division_bytes(&c->s->mesh, c->values[k]) + 1;
            if (grn_part_equal(own, &of_value[k * step + f]) && weight < INT64_MAX - bytes)
                weight += bytes;
        }
        if (weight > c->weight[f]) {
            c->weight[f] = weight;
            c->lists[f] = *own;
        }
    }
    if (c->r->factors[f].is_owned)
        c->weight[f] = INT64_MAX;
}

/* Heavier factors first; of what is left of a list the beginning. */
static void share_axes(choice *c)
{
    uint32_t taken = 0;
    for (int32_t round = 0; round < c->r->nfactors; round++) {
        int32_t best = -1;
        for (int32_t f = 0; f < c->r->nfactors; f++)
            if (c->weight[f] > 0 && (best < 0 || c->weight[f] > c->weight[best]))
                best = f;
        if (best < 0)
            return;
        grn_part_list *list = &c->lists[best];
        for (int32_t i = 0; i < list->count; i++)
            if (taken >> list->axis[i] & 1)
                list->count = (uint8_t)i;
        taken |= grn_part_set(list);
        c->weight[best] = 0;
    }
}

/* Whether a value is cut along axes that a view has, too. */
static bool is_of_view(const grn_part_mesh *mesh, const grn_division *d, int32_t view)
{
    grn_part_list axes;
    bool is = true;
    for (int32_t i = 0; is && i < d->rank; i++)
        is = grn_part_translate(mesh, &d->dims[i].axes, view, &axes);
    return is;
}

/* The view along which most bytes are cut; an op is cut along one. -1: nothing cuts. */
static int32_t choose_view(const choice *c)
{
    int64_t most = 0;
    int32_t best = -1;
    for (int32_t v = 0; v < c->s->mesh.nviews; v++) {
        int64_t bytes = 0;
        for (int32_t i = 0; i < c->r->nvalues; i++)
            if (!grn_division_is_whole(c->values[i]) && is_of_view(&c->s->mesh, c->values[i], v))
                bytes = plus(bytes, plus(grn_division_bytes(&c->s->mesh, c->values[i]), 1));
        if (bytes > most) {
            most = bytes;
            best = v;
        }
    }
    return best;
}

/* The axes of each factor that a value has, along a view. */
static void lists_in_view(const choice *c, int32_t i, int32_t view, grn_part_list *lists)
{
    const int32_t own = grn_division_view(&c->s->mesh, c->values[i]);
    grn_part_lists_of(&c->s->mesh, c->r, i, c->values[i], lists);
    for (int32_t f = 0; own >= 0 && own != view && f < c->r->nfactors; f++) {
        const grn_part_list list = lists[f];
        if (!grn_part_translate(&c->s->mesh, &list, view, &lists[f]))
            lists[f].count = 0;
    }
}

/* `owns`: positions that indices name may have owners. */
static grn_status choose_lists(choice *c, bool owns)
{
    const size_t nfactors = (size_t)c->r->nfactors;
    grn_arena *arena = &c->s->w.ir->arena;
    grn_part_list *of_value = GRN_ARENA_NEW(arena, grn_part_list, nfactors * (size_t)c->r->nvalues + 1);
    c->lists = GRN_ARENA_NEW(arena, grn_part_list, nfactors + 1);
    c->weight = GRN_ARENA_NEW(arena, int64_t, nfactors + 1);
    if (!of_value || !c->lists || !c->weight)
        return grn_no_memory(&c->s->w);
    const int32_t view = choose_view(c);
    for (int32_t i = 0; i < c->r->nvalues; i++)
        lists_in_view(c, i, view, &of_value[(size_t)i * nfactors]);
    for (int32_t f = 0; f < c->r->nfactors; f++)
        if (!c->r->factors[f].whole && (owns || !c->r->factors[f].is_owned))
            choose_factor(c, of_value, f);
    share_axes(c);
    grn_part_settle(&c->s->mesh, c->r, c->lists);
    return GRN_OK;
}

static uint32_t axes_of(const choice *c, bool (*are)(const grn_part_factor *f))
{
    uint32_t set = 0;
    for (int32_t f = 0; f < c->r->nfactors; f++)
        set |= are(&c->r->factors[f]) ? grn_part_set(&c->lists[f]) : 0;
    return set;
}
static bool is_owned(const grn_part_factor *f) { return f->is_owned; }
static bool is_reduced(const grn_part_factor *f) { return f->is_reduced; }

/* Where each device has what it owns of all rows, what is put together may stay divided: each gets
 * its part, where that is wanted. */
static bool may_scatter(const choice *c, const grn_division *made, const grn_division *wanted)
{
    const uint32_t owned = axes_of(c, is_owned);
    int32_t changed = 0, along = -1;
    if (!c->r->owners_give)
        return false;
    for (int32_t d = 0; d < made->rank; d++)
        if (!grn_part_equal(&made->dims[d].axes, &wanted->dims[d].axes)) {
            changed++;
            along = d;
        }
    return owned && changed == 1 && made->dims[along].axes.count == 0 &&
           grn_part_set(&wanted->dims[along].axes) == owned;
}

/* What a result costs beside the moves: its parts are combined along `axes`, once around to sum up
 * and once to give. */
static int64_t combining(const grn_sharder *s, const grn_division *made, uint32_t axes, bool scatters)
{
    int64_t ways = 1;
    for (int32_t i = 0; i < s->mesh.naxes; i++)
        ways *= axes >> i & 1 ? s->mesh.axes[i].size : 1;
    return (scatters ? 1 : 2) * (grn_division_bytes(&s->mesh, made) / ways) * (ways - 1);
}

/* Bytes that come to a device for what is chosen. *bytes INT64_MAX: more than can be counted. */
static grn_status count_bytes(const choice *c, int64_t *bytes)
{
    grn_sharder *s = c->s;
    const uint32_t axes = axes_of(c, c->r->owners_give ? is_owned : is_reduced);
    *bytes = 0;
    for (int32_t i = 0; i < c->r->nvalues; i++) {
        const bool is_result = (size_t)i >= c->op->noperands;
        const grn_division *now = c->values[i], *made = grn_part_by_lists(s, c->r, i, now->type, c->lists);
        if (!made)
            return grn_no_memory(&s->w);
        const bool scatters = is_result && may_scatter(c, made, now);
        if (is_result)
            *bytes = plus(*bytes, combining(s, made, axes, scatters));
        if (!scatters)
            *bytes = plus(*bytes, is_result ? grn_division_least(&s->mesh, made, now)
                                            : grn_division_least(&s->mesh, now, made));
    }
    return GRN_OK;
}

static grn_status choose(choice *c)
{
    int64_t with_owners = 0, without = 0;
    grn_status status = choose_lists(c, true);
    if (status != GRN_OK || axes_of(c, is_owned) == 0)
        return status;
    choice other = *c;
    status = choose_lists(&other, false);
    if (status == GRN_OK)
        status = count_bytes(c, &with_owners);
    if (status == GRN_OK)
        status = count_bytes(&other, &without);
    if (status == GRN_OK && without < with_owners)
        c->lists = other.lists;
    return status;
}

/* ---- bringing values there ------------------------------------------------------------------- */

static grn_status note_why(grn_sharder *s, grn_op *move, const char *why)
{
    const grn_attr *a = grn_attr_string(s->w.ir, (grn_str){why, strlen(why)});
    return a && grn_op_set_attr(s->w.ir, move, GRN_STR(GRN_PART_WHY), a) ? GRN_OK : grn_no_memory(&s->w);
}

/* `v` divided as `to` says, by moves before w.at, for the sake of `of`. */
static grn_status bring(grn_sharder *s, const grn_op *of, grn_value *v, grn_division *to, const char *why,
                        grn_value **out)
{
    grn_part_moves moves;
    const grn_division *from = grn_part_of(s, v);
    grn_status status = GRN_OK;
    *out = v;
    if (grn_division_equal(from, to))
        return GRN_OK;
    if (!grn_part_moves_between(s, from, to, &moves))
        return grn_no_memory(&s->w);
    for (size_t i = 0; status == GRN_OK && i < moves.count; i++) {
        *out = grn_part_collective(s, *out, i ? moves.to[i - 1] : from, moves.to[i]);
        status = *out && grn_divisions_set(&s->map, *out, moves.to[i]) ? note_why(s, (*out)->def, why)
                                                                       : grn_no_memory(&s->w);
        if (status == GRN_OK) {
            (*out)->def->place = of->place;
            (*out)->def->from = grn_origin_name(of);
        }
    }
    return status;
}

/* Why dimension `dim` of a value is whole in its op; NULL: it is not, or for no reason but what
 * others cost. */
static const char *whole_along(const grn_part_rule *r, size_t value, int32_t dim)
{
    const int64_t *f;
    const size_t n = grn_part_factors(&r->maps[value], dim, &f);
    for (size_t k = 0; k < n; k++)
        if (r->factors[f[k]].whole)
            return r->factors[f[k]].whole;
    return NULL;
}

/* `rule` NULL: the op runs whole, and says why itself. */
static grn_status bring_operand(grn_sharder *s, grn_op *op, size_t i, const grn_part_rule *rule, grn_division *to)
{
    char why[256];
    grn_value *v;
    const grn_division *from = grn_part_of(s, op->operands[i]);
    int n = snprintf(why, sizeof why, "operand #%zu of '%.*s'", i, (int)op->name.n, op->name.text);
    for (int32_t d = 0; rule && d < from->rank && n > 0 && (size_t)n < sizeof why; d++) {
        const char *reason = from->dims[d].axes.count && to->dims[d].axes.count == 0 ? whole_along(rule, i, d) : NULL;
        if (reason) {
            snprintf(why + n, sizeof why - (size_t)n, ", whole along dimension %" PRId32 " as %s", d, reason);
            break;
        }
    }
    s->w.at = op;
    grn_status status = bring(s, op, op->operands[i], to, why, &v);
    if (status == GRN_OK && v != op->operands[i])
        grn_op_set_operand(op, i, v);
    return status;
}

/* What a result is wanted as stands behind the op, and for later uses. */
static grn_status bring_result(grn_sharder *s, grn_op *op, size_t i, grn_division *wanted)
{
    char why[128];
    grn_value *v = &op->results[i], *now;
    snprintf(why, sizeof why, "result #%zu of '%.*s'", i, (int)op->name.n, op->name.text);
    s->w.at = op->next;
    grn_status status = bring(s, op, v, wanted, why, &now);
    if (status == GRN_OK && now != v)
        grn_part_of(s, v)->now = now;
    return status;
}

/* Whether `wanted` cuts parts of `made` and nothing else: then each reader cuts what it takes,
 * which costs nothing, and one that takes the whole has it. */
static bool is_finer(const grn_sharder *s, const grn_division *made, const grn_division *wanted)
{
    bool finer = true;
    for (int32_t d = 0; finer && d < made->rank; d++) {
        const grn_part_list *own = &made->dims[d].axes, *all = &wanted->dims[d].axes;
        const grn_part_list more = grn_part_rest(all, own->count);
        finer = grn_part_begins(all, own) &&
                (more.count == 0 || own->count == 0 || grn_part_nests(&s->mesh, made->type->shape[d], own, &more));
    }
    return finer;
}

/* ---- ops ------------------------------------------------------------------------------------- */

static grn_status agree_values(choice *c, grn_op *op)
{
    grn_sharder *s = c->s;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        grn_division *to = grn_part_by_lists(s, c->r, (int32_t)i, c->values[i]->type, c->lists);
        status = to ? bring_operand(s, op, i, c->r, to) : grn_no_memory(&s->w);
    }
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        grn_division *wanted = c->values[op->noperands + i];
        grn_division *made = grn_part_by_lists(s, c->r, (int32_t)(op->noperands + i), wanted->type, c->lists);
        if (made && may_scatter(c, made, wanted))
            continue;
        if (!made || !grn_divisions_set(&s->map, &op->results[i], made))
            return grn_no_memory(&s->w);
        if (!is_finer(s, made, wanted))
            status = bring_result(s, op, i, wanted);
    }
    return status;
}

static grn_status whole_of(grn_sharder *s, const grn_type *type, grn_division **out)
{
    *out = grn_division_new(s->w.ir, type);
    return *out ? GRN_OK : grn_no_memory(&s->w);
}

/* Values of the function that regions of `op` use come whole. Depth is the regions'. */
static grn_status bring_captured(grn_sharder *s, grn_op *op, grn_op *inner)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && inner != op && i < inner->noperands; i++) {
        grn_value *v = inner->operands[i];
        grn_division *d = grn_part_of(s, v), *whole;
        if (!d)
            continue;
        s->w.at = op;
        status = whole_of(s, d->type, &whole);
        if (status == GRN_OK)
            status = bring(s, op, v, whole, "a value that its regions use", &v);
        if (status == GRN_OK && v != inner->operands[i])
            grn_op_set_operand(inner, i, v);
    }
    for (size_t r = 0; r < inner->nregions; r++)
        for (grn_block *b = inner->regions[r].first; b; b = b->next)
            for (grn_op *next = b->first; status == GRN_OK && next; next = next->next)
                status = bring_captured(s, op, next);
    return status;
}

static grn_status agree_whole(grn_sharder *s, grn_op *op)
{
    grn_status status = GRN_OK;
    bool cuts = false;
    const char *why = "has a manual computation within, and is no control flow of one block to a region";
    s->w.at = op;
    if (s->bodies > 0 ? grn_part_has_manual(op) : !grn_part_may_repeat(op, &why))
        return grn_fail(s->w.diag, op->place, GRN_E_UNSUPPORTED, "cannot be divided: '%.*s' %s", (int)op->name.n,
                        op->name.text, why);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        grn_division *whole;
        cuts |= !grn_division_is_whole(grn_part_of(s, op->operands[i]));
        status = whole_of(s, op->operands[i]->type, &whole);
        if (status == GRN_OK)
            status = bring_operand(s, op, i, NULL, whole);
    }
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        grn_division *wanted = grn_part_of(s, &op->results[i]), *whole;
        cuts |= !grn_division_is_whole(wanted);
        status = whole_of(s, wanted->type, &whole);
        if (status == GRN_OK && !grn_divisions_set(&s->map, &op->results[i], whole))
            status = grn_no_memory(&s->w);
    }
    if (status == GRN_OK && cuts && s->o->stage == GRN_SHARD_LOCAL) {
        s->w.at = op;
        grn_part_tell_whole(s);
    }
    return status;
}

/* Values as they are divided at the time; later uses of one that was brought where it was wanted
 * use that. */
static void use_brought(grn_sharder *s, grn_op *root)
{
    for (grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->noperands; i++) {
            const grn_division *d = grn_part_of(s, op->operands[i]);
            if (d && d->now)
                grn_op_set_operand(op, i, d->now);
        }
}

static grn_status agree_op(grn_sharder *s, grn_op *op)
{
    grn_part_rule *rule;
    s->w.at = op;
    grn_status status = grn_part_is_move(op) ? GRN_OK : grn_part_rule_of(s, op, &rule);
    if (status != GRN_OK || grn_part_is_move(op))
        return status;
    if (!rule) {
        status = agree_whole(s, op);
        return status == GRN_OK ? bring_captured(s, op, op) : status;
    }
    choice c = {.s = s,
                .op = op,
                .r = rule,
                .values = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, (size_t)rule->nvalues + 1)};
    if (!c.values)
        return grn_no_memory(&s->w);
    for (int32_t i = 0; i < rule->nvalues; i++)
        c.values[i] = grn_part_of(s, grn_part_value(op, (size_t)i));
    status = choose(&c);
    if (status == GRN_OK)
        status = agree_values(&c, op);
    return status == GRN_OK && op->nregions ? bring_captured(s, op, op) : status;
}

/* What a block gives is divided as it is wanted where it goes. */
static grn_status agree_results(grn_sharder *s, const grn_part_flow *flow)
{
    char why[64];
    grn_op *end = flow->block->last;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < flow->nresults; i++) {
        grn_value *v;
        s->w.at = end;
        snprintf(why, sizeof why, "result #%zu of %s", i, flow->block == s->block ? "the function" : "a region");
        status = bring(s, end, end->operands[i], flow->results[i], why, &v);
        if (status == GRN_OK && v != end->operands[i])
            grn_op_set_operand(end, i, v);
    }
    return status;
}

static grn_status agree_block(grn_sharder *s, const grn_part_flow *flow);

static grn_status agree_control(grn_sharder *s, grn_op *op)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        grn_division *to = grn_part_flow_in(s, op, i);
        status = to ? bring_operand(s, op, i, NULL, to) : grn_no_memory(&s->w);
    }
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++) {
        grn_part_flow flow;
        status = grn_part_flow_of(s, op, r, &flow);
        if (status == GRN_OK)
            status = agree_block(s, &flow);
    }
    return status;
}

/* What it gives is divided as it says from the beginning. */
static grn_status agree_manual(grn_sharder *s, grn_op *op)
{
    grn_part_flow flow;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        grn_division *to;
        status = grn_part_manual_in(s, op, i, &to);
        if (status == GRN_OK)
            status = bring_operand(s, op, i, NULL, to);
    }
    if (status == GRN_OK)
        status = grn_part_manual_flow(s, op, &flow);
    if (status != GRN_OK)
        return status;
    const uint32_t entered = grn_part_manual_enter(s, op);
    status = agree_block(s, &flow);
    grn_part_manual_leave(s, entered);
    return status;
}

/* Depth is the regions', which the parser limits. */
static grn_status agree_block(grn_sharder *s, const grn_part_flow *flow)
{
    grn_status status = GRN_OK;
    for (grn_op *op = flow->block->first, *next; op && status != GRN_E_MEMORY; op = next) {
        use_brought(s, op);
        next = op->next;
        s->w.at = op;
        grn_status done = op == flow->block->last   ? agree_results(s, flow)
                          : grn_part_is_control(op) ? agree_control(s, op)
                          : grn_part_is_manual(op)  ? agree_manual(s, op)
                                                    : agree_op(s, op);
        status = status == GRN_OK ? done : status;
    }
    return status;
}

grn_status grn_part_agree(grn_sharder *s)
{
    return agree_block(s, &(grn_part_flow){s->block, s->results, s->nresults});
}
