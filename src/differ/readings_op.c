/*
 * readings_op.c - other ops misread: by an attribute, as another op, by another comparison or sign.
 */
#include "differ/readings.h"

/* ---- attributes ------------------------------------------------------------------------------ */

typedef struct list {
    size_t n;
    int64_t v[2 * GRN_MAX_RANK];
} list;

static bool list_of(const grn_op *op, const char *name, list *out)
{
    const int64_t *v;
    if (!grn_op_dims(op, name, &out->n, &v) || out->n > GRN_COUNT(out->v))
        return false;
    if (out->n > 0)
        memcpy(out->v, v, out->n * sizeof *v);
    return true;
}

/* False: it is as it was. */
static bool set_list(grn_op_edit *e, const char *name, const list *to)
{
    list was;
    if (!list_of(e->op, name, &was) || was.n != to->n || memcmp(was.v, to->v, to->n * sizeof *to->v) == 0)
        return false;
    return grn_op_set_attr(e->ir, e->op, (grn_str){name, strlen(name)}, grn_attr_dense_i64(e->ir, to->n, to->v));
}

static bool put_list(grn_op_edit *e, const char *name, const list *to)
{
    return grn_op_set_attr(e->ir, e->op, (grn_str){name, strlen(name)}, grn_attr_dense_i64(e->ir, to->n, to->v));
}

/* The memory of a transpose by the inverse, whatever extents it has. */
static bool inverse_permutation(grn_op_edit *e)
{
    list p;
    if (!grn_op_is(e->op, GRN_HLO(transpose)) || !list_of(e->op, "permutation", &p) ||
        !grn_new_tensor(e->arena, e->right->dtype, e->right, &e->made))
        return false;
    grn_tensor read = e->operands[0];
    for (size_t i = 0; i < p.n; i++) {
        read.shape[p.v[i]] = e->operands[0].shape[i];
        read.stride[p.v[i]] = e->operands[0].stride[i];
    }
    grn_tensor_copy_flat(e->made.data, &read);
    return e->done = true;
}

static int32_t rank_of(const grn_op_edit *e, size_t operand) { return e->operands[operand].rank; }

static bool reverse_dims(grn_op_edit *e, bool others, bool all)
{
    list was, now = {0};
    if (!grn_op_is(e->op, GRN_HLO(reverse)) || !list_of(e->op, "dimensions", &was))
        return false;
    for (int32_t d = 0; d < rank_of(e, 0); d++) {
        bool has = false;
        for (size_t i = 0; i < was.n; i++)
            has |= was.v[i] == d;
        if (all || (others && !has))
            now.v[now.n++] = d;
    }
    return put_list(e, "dimensions", &now);
}
static bool reverse_all(grn_op_edit *e) { return reverse_dims(e, false, true); }
static bool reverse_others(grn_op_edit *e) { return reverse_dims(e, true, false); }
static bool reverse_fewer(grn_op_edit *e)
{
    list was;
    if (!grn_op_is(e->op, GRN_HLO(reverse)) || !list_of(e->op, "dimensions", &was) || was.n < 2)
        return false;
    was.n = 1;
    return put_list(e, "dimensions", &was);
}

static bool slice_changed(grn_op_edit *e, bool start, bool stride)
{
    list from, limit, step;
    if (!grn_op_is(e->op, GRN_HLO(slice)) || !list_of(e->op, "start_indices", &from) ||
        !list_of(e->op, "limit_indices", &limit) || !list_of(e->op, "strides", &step))
        return false;
    for (size_t i = 0; i < from.n; i++) {
        limit.v[i] -= start ? from.v[i] : 0;
        from.v[i] = start ? 0 : from.v[i];
        step.v[i] = stride ? 1 : step.v[i];
        limit.v[i] = stride ? from.v[i] + e->right->shape[i] : limit.v[i];
    }
    return put_list(e, "start_indices", &from) && put_list(e, "limit_indices", &limit) && put_list(e, "strides", &step);
}
static bool slice_start_ignored(grn_op_edit *e) { return slice_changed(e, true, false); }
static bool slice_stride_ignored(grn_op_edit *e) { return slice_changed(e, false, true); }

typedef struct padding {
    list low, high, interior;
} padding;

