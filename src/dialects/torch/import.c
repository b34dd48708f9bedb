/*
 * import.c - torch's operators as ops of the hub. Broadcasting
 * becomes broadcast_in_dim. An operator stays as it is where a shape or a
 * number that it needs is not known.
 */
#include "dialects/torch/translate.h"

#include "dialects/torch/torch.h"

/* ---- what several share ---------------------------------------------------------------------- */

static grn_status unknown(const grn_rewrite *w)
{
    return grn_not_imported(w, "has a shape, a list or a number that is not known");
}

/* A constant number as an element of any dtype. */
static bool scalar_of(const grn_attr *value, grn_scalar *s)
{
    bool real = value->kind == GRN_ATTR_FLOAT,
         number = real || value->kind == GRN_ATTR_INTEGER || value->kind == GRN_ATTR_BOOL;
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

static grn_value *spread(grn_rewrite *w, const grn_op *op, grn_value *v)
{
    return grn_spread(w, v, grn_result_type(op, 0)->rank, grn_result_type(op, 0)->shape);
}

static bool is_bool(const grn_type *t) { return t->element->dtype == GRN_I1; }

/* ---- elements -------------------------------------------------------------------------------- */

/* alpha is a number that is known, or else the op stays. */
static grn_status import_alpha(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    unsigned char alpha[16];
    int64_t one = 0;
    if (!grn_op_is_static(op) || !grn_with_torch_scalar(op, 2, t->element->dtype, alpha))
        return unknown(w);
    grn_value *a = spread(w, op, op->operands[0]), *b = spread(w, op, op->operands[1]);
    if (!grn_constant_operand(op, 2, &one) || one != 1)
        b = b ? grn_build_binary(w, "stablehlo.multiply", b, grn_build_splat(w, t->element, t->rank, t->shape, alpha))
              : NULL;
    return grn_replace(w, b ? grn_build_binary(w, w->row->as, a, b) : NULL);
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
    a = spread(w, op, a);
    return grn_replace(w, a ? grn_build_binary(w, w->row->as, a, spread(w, op, b)) : NULL);
}

static grn_status import_not(grn_rewrite *w, const grn_op *op)
{
    return grn_op_is_static(op) ? grn_replace(w, truth(w, op->operands[0], true)) : unknown(w);
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
        return grn_not_imported(w, "makes integers of floats, where the two differ");
    return grn_op_is_static(op) ? grn_replace(w, grn_build_convert(w, op->operands[0], to)) : unknown(w);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

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

static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    int64_t dim, from = 0, to = INT64_MAX, step, start[GRN_MAX_RANK], limit[GRN_MAX_RANK], stride[GRN_MAX_RANK];
    bool known = grn_constant_operand(op, 1, &dim) &&
                 (grn_torch_is_none(op, 2) || grn_constant_operand(op, 2, &from)) &&
                 (grn_torch_is_none(op, 3) || grn_constant_operand(op, 3, &to)) && grn_constant_operand(op, 4, &step);
    if (!known || !grn_op_is_static(op))
        return unknown(w);
    int64_t axis = grn_form_axis(dim, t->rank);
    for (int32_t d = 0; d < t->rank; d++) {
        start[d] = d == axis ? grn_slice_bound(from, t->shape[d]) : 0;
        limit[d] = d == axis ? grn_slice_bound(to, t->shape[d]) : t->shape[d];
        limit[d] = limit[d] < start[d] ? start[d] : limit[d];
        stride[d] = d == axis ? step : 1;
    }
    size_t rank = (size_t)t->rank;
    const grn_new_attr attrs[] = {{"start_indices", grn_attr_dense_i64(w->ir, rank, start)},
                                  {"limit_indices", grn_attr_dense_i64(w->ir, rank, limit)},
                                  {"strides", grn_attr_dense_i64(w->ir, rank, stride)}};
    return grn_replace(w,
                       grn_new(w, "stablehlo.slice", 1, op->operands, grn_result_type(op, 0), GRN_COUNT(attrs), attrs));
}

static grn_status import_pad(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0), *made = grn_result_type(op, 0);
    int32_t count;
    int64_t pads[GRN_MAX_RANK];
    grn_dims low = {.count = t->rank}, high = {.count = t->rank}, none = {.count = t->rank};
    unsigned char value[16];
    if (!grn_torch_list_of(op, 1) || !grn_torch_list_ints(op, 1, &count, pads) ||
        !grn_with_torch_scalar(op, 2, t->element->dtype, value))
        return unknown(w);
    for (int32_t i = 0; i < count; i++) {
        if (pads[i] == GRN_DYNAMIC)
            return unknown(w);
        (i % 2 ? &high : &low)->v[t->rank - 1 - i / 2] = pads[i];
    }
    const size_t rank = (size_t)t->rank;
    grn_value *const operands[] = {op->operands[0], grn_build_splat(w, t->element, 0, NULL, value)};
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, rank, low.v)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, rank, high.v)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, rank, none.v)}};
    return grn_replace(w, grn_new(w, "stablehlo.pad", 2, operands, made, GRN_COUNT(attrs), attrs));
}

