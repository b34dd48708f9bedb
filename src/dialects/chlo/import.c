/* import.c - CHLO's ops as the hub's, where it has ops that mean the same to the last bit. */
#include "dialects/chlo/import.h"

#include <math.h>

/* ---- broadcasts ------------------------------------------------------------------------------ */

/* Operand i in the result's shape: its dims where the op says, or at the last. */
static grn_value *spread(grn_rewrite *w, const grn_op *op, size_t i, const grn_type *result)
{
    size_t ndims = 0;
    const int64_t *list = NULL;
    int64_t dims[GRN_MAX_RANK];
    grn_value *v = op->operands[i];
    const bool placed = grn_op_dims(op, "broadcast_dimensions", &ndims, &list) && v->type->rank < result->rank;
    for (int32_t d = 0; d < v->type->rank; d++)
        dims[d] = placed ? list[d] : result->rank - v->type->rank + d;
    return grn_build_broadcast(w, v, dims, result->rank, result->shape);
}

/* Static shapes that are broadcast to the result's. */
static bool is_broadcast(const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0);
    int64_t shape[GRN_MAX_RANK], joined[GRN_MAX_RANK];
    int32_t rank = grn_type_is_tensor(grn_operand_type(op, 0)) ? grn_operand_type(op, 0)->rank : 0;
    size_t ndims = 0;
    const int64_t *list = NULL;
    const bool has_dims = grn_op_dims(op, "broadcast_dimensions", &ndims, &list);
    if (!grn_op_is_static(op))
        return false;
    for (int32_t d = 0; d < rank; d++)
        shape[d] = grn_operand_type(op, 0)->shape[d];
    for (size_t i = 1; i < op->noperands; i++) {
        const grn_type *t = grn_operand_type(op, i);
        int32_t most;
        if (!grn_chlo_broadcast_shape(rank, shape, t->rank, t->shape, ndims, list, has_dims, &most, joined))
            return false;
        rank = most;
        memcpy(shape, joined, (size_t)rank * sizeof *shape);
    }
    return grn_type_has_shape(result, rank, shape);
}

static const char not_one_shape[] = "has operands that are not known to be broadcast to one shape";

static grn_status import_broadcast(grn_rewrite *w, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0);
    if (!is_broadcast(op))
        return grn_not_imported(w, not_one_shape);
    grn_value *const v[] = {spread(w, op, 0, result), spread(w, op, 1, result)};
    return grn_replace(w, grn_new(w, w->row->as, 2, v, result, 0, NULL));
}

static grn_status import_compare(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *direction = grn_op_attr(op, "comparison_direction"), *type = grn_op_attr(op, "compare_type");
    const grn_type *result = grn_result_type(op, 0);
    if (!is_broadcast(op))
        return grn_not_imported(w, not_one_shape);
    grn_value *const v[] = {spread(w, op, 0, result), spread(w, op, 1, result)};
    const grn_new_attr attrs[] = {
        {"comparison_direction",
         grn_attr_enum(w->ir, &grn_stablehlo_comparison_direction, direction->enumeration.value)},
        {"compare_type", type ? grn_attr_enum(w->ir, &grn_stablehlo_comparison_type, type->enumeration.value) : NULL}};
    return grn_replace(w, grn_new(w, "stablehlo.compare", 2, v, result, type ? 2 : 1, attrs));
}

static grn_status import_select(grn_rewrite *w, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0);
    if (!is_broadcast(op))
        return grn_not_imported(w, not_one_shape);
    return grn_replace(
        w, grn_build_select(w, spread(w, op, 0, result), spread(w, op, 1, result), spread(w, op, 2, result)));
}

/* ---- of one operand -------------------------------------------------------------------------- */

static const char no_shape[] = "has operands of a shape that is not known";

static bool is_complex(const grn_op *op) { return grn_operand_type(op, 0)->element->kind == GRN_TYPE_COMPLEX; }

static grn_status import_square(grn_rewrite *w, const grn_op *op)
{
    if (!grn_op_is_static(op) || is_complex(op)) /* whose square is another formula than its product with itself */
        return grn_not_imported(w, no_shape);
    return grn_replace(w, grn_build_binary(w, "stablehlo.multiply", op->operands[0], op->operands[0]));
}