static bool read_padding(grn_op_edit *e, padding *p)
{
    return grn_op_is(e->op, GRN_HLO(pad)) && list_of(e->op, "edge_padding_low", &p->low) &&
           list_of(e->op, "edge_padding_high", &p->high) && list_of(e->op, "interior_padding", &p->interior);
}
static bool put_padding(grn_op_edit *e, const padding *p)
{
    return put_list(e, "edge_padding_low", &p->low) && put_list(e, "edge_padding_high", &p->high) &&
           put_list(e, "interior_padding", &p->interior);
}
static bool pad_swapped(grn_op_edit *e)
{
    padding p, q;
    if (!read_padding(e, &p))
        return false;
    q = p;
    q.low = p.high;
    q.high = p.low;
    return put_padding(e, &q);
}
/* Negative padding counts as none in front; what is too much then is cut behind. */
static bool pad_negative_ignored(grn_op_edit *e)
{
    padding p;
    if (!read_padding(e, &p))
        return false;
    for (size_t i = 0; i < p.low.n; i++)
        if (p.low.v[i] < 0) {
            p.high.v[i] += p.low.v[i];
            p.low.v[i] = 0;
        }
    return put_padding(e, &p);
}
static bool pad_interior_ignored(grn_op_edit *e)
{
    padding p;
    if (!read_padding(e, &p))
        return false;
    for (size_t i = 0; i < p.low.n; i++) {
        const int64_t extent = e->operands[0].shape[i];
        p.high.v[i] += extent > 0 ? p.interior.v[i] * (extent - 1) : 0;
        p.interior.v[i] = 0;
    }
    return put_padding(e, &p);
}

static bool set_integer(grn_op_edit *e, const char *name, int64_t to)
{
    const grn_attr *a = grn_op_attr(e->op, name);
    return a && a->kind == GRN_ATTR_INTEGER && a->integer != to &&
           grn_op_set_attr(e->ir, e->op, (grn_str){name, strlen(name)}, grn_attr_integer(e->ir, a->type, to));
}
static bool iota_first(grn_op_edit *e)
{
    return grn_op_is(e->op, GRN_HLO(iota)) && set_integer(e, "iota_dimension", 0);
}
static bool iota_last(grn_op_edit *e)
{
    return grn_op_is(e->op, GRN_HLO(iota)) && set_integer(e, "iota_dimension", e->right->rank - 1);
}
static bool sort_last_dim(grn_op_edit *e)
{
    return grn_op_is(e->op, GRN_HLO(sort)) && set_integer(e, "dimension", e->right->rank - 1);
}
static bool sort_first_dim(grn_op_edit *e) { return grn_op_is(e->op, GRN_HLO(sort)) && set_integer(e, "dimension", 0); }

/* Dimensions of the operand are taken for the last, or the first, of the result. */
static bool broadcast_to(grn_op_edit *e, int64_t first)
{
    list was;
    if (!grn_op_is(e->op, GRN_HLO(broadcast_in_dim)) || !list_of(e->op, "broadcast_dimensions", &was))
        return false;
    list now = was;
    for (size_t i = 0; i < now.n; i++)
        now.v[i] = first + (int64_t)i;
    for (size_t i = 0; i < now.n; i++)
        if (e->operands[0].shape[i] != 1 && e->operands[0].shape[i] != e->right->shape[now.v[i]])
            return false;
    return set_list(e, "broadcast_dimensions", &now);
}
static bool broadcast_trailing(grn_op_edit *e) { return broadcast_to(e, e->right->rank - rank_of(e, 0)); }
static bool broadcast_leading(grn_op_edit *e) { return broadcast_to(e, 0); }

/* ---- another op ------------------------------------------------------------------------------ */

/* Another op of the same dialect, by its name there. */
static bool become(grn_op_edit *e, grn_op *op, const char *name)
{
    char full[64];
    const char *dot = memchr(op->name.text, '.', op->name.n);
    const size_t dialect = dot ? (size_t)(dot - op->name.text) + 1 : 0, n = strlen(name);
    if (dialect + n > sizeof full)
        return false;
    memcpy(full, op->name.text, dialect);
    memcpy(full + dialect, name, n);
    const grn_op_def *row = grn_ir_find_op(e->ir, (grn_str){full, dialect + n});
    if (!row)
        return false;
    op->def = row;
    op->name = (grn_str){row->name, strlen(row->name)};
    return true;
}

/* The op, or what its region does first, if it is `from`. */
static bool another(grn_op_edit *e, grn_op_number from, const char *to)
{
    grn_op *op = e->op;
    if (!grn_op_is(op, from))
        op =
            op->nregions > 0 && op->regions[op->nregions - 1].first ? op->regions[op->nregions - 1].first->first : NULL;
    return op && grn_op_is(op, from) && become(e, op, to);
}

#define ANOTHER(name, from, to) \
    static bool name(grn_op_edit *e) { return another(e, GRN_HLO(from), to); }
