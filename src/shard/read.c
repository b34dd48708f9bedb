/* read.c - what a function's text says of how its values are divided, and what a stage writes to
 * it. */
#include "convert/steps.h"
#include "dialects/stablehlo/collective.h"
#include "shard/part.h"

/* ---- ops that say nothing but how a value is divided ----------------------------------------- */

bool grn_part_is_move(const grn_op *op)
{
    static const char *const moves[] = {"sdy.sharding_constraint", "sdy.reshard", "sdy.data_flow_edge",
                                        "sdy.propagation_barrier"};
    for (size_t i = 0; i < GRN_COUNT(moves); i++)
        if (grn_str_is(op->name, moves[i]))
            return true;
    for (const grn_op_def *def = grn_sdy_collective_ops; def->name; def++)
        if (op->def == def)
            return op->noperands == 1;
    return false;
}

const char *grn_part_move_attr(const grn_op *op)
{
    for (const grn_op_def *def = grn_sdy_collective_ops; def->name; def++)
        if (op->def == def)
            return "out_sharding";
    return "sharding";
}

/* ---- ops that may be repeated ---------------------------------------------------------------- */

const grn_op *grn_part_callee(const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "callee");
    name = name ? name : grn_op_attr(op, "decomposition");
    const grn_op *table = grn_op_symbol_table(op);
    const grn_op *f = name && name->kind == GRN_ATTR_SYMBOL && table ? grn_ir_find_symbol(table, name->text) : NULL;
    return f && f->nregions == 1 && f->regions[0].first ? f : NULL;
}

/* Those whose row does not say that they are pure, and what of them is within. The number of a
 * process is each device's own, as Shardy leaves the op that gives it. */
static bool is_carrier(const grn_op *op)
{
    return GRN_OP_IS_ONE_OF(op, GRN_HLO(while), GRN_HLO(if), GRN_HLO(case), GRN_HLO(optimization_barrier),
                            GRN_HLO(after_all), GRN_HLO(create_token), GRN_HLO(return ), GRN_OP(func, return ),
                            GRN_OP(func, call), GRN_HLO(composite), GRN_HLO(partition_id), GRN_HLO(replica_id)) ||
           grn_part_is_move(op);
}

enum { MOST_CALLS = 64 };

/* Depth is the regions', which the parser limits, times that of calls. */
static bool may_repeat(const grn_op *op, int calls, const char **why)
{
    const bool is_element = op->def && (op->def->element || op->def->element_of);
    const grn_op *callee = grn_part_callee(op);
    bool may =
        op->def && (is_element || is_carrier(op) || grn_op_is_pure(op) || op->def->traits & GRN_TRAIT_TERMINATOR);
    if (!may)
        *why = op->def ? "gives other results, or has other effects, where several devices run it"
                       : "is not known, so nobody can say what it does on several devices";
    if (may && callee && calls == MOST_CALLS) {
        *why = "is within too many calls";
        may = false;
    }
    for (size_t r = 0; may && r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; may && inner; inner = inner->next)
                may = may_repeat(inner, calls, why);
    for (const grn_block *b = may && callee ? callee->regions[0].first : NULL; b; b = b->next)
        for (const grn_op *inner = b->first; may && inner; inner = inner->next)
            may = may_repeat(inner, calls + 1, why);
    return may;
}

bool grn_part_may_repeat(const grn_op *op, const char **why) { return may_repeat(op, 0, why); }

/* ---- reading --------------------------------------------------------------------------------- */

static grn_status no_memory(const grn_sharder *s)
{
    grn_ir_refused(s->w.ir, s->w.diag, s->function->place, "dividing a program");
    return GRN_E_MEMORY;
}

static grn_status read_one(grn_sharder *s, const grn_op *op, const grn_type *type, const grn_attr *sharding,
                           grn_division **out)
{
    if (sharding && s->mesh.ref)
        return grn_division_read(s->w.ir, &s->mesh, op, type, sharding, s->w.diag, out);
    *out = grn_division_new(s->w.ir, type);
    return *out ? GRN_OK : no_memory(s);
}

static grn_status read_value(grn_sharder *s, const grn_op *op, const grn_value *v)
{
    grn_check check = {.scratch = s->w.ir, .diag = s->w.diag};
    grn_division *d = NULL;
    grn_status status;
    const grn_attr *sharding = grn_sdy_sharding_of_value(&check, v, &status);
    if (status == GRN_OK)
        status = read_one(s, op, v->type, sharding, &d);
    if (status == GRN_OK && !grn_divisions_set(&s->map, v, d))
        status = no_memory(s);
    return status;
}

