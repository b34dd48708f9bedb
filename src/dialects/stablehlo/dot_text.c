/*
 * dot_text.c - dot_general and dot as text:
 *   %l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH], algorithm = <..> : (T, T) -> T
 */
#include "dialects/stablehlo/dot.h"

grn_dot_dims grn_hlo_dot_dims(const grn_op *op)
{
    static const int64_t zero = 0, one = 1;
    const grn_attr *a = grn_op_attr(op, "dot_dimension_numbers");
    const grn_field first = {.present = true, .count = 1, .v = &zero}, second = {.present = true, .count = 1, .v = &one};
    if (!a)
        return (grn_dot_dims){.lhs_contract = grn_operand_type(op, 0)->rank == 2 ? second : first, .rhs_contract = first};
    return (grn_dot_dims){grn_attr_field(a, "lhs_batching_dimensions"), grn_attr_field(a, "rhs_batching_dimensions"),
                          grn_attr_field(a, "lhs_contracting_dimensions"), grn_attr_field(a, "rhs_contracting_dimensions")};
}

bool grn_hlo_algorithm_of(const grn_field *fields, grn_dot_algorithm *out)
{
    enum { LHS, RHS, SUMS, LHS_PARTS, RHS_PARTS, PRODUCTS, IMPRECISE };
    for (int i = LHS; i <= SUMS; i++)
        if (fields[i].value->kind != GRN_ATTR_TYPE)
            return false;
    if (fields[IMPRECISE].value->kind != GRN_ATTR_BOOL)
        return false;
    *out = (grn_dot_algorithm){.lhs = fields[LHS].value->type_value,
                               .rhs = fields[RHS].value->type_value,
                               .sums = fields[SUMS].value->type_value,
                               .lhs_parts = fields[LHS_PARTS].v[0],
                               .rhs_parts = fields[RHS_PARTS].v[0],
                               .products = fields[PRODUCTS].v[0],
                               .imprecise = fields[IMPRECISE].value->boolean};
    return true;
}

bool grn_hlo_dot_algorithm(const grn_op *op, grn_dot_algorithm *out)
{
    const grn_attr *a = grn_op_attr(op, "algorithm");
    return a && grn_hlo_algorithm_of(a->record.fields, out);
}

/* ---- reading ------------------------------------------------------------------------------------------------------------------ */

/* `, name = [0] x [0]` */
static grn_status parse_lists(grn_parser *p, grn_field *l, grn_field *r)
{
    int64_t *a, *b;
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_dims(p, &l->count, &a);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "x");
    if (status == GRN_OK)
        status = grn_parser_dims(p, &r->count, &b);
    if (status != GRN_OK)
        return status;
    *l = (grn_field){.present = true, .count = l->count, .v = a};
    *r = (grn_field){.present = true, .count = r->count, .v = b};
    return GRN_OK;
}

/* `[DEFAULT, HIGH]` */
static grn_status parse_precision(grn_parser *p, grn_op *op)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_attr *items[2];
    size_t count = 0;
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "[");
    do {
        grn_place place = grn_parser_place(p);
        grn_str word;
        int32_t value = 0;
        if (status == GRN_OK)
            status = grn_parser_keyword(p, &word);
        if (status != GRN_OK)
            return status;
        const char *const *words = grn_stablehlo_precision.keyword;
        while (words[value] && !grn_str_is(word, words[value]))
            value++;
        if (!words[value] || count == 2)
            return grn_parser_fail(p, place, "expected one or two of DEFAULT, HIGH, HIGHEST");
        if (!(items[count++] = grn_attr_enum(ir, &grn_stablehlo_precision, value)))
            return GRN_E_MEMORY;
    } while (grn_parser_try(p, ","));
    if (!grn_op_set_attr(ir, op, GRN_STR("precision_config"), grn_attr_array(ir, count, items)))
        return GRN_E_MEMORY;
    return grn_parser_expect(p, "]");
}

