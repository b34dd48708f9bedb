/*
 * export_control.c - the hub's branches and loops as If and Loop.
 *
 * A case is an If in the other branch of an If. A while asks its condition before each turn, a Loop
 * is told it by the turn before: the ops of the condition stand in front of the Loop and at the end
 * of its body.
 */
#include "dialects/onnx/translate.h"

#include "convert/expand.h"

static grn_op *new_op(grn_rewrite *w, const char *name, size_t noperands, size_t nresults, size_t nregions)
{
    const grn_op_def *def = grn_ir_find_op(w->ir, (grn_str){name, strlen(name)});
    grn_op *op = def ? grn_op_new(w->ir, def, GRN_STR(""), w->at->place, noperands, nresults, nregions) : NULL;
    for (size_t i = 0; op && i < noperands; i++)
        op->operands[i] = NULL;
    return op;
}

/* False: memory was refused, for the attribute or for a value. */
static bool name_graphs(grn_rewrite *w, grn_op *op, size_t n, const char *const *names)
{
    const grn_attr *items[2];
    for (size_t i = 0; i < n; i++)
        if (!(items[i] = grn_attr_string(w->ir, (grn_str){names[i], strlen(names[i])})))
            return false;
    return grn_op_set_attr(w->ir, op, GRN_STR("onnx.graphs"), grn_attr_array(w->ir, n, items));
}

/* One block in each region, and values that ONNX has. */
static bool is_taken(const grn_op *op)
{
    bool taken = op->nresults > 0;
    for (size_t r = 0; r < op->nregions; r++)
        taken = taken && op->regions[r].first && !op->regions[r].first->next && op->regions[r].first->last;
    for (size_t i = 0; i < op->noperands; i++)
        taken = taken && grn_is_plain(grn_operand_type(op, i)) && grn_onnx_takes(grn_operand_type(op, i));
    for (size_t i = 0; i < op->nresults; i++)
        taken = taken && grn_is_plain(grn_result_type(op, i)) && grn_onnx_takes(grn_result_type(op, i));
    return taken;
}

/* ---- branches -------------------------------------------------------------------------------- */

/* An If with empty graphs and the results of `like`. */
static grn_op *new_if(grn_rewrite *w, grn_value *condition, const grn_op *like)
{
    static const char *const graphs[] = {"then_branch", "else_branch"};
    grn_op *op = condition ? new_op(w, "onnx.If", 1, like->nresults, 2) : NULL;
    if (!op || !name_graphs(w, op, 2, graphs))
        return NULL;
    grn_op_set_operand(op, 0, condition);
    for (size_t i = 0; i < like->nresults; i++)
        op->results[i].type = grn_result_type(like, i);
    grn_op_insert_before(w->at, op);
    return op;
}

grn_status grn_onnx_export_if(grn_rewrite *w, const grn_op *op)
{
    if (!is_taken(op) || op->nregions != 2)
        return GRN_OK;
    grn_op *made = new_if(w, op->operands[0], op);
    for (size_t r = 0; made && r < 2; r++)
        if (!grn_region_move(w, &w->at->regions[r], &made->regions[r], "onnx.Yield"))
            return grn_no_memory(w);
    return grn_replace_op(w, made);
}

static grn_value *is_number(grn_rewrite *w, grn_value *index, int64_t number)
{
    grn_value *other = grn_build_integers(w, index->type->element, 0, NULL, 1, &number);
    grn_value *same = grn_build_compare(w, "EQ", index, other);
    return grn_exported(w, other) ? grn_exported(w, same) : NULL;
}

/* The only branch is what runs. */
static grn_status export_only_branch(grn_rewrite *w, const grn_op *op)
{
    grn_block *block = w->at->regions[0].first;
    while (block->first != block->last)
        grn_op_move_before(w->at, block->first);
    for (size_t i = 0; i < op->nresults; i++)
        w->at->results[i].forward = grn_value_now(block->last->operands[i]);
    return GRN_OK;
}

