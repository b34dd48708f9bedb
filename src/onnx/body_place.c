/* body_place.c - operators that ask where an element stands, as nodes of simpler ones (ONNX,
 * Operators.md). */
#include <math.h>

#include "onnx/body.h"

/* Rows and columns of the last two dimensions. */
static void trilu_body(onnx_body *b)
{
    static const int64_t none[] = {0};
    grn_value *x = grn_onnx_input(b, 0), *k = grn_onnx_input(b, 1);
    const grn_type *t = x->type;
    if (!grn_onnx_is_static(b, 0) || t->rank < 2)
        return;
    grn_value *row = grn_onnx_count(b, t->shape[t->rank - 2], 0, 2),
              *column = grn_onnx_count(b, t->shape[t->rank - 1], 1, 2);
    if (k) /* a scalar, or a list of one; whatever is beyond the corners */
        row = GRN_FORMULA(b, GRN_I64, "Add(row, Max(Neg(rows), Min(columns, k)))", {"row", row},
                          {"k", grn_onnx_reshape(b, k, 0, none)}, {"rows", grn_onnx_i64(b, t->shape[t->rank - 2])},
                          {"columns", grn_onnx_i64(b, t->shape[t->rank - 1])});
    grn_value *kept = GRN_STEP(b, grn_onnx_int(b, "upper", 1) ? "GreaterOrEqual" : "LessOrEqual", column, row);
    b->results[0] = GRN_STEP(b, "Where", kept, x, grn_onnx_scalar_of(b, grn_onnx_dtype_of(x), 0));
}

static void eye_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    const grn_type *t = x->type;
    grn_dtype dtype = grn_onnx_dtype_of(x);
    if (!grn_onnx_is_static(b, 0) || t->rank != 2 ||
        (grn_onnx_int(b, "dtype", 0) && !grn_onnx_dtype((uint64_t)grn_onnx_int(b, "dtype", 0), &dtype)))
        return;
    grn_value *row = grn_onnx_count(b, t->shape[0], 0, 2), *column = grn_onnx_count(b, t->shape[1], 1, 2);
    const int64_t k = grn_onnx_int(b, "k", 0); /* whatever is beyond the corners */
    const double off = k < -t->shape[0] ? -(double)t->shape[0] : k > t->shape[1] ? (double)t->shape[1] : (double)k;
    row = GRN_STEP(b, "Add", row, grn_onnx_scalar_of(b, GRN_I64, off));
    b->results[0] = grn_onnx_cast(b, GRN_STEP(b, "Equal", column, row), dtype);
}

static void size_body(onnx_body *b)
{
    b->results[0] = GRN_STEP_INT(b, "ReduceProd", "keepdims", 0, GRN_STEP(b, "Shape", grn_onnx_input(b, 0)));
}

static void is_inf_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    const bool up = grn_onnx_int(b, "detect_positive", 1) != 0, down = grn_onnx_int(b, "detect_negative", 1) != 0;
    if (!grn_onnx_is_float(x))
        return;
    const grn_dtype dtype = grn_onnx_dtype_of(x);
    grn_value *most = grn_onnx_scalar_of(b, dtype, (double)INFINITY);
    if (up && down)
        b->results[0] = GRN_STEP(b, "Equal", GRN_STEP(b, "Abs", x), most);
    else if (up || down)
        b->results[0] = GRN_STEP(b, "Equal", x, up ? most : grn_onnx_scalar_of(b, dtype, -(double)INFINITY));
    else /* no element is greater than itself */
        b->results[0] = GRN_STEP(b, "Greater", x, x);
}

/* ---- blocks of places and channels ----------------------------------------------------------- */

/* [N, C, H, W], whose parts of a block of size 2 x 2, say, are moved between C and H, W. */
static void depth_body(onnx_body *b)
{
    static const int64_t dcr[] = {0, 3, 4, 1, 5, 2}, crd[] = {0, 1, 4, 2, 5, 3};
    grn_value *x = grn_onnx_input(b, 0);
    const int64_t s = grn_onnx_int(b, "blocksize", 0), *e = x->type->shape;
    const bool by_column = grn_onnx_says(b, "mode", "CRD");
    if (!grn_onnx_is_small(b, 0) || x->type->rank != 4 || s < 1 || s > INT16_MAX || e[1] % (s * s) != 0)
        return;
    const int64_t c = e[1] / (s * s), deep[] = {e[0], by_column ? c : s, s, by_column ? s : c, e[2], e[3]},
                  flat[] = {e[0], c, e[2] * s, e[3] * s};
    b->results[0] =
        grn_onnx_reshape(b, grn_onnx_transpose(b, grn_onnx_reshape(b, x, 6, deep), 6, by_column ? crd : dcr), 4, flat);
}

static void space_body(onnx_body *b)
{
    static const int64_t perm[] = {0, 3, 5, 1, 2, 4}, by_column[] = {0, 1, 3, 5, 2, 4};
    grn_value *x = grn_onnx_input(b, 0);
    const int64_t s = grn_onnx_int(b, "blocksize", 0), *e = x->type->shape;
    if (!grn_onnx_is_small(b, 0) || x->type->rank != 4 || s < 1 || s > INT16_MAX || e[2] % s != 0 || e[3] % s != 0)
        return;
    const int64_t parts[] = {e[0], e[1], e[2] / s, s, e[3] / s, s}, flat[] = {e[0], e[1] * s * s, e[2] / s, e[3] / s};
    b->results[0] = grn_onnx_reshape(
        b,
        grn_onnx_transpose(b, grn_onnx_reshape(b, x, 6, parts), 6, grn_onnx_says(b, "mode", "CRD") ? by_column : perm),
        4, flat);
}

