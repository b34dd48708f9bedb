/* top_k.c - the k largest elements of each line and where they were (CHLO, top_k). Lines are sorted
 * from the largest down, floats in their total order; of equal elements the first comes first,
 * stable or not. */
#include "dialects/chlo/chlo.h"

#include <inttypes.h>

/* ---- text: `(%x, k = 2, is_stable = false) {} : T -> (T, T)` --------------------------------- */

static grn_status parse_stable(grn_parser *p, grn_op *op)
{
    const grn_attr *stable;
    if (!grn_parser_try(p, ","))
        return GRN_OK;
    grn_status status = grn_parser_expect(p, "is_stable");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_attr(p, &stable);
    return status == GRN_OK ? grn_parse_set(p, op, GRN_STR("is_stable"), stable) : status;
}

static grn_status parse_types(grn_parser *p, grn_op *op, const grn_use *use)
{
    const grn_type *in, *out[2];
    grn_status status = grn_parser_expect(p, ":");
    if (status == GRN_OK)
        status = grn_parser_type(p, &in);
    if (status == GRN_OK)
        status = grn_parser_operands(p, op, 1, use, &in);
    const char *const before[] = {"->", "(", ","};
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(before); i++) {
        status = grn_parser_expect(p, before[i]);
        if (status == GRN_OK && i > 0)
            status = grn_parser_type(p, &out[i - 1]);
    }
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    return status == GRN_OK ? grn_parser_results(p, op, 2, out) : status;
}

static grn_status top_k_parse(grn_parser *p, grn_op *op)
{
    grn_use use;
    grn_status status = grn_parser_expect(p, "(");
    if (status == GRN_OK)
        status = grn_parser_use(p, &use);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ",");
    if (status == GRN_OK)
        status = grn_chlo_parse_integer(p, op, "k");
    if (status == GRN_OK)
        status = parse_stable(p, op);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ")");
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? parse_types(p, op, &use) : status;
}

static grn_status top_k_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"k", "is_stable", NULL};
    const grn_attr *stable = grn_op_attr(op, "is_stable");
    grn_printer_text(p, "(");
    grn_printer_value(p, op->operands[0]);
    grn_printer_text(p, ", k = ");
    grn_printer_i64(p, grn_op_integer(op, "k", 0));
    if (stable && !stable->boolean)
        grn_printer_text(p, ", is_stable = false");
    grn_printer_text(p, ")");
    grn_printer_attr_dict(p, op, skip, " ");
    grn_printer_text(p, " : ");
    grn_printer_type(p, grn_operand_type(op, 0));
    grn_printer_text(p, " -> (");
    grn_printer_type(p, grn_result_type(op, 0));
    grn_printer_text(p, ", ");
    grn_printer_type(p, grn_result_type(op, 1));
    grn_printer_text(p, ")");
    return GRN_OK;
}

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status top_k_infer(const grn_op *op, grn_check *check, grn_inferred *out)
{
    const grn_type *in = grn_operand_type(op, 0), *i32 = grn_type_of_dtype(check->scratch, GRN_I32);
    int64_t shape[GRN_MAX_RANK], k = grn_op_integer(op, "k", 0);
    const int64_t *bounds = NULL;
    if (!i32 || !grn_stablehlo_infer_count(check, out, 2))
        return GRN_E_MEMORY;
    if (!grn_type_is_tensor(in)) {
        out->types[0] = in;
        out->types[1] = grn_type_unranked(check->scratch, i32);
        return GRN_OK;
    }
    if (in->rank < 1)
        return grn_op_fail_plain(op, check, "operand's rank must be at least 1");
    int64_t last = in->shape[in->rank - 1];
    if (k < 0)
        return grn_op_fail(op, check, "k is %" PRId64 ", it must not be negative", k);
    if (last != GRN_DYNAMIC && last < k)
        return grn_op_fail_plain(op, check, "operand's last dimension must be at least %" PRId64, k);
    memcpy(shape, in->shape, (size_t)in->rank * sizeof *shape);
    shape[in->rank - 1] = k;
    if (!grn_stablehlo_type_bounds(in, &bounds))
        bounds = NULL;
    out->types[0] = grn_stablehlo_tensor_with_bounds(check->scratch, in->element, in->rank, shape, bounds);
    out->types[1] = grn_stablehlo_tensor_with_bounds(check->scratch, i32, in->rank, shape, bounds);
    return GRN_OK;
}

/* ---- meaning --------------------------------------------------------------------------------- */

static grn_status top_k_eval(grn_exec *x, const grn_op *op)
{
    return grn_hlo_top_k(x, op, grn_op_integer(op, "k", 0), true);
}

GRN_HLO_ONE(operands, "operand", any_tensor)
static const grn_port results[] = {GRN_PORT("values", grn_hlo_any_tensor), GRN_PORT("indices", grn_hlo_any_tensor),
                                   GRN_PORTS_END};

const grn_op_def grn_chlo_top_k_ops[] = {
    GRN_CHLO(top_k, "the k largest elements of each row, and their places", operands, results,
             GRN_ATTRS(GRN_NEEDS("k", grn_attr_is_i64), GRN_MAY_HAVE("is_stable", grn_attr_is_bool)),
             .traits = GRN_TRAIT_PURE, .parse = top_k_parse, .print = top_k_print, .infer = top_k_infer,
             .eval = top_k_eval),
    {.name = NULL},
};
