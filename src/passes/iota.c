/* iota.c - values whose elements are their own index along a dim, in whatever form they are
 * written. */
#include "passes/passes.h"

enum { MOST_STEPS = 16 }; /* ops looked through */

bool grn_value_is_from(const grn_value *value, const char *op)
{
    return value->def && value->def->def && grn_str_is(value->def->name, op);
}

/* Every index along `dim` is a value of the element type. */
static bool indices_fit(const grn_type *t, int32_t dim)
{
    return grn_type_has_static_shape(t) && t->element->kind == GRN_TYPE_INTEGER &&
           (t->shape[dim] == 0 || grn_index_type_holds(t->element, t->shape[dim] - 1));
}

/* The place of dim `dim` when dims of one element are left out; -1: a shape without that dim. */
static int32_t place_without_ones(const grn_type *t, int32_t dim)
{
    int32_t place = 0;
    for (int32_t d = 0; d < dim; d++)
        place += t->shape[d] != 1;
    return place;
}

/* Whether shapes are equal but for dims of one element. */
static bool same_but_ones(const grn_type *a, const grn_type *b)
{
    int32_t i = 0, j = 0;
    for (;;) {
        while (i < a->rank && a->shape[i] == 1)
            i++;
        while (j < b->rank && b->shape[j] == 1)
            j++;
        if (i == a->rank || j == b->rank)
            return i == a->rank && j == b->rank;
        if (a->shape[i++] != b->shape[j++])
            return false;
    }
}

/* ---- one step, from the operand's dim to the result's ---------------------------------------- */

static bool through_convert(const grn_op *op, int32_t *dim)
{
    (void)op, (void)dim;
    return true;
}

static bool through_broadcast(const grn_op *op, int32_t *dim)
{
    size_t count;
    const int64_t *dims;
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    if (!grn_op_dims(op, "broadcast_dimensions", &count, &dims) || (size_t)*dim >= count)
        return false;
    int64_t extent = from->shape[*dim];
    *dim = (int32_t)dims[*dim];
    return to->shape[*dim] == extent;
}

static bool through_reshape(const grn_op *op, int32_t *dim)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    if (from->shape[*dim] == 1 || !same_but_ones(from, to))
        return false;
    int32_t place = place_without_ones(from, *dim);
    for (int32_t d = 0; d < to->rank; d++)
        if (to->shape[d] != 1 && place-- == 0) {
            *dim = d;
            return true;
        }
    return false;
}

static bool (*const through[GRN_OPS])(const grn_op *op, int32_t *dim) = {
    [GRN_HLO(convert)] = through_convert,
    [GRN_HLO(broadcast_in_dim)] = through_broadcast,
    [GRN_HLO(reshape)] = through_reshape,
};

/* A constant that an iota could have been. */
static bool counts_along(const grn_tensor *t, int32_t dim)
{
    int64_t stride[GRN_MAX_RANK];
    grn_shape_strides(t->rank, t->shape, stride);
    for (int64_t i = 0; i < grn_tensor_elements(t); i++) {
        unsigned char element[16];
        grn_tensor_read(t, i, 1, element);
        if (grn_index_load(t->dtype, element) != i / stride[dim] % t->shape[dim])
            return false;
    }
    return true;
}

static bool constant_iota(const grn_value *value, int32_t *dim)
{
    const grn_attr *a = grn_op_is(value->def, GRN_HLO(constant)) ? grn_op_attr(value->def, "value") : NULL;
    if (!a || a->kind != GRN_ATTR_ELEMENTS || a->elements->splat || a->type->element->kind != GRN_TYPE_INTEGER)
        return false;
    for (*dim = 0; *dim < a->type->rank; ++*dim)
        if (a->type->shape[*dim] > 1 && counts_along(&a->elements->tensor, *dim))
            return true;
    return false;
}

/* Back to the iota, then forward again with its dim. */
bool grn_is_iota(const grn_value *value, int32_t *dim)
{
    const grn_value *path[MOST_STEPS];
    int n = 0;
    for (; !grn_op_is(value->def, GRN_HLO(iota)) && !constant_iota(value, dim); value = value->def->operands[0]) {
        if (n == MOST_STEPS || !value->def || !through[grn_op_number_of(value->def)] ||
            !grn_type_has_static_shape(value->type))
            return false;
        path[n++] = value;
    }
    if (grn_op_is(value->def, GRN_HLO(iota)))
        *dim = (int32_t)grn_op_integer(value->def, "iota_dimension", 0);
    if (!indices_fit(value->type, *dim))
        return false;
    while (n-- > 0)
        if (!through[grn_op_number_of(path[n]->def)](path[n]->def, dim) || !indices_fit(path[n]->type, *dim))
            return false;
    return true;
}
