/*
 * with_arith.c - the hub's arithmetic in MLIR's arith dialect, and back.
 *
 * arith's integers have no sign: the op decides how their bits are read, and it
 * has no unsigned types. Values of one go through tensor.bitcast. The
 * hub's booleans are ordered false before true and their sum is `or`; arith
 * adds modulo 2 and reads true as -1.
 */
#include "convert/with_mlir.h"

#include "dialects/stablehlo.h"

/* ---- kinds of elements ------------------------------------------------------------------------------------------- */

typedef enum kind { BOOLS, SIGNED, UNSIGNED, FLOATS, KINDS, OTHER = KINDS } kind;

static kind kind_of(const grn_type *tensor)
{
    const grn_type *e = grn_type_element_or_self(tensor);
    if (e->kind == GRN_TYPE_FLOAT)
        return FLOATS;
    if (e->kind == GRN_TYPE_INDEX)
        return SIGNED;
    if (e->kind != GRN_TYPE_INTEGER || e->signedness == GRN_SIGNED)
        return OTHER;
    return e->signedness == GRN_UNSIGNED ? UNSIGNED : e->width == 1 ? BOOLS : SIGNED;
}

static bool is_plain(const grn_type *t) { return grn_type_is_tensor(t) && !t->encoding; }

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
    return kind_of(v->type) == UNSIGNED ? bitcast(w, v, grn_type_integer(w->ir, e->width, GRN_SIGNLESS)) : v;
}

/* ---- export patterns: constants ---------------------------------------------------------------------------------- */

grn_status grn_export_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    bool good = value && value->kind == GRN_ATTR_ELEMENTS && value->type == grn_result_type(op, 0) && is_plain(value->type);
    if (!good) /* quantized ones, whose value is of the storage type */
        return GRN_OK;
    return grn_replace(w, grn_new(w, "arith.constant", 0, NULL, grn_result_type(op, 0), 1, &(grn_new_attr){"value", value}));
}

/* A constant of its values along its dim, the same along all others. */
grn_status grn_export_iota(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "iota_dimension", 0);
    if (!is_plain(t) || !grn_type_has_static_shape(t) || kind_of(t) == OTHER || dim < 0 || dim >= t->rank)
        return GRN_OK;
    const grn_attr *value;
    grn_status status = grn_counted(w, t->element, t->shape[dim], &value);
    if (status != GRN_OK)
        return status;
    grn_value *v = grn_new(w, "arith.constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value});
    return grn_replace(w, grn_mlir_broadcast(w, v, &dim, t->rank, t->shape));
}

/* ---- export patterns: element by element ------------------------------------------------------------------------- */

static const struct arith_op {
    const char *op, *as[KINDS];
} arith_ops[] = {
    {"stablehlo.add", {[BOOLS] = "arith.ori", [SIGNED] = "arith.addi", [UNSIGNED] = "arith.addi", [FLOATS] = "arith.addf"}},
    {"stablehlo.subtract", {[SIGNED] = "arith.subi", [UNSIGNED] = "arith.subi", [FLOATS] = "arith.subf"}},
    {"stablehlo.multiply", {[BOOLS] = "arith.andi", [SIGNED] = "arith.muli", [UNSIGNED] = "arith.muli", [FLOATS] = "arith.mulf"}},
    {"stablehlo.minimum", {[BOOLS] = "arith.andi", [SIGNED] = "arith.minsi", [UNSIGNED] = "arith.minui", [FLOATS] = "arith.minimumf"}},
    {"stablehlo.maximum", {[BOOLS] = "arith.ori", [SIGNED] = "arith.maxsi", [UNSIGNED] = "arith.maxui", [FLOATS] = "arith.maximumf"}},
    {"stablehlo.and", {[BOOLS] = "arith.andi", [SIGNED] = "arith.andi", [UNSIGNED] = "arith.andi"}},
    {"stablehlo.or", {[BOOLS] = "arith.ori", [SIGNED] = "arith.ori", [UNSIGNED] = "arith.ori"}},
    {"stablehlo.xor", {[BOOLS] = "arith.xori", [SIGNED] = "arith.xori", [UNSIGNED] = "arith.xori"}},
    {"stablehlo.divide", {[FLOATS] = "arith.divf"}},
};