/* ---- places that a list gives for each sample ------------------------------------------------ */

/* [N] as [N, 1, ..] with the dimension at `axis`. */
static grn_value *by_sample(onnx_body *b, grn_value *v, int64_t axis, int64_t rank)
{
    int64_t shape[GRN_MAX_RANK];
    for (int64_t d = 0; d < rank; d++)
        shape[d] = d == axis ? -1 : 1;
    return grn_onnx_reshape(b, grn_onnx_cast(b, v, GRN_I64), rank, shape);
}

/* Updates along axis, from each sample's place on. */
static void tensor_scatter_body(onnx_body *b)
{
    grn_value *cache = grn_onnx_input(b, 0), *update = grn_onnx_input(b, 1), *from = grn_onnx_input(b, 2);
    const grn_type *t = cache->type;
    const int64_t axis = grn_onnx_axis(b, t->rank, -2);
    if (!grn_onnx_is_static(b, 0) || !grn_onnx_is_static(b, 1) || axis < 1 || update->type->rank != t->rank)
        return;
    grn_value *at = grn_onnx_count(b, update->type->shape[axis], axis, t->rank);
    if (from)
        at = GRN_STEP(b, "Add", at, by_sample(b, from, 0, t->rank));
    if (grn_onnx_says(b, "mode", "circular") && t->shape[axis] > 0) {
        grn_value *n = grn_onnx_i64(b, t->shape[axis]);
        at = GRN_STEP(b, "Sub", at, GRN_STEP(b, "Mul", GRN_STEP(b, "Div", at, n), n));
    }
    at = GRN_STEP(b, "Expand", at, grn_onnx_list_of(b, t->rank, update->type->shape));
    b->results[0] = GRN_STEP_INT(b, "ScatterElements", "axis", axis, cache, at, update);
}

/* The first elements of each sample, as many as its length, from the last to the first. */
static void reverse_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *length = grn_onnx_input(b, 1);
    const int64_t rank = x->type->rank, batch = grn_onnx_int(b, "batch_axis", 1),
                  time = grn_onnx_int(b, "time_axis", 0);
    if (!grn_onnx_is_static(b, 0) || !length || batch < 0 || time < 0 || batch > 1 || time > 1 || batch == time ||
        rank < 2)
        return;
    grn_value *place = grn_onnx_count(b, x->type->shape[time], time, rank), *n = by_sample(b, length, batch, rank);
    grn_value *last = GRN_STEP(b, "Sub", n, grn_onnx_i64(b, 1));
    grn_value *at = GRN_STEP(b, "Where", GRN_STEP(b, "Less", place, n), GRN_STEP(b, "Sub", last, place), place);
    at = GRN_STEP(b, "Expand", at, grn_onnx_list_of(b, rank, x->type->shape));
    b->results[0] = GRN_STEP_INT(b, "GatherElements", "axis", time, x, at);
}

/* v is a constant whose only element is 0, or false. */
static bool is_zero(const grn_value *v)
{
    const grn_attr *a = v && v->def && grn_str_is(v->def->name, "onnx.Constant") ? grn_op_attr(v->def, "value") : NULL;
    if (!a || a->kind != GRN_ATTR_ELEMENTS || grn_tensor_elements(&a->elements->tensor) != 1)
        return false;
    const grn_tensor *t = &a->elements->tensor;
    const grn_scalar s = grn_scalar_load(t->dtype, grn_tensor_at(t, 0));
    return grn_dtype_class_of(t->dtype) == GRN_CLASS_FLOAT ? s.f == 0 : s.i == 0;
}

/* Outside of training, or by a ratio of 0, nothing is dropped, and the mask says so. */
static void dropout_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0);
    if (grn_onnx_input(b, 2) && !is_zero(grn_onnx_input(b, 2)) && !is_zero(grn_onnx_input(b, 1)))
        return;
    b->results[0] = GRN_STEP(b, "Identity", x);
    b->results[1] = GRN_STEP(b, "Expand", grn_onnx_scalar_of(b, GRN_I1, 1), GRN_STEP(b, "Shape", x));
}

/* Elements of the last dimension, at places of any shape. */
static void extractor_body(onnx_body *b)
{
    grn_value *x = grn_onnx_input(b, 0), *places = grn_onnx_input(b, 1);
    const int64_t first = 0, flat[] = {-1};
    if (!places || x->type->rank < 1)
        return;
    grn_value *v = GRN_STEP_INT(b, "Gather", "axis", -1, x, grn_onnx_reshape(b, places, 1, flat));
    b->results[0] = x->type->rank == 1 ? GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, 1, &first)) : v;
}

const onnx_body_row grn_onnx_place_bodies[] = {
    {.op = "Trilu", .build = trilu_body},
    {.op = "EyeLike", .build = eye_body},
    {.op = "Size", .build = size_body},
    {.op = "IsInf", .build = is_inf_body},
    {.op = "DepthToSpace", .build = depth_body},
    {.op = "SpaceToDepth", .build = space_body},
    {.op = "TensorScatter", .build = tensor_scatter_body},
    {.op = "ReverseSequence", .build = reverse_body},
    {.op = "Dropout", .build = dropout_body},
    {.op = "ArrayFeatureExtractor", .build = extractor_body, .domain = "ai.onnx.ml"},
    {.op = NULL},
};
