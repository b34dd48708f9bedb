/* function.c - the functions of a program: their bodies and what these return. */
#include <stdio.h>

#include "lower/fuse.h"
#include "lower/inplace.h"
#include "lower/signature.h"

static bool has_body(const grn_op *function) { return function->nregions == 1 && function->regions[0].first; }

/* ---- what is known of values before ---------------------------------------------------------- */

/* Whether an op reads its operands element by element. */
static bool reads_elements(const grn_op *op)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    return row && (row->flags & GRN_LO_READS_ELEMENTS || (row->element && !row->lower));
}

/* Whether the loops of an op that has them here do. */
static bool reads_here(const grn_lower *l, const grn_op *op, size_t i)
{
    const grn_lower_row *row = l->o->form->walk == GRN_WALK_GENERIC ? NULL : grn_lower_row_of(op);
    return row && row->reads_here && row->reads_here(op, i);
}

static void note_needs(grn_lower *l, const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; !reads_elements(op) && i < op->noperands; i++)
            if (op->operands[i]->slot < l->nslots && !reads_here(l, op, i))
                l->needs_buffer[op->operands[i]->slot] = true;
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
    const bool is_loop = grn_lo_in_dialect(v->def, "scf") || grn_op_is(v->def, GRN_HLO(while));
    return !last || last->order < v->def->order || (last == v->def && !is_loop);
}

/* What v is made of by replacing elements is made in the caller's memref too, where nothing else
 * reads it. */
static void note_origins(grn_lower *l, const grn_value *v, const grn_op *last, grn_value *memref)
{
    const grn_value *from = grn_lo_replaced_operand(v);
    while (is_made_last(from, v->def->block, last) && from->type == v->type && grn_lo_is_last(l, from, v->def, false)) {
        l->destination[from->slot] = memref;
        v = from;
        from = grn_lo_replaced_operand(v);
    }
}

/* A value that is returned once is written to the caller's memref at once, where nothing can fail
 * behind it. */
static void note_destinations(grn_lower *l, const grn_op *end, const grn_lo_signature *s, const grn_block *body)
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
        if (!grn_lo_is_result_argument(l, v->type))
            continue;
        if (times[v->slot] == 1 && is_made_last(v, end->block, last)) {
            l->destination[v->slot] = &body->args[at];
            note_origins(l, v, last, &body->args[at]);
        }
        at++;
    }
}

/* ---- bodies ---------------------------------------------------------------------------------- */

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

static void lower_return(grn_lower *l, const grn_op *end, const grn_lo_signature *s, const grn_block *body)
{
    grn_value **outs = GRN_ARENA_NEW(&l->ir->arena, grn_value *, s->nouts + 1);
    size_t n = 0, at = s->ninputs;
    if (!grn_lo_check(l, outs != NULL))
        return;
    l->at = end;
    for (size_t i = 0; i < end->noperands && l->status == GRN_OK; i++) {
        if (grn_lo_is_result_argument(l, end->operands[i]->type))
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

/* Results that come as arguments are called as the values that are returned, else result0, result1
 * and so on. */
static void name_results(grn_lower *l, const grn_op *end, const grn_lo_signature *s, const grn_block *body)
{
    char text[32];
    size_t at = s->ninputs;
    for (size_t i = 0; i < end->noperands && l->status == GRN_OK; i++) {
        if (!grn_lo_is_result_argument(l, end->operands[i]->type))
            continue;
        grn_value *arg = &body->args[at++];
        snprintf(text, sizeof text, s->nresults == 1 ? "result" : "result%zu", i);
        const bool named = arg->name.n > 0 && !(arg->name.text[0] >= '0' && arg->name.text[0] <= '9');
        const char *copy = named ? "" : grn_arena_text(&l->ir->arena, text, strlen(text));
        if (grn_lo_check(l, copy != NULL) && !named)
            arg->name = (grn_str){copy, strlen(text)};
    }
}

static void lower_body(grn_lower *l, grn_op *function, const grn_lo_signature *s)
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
    grn_lo_note_sites(l, function);
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
        if (grn_op_is(op, GRN_OP(arith, constant)))
            grn_op_erase_dead(op);
    }
}

/* ---- index rules, for readers ---------------------------------------------------------------- */

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
    grn_lower l = {
        .ir = ir, .diag = diag, .o = o, .at = function, .reports = grn_op_attr(function, GRN_LO_REPORTS) != NULL};
    grn_lo_signature s;
    if (grn_lo_read_signature(&l, function, &s) && has_body(function))
        lower_body(&l, function, &s);
    if (l.status == GRN_OK && has_body(function))
        sweep_constants(&function->regions[0]);
    return l.status;
}

/* The signature says nothing of tensors and signs, and no status comes to it: it stays, with what
 * it says of arguments. */
static bool is_of_memory(const grn_op *function)
{
    const grn_type *t = grn_lo_function_type(function);
    bool stays = !grn_op_attr(function, GRN_LO_REPORTS);
    for (size_t i = 0; i < t->count; i++)
        stays = stays && !grn_type_is_tensor(t->members[i]) &&
                !(t->members[i]->kind == GRN_TYPE_INTEGER && t->members[i]->signedness != GRN_SIGNLESS);
    return stays;
}

/* Signatures change last: calls are lowered by what the functions were. */
static grn_status set_signature(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag, grn_op *function)
{
    grn_lower l = {.ir = ir, .diag = diag, .o = o, .at = function};
    grn_lo_signature s;
    if (is_of_memory(function)) {
        if (o->c_interface)
            grn_lo_set_attr(&l, function, "llvm.emit_c_interface", grn_attr_unit(ir));
        return l.status;
    }
    if (grn_lo_read_signature(&l, function, &s))
        grn_lo_set_signature(&l, function, &s);
    return l.status;
}

static grn_status for_functions(grn_ir *ir, const grn_lower_options *o, const grn_diag *diag,
                                grn_status (*visit)(grn_ir *, const grn_lower_options *, const grn_diag *, grn_op *))
{
    grn_status first = GRN_OK;
    for (grn_op *op = ir->top->regions[0].first->first; op && first != GRN_E_MEMORY; op = op->next) {
        grn_status status = grn_lo_is_function(op) ? visit(ir, o, diag, op) : GRN_OK;
        first = first == GRN_OK || status == GRN_E_MEMORY ? status : first;
    }
    return first;
}

/* What stands beside functions (an ONNX graph's entry, a mesh) says nothing of loops. Functions of
 * a module within are not reached. */
static grn_status drop_others(grn_ir *ir, const grn_diag *diag)
{
    for (grn_op *op = ir->top->regions[0].first->first, *next; op; op = next) {
        next = op->next;
        if (op->nregions && !grn_lo_is_function(op))
            return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "cannot be lowered: '%.*s' is no function",
                            (int)op->name.n, op->name.text);
        if (!grn_lo_is_function(op) && !grn_op_is(op, GRN_OP(memref, global)))
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
    if (!grn_lo_mark_reporting(ir))
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