static const char *arith_op_for(grn_str op, kind k)
{
    for (size_t i = 0; k != OTHER && i < GRN_COUNT(arith_ops); i++)
        if (grn_str_is(op, arith_ops[i].op))
            return arith_ops[i].as[k];
    return NULL;
}

grn_status grn_export_binary(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const char *name = is_plain(t) && op->noperands == 2 ? arith_op_for(op->name, kind_of(t)) : NULL;
    for (size_t i = 0; name && i < 2; i++)
        if (grn_operand_type(op, i) != t)
            name = NULL;
    if (!name)
        return GRN_OK;
    grn_value *const in[] = {without_sign(w, op->operands[0]), without_sign(w, op->operands[1])};
    return grn_replace(w, bitcast(w, in[0] ? grn_new(w, name, 2, in, in[0]->type, 0, NULL) : NULL, t->element));
}

/* cmpi's numbers for EQ, NE, GE, GT, LE, LT, and cmpf's: NE holds of a NaN, the others do not. */
static const int64_t predicates[KINDS][6] = {[BOOLS] = {0, 1, 9, 8, 7, 6},
                                             [SIGNED] = {0, 1, 5, 4, 3, 2},
                                             [UNSIGNED] = {0, 1, 9, 8, 7, 6},
                                             [FLOATS] = {1, 13, 3, 2, 5, 4}};

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
    kind k = kind_of(t);
    bool total = k == FLOATS && by && by->kind == GRN_ATTR_ENUM && by->enumeration.value == GRN_COMPARE_TOTALORDER;
    bool good = is_plain(t) && t == grn_operand_type(op, 1) && !total && k != OTHER && direction &&
                direction->kind == GRN_ATTR_ENUM && direction->enumeration.value < 6;
    return good ? grn_replace(w, compare(w, k == FLOATS ? "arith.cmpf" : "arith.cmpi",
                                         predicates[k][direction->enumeration.value], without_sign(w, op->operands[0]),
                                         without_sign(w, op->operands[1])))
                : GRN_OK;
}

/* A predicate of rank 0 is a scalar there. */
grn_status grn_export_select(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *predicate = grn_operand_type(op, 0);
    if (!is_plain(t) || !is_plain(predicate) || grn_operand_type(op, 1) != t || grn_operand_type(op, 2) != t)
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
    grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = t, .elements = {.splat = true}};
    if (grn_tensor_init(&a.elements.tensor, NULL, t->element->dtype, t->rank, t->shape) != GRN_OK)
        return NULL;
    a.elements.tensor.data = (void *)&zero;
    for (int32_t d = 0; d < t->rank; d++)
        a.elements.tensor.stride[d] = 0;
    return grn_new(w, "arith.constant", 0, NULL, t, 1, &(grn_new_attr){"value", grn_attr_make(w->ir, &a)});
}

/* Integers to integers; to i1: whether the value is not zero. */
grn_status grn_export_convert(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    kind a = kind_of(from), b = kind_of(to);
    if (!is_plain(from) || !is_plain(to) || a == FLOATS || b == FLOATS || a == OTHER || b == OTHER ||
        from->element->kind == GRN_TYPE_INDEX || to->element->kind == GRN_TYPE_INDEX)
        return GRN_OK;
    bool asks = b == BOOLS && a != BOOLS;
    if (asks && !grn_type_has_static_shape(from)) /* the zeros to compare with have no shape */
        return GRN_OK;
    grn_value *v = without_sign(w, op->operands[0]);
    if (!v)
        return grn_no_memory(w);
    if (asks)
        return grn_replace(w, compare(w, "arith.cmpi", 1, v, zeros(w, v->type)));
    return grn_replace(w, bitcast(w, resize(w, v, to->element->width, a == SIGNED), to->element));
}