/* A slice of one element, whose dim goes. */
static grn_status import_select(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    int64_t dim, index;
    grn_dims start = {.count = 0}, limit = grn_extents(t), shape = {.count = 0};
    if (!grn_constant_operand(op, 1, &dim) || !grn_constant_operand(op, 2, &index) || !grn_op_is_static(op))
        return unknown(w);
    const int64_t axis = grn_form_axis(dim, t->rank);
    for (int32_t d = 0; d < t->rank; d++) {
        grn_dims_push(&start, 0);
        if (d != axis)
            grn_dims_push(&shape, t->shape[d]);
    }
    start.v[axis] = index < 0 ? index + t->shape[axis] : index;
    limit.v[axis] = start.v[axis] + 1;
    return grn_replace(
        w, grn_build_reshape(w, grn_build_slice(w, op->operands[0], start.v, limit.v), shape.count, shape.v));
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

/* Of a shape that is not known, too: the dim is said. */
static grn_status import_unsqueeze(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *in = grn_operand_type(op, 0);
    int32_t from[GRN_MAX_RANK];
    int64_t dim;
    if (grn_op_is_static(op) || !grn_has_plain_operand(op) || !grn_constant_operand(op, 1, &dim) ||
        t->rank != in->rank + 1)
        return grn_import_reshape(w, op);
    const int64_t axis = grn_form_axis(dim, t->rank);
    for (int32_t d = 0; d < t->rank; d++) {
        from[d] = d - (d > axis);
        if (d != axis && t->shape[d] != in->shape[from[d]])
            return unknown(w);
    }
    grn_value *const operands[] = {op->operands[0], grn_shape_value_from(w->ir, w->at, op->operands[0], from, t)};
    return grn_replace(w, operands[1] ? grn_new(w, "stablehlo.dynamic_reshape", 2, operands, t, 0, NULL) : NULL);
}

/* An extent as a tensor, or a tensor that was a number: the number itself is no value of the
 * hub's. */
static grn_status import_number(grn_rewrite *w, const grn_op *op)
{
    const grn_op *size = op->operands[0]->def;
    const grn_type *t = grn_result_type(op, 0), *i32 = grn_type_integer(w->ir, 32, GRN_SIGNLESS);
    int64_t dim;
    if (size && grn_str_is(size->name, "torch.aten.Int.Tensor") && grn_is_static(size->operands[0]->type))
        return grn_replace(w, grn_build_convert(w, grn_build_reshape(w, size->operands[0], 0, NULL), t->element));
    if (!size || !grn_str_is(size->name, "torch.aten.size.int") || !grn_constant_operand(size, 1, &dim) || !i32)
        return i32 ? unknown(w) : grn_no_memory(w);
    grn_value *self = size->operands[0];
    grn_value *v =
        grn_make_simple(w->ir, w->at, "stablehlo.get_dimension_size", 1, &self, grn_tensor_like(w, i32, 0, NULL),
                        "dimension", grn_form_axis(dim, grn_type_at_run(self->type)->rank));
    return grn_replace(w, grn_build_convert(w, v, t->element));
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define SHAPED(torch)                                           \
    {                                                           \
        .op = "torch.aten." torch, .import = grn_import_reshape \
    }
#define ELEMENT(torch, hub)                               \
    {                                                     \
        .op = "torch.aten." torch, .as = "stablehlo." hub \
    }
#define WITH(torch, hub, function)                                            \
    {                                                                         \
        .op = "torch.aten." torch, .as = "stablehlo." hub, .import = function \
    }
#define COMPARE(torch, way)                                   \
    {                                                         \
        .op = "torch.aten." torch ".Tensor", .direction = way \
    }
#define INDEX(torch, function)                                                \
    {                                                                         \
        .op = "torch.aten." torch, .import = grn_with_torch_import_##function \
    }

const grn_import_pattern grn_torch_import_patterns[] = {
    {.op = "torch.vtensor.literal", .import = grn_import_constant},
    SHAPED("view"),
    SHAPED("reshape"),
    {.op = "torch.aten.unsqueeze", .import = import_unsqueeze},
    {.op = "torch.aten.permute", .import = import_permute},
    {.op = "torch.aten.expand", .import = grn_import_expand},
    {.op = "torch.aten.slice.Tensor", .import = import_slice},
    {.op = "torch.aten.select.int", .import = import_select},
    {.op = "torch.aten.constant_pad_nd", .import = import_pad},
    {.op = "torch.aten.cat", .import = import_cat},
    WITH("add.Tensor", "add", import_alpha),
    WITH("sub.Tensor", "subtract", import_alpha),
    ELEMENT("mul.Tensor", "multiply"),
    ELEMENT("minimum", "minimum"),
    ELEMENT("maximum", "maximum"),
    ELEMENT("bitwise_and.Tensor", "and"),
    ELEMENT("bitwise_or.Tensor", "or"),
    ELEMENT("bitwise_xor.Tensor", "xor"),
    ELEMENT("bitwise_not", "not"),
    WITH("logical_and", "and", import_logical),
    WITH("logical_or", "or", import_logical),
    WITH("logical_xor", "xor", import_logical),
    {.op = "torch.aten.logical_not", .import = import_not},
    COMPARE("eq", "EQ"),
    COMPARE("ne", "NE"),
    COMPARE("lt", "LT"),
    COMPARE("le", "LE"),
    COMPARE("gt", "GT"),
    COMPARE("ge", "GE"),
    ELEMENT("where.self", "select"),
    {.op = "torch.prim.NumToTensor.Scalar", .import = import_number},
    {.op = "torch.aten.clamp", .import = import_clamp},
    {.op = "torch.aten.to.dtype", .import = import_to_dtype},
    INDEX("gather", gather),
    INDEX("index_select", gather),
    INDEX("scatter.src", scatter_src),
    INDEX("scatter_add", scatter_add),
    INDEX("index_copy", index_copy),
    INDEX("scatter_reduce.two", reduce),
    INDEX("index_reduce", index_reduce),
    INDEX("index_add", index_add),
    INDEX("scatter.value", scatter_value),
    INDEX("index.Tensor", index),
    INDEX("index.Tensor_hacked_twin", index),
    INDEX("index_put", index_put),
    INDEX("index_put.hacked_twin", index_put),
    INDEX("embedding_bag.padding_idx", bag),
    INDEX("_embedding_bag", bag),
    INDEX("segment_reduce", segment_reduce),
    INDEX("masked_select", grouped),
    INDEX("masked_scatter", masked_scatter),
    INDEX("bincount", bincount),
    INDEX("histc", grouped),
    {.op = NULL},
};

const grn_import_pattern grn_torch_c_import_patterns[] = {
    {.op = "torch_c.from_builtin_tensor", .import = grn_import_identity},
    {.op = "torch_c.to_builtin_tensor", .import = grn_import_identity},
    {.op = NULL},
};
