/* evaluate.c - integers known before a program runs: constants and iotas, and the shape ops around
 * them. */
#include "convert/raise.h"

enum { MOST_STEPS = 64, STEP_COST = 64 };

/* A value that is used twice is evaluated twice, so a chain of ops with two operands doubles the
 * work at each op: `left` bounds all of it, in elements. */
typedef struct evaluation {
    grn_arena *arena;
    int64_t most, *left;
} evaluation;

static bool spend(const evaluation *e, int64_t cost)
{
    if (cost > *e->left)
        return false;
    *e->left -= cost;
    return true;
}

static bool evaluate(const evaluation *e, const grn_value *value, int depth, grn_tensor *out);

/* Elements of any integer type as i64. */
static bool widened(const evaluation *e, const grn_tensor *in, grn_tensor *out)
{
    if (grn_tensor_init(out, NULL, GRN_I64, in->rank, in->shape) != GRN_OK || grn_tensor_elements(out) > e->most ||
        !spend(e, grn_tensor_elements(out)))
        return false;
    int64_t n = grn_tensor_elements(out), *v = GRN_ARENA_NEW(e->arena, int64_t, n ? (size_t)n : 1);
    out->data = v;
    for (int64_t i = 0; v && i < n; i++) {
        unsigned char bytes[16];
        grn_tensor_read(in, i, 1, bytes);
        v[i] = grn_index_load(in->dtype, bytes);
    }
    return v != NULL;
}

static bool compact(const evaluation *e, const grn_tensor *view, grn_tensor *out) { return widened(e, view, out); }

static bool iota(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    const grn_type *t = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "iota_dimension", 0), count[GRN_MAX_RANK], zero = 0;
    grn_tensor line;
    (void)in;
    if (grn_tensor_init(&line, &zero, GRN_I64, t->rank, t->shape) != GRN_OK)
        return false;
    for (int32_t d = 0; d < t->rank; d++)
        line.stride[d] = 0, count[d] = t->shape[d];
    if (!widened(e, &line, out))
        return false;
    if (grn_tensor_elements(out) == 0)
        return true;
    int64_t inner = 1;
    for (int32_t d = (int32_t)dim + 1; d < t->rank; d++)
        inner *= count[d];
    for (int64_t i = 0; i < grn_tensor_elements(out); i++)
        ((int64_t *)out->data)[i] = i / inner % count[dim];
    return true;
}

/* A narrower type would wrap, so the value is not known here. */
static bool convert(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    const grn_type *from = grn_operand_type(op, 0)->element, *to = grn_result_type(op, 0)->element;
    bool both = from->kind == GRN_TYPE_INTEGER && to->kind == GRN_TYPE_INTEGER;
    bool widens =
        both && (from->signedness == to->signedness ? to->width >= from->width
                                                    : from->signedness == GRN_UNSIGNED && to->width > from->width);
    *out = *in;
    (void)e;
    return widens || (from->kind == GRN_TYPE_INDEX && to->width == 64) || to->kind == GRN_TYPE_INDEX;
}

static bool reshape(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    const grn_type *t = grn_result_type(op, 0);
    (void)e;
    return grn_view_reshape(in, t->rank, t->shape, out);
}

static bool broadcast(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    size_t n;
    const int64_t *dims;
    const grn_type *t = grn_result_type(op, 0);
    grn_tensor view;
    if (!grn_op_dims(op, "broadcast_dimensions", &n, &dims))
        return false;
    grn_view_broadcast(in, t->rank, t->shape, dims, &view);
    return compact(e, &view, out);
}

static bool transpose(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    size_t n;
    const int64_t *permutation;
    grn_tensor view;
    if (!grn_op_dims(op, "permutation", &n, &permutation))
        return false;
    grn_view_transpose(in, permutation, &view);
    return compact(e, &view, out);
}

static bool slice(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out)
{
    size_t n;
    const int64_t *start, *limit, *step;
    grn_tensor view;
    if (!grn_op_dims(op, "start_indices", &n, &start) || !grn_op_dims(op, "limit_indices", &n, &limit) ||
        !grn_op_dims(op, "strides", &n, &step))
        return false;
    grn_view_slice(in, start, limit, step, &view);
    return compact(e, &view, out);
}

static const struct step {
    size_t noperands;
    bool (*of)(const evaluation *e, const grn_op *op, const grn_tensor *in, grn_tensor *out);
} steps[GRN_OPS] = {
    [GRN_HLO(iota)] = {0, iota},
    [GRN_HLO(convert)] = {1, convert},
    [GRN_OP(arith, index_cast)] = {1, convert},
    [GRN_HLO(reshape)] = {1, reshape},
    [GRN_HLO(broadcast_in_dim)] = {1, broadcast},
    [GRN_HLO(transpose)] = {1, transpose},
    [GRN_HLO(slice)] = {1, slice},
};

static bool concatenate(const evaluation *e, const grn_op *op, int depth, grn_tensor *out)
{
    const grn_type *t = grn_result_type(op, 0);
    int64_t dim = grn_op_integer(op, "dimension", 0), at = 0, limit[GRN_MAX_RANK], start[GRN_MAX_RANK] = {0},
            ones[GRN_MAX_RANK];
    if (grn_tensor_init(out, NULL, GRN_I64, t->rank, t->shape) != GRN_OK || grn_tensor_elements(out) > e->most ||
        !spend(e, grn_tensor_elements(out)))
        return false;
    int64_t n = grn_tensor_elements(out);
    out->data = GRN_ARENA_NEW(e->arena, int64_t, n ? (size_t)n : 1);
    for (int32_t d = 0; d < t->rank; d++)
        limit[d] = t->shape[d], ones[d] = 1;
    for (size_t i = 0; out->data && i < op->noperands; i++) {
        grn_tensor part, into;
        if (!evaluate(e, op->operands[i], depth, &part))
            return false;
        start[dim] = at;
        limit[dim] = at += part.shape[dim];
        grn_view_slice(out, start, limit, ones, &into);
        grn_tensor_copy(&into, &part);
    }
    return out->data != NULL;
}

static bool by_step(const evaluation *e, const grn_op *op, int depth, grn_tensor *out)
{
    grn_tensor in = {0};
    if (!grn_type_is_tensor(grn_result_type(op, 0)) || !grn_type_has_static_shape(grn_result_type(op, 0)))
        return false;
    if (grn_op_is(op, GRN_HLO(concatenate)))
        return concatenate(e, op, depth, out);
    const struct step *step = &steps[grn_op_number_of(op)];
    return step->of && (step->noperands == 0 || evaluate(e, op->operands[0], depth, &in)) && step->of(e, op, &in, out);
}

static bool evaluate(const evaluation *e, const grn_value *value, int depth, grn_tensor *out)
{
    int64_t scalar;
    grn_tensor constant;
    if (depth == MOST_STEPS || !spend(e, STEP_COST) || !value->def || !value->def->def)
        return false;
    if (grn_constant_tensor(value, &scalar, &constant))
        return grn_dtype_class_of(constant.dtype) < GRN_CLASS_FLOAT && widened(e, &constant, out);
    return by_step(e, value->def, depth + 1, out);
}

bool grn_evaluate(grn_arena *arena, const grn_value *value, int64_t most, int64_t *left, grn_tensor *out)
{
    int64_t given = *left < 4 * most ? *left : 4 * most, own = given;
    const evaluation e = {arena, most, &own};
    bool known = evaluate(&e, value, 0, out);
    *left -= given - own;
    return known;
}
