/* import.c - TTNN's ops as ops of the hub. */
#include "dialects/common/rule_report.h"
#include "dialects/ttnn/translate.h"

/* ---- what several share ---------------------------------------------------------------------- */

/* An op of shapes that are not all known, or of si32, which the hub does not have, stays as it
 * is. */
bool grn_ttnn_is_known(const grn_op *op)
{
    bool good = op->nresults == 1;
    for (size_t i = 0; good && i < op->noperands + 1; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, 0);
        if (!grn_type_is_tensor(t)) /* a device */
            continue;
        good = grn_type_has_static_shape(t) &&
               !(t->element->kind == GRN_TYPE_INTEGER && t->element->signedness == GRN_SIGNED);
    }
    return good;
}

/* A gather or scatter that stays is refused where the target is another dialect. */
static grn_status stays(const grn_rewrite *w)
{
    if (w->target == grn_ttnn_translation.target)
        return GRN_OK;
    return grn_refuse(w, "has a tensor of a shape that is not known, or of si32, which is ttnn's alone");
}

static const grn_type *of_dtype(grn_rewrite *w, grn_dtype dtype) { return grn_type_of_dtype(w->ir, dtype); }

/* ---- made ------------------------------------------------------------------------------------ */

static grn_status import_full(grn_rewrite *w, const grn_op *op)
{
    unsigned char element[16];
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_ttnn_is_known(op))
        return GRN_OK;
    grn_ttnn_number(grn_op_attr(op, "fill_value"), t->element->dtype, element);
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, element));
}

/* Counted in 64 bits, then converted. */
static grn_status import_arange(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i64 = of_dtype(w, GRN_I64);
    const int64_t start = grn_op_integer(op, "start", 0), step = grn_op_integer(op, "step", 1);
    if (!grn_ttnn_is_known(op))
        return GRN_OK;
    grn_value *v = i64 ? grn_build_iota(w, i64, 1, t->shape, 0) : NULL;
    if (v && step != 1)
        v = grn_build_binary(w, "stablehlo.multiply", v, grn_build_integers(w, i64, 1, t->shape, 1, &step));
    if (v && start != 0)
        v = grn_build_binary(w, "stablehlo.add", v, grn_build_integers(w, i64, 1, t->shape, 1, &start));
    return grn_replace(w, grn_build_convert(w, v, t->element));
}

/* ---- shapes ---------------------------------------------------------------------------------- */

/* Each repeated dimension is first two: the repetition and itself. */
static grn_status import_repeat(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *t = grn_result_type(op, 0);
    grn_dims split = {0};
    int64_t dims[GRN_MAX_RANK];
    if (!grn_ttnn_is_known(op) || 2 * in->rank > GRN_MAX_RANK)
        return GRN_OK;
    for (int32_t d = 0; d < in->rank; d++) {
        const bool both = in->shape[d] > 1 && t->shape[d] != in->shape[d];
        if (both)
            grn_dims_push(&split, t->shape[d] / in->shape[d]);
        dims[d] = split.count;
        grn_dims_push(&split, both ? in->shape[d] : t->shape[d]);
    }
    grn_value *v = grn_build_broadcast(w, op->operands[0], dims, split.count, split.v);
    return grn_replace(w, grn_build_reshape(w, v, t->rank, t->shape));
}

static grn_status import_pad(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    size_t count = 0;
    const int64_t *v = NULL;
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK], none[GRN_MAX_RANK] = {0};
    unsigned char element[16];
    if (!grn_ttnn_is_known(op) || !grn_op_dims(op, "padding", &count, &v))
        return GRN_OK;
    for (int32_t d = 0; d < t->rank; d++) {
        low[d] = v[2 * d];
        high[d] = v[2 * d + 1];
    }
    grn_ttnn_number(grn_op_attr(op, "value"), t->element->dtype, element);
    const size_t rank = (size_t)t->rank;
    grn_value *const operands[] = {op->operands[0], grn_build_splat(w, t->element, 0, NULL, element)};
    const grn_new_attr attrs[] = {{"edge_padding_low", grn_attr_dense_i64(w->ir, rank, low)},
                                  {"edge_padding_high", grn_attr_dense_i64(w->ir, rank, high)},
                                  {"interior_padding", grn_attr_dense_i64(w->ir, rank, none)}};
    const grn_type *out = grn_result_type(op, 0), *plain = grn_tensor_like(w, out->element, out->rank, out->shape);
    return grn_replace(w, grn_new(w, "stablehlo.pad", 2, operands, plain, GRN_COUNT(attrs), attrs));
}

