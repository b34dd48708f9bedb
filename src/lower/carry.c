/* carry.c - values that branches and loops hand on, one by one. */
#include "lower/carry.h"

bool grn_lo_is_kept_outside(const grn_lower *l, const grn_type *t)
{
    return l->o->form->buffers && grn_type_is_tensor(t) && t->rank > 0 && grn_type_has_static_shape(t);
}

static bool is_scalar(const grn_type *t) { return !grn_type_is_tensor(t) || t->rank == 0; }

grn_value *grn_lo_carried(grn_lower *l, const grn_value *v)
{
    if (!grn_type_is_tensor(v->type))
        return grn_lo_of(l, v)->value;
    if (is_scalar(v->type))
        return grn_lo_read(l, v, NULL);
    return l->o->form->buffers ? grn_lo_own(l, v) : grn_lo_buffer(l, v);
}

grn_value *grn_lo_carried_in(grn_lower *l, const grn_value *v, const grn_op *loop)
{
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    if (is_scalar(v->type) || !l->o->form->buffers || grn_lo_taken(l, v, loop, v, false))
        return grn_lo_carried(l, v);
    grn_lo_extents(l, v, extent);
    grn_value *copy = grn_lo_allocate(l, v->type, extent);
    grn_lo_copy_to(l, v, copy);
    grn_lo_give_away(l, copy);
    return copy;
}

const grn_type *grn_lo_carried_type(grn_lower *l, const grn_type *t)
{
    if (!grn_type_is_tensor(t))
        return t;
    return t->rank == 0 ? grn_lo_element(l, t->element) : grn_lo_buffer_type(l, t);
}

void grn_lo_take(grn_lower *l, const grn_value *source, grn_value *v)
{
    if (grn_type_is_memref(source->type))
        grn_lo_set_buffer(l, source, v, false);
    else if (is_scalar(source->type))
        grn_lo_set_scalar(l, source, v);
    else
        grn_lo_receive(l, source, v);
}

static bool is_in(grn_lower *l, const grn_value *v, const grn_value *memref)
{
    return grn_lo_of(l, v)->kind == GRN_LO_BUFFER && grn_lo_of(l, v)->value == memref;
}

/* A buffer with the value's elements that is none of those outside. */
static grn_value *complete(grn_lower *l, const grn_value *v)
{
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    const grn_lo_value *now = grn_lo_of(l, v);
    if (now->kind == GRN_LO_BUFFER && now->owned)
        return now->value;
    grn_lo_extents(l, v, extent);
    grn_value *fresh = grn_lo_allocate(l, v->type, extent);
    grn_lo_copy_to(l, v, fresh);
    return fresh;
}

void grn_lo_write_outside(grn_lower *l, size_t n, grn_value *const *outside, const grn_op *end)
{
    grn_value **fresh = GRN_ARENA_NEW(&l->ir->arena, grn_value *, n + 1);
    if (!grn_lo_check(l, fresh != NULL))
        return;
    for (size_t i = 0; i < n && l->status == GRN_OK; i++)
        if (outside[i] && !is_in(l, end->operands[i], outside[i]))
            fresh[i] = complete(l, end->operands[i]);
    for (size_t i = 0; i < n && l->status == GRN_OK; i++) {
        grn_value *const both[] = {fresh[i], outside[i]};
        if (fresh[i])
            grn_lo_none(l, "memref.copy", 2, both, GRN_LO_NO_ATTRS);
    }
}

grn_value *grn_lo_error_or_none(grn_lower *l)
{
    return l->error ? l->error : grn_lo_integer(l, grn_lo_integer_type(l, 32), 0);
}
