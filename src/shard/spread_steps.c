/* spread_steps.c - what shardings are propagated along, and when (Shardy,
 * propagation/op_priority_propagation.cc). */
#include "shard/rows.h"
#include "shard/spread_parts.h"

/* ---- kinds of ops (common/op_properties.cc) -------------------------------------------------- */

bool grn_spread_is_elementwise(const grn_op *op)
{
    if (grn_op_is(op, GRN_HLO(bitcast_convert)))
        return grn_type_same_shape(grn_operand_type(op, 0), grn_result_type(op, 0));
    return (op->def && (op->def->element || op->def->element_of)) ||
           GRN_OP_IS_ONE_OF(op, GRN_HLO(select), GRN_HLO(clamp), GRN_HLO(reduce_precision),
                            GRN_OP(sdy, propagation_barrier), GRN_OP(sdy, sharding_constraint), GRN_OP(sdy, reshard));
}

/* Data that goes to another memory. */
static bool is_offload(const grn_op *op)
{
    const grn_attr *target = grn_op_is(op, GRN_HLO(custom_call)) ? grn_op_attr(op, "call_target_name") : NULL;
    return target && target->kind == GRN_ATTR_STRING &&
           (grn_str_is(target->text, "MoveToDevice") || grn_str_is(target->text, "MoveToHost"));
}

/* ---- directions ------------------------------------------------------------------------------ */

/* A value that has several uses would have the conflicts of all of them. */
static bool uses_shared(const grn_spreading *p, const grn_op *op)
{
    bool shared = false;
    for (size_t i = 0; i < op->noperands && !shared; i++) {
        const grn_spread_use *first = grn_spread_value_of(p, op->operands[i])->first;
        const bool is_scalar = grn_type_is_tensor(op->operands[i]->type) && op->operands[i]->type->rank == 0;
        shared = !is_scalar && first && first->next;
    }
    return shared;
}

static int32_t passing(const grn_spreading *p, const grn_spread_step *step, bool takes_shared)
{
    if (step->is_edge)
        return GRN_SDY_BOTH;
    int32_t direction = GRN_SDY_NONE;
    if (step->is_elementwise || is_offload(step->op) ||
        GRN_OP_IS_ONE_OF(step->op, GRN_HLO(reshape), GRN_HLO(transpose)))
        direction = GRN_SDY_BOTH;
    else if (GRN_OP_IS_ONE_OF(step->op, GRN_HLO(dynamic_slice), GRN_HLO(dynamic_update_slice)))
        direction = GRN_SDY_FORWARD;
    return direction != GRN_SDY_NONE && !takes_shared && uses_shared(p, step->op) ? GRN_SDY_NONE : direction;
}

static int32_t except_broadcasts(const grn_spread_step *step)
{
    return !step->is_edge && grn_op_is(step->op, GRN_HLO(broadcast_in_dim)) ? GRN_SDY_BACKWARD : GRN_SDY_BOTH;
}

