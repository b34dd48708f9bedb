/* values.c - what stands for a value of the program: read, sized, given a buffer, freed. */
#include "lower/steps.h"

grn_lo_value *grn_lo_of(grn_lower *l, const grn_value *source)
{
    static grn_lo_value none;
    return source->slot < l->nslots ? &l->map[source->slot] : &none;
}

void grn_lo_set_buffer(grn_lower *l, const grn_value *source, grn_value *buffer, bool owned)
{
    *grn_lo_of(l, source) = (grn_lo_value){.kind = GRN_LO_BUFFER, .value = buffer, .owned = owned};
    if (buffer && buffer->name.n == 0)
        buffer->name = source->name;
}

void grn_lo_set_scalar(grn_lower *l, const grn_value *source, grn_value *scalar)
{
    *grn_lo_of(l, source) = (grn_lo_value){.kind = GRN_LO_SCALAR, .value = scalar};
}

/* ---- elements -------------------------------------------------------------------------------- */

/* In a linalg.generic, a tensor that is read where the element is written is an argument of the
 * block. */
static grn_value *block_argument(const grn_lower *l, const grn_value *source, grn_value *const *index)
{
    if (!l->inputs || (index != l->element_index && source->type->rank != 0))
        return NULL;
    for (size_t i = 0; i < l->inputs->n; i++)
        if (l->inputs->source[i] == source)
            return l->inputs->arg[i];
    return NULL;
}

/* What several read at one place is computed once. */
static grn_value *lazy_element(grn_lower *l, grn_lo_value *v, grn_value *const *index)
{
    const bool here = index && index == l->element_index;
    if (here && v->element && v->element_in == l->block)
        return v->element;
    grn_value *element = grn_lower_row_of(v->op)->element(l, v->op, index);
    if (here) {
        v->element = element;
        v->element_in = l->block;
    }
    return element;
}

grn_value *grn_lo_read(grn_lower *l, const grn_value *source, grn_value *const *index)
{
    grn_lo_value *v = grn_lo_of(l, source);
    if (l->status != GRN_OK)
        return NULL;
    if (v->kind == GRN_LO_SCALAR)
        return v->value;
    grn_value *argument = v->kind == GRN_LO_BUFFER ? block_argument(l, source, index) : NULL;
    if (argument)
        return argument;
    if (v->kind == GRN_LO_LAZY)
        return lazy_element(l, v, index);
    if (v->kind == GRN_LO_NONE)
        return grn_lo_refuse(l, "uses a value that has no lowering here");
    return grn_lo_load(l, v->value, grn_lo_element(l, source->type->element), (size_t)source->type->rank, index);
}

void grn_lo_at_position(grn_lower *l, const grn_type *tensor, int64_t position, grn_value **out)
{
    for (int32_t d = tensor->rank - 1; d >= 0; d--) {
        out[d] = grn_lo_index(l, position % tensor->shape[d]);
        position /= tensor->shape[d];
    }
}

/* ---- extents --------------------------------------------------------------------------------- */

static void extents_of_op(grn_lower *l, const grn_op *op, grn_value **out)
{
    const grn_lower_row *row = grn_lower_row_of(op);
    if (row && row->extents)
        row->extents(l, op, out);
    else if (op->noperands && grn_type_is_tensor(grn_operand_type(op, 0)) &&
             grn_operand_type(op, 0)->rank == grn_result_type(op, 0)->rank)
        grn_lo_extents(l, op->operands[0], out);
    else
        grn_lo_refuse(l, "has a result of a shape that is not known");
}

void grn_lo_extents(grn_lower *l, const grn_value *source, grn_value **out)
{
    const grn_type *t = source->type;
    const grn_lo_value *v = grn_lo_of(l, source);
    if (v->kind == GRN_LO_LAZY && !grn_type_has_static_shape(t))
        extents_of_op(l, v->op, out);
    for (int32_t d = 0; d < t->rank; d++) {
        if (t->shape[d] != GRN_DYNAMIC)
            out[d] = grn_lo_index(l, t->shape[d]);
        else if (v->kind == GRN_LO_BUFFER)
            out[d] = grn_lo_dim(l, v->value, d);
        else if (v->kind != GRN_LO_LAZY)
            grn_lo_refuse(l, "has an operand of a shape that is not known");
    }
}

grn_value *grn_lo_extent(grn_lower *l, const grn_value *source, int32_t d)
{
    grn_value *all[GRN_MAX_RANK] = {NULL};
    const grn_lo_value *v = grn_lo_of(l, source);
    if (source->type->shape[d] != GRN_DYNAMIC)
        return grn_lo_index(l, source->type->shape[d]);
    if (v->kind == GRN_LO_BUFFER)
        return grn_lo_dim(l, v->value, d);
    grn_lo_extents(l, source, all);
    return all[d];
}

/* Of a result that is being made: what its type says, else what its op does. */
void grn_lo_result_extents(grn_lower *l, const grn_op *op, const grn_value *result, grn_value **out)
{
    const grn_type *t = result->type;
    for (int32_t d = 0; d < t->rank; d++)
        out[d] = NULL;
    if (!grn_type_has_static_shape(t))
        extents_of_op(l, op, out);
    for (int32_t d = 0; d < t->rank; d++)
        if (t->shape[d] != GRN_DYNAMIC)
            out[d] = grn_lo_index(l, t->shape[d]);
}

/* ---- buffers --------------------------------------------------------------------------------- */

