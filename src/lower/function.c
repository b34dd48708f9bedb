/* function.c - the functions of a program, with their new arguments and results; returns and calls. */
#include <stdio.h>

#include "lower/function.h"
#include "lower/inplace.h"

static const grn_type *type_of(const grn_op *function)
{
    const grn_attr *a = grn_op_attr(function, "function_type");
    return a && a->kind == GRN_ATTR_TYPE ? a->type_value : NULL;
}

static bool is_function(const grn_op *op) { return grn_str_is(op->name, "func.func") && type_of(op); }

static bool has_body(const grn_op *function) { return function->nregions == 1 && function->regions[0].first; }

/* ---- functions that report a bad index --------------------------------------------------------------------------- */

/* The attribute by which an op names the function that it calls; NULL: it calls none. */
static const grn_attr *called(const grn_op *op)
{
    static const char *const calls[][2] = {{"func.call", "callee"}, {"stablehlo.composite", "decomposition"}};
    for (size_t i = 0; i < GRN_COUNT(calls); i++)
        if (grn_str_is(op->name, calls[i][0]))
            return grn_op_attr(op, calls[i][1]);
    return NULL;
}

static const grn_op *callee_of(const grn_op *op)
{
    const grn_attr *name = called(op);
    const grn_op *table = name ? grn_op_symbol_table(op) : NULL;
    return table ? grn_ir_find_symbol(table, name->text) : NULL;
}

bool grn_lo_may_fail(const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    const grn_op *callee = callee_of(op);
    bool may = (row && row->may_fail && row->may_fail(op)) || (callee && grn_op_attr(callee, GRN_LO_REPORTS));
    for (size_t r = 0; !may && r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; !may && b; b = b->next)
            for (const grn_op *inner = b->first; !may && inner; inner = inner->next)
                may = grn_lo_may_fail(inner);
    return may;
}

/* Who calls whom, by the functions' places in the module. */
typedef struct call {
    grn_op *caller;
    const grn_op *callee;
} call;

static bool collect_calls(grn_vec *calls, grn_op *function, const grn_op *op)
{
    const grn_op *callee = callee_of(op);
    call *to = callee ? grn_vec_push(calls) : NULL;
    bool kept = !callee || to;
    if (to)
        *to = (call){function, callee};
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                kept = collect_calls(calls, function, inner) && kept;
    return kept;
}

static bool mark(grn_ir *ir, grn_op *function, grn_vec *marked)
{
    grn_op **to = grn_vec_push(marked);
    if (to)
        *to = function;
    return to && grn_op_set_attr(ir, function, GRN_STR(GRN_LO_REPORTS), grn_attr_unit(ir));
}

/* `next[i]` is the call behind call i of the same callee, `first` the first by the callee's place. */
static bool hand_on(grn_ir *ir, const grn_vec *calls, grn_vec *marked, size_t places)
{
    const call *c = calls->items;
    size_t *first = GRN_ARENA_NEW(&ir->arena, size_t, places + 1), *next = GRN_ARENA_NEW(&ir->arena, size_t, calls->count + 1);
    if (!first || !next)
        return false;
    for (size_t i = 0; i < calls->count; i++) {
        next[i + 1] = first[c[i].callee->order];
        first[c[i].callee->order] = i + 1;
    }
    for (size_t m = 0; m < marked->count; m++) {
        const grn_op *function = ((grn_op **)marked->items)[m];
        for (size_t i = first[function->order]; i; i = next[i])
            if (!grn_op_attr(c[i - 1].caller, GRN_LO_REPORTS) && !mark(ir, c[i - 1].caller, marked))
                return false;
    }
    return true;
}

