/* mlir.c - sets of types, text and run-time steps that MLIR's own dialects share. */
#include <inttypes.h>

#include "dialects/common/mlir.h"

/* ---- sets of types and attributes ------------------------------------------------------------ */

static bool is_signless(const grn_type *t) { return t->kind == GRN_TYPE_INTEGER && t->signedness == GRN_SIGNLESS; }
static bool is_signless_tensor(const grn_type *t) { return grn_type_is_tensor(t) && is_signless(t->element); }
static bool is_index(const grn_type *t) { return t->kind == GRN_TYPE_INDEX; }

static bool is_index_or_signless_tensor(const grn_type *t)
{
    return grn_type_is_tensor(t) && (is_signless(t->element) || is_index(t->element));
}

const grn_type_class grn_is_ranked_tensor = {"ranked tensor of any type values", grn_type_is_tensor};
const grn_type_class grn_is_signless_tensor = {"ranked tensor of signless integer values", is_signless_tensor};
const grn_type_class grn_is_index_or_signless_tensor = {"ranked tensor of signless integer or index values",
                                                        is_index_or_signless_tensor};
const grn_type_class grn_is_index = {"index", is_index};

static bool is_segment_sizes(const grn_attr *a)
{
    return a->kind == GRN_ATTR_DENSE_ARRAY && a->type->dtype == GRN_I32 && a->is_dims;
}
const grn_attr_class grn_is_segment_sizes = {"i32 dense array attribute", is_segment_sizes};

static bool is_i64_list(const grn_attr *a)
{
    bool good = a->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; good && i < a->array.count; i++)
        good = grn_attr_is_i64.matches(a->array.items[i]);
    return good;
}

const grn_attr_class grn_is_i64_list = {"64-bit integer array attribute", is_i64_list};

static bool is_reassociation(const grn_attr *a)
{
    bool good = a->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; good && i < a->array.count; i++)
        good = is_i64_list(a->array.items[i]);
    return good;
}
const grn_attr_class grn_is_reassociation = {"Array of 64-bit integer array attributes", is_reassociation};

/* ---- rules ----------------------------------------------------------------------------------- */

grn_status grn_tensor_broken(const grn_op *op, const grn_check *check, const char *rule, const char *format, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, format);
    grn_status status = grn_op_fail(op, check, "%s", text);
    grn_op_rule(op, check, rule);
    return status;
}

grn_status grn_tensor_elements_same(const grn_op *op, const grn_check *check, const char *rule, size_t i, size_t as)
{
    char want[GRN_TYPE_TEXT_BYTES], have[GRN_TYPE_TEXT_BYTES];
    const grn_type *a = grn_operand_type(op, as)->element, *b = grn_operand_type(op, i)->element;
    if (grn_types_compatible(a, b))
        return GRN_OK;
    return grn_tensor_broken(op, check, rule, "operand #%zu has elements of '%s', expected '%s', as operand #%zu has",
                             i, grn_type_text(b, have, sizeof have), grn_type_text(a, want, sizeof want), as);
}

grn_status grn_tensor_segments(const grn_op *op, const grn_check *check, size_t count, const int64_t **sizes)
{
    size_t n, total = 0;
    if (!grn_op_dims(op, "operandSegmentSizes", &n, sizes) || n != count)
        return grn_op_fail(
            op, check, "'operandSegmentSizes' attribute for specifying operand segments must have %zu elements", count);
    for (size_t i = 0; i < n; i++) {
        if ((*sizes)[i] < 0)
            return grn_op_fail(op, check, "'operandSegmentSizes' attribute cannot have negative elements");
        total += (size_t)(*sizes)[i]; /* 32-bit values: never overflows */
    }
    if (total != op->noperands)
        return grn_op_fail(op, check,
                           "operand count (%zu) does not match with the total size (%zu) specified in attribute "
                           "'operandSegmentSizes'",
                           op->noperands, total);
    return GRN_OK;
}

/* ---- reading --------------------------------------------------------------------------------- */

void grn_uses_init(grn_parser *p, grn_uses *uses)
{
    const grn_allocator *allocator = grn_parser_ir(p)->allocator;
    grn_vec_init(&uses->use, allocator, sizeof(grn_use));
    grn_vec_init(&uses->type, allocator, sizeof(const grn_type *));
}

void grn_uses_end(grn_uses *uses)
{
    grn_vec_destroy(&uses->use);
    grn_vec_destroy(&uses->type);
}

grn_status grn_with_uses(grn_parser *p, grn_op *op, grn_uses_parse *parse)
{
    grn_uses uses;
    grn_uses_init(p, &uses);
    const grn_status status = parse(p, op, &uses);
    grn_uses_end(&uses);
    return status;
}

