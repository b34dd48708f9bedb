/* region.c - regions on scalars as ops on tensors, copies of blocks, loops that count. */
#include "convert/expand.h"

#include "ir/value_map.h"

/* ---- regions on tensors ---------------------------------------------------------------------- */

static bool is_scalar(const grn_type *t)
{
    return grn_is_plain(t) && t->rank == 0 && t->element->kind != GRN_TYPE_QUANT;
}

static bool is_scalar_constant(const grn_op *op)
{
    const grn_attr *value = grn_op_is(op, GRN_HLO(constant)) ? grn_op_attr(op, "value") : NULL;
    return value && value->kind == GRN_ATTR_ELEMENTS && is_scalar(grn_result_type(op, 0));
}

static bool is_element_wise(const grn_op *op)
{
    bool scalars = op->def && (op->def->element || op->def->element_of) && op->nresults == 1 && op->nregions == 0 &&
                   is_scalar(grn_result_type(op, 0));
    for (size_t i = 0; scalars && i < op->noperands; i++)
        scalars = is_scalar(grn_operand_type(op, i));
    return scalars;
}

bool grn_region_is_element_wise(const grn_region *region)
{
    const grn_block *b = region->first;
    size_t n = 0;
    bool all = b && !b->next && b->last;
    for (size_t i = 0; all && i < b->nargs; i++)
        all = is_scalar(b->args[i].type);
    for (const grn_op *op = all ? b->first : NULL; all && op && op != b->last; op = op->next)
        all = ++n <= GRN_MOST_OF_REGION && (is_scalar_constant(op) || is_element_wise(op));
    for (size_t i = 0; all && i < b->last->noperands; i++)
        all = is_scalar(grn_operand_type(b->last, i));
    return all;
}

bool grn_region_unrolls(const grn_region *region, int64_t steps)
{
    int64_t ops = 1;
    for (const grn_op *op = region->first->first; op; op = op->next)
        ops++;
    return steps <= GRN_MOST_UNROLLED && steps * ops <= GRN_MOST_UNROLLED_OPS;
}

typedef struct lifting {
    grn_rewrite *w;
    grn_value_map tensors; /* what scalars of the region are as tensors */
    int32_t rank;
    const int64_t *shape;
} lifting;

/* A value from around the region is the same for all elements. */
static grn_value *tensor_of(lifting *l, grn_value *scalar)
{
    grn_value *t = grn_value_map_get(&l->tensors, scalar);
    return t ? t : grn_spread(l->w, scalar, l->rank, l->shape);
}

static grn_value *lift_constant(const lifting *l, const grn_op *op)
{
    const grn_tensor *t = &grn_op_attr(op, "value")->elements->tensor;
    return grn_build_splat(l->w, grn_result_type(op, 0)->element, l->rank, l->shape, t->data);
}

static grn_value *lift(lifting *l, const grn_op *op)
{
    grn_ir *ir = l->w->ir;
    grn_op *made = grn_op_new(ir, op->def, op->name, op->place, op->noperands, 1, 0);
    if (!made || !grn_op_copy_attrs(ir, op, made) ||
        !(made->results[0].type = grn_tensor_like(l->w, op->results[0].type->element, l->rank, l->shape)))
        return NULL;
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *v = tensor_of(l, grn_value_now(op->operands[i]));
        if (!v)
            return NULL;
        made->operands[i] = NULL;
        grn_op_set_operand(made, i, v);
    }
    grn_op_insert_before(l->w->at, made);
    return &made->results[0];
}

bool grn_region_on_tensors(grn_rewrite *w, const grn_region *region, grn_value *const *args, int32_t rank,
                           const int64_t *shape, grn_value **results)
{
    const grn_block *b = region->first;
    lifting l = {.w = w, .tensors = {.arena = &w->ir->arena}, .rank = rank, .shape = shape};
    for (size_t i = 0; i < b->nargs; i++) {
        grn_value *v = args[i] ? grn_build_convert(w, args[i], b->args[i].type->element) : NULL;
        if (!v || !grn_value_map_set(&l.tensors, &b->args[i], v))
            return false;
    }
    for (const grn_op *op = b->first; op != b->last; op = op->next) {
        grn_value *v = is_scalar_constant(op) ? lift_constant(&l, op) : lift(&l, op);
        if (!v || !grn_value_map_set(&l.tensors, &op->results[0], v))
            return false;
    }
    for (size_t i = 0; i < b->last->noperands; i++)
        if (!(results[i] = tensor_of(&l, grn_value_now(b->last->operands[i]))))
            return false;
    return true;
}

/* ---- copies ---------------------------------------------------------------------------------- */

bool grn_block_is_flat(const grn_block *block)
{
    size_t n = 0;
    bool flat = true;
    for (const grn_op *op = block->first; flat && op; op = op->next)
        flat = op->def && op->nregions == 0 && ++n <= GRN_MOST_OF_REGION;
    return flat;
}

static grn_value *copied(const grn_value_map *map, grn_value *v)
{
    grn_value *to = grn_value_map_get(map, grn_value_now(v));
    return to ? to : grn_value_now(v);
}

static bool copy_op(grn_rewrite *w, const grn_op *op, grn_value_map *map)
{
    grn_op *to = grn_op_new(w->ir, op->def, op->name, op->place, op->noperands, op->nresults, 0);
    if (!to || !grn_op_copy_attrs(w->ir, op, to))
        return false;
    for (size_t i = 0; i < op->noperands; i++) {
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, copied(map, op->operands[i]));
    }
    for (size_t i = 0; i < op->nresults; i++) {
        to->results[i].type = op->results[i].type;
        if (!grn_value_map_set(map, &op->results[i], &to->results[i]))
            return false;
    }
    grn_op_insert_before(w->at, to);
    return true;
}