void grn_lo_scope_begin(grn_lower *l, grn_lo_scope *scope)
{
    scope->outer = l->scope;
    grn_vec_init(&scope->owned, l->ir->allocator, sizeof(grn_value *));
    l->scope = scope;
}

void grn_lo_scope_end(grn_lower *l)
{
    grn_lo_scope *scope = l->scope;
    grn_value **owned = scope->owned.items;
    for (size_t i = 0; i < scope->owned.count; i++)
        if (owned[i])
            grn_lo_none(l, "memref.dealloc", 1, &owned[i], GRN_LO_NO_ATTRS);
    l->scope = scope->outer;
    grn_vec_destroy(&scope->owned);
}

bool grn_lo_give_away(grn_lower *l, const grn_value *memref)
{
    grn_value **owned = l->scope->owned.items;
    for (size_t i = 0; memref && i < l->scope->owned.count; i++)
        if (owned[i] == memref) {
            owned[i] = NULL;
            return true;
        }
    return false;
}

/* The extents that a type leaves open are operands. */
static grn_value *new_buffer(grn_lower *l, const grn_type *tensor, grn_value *const *extent)
{
    grn_value *operands[GRN_MAX_RANK];
    size_t n = 0;
    for (int32_t d = 0; d < tensor->rank; d++)
        if (tensor->shape[d] == GRN_DYNAMIC)
            operands[n++] = extent[d];
    const grn_type *type = l->status == GRN_OK ? grn_lo_buffer_type(l, tensor) : NULL;
    if (!l->o->form->buffers)
        return grn_lo_one(l, "tensor.empty", n, operands, type, GRN_LO_NO_ATTRS);
    const int32_t sizes[] = {(int32_t)n, 0};
    const grn_lo_attr attr = {"operandSegmentSizes", l->status == GRN_OK ? grn_lo_segments(l, 2, sizes) : NULL};
    return grn_lo_one(l, "memref.alloc", n, operands, type, 1, &attr);
}

grn_value *grn_lo_allocate(grn_lower *l, const grn_type *tensor, grn_value *const *extent)
{
    grn_value *buffer = new_buffer(l, tensor, extent);
    grn_value **keep = buffer && l->o->form->buffers ? grn_vec_push(&l->scope->owned) : NULL;
    if (buffer && l->o->form->buffers && grn_lo_check(l, keep != NULL))
        *keep = buffer;
    return buffer;
}

grn_value *grn_lo_allocate_for(grn_lower *l, const grn_value *source, grn_value *const *extent, bool *owned)
{
    grn_value *to = source->slot < l->nslots && l->destination ? l->destination[source->slot] : NULL;
    *owned = l->o->form->buffers && !to;
    return to ? to : grn_lo_allocate(l, source->type, extent);
}

grn_value *grn_lo_buffer(grn_lower *l, const grn_value *source)
{
    grn_lo_value *v = grn_lo_of(l, source);
    if (v->kind == GRN_LO_BUFFER)
        return v->value;
    if (v->kind == GRN_LO_NONE)
        return grn_lo_refuse(l, "uses a value that has no lowering here");
    /* Made here, which need not be where other users are: so it is not kept. */
    grn_value *extent[GRN_MAX_RANK] = {NULL};
    const grn_lo_value was = *v;
    if (!grn_type_has_static_shape(source->type))
        grn_lo_extents(l, source, extent);
    if (was.kind == GRN_LO_LAZY) {
        grn_lo_fill(l, was.op, source, grn_lower_row_of(was.op)->element, extent);
        grn_value *made = grn_lo_of(l, source)->value;
        *grn_lo_of(l, source) = was;
        return made;
    }
    if (!l->o->form->buffers)
        return grn_lo_cast(l, "tensor.from_elements", was.value, grn_lo_buffer_type(l, source->type));
    grn_value *made = grn_lo_allocate(l, source->type, NULL);
    grn_lo_store(l, was.value, made, 0, NULL);
    return made;
}

/* Where the memory of a memref came from; NULL: that is not known. */
static const grn_value *root_of(const grn_value *v)
{
    while (v->def && v->def->noperands && grn_type_is_memref(grn_operand_type(v->def, 0)) &&
           grn_lo_in_dialect(v->def, "memref"))
        v = v->def->operands[0];
    const bool made =
        GRN_OP_IS_ONE_OF(v->def, GRN_OP(memref, alloc), GRN_OP(memref, alloca), GRN_OP(memref, get_global));
    const grn_op *owner = v->def ? NULL : v->block->region->parent;
    return made || (grn_op_is(owner, GRN_OP(func, func))) ? v : NULL;
}

bool grn_lo_are_apart(const grn_value *a, const grn_value *b)
{
    const grn_value *x = root_of(a), *y = root_of(b);
    return x && y && x != y;
}

void grn_lo_copy_to(grn_lower *l, const grn_value *source, grn_value *to)
{
    const grn_lo_value *v = grn_lo_of(l, source);
    if (l->status != GRN_OK)
        return;
    if (v->kind == GRN_LO_LAZY) {
        grn_lo_fill_into(l, v->op, source->type, grn_lower_row_of(v->op)->element, to);
    } else if (v->kind == GRN_LO_SCALAR) {
        grn_lo_store(l, v->value, to, 0, NULL);
    } else if (v->value != to) {
        grn_value *const both[] = {grn_lo_buffer(l, source), to};
        grn_lo_none(l, "memref.copy", 2, both, GRN_LO_NO_ATTRS);
    }
}
