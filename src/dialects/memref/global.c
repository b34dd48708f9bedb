/*
 * global.c - memref.global and get_global (MLIR memref dialect, the sections of
 * those names). A run knows those that are constant: what they give is memory
 * that nothing may be written to.
 */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/memref/memref.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static const grn_type *type_of(const grn_op *op) { return grn_op_attr(op, "type")->type_value; }

static bool is_sized(const grn_type *t) { return grn_type_is_memref(t) && grn_type_dynamic_extents(t) == 0; }

static grn_status wrong_type(const grn_op *op, const grn_check *check, const grn_type *t)
{
    char text[GRN_TYPE_TEXT_BYTES];
    return grn_op_fail(op, check, "type should be static shaped memref, but got '%s'",
                       grn_type_text(t, text, sizeof text));
}

/* Shape and elements are those of the memref, whatever its layout. */
static bool is_value_of(const grn_type *value, const grn_type *memref)
{
    bool same = value->kind == GRN_TYPE_TENSOR && !value->encoding && value->element == memref->element &&
                value->rank == memref->rank;
    for (int32_t d = 0; same && d < value->rank; d++)
        same = value->shape[d] == memref->shape[d];
    return same;
}

static grn_status check_value(const grn_op *op, grn_check *check)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_attr *value = grn_op_attr(op, "initial_value");
    const grn_type *t = type_of(op);
    if (!value || value->kind == GRN_ATTR_UNIT)
        return GRN_OK;
    if (value->kind != GRN_ATTR_ELEMENTS)
        return grn_op_fail(op, check, "initial value should be a unit or elements attribute, but got another");
    if (is_value_of(value->type, t))
        return GRN_OK;
    const grn_type *as = grn_type_tensor(check->scratch, t->element, t->rank, t->shape, NULL);
    return grn_op_fail(op, check, "initial value expected to be of type '%s', but was of type '%s'",
                       as ? grn_type_text(as, want, sizeof want) : "", grn_type_text(value->type, have, sizeof have));
}

static grn_status global_verify(const grn_op *op, grn_check *check)
{
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility"), *alignment = grn_op_attr(op, "alignment");
    if (visibility && !grn_is_visibility(visibility->text))
        return grn_bad_visibility(op, check, visibility->text);
    if (!is_sized(type_of(op)))
        return wrong_type(op, check, type_of(op));
    grn_status status = check_value(op, check);
    if (status != GRN_OK || !alignment)
        return status;
    const uint64_t v = (uint64_t)alignment->integer;
    return v && (v & (v - 1)) == 0
               ? GRN_OK
               : grn_op_fail_plain(op, check, "alignment attribute value %" PRIu64 " is not a power of 2", v);
}

/* What a get_global names; NULL: it is no memref.global. */
static const grn_op *global_of(const grn_op *op)
{
    const grn_op *table = grn_op_symbol_table(op);
    const grn_op *g = table ? grn_ir_find_symbol(table, grn_op_attr(op, "name")->text) : NULL;
    const grn_attr *type = g && grn_str_is(g->name, "memref.global") ? grn_op_attr(g, "type") : NULL;
    return type && type->kind == GRN_ATTR_TYPE ? g : NULL;
}

static grn_status get_verify(const grn_op *op, grn_check *check)
{
    char have[GRN_TYPE_TEXT_BYTES], want[GRN_TYPE_TEXT_BYTES];
    const grn_str name = grn_op_attr(op, "name")->text;
    const grn_op *global = global_of(op);
    if (!global)
        return grn_op_fail(op, check, "'%.*s' does not reference a valid global memref", (int)name.n, name.text);
    if (type_of(global) == grn_result_type(op, 0))
        return GRN_OK;
    return grn_op_fail(op, check, "result type '%s' does not match type '%s' of the global memref @%.*s",
                       grn_type_text(grn_result_type(op, 0), have, sizeof have),
                       grn_type_text(type_of(global), want, sizeof want), (int)name.n, name.text);
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status get_eval(grn_exec *x, const grn_op *op)
{
    const grn_op *global = global_of(op);
    const grn_attr *value = grn_op_attr(global, "initial_value");
    const grn_type *type = type_of(global);
    if (!grn_op_attr(global, "constant") || !value || value->kind != GRN_ATTR_ELEMENTS || type->layout || type->strided)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED,
                             "runs where the global is constant, has a value and lies row after row");
    grn_status status = x->calls->alloc(x, type->element->dtype, type->rank, type->shape, &x->results[0]);
    if (status != GRN_OK)
        return status;
    grn_tensor_copy(&x->results[0].tensor, &value->elements->tensor);
    x->calls->make_constant(&x->results[0]);
    return GRN_OK;
}

