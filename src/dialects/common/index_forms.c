/* index_forms.c - indexing by elements, by vectors and by slices as canonical gathers and scatters. */
#include "dialects/common/index_forms.h"

#include <inttypes.h>

#include "dialects/common/dims_rules.h"

/* ---- fitting ------------------------------------------------------------------------------------------------------------ */

/* A ranked shape, of a type or of a tensor. */
typedef struct shape {
    int32_t rank;
    const int64_t *v;
} shape;

static bool agree(int64_t a, int64_t b) { return grn_stablehlo_dim_agrees(a, b); }

static grn_form_misfit elements_fit(const grn_index_form *f, shape full, shape indices)
{
    if (full.rank != indices.rank)
        return (grn_form_misfit){GRN_RANKS_DIFFER, 0, indices.rank, full.rank};
    if (f->axis < 0 || f->axis >= full.rank)
        return (grn_form_misfit){GRN_AXIS_OUT_OF_RANGE, 0, f->axis, full.rank};
    for (int32_t d = 0; d < full.rank; d++)
        if (d != f->axis && full.v[d] != GRN_DYNAMIC && indices.v[d] > full.v[d])
            return (grn_form_misfit){GRN_INDICES_TOO_LONG, d, indices.v[d], full.v[d]};
    return (grn_form_misfit){GRN_FITS, 0, 0, 0};
}

static grn_form_misfit batch_fits(const grn_index_form *f, shape full, shape indices, int64_t most)
{
    if (f->batch < 0 || f->batch > most)
        return (grn_form_misfit){GRN_BATCH_OUT_OF_RANGE, 0, f->batch, most};
    for (int32_t d = 0; d < f->batch; d++)
        if (!agree(full.v[d], indices.v[d]))
            return (grn_form_misfit){GRN_BATCH_DIFFERS, d, indices.v[d], full.v[d]};
    return (grn_form_misfit){GRN_FITS, 0, 0, 0};
}

static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }

static grn_form_misfit vectors_fit(const grn_index_form *f, shape full, shape indices)
{
    if (indices.rank < 1)
        return (grn_form_misfit){GRN_NO_COORDINATES, 0, 0, 1};
    grn_form_misfit misfit = batch_fits(f, full, indices, smaller(full.rank, indices.rank - 1));
    int64_t k = indices.v[indices.rank - 1];
    if (misfit.what == GRN_FITS && k > full.rank - f->batch)
        return (grn_form_misfit){GRN_TOO_MANY_COORDINATES, 0, k, full.rank - f->batch};
    return misfit;
}

static grn_form_misfit slices_fit(const grn_index_form *f, shape full, shape indices)
{
    if (f->axis < 0 || f->axis >= full.rank)
        return (grn_form_misfit){GRN_AXIS_OUT_OF_RANGE, 0, f->axis, full.rank};
    return batch_fits(f, full, indices, smaller(f->axis, indices.rank));
}

static grn_form_misfit fits(const grn_index_form *f, shape full, shape indices)
{
    static grn_form_misfit (*const checks[])(const grn_index_form *, shape, shape) = {
        [GRN_FORM_ELEMENTS] = elements_fit, [GRN_FORM_VECTORS] = vectors_fit, [GRN_FORM_SLICES] = slices_fit};
    return checks[f->kind](f, full, indices);
}

static shape shape_of_type(const grn_type *t) { return (shape){t->rank, t->shape}; }
static shape shape_of_tensor(const grn_tensor *t) { return (shape){t->rank, t->shape}; }

grn_form_misfit grn_form_fits(const grn_index_form *f, const grn_type *full, const grn_type *indices)
{
    return fits(f, shape_of_type(full), shape_of_type(indices));
}

/* ---- shapes --------------------------------------------------------------------------------------------------------------- */

static int32_t append(int64_t *to, int32_t rank, shape from, int64_t first, int64_t end)
{
    for (int64_t d = first; d < end; d++)
        to[rank++] = from.v[d];
    return rank;
}

bool grn_form_shape(const grn_index_form *f, const grn_type *full, const grn_type *indices, int32_t *rank, int64_t *out)
{
    shape a = shape_of_type(full), n = shape_of_type(indices);
    int64_t all[2 * GRN_MAX_RANK];
    int32_t r = 0;
    if (f->kind == GRN_FORM_ELEMENTS) {
        r = append(all, r, n, 0, n.rank);
    } else if (f->kind == GRN_FORM_VECTORS) {
        if (n.v[n.rank - 1] == GRN_DYNAMIC)
            return false;
        r = append(all, r, n, 0, n.rank - 1);
        r = append(all, r, a, f->batch + n.v[n.rank - 1], a.rank);
    } else {
        r = append(all, r, a, 0, f->axis);
        r = append(all, r, n, f->batch, n.rank);
        r = append(all, r, a, f->axis + 1, a.rank);
    }
    *rank = r;
    if (r <= GRN_MAX_RANK)
        memcpy(out, all, (size_t)r * sizeof *all);
    return r <= GRN_MAX_RANK;
}

