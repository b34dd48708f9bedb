/* shape.c - rules of ops that move elements: each is linear, and its adjoint brings the elements
 * back. */
#include "grad/rules.h"

#define X(op) ((op)->operands[0])

/* A list of the op's as it is; count -1: there is none. */
static grn_dims list_of(const grn_op *op, const char *name)
{
    size_t n;
    const int64_t *v;
    grn_dims out = {.count = -1};
    if (grn_op_dims(op, name, &n, &v))
        (void)grn_dims_read(n, v, &out);
    return out;
}

/* ---- one operand ----------------------------------------------------------------------------- */

/* Back to the operand's shape. Both shapes known: a reshape; else a reshape to what the operand has
 * when it runs. */
static grn_status reshape_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_type *t = X(op)->type;
    if (grn_type_has_static_shape(t) && grn_type_has_static_shape(in[0]->type))
        return grn_grad_give(g, &out[0], grn_build_reshape(&g->w, in[0], t->rank, t->shape));
    grn_value *const both[] = {in[0], grn_shape_value(g->w.ir, g->w.at, X(op), t)};
    return grn_grad_give(g, &out[0], grn_new(&g->w, "stablehlo.dynamic_reshape", 2, both, t, 0, NULL));
}

static grn_status transpose_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_dims order = list_of(op, "permutation");
    int64_t back[GRN_MAX_RANK] = {0};
    for (int32_t d = 0; d < order.count; d++)
        back[order.v[d]] = d;
    return grn_grad_give(g, &out[0], grn_build_transpose(&g->w, in[0], back));
}

static grn_status reverse_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_op *made = grn_grad_again(g, op, 1, in, NULL);
    return grn_grad_give(g, &out[0], made ? &made->results[0] : NULL);
}

/* Elements of a slice go back to their places among zeros. */
static grn_status slice_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_dims start = list_of(op, "start_indices"), strides = list_of(op, "strides");
    const grn_type *t = X(op)->type, *cut = in[0]->type;
    grn_dims high = {.count = t->rank}, between = high;
    if (!grn_type_has_static_shape(t) || start.count != t->rank || strides.count != t->rank)
        return grn_grad_refuse(g, op, "has an operand of a shape that is not known");
    for (int32_t d = 0; d < t->rank; d++) {
        const int64_t n = cut->shape[d];
        between.v[d] = strides.v[d] - 1;
        high.v[d] = t->shape[d] - start.v[d] - (n ? (n - 1) * strides.v[d] + 1 : 0);
    }
    grn_value *zero = grn_build_splat(&g->w, t->element, 0, NULL, (unsigned char[16]){0});
    return grn_grad_give(g, &out[0], grn_grad_pad(g, in[0], zero, start.v, high.v, between.v));
}

/* ---- broadcasts ------------------------------------------------------------------------------ */

/* Which dims of a broadcast's result repeat elements; false: that is not known before it runs. */
static bool repeated(const grn_op *op, const grn_dims *dims, grn_dims *out)
{
    const grn_type *from = grn_operand_type(op, 0), *to = grn_result_type(op, 0);
    const grn_dims keeps = list_of(op, "known_nonexpanding_dimensions");
    *out = (grn_dims){0};
    for (int32_t d = 0; d < to->rank; d++) {
        int32_t i = 0;
        while (i < dims->count && dims->v[i] != d)
            i++;
        if (i < dims->count && from->shape[i] == GRN_DYNAMIC && !grn_dims_has(&keeps, i))
            return false;
        if (i == dims->count || (from->shape[i] == 1 && to->shape[d] != 1))
            grn_dims_push(out, d);
    }
    return true;
}

/* Sums of what is left, whose dims are those of `dims` in ascending order, in the operand's order
 * and shape. */
