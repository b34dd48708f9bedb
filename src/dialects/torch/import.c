/*
 * import.c - torch's operators as ops of the hub. Broadcasting
 * becomes broadcast_in_dim. An operator stays as it is where a shape or a
 * number that it needs is not known.
 */
#include "dialects/torch/translate.h"

#include "dialects/torch/torch.h"

/* ---- what several share ------------------------------------------------------------------------------------------ */

/* Torch's operators are tied to its types, which only a program of torch keeps. */
grn_status grn_with_torch_stays(const grn_rewrite *w, const char *why)
{
    return w->target == grn_torch_translation.target ? GRN_OK : grn_refuse(w, "%s", why);
}

static grn_status unknown(const grn_rewrite *w)
{
    return grn_with_torch_stays(w, "has a shape, a list or a number that is not known");
}

/* A constant number as an element of any dtype. */
static bool scalar_of(const grn_attr *value, grn_scalar *s)
{
    bool real = value->kind == GRN_ATTR_FLOAT, number = real || value->kind == GRN_ATTR_INTEGER || value->kind == GRN_ATTR_BOOL;
    grn_dtype_class class = grn_dtype_class_of(s->dtype);
    if (!number || (real && (class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED)))
        return false;
    int64_t whole = value->kind == GRN_ATTR_INTEGER ? value->integer : value->kind == GRN_ATTR_BOOL && value->boolean;
    if (class == GRN_CLASS_FLOAT)
        s->f = real ? value->real : (double)whole;
    else if (class == GRN_CLASS_COMPLEX)
        s->c.re = real ? value->real : (double)whole;
    else if (class == GRN_CLASS_BOOL)
        s->i = real ? value->real != 0 : whole != 0;
    else
        s->i = whole;
    return true;
}

bool grn_with_torch_scalar(const grn_op *op, size_t i, grn_dtype dtype, void *element)
{
    const grn_op *def = op->operands[i]->def;
    const grn_attr *value = def ? grn_op_attr(def, "value") : NULL;
    grn_scalar s = {.dtype = dtype};
    if (!value || !scalar_of(value, &s))
        return false;
    grn_scalar_store(&s, dtype, element);
    return true;
}

grn_value *grn_with_torch_spread(grn_rewrite *w, grn_value *v, int32_t rank, const int64_t *shape)
{
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; v && d < v->type->rank; d++)
        dims[d] = rank - v->type->rank + d;
    return grn_build_broadcast(w, v, dims, rank, shape);
}

static grn_value *like_result(grn_rewrite *w, grn_value *v, const grn_op *op)
{
    return grn_with_torch_spread(w, v, grn_result_type(op, 0)->rank, grn_result_type(op, 0)->shape);
}

static bool is_bool(const grn_type *t) { return t->element->dtype == GRN_I1; }

/* ---- elements ---------------------------------------------------------------------------------------------------- */

static const struct {
    const char *torch, *hub;
} hub_ops[] = {{"torch.aten.add.Tensor", "stablehlo.add"},
             {"torch.aten.sub.Tensor", "stablehlo.subtract"},
             {"torch.aten.mul.Tensor", "stablehlo.multiply"},
             {"torch.aten.minimum", "stablehlo.minimum"},
             {"torch.aten.maximum", "stablehlo.maximum"},
             {"torch.aten.bitwise_and.Tensor", "stablehlo.and"},
             {"torch.aten.bitwise_or.Tensor", "stablehlo.or"},
             {"torch.aten.bitwise_xor.Tensor", "stablehlo.xor"},
             {"torch.aten.logical_and", "stablehlo.and"},
             {"torch.aten.logical_or", "stablehlo.or"},
             {"torch.aten.logical_xor", "stablehlo.xor"},
             {"torch.aten.eq.Tensor", "EQ"},
             {"torch.aten.ne.Tensor", "NE"},
             {"torch.aten.lt.Tensor", "LT"},
             {"torch.aten.le.Tensor", "LE"},
             {"torch.aten.gt.Tensor", "GT"},
             {"torch.aten.ge.Tensor", "GE"}};