ANOTHER(min_for_max, maximum, "minimum")
ANOTHER(max_for_min, minimum, "maximum")
ANOTHER(add_for_mul, multiply, "add")
ANOTHER(mul_for_add, add, "multiply")
ANOTHER(subtract_for_add, add, "subtract")
ANOTHER(add_for_subtract, subtract, "add")
ANOTHER(or_for_and, and, "or")
ANOTHER(and_for_or, or, "and")
ANOTHER(or_for_xor, xor, "or")
ANOTHER(floor_for_ceil, ceil, "floor")
ANOTHER(ceil_for_floor, floor, "ceil")
ANOTHER(away_for_even, round_nearest_even, "round_nearest_afz")
ANOTHER(even_for_away, round_nearest_afz, "round_nearest_even")
ANOTHER(logical_shift, shift_right_arithmetic, "shift_right_logical")
ANOTHER(arithmetic_shift, shift_right_logical, "shift_right_arithmetic")
ANOTHER(negate_for_not, not, "negate")
ANOTHER(exp_for_expm1, exponential_minus_one, "exponential")
ANOTHER(log_for_log1p, log_plus_one, "log")
ANOTHER(sqrt_for_rsqrt, rsqrt, "sqrt")
ANOTHER(cosine_for_sine, sine, "cosine")

/* ---- comparisons ----------------------------------------------------------------------------- */

static grn_op *comparison_of(const grn_op_edit *e)
{
    grn_op *op = e->op;
    if (op->nregions > 0 && op->regions[0].first)
        op = op->regions[0].first->first;
    return grn_op_is(op, GRN_HLO(compare)) ? op : NULL;
}

static bool set_direction(grn_op_edit *e, grn_op *op, const char *const (*pairs)[2], size_t n)
{
    const grn_attr *a = op ? grn_op_attr(op, "comparison_direction") : NULL;
    if (!a || a->kind != GRN_ATTR_ENUM)
        return false;
    const char *const *keywords = a->enumeration.def->keyword;
    for (size_t i = 0; i < n; i++)
        for (int32_t k = 0; strcmp(keywords[a->enumeration.value], pairs[i][0]) == 0 && keywords[k]; k++)
            if (strcmp(keywords[k], pairs[i][1]) == 0)
                return grn_op_set_attr(e->ir, op, GRN_STR("comparison_direction"),
                                       grn_attr_enum(e->ir, a->enumeration.def, k));
    return false;
}
static bool ties_otherwise(grn_op_edit *e)
{
    static const char *const pairs[][2] = {{"LT", "LE"}, {"LE", "LT"}, {"GT", "GE"}, {"GE", "GT"}};
    return set_direction(e, comparison_of(e), pairs, GRN_COUNT(pairs));
}
static bool reverse_comparison(grn_op_edit *e, grn_op *op)
{
    static const char *const pairs[][2] = {{"LT", "GT"}, {"LE", "GE"}, {"GT", "LT"}, {"GE", "LE"}};
    return set_direction(e, op, pairs, GRN_COUNT(pairs));
}
static bool comparison_reversed(grn_op_edit *e) { return reverse_comparison(e, comparison_of(e)); }
static bool comparison_negated(grn_op_edit *e)
{
    static const char *const pairs[][2] = {{"LT", "GE"}, {"LE", "GT"}, {"GT", "LE"},
                                           {"GE", "LT"}, {"EQ", "NE"}, {"NE", "EQ"}};
    return set_direction(e, comparison_of(e), pairs, GRN_COUNT(pairs));
}

/* In a region that keeps a number and its place, places are compared the other way round. */
static bool last_of_equals(grn_op_edit *e)
{
    const grn_region *r = e->op->nregions > 0 ? &e->op->regions[0] : NULL;
    if (!r || !r->first || e->op->nresults < 2)
        return false;
    for (grn_op *op = r->first->first; op; op = op->next)
        if (grn_op_is(op, GRN_HLO(compare)) &&
            grn_dtype_is_integer(grn_type_element_or_self(op->operands[0]->type)->dtype))
            return reverse_comparison(e, op);
    return false;
}

/* ---- signs ----------------------------------------------------------------------------------- */

static grn_dtype other_sign(grn_dtype dtype)
{
    static const grn_dtype pairs[][2] = {{GRN_I2, GRN_UI2},   {GRN_I4, GRN_UI4},   {GRN_I8, GRN_UI8},
                                         {GRN_I16, GRN_UI16}, {GRN_I32, GRN_UI32}, {GRN_I64, GRN_UI64}};
    for (size_t i = 0; i < GRN_COUNT(pairs); i++)
        for (size_t k = 0; k < 2; k++)
            if (pairs[i][k] == dtype)
                return pairs[i][1 - k];
    return dtype;
}