/* ---- element by element ---------------------------------------------------------------------- */

/* Whatever is not zero is true; truths are the result's ones and zeros. */
static grn_status import_logical(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i1 = of_dtype(w, GRN_I1);
    grn_value *v[2];
    if (!grn_ttnn_is_known(op) || !i1)
        return i1 ? GRN_OK : grn_no_memory(w);
    for (size_t i = 0; i < GRN_COUNT(v); i++)
        v[i] = grn_spread(w, grn_build_convert(w, op->operands[i], i1), t->rank, t->shape);
    return grn_replace(w, grn_build_convert(w, grn_build_binary(w, w->row->as, v[0], v[1]), t->element));
}

static grn_status import_where(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i1 = of_dtype(w, GRN_I1);
    if (!grn_ttnn_is_known(op) || !i1)
        return i1 ? GRN_OK : grn_no_memory(w);
    grn_value *predicate = grn_spread(w, grn_build_convert(w, op->operands[0], i1), t->rank, t->shape);
    return grn_replace(w, grn_build_select(w, predicate, grn_spread(w, op->operands[1], t->rank, t->shape),
                                           grn_spread(w, op->operands[2], t->rank, t->shape)));
}

/* The tensors before and after a move are one value from here on, which lives until its last
 * use. */
static grn_status import_deallocate(grn_rewrite *w, const grn_op *op)
{
    (void)op;
    grn_op_erase(w->at);
    return GRN_OK;
}

/* ---- gather and scatter ---------------------------------------------------------------------- */

/* TT-4: rank 0 counts as [1]. */
static grn_value *at_least_1d(grn_rewrite *w, grn_value *v)
{
    return v && v->type->rank == 0 ? grn_build_reshape(w, v, 1, (const int64_t[]){1}) : v;
}

static bool tensor_of(const grn_value *v, grn_tensor *out)
{
    const grn_type *t = v->type;
    return grn_tensor_init(out, NULL, t->element->dtype, t->rank, t->shape) == GRN_OK;
}

static grn_status made(grn_rewrite *w, grn_value *v)
{
    const grn_type *t = grn_result_type(w->at, 0);
    return grn_replace(w, v ? grn_build_reshape(w, v, t->rank, t->shape) : NULL);
}

static grn_status import_gather(grn_rewrite *w, const grn_op *op)
{
    grn_gather_spec spec;
    grn_call_report to;
    grn_tensor tensor;
    if (!grn_ttnn_is_known(op))
        return stays(w);
    grn_value *input = at_least_1d(w, op->operands[0]), *index = at_least_1d(w, op->operands[1]);
    if (!input || !index)
        return grn_no_memory(w);
    const grn_shaped shaped = grn_shaped_of_type(input->type);
    grn_call_report_init(&to, "ttnn.gather", w->diag);
    if (!tensor_of(input, &tensor) ||
        grn_ttnn_spec_of_gather(&to.report, &shaped, grn_op_integer(op, "dim", 0), &spec) != GRN_OK)
        return grn_refuse(w, "has an operand of more elements than can be counted");
    const grn_hub hub = {.dims = spec.dims,
                         .slice_sizes = spec.slice_sizes,
                         .rule = spec.index,
                         .ninputs = 1,
                         .operands = &input,
                         .indices = index,
                         .result = grn_tensor_like(w, input->type->element, index->type->rank, index->type->shape)};
    grn_op *gather = grn_hub_make(w, &hub);
    return made(w, gather ? &gather->results[0] : NULL);
}

/* By its to_spec. */
static grn_status import_embedding(grn_rewrite *w, const grn_op *op)
{
    return grn_ttnn_is_known(op) ? grn_import_access(w, op) : stays(w);
}

/* TT-16: bf16 is accumulated in f32. */
static const grn_type *accumulation_type(grn_rewrite *w, const grn_type *element, grn_combiner combiner)
{
    const bool sums = combiner == GRN_COMBINE_ADD || combiner == GRN_COMBINE_MUL;
    return element->dtype == GRN_BF16 && sums ? of_dtype(w, GRN_F32) : element;
}