/* Marks the functions in which an index can be bad, and those that call them. */
static bool mark_reporting(grn_ir *ir)
{
    grn_vec calls, marked;
    bool good = true;
    size_t places = 0;
    grn_vec_init(&calls, ir->allocator, sizeof(call));
    grn_vec_init(&marked, ir->allocator, sizeof(grn_op *));
    for (grn_op *op = ir->top->regions[0].first->first; good && op; op = op->next) {
        op->order = (uint32_t)places++;
        if (is_function(op))
            good = collect_calls(&calls, op, op) && (!grn_lo_may_fail(op) || mark(ir, op, &marked));
    }
    good = good && hand_on(ir, &calls, &marked, places);
    grn_vec_destroy(&calls);
    grn_vec_destroy(&marked);
    return good;
}

/* ---- types ------------------------------------------------------------------------------------------------------- */

/* What the type of an argument or result becomes; NULL: refused. */
static const grn_type *lowered_type(grn_lower *l, const grn_type *t, bool is_argument)
{
    char text[GRN_TYPE_TEXT_BYTES];
    int64_t any[GRN_MAX_RANK];
    if (t->kind == GRN_TYPE_INTEGER || t->kind == GRN_TYPE_INDEX || t->kind == GRN_TYPE_FLOAT || t->kind == GRN_TYPE_COMPLEX)
        return grn_lo_element(l, t);
    if (grn_type_is_memref(t))
        return t;
    if (!grn_type_is_tensor(t))
        return grn_lo_refuse(l, "has a value of type '%s', which has no buffer", grn_type_text(t, text, sizeof text));
    if (!is_argument || !l->o->strided || !l->o->form->buffers || t->rank == 0)
        return grn_lo_buffer_type(l, t);
    for (int32_t d = 0; d < t->rank; d++)
        any[d] = GRN_DYNAMIC;
    return grn_lo_memref(l, grn_lo_element(l, t->element), t->rank, t->shape, any, GRN_DYNAMIC);
}

/* The signature: arguments, results that come as arguments, results, the status. */
typedef struct signature {
    size_t ninputs, nresults; /* of the program's */
    size_t nargs, nouts;      /* of the lowered function */
    const grn_type **args, **outs;
    const grn_type **was_args, **was_outs; /* what the program's types were where they differ; else NULL */
    bool *is_status;                       /* by result */
} signature;

static bool as_argument(const grn_lower *l, const grn_type *t)
{
    return l->o->result_arguments && l->o->form->buffers && grn_type_is_tensor(t);
}

/* What argument or result i of a function that was lowered before says of itself; NULL: nothing under that name. */
static const grn_attr *said_before(const grn_op *function, const char *list, size_t i, const char *name)
{
    const grn_attr *all = grn_op_attr(function, list);
    const grn_attr *of = all && all->kind == GRN_ATTR_ARRAY && i < all->array.count ? all->array.items[i] : NULL;
    for (size_t k = 0; of && of->kind == GRN_ATTR_DICT && k < of->dict.count; k++)
        if (grn_str_is(of->dict.items[k].name, name))
            return of->dict.items[k].value;
    return NULL;
}

static const grn_type *differing(const grn_op *function, const char *list, size_t i, const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    const grn_attr *before = said_before(function, list, i, "garner.type");
    if (before && before->kind == GRN_ATTR_TYPE)
        return before->type_value;
    return e->kind == GRN_TYPE_INTEGER && e->signedness != GRN_SIGNLESS ? t : NULL;
}

