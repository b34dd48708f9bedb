/* import_parallel.c - affine.parallel as scf.parallel, and its folds as the regions of
 * scf.reduce. */
#include "dialects/affine/fold.h"
#include "dialects/affine/import.h"

/* ---- folds ----------------------------------------------------------------------------------- */

/* arith has ops of integers without a sign, and of floats. */
static grn_status check_types(grn_rewrite *w, const grn_op *op)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < op->nresults; i++) {
        const grn_type *t = grn_result_type(op, i);
        if (t->kind == GRN_TYPE_INTEGER && t->signedness != GRN_SIGNLESS)
            return grn_refuse(w, "folds values of type '%s', which arith has no ops of",
                              grn_type_text(t, text, sizeof text));
    }
    return GRN_OK;
}

static grn_value *first_of(grn_rewrite *w, const grn_affine_fold *fold, const grn_type *t)
{
    const grn_scalar v = grn_affine_fold_first(fold, t->dtype);
    const bool floats = grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT;
    const grn_new_attr value = {"value", floats ? grn_attr_float(w->ir, t, v.f) : grn_attr_integer(w->ir, t, v.i)};
    return grn_new(w, "arith.constant", 0, NULL, t, 1, &value);
}

/* `^bb0(%a: T, %b: T): %c = op %a, %b; scf.reduce.return %c` */
static bool fill_fold(grn_rewrite *w, grn_op *reduce, size_t i, const grn_affine_fold *fold)
{
    const grn_type *t = grn_operand_type(reduce, i);
    grn_block *block = grn_region_add_block(w->ir, &reduce->regions[i]);
    grn_value *args = GRN_ARENA_NEW(&w->ir->arena, grn_value, 2);
    const grn_op_def *ends = grn_ir_find_op(w->ir, GRN_STR("scf.reduce.return"));
    grn_op *end = ends ? grn_op_new(w->ir, ends, GRN_STR(""), w->at->place, 1, 0, 0) : NULL;
    if (!block || !args || !end)
        return false;
    block->args = args;
    block->nargs = 2;
    for (uint32_t k = 0; k < 2; k++)
        args[k] = (grn_value){.type = t, .block = block, .index = k, .place = w->at->place};
    grn_block_append(block, end);
    grn_rewrite in_region = *w;
    in_region.at = end;
    grn_value *const both[] = {&args[0], &args[1]};
    grn_value *result = fold->op ? grn_new(&in_region, fold->op, 2, both, t, 0, NULL) : &args[1];
    end->operands[0] = NULL;
    if (result)
        grn_op_set_operand(end, 0, result);
    return result != NULL;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* The lower bounds, the upper ones and the steps; without dimensions, those of one step. */
static bool read_space(grn_affine_builder *b, const grn_op *op, size_t rank, grn_value **out)
{
    size_t n;
    const int64_t *steps = NULL;
    for (int which = 0; which < 2; which++) {
        grn_value *const *inputs = op->operands + (which ? grn_affine_inputs(op, 0) : 0);
        for (size_t d = 0, from = 0; d < rank; d++) {
            const size_t count = grn_affine_group(op, which, d);
            out[(size_t)which * rank + d] =
                grn_affine_expand_bound(b, grn_affine_bounds[which], inputs, from, count, which == 0);
            if (!out[(size_t)which * rank + d])
                return false;
            from += count;
        }
    }
    if (!grn_op_dims(op, "steps", &n, &steps))
        return false;
    for (size_t d = 0; d < rank; d++)
        if (!(out[2 * rank + d] = grn_affine_index(b, steps[d])))
            return false;
    return true;
}

static const grn_attr *segments(grn_rewrite *w, size_t rank, size_t folds)
{
    const int32_t sizes[] = {(int32_t)rank, (int32_t)rank, (int32_t)rank, (int32_t)folds};
    const int32_t *copy = grn_arena_copy(&w->ir->arena, sizes, sizeof sizes);
    const grn_type *i32 = grn_type_integer(w->ir, 32, GRN_SIGNLESS);
    const grn_attr list = {.kind = GRN_ATTR_DENSE_ARRAY, .type = i32, .dense_array = {GRN_COUNT(sizes), copy}};
    return copy && i32 ? grn_attr_make(w->ir, &list) : NULL;
}

/* ---- the op ---------------------------------------------------------------------------------- */

/* scf.parallel has one dimension at least: where there is none it walks [0, 1). */
static bool add_dimension(grn_affine_builder *b, grn_op *op, grn_value **out)
{
    grn_block *body = op->regions[0].first;
    out[0] = grn_affine_index(b, 0);
    out[1] = out[2] = grn_affine_index(b, 1);
    body->args = GRN_ARENA_NEW(&b->w->ir->arena, grn_value, 1);
    if (!out[0] || !out[1] || !body->args)
        return false;
    body->nargs = 1;
    body->args[0] = (grn_value){.type = b->index, .block = body, .place = op->place};
    return true;
}

static grn_op *make(grn_affine_builder *b, size_t rank, size_t given)
{
    grn_rewrite *w = b->w;
    grn_op *op = w->at;
    const size_t n = 3 * rank + op->nresults;
    grn_value **operands = GRN_ARENA_NEW(&w->ir->arena, grn_value *, n);
    bool ok = operands && (given ? read_space(b, op, rank, operands) : add_dimension(b, op, operands));
    for (size_t i = 0; ok && i < op->nresults; i++)
        operands[3 * rank + i] = first_of(w, grn_affine_fold_of(op, i), grn_result_type(op, i));
    grn_op *made = ok ? grn_affine_new_op(w, "scf.parallel", n, operands, op->nresults, op->results, 1) : NULL;
    const grn_attr *sizes = made ? segments(w, rank, op->nresults) : NULL;
    if (!sizes || !grn_op_set_attr(w->ir, made, GRN_STR("operandSegmentSizes"), sizes))
        return NULL;
    grn_op *reduce = grn_affine_move_region(w, made, 0, "scf.reduce");
    for (size_t i = 0; reduce && i < op->nresults; i++)
        if (!fill_fold(w, reduce, i, grn_affine_fold_of(op, i)))
            return NULL;
    return reduce ? made : NULL;
}

grn_status grn_affine_import_parallel(grn_rewrite *w, const grn_op *op)
{
    grn_affine_builder b = grn_affine_begin(w);
    const size_t rank = grn_affine_rank(op);
    const grn_status status = check_types(w, op);
    return status == GRN_OK ? grn_affine_give(&b, make(&b, rank ? rank : 1, rank)) : status;
}
