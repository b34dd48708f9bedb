/* import.c - TTNN's ops as ops of the hub. */
#include "dialects/common/rule_report.h"
#include "dialects/ttnn/translate.h"

/* ---- what several share ------------------------------------------------------------------------------------------ */

/* An op of shapes that are not all known, or of si32, which the hub does not have, stays as it is. */
static bool is_known(const grn_op *op)
{
    bool good = op->nresults == 1;
    for (size_t i = 0; good && i < op->noperands + 1; i++) {
        const grn_type *t = i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, 0);
        if (!grn_type_is_tensor(t)) /* a device */
            continue;
        good = grn_type_has_static_shape(t) && !(t->element->kind == GRN_TYPE_INTEGER && t->element->signedness == GRN_SIGNED);
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

/* v under the shape of `like`, its dims being the last ones there. */
static grn_value *spread(grn_rewrite *w, grn_value *v, const grn_type *like)
{
    int64_t dims[GRN_MAX_RANK];
    for (int32_t d = 0; v && d < v->type->rank; d++)
        dims[d] = like->rank - v->type->rank + d;
    return v ? grn_build_broadcast(w, v, dims, like->rank, like->shape) : NULL;
}

static const grn_type *of_dtype(grn_rewrite *w, grn_dtype dtype) { return grn_type_of_dtype(w->ir, dtype); }

/* ---- made -------------------------------------------------------------------------------------------------------- */

static grn_status import_constant(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!is_known(op))
        return GRN_OK;
    return grn_replace(w, grn_new(w, "stablehlo.constant", 0, NULL, grn_tensor_like(w, t->element, t->rank, t->shape), 1,
                                  &(grn_new_attr){"value", grn_op_attr(op, "value")}));
}

static grn_status import_full(grn_rewrite *w, const grn_op *op)
{
    unsigned char element[16];
    const grn_type *t = grn_result_type(op, 0);
    if (!is_known(op))
        return GRN_OK;
    grn_ttnn_number(grn_op_attr(op, "fill_value"), t->element->dtype, element);
    return grn_replace(w, grn_build_splat(w, t->element, t->rank, t->shape, element));
}

/* Counted in 64 bits, then converted. */
static grn_status import_arange(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i64 = of_dtype(w, GRN_I64);
    const int64_t start = grn_op_integer(op, "start", 0), step = grn_op_integer(op, "step", 1);
    if (!is_known(op))
        return GRN_OK;
    grn_value *v = i64 ? grn_build_iota(w, i64, 1, t->shape, 0) : NULL;
    if (v && step != 1)
        v = grn_build_binary(w, "stablehlo.multiply", v, grn_build_integers(w, i64, 1, t->shape, 1, &step));
    if (v && start != 0)
        v = grn_build_binary(w, "stablehlo.add", v, grn_build_integers(w, i64, 1, t->shape, 1, &start));
    return grn_replace(w, grn_build_convert(w, v, t->element));
}

/* ---- shapes ------------------------------------------------------------------------------------------------------ */

static grn_status import_reshape(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    return is_known(op) ? grn_replace(w, grn_build_reshape(w, op->operands[0], t->rank, t->shape)) : GRN_OK;
}

static grn_status import_permute(grn_rewrite *w, const grn_op *op)
{
    size_t count;
    const int64_t *v;
    bool good = is_known(op) && grn_op_dims(op, "permutation", &count, &v);
    return good ? grn_replace(w, grn_build_transpose(w, op->operands[0], v)) : GRN_OK;
}

/* Each repeated dimension is first two: the repetition and itself. */
static grn_status import_repeat(grn_rewrite *w, const grn_op *op)
{
    const grn_type *in = grn_operand_type(op, 0), *t = grn_result_type(op, 0);
    grn_dims split = {0};
    int64_t dims[GRN_MAX_RANK];
    if (!is_known(op) || 2 * in->rank > GRN_MAX_RANK)
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

static grn_status import_slice(grn_rewrite *w, const grn_op *op)
{
    static const char *const from[] = {"begins", "ends", "step"};
    static const char *const to[] = {"start_indices", "limit_indices", "strides"};
    grn_new_attr attrs[GRN_COUNT(from)];
    if (!is_known(op))
        return GRN_OK;
    for (size_t i = 0; i < GRN_COUNT(from); i++) {
        size_t count = 0;
        const int64_t *v = NULL;
        grn_op_dims(op, from[i], &count, &v);
        attrs[i] = (grn_new_attr){to[i], grn_attr_dense_i64(w->ir, count, v)};
    }
    const grn_type *t = grn_result_type(op, 0), *plain = grn_tensor_like(w, t->element, t->rank, t->shape);
    return grn_replace(w, grn_new(w, "stablehlo.slice", 1, op->operands, plain, GRN_COUNT(attrs), attrs));
}

static grn_status import_concat(grn_rewrite *w, const grn_op *op)
{
    const int64_t dim = grn_form_axis(grn_op_integer(op, "dim", 0), grn_result_type(op, 0)->rank);
    return is_known(op) ? grn_replace(w, grn_build_concatenate(w, op->noperands, op->operands, dim)) : GRN_OK;
}

static grn_status import_pad(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 0);
    size_t count = 0;
    const int64_t *v = NULL;
    int64_t low[GRN_MAX_RANK], high[GRN_MAX_RANK], none[GRN_MAX_RANK] = {0};
    unsigned char element[16];
    if (!is_known(op) || !grn_op_dims(op, "padding", &count, &v))
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

/* ---- element by element ------------------------------------------------------------------------------------------ */

static grn_status import_two(grn_rewrite *w, const grn_op *op, const char *hub_op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!is_known(op))
        return GRN_OK;
    return grn_replace(w, grn_build_binary(w, hub_op, spread(w, op->operands[0], t), spread(w, op->operands[1], t)));
}

