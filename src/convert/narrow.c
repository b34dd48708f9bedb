/*
 * narrow.c - 64-bit integers become 32-bit ones, for a target whose elements are no wider.
 *
 * A value keeps its low 32 bits. Ops that move elements, add or multiply need only the low bits of
 * their operands. Ops that depend on numbers (a comparison, a minimum, a division, an index) need
 * operands that are the same numbers in 32 bits, which passes/range.h has to prove. The rest is
 * refused: a 64-bit value of another kind, an op without a row here, and an argument or result of a
 * function, whose type is its caller's.
 *
 * The pass examines all ops first, as ranges are those of the program before it, and then changes
 * types in place. It runs twice: before `fit`, where ops are still the program's, and after
 * `legalize`, for the ops put around accesses.
 */
#include <inttypes.h>

#include "convert/steps.h"

#include "dialects/stablehlo/stablehlo.h"
#include "passes/range.h"

/* How an op takes part. */
typedef enum part {
    NONE,     /* not at all: a 64-bit value of it is refused */
    CONSTANT, /* made again, in the type of each use */
    COUNTS,   /* an iota */
    LOW_BITS, /* the result's low bits follow from the operands' */
    NUMBERS,
    CONVERTS,
    ACCESS
} part;

static const part rows[GRN_OPS] = {
    [GRN_HLO(constant)] = CONSTANT,    [GRN_OP(arith, constant)] = CONSTANT,
    [GRN_HLO(iota)] = COUNTS,          [GRN_HLO(reshape)] = LOW_BITS,
    [GRN_HLO(transpose)] = LOW_BITS,   [GRN_HLO(broadcast_in_dim)] = LOW_BITS,
    [GRN_HLO(slice)] = LOW_BITS,       [GRN_HLO(concatenate)] = LOW_BITS,
    [GRN_HLO(pad)] = LOW_BITS,         [GRN_HLO(add)] = LOW_BITS,
    [GRN_HLO(subtract)] = LOW_BITS,    [GRN_HLO(multiply)] = LOW_BITS,
    [GRN_HLO(and)] = LOW_BITS,         [GRN_HLO(or)] = LOW_BITS,
    [GRN_HLO(xor)] = LOW_BITS,         [GRN_HLO(select)] = LOW_BITS,
    [GRN_HLO(minimum)] = NUMBERS,      [GRN_HLO(maximum)] = NUMBERS,
    [GRN_HLO(clamp)] = NUMBERS,        [GRN_HLO(compare)] = NUMBERS,
    [GRN_HLO(divide)] = NUMBERS,       [GRN_HLO(remainder)] = NUMBERS,
    [GRN_HLO(convert)] = CONVERTS,     [GRN_OP(arith, index_cast)] = CONVERTS,
    [GRN_OP(garner, gather)] = ACCESS, [GRN_OP(garner, scatter)] = ACCESS,
};

/* The narrowed form of an op that has a 64-bit value. */
typedef struct decision {
    grn_op *op;
    part part;
    bool as_signed, as_unsigned; /* its numbers fit i32, ui32; of an access: those of its indices */
    int keep;                    /* the operand that the result always is; -1: it is computed */
} decision;

typedef struct narrowing {
    grn_rewrite w;
    grn_vec decisions;
} narrowing;

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_wide_element(const grn_rewrite *w, const grn_type *e)
{
    const int widest = w->target->widest;
    if (e->kind == GRN_TYPE_INTEGER)
        return e->width > (uint32_t)widest;
    return e->kind == GRN_TYPE_INDEX || (e->kind == GRN_TYPE_FLOAT && grn_dtype_bits(e->dtype) > (unsigned)widest) ||
           e->kind == GRN_TYPE_OTHER_FLOAT;
}

static bool is_wide(const grn_rewrite *w, const grn_type *t)
{
    t = grn_type_as_tensor(t);
    return grn_type_is_tensor(t) && is_wide_element(w, t->element);
}

static bool is_wide_integer(const grn_rewrite *w, const grn_type *t)
{
    return is_wide(w, t) && t->kind == GRN_TYPE_TENSOR &&
           (t->element->dtype == GRN_I64 || t->element->dtype == GRN_UI64 || t->element->dtype == GRN_INDEX);
}

static const grn_type *i32_of(grn_ir *ir) { return grn_type_integer(ir, 32, GRN_SIGNLESS); }
static const grn_type *ui32_of(grn_ir *ir) { return grn_type_integer(ir, 32, GRN_UNSIGNED); }

bool grn_narrow_has_row(grn_op_number op) { return rows[op] != NONE; }
static part part_of(const grn_op *op) { return rows[grn_op_number_of(op)]; }

