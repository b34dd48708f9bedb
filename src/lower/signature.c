/* signature.c - the arguments and results of a lowered function: buffers for tensors, results that
 * come as arguments, the status. */
#include "lower/signature.h"

const grn_type *grn_lo_function_type(const grn_op *function)
{
    const grn_attr *a = grn_op_attr(function, "function_type");
    return a && a->kind == GRN_ATTR_TYPE ? a->type_value : NULL;
}

bool grn_lo_is_function(const grn_op *op) { return grn_op_is(op, GRN_OP(func, func)) && grn_lo_function_type(op); }

/* ---- types ----------------------------------------------------------------------------------- */

/* What the type of an argument or result becomes; NULL: refused. */
static const grn_type *lowered_type(grn_lower *l, const grn_type *t, bool is_argument)
{
    char text[GRN_TYPE_TEXT_BYTES];
    int64_t any[GRN_MAX_RANK];
    if (t->kind == GRN_TYPE_INTEGER || t->kind == GRN_TYPE_INDEX || t->kind == GRN_TYPE_FLOAT ||
        t->kind == GRN_TYPE_COMPLEX)
        return grn_lo_element(l, t);
    if (grn_type_is_memref(t))
        return t;
    if (!grn_type_is_tensor(t))
        return grn_lo_refuse(l, "has a value of type '%s', which has no buffer", grn_type_text(t, text, sizeof text));
    if (!is_argument || !l->o->strided || !l->o->form->buffers || t->rank == 0)
        return grn_lo_buffer_type(l, t);
    for (int32_t d = 0; d < t->rank; d++)
        any[d] = GRN_DYNAMIC;
    return grn_lo_memref(l, grn_lo_element(l, t->element), t->rank, t->shape, any, GRN_DYNAMIC);
}

bool grn_lo_is_result_argument(const grn_lower *l, const grn_type *t)
{
    return l->o->result_arguments && l->o->form->buffers && grn_type_is_tensor(t);
}

static const grn_type *differing(const grn_op *function, const char *list, size_t i, const grn_type *t)
{
    const grn_type *e = grn_type_element_or_self(t);
    const grn_attr *before = grn_op_value_attr(function, list, i, GRN_LOWER_TYPE);
    if (before && before->kind == GRN_ATTR_TYPE)
        return before->type_value;
    return e->kind == GRN_TYPE_INTEGER && e->signedness != GRN_SIGNLESS ? t : NULL;
}

bool grn_lo_read_signature(grn_lower *l, const grn_op *function, grn_lo_signature *s)
{
    const grn_type *t = grn_lo_function_type(function);
    const size_t room = t->count + 1;
    *s = (grn_lo_signature){.ninputs = t->inputs, .nresults = t->count - t->inputs};
    s->args = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->outs = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->was_args = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->was_outs = GRN_ARENA_NEW(&l->ir->arena, const grn_type *, room);
    s->is_status = GRN_ARENA_NEW(&l->ir->arena, bool, room);
    if (!grn_lo_check(l, s->args && s->outs && s->was_args && s->was_outs && s->is_status))
        return false;
    for (size_t i = 0; i < t->inputs; i++) {
        s->was_args[s->nargs] = differing(function, "arg_attrs", i, t->members[i]);
        s->args[s->nargs++] = lowered_type(l, t->members[i], true);
    }
    for (size_t i = t->inputs; i < t->count; i++) {
        const bool argument = grn_lo_is_result_argument(l, t->members[i]);
        const size_t at = argument ? s->nargs++ : s->nouts++;
        (argument ? s->was_args : s->was_outs)[at] = differing(function, "res_attrs", i - t->inputs, t->members[i]);
        if (!argument)
            s->is_status[at] = grn_op_value_attr(function, "res_attrs", i - t->inputs, GRN_LOWER_STATUS) != NULL;
        (argument ? s->args : s->outs)[at] = lowered_type(l, t->members[i], argument);
    }
    s->is_status[s->nouts] = grn_op_attr(function, GRN_LO_REPORTS) != NULL;
    if (s->is_status[s->nouts])
        s->outs[s->nouts++] = grn_lo_integer_type(l, 32);
    for (size_t i = 0; i < s->nargs; i++)
        grn_lo_check(l, s->args[i] != NULL);
    for (size_t i = 0; i < s->nouts; i++)
        grn_lo_check(l, s->outs[i] != NULL);
    return l->status == GRN_OK;
}

/* [{}, {garner.type = tensor<4xui8>}]; a status says that it is one. NULL where there is nothing to
 * say. */
static const grn_attr *dictionaries(grn_lower *l, size_t n, const grn_type *const *was, const bool *is_status)
{
    bool any = false;
    for (size_t i = 0; i < n; i++)
        any = any || was[i] || (is_status && is_status[i]);
    const grn_attr **items = any ? GRN_ARENA_NEW(&l->ir->arena, const grn_attr *, n) : NULL;
    if (!any || !grn_lo_check(l, items != NULL))
        return NULL;
    for (size_t i = 0; i < n; i++) {
        grn_named_attr *entry = GRN_ARENA_NEW(&l->ir->arena, grn_named_attr, 1);
        if (!grn_lo_check(l, entry != NULL))
            return NULL;
        const bool status = is_status && is_status[i];
        *entry = status ? (grn_named_attr){GRN_STR(GRN_LOWER_STATUS), grn_attr_unit(l->ir)}
                        : (grn_named_attr){GRN_STR(GRN_LOWER_TYPE), was[i] ? grn_attr_type(l->ir, was[i]) : NULL};
        if (grn_lo_check(l, entry->value || !(status || was[i])))
            items[i] =
                grn_attr_make(l->ir, &(grn_attr){.kind = GRN_ATTR_DICT, .dict = {status || was[i], entry, entry}});
        if (!grn_lo_check(l, items[i] != NULL))
            return NULL;
    }
    const grn_attr *list = grn_attr_array(l->ir, n, items);
    grn_lo_check(l, list != NULL);
    return list;
}

void grn_lo_set_signature(grn_lower *l, grn_op *function, const grn_lo_signature *s)
{
    const grn_attr *name = grn_op_attr(function, "sym_name"), *visibility = grn_op_attr(function, "sym_visibility");
    const grn_attr *rules = grn_op_attr(function, GRN_LOWER_RULES);
    const grn_type *type = grn_type_function(l->ir, s->nargs, s->args, s->nouts, s->outs);
    const grn_attr *of_args = dictionaries(l, s->nargs, s->was_args, NULL),
                   *of_outs = dictionaries(l, s->nouts, s->was_outs, s->is_status);
    function->nattrs = 0;
    grn_lo_set_attr(l, function, "sym_name", name);
    grn_lo_set_attr(l, function, "function_type", type ? grn_attr_type(l->ir, type) : NULL);
    if (visibility)
        grn_lo_set_attr(l, function, "sym_visibility", visibility);
    if (rules)
        grn_lo_set_attr(l, function, GRN_LOWER_RULES, rules);
    if (of_args)
        grn_lo_set_attr(l, function, "arg_attrs", of_args);
    if (of_outs)
        grn_lo_set_attr(l, function, "res_attrs", of_outs);
    if (l->o->c_interface)
        grn_lo_set_attr(l, function, "llvm.emit_c_interface", grn_attr_unit(l->ir));
}
