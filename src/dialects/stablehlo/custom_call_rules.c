/*
 * custom_call_rules.c - what StableHLO's dialect demands of a custom call:
 * layouts, aliases, configurations, and the targets that handle buffers.
 */
#include "dialects/stablehlo/custom_call.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- attributes ------------------------------------------------------------------------------ */

static bool all_items(const grn_attr *a, bool (*matches)(const grn_attr *item))
{
    bool good = a->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; good && i < a->array.count; i++)
        good = matches(a->array.items[i]);
    return good;
}

static bool is_config(const grn_attr *a) { return a->kind == GRN_ATTR_STRING || a->kind == GRN_ATTR_DICT; }
static bool is_version(const grn_attr *a)
{
    return grn_stablehlo_is_custom_call_api_version.matches(a) ||
           (grn_hlo_is_i32.matches(a) && a->integer >= 0 && a->integer <= 4);
}
static bool is_symbol(const grn_attr *a) { return grn_attr_is_symbol.matches(a); }
static bool are_symbols(const grn_attr *a) { return all_items(a, is_symbol); }
static bool is_layout(const grn_attr *a)
{
    return a->kind == GRN_ATTR_ELEMENTS && grn_type_is_tensor(a->type) && a->type->rank == 1 &&
           a->type->element->kind == GRN_TYPE_INDEX;
}
static bool are_layouts(const grn_attr *a) { return all_items(a, is_layout); }
static bool is_alias(const grn_attr *a)
{
    return a->kind == GRN_ATTR_STRUCT && a->record.def == &grn_stablehlo_output_operand_alias;
}
static bool are_aliases(const grn_attr *a) { return all_items(a, is_alias); }

static const grn_attr_class config = {"string attribute or dictionary of named attribute values", is_config},
                            version = {"Custom call API version", is_version},
                            symbols = {"flat symbol ref array attribute", are_symbols},
                            layouts = {"Array of layout (1D tensor of index type) attributes", are_layouts},
                            aliases = {"Aliasing attribute for outputs and operands of CustomCall", are_aliases};

const grn_attr_def grn_hlo_custom_call_attrs[] = {
    GRN_NEEDS("call_target_name", grn_attr_is_string),
    GRN_MAY_HAVE("has_side_effect", grn_attr_is_bool),
    GRN_MAY_HAVE("backend_config", config),
    GRN_MAY_HAVE("api_version", version),
    GRN_MAY_HAVE("called_computations", symbols),
    GRN_MAY_HAVE("operand_layouts", layouts),
    GRN_MAY_HAVE("result_layouts", layouts),
    GRN_MAY_HAVE("output_operand_aliases", aliases),
    GRN_MAY_HAVE("result_tilings", grn_attr_is_array),
    GRN_ATTRS_END,
};

/* ---- layouts --------------------------------------------------------------------------------- */

/* An attribute as text, cut where it does not fit. */
typedef struct attr_text {
    size_t used;
    char text[GRN_DIMS_TEXT_BYTES];
} attr_text;

static grn_status append(void *user, const char *text, size_t bytes)
{
    attr_text *t = user;
    size_t room = sizeof t->text - 1 - t->used, n = bytes < room ? bytes : room;
    memcpy(t->text + t->used, text, n);
    t->used += n;
    t->text[t->used] = '\0';
    return GRN_OK;
}

static const char *text_of(const grn_attr *a, attr_text *t)
{
    const grn_sink sink = {append, t};
    *t = (attr_text){.used = 0};
    (void)grn_attr_write(a, true, &sink);
    return t->text;
}

static bool is_permutation(const grn_attr *layout, int32_t rank)
{
    uint64_t seen = 0;
    if (!layout->is_dims || layout->ndims != (size_t)rank)
        return false;
    for (size_t i = 0; i < layout->ndims; i++) {
        if (layout->dims[i] < 0 || layout->dims[i] >= rank || (seen >> layout->dims[i] & 1))
            return false;
        seen |= UINT64_C(1) << layout->dims[i];
    }
    return true;
}