#define IMPORT_TWO(function, hub_op)                                                                                              \
    static grn_status function(grn_rewrite *w, const grn_op *op) { return import_two(w, op, hub_op); }
IMPORT_TWO(import_add, "stablehlo.add")
IMPORT_TWO(import_subtract, "stablehlo.subtract")
IMPORT_TWO(import_multiply, "stablehlo.multiply")
IMPORT_TWO(import_minimum, "stablehlo.minimum")
IMPORT_TWO(import_maximum, "stablehlo.maximum")
IMPORT_TWO(import_bitwise_and, "stablehlo.and")
IMPORT_TWO(import_bitwise_or, "stablehlo.or")

/* Whatever is not zero is true; truths are the result's ones and zeros. */
static grn_status import_logical(grn_rewrite *w, const grn_op *op, const char *hub_op)
{
    const grn_type *t = grn_result_type(op, 0), *i1 = of_dtype(w, GRN_I1);
    if (!is_known(op) || !i1)
        return i1 ? GRN_OK : grn_no_memory(w);
    grn_value *a = spread(w, grn_build_convert(w, op->operands[0], i1), t);
    grn_value *b = spread(w, grn_build_convert(w, op->operands[1], i1), t);
    return grn_replace(w, grn_build_convert(w, grn_build_binary(w, hub_op, a, b), t->element));
}
static grn_status import_logical_and(grn_rewrite *w, const grn_op *op) { return import_logical(w, op, "stablehlo.and"); }
static grn_status import_logical_or(grn_rewrite *w, const grn_op *op) { return import_logical(w, op, "stablehlo.or"); }

static grn_status import_compare(grn_rewrite *w, const grn_op *op)
{
    static const char *const directions[][2] = {{"ttnn.eq", "EQ"}, {"ttnn.ne", "NE"}, {"ttnn.ge", "GE"},
                                                {"ttnn.gt", "GT"}, {"ttnn.le", "LE"}, {"ttnn.lt", "LT"}};
    const grn_type *t = grn_result_type(op, 0);
    size_t i = 0;
    if (!is_known(op))
        return GRN_OK;
    while (!grn_str_is(op->name, directions[i][0]))
        i++;
    grn_value *v = grn_build_compare(w, directions[i][1], spread(w, op->operands[0], t), spread(w, op->operands[1], t));
    return grn_replace(w, grn_build_convert(w, v, t->element));
}

static grn_status import_where(grn_rewrite *w, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0), *i1 = of_dtype(w, GRN_I1);
    if (!is_known(op) || !i1)
        return i1 ? GRN_OK : grn_no_memory(w);
    grn_value *predicate = spread(w, grn_build_convert(w, op->operands[0], i1), t);
    return grn_replace(w, grn_build_select(w, predicate, spread(w, op->operands[1], t), spread(w, op->operands[2], t)));
}

/* Where a tensor lies does not change its value. */
static grn_status import_moved(grn_rewrite *w, const grn_op *op)
{
    return is_known(op) ? grn_replace(w, grn_build_convert(w, op->operands[0], grn_result_type(op, 0)->element)) : GRN_OK;
}

static grn_status import_typecast(grn_rewrite *w, const grn_op *op)
{
    return is_known(op) ? grn_replace(w, grn_build_convert(w, op->operands[0], grn_result_type(op, 0)->element)) : GRN_OK;
}

/* The tensors before and after a move are one value from here on, which lives until its last use. */
static grn_status import_deallocate(grn_rewrite *w, const grn_op *op)
{
    (void)op;
    grn_op_erase(w->at);
    return GRN_OK;
}

