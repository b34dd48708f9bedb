/* constant.c - types like others, and constants in the dialect that a program is of. */
#include "convert/convert.h"

#include "reduce/reduce.h"

/* ---- types ----------------------------------------------------------------------------------- */

/* A dialect's own type for a tensor. */
static const grn_type *own_type(grn_ir *ir, const grn_type *like, const grn_type *tensor)
{
    for (const grn_dialect *const *at = ir->dialects; *at; at++) {
        const grn_target *target = (*at)->translation ? (*at)->translation->target : NULL;
        const size_t n = strlen((*at)->name);
        const bool is_its = like->opaque.n > n + 1 && memcmp(like->opaque.text + 1, (*at)->name, n) == 0 &&
                            like->opaque.text[n + 1] == '.';
        if (is_its && target && target->own_type)
            return target->own_type(ir, tensor);
    }
    return NULL;
}

/* A layout that is written has the extents in it. */
static const grn_type *memref_changed(grn_ir *ir, const grn_type *type, const grn_type *element, int32_t rank,
                                      const int64_t *shape)
{
    grn_type changed = *type;
    if (type->strided || type->layout)
        return NULL;
    changed.element = element ? element : type->element;
    changed.rank = rank;
    changed.shape = shape;
    return grn_type_memref(ir, &changed);
}

const grn_type *grn_type_changed(grn_ir *ir, const grn_type *type, const grn_type *element, int32_t rank,
                                 const int64_t *shape)
{
    if (grn_type_is_memref(type))
        return memref_changed(ir, type, element, rank, shape);
    const grn_type *tensor = grn_type_as_tensor(type);
    if (!grn_type_is_tensor(tensor))
        return NULL;
    const grn_type *made = grn_type_tensor(ir, element ? element : tensor->element, rank, shape, tensor->encoding);
    return tensor == type || !made ? made : own_type(ir, type, made);
}

const grn_type *grn_plain_tensor(const grn_type *type)
{
    const grn_type *t = grn_type_as_tensor(type);
    const bool is_plain = grn_type_is_tensor(t) && grn_type_has_static_shape(t) && t->element->kind != GRN_TYPE_QUANT;
    return is_plain && t->element->dtype != GRN_NO_DTYPE ? t : NULL;
}

/* ---- attributes ------------------------------------------------------------------------------ */

static const char *const value_names[] = {"value", "values"};

bool grn_written_constant(const grn_op *op, const char **name, grn_tensor *out)
{
    if (!op->def || op->noperands || op->nresults != 1 || !(op->def->traits & GRN_TRAIT_PURE))
        return false;
    for (size_t i = 0; i < GRN_COUNT(value_names); i++) {
        const grn_attr *a = grn_op_attr(op, value_names[i]);
        if (a && a->kind == GRN_ATTR_ELEMENTS) {
            *name = value_names[i];
            *out = a->elements->tensor;
            return true;
        }
    }
    return false;
}

bool grn_is_constant(const grn_op *op)
{
    bool has_value = false;
    for (size_t i = 0; i < GRN_COUNT(value_names); i++)
        has_value |= grn_op_attr(op, value_names[i]) != NULL;
    return has_value && op->def && op->noperands == 0 && op->nresults == 1 && op->nregions == 0 &&
           op->def->traits & GRN_TRAIT_PURE;
}

bool grn_is_splat(const grn_tensor *t)
{
    bool all = grn_tensor_elements(t) > 0;
    for (int32_t d = 0; d < t->rank; d++)
        all = all && t->stride[d] == 0;
    return all;
}

const grn_attr *grn_elements_attr(grn_ir *ir, const grn_type *type, const grn_tensor *t)
{
    grn_attr_elements elements = {.splat = grn_is_splat(t)};
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = &elements};
    grn_tensor *to = &elements.tensor;
    if (!type || grn_tensor_init(to, NULL, t->dtype, t->rank, t->shape) != GRN_OK)
        return NULL;
    const size_t n = elements.splat ? 1 : (size_t)grn_tensor_elements(t), size = grn_dtype_bytes(t->dtype);
    to->data = grn_arena_array(&ir->arena, size, n ? n : 1);
    if (!to->data)
        return NULL;
    for (int32_t d = 0; elements.splat && d < to->rank; d++)
        to->stride[d] = 0;
    if (elements.splat)
        memcpy(to->data, t->data, size);
    else if (n)
        grn_tensor_copy(to, t);
    return grn_attr_make(ir, &a);
}

void grn_put_number(grn_dtype dtype, double number, void *to)
{
    grn_scalar s = {.dtype = dtype};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_FLOAT: s.f = number; break;
    case GRN_CLASS_COMPLEX: s.c.re = number; break;
    case GRN_CLASS_UNSIGNED: s.u = (uint64_t)number; break;
    default: s.i = dtype == GRN_I1 ? number != 0 : (int64_t)number;
    }
    grn_scalar_store(&s, dtype, to);
}

/* ---- constants ------------------------------------------------------------------------------- */

