/* support.c - the parts, rules and steps that the small StableHLO ops have in common. */
#include "dialects/common/quantized.h"
#include "dialects/stablehlo/ops.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- sets of types and attributes ------------------------------------------------------------ */

static bool is_i32_tensor(const grn_type *t)
{
    return grn_type_is_tensor(t) && t->element->kind == GRN_TYPE_INTEGER && t->element->dtype == GRN_I32;
}
const grn_type_class grn_hlo_i32_tensor = {"ranked tensor of 32-bit signless integer values", is_i32_tensor};

static bool is_integer_of(const grn_attr *a, grn_dtype dtype)
{
    return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INTEGER && a->type->dtype == dtype;
}
static bool is_i32(const grn_attr *a) { return is_integer_of(a, GRN_I32); }
static bool is_natural_i32(const grn_attr *a) { return is_i32(a) && a->integer >= 0; }
static bool is_positive_i32(const grn_attr *a) { return is_i32(a) && a->integer > 0; }
static bool is_natural_i64(const grn_attr *a) { return is_integer_of(a, GRN_I64) && a->integer >= 0; }
static bool is_positive_i64(const grn_attr *a) { return is_integer_of(a, GRN_I64) && a->integer > 0; }
static bool is_flags(const grn_attr *a) { return a->kind == GRN_ATTR_DENSE_ARRAY && a->type->dtype == GRN_I1; }
const grn_attr_class grn_hlo_is_positive_i64 = {"64-bit signless integer attribute whose value is positive",
                                                is_positive_i64};
const grn_attr_class grn_hlo_is_flags = {"i1 dense array attribute", is_flags};
static bool is_f32(const grn_attr *a) { return a->kind == GRN_ATTR_FLOAT && a->type->dtype == GRN_F32; }
const grn_attr_class grn_hlo_is_f32 = {"32-bit float attribute", is_f32};
const grn_attr_class grn_hlo_is_i32 = {"32-bit signless integer attribute", is_i32};
const grn_attr_class grn_hlo_is_natural_i32 = {"32-bit signless integer attribute whose value is non-negative",
                                               is_natural_i32};
const grn_attr_class grn_hlo_is_positive_i32 = {"32-bit signless integer attribute whose value is positive",
                                                is_positive_i32};
const grn_attr_class grn_hlo_is_natural_i64 = {"64-bit signless integer attribute whose value is non-negative",
                                               is_natural_i64};

const grn_port grn_hlo_one_tensor[] = {GRN_PORT("operand", grn_hlo_tensor_or_per_axis), GRN_PORTS_END};
const grn_port grn_hlo_one_result[] = {GRN_PORT("result", grn_hlo_tensor_or_per_axis), GRN_PORTS_END};
const grn_port grn_hlo_plain_operand[] = {GRN_PORT("operand", grn_hlo_tensor), GRN_PORTS_END};
const grn_port grn_hlo_plain_result[] = {GRN_PORT("result", grn_hlo_tensor), GRN_PORTS_END};

/* ---- rules ----------------------------------------------------------------------------------- */

bool grn_hlo_shapes_agree(const grn_type *a, const grn_type *b)
{
    if (a->rank != b->rank)
        return false;
    for (int32_t d = 0; d < a->rank; d++)
        if (!grn_stablehlo_dim_agrees(a->shape[d], b->shape[d]))
            return false;
    return true;
}

bool grn_hlo_elements_agree(const grn_type *a, const grn_type *b)
{
    return grn_types_compatible(grn_type_element_or_self(a), grn_type_element_or_self(b));
}

static const grn_type *type_at(const grn_op *op, size_t i)
{
    return i < op->noperands ? grn_operand_type(op, i) : grn_result_type(op, i - op->noperands);
}

static bool may_have_one_shape(const grn_type *a, const grn_type *b)
{
    return !grn_type_is_tensor(a) || !grn_type_is_tensor(b) || grn_hlo_shapes_agree(a, b);
}

static bool same_element(const grn_type *a, const grn_type *b)
{
    return grn_type_element_or_self(a) == grn_type_element_or_self(b);
}

