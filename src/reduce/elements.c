/* elements.c - values get other elements: floats f32, integers i32. */
#include "reduce/reduce.h"

/* ---- which there are -------------------------------------------------------------------------- */

static const grn_type *element_of(const grn_type *type)
{
    const grn_type *t = grn_type_element_or_self(grn_type_as_tensor(type));
    return t->kind == GRN_TYPE_MEMREF ? t->element : t;
}

/* The element that one of the type becomes; GRN_NO_DTYPE: it stays. */
static grn_dtype plain_dtype(const grn_type *element)
{
    switch (grn_dtype_class_of(element->dtype)) {
    case GRN_CLASS_FLOAT: return element->kind == GRN_TYPE_FLOAT && element->dtype != GRN_F32 ? GRN_F32 : GRN_NO_DTYPE;
    case GRN_CLASS_SIGNED:
    case GRN_CLASS_UNSIGNED:
        return element->kind == GRN_TYPE_INTEGER && element->dtype != GRN_I32 ? GRN_I32 : GRN_NO_DTYPE;
    default: return GRN_NO_DTYPE;
    }
}

static bool add_element(grn_vec *items, const grn_value *v)
{
    const grn_type *element = element_of(v->type);
    const grn_dtype to = plain_dtype(element);
    for (size_t i = 0; i < items->count; i++)
        if (((const grn_reduce_item *)items->items)[i].number == (int64_t)element->dtype)
            return true;
    return to == GRN_NO_DTYPE ||
           grn_add_item(items, (grn_reduce_item){.at = (size_t)to, .number = (int64_t)element->dtype});
}

static bool list_elements(const grn_draft *d, grn_vec *items)
{
    bool ok = true;
    for (const grn_op *op = d->ir->top; op && ok; op = grn_op_next_in(op, d->ir->top)) {
        for (size_t i = 0; i < op->nresults && ok; i++)
            ok = add_element(items, &op->results[i]);
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                for (size_t i = 0; i < b->nargs && ok; i++)
                    ok = add_element(items, &b->args[i]);
    }
    return ok;
}

/* ---- others in their place -------------------------------------------------------------------- */

typedef struct narrowing {
    grn_draft *d;
    grn_dtype from;
    const grn_type *to; /* an element's */
} narrowing;

/* The type with the other elements; itself, where it has none of them; NULL: there is none. */
static const grn_type *narrowed(const narrowing *n, const grn_type *type)
{
    if (element_of(type)->dtype != n->from || plain_dtype(element_of(type)) == GRN_NO_DTYPE)
        return type;
    const grn_type *t = grn_type_as_tensor(type);
    return grn_type_is_tensor(t)   ? grn_type_changed(n->d->ir, type, n->to, t->rank, t->shape)
           : t == element_of(type) ? n->to
                                   : NULL;
}

static double as_number(const grn_scalar *s)
{
    switch (grn_dtype_class_of(s->dtype)) {
    case GRN_CLASS_FLOAT: return s->f;
    case GRN_CLASS_UNSIGNED: return (double)s->u;
    default: return (double)s->i;
    }
}

/* The elements as numbers of the other dtype; a splat stays one. */
static bool convert(const narrowing *n, const grn_tensor *from, grn_tensor *to)
{
    grn_tensor compact;
    if (!grn_draft_copy(n->d, from, &compact) ||
        grn_tensor_init(to, NULL, n->to->dtype, from->rank, from->shape) != GRN_OK)
        return false;
    const size_t count = (size_t)grn_tensor_elements(to), in = grn_dtype_bytes(from->dtype),
                 out = grn_dtype_bytes(to->dtype);
    to->data = grn_arena_array(&n->d->ir->arena, out, count + 1);
    for (size_t i = 0; to->data && i < count; i++) {
        const grn_scalar s = grn_scalar_load(from->dtype, (const char *)compact.data + i * in);
        grn_put_number(to->dtype, as_number(&s), (char *)to->data + i * out);
    }
    for (int32_t k = 0; k < to->rank && count > 0; k++)
        if (from->stride[k] == 0)
            to->stride[k] = 0;
    return to->data != NULL;
}

static const grn_attr *narrowed_attr(const narrowing *n, const grn_attr *a)
{
    grn_tensor made;
    const grn_type *type = a->type ? narrowed(n, a->type) : NULL;
    if (a->kind == GRN_ATTR_TYPE) {
        type = narrowed(n, a->type_value);
        return type ? grn_attr_type(n->d->ir, type) : NULL;
    }
    if (!a->type || type == a->type)
        return a;
    if (a->kind == GRN_ATTR_ELEMENTS && type)
        return convert(n, &a->elements->tensor, &made) ? grn_elements_attr(n->d->ir, type, &made) : NULL;
    if (a->kind == GRN_ATTR_INTEGER && type)
        return grn_attr_integer(n->d->ir, type, a->integer);
    return a->kind == GRN_ATTR_FLOAT && type ? grn_attr_float(n->d->ir, type, a->real) : a;
}

static bool narrow_value(const narrowing *n, grn_value *v) { return (v->type = narrowed(n, v->type)) != NULL; }

/* Of a constant the value; of other ops, types that they are given. */
static bool narrow_attrs(const narrowing *n, grn_op *op)
{
    const char *name;
    grn_tensor t;
    const bool is_constant = grn_written_constant(op, &name, &t) || grn_is_constant(op);
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (!is_constant && a->kind != GRN_ATTR_TYPE)
            continue;
        if (a->kind == GRN_ATTR_TYPE && a->type_value->kind == GRN_TYPE_FUNCTION)
            continue;
        const grn_attr *made = narrowed_attr(n, a);
        if (!made)
            return false;
        op->attrs[i].value = made;
    }
    return true;
}

static bool narrow_op(const narrowing *n, grn_op *op)
{
    bool ok = narrow_attrs(n, op);
    for (size_t i = 0; i < op->nresults && ok; i++)
        ok = narrow_value(n, &op->results[i]);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (size_t i = 0; i < b->nargs && ok; i++)
                ok = narrow_value(n, &b->args[i]);
    return ok;
}

static bool narrow(grn_draft *d, grn_dtype from, grn_dtype to)
{
    const narrowing n = {d, from, grn_type_of_dtype(d->ir, to)};
    bool ok = n.to != NULL;
    for (grn_op *op = d->ir->top; op && ok; op = grn_op_next_in(op, d->ir->top))
        ok = narrow_op(&n, op);
    for (size_t i = 0; d->has_inputs && ok && i < grn_draft_body(d)->nargs; i++)
        if (d->inputs[i].dtype == from)
            ok = convert(&n, &d->inputs[i], &d->inputs[i]);
    return ok;
}

static grn_status narrow_elements(grn_draft *d, const grn_reduce_item *items, size_t n, size_t way)
{
    (void)way;
    for (size_t i = 0; i < n; i++) {
        d->changed = true;
        if (!narrow(d, (grn_dtype)items[i].number, (grn_dtype)items[i].at))
            return d->ir->arena.refused ? GRN_E_MEMORY : GRN_E_UNSUPPORTED;
    }
    return GRN_OK;
}

const grn_reduce_step grn_step_elements = {
    .name = "elements", .ways = 1, .list = list_elements, .change = narrow_elements};
