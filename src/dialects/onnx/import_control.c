/*
 * import_control.c - If, Loop and Scan as the hub's branches and loops; operators whose results are
 * as long as the data say.
 *
 * A Loop and a Scan become a while that counts. What they collect, where the number of turns is
 * known, is a tensor that goes around, of which each turn writes a row.
 */
#include "dialects/onnx/control.h"
#include "dialects/onnx/translate.h"

#include "convert/expand.h"

enum { MOST_VALUES = 256 };

static const grn_type *carried_type(const grn_value *v) { return grn_is_static(v->type) ? v->type : NULL; }

/* The result in the type that the operator has it, which may know fewer extents. */
static grn_value *declared(grn_rewrite *w, grn_value *v, const grn_type *as)
{
    return !v || v->type == as ? v : grn_new(w, "tensor.cast", 1, &v, as, 0, NULL);
}

/* A number or a condition, of rank 0 or of one element. */
static grn_value *scalar_of(grn_rewrite *w, grn_value *v) { return grn_build_reshape(w, v, 0, NULL); }

static grn_region *region_of(const grn_rewrite *w, const grn_region *r) { return &w->at->regions[r - w->at->regions]; }

/* ---- If -------------------------------------------------------------------------------------- */

grn_status grn_onnx_import_if(grn_rewrite *w, const grn_op *op)
{
    const grn_region *branches[] = {grn_onnx_graph_of(op, "then_branch", 0), grn_onnx_graph_of(op, "else_branch", 1)};
    if (!grn_is_static(grn_operand_type(op, 0)))
        return grn_onnx_needs_shapes(w);
    for (size_t r = 0; r < 2; r++)
        for (size_t i = 0; i < op->nresults; i++)
            if (grn_operand_type(grn_onnx_graph_end(branches[r]), i) != grn_result_type(op, i))
                return grn_not_imported(w, "has branches that give tensors of other shapes");
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.if"));
    grn_value *condition = scalar_of(w, op->operands[0]);
    grn_op *made = def && condition ? grn_op_new(w->ir, def, GRN_STR(""), op->place, 1, op->nresults, 2) : NULL;
    if (!made)
        return grn_no_memory(w);
    made->operands[0] = NULL;
    grn_op_set_operand(made, 0, condition);
    for (size_t i = 0; i < op->nresults; i++)
        made->results[i].type = grn_result_type(op, i);
    for (size_t r = 0; r < 2; r++)
        if (!grn_region_move(w, region_of(w, branches[r]), &made->regions[r], "stablehlo.return"))
            return grn_no_memory(w);
    grn_op_insert_before(w->at, made);
    return grn_replace_op(w, made);
}

/* ---- what a body gives ----------------------------------------------------------------------- */

/* Values that go around: `before` of the loop's own, those that the operator carries, then a tensor
 * for each that it collects. */
typedef struct turns {
    const grn_op *op;
    const grn_region *body;
    size_t first, carried, collected; /* operand number of the first carried */
    size_t given;                     /* of the body's values, the first that is carried */
    grn_value *init[MOST_VALUES], *next[MOST_VALUES];
} turns;

/* Each turn gives what it takes. */
static bool is_steady(const turns *t)
{
    const grn_op *end = grn_onnx_graph_end(t->body);
    const size_t args = t->body->first->nargs;
    bool steady = t->carried + t->collected + 2 <= MOST_VALUES;
    for (size_t i = 0; steady && i < t->carried; i++) {
        const grn_type *type = carried_type(t->op->operands[t->first + i]);
        steady = type && grn_operand_type(end, t->given + i) == type && t->given + i + (t->given ? 1 : 0) < args &&
                 t->body->first->args[(t->given ? 2 : 0) + i].type == type;
    }
    for (size_t i = 0; steady && i < t->collected; i++) {
        const grn_type *row = carried_type(end->operands[t->given + t->carried + i]);
        steady = row && row->rank < GRN_MAX_RANK;
    }
    return steady;
}

static grn_value *empty_rows(grn_rewrite *w, const grn_type *row, int64_t count)
{
    static const unsigned char zero[16] = {0};
    int64_t shape[GRN_MAX_RANK];
    shape[0] = count;
    for (int32_t d = 0; d < row->rank; d++)
        shape[d + 1] = row->shape[d];
    return grn_build_splat(w, row->element, row->rank + 1, shape, zero);
}