/* ---- text: `"private" constant @name : memref<..> = dense<..> {..}` -------------------------- */

static grn_status parse_visibility(grn_parser *p, grn_op *op)
{
    grn_str word;
    if (grn_parser_at(p, "constant") || grn_parser_at_symbol(p))
        return GRN_OK;
    grn_status status = grn_parser_string(p, &word);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("sym_visibility"), grn_attr_string(grn_parser_ir(p), word))
                            : status;
}

static grn_status parse_name(grn_parser *p, grn_op *op)
{
    grn_str name;
    grn_status status = parse_visibility(p, op);
    if (status == GRN_OK && grn_parser_try(p, "constant"))
        status = grn_parse_set(p, op, GRN_STR("constant"), grn_attr_unit(grn_parser_ir(p)));
    if (status == GRN_OK)
        status = grn_parser_symbol(p, &name);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("sym_name"), grn_attr_string(grn_parser_ir(p), name))
                            : status;
}

/* The value's type is the memref's shape and elements. */
static grn_status parse_value(grn_parser *p, grn_op *op, const grn_type *type)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_attr *value;
    if (grn_parser_try(p, "uninitialized"))
        return grn_parse_set(p, op, GRN_STR("initial_value"), grn_attr_unit(ir));
    const grn_type *as = grn_type_tensor(ir, type->element, type->rank, type->shape, NULL);
    grn_status status = as ? grn_parser_attr_of(p, as, &value) : GRN_E_MEMORY;
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("initial_value"), value) : status;
}

static grn_status global_parse(grn_parser *p, grn_op *op)
{
    const grn_type *type;
    char text[GRN_TYPE_TEXT_BYTES];
    const grn_place place = op->place;
    grn_status status = parse_name(p, op);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &type);
    if (status == GRN_OK && !is_sized(type))
        return grn_parser_fail(p, place, "custom op 'memref.global' type should be static shaped memref, but got '%s'",
                               grn_type_text(type, text, sizeof text));
    if (status == GRN_OK)
        status = grn_parse_set(p, op, GRN_STR("type"), grn_attr_type(grn_parser_ir(p), type));
    if (status == GRN_OK && grn_parser_try(p, "="))
        status = parse_value(p, op, type);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? grn_parser_results(p, op, 0, NULL) : status;
}

static grn_status global_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"sym_name", "sym_visibility", "constant", "type", "initial_value", NULL};
    const grn_attr *visibility = grn_op_attr(op, "sym_visibility"), *value = grn_op_attr(op, "initial_value");
    grn_printer_text(p, " ");
    if (visibility) {
        grn_printer_string(p, visibility->text);
        grn_printer_text(p, " ");
    }
    grn_printer_text(p, grn_op_attr(op, "constant") ? "constant " : "");
    grn_printer_symbol(p, grn_op_attr(op, "sym_name")->text);
    grn_printer_text(p, " : ");
    grn_printer_type(p, type_of(op));
    if (value)
        grn_printer_text(p, " = ");
    if (value && value->kind == GRN_ATTR_UNIT)
        grn_printer_text(p, "uninitialized");
    else if (value)
        grn_printer_attr_no_type(p, value);
    grn_printer_attr_dict(p, op, skip, " ");
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static bool is_memref_type(const grn_attr *a) { return a->kind == GRN_ATTR_TYPE && grn_type_is_memref(a->type_value); }
static const grn_attr_class memref_type = {"memref type attribute", is_memref_type};

const grn_op_def grn_memref_global_ops[] = {
    GRN_MLIR_LISTED(memref, global, "defines memory that has a name", GRN_NO_PORTS, GRN_NO_PORTS,
                    GRN_ATTRS(GRN_NEEDS("sym_name", grn_attr_is_string),
                              GRN_MAY_HAVE("sym_visibility", grn_attr_is_string), GRN_NEEDS("type", memref_type),
                              GRN_MAY_HAVE("initial_value", grn_attr_is_any),
                              GRN_MAY_HAVE("constant", grn_attr_is_unit), GRN_MAY_HAVE("alignment", grn_attr_is_i64)),
                    .traits = GRN_TRAIT_SYMBOL, .parse = global_parse, .print = global_print, .verify = global_verify,
                    .no_meaning = "names memory: memref.get_global gives it"),
    GRN_MLIR_LISTED(memref, get_global, "the buffer that a name stands for", GRN_NO_PORTS,
                    GRN_PORTS(GRN_PORT("result", grn_is_memref)), GRN_ATTRS(GRN_NEEDS("name", grn_attr_is_symbol)),
                    .format = "$name {} :results", .traits = GRN_TRAIT_PURE, .verify = get_verify, .eval = get_eval,
                    .work = GRN_WORK_OWN),
    {.name = NULL},
};