static bool retype(grn_op_edit *e, grn_value *v)
{
    const grn_type *t = v->type;
    if (t->kind != GRN_TYPE_TENSOR)
        return true;
    const grn_type *element = grn_type_of_dtype(e->ir, other_sign(t->element->dtype));
    v->type = element ? grn_type_tensor(e->ir, element, t->rank, t->shape, t->encoding) : NULL;
    return v->type != NULL;
}

/* All integers of the op are of the other sign; those of 4 bits and fewer, which lie extended in bytes, are left. */
static bool sign_otherwise(grn_op_edit *e)
{
    bool any = false;
    if (e->op->nregions > 0)
        return false;
    for (size_t i = 0; i < e->op->noperands; i++) {
        const grn_dtype other = other_sign(e->operands[i].dtype);
        any |= other != e->operands[i].dtype;
        if (grn_dtype_bits(other) < 8)
            return false;
        e->operands[i].dtype = other;
    }
    for (size_t i = 0; any && i < e->op->block->nargs; i++)
        if (!retype(e, &e->op->block->args[i]))
            return false;
    for (size_t i = 0; any && i < e->op->nresults; i++)
        if (!retype(e, &e->op->results[i]))
            return false;
    return any;
}

const grn_op_reading grn_op_readings[] = {
    {{"permutation-inverse", "a transpose goes by the inverse permutation"}, inverse_permutation},
    {{"reverse-all", "all dimensions are reversed"}, reverse_all},
    {{"reverse-other-dims", "the dimensions that are not named are reversed"}, reverse_others},
    {{"reverse-first-only", "of the dimensions only the first is reversed"}, reverse_fewer},
    {{"slice-start-ignored", "a slice begins at 0"}, slice_start_ignored},
    {{"slice-stride-ignored", "a slice takes neighbours, not each n-th"}, slice_stride_ignored},
    {{"padding-swapped", "low and high padding are exchanged"}, pad_swapped},
    {{"negative-padding-ignored", "negative padding in front cuts nothing there"}, pad_negative_ignored},
    {{"interior-padding-ignored", "nothing is put between elements"}, pad_interior_ignored},
    {{"iota-along-first", "iota counts along the first dimension"}, iota_first},
    {{"iota-along-last", "iota counts along the last dimension"}, iota_last},
    {{"sorted-along-last", "the last dimension is sorted"}, sort_last_dim},
    {{"sorted-along-first", "the first dimension is sorted"}, sort_first_dim},
    {{"broadcast-trailing", "the operand's dimensions are taken for the result's last"}, broadcast_trailing},
    {{"broadcast-leading", "the operand's dimensions are taken for the result's first"}, broadcast_leading},
    {{"min-for-max", "minimum instead of maximum"}, min_for_max},
    {{"max-for-min", "maximum instead of minimum"}, max_for_min},
    {{"add-for-mul", "sum instead of product"}, add_for_mul},
    {{"mul-for-add", "product instead of sum"}, mul_for_add},
    {{"subtract-for-add", "difference instead of sum"}, subtract_for_add},
    {{"add-for-subtract", "sum instead of difference"}, add_for_subtract},
    {{"or-for-and", "or instead of and"}, or_for_and},
    {{"and-for-or", "and instead of or"}, and_for_or},
    {{"or-for-xor", "or instead of xor"}, or_for_xor},
    {{"floor-for-ceil", "rounded down instead of up"}, floor_for_ceil},
    {{"ceil-for-floor", "rounded up instead of down"}, ceil_for_floor},
    {{"half-away-for-even", "halves are rounded away from zero"}, away_for_even},
    {{"half-even-for-away", "halves are rounded to even"}, even_for_away},
    {{"logical-for-arithmetic-shift", "zeros come in, not the sign"}, logical_shift},
    {{"arithmetic-for-logical-shift", "the sign comes in, not zeros"}, arithmetic_shift},
    {{"negated-for-complemented", "the negative number instead of the complement of its bits"}, negate_for_not},
    {{"exp-for-expm1", "exp(x) instead of exp(x) - 1"}, exp_for_expm1},
    {{"log-for-log1p", "log(x) instead of log(1 + x)"}, log_for_log1p},
    {{"sqrt-for-rsqrt", "the root instead of its inverse"}, sqrt_for_rsqrt},
    {{"cosine-for-sine", "cosine instead of sine"}, cosine_for_sine},
    {{"ties-otherwise", "equal elements count as the other way round"}, ties_otherwise},
    {{"comparison-reversed", "less for greater: a sort descends"}, comparison_reversed},
    {{"comparison-negated", "true for false"}, comparison_negated},
    {{"last-of-equals", "of equal elements the place of the last counts"}, last_of_equals},
    {{"sign-otherwise", "signed integers are read as unsigned, or unsigned as signed"}, sign_otherwise},
    {{NULL, NULL}, NULL},
};
