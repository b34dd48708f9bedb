/* shape_value.c - shapes that are known only when the program runs, as values of StableHLO. */
#include "passes/passes.h"

static const grn_attr *i64_attr(grn_ir *ir, int64_t value)
{
    return grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), value);
}

grn_value *grn_make_simple(grn_ir *ir, grn_op *op, const char *name, size_t n, grn_value *const *operands,
                           const grn_type *type, const char *attr, int64_t value)
{
    const grn_new_attr number = {attr, attr ? i64_attr(ir, value) : NULL};
    return grn_make_before(
        ir, op,
        &(grn_make){
            .op = name, .noperands = n, .operands = operands, .type = type, .nattrs = attr ? 1 : 0, .attrs = &number});
}

/* An extent as tensor<1xi32>: a constant, or that of dim `d` of `v`. */
static grn_value *extent_of(grn_ir *ir, grn_op *op, grn_value *v, int32_t d, int64_t extent, const grn_type *i32)
{
    static const int64_t one = 1;
    const grn_type *vector = grn_type_tensor(ir, i32, 1, &one, NULL);
    if (extent == GRN_DYNAMIC) {
        grn_value *size = grn_make_simple(ir, op, "stablehlo.get_dimension_size", 1, &v,
                                          grn_type_tensor(ir, i32, 0, NULL, NULL), "dimension", d);
        return grn_make_simple(ir, op, "stablehlo.reshape", 1, &size, vector, NULL, 0);
    }
    const int32_t number = (int32_t)extent;
    grn_attr_elements elements = {.splat = false};
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = vector, .elements = &elements};
    void *data = grn_arena_copy(&ir->arena, &number, sizeof number);
    if (!vector || !data || grn_tensor_init(&elements.tensor, data, GRN_I32, 1, &one) != GRN_OK)
        return NULL;
    return grn_make_before(ir, op,
                           &(grn_make){.op = "stablehlo.constant",
                                       .type = vector,
                                       .nattrs = 1,
                                       .attrs = &(grn_new_attr){"value", grn_attr_make(ir, &a)}});
}

grn_value *grn_shape_value_from(grn_ir *ir, grn_op *op, grn_value *v, const int32_t *from, const grn_type *type)
{
    const grn_type *i32 = grn_type_integer(ir, 32, GRN_SIGNLESS);
    grn_value *parts[GRN_MAX_RANK];
    const int64_t rank = type ? type->rank : 0;
    if (!i32 || !type)
        return NULL;
    for (int32_t d = 0; d < type->rank; d++)
        if (!(parts[d] = extent_of(ir, op, v, from[d], type->shape[d], i32)))
            return NULL;
    return rank == 1 ? parts[0]
                     : grn_make_simple(ir, op, "stablehlo.concatenate", (size_t)rank, parts,
                                       grn_type_tensor(ir, i32, 1, &rank, NULL), "dimension", 0);
}

grn_value *grn_shape_value(grn_ir *ir, grn_op *op, grn_value *v, const grn_type *type)
{
    int32_t same[GRN_MAX_RANK];
    for (int32_t d = 0; d < GRN_MAX_RANK; d++)
        same[d] = d;
    return grn_shape_value_from(ir, op, v, same, type);
}