static grn_value *in_order(grn_grad *g, const grn_op *op, const grn_dims *dims, const grn_dims *gone, grn_value *sum)
{
    const grn_type *t = grn_operand_type(op, 0);
    int64_t order[GRN_MAX_RANK];
    int32_t n = 0;
    for (int32_t i = 0; i < dims->count; i++) {
        if (grn_dims_has(gone, dims->v[i]))
            continue;
        order[n] = 0;
        for (int32_t j = 0; j < dims->count; j++)
            order[n] += dims->v[j] < dims->v[i] && !grn_dims_has(gone, dims->v[j]);
        n++;
    }
    return grn_build_reshape(&g->w, grn_build_transpose(&g->w, sum, order), t->rank, t->shape);
}

static grn_status unbroadcast(grn_grad *g, grn_op *op, const grn_dims *dims, grn_value *cotangent, grn_value **out)
{
    grn_dims gone;
    if (!repeated(op, dims, &gone))
        return grn_grad_refuse(g, op, "may repeat elements along a dimension whose extent is not known");
    return grn_grad_give(g, out, in_order(g, op, dims, &gone, grn_grad_sum(g, cotangent, &gone)));
}

static grn_status broadcast_in_dim_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const grn_dims dims = list_of(op, "broadcast_dimensions");
    return unbroadcast(g, op, &dims, in[0], &out[0]);
}

static grn_status broadcast_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_dims dims = {0};
    grn_dims_push_range(&dims, grn_result_type(op, 0)->rank - X(op)->type->rank, grn_result_type(op, 0)->rank);
    return unbroadcast(g, op, &dims, in[0], &out[0]);
}

/* ---- pad ------------------------------------------------------------------------------------- */

typedef struct padding {
    grn_dims low, high, interior;
} padding;

static padding padding_of(const grn_op *op)
{
    return (padding){list_of(op, "edge_padding_low"), list_of(op, "edge_padding_high"),
                     list_of(op, "interior_padding")};
}

static grn_status pad_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_value *const both[] = {grn_grad_or_zeros(g, in[0], X(op)), grn_grad_or_zeros(g, in[1], op->operands[1])};
    grn_op *made = grn_grad_again(g, op, 2, both, NULL);
    return grn_grad_give(g, &out[0], made ? &made->results[0] : NULL);
}

/* The edges off again, where they were cut zeros on, then the elements between. */
static grn_value *unpad(grn_grad *g, const padding *p, grn_value *cotangent)
{
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK], start[GRN_MAX_RANK] = {0}, none[GRN_MAX_RANK] = {0},
                                                   stride[GRN_MAX_RANK];
    for (int32_t d = 0; d < p->low.count; d++) {
        low[d] = -p->low.v[d];
        high[d] = -p->high.v[d];
        stride[d] = p->interior.v[d] + 1;
    }
    grn_value *zero = grn_build_splat(&g->w, cotangent->type->element, 0, NULL, (unsigned char[16]){0});
    grn_value *whole = grn_grad_pad(g, cotangent, zero, low, high, none);
    return whole ? grn_grad_slice(g, whole, start, whole->type->shape, stride) : NULL;
}

/* The same where nothing was put between, for which no extent need be known. */
static grn_value *without_edges(grn_grad *g, const padding *p, grn_value *cotangent)
{
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK];
    for (int32_t d = 0; d < p->low.count; d++) {
        low[d] = -p->low.v[d];
        high[d] = -p->high.v[d];
    }
    return grn_build_pad(&g->w, cotangent, low, high);
}

/* The sum of what is at the places that the padding value went to. */
static grn_value *at_padding(grn_grad *g, const grn_op *op, const padding *p, grn_value *cotangent)
{
    const grn_type *t = grn_operand_type(op, 0), *bits = grn_type_integer(g->w.ir, 1, GRN_SIGNLESS);
    static const int64_t no = 0, yes = 1;
    grn_value *given = grn_build_integers(&g->w, bits, t->rank, t->shape, 1, &no);
    grn_value *value = grn_build_integers(&g->w, bits, 0, NULL, 1, &yes);
    grn_value *padded = grn_grad_pad(g, given, value, p->low.v, p->high.v, p->interior.v);
    return padded ? grn_grad_sum_all(g, grn_grad_where(g, padded, cotangent)) : NULL;
}