grn_status grn_uses_read(grn_parser *p, grn_uses *uses)
{
    grn_use *use = grn_vec_push(&uses->use);
    return use ? grn_parser_use(p, use) : GRN_E_MEMORY;
}

grn_status grn_uses_type(grn_uses *uses, const grn_type *type)
{
    const grn_type **slot = grn_vec_push(&uses->type);
    if (!slot)
        return GRN_E_MEMORY;
    *slot = type;
    return GRN_OK;
}

grn_status grn_uses_index(grn_parser *p, grn_uses *uses)
{
    const grn_type *index = grn_type_of_dtype(grn_parser_ir(p), GRN_INDEX);
    grn_status status = index ? GRN_OK : GRN_E_MEMORY;
    while (status == GRN_OK && uses->type.count < uses->use.count)
        status = grn_uses_type(uses, index);
    return status;
}

grn_status grn_uses_operands(grn_parser *p, grn_op *op, const grn_uses *uses)
{
    return grn_parser_operands(p, op, uses->use.count, uses->use.items, uses->type.items);
}

grn_status grn_uses_finish(grn_parser *p, grn_op *op, grn_uses *uses, const grn_type *result)
{
    grn_status status = grn_uses_operands(p, op, uses);
    return status == GRN_OK ? grn_parser_results(p, op, 1, &result) : status;
}

grn_status grn_uses_typed(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const size_t first = uses->use.count;
    grn_status status = grn_parser_uses(p, &uses->use);
    for (size_t i = first; status == GRN_OK && i < uses->use.count; i++) {
        const grn_type *type;
        status = grn_parser_expect(p, i > first ? "," : ":");
        if (status == GRN_OK)
            status = grn_parser_type(p, &type);
        if (status == GRN_OK)
            status = grn_uses_type(uses, type);
    }
    return status == GRN_OK ? grn_uses_operands(p, op, uses) : status;
}

static grn_status bare_types(grn_parser *p, grn_uses *uses)
{
    grn_status status = GRN_OK;
    do {
        const grn_type *type;
        status = grn_parser_type(p, &type);
        if (status == GRN_OK)
            status = grn_uses_type(uses, type);
    } while (status == GRN_OK && grn_parser_try(p, ","));
    return status;
}

/* `(T, T) -> T`. Results may be any number: the verifier checks it against the row. */
static grn_status function_signature(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *type;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_function_type(p, &type);
    if (status == GRN_OK && type->inputs != uses->use.count)
        return grn_parser_uneven(p, place, uses->use.count, type->inputs);
    for (size_t i = 0; status == GRN_OK && i < type->inputs; i++)
        status = grn_uses_type(uses, type->members[i]);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    if (status != GRN_OK)
        return status;
    size_t count = type->count - type->inputs;
    return grn_parser_results(p, op, count, count ? type->members + type->inputs : NULL);
}

grn_status grn_uses_signature(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *result;
    grn_place place = grn_parser_place(p);
    if (grn_parser_at(p, "("))
        return function_signature(p, op, uses);
    grn_status status = bare_types(p, uses);
    if (status == GRN_OK && uses->type.count != uses->use.count)
        return grn_parser_uneven(p, place, uses->use.count, uses->type.count);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = grn_parser_type(p, &result);
    return status == GRN_OK ? grn_uses_finish(p, op, uses, result) : status;
}

grn_status grn_parse_set(grn_parser *p, grn_op *op, grn_str name, const grn_attr *value)
{
    return value && grn_op_set_attr(grn_parser_ir(p), op, name, value) ? GRN_OK : GRN_E_MEMORY;
}

/* One entry: a number, or an operand that stands for one. */
static grn_status mixed_entry(grn_parser *p, grn_uses *uses, grn_vec *numbers)
{
    int64_t *number = grn_vec_push(numbers);
    if (!number)
        return GRN_E_MEMORY;
    *number = GRN_DYNAMIC;
    return grn_parser_at_use(p) ? grn_uses_read(p, uses) : grn_parser_i64(p, number);
}

static grn_status mixed_entries(grn_parser *p, grn_uses *uses, grn_vec *numbers)
{
    grn_status status = grn_parser_expect_in_index_list(p, "[");
    if (status != GRN_OK || grn_parser_try(p, "]"))
        return status;
    do
        status = mixed_entry(p, uses, numbers);
    while (status == GRN_OK && grn_parser_try(p, ","));
    return status == GRN_OK ? grn_parser_expect_in_index_list(p, "]") : status;
}

