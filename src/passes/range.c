/*
 * range.c - intervals of integers, from an op's operands to its result: a row
 * per op.
 *
 * A value that two ops use is looked at twice, so a chain of ops with two
 * operands doubles the work at each op: `steps` bounds all of it.
 */
#include "passes/range.h"

#include "dialects/stablehlo/stablehlo.h"

enum { MOST_DEPTH = 32, MOST_STEPS = 512, BLOCK_BYTES = 1024 };

/* Elements of a tensor: all, or those at one index along one dim. */
typedef struct place {
    int32_t dim; /* -1: all */
    int64_t at;
} place;
static const place everywhere = {-1, 0};

typedef struct search {
    int64_t *left;
    int steps, depth;
} search;

/* The arguments of a row's function. */
typedef struct query {
    search *s;
    const grn_op *op;
    place at;        /* in the result */
    grn_range whole; /* of the result's type */
} query;

static grn_range range_at(search *s, const grn_value *v, place at);

static int64_t lesser(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t greater(int64_t a, int64_t b) { return a > b ? a : b; }
static grn_range both(grn_range a, grn_range b) { return (grn_range){lesser(a.low, b.low), greater(a.high, b.high)}; }

/* ---- types ----------------------------------------------------------------------------------- */

static const grn_type *element_of(const grn_value *v) { return grn_type_element_or_self(v->type); }

static bool is_integer(const grn_type *element)
{
    bool computed = grn_dtype_is_integer(element->dtype) || element->dtype == GRN_I1;
    return (element->kind == GRN_TYPE_INTEGER || element->kind == GRN_TYPE_INDEX) && computed;
}

/* An i1 is 0 or 1. */
static bool is_unsigned(const grn_type *element)
{
    return element->dtype == GRN_I1 || grn_dtype_class_of(element->dtype) == GRN_CLASS_UNSIGNED;
}

grn_range grn_range_of_type(const grn_type *element)
{
    uint32_t bits = element->kind == GRN_TYPE_INDEX ? 64 : element->width;
    if (bits >= 64)
        return (grn_range){is_unsigned(element) ? 0 : INT64_MIN, INT64_MAX};
    int64_t high = (INT64_C(1) << (is_unsigned(element) ? bits : bits - 1)) - 1;
    return (grn_range){is_unsigned(element) ? 0 : -high - 1, high};
}

/* An interval of ui64 whose upper end is open. */
static bool is_open(const grn_value *v, grn_range r) { return r.high == INT64_MAX && element_of(v)->dtype == GRN_UI64; }

static int32_t rank_of(const grn_value *v) { return grn_type_is_tensor(v->type) ? v->type->rank : 0; }

/* ---- operands -------------------------------------------------------------------------------- */

/* The elements of operand `i` at the place of the result's; all of one that has another rank. */
static place same_place(const query *q, size_t i)
{
    return rank_of(q->op->operands[i]) == rank_of(&q->op->results[0]) ? q->at : everywhere;
}

static grn_range operand(const query *q, size_t i) { return range_at(q->s, q->op->operands[i], same_place(q, i)); }

/* ---- ops without operands -------------------------------------------------------------------- */

static void scan(const grn_tensor *t, grn_range *r)
{
    unsigned char bytes[BLOCK_BYTES];
    int64_t n = grn_tensor_elements(t), size = (int64_t)grn_dtype_bytes(t->dtype), most = BLOCK_BYTES / size;
    *r = (grn_range){INT64_MAX, INT64_MIN};
    for (int64_t from = 0; from < n; from += most) {
        int64_t count = lesser(most, n - from);
        grn_tensor_read(t, from, count, bytes);
        for (int64_t i = 0; i < count; i++) {
            int64_t v = grn_index_load(t->dtype, bytes + i * size);
            *r = both(*r, (grn_range){v, v});
        }
    }
}

/* The elements of `t` at a place; of a splat, one of them. */
static grn_tensor part_of(const grn_tensor *t, place at)
{
    int64_t start[GRN_MAX_RANK] = {0}, limit[GRN_MAX_RANK], ones[GRN_MAX_RANK];
    grn_tensor out;
    for (int32_t d = 0; d < t->rank; d++) {
        start[d] = d == at.dim ? at.at : 0;
        limit[d] = d == at.dim ? at.at + 1 : t->stride[d] == 0 ? 1 : t->shape[d];
        ones[d] = 1;
    }
    grn_view_slice(t, start, limit, ones, &out);
    return out;
}

static grn_range of_constant(const query *q)
{
    const grn_attr *value = grn_op_attr(q->op, "value");
    const grn_value *made = &q->op->results[0];
    grn_range r;
    if (!value || value->kind != GRN_ATTR_ELEMENTS || value->type != made->type ||
        grn_tensor_elements(&value->elements->tensor) == 0)
        return q->whole;
    grn_tensor part = part_of(&value->elements->tensor, q->at);
    int64_t n = grn_tensor_elements(&part);
    if (n > *q->s->left)
        return q->whole;
    *q->s->left -= n;
    scan(&part, &r);
    return r;
}

static grn_range of_iota(const query *q)
{
    const grn_type *t = grn_result_type(q->op, 0);
    int64_t dim = grn_op_integer(q->op, "iota_dimension", 0);
    if (!grn_type_has_static_shape(t) || t->shape[dim] == 0)
        return q->whole;
    grn_range all = {0, t->shape[dim] - 1};
    return grn_range_within(all, q->whole) && q->at.dim == dim ? (grn_range){q->at.at, q->at.at} : all;
}

/* ---- arithmetic ------------------------------------------------------------------------------ */

/* Two operands whose ends are all known. */
static bool closed(const query *q, grn_range *a, grn_range *b)
{
    *a = operand(q, 0);
    *b = operand(q, 1);
    return !is_open(q->op->operands[0], *a) && !is_open(q->op->operands[1], *b);
}

static bool subtract(int64_t a, int64_t b, int64_t *out)
{
    if (b < 0 ? a > INT64_MAX + b : a < INT64_MIN + b)
        return false;
    *out = a - b;
    return true;
}

static bool multiply(int64_t a, int64_t b, int64_t *out)
{
    bool over = a > 0 ? (b > 0 ? a > INT64_MAX / b : b < INT64_MIN / a)
                      : (b > 0 ? a < INT64_MIN / b : b < 0 && a < INT64_MAX / b);
    *out = over ? 0 : a * b;
    return !over;
}

static bool sum(grn_range a, grn_range b, grn_range *out)
{
    return grn_add_signed_i64(a.low, b.low, &out->low) && grn_add_signed_i64(a.high, b.high, &out->high);
}

static bool difference(grn_range a, grn_range b, grn_range *out)
{
    return subtract(a.low, b.high, &out->low) && subtract(a.high, b.low, &out->high);
}

static grn_range of_add(const query *q)
{
    grn_range a, b, r;
    return closed(q, &a, &b) && sum(a, b, &r) ? r : q->whole;
}

static grn_range of_subtract(const query *q)
{
    grn_range a, b, r;
    return closed(q, &a, &b) && difference(a, b, &r) ? r : q->whole;
}

/* The least and the greatest product are of ends. */
static grn_range of_multiply(const query *q)
{
    grn_range a, b, r = {INT64_MAX, INT64_MIN};
    if (!closed(q, &a, &b))
        return q->whole;
    const int64_t left[] = {a.low, a.low, a.high, a.high}, right[] = {b.low, b.high, b.low, b.high};
    for (size_t i = 0; i < GRN_COUNT(left); i++) {
        int64_t product;
        if (!multiply(left[i], right[i], &product))
            return q->whole;
        r = both(r, (grn_range){product, product});
    }
    return r;
}

/* By one positive number, rounded towards zero. */
static grn_range of_divide(const query *q)
{
    grn_range a, b;
    if (!closed(q, &a, &b) || b.low != b.high || b.low <= 0)
        return q->whole;
    return (grn_range){a.low / b.low, a.high / b.low};
}

/* By positive numbers: nearer to zero than the divisor, no further from it than the dividend, and
 * of the dividend's sign. */
static grn_range of_remainder(const query *q)
{
    grn_range a = operand(q, 0), b = operand(q, 1);
    if (b.low <= 0)
        return q->whole;
    int64_t most = is_open(q->op->operands[1], b) ? INT64_MAX : b.high - 1;
    return (grn_range){a.low < 0 ? greater(a.low, -most) : 0, a.high > 0 ? lesser(a.high, most) : 0};
}

static grn_range of_minimum(const query *q)
{
    grn_range a = operand(q, 0), b = operand(q, 1);
    return (grn_range){lesser(a.low, b.low), lesser(a.high, b.high)};
}

static grn_range of_maximum(const query *q)
{
    grn_range a = operand(q, 0), b = operand(q, 1);
    return (grn_range){greater(a.low, b.low), greater(a.high, b.high)};
}

/* minimum(maximum(x, low), high) */
static grn_range of_clamp(const query *q)
{
    grn_range low = operand(q, 0), x = operand(q, 1), high = operand(q, 2);
    return (grn_range){lesser(greater(x.low, low.low), high.low), lesser(greater(x.high, low.high), high.high)};
}

/* Bits of a number that is not negative make no greater one. */
static grn_range of_and(const query *q)
{
    grn_range a = operand(q, 0), b = operand(q, 1), r = {0, INT64_MAX};
    if (a.low < 0 && b.low < 0)
        return q->whole;
    r.high = a.low >= 0 ? a.high : r.high;
    r.high = b.low >= 0 ? lesser(r.high, b.high) : r.high;
    return r;
}

/* Numbers that both types have stay; an open interval of ui64 goes on past the end of i64. */
static grn_range of_convert(const query *q)
{
    const grn_value *from = q->op->operands[0];
    if (!is_integer(element_of(from)))
        return q->whole;
    grn_range r = operand(q, 0);
    return is_open(from, r) && element_of(&q->op->results[0])->dtype != GRN_UI64 ? q->whole : r;
}

/* arith's cast takes a true i1 to -1. */
static grn_range of_index_cast(const query *q)
{
    return element_of(q->op->operands[0])->dtype == GRN_I1 ? q->whole : of_convert(q);
}

/* ---- a choice -------------------------------------------------------------------------------- */

/* x direction y, of integers */
typedef struct comparison {
    const grn_value *x;
    int32_t direction;
    grn_range y;
    bool y_is_open;
} comparison;

/* The same said of y: of LT, GT. */
int32_t grn_compare_flipped(int32_t direction)
{
    static const int32_t to[] = {
        [GRN_COMPARE_EQ] = GRN_COMPARE_EQ, [GRN_COMPARE_NE] = GRN_COMPARE_NE, [GRN_COMPARE_GE] = GRN_COMPARE_LE,
        [GRN_COMPARE_GT] = GRN_COMPARE_LT, [GRN_COMPARE_LE] = GRN_COMPARE_GE, [GRN_COMPARE_LT] = GRN_COMPARE_GT};
    return to[direction];
}

/* What holds where it does not: of LT, GE. */
static int32_t opposite(int32_t direction)
{
    static const int32_t to[] = {
        [GRN_COMPARE_EQ] = GRN_COMPARE_NE, [GRN_COMPARE_NE] = GRN_COMPARE_EQ, [GRN_COMPARE_GE] = GRN_COMPARE_LT,
        [GRN_COMPARE_GT] = GRN_COMPARE_LE, [GRN_COMPARE_LE] = GRN_COMPARE_GT, [GRN_COMPARE_LT] = GRN_COMPARE_GE};
    return to[direction];
}

/* Whether the elements are compared as the numbers that they are. */
static bool compares_numbers(const grn_op *op)
{
    const grn_attr *type = grn_op_attr(op, "compare_type");
    const grn_type *element = element_of(op->operands[0]);
    return is_integer(element) &&
           (!type || type->enumeration.value == (is_unsigned(element) ? GRN_COMPARE_UNSIGNED : GRN_COMPARE_SIGNED));
}

/* What the predicate of the select says about its operand `i`. */
static bool condition(const query *q, size_t i, comparison *out)
{
    const grn_value *predicate = q->op->operands[0];
    if (!grn_op_is(predicate->def, GRN_HLO(compare)) || !compares_numbers(predicate->def) ||
        rank_of(predicate) != rank_of(&q->op->results[0]))
        return false;
    const grn_value *other = predicate->def->operands[1 - i];
    int32_t direction = grn_op_attr(predicate->def, "comparison_direction")->enumeration.value;
    *out = (comparison){.x = predicate->def->operands[i],
                        .direction = i == 0 ? direction : grn_compare_flipped(direction),
                        .y = range_at(q->s, other, q->at)};
    out->y_is_open = is_open(other, out->y);
    return true;
}

/* The part of `r`, x's interval, in which the comparison holds. False: nowhere. */
static bool refined(const comparison *c, grn_range *r)
{
    const grn_range y = c->y;
    const bool below = c->direction == GRN_COMPARE_LT, above = c->direction == GRN_COMPARE_GT;
    if (below && y.high == INT64_MIN)
        return false;
    if (above && y.low == INT64_MAX && !c->y_is_open)
        return false;
    if (below && !c->y_is_open)
        r->high = lesser(r->high, y.high - 1);
    if (above && y.low != INT64_MAX)
        r->low = greater(r->low, y.low + 1);
    if (c->direction == GRN_COMPARE_LE || c->direction == GRN_COMPARE_EQ)
        r->high = lesser(r->high, y.high);
    if (c->direction == GRN_COMPARE_GE || c->direction == GRN_COMPARE_EQ)
        r->low = greater(r->low, y.low);
    return r->low <= r->high;
}

/* The interval of x + k or x - k where the comparison of x holds. */
static bool shifted(const query *q, const grn_value *arm, const comparison *c, grn_range *r, bool *taken)
{
    bool adds = grn_op_is(arm->def, GRN_HLO(add)), subtracts = grn_op_is(arm->def, GRN_HLO(subtract));
    if (!adds && !subtracts)
        return false;
    grn_value *const *operands = arm->def->operands;
    size_t other = adds && operands[1] == c->x ? 0 : 1;
    if (operands[1 - other] != c->x)
        return false;
    grn_range k = range_at(q->s, operands[other], q->at), x = range_at(q->s, c->x, q->at);
    if (is_open(c->x, x) || is_open(operands[other], k))
        return false;
    *taken = refined(c, &x);
    return !*taken || ((adds ? sum(x, k, r) : difference(x, k, r)) && grn_range_within(*r, q->whole));
}

/* The interval of arm `i` where it is taken. False: it never is. */
static bool arm(const query *q, size_t i, grn_range *r)
{
    const grn_value *v = q->op->operands[i];
    for (size_t side = 0; side < 2; side++) {
        comparison c;
        bool taken = true;
        if (!condition(q, side, &c))
            break;
        c.direction = i == 1 ? c.direction : opposite(c.direction);
        if (v == c.x) {
            *r = operand(q, i);
            return refined(&c, r);
        }
        if (shifted(q, v, &c, r, &taken))
            return taken;
    }
    *r = operand(q, i);
    return true;
}

static grn_range of_select(const query *q)
{
    grn_range on_true, on_false;
    bool first = arm(q, 1, &on_true), second = arm(q, 2, &on_false);
    if (first && second)
        return both(on_true, on_false);
    return first ? on_true : second ? on_false : q->whole;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static grn_range of_all(const query *q) { return range_at(q->s, q->op->operands[0], everywhere); }

/* Elements of the first operand, and the second. */
static grn_range of_pad(const query *q) { return both(of_all(q), range_at(q->s, q->op->operands[1], everywhere)); }

/* Under GRN_BOUNDS_FILL there are elements that are not the operand's. */
static grn_range of_gather(const query *q) { return grn_op_attr(q->op, "fill") ? q->whole : of_all(q); }

/* The number of elements within one step along dim `d`, of a tensor whose elements can be
 * counted. */
static int64_t elements_within(const grn_type *t, int32_t d)
{
    int64_t n = 1;
    while (++d < t->rank)
        n *= t->shape[d];
    return n;
}

/* A dim of the operand that is the result's: of its extent, and with as much within. */
static grn_range of_reshape(const query *q)
{
    int64_t n;
    const grn_type *from = grn_operand_type(q->op, 0), *to = grn_result_type(q->op, 0);
    if (q->at.dim < 0 || !grn_type_has_static_shape(from) || !grn_type_has_static_shape(to) ||
        !grn_shape_elements(to->rank, to->shape, &n) || n == 0)
        return of_all(q);
    for (int32_t d = 0; d < from->rank; d++)
        if (from->shape[d] == to->shape[q->at.dim] && elements_within(from, d) == elements_within(to, q->at.dim))
            return range_at(q->s, q->op->operands[0], (place){d, q->at.at});
    return of_all(q);
}

static grn_range of_broadcast(const query *q)
{
    size_t n;
    const int64_t *dims;
    const grn_type *from = grn_operand_type(q->op, 0);
    if (!grn_type_is_tensor(from) || !grn_op_dims(q->op, "broadcast_dimensions", &n, &dims))
        return of_all(q);
    for (size_t i = 0; i < n; i++)
        if (dims[i] == q->at.dim && from->shape[i] > 1)
            return range_at(q->s, q->op->operands[0], (place){(int32_t)i, q->at.at});
    return of_all(q);
}

static grn_range of_transpose(const query *q)
{
    size_t n;
    const int64_t *permutation;
    if (q->at.dim < 0 || !grn_op_dims(q->op, "permutation", &n, &permutation))
        return of_all(q);
    return range_at(q->s, q->op->operands[0], (place){(int32_t)permutation[q->at.dim], q->at.at});
}

static grn_range of_slice(const query *q)
{
    size_t n;
    const int64_t *start, *step;
    if (q->at.dim < 0 || !grn_op_dims(q->op, "start_indices", &n, &start) || !grn_op_dims(q->op, "strides", &n, &step))
        return of_all(q);
    return range_at(q->s, q->op->operands[0], (place){q->at.dim, start[q->at.dim] + q->at.at * step[q->at.dim]});
}

static grn_range of_reverse(const query *q)
{
    size_t n;
    const int64_t *dims;
    const grn_type *t = grn_operand_type(q->op, 0);
    if (q->at.dim < 0 || !grn_type_has_static_shape(t) || !grn_op_dims(q->op, "dimensions", &n, &dims))
        return of_all(q);
    place at = q->at;
    for (size_t i = 0; i < n; i++)
        at.at = dims[i] == at.dim ? t->shape[at.dim] - 1 - q->at.at : at.at;
    return range_at(q->s, q->op->operands[0], at);
}

/* The operand that a place along the dim they are joined by is in; its place there. */
static bool part_at(const query *q, size_t *part, place *at)
{
    *at = q->at;
    for (*part = 0; *part < q->op->noperands; ++*part) {
        const grn_type *t = grn_operand_type(q->op, *part);
        if (!grn_type_has_static_shape(t))
            return false;
        if (at->at < t->shape[at->dim])
            return true;
        at->at -= t->shape[at->dim];
    }
    return false;
}

static grn_range of_concatenate(const query *q)
{
    size_t part;
    place at;
    bool joined = q->at.dim >= 0 && q->at.dim == grn_op_integer(q->op, "dimension", 0);
    if (joined && part_at(q, &part, &at))
        return range_at(q->s, q->op->operands[part], at);
    grn_range r = {INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < q->op->noperands && !grn_range_within(q->whole, r); i++)
        r = both(r, range_at(q->s, q->op->operands[i], joined ? everywhere : q->at));
    return r;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static grn_range (*const rows[GRN_OPS])(const query *q) = {
    [GRN_HLO(add)] = of_add,
    [GRN_HLO(and)] = of_and,
    [GRN_HLO(pad)] = of_pad,
    [GRN_OP(arith, constant)] = of_constant,
    [GRN_HLO(iota)] = of_iota,
    [GRN_HLO(clamp)] = of_clamp,
    [GRN_HLO(slice)] = of_slice,
    [GRN_OP(arith, index_cast)] = of_index_cast,
    [GRN_HLO(divide)] = of_divide,
    [GRN_HLO(gather)] = of_all,
    [GRN_OP(garner, gather)] = of_gather,
    [GRN_HLO(select)] = of_select,
    [GRN_HLO(convert)] = of_convert,
    [GRN_HLO(maximum)] = of_maximum,
    [GRN_HLO(minimum)] = of_minimum,
    [GRN_HLO(reshape)] = of_reshape,
    [GRN_HLO(reverse)] = of_reverse,
    [GRN_HLO(constant)] = of_constant,
    [GRN_HLO(multiply)] = of_multiply,
    [GRN_HLO(subtract)] = of_subtract,
    [GRN_HLO(remainder)] = of_remainder,
    [GRN_HLO(transpose)] = of_transpose,
    [GRN_HLO(concatenate)] = of_concatenate,
    [GRN_HLO(dynamic_slice)] = of_all,
    [GRN_HLO(broadcast_in_dim)] = of_broadcast,
};

bool grn_range_has_row(grn_op_number op) { return rows[op] != NULL; }

/* Elements of the type cannot be outside of its range: an interval that leaves it comes from
 * numbers that overflowed. */
static grn_range by_row(search *s, const grn_value *v, place at, grn_range whole)
{
    const grn_op_number number = v->def ? grn_op_number_of(v->def) : GRN_OP_NONE;
    const grn_range r = rows[number] ? rows[number](&(query){s, v->def, at, whole}) : whole;
    return r.low <= r.high && grn_range_within(r, whole) ? r : whole;
}

static grn_range range_at(search *s, const grn_value *v, place at)
{
    const grn_type *element = element_of(v);
    if (!is_integer(element))
        return (grn_range){INT64_MIN, INT64_MAX};
    if (s->depth == MOST_DEPTH || s->steps == 0)
        return grn_range_of_type(element);
    s->steps--;
    s->depth++;
    grn_range r = by_row(s, v, at, grn_range_of_type(element));
    s->depth--;
    return r;
}

bool grn_range_of(const grn_value *value, int32_t dim, int64_t at, int64_t *left, grn_range *out)
{
    search s = {.left = left, .steps = MOST_STEPS};
    if (!is_integer(element_of(value)))
        return false;
    *out = range_at(&s, value, (place){dim, at});
    return true;
}
