/* text.c - anvil's calls as a dialect: its tables, sets of types, and the text its ops have in
 * common. */
#include "dialects/nvl/nvl.h"
#include "rules/nvl.h"

/* ---- sets of types --------------------------------------------------------------------------- */

static bool is_tensor(const grn_type *t)
{
    return grn_hlo_non_quantized_tensor.matches(t) && grn_type_has_static_shape(t);
}
const grn_type_class grn_nvl_tensor = {"statically shaped tensor of floating-point, complex, integer or boolean values",
                                       is_tensor};

static bool is_index_tensor(const grn_type *t) { return grn_hlo_int_tensor.matches(t) && grn_type_has_static_shape(t); }
const grn_type_class grn_nvl_index_tensor = {"statically shaped tensor of integer values", is_index_tensor};

/* ---- lists ----------------------------------------------------------------------------------- */

bool grn_nvl_list(const grn_op *op, const char *name, grn_dims *out)
{
    size_t count = 0;
    const int64_t *v = NULL;
    *out = (grn_dims){0};
    grn_op_dims(op, name, &count, &v);
    if (count > GRN_MAX_RANK)
        return false;
    out->count = (int32_t)count;
    for (size_t i = 0; i < count; i++)
        out->v[i] = v[i];
    return true;
}

bool grn_nvl_dims(const grn_op *op, const char *name, grn_dims *out)
{
    bool good = grn_nvl_list(op, name, out);
    for (int32_t i = 0; i < out->count; i++)
        out->v[i] = grn_nvl_from_0(out->v[i]);
    return good;
}

grn_status grn_nvl_too_long(const grn_op *op, const grn_check *check, const char *name)
{
    size_t count = 0;
    const int64_t *v = NULL;
    grn_op_dims(op, name, &count, &v);
    return grn_op_fail(op, check, "`%s` has %zu entries, at most %d can be had", name, count, GRN_MAX_RANK);
}

grn_status grn_nvl_verify(const grn_op *op, grn_check *check)
{
    grn_inferred out;
    return op->def->infer(op, check, &out);
}

/* ---- reading --------------------------------------------------------------------------------- */

static const grn_attr_def *argument_of(const grn_op_def *def, grn_str name)
{
    for (const grn_attr_def *a = def->attrs; a && a->name; a++)
        if (grn_str_is(name, a->name))
            return a;
    return NULL;
}

/* `(%a: T, %b: T) {..}`, after the word function. */
static grn_status read_function(grn_parser *p, grn_op *op)
{
    enum { MOST = 8 };
    grn_region_arg args[MOST];
    size_t count = 0;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_expect(p, "(");
    for (bool more = status == GRN_OK && !grn_parser_try(p, ")"); more && status == GRN_OK;) {
        if (count == MOST)
            return grn_parser_fail(p, place, "has a function of more than %d arguments", MOST);
        status = grn_parser_region_arg(p, &args[count++]);
        more = status == GRN_OK && grn_parser_try(p, ",");
        if (status == GRN_OK && !more)
            status = grn_parser_expect(p, ")");
    }
    if (status == GRN_OK && op->nregions)
        return grn_parser_fail(p, place, "has two functions");
    return status == GRN_OK ? grn_parser_region(p, op, count, args) : status;
}

static grn_status read_value(grn_parser *p, grn_op *op, const grn_attr_def *def)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_attr *value = NULL;
    size_t count;
    int64_t *v;
    grn_status status;
    if (def->type != &grn_attr_is_dims || !grn_parser_at(p, "["))
        status = grn_parser_attr(p, &value);
    else if ((status = grn_parser_dims(p, &count, &v)) == GRN_OK && !(value = grn_attr_dense_i64(ir, count, v)))
        status = GRN_E_MEMORY;
    if (status == GRN_OK && !grn_op_set_attr(ir, op, (grn_str){def->name, strlen(def->name)}, value))
        status = GRN_E_MEMORY;
    return status;
}

static grn_status read_argument(grn_parser *p, grn_op *op)
{
    grn_str name;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_keyword(p, &name);
    if (status != GRN_OK)
        return status;
    const grn_attr_def *def = argument_of(op->def, name);
    if (!def)
        return grn_parser_fail(p, place, "has no argument `%.*s`", (int)name.n, name.text);
    if (grn_op_attr(op, def->name))
        return grn_parser_fail(p, place, "has two arguments `%s`", def->name);
    if ((status = grn_parser_expect(p, "=")) != GRN_OK)
        return status;
    return op->def->nregions && grn_parser_try(p, "function") ? read_function(p, op) : read_value(p, op, def);
}

static grn_status read_call(grn_parser *p, grn_op *op, grn_vec *uses)
{
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_uses(p, uses);
    for (bool first = uses->count == 0; status == GRN_OK && !grn_parser_try(p, ")"); first = false) {
        if (!first)
            status = grn_parser_expect(p, ",");
        if (status == GRN_OK)
            status = read_argument(p, op);
    }
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, uses->count, uses->items) : status;
}

grn_status grn_nvl_parse(grn_parser *p, grn_op *op) { return grn_parser_with_uses(p, op, read_call); }

/* ---- printing -------------------------------------------------------------------------------- */

static void print_value(grn_printer *p, const grn_attr *a)
{
    if (a->kind == GRN_ATTR_DENSE_ARRAY && a->is_dims)
        grn_printer_dims(p, a->ndims, a->dims);
    else if (grn_attr_is_i64.matches(a))
        grn_printer_i64(p, a->integer);
    else
        grn_printer_attr(p, a);
}

static void print_argument(grn_printer *p, const char *name, bool *first)
{
    grn_printer_text(p, *first ? "" : ", ");
    grn_printer_text(p, name);
    grn_printer_text(p, " = ");
    *first = false;
}

static void print_function(grn_printer *p, const grn_region *region)
{
    const grn_block *b = region->first;
    grn_printer_text(p, "function(");
    for (size_t i = 0; b && i < b->nargs; i++) {
        grn_printer_text(p, i ? ", " : "");
        grn_printer_value(p, &b->args[i]);
        grn_printer_text(p, ": ");
        grn_printer_type(p, b->args[i].type);
    }
    grn_printer_text(p, ") ");
    grn_printer_region(p, region, false);
}

grn_status grn_nvl_print(grn_printer *p, const grn_op *op)
{
    enum { MOST = 16 };
    const char *skip[MOST + 1];
    size_t n = 0;
    bool first = op->noperands == 0;
    grn_printer_text(p, "(");
    grn_printer_values(p, op->operands, op->noperands);
    for (const grn_attr_def *a = op->def->attrs; a && a->name && n < MOST; a++) {
        const grn_attr *value = grn_op_attr(op, a->name);
        skip[n++] = a->name;
        if (!value)
            continue;
        print_argument(p, a->name, &first);
        print_value(p, value);
    }
    if (op->nregions) {
        print_argument(p, "update_computation", &first);
        print_function(p, &op->regions[0]);
    }
    skip[n] = NULL;
    grn_printer_text(p, ")");
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}
