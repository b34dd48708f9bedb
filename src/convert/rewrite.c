/* rewrite.c - steps of every pass of a conversion: new ops by name, values replaced by others,
 * refusals. */

#include "convert/steps.h"

grn_status grn_refuse(const grn_rewrite *w, const char *format, ...)
{
    char why[GRN_MESSAGE_BYTES];
    GRN_FORMAT(why, format);
    const grn_str name = grn_origin_name(w->at);
    return grn_fail(w->diag, w->at->place, GRN_E_UNSUPPORTED, "cannot be expressed in %s: '%.*s' %s", w->target->name,
                    (int)name.n, name.text, why);
}

grn_status grn_no_memory(const grn_rewrite *w)
{
    grn_ir_refused(w->ir, w->diag, w->at->place, "converting");
    return GRN_E_MEMORY; /* a limit ends the pass as refused memory does */
}

static grn_status check_encoding(const grn_rewrite *w, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    t = grn_type_as_tensor(t);
    return grn_type_is_tensor(t) && t->encoding
               ? grn_refuse(w, "has a value of type '%s', whose encoding has no counterpart",
                            grn_type_text(t, text, sizeof text))
               : GRN_OK;
}

grn_status grn_check_encodings(const grn_rewrite *w)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < w->at->noperands; i++)
        status = check_encoding(w, grn_operand_type(w->at, i));
    for (size_t i = 0; status == GRN_OK && i < w->at->nresults; i++)
        status = check_encoding(w, grn_result_type(w->at, i));
    return status;
}

grn_status grn_check_declared(const grn_rewrite *w, size_t first, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (grn_type_has_static_shape(grn_type_as_tensor(grn_operand_type(w->at, first + i))) &&
            !grn_type_has_static_shape(grn_type_as_tensor(grn_result_type(w->at, i))))
            return grn_refuse(w, "has result #%zu of a shape that is not known, where the operand's is", i);
    return GRN_OK;
}

/* The place of ops that are made for w->at: a terminator with ops of its own
 * (scf.forall.in_parallel) takes no others. */
static grn_op *place_for(const grn_rewrite *w)
{
    const uint32_t closed = GRN_TRAIT_TERMINATOR | GRN_TRAIT_NO_TERMINATOR;
    grn_op *parent = w->at->block ? grn_op_parent(w->at) : NULL;
    return parent && parent->def && (parent->def->traits & closed) == closed ? parent : w->at;
}

grn_value *grn_new(grn_rewrite *w, const char *op, size_t noperands, grn_value *const *operands, const grn_type *type,
                   size_t nattrs, const grn_new_attr *attrs)
{
    return grn_make_before(
        w->ir, place_for(w),
        &(grn_make){
            .op = op, .noperands = noperands, .operands = operands, .type = type, .nattrs = nattrs, .attrs = attrs});
}

/* A new value gets the name of the value that it replaces. */
static void take_name(grn_value *by, const grn_value *old)
{
    if (by->name.n == 0)
        by->name = old->name;
}

grn_status grn_replace_all(grn_rewrite *w, grn_value *const *by)
{
    for (size_t i = 0; i < w->at->nresults; i++) {
        if (!by[i])
            return grn_no_memory(w);
        w->at->results[i].forward = by[i];
        take_name(by[i], &w->at->results[i]);
    }
    return GRN_OK;
}

grn_status grn_replace(grn_rewrite *w, grn_value *by)
{
    if (!by)
        return grn_no_memory(w);
    if (by == &w->at->results[0])
        return GRN_OK;
    w->at->results[0].forward = by;
    take_name(by, &w->at->results[0]);
    return GRN_OK;
}

bool grn_retype_values(grn_ir *ir, grn_retyping as, size_t n, grn_value *values)
{
    for (size_t i = 0; i < n; i++) {
        const grn_type *t = as(ir, values[i].type);
        if (!t)
            return false;
        values[i].type = t;
    }
    return true;
}