/* A collective between shardings is the identity, whatever it is called; but along manual axes each
 * device has a value of its own, and these are folded. */
static grn_status as_reshard(grn_sharder *s, grn_op *op)
{
    const grn_attr *sharding = grn_op_attr(op, grn_part_move_attr(op));
    s->w.at = op;
    grn_value *folded = grn_part_fold_manual(s, op);
    grn_value *made =
        grn_new(&s->w, "sdy.reshard", 1, &folded, op->results[0].type, 1, &(grn_new_attr){"sharding", sharding});
    return grn_replace(&s->w, made);
}

static grn_status take_collectives(grn_sharder *s, grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first, *next; op && status == GRN_OK; op = next) {
        const bool is_manual = grn_part_is_manual(op);
        const uint32_t entered = is_manual ? grn_part_manual_enter(s, op) : 0;
        next = op->next;
        for (size_t r = 0; status == GRN_OK && (grn_part_is_control(op) || is_manual) && r < op->nregions; r++)
            status = take_collectives(s, op->regions[r].first);
        if (is_manual)
            grn_part_manual_leave(s, entered);
        if (grn_op_is(op, GRN_OP(sdy, sharding_group))) /* its members have their shardings */
            grn_op_erase(op);
        else if (grn_part_is_move(op) && strcmp(grn_part_move_attr(op), "out_sharding") == 0)
            status = as_reshard(s, op);
    }
    return status;
}

/* Collectives that are put in have other channels. Depth is the regions', which the parser
 * limits. */
static void count_channels(grn_sharder *s, const grn_block *block)
{
    for (const grn_op *op = block->first; op; op = op->next) {
        const int64_t channel = grn_hlo_channel_id(op);
        s->channel = channel > s->channel && channel < INT64_MAX / 2 ? channel : s->channel;
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                count_channels(s, b);
    }
}

const grn_attr *grn_part_sharding_in(const grn_attr *dict)
{
    for (size_t k = 0; dict && dict->kind == GRN_ATTR_DICT && k < dict->dict.count; k++)
        if (grn_str_is(dict->dict.items[k].name, "sdy.sharding") &&
            grn_sdy_is_sharding.matches(dict->dict.items[k].value))
            return dict->dict.items[k].value;
    return NULL;
}

static grn_status read_results(grn_sharder *s)
{
    const grn_op *end = s->block->last;
    const grn_attr *list = grn_op_attr(s->function, "res_attrs");
    grn_status status = GRN_OK;
    s->nresults = end->noperands;
    s->results = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, s->nresults + 1);
    if (!s->results)
        return no_memory(s);
    for (size_t i = 0; status == GRN_OK && i < s->nresults; i++) {
        const bool has = list && list->kind == GRN_ATTR_ARRAY && i < list->array.count;
        status = read_one(s, s->function, end->operands[i]->type,
                          grn_part_sharding_in(has ? list->array.items[i] : NULL), &s->results[i]);
    }
    return status;
}

static grn_status read_block(grn_sharder *s, const grn_block *block);

/* Its body's values are cut along what is free there. */
static grn_status read_manual(grn_sharder *s, const grn_op *op)
{
    const grn_block *body = op->regions[0].first;
    grn_division *d = NULL;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++) {
        status = grn_part_manual_read(s, op, true, i, &d);
        if (status == GRN_OK && !grn_divisions_set(&s->map, &op->results[i], d))
            status = no_memory(s);
    }
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        status = grn_part_manual_read(s, op, false, i, &d);
        if (status == GRN_OK)
            status = read_value(s, op, &body->args[i]);
    }
    return status == GRN_OK ? read_block(s, body) : status;
}

/* Depth is the regions', which the parser limits. */
static grn_status read_block(grn_sharder *s, const grn_block *block)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = block->first; status == GRN_OK && op; op = op->next) {
        if (grn_part_is_manual(op)) {
            status = read_manual(s, op);
            continue;
        }
        for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
            status = read_value(s, op, &op->results[i]);
        if (status != GRN_OK || !grn_part_is_control(op))
            continue;
        status = grn_part_share_flow(s, op) ? GRN_OK : no_memory(s);
        for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
            status = read_block(s, op->regions[r].first);
    }
    return status;
}

