/*
 * assume.c - a copy of a module in which every extent is known.
 *
 * Arguments get the extents that are given; what follows from them is inferred
 * by the ops' rows, or has the shape of what an op is handed (loops, branches,
 * calls). What is still open gets one number.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "api/rewrite.h"
#include "survey/survey.h"

enum { MOST_CALLS = 32 }; /* entered one from another */

typedef struct assuming {
    grn_module *made;
    grn_ir *ir, scratch; /* scratch: of types that are inferred */
    const grn_module_plan_options *options;
    const grn_diag *diag;
    bool *entered; /* by the functions' places in the module */
    bool *used;    /* [options->nassumed] */
    int64_t extent;
    int calls;
    grn_status status;
} assuming;

/* ---- types ----------------------------------------------------------------------------------- */

/* "!torch.vtensor<[?,4],f32>" with numbers for those of its "?" that are known, in order. NULL:
 * memory refused. */
static const grn_type *opaque_with(grn_ir *ir, const grn_type *t, const int64_t *shape)
{
    const grn_type *tensor = t->stands_for;
    const size_t room = t->opaque.n + 20 * (size_t)tensor->rank + 1;
    char *text = grn_arena_alloc(&ir->arena, room);
    size_t n = 0;
    int32_t d = 0;
    for (size_t i = 0; text && i < t->opaque.n; i++) {
        while (d < tensor->rank && tensor->shape[d] != GRN_DYNAMIC)
            d++;
        const bool is_extent = t->opaque.text[i] == '?' && d < tensor->rank;
        if (is_extent && shape[d] != GRN_DYNAMIC)
            n += (size_t)snprintf(text + n, room - n, "%" PRId64, shape[d]);
        else
            text[n++] = t->opaque.text[i];
        d += is_extent;
    }
    return text ? grn_type_opaque(ir, (grn_str){text, n}) : NULL;
}

static const grn_type *with_shape(grn_ir *ir, const grn_type *t, const int64_t *shape)
{
    grn_type memref = *t;
    memref.shape = shape;
    if (t->kind == GRN_TYPE_TENSOR)
        return grn_type_tensor(ir, t->element, t->rank, shape, NULL);
    return t->kind == GRN_TYPE_MEMREF ? grn_type_memref(ir, &memref) : opaque_with(ir, t, shape);
}

static bool is_open(const grn_value *v)
{
    const grn_type *t = grn_type_at_run(v->type);
    return grn_type_is_shaped(t) && grn_type_dynamic_extents(t) > 0;
}

/* The open extents of `v` are those of `shape`, as far as these are known. */
static void refine(assuming *a, grn_value *v, int32_t rank, const int64_t *shape)
{
    int64_t merged[GRN_MAX_RANK];
    const grn_type *t = grn_type_at_run(v->type);
    bool better = false;
    if (a->status != GRN_OK || !is_open(v) || t->rank != rank || rank > GRN_MAX_RANK)
        return;
    for (int32_t d = 0; d < rank; d++) {
        const bool gains = t->shape[d] == GRN_DYNAMIC && shape[d] != GRN_DYNAMIC;
        merged[d] = gains ? shape[d] : t->shape[d];
        better = better || gains;
    }
    const grn_type *made = better ? with_shape(a->ir, v->type, merged) : v->type;
    if (!made)
        a->status = grn_ir_refused(a->ir, a->diag, v->place, "taking extents for granted");
    else
        v->type = made;
}

static void refine_as(assuming *a, grn_value *v, const grn_type *like)
{
    like = grn_type_at_run(like);
    if (grn_type_is_shaped(like))
        refine(a, v, like->rank, like->shape);
}

static void close_value(assuming *a, grn_value *v)
{
    int64_t shape[GRN_MAX_RANK];
    for (int32_t d = 0; d < GRN_MAX_RANK; d++)
        shape[d] = a->extent;
    if (is_open(v))
        refine(a, v, grn_type_at_run(v->type)->rank, shape);
}

/* ---- an op's results ------------------------------------------------------------------------- */

static void infer(assuming *a, grn_op *op)
{
    grn_check check = {&a->scratch, &grn_quiet, true};
    grn_inferred inferred = {0, NULL};
    if (!op->def || !op->def->infer || (op->def->verify && op->def->verify(op, &check) != GRN_OK) ||
        op->def->infer(op, &check, &inferred) != GRN_OK || inferred.count != op->nresults)
        return;
    for (size_t i = 0; i < op->nresults && inferred.types; i++)
        if (inferred.types[i])
            refine_as(a, &op->results[i], inferred.types[i]);
}

/* What the access gives; a scatter's results have its inputs' shapes. */
static void from_access(assuming *a, grn_op *op)
{
    const grn_run_flags flags = {.check_promises = false};
    grn_arena arena;
    grn_surveyed s;
    grn_arena_init(&arena, a->ir->allocator);
    a->status = grn_survey_access(op, &flags, NULL, &arena, &s);
    for (size_t i = 0; a->status == GRN_OK && s.known && i < op->nresults && i < s.access.ninputs; i++) {
        const grn_tensor *t = s.access.kind == GRN_ACCESS_GATHER ? &s.dense[0] : &s.operands[i];
        refine(a, &op->results[i], t->rank, t->shape);
    }
    grn_arena_destroy(&arena);
}

