/*
 * dot_text.c - dot_general and dot as text:
 *   %l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH],
 *   algorithm = <..> : (T, T) -> T
 */
#include "dialects/stablehlo/dot.h"

grn_dot_dims grn_hlo_dot_dims(const grn_op *op)
{
    static const int64_t zero = 0, one = 1;
    const grn_attr *a = grn_op_attr(op, "dot_dimension_numbers");
    const grn_field first = {.present = true, .count = 1, .v = &zero},
                    second = {.present = true, .count = 1, .v = &one};
    if (!a)
        return (grn_dot_dims){.lhs_contract = grn_operand_type(op, 0)->rank == 2 ? second : first,
                              .rhs_contract = first};
    return (grn_dot_dims){grn_attr_field(a, "lhs_batching_dimensions"), grn_attr_field(a, "rhs_batching_dimensions"),
                          grn_attr_field(a, "lhs_contracting_dimensions"),
                          grn_attr_field(a, "rhs_contracting_dimensions")};
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

/* ---- reading --------------------------------------------------------------------------------- */

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

/* `[DEFAULT, HIGH]`: one for each operand. How many there may be is the verifier's question. */
static grn_status parse_precision(grn_parser *p, grn_op *op)
{
    enum { MOST = 16 };
    grn_ir *ir = grn_parser_ir(p);
    const grn_attr *items[MOST];
    size_t count = 0;
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "[");
    if (status == GRN_OK && !grn_parser_at(p, "]"))
        do {
            if (count == MOST)
                return grn_parser_fail(p, grn_parser_place(p),
                                       "expects precision config to be empty or have <= 2 elements");
            status = grn_parser_enum(p, &grn_stablehlo_precision, &items[count++]);
        } while (status == GRN_OK && grn_parser_try(p, ","));
    if (status != GRN_OK)
        return status;
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
    const grn_attr *dims =
        grn_attr_make(ir, &(grn_attr){.kind = GRN_ATTR_STRUCT, .record = {&grn_stablehlo_dot_dims, kept}});
    return dims && grn_op_set_attr(ir, op, GRN_STR("dot_dimension_numbers"), dims) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status parse_config(grn_parser *p, grn_op *op)
{
    grn_status status = grn_parser_expect(p, "precision");
    return status == GRN_OK ? parse_precision(p, op) : status;
}

/* `batching_dims = [0] x [0], contracting_dims = [2] x [1]`, the first of which may be missing. */
static grn_status parse_dims(grn_parser *p, grn_field f[4])
{
    grn_status status = GRN_OK;
    if (grn_parser_try(p, "batching_dims")) {
        status = parse_lists(p, &f[0], &f[1]);
        if (status == GRN_OK)
            status = grn_parser_expect(p, ",");
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, "contracting_dims");
    return status == GRN_OK ? parse_lists(p, &f[2], &f[3]) : status;
}

/* `%l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT]
 * : ..` */
grn_status grn_hlo_dot_general_parse(grn_parser *p, grn_op *op)
{
    grn_use uses[2];
    grn_field f[4] = {{.present = false}}; /* as grn_stablehlo_dot_dims lists them */
    grn_status status = grn_parser_use(p, &uses[0]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_parser_use(p, &uses[1]);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = parse_dims(p, f);
    while (status == GRN_OK && grn_parser_try(p, ","))
        status = grn_parser_try(p, "algorithm") ? parse_algorithm(p, op) : parse_config(p, op);
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
    if (status == GRN_OK && grn_parser_try(p, ","))
        status = parse_config(p, op);
    return status == GRN_OK ? grn_hlo_parse_tail(p, op, 2, uses) : status;
}

/* ---- writing --------------------------------------------------------------------------------- */

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
