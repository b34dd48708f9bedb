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

/* Only of tensors: a scalar is no value of the hub's. */
static grn_status import_constant(grn_rewrite *w, const grn_op *op)
{
    return grn_is_plain(grn_result_type(op, 0)) ? grn_import_constant(w, op) : GRN_OK;
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
    if (!are_tensors(op))
        return GRN_OK;
    grn_value *v = grn_build_binary(w, w->row->as, as_unsigned(w, op->operands[0]), as_unsigned(w, op->operands[1]));
    return grn_replace(w, grn_build_convert(w, v, t->element));
}

/* cmpi's predicates by number. Signed booleans are ordered the other way around. */
static const struct direction {
    const char *direction, *of_bools;
    bool is_unsigned;
} directions[] = {{"EQ", "EQ", false}, {"NE", "NE", false}, {"LT", "GT", false}, {"LE", "GE", false},
                  {"GT", "LT", false}, {"GE", "LE", false}, {"LT", "LT", true},  {"LE", "LE", true},
                  {"GT", "GT", true},  {"GE", "GE", true}};

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
    return grn_replace(
        w,
        grn_build_compare(w, grn_kind_of(grn_operand_type(op, 0)) == GRN_KIND_BOOL ? d->of_bools : d->direction, a, b));
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
    return are_tensors(op) ? grn_replace(w, grn_build_select(w, op->operands[0], op->operands[1], op->operands[2]))
                           : GRN_OK;
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

/* Booleans are added modulo 2, and as signed numbers true is below false. */
#define ELEMENT(arith, hub, bools)                                                      \
    {                                                                                   \
        .op = "arith." #arith, .as = "stablehlo." #hub, .of_bools = "stablehlo." #bools \
    }
#define FLOATS(arith, hub)                             \
    {                                                  \
        .op = "arith." #arith, .as = "stablehlo." #hub \
    }

static const grn_import_pattern imports[] = {
    {.op = "arith.constant", .import = import_constant},
    ELEMENT(addi, add, xor),
    ELEMENT(subi, subtract, xor),
    ELEMENT(muli, multiply, and),
    ELEMENT(minsi, minimum, or),
    ELEMENT(maxsi, maximum, and),
    ELEMENT(andi, and, and),
    ELEMENT(ori, or, or),
    ELEMENT(xori, xor, xor),
    FLOATS(addf, add),
    FLOATS(subf, subtract),
    FLOATS(mulf, multiply),
    FLOATS(divf, divide),
    FLOATS(minimumf, minimum),
    FLOATS(maximumf, maximum),
    {.op = "arith.minui", .import = import_unsigned, .as = "stablehlo.minimum"},
    {.op = "arith.maxui", .import = import_unsigned, .as = "stablehlo.maximum"},
    {.op = "arith.cmpi", .import = import_cmpi},
    {.op = "arith.cmpf", .import = import_cmpf},
    {.op = "arith.select", .import = import_select},
    {.op = "arith.extsi", .import = import_extsi},
    {.op = "arith.extui", .import = import_extui},
    {.op = "arith.trunci", .import = import_trunci},
    {.op = NULL},
};

const grn_translation grn_arith_translation = {.imports = imports, .knows = are_tensors};