/* ---- import patterns --------------------------------------------------------------------------------------------- */

/* Whether all are tensors of plain elements; ops on anything else stay as they are. */
static bool are_tensors(const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (!is_plain(grn_operand_type(op, i)) || kind_of(grn_operand_type(op, i)) == OTHER)
            return false;
    return is_plain(grn_result_type(op, 0)) && kind_of(grn_result_type(op, 0)) != OTHER;
}

static grn_status import_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (!value || value->kind != GRN_ATTR_ELEMENTS || !is_plain(value->type))
        return GRN_OK;
    return grn_replace(w, grn_new(w, "stablehlo.constant", 0, NULL, value->type, 1, &(grn_new_attr){"value", value}));
}

static const struct meant {
    const char *op, *hub, *of_bools;
} meanings[] = {
    {"arith.addi", "stablehlo.add", "stablehlo.xor"},
    {"arith.subi", "stablehlo.subtract", "stablehlo.xor"},
    {"arith.muli", "stablehlo.multiply", "stablehlo.and"},
    {"arith.minsi", "stablehlo.minimum", "stablehlo.or"},
    {"arith.maxsi", "stablehlo.maximum", "stablehlo.and"},
    {"arith.minui", "stablehlo.minimum", "stablehlo.and"},
    {"arith.maxui", "stablehlo.maximum", "stablehlo.or"},
    {"arith.andi", "stablehlo.and", "stablehlo.and"},
    {"arith.ori", "stablehlo.or", "stablehlo.or"},
    {"arith.xori", "stablehlo.xor", "stablehlo.xor"},
    {"arith.addf", "stablehlo.add", NULL},
    {"arith.subf", "stablehlo.subtract", NULL},
    {"arith.mulf", "stablehlo.multiply", NULL},
    {"arith.divf", "stablehlo.divide", NULL},
    {"arith.minimumf", "stablehlo.minimum", NULL},
    {"arith.maximumf", "stablehlo.maximum", NULL},
};

static grn_status import_binary(grn_rewrite *w, const grn_op *op)
{
    const char *name = NULL;
    if (!are_tensors(op))
        return GRN_OK;
    for (size_t i = 0; i < GRN_COUNT(meanings); i++)
        if (grn_str_is(op->name, meanings[i].op))
            name = kind_of(grn_result_type(op, 0)) == BOOLS ? meanings[i].of_bools : meanings[i].hub;
    return name ? grn_replace(w, grn_build_binary(w, name, op->operands[0], op->operands[1])) : GRN_OK;
}

/* The same bits without a sign. */
static grn_value *as_unsigned(grn_rewrite *w, grn_value *v)
{
    if (kind_of(v->type) == BOOLS)
        return v;
    return grn_build_convert(w, v, grn_type_integer(w->ir, v->type->element->width, GRN_UNSIGNED));
}

static grn_status import_unsigned(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool is_min = grn_str_is(op->name, "arith.minui");
    if (!are_tensors(op) || kind_of(t) == BOOLS)
        return import_binary(w, op);
    grn_value *v = grn_build_binary(w, is_min ? "stablehlo.minimum" : "stablehlo.maximum", as_unsigned(w, op->operands[0]),
                                    as_unsigned(w, op->operands[1]));
    return grn_replace(w, grn_build_convert(w, v, t->element));
}

/* cmpi's predicates by number. Signed booleans are ordered the other way around. */
static const struct direction {
    const char *direction, *of_bools;
    bool is_unsigned;
} directions[] = {{"EQ", "EQ", false}, {"NE", "NE", false}, {"LT", "GT", false}, {"LE", "GE", false}, {"GT", "LT", false},
                  {"GE", "LE", false}, {"LT", "LT", true},  {"LE", "LE", true},  {"GT", "GT", true},  {"GE", "GE", true}};

