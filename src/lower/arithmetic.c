/* arithmetic.c - constants and arithmetic on scalars; what is known of indices is worked out. */
#include "lower/steps.h"

/* ---- constants ------------------------------------------------------------------------------- */

static bool is_constant(const grn_op *op) { return grn_op_is(op, GRN_OP(arith, constant)) && op->nresults == 1; }

/* A constant that the function has, among the last so many. */
enum { CONSTANTS_LOOKED_AT = 512 };
static grn_value *constant_of(const grn_lower *l, const grn_attr *value)
{
    grn_op *op = l->last_constant;
    for (size_t n = 0; op && n < CONSTANTS_LOOKED_AT; op = op->prev, n++) {
        const grn_attr *has = is_constant(op) ? grn_op_attr(op, "value") : NULL;
        if (has && has->type == value->type && grn_attr_equal(has, value))
            return &op->results[0];
    }
    return NULL;
}

/* Constants stand before everything else in the function. */
static void move_to_top(grn_lower *l, grn_op *op)
{
    grn_op *before = l->last_constant ? l->last_constant->next : l->entry->first;
    l->last_constant = op;
    grn_lo_move_before(op, before);
}

static grn_value *constant(grn_lower *l, const grn_attr *value)
{
    if (!grn_lo_check(l, value != NULL))
        return NULL;
    grn_value *known = constant_of(l, value);
    const grn_lo_attr attr = {"value", value};
    if (known)
        return known;
    known = grn_lo_one(l, "arith.constant", 0, NULL, value->type, 1, &attr);
    if (known)
        move_to_top(l, known->def);
    return known;
}

void grn_lo_to_entry(grn_lower *l, const grn_value *v)
{
    if (v)
        move_to_top(l, v->def);
}

grn_value *grn_lo_integer(grn_lower *l, const grn_type *type, int64_t v)
{
    if (l->status != GRN_OK || !grn_lo_check(l, type != NULL))
        return NULL;
    if (type->kind == GRN_TYPE_INTEGER && type->width == 1) {
        grn_attr a = {.kind = GRN_ATTR_BOOL, .type = type, .boolean = v != 0};
        return constant(l, grn_attr_make(l->ir, &a));
    }
    if (type->kind == GRN_TYPE_INTEGER && type->width < 64) { /* as the printer writes it: by its sign */
        const uint64_t sign = UINT64_C(1) << (type->width - 1), mask = (sign << 1) - 1;
        v = (int64_t)((((uint64_t)v & mask) ^ sign) - sign);
    }
    return constant(l, grn_attr_integer(l->ir, type, v));
}

grn_value *grn_lo_index(grn_lower *l, int64_t v) { return grn_lo_integer(l, grn_lo_index_type(l), v); }

grn_value *grn_lo_float(grn_lower *l, const grn_type *type, double v)
{
    return l->status == GRN_OK && grn_lo_check(l, type != NULL) ? constant(l, grn_attr_float(l->ir, type, v)) : NULL;
}

static uint64_t bits_of(grn_dtype dtype, const void *bytes)
{
    unsigned char of[8] = {0};
    uint64_t bits = 0;
    const size_t n = grn_dtype_bytes(dtype);
    memcpy(of, bytes, n);
    for (size_t i = 0; i < n; i++)
        bits |= (uint64_t)of[i] << (8 * i);
    return bits;
}

/* A NaN keeps its bits, which no number says. */
static grn_value *float_of(grn_lower *l, const grn_type *type, const void *bytes)
{
    const uint64_t bits = bits_of(type->dtype, bytes);
    double v;
    if (type->dtype == GRN_F64)
        memcpy(&v, &bits, sizeof v);
    else
        v = grn_float_decode(grn_dtype_float_format(type->dtype), bits);
    if (v == v || bits == grn_float_nan_bits(grn_dtype_float_format(type->dtype)))
        return grn_lo_float(l, type, v);
    const grn_type *integer = grn_lo_integer_type(l, grn_dtype_bits(type->dtype));
    return grn_lo_cast(l, "arith.bitcast", grn_lo_integer(l, integer, (int64_t)bits), type);
}

grn_value *grn_lo_constant(grn_lower *l, const grn_type *element, const void *bytes)
{
    const grn_type *type = l->status == GRN_OK ? grn_lo_element(l, element) : NULL;
    if (!type)
        return NULL;
    if (type->kind == GRN_TYPE_FLOAT)
        return float_of(l, type, bytes);
    if (type->kind != GRN_TYPE_COMPLEX)
        return grn_lo_integer(l, type, grn_index_load(element->dtype == GRN_UI64 ? GRN_I64 : element->dtype, bytes));
    const size_t part = grn_dtype_bytes(type->element->dtype);
    grn_value *const parts[] = {float_of(l, type->element, bytes),
                                float_of(l, type->element, (const char *)bytes + part)};
    return grn_lo_one(l, "complex.create", 2, parts, type, GRN_LO_NO_ATTRS);
}

