/* make.c - an op's attributes out of a spec, the way back of spec.c. What is zero or nothing is left out. */
#include "dialects/garner/garner.h"

static bool set(grn_ir *ir, grn_op *op, const char *name, const grn_attr *value)
{
    return value && grn_op_set_attr(ir, op, (grn_str){name, strlen(name)}, value);
}

static bool set_list(grn_ir *ir, grn_op *op, const char *name, const grn_dims *list)
{
    return set(ir, op, name, grn_attr_dense_i64(ir, (size_t)list->count, list->v));
}

static bool set_number(grn_ir *ir, grn_op *op, const char *name, int64_t number)
{
    return set(ir, op, name, grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), number));
}

static bool set_flag(grn_ir *ir, grn_op *op, const char *name, bool is)
{
    return !is || set(ir, op, name, grn_attr_unit(ir));
}

static bool set_rule(grn_ir *ir, grn_op *op, const grn_index_rule *rule)
{
    const int32_t bounds = (int32_t)rule->bounds - GRN_BOUNDS_CLAMP;
    return (rule->base == 0 || set_number(ir, op, "base", rule->base)) &&
           set_flag(ir, op, "wrap_negative", rule->wrap_negative) &&
           set(ir, op, "bounds", grn_attr_enum(ir, &grn_garner_bounds, bounds)) &&
           (!rule->grain || set(ir, op, "grain", grn_attr_enum(ir, &grn_garner_grain, (int32_t)rule->grain))) &&
           (!rule->batch_rule ||
            set(ir, op, "batch_rule", grn_attr_enum(ir, &grn_garner_batch_rule, (int32_t)rule->batch_rule))) &&
           set_flag(ir, op, "indices_are_sorted", rule->indices_are_sorted) &&
           set_flag(ir, op, "unique_indices", rule->unique_indices);
}

/* dense<..> of the fill value. */
static bool set_fill(grn_ir *ir, grn_op *op, const grn_type *element, const unsigned char *fill)
{
    const grn_type *type = element ? grn_type_tensor(ir, element, 0, NULL, NULL) : NULL;
    grn_attr_elements elements = {.splat = true};
    if (!type || grn_tensor_init(&elements.tensor, NULL, element->dtype, 0, NULL) != GRN_OK)
        return false;
    elements.tensor.data = grn_arena_copy(&ir->arena, fill, 16);
    const grn_attr a = {.kind = GRN_ATTR_ELEMENTS, .type = type, .elements = &elements};
    return elements.tensor.data && set(ir, op, "fill", grn_attr_make(ir, &a));
}

static bool set_segments(grn_ir *ir, grn_op *op, size_t outputs)
{
    const int32_t sizes[] = {(int32_t)(op->noperands - outputs), (int32_t)outputs};
    const int32_t *kept = grn_arena_copy(&ir->arena, sizes, sizeof sizes);
    const grn_attr a = {.kind = GRN_ATTR_DENSE_ARRAY,
                        .type = grn_type_integer(ir, 32, GRN_SIGNLESS),
                        .dense_array = {GRN_COUNT(sizes), kept}};
    return kept && a.type && set(ir, op, "operandSegmentSizes", grn_attr_make(ir, &a));
}

bool grn_garner_set_gather(grn_ir *ir, grn_op *op, const grn_gather_spec *spec, const grn_type *element, size_t outputs)
{
    return grn_dim_numbers_set(ir, op, &grn_garner_names, &spec->dims) &&
           set_list(ir, op, "slice_sizes", &spec->slice_sizes) && set_rule(ir, op, &spec->index) &&
           (spec->index.bounds != GRN_BOUNDS_FILL || set_fill(ir, op, element, spec->fill)) &&
           set_segments(ir, op, outputs);
}

bool grn_garner_set_scatter(grn_ir *ir, grn_op *op, const grn_scatter_spec *spec, size_t outputs)
{
    return grn_dim_numbers_set(ir, op, &grn_garner_names, &spec->dims) && set_rule(ir, op, &spec->index) &&
           set(ir, op, "combiner", grn_attr_enum(ir, &grn_garner_combiner, (int32_t)spec->combiner)) &&
           set_segments(ir, op, outputs);
}