static bool read_signature(grn_lower *l, const grn_op *function, signature *s)
{
    const grn_type *t = type_of(function);
    const size_t room = t->count + 1;
    *s = (signature){.ninputs = t->inputs, .nresults = t->count - t->inputs};
    s->args = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->outs = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->was_args = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->was_outs = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->is_status = GRN_ARENA_NEW(&l->ir->arena, bool, room);
    if (!grn_lo_check(l, s->args && s->outs && s->was_args && s->was_outs && s->is_status))
        return false;
    for (size_t i = 0; i < t->inputs; i++) {
        s->was_args[s->nargs] = differing(function, "arg_attrs", i, t->members[i]);
        s->args[s->nargs++] = lowered_type(l, t->members[i], true);
    }
    for (size_t i = t->inputs; i < t->count; i++) {
        const bool argument = as_argument(l, t->members[i]);
        const size_t at = argument ? s->nargs++ : s->nouts++;
        (argument ? s->was_args : s->was_outs)[at] = differing(function, "res_attrs", i - t->inputs, t->members[i]);
        if (!argument)
            s->is_status[at] = said_before(function, "res_attrs", i - t->inputs, "garner.status") != NULL;
        (argument ? s->args : s->outs)[at] = lowered_type(l, t->members[i], argument);
    }
    s->is_status[s->nouts] = grn_op_attr(function, GRN_LO_REPORTS) != NULL;
    if (s->is_status[s->nouts])
        s->outs[s->nouts++] = grn_lo_integer_type(l, 32);
    for (size_t i = 0; i < s->nargs; i++)
        grn_lo_check(l, s->args[i] != NULL);
    for (size_t i = 0; i < s->nouts; i++)
        grn_lo_check(l, s->outs[i] != NULL);
    return l->status == GRN_OK;
}

/* [{}, {garner.type = tensor<4xui8>}]; a status says that it is one. NULL where there is nothing to say. */
static const grn_attr *dictionaries(grn_lower *l, size_t n, const grn_type *const *was, const bool *is_status)
{
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any = any || was[i] || (is_status && is_status[i]);
    const grn_attr **items = any ? GRN_ARENA_NEW(&l->ir->arena, const grn_attr *, n) : NULL;
    if (!any || !grn_lo_check(l, items != NULL))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        grn_named_attr *entry = GRN_ARENA_NEW(&l->ir->arena, grn_named_attr, 1);
        if (!grn_lo_check(l, entry != NULL))
            return NULL;
        const bool status = is_status && is_status[i];
        *entry = status ? (grn_named_attr){GRN_STR("garner.status"), grn_attr_unit(l->ir)}
                        : (grn_named_attr){GRN_STR("garner.type"), was[i] ? grn_attr_type(l->ir, was[i]) : NULL};
        if (grn_lo_check(l, entry->value || !(status || was[i])))
            items[i] = grn_attr_make(l->ir, &(grn_attr){.kind = GRN_ATTR_DICT, .dict = {status || was[i], entry, entry}});
        if (!grn_lo_check(l, items[i] != NULL))
            return NULL;
    }
    const grn_attr *list = grn_attr_array(l->ir, n, items);
    grn_lo_check(l, list != NULL);
    return list;
}

static void set_attributes(grn_lower *l, grn_op *function, const signature *s)
{
    const grn_attr *name = grn_op_attr(function, "sym_name"), *visibility = grn_op_attr(function, "sym_visibility");
    const grn_attr *rules = grn_op_attr(function, GRN_LOWER_RULES);
    const grn_type *type = grn_type_function(l->ir, s->nargs, s->args, s->nouts, s->outs);
    const grn_attr *of_args = dictionaries(l, s->nargs, s->was_args, NULL),
                   *of_outs = dictionaries(l, s->nouts, s->was_outs, s->is_status);
    function->nattrs = 0;
    grn_lo_set_attr(l, function, "sym_name", name);
    grn_lo_set_attr(l, function, "function_type", type ? grn_attr_type(l->ir, type) : NULL);
    if (visibility)
        grn_lo_set_attr(l, function, "sym_visibility", visibility);
    if (rules)
        grn_lo_set_attr(l, function, GRN_LOWER_RULES, rules);
    if (of_args)
        grn_lo_set_attr(l, function, "arg_attrs", of_args);
    if (of_outs)
        grn_lo_set_attr(l, function, "res_attrs", of_outs);
    if (l->o->c_interface)
        grn_lo_set_attr(l, function, "llvm.emit_c_interface", grn_attr_unit(l->ir));
}

/* ---- what is known of values before ------------------------------------------------------------------------------ */

