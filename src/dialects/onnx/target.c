/*
 * target.c - ONNX as a target: what its gathers and scatters can express,
 * and how one that `fit` left is exported. Patterns of the ops around them:
 * import.c and export.c.
 */
#include "dialects/onnx/translate.h"

#include "dialects/onnx/onnx.h"

/* ---- types ----------------------------------------------------------------------------------- */

static bool takes_index(const grn_type *element)
{
    return element->kind == GRN_TYPE_INTEGER && (element->dtype == GRN_I32 || element->dtype == GRN_I64);
}

static bool takes_element(const grn_type *element)
{
    static const grn_dtype without[] = {GRN_NO_DTYPE, GRN_INDEX, GRN_I2, GRN_I4, GRN_UI2, GRN_UI4};
    if (element->kind == GRN_TYPE_QUANT || (element->kind == GRN_TYPE_INTEGER && element->signedness == GRN_SIGNED))
        return false;
    for (size_t i = 0; i < GRN_COUNT(without); i++)
        if (element->dtype == without[i])
            return false;
    return grn_dtype_class_of(element->dtype) != GRN_CLASS_FLOAT || grn_dtype_bits(element->dtype) >= 16;
}

bool grn_onnx_takes(const grn_type *tensor) { return !grn_type_is_tensor(tensor) || takes_element(tensor->element); }

const grn_attr *grn_onnx_number(const grn_rewrite *w, int64_t v)
{
    return grn_attr_integer(w->ir, grn_type_integer(w->ir, 64, GRN_SIGNED), v);
}

/* Numbers that say how arrays are: 64 bits, signed. An order of dims is an array. */
static const grn_attr *attr_of(grn_rewrite *w, const grn_part *part, const grn_given *given, bool *own)
{
    const grn_type *i64 = grn_type_integer(w->ir, 64, GRN_SIGNLESS);
    const grn_attr *items[GRN_MAX_RANK];
    if (part->kind == GRN_PART_NUMBER)
        return grn_onnx_number(w, given->v[0]);
    *own = part->kind == GRN_PART_NUMBERS;
    for (size_t i = 0; *own && i < given->count; i++)
        if (!(items[i] = i64 ? grn_attr_integer(w->ir, i64, given->v[i]) : NULL))
            return NULL;
    return *own ? grn_attr_array(w->ir, given->count, items) : NULL;
}

grn_value *grn_onnx_numbers(grn_rewrite *w, size_t count, const int64_t *v)
{
    const int64_t shape[] = {(int64_t)count};
    return grn_exported(w, grn_build_integers(w, grn_type_integer(w->ir, 64, GRN_SIGNLESS), 1, shape, count, v));
}

/* ---- gathers and scatters -------------------------------------------------------------------- */

/* The form of one access: the operator, its attribute, its indices. */
typedef struct onnx_form {
    const char *op, *attr;
    int64_t number;
    grn_value *indices;
} onnx_form;

/* Coordinates of the last dimension, of which ONNX wants one at least; the ND operators take i64
 * alone. */
static grn_status vectors_form(grn_rewrite *w, const grn_hub *hub, onnx_form *out)
{
    if (hub->dims.start_index_map.count == 0)
        return grn_refuse(w, "has index vectors of no coordinates, expected one at least");
    *out = (onnx_form){
        .op = hub->is_scatter ? "onnx.ScatterND" : "onnx.GatherND",
        .attr = "batch_dims",
        .number = hub->dims.operand_batching_dims.count,
        .indices = grn_exported(w, grn_build_convert(w, hub->indices, grn_type_integer(w->ir, 64, GRN_SIGNLESS)))};
    return GRN_OK;
}

/* One dimension is indexed. A gather without batching dims is of slices; of elements is what has
 * nothing but them. */
static grn_status form_of(grn_rewrite *w, const grn_hub *hub, onnx_form *out)
{
    if (hub->ninputs != 1)
        return grn_refuse(w, "scatters into %zu tensors at once, expected one", hub->ninputs);
    if (hub->dims.index_vector_dim < hub->indices->type->rank)
        return vectors_form(w, hub, out);
    bool slices = !hub->is_scatter && hub->dims.operand_batching_dims.count == 0;
    const char *gather = slices ? "onnx.Gather" : "onnx.GatherElements";
    *out = (onnx_form){.op = hub->is_scatter ? "onnx.ScatterElements" : gather,
                       .attr = "axis",
                       .number = hub->dims.start_index_map.v[0],
                       .indices = hub->indices};
    return GRN_OK;
}

grn_status grn_onnx_export_gather(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    onnx_form s = {.op = NULL};
    if (!grn_hub_read(op, &hub))
        return grn_refuse(w, "is of a rank that is not known");
    grn_status status = form_of(w, &hub, &s);
    if (status != GRN_OK)
        return status;
    grn_value *const operands[] = {hub.operands[0], s.indices};
    const grn_new_attr number = {s.attr, grn_onnx_number(w, s.number)};
    return grn_replace(w, grn_new(w, s.op, GRN_COUNT(operands), operands, hub.result, 1, &number));
}

static const char *reduction_of(grn_combiner combiner)
{
    static const struct {
        grn_combiner combiner;
        const char *reduction;
    } reductions[] = {{GRN_COMBINE_REPLACE, "none"},
                      {GRN_COMBINE_ADD, "add"},
                      {GRN_COMBINE_MUL, "mul"},
                      {GRN_COMBINE_MIN, "min"},
                      {GRN_COMBINE_MAX, "max"}};
    for (size_t i = 0; i < GRN_COUNT(reductions); i++)
        if (reductions[i].combiner == combiner)
            return reductions[i].reduction;
    return NULL;
}

