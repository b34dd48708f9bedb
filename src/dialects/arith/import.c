/*
 * import.c - arith's ops as the hub's.
 *
 * arith's integers have no sign: the op decides how their bits are read. It
 * adds booleans modulo 2 and reads true as -1; the hub's are ordered false
 * before true and their sum is `or`.
 */
#include "convert/steps.h"

#include "dialects/arith/arith.h"

/* Whether all are tensors of plain elements; ops on anything else stay as they are. */
static bool are_tensors(const grn_op *op)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (!grn_is_plain(grn_operand_type(op, i)) || grn_kind_of(grn_operand_type(op, i)) == GRN_KIND_OTHER)
            return false;
    return grn_is_plain(grn_result_type(op, 0)) && grn_kind_of(grn_result_type(op, 0)) != GRN_KIND_OTHER;
}

static grn_status import_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    if (!value || value->kind != GRN_ATTR_ELEMENTS || !grn_is_plain(value->type))
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
            name = grn_kind_of(grn_result_type(op, 0)) == GRN_KIND_BOOL ? meanings[i].of_bools : meanings[i].hub;
    return name ? grn_replace(w, grn_build_binary(w, name, op->operands[0], op->operands[1])) : GRN_OK;
}

/* The same bits without a sign. */
static grn_value *as_unsigned(grn_rewrite *w, grn_value *v)
{
    if (grn_kind_of(v->type) == GRN_KIND_BOOL)
        return v;
    return grn_build_convert(w, v, grn_type_integer(w->ir, v->type->element->width, GRN_UNSIGNED));
}

static grn_status import_unsigned(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    bool is_min = grn_str_is(op->name, "arith.minui");
    if (!are_tensors(op) || grn_kind_of(t) == GRN_KIND_BOOL)
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
    return grn_replace(w, grn_build_compare(w, grn_kind_of(grn_operand_type(op, 0)) == GRN_KIND_BOOL ? d->of_bools : d->direction, a, b));
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
    if (grn_kind_of(grn_operand_type(op, 0)) == GRN_KIND_BOOL)
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
    bool cuts = grn_kind_of(grn_result_type(op, 0)) == GRN_KIND_BOOL;
    if (!are_tensors(op) || (cuts && !grn_type_has_static_shape(t))) /* the ones to cut with have no shape */
        return GRN_OK;
    if (cuts)
        v = grn_build_binary(w, "stablehlo.and", v, grn_build_integers(w, t->element, t->rank, t->shape, 1, &one));
    return grn_replace(w, grn_build_convert(w, v, grn_result_type(op, 0)->element));
}

#define BINARY(name) {"arith." #name, NULL, import_binary}
static const grn_import_pattern imports[] = {
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

const grn_translation grn_arith_translation = {.imports = imports};