static grn_status check_layout(const grn_op *op, const grn_check *check, const char *what, size_t i,
                               const grn_type *type, const grn_attr *layout)
{
    char text[GRN_TYPE_TEXT_BYTES];
    attr_text written;
    bool has_shape = grn_type_is_shaped(type) || type->kind == GRN_TYPE_UNRANKED_TENSOR;
    if (type->kind == GRN_TYPE_TUPLE)
        return grn_op_fail(op, check, "Tuple types are not fully supported with layout constraints yet");
    if (!has_shape && layout->type->shape[0] != 0)
        return grn_op_fail(op, check, "Only tensor types can have non-empty layout: %s #%zu of type '%s' has layout %s",
                           what, i, grn_type_text(type, text, sizeof text), text_of(layout, &written));
    if (grn_type_is_shaped(type) && !is_permutation(layout, type->rank))
        return grn_op_fail(op, check,
                           "incorrect layout %s for type '%s', layout must be a permutation of [0, %" PRId32 ")",
                           text_of(layout, &written), grn_type_text(type, text, sizeof text), type->rank);
    return GRN_OK;
}

/* Operand or result types; a single tuple that the op gives stands for its members. */
typedef struct types {
    const grn_op *op;
    const grn_type *tuple; /* NULL: none */
    bool results;
    size_t count;
} types;

static types operands_of(const grn_op *op) { return (types){.op = op, .count = op->noperands}; }
static types results_of(const grn_op *op)
{
    const grn_type *only = op->nresults == 1 ? grn_result_type(op, 0) : NULL;
    bool is_tuple = only && only->kind == GRN_TYPE_TUPLE;
    return (types){
        .op = op, .tuple = is_tuple ? only : NULL, .results = true, .count = is_tuple ? only->count : op->nresults};
}

static const grn_type *type_at(const types *t, size_t i)
{
    if (t->tuple)
        return t->tuple->members[i];
    return t->results ? grn_result_type(t->op, i) : grn_operand_type(t->op, i);
}

static grn_status check_layouts(const grn_op *op, const grn_check *check, const char *what, types of,
                                const grn_attr *list)
{
    grn_status status = GRN_OK;
    if (of.count != list->array.count)
        return grn_op_fail(op, check, "Number of %ss must match the number of %s layouts, %zu != %zu", what, what,
                           of.count, list->array.count);
    for (size_t i = 0; i < of.count && status == GRN_OK; i++)
        status = check_layout(op, check, what, i, type_at(&of, i), list->array.items[i]);
    return status;
}

static grn_status check_all_layouts(const grn_op *op, const grn_check *check)
{
    const grn_attr *of_operands = grn_op_attr(op, "operand_layouts"), *of_results = grn_op_attr(op, "result_layouts");
    if (!of_operands && !of_results)
        return GRN_OK;
    if (!of_operands || !of_results)
        return grn_op_fail(op, check,
                           "Layout attributes should be specified for either both operands and results or none.");
    grn_status status = check_layouts(op, check, "operand", operands_of(op), of_operands);
    return status == GRN_OK ? check_layouts(op, check, "result", results_of(op), of_results) : status;
}

/* ---- aliases --------------------------------------------------------------------------------- */

typedef struct alias {
    grn_field output; /* where in the results, as one tuple where they are several */
    int64_t operand;
    grn_field operand_part; /* where in the operand */
} alias;

static alias read_alias(const grn_attr *a)
{
    return (alias){a->record.fields[0], a->record.fields[1].v[0], a->record.fields[2]};
}

/* The part of a nested tuple; NULL: there is none. */
static const grn_type *part_of(const grn_type *type, size_t count, const int64_t *at)
{
    for (size_t i = 0; i < count && type; i++)
        type =
            type->kind == GRN_TYPE_TUPLE && at[i] >= 0 && (uint64_t)at[i] < type->count ? type->members[at[i]] : NULL;
    return type;
}

/* The same of the results. */
static const grn_type *output_part(const grn_op *op, const grn_field *at, bool *several)
{
    *several = op->nresults > 1 && at->count == 0;
    if (op->nresults <= 1)
        return op->nresults ? part_of(grn_result_type(op, 0), at->count, at->v) : NULL;
    bool good = at->count > 0 && at->v[0] >= 0 && (uint64_t)at->v[0] < op->nresults;
    return good ? part_of(grn_result_type(op, (size_t)at->v[0]), at->count - 1, at->v + 1) : NULL;
}

/* All results as one. */
static const grn_type *tuple_of_results(const grn_op *op, const grn_check *check)
{
    const grn_type **members = GRN_ARENA_NEW(&check->scratch->arena, const grn_type *, op->nresults);
    for (size_t i = 0; members && i < op->nresults; i++)
        members[i] = grn_result_type(op, i);
    return members ? grn_type_tuple(check->scratch, op->nresults, members) : NULL;
}