grn_status grn_form_infer(const grn_index_form *f, const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *full = grn_operand_type(op, f->full), *indices = grn_operand_type(op, f->indices);
    int32_t rank;
    int64_t extents[GRN_MAX_RANK];
    if (!grn_form_shape(f, full, indices, &rank, extents))
        return grn_stablehlo_infer_one(check, out, grn_result_type(op, 0));
    return grn_hlo_infer_tensor(check, out, full->element, rank, extents);
}

grn_status grn_form_updates_fit(const grn_index_form *f, const grn_op *op, const grn_check *check, const char *rule)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_type *full = grn_operand_type(op, f->full), *updates = grn_operand_type(op, f->updates);
    int32_t rank;
    int64_t extents[GRN_MAX_RANK];
    if (!grn_form_shape(f, full, grn_operand_type(op, f->indices), &rank, extents))
        return GRN_OK;
    const grn_type *type = grn_type_tensor(check->scratch, full->element, rank, extents, NULL);
    if (!type)
        return GRN_E_MEMORY;
    if (grn_types_compatible(type, updates))
        return GRN_OK;
    return grn_tensor_broken(op, check, rule, "operand #%zu must be '%s', as the indices choose, but got '%s'", f->updates,
                             grn_type_text(type, want, sizeof want), grn_type_text(updates, have, sizeof have));
}

/* ---- dimension numbers ------------------------------------------------------------------------------------------------------- */

/* Operand dim `d` is chosen by the next component of the index vector. */
static void chosen(grn_dimension_numbers *dims, int64_t d)
{
    grn_dims_push(&dims->collapsed_slice_dims, d);
    grn_dims_push(&dims->start_index_map, d);
}

static void together(grn_dimension_numbers *dims, int64_t d)
{
    grn_dims_push(&dims->operand_batching_dims, d);
    grn_dims_push(&dims->start_indices_batching_dims, d);
}

static void elements_dims(const grn_index_form *f, shape full, shape indices, grn_dimension_numbers *dims)
{
    for (int32_t d = 0; d < full.rank; d++)
        if (d != f->axis)
            together(dims, d);
    chosen(dims, f->axis);
    dims->index_vector_dim = indices.rank;
}

static void vectors_dims(const grn_index_form *f, shape full, shape indices, grn_dimension_numbers *dims)
{
    int64_t vector = indices.rank - 1, window = f->batch + indices.v[vector];
    for (int64_t d = 0; d < window; d++)
        d < f->batch ? together(dims, d) : chosen(dims, d);
    for (int64_t d = window; d < full.rank; d++)
        grn_dims_push(&dims->offset_dims, vector + d - window);
    dims->index_vector_dim = vector;
}

static void slices_dims(const grn_index_form *f, shape full, shape indices, grn_dimension_numbers *dims)
{
    for (int64_t d = 0; d < full.rank; d++) {
        if (d < f->batch)
            together(dims, d);
        else if (d != f->axis)
            grn_dims_push(&dims->offset_dims, d < f->axis ? d : d - 1 + indices.rank - f->batch);
    }
    chosen(dims, f->axis);
    dims->index_vector_dim = indices.rank;
}

static void dims_of(const grn_index_form *f, shape full, shape indices, grn_dimension_numbers *dims)
{
    static void (*const makers[])(const grn_index_form *, shape, shape, grn_dimension_numbers *) = {
        [GRN_FORM_ELEMENTS] = elements_dims, [GRN_FORM_VECTORS] = vectors_dims, [GRN_FORM_SLICES] = slices_dims};
    makers[f->kind](f, full, indices, dims);
}

/* ---- over tensors ---------------------------------------------------------------------------------------------------------------- */

/* What the types left open. */
static grn_status misfit_found(const grn_op *op, const grn_diag *diag, grn_form_misfit m)
{
    static const char *const words[] = {
        [GRN_FITS] = "", [GRN_AXIS_OUT_OF_RANGE] = "the axis is out of range",
        [GRN_RANKS_DIFFER] = "indices and input have different ranks",
        [GRN_INDICES_TOO_LONG] = "the indices are longer than the input",
        [GRN_NO_COORDINATES] = "the indices have no dimension that lists coordinates",
        [GRN_TOO_MANY_COORDINATES] = "the indices have more coordinates than there are dimensions to choose from",
        [GRN_BATCH_OUT_OF_RANGE] = "the number of batch dimensions is out of range",
        [GRN_BATCH_DIFFERS] = "indices and input differ in a batch dimension"};
    return grn_fail(diag, op->place, GRN_E_SHAPE, "%s: %s: dimension %" PRId64 ", seen %" PRId64 ", limit %" PRId64,
                    op->def->name, words[m.what], m.dim, m.have, m.want);
}