const grn_attr *grn_retype_function(grn_ir *ir, grn_retyping as, const grn_type *f)
{
    const grn_type **members = GRN_ARENA_NEW(&ir->arena, const grn_type *, f->count + 1);
    for (size_t i = 0; members && i < f->count; i++)
        if (!(members[i] = as(ir, f->members[i])))
            return NULL;
    f = members ? grn_type_function(ir, f->inputs, members, f->count - f->inputs, members + f->inputs) : NULL;
    return f ? grn_attr_type(ir, f) : NULL;
}

static bool is_special(const grn_type *t, bool takes_index)
{
    const grn_type *at_run = grn_type_as_tensor(t), *element = grn_type_element_or_self(at_run);
    return grn_type_is_tensor(at_run) &&
           (element->kind == GRN_TYPE_QUANT || (element->kind == GRN_TYPE_INDEX && !takes_index));
}

bool grn_convert_stays(const grn_op *op, bool takes_index)
{
    bool stays = false;
    for (size_t i = 0; i < op->noperands; i++)
        stays |= is_special(grn_operand_type(op, i), takes_index);
    for (size_t i = 0; i < op->nresults; i++)
        stays |= is_special(grn_result_type(op, i), takes_index);
    return stays;
}

/* ---- one pass over all ops ------------------------------------------------------------------- */

typedef struct pass {
    grn_rewrite w;
    grn_convert_step visit;
} pass;

static void resolve(grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (op->operands[i]->forward)
            grn_op_set_operand(op, i, grn_value_now(op->operands[i]));
}

/* An op that its row's to_spec finds can only fail (an index along a dimension without elements)
 * cannot be expressed. */
static grn_status visit_op(pass *p, grn_op *op)
{
    p->w.at = op;
    grn_status status = p->visit(&p->w, op);
    return status == GRN_OK || status == GRN_E_MEMORY ? status : GRN_E_UNSUPPORTED;
}

/* Depth is the regions', which the parser limits. */
static grn_status walk(pass *p, grn_op *op)
{
    grn_status first = GRN_OK;
    resolve(op);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; inner && first != GRN_E_MEMORY; inner = inner->next) {
                grn_status status = walk(p, inner);
                if (first == GRN_OK || status == GRN_E_MEMORY)
                    first = status;
            }
    if (first == GRN_E_MEMORY || !op->block)
        return first;
    grn_status status = visit_op(p, op);
    return first == GRN_OK || status == GRN_E_MEMORY ? status : first;
}

/* A value is used before it is replaced only where the block that defines it comes later in the
 * text. */
void grn_resolve_all(grn_op *root)
{
    for (grn_op *op = root; op; op = grn_op_next_in(op, root))
        resolve(op);
}

static bool is_replaced(const grn_op *op)
{
    for (size_t i = 0; i < op->nresults; i++)
        if (op->results[i].forward)
            return true;
    return op->is_replaced;
}

/* Backwards, so that what only a dead op used is found dead too. */
static void sweep(grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->last; inner;) {
                grn_op *before = inner->prev;
                sweep(inner);
                if (is_replaced(inner) || grn_op_is_dead(inner))
                    grn_op_erase(inner);
                inner = before;
            }
}

void grn_convert_sweep(grn_op *top)
{
    grn_resolve_all(top);
    sweep(top);
}

grn_status grn_convert_walk(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag, grn_convert_step visit)
{
    pass p = {.w = {.ir = ir,
                    .diag = diag,
                    .target = o->target,
                    .assume_in_bounds = o->assume_in_bounds,
                    .evaluate_left = GRN_MOST_EVALUATED,
                    .count_left = GRN_MOST_COUNTED},
              .visit = visit};
    grn_op *top = o->within ? o->within : ir->top;
    grn_status status = walk(&p, top);
    if (status != GRN_E_MEMORY) /* an op that it was refused for may be half made */
        grn_convert_sweep(top);
    return status;
}
