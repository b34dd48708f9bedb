/*
 * adapt.c - nodes of older opsets in today's forms, by ONNX's Changelog: attributes that became
 * operands, operators that were renamed, and defaults that changed. And the attributes that the
 * onnx dialect has in another form than the file.
 */
#include "onnx/internal.h"

onnx_attr *grn_onnx_attr_of(const onnx_node *node, const char *name)
{
    for (size_t i = 0; i < node->nattrs; i++)
        if (grn_str_is(node->attrs[i].name, name))
            return &node->attrs[i];
    return NULL;
}

static void drop(onnx_node *node, const char *name)
{
    onnx_attr *a = grn_onnx_attr_of(node, name);
    if (a)
        a->name.n = 0;
}

static bool is_op(const onnx_node *node, const char *op) { return grn_str_is(node->op, op); }

void grn_onnx_at_least(onnx_reader *r, int64_t opset)
{
    r->least_opset = r->least_opset > opset ? r->least_opset : opset;
}

static bool is_given(const onnx_node *node, size_t i) { return i < node->ninputs && node->inputs[i]; }

static bool set_input(onnx_reader *r, onnx_node *node, size_t i, grn_value *v)
{
    if (!v)
        return r->file.status == GRN_OK && grn_onnx_made(r, NULL);
    while (node->ninputs <= i)
        node->inputs[node->ninputs++] = NULL;
    node->inputs[i] = v;
    return true;
}

/* ---- attributes that are operands since ------------------------------------------------------ */

typedef enum form { FORM_LIST, FORM_ONE, FORM_ELEMENT, FORM_FLOAT, FORM_FLOATS } form;

static const struct {
    const char *op, *attr;
    size_t operand;
    form form;     /* a list of i64, a list of one, a scalar of operand 0's elements, a scalar f32, a list of f32 */
    int64_t least; /* the opset that a model with the operand has at least */
    int64_t since; /* the opset in which it became one */
} moved[] = {
    {"Squeeze", "axes", 1, FORM_LIST, 13, 13},      {"Unsqueeze", "axes", 1, FORM_LIST, 13, 13},
    {"ReduceSum", "axes", 1, FORM_LIST, 13, 13},    {"ReduceMean", "axes", 1, FORM_LIST, 13, 18},
    {"ReduceMax", "axes", 1, FORM_LIST, 13, 18},    {"ReduceMin", "axes", 1, FORM_LIST, 13, 18},
    {"ReduceProd", "axes", 1, FORM_LIST, 13, 18},   {"ReduceL1", "axes", 1, FORM_LIST, 13, 18},
    {"ReduceL2", "axes", 1, FORM_LIST, 13, 18},     {"ReduceSumSquare", "axes", 1, FORM_LIST, 13, 18},
    {"ReduceLogSum", "axes", 1, FORM_LIST, 13, 18}, {"ReduceLogSumExp", "axes", 1, FORM_LIST, 13, 18},
    {"Split", "split", 1, FORM_LIST, 13, 13},       {"Slice", "starts", 1, FORM_LIST, 10, 10},
    {"Slice", "ends", 2, FORM_LIST, 10, 10},        {"Slice", "axes", 3, FORM_LIST, 10, 10},
    {"Pad", "pads", 1, FORM_LIST, 11, 11},          {"Pad", "paddings", 1, FORM_LIST, 11, 11},
    {"Pad", "value", 2, FORM_ELEMENT, 11, 11},      {"TopK", "k", 1, FORM_ONE, 11, 10},
    {"Clip", "min", 1, FORM_ELEMENT, 11, 11},       {"Clip", "max", 2, FORM_ELEMENT, 11, 11},
    {"Reshape", "shape", 1, FORM_LIST, 5, 5},       {"Dropout", "ratio", 1, FORM_FLOAT, 12, 12},
    {"Upsample", "scales", 1, FORM_FLOATS, 9, 9},
};

int64_t grn_onnx_axes_since(grn_str name)
{
    for (size_t i = 0; i < GRN_COUNT(moved); i++)
        if (grn_str_is(name, moved[i].op) && moved[i].operand == 1 && strcmp(moved[i].attr, "axes") == 0)
            return moved[i].since;
    return 0;
}

