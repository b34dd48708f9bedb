/*
 * torch.c - torch-mlir's gathers and scatters over value tensors, the
 * constants they take, and torch_c's conversions to builtin tensors. Meaning
 * and words are PyTorch's.
 *
 *   PT-1  dim is in [-r, r-1]
 *   PT-2  gather, scatter: self and index have one rank
 *   PT-3  index is at most as long as self beside dim; scatter: and as src everywhere
 *   PT-4  index_select: index has rank 1
 *   PT-5  an index is in [0, s): a negative one is an error
 *   PT-6  of several scattered to one place the last in row-major order stays, or all are reduced in that order
 *   PT-7  the result is typed as what the operands give
 *
 * A value tensor's shape and dtype are in its type's text: `!torch.vtensor
 * <[2,?],f32>` stands for tensor<2x?xf32>; si64 for the signless i64.
 */
#include <inttypes.h>

#include "dialects/dims_rules.h"
#include "dialects/index_forms.h"
#include "dialects/tcp.h"

/* ---- types ------------------------------------------------------------------------------------------------------------------------ */

static bool take(grn_str *s, const char *z)
{
    size_t n = strlen(z);
    while (s->n > 0 && *s->text == ' ')
        s->text++, s->n--;
    if (s->n < n || memcmp(s->text, z, n) != 0)
        return false;
    s->text += n;
    s->n -= n;
    return true;
}

static bool take_extent(grn_str *s, int64_t *out)
{
    *out = GRN_DYNAMIC;
    if (take(s, "?"))
        return true;
    size_t digits = 0;
    for (*out = 0; s->n > 0 && *s->text >= '0' && *s->text <= '9' && digits < 18; digits++, s->text++, s->n--)
        *out = *out * 10 + (*s->text - '0');
    return digits > 0;
}

static bool take_shape(grn_str *s, int32_t *rank, int64_t *shape)
{
    *rank = 0;
    if (!take(s, "["))
        return false;
    if (take(s, "]"))
        return true;
    do {
        take(s, "");
        if (*rank == GRN_MAX_RANK || !take_extent(s, &shape[(*rank)++]))
            return false;
    } while (take(s, ","));
    return take(s, "]");
}

static grn_dtype dtype_named(grn_str name)
{
    static const struct {
        const char *name;
        grn_dtype dtype;
    } names[] = {{"f32", GRN_F32},   {"si64", GRN_I64}, {"f64", GRN_F64}, {"f16", GRN_F16}, {"bf16", GRN_BF16}, {"i1", GRN_I1},
                 {"si32", GRN_I32}, {"si16", GRN_I16}, {"si8", GRN_I8},  {"ui8", GRN_UI8}};
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (grn_str_is(name, names[i].name))
            return names[i].dtype;
    return GRN_NO_DTYPE;
}

static const grn_type *vtensor(grn_ir *ir, grn_str s)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    if (!take(&s, "!torch.vtensor<") || !take_shape(&s, &rank, shape) || !take(&s, ",") || !take(&s, "") || s.n < 2 ||
        s.text[s.n - 1] != '>')
        return NULL;
    grn_dtype dtype = dtype_named((grn_str){s.text, s.n - 1});
    const grn_type *element = dtype == GRN_NO_DTYPE ? NULL : grn_type_of_dtype(ir, dtype);
    return element ? grn_type_tensor(ir, element, rank, shape, NULL) : NULL;
}

static bool is_tensor(const grn_type *t) { return t->stands_for != NULL; }
static bool is_named(const grn_type *t, const char *name) { return t->kind == GRN_TYPE_OPAQUE && grn_str_is(t->opaque, name); }
static bool is_int(const grn_type *t) { return is_named(t, "!torch.int"); }
static bool is_bool(const grn_type *t) { return is_named(t, "!torch.bool"); }
static bool is_str(const grn_type *t) { return is_named(t, "!torch.str"); }
static bool is_index(const grn_type *t)
{
    grn_dtype dtype = t->stands_for ? t->stands_for->element->dtype : GRN_NO_DTYPE;
    return dtype == GRN_I64 || dtype == GRN_I32;
}
static const grn_type_class tensor_type = {"!torch.vtensor of known rank and dtype", is_tensor};
static const grn_type_class index_type = {"!torch.vtensor of known rank and dtype si64 or si32", is_index};
static const grn_type_class int_type = {"!torch.int", is_int};
static const grn_type_class bool_type = {"!torch.bool", is_bool};
static const grn_type_class str_type = {"!torch.str", is_str};