grn_status grn_parse_mixed(grn_parser *p, grn_op *op, grn_str name, grn_uses *uses)
{
    grn_vec numbers;
    grn_vec_init(&numbers, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = grn_parser_end_index_list(p, op, mixed_entries(p, uses, &numbers));
    if (status == GRN_OK)
        status = grn_parse_set(p, op, name, grn_attr_dense_i64(grn_parser_ir(p), numbers.count, numbers.items));
    grn_vec_destroy(&numbers);
    return status;
}

grn_status grn_set_sizes(grn_parser *p, grn_op *op, grn_str name, size_t count, const size_t *sizes)
{
    grn_ir *ir = grn_parser_ir(p);
    int32_t *v = GRN_ARENA_NEW(&ir->arena, int32_t, count);
    const grn_type *i32 = grn_type_integer(ir, 32, GRN_SIGNLESS);
    if (!v || !i32)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < count; i++)
        v[i] = (int32_t)sizes[i]; /* operands are counted in 31 bits by the text they come from */
    return grn_parse_set(
        p, op, name,
        grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_DENSE_ARRAY, .type = i32, .dense_array = {count, v}}));
}

grn_status grn_set_segments(grn_parser *p, grn_op *op, size_t count, const size_t *sizes)
{
    return grn_set_sizes(p, op, GRN_STR("operandSegmentSizes"), count, sizes);
}

grn_status grn_uses_group(grn_parser *p, const char *word, grn_uses *uses, size_t *count)
{
    size_t before = uses->use.count;
    grn_status status = GRN_OK;
    *count = 0;
    if (!grn_parser_try(p, word))
        return GRN_OK;
    status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_uses(p, &uses->use);
    *count = uses->use.count - before;
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    for (size_t i = 0; status == GRN_OK && i < *count; i++) {
        const grn_type *type;
        status = i ? grn_parser_expect(p, ",") : GRN_OK;
        if (status == GRN_OK)
            status = grn_parser_type(p, &type);
        if (status == GRN_OK)
            status = grn_uses_type(uses, type);
    }
    return status == GRN_OK ? grn_parser_expect(p, ")") : status;
}

/* ---- printing -------------------------------------------------------------------------------- */

void grn_print_group(grn_printer *p, const char *word, grn_value *const *v, size_t count)
{
    if (!count)
        return;
    grn_printer_text(p, " ");
    grn_printer_text(p, word);
    grn_printer_text(p, "(");
    grn_printer_values(p, v, count);
    for (size_t i = 0; i < count; i++) {
        grn_printer_text(p, i ? ", " : " : ");
        grn_printer_type(p, v[i]->type);
    }
    grn_printer_text(p, ")");
}

/* ---- running --------------------------------------------------------------------------------- */

grn_status grn_read_mixed(grn_exec *x, const grn_op *op, const char *name, size_t *operand, int32_t rank, int64_t *v)
{
    size_t count = 0;
    const int64_t *numbers = NULL;
    if (!grn_op_dims(op, name, &count, &numbers) || count != (size_t)rank)
        return grn_exec_fail(x, op, GRN_E_SHAPE, "%s has %zu entries, rank %" PRId32 " wants as many", name, count,
                             rank);
    for (int32_t d = 0; d < rank; d++) {
        v[d] = numbers[d];
        if (v[d] == GRN_DYNAMIC && *operand < op->noperands)
            v[d] = grn_hlo_integer_value(&x->operands[(*operand)++].tensor);
    }
    return GRN_OK;
}

grn_status grn_read_extent(grn_exec *x, const grn_op *op, size_t operand, int64_t *out)
{
    *out = grn_hlo_integer_value(&x->operands[operand].tensor);
    if (*out >= 0)
        return GRN_OK;
    return grn_exec_fail(x, op, GRN_E_SHAPE, "operand #%zu is %" PRId64 ", a size is not negative", operand, *out);
}

/* Whether start, start + stride, ... (size of them) all lie in [0, extent). */
static bool fits(int64_t extent, int64_t start, int64_t size, int64_t stride)
{
    int64_t span, last;
    if (size == 0)
        return start >= 0 && start <= extent;
    return start >= 0 && start < extent && grn_mul_i64(size - 1, stride < 0 ? 0 : stride, &span) &&
           grn_add_i64(start, span, &last) && last < extent;
}

grn_status grn_take_part(grn_exec *x, const grn_op *op, const grn_tensor *in, const int64_t *start, const int64_t *size,
                         const int64_t *stride, grn_tensor *out)
{
    int64_t limit[GRN_MAX_RANK];
    for (int32_t d = 0; d < in->rank; d++) {
        if (size[d] < 0 || stride[d] < 1)
            return grn_exec_fail(x, op, GRN_E_SHAPE,
                                 "size %" PRId64 " and stride %" PRId64 " along dimension %" PRId32
                                 ": sizes are not negative, strides at least 1",
                                 size[d], stride[d], d);
        if (!fits(in->shape[d], start[d], size[d], stride[d]))
            return grn_exec_fail(x, op, GRN_E_INDEX,
                                 "%" PRId64 " elements from %" PRId64 " at stride %" PRId64 " leave dimension %" PRId32
                                 ", which has %" PRId64,
                                 size[d], start[d], stride[d], d, in->shape[d]);
        limit[d] = size[d] ? start[d] + (size[d] - 1) * stride[d] + 1 : start[d];
    }
    grn_view_slice(in, start, limit, stride, out);
    return GRN_OK;
}