/* An index that no branch has is the last one's. */
grn_status grn_onnx_export_case(grn_rewrite *w, const grn_op *op)
{
    grn_rewrite here = *w;
    grn_op *first = NULL, *end = NULL;
    const size_t n = op->nregions;
    if (!is_taken(op) || n == 0)
        return GRN_OK;
    if (n == 1)
        return export_only_branch(w, op);
    for (size_t b = 0; b + 1 < n; b++) {
        grn_op *made = new_if(&here, is_number(&here, op->operands[0], (int64_t)b), op);
        if (!made || !grn_region_move(w, &w->at->regions[b], &made->regions[0], "onnx.Yield"))
            return grn_no_memory(w);
        for (size_t i = 0; end && i < op->nresults; i++)
            grn_op_set_operand(end, i, &made->results[i]);
        first = first ? first : made;
        if (b + 2 == n)
            return grn_region_move(w, &w->at->regions[n - 1], &made->regions[1], "onnx.Yield")
                       ? grn_replace_op(w, first)
                       : grn_no_memory(w);
        grn_block *block = grn_region_add_block(w->ir, &made->regions[1]);
        end = block ? grn_block_end(w, block, "onnx.Yield", op->nresults, NULL) : NULL;
        if (!end)
            return grn_no_memory(w);
        here.at = end;
    }
    return GRN_OK;
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* The body takes the number of the turn and the condition first. */
static bool add_arguments(grn_rewrite *w, grn_block *body)
{
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, body->nargs + 2);
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS), *i1 = grn_type_integer(w->ir, 1, GRN_SIGNLESS);
    const grn_type *const types[] = {i64 ? grn_tensor_like(w, i64, 0, NULL) : NULL,
                                     i1 ? grn_tensor_like(w, i1, 0, NULL) : NULL};
    if (!args || !types[0] || !types[1])
        return false;
    for (size_t i = 0; i < body->nargs + 2; i++)
        args[i] = (grn_value){.type = i < 2 ? types[i] : body->args[i - 2].type,
                              .block = body,
                              .index = (uint32_t)i,
                              .name = i < 2 ? GRN_STR("") : body->args[i - 2].name};
    for (size_t i = 0; i < body->nargs; i++)
        body->args[i].forward = &args[2 + i];
    body->args = args;
    body->nargs += 2;
    return true;
}

/* The body's end gives whether there is another turn, and then what goes around. */
static bool end_body(grn_rewrite *w, const grn_block *condition, grn_block *body)
{
    grn_op *old = body->last;
    const size_t n = old->noperands;
    grn_value **values = GRN_ARENA_NEW(&w->ir->arena, grn_value *, n + 1);
    grn_rewrite here = *w;
    here.at = old;
    for (size_t i = 0; values && i < n; i++)
        values[1 + i] = grn_value_now(old->operands[i]);
    return values && grn_block_copy(&here, condition, values + 1, values) &&
           grn_block_end(w, body, "onnx.Yield", n + 1, values) != NULL;
}

grn_status grn_onnx_export_while(grn_rewrite *w, const grn_op *op)
{
    static const char *const graphs[] = {"body"};
    const size_t n = op->noperands;
    grn_value *more;
    if (!is_taken(op) || op->nregions != 2 || !grn_block_is_flat(op->regions[0].first))
        return GRN_OK;
    const grn_block *condition = op->regions[0].first;
    if (condition->last->noperands != 1 || !grn_block_copy(w, condition, op->operands, &more))
        return grn_no_memory(w);
    grn_value *none =
        grn_new(w, "onnx.NoValue", 0, NULL, grn_type_none(w->ir), 1, &(grn_new_attr){"value", grn_attr_unit(w->ir)});
    grn_op *made = none ? new_op(w, "onnx.Loop", 2 + n, n, 1) : NULL;
    if (!made || !name_graphs(w, made, 1, graphs))
        return grn_no_memory(w);
    grn_op_set_operand(made, 0, none);
    grn_op_set_operand(made, 1, more);
    for (size_t i = 0; i < n; i++) {
        grn_op_set_operand(made, 2 + i, op->operands[i]);
        made->results[i].type = grn_result_type(op, i);
    }
    grn_op_insert_before(w->at, made);
    grn_region *from = &w->at->regions[1], *to = &made->regions[0];
    to->first = from->first;
    to->last = from->last;
    to->first->region = to;
    from->first = from->last = NULL;
    if (!add_arguments(w, to->first) || !end_body(w, condition, to->first))
        return grn_no_memory(w);
    return grn_replace_op(w, made);
}