static grn_status import_cmpi(grn_rewrite *w, const grn_op *op)
{
    int64_t predicate = grn_op_integer(op, "predicate", -1);
    if (!are_tensors(op) || predicate < 0 || predicate >= (int64_t)GRN_COUNT(directions))
        return GRN_OK;
    const struct direction *d = &directions[predicate];
    grn_value *a = op->operands[0], *b = op->operands[1];
    if (d->is_unsigned) {
        a = as_unsigned(w, a);
        b = as_unsigned(w, b);
    }
    return grn_replace(w, grn_build_compare(w, kind_of(grn_operand_type(op, 0)) == BOOLS ? d->of_bools : d->direction, a, b));
}

/* The hub has the predicates that are false for a NaN, and NE, which is true for one. */
static grn_status import_cmpf(grn_rewrite *w, const grn_op *op)
{
    static const char *const known[] = {[1] = "EQ", [2] = "GT", [3] = "GE", [4] = "LT", [5] = "LE", [13] = "NE"};
    int64_t predicate = grn_op_integer(op, "predicate", -1);
    if (!are_tensors(op) || predicate < 0 || predicate >= (int64_t)GRN_COUNT(known) || !known[predicate])
        return GRN_OK;
    return grn_replace(w, grn_build_compare(w, known[predicate], op->operands[0], op->operands[1]));
}

/* Only a condition that is a tensor; a scalar one is no value of the hub's. */
static grn_status import_select(grn_rewrite *w, const grn_op *op)
{
    return are_tensors(op) ? grn_replace(w, grn_build_select(w, op->operands[0], op->operands[1], op->operands[2])) : GRN_OK;
}

static grn_status import_extsi(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!are_tensors(op))
        return GRN_OK;
    grn_value *v = grn_build_convert(w, op->operands[0], t->element);
    if (kind_of(grn_operand_type(op, 0)) == BOOLS)
        v = v ? grn_new(w, "stablehlo.negate", 1, &v, t, 0, NULL) : NULL;
    return grn_replace(w, v);
}

static grn_status import_extui(grn_rewrite *w, const grn_op *op)
{
    if (!are_tensors(op))
        return GRN_OK;
    return grn_replace(w, grn_build_convert(w, as_unsigned(w, op->operands[0]), grn_result_type(op, 0)->element));
}

/* The lowest bit, where the hub's convert would ask for any. */
static grn_status import_trunci(grn_rewrite *w, const grn_op *op)
{
    static const int64_t one = 1;
    const grn_type *t = grn_operand_type(op, 0);
    grn_value *v = op->operands[0];
    bool cuts = kind_of(grn_result_type(op, 0)) == BOOLS;
    if (!are_tensors(op) || (cuts && !grn_type_has_static_shape(t))) /* the ones to cut with have no shape */
        return GRN_OK;
    if (cuts)
        v = grn_build_binary(w, "stablehlo.and", v, grn_build_integers(w, t->element, t->rank, t->shape, 1, &one));
    return grn_replace(w, grn_build_convert(w, v, grn_result_type(op, 0)->element));
}

#define BINARY(name) {"arith." #name, NULL, import_binary}
const grn_import_pattern grn_arith_import_patterns[] = {
    {"arith.constant", NULL, import_constant},
    BINARY(addi), BINARY(subi), BINARY(muli), BINARY(minsi), BINARY(maxsi), BINARY(andi), BINARY(ori), BINARY(xori),
    BINARY(addf), BINARY(subf), BINARY(mulf), BINARY(divf), BINARY(minimumf), BINARY(maximumf),
    {"arith.minui", NULL, import_unsigned},
    {"arith.maxui", NULL, import_unsigned},
    {"arith.cmpi", NULL, import_cmpi},
    {"arith.cmpf", NULL, import_cmpf},
    {"arith.select", NULL, import_select},
    {"arith.extsi", NULL, import_extsi},
    {"arith.extui", NULL, import_extui},
    {"arith.trunci", NULL, import_trunci},
    {NULL, NULL, NULL},
};