grn_status grn_read_position(grn_exec *x, const grn_op *op, const grn_tensor *in, size_t first, int64_t *offset)
{
    *offset = 0;
    for (int32_t d = 0; d < in->rank; d++) {
        int64_t index = grn_hlo_integer_value(&x->operands[first + (size_t)d].tensor);
        if (index < 0 || index >= in->shape[d])
            return grn_exec_fail(x, op, GRN_E_INDEX,
                                 "index %" PRId64 " is out of range [0, %" PRId64 ") of dimension %" PRId32, index,
                                 in->shape[d], d);
        *offset += index * in->stride[d];
    }
    return GRN_OK;
}

grn_status grn_may_read(grn_exec *x, const grn_op *op, size_t i)
{
    return x->calls->storage(&x->operands[i]).ended
               ? grn_exec_fail(x, op, GRN_E_ARGUMENT, "operand #%zu was deallocated before", i)
               : GRN_OK;
}

grn_status grn_may_write(grn_exec *x, const grn_op *op, size_t i)
{
    grn_status status = grn_may_read(x, op, i);
    return status == GRN_OK && x->calls->storage(&x->operands[i]).constant
               ? grn_exec_fail(x, op, GRN_E_ARGUMENT, "operand #%zu is constant memory, which is not written to", i)
               : status;
}

grn_status grn_own_operand(grn_exec *x, const grn_op *op, size_t operand, size_t i)
{
    const grn_tensor *given = &x->operands[operand].tensor;
    if (x->calls->may_donate(x, op, operand))
        return x->calls->donate(x, operand, &x->results[i]);
    grn_status status = grn_hlo_new_result(x, op, i, given->rank, given->shape);
    if (status == GRN_OK)
        grn_tensor_copy(&x->results[i].tensor, given);
    return status;
}

/* ---- reshapes -------------------------------------------------------------------------------- */

int64_t grn_joined_extent(const grn_type *expanded, const grn_attr *group)
{
    int64_t product = 1;
    for (size_t i = 0; i < group->ndims; i++) {
        int64_t extent = expanded->shape[group->dims[i]];
        if (extent == GRN_DYNAMIC || !grn_mul_i64(product, extent, &product))
            return GRN_DYNAMIC;
    }
    return product;
}

/* Product of the extents of group `g`; false when it passes int64_t. */
static bool group_elements(const grn_op *op, int32_t g, const int64_t *shape, int64_t *out)
{
    const grn_attr *group = grn_op_attr(op, "reassociation")->array.items[g];
    *out = 1;
    for (size_t i = 0; i < group->ndims; i++)
        if (!grn_mul_i64(*out, shape[group->dims[i]], out))
            return false;
    return true;
}

grn_status grn_collapsed_shape(grn_exec *x, const grn_op *op, int64_t *shape)
{
    for (int32_t d = 0; d < grn_result_type(op, 0)->rank; d++)
        if (!group_elements(op, d, x->operands[0].tensor.shape, &shape[d]))
            return grn_exec_fail(x, op, GRN_E_SHAPE, "dimension %" PRId32 " has too many elements to count", d);
    return GRN_OK;
}

grn_status grn_expanded_shape(grn_exec *x, const grn_op *op, int64_t *shape)
{
    const grn_tensor *in = &x->operands[0].tensor;
    size_t operand = 1;
    int64_t elements;
    grn_status status = grn_read_mixed(x, op, "static_output_shape", &operand, grn_result_type(op, 0)->rank, shape);
    for (size_t i = 1; status == GRN_OK && i < op->noperands; i++)
        status = grn_read_extent(x, op, i, &elements);
    for (int32_t d = 0; status == GRN_OK && d < in->rank; d++)
        if (!group_elements(op, d, shape, &elements) || elements != in->shape[d])
            status = grn_exec_fail(x, op, GRN_E_SHAPE,
                                   "dimension %" PRId32 " has %" PRId64
                                   " elements, the output shape gives it another number",
                                   d, in->shape[d]);
    return status;
}

/* ---- types ----------------------------------------------------------------------------------- */

grn_status grn_memref_type_parse(grn_parser *p, grn_op *op, const grn_type **out)
{
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    grn_place place = grn_parser_place(p);
    if (status == GRN_OK)
        status = grn_parser_type(p, out);
    if (status == GRN_OK && !grn_type_is_memref(*out))
        return grn_parser_fail(p, place, "invalid kind of type specified");
    return status;
}
