/*
 * export_types.c - element types that an operator does not take: it is done in another type, which
 * holds every value, between two Casts.
 *
 * `takes`: what the operator takes in GRN_ONNX_OPSET, by ONNX's schema of the version in the row.
 * `lacks`: what the CPU provider of ONNX Runtime 1.30 has no kernel for among these. Both as ONNX
 * Runtime 1.30 answers models of one node, for every operator and type here;
 * tests/interop/onnx_programs.mjs asks it again with whole programs.
 */
#include "dialects/onnx/translate.h"

#include "convert/expand.h"
#include "passes/range.h"

#define T(name) (UINT64_C(1) << GRN_##name)
#define NUMBERS \
    (T(I8) | T(I16) | T(I32) | T(I64) | T(UI8) | T(UI16) | T(UI32) | T(UI64) | T(BF16) | T(F16) | T(F32) | T(F64))
#define FLOATS (T(BF16) | T(F16) | T(F32) | T(F64))
#define ANY (NUMBERS | T(I1) | T(C64) | T(C128))

/* An op of the hub on elements of one type, which its operands from `first` on have. */
typedef struct types_row {
    const char *op, *direction; /* of a comparison; NULL: any */
    uint64_t takes, lacks;
    size_t first;
    enum {
        CHOOSES,  /* what it gives of values of one type is one of them */
        ROUNDS,   /* rounded to f32 and then to bf16 it is as rounded once, of all bf16 there are */
        IN_DOUBLE /* it would not be; of f64 that is not seen */
    } result;
} types_row;

static const types_row rows[] = {
    {"stablehlo.add", NULL, NUMBERS | T(I1), T(BF16), 0, ROUNDS},                         /* Add-14; of i1 Or-7 */
    {"stablehlo.subtract", NULL, NUMBERS, T(BF16), 0, ROUNDS},                            /* Sub-14 */
    {"stablehlo.multiply", NULL, NUMBERS | T(I1), T(BF16), 0, ROUNDS},                    /* Mul-14; of i1 And-7 */
    {"stablehlo.minimum", NULL, NUMBERS | T(I1), T(I16) | T(UI16) | T(BF16), 0, CHOOSES}, /* Min-13; of i1 And-7 */
    {"stablehlo.maximum", NULL, NUMBERS | T(I1), T(I16) | T(UI16) | T(BF16), 0, CHOOSES}, /* Max-13; of i1 Or-7 */
    {"stablehlo.compare", "EQ", NUMBERS | T(I1), T(BF16), 0, CHOOSES},                    /* Equal-13 */
    {"stablehlo.compare", "NE", NUMBERS | T(I1), T(BF16), 0, CHOOSES},                    /* Equal-13 */
    /* Less-13, Greater-13, LessOrEqual-16, GreaterOrEqual-16 */
    {"stablehlo.compare", NULL, NUMBERS, T(BF16), 0, CHOOSES},
    /* Where-16 */
    {"stablehlo.select", NULL, ANY, T(I1) | T(I8) | T(I16) | T(UI16) | T(UI32) | T(UI64) | T(BF16), 1, CHOOSES},
    /* Div-14, Mod-13, Pow-15 */
    {"stablehlo.divide", NULL, NUMBERS, T(BF16), 0, ROUNDS},
    {"stablehlo.remainder", NULL, NUMBERS, T(BF16), 0, ROUNDS},
    {"stablehlo.power", NULL, T(BF16) | T(F16) | T(F32) | T(F64), T(BF16), 0, IN_DOUBLE},
    /* functions of floats: -13, but Abs, Neg, Erf, Round-11, Sin, Cos, Tan, Atan-7 */
    {"stablehlo.atan2", NULL, T(F16) | T(F32) | T(F64), 0, 0, ROUNDS}, /* by 1: Atan-7 */
    {"stablehlo.abs", NULL, NUMBERS, T(BF16), 0, CHOOSES},
    {"stablehlo.negate", NULL, NUMBERS, T(BF16), 0, CHOOSES},
    {"stablehlo.exponential", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.log", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.sqrt", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.rsqrt", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.sine", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.cosine", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.tan", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.tanh", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.logistic", NULL, FLOATS, T(BF16), 0, ROUNDS},
    {"stablehlo.ceil", NULL, FLOATS, T(BF16), 0, CHOOSES},
    {"stablehlo.floor", NULL, FLOATS, T(BF16), 0, CHOOSES},
    {"stablehlo.round_nearest_even", NULL, FLOATS, T(BF16), 0, CHOOSES},
    /* Pad-18 */
    {"stablehlo.pad", NULL, ANY, T(I16) | T(UI16) | T(BF16), 0, CHOOSES},
    /* Expand-13 */
    {"stablehlo.broadcast_in_dim", NULL, ANY, T(BF16), 0, CHOOSES},
};