/* An index that chooses from nothing is outside whatever it is. */
static grn_status choosable(const grn_op *op, const grn_dimension_numbers *dims, const grn_tensor *full,
                            const grn_tensor *indices, const grn_diag *diag)
{
    for (int32_t i = 0; i < dims->start_index_map.count; i++) {
        int64_t d = dims->start_index_map.v[i];
        if (full->shape[d] == 0 && grn_tensor_elements(indices) > 0)
            return grn_fail(diag, op->place, GRN_E_INDEX,
                            "%s: dimension %" PRId64 " has no elements, so every index along it is out of range",
                            op->def->name, d);
    }
    return GRN_OK;
}

/* Dimension numbers and index rule, once they are known to fit. */
static grn_status begin(const grn_index_form *f, const grn_op *op, const grn_tensor *operands, const grn_diag *diag,
                        grn_dimension_numbers *dims, grn_index_rule *rule)
{
    shape full = shape_of_tensor(&operands[f->full]), indices = shape_of_tensor(&operands[f->indices]);
    grn_form_misfit misfit = fits(f, full, indices);
    if (misfit.what != GRN_FITS)
        return misfit_found(op, diag, misfit);
    *rule = f->rule;
    rule->batch_rule = f->kind == GRN_FORM_ELEMENTS ? GRN_BATCH_PREFIX : GRN_BATCH_EQUAL;
    dims_of(f, full, indices, dims);
    return choosable(op, dims, &operands[f->full], &operands[f->indices], diag);
}

grn_status grn_form_to_gather(const grn_index_form *f, const grn_op *op, const grn_tensor *operands,
                              const grn_diag *diag, grn_access *out)
{
    const grn_tensor *full = &operands[f->full];
    grn_op_diag placed;
    *out = (grn_access){.kind = GRN_ACCESS_GATHER, .operand = f->full, .indices = operands[f->indices],
                         .indices_operand = f->indices};
    grn_dimension_numbers *dims = &out->gather.dims;
    grn_status status = begin(f, op, operands, diag, dims, &out->gather.index);
    if (status != GRN_OK)
        return status;
    for (int32_t d = 0; d < full->rank; d++) {
        bool one = grn_dims_has(&dims->collapsed_slice_dims, d) || grn_dims_has(&dims->operand_batching_dims, d);
        grn_dims_push(&out->gather.slice_sizes, one ? grn_one_or_none(full->shape[d]) : full->shape[d]);
    }
    grn_op_diag_init(&placed, op, diag);
    return grn_gather_shape(&out->gather, full, &out->indices, &placed.diag, &out->result_rank, out->result_shape);
}

grn_status grn_form_to_scatter(const grn_index_form *f, const grn_op *op, const grn_tensor *operands,
                               const grn_diag *diag, grn_access *out)
{
    *out = (grn_access){.kind = GRN_ACCESS_SCATTER,
                        .scatter = {.combiner = f->combiner},
                        .operand = f->full,
                        .updates = f->updates,
                        .ninputs = 1,
                        .indices = operands[f->indices],
                        .indices_operand = f->indices};
    return begin(f, op, operands, diag, &out->scatter.dims, &out->scatter.index);
}

/* ---- constants ------------------------------------------------------------------------------------------------------------------------ */

static const grn_attr *elements_of(const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    return value ? value : grn_op_attr(op, "values");
}

bool grn_constant_operand(const grn_op *op, size_t i, int64_t *out)
{
    const grn_op *def = op->operands[i]->def;
    const grn_attr *value = def ? elements_of(def) : NULL;
    if (!value)
        return false;
    if (value->kind == GRN_ATTR_INTEGER)
        *out = value->integer;
    else if (value->kind == GRN_ATTR_ELEMENTS && value->is_dims && value->ndims == 1)
        *out = value->dims[0];
    else
        return false;
    return true;
}

grn_status grn_elements_verify(const grn_op *op, grn_check *check)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_attr *value = elements_of(op);
    if (!value)
        return grn_op_fail(op, check, "requires attribute 'value'");
    if (grn_types_compatible(value->type, grn_result_type(op, 0)))
        return GRN_OK;
    return grn_op_fail(op, check, "value of type '%s' is not of the result's type '%s'",
                       grn_type_text(value->type, want, sizeof want),
                       grn_type_text(grn_result_type(op, 0), have, sizeof have));
}

grn_status grn_elements_eval(grn_exec *x, const grn_op *op)
{
    const grn_rt view = {.tensor = elements_of(op)->elements->tensor};
    return x->share(x, &view, NULL, &x->results[0]);
}
