/*
 * export_arith.c - the hub's arithmetic in MLIR's arith dialect.
 *
 * arith's integers have no sign: the op decides how their bits are read, and it
 * has no unsigned types. Values of one go through tensor.bitcast. The
 * hub's booleans are ordered false before true and their sum is `or`; arith
 * adds modulo 2 and reads true as -1.
 */
#include "dialects/tensor/translate.h"

#include "dialects/stablehlo/stablehlo.h"

/* v of `element`, which is as wide. */
static grn_value *bitcast(grn_rewrite *w, grn_value *v, const grn_type *element)
{
    if (!v || !element || v->type->element == element)
        return element ? v : NULL;
    return grn_new(w, "tensor.bitcast", 1, &v, grn_tensor_like(w, element, v->type->rank, v->type->shape), 0, NULL);
}

static grn_value *without_sign(grn_rewrite *w, grn_value *v)
{
    const grn_type *e = v->type->element;
    return grn_kind_of(v->type) == GRN_KIND_UNSIGNED ? bitcast(w, v, grn_type_integer(w->ir, e->width, GRN_SIGNLESS))
                                                     : v;
}

/* ---- export patterns: constants -------------------------------------------------------------- */

grn_status grn_export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    bool good =
        value && value->kind == GRN_ATTR_ELEMENTS && value->type == grn_result_type(op, 0) && grn_is_plain(value->type);
    if (!good) /* quantized ones, whose value is of the storage type */
        return GRN_OK;
    return grn_replace(
        w, grn_new(w, "arith.constant", 0, NULL, grn_result_type(op, 0), 1, &(grn_new_attr){"value", value}));
}

/* ---- export patterns: element by element ----------------------------------------------------- */

static const struct arith_op {
    const char *op, *as[GRN_KINDS];
} arith_ops[] = {
    {"stablehlo.add",
     {[GRN_KIND_BOOL] = "arith.ori",
      [GRN_KIND_SIGNED] = "arith.addi",
      [GRN_KIND_UNSIGNED] = "arith.addi",
      [GRN_KIND_FLOAT] = "arith.addf"}},
    {"stablehlo.subtract",
     {[GRN_KIND_SIGNED] = "arith.subi", [GRN_KIND_UNSIGNED] = "arith.subi", [GRN_KIND_FLOAT] = "arith.subf"}},
    {"stablehlo.multiply",
     {[GRN_KIND_BOOL] = "arith.andi",
      [GRN_KIND_SIGNED] = "arith.muli",
      [GRN_KIND_UNSIGNED] = "arith.muli",
      [GRN_KIND_FLOAT] = "arith.mulf"}},
    {"stablehlo.minimum",
     {[GRN_KIND_BOOL] = "arith.andi",
      [GRN_KIND_SIGNED] = "arith.minsi",
      [GRN_KIND_UNSIGNED] = "arith.minui",
      [GRN_KIND_FLOAT] = "arith.minimumf"}},
    {"stablehlo.maximum",
     {[GRN_KIND_BOOL] = "arith.ori",
      [GRN_KIND_SIGNED] = "arith.maxsi",
      [GRN_KIND_UNSIGNED] = "arith.maxui",
      [GRN_KIND_FLOAT] = "arith.maximumf"}},
    {"stablehlo.and",
     {[GRN_KIND_BOOL] = "arith.andi", [GRN_KIND_SIGNED] = "arith.andi", [GRN_KIND_UNSIGNED] = "arith.andi"}},
    {"stablehlo.or",
     {[GRN_KIND_BOOL] = "arith.ori", [GRN_KIND_SIGNED] = "arith.ori", [GRN_KIND_UNSIGNED] = "arith.ori"}},
    {"stablehlo.xor",
     {[GRN_KIND_BOOL] = "arith.xori", [GRN_KIND_SIGNED] = "arith.xori", [GRN_KIND_UNSIGNED] = "arith.xori"}},
    {"stablehlo.divide", {[GRN_KIND_FLOAT] = "arith.divf"}},
};

static const char *arith_op_for(grn_str op, grn_kind k)
{
    for (size_t i = 0; k != GRN_KIND_OTHER && i < GRN_COUNT(arith_ops); i++)
        if (grn_str_is(op, arith_ops[i].op))
            return arith_ops[i].as[k];
    return NULL;
}

grn_status grn_export_binary(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const char *name = grn_is_plain(t) && op->noperands == 2 ? arith_op_for(op->name, grn_kind_of(t)) : NULL;
    for (size_t i = 0; name && i < 2; i++)
        if (grn_operand_type(op, i) != t)
            name = NULL;
    if (!name)
        return GRN_OK;
    grn_value *const in[] = {without_sign(w, op->operands[0]), without_sign(w, op->operands[1])};
    return grn_replace(w, bitcast(w, in[0] ? grn_new(w, name, 2, in, in[0]->type, 0, NULL) : NULL, t->element));
}