/* In which type an op is done instead. Cast-13 of integers discards the higher bits, so that an i64
 * gives a ui64 back; no op with arithmetic is done so. */
static const struct {
    grn_dtype type, in;
} others[] = {{GRN_I1, GRN_UI8},   {GRN_I8, GRN_I32},   {GRN_UI8, GRN_I32},  {GRN_I16, GRN_I32},
              {GRN_UI16, GRN_I32}, {GRN_UI32, GRN_I64}, {GRN_UI64, GRN_I64}, {GRN_BF16, GRN_F32}};

static const types_row *row_of(const grn_op *op)
{
    for (size_t i = 0; i < GRN_COUNT(rows); i++)
        if (grn_str_is(op->name, rows[i].op) && (!rows[i].direction || grn_has_direction(op, rows[i].direction)))
            return &rows[i];
    return NULL;
}

/* The type that the row's op is done in for elements of `dtype`: itself, another, or GRN_NO_DTYPE
 * where there is none. */
static grn_dtype done_in(const types_row *row, grn_dtype dtype)
{
    const uint64_t has = row->takes & ~row->lacks;
    if (has >> dtype & 1)
        return dtype;
    for (size_t i = 0; i < GRN_COUNT(others); i++)
        if (others[i].type == dtype && has >> others[i].in & 1)
            return row->result == IN_DOUBLE ? GRN_F64 : others[i].in;
    return GRN_NO_DTYPE;
}

/* ---- an op in another type ------------------------------------------------------------------- */

/* Of a convert: what it converts has values of its result's type alone, so that what converts back
 * may take that. */
#define EXACT "garner.exact"

static grn_value *in_type(grn_rewrite *w, grn_value *v, const grn_type *element);

/* What operators broadcast by themselves has another type before it is broadcast. */
static grn_value *broadcast_in_type(grn_rewrite *w, const grn_op *op, const grn_type *element)
{
    const grn_type *t = grn_result_type(op, 0);
    grn_value *const operands[] = {in_type(w, op->operands[0], element), op->operands[1]};
    const grn_new_attr attrs[] = {{"broadcast_dimensions", grn_op_attr(op, "broadcast_dimensions")},
                                  {GRN_BROADCASTS_ITSELF, grn_attr_unit(w->ir)}};
    return grn_new(w, "stablehlo.dynamic_broadcast_in_dim", 2, operands, grn_tensor_like(w, element, t->rank, t->shape),
                   GRN_COUNT(attrs), attrs);
}

static grn_value *in_type(grn_rewrite *w, grn_value *v, const grn_type *element)
{
    const grn_op *op = v->def;
    if (op && grn_op_attr(op, GRN_BROADCASTS_ITSELF) && v->type->element != element)
        return broadcast_in_type(w, op, element);
    if (op && grn_op_is(v->def, GRN_HLO(convert)) && grn_op_attr(op, EXACT) &&
        grn_operand_type(op, 0)->element == element)
        return op->operands[0];
    return grn_build_convert(w, v, element);
}