static const grn_type *operand_at(const grn_op *op, size_t i) { return grn_operand_type(op, i)->stands_for; }

/* ---- rules -------------------------------------------------------------------------------------------------------------------------- */

/* PT-5 */
static grn_index_form form_of(grn_form_kind kind, size_t indices, int64_t axis, int64_t rank)
{
    return (grn_index_form){.kind = kind, .axis = grn_form_axis(axis, rank), .full = 0, .indices = indices, .updates = 3,
                            .rule = {.bounds = GRN_BOUNDS_ERROR}};
}

static grn_status fits(const grn_index_form *f, const grn_op *op, const grn_check *check, int64_t dim)
{
    const grn_type *self = operand_at(op, 0);
    grn_form_misfit m = grn_form_fits(f, self, operand_at(op, f->indices));
    if (m.what == GRN_AXIS_OUT_OF_RANGE)
        return grn_tensor_broken(op, check, "PT-1",
                                 "Dimension out of range (expected to be in range of [%" PRId32 ", %" PRId32
                                 "], but got %" PRId64 ")",
                                 -self->rank, self->rank - 1, dim);
    if (m.what == GRN_RANKS_DIFFER)
        return grn_tensor_broken(op, check, "PT-2", "Index tensor must have the same number of dimensions as input tensor");
    if (m.what == GRN_INDICES_TOO_LONG)
        return grn_tensor_broken(op, check, "PT-3",
                                 "Size does not match at dimension %" PRId64 " expected index of %" PRId64
                                 " to be no larger than self of %" PRId64 " apart from dimension %" PRId64,
                                 m.dim, m.have, m.want, f->axis);
    return GRN_OK;
}

/* PT-7 */
static grn_status result_is(const grn_op *op, const grn_check *check, const grn_type *type)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    if (!type)
        return GRN_E_MEMORY;
    if (grn_types_compatible(type, grn_result_type(op, 0)->stands_for))
        return GRN_OK;
    return grn_tensor_broken(op, check, "PT-7", "result is a tensor like '%s', but its type is '%s'",
                             grn_type_text(type, want, sizeof want),
                             grn_type_text(grn_result_type(op, 0), have, sizeof have));
}

static grn_status gathered(const grn_index_form *f, const grn_op *op, const grn_check *check)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    const grn_type *self = operand_at(op, 0);
    if (!grn_form_shape(f, self, operand_at(op, f->indices), &rank, shape))
        return grn_tensor_broken(op, check, "PT-7", "the result has more than %d dimensions", GRN_MAX_RANK);
    return result_is(op, check, grn_type_tensor(check->scratch, self->element, rank, shape, NULL));
}

/* A dim that is no constant is checked in the run. */
static grn_status along_dim(const grn_op *op, const grn_check *check, grn_form_kind kind, grn_index_form *f, bool *known)
{
    int64_t dim = 0;
    *known = grn_constant_operand(op, 1, &dim);
    if (!*known)
        return GRN_OK;
    *f = form_of(kind, 2, dim, operand_at(op, 0)->rank);
    return fits(f, op, check, dim);
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f;
    bool known;
    grn_status status = along_dim(op, check, GRN_FORM_ELEMENTS, &f, &known);
    return status == GRN_OK && known ? gathered(&f, op, check) : status;
}

