/* body.c - the nodes that a body is made of, and which operator has which body. */
#include "onnx/body.h"

/* ---- the node -------------------------------------------------------------------------------- */

static const grn_attr *value_of(const onnx_body *b, const char *name)
{
    const onnx_attr *a = grn_onnx_attr_of(b->node, name);
    return a ? a->value : NULL;
}

bool grn_onnx_is_float(const grn_value *v) { return v && grn_dtype_class_of(grn_onnx_dtype_of(v)) == GRN_CLASS_FLOAT; }

bool grn_onnx_is_static(const onnx_body *b, size_t i)
{
    const grn_value *v = grn_onnx_input(b, i);
    return v && grn_type_has_static_shape(v->type);
}

bool grn_onnx_is_small(const onnx_body *b, size_t i)
{
    bool small = grn_onnx_is_static(b, i);
    for (int32_t d = 0; small && d < b->node->inputs[i]->type->rank; d++)
        small = b->node->inputs[i]->type->shape[d] <= INT32_MAX;
    return small;
}

int64_t grn_onnx_int(const onnx_body *b, const char *name, int64_t absent)
{
    const grn_attr *a = value_of(b, name);
    return a && a->kind == GRN_ATTR_INTEGER ? a->integer : absent;
}

double grn_onnx_real(const onnx_body *b, const char *name, double absent)
{
    const grn_attr *a = value_of(b, name);
    return a && a->kind == GRN_ATTR_FLOAT ? a->real : a && a->kind == GRN_ATTR_INTEGER ? (double)a->integer : absent;
}

bool grn_onnx_says(const onnx_body *b, const char *name, const char *text)
{
    const grn_attr *a = value_of(b, name);
    return a && a->kind == GRN_ATTR_STRING && grn_str_is(a->text, text);
}

int64_t grn_onnx_ints(const onnx_body *b, const char *name, int64_t room, int64_t *out)
{
    const grn_attr *a = value_of(b, name);
    if (!a || a->kind != GRN_ATTR_ARRAY || (int64_t)a->array.count > room)
        return -1;
    for (size_t i = 0; i < a->array.count; i++) {
        if (a->array.items[i]->kind != GRN_ATTR_INTEGER)
            return -1;
        out[i] = a->array.items[i]->integer;
    }
    return (int64_t)a->array.count;
}

int64_t grn_onnx_constant_numbers(const grn_value *v, int64_t room, double *out)
{
    const bool is_constant = v && v->def && grn_str_is(v->def->name, "onnx.Constant");
    const grn_attr *a = is_constant ? grn_op_attr(v->def, "value") : NULL;
    if (!a || a->kind != GRN_ATTR_ELEMENTS || grn_tensor_elements(&a->elements->tensor) > room)
        return -1;
    const grn_tensor *t = &a->elements->tensor;
    const int64_t n = grn_tensor_elements(t);
    if (t->rank > 1 || (!grn_dtype_is_integer(t->dtype) && grn_dtype_class_of(t->dtype) != GRN_CLASS_FLOAT))
        return -1;
    for (int64_t i = 0; i < n; i++) {
        const grn_scalar s = grn_scalar_load(t->dtype, grn_tensor_at(t, t->rank ? i * t->stride[0] : 0));
        out[i] = grn_dtype_is_integer(t->dtype) ? (double)s.i : s.f;
    }
    return n;
}

const grn_type *grn_onnx_declared(const onnx_body *b, size_t i)
{
    const grn_type *t = b->declared && i < b->node->noutputs ? b->declared[i] : NULL;
    return t && grn_type_is_tensor(t) && grn_type_has_static_shape(t) ? t : NULL;
}

int64_t grn_onnx_axis(const onnx_body *b, int32_t rank, int64_t absent)
{
    int64_t axis = grn_onnx_int(b, "axis", absent);
    axis += axis < 0 ? rank : 0;
    return axis >= 0 && axis < rank ? axis : -1;
}

/* ---- nodes of the body ----------------------------------------------------------------------- */