const grn_attr *grn_onnx_scalar(onnx_reader *r, grn_dtype dtype, double v)
{
    grn_scalar s = {.dtype = dtype};
    grn_tensor t;
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT)
        s.f = v;
    else
        s.i = v > -9e18 && v < 9e18 ? (int64_t)v : v < 0 ? INT64_MIN : INT64_MAX;
    const grn_type *element = grn_type_of_dtype(r->ir, dtype),
                   *type = element ? grn_type_tensor(r->ir, element, 0, NULL, NULL) : NULL;
    grn_attr_elements *e = GRN_ARENA_NEW(&r->ir->arena, grn_attr_elements, 1);
    if (!grn_onnx_made(r, type) || !grn_onnx_made(r, e) || grn_tensor_init(&t, NULL, dtype, 0, NULL) != GRN_OK)
        return NULL;
    if (!grn_onnx_made(r, t.data = grn_arena_alloc(&r->ir->arena, 16)))
        return NULL;
    grn_scalar_store(&s, dtype, t.data);
    *e = (grn_attr_elements){.tensor = t, .resource = GRN_STR("")};
    return grn_attr_make(r->ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = e});
}

/* A list of numbers as a tensor, one as a scalar. */
static const grn_attr *constant_of(onnx_reader *r, const onnx_attr *a)
{
    const grn_attr *v = a->value;
    if (v->kind == GRN_ATTR_ELEMENTS)
        return v;
    if (v->kind == GRN_ATTR_FLOAT)
        return grn_onnx_scalar(r, GRN_F32, v->real);
    const bool is_floats = grn_str_is(a->name, "value_floats");
    const bool is_one = v->kind == GRN_ATTR_INTEGER;
    grn_tensor t;
    const int64_t count[] = {v->kind == GRN_ATTR_ARRAY ? (int64_t)v->array.count : 1};
    const grn_dtype dtype = is_floats ? GRN_F32 : GRN_I64;
    if ((!is_one && v->kind != GRN_ATTR_ARRAY) || grn_tensor_init(&t, NULL, dtype, is_one ? 0 : 1, count) != GRN_OK)
        return NULL;
    t.data = grn_arena_alloc(&r->ir->arena, grn_tensor_bytes(&t));
    grn_attr_elements *e = GRN_ARENA_NEW(&r->ir->arena, grn_attr_elements, 1);
    const grn_type *element = grn_type_of_dtype(r->ir, dtype),
                   *type = element ? grn_type_tensor(r->ir, element, t.rank, t.shape, NULL) : NULL;
    if (!grn_onnx_made(r, t.data) || !grn_onnx_made(r, e) || !grn_onnx_made(r, type))
        return NULL;
    for (int64_t i = 0; i < count[0]; i++) {
        const grn_attr *item = is_one ? v : v->array.items[i];
        if (item->kind != (is_floats ? GRN_ATTR_FLOAT : GRN_ATTR_INTEGER))
            return NULL;
        if (is_floats)
            ((float *)t.data)[i] = (float)item->real;
        else
            ((int64_t *)t.data)[i] = item->integer;
    }
    *e = (grn_attr_elements){.tensor = t, .resource = GRN_STR("")};
    return grn_attr_make(r->ir, &(grn_attr){.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = e});
}

/* NULL: reported. */
static const grn_attr *as_elements(onnx_reader *r, const onnx_node *node, const onnx_attr *a, form as)
{
    const grn_attr *v = a->value;
    const grn_type *data = is_given(node, 0) ? node->inputs[0]->type : NULL;
    const grn_type *element = data ? grn_type_element_or_self(data) : NULL;
    const bool is_list = v && v->kind == GRN_ATTR_ARRAY && v->is_dims, is_one = v && v->kind == GRN_ATTR_INTEGER;
    if (as == FORM_LIST && is_list)
        return grn_onnx_i64s(r, v->ndims, v->dims);
    if (as == FORM_LIST && v && v->kind == GRN_ATTR_ARRAY && v->array.count == 0)
        return grn_onnx_i64s(r, 0, NULL);
    if (as == FORM_ONE && is_one)
        return grn_onnx_i64s(r, 1, &v->integer);
    const onnx_attr floats = {.name = GRN_STR("value_floats"), .value = v};
    const grn_attr *list = as == FORM_FLOATS && v && v->kind == GRN_ATTR_ARRAY ? constant_of(r, &floats) : NULL;
    if (list || r->file.status != GRN_OK)
        return list;
    const bool is_number = v && (v->kind == GRN_ATTR_FLOAT || is_one);
    const grn_dtype dtype = as == FORM_FLOAT ? GRN_F32 : element ? element->dtype : GRN_NO_DTYPE;
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    const bool counts = class == GRN_CLASS_FLOAT || class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED;
    if ((as == FORM_ELEMENT || as == FORM_FLOAT) && is_number && counts)
        return grn_onnx_scalar(r, dtype, is_one ? (double)v->integer : v->real);
    grn_proto_wrong(&r->file, a->at, "node '%.*s' (%.*s) has attribute '%.*s' of a kind that is not its own",
                    GRN_ONNX_SHOWN(node->name), GRN_ONNX_SHOWN(node->op), GRN_ONNX_SHOWN(a->name));
    return NULL;
}