grn_status grn_part_read(grn_sharder *s)
{
    count_channels(s, s->block);
    grn_status status = take_collectives(s, s->block);
    grn_convert_sweep(s->function);
    for (size_t i = 0; status == GRN_OK && i < s->block->nargs; i++)
        status = read_value(s, s->function, &s->block->args[i]);
    if (status == GRN_OK)
        status = read_block(s, s->block);
    return status == GRN_OK ? read_results(s) : status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static bool write_results(grn_sharder *s, grn_op *op)
{
    const grn_attr **items = GRN_ARENA_NEW(&s->w.ir->arena, const grn_attr *, op->nresults + 1);
    if (op->nresults == 0)
        return true;
    for (size_t i = 0; items && i < op->nresults; i++) {
        const grn_division *d = grn_part_of(s, &op->results[i]);
        if (d->type->kind == GRN_TYPE_UNRANKED_TENSOR || d->type->kind == GRN_TYPE_TUPLE)
            return true;
        if (!(items[i] = grn_division_attr(s->w.ir, &s->mesh, d)))
            return false;
    }
    if (items && grn_part_is_move(op))
        return grn_op_is(op, GRN_OP(sdy, propagation_barrier)) ||
               grn_op_set_attr(s->w.ir, op, (grn_str){grn_part_move_attr(op), strlen(grn_part_move_attr(op))},
                               items[0]);
    const grn_field field = {.present = true, .value = items ? grn_attr_array(s->w.ir, op->nresults, items) : NULL};
    const grn_attr *all = field.value ? grn_attr_struct(s->w.ir, &grn_sdy_shardings_attr, &field) : NULL;
    return all && grn_op_set_attr(s->w.ir, op, GRN_STR("sdy.sharding"), all);
}

static const grn_attr *dict_with(grn_ir *ir, const grn_attr *dict, const grn_attr *sharding)
{
    const size_t n = dict && dict->kind == GRN_ATTR_DICT ? dict->dict.count : 0;
    grn_named_attr *items = GRN_ARENA_NEW(&ir->arena, grn_named_attr, n + 1);
    grn_attr a = {.kind = GRN_ATTR_DICT};
    if (!items)
        return NULL;
    for (size_t i = 0; i < n; i++)
        if (!grn_str_is(dict->dict.items[i].name, "sdy.sharding"))
            items[a.dict.count++] = dict->dict.items[i];
    if (sharding)
        items[a.dict.count++] = (grn_named_attr){GRN_STR("sdy.sharding"), sharding};
    a.dict.items = items;
    return grn_attr_make(ir, &a);
}

bool grn_part_write_attrs(grn_sharder *s, const char *name, size_t n, const grn_attr *const *shardings)
{
    const grn_attr *old = grn_op_attr(s->function, name);
    const grn_attr **items = GRN_ARENA_NEW(&s->w.ir->arena, const grn_attr *, n + 1);
    if (n == 0)
        return true;
    for (size_t i = 0; items && i < n; i++) {
        const bool has = old && old->kind == GRN_ATTR_ARRAY && i < old->array.count;
        if (!(items[i] = dict_with(s->w.ir, has ? old->array.items[i] : NULL, shardings[i])))
            return false;
    }
    const grn_attr *all = items ? grn_attr_array(s->w.ir, n, items) : NULL;
    return all && grn_op_set_attr(s->w.ir, s->function, (grn_str){name, strlen(name)}, all);
}

bool grn_part_write_values(grn_sharder *s, const char *name, size_t n, grn_division *const *divisions)
{
    const grn_attr **shardings = GRN_ARENA_NEW(&s->w.ir->arena, const grn_attr *, n + 1);
    for (size_t i = 0; shardings && divisions && i < n; i++)
        if (grn_type_is_tensor(divisions[i]->type) &&
            !(shardings[i] = grn_division_attr(s->w.ir, &s->mesh, divisions[i])))
            return false;
    return shardings && grn_part_write_attrs(s, name, n, shardings);
}

/* Depth is the regions', which the parser limits. */
static bool write_block(grn_sharder *s, grn_block *block)
{
    bool done = true;
    for (grn_op *op = block->first; done && op; op = op->next) {
        done = grn_part_is_manual(op) ? grn_part_manual_write(s, op) : write_results(s, op);
        for (size_t r = 0; done && (grn_part_is_control(op) || grn_part_is_manual(op)) && r < op->nregions; r++)
            done = write_block(s, op->regions[r].first);
    }
    return done;
}

grn_status grn_part_write(grn_sharder *s)
{
    grn_division **args = GRN_ARENA_NEW(&s->w.ir->arena, grn_division *, s->block->nargs + 1);
    if (!s->mesh.ref)
        return GRN_OK;
    for (size_t i = 0; args && i < s->block->nargs; i++)
        args[i] = grn_part_of(s, &s->block->args[i]);
    const bool done = args && grn_part_write_values(s, "arg_attrs", s->block->nargs, args) &&
                      grn_part_write_values(s, "res_attrs", s->nresults, s->results);
    return done && write_block(s, s->block) ? GRN_OK : no_memory(s);
}
