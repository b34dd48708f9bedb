/* build.c - the builders of rules: ops of the hub before the op that is at hand. */
#include "grad/rules.h"

/* ---- numbers --------------------------------------------------------------------------------- */

grn_dims grn_grad_all_dims(const grn_type *t)
{
    grn_dims all = {0};
    grn_dims_push_range(&all, 0, t->rank);
    return all;
}

static const grn_attr *dims_attr(const grn_grad *g, const grn_dims *d)
{
    return grn_attr_dense_i64(g->w.ir, (size_t)d->count, d->v);
}

grn_value *grn_grad_spread(grn_grad *g, grn_value *scalar, grn_value *like)
{
    const grn_dims none = {0};
    const grn_type *t = like ? like->type : NULL;
    if (!scalar || !t || scalar->type->rank)
        return scalar;
    if (grn_type_has_static_shape(t))
        return grn_build_broadcast(&g->w, scalar, NULL, t->rank, t->shape);
    grn_value *const operands[] = {scalar, grn_shape_value(g->w.ir, g->w.at, like, t)};
    return grn_new(&g->w, "stablehlo.dynamic_broadcast_in_dim", 2, operands,
                   grn_tensor_like(&g->w, scalar->type->element, t->rank, t->shape), 1,
                   &(grn_new_attr){"broadcast_dimensions", dims_attr(g, &none)});
}

static grn_value *splat(grn_grad *g, grn_value *like, const unsigned char *bytes)
{
    const grn_type *t = like->type;
    return grn_type_has_static_shape(t) ? grn_build_splat(&g->w, t->element, t->rank, t->shape, bytes)
                                        : grn_grad_spread(g, grn_build_splat(&g->w, t->element, 0, NULL, bytes), like);
}

grn_value *grn_grad_number(grn_grad *g, grn_value *like, double number)
{
    unsigned char bytes[16] = {0};
    if (!like)
        return NULL;
    grn_scalar s = {.dtype = like->type->element->dtype};
    if (grn_dtype_class_of(s.dtype) == GRN_CLASS_COMPLEX)
        s.c.re = number;
    else
        s.f = number;
    grn_scalar_store(&s, s.dtype, bytes);
    return splat(g, like, bytes);
}

grn_value *grn_grad_integer_like(grn_grad *g, grn_value *like, int64_t number)
{
    return like ? grn_build_integers(&g->w, like->type->element, like->type->rank, like->type->shape, 1, &number)
                : NULL;
}

grn_value *grn_grad_numbers(grn_grad *g, const grn_dims *shape)
{
    int64_t n;
    if (!grn_shape_elements(shape->count, shape->v, &n))
        return NULL;
    const grn_type *element = grn_type_integer(g->w.ir, n <= INT32_MAX ? 32 : 64, GRN_SIGNLESS);
    return grn_build_reshape(&g->w, grn_build_iota(&g->w, element, 1, &n, 0), shape->count, shape->v);
}

/* ---- elements -------------------------------------------------------------------------------- */

grn_value *grn_grad_unary(grn_grad *g, const char *op, grn_value *v)
{
    return v ? grn_new(&g->w, op, 1, &v, v->type, 0, NULL) : NULL;
}

grn_value *grn_grad_where(grn_grad *g, grn_value *predicate, grn_value *v)
{
    return grn_build_select(&g->w, predicate, v, grn_grad_zeros(g, v));
}

grn_value *grn_grad_unless(grn_grad *g, grn_value *predicate, grn_value *v)
{
    return grn_build_select(&g->w, predicate, grn_grad_zeros(g, v), v);
}

static bool is_complex(const grn_value *v) { return v->type->element->kind == GRN_TYPE_COMPLEX; }

grn_value *grn_grad_part(grn_grad *g, const char *op, grn_value *v)
{
    const grn_type *t = v ? v->type : NULL;
    return t ? grn_new(&g->w, op, 1, &v, grn_tensor_like(&g->w, t->element->element, t->rank, t->shape), 0, NULL)
             : NULL;
}

grn_value *grn_grad_complex(grn_grad *g, grn_value *re, grn_value *im)
{
    grn_value *some = re ? re : im;
    if (!some)
        return NULL;
    grn_value *const both[] = {grn_grad_or_zeros(g, re, some), grn_grad_or_zeros(g, im, some)};
    const grn_type *t = some->type;
    return grn_new(&g->w, "stablehlo.complex", 2, both,
                   grn_tensor_like(&g->w, grn_type_complex(g->w.ir, t->element), t->rank, t->shape), 0, NULL);
}

grn_value *grn_grad_conjugate(grn_grad *g, grn_value *v)
{
    if (!v || !is_complex(v))
        return v;
    grn_value *im = grn_grad_negate(g, grn_grad_part(g, "stablehlo.imag", v));
    return im ? grn_grad_complex(g, grn_grad_part(g, "stablehlo.real", v), im) : NULL;
}

/* ---- ops with regions ------------------------------------------------------------------------ */