static bool has_open_result(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (is_open(&op->results[i]))
            return true;
    return false;
}

static void close_results(assuming *a, grn_op *op)
{
    if (has_open_result(op) && grn_op_is_access(op) && a->status == GRN_OK)
        from_access(a, op);
    if (has_open_result(op))
        infer(a, op);
    const bool alike = op->def && (op->def->element || op->def->element_of);
    for (size_t i = 0; alike && op->nresults == 1 && i < op->noperands; i++)
        refine_as(a, &op->results[0], grn_operand_type(op, i));
    for (size_t i = 0; i < op->nresults; i++)
        close_value(a, &op->results[i]);
}

/* ---- regions and calls ----------------------------------------------------------------------- */

static void enter(assuming *a, grn_op *function);
static void walk_block(assuming *a, grn_block *block);

/* What a loop carries: the last operands, the last arguments, the results. */
static void carry(assuming *a, grn_op *op, grn_block *block)
{
    size_t n = block->nargs < op->noperands ? block->nargs : op->noperands;
    n = n < op->nresults || op->nresults == 0 ? n : op->nresults;
    for (size_t i = 0; i < n; i++)
        refine_as(a, &block->args[block->nargs - 1 - i], grn_operand_type(op, op->noperands - 1 - i));
}

static void take_from(assuming *a, grn_op *op, const grn_block *block)
{
    const grn_op *end = block->last;
    for (size_t i = 0; end && end->noperands == op->nresults && i < op->nresults; i++)
        refine_as(a, &op->results[i], grn_operand_type(end, i));
}

static void walk_regions(assuming *a, grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b && a->status == GRN_OK; b = b->next) {
            carry(a, op, b);
            walk_block(a, b);
            take_from(a, op, b);
        }
}

/* The function that an attribute of the op names; NULL: none. */
static grn_op *callee_of(const assuming *a, const grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *v = op->attrs[i].value;
        grn_op *named = v->kind == GRN_ATTR_SYMBOL ? grn_ir_find_symbol(a->ir->top, v->text) : NULL;
        if (named && named->block && grn_op_parent(named) == a->ir->top && named->nregions == 1 &&
            named->regions[0].first)
            return named;
    }
    return NULL;
}

/* The first call says what a function's arguments are. */
static void call(assuming *a, grn_op *op)
{
    grn_op *function = callee_of(a, op);
    grn_block *body = function ? function->regions[0].first : NULL;
    if (!body || body->nargs != op->noperands)
        return;
    if (!a->entered[function->order] && a->calls < MOST_CALLS) {
        for (size_t i = 0; i < body->nargs; i++)
            refine_as(a, &body->args[i], grn_operand_type(op, i));
        enter(a, function);
    }
    take_from(a, op, body);
}

static void walk_block(assuming *a, grn_block *block)
{
    for (size_t i = 0; i < block->nargs; i++)
        close_value(a, &block->args[i]);
    for (grn_op *op = block->first; op && a->status == GRN_OK; op = op->next) {
        call(a, op);
        walk_regions(a, op);
        close_results(a, op);
    }
}

static void enter(assuming *a, grn_op *function)
{
    a->entered[function->order] = true;
    a->calls++;
    for (grn_block *b = function->regions[0].first; b && a->status == GRN_OK; b = b->next)
        walk_block(a, b);
    a->calls--;
}

/* ---- arguments ------------------------------------------------------------------------------- */

static bool is_called(const grn_value *argument, size_t number, const char *name)
{
    char *end;
    const unsigned long long n = strtoull(name, &end, 10);
    if (*name >= '0' && *name <= '9' && *end == 0)
        return n == number;
    return grn_str_is(argument->name, name);
}

static void give(assuming *a, grn_block *body)
{
    for (size_t k = 0; k < a->options->nassumed; k++) {
        const grn_assumed_extent *e = &a->options->assumed[k];
        for (size_t i = 0; i < body->nargs; i++) {
            int64_t shape[GRN_MAX_RANK];
            const grn_type *t = grn_type_at_run(body->args[i].type);
            if (!is_called(&body->args[i], i, e->argument) || !is_open(&body->args[i]) || e->dim >= t->rank ||
                t->shape[e->dim] != GRN_DYNAMIC)
                continue;
            for (int32_t d = 0; d < GRN_MAX_RANK; d++)
                shape[d] = d == e->dim ? e->extent : GRN_DYNAMIC;
            refine(a, &body->args[i], t->rank, shape);
            a->used[k] = true;
        }
    }
}

static grn_block *body_of(const assuming *a, size_t function)
{
    return a->made->functions[function].op->regions[0].first;
}

