/* local.c - the stage `local`: a function whose ops agree becomes what one device runs. */
#include "shard/rows.h"

/* ---- types ----------------------------------------------------------------------------------- */

grn_status grn_part_retype(grn_sharder *s, grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_division *d = grn_part_of(s, &op->results[i]);
        const grn_type *t = grn_division_local(s->w.ir, &s->mesh, d);
        if (!t)
            return grn_no_memory(&s->w);
        op->results[i].type = t;
    }
    return GRN_OK;
}

static grn_status retype_arguments(grn_sharder *s, grn_block *block)
{
    for (size_t i = 0; i < block->nargs; i++) {
        grn_value *v = &block->args[i];
        const grn_type *t = grn_division_local(s->w.ir, &s->mesh, grn_part_of(s, v));
        if (!t)
            return grn_no_memory(&s->w);
        v->type = t;
    }
    return GRN_OK;
}

static grn_status retype_function(grn_sharder *s)
{
    grn_ir *ir = s->w.ir;
    const grn_block *b = s->block;
    const size_t out = b->last->noperands;
    const grn_type **types = GRN_ARENA_NEW(&ir->arena, const grn_type *, b->nargs + out + 1);
    for (size_t i = 0; types && i < b->nargs; i++)
        types[i] = b->args[i].type;
    for (size_t i = 0; types && i < out; i++)
        types[b->nargs + i] = grn_value_now(b->last->operands[i])->type;
    const grn_type *f = types ? grn_type_function(ir, b->nargs, types, out, types + b->nargs) : NULL;
    const bool done =
        f && grn_op_set_attr(ir, s->function, GRN_STR("function_type"), grn_attr_type(ir, f)) &&
        (!grn_op_attr(s->function, "arg_attrs") || grn_part_write_values(s, "arg_attrs", b->nargs, NULL)) &&
        (!grn_op_attr(s->function, "res_attrs") || grn_part_write_values(s, "res_attrs", out, NULL));
    return done ? GRN_OK : grn_no_memory(&s->w);
}

/* ---- ops ------------------------------------------------------------------------------------- */

/* Axes that cut `from` and not `to`; all of them where both are cut by the same. */
static grn_part_list moved_axes(const grn_sharder *s, const grn_division *from, const grn_division *to)
{
    const uint32_t had = grn_division_axes(from), gone = had & ~grn_division_axes(to);
    grn_part_list axes = {.count = 0};
    for (int32_t i = 0; i < s->mesh.naxes; i++)
        if ((gone ? gone : had) >> i & 1)
            grn_part_push(&axes, i);
    return axes;
}

/* One collective, and what it is for, which the stage before has left on the op. */
static void tell_move(grn_sharder *s, const grn_division *from, const grn_division *to)
{
    static const char *const names[] = {"all_gather", NULL, "all_to_all", "collective_permute"};
    const grn_attr *why = grn_op_attr(s->w.at, GRN_PART_WHY);
    if (!s->o->told || grn_division_same_parts(&s->mesh, from, to))
        return;
    const grn_part_move_form form = grn_part_form_of(&s->mesh, from, to);
    const grn_part_list axes = form.kind == GRN_PART_EXCHANGES ? form.axes : moved_axes(s, from, to);
    const int64_t all = grn_division_bytes(&s->mesh, to), ways = grn_part_ways(&s->mesh, &axes);
    const int64_t bytes = form.kind == GRN_PART_GATHERS     ? all - grn_division_bytes(&s->mesh, from)
                          : form.kind == GRN_PART_EXCHANGES ? all / ways * (ways - 1)
                                                            : all;
    if (names[form.kind])
        grn_part_tell(s, names[form.kind], &axes, why ? why->text.text : "a sharding asks for it",
                      bytes < 0 ? 0 : bytes, grn_division_least(&s->mesh, from, to));
}

