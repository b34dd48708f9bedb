/*
 * trips.c - how often an op runs: the product of the trip counts of the loops that it stands in.
 *
 * A loop is counted where its condition compares a number that goes around with one that stays, the
 * number begins at a constant, and the body adds a constant to it.
 */
#include "convert/steps.h"
#include "dialects/stablehlo/stablehlo.h"
#include "passes/range.h"
#include "shard/part.h"

/* ---- numbers --------------------------------------------------------------------------------- */

static bool is_loop(const grn_op *op) { return grn_op_is(op, GRN_HLO(while)); }

/* Number `i` of what the body of a loop gives. */
static const grn_value *given_by(const grn_op *loop, size_t i)
{
    const grn_block *body = loop->regions[1].first;
    return body && body->last && i < body->last->noperands ? grn_value_now(body->last->operands[i]) : NULL;
}

/* The loop around which `v` goes as its number `v->index`; NULL: it is no argument of a region of a
 * loop's. */
static const grn_op *loop_of(const grn_value *v)
{
    const grn_op *op = v->block && v->block->region ? v->block->region->parent : NULL;
    return op && is_loop(op) && op->nregions == 2 && v->index < op->noperands ? op : NULL;
}

/* What `v` is in every round: where the body hands it on as it is, what the loop begins with. */
static const grn_value *settled(const grn_value *v)
{
    const grn_op *loop;
    while ((loop = loop_of(v)) && given_by(loop, v->index) == &loop->regions[1].first->args[v->index])
        v = grn_value_now(loop->operands[v->index]);
    return v;
}

static bool is_counted_in(const grn_type *type)
{
    return grn_type_is_tensor(type) && type->rank == 0 && type->element->kind == GRN_TYPE_INTEGER &&
           type->element->width > 1 && grn_dtype_is_integer(type->element->dtype);
}

static bool constant_of(const grn_value *v, int64_t *out)
{
    int64_t scalar;
    grn_tensor t;
    v = settled(v);
    if (!is_counted_in(v->type) || !grn_constant_tensor(v, &scalar, &t) || !grn_dtype_is_integer(t.dtype))
        return false;
    *out = grn_index_load(t.dtype, t.data);
    /* the first stands for greater ones too; both have room beside them here */
    return *out != INT64_MAX && *out != INT64_MIN;
}

/* ---- counting -------------------------------------------------------------------------------- */

/* `begin`, and `step` more each round, as long as it is less than `end`; the type has numbers up to
 * `most`. */
typedef struct counter {
    int64_t begin, step, end, most;
} counter;

/* False: it does not end, or passes the type's last number before. */
static bool rounds_of(const counter *c, int64_t *out)
{
    int64_t distance, way, last;
    *out = 0;
    if (c->begin >= c->end)
        return true;
    if (c->step <= 0 || !grn_add_signed_i64(c->end, -c->begin, &distance))
        return false;
    *out = (distance - 1) / c->step + 1;
    return grn_mul_i64(*out, c->step, &way) && grn_add_signed_i64(c->begin, way, &last) && last <= c->most;
}

/* Downwards as upwards from the other side. */
static counter turned(const counter *c, int64_t least)
{
    return (counter){-c->begin, -c->step, -c->end, least == INT64_MIN ? INT64_MAX : -least};
}

static bool count_rounds(const grn_type *element, int32_t direction, counter c, int64_t *out)
{
    const grn_range all = grn_range_of_type(element);
    const bool rises =
        direction == GRN_COMPARE_NE ? c.begin < c.end : direction == GRN_COMPARE_LT || direction == GRN_COMPARE_LE;
    c.most = all.high;
    if (direction == GRN_COMPARE_EQ) {
        *out = c.begin == c.end;
        return c.begin != c.end || c.step != 0;
    }
    if (!rises)
        c = turned(&c, all.low);
    if (direction == GRN_COMPARE_NE)
        return c.begin == c.end ? (*out = 0, true)
                                /* else it is passed, and goes on */
                                : rounds_of(&c, out) && (c.end - c.begin) % c.step == 0;
    if (direction == GRN_COMPARE_LE || direction == GRN_COMPARE_GE)
        c.end++;
    return rounds_of(&c, out);
}

/* ---- loops ----------------------------------------------------------------------------------- */

/* What the body adds to its number `i`. */
static bool step_of(const grn_op *loop, size_t i, int64_t *out)
{
    const grn_value *number = &loop->regions[1].first->args[i], *next = given_by(loop, i);
    const bool adds = next && grn_op_is(next->def, GRN_HLO(add)),
               subtracts = next && grn_op_is(next->def, GRN_HLO(subtract));
    if (!adds && !subtracts)
        return false;
    const grn_value *x = grn_value_now(next->def->operands[0]), *y = grn_value_now(next->def->operands[1]);
    const grn_value *by = x == number ? y : adds && y == number ? x : NULL;
    if (!by || !constant_of(by, out))
        return false;
    *out = adds ? *out : -*out;
    return true;
}

/* A comparison of integers as the numbers that they are. */
static const grn_op *comparison_of(const grn_op *loop)
{
    const grn_block *condition = loop->regions[0].first;
    const grn_value *v = condition && condition->last && condition->last->noperands == 1
                             ? grn_value_now(condition->last->operands[0])
                             : NULL;
    if (!v || !grn_op_is(v->def, GRN_HLO(compare)) || !is_counted_in(v->def->operands[0]->type))
        return NULL;
    const grn_attr *type = grn_op_attr(v->def, "compare_type");
    const bool is_unsigned = v->def->operands[0]->type->element->signedness == GRN_UNSIGNED;
    const int32_t natural = is_unsigned ? GRN_COMPARE_UNSIGNED : GRN_COMPARE_SIGNED;
    return !type || type->enumeration.value == GRN_COMPARE_NOTYPE || type->enumeration.value == natural ? v->def : NULL;
}

static bool trips_of(const grn_op *loop, int64_t *out)
{
    const grn_op *compare = loop->nregions == 2 && loop->regions[1].first ? comparison_of(loop) : NULL;
    const grn_attr *direction = compare ? grn_op_attr(compare, "comparison_direction") : NULL;
    for (size_t side = 0; direction && side < 2; side++) {
        counter c;
        const grn_value *v = grn_value_now(compare->operands[side]);
        if (loop_of(v) == loop && step_of(loop, v->index, &c.step) && constant_of(loop->operands[v->index], &c.begin) &&
            constant_of(grn_value_now(compare->operands[1 - side]), &c.end))
            return count_rounds(v->type->element,
                                side ? grn_compare_flipped(direction->enumeration.value) : direction->enumeration.value,
                                c, out);
    }
    return false;
}

grn_part_runs grn_part_runs_of(const grn_op *op, const grn_op *function)
{
    grn_part_runs runs = {.times = 1};
    bool is_known = true;
    for (const grn_op *around; op != function && op->block; op = around) {
        int64_t trips = 1;
        around = op->block->region->parent;
        if (!around || around == function)
            break;
        if (!is_loop(around)) {
            runs.is_conditional |= around->nregions > 0 && grn_part_is_control(around);
            continue;
        }
        runs.loops++;
        /* the condition is looked at once more than the body runs */
        const bool counted =
            trips_of(around, &trips) && (op->block->region != &around->regions[0] || grn_add_i64(trips, 1, &trips));
        is_known = (!counted || grn_mul_i64(runs.times, trips, &runs.times)) && counted && is_known;
    }
    runs.times = is_known || runs.times == 0 ? runs.times : -1;
    return runs;
}