/* NONE, FORWARD, BACKWARD and BOTH are 0 to 3, so the union is that of bits. */
int32_t grn_spread_direction(const grn_spreading *p, const grn_spread_step *step, int32_t factor)
{
    if (step->rule->is_blocked[factor])
        return GRN_SDY_NONE;
    if (step->direction >= 0)
        return step->direction;
    int32_t direction = passing(p, step, p->priority > 0);
    if (p->priority >= 2 && step->rule->is_free[factor])
        direction |= except_broadcasts(step);
    if (p->priority >= 3)
        direction |= except_broadcasts(step);
    return p->priority >= GRN_SPREAD_ROUNDS - 1 ? GRN_SDY_BOTH : direction;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_spread_rule *rule_new(grn_spreading *p, size_t nfactors, size_t nvalues)
{
    grn_arena *arena = &p->ir->arena;
    grn_spread_rule *r = GRN_ARENA_NEW(arena, grn_spread_rule, 1);
    if (!r)
        return NULL;
    *r = (grn_spread_rule){.nfactors = (int32_t)nfactors,
                           .nvalues = (int32_t)nvalues,
                           .is_free = GRN_ARENA_NEW(arena, bool, nfactors + 1),
                           .is_blocked = GRN_ARENA_NEW(arena, bool, nfactors + 1),
                           .maps = GRN_ARENA_NEW(arena, grn_part_map, nvalues + 1)};
    for (size_t i = 0; r->is_free && i < nfactors; i++)
        r->is_free[i] = true;
    return r->is_free && r->is_blocked && r->maps ? r : NULL;
}

/* Each dimension of all values is one factor. */
static grn_spread_rule *identity(grn_spreading *p, const grn_type *type, size_t nvalues)
{
    grn_spread_rule *r = rule_new(p, (size_t)type->rank, nvalues);
    for (size_t i = 0; r && i < nvalues; i++) {
        r->maps[i].rank = type->rank;
        for (int32_t d = 0; d < type->rank; d++)
            r->maps[i].own[d] = d;
    }
    if (r)
        r->sizes = type->shape;
    return r;
}

static void mark(const grn_field *field, bool *flags, int32_t n, bool as)
{
    for (size_t i = 0; i < field->count; i++)
        if (field->v[i] >= 0 && field->v[i] < n)
            flags[field->v[i]] = as;
}

/* What garner knows of an op that Shardy's registry does not know. */
static grn_spread_rule *own_rule_of(grn_spreading *p, const grn_op *op)
{
    grn_part_rule *from;
    if (grn_part_rule_of(p->s, op, &from) != GRN_OK)
        p->status = grn_no_memory(&p->s->w);
    if (p->status != GRN_OK || !from)
        return NULL;
    grn_spread_rule *r = rule_new(p, (size_t)from->nfactors, (size_t)from->nvalues);
    int64_t *sizes = GRN_ARENA_NEW(&p->ir->arena, int64_t, (size_t)from->nfactors + 1);
    if (!r || !sizes) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    r->sizes = sizes;
    for (int32_t f = 0; f < from->nfactors; f++) {
        sizes[f] = from->factors[f].size;
        r->is_blocked[f] = from->factors[f].whole || from->factors[f].is_blocked;
    }
    r->maps = from->maps;
    return r;
}

/* NULL: the op has none, or p->status. */
static grn_spread_rule *rule_of(grn_spreading *p, const grn_op *op)
{
    const grn_attr *attr;
    if (grn_shard_rule_of(p->ir, op, &attr) != GRN_OK)
        p->status = grn_no_memory(&p->s->w);
    if (p->status != GRN_OK || !attr)
        return p->status == GRN_OK && !grn_shard_knows(op) && !grn_part_is_move(op) ? own_rule_of(p, op) : NULL;
    const grn_sdy_rule from = grn_sdy_rule_of(attr);
    if (from.operands.count != op->noperands || from.results.count != op->nresults)
        return NULL;
    grn_spread_rule *r = rule_new(p, from.nfactors, op->noperands + op->nresults);
    if (!r) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    r->sizes = from.sizes;
    for (size_t i = 0; i < (size_t)r->nvalues; i++) {
        const grn_attr *map = i < op->noperands ? from.operands.items[i] : from.results.items[i - op->noperands];
        const grn_sdy_list dims = grn_sdy_list_of(map);
        r->maps[i] = (grn_part_map){.rank = (int32_t)dims.count, .dims = dims.items};
    }
    mark(&from.reduction, r->is_free, r->nfactors, false);
    mark(&from.replication, r->is_free, r->nfactors, false);
    mark(&from.permutation, r->is_free, r->nfactors, false);
    mark(&from.blocked, r->is_blocked, r->nfactors, true);
    return r;
}

/* ---- steps ----------------------------------------------------------------------------------- */

static grn_spread_step *step_new(grn_spreading *p, grn_vec *steps, const grn_op *op, const grn_spread_rule *rule,
                                 size_t noperands)
{
    grn_spread_step *step = rule ? grn_vec_push(steps) : NULL;
    grn_spread_port *ports = step ? GRN_ARENA_NEW(&p->ir->arena, grn_spread_port, (size_t)rule->nvalues + 1) : NULL;
    if (!ports) {
        p->status = grn_no_memory(&p->s->w);
        return NULL;
    }
    *step = (grn_spread_step){.op = op,
                              .rule = rule,
                              .noperands = noperands,
                              .nvalues = (size_t)rule->nvalues,
                              .ports = ports,
                              .direction = -1};
    for (size_t i = 0; i < step->nvalues; i++)
        ports[i].state = -1;
    return step;
}

static void set_port(const grn_spreading *p, grn_spread_port *port, const grn_value *v)
{
    const grn_op *around = v->block && v->block->region ? v->block->region->parent : NULL;
    port->state = grn_spread_value_of(p, v)->state;
    port->region = around && grn_part_is_control(around) ? 1 + (v->block->region != around->regions) : 0;
}

static void set_by(grn_spreading *p, int32_t state)
{
    if (state >= 0)
        grn_spread_state_at(p, state)->step = (int32_t)p->steps.count - 1;
}

static void add_op_step(grn_spreading *p, const grn_op *op)
{
    const bool is_barrier = grn_op_is(op, GRN_OP(sdy, propagation_barrier));
    const bool is_ranked =
        op->nresults == 1 && grn_type_is_tensor(op->results[0].type) && grn_part_divides(op->results[0].type);
    const grn_spread_rule *rule = is_barrier && is_ranked ? identity(p, op->results[0].type, 2) : rule_of(p, op);
    if (p->status != GRN_OK || !rule)
        return;
    grn_spread_step *step = step_new(p, &p->steps, op, rule, op->noperands);
    if (!step)
        return;
    step->is_elementwise = grn_spread_is_elementwise(op);
    step->direction = is_barrier ? (int32_t)grn_op_integer(op, "allowed_direction", GRN_SDY_NONE) : -1;
    for (size_t i = 0; i < step->nvalues; i++)
        set_port(p, &step->ports[i], grn_part_value(op, i));
    for (size_t i = 0; i < op->nresults; i++)
        set_by(p, grn_spread_value_of(p, &op->results[i])->state);
}

/* From sources to what stands for all targets. */
static grn_spread_step *add_edge(grn_spreading *p, const grn_op *op, int32_t target, size_t nsources,
                                 const grn_value *const *sources)
{
    const grn_type *type = nsources ? sources[0]->type : NULL;
    if (target < 0 || !type || !grn_part_divides(type))
        return NULL;
    grn_spread_step *step = step_new(p, &p->steps, op, identity(p, type, nsources + 1), nsources);
    if (!step)
        return NULL;
    step->is_edge = true;
    for (size_t i = 0; i < nsources; i++)
        set_port(p, &step->ports[i], sources[i]);
    step->ports[nsources].state = target;
    set_by(p, target);
    return step;
}

/* What a region gives as its number `i`; NULL: nothing. */
static const grn_value *given_by(const grn_op *op, size_t region, size_t i)
{
    const grn_op *end = op->regions[region].first ? op->regions[region].first->last : NULL;
    return end && i < end->noperands ? end->operands[i] : NULL;
}

static void add_control_edges(grn_spreading *p, const grn_op *op)
{
    const bool is_loop = grn_op_is(op, GRN_HLO(while));
    const grn_value **sources = GRN_ARENA_NEW(&p->ir->arena, const grn_value *, op->nregions + 2);
    if (!sources)
        p->status = grn_no_memory(&p->s->w);
    for (size_t i = 0; p->status == GRN_OK && i < op->nresults; i++) {
        size_t n = 0;
        if (is_loop)
            sources[n++] = op->operands[i];
        for (size_t r = is_loop; r < op->nregions; r++)
            if ((sources[n] = given_by(op, r, i)))
                n++;
        add_edge(p, op, grn_spread_value_of(p, &op->results[i])->state, n, sources);
    }
}

static void add_barrier_edges(grn_spreading *p, const grn_op *op)
{
    for (size_t i = 0; p->status == GRN_OK && i < op->nresults && i < op->noperands; i++)
        add_edge(p, op, grn_spread_value_of(p, &op->results[i])->state, 1, &(const grn_value *){op->operands[i]});
}

/* Outside a value is cut along manual axes first. */
static void add_border(grn_spreading *p, const grn_op *op, const grn_value *target, const grn_value *source,
                       bool enters, size_t i)
{
    const grn_attr *written = grn_spread_listed(op, enters ? "in_shardings" : "out_shardings", i);
    const grn_type *outer = enters ? source->type : target->type;
    const grn_spread_sharding *base = written ? grn_spread_base(p, op, written, outer) : NULL;
    grn_spread_step *step = base ? add_edge(p, op, grn_spread_value_of(p, target)->state, 1, &source) : NULL;
    if (!step)
        return;
    step->ports[1].view = enters ? GRN_SPREAD_ENTERS : GRN_SPREAD_LEAVES;
    step->ports[1].base = base;
}

static void add_arguments(grn_spreading *p, const grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    for (size_t i = 0; p->status == GRN_OK && i < op->noperands && i < body->nargs; i++)
        add_border(p, op, &body->args[i], op->operands[i], true, i);
}

static void add_named_edges(grn_spreading *p, const grn_op *op, bool enters)
{
    const grn_block *body = op->regions[0].first;
    const size_t n = enters ? op->noperands : op->nresults;
    for (size_t i = 0; p->status == GRN_OK && i < n; i++) {
        const grn_value *target = enters ? &body->args[i] : &op->results[i];
        const grn_value *source = enters ? op->operands[i] : body->last->operands[i];
        add_edge(p, op, grn_spread_value_of(p, target)->state, 1, &source);
    }
}

static void add_given(grn_spreading *p, const grn_op *op)
{
    const grn_op *end = op->regions[0].first->last;
    for (size_t i = 0; p->status == GRN_OK && i < op->nresults && i < end->noperands; i++)
        add_border(p, op, &op->results[i], end->operands[i], false, i);
}

/* An op, then what is in its regions, then what it gives: in the order in which the text has them,
 * edges behind their values. Depth is the regions', which the parser limits. */
static void add_block(grn_spreading *p, const grn_block *block)
{
    for (const grn_op *op = block->first; p->status == GRN_OK && op; op = op->next) {
        const bool is_control = grn_part_is_control(op), is_manual = grn_part_is_manual(op),
                   is_named = grn_spread_is_named(op);
        if (is_manual)
            add_arguments(p, op);
        else if (is_named)
            add_named_edges(p, op, true);
        for (size_t r = 0; p->status == GRN_OK && grn_spread_opens(op) && r < op->nregions; r++)
            add_block(p, op->regions[r].first);
        if (p->status != GRN_OK)
            return;
        if (is_manual)
            add_given(p, op);
        else if (is_named)
            add_named_edges(p, op, false);
        else if (is_control)
            add_control_edges(p, op);
        else if (grn_op_is(op, GRN_HLO(optimization_barrier)))
            add_barrier_edges(p, op);
        else
            add_op_step(p, op);
    }
}

/* What the function returns, and how its results are sharded (basic_propagation.cc,
 * propagateFuncResults). */
static void add_ends(grn_spreading *p)
{
    const grn_op *end = p->s->block->last;
    for (int32_t i = 0; p->status == GRN_OK && i < p->nresults; i++) {
        const grn_type *type = end->operands[i]->type;
        if (p->results[i] < 0 || !grn_part_divides(type))
            continue;
        grn_spread_step *step = step_new(p, &p->ends, end, identity(p, type, 2), 1);
        if (!step)
            return;
        step->is_edge = true;
        set_port(p, &step->ports[0], end->operands[i]);
        step->ports[1].state = p->results[i];
    }
}

void grn_spread_make_steps(grn_spreading *p)
{
    add_block(p, p->s->block);
    if (p->status == GRN_OK)
        add_ends(p);
}