/* ---- refusals -------------------------------------------------------------------------------- */

static grn_status refuse_value(const grn_rewrite *w, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    return grn_refuse(w, "has a value of type '%s', wider than the %d bits of its widest elements",
                      grn_type_text(t, text, sizeof text), w->target->widest);
}

static grn_status refuse_argument(const grn_rewrite *w, const grn_value *v)
{
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_op *function = v->block->region->parent;
    if (!grn_op_is(function, GRN_OP(func, func)) || v->block != function->regions[0].first)
        return refuse_value(w, v->type);
    return grn_refuse(w,
                      "takes argument #%zu, of type '%s', wider than the %d bits of its widest elements "
                      "(--assume-in-bounds lets an index be taken in those)",
                      (size_t)(v - v->block->args), grn_type_text(v->type, text, sizeof text), w->target->widest);
}

static grn_status refuse_numbers(const grn_rewrite *w, const char *what, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    return grn_refuse(w, "%s of type '%s' that are not known to fit the %d bits of its widest elements", what,
                      grn_type_text(t->element, text, sizeof text), w->target->widest);
}

/* ---- looking --------------------------------------------------------------------------------- */

/* The numbers of a value, as one interval with *r. False: they are no integers. */
static bool joined_range(narrowing *n, const grn_value *v, grn_range *r)
{
    grn_range more;
    if (!grn_range_of(v, -1, 0, &n->w.evaluate_left, &more))
        return false;
    r->low = more.low < r->low ? more.low : r->low;
    r->high = more.high > r->high ? more.high : r->high;
    return true;
}

static void fit_range(narrowing *n, grn_range r, decision *d)
{
    d->as_signed = grn_range_within(r, grn_range_of_type(i32_of(n->w.ir)));
    d->as_unsigned = grn_range_within(r, grn_range_of_type(ui32_of(n->w.ir)));
}

/* A minimum or maximum that is always the same operand. */
static int always(narrowing *n, const grn_op *op)
{
    bool least = grn_op_is(op, GRN_HLO(minimum));
    grn_range r[2] = {{INT64_MAX, INT64_MIN}, {INT64_MAX, INT64_MIN}};
    if ((!least && !grn_op_is(op, GRN_HLO(maximum))) || op->operands[0]->type->element->dtype == GRN_UI64 ||
        !joined_range(n, op->operands[0], &r[0]) || !joined_range(n, op->operands[1], &r[1]))
        return -1;
    for (int i = 0; i < 2; i++)
        if (least ? r[i].high <= r[1 - i].low : r[i].low >= r[1 - i].high)
            return i;
    return -1;
}

static grn_status look_at_numbers(narrowing *n, decision *d)
{
    grn_range r = {INT64_MAX, INT64_MIN};
    d->keep = always(n, d->op);
    if (d->keep >= 0)
        return GRN_OK;
    for (size_t i = 0; i < d->op->noperands; i++)
        if (!joined_range(n, d->op->operands[i], &r))
            return refuse_value(&n->w, grn_operand_type(d->op, i));
    if (is_wide(&n->w, grn_result_type(d->op, 0)))
        joined_range(n, &d->op->results[0], &r);
    fit_range(n, r, d);
    return d->as_signed || d->as_unsigned ? GRN_OK
                                          : refuse_numbers(&n->w, "works on numbers", grn_operand_type(d->op, 0));
}

/* A conversion to fewer bits takes the low ones; of a float or a truth every bit counts. */
static grn_status look_at_convert(narrowing *n, decision *d)
{
    const grn_type *from = grn_operand_type(d->op, 0), *to = grn_result_type(d->op, 0);
    grn_range r = {INT64_MAX, INT64_MIN};
    const bool cuts = to->element->kind == GRN_TYPE_INTEGER && to->element->dtype != GRN_I1;
    d->as_signed = d->as_unsigned = true;
    if (is_wide(&n->w, to) && !is_wide_integer(&n->w, to))
        return refuse_value(&n->w, to);
    if (is_wide(&n->w, from) ? cuts || is_wide(&n->w, to) : from->element->kind == GRN_TYPE_INTEGER)
        return GRN_OK;
    if (!joined_range(n, d->op->operands[0], &r))
        return refuse_numbers(&n->w, "makes numbers", to);
    fit_range(n, r, d);
    return d->as_signed || d->as_unsigned ? GRN_OK : refuse_numbers(&n->w, "converts numbers", from);
}

static bool is_constant(const grn_value *v)
{
    int64_t scalar;
    grn_tensor t;
    return grn_constant_tensor(v, &scalar, &t);
}

