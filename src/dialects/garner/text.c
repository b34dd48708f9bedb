/* text.c - how garner.gather and garner.scatter are written. */
#include "dialects/garner/garner.h"

/* ---- reading --------------------------------------------------------------------------------- */

static const grn_attr_def *find_def(const grn_op *op, grn_str name)
{
    for (const grn_attr_def *def = op->def->attrs; def->name; def++)
        if (grn_str_is(name, def->name) && def->type != &grn_is_segment_sizes)
            return def;
    return NULL;
}

static grn_status read_keyword(grn_parser *p, const grn_enum_def *of, const grn_attr **out)
{
    grn_str word;
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_keyword(p, &word);
    for (int32_t i = 0; status == GRN_OK && of->keyword[i]; i++)
        if (grn_str_is(word, of->keyword[i])) {
            *out = grn_attr_enum(grn_parser_ir(p), of, i);
            return GRN_OK;
        }
    return status == GRN_OK ? grn_parser_fail(p, place, "'%.*s' is no keyword of %s", (int)word.n, word.text, of->name)
                            : status;
}

static grn_status read_value(grn_parser *p, const grn_attr_def *def, const grn_attr **out)
{
    grn_ir *ir = grn_parser_ir(p);
    size_t count;
    int64_t *v, number;
    grn_status status;
    if (def->enumeration)
        return read_keyword(p, def->enumeration, out);
    if (def->type == &grn_attr_is_dims) {
        status = grn_parser_dims(p, &count, &v);
        *out = status == GRN_OK ? grn_attr_dense_i64(ir, count, v) : NULL;
        return status;
    }
    if (def->type != &grn_attr_is_i64)
        return grn_parser_attr(p, out);
    status = grn_parser_i64(p, &number);
    *out = status == GRN_OK ? grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), number) : NULL;
    return status;
}

/* `name = value`, or the name of a flag. */
static grn_status read_item(grn_parser *p, grn_op *op)
{
    grn_str name;
    grn_place place = grn_parser_place(p);
    const grn_attr *value = NULL;
    grn_status status = grn_parser_keyword(p, &name);
    const grn_attr_def *def = status == GRN_OK ? find_def(op, name) : NULL;
    if (status == GRN_OK && !def)
        return grn_parser_fail(p, place, "has no '%.*s'", (int)name.n, name.text);
    if (status == GRN_OK && grn_op_attr(op, def->name))
        return grn_parser_fail(p, place, "'%s' is given twice", def->name);
    if (status == GRN_OK && def->type == &grn_attr_is_unit)
        return grn_parse_set(p, op, name, grn_attr_unit(grn_parser_ir(p)));
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = read_value(p, def, &value);
    return status == GRN_OK ? grn_parse_set(p, op, name, value) : status;
}

static grn_status read_results(grn_parser *p, grn_op *op, grn_uses *uses)
{
    const grn_type *types[GRN_MAX_RANK];
    size_t count = 0;
    grn_place place = grn_parser_place(p);
    grn_status status = GRN_OK;
    if (grn_parser_try(p, "->"))
        do {
            if (count == GRN_COUNT(types))
                return grn_parser_fail(p, place, "has more results than garner's limit of %zu", GRN_COUNT(types));
            status = grn_parser_type(p, &types[count++]);
        } while (status == GRN_OK && grn_parser_try(p, ","));
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, uses);
    return status == GRN_OK ? grn_parser_results(p, op, count, types) : status;
}

static grn_status parse_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    size_t counts[2] = {0, 0};
    grn_status status = grn_uses_group(p, "ins", uses, &counts[0]);
    if (status == GRN_OK)
        status = grn_uses_group(p, "outs", uses, &counts[1]);
    if (status == GRN_OK)
        do
            status = read_item(p, op);
        while (status == GRN_OK && grn_parser_try(p, ","));
    if (status == GRN_OK)
        status = grn_set_segments(p, op, 2, counts);
    if (status == GRN_OK && grn_parser_try(p, "attributes"))
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK && grn_parser_at(p, "{"))
        status = grn_parser_region(p, op, 0, NULL);
    return status == GRN_OK ? read_results(p, op, uses) : status;
}

grn_status grn_garner_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, parse_with); }

/* ---- writing --------------------------------------------------------------------------------- */

static void print_item(grn_printer *p, const grn_attr_def *def, const grn_attr *a)
{
    grn_printer_text(p, def->name);
    if (a->kind == GRN_ATTR_UNIT)
        return;
    grn_printer_text(p, " = ");
    if (a->kind == GRN_ATTR_ENUM)
        grn_printer_text(p, a->enumeration.def->keyword[a->enumeration.value]);
    else if (def->type == &grn_attr_is_dims && a->is_dims)
        grn_printer_dims(p, a->ndims, a->dims);
    else if (def->type == &grn_attr_is_i64)
        grn_printer_i64(p, a->integer);
    else
        grn_printer_attr(p, a);
}

grn_status grn_garner_print(grn_printer *p, const grn_op *op)
{
    const char *skip[32] = {NULL};
    const grn_attr *sizes = grn_op_attr(op, "operandSegmentSizes");
    size_t n = sizes->ndims == 2 && sizes->dims[0] >= 0 && (size_t)sizes->dims[0] <= op->noperands
                   ? (size_t)sizes->dims[0]
                   : 0;
    const char *before = " ";
    grn_print_group(p, "ins", op->operands, n);
    grn_print_group(p, "outs", op->operands + n, op->noperands - n);
    for (size_t i = 0; op->def->attrs[i].name && i + 1 < GRN_COUNT(skip); i++) {
        const grn_attr_def *def = &op->def->attrs[i];
        const grn_attr *a = grn_op_attr(op, def->name);
        skip[i] = def->name;
        if (!a || a == sizes)
            continue;
        grn_printer_text(p, before);
        print_item(p, def, a);
        before = ", ";
    }
    grn_printer_attr_dict(p, op, skip, " attributes ");
    if (op->nregions) {
        grn_printer_text(p, " ");
        grn_printer_region(p, &op->regions[0], true);
    }
    for (size_t i = 0; i < op->nresults; i++) {
        grn_printer_text(p, i ? ", " : " -> ");
        grn_printer_type(p, grn_result_type(op, i));
    }
    return GRN_OK;
}