static grn_status import_scatter(grn_rewrite *w, const grn_op *op)
{
    static const int64_t zero[GRN_MAX_RANK];
    grn_tile_arguments arguments;
    grn_scatter_spec spec;
    grn_call_report to;
    grn_tensor tensor;
    if (!grn_ttnn_is_known(op))
        return stays(w);
    grn_ttnn_arguments_of(op, &arguments);
    grn_combiner ordered;
    const bool is_ordered = grn_ttnn_is_ordered(op, &ordered);
    grn_value *input = at_least_1d(w, op->operands[0]), *index = at_least_1d(w, op->operands[1]);
    grn_value *source = at_least_1d(w, op->operands[2]);
    if (!input || !index || !source)
        return grn_no_memory(w);
    const grn_shaped shaped = grn_shaped_of_type(input->type);
    grn_call_report_init(&to, "ttnn.scatter", w->diag);
    if (!tensor_of(input, &tensor) ||
        grn_ttnn_spec_of_scatter(&to.report, &shaped, grn_op_integer(op, "dim", 0),
                                 is_ordered ? NULL : arguments.options.reduce, &spec) != GRN_OK)
        return grn_refuse(w, "has an operand of more elements than can be counted");
    if (is_ordered)
        spec.combiner = ordered;
    const grn_type *element = input->type->element, *accumulated = accumulation_type(w, element, spec.combiner);
    input = grn_build_convert(w, input, accumulated);
    source = grn_build_convert(w, grn_build_slice(w, source, zero, index->type->shape), accumulated);
    if (!input || !source)
        return grn_no_memory(w);
    const grn_hub hub = {.is_scatter = true,
                         .dims = spec.dims,
                         .rule = spec.index,
                         .combiner = spec.combiner,
                         .ninputs = 1,
                         .operands = &input,
                         .indices = index,
                         .updates = &source};
    grn_op *scatter = grn_hub_make(w, &hub);
    return made(w, scatter ? grn_build_convert(w, &scatter->results[0], element) : NULL);
}

/* ---- rows ------------------------------------------------------------------------------------ */

#define PARTS(...) .parts = GRN_PARTS({NULL, GRN_PART_OPERAND, NULL, 0}, __VA_ARGS__)
#define ELEMENT(ttnn, hub)                         \
    {                                              \
        .op = "ttnn." ttnn, .as = "stablehlo." hub \
    }
#define COMPARE(ttnn, way)                   \
    {                                        \
        .op = "ttnn." ttnn, .direction = way \
    }
#define MOVED(ttnn)                                      \
    {                                                    \
        .op = "ttnn." ttnn, .import = grn_import_convert \
    } /* where a tensor lies does not change its value */

const grn_import_pattern grn_ttnn_import_patterns[] = {
    {.op = "ttnn.gather", .import = import_gather},
    {.op = "ttnn.scatter", .import = import_scatter},
    {.op = "ttnn.embedding", .import = import_embedding},
    {.op = "ttnn.constant", .import = grn_import_constant},
    {.op = "ttnn.full", .import = import_full},
    {.op = "ttnn.arange", .import = import_arange},
    {.op = "ttnn.reshape", .import = grn_import_reshape},
    {.op = "ttnn.permute", .import = grn_import_transpose, .list = "permutation"},
    {.op = "ttnn.repeat", .import = import_repeat},
    {.op = "ttnn.slice_static",
     .as = "stablehlo.slice",
     PARTS({"start_indices", GRN_PART_NUMBERS, "begins", 0}, {"limit_indices", GRN_PART_NUMBERS, "ends", 0},
           {"strides", GRN_PART_NUMBERS, "step", 0})},
    {.op = "ttnn.concat", .import = grn_import_concatenate, .list = "dim"},
    {.op = "ttnn.pad", .import = import_pad},
    ELEMENT("add", "add"),
    ELEMENT("subtract", "subtract"),
    ELEMENT("multiply", "multiply"),
    ELEMENT("minimum", "minimum"),
    ELEMENT("maximum", "maximum"),
    ELEMENT("bitwise_and", "and"),
    ELEMENT("bitwise_or", "or"),
    {.op = "ttnn.logical_and", .import = import_logical, .as = "stablehlo.and"},
    {.op = "ttnn.logical_or", .import = import_logical, .as = "stablehlo.or"},
    COMPARE("eq", "EQ"),
    COMPARE("ne", "NE"),
    COMPARE("lt", "LT"),
    COMPARE("le", "LE"),
    COMPARE("gt", "GT"),
    COMPARE("ge", "GE"),
    {.op = "ttnn.where", .import = import_where},
    MOVED("typecast"),
    MOVED("to_device"),
    MOVED("from_device"),
    MOVED("to_layout"),
    MOVED("to_memory_config"),
    {.op = "ttnn.deallocate", .import = import_deallocate},
    {.op = NULL},
};