/* The index rule guarantees the range: an index out of range is an error of the source or breaks
 * its promise. An extent fits 31 bits. */
static bool rule_vouches(const narrowing *n, const grn_hub *hub)
{
    return n->w.assume_in_bounds || hub->rule.bounds == GRN_BOUNDS_PROMISE || hub->rule.bounds == GRN_BOUNDS_ERROR;
}

static grn_status look_at_indices(narrowing *n, const grn_hub *hub, decision *d)
{
    grn_range r = {INT64_MAX, INT64_MIN};
    joined_range(n, hub->indices, &r);
    fit_range(n, r, d);
    if (d->as_signed || d->as_unsigned || (is_constant(hub->indices) && hub->rule.base == 0))
        return GRN_OK;
    d->as_signed = d->as_unsigned = rule_vouches(n, hub);
    return d->as_signed ? GRN_OK : refuse_numbers(&n->w, "has indices", hub->indices->type);
}

static grn_status look_at_access(narrowing *n, decision *d)
{
    grn_hub hub;
    if (!grn_hub_read(d->op, &hub))
        return refuse_value(&n->w, grn_result_type(d->op, 0));
    return is_wide(&n->w, hub.indices->type) ? look_at_indices(n, &hub, d) : GRN_OK;
}

static grn_status look_at_iota(narrowing *n, decision *d)
{
    grn_range r = {INT64_MAX, INT64_MIN};
    joined_range(n, &d->op->results[0], &r);
    fit_range(n, r, d);
    return d->as_signed ? GRN_OK : refuse_numbers(&n->w, "counts numbers", grn_result_type(d->op, 0));
}

static grn_status decide(narrowing *n, decision *d)
{
    switch (d->part) {
    case COUNTS: return look_at_iota(n, d);
    case NUMBERS: return look_at_numbers(n, d);
    case CONVERTS: return look_at_convert(n, d);
    case ACCESS: return look_at_access(n, d);
    default: d->as_signed = d->as_unsigned = true; return GRN_OK;
    }
}

/* A gather moves its operand's elements; those of a scatter have to be the target's. */
static grn_status check_elements(const narrowing *n, const grn_op *op)
{
    char text[GRN_TYPE_TEXT_BYTES];
    grn_hub hub;
    for (size_t i = 0; grn_hub_read(op, &hub) && i < hub.ninputs; i++) {
        const grn_type *t = hub.operands[i]->type;
        bool moved = !hub.is_scatter && hub.rule.bounds != GRN_BOUNDS_FILL && is_wide_integer(&n->w, t);
        if (is_wide(&n->w, t) && !moved)
            return grn_refuse(&n->w, "has elements of type '%s', which it has not",
                              grn_type_text(t->element, text, sizeof text));
    }
    return GRN_OK;
}

/* Values that no op of the list gives: not integers, or from the outside. */
static grn_status check_values(const narrowing *n, const grn_op *op, part p)
{
    for (size_t i = 0; i < op->noperands; i++)
        if (is_wide_integer(&n->w, grn_operand_type(op, i)) && !op->operands[i]->def)
            return refuse_argument(&n->w, op->operands[i]);
    for (size_t i = 0; i < op->noperands + op->nresults; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, i - op->noperands);
        if (is_wide(&n->w, t) && p != ACCESS && (p == NONE || !is_wide_integer(&n->w, t)))
            return refuse_value(&n->w, t);
    }
    return GRN_OK;
}

static bool has_wide(const narrowing *n, const grn_op *op)
{
    bool has = false;
    for (size_t i = 0; i < op->noperands; i++)
        has |= is_wide(&n->w, grn_operand_type(op, i));
    for (size_t i = 0; i < op->nresults; i++)
        has |= is_wide(&n->w, grn_result_type(op, i));
    return has;
}

static grn_status look_at(narrowing *n, grn_op *op)
{
    decision d = {.op = op, .part = part_of(op), .keep = -1};
    n->w.at = op;
    if (!has_wide(n, op))
        return GRN_OK;
    grn_status status = check_elements(n, op);
    if (status == GRN_OK)
        status = check_values(n, op, d.part);
    if (status == GRN_OK)
        status = decide(n, &d);
    if (status != GRN_OK || d.part == CONSTANT)
        return status;
    decision *to = grn_vec_extend(&n->decisions, 1);
    if (!to)
        return grn_no_memory(&n->w);
    *to = d;
    return GRN_OK;
}

