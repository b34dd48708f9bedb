/*
 * dot_text.c - dot_general as text:
 *   %l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, HIGH], algorithm = <..> : (T, T) -> T
 */
#include "dialects/stablehlo/dot.h"

#include <inttypes.h>
#include <stdio.h>

grn_dot_dims grn_hlo_dot_dims(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "dot_dimension_numbers");
    return (grn_dot_dims){grn_attr_field(a, "lhs_batching_dimensions"), grn_attr_field(a, "rhs_batching_dimensions"),
                          grn_attr_field(a, "lhs_contracting_dimensions"), grn_attr_field(a, "rhs_contracting_dimensions")};
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
    *l = (grn_field){true, l->count, a};
    *r = (grn_field){true, r->count, b};
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

/* What the fields of a dot algorithm hold, in the order they are written (StableHLO spec, dot_general, I8-I14). */
typedef enum algorithm_value { FLOAT_TYPE, COUNT, FLAG } algorithm_value;
static const struct {
    const char *name;
    algorithm_value holds;
} algorithm_fields[] = {
    {"lhs_precision_type", FLOAT_TYPE}, {"rhs_precision_type", FLOAT_TYPE},  {"accumulation_type", FLOAT_TYPE},
    {"lhs_component_count", COUNT},     {"rhs_component_count", COUNT},      {"num_primitive_operations", COUNT},
    {"allow_imprecise_accumulation", FLAG},
};
#define ALGORITHM "#stablehlo.dot_algorithm"

static grn_status parse_float_type(grn_parser *p, char *text, size_t bytes)
{
    const grn_type *type;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_type(p, &type);
    if (status != GRN_OK)
        return status;
    if (type->kind != GRN_TYPE_FLOAT && type->kind != GRN_TYPE_OTHER_FLOAT)
        return grn_parser_fail(p, place, "expected a floating-point type");
    grn_type_text(type, text, bytes);
    return GRN_OK;
}

static grn_status parse_algorithm_value(grn_parser *p, algorithm_value holds, char *text, size_t bytes)
{
    int64_t count = 0;
    if (holds == FLOAT_TYPE)
        return parse_float_type(p, text, bytes);
    if (holds == FLAG) {
        bool is_true = grn_parser_try(p, "true");
        snprintf(text, bytes, "%s", is_true ? "true" : "false");
        return is_true ? GRN_OK : grn_parser_expect(p, "false");
    }
    grn_status status = grn_parser_i64(p, &count);
    snprintf(text, bytes, "%" PRId64, count);
    return status;
}

/* `<lhs_precision_type = tf32, ..>`: the generic form of the attribute, which keeps its name. */
static grn_status parse_algorithm_fields(grn_parser *p, const grn_attr **out)
{
    char text[GRN_MESSAGE_BYTES] = ALGORITHM, value[32]; /* a float's name, a count or a flag: all seven fit */
    size_t n = strlen(text);
    grn_ir *ir = grn_parser_ir(p);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(algorithm_fields); i++) {
        const char *name = algorithm_fields[i].name;
        status = grn_parser_expect(p, i ? "," : "<");
        if (status == GRN_OK)
            status = grn_parser_expect(p, name);
        if (status == GRN_OK)
            status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = parse_algorithm_value(p, algorithm_fields[i].holds, value, sizeof value);
        if (status == GRN_OK)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%s = %s", i ? ", " : "<", name, value);
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, ">");
    if (status != GRN_OK)
        return status;
    text[n++] = '>';
    grn_attr a = {.kind = GRN_ATTR_OPAQUE};
    a.text = (grn_str){grn_arena_text(&ir->arena, text, n), n};
    return a.text.text && (*out = grn_attr_make(ir, &a)) ? GRN_OK : GRN_E_MEMORY;
}

/* `<..>`, as upstream writes it here, or any attribute. */
static grn_status parse_algorithm(grn_parser *p, grn_op *op)
{
    const grn_attr *algorithm;
    grn_status status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_at(p, "<") ? parse_algorithm_fields(p, &algorithm) : grn_parser_attr(p, &algorithm);
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
    const grn_attr *dims = grn_attr_make(
        ir, &(grn_attr){.kind = GRN_ATTR_STRUCT, .record = {&grn_stablehlo_dot_dims, kept}});
    return dims && grn_op_set_attr(ir, op, GRN_STR("dot_dimension_numbers"), dims) ? GRN_OK : GRN_E_MEMORY;
}

/* `%l, %r, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : ..` */
grn_status grn_hlo_dot_parse(grn_parser *p, grn_op *op)
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

/* Without its name, which upstream's reader does not expect here. */
static void print_algorithm(grn_printer *p, const grn_attr *a)
{
    const size_t name = strlen(ALGORITHM);
    grn_printer_text(p, ", algorithm = ");
    if (a->kind == GRN_ATTR_OPAQUE && a->text.n > name && memcmp(a->text.text, ALGORITHM "<", name + 1) == 0)
        grn_printer_str(p, (grn_str){a->text.text + name, a->text.n - name});
    else
        grn_printer_attr(p, a);
}

grn_status grn_hlo_dot_print(grn_printer *p, const grn_op *op)
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
    if (algorithm)
        print_algorithm(p, algorithm);
    grn_hlo_print_tail(p, op, skip);
    return GRN_OK;
}