static grn_status check_alias(const grn_op *op, const grn_check *check, alias a)
{
    char of_operand[GRN_TYPE_TEXT_BYTES], of_output[GRN_TYPE_TEXT_BYTES];
    bool several;
    if (a.operand < 0 || (uint64_t)a.operand >= op->noperands)
        return grn_op_fail(
            op, check,
            "expects operandIndex in the output_operand_alias attribute to be in range [0, %zu); got: %" PRId64 ".",
            op->noperands, a.operand);
    const grn_type *in = part_of(grn_operand_type(op, (size_t)a.operand), a.operand_part.count, a.operand_part.v);
    if (!in)
        return grn_op_fail(op, check, "operand_tuple_indices in the output_operand_alias attribute out of bounds");
    const grn_type *out = output_part(op, &a.output, &several);
    if (!out && !several)
        return grn_op_fail(op, check, "output_tuple_indices in the output_operand_alias attribute out of bounds");
    if (!out && !(out = tuple_of_results(op, check)))
        return GRN_E_MEMORY;
    if (grn_types_equal(in, out))
        return GRN_OK;
    return grn_op_fail(
        op, check,
        "shapes mismatch in the output_operand_alias attribute: operand part has type '%s' and output part has "
        "type '%s'",
        grn_type_text(in, of_operand, sizeof of_operand), grn_type_text(out, of_output, sizeof of_output));
}

static size_t aliases_of(const grn_op *op, const grn_attr *const **items)
{
    const grn_attr *list = grn_op_attr(op, "output_operand_aliases");
    *items = list ? list->array.items : NULL;
    return list ? list->array.count : 0;
}

static grn_status check_aliases(const grn_op *op, const grn_check *check)
{
    const grn_attr *const *items;
    size_t count = aliases_of(op, &items);
    grn_status status = GRN_OK;
    for (size_t i = 0; i < count && status == GRN_OK; i++)
        status = check_alias(op, check, read_alias(items[i]));
    return status;
}

/* ---- configurations -------------------------------------------------------------------------- */

enum { API_VERSION_ORIGINAL = 1, API_VERSION_TYPED_FFI = 4 };

static grn_status check_config(const grn_op *op, const grn_check *check)
{
    const grn_attr *given = grn_op_attr(op, "backend_config"), *api = grn_op_attr(op, "api_version");
    int64_t v = !api ? API_VERSION_ORIGINAL : api->kind == GRN_ATTR_ENUM ? api->enumeration.value : api->integer;
    bool wants_dictionary = v == API_VERSION_TYPED_FFI;
    if (!given || (given->kind == GRN_ATTR_DICT) == wants_dictionary)
        return GRN_OK;
    return grn_op_fail(op, check, "backend_config for api_version %s must be a %s attribute.",
                       grn_stablehlo_custom_call_api_version.keyword[v], wants_dictionary ? "dictionary" : "string");
}

/* ---- buffers --------------------------------------------------------------------------------- */

static bool is_memref(const grn_type *t) { return grn_type_is_memref(t); }

static grn_status check_create(const grn_op *op, const grn_check *check)
{
    if (op->noperands != 0)
        return grn_op_fail(op, check, "CreateBuffer custom_call shouldn't have any inputs");
    if (op->nresults != 1)
        return grn_op_fail(op, check, "CreateBuffer custom_call should have one result");
    if (!is_memref(grn_result_type(op, 0)))
        return grn_op_fail(op, check, "CreateBuffer custom_call should have a memref result");
    return GRN_OK;
}

/* One tensor in and one memref out, or the other way round. */
static grn_status check_pin(const grn_op *op, const grn_check *check, const char *name, bool to_memref)
{
    const char *from = to_memref ? "tensor" : "memref", *to = to_memref ? "memref" : "tensor";
    if (op->noperands != 1)
        return grn_op_fail(op, check, "%s custom_call should have one input", name);
    const grn_type *in = grn_operand_type(op, 0);
    if (to_memref ? !grn_type_is_tensor(in) : !is_memref(in))
        return grn_op_fail(op, check, "%s custom_call should have a %s input", name, from);
    if (op->nresults != 1)
        return grn_op_fail(op, check, "%s custom_call should have one output", name);
    const grn_type *out = grn_result_type(op, 0);
    if (to_memref ? !is_memref(out) : !grn_type_is_tensor(out))
        return grn_op_fail(op, check, "%s custom_call should have a %s output", name, to);
    if (in->element != out->element || !grn_hlo_shapes_agree(in, out))
        return grn_op_fail(op, check, "%s custom_call should have compatible input and output types", name);
    return GRN_OK;
}