/* A row of which an op has no operands, one result, and an attribute of this name. */
static const grn_attr_def *value_of_row(const grn_op_def *row)
{
    const bool no_operands = !row->operands || !row->operands->name;
    const bool one_result =
        row->results && row->results[0].name && row->results[0].how_many == GRN_ONE && !row->results[1].name;
    for (const grn_attr_def *a = row->attrs; no_operands && one_result && a && a->name; a++)
        for (size_t i = 0; i < GRN_COUNT(value_names); i++)
            if (strcmp(a->name, value_names[i]) == 0 && row->traits & GRN_TRAIT_PURE && row->nregions == 0)
                return a;
    return NULL;
}

/* The constant by this row, where that verifies. */
static grn_value *constant_by(grn_draft *d, const grn_op_def *row, grn_op *at, const grn_type *type,
                              const grn_attr *value)
{
    const grn_attr_def *name = row ? value_of_row(row) : NULL;
    if (!name || !value || (name->type && !name->type->matches(value)))
        return NULL;
    grn_op *op = grn_op_new(d->ir, row, GRN_STR(""), at->place, 0, 1, 0);
    if (!op || !grn_op_set_attr(d->ir, op, (grn_str){name->name, strlen(name->name)}, value))
        return NULL;
    op->results[0].type = type;
    if (!grn_draft_verifies(d, op))
        return NULL;
    grn_op_insert_before(at, op);
    d->constant_row = row;
    return &op->results[0];
}

static grn_value *constant_of_dialect(grn_draft *d, const grn_dialect *dialect, grn_op *at, const grn_type *type,
                                      const grn_attr *value)
{
    grn_value *made = NULL;
    for (const grn_op_def *const *table = dialect ? dialect->ops : NULL; table && *table && !made; table++)
        for (const grn_op_def *row = *table; row->name && !made; row++)
            made = constant_by(d, row, at, type, value);
    return made;
}

/* A row of no tensor dialect: one that takes scalars as well, as MLIR's own dialect of them has it, which stands beside
 * ops of others. */
static const grn_op_def *row_of_scalars(grn_draft *d, grn_op *at)
{
    const grn_type *type = grn_type_integer(d->ir, 32, GRN_SIGNLESS);
    const grn_attr *zero = type ? grn_attr_integer(d->ir, type, 0) : NULL;
    grn_value *made = NULL;
    for (const grn_dialect *const *dialect = d->ir->dialects; zero && *dialect && !made; dialect++)
        made = constant_of_dialect(d, *dialect, at, type, zero);
    if (!made)
        return NULL;
    const grn_op_def *row = made->def->def;
    grn_op_erase(made->def);
    return row;
}

/* By the row that made the last one, by one of the dialect that `at` is of, or of an op near it; then by one of
 * scalars. */
static grn_value *constant_of(grn_draft *d, grn_op *at, const grn_type *type, const grn_attr *value)
{
    enum { NEAR = 64 };
    grn_value *made = constant_by(d, d->constant_row, at, type, value);
    const grn_dialect *last = NULL;
    int left = NEAR;
    for (const grn_op *op = at; op && !made && left > 0; op = op->prev, left--) {
        const grn_dialect *dialect = grn_dialect_of(d->ir, op->name);
        if (dialect != last)
            made = constant_of_dialect(d, dialect, at, type, value);
        last = dialect;
    }
    return made ? made : constant_by(d, row_of_scalars(d, at), at, type, value);
}

grn_value *grn_draft_constant(grn_draft *d, grn_op *at, const grn_type *type, const grn_tensor *t)
{
    const grn_type *tensor = grn_plain_tensor(type);
    if (!tensor || tensor->element->dtype != t->dtype)
        return NULL;
    grn_value *made = constant_of(d, at, type, grn_elements_attr(d->ir, tensor, t));
    if (made || !tensor->encoding || d->ir->arena.refused)
        return made;
    const grn_type *plain = grn_type_tensor(d->ir, tensor->element, tensor->rank, tensor->shape, NULL);
    return constant_of(d, at, type, grn_elements_attr(d->ir, plain, t));
}

static grn_value *scalar(grn_draft *d, grn_op *at, const grn_type *type, int64_t number)
{
    const bool is_integer = type->kind == GRN_TYPE_INTEGER || type->kind == GRN_TYPE_INDEX;
    if (is_integer)
        return constant_of(d, at, type, grn_attr_integer(d->ir, type, number));
    return type->kind == GRN_TYPE_FLOAT ? constant_of(d, at, type, grn_attr_float(d->ir, type, (double)number)) : NULL;
}

grn_value *grn_draft_number(grn_draft *d, grn_op *at, const grn_type *type, int64_t number)
{
    const grn_type *tensor = grn_plain_tensor(type);
    unsigned char element[16] = {0};
    grn_tensor t;
    if (!tensor)
        return scalar(d, at, type, number);
    if (grn_tensor_init(&t, element, tensor->element->dtype, tensor->rank, tensor->shape) != GRN_OK)
        return NULL;
    for (int32_t i = 0; i < t.rank; i++)
        t.stride[i] = 0;
    grn_put_number(t.dtype, (double)number, element);
    return grn_draft_constant(d, at, type, &t);
}