/* Whether an op reads its operands element by element. */
static bool reads_elements(const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    return row && (row->flags & GRN_LO_READS_ELEMENTS || (row->element && !row->lower));
}

static void note_needs(grn_lower *l, const grn_op *op)
{
    for (size_t i = 0; !reads_elements(op) && i < op->noperands; i++)
        if (op->operands[i]->slot < l->nslots)
            l->needs_buffer[op->operands[i]->slot] = true;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                note_needs(l, inner);
}

/* The last op of the block that may fail; NULL: none may. */
static const grn_op *last_that_fails(const grn_block *block)
{
    const grn_op *op = block->last;
    while (op && !grn_lo_may_fail(op))
        op = op->prev;
    return op;
}

/* Nothing fails once v begins to be made: a loop writes before it knows. */
static bool is_made_last(const grn_value *v, const grn_block *block, const grn_op *last)
{
    if (!v || !v->def || v->def->block != block)
        return false;
    const bool is_loop = grn_lo_in_dialect(v->def, "scf") || grn_str_is(v->def->name, "stablehlo.while");
    return !last || last->order < v->def->order || (last == v->def && !is_loop);
}

/* What v is made of by replacing elements is made in the caller's memref too, where nobody else reads it. */
static void note_origins(grn_lower *l, const grn_value *v, const grn_op *last, grn_value *memref)
{
    const grn_value *from = grn_lo_replaced_operand(v);
    while (is_made_last(from, v->def->block, last) && from->type == v->type && grn_lo_is_last(l, from, v->def, false)) {
        l->destination[from->slot] = memref;
        v = from;
        from = grn_lo_replaced_operand(v);
    }
}

/* A value that is returned once is written to the caller's memref at once, where nothing can fail behind it. */
static void note_destinations(grn_lower *l, const grn_op *end, const signature *s, const grn_block *body)
{
    const grn_op *last = last_that_fails(end->block);
    unsigned char *times = GRN_ARENA_NEW(&l->ir->arena, unsigned char, l->nslots + 1);
    size_t at = s->ninputs;
    if (!grn_lo_check(l, times != NULL))
        return;
    for (size_t i = 0; i < end->noperands; i++)
        times[end->operands[i]->slot] = (unsigned char)(1 + (times[end->operands[i]->slot] > 0));
    for (size_t i = 0; i < end->noperands; i++) {
        const grn_value *v = end->operands[i];
        if (!as_argument(l, v->type))
            continue;
        if (times[v->slot] == 1 && is_made_last(v, end->block, last)) {
            l->destination[v->slot] = &body->args[at];
            note_origins(l, v, last, &body->args[at]);
        }
        at++;
    }
}

/* ---- bodies ------------------------------------------------------------------------------------------------------ */

static void take_arguments(grn_lower *l, const grn_block *from, const grn_block *body)
{
    for (size_t i = 0; i < from->nargs; i++) {
        body->args[i].name = from->args[i].name;
        if (grn_type_is_shaped(from->args[i].type))
            grn_lo_set_buffer(l, &from->args[i], &body->args[i], false);
        else
            grn_lo_set_scalar(l, &from->args[i], &body->args[i]);
    }
}

/* A value that is returned is its own buffer. */
static grn_value *returned(grn_lower *l, const grn_value *v)
{
    if (!grn_type_is_tensor(v->type))
        return grn_lo_of(l, v)->value;
    if (!l->o->form->buffers)
        return grn_lo_buffer(l, v);
    return grn_lo_own(l, v);
}

static void write_out(grn_lower *l, const grn_value *v, grn_value *to)
{
    if (grn_lo_of(l, v)->kind == GRN_LO_BUFFER && grn_lo_of(l, v)->value == to)
        return;
    grn_op *guard = l->error ? grn_lo_when_fine(l) : NULL;
    grn_lo_copy_to(l, v, to);
    grn_lo_end_guard(l, guard);
}