static grn_value *back(grn_rewrite *w, grn_value *v, const grn_type *element, bool exact)
{
    grn_value *made = v ? grn_build_convert(w, v, element) : NULL;
    bool marked = made && (!exact || grn_op_set_attr(w->ir, made->def, GRN_STR(EXACT), grn_attr_unit(w->ir)));
    return marked ? made : NULL;
}

static grn_status do_in_type(grn_rewrite *w, const grn_op *op, const types_row *row, grn_dtype in)
{
    enum { MOST = 3 };
    const grn_type *t = grn_result_type(op, 0), *own = grn_operand_type(op, row->first)->element;
    const grn_type *element = grn_type_of_dtype(w->ir, in);
    bool given = !grn_str_is(op->name, "stablehlo.compare"); /* the result has such elements too */
    grn_value *operands[MOST] = {NULL};
    for (size_t i = 0; i < op->noperands && i < MOST; i++)
        operands[i] = i < row->first                                             ? op->operands[i]
                      : i > row->first && op->operands[i] == op->operands[i - 1] ? operands[i - 1]
                                                                                 : in_type(w, op->operands[i], element);
    grn_value *v = grn_new(w, row->op, op->noperands, operands,
                           given ? grn_tensor_like(w, element, t->rank, t->shape) : t, 0, NULL);
    for (size_t i = 0; v && i < op->nattrs; i++)
        if (!grn_op_set_attr(w->ir, v->def, op->attrs[i].name, op->attrs[i].value))
            return grn_no_memory(w);
    return grn_replace(w, given ? back(w, v, own, row->result == CHOOSES) : v);
}

/* ---- the least and the greatest of i64 ------------------------------------------------------- */

static bool fits_in_32_bits(grn_rewrite *w, const grn_value *v)
{
    grn_range r;
    return grn_range_of(v, -1, 0, &w->evaluate_left, &r) && grn_range_within(r, (grn_range){INT32_MIN, INT32_MAX});
}

/*
 * Min and Max of i64 in ONNX Runtime compare the lower halves of equal upper halves as signed
 * numbers (its pull request 25280), which shows outside of 32 bits: there they are a comparison and
 * a Where.
 */
static grn_status by_comparison(grn_rewrite *w, const grn_op *op)
{
    grn_value *a = op->operands[0], *b = op->operands[1];
    const char *direction = grn_str_is(op->name, "stablehlo.minimum") ? "LT" : "GT";
    if (fits_in_32_bits(w, a) && fits_in_32_bits(w, b))
        return GRN_OK;
    return grn_replace(w, grn_build_select(w, grn_build_compare(w, direction, a, b), a, b));
}

static bool is_extreme(const grn_op *op)
{
    return grn_str_is(op->name, "stablehlo.minimum") || grn_str_is(op->name, "stablehlo.maximum");
}

/* ---- reductions ------------------------------------------------------------------------------ */

/*
 * ScatterElements-18 and ScatterND-18 take all types, but ONNX does not say what a sum of bools is,
 * and ONNX Runtime reduces no bool and no 16-bit float. A sum in f32 is rounded once, so it is the
 * same where no place gets two updates.
 */
static const struct {
    grn_dtype type;
    grn_combiner combiner;
    grn_dtype in;
    grn_combiner as;
    bool if_unique;
} reductions[] = {
    {GRN_I1, GRN_COMBINE_ADD, GRN_UI8, GRN_COMBINE_MAX, false},
    {GRN_I1, GRN_COMBINE_OR, GRN_UI8, GRN_COMBINE_MAX, false},
    {GRN_I1, GRN_COMBINE_MAX, GRN_UI8, GRN_COMBINE_MAX, false},
    {GRN_I1, GRN_COMBINE_MUL, GRN_UI8, GRN_COMBINE_MIN, false},
    {GRN_I1, GRN_COMBINE_AND, GRN_UI8, GRN_COMBINE_MIN, false},
    {GRN_I1, GRN_COMBINE_MIN, GRN_UI8, GRN_COMBINE_MIN, false},
    {GRN_F16, GRN_COMBINE_MAX, GRN_F32, GRN_COMBINE_MAX, false},
    {GRN_F16, GRN_COMBINE_MIN, GRN_F32, GRN_COMBINE_MIN, false},
    {GRN_BF16, GRN_COMBINE_MAX, GRN_F32, GRN_COMBINE_MAX, false},
    {GRN_BF16, GRN_COMBINE_MIN, GRN_F32, GRN_COMBINE_MIN, false},
    {GRN_F16, GRN_COMBINE_ADD, GRN_F32, GRN_COMBINE_ADD, true},
    {GRN_F16, GRN_COMBINE_MUL, GRN_F32, GRN_COMBINE_MUL, true},
    {GRN_BF16, GRN_COMBINE_ADD, GRN_F32, GRN_COMBINE_ADD, true},
    {GRN_BF16, GRN_COMBINE_MUL, GRN_F32, GRN_COMBINE_MUL, true},
};