/* The body's ops, in the loop's. */
static void move_body(const grn_rewrite *w, const turns *t, grn_counted_loop *loop)
{
    grn_block *block = region_of(w, t->body)->first;
    while (block->first != block->last)
        grn_op_move_before(loop->inside.at, block->first);
}

static grn_value *given(const turns *t, size_t i) { return grn_value_now(t->body->first->last->operands[i]); }

/* ---- Loop ------------------------------------------------------------------------------------ */

/* A value that is always true: a constant, or the condition that the body takes. */
static bool is_always(const turns *t, const grn_value *v)
{
    grn_tensor c;
    int64_t scalar;
    return v == &t->body->first->args[1] ||
           (grn_constant_tensor(v, &scalar, &c) && grn_tensor_elements(&c) == 1 && *(const unsigned char *)c.data);
}

static bool count_of(const grn_value *v, int64_t *count)
{
    grn_tensor c;
    int64_t scalar;
    if (!grn_constant_tensor(v, &scalar, &c) || grn_tensor_elements(&c) != 1)
        return false;
    *count = grn_index_load(c.dtype, c.data);
    return true;
}

/* Arguments of the body that are a number or a condition of one element get a dim. */
static grn_value *like_argument(grn_rewrite *w, const grn_value *arg, grn_value *v)
{
    return grn_build_reshape(w, v, arg->type->rank, arg->type->shape);
}

static bool has_small_arguments(const grn_block *b)
{
    for (size_t i = 0; i < 2; i++)
        if (!grn_is_static(b->args[i].type) || b->args[i].type->rank > 1)
            return false;
    return b->args[0].type->element->dtype == GRN_I64;
}

grn_status grn_onnx_import_loop(grn_rewrite *w, const grn_op *op)
{
    turns t = {.op = op, .body = grn_onnx_body_of(op), .first = 2, .carried = op->noperands - 2, .given = 1};
    const bool counted = grn_onnx_given(op, 0), asked = grn_onnx_given(op, 1);
    grn_counted_loop loop;
    int64_t count = 0;
    t.collected = op->nresults - t.carried;
    grn_block *body = t.body->first;
    const bool always = (!asked || is_always(&t, op->operands[1])) && is_always(&t, given(&t, 0)),
               asks = !always && (asked || !counted);
    if (t.collected && (asks || !counted || !count_of(op->operands[0], &count)))
        return grn_not_imported(w, "collects as many slices as it has turns, a number that is not known");
    if (!is_steady(&t) || !has_small_arguments(body) || (!asks && !counted))
        return grn_not_imported(w, "carries tensors of a shape that is not known, or that changes");
    const size_t own = asks ? 1 : 0;
    grn_value *most = counted ? scalar_of(w, op->operands[0]) : NULL;
    const unsigned char yes = 1;
    if (asks)
        t.init[0] = asked ? scalar_of(w, op->operands[1])
                          : grn_build_splat(w, grn_type_integer(w->ir, 1, GRN_SIGNLESS), 0, NULL, &yes);
    memcpy(t.init + own, op->operands + t.first, t.carried * sizeof *t.init);
    for (size_t i = 0; i < t.collected; i++)
        t.init[own + t.carried + i] = empty_rows(w, given(&t, 1 + t.carried + i)->type, count < 0 ? 0 : count);
    const size_t n = own + t.carried + t.collected;
    if ((counted && !most) || !grn_loop_begin(w, most, asks, n, t.init, &loop))
        return grn_no_memory(w);
    grn_rewrite *in = &loop.inside;
    const grn_value *condition =
        asks ? &loop.carried[0] : grn_build_splat(in, grn_type_integer(w->ir, 1, GRN_SIGNLESS), 0, NULL, &yes);
    body->args[0].forward = like_argument(in, &body->args[0], loop.number);
    body->args[1].forward = like_argument(in, &body->args[1], (grn_value *)condition);
    for (size_t i = 0; i < t.carried; i++)
        body->args[2 + i].forward = &loop.carried[own + i];
    if (!body->args[0].forward || !body->args[1].forward)
        return grn_no_memory(w);
    move_body(w, &t, &loop);
    if (asks)
        t.next[0] = scalar_of(in, given(&t, 0));
    for (size_t i = 0; i < t.carried; i++)
        t.next[own + i] = given(&t, 1 + i);
    for (size_t i = 0; i < t.collected; i++)
        t.next[own + t.carried + i] =
            grn_put_row(in, &loop.carried[own + t.carried + i], loop.number, given(&t, 1 + t.carried + i));
    if (!grn_loop_end(&loop, t.next))
        return grn_no_memory(w);
    for (size_t i = 0; i < op->nresults; i++)
        if (!(w->at->results[i].forward = declared(w, grn_loop_result(&loop, own + i), grn_result_type(op, i))))
            return grn_no_memory(w);
    return GRN_OK;
}

