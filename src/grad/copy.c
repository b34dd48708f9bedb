/* copy.c - copies of ops, blocks and functions within a module; in a function's copy, calls are
 * what they call. */
#include "grad/rules.h"

/* ---- ops ------------------------------------------------------------------------------------- */

static grn_value *mapped(const grn_value_map *map, grn_value *v)
{
    v = grn_value_now(v);
    grn_value *to = grn_value_map_get(map, v);
    return to ? to : v;
}

/* All but the regions. */
static grn_op *copy_shallow(grn_ir *ir, const grn_op *op, grn_value_map *map)
{
    grn_op *to = grn_op_new(ir, op->def, op->name, op->place, op->noperands, op->nresults, op->nregions);
    if (!to || !grn_op_copy_attrs(ir, op, to))
        return NULL;
    to->from = grn_origin_name(op);
    for (size_t i = 0; i < op->noperands; i++) {
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, mapped(map, op->operands[i]));
    }
    for (size_t i = 0; i < op->nresults; i++) {
        to->results[i].type = op->results[i].type;
        if (!grn_value_map_set(map, &op->results[i], &to->results[i]))
            return NULL;
    }
    return to;
}

static grn_block *new_block(grn_ir *ir, const grn_block *from, grn_region *to, grn_value_map *map, size_t more,
                            const grn_type *const *types)
{
    grn_block *block = grn_region_add_block(ir, to);
    grn_value *args = GRN_ARENA_NEW(&ir->arena, grn_value, from->nargs + more + 1);
    if (!block || !args)
        return NULL;
    block->args = args;
    block->nargs = from->nargs + (types ? more : 0);
    block->place = from->place;
    for (size_t i = 0; i < block->nargs; i++)
        args[i] = (grn_value){.type = i < from->nargs ? from->args[i].type : types[i - from->nargs],
                              .block = block,
                              .index = (uint32_t)i,
                              .name = GRN_STR(""),
                              .place = from->place};
    for (size_t i = 0; i < from->nargs; i++)
        if (!grn_value_map_set(map, &from->args[i], &args[i]))
            return NULL;
    return block;
}

/* ---- blocks, and what calls call ------------------------------------------------------------- */

enum { MOST_CALLS = 64 /* one within the other */, MOST_OPS = 1 << 17 /* put in the place of calls */ };

/* A copy being made; in a function's, calls are replaced. */
typedef struct copying {
    grn_ir *ir;
    grn_value_map *map;
    const grn_diag *diag;
    bool inlines;
    size_t calls, ops;
} copying;

static grn_status out_of_memory(const copying *c, const grn_op *op)
{
    grn_ir_refused(c->ir, c->diag, op->place, "copying");
    return GRN_E_MEMORY;
}

static grn_status copy_ops(copying *c, const grn_block *from, const grn_op *end, grn_block *to);

static grn_status copy_regions(copying *c, const grn_op *op, grn_op *to)
{
    grn_status status = GRN_OK;
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; status == GRN_OK && b; b = b->next) {
            grn_block *made = new_block(c->ir, b, &to->regions[r], c->map, 0, NULL);
            status = made ? copy_ops(c, b, NULL, made) : out_of_memory(c, op);
        }
    return status;
}

/* The function that a call calls, with a body of one block; else NULL. */
static const grn_op *callee_of(const grn_op *op)
{
    const grn_attr *name = grn_op_attr(op, "callee");
    const grn_op *table = grn_op_symbol_table(op);
    const grn_op *f = name && name->kind == GRN_ATTR_SYMBOL && table ? grn_ir_find_symbol(table, name->text) : NULL;
    return f && f->nregions == 1 && f->regions[0].first && !f->regions[0].first->next ? f : NULL;
}

/* What `op` calls, in its place. A body that is called twice is copied twice, each time with
 * arguments of its own. */