static grn_status verify_all(const grn_op *op, grn_check *check, bool (*agree)(const grn_type *, const grn_type *),
                             const char *what)
{
    for (size_t i = 1; i < op->noperands + op->nresults; i++)
        if (!agree(type_at(op, 0), type_at(op, i)))
            return grn_op_fail(op, check, "requires %s for all operands and results", what);
    return GRN_OK;
}

grn_status grn_hlo_verify_same_types(const grn_op *op, grn_check *check)
{
    return verify_all(op, check, grn_types_compatible, "compatible types");
}

grn_status grn_hlo_verify_same_shape(const grn_op *op, grn_check *check)
{
    return verify_all(op, check, may_have_one_shape, "the same shape");
}

grn_status grn_hlo_verify_elementwise(const grn_op *op, grn_check *check)
{
    const size_t n = op->noperands + op->nresults;
    for (size_t i = 0; i < n; i++)
        for (size_t j = i + 1; j < n; j++)
            if (!may_have_one_shape(type_at(op, i), type_at(op, j)))
                return grn_op_fail(op, check, "all non-scalar operands/results must have the same shape and base type");
    return GRN_OK;
}

grn_status grn_hlo_verify_same_element(const grn_op *op, grn_check *check)
{
    return verify_all(op, check, same_element, "the same element type");
}

grn_status grn_hlo_verify_compatible_element(const grn_op *op, grn_check *check)
{
    return verify_all(op, check, grn_hlo_elements_agree, "compatible element types");
}

bool grn_hlo_constant_ints(const grn_op *op, size_t operand, size_t *count, const int64_t **v)
{
    const grn_op *from = op->operands[operand]->def;
    const grn_attr *value = from && from->noperands == 0 && from->nresults == 1 ? grn_op_attr(from, "value") : NULL;
    return value && value->kind == GRN_ATTR_ELEMENTS && grn_op_dims(from, "value", count, v);
}

grn_status grn_hlo_verify_shape_operand(const grn_op *op, grn_check *check, size_t operand, const char *rule)
{
    const grn_type *out = grn_result_type(op, 0);
    char shape[GRN_DIMS_TEXT_BYTES], type[GRN_TYPE_TEXT_BYTES];
    size_t count;
    const int64_t *v;
    if (!grn_hlo_constant_ints(op, operand, &count, &v))
        return GRN_OK;
    bool good = count == (size_t)out->rank;
    for (size_t i = 0; good && i < count; i++)
        good = grn_stablehlo_dim_agrees(v[i], out->shape[i]);
    return good ? GRN_OK
                : grn_stablehlo_broken(
                      op, check, rule, "output shape %s is incompatible with return type of operation '%s'",
                      grn_stablehlo_dims_text(count, v, shape, sizeof shape), grn_type_text(out, type, sizeof type));
}

grn_status grn_hlo_verify_result_element(const grn_op *op, grn_check *check, const char *rule)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    const grn_type *in = grn_operand_type(op, 0), *out = grn_result_type(op, 0);
    if (grn_hlo_elements_agree(in, out))
        return GRN_OK;
    return grn_stablehlo_broken(op, check, rule,
                                "expects operand and result to have compatible element type. Got: '%s' and '%s'",
                                grn_type_text(in, a, sizeof a), grn_type_text(out, b, sizeof b));
}

grn_status grn_hlo_infer_tensor(grn_check *check, grn_inferred *out, const grn_type *element, int32_t rank,
                                const int64_t *shape)
{
    return grn_stablehlo_infer_one(check, out, grn_type_tensor(check->scratch, element, rank, shape, NULL));
}

grn_status grn_hlo_infer_like(grn_check *check, grn_inferred *out, const grn_type *element, const grn_type *like)
{
    return grn_stablehlo_infer_one(check, out,
                                   grn_type_tensor(check->scratch, element, like->rank, like->shape, like->encoding));
}

const char *grn_hlo_shape_text(int32_t rank, const int64_t *shape, char *buffer, size_t buffer_bytes)
{
    size_t n = (size_t)snprintf(buffer, buffer_bytes, "[");
    for (int32_t d = 0; d < rank && n + 32 < buffer_bytes; d++) {
        const char *comma = d ? ", " : "";
        n += (size_t)(shape[d] == GRN_DYNAMIC ? snprintf(buffer + n, buffer_bytes - n, "%s?", comma)
                                              : snprintf(buffer + n, buffer_bytes - n, "%s%" PRId64, comma, shape[d]));
    }
    snprintf(buffer + n, buffer_bytes - n, "]");
    return buffer;
}

