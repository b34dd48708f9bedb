/* index_forms.c - indexing by elements, by vectors and by slices as canonical gathers and
 * scatters. */
#include "dialects/common/index_forms.h"

#include <inttypes.h>

#include "dialects/common/dims_rules.h"

/* ---- over types ------------------------------------------------------------------------------ */

static grn_indexing indexing(const grn_index_form *f) { return (grn_indexing){f->kind, f->axis, f->batch}; }

grn_form_misfit grn_form_fits(const grn_index_form *f, const grn_type *full, const grn_type *indices)
{
    const grn_indexing x = indexing(f);
    const grn_shaped a = grn_shaped_of_type(full), n = grn_shaped_of_type(indices);
    return grn_indexing_fits(&x, &a, &n);
}

bool grn_form_shape(const grn_index_form *f, const grn_type *full, const grn_type *indices, int32_t *rank, int64_t *out)
{
    const grn_indexing x = indexing(f);
    const grn_shaped a = grn_shaped_of_type(full), n = grn_shaped_of_type(indices);
    grn_shaped dense;
    if (!grn_indexing_dense(&x, &a, &n, &dense))
        return false;
    *rank = dense.rank;
    memcpy(out, dense.shape, (size_t)dense.rank * sizeof *out);
    return true;
}

grn_status grn_form_infer(const grn_index_form *f, const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *full = grn_operand_type(op, f->full), *indices = grn_operand_type(op, f->indices);
    int32_t rank;
    int64_t extents[GRN_MAX_RANK];
    if ((f->kind == GRN_FORM_SLICES && f->axis < 0) || !grn_form_shape(f, full, indices, &rank, extents))
        return grn_stablehlo_infer_one(check, out, grn_result_type(op, 0));
    return grn_hlo_infer_tensor(check, out, full->element, rank, extents);
}

/* ---- over tensors ---------------------------------------------------------------------------- */

/* What the types left open. */
static grn_status misfit_found(const grn_op *op, const grn_diag *diag, grn_form_misfit m)
{
    static const char *const words[] = {
        [GRN_FITS] = "",
        [GRN_AXIS_OUT_OF_RANGE] = "the axis is out of range",
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
    const grn_indexing x = indexing(f);
    const grn_shaped full = grn_shaped_of(&operands[f->full]), indices = grn_shaped_of(&operands[f->indices]);
    const grn_form_misfit misfit = grn_indexing_fits(&x, &full, &indices);
    if (misfit.what != GRN_FITS)
        return misfit_found(op, diag, misfit);
    *rule = f->rule;
    rule->batch_rule = grn_indexing_batch_rule(f->kind);
    grn_indexing_numbers(&x, &full, &indices, dims);
    return choosable(op, dims, &operands[f->full], &operands[f->indices], diag);
}

grn_status grn_form_to_gather(const grn_index_form *f, const grn_op *op, const grn_tensor *operands,
                              const grn_diag *diag, grn_access *out)
{
    const grn_tensor *full = &operands[f->full];
    const grn_shaped shaped = grn_shaped_of(full);
    grn_op_diag placed;
    *out = (grn_access){
        .kind = GRN_ACCESS_GATHER, .operand = f->full, .indices = operands[f->indices], .indices_operand = f->indices};
    grn_status status = begin(f, op, operands, diag, &out->gather.dims, &out->gather.index);
    if (status != GRN_OK)
        return status;
    grn_indexing_slices(&out->gather.dims, &shaped, &out->gather.slice_sizes);
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

/* ---- rows whose rules are src/rules' --------------------------------------------------------- */

static const char *name_in_dialect(const grn_op *op) { return strchr(op->def->name, '.') + 1; }

grn_status grn_form_of_types(grn_form_rules *rules, const grn_op *op, const grn_check *check, grn_index_form *out)
{
    grn_op_report to;
    grn_form_asked a = {.op = op, .to = &to.report, .diag = check->diag};
    grn_check_report_init(&to, name_in_dialect(op), op, check);
    grn_shaped_operand_types(op, GRN_COUNT(a.operands), a.operands);
    return rules(&a, out);
}

static grn_status form_of_tensors(grn_form_rules *rules, const grn_op *op, const grn_tensor *operands,
                                  const grn_diag *diag, grn_index_form *out)
{
    grn_op_report to;
    grn_form_asked a = {.op = op, .to = &to.report, .tensors = operands, .diag = diag};
    grn_run_report_init(&to, name_in_dialect(op), op, diag);
    grn_shaped_operands(op, operands, GRN_COUNT(a.operands), a.operands);
    return rules(&a, out);
}

grn_status grn_form_gather_infer(grn_form_rules *rules, const grn_op *op, grn_check *check, grn_inferred *out)
{
    grn_index_form f;
    grn_status status = grn_form_of_types(rules, op, check, &f);
    return status == GRN_OK ? grn_form_infer(&f, op, check, out) : status;
}

grn_status grn_form_gather_to_spec(grn_form_rules *rules, const grn_op *op, const grn_tensor *operands,
                                   const grn_diag *diag, grn_access *out)
{
    grn_index_form f;
    grn_status status = form_of_tensors(rules, op, operands, diag, &f);
    return status == GRN_OK ? grn_form_to_gather(&f, op, operands, diag, out) : status;
}

grn_status grn_form_scatter_verify(grn_form_rules *rules, const char *rule, const grn_op *op, grn_check *check)
{
    grn_index_form f;
    grn_status status = grn_form_of_types(rules, op, check, &f);
    return status == GRN_OK ? grn_tensor_elements_same(op, check, rule, f.updates, f.full) : status;
}

grn_status grn_form_scatter_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    return grn_stablehlo_infer_one(check, out, grn_operand_type(op, 0));
}

grn_status grn_form_scatter_to_spec(grn_form_rules *rules, const grn_op *op, const grn_tensor *operands,
                                    const grn_diag *diag, grn_access *out)
{
    grn_index_form f;
    grn_status status = form_of_tensors(rules, op, operands, diag, &f);
    return status == GRN_OK ? grn_form_to_scatter(&f, op, operands, diag, out) : status;
}

/* ---- constants ------------------------------------------------------------------------------- */

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
    return x->calls->share(x, &view, NULL, &x->results[0]);
}