static grn_status select_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f;
    bool known;
    if (operand_at(op, 2)->rank != 1) /* PT-4 */
        return grn_tensor_broken(op, check, "PT-4", "Index is supposed to be a vector");
    grn_status status = along_dim(op, check, GRN_FORM_SLICES, &f, &known);
    return status == GRN_OK && known ? gathered(&f, op, check) : status;
}

static grn_status embedding_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f = form_of(GRN_FORM_SLICES, 1, 0, operand_at(op, 0)->rank);
    if (operand_at(op, 0)->rank != 2)
        return grn_tensor_broken(op, check, "PT-1", "'weight' must be 2-D");
    return gathered(&f, op, check);
}

static grn_status src_fits(const grn_op *op, const grn_check *check)
{
    const grn_type *index = operand_at(op, 2), *src = operand_at(op, 3);
    if (src->element != operand_at(op, 0)->element)
        return grn_tensor_broken(op, check, "PT-7", "scatter(): Expected self.dtype to be equal to src.dtype");
    if (src->rank != index->rank)
        return grn_tensor_broken(op, check, "PT-2", "Index tensor must have the same number of dimensions as src tensor");
    for (int32_t d = 0; d < src->rank; d++)
        if (src->shape[d] != GRN_DYNAMIC && index->shape[d] > src->shape[d])
            return grn_tensor_broken(op, check, "PT-3",
                                     "Expected index of %" PRId64 " to be no larger than src of %" PRId64
                                     " in dimension %" PRId32,
                                     index->shape[d], src->shape[d], d);
    return GRN_OK;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    grn_index_form f;
    bool known;
    grn_status status = along_dim(op, check, GRN_FORM_ELEMENTS, &f, &known);
    if (status == GRN_OK)
        status = src_fits(op, check);
    return status == GRN_OK ? result_is(op, check, operand_at(op, 0)) : status;
}

/* ---- meaning -------------------------------------------------------------------------------------------------------------------------- */

/* A run's inputs have no builtin type to be held to: a dim that is not one i64 is told. */
static grn_status read_dim(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, int64_t *dim)
{
    if (operands[1].dtype != GRN_I64 || grn_tensor_elements(&operands[1]) != 1)
        return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: dim must be one i64", op->def->name);
    *dim = grn_hlo_integer_value(&operands[1]);
    return GRN_OK;
}

static grn_status along_to_spec(grn_form_kind kind, const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                                grn_access *out)
{
    int64_t dim = 0;
    grn_status status = read_dim(op, operands, diag, &dim);
    if (status != GRN_OK)
        return status;
    grn_index_form f = form_of(kind, 2, dim, operands[0].rank);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return along_to_spec(GRN_FORM_ELEMENTS, op, operands, diag, out);
}

static grn_status select_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return along_to_spec(GRN_FORM_SLICES, op, operands, diag, out);
}

static grn_status embedding_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    grn_index_form f = form_of(GRN_FORM_SLICES, 1, 0, operands[0].rank);
    return grn_form_to_gather(&f, op, operands, diag, out);
}

/* The part of src that index speaks of. */
static grn_status src_part(grn_exec *x, const grn_op *op, const grn_tensor *index, const grn_tensor *src, grn_tensor *out)
{
    int64_t start[GRN_MAX_RANK] = {0}, stride[GRN_MAX_RANK];
    if (index->rank != src->rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "index has rank %" PRId32 ", src has %" PRId32, index->rank, src->rank);
    for (int32_t d = 0; d < src->rank; d++)
        stride[d] = 1;
    return grn_take_part(x, op, src, start, index->shape, stride, out);
}