/* ---- text ------------------------------------------------------------------------------------ */

typedef grn_status (*uneven_fn)(grn_parser *p, grn_place place, size_t operands, size_t types);

static grn_status parse_function_type(grn_parser *p, grn_op *op, size_t count, const grn_use *uses, uneven_fn uneven)
{
    const grn_type *type;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_function_type(p, &type);
    if (status != GRN_OK)
        return status;
    if (type->inputs != count)
        return uneven(p, place, count, type->inputs);
    status = grn_parser_operands(p, op, count, uses, type->members);
    return status == GRN_OK ? grn_parser_results(p, op, type->count - type->inputs, type->members + type->inputs)
                            : status;
}

static grn_status wrong_signature(grn_parser *p, grn_place place, size_t operands, size_t types)
{
    return grn_parser_fail(p, place, "%zu operands present, but expected %zu", operands, types);
}

grn_status grn_hlo_parse_function_type(grn_parser *p, grn_op *op, size_t count, const grn_use *uses)
{
    return parse_function_type(p, op, count, uses, wrong_signature);
}

grn_status grn_hlo_parse_tail(grn_parser *p, grn_op *op, size_t count, const grn_use *uses)
{
    grn_status status = grn_parser_op_dict(p, op);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    return status == GRN_OK ? parse_function_type(p, op, count, uses, grn_parser_uneven) : status;
}

void grn_hlo_print_tail(grn_printer *p, const grn_op *op, const char *const *skip)
{
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_function_type(p, op);
}

/* ---- evaluation ------------------------------------------------------------------------------ */

grn_dtype grn_hlo_result_dtype(const grn_op *op, size_t i)
{
    return grn_type_element_or_self(grn_result_type(op, i))->dtype;
}

grn_status grn_hlo_new_result(grn_exec *x, const grn_op *op, size_t i, int32_t rank, const int64_t *shape)
{
    return x->calls->alloc(x, grn_hlo_result_dtype(op, i), rank, shape, &x->results[i]);
}

grn_status grn_hlo_share_result(grn_exec *x, size_t i, size_t operand, const grn_tensor *view)
{
    return x->calls->share(x, &x->operands[operand], view, &x->results[i]);
}

grn_status grn_spec_needs(const grn_op *op, const grn_tensor *operands, size_t i, const grn_diag *diag)
{
    if (operands[i].data || grn_tensor_elements(&operands[i]) == 0)
        return GRN_OK;
    return grn_fail(diag, op->place, GRN_E_UNSUPPORTED, "%s: operand #%zu must be a constant here", op->def->name, i);
}

int64_t grn_hlo_integer_value(const grn_tensor *t) { return grn_index_load(t->dtype, t->data); }

grn_status grn_hlo_read_dims(grn_exec *x, const grn_op *op, size_t operand, int32_t *count, int64_t *v)
{
    const grn_tensor *t = &x->operands[operand].tensor;
    if (t->rank != 1 || !grn_dtype_is_integer(t->dtype))
        return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu is not a list of integers", operand);
    if (t->shape[0] > GRN_MAX_RANK)
        return grn_exec_fail(x, op, GRN_E_LIMIT, "operand #%zu has %" PRId64 " entries, the largest rank is %d",
                             operand, t->shape[0], GRN_MAX_RANK);
    *count = (int32_t)t->shape[0];
    for (int32_t d = 0; d < *count; d++)
        v[d] = grn_index_load(t->dtype, grn_tensor_at(t, d * t->stride[0]));
    return GRN_OK;
}

grn_status grn_hlo_read_shape(grn_exec *x, const grn_op *op, size_t operand, int32_t *rank, int64_t *shape)
{
    grn_status status = grn_hlo_read_dims(x, op, operand, rank, shape);
    for (int32_t d = 0; status == GRN_OK && d < *rank; d++)
        if (shape[d] < 0)
            status = grn_exec_fail(x, op, GRN_E_SHAPE,
                                   "dimension %" PRId32 " of the shape is %" PRId64 ", it must not be negative", d,
                                   shape[d]);
    return status;
}