/* ---- gather and scatter ------------------------------------------------------------------------------------------ */

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
    if (!is_known(op))
        return stays(w);
    grn_value *input = at_least_1d(w, op->operands[0]), *index = at_least_1d(w, op->operands[1]);
    if (!input || !index)
        return grn_no_memory(w);
    const grn_shaped shaped = grn_shaped_of_type(input->type);
    grn_call_report_init(&to, "ttnn.gather", w->diag);
    if (!tensor_of(input, &tensor) ||
        grn_ttnn_spec_of_gather(&to.report, &shaped, grn_op_integer(op, "dim", 0), &spec) != GRN_OK)
        return grn_refuse(w, "has an operand of more elements than can be counted");
    const grn_hub hub = {.dims = spec.dims, .slice_sizes = spec.slice_sizes, .rule = spec.index, .ninputs = 1,
                         .operands = &input, .indices = index, .from = op->name,
                         .result = grn_tensor_like(w, input->type->element, index->type->rank, index->type->shape)};
    grn_op *gather = grn_hub_make(w, &hub);
    return made(w, gather ? &gather->results[0] : NULL);
}

/* TT-16: bf16 is accumulated in f32. */
static const grn_type *accumulation_type(grn_rewrite *w, const grn_type *element, grn_combiner combiner)
{
    return element->dtype == GRN_BF16 && combiner != GRN_COMBINE_REPLACE ? of_dtype(w, GRN_F32) : element;
}

static grn_status import_scatter(grn_rewrite *w, const grn_op *op)
{
    static const int64_t zero[GRN_MAX_RANK];
    grn_tile_arguments arguments;
    grn_scatter_spec spec;
    grn_call_report to;
    grn_tensor tensor;
    if (!is_known(op))
        return stays(w);
    grn_ttnn_arguments_of(op, &arguments);
    grn_value *input = at_least_1d(w, op->operands[0]), *index = at_least_1d(w, op->operands[1]);
    grn_value *source = at_least_1d(w, op->operands[2]);
    if (!input || !index || !source)
        return grn_no_memory(w);
    const grn_shaped shaped = grn_shaped_of_type(input->type);
    grn_call_report_init(&to, "ttnn.scatter", w->diag);
    if (!tensor_of(input, &tensor) || grn_ttnn_spec_of_scatter(&to.report, &shaped, grn_op_integer(op, "dim", 0),
                                                               arguments.options.reduce, &spec) != GRN_OK)
        return grn_refuse(w, "has an operand of more elements than can be counted");
    const grn_type *element = input->type->element, *accumulated = accumulation_type(w, element, spec.combiner);
    input = grn_build_convert(w, input, accumulated);
    source = grn_build_convert(w, grn_build_slice(w, source, zero, index->type->shape), accumulated);
    if (!input || !source)
        return grn_no_memory(w);
    const grn_hub hub = {.is_scatter = true, .dims = spec.dims, .rule = spec.index, .combiner = spec.combiner, .ninputs = 1,
                         .operands = &input, .indices = index, .updates = &source, .from = op->name};
    grn_op *scatter = grn_hub_make(w, &hub);
    return made(w, scatter ? grn_build_convert(w, &scatter->results[0], element) : NULL);
}

/* ---- the list ---------------------------------------------------------------------------------------------------- */

const grn_import_pattern grn_ttnn_import_patterns[] = {
    {"ttnn.constant", NULL, import_constant},
    {"ttnn.full", NULL, import_full},
    {"ttnn.arange", NULL, import_arange},
    {"ttnn.reshape", NULL, import_reshape},
    {"ttnn.permute", NULL, import_permute},
    {"ttnn.repeat", NULL, import_repeat},
    {"ttnn.slice_static", NULL, import_slice},
    {"ttnn.concat", NULL, import_concat},
    {"ttnn.pad", NULL, import_pad},
    {"ttnn.add", NULL, import_add},
    {"ttnn.subtract", NULL, import_subtract},
    {"ttnn.multiply", NULL, import_multiply},
    {"ttnn.minimum", NULL, import_minimum},
    {"ttnn.maximum", NULL, import_maximum},
    {"ttnn.bitwise_and", NULL, import_bitwise_and},
    {"ttnn.bitwise_or", NULL, import_bitwise_or},
    {"ttnn.logical_and", NULL, import_logical_and},
    {"ttnn.logical_or", NULL, import_logical_or},
    {"ttnn.eq", NULL, import_compare},
    {"ttnn.ne", NULL, import_compare},
    {"ttnn.lt", NULL, import_compare},
    {"ttnn.le", NULL, import_compare},
    {"ttnn.gt", NULL, import_compare},
    {"ttnn.ge", NULL, import_compare},
    {"ttnn.where", NULL, import_where},
    {"ttnn.typecast", NULL, import_typecast},
    {"ttnn.to_device", NULL, import_moved},
    {"ttnn.from_device", NULL, import_moved},
    {"ttnn.to_layout", NULL, import_moved},
    {"ttnn.to_memory_config", NULL, import_moved},
    {"ttnn.deallocate", NULL, import_deallocate},
    {"ttnn.gather", NULL, import_gather},
    {"ttnn.scatter", NULL, import_scatter},
    {NULL, NULL, NULL},
};