/* ---- Scan ------------------------------------------------------------------------------------ */

/* Number i of a list that may be left out. */
static int64_t listed(const grn_op *op, const char *name, size_t i)
{
    size_t count = 0;
    const int64_t *v = NULL;
    return grn_op_dims(op, name, &count, &v) && i < count ? v[i] : 0;
}

static int64_t axis_of(const grn_op *op, const char *name, size_t i, int32_t rank)
{
    const int64_t axis = listed(op, name, i);
    return axis < 0 ? axis + rank : axis;
}

/* The turn's number, or that of the turn as many before the last. */
static grn_value *number_in(grn_counted_loop *loop, int64_t count, bool backwards)
{
    grn_rewrite *in = &loop->inside;
    return backwards ? grn_build_binary(in, "stablehlo.subtract", grn_build_number(in, count - 1), loop->number)
                     : loop->number;
}

/* Input i with its slices along the first dim. */
static grn_value *slices_of(grn_rewrite *w, const turns *t, size_t i)
{
    grn_value *v = t->op->operands[t->carried + i];
    grn_dims first = {.count = 0};
    grn_dims_push(&first, axis_of(t->op, "scan_input_axes", i, v->type->rank));
    return grn_build_rows(w, v, &first);
}

/* The rows, which lie along the first dim, along another one. */
static grn_value *rows_along(grn_rewrite *w, grn_value *v, int64_t axis)
{
    int64_t order[GRN_MAX_RANK];
    for (int32_t d = 0; d < v->type->rank; d++)
        order[d] = d < axis ? d + 1 : d == axis ? 0 : d;
    return grn_build_transpose(w, v, order);
}

grn_status grn_onnx_import_scan(grn_rewrite *w, const grn_op *op)
{
    const size_t inputs = (size_t)grn_op_integer(op, "num_scan_inputs", 0);
    turns t = {.op = op, .body = grn_onnx_body_of(op), .carried = op->noperands - inputs};
    grn_counted_loop loop;
    grn_value *slices[MOST_VALUES];
    int64_t count = -1;
    t.collected = op->nresults - t.carried;
    for (size_t i = 0; i < inputs; i++) {
        const grn_type *in = grn_operand_type(op, t.carried + i);
        if (!grn_is_static(in) || t.body->first->args[t.carried + i].type->rank != in->rank - 1 ||
            !grn_is_static(t.body->first->args[t.carried + i].type))
            return grn_onnx_needs_shapes(w);
        count = in->shape[axis_of(op, "scan_input_axes", i, in->rank)];
    }
    if (count < 0 || inputs > MOST_VALUES || !is_steady(&t))
        return grn_not_imported(w, "carries tensors of a shape that is not known, or that changes");
    memcpy(t.init, op->operands, t.carried * sizeof *t.init);
    for (size_t i = 0; i < t.collected; i++)
        t.init[t.carried + i] = empty_rows(w, given(&t, t.carried + i)->type, count);
    for (size_t i = 0; i < inputs; i++)
        if (!(slices[i] = slices_of(w, &t, i)))
            return grn_no_memory(w);
    if (!grn_loop_begin(w, grn_build_number(w, count), false, t.carried + t.collected, t.init, &loop))
        return grn_no_memory(w);
    grn_block *body = region_of(w, t.body)->first;
    for (size_t i = 0; i < t.carried; i++)
        body->args[i].forward = &loop.carried[i];
    for (size_t i = 0; i < inputs; i++)
        if (!(body->args[t.carried + i].forward = grn_build_row(
                  &loop.inside, slices[i], number_in(&loop, count, listed(op, "scan_input_directions", i)))))
            return grn_no_memory(w);
    move_body(w, &t, &loop);
    for (size_t i = 0; i < t.carried; i++)
        t.next[i] = given(&t, i);
    for (size_t i = 0; i < t.collected; i++)
        t.next[t.carried + i] =
            grn_put_row(&loop.inside, &loop.carried[t.carried + i],
                        number_in(&loop, count, listed(op, "scan_output_directions", i)), given(&t, t.carried + i));
    if (!grn_loop_end(&loop, t.next))
        return grn_no_memory(w);
    for (size_t i = 0; i < op->nresults; i++) {
        grn_value *v = grn_loop_result(&loop, i);
        if (i >= t.carried)
            v = rows_along(w, v, axis_of(op, "scan_output_axes", i - t.carried, v->type->rank));
        if (!(w->at->results[i].forward = declared(w, v, grn_result_type(op, i))))
            return grn_no_memory(w);
    }
    return GRN_OK;
}