static void lower_return(grn_lower *l, const grn_op *end, const signature *s, const grn_block *body)
{
    grn_value **outs = GRN_ARENA_NEW(&l->ir->arena, grn_value *, s->nouts + 1);
    size_t n = 0, at = s->ninputs;
    if (!grn_lo_check(l, outs != NULL))
        return;
    l->at = end;
    for (size_t i = 0; i < end->noperands && l->status == GRN_OK; i++) {
        if (as_argument(l, end->operands[i]->type))
            write_out(l, end->operands[i], &body->args[at++]);
        else
            outs[n++] = returned(l, end->operands[i]);
    }
    if (l->reports)
        outs[n++] = l->error ? l->error : grn_lo_integer(l, grn_lo_integer_type(l, 32), 0);
    grn_lo_scope_end(l);
    grn_lo_none(l, "func.return", n, outs, GRN_LO_NO_ATTRS);
}

static bool make_tables(grn_lower *l, const grn_op *function)
{
    l->nslots = function->nslots + GRN_LO_ALIASES;
    l->map = GRN_ARENA_NEW(&l->ir->arena, grn_lo_value, l->nslots + 1);
    l->needs_buffer = GRN_ARENA_NEW(&l->ir->arena, bool, l->nslots + 1);
    l->destination = GRN_ARENA_NEW(&l->ir->arena, grn_value *, l->nslots + 1);
    l->used_by = GRN_ARENA_NEW(&l->ir->arena, grn_lo_use *, l->nslots + 1);
    return grn_lo_check(l, l->map && l->needs_buffer && l->destination && l->used_by);
}

/* Results that come as arguments are called as the values that are returned, else result0, result1 and so on. */
static void name_results(grn_lower *l, const grn_op *end, const signature *s, const grn_block *body)
{
    char text[32];
    size_t at = s->ninputs;
    for (size_t i = 0; i < end->noperands && l->status == GRN_OK; i++) {
        if (!as_argument(l, end->operands[i]->type))
            continue;
        grn_value *arg = &body->args[at++];
        snprintf(text, sizeof text, s->nresults == 1 ? "result" : "result%zu", i);
        const bool named = arg->name.n > 0 && !(arg->name.text[0] >= '0' && arg->name.text[0] <= '9');
        const char *copy = named ? "" : grn_arena_text(&l->ir->arena, text, strlen(text));
        if (grn_lo_check(l, copy != NULL) && !named)
            arg->name = (grn_str){copy, strlen(text)};
    }
}

static void lower_body(grn_lower *l, grn_op *function, const signature *s)
{
    const grn_block *from = function->regions[0].first;
    const grn_op *end = grn_block_terminator(from);
    grn_region *fresh = GRN_ARENA_NEW(&l->ir->arena, grn_region, 1);
    grn_lo_scope scope;
    if (from->next) {
        grn_lo_refuse(l, "has more than one block: branches between blocks are not lowered");
        return;
    }
    if (!grn_lo_check(l, fresh != NULL) || !make_tables(l, function))
        return;
    fresh->parent = function;
    grn_block *body = grn_lo_block(l, fresh, s->nargs, s->args);
    if (!body)
        return;
    l->entry = body;
    note_needs(l, function);
    grn_lo_note_uses(l, function);
    note_destinations(l, end, s, body);
    take_arguments(l, from, body);
    grn_lo_scope_begin(l, &scope);
    grn_lo_ops(l, from);
    lower_return(l, end, s, body);
    name_results(l, end, s, body);
    if (l->scope == &scope)
        grn_lo_scope_end(l);
    function->regions[0].first = fresh->first;
    function->regions[0].last = fresh->last;
    body->region = &function->regions[0];
}

/* Numbers that were worked out, and what only they used, are not there to be read. */
static void sweep_constants(const grn_region *region)
{
    for (grn_op *op = region->first->first, *next; op; op = next) {
        next = op->next;
        if (grn_str_is(op->name, "arith.constant"))
            grn_op_erase_dead(op);
    }
}