static grn_status import_conj(grn_rewrite *w, const grn_op *op)
{
    grn_value *v = op->operands[0];
    const grn_type *t = v->type;
    if (!grn_op_is_static(op))
        return grn_not_imported(w, no_shape);
    if (!is_complex(op))
        return grn_replace(w, v);
    const grn_type *part = grn_tensor_like(w, t->element->element, t->rank, t->shape);
    grn_value *re = grn_new(w, "stablehlo.real", 1, &v, part, 0, NULL),
              *im = grn_new(w, "stablehlo.imag", 1, &v, part, 0, NULL);
    grn_value *const parts[] = {re, im ? grn_new(w, "stablehlo.negate", 1, &im, part, 0, NULL) : NULL};
    return grn_replace(w, grn_new(w, "stablehlo.complex", 2, parts, t, 0, NULL));
}

static grn_value *float_splat(grn_rewrite *w, const grn_type *t, double value)
{
    unsigned char bytes[16] = {0};
    const grn_scalar s = {.dtype = t->element->dtype, .f = value};
    grn_scalar_store(&s, s.dtype, bytes);
    return grn_build_splat(w, t->element, t->rank, t->shape, bytes);
}

/* The angle of x and 1. */
static grn_status import_atan(grn_rewrite *w, const grn_op *op)
{
    grn_value *v = op->operands[0];
    if (!grn_op_is_static(op) || is_complex(op))
        return grn_not_imported(w, no_shape);
    return grn_replace(w, grn_build_binary(w, "stablehlo.atan2", v, float_splat(w, v->type, 1)));
}

/* Compared with an infinity, which a type without one has no pattern for. */
static grn_status import_is_inf(grn_rewrite *w, const grn_op *op)
{
    grn_value *v = op->operands[0];
    const double sign = grn_str_is(op->name, "chlo.is_neg_inf") ? -1 : 1;
    if (!grn_op_is_static(op) || grn_dtype_float_format(v->type->element->dtype)->nan_style != GRN_NAN_IEEE)
        return grn_not_imported(w, no_shape);
    const grn_type *t = v->type;
    if (grn_str_is(op->name, "chlo.is_inf"))
        v = grn_new(w, "stablehlo.abs", 1, &v, t, 0, NULL);
    return grn_replace(w, grn_build_compare(w, "EQ", v, float_splat(w, t, sign * (double)INFINITY)));
}

static grn_status import_like(grn_rewrite *w, const grn_op *op)
{
    unsigned char bytes[16] = {0};
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_op_is_static(op))
        return grn_not_imported(w, no_shape);
    const grn_scalar s = grn_chlo_scalar_of(grn_op_attr(op, "value"), t->element->dtype);
    grn_scalar_store(&s, s.dtype, bytes);
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, bytes));
}

#define BROADCAST(name)                                                                     \
    {                                                                                       \
        .op = "chlo.broadcast_" #name, .as = "stablehlo." #name, .import = import_broadcast \
    }

static const grn_import_pattern imports[] = {
    BROADCAST(add),
    BROADCAST(and),
    BROADCAST(atan2),
    BROADCAST(complex),
    BROADCAST(divide),
    BROADCAST(maximum),
    BROADCAST(minimum),
    BROADCAST(multiply),
    BROADCAST(or),
    BROADCAST(power),
    BROADCAST(remainder),
    BROADCAST(shift_left),
    BROADCAST(shift_right_arithmetic),
    BROADCAST(shift_right_logical),
    BROADCAST(subtract),
    BROADCAST(xor),
    {.op = "chlo.broadcast_next_after", .as = "chlo.next_after", .import = import_broadcast},
    {.op = "chlo.broadcast_polygamma", .as = "chlo.polygamma", .import = import_broadcast},
    {.op = "chlo.broadcast_zeta", .as = "chlo.zeta", .import = import_broadcast},
    {.op = "chlo.broadcast_compare", .import = import_compare},
    {.op = "chlo.broadcast_select", .import = import_select},
    {.op = "chlo.constant", .import = grn_import_constant},
    {.op = "chlo.constant_like", .import = import_like},
    {.op = "chlo.tan", .as = "stablehlo.tan"},
    {.op = "chlo.atan", .import = import_atan},
    {.op = "chlo.square", .import = import_square},
    {.op = "chlo.conj", .import = import_conj},
    {.op = "chlo.is_inf", .import = import_is_inf},
    {.op = "chlo.is_pos_inf", .import = import_is_inf},
    {.op = "chlo.is_neg_inf", .import = import_is_inf},
    {.op = "chlo.top_k", .import = grn_chlo_import_top_k},
    {.op = NULL},
};

const grn_translation grn_chlo_translation = {.imports = imports};