static bool move_attributes(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    for (size_t i = 0; i < GRN_COUNT(moved); i++) {
        onnx_attr *a = is_op(node, moved[i].op) ? grn_onnx_attr_of(node, moved[i].attr) : NULL;
        if (!a || is_given(node, moved[i].operand))
            continue;
        const grn_attr *list = as_elements(r, node, a, moved[i].form);
        if (!list || !set_input(r, node, moved[i].operand, grn_onnx_constant(r, scope->block, node->at, list)))
            return false;
        a->name.n = 0;
        grn_onnx_at_least(r, moved[i].least);
    }
    return true;
}

/* ---- ops beside the node --------------------------------------------------------------------- */

static grn_value *simple(onnx_reader *r, onnx_scope *scope, const onnx_node *node, const char *name, size_t n,
                         grn_value *const *operands, const char *attr, const grn_attr *value)
{
    grn_op *op = grn_onnx_new_op(r, scope->block, name, node->at, n, operands, 1);
    grn_value *v;
    if (!op || (attr && !grn_onnx_set(r, op, attr, value)) || !grn_onnx_infer_results(r, op, NULL) ||
        !grn_onnx_fold(r, op, &v))
        return NULL;
    return v;
}

static int32_t rank_of(const grn_value *v) { return v && grn_type_is_tensor(v->type) ? v->type->rank : -1; }

static bool set_attr(onnx_reader *r, onnx_node *node, const char *name, const grn_attr *value)
{
    onnx_attr *a = grn_onnx_attr_of(node, name);
    if (!a)
        a = &node->attrs[node->nattrs++]; /* there is room */
    *a = (onnx_attr){.name = {name, strlen(name)}, .value = value, .at = node->at};
    return grn_onnx_made(r, value);
}

/* Before opset 13 these flatten to two dimensions at `axis`, which is 1 by default, and count along
 * the second; Hardmax, too (body_norm.c). */
static bool adapt_softmax(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    static const char *const ops[] = {"Softmax", "LogSoftmax"};
    const char *name = NULL;
    for (size_t i = 0; i < GRN_COUNT(ops); i++)
        name = is_op(node, ops[i]) ? ops[i] : name;
    if (!name || scope->opsets->onnx >= 13 || !is_given(node, 0))
        return true;
    const onnx_attr *a = grn_onnx_attr_of(node, "axis");
    const int32_t rank = rank_of(node->inputs[0]);
    int64_t axis = a && a->value && a->value->kind == GRN_ATTR_INTEGER ? a->value->integer : 1;
    grn_onnx_at_least(r, 13);
    const grn_attr *last = grn_onnx_si64(r, -1);
    if (axis == -1 || (rank >= 0 && axis == rank - 1) || rank == 1)
        return set_attr(r, node, "axis", last);
    char op[32] = "onnx.";
    strcat(op, name);
    grn_value *flat = simple(r, scope, node, "onnx.Flatten", 1, node->inputs, "axis", grn_onnx_si64(r, axis));
    grn_value *soft = flat ? simple(r, scope, node, op, 1, &flat, "axis", last) : NULL;
    grn_value *shape = soft ? simple(r, scope, node, "onnx.Shape", 1, node->inputs, NULL, NULL) : NULL;
    if (!shape)
        return false;
    drop(node, "axis");
    node->op = GRN_STR("Reshape");
    bool is_empty = false; /* an extent of 0 is one, and keeps none */
    for (int32_t d = 0; d < rank; d++)
        is_empty = is_empty || node->inputs[0]->type->shape[d] == 0;
    if (is_empty)
        grn_onnx_at_least(r, 14);
    return set_input(r, node, 0, soft) && set_input(r, node, 1, shape) &&
           (!is_empty || set_attr(r, node, "allowzero", grn_onnx_si64(r, 1)));
}