/* Functions that are named or public first: they say what others are called with. */
static void enter_all(assuming *a)
{
    const grn_module *m = a->made;
    for (size_t i = 0; i < m->nfunctions; i++)
        if (body_of(a, i))
            give(a, body_of(a, i));
    for (size_t i = 0; a->options->ninputs && i < a->options->ninputs && body_of(a, a->options->function); i++)
        refine(a, &body_of(a, a->options->function)->args[i], a->options->inputs[i].rank, a->options->inputs[i].shape);
    if (a->options->one_function && body_of(a, a->options->function))
        enter(a, (grn_op *)m->functions[a->options->function].op);
    for (int private = 0; private < 2; private ++)
        for (size_t i = 0; i < m->nfunctions && a->status == GRN_OK; i++)
            if (m->functions[i].is_public != private && body_of(a, i) && !a->entered[m->functions[i].op->order])
                enter(a, (grn_op *)m->functions[i].op);
}

static void check_used(assuming *a)
{
    for (size_t k = 0; a->status == GRN_OK && k < a->options->nassumed; k++)
        if (!a->used[k])
            a->status = grn_fail(a->diag, grn_no_place, GRN_E_ARGUMENT,
                                 "no function has an argument '%s' of which dimension %" PRId32 " is open",
                                 a->options->assumed[k].argument, a->options->assumed[k].dim);
}

/* ---- the copy -------------------------------------------------------------------------------- */

/* Functions stand directly in the top; what stands beside them has extents as well. */
static grn_status assume(grn_module *made, const void *how, const grn_diag *diag)
{
    const grn_module_plan_options *o = how;
    assuming a = {
        .made = made, .ir = &made->ir, .options = o, .diag = diag, .extent = o->extent ? o->extent : GRN_PLAN_EXTENT};
    grn_block *body = made->ir.top->regions[0].first;
    const size_t n = body && body->last ? (size_t)body->last->order + 1 : 0;
    a.entered = GRN_ARENA_NEW(&made->ir.arena, bool, n + 1);
    a.used = GRN_ARENA_NEW(&made->ir.arena, bool, o->nassumed + 1);
    a.status = a.entered && a.used ? grn_ir_init(&a.scratch, made->ir.dialects, made->allocator)
                                   : grn_ir_refused(&made->ir, diag, grn_no_place, "taking extents for granted");
    if (!a.entered || !a.used)
        return a.status;
    if (a.status == GRN_OK)
        enter_all(&a);
    for (grn_op *op = body ? body->first : NULL; op && a.status == GRN_OK; op = op->next)
        if (!a.entered[op->order])
            walk_regions(&a, op);
    check_used(&a);
    if (a.status == GRN_OK && a.scratch.arena.refused)
        a.status = grn_fail(diag, grn_no_place, GRN_E_MEMORY, "memory refused while extents were inferred");
    grn_ir_destroy(&a.scratch);
    return a.status;
}

/* The copy went through text, which says a constant of equal elements as one of them: it gets the
 * elements as they lie. Depth is the regions', which the parser limits. */
static void take_constants(const grn_op *from, grn_op *to)
{
    for (size_t i = 0; from->noperands == 0 && i < from->nattrs && i < to->nattrs; i++)
        if (from->attrs[i].value->kind == GRN_ATTR_ELEMENTS && grn_str_equal(from->attrs[i].name, to->attrs[i].name))
            to->attrs[i].value = from->attrs[i].value;
    for (size_t r = 0; r < from->nregions && r < to->nregions; r++) {
        const grn_block *a = from->regions[r].first;
        for (grn_block *b = to->regions[r].first; a && b; a = a->next, b = b->next) {
            const grn_op *x = a->first;
            for (grn_op *y = b->first; x && y; x = x->next, y = y->next)
                take_constants(x, y);
        }
    }
}

static bool leaves_open(const grn_op *op)
{
    bool open = has_open_result(op);
    for (size_t r = 0; !open && r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; !open && b; b = b->next) {
            for (size_t i = 0; !open && i < b->nargs; i++)
                open = is_open(&b->args[i]);
            for (const grn_op *inner = b->first; !open && inner; inner = inner->next)
                open = leaves_open(inner);
        }
    return open;
}

grn_status grn_survey_assume(const grn_module *module, const grn_module_plan_options *options, const grn_diag *diag,
                             grn_module **out)
{
    *out = NULL;
    if (leaves_open(module->ir.top)) {
        const grn_rewriting how = {.passes = assume, .how = options, .keeps_names = true, .is_unverified = true};
        grn_status status = grn_module_rewrite(module, &how, diag, out);
        if (status == GRN_OK)
            take_constants(module->ir.top, (*out)->ir.top);
        return status;
    }
    if (options->extent && options->nassumed == 0)
        return grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                        "no extent of the program is open: %" PRId64 " would be that of none", options->extent);
    return options->nassumed == 0 ? GRN_OK
                                  : grn_fail(diag, grn_no_place, GRN_E_ARGUMENT,
                                             "no function has an argument '%s' of which dimension %" PRId32 " is open",
                                             options->assumed[0].argument, options->assumed[0].dim);
}