bool grn_grad_fill_region(grn_grad *g, grn_op *op, size_t r, const char *combine, size_t n,
                          const grn_type *const *elements)
{
    grn_ir *ir = g->w.ir;
    grn_block *block = grn_region_add_block(ir, &op->regions[r]);
    grn_value *args = GRN_ARENA_NEW(&ir->arena, grn_value, 2 * n);
    const grn_op_def *def = grn_ir_find_op(ir, GRN_STR("stablehlo.return"));
    grn_op *end = def ? grn_op_new(ir, def, GRN_STR(""), op->place, n, 0, 0) : NULL;
    if (!block || !args || !end)
        return false;
    block->args = args;
    block->nargs = 2 * n;
    grn_block_append(block, end);
    grn_rewrite in_region = g->w;
    in_region.at = end;
    for (size_t i = 0; i < 2 * n; i++)
        args[i] =
            (grn_value){.type = grn_tensor_like(&g->w, elements[i % n], 0, NULL), .block = block, .index = (uint32_t)i};
    for (size_t i = 0; i < n; i++) {
        grn_value *made = args[i].type ? grn_build_binary(&in_region, combine, &args[i], &args[n + i]) : NULL;
        end->operands[i] = NULL;
        if (!made)
            return false;
        grn_op_set_operand(end, i, made);
    }
    return true;
}

static grn_dims without(const grn_type *t, const grn_dims *gone)
{
    grn_dims left = {0};
    for (int32_t d = 0; d < t->rank; d++)
        if (!grn_dims_has(gone, d))
            grn_dims_push(&left, t->shape[d]);
    return left;
}

grn_value *grn_grad_fold(grn_grad *g, const char *combine, double unit, grn_value *v, const grn_dims *over)
{
    const grn_op_def *def = grn_ir_find_op(g->w.ir, GRN_STR("stablehlo.reduce"));
    if (!v || over->count == 0)
        return v;
    const grn_dims left = without(v->type, over);
    const grn_type *scalar = grn_tensor_like(&g->w, v->type->element, 0, NULL);
    grn_value *init = scalar ? grn_grad_number(g, &(grn_value){.type = scalar}, unit) : NULL;
    grn_op *op = def && init ? grn_op_new(g->w.ir, def, GRN_STR(""), g->w.at->place, 2, 1, 1) : NULL;
    const grn_attr *dims = dims_attr(g, over);
    if (!op || !dims || !grn_op_set_attr(g->w.ir, op, GRN_STR("dimensions"), dims))
        return NULL;
    op->results[0].type = grn_tensor_like(&g->w, v->type->element, left.count, left.v);
    op->operands[0] = op->operands[1] = NULL;
    grn_op_set_operand(op, 0, v);
    grn_op_set_operand(op, 1, init);
    grn_op_insert_before(g->w.at, op);
    return op->results[0].type && grn_grad_fill_region(g, op, 0, combine, 1, &v->type->element) ? &op->results[0]
                                                                                                : NULL;
}

grn_value *grn_grad_sum(grn_grad *g, grn_value *v, const grn_dims *over)
{
    return grn_grad_fold(g, "stablehlo.add", 0, v, over);
}

grn_value *grn_grad_sum_all(grn_grad *g, grn_value *v)
{
    const grn_dims all = v ? grn_grad_all_dims(v->type) : (grn_dims){0};
    return grn_grad_sum(g, v, &all);
}

grn_op *grn_grad_again(grn_grad *g, const grn_op *op, size_t noperands, grn_value *const *operands,
                       const grn_type *result)
{
    grn_value_map map = {.arena = &g->w.ir->arena};
    grn_op *made = noperands == op->noperands ? grn_grad_copy_op(g->w.ir, op, &map) : NULL;
    if (!made)
        return NULL;
    for (size_t i = 0; i < noperands; i++) {
        if (!operands[i])
            return NULL;
        grn_op_set_operand(made, i, operands[i]);
    }
    if (result)
        made->results[0].type = result;
    grn_op_insert_before(g->w.at, made);
    return made;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

grn_value *grn_grad_pad(grn_grad *g, grn_value *v, grn_value *value, const int64_t *low, const int64_t *high,
                        const int64_t *interior)
{
    grn_dims shape = v ? grn_extents(v->type) : (grn_dims){0};
    bool changes = false;
    for (int32_t d = 0; d < shape.count; d++) {
        changes = changes || low[d] || high[d] || interior[d];
        shape.v[d] += low[d] + high[d] + (shape.v[d] > 0 ? (shape.v[d] - 1) * interior[d] : 0);
    }
    const size_t rank = (size_t)shape.count;
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(g->w.ir, rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(g->w.ir, rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(g->w.ir, rank, interior)}};
    return !v || !changes
               ? v
               : grn_new(&g->w, "stablehlo.pad", 2, (grn_value *const[]){v, value},
                         grn_tensor_like(&g->w, v->type->element, shape.count, shape.v), GRN_COUNT(attrs), attrs);
}

grn_value *grn_grad_slice(grn_grad *g, grn_value *v, const int64_t *start, const int64_t *limit, const int64_t *strides)
{
    grn_dims shape = v ? grn_extents(v->type) : (grn_dims){0};
    bool same = true;
    for (int32_t d = 0; d < shape.count; d++) {
        const int64_t n = (limit[d] - start[d] + strides[d] - 1) / strides[d];
        same = same && n == shape.v[d];
        shape.v[d] = n;
    }
    const size_t rank = (size_t)shape.count;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(g->w.ir, rank, start)},
                                  {"limit_indices", grn_attr_dense_i64(g->w.ir, rank, limit)},
                                  {"strides", grn_attr_dense_i64(g->w.ir, rank, strides)}};
    return !v || same
               ? v
               : grn_new(&g->w, "stablehlo.slice", 1, &v,
                         grn_tensor_like(&g->w, v->type->element, shape.count, shape.v), GRN_COUNT(attrs), attrs);
}