/* Before opset 7 the second operand broadcasts where `broadcast` is 1, its dimensions from `axis`
 * on. */
static bool adapt_broadcast(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    const onnx_attr *a = grn_onnx_attr_of(node, "axis");
    if (scope->opsets->onnx >= 7 || !grn_onnx_attr_of(node, "broadcast"))
        return true;
    drop(node, "broadcast");
    grn_onnx_at_least(r, 7);
    if (!a || !a->value || a->value->kind != GRN_ATTR_INTEGER)
        return true;
    const int32_t to = rank_of(is_given(node, 0) ? node->inputs[0] : NULL),
                  from = rank_of(is_given(node, 1) ? node->inputs[1] : NULL);
    int64_t axis = a->value->integer, axes[GRN_MAX_RANK], count = 0;
    axis += axis < 0 ? to : 0;
    if (to < 0 || from < 0 || axis < 0 || axis + from > to)
        return grn_proto_unsupported(&r->file, node->at,
                                     "node '%.*s' (%.*s) broadcasts along axis %"
                                     "lld"
                                     ", and its operands are not known to have that",
                                     GRN_ONNX_SHOWN(node->name), GRN_ONNX_SHOWN(node->op),
                                     (long long)a->value->integer);
    for (int64_t d = axis + from; d < to; d++)
        axes[count++] = d - axis;
    drop(node, "axis");
    if (count == 0)
        return true;
    grn_onnx_at_least(r, 13);
    grn_value *operands[] = {node->inputs[1],
                             grn_onnx_constant(r, scope->block, node->at, grn_onnx_i64s(r, (size_t)count, axes))};
    return operands[1] && set_input(r, node, 1, simple(r, scope, node, "onnx.Unsqueeze", 2, operands, NULL, NULL));
}

/* The exponent in the base's elements: ONNX has them differ. */
static bool adapt_power(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    if (!is_op(node, "Pow") || !is_given(node, 0) || !is_given(node, 1))
        return true;
    const grn_type *base = grn_type_element_or_self(node->inputs[0]->type);
    grn_value *exponent = node->inputs[1];
    if (base == grn_type_element_or_self(exponent->type) || rank_of(exponent) < 0 || rank_of(node->inputs[0]) < 0)
        return true;
    return set_input(r, node, 1, simple(r, scope, node, "onnx.Cast", 1, &exponent, "to", grn_attr_type(r->ir, base)));
}

/* A list of one number in the place of a scalar, as shape inference lets it through. */
static bool adapt_range(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    for (size_t i = 0; is_op(node, "Range") && i < node->ninputs; i++) {
        grn_value *operands[] = {node->inputs[i], NULL};
        const grn_type *t = operands[0] ? operands[0]->type : NULL;
        if (!t || !grn_type_is_tensor(t) || t->rank != 1 || (t->shape[0] != 1 && t->shape[0] != GRN_DYNAMIC))
            continue;
        operands[1] = grn_onnx_constant(r, scope->block, node->at, grn_onnx_i64s(r, 0, NULL));
        if (!operands[1] || !set_input(r, node, i, simple(r, scope, node, "onnx.Reshape", 2, operands, NULL, NULL)))
            return false;
    }
    return true;
}

/* ---- attributes in the dialect's words ------------------------------------------------------- */

/* `to` is a type; a type that garner has not makes the node one without a row. */
static bool adapt_cast(onnx_reader *r, onnx_node *node)
{
    onnx_attr *to = is_op(node, "Cast") || is_op(node, "BitCast") ? grn_onnx_attr_of(node, "to") : NULL;
    grn_dtype dtype;
    if (!to || !to->value || to->value->kind != GRN_ATTR_INTEGER)
        return true;
    if (!grn_onnx_dtype((uint64_t)to->value->integer, &dtype)) {
        node->is_custom = true;
        return true;
    }
    const grn_value *v = is_given(node, 0) ? node->inputs[0] : NULL;
    if (is_op(node, "BitCast") && v && grn_type_element_or_self(v->type)->dtype == GRN_I1 && grn_dtype_bits(dtype) == 8)
        node->op = GRN_STR("Cast"); /* a bool of ONNX's has eight bits, and is 0 or 1 */
    to->value = grn_attr_type(r->ir, grn_type_of_dtype(r->ir, dtype));
    return grn_onnx_made(r, to->value);
}