/* ---- running sums and products --------------------------------------------------------------- */

static grn_value *reversed(grn_rewrite *w, grn_value *v, int64_t dim)
{
    return v ? grn_new(w, "stablehlo.reverse", 1, &v, v->type, 1,
                       &(grn_new_attr){"dimensions", grn_attr_dense_i64(w->ir, 1, &dim)})
             : NULL;
}

/* [low, high] for each dim. */
static const grn_attr *padding_of(grn_rewrite *w, int32_t rank, int64_t dim, int64_t low, int64_t high)
{
    int64_t v[2 * GRN_MAX_RANK] = {0};
    const int64_t shape[] = {rank, 2};
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    v[2 * dim] = low;
    v[2 * dim + 1] = high;
    grn_value *list = i64 ? grn_build_integers(w, i64, 2, shape, (size_t)(2 * rank), v) : NULL;
    return list ? grn_op_attr(list->def, "value") : NULL;
}

/* A window that ends at each element, or before it, and begins with the first. */
grn_status grn_onnx_import_cumulated(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const bool products = grn_str_is(op->name, "onnx.CumProd"), exclusive = grn_op_integer(op, "exclusive", 0) != 0,
               reverse = grn_op_integer(op, "reverse", 0) != 0;
    int64_t axis, size[GRN_MAX_RANK];
    if (!grn_onnx_all_static(op) || !count_of(op->operands[1], &axis) || t->rank == 0)
        return grn_onnx_needs_shapes(w);
    axis += axis < 0 ? t->rank : 0;
    for (int32_t d = 0; d < t->rank; d++)
        size[d] = d == axis ? t->shape[d] : 1;
    if (size[axis] == 0)
        return grn_replace(w, op->operands[0]);
    grn_value *v = reverse ? reversed(w, op->operands[0], axis) : op->operands[0];
    grn_value *start = grn_onnx_import_number(w, t->element, products);
    const grn_op_def *def = grn_ir_find_op(w->ir, GRN_STR("stablehlo.reduce_window"));
    grn_op *made = def && v && start ? grn_op_new(w->ir, def, GRN_STR(""), op->place, 2, 1, 1) : NULL;
    const grn_attr *padding = padding_of(w, t->rank, axis, size[axis] - 1 + exclusive, -(int64_t)exclusive);
    if (!made ||
        !grn_op_set_attr(w->ir, made, GRN_STR("window_dimensions"), grn_attr_dense_i64(w->ir, (size_t)t->rank, size)) ||
        !grn_op_set_attr(w->ir, made, GRN_STR("padding"), padding))
        return grn_no_memory(w);
    made->operands[0] = made->operands[1] = NULL;
    grn_op_set_operand(made, 0, v);
    grn_op_set_operand(made, 1, start);
    made->results[0].type = t;
    grn_op_insert_before(w->at, made);
    const grn_hub h = {
        .ninputs = 1, .combiner = products ? GRN_COMBINE_MUL : GRN_COMBINE_ADD, .operands = op->operands};
    if (!grn_hub_fill_region(w, made, &h, "stablehlo.return"))
        return grn_no_memory(w);
    return grn_replace(w, reverse ? reversed(w, &made->results[0], axis) : &made->results[0]);
}

/* ---- NonZero, Compress, Unique --------------------------------------------------------------- */

grn_status grn_onnx_import_none(grn_rewrite *w, const grn_op *op)
{
    return (void)op, grn_not_imported(w, "gives as many elements as its data say, which no type of the hub's does");
}