static grn_status run_region_fn(void *user, size_t n, const void *const *args, void *const *results)
{
    grn_hlo_compiled *l = user;
    return l->x->calls->run_compiled(l->x, l->compiled, n, args, results);
}

static grn_status fold_region_fn(void *user, size_t ninputs, size_t count, void *const *acc,
                                 const void *const *elements)
{
    grn_hlo_compiled *l = user;
    return l->x->calls->fold_compiled(l->x, l->compiled, ninputs, count, acc, elements);
}

grn_status grn_hlo_compiled_begin(grn_exec *x, const grn_region *region, grn_hlo_compiled *out)
{
    *out = (grn_hlo_compiled){.x = x, .fn = {run_region_fn, out, NULL, fold_region_fn}};
    grn_status status = x->calls->compile_region(x, region, &out->compiled);
    if (status == GRN_OK)
        out->fn.single = x->calls->compiled_single(out->compiled);
    return status;
}

void grn_hlo_compiled_end(grn_hlo_compiled *compiled)
{
    if (compiled->compiled)
        compiled->x->calls->free_compiled(compiled->x, compiled->compiled);
}

bool grn_hlo_any_quantized(const grn_op *op)
{
    for (size_t i = 0; i < op->noperands + op->nresults; i++)
        if (grn_type_element_or_self(type_at(op, i))->kind == GRN_TYPE_QUANT)
            return true;
    return false;
}

grn_status grn_hlo_as_dtype(grn_exec *x, const grn_op *op, size_t operand, grn_dtype dtype, grn_rt *out)
{
    const grn_tensor *in = &x->operands[operand].tensor;
    grn_bound_element convert;
    if (in->dtype == dtype)
        return x->calls->share(x, &x->operands[operand], NULL, out);
    if (grn_element_bind(&grn_element_convert, &in->dtype, dtype, &convert) != GRN_OK)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "cannot convert %s to %s", grn_dtype_text(in->dtype),
                             grn_dtype_text(dtype));
    grn_status status = x->calls->alloc(x, dtype, in->rank, in->shape, out);
    if (status == GRN_OK)
        grn_element_map(&convert, &out->tensor, in);
    return status;
}

grn_status grn_hlo_as_element(grn_exec *x, const grn_op *op, size_t operand, const grn_type *element, grn_rt *out)
{
    const grn_type *type = grn_operand_type(op, operand);
    grn_rt expressed = {.buffer = NULL};
    if (element->kind != GRN_TYPE_QUANT)
        return grn_hlo_as_dtype(x, op, operand, element->dtype, out);
    if (grn_type_element_or_self(type) == element)
        return x->calls->share(x, &x->operands[operand], NULL, out);
    grn_status status = grn_express(x, op, type, &x->operands[operand], &expressed);
    if (status == GRN_OK)
        status = grn_quantize(x, op, element, &expressed, out);
    x->calls->release(x, &expressed);
    return status;
}

grn_status grn_hlo_values_begin(grn_exec *x, const grn_op *op, size_t count, grn_hlo_values *out)
{
    size_t rt_bytes, tensor_bytes;
    *out = (grn_hlo_values){.x = x};
    bool good =
        grn_mul_size(count, sizeof *out->rt, &rt_bytes) && grn_mul_size(count, sizeof *out->tensor, &tensor_bytes);
    if (good && (out->rt = grn_allocate(x->allocator, rt_bytes))) {
        memset(out->rt, 0, rt_bytes);
        out->count = count;
        out->tensor = grn_allocate(x->allocator, tensor_bytes);
    }
    if (!out->tensor)
        return grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu values was refused", count);
    memset(out->tensor, 0, tensor_bytes);
    return GRN_OK;
}

void grn_hlo_values_end(grn_hlo_values *values)
{
    grn_exec *x = values->x;
    for (size_t i = 0; i < values->count; i++)
        x->calls->release(x, &values->rt[i]);
    grn_release(x->allocator, values->rt, values->count * sizeof *values->rt);
    grn_release(x->allocator, values->tensor, values->count * sizeof *values->tensor);
}