/* ---- index rules, for readers ------------------------------------------------------------------------------------ */

static void collect_rules(grn_lower *l, const grn_op *op, grn_vec *all)
{
    char rule[GRN_RULE_TEXT_BYTES], text[GRN_RULE_TEXT_BYTES + 64];
    grn_hub hub;
    if (grn_hub_read(op, &hub)) {
        const grn_attr **slot = grn_vec_push(all);
        const bool combines = hub.is_scatter && hub.combiner != GRN_COMBINE_REPLACE;
        snprintf(text, sizeof text, "%s%s%s: %s", hub.is_scatter ? "scatter" : "gather", combines ? ", " : "",
                 combines ? grn_combiner_text(hub.combiner) : "", grn_hub_rule_text(&hub, rule));
        const grn_attr *a = slot ? grn_attr_string(l->ir, (grn_str){text, strlen(text)}) : NULL;
        if (grn_lo_check(l, a != NULL))
            *slot = a;
    }
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner && l->status == GRN_OK; inner = inner->next)
                collect_rules(l, inner, all);
}

static grn_status note_rules(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag, grn_op *function)
{
    grn_lower l = {.ir = ir, .diag = diag, .o = o, .at = function};
    grn_vec all;
    grn_vec_init(&all, ir->allocator, sizeof(const grn_attr *));
    collect_rules(&l, function, &all);
    if (l.status == GRN_OK && all.count > 0)
        grn_lo_set_attr(&l, function, GRN_LOWER_RULES, grn_attr_array(ir, all.count, all.items));
    grn_vec_destroy(&all);
    return l.status;
}

static grn_status lower_function(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag, grn_op *function)
{
    grn_lower l = {.ir = ir, .diag = diag, .o = o, .at = function, .reports = grn_op_attr(function, GRN_LO_REPORTS) != NULL};
    signature s;
    if (read_signature(&l, function, &s) && has_body(function))
        lower_body(&l, function, &s);
    if (l.status == GRN_OK && has_body(function))
        sweep_constants(&function->regions[0]);
    return l.status;
}

/* The signature says nothing of tensors and signs, and no status comes to it: it stays, with what it says of arguments. */
static bool is_of_memory(const grn_op *function)
{
    const grn_type *t = type_of(function);
    bool stays = !grn_op_attr(function, GRN_LO_REPORTS);
    for (size_t i = 0; i < t->count; i++)
        stays = stays && !grn_type_is_tensor(t->members[i]) && !(t->members[i]->kind == GRN_TYPE_INTEGER && t->members[i]->signedness != GRN_SIGNLESS);
    return stays;
}

/* Signatures change last: calls are lowered by what the functions were. */
static grn_status set_signature(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag, grn_op *function)
{
    grn_lower l = {.ir = ir, .diag = diag, .o = o, .at = function};
    signature s;
    if (is_of_memory(function)) {
        if (o->c_interface)
            grn_lo_set_attr(&l, function, "llvm.emit_c_interface", grn_attr_unit(ir));
        return l.status;
    }
    if (read_signature(&l, function, &s))
        set_attributes(&l, function, &s);
    return l.status;
}

static grn_status for_functions(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag,
                                grn_status (*visit)(grn_ir *, const grn_lower_options *, const grn_diag *, grn_op *))
{
    grn_status first = GRN_OK;
    for (grn_op *op = ir->top->regions[0].first->first; op && first != GRN_E_MEMORY; op = op->next) {
        grn_status status = is_function(op) ? visit(ir, o, diag, op) : GRN_OK;
        first = first == GRN_OK || status == GRN_E_MEMORY ? status : first;
    }
    return first;
}

/* What stands beside functions (an ONNX graph's entry, a mesh) says nothing of loops. Functions of a module within are not
 * reached. */