/* PT-6. An update larger than index is cut, which a canonical scatter alone cannot say. */
static grn_status scatter_by(grn_exec *x, const grn_op *op, grn_combiner combiner)
{
    grn_tensor part;
    const grn_tensor operands[] = {x->operands[0].tensor, x->operands[1].tensor, x->operands[2].tensor};
    grn_access access;
    grn_op_diag placed;
    int64_t dim = 0;
    grn_op_diag_init(&placed, op, x->diag);
    grn_status status = read_dim(op, operands, x->diag, &dim);
    if (status != GRN_OK)
        return status;
    grn_index_form f = form_of(GRN_FORM_ELEMENTS, 2, dim, operands[0].rank);
    f.combiner = combiner;
    status = grn_form_to_scatter(&f, op, operands, x->diag, &access);
    if (status == GRN_OK)
        status = src_part(x, op, &operands[2], &x->operands[3].tensor, &part);
    if (status == GRN_OK)
        status = x->alloc(x, operands[0].dtype, operands[0].rank, operands[0].shape, &x->results[0]);
    if (status != GRN_OK)
        return status;
    grn_tensor_copy(&x->results[0].tensor, &operands[0]);
    return grn_scatter(&access.scatter, 1, &x->results[0].tensor, &access.indices, &part, &placed.diag);
}

static grn_status src_eval(grn_exec *x, const grn_op *op) { return scatter_by(x, op, GRN_COMBINE_REPLACE); }
static grn_status add_eval(grn_exec *x, const grn_op *op) { return scatter_by(x, op, GRN_COMBINE_ADD); }

static grn_status reduce_eval(grn_exec *x, const grn_op *op)
{
    static const struct {
        const char *name;
        grn_combiner combiner;
    } reductions[] = {
        {"sum", GRN_COMBINE_ADD}, {"prod", GRN_COMBINE_MUL}, {"amax", GRN_COMBINE_MAX}, {"amin", GRN_COMBINE_MIN}};
    const grn_op *def = op->operands[4]->def;
    const grn_attr *name = def ? grn_op_attr(def, "value") : NULL;
    const grn_tensor *self_too = &x->operands[5].tensor;
    if (self_too->dtype != GRN_I1 || grn_tensor_elements(self_too) != 1 || !*(const unsigned char *)self_too->data)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "include_self=false is not computed here");
    for (size_t i = 0; name && name->kind == GRN_ATTR_STRING && i < GRN_COUNT(reductions); i++)
        if (grn_str_is(name->text, reductions[i].name))
            return scatter_by(x, op, reductions[i].combiner);
    return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "reduce must be a constant sum, prod, amax or amin; mean is not computed here");
}

static grn_status share_eval(grn_exec *x, const grn_op *op)
{
    (void)op;
    return x->share(x, &x->operands[0], NULL, &x->results[0]);
}

static grn_status convert_verify(const grn_op *op, grn_check *check)
{
    if (grn_types_compatible(grn_type_at_run(grn_operand_type(op, 0)), grn_type_at_run(grn_result_type(op, 0))))
        return GRN_OK;
    return grn_op_fail(op, check, "operand and result must be the same size and dtype");
}

/* An int or a bool is a tensor of rank 0; a string is where it is used. */
static grn_status constant_eval(grn_exec *x, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    bool wide = value->kind == GRN_ATTR_INTEGER;
    grn_status status = x->alloc(x, wide ? GRN_I64 : GRN_I1, 0, NULL, &x->results[0]);
    if (status != GRN_OK)
        return status;
    if (wide)
        memcpy(x->results[0].tensor.data, &value->integer, sizeof value->integer);
    else
        *(unsigned char *)x->results[0].tensor.data = value->kind == GRN_ATTR_BOOL && value->boolean;
    return GRN_OK;
}

/* ---- rows -------------------------------------------------------------------------------------------------------------------------------- */

#define SELF {"self", &tensor_type, GRN_ONE}
#define DIM {"dim", &int_type, GRN_ONE}
#define INDEX {"index", &index_type, GRN_ONE}
#define SRC {"src", &tensor_type, GRN_ONE}
#define FLAG(name) {name, &bool_type, GRN_ONE}
static const grn_port none[] = {GRN_HLO_PORTS_END};
static const grn_port gather_operands[] = {SELF, DIM, INDEX, FLAG("sparse_grad"), GRN_HLO_PORTS_END};
static const grn_port select_operands[] = {SELF, DIM, INDEX, GRN_HLO_PORTS_END};
static const grn_port embedding_operands[] = {{"weight", &tensor_type, GRN_ONE}, {"indices", &index_type, GRN_ONE},
                                              {"padding_idx", &int_type, GRN_ONE}, FLAG("scale_grad_by_freq"),
                                              FLAG("sparse"), GRN_HLO_PORTS_END};