static bool same_field(const grn_field *a, const grn_field *b)
{
    return a->count == b->count && (a->count == 0 || memcmp(a->v, b->v, a->count * sizeof *a->v) == 0);
}

/* A buffer that comes out is one that went in, and no buffer is two of those. */
static grn_status check_used_once(const grn_op *op, const grn_check *check)
{
    const grn_attr *const *items;
    size_t count = aliases_of(op, &items);
    char text[GRN_DIMS_TEXT_BYTES];
    for (size_t i = 0; i < count; i++) {
        alias a = read_alias(items[i]);
        if (!is_memref(part_of(grn_operand_type(op, (size_t)a.operand), a.operand_part.count, a.operand_part.v)))
            continue;
        for (size_t j = 0; j < i; j++) {
            alias b = read_alias(items[j]);
            if (same_field(&a.output, &b.output))
                return grn_op_fail(op, check, "buffer output %s is used in output_operand_alias more than once",
                                   grn_stablehlo_dims_text(a.output.count, a.output.v, text, sizeof text));
            if (a.operand == b.operand && same_field(&a.operand_part, &b.operand_part))
                return grn_op_fail(
                    op, check, "buffer operand %" PRId64 "%s is used in output_operand_alias more than once", a.operand,
                    grn_stablehlo_dims_text(a.operand_part.count, a.operand_part.v, text, sizeof text));
        }
    }
    return GRN_OK;
}

static bool is_aliased(const grn_op *op, size_t count, const int64_t *at)
{
    const grn_attr *const *items;
    size_t n = aliases_of(op, &items);
    const grn_field wanted = {.count = count, .v = at};
    for (size_t i = 0; i < n; i++)
        if (same_field(&items[i]->record.fields[0], &wanted))
            return true;
    return false;
}

#define MOST_DEPTH 64

static grn_status check_all_used(const grn_op *op, const grn_check *check, const grn_type *type, size_t count,
                                 int64_t *at)
{
    char text[GRN_DIMS_TEXT_BYTES];
    grn_status status = GRN_OK;
    if (is_memref(type) && !is_aliased(op, count, at))
        return grn_op_fail(op, check, "buffer output %s is not used in output_operand_alias",
                           grn_stablehlo_dims_text(count, at, text, sizeof text));
    for (size_t i = 0; type->kind == GRN_TYPE_TUPLE && count < MOST_DEPTH && i < type->count && status == GRN_OK; i++) {
        at[count] = (int64_t)i;
        status = check_all_used(op, check, type->members[i], count + 1, at);
    }
    return status;
}

static grn_status check_buffers(const grn_op *op, const grn_check *check)
{
    int64_t at[MOST_DEPTH];
    grn_status status = check_used_once(op, check);
    for (size_t i = 0; i < op->nresults && status == GRN_OK; i++) {
        at[0] = (int64_t)i;
        status = check_all_used(op, check, grn_result_type(op, i), op->nresults > 1, at);
    }
    return status;
}

static grn_status check_known(const grn_op *op, const grn_check *check, grn_str target)
{
    if (grn_str_is(target, "CreateBuffer"))
        return check_create(op, check);
    if (grn_str_is(target, "Pin"))
        return check_pin(op, check, "Pin", true);
    if (grn_str_is(target, "Unpin"))
        return check_pin(op, check, "Unpin", false);
    return check_buffers(op, check);
}

/* ---- all ------------------------------------------------------------------------------------- */

grn_status grn_hlo_custom_call_verify(const grn_op *op, grn_check *check)
{
    grn_str target = grn_op_attr(op, "call_target_name")->text;
    grn_status status = check_all_layouts(op, check);
    if (status == GRN_OK)
        status = check_aliases(op, check);
    if (status == GRN_OK)
        status = check_config(op, check);
    if (status == GRN_OK)
        status = check_known(op, check, target);
    return status == GRN_OK && grn_check_find_call(target) ? grn_check_verify_call(op, check, target) : status;
}