static grn_status reduce_in_type(grn_rewrite *w, const grn_hub *hub, grn_dtype in, grn_combiner as)
{
    const grn_type *own = hub->operands[0]->type->element, *element = grn_type_of_dtype(w->ir, in);
    grn_value *const operands[] = {in_type(w, hub->operands[0], element)}, *const updates[] = {
                                                                               in_type(w, hub->updates[0], element)};
    grn_hub made = *hub;
    made.operands = operands;
    made.updates = updates;
    made.combiner = as;
    grn_op *op = operands[0] && updates[0] ? grn_hub_make(w, &made) : NULL;
    return grn_replace(
        w, op ? back(w, &op->results[0], own, in == GRN_UI8 || as == GRN_COMBINE_MAX || as == GRN_COMBINE_MIN) : NULL);
}

static grn_status legalize_scatter(grn_rewrite *w, const grn_hub *hub)
{
    const grn_dtype dtype = hub->operands[0]->type->element->dtype;
    const bool unique = hub->rule.unique_indices || grn_hub_is_one_vector(hub);
    for (size_t i = 0; hub->ninputs == 1 && i < GRN_COUNT(reductions); i++)
        if (reductions[i].type == dtype && reductions[i].combiner == hub->combiner &&
            (unique || !reductions[i].if_unique))
            return reduce_in_type(w, hub, reductions[i].in, reductions[i].as);
    return GRN_OK;
}

/* ---- any op ---------------------------------------------------------------------------------- */

static bool is_plain(const grn_op *op)
{
    bool plain = grn_is_plain(grn_result_type(op, 0));
    for (size_t i = 0; plain && i < op->noperands; i++)
        plain = grn_is_plain(grn_operand_type(op, i));
    return plain;
}

/* Expand makes dims of one element longer, not shorter. */
static grn_status make_empty(grn_rewrite *w, const grn_op *op)
{
    static const unsigned char zero[16] = {0};
    const grn_type *t = grn_result_type(op, 0);
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, zero));
}

static bool grows_to_none(const grn_op *op)
{
    return grn_op_is(op, GRN_HLO(broadcast_in_dim)) && grn_is_static(grn_result_type(op, 0)) &&
           grn_has_no_elements(grn_result_type(op, 0));
}

grn_status grn_onnx_legalize(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    if (grows_to_none(op) && grn_is_exportable(w, op))
        return make_empty(w, op);
    if (grn_str_is(op->name, "stablehlo.sort"))
        return grn_onnx_legalize_sort(w, w->at);
    if (grn_hub_read(op, &hub))
        return hub.is_scatter ? legalize_scatter(w, &hub) : GRN_OK;
    const types_row *row = row_of(op);
    if (!row || !grn_is_exportable(w, op) || !is_plain(op))
        return GRN_OK;
    const grn_dtype dtype = grn_operand_type(op, row->first)->element->dtype, in = done_in(row, dtype);
    if (is_extreme(op) && dtype == GRN_I64)
        return by_comparison(w, op);
    return in != GRN_NO_DTYPE && in != dtype ? do_in_type(w, op, row, in) : GRN_OK;
}