static grn_status inline_call(copying *c, const grn_op *op, grn_block *to)
{
    const grn_op *f = callee_of(op);
    if (!f)
        return grn_fail(c->diag, op->place, GRN_E_UNSUPPORTED,
                        "'func.call' calls a function without a body of one block");
    const grn_block *body = f->regions[0].first;
    const grn_op *end = body->last;
    if (++c->calls > MOST_CALLS)
        return grn_fail(c->diag, op->place, GRN_E_UNSUPPORTED,
                        "'func.call' is within more than %d calls: a function that calls itself has no gradient here",
                        MOST_CALLS);
    for (size_t i = 0; i < body->nargs; i++)
        if (!grn_value_map_set(c->map, &body->args[i], mapped(c->map, op->operands[i])))
            return out_of_memory(c, op);
    grn_status status = copy_ops(c, body, end, to);
    c->calls--;
    for (size_t i = 0; status == GRN_OK && i < op->nresults; i++)
        if (!grn_value_map_set(c->map, &op->results[i], mapped(c->map, end->operands[i])))
            status = out_of_memory(c, op);
    return status;
}

/* The ops of `from` before `end`. */
static grn_status copy_ops(copying *c, const grn_block *from, const grn_op *end, grn_block *to)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = from->first; status == GRN_OK && op != end; op = op->next) {
        if (c->calls && ++c->ops > MOST_OPS)
            return grn_fail(c->diag, op->place, GRN_E_LIMIT, "calls of the function stand for more than %d ops",
                            MOST_OPS);
        if (c->inlines && grn_op_is(op, GRN_OP(func, call))) {
            status = inline_call(c, op, to);
            continue;
        }
        grn_op *made = copy_shallow(c->ir, op, c->map);
        if (!made)
            return out_of_memory(c, op);
        grn_block_append(to, made);
        status = copy_regions(c, op, made);
    }
    return status;
}

grn_op *grn_grad_copy_op(grn_ir *ir, const grn_op *op, grn_value_map *map)
{
    copying c = {.ir = ir, .map = map};
    grn_op *to = copy_shallow(ir, op, map);
    return to && copy_regions(&c, op, to) == GRN_OK ? to : NULL;
}

grn_block *grn_grad_copy_block(grn_ir *ir, const grn_block *from, grn_region *to, grn_value_map *map, size_t more,
                               const grn_type *const *types)
{
    copying c = {.ir = ir, .map = map};
    grn_block *made = new_block(ir, from, to, map, more, types);
    return made && copy_ops(&c, from, NULL, made) == GRN_OK ? made : NULL;
}

grn_op *grn_grad_return(grn_ir *ir, grn_block *block, size_t n, grn_value *const *operands)
{
    grn_op *old = block->last;
    grn_op *end = grn_op_new(ir, old->def, old->name, old->place, n, 0, 0);
    if (!end)
        return NULL;
    for (size_t i = 0; i < n; i++) {
        if (!operands[i])
            return NULL;
        end->operands[i] = NULL;
        grn_op_set_operand(end, i, operands[i]);
    }
    grn_op_erase(old);
    grn_block_append(block, end);
    return end;
}

/* ---- functions ------------------------------------------------------------------------------- */

/* Only what makes it a function of that name: attributes of its arguments and results would be of
 * too few. */
static bool set_function_attrs(grn_ir *ir, grn_op *to, const grn_op *function, grn_str name)
{
    return grn_op_set_attr(ir, to, GRN_STR("sym_name"), grn_attr_string(ir, name)) &&
           grn_op_set_attr(ir, to, GRN_STR("function_type"), grn_op_attr(function, "function_type"));
}

grn_status grn_grad_copy_function(grn_ir *ir, const grn_op *function, grn_str name, size_t room, const grn_diag *diag,
                                  grn_op **out)
{
    grn_value_map map = {.arena = &ir->arena};
    copying c = {.ir = ir, .map = &map, .diag = diag, .inlines = true};
    const grn_block *body = function->regions[0].first;
    grn_op *to = grn_op_new(ir, function->def, function->name, function->place, 0, 0, 1);
    grn_block *block = to && set_function_attrs(ir, to, function, name)
                           ? new_block(ir, body, &to->regions[0], &map, room, NULL)
                           : NULL;
    if (!block)
        return out_of_memory(&c, function);
    *out = to;
    grn_status status = copy_ops(&c, body, NULL, block);
    if (status == GRN_OK)
        grn_block_append(function->block, to);
    return status;
}