static const char *hub_op_of(const grn_op *op)
{
    for (size_t i = 0; i < GRN_COUNT(hub_ops); i++)
        if (grn_str_is(op->name, hub_ops[i].torch))
            return hub_ops[i].hub;
    return NULL;
}

static grn_status import_binary(grn_rewrite *w, const grn_op *op)
{
    if (!grn_op_is_static(op))
        return unknown(w);
    grn_value *a = like_result(w, op->operands[0], op), *b = like_result(w, op->operands[1], op);
    return grn_replace(w, grn_build_binary(w, hub_op_of(op), a, b));
}

/* alpha is a number that is known, or else the op stays. */
static grn_status import_alpha(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    unsigned char alpha[16];
    int64_t one = 0;
    if (!grn_op_is_static(op) || !grn_with_torch_scalar(op, 2, t->element->dtype, alpha))
        return unknown(w);
    grn_value *a = like_result(w, op->operands[0], op), *b = like_result(w, op->operands[1], op);
    if (!grn_constant_operand(op, 2, &one) || one != 1)
        b = b ? grn_build_binary(w, "stablehlo.multiply", b, grn_build_splat(w, t->element, t->rank, t->shape, alpha)) : NULL;
    return grn_replace(w, b ? grn_build_binary(w, hub_op_of(op), a, b) : NULL);
}

static grn_status import_compare(grn_rewrite *w, const grn_op *op)
{
    if (!grn_op_is_static(op))
        return unknown(w);
    grn_value *a = like_result(w, op->operands[0], op), *b = like_result(w, op->operands[1], op);
    return grn_replace(w, grn_build_compare(w, hub_op_of(op), a, b));
}

/* Anything but 0 is true; `no`: the other way around. */
static grn_value *truth(grn_rewrite *w, grn_value *v, bool no)
{
    static const unsigned char zero[16];
    const grn_type *t = v->type;
    if (is_bool(t) && !no)
        return v;
    return grn_build_compare(w, no ? "EQ" : "NE", v, grn_build_splat(w, t->element, t->rank, t->shape, zero));
}

static grn_status import_logical(grn_rewrite *w, const grn_op *op)
{
    if (!grn_op_is_static(op))
        return unknown(w);
    grn_value *a = truth(w, op->operands[0], false), *b = truth(w, op->operands[1], false);
    a = like_result(w, a, op);
    return grn_replace(w, a ? grn_build_binary(w, hub_op_of(op), a, like_result(w, b, op)) : NULL);
}

static grn_status import_not(grn_rewrite *w, const grn_op *op)
{
    return grn_op_is_static(op) ? grn_replace(w, truth(w, op->operands[0], true)) : unknown(w);
}

static grn_status import_where(grn_rewrite *w, const grn_op *op)
{
    grn_value *v[3];
    if (!grn_op_is_static(op))
        return unknown(w);
    for (size_t i = 0; i < GRN_COUNT(v); i++)
        v[i] = like_result(w, op->operands[i], op);
    return grn_replace(w, grn_build_select(w, v[0], v[1], v[2]));
}

/* By bounds that are known: maximum, then minimum. */
static grn_status import_clamp(grn_rewrite *w, const grn_op *op)
{
    static const char *const names[] = {"", "stablehlo.maximum", "stablehlo.minimum"};
    const grn_type *t = grn_result_type(op, 0);
    grn_value *v = op->operands[0];
    unsigned char bound[3][16];
    if (!grn_op_is_static(op))
        return unknown(w);
    for (size_t i = 1; i <= 2; i++)
        if (!grn_torch_is_none(op, i) && !grn_with_torch_scalar(op, i, t->element->dtype, bound[i]))
            return unknown(w);
    for (size_t i = 1; v && i <= 2; i++)
        if (!grn_torch_is_none(op, i))
            v = grn_build_binary(w, names[i], v, grn_build_splat(w, t->element, t->rank, t->shape, bound[i]));
    return grn_replace(w, v);
}