/* Ops that others stand for already are left out. */
static bool is_gone(const grn_op *op)
{
    bool gone = op->nresults > 0;
    for (size_t i = 0; i < op->nresults; i++)
        gone = gone && op->results[i].forward;
    return gone;
}

bool grn_block_copy(grn_rewrite *w, const grn_block *block, grn_value *const *args, grn_value **results)
{
    grn_value_map map = {.arena = &w->ir->arena};
    for (size_t i = 0; i < block->nargs; i++)
        if (!args[i] || !grn_value_map_set(&map, &block->args[i], args[i]))
            return false;
    for (const grn_op *op = block->first; op != block->last; op = op->next)
        if (!is_gone(op) && !copy_op(w, op, &map))
            return false;
    for (size_t i = 0; i < block->last->noperands; i++)
        results[i] = copied(&map, block->last->operands[i]);
    return true;
}

/* ---- ends and moves -------------------------------------------------------------------------- */

grn_op *grn_block_end(grn_rewrite *w, grn_block *block, const char *terminator, size_t n, grn_value *const *values)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){terminator, strlen(terminator)});
    grn_op *end = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, n, 0, 0) : NULL;
    for (size_t i = 0; end && i < n; i++) {
        end->operands[i] = NULL;
        if (values)
            grn_op_set_operand(end, i, grn_value_now(values[i]));
    }
    if (end && block->last && block->last->def && block->last->def->traits & GRN_TRAIT_TERMINATOR)
        grn_op_erase(block->last);
    if (end)
        grn_block_append(block, end);
    return end;
}

bool grn_region_move(grn_rewrite *w, grn_region *from, grn_region *to, const char *terminator)
{
    to->first = to->last = from->first;
    to->first->region = to;
    from->first = from->last = NULL;
    grn_op *end = to->first->last;
    return grn_block_end(w, to->first, terminator, end->noperands, end->operands) != NULL;
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* A block with arguments of these types, without ops. NULL: memory was refused. */
static grn_block *new_block(grn_rewrite *w, grn_region *region, size_t nargs, grn_value *const *like)
{
    grn_block *block = grn_region_add_block(w->ir, region);
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, nargs + 1);
    if (!block || !args)
        return NULL;
    for (size_t i = 0; i < nargs; i++)
        args[i] = (grn_value){.type = like[i]->type, .block = block, .index = (uint32_t)i};
    block->args = args;
    block->nargs = nargs;
    return block;
}

grn_value *grn_build_number(grn_rewrite *w, int64_t v)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    return i64 ? grn_build_integers(w, i64, 0, NULL, 1, &v) : NULL;
}

/* Whether there is another turn. */
static bool fill_condition(grn_rewrite *w, grn_block *block, grn_value *count, bool asks)
{
    grn_op *end = grn_block_end(w, block, "stablehlo.return", 1, NULL);
    grn_rewrite inside = *w;
    if (!end)
        return false;
    inside.at = end;
    grn_value *more = count ? grn_build_compare(&inside, "LT", &block->args[0], count) : &block->args[1];
    if (count && asks)
        more = grn_build_binary(&inside, "stablehlo.and", more, &block->args[1]);
    if (more)
        grn_op_set_operand(end, 0, more);
    return more != NULL;
}

bool grn_loop_begin(grn_rewrite *w, grn_value *count, bool asks, size_t n, grn_value *const *init,
                    grn_counted_loop *loop)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.while"));
    grn_value **carried = GRN_ARENA_NEW(&w->ir->arena, grn_value *, n + 1);
    grn_op *op = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, n + 1, n + 1, 2) : NULL;
    if (!carried || !op || !(carried[0] = grn_build_number(w, 0)) || (!count && !asks))
        return false;
    for (size_t i = 0; i < n; i++)
        if (!(carried[1 + i] = init[i]))
            return false;
    for (size_t i = 0; i < n + 1; i++) {
        op->operands[i] = NULL;
        grn_op_set_operand(op, i, carried[i]);
        op->results[i].type = carried[i]->type;
    }
    grn_op_insert_before(w->at, op);
    grn_block *condition = new_block(w, &op->regions[0], n + 1, carried),
              *body = new_block(w, &op->regions[1], n + 1, carried);
    if (!condition || !body || !fill_condition(w, condition, count, asks) ||
        !grn_block_end(w, body, "stablehlo.return", n + 1, NULL))
        return false;
    *loop =
        (grn_counted_loop){.op = op, .inside = *w, .ncarried = n, .number = &body->args[0], .carried = &body->args[1]};
    loop->inside.at = body->last;
    return true;
}

bool grn_loop_end(grn_counted_loop *loop, grn_value *const *next)
{
    grn_rewrite *w = &loop->inside;
    grn_value *number = grn_build_binary(w, "stablehlo.add", loop->number, grn_build_number(w, 1));
    grn_op *end = w->at;
    for (size_t i = 0; number && i < loop->ncarried; i++) {
        if (!next[i])
            return false;
        grn_op_set_operand(end, 1 + i, next[i]);
    }
    if (number)
        grn_op_set_operand(end, 0, number);
    return number != NULL;
}
