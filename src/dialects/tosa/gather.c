/*
 * gather.c - tosa.gather, tosa.scatter and tosa.const (TOSA specification,
 * MLIR's tosa dialect).
 *
 *   gather   values [N, K, C], indices [N, W]                   -> [N, W, C]
 *   scatter  values_in [N, K, C], indices [N, W], input [N, W, C] -> [N, K, C]
 *
 *   TO-1  ranks are 3, 2 and 3; indices are i32
 *   TO-2  N, W and C are each the same wherever they stand, and so are the element types
 *   TO-3  an index is in [0, K); outside is unpredictable in TOSA, an error here. No negative ones.
 *   TO-4  scatter: no place is written twice, so K >= W. A promise: a run may check it.
 */
#include <inttypes.h>

#include "dialects/common/index_forms.h"

/* ---- sets of types --------------------------------------------------------------------------- */

static bool is_3d(const grn_type *t) { return grn_type_is_tensor(t) && t->rank == 3; }
static bool is_2d_i32(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->rank == 2 && t->element->kind == GRN_TYPE_INTEGER &&
           t->element->dtype == GRN_I32;
}
static const grn_type_class tensor_3d = {"3D tensor of any type values", is_3d};
static const grn_type_class indices_2d = {"2D tensor of 32-bit signless integer values", is_2d_i32};

/* ---- rules ----------------------------------------------------------------------------------- */

/* A dimension that has to agree with another. */
typedef struct same_size {
    const char *what; /* "indices" */
    const grn_type *type;
    int32_t dim;
    int64_t want;
} same_size;

/* TO-2 */
static grn_status sizes_agree(const grn_op *op, const grn_check *check, size_t count, const same_size *sizes)
{
    for (size_t i = 0; i < count; i++) {
        int64_t have = sizes[i].type->shape[sizes[i].dim];
        if (!grn_stablehlo_dim_agrees(have, sizes[i].want))
            return grn_tensor_broken(op, check, "TO-2",
                                     "requires %s dimension %" PRId32 " to have size %" PRId64 ", got %" PRId64,
                                     sizes[i].what, sizes[i].dim, sizes[i].want, have);
    }
    return GRN_OK;
}

static grn_status same_elements(const grn_op *op, const grn_check *check, const grn_type *a, const grn_type *b)
{
    if (a->element == b->element)
        return GRN_OK;
    return grn_tensor_broken(op, check, "TO-2", "requires the same element type for values and output");
}

static grn_status gather_verify(const grn_op *op, grn_check *check)
{
    const grn_type *values = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1),
                   *output = grn_result_type(op, 0);
    const same_size sizes[] = {{"indices", indices, 0, values->shape[0]},
                               {"output", output, 0, values->shape[0]},
                               {"output", output, 1, indices->shape[1]},
                               {"output", output, 2, values->shape[2]}};
    grn_status status = same_elements(op, check, values, output);
    return status == GRN_OK ? sizes_agree(op, check, GRN_COUNT(sizes), sizes) : status;
}

static grn_status scatter_verify(const grn_op *op, grn_check *check)
{
    const grn_type *values = grn_operand_type(op, 0), *indices = grn_operand_type(op, 1);
    const grn_type *input = grn_operand_type(op, 2), *output = grn_result_type(op, 0);
    const same_size sizes[] = {{"indices", indices, 0, values->shape[0]}, {"input", input, 0, values->shape[0]},
                               {"input", input, 1, indices->shape[1]},    {"input", input, 2, values->shape[2]},
                               {"output", output, 0, values->shape[0]},   {"output", output, 1, values->shape[1]},
                               {"output", output, 2, values->shape[2]}};
    grn_status status = same_elements(op, check, values, output);
    if (status == GRN_OK)
        status = same_elements(op, check, values, input);
    if (status == GRN_OK)
        status = sizes_agree(op, check, GRN_COUNT(sizes), sizes);
    int64_t k = values->shape[1], w = indices->shape[1];
    if (status == GRN_OK && k != GRN_DYNAMIC && w > k) /* TO-4 */
        return grn_tensor_broken(op, check, "TO-4", "requires dimensions K >= W, got K=%" PRId64 " and W=%" PRId64, k,
                                 w);
    return status;
}

/* ---- meaning --------------------------------------------------------------------------------- */

/* TO-3, TO-4 */
static const grn_index_form gather_form = {
    .kind = GRN_FORM_SLICES, .axis = 1, .batch = 1, .full = 0, .indices = 1, .rule = {.bounds = GRN_BOUNDS_ERROR}};
static const grn_index_form scatter_form = {.kind = GRN_FORM_SLICES,
                                            .axis = 1,
                                            .batch = 1,
                                            .full = 0,
                                            .indices = 1,
                                            .updates = 2,
                                            .combiner = GRN_COMBINE_REPLACE,
                                            .rule = {.bounds = GRN_BOUNDS_ERROR, .unique_indices = true}};

static grn_status gather_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_form_infer(&gather_form, op, check, out);
}

static grn_status scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0));
}

static grn_status gather_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_form_to_gather(&gather_form, op, operands, diag, out);
}

static grn_status scatter_to_spec(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out)
{
    return grn_form_to_scatter(&scatter_form, op, operands, diag, out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port results[] = {GRN_PORT("output", tensor_3d), GRN_PORTS_END};
/* MLIR calls it `value` up to LLVM 20 and `values` since. */

const grn_op_def grn_tosa_ops[] = {
    GRN_ROW("tosa.gather", "takes rows of values [N, K, C] by indices [N, W]",
            "TOSA specification, gather, TO-1 to TO-3",
            GRN_PORTS(GRN_PORT("values", tensor_3d), GRN_PORT("indices", indices_2d)), results, GRN_NO_ATTRS,
            .format = "%* {} :fn", .traits = GRN_TRAIT_PURE, .verify = gather_verify, .infer = gather_infer,
            .to_spec = gather_to_spec),
    GRN_ROW("tosa.scatter", "writes rows into values [N, K, C] by indices [N, W]",
            "TOSA specification, scatter, TO-1 to TO-4",
            GRN_PORTS(GRN_PORT("values_in", tensor_3d), GRN_PORT("indices", indices_2d), GRN_PORT("input", tensor_3d)),
            results, GRN_NO_ATTRS, .format = "%* {} :fn", .traits = GRN_TRAIT_PURE, .verify = scatter_verify,
            .infer = scatter_infer, .to_spec = scatter_to_spec),
    GRN_ROW("tosa.const", "gives a tensor that is written in the program", "TOSA specification, const", GRN_NO_PORTS,
            GRN_PORTS(GRN_PORT("output", grn_is_ranked_tensor)),
            GRN_ATTRS(GRN_MAY_HAVE("value", grn_attr_is_elements), GRN_MAY_HAVE("values", grn_attr_is_elements)),
            .traits = GRN_TRAIT_PURE, .verify = grn_elements_verify, .eval = grn_elements_eval),
    {.name = NULL},
};