static grn_status import_to_dtype(grn_rewrite *w, const grn_op *op)
{
    const grn_type *from = grn_operand_type(op, 0)->element, *to = grn_result_type(op, 0)->element;
    bool exact = from->kind == GRN_TYPE_INTEGER || to->kind != GRN_TYPE_INTEGER;
    if (!exact)
        return grn_with_torch_stays(w, "makes integers of floats, where the two differ");
    return grn_op_is_static(op) ? grn_replace(w, grn_build_convert(w, op->operands[0], to)) : unknown(w);
}

/* ---- constants --------------------------------------------------------------------------------------------------- */

/* A literal's integers are signed where the hub's are signless. */
static grn_status import_literal(grn_rewrite *w, const grn_op *op)
{
    grn_attr a = *grn_op_attr(op, "value");
    a.type = grn_result_type(op, 0);
    const grn_attr *made = grn_type_has_static_shape(a.type) ? grn_attr_make(w->ir, &a) : NULL;
    if (!made)
        return grn_type_has_static_shape(a.type) ? grn_no_memory(w) : unknown(w);
    return grn_replace(w, grn_new(w, "stablehlo.constant", 0, NULL, a.type, 1, &(grn_new_attr){"value", made}));
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

/* view, reshape, unsqueeze: the result's type decides all. */
static grn_status import_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return grn_op_is_static(op) ? grn_replace(w, grn_build_reshape(w, op->operands[0], t->rank, t->shape)) : unknown(w);
}

/* A conversion between a vtensor and the tensor it stands for is dropped. */
static grn_status import_identity(grn_rewrite *w, const grn_op *op)
{
    return grn_operand_type(op, 0) == grn_result_type(op, 0) ? grn_replace(w, op->operands[0]) : unknown(w);
}

static grn_status import_permute(grn_rewrite *w, const grn_op *op)
{
    int32_t count;
    int64_t v[GRN_MAX_RANK];
    if (!grn_op_is_static(op) || !grn_torch_list_of(op, 1) || !grn_torch_list_ints(op, 1, &count, v))
        return unknown(w);
    for (int32_t i = 0; i < count; i++) {
        v[i] = grn_form_axis(v[i], count);
        if (v[i] < 0)
            return unknown(w);
    }
    return grn_replace(w, grn_build_transpose(w, op->operands[0], v));
}

static grn_status import_expand(grn_rewrite *w, const grn_op *op)
{
    return grn_op_is_static(op) ? grn_replace(w, like_result(w, op->operands[0], op)) : unknown(w);
}

static int64_t into(int64_t v, int64_t extent)
{
    v = v < 0 ? v + extent : v;
    return v < 0 ? 0 : v > extent ? extent : v;
}

