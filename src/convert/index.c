/*
 * index.c - before import: tensors of `index` become tensors of i64, for a target with types of its
 * own for tensors and none of `index` (torch), or with no 64-bit elements (ttnn).
 *
 * An op that stays as it is keeps its types: casts stand around it.
 */
#include "convert/steps.h"

static bool is_index(const grn_type *t) { return grn_type_is_tensor(t) && t->element->kind == GRN_TYPE_INDEX; }

/* NULL: memory refused. */
static const grn_type *as_i64(grn_ir *ir, const grn_type *t)
{
    const grn_type *i64 = grn_type_integer(ir, 64, GRN_SIGNLESS);
    return i64 && is_index(t) ? grn_type_tensor(ir, i64, t->rank, t->shape, t->encoding) : i64 ? t : NULL;
}

/* ---- which ops follow ------------------------------------------------------------------------ */

/* Whether the op means the same on i64: it carries values, or is imported into the hub. An op with
 * a scalar of `index`, its own or in its region, may not be. */
static bool follows(const grn_rewrite *w, const grn_op *op)
{
    if (grn_is_carrier(op))
        return true;
    for (size_t i = 0; i < op->noperands; i++)
        if (grn_operand_type(op, i)->kind == GRN_TYPE_INDEX)
            return false;
    bool is_known = op->def && (op->def->to_spec || grn_find_import_pattern(w->ir, op->name));
    return is_known && (op->nregions == 0 || grn_op_is_static(op));
}

static bool comes_from_one_that_follows(const grn_rewrite *w, const grn_value *v)
{
    return follows(w, v->def ? v->def : v->block->region->parent);
}

/* ---- casts around the others ----------------------------------------------------------------- */

/* The casts of this pass are among the ops that keep their types. */
static grn_status cast_operands(grn_rewrite *w, grn_op *op)
{
    const bool here = follows(w, op);
    w->at = op;
    for (size_t i = 0; i < op->noperands; i++) {
        grn_value *v = op->operands[i];
        if (!is_index(v->type) || here == comes_from_one_that_follows(w, v))
            continue;
        const grn_type *type = here ? as_i64(w->ir, v->type) : v->type;
        v = grn_new(w, "arith.index_cast", 1, &v, type, 0, NULL);
        if (!v)
            return grn_no_memory(w);
        grn_op_set_operand(op, i, v);
    }
    return GRN_OK;
}

/* ---- types ----------------------------------------------------------------------------------- */

static const grn_attr *elements(grn_ir *ir, const grn_attr *a)
{
    grn_attr_elements e = *a->elements;
    e.tensor.dtype = GRN_I64;
    const grn_attr made = {.kind = GRN_ATTR_ELEMENTS, .type = as_i64(ir, a->type), .elements = &e};
    return made.type ? grn_attr_make(ir, &made) : NULL;
}

/* A function's signature, a constant's elements. */
static bool retype_attrs(grn_ir *ir, grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value, *made = a;
        if (a->kind == GRN_ATTR_TYPE && a->type_value->kind == GRN_TYPE_FUNCTION)
            made = grn_retype_function(ir, as_i64, a->type_value);
        else if (a->kind == GRN_ATTR_ELEMENTS && is_index(a->type) && op->nresults == 1 &&
                 grn_result_type(op, 0) == a->type)
            made = elements(ir, a);
        if (!made)
            return false;
        op->attrs[i].value = made;
    }
    return true;
}

static grn_status retype(grn_rewrite *w, grn_op *op)
{
    if (!follows(w, op))
        return GRN_OK;
    w->at = op;
    bool ok = retype_attrs(w->ir, op) && grn_retype_values(w->ir, as_i64, op->nresults, op->results);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; ok && b; b = b->next)
            ok = grn_retype_values(w->ir, as_i64, b->nargs, b->args);
    return ok ? GRN_OK : grn_no_memory(w);
}

/* ---- the pass -------------------------------------------------------------------------------- */

/* Depth is the regions', which the parser limits. */
static grn_status rewrite_op(grn_rewrite *w, grn_op *op, grn_convert_step step)
{
    grn_status status = step(w, op);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; status == GRN_OK && inner; inner = inner->next)
                status = rewrite_op(w, inner, step);
    return status;
}

/* A cast to `index` and back to integers is one conversion. */
static grn_status drop_index(grn_rewrite *w, grn_op *op)
{
    if (!grn_op_is(op, GRN_OP(arith, index_cast)) || !grn_type_is_tensor(grn_result_type(op, 0)) ||
        is_index(grn_result_type(op, 0)) || grn_before_index(op->operands[0]) == op->operands[0])
        return GRN_OK;
    return grn_replace(w, grn_build_convert(w, op->operands[0], grn_result_type(op, 0)->element));
}

grn_status grn_pass_index(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    grn_rewrite w = {.ir = ir, .at = ir->top, .diag = diag, .target = o->target};
    const grn_type *index = grn_type_of_dtype(ir, GRN_INDEX);
    if (!index)
        return grn_no_memory(&w);
    if (!(o->target->own_type || o->target->widest) || !o->target->takes_element || o->target->takes_element(index))
        return GRN_OK;
    grn_status status = rewrite_op(&w, ir->top, cast_operands);
    if (status == GRN_OK)
        status = rewrite_op(&w, ir->top, retype);
    return status == GRN_OK ? grn_convert_walk(ir, o, diag, drop_index) : status;
}