/* To the elements of another operand, once they are known. */
static bool adapt_cast_like(onnx_reader *r, onnx_node *node)
{
    if (!is_op(node, "CastLike") || !is_given(node, 1) || !grn_type_is_tensor(node->inputs[1]->type))
        return true;
    node->op = GRN_STR("Cast");
    node->ninputs = 1;
    return set_attr(r, node, "to", grn_attr_type(r->ir, node->inputs[1]->type->element));
}

static bool adapt_constant(onnx_reader *r, onnx_node *node)
{
    static const char *const forms[] = {"value", "value_int", "value_ints", "value_float", "value_floats"};
    if (!is_op(node, "Constant"))
        return true;
    for (size_t i = 0; i < GRN_COUNT(forms); i++) {
        onnx_attr *a = grn_onnx_attr_of(node, forms[i]);
        const grn_attr *v = a && a->value ? constant_of(r, a) : NULL;
        if (r->file.status != GRN_OK)
            return false;
        if (v) {
            a->name = GRN_STR("value");
            a->value = v;
            return true;
        }
    }
    node->is_custom = true; /* strings, or nothing */
    return true;
}

/* ---- forms that grew ------------------------------------------------------------------------- */

/* Operators whose older form is today's with less: no broadcasting, no negative index or axis, no
 * operand left out, fewer types. `least`: the opset of the form that rows read. */
static const struct {
    const char *op;
    int64_t least;
} grown[] = {{"Add", 7},   {"Sub", 7},     {"Mul", 7},   {"Div", 7},     {"Pow", 7},   {"And", 7},   {"Or", 7},
             {"Equal", 7}, {"Greater", 7}, {"Less", 7},  {"Sum", 8},     {"Max", 8},   {"Min", 8},   {"Flatten", 9},
             {"Gemm", 11}, {"Gather", 11}, {"TopK", 11}, {"OneHot", 11}, {"Clip", 11}, {"Split", 13}};

static void adapt_grown(onnx_reader *r, const onnx_node *node)
{
    for (size_t i = 0; i < GRN_COUNT(grown); i++)
        if (is_op(node, grown[i].op))
            grn_onnx_at_least(r, grown[i].least);
}

/* ---- whole operators ------------------------------------------------------------------------- */

/* Outside of training, its first result is its operand. */
static void adapt_dropout(onnx_node *node)
{
    bool has_mask = node->noutputs > 1 && node->outputs[1].n;
    if (!is_op(node, "Dropout") || has_mask || is_given(node, 2))
        return;
    static const char *const attrs[] = {"ratio", "is_test", "seed"};
    for (size_t i = 0; i < GRN_COUNT(attrs); i++)
        drop(node, attrs[i]);
    node->op = GRN_STR("Identity");
    node->ninputs = node->ninputs > 1 ? 1 : node->ninputs;
    node->noutputs = 1;
}

bool grn_onnx_adapt(onnx_reader *r, onnx_scope *scope, onnx_node *node)
{
    if (scope->opsets->onnx < 6)
        drop(node, "consumed_inputs");
    if (is_op(node, "Scatter")) {
        node->op = GRN_STR("ScatterElements");
        grn_onnx_at_least(r, 11);
    }
    if (is_op(node, "Scan") && scope->opsets->onnx < 9)
        node->is_custom = true; /* whose inputs have a dimension of samples in front */
    if (grn_onnx_axes_since(node->op) && scope->opsets->onnx < 13)
        grn_onnx_at_least(r, 13);
    adapt_grown(r, node);
    adapt_dropout(node);
    return adapt_constant(r, node) && adapt_cast(r, node) && adapt_cast_like(r, node) &&
           move_attributes(r, scope, node) && adapt_broadcast(r, scope, node) && adapt_power(r, scope, node) &&
           adapt_range(r, scope, node) && adapt_softmax(r, scope, node);
}