static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    int64_t dim, from = 0, to = INT64_MAX, step, start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    bool known = grn_constant_operand(op, 1, &dim) && (grn_torch_is_none(op, 2) || grn_constant_operand(op, 2, &from)) &&
                 (grn_torch_is_none(op, 3) || grn_constant_operand(op, 3, &to)) && grn_constant_operand(op, 4, &step);
    if (!known || !grn_op_is_static(op))
        return unknown(w);
    int64_t axis = grn_form_axis(dim, t->rank);
    for (int32_t d = 0; d < t->rank; d++) {
        start[d] = d == axis ? into(from, t->shape[d]) : 0;
        limit[d] = d == axis ? into(to, t->shape[d]) : t->shape[d];
        limit[d] = limit[d] < start[d] ? start[d] : limit[d];
        stride[d] = d == axis ? step : 1;
    }
    size_t rank = (size_t)t->rank;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, start)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, stride)}};
    return grn_replace(w, grn_new(w, "stablehlo.slice", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

static grn_status import_cat(grn_rewrite *w, const grn_op *op)
{
    const grn_op *list = grn_torch_list_of(op, 0);
    int64_t dim;
    if (!list || !grn_type_has_static_shape(grn_result_type(op, 0)) || !grn_constant_operand(op, 1, &dim))
        return unknown(w);
    for (size_t i = 0; i < list->noperands; i++)
        if (!grn_type_has_static_shape(grn_operand_type(list, i)))
            return unknown(w);
    int64_t axis = grn_form_axis(dim, grn_result_type(op, 0)->rank);
    return grn_replace(w, grn_build_concatenate(w, list->noperands, list->operands, axis));
}

const grn_import_pattern grn_torch_import_patterns[] = {
    {.op = "torch_c.from_builtin_tensor", .import = import_identity},
    {.op = "torch_c.to_builtin_tensor", .import = import_identity},
    {.op = "torch.vtensor.literal", .import = import_literal},
    {.op = "torch.aten.view", .import = import_reshape},
    {.op = "torch.aten.reshape", .import = import_reshape},
    {.op = "torch.aten.unsqueeze", .import = import_reshape},
    {.op = "torch.aten.permute", .import = import_permute},
    {.op = "torch.aten.expand", .import = import_expand},
    {.op = "torch.aten.slice.Tensor", .import = import_slice},
    {.op = "torch.aten.cat", .import = import_cat},
    {.op = "torch.aten.add.Tensor", .import = import_alpha},
    {.op = "torch.aten.sub.Tensor", .import = import_alpha},
    {.op = "torch.aten.mul.Tensor", .import = import_binary},
    {.op = "torch.aten.minimum", .import = import_binary},
    {.op = "torch.aten.maximum", .import = import_binary},
    {.op = "torch.aten.bitwise_and.Tensor", .import = import_binary},
    {.op = "torch.aten.bitwise_or.Tensor", .import = import_binary},
    {.op = "torch.aten.bitwise_xor.Tensor", .import = import_binary},
    {.op = "torch.aten.bitwise_not", .as = "stablehlo.not"},
    {.op = "torch.aten.logical_and", .import = import_logical},
    {.op = "torch.aten.logical_or", .import = import_logical},
    {.op = "torch.aten.logical_xor", .import = import_logical},
    {.op = "torch.aten.logical_not", .import = import_not},
    {.op = "torch.aten.eq.Tensor", .import = import_compare},
    {.op = "torch.aten.ne.Tensor", .import = import_compare},
    {.op = "torch.aten.lt.Tensor", .import = import_compare},
    {.op = "torch.aten.le.Tensor", .import = import_compare},
    {.op = "torch.aten.gt.Tensor", .import = import_compare},
    {.op = "torch.aten.ge.Tensor", .import = import_compare},
    {.op = "torch.aten.where.self", .import = import_where},
    {.op = "torch.aten.clamp", .import = import_clamp},
    {.op = "torch.aten.to.dtype", .import = import_to_dtype},
    {.op = "torch.aten.gather", .import = grn_with_torch_import_gather},
    {.op = "torch.aten.index_select", .import = grn_with_torch_import_gather},
    {.op = "torch.aten.scatter.src", .import = grn_with_torch_import_scatter_src},
    {.op = "torch.aten.scatter_add", .import = grn_with_torch_import_scatter_add},
    {.op = "torch.aten.index_copy", .import = grn_with_torch_import_index_copy},
    {.op = "torch.aten.scatter_reduce.two", .import = grn_with_torch_import_reduce},
    {.op = "torch.aten.index_add", .import = grn_with_torch_import_index_add},
    {.op = "torch.aten.scatter.value", .import = grn_with_torch_import_scatter_value},
    {.op = "torch.aten.index.Tensor", .import = grn_with_torch_import_index},
    {.op = "torch.aten.index.Tensor_hacked_twin", .import = grn_with_torch_import_index},
    {.op = "torch.aten.index_put", .import = grn_with_torch_import_index_put},
    {.op = "torch.aten.index_put.hacked_twin", .import = grn_with_torch_import_index_put},
    {.op = NULL},
};