grn_status grn_onnx_export_scatter(grn_rewrite *w, const grn_op *op)
{
    grn_hub hub;
    onnx_form s = {.op = NULL};
    if (!grn_hub_read(op, &hub) || !reduction_of(hub.combiner))
        return grn_refuse(w, "combines in a way that no reduction of ONNX's does");
    grn_status status = form_of(w, &hub, &s);
    if (status != GRN_OK)
        return status;
    const char *reduction = reduction_of(hub.combiner);
    bool vectors = hub.dims.index_vector_dim < hub.indices->type->rank; /* no batch_dims in ScatterND */
    grn_value *const operands[] = {hub.operands[0], s.indices, hub.updates[0]};
    const grn_new_attr attrs[] = {{"reduction", grn_attr_string(w->ir, (grn_str){reduction, strlen(reduction)})},
                                  {s.attr, grn_onnx_number(w, s.number)}};
    return grn_replace(w,
                       grn_new(w, s.op, GRN_COUNT(operands), operands, grn_result_type(op, 0), vectors ? 1 : 2, attrs));
}

/* `and` and `or` of i1 are the least and the greatest. */
static bool combines(grn_combiner combiner, const grn_type *element)
{
    return (combiner != GRN_COMBINE_AND && combiner != GRN_COMBINE_OR) || element->dtype == GRN_I1;
}

/* ---- the target ------------------------------------------------------------------------------ */

#define REDUCTIONS                                                                                       \
    (1u << GRN_COMBINE_REPLACE | 1u << GRN_COMBINE_ADD | 1u << GRN_COMBINE_MUL | 1u << GRN_COMBINE_MIN | \
     1u << GRN_COMBINE_MAX | 1u << GRN_COMBINE_AND | 1u << GRN_COMBINE_OR)

static const char *const broadcasting[] = {"onnx.Add",       "onnx.Sub",
                                           "onnx.Mul",       "onnx.Min",
                                           "onnx.Max",       "onnx.And",
                                           "onnx.Or",        "onnx.BitwiseAnd",
                                           "onnx.BitwiseOr", "onnx.Equal",
                                           "onnx.Less",      "onnx.LessOrEqual",
                                           "onnx.Greater",   "onnx.GreaterOrEqual",
                                           "onnx.Where",     "onnx.Div",
                                           "onnx.Pow",       NULL};

static const grn_target target = {
    .name = "onnx",
    .reads_broadcasts = true,
    .gather = {.forms = GRN_CAN_SLICES | GRN_CAN_ELEMENTS | GRN_CAN_PREFIX | GRN_CAN_VECTORS | GRN_CAN_BATCH,
               .bounds = GRN_BOUNDS_ERROR,
               .wraps = GRN_CAN_SLICES | GRN_CAN_ELEMENTS | GRN_CAN_VECTORS},
    .scatter = {.forms = GRN_CAN_ELEMENTS | GRN_CAN_PREFIX | GRN_CAN_VECTORS,
                .bounds = GRN_BOUNDS_ERROR,
                .wraps = GRN_CAN_ELEMENTS | GRN_CAN_VECTORS,
                .combiners = REDUCTIONS},
    .takes_index = takes_index,
    .index = GRN_I64,
    .takes_element = takes_element,
    .combines = combines,
    .takes = grn_onnx_takes,
    .legalize = grn_onnx_legalize,
    .lacks = grn_onnx_lacks,
    .version_attr = GRN_ONNX_OPSET_ATTR,
    .version = GRN_ONNX_OPSET,
    .least_version = grn_onnx_least_opset,
    .broadcasts = GRN_BROADCASTS_GROW,
    .counts = GRN_COUNTS_CONSTANT,
    .attr = attr_of,
    .export_patterns = grn_onnx_export_patterns,
    .broadcasting = broadcasting,
    .expand = "onnx.Expand",
    .reshape = "onnx.Reshape",
};

static uint64_t summed(const grn_op *op)
{
    int64_t scalar, v[GRN_MAX_RANK];
    grn_tensor t;
    if (op->noperands != 2 || !grn_constant_tensor(op->operands[1], &scalar, &t) || t.rank != 1 ||
        t.shape[0] > GRN_MAX_RANK)
        return 0;
    for (int64_t i = 0; i < t.shape[0]; i++)
        v[i] = grn_index_load(t.dtype, grn_tensor_at(&t, i * t.stride[0]));
    return grn_dim_bits(op, (size_t)t.shape[0], v);
}

static uint64_t reduced(const grn_op *op)
{
    static const char *const names[] = {"onnx.ReduceMean", "onnx.ReduceMax", "onnx.ReduceMin"};
    for (size_t i = 0; i < GRN_COUNT(names); i++)
        if (grn_str_is(op->name, names[i]))
            return summed(op);
    return 0;
}

static const grn_row_ops row_ops = {"onnx.ReduceSum", "onnx.Mul", "onnx.Cast", summed, 0, reduced};

const grn_translation grn_onnx_translation = {
    .imports = grn_onnx_import_patterns, .broadcasts = true, .target = &target, .row_ops = &row_ops};