bool grn_lo_known(const grn_value *v, int64_t *out)
{
    const grn_attr *a = v && v->def && is_constant(v->def) ? grn_op_attr(v->def, "value") : NULL;
    if (!a || a->kind != GRN_ATTR_INTEGER)
        return false;
    *out = a->integer;
    return true;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

grn_value *grn_lo_unary(grn_lower *l, const char *name, grn_value *a)
{
    return grn_lo_one(l, name, 1, &a, a ? a->type : NULL, GRN_LO_NO_ATTRS);
}

grn_value *grn_lo_binary(grn_lower *l, const char *name, grn_value *a, grn_value *b)
{
    grn_value *const both[] = {a, b};
    return grn_lo_one(l, name, 2, both, a ? a->type : NULL, GRN_LO_NO_ATTRS);
}

grn_value *grn_lo_cast(grn_lower *l, const char *name, grn_value *a, const grn_type *type)
{
    return grn_lo_one(l, name, 1, &a, type, GRN_LO_NO_ATTRS);
}

grn_value *grn_lo_select(grn_lower *l, grn_value *condition, grn_value *a, grn_value *b)
{
    grn_value *const operands[] = {condition, a, b};
    return grn_lo_one(l, "arith.select", 3, operands, a ? a->type : NULL, GRN_LO_NO_ATTRS);
}

grn_value *grn_lo_and(grn_lower *l, grn_value *a, grn_value *b)
{
    return !a ? b : !b ? a : grn_lo_binary(l, "arith.andi", a, b);
}

/* An op of numbers, what it is where both are known, and the number that changes nothing on the
 * right, or on either side. */
typedef struct folded {
    const char *op;
    int64_t (*of)(int64_t a, int64_t b);
    bool has_unit, commutes;
    int64_t unit;
} folded;

static int64_t add_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a + (uint64_t)b); }
static int64_t sub_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a - (uint64_t)b); }
static int64_t mul_of(int64_t a, int64_t b) { return (int64_t)((uint64_t)a * (uint64_t)b); }
static int64_t div_of(int64_t a, int64_t b) { return b > 0 ? a / b : 0; }
static int64_t rem_of(int64_t a, int64_t b) { return b > 0 ? a % b : 0; }
static int64_t min_of(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t max_of(int64_t a, int64_t b) { return a > b ? a : b; }

static grn_value *fold(grn_lower *l, const folded *f, grn_value *a, grn_value *b)
{
    int64_t x = 0, y = 0;
    const bool has_x = grn_lo_known(a, &x), has_y = grn_lo_known(b, &y);
    if (l->status != GRN_OK || !a || !b)
        return NULL;
    if (has_x && has_y)
        return grn_lo_integer(l, a->type, f->of(x, y));
    if (f->has_unit && has_y && y == f->unit)
        return a;
    if (f->has_unit && f->commutes && has_x && x == f->unit)
        return b;
    return grn_lo_binary(l, f->op, a, b);
}

#define FOLDED(name, op, ...)                                          \
    grn_value *grn_lo_##name(grn_lower *l, grn_value *a, grn_value *b) \
    {                                                                  \
        static const folded f = {op, name##_of, __VA_ARGS__};          \
        return fold(l, &f, a, b);                                      \
    }
FOLDED(add, "arith.addi", true, true, 0)
FOLDED(sub, "arith.subi", true, false, 0)
FOLDED(mul, "arith.muli", true, true, 1)
FOLDED(div, "arith.divui", true, false, 1)
FOLDED(rem, "arith.remui", false, false, 0)
FOLDED(min, "arith.minsi", false, true, 0)
FOLDED(max, "arith.maxsi", false, true, 0)

/* In the order of their numbers. */
static const char *const integer_predicates[] = {"eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"};
static const char *const float_predicates[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord",
                                               "ueq",   "ugt", "uge", "ult", "ule", "une", "uno", "true"};

static int64_t number_of(const char *predicate, size_t n, const char *const *names)
{
    int64_t found = 0;
    for (size_t i = 0; i < n; i++)
        if (strcmp(names[i], predicate) == 0)
            found = (int64_t)i;
    return found;
}

grn_value *grn_lo_compare(grn_lower *l, const char *predicate, grn_value *a, grn_value *b)
{
    const bool is_float = a && a->type->kind == GRN_TYPE_FLOAT;
    const int64_t number = is_float ? number_of(predicate, GRN_COUNT(float_predicates), float_predicates)
                                    : number_of(predicate, GRN_COUNT(integer_predicates), integer_predicates);
    grn_value *const both[] = {a, b};
    const grn_lo_attr attr = {"predicate", l->status == GRN_OK ? grn_lo_i64(l, number) : NULL};
    return grn_lo_one(l, is_float ? "arith.cmpf" : "arith.cmpi", 2, both, grn_lo_integer_type(l, 1), 1, &attr);
}

/* ---- elements -------------------------------------------------------------------------------- */

grn_value *grn_lo_load(grn_lower *l, grn_value *buffer, const grn_type *element, size_t rank, grn_value *const *index)
{
    grn_value *operands[GRN_MAX_RANK + 1] = {buffer};
    for (size_t i = 0; i < rank; i++)
        operands[i + 1] = index[i];
    return grn_lo_one(l, l->o->form->buffers ? "memref.load" : "tensor.extract", rank + 1, operands, element,
                      GRN_LO_NO_ATTRS);
}

void grn_lo_store(grn_lower *l, grn_value *scalar, grn_value *memref, size_t rank, grn_value *const *index)
{
    grn_value *operands[GRN_MAX_RANK + 2] = {scalar, memref};
    for (size_t i = 0; i < rank; i++)
        operands[i + 2] = index[i];
    grn_lo_none(l, "memref.store", rank + 2, operands, GRN_LO_NO_ATTRS);
}

grn_value *grn_lo_dim(grn_lower *l, grn_value *buffer, int32_t d)
{
    grn_value *const operands[] = {buffer, grn_lo_index(l, d)};
    return grn_lo_one(l, l->o->form->buffers ? "memref.dim" : "tensor.dim", 2, operands, grn_lo_index_type(l),
                      GRN_LO_NO_ATTRS);
}