static grn_status parse_algorithm(grn_parser *p, grn_op *op)
{
    const grn_attr *algorithm;
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_struct(p, &grn_stablehlo_dot_algorithm, &algorithm);
    if (status != GRN_OK)
        return status;
    return grn_op_set_attr(grn_parser_ir(p), op, GRN_STR("algorithm"), algorithm) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status set_dims(grn_parser *p, grn_op *op, const grn_field *fields)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_field *kept = grn_arena_copy(&ir->arena, fields, 4 * sizeof *fields);
    if (!kept)
        return GRN_E_MEMORY;
    const grn_attr *dims = grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_STRUCT, .record = {&grn_stablehlo_dot_dims, kept}});
    return dims && grn_op_set_attr(ir, op, GRN_STR("dot_dimension_numbers"), dims) ? GRN_OK : GRN_E_MEMORY;
}

/* `%l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : ..` */
grn_status grn_hlo_dot_general_parse(grn_parser *p, grn_op *op)
{
    grn_use uses[2];
    grn_field f[4] = {{.present = false}}; /* as grn_stablehlo_dot_dims lists them */
    grn_status status = grn_parser_use(p, &uses[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_parser_use(p, &uses[1]);
    while (status == GRN_OK && grn_parser_try(p, ",")) {
        if (grn_parser_try(p, "batching_dims"))
            status = parse_lists(p, &f[0], &f[1]);
        else if (grn_parser_try(p, "contracting_dims"))
            status = parse_lists(p, &f[2], &f[3]);
        else if (grn_parser_try(p, "precision"))
            status = parse_precision(p, op);
        else if (grn_parser_try(p, "algorithm"))
            status = parse_algorithm(p, op);
        else
            status = grn_parser_expect(p, "contracting_dims");
    }
    if (status == GRN_OK)
        status = set_dims(p, op, f);
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, 2, uses) : status;
}

/* `%l, %r, precision = [DEFAULT, DEFAULT] : ..` */
grn_status grn_hlo_dot_parse(grn_parser *p, grn_op *op)
{
    grn_use uses[2];
    grn_status status = grn_parser_use(p, &uses[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_parser_use(p, &uses[1]);
    if (status == GRN_OK && grn_parser_try(p, ",")) {
        status = grn_parser_expect(p, "precision");
        if (status == GRN_OK)
            status = parse_precision(p, op);
    }
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, 2, uses) : status;
}

/* ---- writing ------------------------------------------------------------------------------------------------------------------ */

static void print_lists(grn_printer *p, const char *name, const grn_field *l, const grn_field *r)
{
    grn_printer_text(p, ", ");
    grn_printer_text(p, name);
    grn_printer_text(p, " = ");
    grn_printer_dims(p, l->count, l->v);
    grn_printer_text(p, " x ");
    grn_printer_dims(p, r->count, r->v);
}

static void print_precision(grn_printer *p, const grn_attr *config)
{
    if (!config || config->array.count == 0)
        return;
    for (size_t i = 0; i < config->array.count; i++) {
        grn_printer_text(p, i ? ", " : ", precision = [");
        grn_printer_text(p, grn_stablehlo_precision.keyword[config->array.items[i]->enumeration.value]);
    }
    grn_printer_text(p, "]");
}

grn_status grn_hlo_dot_general_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"dot_dimension_numbers", "precision_config", "algorithm", NULL};
    grn_dot_dims d = grn_hlo_dot_dims(op);
    const grn_attr *algorithm = grn_op_attr(op, "algorithm");
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    if (d.lhs_batch.count || d.rhs_batch.count)
        print_lists(p, "batching_dims", &d.lhs_batch, &d.rhs_batch);
    print_lists(p, "contracting_dims", &d.lhs_contract, &d.rhs_contract);
    print_precision(p, grn_op_attr(op, "precision_config"));
    if (algorithm) {
        grn_printer_text(p, ", algorithm = ");
        grn_printer_struct(p, algorithm);
    }
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}

grn_status grn_hlo_dot_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"precision_config", NULL};
    grn_printer_text(p, " ");
    grn_printer_values(p, op->operands, op->noperands);
    print_precision(p, grn_op_attr(op, "precision_config"));
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}
