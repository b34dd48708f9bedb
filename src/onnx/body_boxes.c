/*
 * body_boxes.c - NonMaxSuppression as a Scan over the boxes of each class by their scores (ONNX,
 * Operators.md). Whether two boxes overlap too much is known for all pairs before it.
 */
#include "onnx/body_scan.h"

enum { IN_BOXES, IN_SCORES, IN_MOST, IN_OVERLAP, IN_SCORE };
enum { MOST_PAIRS = 1 << 28 };

typedef struct boxes {
    int64_t batch, classes, count;
    grn_value *order; /* boxes by their scores, i64 [batch, classes, count] */
    grn_value *most;  /* i64 */
    grn_value *least; /* a score is greater than it; NULL: any score is */
} boxes;

static bool read_boxes(const onnx_body *b, boxes *x)
{
    if (!grn_onnx_is_small(b, IN_BOXES) || !grn_onnx_is_small(b, IN_SCORES))
        return false;
    const grn_type *t = grn_onnx_input(b, IN_BOXES)->type, *scores = grn_onnx_input(b, IN_SCORES)->type;
    if (t->rank != 3 || scores->rank != 3 || t->shape[2] != 4 || scores->shape[0] != t->shape[0] ||
        scores->shape[2] != t->shape[1] || grn_onnx_dtype_of(grn_onnx_input(b, IN_BOXES)) != GRN_F32)
        return false;
    *x = (boxes){.batch = t->shape[0], .classes = scores->shape[1], .count = t->shape[1]};
    return x->batch == 0 || x->classes == 0 || x->count == 0 ||
           x->count <= MOST_PAIRS / x->count / x->classes / x->batch;
}

/* A number, as a scalar; NULL: it is left out. */
static grn_value *number(onnx_body *b, size_t i)
{
    grn_value *v = grn_onnx_input(b, i);
    const bool none = !v || (v->type->rank == 1 && v->type->shape[0] == 0);
    return none ? NULL : grn_onnx_reshape(b, v, 0, (const int64_t[]){0});
}

/* ---- pairs ----------------------------------------------------------------------------------- */

/* Where boxes begin and end along a dimension, in the order of their scores. */
static void sides_of(onnx_body *b, const boxes *x, int64_t d, grn_value **from, grn_value **to)
{
    const int64_t one = 1, shape[] = {x->batch, x->classes, x->count}, flat[] = {x->batch, x->count};
    const bool is_center = grn_onnx_int(b, "center_point_box", 0) != 0;
    grn_value *v[2], *all = grn_onnx_input(b, IN_BOXES);
    for (int64_t k = 0; k < 2; k++)
        v[k] = grn_onnx_reshape(b, grn_onnx_slice_of(b, all, 2, d + 2 * k, d + 2 * k + 1, 1), 2, flat);
    grn_value *side[] = {
        is_center ? GRN_FORMULA(b, GRN_F32, "Sub(at, Div(size, 2))", {"at", v[0]}, {"size", v[1]})
                  : GRN_STEP(b, "Min", v[0], v[1]),
        is_center ? GRN_FORMULA(b, GRN_F32, "Add(at, Div(size, 2))", {"at", v[0]}, {"size", v[1]})
                  : GRN_STEP(b, "Max", v[0], v[1]),
    };
    for (int k = 0; k < 2; k++) {
        side[k] = GRN_STEP(b, "Unsqueeze", side[k], grn_onnx_list_of(b, 1, &one));
        side[k] = GRN_STEP(b, "Expand", side[k], grn_onnx_list_of(b, 3, shape));
        side[k] = GRN_STEP_INT(b, "GatherElements", "axis", 2, side[k], x->order);
    }
    *from = side[0];
    *to = side[1];
}

/* Whether the boxes of each pair overlap by more than is allowed, i1 [count, batch, classes, count]. */
static grn_value *overlaps(onnx_body *b, const boxes *x)
{
    static const int64_t row_first[] = {2, 0, 1, 3}, two = 2, three = 3;
    grn_value *common = NULL, *area = NULL, *allowed = number(b, IN_OVERLAP);
    for (int64_t d = 0; d < 2; d++) {
        grn_value *from, *to, *axes[] = {grn_onnx_list_of(b, 1, &two), grn_onnx_list_of(b, 1, &three)};
        sides_of(b, x, d, &from, &to);
        grn_value *both = GRN_FORMULA(
            b, GRN_F32, "Max(0, Sub(Min(to, to2), Max(from, from2)))", {"to", GRN_STEP(b, "Unsqueeze", to, axes[0])},
            {"to2", GRN_STEP(b, "Unsqueeze", to, axes[1])}, {"from", GRN_STEP(b, "Unsqueeze", from, axes[0])},
            {"from2", GRN_STEP(b, "Unsqueeze", from, axes[1])});
        grn_value *side = GRN_STEP(b, "Sub", to, from);
        common = common ? GRN_STEP(b, "Mul", common, both) : both;
        area = area ? GRN_STEP(b, "Mul", area, side) : side;
    }
    grn_value *all =
        GRN_FORMULA(b, GRN_F32, "Sub(Add(area, area2), common)",
                    {"area", GRN_STEP(b, "Unsqueeze", area, grn_onnx_list_of(b, 1, &two))},
                    {"area2", GRN_STEP(b, "Unsqueeze", area, grn_onnx_list_of(b, 1, &three))}, {"common", common});
    grn_value *v = GRN_FORMULA(b, GRN_F32, "And(Greater(common, 0), Greater(Div(common, all), allowed))",
                               {"common", common}, {"all", all}, {"allowed", allowed ? allowed : grn_onnx_f32(b, 0)});
    return grn_onnx_transpose(b, v, 4, row_first);
}