/* `declared`: of the result, where its row cannot say it; NULL: nothing is said. */
static grn_value *make(onnx_body *b, const char *op, size_t n, grn_value *const *operands, size_t nattrs,
                       const onnx_named *attrs, const grn_type *declared, size_t nresults)
{
    char name[64];
    grn_value *constant;
    for (size_t i = 0; i < n; i++)
        if (!operands[i])
            return NULL;
    snprintf(name, sizeof name, "onnx.%s", op);
    grn_op *made = grn_onnx_new_op(b->r, b->scope->block, name, b->node->at, n, operands, nresults);
    for (size_t i = 0; made && i < nattrs; i++)
        if (!grn_onnx_set(b->r, made, attrs[i].name, attrs[i].value))
            return NULL;
    if (!made || !grn_onnx_infer_results(b->r, made, declared ? &declared : NULL) ||
        !grn_onnx_fold(b->r, made, &constant))
        return NULL;
    return constant ? constant : &made->results[0];
}

grn_value *grn_onnx_step_with(onnx_body *b, const char *op, size_t n, grn_value *const *operands, size_t nattrs,
                              const onnx_named *attrs)
{
    return make(b, op, n, operands, nattrs, attrs, NULL, 1);
}

grn_value *grn_onnx_step(onnx_body *b, const char *op, size_t n, grn_value *const *operands, const char *attr,
                         const grn_attr *value)
{
    return make(b, op, n, operands, attr != NULL, &(onnx_named){attr, value}, NULL, 1);
}

grn_value *grn_onnx_top(onnx_body *b, grn_value *v, int64_t k, int64_t axis, grn_value **places)
{
    grn_value *const operands[] = {v, grn_onnx_list_of(b, 1, &k)};
    grn_value *top = make(b, "TopK", 2, operands, 1, &(onnx_named){"axis", grn_onnx_si64(b->r, axis)}, NULL, 2);
    *places = top ? &top->def->results[1] : NULL;
    return top;
}

grn_value *grn_onnx_squeeze_to(onnx_body *b, grn_value *v, grn_value *axes)
{
    return make(b, "Squeeze", 2, (grn_value *const[]){v, axes}, 0, NULL, b->declared ? b->declared[0] : NULL, 1);
}

grn_value *grn_onnx_scalar_of(onnx_body *b, grn_dtype dtype, double v)
{
    return grn_onnx_constant(b->r, b->scope->block, b->node->at, grn_onnx_scalar(b->r, dtype, v));
}

grn_value *grn_onnx_list_of(onnx_body *b, int64_t n, const int64_t *v)
{
    return grn_onnx_constant(b->r, b->scope->block, b->node->at, grn_onnx_i64s(b->r, (size_t)n, v));
}

grn_value *grn_onnx_cast(onnx_body *b, grn_value *v, grn_dtype dtype)
{
    if (!v || grn_onnx_dtype_of(v) == dtype)
        return v;
    return GRN_STEP_WITH(b, "Cast", "to", grn_attr_type(b->r->ir, grn_type_of_dtype(b->r->ir, dtype)), v);
}

grn_value *grn_onnx_reshape(onnx_body *b, grn_value *v, int64_t rank, const int64_t *shape)
{
    bool is_empty = false;
    for (int64_t d = 0; d < rank; d++)
        is_empty = is_empty || shape[d] == 0;
    return is_empty ? GRN_STEP_INT(b, "Reshape", "allowzero", 1, v, grn_onnx_list_of(b, rank, shape))
                    : GRN_STEP(b, "Reshape", v, grn_onnx_list_of(b, rank, shape));
}

grn_value *grn_onnx_transpose(onnx_body *b, grn_value *v, size_t rank, const int64_t *perm)
{
    const grn_attr *items[GRN_MAX_RANK];
    for (size_t d = 0; d < rank; d++)
        if (!grn_onnx_made(b->r, items[d] = grn_attr_integer(b->r->ir, grn_type_of_dtype(b->r->ir, GRN_I64), perm[d])))
            return NULL;
    return GRN_STEP_WITH(b, "Transpose", "perm", grn_attr_array(b->r->ir, rank, items), v);
}

grn_value *grn_onnx_slice_of(onnx_body *b, grn_value *v, int64_t axis, int64_t from, int64_t to, int64_t step)
{
    return GRN_STEP(b, "Slice", v, grn_onnx_list_of(b, 1, &from), grn_onnx_list_of(b, 1, &to),
                    grn_onnx_list_of(b, 1, &axis), grn_onnx_list_of(b, 1, &step));
}

grn_value *grn_onnx_count(onnx_body *b, int64_t n, int64_t axis, int64_t rank)
{
    int64_t shape[GRN_MAX_RANK];
    for (int64_t d = 0; d < rank; d++)
        shape[d] = d == axis ? n : 1;
    grn_value *v = GRN_STEP(b, "Range", grn_onnx_scalar_of(b, GRN_I64, 0), grn_onnx_scalar_of(b, GRN_I64, (double)n),
                            grn_onnx_scalar_of(b, GRN_I64, 1));
    return grn_onnx_reshape(b, v, rank, shape);
}