/* A type that no op of the body decided: a declaration's, or that of an unused argument. */
static grn_status check_signature(narrowing *n, grn_op *op)
{
    n->w.at = op;
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        const grn_type *f = a->kind == GRN_ATTR_TYPE && a->type_value->kind == GRN_TYPE_FUNCTION ? a->type_value : NULL;
        for (size_t k = 0; f && k < f->count; k++)
            if (is_wide(&n->w, f->members[k]))
                return refuse_value(&n->w, f->members[k]);
    }
    return GRN_OK;
}

/* Depth is the regions', which the parser limits. The first refusal is the only one. */
static grn_status look(narrowing *n, grn_op *op)
{
    grn_status status = look_at(n, op);
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first; status == GRN_OK && inner; inner = inner->next)
                status = look(n, inner);
    return status == GRN_OK && grn_is_carrier(op) ? check_signature(n, op) : status;
}

/* ---- constants ------------------------------------------------------------------------------- */

/* An index beyond 32 bits is out of range of every extent: the greatest number of 32 bits, or the
 * least, is so too. */
static uint32_t saturated(grn_dtype dtype, const unsigned char *bytes)
{
    int64_t v = grn_index_load(dtype, bytes);
    return (uint32_t)(v > INT32_MAX ? INT32_MAX : v < INT32_MIN ? INT32_MIN : v);
}

static uint32_t low_bits(const unsigned char *bytes)
{
    uint64_t v;
    memcpy(&v, bytes, sizeof v);
    return (uint32_t)v;
}

/* The constant `v` in elements of 32 bits. */
static grn_value *constant_in(narrowing *n, const grn_value *v, const grn_type *element, bool saturates)
{
    int64_t scalar, one = 1;
    grn_tensor t;
    if (!grn_constant_tensor(v, &scalar, &t))
        return NULL;
    const int64_t count = grn_tensor_elements(&t);
    for (int32_t d = 0; d < t.rank; d++)
        one &= t.stride[d] == 0;
    const bool splat = one && count > 0;
    uint32_t *data = GRN_ARENA_NEW(&n->w.ir->arena, uint32_t, splat || count == 0 ? 1 : (size_t)count);
    for (int64_t i = 0; data && i < (splat ? 1 : count); i++) {
        unsigned char bytes[16];
        grn_tensor_read(&t, i, 1, bytes);
        data[i] = saturates ? saturated(t.dtype, bytes) : low_bits(bytes);
    }
    return data ? grn_build_constant(&n->w, grn_tensor_like(&n->w, element, v->type->rank, v->type->shape), splat, data)
                : NULL;
}

/* ---- rewriting ------------------------------------------------------------------------------- */

/* The value that replaced `v`, with elements of `element`. */
static grn_value *in_type(narrowing *n, grn_value *v, const grn_type *element)
{
    v = grn_value_now(v);
    if (v->type->element == element)
        return v;
    grn_value *constant = is_wide(&n->w, v->type) ? constant_in(n, v, element, false) : NULL;
    return constant ? constant : grn_build_convert(&n->w, v, element);
}

static bool is_32(const grn_type *e)
{
    return e->kind == GRN_TYPE_INTEGER && e->dtype != GRN_NO_DTYPE && e->width == 32;
}

/* The type of the first operand with elements of 32 bits, where it is allowed: constants take
 * any. */
static const grn_type *type_for(narrowing *n, const decision *d)
{
    for (size_t i = 0; i < d->op->noperands; i++) {
        const grn_type *t = grn_value_now(d->op->operands[i])->type;
        bool is_unsigned = is_32(t->element) && t->element->signedness == GRN_UNSIGNED;
        if (is_32(t->element) && (is_unsigned ? d->as_unsigned : d->as_signed))
            return t->element;
    }
    return d->as_signed ? i32_of(n->w.ir) : ui32_of(n->w.ir);
}

static bool set_operand(narrowing *n, grn_op *op, size_t i, const grn_type *element)
{
    grn_value *v = in_type(n, op->operands[i], element);
    if (v)
        grn_op_set_operand(op, i, v);
    return v != NULL;
}

/* Whether the operand is a truth, not a number: the predicate of a select. */
static bool is_truth(const grn_value *v) { return grn_value_now((grn_value *)v)->type->element->dtype == GRN_I1; }

static bool retype_result(narrowing *n, grn_op *op, const grn_type *element)
{
    const grn_type *t = grn_result_type(op, 0);
    const grn_type *made = element ? grn_tensor_like(&n->w, element, t->rank, t->shape) : NULL;
    if (made && is_wide(&n->w, t))
        op->results[0].type = made;
    return made != NULL;
}

static bool rewrite_numbers(narrowing *n, const decision *d)
{
    const grn_type *element = type_for(n, d);
    bool ok = element != NULL;
    for (size_t i = 0; ok && i < d->op->noperands; i++)
        ok = is_truth(d->op->operands[i]) || set_operand(n, d->op, i, element);
    return ok && retype_result(n, d->op, element);
}