/* cmpi's numbers for EQ, NE, GE, GT, LE, LT, and cmpf's: NE holds of a NaN, the others do not. */
static const int64_t predicates[GRN_KINDS][6] = {[GRN_KIND_BOOL] = {0, 1, 9, 8, 7, 6},
                                                 [GRN_KIND_SIGNED] = {0, 1, 5, 4, 3, 2},
                                                 [GRN_KIND_UNSIGNED] = {0, 1, 9, 8, 7, 6},
                                                 [GRN_KIND_FLOAT] = {1, 13, 3, 2, 5, 4}};

static grn_value *compare(grn_rewrite *w, const char *name, int64_t predicate, grn_value *a, grn_value *b)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    grn_value *const in[] = {a, b};
    if (!a || !i64)
        return NULL;
    return grn_new(w, name, 2, in,
                   grn_tensor_like(w, grn_type_integer(w->ir, 1, GRN_SIGNLESS), a->type->rank, a->type->shape), 1,
                   &(grn_new_attr){"predicate", grn_attr_integer(w->ir, i64, predicate)});
}

grn_status grn_export_compare(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    const grn_attr *direction = grn_op_attr(op, "comparison_direction"), *by = grn_op_attr(op, "compare_type");
    grn_kind k = grn_kind_of(t);
    bool total =
        k == GRN_KIND_FLOAT && by && by->kind == GRN_ATTR_ENUM && by->enumeration.value == GRN_COMPARE_TOTALORDER;
    bool good = grn_is_plain(t) && t == grn_operand_type(op, 1) && !total && k != GRN_KIND_OTHER && direction &&
                direction->kind == GRN_ATTR_ENUM && direction->enumeration.value < 6;
    return good ? grn_replace(w, compare(w, k == GRN_KIND_FLOAT ? "arith.cmpf" : "arith.cmpi",
                                         predicates[k][direction->enumeration.value], without_sign(w, op->operands[0]),
                                         without_sign(w, op->operands[1])))
                : GRN_OK;
}

/* A predicate of rank 0 is a scalar there. */
grn_status grn_export_select(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *predicate = grn_operand_type(op, 0);
    if (!grn_is_plain(t) || !grn_is_plain(predicate) || grn_operand_type(op, 1) != t || grn_operand_type(op, 2) != t)
        return GRN_OK;
    grn_value *in[] = {op->operands[0], op->operands[1], op->operands[2]};
    if (predicate->rank == 0)
        in[0] = grn_new(w, "tensor.extract", 1, &op->operands[0], predicate->element, 0, NULL);
    return grn_replace(w, grn_new(w, "arith.select", 3, in, t, 0, NULL));
}

/* Bits, of which `width` are to be there: cut off, or more of the sign or of zeros in front. */
static grn_value *resize(grn_rewrite *w, grn_value *v, uint32_t width, bool has_sign)
{
    if (!v || v->type->element->width == width)
        return v;
    const char *name = width < v->type->element->width ? "arith.trunci" : has_sign ? "arith.extsi" : "arith.extui";
    const grn_type *element = grn_type_integer(w->ir, width, GRN_SIGNLESS);
    return grn_new(w, name, 1, &v, grn_tensor_like(w, element, v->type->rank, v->type->shape), 0, NULL);
}

static grn_value *zeros(grn_rewrite *w, const grn_type *t)
{
    static const int64_t zero;
    grn_attr_elements elements = {.splat = true};
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = t, .elements = &elements};
    if (grn_tensor_init(&elements.tensor, NULL, t->element->dtype, t->rank, t->shape) != GRN_OK)
        return NULL;
    elements.tensor.data = (void *)&zero;
    for (int32_t d = 0; d < t->rank; d++)
        elements.tensor.stride[d] = 0;
    return grn_new(w, "arith.constant", 0, NULL, t, 1, &(grn_new_attr){"value", grn_attr_make(w->ir, &a)});
}

/* Integers to integers; to i1: whether the value is not zero. */
grn_status grn_export_convert(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    grn_kind a = grn_kind_of(from), b = grn_kind_of(to);
    if (grn_is_plain(from) && grn_is_plain(to) && from->element == to->element) /* fewer extents are said to be known */
        return grn_replace(w, grn_mlir_declared(w, op->operands[0], to));
    if (!grn_is_plain(from) || !grn_is_plain(to) || a == GRN_KIND_FLOAT || b == GRN_KIND_FLOAT || a == GRN_KIND_OTHER ||
        b == GRN_KIND_OTHER || from->element->kind == GRN_TYPE_INDEX || to->element->kind == GRN_TYPE_INDEX)
        return GRN_OK;
    bool asks = b == GRN_KIND_BOOL && a != GRN_KIND_BOOL;
    if (asks && !grn_type_has_static_shape(from)) /* the zeros to compare with have no shape */
        return GRN_OK;
    grn_value *v = without_sign(w, op->operands[0]);
    if (!v)
        return grn_no_memory(w);
    if (asks)
        return grn_replace(w, compare(w, "arith.cmpi", 1, v, zeros(w, v->type)));
    return grn_replace(w, bitcast(w, resize(w, v, to->element->width, a == GRN_KIND_SIGNED), to->element));
}