/* ---- one box of each class after the other --------------------------------------------------- */

/* states: which boxes are kept, i1 [batch, classes, count]; how many, i64 [batch, classes, 1].
 * slices: the box's number, which it overlaps with, its scores [batch, classes, 1]. */
static void step(onnx_body *b, const void *context, grn_value *const *states, grn_value *const *slices,
                 grn_value **new_states, grn_value **outputs)
{
    const boxes *x = context;
    const int64_t last = 2;
    grn_value *hit = GRN_STEP(b, "And", states[0], slices[1]);
    hit = GRN_STEP(b, "ReduceMax", hit ? grn_onnx_cast(b, hit, GRN_I32) : NULL, grn_onnx_list_of(b, 1, &last));
    grn_value *is_kept = GRN_FORMULA(b, GRN_I32, "Equal(hit, 0)", {"hit", hit});
    is_kept = GRN_STEP(b, "And", is_kept, GRN_STEP(b, "Less", states[1], x->most));
    if (x->least)
        is_kept = GRN_STEP(b, "And", is_kept, GRN_STEP(b, "Greater", slices[2], x->least));
    new_states[0] = GRN_FORMULA(b, GRN_I64, "Or(kept, And(Equal(place, number), now))", {"kept", states[0]},
                                {"place", grn_onnx_count(b, x->count, 2, 3)}, {"number", slices[0]}, {"now", is_kept});
    new_states[1] = is_kept ? GRN_STEP(b, "Add", states[1], grn_onnx_cast(b, is_kept, GRN_I64)) : NULL;
    outputs[0] = is_kept;
}

/* Box numbers of those that are kept, with their batch and class in front. */
static grn_value *listed(onnx_body *b, const boxes *x, grn_value *kept)
{
    static const int64_t swap[] = {1, 0}, first = 0;
    grn_value *places = GRN_STEP(b, "NonZero", kept); /* [3, number], in the order of scores */
    grn_value *box = GRN_STEP(b, "GatherND", x->order, grn_onnx_transpose(b, places, 2, swap));
    box = GRN_STEP(b, "Unsqueeze", box, grn_onnx_list_of(b, 1, &first));
    grn_value *both = GRN_STEP_INT(b, "Concat", "axis", 0, grn_onnx_slice_of(b, places, 0, 0, 2, 1), box);
    return grn_onnx_transpose(b, both, 2, swap);
}

static void suppression_body(onnx_body *b)
{
    static const int64_t box_first[] = {2, 0, 1}, last = 3, box_last[] = {1, 2, 0, 3};
    boxes x;
    if (!read_boxes(b, &x))
        return;
    const int64_t shape[] = {x.batch, x.classes, x.count}, one[] = {x.batch, x.classes, 1}, nothing[] = {0, 3};
    if (x.batch == 0 || x.classes == 0 || x.count == 0) {
        b->results[0] = grn_onnx_reshape(b, grn_onnx_list_of(b, 0, nothing), 2, nothing);
        return;
    }
    grn_value *scores = grn_onnx_top(b, grn_onnx_input(b, IN_SCORES), x.count, 2, &x.order);
    x.most = number(b, IN_MOST);
    x.most = x.most ? grn_onnx_cast(b, x.most, GRN_I64) : grn_onnx_i64(b, 0);
    x.least = number(b, IN_SCORE);
    onnx_scan s = {.nstates = 2, .ninputs = x.least ? 3 : 2, .noutputs = 1, .context = &x, .step = step};
    s.states[0] = GRN_STEP(b, "Expand", grn_onnx_scalar_of(b, GRN_I1, 0), grn_onnx_list_of(b, 3, shape));
    s.states[1] = GRN_STEP(b, "Expand", grn_onnx_i64(b, 0), grn_onnx_list_of(b, 3, one));
    s.inputs[0] = grn_onnx_count(b, x.count, 0, 1);
    s.inputs[1] = overlaps(b, &x);
    s.inputs[2] = GRN_STEP(b, "Unsqueeze", grn_onnx_transpose(b, scores, 3, box_first), grn_onnx_list_of(b, 1, &last));
    grn_onnx_scan(b, &s);
    grn_value *kept = grn_onnx_transpose(b, s.collected[0], 4, box_last); /* [batch, classes, count, 1] */
    b->results[0] = listed(b, &x, grn_onnx_reshape(b, kept, 3, shape));
}

const onnx_body_row grn_onnx_boxes_bodies[] = {
    {.op = "NonMaxSuppression", .build = suppression_body},
    {.op = NULL},
};