static grn_status pad_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const padding p = padding_of(op);
    grn_status status = GRN_OK;
    bool only_edges = p.low.count >= 0 && p.high.count >= 0;
    for (int32_t d = 0; d < p.interior.count; d++)
        only_edges = only_edges && p.interior.v[d] == 0;
    if (!grn_type_has_static_shape(X(op)->type) && (!only_edges || grn_grad_wants(g, op, 1)))
        return grn_grad_refuse(g, op, "has an operand of a shape that is not known");
    if (grn_grad_wants(g, op, 0))
        status = grn_grad_give(g, &out[0], only_edges ? without_edges(g, &p, in[0]) : unpad(g, &p, in[0]));
    if (status == GRN_OK && grn_grad_wants(g, op, 1))
        status = grn_grad_give(g, &out[1], at_padding(g, op, &p, in[0]));
    return status;
}

/* ---- concatenate, barriers ------------------------------------------------------------------- */

static grn_status concatenate_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    grn_value **parts = GRN_ARENA_NEW(&g->w.ir->arena, grn_value *, op->noperands + 1);
    if (!parts)
        return grn_no_memory(&g->w);
    for (size_t i = 0; i < op->noperands; i++)
        parts[i] = grn_grad_or_zeros(g, in[i], op->operands[i]);
    grn_op *made = grn_grad_again(g, op, op->noperands, parts, NULL);
    return grn_grad_give(g, &out[0], made ? &made->results[0] : NULL);
}

static grn_status concatenate_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const int64_t dim = grn_op_integer(op, "dimension", 0);
    grn_dims start = {.count = in[0]->type->rank}, limit = grn_extents(in[0]->type);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++) {
        const int64_t extent = grn_operand_type(op, i)->shape[dim];
        if (extent == GRN_DYNAMIC)
            return grn_grad_refuse(g, op, "has operand #%zu of a length that is not known", i);
        limit.v[dim] = start.v[dim] + extent;
        if (grn_grad_wants(g, op, i))
            status = grn_grad_give(g, &out[i], grn_build_slice(&g->w, in[0], start.v, limit.v));
        start.v[dim] = limit.v[dim];
    }
    return status;
}

static grn_status barrier(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    (void)g;
    for (size_t i = 0; i < op->noperands; i++)
        out[i] = in[i];
    return GRN_OK;
}

GRN_GRAD(stablehlo, reshape) = {.is_linear = true, .vjp = reshape_vjp};
GRN_GRAD(stablehlo, dynamic_reshape) = {.is_linear = true, .vjp = reshape_vjp};
GRN_GRAD(stablehlo, transpose) = {.is_linear = true, .vjp = transpose_vjp};
GRN_GRAD(stablehlo, reverse) = {.is_linear = true, .vjp = reverse_vjp};
GRN_GRAD(stablehlo, slice) = {.is_linear = true, .vjp = slice_vjp};
GRN_GRAD(stablehlo, broadcast_in_dim) = {.is_linear = true, .vjp = broadcast_in_dim_vjp};
GRN_GRAD(stablehlo, dynamic_broadcast_in_dim) = {.is_linear = true, .vjp = broadcast_in_dim_vjp};
GRN_GRAD(stablehlo, broadcast) = {.is_linear = true, .vjp = broadcast_vjp};
GRN_GRAD(stablehlo, pad) = {.jvp = pad_jvp, .vjp = pad_vjp};
GRN_GRAD(stablehlo, concatenate) = {.jvp = concatenate_jvp, .vjp = concatenate_vjp};
GRN_GRAD(stablehlo, optimization_barrier) = {.jvp = barrier, .vjp = barrier};
GRN_GRAD(stablehlo, get_dimension_size) = {.is_zero = true};