static const grn_port scatter_operands[] = {SELF, DIM, INDEX, SRC, GRN_HLO_PORTS_END};
static const grn_port reduce_operands[] = {SELF, DIM, INDEX, SRC, {"reduce", &str_type, GRN_ONE}, FLAG("include_self"),
                                           GRN_HLO_PORTS_END};
static const grn_port one_vtensor[] = {{"result", &tensor_type, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port one_tensor[] = {{"result", &grn_is_ranked_tensor, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port int_result[] = {{"result", &int_type, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port bool_result[] = {{"result", &bool_type, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_port str_result[] = {{"result", &str_type, GRN_ONE}, GRN_HLO_PORTS_END};
static const grn_attr_def int_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_i64), GRN_HLO_ATTRS_END};
static const grn_attr_def bool_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_bool), GRN_HLO_ATTRS_END};
static const grn_attr_def str_attrs[] = {GRN_HLO_ATTR("value", grn_attr_is_string), GRN_HLO_ATTRS_END};

#define ATEN(op, rules, ports, ...)                                                                                   \
    {.name = "torch.aten." op, .source = "PyTorch operators, " op ", " rules, .operands = ports, .results = one_vtensor, \
     .traits = GRN_TRAIT_PURE, .parse = grn_tcp_parse, .print = grn_tcp_print, __VA_ARGS__}
#define CONSTANT(kind)                                                                                                \
    {.name = "torch.constant." #kind, .source = "torch-mlir, torch.constant." #kind, .operands = none,                 \
     .results = kind##_result, .attrs = kind##_attrs, .traits = GRN_TRAIT_PURE, .eval = constant_eval}
#define CONVERSION(op, from, to)                                                                                      \
    {.name = "torch_c." op, .source = "torch-mlir, torch_c." op, .operands = from, .results = to,                      \
     .traits = GRN_TRAIT_PURE, .parse = grn_tcp_parse, .print = grn_tcp_print, .verify = convert_verify, .eval = share_eval}

static const grn_op_def ops[] = {
    ATEN("gather", "PT-1 to PT-3, PT-5, PT-7", gather_operands, .verify = gather_verify, .to_spec = gather_to_spec),
    ATEN("index_select", "PT-1, PT-4, PT-5, PT-7", select_operands, .verify = select_verify, .to_spec = select_to_spec),
    ATEN("embedding", "PT-1, PT-5, PT-7", embedding_operands, .verify = embedding_verify, .to_spec = embedding_to_spec),
    ATEN("scatter.src", "PT-1 to PT-3, PT-5 to PT-7", scatter_operands, .verify = scatter_verify, .eval = src_eval),
    ATEN("scatter_add", "PT-1 to PT-3, PT-5 to PT-7", scatter_operands, .verify = scatter_verify, .eval = add_eval),
    ATEN("scatter_reduce.two", "PT-1 to PT-3, PT-5 to PT-7", reduce_operands, .verify = scatter_verify, .eval = reduce_eval),
    CONSTANT(int),
    CONSTANT(bool),
    CONSTANT(str),
    {.name = NULL},
};
static const grn_op_def c_ops[] = {
    CONVERSION("from_builtin_tensor", one_tensor, one_vtensor),
    CONVERSION("to_builtin_tensor", one_vtensor, one_tensor),
    {.name = NULL},
};

static const grn_op_def *const tables[] = {ops, NULL}, *const c_tables[] = {c_ops, NULL};
const grn_dialect grn_dialect_torch = {.name = "torch", .ops = tables, .tensor_type = vtensor};
const grn_dialect grn_dialect_torch_c = {.name = "torch_c", .ops = c_tables};