/* The type for a comparison's numbers: those that fit ui32 alone are compared as ui32. */
static bool retype_comparison(narrowing *n, grn_op *op)
{
    const grn_attr *type = grn_op_attr(op, "compare_type");
    if (!type || type->kind != GRN_ATTR_ENUM || type->enumeration.value < GRN_COMPARE_SIGNED)
        return true;
    grn_attr made = *type;
    made.enumeration.value =
        grn_operand_type(op, 0)->element->signedness == GRN_UNSIGNED ? GRN_COMPARE_UNSIGNED : GRN_COMPARE_SIGNED;
    const grn_attr *a = grn_attr_make(n->w.ir, &made);
    return a && grn_op_set_attr(n->w.ir, op, GRN_STR("compare_type"), a);
}

static bool rewrite_convert(narrowing *n, const decision *d)
{
    const grn_type *to = grn_result_type(d->op, 0)->element, *from = grn_value_now(d->op->operands[0])->type->element;
    grn_value *v = d->op->operands[0];
    if (is_wide(&n->w, grn_result_type(d->op, 0)))
        to = is_32(from) ? from : i32_of(n->w.ir);
    else
        v = is_wide(&n->w, v->type) || is_32(from) ? in_type(n, v, type_for(n, d)) : v;
    return v && to && grn_replace(&n->w, in_type(n, v, to)) == GRN_OK;
}

static bool rewrite_indices(narrowing *n, const decision *d, const grn_hub *hub)
{
    const bool constant = is_constant(hub->indices) && hub->rule.base == 0;
    const grn_type *now = grn_value_now(hub->indices)->type->element;
    bool keeps = is_32(now) && (now->signedness == GRN_UNSIGNED ? d->as_unsigned : d->as_signed);
    const grn_type *element = keeps ? now : d->as_signed || constant ? i32_of(n->w.ir) : ui32_of(n->w.ir);
    grn_value *v = constant ? constant_in(n, hub->indices, element, true) : in_type(n, hub->indices, element);
    if (v)
        grn_op_set_operand(d->op, hub->at.indices, v);
    return v != NULL;
}

static bool rewrite_access(narrowing *n, const decision *d)
{
    grn_hub hub;
    bool ok = grn_hub_read(d->op, &hub) && (!is_wide(&n->w, hub.indices->type) || rewrite_indices(n, d, &hub));
    if (!ok || !is_wide(&n->w, grn_result_type(d->op, 0)))
        return ok;
    const grn_type *now = grn_value_now(d->op->operands[0])->type->element;
    const grn_type *element = is_32(now) ? now : i32_of(n->w.ir);
    return set_operand(n, d->op, 0, element) && retype_result(n, d->op, element);
}

static bool rewrite(narrowing *n, const decision *d)
{
    n->w.at = d->op;
    if (d->keep >= 0) {
        d->op->results[0].forward = grn_value_now(d->op->operands[d->keep]);
        return true;
    }
    switch (d->part) {
    case COUNTS: return retype_result(n, d->op, i32_of(n->w.ir));
    case CONVERTS: return rewrite_convert(n, d);
    case ACCESS: return rewrite_access(n, d);
    case NUMBERS: return rewrite_numbers(n, d) && retype_comparison(n, d->op);
    default: return rewrite_numbers(n, d);
    }
}

/* ---- the pass -------------------------------------------------------------------------------- */

grn_status grn_pass_narrow(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    narrowing n = {.w = {.ir = ir,
                         .at = ir->top,
                         .diag = diag,
                         .target = o->target,
                         .assume_in_bounds = o->assume_in_bounds,
                         .evaluate_left = GRN_MOST_EVALUATED,
                         .count_left = GRN_MOST_COUNTED}};
    if (o->target->widest == 0)
        return GRN_OK;
    if (!i32_of(ir) || !ui32_of(ir))
        return grn_no_memory(&n.w);
    grn_vec_init(&n.decisions, ir->arena.allocator, sizeof(decision));
    grn_status status = grn_narrow_arguments(&n.w);
    if (status == GRN_OK)
        status = look(&n, ir->top);
    const decision *d = n.decisions.items;
    for (size_t i = 0; status == GRN_OK && i < n.decisions.count; i++)
        status = rewrite(&n, &d[i]) ? GRN_OK : grn_no_memory(&n.w);
    grn_vec_destroy(&n.decisions);
    if (status == GRN_OK)
        grn_convert_sweep(ir->top);
    return status;
}