static grn_status drop_others(grn_ir *ir, const grn_diag *diag)
{
    for (grn_op *op = ir->top->regions[0].first->first, *next; op; op = next) {
        next = op->next;
        if (op->nregions && !is_function(op))
            return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "cannot be lowered: '%.*s' is no function", (int)op->name.n,
                            op->name.text);
        if (!is_function(op) && !grn_str_is(op->name, "memref.global"))
            grn_op_erase(op);
    }
    return GRN_OK;
}

grn_status grn_pass_lower(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag)
{
    if (!ir->top->nregions || !ir->top->regions[0].first)
        return GRN_OK;
    grn_status promoted = grn_pass_promote(ir, diag);
    if (promoted != GRN_OK)
        return promoted;
    grn_ir_refresh(ir);
    if (!mark_reporting(ir))
        return grn_ir_refused(ir, diag, ir->top->place, "lowering");
    grn_status status = drop_others(ir, diag);
    if (status == GRN_OK && o->notes_rules)
        status = for_functions(ir, o, diag, note_rules);
    if (status == GRN_OK)
        status = for_functions(ir, o, diag, lower_function);
    if (status == GRN_OK)
        status = for_functions(ir, o, diag, set_signature);
    return status == GRN_OK && !o->any_floats ? grn_pass_widen(ir, diag) : status;
}

/* ---- calls ------------------------------------------------------------------------------------------------------- */

static grn_value *argument(grn_lower *l, const grn_value *v, const grn_type *type)
{
    if (!grn_type_is_tensor(v->type))
        return grn_lo_of(l, v)->value;
    grn_value *buffer = grn_lo_buffer(l, v);
    return !buffer || buffer->type == type ? buffer : grn_lo_cast(l, "memref.cast", buffer, type);
}

static void take_results(grn_lower *l, const grn_op *op, const grn_op *made)
{
    size_t n = 0;
    for (size_t i = 0; made && i < op->nresults; i++) {
        if (as_argument(l, op->results[i].type))
            continue;
        grn_value *v = &made->results[n++];
        if (grn_type_is_memref(op->results[i].type))
            grn_lo_set_buffer(l, &op->results[i], v, false);
        else if (!grn_type_is_tensor(op->results[i].type))
            grn_lo_set_scalar(l, &op->results[i], v);
        else
            grn_lo_receive(l, &op->results[i], v);
    }
    if (made && n < made->nresults)
        grn_lo_note_error(l, &made->results[n]);
}

void grn_lo_call(grn_lower *l, const grn_op *op)
{
    const grn_op *callee = callee_of(op);
    signature s;
    if (!callee) {
        grn_lo_refuse(l, "calls a function that is not there");
        return;
    }
    if (!read_signature(l, callee, &s))
        return;
    grn_value **args = GRN_ARENA_NEW(&l->ir->arena, grn_value *, s.nargs + 1);
    if (!grn_lo_check(l, args != NULL))
        return;
    for (size_t i = 0; i < op->noperands; i++)
        args[i] = argument(l, op->operands[i], s.args[i]);
    for (size_t i = 0, at = op->noperands; i < op->nresults; i++) {
        bool owned;
        if (!as_argument(l, op->results[i].type))
            continue;
        if (!grn_type_has_static_shape(op->results[i].type)) {
            grn_lo_refuse(l, "has a result of a shape that is not known, for which the caller has no memref");
            return;
        }
        grn_value *to = grn_lo_allocate_for(l, &op->results[i], NULL, &owned);
        grn_lo_set_buffer(l, &op->results[i], to, owned);
        args[at] = to && to->type != s.args[at] ? grn_lo_cast(l, "memref.cast", to, s.args[at]) : to;
        at++;
    }
    const grn_lo_attr attr = {"callee", called(op)};
    take_results(l, op, grn_lo_op(l, "func.call", s.nargs, args, s.nouts, s.outs, 0, 1, &attr));
}