static grn_status local_move(grn_sharder *s, grn_op *op)
{
    grn_division *from = grn_part_of(s, op->operands[0]), *to = grn_part_of(s, &op->results[0]);
    grn_part_moves moves;
    grn_value *v = op->operands[0];
    if (!grn_part_moves_between(s, from, to, &moves))
        return grn_no_memory(&s->w);
    for (size_t i = 0; i < moves.count; i++) {
        tell_move(s, from, moves.to[i]);
        v = grn_part_move(s, v, from, moves.to[i]);
        from = moves.to[i];
    }
    if (moves.count && v == op->operands[0]) /* a value is divided in one way */
        v = grn_new(&s->w, "stablehlo.reshape", 1, &v, v->type, 0, NULL);
    return grn_replace(&s->w, v);
}

/* Attributes that were Shardy's alone. */
static void drop_attr(grn_op *op, const char *name)
{
    size_t n = 0;
    for (size_t i = 0; i < op->nattrs; i++)
        if (!grn_str_is(op->attrs[i].name, name))
            op->attrs[n++] = op->attrs[i];
    if (op->nproperties > n)
        op->nproperties = n;
    op->nattrs = n;
}

static bool is_whole(const grn_sharder *s, const grn_op *op)
{
    bool whole = true;
    for (size_t i = 0; i < op->noperands; i++)
        whole = whole && grn_division_is_whole(grn_part_of(s, op->operands[i]));
    for (size_t i = 0; i < op->nresults; i++)
        whole = whole && grn_division_is_whole(grn_part_of(s, &op->results[i]));
    return whole;
}

static grn_status local_op(grn_sharder *s, grn_op *op)
{
    const grn_part_row *row = grn_part_row_of(op);
    s->w.at = op;
    if (grn_part_is_move(op))
        return local_move(s, op);
    if (is_whole(s, op) || !row)
        return GRN_OK;
    return row->local ? row->local(s, op) : grn_part_retype(s, op);
}

/* What is within ops, and in functions that are called, is of whole values: ops that say how they
 * are divided go. Depth is the regions'. */
static void strip(grn_op *op)
{
    drop_attr(op, "sdy.sharding");
    drop_attr(op, "sdy.sharding_rule");
    drop_attr(op, GRN_PART_WHY);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; inner; inner = inner->next) {
                if (grn_part_is_move(inner) && !inner->results[0].forward)
                    inner->results[0].forward = inner->operands[0];
                strip(inner);
            }
}

void grn_part_strip(grn_op *function)
{
    strip(function);
    grn_convert_sweep(function);
}

/* An op of the function's, not one that stands beside it for a device. */
static bool is_divided(const grn_sharder *s, const grn_op *op)
{
    return op->nresults == 0 || grn_part_of(s, &op->results[0]) != NULL;
}

/* Operands are looked up before they are replaced, as divisions are those of the values that the
 * stage before left. */
static bool take_operands(grn_sharder *s, grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *now = grn_value_now(op->operands[i]);
        if (now == op->operands[i])
            continue;
        if (!grn_part_of(s, now) && !grn_divisions_set(&s->map, now, grn_part_of(s, op->operands[i])))
            return false;
        grn_op_set_operand(op, i, now);
    }
    return true;
}

static grn_status local_control(grn_sharder *s, grn_op *op)
{
    s->w.at = op;
    grn_status status = grn_part_retype(s, op);
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
        status = grn_part_local_inner(s, op->regions[r].first);
    return status;
}

/* Depth is the regions', which the parser limits. */
static grn_status local_block(grn_sharder *s, grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first, *next; op && status != GRN_E_MEMORY; op = next) {
        next = op->next;
        if (!take_operands(s, op))
            return grn_no_memory(&s->w);
        if (op == block->last || !is_divided(s, op))
            continue;
        grn_status done = grn_part_is_control(op)  ? local_control(s, op)
                          : grn_part_is_manual(op) ? grn_part_local_manual(s, op)
                                                   : local_op(s, op);
        status = status == GRN_OK ? done : status;
    }
    return status;
}

grn_status grn_part_local_inner(grn_sharder *s, grn_block *block)
{
    const grn_status status = retype_arguments(s, block);
    return status == GRN_OK ? local_block(s, block) : status;
}

grn_status grn_part_local(grn_sharder *s)
{
    s->head = s->block->first;
    s->w.at = s->head;
    grn_status status = grn_part_local_inner(s, s->block);
    if (status != GRN_OK)
        return status;
    s->w.at = s->block->last;
    status = retype_function(s);
    grn_part_strip(s->function);
    return status;
}