grn_value *grn_onnx_fold_from(onnx_body *b, const char *op, grn_value *v, int64_t from, int64_t rank)
{
    int64_t axes[GRN_MAX_RANK], n = 0;
    for (int64_t d = from; d < rank; d++)
        axes[n++] = d;
    return n ? GRN_STEP(b, op, v, grn_onnx_list_of(b, n, axes)) : v;
}

grn_value *grn_onnx_listed(onnx_body *b, grn_value *list, int64_t k)
{
    return GRN_STEP_INT(b, "Gather", "axis", 0, list, grn_onnx_scalar_of(b, GRN_I64, (double)k));
}

grn_value *grn_onnx_widened(onnx_body *b, grn_value *v, int64_t before, int64_t behind)
{
    int64_t axes[2 * GRN_MAX_RANK], n = 0;
    if (!v || v->type->rank + before + behind > GRN_MAX_RANK)
        return NULL;
    for (int64_t d = 0; d < before; d++)
        axes[n++] = d;
    for (int64_t d = 0; d < behind; d++)
        axes[n++] = before + v->type->rank + d;
    return n ? GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, n, axes)) : v;
}

grn_value *grn_onnx_folded(onnx_body *b, const char *op, grn_value *v, int64_t n, const int64_t *axes)
{
    grn_value *const operands[] = {v, grn_onnx_list_of(b, n, axes)};
    return grn_onnx_step(b, op, 2, operands, "keepdims", grn_onnx_si64(b->r, 0));
}

grn_value *grn_onnx_by_channel(onnx_body *b, grn_value *v, int64_t rank)
{
    int64_t axes[GRN_MAX_RANK], n = 0;
    for (int64_t d = 1; d < rank - 1; d++)
        axes[n++] = d;
    return n ? GRN_STEP(b, "Unsqueeze", v, grn_onnx_list_of(b, n, axes)) : v;
}

/* ---- which operator has which ---------------------------------------------------------------- */

static const onnx_body_row *const tables[] = {grn_onnx_formulas,         grn_onnx_norm_bodies,
                                              grn_onnx_loss_bodies,      grn_onnx_attention_bodies,
                                              grn_onnx_place_bodies,     grn_onnx_pool_bodies,
                                              grn_onnx_quantize_bodies,  grn_onnx_conv_bodies,
                                              grn_onnx_resize_bodies,    grn_onnx_sample_bodies,
                                              grn_onnx_scatter_bodies,   grn_onnx_roi_bodies,
                                              grn_onnx_recurrent_bodies, grn_onnx_linear_attention_bodies,
                                              grn_onnx_signal_bodies,    grn_onnx_einsum_bodies,
                                              grn_onnx_boxes_bodies,     grn_onnx_flex_bodies,
                                              grn_onnx_matrix_bodies,    grn_onnx_pad_bodies,
                                              grn_onnx_train_bodies};

static bool is_of(const onnx_body_row *row, const onnx_node *node)
{
    return grn_str_is(node->op, row->op) && grn_str_is(node->domain, row->domain ? row->domain : "");
}

static const onnx_body_row *find_row(const onnx_node *node)
{
    for (size_t t = 0; t < GRN_COUNT(tables); t++)
        for (const onnx_body_row *row = tables[t]; row->op; row++)
            if (is_of(row, node))
                return row;
    return NULL;
}

bool grn_onnx_put_body(onnx_body *b, bool *put)
{
    const onnx_body_row *row = b->node->is_custom ? NULL : find_row(b->node);
    bool fits = row && b->node->ninputs > 0;
    *put = false;
    for (size_t i = 0; fits && i < b->node->ninputs; i++)
        fits = !b->node->inputs[i] || grn_type_is_tensor(b->node->inputs[i]->type);
    if (!fits || !b->node->inputs[0])
        return true;
    if (row->text)
        b->results[0] = grn_onnx_formula(b, row->operands, row->text);
    else
        row->build(b);
    *put = b->results[0] != NULL;
    for (size_t i = 0; *put && i < b->node->noutputs; i++)
        *put = b->node->outputs[i].n == 0 || (i < GRN_ONNX_BODY_RESULTS && b->results[i]);
    if (*put) /* bodies are of today's forms */
        grn_onnx_at_least(b->r, 18);
    return b->r->file.status == GRN_OK;
}
